"""Quantiles of Student's t distribution."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

# Degrees of freedom from which on Student's t is near enough to normal for a series.
MANY_DEGREES = 100


def student_t(share: float, degrees: int) -> float:
    """Find a quantile of Student's t."""
    if degrees > MANY_DEGREES:
        return _student_by_normal(NormalDist().inv_cdf(share), degrees)
    low, high = 0.0, 1.0
    while _student_below(high, degrees) < share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        if _student_below(middle, degrees) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _student_by_normal(z: float, degrees: int) -> float:
    moves = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    moved: float = z + sum(move / degrees**power for power, move in enumerate(moves, 1))
    return moved


def _student_below(t: float, degrees: int) -> float:
    angle = atan(t / sqrt(degrees))
    term = total = 1.0
    if degrees % 2:
        within = angle
        if degrees > 1:
            term = total = cos(angle)
            for step in range(3, degrees - 1, 2):
                term *= cos(angle) ** 2 * (step - 1) / step
                total += term
            within += sin(angle) * total
        return 0.5 + within / pi
    for step in range(2, degrees, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    return 0.5 + sin(angle) * total / 2
