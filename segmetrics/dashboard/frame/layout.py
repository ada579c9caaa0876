"""The frame around every page: its navigation, what is said above it, and when it fails."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.components.link_components import Link, go_to
from segmetrics.dashboard.components.registration import FILE_NAME, SEEN, know_coders
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.controls import current_view
from segmetrics.dashboard.frame.derivation_dialog import open_number
from segmetrics.dashboard.frame.navigation_links import navigation_links, trail_parts
from segmetrics.dashboard.frame.selected_corpus import (
    SelectedCorpus,
    chosen,
    coders_of_first_round,
    first_visit,
    last_project,
)
from segmetrics.dashboard.frame.session_store import keep_said, refused, show_said, store, visitor
from segmetrics.dashboard.frame.settings_drawer import settings_drawer
from segmetrics.dashboard.frame.shown_item import item_shown
from segmetrics.dashboard.frame.sign_in import ask_to_sign_in, say_who
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.upload_form import NEXT
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import seen_of
from segmetrics.dashboard.frame.who_switch import before_and_after, who_switch
from segmetrics.dashboard.server.leaving import leave_with_page
from segmetrics.dashboard.server.logs import page_run
from segmetrics.dashboard.server.page_list import PAGES, PageInfo, page_at
from segmetrics.dashboard.server.page_turns import page_turn
from segmetrics.io import SAMPLES
from segmetrics.paths import ROOT
from segmetrics.store import StoreError
from segmetrics.tables.plain import PROGRAM

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

# Key of the session: the settings with which a corpus was shown last.
SETTINGS = "settings"
STYLE = Path(__file__).parent / "style.css"


@page_turn()
def run() -> None:
    """Show the page that the address names, inside the frame."""
    begun = time.monotonic()
    leave_with_page()
    st.set_page_config(page_icon=str(ROOT / "data" / "icon.svg"), layout="wide")
    st.html(STYLE)
    pages = [
        st.Page(
            ROOT / "pages" / f"{info.name}_page.py",
            title=f"{info.title} · segmetrics",
            url_path=info.address,
            default=not info.address,
        )
        for info in PAGES
    ]
    page = st.navigation(pages, position="hidden")
    ask_to_sign_in()
    asked = current_view()
    found, info = chosen(asked), page_at(page.url_path)
    everybody = found.counted_by(asked)
    corpus = found.shown_by(asked) if info.who else everybody
    know_coders(
        found.saved.key if found.saved else found.key,
        everybody.coders if everybody else (),
        partial(coders_of_first_round, asked),
    )
    st.session_state[FILE_NAME] = found.file_name
    st.session_state[SEEN] = seen_of(asked, everybody) if everybody and info.who else ""
    recordings = corpus is not None and corpus.scale is not None
    view = asked
    if info.name == "item" and corpus:
        view = item_shown(asked, corpus)
    if not info.alone:
        components.navigation(
            Link("segmetrics", view.href(""), title=PROGRAM), navigation_links(view, info, corpus)
        )
        with st.container(horizontal=True, vertical_alignment="center", key="trail line"):
            # The list of projects opens none by itself.
            none_open = info.name == "projects" and first_visit(asked)
            if info.sample:
                there = UrlState(corpus=info.sample)
                components.trail(trail_parts(there, page.url_path, chosen(there), None))
            else:
                shown = [] if none_open else trail_parts(view, page.url_path, found, corpus)
                components.trail(shown)
            if found.corpus and info.is_measured:
                settings_drawer(view, found.corpus)
            if everybody and info.who and len(everybody.coders) > 1:
                who_switch(view, everybody, found.file_name)
    say_who()
    _open_last_project(asked, info)
    following = st.session_state.pop(NEXT, None)
    if following not in (None, asked.href(page.url_path)):
        keep_said(following)
        go_to(following)
        st.stop()
    show_said(asked.href(page.url_path))
    _keep_settings(found, view)
    for note in view.notes:
        st.warning(escape_markdown(note))
    if not info.address and first_visit(asked):
        st.markdown(words.WELCOME)
        ways = ((words.BRING_YOUR_OWN, "projects"), (words.TAKE_THE_TOUR, "tour"))
        links = [Link(text, asked.href(address)) for text, address in ways]
        components.links(links, key="first ways")
    if info.of_corpus and not info.opens_own and not recordings:
        open_number(view, page.url_path, corpus)
    try:
        with page_run(info.name, begun):
            named = view.item if info.name == "item" and corpus else None
            named = found.title if info.alone else named
            st.title(escape_markdown(named or info.title), anchor=False)
            st.caption(" ".join(filter(None, (info.question, info.takes))))
            if recordings and info.of_corpus and not info.recordings:
                _refuse_recordings(info, view)
            else:
                fill_in = None
                if everybody and info.is_measured and view.who:
                    fill_in = before_and_after(view, everybody, info, everybody.unit)
                _show(page, view)
                if fill_in:
                    fill_in()
    except Exception:
        # Streamlit's own message goes to the log.
        st.error(words.FAILED)
        components.links(_ways_on(view), key="failed")
        raise


def _open_last_project(asked: UrlState, info: PageInfo) -> None:
    """Open what a returning visitor worked on last, if the address names no corpus."""
    if not first_visit(asked) or not info.of_corpus or info.name in ("projects", "import"):
        return
    last = last_project()
    if last is not None:
        go_to(last.href(info.address), instead=True)
        st.stop()


def _show(page: StreamlitPage, view: UrlState) -> None:
    """Show a page; where the store refuses something, say so."""
    try:
        page.run()
    except StoreError as error:
        refused(error)
        components.links(_ways_on(view), key="refused")


def _refuse_recordings(info: PageInfo, view: UrlState) -> None:
    """Explain that a page does not show recordings, and link those that do."""
    st.info(words.NOT_OF_RECORDINGS.format(info.title))
    pages = [one for one in PAGES if one.recordings and one.name not in ("projects", "import")]
    components.links([Link(one.title, view.href(one.address)) for one in pages], key="elsewhere")


def _keep_settings(found: SelectedCorpus, view: UrlState) -> None:
    """Keep the settings of a saved corpus when they change while it is looked at."""
    if found.saved is None:
        return
    key, settings = found.saved.key, view.settings
    before = st.session_state.get(SETTINGS)
    st.session_state[SETTINGS] = key, settings
    changed = before is not None and before[0] == key and before[1] != settings
    if changed and found.may_edit and settings != found.saved.settings:
        try:
            store().keep_settings(visitor(), key, settings)
        except StoreError as error:
            refused(error)


def _ways_on(view: UrlState) -> list[Link]:
    to_sample = UrlState(corpus=next(iter(SAMPLES))).href("")
    return [Link(words.BACK_TO_DATA, view.href("data")), Link(words.START_AGAIN, to_sample)]
