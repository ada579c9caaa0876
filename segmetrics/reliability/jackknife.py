"""How far a value may lie from what other coders and other items would give: the jackknife.

Conventions
-----------
*Two ways.* Each coder is left out once, and each item once; the values without them give two
variances, which add: what coders make of items by chance is in both, so that the sum is rather
too large than too small. Degrees of freedom are Satterthwaite's. With the items alone the
interval speaks of other items that the same coders might have coded.

*Scale.* Variances are taken where values spread evenly: for coefficients, which are at most 1, on
``-log(1 - value)``; for what is at least 0, such as bias, on its square root; for differences of
two values as they are. So no interval reaches beyond such an end.

*Mean over groups.* Variances of the groups add, each by the square of its share.

*Refused.* There is no interval where leaving out cannot tell: of two coders, of one item, and
where a value is undefined or perfect without one of them. Nor is there one where it tells
nothing: of a coefficient, if it were wider than 1, the way from no agreement to perfect
agreement. That is known from too few coders or items (``python -m benchmarks.one_verdict``).

Sources: Efron & Tibshirani (1993), chapter 11 (jackknife); Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isnan, nan, sqrt
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.chance_corrected import ROUNDING
from segmetrics.coefficients.quantities import Span
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import of_level
from segmetrics.reliability.student_t import student_t, two_sided_p

Over = Literal["coders and items", "items"]
OVERS: tuple[Over, ...] = get_args(Over)

Variance = tuple[float, int]
"""A variance and its degrees of freedom."""

MAX_LEVEL = 0.999

ONE_ITEM = "there is only one item"
TWO_CODERS = "two coders only: leaving one out leaves nobody to agree with"
NO_VALUE = "there is no value to put an interval around"
PERFECT = "it is perfect, which leaves nothing to vary"
BELOW_ZERO = "it lies below 0, as gaps can make it"
NO_REST = "if one of the {0} is left out, no value is left; an interval needs more {0}"
PERFECT_REST = (
    "if one of the {0} is left out, agreement is perfect, so its spread cannot be told; an "
    "interval needs more {0}"
)
A_POINT = "leaving out any one gives the same value, so its spread is unknown"
TOO_WIDE = "it would be too wide to tell anything: coders or items differ too much, or are too few"


def check_interval_level(level: float) -> None:
    """Raise ValueError if intervals have no such level."""
    if not 0.5 <= level <= MAX_LEVEL:
        raise ValueError(f"the level is 0.5 to {MAX_LEVEL}, got {level!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalOptions:
    """How intervals are made; goes with every interval as its signature.

    Parameters
    ----------
    level : float, default 0.95
        Share of such intervals that are to hold the true value, 0.5 to 0.999.
    over : {"coders and items", "items"}, default "coders and items"
        What might have been drawn otherwise: the coders and the items, or the items alone,
        with the same coders.

    Raises
    ------
    ValueError
        If an option is out of its range.
    """

    level: float = 0.95
    over: Over = "coders and items"

    def __post_init__(self) -> None:
        check_interval_level(self.level)
        if self.over not in OVERS:
            raise ValueError(f"over is one of {', '.join(OVERS)}, got {self.over!r}")

    @property
    def percent(self) -> str:
        """The level in words: ``95%``."""
        return of_level(self.level)

    @property
    def population(self) -> str:
        """What intervals speak of, and how they are made."""
        if self.over == "items":
            return "for other items, same coders, jackknife"
        return "for other coders and other items, two-way jackknife"

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        return f"{self.percent} intervals {self.population}; those of items for other coders"


class Interval(NamedTuple):
    """An interval around a value."""

    # Its ends; None if undefined.
    low: float | None
    high: float | None
    undefined: str = ""  # why there is none, or empty

    @property
    def why_none(self) -> str:
        """That there is none and why, where it stands without a subject; empty if there is one."""
        return f"no interval ({self.undefined})" if self.undefined else ""

    @property
    def reaches_zero(self) -> bool:
        """Whether 0, or less, is within it; one that is too wide to be given reached it."""
        return self.undefined == TOO_WIDE or (self.low is not None and self.low <= 0)


@dataclass(frozen=True, slots=True)
class Scale:
    """Where values spread evenly: the way there and back, its slope at a value, its ends.

    `widest` is how wide an interval may be that tells something.
    """

    to: Callable[[Any], Any]
    back: Callable[[float], float]
    slope: Callable[[float], float]
    least: float = -inf
    perfect: float = inf
    widest: float = inf

    def given(self, low: float, high: float) -> Interval:
        """Return an interval, or that it is too wide to be of use."""
        wide = high - low > self.widest + ROUNDING
        return Interval(None, None, TOO_WIDE) if wide else Interval(low, high)


AT_MOST_ONE = Scale(
    to=lambda values: -np.log1p(-values),
    back=lambda z: float(-np.expm1(-z)),
    slope=lambda value: 1 / (1 - value),
    perfect=1.0,
    widest=1.0,
)
"""Of coefficients."""

SHARE = replace(AT_MOST_ONE, back=lambda z: AT_MOST_ONE.back(max(z, 0.0)), least=0.0)
"""Of shares, from 0 to 1."""

AT_LEAST_ZERO = Scale(
    to=lambda values: np.sqrt(np.maximum(values, 0)),
    back=lambda z: max(z, 0.0) ** 2,
    slope=lambda value: 0.5 / sqrt(value) if value > 0 else 1.0,
    least=0.0,
)
"""Of bias."""

SCALES: Mapping[Span, Scale] = MappingProxyType(
    {"at most one": AT_MOST_ONE, "share": SHARE, "at least zero": AT_LEAST_ZERO}
)
"""The scale of a quantity, by where its values lie."""

AS_IT_IS = Scale(to=lambda values: values, back=float, slope=lambda _: 1.0)
"""Of differences."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the variances that make it up on its scale, with their degrees of freedom."""

    value: float
    scale: Scale
    variances: tuple[Variance, ...] = ()
    undefined: str = ""

    @property
    def variance(self) -> float:
        """The sum of the variances."""
        return sum(variance for variance, _ in self.variances)

    @property
    def degrees(self) -> float:
        """Satterthwaite's degrees of freedom; without any variance they do not matter."""
        squares = sum(variance**2 / degrees for variance, degrees in self.variances)
        return self.variance**2 / squares if squares > 0 else 1.0

    def interval(self, level: float) -> Interval:
        """Return the interval, or why there is none."""
        if self.undefined:
            return Interval(None, None, self.undefined)
        return self.scale.given(*self.ends(level))

    def ends(self, level: float) -> tuple[float, float]:
        """Return the ends of the interval, of an estimate that has one."""
        z = float(self.scale.to(self.value))
        reach = student_t((1 + level) / 2, self.degrees) * sqrt(self.variance)
        return self.scale.back(z - reach), self.scale.back(z + reach)

    @property
    def p(self) -> float | None:
        """The p-value of a value of 0; None where nothing varies."""
        if self.undefined or not self.variance:
            return None
        z = float(self.scale.to(self.value))
        return two_sided_p(z / sqrt(self.variance), self.degrees)


def two_way(
    value: float,
    without_coder: Floats,
    without_item: Floats,
    *,
    over: Over,
    scale: Scale = AT_MOST_ONE,
) -> Estimate:
    """Estimate how a value varies, from its values without each coder and without each item."""
    left = {"items": without_item}
    if over == "coders and items":
        left = {"coders": without_coder, **left}
    why = _refusal(value, left, scale)
    if why:
        return Estimate(value, scale, undefined=why)
    return Estimate(value, scale, tuple(variance_of(scale.to(of)) for of in left.values()))


def over_items(value: float, without_item: Floats, *, scale: Scale) -> Estimate:
    """Estimate how a value varies over items, from its values without each item."""
    return two_way(value, np.empty(0), without_item, over="items", scale=scale)


def clearly_above(values: Floats, level: float, least: float = 0.0) -> bool:
    """Return whether a value, given first and then without each part, lies clearly above a limit.

    One that is infinite without a part, as where somebody marked that one alone, does not.
    """
    if not np.isfinite(values).all():
        return False
    found = over_items(float(values[0]), values[1:], scale=AS_IT_IS)
    return not found.undefined and found.ends(1 - 2 * level)[0] > least


def over_coders(value: float, without_coder: Floats, *, scale: Scale) -> Estimate:
    """Estimate how a value of one item varies over coders, from its values without each."""
    why = _refusal(value, {"coders": without_coder}, scale)
    variances = () if why else (variance_of(scale.to(without_coder)),)
    return Estimate(value, scale, variances, why)


def difference_of(earlier: Estimate, later: Estimate) -> Estimate:
    """Estimate how the difference of two values as they are varies, of other items each."""
    why = earlier.undefined or later.undefined
    variances = () if why else (*earlier.variances, *later.variances)
    return Estimate(later.value - earlier.value, AS_IT_IS, variances, why)


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """Estimate how the mean over groups varies; groups without a value do not count."""
    valued = [one for one in estimates if not isnan(one.value)]
    if not valued:
        return Estimate(nan, AS_IT_IS, undefined=NO_VALUE)
    scale, mean = valued[0].scale, sum(one.value for one in valued) / len(valued)
    whys = [one.undefined for one in valued if one.undefined]
    if whys:
        why = whys[0] if len(valued) == 1 else of_a_group(whys[0])
        return Estimate(mean, scale, undefined=why)
    shares = [scale.slope(mean) / scale.slope(one.value) / len(valued) for one in valued]
    variances = [
        (share**2 * variance, degrees)
        for one, share in zip(valued, shares, strict=True)
        for variance, degrees in one.variances
    ]
    return Estimate(mean, scale, tuple(variances))


def of_a_group(why: str) -> str:
    """Return a reason that holds for one of several coder groups."""
    return f"of a coder group, {why}"


def _refusal(value: float, left: dict[str, Floats], scale: Scale) -> str:
    """Return why leaving out cannot tell how a value varies, or nothing."""
    if isnan(value):
        return NO_VALUE
    if "items" in left and len(left["items"]) < 2:
        return ONE_ITEM
    if "coders" in left and len(left["coders"]) < 3:
        return TWO_CODERS
    for who, values in left.items():
        if np.isnan(values).any():
            return NO_REST.format(who)
    perfect = scale.perfect - ROUNDING
    if value >= perfect:
        return PERFECT
    for who, values in left.items():
        if (values >= perfect).any():
            return PERFECT_REST.format(who)
    return BELOW_ZERO if value < scale.least - ROUNDING else ""


def variance_of(left: Floats) -> Variance:
    """Return the jackknife's variance and its degrees of freedom."""
    count = len(left)
    return (count - 1) / count * float(((left - left.mean()) ** 2).sum()), count - 1


def jackknife_variance(left: Floats, coded: NDArray[np.bool_]) -> Floats:
    """Estimate variances from the values that leaving out each coder gives, (C, K, I) to (K, I)."""
    counts = coded[:, np.newaxis]
    coders = coded.sum(axis=0)
    mean = np.where(counts, left, 0).sum(axis=0) / coders
    squares: Floats = np.where(counts, (left - mean) ** 2, 0).sum(axis=0)
    variance: Floats = (coders - 1) / coders * squares
    return variance


def interval_over_coders(
    value: float,
    low: float,
    high: float,
    coders: int,
    *,
    undefined: str = NO_VALUE,
    scale: Scale = AS_IT_IS,
) -> Interval:
    """Return an interval over coders, or one that says why there is none."""
    if isnan(value):
        return Interval(None, None, undefined)
    if coders < 3:
        return Interval(None, None, TWO_CODERS)
    if isnan(low):
        return Interval(None, None, NO_REST.format("coders"))
    return scale.given(low, high)
