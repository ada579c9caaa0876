"""One item: why it is low, its text with the codings beside it, and its pairs of coders.

Of a recording: the density of presses along it, the presses of each coder, who presses together.
"""

from dataclasses import replace

import streamlit as st

from segmetrics.corpus import Item
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import press_computations
from segmetrics.dashboard.results import (
    differences_view,
    item_view,
    recording_item_view,
    recording_item_words,
    reliability_view,
    text_view,
)
from segmetrics.dashboard.results import item_words as words
from segmetrics.plots import reliability_plots
from segmetrics.tables import agreement_columns


def show_recording() -> None:
    """Show a recording: its density over the presses of each coder, its places, and a pair."""
    view = recording_item_view.resolved(asked, corpus)
    item = corpus[view.item or ""]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        names = [one.name for one in corpus.items]
        frame.pick(st.selectbox, recording_item_words.ITEM, view, "item", names, width=280)
        components.links(recording_item_view.neighbours(corpus, view), key="neighbours")
    for note in view.notes[len(asked.notes) :]:
        st.warning(frame.escape_markdown(note))
    if why := press_computations.too_narrow(corpus, view):
        st.error(frame.escape_markdown(recording_item_words.refused(why)))
        return
    found = press_computations.peaks_of_corpus(corpus, view).computed()
    if found is None:
        return
    curve = press_computations.density_of(corpus, item, view, found)
    if curve is None:
        st.info(recording_item_words.NOBODY)
        return
    coders = press_computations.people_on(corpus, item)
    peaks = press_computations.peaks_on(item, found)
    st.markdown(frame.escape_markdown(recording_item_view.summary(item, coders, peaks)))
    components.recording(
        item,
        curve,
        recording_item_view.places_marked(corpus, item, peaks, view),
        place=view.place,
        tolerance=press_computations.time_options(view).reach,
        marked=[name for name in (view.a, view.b) if name],
        href=replace(view, a=asked.a, b=asked.b).href("item", place=None),
        key="recording",
    )
    st.caption(recording_item_words.HOW_TO_READ)
    if view.place:
        chosen = recording_item_view.chosen_place(item, coders, peaks, view)
        st.markdown(frame.escape_markdown(chosen))
    table, links, caption = recording_item_view.peak_table(item, coders, peaks, view)
    if table[1]:
        st.subheader(recording_item_words.PLACES, anchor="places")
        components.table(*table, caption=caption, key="places")
    if links:
        components.links(links, key="place pages")
    if view.a and view.b:
        show_two_coders(item, view)


def show_two_coders(item: Item, view: frame.UrlState) -> None:
    """Show the presses of two coders beside each other."""
    st.subheader(recording_item_words.PAIR, anchor="pair")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for parameter, other in (("a", view.b), ("b", view.a)):
            others = [coder for coder in item.coders if coder != other]
            title = recording_item_words.CODERS[parameter]
            frame.pick(st.selectbox, title, view, parameter, others, width=200)
    pairs = recording_item_view.pair_of(item, view)
    st.markdown(frame.escape_markdown(recording_item_view.pair_summary(item, pairs, view)))
    presses = st.expander(recording_item_words.PAIR_CAPTION, key="presses", on_change="rerun")
    if presses.open:
        with presses:
            components.table(
                *recording_item_view.pair_table(item, pairs, view),
                caption=recording_item_words.PAIR_CAPTION,
                key="pair presses",
            )


asked = frame.current_view()
_, corpus = frame.open_corpus(asked)
if corpus.scale is not None:
    show_recording()
    st.stop()
table = frame.computations.table_of(corpus, asked.options)
view = frame.item_shown(asked, corpus)
item = corpus[view.item or ""]
too_many = frame.too_detailed(item)
pairs = frame.pairs_on(corpus, view)
pair = next((p for p in pairs if (p.a, p.b) == (view.a, view.b)), None)
row = next(row for row in table.items if row.item == item.name)
group = frame.group_number(corpus, item.coders) or 1

with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    # Another item has a least similar pair of its own.
    own = replace(view, a=asked.a, b=asked.b)
    frame.pick(st.selectbox, words.ITEM, own, "item", [one.name for one in corpus.items], width=280)
    ways = st.container()
# What is said of the item may take long: it is filled in when all else is shown.
why = st.container()

part = frame.visible_part(item, view)
if part != (1, item.mass):
    components.heat_map(
        frame.computations.item_heat_map(item),
        order=[0],
        href=view.href("item"),
        label=words.WHOLE_ITEM.format(item.name),
        key="item heat map",
        chosen=(item.name, view.place) if view.place else None,
        names=False,
        height=180,
    )
    st.caption(words.PART_SHOWN.format(*part, item.mass))
    components.links(frame.part_links(item, part, view), key="parts")


def show_strips() -> None:
    """Show the coders' strips, and where they disagree most."""
    components.strips(
        item,
        window=part,
        place=view.place,
        marked=(pair.a, pair.b) if pair else (),
        href=view.href("item", place=None),
        key="strips",
    )
    if too_many:
        st.info(frame.escape_markdown(too_many))
    elif not pair:
        st.info(words.ONE_CODER)
    else:
        found = differences_view.differences(corpus, view)
        st.markdown(differences_view.differences_in_words(found, corpus, item))
        if found:
            components.links(differences_view.difference_links(found, view, group), key="steps")
            components.table(
                *differences_view.difference_table(found, view, group),
                caption=words.PLACES,
                key="differences",
            )


def show_text(text: text_view.Readable) -> None:
    """Show the text with the boundaries beside it."""
    components.reading(
        item,
        text.units,
        (pair.a, pair.b) if pair else None,
        text.seen.marks,
        text.seen.counts,
        place=view.place,
        href=view.href("item", place=None, start=None),
        key="text",
    )
    st.caption(frame.escape_markdown(text.about))
    if text.links:
        components.links(text.links, key="text parts")


text = None
if not too_many:
    text = text_view.readable(item, (pair.a, pair.b) if pair else None, view)
with st.container(key="codings"):
    if text:
        strips, beside = st.columns([6, 7], gap="medium")
        with strips:
            show_strips()
        with beside:
            show_text(text)
    else:
        show_strips()

if pair:
    st.subheader(frame.escape_markdown(words.PAIR.format(a=pair.a, b=pair.b)), anchor="pair")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for parameter, other in (("a", pair.b), ("b", pair.a)):
            others = [coder for coder in item.coders if coder != other]
            frame.pick(st.selectbox, words.CODER[parameter], view, parameter, others, width=200)
        frame.pick(st.segmented_control, words.SEES, view, "sees")
    codings = (item.codings[pair.a], item.codings[pair.b])
    seen = components.seen_by(
        view.sees, codings, (pair.a, pair.b), part, n=view.n, width=view.width
    )
    components.pair_view(
        item,
        (pair.a, pair.b),
        seen.marks,
        seen.counts,
        window=part,
        place=view.place,
        label=words.BETWEEN.format(sees=frame.SEES[view.sees], a=pair.a, b=pair.b, item=item.name),
        href=view.href("item", place=None),
        key="pair",
    )
    if view.sees == "edits" and pair.undefined:
        st.info(frame.escape_markdown(pair.undefined))
    elif view.sees != "edits" and seen.undefined:
        st.info(frame.escape_markdown(seen.undefined))
    elif view.sees == "levels" and corpus.kind != "hierarchical":
        st.caption(words.NO_LEVELS)
    components.links(item_view.pair_links(pair, view), key="of the pair")
    components.table(*item_view.pair_table(pairs, view), caption=words.PAIRS, key="pairs")
    if len(pairs) > item_view.SHOWN_PAIRS:
        st.caption(words.FIRST_PAIRS.format(shown=item_view.SHOWN_PAIRS, pairs=len(pairs)))

explained = None
with why:
    judged = frame.computations.reliability_of(corpus, view.options).computed()
    if not too_many:
        explained = frame.computations.explanation_of(corpus, view.options, item)
    first, later = item_view.reasons(explained) if explained else ([], [])
    if judged:
        at = [one.item for one in judged.items].index(item.name)
        rated = judged.items[at]
        if not first:
            around = frame.computations.intervals_of(corpus, view.options, judged).glanced()
            first = [item_view.short_verdict(rated, around.items[at].corrected if around else None)]
        anchored = frame.computations.anchored_of(item, view.options).glanced()
        ends = item_view.only_at_the_ends(rated, anchored.items[0]) if anchored else ""
        first = [first[0], *filter(None, [ends]), *first[1:]]
    frame.explained(first, *item_view.TERMS, key="why")
with ways:
    components.links(item_view.neighbours(corpus, judged, view), key="neighbours")

more = st.expander(words.MORE, key="behind", on_change="rerun")
if more.open and explained:
    with more:
        frame.explained(later, *item_view.TERMS, key="later")
        if explained.loss and explained.loss.total.edits:
            parts = item_view.loss_parts(explained.loss)
            frame.chart(
                (corpus.named_digest, view.options, item.name),
                lambda: reliability_plots.loss_figure(parts),
                key="loss",
                alt=words.ABOUT_LOSS,
            )
        components.table(
            *reliability_view.number_table(explained.sentences),
            caption=words.NUMBERS_BEHIND,
            key="numbers",
        )
        st.caption(frame.escape_markdown(explained.signature))
numbers = st.expander(words.NUMBERS, key="all numbers", on_change="rerun")
if numbers.open:
    with numbers:
        if judged:
            intervals = frame.intervals_shown(view, corpus, judged)
            components.table(
                *item_view.reliability_table(
                    item_view.rated_row(item.name, table, intervals, judged), judged, view
                ),
                caption=words.RELIABILITY,
                key="item reliability",
            )
            if intervals:
                st.caption(words.INTERVALS)
        components.table(
            *item_view.item_table(table, row, view), caption=words.COEFFICIENTS, key="item table"
        )
        frame.notes(
            [
                item_view.expectation(row),
                *agreement_columns.reasons(row),
                agreement_columns.signature(table),
            ]
        )
windows = st.expander(words.WINDOWS, key="which window", on_change="rerun")
if windows.open:
    with windows:
        points = reliability_view.points_of(
            frame.computations.scan_of(corpus, view.options) or (), "item", item.name
        )
        if points:
            frame.explained(
                [reliability_view.scan_in_words(points, view.n)],
                *item_view.TERMS,
                "n",
                key="window words",
            )
            frame.chart(
                (corpus.codings_digest, view.options, item.name),
                lambda: reliability_plots.scan_figure(points, view.similarity),
                key="windows",
                alt=words.MISSES.format(item.name),
            )
