"""The gold segmentation of a corpus, and the disputes that a person decides."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import streamlit as st

from segmetrics.adjudication.adjudications import Consensus, consensus, settled
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import UNUSED, free_name, left_behind
from segmetrics.adjudication.press_peaks import BEYOND_CHANCE
from segmetrics.axis import NOUNS, axis_of
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.decide import (
    consensus_computations,
    consensus_decisions,
    consensus_view,
    dispute_list,
    words,
    worklist,
)
from segmetrics.dashboard.decide.consensus_computations import of_people
from segmetrics.dashboard.frame import computations
from segmetrics.phrases import capital
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.tables.consensus_tables import FEW, consensus_signature


def choose_rule() -> None:
    """Show how a consensus is made."""
    frame.pick(
        st.segmented_control, words.RULE, view, "method", words.RULE_NAMES, help=words.RULE_HELP
    )
    if "share" not in UNUSED[view.method]:
        frame.pick(st.segmented_control, words.NEEDS, view, "threshold", words.THRESHOLDS)
        last = 100 if view.threshold == "at_least" else 95
        frame.pick(
            st.select_slider,
            words.OF_CODERS,
            view,
            "share",
            sorted({*range(5, last + 1, 5), view.share}),
            format_func=lambda share: f"{share}%",
            width=280,
        )


def offer_gold(made: Consensus | TimeConsensus) -> None:
    """Offer the gold segmentation as a workbook, and in other formats."""
    if not made.items or only_looks:
        return
    date = datetime.now().astimezone().date().isoformat()
    make = consensus_view.gold_excel(corpus, made, date, found.reading)
    if make:
        frame.offer_file(
            words.EXCEL,
            make,
            frame.download_name(found.file_name, "gold", ending=".xlsx"),
            help=words.EXCEL_HELP[unit],
            type="primary",
        )
    with st.popover(words.OTHER_FORMATS):
        offer_files(made)


def offer_files(made: Consensus | TimeConsensus) -> None:
    """Offer the gold segmentation in other formats, its boundaries, and all decisions."""
    whole = found.corpus
    if whole is None:
        return
    frame.offer_in_formats(
        words.GOLD_AS,
        partial(consensus_view.written_gold, whole, made),
        frame.download_name(found.file_name, "gold"),
        of=words.GOLD_NAME,
        lost=left_behind(whole),
        width=360,
    )
    for form in ("csv", "json"):
        frame.offer_file(
            words.WITH_SUPPORT.format(form.upper()),
            consensus_view.boundaries_as(made, form),
            frame.download_name(found.file_name, "consensus", ending=f".{form}"),
        )
    if whole.decisions:
        frame.offer_file(
            words.WITH_DECISIONS,
            partial(consensus_decisions.with_decisions, whole),
            frame.download_name(found.file_name, ending=consensus_decisions.ENDING),
        )
    if found.may_edit:
        st.button(
            words.KEEP,
            help=words.KEEP_HELP,
            on_click=frame.told(consensus_decisions.keep_consensus),
            args=(found, whole, made),
        )
    st.caption(frame.escape_markdown(consensus_signature(made)))


def choose_least() -> None:
    """Show how many coders make a boundary of a recording."""
    most = max(len(computations.people_on(corpus, one)) for one in corpus.items)
    # An address may ask for another number: the menu shows what applies.
    numbers = {*range(2, most + 1), *([view.least] if view.least else [])}
    frame.pick(
        st.selectbox,
        words.LEAST,
        view,
        "least",
        (None, *sorted(numbers), BEYOND_CHANCE),
        format_func=lambda least: words.least_coders(least, most),
        help=words.LEAST_ABOUT,
    )


def show_order() -> None:
    """Show how many disputes are decided, in which order they come, and of which item."""
    if work.total:
        said = words.progress(work.decided, work.settled, work.total)
        st.progress(work.settled / work.total, said)
    names = [one.name for one in corpus.items]
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        frame.pick(st.segmented_control, words.ORDER, view, "worklist", words.ORDERS[unit])
        frame.pick(st.segmented_control, words.SCOPE, view, "scope")
        frame.pick(st.selectbox, capital(NOUNS[unit].item), view, "item", names, width=280)


def show_dispute(dispute: Dispute, made: Consensus) -> None:
    """Say what is disputed, and show the text there."""
    doubt = work.doubt(dispute)
    if doubt:
        st.markdown(f":material/balance: {words.look_twice(doubt, axis)}")
    sides = consensus_computations.usual_sides(corpus, view)
    known = None if doubt else work.certainty(dispute)
    asked = consensus_computations.by_guideline(corpus, view)
    by_hand = words.BY_HAND if golden and golden.guessed else ""
    instead = words.BY_SCHOOL if (dispute.item, dispute.places) in asked else by_hand
    text = worklist.dispute_text(dispute, corpus, known, sides, instead)
    near = worklist.gold_near(dispute, golden, made, work, axis)
    rounds = () if frame.looks_only(view, found) else frame.rounds_of(view)
    again = worklist.in_other_rounds(dispute, corpus, rounds, found.key, view)
    said = text, *again, *worklist.counting_elsewhere(dispute, golden, axis), near
    st.markdown(frame.escape_markdown(" ".join(said)))
    if item.texts:
        components.reading(
            item,
            worklist.text_around(dispute, item),
            place=dispute.place,
            href=view.href("decide", place=None),
            key="consensus text",
        )


def show_lanes() -> None:
    """Show the segments of all coders, and of the consensus."""
    name = free_name(corpus)
    components.strips(
        consensus_view.with_consensus(item, golden, name),
        window=frame.visible_part(item, view),
        place=view.place,
        marked=[name],
        beside=[name],
        href=view.href("decide", place=None),
        key="consensus strips",
    )


def show_heat_map() -> None:
    """Show where the coders of an item, and the consensus, have boundaries."""
    components.heat_map(
        computations.item_heat_map(item),
        order=[0],
        href=view.href("decide", place=None),
        label=words.HEAT_MAP_OF.format(item.name),
        key="consensus heat map",
        chosen=(item.name, view.place) if view.place else None,
        names=False,
        height=120,
        gold=consensus_view.gold_marks(item, golden),
    )


def show_density(made: TimeConsensus) -> None:
    """Show the density of boundaries, those of each coder and those of the consensus."""
    with st.container(horizontal=True):
        offer_to_add(made)
    peaks = computations.peaks_of_corpus(corpus, view).needed()
    curve = computations.density_of(corpus, item, view, peaks)
    if curve:
        components.recording(
            item,
            curve,
            consensus_view.marked_places(item, golden, made),
            place=view.place,
            tolerance=made.options.reach,
            beside={"consensus": golden.segmentation} if golden else {},
            href=view.href("decide", place=None),
            key="recording",
        )
        st.caption(words.HOW_TO_READ)


def show_rules(made: Consensus) -> None:
    """Show what the consensus is, and how many boundaries each rule gives."""
    summary = st.container()
    compared = consensus_view.rules_compared(corpus, view)
    with summary:
        frame.sentences(consensus_view.consensus_summary(made, corpus, compared, work, view))
    if compared and compared.items:
        with st.container(width=720):
            components.table(
                consensus_view.rules_table(compared, consensus_view.no_model(corpus, view), view),
                words.RULES_CAPTION,
                "rules",
            )
    model = consensus_computations.model_of(corpus, view)
    if model and consensus_computations.model_at_hand(corpus, view) is None and model.computed():
        st.rerun()


def show_doubts(made: Consensus) -> None:
    """Say where the rule goes against the model of the coders, and who has no vote."""
    if work.doubts:
        likeliest = replace(view, worklist="uncertain", scope="all", item=None, place=None, page=1)
        against = words.against_model(len(work.doubts))
        links = [components.Link(against, f"{likeliest.href('decide')}#dispute")]
        components.links(links, key="against the model")
    for note in consensus_view.notes(made, corpus):
        st.caption(frame.escape_markdown(note))


def show_nearness(made: Consensus) -> None:
    """Show how near the consensus is to each coder."""
    components.table(
        consensus_view.agreement_table(made, corpus, item, view),
        words.NEAR_CAPTION,
        "consensus agreement",
    )
    st.caption(frame.escape_markdown(words.NEAR_NOTE))
    if len(made.items) < FEW_ITEMS:
        st.caption(FEW)


def show_list() -> None:
    """Show a page of the disputes, and the ways to the others."""
    silent = consensus_view.no_model(corpus, view) if unit == "units" else ""
    if view.worklist == "uncertain" and silent and not work.sure:
        st.caption(frame.escape_markdown(words.UNCERTAIN_UNKNOWN.format(silent)))
    st.header(words.LIST[unit][view.worklist], anchor=False)
    if note := found.mark_note(item.unit):
        st.caption(frame.escape_markdown(note))
    table = dispute_list.dispute_table(places, work, corpus, made, view, dispute)
    components.table(table, words.LIST_CAPTION[unit], "disputes")
    links = frame.page_links(len(places), view, "decide", worklist.A_PAGE)
    components.links(links, key="dispute pages")


def consensus_of_texts() -> Consensus:
    """Return the consensus of texts; where there is none, say why and end the page."""
    try:
        _ = view.gold_options
    except ValueError as error:
        choose_rule()
        st.error(frame.escape_markdown(words.no_such_consensus(error, view.method)))
        st.stop()
    if refused := consensus_view.too_many(corpus):
        st.info(frame.escape_markdown(refused))
        st.stop()
    if view.method == "model":
        if silent := consensus_view.no_model(corpus, view):
            choose_rule()
            st.info(frame.escape_markdown(words.NO_CONSENSUS_BY_MODEL.format(silent)))
            st.stop()
        model = consensus_computations.model_of(corpus, view)
        if model and model.computed() is None:
            choose_rule()
            st.stop()
    return consensus(
        corpus,
        view.gold_options,
        consensus_computations.rule_alone(corpus, view),
        against=consensus_computations.doubts_of(corpus, view),
    )


def ask(dispute: Dispute, where: str, choices: Sequence[worklist.Choice]) -> None:
    """Offer the decisions about a dispute, if the visitor may decide.

    They stand above all that is longer for one dispute than for another: the hand finds them again.
    """
    if only_looks or (found.saved is not None and not found.may_edit):
        st.header(frame.escape_markdown(where), anchor=False)
        st.caption(words.ONLY_LOOKS if only_looks else words.READ_ONLY)
        return
    # A place of a recording may be decided about that nobody disputes.
    at = work.listed.index(dispute) if dispute in work.listed else 0
    name = f"{dispute.item} {dispute.place}"
    comment = worklist.comment_on(dispute, work.words)
    # Another field for another comment: what somebody else wrote meanwhile is seen.
    field = f"comment {name} {comment}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(frame.escape_markdown(where), anchor="dispute")
        offer_next(dispute, at)
        offer_undo()
    st.text_input(
        words.COMMENT, comment, key=field, max_chars=consensus_decisions.MAX_COMMENT, width=560
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        for choice in choices:
            st.button(
                choice.label,
                key=f"choose {choice.place}",
                type="primary" if choice.main and not work.doubt(dispute) else "secondary",
                shortcut=choice.key or None,
                help=choice.help,
                on_click=decide_and_go_on,
                args=(dispute, at, choice.place, field),
            )
        proposed = choices[0].place is not None
        with st.popover(words.MOVE_ELSEWHERE if proposed else words.BOUNDARY_ELSEWHERE):
            number = f"elsewhere {name}"
            # In a form, Enter in the field moves as the button does.
            with st.form(f"move {name}", border=False):
                ask_place(dispute.place, number)
                st.form_submit_button(
                    words.MOVE_THERE, on_click=move_and_go_on, args=(dispute, at, number, field)
                )
        if settled(dispute, work.words):
            st.button(
                words.OPEN_AGAIN,
                key="open again",
                help=words.OPEN_AGAIN_HELP,
                on_click=open_again,
                args=(dispute,),
            )
    # It stands by the buttons: at the top of the page it would be out of sight, and move all else.
    # What was decided elsewhere is not said here.
    told: tuple[dict[str, str], str] = st.session_state.get(decided, ({}, ""))
    if told[1] and told[0] == view.query():
        st.success(frame.escape_markdown(told[1]), width=560)


def offer_next(dispute: Dispute, at: int) -> None:
    """Offer to leave a dispute open and go to the next one."""
    following = work.next(dispute, at + 1, passed | {(dispute.item, dispute.places)})
    st.button(
        words.NEXT,
        key="next dispute",
        shortcut="N",
        help=words.NEXT_HELP,
        disabled=following is None,
        on_click=show_next,
        args=(dispute, following),
    )


def ask_place(proposed: int, key: str) -> None:
    """Show the field of a place: a unit, or a time."""
    if corpus.scale is None:
        label = words.BEFORE_UNIT.format(corpus.unit)
        st.number_input(label, 2, item.mass, proposed + 1, key=key)
    else:
        st.text_input(words.AT, axis.place(proposed), key=key)


def place_asked(key: str) -> int | None:
    """Return the place that stands in a field when a button is pressed, if it is one."""
    # A click right after typing brings it along: the last run did not have it yet.
    typed = st.session_state.get(key)
    if not isinstance(typed, str):
        return None if typed is None else typed - 1
    place = worklist.place_typed(typed, item)
    if place is None:
        frame.say(words.NO_SUCH_TIME, "warning")
    return place


def offer_undo() -> None:
    """Offer to take the last decision about a saved corpus back, whoever made it."""
    if not found.may_edit:
        return
    step = found.round.step if found.round else None
    last = step if step and step.kind == "decide" else None
    by = f", {last.by}" if last and last.by else ""
    said = (
        words.TAKEN_BACK.format(words=last.words, when=frame.when(last.made), by=by) if last else ""
    )
    st.button(
        words.UNDO,
        shortcut="U",
        disabled=last is None,
        help=frame.escape_markdown(said) or None,
        on_click=undo_step,
        args=(last.id if last else 0,),
    )


@frame.told
def decide_and_go_on(dispute: Dispute, at: int, where: int | None, field: str) -> None:
    """Settle a dispute, and show the next one."""
    comment = st.session_state[field].strip()
    following, said = consensus_decisions.decide(
        found, corpus, view, dispute, at=at, passed=passed, where=where, comment=comment
    )
    go_on(following, said)


def move_and_go_on(dispute: Dispute, at: int, number: str, field: str) -> None:
    """Settle a dispute by the place that stands in a field when the button is pressed."""
    where = place_asked(number)
    if where is not None:
        decide_and_go_on(dispute, at, where, field)


@frame.told
def show_next(dispute: Dispute, following: Dispute | None) -> None:
    """Pass over a dispute and show the next one, if the corpus is still open to the visitor."""
    if following is not None and (following.item, following.places) in passed:
        passed.clear()
    passed.add((dispute.item, dispute.places))
    if following is not None and frame.chosen(view).corpus:
        go_on(worklist.at(view, work, following))


@frame.told
def open_again(dispute: Dispute) -> None:
    """Withdraw what was decided about a dispute."""
    go_on(consensus_decisions.take_back(found, view, dispute))


@frame.told
def undo_step(step: int) -> None:
    """Undo the last decision, and show where it was made."""
    go_on(consensus_decisions.undo(found, frame.current_view(), step))


@frame.told
def add_there(number: str, field: str) -> None:
    """Put a boundary at the time that stands in a field when the button is pressed."""
    where = place_asked(number)
    if where is not None:
        comment = st.session_state[field].strip()
        go_on(consensus_decisions.add(found, view, item.name, where, comment))


@frame.told
def take_away(place: int) -> None:
    """Take back a boundary that was added to the recording."""
    go_on(consensus_decisions.withdraw(found, view, item.name, place))


def offer_to_add(made: TimeConsensus) -> None:
    """Offer to add a boundary at a time that a person types, and to take an added one back."""
    if only_looks or (found.saved is not None and not found.may_edit):
        return
    added = worklist.added_near(corpus, made, view)
    if added:
        st.button(
            words.TAKE_AWAY.format(axis.place(added)),
            key="take away",
            on_click=take_away,
            args=(added,),
        )
    with st.popover(words.ADD):
        number, field = f"add {item.name} {view.place}", f"comment of {item.name} {view.place}"
        with st.form(f"add to {item.name}", border=False):
            ask_place(view.place or 1, number)
            st.text_input(words.COMMENT, key=field, max_chars=consensus_decisions.MAX_COMMENT)
            st.form_submit_button(words.ADD_HERE, on_click=add_there, args=(number, field))


def go_on(view: frame.UrlState, said: str = "") -> None:
    """Show a view on this page, and what was decided if anything was."""
    st.session_state[decided] = view.query(), said
    if said:
        st.toast(frame.escape_markdown(said))
    st.query_params.from_dict(view.query())


# What of the address could not be used, the frame has said.
view = replace(frame.current_view(), notes=())
found, corpus = frame.open_corpus(view, who=True)
# Decisions and files are of all coders as they are.
only_looks = frame.looks_only(view, found)
axis = axis_of(corpus)
unit = axis.unit
if view.worklist not in words.ORDERS[unit]:
    view = replace(view, worklist="disputed")
# What the visitor passed over, in this order of the disputes: it comes again after all others.
passed: set[tuple[str, tuple[int, ...]]] = st.session_state.setdefault(
    f"passed over {corpus.codings_digest} {view.worklist} {view.scope}", set()
)
# Key of the session: what was decided last.
decided = f"decided {corpus.codings_digest}"
components.links(consensus_decisions.of_other_rounds(found, view), key="other rounds")
if why := computations.too_narrow(corpus, view):
    st.error(frame.escape_markdown(why))
    st.stop()
made: Consensus | TimeConsensus
made = consensus_of_texts() if unit == "units" else consensus_view.time_consensus_of(corpus, view)
work = worklist.worklist(corpus, view)
view, dispute = worklist.resolve(view, corpus, work, made)
for note in view.notes:
    st.warning(frame.escape_markdown(note))

# The consensus, and its files.
if isinstance(made, Consensus):
    show_rules(made)
else:
    frame.sentences(consensus_view.time_consensus_summary(made))
moved, ways = consensus_view.who_moves_it(corpus, found.counted_by(view), view)
frame.sentences(moved)
components.links(ways, key="who moves it")
with st.container(horizontal=True):
    offer_gold(made)
    with st.popover(words.CHOOSE_RULE):
        if isinstance(made, Consensus):
            choose_rule()
        else:
            choose_least()
if isinstance(made, Consensus):
    show_doubts(made)

# The dispute at hand.
show_order()
item = corpus[view.item or ""]
golden = next((one for one in made.items if one.item == item.name), None)
if dispute:
    by_rule = consensus_view.of_rule(corpus, view, dispute.item)
    where = f"{item.name}, {words.where(dispute, axis)}"
    guessed = bool(golden and golden.guessed)
    ask(dispute, where, worklist.choices(dispute, by_rule, axis, guessed=guessed))
    if isinstance(made, Consensus):
        show_dispute(dispute, made)
    else:
        people = of_people(corpus, view)
        near = worklist.presses_near(dispute, made, work, item, people)
        st.markdown(frame.escape_markdown(near))
else:
    nothing = words.not_disputed(item.name, view.place, axis)
    st.info(frame.escape_markdown(nothing))
if isinstance(made, Consensus):
    show_lanes()
else:
    show_density(made)
if dispute:
    see = components.Link(words.WHAT_DIFFERS.format(item.name), view.href("item", start=None))
    components.links([see], key="see the item")
places = dispute_list.listed_places(work, corpus, made, view)
if places:
    show_list()
if isinstance(made, Consensus):
    drawers = {"heat map": (words.HEAT_MAP, show_heat_map)}
    if made.items:
        drawers["nearness"] = (words.NEAR, partial(show_nearness, made))
    frame.drawers(drawers)
    find = partial(consensus_view.opened_consensus, made, corpus, item, work, view)
    frame.open_found(view, "decide", find, of=words.THIS_CONSENSUS)
