"""The tables of a report: complete for Excel and CSV, short for reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import itemgetter
from typing import Any, cast

from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.phrases import capital, counted
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.excerpts import ComparedBoundary, Excerpt
from segmetrics.reporting.methods import methods
from segmetrics.reporting.report import CONTENTS, PairRow, Report
from segmetrics.tables.agreement_columns import agreement_table, parts
from segmetrics.tables.columns import (
    SHEETS,
    Column,
    Place,
    Table,
    collected,
    fields,
)
from segmetrics.tables.reliability_columns import verdict_note
from segmetrics.tables.score_tables import Decided, decisions_table

FILES_AND_READING = SHEETS | Place.JSON | Place.READING
BEYOND_CHANCE = "Agreement beyond chance"


def agreement_of(report: Report) -> Table[Any]:
    """Return all that is said of the agreement of items, groups and the corpus."""
    found = agreement_table(report.table, report.intervals, report.reliability, in_report=True)
    notes = dict.fromkeys((*_about_verdicts(report), *found.notes))
    return replace(found, title=CONTENTS["agreement"], notes=tuple(notes))


def agreement_parts(report: Report) -> list[Table[Any]]:
    """Return the same for reading: agreement beyond chance, then the coefficients of the papers."""
    beyond, papers = parts(agreement_of(report))
    first = _about_verdicts(report)
    rest = tuple(note for note in papers.notes if note not in first)
    return [replace(beyond, title=BEYOND_CHANCE, notes=first), replace(papers, notes=rest)]


def _about_verdicts(report: Report) -> tuple[str, ...]:
    """List what a reader of the verdicts should know: whom intervals speak of, and the rule."""
    rule = verdict_note(report.reliability) if report.reliability else ""
    return (*_about_intervals(report.intervals), *([rule] if rule else []))


def _about_intervals(found: IntervalTable | DecisionIntervalTable | None) -> tuple[str, ...]:
    return (capital(found.options.signature),) if found else ()


def decisions_of(report: Report) -> Table[Decided]:
    """Return all that is said of the agreement of boundary decisions."""
    table = cast("DecisionTable", report.decisions)
    found = decisions_table(table, report.decision_intervals)
    notes = (*_about_intervals(report.decision_intervals), *found.notes)
    return replace(found, title=CONTENTS["decisions"], notes=notes)


def _name(value: Any, heading: str) -> Column[Any]:
    return Column("", value, heading, places=Place.READING, left=True)


def pairs(report: Report) -> Table[PairRow]:
    """Return how each pair of coders agrees."""
    similarity = report.options.agreement.similarity
    whys = collected((_both(row), row.undefined) for row in report.pairs)
    return Table(
        key="pairs",
        title=CONTENTS["pairs"],
        columns=[
            _name(_both, "coders"),
            *fields("coder_a", "coder_b"),
            _field("items", "items"),
            Column(
                f"mean_{similarity}",
                lambda row: row.value,
                f"mean {SIMILARITIES[similarity]}",
                places=SHEETS | Place.READING,
                why=lambda row: row.undefined,
            ),
            *fields("value", places=Place.JSON),
            _field("near_misses", "near"),
            _field("full_misses", "full"),
            *fields("undefined", places=Place.JSON),
            Column("note", lambda row: row.undefined, places=SHEETS),
        ],
        rows=report.pairs,
        notes=tuple(whys if report.pairs else ["No two coders coded an item together."]),
    )


def _field(key: str, heading: str) -> Column[Any]:
    return replace(fields(key, places=FILES_AND_READING)[0], heading=heading)


def _both(row: PairRow) -> str:
    return f"{row.coder_a} and {row.coder_b}"


def sentences(report: Report) -> Table[tuple[str, ...]]:
    """Return the sentences about the least reliable items."""
    rows = [
        (found.over_s.item, one.cause, one.text)
        for found in report.worst
        for one in found.sentences
    ]
    return _of_tuples("why", CONTENTS["why"], ("item", "about", "sentence"), rows)


def units(report: Report) -> Table[tuple[Any, ...]]:
    """Return the units of excerpts, with the coders who put a boundary after each."""
    columns = ("item", "place", "cost", "unit", "text", "boundary_after_unit_by")
    rows = []
    for one in report.excerpts:
        for unit in range(one.first, one.first + one.units):
            text = one.texts[unit - one.first] if one.texts else None
            by = [coder for coder, _ in placed_after(one, unit)]
            rows.append((one.item, one.place, one.cost, unit, text, ", ".join(by)))
    return _of_tuples("excerpts", CONTENTS["excerpts"], columns, rows)


def placed_after(one: Excerpt, unit: int) -> list[tuple[str, ComparedBoundary]]:
    """List the coders who put a boundary after a unit of an excerpt, each with it."""
    return [
        (coder, mark) for coder, marks in one.marks.items() for mark in marks if mark.place == unit
    ]


def about_report(report: Report) -> Table[tuple[str, str]]:
    """Return by what a report was made, its notes, methods and references."""
    rows = [*facts(report), *(("Note", note) for note in notes(report))]
    if report.holds("methods"):
        rows.append(("Methods", methods(report)))
    rows += [("Reference", work.text) for work in cited(report)]
    return _of_tuples("about", "About this report", ("what", "value"), rows)


def _of_tuples(key: str, title: str, names: Iterable[str], rows: Any) -> Table[Any]:
    columns = [
        Column[Any](name, itemgetter(place), places=SHEETS) for place, name in enumerate(names)
    ]
    return Table(key=key, title=title, columns=columns, rows=rows)


def counts(report: Report) -> str:
    """Return how much a report is about: items, coders and coder groups."""
    corpus = report.corpus
    parts = (("item", corpus.items), ("coder", corpus.coders), ("coder group", corpus.groups))
    return ", ".join(counted(len(found), name) for name, found in parts)


def notes(report: Report) -> tuple[str, ...]:
    """List what a reader of any of its tables should know, each once."""
    found: list[str] = []
    if report.holds("agreement"):
        found += agreement_of(report).notes
    if report.holds("decisions"):
        found += decisions_of(report).notes
    if report.holds("pairs"):
        found += pairs(report).notes
    if report.holds("ranked"):
        found += agreement_of(report).notes
    return tuple(dict.fromkeys(found))


def facts(report: Report) -> tuple[tuple[str, str], ...]:
    """List what every format says of a report: what it is about, and by what it was made."""
    source = report.source.removeprefix("Source: ")
    found = [("Title", report.title), ("Source", source), ("Size", counts(report))]
    if report.left_out:
        found.append(("Left out because of problems", ", ".join(report.left_out)))
    found += report.provenance.items()
    found.append(("Signature", report.signature))
    return tuple((name, value) for name, value in found if value)
