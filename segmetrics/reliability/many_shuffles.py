"""Many shuffles of many items at once, over S or B with near misses of neighbouring places.

Conventions
-----------
Each coder's *steps* are put in some random orders: of a ring its distances from boundary to
boundary, with the way from the last one round to the first; else the sizes of its segments. A
shuffle takes one of these orders for each coder, and turns a ring by any number of places. Orders
are packed into 64-bit words once and turned as words, so that a shuffle costs a few operations.
The random numbers of an item depend on its name, its codings, the seed and the stage alone.

In a ring of n places with k boundaries, of which c1 are followed by another at once and c2 by one
two places on, every place holds a boundary with probability k/n. Near misses are what a run of
places that two coders mark in turn holds in pairs: of runs of length l, the sum over l of
(-1)^l times the number of stretches of l places that they mark in turn. How often one coder marks
every second place of a stretch follows from k, c1 and c2 alone, since distances are in random
order: expected edits have a closed form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.adjacent_edits import Words, adjacent_edits
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.edits import LinearEditModel
from segmetrics.reliability.progress import Progress

# Words of the orders of a chunk of items, and of its shuffles at once: what a cache holds.
CHUNK_WORDS = 1 << 16
# Shuffles at once, however long an item is.
AT_ONCE = 64
# Random numbers of a chunk.
MOST_DRAWN = 1 << 20
# Orders of a coder's steps, of which each shuffle takes one, on a ring, which is turned, and in a
# row: so many for shuffles of fewer binary digits than that, and twice as many for each digit more,
# up to a most. With fewer, p-values spread more from seed to seed than independent ones.
RING_ORDERS, RING_BITS = 16, 11
ROW_ORDERS, ROW_BITS = 32, 8
MOST_ORDERS = 2048
MOST_BYTES = 100_000_000
# Binary digits of a step that leave enough random ones in 32 bits.
SHORT = 10
HALF = np.uint64(32)


def counts_bits(options: AgreementOptions) -> bool:
    """Return whether agreement is a matter of counting bits."""
    return options.similarity in ("s", "b") and options.model.n <= 2


class Edited(NamedTuple):
    """What edits of several pairs come to: agreement is numerator over denominator."""

    numerator: Any
    denominator: Any


def edited(
    options: AgreementOptions, *, places: Any, pairs: Any, placed: Any, unmatched: Any, near: Any
) -> Edited:
    """Return agreement over S or B from sums over pairs: boundaries placed, edits, places."""
    over_b = options.similarity == "b"
    model = LinearEditModel(n=options.model.n) if over_b else options.model
    cost = model.cost(unmatched, near, near * model.discount(1))
    # Of B, edits and matches: a boundary of each of two that match, and so of a near miss.
    everywhere = places * pairs + np.zeros(np.shape(unmatched))
    counted = (placed + unmatched) / 2 - near if over_b else everywhere
    return Edited(counted - cost, counted)


def counts_near(options: AgreementOptions) -> bool:
    """Return whether neighbouring places are a near miss, and cheaper so."""
    over_b = options.similarity == "b"
    model = LinearEditModel(n=options.model.n) if over_b else options.model
    return model.n == 2 and model.join_key(1) > 0


@dataclass(frozen=True)
class Chunk:
    """Items of as many coders whose codings take as many words, coders sorted by their codings."""

    at: Sequence[int]
    streams: Sequence[int]
    masses: Ints
    order: Ints
    placed: Ints
    sizes: Ints
    words: int

    @property
    def coders(self) -> int:
        """How many coders each item has."""
        return len(self.placed[0])


def chunks(items: Sequence[Item], places: Iterable[int], count: int) -> Iterator[Chunk]:
    """Sort items at some places into chunks by their coders and length."""
    alike: dict[tuple[int, int], list[int]] = {}
    for at in places:
        item = items[at]
        if len(item.codings) > 1 and item.mass > 1:
            alike.setdefault((len(item.codings), -(-item.mass // 64)), []).append(at)
    orders = _orders_of(count, ring=False)
    for (coders, words), places in alike.items():
        step = max(1, min(CHUNK_WORDS // (words * orders), MOST_DRAWN // count) // coders)
        for start in range(0, len(places), step):
            yield _chunk(items, places[start : start + step], words)


def _chunk(items: Sequence[Item], at: Sequence[int], words: int) -> Chunk:
    codings = [[tuple(one.boundaries) for one in items[place].codings.values()] for place in at]
    # Coders are drawn in the order of their codings, so that their names change nothing.
    order = [sorted(range(len(one)), key=one.__getitem__) for one in codings]
    ordered = [[one[c] for c in by] for one, by in zip(codings, order, strict=True)]
    placed = np.array([list(map(len, one)) for one in ordered])
    masses = np.array([items[place].mass for place in at])
    marks = chain.from_iterable(chain.from_iterable(ordered))
    column = np.arange(int(placed.max()) + 1)
    ends = np.zeros((*placed.shape, len(column)), dtype=np.int64)
    ends[column < placed[..., np.newaxis]] = np.fromiter(marks, np.int64, int(placed.sum()))
    np.put_along_axis(ends, placed[..., np.newaxis], masses[:, np.newaxis, np.newaxis], axis=2)
    sizes = np.maximum(np.diff(ends, axis=2, prepend=0), 0)
    return Chunk(
        at=at,
        streams=[items[place].stream for place in at],
        masses=masses,
        order=np.array(order),
        placed=placed,
        sizes=sizes,
        words=words,
    )


def log_orders(items: Sequence[Item]) -> Iterator[tuple[Sequence[int], Floats]]:
    """Yield places of items, and of each of their coders the logarithm of orders of segments."""
    for chunk in chunks(items, range(len(items)), 1):
        # Of equal sizes side by side, the n-th takes away a factor of n.
        ordered = np.sort(chunk.sizes, axis=2)
        column = np.arange(ordered.shape[2])
        begins = np.diff(ordered, axis=2, prepend=-1) > 0
        alike = column - np.maximum.accumulate(np.where(begins, column, 0), axis=2) + 1
        segment = column - (ordered == 0).sum(axis=2, keepdims=True) + 1
        found = np.where(ordered > 0, np.log(np.maximum(segment, 1) / alike), 0.0)
        yield chunk.at, found.sum(axis=2)


def distances(chunk: Chunk) -> Ints:
    """Return the distances of each coder's boundaries on a ring, then zeros: (I, C, K)."""
    rows, columns = np.indices(chunk.placed.shape)
    on_ring = chunk.sizes.copy()
    # The last segment and the first are one way round, less the end of the text.
    last = on_ring[rows, columns, chunk.placed]
    on_ring[rows, columns, chunk.placed] = 0
    on_ring[..., 0] += last - 1
    on_ring[chunk.placed == 0] = 0
    return on_ring


def expected_on_ring(chunk: Chunk, options: AgreementOptions) -> Edited:
    """Return what each coder's pairs are expected to agree on, on rings: shape (I, C)."""
    places = (chunk.masses - 1).astype(float)[:, np.newaxis]
    placed = chunk.placed.astype(float)
    others = placed.sum(axis=1, keepdims=True) - placed
    pairs = chunk.coders - 1
    both = pairs * placed + others
    near = _expected_near_misses(chunk, places) if counts_near(options) else np.zeros_like(placed)
    return edited(
        options,
        places=places,
        pairs=pairs,
        placed=both,
        unmatched=both - 2 * placed * others / places,
        near=near,
    )


def _expected_near_misses(chunk: Chunk, places: Floats) -> Floats:
    """Return how many near misses each coder's pairs are expected to have: (I, C)."""
    steps = distances(chunk)
    placed = chunk.placed.astype(float)
    apart = placed - (steps == 1).sum(axis=2)
    two_on = (steps == 2).sum(axis=2).astype(float)
    # The share of rings with so many boundaries in a row at each second place.
    in_a_row = placed / places
    found = np.zeros_like(placed)
    for twos in range(int(two_on.max()) + 1):
        if not in_a_row.any():
            break
        open_end = in_a_row * _share(apart - twos, placed - twos)
        both_open = open_end * _share(apart - twos - 1, placed - twos - 1)
        for length, starts, follows in (
            (2 * twos + 2, open_end, open_end),
            (2 * twos + 3, None, both_open),
        ):
            # A stretch that begins and ends marked has one boundary more than that between.
            if starts is None:
                starts = in_a_row * _share(two_on - twos, placed - twos)
            stretches = np.maximum(places - length + 1, 0)
            of_others = follows.sum(axis=1, keepdims=True) - follows
            turned = starts.sum(axis=1, keepdims=True) - starts
            found += (1 - length % 2 * 2) * stretches * (starts * of_others + follows * turned)
        in_a_row = in_a_row * _share(two_on - twos, placed - twos)
    return found


def _share(of: Floats, among: Floats) -> Floats:
    """Divide what is left by how many are left; where none is left, it is the first one again."""
    return np.where(among > 0, np.maximum(of, 0) / np.maximum(among, 1), 1.0)


def shuffled(
    chunk: Chunk,
    options: AgreementOptions,
    *,
    count: int,
    ring: bool,
    seed: Sequence[int],
    progress: Progress | None = None,
) -> Edited:
    """Return agreement in each shuffle of each item: shape (I, count)."""
    near = counts_near(options)
    orders = _orders_of(count, ring=ring)
    streams = [np.random.default_rng([*seed, stream]) for stream in chunk.streams]
    words = _orders(chunk, orders, streams, ring=ring)
    drawn = np.stack(
        [random.bit_generator.random_raw((chunk.coders, count)) for random in streams], axis=1
    )
    unmatched = np.zeros((len(chunk.at), count), dtype=np.int64)
    near_misses = np.zeros_like(unmatched)
    at_once = max(AT_ONCE, CHUNK_WORDS // (chunk.coders * chunk.words * len(chunk.at)))
    for start in range(0, count, at_once):
        now = slice(start, start + at_once)
        laid = _laid(chunk, words, drawn[..., now], ring=ring)
        shape = (len(chunk.at), -1)
        for one in range(chunk.coders - 1):
            found = adjacent_edits(laid[:, one, np.newaxis], laid[:, one + 1 :], near=near)
            for total, counts in zip((unmatched, near_misses), found, strict=True):
                total[:, now] += counts.sum(axis=0, dtype=np.int64).reshape(shape)
        if progress:
            progress(min(1.0, (start + at_once) / count))
    return edited(
        options,
        places=(chunk.masses - 1.0)[:, np.newaxis],
        pairs=chunk.coders * (chunk.coders - 1) // 2,
        placed=(chunk.coders - 1) * chunk.placed.sum(axis=1)[:, np.newaxis],
        unmatched=unmatched,
        near=near_misses,
    )


def _orders_of(count: int, *, ring: bool) -> int:
    """Return how many orders of a coder's steps so many shuffles take."""
    orders, bits = (RING_ORDERS, RING_BITS) if ring else (ROW_ORDERS, ROW_BITS)
    return min(MOST_ORDERS, orders << max(0, count.bit_length() - bits))


def fits(item: Item, count: int, *, ring: bool) -> bool:
    """Return whether the orders of an item's coders fit into `MOST_BYTES` while they are packed."""
    steps = sum(len(coding.boundaries) + 1 for coding in item.codings.values())
    marks = item.mass * len(item.codings) * (2 if ring else 1)
    return _orders_of(count, ring=ring) * (marks + 3 * 8 * steps) <= MOST_BYTES


def _orders(
    chunk: Chunk, orders: int, streams: Sequence[np.random.Generator], *, ring: bool
) -> Words:
    """Pack random orders of each coder's steps: (I, C, orders, words), rings twice round."""
    steps = distances(chunk) if ring else chunk.sizes
    known = steps > 0
    items, coders, most = steps.shape
    digits = int(steps.max()).bit_length()
    kind: Any = np.uint32 if digits <= SHORT else np.uint64
    short = kind((1 << digits) - 1)
    keys = np.full((items, coders, most, orders), ~short, dtype=kind)
    per_step = orders * keys.itemsize // 8
    for row, random in enumerate(streams):
        mine = known[row]
        raw = random.bit_generator.random_raw((int(mine.sum()), per_step))
        # What is no step has the highest key of all.
        keys[row, mine] = np.minimum(raw.view(kind), ~short - 1) & ~short
    keys |= steps.astype(kind)[..., np.newaxis]
    ordered = np.ascontiguousarray(keys.swapaxes(2, 3))
    ordered.sort(axis=3)
    ordered &= short
    length = 64 * (2 * chunk.words + 1 if ring else chunk.words)
    first = length * np.arange(items * coders * orders).reshape(items, coders, orders, 1)
    ends = np.cumsum(ordered, axis=3, dtype=np.int64)
    marks = np.zeros(first.size * length, dtype=np.uint8)
    if ring:
        places = (chunk.masses - 1)[:, np.newaxis, np.newaxis, np.newaxis]
        ends[ends == places] = 0
        ends += first
        marks[ends] = 1
        ends += places
        marks[ends] = 1
        marks.reshape(items, coders, -1)[chunk.placed == 0] = 0
    else:
        ends += first - 1
        marks[ends] = 1
    packed = np.packbits(marks, bitorder="little").view("<u8")
    return packed.reshape(items, coders, orders, -1)


def _laid(chunk: Chunk, words: Words, drawn: NDArray[np.uint64], *, ring: bool) -> Words:
    """Take an order for each coder and turn it: (W, C, I x shuffles)."""
    coders, items, rows = drawn.shape
    orders, length = words.shape[2:]
    which = (drawn & np.uint64(orders - 1)).astype(np.int64)
    row = np.arange(items)[:, np.newaxis] * coders + np.arange(coders)[:, np.newaxis, np.newaxis]
    first = (row * orders + which) * length
    flat = words.reshape(-1)
    places = chunk.masses - 1
    word = np.arange(chunk.words).reshape(-1, 1, 1, 1)
    if ring:
        by = (drawn >> HALF) * places.astype(np.uint64)[:, np.newaxis] >> HALF
        first += (by >> np.uint64(6)).astype(np.int64)
        by &= np.uint64(63)
        laid = flat[first + word]
        laid >>= by
        # A shift by 64 is not defined where `by` is 0, one by 1 and then by 63 is.
        high = flat[first + word + 1] << np.uint64(1)
        laid |= high << (np.uint64(63) - by)
    else:
        laid = flat[first + word]
    ends = np.clip(places - 64 * np.arange(chunk.words)[:, np.newaxis], 0, 64).astype(np.uint64)
    inside = np.where(ends == 64, ~np.uint64(0), (np.uint64(1) << (ends % 64)) - np.uint64(1))
    laid &= inside[:, np.newaxis, :, np.newaxis]
    found: Words = laid.reshape(chunk.words, coders, items * rows)
    return found
