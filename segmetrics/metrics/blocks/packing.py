"""Items packed for the batch path.

Items that the same coders coded form a *block*. In a block, each coder's
boundaries lie side by side in one row of 64-bit words: an item starts on a word
of its own, position p is its bit p - 1, and at least one zero bit follows its
last potential boundary, so that nothing reaches from one item into the next.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Corpus, CorpusError, Item, refuse_recordings
from segmetrics.segmentation import MAX_MASS, SHORT, packed

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Units of a block, so that memory does not grow with the corpus: its largest
# arrays hold a byte or an index for each of them.
BLOCK_UNITS = 1 << 16
# Words that an array may have to be kept for the next block: enough for a full block
# of 16 coders.
KEPT_WORDS = 4 * BLOCK_UNITS


@dataclass(frozen=True)
class Block:
    """Items coded by exactly the same coders."""

    coders: tuple[str, ...]
    items: Ints
    masses: Ints
    boundaries: Ints
    words: NDArray[np.uint64]
    starts: Ints

    def count(self, words: NDArray[np.uint64]) -> Ints:
        """Count the set bits of each item: (rows, W) words to (rows, I) counts."""
        found: Ints = np.add.reduceat(np.bitwise_count(words), self.starts, axis=-1, dtype=np.int64)
        return found


def blocks(corpus: Corpus) -> Iterator[Block]:
    """Sort the items of a corpus into blocks; raises CorpusError if they are recordings."""
    refuse_recordings(corpus.items)
    order = {coder: place for place, coder in enumerate(corpus.coders)}
    sorted_coders: dict[tuple[str, ...], tuple[str, ...]] = {}
    open_blocks: dict[tuple[str, ...], list[int]] = {}
    units: dict[tuple[str, ...], int] = {}
    for place, item in enumerate(corpus.items):
        coders, mass = item.coders, item.mass
        key = sorted_coders.get(coders)
        if key is None:
            key = sorted_coders[coders] = tuple(sorted(coders, key=order.__getitem__))
        if key in open_blocks and units[key] + mass > BLOCK_UNITS:
            yield _block(corpus.items, key, open_blocks.pop(key))
        if key not in open_blocks:
            open_blocks[key], units[key] = [], 0
        open_blocks[key].append(place)
        units[key] += mass
    for key, places in open_blocks.items():
        yield _block(corpus.items, key, places)


def _block(items: Sequence[Item], coders: tuple[str, ...], places: list[int]) -> Block:
    codings = [items[place].codings for place in places]
    placed = [by_coder[coder].boundaries for coder in coders for by_coder in codings]
    masses = np.array([items[place].mass for place in places], dtype=np.int64)
    return pack(
        coders,
        np.array(places, dtype=np.int64),
        masses,
        np.fromiter(map(len, placed), dtype=np.int64, count=len(placed)),
        # Tuples are read as one.
        _numbers(placed)
        if masses.max() <= SHORT
        else np.frombuffer(b"".join(map(packed, placed)), dtype=np.intc),
    )


def _numbers(several: Sequence[Sequence[int]]) -> Ints:
    """Return whole numbers one after another; raises TypeError for others."""
    try:
        # A byte each is read in half the time, and few are larger.
        return np.frombuffer(bytes(chain.from_iterable(several)), dtype=np.uint8).astype(np.int64)
    except ValueError:
        return np.frombuffer(array("q", chain.from_iterable(several)), dtype=np.int64)


def block_from_masses(masses: Mapping[str, Mapping[str, Sequence[int]]]) -> Block:
    """Build a block right from segment sizes, without a value for each segmentation."""
    coders = tuple(next(iter(masses.values()), ()))
    expected = set(coders)
    if not coders or any(by_coder.keys() != expected for by_coder in masses.values()):
        raise CorpusError("a block holds items that were coded by the same coders")
    sizes = [by_coder[coder] for coder in coders for by_coder in masses.values()]
    counts = np.fromiter(map(len, sizes), dtype=np.int64, count=len(sizes))
    try:
        flat = _numbers(sizes)
    except (TypeError, OverflowError):
        flat = np.zeros(1, dtype=np.int64)
    if not counts.all() or flat.min() < 1 or flat.max() > MAX_MASS:
        Corpus.from_masses(masses)  # says what is wrong, and where
    lasts = np.cumsum(counts) - 1
    ends = np.cumsum(flat, dtype=np.int64)
    totals = ends[lasts]
    own = np.diff(totals, prepend=0)
    ends -= np.repeat(totals - own, counts)
    units = own.reshape(len(coders), -1)
    if (units != units[0]).any() or units.max() > MAX_MASS:
        Corpus.from_masses(masses)
    keep = np.ones(len(ends), dtype=bool)
    keep[lasts] = False
    return pack(coders, np.arange(len(masses)), units[0], counts - 1, ends[keep])


def pack(
    coders: tuple[str, ...],
    items: Ints,
    masses: Ints,
    counts: Ints,
    flat: Ints | NDArray[np.intc],
) -> Block:
    """Build a block from the positions of all boundaries."""
    sizes = (masses + 63) // 64
    starts = np.cumsum(sizes) - sizes
    length = 64 * int(sizes.sum())
    bits = scratch.words("bits", len(coders), length // 8).view(np.uint8)
    bits[:] = 0
    rows = np.arange(len(coders), dtype=np.int64)[:, np.newaxis] * length
    bits.reshape(-1)[flat + np.repeat((rows + 64 * starts - 1).ravel(), counts)] = 1
    return Block(
        coders=coders,
        items=items,
        masses=masses,
        boundaries=counts.reshape(len(coders), len(items)),
        words=np.packbits(bits, axis=1, bitorder="little").view("<u8"),
        starts=starts,
    )


def bits_of(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Unpack words: (rows, W) words to (rows, 64 W) bits."""
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")


class Scratch(threading.local):
    """Large arrays kept from call to call: fresh memory costs more than the arithmetic on it."""

    def __init__(self) -> None:
        self.kept: dict[str, NDArray[np.uint64]] = {}
        self.numbers: Ints = np.arange(0)

    def words(self, name: str, rows: int, length: int) -> NDArray[np.uint64]:
        """Return an array of 64-bit words with whatever is in it; very large ones are not kept."""
        size = rows * length
        if size > KEPT_WORDS:
            return np.empty((rows, length), dtype=np.uint64)
        kept = self.kept.get(name)
        if kept is None or len(kept) < size:
            kept = self.kept[name] = np.empty(size, dtype=np.uint64)
        return kept[:size].reshape(rows, length)

    def array(self, name: str, length: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return an array of a type of at most 64 bits, with whatever is in it."""
        words = self.words(name, 1, -(-length * dtype.itemsize // 8))
        found: NDArray[Any] = words[0].view(dtype)
        return found[:length]

    def places(self, length: int) -> Ints:
        """Return the numbers from 0 to `length` - 1."""
        if len(self.numbers) < length:
            self.numbers = np.arange(length)
        return self.numbers[:length]


scratch = Scratch()
"""The arrays kept by this thread."""
