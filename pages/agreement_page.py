"""Agreement. Which items are unreliable?"""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.agreement_view import SHOWN_GROUPS, agreement_view, in_words
from segmetrics.dashboard.corpora import decisions_of, table_of
from segmetrics.dashboard.shell import current_view, open_corpus, settings, title
from segmetrics.dashboard.stories_view import STORY_COLUMNS, story_rows
from segmetrics.dashboard.stories_view import in_words as stories_in_words
from segmetrics.dashboard.text import literal
from segmetrics.report.figures import ranked_figure
from segmetrics.report.tables import footnotes, headings, signature

view = current_view()
title("Agreement", "Which items are unreliable?")
found, corpus = open_corpus(view)
settings(view)
table = table_of(corpus, view.options)
published = found.sample.published if found.sample else {}
shown = agreement_view(table, view, published)

st.markdown(in_words(table))
components.table(
    shown.columns, shown.rows, caption="Agreement of items, groups and the corpus", key="table"
)
if shown.pages:
    components.links(shown.pages, key="pages")
if len(table.groups) > SHOWN_GROUPS:
    st.caption(f"The first {SHOWN_GROUPS} of {len(table.groups):,} coder groups.")
if published and found.sample:
    st.caption(
        f"In small print: the figures published in {found.sample.published_in}, with = where ours "
        "are equal to their four decimals. They follow the convention “published”, windows of "
        "units and n = 2."
    )
st.caption("  \n".join(map(literal, footnotes(table))))

st.subheader("Side by side", anchor=False)
over_s = table_of(corpus, replace(view, similarity="s").options)
over_b = table_of(corpus, replace(view, similarity="b").options)
decided = decisions_of(corpus)
components.table(
    STORY_COLUMNS,
    story_rows(over_s, over_b, decided),
    caption="Coefficients side by side",
    key="stories",
)
st.markdown(literal(stories_in_words(over_s, over_b, decided)))

st.subheader("Ranked by reliability", anchor=False)
without = sum(row.pi_star is None for row in table.items)
if without:
    st.caption(f"Items without a value, which are not shown: {without:,}.")
st.plotly_chart(
    ranked_figure(corpus, table),
    key="ranked",
    config={"displayModeBar": False},
    alt=f"Items ranked by {headings(table)[0]}, the least reliable first, as in the table",
)
st.caption(literal(signature(table)))
