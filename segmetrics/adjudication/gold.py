"""A gold segmentation from many coders.

``pooled``, the default
    The places that at least, or more than, a share of an item's coders marked, where boundaries
    fewer than n positions apart count towards one place: of all
    stretches of n places that begin with a boundary, the one that most coders marked is a
    *pool*, of equals the one with the fewest boundaries, then the left-most. A coder counts
    once in it, by the boundary nearest to the middle one. The gold boundary lies at the
    median of the pool's boundaries, the lower one of two; then the pool is set aside, and
    the next is looked for. Of two gold boundaries at one place, the one with more coders
    behind it stays.
``majority``
    The same for each place by itself: a boundary that nearly all saw, half of them one place
    further, is none.
``medoid``
    The coder who is most like the others of an item: with the highest mean boundary
    similarity B; of equals the first.
``model``
    The places that are likelier than not to have a boundary that the coders share, by the model of
    what each of them does (see `segmetrics.adjudication.model_rule`); from four coders on.

The coders are people: automatic segmenters and a reference do not vote. Boundaries count as
places alone, whatever types or levels they have.

Support is the share of an item's coders who marked a gold boundary (pooled: its pool; model: the
place or one near it).

Sources: Hearst (1997), a majority of coders as reference; Kaufman & Rousseeuw (1990), medoids.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from heapq import heapify, heappop, heappush
from itertools import chain, combinations, count
from math import fsum
from typing import Literal, get_args

from segmetrics.adjudication.model_rule import (
    ModelRefused,
    expected_shares,
    guessed_items,
    likely_places,
    probabilities,
    silent_because,
    votes_near,
)
from segmetrics.axis import on_axis
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.boundary_decisions import DecisionOptions, Threshold
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.corpus import Adjudication, Corpus, Item, refuse_recordings
from segmetrics.metrics.edits import NEAR
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.reliability.fitted_coders import CoderModel, CoderModelOptions
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale

Method = Literal["pooled", "majority", "medoid", "model"]
METHODS: tuple[Method, ...] = get_args(Method)
UNUSED: Mapping[Method, tuple[str, ...]] = {
    "pooled": (),
    "majority": ("n",),
    "medoid": ("share", "threshold"),
    "model": ("share", "threshold"),
}
"""Options that a method does not look at."""

NAME = "consensus"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldOptions:
    """How a gold segmentation is made; goes with it as its signature.

    Parameters
    ----------
    method : {"pooled", "majority", "medoid", "model"}, default "pooled"
        The rule.
    share : float, default 0.5
        Share of the coders that makes a boundary, for the first two; taken as in
        `segmetrics.coefficients.boundary_decisions.DecisionOptions`.
    threshold : {"more_than", "at_least"}, default "more_than"
        Whether it takes more than the share, or just as many.
    n : int, default 2
        Near-miss window: ``pooled`` counts boundaries fewer than n positions apart
        together, and B of ``medoid`` and the ``model``, of at most 4, take them for near misses.

    Raises
    ------
    ValueError
        If an option is out of its range, no count of coders fits the share, or an option
        is given that the method does not look at.
    """

    method: Method = "pooled"
    share: float = 0.5
    threshold: Threshold = "more_than"
    n: int = NEAR

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method is one of {', '.join(METHODS)}, got {self.method!r}")
        least = 1 if self.method == "pooled" else 2
        if type(self.n) is not int or self.n < least:
            raise ValueError(f"n is a whole number of at least {least}, got {self.n!r}")
        if self.method == "model":
            CoderModelOptions(n=self.n)
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
        if self.method == "model":
            return f"consensus=model of the coders, n={self.n}"
        than = self.threshold.replace("_", " ")
        window = f", n={self.n}" if self.method == "pooled" else ""
        return f"consensus={self.method}, {than} {self.share:.6g} of the coders{window}"


Effect = Literal["agreed", "moved", "added", "removed"]
"""What a person's decision does to what the rule gives."""


@dataclass(frozen=True, slots=True)
class HandDecision:
    """A person's decision about a disputed place, beside what the rule gives there."""

    decision: Adjudication  #: what was decided
    #: Where the rule has boundaries, of the places that were decided about.
    by_rule: tuple[int, ...]

    @property
    def place(self) -> int | None:
        """Where the boundary is now; None for nowhere."""
        if self.decision.verdict == "accept":
            return self.decision.place
        return self.decision.to

    @property
    def effect(self) -> Effect:
        """What became of the boundary of the rule."""
        now = () if self.place is None else (self.place,)
        if now == self.by_rule:
            return "agreed"
        if not self.by_rule:
            return "added"
        return "removed" if self.place is None or self.place in self.by_rule else "moved"


@dataclass(frozen=True, slots=True)
class GoldBoundary:
    """A gold boundary and who stands behind it."""

    place: int  #: its position
    votes: Mapping[str, int]  #: the coders who marked it, or a place of its pool, and where
    of: int  #: coders of the item
    by_hand: HandDecision | None = None  #: what a person decided about it

    @property
    def support(self) -> float:
        """Share of the coders who marked it, in [0, 1]."""
        return len(self.votes) / self.of


@dataclass(frozen=True)
class GoldItem:
    """The gold segmentation of one item."""

    item: str  #: its name
    mass: int  #: its units
    boundaries: tuple[GoldBoundary, ...]  #: in order
    medoid: str = ""  #: the coder whose boundaries they are, but for decisions; or empty
    #: How likely each place, from the first on, has a boundary that the coders share, by the model
    #: of what each of them does; empty where it is not known, and of an item that is guessed.
    probabilities: tuple[float, ...] = ()
    #: The places that the rule ``model`` would take, where the probabilities are known.
    likely: tuple[int, ...] = ()
    scale: TimeScale | None = None  #: what a unit lasts, if the item is a recording
    #: Whether the coders are hardly more together here than by chance, by the model, so that it is
    #: better decided by hand.
    guessed: bool = False
    #: Which share of many coders like these would mark each place or one near it; empty where
    #: probabilities are.
    shares: tuple[float, ...] = ()

    def share(self, place: int) -> float | None:
        """Return which share of many coders would mark a place or one near it; None if unknown."""
        return self.shares[place - 1] if self.shares else None

    @property
    def segmentation(self) -> Segmentation:
        """The boundaries as a segmentation without types and levels."""
        places = tuple(boundary.place for boundary in self.boundaries)
        return Segmentation(self.mass, places, scale=self.scale)


def voters(corpus: Corpus, item: Item) -> dict[str, Segmentation]:
    """Return the codings of an item that vote: neither a reference's nor a segmenter's."""
    return {
        coder: replace(coding, types=None, levels=None)
        if coding.types is not None or coding.levels is not None
        else coding
        for coder, coding in item.codings.items()
        if coder in corpus.people
    }


def marked(codings: Mapping[str, Segmentation], place: int, *, reach: int = 0) -> dict[str, int]:
    """Return the votes of those who marked this place, or one within reach: coder to nearest."""
    found = {}
    for coder, coding in codings.items():
        at = bisect_left(coding.boundaries, place)
        beside = coding.boundaries[max(at - 1, 0) : at + 1]
        nearest = min(beside, key=lambda one: abs(one - place), default=None)
        if nearest is not None and abs(nearest - place) <= reach:
            found[coder] = nearest
    return found


def gold(
    corpus: Corpus, options: GoldOptions | None = None, *, model: CoderModel | None = None
) -> tuple[GoldItem, ...]:
    """Make a gold segmentation of each item that somebody coded who votes.

    Decisions are not looked at, see `segmetrics.adjudication.adjudications.decided`.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : GoldOptions, optional
        The rule.
    model : CoderModel, optional
        The model of the coders, if it is at hand: the rule ``model`` fits it otherwise,
        and other rules then give no probabilities.

    Returns
    -------
    tuple of GoldItem
        In the order of the corpus.

    Raises
    ------
    ModelRefused
        If the rule is ``model``, and the model gives no consensus of some coder group.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [5, 5], "z": [4, 4, 2]}})
    >>> for method in ("pooled", "majority", "medoid"):
    ...     (item,) = gold(corpus, GoldOptions(method=method))
    ...     print(method, [(b.place, round(b.support, 2)) for b in item.boundaries])
    pooled [(4, 1.0)]
    majority [(4, 0.67)]
    medoid [(4, 0.67)]
    """
    refuse_recordings(corpus.items)
    options = options or GoldOptions()
    model = model or fitted_for(corpus, options)
    if model and options.method == "model":
        if model.options.n != options.n:
            raise ValueError(f"the model has n={model.options.n}, and the rule n={options.n}")
        if why := silent_because(model):
            raise ModelRefused(why)
    likely = probabilities(model) if model else {}
    of_many = expected_shares(model) if model else {}
    guessed = guessed_items(model) if model else frozenset()
    found = []
    for item in corpus.items:
        codings = voters(corpus, item)
        if not codings:
            continue
        chances = likely.get(item.name, ())
        by_model: tuple[int, ...] = ()
        if model and chances:
            by_model = likely_places(codings.values(), chances, model.options.n)
        boundaries: Iterable[GoldBoundary]
        medoid = ""
        if options.method == "medoid":
            medoid, boundaries = _of_medoid(codings, options.n)
        elif options.method == "model":
            votes = votes_near(codings, by_model, options.n)
            boundaries = (GoldBoundary(place, who, len(codings)) for place, who in votes.items())
        else:
            boundaries = _voted(codings, options)
        by_hand = item.name in guessed and len(codings) > 1
        shown = () if by_hand else chances
        found.append(
            GoldItem(
                item.name,
                item.mass,
                tuple(boundaries),
                medoid,
                shown,
                by_model,
                guessed=by_hand,
                shares=() if by_hand else of_many.get(item.name, ()),
            )
        )
    return tuple(found)


def fitted_for(corpus: Corpus, options: GoldOptions) -> CoderModel | None:
    """Fit the model of the coders for a rule that asks it; None for another."""
    asks = options.method == "model"
    return coder_model(corpus, CoderModelOptions(n=options.n)) if asks else None


def _voted(codings: Mapping[str, Segmentation], options: GoldOptions) -> Iterable[GoldBoundary]:
    """Find the places, or pools, of enough coders."""
    needed = options.needed(len(codings))
    kept: dict[int, GoldBoundary] = {}
    for pool in pools(codings, options.n if options.method == "pooled" else 1):
        place = lower_median(pool.values())
        better = place not in kept or len(pool) > len(kept[place].votes)
        if len(pool) >= needed and better:
            kept[place] = GoldBoundary(place, pool, len(codings))
    return (kept[place] for place in sorted(kept))


def lower_median(places: Iterable[int]) -> int:
    """Find the median of some places, the lower one of two."""
    ordered = sorted(places)
    return ordered[(len(ordered) - 1) // 2]


def _of_medoid(codings: Mapping[str, Segmentation], n: int) -> tuple[str, Iterable[GoldBoundary]]:
    """Find the coder most like the others, of equals the first, and the coder's boundaries."""
    likeness: dict[str, list[float]] = {coder: [] for coder in codings}
    for one, other in combinations(codings, 2):
        # B of an item without a place is undefined; no coder then has a boundary.
        value = boundary_similarity(codings[one], codings[other], n=n).value or 0.0
        likeness[one].append(value)
        likeness[other].append(value)
    sums = {coder: fsum(values) for coder, values in likeness.items()}
    best = max(sums.values())
    # Equals may differ by what rounding leaves.
    medoid = next(coder for coder, found in sums.items() if found >= best - NEGLIGIBLE)
    places = codings[medoid].boundaries
    return medoid, (GoldBoundary(p, marked(codings, p), len(codings)) for p in places)


def pools(codings: Mapping[str, Segmentation], n: int) -> Iterator[dict[str, int]]:
    """Return clusters of boundaries that are near each other, those of most coders first."""
    at: dict[int, set[str]] = {}
    for coder, coding in codings.items():
        for place in coding.boundaries:
            at.setdefault(place, set()).add(coder)

    marked_places = sorted(at)

    def left(first: int, end: int) -> list[int]:
        """Return the places of a stretch that are in no pool yet."""
        low, high = (bisect_left(marked_places, place) for place in (first, end))
        return [place for place in marked_places[low:high] if place in at]

    def rank(start: int) -> tuple[int, int, int]:
        """Rank the stretch from a place on: most coders, fewest boundaries, left-most."""
        stretch = [at[place] for place in left(start, start + n)]
        return -len(set().union(*stretch)), sum(map(len, stretch)), start

    ranked = [rank(start) for start in at]
    heapify(ranked)
    while ranked:
        best = heappop(ranked)
        start = best[2]
        if start not in at or rank(start) != best:
            continue  # something of it went to another pool, and it is ranked anew
        marks = [(place, coder) for place in left(start, start + n) for coder in sorted(at[place])]
        middle = lower_median(place for place, _ in marks)
        marks.sort(key=lambda mark: (abs(mark[0] - middle), mark[0]))
        pool: dict[str, int] = {}
        for place, coder in marks:
            pool.setdefault(coder, place)
        for coder, place in pool.items():
            at[place].discard(coder)
            if not at[place]:
                del at[place]
        for near in left(start - n + 1, start + n):
            heappush(ranked, rank(near))
        yield {coder: pool[coder] for coder in codings if coder in pool}


def counted_elsewhere(
    places: Collection[int], boundaries: Iterable[GoldBoundary]
) -> dict[tuple[int, int], list[str]]:
    """Find the marks at some places that count for a gold boundary at none of them.

    Parameters
    ----------
    places : collection of int
        The places, as of a dispute.
    boundaries : iterable of GoldBoundary
        The gold boundaries of the item.

    Returns
    -------
    dict of tuple of int to list of str
        The place of the marks and that of the boundary: the coders whose marks they are.

    Examples
    --------
    >>> boundary = GoldBoundary(27, {"x": 27, "y": 28}, of=3)
    >>> counted_elsewhere([28, 29], [boundary])
    {(28, 27): ['y']}
    """
    found: dict[tuple[int, int], list[str]] = {}
    for boundary in boundaries:
        if boundary.place not in places:
            for coder, place in boundary.votes.items():
                if place in places:
                    found.setdefault((place, boundary.place), []).append(coder)
    return found


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


@on_axis("with_gold")
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
