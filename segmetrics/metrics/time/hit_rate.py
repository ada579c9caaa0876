"""Hit rate: boundaries that have a partner within a tolerance, each at most one.

Conventions
-----------
A boundary of the hypothesis and one of the reference are a *hit* if they are at most the
tolerance apart, and no boundary is part of two hits. Of all ways to pair them, the one with most
hits counts. Going from left to right and pairing the two earliest boundaries that are close
enough finds it; pairing each boundary with its nearest one does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import TOLERANCE, on_axis
from segmetrics.metrics.counts import NO_PRECISION, NO_RECALL, NOBODY
from segmetrics.segmentation import MAX_MASS, Segmentation, common_mass

# Later than any boundary: what follows the last one of a row.
NEVER = 1 << 30
# Pairs that are walked through together, so that what they need stays in the cache.
ROWS = 1 << 14
# Steps after which it is looked whether all pairs are past their ends.
LOOK = 16


@dataclass(frozen=True, slots=True)
class HitRate:
    """F of boundaries within a tolerance, with what it is made of."""

    value: float | None  #: F, the harmonic mean of precision and recall; None if undefined
    #: Share of the hypothesis's boundaries that are part of a hit; None without any.
    precision: float | None
    recall: float | None  #: the same of the reference's
    hits: int  #: pairs within the tolerance
    hypothesis_boundaries: int  #: boundaries of the hypothesis that count
    reference_boundaries: int  #: those of the reference
    undefined: str | None = None  #: why there is no value

    @property
    def why_no_precision(self) -> str | None:
        """Why there is no precision."""
        return None if self.hypothesis_boundaries else NO_PRECISION

    @property
    def why_no_recall(self) -> str | None:
        """Why there is no recall."""
        return None if self.reference_boundaries else NO_RECALL


@on_axis("hit_rate", lengths={"tolerance": TOLERANCE})
def hit_rate(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    tolerance: float = 0.5,
    edges: bool = False,
) -> HitRate:
    """Compute precision, recall and F of boundaries within a tolerance.

    ``F = 2 hits / (boundaries of both)``, with the most hits that pairing one boundary with one
    can give.

    Sources: Turnbull, Lanckriet, Pampalk & Goto (2007) for 0.5 s; Levy & Sandler (2008) for 3 s;
    Raffel et al. (2014) for the pairing with most hits.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    tolerance : float, default 0.5
        How many seconds apart two boundaries of a hit may be; 3 is common too. For texts it must
        be given, in units.
    edges : bool, default False
        Whether the start and the end of the item count as boundaries of both. They are hits
        whatever the two did, and raise the value; mir_eval counts them unless told to trim.

    Returns
    -------
    HitRate
        In [0, 1], higher is better, 1 is perfect; 0 if one of the two alone has boundaries.
        Undefined if nobody placed a boundary. Precision and recall change places with the two
        segmentations, F does not.

    Raises
    ------
    ValueError
        If the two differ in mass or lie on different axes, or the tolerance is no number from 0 on.

    Examples
    --------
    >>> from segmetrics import time_coding
    >>> one, other = (
    ...     time_coding(times, duration=60).segmentation for times in ([10, 11.5], [11, 12.5])
    ... )
    >>> hit_rate(one, other, tolerance=1.1).value  # 10 with 11, and 11.5 with 12.5
    1.0
    >>> hit_rate(one, other, tolerance=0.5).hits  # 11.5 with 11
    1
    """
    mass = common_mass(hypothesis, reference)
    start, end = ((0,), (mass,)) if edges else ((), ())
    ours, theirs = ((*start, *one.boundaries, *end) for one in (hypothesis, reference))
    h, r, found = len(ours), len(theirs), most_hits(ours, theirs, tolerance)
    return HitRate(
        value=2 * found / (h + r) if h + r else None,
        precision=found / h if h else None,
        recall=found / r if r else None,
        hits=found,
        hypothesis_boundaries=h,
        reference_boundaries=r,
        undefined=None if h + r else NOBODY,
    )


def most_hits(a: Sequence[int], b: Sequence[int], steps: float) -> int:
    """Count the most pairs of ascending positions at most `steps` apart, each in one pair."""
    found = i = j = 0
    while i < len(a) and j < len(b):
        apart = a[i] - b[j]
        if apart > steps:
            j += 1
        elif apart < -steps:
            i += 1
        else:
            found, i, j = found + 1, i + 1, j + 1
    return found


def padded(rows: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Put ascending rows under each other, as `most_hits_of_rows` reads them."""
    longest = max(map(len, rows), default=0)
    table = np.full((len(rows), 3 * longest + 2 * LOOK), NEVER, dtype=np.int32)
    for place, row in zip(table, rows, strict=True):
        place[: len(row)] = row
    return table


def most_hits_of_rows(
    table: NDArray[np.int32],
    counts: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    steps: int,
) -> NDArray[np.int64]:
    """Count `most_hits` of many pairs of rows of a table, which have `counts` positions each."""
    # All pairs take one step at a time, and a step moves on in one row of a pair, or in both where
    # they hit, until all are past the ends of both rows. A pair that is there earlier goes on in
    # both, as if it hit. So the places that a pair has come to in both rows are the steps and what
    # looked like hits, and its own hits follow from the place that it came to in one of them.
    steps = min(steps, MAX_MASS)
    found = np.empty(len(first), dtype=np.int64)
    flat, width = table.reshape(-1), table.shape[1]
    for start in range(0, len(first), ROWS):
        rows = slice(start, start + ROWS)
        a, b = first[rows] * width, second[rows] * width
        begin = a.copy()
        x, y, apart = (np.empty(len(a), dtype=np.int32) for _ in range(3))
        on = np.empty(len(a), dtype=bool)
        taken = 0
        while taken % LOOK or not taken or min(x.min(), y.min()) < NEVER:
            np.take(flat, a, out=x, mode="clip")
            np.take(flat, b, out=y, mode="clip")
            np.subtract(x, y, out=apart)
            np.add(a, np.less_equal(apart, steps, out=on), out=a)
            np.add(b, np.greater_equal(apart, -steps, out=on), out=b)
            taken += 1
        found[rows] = (a - begin) + counts[second[rows]] - taken
    return found
