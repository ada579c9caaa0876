"""Cells of tables: none that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from segmetrics.paths import ROOT

# Number of a row, from 1 with the header and with empty rows, and its cells.
Row = tuple[int, list[str]]
# A spreadsheet computes a cell that starts with such a sign, or a wide one, or has it behind a
# semicolon that may separate cells. Apostrophes before it count, to tell what was escaped.
FORMULA = re.compile(r"(^|;)('*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")

MISSING = frozenset(("", "n/a", "na", "nan", "none", "null", "(null)", "-"))  # in lower case


def escaped(cell: str) -> str:
    """Write a text so that a spreadsheet takes it for a text."""
    return FORMULA.sub(r"\1'\2", cell)


def unescaped(cell: str) -> str:
    """Undo `escaped`."""
    return FORMULA.sub(lambda found: found[1] + found[2].removeprefix("'"), cell)


class _Lines(list[str]):
    """The lines of a table, for a writer to write to."""

    write = list.append


def csv_text(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    r"""Write a table as CSV."""
    # With its own line ends the writer puts quotes around cells with either line break.
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([escaped(cell) if isinstance(cell, str) else cell for cell in row])
    return "".join(line[:-2] + "\n" for line in lines)


def workbook_files(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> dict[str, bytes]:
    """Write a table as the files of a workbook of Excel: numbers as numbers, texts as texts."""
    with (ROOT / "data" / "workbook.toml").open("rb") as file:
        known = tomllib.load(file)
    parts = {name: text.format(**known["schemas"]) for name, text in known["files"].items()}
    opening = f'<worksheet xmlns="{known["schemas"]["sheet"]}"><sheetData>'
    lines = "".join(f"<row>{''.join(_sheet_cells(row))}</row>" for row in ([*header], *rows))
    parts["xl/worksheets/sheet1.xml"] = f"{opening}{lines}</sheetData></worksheet>"
    declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return {name: f"{declared}{text}".encode() for name, text in parts.items()}


def _sheet_cells(row: Iterable[Any]) -> Iterator[str]:
    for cell in row:
        if isinstance(cell, str):
            text = escape(escaped(cell), quote=False).replace("\r", "&#13;")
            said = f'<is><t xml:space="preserve">{text}</t></is>' if text else ""
            yield f'<c t="inlineStr">{said}</c>'
        else:
            yield f"<c><v>{cell!r}</v></c>"
