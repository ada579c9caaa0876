"""Tables of each boundary type by itself, one below the other."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from segmetrics.tables.columns import Column, Table

Row = TypeVar("Row")


class OfType(NamedTuple, Generic[Row]):
    """A row of the table of a boundary type."""

    type: str
    row: Row


def by_type(tables: Mapping[str, Table[Row]]) -> Table[OfType[Row]]:
    """Join tables of the same columns, one for each boundary type."""
    first = next(iter(tables.values()))
    get = attrgetter("row")
    return Table(
        columns=[
            Column("type", attrgetter("type"), "type", left=True),
            *(column.through(get) for column in first.columns),
        ],
        rows=[OfType(name, row) for name, table in tables.items() for row in table.rows],
        key=f"{first.key}_by_type",
        title=first.title,
        lead=" ".join(f"{name}: {table.lead}" for name, table in tables.items() if table.lead),
        notes=tuple(f"{name}: {note}" for name, table in tables.items() for note in table.notes),
        signature="; ".join(f"{name}: {table.signature}" for name, table in tables.items()),
        level=lambda one: first.level(one.row),
        around={
            key: {name: table.around[key] for name, table in tables.items()}
            if key in ("claims", "corpus", "signature")
            else value
            for key, value in first.around.items()
        },
    )
