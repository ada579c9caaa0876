"""Rounds of coding as tables, CSV, JSON and plain text.

CSV and JSON are at full precision; reasons of undefined values and tests are in the JSON.
The text is for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any, NamedTuple

from segmetrics.claims.change_claims import NOTHING_MENDED, Mended
from segmetrics.number_formats import count
from segmetrics.phrases import told_apart
from segmetrics.reliability.changes import Changed, ChangeRow
from segmetrics.reliability.coder_trends import RoundCoder, Valued
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.leave_one_out import COLUMNS
from segmetrics.reliability.trends import RoundItem, RoundsTable, RoundStep
from segmetrics.tables.agreement_columns import column_name
from segmetrics.tables.columns import PEOPLE, SHEETS, Column, Place, Table, of_field
from segmetrics.tables.comparison_tables import SIDES, compared_data, without_coders
from segmetrics.tables.comparison_words import also, measures
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text
from segmetrics.tables.trend_words import rounds_in_words, rounds_notes

HEADER = ("level", "name", "measure", "round", "compared_with", "items", "value", "low", "high")
WITH_OTHERS = "agreement_with_others"
# What a round comes to over all its own items, as a level of the CSV.
OWN = "round"
# Characters of the name of a round in a heading.
HEADING = 40
VALUED: Column[Valued] = of_field(
    "value",
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


def rounds_signature(table: RoundsTable) -> str:
    """Return the line that says what followed the rounds: program, options, the rounds."""
    options = table.interval_options
    digests = ", ".join(f"{one.name}={one.digest[:12]}" for one in table.rounds)
    return (
        f"{PROGRAM}, {table.options.signature}, {options.percent} intervals of the corpus "
        f"{options.population}; of items for other coders, of coders for other items, by leaving "
        f"out each; {table.shuffling.signature}; {digests}"
    )


def rounds_csv(table: RoundsTable) -> str:
    """Write rounds as CSV, a value a row."""
    return write_csv(rounds_table(table))


def rounds_table(table: RoundsTable) -> Table[list[Any]]:
    """Return everything that was found about rounds, a value a row."""
    columns = [
        Column[Any](name, itemgetter(place), places=SHEETS) for place, name in enumerate(HEADER)
    ]
    return Table(key="rounds", columns=columns, rows=list(_rows(table)))


def _rows(table: RoundsTable) -> Iterator[list[Any]]:
    similarity = table.options.similarity
    for level, every in (("corpus", False), (OWN, True)):
        for one in table.rounds:
            items = one.items if every or table.other_items else len(table.items)
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
        size = len(table.items) or None
        yield "corpus", "", column_name(name, similarity), size, change
    for row in step.table.items:
        for name in COLUMNS:
            yield "item", row.item, column_name(name, similarity), 1, getattr(row, name)
    for coder in table.coders:
        yield "coder", coder.coder, WITH_OTHERS, None, coder.changes[number]


def rounds_json(table: RoundsTable, mended: Mended = NOTHING_MENDED) -> str:
    """Write all that was found about rounds as JSON, and what became of single coders."""
    made = {"program": PROGRAM, "signature": rounds_signature(table)}
    return write_json(made | rounds_data(table, mended))


def rounds_data(table: RoundsTable, mended: Mended = NOTHING_MENDED) -> dict[str, Any]:
    """Return all that was found about rounds as values that JSON can hold."""
    similarity = table.options.similarity
    names = [one.name for one in table.rounds]
    return {
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
        **compared_data(table.compared),
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
        "words": mended.told(rounds_in_words(table)),
        "notes": rounds_notes(table),
    }


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
        **without_coders(step.table),
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


def rounds_text(table: RoundsTable, mended: Mended = NOTHING_MENDED) -> str:
    """Write rounds for a terminal: the answer, corpus, steps, coders, items, notes, signature."""
    makers: list[Callable[[RoundsTable], Table[Any]]] = []
    if table.steps:
        makers += [corpus_table, step_table, coder_table]
    if table.items:
        makers.append(lambda found: item_table(found, found.judged_by))
    return paragraphs(
        mended.told(rounds_in_words(table)),
        *(write_text(make(table)) for make in makers),
        rounds_notes(table),
        [rounds_signature(table)],
    )


def corpus_table(table: RoundsTable) -> Table[str]:
    """Return the measures of the corpus in each round."""
    named = measures(table.options.similarity)
    over = "Over all items of each round" if table.other_items else "Over the common items"
    columns = [_name(named.__getitem__, "corpus", over)]
    columns += [
        VALUED.through(one.common.__getitem__, key=f"r{number}", **headed)
        for number, (one, headed) in enumerate(zip(table.rounds, _headed(table), strict=True), 1)
    ]
    return Table(columns=columns, rows=list(named))


def _name(
    value: Callable[[Any], str], heading: str, label: str, places: Place = PEOPLE
) -> Column[Any]:
    return Column("name", value, heading, places=places, label=label, left=True)


def _headed(table: RoundsTable, about: str = "") -> list[dict[str, str]]:
    """Head the column of each round with its name, as long as there is room."""
    names = [one.name for one in table.rounds]
    return [
        {"heading": name, "label": label, "about": f"{about}{name}"}
        for name, label in zip(names, told_apart(names, HEADING), strict=True)
    ]


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
    for place, headed in enumerate(_headed(table)):
        columns += _of_coder(place, headed)
    about = f"{table.called(table.steps[-1])}. Below, its interval over items"
    return Table(
        columns=[
            *columns,
            CHANGE.through(lambda one: one.changes[-1], places=PEOPLE, about=about),
        ],
        rows=table.coders,
    )


def _of_coder(place: int, headed: dict[str, str]) -> list[Column[RoundCoder]]:
    """Return the columns of one round."""
    return [
        VALUED.through(lambda one: one.rounds[place].agreement, key=f"r{place + 1}", **headed),
        Column(
            "boundaries",
            lambda one: one.rounds[place].boundaries,
            "boundaries",
            places=Place.READING,
            write=count,
        ),
    ]


def item_table(table: RoundsTable, measure: str) -> Table[FollowedItem]:
    """Return a measure of each item in all rounds, and its change over all of them."""
    last, over = table.steps[-1], measures(table.options.similarity)[measure]
    name = replace(_name(lambda one: one.item.item, over, "Item"), key="item")
    columns: list[Column[Any]] = [name]
    for place, headed in enumerate(_headed(table, f"{over} in ")):
        columns.append(_of_item(place, measure, headed))
    columns.append(
        CHANGE.through(
            lambda one: getattr(one.change, measure),
            places=PEOPLE,
            about=f"{over}, {table.called(last)}. Below, its interval for other coders",
        )
    )
    columns.append(
        Column(
            "", lambda one: also(last.table, one.change), "also", places=Place.READING, left=True
        )
    )
    rows = map(FollowedItem, table.items, last.table.items)
    return Table(columns=columns, rows=list(rows))


def _of_item(place: int, measure: str, headed: dict[str, str]) -> Column[FollowedItem]:
    return VALUED.through(
        lambda one: one.item.values[place][measure], key=f"r{place + 1}", **headed
    )


ROUNDS_FORMATS: Mapping[str, Callable[..., str]] = {
    "table": rounds_text,
    "csv": lambda table, **_: rounds_csv(table),
    "json": rounds_json,
}
