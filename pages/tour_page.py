"""Low reliability and its causes, step by step on a sample."""

from dataclasses import replace

import streamlit as st

from segmetrics.adjudication.differing_places import differing_places
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import UrlState, computations, escape_markdown
from segmetrics.dashboard.learn import tour_view, words
from segmetrics.dashboard.results import item_view
from segmetrics.reliability.item_pairs import pairs_of

# Pixels, where the window has as many: that of lines that are easy to read.
WIDTH = 880

view = UrlState(corpus=tour_view.SAMPLE)
found = frame.chosen(view)
corpus = found.corpus
if corpus is None:
    st.error(words.TOUR_UNREAD)
    st.stop()
view = frame.resolve(view, corpus)
item = corpus[view.item or ""]
explained = computations.explanation_of(corpus, view.options, item.name)
found_of_coders = computations.findings_of(corpus, view.options.uncertain).computed()
if explained is None or found_of_coders is None:
    st.stop()
pair = pairs_of(corpus, item, view.options)[0]
view = replace(view, a=pair.a, b=pair.b)
coded, differ, scored, chance, origin = tour_view.tour(item, pair, explained)
habit = tour_view.habit(corpus, found_of_coders.rows)
whole = (1, item.mass)

with st.container(width=WIDTH):
    st.header(words.TOUR_HEADINGS[0], anchor=False)
    st.markdown(coded)
    components.strips(
        item, window=whole, place=None, marked=(), href=view.href("item"), key="strips"
    )
    st.markdown(words.TOUR_TEXT)
    components.reading(item, whole, place=None, href=view.href("item", place=None), key="text")
    st.header(words.TOUR_HEADINGS[1], anchor=False)
    st.markdown(differ)
    seen = components.seen_by(
        "edits",
        (item.codings[pair.a], item.codings[pair.b]),
        (pair.a, pair.b),
        whole,
        n=view.n,
        width=view.width,
        unit=item.unit,
    )
    components.pair_view(
        item,
        (pair.a, pair.b),
        seen,
        window=whole,
        place=None,
        label=words.EDITS_BETWEEN.format(a=pair.a, b=pair.b),
        href=view.href("item"),
        key="pair",
    )
    st.latex(item_view.worked_out(pair.edits))
    st.header(words.TOUR_HEADINGS[2], anchor=False)
    st.markdown(scored)
    st.markdown(chance)
    st.header(words.TOUR_HEADINGS[3], anchor=False)
    st.markdown(origin)
    st.markdown(words.TOUR_PLACES)
    differing = differing_places(corpus, item, view.options.model)
    components.links(tour_view.places(differing, view, item.unit), key="places")
    reasons = components.Link(words.TOUR_REASONS, view.href("item"))
    components.links([reasons], key="reasons")
    st.header(words.TOUR_HEADINGS[4], anchor=False)
    st.markdown(habit.told[0])
    there = view.href("item", item=habit.item.name, place=None, a=None, b=None)
    whole = (1, habit.item.mass)
    components.strips(
        habit.item, window=whole, place=None, marked=(habit.coder,), href=there, key="habit strips"
    )
    components.reading(habit.item, whole, place=None, href=there, key="habit text")
    st.markdown(habit.told[1])
    st.markdown(habit.told[2])
    st.header(words.TOUR_HEADINGS[5], anchor=False)
    components.links(tour_view.onward(UrlState(corpus=tour_view.SAMPLE)), key="onward")
    st.caption(escape_markdown(f"{found.source} {explained.signature}"))
