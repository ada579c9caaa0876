"""Hit rate and deviation against brute force, and the mistakes of others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from statistics import median
from typing import Any

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.metrics.counts import NO_PRECISION, NO_RECALL, NOBODY
from segmetrics.metrics.time.hit_rate import most_hits, most_hits_of_rows, padded
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale
from segmetrics.times import time_coding


def times(*seconds: float, duration: float = 60) -> Segmentation:
    return time_coding(seconds, duration=duration).segmentation


def by_all_pairings(a: list[int], b: list[int], steps: int) -> int:
    """Try every way to pair one with one."""
    few, many = sorted((a, b), key=len)
    return max(
        sum(abs(x - y) <= steps for x, y in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )


def by_augmenting_paths(a: Sequence[Any], b: Sequence[Any], steps: Any) -> int:
    """Find a largest matching of any graph, after Kuhn (1955)."""
    partner: dict[int, int] = {}

    def takes(x: int, seen: set[int]) -> bool:
        for j, y in enumerate(b):
            if abs(a[x] - y) <= steps and j not in seen:
                seen.add(j)
                if j not in partner or takes(partner[j], seen):
                    partner[j] = x
                    return True
        return False

    return sum(takes(x, set()) for x in range(len(a)))


def test_no_pairing_of_a_few_boundaries_has_more_hits() -> None:
    """All pairs of sets of up to 4 of 6 positions, at all tolerances that differ."""
    sets = [list(found) for size in range(5) for found in combinations(range(6), size)]
    for a in sets:
        for b in sets:
            for steps in range(4):
                assert most_hits(a, b, steps) == by_all_pairings(a, b, steps), (a, b, steps)


def random_rows(seed: int, rows: int) -> list[list[int]]:
    rng = random.Random(seed)
    return [sorted(rng.sample(range(1, 400), rng.choice([0, 1, 5, 30, 60]))) for _ in range(rows)]


def test_pairing_from_the_left_is_a_largest_matching() -> None:
    rows = random_rows(1, 40)
    for steps in (0, 1, 3, 10, 400):
        for a, b in combinations(rows, 2):
            assert most_hits(a, b, steps) == by_augmenting_paths(a, b, steps)


def test_all_pairs_at_once_have_the_hits_of_each() -> None:
    rows = random_rows(2, 60)
    counts = np.array(list(map(len, rows)))
    pairs = np.array(list(permutations(range(len(rows)), 2)))
    table = padded([np.array(row, dtype=np.int32) for row in rows])
    for steps in (0, 2, 7, 1000):
        found = most_hits_of_rows(table, counts, pairs[:, 0], pairs[:, 1], steps)
        assert found.tolist() == [most_hits(rows[a], rows[b], steps) for a, b in pairs]


def test_a_greedy_pairing_with_the_nearest_would_lose_a_hit() -> None:
    """11.5 is nearest to 11, which leaves neither 10 nor 12.5 a partner: F would be 0.5."""
    found = sm.hit_rate(times(10, 11.5), times(11, 12.5), tolerance=1.1)
    assert (found.value, found.precision, found.recall, found.hits) == (1, 1, 1, 2)


@pytest.mark.parametrize(("tolerance", "hits"), [(0.299, 0), (0.3, 1), (0.3009, 1)])
def test_a_tolerance_is_kept_to_the_step(tolerance: float, hits: int) -> None:
    # 10.3 - 10 is more than 0.3 in floats.
    assert sm.hit_rate(times(10), times(10.3), tolerance=tolerance).hits == hits


def test_edges_are_hits_that_nobody_placed() -> None:
    plain, with_edges = (
        sm.hit_rate(times(10, 20), times(40), edges=edges) for edges in (False, True)
    )
    assert plain.value == 0
    assert with_edges.value == pytest.approx(2 * 2 / (4 + 3))
    found = sm.boundary_deviation(times(10, 20), times(40), edges=True)
    assert (found.reference_to_hypothesis, found.hypothesis_to_reference) == (0, 5)


def test_who_placed_nothing() -> None:
    nobody, one = times(), times(10)
    found = sm.hit_rate(nobody, one)
    assert (found.value, found.precision, found.recall) == (0, None, 0)
    assert (found.why_no_precision, found.why_no_recall) == (NO_PRECISION, None)
    found = sm.hit_rate(nobody, nobody)
    assert (found.value, found.undefined, found.why_no_recall) == (None, NOBODY, NO_RECALL)
    assert sm.boundary_deviation(nobody, one).undefined == NO_PRECISION
    assert sm.boundary_deviation(one, nobody).undefined == NO_RECALL


def test_deviations_are_medians_of_distances_to_the_nearest() -> None:
    rng = random.Random(3)
    for _ in range(200):
        a, b = (sorted(rng.sample(range(1, 60_000), rng.randint(1, 20))) for _ in "ab")
        one, other = (Segmentation(60_000, tuple(x), scale=TimeScale()) for x in (a, b))
        found = sm.boundary_deviation(one, other)
        ways = [
            median(min(abs(x - y) for y in others) for x in ones) / 1000
            for ones, others in ((b, a), (a, b))
        ]
        assert [found.reference_to_hypothesis, found.hypothesis_to_reference] == pytest.approx(
            ways, abs=1e-12
        )


def covered(ours: list[Fraction], theirs: list[Fraction], duration: int) -> Fraction:
    """Set each segment of theirs beside all of ours, by their definition."""
    sides = [list(pairwise([Fraction(0), *times, Fraction(duration)])) for times in (ours, theirs)]
    total = Fraction(0)
    for begin, end in sides[1]:
        best = max(
            max(Fraction(0), min(end, stop) - max(begin, start))
            / (max(end, stop) - min(begin, start))
            for start, stop in sides[0]
        )
        total += (end - begin) * best
    return total / duration


@pytest.mark.parametrize("resolution", ["0.001", "0.01", "0.04"])
def test_recordings_have_the_values_of_their_times_at_any_scale(resolution: str) -> None:
    """F, deviation and covering of 500 pairs, of exact seconds that are all whole steps."""
    rng = random.Random(9)
    step = Fraction(resolution)
    scale = TimeScale(float(resolution))
    for _ in range(500):
        duration = rng.randint(20, 120)
        steps = int(duration / step)
        ours, theirs = (
            [step * at for at in sorted(rng.sample(range(1, steps), rng.randint(1, 12)))]
            for _ in "ab"
        )
        a, b = (
            time_coding(map(float, x), duration=duration, scale=scale).segmentation
            for x in (ours, theirs)
        )
        tolerance = rng.choice(["0.5", "3", "1.234"])
        hits = by_augmenting_paths(ours, theirs, Fraction(tolerance))
        assert sm.hit_rate(a, b, tolerance=float(tolerance)).value == pytest.approx(
            2 * hits / (len(ours) + len(theirs))
        )
        apart = sm.boundary_deviation(a, b)
        for found, ones, others in (
            (apart.reference_to_hypothesis, theirs, ours),
            (apart.hypothesis_to_reference, ours, theirs),
        ):
            assert found == float(median(min(abs(x - y) for y in others) for x in ones))
        assert sm.covering(a, b).value == pytest.approx(float(covered(ours, theirs, duration)))


def test_what_is_no_tolerance_is_refused() -> None:
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="from 0 on"):
            sm.hit_rate(times(1), times(2), tolerance=wrong)
    with pytest.raises(ValueError, match="differ"):
        sm.hit_rate(times(1), times(2, duration=61))
