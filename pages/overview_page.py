"""What a colleague would say first, the items, and what the numbers rest on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from segmetrics.axis import Unit, axis_of
from segmetrics.coefficients.quantities import sees_labels
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, current_view, escape_markdown
from segmetrics.dashboard.results import (
    agreement_view,
    overview_view,
    reliability_view,
    standing_view,
)
from segmetrics.dashboard.results import overview_words as words
from segmetrics.dashboard.results.coders_of_group import coders_of_group
from segmetrics.phrases import capital
from segmetrics.plots import recording_plots, reliability_plots
from segmetrics.reporting import recorded
from segmetrics.tables import agreement_columns, browser, recording_tables

view = current_view()
found, corpus = frame.open_corpus(view, who=True)
everybody = found.counted_by(view) if frame.looks_only(view, found) else None
above = st.empty()


class Texts:
    """What the page has of texts."""

    notes: Sequence[str] = ()

    def __init__(self) -> None:
        self.table = computations.table_of(corpus, view.options)
        # The numbers stand at once; verdicts, which take shuffles, fill in as they come.
        verdicts = computations.reliability_of(corpus, view.options)
        self.judged = judged = verdicts.soon()
        self.later = verdicts if judged is None else None
        comes = judged is None and verdicts.starts_unasked
        self.intervals = None
        if view.intervals == "shown" and not comes:
            around = computations.intervals_of(corpus, view.options, judged, view.interval_options)
            self.intervals = around.computed()
        influence = judged and computations.influence_of(corpus, view.options, judged).glanced()
        outlying = [row.item for row in influence.items if row.outlying] if influence else []
        self.model = computations.model_at_a_glance(corpus, view) if judged else None
        causes = computations.causes_at_a_glance(corpus, view, judged, self.model)
        odd = computations.odd_items_of(corpus, found.counted_by(view))
        self.shown = overview_view.overview_of_texts(
            self.table,
            judged,
            self.intervals,
            outlying,
            causes,
            odd,
            schools=computations.schools_of(corpus, view.uncertain),
            rates=computations.rates_of(corpus, view.uncertain, causes.coders) if judged else (),
            comes=comes,
        )
        self.otherwise = [
            *overview_view.seen_otherwise(view, causes, corpus.unit),
            *frame.see_slips(view, odd, "", "units", corpus.unit),
        ]
        self.drawers = {
            "more coefficients": (words.MORE_COEFFICIENTS, self.more_coefficients),
            "against chance": (words.AGAINST_CHANCE, self.against_chance),
            "why": (words.WHY_NOT_HIGHER, self.why),
            "standing": (words.STANDING, self.standing),
            "which window": (words.WHICH_WINDOW, self.windows),
        }

    def beside(self) -> None:
        """Show the groups, and what else the numbers of the list do not say."""
        table, judged = self.table, self.judged
        if judged:
            components.table(
                agreement_view.group_page(table, judged, self.intervals, view, corpus.unit),
                words.GROUPS,
                "groups",
            )
        if len(table.groups) > agreement_view.SHOWN_GROUPS:
            st.caption(
                words.FIRST_GROUPS.format(
                    shown=agreement_view.SHOWN_GROUPS, total=len(table.groups)
                )
            )
        over_s = computations.table_of(corpus, replace(view, similarity="s").options)
        over_b = computations.table_of(corpus, replace(view, similarity="b").options)
        self.decided = computations.decisions_of(corpus)
        flattery = agreement_view.flattery(over_s, over_b, self.decided)
        if flattery:
            frame.explained([flattery], *words.COEFFICIENTS, key="flattery")
        if corpus.types:
            st.markdown(sees_labels(view.similarity))
        self.gaps = reliability_view.rest_in_words(corpus)
        frame.sentences(self.gaps)

    def numbers(self) -> None:
        """Show the coefficients of the papers."""
        published = found.sample.published if found.sample and view.similarity == "s" else {}
        around = agreement_view.of_intervals(view) if self.intervals else ""
        before = computations.table_of(everybody, view.options) if everybody else None
        st.caption(escape_markdown(agreement_view.convention(view, around, corpus.unit)))
        components.table(
            agreement_view.agreement_page(
                agreement_view.rows_on_page(self.table, view, self.intervals, self.judged),
                self.table,
                view,
                published,
                before,
                corpus.unit,
            ),
            words.AGREEMENT_OF_ALL,
            "table",
        )
        links = frame.page_links(len(self.table.items), view, "")
        components.links(links, key="pages of coefficients")
        st.caption(words.EVERY_NUMBER)
        if published and found.sample and not before:
            st.caption(words.PUBLISHED.format(found.sample.published_in))
        frame.notes(
            [
                *agreement_columns.footnotes(self.table, self.judged),
                *agreement_columns.interval_notes(self.table, self.intervals),
                agreement_columns.signature(self.table, self.intervals, self.judged),
            ]
        )

    def more_coefficients(self) -> None:
        """Show further coefficients of coder groups, and pairs of coders with few items."""
        around_decisions = None
        if view.intervals == "shown":
            job = computations.decision_intervals_of(corpus, view.interval_options)
            around_decisions = job.computed()
        components.table(
            agreement_view.decision_table(self.decided, view, around_decisions),
            words.MORE_COEFFICIENTS,
            "decisions",
        )
        if self.gaps:
            st.markdown(f"**{words.FEWEST_ITEMS}**")
            components.table(reliability_view.rest_table(corpus), words.PAIRS_WITH_GAPS, "rest")

    def against_chance(self) -> None:
        """Set agreement beside what shuffled coders reach."""
        if self.judged is None:
            return
        rule = agreement_columns.verdict_note(self.judged)
        frame.notes([words.SHUFFLING, *([f"{rule}."] if rule else [])])
        others = computations.other_chance_of(corpus, view.options)
        if others:
            levels = {self.judged.shuffling.null: self.judged.chance, **others}
            frame.sentences(
                reliability_view.chance_in_words(corpus, self.table, self.judged.items, levels)
            )
            components.table(
                reliability_view.chance_table(
                    agreement_view.rows_on_page(self.table, view, self.intervals, self.judged),
                    levels,
                    view,
                ),
                words.CHANCE_LEVELS,
                "chance",
            )
            st.caption(
                "  \n".join(escape_markdown(one.shuffling.signature) for one in levels.values())
            )

    def why(self) -> None:
        """Say what keeps agreement in a group from being higher."""
        place = frame.pick_group(view, corpus)
        explained = computations.explanation_of(corpus, view.options, place)
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
                reliability_view.number_table(
                    # Who stands out is said above, by more than these numbers.
                    [one for one in explained.sentences if one.cause != "coder"]
                ),
                words.NUMBERS,
                "numbers",
            )
            st.caption(escape_markdown(explained.signature))

    def standing(self) -> None:
        """Show where the corpus stands among open ones."""
        if own := standing_view.own_figures(corpus):
            components.table(standing_view.standing(own), words.OPEN_CORPORA, "open corpora")
            alike = standing_view.like_these(self.model, corpus.unit)
            if alike:
                frame.explained([alike], *words.MODEL_TERMS, key="alike", small=True)
            frame.notes([words.MEASURED_ALIKE, *standing_view.sources()])

    def windows(self) -> None:
        """Show what other near-miss windows would say."""
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


class Recordings:
    """What the page has of recordings."""

    later = None

    def __init__(self) -> None:
        agreed = computations.agreement_of(corpus, view.recording_options).computed()
        if agreed is None:
            st.stop()
        self.agreed = agreed
        causes = computations.causes_in_recordings_of(corpus, view, agreed)
        agreed = frame.recordings_as_coded(agreed, view)
        self.shown = overview_view.overview_of_recordings(agreed, causes)
        self.otherwise = overview_view.recordings_otherwise(view, agreed, causes)
        self.drawers: dict[str, tuple[str, Callable[[], None]]] = {}

    def beside(self) -> None:
        """Show what other tolerances would say."""
        options = view.recording_options
        curve = computations.curve_of(corpus, options).computed()
        if curve and curve[0].value is not None:
            st.header(words.CURVE, anchor=False)
            frame.chart(
                (corpus.codings_digest, options),
                lambda: recording_plots.curve_figure(curve, options.tolerance),
                key="curve",
                alt=words.CURVE_DRAWN,
            )
            shuffles = recorded.shuffles_of_curve(corpus, options)
            st.caption(words.BY_NULL.format(shuffles, words.INDEPENDENT[options.null]))

    @property
    def notes(self) -> Sequence[str]:
        """What the numbers were computed with."""
        whole = replace(view, trim_start=0.0, trim_end=0.0, minimum_gap=0.0)
        read = found.shown_by(whole) or corpus
        notes = overview_view.notes_on_recordings(read, corpus, self.agreed, view)
        return [*notes, recording_tables.signature(self.agreed)]

    def numbers(self) -> None:
        """Show all numbers of recordings, and offer them."""
        table = recording_tables.recording_table(self.agreed)
        st.caption(escape_markdown(overview_view.convention_of_recordings(view)))
        components.table(browser.page(table), words.ALL_NUMBERS_CAPTION, "all numbers")
        frame.notes(table.notes)
        frame.offer_tables("recordings", recording_tables.RECORDING_FORMATS, self.agreed)


OF_AXIS: Mapping[Unit, type[Texts | Recordings]] = {"units": Texts, "seconds": Recordings}
unit = axis_of(corpus).unit
of_axis = OF_AXIS[unit]()
shown, noun = of_axis.shown, of_axis.shown.nouns.item
frame.explained(shown.headline, *words.HEADLINE_TERMS[unit], key="headline", lead=True)
if shown.more:
    frame.explained([shown.more], *words.HEADLINE_TERMS[unit], key="more", small=True)
counts, without_it = frame.reference_counts(view, corpus)
frame.sentences(counts)
way = overview_view.what_to_do(shown, view, corpus)
if way:
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.markdown(words.WHAT_TO_DO, width="content")
        components.links(way, key="what to do")
components.links([*of_axis.otherwise, *without_it], key="seen otherwise")
with st.container(horizontal=True, gap="medium"):
    frame.pick(st.segmented_control, frame.FACE, view, "face", label_visibility="collapsed")
    if view.face == "do" and len(corpus) > 1:
        frame.pick(
            st.segmented_control,
            words.ORDER.format(noun),
            view,
            "sort",
            overview_view.orders_of_list(shown, view),
            label_visibility="collapsed",
        )
if view.face == "reviewer":
    of_axis.numbers()
else:
    before = computations.verdicts_of(everybody, view, "soon") if everybody else None
    components.item_list(
        overview_view.listed_items(shown, corpus, before),
        computations.strips_of(corpus, view.tolerance),
        order=overview_view.order_of_list(shown, view, corpus),
        href=view.href("item"),
        opens=view.href(""),
        caption=capital(words.ITEMS.format(noun)),
        labels=words.labels(unit, view.tolerance),
        key="items",
        chosen=view.item,
    )
    st.caption(words.CLICKS[unit])
of_axis.beside()
if view.face == "do":
    frame.explained(
        [overview_view.reading(shown)], *words.NUMBER_TERMS[unit], key="reading", small=True
    )
frame.notes(of_axis.notes)
frame.drawers(of_axis.drawers)
if of_axis.later:
    of_axis.later.fill_in(above)
