"""Boundaries in the order of their prominence, as hierarchical segmenters find them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from segmetrics.io.document import Document
from segmetrics.io.numbers import whole_number, whole_numbers
from segmetrics.io.parts import Found
from segmetrics.io.problems import Notice, Problem, first_of, shortened
from segmetrics.io.segmented_parts import checked_level
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation, SegmentationError

Line = tuple[int, str]
# Line, position, and what orders it: the lowest is the most prominent.
Placed = tuple[int, int, float]
UNITS = re.compile(r"units[ \t:=]+([+-]?[0-9]+)", re.IGNORECASE)
SCORE = re.compile(r"(?ai)[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,4})?")
BETWEEN = re.compile(r"\s*[,;\t]\s*|\s+")
COLUMNS = {"position rank": "rank", "position score": "score"}
FIX = {
    "order": "write the positions of boundaries as 10 2 12, the most prominent first",
    "rank": "write the position of a boundary and its rank as 10 1",
    "score": "write the position of a boundary and its score as 10 0.83",
}


def recognise(document: Document) -> str | None:
    """Recognise a list of boundaries by its first line, such as ``units 13``."""
    if not document.may_be_text:
        return None
    first = next((line for _, line in _lines(document.first_lines)), "")
    return f"a list of boundaries after {shortened(first)!r}" if UNITS.fullmatch(first) else None


def _lines(lines: Iterable[str]) -> Iterator[Line]:
    """Keep the lines that are neither empty nor comments, with their numbers."""
    numbered = ((row, line.strip()) for row, line in enumerate(lines, 1))
    return ((row, line) for row, line in numbered if line and not line.startswith("#"))


def read(document: Document) -> Iterator[Found]:
    (row, first), *body = _lines(document.lines)
    found = UNITS.fullmatch(first)
    wrong: list[Notice] = []
    with document.doubting(wrong, "write the units as units 13", row=row):
        mass = whole_number(found[1] if found else first, "number of units")
        Segmentation(mass, ())  # says what is wrong with it
    if wrong:
        yield from wrong
        return
    kind = COLUMNS.get(" ".join(BETWEEN.split(body[0][1].lower())), "order") if body else "order"
    placed: list[Placed] = []
    problems = list(first_of(_place(document, kind, mass, body[kind != "order" :], placed)))
    yield from problems
    if problems:
        return
    inside = [one for one in placed if 0 < one[1] < mass]
    edges = [one for one in placed if not 0 < one[1] < mass]
    if edges:
        what = "the edge of the text is no boundary: position 0, or that after the last unit"
        yield document.notice(what, row=edges[0][0])
    positions = tuple(sorted(position for _, position, _ in inside))
    yield document.coding(Segmentation(mass, positions, levels=_levels(inside, kind)))


def _place(
    document: Document, kind: str, mass: int, body: Sequence[Line], placed: list[Placed]
) -> Iterator[Problem]:
    """Read the boundaries of all lines, and say what is wrong with them."""
    row_of: dict[int, int] = {}
    for row, line in body:
        try:
            for position, order in _entries(kind, line, len(body), len(placed)):
                if not 0 <= position <= mass:
                    what = f"lies outside the text (1 to {mass - 1})"
                    raise SegmentationError(f"boundary at {position} {what}")
                if position in row_of:
                    what = f"is given twice, first in line {row_of[position]}"
                    raise SegmentationError(f"boundary at {position} {what}")
                row_of[position] = row
                placed.append((row, position, order))
        except SegmentationError as error:
            yield document.problem(str(error), FIX[kind], row=row, text=shortened(line))


def _entries(kind: str, line: str, lines: int, before: int) -> Iterator[tuple[int, float]]:
    """Read the positions of a line, each with what orders it."""
    if kind == "order":
        positions = whole_numbers(line, "boundary position")
        if len(positions) > 1 and lines > 1:
            what = f"{len(positions)} numbers stand in this line; if they are a position and its "
            what += "rank or score, write 'position rank' or 'position score' above all lines"
            raise SegmentationError(what)
        yield from ((position, before + place) for place, position in enumerate(positions))
        return
    cells = BETWEEN.split(line)
    if len(cells) != 2:
        raise SegmentationError(f"{counted(len(cells), 'column')}, not 2")
    position = whole_number(cells[0], "boundary position")
    if kind == "rank":
        yield position, checked_level(whole_number(cells[1], "rank"))
    else:
        yield position, -_score(cells[1])


def _score(cell: str) -> float:
    score = float(cell) if SCORE.fullmatch(cell) else math.nan
    if not math.isfinite(score):
        raise SegmentationError(f"score {shortened(cell, 24)!r} is not a number")
    return score


def _levels(placed: Iterable[Placed], kind: str) -> tuple[int, ...]:
    """Make levels of what orders the boundaries, in the order of the text."""
    orders = [order for _, _, order in sorted(placed, key=lambda one: one[1])]
    if kind == "rank":
        return tuple(int(rank) for rank in orders)
    level_of = {order: level for level, order in enumerate(sorted(set(orders)), 1)}
    return tuple(level_of[order] for order in orders)
