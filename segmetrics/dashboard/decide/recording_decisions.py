"""Deciding about recordings: their consensus, its places in the picture, the list of disputes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from segmetrics.adjudication.adjudications import Consensus, settled
from segmetrics.adjudication.consensus_in_time import TimeConsensus, consensus_in_time
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldItem, marked, voters
from segmetrics.adjudication.press_peaks import FEW_CODERS, PressPeak
from segmetrics.corpus import Corpus, Item, by_hand
from segmetrics.dashboard.components.recording_component import MarkedPlace
from segmetrics.dashboard.decide import recording_decision_words as said
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.decide.worklist import A_PAGE, Choice, Worklist, comment_on
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.press_computations import (
    peaks_of_corpus,
    people_on,
    time_options,
)
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import clock, percent
from segmetrics.phrases import listed
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table
from segmetrics.tables.consensus_tables import CONSENSUS_FORMATS
from segmetrics.tables.time_consensus_tables import TIME_CONSENSUS_FORMATS
from segmetrics.time_scale import TimeScale


def consensus_of(corpus: Corpus, view: UrlState) -> TimeConsensus:
    """Return the consensus of recordings, decisions applied; see `needed`."""
    peaks = peaks_of_corpus(corpus, view).needed().peaks
    return consensus_in_time(corpus, time_options(view), peaks)


def summary(made: TimeConsensus, view: UrlState) -> tuple[str, str]:
    """Return how many boundaries the consensus has, and what it is made of."""
    chance = sum(not one.above_chance and len(one.votes) > 1 for one in made.peaks)
    boundaries = sum(len(item.boundaries) for item in made.items)
    decided = len(made.by_hand)
    return said.summary(boundaries, len(made.items), decided, chance, view.kernel_width)


def resolve(
    view: UrlState, corpus: Corpus, work: Worklist, made: TimeConsensus
) -> tuple[UrlState, Dispute | None]:
    """Find the place that a view shows: the one near its time; without a time, the first."""
    if view.item is not None and view.item not in corpus:
        note = words.NO_SUCH_ITEM.format(view.item)
        view = replace(view, item=None, place=None, notes=(*view.notes, note))
    if view.item is None and work.listed:
        first = work.listed[0]
        return replace(view, item=first.item, place=first.place), first
    view = replace(view, item=view.item or corpus.items[0].name)
    if view.place is None:
        found = next((one for one in work.listed if one.item == view.item), None)
        return (replace(view, place=found.place) if found else view), found
    return view, _near(view, corpus, work, made)


def _near(view: UrlState, corpus: Corpus, work: Worklist, made: TimeConsensus) -> Dispute | None:
    """Find the place nearest to the time of a view; one that nobody disputes can be decided too."""
    place, reach = view.place or 0, made.scale.steps_within(made.options.reach)
    near = [
        one
        for one in made.peaks
        if one.item == view.item
        and abs(one.place - place) <= reach
        and (len(one.votes) > 1 or one.of <= FEW_CODERS)
    ]
    if not near:
        return None
    peak = min(near, key=lambda one: abs(one.place - place))
    for one in work.listed:
        if (one.item, one.place) == (peak.item, peak.place):
            return one
    silent = [name for name in people_on(corpus, corpus[peak.item]) if name not in peak.votes]
    return Dispute(peak.item, peak.places, tuple(silent), peak.place, 0.0)


def peak_of(made: TimeConsensus, dispute: Dispute) -> PressPeak:
    """Return the peak that a dispute is about."""
    there = (dispute.item, dispute.place)
    return next(one for one in made.peaks if (one.item, one.place) == there)


def text(dispute: Dispute, made: TimeConsensus, work: Worklist) -> str:
    """Return who pressed near a place, what the presses say of it, and what was decided."""
    peak = peak_of(made, dispute)
    ends = "" if peak.low is None or peak.high is None else _ends(peak.low, peak.high)
    parts = [said.who(peak.time, peak.votes, dispute.silent, made.options.reach)]
    decision = outcome(dispute, work, made.scale)
    if decision:
        parts.append(words.DECIDED.format(decision))
    else:
        parts.append(said.by_the_presses(above=peak.above_chance, interval=ends))
    return " ".join(parts)


def _ends(low: float, high: float) -> str:
    return f"{clock(low, 1)} and {clock(high, 1)}"


def outcome(dispute: Dispute, work: Worklist, scale: TimeScale) -> str:
    """Return what was decided about a place; empty if it is open."""
    found = settled(dispute, work.words)
    kept = [one.to or one.place for one in found if one.verdict != "reject"]
    return words.outcome(kept, scale) if found else ""


def choices(dispute: Dispute, by_rule: GoldItem, scale: TimeScale) -> list[Choice]:
    """List the answers to a dispute about a recording: what the presses say first."""
    of, when = len(dispute.votes) + len(dispute.silent), words.at_time(dispute.place, scale)
    votes = len(dispute.votes)
    if any(one.place in dispute.places for one in by_rule.boundaries):
        return [
            Choice(dispute.place, said.agree(when), "A", words.marked_by(votes, of, "A"), True),
            Choice(None, words.NONE, "X", words.none_help(dispute.silent, of, "X"), False),
        ]
    return [
        Choice(None, words.AGREE_NONE, "A", words.none_help(dispute.silent, of, "A"), True),
        Choice(dispute.place, said.boundary(when), "M", words.marked_by(votes, of, "M"), False),
    ]


def added_near(corpus: Corpus, made: TimeConsensus, view: UrlState) -> int | None:
    """Return where a person added a boundary near the time of a view, away from all peaks."""
    if view.place is None:
        return None
    reach, of_peaks = made.scale.steps_within(made.options.reach), _places_of_peaks(made, view)
    added = [
        one.place
        for one in by_hand(corpus.decisions)
        if one.item == view.item and one.verdict == "accept" and one.place not in of_peaks
    ]
    place = min(added, key=lambda one: abs(one - (view.place or 0)), default=None)
    return place if place is not None and abs(place - view.place) <= reach else None


def _places_of_peaks(made: TimeConsensus, view: UrlState) -> set[int]:
    return {place for one in made.peaks if one.item == view.item for place in one.places.values()}


def place_typed(text: str, item: Item) -> int | None:
    """Return the place of a time that a person typed; None if it is none of the recording."""
    seconds = said.typed_seconds(text)
    if seconds is None or item.scale is None:
        return None
    place = item.scale.steps(seconds)
    return place if 0 < place < item.mass else None


def gold_lane(golden: GoldItem | None) -> dict[str, Segmentation]:
    """Return the lane of the consensus."""
    return {} if golden is None else {"consensus": golden.segmentation}


def marked_places(item: Item, golden: GoldItem | None, made: TimeConsensus) -> list[MarkedPlace]:
    """Return the boundaries of the consensus, and the peaks of chance, as they are marked."""
    within = {(one.item, one.place): one for one in made.peaks}
    found = []
    for one in golden.boundaries if golden else ():
        peak, when = within.get((item.name, one.place)), words.at_time(one.place, made.scale)
        ends = (None, None) if peak is None else (peak.low, peak.high)
        low, high = (None if end is None else made.scale.steps(end) for end in ends)
        by_hand = words.in_words(one.by_hand, made.scale) if one.by_hand else ""
        shown = said.marked(when, len(one.votes), one.of, by_hand)
        found.append(MarkedPlace(one.place, low, high, True, shown))
    there = {one.place for one in found}
    for peak in made.peaks:
        if peak.item == item.name and len(peak.votes) > 1 and peak.place not in there:
            when = words.at_time(peak.place, made.scale)
            shown = said.marked(when, len(peak.votes), peak.of, "")
            found.append(MarkedPlace(peak.place, None, None, False, shown))
    return sorted(found, key=lambda one: one.place)


class ListedPlace(NamedTuple):
    """A place of a recording in the list: who pressed near it, and what was decided."""

    item: str
    place: int
    votes: Mapping[str, int]
    silent: Sequence[str]
    share: float
    decision: str
    comment: str


def places(
    work: Worklist, corpus: Corpus, made: TimeConsensus, view: UrlState
) -> list[ListedPlace]:
    """List the places that people differ about, and what else somebody decided about."""
    found = [
        ListedPlace(
            one.item,
            one.place,
            one.votes,
            one.silent,
            one.dispute,
            outcome(one, work, made.scale),
            comment_on(one, work.words),
        )
        for one in work.listed
    ]
    known = {(one.item, place) for one in work.listed for place in one.places}
    shown = view.item if view.scope == "item" else None
    reach = made.scale.steps_within(made.options.reach)
    for one in made.by_hand:
        item, place = one.decision.item, one.decision.place
        if (item, place) not in known and shown in (None, item):
            coders = people_on(corpus, corpus[item])
            votes = marked(voters(corpus, corpus[item]), place, reach=reach)
            silent = [name for name in coders if name not in votes]
            share = min(len(votes), len(silent)) / len(coders)
            decision = words.in_words(one, made.scale)
            comment = one.decision.comment
            found.append(ListedPlace(item, place, votes, silent, share, decision, comment))
    if work.in_reading_order:
        order = {item.name: number for number, item in enumerate(corpus.items)}
        found.sort(key=lambda one: (order[one.item], one.place))
    return found


def place_table(
    places: Sequence[ListedPlace], made: TimeConsensus, view: UrlState, chosen: int | None
) -> PageTable:
    """Return the part of the list that a view shows; each place leads to itself."""
    scale = made.scale
    columns: tuple[Column[ListedPlace], ...] = (
        Column(
            "place",
            lambda one: words.in_list_at(one.item, one.place, scale),
            said.PLACE,
            left=True,
        ),
        Column(
            "support",
            lambda one: said.support(len(one.votes), len(one.votes) + len(one.silent)),
            said.SUPPORT,
        ),
        Column(
            "share",
            lambda one: one.share,
            said.DISPUTED,
            said.DISPUTED_ABOUT,
            write=percent,
            bar=True,
        ),
        Column(
            "not_by", lambda one: listed(one.silent, words.NAMES_IN_LIST), words.NOT_BY, left=True
        ),
        Column(
            "decision",
            lambda one: one.decision or words.OPEN,
            words.DECISION,
            below=lambda one: one.comment or None,
            left=True,
        ),
    )
    return page(
        Table(
            columns=columns,
            rows=on_page(places, view, A_PAGE),
            level=lambda one: "corpus" if (one.item, one.place) == (view.item, chosen) else "item",
        ),
        {
            "place": lambda one: {
                "href": view.href("decide", item=one.item, place=one.place, start=None)
            }
        },
    )


def boundaries_as(made: Consensus | TimeConsensus, form: str) -> Callable[[], str]:
    """Return what writes the boundaries of a consensus; those of recordings in seconds."""
    if isinstance(made, Consensus):
        return partial(CONSENSUS_FORMATS[form], made)
    return partial(TIME_CONSENSUS_FORMATS[form], made, None)


def workbook(made: TimeConsensus, corpus: Corpus, date: str) -> Callable[[], bytes]:
    """Return what writes the consensus as a workbook, which takes no waiting."""
    from segmetrics.tables.gold_workbook import gold_xlsx

    return partial(gold_xlsx, made, corpus, date=date)
