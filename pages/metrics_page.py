"""The catalogue of the metrics."""

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import current_view, escape_markdown
from segmetrics.dashboard.learn import metrics_view, words
from segmetrics.metrics import registry

view = current_view()
components.links([components.Link(words.TO_LABORATORY, view.href("laboratory"))], key="laboratory")

with st.expander(words.TERMS):
    components.table(metrics_view.term_table(), words.TERMS_CAPTION, "terms")

compared = metrics_view.compared(view, frame.chosen(view).shown_by(view))
if compared and not frame.too_detailed(compared.item):
    a, b = compared.pair
    st.header(
        escape_markdown(words.PAIR_ON.format(a=a, b=b, item=compared.item.name)), anchor="pair"
    )
    components.links(metrics_view.pair_links(compared, view), key="of the pair")
    components.table(
        metrics_view.metric_table(compared, view), words.METRICS_AGAINST.format(a=a, b=b), "metrics"
    )
    st.caption(escape_markdown(words.WHICH_IS_WHICH.format(a=a, b=b)))

for family, about in registry.FAMILIES.items():
    st.header(about, anchor=False)
    for metric in registry.METRICS.values():
        if metric.family != family:
            continue
        # A link from elsewhere opens the metric that it is about.
        with st.expander(
            f"{frame.title_of(metric.key)} ({metric.key})", expanded=metric.key == view.number
        ):
            st.latex(metric.formula)
            facts = metrics_view.fact_table(metric)
            components.table(facts, metric.name, f"facts {metric.key}")

st.header(words.NOT_HERE, anchor=False)
for name, citation, why in registry.NOT_DEFINED:
    st.markdown(escape_markdown(f"{name} ({citation}): {why}"))
