"""Rounds of coding, followed from the first to the last."""

from functools import partial

import streamlit as st

from segmetrics.dashboard import components, frame
from segmetrics.dashboard.rounds import compare_view, rounds_view
from segmetrics.plots import trend_plots
from segmetrics.reliability import trends
from segmetrics.tables import trend_tables


def explain_and_stop(found: frame.SelectedCorpus, view: frame.UrlState) -> None:
    """Explain how to add a round, and end the page."""
    here = (
        "Open the files of the next round; you review first how its items and coders match those "
        "that are here."
        if found.may_edit
        else "Open the files of a corpus of your own first; a further round is added to it here."
    )
    st.markdown(
        "This corpus has one round, and it takes two to compare. A round is one coding of the "
        f"same items: a pilot, after a training, the final one. {here}"
    )
    add, _ = st.columns([3, 2])
    with add:
        frame.upload(then="rounds", of=found, kinds=(frame.ROUND, frame.NEW))
    example = view.of_corpus(compare_view.EXAMPLE.corpus).href(
        "rounds", other=compare_view.EXAMPLE.other
    )
    components.links(
        [components.Link("Look at an example: made-up interviews, coded twice →", example)],
        key="one round",
    )
    st.stop()


def show_corpus(table: trends.RoundsTable, keys: list[str], view: frame.UrlState) -> None:
    """Show the coefficients of the corpus, and what they did from round to round."""
    frame.chart(
        frame.kept(
            rounds_view.key_of("rounds figure", table), partial(trend_plots.rounds_figure, table)
        ),
        key="rounds",
        alt="Each coefficient of the corpus over the rounds, with its interval",
    )
    st.caption(
        "Dots with 95% intervals for other items, same coders, side by side so that they can be "
        "told apart; the lines only say which dots belong together."
    )
    components.table(
        *rounds_view.corpus_rows(table, view),
        caption="Coefficients of the corpus in each round",
        key="corpus",
    )
    if any(one.alone for one in table.rounds):
        st.caption("Below a value, what it comes to over all items of its round.")
    st.subheader("What changed", anchor=False)
    components.table(
        *rounds_view.step_rows(table, keys, view),
        caption="Differences of the corpus from round to round",
        key="steps",
    )
    st.caption(
        "Paired differences, with intervals for other items, same coders: each item is left out of "
        "both rounds at once. An interval that does not hold 0 says "
        "that agreement changed."
    )


def show_coders(table: trends.RoundsTable, keys: list[str], view: frame.UrlState) -> None:
    """Show how far each coder agrees with the others over the rounds."""
    st.subheader("Coder by coder", anchor=False)
    coders = rounds_view.least_first(table)
    frame.chart(
        frame.kept(
            rounds_view.key_of("coders figure", table),
            partial(trend_plots.coders_figure, table, coders[: trend_plots.DRAWN_CODERS]),
        ),
        key="coders",
        alt="The agreement of each coder with the others over the rounds, with its interval",
    )
    drawn = min(trend_plots.DRAWN_CODERS, len(coders))
    which = f"The {drawn} of {len(coders):,} coders who agree least" if drawn < len(coders) else ""
    st.caption(
        f"{which or 'All coders'}, whoever agrees least in the last round first, over the numbers "
        "of the rounds; the others in grey behind. Observed agreement of the coder's pairs by the "
        "chosen similarity, not corrected for chance: over S it rises where fewer boundaries are "
        "placed."
    )
    components.table(
        *rounds_view.coder_rows(coders[: rounds_view.SHOWN_CODERS], table, keys, view),
        caption="Agreement of each coder with the others, and boundaries placed",
        key="coder rows",
    )
    if len(coders) > rounds_view.SHOWN_CODERS:
        st.caption(f"{rounds_view.SHOWN_CODERS} of {len(coders):,} coders; the CSV has all.")


def show_items(
    table: trends.RoundsTable,
    named: list[trends.CodingRound],
    keys: list[str],
    view: frame.UrlState,
) -> None:
    """Show the items in all rounds, and what changed in the text."""
    st.subheader("Item by item", anchor=False)
    items = rounds_view.sorted_items(table, view.sort)
    shown = frame.on_page(items, view)
    links = frame.page_links(len(items), view, "rounds")
    if links:
        st.caption(f"{len(items):,} items, {len(shown)} on this page.")
        components.links(links, key="pages")
    components.table(
        *rounds_view.item_rows(shown, table, named, keys, view),
        caption="Items in each round",
        key="items",
    )
    st.caption(
        "Intervals of items are for other coders. What changed leads to the text, with every "
        "boundary that was kept, moved, is gone or new."
    )


view = frame.current_view()
found, _ = frame.open_corpus(view)
opened = frame.rounds_of(view)
for one in opened:
    if one.corpus is None:
        st.warning(
            frame.escape_markdown(f"{one.name}: no item of it can be used here, so it is left out.")
        )
pairs = rounds_view.named_rounds(opened)
if len(pairs) < 2:
    explain_and_stop(found, view)
keys, named = [key for key, _ in pairs], [one for _, one in pairs]
components.links(rounds_view.round_links(keys, named, view), key="of rounds")
frame.settings(view)

table = rounds_view.rounds_table(named, view.options)
if table is None:
    st.stop()
answer, *more = trend_tables.rounds_in_words(table)
st.subheader(frame.escape_markdown(answer), anchor=False)
frame.sentences(more)
if table.steps:
    show_corpus(table, keys, view)
    show_coders(table, keys, view)
    show_items(table, named, keys, view)
else:
    st.markdown("Items can be given other names on the Import page, before they are accepted.")
    components.links(rounds_view.pairs_with_items(keys, named, view), key="pairs")
frame.notes(trend_tables.rounds_notes(table))
st.caption(frame.escape_markdown(trend_tables.rounds_signature(table)))
opened_key = (*rounds_view.key_of("opened round", table), view.number)
find = partial(frame.kept, opened_key, partial(rounds_view.opened_round, named, table, view.number))
frame.open_found(view, "rounds", find, of="these rounds")
if table.steps:
    frame.offer_tables("rounds", trend_tables.ROUNDS_FORMATS, table)
if found.may_edit:
    with st.expander("Add another round"):
        frame.upload(then="rounds", of=found, kinds=(frame.ROUND, frame.NEW))
