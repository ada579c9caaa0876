"""Alignment similarity A as its definition reads, for comparison."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations

from benchmarks.corpora import Masses

Segment = tuple[int, int]


def alignment_similarity(a: Sequence[int], b: Sequence[int]) -> float:
    """Compute A of two codings: each segment scans all segments of the other side.

    Source: Diaz & Ouyang (2022).

    >>> round(alignment_similarity([9, 1], [1, 8, 1]), 4)
    0.6667
    """
    ours, theirs = _segments(a), _segments(b)
    edges = {(x, _closest(x, theirs)) for x in ours} | {(_closest(y, ours), y) for y in theirs}
    return sum(_jaccard(x, y) for x, y in edges) / len(edges)


def alignment_similarities(masses: Masses) -> list[float]:
    """Compute A of every pair of coders of a corpus, item by item."""
    return [
        alignment_similarity(a, b)
        for coders in masses.values()
        for a, b in combinations(coders.values(), 2)
    ]


def _segments(masses: Sequence[int]) -> list[Segment]:
    """Give the first unit of each segment, and the unit after its last."""
    return [(end - mass, end) for mass, end in zip(masses, accumulate(masses), strict=True)]


def _closest(x: Segment, others: list[Segment]) -> Segment:
    """Find the segment that shares most of x; on ties by Jaccard, then the left-most."""
    return max(others, key=lambda y: (_shared(x, y), _jaccard(x, y)))


def _shared(x: Segment, y: Segment) -> int:
    return max(0, min(x[1], y[1]) - max(x[0], y[0]))


def _jaccard(x: Segment, y: Segment) -> float:
    shared = _shared(x, y)
    return shared / (x[1] - x[0] + y[1] - y[0] - shared)
