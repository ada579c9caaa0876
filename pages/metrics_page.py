"""The catalogue of the metrics."""

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import current_view, escape_markdown
from segmetrics.dashboard.learn import metrics_view
from segmetrics.metrics import registry

view = current_view()
components.links(
    [components.Link("Draw segmentations and see what every metric says", view.href("laboratory"))],
    key="laboratory",
)

for family, about in registry.FAMILIES.items():
    st.subheader(about, anchor=False)
    for metric in registry.METRICS.values():
        if metric.family != family:
            continue
        # A link from elsewhere opens the metric that it is about.
        with st.expander(
            f"{frame.title_of(metric)} ({metric.key})", expanded=metric.key == view.number
        ):
            st.latex(metric.formula)
            facts = metrics_view.fact_table(metric)
            components.table(*facts, caption=metric.name, key=f"facts {metric.key}")

st.subheader("Not here, and why", anchor=False)
for name, citation, why in registry.NOT_DEFINED:
    st.markdown(escape_markdown(f"{name} ({citation}): {why}"))
