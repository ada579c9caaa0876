"""An independent two-way jackknife, from segment sizes in plain Python, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import exp, gamma, log, pi, sqrt

from segmetrics.reliability.jackknife import Over

Masses = Mapping[str, Mapping[str, Sequence[int]]]

GAPS: Masses = {
    "a": {"x": [3, 4, 2], "y": [3, 6], "z": [2, 5, 2]},
    "b": {"x": [5, 5], "y": [4, 6], "w": [5, 2, 3]},
    "c": {"y": [2, 2, 8], "z": [4, 8], "w": [2, 10]},
    "d": {"x": [6, 1], "y": [6, 1], "z": [5, 2], "w": [3, 4]},
    "e": {"x": [1, 9, 3], "w": [4, 6, 3]},
}
COMPLETE: Masses = {
    "1": {"w": [3, 4, 2], "x": [3, 6], "y": [2, 5, 2], "z": [4, 5]},
    "2": {"w": [5, 5], "x": [4, 6], "y": [5, 2, 3], "z": [5, 5]},
    "3": {"w": [2, 2, 8], "x": [4, 8], "y": [2, 10], "z": [2, 2, 8]},
    "4": {"w": [1, 6], "x": [1, 6], "y": [2, 5], "z": [1, 3, 3]},
}


def marks(masses: Sequence[int]) -> list[int]:
    """Whether there is a boundary at each place."""
    ends = {sum(masses[: n + 1]) for n in range(len(masses))}
    return [int(place in ends) for place in range(1, sum(masses))]


def without_item(masses: Masses, item: str) -> Masses:
    return {name: codings for name, codings in masses.items() if name != item}


def without_coder(masses: Masses, coder: str) -> Masses:
    return {
        name: {who: sizes for who, sizes in codings.items() if who != coder}
        for name, codings in masses.items()
    }


@cache
def t_quantile(share: float, degrees: float) -> float:
    """Return a quantile of Student's t, by Simpson's rule and bisection."""
    constant: float = gamma((degrees + 1) / 2) / (sqrt(degrees * pi) * gamma(degrees / 2))

    def below(t: float) -> float:
        steps = 2000
        heights: list[float] = [
            (1 + (t * k / steps) ** 2 / degrees) ** (-(degrees + 1) / 2) for k in range(steps + 1)
        ]
        odd, even = sum(heights[1:-1:2]), sum(heights[2:-1:2])
        return 0.5 + constant * t / steps / 3 * (heights[0] + 4 * odd + 2 * even + heights[-1])

    low, high = 0.0, 200.0
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < share else (low, middle)
    return low


LEVEL = 0.5
"""Of intervals of so few codings: at 95% they would be too wide to be given."""


def by_hand(of: Callable[[Masses], Fraction], masses: Masses, over: Over) -> tuple[float, float]:
    """The interval of a coefficient at this level, by leaving out on paper."""
    coders = {coder for codings in masses.values() for coder in codings}
    left = [[of(without_item(masses, item)) for item in masses]]
    if over == "coders and items":
        left.append([of(without_coder(masses, coder)) for coder in sorted(coders)])
    variances = []
    for values in left:
        scaled = [-log(1 - one) for one in values]
        mean = sum(scaled) / len(scaled)
        spread = sum((one - mean) ** 2 for one in scaled)
        variances.append(((len(scaled) - 1) / len(scaled) * spread, len(scaled) - 1))
    total = sum(variance for variance, _ in variances)
    degrees = total**2 / sum(variance**2 / df for variance, df in variances)
    reach, z = t_quantile((1 + LEVEL) / 2, degrees) * sqrt(total), -log(1 - of(masses))
    return 1 - exp(-(z - reach)), 1 - exp(-(z + reach))
