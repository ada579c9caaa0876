"""How the coders of an item differ: each pair of them, and the places."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.similarity import Similarity, segmentation_similarity
from segmetrics.metrics.windows import WindowErrors, window_diff
from segmetrics.reliability.loss import PairEdit, disagreements, pair_edits
from segmetrics.reliability.progress import Progress


@dataclass(frozen=True)
class Pair:
    """Two coders of an item and how they compare."""

    a: str
    b: str
    similarity: Similarity
    forward: WindowErrors
    backward: WindowErrors


@dataclass(frozen=True)
class Differing:
    """A stretch of an item where coders differ."""

    first: int
    last: int
    cost: float
    marked: tuple[str, ...]
    coder: str
    other: str
    alone: bool
    pairs: frozenset[frozenset[str]]

    @property
    def who(self) -> str:
        """Who differs most: a coder, or where several do as much, two of them."""
        return self.coder if self.alone else f"{self.coder} and {self.other}"

    def holds(self, place: int | None) -> bool:
        """Return whether a place is in it."""
        return place is not None and self.first <= place <= self.last


def pairs_of(
    corpus: Corpus,
    item: Item,
    *,
    n: int,
    width: WindowWidth,
    progress: Progress | None = None,
) -> list[Pair]:
    """Compare all pairs of coders of an item, the least similar first."""
    named = ",".join(corpus.types) or None
    coders = sorted(item.coders, key=lambda coder: coder == corpus.reference)
    pairs = []
    for a, b in combinations(coders, 2):
        one, other = item.codings[a], item.codings[b]
        pairs.append(
            Pair(
                a,
                b,
                segmentation_similarity(one, other, n=n, types=named),
                window_diff(one, other, width=width),
                window_diff(other, one, width=width),
            )
        )
        if progress:
            progress(len(pairs) / max(1, len(coders) * (len(coders) - 1) // 2))
    return sorted(pairs, key=lambda pair: (pair.similarity.value is None, pair.similarity.value))


def differing_places(
    corpus: Corpus, item: Item, model: EditModel, *, progress: Progress
) -> list[Differing]:
    """List the disagreements on an item, the most costly first."""
    progress(0)
    edits = sorted(pair_edits(corpus, item, model), key=lambda one: one.edit.positions)
    starts = [one.place for one in disagreements(item, edits)]
    parts: list[list[PairEdit]] = [[] for _ in starts]
    for one in edits:
        parts[bisect_right(starts, one.edit.positions[0]) - 1].append(one)
    return sorted(
        (_differing(item, part) for part in parts), key=lambda one: (-one.cost, one.first)
    )


def _differing(item: Item, edits: Sequence[PairEdit]) -> Differing:
    """Sum up the edits of a disagreement."""
    places = [place for one in edits for place in one.edit.positions]
    first, last = min(places), max(places)
    of_pairs: defaultdict[tuple[str, str], float] = defaultdict(float)
    of_coders: defaultdict[str, float] = defaultdict(float)
    for one in edits:
        of_pairs[one.coders] += one.cost
        for coder in one.coders:
            of_coders[coder] += one.cost
    coder = max(of_coders, key=lambda name: of_coders[name])
    a, b = max((pair for pair in of_pairs if coder in pair), key=lambda pair: of_pairs[pair])
    marked = [
        name
        for name, coding in item.codings.items()
        if any(first <= place <= last for place in coding.boundaries)
    ]
    total = sum(one.cost for one in edits)
    other = b if coder == a else a
    alone = sum(cost == of_coders[coder] for cost in of_coders.values()) == 1
    pairs = frozenset(frozenset(pair) for pair in of_pairs)
    return Differing(first, last, total, tuple(marked), coder, other, alone, pairs)
