"""What agreement rests on, as pages show it: intervals, chance, gaps, the near-miss window."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from segmetrics.coefficients.levels import row_heading
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.dashboard.results.agreement_view import SHOWN_GROUPS, items_on_page
from segmetrics.number_formats import read, shown
from segmetrics.reliability.chance import NULLS
from segmetrics.reliability.coverage import coverage
from segmetrics.reliability.narrative import CHANCE_LEVEL
from segmetrics.tables.browser import Cell, Heading, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from segmetrics.coefficients.agreement_table import AgreementTable
    from segmetrics.coefficients.levels import Level
    from segmetrics.corpus import CoderGroup, Corpus
    from segmetrics.dashboard.frame.url_state import UrlState
    from segmetrics.reliability.chance import ChanceRow, ChanceTable, Null
    from segmetrics.reliability.narrative import Sentence
    from segmetrics.reliability.window_scan import WindowPoint


NUMBER_COLUMNS = (
    Heading("About", numeric=False),
    Heading("Number", numeric=False),
    Heading("Value"),
)


NULL_WORDS: Mapping[Null, str] = {
    "sizes": "segment sizes in random order",
    "places": "as many boundaries at random places",
}
REST_COLUMNS = (
    Heading("Pair of coders", numeric=False),
    Heading("Items", title="Items that both coded"),
    Heading("of", title="Items of the coder group"),
)
SHOWN_PAIRS = 12
# A p-value above this is no evidence of more than chance.
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


def chance_columns(table: AgreementTable) -> list[Heading]:
    """Name the columns of the table of chance levels."""
    name = SIMILARITIES[table.options.similarity]
    columns = [
        Heading("", numeric=False),
        Heading("π*", table.options.similarity.upper(), "As in the table above"),
        Heading("Observed", None, f"Observed agreement: {name}, pooled over pairs of coders"),
        Heading("Expected", "π*", "What π* takes for agreement by chance"),
    ]
    for null in NULLS:
        words = NULL_WORDS[null]
        columns += [
            Heading("Shuffled", null, f"Mean agreement of shuffled coders: {words}"),
            Heading("Corrected", null, "(observed − shuffled) / (1 − shuffled); 0 is chance"),
            Heading("p", null, "Share of shuffles that agree at least as much"),
        ]
    return columns


def chance_rows(
    table: AgreementTable, found: Mapping[Null, ChanceTable], view: UrlState
) -> list[TableRow]:
    """Set agreement beside its chance levels: the items of the page, then the groups."""
    place_of = {row.item: place for place, row in enumerate(table.items)}
    rows = []
    for row in items_on_page(table, view):
        levels = [found[null].items[place_of[row.item]] for null in NULLS]
        href = view.href("item", item=row.item, place=None, start=None)
        rows.append(TableRow("item", [Cell(row.item, href=href), *_against(row.pi_star, levels)]))
    for place, row in enumerate(table.groups[:SHOWN_GROUPS]):
        levels = [found[null].groups[place] for null in NULLS]
        rows.append(
            TableRow(
                "group", [Cell(row_heading("group", row.item)), *_against(row.pi_star, levels)]
            )
        )
    return rows


def _against(pi_star: float | None, levels: Sequence[ChanceRow]) -> list[Cell]:
    first = levels[0]
    cells = [Cell(read(value)) for value in (pi_star, first.observed, first.expected_pi)]
    for row in levels:
        why = row.undefined or None
        error = "exact" if row.error == 0 else f"± {shown(row.error)}" if row.error else None
        cells += [
            Cell(read(row.shuffled), sub=error, title=why),
            Cell(read(row.corrected), title=why),
            Cell(read(row.p), title=why),
        ]
    return cells


def chance_in_words(
    corpus: Corpus, table: AgreementTable, found: Mapping[Null, ChanceTable]
) -> list[str]:
    """Return what the chance levels say, in plain sentences."""
    kept = found["sizes"]
    name = table.options.similarity.upper()
    said = []
    for row, level in list(zip(table.groups, kept.groups, strict=True))[:NAMED_GROUPS]:
        if level.shuffled is None or row.pi_star is None:
            continue
        said.append(
            f"Coders of {row.item} who kept their segment sizes, but put them in random order, "
            f"would agree on {shown(level.shuffled)} (π* expects {shown(level.expected_pi)}). "
            f"Corrected for this, agreement over {name} is {read(level.corrected)}, where π* is "
            f"{shown(row.pi_star)}."
        )
    known = [row for row in kept.items if row.p is not None]
    weak = [row for row in known if row.p is not None and row.p > CHANCE_LEVEL]
    if known:
        said.append(
            f"{len(weak):,} of {len(known):,} items agree no more than shuffled coders might "
            f"(p above {CHANCE_LEVEL:g}, sizes kept)."
        )
    if corpus.kind != "linear":
        said.append("Boundaries count as places alone here: types and levels are not looked at.")
    return said


def rest_rows(corpus: Corpus) -> list[TableRow]:
    """List the pairs of coders of groups with gaps, those with the fewest common items first."""
    rows = []
    for group, shared in _shared_items(corpus):
        pairs, items = sorted(shared.items(), key=lambda one: one[1]), len(group.items)
        if pairs and pairs[0][1] < items:
            rows += [
                TableRow("item", [Cell(", ".join(pair)), Cell(f"{common:,}"), Cell(f"{items:,}")])
                for pair, common in pairs[:SHOWN_PAIRS]
            ]
    return rows


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


def number_rows(sentences: Sequence[Sentence]) -> list[TableRow]:
    """List the numbers behind sentences, unrounded as far as a person reads."""
    rows = []
    for sentence in sentences:
        about = ", ".join(filter(None, (sentence.cause, sentence.coder)))
        for name, value in sentence.numbers.items():
            cells = [Cell(about), Cell(name.replace("_", " ")), Cell(f"{value:.6g}")]
            rows.append(TableRow("item", cells))
    return rows
