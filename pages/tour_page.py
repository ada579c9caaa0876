"""Low reliability and its causes, step by step on a sample."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import UrlState, computations, escape_markdown
from segmetrics.dashboard.learn import tour_view
from segmetrics.dashboard.results import item_view
from segmetrics.reliability import item_differences

# Pixels, where the window has as many: that of lines that are easy to read.
WIDTH = 880

view = UrlState(corpus=tour_view.SAMPLE)
found = frame.chosen(view)
corpus = found.corpus
if corpus is None:
    st.error("The sample cannot be read.")
    st.stop()
view = frame.resolve(view, corpus)
item = corpus[view.item or ""]
explained = computations.explanation_of(corpus, view.options, item)
if explained is None:
    st.stop()
pair = item_differences.pairs_of(corpus, item, n=view.n, width=view.width)[0]
view = replace(view, a=pair.a, b=pair.b)
told = tour_view.tour(item, pair, explained)
whole = (1, item.mass)

with st.container(width=WIDTH):
    st.subheader("1. Several people, one text", anchor=False)
    st.markdown(told.coded)
    components.strips(
        item,
        window=whole,
        place=None,
        marked=(),
        href=view.href("item"),
        key="strips",
    )
    st.subheader("2. How two of them differ", anchor=False)
    st.markdown(told.compared)
    seen = components.seen_by(
        "edits",
        (item.codings[pair.a], item.codings[pair.b]),
        (pair.a, pair.b),
        whole,
        n=view.n,
        width=view.width,
    )
    components.pair_view(
        item,
        (pair.a, pair.b),
        seen.marks,
        seen.counts,
        window=whole,
        place=None,
        label=f"Edits between {pair.a} and {pair.b}",
        href=view.href("item"),
        key="pair",
    )
    st.latex(item_view.worked_out(pair.similarity))
    st.subheader("3. One number for all", anchor=False)
    st.markdown(told.scored)
    st.markdown(told.chance)
    st.subheader("4. Where it comes from", anchor=False)
    st.markdown(told.origin)
    st.markdown("The places where they differ most, each shown in the chapter:")
    components.links(tour_view.places(explained, item, view), key="places")
    reasons = components.Link("All reasons, with their numbers →", view.href("item"))
    components.links([reasons], key="reasons")
    st.subheader("5. And now", anchor=False)
    components.links(tour_view.onward(UrlState(corpus=tour_view.SAMPLE)), key="onward")
    st.caption(escape_markdown(f"{found.source} {explained.signature}"))
