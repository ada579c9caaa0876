"""WindowDiff of every ordered pair of coders on every item of a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.batch.packing import Block, Floats, Ints, bits_of, scratch
from segmetrics.metrics.windows import WindowWidth, window_span

__all__ = ["BlockWindows", "block_windows"]

# What the counts of one coder may take of a 64-bit word, narrowest first.
LANES = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))


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
    inside = scratch.words("inside", rows, length)
    unlike = scratch.words("unlike", rows, length)
    wrong = scratch.words("wrong", rows, length).view(bool)[:, : length * per_word]
    expected = scratch.words("expected", 1, length)[0]
    until = scratch.words("until", 1, length)[0].view(np.int64)
    place = scratch.places(length)
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
    bits = bits_of(block.words)
    per_word = 8 // lane.itemsize
    rows = -(-len(bits) // per_word)
    counted = scratch.words("counted", rows, bits.shape[1])
    counted[:] = 0
    lanes = counted.view(lane).reshape(rows, -1, per_word)
    for coder, row in enumerate(bits[:, :-1]):
        lanes[coder // per_word, 1:, coder % per_word] = row
    return np.cumsum(counted, axis=1, out=counted)
