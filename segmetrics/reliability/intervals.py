"""Intervals around coefficients of agreement.

Conventions
-----------
*Groups.* The items of a coder group are drawn anew with replacement, as many as it has,
and pooled as the group is. The interval is ``percentile`` (quantiles of the resampled
values) or ``bca`` (bias-corrected and accelerated; the acceleration comes from leaving out
each item once). It speaks of other items that the same coders might have coded.

*Bias* is a spread: chance differences between coders add to it, and add again to that of
every resample. So its interval is the percentile one under both methods, moved down by
twice what resamples lie too high on average, though not below 0 or the value itself.

*Corpus.* Each group is resampled by itself; the corpus is the mean over the groups that
have a value. A group of one item cannot be resampled, so that there is no interval then.

*Items.* Each coder is left out once, and the interval is the item's value plus and minus
Student's t with C - 1 degrees of freedom times the jackknife's standard error. It speaks
of other coders who might have coded the same item.

Coefficients are at most 1, and an interval never reaches beyond that; one of 1 - WD
ends at 0 too. Resamples in which a value is undefined are left out, and counted.

Where all items agree alike, so do all resamples, and the interval has no width: it then
says that these items are alike, not that the value is certain.

Sources: Efron & Tibshirani (1993), chapters 10 (bias), 11 (jackknife), 13 (percentile) and 14
(BCa); Davison & Hinkley (1997), section 5.3 (acceleration over several samples).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from statistics import NormalDist
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import ROUNDING
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, Pooled, each_item, group_tallies, pooled
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.student_t import student_t

Method = Literal["percentile", "bca"]
METHODS: tuple[Method, ...] = get_args(Method)
COLUMNS = ("pi_star", "kappa_star", "bias", "one_minus_wd_mean")
"""What has an interval, named as the columns of the agreement table."""

FEW_ITEMS = 20
"""Items below which bootstrap intervals over items tend to be too narrow."""

MAX_RESAMPLES = 1_000_000
# Counts of a chunk of resamples; more would take much memory and no less time.
CHUNK = 1 << 21

MAX_LEVEL = 0.999

ONE_ITEM = "one item only: an interval over items needs two"
GROUP_OF_ONE = "a coder group has one item only: an interval over items needs two"
TWO_CODERS = "two coders only: leaving one out leaves nobody to agree with"
NO_VALUE = "there is no value to put an interval around"
FEW_VALUES = "most resamples have no value"
NO_REST = "without one of the coders there is no value"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResampleOptions:
    """How intervals are made; goes with every interval as its signature.

    Parameters
    ----------
    resamples : int, default 10000
        Resamples of the items, at least 100.
    level : float, default 0.95
        Share of such intervals that are to hold the true value, 0.5 to 0.999.
    method : {"bca", "percentile"}, default "bca"
        How an interval follows from resamples.
    seed : int, default 0
        Seed of the random numbers: the same seed gives the same interval.

    Raises
    ------
    ValueError
        If an option is out of its range.
    """

    resamples: int = 10_000
    level: float = 0.95
    method: Method = "bca"
    seed: int = 0

    def __post_init__(self) -> None:
        if not 100 <= self.resamples <= MAX_RESAMPLES:
            raise ValueError(f"resamples are 100 to {MAX_RESAMPLES:,}, got {self.resamples}")
        if not 0.5 <= self.level <= MAX_LEVEL:
            raise ValueError(f"the level is 0.5 to {MAX_LEVEL}, got {self.level!r}")
        if self.method not in METHODS:
            raise ValueError(f"method is one of {', '.join(METHODS)}, got {self.method!r}")
        if self.seed < 0:
            raise ValueError(f"a seed is at least 0, got {self.seed}")

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        return (
            f"{100 * self.level:g}% {self.method} intervals, {self.resamples} resamples of items, "
            f"seed={self.seed}; of items by leaving out each coder"
        )


class Interval(NamedTuple):
    """An interval around a value.

    Parameters
    ----------
    low, high : float or None
        Its ends; None if undefined.
    undefined : str
        Why there is none, or empty.
    left_out : int
        Resamples without a value.
    """

    low: float | None
    high: float | None
    undefined: str = ""
    left_out: int = 0


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
    pi_star, kappa_star, bias, one_minus_wd_mean : Interval
        The interval of each.
    """

    level: Level
    item: str
    items: int
    pi_star: Interval
    kappa_star: Interval
    bias: Interval
    one_minus_wd_mean: Interval


@dataclass(frozen=True)
class IntervalTable(LevelTable[IntervalRow]):
    """Intervals for every row of an agreement table, in its order.

    Parameters
    ----------
    items, groups : tuple of IntervalRow
        A row an item; a row a group.
    corpus : IntervalRow
        The corpus.
    options : ResampleOptions
        How they were made.
    """

    options: ResampleOptions


def intervals(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    resampling: ResampleOptions | None = None,
    *,
    progress: Progress | None = None,
) -> IntervalTable:
    """Put intervals around all coefficients of a corpus.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    resampling : ResampleOptions, optional
        How intervals are made.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    IntervalTable

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {f"i{n}": {"x": [2, n + 1], "y": [3, n]} for n in range(1, 9)}
    >>> table = intervals(Corpus.from_masses(masses))
    >>> low, high, *_ = table.groups[0].pi_star
    >>> -1 <= low <= high <= 1
    True
    >>> table.items[0].pi_star.undefined
    'two coders only: leaving one out leaves nobody to agree with'
    """
    options = options or AgreementOptions()
    resampling = resampling or ResampleOptions()
    tallies = group_tallies(with_uncertain(corpus, options.uncertain), options)
    items: dict[int, IntervalRow] = {}
    samples = []
    for place, tally in enumerate(tallies):
        names = [corpus.items[number].name for number in tally.items.tolist()]
        rows = _item_rows(tally, names, resampling.level)
        items.update(zip(tally.items.tolist(), rows, strict=True))
        report = part_of(progress, place, len(tallies))
        samples.append(_Sample.of(tally, resampling, place, report))
    return IntervalTable(
        items=tuple(items[place] for place in range(len(corpus.items))),
        groups=tuple(
            sample.row("group", tally.group.name, len(tally.items), resampling)
            for sample, tally in zip(samples, tallies, strict=True)
        ),
        corpus=_Sample.mean(samples).row("corpus", "", len(items), resampling),
        options=resampling,
    )


def weights_of(items: int, options: ResampleOptions, *, stream: int = 0) -> Iterator[Floats]:
    """Draw items anew: how often each was drawn, as `pooled` takes it, in chunks (rows, items)."""
    random = np.random.default_rng([options.seed, stream])
    for rows in chunks_of(options, items):
        yield drawn_weights(random, rows, items)


def chunks_of(options: ResampleOptions, items: int) -> Iterator[int]:
    """Divide resamples of so many items into chunks that take little memory."""
    rows = max(1, CHUNK // items)
    for start in range(0, options.resamples, rows):
        yield min(rows, options.resamples - start)


def drawn_weights(random: np.random.Generator, rows: int, items: int) -> Floats:
    """Draw as many items as there are, with replacement: how often each, (rows, items)."""
    chosen = random.integers(0, items, (rows, items), dtype=np.int32)
    chosen += np.arange(rows, dtype=np.int32)[:, np.newaxis] * items
    weights = np.bincount(chosen.ravel(), minlength=rows * items)
    return weights.reshape(rows, items).astype(float)


@dataclass(frozen=True)
class _Sample:
    """Values, their resamples and what leaving out each item does, for the four columns."""

    values: Floats
    draws: Floats
    influence: Floats
    whys: Sequence[str]

    @classmethod
    def of(
        cls,
        tally: GroupTally,
        options: ResampleOptions,
        stream: int,
        progress: Progress | None,
    ) -> _Sample:
        values = columns_of(pooled(tally))[:, 0]
        none = np.zeros((len(COLUMNS), 0))
        if len(tally.items) < 2:
            undefined = np.broadcast_to(np.nan, (len(COLUMNS), options.resamples))
            return cls(values, undefined, none, [ONE_ITEM] * len(COLUMNS))
        chunks = weights_of(len(tally.items), options, stream=stream)
        reports = reported(chunks, progress, options.resamples, len)
        draws = np.concatenate([columns_of(pooled(tally, one)) for one in reports], axis=1)
        influence = _influence(tally) if options.method == "bca" else none
        return cls(values, draws, influence, [""] * len(COLUMNS))

    @classmethod
    def mean(cls, samples: Sequence[_Sample]) -> _Sample:
        """Return the mean over groups; those without a value do not count."""
        counts = [~np.isnan(sample.values) for sample in samples]
        shares = counts / np.maximum(np.sum(counts, axis=0), 1)  # shape (groups, 4)
        values = np.full(len(COLUMNS), np.nan)
        draws = np.zeros_like(samples[0].draws)
        whys = [""] * len(COLUMNS)
        for column in np.flatnonzero(shares.any(axis=0)).tolist():
            counted = [
                (s, share) for s, share in zip(samples, shares[:, column], strict=True) if share
            ]
            values[column] = sum(share * s.values[column] for s, share in counted)
            draws[column] = sum(share * s.draws[column] for s, share in counted)
            if any(s.whys[column] for s, _ in counted):
                whys[column] = GROUP_OF_ONE
        pulls = [
            share[:, np.newaxis] * s.influence for s, share in zip(samples, shares, strict=True)
        ]
        return cls(values, draws, np.concatenate(pulls, axis=1), whys)

    def row(self, level: Level, name: str, items: int, options: ResampleOptions) -> IntervalRow:
        """Return the intervals of all columns."""
        found = [self._interval(place, column, options) for place, column in enumerate(COLUMNS)]
        return IntervalRow(level, name, items, *found)

    def _interval(self, place: int, column: str, options: ResampleOptions) -> Interval:
        value, draws = float(self.values[place]), self.draws[place]
        if np.isnan(value):
            return Interval(None, None, NO_VALUE)
        if self.whys[place]:
            return Interval(None, None, self.whys[place])
        known = draws[~np.isnan(draws)]
        found = percentile_interval(draws, options.level)
        if found.low is None:
            return found
        tails = ((1 - options.level) / 2, (1 + options.level) / 2)
        if column == "bias":
            low, high = _of_spread(tails, value, known)
        elif options.method == "bca":
            low, high = np.quantile(known, _bca_tails(tails, value, known, self.influence[place]))
        else:
            return found
        return found._replace(low=float(low), high=float(high))


def percentile_interval(draws: Floats, level: float, *, undefined: str = "") -> Interval:
    """Return the interval of resampled values, by their quantiles, or say why there is none."""
    if undefined:
        return Interval(None, None, undefined)
    known = draws[~np.isnan(draws)]
    left_out = len(draws) - len(known)
    if 2 * left_out >= len(draws):
        return Interval(None, None, FEW_VALUES, left_out)
    low, high = np.quantile(known, ((1 - level) / 2, (1 + level) / 2)).tolist()
    return Interval(low, high, "", left_out)


def _influence(tally: GroupTally) -> Floats:
    """Return how much each item pulls at the four columns: shape (4, I)."""
    left = _columns_without_items(tally)
    known = ~np.isnan(left)
    count = known.sum(axis=1, keepdims=True)
    mean = np.where(known, left, 0).sum(axis=1, keepdims=True) / np.maximum(count, 1)
    items = left.shape[1]
    pull: Floats = np.where(known, (items - 1) * (mean - left) / items, 0.0)
    return pull


def _of_spread(tails: tuple[float, float], value: float, draws: Floats) -> tuple[float, float]:
    """Return the interval of a spread, see the module."""
    low, high = np.quantile(draws, tails) - 2 * (draws.mean() - value)
    least = min(0.0, value, float(draws.min()))  # with gaps, bias may lie below 0
    return max(low, least), max(high, value)


def columns_of(found: Pooled) -> Floats:
    """Stack the columns that have intervals, in the order of `COLUMNS`: shape (4, R)."""
    of = found.coefficients
    return np.stack([of.pi, of.kappa, of.bias, found.similar])


def leaving_out(tally: GroupTally, *, without: int | None = None) -> Floats:
    """Leave out each item once: pi* of the others, NaN where undefined; perhaps without a coder."""
    values: Floats = _columns_without_items(tally, without)[0]
    return values


def _columns_without_items(tally: GroupTally, without: int | None = None) -> Floats:
    """Leave out each item once: shape (4, I)."""
    count = len(tally.items)
    rows = max(1, CHUNK // count)
    parts = []
    for start in range(0, count, rows):
        stop = min(start + rows, count)
        weights = np.ones((stop - start, count))
        weights[np.arange(stop - start), np.arange(start, stop)] = 0
        parts.append(columns_of(pooled(tally, weights, without=without)))
    return np.concatenate(parts, axis=1)


def item_intervals(tally: GroupTally, level: float) -> list[Interval]:
    """Return the interval over coders of pi* of each item of a group, in their order."""
    return [row.pi_star for row in _item_rows(tally, [""] * len(tally.items), level)]


def _bca_tails(
    tails: tuple[float, float], value: float, draws: Floats, influence: Floats
) -> tuple[float, float]:
    """Move the quantiles by the bias and the acceleration of the resampled values."""
    normal = NormalDist()
    alike = np.abs(draws - value) <= ROUNDING
    below = float((alike / 2 + ((draws < value) & ~alike)).mean())
    if not 0 < below < 1:
        return tails
    bias = normal.inv_cdf(below)
    spread = float((influence**2).sum())
    acceleration = float((influence**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0

    def moved(tail: float) -> float:
        z = bias + normal.inv_cdf(tail)
        shrink = 1 - acceleration * z
        if shrink <= 0:  # beyond all resamples
            return 1.0 if z > 0 else 0.0
        return normal.cdf(bias + z / shrink)

    return moved(tails[0]), moved(tails[1])


def _item_rows(tally: GroupTally, names: Sequence[str], level: float) -> list[IntervalRow]:
    """Return the intervals of items by leaving out each coder."""
    values = columns_of(each_item(tally))
    coded = tally.coder_sets[tally.coder_set]
    coders = coded.sum(axis=1)
    quantile = {
        size: student_t((1 + level) / 2, size - 1) for size in set(coders.tolist()) if size > 2
    }
    reach = np.sqrt(jackknife_variance(without_each_coder(tally), coded.T))
    reach *= [quantile.get(size, np.nan) for size in coders.tolist()]
    lows, highs = values - reach, np.minimum(values + reach, 1.0)
    similar = COLUMNS.index("one_minus_wd_mean")
    lows[similar] = np.maximum(lows[similar], 0.0)
    return [
        IntervalRow("item", name, 1, *map(interval_over_coders, *ends, [size] * len(COLUMNS)))
        for name, size, *ends in zip(
            names,
            coders.tolist(),
            values.T.tolist(),
            lows.T.tolist(),
            highs.T.tolist(),
            strict=True,
        )
    ]


def without_each_coder(tally: GroupTally) -> Floats:
    """Leave out each coder once: the columns of each item, shape (C, 4, I)."""
    coders = range(len(tally.group.coders))
    return np.stack([columns_of(each_item(tally, without=coder)) for coder in coders])


def jackknife_variance(left: Floats, coded: NDArray[np.bool_]) -> Floats:
    """Estimate variances from the values that leaving out each coder gives, (C, 4, I) to (4, I)."""
    counts = coded[:, np.newaxis]
    coders = coded.sum(axis=0)
    mean = np.where(counts, left, 0).sum(axis=0) / coders
    squares: Floats = np.where(counts, (left - mean) ** 2, 0).sum(axis=0)
    variance: Floats = (coders - 1) / coders * squares
    return variance


def interval_over_coders(
    value: float, low: float, high: float, coders: int, *, undefined: str = NO_VALUE
) -> Interval:
    """Return an interval over coders, or one that says why there is none."""
    if isnan(value):
        return Interval(None, None, undefined)
    if coders < 3:
        return Interval(None, None, TWO_CODERS)
    return Interval(None, None, NO_REST) if isnan(low) else Interval(low, high)
