"""The coders: what each does and what to tell them, who agrees with whom, how many it takes."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from segmetrics.axis import axis_of
from segmetrics.claims.cause_sentences import sentences_on_group, sentences_on_help
from segmetrics.claims.cause_types import Causes
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.components.coder_cards_component import ShownCard
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import (
    coder_card_words,
    coder_cards_view,
    coder_words,
    coders_view,
    overview_view,
)
from segmetrics.dashboard.results.coders_of_group import coders_of_group
from segmetrics.dashboard.results.modelled_coders import stands_out
from segmetrics.number_formats import percent
from segmetrics.plots import reliability_plots
from segmetrics.reliability import coverage
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.tables import browser, plain, recording_tables
from segmetrics.tables.coder_model_words import earns_its_place

view = current_view()
opened, corpus = frame.open_corpus(view, who=True)


def show_cards(drawn: Sequence[ShownCard], coders: int) -> None:
    """Show the cards of the first coders."""
    components.coder_cards(drawn, coder_words.LABELS, key="cards")
    if len(drawn) < coders:
        st.caption(coder_words.FIRST_CARDS.format(len(drawn), coders))


def show_recordings() -> None:
    """Show what each person does beside the others in recordings."""
    found = computations.agreement_of(corpus, view.recording_options).computed()
    if found is None:
        return
    terms = coder_card_words.RECORDING_TERMS
    causes = computations.causes_in_recordings_of(corpus, view, found)
    found = frame.recordings_as_coded(found, view)
    said = coder_cards_view.who_stands_out_in(found, causes)
    frame.explained(said, *terms, key="stands out", lead=True)
    cards = coder_cards_view.cards_of_recordings(found, corpus, view, causes)
    show_cards(cards, len(found.coders))
    frame.explained([coder_card_words.READING], *terms, key="reading", small=True)
    frame.notes([recording_tables.signature(found)])
    with st.expander(coder_words.ALL_NUMBERS):
        table = recording_tables.coder_table(found)
        components.table(browser.page(table), coder_card_words.NUMBERS_CAPTION, "all numbers")
        frame.notes(table.notes)
        frame.offer_tables("coders", plain.TABLE_FORMATS, table)


def show_texts() -> None:
    """Show the coders of a group, or of all beside each other."""
    groups = corpus.groups
    if view.group is not None and view.group > len(groups):
        st.warning(coder_words.NO_SUCH_GROUP.format(view.group))
    with st.container(horizontal=True, gap="medium"):
        chosen = frame.pick_group_or_all(view, corpus)
        if chosen is not None and len(groups) > 1:
            frame.name_group(view, corpus, chosen)

    model = None
    if len(corpus.coders) > 1:
        model = computations.coder_model_of(corpus, view.uncertain, view.n).computed()
    if chosen is None:
        show_all_groups(model)
    elif len(groups[chosen].coders) < 2:
        st.info(coder_words.ONE_CODER)
    else:
        show_group(chosen, model)


def show_all_groups(model: CoderModel | None) -> None:
    """Show the coder groups beside each other, and the coders of all."""
    shown = [coders_of_group(corpus, model, view, place) for place in range(len(corpus.groups))]
    of_groups = [one.cards for one in shown]
    models = {coder: one for of_group in shown for coder, one in of_group.models.items()}
    every = coder_cards_view.worst_first([card for cards in of_groups for card in cards], models)
    frame.sentences([coder_words.ALL_CODERS])
    components.table(
        coders_view.group_table(corpus, of_groups, models, view), coder_words.GROUPS, "groups"
    )
    drawn = coder_cards_view.shown_cards(every, view, models, with_group=True)
    show_cards(drawn, len(every))
    with st.expander(coder_words.ALL_NUMBERS):
        components.table(
            coders_view.finding_table([card.finding for card in every], models),
            coder_words.BESIDE,
            "beside",
        )
        st.caption(coder_words.FINDING_RULES)
    frame.notes(
        [
            *coder_card_words.about_model(model, corpus.coders, view.n),
            *coder_words.circles(drawn),
            *coder_words.near_misses(drawn, labels=bool(corpus.types)),
            coder_words.CHOOSE_GROUP,
        ]
    )


def show_group(chosen: int, model: CoderModel | None) -> None:
    """Show what each coder of a group does, who agrees with whom, how many it takes."""
    group = corpus.groups[chosen]
    within = computations.group_of(corpus, chosen)
    granularity = computations.granularity_of(within)
    of_group = coders_of_group(corpus, model, view, chosen)
    fitted = of_group.models
    cards = coder_cards_view.worst_first(of_group.cards, fitted)
    drawn = coder_cards_view.shown_cards(cards, view, fitted)
    named: list[str] = []
    below = None
    if cards:
        findings = [card.finding for card in cards]
        named = [card.coder for card in cards if stands_out(card, fitted.get(card.coder))]
        frame.explained(of_group.who_stands_out, *coder_words.TERMS, key="stands out")
        below = st.container()
        show_cards(drawn, len(cards))
    frame.explained(
        [
            *coder_words.circles(drawn),
            *coder_card_words.about_model(model, group.coders, view.n),
            *coder_words.near_misses(drawn, labels=bool(corpus.types)),
            coder_words.KAPPA_AND_R.format(similarity_name(view.similarity)),
        ],
        *coder_words.TERMS,
        key="kappa and R",
        small=True,
    )
    frame.notes([coder_words.drifts(granularity)])

    with st.expander(coder_words.ON_EACH_ITEM):
        shown = computations.on_items_of(within, coders_view.ITEMS_OF_CODERS)
        order = [card.coder for card in cards] or list(group.coders)
        components.table(
            coders_view.on_items_table(shown, order, view), coder_words.ON_EACH_ITEM, "on each item"
        )
        said = [coder_words.ON_ITEMS_SAY]
        if len(shown) < len(within) or len(order) > coders_view.SHOWN_CODERS:
            coders = min(len(order), coders_view.SHOWN_CODERS)
            said.append(coder_words.FIRST_ON_ITEMS.format(items=len(shown), coders=coders))
        frame.explained(said, *coder_words.TERMS, key="on items", small=True)
    st.header(coder_words.PAIRS, anchor=False)
    frame.pick(
        st.selectbox,
        coder_words.COMPARE_BY,
        view,
        "metric",
        format_func=lambda key: coders_view.compared_title(view, key),
        width=380,
    )
    options_of = partial(frame.options_of, n=view.n, width=view.width, types=corpus.types)
    by = coders_view.compared_by(view)
    title, options = coders_view.compared_title(view, by), options_of(by)
    matrix = computations.matrix_of(within, by, options)
    if matrix:
        frame.sentences([coder_words.apart(matrix)])
        small = len(matrix.coders) <= reliability_plots.LARGE
        with st.columns([2, 1])[0] if small else st.container():
            frame.chart(
                (within.codings_digest, by, *sorted(options.items())),
                partial(reliability_plots.matrix_figure, matrix),
                key="matrix",
                alt=coder_words.OF_EACH_PAIR.format(title),
            )
        st.caption(escape_markdown(coder_words.how_compared(matrix, title)))
        st.caption(escape_markdown(coders_view.matrix_signature(matrix, options, within)))
        pair = coders_view.chosen_pair(matrix, view)
        if pair:
            reviewer, windows = view.face == "reviewer", None
            if reviewer and by != "wd":
                windows = computations.matrix_of(within, "wd", options_of("wd"))
            with st.expander(coder_words.PAIR_LIST, expanded=reviewer or view.b is not None):
                components.table(
                    coders_view.pair_table(matrix, pair, view, windows),
                    coder_words.PAIR_LIST,
                    "coder pairs",
                )
                if len(matrix.pairs) > coders_view.SHOWN_PAIRS:
                    st.caption(
                        coder_words.FIRST_PAIRS.format(coders_view.SHOWN_PAIRS, len(matrix.pairs))
                    )
                differ = coder_words.WHERE_DIFFER.format(*pair)
                st.header(escape_markdown(differ), anchor=False)
                items = computations.pair_items_of(within, pair, by, view.n, options)
                differing = coders_view.pair_item_table(pair, items, view, corpus.unit)
                components.table(differing, differ, "pair items")
            components.links(coders_view.back_links(view, corpus), key="back to the item")

    st.header(coder_words.MORE_NUMBERS, anchor=False)
    with st.expander(coder_words.ALL_NUMBERS):
        components.table(
            coders_view.coder_table(granularity, corpus.unit),
            coder_words.GRANULARITY,
            "granularity",
        )
        if cards:
            components.table(
                coders_view.finding_table(findings, fitted), coder_words.BESIDE, "beside"
            )
            st.caption(coder_words.FINDING_RULES)
    if fitted:
        earns = st.expander(coder_words.EARNS, key="earns", on_change="rerun")
        if earns.open:
            with earns:
                unseen = computations.coder_model_of(within, view.uncertain, view.n, held_out=True)
                found = unseen.computed()
                if found and found.held_out:
                    frame.sentences(earns_its_place(found.held_out))
    who = st.expander(coder_words.WHO_CODED, key="who", on_change="rerun")
    if who.open:
        with who:
            components.coverage_picture(coverage.coverage(within), key="coverage")

    judged = computations.reliability_of(corpus, view.options).computed()
    causes = computations.causes_at_a_glance(corpus, view, judged, model).of_group(group.name)
    otherwise = overview_view.seen_otherwise(view, Causes((causes,)), within.unit)
    if below and causes.causes:
        with below:
            without = next(sentences_on_group(causes, who=False))
            frame.explained([without], *coder_words.TERMS, key="causes")
            components.links(otherwise, key="seen otherwise")
    influence = judged and computations.influence_of(corpus, view.options, judged).computed()
    if influence:
        rows = [row for row in influence.coders if row.coder in group.coders]
        of_items = [row for row in influence.items if row.item in within]
        with st.expander(coder_words.WITHOUT_CODER):
            frame.sentences(coder_words.without_coders(rows))
            known = [row for row in rows if row.change is not None]
            if known:
                frame.chart(
                    (corpus.named_digest, view.options, chosen, *named),
                    partial(reliability_plots.influence_figure, known, named),
                    key="influence",
                    alt=coder_words.WITHOUT_DRAWN,
                )
                components.table(
                    coders_view.influence_table(rows), coder_words.WITHOUT_CAPTION, "without"
                )
            how = f"{view.options.signature}; {coder_words.LEFT_OUT_INTERVALS}"
            st.caption(escape_markdown(how))
        with st.expander(coder_words.WITHOUT_ITEM):
            frame.sentences(coder_words.without_items(of_items))
            left_out = coders_view.left_out_table(of_items, view)
            if left_out[1]:
                components.table(left_out, coder_words.WITHOUT_ITEM_CAPTION, "without item")
                if len(left_out[1]) < len(of_items):
                    frame.notes([coder_words.FIRST_LEFT_OUT.format(len(left_out[1]))])

    st.header(coder_words.PLAN, anchor=False)
    plan = computations.plan_of(corpus, view.options, chosen)
    if plan:
        frame.explained(
            coder_words.plan(plan, view.wish / 100), *coder_words.TERMS, key="plan words"
        )
        if plan.now:
            frame.pick(
                st.selectbox,
                coder_words.WISH,
                view,
                "wish",
                sorted({*coders_view.WISHES, view.wish}),
                format_func=coder_words.wished,
                width=280,
            )
            frame.chart(
                (corpus.named_digest, view.options, chosen, view.wish),
                partial(reliability_plots.plan_figure, plan, view.wish / 100),
                key="plan",
                alt=coder_words.PLAN_DRAWN,
            )
        st.caption(
            escape_markdown(
                f"{view.options.signature}; {coder_words.OF_PLAN.format(percent(plan.level))}"
            )
        )

    st.header(coder_words.HELP, anchor=False)
    helps = computations.what_would_help_of(corpus, view.options, chosen)
    if helps:
        said = sentences_on_help(helps, causes)
        frame.explained(said, *coder_words.HELP_TERMS, key="help words")
        if helps.changes:
            components.table(
                coders_view.change_table(helps, causes), coder_words.HELP_CAPTION, "help"
            )
            how = f"{coders_view.how_simulated(helps, causes)} {view.options.signature}"
            st.caption(escape_markdown(how))


SHOW = {"units": show_texts, "seconds": show_recordings}
SHOW[axis_of(corpus).unit]()
