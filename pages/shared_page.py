"""What a colleague opens: the answer, the items, the report; nothing can be changed here."""

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, current_view
from segmetrics.dashboard.results import overview_view, overview_words
from segmetrics.dashboard.share import report_view, words
from segmetrics.reporting.report_formats import REPORT_FORMATS

found, corpus = frame.open_corpus(current_view())
view = report_view.as_kept(current_view(), found.saved)
named = found.named_by(view)
if corpus.scale is None:
    judged = computations.reliability_of(corpus, view.options).computed()
    if judged is None:
        st.stop()
    intervals = frame.intervals_shown(view, corpus, judged)
    table = computations.table_of(corpus, view.options)
    shown, caption = overview_view.overview_of_texts(table, judged, intervals), words.ITEMS
    items = report_view.item_table(judged, view)
else:
    # The settings that are kept may count other boundaries than the address.
    counted = found.counted_by(view) or corpus
    agreed = computations.agreement_of(counted, view.recording_options).computed()
    if agreed is None:
        st.stop()
    shown, caption = overview_view.overview_of_recordings(agreed), words.RECORDINGS
    items = report_view.table_of_recordings(agreed, view)
if named is None:
    st.stop()
frame.explained(
    shown.headline, *overview_words.HEADLINE_TERMS[shown.unit], key="headline", lead=True
)
if shown.more:
    terms = overview_words.HEADLINE_TERMS[shown.unit]
    frame.explained([shown.more], *terms, key="more", small=True)
# Before the items, however many they are; the report is made when they are there.
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    download = st.container(width="content")
    components.links([components.Link(words.ALL_PAGES, view.href(""))], key="all pages")
components.table(items, caption, "items")
components.links(frame.page_links(len(corpus), view, "shared"), key="pages")
options = report_view.options_of(view, corpus)
today = report_view.today()
if options and (made := report_view.report_of(found, named, view, options, today)):
    _, report_page = made
    form = REPORT_FORMATS["html"]
    with download:
        frame.offer_file(
            words.DOWNLOAD_REPORT,
            lambda: report_page.whole,
            frame.download_name(found.file_name, "report", ending=form.ending),
            mime=form.mime,
            type="primary",
        )
