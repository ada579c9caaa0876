"""Which item is lowest in every round of coding, and whether bad luck explains that.

Of several items one is lowest by bad luck alone, and its interval may then lie below the others'.
That the same item is lowest again is rarer: of items that are equally hard and long, one is so in
1 of as many pairs of rounds as there are items; a short one more often. An item whose interval over
coders lies below R of the other items in each round is so by bad luck in at most `AT_MOST` of
cases, as that is one in 40 in each round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.number_formats import percent, short
from segmetrics.phrases import joined
from segmetrics.reliability.chance import chance
from segmetrics.reliability.influence import influence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.lowest_items import FEWEST_RANKED
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, compared_parts

DRAWS, AT_ONCE, SEED = 20000, 500, 0

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
    "some item so in {luck} such projects."
)
HARDLY_ANY = 0.005
"""Share of projects below which hardly any of them are so."""


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
    luck : float, optional
        How often one of these would be lowest in all rounds if they were equally hard. None if bad
        luck alone does not explain it; else it is only the lowest each time.
    """

    item: str
    rounds: tuple[str, ...]
    values: tuple[float, ...]
    others: tuple[float, ...]
    of: int
    luck: float | None

    @property
    def sure(self) -> bool:
        """Whether bad luck alone does not explain it."""
        return self.luck is None

    @property
    def words(self) -> str:
        """What is said of it."""
        each = zip(self.values, self.rounds, strict=True)
        own = joined([f"{short(value)} in {name}" for value, name in each])
        return (SURE if self.sure else LOWEST).format(
            every=EVERY.get(len(self.rounds), "all"),
            item=self.item,
            of=self.of,
            luck="hardly any"
            if (self.luck or 0) < HARDLY_ANY
            else f"about {percent(self.luck)} of",
            values=f"R {own}; the other items {joined([*map(short, self.others)])}",
        )


def by_luck(masses: Sequence[int], rounds: int) -> float:
    """Return how often one of some items is lowest in all rounds though they are equally hard.

    R of a text that is four times as long varies half as much.
    """
    random, spread = np.random.default_rng(SEED), 1 / np.sqrt(masses)
    times = np.zeros(len(masses))
    for _ in range(DRAWS // AT_ONCE):
        drawn = random.standard_normal((AT_ONCE, len(masses))) * spread
        times += np.bincount(drawn.argmin(axis=1), minlength=len(masses))
    return float(((times / DRAWS) ** rounds).sum())


class _Placed(NamedTuple):
    """An item in a round: its R, that of the others, and whether its interval is below that."""

    own: float
    others: float
    below: bool


def low_again(
    named: Sequence[CodingRound], options: AgreementOptions | None = None
) -> tuple[LowAgain, ...]:
    """Return the items that are low in each of some rounds: for sure, or else the lowest.

    By those whom the rounds have in common, as all that is compared of them.
    """
    options = options or AgreementOptions()
    parts = compared_parts(named, options) if len(named) > 1 else ()
    rounds = [_placed(one, options) for one in parts]
    items = [name for name in rounds[0] if all(name in one for one in rounds)] if rounds else []
    if len(items) < FEWEST_RANKED:
        return ()
    few = len(items) * IN_EACH ** len(rounds) <= AT_MOST
    low = [name for name in items if few and all(one[name].below for one in rounds)]
    luck = None
    if not low:
        lowest = {_lowest({name: one[name] for name in items}) for one in rounds}
        low = [name for name in lowest if name and len(lowest) == 1]
        luck = by_luck([parts[0][name].mass for name in items], len(rounds)) if low else None
    return tuple(
        LowAgain(
            name,
            tuple(one.name for one in named),
            tuple(one[name].own for one in rounds),
            tuple(one[name].others for one in rounds),
            len(items),
            luck,
        )
        for name in low
    )


def _lowest(found: Mapping[str, _Placed]) -> str:
    """Name the item that is lower than each other and than all others, as shown; or nothing."""
    (own, name), (then, _), *_ = sorted((round(one.own, 2), name) for name, one in found.items())
    return name if own < min(then, round(found[name].others, 2)) else ""


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
