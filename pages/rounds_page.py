"""Rounds of coding, followed from the first to the last."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from segmetrics.axis import axis_of
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.rounds import (
    compare_view,
    recorded_rounds_view,
    round_tables_view,
    rounds_view,
)
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.followed_coders import followed_coders
from segmetrics.plots import trend_plots
from segmetrics.reliability import trends
from segmetrics.reporting.rounds_paragraph import (
    recordings_paragraph,
    rounds_paragraph,
    rounds_sentence,
)
from segmetrics.tables import recording_round_tables, trend_tables
from segmetrics.tables.comparison_words import OTHERS, people_in_words
from segmetrics.tables.trend_words import rounds_in_words, rounds_notes


def explain_and_stop() -> None:
    """Explain how to add a round, and end the page."""
    st.markdown(words.ONE_ROUND.format(words.ADD if found.may_edit else words.FIRST_YOUR_OWN))
    add, _ = st.columns([3, 2])
    with add:
        frame.upload(then="rounds", of=found, kinds=(frame.ROUND, frame.NEW))
    components.links([compare_view.example(view, "rounds", found.corpus)], key="one round")
    st.stop()


def show_corpus(table: trends.RoundsTable) -> None:
    """Draw the main coefficients of the corpus over the rounds."""
    frame.chart(
        rounds_view.key_of(table),
        partial(trend_plots.rounds_figure, table),
        key="rounds",
        alt=words.ROUNDS_DRAWN,
    )
    over = table.interval_options.over
    st.caption(
        words.intervals(
            over,
            other_elsewhere=over == "items" != view.over,
            shared=table.compared.whose == "shared",
        )
    )


def show_for_whom(table: trends.RoundsTable) -> None:
    """Show for whom agreement changed, by kappa of the page Coders; nothing if not at hand."""
    alone = not table.other_items and any(one.alone for one in table.rounds)
    shared = table.compared.whose == "shared" or alone
    parts: Sequence[Corpus] = trends.compared_parts(named, view.options) if shared else ()
    corpora = parts or [one.corpus for one in named]
    coders = followed_coders(corpora, view.uncertain)
    if not coders:
        return
    st.header(words.FOR_WHOM, anchor=False)
    said = words.for_whom(named[0].name, named[-1].name, coders)
    frame.explained(said, *words.FOR_WHOM_TERMS, key="for whom")
    without = round_tables_view.without_one(table, corpora, view)
    components.table(
        round_tables_view.kappa_rows(coders, named, keys, view, without),
        words.FOR_WHOM_CAPTION,
        "kappas",
    )
    items = {frozenset(item.name for item in one.items) for one in corpora}
    notes = [words.kappas_from(shared=shared, other_items=len(items) > 1)]
    if len(coders) > round_tables_view.SHOWN_CODERS:
        notes.append(
            words.KAPPAS_LISTED.format(shown=round_tables_view.SHOWN_CODERS, coders=len(coders))
        )
    frame.notes(notes)


def show_coefficients(table: trends.RoundsTable) -> None:
    """Show all coefficients of the corpus in each round."""
    components.table(round_tables_view.corpus_rows(table, view), words.IN_EACH_ROUND, "corpus")
    st.caption(words.BELOW_EACH_VALUE.format(OTHERS[table.interval_options.over]))
    if table.other_items:
        st.caption(words.OTHER_ITEMS)
    if table.compared.whose == "shared":
        st.caption(words.OWN_CODINGS)
    elif not table.other_items and any(one.alone for one in table.rounds):
        st.caption(words.OWN_ITEMS)


def show_steps(table: trends.RoundsTable) -> None:
    """Show what changed over the corpus from round to round."""
    components.table(round_tables_view.step_rows(table, keys, view), words.STEPS_CAPTION, "steps")
    st.caption(words.STEPS)


def show_items(table: trends.RoundsTable) -> None:
    """Show the items in all rounds, and what changed in the text."""
    st.header(words.ITEMS, anchor=False)
    frame.pick(st.segmented_control, words.MEASURE, view, "items_by", help=words.MEASURE_HELP)
    measure = compare_view.measure_of_items(table.judged_by, view)
    items = round_tables_view.sorted_items(table, measure, view.sort)
    shown = frame.on_page(items, view)
    links = frame.page_links(len(items), view, "rounds")
    if links:
        st.caption(words.ON_THIS_PAGE.format(len(items), len(shown)))
        components.links(links, key="pages")
    components.table(
        round_tables_view.item_rows(shown, table, measure, named, keys, view),
        words.ITEMS_CAPTION,
        "items",
    )
    st.caption(f"{words.ITEM_INTERVALS} {words.NUMBERS_OPEN}")


def show_texts() -> None:
    """Show how far coders of texts agree in each round, for whom that changed, and where."""
    table = rounds_view.rounds_table(named, view.options)
    if table is None:
        return
    who = people_in_words(table.compared, rounds=len(named))
    mended = rounds_view.mended(named, table, view)
    answer, *more = mended.told(rounds_in_words(table))[bool(who) :]
    if who:
        st.markdown(frame.escape_markdown(who))
    st.header(frame.escape_markdown(answer), anchor=False)
    frame.explained(more, *words.TERMS["units"], key="answer")
    if table.steps:
        show_corpus(table)
        show_for_whom(table)
        if not view.who:
            in_short = {words.SENTENCE: said} if (said := rounds_sentence(table)) else {}
            frame.for_paper({**in_short, words.PARAGRAPH: rounds_paragraph(table, mended)})
        if table.items:
            show_items(table)
        with st.expander(words.ALL_COEFFICIENTS):
            show_coefficients(table)
        with st.expander(words.FROM_ROUND_TO_ROUND):
            show_steps(table)
        if len(named) > 2 and table.compared.whose == "changed":
            components.links(rounds_view.pairs_with_items(keys, named, view), key="pairs")
    else:
        show_for_whom(table)
        components.links(rounds_view.pairs_with_items(keys, named, view), key="pairs")
    frame.notes(rounds_notes(table))
    with st.expander(words.DETAILS):
        st.caption(frame.escape_markdown(trend_tables.rounds_signature(table)))
    opened_key = ("opened round", *rounds_view.key_of(table), view.number)
    find = partial(rounds_view.opened_round, named, table, view.number)
    frame.open_found(view, "rounds", partial(frame.kept, opened_key, find), of=words.THESE)
    if table.steps:
        frame.offer_tables("rounds", trend_tables.ROUNDS_FORMATS, table, mended=mended)


def show_recordings() -> None:
    """Show how far coders of recordings agree in each round, and what changed."""
    options = view.recording_options
    table = recorded_rounds_view.followed_recordings(named, options)
    if table is None:
        return
    said = [text for step in table.steps for text in recorded_rounds_view.headline(step.changes)]
    frame.explained(said, *words.TERMS["seconds"], key="answer", lead=True)
    for one in recorded_rounds_view.recording_tables(table, named, options):
        frame.titled(one)
    frame.notes([words.HOW_RECORDINGS, options.signature])
    if not view.who:
        frame.for_paper({words.PARAGRAPH: recordings_paragraph(table)})
    frame.offer_tables("rounds", recording_round_tables.RECORDING_ROUNDS_FORMATS, table)


view = frame.current_view()
found, corpus = frame.open_corpus(view)
opened, of_other_kind = rounds_view.of_one_kind(frame.rounds_of(view))
left_out = [words.LEFT_OUT.format(one.name) for one in opened if one.corpus is None]
for text in (*left_out, *map(words.OTHER_KIND.format, of_other_kind)):
    st.warning(frame.escape_markdown(text))
pairs = rounds_view.named_rounds(opened)
if len(pairs) < 2:
    explain_and_stop()
seen = frame.who_in_rounds(view, "rounds", [(one.name, one.corpus) for _, one in pairs])
pairs = [
    (key, replace(one, corpus=corpus))
    for (key, one), corpus in zip(pairs, seen, strict=True)
    if corpus is not None
]
if len(pairs) < 2:
    st.stop()
keys, named = [key for key, _ in pairs], [one for _, one in pairs]
components.links(rounds_view.round_links(keys, named, view), key="of rounds")
{"units": show_texts, "seconds": show_recordings}[axis_of(corpus).unit]()
if found.may_edit:
    with st.expander(words.ADD_ANOTHER):
        frame.upload(then="rounds", of=found, kinds=(frame.ROUND, frame.NEW))
