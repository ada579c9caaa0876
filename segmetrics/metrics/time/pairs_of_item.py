"""All pairs of people of a recording at once: how far apart their boundaries are, and covering.

Conventions
-----------
A segment begins at the start or at a boundary. For the begin of each segment of anybody it is known
in which segment of each person it lies, so that one table of people by segments answers for all
pairs. What it costs grows with people x boundaries of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import scratch

Ints = NDArray[np.int64]
Steps = NDArray[np.int32]
Floats = NDArray[np.float64]

# Beyond any position, so that differences of two still fit 32 bits.
FAR = 1 << 29
# Cells of the table that are handled at once, so that what they need stays in the cache.
CELLS = 1 << 13


@dataclass(frozen=True)
class PairsOfItem:
    """What the boundaries of all pairs of people of a recording have to do with each other."""

    # People x people, `segmetrics.metrics.time.covering.covering` by the person of the row, of the
    # one of the column.
    covering: Floats
    # The median number of steps from a boundary to the nearest one of another person, over all
    # boundaries and all others who marked; None if nobody has both.
    distance: float | None
    # People x people: of the boundaries of the person of the row that have one of the person of
    # the column within the tolerance: by how many steps they come later in
    # sum, and how many there are.
    later: Ints
    near: Ints
    # The boundaries of each person that have nobody's within the tolerance.
    alone: Sequence[Steps]


def pairs_of_item(item: Item, steps: int) -> PairsOfItem:
    """Set the boundaries of all pairs of people beside each other, with a tolerance in steps."""
    segments = _Segments.of(item)
    people, number = len(segments.first), len(segments.begin)
    overlap = scratch.array("overlap", people * number, np.dtype(np.float64))
    overlap[:] = 0
    distance = scratch.array("distance", people * number, np.dtype(np.int32))
    later, near = (np.empty((people, people), dtype=np.int64) for _ in "ln")
    pressed = 0
    at_once = max(1, CELLS // number)
    for start in range(0, people, at_once):
        who = range(start, min(start + at_once, people))
        rows = slice(who.start, who.stop)
        around = segments.around(who)
        segments.overlap(around, rows, overlap.reshape(people, number))
        apart = distance.reshape(people, number)[rows]
        later[:, rows], near[:, rows] = segments.near(around, who, steps, apart)
        pressed += int(np.count_nonzero(apart <= item.mass))
    alone = segments.alone(distance.reshape(people, number), steps)
    covering = segments.covering(overlap.reshape(people, number), item.mass)
    return PairsOfItem(covering, _median(distance, pressed), later, near, alone)


@dataclass(frozen=True, slots=True)
class _Segments:
    """The segments of all people of a recording, person by person."""

    # Where each begins and ends.
    begin: Steps
    end: Steps
    # The boundary with which it begins, and ends; far away where it is no boundary.
    before: Steps
    after: Steps
    person: Ints  # whose it is
    first: Ints  # the first segment of each person
    place: Ints  # which it is in the order of time

    @classmethod
    def of(cls, item: Item) -> _Segments:
        """Put the segments of all people behind each other."""
        codings = item.codings.values()
        bounds = [np.array((0, *one.boundaries, item.mass), dtype=np.int32) for one in codings]
        begin = np.concatenate([one[:-1] for one in bounds])
        end = np.concatenate([one[1:] for one in bounds])
        sizes = [len(one) - 1 for one in bounds]
        first = np.cumsum([0, *sizes[:-1]])
        place = np.empty(len(begin), dtype=np.int64)
        place[np.argsort(begin, kind="stable")] = np.arange(len(begin))
        before, after = begin.copy(), end.copy()
        before[first] = -FAR
        after[end == item.mass] = FAR
        return cls(begin, end, before, after, np.repeat(np.arange(len(sizes)), sizes), first, place)

    def around(self, who: range) -> Ints:
        """Return the segment of some people in which each segment of anybody begins."""
        # In the order of time, the segment of each person that has begun last; of two that begin at
        # once the second lies in the first, and what the first lies in has no length left.
        begun = np.empty((len(who), len(self.begin)), dtype=np.int64)
        ends = [*self.first.tolist(), len(self.begin)]
        for row, person in zip(begun, who, strict=True):
            own = np.arange(ends[person], ends[person + 1])
            since = self.place[own]
            since[0] = 0  # everybody begins at the start
            row[:] = np.repeat(own, np.diff(since, append=len(row)))
        return np.take(begun, self.place, axis=1, mode="clip")

    def overlap(self, around: Ints, rows: slice, best: Floats) -> None:
        """Raise the best overlap of each segment with one of each person: shared over joint."""
        theirs = np.take(self.end, around, mode="clip")
        shared = np.minimum(theirs, self.end)
        shared -= self.begin
        joint = np.maximum(theirs, self.end, out=theirs)
        joint -= np.take(self.begin, around, mode="clip")
        shares = shared / joint
        np.maximum(best[rows], shares, out=best[rows])
        # What begins within a segment may overlap it more than what lies around its begin.
        places = around + self.person * len(self.begin)
        np.maximum.at(best.reshape(-1), places.reshape(-1), shares.reshape(-1))

    def covering(self, best: Floats, mass: int) -> Floats:
        """Return the covering by each person of each: the best overlap of segments, by length."""
        best *= self.end - self.begin
        found: Floats = np.add.reduceat(best, self.first, axis=1)
        found /= mass
        return found

    def near(self, around: Ints, who: range, steps: int, distance: Steps) -> tuple[Ints, Ints]:
        """Return sums and counts of what is within the tolerance, and fill in the distances."""
        since = np.take(self.before, around, mode="clip")
        until = np.take(self.after, around, mode="clip")
        np.subtract(self.begin, since, out=since)
        until -= self.begin
        np.minimum(since, until, out=distance)
        # The start is no boundary, and nobody is compared with themselves.
        distance[:, self.first] = FAR
        distance[self.person == np.array(who)[:, np.newaxis]] = FAR
        near = distance <= steps
        # Midway between two boundaries of the other person is neither late nor early.
        later = since * (since < until)
        later -= until * (until < since)
        later *= near
        return (
            np.add.reduceat(later, self.first, axis=1, dtype=np.int64).T,
            np.add.reduceat(near, self.first, axis=1, dtype=np.int64).T,
        )

    def alone(self, distance: Steps, steps: int) -> list[Steps]:
        """Return the boundaries of each person near which is nobody."""
        nobody = distance.min(axis=0) > steps
        nobody[self.first] = False
        ends = np.cumsum(nobody)[self.first[1:] - 1]
        return np.split(self.begin[nobody], ends)


def _median(values: Steps, count: int) -> float | None:
    """Return the median of the lowest values, so many of them; the array loses its order."""
    if not count:
        return None
    middle = count // 2
    values.partition(middle)
    if count % 2:
        return float(values[middle])
    return float((int(values[:middle].max()) + int(values[middle])) / 2)
