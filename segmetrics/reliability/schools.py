"""Coders who segment finely beside others who segment coarsely: a guideline that leaves it open.

Conventions
-----------
From the one who marks most to the one who marks least on the items that all of them coded, the
people of a coder group are parted where the ratio of two neighbours is largest, at least two on
each side. They are of two schools if

- the finer ones mark more than `FINER` times what the coarser ones do, clearly: at level `LEVEL`,
  by leaving out each item in turn;
- the ratio of these neighbours is `APART` times that of the ends of either side, in logarithms: who
  differ by degrees are of no kinds;
- beyond what they would by chance, finer ones mark the place, or one beside it, of at least
  `NESTED` times as many marks of the coarser ones as of those of other finer ones, and of at least
  `OVER_CHANCE` of them;
- farther than that from all marks of the coarser ones, at least `SHARED` more of the marks of each
  finer one than by chance are at a place of another finer one, clearly above 0: else they merely
  add marks.

Two who mark alike and far more than the others are so without any fault of theirs or the others',
so that nobody stands out for it. How often that is said where it is not so: ``python -m
benchmarks.claims --kind finely``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import rate
from segmetrics.phrases import in_ten, joined
from segmetrics.reliability.jackknife import clearly_above

FINER, LEVEL, APART, NESTED, OVER_CHANCE, SHARED = 1.5, 0.05, 2.0, 0.6, 0.1, 0.2

NAMED = 6
"""Coders of a side that a sentence names."""

TWO_SCHOOLS = (
    "{fine} segment more finely than {coarse}: they mark {ratio} times as many boundaries, and "
    "they also have {nested} of the boundaries of {coarse}, at the same place or right beside it "
    "(by chance {chance}). Say in the guideline which of the two you want."
)


class Schools(NamedTuple):
    """Coders of a group who segment finely, and the others, who segment coarsely."""

    group: str
    fine: tuple[str, ...]
    coarse: tuple[str, ...]
    ratio: float  # boundaries of a finer one, for each of a coarser one
    # The share of the boundaries of a coarser one that a finer one has, at the place or beside it.
    nested: float
    by_chance: float  # that share if these boundaries lay anywhere

    @property
    def words(self) -> str:
        """What is said of them, and to be done."""
        fine, coarse = joined(self.fine, NAMED), joined(self.coarse, NAMED)
        nested, chance, ratio = in_ten(self.nested), in_ten(self.by_chance), rate(self.ratio)
        return TWO_SCHOOLS.format(
            fine=fine, coarse=coarse, ratio=ratio, nested=nested, chance=chance
        )

    def explains(self, coder: str, trait: str) -> bool:
        """Return whether a coder stands out for marking more, or less, by the school alone."""
        more, less = self.fine, self.coarse
        return coder in {"own": more, "much": more, "fewer": less, "little": less}.get(trait, ())

    def of(self, coder: str) -> str:
        """Return how a coder segments: ``more finely than ...``; empty of one who is of neither."""
        if coder not in (*self.fine, *self.coarse):
            return ""
        how, own, than = "finely", self.fine, self.coarse
        if coder in than:
            how, own, than = "coarsely", self.coarse, self.fine
        others = [one for one in own if one != coder]
        do = "does" if len(others) == 1 else "do"
        return f"more {how} than {joined(than, NAMED)}, as {joined(others, NAMED)} {do}"

    def part(self, votes: Mapping[str, int], silent: Collection[str]) -> bool:
        """Return whether all of one school marked a place, and nobody of the other."""
        return {*self.fine} == votes.keys() and {*self.coarse} == {*silent}


def schools_in(corpus: Corpus) -> tuple[Schools, ...]:
    """Return of each coder group of texts that has two schools who is of which."""
    if corpus.scale is not None:
        return ()
    people, found = {*corpus.people}, []
    for group in corpus.groups:
        coders = [one for one in group.coders if one in people]
        found.append(schools_of([corpus[one] for one in group.items], coders, group.name))
    return tuple(filter(None, found))


def schools_of(items: Sequence[Item], coders: Sequence[str], group: str = "") -> Schools | None:
    """Return which coders of some items segment finely and which coarsely, if they do."""
    items = [one for one in items if one.mass > 1]
    # Who coded nothing but single units says nothing.
    coders = [name for name in coders if any(name in one.codings for one in items)]
    items = [one for one in items if {*coders} <= one.codings.keys()]
    counts = np.array([[len(item.codings[one].boundaries) for one in coders] for item in items])
    if len(coders) < 4 or len(items) < 2 or not counts.any(axis=0).all():
        return None
    order = np.argsort(-counts.sum(axis=0), kind="stable")
    logs = np.log(counts.sum(axis=0)[order])
    gaps = logs[:-1] - logs[1:]
    at = 2 + int(gaps[1:-1].argmax())
    within = max(logs[0] - logs[at - 1], logs[at] - logs[-1])
    more, less = (_left_out(counts[:, side].mean(axis=1)) for side in (order[:at], order[at:]))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.log(more) - np.log(less)
    if gaps[at - 1] < APART * within or not clearly_above(ratios, LEVEL, log(FINER)):
        return None
    fine, coarse = (tuple(coders[one] for one in sorted(side)) for side in (order[:at], order[at:]))
    sums = np.array([_sums(item, fine, coarse) for item in items])
    near, chance, marks, near_fine, chance_fine, marks_fine = sums[:, :6].sum(axis=(0, 2))
    least = max(NESTED * (near_fine - chance_fine) / marks_fine, OVER_CHANCE)
    if near - chance < least * marks:
        return None
    for shared, extra in zip(sums[:, 6].T, sums[:, 7].T, strict=True):
        share = _left_out(shared) / np.maximum(_left_out(extra), 1)
        if share[0] < SHARED or not clearly_above(share, LEVEL):
            return None
    ratio = float(more[0] / less[0])
    return Schools(group, fine, coarse, ratio, float(near / marks), float(chance / marks))


def _sums(item: Item, fine: Sequence[str], coarse: Sequence[str]) -> Floats:
    """Count marks on an item for each finer coder, and those shared: (8, finer).

    In turn those of coarser ones that are near a mark of the finer one, as many by chance, and all;
    those of other finer ones near it, by chance, and all; those of the finer one far from all
    coarser ones that another finer one shares, beyond chance, and all.
    """
    by_fine, by_coarse = (_marked(item, side).astype(float) for side in (fine, coarse))
    near = _near(by_fine > 0)
    covered, sets = near.mean(axis=1), (by_coarse.sum(axis=0), by_fine.sum(axis=0) - by_fine)
    rows = []
    for others in (np.broadcast_to(one, by_fine.shape) for one in sets):
        marks = others.sum(axis=1)
        rows += [(near * others).sum(axis=1), covered * marks, marks]
    far = ~_near(by_coarse > 0).any(axis=0)
    extra = by_fine * far
    each, at = extra.sum(axis=1), extra.sum(axis=0)
    by_chance = each * (each.sum() - each) / max(1, far.sum())
    rows += [(extra * (at - extra)).sum(axis=1) - by_chance, each * (len(fine) - 1)]
    return np.array(rows)


def _marked(item: Item, coders: Sequence[str]) -> NDArray[np.bool_]:
    """Return which places some coders marked: (C, places)."""
    found = np.zeros((len(coders), item.mass - 1), dtype=bool)
    for row, coder in enumerate(coders):
        found[row, np.array(item.codings[coder].boundaries, dtype=int) - 1] = True
    return found


def _near(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the places that are marked, and those beside them."""
    near = marked.copy()
    near[:, 1:] |= marked[:, :-1]
    near[:, :-1] |= marked[:, 1:]
    return near


def _left_out(values: Floats) -> Floats:
    """Return the sum of values, and then without each."""
    whole = values.sum()
    return np.concatenate([[whole], whole - values])
