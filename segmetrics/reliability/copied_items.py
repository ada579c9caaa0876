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
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.odd_counts import FEWEST_CODERS, binomial_tail, well_below

LEVEL = 0.05
FEWEST = 4
SAME = 0.8
OWN = 2  # places that nobody else has, of two who have all in common and of whom one is odd there

Pair = tuple[str, str]


SomeItem = TypeVar("SomeItem")


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
            f"exactly where {self.other}'s are; {self.alone:,} of these exact places are in nobody "
            f"else's coding. In other items, the two share {both:,} of {of:,} such places. Ask "
            "whether one saw the other's codings."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"In {self.item}, {self._same} of your {self.boundaries:,} boundaries are exactly "
            f"where another coder's are; {self.alone:,} of these exact places are in nobody else's "
            "coding. Did one of you see the other's coding?"
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return f"same as {self.other}"

    @property
    def _same(self) -> str:
        return "all" if self.same == self.boundaries else f"{self.same:,}"


def told_once(odd: Iterable[SomeItem]) -> list[SomeItem]:
    """Leave out of two coders who have the same boundaries in an item the second."""
    pairs: set[tuple[str, frozenset[str]]] = set()
    found = []
    for one in odd:
        pair = (one.item, frozenset((one.coder, one.other))) if isinstance(one, SameMarks) else None
        if pair not in pairs:
            found.append(one)
        if pair:
            pairs.add(pair)
    return found


def copied_items(corpus: Corpus) -> tuple[SameMarks, ...]:
    """Return which two people have nearly the same boundaries in one item alone, each of both."""
    pairs = sum(len(item.codings) * (len(item.codings) - 1) // 2 for item in corpus.items)
    people = {*corpus.people}
    return tuple(
        one
        for group in corpus.groups
        for one in _of_group(
            [corpus[name] for name in group.items], people & {*group.coders}, pairs
        )
    )


def _of_group(items: Sequence[Item], people: Collection[str], pairs: int) -> Iterator[SameMarks]:
    """Find the pairs of a group, both coders of each."""
    if len(people) < FEWEST_CODERS or len(items) < 2:
        return
    counted = [_alone(item, people) for item in items]
    asked = {pair for of in counted for pair, n in of.items() if len(pair) == 2 and n >= FEWEST}
    for first, second in sorted(asked):
        both, either = _shared(items, counted, (first, second))
        for item, shared, of_item in zip(items, both, either, strict=True):
            there = sum(both) - shared, sum(either) - of_item
            usual = 1 - well_below(there[1] - there[0], there[1])
            if shared >= FEWEST and binomial_tail(shared, of_item, usual) < LEVEL / pairs:
                yield from _told(item, (first, second), shared, there)


def _shared(
    items: Sequence[Item], counted: Sequence[Counter[tuple[str, ...]]], pair: Pair
) -> tuple[list[int], list[int]]:
    """Return how many places two coders alone have in each item: both of them, and either."""
    first, second = pair
    both, either = [], []
    for item, of in zip(items, counted, strict=True):
        together = first in item.codings and second in item.codings
        both.append(of[first, second])
        either.append(together * (of[first, second] + of[first,] + of[second,]))
    return both, either


def same_as_another(corpus: Corpus, coder: str, name: str) -> tuple[SameMarks, ...]:
    """Return with whom a coder has exactly the same boundaries in an item, each of both; or none.

    That is a count. It is told of a coder who is odd there: the other's coding is why.
    """
    item = corpus[name]
    own = item.codings[coder].boundaries
    people = {*corpus.people} & item.codings.keys()
    same = [one for one in sorted(people - {coder}) if item.codings[one].boundaries == own]
    if len(own) <= FEWEST or len(same) != 1 or len(people) < FEWEST_CODERS:
        return ()
    pair = min(coder, *same), max(coder, *same)
    group = next(one for one in corpus.groups if name in one.items)
    items = [corpus[one] for one in group.items]
    counted = [_alone(one, {*corpus.people} & {*group.coders}) for one in items]
    both, either = _shared(items, counted, pair)
    here, alone = either[group.items.index(name)], both[group.items.index(name)]
    elsewhere = sum(both) - alone, sum(either) - here
    # Places that nobody else has tell a copy from two who find the same.
    if alone < OWN or elsewhere[1] < alone or 2 * elsewhere[0] > elsewhere[1]:
        return ()
    return tuple(_told(item, pair, alone, elsewhere))


def _told(item: Item, pair: Pair, alone: int, elsewhere: tuple[int, int]) -> Iterator[SameMarks]:
    """Yield both coders of a pair who have nearly all boundaries of an item in common."""
    places = {coder: set(item.codings[coder].boundaries) for coder in pair}
    first, second = places.values()
    same = len(first & second)
    if same >= SAME * len(first | second):
        for coder, other in (pair, pair[::-1]):
            yield SameMarks(coder, item.name, other, len(places[coder]), same, alone, elsewhere)


def _alone(item: Item, people: Collection[str]) -> Counter[tuple[str, ...]]:
    """Count the places that one coder has alone, or two have; of fewer than three coders none."""
    coders = sorted(people & item.codings.keys())
    who: dict[int, tuple[str, ...]] = {}
    for coder in coders if len(coders) >= FEWEST_CODERS else ():
        for place in item.codings[coder].boundaries:
            who[place] = (*who.get(place, ()), coder)
    return Counter(of for of in who.values() if len(of) < FEWEST_CODERS)
