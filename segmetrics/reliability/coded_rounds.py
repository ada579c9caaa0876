"""A round of coding: what its coefficients come from, over the items that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.levels import NO_GROUP
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.chance import ALWAYS_SAME, ChanceTable
from segmetrics.reliability.leave_one_out import COLUMNS, GroupCounts, group_counts

NO_VALUE = "undefined over the items that both rounds have"


@dataclass(frozen=True)
class CodedRound:
    """A round: the items that are compared, their agreement, and what its groups come from."""

    corpus: Corpus
    options: AgreementOptions
    table: AgreementTable
    groups: Sequence[GroupCounts]

    @classmethod
    def of(
        cls, corpus: Corpus, options: AgreementOptions, expected: Sequence[Floats] | None
    ) -> CodedRound:
        """Compute what is compared of a round, from what its shuffled codings agree on."""
        counts = tuple(group_counts(corpus, options, expected))
        return cls(corpus, options, agreement(corpus, options), counts)

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
        """The columns of the groups: shape (G, 7)."""
        return np.stack([counts.value for counts in self.groups])

    def mean(self, name: str) -> float | None:
        """Return the mean of a column over the groups that have it; None if none has."""
        values = self.values[:, COLUMNS.index(name)]
        known = values[~np.isnan(values)]
        return float(known.mean()) if known.size else None

    def why(self, row: AgreementRow, name: str) -> str:
        """Return why a column of a row has no value."""
        if name == "corrected" and row.observed is not None:
            return ALWAYS_SAME
        return row.undefined.get(name) or row.undefined.get("pi_star") or NO_VALUE

    def why_nowhere(self, name: str) -> str:
        """Return why a column has no value in any group."""
        compared = any(row.observed is not None for row in self.table.groups)
        return ALWAYS_SAME if name == "corrected" and compared else NO_GROUP

    @property
    def boundary_rate(self) -> float | None:
        """The boundaries over the places of all codings."""
        codings = [coding for item in self.corpus.items for coding in item.codings.values()]
        places = sum(coding.mass - 1 for coding in codings)
        return sum(len(coding.boundaries) for coding in codings) / places if places else None


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
