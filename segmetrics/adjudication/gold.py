"""A gold segmentation from many coders.

``majority``
    The places that at least, or more than, a share of an item's coders marked.
``pooled``
    The same, where boundaries fewer than n positions apart count towards one place: of all
    stretches of n places that begin with a boundary, the one that most coders marked is a
    *pool*, of equals the one with the fewest boundaries, then the left-most. A coder counts
    once in it, by the boundary nearest to the middle one. The gold boundary lies at the
    median of the pool's boundaries, the lower one of two; then the pool is set aside, and
    the next is looked for. Of two gold boundaries at one place, the one with more coders
    behind it stays.
``medoid``
    The coder who is most like the others of an item: with the highest mean boundary
    similarity B; of equals the first.

The coders are people: automatic segmenters and a reference do not vote. Boundaries count as
places alone, whatever types or levels they have.

Support is the share of an item's coders who marked a gold boundary (pooled: its pool).

Sources: Hearst (1997), a majority of coders as reference; Kaufman & Rousseeuw (1990), medoids.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from heapq import heapify, heappop, heappush
from itertools import chain, combinations, count
from math import fsum
from typing import Literal, get_args

from segmetrics.coefficients.boundary_decisions import DecisionOptions, Threshold
from segmetrics.corpus import Adjudication, Corpus, Item
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.segmentation import Segmentation

Method = Literal["majority", "pooled", "medoid"]
METHODS: tuple[Method, ...] = get_args(Method)
UNUSED: Mapping[Method, tuple[str, ...]] = {
    "majority": ("n",),
    "pooled": (),
    "medoid": ("share", "threshold"),
}
"""Options that a method does not look at."""

NAME = "consensus"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldOptions:
    """How a gold segmentation is made; goes with it as its signature.

    Parameters
    ----------
    method : {"majority", "pooled", "medoid"}, default "majority"
        The rule.
    share : float, default 0.5
        Share of the coders that makes a boundary, for the first two; taken as in
        `segmetrics.coefficients.boundary_decisions.DecisionOptions`.
    threshold : {"more_than", "at_least"}, default "more_than"
        Whether it takes more than the share, or just as many.
    n : int, default 2
        Near-miss window: ``pooled`` counts boundaries fewer than n positions apart
        together, and B of ``medoid`` takes them for near misses.

    Raises
    ------
    ValueError
        If an option is out of its range, no count of coders fits the share, or an option
        is given that the method does not look at.
    """

    method: Method = "majority"
    share: float = 0.5
    threshold: Threshold = "more_than"
    n: int = 2

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method is one of {', '.join(METHODS)}, got {self.method!r}")
        least = 1 if self.method == "pooled" else 2
        if type(self.n) is not int or self.n < least:
            raise ValueError(f"n is a whole number of at least {least}, got {self.n!r}")
        DecisionOptions(share=self.share, threshold=self.threshold)
        for field in fields(self):
            given = getattr(self, field.name) != field.default
            if given and field.name in UNUSED[self.method]:
                raise ValueError(f"{field.name} does nothing with the method {self.method}")

    def needed(self, coders: int) -> int:
        """Coders, of `coders`, who make a boundary; at least 1."""
        return DecisionOptions(share=self.share, threshold=self.threshold).needed(coders)

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        if self.method == "medoid":
            return f"consensus=medoid by B, n={self.n}"
        than = self.threshold.replace("_", " ")
        window = f", n={self.n}" if self.method == "pooled" else ""
        return f"consensus={self.method}, {than} {self.share:.6g} of the coders{window}"


@dataclass(frozen=True, slots=True)
class GoldBoundary:
    """A gold boundary and who stands behind it.

    Parameters
    ----------
    place : int
        Its position.
    votes : mapping of str to int
        The coders who marked it, or a place of its pool, and where.
    of : int
        Coders of the item.
    decision : Adjudication, optional
        What was decided about it.
    """

    place: int
    votes: Mapping[str, int]
    of: int
    decision: Adjudication | None = None

    @property
    def support(self) -> float:
        """Share of the coders who marked it, in [0, 1]."""
        return len(self.votes) / self.of


@dataclass(frozen=True)
class GoldItem:
    """The gold segmentation of one item.

    Parameters
    ----------
    item : str
        Its name.
    mass : int
        Its units.
    boundaries : tuple of GoldBoundary
        In order.
    medoid : str
        The coder whose boundaries they are, but for decisions; or empty.
    """

    item: str
    mass: int
    boundaries: tuple[GoldBoundary, ...]
    medoid: str = ""

    @property
    def segmentation(self) -> Segmentation:
        """The boundaries as a segmentation without types and levels."""
        return Segmentation(self.mass, tuple(boundary.place for boundary in self.boundaries))


def voters(corpus: Corpus, item: Item) -> dict[str, Segmentation]:
    """Return the codings of an item that vote: neither a reference's nor a segmenter's."""
    silent = {*corpus.automatic, corpus.reference}
    return {
        coder: Segmentation(coding.mass, coding.boundaries)
        for coder, coding in item.codings.items()
        if coder not in silent
    }


def marked(codings: Mapping[str, Segmentation], place: int) -> dict[str, int]:
    """Return the votes of those who marked just this place: coder to place."""
    found = {}
    for coder, coding in codings.items():
        at = bisect_left(coding.boundaries, place)
        if coding.boundaries[at : at + 1] == (place,):
            found[coder] = place
    return found


def gold(corpus: Corpus, options: GoldOptions | None = None) -> tuple[GoldItem, ...]:
    """Make a gold segmentation of each item that somebody coded who votes.

    Decisions are not looked at, see `segmetrics.adjudication.adjudications.decided`.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [5, 5], "z": [4, 4, 2]}})
    >>> for method in ("majority", "pooled", "medoid"):
    ...     (item,) = gold(corpus, GoldOptions(method=method))
    ...     print(method, [(b.place, round(b.support, 2)) for b in item.boundaries])
    majority [(4, 0.67)]
    pooled [(4, 1.0)]
    medoid [(4, 0.67)]
    """
    options = options or GoldOptions()
    found = []
    for item in corpus.items:
        codings = voters(corpus, item)
        if not codings:
            continue
        if options.method == "medoid":
            medoid, boundaries = _of_medoid(codings, options.n)
        else:
            medoid, boundaries = "", _voted(codings, options)
        found.append(GoldItem(item.name, item.mass, tuple(boundaries), medoid))
    return tuple(found)


def _voted(codings: Mapping[str, Segmentation], options: GoldOptions) -> Iterable[GoldBoundary]:
    """Find the places, or pools, of enough coders."""
    needed = options.needed(len(codings))
    kept: dict[int, GoldBoundary] = {}
    for pool in pools(codings, options.n if options.method == "pooled" else 1):
        place = _median(pool)
        better = place not in kept or len(pool) > len(kept[place].votes)
        if len(pool) >= needed and better:
            kept[place] = GoldBoundary(place, pool, len(codings))
    return (kept[place] for place in sorted(kept))


def _median(pool: Mapping[str, int]) -> int:
    """Find the median of the places of a pool, the lower one of two."""
    places = sorted(pool.values())
    return places[(len(places) - 1) // 2]


def _of_medoid(codings: Mapping[str, Segmentation], n: int) -> tuple[str, Iterable[GoldBoundary]]:
    """Find the coder most like the others, of equals the first, and the coder's boundaries."""
    likeness: dict[str, list[float]] = {coder: [] for coder in codings}
    for one, other in combinations(codings, 2):
        # B of an item without a place is undefined; no coder then has a boundary.
        value = boundary_similarity(codings[one], codings[other], n=n).value or 0.0
        likeness[one].append(value)
        likeness[other].append(value)
    medoid = max(codings, key=lambda coder: fsum(likeness[coder]))
    places = codings[medoid].boundaries
    return medoid, (GoldBoundary(p, marked(codings, p), len(codings)) for p in places)


def pools(codings: Mapping[str, Segmentation], n: int) -> Iterator[dict[str, int]]:
    """Return clusters of boundaries that are near each other, those of most coders first."""
    at: dict[int, set[str]] = {}
    for coder, coding in codings.items():
        for place in coding.boundaries:
            at.setdefault(place, set()).add(coder)

    def rank(start: int) -> tuple[int, int, int]:
        """Rank the stretch from a place on: most coders, fewest boundaries, left-most."""
        stretch = [at.get(place, ()) for place in range(start, start + n)]
        return -len(set().union(*stretch)), sum(map(len, stretch)), start

    ranked = [rank(start) for start in at]
    heapify(ranked)
    while ranked:
        best = heappop(ranked)
        start = best[2]
        if start not in at or rank(start) != best:
            continue  # something of it went to another pool, and it is ranked anew
        marks = [
            (place, coder)
            for place in range(start, start + n)
            for coder in sorted(at.get(place, ()))
        ]
        middle = sorted(place for place, _ in marks)[(len(marks) - 1) // 2]
        marks.sort(key=lambda mark: (abs(mark[0] - middle), mark[0]))
        pool: dict[str, int] = {}
        for place, coder in marks:
            pool.setdefault(coder, place)
        for coder, place in pool.items():
            at[place].discard(coder)
            if not at[place]:
                del at[place]
        for near in range(start - n + 1, start + n):
            if near in at:
                heappush(ranked, rank(near))
        yield {coder: pool[coder] for coder in codings if coder in pool}


def free_name(corpus: Corpus) -> str:
    """Name a consensus as no coder of a corpus is named."""
    names = chain([NAME], (f"{NAME} {number}" for number in count(2)))
    return next(name for name in names if name not in corpus.coders)


def left_behind(corpus: Corpus) -> tuple[str, ...]:
    """Return what `with_gold` does not keep, as sentences without their full stops."""
    if corpus.kind != "linear":
        what = "types" if corpus.kind == "multiple" else "levels"
        return (f"the codings: their boundaries have {what}, and those of a consensus have none",)
    if corpus.reference is not None:
        return (f"that {corpus.reference} is the reference, which is now the consensus",)
    return ()


def with_gold(corpus: Corpus, items: Iterable[GoldItem]) -> Corpus:
    """Add a gold segmentation to a corpus, as a coder who is its reference.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    items : iterable of GoldItem
        At least one.

    Returns
    -------
    Corpus
        With a coder ``consensus``, or ``consensus 2`` if there is one of this name.
        Gold boundaries have neither types nor levels: where those of the corpus have,
        the gold segmentations alone, with their texts.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [4, 4, 2]}})
    >>> with_gold(corpus, gold(corpus))["a"].codings["consensus"].masses
    (4, 6)
    """
    name = free_name(corpus)
    golden = {item.item: {name: item.segmentation} for item in items}
    if corpus.kind == "linear":
        added = (
            replace(item, codings={**item.codings, **golden.get(item.name, {})})
            for item in corpus.items
        )
        return replace(corpus, items=tuple(added), reference=name)
    alone = (replace(i, codings=golden[i.name]) for i in corpus.items if i.name in golden)
    decisions = tuple(one for one in corpus.decisions if one.item in golden)
    return replace(corpus, items=tuple(alone), reference=name, automatic=(), decisions=decisions)
