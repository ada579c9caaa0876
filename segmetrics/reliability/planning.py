"""How many coders or items would make an interval narrow enough.

What is planned for is R, chance-corrected agreement, or alpha of boundary decisions where R has no
interval. The two-way jackknife of `segmetrics.reliability.jackknife` tells how much of its variance
comes from the coders at hand, and how much from the items. With k times as many coders the
first is a k-th of that, with k times as many items the second. Half the width of an interval is,
on its scale, the root of the sum of both, each times the square of the quantile of Student's t with
its own degrees of freedom, which grow with it too (Banerjee, 1960). That is stretched so
that for the coders and items at hand it is the interval that is shown. So no planned interval is
wider than one for fewer items or coders, as it could be by Satterthwaite's degrees of freedom: with
many items, these are those of the coders alone. However many items there are, the part of the
coders remains, and the other way round.

This takes the items and coders at hand for typical. How far they may not be tells the *range* of a
width. Two errors make the logarithm of a width uncertain. One is the error of R on its scale, since
a width there is about 1 - R times as wide on that of R. The other is half the error of the
logarithm of the variance. Were coders normal, that logarithm would vary like that of chi-squared,
by about 2/f + 2/f^2 with the f degrees of freedom of those at hand; they are not, and it is taken
twice. No range goes beyond `SPAN`, unless the width itself does. In simulations 92% of the ranges
or more held the width that is usual for a corpus of the planned size
(``python -m benchmarks.claims --plans``).

Sources: Banerjee (1960); Efron & Tibshirani (1993), chapter 11 (jackknife).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple, get_args

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import ROUNDING
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.jackknife import Estimate, IntervalOptions, Variance
from segmetrics.reliability.leave_one_out import COLUMNS, group_counts
from segmetrics.reliability.student_t import student_t
from segmetrics.rows import WithRows

MAX_PLANNED = 10_000
"""Items or coders that can be planned for."""

RANGE = 0.95
"""Share of normal errors that the range of a planned width allows for."""

SPAN = 2.0
"""The width of an interval from -1 to 1: a wider one tells no less."""

NOTHING_VARIES = "leaving out coders or items changes nothing"

Planned = Literal["corrected", "alpha"]
PLANNED: tuple[Planned, ...] = get_args(Planned)
"""What can be planned for, the first that has an interval: the names of its columns."""


Of = Literal["narrowest", "width", "widest"]
"""A width, or an end of the range in which it may lie."""


class PlanPoint(NamedTuple):
    """The interval that a corpus of some size would have.

    Its ends, low and high, lie a width apart; with such coders and items that width may be the
    narrowest to the widest.
    """

    items: int
    coders: int
    low: float
    high: float
    width: float
    narrowest: float
    widest: float


@dataclass(frozen=True)
class Plan(WithRows):
    """Widths of the interval of a coder group's agreement, for corpora of several sizes."""

    parts = ("by_items", "by_coders")

    group: str  #: name of the group
    by_items: tuple[PlanPoint, ...]  #: with the coders at hand and other numbers of items
    by_coders: tuple[PlanPoint, ...]  #: with the items at hand and other numbers of coders
    now: PlanPoint | None  #: the size at hand; None if undefined
    level: float  #: level of the intervals
    quantity: Planned = PLANNED[0]  #: whose interval it is: that of R, or of alpha where R has none
    undefined: str = ""  #: why there is no plan, or empty
    #: Width of the interval below which no number of items would bring it; at least 0.
    least_by_items: float = 0.0
    least_by_coders: float = 0.0  #: that below which no number of coders would

    def items_for(self, width: float, of: Of = "width") -> int | None:
        """Find the fewest items, of those tried, that make the interval as narrow as wished."""
        return next((one.items for one in self.by_items if getattr(one, of) <= width), None)

    def coders_for(self, width: float, of: Of = "width") -> int | None:
        """Find the fewest coders, of those tried, that make the interval as narrow as wished."""
        return next((one.coders for one in self.by_coders if getattr(one, of) <= width), None)


@on_axis("plan", not_of=only_texts("agreement(corpus)"))
def plan(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    group: int = 0,
    by_shuffling: ChanceTable | None = None,
    *,
    items: Iterable[int] | None = None,
    coders: Iterable[int] | None = None,
    level: float = IntervalOptions().level,
) -> Plan:
    """Find how wide the interval of R would be with other numbers of items and coders.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    group : int, default 0
        Which of its coder groups, by its place in ``corpus.groups``.
    by_shuffling : ChanceTable, optional
        What shuffled codings of the same corpus reach under the same options; found here if it
        is not given.
    items, coders : iterable of int, optional
        The numbers to try; from half to eight times those at hand if left out.
    level : float, default 0.95
        Level of the intervals, for other coders and other items.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        If a number is out of its range.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {f"i{n}": {"x": [2, n + 1], "y": [3, n], "z": [2, n, 1]} for n in range(1, 13)}
    >>> found = plan(Corpus.from_masses(masses), coders=[3, 6])
    >>> few, many = found.by_coders
    >>> many.width < few.width
    True
    """
    options = options or AgreementOptions()
    if not 0 <= group < len(corpus.groups):
        raise ValueError(f"group is from 0 to {len(corpus.groups) - 1}, got {group}")
    by_shuffling = by_shuffling or chance(corpus, options)
    corpus = with_uncertain(corpus, options.uncertain)
    counts = list(group_counts(corpus, options, by_shuffling.by_coder))[group]
    names = counts.tally.group
    estimates = dict(zip(COLUMNS, counts.estimates("coders and items"), strict=True))
    planned = next((of for of in PLANNED if not _why_not(estimates[of])), PLANNED[0])
    found = estimates[planned]
    why = _why_not(found)
    if why:
        return Plan(names.name, (), (), None, level, planned, why)
    # Of those that can be compared, as many are planned for as will be there.
    m, k = int(counts.compared_items.sum()), int(counts.compared_coders.sum())
    return Plan(
        names.name,
        tuple(_point(found, level, count, k) for count in _tried(items, m, 2)),
        tuple(_point(found, level, m, count) for count in _tried(coders, k, 3)),
        _point(found, level, m, k),
        level,
        planned,
        "",
        _width(found, level, found.variances[:1]),
        _width(found, level, found.variances[1:]),
    )


def _why_not(found: Estimate) -> str:
    """Return why nothing can be planned from an estimate, or nothing."""
    return found.undefined or ("" if found.variance > ROUNDING**2 else NOTHING_VARIES)


def _point(found: Estimate, level: float, items: int, coders: int) -> PlanPoint:
    """Return the interval of so many items and coders, from that of those at hand."""
    (of_coders, other_coders), (of_items, other_items) = found.variances
    planned = (
        (of_coders * (other_coders + 1) / coders, coders - 1),
        (of_items * (other_items + 1) / items, items - 1),
    )
    low, high = _ends(found, level, planned)
    shares = [_squared([one], level) for one in planned]
    degrees = sum(shares) ** 2 / (shares[0] ** 2 / other_coders + shares[1] ** 2 / other_items)
    off = sqrt(found.variance + 1 / degrees + 1 / degrees**2)
    times, width = exp(NormalDist().inv_cdf((1 + RANGE) / 2) * off), high - low
    widest = max(width, min(width * times, SPAN))
    return PlanPoint(items, coders, low, high, width, width / times, widest)


def _width(found: Estimate, level: float, planned: Sequence[Variance]) -> float:
    """Return how wide an interval is of which other variances remain."""
    low, high = _ends(found, level, planned)
    return high - low


def _ends(found: Estimate, level: float, planned: Sequence[Variance]) -> tuple[float, float]:
    """Return the ends of the interval that other variances make, from that at hand."""
    z = float(found.scale.to(found.value))
    at_hand = float(found.scale.to(found.ends(level)[1])) - z
    reach = at_hand * sqrt(_squared(planned, level) / _squared(found.variances, level))
    return found.scale.back(z - reach), found.scale.back(z + reach)


def _squared(variances: Sequence[Variance], level: float) -> float:
    """Return the sum of variances, each times the squared quantile of Student's t."""
    return sum(one * student_t((1 + level) / 2, degrees) ** 2 for one, degrees in variances)


def _tried(numbers: Iterable[int] | None, at_hand: int, least: int) -> list[int]:
    """List the numbers of items or coders to try."""
    if numbers is None:
        steps = (0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)
        return sorted({max(least, min(MAX_PLANNED, round(at_hand * step))) for step in steps})
    tried = sorted(set(numbers))
    if not all(least <= number <= MAX_PLANNED for number in tried):
        raise ValueError(f"numbers to plan for are {least} to {MAX_PLANNED:,}, got {tried}")
    return tried
