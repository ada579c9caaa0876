"""Who marks less and less in the course of the items, as somebody who tires does.

Conventions
-----------
A coder *fades* if the boundaries lie earlier in the items than those of all who coded these: their
positions, summed over the items, beside the sum that so many boundaries drawn from all of an item
would have. That difference over its standard error, as of a sample without replacement, is
taken as normal, at `LEVEL` corrected for coders (Bonferroni).
Besides, from the position with half of the others' boundaries before it on, the coder has at most
`FAR` of the boundaries that the others have there on average; and of those before it, both for each
of the others' and for each unit or second. And no single item makes it: without any one, the sum
still lies below at `LEVEL`. Where the others mark the same places, the standard error is too large
rather than too small. Nothing is told of who has fewer than `SEVERAL` boundaries in an item.

Texts and recordings alike; it is a count, and does not say why.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from segmetrics.axis import Axis, axis_of
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import count
from segmetrics.phrases import counted
from segmetrics.reliability.odd_counts import FEWEST_CODERS

LEVEL = 0.05
FAR = 0.5
# Boundaries in each item, on average, from which on there is something to become less.
SEVERAL = 2


class Fades(NamedTuple):
    """A coder who has fewer and fewer boundaries in the course of the items."""

    coder: str
    first: str  #: up to where boundaries are early: ``the first 34 paragraphs``
    items: str  #: what items are called
    early: int  #: the coder's boundaries up to there, in all items
    others_early: float  #: those of the others there, on average
    later: int  #: the coder's from there on
    others_later: float  #: those of the others from there on, on average

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        return f"{self.coder} marks less and less as {self.items} go on: {self._numbers}."

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"As the {self.items} go on you mark less and less: {self._numbers}. Did you tire, or "
            "run out of time?"
        )

    @property
    def _numbers(self) -> str:
        return (
            f"{counted(self.early, 'boundary', 'boundaries')} within {self.first} (the others "
            f"{count(self.others_early)} on average), {self.later:,} after that (the others "
            f"{count(self.others_later)})"
        )


def fading(corpus: Corpus) -> tuple[Fades, ...]:
    """Return who marks less and less in the course of the items, in the order of the corpus."""
    axis = axis_of(corpus)
    return tuple(one for coder in corpus.people for one in _of_coder(corpus, coder, axis))


class _Beside(NamedTuple):
    """Where the boundaries of a coder lie in an item, and those of the others."""

    own: Floats
    others: Floats
    people: int  # others
    mass: int

    @property
    def lag(self) -> tuple[float, float]:
        """How much later the sum of positions is than by chance, and its variance."""
        every = np.concatenate([self.own, self.others])
        n, size = len(self.own), len(every)
        if size < 2:
            return 0.0, 0.0
        share = n * (size - n) / (size - 1)
        return float(self.own.sum() - n * every.mean()), share * float(every.var())


def _of_coder(corpus: Corpus, coder: str, axis: Axis) -> Iterator[Fades]:
    items = [item for item in corpus.items if coder in item.codings]
    beside = [_beside(item, coder) for item in items if len(item.codings) >= FEWEST_CODERS]
    lags = np.array([one.lag for one in beside]).reshape(-1, 2)
    normal, (later, variance) = NormalDist(), lags.sum(axis=0)
    if later >= normal.inv_cdf(LEVEL / len(corpus.coders)) * sqrt(variance):
        return
    rest = lags.sum(axis=0) - lags
    if len(lags) > 1 and (rest[:, 0] > normal.inv_cdf(LEVEL) * np.sqrt(rest[:, 1])).any():
        return
    others = np.concatenate([one.others for one in beside])
    half = float(np.median(others))
    (early, late), (others_early, others_late), lengths = (
        np.array(counts).sum(axis=0)
        for counts in (
            [_around(half, one.own) for one in beside],
            [_around(half, one.others) / one.people for one in beside],
            [(min(one.mass, half), max(0, one.mass - half)) for one in beside],
        )
    )
    became = (late + 0.5) / (early + 0.5)
    if early + late < SEVERAL * len(beside) or late > FAR * others_late:
        return
    of_others, of_units = (others_late + 0.5) / (others_early + 0.5), lengths[1] / lengths[0]
    if became > FAR * min(of_others, of_units):
        return
    numbers = int(early), float(others_early), int(late), float(others_late)
    yield Fades(coder, axis.first(int(half)), axis.items, *numbers)


def _beside(item: Item, coder: str) -> _Beside:
    """Set a coder beside the others of an item."""
    places = {name: coding.boundaries for name, coding in item.codings.items()}
    own = np.array(places.pop(coder), dtype=float)
    others = np.concatenate([[*one] for one in places.values()])
    return _Beside(own, others, len(places), item.mass)


def _around(half: float, places: Floats) -> Floats:
    """Count places up to the middle, and from there on."""
    return np.array([(places <= half).sum(), (places > half).sum()], dtype=float)
