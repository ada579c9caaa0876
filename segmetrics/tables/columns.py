"""A table of a result: its columns, each declared once, and its rows.

A column says under which key, heading and format a value of a row stands, in files and for
people, and why a row has none. The writers beside this module take it from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Flag, auto
from functools import partial
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from segmetrics.number_formats import (
    DASH,
    EXCEL_DECIMAL,
    between,
    briefly,
    ends_of,
    read_short,
    short,
    shown,
)
from segmetrics.phrases import by_reason, capital, listed

Row = TypeVar("Row")
Other = TypeVar("Other")


class Place(Flag):
    """Where a column stands."""

    CSV = auto()
    SHEET = auto()
    JSON = auto()
    READING = auto()
    PAGE = auto()


FILES = Place.CSV | Place.SHEET | Place.JSON
SHEETS = Place.CSV | Place.SHEET
PEOPLE = Place.READING | Place.PAGE
EVERYWHERE = FILES | PEOPLE


class Ends(Protocol):
    """An interval, or why there is none."""

    @property
    def low(self) -> float | None:
        """The lower end."""

    @property
    def high(self) -> float | None:
        """The upper end."""

    @property
    def undefined(self) -> str:
        """Why there is none, or empty."""


class ReadingCell(NamedTuple):
    """A cell for reading: value, standard deviation, ends of the interval, and why undefined."""

    text: str
    sd: str = ""
    between: str = ""
    why: str = ""

    def on_one_line(self, plus_minus: str = "±") -> str:
        """Return everything but the reason: ``0.7 ± 0.1 [0.6, 0.8]``."""
        sd = f" {plus_minus} {self.sd}" if self.sd else ""
        return self.text + sd + (f" [{self.between}]" if self.between else "")


def _nothing(_: Any) -> None:
    """Return nothing: no interval, standard deviation or reason."""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table: what takes a row to its value, and how that is written where."""

    key: str  # in CSV, JSON and Excel
    value: Callable[[Row], Any]
    heading: str = ""  # in text, Markdown and HTML, with ``pi*_S`` for a symbol
    about: str = ""
    _: KW_ONLY
    places: Place = EVERYWHERE
    latex: str | None = None  # heading in LaTeX, if it is not that of the others, escaped
    label: str = ""  # heading in the dashboard, with its subscript
    sub: str | None = None
    write: Callable[..., str] = shown  # for reading; see `segmetrics.number_formats`
    limits: Sequence[float] = ()  # what its values are not rounded onto
    sd: Callable[[Row], float | None] = _nothing
    interval: Callable[[Row], Ends | None] = _nothing
    why: Callable[[Row], str | None] = _nothing  # the value is undefined
    below: Callable[[Row], str | None] = _nothing  # the value, on a page
    write_ends: Callable[..., str] = shown  # of an interval, on a page
    field: str = ""  # its name on pages, if it is not the key
    left: bool = False  # set to the left, as names are
    bar: bool = False  # whether a page draws one for the value
    apart: bool = False  # whether the interval stands in a column of its own in text
    excel: str = EXCEL_DECIMAL  # the format of its numbers in a workbook, if they have decimals

    @property
    def name(self) -> str:
        """Its name on pages: in their addresses, and for what its cells lead to."""
        return self.field or self.key

    @property
    def capital(self) -> str:
        """Its heading with a capital, but for a symbol: ``Chance``, ``p``, ``p, adjusted``."""
        said = self.label or self.heading
        return capital(said) if len(said.split(",")[0]) > 2 else said

    @property
    def title(self) -> str:
        """Its heading on pages, as a text without subscripts."""
        low = {"S": "\N{LATIN SUBSCRIPT SMALL LETTER S}"}.get(self.sub or "", f"_{self.sub}")
        return f"{self.capital}{low if self.sub else ''}"

    def through(self, get: Callable[[Other], Row], **changes: Any) -> Column[Other]:
        """Return the column for rows that hold its own rows; `changes` are other attributes."""
        whole: Any = replace(self, **changes)
        inner = {
            name: (lambda inside: lambda row: inside(get(row)))(getattr(self, name))
            for name in ("value", "sd", "interval", "why", "below")
            if name not in changes and getattr(self, name) is not _nothing
        }
        found: Column[Other] = replace(whole, **inner)
        return found

    def cell(self, row: Row) -> ReadingCell:
        """Return the cell of a row for reading."""
        value, sd, ends = self.value(row), self.sd(row), self.interval(row)
        between = ""
        if ends and ends.low is not None and ends.high is not None:
            # With two decimals, ends are as on a page: one that is not 0 does not read as 0.
            write = self.write_ends if self.write is read_short else self.write
            between = ", ".join(ends_of(ends.low, ends.high, write))
        plain = isinstance(value, str) and self.write in (shown, read_short)
        text = value if plain else self.write(value, *self.limits)
        return ReadingCell(text, "" if sd is None else self.write(sd), between, self.why(row) or "")


class Scored(Protocol):
    """A value, or why there is none."""

    @property
    def value(self) -> float | None:
        """The value."""

    @property
    def undefined(self) -> str | None:
        """Why there is none."""


SCORE: Column[Scored] = Column("value", attrgetter("value"), "Value", why=attrgetter("undefined"))
"""A value with the reason why it is undefined; other columns are made of it."""


@dataclass(frozen=True, kw_only=True)
class Table(Generic[Row]):
    """A table that any writer can write."""

    columns: Sequence[Column[Row]]
    rows: Sequence[Row]
    key: str = ""  # in names of files
    title: str = ""
    lead: str = ""  # what the numbers allow to say, before them
    notes: tuple[str, ...] = ()  # reasons of undefined values, and what else to know
    caption: str = ""  # how many coders and items it is about, and what its intervals are
    signature: str = ""  # by what it was computed
    around: Mapping[str, Any] = field(default_factory=dict)  # the rows in JSON
    level: Callable[[Row], str] = lambda _: "item"  # rules stand between levels

    def at(self, place: Place) -> tuple[Column[Row], ...]:
        """Return the columns that stand somewhere."""
        found = (column for column in self.columns if place in column.places)
        if place is Place.READING:
            return tuple(part for column in found for part in _parted(column))
        return tuple(found)

    def brief(self) -> Table[Row]:
        """Return the table with two decimals where it has four."""
        columns = [
            replace(one, write=briefly(one.write), write_ends=briefly(one.write_ends))
            for one in self.columns
        ]
        return replace(self, columns=columns)

    def header(self, place: Place = Place.CSV) -> list[str]:
        """Return the keys of the columns of a file."""
        return [column.key for column in self.at(place)]

    def values(self, place: Place = Place.CSV) -> list[list[Any]]:
        """Return the values of all rows of a file."""
        columns = self.at(place)
        return [[column.value(row) for column in columns] for row in self.rows]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as JSON holds them."""
        header = self.header(Place.JSON)
        return [dict(zip(header, row, strict=True)) for row in self.values(Place.JSON)]

    def cells(self) -> list[list[ReadingCell]]:
        """Return the cells of all rows for reading."""
        columns = self.at(Place.READING)
        return [[column.cell(row) for column in columns] for row in self.rows]


def _parted(column: Column[Row]) -> Iterable[Column[Row]]:
    """Return a column, and another for its interval if that stands apart."""
    if not column.apart:
        return [column]
    return [
        replace(column, interval=_nothing),
        Column("", partial(_interval_of, column), "interval"),
    ]


def _interval_of(column: Column[Row], row: Row) -> str:
    found = column.interval(row)
    return interval_text(found, column.write) if found else DASH


def fields(*names: str, places: Place = FILES, of: str = "") -> list[Column[Any]]:
    """Return columns of files that hold fields of a row, or of its part, under their own names."""
    return [Column(name, attrgetter(f"{of}{name}"), places=places) for name in names]


def of_field(key: str, heading: str = "", about: str = "", **more: Any) -> Column[Any]:
    """Return a column of the field of a row that is called as it is."""
    return Column(key, attrgetter(key), heading, about, **more)


def measured(
    key: str,
    heading: str,
    about: str = "",
    write: Callable[..., str] = short,
    *,
    interval: str = "",
    **more: Any,
) -> Column[Any]:
    """Return a column of the field of a row that says why it has none, perhaps with its interval.

    So have the rows of recordings; the interval is the field of that name.
    """
    more |= {"interval": attrgetter(interval)} if interval else {}
    more |= {"label": heading, "write": write, "write_ends": write}
    return of_field(key, heading, about, why=lambda row: row.undefined.get(key), **more)


WHYS: Column[Any] = Column("undefined", lambda row: dict(row.undefined), places=Place.JSON)
"""Why such rows have no values, by their names."""

ODD: tuple[Column[Any], ...] = (
    Column("odd_items", lambda row: [one.item for one in row.odd_items], places=Place.JSON),
    Column("fades", lambda row: row.fades is not None, places=Place.JSON),
)
"""What is odd about how many boundaries a coder has, or where."""


def named(value: Callable[[Any], str], heading: str) -> Column[Any]:
    """Return a column of names for reading."""
    return Column("", value, heading, places=Place.READING, left=True)


def counts_of(key: str, heading: str) -> Column[Any]:
    """Return a column of counts."""
    return replace(fields(key, places=FILES | Place.READING)[0], heading=heading)


def spreads(columns: Iterable[Column[Row]]) -> list[Column[Row]]:
    """Return the columns of files for the standard deviations of columns that have some."""
    return [
        Column(f"{one.key}_sd", one.sd, places=FILES) for one in columns if one.sd is not _nothing
    ]


def ends(columns: Iterable[Column[Row]]) -> list[Column[Row]]:
    """Return the columns of files for both ends of the intervals of columns that have some."""
    return [
        Column(f"{one.key}_{end}", _end(one, end), places=one.places & FILES)
        for one in columns
        if one.interval is not _nothing
        for end in ("low", "high")
    ]


def _end(column: Column[Row], end: str) -> Callable[[Row], float | None]:
    return lambda row: getattr(column.interval(row), end, None)


def interval_text(ends: Ends, write: Callable[[float | None], str] = shown) -> str:
    """Write an interval for reading, ``0.6 to 0.8``, or a dash."""
    return between(ends.low, ends.high, write) or DASH


def in_order(
    rows: Iterable[Row], key: Callable[[Row], Any], *, descending: bool = False
) -> list[Row]:
    """Sort rows by a value; undefined values come last either way."""
    found = [(key(row), row) for row in rows]
    defined = sorted(
        ((value, row) for value, row in found if value is not None),
        key=lambda pair: pair[0],
        reverse=descending,
    )
    return [row for _, row in defined] + [row for value, row in found if value is None]


def as_asked(
    rows: Sequence[Row], columns: Iterable[Column[Row]], sort: str, unasked: str
) -> list[Row]:
    """Sort rows by the column that an address names, or by the one for an address without."""
    by, known = sort.removeprefix("-"), {column.name: column.value for column in columns}
    if by not in known:
        return in_order(rows, known[unasked])
    return in_order(rows, known[by], descending=sort.startswith("-"))


def collected(found: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each reason, with the first twelve names that share it."""
    return [f"{listed(names)}: {why}" for why, names in by_reason(found).items()]


def why_none(rows: Iterable[tuple[str, Mapping[str, str]]]) -> list[str]:
    """Return a line for each reason why values are undefined, with the names of their rows."""
    return collected((who, why) for who, whys in rows for why in dict.fromkeys(whys.values()))
