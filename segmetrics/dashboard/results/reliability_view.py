"""What agreement rests on, as pages show it: intervals, chance, gaps, the near-miss window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.levels import Level, row_heading
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import read, shown
from segmetrics.phrases import listed
from segmetrics.reliability.chance import ChanceRow, ChanceTable
from segmetrics.reliability.chance_verdicts import SIGNIFICANCE, adjusted_p_values
from segmetrics.reliability.coverage import coverage
from segmetrics.reliability.narrative import Sentence
from segmetrics.reliability.shuffling import NULLS, Null
from segmetrics.reliability.window_scan import WindowPoint
from segmetrics.tables.agreement_columns import Rated
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table


class AgainstChance(NamedTuple):
    """A row, and its chance level by each way of shuffling."""

    row: AgreementRow
    sizes: ChanceRow
    places: ChanceRow
    anchored: ChanceRow


NUMBERS: Sequence[Column[tuple[str, str, float]]] = (
    Column("about", itemgetter(0), "About", left=True),
    Column("number", itemgetter(1), "Number", left=True),
    Column("value", itemgetter(2), "Value", write="{:.6g}".format),
)
NULL_WORDS: Mapping[Null, str] = {
    "sizes": "segment sizes in random order",
    "places": "as many boundaries at random places",
    "anchored": "first and last segment kept in place, the sizes between in random order",
}
REST: Sequence[Column[tuple[tuple[str, str], int, int]]] = (
    Column("pair", lambda row: ", ".join(row[0]), "Pair of coders", left=True),
    Column("items", itemgetter(1), "Items", "Items that both coded"),
    Column("of", itemgetter(2), "of", "Items of the coder group"),
)
SHOWN_PAIRS = 12
# Groups that sentences name.
NAMED_GROUPS = 3
# Share of the full misses that a wide window takes away from which places are what differs.
MOSTLY = 0.5


def points_of(
    points: Sequence[WindowPoint], level: Level, name: str = ""
) -> tuple[WindowPoint, ...]:
    """Choose the points of an item, a group, or the corpus."""
    return tuple(point for point in points if (point.level, point.item) == (level, name))


def scan_in_words(points: Sequence[WindowPoint]) -> str:
    """Return what a growing near-miss window does to the misses."""
    first, last = points[0], points[-1]
    if all(point.pi_star is None for point in points):
        return "There is no value under any window."
    if not first.full_misses:
        return "There are no misses here, whatever the window."
    share = 1 - last.full_misses / first.full_misses
    about = (
        "Most differences are about the place of a boundary, not about whether there is one."
        if share >= MOSTLY
        else "Most differences are about whether there is a boundary, not about its place."
    )
    return (
        f"From n = {first.n} to n = {last.n}, full misses fall from {first.full_misses:,} to "
        f"{last.full_misses:,} and near misses rise from {first.near_misses:,} to "
        f"{last.near_misses:,}. {about} A wide window pairs boundaries by chance too."
    )


def chance_table(
    rated: Sequence[Rated], found: Mapping[Null, ChanceTable], view: UrlState
) -> PageTable:
    """Set the chance levels of the rows of a page beside each other."""
    by_name = [{(row.level, row.item): row for row in found[null].rows} for null in NULLS]
    rows = [
        AgainstChance(one.row, *(rows[one.row.level, one.row.item] for rows in by_name))
        for one in rated
    ]
    similarity = SIMILARITIES[found["sizes"].options.similarity]
    observed = f"Observed agreement: {similarity}, pooled over pairs of coders"
    expected = "What the formula of π* expects of single places"
    columns: list[Column[AgainstChance]] = [
        Column("item", lambda one: row_heading(one.row.level, one.row.item), left=True),
        Column("observed", attrgetter("sizes.observed"), "Observed", observed),
        Column("expected", attrgetter("sizes.expected_pi"), "Expected", expected, sub="π*"),
        *(column for null in NULLS for column in _of_shuffles(null)),
    ]

    def to_item(one: AgainstChance) -> dict[str, str]:
        if one.row.level != "item":
            return {}
        return {"href": view.href("item", item=one.row.item, place=None, start=None)}

    return page(
        Table(columns=columns, rows=rows, level=lambda one: one.row.level), {"item": to_item}
    )


def _of_shuffles(null: Null) -> list[Column[AgainstChance]]:
    """Return the columns of a way of shuffling."""

    def column(key: str, heading: str, about: str, **more: Any) -> Column[AgainstChance]:
        value, why = attrgetter(f"{null}.{key}"), attrgetter(f"{null}.undefined")
        return Column(key, value, heading, about, sub=null, why=why, **more)

    shuffled = f"Agreement of shuffled coders: {NULL_WORDS[null]}"
    return [
        column("shuffled", "Shuffled", shuffled, below=lambda one: _error(getattr(one, null))),
        column(
            "corrected",
            "R",
            "R = (observed − shuffled) / (1 − shuffled); 0 is what shuffled coders reach",
        ),
        column("p", "p", "Share of shuffles that agree at least as much"),
    ]


def _error(row: ChanceRow) -> str | None:
    return "exact" if row.error == 0 else f"± {shown(row.error)}" if row.error else None


def chance_in_words(
    corpus: Corpus, table: AgreementTable, found: Mapping[Null, ChanceTable]
) -> list[str]:
    """Return what the chance levels say, in plain sentences."""
    kept = found["sizes"]
    name = table.options.similarity.upper()
    said = ["R and the verdicts above are by sizes."]
    for row, level in list(zip(table.groups, kept.groups, strict=True))[:NAMED_GROUPS]:
        if level.shuffled is None or row.pi_star is None:
            continue
        said.append(
            f"Coders of {row.item} who kept their segment sizes, but put them in random order, "
            f"would agree on {shown(level.shuffled)} (π* expects {shown(level.expected_pi)}). "
            f"Corrected for this, agreement over {name} is {read(level.corrected)}, where π* is "
            f"{shown(row.pi_star)}."
        )
    habits = sorted(_beyond_chance(kept) - _beyond_chance(found["anchored"]))
    names = [kept.items[place].item for place in habits]
    if names:
        said.append(
            f"Beyond chance by sizes, but not with the first and last segment kept in place: "
            f"{listed(names)}. There coders may share no more than a habit of where to begin and "
            "to end."
        )
    if corpus.kind != "linear":
        said.append("Boundaries count as places alone here: types and levels are not looked at.")
    return said


def _beyond_chance(found: ChanceTable) -> set[int]:
    """Return the places of the items that agree beyond chance, adjusted for their number."""
    adjusted = adjusted_p_values([row.p for row in found.items])
    return {place for place, p in enumerate(adjusted) if p is not None and p <= SIGNIFICANCE}


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
        alone = "1 pair has" if nothing == 1 else f"{nothing:,} pairs have"
        without = f"; {alone} no item in common" if nothing else ""
        said.append(
            f"Group {group.name} has gaps: its figures rest on {len(known):,} of {len(counts):,} "
            f"pairs of coders, with {min(known):,} to {max(known):,} of its {len(group.items):,} "
            f"items in common{without}. A pair with more items weighs more."
        )
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
        (", ".join(filter(None, (one.cause, one.coder))), name.replace("_", " "), value)
        for one in sentences
        for name, value in one.numbers.items()
    ]
    return page(Table(columns=NUMBERS, rows=rows))
