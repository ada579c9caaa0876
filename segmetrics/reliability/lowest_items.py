"""Which items are clearly lower than others, and which cannot be told apart: decided here alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import NormalDist
from typing import NamedTuple, Protocol, TypeVar

from segmetrics.reliability.chance_verdicts import SIGNIFICANCE
from segmetrics.reliability.jackknife import Interval

FEWEST_RANKED = 4
"""Items from which on it is said which are among the lowest."""


class Valued(Protocol):
    """An item or a group with chance-corrected agreement and its interval."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def value(self) -> float | None:
        """Its chance-corrected agreement."""

    @property
    def interval(self) -> Interval | None:
        """Where that may lie with other coders."""


AnyValued = TypeVar("AnyValued", bound=Valued)


class ValuedItem(NamedTuple):
    """An item with its chance-corrected agreement and its interval."""

    name: str
    value: float | None
    interval: Interval | None


def among_the_lowest(items: Sequence[AnyValued], level: float | None) -> Sequence[AnyValued]:
    """Return the lowest item and those that may be as low, the lowest first; none without knowing.

    Items without an interval are not compared, and where the lowest has none, nothing is known. Of
    those compared, however many, the truly lowest is left out by chance in 5% at most.
    """
    known = by_value(items)
    compared = [row for row in known if has_interval(row)]
    if len(compared) < FEWEST_RANKED or compared[0] is not known[0]:
        return ()
    lowest, *others = compared
    told = [row for row in others if surely_below(lowest, row, len(others), level)]
    return [row for row in compared if row not in told]


def by_value(rows: Sequence[AnyValued]) -> list[AnyValued]:
    """Return the rows that have a value, the lowest first."""
    known = [row for row in rows if row.value is not None]
    return sorted(known, key=lambda row: (row.value or 0.0, row.name))


def surely_below(low: Valued, high: Valued, comparisons: int, level: float | None) -> bool:
    """Return whether one value is below another by more than chance, in so many comparisons.

    The ends of their intervals that face each other say how far each may be off. As if the rows
    were apart, the roots of the squares add up; coders whom both have make the difference surer.
    One side counts, at .05 over all comparisons (Bonferroni): of more, some lie further apart by
    chance.
    """
    lower, higher = _around(low), _around(high)
    if not lower or not higher or level is None:
        return False
    needed = NormalDist().inv_cdf(1 - SIGNIFICANCE / comparisons)
    as_far = needed / NormalDist().inv_cdf((1 + level) / 2)
    above = higher.value - lower.value
    return above > as_far * hypot(lower.high - lower.value, higher.value - higher.low)


def has_interval(row: Valued) -> bool:
    """Return whether a row has a value with an interval."""
    return _around(row) is not None


class _Around(NamedTuple):
    """A value between the ends of its interval."""

    low: float
    value: float
    high: float


def _around(row: Valued) -> _Around | None:
    ends = row.interval
    if row.value is None or ends is None or ends.low is None or ends.high is None:
        return None
    return _Around(ends.low, row.value, ends.high)
