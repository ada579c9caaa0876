"""The import of files: what was recognised, and what a person decides about it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.data import (
    import_columns,
    import_decisions,
    import_questions,
    import_state,
    import_view,
    matching_view,
)
from segmetrics.dashboard.rounds import compare_view
from segmetrics.store import Round, Saved, at, place_of

# Key of the session: the place whose files are not to be read unasked.
STOPPED = "stopped"
SHOWN_DECISIONS = 8
INTRODUCTION = (
    "Drop what your annotation tool exported: files, a ZIP, or a folder. You see what was read, "
    "decide what becomes of it, and accept it; nothing is accepted before."
)


@frame.told
def accept_and_leave(place: str, accepted: import_state.Review) -> None:
    """Accept a review, and go where its corpus is looked at."""
    done = import_state.accept(place, accepted)
    if done is None:
        return
    address, before = frame.begun(place) or ("agreement", frame.current_view())
    if address == "compare":
        frame.leave_for(address, compare_view.placed(before, done.place))
        return
    _, number = place_of(done.place) or ("", 1)
    further = number > 1 and address == "agreement"
    frame.leave_for("rounds" if further else address, frame.current_view().of_corpus(done.place))


@frame.told
def discard_and_leave(found: frame.SelectedCorpus) -> None:
    """Delete a draft, and go to the corpus that it was to be a round of, or to the sample."""
    if found.saved is not None:
        place = frame.discard(found.place, found.saved)
        frame.leave_for("", frame.current_view().of_corpus(place))


@frame.told
def forget(place: str) -> None:
    """Delete the files of a round."""
    frame.forget_files(place)


def stop(place: str) -> None:
    """Read the files of a round no more until somebody asks for it."""
    st.session_state[STOPPED] = place


def explain_and_stop(found: frame.SelectedCorpus) -> None:
    """Explain why there is nothing to review and what to do, and end the page."""
    if found.why:
        st.info(frame.escape_markdown(found.why))
    elif found.saved is not None and not found.may_edit:
        st.info("You may look at this corpus, but not at its import, nor change it.")
        components.links([components.Link("See the corpus →", view.href(""))], key="see the corpus")
        st.stop()
    elif found.saved is not None:
        st.info(
            "The files of this round are not kept, so there is nothing to decide about. What was "
            "accepted of them stays."
        )
    st.markdown(INTRODUCTION)
    files, formats = st.columns(2, gap="large")
    with files:
        frame.upload(of=found)
    with formats:
        frame.templates()
    st.stop()


def ask_and_stop(found: frame.SelectedCorpus) -> None:
    """Show that the reading was stopped, and end the page."""
    st.info("The reading of the files was stopped. They are kept.")
    with st.container(horizontal=True):
        st.button("Read them", type="primary", on_click=st.session_state.pop, args=(STOPPED, None))
        frame.offer_discard("Discard", found, partial(discard_and_leave, found))
    st.stop()


def opened_review(found: frame.SelectedCorpus) -> import_state.Review:
    """Return the review of the files; end the page if they are not read."""
    unasked, on_stop = st.session_state.get(STOPPED) != found.place, partial(stop, found.place)
    try:
        review = import_state.review_of(found.place, unasked=unasked, on_stop=on_stop)
    except frame.Refused as refusal:
        # Reading them again with every click would come to the same.
        stop(found.place)
        frame.say(str(refusal), "error")
        st.rerun()
    if review is None:
        ask_and_stop(found)
        st.stop()
    return review


def offer_to_undo(opened: import_state.Review) -> None:
    """Offer to take the last decision back, or all."""
    if opened.decisions:
        last = opened.decisions[-1].words
        st.button("Undo", on_click=opened.undo, help=frame.escape_markdown(f"Undo: {last}"))
        st.button("Start again", on_click=opened.start_again, help="Take all decisions back")


def say_and_stop(why: str, opened: import_state.Review, found: frame.SelectedCorpus) -> None:
    """Explain why the decisions make no corpus, offer to change them, and end the page."""
    st.error(frame.escape_markdown(why))
    with st.container(horizontal=True):
        offer_to_undo(opened)
        frame.offer_discard("Discard", found, partial(discard_and_leave, found))
    st.stop()


def show_parts(chosen: import_view.Whose) -> None:
    """Offer what can be done with the coding, coder or item chosen in the picture."""
    parts = import_decisions.parts_chosen(opened, coverage, chosen)
    if not parts:
        st.caption("Click a coding, or the name of a coder, to leave it out or to bring it back.")
        return
    with st.container(horizontal=True):
        for part in parts:
            st.button(
                frame.escape_markdown(f"{'Bring back' if part.out else 'Leave out'} {part.words}"),
                key=f"about {part.whose[0]}",
                on_click=import_decisions.bring_back if part.out else import_decisions.leave_out,
                args=(opened, part),
            )


def show_names(what: import_state.Named, known: tuple[str, ...]) -> None:
    """Leave coders or items out; rename or merge them."""
    noun, listed = import_decisions.NOUN[what], known[: import_decisions.LISTED]
    number = len(opened.decisions)
    if len(known) > len(listed):
        st.caption(f"The lists hold the first {len(listed):,} {what}; the picture above has all.")
    st.multiselect(
        f"{what.capitalize()} to leave out",
        listed,
        placeholder="none",
        **frame.mirror(
            f"out {what}",
            import_decisions.names_left_out(opened, what, listed),
            partial(import_decisions.leave_names_out, opened, what=what, known=listed),
        ),
    )
    frame.rename_form(
        noun, listed, number, partial(import_decisions.rename, opened, what, known=known)
    )


def show_coders() -> None:
    """Leave coders out, name them, and choose the reference coder and the automatic segmenters."""
    show_names("coders", coverage.coders)
    left, right = st.columns(2)
    left.selectbox(
        "Reference coder",
        ("", *coverage.coders),
        format_func=lambda name: name or "none",
        help="The codings with which the others are compared by metrics with a direction.",
        **frame.mirror(
            "reference",
            import_decisions.reference_of(opened, coverage.coders),
            partial(import_decisions.decide_reference, opened),
        ),
    )
    right.multiselect(
        "Automatic segmenters",
        coverage.coders,
        placeholder="none",
        help="Programs, not people.",
        **frame.mirror(
            "automatic",
            import_decisions.automatic_of(opened, coverage.coders),
            partial(import_decisions.decide_automatic, opened),
        ),
    )


def show_units() -> None:
    """Choose what texts or recordings are divided into, and what labels of segments are."""
    choices = opened.choices
    unit, labels = st.columns(2)
    unit.selectbox(
        "Units",
        tuple(dict.fromkeys(("", *reading.units, choices.unit))),
        format_func=lambda unit: unit or f"as found: {reading.unit}",
        help="The text or recording is cut into these; boundaries lie between two of them.",
        **frame.mirror("unit", choices.unit, partial(import_decisions.decide_unit, opened)),
    )
    labels.selectbox(
        "Labels of segments are",
        tuple(import_decisions.LABELS),
        format_func=import_decisions.LABELS.__getitem__,
        **frame.mirror("labels", choices.labels, partial(import_decisions.decide_labels, opened)),
    )
    for choice in ("step", "layer"):
        if choice in questions and not questions[choice].asked:
            show_question(choice)


def show_question(choice: str) -> None:
    """Ask what the files leave open, or show how it was read."""
    more = {
        "columns": show_columns,
        "pattern": show_names_of_files,
        "layer": show_several_layers,
        "step": show_length,
    }
    question = questions[choice]
    answer = partial(import_questions.answer, opened, question)
    frame.ask(question, answer, more.get(choice))


def show_columns() -> None:
    """Show what the columns of tables were taken for; let it be changed or confirmed."""
    tables = import_columns.shown_tables(opened)
    if tables:
        frame.map_columns(tables, partial(import_columns.decide, opened))
    if import_columns.can_be_confirmed(reading):
        confirm = partial(import_columns.confirm, opened)
        st.button("Yes, read them so", type="primary", on_click=confirm)


def show_several_layers() -> None:
    """Take several layers, whose segments count together."""
    st.multiselect(
        "Several together",
        tuple(reading.layers),
        format_func=str.strip,
        placeholder="choose two or more",
        **frame.mirror(
            "layers",
            import_decisions.layers_chosen(opened),
            partial(import_decisions.decide_layers, opened),
        ),
    )


def show_length() -> None:
    """Take another length of a unit."""
    if reading.step is not None:
        st.number_input(
            "Another length, in seconds",
            0.001,
            3600.0,
            step=0.5,
            format="%.3f" if reading.step < 0.01 else None,
            width=220,
            **frame.mirror("step", reading.step, partial(import_decisions.decide_step, opened)),
        )


def show_names_of_files() -> None:
    """Show what the names of files say, and take another pattern of them."""
    with st.expander("What each file is, and another pattern", key="files", on_change="rerun"):
        show_pattern()


def show_pattern() -> None:
    """Take another pattern of the names of files, and show what they say."""
    before, guessed = opened.choices.pattern, import_decisions.guessed_pattern(opened)
    chosen = st.text_input(
        "Another pattern",
        before,
        key=f"pattern {len(opened.decisions)}",
        placeholder=guessed,
        help=frame.escape_markdown(import_decisions.PATTERN_HELP),
        width=420,
    ).strip()
    if chosen != before:
        frame.rerun_unless(import_decisions.decide_pattern(opened, chosen))
    components.table(
        import_view.FILE_COLUMNS,
        import_view.file_rows(reading),
        caption="What the names of files say",
        key="patterns",
    )


def show_inside() -> None:
    """Show some units of an item with the boundaries between them, at first the first."""
    listed = coverage.items[: import_decisions.LISTED]
    item = st.selectbox("Item", listed, key="look inside", width=420)
    first, last = 1, import_view.units_of(reading, item)
    if last > import_view.SHOWN_UNITS:
        first = st.number_input("From unit", 1, last, key=f"from unit of {item}", width=160)
    rows = import_view.unit_rows(reading, item, first)
    which = "The first units" if first == 1 else f"Units {first:,} and after"
    components.table(import_view.UNIT_COLUMNS, rows, caption=f"{which} of the item", key="units")


def show_matching(saved: Saved, here: Round, opened: import_state.Review) -> None:
    """Show how a further round matches the first that was accepted."""
    others = (one for one in saved.rounds if one.digest and one != here)
    one = next(others, None)
    known = frame.chosen(replace(view, corpus=at(saved.key, one.number))).corpus if one else None
    if one is not None and known is not None:
        st.subheader("Is it the same, coded again?", anchor=False)
        found = matching_view.matchings(opened, known)
        st.markdown(frame.escape_markdown(matching_view.matching_summary(found, one.name)))
        for sentence in matching_view.unmatched_in_words(found, one.name):
            st.caption(frame.escape_markdown(sentence))
        pairs = matching_view.suggestions(found)
        if pairs:
            components.table(
                matching_view.suggestion_columns(one.name),
                matching_view.suggestion_rows(pairs),
                caption="Names that may be meant for the same",
                key="suggested",
            )
            if len(pairs) > matching_view.SUGGESTED:
                st.caption(f"The first {matching_view.SUGGESTED} of {len(pairs):,} suggestions.")
            st.button(
                "Rename all as suggested",
                on_click=matching_view.rename_all,
                args=(opened, found, one.name),
            )
        for what, matching in found.items():
            if matching.only_new and matching.only_known:
                frame.match_form(
                    import_decisions.NOUN[what],
                    matching.only_new,
                    matching.only_known,
                    len(opened.decisions),
                    partial(matching_view.rename_one, opened, what),
                    of=one.name,
                )


view = frame.current_view()
found = frame.chosen(view)
saved, here = found.saved, found.round
if saved is None or here is None or not found.may_edit or not here.files:
    explain_and_stop(found)
    st.stop()
with st.container():  # What follows keeps its place, and the focus, when the reading is done.
    opened = opened_review(found)

try:
    with st.spinner("Looking at what was read", show_time=False):
        reading, coverage = opened.reading, opened.coverage
except frame.Refused as refusal:  # decided when this server gave more, or it had no room just now
    say_and_stop(str(refusal), opened, found)
questions = import_questions.questions_of(opened)
waits = import_questions.waiting(reading, questions)
for one in questions.values():
    if one.asked:
        with st.container(border=True):
            show_question(one.key)
summary = frame.escape_markdown(import_view.import_summary(reading, coverage, waits))
if waits:
    st.info(summary)
elif reading.corpus is None:
    st.error(summary)
elif reading.problems:
    st.warning(summary)
else:
    st.success(summary)
folded = "columns" in questions and not questions["columns"].asked
correct = " If that is wrong, say so under “How the columns were read”." if folded else ""
for sentence in import_view.decided_by_reading(reading):
    st.markdown(frame.escape_markdown(f"{sentence}{correct}"))

done = opened.done
refused = "" if done else import_state.too_much(reading.corpus)
if refused:
    st.error(frame.escape_markdown(refused))
if opened.unused_pattern:
    pattern = frame.shortened(opened.choices.pattern)
    st.warning(
        frame.escape_markdown(
            f"The pattern {pattern} is not used: {opened.unused_pattern}. Names of files are read "
            "as guessed; below you can choose another pattern."
        )
    )

idle = import_decisions.idle_pattern(opened)
if idle:
    st.warning(frame.escape_markdown(idle))

with st.container(horizontal=True, vertical_alignment="center"):
    if done:
        onward = components.Link("Accepted. Which items are unreliable? →", view.href("agreement"))
        components.links([onward], key="onward")
    else:
        st.button(
            import_view.accept_label(reading),
            type="primary",
            disabled=reading.corpus is None or bool(refused or waits),
            on_click=accept_and_leave,
            args=(found.place, opened),
        )
    offer_to_undo(opened)
    if here.digest is None:
        frame.offer_discard("Discard", found, partial(discard_and_leave, found))
    else:
        if not done and opened.accepted is not None:
            st.button(
                "Discard the changes",
                on_click=opened.back_to_accepted,
                help="Go back to what was accepted.",
            )
        st.button(
            "Forget the files",
            on_click=forget,
            args=(found.place,),
            help="Delete the files; what was accepted of them stays. It cannot be reviewed again.",
        )
if here.digest is not None and not done:
    st.caption("Until you accept, the corpus stays what was accepted before.")
if opened.decisions:
    words = [decision.words for decision in opened.decisions]
    earlier = len(words) - SHOWN_DECISIONS
    start = f"{earlier} earlier; " if earlier > 0 else ""
    st.markdown(frame.escape_markdown(f"Decided: {start}{'; '.join(words[-SHOWN_DECISIONS:])}."))

if reading.corpus is not None:
    show_matching(saved, here, opened)
picture, read = st.columns([3, 2], gap="large")
with picture:
    st.subheader("Who coded what", anchor=False)
    empty = {"if_empty": frame.WAITING} if waits else {}
    picked = components.coverage_picture(coverage, key="coverage", choosable=True, **empty)
    if picked is not None:
        show_parts(picked)
with read:
    st.subheader("What was recognised", anchor=False)
    frame.show_recognised(reading)
    said = import_view.facts(reading, coverage).items()
    st.markdown("  \n".join(f"**{name}** {frame.escape_markdown(text)}" for name, text in said))

problems = import_view.faults(reading)
if problems:
    st.subheader("Problems", anchor=False)
    with st.container(horizontal=True):
        wrong = import_decisions.faulty_part(reading)
        if wrong:
            st.button(
                f"Leave out the {wrong.words}, keep the others",
                on_click=import_decisions.leave_out,
                args=(opened, wrong),
            )
        frame.offer_problems(reading)
    frame.show_problems(problems)

tabs: dict[str, Callable[[], None]] = {}
if coverage.coders:
    tabs |= {"Coders": show_coders, "Items": partial(show_names, "items", coverage.items)}
if reading.codings and reading.units:
    tabs["Units"] = show_units
if "pattern" in questions and not questions["pattern"].asked:
    tabs["Names of files"] = partial(show_question, "pattern")
if tabs:
    st.subheader("Decide", anchor=False)
    for tab, show in zip(
        st.tabs(list(tabs), key="decide", on_change="rerun"), tabs.values(), strict=True
    ):
        with tab:
            show()
if folded:
    with st.expander("How the columns were read", key="columns read", on_change="rerun"):
        show_question("columns")
if coverage.items:
    st.subheader("A look inside", anchor=False)
    show_inside()

if reading.notices:
    frame.show_notices(reading.notices)
with st.expander("Add texts, or open other files"):
    frame.upload(of=found, kinds=(frame.NEW, frame.ROUND, frame.MORE))
