"""What the columns of a table are likely to hold, by their names and by their cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from segmetrics.io.column_roles import Guess

if TYPE_CHECKING:
    from segmetrics.io.table_files import Table


NO_MARK = frozenset(("", "0", "0.0", "no", "n", "nein", "non", "false", "-", "none", "i", "o"))
"""Cells that say that no boundary is there, in lower case."""

GENERIC = frozenset(
    ("boundary", "boundaries", "mark", "segment", "break", "grenze", "segmentation")
)
"""Names of columns that say what is in them, and not whose it is."""


# Rows by which a table is recognised, and the share of them that has the width of its heading.
SAMPLE = 200
MOST = 0.8
# Characters of the name of a column.
MAX_HEADING = 120


class GuessedTable(NamedTuple):
    """What the columns of a table were taken for, and whether its contents confirm it."""

    columns: tuple[Guess, ...]
    sure: bool
    why: str


def plain(name: str) -> str:
    """Return the words of the name of a column, in lower case with blanks between them."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def is_table(table: Table) -> bool:
    """Return whether rows are those of a table, rather than lines with commas in them."""
    names = [name for name in table.names if name]
    rows = table.rows[:SAMPLE]
    wide = sum(len(cells) == len(table.names) for _, cells in rows)
    return (
        len(table.names) > 1
        and len(rows) > 1
        and wide >= MOST * len(rows)
        and 2 * len(names) >= len(table.names)
        and all(len(name) <= MAX_HEADING and name[-1] not in ".;!" for name in names)
    )


def guess_columns(table: Table) -> GuessedTable | None:
    """Guess what the columns of a table hold; None if it is no table that could be mapped."""
    if not is_table(table):
        return None
    return GuessedTable(tuple(Guess("ignore", "not known") for _ in table.names), False, "")
