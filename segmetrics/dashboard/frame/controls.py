"""What pages are controlled by: the corpus of the address, and widgets that write to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from segmetrics.boundary_marks import with_uncertain
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, chosen
from segmetrics.dashboard.frame.session_store import say
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import CHOICES, UrlState
from segmetrics.io import SAMPLES

WAITS = (
    "The import of this round waits for a decision: there is something to look at once it is "
    "accepted."
)


def current_view() -> UrlState:
    """Read the view that the address names."""
    return UrlState.read(st.query_params)


def pick(
    widget: Any,
    label: str,
    view: UrlState,
    parameter: str,
    options: Sequence[Any] | None = None,
    **more: Any,
) -> None:
    """Show a widget whose value is a query parameter; without options, of all its values."""
    choices = CHOICES.get(parameter, ())
    if options is None and isinstance(choices, Mapping):
        more = {"format_func": choices.__getitem__} | more
    if widget is st.segmented_control:
        more["required"] = True
    widget(label, tuple(choices) if options is None else options, **_bound(view, parameter), **more)


def _bound(view: UrlState, parameter: str) -> dict[str, Any]:
    """Bind a widget to a parameter: set it from the view, and let it write to the address."""
    key = f"pick {parameter}"
    value = getattr(view, parameter)
    # A widget of several choices gives a list; anything else would count as a change.
    st.session_state[key] = list(value) if isinstance(value, tuple) else value
    return {"key": key, "on_change": _write, "args": (view, parameter)}


def settings(view: UrlState) -> None:
    """Show the settings behind the agreement table."""
    with st.container(horizontal=True, gap="medium"):
        pick(
            st.selectbox,
            "Similarity",
            view,
            "similarity",
            width=240,
            help="What coefficients take for agreement. S counts all places that both leave "
            "alike, B only those at which somebody placed a boundary.",
        )
        pick(
            st.segmented_control,
            "Convention",
            view,
            "convention",
            help="What expected agreement counts. **defined**: boundaries over potential "
            "boundaries, as equations 8 and 11 say. **published**: segments, as Table 2 of "
            "Fournier & Inkpen (2012) was computed.",
        )
        pick(
            st.segmented_control,
            "WindowDiff counts",
            view,
            "width",
            help="What a window of size k holds. **units**: k units, as in Fournier & Inkpen "
            "(2012). **boundaries**: k potential boundaries, as in Pevzner & Hearst (2002), "
            "NLTK and segeval.",
        )
        near_miss_window(view)


def pick_intervals(view: UrlState) -> None:
    """Show whether there are intervals, and whom those of groups and the corpus speak of."""
    pick(
        st.segmented_control,
        "Intervals",
        view,
        "intervals",
        help="Where a value may lie for others (groups and the corpus; jackknife), or for other "
        "coders (items; leaving out each coder).",
    )
    if view.intervals == "shown":
        pick(st.segmented_control, "Intervals of groups and the corpus for", view, "over")


def near_miss_window(view: UrlState) -> None:
    """Show the slider of the near-miss window n."""
    st.slider(
        "Near-miss window n",
        2,
        max(10, view.n),
        width=280,
        help="Two boundaries fewer than n positions apart are a near miss (a transposition), "
        "not two full misses.",
        **_bound(view, "n"),
    )


def _write(view: UrlState, parameter: str) -> None:
    """Write a widget's value to the address; what belonged to the old value goes."""
    gone: dict[str, Any] = {}
    if parameter == "item":
        gone = {"place": None, "start": None}
    value: Any = st.session_state[f"pick {parameter}"]
    value = tuple(value) if isinstance(value, list) else value
    show_view(replace(view, page=1, number="", **{parameter: value}, **gone))


def show_view(view: UrlState) -> None:
    """Show another view on this page, or say why its address cannot be written."""
    if view.too_long:
        say(view.too_long, "warning")
    else:
        st.query_params.from_dict(view.query())


def pick_group(view: UrlState, corpus: Corpus) -> int:
    """Show the choice of a coder group, if there are several."""
    groups = corpus.groups
    number = min(view.group, len(groups))
    if len(groups) > 1:
        pick(
            st.selectbox,
            "Coder group",
            replace(view, group=number),
            "group",
            range(1, len(groups) + 1),
            format_func=lambda number: groups[number - 1].name,
            width=280,
        )
    return number - 1


def open_corpus(view: UrlState) -> tuple[SelectedCorpus, Corpus]:
    """Find the corpus of a view, or say what to do and end the page."""
    found = chosen(view)
    if found.corpus is None:
        _say_why(found)
        if found.may_edit:
            way = Link("Decide about the import →", view.href("import"))
        elif found.why:
            way = Link("Open another corpus", view.of_corpus("").href(""))
        else:
            way = Link("See the corpus and its problems", view.href(""))
        sample = view.of_corpus(next(iter(SAMPLES))).href("agreement")
        components.links([way, Link("Look at a sample", sample)], key="empty")
        st.stop()
    return found, with_uncertain(found.corpus, view.uncertain)


def _say_why(found: SelectedCorpus) -> None:
    """Explain why there is nothing to compute with."""
    if found.reading is not None:
        st.error("Nothing can be computed: no item of this corpus is without a problem.")
    else:
        st.info(WAITS if found.saved else escape_markdown(found.why))


def mirror(key: str, value: Any, decide: Callable[[Any], None]) -> dict[str, Any]:
    """Return arguments by which a widget shows a value, and decides when it changes."""
    st.session_state[key] = value
    return {"key": key, "on_change": lambda: decide(st.session_state[key])}
