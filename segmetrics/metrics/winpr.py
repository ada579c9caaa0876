"""WinPR: precision and recall from the boundaries that sliding windows share.

Conventions
-----------
A window of w potential boundaries slides over all ``mass - 1`` of them and over
w - 1 phantom ones at each end, which hold no boundary; so each potential boundary
lies in w windows. Of the r and h boundaries of reference and hypothesis in a window,
min(r, h) are true positives, what the hypothesis has more is false positive, what
it has less is false negative, and the rest is true negative. Together they are
``w (mass - 1)``. A boundary that is off by d < w is thus right in w - d windows.

w is k of the window rule of WindowDiff: half the mean segment of the reference,
rounded half to even, at least 2. With a window of 1 only exact positions count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from segmetrics.axis import IN_UNITS, AxisError, Length, on_axis
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats
from segmetrics.metrics.blocks.window_blocks import (
    block_spans,
    check_window,
    count_windows,
    in_order,
)
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.metrics.windows import starts_over_edges, sum_of_windows, window_size
from segmetrics.segmentation import Segmentation, common_mass

WinPRPart = Literal["f", "p", "r", "tp", "tn", "fp", "fn"]
PARTS: tuple[WinPRPart, ...] = get_args(WinPRPart)
# The parts that are no cells of the matrix.
SHARES = PARTS[:3]

NO_PRECISION = "no precision: the hypothesis has no boundary"
NO_RECALL = "no recall: the reference has no boundary"
NEITHER = "no precision and no recall: nobody placed a boundary"


@dataclass(frozen=True, slots=True)
class WinPR:
    """The window confusion matrix of a hypothesis, and what follows from it."""

    value: float | None  #: the part that was asked for; None if undefined
    part: WinPRPart  #: which part that is
    #: The matrix, over all windows; their sum is ``window * (mass - 1)``. Of recordings, for how
    #: many seconds a window that is moved along holds each, added up over boundaries; `tn` is then
    #: None, as places without a boundary are countless.
    tp: Length
    tn: Length | None
    fp: Length
    fn: Length
    window: Length  #: potential boundaries in a window; of recordings the seconds that it lasts
    undefined: str | None = None  #: why there is no value

    @property
    def precision(self) -> float | None:
        """Share of the hypothesis's boundaries that are right; None if it has none."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else None

    @property
    def recall(self) -> float | None:
        """Share of the reference's boundaries that are found; None if it has none."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else None

    @property
    def f(self) -> float | None:
        """Harmonic mean of precision and recall, 0 if one of them alone is defined; else None."""
        whole = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / whole if whole else None


@dataclass(frozen=True, slots=True)
class NearMissContribution:
    """What near misses add to the window confusion matrix, in potential boundaries.

    Each cell is divided by the window, less the cell of a window of 1; the four add up to 0.
    """

    tp: float
    tn: float
    fp: float
    fn: float
    window: Length


@on_axis("winpr", lengths={"window": IN_UNITS}, gives=("tp", "fp", "fn", "window"))
def winpr(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    window: Length | None = None,
    part: WinPRPart = "f",
) -> WinPR:
    """Compute WinPR of a hypothesis against a reference.

    Source: Scaiano & Inkpen (2012), equations 4 to 7.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    window : int or float, optional
        Potential boundaries in a window, at least 1; by the window rule of the
        reference if left out. For recordings it must be given, as the seconds that it lasts.
    part : {"f", "p", "r", "tp", "tn", "fp", "fn"}, default "f"
        What becomes the value: F, precision, recall, or a cell of the matrix.

    Returns
    -------
    WinPR
        F, precision and recall lie in [0, 1], higher is better, 1 is perfect; a
        cell lies in ``0 .. window * (mass - 1)``, and recordings have none. Undefined are
        precision if the hypothesis has no boundary, recall if the reference has none, F if
        neither has one, and everything for an item of one unit. F is 0 if one of the two alone
        has boundaries, since nothing is found, as for `f1` and `confusion`.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([6, 6])
    >>> found = winpr(Segmentation.from_masses([7, 5]), reference, window=4)
    >>> found.tp, found.tn, found.fp, found.fn, found.value
    (3, 39, 1, 1, 0.75)
    """
    if part not in PARTS:
        raise ValueError(f"part is one of {', '.join(PARTS)}, got {part!r}")
    recording = reference.scale is not None
    if recording and part not in SHARES:
        raise AxisError(f"for recordings part is one of {', '.join(SHARES)}, got {part!r}")
    tp, tn, fp, fn, size = _matrix(hypothesis, reference, window)
    undefined = _why_undefined(hypothesis, reference, part)
    shown = None if recording else tn
    matrix = WinPR(None, part, tp, shown, fp, fn, size, undefined)
    if undefined is not None:
        return matrix
    values = {"f": matrix.f, "p": matrix.precision, "r": matrix.recall}
    value = values[part] if part in SHARES else float(getattr(matrix, part))
    return WinPR(value, part, tp, shown, fp, fn, size)


@on_axis("near_miss_contribution", lengths={"window": IN_UNITS}, gives=("window",))
def near_miss_contribution(
    hypothesis: Segmentation, reference: Segmentation, *, window: Length | None = None
) -> NearMissContribution:
    """Compare the confusion matrix with that of a window of 1, both per potential boundary.

    A window of 1 counts exact positions only. What a larger window finds beyond, both
    matrices divided by their window, comes from near misses.

    Source: Scaiano & Inkpen (2012), section 3.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    window : int or float, optional
        Potential boundaries in a window, at least 1; by the window rule of the
        reference if left out. For recordings it must be given, as the seconds that it lasts.

    Returns
    -------
    NearMissContribution
        True positives and true negatives of 0 or more, and false ones of 0 or less;
        all 0 if there is no near miss.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    Off by one in a window of 4: three quarters of a boundary are right after all.

    >>> from segmetrics import Segmentation
    >>> a, b = Segmentation.from_masses([7, 5]), Segmentation.from_masses([6, 6])
    >>> near_miss_contribution(a, b, window=4)
    NearMissContribution(tp=0.75, tn=0.75, fp=-0.75, fn=-0.75, window=4)
    """
    *wide, size = _matrix(hypothesis, reference, window)
    *exact, _ = _matrix(hypothesis, reference, 1)
    # One division of whole numbers a cell, so that nothing is left where nothing is added.
    tp, tn, fp, fn = ((x - size * y) / size for x, y in zip(wide, exact, strict=True))
    return NearMissContribution(tp, tn, fp, fn, size)


def _matrix(
    hypothesis: Segmentation, reference: Segmentation, window: Length | None
) -> tuple[int, int, int, int, int]:
    """Count true and false positives and negatives, and give the window."""
    mass = common_mass(hypothesis, reference)
    size = check_window(window) or window_size(reference)
    h, r = len(hypothesis.boundaries), len(reference.boundaries)
    # All windows hold w r and w h boundaries, and min(r, h) = (r + h - |r - h|) / 2.
    starts = starts_over_edges(mass, size)
    apart = sum_of_windows(
        hypothesis, reference, size, starts, lambda ours, theirs: abs(ours - theirs)
    )
    tp = (size * (h + r) - apart) // 2
    return tp, size * (mass - 1 - h - r) + tp, size * h - tp, size * r - tp, size


def _why_undefined(
    hypothesis: Segmentation, reference: Segmentation, part: WinPRPart
) -> str | None:
    if reference.mass == 1:
        return NO_PLACE
    h, r = hypothesis.boundaries, reference.boundaries
    if part == "f":
        return None if h or r else NEITHER
    return {"p": None if h else NO_PRECISION, "r": None if r else NO_RECALL}.get(part)


def _winprs(
    block: Block, _items: Sequence[Item], *, window: int | None = None, part: WinPRPart = "f"
) -> Floats:
    if part not in PARTS:
        raise ValueError(f"part is one of {', '.join(PARTS)}, got {part!r}")
    sizes = block_spans(block, window)
    tp = count_windows(block, sizes, "shared", padded=True)
    h = sizes[:, np.newaxis] * block.boundaries
    r = (sizes * block.boundaries)[:, np.newaxis]
    places = (sizes * (block.masses - 1))[:, np.newaxis]
    with np.errstate(invalid="ignore"):
        found: Floats
        if part == "p":
            found = tp / h
        elif part == "r":
            found = tp / np.broadcast_to(r, tp.shape)
        elif part == "f":
            found = 2 * tp / (h + r)
        else:
            cells = {"tp": tp, "fp": h - tp, "fn": r - tp, "tn": places - h - r + tp}
            found = np.where(places > 0, cells[part], np.nan)
    return in_order(found)


METRICS: tuple[Metric, ...] = (
    Metric(
        key="winpr",
        name="WinPR",
        family="windows",
        function=winpr,
        penalty=False,
        symmetric=False,
        formula=(
            r"F = \frac{2\,TP}{2\,TP + FP + FN},\quad TP = \sum_i \min(R_i, H_i),\quad"
            r" FP = \sum_i \max(0, H_i - R_i),\quad FN = \sum_i \max(0, R_i - H_i)"
        ),
        citation=("Scaiano & Inkpen (2012), equations 4 to 7",),
        rewards=(
            "Boundaries at or near those of the reference, the nearer the better. Precision "
            "tells of extra boundaries, recall of missed ones."
        ),
        misses=(
            "Which boundary belongs to which: in a window only numbers count, so a few small "
            "shifts look like any others of that size."
        ),
        flaws=(
            "It changes with the window size: a larger one forgives more (Scaiano & Inkpen 2012).",
            "Where boundaries are few, most cells are true negatives, so read all four numbers "
            "together (Scaiano & Inkpen 2012).",
        ),
        undefined=(
            "precision: the hypothesis has no boundary",
            "recall: the reference has no boundary",
            "F: nobody placed a boundary",
            "the item has one unit",
        ),
        batch=_winprs,
    ),
)
