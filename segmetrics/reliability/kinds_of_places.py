"""Who marks a kind of places that the others do not: before questions, or where somebody speaks.

Conventions
-----------
An *own* boundary of a coder is one at a place where nobody else has one. Of own boundaries it is
counted how many stand before a unit of some kind: one whose text has a question mark, or one of
some speaker. A coder goes for a kind if `MOST` and more of `ENOUGH` own boundaries stand before it,
and more than if all own boundaries of the group had been dealt to coders at random: by the
hypergeometric tail at `LEVEL`, corrected for all coders and kinds. So who marks more of everything
is not named, nor anybody where all mark such places. Left out are coders who are late or early, and
items in which somebody is out of step: their boundaries stand at other places anyway.

Sources: Fisher (1935), the exact test; Bonferroni's rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from math import comb
from typing import NamedTuple

from segmetrics.corpus import Item
from segmetrics.reliability.odd_counts import FEWEST_CODERS

LEVEL = 0.05
MOST, ENOUGH = 0.7, 8
QUESTION_MARKS = "?\N{FULLWIDTH QUESTION MARK}\N{ARABIC QUESTION MARK}"

Kind = Callable[[Item, int], bool]
"""Tells whether the unit with an index of an item is of a kind."""


class GoesFor(NamedTuple):
    """A coder whose own boundaries stand before one kind of units."""

    coder: str
    kind: str  #: where they stand: ``before a question``, ``where Ann speaks``
    own: int  #: the coder's boundaries that nobody else has
    of_kind: int  #: those of them that stand there
    others: tuple[int, int]  #: the same of the others: of that kind, and in all

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        of_kind, others = self.others
        return (
            f"Of {self.coder}'s {self.own:,} boundaries that nobody else has, {self.of_kind:,} "
            f"stand {self.kind}; of those that one of the others alone has, {of_kind:,} of "
            f"{others:,}."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"Of your {self.own:,} boundaries that nobody else has, {self.of_kind:,} stand "
            f"{self.kind}. Is that a rule you follow?"
        )


def goes_for(
    items: Sequence[Item], coders: Sequence[str], but: Collection[tuple[str, str]] = ()
) -> Mapping[str, GoesFor]:
    """Return whose own boundaries stand before one kind of units, and which, by coder.

    Of some coders of items; but not of some in some items, each a coder and an item.
    """
    items = [item for item in items if len(item.codings) >= FEWEST_CODERS]
    if len(coders) < FEWEST_CODERS or not any(item.texts or item.speakers for item in items):
        return {}
    kinds = _kinds(items)
    own = {coder: _own(items, coder, but) for coder in coders}
    found = {}
    for coder, places in own.items():
        rest = [place for other in coders if other != coder for place in own[other]]
        if len(places) < ENOUGH or len(rest) < ENOUGH:
            continue
        told = []
        for kind, is_of in kinds.items():
            here, there = (sum(is_of(*place) for place in of) for of in (places, rest))
            if here >= MOST * len(places):
                told.append((_tail(here, len(places), there, len(rest)), kind, here, there))
        p, kind, here, there = min(told, default=(1.0, "", 0, 0))
        if p < LEVEL / (len(coders) * len(kinds)):
            found[coder] = GoesFor(coder, kind, len(places), here, (there, len(rest)))
    return found


def _kinds(items: Sequence[Item]) -> Mapping[str, Kind]:
    """Return the kinds of units that there are, by where a boundary before one stands."""
    speakers = sorted({one for item in items for one in item.speakers or () if one})

    def asks(item: Item, unit: int) -> bool:
        return item.texts is not None and any(one in item.texts[unit] for one in QUESTION_MARKS)

    def speaks(speaker: str) -> Kind:
        return lambda item, unit: item.speakers is not None and item.speakers[unit] == speaker

    return {"before a question": asks} | {f"where {one} speaks": speaks(one) for one in speakers}


def _own(
    items: Sequence[Item], coder: str, but: Collection[tuple[str, str]]
) -> list[tuple[Item, int]]:
    """List the boundaries of a coder that nobody else has: the item, and the unit behind each."""
    found = []
    for item in items:
        if coder not in item.codings or (coder, item.name) in but:
            continue
        theirs = (one.boundaries for who, one in item.codings.items() if who != coder)
        others = set(chain.from_iterable(theirs))
        found += [(item, at) for at in item.codings[coder].boundaries if at not in others]
    return found


def _tail(here: int, own: int, there: int, rest: int) -> float:
    """Return the chance of so many of a kind or more, of all own boundaries dealt at random."""
    of_kind, whole = here + there, own + rest
    ways = sum(
        comb(of_kind, number) * comb(whole - of_kind, own - number)
        for number in range(here, min(of_kind, own) + 1)
    )
    return ways / comb(whole, own)
