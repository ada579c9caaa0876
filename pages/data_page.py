"""What a corpus holds, its problems, and the ways to open one."""

from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.data import data_view, words
from segmetrics.reliability import coverage
from segmetrics.store import Saved, at


@frame.told
def undo(place: str, step: int) -> None:
    """Undo the last step of a round."""
    frame.store().undo(frame.visitor(), place, step)


@frame.told
def discard_and_leave(place: str, saved: Saved) -> None:
    """Delete a draft, and show another round of its corpus, or what is shown unasked."""
    st.query_params.from_dict(frame.current_view().of_corpus(frame.discard(place, saved)).query())


@frame.told
def decide_about_given(found: frame.SelectedCorpus) -> None:
    """Begin the review of the files given at the start."""
    frame.leave_for("import", frame.current_view().of_corpus(frame.review_given(found)))


def show_saved(found: frame.SelectedCorpus, saved: Saved, view: frame.UrlState) -> None:
    """Show what there is of a saved corpus besides its codings."""
    here = found.round
    if here is None:
        return
    if len(saved.rounds) > 1:
        hrefs = [view.of_corpus(at(saved.key, one.number)).href("data") for one in saved.rounds]
        links = [
            components.Link(frame.shortened(one.name, 60), href, one == here)
            for one, href in zip(saved.rounds, hrefs, strict=True)
        ]
        components.links(links, key="its rounds")
    onward = [components.Link(words.MANAGE, view.href("projects"))]
    if here.digest and here.files and found.may_edit:
        again = words.REVIEW_WAITS if here.pending else words.REVIEW_AGAIN
        onward.insert(0, components.Link(again, view.href("import")))
    components.links(onward, key="its import")
    step = here.step
    if step and found.may_edit:
        label = words.UNDO_BY.format(frame.shortened(step.words), frame.when(step.made))
        about = words.UNDO_HELP_BY.format(step.by) if step.by else words.UNDO_HELP
        st.button(
            frame.escape_markdown(label),
            help=frame.escape_markdown(about),
            on_click=undo,
            args=(found.place, step.id),
        )


def explain_and_stop(found: frame.SelectedCorpus) -> None:
    """Explain why there is no corpus to show, and end the page."""
    if found.saved is None:
        st.info(frame.escape_markdown(found.why))
    elif found.may_edit:
        st.info(words.WAITS)
        components.links([components.Link(words.DECIDE_ABOUT, view.href("import"))], key="waiting")
        frame.offer_discard(
            words.DISCARD_IT, found, partial(discard_and_leave, found.place, found.saved)
        )
    else:
        st.info(words.NOT_ACCEPTED)
    st.stop()


view = frame.current_view()
found = frame.chosen(view)

st.header(frame.escape_markdown(found.title), anchor=False)
if found.sample:
    st.markdown(frame.escape_markdown(found.sample.about))
    st.caption(frame.escape_markdown(words.SOURCE.format(found.sample.source)))
if found.saved:
    show_saved(found, found.saved, view)
reading = found.reading
if reading is None:
    explain_and_stop(found)
    st.stop()
for one in frame.recognised(reading):
    st.caption(frame.escape_markdown(one.sentence))
if found.key == frame.FILES:
    st.button(words.REVIEW, help=words.REVIEW_HELP, on_click=decide_about_given, args=(found,))
if reading.problems:
    st.error(frame.escape_markdown(data_view.usable_summary(reading)))
elif reading.corpus is not None and data_view.all_alone(reading.corpus):
    st.warning(words.ONE_CODER)
elif not found.sample:
    st.success(words.ALL_USABLE)
if reading.corpus is not None:
    who_coded = coverage.coverage(reading.corpus)
    named = found.named_by(view) or reading.corpus
    numbers = data_view.group_table(named)
    components.table(numbers, words.IN_NUMBERS, "numbers")
    if reading.corpus.scale is None:
        having = sum(item.texts is not None for item in reading.corpus.items)
        st.caption(words.texts(having, len(reading.corpus)))
    if reading.corpus.kind != "linear":
        marks = data_view.mark_table(reading.corpus)
        components.table(marks, words.TYPES_AND_LEVELS, "marks")
    if reading.corpus.reference:
        st.caption(frame.escape_markdown(words.IS_REFERENCE.format(reading.corpus.reference)))
    if len(reading.corpus.groups) > data_view.SHOWN_GROUPS:
        st.caption(words.FIRST_GROUPS.format(data_view.SHOWN_GROUPS, len(reading.corpus.groups)))
    onward = [components.Link(words.RELIABILITY, view.href(""))]
    if not found.saved:
        onward.append(components.Link(words.BRING_YOUR_OWN, view.href("projects")))
    components.links(onward, key="on")
if reading.problems:
    st.header(words.PROBLEMS, anchor=False)
    frame.offer_problems(reading)
    frame.show_problems(reading.problems)
if reading.corpus is not None:
    st.header(words.COVERAGE, anchor=False)
    components.coverage_picture(who_coded, key="coverage")
if found.may_edit:
    with st.expander(words.ADD):
        frame.upload(of=found, kinds=(frame.MORE, frame.ROUND))
if reading.corpus is not None:
    with st.expander(words.DOWNLOAD):
        frame.offer_in_formats(
            words.DOWNLOAD_AS,
            partial(frame.computations.written, reading.corpus),
            found.file_name,
            of=words.CORPUS_TO_DOWNLOAD,
        )
