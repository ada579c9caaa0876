"""The hit rate of each pair of people on each recording, and of independent people like them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.time.hit_rate import ROWS, most_hits_of_rows, padded

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

TimeNull = Literal["circular shift", "shuffled gaps"]
"""How independent people are made of those there are."""

SAME = 1e-9
"""Sums of the same hits in another order differ in their last digits, and by less than this."""

# Positions that are held at once.
CELLS = 1 << 20


class Part(NamedTuple):
    """F of all pairs at one tolerance, in some of the versions: pairs x versions."""

    which: int
    versions: slice
    values: Floats


@dataclass(frozen=True)
class PairHitRates:
    """The pairs of some items that have an F, and F of each, part by part.

    A pair is the place of its item among the items, and the places of its coders among those of
    the item. Version 0 are the people themselves, the others independent ones.
    """

    items: Sequence[Item]
    item: Ints
    first: Ints
    second: Ints
    parts: Iterator[Part]


def pair_hit_rates(
    items: Sequence[Item], steps: Sequence[int], *, null: TimeNull, shuffles: int, seed: int
) -> Iterator[PairHitRates]:
    """Compute F of all pairs of items at tolerances, some items at a time."""
    for together in _together(items, shuffles + 1):
        yield _of_items(together, steps, null, shuffles, seed)


def _together(items: Sequence[Item], times: int) -> Iterator[list[Item]]:
    """Put items together whose pairs are walked through at once."""
    group: list[Item] = []
    rows = 0
    for item in items:
        of_item = comb(len(item.codings), 2) * times
        if group and rows + of_item > ROWS:
            yield group
            group, rows = [], 0
        group.append(item)
        rows += of_item
    if group:
        yield group


def _of_items(
    items: Sequence[Item], steps: Sequence[int], null: TimeNull, shuffles: int, seed: int
) -> PairHitRates:
    codings = [coding for item in items for coding in item.codings.values()]
    placed = [np.array(coding.boundaries, dtype=np.int64) for coding in codings]
    counts = np.array(list(map(len, placed)), dtype=np.int64)
    starts = list(accumulate((len(item.codings) for item in items), initial=0))
    coders = [range(start, end) for start, end in pairwise(starts)]
    first, second = np.array(
        [pair for of_item in coders for pair in combinations(of_item, 2)], dtype=np.int64
    ).T
    known = counts[first] + counts[second] > 0
    first, second = first[known], second[known]
    begin = np.array(starts[:-1], dtype=np.int64)
    item = np.searchsorted(begin, first, side="right") - 1

    def parts() -> Iterator[Part]:
        # Each item draws by itself, so that its shuffles do not depend on what else there is.
        randoms = [
            random
            for one in items
            for random in [np.random.default_rng([seed, one.stream])] * len(one.codings)
        ]
        weights = (2 / (counts[first] + counts[second]))[:, np.newaxis]
        at_once = max(1, CELLS // (int(3 * counts.max() + 1) * len(placed)))
        for start in range(0, shuffles + 1, at_once):
            times = min(at_once, shuffles + 1 - start)
            # Coder by coder, and of each the versions: version v of coder c is row c * times + v.
            rows = []
            for row, coding, random in zip(placed, codings, randoms, strict=True):
                versions = independent_versions(
                    row, coding.mass, null, times - (start == 0), random
                )
                rows += [row.astype(np.int32)] * (start == 0) + list(versions)
            table, version = padded(rows), np.arange(times)
            ones, others = (
                (side[:, np.newaxis] * times + version).reshape(-1) for side in (first, second)
            )
            for which, within in enumerate(steps):
                hits = most_hits_of_rows(table, counts.repeat(times), ones, others, within)
                values = weights * hits.reshape(len(first), times)
                yield Part(which, slice(start, start + times), values)

    return PairHitRates(items, item, first - begin[item], second - begin[item], parts())


def independent_versions(
    row: Ints, mass: int, null: TimeNull, times: int, random: np.random.Generator
) -> NDArray[np.int32]:
    """Move the boundaries of a person at random, each version of its own: ascending rows."""
    if null == "circular shift":
        moved = np.sort((row + random.integers(mass, size=(times, 1))) % mass, axis=1)
    else:
        gaps = np.tile(np.diff(row, prepend=0), (times, 1))
        gaps[:, 1:] = random.permuted(gaps[:, 1:], axis=1)
        moved = gaps.cumsum(axis=1)
    return moved.astype(np.int32)
