"""Columns that come again with a number, ``Start 1, End 1, Start 2, End 2``, as one with more rows.

A row then holds all that one coder marked in one item: segments, or times or units of boundaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import le, lt

from segmetrics.io.cells import MISSING, Row
from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import listed

COUNTED = re.compile(r"(.*?[^\W\d_])[ ._-]*[(\[]?(\d{1,3})[)\]]?")
OF_TIME = WORDS.clock | WORDS.seconds | WORDS.milliseconds | WORDS.frames | WORDS.minutes
BESIDE = OF_TIME | WORDS.of_segments | WORDS.beside_edges
PLACES = WORDS.boundary_each | WORDS.clock
WHOSE = WORDS.observers | WORDS.coders | WORDS.recordings | WORDS.items
RARE = 0.1  # share of rows in which segments may overlap
LEAST = 2  # columns of a name that come again, and rows in which several boundaries are filled

Places = dict[int, int]
"""The columns of one name by their numbers."""


def one_column_each(table: FileTable) -> FileTable:
    """Return a table with one column for those of a name that hold edges of segments in turn."""
    groups = {stem: at for stem, at in _by_name(table.names).items() if len(at) >= LEAST}
    kinds = {stem: _kind(stem) for stem in groups}
    begin, end, place = (
        [groups[stem] for stem, kind in kinds.items() if kind == wanted]
        for wanted in ("begin", "end", "place")
    )
    if len(begin) == len(end) == 1 and begin[0].keys() == end[0].keys():
        beside = [at for stem, at in groups.items() if at.keys() == begin[0].keys()]
        return _in_rows(table, beside) if _are_in_turn(table, [*begin, *end]) else table
    points = [*begin, *place]
    if len(points) != 1 or end or not (_are_named(table) and _are_in_turn(table, points)):
        return table
    timed = not {*plain(_stem(table, points[0])).split()}.isdisjoint(OF_TIME)
    if not timed and all(map(str.isdecimal, _filled(table, points))):
        return _in_lists(table, points[0])
    return _in_rows(table, points)


def _by_name(names: Sequence[str]) -> dict[str, Places]:
    """Return the columns of each name without its number; one without a number comes first."""
    found: dict[str, Places] = {}
    for at, name in enumerate(names):
        counted = COUNTED.fullmatch(name)
        stem, number = (counted[1], int(counted[2])) if counted else (name, -1)
        found.setdefault(stem, {}).setdefault(number, at)
    return found


def _kind(stem: str) -> str:
    """Return what the columns of a name hold: begin, end or place; empty for anything else."""
    words = {*plain(stem).split()}
    for kind, names in {"begin": WORDS.begins, "end": WORDS.ends}.items():
        if words & names and words <= names | BESIDE:
            return kind
    return "place" if words & PLACES and words <= PLACES | BESIDE else ""


def _are_named(table: FileTable) -> bool:
    """Return whether each row is of another coder or item, by columns that are called so."""
    at = [at for at, name in enumerate(table.names) if plain(name) in WHOSE]
    whose = [tuple(cells[one] for one in at if one < len(cells)) for _, cells in table.rows]
    return bool(at) and len({*whose}) == len(whose)


def _turns(cells: Sequence[str], groups: Sequence[Places]) -> list[list[str]]:
    """Return what a row holds under each number: in turn, the cells of all names."""
    turns = zip(*(sorted(of.items()) for of in groups), strict=True)
    return [[cells[at] if at < len(cells) else "" for _, at in of] for of in turns]


def _is_empty(cells: Iterable[str]) -> bool:
    return all(cell.lower() in MISSING for cell in cells)


def _filled(table: FileTable, groups: Sequence[Places]) -> Iterator[str]:
    """Yield the cells of these columns that hold something."""
    for _, cells in table.rows:
        for turn in _turns(cells, groups):
            yield from (cell for cell in turn if not _is_empty([cell]))


def _are_in_turn(table: FileTable, groups: Sequence[Places]) -> bool:
    """Return whether cells are numbers or times that rise in each row, with none left out.

    Segments of one coder hardly overlap; those of two, side by side, do.
    """
    several = over = 0
    for _, cells in table.rows:
        turns = _turns(cells, groups)
        known = [turn for turn in turns if not _is_empty(turn)]
        times = [seconds_in(cell) for turn in known for cell in turn]
        told = [one for one in times if one is not None]
        if len(told) < len(times) or known != turns[: len(known)]:
            return False
        firsts = told[:: len(groups)]
        if not all(map(lt, firsts, firsts[1:])):
            return False
        over += not all(map(le, told, told[1:]))
        several += len(known) >= LEAST
    return several >= (1 if len(groups) > 1 else LEAST) and over <= RARE * several


def _others(table: FileTable, groups: Sequence[Mapping[int, int]]) -> list[int]:
    taken = {at for of in groups for at in of.values()}
    return [at for at in range(len(table.names)) if at not in taken]


def _stem(table: FileTable, of: Places) -> str:
    name = table.names[of[min(of)]]
    counted = COUNTED.fullmatch(name)
    return counted[1] if counted else name


def _said(table: FileTable, groups: Sequence[Places], what: str) -> str:
    turns = zip(*(of.values() for of in groups), strict=True)
    names = [table.names[at] for turn in turns for at in turn]
    return f"the columns {listed(names, 4)} are read as {what}"


def _in_rows(table: FileTable, groups: Sequence[Places]) -> FileTable:
    """Return a table with a row for each number under which a row holds something, or with one."""
    others = _others(table, groups)
    rows: list[Row] = []
    for row, cells in table.rows:
        turns = _turns(cells, groups)
        beside = [cells[at] if at < len(cells) else "" for at in others]
        some = [turn for turn in turns if not _is_empty(turn)] or turns[:1]
        rows += [(row, [*beside, *turn]) for turn in some]
    names = [_stem(table, of) for of in groups]
    if len(groups) == 1 and not {*plain(names[0]).split()} & OF_TIME:
        names = [f"{names[0]} time"]
    what = "segments of one coder" if len(groups) > 1 else "the times of one coder's boundaries"
    said = (*table.said, _said(table, groups, what))
    every = (*(table.names[at] for at in others), *names)
    return replace(table, names=every, rows=rows, said=said)


def _in_lists(table: FileTable, of: Places) -> FileTable:
    """Return a table with a list of numbers, ``3, 7, 12``, for the columns of a name."""
    others = _others(table, [of])
    rows: list[Row] = []
    for row, cells in table.rows:
        numbers = [turn[0] for turn in _turns(cells, [of]) if not _is_empty(turn)]
        beside = [cells[at] if at < len(cells) else "" for at in others]
        rows.append((row, [*beside, ", ".join(numbers)]))
    names = (*(table.names[at] for at in others), _stem(table, of))
    said = (*table.said, _said(table, [of], "one list of numbers"))
    return replace(table, names=names, rows=rows, said=said)
