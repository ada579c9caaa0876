"""Item. What exactly differs?"""

from dataclasses import replace

import streamlit as st

from segmetrics.corpus import Corpus
from segmetrics.dashboard import components
from segmetrics.dashboard.agreement_view import item_table
from segmetrics.dashboard.corpora import table_of
from segmetrics.dashboard.item_view import (
    PAIR_COLUMNS,
    SHOWN_PAIRS,
    pair_rows,
    pairs_of,
    part_links,
    resolve,
    visible_part,
    worked_out,
)
from segmetrics.dashboard.shell import current_view, near_miss_window, open_corpus, pick, title
from segmetrics.dashboard.text import literal
from segmetrics.report.tables import reasons, signature

view = current_view()
_, corpus = open_corpus(view)
table = table_of(corpus, view.options)
view = resolve(view, corpus, table)
item = corpus[view.item or ""]
title(literal(item.name), "What exactly differs?")
for note in view.notes:
    st.warning(literal(note))

names = [one.name for one in corpus.items]
chooser, window = st.columns([1, 1], gap="medium")
with chooser:
    pick(st.selectbox, "Item", names, view, "item")
with window:
    near_miss_window(view)

row = next(row for row in table.items if row.item == item.name)
columns, shown = item_table(row)
components.table(columns, [shown], caption=f"Agreement on {item.name}", key="item table")
for reason in reasons(row):
    st.caption(literal(reason))

st.subheader("All coders", anchor=False)
part = visible_part(item, view.place)
if part != (1, item.mass):
    components.heat_map(
        components.heat_map_data(Corpus((item,))),
        order=[0],
        href=view.href("item"),
        label=f"Heat map of {item.name}; a click moves the strips below to that place",
        key="item heat map",
        chosen=(item.name, view.place) if view.place else None,
        names=False,
        height=180,
    )
    st.caption(f"Units {part[0]:,} to {part[1]:,} of {item.mass:,}")
    components.links(part_links(item, part, view), key="parts")

pairs = pairs_of(item, view)
if not pairs:
    components.strips(item, window=part, place=view.place, marked=(), key="strips")
    st.info("One coder only: there is nobody to compare with.")
    st.stop()
pair = next((p for p in pairs if {p.a, p.b} == {view.a, view.b}), pairs[0])
view = replace(view, a=pair.a, b=pair.b)
components.strips(item, window=part, place=view.place, marked=(pair.a, pair.b), key="strips")

st.subheader(f"Edits between {literal(pair.a)} and {literal(pair.b)}", anchor=False)
components.edit_view(item, pair.similarity.edits, window=part, place=view.place, key="edits")
if pair.similarity.undefined:
    st.info(literal(pair.similarity.undefined))
else:
    st.latex(worked_out(pair.similarity))

st.subheader("All pairs, the least similar first", anchor=False)
components.table(PAIR_COLUMNS, pair_rows(pairs, view), caption="Pairs of coders", key="pairs")
if len(pairs) > SHOWN_PAIRS:
    st.caption(f"The {SHOWN_PAIRS} least similar of {len(pairs)} pairs.")
st.caption(literal(signature(table)))
