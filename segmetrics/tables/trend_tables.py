"""Rounds of coding as sentences, CSV, JSON and plain text.

CSV and JSON are at full precision; reasons of undefined values and tests are in the JSON.
The text is for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any, NamedTuple

from segmetrics.io.problems import shortened
from segmetrics.number_formats import between, count, signed
from segmetrics.phrases import capital, listed
from segmetrics.reliability.changes import Changed, ChangeRow
from segmetrics.reliability.coder_trends import RoundCoder, Valued
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.reliability.trends import RoundItem, RoundsTable, RoundStep
from segmetrics.tables.agreement_columns import column_name
from segmetrics.tables.columns import (
    PEOPLE,
    SHEETS,
    Column,
    Place,
    Table,
    by_reason,
)
from segmetrics.tables.comparison_tables import (
    SIDES,
    change_in_words,
    density_notes,
    judge_notes,
    measures,
)
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text

HEADER = ("level", "name", "measure", "round", "compared_with", "items", "value", "low", "high")
WITH_OTHERS = "agreement_with_others"
# What a round comes to over all its own items, as a level of the CSV.
OWN = "round"
# Names that a sentence lists; characters of the name of a round in a heading.
NAMED, HEADING = 8, 22
VALUED: Column[Valued] = Column(
    "value",
    lambda one: one.value,
    places=PEOPLE,
    interval=lambda one: one.interval,
    why=lambda one: one.undefined,
    apart=True,
)
CHANGE = SIDES[-1]


class FollowedItem(NamedTuple):
    """An item in all rounds, and what it did from the first to the last."""

    item: RoundItem
    change: ChangeRow


WENT = {
    "better": "better",
    "worse": "worse",
    "unclear": "not clear",
    "unknown": "without an interval",
}


def rounds_signature(table: RoundsTable) -> str:
    """Return the line that says what followed the rounds: program, options, the rounds."""
    options = table.interval_options
    digests = ", ".join(f"{one.name}={one.digest[:12]}" for one in table.rounds)
    shuffled = f"{table.shuffling.signature}; " if table.shuffling else ""
    return (
        f"{PROGRAM}, {table.options.signature}, {options.percent} intervals of the corpus "
        f"{options.population}; of items for other coders, of coders for other items, by leaving "
        f"out each; {shuffled}{digests}"
    )


def rounds_in_words(table: RoundsTable) -> list[str]:
    """Answer whether agreement rose from round to round."""
    if not table.steps:
        count = "both" if len(table.rounds) == 2 else f"all {len(table.rounds)}"
        return [
            f"No item is in {count} rounds, so there is nothing to compare. Items are matched by "
            "their names."
        ]
    last = table.steps[-1]
    words = change_in_words(last.table)
    if len(table.steps) == 1:
        return words
    found = [_step_sentence(table, step) for step in table.steps]
    return [
        _answer(table),
        f"Changes: {'; '.join(found)}.",
        *(f"From {table.called(last)}: {_lowered(sentence)}" for sentence in words[1:]),
    ]


def _answer(table: RoundsTable) -> str:
    """Answer for three rounds or more, from the direction of each step."""
    last = table.steps[-1]
    overall = last.table.direction
    each = {step.table.direction for step in table.consecutive}
    over = f"from {table.called(last)}"
    if overall == "unknown":
        return f"Whether agreement changed {over} cannot be said."
    if overall == "unclear":
        return f"It is not clear that agreement changed {over}."
    if each == {overall}:
        return f"Agreement got {overall} from round to round."
    if {"better": "worse", "worse": "better"}[overall] in each:
        return f"Agreement got {overall} {over}, but not in every round."
    return f"Agreement got {overall} {over}, though not clearly from each round to the next."


def _step_sentence(table: RoundsTable, step: RoundStep) -> str:
    """Return what agreement did in a step, and by which coefficient."""
    found = step.table.judged
    named = measures(table.options.similarity)[step.table.judged_by]
    if found.change is None:
        return f"{table.called(step)}: undefined"
    ends = between(found.interval.low, found.interval.high, signed)
    interval = f", {ends}" if ends else ""
    went = WENT[step.table.direction]
    return f"{table.called(step)}: {named} {signed(found.change)}{interval} ({went})"


def _lowered(sentence: str) -> str:
    """Return a sentence with a small first letter; a symbol stays as it is."""
    return sentence[:1].lower() + sentence[1:] if sentence[:1].isascii() else sentence


def rounds_notes(table: RoundsTable) -> list[str]:
    """List what a reader should know: items of some rounds alone, few items, undefined values."""
    notes = [
        f"Items of {one.name} that not all rounds have, not compared ({len(one.alone):,}): "
        f"{listed(one.alone, NAMED)}."
        for one in table.rounds
        if one.alone
    ]
    for place, of in enumerate(table.rounds):
        absent = [one.coder for one in table.coders if not one.rounds[place].items]
        if absent:
            who = f"Coders of other rounds alone, not in {of.name} ({len(absent):,})"
            notes.append(f"{who}: {listed(absent, NAMED)}.")
    notes += [f"{capital(note)}." for note in table.notes]
    if 1 < len(table.items) < FEW_ITEMS:
        notes.append(
            f"{len(table.items)} common items: with so few, only a large change can be told from "
            "chance."
        )
    notes += [
        f"{capital(table.called(step))}: {note}"
        for step in table.steps
        for note in (*judge_notes(step.table), *density_notes(step.table))
    ]
    if len(table.steps) > 1:
        notes.append("No interval is corrected for looking at several steps.")
    reasons = by_reason(
        (label, found.undefined or found.interval.undefined) for label, found in _labelled(table)
    )
    return [
        *notes,
        *(f"{capital(why)}: {listed(labels, NAMED)}." for why, labels in reasons.items()),
    ]


def _labelled(table: RoundsTable) -> Iterator[tuple[str, Valued]]:
    """List the values that a reader sees first, each with where it stands."""
    for one in table.rounds if table.steps else ():
        yield f"the corpus in {one.name}", one.common["pi_star"]
    for item in table.items:
        for one, values in zip(table.rounds, item.values, strict=True):
            yield f"{item.item} in {one.name}", values["pi_star"]


def rounds_csv(table: RoundsTable) -> str:
    """Write rounds as CSV, a value a row."""
    columns = [
        Column[Any](name, itemgetter(place), places=SHEETS) for place, name in enumerate(HEADER)
    ]
    return write_csv(Table(columns=columns, rows=list(_rows(table))))


def _rows(table: RoundsTable) -> Iterator[list[Any]]:
    similarity = table.options.similarity
    for level, every in (("corpus", False), (OWN, True)):
        for one in table.rounds:
            items = one.items if every else len(table.items)
            for name, found in (one.own if every else one.common).items():
                ends = found.value, *found.interval[:2]
                yield [level, "", column_name(name, similarity), one.name, "", items, *ends]
    for item in table.items:
        for one, values in zip(table.rounds, item.values, strict=True):
            for name, found in values.items():
                ends = found.value, *found.interval[:2]
                column = column_name(name, similarity)
                yield ["item", item.item, column, one.name, "", 1, *ends]
    for coder in table.coders:
        for one, of in zip(table.rounds, coder.rounds, strict=True):
            ends = of.agreement.value, *of.agreement.interval[:2]
            yield ["coder", coder.coder, WITH_OTHERS, one.name, "", of.items, *ends]
            boundaries = ["", of.items, of.boundaries, None, None]
            yield ["coder", coder.coder, "boundaries", one.name, *boundaries]
    for number, step in enumerate(table.steps):
        names = [table.rounds[step.after].name, table.rounds[step.before].name]
        for level, name, measure, size, change in _changes(table, step, number):
            ends = change.change, *change.interval[:2]
            yield [level, name, measure, *names, size, *ends]


def _changes(
    table: RoundsTable, step: RoundStep, number: int
) -> Iterator[tuple[str, str, str, int | None, Changed]]:
    """List the differences of a step: level, name, measure, items, change."""
    similarity = table.options.similarity
    for name, change in step.table.coefficients.items():
        yield "corpus", "", column_name(name, similarity), len(table.items), change
    for row in step.table.items:
        for name in TABLE_COLUMNS:
            yield "item", row.item, column_name(name, similarity), 1, getattr(row, name)
    for coder in table.coders:
        yield "coder", coder.coder, WITH_OTHERS, None, coder.changes[number]


def rounds_json(table: RoundsTable) -> str:
    """Write all that was found about rounds as JSON."""
    similarity = table.options.similarity
    names = [one.name for one in table.rounds]
    data = {
        "program": PROGRAM,
        "signature": rounds_signature(table),
        "rounds": [
            {
                "name": one.name,
                "sha256": one.digest,
                "items": one.items,
                "coders": one.coders,
                "items_alone": one.alone,
                "common": _values(one.common, similarity),
                "own": _values(one.own, similarity),
            }
            for one in table.rounds
        ],
        "items": [
            {
                "item": item.item,
                "rounds": {
                    name: _values(values, similarity)
                    for name, values in zip(names, item.values, strict=True)
                },
            }
            for item in table.items
        ],
        "coders": [
            {
                "coder": coder.coder,
                "rounds": {
                    name: {
                        "items": of.items,
                        "boundaries": of.boundaries,
                        "units": of.units,
                        WITH_OTHERS: _valued(of.agreement),
                    }
                    for name, of in zip(names, coder.rounds, strict=True)
                },
            }
            for coder in table.coders
        ],
        "steps": [_step(table, step, number) for number, step in enumerate(table.steps)],
        "words": rounds_in_words(table),
        "notes": rounds_notes(table),
    }
    return write_json(data)


def _values(values: Mapping[str, Valued], similarity: str) -> dict[str, Any]:
    return {column_name(name, similarity): _valued(found) for name, found in values.items()}


def _valued(found: Valued) -> dict[str, Any]:
    return {"value": found.value} | _ends(found.interval, found.undefined)


def _ends(interval: Interval, undefined: str) -> dict[str, Any]:
    return {
        "low": interval.low,
        "high": interval.high,
        "undefined": undefined or interval.undefined,
    }


def _step(table: RoundsTable, step: RoundStep, number: int) -> dict[str, Any]:
    return {
        "before": table.rounds[step.before].name,
        "after": table.rounds[step.after].name,
        "direction": step.table.direction,
        "items": step.table.moved._asdict(),
        "density": step.table.density,
        "changes": [
            {"level": level, "name": name, "measure": measure, "change": change.change}
            | _ends(change.interval, change.undefined)
            | {"p": change.p}
            for level, name, measure, _, change in _changes(table, step, number)
        ],
        "notes": {row.item: row.note for row in step.table.items if row.note},
    }


def rounds_text(table: RoundsTable) -> str:
    """Write rounds for a terminal: the answer, corpus, steps, coders, items, notes, signature."""
    makers: list[Callable[[RoundsTable], Table[Any]]] = [
        corpus_table,
        step_table,
        coder_table,
        item_table,
    ]
    return paragraphs(
        rounds_in_words(table),
        *(write_text(make(table)) for make in makers if table.steps),
        rounds_notes(table),
        [rounds_signature(table)],
    )


def corpus_table(table: RoundsTable) -> Table[str]:
    """Return the measures of the corpus in each round."""
    named = measures(table.options.similarity)
    columns = [_name(named.__getitem__, "corpus", "Over the common items")]
    columns += [
        VALUED.through(one.common.__getitem__, key=f"r{number}", **_headed(one.name))
        for number, one in enumerate(table.rounds, 1)
    ]
    return Table(columns=columns, rows=list(named))


def _name(
    value: Callable[[Any], str], heading: str, label: str, places: Place = PEOPLE
) -> Column[Any]:
    return Column("name", value, heading, places=places, label=label, left=True)


def _headed(name: str, about: str = "") -> dict[str, str]:
    """Head the column of a round with its name, as long as there is room."""
    return {"heading": name, "label": shortened(name, HEADING), "about": about or name}


def step_table(table: RoundsTable) -> Table[tuple[str, str, Changed]]:
    """Return what each measure of the corpus did in each step, a line each."""
    rows = []
    for step in table.steps:
        found = step.table.coefficients
        for place, (name, text) in enumerate(measures(table.options.similarity).items()):
            rows.append((table.called(step) if place == 0 else "", text, found[name]))
    columns: list[Column[Any]] = [
        _name(itemgetter(0), "change", ""),
        Column("measure", itemgetter(1), places=Place.READING),
        CHANGE.through(itemgetter(2), places=Place.READING, heading=""),
    ]
    return Table(columns=columns, rows=rows)


def coder_table(table: RoundsTable) -> Table[RoundCoder]:
    """Return the agreement of coders with the others, and its change over all rounds."""
    columns: list[Column[Any]] = [
        _name(lambda one: one.coder, "agreement with the others", "Coder")
    ]
    for place, of in enumerate(table.rounds):
        columns += _of_coder(place, of.name)
    about = f"{table.called(table.steps[-1])}. Below, its interval over items"
    return Table(
        columns=[
            *columns,
            CHANGE.through(lambda one: one.changes[-1], places=PEOPLE, about=about),
        ],
        rows=table.coders,
    )


def _of_coder(place: int, name: str) -> list[Column[RoundCoder]]:
    """Return the columns of one round."""
    return [
        VALUED.through(
            lambda one: one.rounds[place].agreement, key=f"r{place + 1}", **_headed(name)
        ),
        Column(
            "boundaries",
            lambda one: one.rounds[place].boundaries,
            "boundaries",
            places=Place.READING,
            write=count,
        ),
    ]


def item_table(table: RoundsTable) -> Table[FollowedItem]:
    """Return the agreement on each item in all rounds, and its change over all of them."""
    last, over = table.steps[-1], measures(table.options.similarity)["pi_star"]
    name = replace(_name(lambda one: one.item.item, over, "Item"), key="item")
    columns: list[Column[Any]] = [name]
    for place, of in enumerate(table.rounds):
        columns.append(_of_item(place, **_headed(of.name, f"{over} in {of.name}")))
    columns.append(
        CHANGE.through(
            lambda one: one.change.pi_star,
            places=PEOPLE,
            about=f"{over}, {table.called(last)}. Below, its interval for other coders",
        )
    )
    columns.append(Column("", lambda one: one.change.note, "also", places=Place.READING))
    rows = map(FollowedItem, table.items, last.table.items)
    return Table(columns=columns, rows=list(rows))


def _of_item(place: int, **headed: str) -> Column[FollowedItem]:
    return VALUED.through(
        lambda one: one.item.values[place]["pi_star"], key=f"r{place + 1}", **headed
    )


ROUNDS_FORMATS: Mapping[str, Callable[[RoundsTable], str]] = {
    "table": rounds_text,
    "csv": rounds_csv,
    "json": rounds_json,
}
