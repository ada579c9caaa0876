"""The agreement table: its columns, its notes and its formats, for every reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from segmetrics.coefficients.agreement_table import LEVELS, AgreementRow, AgreementTable
from segmetrics.coefficients.decision_table import DecisionAgreement
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import AGREEMENT, Quantity, coefficient
from segmetrics.number_formats import short, shown
from segmetrics.phrases import counted, listed
from segmetrics.reliability.intervals import (
    FEW_CODERS,
    FEW_ITEMS,
    MANY_ITEMS,
    IntervalRow,
    IntervalTable,
)
from segmetrics.tables.columns import (
    Column,
    Place,
    Table,
    collected,
    ends,
    fields,
    spreads,
)
from segmetrics.tables.markup import latex, latex_table, markdown_list, markdown_table
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_rows, write_text

NAMED_BY_SIMILARITY = ("pi_star", "kappa_star", "bias")
"""Fields that bear their similarity in files, as ``pi_star_s``."""


class Rated(NamedTuple):
    """A row of the table with its intervals, if there are any."""

    row: AgreementRow
    intervals: IntervalRow | None = None


def column_name(field: str, similarity: str) -> str:
    """Name the column of a field: coefficients bear their similarity, as ``pi_star_s``."""
    stem = field.removesuffix("_sd")
    return f"{stem}_{similarity}{field[len(stem) :]}" if stem in NAMED_BY_SIMILARITY else field


def agreement_columns(table: AgreementTable) -> tuple[Column[Rated], ...]:
    """Declare the columns for reading: all that is said of them, but for their intervals."""
    column = partial(_column, similarity=table.options.similarity)
    counted = "segments" if table.options.convention == "published" else "boundaries"
    return (
        column("pi_star", rated=True, bar=True),
        column("kappa_star", rated=True),
        column("bias", "bias", "Bias", rated=True, write_ends=shown),
        column("one_minus_wd_mean", latex=r"$1-\mathit{WD}$", rated=True),
        column("one_minus_wd_sd", "+/-", r"$\pm$", "± sd"),
        *([column(LEVELS, latex=r"$1-\mathit{HierWD}$")] if table.has_levels else []),
        column("coders", "coders", "Coders"),
        column("boundaries", counted, counted.capitalize(), key=counted),
        column("mass", "mass", "Mass", "Units"),
        column("near_misses", "near", "Near"),
        column("full_misses", "full", "Full"),
    )


def _column(
    field: str,
    heading: str = "",
    latex: str = "",
    label: str = "",
    *,
    similarity: str,
    about: str = "",
    key: str = "",
    rated: bool = False,
    write_ends: Callable[[Any], str] = short,
    bar: bool = False,
) -> Column[Rated]:
    """Declare the column of a field, a coefficient unless it has a heading of its own.

    `key` is its name in files, if it is not that of the field; `rated` says that its values may
    have intervals.
    """
    known, more = field in AGREEMENT, dict[str, Any]()
    of = coefficient(field, similarity) if known else Quantity(field, heading, about, latex)
    if field in NAMED_BY_SIMILARITY:
        more["sd"] = attrgetter(f"row.{field}_sd")
    if rated:
        more["interval"] = lambda one: one.intervals and getattr(one.intervals, field)
    return Column(
        key or column_name(field, similarity),
        attrgetter(f"row.{field}"),
        heading or of.plain,
        of.about,
        latex=latex or rf"${of.latex}_{{{of.sub}}}$",
        label=label or (latex if heading else of.symbol),
        sub=of.sub or None,
        why=lambda one: one.row.undefined.get(field),
        write_ends=write_ends,
        field=field,
        bar=bar,
        **more,
    )


def agreement_table(
    table: AgreementTable, intervals: IntervalTable | None = None, *, in_report: bool = False
) -> Table[Rated]:
    """Return the table of a corpus: items, then groups, then the corpus."""
    declared = agreement_columns(table)
    named = partial(column_name, similarity=table.options.similarity)
    of_row = partial(fields, of="row.")
    in_json = [
        *of_row("observed", "expected_pi", "expected_kappa", places=Place.JSON),
        Column[Rated](
            "undefined",
            lambda one: {named(field): why for field, why in one.row.undefined.items()},
            places=Place.JSON,
        ),
        *of_row("note", places=Place.JSON),
    ]
    name = Column[Rated](
        "",
        lambda one: row_name(one.row),
        "item" if in_report else "",
        places=Place.READING,
        latex="",
        left=True,
    )
    columns = [*of_row("level", "item"), name, *declared, *spreads(declared), *in_json]
    if intervals:
        columns += ends(declared)
        columns.append(
            Column(
                "no_interval",
                lambda one: {
                    column.key: why for column in declared if (why := _no_interval(column, one))
                },
                places=Place.JSON,
            )
        )
    if in_report:
        columns.append(Column("note", partial(_said, declared), places=Place.SHEET))
    options, model = table.options, table.options.model
    return Table(
        columns=columns,
        rows=[
            Rated(row, around)
            for row, around in zip(
                table.rows, intervals.rows if intervals else [None] * len(table.rows), strict=True
            )
        ],
        key="agreement",
        notes=(*footnotes(table), *interval_notes(table, intervals)),
        signature=signature(table, intervals),
        level=lambda one: one.row.level,
        around={
            "program": PROGRAM,
            "signature": signature(table, intervals),
            "options": {
                "similarity": options.similarity,
                "uncertain": options.uncertain,
                "convention": options.convention,
                "window_diff": options.width,
                "n": model.n,
                "substitution_weight": model.substitution,
                "transposition_weight": model.transposition,
                "transposition_scaling": model.scaling,
            },
            "corpus": {"sha256": table.digest},
            **({"intervals": asdict(intervals.options)} if intervals else {}),
        },
    )


def _no_interval(column: Column[Rated], one: Rated) -> str:
    """Return why a value has no interval; empty if it has one, or never has any."""
    found = column.interval(one)
    return found.undefined if found else ""


def _said(columns: Sequence[Column[Rated]], one: Rated) -> str:
    """Return the reasons of a row in one cell."""
    whys = dict.fromkeys(why for column in columns if (why := _no_interval(column, one)))
    return "; ".join([*reasons(one.row), *(f"no interval: {why}" for why in whys)])


def signature(table: AgreementTable, intervals: IntervalTable | None = None) -> str:
    """Return by what a table was computed: program, options, corpus, intervals."""
    around = f", {intervals.options.signature}" if intervals else ""
    return f"{PROGRAM}, {table.options.signature}, corpus={table.digest[:12]}{around}"


def row_name(row: AgreementRow | DecisionAgreement) -> str:
    """Name a row: the item, ``group an1-an4``, or ``corpus``."""
    return row_title(row.level, row.item)


def footnotes(table: AgreementTable) -> list[str]:
    """Collect the reasons of undefined values and the notes, one line each."""
    return collected((row_name(row), why) for row in table.rows for why in reasons(row))


def reasons(row: AgreementRow | DecisionAgreement) -> list[str]:
    """List why values of a row are undefined, and its note, each once."""
    return list(dict.fromkeys([*row.undefined.values(), *([row.note] if row.note else [])]))


def interval_notes(table: AgreementTable, intervals: IntervalTable | None) -> list[str]:
    """List why values have no interval, and which intervals rest on few items."""
    if intervals is None:
        return []
    declared = agreement_columns(table)
    rated = [Rated(row, found) for row, found in zip(table.rows, intervals.rows, strict=True)]
    whys = (
        (row_name(one.row), why)
        for one in rated
        for why in sorted(
            {_no_interval(column, one) for column in declared if column.value(one) is not None}
        )
    )
    notes = [f"No interval for {note}" for note in collected(whys)]
    return [*notes, *size_notes(intervals)]


def size_notes(intervals: IntervalTable) -> list[str]:
    """List what the numbers of items and coders mean for the intervals of groups."""
    valued = [row for row in intervals.groups if row.pi_star.low is not None]
    named = {
        row.item: f"{row_title(row.level, row.item)} ({counted(row.items, 'item')}, "
        f"{counted(row.coders, 'coder')})"
        for row in valued
    }
    of_items = intervals.options.over == "items"
    few = [
        named[row.item]
        for row in valued
        if row.items < FEW_ITEMS or (row.coders < FEW_CODERS and not of_items)
    ]
    many = [named[row.item] for row in valued if row.items > MANY_ITEMS and not of_items]
    notes = []
    if few:
        least = f"{FEW_ITEMS} items" if of_items else f"{FEW_CODERS} coders and {FEW_ITEMS} items"
        notes.append(
            f"Few to go by: below {least}, intervals were not shown to hold what they promise: "
            f"{listed(few)}"
        )
    if many:
        notes.append(
            f"More than {MANY_ITEMS} items: only more coders would make these intervals much "
            f"narrower: {listed(many)}"
        )
    return notes


def _text(table: Table[Rated]) -> str:
    return paragraphs(write_text(table, ruled=True), [*table.notes, table.signature])


def _markdown(table: Table[Rated]) -> str:
    lines = markdown_table(table, escaped=False)
    return paragraphs(lines, markdown_list(table.notes), [f"`{table.signature}`"])


def _latex(table: Table[Rated]) -> str:
    notes = "".join(f" {latex(note)}." for note in table.notes)
    caption = f"Agreement.{notes} Computed with {latex(table.signature)}."
    return paragraphs(latex_table(table, caption=caption))


AGREEMENT_FORMATS: Mapping[str, Callable[[Table[Rated]], str]] = {
    "table": _text,
    "csv": write_csv,
    "json": write_rows,
    "markdown": _markdown,
    "latex": _latex,
}
