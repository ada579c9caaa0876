"""Boundary deviation: how far a boundary is from the nearest one of the other side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis
from segmetrics.metrics.counts import NO_PRECISION, NO_RECALL
from segmetrics.segmentation import Segmentation, common_mass


@dataclass(frozen=True, slots=True)
class BoundaryDeviation:
    """Median distances to the nearest boundary of the other side."""

    #: Seconds, of texts units, from a boundary of the reference to the nearest one of the
    #: hypothesis; large where boundaries were missed. None if undefined.
    reference_to_hypothesis: float | None
    #: The other way round; large where boundaries were added. None if undefined.
    hypothesis_to_reference: float | None
    undefined: str | None = None  #: why there is none


@on_axis("boundary_deviation", gives=("reference_to_hypothesis", "hypothesis_to_reference"))
def boundary_deviation(
    hypothesis: Segmentation, reference: Segmentation, *, edges: bool = False
) -> BoundaryDeviation:
    """Compute how far boundaries are from the nearest one of the other side, in the median.

    Source: Turnbull, Lanckriet, Pampalk & Goto (2007).

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    edges : bool, default False
        Whether the start and the end of the item count as boundaries of both; their distance
        is 0 whatever the two did. mir_eval counts them unless told to trim.

    Returns
    -------
    BoundaryDeviation
        Two numbers of seconds, of texts of units, at least 0, lower is better, 0 is perfect; they
        change places with the two segmentations. Undefined if one of the two has no boundary.

    Raises
    ------
    ValueError
        If the two differ in mass, or lie on different axes.

    Examples
    --------
    >>> from segmetrics import time_coding
    >>> reference = time_coding([10, 20, 30], duration=60).segmentation
    >>> hypothesis = time_coding([10.2, 29], duration=60).segmentation
    >>> found = boundary_deviation(hypothesis, reference)
    >>> found.reference_to_hypothesis, found.hypothesis_to_reference  # of 0.2, 9, 1; of 0.2, 1
    (1.0, 0.6)
    """
    mass = common_mass(hypothesis, reference)
    added = (0, mass) if edges else ()
    ours, theirs = (
        np.array(sorted({*coding.boundaries, *added}), dtype=np.int64)
        for coding in (hypothesis, reference)
    )
    if not len(ours) or not len(theirs):
        return BoundaryDeviation(None, None, NO_RECALL if len(ours) else NO_PRECISION)
    return BoundaryDeviation(
        float(np.median(_distances(theirs, ours))),
        float(np.median(_distances(ours, theirs))),
    )


def _distances(ones: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the distance of each position to the nearest one of the others, all ascending."""
    after = np.searchsorted(others, ones)
    left, right = others[np.maximum(after - 1, 0)], others[np.minimum(after, len(others) - 1)]
    found: NDArray[np.int64] = np.minimum(np.abs(ones - left), np.abs(right - ones))
    return found
