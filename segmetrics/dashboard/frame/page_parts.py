"""What pages are made of: figures, notes, sentences, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.downloads import offer_file
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.text import download_name, escape_markdown
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.glossary import marked
from segmetrics.io.write import WRITERS, CannotWrite, Written
from segmetrics.tables.browser import page
from segmetrics.tables.columns import Table


def offer_tables(
    name: str, formats: Mapping[str, Callable[..., str]], table: object, **told: object
) -> None:
    """Offer the tables of a page as files, with what else is told of them."""
    with st.container(horizontal=True, gap="small"):
        for form in ("csv", "json"):
            make = partial(formats[form], table, **told)
            offer_file(form.upper(), make, download_name(name, ending=f".{form}"))


def chart(of: Key, draw: Callable[[], Any], *, key: str, alt: str) -> None:
    """Show a figure, drawn once of what it shows; `alt` says that to those who do not see it."""
    figure = kept(("figure", key, *of), draw)
    st.plotly_chart(figure, key=key, config={"displayModeBar": False}, alt=alt)
    components.chart_picture(key, alt)


def notes(texts: Iterable[str]) -> None:
    """Show notes in small print, a line each."""
    if said := "  \n".join(map(escape_markdown, texts)):
        st.caption(said)


def sentences(texts: Iterable[str]) -> None:
    """Show sentences, a paragraph each."""
    for text in texts:
        st.markdown(escape_markdown(text))


def titled(table: Table[Any]) -> None:
    """Show a table under its title, with what the numbers allow to say before it."""
    st.header(table.title, anchor=False)
    sentences([table.lead] if table.lead else [])
    components.table(page(table), table.caption, table.key)
    notes(table.notes)


def explained(
    texts: Iterable[str], *terms: str, key: str, small: bool = False, lead: bool = False
) -> None:
    """Show sentences, a paragraph each; the first mention of each term has its definition."""
    components.prose([marked(text, terms) for text in texts], key=key, small=small, lead=lead)


def drawers(given: Mapping[str, tuple[str, Callable[[], None]]]) -> None:
    """Show parts of a page that are closed at first: by their keys, titles and what shows them."""
    for key, (title, show) in given.items():
        drawer = st.expander(title, key=key, on_change="rerun")
        if drawer.open:
            with drawer:
                show()


def for_paper(paragraphs: Mapping[str, str]) -> None:
    """Show paragraphs for a paper under their titles, each with a button that copies it."""
    st.header(words.FOR_PAPER, anchor=False)
    st.caption(words.FOR_PAPER_ABOUT)
    with st.container(key="paragraphs"):
        for title, text in paragraphs.items():
            st.markdown(f"**{title}**")
            st.code(text, language=None, wrap_lines=True)


def offer_in_formats(
    label: str,
    write: Callable[[str], Written | CannotWrite],
    name: str,
    *,
    of: str,
    lost: Sequence[str] = (),
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """Offer a file in a format that a person chooses; say what it cannot hold."""
    key = st.selectbox(
        label,
        tuple(WRITERS),
        index=None,
        format_func=lambda key: WRITERS[key].title,
        placeholder=words.CHOOSE_FORMAT,
        width=width,
    )
    file = write(key) if key else None
    if isinstance(file, CannotWrite):
        st.error(escape_markdown(words.CANNOT_HOLD.format(of=of, why=file)))
    elif key and file:
        for one in (*lost, *file.lost):
            st.warning(escape_markdown(words.NOT_IN_FILE.format(one)))
        named, content = f"{name}{WRITERS[key].ending}", file.content
        offer_file(escape_markdown(words.DOWNLOAD.format(named)), lambda: content, named)
