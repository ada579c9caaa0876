"""Where a number comes from: what was counted, the formula, and the formula with numbers put in.

An inserted formula can be evaluated as it stands and gives the value, but for the last of six
decimals. Each symbol of a formula is a step before it, or one of the counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from segmetrics.number_formats import between, of_level
from segmetrics.reliability.jackknife import Interval

Count = tuple[str, float]


class Step(NamedTuple):
    """A value on the way to a number."""

    name: str
    formula: str
    inserted: str
    value: float


class Working(NamedTuple):
    """How a number is worked out: its formula, the same with numbers put in, and what is behind."""

    formula: str = ""
    inserted: str = ""
    counts: Sequence[Count] = ()
    steps: Sequence[Step] = ()


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """Where a number comes from."""

    name: str
    about: str
    value: float | int | None
    formula: str
    inserted: str = ""
    counts: tuple[Count, ...] = ()
    steps: tuple[Step, ...] = ()
    convention: str = ""
    source: str = ""
    undefined: str = ""

    @classmethod
    def of(cls, working: Working, value: float | int | None, **words: str) -> Self:
        """Return the derivation of a value; nothing is put in for one that is undefined."""
        return cls(
            value=value,
            formula=working.formula,
            inserted="" if value is None else working.inserted,
            counts=tuple(working.counts),
            steps=tuple(working.steps),
            **words,
        )


POOLED = {
    "item": "",
    "group": " Pooled over the items.",
    "corpus": " Here: the mean over coder groups.",
}
"""What is said of a number by the level of its row, behind what it is."""

LEAVING_OUT = "for other items, by leaving out each"
"""How intervals are made that speak of other items alone."""


def no_interval(interval: Interval) -> str:
    """Write why there is no interval."""
    return f"No interval: {interval.undefined}."


def interval_sentence(interval: Interval, level: float, how: str) -> str:
    """Write the ends of an interval and how it was made, or why there is none."""
    if interval.low is None or interval.high is None:
        return no_interval(interval)
    ends = between(interval.low, interval.high)
    return f"Interval: {ends} ({of_level(level)}, {how})."
