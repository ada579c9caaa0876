"""Segmentations that a visitor draws, and what each metric makes of them."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import current_view, escape_markdown
from segmetrics.dashboard.learn import laboratory_tables, laboratory_view, words
from segmetrics.derivations import derivation, metric_derivation
from segmetrics.metrics import registry
from segmetrics.phrases import capital

# Keys of the session: the drawing that was shown last, and the one before it.
NOW, BEFORE = "drawn now", "drawn before"
WRITTEN = "written segment sizes"

view = current_view()
st.markdown(words.LABORATORY)
with st.container(gap=None):
    for source, links in laboratory_view.scene_links(view).items():
        name, shown = st.columns([1, 4], gap="small")
        name.caption(escape_markdown(capital(source)))
        with shown:
            components.links(links, key=f"scenes {source}")
try:
    drawn = laboratory_view.drawing_of(view)
except laboratory_view.DrawingError as error:
    st.error(escape_markdown(words.NO_DRAWING.format(str(error))))
    st.stop()

hypothesis, reference = drawn.hypothesis, drawn.reference
view = replace(
    view,
    scene=drawn.scene.key if drawn.scene else "",
    hypothesis=hypothesis.name,
    reference=reference.name,
)


def opening(key: str) -> str:
    """Link the metric of a key."""
    return view.href("laboratory", number=key)


st.header(escape_markdown(laboratory_view.origin(drawn)), anchor=False)
if drawn.scene:
    st.markdown(escape_markdown(drawn.scene.look))

seen = components.seen_by(
    "edits", drawn.pair, drawn.compared, (1, drawn.mass), n=view.n, width=view.width
)
if drawn != st.session_state.get(NOW):
    st.session_state[BEFORE], st.session_state[NOW] = st.session_state.get(NOW), drawn
before = st.session_state[BEFORE]
lanes = sorted(drawn.lanes, key=lambda lane: (lane != hypothesis, lane != reference))
components.drawing(
    [
        components.DrawnLane(lane.name, lane.entry, tuple(lane.segmentation.boundaries))
        for lane in lanes
    ],
    seen,
    laboratory_tables.gauges(drawn, before, opening),
    mass=drawn.mass,
    entries=drawn.entries,
    sent="\n".join(view.drawn),
    label=words.DRAWING.format(
        segmentations=len(lanes),
        units=drawn.mass,
        hypothesis=hypothesis.name,
        reference=reference.name,
    ),
    href=view.href("laboratory", drawn=()),
    key="drawing",
)
said = laboratory_tables.reaction(before, drawn) if before else None
st.markdown(escape_markdown(said or words.NOTHING_CHANGED_YET))
components.links(
    [*laboratory_view.pair_links(drawn, view), *laboratory_view.text_links(drawn, view)],
    key="changes",
)
with st.container(horizontal=True, gap="medium"):
    frame.near_miss_window(view)
    frame.pick(
        st.segmented_control, words.WINDOWS_COUNT, view, "width", width=220, help=words.LANES_HELP
    )
    if len(drawn.lanes) > 2:
        others = [name for name in drawn.names if name != reference.name]
        frame.pick(st.selectbox, words.COMPARE, view, "hypothesis", others, width=220)
        others = [name for name in drawn.names if name != hypothesis.name]
        frame.pick(st.selectbox, words.WITH_REFERENCE, view, "reference", others, width=220)

if len(drawn.lanes) > 2:
    closest = laboratory_tables.preferences(drawn)
    st.header(escape_markdown(words.WHICH_IS_CLOSEST.format(reference.name)), anchor=False)
    st.markdown(escape_markdown(laboratory_tables.preference_in_words(closest)))
    components.table(
        laboratory_tables.preference_table(closest),
        words.ALL_AGAINST.format(reference.name),
        "preferences",
    )

st.header(escape_markdown(words.METRICS_OF.format(hypothesis.name)), anchor=False)
components.table(
    laboratory_tables.metric_table(drawn, opening),
    words.METRICS_AGAINST.format(a=hypothesis.name, b=reference.name),
    "metrics",
)
st.caption(escape_markdown(words.IS_REFERENCE.format(reference.name)))
for difference in laboratory_tables.known_differences(drawn):
    st.caption(escape_markdown(difference))

st.header(words.ALL_TOGETHER, anchor=False)
frame.pick(st.segmented_control, words.CONVENTION, view, "convention", help=words.CONVENTION_HELP)
components.table(
    laboratory_tables.coefficient_table(drawn, view), words.COEFFICIENTS_OF_ALL, "coefficients"
)

st.header(words.TAKE_AWAY, anchor=False)
st.caption(words.TAKE_IT_AWAY)


def write() -> None:
    """Draw what was written."""
    lines = (line.strip() for line in st.session_state[WRITTEN].splitlines())
    frame.show_view(replace(view, drawn=tuple(filter(None, lines))))


st.session_state[WRITTEN] = "\n".join(drawn.entries)
st.text_area(
    words.WRITE_SIZES,
    key=WRITTEN,
    max_chars=2
    * frame.LENGTHS_OF["drawn"],  # what is too long is refused in words, and not cut off
    on_change=write,
)
content = laboratory_view.project_file(drawn)
st.code(content, language="json", wrap_lines=True)
st.download_button(words.AS_JSON, lambda: content, "drawing.json", on_click="ignore")


def found() -> derivation.Derivation | None:
    """Find where the value of the opened metric comes from."""
    metric = registry.METRICS.get(view.number)
    if metric is None:
        return None
    options = frame.options_of(metric.key, n=drawn.n, width=drawn.width)
    return metric_derivation.metric_derivation(
        metric, *drawn.pair, coders=drawn.compared, options=options
    )


def flaws() -> None:
    """Show what is wrong with the opened metric."""
    metric = registry.METRICS[view.number]
    for flaw in (words.IT_MISSES.format(metric.misses), *metric.flaws):
        st.markdown(f"- {escape_markdown(flaw)}")
    components.links(
        [components.Link(words.ALL_ABOUT, view.href("metrics", number=metric.key))],
        key="opened metric",
    )


frame.open_found(view, "laboratory", found, of=words.THIS_DRAWING, more=flaws)
