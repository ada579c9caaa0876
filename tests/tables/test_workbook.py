"""Workbooks: what stands in their cells and how it looks, as openpyxl reads it."""

from __future__ import annotations

from io import BytesIO
from operator import itemgetter
from typing import Any

from openpyxl import load_workbook

from segmetrics.tables.columns import Column, Table
from segmetrics.tables.workbook import CUT, MAX_TEXT, WIDE, write_xlsx

ROWS: list[tuple[str, Any, Any]] = [
    ("item", 12345, "a & b < c > d"),
    ("item", 1 / 3, "  two\nlines "),
    ("group", None, "=SUM(A1:A9)"),
    ("group", True, "x" * (MAX_TEXT + 1)),
    ("corpus", -1e-300, "\x00bell"),
    ("corpus", 2, ""),
]


def sheet(*names: str) -> Any:
    columns: list[Column[Any]] = [Column(name, itemgetter(at)) for at, name in enumerate(names)]
    table = Table(columns=columns, rows=ROWS, key="all_rows")
    content = write_xlsx([table], title="A <title>", program="p", date="2026-01-31")
    book = load_workbook(BytesIO(content))
    assert book.properties.title == "A <title>"
    return book["All rows"]


def test_values_come_back_as_they_are() -> None:
    found = sheet("level", "number", "text")
    numbers = [cell.value for cell in found["B"]]
    assert numbers == ["number", 12345, 1 / 3, None, True, -1e-300, 2]
    assert numbers[4] is True
    said = [cell.value for cell in found["C"]]
    assert said[:4] == ["text", "a & b < c > d", "  two\nlines ", "=SUM(A1:A9)"]
    assert said[4] == "x" * (MAX_TEXT - len(CUT)) + CUT
    assert said[5:] == [" bell", None]
    assert found.dimensions == "A1:C7"


def test_looks_go_by_what_a_cell_holds() -> None:
    found = sheet("level", "number", "text")
    assert [cell.number_format for cell in found["B"]][1:3] == ["#,##0", "0.0000"]
    assert [cell.alignment.wrap_text for cell in found["C"]][1:5] == [None, True, None, True]
    assert all(cell.font.bold for cell in found[1])
    assert not any(cell.font.bold for cell in found[2])
    assert all(cell.quotePrefix for cell in found["C"])
    assert not any(cell.quotePrefix for cell in found["B"][1:])


def test_the_header_stays_in_sight_can_be_filtered_and_columns_are_wide_enough() -> None:
    found = sheet("level", "number", "text")
    assert (found.freeze_panes, found.auto_filter.ref) == ("C2", "A1:C7")
    assert sheet("name", "number", "text").freeze_panes == "B2"
    widths = [found.column_dimensions[letter].width for letter in "ABC"]
    assert widths == [len("level") + 4, len("number") + 4, WIDE]
