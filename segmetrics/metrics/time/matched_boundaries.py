"""Which boundaries of two people are one: the most pairs within a tolerance, and the closest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Pair = tuple[int | None, int | None]


def matched_boundaries(a: Sequence[int], b: Sequence[int], steps: int) -> list[Pair]:
    """Pair ascending positions at most `steps` apart, each in one pair.

    There are as many pairs as `segmetrics.metrics.time.hit_rate.most_hits` counts; of all ways to
    have as many, the one with the least distances together is taken. A position without a partner
    has None beside it.
    """
    return [
        pair for ours, theirs in _clusters(a, b, steps) for pair in _paired(ours, theirs, steps)
    ]


def _clusters(
    a: Sequence[int], b: Sequence[int], steps: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Cut where no two neighbours are near each other, so that what is paired stays short."""
    ours: list[int] = []
    theirs: list[int] = []
    last: int | None = None
    for place, whose in sorted([*((one, 0) for one in a), *((one, 1) for one in b)]):
        if last is not None and place - last > steps:
            yield ours, theirs
            ours, theirs = [], []
        (theirs if whose else ours).append(place)
        last = place
    if ours or theirs:
        yield ours, theirs


def _paired(ours: list[int], theirs: list[int], steps: int) -> list[Pair]:
    """Pair the positions of a cluster: most pairs first, then least distance."""
    # The best of the first i and the first j: pairs, and less for what they are apart.
    best = [[(0, 0)] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i, one in enumerate(ours, 1):
        for j, other in enumerate(theirs, 1):
            found = max(best[i - 1][j], best[i][j - 1])
            if abs(one - other) <= steps:
                hits, near = best[i - 1][j - 1]
                found = max(found, (hits + 1, near - abs(one - other)))
            best[i][j] = found
    pairs: list[Pair] = []
    i, j = len(ours), len(theirs)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
            pairs.append((ours[i], None))
        elif best[i][j] == best[i][j - 1]:
            j -= 1
            pairs.append((None, theirs[j]))
        else:
            i, j = i - 1, j - 1
            pairs.append((ours[i], theirs[j]))
    pairs += [(one, None) for one in reversed(ours[:i])]
    pairs += [(None, one) for one in reversed(theirs[:j])]
    return sorted(pairs, key=_first)


def _first(pair: Pair) -> int:
    return min(place for place in pair if place is not None)
