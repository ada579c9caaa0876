"""How often shuffled coders agree as much as the coders do: tests of items, groups and corpus.

Conventions
-----------
A p-value is (1 + shuffles that agree at least as much) / (1 + shuffles). Unless their number is
given, an item is shuffled until `EXCEEDED` shuffles agree as much, or until its p-value, adjusted
over all items, is at most the level of `SIGNIFICANCE`, or until it could have been (Besag &
Clifford 1991; Sandve et al. 2011 for many tests): an item on which coders agree perfectly is found
among thousands of others.

Coders on rings may begin where they like. Some count from where the text begins, and then agree on
the first boundaries without reading. Where the sizes of coders' segments have `MANY_ORDERS` orders
or more, all coders but the one with most, these shuffled sizes are a second test, and the p-value
is the larger of both. Where they have fewer, they could not show any agreement.

Sources: Besag & Clifford (1991); Phipson & Smyth (2010); Sandve, Ferkingstad & Nygård (2011).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import log
from typing import NamedTuple

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, observed_agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item, pooled
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.chance_verdicts import SIGNIFICANCE
from segmetrics.reliability.many_shuffles import counts_bits, log_orders
from segmetrics.reliability.multiple_tests import after_benjamini_hochberg
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.reliability.shuffled_agreement import ChanceLevel, Shuffled, shuffled
from segmetrics.reliability.shuffling import ChanceOptions, Null

# Shuffles of each item at first, and where pairs and words of all items are more than `ROOM`.
FIRST, FIRST_OF_MANY, ROOM = 1000, 200, 8_000
# Shuffles that agree as much from which on a p-value is known well enough.
EXCEEDED = 10
# Of m items, an item gets up to so many shuffles for each.
MOST_FOR_EACH = 40
MORE = 4
MANY_ORDERS = log(1_000_000)
SECOND_TEST = (
    "Where the coders' segments have a million orders or more, a second test shuffles the segments "
    "themselves, and the larger p-value counts."
)


class ShuffleTest(NamedTuple):
    """A p-value, the p-value of the highest agreement seen, and how many shuffles they rest on."""

    p: float
    p_least: float
    shuffles: int


@dataclass(frozen=True)
class ShuffleTests:
    """Tests of all items, by their places, of groups and of the corpus, and the chance levels."""

    items: Sequence[ShuffleTest | None]
    groups: Sequence[ShuffleTest | None]
    corpus: ShuffleTest | None
    levels: Mapping[int, ChanceLevel]


def shuffle_tests(
    corpus: Corpus,
    tallies: Sequence[GroupTally],
    options: AgreementOptions,
    shuffling: ChanceOptions,
    progress: Progress | None = None,
) -> ShuffleTests:
    """Shuffle the coders of a corpus as often as its tests need."""
    run = _Run(corpus, tallies, options, shuffling)
    every = range(len(run.items))
    parts = 2 if run.guarded.any() else 1
    one = run.shuffle(shuffling.null, every, part_of(progress, 0, parts))
    found = run.tests(one, one.sums)
    if not run.guarded.any():
        return found
    # The second test is for what the first one takes for more than chance.
    adjusted = np.array(after_benjamini_hochberg(one.p), dtype=float)
    together = any(test and test.p <= SIGNIFICANCE for test in (*found.groups, found.corpus))
    again = np.flatnonzero(run.guarded & ((adjusted <= SIGNIFICANCE) | together))
    if again.size:
        two = run.shuffle("sizes", again.tolist(), part_of(progress, 1, 2), before=one)
        sums = one.unguarded + two.sums if together else np.zeros_like(two.sums)
        found = _larger(found, run.tests(two, sums))
    elif progress:
        progress(1.0)
    return found


class _Shuffles:
    """What shuffles show of I items, by their places, and of G groups in their first R shuffles."""

    def __init__(self, items: int, groups: int, shuffles: int) -> None:
        self.as_high = np.zeros(items, dtype=np.int64)
        self.made = np.zeros(items, dtype=np.int64)
        self.p_least = np.ones(items)
        self.levels: dict[int, ChanceLevel] = {}
        # Numerator, denominator, and whether there is a value: of all, and of unguarded items.
        self.sums = np.zeros((groups, 3, shuffles))
        self.unguarded = np.zeros_like(self.sums)

    @property
    def p(self) -> list[float | None]:
        """The p-value of each item that was shuffled."""
        counts = zip(self.as_high.tolist(), self.made.tolist(), strict=True)
        return [(1 + high) / (1 + made) if made else None for high, made in counts]


class _Run:
    """The shuffles of one corpus."""

    def __init__(
        self,
        corpus: Corpus,
        tallies: Sequence[GroupTally],
        options: AgreementOptions,
        shuffling: ChanceOptions,
    ) -> None:
        self.items, self.options, self.shuffling = corpus.items, options, shuffling
        self.observed = np.full(len(corpus.items), np.nan)
        self.group_of = np.zeros(len(corpus.items), dtype=np.int64)
        for number, tally in enumerate(tallies):
            self.observed[tally.items] = each_item(tally).coefficients.observed
            self.group_of[tally.items] = number
        self.of_groups = [float(pooled(tally).coefficients.observed[0]) for tally in tallies]
        self.first = shuffling.shuffles or self._at_first()
        self.guarded = np.zeros(len(corpus.items), dtype=bool)
        if shuffling.null == "ring":
            for places, orders in log_orders(corpus.items):
                self.guarded[places] = orders.sum(axis=1) - orders.max(axis=1) >= MANY_ORDERS

    def _at_first(self) -> int:
        """Return how many shuffles each item gets at first."""
        if self.shuffling.null != "ring" or not counts_bits(self.options):
            return FIRST
        work = sum(len(item.codings) ** 2 // 2 * -(-item.mass // 64) for item in self.items)
        return FIRST if work <= ROOM else FIRST_OF_MANY

    def shuffle(
        self,
        null: Null,
        places: Sequence[int],
        progress: Progress | None,
        *,
        before: _Shuffles | None = None,
    ) -> _Shuffles:
        """Shuffle items as often as their p-values need, which are no smaller than those before."""
        found = _Shuffles(len(self.items), len(self.of_groups), self.first)
        for part in self._draw(null, places, self.first, 0, progress):
            at = np.array(part.at)
            found.as_high[at], found.made[at], found.p_least[at] = _compared(
                self.observed[at], part.values
            )
            found.levels.update(zip(part.at, part.levels, strict=False))
            sums = np.stack([part.numerator, part.denominator, part.known], axis=1)
            for group in np.unique(self.group_of[at]).tolist():
                own = self.group_of[at] == group
                found.sums[group] += sums[own].sum(axis=0)
                found.unguarded[group] += sums[own & ~self.guarded[at]].sum(axis=0)
        if self.shuffling.shuffles is None:
            self._until_decided(found, null, before)
        return found

    def _until_decided(self, found: _Shuffles, null: Null, before: _Shuffles | None) -> None:
        """Shuffle items that may agree beyond chance until they are seen to, or not to."""
        floor = before.p if before else found.p
        most = max(self.first, MOST_FOR_EACH * (len(floor) - floor.count(None)))
        for stage in count(1):
            p = [
                least if one is None or least is None else max(one, least if before else 0.0)
                for one, least in zip(found.p, floor, strict=True)
            ]
            adjusted = np.array(after_benjamini_hochberg(p), dtype=float)
            undecided = (adjusted > SIGNIFICANCE) & (found.as_high < EXCEEDED)
            at = np.flatnonzero(undecided & (found.made > 0) & (found.made < most))
            if not at.size:
                return
            made = int(found.made[at].min())
            for part in self._draw(null, at.tolist(), min(MORE * made, most) - made, stage, None):
                more = _compared(self.observed[list(part.at)], part.values)
                found.as_high[list(part.at)] += more.as_high
                found.made[list(part.at)] += more.made

    def _draw(
        self,
        null: Null,
        places: Sequence[int],
        shuffles: int,
        stage: int,
        progress: Progress | None,
    ) -> Iterator[Shuffled]:
        """Yield shuffles of the items at some places."""
        ring, seed = self.shuffling.null == "ring", [self.shuffling.seed]
        if stage or null != self.shuffling.null:
            seed += [stage, int(null == "ring")]
        return shuffled(
            self.items,
            places,
            self.options,
            null,
            shuffles,
            seed=seed,
            together=ring,
            progress=progress,
        )

    def tests(self, of: _Shuffles, sums: Floats) -> ShuffleTests:
        """Return the tests of items, groups and corpus."""
        items = [
            None if p is None else ShuffleTest(p, least, made)
            for p, least, made in zip(of.p, of.p_least.tolist(), of.made.tolist(), strict=True)
        ]
        values = [observed_agreement(*of_group) for of_group in sums]
        groups = [_test(*one) for one in zip(self.of_groups, values, strict=True)]
        valued = [at for at, test in enumerate(groups) if test]
        whole = None
        if valued:
            observed = float(np.mean([self.of_groups[at] for at in valued]))
            whole = _test(observed, np.mean([values[at] for at in valued], axis=0))
        return ShuffleTests(items, groups, whole, of.levels)


class _Compared(NamedTuple):
    """Shuffles of (I,) items that agree as much as the coders, and of all that have a value."""

    as_high: Ints
    made: Ints
    p_least: Floats


def _compared(observed: Floats, values: Floats) -> _Compared:
    """Compare what was observed with shuffles: (I,) with (I, R), NaN where undefined."""
    seen = observed[:, np.newaxis]
    known = ~np.isnan(values) & ~np.isnan(seen)
    values = np.where(known, values, -np.inf)
    highest = np.maximum(values.max(axis=1, keepdims=True), seen)
    at_most = (values > highest - NEGLIGIBLE).sum(axis=1) + (seen > highest - NEGLIGIBLE)[:, 0]
    as_high = (known & (values >= seen - NEGLIGIBLE)).sum(axis=1)
    made = known.sum(axis=1)
    return _Compared(as_high, made, at_most / (1 + made))


def _test(observed: float, values: Floats) -> ShuffleTest | None:
    """Compare one value with shuffles; None if there is nothing to compare."""
    found = _compared(np.array([observed]), values[np.newaxis])
    made = int(found.made[0])
    if not made:
        return None
    return ShuffleTest((1 + int(found.as_high[0])) / (1 + made), float(found.p_least[0]), made)


def _larger(one: ShuffleTests, other: ShuffleTests) -> ShuffleTests:
    """Return the tests with the larger p-values, of those that both have."""

    def of(first: ShuffleTest | None, second: ShuffleTest | None) -> ShuffleTest | None:
        return first if first is None or second is None else max(first, second)

    return ShuffleTests(
        list(map(of, one.items, other.items)),
        list(map(of, one.groups, other.groups)),
        of(one.corpus, other.corpus),
        one.levels,
    )
