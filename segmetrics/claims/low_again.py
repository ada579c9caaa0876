"""Which items are low in every round of coding, more than bad luck explains.

Of several items one is lowest by bad luck alone, and its interval may then lie below the others'.
That the same item is so again is rarer: an item whose interval over coders lies below R of the
other items in each round is so by bad luck in at most `AT_MOST` of cases, as that is one in 40 in
each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.number_formats import short
from segmetrics.phrases import joined
from segmetrics.reliability.chance import chance
from segmetrics.reliability.influence import influence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.lowest_items import FEWEST_RANKED
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, compared_parts

AT_MOST = 0.05
"""How often bad luck may be ruled out in vain, over all items of a project."""

IN_EACH = 0.025
"""How often an interval of 95% lies below a value that it should hold."""

EVERY = {2: "both"}
SURE = (
    "In {every} rounds, {item} is lower than the other items ({values}). Bad luck does not explain "
    "that it is so in {every}."
)


class LowAgain(NamedTuple):
    """An item that is low in every round."""

    item: str  #: its name
    rounds: tuple[str, ...]  #: what the rounds are called
    values: tuple[float, ...]  #: its R in each
    others: tuple[float, ...]  #: R of the other items in each

    @property
    def words(self) -> str:
        """What is said of it."""
        each = zip(self.values, self.rounds, strict=True)
        own = joined([f"{short(value)} in {name}" for value, name in each])
        return SURE.format(
            every=EVERY.get(len(self.rounds), "all"),
            item=self.item,
            values=f"R {own}; the other items {joined([*map(short, self.others)])}",
        )


class _Placed(NamedTuple):
    """An item in a round: its R, that of the others, and whether its interval is below that."""

    own: float
    others: float
    below: bool


def low_again(
    named: Sequence[CodingRound], options: AgreementOptions | None = None
) -> tuple[LowAgain, ...]:
    """Return the items that are low in each of some rounds.

    By those whom the rounds have in common, as all that is compared of them.
    """
    options = options or AgreementOptions()
    parts = compared_parts(named, options) if len(named) > 1 else ()
    rounds = [_placed(one, options) for one in parts]
    items = [name for name in rounds[0] if all(name in one for one in rounds)] if rounds else []
    if len(items) < FEWEST_RANKED or len(items) * IN_EACH ** len(rounds) > AT_MOST:
        return ()
    return tuple(
        LowAgain(
            name,
            tuple(one.name for one in named),
            tuple(one[name].own for one in rounds),
            tuple(one[name].others for one in rounds),
        )
        for name in items
        if all(one[name].below for one in rounds)
    )


def _placed(corpus: Corpus, options: AgreementOptions) -> dict[str, _Placed]:
    """Set the items of a round beside the others."""
    # R has no error of shuffling: the least number will do.
    by_shuffling = chance(corpus, options, ChanceOptions(shuffles=10))
    around = intervals(corpus, options, chance=by_shuffling).items
    found = {}
    for row, ends in zip(influence(corpus, options, by_shuffling).items, around, strict=True):
        if row.own is not None and row.value is not None:
            high = ends.corrected.high
            found[row.item] = _Placed(row.own, row.value, high is not None and high < row.value)
    return found
