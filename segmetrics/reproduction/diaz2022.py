"""Diaz & Ouyang (2022): Figures 10, 11, 12 and 16, the judgement test, the simulations.

The simulations count all segmentations of a length in which a metric cannot tell a light
misplacement of one boundary from a grave one: two of its moves tie, as `HOW` says. A move of a
boundary is *light* if both segments beside it keep a Jaccard above 1/2, *grave* if both fall below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from math import comb, isclose
from typing import NamedTuple

from segmetrics.coefficients.pairwise import pairwise
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.alignment import alignment_similarity
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.reproduction.data import SIMULATIONS, Counts
from segmetrics.reproduction.printed import printed_figures, sizes
from segmetrics.reproduction.reproduced import Part, Reproduced, not_computed
from segmetrics.reproduction.scenes import SCENES, Printed, Scene
from segmetrics.segmentation import Segmentation

PAPER = "diaz2022"
LENGTHS = range(5, 13)
"""Lengths of texts whose simulations can be computed in reasonable time."""
DEFAULT_LENGTH = 10
PUBLISHED_LENGTHS = range(5, 21)
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
TOO_LONG = "not computed: every length takes about three times as long as the one before"
# How much longer a length takes than the one before.
GROWTH = 3.0
SAME = 1e-12


class Move(NamedTuple):
    """A boundary that moves from one place to another."""

    at: int
    to: int

    @property
    def distance(self) -> int:
        """Places between the two."""
        return abs(self.to - self.at)


class Moves(NamedTuple):
    """The moves of the boundaries of a segmentation: light, grave, any, and across a boundary."""

    light: list[Move]
    grave: list[Move]
    all: list[Move]
    across: list[Move]


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
            how="A, B with n = 2, and 1-WD with windows of 2 potential boundaries.",
            rows=tuple(figures),
        ),
        Part(
            paper=PAPER,
            title="Judgement test",
            how="Which of two segmentations is closer to the gold. All six people agreed; B "
            "cannot tell the two apart.",
            rows=tuple(_judgements()),
        ),
    )


def simulations(
    counts: Mapping[str, Counts],
    *,
    length: int = DEFAULT_LENGTH,
    progress: Callable[[float], object] | None = None,
) -> tuple[Part, ...]:
    """Compute the paper's simulations again."""
    if length not in LENGTHS:
        raise ValueError(
            f"the length of the simulations is {LENGTHS[0]} to {LENGTHS[-1]}, got {length}"
        )
    found: dict[str, dict[tuple[int, int], list[int]]] = {name: {} for name in SIMULATIONS}
    for one in range(LENGTHS[0], length + 1):
        if progress:
            progress(GROWTH ** (one - length - 1))
        for name, counted in simulate(one).items():
            found[name].update(counted)
    return tuple(
        Part(
            paper=PAPER,
            title=f"Simulation {name}",
            how=f"All segmentations of {LENGTHS[0]} to {length} units: {HOW[name]}.",
            rows=tuple(_simulation(name, found[name], counts.get(name), length)),
        )
        for name in SIMULATIONS
    )


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
            ("B prefers", TIE, boundary_similarity),
        ):
            one, other = function(gold, h1).value or 0.0, function(gold, h2).value or 0.0
            ours = TIE if one == other else "h1" if one > other else "h2"
            yield Reproduced(row=text, column=column, published=published, ours=ours)


def _simulation(
    name: str, found: Mapping[tuple[int, int], list[int]], published: Counts | None, length: int
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
    longer = f"{length + 1} to {PUBLISHED_LENGTHS[-1]} units"
    yield not_computed(longer, "counts", TOO_LONG, decimals=0)


def simulate(length: int) -> dict[str, dict[tuple[int, int], list[int]]]:
    """Count the segmentations of a length in which metrics cannot tell two moves apart."""
    golds = [
        Segmentation(length, boundaries)
        for segments in range(2, length)
        for boundaries in combinations(range(1, length), segments - 1)
    ]
    moves = [_moves(gold) for gold in golds]
    scored = _scored(golds, moves)
    ties: dict[str, Counter[tuple[int, int]]] = {name: Counter() for name in SIMULATIONS}
    for place, (gold, own) in enumerate(zip(golds, moves, strict=True)):
        for name, pairs in _confusable(own).items():
            tied = set()
            for one, other in pairs:
                values = zip(scored[place, one], scored[place, other], strict=True)
                tied |= {i for i, (x, y) in enumerate(values) if isclose(x, y, abs_tol=SAME)}
            ties[name].update((gold.segments, metric) for metric in tied)
    return {
        name: {
            (length, segments): [
                comb(length - 1, segments - 1),
                *(found[segments, metric] for metric in range(len(COLUMNS) - 1)),
            ]
            for segments in range(2, length)
        }
        for name, found in ties.items()
    }


def _moves(gold: Segmentation) -> Moves:
    """List the moves of one boundary that cross no other, and those that cross one."""
    found = Moves([], [], [], [])
    free = sorted(set(range(1, gold.mass)) - set(gold.boundaries))
    for move in (Move(*ends) for ends in product(gold.boundaries, free)):
        low, high = sorted(move)
        crossed = sum(low < boundary < high for boundary in gold.boundaries)
        if crossed == 1:
            found.across.append(move)
        if crossed:
            continue
        found.all.append(move)
        before, after = _kept(gold, move)
        # Jaccard against 1/2, in whole numbers.
        if all(2 * small > large for small, large in (before, after)):
            found.light.append(move)
        if all(2 * small < large for small, large in (before, after)):
            found.grave.append(move)
    return found


def _kept(gold: Segmentation, move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the sizes of the segments before and after a boundary: the smaller, the larger."""
    ends = (0, *gold.boundaries, gold.mass)
    place = ends.index(move.at)
    start, end = ends[place - 1], ends[place + 1]
    before = sorted((move.at - start, move.to - start))
    after = sorted((end - move.at, end - move.to))
    return (before[0], before[1]), (after[0], after[1])


def _confusable(moves: Moves) -> dict[str, list[tuple[Move, Move]]]:
    """List the pairs of moves that a metric should tell apart, for each simulation."""
    return {
        "constcost": _as_far(moves.light, moves.grave),
        "cross": _as_far(moves.light, moves.across),
        "vanish": [
            (one, other)
            for one, other in product(moves.light, moves.all)
            if one.at == other.at and one.distance < other.distance
        ],
    }


def _as_far(light: list[Move], others: list[Move]) -> list[tuple[Move, Move]]:
    """List the pairs of moves over the same distance."""
    pairs = product(light, others)
    return [(one, other) for one, other in pairs if one.distance == other.distance]


def _scored(
    golds: list[Segmentation], moves: list[Moves]
) -> dict[tuple[int, Move], tuple[float, ...]]:
    """Score every moved segmentation against the one it is from: WindowDiff, B and A."""
    keys = [(place, move) for place, own in enumerate(moves) for move in (*own.all, *own.across)]
    items = [
        Item(f"{place} {move.at} {move.to}", {"moved": _moved(gold, move), "gold": gold})
        for place, move in keys
        for gold in (golds[place],)
    ]
    corpus = Corpus(tuple(items))
    window = {"width": "boundaries", "minimum": 1, "edges": "lamprier"}
    wd = [one for one in pairwise(corpus, "wd", **window) if one.coder_a == "moved"]
    columns = (wd, pairwise(corpus, "b"), pairwise(corpus, "a"))
    rows = zip(*columns, strict=True)
    return {
        key: tuple(one.value for one in row if one.value is not None)
        for key, row in zip(keys, rows, strict=True)
    }


def _moved(gold: Segmentation, move: Move) -> Segmentation:
    return Segmentation.from_positions(gold.mass, (set(gold.boundaries) - {move.at}) | {move.to})
