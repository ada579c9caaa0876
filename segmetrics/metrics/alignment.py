"""Alignment similarity A: how well the segments of two segmentations match one another.

Conventions
-----------
A looks at segments, not at boundaries. Segments of two sides that share units are
joined by *edges*; an edge has a *weight*, and the score is read off the weights. It is
symmetric and has no reference, and it is never undefined: an item of one unit has one
segment on each side, and they are the same.

*Overlaps*: the boundaries of both sides together cut the text into pieces, at most
boundaries of a + boundaries of b + 1. A piece is what one segment x of a and one
segment y of b share, so pieces are the pairs of overlapping segments, from left to
right. Seen as a graph they have no cycle.

*Closeness* says which y a segment x is closest to; *weight* says how alike the two
ends of an edge are:

``jaccard``
    ``|x & y| / |x | y|``. Dice orders pairs as Jaccard does, so it is a weight only.
``dice``
    ``2 |x & y| / (|x| + |y|)``.
``overlap``
    As closeness ``|x & y| / |x|``, the share of x that lies in y; as weight, which has
    no direction, the overlap coefficient ``|x & y| / min(|x|, |y|)``.
``rand``
    The Rand similarity or simple matching coefficient over the units of the text: the
    share of them that lie in both or in neither, ``1 - |x ^ y| / mass``.

*Ties* of closeness go to the larger Jaccard, then to the left-most. Comparisons are
exact: whole numbers, or quotients of whole numbers below 2**26, which are equal as
floats only if they are equal.

What is not spelled out where A is defined, namely overlap and Rand as weights,
closeness other than overlap, both thresholds, the greedy and the spanning-tree
alignment and the scorings other than the mean, is as described here: *after*
Diaz & Ouyang (2022), not necessarily theirs to the letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats, Ints, bits_of
from segmetrics.metrics.metric import Metric
from segmetrics.segmentation import MAX_MASS, Segmentation, common_mass

Bits = NDArray[np.bool_]

EdgeWeight = Literal["jaccard", "dice", "overlap", "rand"]
Closeness = Literal["overlap", "jaccard", "rand"]
AlignmentKind = Literal["likelihood", "greedy", "spanning_tree"]
Scoring = Literal["mean", "penalised", "best_edge"]
ThresholdKind = Literal["hard", "soft"]

# More than a segment has units: separates two whole numbers in one key.
BASE = MAX_MASS + 1


@dataclass(frozen=True, slots=True)
class Edge:
    """Two segments that were aligned.

    The segments are counted from 0 on each side, their first and last units from 1; the weight is
    how alike they are, after the threshold.
    """

    a: int
    b: int
    a_units: tuple[int, int]
    b_units: tuple[int, int]
    weight: float


@dataclass(frozen=True, slots=True)
class AlignmentSimilarity:
    """A of two segmentations, with the alignment it was read from."""

    value: float  #: in [0, 1], higher is more similar, 1 is identity
    a: Segmentation  #: the first side
    b: Segmentation  #: the second side
    #: The segments, of a and of b, that each edge joins, counted from 0, from left to right.
    ends: tuple[tuple[int, int], ...]
    weights: tuple[float, ...]  #: the weight of each edge
    undefined: str | None = None  #: always None: there is always a value

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges, from left to right."""
        until_a = (0, *self.a.boundaries, self.a.mass)
        until_b = (0, *self.b.boundaries, self.b.mass)
        return tuple(
            Edge(x, y, (until_a[x] + 1, until_a[x + 1]), (until_b[y] + 1, until_b[y + 1]), weight)
            for (x, y), weight in zip(self.ends, self.weights, strict=True)
        )

    @property
    def over_segmented(self) -> tuple[int, ...]:
        """Segments of b with several edges: where b is the reference, a splits them."""
        return _with_several(y for _, y in self.ends)

    @property
    def under_segmented(self) -> tuple[int, ...]:
        """Segments of a with several edges: where b is the reference, they join several of it."""
        return _with_several(x for x, _ in self.ends)


def _with_several(segments: Iterable[int]) -> tuple[int, ...]:
    """List the segments that occur more than once, ascending."""
    return tuple(sorted(s for s, edges in Counter(segments).items() if edges > 1))


@on_axis("a")
def alignment_similarity(
    a: Segmentation,
    b: Segmentation,
    *,
    weight: EdgeWeight = "jaccard",
    closeness: Closeness = "overlap",
    alignment: AlignmentKind = "likelihood",
    scoring: Scoring = "mean",
    threshold: float | None = None,
    threshold_kind: ThresholdKind = "hard",
) -> AlignmentSimilarity:
    """Compute the alignment similarity A of two segmentations.

    Sources: Diaz & Ouyang (2022); see the conventions of this module for what is named after them.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item; types and levels are not looked at.
    weight : {"jaccard", "dice", "overlap", "rand"}, default "jaccard"
        Weight of an edge, see the conventions of this module.
    closeness : {"overlap", "jaccard", "rand"}, default "overlap"
        What makes a segment close to another, see there.
    alignment : {"likelihood", "greedy", "spanning_tree"}, default "likelihood"
        Which overlapping segments are joined:

        ``likelihood``
            Each segment points at its closest one on the other side. Edges are a set:
            one that is found from both sides counts once.
        ``greedy``
            Overlapping pairs in the order of closeness (of its two directions the
            larger), each taken if one of its ends has no edge yet.
        ``spanning_tree``
            A maximum spanning forest of the overlaps. Since they have no cycle, it is
            all of them, whatever the closeness.
    scoring : {"mean", "penalised", "best_edge"}, default "mean"
        How weights make a score:

        ``mean``
            The mean over edges.
        ``penalised``
            The mean over the segments of both sides; a segment gives the mean weight of
            its edges divided by their number, so several edges cost it.
        ``best_edge``
            The mean over the segments of both sides; a segment gives the weight of its
            best edge.
    threshold : float, optional
        Weights below it count 0; in [0, 1], and less than 1 if soft.
    threshold_kind : {"hard", "soft"}, default "hard"
        What becomes of a weight w of at least the threshold t: it stays (hard), or
        shrinks to (w - t) / (1 - t) (soft), so that it falls to 0 without a jump.

    Returns
    -------
    AlignmentSimilarity
        In [0, 1], higher is more similar, 1 is identity.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> found = alignment_similarity(
    ...     Segmentation.from_masses([9, 1]), Segmentation.from_masses([1, 8, 1])
    ... )
    >>> round(found.value, 4), found.ends, found.under_segmented
    (0.6667, ((0, 0), (0, 1), (1, 2)), (0,))
    """
    common_mass(a, b)
    chosen = _Choices(weight, closeness, alignment, scoring, threshold, threshold_kind)
    masses = np.array([a.mass])
    found = _align(_closing_units(a), _closing_units(b), masses, chosen)
    return AlignmentSimilarity(
        value=float(_score(found, scoring)[0]),
        a=a,
        b=b,
        ends=tuple(zip(found.a.tolist(), found.b.tolist(), strict=True)),
        weights=tuple(found.weights.tolist()),
    )


def _block_a(block: Block, _items: Sequence[Item], **options: Any) -> Floats:
    """Compute A of every pair of coders on every item of a block."""
    chosen = _Choices(**options)
    bits = bits_of(block.words)
    bits[:, 64 * block.starts + block.masses - 1] = 1
    sizes = np.diff(block.starts, append=block.words.shape[1]) * 64
    inside = np.arange(bits.shape[1]) < np.repeat(64 * block.starts + block.masses, sizes)
    closing: Bits = bits[:, inside].view(np.bool_)
    pairs = list(combinations(range(len(block.coders)), 2))
    values = np.empty((len(pairs), len(block.masses)))
    for row, (one, other) in enumerate(pairs):
        found = _align(closing[one], closing[other], block.masses, chosen)
        values[row] = _score(found, chosen.scoring)
    return values


@dataclass(frozen=True, slots=True)
class _Choices:
    """The options of A, checked."""

    weight: EdgeWeight = "jaccard"
    closeness: Closeness = "overlap"
    alignment: AlignmentKind = "likelihood"
    scoring: Scoring = "mean"
    threshold: float | None = None
    threshold_kind: ThresholdKind = "hard"

    def __post_init__(self) -> None:
        for name, choices in (
            ("weight", EdgeWeight),
            ("closeness", Closeness),
            ("alignment", AlignmentKind),
            ("scoring", Scoring),
            ("threshold_kind", ThresholdKind),
        ):
            value, allowed = getattr(self, name), get_args(choices)
            if value not in allowed:
                raise ValueError(f"{name} is one of {', '.join(allowed)}, got {value!r}")
        soft, t = self.threshold_kind == "soft", self.threshold
        if t is None:
            if soft:
                raise ValueError("threshold_kind is soft, but there is no threshold")
        elif not (0 <= t < 1 if soft else 0 <= t <= 1):
            end = "[0, 1)" if soft else "[0, 1]"
            raise ValueError(f"a {self.threshold_kind} threshold lies in {end}, got {t!r}")


class _Side(NamedTuple):
    """One side's segments as runs of pieces."""

    first: Ints  # first piece of each segment
    pieces: Ints  # how many each segment has
    of: Ints  # segment of each piece
    size: Ints  # units of the segment of each piece


class _Edges(NamedTuple):
    """Edges of one pair of coders, items side by side."""

    a: Ints  # segment of each edge
    b: Ints
    weights: Floats
    starts: Ints  # first edge of each item
    a_starts: Ints  # first segment of each item
    b_starts: Ints


def _closing_units(segmentation: Segmentation) -> Bits:
    """Mark the last unit of each segment."""
    closing = np.zeros(segmentation.mass, dtype=np.bool_)
    closing[np.array(segmentation.boundaries, dtype=np.int64) - 1] = True
    closing[-1] = True
    return closing


def _align(closing_a: Bits, closing_b: Bits, masses: Ints, chosen: _Choices) -> _Edges:
    """Join the segments of two coders, whose items stand side by side."""
    ends = np.flatnonzero(closing_a | closing_b)
    overlap = np.diff(ends, prepend=-1)
    a, b = _side(closing_a[ends], ends), _side(closing_b[ends], ends)
    pieces = np.searchsorted(ends, np.cumsum(masses) - masses)
    mass = np.repeat(masses, np.diff(pieces, append=len(ends)))
    if chosen.alignment == "likelihood":
        joined = np.zeros(len(ends), dtype=np.bool_)
        joined[_closest(chosen.closeness, overlap, a, b)] = True
        joined[_closest(chosen.closeness, overlap, b, a)] = True
        edges = np.flatnonzero(joined)
    elif chosen.alignment == "greedy":
        edges = _greedy(chosen.closeness, overlap, a, b, mass)
    else:
        edges = np.arange(len(ends))
    weights = _likeness(chosen.weight, overlap[edges], a.size[edges], b.size[edges], mass[edges])
    if chosen.threshold is not None:
        weights = _thresholded(weights, chosen.threshold, chosen.threshold_kind)
    starts = np.searchsorted(edges, pieces)
    return _Edges(a.of[edges], b.of[edges], weights, starts, a.of[pieces], b.of[pieces])


def _side(closing: Bits, ends: Ints) -> _Side:
    last = np.flatnonzero(closing)
    pieces = np.diff(last, prepend=-1)
    size = np.diff(ends[last], prepend=-1)
    of = np.arange(len(last)).repeat(pieces)
    return _Side(last - pieces + 1, pieces, of, size.repeat(pieces))


def _closest(closeness: Closeness, overlap: Ints, side: _Side, other: _Side) -> Ints:
    """Find the piece that each segment of a side shares with its closest one."""
    key: NDArray[np.int64] | Floats
    if closeness == "overlap":
        # With x and the overlap given, Jaccard is the larger the smaller y is.
        key = overlap * BASE - other.size
    elif closeness == "jaccard":
        key = overlap / (side.size + other.size - overlap)
    else:
        # With x and |x ^ y| given, Jaccard is the larger the larger the overlap is.
        key = (2 * overlap - other.size) * BASE + overlap
    best = np.flatnonzero(key == np.maximum.reduceat(key, side.first).repeat(side.pieces))
    return best[np.diff(side.of[best], prepend=-1) > 0]


def _greedy(closeness: Closeness, overlap: Ints, a: _Side, b: _Side, mass: Ints) -> Ints:
    """Take pieces from the closest on, as long as they join a segment without an edge."""
    jaccard = _likeness("jaccard", overlap, a.size, b.size, mass)
    # The larger of the two directions of closeness is what the weight of its name is.
    order = np.lexsort((-jaccard, -_likeness(closeness, overlap, a.size, b.size, mass)))
    free_a, free_b = bytearray(b"\1" * len(a.first)), bytearray(b"\1" * len(b.first))
    taken = []
    for piece, x, y in zip(order.tolist(), a.of[order].tolist(), b.of[order].tolist(), strict=True):
        if free_a[x] or free_b[y]:
            free_a[x] = free_b[y] = 0
            taken.append(piece)
    return np.sort(np.array(taken, dtype=np.int64))


def _likeness(weight: EdgeWeight, overlap: Ints, a: Ints, b: Ints, mass: Ints) -> Floats:
    """Weigh edges: units shared, units of either end, units of the text."""
    found: Floats
    if weight == "jaccard":
        found = overlap / (a + b - overlap)
    elif weight == "dice":
        found = 2 * overlap / (a + b)
    elif weight == "overlap":
        found = overlap / np.minimum(a, b)
    else:
        found = (mass - (a + b - 2 * overlap)) / mass
    return found


def _thresholded(weights: Floats, t: float, kind: ThresholdKind) -> Floats:
    kept = weights if kind == "hard" else (weights - t) / (1 - t)
    return np.where(weights < t, 0.0, kept)


def _score(found: _Edges, scoring: Scoring) -> Floats:
    """Read the score of each item off its edges."""
    if scoring == "mean":
        edges = np.diff(found.starts, append=len(found.weights))
        value: Floats = np.add.reduceat(found.weights, found.starts) / edges
        return value
    total, segments = np.zeros(len(found.starts)), np.zeros(len(found.starts), dtype=np.int64)
    for of, starts in ((found.a, found.a_starts), (found.b, found.b_starts)):
        if scoring == "best_edge":
            by_segment = np.zeros(int(of[-1]) + 1)
            np.maximum.at(by_segment, of, found.weights)
        else:
            by_segment = np.bincount(of, weights=found.weights) / np.bincount(of) ** 2
        total += np.add.reduceat(by_segment, starts)
        segments += np.diff(starts, append=len(by_segment))
    return total / segments


A = Metric(
    key="a",
    name="alignment similarity A",
    family="alignment",
    function=alignment_similarity,
    penalty=False,
    symmetric=True,
    reversible=False,
    formula=(
        r"A = \frac{1}{|E|} \sum_{(x, y) \in E} \frac{|x \cap y|}{|x \cup y|}, \quad "
        r"E = \{(x, c(x))\} \cup \{(c(y), y)\}, \quad "
        r"c(x) = \operatorname*{arg\,max}_{y} \frac{|x \cap y|}{|x|}"
    ),
    citation=("Diaz & Ouyang (2022), definition of A",),
    rewards=(
        "Segments that hold nearly the same units in both codings. Long and short segments "
        "count alike."
    ),
    misses=(
        "How many units are affected: a short segment that is wrong costs as much as a long one."
    ),
    flaws=(
        "Each segment chooses its partner by itself, so many segments can share one partner; "
        "the authors propose other alignments (Diaz & Ouyang 2022, Limitations).",
        "Where two partners are equally close, the left one is taken, so reversing the text "
        "can change the value: segments of 1, 2, 3 against 2, 2, 2 give 0.458, reversed 0.500 "
        "(found when this project checked the metric).",
        "It does not fall to 0 where two codings have nothing in common: no boundary against a "
        "boundary everywhere gives 1 divided by the number of units (found when this project "
        "checked the metric).",
    ),
    batch=_block_a,
)

METRICS: tuple[Metric, ...] = (A,)
"""The metrics of this module."""
