"""Scores of pairs of coders, boundary decisions, and what is known of metrics, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import Any

from segmetrics.coefficients.boundary_decisions import Values
from segmetrics.coefficients.decision_table import COLUMNS, DecisionTable
from segmetrics.coefficients.pairwise import PairScore
from segmetrics.coefficients.quantities import DECISIONS
from segmetrics.metrics.metric import Metric
from segmetrics.number_formats import short
from segmetrics.reliability.decision_intervals import (
    OVER_TYPES,
    WITHOUT_INTERVAL,
    DecisionIntervalTable,
)
from segmetrics.reliability.jackknife import Interval
from segmetrics.tables.agreement_columns import (
    Rated,
    caption,
    missing_intervals,
    no_intervals,
    reasons,
    row_name,
    size_notes,
)
from segmetrics.tables.columns import Column, Place, Table, collected, ends, fields, spreads
from segmetrics.tables.plain import PROGRAM, TABLE_FORMATS

HEADINGS = {"percentage": "Majority"}
"""Headings of measures that are shorter than their names."""

SCORE_FORMATS = {key: TABLE_FORMATS[key] for key in ("csv", "json")}


def pairwise_table(scores: Sequence[PairScore]) -> Table[PairScore]:
    """Return the scores of all pairs of coders."""
    return Table(
        columns=[
            *fields("item", "coder_a", "coder_b", "value"),
            *fields("undefined", places=Place.JSON),
        ],
        rows=scores,
    )


def decisions_table(
    table: DecisionTable, intervals: DecisionIntervalTable | None = None
) -> Table[Rated]:
    """Return the measures of boundary decisions of items, groups and the corpus."""
    of_row = partial(fields, of="row.")
    measures = decision_columns(table.options.values)
    name: Column[Rated] = Column(
        "", lambda one: row_name(one.row), "item", places=Place.READING, latex="", left=True
    )
    columns = [
        *of_row("level", "item"),
        name,
        *measures,
        *of_row("coders", "units", "decisions", "boundaries", "with_majority"),
        *spreads(measures),
        Column[Rated]("kappas", lambda one: dict(one.row.kappas), places=Place.JSON),
        Column[Rated]("pooled_kappas", lambda one: dict(one.row.pooled_kappas), places=Place.JSON),
        Column[Rated]("undefined", lambda one: dict(one.row.undefined), places=Place.JSON),
        *of_row("note", places=Place.JSON),
        Column[Rated]("note", lambda one: "; ".join(reasons(one.row)), places=Place.SHEET),
    ]
    if intervals:
        columns += ends(_with_intervals(measures))
        columns.append(Column("no_interval", partial(no_intervals, measures), places=Place.JSON))
    rows = list(map(Rated, table.rows, intervals.rows if intervals else repeat(None)))
    around = f", {intervals.options.signature}" if intervals else ""
    corpus = f"corpus={table.digest[:12]}"
    signature = f"{PROGRAM}, {table.options.signature}, {corpus}{around}"
    return Table(
        key="decisions",
        title="Boundary decisions",
        columns=columns,
        rows=rows,
        notes=tuple(_decision_notes(measures, rows, intervals)),
        caption=caption(table.corpus.coders, len(table.items), intervals),
        signature=signature,
        level=attrgetter("row.level"),
        around={
            "program": PROGRAM,
            "signature": signature,
            "options": table.options.signature,
            "corpus": {"sha256": table.digest},
            **({"intervals": asdict(intervals.options)} if intervals else {}),
        },
    )


def decision_columns(values: Values = "boundary") -> list[Column[Rated]]:
    """Declare the columns of the measures of decisions; alpha may be over sets of types."""
    return [_measure(key, values) for key in COLUMNS]


def _measure(key: str, values: Values) -> Column[Rated]:
    of = DECISIONS[key]
    why = WITHOUT_INTERVAL.get(key, OVER_TYPES if (key, values) == ("alpha", "types") else "")

    def interval(one: Rated) -> Interval | None:
        if one.intervals is None:
            return None
        found: Interval = Interval(None, None, why) if why else getattr(one.intervals, key)
        return found

    return Column(
        key,
        attrgetter(f"row.{key}"),
        HEADINGS.get(key, of.plain),
        of.about,
        latex=HEADINGS.get(key, f"${of.latex}$"),
        label=HEADINGS.get(key, of.symbol),
        sd=attrgetter(f"row.{key}_sd"),
        interval=interval,
        why=lambda one: one.row.undefined.get(key),
        write_ends=short,
    )


def _with_intervals(measures: Iterable[Column[Rated]]) -> list[Column[Rated]]:
    return [one for one in measures if one.key not in WITHOUT_INTERVAL]


def _decision_notes(
    measures: Sequence[Column[Rated]],
    rows: Sequence[Rated],
    intervals: DecisionIntervalTable | None,
) -> list[str]:
    """List what a reader of the table should know, one line each."""
    headings = {one.key: one.heading for one in measures}
    notes = [
        *(
            f"{heading}: {DECISIONS[key].about.removesuffix('.')}"
            for key, heading in HEADINGS.items()
        ),
        *collected((row_name(one.row), why) for one in rows for why in reasons(one.row)),
    ]
    if intervals is None:
        return notes
    never = collected((headings[key], why) for key, why in WITHOUT_INTERVAL.items())
    return [
        *notes,
        *(f"No interval for {note}" for note in never),
        *missing_intervals(_with_intervals(measures), rows),
        *size_notes(intervals, "alpha"),
    ]


def _metric(key: str, value: Callable[[Metric], Any], places: Place = Place.JSON) -> Column[Metric]:
    return Column(key, value, key, places=places, left=True)


def metrics_table(metrics: Iterable[Metric]) -> Table[Metric]:
    """Return what is known of metrics."""
    reading, json = Place.READING, Place.JSON
    return Table(
        columns=[
            _metric("key", lambda one: one.key, json | reading),
            _metric("name", lambda one: one.name, json | reading),
            *fields("family", "direction", places=json),
            _metric("better", lambda one: one.direction.split(" ")[0], reading),
            _metric("range", lambda one: [_bound(one.low), _bound(one.high)]),
            *fields("perfect", "symmetric", "reversible", "needs", "undefined", places=json),
            _metric("symmetric", lambda one: "yes" if one.symmetric else "no", reading),
            _metric("on_time", lambda one: one.on_time, json),
            _metric("recordings", lambda one: "yes" if one.on_time else "no", reading),
            _metric("options", _options),
            _metric("options", lambda one: ", ".join(one.options) or "-", reading),
            *fields("formula", "citation", places=json),
            _metric("source", lambda one: "; ".join(one.citation), reading),
            *fields("rewards", "misses", "flaws", "off_time", "time_options", places=json),
        ],
        rows=tuple(metrics),
    )


def _bound(value: float) -> float | None:
    """Return a bound; JSON has no infinity, so no bound is null."""
    return value if abs(value) != float("inf") else None


def _options(metric: Metric) -> dict[str, Any]:
    return {
        option.name: {"default": option.default, "choices": option.choices}
        for option in metric.options.values()
    }


METRICS_FORMATS = {key: TABLE_FORMATS[key] for key in ("table", "json")}
