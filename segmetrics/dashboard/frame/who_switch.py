"""The switch by which a page is seen without a coder, and the number before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import streamlit as st

from segmetrics.axis import Unit, axis_of
from segmetrics.claims.verdict_rows import VerdictRow, VerdictTable
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.registration import SEEN
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.computations import agreement_of, verdicts_of, written
from segmetrics.dashboard.frame.controls import mirror_address, show_view
from segmetrics.dashboard.frame.page_parts import offer_in_formats
from segmetrics.dashboard.frame.text import download_name, escape_markdown
from segmetrics.dashboard.frame.url_state import SECONDS, UrlState
from segmetrics.dashboard.frame.who import (
    MOVES,
    changes_of,
    everybody,
    shown,
    shown_in_rounds,
    who_in_words,
    with_changes,
)
from segmetrics.dashboard.server.page_list import PageInfo
from segmetrics.number_formats import DASH, short
from segmetrics.phrases import capital, natural_key
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS, beside_verdict

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

# Coders up to whom each has a button of their own.
MOST_BUTTONS = 12
# Key of the session: the change chosen last, and whom the address changed then.
CHOSEN = "chosen change"
# By how much boundaries can be moved at least and at most, and the step between.
MOVED_BY: Mapping[Unit, tuple[float, float, float]] = {
    "units": (1.0, 10.0, 1.0),
    "seconds": (*SECONDS["by"], 0.1),
}


def who_switch(view: UrlState, corpus: Corpus, file_name: str) -> None:
    """Show the switch, whose button says who is looked at; the corpus has all as they are."""
    unit, changes = axis_of(corpus).unit, changes_of(view)
    found = shown(view, corpus)
    said = who_in_words(view, unit, corpus.unit) if found.changed else words.ALL_CODERS.lower()
    with st.popover(
        f"{words.WHO}: {escape_markdown(said)}", type="tertiary", key="who is looked at"
    ):
        st.caption(words.WHO_ABOUT)
        if len({*changes.values()}) > 1:  # the choice below shows those of one change
            st.markdown(f"**{escape_markdown(capital(said))}**")
        change = st.segmented_control(
            words.WHAT_CHANGES,
            tuple(words.CHANGES),
            required=True,
            format_func=words.CHANGES.__getitem__,
            **mirror_address("what changes", _change_shown(changes), partial(_choose, changes)),
        )
        names = sorted(corpus.coders, key=natural_key)
        known = [name for name in names if changes.get(name) == change]
        later = _later(view, corpus, change)

        def write(chosen: list[str]) -> None:
            stay = {name: one for name, one in changes.items() if one != change}
            way = with_changes(view, {**stay, **dict.fromkeys(chosen, change)})
            # One who is known to be late is moved by as much.
            delay = later.get(chosen[0], 0.0) if len(chosen) == 1 else 0.0
            if change == ("earlier" if delay > 0 else "later") and round(abs(delay), 2):
                way = replace(way, by=round(abs(delay), 2))
            _choose(changes_of(way), change)
            show_view(way)

        if len(names) > MOST_BUTTONS:
            st.multiselect(words.WHOSE, names, **mirror_address("pick whose", known, write))
        else:
            st.pills(
                words.WHOSE,
                names,
                selection_mode="multi",
                format_func=escape_markdown,
                **mirror_address("pick whose", known, write),
            )
        if change in MOVES:
            low, high, step = MOVED_BY[unit]
            move = mirror_address("pick by", view.by, lambda by: show_view(replace(view, by=by)))
            by = words.BY.format(axis_of(corpus).counted_in)
            st.number_input(by, low, high, step=step, format="%g", width=280, **move)
        if view.who:
            st.button(words.ALL_AS_THEY_ARE, on_click=show_view, args=(everybody(view),))
        if found.changed:
            offer_in_formats(
                words.DOWNLOAD_SEEN,
                # What was decided is about the codings as they are.
                partial(written, found.corpus.with_decisions(())),
                download_name(file_name, said),
                of=words.THESE_CODINGS,
            )


def _change_shown(changes: Mapping[str, str]) -> str:
    """Return the change chosen last, or one that a link brought since with whom it is about.

    Once all are as they are, the next click leaves out, as at first.
    """
    seen, chosen = st.session_state.get(CHOSEN, ({}, "without"))
    known = [one for one in changes.values() if one in words.CHANGES]
    if seen != changes and chosen not in known:
        chosen = known[0] if known else "without"
    _choose(changes, chosen)
    return str(chosen)


def _choose(changes: Mapping[str, str], change: str) -> None:
    st.session_state[CHOSEN] = dict(changes), change


def _later(view: UrlState, corpus: Corpus, change: str) -> Mapping[str, float]:
    """Return how much later each coder of recordings is than the others, if that is known."""
    if corpus.scale is None or change not in MOVES:
        return {}
    found = agreement_of(corpus, view.recording_options).glanced()
    return {row.coder: row.later for row in found.coders if row.later} if found else {}


def before_and_after(
    view: UrlState, corpus: Corpus, info: PageInfo, noun: str
) -> Callable[[], None]:
    """Say whom a page looks at, and what the first number was with all coders as they are.

    What is not at hand is filled in by the function that it returns, once all else is drawn.
    """
    if info.of_two:  # the page says it of its rounds
        return lambda: None
    found, unit = shown(view, corpus), axis_of(corpus).unit
    if found.changed and not info.who:
        st.caption(escape_markdown(words.NOT_WHO.format(who_in_words(view, unit, noun))))
    if not found.changed or not info.who:
        for note in found.notes:
            st.warning(escape_markdown(note))
        return lambda: None
    who = capital(who_in_words(view, unit, noun))
    item = view.item if info.name == "item" else None
    place = _place_of_who(view, info.address)
    if info.name == "coders":
        st.caption(words.BESIDE_THESE)
    if found.notes:
        st.caption("  \n".join(map(escape_markdown, found.notes)))

    def fill_in(how: Literal["soon", "glanced"] = "glanced") -> None:
        before, after = (verdicts_of(one, view, how) for one in (corpus, found.corpus))
        place.markdown(_compared(who, before, after, item), width="content")

    fill_in("soon")
    return fill_in


def who_in_rounds(
    view: UrlState, address: str, rounds: Sequence[tuple[str, Corpus]]
) -> list[Corpus | None]:
    """Return named rounds with the coders whom a page looks at, and say who; None has nobody."""
    found, notes, changed = shown_in_rounds(view, rounds)
    if changed:
        _, first = rounds[0]
        who = capital(who_in_words(view, axis_of(first).unit, first.unit))
        st.session_state[SEEN] = who
        said = words.IN_EVERY_ROUND.format(escape_markdown(who))
        _place_of_who(view, address).markdown(said, width="content")
    for note in notes:
        st.warning(escape_markdown(note))
    return found


def _place_of_who(view: UrlState, address: str) -> DeltaGenerator:
    """Return where a page says who is looked at, beside the way to all as they are."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="medium", border=True, key="who is seen"
    ):
        place = st.empty()
        way = Link(words.ALL_AS_THEY_ARE, everybody(view).href(address))
        components.links([way], key="all coders")
    return place


def _compared(
    who: str, before: VerdictTable | None, after: VerdictTable | None, item: str | None
) -> str:
    """Return the first number before and after, as Markdown."""
    name = escape_markdown(who)
    if before is None or after is None:
        return f"**{name}**"
    of = words.OF_ITEM.format(escape_markdown(item)) if item else ""
    was, now = _row(before, item), _row(after, item)
    if now is None or now.value is None:
        why = now.undefined if now else words.ITEM_GONE
        return words.NO_NUMBER_THERE.format(
            who=f"**{name}**", symbol=before.symbol, of=of, why=escape_markdown(why)
        )
    verdicts = [VERDICT_WORDS[one.verdict] for one in (was, now) if one and one.verdict]
    return words.BEFORE_AND_AFTER.format(
        who=name,
        symbol=before.symbol,
        of=of,
        before=_value(was),
        after=f"**{_value(now)}**",
        verdicts=f" ({' → '.join(dict.fromkeys(verdicts))})" if verdicts else "",
    )


def _row(table: VerdictTable, item: str | None) -> VerdictRow | None:
    """Return the row of an item, or of the corpus."""
    if item is None:
        return table.corpus
    return next((row for row in table.items if row.name == item), None)


def _value(row: VerdictRow | None) -> str:
    return beside_verdict(row.value, short) if row and row.value is not None else DASH
