"""Corpus. What do I have, and is it valid?"""

import streamlit as st

from segmetrics.corpus import UNCERTAIN, with_uncertain
from segmetrics.dashboard import components
from segmetrics.dashboard.agreement_view import in_words as agreement_in_words
from segmetrics.dashboard.agreement_view import lead_on
from segmetrics.dashboard.components import Link
from segmetrics.dashboard.corpora import (
    FILES,
    accepted_key,
    chosen,
    forget,
    review,
    review_given,
    table_of,
    uploads,
    was_accepted,
    written,
)
from segmetrics.dashboard.corpus_view import (
    MARK_COLUMNS,
    NUMBER_COLUMNS,
    SHOWN_GROUPS,
    TOUR,
    UNCERTAIN_COUNTS,
    WELCOME,
    choices,
    first_visit,
    group_rows,
    in_words,
    mark_rows,
)
from segmetrics.dashboard.problem_list import offer_problems, show_problems
from segmetrics.dashboard.shell import (
    NOT_HERE,
    current_view,
    leave_for,
    pick,
    templates,
    title,
    upload,
)
from segmetrics.dashboard.text import literal
from segmetrics.io.recognition import recognised
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.report.figures import coverage_figure


def forget_and_leave(key: str) -> None:
    """Forget an upload, and show what is shown unasked."""
    forget(key)
    st.query_params.clear()


view = current_view()
found = chosen(view)
title("Corpus", "What do I have, and is it valid?")
if first_visit(view):
    st.markdown(WELCOME)
    components.links([Link(TOUR, view.href("tour"))], key="tour")

here, own = st.columns([3, 2], gap="large")
with own:
    st.subheader("Open your own", anchor=False)
    upload()
    waiting = review()
    if waiting is not None and not was_accepted(waiting):
        link = Link("An import waits for your decision →", view.href("import"))
        components.links([link], key="waiting")
    with st.expander("File formats and templates"):
        templates()
    st.subheader("Or one of these", anchor=False)
    components.links(choices(view, found.key), key="choices")

with here:
    st.subheader(literal(found.title), anchor=False)
    if found.sample:
        st.markdown(literal(found.sample.about))
        st.caption(literal(f"Source: {found.sample.source}."))
    reading = found.reading
    if reading is None:
        st.info(NOT_HERE)
        st.stop()
    for one in recognised(reading):
        st.caption(literal(one.sentence))
    if waiting is not None and was_accepted(waiting) and accepted_key(waiting) == found.key:
        again = Link("Review it again", view.href("import"))
        components.links([again], key="again")
    if found.key in uploads():
        st.button("Forget this upload", on_click=forget_and_leave, args=(found.key,))
    if found.key == FILES and st.button(
        "Review and decide", help="Units, names, what to leave out"
    ):
        review_given()
        leave_for("import", view)
        st.rerun()
    if reading.problems:
        st.error(literal(in_words(reading)))
    elif not found.sample:
        st.success("All items can be used.")
    if reading.corpus is not None:
        components.table(
            NUMBER_COLUMNS,
            group_rows(reading.corpus),
            caption="The corpus in numbers",
            key="numbers",
        )
        if reading.corpus.kind != "linear":
            marks = mark_rows(reading.corpus)
            components.table(MARK_COLUMNS, marks, caption="Types and levels", key="marks")
        if UNCERTAIN in reading.corpus.types:
            pick(
                st.segmented_control,
                "Uncertain boundaries count",
                tuple(UNCERTAIN_COUNTS),
                view,
                "uncertain",
                required=True,
                format_func=UNCERTAIN_COUNTS.__getitem__,
            )
        if reading.corpus.reference:
            st.caption(literal(f"The coder {reading.corpus.reference} is the reference."))
        corpus = with_uncertain(reading.corpus, view.uncertain)
        table = table_of(corpus, view.options)
        st.markdown(agreement_in_words(table))
        onward = Link("Which items are unreliable? →", view.href("agreement"))
        components.links([onward, *lead_on(table, view)], key="on")
        if len(reading.corpus.groups) > SHOWN_GROUPS:
            st.caption(f"The first {SHOWN_GROUPS} of {len(reading.corpus.groups):,} coder groups.")

if reading.corpus is not None:
    with here, st.expander("Download this corpus"):
        key = st.selectbox(
            "Download it as",
            tuple(WRITERS),
            index=None,
            format_func=lambda key: WRITERS[key].title,
            placeholder="choose a format",
        )
        file = written(reading.corpus, key) if key else None
        if isinstance(file, CannotWrite):
            st.error(literal(f"This format cannot hold the corpus: {file}."))
        elif key and file:
            for lost in file.lost:
                st.warning(literal(f"Not in the file: {lost}."))
            name = f"{found.key}{WRITERS[key].ending}"
            st.download_button(f"Download {name}", file.content, name, on_click="ignore")
if reading.problems:
    st.subheader("Problems", anchor=False)
    offer_problems(reading)
    show_problems(reading.problems)
if reading.corpus is not None:
    st.subheader("Who coded what", anchor=False)
    st.plotly_chart(
        coverage_figure(reading.corpus),
        key="coverage",
        config={"displayModeBar": False},
        alt="Which coder (rows) coded which item (columns)",
    )
    st.caption("Blue: coded; grey: not coded.")
