"""Cells of tables: none that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Any

Row = tuple[int, list[str]]
"""Number of a row, from 1 with the header and with empty rows, and its cells."""

# A spreadsheet computes a cell that starts with one of these signs; apostrophes before
# them count too, so that what was escaped can always be told from what was not.
FORMULA = re.compile(r"'*[=+\-@\t\r]")


def escaped(cell: str) -> str:
    """Write a text so that a spreadsheet takes it for a text."""
    return f"'{cell}" if FORMULA.match(cell) else cell


def unescaped(cell: str) -> str:
    """Undo `escaped`."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


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
