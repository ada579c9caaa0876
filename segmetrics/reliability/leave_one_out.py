"""The coefficients of a coder group, without each of its coders and items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import plain
from segmetrics.coefficients.boundary_decisions import alpha_of, tally_decisions
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import (
    GroupTally,
    Pooled,
    each_item,
    group_tallies,
    pooled,
    without_each_item,
)
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.jackknife import (
    AT_LEAST_ZERO,
    AT_MOST_ONE,
    SHARE,
    Estimate,
    Over,
    Scale,
    two_way,
)

SCALES: Mapping[str, Scale] = MappingProxyType(
    {
        "pi_star": AT_MOST_ONE,
        "kappa_star": AT_MOST_ONE,
        "bias": AT_LEAST_ZERO,
        "one_minus_wd_mean": SHARE,
        "alpha": AT_MOST_ONE,
        "pi_star_b": AT_MOST_ONE,
        "corrected": AT_MOST_ONE,
    }
)
"""What has an interval, and the scale of each."""

COLUMNS = tuple(SCALES)
TABLE_COLUMNS = COLUMNS[:4]
"""Those that are columns of the agreement table."""

NOT_SHUFFLED = "nothing was shuffled to compare with"


class Part(NamedTuple):
    """Which items are pooled: how tallies are, and how plain counts are summed."""

    pool: Callable[..., Pooled]
    summed: Callable[[Floats], Floats]


ALL_ITEMS = Part(pooled, lambda counts: counts.sum(axis=0, keepdims=True))
EACH_ITEM = Part(each_item, lambda counts: counts)
ALL_BUT_EACH_ITEM = Part(without_each_item, lambda counts: counts.sum(axis=0) - counts)


class ShuffledTally(NamedTuple):
    """The tally of places alone, and what pairs of shuffled codings agree on, by item and coder."""

    tally: GroupTally
    expected: Floats


@dataclass(frozen=True)
class GroupCounts:
    """What the coefficients of a coder group are computed from, for each of its I items.

    `totals` are those of `DecisionTally`, with all coders and without each; `shuffled` is None if
    nothing was shuffled.
    """

    tally: GroupTally
    over_b: GroupTally
    totals: Floats
    totals_without: Sequence[Floats]
    shuffled: ShuffledTally | None

    @property
    def coded(self) -> NDArray[np.bool_]:
        """Who coded which item: shape (I, C)."""
        coded: NDArray[np.bool_] = self.tally.coder_sets[self.tally.coder_set]
        return coded

    @property
    def compared_items(self) -> NDArray[np.bool_]:
        """Which items somebody can be compared on: shape (I,)."""
        found: NDArray[np.bool_] = np.asarray(self.tally.coded.any(axis=1))
        return found

    @property
    def compared_coders(self) -> NDArray[np.bool_]:
        """Who can be compared with somebody: shape (C,)."""
        found: NDArray[np.bool_] = np.asarray(self.tally.coded.any(axis=0))
        return found

    def columns(self, part: Part, without: int | None = None) -> Floats:
        """Compute all columns, perhaps without a coder: shape (7, R), NaN where undefined."""
        found = part.pool(self.tally, without=without)
        of = found.coefficients
        totals = self.totals if without is None else self.totals_without[without]
        over_b = of.pi
        if self.over_b is not self.tally:
            over_b = part.pool(self.over_b, without=without).coefficients.pi
        alpha = alpha_of(part.summed(totals))
        return np.stack(
            [of.pi, of.kappa, of.bias, found.similar, alpha, over_b, self._corrected(part, without)]
        )

    def _corrected(self, part: Part, without: int | None) -> Floats:
        """Return what pairs agree on beyond shuffled ones, of what they could."""
        if self.shuffled is None:
            return np.full(len(part.summed(self.totals)), np.nan)
        tally = self.shuffled.tally
        counts = np.stack(
            [
                tally.total(of, without)
                for of in (tally.numerator, self.shuffled.expected, tally.denominator)
            ],
            axis=1,
        )
        agreed, expected, whole = part.summed(counts).T
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(
                whole > expected + NEGLIGIBLE, (agreed - expected) / (whole - expected), np.nan
            )

    @cached_property
    def value(self) -> Floats:
        """The columns of the group: shape (7,)."""
        return self.columns(ALL_ITEMS)[:, 0]

    @cached_property
    def without_coder(self) -> Floats:
        """The columns without each coder: shape (C, 7)."""
        coders = range(len(self.totals_without))
        return np.stack([self.columns(ALL_ITEMS, coder)[:, 0] for coder in coders])

    @cached_property
    def without_item(self) -> Floats:
        """The columns without each item: shape (I, 7)."""
        return self.columns(ALL_BUT_EACH_ITEM).T

    @cached_property
    def of_items(self) -> Floats:
        """The columns of each item: shape (7, I)."""
        return self.columns(EACH_ITEM)

    @cached_property
    def of_items_without_coder(self) -> Floats:
        """The columns of each item without each coder: shape (C, 7, I)."""
        return np.stack([self.columns(EACH_ITEM, c) for c in range(len(self.totals_without))])

    def estimates(self, over: Over) -> list[Estimate]:
        """Estimate how each column varies."""
        left = (
            self.value.tolist(),
            self.without_coder[self.compared_coders].T,
            self.without_item[self.compared_items].T,
        )
        return [
            two_way(value, coders, items, over=over, scale=scale)
            for value, coders, items, scale in zip(*left, SCALES.values(), strict=True)
        ]


def leaving_out(tally: GroupTally, *, without: int | None = None) -> Floats:
    """Leave out each item once: pi* of the others, NaN where undefined; perhaps without a coder."""
    return without_each_item(tally, without=without).coefficients.pi


def group_counts(
    corpus: Corpus, options: AgreementOptions, expected: Sequence[Floats] | None = None
) -> Iterator[GroupCounts]:
    """Count what coefficients are computed from, for each coder group of a corpus.

    What shuffled codings agree on, if given, is that of places alone.
    """
    tallies = bare = group_tallies(corpus, options)
    over_b = tallies
    if options.similarity != "b":
        over_b = group_tallies(corpus, replace(options, similarity="b"))
    if expected is not None and corpus.kind != "linear":
        bare = group_tallies(plain(corpus), options)
    decided = tally_decisions(corpus)
    totals = decided.totals
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    for number, tally in enumerate(tallies):
        places = [place_of[coder] for coder in tally.group.coders]
        yield GroupCounts(
            tally,
            over_b[number],
            totals[tally.items],
            [decided.without(place)[tally.items] for place in places],
            None if expected is None else ShuffledTally(bare[number], expected[number]),
        )
