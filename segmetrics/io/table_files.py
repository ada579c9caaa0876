"""A file as a table: rows of cells, whatever separates them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from io import StringIO
from itertools import pairwise
from operator import eq, lt, ne
from typing import Any

from segmetrics.io.cells import Row, unescaped
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.numbers import listed_numbers, whole_number
from segmetrics.io.problems import Problem, Unreadable
from segmetrics.io.table_blocks import find_blocks
from segmetrics.io.table_edges import find_edges
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

SHEET = "sheet"
KINDS = {"\t": "TSV", ",": "CSV", ";": "CSV with semicolons"}
NO_VALUE = "a formula without a value"  # which no spreadsheet has computed yet
# What a spreadsheet shows where it could not compute.
ERRORS = frozenset(
    ["#CALC!", "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#SPILL!", "#VALUE!"]
) | {NO_VALUE}
LINES = 40  # lines by which it is seen what separates cells
QUOTED = re.compile('"[^"]*"?')
# A cell may hold the segment sizes of a very long item.
csv.field_size_limit(1 << 26)
REPORTED = 10_000  # rows after which progress is reported

# A line of a text that begins with the number of its segment, and one that names an item.
NUMBERED = re.compile(r"[ ]*(\d{1,6})[.:)]? +(\S[^\t]*)")
START = 2000  # characters by which it is seen whether lines may begin so
LEADING = "leading number"  # what the column of the numbers at which lines begin is called
FEW = 3  # numbers of a list of positions from which on it is taken for one, whatever its name
# What the column of a file is called that is a list and nothing else; its longest text.
ONLY_LIST = ("positions",)
MAX_LIST = 1_000_000

Records = Sequence[tuple[int, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of a file, the numbers of rows above and below it, and what is said of others."""

    kind: str
    names: tuple[str, ...]
    header_row: int
    rows: list[Row]
    aside: tuple[int, ...] = ()
    said: tuple[str, ...] = ()
    doubt: str = ""  # why its times cannot be read
    since: datetime | None = None  # the first of dates that are seconds now

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns in lower case."""
        return tuple(name.lower() for name in self.names)

    def column(self, at: int, most: int | None = None) -> list[str]:
        """Return the cells of a column, of all rows or of the first."""
        return [cells[at] for _, cells in self.rows[:most] if at < len(cells)]

    def wrong_cells(
        self, cells: list[str], labels: Iterable[int], unread: Container[int] = ()
    ) -> tuple[str, str] | None:
        """Return what is wrong with a row as such, and what to do about it."""
        if len(cells) != len(self.names):
            what = f"{counted(len(cells), 'cell')}, but {len(self.names)} in the header"
            fix = "give every row the columns of the header; quote cells that hold the separator"
            return what, fix
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
    width = len(edges.names)
    if width > 2 and WORDS.positions & {*plain(edges.names[-1]).split()}:
        below = [(n, _with_last_list(cells, width)) for n, cells in below]
    if sheet is not None:  # it says nothing how far a row goes
        below = [(n, [*cells, *[""] * (width - len(cells))]) for n, cells in below]
    blocks = find_blocks(edges.names, below)
    return FileTable(kind, blocks.names, edges.header_row, blocks.rows, edges.aside, blocks.said)


def _with_last_list(cells: list[str], width: int) -> list[str]:
    """Return a row with one list of the numbers at its end, where separators stand between them."""
    written = "; ".join(cells[width - 1 :])
    numbers = listed_numbers(written) if len(cells) > width else None
    is_list = numbers and len(numbers) == len(cells) - width + 1 and rises(numbers)
    return [*cells[: width - 1], written] if is_list else cells


def rises(one: object) -> bool:
    """Return whether something is a list of numbers that rise."""
    return (
        isinstance(one, list)
        and all(type(number) in (int, float) and number >= 0 for number in one)
        and all(map(lt, one, one[1:]))
    )


def only_list(text: str, least: int = FEW, *, lines: bool = False) -> FileTable | None:
    """Return the table of a file with nothing but one list of numbers that rise, perhaps in lines.

    One a line, they may be times, or number rows.
    """
    text = text.strip()
    found = listed_numbers(text) if text[:1].isdecimal() and len(text) < MAX_LIST else None
    if found is None or len(found) < least or not rises(found):
        return None
    if re.search(r"[\r\n]", text) and not (lines and found[-1] - found[0] > len(found)):
        return None
    return FileTable("list of numbers", ONLY_LIST, 0, [(1, [text])])


def lists_in_lines(text: str) -> FileTable | None:
    """Return the table of lines with a list of numbers that rise each, of a person each.

    Lists that are all alike in length, or longer by one in each line, may be rows of measures.
    """
    if not text[:1].isdecimal() or len(text) > MAX_LIST or "\t" in text:
        return None
    lines = [(row, line.strip()) for row, line in enumerate(text.split("\n"), 1) if line.strip()]
    lists = [listed_numbers(line) for _, line in lines]
    several = sum(len(numbers or ()) > 1 for numbers in lists)
    if len(lines) < 2 or not all(map(rises, lists)) or 2 * several <= len(lines):
        return None
    sizes = [len(numbers or ()) for numbers in lists]
    steps = {other - one for one, other in pairwise(sizes)}
    if steps in ({0}, {1}, {-1}) or max(sizes) - min(sizes) < 2 or sum(sizes) < FEW * len(sizes):
        return None
    rows = [(row, [f"line {row}", line]) for row, line in lines]
    return FileTable("lists of numbers", ("person", *ONLY_LIST), 0, rows)


def numbered_lines(text: str) -> FileTable | None:
    """Return the table of lines that begin with a number, below lines that name their items."""
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


def _separator(text: str) -> str:
    """Find what separates the cells of the first line, or of those below it, outside of quotes."""
    first, *more = re.split(r"[\r\n]+", text.lstrip()[:65536])[:LINES]
    lines = [QUOTED.sub("", line) for line in more if line]

    def alike(sign: str) -> tuple[int, int]:
        """Count the lines that have this sign equally often, and how often."""
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        return max(((times, count) for count, times in counts.items()), default=(0, 0))

    for bare in ((first, *more), (QUOTED.sub("", first), *lines)):
        tabs = {line.count("\t") for line in bare if line}
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
