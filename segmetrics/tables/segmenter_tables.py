"""Segmenters beside people as CSV, JSON and plain text.

CSV and JSON are at full precision. The CSV has the coefficients alone; tests between
segmenters, verdicts and reasons stand in the other two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from segmetrics.coefficients.levels import row_title
from segmetrics.number_formats import DASH, of_level, p_value, percent, shown, signed
from segmetrics.phrases import by_reason
from segmetrics.reliability.changes import Measure
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.segmenters.kept_agreement import KEPT, LEVEL, KeptAgreement, Verdict
from segmetrics.segmenters.people_comparison import Comparison, PairTest, SegmenterTable
from segmetrics.segmenters.verdicts import NAMES, Change
from segmetrics.tables.columns import SHEETS, Column, Place, Table, ends, fields, of_field
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text


class Measured(NamedTuple):
    """A coefficient without and with a segmenter, the first of them or another."""

    of: Comparison
    measure: Measure
    change: Change
    first: bool


CHANGE: Column[Measured] = Column(
    "change",
    lambda one: one.change.change,
    "change",
    places=SHEETS | Place.READING,
    write=signed,
    interval=lambda one: one.change.interval,
    apart=True,
)
CHANGE_COLUMNS: Sequence[Column[Measured]] = (
    *fields("group", "segmenter", "kind", "items", "boundaries", places=SHEETS, of="of."),
    Column("boundaries_by_people", attrgetter("of.placed_by_people"), places=SHEETS),
    *fields("measure", places=SHEETS),
    Column(
        "",
        lambda one: one.of.segmenter if one.first else "",
        "segmenter",
        places=Place.READING,
        left=True,
    ),
    Column(
        "",
        lambda one: shown(one.of.boundaries) if one.first else "",
        "boundaries",
        places=Place.READING,
    ),
    Column("", lambda one: NAMES[one.measure], "measure", places=Place.READING),
    Column("people", lambda one: one.change.people, "people"),
    Column("with_segmenter", lambda one: one.change.joined, "with"),
    CHANGE,
    *ends([CHANGE]),
    *fields("rank", "of", places=SHEETS, of="change."),
    Column("", lambda one: _rank(one.change), "rank", places=Place.READING),
)
TEST_COLUMNS: Sequence[Column[PairTest]] = (
    Column(
        "segmenters",
        lambda test: f"{test.first} less {test.second}",
        "B to the people, over items",
        label="Segmenters",
        left=True,
    ),
    of_field(
        "items",
        "items",
        "Items that both coded",
        label="Items",
        below=lambda test: "all sign flips" if test.exact else "random sign flips",
    ),
    of_field(
        "difference",
        "difference",
        "Mean over items of B to the people, the first less the second",
        label="Difference",
        write=signed,
    ),
    of_field("p", "p", "Two-sided sign-flip test over items", write=p_value),
    of_field(
        "p_holm",
        "p (Holm)",
        "Corrected for all tests of the group",
        label="p",
        sub="Holm",
        write=p_value,
    ),
)
VERDICTS: Mapping[Verdict, str] = {
    "as_good": "as good as a person",
    "worse": "not as good",
    "unclear": "cannot be told",
    "refused": "no verdict",
}
MARGIN: Column[KeptAgreement] = of_field(
    "margin",
    "margin",
    f"Its kappa less {percent(KEPT)} of the people's, with the {percent(LEVEL)} interval for other "
    "items and people. If the whole interval lies above 0, it is as good as a person",
    label=f"Margin, {percent(LEVEL)}",
    write=signed,
    interval=lambda one: one.interval,
    write_ends=signed,
    why=lambda one: one.undefined,
)
KEPT_COLUMNS: Sequence[Column[KeptAgreement]] = (
    of_field(
        "segmenter",
        "segmenter",
        label="Segmenter",
        below=lambda one: "baseline" if one.baseline else "segmenter",
        left=True,
    ),
    of_field(
        "people",
        "people",
        "Kappa of boundary decisions among people, mean over groups",
        label="People",
        why=lambda one: one.undefined,
    ),
    of_field(
        "kappa",
        "with it",
        "Kappa of boundary decisions of the segmenter with people, mean over groups",
        label="With it",
        why=lambda one: one.undefined,
    ),
    of_field(
        "kept",
        "keeps",
        "The second over the first",
        label="Keeps",
        write=lambda share: DASH if share is None else percent(share),
        why=lambda one: one.undefined,
    ),
    MARGIN,
    Column(
        "verdict",
        lambda one: VERDICTS[one.verdict],
        "verdict",
        label="Verdict",
        below=lambda one: one.undefined,
        left=True,
    ),
)


# With fewer, the smallest p of a two-sided sign-flip test lies above 0.05.
ITEMS_FOR_TESTS = 6


def segmenter_signature(table: SegmenterTable) -> str:
    """Return the line that says what compared the segmenters: program, options, corpus."""
    options, model = table.options, table.options.model
    uncertain = "" if options.uncertain == "type" else f", uncertain={options.uncertain}"
    baselines = "+".join(table.baselines) or "none"
    return (
        f"{PROGRAM}, convention={options.convention}, n={model.n}, "
        f"w_sub={model.substitution:g}, w_trp={model.transposition:g} ({model.scaling}), "
        f"boundaries=places{uncertain}, baselines={baselines}, {of_level(table.level)} "
        f"intervals of changes for other items, same coders, jackknife, seed={table.seed}, "
        f"corpus={table.digest[:12]}"
    )


def segmenter_notes(table: SegmenterTable) -> list[str]:
    """List what a reader should know: groups of few items, reasons of undefined values."""
    notes: list[str] = []
    for group, comparisons in groupby(table.comparisons, key=lambda one: one.group):
        found = [one for one in comparisons if one.items]
        items = max((one.items for one in found), default=0)
        if 1 < items < FEW_ITEMS:
            notes.append(
                f"{group}: {items} items. With fewer than {FEW_ITEMS}, intervals may be too "
                "narrow, so take the verdicts for hints."
            )
        tested = max((test.items for test in table.tests if test.group == group), default=0)
        if 0 < tested < ITEMS_FOR_TESTS:
            notes.append(
                f"{group}: tests between segmenters over {tested} items cannot find a p below "
                f"{2 ** (1 - tested):g}."
            )
        reasons = by_reason(
            (f"{one.segmenter} ({NAMES[measure]})", change.undefined or change.interval.why_none)
            for one in found
            for measure, change in one.changes.items()
        )
        for why, whose in reasons.items():
            everywhere = len(whose) == len(found) * len(NAMES)
            notes.append(f"{group}{'' if everywhere else ', ' + ', '.join(whose)}: {why}.")
    return notes


def _rank(change: Change) -> str:
    return DASH if change.rank is None else f"{change.rank} of {change.of}"


def change_table(comparisons: Sequence[Comparison]) -> Table[Measured]:
    """Return the coefficients without and with each segmenter."""
    rows = [
        Measured(one, measure, change, place == 0)
        for one in comparisons
        for place, (measure, change) in enumerate(one.changes.items())
    ]
    return Table(columns=CHANGE_COLUMNS, rows=rows)


def kept_table(kept: Sequence[KeptAgreement]) -> Table[KeptAgreement]:
    """Return how much of people's agreement each segmenter keeps, over all groups."""
    return Table(columns=KEPT_COLUMNS, rows=kept)


def permutation_table(tests: Sequence[PairTest]) -> Table[PairTest]:
    """Return the tests between segmenters."""
    return Table(columns=TEST_COLUMNS, rows=tests)


def segmenters_json(table: SegmenterTable) -> str:
    """Write all that was found about segmenters as JSON."""
    data = {
        "program": PROGRAM,
        "signature": segmenter_signature(table),
        "corpus": {"sha256": table.digest},
        "verdicts": [
            {
                "segmenter": one.segmenter,
                "baseline": one.baseline,
                "groups": list(one.groups),
                "people": one.people,
                "kappa": one.kappa,
                "kept": one.kept,
                "margin": one.margin,
                "margin_low": one.interval.low,
                "margin_high": one.interval.high,
                "verdict": one.verdict,
                "words": one.words,
            }
            for one in table.kept
        ],
        "segmenters": [
            {
                "group": one.group,
                "segmenter": one.segmenter,
                "kind": one.kind,
                "baseline": one.baseline,
                "items": one.items,
                "boundaries": one.boundaries,
                "boundaries_by_people": one.placed_by_people,
                "measures": {name: _change(change) for name, change in one.changes.items()},
                "verdict": one.words,
            }
            for one in table.comparisons
        ],
        "tests": [test._asdict() for test in table.tests],
        "notes": segmenter_notes(table),
    }
    return write_json(data)


def _change(change: Change) -> dict[str, Any]:
    return {
        "people": change.people,
        "with_segmenter": change.joined,
        "change": change.change,
        "change_low": change.interval.low,
        "change_high": change.interval.high,
        "rank": change.rank,
        "of": change.of,
        "undefined": change.undefined or change.interval.undefined,
    }


def segmenters_text(table: SegmenterTable) -> str:
    """Write segmenters for a terminal: tables, verdicts, tests, notes, signature."""
    parts: list[Sequence[str]] = []
    if table.kept:
        parts += [
            ["Over all groups: kappa of boundary decisions"],
            write_text(kept_table(table.kept)),
            [f"{one.segmenter}: {one.words}" for one in table.kept],
        ]
    for group, comparisons in groupby(table.comparisons, key=lambda one: one.group):
        found = list(comparisons)
        tests = [test for test in table.tests if test.group == group]
        parts += [
            [row_title("group", group)],
            write_text(change_table(found)),
            [f"{one.segmenter}: {one.words}" for one in found],
            write_text(permutation_table(tests)) if tests else [],
        ]
    if not table.comparisons:
        parts.append(["There is nothing to compare: no segmenter, or no two people."])
    return paragraphs(*parts, segmenter_notes(table), [segmenter_signature(table)])


SEGMENTER_FORMATS: Mapping[str, Callable[[SegmenterTable], str]] = {
    "table": segmenters_text,
    "csv": lambda table: write_csv(change_table(table.comparisons)),
    "json": segmenters_json,
}
