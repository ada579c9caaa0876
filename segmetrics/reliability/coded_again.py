"""Whose coding of an item is that of the round before, as if one file were used for both.

Who codes again places some boundaries elsewhere. How often a boundary comes again is counted in the
other items of the coder, apart for boundaries that others of the round share and for own ones, as
shared ones come again far more often. Of n of a kind of which c came again, (c + 1) / (n + 2) is
taken. With the product of that over its boundaries, all of an item come again by chance. It is told
where that is less than `LEVEL` over the number of codings that both rounds have, and the other
items hold as many boundaries of the coder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from segmetrics.corpus import Corpus
from segmetrics.phrases import counted
from segmetrics.reliability.trends import CodingRound

LEVEL = 0.05


class CodedAgain(NamedTuple):
    """A coding that is the same in two rounds."""

    coder: str
    item: str
    rounds: tuple[str, str]  #: the names of both
    boundaries: int  #: that came again, all of them
    elsewhere: tuple[int, int]  #: how many came again in the other items, of how many

    @property
    def words(self) -> str:
        """What is said of it."""
        first, then = self.rounds
        again, of = self.elsewhere
        return (
            f"{self.coder} has the same {counted(self.boundaries, 'boundary', 'boundaries')} on "
            f"{self.item} in {first} and {then}; on other items, {again:,} of {of:,} came again. "
            "It looks as if one file was used for both."
        )


def coded_again(rounds: Sequence[CodingRound]) -> tuple[CodedAgain, ...]:
    """Return the codings that are those of the round before, though others of the coder are not."""
    return tuple(one for two in pairwise(rounds) for one in _of_two(*two))


def _of_two(before: CodingRound, after: CodingRound) -> Iterator[CodedAgain]:
    again = {
        (coder, item.name): _come_again(before.corpus, after.corpus, coder, item.name)
        for item in before.corpus.items
        for coder in item.codings
        if item.name in after.corpus and coder in after.corpus[item.name].codings
    }
    for (coder, item), (_, counts, same) in again.items():
        if not same:
            continue
        rest = [one for (who, name), one in again.items() if who == coder and name != item]
        elsewhere = np.array([(one.came, one.of) for one in rest], dtype=float)
        came, of = elsewhere.reshape(-1, 2, 2).sum(axis=0)
        chance = prod((((came + 1) / (of + 2)) ** counts).tolist())
        if of.sum() >= sum(counts) and chance < LEVEL / len(again):
            names = before.name, after.name
            rates = int(came.sum()), int(of.sum())
            yield CodedAgain(coder, item, names, sum(counts), rates)


class _Again(NamedTuple):
    """How many boundaries came again, and of how many, shared and own; whether all did."""

    came: list[int]
    of: list[int]
    same: bool


def _come_again(before: Corpus, after: Corpus, coder: str, item: str) -> _Again:
    """Count what came again of a coding in the next round."""
    codings = before[item].codings
    own, then = (set(of[item].codings[coder].boundaries) for of in (before, after))
    others = {at for name, one in codings.items() if name != coder for at in one.boundaries}
    kinds = own & others, own - others
    came, of = ([len(kind & kept) for kind in kinds] for kept in (then, own))
    return _Again(came, of, own == then)
