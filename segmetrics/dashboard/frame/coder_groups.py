"""Which coder group has some coders."""

from __future__ import annotations

from collections.abc import Collection

from segmetrics.corpus import Corpus


def group_number(corpus: Corpus, coders: Collection[str | None]) -> int | None:
    """Find the coder group of some coders, from 1; None if no group has them all."""
    for number, group in enumerate(corpus.groups, 1):
        if set(coders) <= set(group.coders):
            return number
    return None
