"""Intervals around coefficients of agreement.

Conventions
-----------
*Groups.* The interval of a coder group says where its value may lie for other coders and other
items, by the two-way jackknife of `segmetrics.reliability.jackknife`; or, on request, for other
items that the same coders might have coded.

*Corpus.* Its value is the mean over the groups that have one, and so is its interval, which says
where that mean may lie.

*Items.* Each coder is left out once, and the interval is the item's value plus and minus
Student's t with C - 1 degrees of freedom times the jackknife's standard error. It speaks
of other coders who might have coded the same item, whatever else is chosen.

Coefficients are at most 1, and an interval never reaches beyond that; one of bias or of 1 - WD
begins at 0 or above.

*Few and many.* With four coders and eight items, 95% intervals hold the true value in 92 to 98 of
100 simulated corpora (``python -m benchmarks.coverage``). Beyond about twenty items it is the
coders that make an interval wide: more items hardly narrow it.

Sources: Efron & Tibshirani (1993), chapter 11 (jackknife); Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.chance import ChanceTable
from segmetrics.reliability.jackknife import (
    AT_MOST_ONE,
    Estimate,
    Interval,
    IntervalOptions,
    Scale,
    interval_over_coders,
    jackknife_variance,
    mean_of,
)
from segmetrics.reliability.leave_one_out import NOT_SHUFFLED, SCALES, GroupCounts, group_counts
from segmetrics.reliability.progress import Progress, reported
from segmetrics.reliability.student_t import student_t

FEW_ITEMS, FEW_CODERS = 4, 4
"""Items and coders of a group below which intervals were not tried by simulation."""

MANY_ITEMS = 20
"""Items of a group beyond which more of them hardly narrow its interval."""


class IntervalRow(NamedTuple):
    """The intervals of a row of the agreement table.

    Parameters
    ----------
    level : {"item", "group", "corpus"}
        What the row is about.
    item : str
        Name of the item or group; empty for the corpus.
    items : int
        Items that the row is about.
    coders : int
        Coders of the item or group; of the corpus, all coders.
    pi_star, kappa_star, bias, one_minus_wd_mean, alpha, pi_star_b, corrected : Interval
        The interval of each.
    """

    level: Level
    item: str
    items: int
    coders: int
    pi_star: Interval
    kappa_star: Interval
    bias: Interval
    one_minus_wd_mean: Interval
    alpha: Interval
    pi_star_b: Interval
    corrected: Interval


@dataclass(frozen=True)
class IntervalTable(LevelTable[IntervalRow]):
    """Intervals for every row of an agreement table, in its order.

    Parameters
    ----------
    items, groups : tuple of IntervalRow
        A row an item; a row a group.
    corpus : IntervalRow
        The corpus.
    options : IntervalOptions
        How they were made.
    """

    options: IntervalOptions


def intervals(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    interval_options: IntervalOptions | None = None,
    *,
    chance: ChanceTable | None = None,
    progress: Progress | None = None,
) -> IntervalTable:
    """Put intervals around all coefficients of a corpus.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    interval_options : IntervalOptions, optional
        The level of intervals, and whom they speak of.
    chance : ChanceTable, optional
        What shuffled codings of the same corpus reach under the same options; without it,
        chance-corrected agreement has no interval.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    IntervalTable

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {f"i{n}": {"x": [2, n + 1], "y": [3, n], "z": [2, n, 1]} for n in range(1, 9)}
    >>> table = intervals(Corpus.from_masses(masses))
    >>> low, high, _ = table.groups[0].pi_star
    >>> low < high < 1
    True
    >>> table.groups[0].corrected.undefined
    'nothing was shuffled to compare with'
    """
    options = options or AgreementOptions()
    chosen = interval_options or IntervalOptions()
    corpus = with_uncertain(corpus, options.uncertain)
    expected = None if chance is None else chance.by_coder
    items: dict[int, IntervalRow] = {}
    groups: list[IntervalRow] = []
    estimates: list[list[Estimate]] = []
    counted = group_counts(corpus, options, expected)
    for counts in reported(counted, progress, len(corpus.groups)):
        tally = counts.tally
        names = [corpus.items[number].name for number in tally.items.tolist()]
        items.update(zip(tally.items.tolist(), _item_rows(counts, names, chosen), strict=True))
        estimates.append(counts.estimates(chosen.over))
        size = len(tally.group.coders)
        found = _intervals(estimates[-1], chosen, shuffled=chance is not None)
        groups.append(IntervalRow("group", tally.group.name, len(names), size, *found))
    means = [mean_of(column) for column in zip(*estimates, strict=True)]
    found = _intervals(means, chosen, shuffled=chance is not None)
    return IntervalTable(
        items=tuple(items[place] for place in range(len(corpus.items))),
        groups=tuple(groups),
        corpus=IntervalRow("corpus", "", len(items), len(corpus.coders), *found),
        options=chosen,
    )


def _intervals(
    estimates: Sequence[Estimate], options: IntervalOptions, *, shuffled: bool
) -> list[Interval]:
    """Return the intervals of all columns."""
    found = [one.interval(options.level) for one in estimates]
    return found if shuffled else _without_corrected(found)


def _without_corrected(found: Sequence[Interval]) -> list[Interval]:
    """Say of chance-corrected agreement that nothing was shuffled."""
    return [*found[:-1], Interval(None, None, NOT_SHUFFLED)]


def pi_intervals(tally: GroupTally, level: float) -> list[Interval]:
    """Return the interval of the pi* of each item of a group, over coders."""
    values = each_item(tally).coefficients.pi
    left = [
        each_item(tally, without=place).coefficients.pi for place in range(len(tally.group.coders))
    ]
    coded = tally.coder_sets[tally.coder_set]
    rows = _over_coders(
        values[np.newaxis], np.stack(left)[:, np.newaxis], coded, level, [AT_MOST_ONE]
    )
    return [interval for (interval,) in rows]


def _over_coders(
    values: Floats, left: Floats, coded: NDArray[np.bool_], level: float, scales: Sequence[Scale]
) -> list[list[Interval]]:
    """Return the intervals of K values of I items, (K, I), from those without each coder."""
    coders = coded.sum(axis=1).tolist()
    quantile = {size: student_t((1 + level) / 2, size - 1) for size in set(coders) if size > 2}
    reach = np.sqrt(jackknife_variance(left, coded.T))
    reach *= [quantile.get(size, np.nan) for size in coders]
    least = np.array([[scale.least] for scale in scales])
    most = np.array([[scale.perfect] for scale in scales])
    lows, highs = np.maximum(values - reach, least), np.minimum(values + reach, most)
    rows = zip(coders, values.T.tolist(), lows.T.tolist(), highs.T.tolist(), strict=True)
    return [list(map(interval_over_coders, *ends, [size] * len(scales))) for size, *ends in rows]


def _item_rows(
    counts: GroupCounts, names: Sequence[str], options: IntervalOptions
) -> list[IntervalRow]:
    """Return the rows of the items of a group."""
    coders = counts.coded.sum(axis=1).tolist()
    rows = _over_coders(
        counts.of_items,
        counts.of_items_without_coder,
        counts.coded,
        options.level,
        tuple(SCALES.values()),
    )
    if counts.shuffled is None:
        rows = [_without_corrected(row) for row in rows]
    return [
        IntervalRow("item", name, 1, size, *found)
        for name, size, found in zip(names, coders, rows, strict=True)
    ]
