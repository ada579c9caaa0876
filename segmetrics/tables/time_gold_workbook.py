"""The consensus of recordings as an Excel workbook: segments, boundaries, decisions, in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.gold import HandDecision
from segmetrics.corpus import Corpus
from segmetrics.tables.columns import SHEETS, Column, Table
from segmetrics.tables.consensus_tables import BY_HAND, BY_RULE, consensus_signature
from segmetrics.tables.plain import PROGRAM
from segmetrics.tables.time_consensus_tables import (
    effect_in_seconds,
    time_boundary_table,
)
from segmetrics.tables.workbook import write_xlsx
from segmetrics.time_scale import TimeScale

RULE = (
    "peaks above chance: the density of presses is above the level that independent people pass "
    "anywhere in any of these recordings in 5% of cases; the boundary lies at the median of the "
    "presses of the peak"
)
START = "start of the recording"


class TimeSegment(NamedTuple):
    """A segment of the consensus of a recording, in seconds, and who stands behind its start."""

    item: str
    number: int
    start: float
    end: float
    begins: TimeBoundary | None


def time_segments(made: TimeConsensus) -> list[TimeSegment]:
    """Return the segments of the consensus of each recording."""
    found = []
    for item in made.items:
        inside = [one for one in made.boundaries if one.item == item.item]
        ends = [one.time for one in inside] + [made.scale.seconds(item.mass)]
        start = 0.0
        for number, (begins, end) in enumerate(zip(chain([None], inside), ends, strict=True), 1):
            found.append(TimeSegment(item.item, number, start, end, begins))
            start = end
    return found


def time_consensus_xlsx(made: TimeConsensus, corpus: Corpus, *, date: str) -> bytes:
    """Write a consensus of recordings as a workbook: segments, boundaries, decisions, and how.

    Parameters
    ----------
    made : TimeConsensus
        The consensus.
    corpus : Corpus
        The corpus that it is of.
    date : str
        The day that it bears, such as ``2026-01-31``; equal days give equal bytes.

    Returns
    -------
    bytes
        The file.
    """
    scale = made.scale
    segments: Sequence[Column[TimeSegment]] = (
        Column("item", lambda one: one.item, places=SHEETS),
        Column("segment", lambda one: one.number, places=SHEETS),
        Column("start", lambda one: one.start, places=SHEETS),
        Column("end", lambda one: one.end, places=SHEETS),
        Column("support", lambda one: one.begins.support if one.begins else None, places=SHEETS),
        Column("decided by", lambda one: _decided_by(one.begins, scale), places=SHEETS),
    )
    decisions: Sequence[Column[HandDecision]] = (
        Column("item", lambda one: one.decision.item, places=SHEETS),
        Column("time", lambda one: scale.seconds(one.decision.place), places=SHEETS),
        Column(
            "boundary at",
            lambda one: None if one.place is None else scale.seconds(one.place),
            places=SHEETS,
        ),
        Column("decision", lambda one: effect_in_seconds(one, scale), places=SHEETS),
        Column("comment", lambda one: one.decision.comment, places=SHEETS),
    )
    options = made.options
    about: list[tuple[str, str | float]] = [
        ("Program", PROGRAM),
        ("Signature", consensus_signature(made)),
        ("Date", date),
        ("Rule", RULE),
        ("Width of the kernel, seconds", options.width),
        ("Tolerance of support, seconds", options.reach),
        ("Recordings", len(made.items)),
        ("Coders", len(corpus.coders)),
        ("Decisions", len(made.by_hand)),
        ("Times", "Seconds from the start of the recording"),
    ]
    said: Sequence[Column[tuple[str, str | float]]] = (
        Column("what", lambda row: row[0], places=SHEETS),
        Column("value", lambda row: row[1], places=SHEETS),
    )
    tables: list[Table[Any]] = [
        Table(key="gold", columns=segments, rows=time_segments(made)),
        time_boundary_table(made),
        Table(key="decisions", columns=decisions, rows=list(made.by_hand)),
        Table(key="about", columns=said, rows=about),
    ]
    return write_xlsx(tables, title="Gold segmentation", program=PROGRAM, date=date)


def _decided_by(begins: TimeBoundary | None, scale: TimeScale) -> str:
    if begins is None:
        return START
    coders = f"{len(begins.votes)} of {begins.of} coders"
    if begins.by_hand:
        return f"{BY_HAND}, {effect_in_seconds(begins.by_hand, scale)} ({coders})"
    return f"{BY_RULE} ({coders})"
