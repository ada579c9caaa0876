"""The frame around every page: its navigation, what is said above it, and when it fails."""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from segmetrics.dashboard import components
from segmetrics.dashboard.components.link_components import Link, go_to
from segmetrics.dashboard.frame.breadcrumbs import chosen_parts, setting_parts
from segmetrics.dashboard.frame.controls import current_view
from segmetrics.dashboard.frame.derivation_dialog import open_number
from segmetrics.dashboard.frame.page_list import PAGES, page_at
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, chosen
from segmetrics.dashboard.frame.session_store import keep_said, refused, show_said, store, visitor
from segmetrics.dashboard.frame.shown_item import item_shown
from segmetrics.dashboard.frame.sign_in import ask_to_sign_in, say_who
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.upload_form import NEXT
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.leaving import leave_with_page
from segmetrics.dashboard.server.logs import page_run
from segmetrics.io import SAMPLES
from segmetrics.paths import ROOT
from segmetrics.store import StoreError
from segmetrics.tables.plain import PROGRAM

FAILED = (
    "This page broke off: a mistake in segmetrics, not in your files. What you opened is still "
    "there. The log of the program says what happened; please report it."
)
# Key of the session: the settings with which a corpus was shown last.
SETTINGS = "settings"
STYLE = Path(__file__).parent / "style.css"


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
    found = chosen(asked)
    corpus = found.counted_by(asked)
    view = item_shown(asked, corpus) if page.url_path == "item" and corpus else asked
    components.navigation(
        Link("segmetrics", view.href(""), title=PROGRAM),
        _links(view, page.url_path, found),
        chosen_parts(view, asked, page.url_path, found, corpus),
        setting_parts(view, page.url_path, corpus),
    )
    say_who()
    following = st.session_state.pop(NEXT, None)
    if following not in (None, asked.href(page.url_path)):
        keep_said(following)
        go_to(following)
        st.stop()
    show_said(asked.href(page.url_path))
    _keep_settings(found, view)
    for note in view.notes:
        st.warning(escape_markdown(note))
    info = page_at(page.url_path)
    if info.of_corpus and not info.opens_own:
        open_number(view, page.url_path, corpus)
    try:
        with page_run(info.name, begun):
            named = view.item if info.name == "item" and corpus else None
            st.title(escape_markdown(named or info.title), anchor=False)
            st.caption(" ".join(filter(None, (info.question, info.takes))))
            _show(page, view)
    except Exception:
        # Streamlit's own message goes to the log.
        st.error(FAILED)
        components.links(_ways_on(view), key="failed")
        raise


def _show(page: StreamlitPage, view: UrlState) -> None:
    """Show a page; where the store refuses something, say so."""
    try:
        page.run()
    except StoreError as error:
        refused(error)
        components.links(_ways_on(view), key="refused")


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
    return [
        Link("Back to the corpus", view.href("")),
        Link("Start again with a sample", to_sample),
    ]


def _links(view: UrlState, address: str, found: SelectedCorpus) -> dict[str, list[Link]]:
    """Link the pages in two sets; the import's only where there is one to decide about."""
    has_import = found.may_edit and found.round is not None and found.round.files
    sets: dict[str, list[Link]] = {"The corpus": [], "About metrics": []}
    for info in PAGES:
        current = info.address == address
        if info.name == "import" and not current and not has_import:
            continue
        link = Link(info.title, view.href(info.address), current, info.question)
        sets["The corpus" if info.of_corpus else "About metrics"].append(link)
    return sets
