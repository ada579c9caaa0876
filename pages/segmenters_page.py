"""Automatic segmenters beside people."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.results import segmenters_view
from segmetrics.dashboard.results import segmenters_words as words
from segmetrics.plots import segmenter_plots
from segmetrics.segmenters import texttiling
from segmetrics.tables import browser, segmenter_tables

view = frame.current_view()
found, corpus = frame.open_corpus(view, who=True)
automatic, unknown = segmenters_view.chosen_automatic(corpus, view.automatic)
offered = segmenters_view.offered(corpus, view.added)
added = tuple(name for name in view.added if name in offered.names)

for name in unknown:
    st.warning(frame.escape_markdown(words.UNKNOWN_CODER.format(name)))
for name in offered.unknown:
    st.warning(frame.escape_markdown(words.UNKNOWN_SEGMENTER.format(name)))
who, more = st.columns([1.2, 1.6], gap="medium", vertical_alignment="top")
with who:
    frame.pick(
        st.multiselect,
        words.WHO,
        replace(view, automatic=automatic),
        "automatic",
        corpus.coders,
        format_func=frame.escape_markdown,
        placeholder=words.NOBODY,
        help=words.WHO_HELP,
    )
with more:
    frame.pick(
        st.multiselect,
        words.BESIDE,
        replace(view, added=added),
        "added",
        offered.names,
        format_func=segmenters_view.label,
        placeholder=words.NOTHING_ELSE,
        help=words.BESIDE_HELP,
    )
if offered.refused:
    st.warning(offered.refused)
if offered.note:
    st.caption(frame.escape_markdown(offered.note))
if corpus.kind != "linear":
    st.caption(words.PLACES_ONLY)

corpus = replace(corpus, automatic=automatic)
if texttiling.NAME in added:
    tiles = segmenters_view.tiled(corpus)
    if tiles is None:
        st.stop()
    corpus = tiles.corpus
    if tiles.left_out:
        st.caption(frame.escape_markdown(segmenters_view.left_out_in_words(tiles)))
table = segmenters_view.compared(corpus, view.options, added)
if table is None:
    st.stop()
if not table.comparisons:
    st.info(words.NOTHING)
    st.stop()
if not corpus.automatic:
    st.info(words.NO_SEGMENTER)

opened = ("opened segmenter", table.digest, table.options, table.baselines, view.number)
find = partial(segmenters_view.opened_change, corpus, table, view.number)
frame.open_found(view, "segmenters", partial(frame.kept, opened, find), of=words.THESE)
st.header(words.VERDICT, anchor=False)
st.markdown(segmenters_view.verdicts(table.kept))
kept = browser.page(segmenter_tables.kept_table(table.kept))
components.table(kept, words.KEPT, "kept")
groups = tuple(dict.fromkeys(one.group for one in table.comparisons))
for place, group in enumerate(groups[: segmenters_view.SHOWN_GROUPS]):
    comparisons = [one for one in table.comparisons if one.group == group]
    st.header(frame.escape_markdown(words.BESIDE_GROUP.format(group)), anchor=False)
    st.markdown(segmenters_view.verdicts(comparisons))
    frame.chart(
        (table.digest, table.options, table.baselines),
        partial(segmenter_plots.changes_figure, comparisons),
        key=f"changes {place}",
        alt=words.CHANGES_OF.format(group),
    )
    components.table(
        segmenters_view.group_table(comparisons, view),
        words.SEGMENTERS_BESIDE.format(group),
        f"table {place}",
    )
    if tests := [test for test in table.tests if test.group == group]:
        with st.expander(words.EACH_OTHER):
            components.table(
                browser.page(segmenter_tables.permutation_table(tests)),
                words.TESTS_BESIDE.format(group),
                f"tests {place}",
            )
if len(groups) > segmenters_view.SHOWN_GROUPS:
    st.caption(words.FIRST_GROUPS.format(segmenters_view.SHOWN_GROUPS, f"{len(groups):,}"))

st.caption(words.OPENS)
frame.explained([words.READING], *words.READING_TERMS, key="reading", small=True)
frame.notes(segmenter_tables.segmenter_notes(table))
st.caption(frame.escape_markdown(segmenter_tables.segmenter_signature(table)))
frame.offer_tables("segmenters", segmenter_tables.SEGMENTER_FORMATS, table)
