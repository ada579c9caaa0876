"""Tables with lists of the places of boundaries, ``3, 7, 12``, a row for each person or coding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from segmetrics.io.column_guess import plain
from segmetrics.io.column_names import NO_MARK, WORDS, words_in
from segmetrics.io.column_roles import POSITIONS, Role, heading_of
from segmetrics.io.document import Document, Files
from segmetrics.io.numbers import listed_numbers
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import Problem, shortened
from segmetrics.io.table_blocks import is_count
from segmetrics.phrases import parts_that_differ
from segmetrics.segmentation import MAX_MASS

SHIFTS: Mapping[str, int] = {"begin": -1, "end": 0, "begin from 0": 0, "end from 0": 1}
"""How many units lie before a boundary, more than the number says, by what it is."""

AFTER = words_in("after, nach, behind, hinter, danach")
BEGIN = WORDS["position_begins"]
END = words_in("end, ends, ending, endings, last, closes, ende, enden, endet, letzte, letzter")
# What people call units in the questions of a form, where they count from 1.
NUMBERED: Mapping[str, frozenset[str]] = {
    "paragraph": words_in("paragraph, paragraphs, absatz, absätze, absätzen, absatzes"),
    "sentence": words_in("sentence, sentences, satz, sätze, sätzen"),
    "line": words_in("line, lines, zeile, zeilen"),
    "turn": words_in("turn, turns, utterance, utterances, äußerung, äußerungen, beitrag, beiträge"),
}
FORM = 4
"""Words of a heading from which on it is a question to people."""
BRACKETED = re.compile(r"\s*[\[({]")
ALWAYS = 3
"""Lists of which none may lack a number that all of them begin or end with."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """One coder's list of an item, and how many units this has."""

    item: str | None
    coder: str | None
    row: int
    cell: str
    numbers: tuple[int, ...]
    mass: int | None


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table whose columns have these roles."""
    headings = _headings(document.table.names, roles)
    found: list[_Listed] = []
    for part in _lists(document, roles):
        if isinstance(part, _Listed):
            found.append(part)
        else:
            yield part
    alike = document.beside.of_all(_with_first_lines).get(_first_line(document), [document])
    pooled = [one for other in alike for one in _lists(other, roles) if isinstance(one, _Listed)]
    chosen, why = document.choices.positions, "as chosen"
    if not chosen:
        chosen, why = _meaning(pooled or found, headings, programmed=document.table.kind == "JSON")
    if not chosen:
        yield _asked(document, why)
        return
    yield document.notice(f"a number in a list is {POSITIONS[chosen]}: {why}", decides="positions")
    unit = _unit_in(headings)
    for one in found:
        yield _coding(document, one, SHIFTS[chosen], unit)


def _headings(names: Sequence[str], roles: Sequence[Role]) -> list[str]:
    return [name for name, role in zip(names, roles, strict=True) if role == "positions"]


def _with_first_lines(beside: Files) -> dict[bytes, list[Document]]:
    """Return the files that begin with the same line."""
    found: dict[bytes, list[Document]] = {}
    for one in beside.values():
        found.setdefault(_first_line(one), []).append(one)
    return found


def _first_line(document: Document) -> bytes:
    return document.content[:4096].split(b"\n", 1)[0]


def _lists(document: Document, roles: Sequence[Role]) -> Iterator[_Listed | Problem]:
    """Yield the lists of a table, and what is wrong with others."""
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
        item = " / ".join(whole[at] for at in items if whole[at]) or None
        who = whole[coder] or None if coder is not None else None
        missing = "coder" if coder is not None and not who else "item"
        if (coder is not None and not who) or (items and not item):
            yield document.problem(f"the cell of {missing} is empty", "fill it in", row=row)
            continue
        for at, name in zip(lists, named, strict=True):
            of = (item or name, who) if items or coder is not None else (None, who)
            if len(lists) > 1 and coder is None:
                of = (item, name)
            cell = whole[at]
            if len(lists) > 1 and not cell:
                continue  # who answered nothing here did not code this item
            numbers = [] if cell.lower() in NO_MARK else listed_numbers(cell)
            about = {"item": of[0], "coder": of[1], "row": row}
            if numbers is None:
                what = f"{shortened(cell, 30)!r} is no list of whole numbers"
                fix = "write the numbers with commas, as 3, 7, 12"
                yield document.problem(what, fix, **about)
                continue
            fall = next(((one, other) for one, other in pairwise(numbers) if other <= one), None)
            if fall or max(numbers, default=0) >= MAX_MASS:
                what = f"{fall[1]} stands behind {fall[0]}" if fall else "a number is too large"
                yield document.problem(what, "correct the list; its numbers rise", **about)
                continue
            mass = int(whole[count]) if count is not None and is_count(whole[count]) else None
            yield _Listed(*of, row, cell, tuple(numbers), mass or None)


def _meaning(
    lists: Sequence[_Listed], headings: Sequence[str], *, programmed: bool
) -> tuple[str, str]:
    """Say what the numbers of lists are, and why; without the first nothing shows it."""
    words = {word for heading in headings for word in plain(heading).split()}
    said = {
        "begin": bool(BEGIN & words) and not AFTER & words,
        "end": bool((END | AFTER) & words),
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
        len(heading.split()) >= FORM and _unit_in([heading]) for heading in headings
    )
    contradicted = said["begin"] and any(ends) and all(ends)
    if form and not contradicted and (said["begin"] or said["end"]):
        found = "begin" if said["begin"] else "end"
        return found, "the heading says so, and nobody gives 0"
    return "", "no heading and no number shows it"


def _unit_in(headings: Sequence[str]) -> str:
    """Return what headings call the units; empty if they do not."""
    words = {word for heading in headings for word in plain(heading).split()}
    return next((unit for unit, known in NUMBERED.items() if known & words), "")


def _asked(document: Document, why: str) -> Problem:
    """Ask what the numbers are."""
    return document.problem(
        f"does a 5 in a list mean that unit 5 begins a segment, or that it ends one, and do "
        f"numbers count from 0 or from 1? For now nothing is read, as {why}",
        "say what a number is",
        asks="positions",
        command='--positions begin, end, "begin from 0" or "end from 0"',
    )


def _coding(document: Document, one: _Listed, shift: int, unit: str) -> Found:
    """Make a coding of a list: its numbers as marks, but for those at the edges of the item."""
    places = [number + shift for number in one.numbers]
    about = {"item": one.item, "coder": one.coder, "row": one.row}
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
    )
    return document.marked(tuple(Span(place, place) for place in inside), extent, **about)
