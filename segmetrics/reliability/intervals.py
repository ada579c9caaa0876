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

*Few and many.* From four coders and four items on, 95% intervals of R hold the true value in 93 to
98 of 100 simulated corpora (``python -m benchmarks.coverage``, ``benchmarks.one_verdict``). With
three coders who differ strongly it is 88 of those that are narrow enough to tell something, so
that there is none below four, nor one for other items below four of these. Beyond about twenty
items it is the coders that make an interval wide: more items hardly narrow it.

Sources: Efron & Tibshirani (1993), chapter 11 (jackknife); Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.phrases import spelled
from segmetrics.reliability.chance import ChanceTable
from segmetrics.reliability.chance import chance as by_shuffling
from segmetrics.reliability.jackknife import (
    A_POINT,
    NO_VALUE,
    TOO_WIDE,
    Estimate,
    Interval,
    IntervalOptions,
    Over,
    Scale,
    interval_over_coders,
    jackknife_variance,
    mean_of,
)
from segmetrics.reliability.leave_one_out import NOT_SHUFFLED, LeftOut, group_counts
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.student_t import student_t

Row = TypeVar("Row")
Table = TypeVar("Table")

FEW_ITEMS, FEW_CODERS = 4, 4
"""Items and coders below which intervals were not shown to hold what they promise."""

MANY_ITEMS = 20
"""Items of a group beyond which more of them hardly narrow its interval."""


class IntervalRow(NamedTuple):
    """The intervals of a row of the agreement table."""

    level: Level  #: what the row is about
    item: str  #: name of the item or group; empty for the corpus
    items: int  #: items that the row is about
    coders: int  #: coders of the item or group; of the corpus, all coders
    pi_star: Interval  #: the interval of pi*
    kappa_star: Interval  #: that of kappa*
    bias: Interval  #: that of bias
    one_minus_wd_mean: Interval  #: that of the mean of 1 - WindowDiff
    alpha: Interval  #: that of Krippendorff's alpha
    pi_star_b: Interval  #: that of pi* over B
    corrected: Interval  #: that of R


@dataclass(frozen=True)
class IntervalTable(LevelTable[IntervalRow]):
    """Intervals for every row of an agreement table, in its order."""

    options: IntervalOptions  #: how they were made


@on_axis("intervals", not_of=only_texts("agreement(corpus)"))
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
        What shuffled codings of the same corpus reach under the same options, by
        `segmetrics.chance`; they are shuffled anew if it is left out.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    IntervalTable

    Examples
    --------
    >>> from segmetrics import sample
    >>> table = intervals(sample("moonstone"))
    >>> low, high, _ = table.groups[0].pi_star
    >>> low < high < 1
    True
    >>> low, high, _ = table.groups[0].corrected  # R, agreement beyond chance
    >>> low < high < 1
    True
    """
    options = options or AgreementOptions()
    chosen = interval_options or IntervalOptions()
    parts = 1 if chance else 2
    chance = chance or by_shuffling(corpus, options, progress=part_of(progress, 0, parts))
    rest = part_of(progress, parts - 1, parts)
    return intervals_beside(corpus, options, chosen, chance, progress=rest)


def intervals_beside(
    corpus: Corpus,
    options: AgreementOptions,
    interval_options: IntervalOptions,
    chance: ChanceTable | None,
    *,
    progress: Progress | None = None,
) -> IntervalTable:
    """Put intervals around all coefficients; around R only if there is what it is made of."""
    corpus = with_uncertain(corpus, options.uncertain)
    counted = group_counts(corpus, options, chance.by_coder if chance else None)
    found = interval_table(IntervalTable, IntervalRow, corpus, counted, interval_options, progress)
    return found if chance else _not_shuffled(found)


def given(
    found: Interval, coders: int, items: int = FEW_ITEMS, *, over: Over = "coders and items"
) -> Interval:
    """Return an interval of so many coders and items, or why so few of them have none.

    Parameters
    ----------
    found : Interval
        What leaving out gave.
    coders, items : int
        Of the row; those of an item, which speaks of no other items, are not looked at.
    over : {"coders and items", "items"}, default "coders and items"
        What might have been drawn otherwise.

    Examples
    --------
    >>> given(Interval(0.2, 0.6), 3, 20).undefined
    'three coders only: an interval for other coders takes four'
    >>> given(Interval(0.2, 0.6), 3, 20, over="items")
    Interval(low=0.2, high=0.6, undefined='')
    """
    if found.undefined not in ("", TOO_WIDE):
        return found
    if found.low is not None and found.low == found.high:
        return Interval(None, None, A_POINT)
    if over == "coders and items" and coders < FEW_CODERS:
        why = f"{spelled(coders)} coders only: an interval for other coders takes four"
    elif items < FEW_ITEMS:
        why = f"{spelled(items)} items only: an interval for other items takes four"
    else:
        return found
    return Interval(None, None, why)


def interval_table(
    table: Callable[..., Table],
    row: Callable[..., Row],
    corpus: Corpus,
    counted: Iterable[LeftOut],
    options: IntervalOptions,
    progress: Progress | None,
) -> Table:
    """Return a table with the intervals of each item, each coder group and the corpus."""
    items: dict[int, Row] = {}
    groups: list[Row] = []
    estimates: list[list[Estimate]] = []
    compared = np.zeros(2, dtype=int)
    level, over = options.level, options.over
    for group, counts in zip(
        corpus.groups, reported(counted, progress, len(corpus.groups)), strict=True
    ):
        sizes = counts.coded.sum(axis=1).tolist()
        around = intervals_over_coders(
            counts.of_items,
            counts.of_items_without_coder,
            counts.coded,
            level,
            counts.scales,
        )
        for place, name, size, found in zip(
            counts.items.tolist(), group.items, sizes, around, strict=True
        ):
            items[place] = row("item", name, 1, size, *(given(one, size) for one in found))
        estimates.append(counts.estimates(over))
        least = int(counts.compared_coders.sum()), int(counts.compared_items.sum())
        compared += least
        ends = (given(one.interval(level), *least, over=over) for one in estimates[-1])
        groups.append(row("group", group.name, len(sizes), len(group.coders), *ends))
    coders, texts = compared.tolist()
    means = (mean_of(column).interval(level) for column in zip(*estimates, strict=True))
    ends = (given(one, coders, texts, over=over) for one in means)
    return table(
        items=tuple(items[place] for place in range(len(items))),
        groups=tuple(groups),
        corpus=row("corpus", "", len(items), len(corpus.coders), *ends),
        options=options,
    )


def _not_shuffled(table: IntervalTable) -> IntervalTable:
    """Return the table with the reason that nothing was shuffled for chance-corrected agreement."""
    none = Interval(None, None, NOT_SHUFFLED)
    return replace(
        table,
        items=tuple(row._replace(corrected=none) for row in table.items),
        groups=tuple(row._replace(corrected=none) for row in table.groups),
        corpus=table.corpus._replace(corrected=none),
    )


def intervals_over_coders(
    values: Floats,
    left: Floats,
    coded: NDArray[np.bool_],
    level: float,
    scales: Sequence[Scale],
    *,
    undefined: str = NO_VALUE,
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
    return [
        [
            interval_over_coders(value, low, high, size, undefined=undefined, scale=scale)
            for value, low, high, scale in zip(*ends, scales, strict=True)
        ]
        for size, *ends in rows
    ]
