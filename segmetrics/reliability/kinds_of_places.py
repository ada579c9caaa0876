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

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from math import exp, lgamma
from typing import NamedTuple

from segmetrics.corpus import Item
from segmetrics.reliability.odd_counts import FEWEST_CODERS

LEVEL = 0.05
MOST, ENOUGH = 0.7, 8
ALL = ""
QUESTION_MARKS = "?\N{FULLWIDTH QUESTION MARK}\N{ARABIC QUESTION MARK}"


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
            f"{self.coder} has {self.own:,} boundaries that nobody else has: {self.of_kind:,} of "
            f"them stand {self.kind}. Of the boundaries that each of the others has alone, "
            f"{of_kind:,} of {others:,} do."
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
    own = {coder: Counter[str]() for coder in coders}  # of each kind, and ALL
    for item in items:
        for coder, place in _own(item, {who for who in coders if (who, item.name) not in but}):
            own[coder].update((ALL, *_kinds(item, place)))
    every = sum(own.values(), Counter[str]())
    found = {}
    for coder, of in own.items():
        rest = every[ALL] - of[ALL]
        if of[ALL] < ENOUGH or rest < ENOUGH:
            continue
        many = [kind for kind, number in of.items() if kind != ALL and number >= MOST * of[ALL]]
        if not many:
            continue
        p, kind = min((_tail(of[one], of[ALL], every[one] - of[one], rest), one) for one in many)
        if p < LEVEL / (len(coders) * (len(every) - 1)):
            others = every[kind] - of[kind], rest
            found[coder] = GoesFor(coder, kind, of[ALL], of[kind], others)
    return found


def _kinds(item: Item, unit: int) -> Iterator[str]:
    """Yield of which kinds a unit is, by where a boundary before it stands."""
    if item.texts is not None and any(sign in item.texts[unit] for sign in QUESTION_MARKS):
        yield "before a question"
    if item.speakers is not None and item.speakers[unit]:
        yield f"where {item.speakers[unit]} speaks"


def _own(item: Item, coders: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the boundaries of some coders that nobody else has: whose, and the unit behind it."""
    marks = Counter(chain.from_iterable(one.boundaries for one in item.codings.values()))
    for coder in coders & item.codings.keys():
        for place in item.codings[coder].boundaries:
            if marks[place] == 1:
                yield coder, place


def _tail(here: int, own: int, there: int, rest: int) -> float:
    """Return the chance of so many of a kind or more, of all own boundaries dealt at random."""
    of_kind, whole = here + there, own + rest

    def ways(number: int, of: int) -> float:
        return lgamma(of + 1) - lgamma(number + 1) - lgamma(of - number + 1)

    return sum(
        exp(ways(number, of_kind) + ways(own - number, whole - of_kind) - ways(own, whole))
        for number in range(here, min(of_kind, own) + 1)
    )
