"""Deleting what cannot be brought back: asked first, with what goes."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.session_store import forget_place, store, visitor
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.io.problems import shortened
from segmetrics.phrases import counted
from segmetrics.store import Round, Saved


def ask_first(question: str, about: str, answer: str, do: Callable[[], None]) -> None:
    """Ask in a dialog before doing what cannot be undone."""

    def show() -> None:
        st.markdown(about)
        with st.container(horizontal=True):
            done = st.button(answer, key="do it", on_click=do)
            if st.button(words.KEEP_IT, type="primary") or done:
                st.rerun()

    st.dialog(escape_markdown(question))(show)()


def leave(saved: Saved, view: UrlState) -> None:
    """Leave a corpus that the visitor can no longer reach; the settings stay."""
    forget_place(saved.key)
    st.query_params.from_dict(view.of_corpus("").query())


def round_goes(one: Round) -> str:
    """Return what goes with a round, in Markdown."""
    goes = words.ROUND_GOES if one.digest else words.UPLOAD_GOES
    return goes.format(escape_markdown(shortened(one.name)))


def offer_discard(label: str, found: SelectedCorpus, do: Callable[[], None]) -> None:
    """Offer to delete a round that is not accepted, to those who may."""
    saved, one = found.saved, found.round
    if saved is None or one is None or one.digest is not None:
        return
    alone = len(saved.rounds) == 1
    if not saved.may("own" if alone else "edit"):
        return
    what = words.DISCARD_ABOUT
    # Each step, and each that is undone, raises the version.
    only_uploaded = one.version == 1 and not store().artifacts.listed(visitor(), found.place)
    if alone and only_uploaded:
        st.button(label, help=what, on_click=do)
    elif not st.button(label, help=what):
        return
    elif alone:
        ask_first(words.DELETE_PROJECT, corpus_goes(saved), words.DELETE_FOR_GOOD, do)
    else:
        asked = words.REALLY_DELETE_ROUND.format(shortened(one.name))
        ask_first(asked, round_goes(one), words.DELETE_ROUND, do)


def corpus_goes(saved: Saved) -> str:
    """Return what goes with a corpus, in Markdown."""
    rounds = counted(len(saved.rounds), "round")
    decided = counted(sum(one.decided for one in saved.rounds), "decision")
    return words.PROJECT_GOES.format(escape_markdown(shortened(saved.title)), rounds, decided)
