"""Fournier & Inkpen (2012): Tables 1 and 2, section 4.4 and the worked figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np

from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.corpus import Corpus, Item
from segmetrics.io.samples import SAMPLES
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.edits import EditModel, boundary_edits
from segmetrics.metrics.similarity import segmentation_similarity
from segmetrics.metrics.windows import window_diff, window_size
from segmetrics.reproduction import PAPERS_N
from segmetrics.reproduction.moonstone import LONGER, WHERE, as_in_the_paper
from segmetrics.reproduction.printed import printed_figures
from segmetrics.reproduction.reproduced import Curves, Part, Reproduced
from segmetrics.reproduction.scenes import SCENES
from segmetrics.segmentation import Segmentation

PAPER = "fournier2012"

Pair = tuple[Segmentation, Segmentation]

AS_PUBLISHED = AgreementOptions(convention="published", n=PAPERS_N)

# Column of Table 2: its field in the published table and in ours, decimals.
COLUMNS = {
    "pi*_S": ("pi_star", 4),
    "kappa*_S": ("kappa_star", 4),
    "bias": ("bias", 4),
    "1-WD": ("one_minus_wd_mean", 4),
    "1-WD sd": ("one_minus_wd_sd", 4),
    "coders": ("coders", 0),
    "boundaries": ("boundaries", 0),
    "mass": ("mass", 0),
}
NEEDS_ALL = f"they are over all 20 chapters: {WHERE}"
# Section 4.4: row, column, its field in the row of the corpus, published, decimals.
CORPUS_FIGURES = (
    ("mean over coder groups", "pi*_S", "pi_star", 0.8904, 4),
    ("mean over coder groups", "pi*_S sd", "pi_star_sd", 0.0392, 4),
    ("mean over coder groups", "bias", "bias", 0.0061, 4),
    ("mean over coder groups", "bias sd", "bias_sd", 0.0035, 4),
    ("edits of all pairs", "full misses", "full_misses", 1039, 0),
    ("edits of all pairs", "near misses", "near_misses", 212, 0),
)
# Figure 9: the codings of chapter 1.
FIGURE_9 = {"an1": "11 2", "an2": "2 1 7 2 1", "an3": "9 4", "an4": "2 8 2 1"}
LOWEST, HIGHEST = "lowest of 20", "highest of 20"
LOWER, HIGHER = "lower half", "higher half"
BY_DENSITY = (
    "the chapter is among the higher ones by π* over S, which goes largely by how few "
    "boundaries a chapter has; coefficients that correct for the number of boundaries put it "
    "near the end"
)
IN_THE_MIDDLE = (
    "ten chapters have a lower 1-WD and nine a higher one, so that it is low only beside the π* "
    "over S of the same chapter"
)
# Section 4.4: chapter, quantity, what the text says of it among the 20, why that does not hold.
CLAIMS = (
    ("ch1", "pi*_S", LOWEST, ""),
    ("ch1", "bias", HIGHEST, ""),
    ("ch16", "pi*_S", HIGHER, ""),
    ("ch16", "1-WD", HIGHER, ""),
    ("ch17", "pi*_S", HIGHEST, ""),
    ("ch17", "1-WD", LOWER, IN_THE_MIDDLE),
    ("ch19", "1-WD", LOWEST, ""),
    ("ch19", "pi*_S", HIGHER, ""),
    ("ch19", "kappa*_S", HIGHER, ""),
    ("ch19", "pi*_B", HIGHER, BY_DENSITY),
    ("ch19", "alpha", HIGHER, BY_DENSITY),
)
# The segments of the reference of Figures 5a and 5b: k is 25.
HALF = 50
MISSES, AWAY, LENGTHS = range(11), range(11), range(4, 101, 4)
# Figure 5b: what a curve takes for a near miss, and what that costs.
NEAR_MISSES: Mapping[str, Mapping[str, Any]] = {
    "S(n=5, w_trp=0)": {"n": 5, "transposition": 0.0},
    "S(n=5, te)": {"n": 5},
    "S(n=3)": {"n": 3, "scaling": "unscaled"},
}
ON_THE_AXIS = "on the axis"
# A text that is long enough for S to be what it goes to.
LONG = 100_000

Scenario = Literal["FN", "FP", "FN and FP"]
SCENARIOS: tuple[Scenario, ...] = ("FN", "FP", "FN and FP")
# Table 1: sizes of the segments, then for each scenario WD (mean, sd) and S (mean, sd).
TABLE_1 = {
    (20, 30): (
        (0.2340, 0.0113, 0.9801, 0.0006),
        (0.2265, 0.0114, 0.9800, 0.0006),
        (0.3635, 0.0126, 0.9605, 0.0009),
    ),
    (15, 35): (
        (0.2292, 0.0104, 0.9801, 0.0006),
        (0.2265, 0.0111, 0.9800, 0.0006),
        (0.3599, 0.0117, 0.9603, 0.0009),
    ),
    (10, 40): (
        (0.2297, 0.0105, 0.9799, 0.0007),
        (0.2256, 0.0102, 0.9800, 0.0006),
        (0.3516, 0.0110, 0.9606, 0.0010),
    ),
    (5, 45): (
        (0.2206, 0.0079, 0.9796, 0.0007),
        (0.2184, 0.0069, 0.9796, 0.0007),
        (0.3254, 0.0087, 0.9598, 0.0011),
    ),
}
SEGMENTS, SHARE = 1000, 0.5
THEIR_TRIALS, THEIR_HYPOTHESES = 10, 100
TRIALS, HYPOTHESES, SEED = 40, 10, 0
STANDARD_ERRORS = 3
# By how much S is known to differ.
KNOWN = 0.002
SAMPLED = f"both are sampled; they lie within {STANDARD_ERRORS} standard errors of their difference"
WHERE_UNKNOWN = (
    "the paper does not say where false positives fall when boundaries are missing too; here "
    "they may fall anywhere in a segment of the reference"
)
SHORTER = (
    "with half of the boundaries changed, this S needs segments of 24.5 units on average, but "
    "sizes drawn evenly from the range have 25; the paper does not say how it draws them"
)
ADDED = (
    "Chapter 20 has 21 paragraphs in the paper and 20 in the published corpus: one is added at its "
    "end, without a boundary before it."
)


def parts(chapters: Corpus | None = None) -> tuple[Part, ...]:
    """Compute the paper's tables and figures again, but for its simulation."""
    part = partial(Part, paper=PAPER)
    corpus = as_in_the_paper(chapters) if chapters else SAMPLES["moonstone"].read().corpus
    corpus = corpus or Corpus(())
    table = agreement(corpus, AS_PUBLISHED)
    longer = chapters is not None and corpus != chapters
    misses, near, lengths = _curves_5a(), _curves_5b(), _curves_5c()
    return (
        part(
            title="Table 2",
            how=f"{len(corpus.items)} of its 20 chapters, with convention=published and "
            "WindowDiff's width=units. The column boundaries counts segments, as the paper does."
            + f" {ADDED}"
            * longer,
            rows=tuple(_table_2(table, longer=longer)),
        ),
        part(
            title="Section 4.4, corpus",
            how="Each of the five coder groups pools its four chapters." + f" {ADDED}" * longer,
            rows=tuple(_corpus_figures(table)),
        ),
        part(
            title="Section 4.4, claims",
            how="What the text says of single chapters. Low, high and one of higher agreement are "
            "read as a half of the 20. A claim that does not hold has the chapter's place beside "
            "it, place 1 being the highest. The agreement of chapter 19 is looked at by four "
            "coefficients, of which the paper has two.",
            rows=tuple(_claims(corpus, table)),
        ),
        part(
            title="Figure 9",
            how="The codings of chapter 1, as sizes of segments.",
            rows=tuple(_figure_9(corpus)),
        ),
        part(
            title="Figures 3, 6, 7 and 8",
            how="S with n = 2, and WindowDiff with width=units.",
            rows=tuple(_figures()),
        ),
        part(
            title="Figure 5a",
            how="The reference has two segments "
            f"of {HALF} units, so that k is {HALF // 2}; WindowDiff has width=units, as in all of "
            "Figure 5. False positives divide both segments evenly; the paper does not say where "
            "they stand.",
            rows=tuple(_figure_5a(misses)),
            curves=misses,
        ),
        part(
            title="Figure 5b",
            how="A boundary moves away from that of the reference. S counts a near miss as nothing "
            "(w_trp=0), as one place and more the farther it is (te, an option in the paper), or, "
            "as S(n=3) is read here, as one place at any distance; by te it would meet S(n=5, te) "
            "at 2 units. The paper speaks of a segment of 25 units. Two of these would bring 1-WD "
            "down to 0.47, below the axis of the paper, so the text of Figure 5a is drawn, whose "
            "k is 25. Four of 25 units would keep all orders, and end at 0.77.",
            rows=tuple(_figure_5b(near)),
            curves=near,
        ),
        part(
            title="Figures 5c and 10",
            how="The same full miss in a longer and longer text of m units. The reference has "
            "segments of m/4 and 3m/4, the hypothesis of m/4, m/4 and m/2; k is m/4, at least 2. "
            "Beyond the end of the axis 1-WD goes on falling, towards 2/3.",
            rows=tuple(_figure_5c(lengths)),
            curves=lengths,
        ),
    )


def simulations(*, progress: Callable[[float], object] | None = None) -> tuple[Part, ...]:
    """Run the simulation of Table 1 again."""
    return (
        Part(
            paper=PAPER,
            title="Table 1",
            how=f"{TRIALS} random references of {SEGMENTS:,} segments, their sizes uniform in the "
            f"range, and {HYPOTHESES} hypotheses of each (seed {SEED}; the paper: {THEIR_TRIALS} "
            f"and {THEIR_HYPOTHESES}). FN: every boundary is missing with probability {SHARE}. "
            f"FP: every segment is split with probability {SHARE}, anywhere.",
            rows=tuple(_table_1(progress or float)),
        ),
    )


def _table_2(table: AgreementTable, *, longer: bool) -> Iterator[Reproduced]:
    found = {row.item: row for row in table.items}
    for item, published in SAMPLES["moonstone"].published.items():
        beside = ", a paragraph added" if longer and item == LONGER else ""
        for column, (name, decimals) in COLUMNS.items():
            yield Reproduced(
                row=f"{_chapter(item)}{beside}",
                column=column,
                published=published[name],
                ours=getattr(found.get(item), name, None),
                decimals=decimals,
            ).because("missing", WHERE)


def _chapter(item: str) -> str:
    return f"chapter {item.removeprefix('ch')}"


def _has_all(table: AgreementTable) -> bool:
    return len(table.items) == len(SAMPLES["moonstone"].published)


def _corpus_figures(table: AgreementTable) -> Iterator[Reproduced]:
    for row, column, name, published, decimals in CORPUS_FIGURES:
        yield Reproduced(
            row=row,
            column=column,
            published=published,
            ours=getattr(table.corpus, name) if _has_all(table) else None,
            decimals=decimals,
        ).because("missing", NEEDS_ALL)


def _claims(corpus: Corpus, table: AgreementTable) -> Iterator[Reproduced]:
    """Look where the chapters stand that the text speaks of."""
    over_b = agreement(corpus, replace(AS_PUBLISHED, similarity="b"))
    values = {
        **{column: _values(table, COLUMNS[column][0]) for column in COLUMNS},
        "pi*_B": _values(over_b, "pi_star"),
        "alpha": {row.item: row.alpha for row in decisions(corpus).items},
    }
    for item, column, claim, why in CLAIMS:
        figure = Reproduced(
            row=_chapter(item),
            column=column,
            published=claim,
            ours=_standing(values[column], item, claim) if _has_all(table) else None,
        )
        yield figure.because("missing", NEEDS_ALL).because("differs", why)


def _values(table: AgreementTable, name: str) -> dict[str, float | None]:
    return {row.item: getattr(row, name) for row in table.items}


def _standing(values: Mapping[str, float | None], item: str, claim: str) -> str | None:
    """Return what is claimed of an item if it holds, else its place, the highest first."""
    own = values[item]
    if own is None:
        return None
    known = [value for value in values.values() if value is not None]
    above, below = sum(value > own for value in known), sum(value < own for value in known)
    holds = {
        LOWEST: below == 0,
        HIGHEST: above == 0,
        LOWER: below < len(known) / 2,
        HIGHER: below >= len(known) / 2,
    }
    return claim if holds[claim] else f"place {above + 1} of {len(known)}"


def _figure_9(corpus: Corpus) -> Iterator[Reproduced]:
    codings = corpus["ch1"].codings.values() if "ch1" in corpus else ()
    found = [" ".join(map(str, coding.masses)) for coding in codings]
    for place, (coder, printed) in enumerate(FIGURE_9.items()):
        ours = found[place] if found else None
        figure = Reproduced(row=coder, column="segments", published=printed, ours=ours)
        yield figure.because("missing", WHERE)


def _figure_5a(drawn: Curves) -> Iterator[Reproduced]:
    yield Reproduced(
        row="false positives until 1-WD is 0",
        column="value",
        published=7,
        ours=drawn.values["1-WD"].index(0.0),
        decimals=0,
    )
    yield from drawn.orders()


def _figure_5b(drawn: Curves) -> Iterator[Reproduced]:
    low, high = drawn.ends
    inside = all(low <= value <= high for values in drawn.values.values() for value in values)
    yield Reproduced(
        row=f"all curves, axis {low:g} to {high:g}",
        column="value",
        published=ON_THE_AXIS,
        ours=ON_THE_AXIS if inside else "not on the axis",
    )
    for name, away, published in (
        ("S(n=5, te)", 1, 1),
        ("S(n=5, te)", AWAY[-1], 2),
        ("S(n=5, w_trp=0)", 4, 0),
    ):
        yield Reproduced(
            row=f"places that {name} costs, {away} away",
            column="value",
            published=published,
            ours=(1 - drawn.values[name][away]) * (2 * HALF - 1),
            decimals=0,
        )
    yield from drawn.orders()


def _figure_5c(drawn: Curves) -> Iterator[Reproduced]:
    yield Reproduced(
        row="1-WD at 100 units, where it levels off",
        column="value",
        published=0.68,
        ours=drawn.values["1-WD"][-1],
        decimals=2,
    )
    yield Reproduced(
        row="what S goes to",
        column="value",
        published=1,
        ours=segmentation_similarity(*_full_miss(LONG), n=PAPERS_N).value,
        decimals=2,
    )
    yield from drawn.orders()


def _curves_5a() -> Curves:
    """Compute the curves of Figure 5a."""
    reference = _with_false_positives(0)
    found = [(_with_false_positives(count), reference) for count in MISSES]
    return Curves(
        across="false positives",
        up="similarity",
        ends=(0, 1),
        places=tuple(MISSES),
        values={"S": _s(found), "1-WD": _one_minus_wd(found)},
    )


def _curves_5b() -> Curves:
    """Compute the curves of Figure 5b."""
    reference = Segmentation.from_masses((HALF, HALF))
    found = [(Segmentation.from_masses((HALF + away, HALF - away)), reference) for away in AWAY]
    return Curves(
        across="units away",
        up="similarity",
        ends=(0.7, 1),
        places=tuple(AWAY),
        values={name: _s(found, **model) for name, model in NEAR_MISSES.items()}
        | {"1-WD": _one_minus_wd(found)},
    )


def _curves_5c() -> Curves:
    """Compute the curves of Figures 5c and 10."""
    found = [_full_miss(mass) for mass in LENGTHS]
    return Curves(
        across="units",
        up="similarity, and k/m",
        ends=(0, 1),
        places=tuple(LENGTHS),
        values={
            "S": _s(found),
            "1-WD": _one_minus_wd(found),
            "k/m": tuple(window_size(reference) / reference.mass for _, reference in found),
        },
    )


def _s(pairs: Iterable[Pair], **model: Any) -> tuple[float, ...]:
    chosen = {"n": PAPERS_N} | model
    found = (segmentation_similarity(*pair, **chosen).value for pair in pairs)
    return tuple(value for value in found if value is not None)


def _one_minus_wd(pairs: Iterable[Pair]) -> tuple[float, ...]:
    found = (window_diff(*pair).value for pair in pairs)
    return tuple(1 - value for value in found if value is not None)


def _full_miss(mass: int) -> Pair:
    """Return the hypothesis and the reference of Figures 5c and 10."""
    quarter = mass // 4
    masses = (quarter, quarter, mass - 2 * quarter), (quarter, mass - quarter)
    hypothesis, reference = map(Segmentation.from_masses, masses)
    return hypothesis, reference


def _with_false_positives(count: int) -> Segmentation:
    """Divide the two segments of Figure 5a's reference evenly by so many more boundaries."""
    placed = {HALF}
    for start, inside in ((0, count - count // 2), (HALF, count // 2)):
        placed |= {start + HALF * number // (inside + 1) for number in range(1, inside + 1)}
    return Segmentation(2 * HALF, tuple(sorted(placed)))


def _table_1(progress: Callable[[float], object]) -> Iterator[Reproduced]:
    rng = np.random.default_rng(SEED)
    cells = [(sizes, place) for sizes in TABLE_1 for place in range(len(SCENARIOS))]
    for done, (sizes, place) in enumerate(cells):
        progress(done / len(cells))
        scenario = SCENARIOS[place]
        wd_mean, wd_sd, s_mean, s_sd = TABLE_1[sizes][place]
        wd, s = _trials(rng, sizes, scenario)
        for column, published, (ours, tolerance) in (
            ("WD", wd_mean, _mean(wd)),
            ("WD sd", wd_sd, _deviation(wd)),
            ("S", s_mean, _mean(s)),
            ("S sd", s_sd, _deviation(s)),
        ):
            figure = Reproduced(
                row=f"{sizes[0]} to {sizes[1]} units, {scenario}",
                column=column,
                published=published,
                ours=ours,
                tolerance=tolerance,
            ).because("close", SAMPLED)
            yield figure.because("differs", _known_difference(figure, scenario, sizes))


def _known_difference(figure: Reproduced, scenario: Scenario, sizes: tuple[int, int]) -> str:
    """Return why a value of Table 1 is known to differ by so little; empty if it is not."""
    off = figure.difference
    if figure.column != "S" or off is None or abs(off) > KNOWN:
        return ""
    if scenario == "FN and FP":
        return WHERE_UNKNOWN
    return SHORTER if sizes == (5, 45) else ""


def _trials(
    rng: np.random.Generator, sizes: tuple[int, int], scenario: Scenario
) -> tuple[Floats, Floats]:
    """Compute WindowDiff and S of hypotheses: a row for each reference."""
    items: list[Item] = []
    for _ in range(TRIALS):
        masses = rng.integers(*sizes, SEGMENTS, endpoint=True)
        reference = Segmentation.from_masses(masses.tolist())
        for _ in range(HYPOTHESES):
            codings = {"hypothesis": _hypothesis(rng, masses, scenario), "reference": reference}
            items.append(Item(str(len(items)), codings))
    corpus = Corpus(tuple(items))
    wd = [one.value for one in pairwise(corpus, "wd") if one.coder_a == "hypothesis"]
    s = [one.value for one in pairwise(corpus, "s", n=PAPERS_N)]
    shape = (TRIALS, HYPOTHESES)
    return np.array(wd, dtype=float).reshape(shape), np.array(s, dtype=float).reshape(shape)


def _hypothesis(rng: np.random.Generator, masses: Ints, scenario: Scenario) -> Segmentation:
    """Return a segmentation with boundaries removed, segments split, or both, by `scenario`."""
    ends = np.cumsum(masses)
    placed = ends[:-1]
    if scenario != "FP":
        placed = placed[rng.random(len(placed)) >= SHARE]
    if scenario != "FN":
        inside = ends - masses + rng.integers(1, masses)
        placed = np.union1d(placed, inside[rng.random(len(inside)) < SHARE])
    return Segmentation(int(ends[-1]), tuple(placed.tolist()))


def _variances(values: Floats) -> tuple[float, float]:
    """Estimate the variance between references, and within one."""
    within = float(values.var(axis=1, ddof=1).mean())
    between = float(values.mean(axis=1).var(ddof=1)) - within / values.shape[1]
    return max(0.0, between), within


def _mean(values: Floats) -> tuple[float, float]:
    """Return the mean, and how far the published mean may lie from it."""
    between, within = _variances(values)
    variance = between * (1 / THEIR_TRIALS + 1 / TRIALS) + within * (
        1 / (THEIR_TRIALS * THEIR_HYPOTHESES) + 1 / (TRIALS * HYPOTHESES)
    )
    return float(values.mean()), STANDARD_ERRORS * variance**0.5


def _deviation(values: Floats) -> tuple[float, float]:
    """Return the standard deviation, and how far the published one may lie from it."""
    between, within = _variances(values)
    deviation = float(values.std())
    variance = sum(
        2 * (between + within / hypotheses) ** 2 / (trials - 1)
        + 2 * within**2 / (trials * (hypotheses - 1))
        for trials, hypotheses in ((THEIR_TRIALS, THEIR_HYPOTHESES), (TRIALS, HYPOTHESES))
    )
    return deviation, STANDARD_ERRORS * variance**0.5 / (2 * deviation)


def _figures() -> Iterator[Reproduced]:
    for figure in (3, 6, 7, 8):
        yield from printed_figures(
            f"fournier2012_figure{figure}", lambda scene, _: scene.title, decimals=4
        )
    lanes = SCENES["fournier2012_figure3"].segmentations
    edits = boundary_edits(lanes["hypothesis"], lanes["reference"], model=EditModel(n=PAPERS_N))
    for column, published, ours in (
        ("full misses", 3, edits.full_misses),
        ("near misses", 1, edits.near_misses),
    ):
        yield Reproduced(row="Figure 3", column=column, published=published, ours=ours, decimals=0)
