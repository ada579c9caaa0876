"""Long tables: CSV or TSV with a header that names the columns, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from segmetrics.io.cells import Row
from segmetrics.io.column_roles import Guess, Role
from segmetrics.io.document import Document
from segmetrics.io.formats.unit_rows import Column, columns_of, rows_of
from segmetrics.io.numbers import whole_number, whole_numbers
from segmetrics.io.parts import Coding, Found, grouped
from segmetrics.io.problems import Problem, shortened
from segmetrics.io.segmented_parts import checked_level, checked_types, from_marks
from segmetrics.segmentation import MAX_MASS, Segmentation, SegmentationError

Columns = dict[str, int]
# Item and coder of rows.
About = dict[str, Any]
Made = Coding | Problem
KINDS = (
    ("item", "coder", "masses"),
    ("item", "coder", "boundaries", "mass"),
    ("item", "coder", "segment"),
    ("item", "coder", "boundary", "mass"),
)
MARKS = ("type", "level")
# What segmentations are, by the column of what their boundaries carry.
KIND_OF = {"type": "multiple", "level": "hierarchical"}
OPTIONAL = {"segment": ("unit", "text", *MARKS), "boundary": MARKS}
ROLE_OF: dict[str, Role] = {
    "item": "item",
    "coder": "coder",
    "masses": "sizes",
    "segment": "segment",
    "unit": "unit",
    "text": "text",
}
BETWEEN_NAMES = re.compile(r"\s*[,;|]\s*|\s+")
MARK_FIX = {
    "type": "write the names of types, such as topic or task|aside",
    "level": "write a whole number; 1 is the most prominent",
}
ROW_FIX = {
    None: "correct the row: boundary 10 and mass 13 would do, for example",
    "type": "correct the row: boundary 10, mass 13 and type topic|aside would do, for example",
    "level": "correct the row: boundary 10, mass 13 and level 1 would do, for example",
}


def recognise(document: Document) -> str | None:
    """Recognise a long table by the names of its columns."""
    table = document.table
    columns = _columns(table.header)
    return f"{table.kind} with {', '.join(columns)}" if columns else None


def _columns(header: Sequence[str]) -> tuple[str, ...]:
    """Find the columns that will be read; none if it is no long table."""
    for kind in KINDS:
        if set(kind) <= set(header):
            extra = OPTIONAL.get(kind[2], ())
            return (*kind, *(name for name in extra if name in header))
    return ()


def guessed_roles(document: Document) -> list[Guess] | None:
    """Return what the columns were taken for; None where positions need their own reader."""
    header = document.table.header
    columns = _columns(header)
    return None if "mass" in columns or not set(MARKS).isdisjoint(columns) else _roles(header)


def _roles(header: Sequence[str]) -> list[Guess]:
    columns = _columns(header)
    return [
        Guess(ROLE_OF[name], "by its name")
        if name in columns and name in ROLE_OF
        else Guess("ignore", "not read")
        for name in header
    ]


def read(document: Document) -> Iterator[Found]:
    table = document.table
    header = table.header
    columns = _columns(header)
    twice = [column for column in columns if header.count(column) > 1]
    if twice:
        what = f"the column {twice[0]} is in the header twice"
        raise document.wrong_header(what, "keep one of the two")
    if {"type", "level"} <= set(columns):
        what = "both a column type and a column level"
        fix = "keep one of the two: boundaries carry either types or levels"
        raise document.wrong_header(what, fix)
    yield from document.not_read([column for column in header if column not in columns])
    yield from document.wrong_if_empty()
    at = {name: place for place, name in enumerate(header)}
    if columns[2] == "segment":
        yield from _read_units(document, at)
        return
    wrong: list[Problem] = []
    codings = grouped(rows_of(document, [at["item"]], at["coder"], wrong))
    yield from wrong
    read_kind = _read_boundaries if columns[2] == "boundary" else _read_rows
    for (item, coder), rows in codings.items():
        yield from read_kind(document, {"item": item, "coder": coder}, at, rows)


def _read_rows(document: Document, whose: About, at: Columns, rows: list[Row]) -> Iterator[Made]:
    """Read codings that take one row each."""
    fix = "correct the cells of boundaries and mass; they hold numbers such as 2 10 12 and 13"
    if "masses" in at:
        fix = "correct the cell of masses; it holds whole numbers such as 2 8 2 1"
    for row, cells in rows:
        yield document.coded(partial(_sized, at, cells), fix, **whose, row=row)


def _sized(at: Columns, cells: Sequence[str]) -> Segmentation:
    """Make a segmentation of the segment sizes of a row, or of its positions."""
    if "masses" in at:
        return Segmentation.from_masses(whole_numbers(cells[at["masses"]], "segment size"))
    mass = whole_number(cells[at["mass"]], "mass")
    positions = whole_numbers(cells[at["boundaries"]], "boundary position")
    return Segmentation.from_positions(mass, positions)


def _read_units(document: Document, at: Columns) -> Iterator[Found]:
    """Read codings that take one row a unit."""
    mark, too_many = _mark_of(at), "use larger units, or split the item"
    roles = [guess.role for guess in _roles(document.table.header)]
    for found in columns_of(document, roles, item=None, blanks=()):
        if not isinstance(found, Column):
            yield found
            continue
        whose: About = {"item": found.item, "coder": found.coder}
        make = partial(Segmentation.from_labels, found.cells)
        beside = {"row": found.rows[0][0], "texts": found.texts}
        coding = document.coded(make, too_many, **whose, **beside)
        if mark and isinstance(coding, Coding):
            wrong, places = partial(document.problem, **whose), {*coding.segmentation.boundaries}
            carried, problems = _unit_marks(wrong, mark, at[mark], found.rows, places)
            yield from problems
            segmentation = from_marks(len(found.cells), carried, KIND_OF[mark])
            coding = replace(coding, segmentation=segmentation)
            if problems:
                continue
        yield coding


def _mark_of(at: Columns) -> str | None:
    """Find the column of what boundaries carry."""
    return next((name for name in MARKS if name in at), None)


@lru_cache(maxsize=1024)  # Many boundaries carry the same.
def _read_mark(mark: str, cell: str) -> Any:
    if not cell:
        raise SegmentationError(f"the boundary has no {mark}")
    if mark == "level":
        return checked_level(whole_number(cell, "level"))
    return checked_types(BETWEEN_NAMES.split(cell))


def _unit_marks(
    wrong: Callable[..., Problem], mark: str, at: int, rows: Sequence[Row], boundaries: set[int]
) -> tuple[dict[int, Any], list[Problem]]:
    """Read what the boundaries carry from the units that follow them."""
    carried: dict[int, Any] = {}
    problems = []
    for position, (row, cells) in enumerate(rows):
        begins = position in boundaries
        if not begins and not cells[at]:
            continue
        if not begins and position:
            what = f"a {mark} at unit {position + 1}, where no segment begins"
            fix = "leave the cell empty, or give the segment that begins here another label"
            problems.append(wrong(row=row, what=what, fix=fix))
            continue
        try:
            carried[position] = _read_mark(mark, cells[at])
        except SegmentationError as error:
            what = str(error) if cells[at] else f"the segment that begins here has no {mark}"
            problems.append(wrong(row=row, what=what, fix=MARK_FIX[mark]))
    carried.pop(0, None)  # The edge of the text is no boundary.
    return carried, problems


def _read_boundaries(
    document: Document, whose: About, at: Columns, rows: list[Row]
) -> Iterator[Made]:
    """Read a coding that takes one row a boundary."""
    mark, wrong = _mark_of(at), partial(document.problem, **whose)
    problems: list[Problem] = []
    masses: dict[int, int] = {}  # to the row that first has it
    marks: dict[int, Any] = {}
    row_of: dict[tuple[int, str], int] = {}  # of each position and type
    for row, cells in rows:
        position = None
        with document.doubting(problems, ROW_FIX[mark], **whose, row=row):
            mass = whole_number(cells[at["mass"]], "mass")
            carries = cells[at[mark]] if mark else ""
            position, carried = _boundary(mass, cells[at["boundary"]], mark, carries)
            if masses.setdefault(mass, row) == row and len(masses) > 1:
                before, its_row = next(iter(masses.items()))
                what = f"mass {mass}, but {before} in row {its_row}"
                problems.append(wrong(what=what, fix="give all rows of a coding one mass", row=row))
            if position is None and len(rows) > 1:
                what = "no boundary in this row, but the coding has other rows"
                fix = "delete the row; only a coding without boundaries has a row without one"
                problems.append(wrong(what=what, fix=fix, row=row))
        if position is None:
            continue
        for name in sorted(carried) if mark == "type" else [""]:
            if row_of.setdefault((position, name), row) != row:
                which = f"type {shortened(name, 24)} of the " if name else ""
                what = f"{which}boundary at {position} is given twice"
                what += f", first in row {row_of[position, name]}"
                fix = "keep one of the two; perhaps the coder is in the file twice"
                problems.append(wrong(what=what, fix=fix, row=row))
        several = mark == "type" and position in marks
        marks[position] = marks[position] | carried if several else carried
    if problems:
        yield from problems
        return
    (mass,) = masses
    if mark:
        segmentation = from_marks(mass, marks, KIND_OF[mark])
    else:
        segmentation = Segmentation.from_positions(mass, marks)
    yield document.coding(segmentation, **whose, row=rows[0][0])


def _boundary(mass: int, cell: str, mark: str | None, carries: str) -> tuple[int | None, Any]:
    """Read the position of a boundary, None if the cell is empty, and what it carries."""
    if not cell:
        Segmentation(mass, ())
        if carries:
            raise SegmentationError(f"a {mark}, but no boundary")
        return None, None
    position = whole_number(cell, "boundary position")
    if not 0 < position < mass <= MAX_MASS:
        Segmentation(mass, (position,))  # says what is wrong
    return position, _read_mark(mark, carries) if mark else None
