"""Automatic segmenters beside people."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.results import segmenters_view
from segmetrics.plots import segmenter_plots
from segmetrics.segmenters import texttiling
from segmetrics.tables import segmenter_tables

view = frame.current_view()
found, corpus = frame.open_corpus(view)
automatic, unknown = segmenters_view.chosen_automatic(corpus, view.automatic)
offered = segmenters_view.offered(corpus, view.added)
added = tuple(name for name in view.added if name in offered.names)

for name in unknown:
    st.warning(
        frame.escape_markdown(f"The address calls {name} automatic; there is no such coder.")
    )
for name in offered.unknown:
    st.warning(frame.escape_markdown(f"The address adds {name}; there is no such segmenter."))
who, more, window = st.columns([1.2, 1.6, 1], gap="medium", vertical_alignment="top")
with who:
    frame.pick(
        st.multiselect,
        "Automatic coders",
        replace(view, automatic=automatic),
        "automatic",
        corpus.coders,
        format_func=frame.escape_markdown,
        placeholder="None",
        help="Coders of this corpus that are automatic segmenters; all others are people.",
    )
with more:
    frame.pick(
        st.multiselect,
        "Compared with",
        replace(view, added=added),
        "added",
        offered.names,
        format_func=segmenters_view.label,
        placeholder="Nothing else",
        help="Baselines know nothing of the texts: they are yardsticks. MAJORITY is made of "
        "what these people marked, so it agrees with them more than a segmenter could.",
    )
with window:
    frame.near_miss_window(view)
if offered.refused:
    st.warning(offered.refused)
if offered.note:
    st.caption(frame.escape_markdown(offered.note))
if corpus.kind != "linear":
    st.caption("Boundaries count as places alone here; their types and levels do not.")

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
    st.info(
        "There is nothing to compare. It needs a segmenter or a baseline, and an item that two "
        "people coded."
    )
    st.stop()
if not corpus.automatic:
    st.info(
        "No coder of this corpus is marked as automatic, so only baselines are shown: yardsticks "
        "for a segmenter of your own. Say above which coders are automatic."
    )

opened = ("opened segmenter", table.digest, table.options, table.baselines, view.number)
find = partial(segmenters_view.opened_change, corpus, table, view.number)
frame.open_found(view, "segmenters", partial(frame.kept, opened, find), of="these segmenters")
st.subheader("As good as a person?", anchor=False)
st.markdown(segmenters_view.verdicts(table.kept))
components.table(
    *segmenters_view.kept_of(table), caption="Agreement that segmenters keep", key="kept"
)
groups = segmenters_view.by_group(table)
for place, (group, comparisons) in enumerate(groups[: segmenters_view.SHOWN_GROUPS]):
    st.subheader(frame.escape_markdown(f"Beside {group}"), anchor=False)
    st.markdown(segmenters_view.verdicts(comparisons))
    frame.chart(
        segmenter_plots.changes_figure(comparisons),
        key=f"changes {place}",
        alt=f"Change of each coefficient of {group} by each segmenter, with intervals",
    )
    components.table(
        *segmenters_view.group_table(comparisons, view),
        caption=f"Segmenters beside {group}",
        key=f"table {place}",
    )
    columns, tests = segmenters_view.tests_of(table, group)
    if tests:
        with st.expander("Segmenters against each other, over items"):
            components.table(columns, tests, caption=f"Tests beside {group}", key=f"tests {place}")
if len(groups) > segmenters_view.SHOWN_GROUPS:
    st.caption(
        f"The first {segmenters_view.SHOWN_GROUPS} of {len(groups):,} coder groups; "
        "the files have all."
    )

st.caption("Every coefficient opens: what was counted, and the formula with the numbers.")
st.caption(frame.escape_markdown(segmenters_view.READING))
frame.notes(segmenter_tables.segmenter_notes(table))
st.caption(frame.escape_markdown(segmenter_tables.segmenter_signature(table)))
frame.offer_tables("segmenters", segmenter_tables.SEGMENTER_FORMATS, table)
