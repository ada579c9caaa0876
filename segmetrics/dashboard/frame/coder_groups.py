"""Which coder group has some coders, and which one a view shows."""

from __future__ import annotations

from collections.abc import Collection

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.phrases import counted, natural_key

ALL = 0
"""The number of no coder group, but of all of them."""


def group_number(corpus: Corpus, coders: Collection[str | None]) -> int | None:
    """Find the coder group of some coders, from 1; None if no group has them all."""
    for number, group in enumerate(corpus.groups, 1):
        if set(coders) <= set(group.coders):
            return number
    return None


def group_shown(view: UrlState, corpus: Corpus) -> int:
    """Return the coder group of a view, from 1: its own, else that of its item, else of its pair.

    A number beyond the last is the last; `ALL` stays.
    """
    if view.group is not None:
        return min(view.group, len(corpus.groups))
    coders: Collection[str | None] = (view.a, view.b)
    if view.item is not None and view.item in corpus:
        coders = corpus[view.item].coders
    found = group_number(corpus, coders)
    return found or 1


def group_title(corpus: Corpus, number: int) -> str:
    """Return what a coder group is called in a choice: ``Group 1 (an1 to an4, 4 coders)``."""
    if number == ALL:
        return words.ALL_OF.format(counted(len(corpus.coders), "coder"))
    group = corpus.groups[number - 1]
    if group.title:
        return words.NAMED_GROUP.format(group.title, counted(len(group.coders), "coder"))
    return words.numbered_group(number, sorted(group.coders, key=natural_key))
