"""A file as a table: rows of cells, whatever separates them."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from operator import eq, lt, ne
from typing import Any

from segmetrics.io.cells import Row, unescaped
from segmetrics.io.name_kinds import as_coders
from segmetrics.io.numbers import whole_number
from segmetrics.io.problems import Problem, Unreadable
from segmetrics.io.table_blocks import find_blocks
from segmetrics.io.table_edges import find_edges
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

SHEET = "sheet"
KINDS = {"\t": "TSV", ",": "CSV", ";": "CSV with semicolons"}
NO_VALUE = "a formula without a value"
"""What stands in the cell of a formula that no spreadsheet has computed yet."""

# What a spreadsheet shows where it could not compute.
ERRORS = frozenset(
    ["#CALC!", "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#SPILL!", "#VALUE!"]
) | {NO_VALUE}
# Lines by which it is seen what separates cells.
LINES = 40
QUOTED = re.compile('"[^"]*"?')
# A cell may hold the segment sizes of a very long item.
csv.field_size_limit(1 << 26)
# Rows after which progress is reported.
REPORTED = 10_000


# A line of a text that begins with the number of its segment, and one that names an item.
NUMBERED = re.compile(r"[ ]*(\d{1,6})[.:)]? +(\S[^\t]*)")
START = 2000
"""Characters by which it is seen whether lines may begin so."""
LEADING = "leading number"
"""What the column of the numbers at which lines begin is called."""

# Numbers of a list of positions from which on it is taken for one, whatever its name.
FEW = 3
# Units of lists of labels, and different labels in them.
MANY, FEW_LABELS = 10, 20
# What a list of records may be kept under.
WRAPPERS = ("data", "rows", "records", "codings")


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of a file, the numbers of rows above and below it, and what is said of others."""

    kind: str
    names: tuple[str, ...]
    header_row: int
    rows: list[Row]
    aside: tuple[int, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns in lower case."""
        return tuple(name.lower() for name in self.names)

    def wrong_cells(
        self, cells: list[str], labels: Iterable[int], unread: Container[int] = ()
    ) -> tuple[str, str] | None:
        """Return what is wrong with a row as such, and what to do about it."""
        if len(cells) != len(self.names):
            what = f"{counted(len(cells), 'cell')}, but {len(self.names)} in the header"
            return what, (
                "give every row the columns of the header; quote cells that hold the separator"
            )
        if self.kind == SHEET:
            labels = (at for at in range(len(cells)) if at not in unread)
        computed = (cells[at] for at in labels)
        found = next((cell for cell in computed if cell in ERRORS), None)
        if found is not None:
            return f"{found} in a cell", "correct the cell in the spreadsheet, and save it again"
        return None


def table_of(
    text: str, name: str, *, sheet: str | None = None, reached: Callable[[float], object] = float
) -> FileTable:
    """Read a text as a table."""
    separator = "\t" if sheet is not None else _separator(text)
    kind = SHEET if sheet is not None else KINDS[separator]
    wrong = partial(Problem, file=name)
    escapes = any(f"'{sign}" in text for sign in "=+-@\t\r")
    rows: list[Row] = []
    row = 0
    try:
        lines = StringIO(text, newline="")
        for row, cells in enumerate(csv.reader(lines, delimiter=separator, strict=True), 1):
            if not row % REPORTED:
                reached(lines.tell() / len(text) / 2)
            stripped = list(map(str.strip, cells))
            if any(stripped):
                rows.append((row, list(map(unescaped, stripped)) if escapes else stripped))
    except csv.Error as error:
        what = f"the table cannot be read from here on: {error}"
        fix = 'check the quotes; a cell with quotes in it is written "so ""to"" say"'
        raise Unreadable(wrong(row=row + 1, what=what, fix=fix)) from None
    if not rows:
        raise Unreadable(wrong(what="the file is empty", fix="export it again"))
    edges = find_edges(rows)
    below = edges.rows
    if sheet is not None:  # it says nothing how far a row goes
        width = len(edges.names)
        below = [(n, [*cells, *[""] * (width - len(cells))]) for n, cells in below]
    blocks = find_blocks(edges.names, below)
    return FileTable(kind, blocks.names, edges.header_row, blocks.rows, edges.aside, blocks.said)


def records_table(records: Sequence[tuple[int, Mapping[str, Any]]]) -> FileTable | None:
    """Return the table of records, a column for each key; None if there is no list of them."""
    if len(records) == 1 and not {"item", "coder"} <= records[0][1].keys():
        only = records[0][1]
        nested = _rows_of_lists(only) or _rows_of_stages(only) or _rows_of_flags(only)
        if nested is not None:
            return nested
        lists = [only[key] for key in WRAPPERS if isinstance(only.get(key), list)]
        if len(lists) != 1 or not all(isinstance(one, dict) for one in lists[0]):
            return None
        records = list(enumerate(lists[0], 1))
    keys = list(dict.fromkeys(key for _, record in records for key in record))
    rows = [(row, [_cell(record.get(key)) for key in keys]) for row, record in records]
    return FileTable("JSON", tuple(key.strip() for key in keys), 1, rows) if keys else None


def _rows_of_lists(data: Mapping[str, Any]) -> FileTable | None:
    """Return the table of lists of rising numbers, of coders or of coders in items."""
    names: tuple[str, ...] = ("coder", "numbers")
    found: list[tuple[tuple[str, ...], Any]] = [
        ((key,), one) for key, one in data.items() if isinstance(one, list)
    ]
    if not found and all(isinstance(of, dict) and of for of in data.values()):
        found = [((key, name), one) for key, of in data.items() for name, one in of.items()]
        names = ("item", *names)
        if as_coders(data) > as_coders(dict.fromkeys(whose[-1] for whose, _ in found)):
            names = ("coder", "item", "numbers")
    if len(found) < max(len(data), 1) or not all(_rises(one) for _, one in found):
        return None
    if sum(len(one) for _, one in found) < FEW * len(found):
        return None  # two numbers may be anything
    rows = [(row, [*whose, _cell(one)]) for row, (whose, one) in enumerate(found, 1)]
    return FileTable("JSON", names, 1, rows)


def _rows_of_stages(data: Mapping[str, Any]) -> FileTable | None:
    """Return the table of lists with a label for each unit, as long for each of several coders."""
    lists = list(data.values())
    alike = len(lists) > 1 and all(isinstance(one, list) and one for one in lists)
    if not alike or len(set(map(len, lists))) > 1 or len(lists[0]) < MANY:
        return None
    labels = {label for one in lists for label in one if isinstance(label, int | str)}
    whole = all(type(label) in (int, str) for one in lists for label in one)
    if (
        not whole
        or len(labels) > FEW_LABELS
        or not all(any(map(ne, one, one[1:])) for one in lists)
    ):
        return None
    rows = [
        (row, [str(row), *map(_cell, of)]) for row, of in enumerate(zip(*lists, strict=True), 1)
    ]
    return FileTable("JSON", ("unit", *data), 1, rows)


def _rows_of_flags(data: Mapping[str, Any]) -> FileTable | None:
    """Return the table of items, each a list of texts with a flag: -1 at the first unit, 0 or 1."""
    pairs = [pair for of in data.values() for pair in (of if isinstance(of, list) else [None])]
    if not pairs or not all(isinstance(one, list) and len(one) == 2 for one in pairs):
        return None
    firsts = [str(of[0][1]) if of else "" for of in data.values()]
    others = {str(flag) for of in data.values() for _, flag in of[1:]}
    if "" in firsts or not others <= {"0", "1"} or not {*firsts} <= {"-1", "0", "1"}:
        return None
    mark = "1" if "0" in firsts else "start"
    written = {"1": mark, "0": "0", "-1": "0"}
    cells = [[item, _cell(text), written[str(flag)]] for item in data for text, flag in data[item]]
    return FileTable("JSON", ("item", "text", "boundary"), 1, list(enumerate(cells, 1)))


def _rises(one: object) -> bool:
    return (
        isinstance(one, list)
        and all(type(number) is int and number >= 0 for number in one)
        and all(map(lt, one, one[1:]))
    )


def numbered_lines(text: str) -> FileTable | None:
    """Return the table of lines that each begin with a number, most with that of the line before.

    Lines without a number name the item of those below them.
    """
    if not any(map(NUMBERED.match, text[:START].split("\n")[:2])):
        return None
    rows: list[Row] = []
    items: list[str] = []
    for row, line in enumerate(text.splitlines(), 1):
        found = NUMBERED.fullmatch(line)
        if found:
            rows.append((row, [*items[-1:], found[1], found[2]]))
        elif line.strip():
            if items and not (rows and rows[-1][1][0] == items[-1]):
                return None  # a text, or its title
            items.append(line.strip())
    widths = {len(cells) for _, cells in rows}
    numbers = [cells[-2] for _, cells in rows]
    again = sum(map(eq, numbers, numbers[1:]))
    words = sum(any(map(str.isalpha, cells[-1])) for _, cells in rows)
    if len(widths) != 1 or len(set(items)) < len(items) or 2 * min(again, words) < len(rows):
        return None
    names = ("item", LEADING, "text")[-len(rows[0][1]) :]
    return FileTable("text with numbered lines", names, 0, rows)


def _cell(value: object) -> str:
    """Write a value of a record as the cell of a table."""
    if value is None or isinstance(value, str):
        return (value or "").strip()
    if isinstance(value, list) and all(type(one) is int for one in value):
        return " ".join(map(str, value))
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "|".join(value)
    return json.dumps(value, ensure_ascii=False)


def _separator(text: str) -> str:
    """Find what separates the cells of the first line, or of those below it, outside of quotes."""
    first, *more = re.split(r"[\r\n]+", text.lstrip()[:65536])[:LINES]
    lines = [QUOTED.sub("", line) for line in more if line]

    def alike(sign: str) -> tuple[int, int]:
        """Count the lines that have this sign equally often, and how often."""
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        return max(((times, count) for count, times in counts.items()), default=(0, 0))

    tabs = {QUOTED.sub("", line).count("\t") for line in (first, *lines)}
    if len(tabs) == 1 and tabs != {0}:
        return "\t"  # whatever else stands in its cells
    found = max(KINDS, key=QUOTED.sub("", first).count)
    other = max(KINDS, key=alike)
    if alike(found)[0] == 0 and 2 * alike(other)[0] > len(lines):
        return other  # a title is above the table
    return found


def always_changes(column: Sequence[str]) -> bool:
    """Return whether each cell of a column differs from the one before."""
    return all(map(ne, column, column[1:]))


def in_order(
    wrong: Callable[..., Problem], at: int, rows: list[Row]
) -> tuple[list[Row], list[Problem]]:
    """Sort rows by the number of their unit, and find what is wrong with the numbers."""
    numbered: dict[int, Row] = {}
    problems = []
    for row in rows:
        try:
            unit = whole_number(row[1][at], "unit number")
        except SegmentationError as error:
            problems.append(wrong(row=row[0], what=str(error), fix="number the units 1, 2, 3"))
            continue
        first = numbered.setdefault(unit, row)
        if first is not row:
            what = f"unit {unit} is given twice, first in row {first[0]}"
            fix = "keep one of the two; perhaps the coder is in the file twice"
            problems.append(wrong(row=row[0], what=what, fix=fix))
    ordered = sorted(numbered.items())
    for place, (unit, row) in enumerate(ordered, 1):
        if unit != place and not problems:
            what = f"unit {unit} comes where unit {place} belongs"
            fix = "number the units 1, 2, 3 without a gap"
            problems.append(wrong(row=row[0], what=what, fix=fix))
    return [row for _, row in ordered], problems
