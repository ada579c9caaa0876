"""Where the value of a metric of two segmentations comes from.

The formula and the sources are those of the registry; what is put in are the counts that
the metric's own result holds. A metric without a closed form has its counts alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import comb
from typing import Any

from segmetrics.derivations.derivation import Count, Derivation, Step, Working
from segmetrics.derivations.latex_formulas import fraction, mean_of, number, written_sum
from segmetrics.metrics.alignment import AlignmentSimilarity
from segmetrics.metrics.confusion import BoundaryConfusion
from segmetrics.metrics.counts import BoundaryMatches
from segmetrics.metrics.edits import BoundaryEdits, EditKind, EditModel
from segmetrics.metrics.hierarchical import HierarchicalScore
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.similarity import Similarity
from segmetrics.metrics.window_chance import Chance, NormalisedWindowDiff
from segmetrics.metrics.windows import WindowErrors
from segmetrics.metrics.winpr import WinPR
from segmetrics.number_formats import limit
from segmetrics.phrases import capital
from segmetrics.segmentation import Segmentation


def metric_derivation(
    metric: Metric,
    a: Segmentation,
    b: Segmentation,
    *,
    coders: tuple[str, str] = ("a", "b"),
    options: Mapping[str, Any] | None = None,
) -> Derivation:
    """Return where the value of a metric of two segmentations comes from."""
    options = options or {}
    score = metric(a, b, **options)
    working: Working = BEHIND[metric.key](score)
    if not REFORMULATING.isdisjoint(options):
        working = Working(counts=working.counts)
    said = ", ".join(f"{name} = {value}" for name, value in options.items())
    first, second = coders
    between = f"of {first} and {second}" if metric.symmetric else f"of {first} against {second}"
    low, high = map(limit, (metric.low, metric.high))
    return Derivation.of(
        working._replace(formula=metric.formula),
        score.value,
        name=f"{capital(metric.name)} {between}",
        about=f"{low} to {high}, {metric.direction}. Rewards: {metric.rewards}",
        convention=f"Options: {said}." if said else "",
        source="; ".join(metric.citation),
        undefined=score.undefined or "",
    )


def cost_of_edits(edits: BoundaryEdits) -> str:
    """Write the cost of edits as a sum, in LaTeX: full misses, near misses by distance, types."""
    model = edits.model
    distances = Counter(
        edit.positions[1] - edit.positions[0]
        for edit in edits.edits
        if edit.kind is EditKind.TRANSPOSITION
    )
    terms = []
    if edits.full_misses:
        terms.append(rf"{edits.full_misses} \times {number(model.substitution)}")
    terms += [
        rf"{times} \times {number(model.transposition_cost(distance))}"
        for distance, times in sorted(distances.items())
    ]
    if edits.type_substitutions:
        terms.append(number(model.substitution * edits.type_distance / edits.type_width))
    return written_sum(terms, edits.cost)


def _similarity(found: Similarity) -> Working:
    edits = found.edits
    cost = cost_of_edits(edits)
    counts: list[Count] = [
        ("Matches", len(edits.matches)),
        ("Near misses", edits.near_misses),
        ("Full misses", edits.full_misses),
    ]
    if edits.types:
        counts.append(("Substitutions between types", edits.type_substitutions))
    counts.append(("Cost of the edits", edits.cost))
    if isinstance(edits.model, EditModel):
        places = edits.potential_boundaries
        counts.insert(0, ("Potential boundaries", places))
        return Working(inserted=fraction(f"{places} - ({cost})", places), counts=counts)
    counted = edits.full_misses + edits.near_misses + edits.type_substitutions + len(edits.matches)
    return Working(inserted=f"1 - {fraction(cost, counted)}" if counted else "1", counts=counts)


def _windows(found: WindowErrors) -> Working:
    counts: list[Count] = [
        ("Window size, k", found.k),
        ("Windows", found.windows),
        ("Windows that err", found.errors),
    ]
    return Working(inserted=fraction(found.errors, found.windows), counts=counts)


def _chance(found: Chance) -> Working:
    places, h = found.potential_boundaries, found.hypothesis_boundaries
    r = found.reference_boundaries
    counts: list[Count] = [
        ("Potential boundaries", places),
        ("Potential boundaries of a window", found.span),
        ("Boundaries of the hypothesis, h", h),
        ("Boundaries of the reference, r", r),
    ]
    if found.value is None:
        return Working(counts=counts)

    def inside(boundaries: int, j: int) -> float:
        ways = comb(boundaries, j) * comb(places - boundaries, found.span - j)
        return ways / comb(places, found.span)

    both = [(inside(r, j), inside(h, j)) for j in range(min(h, r, found.span) + 1)]
    both = [(one, other) for one, other in both if one and other]
    terms = [rf"{number(one)} \times {number(other)}" for one, other in both]
    total = written_sum(terms, sum(one * other for one, other in both))
    return Working(inserted=rf"1 - \left({total}\right)", counts=counts)


def _normalised(found: NormalisedWindowDiff) -> Working:
    observed, chance = _windows(found.observed), _chance(found.chance)
    inserted, steps = "", list[Step]()
    if found.observed.value is not None and found.chance.value:
        by_chance = number(found.chance.value)
        inserted = f"1 - {fraction(observed.inserted, by_chance)}"
        level = r"\mathrm{WD}_{\mathrm{chance}}"
        steps.append(Step("Chance level", level, chance.inserted, found.chance.value))
    return Working("", inserted, [*observed.counts, *chance.counts], steps)


def _confusion(found: BoundaryConfusion) -> Working:
    matrix = found.matrix
    correct, extra, missed = (
        sum(map(of, matrix.types))
        for of in (matrix.correct, matrix.false_positives, matrix.false_negatives)
    )
    counts: list[Count] = [
        ("Correct, near misses in part (TP)", correct),
        ("Only the hypothesis (FP)", extra),
        ("Only the reference (FN)", missed),
    ]
    return Working(inserted=_f(correct, extra, missed), counts=counts)


def _winpr(found: WinPR) -> Working:
    counts: list[Count] = [
        ("Potential boundaries of a window", found.window),
        ("Right, over all windows (TP)", found.tp),
        ("Too many (FP)", found.fp),
        ("Too few (FN)", found.fn),
    ]
    return Working(inserted=_f(found.tp, found.fp, found.fn), counts=counts)


def _f(right: float, extra: float, missed: float) -> str:
    """Write F of precision and recall, both weighing the same."""
    if not right + extra + missed:
        return ""
    twice = rf"2 \times {number(right)}"
    return fraction(twice, f"{twice} + {number(extra)} + {number(missed)}")


def _matches(found: BoundaryMatches, inserted: str = "") -> Working:
    counts: list[Count] = [
        ("Places where both have a boundary", found.matches),
        ("Boundaries of the first, the hypothesis", found.hypothesis_boundaries),
        ("Boundaries of the second, the reference", found.reference_boundaries),
    ]
    return Working(inserted=inserted, counts=counts)


def _precision(found: BoundaryMatches) -> Working:
    return _matches(found, fraction(found.matches, found.hypothesis_boundaries))


def _recall(found: BoundaryMatches) -> Working:
    return _matches(found, fraction(found.matches, found.reference_boundaries))


def _f1(found: BoundaryMatches) -> Working:
    both = f"{found.hypothesis_boundaries} + {found.reference_boundaries}"
    return _matches(found, fraction(rf"2 \times {found.matches}", both))


def _alignment(found: AlignmentSimilarity) -> Working:
    counts: list[Count] = [
        ("Pairs of segments that correspond", len(found.weights)),
        ("Their similarities, added up", sum(found.weights)),
    ]
    return Working(inserted=mean_of(found.weights), counts=counts)


def _hierarchical(found: HierarchicalScore) -> Working:
    counts: list[Count] = []
    for level in found.levels:
        counts += [
            (f"Boundaries of level {level.level}", level.new_boundaries),
            (f"Windows of level {level.level}, of {level.k} potential boundaries", level.windows),
            (f"Windows of level {level.level} that err", level.errors),
        ]
    whole = sum(level.new_boundaries for level in found.levels)
    terms = [
        rf"{level.new_boundaries} \times {fraction(level.errors, level.windows)}"
        for level in found.levels
    ]
    total = sum(level.new_boundaries * level.value for level in found.levels)
    return Working(
        inserted=fraction(written_sum(terms, total), whole) if whole else "", counts=counts
    )


# Options that make another formula of that of the registry.
REFORMULATING = frozenset({"part", "beta", "average", "scoring"})
# By key of the metric, what is behind a value: it takes what the metric gives.
BEHIND: Mapping[str, Callable[[Any], Working]] = {
    "s": _similarity,
    "b": _similarity,
    "confusion": _confusion,
    "pk": _windows,
    "wd": _windows,
    "wd_chance": _chance,
    "wd_normalised": _normalised,
    "winpr": _winpr,
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "ghd": _matches,
    "a": _alignment,
    "hierpk": _hierarchical,
    "hierwd": _hierarchical,
}
