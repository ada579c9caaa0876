"""Kappa of boundary decisions pooled over pairs of coders, and without each part of the texts.

Two coders *differ* at a place where one of them alone has a boundary. Of N places that both coded,
with a and b boundaries of theirs, they would differ at ``a + b - 2 a b / N`` if the boundaries of
the two had nothing to do with each other. Kappa is 1 less the sum of the first over the sum of the
second, over pairs; what a pair shares are the items that both coded.

The parts that are left out in turn are items, or *stretches* of an item of about so many places.

Sources: Cohen (1960); Davies & Fleiss (1982), several coders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Floats, Ints

AT_ONCE = 50_000
"""Marked places of an item that all coders are compared on at once."""


@dataclass(frozen=True)
class MarkedPlaces:
    """The places of potential boundaries in H parts, and which of them C coders marked."""

    coders: tuple[str, ...]
    marks: tuple[Ints, ...]  # (C,): the places that each coder marked, ascending
    begins: Ints  # where items begin
    starts: Ints  # (H,): where parts begin
    sizes: Ints  # (H,): places of parts
    coded: NDArray[np.bool_]  # (C, H)

    @classmethod
    def of(
        cls, items: Sequence[Item], coders: Sequence[str], *, stretch: int | None = None
    ) -> MarkedPlaces:
        """Return what coders marked on items, whose parts are stretches or whole items."""
        items = [item for item in items if item.mass > 1]
        places = np.array([item.mass - 1 for item in items], dtype=np.int64)
        parts = np.ones_like(places)
        if stretch:
            parts = np.maximum(1, np.rint(places / stretch).astype(np.int64))
        offsets = np.concatenate([[0], places.cumsum()])
        marks: list[list[Ints]] = [[np.empty(0, dtype=np.int64)] for _ in coders]
        coded = np.zeros((len(coders), len(items)), dtype=bool)
        for number, item in enumerate(items):
            for row, coder in enumerate(coders):
                if coder in item.codings:
                    coded[row, number] = True
                    at = np.array(item.codings[coder].boundaries, dtype=np.int64)
                    marks[row].append(offsets[number] + at - 1)
        which = np.arange(parts.sum()) - np.repeat(parts.cumsum() - parts, parts)
        starts = np.repeat(offsets[:-1], parts)
        starts += which * np.repeat(places, parts) // np.repeat(parts, parts)
        sizes = np.diff(starts, append=offsets[-1])
        return cls(
            tuple(coders),
            tuple(map(np.concatenate, marks)),
            offsets[:-1],
            starts,
            sizes,
            np.repeat(coded, parts, axis=1),
        )

    @property
    def parts(self) -> int:
        """How many parts can be left out."""
        return len(self.starts)

    @cached_property
    def moved(self) -> dict[int, tuple[Ints, ...]]:
        """Return the marks, and those moved one place on and one back within each item."""
        ends = np.append(self.begins[1:], self.sizes.sum()) - 1
        on = tuple(marks[~np.isin(marks, ends)] + 1 for marks in self.marks)
        back = tuple(marks[~np.isin(marks, self.begins)] - 1 for marks in self.marks)
        return {0: self.marks, 1: on, -1: back}

    @cached_property
    def counts(self) -> dict[int, Ints]:
        """Return how many marks, and moved ones, each coder has in each part: (C, H)."""
        return {by: np.stack([*map(self._counted, marks)]) for by, marks in self.moved.items()}

    @cached_property
    def shared(self) -> list[int]:
        """Return how many marks of each coder others have too: (C,)."""
        found, counts = np.unique(np.concatenate(self.marks), return_counts=True)
        return [int(np.isin(marks, found[counts > 1]).sum()) for marks in self.marks]

    def _counted(self, places: Ints) -> Ints:
        """Count the places of each part."""
        return np.bincount(self._part_of(places), minlength=self.parts)

    def _part_of(self, places: Ints) -> Ints:
        return np.searchsorted(self.starts, places, side="right") - 1

    def pair(self, first: int, second: int, *, move: int = 0) -> PairCounts:
        """Count what two coders share, the marks of the first perhaps moved."""
        there = self.coded[first] & self.coded[second]
        common = np.intersect1d(self.moved[move][first], self.marks[second], assume_unique=True)
        both = self._counted(common)
        rows = np.stack([self.sizes, self.counts[move][first], self.counts[0][second], both])
        rows = np.where(there, rows, 0)
        whole = rows.sum(axis=1, keepdims=True)
        return PairCounts(*np.concatenate([whole, whole - rows], axis=1).astype(float))

    def near_misses(self, first: int, second: int) -> Ints:
        """Count near misses by one place in which the first is early, and late: (2, H)."""
        places = np.setxor1d(self.marks[first], self.marks[second], assume_unique=True)
        there = self.coded[first] & self.coded[second]
        places = places[there[self._part_of(places)]]
        is_first = np.isin(places, self.marks[first])
        links = (np.diff(places) == 1) & np.diff(is_first) & ~np.isin(places[1:], self.begins)
        edges = np.diff(np.concatenate([[False], links, [False]]).astype(np.int8))
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        pairs = (ends - starts + 1) // 2
        found = np.zeros((2, self.parts), dtype=np.int64)
        late = (~is_first[starts]).astype(np.int64)
        np.add.at(found, (late, self._part_of(places[starts])), pairs)
        return found


@dataclass(frozen=True)
class PairCounts:
    """What two coders share: first over all parts, then without each, shape (1 + H,) each."""

    places: Floats
    first: Floats
    second: Floats
    both: Floats

    @property
    def terms(self) -> Floats:
        """Return at how many places they differ, and would by chance: (2, 1 + H)."""
        marked = self.first + self.second
        by_chance = marked - 2 * self.first * self.second / np.maximum(self.places, 1)
        return np.stack([marked - 2 * self.both, by_chance])


def kappa_of_terms(terms: Floats) -> Floats:
    """Return kappa of summed terms of pairs, NaN where undefined: (2, ...) to (...)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        kappa: Floats = np.where(terms[1] > 0, 1 - terms[0] / terms[1], np.nan)
    return kappa


def nearer_moved(marked: MarkedPlaces, coder: int, by: int) -> bool:
    """Return whether moving a coder's marks raises kappa with more than half of the others."""
    others = [other for other in range(len(marked.coders)) if other != coder]
    terms = np.array(
        [[marked.pair(coder, other, move=move).terms[:, 0] for other in others] for move in (0, by)]
    )
    as_it_is, moved = kappa_of_terms(terms.transpose(2, 0, 1))
    return bool(2 * (moved > as_it_is).sum() > (~np.isnan(as_it_is)).sum())


def kappa_between(items: Sequence[Item], coders: Sequence[str]) -> tuple[Floats, Ints]:
    """Return kappa of each two coders, NaN where undefined, and the items that both coded: (C, C).

    An item of one unit has no place, and counts for nobody.
    """
    row_of = {coder: row for row, coder in enumerate(coders)}
    places, first, both = np.zeros((3, len(coders), len(coders)))
    shared = np.zeros_like(places, dtype=np.int64)
    for item in items:
        codings = {name: one for name, one in item.codings.items() if name in row_of}
        if not codings:
            continue
        rows = np.ix_(*[[row_of[coder] for coder in codings]] * 2)
        places_of = [np.array(one.boundaries, dtype=np.int64) for one in codings.values()]
        marked, at = np.unique(np.concatenate(places_of), return_inverse=True)
        whose = np.repeat(np.arange(len(places_of)), [len(own) for own in places_of])
        for start in range(0, len(marked), AT_ONCE):
            part = (start <= at) & (at < start + AT_ONCE)
            marks = np.zeros((len(places_of), min(AT_ONCE, len(marked) - start)), np.float32)
            marks[whose[part], at[part] - start] = 1
            both[rows] += marks @ marks.T
        first[rows] += np.array([[len(own)] for own in places_of])
        places[rows] += item.mass - 1
        shared[rows] += item.mass > 1
    return kappa_of_terms(PairCounts(places, first, first.T, both).terms), shared


def least_apart(kappa: Floats, coder: int) -> float:
    """Return kappa of a coder with others over that of those others, whoever of them is left out.

    It is the largest of these shares, `inf` where the others do not agree without somebody. One
    who is unlike two that are one another's copies, and like the rest, has a share near 1.
    """
    others = [one for one in range(len(kappa)) if one != coder]
    found = 0.0
    for left_out in others:
        rest = [one for one in others if one != left_out]
        of_rest = kappa[np.ix_(rest, rest)][np.triu_indices(len(rest), 1)]
        own, theirs = (known[~np.isnan(known)] for known in (kappa[coder, rest], of_rest))
        if not theirs.size or theirs.mean() <= 0:
            return np.inf
        if own.size:
            found = max(found, float(own.mean() / theirs.mean()))
    return found
