"""Which two coders have nearly the same boundaries in one item, and elsewhere not.

Conventions
-----------
Two who find what is there agree as well as two of whom one copies. So only what nobody else has
counts: the places of an item where one of two coders has a boundary, or both, and no other coder.
How many of these both have in all other items is the share that they usually have in common; by the
binomial tail of it, with its standard error added, both have too many in one item at `LEVEL`,
corrected for all pairs of coders in all items. Besides, they have `SAME` of all boundaries there in
common, and `FEWEST` of those that nobody else has. Places are the same if they are exactly so.

Sources: Bonferroni's rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from math import sqrt
from typing import NamedTuple

from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.reliability.odd_counts import FEWEST_CODERS, binomial_tail

LEVEL = 0.05
FEWEST = 4
SAME = 0.8

Pair = tuple[str, str]


class SameMarks(NamedTuple):
    """A coder who has nearly the same boundaries as another in one item alone."""

    coder: str
    item: str
    other: str
    boundaries: int  # of the coder
    same: int  # of these, also of the other
    alone: int  # of these, of nobody else
    elsewhere: tuple[int, int]  # as `alone` in all other items, and of one of the two or both

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        both, of = self.elsewhere
        return (
            f"In {self.item}, {self._same} of {self.coder}'s {self.boundaries:,} boundaries are "
            f"also {self.other}'s, {self.alone:,} of which nobody else has; in other items, "
            f"{both:,} of {of:,} that nobody else has. Ask whether one saw the other's codings."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"In {self.item}, {self._same} of your {self.boundaries:,} boundaries are also those "
            f"of one other coder, {self.alone:,} of which nobody else has. Did you two look at one "
            "coding there?"
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return f"same as {self.other}"

    @property
    def _same(self) -> str:
        return "all" if self.same == self.boundaries else f"{self.same:,}"


def copied_items(corpus: Corpus) -> tuple[SameMarks, ...]:
    """Return which two coders have nearly the same boundaries in one item alone, each of both."""
    pairs = sum(len(item.codings) * (len(item.codings) - 1) // 2 for item in corpus.items)
    return tuple(chain.from_iterable(_of_group(corpus, group, pairs) for group in corpus.groups))


def _of_group(corpus: Corpus, group: CoderGroup, pairs: int) -> Iterator[SameMarks]:
    """Find the pairs of a group, both coders of each."""
    items = [corpus[name] for name in group.items]
    if len(group.coders) < FEWEST_CODERS or len(items) < 2:
        return
    counted = {item.name: _alone(item) for item in items if len(item.codings) >= FEWEST_CODERS}
    both: Counter[Pair] = Counter()
    either: Counter[Pair] = Counter()
    for of_item in counted.values():
        for pair, (shared, of) in of_item.items():
            both[pair] += shared
            either[pair] += of
    for item in items:
        for pair, (shared, of) in counted.get(item.name, {}).items():
            there = both[pair] - shared, either[pair] - of
            if shared >= FEWEST and binomial_tail(shared, of, _well_above(*there)) < LEVEL / pairs:
                yield from _told(item, pair, shared, there)


def _told(item: Item, pair: Pair, alone: int, elsewhere: tuple[int, int]) -> Iterator[SameMarks]:
    """Yield both coders of a pair who have nearly all boundaries of an item in common."""
    places = {coder: set(item.codings[coder].boundaries) for coder in pair}
    first, second = places.values()
    same = len(first & second)
    if same >= SAME * len(first | second):
        for coder, other in (pair, pair[::-1]):
            yield SameMarks(coder, item.name, other, len(places[coder]), same, alone, elsewhere)


def _alone(item: Item) -> Mapping[Pair, tuple[int, int]]:
    """Count for each two coders the places of both that nobody else has, and those of either."""
    who: dict[int, list[str]] = {}
    coders = sorted(item.codings)
    for coder in coders:
        for place in item.codings[coder].boundaries:
            who.setdefault(place, []).append(coder)
    of = Counter(map(tuple, who.values()))
    return {
        (one, other): (of[one, other], of[one, other] + of[one,] + of[other,])
        for one, other in combinations(coders, 2)
    }


def _well_above(number: int, of: int) -> float:
    """Return a share, higher by its standard error."""
    share = (number + 0.5) / (of + 1)
    return min(1.0, share + sqrt(share * (1 - share) / (of + 1)))
