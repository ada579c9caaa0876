"""What changes of coders and items would do to the agreement of a group, and what is said of it.

`segmetrics.coding_model.what_would_help` finds it by simulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.number_formats import between, percent, short, told_apart
from segmetrics.rows import WithRows

What = Literal["coder", "items", "misses", "additions", "shifts", "weakest"]
Compared = Literal["corrected", "alpha", "pi_s"]

CENTRAL, NOTICEABLE = 0.95, 0.05
"""Share of the simulated values within which an observed one counts as like them; and a difference
that is too small to speak of."""

CHANGES: Mapping[What, str] = MappingProxyType(
    {
        "misses": "if everybody found half of the shared boundaries that they miss now",
        "additions": "if everybody marked half as many places of their own",
        "shifts": "if everybody shifted half as many boundaries",
        "weakest": "if {} did as the typical one of them",
        "coder": "with one more coder, who is the average of them",
        "items": "with twice as many items of the same kind",
    }
)
"""What is changed, as the end of a sentence; the first four change what coders do."""

MORE = "A further coder or more items would not raise {}; they only make it better known."

TRAINED: tuple[What, ...] = ("misses", "additions", "shifts", "weakest")
"""What changes what the coders do, not how many there are."""


class Coefficients(NamedTuple):
    """What codings are compared by; None where it is undefined."""

    corrected: float | None  #: R, chance-corrected agreement over the chosen similarity
    alpha: float | None  #: Krippendorff's alpha of boundary decisions
    pi_s: float | None  #: pi* over S


UNKNOWN = Coefficients(None, None, None)


class Simulated(NamedTuple):
    """A coefficient of simulated codings."""

    value: float | None  #: its mean over the simulations; None where none has a value
    #: Its standard deviation between simulated corpora: what other items would do to it.
    spread: float | None
    change: float | None  #: how much the value lies above that of the coders as they were fitted
    #: The lower end of the interval of the change, for the simulation error alone.
    low: float | None
    high: float | None  #: the upper end
    #: The least that the coefficient of as many new texts by these coders would be after the
    #: change.
    least: float | None
    most: float | None  #: the most


class SimulatedChange(NamedTuple):
    """What one change would do."""

    what: What  #: what is changed
    words: str  #: the same as the end of a sentence
    corrected: Simulated  #: R
    alpha: Simulated  #: Krippendorff's alpha
    pi_s: Simulated  #: pi* over S


@dataclass(frozen=True, kw_only=True)
class WhatWouldHelp(WithRows):
    """What changes of coders and items would do to the agreement of a group."""

    parts: ClassVar[tuple[str, ...]] = ("changes",)

    group: str  #: name of the group
    #: What each change would do, that which raises agreement most first.
    changes: tuple[SimulatedChange, ...] = ()
    observed: Coefficients = UNKNOWN  #: what the codings at hand have
    now: Coefficients = UNKNOWN  #: the mean of codings that are simulated as the coders were fitted
    spread: Coefficients = UNKNOWN  #: the standard deviation of these between simulated corpora
    error: Coefficients = UNKNOWN  #: the standard error of their mean
    simulations: int = 0  #: how many corpora were simulated for each change
    level: float = 0.95  #: level of the intervals
    refusal: str = ""  #: why there is none of this, or empty

    @property
    def judged_by(self) -> Compared:
        """What tells which change helps most: R, or alpha where R is undefined."""
        return "alpha" if self.now.corrected is None else "corrected"

    @property
    def helps_most(self) -> SimulatedChange | None:
        """The change that raises agreement most.

        None if none does beyond the simulation error, or if there is nothing left to raise.
        """
        best = next((one for one in self.changes if one.what in TRAINED), None)
        observed = getattr(self.observed, self.judged_by)
        low = getattr(best, self.judged_by).low if best else None
        if low is None or low <= 0 or observed is None or 1 - observed < NOTICEABLE:
            return None
        return best

    @property
    def unlike(self) -> tuple[Compared, ...]:
        """The coefficients of which simulated coders rarely have the observed value."""
        quantile = NormalDist().inv_cdf((1 + CENTRAL) / 2)
        found: list[Compared] = []
        for name in ("corrected", "alpha", "pi_s"):
            seen, mean, spread, error = (
                getattr(of, name) for of in (self.observed, self.now, self.spread, self.error)
            )
            if None in (seen, mean, spread, error):
                continue
            if abs(seen - mean) > max(NOTICEABLE, quantile * hypot(spread, error)):
                found.append(name)
        return tuple(found)

    @property
    def words(self) -> tuple[str, ...]:
        """Sentences: what would help most, what would not, and what to keep in mind."""
        if self.refusal:
            return (f"What would help cannot be simulated: {self.refusal}.",)
        key = self.judged_by
        symbol, observed = QUANTITIES[key].name, getattr(self.observed, key)
        best = self.helps_most
        if best is None:
            said = [f"None of these changes of what coders do would raise {symbol} noticeably."]
        else:
            then = getattr(best, key)
            before, after = told_apart(observed, min(1.0, observed + then.change))
            within = between(then.least, then.most, short)
            new = f" ({within} in {percent(self.level)} of new codings)" if within else ""
            said = [f"{symbol} would rise most {best.words}: from {before} to about {after}{new}."]
        said.append(MORE.format(symbol))
        if key in self.unlike:
            simulated = short(getattr(self.now, key))
            said.append(
                f"The simulated coders reach {simulated}, yours {short(observed)}: trust the order "
                "of the simulated changes more than their size."
            )
        return tuple(said)
