"""Segmentations that a visitor draws, and what each metric makes of them."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import current_view, escape_markdown
from segmetrics.dashboard.learn import laboratory_tables, laboratory_view
from segmetrics.derivations import derivation, metric_derivation
from segmetrics.metrics import registry
from segmetrics.phrases import capital

# Keys of the session: the drawing that was shown last, and the one before it.
NOW, BEFORE = "drawn now", "drawn before"
WRITTEN = "written segment sizes"

view = current_view()
st.markdown(
    "Draw segmentations of one text by clicking boundaries on and off, and see what every metric "
    "makes of it. Begin with a scene:"
)
with st.container(gap=None):
    for source, links in laboratory_view.scene_links(view).items():
        name, shown = st.columns([1, 4], gap="small")
        name.caption(escape_markdown(capital(source)))
        with shown:
            components.links(links, key=f"scenes {source}")
try:
    drawn = laboratory_view.drawing_of(view)
except laboratory_view.DrawingError as error:
    st.error(escape_markdown(f"The address makes no drawing: {error}. Choose a scene above."))
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


st.subheader(escape_markdown(laboratory_view.origin(drawn)), anchor=False)
if drawn.scene:
    st.markdown(escape_markdown(drawn.scene.look))

seen = components.seen_by(
    "edits",
    drawn.pair,
    drawn.compared,
    (1, drawn.mass),
    n=view.n,
    width=view.width,
)
if drawn != st.session_state.get(NOW):
    st.session_state[BEFORE], st.session_state[NOW] = st.session_state.get(NOW), drawn
before = st.session_state[BEFORE]
lanes = sorted(drawn.lanes, key=lambda lane: (lane != hypothesis, lane != reference))
components.drawing(
    [components.DrawnLane(lane.name, lane.entry, lane.segmentation.boundaries) for lane in lanes],
    seen.marks,
    seen.counts,
    laboratory_tables.gauges(drawn, before, opening),
    mass=drawn.mass,
    entries=drawn.entries,
    sent="\n".join(view.drawn),
    label=f"Drawing of {len(lanes)} segmentations of {drawn.mass} units; the edits are those "
    f"between {hypothesis.name} and {reference.name}",
    href=view.href("laboratory", drawn=()),
    key="drawing",
)
said = laboratory_tables.reaction(before, drawn) if before else None
st.markdown(
    escape_markdown(said or "Click between two units: what the metrics make of it is said here.")
)
components.links(
    [*laboratory_view.pair_links(drawn, view), *laboratory_view.text_links(drawn, view)],
    key="changes",
)
with st.container(horizontal=True, gap="medium"):
    frame.near_miss_window(view)
    frame.pick(
        st.segmented_control,
        "WindowDiff counts",
        view,
        "width",
        width=220,
        help="What a window of size k holds: k units, or k potential boundaries.",
    )
    if len(drawn.lanes) > 2:
        others = [name for name in drawn.names if name != reference.name]
        frame.pick(st.selectbox, "Compare", view, "hypothesis", others, width=220)
        others = [name for name in drawn.names if name != hypothesis.name]
        frame.pick(st.selectbox, "with the reference", view, "reference", others, width=220)

if len(drawn.lanes) > 2:
    closest = laboratory_tables.preferences(drawn)
    st.subheader(f"Which is closest to {escape_markdown(reference.name)}?", anchor=False)
    st.markdown(escape_markdown(laboratory_tables.preference_in_words(closest)))
    components.table(
        *laboratory_tables.preference_table(closest),
        caption=f"All segmentations against {reference.name}",
        key="preferences",
    )

st.subheader(f"What the metrics say of {escape_markdown(hypothesis.name)}", anchor=False)
components.table(
    *laboratory_tables.metric_table(drawn, opening),
    caption=f"All metrics of {hypothesis.name} against {reference.name}",
    key="metrics",
)
st.caption(
    escape_markdown(f"{reference.name} is the reference; reversed, it is the other way round.")
)
for difference in laboratory_tables.known_differences(drawn):
    st.caption(escape_markdown(difference))

st.subheader("All segmentations together", anchor=False)
frame.pick(
    st.segmented_control,
    "Convention",
    view,
    "convention",
    help="What expected agreement counts: boundaries (defined), or segments (published).",
)
components.table(
    *laboratory_tables.coefficient_table(drawn, view),
    caption="Coefficients of all segmentations",
    key="coefficients",
)

st.subheader("Take it away", anchor=False)
st.caption("The address of this page holds the whole drawing. The file opens on the Corpus page.")


def write() -> None:
    """Draw what was written."""
    lines = (line.strip() for line in st.session_state[WRITTEN].splitlines())
    frame.show_view(replace(view, drawn=tuple(filter(None, lines))))


st.session_state[WRITTEN] = "\n".join(drawn.entries)
st.text_area(
    "Segment sizes, a line for each segmentation; write others to draw them",
    key=WRITTEN,
    max_chars=2
    * frame.LENGTHS_OF["drawn"],  # what is too long is refused in words, and not cut off
    on_change=write,
)
content = laboratory_view.project_file(drawn)
st.code(content, language="json", wrap_lines=True)
st.download_button("Drawing as JSON", lambda: content, "drawing.json", on_click="ignore")


def found() -> derivation.Derivation | None:
    """Find where the value of the opened metric comes from."""
    metric = registry.METRICS.get(view.number)
    if metric is None:
        return None
    options = frame.options_of(metric, drawn)
    return metric_derivation.metric_derivation(
        metric, *drawn.pair, coders=drawn.compared, options=options
    )


def flaws() -> None:
    """Show what is wrong with the opened metric."""
    metric = registry.METRICS[view.number]
    for flaw in (f"It misses: {metric.misses}", *metric.flaws):
        st.markdown(f"- {escape_markdown(flaw)}")
    components.links(
        [components.Link("All about it", view.href("metrics", number=metric.key))],
        key="opened metric",
    )


frame.open_found(view, "laboratory", found, of="this drawing", more=flaws)
