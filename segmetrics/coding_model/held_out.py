"""How well codings are told from those of the others, without having seen them.

Each coding is left out, everything is fitted to the rest, and the coding's marks are told from
those of the item's other coders. Up to `FOLDS` codings of a group are left out one at a time; of
more, several at once, as far as can be of different items and coders. Four ways to tell them, in
bits a place:

- by the rate of the coder on other items alone;
- by the *kernel* of the others: a logistic regression on the share of the others who mark a place,
  and of those who mark a place one, two ... places away, with a constant for each coder;
- by the model without near misses, which is that of Dawid & Skene (1979);
- by the model.

Figures are sums over codings, divided by the sum of their places; a standard error is that of such
a ratio, over items, as the codings of an item are not independent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from segmetrics.coding_model.coder_fit import fit_coders, marks_log_likelihood
from segmetrics.coding_model.packed_marks import marked_places, pack_marks
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.coder_parameters import Parameters, logistic
from segmetrics.reliability.fitted_coders import HeldOut, Saved
from segmetrics.reliability.progress import Progress, reported

FOLDS = 30
"""How often everything is fitted to the rest, at most."""

REFITTED = 1e-3
"""The last step of a fit to the rest, on the scales of `Parameters.vector`: hardly anything is then
left of the coding, which the fit where it began had seen."""

RIDGE = 0.1
MOST_STEPS, NEAR = 25, 1e-8


class _Left(NamedTuple):
    """A coding that is left out: the row of its item, and the column of its coder."""

    row: int
    column: int


def held_out(
    items: Sequence[Item], coders: Sequence[str], reach: int, progress: Progress | None = None
) -> HeldOut | None:
    """Tell each coding of a group from the others; None if there is none that can be told."""
    elsewhere = {coder: sum(coder in item.codings for item in items) > 1 for coder in coders}
    left = [
        _Left(row, column)
        for row, item in enumerate(items)
        for column, coder in enumerate(coders)
        if coder in item.codings and len(item.codings) > 1 and elsewhere[coder]
    ]
    if not left:
        return None
    folds = _folds(left, len(items), len(coders))
    of_reach = dict.fromkeys((0, reach))
    # Fits to nearly all begin where that to all ended.
    begins = [fit_coders(pack_marks(items, coders, one)).parameters for one in of_reach]
    nearby = _Nearby.of(items, coders, reach)
    weights = nearby.weights((), nearby.first_weights)
    parts = [
        np.column_stack(
            [
                _alone(items, coders, fold),
                nearby.costs(fold, weights),
                *(_modelled(items, coders, fold, begin) for begin in begins),
            ]
        )
        for fold in reported(folds, progress, len(folds))
    ]
    alone, kernel, exact, model = (np.concatenate(parts) / np.log(2)).T[[0, 1, 2, -1]]
    rows = [one.row for fold in folds for one in fold]
    places = np.array([items[row].mass - 1 for row in rows])
    saved = partial(_saved, places=places, items=rows)
    return HeldOut(
        len(left),
        int(places.sum()),
        float(alone.sum() / places.sum()),
        saved(alone - exact),
        saved(alone - kernel),
        saved(alone - model),
        saved(exact - model),
        saved(kernel - model),
    )


def _folds(left: Sequence[_Left], items: int, coders: int) -> list[list[_Left]]:
    """Share codings out so that hardly any part of an item or of a coder is left out at once."""
    folds: list[list[_Left]] = [[] for _ in range(min(FOLDS, len(left)))]
    of_item, of_coder = np.zeros((items, len(folds))), np.zeros((coders, len(folds)))
    in_item = np.bincount([one.row for one in left], minlength=items)
    in_coder = np.bincount([one.column for one in left], minlength=coders)
    for one in left:
        share = of_item[one.row] / in_item[one.row] + of_coder[one.column] / in_coder[one.column]
        fold = int(np.lexsort(([len(fold) for fold in folds], share))[0])
        folds[fold].append(one)
        of_item[one.row, fold] += 1
        of_coder[one.column, fold] += 1
    return folds


def _saved(bits: Floats, places: Floats, items: Sequence[int]) -> Saved:
    """Return a ratio of sums, and its standard error over items."""
    ratio = bits.sum() / places.sum()
    by_item = np.bincount(items, bits - ratio * places)
    count = len(set(items))
    if count < 2:
        return Saved(float(ratio), None)
    apart = (by_item**2).sum() * count / (count - 1)
    return Saved(float(ratio), float(np.sqrt(apart) / places.sum()))


def _alone(items: Sequence[Item], coders: Sequence[str], fold: Sequence[_Left]) -> list[float]:
    """Return the nats that codings cost by the rate of their coder on other items."""
    costs = []
    out = set(fold)
    for row, column in fold:
        coder = coders[column]
        own = [
            one
            for place, one in enumerate(items)
            if coder in one.codings and _Left(place, column) not in out
        ]
        marked = sum(len(one.codings[coder].boundaries) for one in own)
        rate = (marked + 0.5) / (sum(one.mass - 1 for one in own) + 1)
        found = len(items[row].codings[coder].boundaries)
        missed = items[row].mass - 1 - found
        costs.append(float(-(found * np.log(rate) + missed * np.log1p(-rate))))
    return costs


def _modelled(
    items: Sequence[Item], coders: Sequence[str], fold: Sequence[_Left], begin: Parameters
) -> Floats:
    """Return the nats that codings cost by the model, fitted to the others."""
    reach = begin.shifts.shape[1] // 2
    gone: dict[int, set[str]] = {}
    for row, column in fold:
        gone.setdefault(row, set()).add(coders[column])
    seen = [_without(item, gone.get(row, ())) for row, item in enumerate(items)]
    parameters = fit_coders(pack_marks(seen, coders, reach), begin=begin, near=REFITTED).parameters
    told = [
        _without(items[row], gone[row] - {coders[column]} if whole else gone[row])
        for whole in (False, True)
        for row, column in fold
    ]
    without, whole = marks_log_likelihood(pack_marks(told, coders, reach), parameters).reshape(
        2, -1
    )
    costs: Floats = without - whole
    return costs


def _without(item: Item, coders: Collection[str]) -> Item:
    """Return an item without the codings of some coders."""
    if not coders:
        return item
    kept = {name: coding for name, coding in item.codings.items() if name not in coders}
    return Item(item.name, kept)


class _Nearby(NamedTuple):
    """The marks of items, and how many coders mark each place and those so far away.

    `near` has for each item place x distance x coder: marks at that distance, to both sides.
    """

    marks: list[Floats]
    near: list[Floats]
    coded: list[Floats]

    @classmethod
    def of(cls, items: Sequence[Item], coders: Sequence[str], reach: int) -> _Nearby:
        """Lay out the marks of items."""
        found = cls([], [], [])
        for item in items:
            bits = marked_places(item, coders)
            wide = np.pad(bits, ((reach, reach), (0, 0)))
            count = len(bits)
            near = [bits]
            for away in range(1, reach + 1):
                sides = (wide[reach + side * away :][:count] for side in (-1, 1))
                near.append(sum(sides, np.zeros_like(bits)) / 2)
            found.marks.append(bits)
            found.near.append(np.stack(near, axis=1))
            found.coded.append(np.array([coder in item.codings for coder in coders], dtype=float))
        return found

    @property
    def first_weights(self) -> Floats:
        """Where weights begin, and what they are drawn towards: usual rates, and no more."""
        weights = np.zeros(len(self.coded[0]) + self.near[0].shape[1])
        weights[: len(self.coded[0])] = -2.0
        return weights

    def costs(self, fold: Sequence[_Left], begin: Floats) -> list[float]:
        """Return the nats that codings cost, by a kernel fitted to all others."""
        weights = self.weights(fold, begin)
        return [
            float(-_log_chance(self._table(row, column, self._seen(row, fold)), weights).sum())
            for row, column in fold
        ]

    def weights(self, fold: Sequence[_Left], begin: Floats) -> Floats:
        """Fit the kernel to all codings but some: constants of coders, weights of marks nearby."""
        tables = []
        for row in range(len(self.coded)):
            seen = self._seen(row, fold)
            if seen.sum() > 1:
                tables += [self._table(row, who, seen) for who in np.flatnonzero(seen).tolist()]
        drawn_to, weights = self.first_weights, begin
        if not tables:
            return drawn_to
        table = _stacked(tables)
        coders = len(self.coded[0])
        for _ in range(MOST_STEPS):
            chance = table.chance(weights)
            wrong, bent = table.marks - chance, chance * (1 - chance)
            slope = np.concatenate(
                [np.bincount(table.coder, wrong, coders), table.shares.T @ wrong]
            ) - RIDGE * (weights - drawn_to)
            shares = table.shares * bent[:, None]
            of_coders = [np.bincount(table.coder, one, coders) for one in shares.T]
            bend = RIDGE * np.eye(len(weights))
            bend[:coders, :coders] += np.diag(np.bincount(table.coder, bent, coders))
            bend[:coders, coders:] = np.array(of_coders).T
            bend[coders:, :coders] = of_coders
            bend[coders:, coders:] += shares.T @ table.shares
            step = np.clip(np.linalg.solve(bend, slope), -2, 2)
            weights = weights + step
            if np.abs(step).max() < NEAR:
                break
        return weights

    def _seen(self, row: int, fold: Iterable[_Left]) -> Floats:
        """Return who coded an item, of those who are not left out."""
        seen = self.coded[row].copy()
        seen[[one.column for one in fold if one.row == row]] = 0
        return seen

    def _table(self, row: int, coder: int, seen: Floats) -> _Table:
        """Return for each place the mark of a coder, and the shares of the others."""
        others = seen.copy()
        others[coder] = 0
        shares = self.near[row] @ others / others.sum()
        return _Table(self.marks[row][:, coder], np.full(len(shares), coder), shares)


class _Table(NamedTuple):
    """Marks, whose they are, and the shares of the others who mark places near."""

    marks: Floats
    coder: Ints
    shares: Floats

    def chance(self, weights: Floats) -> Floats:
        """Return how likely the kernel takes a mark."""
        coders = len(weights) - self.shares.shape[1]
        return logistic(weights[self.coder] + self.shares @ weights[coders:])


def _stacked(tables: Sequence[_Table]) -> _Table:
    """Return several tables as one."""
    marks, coder, shares = (np.concatenate(one) for one in zip(*tables, strict=True))
    return _Table(marks, coder, shares)


def _log_chance(table: _Table, weights: Floats) -> Floats:
    """Return the logarithms of how likely the marks are."""
    chance = table.chance(weights)
    logs: Floats = np.log(np.where(table.marks > 0, chance, 1 - chance))
    return logs
