"""Tables of levels: a file for each coder and item, a row a unit, a column of flags a level."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from segmetrics.io.column_kinds import FLAGS
from segmetrics.io.document import Document
from segmetrics.io.parts import Found
from segmetrics.io.problems import shortened
from segmetrics.io.segmented_parts import from_marks
from segmetrics.io.table_files import in_order
from segmetrics.phrases import counted
from segmetrics.segmentation import MAX_MASS, SegmentationError

UNIT = ("par", "paragraph", "unit", "sentence", "line")
LEVEL = re.compile(r"level[ _-]?0*([0-9]{1,3})")


def recognise(document: Document) -> str | None:
    """Recognise a table of levels: a column of unit numbers, and level1, level2 and so on."""
    header = document.table.header
    levels = [name for name in header if LEVEL.fullmatch(name)]
    if header[0] not in UNIT or not levels or "coder" in header:
        return None
    return f"{document.table.kind} with {shortened(', '.join([header[0], *levels]))}"


def read(document: Document) -> Iterator[Found]:
    table = document.table
    item, coder = (document.path.stem, document.sheet) if document.sheet else (None, None)
    about: dict[str, Any] = {"item": item, "coder": coder}
    columns = [at for at, name in enumerate(table.header) if LEVEL.fullmatch(name)]
    places = {_number(table.header[at]): at for at in columns}
    if len(places) < len(columns):
        what = "two columns of one level in the header"
        raise document.wrong_header(what, "keep one of the two, or rename one")
    unread = [name for at, name in enumerate(table.names) if at and at not in columns]
    yield from document.not_read(unread)
    yield from document.wrong_if_empty()
    wrong = partial(document.problem, item=item, coder=coder)
    checked = ((row, table.wrong_cells(cells, ())) for row, cells in table.rows)
    problems = [wrong(*broken, row=row) for row, broken in checked if broken]
    rows, problems = ([], problems) if problems else in_order(wrong, 0, table.rows)
    levels = {table.header[at]: at for _, at in sorted(places.items())}
    flags: list[list[bool]] = []
    for row, cells in rows:
        with document.doubting(problems, "write 0 or 1", **about, row=row):
            flags.append([_flag(cells[at], name) for name, at in levels.items()])
    yield from problems
    if problems or not rows:
        return
    if len(rows) > MAX_MASS:
        what, fix = "more units than an item may have", "use larger units, or split the item"
        raise document.unreadable(what, fix, **about)
    begin = all(flags[0]) and not all(flags[-1])
    kept = range(1, len(flags)) if begin else range(len(flags) - 1)
    coarsest_first, against = _coarsest_first([flags[unit] for unit in kept])
    coarsest = list(levels)[0 if coarsest_first else -1]
    where = "a 1 begins a segment" if begin else "a 1 is a boundary after its unit"
    what, kind = f"the coarsest level is {coarsest}; {where}", "" if begin else "marks end"
    yield document.notice(what, **about, decides="marks", kind=kind)
    if against:
        what = f"{counted(len(against), 'row')} with a 1 at a level and a 0 at a finer one, the "
        what += "first here. Such a boundary counts at both levels"
        yield document.notice(what, **about, row=rows[kept[against[0]]][0])
    marks = {}
    for unit in kept:
        ordered = flags[unit] if coarsest_first else flags[unit][::-1]
        if any(ordered):
            marks[unit + (not begin)] = 1 + ordered.index(True)
    segmentation = from_marks(len(rows), marks, "hierarchical")
    yield document.coding(segmentation, **about, row=rows[0][0])


def _number(name: str) -> int:
    """Take the number of a level, so that level1 and level 01 are one."""
    return int(LEVEL.sub(r"\1", name))


def _flag(cell: str, name: str) -> bool:
    flag = FLAGS.get(cell)
    if flag is None:
        found = f"is {shortened(cell, 24)!r}" if cell else "is empty"
        raise SegmentationError(f"{name} {found}, not 0 or 1")
    return flag


def _coarsest_first(flags: Sequence[Sequence[bool]]) -> tuple[bool, list[int]]:
    """Decide at which end the coarsest level is, and find what contradicts it."""
    last_first = [at for at, row in enumerate(flags) if any(b and not a for a, b in pairwise(row))]
    first_first = [at for at, row in enumerate(flags) if any(a and not b for a, b in pairwise(row))]
    if len(first_first) < len(last_first):
        return True, first_first
    return False, last_first
