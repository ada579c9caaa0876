"""The exact sum over all places where shared boundaries may be: a semi-Markov forward-backward.

A boundary takes in the marks of its cell: up to `reach` places to each side, and no more than half
of the way to the next boundary, nor beyond the text. If an even gap is too small for both
reaches, the place in the middle belongs to either with even odds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from segmetrics.metrics.blocks.packing import Floats, Ints

# Logarithm of the most that a float is multiplied by, and divided by. A weight beyond its square
# is as good as certain, one below its inverse as good as nothing.
MOST = 700.0


class Chain(NamedTuple):
    """The sum over all sets of boundaries: its logarithm by item, and how likely each cell is.

    `cells` has place x left half-width x right half-width x item: the probability that a boundary
    stands there and its cell is that wide.
    """

    log_sum: Floats
    cells: Floats


def meeting(reach: int) -> list[tuple[int, int, int, float]]:
    """List what neighbours closer than twice the reach, plus one, can be.

    Each is a gap, the right half-width of the first, the left half-width of the second, a weight.
    """
    found = []
    for gap in range(1, 2 * reach + 1):
        half = gap // 2
        if gap % 2:
            found.append((gap, half, half, 1.0))
        else:
            found += [(gap, half, half - 1, 0.5), (gap, half - 1, half, 0.5)]
    return found


class Weights(NamedTuple):
    """What boundaries multiply a sum by: at most 1, times exp(peak)."""

    # Place x left x right x item: of a boundary whose cell is that wide, beside the likeliest
    # width; nothing beyond the end.
    shares: Floats
    # Place x item: logarithm of what they are to be multiplied by. Of many coders it is far from 0
    # either way.
    peak: Floats

    @classmethod
    def of(cls, logs: Floats) -> Weights:
        """Scale weights whose logarithms have the half-widths of cells on the second-last axes."""
        peak = np.clip(logs.max(axis=(-3, -2)), -MOST, 2 * MOST)
        return cls(np.exp(np.minimum(logs - peak[..., None, None, :], 0.0)), peak)

    def parted(self) -> tuple[Floats, Floats, Floats]:
        """Return what a place shrinks all sums by, its logarithm, and what is left for its own."""
        grown = np.clip(self.peak, 0.0, MOST)
        return np.exp(-grown), grown, np.exp(self.peak - grown)


def boundary_chain(weights: Weights, places: Ints, reach: int) -> Chain:
    """Sum over all sets of boundaries of items, and find how likely each cell is."""
    before, before_log, log_sum = _before(weights, places, reach)
    after, after_log = _after(weights, places, reach)
    cells = before[:, :, None] * weights.shares
    cells *= after[:, None]
    log = before_log + after_log + weights.peak - log_sum
    cells *= np.exp(np.minimum(log, MOST))[:, None, None]
    return Chain(log_sum, cells)


def chain_sum(weights: Weights, places: Ints, reach: int) -> Floats:
    """Return the logarithm of the sum over all sets of boundaries, by item."""
    return _before(weights, places, reach)[2]


def _endings(places: Ints, length: int, reach: int) -> list[Ints | int]:
    """Return by place how far a boundary reaches to the right behind which there is none."""
    until = int(places.min()) - reach
    ends = np.clip(places - 1 - np.arange(length)[:, None], 0, reach)
    return [reach if p < until else end for p, end in enumerate(ends)]


class _Sums:
    """Sums of each item over sets of boundaries, which grow beyond what a float holds.

    All add up to 1, and are to be multiplied by exp(log).

    Parameters
    ----------
    none, far, total : array, item
        Of the set without a boundary so far; of those with the last one out of reach; of all.
    recent : array, place x half-width x item
        Of those with the last boundary at a place within reach, by the half of its cell that is to
        come; places follow each other in a ring.
    """

    def __init__(self, reach: int, items: int) -> None:
        ring, half = 2 * reach + 1, reach + 1
        self._all = np.zeros((3 + ring * half, items))
        self.none, self.far, self.total = self._all[:3]
        self.none[:] = 1
        self.recent = self._all[3:].reshape(ring, half, items)
        self.log = np.zeros(items)

    def shrink(self, by: Floats, log: Floats) -> None:
        """Multiply all sums by what has this logarithm, but for its sign."""
        self._all *= by
        self.log += log

    def scale(self) -> None:
        """Make all sums add up to 1 again."""
        by = np.add.reduce(self._all, axis=0)
        self._all /= by
        self.log += np.log(by)


def _before(weights: Weights, places: Ints, reach: int) -> tuple[Floats, Floats, Floats]:
    """Sum what lies before a boundary at a place, by the left half-width of its cell."""
    length, _, _, items = weights.shares.shape
    (shrunk, grown, own), ending = weights.parted(), _endings(places, length, reach)
    before, before_log = np.zeros((length, reach + 1, items)), np.zeros((length, items))
    sums = _Sums(reach, items)
    recent, ring = sums.recent, len(sums.recent)
    close, column = meeting(reach), np.arange(items)
    for p in range(length):
        here, now = before[p], recent[p % ring]
        sums.far += now[reach]
        here[reach] = sums.far
        here[min(p, reach)] += sums.none
        for gap, right, left, weight in close:
            here[left] += weight * recent[(p - gap) % ring, right]
        before_log[p] = sums.log
        sums.shrink(shrunk[p], grown[p])
        np.add.reduce(here[:, None] * weights.shares[p], axis=0, out=now)
        now *= own[p]
        end = ending[p]
        sums.total += now[end] if isinstance(end, int) else now[end, column]
        sums.scale()
    return before, before_log, sums.log + np.log(sums.none + sums.total)


def _after(weights: Weights, places: Ints, reach: int) -> tuple[Floats, Floats]:
    """Sum what lies behind a boundary at a place, by the right half-width of its cell."""
    length, _, _, items = weights.shares.shape
    (shrunk, grown, own), ending = weights.parted(), _endings(places, length, reach)
    after, after_log = np.zeros((length, reach + 1, items)), np.zeros((length, items))
    sums = _Sums(reach, items)
    recent, ring = sums.recent, len(sums.recent)
    close, column = meeting(reach), np.arange(items)
    for p in reversed(range(length)):
        here, now = after[p], recent[p % ring]
        sums.far += now[reach]
        here[reach] = sums.far
        end = ending[p]
        here[end if isinstance(end, int) else (end, column)] += sums.none
        for gap, right, left, weight in close:
            here[right] += weight * recent[(p + gap) % ring, left]
        after_log[p] = sums.log
        sums.shrink(shrunk[p], grown[p])
        np.add.reduce(weights.shares[p] * here, axis=1, out=now)
        now *= own[p]
        sums.scale()
    return after, after_log
