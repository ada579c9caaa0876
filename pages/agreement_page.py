"""Agreement. Which items are unreliable?"""

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.agreement_view import agreement_view, in_words
from segmetrics.dashboard.corpora import table_of
from segmetrics.dashboard.shell import current_view, open_corpus, settings, title
from segmetrics.dashboard.text import literal
from segmetrics.report.figures import ranked_figure
from segmetrics.report.tables import footnotes, signature

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
if published and found.sample:
    st.caption(
        f"In small print: the figures published in {found.sample.published_in}, with = where ours "
        "are equal to their four decimals. They follow the convention “published”, windows of "
        "units and n = 2."
    )
st.caption("  \n".join(map(literal, footnotes(table))))

st.subheader("Ranked by reliability", anchor=False)
st.plotly_chart(
    ranked_figure(corpus, table),
    key="ranked",
    config={"displayModeBar": False},
    alt="Items ranked by pi*_S, the least reliable first; the table above has the numbers",
)
st.caption(literal(signature(table)))
