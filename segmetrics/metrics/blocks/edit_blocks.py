"""Boundary edits of every pair of coders on every item of a block."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from segmetrics.metrics.blocks.packing import Block, Floats, Ints, bits_of
from segmetrics.metrics.edits import TE_BITS, EditModel, LinearEditModel, best_joins

# Longer chains of joinable boundaries are rare and solved one by one, and so are all
# where te needs more binary digits; the sums of keys of the others fit 64 bits.
LONG_CHAIN = 60
CHAIN_COUNT = 64
CHAIN_BITS = 20


@dataclass(frozen=True)
class BlockEdits:
    """Edits of every pair of coders on every item of a block."""

    first: Ints
    second: Ints
    matches: Ints
    unmatched: Ints
    near_misses: Ints
    cost: Floats
    discount: Ints

    @property
    def full_misses(self) -> Ints:
        """Substitutions, shape (P, I)."""
        return self.unmatched - 2 * self.near_misses

    @property
    def counted(self) -> Ints:
        """Edits and matches together, shape (P, I)."""
        return self.unmatched - self.near_misses + self.matches


def block_edits(block: Block, model: EditModel | LinearEditModel) -> BlockEdits:
    """Count the edits of every pair of coders on every item of a block, types not looked at."""
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
    matches = (block.boundaries[first] + block.boundaries[second] - unmatched) // 2
    return BlockEdits(first, second, matches, unmatched, near, cost, discount)


def _adjacent_joins(
    block: Block, one: int, model: EditModel | LinearEditModel, near: Ints, discount: Ints
) -> None:
    """Count transpositions of neighbouring positions: every second link of a run of links."""
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


def _chained_joins(
    block: Block, one: int, model: EditModel | LinearEditModel, near: Ints, discount: Ints
) -> None:
    """Count transpositions of wider windows, chain by chain of joinable boundaries."""
    words = block.words
    few_digits = (
        isinstance(model, LinearEditModel)
        or model.scaling == "unscaled"
        or model.n <= CHAIN_BITS + 2
    )
    for row, other in enumerate(range(one + 1, len(words))):
        places = np.flatnonzero(bits_of(words[one] ^ words[other]))
        if len(places) < 2:
            continue
        side = bits_of(words[one])[places]
        item = np.searchsorted(64 * block.starts, places, side="right") - 1
        distance = np.diff(places)
        may_join = (distance < model.n) & (side[1:] != side[:-1]) & (item[1:] == item[:-1])
        if not may_join.any():
            continue
        distances = range(1, int(distance[may_join].max()) + 1)
        keys = [_chain_key(d, model) for d in distances]
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


def _chain_key(distance: int, model: EditModel | LinearEditModel) -> int:
    """Return the worth of a transposition in few enough digits for a sum of 64 bits."""
    if isinstance(model, LinearEditModel):
        return model.join_key(distance, count=CHAIN_COUNT)
    return model.join_key(distance, bits=CHAIN_BITS, count=CHAIN_COUNT)


def _discounts(saved: Ints, joined: Ints, model: EditModel | LinearEditModel) -> Ints:
    """Find the discounts of chains in what their transpositions save, see `EditModel.join_key`."""
    if isinstance(model, LinearEditModel):
        return saved - joined * model.n
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


def _long_chain(distances: list[int], model: EditModel | LinearEditModel) -> tuple[int, int]:
    """Count the transpositions of one chain, and add up their discounts."""
    worth = {distance: model.join_key(distance) for distance in set(distances)}
    joins = best_joins([worth[distance] for distance in distances])
    return len(joins), sum(model.discount(distances[i]) for i in joins)
