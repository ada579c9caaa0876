"""Tables with lists of the places of boundaries, ``3, 7, 12``, a row for each person or coding."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from shlex import quote
from typing import Any

from segmetrics.io.column_names import WORDS, plain, unit_called
from segmetrics.io.column_roles import POSITIONS, Role, heading_of, joined_names
from segmetrics.io.document import Document, Files
from segmetrics.io.numbers import listed_numbers
from segmetrics.io.parts import Extent, Found, Span, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.table_blocks import is_count
from segmetrics.io.table_files import ONLY_LIST
from segmetrics.phrases import counted, listed, parts_that_differ
from segmetrics.segmentation import MAX_MASS

# How many units lie before a boundary, more than the number says, by what it is.
SHIFTS: Mapping[str, int] = {"begin": -1, "end": 0, "begin from 0": 0, "end from 0": 1}
ASKED = (
    "does a 5 in a list mean that unit 5 begins a segment, or that it ends one, and do numbers "
    "count from 0 or from 1?"
)
# Words of a heading from which on it is a question to people.
FORM = 4
BRACKETED = re.compile(r"\s*[\[({]")
# Lists of which none may lack a number that all of them begin or end with.
ALWAYS = 3
SHOWN = 3  # items that a notice names
# A number that a person is not sure of, and the second of two of which either may be meant.
DOUBTED = re.compile(r"(\d+) ?([?!]|\b(?:or|oder|ou)\b)")
EITHER = re.compile(r"(?<=\d) +(or|oder|ou) +(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Listed:
    """One coder's list of an item, how many units this has, and what is wrong with the list."""

    item: str | None
    coder: str | None
    row: int
    cell: str
    numbers: tuple[int, ...]
    mass: int | None
    wrong: Problem | None = None


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table whose columns have these roles."""
    named = zip(document.table.names, roles, strict=True)
    headings = [name for name, role in named if role == "positions"]
    parts = list(_lists(document, roles))
    yield from (part for part in parts if isinstance(part, Notice))
    lists = [part for part in parts if isinstance(part, _Listed)]
    found = [_in_order(one, lists) for one in lists]
    for one, before in zip(found, lists, strict=True):
        if one is not before:
            what = "numbers are out of order or repeated: read in order, once; correct them if a "
            what += "digit is wrong"
            about = {"item": one.item, "coder": one.coder, "row": one.row}
            yield document.notice(what, **about, text=one.cell)
    chosen, why = document.choices.positions, "as chosen"
    if not chosen:
        pooled = [one for one in _pooled(document, roles) or found if one.wrong is None]
        chosen, why = _meaning(pooled, headings, programmed=document.table.kind == "JSON")
    if not chosen:
        what, fix = f"{ASKED} For now nothing is read, as {why}", "say what a number is"
        command = '--positions begin, end, "begin from 0" or "end from 0"'
        yield document.problem(what, fix, asks="positions", command=command)
        yield from (one.wrong for one in found if one.wrong)
        return
    what = f"a number in a list is {POSITIONS[chosen]}: {why}"
    kind = "marks end" if chosen in ("end", "end from 0") else ""
    yield document.notice(what, decides="positions", kind=kind)
    unit = unit_called(headings)
    yield from _edges(document, found, SHIFTS[chosen])
    for one in found:
        yield _coding(document, one, SHIFTS[chosen], unit)


def _edges(document: Document, lists: Iterable[_Listed], shift: int) -> Iterator[Notice]:
    """Say who gives the first unit as a boundary, if not all do, and where nothing else."""
    lists = [one for one in lists if one.wrong is None]
    filled = [one for one in lists if one.numbers]
    firsts = {
        coder: [one for one in of_coder if one.numbers[0] + shift == 0]
        for coder, of_coder in grouped((one.coder, one) for one in filled).items()
    }
    if sum(map(len, firsts.values())) == len(filled):
        return
    items = grouped((one.coder, one.item) for one in lists)
    for coder, edges in firsts.items():
        if edges:
            alone = [one.item or "" for one in edges if len(one.numbers) == 1]
            of = counted(len({*items[coder]}), "item")
            what = f"gives {-shift} in {len({one.item for one in edges})} of {of}, where a segment "
            what += "begins anyway"
            what += f"; in {listed(alone, SHOWN)} nothing else" * bool(alone)
            yield document.notice(what, coder=coder)


def _with_first_lines(beside: Files) -> dict[bytes, list[Document]]:
    """Return the files that begin with the same line."""
    return grouped((one.first_line, one) for one in beside.values())


def _pooled(document: Document, roles: Sequence[Role]) -> list[_Listed]:
    """Return the lists of all files that begin with the same line, or are nothing but a list."""
    found: list[_Listed] = []
    for one in document.beside.of_all(_with_first_lines).get(document.first_line, ()):
        with suppress(Unreadable):  # which is said where that file is read
            if one.first_line or one.table.names == ONLY_LIST:
                found += (part for part in _lists(one, roles) if isinstance(part, _Listed))
    return found


def _lists(document: Document, roles: Sequence[Role]) -> Iterator[_Listed | Notice]:
    """Yield the lists of a table, what is wrong with others, and what is said of some."""
    table = document.table
    if len(table.names) != len(roles):
        return
    places = {role: [at for at, one in enumerate(roles) if one == role] for role in set(roles)}
    lists, items = places["positions"], places.get("item", [])
    (coder,) = places.get("coder", [None])[:1]
    (count,) = places.get("count", [None])[:1]
    heading = heading_of(table.names)
    named = parts_that_differ([heading[at] for at in lists])
    if len(lists) > 1 and coder is not None and items:
        what = f"both {shortened(heading[lists[0]])} and {shortened(heading[lists[1]])} hold lists"
        yield document.problem(what, "choose one of these columns, and ignore the others")
        return
    for row, cells in table.rows:
        whole = [*cells, *[""] * (len(roles) - len(cells))]
        item = joined_names(whole, items) or None
        who = whole[coder] or None if coder is not None else None
        missing = "coder" if coder is not None and not who else "item"
        if (coder is not None and not who) or (items and not item):
            yield document.problem(f"the cell of {missing} is empty", "fill it in", row=row)
            continue
        if len(cells) > len(roles):
            said = table.wrong_cells(cells, ()) or ("", "")
            yield document.problem(*said, item=item, coder=who, row=row)
            continue
        for at, name in zip(lists, named, strict=True):
            of = (item or name, who) if items or coder is not None else (None, who)
            if len(lists) > 1 and coder is None:
                of = (item, name)
            cell = EITHER.sub(lambda two: f", {two[2]} {two[1].lower()}", whole[at])
            if len(lists) > 1 and not cell:
                continue  # who answered nothing here did not code this item
            about = {"item": of[0], "coder": of[1], "row": row}
            yield from _doubted(document, cell, **about)
            cell = _without_signs(cell, document.choices.dropped_labels)
            numbers = [] if cell.lower() in WORDS.no_mark else listed_numbers(cell)
            if numbers is None:
                parts = re.split(r"[\s,;/]+", cell)
                odd = next((one for one in parts if not one.isdecimal()), cell)
                what = f"{shortened(odd, 30)!r} is no whole number"
                yield document.problem(what, "write the numbers with commas, as 3, 7, 12", **about)
                continue
            mass = int(whole[count]) if count is not None and is_count(whole[count]) else 0
            fall = next(((one, other) for one, other in pairwise(numbers) if other <= one), None)
            wrong: Problem | None = None
            last = max(numbers, default=0)
            if fall or last >= MAX_MASS:
                what = f"{fall[1]} stands behind {fall[0]}" if fall else "a number is too large"
                what += f", and {last:,} is more than the {mass:,} units" * (0 < mass < last)
                wrong = document.problem(what, "correct the list; its numbers rise", **about)
            yield _Listed(*of, row, cell, tuple(numbers), mass or None, wrong)


def _doubted(document: Document, cell: str, **about: Any) -> Iterator[Notice]:
    """Name the numbers of a list with a sign behind them, which count unless a person says no."""
    for sign, numbers in grouped((one[2], one[1]) for one in DOUBTED.finditer(cell)).items():
        if sign in document.choices.dropped_labels:
            yield document.notice("no mark, as a person said", **about, text=sign, kind="no mark")
            continue
        several = len(numbers) > 1
        beside = "behind" if sign.isalpha() else "with"
        what = f"{listed(numbers, SHOWN)} {beside} {sign} count{'s' * (not several)} as "
        what += "boundaries" if several else "a boundary"
        what += f"; leave {'them' if several else 'it'} out if that is wrong"
        command = f"--drop-label {quote(sign)}"
        yield document.notice(what, **about, text=sign, command=command, kind="odd sign")


def _without_signs(cell: str, dropped: Collection[str]) -> str:
    """Return a list without the signs of numbers that count, and without numbers that do not."""
    return DOUBTED.sub(lambda one: "" if one[2] in dropped else one[1], cell)


def _in_order(one: _Listed, lists: Sequence[_Listed]) -> _Listed:
    """Sort a list whose numbers do not rise, if other coders give those that are out of order.

    So it is, if two neighbours are exchanged before a larger one and nothing else, where others
    give each of the two or a number beside it: else a digit may be wrong.
    """
    fallen = [at for at, two in enumerate(pairwise(one.numbers)) if two[1] <= two[0]]
    if not fallen or one.wrong is None:
        return one
    falls = {number for at in fallen for number in one.numbers[at : at + 2]}
    others = (of for of in lists if of.item == one.item and of.row != one.row)
    at, back = fallen[0], [*one.numbers]
    back[at : at + 2] = back[at + 1], back[at]
    exchanged = at + 2 < len(back) and all(before < after for before, after in pairwise(back))
    given = {number for of in others for number in of.numbers}
    near = {number + by for number in given for by in (-1, 0, 1)}
    if falls <= (near if exchanged else given):
        return replace(one, numbers=tuple(sorted({*one.numbers})), wrong=None)
    return one


def _meaning(
    lists: Sequence[_Listed], headings: Sequence[str], *, programmed: bool
) -> tuple[str, str]:
    """Say what the numbers of lists are, and why; without the first nothing shows it."""
    words = {word for heading in headings for word in plain(heading).split()}
    said = {
        "begin": bool(WORDS.position_begins & words) and not WORDS.position_after & words,
        "end": bool((WORDS.position_ends | WORDS.position_after) & words),
    }
    said = said if said["begin"] != said["end"] else dict.fromkeys(said, False)
    filled = [one for one in lists if one.numbers]
    zeros = sum(one.numbers[0] == 0 for one in filled)
    ones = [one.numbers[0] == 1 for one in filled]
    ends = [one.mass is not None and one.numbers[-1] == one.mass for one in filled]
    many = len(filled) >= ALWAYS
    if zeros:
        if any(ends):
            return "begin from 0", "0 and the number of all units are given, as the edges"
        if said["end"] and zeros < len(filled):
            return "end from 0", "the heading says so, and 0 is given"
        if said["begin"] or (zeros == len(filled) and many and not said["end"]):
            why = "the heading says so, and 0 is given" if said["begin"] else "all give 0"
            return "begin from 0", why
        return "", "0 is given"
    if many and all(ends) and not said["begin"] and not all(ones):
        return "end", "every list ends with the number of all units"
    if many and all(ones) and not said["end"] and not all(ends):
        return "begin", "every list begins with 1"
    people = not programmed and not any(BRACKETED.match(one.cell) for one in filled)
    form = people and any(
        len(heading.split()) >= FORM and unit_called([heading]) for heading in headings
    )
    contradicted = said["begin"] and any(ends) and all(ends)
    if form and not contradicted and (said["begin"] or said["end"]):
        found = "begin" if said["begin"] else "end"
        return found, "the heading says so, and nobody gives 0"
    return "", "no heading and no number shows it"


def _coding(document: Document, one: _Listed, shift: int, unit: str) -> Found:
    """Make a coding of a list: its numbers as marks, but for those at the edges of the item."""
    about: dict[str, Any] = {"item": one.item, "coder": one.coder, "row": one.row}
    last = max(one.numbers, default=0)
    if one.wrong is not None:
        if one.mass is not None or last >= MAX_MASS:
            return one.wrong
        extent = Extent(end=0, counted=True, counts=unit or "unit", is_open=True)
        return document.marked((Span(last, last),), extent, said=(one.wrong,), **about)
    places = [number + shift for number in one.numbers]
    beyond = one.mass is not None and places[-1:] > [one.mass - (shift < 0)]
    if places and (places[0] < 0 or beyond):
        wrong = one.numbers[0] if places[0] < 0 else one.numbers[-1]
        what = f"{wrong} is no number of a unit here"
        what += f", as there are {one.mass:,}" if one.mass is not None else ""
        return document.problem(what, "correct the list, or what its numbers are", **about)
    inside = [place for place in places if place > 0 and place != one.mass]
    is_open = one.mass is None
    extent = Extent(
        end=one.mass or max(places, default=0),
        counted=True,
        counts=unit or "unit",
        is_open=is_open,
        goes_on=is_open,
        least=max(places, default=0) + (shift < 0),
    )
    return document.marked(tuple(Span(place, place) for place in inside), extent, **about)
