"""What agreement is without what a coder does: boundaries moved, own ones dropped, or left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np

from segmetrics.axis import axis_of
from segmetrics.boundary_marks import plain
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Ints
from segmetrics.reliability.fitted_coders import VerdictKind
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.segmentation import Segmentation

Remedy = Literal["earlier", "later", "without own", "left out"]
"""What is changed of a coder's boundaries."""

Trait = VerdictKind | Literal["empty", "full", "disagrees", "much", "little", "less"]
"""By what a coder stands out; who is shifted is early or late, and a rate is much or little."""

DIRECTIONS: Mapping[Remedy, int] = {"earlier": -1, "later": 1}
"""Where boundaries are moved by a remedy that moves them."""


class Suspect(NamedTuple):
    """By what a coder stands out, the remedy, and how far boundaries are moved by it, but where."""

    trait: Trait
    remedy: Remedy
    by: float = 0.0
    but_in: tuple[str, ...] = ()  # items in which nothing is moved, see `fit_as_coded`

    @property
    def ways(self) -> Sequence[Suspect]:
        """The remedy; for one who marks much, whichever of two raises R more.

        Where boundaries are dense, nearly each has another one nearby, and dropping own ones does
        little.
        """
        return [self, self._replace(remedy="left out")] if self.remedy == "without own" else [self]


Suspects = Mapping[str, Suspect]


def remedied(corpus: Corpus, remedies: Suspects, n: int = 1) -> Corpus | None:
    """Return the corpus after remedies, without types; None if hardly anybody is left."""
    corpus = plain(corpus)
    by = {name: one.remedy for name, one in remedies.items()}
    stay = [name for name in corpus.coders if by.get(name) != "left out"]
    if len(stay) < 2:
        return None
    axis = axis_of(corpus)
    moves = {
        name: DIRECTIONS[one.remedy] * axis.positions_within("by", one.by)
        for name, one in remedies.items()
        if one.remedy in DIRECTIONS
    }
    fine = [name for name, one in by.items() if one == "without own"]
    left = corpus.select(coders=stay)
    but_in = {name: one.but_in for name, one in remedies.items()}
    moved = shifted_but(left.items, moves, but_in)
    return replace(left, items=tuple(without_own(item, fine, n) for item in moved))


def fit_as_coded(
    corpus: Corpus, coder: str, step: int, beside: Sequence[Corpus] = ()
) -> tuple[str, ...]:
    """Return the items in which a coder's boundaries fit the others at least as well unmoved.

    Moving them there would lower agreement. A boundary fits each other coder the less the farther
    their nearest one is, and not at all from twice the step on; the others are as they coded. Where
    a move fits no better over all items, here or in the corpora `beside`, it is not there to mend
    anything, and nothing stays.
    """
    fits, *others = (_fits(of, coder, step) for of in (corpus, *beside))
    if all(sum(there - here for here, there in of.values()) <= 0 for of in (fits, *others)):
        return ()
    # Where nobody else has a boundary nearby in either way, a move changes nothing.
    return tuple(name for name, (here, there) in fits.items() if here and here >= there)


def _fits(corpus: Corpus, coder: str, step: int) -> dict[str, tuple[int, int]]:
    """Return how well a coder's boundaries fit the others in each item, as coded and moved."""
    coded = (item for item in corpus.items if coder in item.codings)
    return {item.name: _fit(item, coder, step) for item in coded}


def _fit(item: Item, coder: str, step: int) -> tuple[int, int]:
    """Return how well a coder's boundaries fit those of the others, as coded and moved."""
    own = np.array(item.codings[coder].boundaries, dtype=np.int64)
    moved = own + step
    ways = own, moved[(moved > 0) & (moved < item.mass)]
    as_coded = there = 0
    for name, coding in item.codings.items():
        theirs = np.array(coding.boundaries, dtype=np.int64)
        if name != coder and theirs.size:
            here, then = (np.maximum(0, 2 * abs(step) - away(way, theirs)).sum() for way in ways)
            as_coded, there = as_coded + int(here), there + int(then)
    return as_coded, there


def away(own: Ints, theirs: Ints) -> Ints:
    """Return how far the nearest boundary of another coder, who has some, is from each."""
    found: Ints = np.abs(np.subtract.outer(own, theirs)).min(axis=1)
    return found


def moved_in(corpus: Corpus, found: OutOfStep) -> Corpus:
    """Return the corpus with the boundaries of one who is out of step moved in that item.

    They have no types then.
    """
    corpus = plain(corpus)
    by = axis_of(corpus).positions_within("by", abs(found.by))
    moves = {found.coder: by if found.by > 0 else -by}
    items = (shifted(one, moves) if one.name == found.item else one for one in corpus.items)
    return replace(corpus, items=tuple(items))


def shifted_but(
    items: Iterable[Item], steps: Mapping[str, int], stay: Mapping[str, Sequence[str]]
) -> Iterator[Item]:
    """Yield items with the boundaries of some coders moved, but for those in which each stays."""
    for item in items:
        yield shifted(
            item, {name: by for name, by in steps.items() if item.name not in stay.get(name, ())}
        )


def shifted(item: Item, steps: Mapping[str, int]) -> Item:
    """Return an item with the boundaries of some coders moved; what lies outside then is gone."""
    changed = {}
    for coder in steps.keys() & item.codings.keys():
        coding, by = item.codings[coder], steps[coder]
        stay = [at for at, place in enumerate(coding.boundaries) if 0 < place + by < item.mass]
        changed[coder] = _with_boundaries(coding, stay, by)
    return replace(item, codings={**item.codings, **changed})


def without_own(item: Item, coders: Iterable[str], n: int) -> Item:
    """Return an item without the boundaries of some coders that nobody else has nearby."""
    changed = {}
    for coder in item.codings.keys() & {*coders}:
        near, coding = near_others(item, coder, n), item.codings[coder]
        stay = [at for at, place in enumerate(coding.boundaries) if place in near]
        changed[coder] = _with_boundaries(coding, stay)
    return replace(item, codings={**item.codings, **changed})


def _with_boundaries(coding: Segmentation, stay: Sequence[int], by: int = 0) -> Segmentation:
    """Return a coding with some of its boundaries, moved."""

    def kept_of(marks: Any) -> Any:
        return None if marks is None else tuple(marks[at] for at in stay)

    return replace(
        coding,
        boundaries=tuple(coding.boundaries[at] + by for at in stay),
        types=kept_of(coding.types),
        levels=kept_of(coding.levels),
    )


def near_others(item: Item, coder: str, n: int) -> set[int]:
    """Return the places nearer than n to a boundary of another coder."""
    others = (one for name, one in item.codings.items() if name != coder)
    places = {place for coding in others for place in coding.boundaries}
    return {place + by for place in places for by in range(1 - n, n)}
