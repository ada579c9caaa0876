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

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from segmetrics.axis import Axis, axis_of
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import count
from segmetrics.phrases import counted
from segmetrics.reliability.odd_counts import FEWEST_CODERS
from segmetrics.segmentation import Segmentation

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


def fading(corpus: Corpus) -> Mapping[str, Fades]:
    """Return who marks less and less in the course of the items, and how, in the corpus' order."""
    axis = axis_of(corpus)
    found = ((coder, _of_coder(corpus, coder, axis)) for coder in corpus.people)
    return {coder: one for coder, one in found if one is not None}


class _Beside(NamedTuple):
    """Where the boundaries of a coder lie in an item, and those of the others."""

    own: Floats
    others: Floats
    people: int  # others
    mass: int

    @classmethod
    def of(cls, mass: int, codings: Mapping[str, Segmentation], coder: str) -> _Beside:
        """Set a coder beside the others of an item."""
        places = {name: coding.boundaries for name, coding in codings.items()}
        own = np.array(places.pop(coder), dtype=float)
        others = np.concatenate([[*one] for one in places.values()])
        return cls(own, others, len(places), mass)

    @property
    def lag(self) -> tuple[float, float]:
        """How much later the sum of positions is than by chance, and its variance."""
        every = np.concatenate([self.own, self.others])
        n, size = len(self.own), len(every)
        if not 0 < n < size:
            return 0.0, 0.0  # nothing to compare: not even a rounding error may say who was early
        share = n * (size - n) / (size - 1)
        return float(self.own.sum() - n * every.mean()), share * float(every.var())

    def around(self, half: float) -> list[list[float]]:
        """Count up to a position and behind it: own boundaries, the others' on average, units."""
        own, others = ([(one <= half).sum(), (one > half).sum()] for one in (self.own, self.others))
        before = min(self.mass, half)
        return [own, [one / self.people for one in others], [before, self.mass - before]]


def _of_coder(corpus: Corpus, coder: str, axis: Axis) -> Fades | None:
    people = set(corpus.people)
    codings = (
        (item.mass, {name: one for name, one in item.codings.items() if name in people})
        for item in corpus.items
    )
    beside = [
        _Beside.of(mass, of, coder)
        for mass, of in codings
        if coder in of and len(of) >= FEWEST_CODERS
    ]
    lags = np.array([one.lag for one in beside]).reshape(-1, 2)
    normal, (later, variance) = NormalDist(), lags.sum(axis=0)
    if later >= normal.inv_cdf(LEVEL / len(corpus.coders)) * sqrt(variance):
        return None
    rest = lags.sum(axis=0) - lags
    if len(lags) > 1 and (rest[:, 0] > normal.inv_cdf(LEVEL) * np.sqrt(rest[:, 1])).any():
        return None
    half = float(np.median(np.concatenate([one.others for one in beside])))
    own, others, units = np.array([one.around(half) for one in beside]).sum(axis=0).tolist()
    if sum(own) < SEVERAL * len(beside) or own[1] > FAR * others[1]:
        return None
    before, then = (one + 0.5 for one in own)
    if then / before > FAR * min((others[1] + 0.5) / (others[0] + 0.5), units[1] / units[0]):
        return None
    early, late = map(int, own)
    return Fades(coder, axis.first(int(half)), axis.items, early, others[0], late, others[1])
