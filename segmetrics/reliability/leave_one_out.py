"""The coefficients of a coder group, without each of its coders and items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import plain
from segmetrics.coefficients import pooling
from segmetrics.coefficients.boundary_decisions import OF_DECISIONS, tally_decisions
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import AGREEMENT, BESIDE, BY_SHUFFLING, DECISIONS, Quantity
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability import jackknife

OF_POOLED: Mapping[str, Callable[[pooling.Pooled], Floats]] = MappingProxyType(
    {
        "pi_star": attrgetter("coefficients.pi"),
        "kappa_star": attrgetter("coefficients.kappa"),
        "bias": attrgetter("coefficients.bias"),
        "one_minus_wd_mean": attrgetter("similar"),
    }
)
"""What the columns of the agreement table that have an interval are taken from."""

MEASURES: Mapping[str, Quantity] = MappingProxyType(
    {**{key: AGREEMENT[key] for key in OF_POOLED}, **BESIDE, "corrected": BY_SHUFFLING["corrected"]}
)
"""What has an interval, in the order of the columns."""

COLUMNS = tuple(MEASURES)
TABLE_COLUMNS = tuple(OF_POOLED)
"""Those that are columns of the agreement table."""

NOT_SHUFFLED = "nothing was shuffled to compare with"


class Part(NamedTuple):
    """Which items are pooled: how tallies are, and how plain counts are summed."""

    pool: Callable[..., pooling.Pooled]
    summed: Callable[[Floats], Floats]


ALL_ITEMS = Part(pooling.pooled, lambda counts: counts.sum(axis=0, keepdims=True))
EACH_ITEM = Part(pooling.each_item, lambda counts: counts)
ALL_BUT_EACH_ITEM = Part(pooling.without_each_item, lambda counts: counts.sum(axis=0) - counts)


class ShuffledTally(NamedTuple):
    """The tally of places alone, and what pairs of shuffled codings agree on, by item and coder."""

    tally: pooling.GroupTally
    expected: Floats

    def corrected(self, part: Part, without: int | None = None) -> Floats:
        """Return what pairs agree on beyond shuffled ones, of what they could: shape (R,)."""
        counts = np.stack(
            [
                self.tally.total(of, without)
                for of in (self.tally.numerator, self.expected, self.tally.denominator)
            ],
            axis=1,
        )
        agreed, expected, whole = part.summed(counts).T
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(
                whole > expected + NEGLIGIBLE, (agreed - expected) / (whole - expected), np.nan
            )


@dataclass(frozen=True)
class LeftOut(ABC):
    """Values of a coder group of C coders and I items, without each of its coders and items.

    `measures` has the name of each of the K values and what it is, in their order; `items` are
    places in the corpus. Who coded which item, and who can be compared with others on it: (I, C).
    """

    measures: ClassVar[Mapping[str, Quantity]]

    items: Ints
    coded: NDArray[np.bool_]
    compared: NDArray[np.bool_]

    @abstractmethod
    def columns(self, part: Part, without: int | None = None) -> Floats:
        """Compute all values, perhaps without a coder: shape (K, R), NaN where undefined."""

    @property
    def scales(self) -> list[jackknife.Scale]:
        """The scale of each value."""
        return [jackknife.SCALES[of.span] for of in self.measures.values()]

    @property
    def compared_items(self) -> NDArray[np.bool_]:
        """Which items somebody can be compared on: shape (I,)."""
        found: NDArray[np.bool_] = np.asarray(self.compared.any(axis=1))
        return found

    @property
    def compared_coders(self) -> NDArray[np.bool_]:
        """Who can be compared with somebody: shape (C,)."""
        found: NDArray[np.bool_] = np.asarray(self.compared.any(axis=0))
        return found

    @cached_property
    def value(self) -> Floats:
        """The values of the group: shape (K,)."""
        return self.columns(ALL_ITEMS)[:, 0]

    @cached_property
    def without_coder(self) -> Floats:
        """The values without each coder: shape (C, K)."""
        coders = range(self.coded.shape[1])
        return np.stack([self.columns(ALL_ITEMS, coder)[:, 0] for coder in coders])

    @cached_property
    def without_item(self) -> Floats:
        """The values without each item: shape (I, K)."""
        return self.columns(ALL_BUT_EACH_ITEM).T

    @cached_property
    def of_items(self) -> Floats:
        """The values of each item: shape (K, I)."""
        return self.columns(EACH_ITEM)

    @cached_property
    def of_items_without_coder(self) -> Floats:
        """The values of each item without each coder: shape (C, K, I)."""
        coders = range(self.coded.shape[1])
        return np.stack([self.columns(EACH_ITEM, coder) for coder in coders])

    def estimates(self, over: jackknife.Over) -> list[jackknife.Estimate]:
        """Estimate how each value varies."""
        left = (
            self.value.tolist(),
            self.without_coder[self.compared_coders].T,
            self.without_item[self.compared_items].T,
        )
        return [
            jackknife.two_way(value, coders, items, over=over, scale=scale)
            for value, coders, items, scale in zip(*left, self.scales, strict=True)
        ]


@dataclass(frozen=True)
class DecisionCounts(LeftOut):
    """What coefficients of boundary decisions of a coder group are computed from.

    `totals` are those of `DecisionTally` for each item, with all coders and without each.
    """

    measures = MappingProxyType({key: DECISIONS[key] for key in OF_DECISIONS})

    totals: Floats
    totals_without: Sequence[Floats]

    def summed(self, part: Part, without: int | None) -> Floats:
        """Sum the totals, perhaps without a coder: shape (R, 6)."""
        return part.summed(self.totals if without is None else self.totals_without[without])

    def columns(self, part: Part, without: int | None = None) -> Floats:
        """Compute all values, perhaps without a coder: shape (K, R)."""
        totals = self.summed(part, without)
        return np.stack([OF_DECISIONS[key](totals) for key in self.measures])


@dataclass(frozen=True)
class GroupCounts(LeftOut):
    """What the coefficients of a coder group are computed from.

    `tallies` are by similarity, that of the options first. `shuffled` is None if nothing was
    shuffled. Without `absent`, the place of a coder, all values are those of the others.
    """

    measures = MEASURES

    tallies: Mapping[str, pooling.GroupTally]
    decisions: DecisionCounts
    shuffled: ShuffledTally | None
    absent: int | None = None

    @property
    def tally(self) -> pooling.GroupTally:
        """The tally over the similarity of the options."""
        return next(iter(self.tallies.values()))

    def of_others(self, coder: str) -> GroupCounts:
        """Return the same without a coder, who may be in another group."""
        coders = self.tally.group.coders
        if coder not in coders:
            return self
        coded = self.coded & (np.array(coders) != coder)
        compared = self.compared & coded & (coded.sum(axis=1) > 1)[:, np.newaxis]
        return replace(self, coded=coded, compared=compared, absent=coders.index(coder))

    def columns(self, part: Part, without: int | None = None) -> Floats:
        """Compute all columns, perhaps without a coder: shape (K, R), NaN where undefined."""
        without = self.absent if without is None else without
        pooled = {key: part.pool(of, without=without) for key, of in self.tallies.items()}
        totals = self.decisions.summed(part, without)
        own = next(iter(pooled))

        def values(of: Quantity) -> Floats:
            if of.column in BY_SHUFFLING:
                nothing = np.full_like(totals[:, 0], np.nan)
                return self.shuffled.corrected(part, without) if self.shuffled else nothing
            if of.column in OF_DECISIONS:
                return OF_DECISIONS[of.column](totals)
            return OF_POOLED[of.column](pooled[of.similarity or own])

        return np.stack([values(of) for of in self.measures.values()])


def shuffled_tallies(
    corpus: Corpus, options: AgreementOptions, expected: Sequence[Floats]
) -> tuple[ShuffledTally, ...]:
    """Tally places alone beside what shuffled codings agree on, for each coder group."""
    return tuple(map(ShuffledTally, pooling.group_tallies(plain(corpus), options), expected))


def decision_counts(corpus: Corpus) -> Iterator[DecisionCounts]:
    """Count boundary decisions, for each coder group of a corpus."""
    decided = tally_decisions(corpus)
    totals = decided.totals
    coder_place = {coder: place for place, coder in enumerate(corpus.coders)}
    item_place = {item.name: place for place, item in enumerate(corpus.items)}
    for group in corpus.groups:
        items = np.array([item_place[name] for name in group.items])
        coded = np.array(
            [[coder in corpus[name].codings for coder in group.coders] for name in group.items]
        )
        yield DecisionCounts(
            items,
            coded,
            coded & (decided.units[items] > 0)[:, np.newaxis],
            totals[items],
            [decided.without(coder_place[coder])[items] for coder in group.coders],
        )


def group_counts(
    corpus: Corpus, options: AgreementOptions, expected: Sequence[Floats] | None = None
) -> Iterator[GroupCounts]:
    """Count what coefficients are computed from, for each coder group of a corpus."""
    similarities = (options.similarity, *(of.similarity for of in BESIDE.values() if of.similarity))
    over = {
        key: pooling.group_tallies(corpus, replace(options, similarity=key))
        for key in dict.fromkeys(similarities)
    }
    shuffled: Sequence[ShuffledTally | None] = [None] * len(corpus.groups)
    if expected is not None:
        shuffled = shuffled_tallies(corpus, options, expected)
    for number, decided in enumerate(decision_counts(corpus)):
        yield GroupCounts(
            decided.items,
            decided.coded,
            decided.compared,
            {key: tallies[number] for key, tallies in over.items()},
            decided,
            shuffled[number],
        )
