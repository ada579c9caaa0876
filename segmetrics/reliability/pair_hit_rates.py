"""The hit rate of each pair of people on each recording, and of independent people like them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from math import comb
from typing import Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.time.hit_rate import ROWS, most_hits_of_rows, padded
from segmetrics.reliability.student_t import student_beyond
from segmetrics.time_scale import TimeScale

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

TimeNull = Literal["circular shift", "shuffled gaps", "shared pace"]
"""How independent people are made of those there are."""

STRETCH, FEWEST_STRETCHES = 60.0, 4
"""Seconds in which the shared pace counts boundaries, and how many stretches there are at least."""

# Points of the shared pace in a stretch, and the least pace, as a share of the mean.
POINTS, LEAST_PACE = 20, 1e-3

SAME = 1e-9
"""Sums of the same hits in another order differ in their last digits, and by less than this."""

ENOUGH = 99
"""Shuffles from which on p-values are counted."""

# Positions that are held at once.
CELLS = 1 << 20


def check_null(null: object) -> None:
    """Raise ValueError if independent people are not made so."""
    if null not in get_args(TimeNull):
        raise ValueError(f"null is one of {', '.join(get_args(TimeNull))}, got {null!r}")


def check_shuffles(shuffles: object) -> None:
    """Raise ValueError if independent people are not made so often."""
    if type(shuffles) is not int or shuffles < 0:
        raise ValueError(f"shuffles are a whole number from 0 on, got {shuffles!r}")


def check_level(level: float) -> None:
    """Raise ValueError if a level is none."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, got {level!r}")


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
        makers = []
        for one, of_item in zip(items, coders, strict=True):
            people = [placed[at] for at in of_item]
            made = Independent.of(null, people, one.mass, one.scale)
            makers += [(made, np.random.default_rng([seed, one.stream]))] * len(people)
        weights = (2 / (counts[first] + counts[second]))[:, np.newaxis]
        at_once = max(1, CELLS // (int(3 * counts.max() + 1) * len(placed)))
        for start in range(0, shuffles + 1, at_once):
            times = min(at_once, shuffles + 1 - start)
            # Coder by coder, and of each the versions: version v of coder c is row c * times + v.
            rows = []
            for row, (made, random) in zip(placed, makers, strict=True):
                versions = made.versions(row, times - (start == 0), random)
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


def p_of_shuffles(value: float, shuffled: Floats) -> float:
    """Return how often independent people reach a value, by Student's t: they were made rarely."""
    made = len(shuffled)
    spread = float(shuffled.std(ddof=1)) if made > 1 else 0.0
    if spread <= SAME:
        return (1 + int((shuffled >= value - SAME).sum())) / (1 + made)
    t = float(value - shuffled.mean()) / (spread * (1 + 1 / made) ** 0.5)
    beyond = student_beyond(abs(t), made - 1)
    return beyond if t >= 0 else 1 - beyond


@dataclass(frozen=True)
class Independent:
    """How independent versions of the people of a recording are made.

    `pace` is how much of the pace that people share is done at moments in equal steps, from 0 at
    the start to 1 at the end.
    """

    null: TimeNull
    mass: int
    pace: Floats

    @classmethod
    def of(cls, null: TimeNull, rows: Sequence[Ints], mass: int, scale: TimeScale | None) -> Self:
        """Prepare for the people of a recording: all their rows, which ascend."""
        if null != "shared pace":
            return cls(null, mass, np.array([0.0, 1.0]))
        seconds = (scale or TimeScale()).seconds(mass)
        stretches = min(mass, max(FEWEST_STRETCHES, round(seconds / STRETCH)))
        return cls(null, mass, shared_pace(rows, mass, stretches))

    def versions(self, row: Ints, times: int, random: np.random.Generator) -> NDArray[np.int32]:
        """Move the boundaries of a person at random, each version of its own: ascending rows."""
        if self.null == "shuffled gaps":
            gaps = np.tile(np.diff(row, prepend=0), (times, 1))
            gaps[:, 1:] = random.permuted(gaps[:, 1:], axis=1)
            return gaps.cumsum(axis=1).astype(np.int32)
        if self.null == "circular shift":
            moved = (row + random.integers(self.mass, size=(times, 1))) % self.mass
        else:
            ends = np.linspace(0, self.mass, len(self.pace))
            done = (np.interp(row, ends, self.pace) + random.random((times, 1))) % 1
            moved = np.interp(done, self.pace, ends).clip(0, self.mass - 1)
        return np.sort(moved.astype(np.int32), axis=1)


def shared_pace(rows: Sequence[Ints], mass: int, stretches: int) -> Floats:
    """Estimate how fast people mark over a recording, as far as they share it.

    Boundaries are counted by stretch. Of how the counts of all differ from their mean, only what
    people share is kept: the sum of the products of two people says how much that is. The pace
    runs straight from the middle of a stretch to that of the next.
    """
    counts = np.array([np.bincount(row * stretches // mass, minlength=stretches) for row in rows])
    presses = max(counts.sum(), 1)
    own = (counts - counts.mean(axis=1, keepdims=True)) / presses
    together = own.sum(axis=0)
    of_pairs = (together**2).sum() - (own**2).sum()
    most = (together**2).sum() * (1 - ((counts.sum(axis=1) / presses) ** 2).sum())
    kept = min(1.0, max(0.0, of_pairs / most)) if most > SAME**2 else 0.0
    pace = 1 / stretches + kept**0.5 * together
    around = [2 * pace[0] - pace[1], *pace, 2 * pace[-1] - pace[-2]] if stretches > 1 else [1, 1, 1]
    at = (np.arange(POINTS * stretches) + 0.5) / POINTS
    rates = np.interp(at, np.arange(-1, stretches + 1) + 0.5, around)
    done = np.cumsum(rates.clip(LEAST_PACE / stretches))
    return np.concatenate([[0.0], done / done[-1]])
