"""Covering: how well the segments of a reference are found as segments, by their overlap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis
from segmetrics.segmentation import Segmentation, common_mass

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Covering:
    """The covering of a reference by a hypothesis."""

    #: The mean overlap of the reference's segments with the best one of the hypothesis, each
    #: weighted by its length.
    value: float
    #: That overlap of each segment of the reference, in order: shared length over joint length.
    overlaps: tuple[float, ...]
    undefined: None = None  #: it is always defined


class Pieces(NamedTuple):
    """Where no boundary of either side lies: which segment of each, and for how long."""

    hypothesis: Ints
    reference: Ints
    lengths: Ints
    ends: Ints


@on_axis("covering")
def covering(hypothesis: Segmentation, reference: Segmentation) -> Covering:
    """Compute how well the segments of a hypothesis cover those of a reference.

    ``C = (1 / T) * sum of |R| max |R and H| / |R or H|`` over segments R of the reference, the
    maximum over segments H of the hypothesis, for a duration T.

    Sources: Arbelaez, Maire, Fowlkes & Malik (2011), equation 8; van den Burg & Williams (2020)
    for time series.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item, of units or of time.

    Returns
    -------
    Covering
        More than 0 and at most 1, higher is better, 1 is perfect. It has a direction: a
        segmentation into crumbs covers long segments badly.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([3, 3])
    >>> found = covering(Segmentation.from_masses([3, 2, 1]), reference)
    >>> round(found.value, 4), found.overlaps[0]  # (3 * 1 + 3 * 2/3) / 6
    (0.8333, 1.0)
    """
    pieces = pieces_of(hypothesis, reference)
    ours, theirs = (np.array(coding.masses, dtype=np.int64) for coding in (hypothesis, reference))
    shared = pieces.lengths
    joint = ours[pieces.hypothesis] + theirs[pieces.reference] - shared
    starts = np.flatnonzero(np.diff(pieces.reference, prepend=-1))
    best = np.maximum.reduceat(shared / joint, starts)
    value = float((theirs * best).sum() / reference.mass)
    return Covering(value, tuple(best.tolist()))


def pieces_of(hypothesis: Segmentation, reference: Segmentation) -> Pieces:
    """Cut an item at the boundaries of both sides; a segment meets another in one piece."""
    mass = common_mass(hypothesis, reference)
    ours, theirs = (
        np.array(coding.boundaries, dtype=np.int64) for coding in (hypothesis, reference)
    )
    ends = np.append(np.union1d(ours, theirs), mass)
    # A piece belongs to the segment that the boundaries before its end have begun.
    return Pieces(
        np.searchsorted(ours, ends), np.searchsorted(theirs, ends), np.diff(ends, prepend=0), ends
    )
