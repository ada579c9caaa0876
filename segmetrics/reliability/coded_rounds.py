"""A round of coding: what its coefficients come from, over the items that both rounds have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.chance import chance
from segmetrics.reliability.leave_one_out import NOT_SHUFFLED, GroupCounts, group_counts
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.shuffling import ChanceOptions

NO_VALUE = "undefined over the items that both rounds have"


@dataclass(frozen=True)
class CodedRound:
    """A round: the items that both rounds have, their agreement, and what its groups come from."""

    corpus: Corpus | None
    rows: Sequence[AgreementRow]
    group_rows: Sequence[AgreementRow]
    groups: Sequence[GroupCounts]
    shuffled: bool

    @classmethod
    def of(
        cls,
        whole: Corpus,
        common: Sequence[str],
        options: AgreementOptions,
        shuffling: ChanceOptions | None,
        progress: Progress | None,
    ) -> CodedRound:
        """Keep the common items of a round, and compute what is compared."""
        if not common:
            return cls(None, (), (), (), False)
        corpus = whole.select(items=common)
        expected = None
        if shuffling:
            expected = chance(corpus, options, shuffling, progress=progress).by_coder
        table = agreement(corpus, options)
        groups = tuple(group_counts(corpus, options, expected))
        return cls(corpus, table.items, table.groups, groups, shuffling is not None)

    @cached_property
    def place(self) -> Ints:
        """Where each item is: number of its group, and its place there; (N, 2)."""
        found = np.empty((len(self.rows), 2), dtype=np.int64)
        for number, counts in enumerate(self.groups):
            found[counts.tally.items, 0] = number
            found[counts.tally.items, 1] = np.arange(len(counts.tally.items))
        return found

    @cached_property
    def values(self) -> Floats:
        """The columns of the groups: shape (G, 7)."""
        return np.stack([counts.value for counts in self.groups])

    def why(self, row: AgreementRow, name: str) -> str:
        """Return why a column of a row has no value."""
        if name == "corrected" and not self.shuffled:
            return NOT_SHUFFLED
        return row.undefined.get(name) or row.undefined.get("pi_star") or NO_VALUE

    @property
    def boundary_rate(self) -> float | None:
        """The boundaries over the places of all codings."""
        codings = [
            coding
            for item in (self.corpus.items if self.corpus else ())
            for coding in item.codings.values()
        ]
        places = sum(coding.mass - 1 for coding in codings)
        return sum(len(coding.boundaries) for coding in codings) / places if places else None


def strata_of(first: CodedRound, second: CodedRound) -> list[tuple[int, int, Ints]]:
    """Divide the common items by their groups in both rounds: groups and items of each."""
    pairs = np.stack([first.place[:, 0], second.place[:, 0]], axis=1)
    kinds, number = np.unique(pairs, axis=0, return_inverse=True)
    order = np.argsort(number.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(number.ravel(), minlength=len(kinds)))
    parts = np.split(order, ends[:-1])
    return [(*kind, items) for kind, items in zip(kinds.tolist(), parts, strict=True)]
