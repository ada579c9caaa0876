"""Long items in few cells: neighbouring places taken together, and what is said of them.

A cell of several places can not show each of them. It says two things that stay true: the
largest share of coders at any one of its places, so that agreement never fades, and how many
of its places have a boundary at all, so that a smear of single boundaries is told from one
boundary that everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import UNIT, Item
from segmetrics.number_formats import percent
from segmetrics.phrases import before, plural

CELLS = 120
"""Cells of an item, at most."""

STEPS = (CELLS, CELLS // 2, CELLS // 4)
"""Cells of an item, at most, where many items have to stay within a number of numbers."""


@dataclass(frozen=True)
class Bins:
    """The places of an item in cells of equally many; the last may hold fewer."""

    places: int
    size: int
    coders: int
    largest: NDArray[np.int64]
    at: NDArray[np.int64]
    marked: NDArray[np.int64]
    unit: str = UNIT

    @property
    def within(self) -> NDArray[np.int64]:
        """How far the strongest place of each cell is from its first."""
        return self.at - np.arange(len(self.at)) * self.size - 1

    @property
    def filled(self) -> NDArray[np.float64]:
        """Share of the places of each cell that have a boundary."""
        first = np.arange(len(self.marked)) * self.size
        held: NDArray[np.int64] = np.minimum(self.size, self.places - first)
        return self.marked / held

    @property
    def said(self) -> list[str]:
        """What each cell holds, in words."""
        return [self._said(cell) for cell in range(len(self.largest))]

    def _said(self, cell: int) -> str:
        first = cell * self.size + 1
        last = min(first + self.size - 1, self.places)
        most, at, marked = (int(of[cell]) for of in (self.largest, self.at, self.marked))
        where = before([first], self.unit)
        if last > first:
            where = f"{plural(self.unit)} {first + 1:,} to {last + 1:,}"
        if not most:
            return f"{where}: no boundary"
        share = f"{most:,} of {self.coders:,} coders ({percent(most / self.coders)})"
        if self.size == 1:
            return f"{where}: {share}"
        held = last - first + 1
        return (
            f"{where}: at most {share} {before([at], self.unit)}; {marked:,} of the "
            f"{held:,} places have a boundary"
        )


def counts(item: Item) -> NDArray[np.int64]:
    """Count the coders who placed a boundary at each potential boundary."""
    placed = np.zeros(item.mass + 1, dtype=np.int64)
    for segmentation in item.codings.values():
        placed[list(segmentation.boundaries)] += 1
    return placed[1 : item.mass]


def shares(item: Item) -> NDArray[np.float64]:
    """Share of the coders who placed a boundary at each potential boundary."""
    return counts(item) / len(item.codings)


def bins(item: Item, cells: int = CELLS) -> Bins:
    """Return the places of an item in cells of equally many neighbours."""
    marked = np.concatenate(_boundaries(item))
    places, coders = np.unique(marked, return_counts=True)
    # Of places that equally many coders marked, the first one is the strongest.
    return _bins(item, cells, places, coders, np.lexsort((-places, coders)))


def moments(item: Item, cells: int, steps: int) -> Bins:
    """Return a recording in cells of equal length: how many coders marked together in each.

    Those mark together who have a boundary within so many steps, around one of those of the cell;
    the strongest place of a cell is the boundary around which most do.
    """
    pressed = _boundaries(item)
    presses = np.sort(np.concatenate(pressed))
    together = np.zeros(len(presses), dtype=np.int64)
    begin, end = presses - steps // 2, presses + (steps - steps // 2)
    for own in pressed:
        first = np.searchsorted(own, begin)
        together += np.searchsorted(own, end, side="right") > first
    return _bins(item, cells, presses, together, np.argsort(together, kind="stable"))


def _boundaries(item: Item) -> list[NDArray[np.int64]]:
    return [np.array(one.boundaries, dtype=np.int64) for one in item.codings.values()]


def _bins(
    item: Item,
    cells: int,
    marked: NDArray[np.int64],
    coders: NDArray[np.int64],
    order: NDArray[np.intp],
) -> Bins:
    """Return the cells of an item by its marked places, how many coders marked each, and an order.

    Of the places of a cell, the last one in the order is the strongest.
    """
    places = item.mass - 1
    size = max(1, -(-places // cells))
    count = -(-places // size)
    largest = np.zeros(count, dtype=np.int64)
    at = np.arange(count, dtype=np.int64) * size + 1
    # What is written last into a cell stays.
    where = (marked[order] - 1) // size
    largest[where], at[where] = coders[order], marked[order]
    held = np.bincount((marked - 1) // size, minlength=count)
    return Bins(places, size, len(item.codings), largest, at, held, item.unit)


def fitting_cells(items: Sequence[Item], numbers: int) -> int:
    """Return the most cells of an item by which items stay within a number of numbers."""

    def needed(cells: int) -> int:
        return sum(min(one.mass, 3 * cells if one.mass > cells + 1 else cells) for one in items)

    return next((cells for cells in STEPS if needed(cells) <= numbers), STEPS[-1])


def lanes(item: Item, size: int) -> NDArray[np.int64]:
    """Count for each coder the boundaries of theirs in each cell."""
    cells = -(-(item.mass - 1) // size)
    found = np.zeros((len(item.codings), cells), dtype=np.int64)
    for lane, segmentation in zip(found, item.codings.values(), strict=True):
        places = np.array(segmentation.boundaries, dtype=np.int64)
        lane[:] = np.bincount((places - 1) // size, minlength=cells)
    return found
