"""What a colleague would say first, the items, and what the numbers rest on."""

from dataclasses import replace

import streamlit as st

from segmetrics.coefficients.quantities import sees_labels
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.components.item_list_component import strips_of
from segmetrics.dashboard.frame import (
    computations,
    current_view,
    escape_markdown,
    recording_computations,
)
from segmetrics.dashboard.frame.jobs import SHORT
from segmetrics.dashboard.results import (
    agreement_view,
    coefficient_comparison,
    overview_view,
    recording_overview_view,
    reliability_view,
    standing_view,
)
from segmetrics.dashboard.results import overview_words as words
from segmetrics.dashboard.results import recording_overview_words as recording_words
from segmetrics.dashboard.results.coders_of_group import coders_of_group
from segmetrics.plots import recording_plots, reliability_plots
from segmetrics.reproduction import open_corpora
from segmetrics.tables import agreement_columns, browser, recording_tables


def show_recordings(found: frame.SelectedCorpus, corpus: Corpus, view: frame.UrlState) -> None:
    """Show how far people agree on recordings, and which of these need a look."""
    options = view.recording_options
    agreed = recording_computations.agreement_of(corpus, options).computed()
    if agreed is None:
        return
    frame.explained(
        recording_overview_view.headline(agreed), *recording_words.TERMS, key="headline", lead=True
    )
    way = recording_overview_view.what_to_do(agreed, view)
    if way:
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.markdown(words.WHAT_TO_DO, width="content")
            components.links(way, key="what to do")
    if len(corpus) > 1:
        choices = recording_overview_view.orders_of_list(agreed)
        frame.pick(
            st.segmented_control,
            recording_words.ORDER,
            view,
            "sort",
            tuple(choices),
            format_func=choices.__getitem__,
            label_visibility="collapsed",
        )
    components.item_list(
        recording_overview_view.listed_items(agreed, corpus),
        recording_computations.strips_of(corpus, options.tolerance),
        order=recording_overview_view.order_of_list(agreed, view),
        href=view.href("item"),
        opens=view.href(""),
        caption=recording_words.ITEMS,
        labels=recording_words.labels(options.tolerance),
        key="items",
        chosen=view.item,
    )
    st.caption(recording_words.CLICKS)
    curve = recording_computations.curve_of(corpus, options).computed()
    if curve and curve[0].value is not None:
        st.subheader(recording_words.CURVE, anchor=False)
        frame.chart(
            (corpus.codings_digest, options),
            lambda: recording_plots.curve_figure(curve, options.tolerance),
            key="curve",
            alt=recording_words.CURVE_DRAWN,
        )
        shuffles = recording_computations.shuffles_of_curve(corpus, options)
        st.caption(recording_words.by_null(options.null, shuffles))
    frame.explained(
        [recording_words.READING], *recording_words.NUMBER_TERMS, key="reading", small=True
    )
    left_out = recording_overview_view.left_out(found.corpus or corpus, corpus, view)
    frame.notes(
        [
            *recording_overview_view.of_few(agreed),
            *left_out,
            *recording_overview_view.of_chance(agreed),
            recording_tables.signature(agreed),
        ]
    )
    numbers = st.expander(recording_words.NUMBERS, key="numbers", on_change="rerun")
    if numbers.open:
        with numbers:
            table = recording_tables.recording_table(agreed)
            components.table(
                *browser.page(table), caption=recording_words.NUMBERS_CAPTION, key="all numbers"
            )
            frame.notes(table.notes)
            frame.offer_tables("recordings", recording_tables.RECORDING_FORMATS, agreed)


view = current_view()
found, corpus = frame.open_corpus(view)
if corpus.scale is not None:
    show_recordings(found, corpus, view)
    st.stop()
table = computations.table_of(corpus, view.options)
# The numbers stand at once; verdicts, which take shuffles, fill in as they come.
verdicts, above = computations.reliability_of(corpus, view.options), st.empty()
judged = verdicts.soon()
comes = judged is None and verdicts.starts_unasked
intervals = None
if view.intervals == "shown" and not comes:
    around = computations.intervals_of(corpus, view.options, judged, view.interval_options)
    intervals = around.computed()
influence = judged and computations.influence_of(corpus, view.options, judged).glanced()
outlying = [row.item for row in influence.items if row.outlying] if influence else []

frame.explained(
    [overview_view.headline(table, judged, intervals, outlying, comes=comes)],
    *words.HEADLINE_TERMS,
    key="headline",
    lead=True,
)
way = overview_view.what_to_do(judged, view, corpus)
if way:
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.markdown(words.WHAT_TO_DO, width="content")
        components.links(way, key="what to do")

choices = overview_view.orders_of_list(table, judged, view)
frame.pick(
    st.segmented_control,
    words.ORDER,
    view,
    "sort",
    tuple(choices),
    format_func=choices.__getitem__,
    label_visibility="collapsed",
)
components.item_list(
    overview_view.listed_items(table, judged, intervals),
    frame.kept(("strips", corpus.codings_digest), lambda: strips_of(corpus.items)),
    order=overview_view.order_of_list(table, judged, view),
    href=view.href("item"),
    opens=view.href(""),
    caption=words.ITEMS,
    labels=words.LABELS,
    key="items",
    chosen=view.item,
)
st.caption(words.CLICKS)
if judged:
    components.table(
        *agreement_view.group_page(table, judged, intervals, view),
        caption=words.GROUPS,
        key="groups",
    )
many = len(table.groups) > agreement_view.SHOWN_GROUPS
if many:
    st.caption(
        words.FIRST_GROUPS.format(shown=agreement_view.SHOWN_GROUPS, total=len(table.groups))
    )
over_s = computations.table_of(corpus, replace(view, similarity="s").options)
over_b = computations.table_of(corpus, replace(view, similarity="b").options)
decided = computations.decisions_of(corpus)
flattery = coefficient_comparison.flattery(over_s, over_b, decided)
if flattery:
    frame.explained([flattery], *words.COEFFICIENTS, key="flattery")
if corpus.types:
    st.markdown(sees_labels(view.similarity))
gaps = reliability_view.rest_in_words(corpus)
frame.sentences(gaps)
reading = overview_view.reading(judged, intervals)
frame.explained([reading], *words.COEFFICIENTS, key="reading", small=True)
# One sentence waits for no long fit: it comes when the model is known from another page.
model = replace(computations.coder_model_of(corpus, view.uncertain, view.n), unasked=SHORT)
alike = standing_view.like_these(model.glanced(), found.unit)
if alike:
    frame.explained([alike], *words.MODEL_TERMS, key="alike", small=True)

papers = st.expander(words.PAPERS, key="papers", on_change="rerun")
if papers.open:
    with papers:
        published = found.sample.published if found.sample and view.similarity == "s" else {}
        components.table(
            *agreement_view.agreement_page(
                agreement_view.rows_on_page(table, view, intervals, judged), table, view, published
            ),
            caption=words.AGREEMENT_OF_ALL,
            key="table",
        )
        links = frame.page_links(len(table.items), view, "")
        if links:
            components.links(links, key="pages of coefficients")
        if published and found.sample:
            st.caption(words.PUBLISHED.format(found.sample.published_in))
        st.caption(words.EVERY_NUMBER)
        frame.notes(
            [
                *agreement_columns.footnotes(table, judged),
                *agreement_columns.interval_notes(table, intervals, judged),
                agreement_columns.signature(table, intervals, judged),
            ]
        )
        around_decisions = None
        if view.intervals == "shown":
            job = computations.decision_intervals_of(corpus, view.interval_options)
            around_decisions = job.computed()
        st.markdown(f"**{words.MORE_COEFFICIENTS}**")
        components.table(
            *coefficient_comparison.decision_table(decided, view, around_decisions),
            caption=words.MORE_COEFFICIENTS,
            key="decisions",
        )
        if gaps:
            st.markdown(f"**{words.FEWEST_ITEMS}**")
            components.table(
                *reliability_view.rest_table(corpus), caption=words.PAIRS_WITH_GAPS, key="rest"
            )

against = st.expander(words.AGAINST_CHANCE, key="against chance", on_change="rerun")
if against.open and judged:
    with against:
        frame.notes([words.SHUFFLING, *overview_view.verdict_rule(judged)])
        others = computations.other_chance_of(corpus, view.options)
        if others:
            levels = {judged.shuffling.null: judged.chance, **others}
            frame.sentences(reliability_view.chance_in_words(corpus, table, judged.items, levels))
            components.table(
                *reliability_view.chance_table(
                    agreement_view.rows_on_page(table, view, intervals, judged), levels, view
                ),
                caption=words.CHANCE_LEVELS,
                key="chance",
            )
            st.caption(
                "  \n".join(escape_markdown(one.shuffling.signature) for one in levels.values())
            )

why = st.expander(words.WHY_NOT_HIGHER, key="why", on_change="rerun")
if why.open:
    with why:
        place = frame.pick_group(view, corpus)
        explained = computations.group_explanation_of(corpus, view.options, place)
        if explained:
            about_coders: list[str] = []
            if explained.loss and explained.loss.total.edits:
                # As Coders has it: with the model if it is at hand or fitted soon.
                fitted = computations.coder_model_of(corpus, view.uncertain, view.n).glanced()
                about_coders = coders_of_group(corpus, fitted, view, place).who_stands_out
            frame.explained(
                overview_view.reasons(explained, about_coders), *words.WHY_TERMS, key="reasons"
            )
            if about_coders:
                components.links(overview_view.to_coders(view, corpus, place), key="to coders")
            components.table(
                *reliability_view.number_table(explained.sentences),
                caption=words.NUMBERS,
                key="numbers",
            )
            st.caption(escape_markdown(explained.signature))

stands = st.expander(words.STANDING, key="standing", on_change="rerun")
if stands.open:
    with stands:
        as_others = computations.reliability_of(corpus, open_corpora.OPTIONS).computed()
        modelled = computations.coder_model_of(corpus, *standing_view.WINDOW).computed()
        if as_others:
            own = standing_view.own_figures(
                corpus,
                computations.table_of(corpus, open_corpora.OPTIONS),
                as_others,
                modelled,
                found.unit,
            )
            frame.explained(
                standing_view.where_it_stands(own), *words.COEFFICIENTS, key="stands where"
            )
            components.table(
                *standing_view.standing(own), caption=words.OPEN_CORPORA, key="open corpora"
            )
            frame.notes([words.MEASURED_ALIKE, *standing_view.sources()])

windows = st.expander(words.WHICH_WINDOW, key="which window", on_change="rerun")
if windows.open:
    with windows:
        points = reliability_view.points_of(
            computations.scan_of(corpus, view.options) or (), "corpus"
        )
        if points:
            frame.explained(
                [reliability_view.scan_in_words(points, view.n)],
                *words.WINDOW_TERMS,
                key="window words",
            )
            frame.chart(
                (corpus.codings_digest, view.options),
                lambda: reliability_plots.scan_figure(points, view.similarity),
                key="windows",
                alt=words.WINDOWS_DRAWN,
            )

if judged is None:
    verdicts.fill_in(above)
