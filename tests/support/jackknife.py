"""An independent two-way jackknife, from segment sizes in plain Python, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import cos, exp, gamma, log, pi, sqrt, tan

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


def t_quantile(share: float, degrees: float) -> float:
    """Student's t by adding up its density, in small steps of the angle atan(t / sqrt(df))."""
    scale = gamma((degrees + 1) / 2) / gamma(degrees / 2) / sqrt(pi)
    steps, found, angle = 200_000, 0.5, 0.0
    step = pi / 2 / steps
    while found < share:
        # With t = sqrt(df) tan(angle) the density is a power of the cosine.
        middle = angle + step / 2
        found += scale * cos(middle) ** (degrees - 1) * step
        angle += step
    return sqrt(degrees) * tan(angle)


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
