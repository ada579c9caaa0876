"""Where a table begins and ends in its sheet, and how many rows of headings it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from segmetrics.io.cells import MISSING, Row
from segmetrics.io.clock_times import DATED
from segmetrics.io.column_names import is_generic
from segmetrics.io.table_blocks import NUMBER, is_total

MOST_ASIDE = 20  # rows above a heading, and below a table, at most
SAMPLE = 200  # rows by which the width of a table is known
SETTING = re.compile(r"[^\W\d][\w ]{0,30}: *\S")  # what a row of a setting begins with
FEW = 4  # rows from which on one of words above numbers is told from a row with errors
OF_CODINGS = frozenset(("coder", "masses"))


class Edges(NamedTuple):
    """A table in its sheet."""

    names: tuple[str, ...]
    header_row: int
    rows: list[Row]
    aside: tuple[int, ...]


def find_edges(rows: list[Row]) -> Edges:
    """Find the heading of a table and its rows; what is aside are the numbers of other rows."""
    wide = max(len(cells) for _, cells in rows) > 1  # a comment is as ``# made in May``
    remarks = {
        n for n, of in rows if wide and len(of[0]) > 1 and of[0][0] == "#" and not any(of[1:])
    }
    rows = [row for row in rows if row[0] not in remarks] if len(remarks) < len(rows) else rows
    settings = _settings(rows)
    remarks |= {number for number, _ in rows[:settings]}
    rows = rows[settings:]
    start = _start(rows)
    end = _end(rows, start)
    heading = [rows[start][1]]
    if _is_second_heading(rows[start : start + 3]):
        heading.append(rows[start + 1][1])
    first = start + len(heading)
    described = _describes(rows[first:end])
    others = [*rows[:start], *rows[first : first + described], *rows[end:]]
    aside = tuple(sorted([*remarks, *(number for number, _ in others)]))
    return Edges(_names(heading), rows[first - 1][0], rows[first + described : end], aside)


def _settings(rows: Sequence[Row]) -> int:
    """Count the rows above a table that say how it was made, such as ``Movie: a.mp4``."""
    usual, count = median(len(cells) for _, cells in rows[-SAMPLE:]), 0
    for _, cells in rows[:MOST_ASIDE]:
        if len(cells) == usual or not SETTING.match(cells[0]):
            break
        count += 1
    return count if count < len(rows) - 2 else 0


def _describes(rows: Sequence[Row]) -> bool:
    """Return whether the first row says of all numbers below it what they are, or from when."""
    if len(rows) < FEW:
        return False
    first, *below = _as_wide(*(cells for _, cells in rows[:SAMPLE]))
    columns = zip(first, *below, strict=True)
    said = [name for name, *cells in columns if all(map(NUMBER.fullmatch, cells))]
    return len(said) > 1 and all(map(_is_said, said))


def _is_said(cell: str) -> bool:
    """Return whether a cell is words or a date, rather than a value that is missing."""
    words = any(map(str.isalpha, cell)) and cell.lower() not in MISSING
    return words or bool(DATED.match(cell))


def _filled(cells: Sequence[str]) -> int:
    return sum(map(bool, cells))


def _start(rows: Sequence[Row]) -> int:
    """Find the row of the heading: the first that is about as wide as the rows below it."""
    behind = _behind_titles(rows)
    if behind:
        return behind
    width = median(_filled(cells) for _, cells in rows[:SAMPLE])
    for start, (number, cells) in enumerate(rows[: MOST_ASIDE + 1]):
        filled = [cell for cell in cells if cell]
        if start + 2 > len(rows) or any(map(NUMBER.fullmatch, filled)):
            return 0
        gap = rows[start + 1][0] > number + 1
        apart = gap and (2 * len(filled) <= width or _names_less(rows[start : start + SAMPLE]))
        if len(filled) > 1 and not apart:
            return start if len(filled) >= 0.6 * min(width, 4) else 0
    return 0


def _behind_titles(rows: Sequence[Row]) -> int:
    """Find a heading behind an empty row, with narrow rows above it, numbers in them too."""
    for at in range(1, min(MOST_ASIDE, len(rows) - 2)):
        (before, _), (number, cells), (after, below) = rows[at - 1 : at + 2]
        if number == before + 1 or after > number + 1 or any(map(NUMBER.fullmatch, cells)):
            continue
        narrow = all(2 * _filled(above) <= _filled(cells) for _, above in rows[:at])
        columns = zip(cells, below, strict=False)
        named = any(name and NUMBER.fullmatch(cell) for name, cell in columns)
        if narrow and named and 2 * _filled(cells) > _filled(below):
            return at
    return 0


def _names_less(rows: Sequence[Row]) -> bool:
    """Return whether a row leaves a column without a name that the next row names."""
    (_, upper), (_, lower), *below = rows
    if len(below) < 2 or any(map(NUMBER.fullmatch, lower)) or _filled(lower) < 2:
        return False
    upper, lower, *others = _as_wide(upper, lower, *(cells for _, cells in below))
    return any(
        name and not above and 2 * sum(bool(cells[at]) for cells in others) > len(others)
        for at, (above, name) in enumerate(zip(upper, lower, strict=True))
    )


def _end(rows: Sequence[Row], start: int) -> int:
    """Find the row behind the table: totals stand right below it, comments behind a blank row."""
    last = len(rows) - 1
    if not OF_CODINGS.isdisjoint(cell.lower() for cell in rows[start][1]):
        return _comments(rows, start)  # Total is the name of an item
    if is_total(rows[last][1]) and last > start + 1:
        return last
    end = _comments(rows, start)
    return end - 1 if is_total(rows[end - 1][1]) and end > start + 2 else end


def _comments(rows: Sequence[Row], start: int) -> int:
    """Find the row where comments begin, behind the first empty row; or the end of all rows."""
    gaps = (at for at in range(start + 2, len(rows)) if rows[at][0] > rows[at - 1][0] + 1)
    gap = next(gaps, len(rows))
    width = median(_filled(cells) for _, cells in rows[start : start + SAMPLE])
    are_comments = len(rows) - gap <= MOST_ASIDE and all(
        2 * _filled(cells) <= max(width, 2) and not any(map(NUMBER.fullmatch, cells))
        for _, cells in rows[gap:]
    )
    return gap if are_comments else len(rows)


def _as_wide(*rows: Sequence[str]) -> list[list[str]]:
    """Return rows with blank cells, all as wide as the widest."""
    width = max(map(len, rows))
    return [[*cells, *[""] * (width - len(cells))] for cells in rows]


def _is_second_heading(rows: Sequence[Row]) -> bool:
    """Return whether names stand in a second row, below a cell that is merged over them."""
    if len(rows) < 3:
        return False
    upper, lower, below_both = _as_wide(*(cells for _, cells in rows[:3]))
    # A word above numbers is a name, and no row of the table has a word in that column.
    named = not any(map(NUMBER.fullmatch, lower)) and any(
        name and NUMBER.fullmatch(cell) for name, cell in zip(lower, below_both, strict=True)
    )
    spans = 0
    for at, (above, below) in enumerate(zip(upper, lower, strict=True)):
        spanning = bool(above) and at + 1 < len(upper) and not upper[at + 1] and bool(lower[at + 1])
        if above and not spanning and below not in ("", above) and not named:
            return False
        if (not above or spanning) and (not below or NUMBER.fullmatch(below)):
            return False
        spans += spanning
    return spans > 0


def _names(heading: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Name the columns, by both rows of a heading where the second says too little."""
    if len(heading) == 1:
        return tuple(heading[0])
    upper, lower = _as_wide(*heading)
    names = []
    above = ""
    for high, low in zip(upper, lower, strict=True):
        above = high or above
        if not low or low == high:
            names.append(high)
        elif lower.count(low) == 1:
            names.append(low)
        else:
            names.append(above if is_generic(low.lower()) else f"{above} {low}")
    return tuple(names)
