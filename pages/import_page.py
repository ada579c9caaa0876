"""Import. What did I bring, and what should become of it?"""

import streamlit as st

from segmetrics.dashboard import components, import_decisions
from segmetrics.dashboard.compare_view import placed
from segmetrics.dashboard.components import Link
from segmetrics.dashboard.components.coverage import coverage as coverage_picture
from segmetrics.dashboard.corpora import (
    accept,
    accepted_key,
    chosen,
    discard,
    review,
    then,
    uploads,
    was_accepted,
    what_stays,
)
from segmetrics.dashboard.import_state import Review
from segmetrics.dashboard.import_view import (
    MAX_CELLS,
    STATES,
    accept_label,
    facts,
    in_words,
)
from segmetrics.dashboard.problem_list import offer_problems, show_notices, show_problems
from segmetrics.dashboard.shell import NOT_HERE, current_view, leave_for, templates, title, upload
from segmetrics.dashboard.text import literal
from segmetrics.io.recognition import recognised

SHOWN_FILES = 200
SHOWN_DECISIONS = 8


def accept_and_leave(accepted: Review) -> None:
    """Make a review an upload, and go where it is looked at."""
    before, address = current_view(), then()
    key = accept(accepted, shown=before.corpus)
    leave_for(address, placed(before, key) if address == "compare" else before.of_corpus(key))


view = current_view()
title("Import", "What did I bring, and what should become of it?")
opened = review()
if opened is None:
    if chosen(view).reading is None:
        st.info(NOT_HERE)
    st.markdown(
        "Drop what your annotation tool exported: files, a ZIP, or a folder. You see what was "
        "read, decide what becomes of it, and accept it; nothing is accepted before."
    )
    files, formats = st.columns(2, gap="large")
    with files:
        upload()
    with formats:
        templates()
    st.stop()

with st.spinner("Looking at what was read", show_time=False):
    reading, coverage = opened.reading, opened.coverage
summary = literal(in_words(reading, coverage))
if reading.corpus is None:
    st.error(summary)
elif reading.problems:
    st.warning(summary)
else:
    st.success(summary)

done = was_accepted(opened)

with st.container(horizontal=True, vertical_alignment="center"):
    if done:
        here = view.of_corpus(accepted_key(opened) or "").href("agreement")
        components.links([Link("Accepted. Which items are unreliable? →", here)], key="onward")
    else:
        st.button(
            accept_label(reading),
            type="primary",
            disabled=reading.corpus is None,
            on_click=accept_and_leave,
            args=(opened,),
        )
    if opened.decisions:
        last = opened.decisions[-1].words
        st.button("Undo", on_click=opened.undo, help=literal(f"Undo: {last}"))
        st.button("Start again", on_click=opened.start_again, help="Take all decisions back")
    st.button(
        "Forget the files" if done else "Discard",
        on_click=discard,
        args=(opened,),
        help="Forget what was read; nothing stays on this server." if done else None,
    )
if not done and uploads():
    st.caption(literal(what_stays(opened, shown=view.corpus)))
if opened.decisions:
    words = [decision.words for decision in opened.decisions]
    earlier = len(words) - SHOWN_DECISIONS
    start = f"{earlier} earlier; " if earlier > 0 else ""
    st.markdown(literal(f"Decided: {start}{'; '.join(words[-SHOWN_DECISIONS:])}."))

picture, read = st.columns([3, 2], gap="large")
with picture:
    st.subheader("Who coded what", anchor=False)
    if 0 < len(coverage.items) * len(coverage.coders) <= MAX_CELLS:
        picked = coverage_picture(
            coverage.items,
            coverage.coders,
            coverage.cells(),
            STATES,
            counts=coverage.counts,
            key="coverage",
        )
        import_decisions.about_chosen(opened, coverage, picked)
    elif not coverage.states:
        st.markdown("No coding could be read.")
    else:
        counts = (f"{count:,} {STATES[state]}" for state, count in coverage.counts.items())
        st.markdown(f"Too many codings for a picture: {', '.join(counts)}.")
with read:
    st.subheader("What was recognised", anchor=False)
    for one in recognised(reading):
        if len(one.files) == 1:
            st.markdown(literal(one.sentence))
            continue
        with st.expander(literal(one.sentence)):
            st.text("\n".join(one.files[:SHOWN_FILES]))
            if len(one.files) > SHOWN_FILES:
                st.caption(f"The first {SHOWN_FILES} of {len(one.files):,} files.")
    if not reading.recognised:
        st.markdown("None of the files is of a format that can be read.")
    known = facts(reading, coverage, opened.choices.step).items()
    st.markdown("  \n".join(f"**{name}** {literal(text)}" for name, text in known))

if reading.problems:
    st.subheader("Problems", anchor=False)
    with st.container(horizontal=True):
        import_decisions.leave_out_faulty(opened)
        offer_problems(reading)
    show_problems(reading.problems)

if coverage.coders or reading.patterns:
    st.subheader("Decide", anchor=False)
    sections = ["Coders", "Items"]
    sections += ["Units"] * bool(reading.units)
    sections += ["Names of files"] * bool(reading.patterns)
    tabs = dict(zip(sections, st.tabs(sections), strict=True))
    with tabs["Coders"]:
        import_decisions.names(opened, "coders", coverage.coders)
        import_decisions.roles(opened, coverage.coders)
    with tabs["Items"]:
        import_decisions.names(opened, "items", coverage.items)
    if "Units" in tabs:
        with tabs["Units"]:
            import_decisions.units(opened)
    if "Names of files" in tabs:
        with tabs["Names of files"]:
            import_decisions.patterns(opened)
if coverage.items:
    st.subheader("A look inside", anchor=False)
    import_decisions.inside(opened, coverage.items)

if reading.notices:
    show_notices(reading.notices)
with st.expander("Open other files instead"):
    upload()
