"""Rounds of recordings as tables: a row a round, and a row for each number that changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from segmetrics.number_formats import between, p_value, percent, rate, short, signed_short
from segmetrics.phrases import capital
from segmetrics.reliability.changes import Changed
from segmetrics.reliability.recording_changes import RecordingRound, RecordingRounds
from segmetrics.tables.columns import FILES, PEOPLE, Column, Table, ends, fields
from segmetrics.tables.comparison_words import people_in_words
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text
from segmetrics.tables.recording_tables import ITEM_COLUMNS, signature

KEYS: Mapping[str, str] = {
    "value": "F",
    "corrected": "F beyond chance",
    "rate": "boundaries a minute",
}
"""What the numbers are called that are followed over rounds."""

EACH, CHANGED = "Each round", "What changed"


class ChangeOfStep(NamedTuple):
    """How a number changed from a round to the next."""

    before: str
    after: str
    key: str
    change: Changed


def not_compared(found: RecordingRounds) -> list[str]:
    """Return which rounds cannot be compared, and why."""
    return [
        f"{before} and {after} cannot be compared: {step.undefined}."
        for before, after, step in found.steps
        if step.undefined
    ]


def rounds_tables(found: RecordingRounds) -> list[Table[Any]]:
    """Return agreement in each round, and what changed, if anything could be compared."""
    changed = recording_change_table(found)
    return [recording_round_table(found), *([changed] if changed.rows else [])]


def rounds_records(found: RecordingRounds) -> dict[str, Any]:
    """Return the rows of the tables, at full precision, and who is compared if not the same."""
    people = {"people": who} if (who := _people(found)) else {}
    return {**people, **{one.key: one.records() for one in rounds_tables(found)}}


def _people(found: RecordingRounds) -> list[str]:
    """Return who is compared in each step, where it is not the same people."""
    return [
        f"{before} to {after}: {people_in_words(step.compared, noun='recording')}"
        for before, after, step in found.steps
        if not step.undefined and step.compared.whose != "same"
    ]


def recording_round_table(found: RecordingRounds) -> Table[RecordingRound]:
    """Return a row for each round."""
    by_key = {column.key: column for column in ITEM_COLUMNS}
    numbers: list[Column[RecordingRound]] = [
        by_key[key].through(
            lambda one: one.agreement.corpus, heading=capital(KEYS[key]), label=capital(KEYS[key])
        )
        for key in ("rate", "value", "corrected")
    ]
    whys = ((one.name, one.agreement.corpus.undefined.get("value")) for one in found.rounds)
    return Table(
        key="rounds",
        title=EACH,
        columns=[
            Column("round", lambda one: one.name, "Round", left=True),
            Column("recordings", lambda one: len(one.agreement.items), "Recordings"),
            Column("coders", lambda one: one.agreement.corpus.coders, "Coders"),
            *numbers,
            Column("p_value", lambda one: one.agreement.corpus.p_value, "p", write=p_value),
            *ends(numbers),
        ],
        rows=found.rounds,
        notes=tuple(f"{name}: {why}" for name, why in whys if why),
    )


def recording_change_table(found: RecordingRounds) -> Table[ChangeOfStep]:
    """Return what changed in each step between rounds, a row a number; one step goes unnamed."""
    step: Column[ChangeOfStep] = Column(
        "step", lambda one: f"{one.before} → {one.after}", "From, to", places=PEOPLE, left=True
    )
    return Table(
        key="changes",
        title=CHANGED,
        columns=[
            Column("from", lambda one: one.before, places=FILES),
            Column("to", lambda one: one.after, places=FILES),
            *([step] if len(found.steps) > 1 else []),
            Column("what", lambda one: KEYS[one.key], "What", left=True),
            _value("before", "Before"),
            _value("after", "After"),
            *fields("before", "after", of="change."),
            Column("change", lambda one: one.change.change, "Change", write=signed_short),
            Column(
                "interval",
                lambda one: between(*one.change.interval[:2], signed_short) or None,
                f"{percent(found.steps[0].changes.options.level)} interval",
                places=PEOPLE,
                why=lambda one: one.change.interval.undefined or None,
            ),
            *fields("low", "high", of="change.interval."),
            Column("p_value", lambda one: one.change.p, "p", write=p_value),
        ],
        rows=[
            ChangeOfStep(before, after, key, change)
            for before, after, changes in found.steps
            for key, change in changes.coefficients.items()
        ],
    )


def _value(key: str, heading: str) -> Column[ChangeOfStep]:
    """Return a column of a number for reading, written as what it is of."""
    value = attrgetter(f"change.{key}")
    return Column(
        key,
        lambda one: (rate if one.key == "rate" else short)(value(one)),
        heading,
        places=PEOPLE,
    )


def _signature(found: RecordingRounds) -> str:
    """Return how the numbers were made, in one line."""
    return signature(found.rounds[0].agreement)


def _text(found: RecordingRounds) -> str:
    tables = rounds_tables(found)
    parts = [part for one in tables for part in ([one.title], write_text(one), one.notes)]
    return paragraphs(_people(found), [_signature(found)], *parts, not_compared(found))


def _json(found: RecordingRounds) -> str:
    around = {"program": PROGRAM, "signature": _signature(found)}
    return write_json({**around, **rounds_records(found), "notes": not_compared(found)})


RECORDING_ROUNDS_FORMATS: Mapping[str, Callable[[RecordingRounds], str]] = {
    "table": _text,
    "csv": lambda found: write_csv(recording_change_table(found)),
    "json": _json,
}
