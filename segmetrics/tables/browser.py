"""Tables as the dashboard shows them: what its table component is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from segmetrics.number_formats import DASH, between, read, shown
from segmetrics.tables.columns import Column, Ends, Place, Table

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column."""

    text: str
    sub: str | None = None  # subscript
    title: str = ""  # shown on hover
    href: str | None = None  # to the table sorted by it
    sorted: str | None = None  # ``ascending`` or ``descending``
    numeric: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell."""

    text: str
    sub: str | None = None  # a second line in small print
    title: str | None = None  # shown on hover
    href: str | None = None
    bar: float | None = None  # share of a bar before the text, in [0, 1]
    range: str | None = None  # the interval around the value, in small print
    opens: str | None = None  # what opens there, ``π* of ch1``, if a number's derivation does


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its level (the style), its cells, and whether it is the chosen one."""

    level: str
    cells: Sequence[Cell] = field(default_factory=tuple)
    chosen: bool = False


PageTable = tuple[Sequence[Heading], list[TableRow]]
"""A table as a page shows it."""


class Sorting(NamedTuple):
    """How a table is sorted: by a column, downwards if its name stands behind a hyphen."""

    by: str
    link: Callable[[str], str]  # takes another order to its address
    descending: Collection[str] = ()  # columns that a first click sorts downwards
    never: Collection[str] = ()  # columns by which it is not sorted


def _heading(column: Column[Any], sorting: Sorting | None) -> Heading:
    """Head a column; clicks sort by it: one way, the other way, and as at first."""
    heading = Heading(
        column.label or column.heading, column.sub, column.about, numeric=not column.left
    )
    if sorting is None or column.name in sorting.never:
        return heading
    up, down = column.name, f"-{column.name}"
    first, second = (down, up) if up in sorting.descending else (up, down)
    following = {first: second, second: ""}.get(sorting.by, first)
    order = {up: "ascending", down: "descending"}.get(sorting.by)
    return replace(heading, href=sorting.link(following), sorted=order)


def span(interval: Ends | None, write: Callable[[float | None], str] = shown) -> str | None:
    """Write an interval; None if there is none."""
    return between(interval.low, interval.high, write) or None if interval else None


def cell(column: Column[Row], row: Row, **more: Any) -> Cell:
    """Write the cell of a row; `more` is where it leads, and what is said instead."""
    value, ends = column.value(row), column.interval(row)
    if value is None:
        text = DASH
    elif isinstance(value, str):
        text = value
    else:
        text = (read if column.write is shown else column.write)(value, *column.limits)
    said: dict[str, Any] = {
        "sub": column.below(row) or None,
        "title": column.why(row) or (ends.undefined if ends else None) or None,
        "bar": value if column.bar else None,
        "range": span(ends, column.write_ends),
    }
    return Cell(text, **said | more)


def text_table(
    headings: Iterable[str | tuple[str, str]],
    rows: Iterable[Sequence[str]],
    *,
    level: Callable[[Sequence[str]], str] = lambda _: "item",
) -> PageTable:
    """Write a table of texts; a heading may come with what is shown on hover."""
    pairs = ((one, "") if isinstance(one, str) else one for one in headings)
    return [Heading(text, title=title, numeric=False) for text, title in pairs], [
        TableRow(level(texts), list(map(Cell, texts))) for texts in rows
    ]


def page(
    table: Table[Row],
    links: Mapping[str, Callable[[Row], Mapping[str, Any]]] = MappingProxyType({}),
    *,
    chosen: Callable[[Row], bool] = lambda _: False,
    sorting: Sorting | None = None,
) -> PageTable:
    """Write a table; `links` says by the name of a column where its cells lead."""
    columns = table.at(Place.PAGE)
    return [_heading(column, sorting) for column in columns], [
        TableRow(
            table.level(row),
            [
                cell(column, row, **(links[column.name](row) if column.name in links else {}))
                for column in columns
            ],
            chosen=chosen(row),
        )
        for row in table.rows
    ]
