"""The import of files: what was recognised, and what a person decides about it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.data import (
    import_columns,
    import_decisions,
    import_questions,
    import_state,
    import_view,
    matching_view,
    words,
)
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.matching_view import WithRound
from segmetrics.dashboard.rounds import compare_view
from segmetrics.io.choices import OF_CHOICE, OPTIONS, command_options
from segmetrics.phrases import counted
from segmetrics.store import Round, Saved, at, place_of

# Key of the session: the place whose files are not to be read unasked.
STOPPED = "stopped"


@frame.told
def accept_and_leave(place: str, accepted: Review, unnamed: str) -> None:
    """Accept a review, and go where its corpus is looked at.

    A new round, `unnamed` so far, is called as the one of several that was chosen.
    """
    done = import_state.accept(place, accepted)
    if done is None:
        return
    chosen = accepted.choices.condition
    if unnamed and not done.again and chosen in accepted.reading.rounds:
        frame.store().rename_round(frame.visitor(), done.place, chosen, seen=unnamed)
    address, before = frame.begun(place) or ("", frame.current_view())
    if address == "compare":
        frame.leave_for(address, compare_view.placed(before, done.place))
        return
    _, number = place_of(done.place) or ("", 1)
    further = number > 1 and not address
    frame.leave_for("rounds" if further else address, frame.current_view().of_corpus(done.place))


@frame.told
def discard_and_leave(found: frame.SelectedCorpus) -> None:
    """Delete a draft, and go to the corpus that it was to be a round of, or to the projects."""
    if found.saved is not None:
        place = frame.discard(found.place, found.saved)
        frame.leave_for("" if place else "projects", frame.current_view().of_corpus(place))


def stop(place: str) -> None:
    """Read the files of a round no more until somebody asks for it."""
    st.session_state[STOPPED] = place


def explain_and_stop(found: frame.SelectedCorpus) -> None:
    """Explain why there is nothing to review and what to do, and end the page."""
    if found.why:
        st.info(frame.escape_markdown(found.why))
    elif found.saved is not None and not found.may_edit:
        st.info(words.LOOK_ONLY)
        components.links(
            [components.Link(words.SEE_CORPUS, view.href("data"))], key="see the corpus"
        )
        st.stop()
    elif found.saved is not None:
        st.info(words.FILES_GONE)
    st.markdown(words.INTRODUCTION)
    files, formats = st.columns(2, gap="large")
    with files:
        frame.upload(of=found)
    with formats:
        frame.templates()
    st.stop()


def offer_to_drop(added: import_state.AddedFiles) -> None:
    """Offer to go back to what was accepted before files were added; it is asked first."""

    def drop() -> None:
        """Take them back; those that stay can be read."""
        if added.drop():
            st.session_state.pop(STOPPED, None)

    files = counted(added.count, "added file")
    if st.button(words.DISCARD_ADDED.format(files), help=words.DROP_ADDED_ABOUT):
        about = words.ADDED_GO.format(files)
        frame.ask_first(words.DELETE_ADDED.format(files), about, words.DROP_ADDED, drop)


def ask_and_stop(found: frame.SelectedCorpus) -> None:
    """Show that the reading was stopped, and end the page."""
    st.info(words.STOPPED)
    with st.container(horizontal=True):
        st.button(
            words.READ_THEM, type="primary", on_click=st.session_state.pop, args=(STOPPED, None)
        )
        if added := import_state.added_files(found.place):
            offer_to_drop(added)
        frame.offer_discard(words.DISCARD, found, partial(discard_and_leave, found))
    st.stop()


def first_accepted(saved: Saved, rounds: Iterable[Round]) -> tuple[Round, Corpus] | None:
    """Return the first of some rounds that was accepted, with its corpus, if there is one."""
    one = next((one for one in rounds if one.digest), None)
    if one is None:
        return None
    opened = frame.chosen(replace(frame.current_view(), corpus=at(saved.key, one.number)))
    return (one, opened.corpus) if opened.corpus is not None else None


def round_before(found: frame.SelectedCorpus) -> Corpus | None:
    """Return the first round that was accepted before that of the files, if there is one."""
    if found.saved is None or found.round is None:
        return None
    number = found.round.number
    before = first_accepted(found.saved, (one for one in found.saved.rounds if one.number < number))
    return before and before[1]


def opened_review(found: frame.SelectedCorpus) -> Review:
    """Return the review of the files; end the page if they are not read."""
    unasked, on_stop = st.session_state.get(STOPPED) != found.place, partial(stop, found.place)
    try:
        review = import_state.review_of(
            found.place, unasked=unasked, on_stop=on_stop, before=round_before(found)
        )
    except frame.Refused as refusal:
        # Reading them again with every click would come to the same.
        stop(found.place)
        frame.say(str(refusal), "error")
        st.rerun()
    if review is None:
        ask_and_stop(found)
        st.stop()
    return review


def offer_to_undo(opened: Review) -> None:
    """Offer to take the last decision back, or all."""
    if opened.decisions:
        last = opened.decisions[-1].words
        undo, whole = (words.UNDO.format(one) for one in (frame.shortened(last), last))
        # Files that were added since are no decision; their button is another one.
        st.button(
            frame.escape_markdown(undo),
            on_click=opened.undo,
            help=frame.escape_markdown(whole) if whole != undo else None,
        )
        st.button(words.START_AGAIN, on_click=opened.start_again, help=words.START_AGAIN_ABOUT)


def offer_to_go_back(opened: Review) -> None:
    """Offer to go back to what was accepted, if anything changed since."""
    if opened.added:
        offer_to_drop(opened.added)
    elif opened.changed:
        st.button(
            words.DISCARD_CHANGES,
            on_click=opened.back_to_accepted,
            help=words.DISCARD_CHANGES_ABOUT,
        )


def say_and_stop(why: str, opened: Review, found: frame.SelectedCorpus) -> None:
    """Explain why the decisions make no corpus, offer to change them, and end the page."""
    st.error(frame.escape_markdown(why))
    with st.container(horizontal=True):
        offer_to_undo(opened)
        offer_to_go_back(opened)
        frame.offer_discard(words.DISCARD, found, partial(discard_and_leave, found))
    st.stop()


def show_parts(chosen: import_view.Whose) -> None:
    """Offer what can be done with the coding, coder or item chosen in the picture."""
    parts = import_decisions.parts_chosen(opened, coverage, chosen)
    if not parts:
        st.caption(words.CLICK_A_CODING)
        return
    with st.container(horizontal=True):
        for part in parts:
            label = words.BRING_BACK if part.out else words.LEAVE_OUT
            st.button(
                frame.escape_markdown(label.format(part.words)),
                key=f"about {part.whose[0]}",
                on_click=import_decisions.turn,
                args=(opened, part),
            )


def show_names(what: import_state.Named, known: tuple[str, ...]) -> None:
    """Leave coders or items out; rename or merge them."""
    noun, listed = words.NOUN[what], known[: import_decisions.LISTED]
    number = len(opened.decisions)
    if len(known) > len(listed):
        st.caption(words.LISTS_HOLD.format(len(listed), what))
    st.multiselect(
        words.TO_LEAVE_OUT.format(what.capitalize()),
        listed,
        placeholder=words.NOBODY,
        **frame.mirror(
            f"out {what}",
            import_decisions.names_left_out(opened, what, listed),
            partial(import_decisions.leave_names_out, opened, what=what, known=listed),
        ),
    )
    frame.rename_form(
        noun, listed, number, partial(import_decisions.rename, opened, what, known=known)
    )


def deciding(
    choice: str, shown: object, made: Callable[[Any], object] = lambda value: value, key: str = ""
) -> dict[str, Any]:
    """Return arguments by which a widget shows a choice, and makes it when it changes."""
    return frame.mirror(
        key or choice,
        shown,
        lambda value: import_decisions.decide(opened, choice, made(value)),
    )


def show_coders() -> None:
    """Leave coders out, name them, and choose the reference coder and the automatic segmenters."""
    show_names("coders", coverage.coders)
    left, right = st.columns(2)
    reference, automatic = OF_CHOICE["reference"], OF_CHOICE["automatic"]
    left.selectbox(
        reference.title,
        ("", *coverage.coders),
        format_func=lambda name: name or words.NOBODY,
        help=reference.help,
        **deciding("reference", import_decisions.reference_of(opened, coverage.coders)),
    )
    right.multiselect(
        automatic.title,
        coverage.coders,
        placeholder=words.NOBODY,
        help=automatic.help,
        **deciding("automatic", import_decisions.automatic_of(opened, coverage.coders), frozenset),
    )


def show_units() -> None:
    """Choose what texts or recordings are divided into, and what else nothing asks about."""
    choices = opened.choices
    columns = st.columns(bool(reading.units) + len(plain))
    if reading.units:
        columns.pop(0).selectbox(
            words.UNITS,
            tuple(dict.fromkeys(("", *reading.units, choices.unit))),
            format_func=lambda unit: unit or words.UNIT_FOUND.format(reading.unit),
            help=words.UNITS_ABOUT,
            **deciding("unit", choices.unit),
        )
    for option, column in zip(plain, columns, strict=True):
        with column:
            show_option(option.choice)
    if reading.labels:
        option = OF_CHOICE["dropped_labels"]
        st.multiselect(
            option.title,
            [label for label in reading.labels if label],
            placeholder=words.NOBODY,
            **deciding("dropped_labels", sorted(choices.dropped_labels), frozenset),
        )
    for choice in ("step", "layer"):
        if choice in questions and not questions[choice].asked:
            show_question(choice)


def show_question(choice: str) -> None:
    """Ask what the files leave open, or show how it was read."""
    more: dict[str, Callable[[], None]] = {
        "columns": show_columns,
        "pattern": show_pattern,
        "layer": show_several_layers,
        "step": show_length,
        "times": partial(show_option, "times"),
        "durations": show_lengths,
        "found_none": show_blank,
    }
    question = questions[choice]
    answer = partial(import_questions.answer, opened, question)
    frame.ask(question, answer, more.get(choice))


def offer_earlier() -> None:
    """Offer to answer as for an earlier round."""
    earlier = saved and here and import_questions.earlier_choices(opened, saved, here, waits)
    if earlier and not opened.decisions:
        name, choices = earlier
        st.button(
            frame.escape_markdown(words.AS_IN.format(name)),
            type="primary",
            help=words.AS_IN_ABOUT,
            on_click=opened.decide,
            args=(words.STEP_AS_IN.format(name), choices),
        )


def show_columns() -> None:
    """Show what the columns of tables were taken for; let it be changed or confirmed."""
    tables = import_columns.shown_tables(opened)
    if tables:
        frame.map_columns(tables, partial(import_columns.decide, opened))
    if import_columns.can_be_confirmed(reading):
        confirm = partial(import_columns.confirm, opened)
        st.button(words.YES_READ, type="primary", on_click=confirm)
    for view in import_columns.without_segments(reading) if "columns" in waits else ():
        leave = partial(import_columns.leave_out, opened, view)
        label = frame.escape_markdown(import_columns.to_leave_out(view))
        st.button(label, key=f"leave out {view.files[0]}", on_click=leave)
    if "positions" in questions and not questions["positions"].asked:
        show_question("positions")


def show_several_layers() -> None:
    """Take several layers, whose segments count together."""
    st.multiselect(
        words.SEVERAL_LAYERS,
        tuple(reading.layers),
        format_func=str.strip,
        placeholder=words.CHOOSE_LAYERS,
        **deciding("layer", import_decisions.layers_chosen(opened), ",".join, key="layers"),
    )


def show_blank() -> None:
    """Take who coded an item without a mark."""
    said = [whose for whose in reading.blank if whose in opened.choices.found_none]
    st.multiselect(
        words.FOUND_NONE,
        reading.blank,
        format_func=lambda whose: f"{whose[1]} in {whose[0]}",
        placeholder=words.NOBODY,
        **deciding("found_none", said, frozenset, key="found none"),
    )


def show_length() -> None:
    """Take another length of a unit."""
    if reading.step is not None:
        st.number_input(
            words.ANOTHER_LENGTH,
            0.001,
            3600.0,
            step=0.5,
            format="%.3f" if reading.step < 0.01 else None,
            width=220,
            **deciding("step", reading.step),
        )


def show_lengths() -> None:
    """Take lengths of recordings, all at once or each in a box of its own."""
    show_option("durations")
    asked = import_decisions.lengths_asked(opened)
    if not asked:
        return
    st.caption(words.EACH_LENGTH)
    with st.container(horizontal=True):
        for item, said in asked.items():
            written = st.text_input(
                frame.escape_markdown(item),
                said,
                key=f"length of {item} {len(opened.decisions)}",
                placeholder=words.UNITS_EXAMPLE
                if reading.lists_positions
                else words.LENGTH_EXAMPLE,
                width=220,
            ).strip()
            if written and written != said:
                frame.rerun_unless(import_decisions.decide_length(opened, item, written))


def show_option(choice: str) -> None:
    """Take what a person chooses of the values of an option, or writes for it."""
    option = OF_CHOICE[choice]
    if option.values:
        st.selectbox(
            option.title,
            tuple(option.values),
            format_func=option.values.__getitem__,
            **deciding(choice, getattr(opened.choices, choice)),
        )
        return
    example = option.example
    if choice == "noun" and reading.corpus:
        example = reading.corpus.unit
    elif choice == "durations" and reading.lists_positions:
        example = words.UNITS_EXAMPLE
    written = st.text_input(
        option.title,
        key=f"{choice} {len(opened.decisions)}",
        placeholder=example,
        help=option.help or None,
        width=420,
    ).strip()
    if written:
        frame.rerun_unless(import_decisions.decide_written(opened, choice, written))


def show_pattern() -> None:
    """Take another pattern of the names of files, and show what they say."""
    with st.expander(words.EACH_FILE, key="files", on_change="rerun"):
        before, guessed = opened.choices.pattern, dict.fromkeys(reading.patterns.values())
        chosen = st.text_input(
            OF_CHOICE["pattern"].title,
            before,
            key=f"pattern {len(opened.decisions)}",
            placeholder=words.OR.join(guessed),
            help=frame.escape_markdown(OF_CHOICE["pattern"].help),
            width=420,
        ).strip()
        if chosen != before:
            frame.rerun_unless(import_decisions.decide_written(opened, "pattern", chosen))
        components.table(import_view.file_table(reading), words.NAMES_SAY, "patterns")


def show_inside() -> None:
    """Show some units of an item with the boundaries between them, at first the first."""
    listed = coverage.items[: import_decisions.LISTED]
    item = st.selectbox(words.ITEM, listed, key="look inside", width=420)
    if import_view.scale_of(reading) is not None:
        show_times(item)
        return
    first, last = 1, import_view.units_of(reading, item)
    if last > import_view.SHOWN_UNITS:
        first = st.number_input(words.FROM_UNIT, 1, last, key=f"from unit of {item}", width=160)
    units = import_view.unit_table(reading, item, first)
    shown = words.UNITS_FROM.format(first) if first > 1 else words.FIRST_UNITS
    components.table(units, shown, "units")


def show_times(item: str) -> None:
    """Show some times of a recording with the coders who have a boundary there."""
    first, number = 1, len(import_view.times_of(reading, item))
    if number > import_view.SHOWN_UNITS:
        first = st.number_input(words.FROM_TIME, 1, number, key=f"from time of {item}", width=220)
    shown = words.TIMES_FROM if first > 1 else words.FIRST_TIMES
    times = import_view.time_table(reading, item, first)
    components.table(times, shown.format(first=first, of=number), "times")


def matched_with(saved: Saved, here: Round, opened: Review) -> WithRound | None:
    """Match a further round with the first that was accepted."""
    other = first_accepted(saved, (one for one in saved.rounds if one != here))
    if other is None:
        return None
    one, known = other
    return WithRound(one.name, known, matching_view.matchings(opened, known))


def suggest_names(opened: Review, other: WithRound) -> None:
    """Show which names may mean those of another round, before the review is accepted."""
    name, _, found = other
    pairs = matching_view.suggestions(found)
    if not pairs:
        return
    st.markdown(f"**{words.SUGGESTED}**")
    components.table(matching_view.suggestion_table(pairs, name), words.SUGGESTED, "suggested")
    if len(pairs) > matching_view.SUGGESTED:
        st.caption(words.FIRST_SUGGESTIONS.format(matching_view.SUGGESTED, len(pairs)))
    st.button(words.RENAME_ALL, on_click=matching_view.rename_all, args=(opened, found, name))


def show_matching(opened: Review, other: WithRound) -> None:
    """Show how a further round matches another."""
    name, known, found = other
    st.header(frame.escape_markdown(words.SHARES_WITH.format(name)), anchor=False)
    st.markdown(frame.escape_markdown(matching_view.matching_summary(found, name)))
    differing = matching_view.other_lengths(opened, known, found, name)
    for sentence in filter(None, [*matching_view.unmatched_in_words(found, name), differing]):
        st.caption(frame.escape_markdown(sentence))
    for what, matching in found.items():
        ours, theirs = matching_view.fitting(opened, known, what, matching)
        if ours and theirs:
            frame.match_form(
                words.NOUN[what],
                ours,
                theirs,
                len(opened.decisions),
                partial(matching_view.rename_one, opened, known, what),
                of=name,
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
    with st.spinner(words.READING, show_time=False):
        reading, coverage = opened.reading, opened.coverage
except frame.Refused as refusal:  # decided when this server gave more, or it had no room just now
    say_and_stop(str(refusal), opened, found)
questions = import_questions.questions_of(opened)
waits = import_questions.waiting(reading, questions)
offer_earlier()
for sheet, lines in import_view.notes_once(reading.notes):
    with st.expander(words.NOTE.format(frame.escape_markdown(sheet)), expanded=bool(waits)):
        st.markdown("  \n".join(map(frame.escape_markdown, filter(None, lines))))
for one in questions.values():
    if one.asked:
        with st.container(border=True):
            show_question(one.key)
unanswered = [one.title for key, one in questions.items() if key in waits and one.asked]
summary = frame.escape_markdown(import_view.import_summary(reading, waits, unanswered))
if waits:
    st.info(summary)
elif reading.corpus is None:
    st.error(summary)
elif reading.problems:
    st.warning(summary)
else:
    st.success(summary)
if not waits:
    for sentence in (*import_view.ended_early(reading), *import_view.not_read(reading)):
        st.markdown(frame.escape_markdown(sentence))
folded = "columns" in questions and not questions["columns"].asked
correct = [words.CORRECT_COLUMNS] if folded else []
for sentence in import_view.decided_by_reading(reading):
    st.markdown(frame.escape_markdown(" ".join([sentence, *correct])))
if reference := import_decisions.maybe_reference(opened, coverage.coders):
    named = frame.escape_markdown(reference)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(words.SOUNDS_LIKE_REFERENCE.format(named), width="content")
        st.button(
            words.MAKE_REFERENCE.format(named),
            key="make reference",
            on_click=import_decisions.decide,
            args=(opened, "reference", reference),
        )

done = opened.done
refused = "" if done else import_state.too_much(reading.corpus)
if refused:
    st.error(frame.escape_markdown(refused))
note = import_decisions.pattern_note(opened)
if note:
    st.warning(frame.escape_markdown(note))

readable = reading.corpus is not None and not waits
other = matched_with(saved, here, opened) if readable else None
if other:
    suggest_names(opened, other)
if here.digest is None and (len(saved.rounds) == 1 or saved.title == saved.rounds[0].name):
    frame.project_name(saved)  # that of the only round may be none for several
with st.container(horizontal=True, vertical_alignment="center"):
    if done:
        onward = components.Link(words.ACCEPTED, view.href(""))
        components.links([onward], key="onward")
    else:
        wrong = import_decisions.faulty_part(reading)  # without them whole items need not go
        if wrong and "dropped_files" not in waits:
            st.button(
                words.LEAVE_FAULTY.format(wrong.words),
                type="primary",
                on_click=import_decisions.turn,
                args=(opened, wrong),
            )
        label = words.ACCEPT
        if reading.corpus is not None and not waits:
            label = words.accept(len(reading.corpus), len(reading.left_out))
        st.button(
            label,
            type="secondary" if wrong else "primary",
            disabled=reading.corpus is None or bool(refused or waits),
            on_click=accept_and_leave,
            args=(found.place, opened, "" if here.digest else here.name),
        )
    offer_to_undo(opened)
    if here.digest is None:
        frame.offer_discard(words.DISCARD, found, partial(discard_and_leave, found))
    else:
        offer_to_go_back(opened)
        st.button(
            words.FORGET,
            on_click=frame.told(frame.forget_files),
            args=(found.place,),
            help=words.FORGET_ABOUT,
        )
if here.digest is not None and not done:
    st.caption(words.UNTIL_ACCEPTED)
if opened.decisions:
    decided = words.decided([one.words for one in opened.decisions])
    st.markdown(frame.escape_markdown(decided))

if other:
    show_matching(opened, other)
picture, read = st.columns([3, 2], gap="large")
with picture:
    st.header(words.WHO_CODED_WHAT, anchor=False)
    empty = {"if_empty": frame.WAITING} if waits else {}
    picked = components.coverage_picture(coverage, key="coverage", choosable=True, **empty)
    if picked is not None:
        show_parts(picked)
with read:
    st.header(words.RECOGNISED, anchor=False)
    frame.show_recognised(reading)
    said = import_view.facts(reading, coverage).items()
    st.markdown("  \n".join(f"**{name}** {frame.escape_markdown(text)}" for name, text in said))

problems = import_view.faults(reading)
if problems:
    st.header(words.PROBLEMS, anchor=False)
    frame.offer_problems(reading)
    frame.show_problems(problems)

tabs: dict[str, Callable[[], None]] = {}
if coverage.coders:
    show_items = partial(show_names, "items", coverage.items)
    tabs |= {words.CODERS: show_coders, words.ITEMS: show_items}
plain = [option for option in OPTIONS if option.plain and not option.idle(reading, "")]
if reading.codings and (reading.units or (plain and reading.corpus is not None)):
    tabs[words.UNITS] = show_units
if "pattern" in questions and not questions["pattern"].asked:
    tabs[words.NAMES_OF_FILES] = partial(show_question, "pattern")
if tabs:
    st.header(words.DECIDE, anchor=False)
    for tab, show in zip(
        st.tabs(list(tabs), key="decide", on_change="rerun"), tabs.values(), strict=True
    ):
        with tab:
            show()
if folded:
    with st.expander(words.HOW_COLUMNS, key="columns read", on_change="rerun"):
        show_question("columns")
if coverage.items:
    st.header(words.LOOK_INSIDE, anchor=False)
    show_inside()

if reading.notices and not waits:  # They name items and coders, which are not settled before.
    frame.show_notices(reading.notices)
if made := command_options(opened.choices):
    with st.expander(words.ON_COMMAND_LINE):
        st.code(made, language=None, wrap_lines=True)
with st.expander(words.MORE_FILES):
    frame.upload(of=found, kinds=(frame.MORE, frame.ROUND, frame.NEW))
