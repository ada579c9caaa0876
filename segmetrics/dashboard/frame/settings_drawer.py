"""The drawer of settings: how a corpus is measured, in one place for all pages that measure it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.controls import length_of_time, near_miss_window, pick, show_view
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import SECONDS, UrlState
from segmetrics.number_formats import seconds

RECOMMENDED = UrlState()
TITLES = {**words.SETTING_TITLES, **words.RECORDING_SETTING_TITLES}
EXPLAINED = {**words.SETTING_WORDS, **words.RECORDING_SETTING_WORDS}


def settings_drawer(view: UrlState, corpus: Corpus) -> None:
    """Show the drawer, whose button says the settings."""
    names = settings_of(view, corpus)
    of_texts = corpus.scale is None
    said = escape_markdown(summary(view, names, corpus.unit))
    with st.popover(f"{words.MEASURED}: {said}", type="tertiary"):
        st.caption(words.MEASURED_ABOUT)
        if changed(view, names):
            st.button(
                words.RECOMMENDED,
                help=words.RECOMMENDED_HELP if of_texts else words.RECORDINGS_RECOMMENDED_HELP,
                on_click=show_view,
                args=(recommended(view, names),),
            )
        for name in names:
            if name == "n":
                near_miss_window(view)
            elif name in SECONDS:
                length_of_time(view, name)
            else:
                kind = st.selectbox if name == "similarity" else st.segmented_control
                pick(kind, TITLES[name], view, name)
            st.caption(EXPLAINED[name])


def settings_of(view: UrlState, corpus: Corpus) -> list[str]:
    """Name the settings that mean something to a corpus."""
    if corpus.scale is not None:
        return list(words.RECORDING_SETTING_TITLES)
    unmeant = set()
    if view.uncertain == RECOMMENDED.uncertain and UNCERTAIN not in corpus.types:
        unmeant.add("uncertain")
    if view.intervals == "hidden":
        unmeant.add("over")
    return [name for name in words.SETTING_TITLES if name not in unmeant]


def changed(view: UrlState, names: list[str]) -> list[str]:
    """Name the settings that are not the recommended ones."""
    return [name for name in names if getattr(view, name) != getattr(RECOMMENDED, name)]


def recommended(view: UrlState, names: list[str]) -> UrlState:
    """Return a view with the recommended settings."""
    return replace(view, page=1, number="", **{n: getattr(RECOMMENDED, n) for n in names})


def summary(view: UrlState, names: list[str], unit: str) -> str:
    """Return the similarity and n, or the tolerance, and what else is not as recommended."""
    said = {
        "tolerance": words.WITHIN.format(seconds(view.tolerance)),
        "null": words.CHANCE_BY.format(view.null),
        "bin_width": words.BINS_OF.format(seconds(view.bin_width)),
        "kernel_width": words.KERNEL_OF.format(seconds(view.kernel_width)),
        "trim_start": words.WITHOUT_FIRST.format(seconds(view.trim_start)),
        "trim_end": words.WITHOUT_LAST.format(seconds(view.trim_end)),
        "minimum_gap": words.LEAST_GAP.format(seconds(view.minimum_gap)),
        "similarity": similarity_name(view.similarity),
        "n": words.near_misses_up_to(view.n, unit),
        "convention": words.CHANCE_AS.format(view.convention),
        "width": words.WINDOWS_OF.format(view.width),
        "uncertain": words.UNCERTAIN_SUMMARY[view.uncertain],
        "intervals": words.NO_INTERVALS,
        "over": words.ITEM_INTERVALS,
    }
    shown = {"similarity", "n", "tolerance", *changed(view, names)}
    return ", ".join(said[name] for name in names if name in shown)
