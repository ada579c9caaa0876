"""What a corpus holds, its problems, and the ways to open one."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.projects import corpus_view
from segmetrics.dashboard.results import agreement_view
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


def show_mine(view: frame.UrlState, key: str) -> None:
    """List the saved corpora that were changed last."""
    mine = frame.saved_corpora()
    if not mine:
        return
    st.subheader(frame.lists(), anchor=False)
    components.links(corpus_view.saved_links(mine, key), key="mine")
    if len(mine) > corpus_view.SHOWN_SAVED:
        every = components.Link(f"All {len(mine):,}, with their rounds →", view.href("saved"))
        components.links([every], key="all mine")


def show_saved(found: frame.SelectedCorpus, saved: Saved, view: frame.UrlState) -> None:
    """Show what there is of a saved corpus besides its codings."""
    here = found.round
    if here is None:
        return
    if len(saved.rounds) > 1:
        hrefs = [view.of_corpus(at(saved.key, one.number)).href("") for one in saved.rounds]
        links = [
            components.Link(frame.shortened(one.name, 60), href, one == here)
            for one, href in zip(saved.rounds, hrefs, strict=True)
        ]
        components.links(links, key="its rounds")
    onward = [components.Link("What is kept, and who can see it →", view.href("saved"))]
    if here.digest and here.files and found.may_edit:
        again = "The import has changes that wait →" if here.pending else "Review the import again"
        onward.insert(0, components.Link(again, view.href("import")))
    components.links(onward, key="its import")
    step = here.step
    if step and found.may_edit:
        by = f" by {step.by}" if step.by else ""
        st.button(
            frame.escape_markdown(f"Undo: {frame.shortened(step.words)}, {frame.when(step.made)}"),
            help=frame.escape_markdown(f"Take back what was done{by}."),
            on_click=undo,
            args=(found.place, step.id),
        )


def explain_and_stop(found: frame.SelectedCorpus) -> None:
    """Explain why there is no corpus to show, and end the page."""
    if found.saved is None:
        st.info(frame.escape_markdown(found.why))
    elif found.may_edit:
        st.info("This import waits for a decision; once it is accepted, there is a corpus.")
        components.links([components.Link("Decide about it →", view.href("import"))], key="waiting")
        frame.offer_discard(
            "Discard it", found, partial(discard_and_leave, found.place, found.saved)
        )
    else:
        st.info("Its import was not accepted yet, so there is no corpus to show.")
    st.stop()


view = frame.current_view()
found = frame.chosen(view)
if corpus_view.first_visit(view):
    st.markdown(corpus_view.WELCOME)
    components.links([components.Link(corpus_view.TOUR, view.href("tour"))], key="tour")

here, own = st.columns([3, 2], gap="large")
with own:
    st.subheader("Open your own", anchor=False)
    frame.upload(of=found)
    with st.expander("File formats and templates"):
        frame.templates()
    show_mine(view, found.saved.key if found.saved else "")
    st.subheader("Samples", anchor=False)
    components.links(corpus_view.choices(view, found.key), key="choices")

with here:
    st.subheader(frame.escape_markdown(found.title), anchor=False)
    if found.sample:
        st.markdown(frame.escape_markdown(found.sample.about))
        st.caption(frame.escape_markdown(f"Source: {found.sample.source}."))
    if found.saved:
        show_saved(found, found.saved, view)
    reading = found.reading
    if reading is None:
        explain_and_stop(found)
        st.stop()
    for one in frame.recognised(reading):
        st.caption(frame.escape_markdown(one.sentence))
    if found.key == frame.FILES:
        st.button(
            "Review and decide",
            help="Units, names, what to leave out",
            on_click=decide_about_given,
            args=(found,),
        )
    if reading.problems:
        st.error(frame.escape_markdown(corpus_view.usable_summary(reading)))
    elif not found.sample:
        st.success("All items can be used.")
    if reading.corpus is not None:
        numbers = corpus_view.group_table(reading.corpus)
        components.table(*numbers, caption="The corpus in numbers", key="numbers")
        if reading.corpus.kind != "linear":
            marks = corpus_view.mark_table(reading.corpus)
            components.table(*marks, caption="Types and levels", key="marks")
        if UNCERTAIN in reading.corpus.types:
            frame.pick(
                st.segmented_control,
                "Uncertain boundaries count",
                view,
                "uncertain",
                tuple(corpus_view.UNCERTAIN_COUNTS),
                format_func=corpus_view.UNCERTAIN_COUNTS.__getitem__,
            )
        if reading.corpus.reference:
            st.caption(
                frame.escape_markdown(f"The coder {reading.corpus.reference} is the reference.")
            )
        corpus = found.counted_by(view) or reading.corpus
        table = frame.computations.table_of(corpus, view.options)
        # What takes long starts on the page of agreement: the problems of files stand below.
        shuffled = replace(frame.computations.reliability_of(corpus, view.options), unasked=0.0)
        judged = shuffled.glanced()
        intervals = frame.intervals_shown(view, corpus, judged)
        said = agreement_view.agreement_summary(table, judged, intervals)
        st.markdown(frame.escape_markdown(said))
        onward = components.Link("Which items are unreliable? →", view.href("agreement"))
        components.links([onward, *agreement_view.lead_on(judged, view, corpus)], key="on")
        if len(reading.corpus.groups) > corpus_view.SHOWN_GROUPS:
            st.caption(
                f"The first {corpus_view.SHOWN_GROUPS} of {len(reading.corpus.groups):,} "
                "coder groups."
            )

if reading.corpus is not None:
    with here, st.expander("Download this corpus"):
        frame.offer_in_formats(
            "Download it as",
            partial(frame.computations.written, reading.corpus),
            found.file_name,
            of="the corpus",
        )
if reading.problems:
    st.subheader("Problems", anchor=False)
    frame.offer_problems(reading)
    frame.show_problems(reading.problems)
if reading.corpus is not None:
    st.subheader("Who coded what", anchor=False)
    components.coverage_picture(coverage.coverage(reading.corpus), key="coverage")
