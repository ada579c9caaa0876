"""What is asked for later than its page was made: only for those who may still have it.

A page may stay open long after somebody took back what it shows. Whatever the page does next
finds that out; a file that is made when it is asked for is made without the page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from segmetrics.dashboard.frame.selected_corpus import FILES
from segmetrics.dashboard.frame.session_store import store, visitor
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.io import SAMPLES
from segmetrics.store import Saved
from segmetrics.store.exporting import export_corpus, export_person

Made = TypeVar("Made")


def packed(saved: Saved | None = None) -> Callable[[], bytes]:
    """Return what makes a ZIP of all that the visitor may have: of a project, or of every one."""
    if saved is None:
        return partial(export_person, store(), visitor())
    return partial(export_corpus, store(), visitor(), saved.key)


def offer_file(label: str, make: Callable[[], str | bytes], name: str, **how: Any) -> None:
    """Offer a file that is made when it is asked for, to those who then still reach the corpora."""
    st.download_button(label, while_open(make), name, on_click="ignore", **how)


def while_open(make: Callable[[], Made]) -> Callable[[], Made]:
    """Return `make`, checked: it makes its file only while the visitor reaches the corpora."""
    view = UrlState.read(st.query_params)
    open_to_all = {"", FILES, *SAMPLES}
    places = {view.corpus, view.other} - open_to_all
    if not places:
        return make
    kept, who = store(), visitor()

    def made() -> Made:
        for place in places:
            kept.corpus(who, place)
        return make()

    return made
