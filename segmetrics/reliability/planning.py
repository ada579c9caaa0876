"""How many coders or items would make an interval narrow enough.

The two-way jackknife of `segmetrics.reliability.jackknife` tells how much of the variance of
pi* comes from the coders at hand, and how much from the items. With k times as many coders the
first is a k-th of that, with k times as many items the second; the degrees of freedom of
Student's t grow with them. So the interval that is planned is the one that would be shown, had the
other coders and items been like those at hand.

This takes the items and coders at hand for typical, and cannot see what it has no example
of: with fewer than about ten items or four coders it is a hint.

Source: Efron & Tibshirani (1993), chapter 11 (jackknife).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.reliability.jackknife import Estimate, IntervalOptions
from segmetrics.reliability.leave_one_out import COLUMNS, group_counts
from segmetrics.rows import WithRows

MAX_PLANNED = 10_000
"""Items or coders that can be planned for."""


class PlanPoint(NamedTuple):
    """The interval that a corpus of some size would have.

    Its ends, low and high, lie a width apart.
    """

    items: int
    coders: int
    low: float
    high: float
    width: float


@dataclass(frozen=True)
class Plan(WithRows):
    """Widths of the interval of pi* of a coder group, for corpora of several sizes.

    Parameters
    ----------
    group : str
        Name of the group.
    by_items, by_coders : tuple of PlanPoint
        With the coders at hand and other numbers of items; with the items at hand and
        other numbers of coders.
    now : PlanPoint or None
        The size at hand; None if undefined.
    level : float
        Level of the intervals.
    undefined : str
        Why there is no plan, or empty.
    """

    parts = ("by_items", "by_coders")

    group: str
    by_items: tuple[PlanPoint, ...]
    by_coders: tuple[PlanPoint, ...]
    now: PlanPoint | None
    level: float
    undefined: str = ""

    def items_for(self, width: float) -> int | None:
        """Find the fewest items, of those tried, that make the interval as narrow as wished."""
        return next((point.items for point in self.by_items if point.width <= width), None)

    def coders_for(self, width: float) -> int | None:
        """Find the fewest coders, of those tried, that make the interval as narrow as wished."""
        return next((point.coders for point in self.by_coders if point.width <= width), None)


def plan(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    group: int = 0,
    *,
    items: Iterable[int] | None = None,
    coders: Iterable[int] | None = None,
    level: float = IntervalOptions().level,
) -> Plan:
    """Find how wide the interval of pi* would be with other numbers of items and coders.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    group : int, default 0
        Which of its coder groups, by its place in ``corpus.groups``.
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
    corpus = with_uncertain(corpus, options.uncertain)
    counts = list(group_counts(corpus, options))[group]
    names = counts.tally.group
    found = counts.estimates("coders and items")[COLUMNS.index("pi_star")]
    if found.undefined:
        return Plan(names.name, (), (), None, level, found.undefined)
    # Of those that can be compared, as many are planned for as will be there.
    m, k = int(counts.compared_items.sum()), int(counts.compared_coders.sum())
    return Plan(
        names.name,
        tuple(_point(found, level, count, k) for count in _tried(items, m, 2)),
        tuple(_point(found, level, m, count) for count in _tried(coders, k, 3)),
        _point(found, level, m, k),
        level,
    )


def _point(found: Estimate, level: float, items: int, coders: int) -> PlanPoint:
    """Return the interval of so many items and coders, from that of those at hand."""
    (of_coders, other_coders), (of_items, other_items) = found.variances
    planned = replace(
        found,
        variances=(
            (of_coders * (other_coders + 1) / coders, coders - 1),
            (of_items * (other_items + 1) / items, items - 1),
        ),
    )
    low, high = planned.ends(level)
    return PlanPoint(items, coders, low, high, high - low)


def _tried(numbers: Iterable[int] | None, at_hand: int, least: int) -> list[int]:
    """List the numbers of items or coders to try."""
    if numbers is None:
        steps = (0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)
        return sorted({max(least, min(MAX_PLANNED, round(at_hand * step))) for step in steps})
    tried = sorted(set(numbers))
    if not all(least <= number <= MAX_PLANNED for number in tried):
        raise ValueError(f"numbers to plan for are {least} to {MAX_PLANNED:,}, got {tried}")
    return tried
