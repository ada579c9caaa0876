"""Which boundaries of two people are one."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from segmetrics.metrics.time.hit_rate import most_hits
from segmetrics.metrics.time.matched_boundaries import matched_boundaries


def best_by_brute_force(a: list[int], b: list[int], steps: int) -> tuple[int, int]:
    """Try all ways to pair: the most pairs, and of these the least distance."""
    found = (0, 0)
    for size in range(1, min(len(a), len(b)) + 1):
        for ours in combinations(a, size):
            for theirs in combinations(b, size):
                apart = [abs(one - other) for one, other in zip(ours, theirs, strict=True)]
                if max(apart) <= steps:
                    found = max(found, (size, -sum(apart)))
    return found


def test_the_most_pairs_and_of_these_the_closest() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        a, b = (sorted(set(rng.integers(0, 40, rng.integers(0, 7)).tolist())) for _ in "ab")
        steps = int(rng.integers(0, 8))
        found = matched_boundaries(a, b, steps)
        hits = [(one, other) for one, other in found if one is not None and other is not None]
        apart = [abs(one - other) for one, other in hits]
        assert (len(hits), -sum(apart)) == best_by_brute_force(a, b, steps)
        assert len(hits) == most_hits(a, b, steps)
        assert [one for one, _ in found if one is not None] == a
        assert [other for _, other in found if other is not None] == b
        assert all(one <= steps for one in apart)


def test_a_nearer_partner_is_preferred() -> None:
    assert matched_boundaries([100], [92, 101], 10) == [(None, 92), (100, 101)]
