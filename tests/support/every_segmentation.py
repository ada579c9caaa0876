"""The simulations of Diaz & Ouyang (2022) by going through all segmentations and moves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb, isclose
from typing import NamedTuple

from segmetrics import Corpus, Item, Segmentation, pairwise
from segmetrics.reproduction.data import SIMULATIONS

METRICS = 3
SAME = 1e-12


class Move(NamedTuple):
    """A boundary that moves from one place to another."""

    at: int
    to: int

    @property
    def distance(self) -> int:
        return abs(self.to - self.at)


class Moves(NamedTuple):
    """The moves of the boundaries of a segmentation: light, grave, any, and across a boundary."""

    light: list[Move]
    grave: list[Move]
    all: list[Move]
    across: list[Move]


def simulate(length: int) -> dict[str, dict[tuple[int, int], list[int]]]:
    """Count the segmentations of a length in which metrics cannot tell two moves apart."""
    golds = [
        Segmentation(length, boundaries)
        for segments in range(2, length)
        for boundaries in combinations(range(1, length), segments - 1)
    ]
    moves = [_moves(gold) for gold in golds]
    scored = _scored(golds, moves)
    ties: dict[str, Counter[tuple[int, int]]] = {name: Counter() for name in SIMULATIONS}
    for place, (gold, own) in enumerate(zip(golds, moves, strict=True)):
        for name, pairs in _confusable(own).items():
            tied = set()
            for one, other in pairs:
                values = zip(scored[place, one], scored[place, other], strict=True)
                tied |= {i for i, (x, y) in enumerate(values) if isclose(x, y, abs_tol=SAME)}
            ties[name].update((gold.segments, metric) for metric in tied)
    return {
        name: {
            (length, segments): [
                comb(length - 1, segments - 1),
                *(found[segments, metric] for metric in range(METRICS)),
            ]
            for segments in range(2, length)
        }
        for name, found in ties.items()
    }


def _moves(gold: Segmentation) -> Moves:
    """List the moves of one boundary that cross no other, and those that cross one."""
    found = Moves([], [], [], [])
    free = sorted(set(range(1, gold.mass)) - set(gold.boundaries))
    for move in (Move(*ends) for ends in product(gold.boundaries, free)):
        low, high = sorted(move)
        crossed = sum(low < boundary < high for boundary in gold.boundaries)
        if crossed == 1:
            found.across.append(move)
        if crossed:
            continue
        found.all.append(move)
        before, after = _kept(gold, move)
        # Jaccard against 1/2, in whole numbers.
        if all(2 * small > large for small, large in (before, after)):
            found.light.append(move)
        if all(2 * small < large for small, large in (before, after)):
            found.grave.append(move)
    return found


def _kept(gold: Segmentation, move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the sizes of the segments before and after a boundary: the smaller, the larger."""
    ends = (0, *gold.boundaries, gold.mass)
    place = ends.index(move.at)
    start, end = ends[place - 1], ends[place + 1]
    before = sorted((move.at - start, move.to - start))
    after = sorted((end - move.at, end - move.to))
    return (before[0], before[1]), (after[0], after[1])


def _confusable(moves: Moves) -> dict[str, list[tuple[Move, Move]]]:
    """List the pairs of moves that a metric should tell apart, for each simulation."""
    return {
        "constcost": _as_far(moves.light, moves.grave),
        "cross": _as_far(moves.light, moves.across),
        "vanish": [
            (one, other)
            for one, other in product(moves.light, moves.all)
            if one.at == other.at and one.distance < other.distance
        ],
    }


def _as_far(light: list[Move], others: list[Move]) -> list[tuple[Move, Move]]:
    """List the pairs of moves over the same distance."""
    pairs = product(light, others)
    return [(one, other) for one, other in pairs if one.distance == other.distance]


def _scored(
    golds: list[Segmentation], moves: list[Moves]
) -> dict[tuple[int, Move], tuple[float, ...]]:
    """Score every moved segmentation against the one it is from: WindowDiff, B and A."""
    keys = [(place, move) for place, own in enumerate(moves) for move in (*own.all, *own.across)]
    items = [
        Item(f"{place} {move.at} {move.to}", {"moved": _moved(gold, move), "gold": gold})
        for place, move in keys
        for gold in (golds[place],)
    ]
    corpus = Corpus(tuple(items))
    window = {"width": "boundaries", "minimum": 1, "edges": "lamprier"}
    wd = [one for one in pairwise(corpus, "wd", **window) if one.coder_a == "moved"]
    columns = (wd, pairwise(corpus, "b"), pairwise(corpus, "a"))
    rows = zip(*columns, strict=True)
    return {
        key: tuple(one.value for one in row if one.value is not None)
        for key, row in zip(keys, rows, strict=True)
    }


def _moved(gold: Segmentation, move: Move) -> Segmentation:
    return Segmentation.from_positions(gold.mass, (set(gold.boundaries) - {move.at}) | {move.to})
