"""The Overview: what a colleague would say first, and the items, those first that need work.

What texts and recordings have of their own comes as an `Overview`; all else is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from segmetrics.axis import NOUNS, Nouns, Unit
from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.cause_sentences import (
    sentences_on_causes,
    sentences_on_people,
    told_besides,
)
from segmetrics.claims.cause_types import NO_CAUSES, Causes
from segmetrics.claims.item_causes import clearing
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import (
    VerdictRow,
    VerdictTable,
    verdicts_on_recordings,
    verdicts_on_texts,
)
from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.chance_corrected import ONE_CODER
from segmetrics.coefficients.levels import NO_GROUP
from segmetrics.coefficients.quantities import Quantity, coefficient, with_intervals
from segmetrics.corpus import UNIT, Corpus
from segmetrics.dashboard.components.item_list_component import ListColumn, ListedItems, ListVerdict
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import number_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import (
    moved,
    see_it,
    see_slips,
    with_remedies,
    with_remedy,
    without,
)
from segmetrics.dashboard.results import overview_words as words
from segmetrics.dashboard.results.agreement_view import OPENED
from segmetrics.metrics.counts import NOBODY
from segmetrics.number_formats import between, p_value, rate, seconds, seconds_read, short, shown
from segmetrics.phrases import counted, spelled
from segmetrics.reliability.chance_verdicts import (
    EXCELLENT,
    VERDICT_EXPLANATIONS,
    VERDICT_WORDS,
    ChanceVerdict,
    beside_verdict,
    of_these,
    true_of_these,
    urgency,
)
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.odd_places import OddItem
from segmetrics.reliability.recording_agreement import NO_CHANCE, RecordingAgreement
from segmetrics.reliability.recording_sums import FEWEST
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.schools import Schools
from segmetrics.reporting.recorded import boundaries_in
from segmetrics.tables.agreement_columns import agreement_columns, rated_rows
from segmetrics.tables.columns import Column, in_order
from segmetrics.tables.recording_tables import DEVIATION_ABOUT, F_ABOUT

FILLED: Mapping[ChanceVerdict, float | None] = {
    "not_distinguishable": 0,
    "too_short": None,
    "beyond_chance": 0.5,
    "well_beyond_chance": 0.75,
}
"""How much of the mark of a verdict is filled; None where its rim is dotted. It is full where
agreement is more than `EXCELLENT` of the way."""
FEW = (2, 3)
"""Recordings from which intervals are wide, whatever the number of coders."""
MOST_SEEN = 3
# Sentences that come first.
FIRST = 2
"""Coders whom links leave out or move."""
ABOUT_CODERS: Collection[Cause] = {"coder", "granularity"}
"""What sentences about a coder group are about that the page Coders says better, by its model."""


@dataclass(frozen=True)
class ListedNumber:
    """A column of numbers of the list, without its cells: of which field, and how it is written."""

    field: str
    column: ListColumn
    write: Callable[[Any], str]


@dataclass(frozen=True, kw_only=True)
class Overview:
    """What the Overview shows of a corpus.

    The `headline` has two sentences at most, and who keeps agreement low; `more` is what else the
    numbers say. `verdicts` are None until they are computed. `rows` have the `numbers` of the
    list, item by item; `sorted_by` are further columns by which it can be sorted, of `sortable`
    rows.
    """

    unit: Unit
    headline: list[str]
    more: str = ""
    cleared: Collection[str] = ()
    verdicts: VerdictTable | None
    rows: Sequence[Any]
    numbers: Sequence[ListedNumber]
    sorted_by: Mapping[str, Column[Any]]
    sortable: Sequence[Any]
    orders: Mapping[str, str]

    @property
    def nouns(self) -> Nouns:
        """What things are called."""
        return NOUNS[self.unit]


def overview_of_texts(
    table: AgreementTable,
    found: ReliabilityTable | None,
    intervals: IntervalTable | None = None,
    outlying: Sequence[str] = (),
    causes: Causes = NO_CAUSES,
    odd: Sequence[OddItem] = (),
    *,
    schools: Sequence[Schools] = (),
    rates: Sequence[str] = (),
    comes: bool = False,
) -> Overview:
    """Return what the Overview shows of texts.

    `outlying` are the items on which coders disagree more than bad luck explains; `causes` who
    keeps agreement low; `odd` whose boundaries are odd in one item alone; `schools` who
    segments finely and who coarsely; `rates` who marks far more often, or less; `comes` says that
    agreement beyond chance is being computed.
    """
    similarity = table.options.similarity
    verdicts = verdicts_on_texts(table, found, intervals) if found else None
    numbers = [
        _opening(key, of, beside_verdict if key == "corrected" else shown)
        for key, of in with_intervals(similarity).items()
    ]
    first, more = _headline(table, verdicts, outlying, comes=comes)
    return Overview(
        unit="units",
        headline=[
            first,
            *(one.words for one in schools),
            *sentences_on_causes(causes),
            *(one.words for one in told_besides(odd, causes)),
            *rates,
        ],
        more=more,
        cleared=causes.not_to_blame,
        verdicts=verdicts,
        rows=found.items if found else (),
        numbers=numbers,
        sorted_by={column.name: column for column in agreement_columns(table)},
        sortable=rated_rows(table, None, found),
        orders={"pi_star": words.LOWEST.format(coefficient("pi_star", similarity).name)},
    )


def _opening(key: str, of: Quantity, write: Callable[[Any], str]) -> ListedNumber:
    """Return a column of the list whose numbers open."""
    opens = OPENED[key]
    number = number_key(opens.column, "item", similarity=opens.similarity)
    named = words.NUMBER_OF.format(opens.name)
    return ListedNumber(key, ListColumn(of.symbol, of.sub, of.about, (), number, named), write)


def _headline(
    table: AgreementTable, verdicts: VerdictTable | None, outlying: Sequence[str], *, comes: bool
) -> tuple[str, str]:
    """Return what a colleague would say first, and what else the numbers say."""
    if table.corpus.pi_star is None and (verdicts is None or verdicts.corpus.verdict is None):
        return _nothing(table), ""
    if verdicts is None:
        known = {
            coefficient(key, table.options.similarity).name: short(getattr(table.corpus, key))
            for key in ("pi_star", "kappa_star", "bias", "one_minus_wd_mean")
        }
        return words.not_computed(len(table.items), len(table.groups), known, comes=comes), ""
    if verdicts.corpus.verdict is None:
        rows = (*verdicts.groups, verdicts.corpus)
        whys = (row.undefined for row in rows if row.verdict is None and row.undefined)
        return words.UNDEFINED.format(next(whys, NO_GROUP)), ""
    return _parted(sentences_on_agreement(claims_on_agreement(verdicts, outlying)))


def _parted(said: Sequence[str]) -> tuple[str, str]:
    """Part sentences into the two that come first and the rest."""
    return " ".join(said[:FIRST]), " ".join(said[FIRST:])


def _nothing(table: AgreementTable) -> str:
    """Return why there is no value at all."""
    whys = {row.undefined.get("pi_star", "") for row in table.groups}
    if whys == {ONE_CODER}:
        return words.no_pairs("units")
    return words.UNDEFINED.format(next(iter(sorted(whys - {ONE_CODER, ""})), NO_GROUP))


def overview_of_recordings(found: RecordingAgreement, causes: Causes = NO_CAUSES) -> Overview:
    """Return what the Overview shows of recordings; `causes` are who keeps agreement low."""
    row, options, verdicts = found.corpus, found.options, verdicts_on_recordings(found)
    if row.value is None:
        nobody = row.undefined.get("value") == NOBODY
        headline, more = [words.NOBODY if nobody else words.no_pairs("seconds")], ""
    else:
        together = words.agree(row.coders, options.tolerance, row.value, row.chance, options.null)
        first, rest = _parted(sentences_on_agreement(claims_on_agreement(verdicts)))
        headline, more = [first or together, *sentences_on_people(found, causes)], rest
        if first:
            more = " ".join(filter(None, [together, rest]))
    return Overview(
        unit="seconds",
        headline=headline,
        more=more,
        verdicts=verdicts,
        rows=found.items,
        numbers=NUMBERS_OF_RECORDINGS,
        sorted_by={"mass": Column("mass", attrgetter("seconds"), "length")},
        sortable=found.items,
        orders={},
    )


NUMBERS_OF_RECORDINGS = tuple(
    ListedNumber(field, ListColumn(heading, "", about, ()), write)
    for field, heading, about, write in (
        ("corrected", "Beyond chance", words.BEYOND_ABOUT, lambda one: beside_verdict(one, short)),
        ("value", "F", F_ABOUT, short),
        ("deviation", "Distance", DEVIATION_ABOUT, seconds_read),
        ("rate", "Per min", words.RATE_ABOUT, rate),
    )
)
"""The columns of the list of recordings."""


def seen_otherwise(view: UrlState, found: Causes, unit: str = UNIT) -> list[Link]:
    """Link what agreement is without coders who keep it low, and with theirs moved where they are.

    With several, the last link has all of them.
    """
    views: list[UrlState] = []
    for row in found.rows:
        first = row._replace(causes=row.causes[:MOST_SEEN])
        for one in first.causes:
            views += dict.fromkeys((without(view, one.coder), with_remedy(view, one)))
        if len(row.causes) > 1:
            views.append(with_remedies(view, Causes((first,))))
    axis = found.rows[0].unit if found.rows else "units"
    return [see_it(one, "", axis, unit) for one in views[: 2 * MOST_SEEN]]


def item_otherwise(view: UrlState, found: Causes, item: str, unit: str) -> list[Link]:
    """Link an item without the coders because of whom it would need work, if it is so."""
    views = []
    for row in found.rows:
        if item in (*row.cleared, *row.eased):
            clear = (one._replace(remedy=clearing(one).remedy) for one in row.causes)
            views.append(with_remedies(view, Causes((row._replace(causes=tuple(clear)),))))
    return [see_it(one, "item", "units", unit) for one in views]


def recordings_otherwise(view: UrlState, found: RecordingAgreement, why: Causes) -> list[Link]:
    """Link what agreement is without people who stand out, and with theirs moved in time."""
    views = []
    for one in found.coders:
        if one.coder in why.coders:
            continue
        if one.standing == "less" or one.own:
            views.append(without(view, one.coder))
        if one.timing and one.later and round(abs(one.later), 3):
            by = round(abs(one.later), 3)
            views.append(moved(view, one.coder, by, earlier=one.timing == "late"))
    return [
        *seen_otherwise(view, why),
        *(see_it(one, "", "seconds") for one in views[: 2 * MOST_SEEN]),
        *see_slips(view, [odd for one in found.coders for odd in one.odd_items], "", "seconds"),
    ]


def what_to_do(of: Overview, view: UrlState, corpus: Corpus) -> list[Link]:
    """Link the item to begin with, the chosen one, and what comes after items."""
    ordered = of.verdicts.needs_work_first if of.verdicts else []
    known = [row for row in ordered if row.value is not None]
    # An item that needs no work without some coders is not the one to begin with.
    first = next((row for row in known if row.name not in of.cleared), next(iter(known), None))
    links = []
    if first and first.verdict != "well_beyond_chance":
        links.append(Link(words.SEE_ITEM.format(first.name), view.item_href(first.name)))
    begins = first.name if first and links else None
    if view.item is not None and view.item in corpus and view.item != begins:
        links.append(Link(words.BACK_TO.format(view.item), view.href("item")))
    if first:
        links.append(Link(words.SEE_CODERS, view.coders_href()))
        if begins is None:
            links.append(Link(words.SEE_REPORT, view.href("share")))
    return links


def reasons(found: Explanation, about_coders: Sequence[str]) -> list[str]:
    """Return what keeps agreement in a group from being higher; of coders what Coders says."""
    said = []
    for one in found.sentences:
        if one.cause not in ABOUT_CODERS:
            said.append(one.text)
        if one.cause == "misses":
            said += about_coders
    return said


def to_coders(view: UrlState, corpus: Corpus, place: int) -> list[Link]:
    """Link the coders of a group."""
    several = {"group": place + 1} if len(corpus.groups) > 1 else {}
    return [Link(words.SEE_CODERS, view.coders_href(**several))]


def order_of_list(of: Overview, view: UrlState, corpus: Corpus) -> list[int]:
    """Return the places of the items in the order of the list."""
    places, by = range(len(corpus)), view.sort.removeprefix("-")
    if by in of.sorted_by:
        value, rows = of.sorted_by[by].value, of.sortable
        return in_order(places, lambda at: value(rows[at]), descending=view.sort != by)
    if by == "item":
        items = corpus.items
        return in_order(places, lambda at: items[at].name, descending=view.sort != by)
    if by == "corpus" or of.verdicts is None:
        return list(places)
    judged = of.verdicts.items
    return sorted(places, key=lambda at: urgency(judged[at].verdict, judged[at].value))


def orders_of_list(of: Overview, view: UrlState) -> dict[str, str]:
    """Return the orders that can be chosen, and that of the address if it is another one."""
    judged = {row.verdict for row in of.verdicts.items if row.verdict} if of.verdicts else set()
    first = words.NEEDS_WORK_FIRST
    if of.verdicts and judged == {"well_beyond_chance"}:
        first = words.LOWEST.format(of.verdicts.symbol)
    orders = {"": first, "corpus": words.AS_IN_CORPUS, **of.orders, "-mass": words.LONGEST_FIRST}
    by = view.sort.removeprefix("-")
    if view.sort not in orders and by in {*of.sorted_by, "item"}:
        heading = of.sorted_by[by].heading if by in of.sorted_by else of.nouns.item
        orders[view.sort] = words.BY_COLUMN.format(heading)
    return orders


def listed_items(of: Overview, corpus: Corpus, before: VerdictTable | None = None) -> ListedItems:
    """Return all that the list says of its items, beside what it was `before` with all coders."""
    whys: dict[str, int] = {}

    def why(reason: str) -> int:
        return whys.setdefault(reason, len(whys))

    items, kinds = corpus.items, dict[ListVerdict, int]()
    judged = of.verdicts.items if of.verdicts else ()
    verdicts = [kinds.setdefault(_kind(row, of.unit), len(kinds)) for row in judged]
    if of.verdicts is None:
        kinds = {ListVerdict(words.NO_VERDICT, words.NOT_COMPUTED, None): 0}
        verdicts = [0] * len(items)

    def column(number: ListedNumber) -> ListColumn:
        if of.verdicts is None:
            return replace(number.column, cells=[why(words.NOT_COMPUTED)] * len(items))
        value, write = attrgetter(number.field), number.write
        cells = [
            why(row.undefined.get(number.field, NO_CHANCE))
            if value(row) is None
            else write(value(row))
            for row in of.rows
        ]
        rated = number.field == "corrected"
        ranges = [_range(row.interval, why) for row in judged if rated and row.interval]
        return replace(number.column, cells=cells, ranges=ranges)

    columns = [column(number) for number in of.numbers]
    if before:
        was, write = {row.name: row for row in before.items}, of.numbers[0].write
        rows = [was[item.name] for item in items]
        cells = [why(row.undefined) if row.value is None else write(row.value) for row in rows]
        about = words.BEFORE_ABOUT.format(before.symbol)
        # In the place of the last one: more do not fit beside the strip.
        columns[1:] = [ListColumn(words.BEFORE, "", about, cells), *columns[1:-1]]
    return ListedItems(
        names=[item.name for item in items],
        masses=[item.mass for item in items],
        coders=[len(item.codings) for item in items],
        verdicts=verdicts,
        p=["" if row.p is None else p_value(row.p) for row in judged] or [""] * len(items),
        named_p=words.NAMED_P.format(of.nouns.item),
        kinds=list(kinds),
        columns=columns,
        whys=list(whys),
        unit=corpus.unit,
        resolution=corpus.scale.resolution if corpus.scale else None,
    )


def _kind(row: VerdictRow, unit: Unit) -> ListVerdict:
    """Return how the list says the verdict on an item, and for whom it holds; or why none."""
    if row.verdict is None:
        return ListVerdict(words.NO_VERDICT, row.undefined, None)
    these = of_these(row.verdict, "item", row.interval)
    meaning = VERDICT_EXPLANATIONS[unit][row.verdict]
    title = f"{meaning} {true_of_these()}" if these else meaning
    beyond = row.verdict == "well_beyond_chance" and (row.value or 0) > EXCELLENT
    filled = 1 if beyond else FILLED[row.verdict]
    return ListVerdict(VERDICT_WORDS[row.verdict], title, filled, these)


def _range(ends: Interval, why: Callable[[str], int]) -> str | int:
    """Return the interval of an item, or the place of the reason why it has none."""
    return between(ends.low, ends.high, short) or why(ends.undefined)


def reading(of: Overview) -> str:
    """Return how to read the numbers, and a verdict whose interval includes 0, if there is one."""
    said, rated = words.READING[of.unit], of.verdicts
    if rated and any(of_these(row.verdict, "item", row.interval) for row in rated.items):
        said += f" {words.FOR_THESE.format(of.nouns.item, rated.symbol)}"
    return said


def notes_on_recordings(
    read: Corpus, shown: Corpus, found: RecordingAgreement, view: UrlState
) -> list[str]:
    """Return why intervals are wide, what the settings leave out, and how chance was found."""
    said, items = [], len(found.items)
    if found.corpus.corrected_interval.low is not None and items in FEW:
        said.append(words.FEW_RECORDINGS.format(spelled(items)))
    number = boundaries_in(read) - boundaries_in(shown)
    whys = {
        "the first {}": view.trim_start,
        "the last {}": view.trim_end,
        "gaps below {}": view.minimum_gap,
    }
    left = [text.format(seconds(length)) for text, length in whys.items() if length]
    said += [words.LEFT_OUT.format(counted(number, "boundary"), ", ".join(left))] if left else []
    if found.shuffles < found.options.shuffles and found.shuffles <= 10 * FEWEST:
        said.append(words.FEWER_SHUFFLES.format(found.shuffles))
    return said


def convention_of_recordings(view: UrlState) -> str:
    """Return by which conventions recordings are compared."""
    return words.CONVENTION_OF_RECORDINGS.format(
        seconds(view.tolerance), view.null, seconds(view.bin_width)
    )
