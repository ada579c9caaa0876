"""By how many seconds each person marks later than the others.

Conventions
-----------
Each boundary of a person is set beside all boundaries of each other one. Of what lies within the
tolerance the mean difference is taken, then of what lies within the tolerance of that mean, and so
on until nothing changes: the mean shift to a mode of the differences. The first mean alone is too
small, as it leaves out what is beyond the tolerance, and what meets by chance lies evenly around 0.
Differences are counted in bins, `BINS` a tolerance.

Who is later by more than that is near others by chance alone, or near what they mark next. So each
boundary is moved by `MOVES` seconds, on and back, and counted how many of others lie within `NEAR`
seconds of it. If more do of so many more boundaries than fewer do that chance does not explain it
(the sign test at `LEVEL`, corrected for moves and people), the person is *far* off: the mean begins
there, and is that within `NEAR`, whatever the tolerance is.

Each other person and each recording is left out in turn; of one with a single recording, ten
stretches of it.

Sources: Dixon & Mood (1946), the sign test; Fukunaga & Hostetler (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.jackknife import AS_IT_IS, Estimate, two_way
from segmetrics.reliability.odd_counts import binomial_tail
from segmetrics.reliability.recording_sums import stretch_of

BINS = 30
"""Bins of a tolerance: of 1.5 s one has 0.05 s, and nobody presses more exactly."""
FARTHEST = 2
"""Tolerances that a person may be late by at most: farther off, what others mark next is nearer."""
LEVEL, NEAR, MOVES = 0.05, 1.5, tuple(by / 2 for by in range(4, 21))
"""Of the sign test; seconds within which boundaries are near, and by which they are moved."""
MOST_STEPS = 100
"""Steps after which a mean that goes to and fro between two bins is taken as it is."""
AT_ONCE = 1 << 10
"""Recordings that are left out at once, so that it takes little memory."""


class Lag(NamedTuple):
    """How much later than the others a person is, and whether that is far off."""

    estimate: Estimate
    far: bool


def lags(corpus: Corpus, tolerance: float) -> list[Lag]:
    """Estimate how much later than the others each coder is; NaN of one who is near nobody."""
    scale = scale_of(corpus)
    coders = {name: at for at, name in enumerate(corpus.coders)}
    marks: list[list[Ints]] = [[np.empty((3, 0), dtype=np.int64)] for _ in coders]
    usual, far = (_Around.of(scale.steps_within(one)) for one in (tolerance, NEAR))
    moves = [scale.steps_within(one) for one in MOVES]
    # Recordings lie behind each other, too far apart for two of them to meet.
    apart = max((FARTHEST + 2) * (usual.near + 1) * usual.width, moves[-1] + 3 * far.steps)
    start = 0
    for number, item in enumerate(corpus.items):
        for name, coding in item.codings.items():
            own = np.array(coding.boundaries, dtype=np.int64)
            where = stretch_of(item, own)
            marks[coders[name]].append(np.array([start + own, own * 0 + number, where]))
        start += item.mass + apart
    lines = [np.concatenate(one, axis=1) for one in marks]
    every = np.sort(np.concatenate([one[0] for one in lines]))
    found = []
    for at, own in enumerate(lines):
        by = _moved_by(own[0], every, moves, far.steps, len(lines))
        around = far._replace(start=round(by / far.width)) if by else usual
        found.append(Lag(_lag(lines, at, around, scale.seconds(1)), by != 0))
    return found


def _moved_by(own: Ints, every: Ints, moves: Sequence[int], near: int, coders: int) -> int:
    """Return by how many steps a person is far off: clearly nearer to others so; 0 if none."""

    def others_near(by: int) -> Ints:
        at = own - by
        within = [
            np.searchsorted(one, at + near, side="right")
            - np.searchsorted(one, at - near, side="left")
            for one in (every, own)
        ]
        return within[0] - within[1]

    now = others_near(0)
    best, least = 0, LEVEL / (2 * len(moves) * max(1, coders))
    for by in (way * step for step in moves for way in (1, -1)):
        then = others_near(by)
        more, fewer = int((then > now).sum()), int((then < now).sum())
        chance = binomial_tail(more, more + fewer, 0.5)
        if chance < least:
            best, least = by, chance
    return best


class _Around(NamedTuple):
    """Within how many bins of how many steps a mean is taken, and where it begins."""

    near: int
    width: int
    steps: int
    start: int = 0

    @classmethod
    def of(cls, steps: int) -> _Around:
        width = max(1, steps // BINS)
        return cls(steps // width, width, steps)

    @property
    def farthest(self) -> int:
        """Bins that the mean may lie off at most."""
        return max(FARTHEST * self.near, abs(self.start) + self.near)


class _Bins(NamedTuple):
    """Differences in bins, a row for each group: how many, and their sum."""

    counts: Floats
    sums: Floats

    @classmethod
    def of(cls, groups: Ints, number: int, bins: Ints, differences: Ints, most: int) -> _Bins:
        at, size = groups * most + bins, number * most
        found = (
            np.bincount(at, weights, minlength=size).reshape(number, most)
            for weights in (None, differences)
        )
        return cls(*(one.astype(np.float64) for one in found))

    def mode(self, around: _Around) -> Floats:
        """Return the mean within so many bins of itself; NaN without a difference."""
        near, farthest = around.near, around.farthest
        counts, sums = (np.pad(one.cumsum(axis=1), ((0, 0), (1, 0))) for one in self)
        rows, middle = np.arange(len(counts)), farthest + near
        at = np.full(len(counts), around.start)
        for _ in range(MOST_STEPS):
            low, high = middle + at - near, middle + at + near + 1
            with np.errstate(invalid="ignore", divide="ignore"):
                means = (sums[rows, high] - sums[rows, low]) / (
                    counts[rows, high] - counts[rows, low]
                )
            then = np.rint(np.nan_to_num(means) / around.width).astype(np.int64)
            then = then.clip(-farthest, farthest)
            if (then == at).all():
                break
            at = then
        found: Floats = means
        return found


def _lag(lines: Sequence[Ints], coder: int, around: _Around, step: float) -> Estimate:
    """Estimate how much later than the others a coder is."""
    bins_off = around.farthest + around.near
    own, reach = lines[coder], (bins_off + 0.5) * around.width
    parts = []
    for other, (theirs, *_) in enumerate(lines):
        # What is exactly as far away as is looked lies outside on both sides.
        first = np.searchsorted(theirs, own[0] - reach, side="right")
        last = np.searchsorted(theirs, own[0] + reach, side="left")
        number = last - first if other != coder else first * 0
        mark = np.repeat(np.arange(len(first)), number)
        which = np.arange(len(mark)) - np.repeat(number.cumsum() - number - first, number)
        differences = own[0][mark] - theirs[which]
        parts.append(np.array([differences, mark * 0 + other, *own[1:, mark]]))
    differences, others, items, stretches = np.concatenate(parts, axis=1)
    most = 2 * bins_off + 1
    bins = np.rint(differences / around.width).astype(np.int64) + most // 2

    def of(groups: Ints, first: int, last: int) -> _Bins:
        inside = (groups >= first) & (groups < last)
        own_groups = groups[inside] - first
        return _Bins.of(own_groups, last - first, bins[inside], differences[inside], most)

    whole = of(others * 0, 0, 1)
    value = float(whole.mode(around)[0]) * step

    def without(groups: Ints) -> Floats:
        there, groups = np.unique(groups, return_inverse=True)
        found = [np.empty(0)]
        for first in range(0, len(there), AT_ONCE):
            part = of(groups, first, min(first + AT_ONCE, len(there)))
            left = _Bins(*(all_ - one for all_, one in zip(whole, part, strict=True)))
            found.append(left.mode(around) * step)
        return np.concatenate(found)

    several = len(np.unique(items)) > 1
    left_out = without(others), without(items if several else stretches)
    return two_way(value, *left_out, over="coders and items", scale=AS_IT_IS)
