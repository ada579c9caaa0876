"""The segments in the rows of a table: whose each is, where it begins and ends."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from segmetrics.io import clock_times, segment_columns
from segmetrics.io.cells import MISSING, Row
from segmetrics.io.clock_times import Counting, seconds_in
from segmetrics.io.document import Document
from segmetrics.io.formats.praat import MAX_SECONDS
from segmetrics.io.parts import Span
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.segment_columns import Columns

# Seconds by which a begin and a length, to the millisecond, may miss the next begin.
ROUNDED = 0.00151


@dataclass(frozen=True, slots=True)
class Segment:
    """A row: its begin and its end, None for a boundary, as numbers of the file."""

    row: int
    begin: float
    end: float | None
    label: str
    cells: Sequence[str]

    @property
    def span(self) -> Span:
        """The stretch of the recording, in milliseconds."""
        end = self.begin if self.end is None else self.end
        return Span(round(1000 * self.begin), round(1000 * end), self.label)


# Item, coder and tier.
Whose = tuple[str | None, str | None, str]


def overlaps(spans: Iterable[tuple[float, float]]) -> int:
    """Count the segments that end well after the next one begins; those given twice are one."""
    return sum(
        one[1] - other[0] > segment_columns.ALIKE * (one[1] - one[0])
        for one, other in pairwise(sorted(set(spans)))
    )


def whose_of(columns: Columns, cells: Sequence[str]) -> Whose:
    """Return item, coder and tier of a row."""
    coder, tier = ("" if at is None else cells[at] for at in (columns.coder, columns.tier))
    item = " / ".join(cells[at] for at in columns.item if cells[at])
    return item or None, coder or None, tier


def segments_of(
    document: Document, columns: Columns, rows: Sequence[Row], counting: Counting
) -> tuple[dict[Whose, list[Segment]], list[Problem]]:
    """Read the rows of each coder; those of a coder with a wrong row are left out, and named."""
    found: dict[Whose, list[Segment]] = defaultdict(list)
    wrong: dict[Whose, Problem] = {}
    times = Counter(whose_of(columns, cells) for _, cells in rows)
    told = {columns.begin, columns.end, columns.length, columns.label} - {None}
    left_out = columns.item and columns.coder is None  # and counted, if nobody has a time there
    for row, cells in rows:
        whose = whose_of(columns, cells)
        begin = cells[columns.begin].lower()
        missing = (cells[at or 0].lower() in MISSING for at in told)
        none = begin == "none" or (left_out and all(missing))
        if (none and times[whose] == 1) or (columns.whole is not None and begin in MISSING):
            found[whose] += []  # a coder of a recording who has no boundary in it
            continue
        try:
            found[whose].append(_segment(columns, row, cells, counting))
        except ValueError as error:
            about = {"item": whose[0], "coder": whose[1], "row": row}
            wrong.setdefault(whose, document.problem(str(error), "correct the cell", **about))
    good = {whose: segments for whose, segments in found.items() if whose not in wrong}
    return good, list(wrong.values())


def counting_in(
    document: Document, columns: Columns, rows: Sequence[Row]
) -> tuple[Counting, list[Notice]]:
    """Return what the times of rows count, and what is to be said of it."""
    of_coders: dict[Whose, list[str]] = defaultdict(list)
    for _, cells in rows:
        times = (cells[at] for at in (columns.begin, columns.end) if at is not None)
        of_coders[whose_of(columns, cells)] += times
    said = {"chosen": document.choices.times, "named": columns.counts}
    counting, notices = clock_times.counting_of(document.name, of_coders.values(), **said)
    if counting == Counting() and not (notices or any(said.values())):
        ends: dict[str | None, float] = {}
        for (item, *_), cells in of_coders.items():
            last = max((seconds_in(cell) or 0 for cell in cells if ":" not in cell), default=0)
            ends[item] = max(ends.get(item, 0), last)
        notices = clock_times.too_long(document.name, ends.values())
    return counting, notices


def _segment(columns: Columns, row: int, cells: Sequence[str], counting: Counting) -> Segment:
    """Read a row; ValueError says what is wrong."""
    begin = _time(cells[columns.begin], "begin", counting)
    if begin is None:
        raise ValueError("the begin is missing")
    end = _time(cells[columns.end], "end", counting) if columns.end is not None else None
    if columns.length is not None:
        length = _time(cells[columns.length], "duration", counting)
        end = begin + length if length else None
    if end is not None and end < begin:
        raise ValueError(f"it begins at {begin:g} and ends at {end:g}")
    label = cells[columns.label] if columns.label is not None else ""
    return Segment(row, begin, end, label, cells)


def _time(cell: str, what: str, counting: Counting) -> float | None:
    """Read the time in a cell, None if it is missing."""
    if cell.lower() in MISSING:
        return None
    seconds = counting.seconds(cell)
    if seconds is None and counting.colons and clock_times.DOTTED.fullmatch(cell):
        raise ValueError(
            f"the {what} {cell!r} has no colon, as other times have: "
            f"write {re.sub('[.,]', ':', cell)} if it is that"
        )
    if seconds is None:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no number of seconds")
    if not -clock_times.COUNTDOWN <= seconds <= MAX_SECONDS:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no time of a recording")
    return seconds


def joined(segments: Sequence[Segment]) -> Iterator[Segment]:
    """Yield segments whose ends are the next begins, if begin and length only round to another."""
    for one, other in pairwise([*segments, None]):
        near = one and other and one.end and abs(one.end - other.begin) <= ROUNDED
        if one:
            yield replace(one, end=other.begin) if near and other else one
