"""The report: what it holds, and its formats."""

from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import frame
from segmetrics.dashboard.frame import computations, current_view, escape_markdown, told
from segmetrics.dashboard.share import report_view
from segmetrics.reporting.report import CONTENTS
from segmetrics.reporting.report_formats import REPORT_FORMATS

HEIGHT = 860


view = current_view()
found, _ = frame.open_corpus(view)
for key in report_view.unknown_contents(view):
    st.warning(
        escape_markdown(f"No report holds {key!r}, which the address asks for; it was left out.")
    )
view = replace(view, contents=tuple(key for key in CONTENTS if key in view.contents))
frame.settings(view)
frame.pick(
    st.pills,
    "What it holds",
    view,
    "contents",
    tuple(CONTENTS),
    selection_mode="multi",
    format_func=CONTENTS.__getitem__,
)
with st.container(horizontal=True, gap="large"):
    frame.pick(
        st.segmented_control,
        "Coders",
        view,
        "coders",
        help="By number, no name of a coder stands anywhere in the report; names of items and "
        "texts stay as they are.",
    )
    frame.pick_intervals(view)

options = report_view.options_of(view)
if options is None or found.reading is None or found.corpus is None:
    st.info("Choose at least one thing that the report is to hold.")
    st.stop()
today = report_view.today()
made = computations.report_of(found.reading, found.corpus, options, today)
if made is None:
    st.stop()
report, page = made
writers, without = report_view.writers(report, page), report_view.undrawn()
if report.left_out:
    st.warning(escape_markdown(f"Left out because of problems: {', '.join(report.left_out)}."))

with st.container(horizontal=True, gap="small"):
    for form in REPORT_FORMATS.values():
        is_page = form.key == "html"
        st.download_button(
            f"{form.title} ({report_view.size_of(page)})" if is_page else form.title,
            frame.while_open(writers[form.key]),
            f"report{form.ending}",
            form.mime,
            type="primary" if is_page else "secondary",
            help=escape_markdown(form.about),
            on_click="ignore",
            key=f"download {form.key}",
        )
if found.may_edit:
    st.button(
        "Keep this report",
        help="As HTML, as it is now, beside the corpus; the page Saved lists it.",
        on_click=told(report_view.keep),
        args=(found.place, page, f"Report of {today}", report.signature),
    )
if without:
    st.caption(escape_markdown(f"Figures come as HTML here, not as SVG and PNG: {without}."))
st.caption(
    f"**What went into it** {escape_markdown(report.signature)}. "
    "Every file holds the whole of it, as this "
    "one does at its end."
)
with st.container(border=True):
    st.iframe(page.decode(), height=HEIGHT, alt="The report")
