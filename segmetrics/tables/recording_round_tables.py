"""Rounds of recordings as tables: a row a round, and a row for each number that changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from segmetrics.number_formats import between, p_value, percent, rate, short, signed_short
from segmetrics.phrases import capital
from segmetrics.reliability.recording_agreement import RecordingAgreement
from segmetrics.reliability.recording_changes import (
    RecordingChange,
    RecordingChanges,
    RecordingRounds,
)
from segmetrics.tables.columns import (
    FILES,
    PEOPLE,
    Column,
    Table,
    ends,
    fields,
)
from segmetrics.tables.comparison_words import people_in_words
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text
from segmetrics.tables.recording_tables import ITEM_COLUMNS, signature

KEYS: Mapping[str, str] = {
    "value": "F",
    "corrected": "F beyond chance",
    "rate": "presses a minute",
}
"""What the numbers are called that are followed over rounds."""

EACH, CHANGED = "Each round", "What changed"


class RoundOfRecordings(NamedTuple):
    """A round by its name, and agreement in it."""

    name: str
    found: RecordingAgreement


class ChangeOfStep(NamedTuple):
    """How a number changed from a round to the next."""

    before: str
    after: str
    change: RecordingChange


def not_compared(found: RecordingRounds) -> list[str]:
    """Return which rounds cannot be compared, and why."""
    return [
        f"{before} and {after} cannot be compared: {step.undefined}."
        for before, after, step in found.steps
        if step.undefined
    ]


def rounds_tables(found: RecordingRounds) -> list[Table[Any]]:
    """Return agreement in each round, and what changed, if anything could be compared."""
    names, steps = [one.name for one in found.rounds], [step.changes for step in found.steps]
    tables: list[Table[Any]] = [
        recording_round_table(names, [one.agreement for one in found.rounds])
    ]
    if any(step.rows for step in steps):
        tables.append(recording_change_table(names, steps))
    return tables


def rounds_records(found: RecordingRounds) -> dict[str, Any]:
    """Return the rows of the tables, at full precision, and who is compared if not the same."""
    people = {"people": who} if (who := _people(found)) else {}
    return {**people, **{one.key: one.records() for one in rounds_tables(found)}}


def _people(found: RecordingRounds) -> list[str]:
    """Return who is compared in each step, where it is not the same people."""
    return [
        f"{before} to {after}: {people_in_words(step.compared, noun='recording')}"
        for before, after, step in found.steps
        if step.rows and step.compared.whose != "same"
    ]


def recording_round_table(
    names: Sequence[str], rounds: Sequence[RecordingAgreement]
) -> Table[RoundOfRecordings]:
    """Return a row for each round."""
    by_key = {column.key: column for column in ITEM_COLUMNS}
    numbers: list[Column[RoundOfRecordings]] = [
        by_key[key].through(
            lambda one: one.found.corpus, heading=capital(KEYS[key]), label=capital(KEYS[key])
        )
        for key in ("rate", "value", "corrected")
    ]
    whys = (
        f"{name}: {found.corpus.undefined['value']}"
        for name, found in zip(names, rounds, strict=True)
        if found.corpus.undefined.get("value")
    )
    return Table(
        key="rounds",
        title=EACH,
        columns=[
            Column("round", lambda one: one.name, "Round", left=True),
            Column("recordings", lambda one: len(one.found.items), "Recordings"),
            Column("coders", lambda one: one.found.corpus.coders, "Coders"),
            *numbers,
            Column("p_value", lambda one: one.found.corpus.p_value, "p", write=p_value),
            *ends(numbers),
        ],
        rows=list(map(RoundOfRecordings, names, rounds)),
        notes=tuple(whys),
    )


def recording_change_table(
    names: Sequence[str], steps: Sequence[RecordingChanges]
) -> Table[ChangeOfStep]:
    """Return what changed in each step between rounds, a row a number; one step goes unnamed."""
    rows = [
        ChangeOfStep(before, after, change)
        for (before, after), step in zip(pairwise(names), steps, strict=True)
        for change in step.rows
    ]
    step: Column[ChangeOfStep] = Column(
        "step", lambda one: f"{one.before} → {one.after}", "From, to", places=PEOPLE, left=True
    )
    return Table(
        key="changes",
        title=CHANGED,
        columns=[
            Column("from", lambda one: one.before, places=FILES),
            Column("to", lambda one: one.after, places=FILES),
            *([step] if len(names) > 2 else []),
            Column("what", lambda one: KEYS[one.change.key], "What", left=True),
            _value("before", "Before", lambda one: one.before),
            _value("after", "After", lambda one: one.after),
            *fields("before", "after", of="change."),
            Column("change", lambda one: one.change.change, "Change", write=signed_short),
            Column(
                "interval",
                lambda one: between(*one.change.interval[:2], signed_short) or None,
                f"{percent(steps[0].options.level)} interval",
                places=PEOPLE,
                why=lambda one: one.change.interval.undefined or None,
            ),
            *fields("low", "high", of="change.interval."),
            Column("p_value", lambda one: one.change.p_value, "p", write=p_value),
        ],
        rows=rows,
    )


def _value(
    key: str, heading: str, value: Callable[[RecordingChange], float | None]
) -> Column[ChangeOfStep]:
    """Return a column of a number for reading, written as what it is of."""

    def written(one: ChangeOfStep) -> str:
        return (rate if one.change.key == "rate" else short)(value(one.change))

    return Column(key, written, heading, places=PEOPLE)


def _signature(found: RecordingRounds) -> str:
    return signature(found.rounds[0].agreement)


def _text(found: RecordingRounds) -> str:
    tables = rounds_tables(found)
    parts = [part for one in tables for part in ([one.title], write_text(one), one.notes)]
    return paragraphs(_people(found), [_signature(found)], *parts, not_compared(found))


def _csv(found: RecordingRounds) -> str:
    names, steps = [one.name for one in found.rounds], [step.changes for step in found.steps]
    return write_csv(recording_change_table(names, steps))


def _json(found: RecordingRounds) -> str:
    around = {"program": PROGRAM, "signature": _signature(found)}
    return write_json({**around, **rounds_records(found), "notes": not_compared(found)})


RECORDING_ROUNDS_FORMATS: Mapping[str, Callable[[RecordingRounds], str]] = {
    "table": _text,
    "csv": _csv,
    "json": _json,
}
