"""The item that a view shows: the one of its address, else the one that needs work first."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.computations import intervals_of, verdicts_of
from segmetrics.dashboard.frame.jobs import job
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.phrases import plural
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.item_pairs import Pair, pairs_of
from segmetrics.reliability.reliability_table import ReliabilityTable

PART = 150

# Boundaries of both coders of all pairs of an item, up to which their edits are listed.
MOST_MET = 1_000_000


def resolve(view: UrlState, corpus: Corpus) -> UrlState:
    """Fill in what the address leaves open: the item that needs work first."""
    notes = list(view.notes)
    item = view.item
    if item is None or item not in corpus:
        # Of one item, nobody has to wait until it is judged.
        judged = verdicts_of(corpus, view) if len(corpus) > 1 else None
        if item is not None:
            notes.append(words.no_item(item, needs_work=bool(judged)))
        item = judged.needs_work_first[0].name if judged else corpus.items[0].name
    found = corpus[item]
    place, a, b = view.place, view.a, view.b
    if place is not None and place >= found.mass:
        notes.append(words.NO_PLACE.format(item=item, place=place, last=found.mass - 1))
        place = None
    known = {a, b} <= found.codings.keys() and a != b
    if not known:
        # A pair of another coder group is left behind without a word; it may come back. So may one
        # of a coder who is left out.
        if not view.who and not {a, b} - {None} <= set(corpus.coders):
            notes.append(words.NO_PAIR.format(a=a, b=b, item=item))
        a = b = None
    return replace(view, item=item, a=a, b=b, place=place, notes=tuple(notes))


def item_shown(view: UrlState, corpus: Corpus) -> UrlState:
    """Fill in what the Item page shows: the item that needs work first, its least similar pair."""
    view = resolve(view, corpus)
    if corpus.scale is not None:
        pairs = list(combinations(corpus[view.item or ""].coders, 2))
    else:
        pairs = [(pair.a, pair.b) for pair in pairs_on(corpus, view)]
    if view.a is None and pairs:
        view = replace(view, a=pairs[0][0], b=pairs[0][1])
    return view


def pairs_on(corpus: Corpus, view: UrlState) -> list[Pair]:
    """Compare all pairs of coders of the item of a view, see `needed`; none if that is too much."""
    item = corpus[view.item or ""]
    if too_detailed(item):
        return []
    found = job("pairs", pairs_of, corpus, item, view.options).needed()
    return [_turned(pair, view) for pair in found]


def _turned(pair: Pair, view: UrlState) -> Pair:
    """Name the view's own pair in its order."""
    if (view.b, view.a) != (pair.a, pair.b):
        return pair
    return replace(pair, a=pair.b, b=pair.a)


def too_detailed(item: Item) -> str:
    """Return why the disagreements of an item are not listed, if there are too many."""
    coders = len(item.codings)
    met = (coders - 1) * sum(len(coding.boundaries) for coding in item.codings.values())
    if met <= MOST_MET:
        return ""
    pairs = coders * (coders - 1) // 2
    return words.TOO_DETAILED.format(item=item.name, pairs=pairs, boundaries=met)


def intervals_shown(
    view: UrlState, corpus: Corpus, judged: ReliabilityTable | None
) -> IntervalTable | None:
    """Return the intervals that a view shows, if they are at hand or soon there."""
    if view.intervals == "hidden":
        return None
    return intervals_of(corpus, view.options, judged, view.interval_options).glanced()


def visible_part(item: Item, view: UrlState) -> tuple[int, int]:
    """Choose the units to draw: all of a short item, a part of a long one."""
    if item.mass <= PART:
        return 1, item.mass
    first = view.start if view.start is not None else (view.place or 1) - PART // 2
    first = min(max(1, first), item.mass - PART + 1)
    return first, first + PART - 1


def part_links(
    item: Item, part: tuple[int, int], view: UrlState, *, address: str = "item"
) -> list[Link]:
    """Link the parts before and after the visible one, on the page of an address."""
    (first, last), units = part, plural(item.unit)
    found = []
    if first > 1:
        before = max(1, first - PART)
        said = words.UNITS_BEFORE.format(units=units, first=before, last=before + PART - 1)
        found.append(Link(said, view.href(address, start=before)))
    if last < item.mass:
        after = min(item.mass, last + PART) - PART + 1
        said = words.UNITS_AFTER.format(units=units, first=after, last=after + PART - 1)
        found.append(Link(said, view.href(address, start=after)))
    return found
