"""The generalised Hamming distance, chain by chain: of a pair, and of all pairs of a block.

The boundaries that only one of two segmentations has form *chains*: between two chains lie so many
positions that no shift across them pays. The distance is the sum over chains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf

import numpy as np
from numpy.typing import NDArray

from segmetrics.metrics.blocks.packing import Block, Floats, Ints, bits_of
from segmetrics.segmentation import Segmentation

# Chains that go through a step together, so that it costs less than each for itself.
TOGETHER = 8


def reach_of(ins: float, delete: float, shift: float) -> float:
    """Return the positions from which on a shift costs as much as to delete and to insert."""
    return (ins + delete) / shift if shift else inf


Chain = list[tuple[int, bool]]


def chains_of(hypothesis: Segmentation, reference: Segmentation, reach: float) -> Iterator[Chain]:
    """Part the unmatched boundaries of both sides where no shift pays across the gap."""
    ours, theirs = set(hypothesis.boundaries), set(reference.boundaries)
    chain: Chain = []
    for position in sorted(ours ^ theirs):
        if chain and position - chain[-1][0] >= reach:
            yield chain
            chain = []
        chain.append((position, position in ours))
    if chain:
        yield chain


def chain_cost(chain: Chain, ins: float, delete: float, shift: float) -> float:
    """Find the least cost of a chain, in one pass from left to right."""
    h = sum(ours for _, ours in chain)
    r = len(chain) - h
    if not h or not r:
        return h * delete + r * ins
    if not shift:
        return max(h - r, 0) * delete + max(r - h, 0) * ins
    if len(chain) == 2:
        return min(shift * (chain[1][0] - chain[0][0]), ins + delete)
    most = _most_under_way(chain, (ins + delete) / shift)
    under_way = np.abs(np.arange(-most, most + 1)) * shift
    costs = np.full(2 * most + 1, np.inf)
    costs[most] = 0.0
    last = chain[0][0]
    for position, ours in chain:
        costs += under_way * (position - last)
        last = position
        # A boundary of the hypothesis puts one more under way, one of the reference one less.
        moved = np.full(2 * most + 1, np.inf)
        if ours:
            moved[1:] = costs[:-1]
        else:
            moved[:-1] = costs[1:]
        costs = np.minimum(moved, costs + (delete if ours else ins))
    return float(costs[most])


def _most_under_way(chain: Chain, reach: float) -> int:
    """Bound the shifts under way at once: all set out within reach, on one side."""
    h = sum(ours for _, ours in chain)
    most, first = 1, {True: 0, False: 0}
    places = {side: [p for p, ours in chain if ours == side] for side in (True, False)}
    for side, positions in places.items():
        for at, position in enumerate(positions):
            while position - positions[first[side]] >= reach:
                first[side] += 1
            most = max(most, at - first[side] + 1)
    return min(most, h, len(chain) - h)


@dataclass(frozen=True)
class BlockChains:
    """The chains of pairs of coders on the items of a block, one after another.

    `positions` has what one of the two coders of a pair alone placed, `ours` whether it was the
    first; a chain is `lengths` long, begins at `starts` and belongs to one of the `cells` of
    (pairs, items).
    """

    shape: tuple[int, int]
    positions: Ints
    ours: NDArray[np.bool_]
    starts: Ints
    lengths: Ints
    cells: Ints
    reach: int

    @classmethod
    def of(cls, block: Block, first: Ints, second: Ints, reach: float) -> BlockChains:
        """Find the chains of the pairs of coders that two arrays number."""
        shape = len(first), len(block.items)
        width = 64 * block.words.shape[1]
        positions = np.flatnonzero(bits_of(block.words[first] ^ block.words[second]))
        ours = bits_of(block.words)[first].ravel()[positions] > 0
        # No reach is longer than the longest item.
        steps = ceil(min(reach, float(block.masses.max(initial=0))))
        pair, place = np.divmod(positions, width)
        sizes = np.diff(64 * block.starts, append=width)
        cell = pair * shape[1] + np.repeat(np.arange(shape[1]), sizes)[place]
        begins = np.ones(len(positions), dtype=bool)
        begins[1:] = (np.diff(positions) >= steps) | (np.diff(cell) > 0)
        starts = np.flatnonzero(begins)
        lengths = np.diff(starts, append=len(positions))
        return cls(shape, positions, ours, starts, lengths, cell[starts], steps)

    def costs(self, ins: float, delete: float, shift: float) -> Floats:
        """Add up the least costs of the chains, shape (pairs, items)."""
        if not len(self.starts):
            return np.zeros(self.shape)
        h = np.add.reduceat(self.ours, self.starts, dtype=np.int64)
        r = self.lengths - h
        if shift:
            found = h * delete + r * ins
            both = np.flatnonzero((h > 0) & (r > 0))
            two = both[self.lengths[both] == 2]
            at = self.starts[two]
            apart = self.positions[at + 1] - self.positions[at]
            found[two] = np.minimum(shift * apart, ins + delete)
            more = both[self.lengths[both] > 2]
            # Those that set out within reach of each other, on one side.
            most = np.minimum(np.minimum(h, r)[more], self.reach)
            for limit in np.unique(most).tolist():
                alike = more[most == limit]
                found[alike] = self._cheapest(alike, limit, ins, delete, shift)
        else:
            found = np.maximum(h - r, 0) * delete + np.maximum(r - h, 0) * ins
        pairs, items = self.shape
        sums = np.bincount(self.cells, weights=found, minlength=pairs * items)
        return np.asarray(sums, dtype=np.float64).reshape(self.shape)

    def _cheapest(self, chains: Ints, most: int, ins: float, delete: float, shift: float) -> Floats:
        """Find the least costs of chains, all of them a step further at a time."""
        order = np.argsort(-self.lengths[chains], kind="stable")
        starts, lengths = self.starts[chains][order], self.lengths[chains][order]
        found = np.empty(len(chains))
        alone = TOGETHER - 1
        for row, (start, length) in enumerate(zip(starts[:alone], lengths[:alone], strict=True)):
            part = slice(start, start + length)
            chain = zip(self.positions[part].tolist(), self.ours[part].tolist(), strict=True)
            found[row] = chain_cost(list(chain), ins, delete, shift)
        starts, lengths = starts[alone:], lengths[alone:]
        # A column for each chain; above and below what can be under way stands nothing.
        states = np.full((2 * most + 3, len(starts)), np.inf)
        states[most + 1] = 0.0
        under_way = np.abs(np.arange(-most, most + 1))[:, np.newaxis] * shift
        for step in range(int(lengths.max(initial=0))):
            left = int(np.searchsorted(-lengths, -step, side="left"))
            at = starts[:left] + step
            costs = states[1:-1, :left]
            if step:
                costs += under_way * (self.positions[at] - self.positions[at - 1])
            ours = self.ours[at]
            moved = np.where(ours, states[:-2, :left], states[2:, :left])
            states[1:-1, :left] = np.minimum(moved, costs + np.where(ours, delete, ins))
        found[alone:] = states[most + 1]
        back = np.empty(len(chains))
        back[order] = found
        return back
