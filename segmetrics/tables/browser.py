"""Tables as the dashboard shows them: what its table component is given."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from segmetrics.number_formats import between, read, shown
from segmetrics.tables.columns import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from segmetrics.tables.columns import Column, Ends, Table

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


def _no_links(_: Column[Any], __: Any) -> Mapping[str, Any]:
    return {}


def headings(columns: Iterable[Column[Any]]) -> list[Heading]:
    """Head the columns of a table."""
    return [
        Heading(one.label or one.heading, one.sub, one.about, numeric=not one.left)
        for one in columns
    ]


def sorted_by(
    heading: Heading,
    name: str,
    sort: str,
    link: Callable[[str], str],
    *,
    descending: bool = False,
) -> Heading:
    """Return a heading whose clicks sort by it: one way, the other way, and as at first."""
    first, second = (f"-{name}", name) if descending else (name, f"-{name}")
    following = {first: second, second: ""}.get(sort, first)
    order = {name: "ascending", f"-{name}": "descending"}.get(sort)
    return replace(heading, href=link(following), sorted=order)


def span(interval: Ends | None, write: Callable[[float | None], str] = shown) -> str | None:
    """Write an interval; None if there is none."""
    return between(interval.low, interval.high, write) or None if interval else None


def cell(column: Column[Row], row: Row, **more: Any) -> Cell:
    """Write the cell of a row; `more` is where it leads, and what is said instead."""
    value, ends = column.value(row), column.interval(row)
    if value is None:
        text = column.missing
    elif isinstance(value, str):
        text = value
    else:
        text = read(value) if column.write is shown else column.write(value)
    said: dict[str, Any] = {
        "sub": column.below(row),
        "title": column.why(row) or (ends.undefined if ends else None) or None,
        "bar": value if column.bar else None,
        "range": span(ends, column.write_ends),
    }
    return Cell(text, **said | more)


def rows(
    table: Table[Row],
    links: Callable[[Column[Row], Row], Mapping[str, Any]] = _no_links,
    *,
    chosen: Callable[[Row], bool] = lambda _: False,
) -> list[TableRow]:
    """Write the rows of a table; `links` says where each cell leads."""
    columns = table.at(Place.PAGE)
    return [
        TableRow(
            table.level(row),
            [cell(column, row, **links(column, row)) for column in columns],
            chosen=chosen(row),
        )
        for row in table.rows
    ]


def page(
    table: Table[Row], links: Callable[[Column[Row], Row], Mapping[str, Any]] = _no_links
) -> tuple[list[Heading], list[TableRow]]:
    """Write a table: its headings and its rows."""
    return headings(table.at(Place.PAGE)), rows(table, links)
