"""One item as the dashboard shows it: what is said of it, its neighbours, its pairs of coders.

Of a recording: its density with its peaks, the places, and two of its coders.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import isnan
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from segmetrics.adjudication.press_peaks import PressPeak, belated
from segmetrics.axis import NOUNS, axis_of, scale_of
from segmetrics.claims.cause_sentences import cleared_by, sentences_on_mended
from segmetrics.claims.cause_types import Causes
from segmetrics.claims.low_again import LowAgain
from segmetrics.claims.verdict_rows import VerdictRow, VerdictTable
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import UNIT, Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.recording_component import MarkedPlace
from segmetrics.dashboard.frame import words as frame_words
from segmetrics.dashboard.frame.computations import peak_near, time_options, worth_showing
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.metric_options import title_of
from segmetrics.dashboard.frame.paging import on_page, page_links
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.results.agreement_view import beside_before, number_links
from segmetrics.dashboard.results.coders_view import compared_by
from segmetrics.dashboard.results.reliability_view import what_ends_hold
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.derivations.metric_derivation import cost_of_edits
from segmetrics.metrics.edits import BoundaryEdits
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.time.hit_rate import hit_rate
from segmetrics.metrics.time.matched_boundaries import matched_boundaries
from segmetrics.number_formats import between, clock, p_value, short, shown, signed_seconds
from segmetrics.phrases import before as before_unit
from segmetrics.phrases import capital, told_apart
from segmetrics.reliability.chance import ChanceRow
from segmetrics.reliability.chance_verdicts import (
    BEYOND,
    HOLDS_HERE,
    ChanceVerdict,
    of_these,
    sized,
    verdict_sentence,
)
from segmetrics.reliability.coders import KAPPA, CoderMatrix
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.item_pairs import Pair
from segmetrics.reliability.loss import Loss, LossPart
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.tables.agreement_columns import Rated, agreement_columns, rated_reliability_columns
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import SCORE, Column, Table, of_field
from segmetrics.tables.recording_tables import F_ABOUT
from segmetrics.tables.time_consensus_tables import NO_INTERVAL

A_PAGE = 12
"""Places of a recording that a list shows at once."""

# Parts of a bar that have a name of their own.
NAMED_PARTS = 6
SHOWN_PAIRS = 8
# Pairs that a page of all of them has.
PAIRS_A_PAGE = 20
# Letters of a coder's name where a pair has to fit into a bar.
LETTERS = 9
# Reasons that are shown at once.
REASONS = 4
ABOUT_COEFFICIENTS: Collection[Cause] = {"sparsity", "bias"}
TERMS = (
    *("R", "p", "chance", "shuffled", "near miss", "full miss", "interval"),
    *("α", "π* over B", "π* over S", "S", "B"),
)
"""Terms that the reasons explain."""
NEXT: Mapping[ChanceVerdict | None, str] = {
    "not_distinguishable": words.NEXT_THAT_NEEDS_WORK,
    "beyond_chance": words.NEXT_THAT_IS_LOW,
}
"""Verdicts of items that one would look at next, and how the link to one is called."""


class PressPair(NamedTuple):
    """Boundaries of two coders that are one, or one of them alone; positions are steps."""

    a: int | None
    b: int | None

    @property
    def place(self) -> int:
        """The place of the first coder, or else of the second."""
        return self.a if self.a is not None else self.b or 0


class PairInTime(NamedTuple):
    """Two coders of a recording: F, boundaries together and alone, how much later the second is."""

    a: str
    b: str
    f: float | None
    why: str | None
    hits: int
    alone: int
    later: float | None

    @classmethod
    def of(cls, item: Item, a: str, b: str, tolerance: float) -> PairInTime:
        """Compare two coders."""
        found = hit_rate(item.codings[a], item.codings[b], tolerance=tolerance)
        pairs = presses_of_pair(item, a, b, tolerance)
        later = [one.b - one.a for one in pairs if one.a is not None and one.b is not None]
        apart = scale_of(item).seconds(median(later)) if later else None
        return cls(a, b, found.value, found.undefined, found.hits, len(pairs) - len(later), apart)


def loss_parts(loss: Loss, unit: str = UNIT) -> dict[str, list[tuple[str, float]]]:
    """Return a loss divided in several ways; the parts of each add up to it."""
    coders = list(loss.coders)
    known = dict(zip(coders, told_apart(coders, LETTERS), strict=True))
    named: dict[str, dict[str, LossPart]] = {
        words.BY_PAIR: {f"{known[a]}, {known[b]}": part for (a, b), part in loss.pairs.items()},
        words.BY_CODER: dict(loss.coders),
        words.BY_PLACE: {
            before_unit([place], unit): part for (_, place), part in loss.places.items()
        },
    }
    kinds = [(words.KINDS[kind], part.of_s) for kind, part in loss.kinds.items()]
    return {words.BY_KIND: kinds} | {label: _largest(parts) for label, parts in named.items()}


def _largest(parts: Mapping[str, LossPart]) -> list[tuple[str, float]]:
    """Name the largest parts, and take the others together."""
    ranked = sorted(
        ((name, part.of_s) for name, part in parts.items() if part.of_s), key=lambda one: -one[1]
    )
    rest = ranked[NAMED_PARTS:]
    together = [(words.OTHERS.format(len(rest)), sum(value for _, value in rest))] if rest else []
    return ranked[:NAMED_PARTS] + together


def reasons(found: Explanation, again: Sequence[LowAgain] = ()) -> tuple[list[str], list[str]]:
    """Return the sentences that come first, and those that can wait: why coefficients differ.

    Where the item is low in all rounds, that is said instead of whether it is low in this one.
    """
    low = [one.words for one in again if one.item == found.reliability.item]
    texts = dict.fromkeys(low, "size") | {
        one.text: one.cause for one in found.sentences if not (low and one.cause == "size")
    }
    first = [text for text, cause in texts.items() if cause not in ABOUT_COEFFICIENTS][:REASONS]
    return first, [text for text in texts if text not in first]


def not_the_text(found: Causes, item: str) -> list[str]:
    """Return that agreement on an item is low because of coders, if without them it is not."""
    return [
        cleared_by(row, *([item] if item in items else [] for items in (row.cleared, row.eased)))
        for row in found.rows
        if item in (*row.cleared, *row.eased)
    ] + sentences_on_mended(found, item)


def short_verdict(row: VerdictRow) -> str:
    """Return the verdict on an item whose reasons are not known, or why there is none."""
    if row.verdict is None:
        return words.NO_VERDICT.format(row.undefined)
    said = verdict_sentence(row.verdict, row.value, on=words.ON_ITEM.format(row.name))
    around = between(row.interval.low, row.interval.high, short) if row.interval else ""
    said = f"{said} (R {sized(row.verdict, row.value, short)})."
    if around:
        said += f" {words.OTHER_CODERS.format(around)}"
    return f"{said} {HOLDS_HERE}" if of_these(row.verdict, row.level, row.interval) else said


def only_at_the_ends(row: VerdictRow, anchored: ChanceRow) -> str:
    """Return that first and last segments may hold what is beyond chance in an item; or empty."""
    held = what_ends_hold(anchored)
    if not held or anchored.p is None or row.verdict not in BEYOND:
        return ""
    return words.anchored(anchored.p, too_little=held == "unclear")


def neighbours(corpus: Corpus, verdicts: VerdictTable | None, view: UrlState) -> list[Link]:
    """Link the items before and after the shown one, and the next one that needs work."""
    names = [item.name for item in corpus.items]
    at = names.index(view.item or "")
    ordered = verdicts.needs_work_first if verdicts else []
    links = []
    if at:
        links.append(Link(f"← {names[at - 1]}", view.item_href(names[at - 1], page=1)))
    if at + 1 < len(names):
        links.append(Link(f"{names[at + 1]} →", view.item_href(names[at + 1], page=1)))
    todo = {row.name: NEXT[row.verdict] for row in ordered if row.verdict in NEXT}
    order = list(todo)
    later = order[order.index(names[at]) + 1 :] if names[at] in todo else order
    if later:
        next_one = todo[later[0]].format(noun=NOUNS[axis_of(corpus).unit].item, name=later[0])
        links.append(Link(next_one, view.item_href(later[0], page=1)))
    return links


def pair_table(pairs: Sequence[Pair], view: UrlState) -> PageTable:
    """Return the table of pairs; each links to its pair, and its similarity opens."""
    key = view.similarity
    about = words.SIMILARITY_OF_PAIR.format(capital(SIMILARITIES[key]))
    score: Column[Pair] = SCORE.through(
        lambda one: one, key=key, heading=similarity_name(key), about=about, bar=True
    )
    return _table_of_pairs(pairs[:SHOWN_PAIRS], [score], view)


def numbers_of_pairs(
    pairs: Sequence[Pair], matrices: Mapping[str, CoderMatrix], view: UrlState
) -> PageTable:
    """Return all pairs with a column for each way of comparing two coders."""
    columns = [_compared(matrix) for matrix in matrices.values()]
    return _table_of_pairs(on_page(pairs, view, PAIRS_A_PAGE), columns, view)


def ways_of_comparing(view: UrlState) -> list[str]:
    """Return by what a reviewer compares two coders: S, WindowDiff, and what the view says."""
    return list(dict.fromkeys(["s", "wd", compared_by(view)]))


def _compared(matrix: CoderMatrix) -> Column[Pair]:
    """Return the column of a way of comparing two coders, of WindowDiff turned into 1−WD."""
    key, at = matrix.metric, {coder: place for place, coder in enumerate(matrix.coders)}
    turned = key == "wd"
    heading, about = "κ", words.KAPPA_OF_PAIR
    if key in SIMILARITIES:
        heading, about = (
            similarity_name(key),
            words.SIMILARITY_OF_PAIR.format(capital(SIMILARITIES[key])),
        )
    elif key != KAPPA:
        heading = title_of(key)
        about = words.LOWER_IS_BETTER if matrix.penalty else words.HIGHER_IS_BETTER

    def value(one: Pair) -> float | None:
        both = [float(matrix.values[at[x], at[y]]) for x, y in ((one.a, one.b), (one.b, one.a))]
        if any(map(isnan, both)):
            return None
        mean = sum(both) / 2
        return 1 - mean if turned else mean

    def why(one: Pair) -> str | None:
        found = matrix.undefined
        return found.get((one.a, one.b), found.get((one.b, one.a)))

    return Column(key, value, heading, about, why=why)


def _table_of_pairs(
    pairs: Sequence[Pair], scores: Sequence[Column[Pair]], view: UrlState
) -> PageTable:
    columns = (
        Column("pair", lambda one: f"{one.a}, {one.b}", words.PAIR_OF_CODERS, left=True),
        *scores,
        Column("near", attrgetter("edits.near_misses"), *words.NEAR),
        Column("full", attrgetter("edits.full_misses"), *words.FULL),
    )
    links = {one.key: partial(_opens, view=view, column=one) for one in scores}
    return page(
        Table(columns=columns, rows=pairs),
        {"pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)}, **links},
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def _opens(pair: Pair, view: UrlState, column: Column[Pair] | None = None) -> dict[str, str]:
    """Return where a number of a pair opens; of 1 − WD, WindowDiff itself does."""
    name = column.key if column else view.similarity
    value = column.value(pair) if column else pair.value
    if value is None or name not in METRICS:
        return {}
    key = pair_key(name, pair.a, pair.b, view.item or "")
    about = words.VALUE_OF_PAIR.format(metric=METRICS[name].name, a=pair.a, b=pair.b)
    return Opens(view, "item").to(key, about)


def pair_links(pair: Pair, view: UrlState) -> list[Link]:
    """Link what the shown pair's similarity is made of, and what all metrics say of the pair."""
    name = similarity_name(view.similarity)
    edits = pair.edits
    text = words.alike(
        f"{pair.a} and {pair.b}", name, pair.value, edits.near_misses, edits.full_misses
    )
    opened = _opens(pair, view)
    first = (
        [Link(text, opened["href"], title=words.OPENS.format(opened["opens"]))] if opened else []
    )
    return [*first, Link(words.ALL_METRICS, view.href("metrics"))]


def worked_out(edits: BoundaryEdits) -> str:
    """Work S out in numbers, as LaTeX."""
    places = edits.potential_boundaries
    given = r"\frac{\text{potential boundaries} - \text{edits}}{\text{potential boundaries}}"
    numbers = fraction(f"{places} - ({cost_of_edits(edits)})", places)
    value = shown((places - edits.cost) / places)
    return f"S = {given} = {numbers} = {fraction(places - edits.cost, places)} = {value}"


def item_table(
    one: Rated, table: AgreementTable, view: UrlState, before: AgreementTable | None = None
) -> PageTable:
    """Show one item's row of the table for its own page, beside what it was with all coders."""
    columns = beside_before(agreement_columns(table), before)
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def reliability_table(one: Rated, found: ReliabilityTable, view: UrlState) -> PageTable:
    """Show how reliable an item is, for its own page; its verdict stands in a sentence."""
    columns = [one for one in rated_reliability_columns(found) if one.name != "verdict"]
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def expectation(row: AgreementRow) -> str:
    """Return what the coefficients of a row came from; empty if they are undefined."""
    if row.observed is None:
        return ""
    numbers = row.observed, row.expected_pi, row.expected_kappa
    return words.EXPECTED.format(*map(shown, numbers))


def places_marked(
    corpus: Corpus, item: Item, peaks: Sequence[PressPeak], view: UrlState
) -> list[MarkedPlace]:
    """Return the peaks as they are marked below the curve, see `kept`."""
    key = ("marked places", corpus.codings_digest, item.name, time_options(view))
    scale = scale_of(item)

    def marked() -> list[MarkedPlace]:
        return [
            MarkedPlace(
                place=one.place,
                low=None if one.low is None else scale.steps(one.low),
                high=None if one.high is None else scale.steps(one.high),
                above=one.above_chance,
                text=words.peak_text(one.time, len(one.votes), one.of, above=one.above_chance),
            )
            for one in worth_showing(peaks)
        ]

    return kept(key, marked)


def summary(item: Item, coders: Sequence[str], peaks: Sequence[PressPeak]) -> str:
    """Return how many people marked how often, and where they did so together."""
    above = [one for one in peaks if one.above_chance]
    return words.summary(
        item.name,
        len(coders),
        sum(len(item.codings[name].boundaries) for name in coders),
        len(above),
        sum(len(one.votes) == one.of for one in above),
        sum(not one.above_chance and len(one.votes) > 1 for one in peaks),
    )


def chosen_place(
    item: Item,
    coders: Sequence[str],
    peaks: Sequence[PressPeak],
    view: UrlState,
    people: Sequence[RecordingCoder] = (),
) -> str:
    """Return who marked near the chosen place."""
    if view.place is None:
        return ""
    found, within = peak_near(item, peaks, view), time_options(view).reach
    if found:
        silent = [name for name in coders if name not in found.votes]
        late = belated(item, found, peaks, people, within)
        said = frame_words.who_marked(found.time, found.votes, silent, within, late)
        return f"{said} {words.beyond_chance(found.p_value)}"
    time, when = scale_of(item).seconds(view.place), {}
    for name in coders:
        times = [scale_of(item).seconds(press) for press in item.codings[name].boundaries]
        nearest = min(times, key=lambda press: abs(press - time), default=None)
        if nearest is not None and abs(nearest - time) <= within:
            when[name] = nearest
    silent = [name for name in coders if name not in when]
    return frame_words.who_marked(time, when, silent, within, {})


def peak_table(
    item: Item,
    coders: Sequence[str],
    peaks: Sequence[PressPeak],
    view: UrlState,
    people: Sequence[RecordingCoder] = (),
) -> tuple[PageTable, list[Link], str]:
    """Return the places beyond chance around the chosen one, the other parts, and a caption."""
    rows = [one for one in peaks if one.above_chance]
    caption = words.PEAKS_CAPTION
    if not rows:
        ranked = sorted(worth_showing(peaks), key=lambda one: -len(one.votes))
        rows = sorted(ranked[:A_PAGE], key=lambda one: one.place)
        caption = words.NO_PEAKS
    chosen = peak_near(item, peaks, view)
    # The page of the view is that of the pairs, so a part of the places is that of the chosen one.
    shown = replace(view, page=rows.index(chosen) // A_PAGE + 1 if chosen in rows else 1)
    timing, reach = {one.coder: one.timing for one in people}, time_options(view).reach

    def missing(one: PressPeak) -> str:
        late = belated(item, one, peaks, people, reach)
        return ", ".join(
            words.BELATED.format(coder=name, timing=timing[name], time=clock(late[name], 1))
            if name in late
            else name
            for name in coders
            if name not in one.votes
        )

    known: list[Column[PressPeak]] = []
    if any(one.low is not None for one in rows):
        about = words.INTERVAL, words.INTERVAL_ABOUT
        known = [
            Column("interval", lambda one: words.interval(one.low, one.high), *about, left=True)
        ]
    elif rows:
        caption = f"{caption}. {NO_INTERVAL}"
    columns: Sequence[Column[PressPeak]] = (
        Column("time", lambda one: clock(one.time, 1), words.TIME, left=True),
        *known,
        of_field(
            "support",
            words.SUPPORT,
            words.SUPPORT_ABOUT,
            write=lambda share: f"{round(share * rows[0].of)} of {rows[0].of}",
            bar=True,
        ),
        Column("missing", missing, words.MISSING, left=True),
        Column("p", lambda one: one.p_value, "p", words.P_ABOUT, write=p_value),
    )
    table = page(
        Table(columns=columns, rows=on_page(rows, shown, A_PAGE)),
        {"time": lambda one: {"href": view.href("item", place=one.place)}},
        chosen=lambda one: one == chosen,
    )

    def first(number: int) -> dict[str, int]:
        return {"place": rows[(number - 1) * A_PAGE].place, "page": view.page}

    return table, page_links(len(rows), shown, "item", A_PAGE, first), caption


def presses_of_pair(item: Item, a: str, b: str, tolerance: float) -> list[PressPair]:
    """Return the boundaries of two coders, those within the tolerance together."""
    steps = scale_of(item).steps_within(tolerance)
    of_a, of_b = (item.codings[name].boundaries for name in (a, b))
    return [PressPair(*pair) for pair in matched_boundaries(of_a, of_b, steps)]


def pair_in_words(item: Item, a: str, b: str, tolerance: float) -> str:
    """Return how often two coders mark together, and who is later."""
    of_a, of_b = (item.codings[name].boundaries for name in (a, b))
    found, boundaries = PairInTime.of(item, a, b, tolerance), (len(of_a), len(of_b))
    return words.of_pair(a, b, found.hits, boundaries, found.f, found.later, tolerance)


def pairs_in_time(item: Item, view: UrlState) -> PageTable:
    """Return all pairs of coders of a recording with F, those first that agree least."""
    found = [PairInTime.of(item, *pair, view.tolerance) for pair in combinations(item.coders, 2)]
    found.sort(key=lambda one: (one.f is None, one.f))
    columns: Sequence[Column[PairInTime]] = (
        Column("pair", lambda one: f"{one.a}, {one.b}", words.PAIR_OF_CODERS, left=True),
        of_field("f", "F", F_ABOUT, why=lambda one: one.why, write=short),
        of_field("hits", *words.TOGETHER),
        of_field("alone", *words.ALONE_IN_TIME),
        of_field("later", *words.LATER_OF_PAIR, write=signed_seconds),
    )
    return page(
        Table(columns=columns, rows=on_page(found, view, PAIRS_A_PAGE)),
        {"pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)}},
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def press_table(item: Item, a: str, b: str, view: UrlState) -> PageTable:
    """Return the boundaries of two coders; each leads to its place."""

    def when(place: int | None) -> str | None:
        return None if place is None else clock(scale_of(item).seconds(place), 1)

    def later(one: PressPair) -> str:
        if one.a is None or one.b is None:
            return words.ALONE
        return signed_seconds(scale_of(item).seconds(one.b - one.a))

    columns: Sequence[Column[PressPair]] = (
        Column("a", lambda one: when(one.a), a, left=True),
        Column("b", lambda one: when(one.b), b, left=True),
        Column("later", later, words.LATER, words.LATER_ABOUT),
    )

    def lead(place: int | None) -> dict[str, str]:
        return {} if place is None else {"href": view.href("item", place=place)}

    return page(
        Table(columns=columns, rows=presses_of_pair(item, a, b, view.tolerance)),
        {"a": lambda one: lead(one.a), "b": lambda one: lead(one.b)},
        chosen=lambda one: view.place is not None and view.place in (one.a, one.b),
    )
