"""What leaves: paragraphs for a paper, the report, tables, a link for a colleague, everything."""

from dataclasses import replace

import streamlit as st

from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import current_view, escape_markdown, told
from segmetrics.dashboard.server.routes import PLOTLY
from segmetrics.dashboard.share import report_view, words
from segmetrics.reporting.html_report import ReportPage
from segmetrics.reporting.report import CONTENTS, Report, contents_of
from segmetrics.reporting.report_formats import REFERENCES, REPORT_FORMATS

HEIGHT = 860
# Key of the session: the project to which a link was just made, and the link, kept nowhere else.
MADE = "link for a colleague"


def offer(report: Report, page: ReportPage, keys: tuple[str, ...], name: str) -> None:
    """Offer a report in formats, HTML first, in files of a name."""
    writers = report_view.writers(report, page)
    with st.container(horizontal=True, gap="small"):
        for form in map(REPORT_FORMATS.__getitem__, keys):
            is_page = form.key == "html"
            frame.offer_file(
                f"{form.title} ({report_view.in_megabytes(page.size)})" if is_page else form.title,
                writers[form.key],
                # LaTeX asks for its references by this name.
                REFERENCES
                if form.key == "bibtex"
                else frame.download_name(name, "report", ending=form.ending),
                mime=form.mime,
                type="primary" if is_page else "secondary",
                help=escape_markdown(form.about),
                key=f"download {form.key}",
            )


def show_link(found: frame.SelectedCorpus) -> None:
    """Show what there is to send to a colleague."""
    st.header(words.COLLEAGUE, anchor=False)
    mode = frame.visitor().mode
    if mode in ("local", "ephemeral"):
        st.markdown(words.LINKS[mode])
        return
    if found.saved is None:
        st.markdown(words.NOT_SAVED)
        return
    st.markdown(words.LINKS[mode])
    if not found.saved.may("own"):
        st.caption(words.NOT_YOURS)
    elif mode == "accounts":
        frame.show_address(found.key, report_view.ADDRESS)
    else:
        show_new_link(found)


def show_new_link(found: frame.SelectedCorpus) -> None:
    """Offer to make a link, and show the one that was just made."""
    place, link = st.session_state.get(MADE, ("", ""))
    if place != found.key:
        st.button(words.MAKE_LINK, on_click=make_link, args=(found.key,))
        return
    st.markdown(words.COPY_NOW)
    frame.show_address(link, report_view.ADDRESS)
    st.button(words.COPIED, on_click=lambda: st.session_state.pop(MADE, None))


@told
def make_link(place: str) -> None:
    """Create a link to read, which is shown once."""
    link = frame.store().sharing.make_link(frame.visitor(), place, "read")
    st.session_state[MADE] = place, link


def show_everything(found: frame.SelectedCorpus) -> None:
    """Offer all of a project as a ZIP."""
    if found.saved is None:
        return
    st.header(words.EVERYTHING, anchor=False)
    st.markdown(words.EVERYTHING_ABOUT if found.may_edit else words.EVERYTHING_SEEN)
    frame.offer_file(
        words.DOWNLOAD_ALL,
        frame.packed(found.saved),
        frame.download_name(found.file_name, ending=".zip"),
        key="export",
    )


def choose_round(view: frame.UrlState, found: frame.SelectedCorpus) -> None:
    """Show which round of a project leaves, with the choice of another."""
    rounds = report_view.choice_of_rounds(view)
    if len(rounds) < 2:
        return
    st.session_state["round to share"] = found.key
    st.selectbox(
        words.ROUND,
        tuple(rounds),
        format_func=rounds.__getitem__,
        key="round to share",
        help=words.ROUND_HELP,
        width=380,
        on_change=lambda: frame.show_view(view.of_corpus(st.session_state["round to share"])),
    )


def choose(view: frame.UrlState, corpus: Corpus) -> None:
    """Show what a report can hold, and how."""
    titles = contents_of(corpus)
    with st.expander(words.HOLDS, key="holds"):
        frame.pick(
            st.pills,
            words.CONTENTS,
            replace(view, contents=tuple(key for key in titles if key in view.contents)),
            "contents",
            titles,
            selection_mode="multi",
        )


def choose_before_sending(view: frame.UrlState, report: Report) -> None:
    """Show what of texts and people the report holds, with the choice to leave it out."""
    passages = any(one.texts for one in report.excerpts)
    named = not report.options.anonymous
    st.markdown(words.before_sending(passages=passages, names=named))
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        frame.pick(st.segmented_control, words.CODERS, view, "coders", help=words.BY_NUMBER)
        if any(item.texts for item in report.corpus.items):
            others = tuple(key for key in view.contents if key != "excerpts")
            st.button(
                words.WITHOUT_PASSAGES if passages else words.WITH_PASSAGES,
                on_click=frame.show_view,
                args=(replace(view, contents=others if passages else (*others, "excerpts")),),
            )


view = current_view()
found, corpus = frame.open_corpus(view)
for key in report_view.unknown_contents(view):
    st.warning(escape_markdown(words.UNKNOWN.format(key)))
of_texts = corpus.scale is None
if of_texts and "consensus" in view.contents and (wrong := report_view.gold_problem(view)):
    st.warning(escape_markdown(words.NO_CONSENSUS.format(wrong)))
view = replace(view, contents=tuple(key for key in CONTENTS if key in view.contents))
options = report_view.options_of(view, corpus)
named = found.named_by(view)
if options is None or named is None:
    choose(view, corpus)
    st.info(words.NOTHING_HELD)
    st.stop()
today = report_view.today()
made = report_view.report_of(found, named, view, options, today)
if made is None:
    choose(view, corpus)
    st.stop()
report, page = made
of_round = report_view.round_name(found)
if found.saved and of_round:
    choose_round(view, found)
if paragraphs := report_view.paragraphs(report, of_round):
    frame.pick(st.segmented_control, words.QUESTION, view, "question", help=words.QUESTION_ABOUT)
    if said := report_view.before_reporting(report):
        st.info(escape_markdown(said))
    frame.for_paper(paragraphs)
    counts, without_it = frame.reference_counts(view, corpus)
    frame.sentences(counts)
    components.links(without_it, key="without the reference")
st.header(words.REPORT, anchor=False)
if report.left_out:
    st.warning(escape_markdown(words.LEFT_OUT.format(", ".join(report.left_out))))
choose_before_sending(view, report)
offer(report, page, report_view.WHOLE, found.file_name)
if found.may_edit:
    st.button(
        words.KEEP,
        help=words.KEEP_ABOUT,
        on_click=told(report_view.keep),
        args=(found.place, page, words.REPORT_OF.format(today), report.signature),
    )
choose(view, corpus)
st.header(words.TABLES, anchor=False)
st.markdown(words.TABLES_ABOUT)
offer(report, page, report_view.IN_PARTS, found.file_name)
st.header(words.GOLD, anchor=False)
st.markdown(words.GOLD_ABOUT)
components.links([components.Link(words.TO_GOLD, view.href("decide"))], key="gold")
show_link(found)
show_everything(found)
st.header(words.IN_PREVIEW, anchor=False)
if page.size < report_view.LARGE or st.toggle(
    words.SHOW.format(report_view.in_megabytes(page.size))
):
    with st.container(border=True):
        st.iframe(page.beside(PLOTLY), height=HEIGHT, alt=words.REPORT)
st.caption(words.MADE_BY.format(escape_markdown(report.signature)))
