"""Tables as an Excel workbook: a sheet for each, numbers as numbers, names as text.

Numbers have 16 significant digits, which is what openpyxl writes. Nothing is written to disk
on the way: names and texts would stand there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import EXCEL_COUNT, EXCEL_DECIMAL
from segmetrics.tables.columns import Place, Table
from segmetrics.tables.plain import write_zip

MAX_TEXT = 32_767
"""Characters that a cell of Excel holds."""

CUT = " [cut here: a cell holds no more]"
NARROW, WIDE = 9, 70
HEADER = Font(name="Calibri", size=11, bold=True)
WRAPPED = Alignment(wrap_text=True, vertical="top")


def write_xlsx(tables: Iterable[Table[Any]], *, title: str, program: str, date: str) -> bytes:
    """Write tables as the sheets of a workbook; equal tables give equal bytes."""
    book = Workbook()
    book.remove(book.active)
    for table in tables:
        _add(book, table)
    book.properties.creator = program
    book.properties.title = _plain(title)
    book.properties.created = book.properties.modified = datetime.fromisoformat(date)
    buffer = BytesIO()
    _InMemory(book, ZipFile(buffer, "w")).save()
    with ZipFile(buffer) as archive:
        return write_zip({name: archive.read(name) for name in archive.namelist()})


class _InMemory(ExcelWriter):  # type: ignore[misc]
    """Writes a workbook as openpyxl does, but no sheet into a temporary file first."""

    def write_worksheet(self, ws: Any) -> None:
        """Write a sheet of cells, without drawings and comments."""
        writer = WorksheetWriter(ws, BytesIO())
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], writer.out.getvalue())
        self.manifest.append(ws)


def _add(book: Workbook, table: Table[Any]) -> None:
    page = book.create_sheet(table.key.replace("_", " ").capitalize())
    header, rows = table.header(Place.SHEET), table.values(Place.SHEET)
    for number, values in enumerate((header, *rows), 1):
        for column, value in enumerate(values, 1):
            if value is not None:
                _set(page.cell(number, column), value)
    for cell in page[1]:
        cell.font = HEADER
    page.freeze_panes = page.cell(2, 3 if header[0] == "level" else 2)
    page.auto_filter.ref = page.dimensions
    for column, name in enumerate(header):
        longest = max([len(name) + 3, *(_length(row[column]) for row in rows)])
        width = min(WIDE, max(NARROW, longest + 1))
        page.column_dimensions[get_column_letter(column + 1)].width = width


def _set(cell: Any, value: str | int | float) -> None:
    """Write a value into a cell; a text stays a text, even if it looks like a formula."""
    if isinstance(value, str):
        text = _plain(value)
        cell.value = text
        cell.data_type = "s"
        cell.quotePrefix = True
        if len(text) > WIDE or "\n" in text:
            cell.alignment = WRAPPED
        return
    cell.value = value
    cell.number_format = EXCEL_DECIMAL if isinstance(value, float) else EXCEL_COUNT


def _length(value: str | int | float | None) -> int:
    if isinstance(value, float):
        return 8
    return 0 if value is None else max(map(len, str(value).splitlines()), default=0)


def _plain(text: str) -> str:
    """Return a text without what a workbook cannot hold; a long one is cut, and says so."""
    found = "\n".join(UNPRINTABLE.sub(" ", line) for line in text.splitlines())
    return found if len(found) <= MAX_TEXT else found[: MAX_TEXT - len(CUT)] + CUT
