"""The simulations of Diaz & Ouyang (2022), counted without going through all segmentations.

They count the segmentations of a length in which a metric gives the same to two moves of a
boundary that people tell apart. A move from between two segments of x and y units keeps a share
of each, the Jaccard of the segment before and after: it is *light* if both are above 1/2, *grave*
if both are below.

What a move costs depends on little, so that a segmentation is as good as the few numbers below,
and segmentations are counted by them, segment after segment:

- WindowDiff with windows that reach over the edges errs in 2 min(d, k) of them for a move of d.
- B takes a move of 1 for a near miss and every other for two full misses.
- A has one edge of weight 1 for each segment that a move leaves alone; the other edges are those
  of the two or three segments around it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from segmetrics.metrics.alignment import Edge, alignment_similarity
from segmetrics.reproduction.data import SIMULATIONS
from segmetrics.segmentation import Segmentation

LENGTHS = range(5, 21)
"""Lengths of the texts."""
LONGEST = LENGTHS[-1]
HALF = Fraction(1, 2)
# No move: farther than any.
NEVER = LONGEST + 1


class Seen(NamedTuple):
    """What a segmentation has: its longest light move, and its shortest move of the other kind."""

    light: int
    other: int

    def beside(self, more: Seen) -> Seen:
        """Return what two parts of a segmentation have."""
        return Seen(max(self.light, more.light), min(self.other, more.other))


NOTHING = Seen(0, NEVER)


def simulate() -> dict[str, dict[tuple[int, int], list[int]]]:
    """Count segmentations, and ties of WindowDiff, B and A, by length and number of segments."""
    return {name: _counts(name) for name in SIMULATIONS}


def _counts(name: str) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {
        (length, segments): [0, 0, 0, _equal_a(name, segments)]
        for length in LENGTHS
        for segments in range(2, length)
    }
    for (length, segments, seen), count in _segmentations(partial(_seen, name)).items():
        if (length, segments) in found:
            k = max(1, round(length / (2 * segments)))
            ties = _ties(name, seen, k)
            for column, tie in enumerate((True, *ties)):
                found[length, segments][column] += count * tie
    return found


def _ties(name: str, seen: Seen, k: int) -> tuple[bool, bool]:
    """Return whether WindowDiff and B give the same to two of the moves.

    Where a light move is, all shorter ones are, so that the longest tells whether there is one
    over the same distance as the shortest move of the other kind.
    """
    if name == "vanish":
        return seen.light >= k, seen.light >= 2
    same = seen.other <= seen.light
    return same, same


def _segmentations(seen_in: Callable[[int, int, int], Seen]) -> Counter[tuple[int, int, Seen]]:
    """Count segmentations by length, number of segments, and what they have.

    What is known of the segments so far: their length, the last two sizes, and what they have.
    """
    found: Counter[tuple[int, int, Seen]] = Counter()
    states = Counter({(first, 0, first, NOTHING): 1 for first in range(1, LONGEST)})
    for segments in range(2, LONGEST):
        more: Counter[tuple[int, int, int, Seen]] = Counter()
        for (length, before, last, seen), count in states.items():
            for size in range(1, LONGEST - length + 1):
                now = seen.beside(seen_in(before, last, size))
                more[length + size, last, size, now] += count
        for (length, _, _, seen), count in more.items():
            found[length, segments, seen] += count
        states = more
    return found


@cache
def _seen(name: str, before: int, x: int, y: int) -> Seen:
    """Return the moves of the boundary between x and y, and those across x from either side."""
    light = [abs(move) for move in _moves(x, y) if min(_kept(x, y, move)) > HALF]
    grave = [abs(move) for move in _moves(x, y) if max(_kept(x, y, move)) < HALF]
    if name == "constcost":
        return Seen(max(light, default=0), min(grave, default=NEVER))
    if name == "cross":
        across = before > 0 and max(before, y) > 1
        return Seen(max(light, default=0), x + 1 if across else NEVER)
    # A longer move of the same boundary.
    longer = (distance for distance in light if distance < max(x, y) - 1)
    return Seen(max(longer, default=0), NEVER)


def _moves(x: int, y: int) -> Iterator[int]:
    """List how far the boundary between two segments can move, to the left below 0."""
    yield from range(1 - x, 0)
    yield from range(1, y)


def _kept(x: int, y: int, move: int) -> tuple[Fraction, Fraction]:
    """Return the Jaccard of the segment before and of the one after."""
    before, after = sorted((x, x + move)), sorted((y, y - move))
    return Fraction(*before), Fraction(*after)


class Edges(NamedTuple):
    """The edges of A around a move: units and segments of the text there, weights, number."""

    units: int
    segments: int
    weight: Fraction
    edges: int

    def score(self, segments: int) -> Fraction:
        """Return A where so many segments are in the text."""
        alone = segments - self.segments
        return (alone + self.weight) / (alone + self.edges)

    def fits(self, segments: int) -> bool:
        """Whether some text has it among so many segments."""
        return self.segments <= segments and self.units + segments - self.segments <= LONGEST


@cache
def _equal_a(name: str, segments: int) -> int:
    """Count values of A that two moves share, whether or not one segmentation has both."""
    shared = 0
    for ones, others in _told_apart(name):
        light, other = (
            {edges.score(segments) for edges in moves if edges.fits(segments)}
            for moves in (ones, others)
        )
        shared += len(light & other)
    return shared


@cache
def _told_apart(name: str) -> list[tuple[list[Edges], list[Edges]]]:
    """List moves with those that a metric should tell them from."""
    light, other = defaultdict(list), defaultdict(list)
    pairs = []
    for x, y in _sizes(2):
        of_pair = {move: _edges((x, y), (x + move, y - move)) for move in _moves(x, y)}
        for move, edges in of_pair.items():
            kept = _kept(x, y, move)
            if min(kept) > HALF:
                light[abs(move)].append(edges)
                pairs.append(([edges], [of_pair[m] for m in of_pair if abs(m) > abs(move)]))
            if max(kept) < HALF and name == "constcost":
                other[abs(move)].append(edges)
    if name == "vanish":
        return pairs
    for x, y, z in _sizes(3) if name == "cross" else ():
        for e in range(1, max(light) - y + 1):
            if e < z:
                other[y + e].append(_edges((x, y, z), (x + y, e, z - e)))
            if e < x:
                other[y + e].append(_edges((x, y, z), (x - e, e, y + z)))
    return [(light[distance], other[distance]) for distance in light]


def _sizes(segments: int, most: int = LONGEST) -> Iterator[tuple[int, ...]]:
    """List the sizes of so many segments that fit into the longest text."""
    if segments == 0:
        yield ()
        return
    for first in range(1, most - segments + 2):
        for rest in _sizes(segments - 1, most - first):
            yield (first, *rest)


@cache
def _edges(gold: tuple[int, ...], moved: tuple[int, ...]) -> Edges:
    found = alignment_similarity(Segmentation.from_masses(moved), Segmentation.from_masses(gold))
    weights = [_jaccard(edge) for edge in found.edges]
    return Edges(sum(gold), len(gold), sum(weights, Fraction(0)), len(weights))


def _jaccard(edge: Edge) -> Fraction:
    (a, until_a), (b, until_b) = edge.a_units, edge.b_units
    both = min(until_a, until_b) - max(a, b) + 1
    return Fraction(both, max(until_a, until_b) - min(a, b) + 1)
