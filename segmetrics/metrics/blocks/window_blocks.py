"""Sliding windows over every ordered pair of coders on every item of a block.

A window has a *span*: the potential boundaries that it holds. What it adds for a hypothesis with h
and a reference with r boundaries inside it is its *count*: ``unequal`` is 1 if h and r differ
(WindowDiff), ``one_empty`` 1 if exactly one of them is 0 (Pk), ``shared`` the smaller of them
(WinPR's true positives). *Padded* windows reach over the edges of the text by up to span - 1
phantom positions, which hold no boundary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.metrics.blocks.packing import Block, Floats, Ints, bits_of, scratch

WindowWidth = Literal["units", "boundaries"]
WindowEdges = Literal["none", "lamprier"]
Halves = Literal["even", "up"]
WindowCount = Literal["unequal", "one_empty", "shared"]
Size = TypeVar("Size", int, "NDArray[np.int64]")
WIDTHS: tuple[WindowWidth, ...] = get_args(WindowWidth)
EDGES: tuple[WindowEdges, ...] = get_args(WindowEdges)
HALVES: tuple[Halves, ...] = get_args(Halves)

# What the counts of one coder may take of a 64-bit word, narrowest first.
LANES = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))
Words = NDArray[np.uint64]


def window_span(k: Size, width: WindowWidth) -> Size:
    """Count the potential boundaries in a window of size k: k - 1 for units, k for boundaries."""
    if width not in WIDTHS:
        raise ValueError(f"window width is 'units' or 'boundaries', got {width!r}")
    return k - 1 if width == "units" else k


MAX_SIZE = 10**9


def check_window(window: float | None) -> int | None:
    """Return a window, if it holds potential boundaries, and not more than any item has."""
    if window is not None and window < 1:
        raise ValueError(f"a window holds at least 1 potential boundary, got {window}")
    if window is not None and window % 1:
        raise ValueError(f"a window holds a whole number of potential boundaries, got {window}")
    check_size(window)
    return None if window is None else int(window)


def check_size(size: float | None) -> None:
    """Refuse a window size far beyond the longest item: its sums would not fit 64 bits."""
    if size is not None and size > MAX_SIZE:
        raise ValueError(f"a window size is at most {MAX_SIZE:,}, got {size}")


@dataclass(frozen=True)
class BlockWindows:
    """WindowDiff of every ordered pair of coders on every item of a block."""

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


def block_windows(
    block: Block,
    width: WindowWidth,
    *,
    k: int | None = None,
    edges: WindowEdges = "none",
    minimum: int = 2,
    halves: Halves = "even",
) -> BlockWindows:
    """Count the WindowDiff errors of every ordered pair of coders on every item of a block."""
    sizes = block_sizes(block, k, minimum, halves)
    span = window_span(sizes, width)
    padded = edges == "lamprier"
    found = count_windows(block, span, "unequal", padded=padded)
    beyond = 2 * (span - 1) * (block.masses > 1) if padded else 0
    windows = np.maximum(0, block.masses - span + beyond)
    references, hypotheses = np.nonzero(~np.eye(len(block.coders), dtype=bool))
    return BlockWindows(
        hypothesis=hypotheses,
        reference=references,
        errors=found[references, hypotheses],
        windows=windows[references],
        k=sizes[references],
    )


def block_sizes(block: Block, k: int | None, minimum: int = 2, halves: Halves = "even") -> Ints:
    """Return the window size of each reference and item, shape (C, I); by rule if k is None."""
    if k is not None:
        return np.full(block.boundaries.shape, k, dtype=np.int64)
    segments = block.boundaries + 1
    if halves == "up":
        sizes: Ints = (block.masses + segments) // (2 * segments)
    else:
        sizes = np.rint(block.masses / (2 * segments)).astype(np.int64)
    return np.maximum(minimum, sizes)


def block_spans(block: Block, window: int | None) -> Ints:
    """Return the potential boundaries in a window of each reference and item, shape (C, I)."""
    check_window(window)
    return block_sizes(block, window)


def in_order(by_coder: NDArray[Any]) -> NDArray[Any]:
    """Sort (reference, hypothesis, item) into rows of ``permutations`` (hypothesis, reference)."""
    hypotheses, references = np.nonzero(~np.eye(len(by_coder), dtype=bool))
    return by_coder[references, hypotheses]


def count_windows(block: Block, span: Ints, count: WindowCount, *, padded: bool) -> Ints:
    """Sum what the windows of every ordered pair of coders count, see the module."""
    places = block.masses - 1
    # A longer window holds no more than the whole text.
    within = np.minimum(span, places)
    lane = next(lane for lane in LANES if int(within.max()) < 1 << (8 * lane.itemsize))
    look = _Look(block, lane, count)
    first = 64 * block.starts
    found = np.empty((len(block.coders), look.hypotheses, len(block.items)), dtype=np.int64)
    if not padded:
        # Places at which no window starts get an empty one, which counts nothing.
        starting = np.maximum(0, block.masses - span)
        widths = np.stack([within, np.zeros_like(within)], axis=-1)
        times = np.stack([starting, look.sizes - starting], axis=-1)
        for reference in range(len(block.coders)):
            np.add(
                look.place,
                np.repeat(widths[reference].ravel(), times[reference].ravel()),
                out=look.until,
            )
            found[reference] = look(reference, look.counted)
        return found[:, : len(block.coders)]
    # From each place on, up to the last place of the text ...
    last = look.spread(first + places)
    for reference in range(len(block.coders)):
        np.add(look.place, look.spread(within[reference]), out=look.until)
        np.minimum(look.until, last, out=look.until)
        np.maximum(look.until, look.place, out=look.until)
        found[reference] = look(reference, look.counted)
    # ... and from the first place up to each place, in windows that begin before the text.
    origin = look.spread(first)
    before = look.counted[:, origin]
    offset = look.place - origin
    for reference in range(len(block.coders)):
        np.multiply(offset, offset < look.spread(within[reference]), out=look.until)
        look.until += origin
        found[reference] += look(reference, before)
    found = found[:, : len(block.coders)]
    h, r = block.boundaries[np.newaxis], block.boundaries[:, np.newaxis]
    whole = {"unequal": h != r, "one_empty": (h > 0) != (r > 0), "shared": np.minimum(h, r)}
    found += (span - within)[:, np.newaxis] * whole[count] * (places > 0)
    return found


class _Look:
    """One look at a window from each place of a block, for one reference and all hypotheses."""

    def __init__(self, block: Block, lane: np.dtype[Any], count: WindowCount) -> None:
        self.starts, self.lane, self.count = block.starts, lane, count
        self.per_word = 8 // lane.itemsize
        self.rows = -(-len(block.coders) // self.per_word)
        self.length = 64 * block.words.shape[1]
        self.hypotheses = self.rows * self.per_word
        self.repeat = np.uint64(sum(1 << (8 * lane.itemsize * i) for i in range(self.per_word)))
        self.sizes = np.diff(block.starts, append=block.words.shape[1]) * 64
        self.counted = _running_counts(block, lane)
        self.inside = scratch.words("inside", self.rows, self.length)
        self.shared = scratch.words("shared", self.rows, self.length)
        self.wrong = scratch.words("wrong", self.rows, self.length).view(bool)
        self.wrong = self.wrong[:, : self.length * self.per_word]
        self.expected = scratch.words("expected", 1, self.length)[0]
        self.until: Ints = scratch.words("until", 1, self.length)[0].view(np.int64)
        self.place = scratch.places(self.length)

    def spread(self, by_item: Ints) -> Ints:
        """Repeat a number of each item for all its places."""
        return np.repeat(by_item, self.sizes)

    def __call__(self, reference: int, before: Words) -> Ints:
        """Sum over windows that begin at `before` and end at `until`: (hypotheses, I)."""
        self.counted.take(self.until, axis=1, out=self.inside, mode="clip")
        self.inside -= before
        row, column = divmod(reference, self.per_word)
        lanes = self.inside.view(self.lane)
        np.multiply(lanes[row, column :: self.per_word], self.repeat, out=self.expected)
        expected = self.expected.view(self.lane)
        if self.count == "shared":
            np.minimum(lanes, expected, out=self.shared.view(self.lane))
            return self._sum_lanes()
        if self.count == "unequal":
            np.not_equal(lanes, expected, out=self.wrong)
        else:
            np.not_equal(lanes, 0, out=self.wrong)
            np.not_equal(self.wrong, expected != 0, out=self.wrong)
        return self._sum_wrong()

    def _sum_wrong(self) -> Ints:
        # A word has 64 places, so its errors fit the byte that each coder has here.
        by_place = self.wrong.view(f"u{self.per_word}").reshape(self.rows, -1, 64)
        by_word = by_place.sum(axis=2, dtype=by_place.dtype).view(np.uint8)
        return self._by_item(by_word.reshape(self.rows, -1, self.per_word))

    def _sum_lanes(self) -> Ints:
        # Every second lane at a time: a lane twice as wide holds the sum of 64 places.
        bits = np.uint64(8 * self.lane.itemsize)
        wide = np.dtype(f"<u{2 * self.lane.itemsize}")
        every_second = np.uint64((1 << int(bits)) - 1) * np.uint64(
            sum(1 << (2 * int(bits) * i) for i in range(self.per_word // 2))
        )
        by_word = np.empty((self.rows, self.length // 64, self.per_word), dtype=np.int64)
        halves = self.inside  # no longer needed
        for odd in (0, 1):
            if odd:
                np.right_shift(self.shared, bits, out=self.shared)
            np.bitwise_and(self.shared, every_second, out=halves)
            sums = halves.reshape(self.rows, -1, 64).sum(axis=2, dtype=np.uint64)
            by_word[:, :, odd::2] = sums.view(wide).reshape(self.rows, -1, self.per_word // 2)
        return self._by_item(by_word)

    def _by_item(self, by_word: NDArray[Any]) -> Ints:
        sums = np.add.reduceat(by_word, self.starts, axis=1, dtype=np.int64)
        return sums.transpose(0, 2, 1).reshape(self.hypotheses, -1)


def _running_counts(block: Block, lane: np.dtype[Any]) -> Words:
    """Count boundaries before each place, several coders side by side in a 64-bit word."""
    bits = bits_of(block.words)
    per_word = 8 // lane.itemsize
    rows = -(-len(bits) // per_word)
    counted = scratch.words("counted", rows, bits.shape[1])
    counted[:] = 0
    lanes = counted.view(lane).reshape(rows, -1, per_word)
    for coder, row in enumerate(bits[:, :-1]):
        lanes[coder // per_word, 1:, coder % per_word] = row
    return np.cumsum(counted, axis=1, out=counted)
