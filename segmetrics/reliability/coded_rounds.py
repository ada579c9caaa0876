"""Rounds of coding: which coders and items of them are compared, and what a round comes to.

Two rounds tell whether agreement changed if the same people coded the same items: otherwise it
may change because somebody who agrees more, or less, left or joined. So of each item that all
rounds have, those codings are compared whose coders coded it in every round. If fewer than two
coders are left on every item, all codings are compared, and a change is tested for other coders
and other items alone, which takes into account that the people changed. Rounds that have no item
in common are compared over the coders of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.boundary_decisions import NO_VARIATION
from segmetrics.coefficients.chance_corrected import mean_of_known
from segmetrics.coefficients.levels import NO_GROUP
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import of_corpus
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.chance import ALWAYS_SAME, ChanceTable
from segmetrics.reliability.chance_verdicts import verdict_of
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.leave_one_out import COLUMNS, GroupCounts, group_counts
from segmetrics.reliability.multiple_tests import after_benjamini_hochberg

SAME = {"corrected": ALWAYS_SAME, "alpha": NO_VARIATION}
"""Why values are undefined of which the items have pairs."""

NO_VALUE = "undefined over the items that all rounds have"

Whose = Literal["same", "shared", "changed"]
"""Whose codings are compared: all, as the same people coded the same items in every round; those of
the people who did; or all, though fewer than two did."""


@dataclass(frozen=True)
class Compared:
    """Which coders and items of some rounds are compared."""

    # Whether the same people coded every round; if not, whether those who did are compared, or all
    # are, since fewer than two coded the same item in every round.
    whose: Whose = "same"
    # Those who are compared; if the people changed, those who coded something in every round.
    coders: tuple[str, ...] = ()
    # Of each round, the coders of its items that some other round has not.
    alone: tuple[tuple[str, ...], ...] = ((), ())
    # Item to the coders who coded it in some rounds alone, so that they do not count there.
    without: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Items that are not compared, as fewer than two of these coders coded them.
    left_out: tuple[str, ...] = ()

    def tested(self, chosen: IntervalOptions) -> IntervalOptions:
        """Return how a change is tested: for other coders too if the people changed."""
        return replace(chosen, over="coders and items") if self.whose == "changed" else chosen


class Comparable(NamedTuple):
    """What is compared of each round, and who that is."""

    parts: tuple[Corpus, ...]
    of: Compared


def common_items(rounds: Sequence[Corpus]) -> list[str]:
    """Name the items that all rounds have, in the order of the first."""
    first, *others = rounds
    return [item.name for item in first.items if all(item.name in one for one in others)]


def comparable(rounds: Sequence[Corpus]) -> Comparable | None:
    """Choose what is compared of rounds; None if some share items, but no item is in all."""
    items = common_items(rounds)
    if items:
        return _of_same_items([one.select(items=items) for one in rounds])
    names = [item.name for one in rounds for item in one.items]
    return _of_other_items(rounds) if len(set(names)) == len(names) else None


def _of_same_items(rounds: Sequence[Corpus]) -> Comparable:
    """Choose the codings of the same coders, of rounds of the same items."""
    both, without = {}, {}
    for codings in zip(*(one.items for one in rounds), strict=True):
        everybody = dict.fromkeys(coder for item in codings for coder in item.codings)
        who = [coder for coder in everybody if all(coder in item.codings for item in codings)]
        both[codings[0].name] = frozenset(who)
        if len(who) < len(everybody):
            without[codings[0].name] = tuple(one for one in everybody if one not in who)
    coders, alone = _of_all(rounds)
    if not without:
        return Comparable(tuple(rounds), Compared("same", coders, alone))
    kept = [name for name, who in both.items() if len(who) > 1]
    if not kept:
        return Comparable(tuple(rounds), Compared("changed", coders, alone))
    known = frozenset(coder for name in kept for coder in both[name])
    compared = Compared(
        "shared",
        tuple(coder for coder in coders if coder in known),
        alone,
        {name: who for name, who in without.items() if name in kept},
        tuple(name for name in both if name not in kept),
    )
    parts = (one.select(items=kept, coders=known) for one in rounds)
    return Comparable(tuple(_coded_by(part, both) for part in parts), compared)


def _of_other_items(rounds: Sequence[Corpus]) -> Comparable:
    """Choose the codings of the coders of all rounds, of rounds without a common item."""
    coders, alone = _of_all(rounds)
    if not any(alone):
        return Comparable(tuple(rounds), Compared("same", coders, alone))
    kept = [
        [item.name for item in one.items if sum(coder in item.codings for coder in coders) > 1]
        for one in rounds
    ]
    if not all(kept):
        return Comparable(tuple(rounds), Compared("changed", coders, alone))
    parts = [
        one.select(items=names, coders=coders) for one, names in zip(rounds, kept, strict=True)
    ]
    left_out = (
        item.name
        for one, part in zip(rounds, parts, strict=True)
        for item in one.items
        if item.name not in part
    )
    return Comparable(tuple(parts), Compared("shared", coders, alone, left_out=tuple(left_out)))


def _of_all(rounds: Sequence[Corpus]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the coders of all rounds, and of each round those that some other has not."""
    everywhere = frozenset(rounds[0].coders).intersection(*(one.coders for one in rounds))
    alone = (tuple(coder for coder in one.coders if coder not in everywhere) for one in rounds)
    return tuple(coder for coder in rounds[0].coders if coder in everywhere), tuple(alone)


def _coded_by(corpus: Corpus, coders: Mapping[str, frozenset[str]]) -> Corpus:
    """Keep the codings of some coders of each item."""
    items = (
        replace(item, codings={c: one for c, one in item.codings.items() if c in coders[item.name]})
        for item in corpus.items
    )
    return replace(corpus, items=tuple(items))


@dataclass(frozen=True)
class CodedRound:
    """A round: the items that are compared, their agreement, and what its groups come from."""

    corpus: Corpus
    options: AgreementOptions
    table: AgreementTable
    groups: Sequence[GroupCounts]
    may_be_chance: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        options: AgreementOptions,
        expected: Sequence[Floats] | None,
        may_be_chance: frozenset[str] = frozenset(),
    ) -> CodedRound:
        """Compute what is compared of a round, from what its shuffled codings agree on.

        `may_be_chance` are the items on which the coders may agree no more than these.
        """
        counts = tuple(group_counts(corpus, options, expected))
        return cls(corpus, options, agreement(corpus, options), counts, may_be_chance)

    def of_others(self, coder: str) -> CodedRound:
        """Return the groups without a coder; what shuffled codings of the others reach stays."""
        return replace(self, groups=[counts.of_others(coder) for counts in self.groups])

    @cached_property
    def over_s(self) -> CodedRound:
        """The same over S, without what shuffled codings agree on."""
        if self.options.similarity == "s":
            return self
        return CodedRound.of(self.corpus, replace(self.options, similarity="s"), None)

    @cached_property
    def place(self) -> Ints:
        """Where each item is: number of its group, and its place there; (N, 2)."""
        found = np.empty((len(self.corpus), 2), dtype=np.int64)
        for number, counts in enumerate(self.groups):
            found[counts.tally.items, 0] = number
            found[counts.tally.items, 1] = np.arange(len(counts.tally.items))
        return found

    @cached_property
    def values(self) -> Floats:
        """The columns of the groups: shape (G, K)."""
        return np.stack([counts.value for counts in self.groups])

    def mean(self, name: str) -> float | None:
        """Return the mean of a column over the groups that have it; None if none has."""
        return mean_of_known(self.values[:, COLUMNS.index(name)])

    def why(self, row: AgreementRow, name: str) -> str:
        """Return why a column of a row has no value."""
        if row.observed is not None and name in SAME:
            return SAME[name]
        return row.undefined.get(name) or row.undefined.get("pi_star") or NO_VALUE

    def why_nowhere(self, name: str) -> str:
        """Return why a column has no value in any group: the reason of all of them."""
        reasons = {self.why(row, name) for row in self.table.groups}
        return reasons.pop() if len(reasons) == 1 else NO_GROUP

    @property
    def coefficients(self) -> dict[str, float | None]:
        """The coefficients of the corpus that rounds are compared by."""
        found = {of_corpus(name): self.mean(name) for name in COLUMNS}
        return found | {"pi_s": self.over_s.mean("pi_star")}

    @property
    def boundary_rate(self) -> float | None:
        """The boundaries over the places of all codings."""
        codings = [coding for item in self.corpus.items for coding in item.codings.values()]
        places = sum(coding.mass - 1 for coding in codings)
        return sum(len(coding.boundaries) for coding in codings) / places if places else None


def items_of_chance(shuffled: ChanceTable) -> frozenset[str]:
    """Return the items of a round on which agreement may be chance, as its Overview has it."""
    adjusted = after_benjamini_hochberg([row.p for row in shuffled.items])
    return frozenset(
        row.item
        for row, p in zip(shuffled.items, adjusted, strict=True)
        if verdict_of(row.corrected, p, row.p_least) == "not_distinguishable"
    )


def expected_on(items: Corpus, shuffled: ChanceTable, whole: Corpus) -> tuple[Floats, ...]:
    """Return what shuffled codings of some items of a corpus agree on, for each of their groups.

    An item is shuffled alike whatever other items are looked at.
    """
    known = {
        (item, coder): value
        for group, values in zip(whole.groups, shuffled.by_coder, strict=True)
        for item, row in zip(group.items, values.tolist(), strict=True)
        for coder, value in zip(group.coders, row, strict=True)
    }
    return tuple(
        np.array([[known[item, coder] for coder in group.coders] for item in group.items])
        for group in items.groups
    )


def strata_of(first: CodedRound, second: CodedRound) -> list[tuple[int, int, Ints]]:
    """Divide the items of two rounds by their groups in both: groups and items of each."""
    pairs = np.stack([first.place[:, 0], second.place[:, 0]], axis=1)
    kinds, number = np.unique(pairs, axis=0, return_inverse=True)
    order = np.argsort(number.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(number.ravel(), minlength=len(kinds)))
    parts = np.split(order, ends[:-1])
    return [(*kind, items) for kind, items in zip(kinds.tolist(), parts, strict=True)]
