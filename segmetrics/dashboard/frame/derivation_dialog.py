"""A number that is opened: what it is, what was counted, the formula with the numbers put in."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from segmetrics.coefficients.quantities import BESIDE, quantity_of
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.computations import (
    chance_of,
    decisions_of,
    reliability_of,
    table_of,
)
from segmetrics.dashboard.frame.derivation_links import BETWEEN, parts_of
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.metric_options import options_of
from segmetrics.dashboard.frame.shown_item import intervals_shown
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.derivations.corpus_derivation import corpus_derivation
from segmetrics.derivations.derivation import Derivation, Step, no_interval
from segmetrics.derivations.latex_formulas import aligned
from segmetrics.derivations.metric_derivation import metric_derivation
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import shown, six_decimals
from segmetrics.reliability.leave_one_out import COLUMNS as INTERVAL_COLUMNS
from segmetrics.tables.browser import Cell, Heading, TableRow, span

# Numbers whose intervals have another name than they have in the address.
INTERVAL_OF = {f"{of.similarity}.{of.column}": key for key, of in BESIDE.items() if of.similarity}
COUNT_COLUMNS = (Heading(words.WHAT_WAS_COUNTED, numeric=False), Heading(words.NUMBER))
# Key of the session: whether a person has just closed what was opened.
CLOSED = "closed"


def open_number(view: UrlState, address: str, corpus: Corpus | None) -> None:
    """Show the number that a view opens, if it opens one, in a dialog."""
    if corpus is None:
        return
    key = ("opened", corpus.named_digest, view.options, view.number)
    open_found(
        view,
        address,
        lambda: kept(key, lambda: _found(view, corpus)),
        of=words.THIS_CORPUS,
        more=lambda: _show_interval(view, corpus),
    )


def open_found(
    view: UrlState,
    address: str,
    find: Callable[[], Derivation | None],
    *,
    of: str,
    more: Callable[[], None] | None = None,
) -> None:
    """Show the number that a view opens, if it opens one, wherever it comes from."""
    # Always there: what stands below would move, be made anew in the browser and lose the focus.
    place = st.empty()
    if st.session_state.pop(CLOSED, False):
        with place:
            components.close(view.href(address))
        return
    if not view.number:
        return
    found = find()
    if found is None:
        place.warning(
            escape_markdown(
                f"The address opens {view.number[:40]!r}, which is no number of {of}; "
                "nothing is opened."
            )
        )
        return

    def show() -> None:
        _show(found)
        if more:
            more()

    def close() -> None:
        st.session_state[CLOSED] = True

    title = escape_markdown(found.name)
    st.dialog(title, width="medium", position="right", on_dismiss=close)(show)()


def _found(view: UrlState, corpus: Corpus) -> Derivation | None:
    """Find the number that a view opens; None if there is no such number."""
    column, level, name = parts_of(view.number)
    if level == "pair":
        return _of_pair(view, corpus, column, name)
    quantity = quantity_of(column)
    if quantity is None:
        return None
    return corpus_derivation(
        corpus,
        view.options,
        quantity,
        level,
        name,
        agreement_of=table_of,
        chance_of=chance_of,
        decisions_of=decisions_of,
    )


def _of_pair(view: UrlState, corpus: Corpus, metric: str, names: str) -> Derivation | None:
    """Find the value of a metric of two coders on an item."""
    a, b, item = (*names.split(BETWEEN), "", "", "")[:3]
    if metric not in METRICS or item not in corpus or not {a, b} <= corpus[item].codings.keys():
        return None
    codings, chosen = corpus[item].codings, METRICS[metric]
    options = options_of(metric, n=view.n, width=view.width, types=corpus.types)
    return metric_derivation(chosen, codings[a], codings[b], coders=(a, b), options=options)


def _show_interval(view: UrlState, corpus: Corpus) -> None:
    """Show the interval around the opened number, or why there is none."""
    column, level, name = parts_of(view.number)
    column = INTERVAL_OF.get(column, column)
    if column not in INTERVAL_COLUMNS:
        return
    known = intervals_shown(view, corpus, reliability_of(corpus, view.options).glanced())
    if known is None:
        return
    for row in known.rows:
        if (row.level, row.item) == (level, name):
            found = getattr(row, column)
            ends = span(found)
            around = (
                words.INTERVAL.format(span=ends, signature=known.options.signature)
                if ends
                else no_interval(found)
            )
            st.caption(escape_markdown(around))


def _show(found: Derivation) -> None:
    """Show where a number comes from."""
    st.metric(words.VALUE, shown(found.value), label_visibility="collapsed")
    st.markdown(escape_markdown(found.about))
    if found.undefined:
        st.markdown(escape_markdown(words.NO_VALUE.format(found.undefined)))
    for step in found.steps:
        st.caption(escape_markdown(step.name))
        st.latex(written(step))
    if found.steps:
        st.caption(escape_markdown(found.name))
    st.latex(written(found))
    if found.counts:
        # Whole numbers stay whole.
        rows = [TableRow("item", [Cell(of), Cell(six_decimals(one))]) for of, one in found.counts]
        components.table((COUNT_COLUMNS, rows), words.WHAT_WAS_COUNTED, "opened counts")
    for line in (found.convention, words.SOURCE.format(found.source) if found.source else ""):
        if line:
            st.caption(escape_markdown(line))


def written(found: Step | Derivation) -> str:
    """Write a step, or the number itself, in LaTeX as the dialog shows it."""
    value = "" if found.value is None else shown(found.value)
    return aligned(found.formula, found.inserted, value)
