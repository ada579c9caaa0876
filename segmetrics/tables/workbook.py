"""Tables as an Excel workbook: a sheet for each, numbers as numbers, names as text.

Numbers have 16 significant digits, which is what openpyxl writes. Nothing is written to disk
on the way: names and texts would stand there. The cells of a sheet, of which there may be a
million, are written here; openpyxl, which writes all else, takes an object and ten times as long
for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from html import escape
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.dimensions import SheetDimension
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.functions import Element

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import EXCEL_COUNT
from segmetrics.tables.columns import Place, Table
from segmetrics.tables.plain import undated

MAX_TEXT = 32_767
"""Characters that a cell of Excel holds."""

CUT = " [cut here: a cell holds no more]"
NARROW, WIDE = 9, 70
HEADER = Font(name="Calibri", size=11, bold=True)
WRAPPED = Alignment(wrap_text=True, vertical="top")
# Where the cells of a sheet belong, as openpyxl writes it with lxml and without.
NO_CELLS = re.compile(rb"<sheetData ?/>")

Value = str | int | float | None
Lines = Sequence[Sequence[Value]]
Style = Callable[[str, bool, bool], int]


class _Sheet(NamedTuple):
    """The lines of a sheet, the header first, and the format of the decimals of each column."""

    lines: Lines
    formats: Sequence[str]


def write_xlsx(tables: Iterable[Table[Any]], *, title: str, program: str, date: str) -> bytes:
    """Write tables as the sheets of a workbook; equal tables give equal bytes."""
    book = Workbook()
    book.remove(book.active)
    sheets: dict[str, _Sheet] = {}
    for table in tables:
        page = book.create_sheet(table.key.replace("_", " ").capitalize())
        lines: Lines = [[*table.header(Place.SHEET)], *table.values(Place.SHEET)]
        sheets[page.title] = _Sheet(lines, [one.excel for one in table.at(Place.SHEET)])
        _set_up(page, lines)
    book.properties.creator = program
    book.properties.title = _plain(title)
    book.properties.created = book.properties.modified = datetime.fromisoformat(date)
    buffer = BytesIO()
    _BookWriter(book, _Archive(buffer, "w"), sheets).save()
    return buffer.getvalue()


class _Archive(ZipFile):
    """A ZIP whose bytes depend on the names and contents of its files alone."""

    def writestr(self, name: str, content: str | bytes) -> None:  # type: ignore[override]
        """Write a file."""
        super().writestr(undated(name), content)

    def write_parts(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file part by part."""
        with self.open(undated(name), "w") as file:
            file.writelines(parts)


class _BookWriter(ExcelWriter):  # type: ignore[misc]
    """Writes a workbook as openpyxl does, but for the cells, and no sheet to disk."""

    def __init__(self, book: Workbook, archive: _Archive, sheets: Mapping[str, _Sheet]) -> None:
        super().__init__(book, archive)
        self.sheets = sheets

    def write_worksheet(self, ws: Any) -> None:
        """Write a sheet of cells, without drawings and comments."""
        writer = _SheetWriter(ws, BytesIO())
        writer.write()
        ws._rels = writer._rels
        before, after = NO_CELLS.split(writer.out.getvalue())
        rows = _rows(ws, self.sheets[ws.title])
        parts = chain([before, b"<sheetData>"], rows, [b"</sheetData>", after])
        self._archive.write_parts(ws.path[1:], parts)
        self.manifest.append(ws)


class _SheetWriter(WorksheetWriter):  # type: ignore[misc]
    """Writes what stands around the cells of a sheet."""

    def write_dimensions(self) -> None:
        """Write where cells are."""
        self.xf.send(SheetDimension(self.ws.auto_filter.ref).to_tree())

    def write_rows(self) -> None:
        """Write where they belong."""
        self.xf.send(Element("sheetData"))


def _set_up(page: Worksheet, lines: Lines) -> None:
    """Freeze the header of a sheet, let its columns be filtered, and make them wide enough."""
    header, *rows = lines
    page.freeze_panes = "C2" if header[0] == "level" else "B2"
    page.auto_filter.ref = f"A1:{get_column_letter(len(header))}{len(lines)}"
    for number, name in enumerate(header):
        values = {row[number] for row in rows}
        longest = max([len(str(name)) + 3, *map(_length, values)])
        width = min(WIDE, max(NARROW, longest + 1))
        page.column_dimensions[get_column_letter(number + 1)].width = width


def _rows(page: Worksheet, sheet: _Sheet) -> Iterator[bytes]:
    """Yield the rows of a sheet as XML."""
    columns = [(get_column_letter(at), form) for at, form in enumerate(sheet.formats, 1)]
    style = cache(partial(_style, page))
    for number, line in enumerate(sheet.lines, 1):
        cells = [
            _cell(f"{letter}{number}", value, style, decimal=form, header=number == 1)
            for (letter, form), value in zip(columns, line, strict=True)
            if value is not None
        ]
        yield f'<row r="{number}">{"".join(cells)}</row>'.encode()


def _cell(where: str, value: str | int | float, style: Style, *, decimal: str, header: bool) -> str:
    """Return a cell as XML; a text stays a text, even if it looks like a formula."""
    if isinstance(value, str):
        text = _plain(value)
        look = style("", len(text) > WIDE or "\n" in text, header)
        said = f'<is><t xml:space="preserve">{escape(text, quote=False)}</t></is>' if text else ""
        return f'<c r="{where}" s="{look}" t="inlineStr">{said}</c>'
    look = style(decimal if isinstance(value, float) else EXCEL_COUNT, False, header)
    kind = "b" if isinstance(value, bool) else "n"
    return f'<c r="{where}" s="{look}" t="{kind}"><v>{value:.16g}</v></c>'


def _style(page: Worksheet, number_format: str, wrapped: bool, header: bool) -> int:
    """Return the number of a style in the workbook; without a number format, that of a text."""
    cell = Cell(page, 1, 1)
    if number_format:
        cell.number_format = number_format
    else:
        cell.quotePrefix = True
    if wrapped:
        cell.alignment = WRAPPED
    if header:
        cell.font = HEADER
    found: int = cell.style_id
    return found


def _length(value: str | int | float | None) -> int:
    if isinstance(value, float):
        return 8
    return 0 if value is None else max(map(len, str(value).splitlines()), default=0)


def _plain(text: str) -> str:
    """Return a text without what a workbook cannot hold; a long one is cut, and says so."""
    found = "\n".join(UNPRINTABLE.sub(" ", line) for line in text.splitlines())
    return found if len(found) <= MAX_TEXT else found[: MAX_TEXT - len(CUT)] + CUT
