"""Two rounds of coding: what changed on the whole, in each item, and at each boundary."""

from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.rounds import compare_view
from segmetrics.phrases import capital
from segmetrics.reliability.changes import ChangeRow, ChangeTable
from segmetrics.tables import comparison_tables


def offer_rounds(view: frame.UrlState, known: dict[str, str]) -> None:
    """Show the choice of both rounds."""
    first, second = st.columns(2, gap="medium")
    with first:
        frame.pick(
            st.selectbox, "Before", view, "corpus", tuple(known), format_func=known.__getitem__
        )
    with second:
        offered = {"": "Choose the second round", **known}
        frame.pick(
            st.selectbox, "After", view, "other", tuple(offered), format_func=offered.__getitem__
        )


def example_of(view: frame.UrlState) -> str:
    """Link the example under the settings of a view."""
    return view.of_corpus(compare_view.EXAMPLE.corpus).href(
        "compare", other=compare_view.EXAMPLE.other
    )


def explain_and_stop(found: frame.SelectedCorpus, view: frame.UrlState) -> None:
    """Explain what to bring, and end the page."""
    bring = (
        "Open the files of the first round, then those of the second"
        if found.sample
        else "Choose the second round above, or open its files"
    )
    st.markdown(
        "Compare two rounds of coding of the same items: before and after a change of the "
        "guidelines, a training, a revision. Items and coders are matched by their names. "
        f"{bring}; you review them first and then come back here."
    )
    here, _ = st.columns([3, 2])
    with here:
        frame.upload(then="compare", of=found, kinds=(frame.ROUND, frame.NEW))
    links = [
        components.Link("Look at an example: made-up interviews, coded twice →", example_of(view))
    ]
    components.links(links, key="example")
    st.stop()


def refuse_and_stop(second: frame.SelectedCorpus, view: frame.UrlState) -> None:
    """Explain why the second round cannot be compared, and end the page."""
    if second.reading is None:
        st.info(
            frame.escape_markdown(second.why)
            or "The import of the second round waits for a decision."
        )
    else:
        st.error("Nothing can be compared: no item of the second round is without a problem.")
    example = components.Link("Look at an example", example_of(view))
    components.links([example], key="example")
    st.stop()


def show_item(
    rounds: tuple[Corpus, Corpus],
    table: ChangeTable,
    rows: list[ChangeRow],
    view: frame.UrlState,
) -> None:
    """Show an item in both rounds, one above the other, and what each coder changed."""
    (row,) = [row for row in table.items if row.item == view.item]
    before, after = (one[row.item] for one in rounds)
    components.links(compare_view.neighbours(rows, view), key="neighbours")
    st.subheader(frame.escape_markdown(row.item), anchor=False)
    components.table(
        *compare_view.change_page([row], table, view, alone=True),
        caption=f"What changed on {row.item}",
        key="item row",
    )
    reason = row.pi_star.undefined or row.pi_star.interval.undefined
    if reason:
        st.caption(frame.escape_markdown(f"{capital(reason)}."))
    same_units = before.mass == after.mass
    changes = compare_view.coder_changes(before, after, view.n) if same_units else []
    shown = compare_view.chosen_coder(changes, view) if changes else None
    for item, name, when in ((before, "Before", "before"), (after, "After", "after")):
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
            st.caption(f"Units {part[0]:,} to {part[1]:,} of {item.mass:,}")
            components.links(
                frame.part_links(item, part, view, address="compare"), key=f"parts {when}"
            )
    swapped = {"corpus": view.other, "other": view.corpus}
    components.links(
        [
            components.Link("Everything about it before →", view.href("item")),
            components.Link("and after →", view.href("item", **swapped)),
        ],
        key="to item",
    )
    if not same_units:
        st.markdown(
            "The text changed, so the places of the two rounds are not the same, and single "
            "boundaries cannot be compared. The coefficients can."
        )
        return
    if not shown:
        st.markdown("No coder coded this item in both rounds, so no boundary can be followed.")
        return
    st.subheader("What changed", anchor=False)
    st.markdown(f"**{frame.escape_markdown(shown.coder)}**: {shown.sentence}")
    part = frame.visible_part(before, view)
    seen = compare_view.seen_changes(shown, part)
    components.pair_view(
        compare_view.side_by_side(before, after, shown.coder),
        ("before", "after"),
        seen.marks,
        seen.counts,
        window=part,
        place=view.place,
        label=f"What {shown.coder} changed on {row.item}",
        href=view.href("compare", place=None),
        key="moved",
    )
    columns, lines = compare_view.coder_table(changes, view, shown.coder)
    components.table(columns, lines, caption=f"What each coder changed on {row.item}", key="coders")
    st.caption(
        f"A boundary that is fewer than {view.n} positions away counts as moved (a near miss); "
        "a full miss is gone if the first round alone has it, and new if the second has."
    )


def show_all(table: ChangeTable, rows: list[ChangeRow], view: frame.UrlState) -> None:
    """Show all items: the figure and the table of a page of them."""
    shown = frame.on_page(rows, view)
    st.subheader("Item by item", anchor=False)
    if view.item:
        st.caption(
            frame.escape_markdown(f"{view.item} is not in both rounds, so all items are shown.")
        )
    links = frame.page_links(len(rows), view, "compare")
    if links and table.moved.items:
        frame.chart(
            compare_view.spread_drawn(table),
            key="spread",
            alt="How many items changed by how much",
        )
    drawn = [*shown, table.corpus]
    if any(row.pi_star.change is not None for row in drawn):
        frame.chart(
            compare_view.changes_drawn(table, drawn),
            key="changes",
            alt="Agreement of each item before and after, and the change with its interval",
        )
    if links:
        st.caption(f"{len(rows):,} items, {len(shown)} on this page; the corpus is below them.")
        components.links(links, key="pages")
    components.table(
        *compare_view.change_page(shown, table, view),
        caption="Items before and after",
        key="items",
    )


view = frame.current_view()
view = replace(view, corpus=frame.chosen(view).key)
offer_rounds(view, compare_view.titles(view.corpus, view.other))
found, before = frame.open_corpus(view)
if not view.other:
    explain_and_stop(found, view)
second = frame.chosen(replace(view, corpus=view.other))
after = second.counted_by(view)
if after is None:
    refuse_and_stop(second, view)
    st.stop()
exchanged = view.href("compare", corpus=view.other, other=view.corpus)
rounds = (before, after)
components.links([components.Link("Exchange before and after", exchanged)], key="exchange")
frame.settings(view)

table = compare_view.change_of(before, after, view.options)
if table is None:
    st.stop()
answer, *more = comparison_tables.change_in_words(table)
st.subheader(frame.escape_markdown(answer), anchor=False)
if more:
    st.markdown(frame.escape_markdown(" ".join(more)))
if view.corpus == view.other:
    st.markdown("Before and after are the same corpus; choose another for one of them.")
if table.items:
    components.table(
        *compare_view.corpus_page(table, view),
        caption="Coefficients of the corpus",
        key="coefficients",
    )
    st.caption("Values and changes open: what was counted, and the formula with the numbers.")
    rows = compare_view.sorted_changes(table, view.sort)
    if view.item in {row.item for row in rows}:
        show_item(rounds, table, rows, view)
    else:
        show_all(table, rows, view)
else:
    st.markdown("Items can be given other names on the Import page, before they are accepted.")
frame.notes(comparison_tables.change_notes(table))
st.caption(frame.escape_markdown(comparison_tables.change_signature(table)))
opened = ("opened change", *table.digests, view.options, view.number)
find = partial(compare_view.opened_change, rounds, table, view.number)
frame.open_found(view, "compare", partial(frame.kept, opened, find), of="these two rounds")
if table.items:
    frame.offer_tables("change", comparison_tables.CHANGE_FORMATS, table)
with st.expander("Open another round"):
    frame.upload(then="compare", of=found, kinds=(frame.ROUND, frame.NEW))
