"""The coders beside each other: pairs, what each does, the others without them, how many do."""

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import coders_view
from segmetrics.metrics import registry
from segmetrics.plots import reliability_plots
from segmetrics.reliability import coverage

view = current_view()
_, corpus = frame.open_corpus(view)
groups = corpus.groups
if view.group > len(groups):
    st.warning(f"There is no coder group {view.group:,}; this is the last one.")
chosen = frame.pick_group(view, corpus)
measure, window = st.columns(2, gap="medium")
with measure:
    frame.pick(
        st.selectbox,
        "Metric",
        view,
        "metric",
        format_func=lambda key: frame.title_of(registry.METRICS[key]),
    )
with window:
    frame.near_miss_window(view)
group = groups[chosen]
if len(group.coders) < 2:
    st.info("One coder only: there is nobody to compare with.")
    st.stop()

within = computations.group_of(corpus, chosen)
metric = registry.METRICS[view.metric]
options = frame.options_of(metric, view, corpus.types)

st.subheader("Who agrees with whom", anchor=False)
matrix = computations.matrix_of(within, metric, options)
if matrix:
    st.markdown(escape_markdown(coders_view.apart_in_words(matrix)))
    drawn, table = st.columns(2, gap="medium")
    with drawn:
        frame.chart(
            reliability_plots.matrix_figure(matrix, metric),
            key="matrix",
            alt=f"{frame.title_of(metric)} of each pair of coders",
        )
    pair = coders_view.chosen_pair(matrix, view)
    if pair:
        with table:
            components.table(
                *coders_view.pair_table(matrix, pair, view),
                caption="Pairs of coders, those who agree least first",
                key="coder pairs",
            )
            if len(matrix.pairs) > coders_view.SHOWN_PAIRS:
                st.caption(
                    f"The {coders_view.SHOWN_PAIRS} pairs who agree least, "
                    f"of {len(matrix.pairs):,}."
                )
    st.caption(escape_markdown(coders_view.metric_in_words(matrix)))
    st.caption(escape_markdown(coders_view.matrix_signature(matrix, options, within)))
    if pair:
        st.subheader(
            f"Where {escape_markdown(pair[0])} and {escape_markdown(pair[1])} differ most",
            anchor=False,
        )
        components.table(
            *coders_view.pair_item_table(
                pair, computations.pair_items_of(within, pair, metric, view.n, options), view
            ),
            caption=f"Items on which {pair[0]} and {pair[1]} differ most",
            key="pair items",
        )
        components.links(coders_view.back_links(view, corpus), key="back to the item")

st.subheader("What each coder does", anchor=False)
found = computations.granularity_of(within)
st.markdown(escape_markdown(coders_view.drifts_in_words(found)))
components.table(*coders_view.coder_table(found), caption="Granularity", key="granularity")
findings = computations.findings_of(corpus, view.options.uncertain)
named: list[str] = []
if findings:
    beside = [row for row in findings.rows if row.coder in group.coders]
    named = [row.coder for row in beside if row.stands_out]
    frame.sentences(coders_view.findings_in_words(beside, len(within)))
    components.table(
        *coders_view.finding_table(beside), caption="Each coder beside the others", key="beside"
    )
    st.caption(coders_view.FINDING_RULES)
who = st.expander("Who coded what", key="who", on_change="rerun")
if who.open:
    with who:
        components.coverage_picture(coverage.coverage(within), key="coverage")

st.subheader("Without one of them", anchor=False)
influence = computations.influence_of(corpus, view.options)
if influence:
    rows = [row for row in influence.coders if row.coder in group.coders]
    of_items = [row for row in influence.items if row.item in within]
    frame.sentences(coders_view.changes_without_coders(rows) + coders_view.outlying_items(of_items))
    known = [row for row in rows if row.change is not None]
    if known:
        frame.chart(
            reliability_plots.influence_figure(known, named),
            key="influence",
            alt="Change of the coefficient when a coder is left out, with intervals",
        )
        components.table(
            *coders_view.influence_table(rows), caption="Each coder left out", key="without"
        )
    columns, left_out = coders_view.left_out_table(of_items, view)
    if left_out:
        st.markdown(f"**Items without which the others change most, first {len(left_out)}**")
        components.table(columns, left_out, caption="Each item left out", key="without item")
    st.caption(escape_markdown(f"{view.options.signature}; {coders_view.LEFT_OUT_INTERVALS}"))

st.subheader("How many would be enough?", anchor=False)
wishes = sorted({*coders_view.WISHES, view.wish})
with st.columns([1, 2])[0]:
    frame.pick(
        st.selectbox,
        "Wished width of the interval of π*",
        view,
        "wish",
        wishes,
        format_func=lambda hundredths: f"{hundredths / 100:g}",
    )
plan = computations.plan_of(corpus, view.options, chosen)
if plan:
    frame.sentences(coders_view.plan_in_words(plan, view.wish / 100))
    if plan.now:
        frame.chart(
            reliability_plots.plan_figure(plan, view.wish / 100),
            key="plan",
            alt="Width of the interval for other numbers of items and of coders",
        )
    st.caption(
        escape_markdown(
            f"{view.options.signature}; {100 * plan.level:g}% intervals for other coders and other "
            "items, from the jackknife's variances at hand"
        )
    )
