"""Confusion of boundary types, and precision, recall and F read from it.

Conventions
-----------
A confusion matrix sets what a hypothesis has against what a reference has: a row for
each boundary type of the hypothesis and a column for each of the reference, and last in
both "no boundary". It counts boundary edits (`segmetrics.metrics.edits`, costs of 2013):

- a match counts 1 in the diagonal;
- a transposition of distance d counts ``1 - d/n`` in the diagonal, and nothing else;
- a substitution between types counts 1 beside the diagonal;
- a boundary of the hypothesis alone (a false positive) counts 1 in the last column, one
  of the reference alone (a false negative) 1 in the last row.

Places that both leave without a boundary are not counted.

*Averages*: ``micro`` adds up the counts of all types first; ``macro`` is the unweighted
mean over the types for which the measure is defined. "No boundary" is no type of its own
in either.

segeval 2 differs in three points. It counts d/n for a transposition, which is the same
for n = 2 only; it takes a boundary of the first side alone for one that is missing, but
the first side's type of a substitution for the predicted one; and its averages take "no
boundary" for one more type.

Source: Fournier (2013), section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from segmetrics.axis import IN_UNITS, Length, on_axis, whole
from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block, block_edits
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.edits import NEAR, BoundaryEdits, LinearEditModel
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.similarity import edits_of
from segmetrics.metrics.typed_edits import UNTYPED
from segmetrics.segmentation import Segmentation

Part = Literal["p", "r", "f"]
Average = Literal["micro", "macro"]

UNDEFINED = {
    "p": "the hypothesis has no boundary",
    "r": "the reference has no boundary",
    "f": "neither has a boundary",
}


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """What a hypothesis has where a reference has what."""

    types: tuple[str, ...]  #: the boundary types
    #: ``counts[i][j]``: the hypothesis has type i, the reference type j; the last row and the last
    #: column stand for no boundary.
    counts: tuple[tuple[float, ...], ...]

    def correct(self, kind: str) -> float:
        """Count matches of a type, and its near misses in part."""
        place = self.types.index(kind)
        return self.counts[place][place]

    def false_positives(self, kind: str) -> float:
        """Count boundaries of a type in the hypothesis alone, or where the type differs."""
        place = self.types.index(kind)
        row = self.counts[place]
        return sum(row[:place]) + sum(row[place + 1 :])

    def false_negatives(self, kind: str) -> float:
        """Count boundaries of a type in the reference alone, or where the type differs."""
        place = self.types.index(kind)
        column = [row[place] for row in self.counts]
        return sum(column[:place]) + sum(column[place + 1 :])

    def precision(self, kind: str | None = None, *, average: Average = "micro") -> float | None:
        """Share of the hypothesis's boundaries that are correct."""
        return self._measure("p", kind, average, 1.0)

    def recall(self, kind: str | None = None, *, average: Average = "micro") -> float | None:
        """Share of the reference's boundaries that are found; as `precision`."""
        return self._measure("r", kind, average, 1.0)

    def f(
        self, kind: str | None = None, *, beta: float = 1.0, average: Average = "micro"
    ) -> float | None:
        """F of precision and recall, recall weighing `beta` times as much; as `precision`."""
        return self._measure("f", kind, average, beta)

    def _measure(self, part: Part, kind: str | None, average: Average, beta: float) -> float | None:
        if average not in get_args(Average):
            raise ValueError(f"average is 'micro' or 'macro', got {average!r}")
        if kind is not None:
            return self._of([kind], part, beta)
        if average == "micro":
            return self._of(self.types, part, beta)
        by_type = [self._of([name], part, beta) for name in self.types]
        defined = [value for value in by_type if value is not None]
        return sum(defined) / len(defined) if defined else None

    def _of(self, kinds: Sequence[str], part: Part, beta: float) -> float | None:
        """Compute a measure of the counts of some types together."""
        correct = sum(map(self.correct, kinds))
        extra = sum(map(self.false_positives, kinds))
        missed = sum(map(self.false_negatives, kinds))
        if part == "f":
            correct *= 1 + beta**2
            whole = correct + beta**2 * missed + extra
        else:
            whole = correct + (extra if part == "p" else missed)
        return correct / whole if whole else None


@dataclass(frozen=True, slots=True)
class BoundaryConfusion:
    """Precision, recall or F by boundary edits, with the matrix it was read from."""

    value: float | None  #: in [0, 1], higher is better, 1 is perfect; None if undefined
    matrix: ConfusionMatrix  #: the counts behind it
    edits: BoundaryEdits  #: the operations behind these
    undefined: str | None = None  #: why there is no value


def confusion_matrix(edits: BoundaryEdits) -> ConfusionMatrix:
    """Count a confusion matrix from the edits of a hypothesis against a reference.

    The edits are those of a `LinearEditModel`: others have no share for a near miss (TypeError).
    """
    model = edits.model
    if not isinstance(model, LinearEditModel):
        raise TypeError("a confusion matrix is read from edits of a LinearEditModel")
    types = edits.types or (UNTYPED,)
    none = len(types)
    kinds = edits.unmatched_types or (0,) * len(edits.unmatched)
    counts = [[0] * (none + 1) for _ in range(none + 1)]
    shares = [0] * none
    for kind in edits.match_types or (0,) * len(edits.matches):
        counts[kind][kind] += 1
    done = set()
    for i in edits.joins:
        shares[kinds[i]] += model.discount(edits.unmatched[i + 1] - edits.unmatched[i])
        done |= {i, i + 1}
    for i, j in edits.swaps:
        counts[kinds[i]][kinds[j]] += 1
        done |= {i, j}
    for i, (kind, side) in enumerate(zip(kinds, edits.sides, strict=True)):
        if i not in done:
            row, column = (kind, none) if side == 0 else (none, kind)
            counts[row][column] += 1
    found = [list(map(float, row)) for row in counts]
    for kind, share in enumerate(shares):
        found[kind][kind] += share / model.n
    return ConfusionMatrix(types, tuple(map(tuple, found)))


@on_axis("confusion", lengths={"n": IN_UNITS})
def boundary_confusion(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    n: Length = NEAR,
    part: Part = "f",
    beta: float = 1.0,
    average: Average = "micro",
    ordinal: bool = False,
    types: str | None = None,
) -> BoundaryConfusion:
    """Compute precision, recall or F of boundaries, near misses counting in part.

    Source: Fournier (2013), section 4.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    n : int or float, default 2
        Transposition window: a near miss spans at most `n` units, so its two boundaries are less
        than `n` apart. For recordings it must be given, in seconds.
    part : {"p", "r", "f"}, default "f"
        Precision, recall, or F of the two.
    beta : float, default 1
        How many times as much recall weighs as precision; 1 unless `part` is ``"f"``.
    average : {"micro", "macro"}, default "micro"
        How types are put together, see the module.
    ordinal : bool, default False
        Whether types are a scale, so that the nearest types pair up as substitutions,
        see `segmetrics.metrics.typed_edits.typed_edits`.
    types : str, optional
        All types, in order, with commas between; those of the two segmentations if
        left out.

    Returns
    -------
    BoundaryConfusion
        In [0, 1], higher is better, 1 is perfect. Precision is undefined where the
        hypothesis has no boundary, recall where the reference has none, F where
        neither has.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([2, 3, 6])
    >>> hypothesis = Segmentation.from_masses([2, 2, 3, 4])
    >>> found = boundary_confusion(hypothesis, reference)
    >>> found.matrix.counts  # a match and half a near miss, a false positive
    ((1.5, 1.0), (0.0, 0.0))
    >>> found.matrix.precision(), found.matrix.recall(), found.value
    (0.6, 1.0, 0.75)
    """
    _check_options(part, beta, average)
    model = LinearEditModel(n=whole("n", n))
    edits = edits_of(hypothesis, reference, model, ordinal, types)
    matrix = confusion_matrix(edits)
    value = matrix._measure(part, None, average, beta)
    return BoundaryConfusion(value, matrix, edits, UNDEFINED[part] if value is None else None)


def _check_options(part: Part, beta: float, average: Average) -> None:
    if part not in get_args(Part):
        raise ValueError(f"part is 'p', 'r' or 'f', got {part!r}")
    if average not in get_args(Average):
        raise ValueError(f"average is 'micro' or 'macro', got {average!r}")
    if not 0 < beta < 1e6:
        raise ValueError(f"beta lies between 0 and a million, got {beta!r}")
    if beta != 1 and part != "f":
        raise ValueError(f"beta goes with part 'f' only, got part {part!r}")


def _block_confusion(
    block: Block,
    _items: Sequence[Item],
    *,
    n: int = NEAR,
    part: Part = "f",
    beta: float = 1.0,
    average: Average = "micro",
) -> Floats:
    """Compute the measure of all ordered pairs of a block."""
    _check_options(part, beta, average)
    edits = block_edits(block, LinearEditModel(n=n))
    coders = len(block.coders)
    hypotheses, references = np.nonzero(~np.eye(coders, dtype=bool))
    pair = np.zeros((coders, coders), dtype=np.int64)
    pair[edits.first, edits.second] = pair[edits.second, edits.first] = np.arange(len(edits.first))
    row = pair[hypotheses, references]
    placed, wanted = block.boundaries[hypotheses], block.boundaries[references]
    matches, near = edits.matches[row], edits.near_misses[row]
    correct: Floats = matches + edits.discount[row] / n
    above: Floats
    whole: Floats
    # The sums and their order are those of `ConfusionMatrix`, so the values are the same.
    extra, missed = (count - matches - near for count in (placed, wanted))
    if part == "f":
        weight = beta**2
        above = (1 + weight) * correct
        whole = above + weight * missed + extra
    else:
        above = correct
        whole = correct + (extra if part == "p" else missed)
    with np.errstate(invalid="ignore"):
        return above / whole


CONFUSION = Metric(
    key="confusion",
    name="precision, recall and F by boundary edits",
    family="confusion",
    function=boundary_confusion,
    penalty=False,
    symmetric=False,
    needs="types",
    formula=r"F_\beta = \frac{(1 + \beta^2) TP}{(1 + \beta^2) TP + \beta^2 FN + FP}, "
    r"\quad TP = |B_M| + \sum_{T_e} \left(1 - \frac{d}{n}\right)",
    citation=("Fournier (2013), section 4",),
    rewards="Boundaries of the right type in the right place, and in part those close by.",
    misses=(
        "The part of a near miss that is taken off: it counts neither as found nor as "
        "wrong. And how far off a boundary is beyond the window."
    ),
    flaws=(
        "That part is not counted as wrong, so a hypothesis with nothing but near misses is "
        "perfect (follows from the definition).",
        "With several types, ties between edits are broken from the left, so reversing the "
        "text can change the value (segmetrics.metrics.edits).",
    ),
    undefined=tuple(UNDEFINED.values()),
    batch=_block_confusion,
)

METRICS: tuple[Metric, ...] = (CONFUSION,)
"""The metrics of this module."""
