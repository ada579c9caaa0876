"""Diaz & Ouyang (2022): Figures 9, 10, 11, 12 and 16, the judgement test, the simulations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from segmetrics.metrics.alignment import alignment_similarity
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.reproduction import PAPERS_N
from segmetrics.reproduction.data import Counts
from segmetrics.reproduction.diaz2022_simulation import LENGTHS, simulate
from segmetrics.reproduction.printed import printed_figures, sizes
from segmetrics.reproduction.reproduced import Part, Reproduced
from segmetrics.reproduction.scenes import SCENES, Printed, Scene
from segmetrics.segmentation import Segmentation

PAPER = "diaz2022"
FIGURES = (10, 11, 12, 16)
# Scene of a text of the judgement test to what all six people found closer to the gold.
JUDGED = {"diaz2022_at": "h2", "diaz2022_rtc": "h1", "diaz2022_vt": "h1"}
TIE = "tie"
COLUMNS = ("segmentations", "WD ties", "B ties", "A ties")
HOW = {
    "constcost": "a light and a grave move over the same distance",
    "cross": "a light move, and one across another boundary over the same distance",
    "vanish": "a light move, and a longer one of the same boundary",
}
NEEDED = (
    "the published counts do not come with this program: give the paper's table {name}transp.csv "
    "as data"
)
NO_COUNT = "the table has no such row"
# Figure 9: one segment against two; the figure prints no sizes.
SPLIT = (3, 1)
BOTH_SIDES = (
    "the figure counts an edge once for each side that finds it: (3/4 + 3/4 + 1/4) / 3. By the "
    "text each edge of A counts once, and then A is 1/2 whatever the sizes"
)


def parts() -> tuple[Part, ...]:
    """Compute the paper's figures and its judgement test again."""
    figures = [
        figure
        for number in FIGURES
        for figure in printed_figures(f"diaz2022_figure{number}", _pair, decimals=2)
    ]
    return (
        Part(
            paper=PAPER,
            title="Figures 10, 11, 12 and 16",
            how=f"A, B with n = {PAPERS_N}, and 1-WD with windows of 2 potential boundaries.",
            rows=tuple(figures),
        ),
        Part(
            paper=PAPER,
            title="Judgement test",
            how="Which of two segmentations is closer to the gold. All six people agreed; B "
            "cannot tell the two apart.",
            rows=tuple(_judgements()),
        ),
        Part(
            paper=PAPER,
            title="Figure 9",
            how="One segment against two. The figure prints no sizes; "
            f"{SPLIT[0]} and {SPLIT[1]} units give its value.",
            rows=tuple(_figure_9()),
        ),
    )


def simulations(counts: Mapping[str, Counts]) -> tuple[Part, ...]:
    """Compute the paper's simulations again."""
    return tuple(
        Part(
            paper=PAPER,
            title=f"Simulation {name}",
            how=f"All segmentations of {LENGTHS[0]} to {LENGTHS[-1]} units: {HOW[name]}. A light "
            "move leaves both segments beside the boundary a Jaccard above 1/2, a grave one below.",
            rows=tuple(_simulation(name, found, counts.get(name))),
        )
        for name, found in simulate().items()
    )


def _figure_9() -> Iterator[Reproduced]:
    whole, split = Segmentation(sum(SPLIT), ()), Segmentation.from_masses(SPLIT)
    row = "one segment against two"
    found = alignment_similarity(whole, split)
    figure = Reproduced(row=row, column="A", published=0.58, ours=found.value, decimals=2)
    yield figure.because("differs", BOTH_SIDES)
    twice = alignment_similarity(whole, split, scoring="best_edge")
    column = "A, an edge from each side"
    yield Reproduced(row=row, column=column, published=0.58, ours=twice.value, decimals=2)


def _pair(scene: Scene, printed: Printed) -> str:
    one, other = sizes(scene, printed.hypothesis), sizes(scene, printed.reference)
    return f"{scene.title}: {one} against {other}"


def _judgements() -> Iterator[Reproduced]:
    for key, closer in JUDGED.items():
        scene = SCENES[key]
        gold, h1, h2 = (scene.segmentations[name] for name in ("gold", "h1", "h2"))
        text = scene.title.removeprefix("Judged: ")
        for column, published, function in (
            ("A prefers", closer, alignment_similarity),
            ("B prefers", TIE, partial(boundary_similarity, n=PAPERS_N)),
        ):
            one, other = function(gold, h1).value or 0.0, function(gold, h2).value or 0.0
            ours = TIE if one == other else "h1" if one > other else "h2"
            yield Reproduced(row=text, column=column, published=published, ours=ours)


def _simulation(
    name: str, found: Mapping[tuple[int, int], list[int]], published: Counts | None
) -> Iterator[Reproduced]:
    """Set the counts of a simulation beside the published ones."""
    for key, counted in found.items():
        theirs = (published or {}).get(key, (None,) * len(COLUMNS))
        for column, ours, printed in zip(COLUMNS, counted, theirs, strict=True):
            yield Reproduced(
                row=f"{key[0]} units, {key[1]} segments",
                column=column,
                published=printed,
                ours=ours,
                decimals=0,
            ).because("missing", NO_COUNT if published else NEEDED.format(name=name))
