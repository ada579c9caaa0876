"""Tables as CSV, JSON and aligned text.

CSV and JSON hold every number at full precision, but for probabilities in CSV, see
`segmetrics.number_formats`; an undefined value is an empty cell or null.
In CSV a name that a spreadsheet would take for a formula stands behind an apostrophe. Text is
for reading: rounded, an undefined value as a dash; its numbers are ASCII, as its headings are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import segmetrics
from segmetrics.io.cells import csv_text
from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import MINUS
from segmetrics.tables.columns import Place, Table

PROGRAM = f"segmetrics {segmetrics.__version__}"
"""Name and version of the program, as every file says them."""

FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def write_csv(table: Table[Any], place: Place = Place.CSV) -> str:
    """Write a table as CSV: a header, and a row for each row."""
    return csv_text(table.header(place), table.values(place))


def write_json(data: object) -> str:
    """Write what a table holds, and what stands around it, as JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write_rows(table: Table[Any]) -> str:
    """Write a table as JSON: its rows, within what stands around them."""
    rows = table.records()
    return write_json({**table.around, "rows": rows} if table.around else rows)


def one_line(text: str) -> str:
    """Write a text so that it stays on its line."""
    return UNPRINTABLE.sub(" ", text)


def write_text(table: Table[Any], *, ruled: bool = False) -> list[str]:
    """Write the lines of a table in aligned columns; `ruled` puts lines around the items."""
    columns = table.at(Place.READING)
    lines = [[column.heading for column in columns]]
    lines += [
        [
            cell.on_one_line("+/-") if column.left else cell.on_one_line("+/-").replace(MINUS, "-")
            for cell, column in zip(cells, columns, strict=True)
        ]
        for cells in table.cells()
    ]
    written = aligned(lines, "".join("<" if column.left else ">" for column in columns))
    if ruled:
        items = [table.level(row) == "item" for row in table.rows]
        for place in reversed(range(1, len(items))):
            if items[place] != items[place - 1]:
                written.insert(place + 1, "-" * len(written[0]))
    return written


def write_zip(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of files whose bytes depend on their names and contents alone."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(undated(name), content)
    return buffer.getvalue()


def undated(name: str) -> ZipInfo:
    """Return the entry of a file in a ZIP, compressed, which does not say when it was written."""
    entry = ZipInfo(name, FIRST_DAY)
    entry.compress_type = ZIP_DEFLATED
    return entry


def aligned(lines: Sequence[Sequence[str]], sides: str = "") -> list[str]:
    """Return lines of aligned cells; in `sides`, ``<`` is left and ``>`` right."""
    clean = [[one_line(cell) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*clean, strict=True)]
    sides = sides or f"<{'>' * (len(widths) - 1)}"
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(line, sides, widths, strict=True)
        ).rstrip()
        for line in clean
    ]


def paragraphs(*parts: Sequence[str]) -> str:
    """Write the parts of a text with an empty line between them; none for an empty part."""
    return "\n".join(one_line(line) for part in parts if any(part) for line in (*part, ""))


def table_text(table: Table[Any]) -> str:
    """Write a table for a terminal: what it says, its rows, its notes, by what it was computed."""
    notes = [note if note[-1:] in ".?!" else f"{note}." for note in table.notes]
    return paragraphs([table.lead], write_text(table, ruled=True), notes, [table.signature])


TABLE_FORMATS: Mapping[str, Callable[[Table[Any]], str]] = {
    "table": table_text,
    "csv": write_csv,
    "json": write_rows,
}
"""Name of a format to its writer, for a result that is one table."""
