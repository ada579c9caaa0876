"""One recording: its density with its peaks, the places, and two of its coders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from statistics import median
from typing import NamedTuple

from segmetrics.adjudication.press_peaks import FEW_CODERS, PressPeak
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.recording_component import MarkedPlace
from segmetrics.dashboard.frame import words as frame_words
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.paging import on_page, page_links
from segmetrics.dashboard.frame.press_computations import time_options
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import recording_item_words as words
from segmetrics.metrics.time.hit_rate import hit_rate
from segmetrics.metrics.time.matched_boundaries import matched_boundaries
from segmetrics.number_formats import clock, p_value, signed_seconds
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table
from segmetrics.time_scale import TimeScale

A_PAGE = 12
"""Rows that a list shows at once."""


class PressPair(NamedTuple):
    """Presses of two coders that are one, or one of them alone; positions are steps."""

    a: int | None
    b: int | None

    @property
    def place(self) -> int:
        """The place of the first coder, or else of the second."""
        return self.a if self.a is not None else self.b or 0


def resolved(view: UrlState, corpus: Corpus) -> UrlState:
    """Fill in what the address leaves open: the first recording, and two of its coders."""
    notes, name, place = list(view.notes), view.item, view.place
    if name is None or name not in corpus:
        if name is not None:
            notes.append(frame_words.no_item(name, needs_work=False))
        name, place = corpus.items[0].name, None
    item = corpus[name]
    if place is not None and place >= item.mass:
        place = None
    a, b = view.a, view.b
    if a == b or not {a, b} <= item.codings.keys():
        a, b = next(combinations(item.coders, 2), (None, None))
    return replace(view, item=name, place=place, a=a, b=b, notes=tuple(notes))


def seconds_of(item: Item, steps: float) -> float:
    """Return how many seconds some steps of a recording last."""
    return (item.scale or TimeScale()).seconds(steps)


def worth_showing(peaks: Sequence[PressPeak]) -> list[PressPeak]:
    """Leave out what one coder alone pressed, unless there are few coders."""
    return [one for one in peaks if len(one.votes) > 1 or one.of <= FEW_CODERS]


def places_marked(
    corpus: Corpus, item: Item, peaks: Sequence[PressPeak], view: UrlState
) -> list[MarkedPlace]:
    """Return the peaks as they are marked below the curve, see `kept`."""
    key = ("marked places", corpus.codings_digest, item.name, time_options(view))
    return kept(key, lambda: _marked(item, peaks))


def _marked(item: Item, peaks: Sequence[PressPeak]) -> list[MarkedPlace]:
    scale = item.scale or TimeScale()
    return [
        MarkedPlace(
            place=one.place,
            low=None if one.low is None else scale.steps(one.low),
            high=None if one.high is None else scale.steps(one.high),
            above=one.above_chance,
            text=words.peak_text(one.time, len(one.votes), one.of, above=one.above_chance),
        )
        for one in worth_showing(peaks)
    ]


def summary(item: Item, coders: Sequence[str], peaks: Sequence[PressPeak]) -> str:
    """Return how many people pressed how often, and where they did so together."""
    above = [one for one in peaks if one.above_chance]
    return words.summary(
        item.name,
        len(coders),
        sum(len(item.codings[name].boundaries) for name in coders),
        len(above),
        sum(len(one.votes) == one.of for one in above),
        sum(not one.above_chance and len(one.votes) > 1 for one in peaks),
    )


def peak_near(item: Item, peaks: Sequence[PressPeak], view: UrlState) -> PressPeak | None:
    """Return the peak that a chosen place belongs to."""
    if view.place is None:
        return None
    place, reach = view.place, (item.scale or TimeScale()).steps_within(time_options(view).reach)
    near = [one for one in worth_showing(peaks) if abs(one.place - place) <= reach]
    return min(near, key=lambda one: abs(one.place - place), default=None)


def chosen_place(
    item: Item, coders: Sequence[str], peaks: Sequence[PressPeak], view: UrlState
) -> str:
    """Return who pressed near the chosen place."""
    if view.place is None:
        return ""
    found, within = peak_near(item, peaks, view), time_options(view).reach
    if found:
        silent = [name for name in coders if name not in found.votes]
        return words.at_place(found.time, within, found.votes, silent, found.p_value)
    time, when = seconds_of(item, view.place), {}
    for name in coders:
        times = [seconds_of(item, press) for press in item.codings[name].boundaries]
        nearest = min(times, key=lambda press: abs(press - time), default=None)
        if nearest is not None and abs(nearest - time) <= within:
            when[name] = nearest
    silent = [name for name in coders if name not in when]
    return words.at_place(time, within, when, silent, None)


def peak_table(
    item: Item, coders: Sequence[str], peaks: Sequence[PressPeak], view: UrlState
) -> tuple[PageTable, list[Link], str]:
    """Return the places beyond chance around the chosen one, the other parts, and a caption."""
    rows = [one for one in peaks if one.above_chance]
    caption = words.PLACES_CAPTION
    if not rows:
        ranked = sorted(worth_showing(peaks), key=lambda one: -len(one.votes))
        rows = sorted(ranked[:A_PAGE], key=lambda one: one.place)
        caption = words.NO_PEAKS
    chosen = peak_near(item, peaks, view)
    shown = view
    if chosen in rows:
        shown = replace(view, page=rows.index(chosen) // A_PAGE + 1)
    columns: Sequence[Column[PressPeak]] = (
        Column("time", lambda one: clock(one.time, 1), words.TIME, left=True),
        Column(
            "interval",
            lambda one: words.interval(one.low, one.high),
            words.INTERVAL,
            words.INTERVAL_ABOUT,
            left=True,
        ),
        Column(
            "support",
            lambda one: one.support,
            words.SUPPORT,
            words.SUPPORT_ABOUT,
            write=lambda share: f"{round(share * rows[0].of)} of {rows[0].of}",
            bar=True,
        ),
        Column(
            "missing",
            lambda one: ", ".join(name for name in coders if name not in one.votes),
            words.MISSING,
            left=True,
        ),
        Column("p", lambda one: one.p_value, words.P, words.P_ABOUT, write=p_value),
    )
    table = page(
        Table(columns=columns, rows=on_page(rows, shown, A_PAGE)),
        {"time": lambda one: {"href": shown.href("item", place=one.place)}},
        chosen=lambda one: one == chosen,
    )
    return table, page_links(len(rows), replace(shown, place=None), "item", A_PAGE), caption


def pair_of(item: Item, view: UrlState) -> list[PressPair]:
    """Return the presses of the two coders of a view, those within the tolerance together."""
    a, b = (item.codings[name or ""].boundaries for name in (view.a, view.b))
    steps = (item.scale or TimeScale()).steps_within(view.tolerance)
    return [PressPair(*pair) for pair in matched_boundaries(a, b, steps)]


def pair_summary(item: Item, pairs: Sequence[PressPair], view: UrlState) -> str:
    """Return how often two coders press together, and who is later."""
    a, b = (item.codings[name or ""] for name in (view.a, view.b))
    found = hit_rate(a, b, tolerance=view.tolerance)
    later = [one.b - one.a for one in pairs if one.a is not None and one.b is not None]
    return words.of_pair(
        view.a or "",
        view.b or "",
        found.hits,
        (len(a.boundaries), len(b.boundaries)),
        found.value,
        seconds_of(item, median(later)) if later else None,
        view.tolerance,
    )


def pair_table(item: Item, pairs: Sequence[PressPair], view: UrlState) -> PageTable:
    """Return the presses of two coders; each leads to its place."""

    def when(place: int | None) -> str | None:
        return None if place is None else clock(seconds_of(item, place), 1)

    def later(one: PressPair) -> str:
        if one.a is None or one.b is None:
            return words.ALONE
        return signed_seconds(seconds_of(item, one.b - one.a))

    columns: Sequence[Column[PressPair]] = (
        Column("a", lambda one: when(one.a), view.a or "", left=True),
        Column("b", lambda one: when(one.b), view.b or "", left=True),
        Column("later", later, words.LATER, words.LATER_ABOUT),
    )

    def lead(place: int | None) -> dict[str, str]:
        return {} if place is None else {"href": view.href("item", place=place)}

    return page(
        Table(columns=columns, rows=list(pairs)),
        {"a": lambda one: lead(one.a), "b": lambda one: lead(one.b)},
        chosen=lambda one: view.place is not None and view.place in (one.a, one.b),
    )


def neighbours(corpus: Corpus, view: UrlState) -> list[Link]:
    """Link the recordings before and after the shown one."""
    names = [item.name for item in corpus.items]
    at = names.index(view.item or "")
    links = []
    if at:
        links.append(Link(f"← {names[at - 1]}", view.item_href(names[at - 1], page=1)))
    if at + 1 < len(names):
        links.append(Link(f"{names[at + 1]} →", view.item_href(names[at + 1], page=1)))
    return links
