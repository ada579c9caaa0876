"""Published figures, each beside ours."""

from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.learn import reproduce_view, words
from segmetrics.phrases import counted
from segmetrics.plots import paper_plots
from segmetrics.reproduction import reproduced
from segmetrics.tables import reproduction_tables

# Data files that this session has for papers.
given_here: dict[str, reproduce_view.Given] = st.session_state.setdefault("paper data", {})
view = frame.current_view()
frame.pick(st.segmented_control, words.PAPER, view, "paper")
st.caption(frame.escape_markdown(words.ABOUT[view.paper]))
in_short = st.empty()
later = st.empty()


def forget_data() -> None:
    """Forget the data files of the paper."""
    given_here.pop(view.paper, None)


def show(part: reproduced.Part) -> None:
    """Show a part: how it was computed, its figures, why some are not equal."""
    st.header(frame.escape_markdown(part.title), anchor=False)
    st.caption(
        frame.escape_markdown(
            " ".join(filter(None, (f"{reproduce_view.tally(part).capitalize()}.", part.how)))
        )
    )
    if part.curves:
        frame.chart(
            (view.paper, given.digest),
            partial(paper_plots.curves_figure, part.curves),
            key=f"figure {part.title}",
            alt=words.CURVES_DRAWN.format(
                title=part.title, names=", ".join(part.curves.values), across=part.curves.across
            ),
        )
    ours, theirs = reproduce_view.tables(part)
    counts = [counted(len(rows), "row") for _, rows in (ours, theirs)]
    if ours[1]:
        at_hand = len(ours[1]) <= reproduce_view.SHOWN_ROWS
        with st.container() if at_hand else st.expander(words.ALL_ROWS.format(counts[0])):
            components.table(ours, part.title, f"part {part.title}")
    if theirs[1]:
        with st.expander(words.PUBLISHED_ONLY.format(counts[1]), expanded=not ours[1]):
            caption = words.PUBLISHED_ALONE.format(part.title)
            components.table(theirs, caption, f"rest {part.title}")
    for why in reproduce_view.reasons_of(part):
        st.caption(frame.escape_markdown(why))
    components.links(reproduce_view.links_of(part, view), key=f"links {part.title}")


given = given_here.get(view.paper, reproduce_view.NOTHING)
if view.paper in words.FILES:
    if given.digest:
        used, forget = st.columns([4, 1], vertical_alignment="center")
        used.caption(words.GIVEN)
        forget.button(words.FORGET, on_click=forget_data)
    else:
        files = st.file_uploader(
            words.PUBLISHED_DATA.format(words.FILES[view.paper]),
            type=list(reproduce_view.ENDINGS[view.paper]),
            accept_multiple_files=True,
            key=f"data {view.paper}",
            help=words.FILES_HELP,
        )
        wrong = reproduce_view.too_large(sum(file.size for file in files))
        if files and not wrong:
            try:
                sources = [(file.name, file.getvalue()) for file in files]
                given_here[view.paper] = reproduce_view.given_data(view.paper, sources)
            except ValueError as error:
                wrong = str(error)
            else:
                frame.give_back(files)
                st.rerun()
        if wrong:
            st.error(frame.escape_markdown(wrong))

parts = reproduce_view.quick_parts(view, given)
if reproduced.counts_of(parts).keys() - {"missing"}:
    st.caption(words.READING)
for part in parts:
    show(part)
if view.paper in words.SIMULATED:
    st.header(words.SIMULATIONS, anchor=False)
    simulated = reproduce_view.simulated_parts(view, given)
    for part in simulated or ():
        show(part)
    if simulated is None:
        later.caption(words.NOT_YET.format(words.SIMULATED[view.paper]))
    parts = (*parts, *(simulated or ()))
in_short.markdown(frame.escape_markdown(reproduced.summary_of(parts)))
st.markdown(words.ON_COMMAND_LINE)
st.code(reproduce_view.command(view, given), language=None)
frame.offer_tables(view.paper, reproduction_tables.REPRODUCTION_FORMATS, parts)
