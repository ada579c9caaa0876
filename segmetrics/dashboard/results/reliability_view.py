"""What agreement rests on, as pages show it: intervals, chance, gaps, the near-miss window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import attrgetter, itemgetter
from typing import Any, Literal

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.levels import Level, row_heading
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import overview_words as words
from segmetrics.number_formats import p_in_sentence, read, shown
from segmetrics.phrases import counted, listed
from segmetrics.reliability.chance import ChanceRow, ChanceTable
from segmetrics.reliability.chance_verdicts import BEYOND, UNCLEAR, verdict_of
from segmetrics.reliability.coverage import coverage
from segmetrics.reliability.narrative import Sentence
from segmetrics.reliability.reliability_table import ReliabilityRow
from segmetrics.reliability.shuffling import NULLS, Null
from segmetrics.reliability.window_scan import WindowPoint
from segmetrics.tables.agreement_columns import Rated
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table, of_field

AgainstChance = tuple[AgreementRow, Mapping[Null, ChanceRow]]
"""A row, and its chance level by each way of shuffling."""

NUMBERS: Sequence[Column[tuple[str, str, float]]] = (
    Column("about", itemgetter(0), words.ABOUT, left=True),
    Column("number", itemgetter(1), words.NUMBER, left=True),
    Column("value", itemgetter(2), words.VALUE, write=read),
)
REST: Sequence[Column[tuple[tuple[str, str], int, int]]] = (
    Column("pair", lambda row: ", ".join(row[0]), words.PAIR_OF_CODERS, left=True),
    Column("items", itemgetter(1), *words.ITEMS_OF_BOTH),
    Column("of", itemgetter(2), *words.OF),
)
SHOWN_PAIRS = 12
# Groups that sentences name.
NAMED_GROUPS = 3


def points_of(
    points: Sequence[WindowPoint], level: Level, name: str = ""
) -> tuple[WindowPoint, ...]:
    """Choose the points of an item, a group, or the corpus."""
    return tuple(point for point in points if (point.level, point.item) == (level, name))


def scan_in_words(points: Sequence[WindowPoint], n: int) -> str:
    """Return what the misses are under the near-miss window of the page, and as it grows."""
    first, last = points[0], points[-1]
    if all(point.pi_star is None for point in points):
        return words.NO_VALUE
    if not first.full_misses:
        return words.NO_MISSES
    now = next((point for point in points if point.n == n), None)
    said = ""
    if now:
        full = counted(now.full_misses, "disagreement is", "disagreements are")
        said = words.WINDOW_NOW.format(n, full, now.near_misses)
    return words.WINDOW_SCAN.format(now=said, first=first, last=last)


def chance_table(
    rated: Sequence[Rated], found: Mapping[Null, ChanceTable], view: UrlState
) -> PageTable:
    """Set the chance levels of the rows of a page beside each other."""
    by_name = {null: {(row.level, row.item): row for row in found[null].rows} for null in NULLS}
    rows: list[AgainstChance] = [
        (one.row, {null: of[one.row.level, one.row.item] for null, of in by_name.items()})
        for one in rated
    ]
    similarity = SIMILARITIES[found["ring"].options.similarity]
    observed = words.OBSERVED_TITLE.format(similarity)
    columns: list[Column[AgainstChance]] = [
        Column("item", lambda one: row_heading(one[0].level, one[0].item), left=True),
        Column("observed", lambda one: one[1]["ring"].observed, words.OBSERVED, observed),
        Column("expected", lambda one: one[1]["ring"].expected_pi, *words.EXPECTED, sub="π*"),
        *(column for null in NULLS for column in _of_shuffles(null)),
    ]

    def to_item(one: AgainstChance) -> dict[str, str]:
        if one[0].level != "item":
            return {}
        return {"href": view.href("item", item=one[0].item, place=None, start=None)}

    return page(
        Table(columns=columns, rows=rows, level=lambda one: one[0].level), {"item": to_item}
    )


def _of_shuffles(null: Null) -> list[Column[AgainstChance]]:
    """Return the columns of a way of shuffling."""

    def column(key: str, heading: str, about: str, **more: Any) -> Column[AgainstChance]:
        of: Column[ChanceRow] = of_field(key, heading, about, why=attrgetter("undefined"), **more)
        return of.through(lambda one: one[1][null], sub=null)

    shuffled = words.SHUFFLED_TITLE.format(NULLS[null])
    return [
        column("shuffled", words.SHUFFLED, shuffled, below=_error),
        column("corrected", *words.R, below=_p),
    ]


def _p(row: ChanceRow) -> str | None:
    return None if row.p is None else f"p {p_in_sentence(row.p)}"


def _error(row: ChanceRow) -> str | None:
    return words.EXACT if row.error == 0 else f"± {shown(row.error)}" if row.error else None


def chance_in_words(
    corpus: Corpus,
    table: AgreementTable,
    judged: Sequence[ReliabilityRow],
    found: Mapping[Null, ChanceTable],
) -> list[str]:
    """Return what the chance levels say of items and groups, in plain sentences."""
    kept = found["ring"]
    name = table.options.similarity.upper()
    said = [words.ON_A_RING]
    pairs = zip(table.groups, kept.groups, strict=True)
    groups = [
        (row, level.shuffled, row.pi_star, level)
        for row, level in pairs
        if level.shuffled is not None and row.pi_star is not None
    ]
    for row, shuffled, pi_star, level in groups[:NAMED_GROUPS]:
        said.append(
            words.group_by_chance(
                row.item, shuffled, level.expected_pi, name, level.corrected, pi_star
            )
        )
    if len(groups) > NAMED_GROUPS:
        others = counted(len(groups) - NAMED_GROUPS, "other group")
        said.append(words.OTHER_GROUPS.format(others))
    rows = zip(judged, found["anchored"].items, strict=True)
    ends = {row.item: what_ends_hold(anchored) for row, anchored in rows if row.verdict in BEYOND}
    for how, text in words.AT_THE_ENDS.items():
        if names := [item for item, hold in ends.items() if hold == how]:
            said.append(text.format(listed(names)))
    if corpus.kind != "linear":
        said.append(words.PLACES_ALONE)
    return said


def what_ends_hold(anchored: ChanceRow) -> Literal["all", "unclear", ""]:
    """Return how much of an item's agreement the ends may hold: all, what is unclear, or less."""
    verdict = verdict_of(anchored.corrected, anchored.p, anchored.p_least)
    if verdict not in UNCLEAR:
        return ""
    # Where no codings could have been found to agree, what was found tells nothing.
    return "unclear" if verdict == "too_short" else "all"


def rest_table(corpus: Corpus) -> PageTable:
    """List the pairs of coders of groups with gaps, those with the fewest common items first."""
    rows = []
    for group, shared in _shared_items(corpus):
        pairs, items = sorted(shared.items(), key=itemgetter(1)), len(group.items)
        if pairs and pairs[0][1] < items:
            rows += [(pair, common, items) for pair, common in pairs[:SHOWN_PAIRS]]
    return page(Table(columns=REST, rows=rows))


def rest_in_words(corpus: Corpus) -> list[str]:
    """Write of each group with gaps how many pairs of coders its figures rest on."""
    said = []
    for group, shared in _shared_items(corpus):
        counts = list(shared.values())
        known = [count for count in counts if count]
        if not known or min(counts) == len(group.items):
            continue
        nothing = len(counts) - len(known)
        ends, items = (min(known), max(known)), len(group.items)
        name = group.name if len(corpus.groups) > 1 else ""
        said.append(words.gaps(name, len(known), len(counts), *ends, items, nothing))
    return said


def _shared_items(corpus: Corpus) -> Iterator[tuple[CoderGroup, dict[tuple[str, str], int]]]:
    """Count the items that each two coders of a group both coded."""
    found = coverage(corpus)
    place = {coder: place for place, coder in enumerate(found.coders)}
    shared = found.shared.tolist()
    for group in corpus.groups:
        pairs = combinations(group.coders, 2)
        yield group, {(a, b): shared[place[a]][place[b]] for a, b in pairs}


def number_table(sentences: Sequence[Sentence]) -> PageTable:
    """List the numbers behind sentences, unrounded as far as a person reads."""
    rows = [
        (words.about(one.cause, one.coder), words.BEHIND[one.cause][name], value)
        for one in sentences
        for name, value in one.numbers.items()
    ]
    return page(Table(columns=NUMBERS, rows=rows))
