"""A recording as the dashboard shows it: its peaks and places, and two of its coders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from statistics import median
from typing import NamedTuple

from segmetrics.adjudication.press_peaks import PressPeak, belated
from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.recording_component import MarkedPlace
from segmetrics.dashboard.frame import words as frame_words
from segmetrics.dashboard.frame.computations import peak_near, time_options, worth_showing
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.paging import on_page, page_links
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.results.item_view import PAIRS_A_PAGE
from segmetrics.metrics.time.hit_rate import hit_rate
from segmetrics.metrics.time.matched_boundaries import matched_boundaries
from segmetrics.number_formats import clock, p_value, short, signed_seconds
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table, of_field
from segmetrics.tables.recording_tables import F_ABOUT
from segmetrics.tables.time_consensus_tables import NO_INTERVAL

A_PAGE = 12
"""Places of a recording that a list shows at once."""


class PressPair(NamedTuple):
    """Boundaries of two coders that are one, or one of them alone; positions are steps."""

    a: int | None
    b: int | None


class PairInTime(NamedTuple):
    """Two coders of a recording: F, boundaries together and alone, how much later the second is."""

    a: str
    b: str
    f: float | None
    why: str | None
    hits: int
    alone: int
    later: float | None

    @classmethod
    def of(cls, item: Item, a: str, b: str, tolerance: float) -> PairInTime:
        """Compare two coders."""
        found = hit_rate(item.codings[a], item.codings[b], tolerance=tolerance)
        pairs = presses_of_pair(item, a, b, tolerance)
        later = [one.b - one.a for one in pairs if one.a is not None and one.b is not None]
        apart = scale_of(item).seconds(median(later)) if later else None
        return cls(a, b, found.value, found.undefined, found.hits, len(pairs) - len(later), apart)


def places_marked(
    corpus: Corpus, item: Item, peaks: Sequence[PressPeak], view: UrlState
) -> list[MarkedPlace]:
    """Return the peaks as they are marked below the curve, see `kept`."""
    key = ("marked places", corpus.codings_digest, item.name, time_options(view))
    scale = scale_of(item)

    def marked() -> list[MarkedPlace]:
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

    return kept(key, marked)


def summary(item: Item, coders: Sequence[str], peaks: Sequence[PressPeak]) -> str:
    """Return how many people marked how often, and where they did so together."""
    above = [one for one in peaks if one.above_chance]
    return words.summary(
        item.name,
        len(coders),
        sum(len(item.codings[name].boundaries) for name in coders),
        len(above),
        sum(not one.above_chance and len(one.votes) > 1 for one in peaks),
    )


def chosen_place(
    item: Item,
    coders: Sequence[str],
    peaks: Sequence[PressPeak],
    view: UrlState,
    people: Sequence[RecordingCoder] = (),
) -> str:
    """Return who marked near the chosen place."""
    if view.place is None:
        return ""
    found, within = peak_near(item, peaks, view), time_options(view).reach
    if found:
        silent = [name for name in coders if name not in found.votes]
        late = belated(item, found, peaks, people, within)
        said = frame_words.who_marked(found.time, found.votes, silent, within, late)
        return f"{said} {words.beyond_chance(found.p_value)}"
    time, when = scale_of(item).seconds(view.place), {}
    for name in coders:
        times = [scale_of(item).seconds(press) for press in item.codings[name].boundaries]
        nearest = min(times, key=lambda press: abs(press - time), default=None)
        if nearest is not None and abs(nearest - time) <= within:
            when[name] = nearest
    silent = [name for name in coders if name not in when]
    return frame_words.who_marked(time, when, silent, within, {})


def peak_table(
    item: Item,
    coders: Sequence[str],
    peaks: Sequence[PressPeak],
    view: UrlState,
    people: Sequence[RecordingCoder] = (),
) -> tuple[PageTable, list[Link], str]:
    """Return the places beyond chance around the chosen one, the other parts, and a caption."""
    rows = [one for one in peaks if one.above_chance]
    caption = words.PEAKS_CAPTION
    if not rows:
        # All that are counted above the curve, so that none is looked for in vain.
        several = [one for one in peaks if len(one.votes) > 1]
        rows = sorted(several or worth_showing(peaks), key=lambda one: one.place)
        caption = words.NO_PEAKS
    chosen = peak_near(item, peaks, view)
    # The page of the view is that of the pairs, so a part of the places is that of the chosen one.
    shown = replace(view, page=rows.index(chosen) // A_PAGE + 1 if chosen in rows else 1)
    timing, reach = {one.coder: one.timing for one in people}, time_options(view).reach

    def missing(one: PressPeak) -> str:
        late = belated(item, one, peaks, people, reach)
        return ", ".join(
            words.BELATED.format(coder=name, timing=timing[name], time=clock(late[name], 1))
            if name in late
            else name
            for name in coders
            if name not in one.votes
        )

    known: list[Column[PressPeak]] = []
    if any(one.low is not None for one in rows):
        about = words.INTERVAL, words.INTERVAL_ABOUT
        known = [
            Column("interval", lambda one: words.interval(one.low, one.high), *about, left=True)
        ]
    elif rows:
        caption = f"{caption}. {NO_INTERVAL}"
    columns: Sequence[Column[PressPeak]] = (
        Column("time", lambda one: clock(one.time, 1), words.TIME, left=True),
        *known,
        of_field(
            "support",
            words.SUPPORT,
            words.SUPPORT_ABOUT,
            write=lambda share: f"{round(share * rows[0].of)} of {rows[0].of}",
            bar=True,
        ),
        Column("missing", missing, words.MISSING, left=True),
        Column("p", lambda one: one.p_value, "p", words.P_ABOUT, write=p_value),
    )
    table = page(
        Table(columns=columns, rows=on_page(rows, shown, A_PAGE)),
        {"time": lambda one: {"href": view.href("item", place=one.place)}},
        chosen=lambda one: one == chosen,
    )

    def first(number: int) -> dict[str, int]:
        return {"place": rows[(number - 1) * A_PAGE].place, "page": view.page}

    return table, page_links(len(rows), shown, "item", A_PAGE, first), caption


def presses_of_pair(item: Item, a: str, b: str, tolerance: float) -> list[PressPair]:
    """Return the boundaries of two coders, those within the tolerance together."""
    steps = scale_of(item).steps_within(tolerance)
    of_a, of_b = (item.codings[name].boundaries for name in (a, b))
    return [PressPair(*pair) for pair in matched_boundaries(of_a, of_b, steps)]


def pair_in_words(item: Item, a: str, b: str, tolerance: float) -> str:
    """Return how often two coders mark together, and who is later."""
    of_a, of_b = (item.codings[name].boundaries for name in (a, b))
    found, boundaries = PairInTime.of(item, a, b, tolerance), (len(of_a), len(of_b))
    return words.of_pair(a, b, found.hits, boundaries, found.f, found.later, tolerance)


def pairs_in_time(item: Item, view: UrlState) -> PageTable:
    """Return all pairs of coders of a recording with F, those first that agree least."""
    found = [PairInTime.of(item, *pair, view.tolerance) for pair in combinations(item.coders, 2)]
    found.sort(key=lambda one: (one.f is None, one.f))
    columns: Sequence[Column[PairInTime]] = (
        Column("pair", lambda one: f"{one.a}, {one.b}", words.PAIR_OF_CODERS, left=True),
        of_field("f", "F", F_ABOUT, why=lambda one: one.why, write=short),
        of_field("hits", *words.TOGETHER),
        of_field("alone", *words.ALONE_IN_TIME),
        of_field("later", *words.LATER_OF_PAIR, write=signed_seconds),
    )
    return page(
        Table(columns=columns, rows=on_page(found, view, PAIRS_A_PAGE)),
        {"pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)}},
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def press_table(item: Item, a: str, b: str, view: UrlState) -> PageTable:
    """Return the boundaries of two coders; each leads to its place."""

    def when(place: int | None) -> str | None:
        return None if place is None else clock(scale_of(item).seconds(place), 1)

    def later(one: PressPair) -> str:
        if one.a is None or one.b is None:
            return words.ALONE
        return signed_seconds(scale_of(item).seconds(one.b - one.a))

    columns: Sequence[Column[PressPair]] = (
        Column("a", lambda one: when(one.a), a, left=True),
        Column("b", lambda one: when(one.b), b, left=True),
        Column("later", later, words.LATER, words.LATER_ABOUT),
    )

    def lead(place: int | None) -> dict[str, str]:
        return {} if place is None else {"href": view.href("item", place=place)}

    return page(
        Table(columns=columns, rows=presses_of_pair(item, a, b, view.tolerance)),
        {"a": lambda one: lead(one.a), "b": lambda one: lead(one.b)},
        chosen=lambda one: view.place is not None and view.place in (one.a, one.b),
    )
