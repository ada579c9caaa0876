"""By how many seconds each person marks later than the others.

Conventions
-----------
Each boundary of a person is set beside all boundaries of each other one. Of what lies within the
tolerance the mean difference is taken, then of what lies within the tolerance of that mean, and so
on until nothing changes: the mean shift to a mode of the differences. The first mean alone is too
small, as it leaves out what is beyond the tolerance, and what meets by chance lies evenly around 0.
Differences are counted in bins, `BINS` a tolerance.

Each other person and each recording is left out in turn; of one with a single recording, ten
stretches of it.

Source: Fukunaga & Hostetler (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.jackknife import AS_IT_IS, Estimate, two_way
from segmetrics.reliability.recording_sums import stretch_of

BINS = 30
"""Bins of a tolerance: of 1.5 s one has 0.05 s, and nobody presses more exactly."""
FARTHEST = 2
"""Tolerances that a person may be late by at most: farther off, what others mark next is nearer."""
MOST_STEPS = 100
"""Steps after which a mean that goes to and fro between two bins is taken as it is."""
AT_ONCE = 1 << 10
"""Recordings that are left out at once, so that it takes little memory."""


def lags(corpus: Corpus, tolerance: float) -> list[Estimate]:
    """Estimate how much later than the others each coder is; NaN of one who is near nobody."""
    scale = scale_of(corpus)
    steps = scale.steps_within(tolerance)
    width = max(1, steps // BINS)
    near = steps // width
    coders = {name: at for at, name in enumerate(corpus.coders)}
    marks: list[list[Ints]] = [[np.empty((3, 0), dtype=np.int64)] for _ in coders]
    start = 0
    for number, item in enumerate(corpus.items):
        for name, coding in item.codings.items():
            own = np.array(coding.boundaries, dtype=np.int64)
            where = stretch_of(item, own)
            marks[coders[name]].append(np.array([start + own, own * 0 + number, where]))
        # Recordings lie behind each other, too far apart for two of them to meet.
        start += item.mass + (FARTHEST + 2) * (near + 1) * width
    lines = [np.concatenate(one, axis=1) for one in marks]
    return [_lag(lines, at, near, width, scale.seconds(1)) for at in range(len(lines))]


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

    def mode(self, near: int, width: int) -> Floats:
        """Return the mean within so many bins of itself, found from 0; NaN without a difference."""
        counts, sums = (np.pad(one.cumsum(axis=1), ((0, 0), (1, 0))) for one in self)
        rows, middle = np.arange(len(counts)), (FARTHEST + 1) * near
        at = np.zeros(len(counts), dtype=np.int64)
        for _ in range(MOST_STEPS):
            low, high = middle + at - near, middle + at + near + 1
            with np.errstate(invalid="ignore", divide="ignore"):
                means = (sums[rows, high] - sums[rows, low]) / (
                    counts[rows, high] - counts[rows, low]
                )
            then = np.rint(np.nan_to_num(means) / width).astype(np.int64)
            then = then.clip(-FARTHEST * near, FARTHEST * near)
            if (then == at).all():
                break
            at = then
        found: Floats = means
        return found


def _lag(lines: Sequence[Ints], coder: int, near: int, width: int, step: float) -> Estimate:
    """Estimate how much later than the others a coder is."""
    own, reach = lines[coder], ((FARTHEST + 1) * near + 0.5) * width
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
    most = 2 * (FARTHEST + 1) * near + 1
    bins = np.rint(differences / width).astype(np.int64) + most // 2

    def of(groups: Ints, first: int, last: int) -> _Bins:
        inside = (groups >= first) & (groups < last)
        own_groups = groups[inside] - first
        return _Bins.of(own_groups, last - first, bins[inside], differences[inside], most)

    whole = of(others * 0, 0, 1)
    value = float(whole.mode(near, width)[0]) * step

    def without(groups: Ints) -> Floats:
        there, groups = np.unique(groups, return_inverse=True)
        found = [np.empty(0)]
        for first in range(0, len(there), AT_ONCE):
            part = of(groups, first, min(first + AT_ONCE, len(there)))
            left = _Bins(*(all_ - one for all_, one in zip(whole, part, strict=True)))
            found.append(left.mode(near, width) * step)
        return np.concatenate(found)

    several = len(np.unique(items)) > 1
    left_out = without(others), without(items if several else stretches)
    return two_way(value, *left_out, over="coders and items", scale=AS_IT_IS)
