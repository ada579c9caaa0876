"""What pages are controlled by: the corpus of the address, and widgets that write to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urljoin

import streamlit as st

from segmetrics.corpus import Corpus
from segmetrics.dashboard import components
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.coder_groups import ALL, group_shown, group_title
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, chosen
from segmetrics.dashboard.frame.session_store import say
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import CHOICES, SECONDS, UrlState
from segmetrics.io import SAMPLES
from segmetrics.io.limits import MAX_NAME


def current_view() -> UrlState:
    """Read the view that the address names."""
    return UrlState.read(st.query_params)


def show_address(key: str, address: str = "") -> None:
    """Show the whole address of a corpus on a page, as the visitor reaches this server."""
    whole = urljoin(st.context.url or "", UrlState(corpus=key).href(address))
    st.code(whole, language=None, wrap_lines=True)


def pick(
    widget: Any,
    label: str,
    view: UrlState,
    parameter: str,
    options: Sequence[Any] | Mapping[Any, str] | None = None,
    **more: Any,
) -> None:
    """Show a widget whose value is a query parameter; without options, of all its values."""
    choices = CHOICES.get(parameter, ()) if options is None else options
    if isinstance(choices, Mapping):
        more = {"format_func": choices.__getitem__} | more
    if widget is st.segmented_control:
        more["required"] = True
    widget(label, tuple(choices), **_bound(view, parameter), **more)


def _bound(view: UrlState, parameter: str) -> dict[str, Any]:
    """Bind a widget to a parameter: set it from the view, and let it write to the address."""
    value = getattr(view, parameter)
    # A widget of several choices gives a list; anything else would count as a change.
    value = list(value) if isinstance(value, tuple) else value
    return mirror_address(f"pick {parameter}", value, partial(_write, view, parameter))


def near_miss_window(view: UrlState) -> None:
    """Show the slider of the near-miss window n."""
    st.slider(
        words.SETTING_TITLES["n"],
        2,
        max(10, view.n),
        width=280,
        help=words.SETTING_WORDS["n"],
        **_bound(view, "n"),
    )


def length_of_time(view: UrlState, parameter: str) -> None:
    """Show the field of a setting that is a number of seconds."""
    low, high = SECONDS[parameter]
    st.number_input(
        words.RECORDING_SETTING_TITLES[parameter],
        low,
        high,
        step=0.5,
        format="%g",
        width=280,
        **_bound(view, parameter),
    )


def _write(view: UrlState, parameter: str, value: Any) -> None:
    """Write a widget's value to the address; what belonged to the old value goes."""
    gone: dict[str, Any] = {}
    if parameter == "item":
        gone = {"place": None, "start": None, "group": None}
    value = tuple(value) if isinstance(value, list) else value
    show_view(replace(view, page=1, number="", **{parameter: value}, **gone))


def show_view(view: UrlState) -> None:
    """Show another view on this page, or say why its address cannot be written."""
    if view.too_long:
        say(view.too_long, "warning")
    else:
        st.query_params.from_dict(view.query())


def pick_group(view: UrlState, corpus: Corpus) -> int:
    """Show the choice of a coder group, if there are several; return its place."""
    number = max(1, group_shown(view, corpus))
    _group_box(view, corpus, number, range(1, len(corpus.groups) + 1))
    return number - 1


def pick_group_or_all(view: UrlState, corpus: Corpus) -> int | None:
    """Show the choice of a coder group or all; return the place of the group, None of all."""
    groups = len(corpus.groups)
    number = group_shown(view, corpus) if groups > 1 else 1
    _group_box(view, corpus, number, (*range(1, groups + 1), ALL))
    return None if number == ALL else number - 1


def _group_box(view: UrlState, corpus: Corpus, number: int, numbers: Sequence[int]) -> None:
    if len(corpus.groups) > 1:
        pick(
            st.selectbox,
            words.GROUP,
            replace(view, group=number),
            "group",
            numbers,
            format_func=lambda number: group_title(corpus, number),
            width=380,
        )


def name_group(view: UrlState, corpus: Corpus, place: int) -> None:
    """Take another name for a coder group."""
    group = corpus.groups[place]
    key = f"name of group {place}"
    st.session_state[key] = group.title

    def rename() -> None:
        title = st.session_state[key].strip()
        if title in {other.name for other in corpus.groups} - {group.name}:
            say(words.GROUP_TAKEN.format(title), "warning")
            return
        # Each group by its first coder, whichever coder an address names it by.
        titles = {one.coders[0]: one.title for one in corpus.groups if one.title}
        titles = {**titles, group.coders[0]: title}
        said = [part for coder, name in titles.items() if name for part in (coder, name)]
        show_view(replace(view, groups=tuple(said)))

    st.text_input(
        words.NAME_OF_GROUP,
        key=key,
        placeholder=group.name,
        max_chars=MAX_NAME,
        on_change=rename,
        width=280,
        help=words.NAME_OF_GROUP_ABOUT,
    )


def open_corpus(view: UrlState, *, who: bool = False) -> tuple[SelectedCorpus, Corpus]:
    """Find the corpus of a view, or say what to do and end the page.

    With `who`, it has the coders whom the view looks at; else all as they are.
    """
    found = chosen(view)
    corpus = found.shown_by(view) if who else found.counted_by(view)
    if corpus is None:
        _say_why(found)
        if found.may_edit:
            way = Link(words.DECIDE_IMPORT, view.href("import"))
        elif found.why:
            way = Link(words.OPEN_ANOTHER, view.of_corpus("").href("projects"))
        else:
            way = Link(words.SEE_PROBLEMS, view.href("data"))
        sample = view.of_corpus(next(iter(SAMPLES))).href("")
        components.links([way, Link(words.LOOK_AT_SAMPLE, sample)], key="empty")
        st.stop()
    return found, corpus


def _say_why(found: SelectedCorpus) -> None:
    """Explain why there is nothing to compute with."""
    if found.reading is not None:
        st.error(words.NOTHING_USABLE)
    else:
        st.info(words.WAITS if found.saved else escape_markdown(found.why))


def mirror(key: str, value: Any, decide: Callable[[Any], None]) -> dict[str, Any]:
    """Return arguments by which a widget shows a value, and decides when it changes."""
    st.session_state[key] = value
    return {"key": key, "on_change": lambda: decide(st.session_state[key])}


def mirror_address(key: str, value: Any, write: Callable[[Any], None]) -> dict[str, Any]:
    """Return the same for a value of the address, which links change too.

    A widget in a closed drawer does not hear of that, and would bring its own value back: then
    another one takes its place.
    """
    known = f"{key}, and how often a link changed it"
    times, before = st.session_state.get(known, (0, value))
    times += _unordered(before) != _unordered(value)
    st.session_state[known] = times, value

    def changed(chosen: Any) -> None:
        st.session_state[known] = times, chosen
        write(chosen)

    return mirror(f"{key} {times}" if times else key, value, changed)


def _unordered(value: Any) -> Any:
    return frozenset(value) if isinstance(value, list) else value
