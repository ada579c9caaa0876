"""Windows around the rings of potential boundaries of several items, for HierPk and HierWD.

What R_i and H_i are, and which windows err, is said in `segmetrics.metrics.hierarchical`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from segmetrics.metrics.blocks.packing import Floats, Ints, scratch

Comparison = Literal["pk", "wd"]


class Rings:
    """The rings of several items, one after another in flat arrays."""

    def __init__(self, sizes: Ints) -> None:
        self.sizes = sizes
        self.starts: Ints = np.cumsum(sizes) - sizes
        self.item: Ints = np.repeat(np.arange(len(sizes)), sizes)
        self.place: Ints = np.arange(len(self.item))
        # Two counts of a window share a number: the sure positions below the tied ones.
        self.bits = 16 if int(sizes.max(initial=0)) < 1 << 15 else 32
        self.pair = np.dtype(f"u{2 * self.bits // 8}")
        self.signed = np.dtype(f"i{2 * self.bits // 8}")

    def spread(self, values: Ints) -> Ints:
        """Repeat the value of each item at all its places."""
        return values[self.item]

    def sums(self, flags: NDArray[np.bool_]) -> Floats:
        """Count the flags of each item."""
        found = np.zeros(len(self.sizes))
        filled = np.flatnonzero(self.sizes)
        if len(filled):
            found[filled] = np.add.reduceat(flags, self.starts[filled], dtype=np.int64)
        return found


class Prominence:
    """The ranks of prominence at all places of the items: 0 the highest, `depth` without boundary.

    A *cell* is a rank of an item; all cells lie one after another.
    """

    def __init__(self, rings: Rings, ranks: Ints, depth: Ints) -> None:
        self.ranks, self.depth = ranks, depth
        self.first: Ints = np.cumsum(depth + 1) - (depth + 1)
        self.item: Ints = np.repeat(np.arange(len(depth)), depth + 1)
        self.rank: Ints = np.arange(len(self.item)) - self.first[self.item]
        self.cell: Ints = ranks + rings.spread(self.first)
        self.held: Ints = np.bincount(self.cell, minlength=len(self.item))
        through: Ints = np.cumsum(self.held)
        self.through: Ints = through - (through - self.held)[self.first][self.item]


@dataclass(frozen=True, slots=True)
class Choice:
    """What H_i takes in each item, see `LevelScore`."""

    certain: Ints
    tied: Ints
    drawn: Ints
    cut: Ints

    @classmethod
    def most_prominent(cls, hypothesis: Prominence, count: Ints) -> Choice:
        """Choose so many of the most prominent positions of each item."""
        below = hypothesis.through < count[hypothesis.item]
        cut: Ints = np.add.reduceat(below, hypothesis.first, dtype=np.int64)
        at = hypothesis.first + cut
        through, held = hypothesis.through[at], hypothesis.held[at]
        tie = through > count
        certain = np.where(tie, through - held, count)
        return cls(certain, np.where(tie, held, 0), count - certain, cut)


class Target:
    """R_i of several items, and its windows."""

    def __init__(self, rings: Rings, inside: NDArray[np.bool_]) -> None:
        self.rings = rings
        self.inside = inside
        self.boundaries: Ints = np.bincount(rings.item[inside], minlength=len(rings.sizes))
        self.k: Ints = np.maximum(1, (rings.sizes + 1) // (2 * (self.boundaries + 1)))
        self.end: Ints = rings.place + rings.spread(self.k)
        # Windows that go on at the beginning of their ring.
        self.around = np.flatnonzero(self.end > rings.spread(rings.starts + rings.sizes))
        self.item_around = rings.item[self.around]
        self.end[self.around] -= rings.sizes[self.item_around]
        self.counts = self._count(inside, self.boundaries).copy()

    def _count(self, weights: NDArray[Any], total: Ints) -> NDArray[Any]:
        """Add up the weights in each window; `total` are those of each item.

        The array is used again by the next call.
        """
        pair = self.rings.pair
        running = scratch.array("running", len(weights) + 1, pair)
        running[0] = 0
        np.cumsum(weights, out=running[1:])
        found = running.take(
            self.end, mode="clip", out=scratch.array("windows", len(weights), pair)
        )
        found -= running[:-1]
        found[self.around] += total.astype(pair)[self.item_around]
        return found

    def errors(self, comparison: Comparison, hypothesis: Prominence, choice: Choice) -> Floats:
        """Count the windows of each item that err, on the mean over ties."""
        rings = self.rings
        by_number = comparison == "wd"
        tie = choice.tied > 0
        certain = hypothesis.rank < (choice.cut + ~tie)[hypothesis.item]
        competes = hypothesis.rank == np.where(tie, choice.cut, -1)[hypothesis.item]
        of_cells = (certain + (competes.astype(np.int64) << rings.bits)).astype(rings.pair)
        weights = scratch.array("weights", len(rings.item), rings.pair)
        of_cells.take(hypothesis.cell, mode="clip", out=weights)
        counts = self._count(weights, choice.certain + (choice.tied << rings.bits))
        wrong = counts != self.counts if by_number else (counts > 0) != (self.counts > 0)
        # A window without tied positions is as sure as one of an item without a tie.
        settled = counts < 1 << rings.bits
        found = rings.sums(wrong & settled)
        if not tie.any():
            return found
        # Windows of one item with as many tied and as many missing boundaries are alike.
        open_ = np.flatnonzero(~settled)
        counts, wanted = counts[open_].view(rings.signed), self.counts[open_].view(rings.signed)
        sure = counts & ((1 << rings.bits) - 1)
        missing = np.maximum(wanted - sure, -1) if by_number else -(sure > 0).astype(rings.signed)
        width = int(self.k.max()) + 1
        key = rings.item[open_]
        for base, digit in (
            (width + 1, missing + 1),
            (width, counts >> rings.bits),
            (2, wanted == 0),
        ):
            key *= base
            key += digit
        key, times = np.unique(key, return_counts=True)
        key, empty = np.divmod(key, 2)
        key, held = np.divmod(key, width)
        item, missing = np.divmod(key, width + 1)
        alike = _hypergeometric(missing - 1, held, choice.drawn[item], choice.tied[item])
        # HierPk asks for no hit: where R_i has a boundary, that is the error.
        differ = 1 - alike if by_number else np.where(empty, 1 - alike, alike)
        # One after another: an item's sum is the same in any company.
        found += np.bincount(item, weights=times * differ, minlength=len(found))
        return found


def _hypergeometric(hits: Ints, held: Ints, drawn: Ints, tied: Ints) -> Floats:
    """Return the probability that `hits` of `held` positions are among the `drawn` of `tied`."""
    least, most = np.maximum(0, drawn + held - tied), np.minimum(held, drawn)
    possible = (hits >= least) & (hits <= most)
    found: Floats = possible.astype(np.float64)
    several = possible & (least < most)
    if not several.any():
        return found
    hits, held, drawn, tied = (array[several] for array in (hits, held, drawn, tied))
    rest = _factorial_rests(int(tied.max()))
    off = (hits * tied - held * drawn) / tied
    log: Floats = rest[held] + rest[tied - held] + rest[drawn] + rest[tied - drawn] - rest[tied]
    for cell, row, column, above in (
        (hits, held, drawn, off),
        (held - hits, held, tied - drawn, -off),
        (drawn - hits, tied - held, drawn, -off),
        (tied - held - drawn + hits, tied - held, tied - drawn, off),
    ):
        ratio = np.where(cell > 0, above * tied / (row * column), 0.0)
        log -= rest[cell] + cell * np.log1p(ratio) - above
    found[several] = np.minimum(1.0, np.exp(log))
    return found


def _factorial_rests(largest: int) -> Floats:
    """Return log n! - n log n + n for n from 0 on: Stirling's series, small ones one by one."""
    n = np.maximum(1.0, np.arange(largest + 1))
    square = 1 / (n * n)
    series = 1 / 1188 - square * 691 / 360360
    for term in (-1 / 1680, 1 / 1260, -1 / 360, 1 / 12):
        series = term + square * series
    rests: Floats = 0.5 * np.log(2 * math.pi * n) + series / n
    small = [0.0, *(math.log(math.factorial(i)) - i * math.log(i) + i for i in range(1, 10))]
    rests[:10] = small[: largest + 1]
    return rests
