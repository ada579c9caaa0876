"""The marks of a coder group, packed so that equal surroundings of places are computed once.

What a coder's marks within reach of a place look like is its *pattern*: bit d + reach is set where
there is a mark d places later. Places at which all coders show the same patterns share a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Floats, Ints

# A batch holds items of similar length, so that little of it is padding, or so few that padding
# costs less than another batch.
STRETCH, SMALL = 1.5, 50_000


class Together(NamedTuple):
    """Coders whose patterns are looked up at once: from which to which, and a number by row.

    The number has a digit for each coder, to the base of all patterns that there can be.
    """

    coders: slice
    numbers: Ints


@dataclass(frozen=True, slots=True)
class Batch:
    """Items of similar length: which items, their places, and the row of each place (place x item).

    What lies beyond the end of an item has a row of its own, behind the others.
    """

    items: Ints
    places: Ints
    rows: Ints


@dataclass(frozen=True, slots=True)
class PackedMarks:
    """The marks of some items: patterns of each coder by row, and rows by place."""

    reach: int  # places that a near miss may lie away
    rows: int  # of places at which coders show different patterns
    # What the marks of the coders look like, by row; `absent` where a coder did not code the item.
    together: tuple[Together, ...]
    batches: tuple[Batch, ...]  # the rows of all places
    # Item x coder: how many places each coder marked, of how many; none where the coder did not
    # code the item.
    marks: Floats
    places: Floats

    @property
    def absent(self) -> int:
        """The pattern of a coder who did not code the item."""
        return int(2 ** (2 * self.reach + 1))


def marked_places(item: Item, coders: Sequence[str]) -> Floats:
    """Return which places each coder marked, place x coder; none where a coder did not code."""
    marks = np.zeros((item.mass - 1, len(coders)))
    for column, coder in enumerate(coders):
        if coder in item.codings:
            marks[np.array(item.codings[coder].boundaries, dtype=int) - 1, column] = 1
    return marks


def pack_marks(items: Sequence[Item], coders: Sequence[str], reach: int) -> PackedMarks:
    """Pack the marks of items that have potential boundaries."""
    absent = 2 ** (2 * reach + 1)
    column = {coder: place for place, coder in enumerate(coders)}
    by_item = []
    marks, places = np.zeros((2, len(items), len(coders)))
    for row, item in enumerate(items):
        count = item.mass - 1
        codes = np.full((count, len(coders)), absent, dtype=np.uint8)
        for coder, coding in item.codings.items():
            bits = np.zeros(count + 2 * reach, dtype=np.uint8)
            bits[np.array(coding.boundaries, dtype=int) - 1 + reach] = 1
            seen = sum(bits[d : d + count] << d for d in range(2 * reach + 1))
            codes[:, column[coder]] = seen
            marks[row, column[coder]] = len(coding.boundaries)
            places[row, column[coder]] = count
        by_item.append(codes)
    rows, index = np.unique(np.concatenate(by_item), axis=0, return_inverse=True)
    index = index.reshape(-1)
    lengths = np.array([len(codes) for codes in by_item])
    ends = np.cumsum(lengths)
    batches = []
    order = np.argsort(lengths, kind="stable")
    begin = 0
    while begin < len(order):
        left = lengths[order[begin:]]
        end = begin + int(np.searchsorted(left, STRETCH * left[0], side="right"))
        while end < len(order) and lengths[order[end]] * (end + 1 - begin) <= SMALL:
            end += 1
        chosen = order[begin:end]
        packed = np.full((int(lengths[chosen].max()), len(chosen)), len(rows))
        for place, item in enumerate(chosen.tolist()):
            packed[: lengths[item], place] = index[ends[item] - lengths[item] : ends[item]]
        batches.append(Batch(chosen, lengths[chosen], packed))
        begin = end
    together = tuple(_together(rows.astype(int), absent + 1))
    return PackedMarks(reach, len(rows), together, tuple(batches), marks, places)


def _together(patterns: Ints, kinds: int) -> Iterator[Together]:
    """Put as many coders together as leave fewer numbers than a quarter of the rows."""
    most = max(1, int(log(max(len(patterns) / 4, 1), kinds)))
    for begin in range(0, patterns.shape[1], most):
        some = patterns[:, begin : begin + most]
        digits = kinds ** np.arange(some.shape[1])[::-1]
        yield Together(slice(begin, begin + some.shape[1]), some @ digits)
