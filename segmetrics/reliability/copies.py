"""Two coders of whom one may have seen the other's codings.

Conventions
-----------
Two coders agree far better than any other two if one copies, and so do two who are better than all
others. So what is wrong counts, too. Places hold a shared boundary or none, and coders mark either
kind at rates of their own, each for themselves; or one of two takes over a share of the other's
decisions, also those to mark what nobody else does and to miss what all others mark. Both are
fitted to who marks which places. Of `FEWEST_CODERS` and more, the two with the highest kappa
(`segmetrics.reliability.pair_kappa`) are named if the second fits better by `GAINED` and more, with
a share of `TAKEN_OVER` and more, if kappa is `COPIED` and more and `MORE` times that of any other
two, as where all have false alarms in common many seem to copy, and if each has `FEWEST_MARKS`.
Two who are better than all others gain nothing by it: what they mark is taken for shared.

Of two who agree `BESIDE_OTHERS` times as well as any other two and are not named so it is doubtful
which they are.

Sources: Dawid & Skene (1979), without copying.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import NamedTuple

import numpy as np

from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.number_formats import short
from segmetrics.reliability.pair_kappa import kappa_between

FEWEST_CODERS, FEWEST_MARKS = 5, 12
COPIED, MORE, GAINED, TAKEN_OVER = 0.65, 1.2, 3.0, 0.65
"""Kappa of two of whom one copies, how many times that of any other two it is, nats by which
copying has to fit better, and the share that is taken over."""

BESIDE_OTHERS, ALIKE = 1.75, 0.5
"""How many times that of any other two kappa is of two of whom it is doubtful, and the least kappa
of two of four; two of more have `COPIED`."""

ROUNDS, ENOUGH, LEAST = 300, 1e-4, 1e-5
"""Steps of a fit at most, nats below which it has come to rest, and the least rate there is."""


class NearCopies(NamedTuple):
    """Two coders who mark nearly the same places, as no other two do: their kappa, and the next."""

    coders: tuple[str, str]
    kappa: float
    others: float
    doubtful: bool = False

    @property
    def words(self) -> str:
        """What there is to be said of them, and to be asked."""
        first, second = self.coders
        if self.doubtful:
            return (
                f"{first} and {second} agree far better than any other two (kappa "
                f"{short(self.kappa)}, others {short(self.others)} at most): it cannot be told "
                "whether they are the better ones, or one saw the other's codings"
            )
        return (
            f"{first} and {second} mark nearly the same places (kappa {short(self.kappa)}; of any "
            f"other two {short(self.others)} at most): ask whether one saw the other's codings"
        )


def near_copies(items: Sequence[Item], coders: Sequence[str]) -> NearCopies | None:
    """Return the two coders of whom one seems to copy the other, if there are."""
    found = _if_alike(items, coders, COPIED, MORE)
    if found is None or len(coders) < FEWEST_CODERS:
        return None
    for one in found.coders:
        codings = [item.codings[one] for item in items if one in item.codings]
        if sum(len(coding.boundaries) for coding in codings) < FEWEST_MARKS:
            return None
    gain, share = _taken_over(_Patterns.of(items, coders), *map(coders.index, found.coders))
    return found if gain >= GAINED and share >= TAKEN_OVER else None


def copies_in(corpus: Corpus) -> tuple[NearCopies, ...]:
    """Return of each coder group the two people of whom one seems to copy the other."""
    found = (
        near_copies(
            [corpus[name] for name in group.items],
            [name for name in group.coders if name in corpus.people],
        )
        for group in corpus.groups
    )
    return tuple(filter(None, found))


def far_beside_others(items: Sequence[Item], coders: Sequence[str]) -> NearCopies | None:
    """Return the two coders beside whom nobody can be called unlike the others."""
    least = ALIKE if len(coders) < FEWEST_CODERS else COPIED
    found = _if_alike(items, coders, least, BESIDE_OTHERS)
    return found and found._replace(doubtful=True)


def _if_alike(
    items: Sequence[Item], coders: Sequence[str], least: float, times: float
) -> NearCopies | None:
    """Return the two who are most alike, if they clearly are; it takes two others."""
    pairs = most_alike_first(items, coders) if len(coders) > 3 else []
    if len(pairs) < 2:
        return None
    (most, first, second), (after, *_) = pairs[:2]
    return NearCopies((first, second), most, after) if most >= max(least, times * after) else None


def most_alike_first(items: Sequence[Item], coders: Sequence[str]) -> list[tuple[float, str, str]]:
    """Return kappa of each two coders with whom it is defined, the highest first."""
    kappa, _ = kappa_between(items, coders)
    return sorted(
        (
            (float(kappa[one, other]), coders[one], coders[other])
            for one, other in combinations(range(len(coders)), 2)
            if not np.isnan(kappa[one, other])
        ),
        reverse=True,
    )


class _Patterns(NamedTuple):
    """Who marks a place, who does not, and at how many places it is so."""

    marked: Floats  # (P, C)
    coded: Floats  # (P, C)
    times: Floats  # (P,)

    @classmethod
    def of(cls, items: Sequence[Item], coders: Sequence[str]) -> _Patterns:
        """Count patterns over the places of all items; 2 stands for who did not code it."""
        number = {coder: place for place, coder in enumerate(coders)}
        every: list[Ints] = [np.empty((0, len(coders)), dtype=np.int64)]
        for item in items:
            of = np.full((max(0, item.mass - 1), len(coders)), 2)
            for coder in number.keys() & item.codings.keys():
                of[:, number[coder]] = 0
                of[np.array(item.codings[coder].boundaries, dtype=int) - 1, number[coder]] = 1
            every.append(of)
        found, times = np.unique(np.concatenate(every), axis=0, return_counts=True)
        return cls((found == 1).astype(float), (found < 2).astype(float), times.astype(float))


class _Fitted(NamedTuple):
    """A fit: its logarithm of likelihood, how likely places are shared, and what is taken over."""

    likelihood: float
    shared: Floats  # (P,)
    share: float = 0.0


def _taken_over(patterns: _Patterns, one: int, other: int) -> tuple[float, float]:
    """Return how much better it fits that one of two copies the other, and which share."""
    votes = patterns.marked.sum(axis=1) / patterns.coded.sum(axis=1).clip(1)
    apart = _fit(patterns, votes)
    copying = max(
        (
            _fit(patterns, start, both)
            for both in ((one, other), (other, one))
            for start in (votes, apart.shared)
        ),
        key=lambda one: one.likelihood,
    )
    # What is taken for shared may be another thing without a copy: the better of two fits counts.
    best = max(apart.likelihood, _fit(patterns, copying.shared).likelihood)
    return copying.likelihood - best, copying.share


def _fit(patterns: _Patterns, shared: Floats, pair: tuple[int, int] | None = None) -> _Fitted:
    """Fit rates of marking shared places and others; the second of a pair may copy the first."""
    marked, coded, times = patterns
    rates = (times @ marked) / (times @ coded).clip(1)
    states = np.stack([1 - shared, shared])[None]  # (1 or 2, 2, P): copied, shared
    share, before, likelihood = 0.5, -inf, -inf
    together = coded[:, 0] * 0
    if pair:
        first, second = pair
        together = coded[:, first] * coded[:, second]
    for _ in range(ROUNDS):
        of_place = states.sum(axis=0) * times
        placed, there = of_place @ marked, of_place @ coded
        if pair and len(states) > 1:
            own = states[0] * times  # what is taken over tells nothing of the rate
            placed[:, second], there[:, second] = own @ marked[:, second], own @ coded[:, second]
        # Half a place at the coder's overall rate keeps rates off 0 and 1.
        at = ((placed + rates / 2) / (there + 0.5)).clip(LEAST, 1 - LEAST)[:, None]
        terms = coded * np.where(marked > 0, np.log(at), np.log1p(-at))  # (2, P, C)
        whole = np.log(of_place.sum(axis=1).clip(LEAST) / times.sum())[:, None]
        every = (terms.sum(axis=2) + whole)[None]
        if pair:
            same = (together > 0) & (marked[:, first] == marked[:, second])
            copied = np.where(same, every[0] - terms[:, :, second] + np.log(share), -inf)
            every = np.stack([every[0] + together * np.log1p(-share), copied])
        most = every.max(axis=(0, 1))
        states = np.exp(every - most)
        summed = states.sum(axis=(0, 1))
        states /= summed
        likelihood = float(times @ (most + np.log(summed)))
        if pair:
            share = float(times @ states[1].sum(axis=0) / (times @ together))
            share = min(max(share, LEAST), 1 - LEAST)
        if likelihood - before < ENOUGH:
            break
        before = likelihood
    return _Fitted(likelihood, states[:, 1].sum(axis=0), share if pair else 0.0)
