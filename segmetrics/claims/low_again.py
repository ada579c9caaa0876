"""Which item is lowest in every round of coding, and whether bad luck explains that.

Of several items one is lowest by bad luck alone, and its interval may then lie below the others'.
That the same item is lowest again is rarer: of items that are equally hard and long, one is so in
1 of as many pairs of rounds as there are items; a short one more often. An item whose interval over
coders lies below R of the other items in each round is so by bad luck in at most `AT_MOST` of
cases, as that is one in 40 in each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.number_formats import percent, short
from segmetrics.phrases import joined
from segmetrics.reliability.chance import chance
from segmetrics.reliability.influence import influence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.lowest_items import FEWEST_RANKED
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound

DRAWS, SEED = 20000, 0

AT_MOST = 0.05
"""How often bad luck may be ruled out in vain, over all items of a project."""

IN_EACH = 0.025
"""How often an interval of 95% lies below a value that it should hold."""

EVERY = {2: "both"}
SURE = (
    "In {every} rounds, {item} is lower than the other items ({values}): bad luck alone does not "
    "explain that."
)
LOWEST = (
    "{item} is the lowest of {of} items in {every} rounds ({values}). Bad luck alone would make "
    "some item so in about {luck} of such projects."
)


class LowAgain(NamedTuple):
    """An item that is low in every round.

    Parameters
    ----------
    item : str
        Its name.
    rounds : tuple of str
        What the rounds are called.
    values : tuple of float
        Its R in each.
    others : tuple of float
        R of the other items in each.
    of : int
        Items that all rounds have.
    luck : float
        How often one of these would be lowest in all rounds if they were equally hard.
    sure : bool
        Whether bad luck alone does not explain it; else it is only the lowest each time.
    """

    item: str
    rounds: tuple[str, ...]
    values: tuple[float, ...]
    others: tuple[float, ...]
    of: int
    luck: float
    sure: bool

    @property
    def words(self) -> str:
        """What is said of it."""
        each = zip(self.values, self.rounds, strict=True)
        own = joined([f"{short(value)} in {name}" for value, name in each])
        return (SURE if self.sure else LOWEST).format(
            every=EVERY.get(len(self.rounds), "all"),
            item=self.item,
            of=self.of,
            luck=percent(self.luck),
            values=f"R {own}; the other items {joined([*map(short, self.others)])}",
        )


def by_luck(masses: Sequence[int], rounds: int) -> float:
    """Return how often one of some items is lowest in all rounds though they are equally hard.

    R of a text that is four times as long varies half as much.
    """
    drawn = np.random.default_rng(SEED).standard_normal((DRAWS, len(masses)))
    lowest = np.argmin(drawn / np.sqrt(masses), axis=1)
    shares = np.bincount(lowest, minlength=len(masses)) / DRAWS
    return float((shares**rounds).sum())


class _Placed(NamedTuple):
    """An item in a round: its R, that of the others, and whether its interval is below that."""

    own: float
    others: float
    below: bool


def low_again(
    named: Sequence[CodingRound], options: AgreementOptions | None = None
) -> tuple[LowAgain, ...]:
    """Return the items that are low in each of some rounds: for sure, or else the lowest."""
    options = options or AgreementOptions()
    rounds = [_placed(one.corpus, options) for one in named]
    items = [name for name in rounds[0] if all(name in one for one in rounds)]
    if len(rounds) < 2 or len(items) < FEWEST_RANKED:
        return ()
    few = len(items) * IN_EACH ** len(rounds) <= AT_MOST
    sure = [name for name in items if few and all(one[name].below for one in rounds)]
    lowest = {min(items, key=lambda name: one[name].own) for one in rounds}
    luck = by_luck([named[0].corpus[name].mass for name in items], len(rounds))
    return tuple(
        LowAgain(
            name,
            tuple(one.name for one in named),
            tuple(one[name].own for one in rounds),
            tuple(one[name].others for one in rounds),
            len(items),
            luck,
            name in sure,
        )
        for name in sure or (lowest if len(lowest) == 1 else ())
    )


def _placed(corpus: Corpus, options: AgreementOptions) -> dict[str, _Placed]:
    """Set the items of a round beside the others."""
    corpus = with_uncertain(corpus, options.uncertain)
    # R has no error of shuffling: the least number will do.
    by_shuffling = chance(corpus, options, ChanceOptions(shuffles=10))
    around = intervals(corpus, options, chance=by_shuffling).items
    found = {}
    for row, ends in zip(influence(corpus, options, by_shuffling).items, around, strict=True):
        if row.own is not None and row.value is not None:
            high = ends.corrected.high
            found[row.item] = _Placed(row.own, row.value, high is not None and high < row.value)
    return found
