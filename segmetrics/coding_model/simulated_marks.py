"""Marks that coders would make who are as a fit says."""

from __future__ import annotations

import numpy as np

from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.coder_parameters import GRADES, Parameters, logistic


def simulate_marks(
    parameters: Parameters, places: int, rows: int, random: np.random.Generator
) -> Floats:
    """Draw whether coders mark places of new texts of equal length, text x place x coder."""
    coders, wide = parameters.shifts.shape
    reach = wide // 2
    marks = random.random((rows, places, coders)) < parameters.added
    text, place = np.nonzero(random.random((rows, places)) < parameters.rate)
    left, right = _half_widths(text, place, places, reach, random)
    grade = GRADES[random.integers(0, 2, len(text))]
    hit = logistic(parameters.skill + parameters.spread * grade[:, None])
    reports = random.random(hit.shape) < hit
    upto = parameters.shifts.cumsum(axis=1)[:, :-1]
    moved = (random.random(hit.shape)[..., None] > upto).sum(axis=-1) - reach
    moved = np.where((moved < -left[:, None]) | (moved > right[:, None]), 0, moved)
    which, coder = np.nonzero(reports)
    marks[text[which], place[which] + moved[which, coder], coder] = True
    return marks.astype(float)


def _half_widths(
    text: Ints, place: Ints, places: int, reach: int, random: np.random.Generator
) -> tuple[Ints, Ints]:
    """Return how far the cell of each boundary reaches to the left and to the right."""
    left, right = np.minimum(place, reach), np.minimum(places - 1 - place, reach)
    gap = np.diff(place)
    close = (np.diff(text) == 0) & (gap <= 2 * reach)
    apart = (np.diff(text) == 0) & ~close
    coin = random.integers(0, 2, len(gap))
    to_right = (gap - 1) // 2 + coin * (gap % 2 == 0)
    right[:-1][close], left[1:][close] = to_right[close], (gap - 1 - to_right)[close]
    right[:-1][apart], left[1:][apart] = reach, reach
    return left, right
