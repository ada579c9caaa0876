"""Excel workbooks: every sheet is a table of its own, like a file between tabs."""

from __future__ import annotations

import csv
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO, StringIO
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element, SubElement, iterparse
from xml.parsers import expat
from zipfile import ZipFile

from segmetrics.extras import missing
from segmetrics.io.archives import names_in
from segmetrics.io.document import Source
from segmetrics.io.limits import MAX_BYTES, MAX_CELLS, MAX_RATIO, MAX_WORKBOOK, SMALL_ARCHIVE
from segmetrics.io.problems import Notice, Problem, Unreadable, printable
from segmetrics.io.table_files import NO_VALUE
from segmetrics.phrases import counted

Cells = list[tuple[int, list[str]]]

MAX_ROWS, MAX_COLUMNS, MAX_TEXT = 1_048_576, 16_384, 32_767  # what Excel itself allows
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
AS_CSV = 'save the sheet in Excel as "CSV UTF-8"'
SAVE = "open it in Excel, save it again, or " + AS_CSV


def sheets(sources: Iterable[Source | Notice]) -> Iterator[Source | Notice]:
    """Take the workbooks among files apart into their sheets."""
    for source in sources:
        if isinstance(source, Notice):
            yield source
        elif source.content.startswith(OLD):
            what = "a workbook of an old Excel (.xls), or one with a password"
            yield Problem(file=source.name, what=what, fix="save it as .xlsx without a password")
        elif "xl/workbook.xml" in names_in(source):
            yield from _opened(source)
        else:
            yield source


def _opened(source: Source) -> list[Source | Notice]:
    """Read a workbook; whatever is wrong with it is a problem."""
    if why := missing("excel", "a workbook of Excel"):
        return [Problem(file=source.name, what=why, fix="install that, or save it as CSV")]
    wrong = partial(Problem, file=source.name, fix=SAVE)
    packed = ZipFile(BytesIO(source.content))
    size = sum(entry.file_size for entry in packed.infolist())
    if size > min(MAX_BYTES, max(SMALL_ARCHIVE, MAX_RATIO * len(source.content))):
        return [wrong(what=f"the workbook unpacks to {size} bytes, which cannot be right")]
    try:
        with warnings.catch_warnings(action="ignore"):  # about styles and the like
            return _sheets_of(source)
    except MemoryError:  # no fault of the file, and nothing to go on with
        raise
    except Exception as error:  # the library raises anything on a damaged file
        said = printable(str(error)) or type(error).__name__
        return [wrong(what="the workbook cannot be read", text=said)]


def _sheets_of(source: Source) -> list[Source | Notice]:
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.styles.stylesheet import apply_stylesheet

    # `load_workbook` would walk through each sheet once more, for the size of it.
    book = ExcelReader(BytesIO(source.content), read_only=True, data_only=True, keep_links=False)
    book.read_manifest()
    book.read_strings()
    book.read_workbook()
    apply_stylesheet(book.archive, book.wb)
    found: list[Source | Notice] = []
    tables: list[Source] = []
    room = _Room(MAX_CELLS, MAX_WORKBOOK)
    for sheet, part in book.parser.find_sheets():
        name = sheet.name.strip()  # a blank behind it is seen by nobody
        place = f"{source.name}, sheet {name}"
        if part.target not in book.valid_files or not part.Type.endswith("/worksheet"):
            what = "not read: a sheet that is no table"
            found.append(Notice(file=source.name, what=what, text=sheet.name))
            continue
        try:
            rows, notices = _cells(book, part.target, place, room)
        except Unreadable as error:
            found.append(error.problem)
            continue
        if sheet.state != "visible":
            found.append(Notice(file=place, what="the sheet is hidden, but it was read"))
        if not rows:
            found.append(Notice(file=place, what="the sheet is empty"))
            continue
        found += notices
        tables.append(Source(source.name, _text(rows).encode(), name))
    if len(tables) == 1:
        tables = [replace(tables[0], sheet="")]
    elif not tables and not any(isinstance(one, Problem) for one in found):
        what = "every sheet of the workbook is empty"
        found.append(Problem(file=source.name, what=what, fix="export it again"))
    return [*found, *tables]


@dataclass
class _Room:
    """Cells and characters that may still come in a workbook."""

    cells: int
    characters: int

    def take(self, place: str, row: int, *, cells: int = 0, characters: int = 0) -> None:
        """Count what a row takes, before it does."""
        self.cells -= cells
        self.characters -= characters
        for left, most, what in (
            (self.cells, MAX_CELLS, "cells, empty ones among them"),
            (self.characters, MAX_WORKBOOK, "characters"),
        ):
            if left < 0:
                what = f"the workbook is too large: more than {most:,} {what}"
                raise Unreadable(Problem(file=place, row=row, what=what, fix=AS_CSV))


def _cells(book: Any, part: str, place: str, room: _Room) -> tuple[Cells, list[Notice]]:
    """Read the cells of a sheet, and what there is to say of them."""
    from openpyxl.worksheet._reader import FORMULA_TAG, MERGE_TAG, ROW_TAG, WorkSheetParser

    with book.archive.open(part) as content:
        _refuse_dtd(content)
    rows: Cells = []
    dates: list[str] = []
    merged: list[str] = []
    last = width = 0
    with book.archive.open(part) as content:
        parser = WorkSheetParser(
            content,
            book.shared_strings,
            data_only=True,
            epoch=book.wb.epoch,
            date_formats=book.wb._date_formats,
            timedelta_formats=book.wb._timedelta_formats,
        )
        for _, element in iterparse(content):  # noqa: S314 - there is no DTD in it
            if element.tag == MERGE_TAG:
                merged += [area.get("ref", "") for area in element]
            if element.tag != ROW_TAG:
                continue
            for source in element:
                _write_plainly(source)
            number, cells = parser.parse_row(element)
            for cell, source in zip(cells, element, strict=True):
                computed = cell["value"] is not None or source.get("t") == "str"
                if not computed and source.find(FORMULA_TAG) is not None:
                    cell["value"] = NO_VALUE
            element.clear()
            if not last < number <= MAX_ROWS:  # no workbook of Excel holds it
                what = (
                    f"row {number} comes after row {last}" if last else f"there is no row {number}"
                )
                raise Unreadable(Problem(file=place, what=what, fix=SAVE))
            last = number
            # A row is as wide as its last cell, and as the header.
            room.take(place, number, cells=max(width, cells[-1]["column"] if cells else 0))
            line = _line(number, cells)
            room.take(place, number, characters=sum(map(len, line)))
            width = width or len(line)
            dates += [f"row {number}: {_word(c['value'])}" for c in cells if c["data_type"] == "d"]
            if line:
                rows.append((number, line))
    _fill_down(rows, merged, partial(room.take, place))
    return rows, list(_remarks(place, dates, merged))


def _write_plainly(cell: Element) -> None:
    """Turn the text that stands in a cell into a plain value: the parser takes long for it."""
    if cell.get("t") == "inlineStr":
        parts = chain(cell.iterfind("{*}is/{*}t"), cell.iterfind("{*}is/{*}r/{*}t"))
        value = SubElement(cell, cell.tag.replace("}c", "}v"))
        value.text = "".join(part.text or "" for part in parts)
        cell.set("t", "str")


def _fill_down(rows: Cells, merged: Sequence[str], take: Callable[..., None]) -> None:
    """Write a value that is merged over rows into each of them."""
    from openpyxl.utils import range_boundaries

    numbers = [number for number, _ in rows]
    for area in merged:
        left, top, right, bottom = range_boundaries(area)
        if left != right or top == bottom:
            continue
        first, last = bisect_left(numbers, top), bisect_right(numbers, bottom)
        column, value = left - 1, ""
        for number, line in rows[first:last]:
            take(number, cells=1)
            if number == top and column < len(line):
                value = line[column]
            elif value:
                line += [""] * (left - len(line))
                line[column] = line[column] or value


class _RootError(Exception):
    """The first element of a document was reached."""


def _refuse_dtd(content: Any) -> None:
    """Refuse XML that defines entities, before anything else looks at it."""

    def refuse(*_: object) -> None:
        raise ValueError("a sheet declares a document type (DTD)")

    def stop(*_: object) -> None:
        raise _RootError

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = stop  # No document type is declared behind it.
    with suppress(_RootError):
        parser.ParseFile(content)


def _line(number: int, cells: Iterable[dict[str, Any]]) -> list[str]:
    """Put the cells of a row side by side, up to the last that is not empty."""
    line: list[str] = []
    for cell in cells:
        column = cell["column"]
        if cell["row"] != number or not len(line) < column <= MAX_COLUMNS:
            raise ValueError(f"a cell out of order in row {number}")
        line += [""] * (column - len(line) - 1)
        line.append(_word(cell["value"]))
    while line and not line[-1]:
        line.pop()
    return line


def _word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _remarks(place: str, dates: list[str], merged: list[str]) -> Iterator[Notice]:
    """Return what the cells of a sheet do not show."""
    if merged:
        times = counted(len(merged), "merged cell")
        what = f"{times}, the first {merged[0]}: each row of a merged cell gets its value"
        yield Notice(file=place, what=what)
    if dates:
        what = f"{counted(len(dates), 'cell')} with a date or time, the first in {dates[0]}. Excel "
        what += "may have made it from a number or a name, so look at it"
        yield Notice(file=place, what=what)


def _text(rows: Cells) -> str:
    """Write rows between tabs, each in the line of its number and as wide as the first."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    width = len(rows[0][1])
    last = 0
    for number, line in rows:
        out.write("\n" * (number - last - 1))
        writer.writerow(line + [""] * (width - len(line)))
        last = number
    return out.getvalue()
