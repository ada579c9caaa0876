"""Two rounds of coding: what changed on the whole, in each item, and at each boundary."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.axis import axis_of
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.rounds import compare_view, recorded_rounds_view, rounds_view
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.phrases import capital, plural
from segmetrics.plots import comparison_plots
from segmetrics.reliability.changes import ChangeRow, ChangeTable
from segmetrics.reliability.revised_texts import on_text_of
from segmetrics.reliability.trends import CodingRound
from segmetrics.tables import comparison_tables, recording_round_tables
from segmetrics.tables.columns import as_asked
from segmetrics.tables.comparison_words import change_in_words, change_notes, people_in_words


def offer_rounds(known: dict[str, str]) -> None:
    """Show the choice of both rounds."""
    first, second = st.columns(2, gap="medium")
    with first:
        frame.pick(st.selectbox, words.BEFORE, view, "corpus", known)
    with second:
        frame.pick(st.selectbox, words.AFTER, view, "other", {"": words.CHOOSE, **known})


def explain_and_stop() -> None:
    """Explain what to bring, and end the page."""
    bring = words.FIRST_THEN_SECOND if found.sample else words.SECOND
    st.markdown(words.WHAT_IT_COMPARES.format(bring))
    here, _ = st.columns([3, 2])
    with here:
        frame.upload(then="compare", of=found, kinds=(frame.ROUND, frame.NEW))
    components.links([compare_view.example(view, "compare", found.corpus)], key="example")
    st.stop()


def refuse(second: frame.SelectedCorpus) -> None:
    """Explain why the second round cannot be compared."""
    if second.reading is None:
        st.info(frame.escape_markdown(second.why) or words.WAITS)
    else:
        st.error(words.UNUSABLE)
    components.links([compare_view.example(view, "compare", second.corpus)], key="example")


def show_item(
    rounds: tuple[Corpus, Corpus], table: ChangeTable, rows: list[ChangeRow], measure: str
) -> None:
    """Show an item in both rounds, one above the other, and what each coder changed."""
    (row,) = [row for row in table.items if row.item == view.item]
    before, after = (one[row.item] for one in rounds)
    components.links(compare_view.neighbours(rows, view), key="neighbours")
    st.header(frame.escape_markdown(row.item), anchor=False)
    components.table(
        compare_view.change_page([row], table, measure, view, alone=True),
        words.WHAT_CHANGED_ON.format(row.item),
        "item row",
    )
    changed = getattr(row, measure)
    reason = changed.undefined or changed.interval.why_none
    if reason:
        st.caption(frame.escape_markdown(f"{capital(reason)}."))
    there, revised = on_text_of(before, after)
    changes = compare_view.coder_changes(there, after, view.n) if there else []
    # The coder of the view, else who changed most.
    shown = next((one for one in changes if one.coder == view.a), next(iter(changes), None))
    for item, name, when in ((before, words.BEFORE, "before"), (after, words.AFTER, "after")):
        part = frame.visible_part(item, view)
        st.markdown(f"**{name}**")
        components.strips(
            item,
            window=part,
            place=view.place if view.place and view.place < item.mass else None,
            marked=(shown.coder,) if shown else (),
            href=view.href("compare", place=None),
            key=f"strips {when}",
        )
        if part != (1, item.mass):
            units = frame.escape_markdown(capital(plural(item.unit)))
            st.caption(words.UNITS.format(units, *part, item.mass))
            components.links(
                frame.part_links(item, part, view, address="compare"), key=f"parts {when}"
            )
    swapped = {"corpus": view.other, "other": view.corpus}
    components.links(
        [
            components.Link(words.BEFORE_PAGE, view.href("item")),
            components.Link(words.AFTER_PAGE, view.href("item", **swapped)),
        ],
        key="to item",
    )
    if there is None:
        st.markdown(words.ANOTHER_TEXT)
        return
    if revised:
        st.markdown(frame.escape_markdown(f"{capital(revised)}."))
    if not shown:
        st.markdown(words.NOBODY_IN_BOTH)
        return
    st.header(words.WHAT_CHANGED, anchor=False)
    st.markdown(f"**{frame.escape_markdown(shown.coder)}**: {shown.sentence}")
    part = frame.visible_part(there, view)
    seen = compare_view.seen_changes(shown, part, there.unit)
    components.pair_view(
        compare_view.side_by_side(there, after, shown.coder),
        ("before", "after"),
        seen,
        window=part,
        place=view.place if view.place and view.place < there.mass else None,
        label=words.CHANGED_BY.format(coder=shown.coder, item=row.item),
        href=view.href("compare", place=None),
        key="moved",
    )
    each = compare_view.coder_table(changes, view, shown.coder, there.unit)
    components.table(each, words.CHANGED_BY_EACH.format(row.item), "coders")
    st.caption(words.HOW_BOUNDARIES_ARE_FOLLOWED.format(view.n))


def show_all(table: ChangeTable, rows: list[ChangeRow], measure: str) -> None:
    """Show all items: the table and the figure of a page of them."""
    shown = frame.on_page(rows, view)
    st.header(words.ITEMS, anchor=False)
    if view.item:
        st.caption(frame.escape_markdown(words.NOT_IN_BOTH.format(view.item)))
    frame.pick(st.segmented_control, words.MEASURE, view, "items_by", help=words.MEASURE_HELP)
    links = frame.page_links(len(rows), view, "compare")
    if links:
        st.caption(words.ON_THIS_PAGE.format(len(rows), len(shown)))
        components.links(links, key="pages")
    components.table(
        compare_view.change_page(shown, table, measure, view), words.ITEMS_BEFORE_AFTER, "items"
    )
    st.caption(words.NUMBERS_OPEN)
    drawn = [*shown, table.corpus]
    shows = (*table.digests, table.options, measure)
    if any(getattr(row, measure).change is not None for row in drawn):
        frame.chart(
            (*shows, *(row.item for row in drawn)),
            partial(comparison_plots.change_figure, drawn, table.options.similarity, measure),
            key="changes",
            alt=words.CHANGES_DRAWN,
        )
    if links and any(getattr(row, measure).change is not None for row in rows):
        frame.chart(
            shows,
            partial(comparison_plots.spread_figure, table.items, table.options.similarity, measure),
            key="spread",
            alt=words.SPREAD_DRAWN,
        )


def show_texts(rounds: tuple[Corpus, Corpus]) -> None:
    """Show what changed between two rounds of texts."""
    table = compare_view.change_of(*rounds, view.options)
    if table is None:
        return
    who = people_in_words(table.compared)
    named = [*map(CodingRound, (words.BEFORE, words.AFTER), rounds)]
    mended = rounds_view.mended(named, table, view)
    answer, *more = mended.told(change_in_words(table))[bool(who) :]
    if who:
        st.markdown(frame.escape_markdown(who))
    st.header(frame.escape_markdown(answer), anchor=False)
    frame.explained(more, *words.TERMS["units"], key="answer")
    if view.corpus == view.other:
        st.markdown(words.ITSELF)
    if table.items:
        measure = compare_view.measure_of_items(table.judged_by, view)
        columns = compare_view.page_columns(table, measure)
        # Unasked, what fell most comes first.
        rows = as_asked(table.items, columns, view.sort, compare_view.UNASKED)
        if view.item in {row.item for row in rows}:
            show_item(rounds, table, rows, measure)
        else:
            show_all(table, rows, measure)
    with st.expander(words.ALL_COEFFICIENTS, expanded=table.other_items):
        components.table(compare_view.corpus_page(table, view), words.COEFFICIENTS, "coefficients")
    frame.notes(change_notes(table))
    with st.expander(words.DETAILS):
        st.caption(frame.escape_markdown(comparison_tables.change_signature(table)))
    opened = ("opened change", *table.digests, view.options, view.number)
    find = partial(compare_view.opened_change, rounds, table, view.number)
    frame.open_found(view, "compare", partial(frame.kept, opened, find), of=words.THESE_TWO)
    frame.offer_tables("change", comparison_tables.CHANGE_FORMATS, table, mended=mended)


def show_recordings(rounds: tuple[Corpus, Corpus]) -> None:
    """Show what changed between two rounds of recordings."""
    options = view.recording_options
    named = [*map(CodingRound, (words.BEFORE, words.AFTER), rounds)]
    table = recorded_rounds_view.followed_recordings(named, options)
    if table is None:
        return
    said = recorded_rounds_view.headline(table.steps[0].changes)
    frame.explained(said, *words.TERMS["seconds"], key="answer", lead=True)
    for one in recorded_rounds_view.recording_tables(table, named, options):
        frame.titled(one)
    frame.notes([words.HOW_RECORDINGS, options.signature])
    frame.offer_tables("change", recording_round_tables.RECORDING_ROUNDS_FORMATS, table)


view = frame.two_rounds(frame.current_view())
offer_rounds(compare_view.titles(view.corpus, view.other))
found, before = frame.open_corpus(view)
if not view.other:
    explain_and_stop()
second = frame.chosen(replace(view, corpus=view.other))
after = second.counted_by(view)
unit = axis_of(before).unit
if after is None:
    refuse(second)
elif axis_of(after).unit != unit:
    st.info(words.OF_TWO_KINDS)
else:
    both = [(words.BEFORE, before), (words.AFTER, after)]
    first, last = frame.who_in_rounds(view, "compare", both)
    if first is None or last is None:
        st.stop()
    exchanged = view.href("compare", corpus=view.other, other=view.corpus)
    components.links([components.Link(words.EXCHANGE, exchanged)], key="exchange")
    {"units": show_texts, "seconds": show_recordings}[unit]((first, last))
    with st.expander(words.OPEN_ANOTHER):
        frame.upload(then="compare", of=found, kinds=(frame.ROUND, frame.NEW))
