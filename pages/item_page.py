"""One item: why it is low, its text with the codings beside it, and its pairs of coders.

Of a recording: the density of boundaries along it, those of each coder, who marks together.
"""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from segmetrics.axis import NOUNS, Unit, axis_of
from segmetrics.claims.verdict_rows import VerdictTable, verdicts_on_texts
from segmetrics.corpus import Corpus
from segmetrics.dashboard import components, frame
from segmetrics.dashboard.frame import computations, escape_markdown
from segmetrics.dashboard.results import (
    agreement_view,
    coders_view,
    differences_view,
    item_in_time_view,
    item_view,
    overview_view,
    reliability_view,
    text_view,
)
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.rounds import rounds_view
from segmetrics.phrases import capital, plural
from segmetrics.plots import reliability_plots
from segmetrics.tables import agreement_columns, browser, recording_tables

asked = frame.current_view()
found, corpus = frame.open_corpus(asked, who=True)
view = frame.item_shown(asked, corpus)
item = corpus[view.item or ""]
href = view.href("item", place=None)
FOR_REVIEWER = view.face == "reviewer"


class Texts:
    """What the page has of an item of texts."""

    def __init__(self) -> None:
        self.table = computations.table_of(corpus, asked.options)
        self.too_many = frame.too_detailed(item)
        self.pairs = frame.pairs_on(corpus, view)
        self.pair = next((p for p in self.pairs if (p.a, p.b) == (view.a, view.b)), None)
        self.part = frame.visible_part(item, view)
        self.verdicts: VerdictTable | None = None
        self.drawers = {
            "behind": (words.MORE, self.more),
            **({} if FOR_REVIEWER else {"all numbers": (words.NUMBERS, self.numbers)}),
            "which window": (words.WINDOWS, self.windows),
        }

    def picture(self) -> None:
        """Show the codings, with the text beside them if there is one."""
        if self.part != (1, item.mass):
            components.heat_map(
                computations.item_heat_map(item),
                order=[0],
                href=view.href("item"),
                label=words.WHOLE_ITEM.format(item.name),
                key="item heat map",
                chosen=(item.name, view.place) if view.place else None,
                names=False,
                height=180,
            )
            units = escape_markdown(capital(plural(item.unit)))
            st.caption(words.PART_SHOWN.format(units, *self.part, item.mass))
            components.links(frame.part_links(item, self.part, view), key="parts")
        pair = (self.pair.a, self.pair.b) if self.pair else None
        text = None if self.too_many else text_view.readable(corpus, item, pair, view)
        with st.container(key="codings"):
            strips, beside = st.columns([6, 7], gap="medium") if text else (st.container(), None)
        with strips:
            self.strips()
        if text and beside:
            with beside:
                components.reading(
                    item,
                    text.units,
                    pair,
                    text.seen,
                    place=view.place,
                    href=view.href("item", place=None, start=None),
                    key="text",
                )
                st.caption(escape_markdown(text.about))
                components.links(text.links, key="text parts")

    def strips(self) -> None:
        """Show the coders' strips, and where they disagree most."""
        components.strips(
            item,
            window=self.part,
            place=view.place,
            marked=(self.pair.a, self.pair.b) if self.pair else (),
            href=href,
            key="strips",
        )
        if self.too_many:
            st.info(escape_markdown(self.too_many))
            return
        if not self.pair:
            st.info(words.ONE_CODER.format(NOUNS["units"].item))
            return
        differing = differences_view.differences(corpus, view)
        st.markdown(differences_view.differences_in_words(differing, corpus, item))
        if differing:
            group = frame.group_number(corpus, item.coders) or 1
            components.links(
                differences_view.difference_links(differing, view, group, item.unit), key="steps"
            )
            table = differences_view.difference_table(differing, view, group, item.unit)
            components.table(table, differences_view.table_caption(differing), "differences")
            if note := found.mark_note(item.unit):
                st.caption(escape_markdown(note))

    def of_pair(self, a: str, b: str) -> None:
        """Show what a metric sees in the codings of two coders, and all pairs."""
        if view.sees == "edits":
            edits = computations.edits_on(corpus, item, (a, b), view.n)
            seen = components.seen_edits(edits, self.part, item.unit)
        else:
            codings = (item.codings[a], item.codings[b])
            seen = components.seen_by(
                view.sees, codings, (a, b), self.part, n=view.n, width=view.width, unit=item.unit
            )
        components.pair_view(
            item,
            (a, b),
            seen,
            window=self.part,
            place=view.place,
            label=words.BETWEEN.format(sees=frame.SEES[view.sees], a=a, b=b, item=item.name),
            href=href,
            key="pair",
        )
        if self.pair and view.sees == "edits" and self.pair.undefined:
            st.info(escape_markdown(self.pair.undefined))
        elif view.sees != "edits" and seen.undefined:
            st.info(escape_markdown(seen.undefined))
        elif view.sees == "levels" and corpus.kind != "hierarchical":
            st.caption(words.NO_LEVELS)
        if self.pair:
            components.links(item_view.pair_links(self.pair, view), key="of the pair")
        if FOR_REVIEWER:
            return
        components.table(item_view.pair_table(self.pairs, view), words.PAIRS, "pairs")
        if len(self.pairs) > item_view.SHOWN_PAIRS:
            shown = words.FIRST_PAIRS.format(shown=item_view.SHOWN_PAIRS, pairs=len(self.pairs))
            st.caption(shown)

    def say(self) -> None:
        """Say why agreement on the item is what it is."""
        self.explained, self.later = None, list[str]()
        self.otherwise = list[components.Link]()
        self.judged = judged = computations.reliability_of(corpus, view.options).computed()
        if not self.too_many:
            self.explained = computations.explanation_of(corpus, view.options, item.name)
        first = list[str]()
        if self.explained:
            rounds = [] if frame.looks_only(view, found) else frame.rounds_of(view)
            again = rounds_view.low_in_all(rounds, view.options)
            first, self.later = item_view.reasons(self.explained, again)
            model = computations.model_at_a_glance(corpus, view)
            causes = computations.causes_at_a_glance(corpus, view, judged, model)
            every = computations.odd_items_of(corpus, found.counted_by(view))
            odd = [one for one in every if one.item == item.name]
            first[1:1] = [one.words for one in odd]
            first += item_view.not_the_text(causes, item.name)
            self.otherwise = [
                *overview_view.item_otherwise(view, causes, item.name, item.unit),
                *frame.see_slips(view, odd, "item", "units", item.unit),
            ]
        if judged:
            around = None
            if not first:
                around = computations.intervals_of(corpus, view.options, judged).glanced()
            self.verdicts = verdicts_on_texts(self.table, judged, around)
            at = [one.name for one in corpus.items].index(item.name)
            rated = self.verdicts.items[at]
            first = first or [item_view.short_verdict(rated)]
            anchored = computations.anchored_of(item, view.options).glanced()
            ends = item_view.only_at_the_ends(rated, anchored.items[0]) if anchored else ""
            first = [first[0], *filter(None, [ends]), *first[1:]]
        frame.explained(first, *item_view.TERMS, key="why")
        components.links(self.otherwise, key="seen otherwise")

    def more(self) -> None:
        """Give further reasons, and the numbers behind all of them."""
        explained = self.explained
        if explained is None:
            return
        frame.explained(self.later, *item_view.TERMS, key="later")
        if explained.loss and explained.loss.total.edits:
            parts = item_view.loss_parts(explained.loss, item.unit)
            frame.chart(
                (corpus.named_digest, view.options, item.name),
                lambda: reliability_plots.loss_figure(parts),
                key="loss",
                alt=words.ABOUT_LOSS,
            )
        components.table(
            reliability_view.number_table(explained.sentences), words.NUMBERS_BEHIND, "numbers"
        )
        st.caption(escape_markdown(explained.signature))

    def numbers(self) -> None:
        """Show all numbers of the item."""
        table, whole = self.table, found.counted_by(view)
        judged = computations.reliability_of(corpus, view.options).soon()
        intervals = frame.intervals_shown(view, corpus, judged)
        before = None
        if whole and frame.looks_only(view, found):
            before = computations.table_of(whole, view.options)
        rows = agreement_columns.rated_rows(table, intervals, judged)
        rated = next(one for one in rows if one.row.item == item.name)
        components.table(
            item_view.item_table(rated, table, view, before), words.COEFFICIENTS, "item table"
        )
        around = words.INTERVALS if intervals else ""
        st.caption(escape_markdown(agreement_view.convention(view, around, item.unit)))
        if judged:
            components.table(
                item_view.reliability_table(rated, judged, view),
                words.RELIABILITY,
                "item reliability",
            )
        frame.notes(
            [
                item_view.expectation(rated.row),
                *agreement_columns.reasons(rated.row),
                agreement_columns.signature(table),
            ]
        )

    def all_pairs(self) -> None:
        """Show all pairs of coders, by S, WindowDiff and what else is chosen."""
        if not self.pairs:
            return
        frame.pick(
            st.selectbox,
            words.ONE_MORE,
            view,
            "metric",
            format_func=lambda key: coders_view.compared_title(view, key),
            width=380,
        )
        alone = Corpus((item,))
        matrices = {}
        for key in item_view.ways_of_comparing(view):
            options = frame.options_of(key, n=view.n, width=view.width, types=corpus.types)
            matrix = computations.matrix_of(alone, key, options)
            if matrix:
                matrices[key] = matrix
        components.table(
            item_view.numbers_of_pairs(self.pairs, matrices, view), words.ALL_PAIRS, "all pairs"
        )
        links = frame.page_links(len(self.pairs), view, "item", item_view.PAIRS_A_PAGE)
        components.links(links, key="pages of pairs")

    def windows(self) -> None:
        """Show what other near-miss windows would say."""
        points = reliability_view.points_of(
            computations.scan_of(corpus, view.options) or (), "item", item.name
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


class Recordings:
    """What the page has of a recording."""

    def __init__(self) -> None:
        self.verdicts = computations.verdicts_of(corpus, view)
        self.summary = ""
        self.pair: tuple[str, str] | None = None
        self.drawers = {"presses": (words.BOUNDARIES_OF_PAIR, self.presses)}

    def picture(self) -> None:
        """Show the density of boundaries over those of each coder, and the places."""
        if why := computations.too_narrow(corpus, view):
            st.error(escape_markdown(words.REFUSED.format(capital(why))))
            return
        found = computations.peaks_of_corpus(corpus, view).computed()
        if found is None:
            return
        curve = computations.density_of(corpus, item, view, found)
        if curve is None:
            st.info(words.NOBODY)
            return
        coders = computations.people_on(corpus, item)
        peaks = [one for one in found.peaks if one.item == item.name]
        self.summary = item_in_time_view.summary(item, coders, peaks)
        self.pair = (view.a, view.b) if view.a and view.b else None
        components.recording(
            item,
            curve,
            item_in_time_view.places_marked(corpus, item, peaks, view),
            place=view.place,
            tolerance=computations.time_options(view).reach,
            marked=self.pair or (),
            href=replace(view, a=asked.a, b=asked.b).href("item", place=None),
            key="recording",
        )
        st.caption(words.HOW_TO_READ)
        agreed = computations.agreement_of(corpus, view.recording_options).glanced()
        people = agreed.coders if agreed else ()
        if view.place:
            place = item_in_time_view.chosen_place(item, coders, peaks, view, people)
            st.markdown(escape_markdown(place))
        table, links, caption = item_in_time_view.peak_table(item, coders, peaks, view, people)
        if table[1]:
            st.header(words.PEAKS, anchor="places")
            components.table(table, caption, "places")
        components.links(links, key="place pages")

    def numbers(self) -> None:
        """Show all numbers of the recording."""
        agreed = computations.agreement_of(corpus, view.recording_options).computed()
        if agreed:
            table = recording_tables.recording_table(agreed)
            rows = [row for row in table.rows if (row.level, row.item) == ("item", item.name)]
            own = replace(table, rows=rows)
            components.table(browser.page(own), words.NUMBERS, "all numbers")
            frame.notes([overview_view.convention_of_recordings(view), table.signature])

    def all_pairs(self) -> None:
        """Show all pairs of coders."""
        pairs = len(item.coders) * (len(item.coders) - 1) // 2
        if pairs:
            found = item_in_time_view.pairs_in_time(item, view)
            components.table(found, words.ALL_PAIRS, "all pairs")
        links = frame.page_links(pairs, view, "item", item_view.PAIRS_A_PAGE)
        components.links(links, key="pages of pairs")

    def of_pair(self, a: str, b: str) -> None:
        """Say how often two coders mark together."""
        st.markdown(escape_markdown(item_in_time_view.pair_in_words(item, a, b, view.tolerance)))

    def presses(self) -> None:
        """Show the boundaries of two coders beside each other."""
        if self.pair:
            components.table(
                item_in_time_view.press_table(item, *self.pair, view),
                words.BOUNDARIES_OF_PAIR,
                "pair presses",
            )

    def say(self) -> None:
        """Say how many people marked how often, and where they did so together."""
        every = computations.odd_items_of(corpus, found.counted_by(view))
        odd = [one for one in every if one.item == item.name]
        st.markdown(escape_markdown(" ".join([self.summary, *(one.words for one in odd)])))
        components.links(frame.see_slips(view, odd, "item", "seconds"), key="seen otherwise")


OF_AXIS: Mapping[Unit, type[Texts | Recordings]] = {"units": Texts, "seconds": Recordings}
unit = axis_of(corpus).unit
# What was filled in of an item is not asked of another one.
own = replace(view, a=asked.a, b=asked.b)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    names = [one.name for one in corpus.items]
    frame.pick(st.selectbox, capital(NOUNS[unit].item), own, "item", names, width=280)
    frame.pick(st.segmented_control, frame.FACE, own, "face", label_visibility="collapsed")
    ways = st.container()
# What is said of the item may take long: it is filled in when all else is shown.
why = st.container()
of_axis = OF_AXIS[unit]()
if FOR_REVIEWER:
    of_axis.numbers()
    of_axis.all_pairs()
of_axis.picture()
if of_axis.pair and view.a and view.b:
    st.header(escape_markdown(words.PAIR.format(a=view.a, b=view.b)), anchor="pair")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for parameter, other in (("a", view.b), ("b", view.a)):
            others = [coder for coder in item.coders if coder != other]
            frame.pick(st.selectbox, words.CODER[parameter], view, parameter, others, width=200)
        if unit == "units":
            frame.pick(st.segmented_control, words.SEES, view, "sees")
    of_axis.of_pair(view.a, view.b)
with why:
    of_axis.say()
with ways:
    components.links(item_view.neighbours(corpus, of_axis.verdicts, own), key="neighbours")
frame.drawers(of_axis.drawers)
