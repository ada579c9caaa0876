"""Student's t distribution, with any degrees of freedom from 1 on."""

from __future__ import annotations

from functools import lru_cache
from math import exp, isinf, lgamma, log, pi, sqrt
from statistics import NormalDist

# Beyond so many degrees of freedom Student's t is the normal distribution to seven digits.
MANY_DEGREES = 1e8
# A continued fraction and Newton's method both end long before.
STEPS = 10_000
PRECISE = 1e-15


@lru_cache(maxsize=4096)
def student_t(share: float, degrees: float) -> float:
    """Return the quantile that a share of the distribution lies below."""
    if share < 0.5:
        return -student_t(1 - share, degrees)
    found = max(NormalDist().inv_cdf(share), 0.0)
    if degrees > MANY_DEGREES:
        return found
    # Above 0 the distribution is concave and its tail heavier than the normal one, so that
    # Newton's method comes from below and never leaps beyond.
    for _ in range(STEPS):
        step = (student_beyond(found, degrees) - (1 - share)) / _density(found, degrees)
        found += step
        if step <= PRECISE * max(found, 1.0):
            break
    return found


def two_sided_p(t: float, degrees: float) -> float:
    """Return how often a value lies as far from 0, on either side."""
    return 2 * student_beyond(abs(t), degrees)


def student_beyond(t: float, degrees: float) -> float:
    """Return the share of the distribution above a value of at least 0."""
    if degrees > MANY_DEGREES:
        return NormalDist().cdf(-t)
    if isinf(t):
        return 0.0
    x = degrees / (degrees + t * t)
    a, b = degrees / 2, 0.5
    if x >= 1:
        return 0.5
    # t*t / (degrees + t*t) is 1 - x, without the loss of digits near 0.
    front = exp(
        lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(t * t / (degrees + t * t))
    )
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a / 2
    return (1 - front * _fraction(b, a, 1 - x) / b) / 2


def _density(t: float, degrees: float) -> float:
    half = lgamma((degrees + 1) / 2) - lgamma(degrees / 2)
    power = -(degrees + 1) / 2 * log(1 + t * t / degrees)
    return exp(half + power) / sqrt(degrees * pi)


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for part in (even, odd):
            d = 1 / (1 + part * d)
            c = 1 + part / c
            found *= c * d
        if abs(c * d - 1) < PRECISE:
            break
    return found
