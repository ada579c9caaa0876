"""Deciding about disputes: the widgets, what they do to the session's corpus, and undo."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from segmetrics.agreement.decisions import THRESHOLDS
from segmetrics.consensus.decisions import reopened, settle
from segmetrics.consensus.gold import METHODS, left_behind
from segmetrics.dashboard.consensus_view import (
    answers,
    comment_on,
    outcome,
    worklist,
    written_gold,
)
from segmetrics.dashboard.corpora import keep_decisions
from segmetrics.dashboard.paging import PAGE_SIZE
from segmetrics.dashboard.shell import near_miss_window, pick
from segmetrics.dashboard.text import literal
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.report.consensus_tables import CONSENSUS_FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from segmetrics.consensus.decisions import Consensus
    from segmetrics.consensus.disputes import Dispute
    from segmetrics.corpus import Corpus, Decision
    from segmetrics.dashboard.consensus_view import Worklist
    from segmetrics.dashboard.corpora import Chosen
    from segmetrics.dashboard.view import View

__all__ = ["ask", "offer_files", "offer_undo", "rule"]

MAX_COMMENT = 500
THRESHOLD_WORDS = {"more_than": "more than", "at_least": "at least"}
# Key of the session: for the codings of each corpus, what was decided before each step.
STEPS = "steps of decisions"
# Steps that can be undone; each remembers all decisions before it.
MOST_STEPS = 200


def rule(view: View) -> None:
    """Show how a consensus is made."""
    with st.container(horizontal=True, gap="large"):
        pick(
            st.segmented_control,
            "Consensus by",
            METHODS,
            view,
            "method",
            required=True,
            help="**majority**: the places that enough coders marked. **pooled**: the same, but "
            "boundaries fewer than n positions apart count together, and the gold boundary lies "
            "at their median. **medoid**: the coder who is most like the others of an item, by B.",
        )
        if view.method != "medoid":
            pick(
                st.segmented_control,
                "A boundary needs",
                THRESHOLDS[::-1],
                view,
                "threshold",
                required=True,
                format_func=THRESHOLD_WORDS.__getitem__,
            )
            last = 100 if view.threshold == "at_least" else 95
            pick(
                st.select_slider,
                "of the coders of an item",
                sorted({*range(5, last + 1, 5), view.share}),
                view,
                "share",
                format_func=lambda share: f"{share}%",
                width=280,
            )
        near_miss_window(view)


def ask(key: str, corpus: Corpus, view: View, dispute: Dispute, work: Worklist) -> None:
    """Ask what becomes of a dispute.

    Parameters
    ----------
    key : str
        Key of the corpus.
    corpus : Corpus
        The corpus, with its decisions.
    view : View
        The view that shows the dispute.
    dispute : Dispute
        The dispute.
    work : Worklist
        All disputes.
    """
    settled = outcome(dispute, work.words)
    at = work.listed.index(dispute)
    name = f"{dispute.item} {dispute.place}"
    st.text_input(
        "Comment, kept with the decision",
        comment_on(dispute, work.words),
        key=f"comment {name}",
        max_chars=MAX_COMMENT,
        width=560,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        for place, coders in answers(dispute):
            main = place == dispute.place
            st.button(
                f"{'Accept' if main else 'Move to'} after unit {place:,}",
                key=f"accept {place}",
                type="primary" if main else "secondary",
                shortcut="A" if main else None,
                help=f"Marked by {coders:,} of {len(dispute.votes) + len(dispute.silent):,}.",
                on_click=_decide,
                args=(key, corpus, view, dispute, at, place),
            )
        st.button(
            "Reject",
            key="reject",
            shortcut="X",
            help="No boundary here.",
            on_click=_decide,
            args=(key, corpus, view, dispute, at, None),
        )
        with st.popover("Move elsewhere"):
            elsewhere = st.number_input(
                "After unit",
                1,
                corpus[dispute.item].mass - 1,
                dispute.place,
                key=f"elsewhere {name}",
            )
            st.button(
                "Move there",
                key="move",
                on_click=_decide,
                args=(key, corpus, view, dispute, at, elsewhere),
            )
        if settled:
            st.button(
                "Open again",
                key="open again",
                help="Take back what was decided about this dispute.",
                on_click=_take_back,
                args=(key, corpus, view, dispute),
            )


def offer_undo(key: str, corpus: Corpus) -> None:
    """Offer to take the last decision of this session back."""
    steps = st.session_state.get(STEPS, {}).get(corpus.codings_digest)
    st.button(
        "Undo",
        shortcut="U",
        disabled=not steps,
        help="Take the last decision back.",
        on_click=_undo,
        args=(key, corpus),
    )


def _decide(
    key: str, corpus: Corpus, view: View, dispute: Dispute, at: int, where: int | None
) -> None:
    """Settle a dispute, and go on to the open one that takes its place in the worklist."""
    comment = st.session_state[f"comment {dispute.item} {dispute.place}"].strip()
    made = (*reopened(corpus.decisions, dispute), *settle(dispute, where, comment))
    _step(key, corpus, view, made)
    item = view.item if view.scope == "item" else None
    work = worklist(corpus.with_decisions(made), view.n, item)
    if work.open:
        at = at if at < work.open else 0
        dispute = work.listed[at]
    page = at // PAGE_SIZE + 1
    _show(replace(view, item=dispute.item, place=dispute.place, start=None, page=page))


def _take_back(key: str, corpus: Corpus, view: View, dispute: Dispute) -> None:
    _step(key, corpus, view, reopened(corpus.decisions, dispute))


def _step(key: str, corpus: Corpus, view: View, made: Sequence[Decision]) -> None:
    """Change decisions, and remember how they were, and where."""
    steps = st.session_state.setdefault(STEPS, {}).setdefault(corpus.codings_digest, [])
    steps.append((corpus.decisions, view))
    del steps[:-MOST_STEPS]
    keep_decisions(key, made)


def _undo(key: str, corpus: Corpus) -> None:
    made, view = st.session_state[STEPS][corpus.codings_digest].pop()
    keep_decisions(key, made)
    _show(view)


def _show(view: View) -> None:
    st.query_params.from_dict(view.query())


def offer_files(found: Chosen, made: Consensus) -> None:
    """Offer the gold segmentation, its boundaries, and the corpus with all decisions.

    Parameters
    ----------
    found : Chosen
        The corpus as it was read, with its decisions.
    made : Consensus
        Its gold segmentation.
    """
    corpus = found.corpus
    if corpus is None or not made.items:
        return
    name = f"segmetrics-{found.key}"
    key = st.selectbox(
        "The gold segmentation as",
        tuple(WRITERS),
        index=None,
        format_func=lambda key: WRITERS[key].title,
        placeholder="choose a format",
        width=360,
    )
    file = written_gold(corpus, made, key) if key else None
    if isinstance(file, CannotWrite):
        st.error(literal(f"This format cannot hold it: {file}."))
    elif key and file:
        for lost in (*left_behind(corpus), *file.lost):
            st.warning(literal(f"Not in the file: {lost}."))
        named = f"{name}-gold{WRITERS[key].ending}"
        st.download_button(f"Download {named}", file.content, named, on_click="ignore")
    with st.container(horizontal=True):
        if corpus.decisions:
            everything = WRITERS["segmetrics-json"]
            st.download_button(
                "The corpus with your decisions (segmetrics JSON)",
                lambda: everything.write(corpus).content,
                f"{name}{everything.ending}",
                on_click="ignore",
            )
        for form in ("csv", "json"):
            st.download_button(
                f"Boundaries with support ({form.upper()})",
                partial(CONSENSUS_FORMATS[form], made),
                f"{name}-consensus.{form}",
                on_click="ignore",
            )
    if corpus.decisions:
        st.caption(
            "Decisions stay in this session. A file of the corpus with your decisions keeps them: "
            "open it later, here or with the command line, and go on."
        )
