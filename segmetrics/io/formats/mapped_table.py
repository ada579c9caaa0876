"""Tables whose columns have roles, guessed from heading and contents or chosen by a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from segmetrics.io.column_guess import BLOCK, guess_columns, with_blocks
from segmetrics.io.column_kinds import without_header
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.column_roles import TIMED, Guess, Role, in_menus, joined_names
from segmetrics.io.document import Document, Files
from segmetrics.io.formats import position_rows, segment_rows, time_lists, unit_rows
from segmetrics.io.numbers import whole_numbers
from segmetrics.io.parts import Found, grouped
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import listed
from segmetrics.segmentation import Segmentation

NO_SEGMENTS = "no column says where segments begin or end"
# Roles that one column has at most, and those of which a table needs one.
ONCE: tuple[Role, ...] = ("coder", "unit", "text", "speaker", "part")
SAYS_SEGMENTS: tuple[Role, ...] = (
    *("mark", "segment", "part", "begin"),
    *("time", "sizes", "positions"),
)


def recognise(document: Document) -> str | None:
    """Recognise a table whose contents confirm what its columns were taken for."""
    document.table = without_header(document.table) or document.table
    document.table = _judged(document.table)
    guessed = guess_columns(document.table)
    if guessed is not None and guessed.begins_anew and BLOCK not in document.table.names:
        document.table = with_blocks(document.table)
        return None  # what a block is has to be asked
    return guessed.why if guessed is not None and guessed.sure else None


def _judged(table: FileTable) -> FileTable:
    """Return a table with *no* for words such as *same*, where each row is what a coder says."""
    if not any(plain(name) in WORDS.coders for name in table.names):
        return table
    for at, name in enumerate(table.names):
        cells = (
            {cell.lower() for cell in table.column(at)} if plain(name) in WORDS.generic else set()
        )
        rest = (cells & WORDS.goes_on) - WORDS.no_mark
        if not rest or not cells & WORDS.starts or not cells <= WORDS.starts | WORDS.goes_on:
            continue
        rows = [
            (row, ["no" if n == at and cell.lower() in rest else cell for n, cell in enumerate(of)])
            for row, of in table.rows
        ]
        said = f"in the column {name}, {listed(sorted(rest))} is no boundary"
        table = replace(table, rows=rows, said=(*table.said, said))
    return table


def guessed_roles(document: Document) -> tuple[Guess, ...] | None:
    """Return what the columns are likely to hold; None if it is no table that can be mapped."""
    guessed = guess_columns(document.table)
    return None if guessed is None else guessed.columns


def read(document: Document) -> Iterator[Found]:
    """Read a table by what its columns were taken for."""
    guessed = guess_columns(document.table)
    if guessed is not None:
        yield from read_roles(document, guessed.roles)


def in_folders(document: Document) -> bool:
    """Return whether tables of this heading have the names of others in other folders."""
    return document.first_line in document.beside.of_all(_first_lines_in_folders)


def _first_lines_in_folders(beside: Files) -> frozenset[bytes]:
    """Return the first lines of tables that have the names of others in other folders."""
    names = grouped((one.first_line, one.path.name) for one in beside.values())
    return frozenset(first for first, of in names.items() if 1 < len(set(of)) < len(of))


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table whose columns have these roles."""
    table = document.table
    twice = [role for role in ONCE if roles.count(role) > 1]
    if twice:
        what = f"two columns are taken for {in_menus(twice[0])}"
        fix = "say what else one of the two holds"
        raise document.unreadable(what, fix, asks="columns")
    times = [at for at, role in enumerate(roles) if role == "time"]
    side_by_side = len(times) > 1 and "coder" not in roles
    if "condition" in roles and (side_by_side or not TIMED & set(roles)):
        what = "a condition is read in tables with a row a segment or a boundary, in time"
        fix = f"choose {in_menus('item', 'ignore')} for the column"
        raise document.unreadable(what, fix, asks="columns")
    if side_by_side:
        yield from time_lists.read_columns(document, times)
        return
    if TIMED & set(roles):
        yield from segment_rows.read_roles(document, roles)
        return
    named = zip(table.names, roles, strict=True)
    yield from document.not_read([name for name, role in named if name and role == "ignore"])
    readers = {"positions": position_rows.read_roles, "sizes": _sizes, "part": _divided}
    readers |= dict.fromkeys(unit_rows.CODED, _units)
    read_rows = next((reader for role, reader in readers.items() if role in roles), None)
    if read_rows is None:
        fix = f"choose {in_menus(*SAYS_SEGMENTS)} for a column"
        command = f'--columns "NAME={SAYS_SEGMENTS[0]}", or ={", =".join(SAYS_SEGMENTS[1:])}'
        raise document.unreadable(NO_SEGMENTS, fix, asks="columns", command=command)
    yield from document.wrong_if_empty()
    yield from read_rows(document, roles)


def _units(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    in_paths = in_folders(document)
    yield from unit_rows.read(
        document, roles, item=None, blanks=range(len(roles)), in_paths=in_paths
    )


def _divided(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table with a row for each segment of a text, and its words; a root has none."""
    items = [at for at, role in enumerate(roles) if role == "item"]
    texts: dict[tuple[str | None, str | None], list[str]] = {}
    for _, cells in document.table.rows:
        of = {role: " ".join(cell.split()) for role, cell in zip(roles, cells, strict=False)}
        whose = joined_names(cells, items) if items else None, of.get("coder")
        part = of.get("part")
        if part and (part != "ROOT" or whose in texts):
            texts.setdefault(whose, []).append(part)
    for (item, coder), parts in texts.items():
        yield document.divided(parts, item=item, coder=coder)


def _sizes(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table with a row for each coding."""
    places, items = ([at for at, one in enumerate(roles) if one == r] for r in ("sizes", "item"))
    fix = "correct the cell; it holds whole numbers such as 2 8 2 1"
    for number, cells in document.table.rows:
        of = {role: cell for role, cell in zip(roles, cells, strict=False) if cell}
        item, coder = joined_names(cells, items) or None, of.get("coder")
        filled = [cells[at] for at in places if at < len(cells)]
        yield document.coded(partial(_sized, filled), fix, item=item, coder=coder, row=number)


def _sized(cells: Sequence[str]) -> Segmentation:
    """Make a segmentation of the segment sizes in cells."""
    return Segmentation.from_masses(
        [size for cell in cells for size in whole_numbers(cell, "segment size")]
    )
