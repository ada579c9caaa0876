"""The agreement of items, coder groups and the corpus, and what it rests on."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import agreement_view, coefficient_comparison, reliability_view
from segmetrics.plots import heat_maps, reliability_plots
from segmetrics.tables import agreement_columns

view = current_view()
found, corpus = frame.open_corpus(view)
frame.settings(view)
table = computations.table_of(corpus, view.options)
published = found.sample.published if found.sample and view.similarity == "s" else {}

judged = computations.reliability_of(corpus, view.options).computed()
intervals = None
if view.intervals == "shown":
    around = computations.intervals_of(corpus, view.options, judged, view.interval_options)
    intervals = around.computed()
st.markdown(escape_markdown(agreement_view.agreement_summary(table, judged, intervals)))
components.links(agreement_view.lead_on(judged, view, corpus), key="lead on")
with st.container(horizontal=True, gap="medium"):
    frame.pick_intervals(view)
rows = agreement_view.rows_on_page(table, view, intervals, judged)
links = frame.page_links(len(table.items), view, "agreement")
if judged:
    components.table(
        *agreement_view.reliability_page(rows, table, judged, view),
        caption="Reliability of items, groups and the corpus",
        key="reliability",
    )
    if links:
        components.links(links, key="pages")
    frame.notes(agreement_view.reading_notes(judged, intervals))

st.subheader("The coefficients of the papers", anchor=False)
components.table(
    *agreement_view.agreement_page(rows, table, view, published),
    caption="Agreement of items, groups and the corpus",
    key="table",
)
if links:
    components.links(links, key="pages of coefficients")
if len(table.groups) > agreement_view.SHOWN_GROUPS:
    st.caption(f"The first {agreement_view.SHOWN_GROUPS} of {len(table.groups):,} coder groups.")
if published and found.sample:
    st.caption(
        f"In small print, last: the figures published in {found.sample.published_in}, with = where "
        "ours are equal to their four decimals. They follow the convention "
        "“published”, windows of units and n = 2."
    )
st.caption("Every number opens: what it is, what was counted, and the formula with the numbers.")
frame.notes(
    [
        *agreement_columns.footnotes(table, judged),
        *agreement_columns.interval_notes(table, intervals, judged),
    ]
)
over_s = computations.table_of(corpus, replace(view, similarity="s").options)
over_b = computations.table_of(corpus, replace(view, similarity="b").options)
decided = computations.decisions_of(corpus)
st.markdown(escape_markdown(coefficient_comparison.contradictions(over_s, over_b, decided)))
more = st.expander("More coefficients", key="more coefficients", on_change="rerun")
if more.open:
    with more:
        around_decisions = None
        if view.intervals == "shown":
            job = computations.decision_intervals_of(corpus, view.interval_options)
            around_decisions = job.computed()
        components.table(
            *coefficient_comparison.decision_table(decided, view, around_decisions),
            caption="More coefficients of coder groups",
            key="decisions",
        )
gaps = reliability_view.rest_in_words(corpus)
frame.sentences(gaps)
if gaps:
    with st.expander("Pairs of coders with the fewest items in common"):
        components.table(
            *reliability_view.rest_table(corpus), caption="Pairs with gaps", key="rest"
        )

st.subheader("Ranked by reliability", anchor=False)
ranked, by = agreement_view.ranked_by(table, judged)
without = sum(getattr(row, by.column) is None for row in ranked.items)
if without:
    st.caption(f"Items without a value, which are not shown: {without:,}.")
frame.chart(
    frame.kept(
        ("ranked", corpus.digest, view.options, by, intervals and intervals.options),
        lambda: heat_maps.ranked_figure(corpus, ranked, by, intervals),
    ),
    key="ranked",
    alt=f"Items ranked by {by.plain}, the least reliable first",
)
st.caption(escape_markdown(agreement_columns.signature(table, intervals, judged)))

against = st.expander("Against chance", key="against chance", on_change="rerun")
if against.open and judged:
    with against:
        st.caption(
            "The formula of π* looks at single places, and random coders exceed it. Here coders "
            "are shuffled: their segment sizes in random order, or as many boundaries at random "
            "places, or their inner segments alone."
        )
        others = computations.other_chance_of(corpus, view.options)
        if others:
            levels = {judged.shuffling.null: judged.chance, **others}
            frame.sentences(reliability_view.chance_in_words(corpus, table, levels))
            components.table(
                *reliability_view.chance_table(rows, levels, view),
                caption="Chance levels beside agreement",
                key="chance",
            )
            st.caption(
                "  \n".join(escape_markdown(one.shuffling.signature) for one in levels.values())
            )

why = st.expander("Why is agreement low?", key="why", on_change="rerun")
if why.open:
    with why:
        explained = computations.group_explanation_of(
            corpus, view.options, frame.pick_group(view, corpus)
        )
        if explained:
            for reason in explained.sentences:
                st.markdown(f"- {escape_markdown(reason.text)}")
            components.table(
                *reliability_view.number_table(explained.sentences),
                caption="Numbers",
                key="numbers",
            )
            st.caption(escape_markdown(explained.signature))

windows = st.expander("Which near-miss window?", key="which window", on_change="rerun")
if windows.open:
    with windows:
        points = reliability_view.points_of(
            computations.scan_of(corpus, view.options) or (), "corpus"
        )
        if points:
            st.markdown(escape_markdown(reliability_view.scan_in_words(points)))
            frame.chart(
                reliability_plots.scan_figure(points, view.similarity),
                key="windows",
                alt="Near misses, full misses and the coefficient of the corpus for n = 1 to 10",
            )
