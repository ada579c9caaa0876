"""The Overview: what a colleague would say first, and the items, those first that need work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_texts
from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.chance_corrected import ONE_CODER
from segmetrics.coefficients.levels import NO_GROUP
from segmetrics.coefficients.quantities import DECISIONS, RELIABILITY, Quantity, coefficient
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.item_list_component import (
    ListColumn,
    ListedItems,
    ListVerdict,
)
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import number_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import overview_words as words
from segmetrics.dashboard.results.agreement_view import OPENED
from segmetrics.number_formats import between, p_value, short, shown
from segmetrics.reliability.chance_verdicts import (
    HOLDS_HERE,
    VERDICT_EXPLANATIONS,
    VERDICT_WORDS,
    ChanceVerdict,
    beside_verdict,
    of_these,
)
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    needs_work_first,
    urgency,
)
from segmetrics.tables.agreement_columns import agreement_columns, rated_rows
from segmetrics.tables.columns import in_order
from segmetrics.tables.reliability_columns import verdict_note

FILLED: Mapping[ChanceVerdict, float | None] = {
    "not_distinguishable": 0,
    "too_short": None,
    "beyond_chance": 0.5,
    "well_beyond_chance": 1,
}
"""How much of the mark of a verdict is filled; None where its rim is dotted."""
ABOUT_CODERS: Collection[Cause] = {"coder", "granularity"}
"""What sentences about a coder group are about that the page Coders says better, by its model."""


def headline(
    table: AgreementTable,
    found: ReliabilityTable | None,
    intervals: IntervalTable | None,
    outlying: Sequence[str] = (),
    *,
    comes: bool = False,
) -> str:
    """Return what a colleague would say first: how well coders agree, and what needs work.

    `outlying` are the items on which they disagree more than bad luck explains; `comes` says
    that agreement beyond chance is being computed.
    """
    if table.corpus.pi_star is None and (found is None or found.corpus.verdict is None):
        return _nothing(table)
    if found is None:
        known = {
            coefficient(key, table.options.similarity).name: short(getattr(table.corpus, key))
            for key in ("pi_star", "kappa_star", "bias", "one_minus_wd_mean")
        }
        return words.not_computed(len(table.items), len(table.groups), known, comes=comes)
    if found.corpus.verdict is None:
        return words.UNDEFINED.format(_why(found.groups, found.corpus))
    table_of = verdicts_on_texts(table, found, intervals)
    return " ".join(sentences_on_agreement(claims_on_agreement(table_of, outlying)))


def _nothing(table: AgreementTable) -> str:
    """Return why there is no value at all."""
    whys = {row.undefined.get("pi_star", "") for row in table.groups}
    if whys == {ONE_CODER}:
        return words.NO_PAIRS
    return words.UNDEFINED.format(next(iter(sorted(whys - {ONE_CODER, ""})), NO_GROUP))


def _why(groups: Sequence[ReliabilityRow], corpus: ReliabilityRow) -> str:
    whys = [row.undefined["verdict"] for row in groups if "verdict" in row.undefined]
    return whys[0] if whys else corpus.undefined.get("verdict", NO_GROUP)


def what_to_do(found: ReliabilityTable | None, view: UrlState, corpus: Corpus) -> list[Link]:
    """Link the item to begin with, the chosen one, and what comes after items."""
    ordered = needs_work_first(found) if found else []
    first = next((row for row in ordered if row.corrected is not None), None)
    links = []
    if first and first.verdict != "well_beyond_chance":
        links.append(Link(words.SEE_ITEM.format(first.item), view.item_href(first.item)))
    begins = first.item if first and links else None
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


def order_of_list(
    table: AgreementTable, found: ReliabilityTable | None, view: UrlState
) -> list[int]:
    """Return the places of the items in the order of the list."""
    places = range(len(table.items))
    by = view.sort.removeprefix("-")
    columns = {column.name: column for column in agreement_columns(table)}
    if by in columns:
        rows = rated_rows(table, None, found)
        return in_order(
            places, lambda place: columns[by].value(rows[place]), descending=view.sort != by
        )
    if by == "item":
        names = [row.item for row in table.items]
        return in_order(places, names.__getitem__, descending=view.sort != by)
    if by == "corpus" or found is None:
        return list(places)
    return sorted(places, key=lambda place: urgency(found.items[place]))


def orders_of_list(
    table: AgreementTable, found: ReliabilityTable | None, view: UrlState
) -> dict[str, str]:
    """Return the orders that can be chosen, and the one of the papers' table if it has another."""
    judged = [row.verdict for row in found.items if row.verdict] if found else []
    well = bool(judged) and set(judged) == {"well_beyond_chance"}
    orders = dict(words.orders(view.similarity, none_needs_work=well))
    by = view.sort.removeprefix("-")
    columns = {column.name: column for column in agreement_columns(table)}
    if view.sort not in orders and by in {*columns, "item"}:
        heading = columns[by].heading if by in columns else "item"
        orders[view.sort] = words.BY_COLUMN.format(heading)
    return orders


def listed_items(
    table: AgreementTable,
    found: ReliabilityTable | None,
    intervals: IntervalTable | None,
) -> ListedItems:
    """Return all that the list says of its items."""
    whys: dict[str, int] = {}

    def why(reason: str) -> int:
        return whys.setdefault(reason, len(whys))

    kinds: dict[ListVerdict, int] = {}
    verdicts, p = [], []
    if found is None:
        no_verdict = ListVerdict(words.NO_VERDICT, words.NOT_COMPUTED, None)
        kinds, verdicts, p = {no_verdict: 0}, [0] * len(table.items), [""] * len(table.items)
    for at, row in enumerate(found.items if found else ()):
        kind = _kind(row, intervals.items[at].corrected if intervals else None)
        verdicts.append(kinds.setdefault(kind, len(kinds)))
        adjusted = row.corrected_p_adjusted
        p.append("" if adjusted is None else p_value(adjusted))

    def column(
        key: str, of: Quantity, write: Callable[[Any], str] = shown, *, rated: bool = False
    ) -> ListColumn:
        opens = OPENED[key]
        value = attrgetter(key)
        if found is None:
            cells: list[str | int] = [why(words.NOT_COMPUTED)] * len(table.items)
        else:
            cells = [
                write(value(row)) if value(row) is not None else why(row.undefined.get(key, ""))
                for row in found.items
            ]
        ranges: list[str | int] = []
        if rated and intervals:
            ranges = [_range(value(one), why) for one in intervals.items]
        number = number_key(opens.column, "item", similarity=opens.similarity)
        return ListColumn(
            of.symbol, of.sub, of.about, cells, number, words.NUMBER_OF.format(opens.name), ranges
        )

    similarity = table.options.similarity
    columns = [
        column("corrected", RELIABILITY["corrected"].over(similarity), beside_verdict, rated=True),
        column("alpha", DECISIONS["alpha"]),
    ]
    if similarity != "b":
        columns.append(column("pi_star_b", RELIABILITY["pi_star_b"]))
    return ListedItems(
        names=[row.item for row in table.items],
        masses=[row.mass for row in table.items],
        coders=[row.coders for row in table.items],
        verdicts=verdicts,
        p=p,
        named_p=words.NAMED_P,
        kinds=list(kinds),
        columns=columns,
        whys=list(whys),
    )


def _kind(row: ReliabilityRow, ends: Interval | None) -> ListVerdict:
    """Return how the list says the verdict on an item, and for whom it holds; or why none."""
    if row.verdict is None:
        return ListVerdict(words.NO_VERDICT, row.undefined.get("verdict", ""), None)
    return kind_of(row.verdict, VERDICT_EXPLANATIONS[row.verdict], ends)


def kind_of(verdict: ChanceVerdict, meaning: str, ends: Interval | None) -> ListVerdict:
    """Return how a list says a verdict of this meaning on an item, and for whom it holds."""
    these = of_these(verdict, "item", ends)
    title = f"{meaning} {HOLDS_HERE}" if these else meaning
    return ListVerdict(VERDICT_WORDS[verdict], title, FILLED[verdict], these)


def _range(ends: Interval, why: Callable[[str], int]) -> str | int:
    """Return the interval of an item, or the place of the reason why it has none."""
    return between(ends.low, ends.high, short) or why(ends.undefined)


def reading(found: ReliabilityTable | None, intervals: IntervalTable | None) -> str:
    """Return how to read the numbers, and a verdict whose interval includes 0, if there is one."""
    rows = zip(found.items, intervals.items, strict=True) if found and intervals else ()
    for_these = any(of_these(row.verdict, row.level, ends.corrected) for row, ends in rows)
    return f"{words.READING} {words.FOR_THESE}" if for_these else words.READING


def verdict_rule(found: ReliabilityTable) -> list[str]:
    """Return by what rule verdicts are given, if there are any."""
    rule = verdict_note(found)
    return [f"{rule}."] if rule else []
