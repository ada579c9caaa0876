"""Edits and windows of a whole corpus at once; the same numbers as pair by pair.

Items that the same coders coded form a *block*. In a block, each coder's
boundaries lie side by side in one row of 64-bit words: an item starts on a word
of its own, position p is its bit p - 1, and at least one zero bit follows its
last potential boundary, so that nothing reaches from one item into the next.
"""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.edits import TE_BITS, EditModel, best_joins
from segmetrics.metrics.windows import WindowWidth, window_span
from segmetrics.segmentation import MAX_MASS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


__all__ = [
    "Block",
    "BlockEdits",
    "BlockWindows",
    "block_edits",
    "block_from_masses",
    "block_windows",
    "blocks",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Units of a block, so that memory does not grow with the corpus: its largest
# arrays hold a byte or an index for each of them.
BLOCK_UNITS = 1 << 16
# Words that an array may have to be kept for the next block: enough for a full block
# of 16 coders.
KEPT_WORDS = 4 * BLOCK_UNITS
# Longer chains of joinable boundaries are rare and solved one by one, and so are all
# where te needs more binary digits; the sums of keys of the others fit 64 bits.
LONG_CHAIN = 60
CHAIN_COUNT = 64
CHAIN_BITS = 20
# What the counts of one coder may take of a 64-bit word, narrowest first.
LANES = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))


@dataclass(frozen=True)
class Block:
    """Items coded by exactly the same coders.

    Parameters
    ----------
    coders : tuple of str
        C coders.
    items : ndarray of int, shape (I,)
        Places of the items in their corpus.
    masses : ndarray of int, shape (I,)
        Units of each item.
    boundaries : ndarray of int, shape (C, I)
        Boundaries that each coder placed in each item.
    words : ndarray of uint64, shape (C, W)
        The boundaries as bits, see the module.
    starts : ndarray of int, shape (I,)
        First word of each item.
    """

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
    """Sort the items of a corpus into blocks.

    Parameters
    ----------
    corpus : Corpus
        The corpus.

    Yields
    ------
    Block
        Blocks of bounded size; every item is in exactly one.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [1, 2], "y": [3]}, "b": {"x": [4]}})
    >>> [(block.coders, block.items.tolist()) for block in blocks(corpus)]
    [(('x', 'y'), [0]), (('x',), [1])]
    """
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
    return _pack(
        coders,
        np.array(places, dtype=np.int64),
        np.array([items[place].mass for place in places], dtype=np.int64),
        np.fromiter(map(len, placed), dtype=np.int64, count=len(placed)),
        np.fromiter(chain.from_iterable(placed), dtype=np.int64),
    )


def block_from_masses(masses: Mapping[str, Mapping[str, Sequence[int]]]) -> Block:
    """Build a block right from segment sizes, without a value for each segmentation.

    Parameters
    ----------
    masses : mapping
        Item name to coder to segment sizes; the same coders for every item.

    Returns
    -------
    Block
        Its items in the order of `masses`.

    Raises
    ------
    SegmentationError
        If a segment size is not a whole number of at least 1, or there is none.
    CorpusError
        If coders or units differ within or between items as they may not.

    Examples
    --------
    >>> block = block_from_masses({"a": {"x": [1, 2], "y": [3]}})
    >>> block.boundaries.tolist(), block.masses.tolist()
    ([[1], [0]], [3])
    """
    coders = tuple(next(iter(masses.values()), ()))
    expected = set(coders)
    if not coders or any(by_coder.keys() != expected for by_coder in masses.values()):
        raise CorpusError("a block holds items that were coded by the same coders")
    sizes = [by_coder[coder] for coder in coders for by_coder in masses.values()]
    counts = np.fromiter(map(len, sizes), dtype=np.int64, count=len(sizes))
    try:
        flat = np.frombuffer(array("q", chain.from_iterable(sizes)), dtype=np.int64)
    except (TypeError, OverflowError):
        flat = np.zeros(1, dtype=np.int64)
    if not counts.all() or flat.min() < 1 or flat.max() > MAX_MASS:
        Corpus.from_masses(masses)  # says what is wrong, and where
    lasts = np.cumsum(counts) - 1
    ends = np.cumsum(flat, dtype=np.int64)
    ends -= np.repeat(ends[lasts] - np.add.reduceat(flat, lasts - counts + 1), counts)
    units = ends[lasts].reshape(len(coders), -1)
    if (units != units[0]).any() or units.max() > MAX_MASS:
        Corpus.from_masses(masses)
    keep = np.ones(len(ends), dtype=bool)
    keep[lasts] = False
    return _pack(coders, np.arange(len(masses)), units[0], counts - 1, ends[keep])


def _pack(coders: tuple[str, ...], items: Ints, masses: Ints, counts: Ints, flat: Ints) -> Block:
    """Set the bits of a block.

    `flat` holds the positions of all boundaries, `counts` how many of them each
    coding has; codings are sorted by coder, then by item.
    """
    sizes = (masses + 63) // 64
    starts = np.cumsum(sizes) - sizes
    length = 64 * int(sizes.sum())
    bits = _scratch.words("bits", len(coders), length // 8).view(np.uint8)
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


@dataclass(frozen=True)
class BlockEdits:
    """Edits of every pair of coders on every item of a block.

    Parameters
    ----------
    first, second : ndarray of int, shape (P,)
        The coders of each pair, as places in the block's coders.
    unmatched : ndarray of int, shape (P, I)
        Boundaries that only one of the two placed.
    near_misses : ndarray of int, shape (P, I)
        Transpositions.
    cost : ndarray of float, shape (P, I)
        Potential boundaries that the edits cost.
    """

    first: Ints
    second: Ints
    unmatched: Ints
    near_misses: Ints
    cost: Floats

    @property
    def full_misses(self) -> Ints:
        """Substitutions, shape (P, I)."""
        return self.unmatched - 2 * self.near_misses


def block_edits(block: Block, model: EditModel) -> BlockEdits:
    """Count the edits of every pair of coders on every item of a block.

    Parameters
    ----------
    block : Block
        The items.
    model : EditModel
        Window and costs.

    Returns
    -------
    BlockEdits
        The same numbers as `segmetrics.boundary_edits` gives pair by pair.
    """
    pairs = np.array(list(combinations(range(len(block.coders)), 2)), dtype=np.int64).reshape(-1, 2)
    first, second = pairs[:, 0], pairs[:, 1]
    shape = (len(pairs), len(block.items))
    unmatched = np.empty(shape, dtype=np.int64)
    near, discount = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    joins = _adjacent_joins if model.n == 2 else _chained_joins
    at = 0
    for one in range(len(block.coders) - 1):
        others = block.words[one + 1 :]
        rows = slice(at, at + len(others))
        unmatched[rows] = block.count(block.words[one] ^ others)
        joins(block, one, model, near[rows], discount[rows])
        at += len(others)
    cost = model.cost(unmatched, near, discount)
    return BlockEdits(first, second, unmatched, near, cost)


def _adjacent_joins(block: Block, one: int, model: EditModel, near: Ints, discount: Ints) -> None:
    """Count transpositions of neighbouring positions: every second link of a run of links.

    A link joins two adjacent positions at which the sides differ in opposite
    ways. Whole rows are taken as one large integer, whose addition carries
    through each run and so tells the runs that start at even places.
    """
    if not model.join_key(1):
        return
    size = block.words.shape[1] * 8
    even = int.from_bytes(b"\x55" * size, "little")
    a = int.from_bytes(block.words[one].tobytes(), "little")
    rows = []
    for row in block.words[one + 1 :]:
        b = int.from_bytes(row.tobytes(), "little")
        both = a & b
        only_a, only_b = a ^ both, b ^ both
        links = (only_a & (only_b >> 1)) | (only_b & (only_a >> 1))
        even_starts = (links ^ (links & (links << 1))) & even
        even_runs = links ^ (links & (links + even_starts))
        odd_runs = links ^ even_runs
        found = (even_runs & even) | (odd_runs ^ (odd_runs & even))
        rows.append(found.to_bytes(size, "little"))
    near[:] = block.count(np.frombuffer(b"".join(rows), dtype="<u8").reshape(len(rows), -1))
    discount[:] = near * model.discount(1)


def _chained_joins(block: Block, one: int, model: EditModel, near: Ints, discount: Ints) -> None:
    """Count transpositions of wider windows, chain by chain of joinable boundaries."""
    words = block.words
    few_digits = model.scaling == "unscaled" or model.n <= CHAIN_BITS + 2
    for row, other in enumerate(range(one + 1, len(words))):
        places = np.flatnonzero(_bits(words[one] ^ words[other]))
        if len(places) < 2:
            continue
        side = _bits(words[one])[places]
        item = np.searchsorted(64 * block.starts, places, side="right") - 1
        distance = np.diff(places)
        may_join = (distance < model.n) & (side[1:] != side[:-1]) & (item[1:] == item[:-1])
        if not may_join.any():
            continue
        distances = range(1, int(distance[may_join].max()) + 1)
        keys = [model.join_key(d, bits=CHAIN_BITS, count=CHAIN_COUNT) for d in distances]
        worth = np.array([0, *keys], dtype=np.int64)[np.where(may_join, distance, 0)]
        edges = np.flatnonzero(np.diff(worth > 0, prepend=False, append=False))
        starts, lengths = edges[::2], np.diff(edges)[::2]
        saved, joined = np.divmod(_best_sums(worth, starts, lengths), CHAIN_COUNT)
        found = _discounts(saved, joined, model)
        for index in np.flatnonzero((lengths > LONG_CHAIN) | (not few_digits)):
            span = slice(starts[index], starts[index] + lengths[index])
            joined[index], found[index] = _long_chain(distance[span].tolist(), model)
        np.add.at(near[row], item[starts], joined)
        np.add.at(discount[row], item[starts], found)


def _discounts(saved: Ints, joined: Ints, model: EditModel) -> Ints:
    """Find the discounts of chains in what their transpositions save, see `EditModel.join_key`."""
    substitution, transposition = model.whole_weights
    if not transposition:
        return np.zeros_like(saved)  # transpositions cost nothing, whatever their discount
    beyond = saved - joined * (2 * (substitution - transposition) << CHAIN_BITS)
    return (beyond // transposition) << (TE_BITS - CHAIN_BITS)


def _best_sums(keys: Ints, starts: Ints, lengths: Ints) -> Ints:
    """Find the largest sum of keys no two of which are neighbours, for all chains in step."""
    order = np.argsort(-lengths, kind="stable")
    starts, lengths = starts[order], np.minimum(lengths[order], LONG_CHAIN)
    last, before = np.zeros(len(order), dtype=np.int64), np.zeros(len(order), dtype=np.int64)
    for step in range(int(lengths[0]) if len(order) else 0):
        going = int(np.searchsorted(-lengths, -step, side="left"))
        best = np.maximum(last[:going], before[:going] + keys[starts[:going] + step])
        before[:going] = last[:going]
        last[:going] = best
    sums = np.empty_like(last)
    sums[order] = last
    return sums


def _long_chain(distances: list[int], model: EditModel) -> tuple[int, int]:
    """Count the transpositions of one chain, and add up their discounts."""
    worth = {distance: model.join_key(distance) for distance in set(distances)}
    joins = best_joins([worth[distance] for distance in distances])
    return len(joins), sum(model.discount(distances[i]) for i in joins)


def _bits(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")


@dataclass(frozen=True)
class BlockWindows:
    """WindowDiff of every ordered pair of coders on every item of a block.

    Parameters
    ----------
    hypothesis, reference : ndarray of int, shape (Q,)
        The coders of each ordered pair, as places in the block's coders.
    errors : ndarray of int, shape (Q, I)
        Windows in which the numbers of boundaries differ.
    windows : ndarray of int, shape (Q, I)
        Windows looked at; 0 where none fits.
    k : ndarray of int, shape (Q, I)
        Window size, from the reference.
    """

    hypothesis: Ints
    reference: Ints
    errors: Ints
    windows: Ints
    k: Ints

    @property
    def penalty(self) -> Floats:
        """WindowDiff, shape (Q, I); NaN where no window fits."""
        with np.errstate(invalid="ignore"):
            penalty: Floats = self.errors / self.windows
        return penalty


def block_windows(block: Block, width: WindowWidth) -> BlockWindows:
    """Count the WindowDiff errors of every ordered pair of coders on every item of a block.

    Parameters
    ----------
    block : Block
        The items.
    width : {"units", "boundaries"}
        What the window size counts.

    Returns
    -------
    BlockWindows
        The same numbers as `segmetrics.window_diff` gives pair by pair.
    """
    coders = len(block.coders)
    k: Ints = np.rint(block.masses / (2 * (block.boundaries + 1))).astype(np.int64)
    k = np.maximum(2, k)
    span = window_span(k, width)
    windows = np.maximum(0, block.masses - span)
    lane = next(lane for lane in LANES if int(span.max()) < 1 << (8 * lane.itemsize))
    per_word = 8 // lane.itemsize
    per_word = 8 // lane.itemsize
    repeat = np.uint64(sum(1 << (8 * lane.itemsize * i) for i in range(per_word)))
    rows, length = -(-coders // per_word), 64 * block.words.shape[1]
    counted = _running_counts(block, lane)
    inside = _scratch.words("inside", rows, length)
    unlike = _scratch.words("unlike", rows, length)
    wrong = _scratch.words("wrong", rows, length).view(bool)[:, : length * per_word]
    expected = _scratch.words("expected", 1, length)[0]
    until = _scratch.words("until", 1, length)[0].view(np.int64)
    place = _scratch.places(length)
    sizes = np.diff(block.starts, append=block.words.shape[1]) * 64
    ends = 64 * block.starts + windows
    starts_here = np.empty(length, dtype=bool)
    errors = np.empty((coders, rows, len(block.items), per_word), dtype=np.int64)
    for reference in range(coders):
        # Places at which no window starts get an empty one, which never errs.
        np.less(place, np.repeat(ends[reference], sizes), out=starts_here)
        np.multiply(np.repeat(span[reference], sizes), starts_here, out=until)
        until += place
        counted.take(until, axis=1, out=inside, mode="clip")
        inside -= counted
        row, column = divmod(reference, per_word)
        np.multiply(inside[row].view(lane)[column::per_word], repeat, out=expected)
        np.bitwise_xor(inside, expected, out=unlike)
        np.not_equal(unlike.view(lane), 0, out=wrong)
        # A word has 64 places, so its errors fit the byte that each coder has here.
        by_place = wrong.view(f"u{per_word}").reshape(rows, -1, 64)
        by_word = by_place.sum(axis=2, dtype=by_place.dtype).view(np.uint8)
        lanes = by_word.reshape(rows, -1, per_word)
        errors[reference] = np.add.reduceat(lanes, block.starts, axis=1, dtype=np.int64)
    by_coder = errors.transpose(0, 1, 3, 2).reshape(coders, -1, len(block.items))
    references, hypotheses = np.nonzero(~np.eye(coders, dtype=bool))
    return BlockWindows(
        hypothesis=hypotheses,
        reference=references,
        errors=by_coder[references, hypotheses],
        windows=windows[references],
        k=k[references],
    )


def _running_counts(block: Block, lane: np.dtype[Any]) -> NDArray[np.uint64]:
    """Count boundaries before each place, several coders side by side in a 64-bit word.

    The sums run over, from one lane into the next. The difference of two of
    them is right all the same, as long as a window's own count fits its lane.
    """
    bits = _bits(block.words)
    per_word = 8 // lane.itemsize
    rows = -(-len(bits) // per_word)
    counted = _scratch.words("counted", rows, bits.shape[1])
    counted[:] = 0
    lanes = counted.view(lane).reshape(rows, -1, per_word)
    for coder, row in enumerate(bits[:, :-1]):
        lanes[coder // per_word, 1:, coder % per_word] = row
    return np.cumsum(counted, axis=1, out=counted)


class _Scratch(threading.local):
    """Large arrays kept from call to call: fresh memory costs more than the arithmetic on it."""

    def __init__(self) -> None:
        self.kept: dict[str, NDArray[np.uint64]] = {}
        self.numbers: Ints = np.arange(0)

    def words(self, name: str, rows: int, length: int) -> NDArray[np.uint64]:
        """Give an array of 64-bit words with whatever is in it; very large ones are not kept."""
        size = rows * length
        if size > KEPT_WORDS:
            return np.empty((rows, length), dtype=np.uint64)
        kept = self.kept.get(name)
        if kept is None or len(kept) < size:
            kept = self.kept[name] = np.empty(size, dtype=np.uint64)
        return kept[:size].reshape(rows, length)

    def places(self, length: int) -> Ints:
        """Give the numbers from 0 to `length` - 1."""
        if len(self.numbers) < length:
            self.numbers = np.arange(length)
        return self.numbers[:length]


_scratch = _Scratch()
