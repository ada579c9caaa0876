"""Wide tables: a column for each coder, a row for each unit.

Columns named ``item``, ``unit`` (its number), and ``text`` may stand among those of the
coders; every other column with a name is a coder. Without ``item`` the item is named as
the file is, or as the sheet of a workbook with several.

A cell holds the label of the segment that the unit is in, and a boundary lies wherever
the label changes. If all cells of all coders are 0 or 1 (or false and true), they are
flags of boundaries instead, and the whole file is taken in one way:

* A 1 is at the first unit of every coding, and not at the last unit of every one: a 1
  says that a segment begins at its unit.
* Else a 1 says that a boundary lies after its unit; at the last unit it says nothing.

Without those names a table is recognised by its cells: flags, or segment numbers that start
at 0 or 1 and stay or rise by one from row to row. A first column that counts the rows, as
``paragraph`` does, numbers the units and is no coder.

A coder whose cells of an item are all empty did not code this item.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from segmetrics.io.column_roles import Guess
from segmetrics.io.limits import MAX_CODERS
from segmetrics.io.parts import Coding
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.table_files import always_changes, in_order
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from segmetrics.io.document import Beside, Document
    from segmetrics.io.table_files import Row, Table


BESIDE_CODERS = ("item", "unit", "text")
# Columns of other tables: a table that has one of them is no wide table.
OF_OTHERS = {"coder", "masses", "boundaries", "boundary", "mass", "segment", "type", "level"}
FLAGS = dict.fromkeys(["0", "0.0", "false", "False", "FALSE"], False) | dict.fromkeys(
    ["1", "1.0", "true", "True", "TRUE"], True
)
"""What a flag of a boundary may look like."""
# What people call a column that numbers the units; others are believed beside two coders.
UNITS = frozenset(
    {"#", "no", "no.", "nr", "nr.", "number", "id", "index", "pos", "position", "row", "line"}
    | {"para", "paragraph", "sent", "sentence", "clause", "edu", "turn", "utt", "utterance"}
    | {"word", "block", "absatz", "satz", "zeile"}
)
# Of a segment number.
MAX_DIGITS = 10
# Number up to which a column counts rows by chance.
SHORT = 3
# Rows from which on a table in which no two rows agree is no coding.
MANY_ROWS = 10


@dataclass(frozen=True, slots=True)
class _Column:
    """What one coder has in the rows of one item."""

    item: str
    coder: str
    row: int
    cells: tuple[str, ...]
    texts: tuple[str, ...] | None


def recognise(document: Document, beside: Beside) -> str | None:
    """Recognise a wide table: by a column item, unit or text, or by what its cells are."""
    del beside
    table = document.table
    roles = _roles(table)
    coders = _coders(roles)
    if not coders or not OF_OTHERS.isdisjoint(table.header):
        return None
    columns = [_filled(table, at) for at in coders.values()]
    columns = [column for column in columns if column]
    changing = bool(columns) and all(map(always_changes, columns))
    known = [name for name in BESIDE_CODERS if name in table.header]
    if known:
        if changing and "item" not in known and len(table.rows) >= MANY_ROWS:
            raise Unreadable(_no_segments(document, coders))
        return f"{table.kind} with {', '.join(known)} and a column for each coder"
    counter = _counter(table)
    named = counter is not None and table.header[counter] in UNITS
    if not columns or (counter is not None and not named and len(coders) < 2):
        return None
    if all(_are_flags(set(column)) for column in columns):
        return f"{table.kind} of 0 and 1"
    if (named or len(coders) > 1) and all(map(_are_numbers, columns)) and not changing:
        return f"{table.kind} with a segment number for each unit and coder"
    return None


def _roles(table: Table) -> tuple[str, ...]:
    """Name the columns: item, unit and text in lower case, coders as they are."""
    roles = [
        low if low in BESIDE_CODERS else name
        for name, low in zip(table.names, table.header, strict=True)
    ]
    counter = _counter(table)
    if counter is not None:
        # Numbers from 0 say no more than the order of the rows.
        roles[counter] = "unit" if table.rows[0][1][counter] == "1" else ""
    return tuple(roles)


def guessed_roles(document: Document) -> list[Guess]:
    """Return what the columns were taken for."""
    table = document.table
    roles = _roles(table)
    places = _coders(roles).values()
    cells = [cell for at in places for cell in _filled(table, at)]
    coded = Guess("mark", "0 and 1") if _are_flags(set(cells)) else Guess("segment", "a coder's")
    named: dict[str, Guess] = {
        "item": Guess("item", "by its name"),
        "unit": Guess("unit", "by its name" if "unit" in table.header else "counts the rows"),
        "text": Guess("text", "by its name"),
        "": Guess("ignore", "no name, or counts from 0"),
    }
    return [named.get(role, coded) for role in roles]


def _coders(roles: Iterable[str]) -> dict[str, int]:
    """Find the columns of coders: all with a name that says nothing else."""
    return {name: at for at, name in enumerate(roles) if name and name not in BESIDE_CODERS}


def _counter(table: Table) -> int | None:
    """Find the column that counts the rows, of the whole table or of each item."""
    header = table.header
    at = 1 if header[0] == "item" else 0
    if "unit" in header or at >= len(header) or not header[at] or header[at] in BESIDE_CODERS:
        return None
    others = [name for name in header if name not in ("", header[at], *BESIDE_CODERS)]
    item, number, most = "", -1, 0
    for _, cells in table.rows:
        if len(cells) <= at:
            return None
        if number < 0 or (at and cells[0] != item):
            item, number = cells[0], int(cells[at] != "0")
        if cells[at] != str(number):
            return None
        number += 1
        most = max(most, number)
    # Else it is rather one of the coders, who made every unit a segment.
    alike = _without_digits(header[at]) in map(_without_digits, others)
    believed = header[at] in UNITS or (most > SHORT and not alike)
    return at if table.rows and others and believed else None


def _without_digits(name: str) -> str:
    return re.sub(r"[0-9]+", "", name)


def _filled(table: Table, at: int) -> list[str]:
    return [cells[at] for _, cells in table.rows if at < len(cells) and cells[at]]


def _are_numbers(column: Sequence[str]) -> bool:
    """Return whether cells number segments: from 0 or 1, each as the one before or one more."""
    if not all(cell.isdecimal() and len(cell) < MAX_DIGITS for cell in column):
        return False
    numbers = [int(cell) for cell in column]
    return numbers[0] in (0, 1) and all(
        after - before in (0, 1) for before, after in pairwise(numbers)
    )


def _no_segments(document: Document, coders: Iterable[str]) -> Problem:
    what = f"each row differs from the row before in every column: {shortened(', '.join(coders))}"
    return Problem(
        file=document.name,
        row=document.table.header_row,
        what=f"{what}; that looks like a transcript or a list of times, and no column says which "
        "units belong together",
        fix="bring a table with a column for each coder that holds the segment of each unit",
    )


def _are_flags(cells: Iterable[str]) -> bool:
    return all(cell in FLAGS for cell in cells)


def read(document: Document, beside: Beside) -> Iterator[Coding | Notice]:
    """Read a wide table."""
    del beside
    file, table = document.name, document.table
    names = _roles(table)
    twice = [name for name, times in Counter(names).items() if name and times > 1]
    if twice:
        what = f"the column {shortened(twice[0])} is in the header twice"
        yield table.wrong_header(file, what, "keep one of the two, or rename one")
        return
    coders = len(_coders(names))
    if coders > MAX_CODERS:
        what = f"columns of {coders:,} coders, and at most {MAX_CODERS:,} are allowed"
        yield table.wrong_header(file, what, "open the columns in several parts")
        return
    if "" in table.names:
        what = "not read: a column without a name"
        yield Notice(file=file, row=table.header_row, what=what)
    counter = _counter(table)
    if counter is not None and table.header[counter] not in UNITS:
        what = f"the column {shortened(table.names[counter])} counts the rows: it numbers the units"
        yield Notice(file=file, row=table.header_row, what=what)
    yield from table.wrong_if_empty(file)
    columns: list[_Column] = []
    for found in _columns(file, table, names, document.item):
        if isinstance(found, _Column):
            columns.append(found)
        else:
            yield found
    yield from _codings(file, columns)


def _columns(
    file: str, table: Table, names: Sequence[str], only_item: str
) -> Iterator[_Column | Notice]:
    """Gather what each coder has in each item, in the order of its units."""
    coders, at = _coders(names), {name: place for place, name in enumerate(names)}
    blocks: dict[str, list[list[Row]]] = {}
    before: str | None = None
    for number, cells in table.rows:
        item = only_item
        if "item" in at:
            item = cells[at["item"]] if at["item"] < len(cells) else ""
        wrong = partial(Problem, file=file, row=number, item=item)
        whole = table.wrong_cells(cells, coders.values())
        if whole:
            what, fix = whole
            yield wrong(what=what, fix=fix)
        elif not item:
            yield wrong(what="the cell of item is empty", fix="fill it in")
        elif tuple(cells) == table.names:
            fix = "delete this row; if two files were joined, keep each item once"
            yield Problem(file=file, row=number, what="the header comes again", fix=fix)
        else:
            of_item = blocks.setdefault(item, [])
            if item != before:
                of_item.append([])
            of_item[-1].append((number, cells))
            before = item
    rows = [cells for of_item in blocks.values() for _, cells in chain(*of_item)]
    unfilled = [coder for coder, place in coders.items() if not any(row[place] for row in rows)]
    if rows and unfilled:
        what = f"no cell is filled in the columns {shortened(', '.join(unfilled))}"
        yield Notice(file=file, what=what)
    for item, of_item in blocks.items():
        yield from _of_item(file, item, coders, at, of_item)


def _of_item(
    file: str, item: str, coders: dict[str, int], at: dict[str, int], blocks: list[list[Row]]
) -> Iterator[_Column | Problem]:
    wrong = partial(Problem, file=file, item=item)
    rows = list(chain.from_iterable(blocks))
    first = rows[0][0]
    if "unit" in at:
        rows, misnumbered = in_order(wrong, at["unit"], rows)
        if misnumbered:
            yield from misnumbered
            return
    elif len(blocks) > 1:
        what = f"other items lie between this row and row {blocks[0][-1][0]} of the item"
        fix = "keep its rows together, or number the units in a column unit"
        yield wrong(row=blocks[1][0][0], what=what, fix=fix)
        return
    texts = tuple(cells[at["text"]] for _, cells in rows) if "text" in at else ()
    coded = False
    for coder, place in coders.items():
        column = tuple(cells[place] for _, cells in rows)
        missing = [row for (row, _), cell in zip(rows, column, strict=True) if not cell]
        coded = coded or len(missing) < len(rows)
        if not missing:
            yield _Column(item, coder, first, column, texts if any(texts) else None)
        elif len(missing) < len(rows):
            units = f"{counted(len(missing), 'unit')}"
            yield wrong(
                coder=coder,
                row=min(missing),
                what=f"{units} without a segment, the first in this row",
                fix="fill in all cells of the coder in this item, or none; "
                "delete the column if it is no coder's",
            )
    if not coded:
        yield wrong(row=first, what="no coder has a segment in this item", fix="fill in the cells")


def _codings(file: str, columns: Sequence[_Column]) -> Iterator[Coding | Notice]:
    """Make segmentations of columns, all of labels or all of flags."""
    flags = [column for column in columns if _are_flags(set(column.cells))]
    as_flags = len(flags) == len(columns) > 0
    begin = as_flags and begin_segments((column.cells[0], column.cells[-1]) for column in flags)
    if as_flags:
        yield Notice(file=file, what=_said(flags, begin=begin))
    for coder in {} if as_flags else dict.fromkeys(column.coder for column in flags):
        what = "cells of 0 and 1 alone, beside other labels; they are read as labels"
        yield Notice(file=file, coder=coder, what=what)
    for column in columns:
        try:
            if as_flags:
                segmentation = flagged([FLAGS[c] for c in column.cells], begin=begin)
            else:
                segmentation = Segmentation.from_labels(column.cells)
        except SegmentationError as error:
            yield Problem(
                file=file,
                item=column.item,
                coder=column.coder,
                row=column.row,
                what=str(error),
                fix="use larger units, or split the item",
            )
            continue
        yield Coding(
            file=file,
            item=column.item,
            coder=column.coder,
            segmentation=segmentation,
            row=column.row,
            texts=column.texts,
        )


def begin_segments(edges: Iterable[tuple[str, str]]) -> bool:
    """Decide whether flags say that a segment begins at a unit, or that one ends there."""
    firsts, lasts = zip(*((FLAGS[first], FLAGS[last]) for first, last in edges), strict=True)
    return all(firsts) and not all(lasts)


def flagged(flags: Sequence[bool], *, begin: bool) -> Segmentation:
    """Make a segmentation of a flag for each unit."""
    return Segmentation.from_bits(flags[1:] if begin else flags[:-1])


def _said(columns: Sequence[_Column], *, begin: bool) -> str:
    """Return how flags were taken, and whether the file shows that it is right."""
    if begin:
        return "0 and 1 are flags: a 1 begins a segment, as the first unit of every coding has one"
    after = "0 and 1 are flags: a 1 is a boundary after its unit"
    firsts, lasts = (all(FLAGS[c.cells[at]] for c in columns) for at in (0, -1))
    if lasts and not firsts:
        return f"{after}, as the last unit of every coding has one"
    return f"{after}; this was assumed, and nothing in the file shows it"
