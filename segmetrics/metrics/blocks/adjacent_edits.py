"""Boundary edits of codings of one item by bits, where near misses are neighbouring places.

Words are those of `segmetrics.metrics.blocks.packing`: of shape (W, ...), the W words of an item
first, so that the codings of a coder lie side by side and numpy goes through all of them at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Counts = NDArray[np.unsignedinteger]

EVEN, ONE, TOP = np.uint64(0x5555555555555555), np.uint64(1), np.uint64(63)
# Words of an item whose counts together fit a byte, as each has a bit less than it could.
FEW_WORDS = 3


def adjacent_edits(a: Words, b: Words, *, near: bool) -> tuple[Counts, Counts]:
    """Count unmatched boundaries and near misses of two coders: (W, ...) words to (...) counts.

    Where a run of neighbouring places is marked by the two in turn, every second pair of places,
    from the left, is a near miss; that is the most there can be.
    """
    unlike = a ^ b
    unmatched = _counted(unlike)
    if not near:
        return unmatched, np.zeros_like(unmatched)
    # Of each place and the next: both are unmatched, and not by the same coder.
    links = _before(unlike)
    links &= unlike
    links &= a ^ _before(a)
    starts = _after(links)
    starts &= links
    starts ^= links
    starts &= EVEN
    # Adding its first link clears a run that begins at an even place; the others stay.
    odd = np.empty_like(links)
    for word in range(len(links)):
        if word:
            reaching = (links[word - 1] ^ odd[word - 1]) >> TOP
            starts[word] |= reaching & links[word]
        np.add(links[word], starts[word], out=odd[word])
        odd[word] &= links[word]
    links &= EVEN
    links ^= odd
    return unmatched, _counted(links)


def _before(words: Words) -> Words:
    """Move all bits to the place before."""
    moved = words >> ONE
    if len(words) > 1:
        moved[:-1] |= words[1:] << TOP
    return moved


def _after(words: Words) -> Words:
    """Move all bits to the place after."""
    moved = words << ONE
    if len(words) > 1:
        moved[1:] |= words[:-1] >> TOP
    return moved


def _counted(words: Words) -> Counts:
    """Count the set bits of each item."""
    found = np.bitwise_count(words)
    kind = np.uint8 if len(found) <= FEW_WORDS else np.uint32
    counts: Counts = found[0] if len(found) == 1 else np.add.reduce(found, axis=0, dtype=kind)
    return counts
