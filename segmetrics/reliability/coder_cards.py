"""What a card tells of a coder: how finely, with whom, how often alone, and where to look.

Conventions
-----------
*Density* is boundaries per 100 units, over the items that somebody else coded too. Beside it stand
the others on the same items. Of one who coded only some of them it is by indirect standardisation:
the coder's boundaries over those that coders of these items placed on average, times what the
latter comes to on all items. So texts with more or fewer boundaries make nobody finer or coarser.

*Alone* is a boundary at a place where nobody else has one. *Missed* is a place where more than half
of the others have a boundary, and the coder has none there nor fewer than n positions from it.

Examples are places alone that lie farthest from any other coder's boundary, and missed places that
most of the others marked; of different items, if there are enough. Of a coder whose near misses
clearly lie on one side they are such near misses, those with the most others first: the coder has a
boundary one position before (early) or behind (late) that of others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan
from typing import Literal, NamedTuple, TypeAlias

from segmetrics.corpus import UNIT, Corpus, Item
from segmetrics.metrics.edits import NEAR
from segmetrics.reliability.coder_findings import CoderFinding, Side
from segmetrics.reliability.coders import kappa_matrix
from segmetrics.reliability.granularity import CoderGranularity, coder_granularity
from segmetrics.reliability.odd_counts import FEWEST_CODERS
from segmetrics.reliability.odd_places import OutOfStep

EXAMPLES = 3
"""Places that are shown of a coder."""

# Places of the kind that there are more of.
OF_ONE_KIND = 2
# Boundaries of one item, none of them anybody else's, from which on that is no chance.
ENOUGH = 5
# Words on each side of a place that tell where it is.
SOME_WORDS = 12


PlaceKind = Literal["alone", "missed", "early", "late"]


class PlaceExample(NamedTuple):
    """A place that a coder may look at again."""

    # The item, and the unit after which the place lies.
    item: str
    place: int
    # Whether the coder alone has a boundary there, or has none where others have; or has one there,
    # where others have theirs at the next place (early) or the one before (late) instead.
    kind: PlaceKind
    # How many of the other coders of the item have a boundary there (early and late: beside it
    # instead), and how many there are.
    marked: int
    others: int
    # The texts of the units before and after the place, of some units if these are words; empty
    # without texts.
    texts: tuple[str, ...]
    # How likely the place has a shared boundary by the model of the coders, 0 to 1; then `marked`
    # counts those who missed it by less than n positions too. None without a model.
    support: float | None = None
    unit: str = UNIT  # what a unit of the item is called

    @classmethod
    def at(
        cls, item: Item, place: int, kind: PlaceKind, marked: int, support: float | None = None
    ) -> PlaceExample:
        """Return a place of an item, with the texts around it."""
        others = len(item.codings) - 1
        texts = _beside(item, place)
        return cls(item.name, place, kind, marked, others, texts, support, item.unit)


def _beside(item: Item, place: int) -> tuple[str, ...]:
    """Return the texts before and after a place: of a unit each, or of some if they are words."""
    if not item.texts:
        return ()
    words = item.between_words
    if words is None:
        return item.texts[place - 1 : place + 1]
    before = item.texts[max(0, place - SOME_WORDS) : place]
    return words.join(before), words.join(item.texts[place : place + SOME_WORDS])


RankedPlace: TypeAlias = "tuple[tuple[float, ...], PlaceExample]"
"""A place, behind what puts the most telling ones first."""


class PairKappa(NamedTuple):
    """Kappa of boundary decisions with another coder."""

    coder: str
    kappa: float


class Unshared(NamedTuple):
    """An item in which nobody else marks any place of a coder, as they do most elsewhere."""

    item: str
    boundaries: int
    shared: int  # of the coder's boundaries in all other items
    elsewhere: int


@dataclass(frozen=True)
class CoderDensity:
    """How often a coder of a group marks, beside the others."""

    coder: str
    finding: CoderFinding  # the coder beside the others of the group
    density: float | None  # boundaries per 100 units; None without an item that others coded too
    # Those of the other coders on the items of this one, see the module; of those who share an
    # item.
    densities: tuple[float, ...]


@dataclass(frozen=True)
class CoderCard(CoderDensity):
    """What is told of a coder of a group."""

    automatic: bool  # whether it is an automatic segmenter
    granularity: CoderGranularity  # how finely the coder codes, and whether that changes
    # Boundaries of each of the other coders, the fewest first; empty if they did not code the very
    # items that the coder did.
    counts: tuple[int, ...]
    alone: int  # boundaries at places where nobody else has one
    # Kappa with each of the others with whom it is defined, the lowest first.
    pairs: tuple[PairKappa, ...]
    examples: tuple[PlaceExample, ...]  # where to look
    unit: str = UNIT  # what a unit is called
    unshared: tuple[Unshared, ...] = ()


def coder_cards(
    group: Corpus, findings: Sequence[CoderFinding], *, n: int = NEAR
) -> tuple[CoderCard, ...]:
    """Return a card for each coder of a group."""
    found = {row.coder: row for row in findings}
    shared = [item for item in group.items if len(item.codings) > 1]
    counts = dict.fromkeys(group.coders, 0)
    items_of: dict[str, list[str]] = {coder: [] for coder in group.coders}
    examples: dict[str, list[RankedPlace]] = {coder: [] for coder in group.coders}
    for item in shared:
        for coder, coding in item.codings.items():
            counts[coder] += len(coding.boundaries)
            items_of[coder].append(item.name)
        for coder, ranked in _examples(item, n):
            examples[coder].append(ranked)
    slipped = {
        (one.coder, one.item)
        for row in findings
        for one in row.odd_items
        if isinstance(one, OutOfStep)
    }
    pairs = _pairs(group)
    return tuple(
        CoderCard(
            **vars(one),
            automatic=coder in group.automatic,
            granularity=granularity,
            counts=_counts_of_others(coder, counts, items_of),
            alone=sum(one.kind == "alone" for _, one in examples[coder]),
            unshared=tuple(
                one
                for one in _unshared(coder, shared, examples[coder])
                if (coder, one.item) not in slipped
            ),
            pairs=pairs[coder],
            examples=places_beside(shared, coder, found[coder].side)
            or chosen_places(
                # Where a coder is out of step, that says it all.
                [(rank, one) for rank, one in examples[coder] if (coder, one.item) not in slipped]
            ),
            unit=group.unit,
        )
        for coder, one, granularity in zip(
            group.coders,
            coder_densities(shared, [found[coder] for coder in group.coders]),
            coder_granularity(group),
            strict=True,
        )
    )


def coder_densities(
    items: Sequence[Item], findings: Sequence[CoderFinding]
) -> tuple[CoderDensity, ...]:
    """Return how often each coder of a group marks, from the items of the group."""
    of_coder: dict[str, list[Item]] = {one.coder: [] for one in findings}
    for item in items:
        for coder in item.codings if len(item.codings) > 1 else ():
            of_coder[coder].append(item)
    return tuple(_density(one, of_coder[one.coder]) for one in findings)


def _density(finding: CoderFinding, items: Sequence[Item]) -> CoderDensity:
    """Return how often a coder marks, and the others on the same items, as the module says."""
    coder = finding.coder
    placed: dict[str, float] = {}
    usual: dict[str, float] = {}
    for item in items:
        boundaries = {who: len(one.boundaries) for who, one in item.codings.items()}
        mean = sum(boundaries.values()) / len(boundaries)
        for who, number in boundaries.items():
            placed[who] = placed.get(who, 0) + number
            usual[who] = usual.get(who, 0) + mean
    units = sum(item.mass for item in items)
    others = tuple(
        100 * number / usual[who] * usual[coder] / units if number else 0.0
        for who, number in placed.items()
        if who != coder
    )
    return CoderDensity(coder, finding, 100 * placed[coder] / units if units else None, others)


def _counts_of_others(
    coder: str, counts: Mapping[str, int], items_of: Mapping[str, Sequence[str]]
) -> tuple[int, ...]:
    """List how many boundaries the others placed, if they coded the very same items."""
    others = [other for other in counts if other != coder]
    if any(items_of[other] != items_of[coder] for other in others):
        return ()
    return tuple(sorted(counts[other] for other in others))


def _pairs(group: Corpus) -> dict[str, tuple[PairKappa, ...]]:
    """List kappa of each coder with each of the others, the lowest first."""
    matrix = kappa_matrix(group)
    return {
        coder: tuple(
            sorted(
                (
                    PairKappa(other, value)
                    for other, value in zip(matrix.coders, row, strict=True)
                    if not isnan(value)
                ),
                key=lambda pair: pair.kappa,
            )
        )
        for coder, row in zip(matrix.coders, matrix.values.tolist(), strict=True)
    }


def _examples(item: Item, n: int) -> Iterator[tuple[str, RankedPlace]]:
    """Find all places of an item for each coder, with what puts the most telling ones first."""
    marked = Counter(chain.from_iterable(coding.boundaries for coding in item.codings.values()))
    places = sorted(marked)
    others = len(item.codings) - 1
    for coder, coding in item.codings.items():
        own = set(coding.boundaries)
        theirs = [place for place in places if marked[place] > (place in own)]
        for place in own:
            if marked[place] == 1:
                rank = (-others, -_distance(place, theirs, item.mass), place)
                yield coder, (rank, PlaceExample.at(item, place, "alone", 0))
        for place in theirs:
            number = marked[place]
            if 2 * number > others and _distance(place, coding.boundaries, item.mass) >= n:
                # Who has no boundary after it may not have come so far.
                after = place > max(own, default=item.mass)
                telling = (-number + others * after, -number / others, place)
                yield coder, (telling, PlaceExample.at(item, place, "missed", number))


def _distance(place: int, sorted_places: Sequence[int], farthest: int) -> int:
    """Return how far the nearest of some places lies; `farthest` without one."""
    at = bisect_left(sorted_places, place)
    return min(
        (abs(other - place) for other in sorted_places[max(0, at - 1) : at + 1]), default=farthest
    )


def _unshared(
    coder: str, items: Sequence[Item], examples: Sequence[RankedPlace]
) -> Iterator[Unshared]:
    """Find the items in which all of a coder's boundaries, `ENOUGH` at least, are nobody else's."""
    alone = Counter(one.item for _, one in examples if one.kind == "alone")
    own = {
        item.name: len(item.codings[coder].boundaries)
        for item in items
        if coder in item.codings and len(item.codings) >= FEWEST_CODERS
    }
    for item, boundaries in own.items():
        elsewhere = sum(own.values()) - boundaries
        shared = elsewhere - sum(alone[other] for other in own if other != item)
        if alone[item] == boundaries >= ENOUGH and 2 * shared >= elsewhere > 0:
            yield Unshared(item, boundaries, shared, elsewhere)


def places_beside(items: Sequence[Item], coder: str, side: Side) -> tuple[PlaceExample, ...]:
    """Choose near misses by one place on a side, those with the most others first."""
    if side == "none":
        return ()
    step = -1 if side == "late" else 1
    found = []
    for item in items:
        if coder not in item.codings:
            continue
        own = set(item.codings[coder].boundaries)
        theirs = [set(one.boundaries) for who, one in item.codings.items() if who != coder]
        for place in sorted(own):
            # Where the coder marked both places, the other one is no near miss.
            instead = sum(place + step in one and place not in one for one in theirs)
            if instead and place + step not in own:
                found.append(PlaceExample.at(item, place, side, instead))
    found.sort(key=lambda one: (-one.marked / one.others, -one.marked))
    return tuple(_of_different_items(found)[:EXAMPLES])


def chosen_places(ranked: Sequence[RankedPlace]) -> tuple[PlaceExample, ...]:
    """Choose the places to show: those of the more frequent kind first, of different items."""
    of_kind: dict[str, list[PlaceExample]] = {"alone": [], "missed": []}
    missed: set[tuple[str, int]] = set()
    for _, one in sorted(ranked, key=lambda found: found[0]):
        # Others mark one boundary at two places side by side: who missed it missed it once.
        if one.kind == "missed":
            if missed & {(one.item, one.place - 1), (one.item, one.place + 1)}:
                continue
            missed.add((one.item, one.place))
        of_kind[one.kind].append(one)
    more, fewer = sorted(of_kind.values(), key=len, reverse=True)
    first = _of_different_items(more)
    second = _of_different_items(fewer)[: EXAMPLES - OF_ONE_KIND]
    return (*first[: EXAMPLES - len(second)], *second)


def _of_different_items(found: Sequence[PlaceExample]) -> list[PlaceExample]:
    """Put the first place of each item before the second places, and so on."""
    seen: Counter[str] = Counter()
    turns = []
    for one in found:
        turns.append(seen[one.item])
        seen[one.item] += 1
    return [one for _, one in sorted(zip(turns, found, strict=True), key=lambda turn: turn[0])]
