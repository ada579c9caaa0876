"""Tables whose columns have roles, guessed from heading and contents or chosen by a person.

What makes segments decides what a row is:

``mark`` or ``segment``
    A row is a unit. A mark stands at a boundary; a segment number or name gives a boundary
    where it changes. With a column of coders each row is of one of them, otherwise each of
    these columns is a coder. A cell of a mark is a word such as x, 1, yes, B; blank, 0, no and
    the like are none. A coder whose cells of an item are all empty did not code it.
``begin`` or ``time``
    A row is a segment or a boundary, read as in `segmetrics.io.formats.segment_rows`.
``sizes``
    A row is a coding: its segment sizes, in one column or in several.

What no column names, the path names: the item, or the coder of the only column.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from segmetrics.io.column_guess import GENERIC, NO_MARK, guess_columns, plain
from segmetrics.io.column_roles import heading_of
from segmetrics.io.formats import segment_rows
from segmetrics.io.numbers import whole_number, whole_numbers
from segmetrics.io.parts import Coding
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.table_files import ERRORS
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from segmetrics.io.column_roles import Guess, Role
    from segmetrics.io.document import Beside, Document
    from segmetrics.io.parts import Found
    from segmetrics.io.table_files import Row


Whose = tuple[str | None, str | None]
"""Item and coder, None for what no column names."""

# Words in marks and headings that say at which end of a segment a mark stands.
FIRST_UNIT = frozenset(
    ("b", "begin", "begins", "start", "starts", "new", "neu", "beginn", "anfang")
)
LAST_UNIT = frozenset(("e", "end", "ends", "last", "after", "ende", "nach", "danach"))
TIMED: frozenset[Role] = frozenset(("begin", "end", "duration", "time"))


def recognise(document: Document, beside: Beside) -> str | None:
    """Recognise a table whose contents confirm what its columns were taken for."""
    del beside
    guessed = guess_columns(document.table)
    return guessed.why if guessed is not None and guessed.sure else None


def guessed_roles(document: Document) -> tuple[Guess, ...] | None:
    """Return what the columns are likely to hold; None if it is no table that can be mapped."""
    guessed = guess_columns(document.table)
    return None if guessed is None else guessed.columns


def read(document: Document, beside: Beside) -> Iterator[Found]:
    """Read a table by what its columns were taken for."""
    del beside
    guessed = guess_columns(document.table)
    if guessed is not None:
        yield from read_roles(document, [guess.role for guess in guessed.columns])


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table whose columns have these roles."""
    file, table = document.name, document.table
    twice = [role for role in ("item", "coder", "unit", "text") if roles.count(role) > 1]
    wrong = partial(Problem, file=file, row=table.header_row or None)
    if twice:
        what = f"two columns have the role {twice[0]}"
        yield wrong(what=what, fix="give one of the two another role")
        return
    if TIMED & set(roles):
        yield from segment_rows.read_roles(document, roles)
        return
    yield from table.wrong_if_empty(file)
    if "sizes" in roles:
        yield from _sizes(document, roles)
    elif {"mark", "segment"} & set(roles):
        yield from _units(document, roles)
    else:
        fix = "give a column the role mark, segment, begin, time or sizes"
        yield wrong(what="no column says where segments begin or end", fix=fix)


def _places(roles: Sequence[Role], *wanted: Role) -> list[int]:
    return [at for at, role in enumerate(roles) if role in wanted]


def _place(roles: Sequence[Role], role: Role) -> int | None:
    return next(iter(_places(roles, role)), None)


def _whose(cells: Sequence[str], item: int | None, coder: int | None) -> Whose:
    return None if item is None else cells[item], None if coder is None else cells[coder]


def _rows(document: Document) -> Iterator[Row]:
    """Yield the rows of a table, each as wide as its heading."""
    width = len(document.table.names)
    for number, cells in document.table.rows:
        yield number, cells if len(cells) >= width else [*cells, *[""] * (width - len(cells))]


def _sizes(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table with a row for each coding."""
    item, coder = _place(roles, "item"), _place(roles, "coder")
    places = _places(roles, "sizes")
    for number, cells in _rows(document):
        whose = _whose(cells, item, coder)
        made = partial(Coding, file=document.name, item=whose[0], coder=whose[1], row=number)
        try:
            sizes = [size for at in places for size in whole_numbers(cells[at], "segment size")]
            yield made(segmentation=Segmentation.from_masses(sizes))
        except SegmentationError as error:
            fix = "correct the cell; it holds whole numbers such as 2 8 2 1"
            yield Problem(
                file=document.name,
                item=whose[0],
                coder=whose[1],
                row=number,
                what=str(error),
                fix=fix,
            )


@dataclass(frozen=True, slots=True)
class _Column:
    """What one coder has in the units of one item, in their order."""

    item: str | None
    coder: str | None
    row: int
    role: Role
    heading: str
    cells: tuple[str, ...]
    texts: tuple[str, ...] | None


def _units(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table with a row for each unit, of each coder where a column names them."""
    item, coder = _place(roles, "item"), _place(roles, "coder")
    heading = heading_of(document.table.names)
    places = _places(roles, "mark", "segment")
    if coder is not None and len(places) > 1:
        names = shortened(", ".join(heading[at] for at in places))
        yield Problem(
            file=document.name,
            row=document.table.header_row or None,
            what=f"beside the coder of the row, {names} each say where segments are",
            fix="choose one of these columns, and ignore the others",
        )
        return
    blocks: dict[Whose, list[list[Row]]] = defaultdict(list)
    before: Whose | None = None
    for number, cells in _rows(document):
        whose = _whose(cells, item, coder)
        if "" in whose:
            missing = "item" if whose[0] == "" else "coder"
            what = f"the cell of {missing} is empty"
            yield Problem(file=document.name, row=number, what=what, fix="fill it in")
            continue
        if tuple(cells) == document.table.names:
            fix = "delete this row; if two files were joined, keep each coding once"
            yield Problem(file=document.name, row=number, what="the header comes again", fix=fix)
            continue
        if whose != before:
            blocks[whose].append([])
        blocks[whose][-1].append((number, cells))
        before = whose
    columns: list[_Column] = []
    for whose, of_whose in blocks.items():
        for found in _of_one(document, roles, whose, of_whose, heading):
            if isinstance(found, _Column):
                columns.append(found)
            else:
                yield found
    yield from _codings(document, columns, timed=_has_times(document, roles))


def _of_one(
    document: Document,
    roles: Sequence[Role],
    whose: Whose,
    blocks: list[list[Row]],
    heading: Sequence[str],
) -> Iterator[_Column | Notice]:
    """Gather what each coder has in one item, in the order of its units."""
    item, coder = whose
    wrong = partial(Problem, file=document.name, item=item, coder=coder)
    rows = [row for block in blocks for row in block]
    unit, text = _place(roles, "unit"), _place(roles, "text")
    ordered = None if unit is None else _in_order(wrong, unit, rows)
    if isinstance(ordered, Problem):
        yield ordered
        return
    if ordered is None and 1 < len(blocks) < len(rows):
        what = f"other rows lie between this one and row {blocks[0][-1][0]} of the same item"
        fix = "keep its rows together, or number the units in a column"
        yield wrong(row=blocks[1][0][0], what=what, fix=fix)
        return
    rows = ordered or rows
    texts = () if text is None else tuple(cells[text] for _, cells in rows)
    places = _places(roles, "mark", "segment")
    for at in places:
        cells = tuple(cells[at] for _, cells in rows)
        if not any(cells):
            continue  # a coder who did not code this item
        named = None if len(places) == 1 and plain(heading[at]) in GENERIC else heading[at]
        error = next((n for (n, _), cell in zip(rows, cells, strict=True) if cell in ERRORS), None)
        who = coder if coder is not None else named
        if error is not None:
            fix = "correct the cell in the spreadsheet, and save it again"
            yield Problem(
                file=document.name,
                item=item,
                coder=who,
                row=error,
                what="an error in a cell",
                fix=fix,
            )
            continue
        yield _Column(
            item=item,
            coder=who,
            row=rows[0][0],
            role=roles[at],
            heading=heading[at],
            cells=cells,
            texts=texts if any(texts) else None,
        )


def _in_order(
    wrong: Callable[..., Problem], at: int, rows: list[Row]
) -> list[Row] | Problem | None:
    """Sort rows by their unit numbers; None if these are no whole numbers."""
    numbered: dict[int, Row] = {}
    for row in rows:
        try:
            number = whole_number(row[1][at], "unit number")
        except SegmentationError:
            return None
        first = numbered.setdefault(number, row)
        if first is not row:
            what = f"unit {number} is given twice, first in row {first[0]}"
            fix = "keep one of the two; perhaps the coder is in the file twice"
            return wrong(row=row[0], what=what, fix=fix)
    ordered = sorted(numbered.items())
    for (before, _), (number, row) in pairwise(ordered):
        if number != before + 1:
            what = f"unit {number} comes after unit {before}"
            return wrong(row=row[0], what=what, fix="number the units 1, 2, 3 without a gap")
    return [row for _, row in ordered]


def _has_times(document: Document, roles: Sequence[Role]) -> bool:
    """Return whether a column that is not read holds the time of each unit."""
    names = (
        name for name, role in zip(document.table.names, roles, strict=True) if role == "ignore"
    )
    return any("time" in plain(name) or plain(name) in ("onset", "zeit") for name in names)


def _is_mark(cell: str) -> bool:
    return cell.lower() not in NO_MARK


def _codings(document: Document, columns: Sequence[_Column], *, timed: bool) -> Iterator[Found]:
    """Make segmentations of columns; marks of all of them stand at one end of segments."""
    marks = [column for column in columns if column.role == "mark"]
    begin = False
    if marks:
        begin, why = _at_begin(marks, timed=timed)
        where = "the first unit of a segment" if begin else "the last unit of a segment"
        yield Notice(file=document.name, what=f"a mark stands at {where}: {why}")
    for column in columns:
        about = partial(Problem, file=document.name, item=column.item, coder=column.coder)
        missing = sum(not cell for cell in column.cells)
        if column.role == "segment" and missing:
            what = f"{counted(missing, 'unit')} without a segment"
            fix = "fill in all cells of the coder in this item, or none"
            yield about(row=column.row, what=what, fix=fix)
            continue
        try:
            if column.role == "mark":
                bits = [_is_mark(cell) for cell in column.cells]
                segmentation = Segmentation.from_bits(bits[1:] if begin else bits[:-1])
            else:
                segmentation = Segmentation.from_labels(column.cells)
        except SegmentationError as error:
            yield about(row=column.row, what=str(error), fix="use larger units, or split the item")
            continue
        yield Coding(
            file=document.name,
            item=column.item,
            coder=column.coder,
            segmentation=segmentation,
            row=column.row,
            texts=column.texts,
        )


def _at_begin(columns: Sequence[_Column], *, timed: bool) -> tuple[bool, str]:
    """Decide whether marks stand at the first units of segments or at the last, and say why."""
    words = Counter(cell.lower() for column in columns for cell in column.cells if _is_mark(cell))
    named = {word for column in columns for word in plain(column.heading).split()}
    for known, begins in ((FIRST_UNIT, True), (LAST_UNIT, False)):
        found = (set(words) | named) & known
        if found:
            return begins, f"by the word {min(found)!r}"
    firsts = sum(_is_mark(column.cells[0]) for column in columns)
    lasts = sum(_is_mark(column.cells[-1]) for column in columns)
    if firsts > lasts:
        return True, f"{firsts} of {len(columns)} codings have one at the first unit"
    if lasts > firsts:
        return False, f"{lasts} of {len(columns)} codings have one at the last unit"
    if timed:
        return True, "each unit has a time, and a mark is where something begins"
    return False, "this was assumed, and nothing in the file shows it"
