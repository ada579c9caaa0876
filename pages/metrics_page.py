"""Metrics. Which metric measures what?"""

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.metrics_view import (
    FACT_COLUMNS,
    METRIC_COLUMNS,
    fact_rows,
    from_text,
    metric_rows,
    title_of,
)
from segmetrics.dashboard.shell import current_view, title, write_in
from segmetrics.dashboard.text import literal
from segmetrics.metrics.registry import FAMILIES, METRICS, NOT_DEFINED

view = current_view()
title("Metrics", "Which metric measures what?")

st.subheader("Try them", anchor=False)
st.markdown(
    "Write two segmentations of one text as the sizes of their segments and compare what the "
    "metrics say. To begin with: Figure 3 of Fournier & Inkpen (2012)."
)
left, right = st.columns(2, gap="medium")
with left:
    write_in("Hypothesis", view, "hypothesis")
with right:
    write_in("Reference", view, "reference")
hypothesis, reference = from_text(view.hypothesis), from_text(view.reference)
if isinstance(hypothesis, str) or isinstance(reference, str):
    for name, found in (("Hypothesis", hypothesis), ("Reference", reference)):
        if isinstance(found, str):
            st.error(literal(f"{name}: {found}."))
elif hypothesis.mass != reference.mass:
    st.error(
        f"The hypothesis has {hypothesis.mass:,} units, the reference {reference.mass:,}; "
        "two segmentations of one text have the same."
    )
else:
    components.table(
        METRIC_COLUMNS,
        metric_rows(hypothesis, reference, view),
        caption="All metrics of the two segmentations",
        key="tried",
    )

for family, about in FAMILIES.items():
    st.subheader(about, anchor=False)
    for metric in METRICS.values():
        if metric.family != family:
            continue
        with st.expander(f"{title_of(metric)} ({metric.key})"):
            st.latex(metric.formula)
            components.table(
                FACT_COLUMNS, fact_rows(metric), caption=metric.name, key=f"facts {metric.key}"
            )

st.subheader("Not here, and why", anchor=False)
for name, citation, why in NOT_DEFINED:
    st.markdown(literal(f"{name} ({citation}): {why}"))
