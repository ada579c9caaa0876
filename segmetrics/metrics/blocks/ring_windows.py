"""Windows around the rings of potential boundaries of several items, for HierPk and HierWD.

What R_i and H_i are, and which windows err, is said in `segmetrics.metrics.hierarchical`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from segmetrics.metrics.blocks.packing import Floats, Ints

Comparison = Literal["pk", "wd"]


# A place in the order of prominence, below the number of its item.
RANK_BITS = 32


RANKS = (1 << RANK_BITS) - 1


class Rings:
    """The rings of several items, one after another in flat arrays."""

    def __init__(self, sizes: Ints) -> None:
        self.sizes = sizes
        self.starts: Ints = np.cumsum(sizes) - sizes
        self.item: Ints = np.repeat(np.arange(len(sizes)), sizes)
        self.place: Ints = np.arange(len(self.item))

    def spread(self, values: NDArray[np.int64]) -> Ints:
        """Repeat the value of each item at all its places."""
        return values[self.item]

    def order(self, ranks: Ints) -> Ints:
        """Sort the ranks of each item; its number is kept above them."""
        return np.sort(self.numbered(ranks))

    def numbered(self, ranks: Ints) -> Ints:
        """Put the number of its item above each rank."""
        return (self.item << RANK_BITS) | ranks


@dataclass(frozen=True, slots=True)
class Choice:
    """What H_i takes in each item, see `LevelScore`."""

    certain: Ints
    tied: Ints
    drawn: Ints
    cut: Ints

    @classmethod
    def most_prominent(cls, rings: Rings, ordered: Ints, count: Ints) -> Choice:
        """Choose so many of the most prominent positions of each item."""
        last = ordered[rings.starts + count - 1]
        before: Ints = np.searchsorted(ordered, last, side="left") - rings.starts
        through: Ints = np.searchsorted(ordered, last, side="right") - rings.starts
        tie = through > count
        certain = np.where(tie, before, count)
        cut = last & RANKS
        return cls(certain, np.where(tie, through - before, 0), count - certain, cut)


class Target:
    """R_i of several items, and its windows."""

    def __init__(self, rings: Rings, inside: NDArray[np.bool_]) -> None:
        self.rings = rings
        self.inside = inside
        self.boundaries: Ints = np.bincount(rings.item[inside], minlength=len(rings.sizes))
        self.k: Ints = np.maximum(1, (rings.sizes + 1) // (2 * (self.boundaries + 1)))
        end = rings.place + rings.spread(self.k)
        self.around = end > rings.spread(rings.starts + rings.sizes)
        self.end: Ints = end - self.around * rings.spread(rings.sizes)
        self.counts = self.count(inside, self.boundaries)

    def count(self, flags: NDArray[np.bool_], total: Ints) -> Ints:
        """Count the flags in each window; `total` are those of each item."""
        running = np.zeros(len(flags) + 1, dtype=np.int64)
        np.cumsum(flags, out=running[1:])
        found: Ints = running[self.end] - running[:-1]
        found += self.around * self.rings.spread(total)
        return found

    def errors(self, comparison: Comparison, ranks: Ints, choice: Choice) -> Floats:
        """Count the windows of each item that err, on the mean over ties."""
        rings, items = self.rings, len(self.rings.sizes)
        tie = choice.tied > 0
        sure = self.count(ranks < rings.spread(choice.cut + ~tie), choice.certain)
        by_number = comparison == "wd"
        wrong = sure != self.counts if by_number else (sure > 0) != (self.counts > 0)
        if not tie.any():
            return _sums(rings.item, wrong, items)
        # A window without tied positions is as sure as one of an item without a tie.
        held = self.count(ranks == rings.spread(np.where(tie, choice.cut, -1)), choice.tied)
        open_ = np.flatnonzero(held)
        settled = wrong & (held == 0)
        found = _sums(rings.item, settled, items)
        # Windows of one item with as many tied and as many missing boundaries are alike.
        item, held, sure, wanted = (array[open_] for array in (rings.item, held, sure, self.counts))
        width = int(self.k.max()) + 1
        missing = np.maximum(wanted - sure, -1) if by_number else np.where(sure > 0, -1, 0)
        empty = (wanted == 0).astype(np.int64)
        key = ((item * (width + 1) + missing + 1) * width + held) * 2 + empty
        key, times = np.unique(key, return_counts=True)
        key, empty = np.divmod(key, 2)
        key, held = np.divmod(key, width)
        item, missing = np.divmod(key, width + 1)
        alike = _hypergeometric(missing - 1, held, choice.drawn[item], choice.tied[item])
        # HierPk asks for no hit: where R_i has a boundary, that is the error.
        differ = 1 - alike if by_number else np.where(empty, 1 - alike, alike)
        found += _sums(item, times * differ, items)
        return found


def _sums(item: Ints, weights: NDArray[Any], items: int) -> Floats:
    """Add up for each item, one after another: an item's sum is the same in any company."""
    return np.asarray(np.bincount(item, weights=weights, minlength=items), dtype=np.float64)


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
