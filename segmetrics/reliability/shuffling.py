"""Codings shuffled: what coders keep, and many shuffles of an item at once.

Each shuffle takes its random numbers, those of all coders, before the next one does, so that it
does not matter how many are made at once. Segments are sorted by random numbers in the high bits
of a word, which has their size in its low bits: sizes in random order are what sorting leaves
there, and their running sums the positions of the boundaries. Equal random numbers, which
put the smaller size first, are rarer than one in a million pairs of segments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import lgamma, log
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block
from segmetrics.metrics.blocks.packing import Ints, pack, scratch
from segmetrics.segmentation import Segmentation

Null = Literal["ring", "sizes", "places", "anchored"]
NULLS: Mapping[Null, str] = MappingProxyType(
    {
        "ring": (
            "the distances between every coder's boundaries are put in random order and laid "
            "anywhere on the text, as on a ring"
        ),
        "sizes": "every coder's segments are put in random order",
        "places": "every coder's boundaries are put at random places",
        "anchored": "every coder's segments but the first and the last are put in random order",
    }
)
"""What shuffling does, in words; see `segmetrics.reliability.chance`."""

MAX_SHUFFLES = 100_000
# Places of a chunk of shuffles, all coders of an item together: what a cache of a core holds.
CHUNK_PLACES = 3 << 18
# Places of a coder up to which it is quicker to choose one after the other than to sort all.
MOST_STEPS = 100
# A segment's rank goes before its random number: those that stay in place have their own.
FIRST, INNER, LAST, PADDING = range(4)
# Binary digits of sizes that leave enough random ones in 32 bits.
SHORT = 10
EVERY_BIT = np.iinfo(np.uint64).max


OF_NULL: Mapping[Null, str] = {
    "ring": "chance: distances shuffled",
    "sizes": "chance: segments shuffled",
    "places": "chance: random places",
    "anchored": "chance: inner segments shuffled",
}
"""What each null adds to the name of R."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceOptions:
    """How coders are shuffled; goes with every number as its signature.

    Parameters
    ----------
    null : {"ring", "sizes", "places", "anchored"}, default "ring"
        What a coder keeps.
    shuffles : int, optional
        Shuffles of each item; as many as its p-value needs if left out.
    seed : int, default 0
        Seed of the random numbers.

    Raises
    ------
    ValueError
        If an option is out of its range.
    """

    null: Null = "ring"
    shuffles: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.null not in NULLS:
            raise ValueError(f"null is one of {', '.join(NULLS)}, got {self.null!r}")
        often = self.shuffles
        if often is not None and not (type(often) is int and 10 <= often <= MAX_SHUFFLES):
            raise ValueError(f"shuffles are 10 to {MAX_SHUFFLES:,}, got {often!r}")
        if self.seed < 0:
            raise ValueError(f"a seed is at least 0, got {self.seed}")

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        what = {"ring": "distances on a ring", "anchored": "inner sizes"}.get(self.null, self.null)
        often = "as often as needed" if self.shuffles is None else f"{self.shuffles} shuffles"
        return f"chance by shuffling {what}, {often}, seed={self.seed}"


def shuffled_blocks(
    item: Item, null: Null, shuffles: int, random: np.random.Generator
) -> Iterator[Block]:
    """Yield shuffles of the coders of an item, as many in a block as are handled well."""
    codings = list(item.codings.values())
    at_once = max(1, CHUNK_PLACES // (_room(item.mass) * len(codings)))
    for start in range(0, shuffles, at_once):
        rows = min(at_once, shuffles - start)
        bits = scratch.words("shuffled", 1, (rows * len(codings) * _room(item.mass)) // 8 + 1)
        marks = bits[0].view(np.uint8)[: rows * len(codings) * _room(item.mass) + 1]
        marks[:] = 0
        if null == "places":
            _choose_places(codings, marks, random)
        elif null == "ring":
            _turn_rings(codings, marks, random)
        else:
            _order_sizes(codings, marks, random, anchored=null == "anchored")
        yield _block(item, marks[1:], rows)


def _room(mass: int) -> int:
    """Return the bits that a coding takes, a multiple of 64."""
    return -(-mass // 64) * 64


def _block(item: Item, marks: NDArray[np.uint8], rows: int) -> Block:
    """Pack a byte for each place: first by shuffle, then by coder."""
    coders, words = len(item.codings), _room(item.mass) // 64
    bits = np.packbits(marks, bitorder="little").view("<u8").reshape(rows, coders, words)
    # Behind the last place stand the ends of the text and of its last word.
    bits[..., -1] &= np.uint64((1 << (item.mass - 1) % 64) - 1)
    counts = np.array([len(coding.boundaries) for coding in item.codings.values()])
    return Block(
        coders=item.coders,
        items=np.arange(rows),
        masses=np.full(rows, item.mass),
        boundaries=np.repeat(counts[:, np.newaxis], rows, axis=1),
        words=np.ascontiguousarray(bits.swapaxes(0, 1)).reshape(coders, -1),
        starts=np.arange(rows) * words,
    )


def _order_sizes(
    codings: Sequence[Segmentation],
    marks: NDArray[np.uint8],
    random: np.random.Generator,
    *,
    anchored: bool,
) -> None:
    """Mark the ends of each coder's segments in random order, or of the inner ones alone."""
    mass = codings[0].mass
    room = _room(mass)
    digits = max(mass, room - mass).bit_length()
    kind: Any = np.uint32 if digits <= SHORT else np.uint64
    rank_at = 8 * kind().itemsize - 2
    sizes: list[int] = []
    ranks: list[int] = []
    ends = [0]
    for coding in codings:
        # Behind the text comes what its last word has left, so that all codings are as long.
        sizes += (*coding.masses, room - mass)
        ranks += [*[INNER] * coding.segments, PADDING]
        if anchored and coding.segments > 1:
            ranks[ends[-1]], ranks[-2] = FIRST, LAST
        ends.append(len(sizes))
    if len(sizes) % 2:  # two short numbers are drawn at once
        sizes.append(0)
        ranks.append(PADDING)
    rows = len(marks) // (room * len(codings))
    words = len(sizes) * kind().itemsize // 8
    drawn = random.integers(0, EVERY_BIT, (rows, words), dtype=np.uint64, endpoint=True)
    keys = drawn.view(kind)
    keys &= kind((1 << rank_at) - (1 << digits))
    keys |= np.array(sizes, dtype=kind) | (np.array(ranks, dtype=kind) << kind(rank_at))
    for start, end in pairwise(ends):
        if end - start > 2:
            keys[:, start:end].sort(axis=1)
    keys &= kind((1 << digits) - 1)
    positions = scratch.words("positions", 1, keys.size)[0].view(np.int64)
    marks[np.cumsum(keys.reshape(-1), out=positions)] = 1


def distances(coding: Segmentation) -> tuple[int, ...]:
    """Return the places from each boundary to the next, and from the last one round to the first.

    The places of a text are a ring here: its last place lies beside its first.
    """
    if not coding.boundaries:
        return ()
    first, *inner, last = coding.masses
    return (*inner, first + last - 1)


def _turn_rings(
    codings: Sequence[Segmentation], marks: NDArray[np.uint8], random: np.random.Generator
) -> None:
    """Mark each coder's boundaries at their distances in random order, from any place on."""
    places, room = codings[0].mass - 1, _room(codings[0].mass)
    by_coder = marks[1:].reshape(-1, len(codings), room)
    for coder, coding in enumerate(codings):
        steps = np.tile(np.array(distances(coding), dtype=np.int64), (len(by_coder), 1))
        turned = random.integers(places, size=(len(by_coder), 1))
        ends = np.cumsum(random.permuted(steps, axis=1, out=steps), axis=1, out=steps)
        ends += turned
        ends %= places
        np.put_along_axis(by_coder[:, coder], ends, 1, axis=1)


def _choose_places(
    codings: Sequence[Segmentation], marks: NDArray[np.uint8], random: np.random.Generator
) -> None:
    """Mark as many random places as each coder did."""
    places, room = codings[0].mass - 1, _room(codings[0].mass)
    counts = np.array([len(coding.boundaries) for coding in codings])
    # Of more than half of the places, those without a boundary are chosen.
    left_out = 2 * counts > places
    chosen = np.where(left_out, places - counts, counts)
    by_coder = marks[1:].reshape(-1, len(codings), room)
    if chosen.max(initial=0) > MOST_STEPS:
        keys = random.random((len(by_coder), len(codings), places))
        for coder, count in enumerate(chosen.tolist()):
            found = np.argpartition(keys[:, coder], max(count - 1, 0), axis=1)[:, :count]
            np.put_along_axis(by_coder[:, coder], found, 1, axis=1)
    else:
        _choose_step_by_step(places, chosen, by_coder, random)
    by_coder[:, left_out] ^= 1


def _choose_step_by_step(
    places: int, chosen: Ints, by_coder: NDArray[np.uint8], random: np.random.Generator
) -> None:
    """Mark random places of all shuffles in step, by Floyd's algorithm."""
    rows, coders, room = by_coder.shape
    marks = by_coder.reshape(-1)
    numbers = random.random((rows, int(chosen.sum())))
    column = np.cumsum(chosen) - chosen
    first = room * np.arange(rows * coders).reshape(rows, -1)
    for step in range(int(chosen.max(initial=0))):
        who = np.flatnonzero(chosen > step)
        newest = places - chosen[who] + step
        at = first[:, who]
        drawn = at + (numbers[:, column[who] + step] * (newest + 1)).astype(np.int64)
        marks[np.where(marks[drawn] > 0, at + newest, drawn)] = 1


def packed(coders: tuple[str, ...], mass: int, positions: Sequence[Ints]) -> Block:
    """Pack arrangements of each coder, as many for one as for another."""
    rows = len(positions[0])
    counts = np.repeat([placed.shape[1] for placed in positions], rows)
    flat = np.concatenate([placed.ravel() for placed in positions]).astype(np.int64)
    return pack(coders, np.arange(rows), np.full(rows, mass), counts, flat)


def kept(coding: Segmentation, null: Null) -> tuple[int, ...]:
    """Return what shuffling keeps of a coding: codings that keep the same have the same chance."""
    if null == "places":
        return (len(coding.boundaries),)
    if null == "ring":
        return tuple(sorted(distances(coding)))
    sizes = list(coding.masses)
    if null == "anchored" and len(sizes) > 1:
        return (sizes[0], *sorted(sizes[1:-1]), sizes[-1])
    return tuple(sorted(sizes))


def log_arrangements(coding: Segmentation, null: Null) -> float:
    """Return the logarithm of the number of different arrangements of a coder."""
    if null == "ring":
        alike = Counter(distances(coding)).values()
        # Each arrangement is met once for each of its boundaries that comes first.
        turns = log(coding.mass - 1) - log(sum(alike)) if alike else 0.0
        return turns + lgamma(1 + sum(alike)) - sum(lgamma(1 + size) for size in alike)
    if null == "places":
        groups = [len(coding.boundaries), coding.mass - 1 - len(coding.boundaries)]
    else:
        groups = list(Counter(_movable(coding, null)).values())
    return lgamma(1 + sum(groups)) - sum(lgamma(1 + size) for size in groups)


def arrangements(coding: Segmentation, null: Null) -> Iterator[Sequence[int]]:
    """Yield the different arrangements of a coder's segments, as positions."""
    if null == "places":
        yield from combinations(range(1, coding.mass), len(coding.boundaries))
        return
    if null == "ring":
        yield from _on_ring(Counter(distances(coding)), (0,))
        return
    movable = _movable(coding, null)
    if len(set(movable)) < 2:
        yield coding.boundaries
        return
    start = coding.masses[0] if null == "anchored" else 0
    before, end = (start,) if start else (), start + sum(movable)
    after = (end,) if end < coding.mass else ()

    def orders(left: Counter[int], placed: tuple[int, ...], at: int) -> Iterator[tuple[int, ...]]:
        for size in [size for size, times in left.items() if times]:
            if at + size == end:
                yield placed + after
                continue
            left[size] -= 1
            yield from orders(left, (*placed, at + size), at + size)
            left[size] += 1

    yield from orders(Counter(movable), before, start)


def _on_ring(left: Counter[int], placed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield each arrangement of these distances on a ring once, its first boundary at any place."""
    if not left.total():
        yield from [()] if placed == (0,) else []
        return
    for size in [size for size, times in left.items() if times]:
        if left.total() == 1:  # the way round the ends of the text
            for first in range(1, size + 1):
                yield tuple(first + place for place in placed)
            return
        left[size] -= 1
        yield from _on_ring(left, (*placed, placed[-1] + size))
        left[size] += 1


def _movable(coding: Segmentation, null: Null) -> Sequence[int]:
    """Return the sizes of the segments that change places."""
    return coding.masses[1:-1] if null == "anchored" else coding.masses
