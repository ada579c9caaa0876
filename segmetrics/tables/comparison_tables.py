"""Two rounds of coding compared, as tables, CSV, JSON and plain text.

CSV and JSON are at full precision; reasons of undefined values, the test, and pi* over S by any
similarity are in the JSON. The text is for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from segmetrics.claims.change_claims import NOTHING_MENDED, Mended, made_by_one
from segmetrics.coefficients.quantities import coefficient, with_intervals
from segmetrics.number_formats import p_value, signed
from segmetrics.reliability.changes import Changed, ChangeRow, ChangeTable
from segmetrics.reliability.coded_rounds import Compared
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.tables.agreement_columns import column_name
from segmetrics.tables.columns import PEOPLE, SHEETS, Column, Place, Table, ends, fields, of_field
from segmetrics.tables.comparison_words import (
    also,
    change_in_words,
    change_notes,
    measures,
    row_label,
)
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text

NOTES = {
    "corrected": "agreement beyond that of shuffled codings",
    "alpha": "boundary decisions, near misses count as misses",
    "pi_b": "only places with a boundary count",
    "pi_s": "all places that both leave alike count",
}


def _side(key: str, about: str = "", **more: Any) -> Column[Changed]:
    def why(one: Changed) -> str | None:
        return one.undefined if getattr(one, key) is None else None

    return of_field(key, key, about, label=key.capitalize(), why=why, **more)


SIDES: Sequence[Column[Changed]] = (
    _side("before"),
    _side("after"),
    _side(
        "change",
        "After less before, and its interval",
        write=signed,
        interval=attrgetter("interval"),
        apart=True,
    ),
)

# What pages say of a side.
ABOUT_SIDES = {
    "before": "In the first round",
    "after": "In the second round",
    "change": "After less before: positive where agreement rose. Below, its interval",
}


def change_signature(table: ChangeTable) -> str:
    """Return the line that says what compared two rounds: program, options, both corpora."""
    options = table.interval_options
    before, after = (digest[:12] for digest in table.digests)
    return (
        f"{PROGRAM}, {table.options.signature}, {options.percent} intervals of changes "
        f"{options.population}, leaving out of {_left_out_of(table)}; of items for other coders; "
        f"{table.shuffling.signature}; before={before}, after={after}"
    )


def _left_out_of(table: ChangeTable) -> str:
    if table.other_items:
        return "each round by itself"
    if table.compared.whose == "changed":
        return "both rounds at once what both have"
    return "both rounds at once"


def change_table(table: ChangeTable) -> Table[ChangeRow]:
    """Return two rounds: items, then groups, then the corpus, each before, after and changed."""
    told = dict.fromkeys((table.judged_by, "pi_star"))
    columns = [
        *fields("level", "item", "items", "coders_before", "coders_after"),
        *fields("mass_before", "mass_after", "note"),
        *fields("paired", places=Place.JSON),
        Column[Any]("", row_label, places=Place.READING, left=True),
        *change_columns(table.options.similarity, tuple(told)),
        Column[Any]("", lambda row: also(table, row), "also", places=Place.READING),
    ]
    return Table(columns=columns, rows=table.rows, level=lambda row: row.level)


def coefficient_table(table: ChangeTable) -> Table[str]:
    """Return the coefficients of the corpus before, after and changed, a line each."""
    named, found = measures(table.options.similarity), table.coefficients
    columns: list[Column[str]] = [
        Column(
            "name",
            named.__getitem__,
            "corpus",
            places=PEOPLE,
            label="Over the corpus",
            below=NOTES.get,
            left=True,
        ),
        *(side.through(found.__getitem__, places=PEOPLE) for side in SIDES),
        Column(
            "p",
            lambda key: found[key].p,
            "p",
            "Of the test that nothing changed, by the variance of the interval",
            places=PEOPLE,
            label="p",
            write=p_value,
        ),
    ]
    return Table(columns=columns, rows=list(named))


def change_columns(similarity: str, told: Sequence[str]) -> list[Column[ChangeRow]]:
    """Return the columns of all coefficients, of which a few are told to people."""
    return [
        column
        for field in (*with_intervals(), *TABLE_COLUMNS)
        for column in _columns_of(field, similarity, told=field in told)
    ]


def _columns_of(field: str, similarity: str, *, told: bool) -> list[Column[ChangeRow]]:
    """Return the columns of a coefficient, for people too if it is told."""
    stem, get = column_name(field, similarity), attrgetter(field)
    in_json = Column[Any](stem, lambda row: changed_data(get(row)), places=Place.JSON)
    found = []
    for side in SIDES:
        key = f"{stem}_{side.key}"
        if not told:
            found.append(side.through(get, key=key, places=SHEETS))
            continue
        of = coefficient(field, similarity)
        found.append(
            side.through(
                get,
                key=key,
                places=SHEETS | PEOPLE,
                heading=f"{of.plain} {side.heading}" if side.key == "before" else side.heading,
                label=f"{of.symbol} {side.heading}",
                about=f"{of.name}. {ABOUT_SIDES[side.key]}",
                field=side.key,
            )
        )
    return [in_json, *found, *ends(found)]


def changed_data(found: Changed) -> dict[str, Any]:
    """Return a change as JSON holds it."""
    return {
        **{side.key: side.value(found) for side in SIDES},
        "change_low": found.interval.low,
        "change_high": found.interval.high,
        "p": found.p,
        "undefined": found.undefined or found.interval.undefined,
    }


def change_json(table: ChangeTable, mended: Mended = NOTHING_MENDED) -> str:
    """Write all that was found about two rounds as JSON, and what became of single coders."""
    sides = zip(
        ("before", "after"),
        table.digests,
        (table.only_before, table.only_after),
        table.compared.alone,
        strict=True,
    )
    everybody = zip(("before", "after"), table.everybody, strict=False)
    return write_json(
        {
            "program": PROGRAM,
            "signature": change_signature(table),
            **{
                side: {"sha256": digest, "items_alone": items, "coders_alone": coders}
                for side, digest, items, coders in sides
            },
            **compared_data(table.compared),
            **({"all_codings": dict(everybody)} if table.everybody else {}),
            "rows": change_table(table).records(),
            "coefficients": {
                name: changed_data(found) for name, found in table.coefficients.items()
            },
            **without_coders(table),
            "items": table.moved._asdict(),
            "density": table.density,
            "words": mended.told(change_in_words(table)),
            "notes": change_notes(table),
        }
    )


def without_coders(table: ChangeTable) -> dict[str, Any]:
    """Return the change without each coder, and who made most of it, as JSON holds them."""
    one = made_by_one(table)
    return {
        "without_coder": {
            coder: changed_data(found) for coder, found in table.without_coder.items()
        },
        "made_by_one": one.coder if one else None,
    }


def compared_data(found: Compared) -> dict[str, Any]:
    """Return who is compared as JSON holds it; nothing of the same people."""
    if found.whose == "same":
        return {}
    return {
        "compared": {
            "whose": found.whose,
            "coders": found.coders,
            "without": found.without,
            "items_left_out": found.left_out,
        }
    }


def change_text(table: ChangeTable, mended: Mended = NOTHING_MENDED) -> str:
    """Write two rounds for a terminal: the answer in words, a table, notes, signature."""
    return paragraphs(
        mended.told(change_in_words(table)),
        write_text(coefficient_table(table)),
        write_text(change_table(table)) if table.items else [],
        change_notes(table),
        [change_signature(table)],
    )


CHANGE_FORMATS: Mapping[str, Callable[..., str]] = {
    "table": change_text,
    "csv": lambda table, **_: write_csv(change_table(table)),
    "json": change_json,
}
