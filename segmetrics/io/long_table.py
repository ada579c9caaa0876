"""Long tables: CSV or TSV with a header that names the columns, in any order.

Three kinds, told apart by their columns beside ``item`` and ``coder``:

``masses``
    One row a coding; the cell holds the segment sizes: ``2 8 2 1``.
``boundaries`` and ``mass``
    One row a coding; positions of the boundaries (empty: none), and the units.
``segment``
    One row a unit with its segment's label; ``unit`` (its number) and ``text`` are
    optional. Without ``unit`` the rows of a coding are in the order of its units, and
    either stand together or go unit after unit through all coders.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from segmetrics.io.numbers import whole_number, whole_numbers
from segmetrics.io.problems import Coding, Problem
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["long_columns", "read_long"]

Row = tuple[int, list[str]]
Columns = dict[str, int]
KINDS = (
    ("item", "coder", "masses"),
    ("item", "coder", "boundaries", "mass"),
    ("item", "coder", "segment"),
)
OPTIONAL = ("unit", "text")


def long_columns(header: Sequence[str]) -> tuple[str, ...] | None:
    """Find the columns by which a header is a long table's.

    Parameters
    ----------
    header : sequence of str
        Names of the columns, in lower case.

    Returns
    -------
    tuple of str or None
        The columns that will be read, or None if it is no long table.
    """
    for kind in KINDS:
        if set(kind) <= set(header):
            extra = OPTIONAL if kind[-1] == "segment" else ()
            return (*kind, *(name for name in extra if name in header))
    return None


def read_long(file: str, header: Sequence[str], rows: Sequence[Row]) -> Iterator[Coding | Problem]:
    """Read a long table.

    Parameters
    ----------
    file : str
        Its name, for problems.
    header : sequence of str
        Names of the columns, in lower case.
    rows : sequence of (int, list of str)
        Row numbers and cells.

    Yields
    ------
    Coding or Problem
        What was found, in the order of the file.
    """
    at = {name: place for place, name in enumerate(header)}
    codings: dict[tuple[str, str], list[list[Row]]] = {}
    before: tuple[str, str] | None = None
    for row in rows:
        wrong = _wrong_row(file, at, len(header), row)
        if wrong:
            yield wrong
            continue
        whose = row[1][at["item"]], row[1][at["coder"]]
        blocks = codings.setdefault(whose, [])
        if whose != before:
            blocks.append([])
        blocks[-1].append(row)
        before = whose
    read = _read_units if "segment" in (long_columns(header) or ()) else _read_rows
    for (item, coder), found in codings.items():
        yield from read(file, item, coder, at, found)


def _wrong_row(file: str, at: Columns, width: int, row: Row) -> Problem | None:
    """Find what is wrong with a row as such."""
    number, cells = row
    # A row that is too short or too long still says, as a rule, whose it is.
    item, coder = (cells[at[name]] if at[name] < len(cells) else "" for name in ("item", "coder"))
    if len(cells) != width:
        what = f"{len(cells)} cell{'s'[: len(cells) != 1]}, but {width} in the header"
        fix = "give every row the columns of the header; quote cells that hold the separator"
    elif not item or not coder:
        what, fix = f"the cell of {'coder' if item else 'item'} is empty", "fill it in"
    elif (item.lower(), coder.lower()) == ("item", "coder"):
        what, item, coder = "the header comes again", "", ""
        fix = "delete this row; if two files were joined, keep each coding once"
    else:
        return None
    return Problem(file=file, row=number, item=item, coder=coder, what=what, fix=fix)


def _read_rows(
    file: str, item: str, coder: str, at: Columns, blocks: list[list[Row]]
) -> Iterator[Coding | Problem]:
    """Read codings that take one row each."""
    for row, cells in chain.from_iterable(blocks):
        try:
            if "masses" in at:
                fix = "correct the cell of masses; it holds whole numbers such as 2 8 2 1"
                sizes = whole_numbers(cells[at["masses"]], "segment size")
                segmentation = Segmentation.from_masses(sizes)
            else:
                fix = (
                    "correct the cells of boundaries and mass; they hold numbers as 2 10 12 and 13"
                )
                mass = whole_number(cells[at["mass"]], "mass")
                positions = whole_numbers(cells[at["boundaries"]], "boundary position")
                segmentation = Segmentation.from_positions(mass, positions)
        except SegmentationError as error:
            yield Problem(file=file, item=item, coder=coder, row=row, what=str(error), fix=fix)
        else:
            yield Coding(file=file, item=item, coder=coder, segmentation=segmentation, row=row)


def _read_units(
    file: str, item: str, coder: str, at: Columns, blocks: list[list[Row]]
) -> Iterator[Coding | Problem]:
    """Read a coding that takes one row a unit."""
    rows = list(chain.from_iterable(blocks))
    wrong = partial(Problem, file=file, item=item, coder=coder)
    segment, text = at["segment"], at.get("text")
    problems = [
        wrong(row=row, what="the unit has no segment", fix="give every unit its segment's label")
        for row, cells in rows
        if not cells[segment]
    ]
    if "unit" in at:
        rows, misnumbered = _in_order(wrong, at["unit"], rows)
        problems += misnumbered
    elif 1 < len(blocks) < len(rows):
        # Neither coding after coding nor unit after unit: perhaps a second coding.
        problems.append(
            wrong(
                row=blocks[1][0][0],
                what=f"other rows lie between this one and row {blocks[0][-1][0]} of the coding",
                fix="keep its rows together, or number the units in a column unit; "
                "perhaps the coder is in the file twice",
            )
        )
    if problems:
        yield from problems
        return
    try:
        segmentation = Segmentation.from_labels(cells[segment] for _, cells in rows)
    except SegmentationError as error:
        yield wrong(row=rows[0][0], what=str(error), fix="use larger units, or split the item")
        return
    texts = () if text is None else tuple(cells[text] for _, cells in rows)
    yield Coding(
        file=file,
        item=item,
        coder=coder,
        segmentation=segmentation,
        row=rows[0][0],
        texts=texts if any(texts) else None,
    )


def _in_order(
    wrong: Callable[..., Problem], at: int, rows: list[Row]
) -> tuple[list[Row], list[Problem]]:
    """Sort rows by the number of their unit, and find what is wrong with the numbers."""
    numbered: dict[int, Row] = {}
    problems = []
    for row in rows:
        try:
            unit = whole_number(row[1][at], "unit number")
        except SegmentationError as error:
            problems.append(wrong(row=row[0], what=str(error), fix="number the units 1, 2, 3"))
            continue
        first = numbered.setdefault(unit, row)
        if first is not row:
            what = f"unit {unit} is given twice, first in row {first[0]}"
            fix = "keep one of the two; perhaps the coder is in the file twice"
            problems.append(wrong(row=row[0], what=what, fix=fix))
    in_order = sorted(numbered.items())
    for place, (unit, row) in enumerate(in_order, 1):
        if unit != place and not problems:
            what = f"unit {unit} comes where unit {place} belongs"
            fix = "number the units 1, 2, 3 without a gap"
            problems.append(wrong(row=row[0], what=what, fix=fix))
    return [row for _, row in in_order], problems
