"""Tables of times as programs and people write them, with begin and end in seconds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, pairwise

from segmetrics.io.cells import MISSING
from segmetrics.io.clock_times import DATED, DAY, dated
from segmetrics.io.segment_columns import (
    MINUTES,
    SAMPLE,
    SECONDS,
    edge_called,
    touch,
    words_of,
)
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted

CLOCK = re.compile(r"\d{1,3}:[0-5]?\d(?:[.,]\d+)?")
STRETCH = re.compile(r"([\d:.,]*\d)\s*(?:[-–—]|to|bis|à|a)\s*(\d[\d:.,]*)")
DECIMAL = re.compile(r"\d{1,4}(?:\.\d*)?")
# The columns of tables that ELAN exports with a column for each tier.
OF_TIERS = re.compile(r"(?:begin time|end time|duration)(?: - .+)?")
EDGES = ("begin time", "end time")
TIER = ("tier", "label")


def prepared(table: FileTable) -> FileTable:
    """Return a table with a row a segment, seconds for dates, one column of times and no units."""
    table = tiers_in_rows(table) or table
    first = table.rows[0][1] if table.rows else []
    units = any(first) and all(not cell or cell[0] + cell[-1] == "[]" for cell in first)
    below = replace(table, rows=table.rows[1:]) if units else table
    return since_the_first(_of_minutes(_with_clock(_with_edges(below))))


def _with_edges(table: FileTable) -> FileTable:
    """Return a table with begin and end for a column of stretches, ``0:00-1:20`` or ``4-9``."""
    for at, name in enumerate(table.names):
        if not all(map(STRETCH.fullmatch, table.column(at, SAMPLE))):
            continue
        known = [one for one in map(STRETCH.fullmatch, table.column(at)) if one]
        times = all(":" in one[1] and ":" in one[2] for one in known)
        whole = (one.groups() for one in known if all(map(str.isdecimal, one.groups())))
        units = [tuple(map(int, one)) for one in whole]
        firsts = [(one, other) for one, other in pairwise(units) if other[0] > 1]
        follow = len(units) == len(known) and all(b[0] == a[1] + 1 for a, b in firsts)
        if len(known) < max(len(table.rows), 3) or not (times or (firsts and follow)):
            continue
        said = f"the column {name} is read as begin and end"
        edges = (one.groups() for one in known)
        return _replaced(table, slice(at, at + 1), ("begin", "end"), edges, said)
    return table


def _replaced(
    table: FileTable,
    place: slice,
    names: Sequence[str],
    cells: Iterable[Sequence[str]],
    said: str,
) -> FileTable:
    """Return a table with other columns in the place of some, and say what they are."""
    above, below = slice(place.start), slice(place.stop, None)
    rows = [
        (row, [*of[above], *new, *of[below]])
        for (row, of), new in zip(table.rows, cells, strict=True)
    ]
    every = (*table.names[above], *names, *table.names[below])
    return replace(table, names=every, rows=rows, said=(*table.said, said))


def _of_minutes(table: FileTable) -> FileTable:
    """Return a table with times with colons for minutes, ``1.05`` of one called (min.sec) too."""
    largest = any("max" in words_of(name) for name in table.names)  # min is none of minutes then
    for at, name in enumerate(table.names):
        words = words_of(name)
        rest = " ".join(word for word in words if word not in MINUTES | SECONDS | {"mm"})
        if not MINUTES & set(words[1:]) or not edge_called(rest) or largest:
            continue
        cells = {cell for cell in table.column(at) if cell.lower() not in MISSING}
        known = filter(DECIMAL.fullmatch, cells)
        parted = {cell: cell.partition(".") for cell in known}
        written = {cell: (of[0] or "0", of[2].ljust(2, "0")) for cell, of in parted.items()}
        if len(written) < len(cells):
            continue
        if SECONDS & set(words):
            if any(int(of) >= 60 for _, of in written.values()):
                continue  # they are no seconds
            told = {cell: ":".join(of) for cell, of in written.items()}
        else:
            told = {cell: str(round(60 * float(cell), 6)) for cell in cells}
            digits = [cell.partition(".")[2] for cell in cells]
            seconds = all(int(of) < 60 for _, of in written.values())
            if seconds and max(map(len, digits), default=0) == 2:
                some = next(cell for cell in sorted(cells) if len(cell.partition(".")[2]) == 2)
                doubt = f"{some} in the column {name} is minutes and hundredths, or minutes and "
                table = replace(table, doubt=f"{doubt}seconds")
            rest = f"{rest} (s)"
        place = slice(at, at + 1)
        times = [[told.get(cell, cell) for cell in of[place]] for _, of in table.rows]
        table = _replaced(table, place, [rest], times, f"the column {name} is read as minutes")
    return table


def _with_clock(table: FileTable) -> FileTable:
    """Return a table with one column of times wherever minutes stand beside their seconds."""
    names = table.names
    for at, (one, other) in enumerate(pairwise(map(words_of, names))):
        what = [word for word in one if word not in MINUTES]
        called = (
            {*one} & MINUTES
            and {*other} & SECONDS
            and what == [word for word in other if word not in SECONDS]
        )
        pairs = [cells[at : at + 2] for _, cells in table.rows if len(cells) == len(names)]
        clock = all(CLOCK.fullmatch(":".join(pair)) or not any(pair) for pair in pairs)
        large = any(len(seconds) > 1 for _, seconds in pairs)  # no flags, nor a few segments
        if called and clock and large:
            place = slice(at, at + 2)
            said = f"the columns {names[at]} and {names[at + 1]} are read as one time"
            times = [[":".join(filter(None, of[place]))] for _, of in table.rows]
            name = " ".join(dict.fromkeys([*what, "time"]))
            return _with_clock(_replaced(table, place, [name], times, said))
    return table


def since_the_first(table: FileTable, places: Iterable[int] = ()) -> FileTable:
    """Return a table with seconds for dates: in chosen columns, or in two of a day that touch."""
    width = len(table.names)
    of_columns: dict[int, list[datetime]] = {}
    for at in places or range(width):
        cells = [cells[at] for _, cells in table.rows if len(cells) == width]
        dates = [dated(cell) for cell in cells] if all(map(DATED.match, cells[:SAMPLE])) else []
        if dates and None not in dates:
            of_columns[at] = [one for one in dates if one]
    try:
        first, last = min(chain(*of_columns.values())), max(chain(*of_columns.values()))
    except (TypeError, ValueError):  # none, or some with a zone alone
        return table
    lasting = (last - first).total_seconds()
    since = [[(one - first).total_seconds() for one in of] for of in of_columns.values()]
    of_day = lasting <= DAY and len(since) == 2
    if not places and not (of_day and touch(list(zip(*since, strict=True)))):
        return table
    rows = [(row, list(cells)) for row, cells in table.rows]
    for at, of_column in zip(of_columns, since, strict=True):
        whole = (cells for _, cells in rows if len(cells) == width)
        for whole_row, seconds in zip(whole, of_column, strict=True):
            whole_row[at] = str(round(seconds, 6))
    names = tuple(
        f"{name} (s)" if at in of_columns else name for at, name in enumerate(table.names)
    )
    said = f"times are dates, the first {first}: those of an item are counted from its first one"
    return replace(table, names=names, rows=rows, said=(*table.said, said), since=first)


def tiers_in_rows(table: FileTable) -> FileTable | None:
    """Return the table with a row for each annotation and a column that names its tier.

    Only if two tiers stand alone in some rows: those that begin and end together share one.
    """
    times = [at for at, name in enumerate(table.header) if OF_TIERS.fullmatch(name)]
    tiers = [at for at in range(len(table.names)) if at not in times]
    edges = all(any(table.header[at].startswith(edge) for at in times) for edge in EDGES)
    if not edges or len(tiers) < 2 or not all(table.names) or TIER[0] in table.header:
        return None
    filled = [_filled(cells, tiers) for _, cells in table.rows]
    if len({tier for tier, *others in filter(None, filled) if not others}) < 2:
        return None
    names = (*(table.names[at] for at in times), *TIER)
    rows = [
        (row, [*(cells[at] for at in times), table.names[tier], cells[tier]])
        for (row, cells), of_row in zip(table.rows, filled, strict=True)
        for tier in of_row
    ]
    empty = filled.count([])
    said = f"not read: {counted(empty, 'row')} without an annotation"
    return replace(table, names=names, rows=rows, said=(*table.said, *[said] * bool(empty)))


def _filled(cells: Sequence[str], tiers: Sequence[int]) -> list[int]:
    return [at for at in tiers if at < len(cells) and cells[at]]
