"""Where the coders of an item differ: its disputed places, and who differs there.

The places are those of `segmetrics.adjudication.disputes`, and each costs what the edits of pairs
there do. Where only labels differ, or only a coder who does not vote, nothing is disputed; such
edits come behind, those that overlap in the text together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from typing import Any, TypeVar, overload

import numpy as np

from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import EditModel
from segmetrics.reliability.loss import PairEdit, disagreements, pair_edits
from segmetrics.reliability.progress import Progress

Kept = TypeVar("Kept")


@dataclass(frozen=True, kw_only=True, slots=True)
class Differing:
    """A disputed place of an item, or one where only labels or a coder without a vote differ."""

    place: int  # which stands for it
    places: tuple[int, ...]
    disputed: bool
    cost: float
    edits: int  # of all pairs
    marked: tuple[str, ...]
    unmarked: tuple[str, ...]
    coder: str
    other: str
    most: tuple[str, ...]
    pairs: frozenset[frozenset[str]]

    @property
    def first(self) -> int:
        """Its first place."""
        return self.places[0]

    @property
    def last(self) -> int:
        """Its last place."""
        return self.places[-1]

    @property
    def alone(self) -> bool:
        """Whether nobody else differs as much as the coder who differs most."""
        return len(self.most) == 1

    @property
    def named(self) -> tuple[str, str]:
        """The two to look at: who differs most and from whom, or the first of several who do."""
        return (self.coder, self.other) if self.alone else (self.most[0], self.most[1])


# What most of an item's places have in common.
WHO = ("disputed", "marked", "unmarked", "coder", "other", "most", "pairs")


class Differences(Sequence[Differing]):
    """Where the coders of an item differ; each is made when it is asked for, as there are many."""

    def __init__(self, found: Sequence[Differing]) -> None:
        whose = [attrgetter(*WHO)(one) for one in found]
        numbers = {one: number for number, one in enumerate(dict.fromkeys(whose))}
        self._who = tuple(numbers)
        self._whose = np.array([numbers[one] for one in whose], dtype=np.int32)
        self._place = np.array([one.place for one in found], dtype=np.int32)
        self._places = np.array([at for one in found for at in one.places], dtype=np.int32)
        self._ends = np.cumsum([0, *(len(one.places) for one in found)], dtype=np.int32)
        self._cost = np.array([one.cost for one in found], dtype=np.float64)
        self._edits = np.array([one.edits for one in found], dtype=np.int32)

    def __len__(self) -> int:
        return len(self._place)

    @overload
    def __getitem__(self, at: int) -> Differing: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Differing, ...]: ...
    def __getitem__(self, at: int | slice) -> Differing | tuple[Differing, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(len(self))[at])
        at = range(len(self))[at]
        return Differing(
            place=int(self._place[at]),
            places=tuple(self._places[self._ends[at] : self._ends[at + 1]].tolist()),
            cost=float(self._cost[at]),
            edits=int(self._edits[at]),
            **dict(zip(WHO, self._who[self._whose[at]], strict=True)),
        )

    @property
    def disputed(self) -> int:
        """How many are disputed."""
        disputed = np.array([one[0] for one in self._who], dtype=bool)
        return int(disputed[self._whose].sum())

    @property
    def edits(self) -> int:
        """How many edits of all pairs there are at all of them."""
        return int(self._edits.sum())

    @property
    def most_edits(self) -> int:
        """How many there are where there are most."""
        return int(self._edits.max())

    def shown_at(self, place: int | None) -> int | None:
        """Return which is shown at a place of an item: what it stands for, or what holds it."""
        if place is None:
            return None
        first, last = self._places[self._ends[:-1]], self._places[self._ends[1:] - 1]
        there = np.flatnonzero((first <= place) & (place <= last)).tolist()
        of = {at: self[at] for at in there}
        return min(
            there, key=lambda at: (of[at].place != place, place not in of[at].places), default=None
        )


def differing_places(
    corpus: Corpus, item: Item, model: EditModel, *, progress: Progress | None = None
) -> Differences:
    """List where the coders of an item differ: its disputes, the most costly first, and the rest.

    Each edit counts once: at the dispute that more of its boundaries are answers to, of equals at
    the one that more coders marked, then at the left-most.
    """
    if progress:
        progress(0)
    # From the left, so that of equals the left-most comes first.
    found = sorted(disputes(corpus.select(items=[item.name]), n=model.n), key=lambda d: d.place)
    answered: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for number, dispute in enumerate(found):
        for answer in dispute.votes.items():
            answered[answer].append(number)
    many = [len(dispute.votes) for dispute in found]
    parts: list[list[PairEdit]] = [[] for _ in found]
    rest = []
    for edit in pair_edits(corpus, item, model):
        met = [number for end in _ends(edit) for number in answered.get(end, ())]
        if not met:
            rest.append(edit)
        elif len(met) == 1:
            parts[met[0]].append(edit)
        else:
            parts[max(sorted(set(met)), key=lambda one: (met.count(one), many[one]))].append(edit)
    marks = {coder: frozenset(coding.boundaries) for coder, coding in item.codings.items()}
    order = [coder for coder in corpus.coders if coder in item.codings]
    # Of tens of thousands of places most are of the same coders, who are kept once.
    once: dict[Any, Any] = {}
    differing = [
        _differing(
            marks, edits, dispute.places, once, place=dispute.place, pairs=_differ(dispute, order)
        )
        for dispute, edits in zip(found, parts, strict=True)
    ]
    for edits in _overlapping(item, rest):
        places = sorted({place for one in edits for place in one.edit.positions})
        differing.append(_differing(marks, edits, tuple(places), once))
    return Differences(sorted(differing, key=lambda one: (not one.disputed, -one.cost, one.place)))


def _differ(dispute: Dispute, order: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of coders who answer differently."""
    voting = [coder for coder in order if coder in {*dispute.votes, *dispute.silent}]
    for pair in combinations(voting, 2):
        if len(set(map(dispute.votes.get, pair))) > 1:
            yield pair


def _ends(one: PairEdit) -> Iterator[tuple[str, int]]:
    """Yield the boundaries of an edit: whose, and where."""
    return zip(one.edit.coders, one.edit.positions, strict=True)


def _overlapping(item: Item, edits: Sequence[PairEdit]) -> Iterable[list[PairEdit]]:
    """Return edits that overlap in the text together."""
    starts = [one.place for one in disagreements(item, edits)]
    parts: list[list[PairEdit]] = [[] for _ in starts]
    for one in edits:
        parts[bisect_right(starts, one.edit.positions[0]) - 1].append(one)
    return parts


def _differing(
    marks: Mapping[str, frozenset[int]],
    edits: Sequence[PairEdit],
    places: tuple[int, ...],
    once: dict[Any, Any],
    *,
    place: int | None = None,
    pairs: Iterable[tuple[str, str]] = (),
) -> Differing:
    """Sum up the edits at some places: at a dispute, or without its `place` elsewhere."""

    def kept(value: Kept) -> Kept:
        found: Kept = once.setdefault(value, value)
        return found

    of_pairs: defaultdict[tuple[str, str], float] = defaultdict(float)
    for one in edits:
        of_pairs[one.coders] += one.cost
    # All edits of a dispute may count elsewhere: two then differ there who answer differently.
    if not of_pairs:
        of_pairs[next(iter(pairs))] = 0.0
    of_coders: defaultdict[str, float] = defaultdict(float)
    for pair, cost in of_pairs.items():
        for coder in pair:
            of_coders[coder] += cost
    coder = max(of_coders, key=of_coders.__getitem__)
    a, b = max((pair for pair in of_pairs if coder in pair), key=of_pairs.__getitem__)
    marked = [coder for coder, theirs in marks.items() if not theirs.isdisjoint(places)]
    return Differing(
        place=place or places[0],
        places=places,
        disputed=place is not None,
        cost=sum(of_pairs.values()),
        edits=len(edits),
        marked=kept(tuple(marked)),
        unmarked=kept(tuple(coder for coder in marks if coder not in marked)),
        coder=coder,
        other=b if coder == a else a,
        most=kept(tuple(one for one in marks if of_coders.get(one) == of_coders[coder])),
        pairs=kept(frozenset(map(frozenset, of_pairs))),
    )
