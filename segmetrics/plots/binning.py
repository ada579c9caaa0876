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
from segmetrics.phrases import begins, plural

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
        where = begins([first], self.unit)
        if last > first:
            where = f"{plural(self.unit)} {first + 1:,} to {last + 1:,}"
        if not most:
            return f"{where}: no boundary"
        share = f"{most:,} of {self.coders:,} coders ({percent(most / self.coders)})"
        if self.size == 1:
            return f"{where}: {share}"
        held = last - first + 1
        return (
            f"{where}: at most {share}, where {begins([at], self.unit)}; {marked:,} of the "
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
    found = counts(item)
    size = max(1, -(-len(found) // cells))
    # The last row is padded with places without a boundary.
    grid = np.pad(found, (0, -len(found) % size)).reshape(-1, size)
    first = np.arange(len(grid), dtype=np.int64) * size + 1
    return Bins(
        places=len(found),
        size=size,
        coders=len(item.codings),
        largest=grid.max(axis=1, initial=0),
        at=first + grid.argmax(axis=1) if len(grid) else first,
        marked=np.count_nonzero(grid, axis=1),
        unit=item.unit,
    )


def moments(item: Item, cells: int, steps: int) -> Bins:
    """Return a recording in cells of equal length: how many coders pressed together in each.

    Those press together who have a press within so many steps, around one of the presses of the
    cell; the strongest place of a cell is the press around which most do.
    """
    places = item.mass - 1
    size = max(1, -(-places // cells))
    pressed = [np.array(one.boundaries, dtype=np.int64) for one in item.codings.values()]
    presses = np.sort(np.concatenate(pressed))
    together = np.zeros(len(presses), dtype=np.int64)
    begin, end = presses - steps // 2, presses + (steps - steps // 2)
    for own in pressed:
        first = np.searchsorted(own, begin)
        together += np.searchsorted(own, end, side="right") > first
    count = -(-places // size)
    largest = np.zeros(count, dtype=np.int64)
    at = np.arange(count, dtype=np.int64) * size + 1
    # The last one of a cell that is written is the one around which most press.
    order = np.argsort(together, kind="stable")
    where = (presses[order] - 1) // size
    largest[where], at[where] = together[order], presses[order]
    marked = np.bincount((presses - 1) // size, minlength=count)
    return Bins(places, size, len(item.codings), largest, at, marked)


def fitting_cells(items: Sequence[Item], numbers: int) -> int:
    """Return the most cells of an item by which items stay within a number of numbers.

    A cell that is a place needs one number, another three.
    """

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
