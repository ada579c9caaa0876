"""The tables of a report on recordings: complete for Excel and CSV, short for reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.press_peaks import lasts_longer
from segmetrics.number_formats import between, clock, count, p_value, rate, seconds, short
from segmetrics.phrases import counted
from segmetrics.reliability.hit_rate_curve import TolerancePoint
from segmetrics.reliability.recording_agreement import RecordingCoder, RecordingRow
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.report import OF_RECORDINGS, Report
from segmetrics.tables.columns import Column, Place, Table, collected, fields, named
from segmetrics.tables.recording_round_tables import not_compared
from segmetrics.tables.recording_tables import (
    ALL,
    ITEM_COLUMNS,
    coder_table,
    recording_table,
    verdict_of_row,
)
from segmetrics.tables.time_consensus_tables import effect_in_seconds, time_boundary_table

BEYOND, MORE = "Agreement beyond chance", "More about each recording"
OVER_TOLERANCES = "Agreement over tolerances"
BEYOND_KEYS = ("value", "corrected", "p_value")


def recordings(found: RecordedResults) -> Table[RecordingRow]:
    """Return all that is said of the agreement on each recording."""
    return replace(recording_table(found.agreement), title=OF_RECORDINGS["agreement"])


def recordings_in_parts(found: RecordedResults) -> list[Table[RecordingRow]]:
    """Return the same for reading: how far beyond chance, then what else there is."""
    whole = recording_table(found.agreement)
    name = named(lambda row: row.item or ALL, "recording")
    beyond = [column for column in ITEM_COLUMNS if column.key in BEYOND_KEYS]
    more = [column for column in ITEM_COLUMNS if column.key not in BEYOND_KEYS]
    sizes: list[Column[RecordingRow]] = [
        Column("", lambda row: clock(row.seconds), "length", places=Place.READING),
        Column("", lambda row: row.coders, "coders", places=Place.READING),
        Column(
            "",
            lambda row: row.presses / row.coders,
            "presses per coder",
            write=rate,
            places=Place.READING,
        ),
    ]
    presses: Column[RecordingRow] = Column(
        "", lambda row: row.presses, "presses", write=count, places=Place.READING
    )
    verdict = named(verdict_of_row, "verdict")
    first = Table(
        key="recordings",
        title=BEYOND,
        columns=[name, *sizes, *beyond, verdict],
        rows=whole.rows,
        notes=whole.notes,
    )
    columns = [name, presses, *more]
    return [first, Table(key="more", title=MORE, columns=columns, rows=whole.rows)]


def tolerances(found: RecordedResults) -> Table[TolerancePoint]:
    """Return F of all recordings over tolerances."""
    columns: Sequence[Column[TolerancePoint]] = (
        Column("tolerance", lambda one: one.tolerance, "within", write=seconds),
        Column("value", lambda one: one.value, "F", write=short, why=lambda one: one.undefined),
        Column("chance", lambda one: one.chance, "chance", write=short),
        *fields("low", "high"),
        Column(
            "",
            lambda one: between(one.low, one.high, short),
            "chance, 95% of curves",
            places=Place.READING,
        ),
        Column("corrected", lambda one: one.corrected, "beyond chance", write=short),
        Column("p_adjusted", lambda one: one.p_adjusted, "p, adjusted", write=p_value),
    )
    return Table(key="tolerances", title=OVER_TOLERANCES, columns=columns, rows=found.curve)


def coders_of_recordings(found: RecordedResults) -> Table[RecordingCoder]:
    """Return a row for each person."""
    return replace(coder_table(found.agreement), title=OF_RECORDINGS["coders"])


def boundaries_in_time(made: TimeConsensus) -> Table[TimeBoundary]:
    """Return the boundaries of the consensus as times of a clock, for reading."""

    def by(one: TimeBoundary) -> str:
        return effect_in_seconds(one.by_hand, made.scale) if one.by_hand else ""

    return Table(
        key="consensus",
        title=OF_RECORDINGS["consensus"],
        columns=[
            named(lambda one: one.item, "recording"),
            Column("", lambda one: clock(one.time, 1), "time", places=Place.READING),
            Column("", _place, "95% interval", places=Place.READING),
            Column("", lambda one: f"{len(one.votes)} of {one.of}", "coders", places=Place.READING),
            named(lambda one: ", ".join(one.votes), "marked by"),
            *([named(by, "decision")] if made.by_hand else []),
        ],
        rows=made.boundaries,
    )


def _place(one: TimeBoundary) -> str:
    return between(one.low, one.high, lambda end: clock(end or 0.0, 1)) or "none"


def boundary_sheet(made: TimeConsensus) -> Table[TimeBoundary]:
    """Return the same at full precision, in seconds."""
    return replace(time_boundary_table(made), key="consensus", title=OF_RECORDINGS["consensus"])


def recorded_notes(report: Report, found: RecordedResults) -> tuple[str, ...]:
    """List what a reader of any of the tables should know, each once."""
    said = [NOT_COUNTED.format(counted(found.not_counted, "press", "presses"))]
    notes = said if found.not_counted else []
    if report.holds("agreement"):
        notes += recordings(found).notes
    if report.holds("coders"):
        notes += coders_of_recordings(found).notes
    if report.holds("heat_map", "consensus") and found.too_fine:
        notes.append(f"No density: {found.too_fine}")
    if report.holds("heat_map", "consensus"):
        trim = found.options.measured.trim
        short = [item.name for item in found.corpus.items if not lasts_longer(item, trim)]
        notes += collected((name, NOTHING_LEFT) for name in short)
    if found.rounds:
        notes += not_compared(found.rounds)
    return tuple(dict.fromkeys(notes))


NOTHING_LEFT = "nothing is left after the trim, so it has no density"
NOT_COUNTED = "{} within the trimmed start or end, or too soon after another, not counted"


def placed(found: RecordedResults) -> list[dict[str, Any]]:
    """Return for JSON when people pressed in each recording, and what chance reaches there."""
    chance = {one.item: one for one in found.densities}
    scale = found.corpus.scale
    return [
        {
            "item": item.name,
            "seconds": scale.seconds(item.mass) if scale else None,
            "width": found.options.width,
            "chance": chance[item.name].chance if item.name in chance else None,
            "presses": {
                coder: [scale.seconds(place) if scale else place for place in coding.boundaries]
                for coder, coding in item.codings.items()
            },
        }
        for item in found.corpus.items
    ]
