"""Columns with the number of the segment in each row, as people write them: ``3?``, or once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from segmetrics.io.cells import Row
from segmetrics.io.numbers import number_segments, numbers_mostly
from segmetrics.phrases import counted

UNSURE = re.compile(r"\(?(\d{1,4})\s*[?!*)]{0,3}")  # a number, perhaps with a sign of doubt
SAMPLE = 200  # rows by which it is seen whether columns number segments
FEW_BLANK = 0.1  # share of empty cells in a column that has a number in each row


@dataclass(frozen=True, slots=True)
class _Column:
    """The cells of a column, and the numbers in them; a blank has none."""

    cells: Sequence[str]
    numbers: Sequence[str]

    @property
    def known(self) -> list[int]:
        return [int(number) for number in self.numbers if number]

    @property
    def blanks(self) -> int:
        return len(self.cells) - len(self.known)

    @property
    def is_full(self) -> bool:
        """Whether it numbers the segments in each row, but for a few."""
        return self.blanks <= FEW_BLANK * len(self.cells) and numbers_mostly(self.known)

    @property
    def is_sparse(self) -> bool:
        """Whether it has a number where a segment begins alone: none comes twice in turn."""
        known = self.known
        steps = [other - one for one, other in pairwise(known)]
        goes_on = 0 not in steps and 2 * steps.count(1) >= len(steps) > 0
        return goes_on and 2 * len(known) <= len(self.cells)


def in_full(names: Sequence[str], rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Write the number of a segment into each of its rows, and say what was written.

    It is done beside columns of coders that have a number in each row: two at least, one of which
    counts without a gap.
    """
    first = [column for at in range(len(names)) if (column := _column(rows[:SAMPLE], at))]
    full = [column for column in first if column.is_full]
    if len(full) < 2 or not any(_counts(column.known) for column in full):
        return list(rows), []
    written: dict[int, Sequence[str]] = {}
    said = []
    for at in range(len(names)):
        if all(at < len(of) and of[at].isdecimal() for _, of in rows):
            continue  # as it is written already
        column = _column(rows, at)
        if column is None or not (column.is_full or column.is_sparse):
            continue
        numbers, sparse = column.numbers, not column.is_full
        unsure = [
            cell for cell, number in zip(column.cells, numbers, strict=True) if cell != number
        ]
        if unsure:
            what = f"{counted(len(unsure), 'cell')} with a sign behind the number"
            said.append(f"{names[at]}: {what}; {unsure[0]} is read as {_number(unsure[0])}")
        if sparse:
            numbers = list(accumulate(numbers, _or_above))
            said.append(
                f"{names[at]} has a number only where it changes: an empty cell is in the segment "
                "above"
            )
        written[at] = numbers
    if not written:
        return list(rows), []
    found = [
        (row, [written[at][place] if at in written else cell for at, cell in enumerate(cells)])
        for place, (row, cells) in enumerate(rows)
    ]
    return found, said


def _or_above(above: str, number: str) -> str:
    return number or above


def _number(cell: str) -> str | None:
    """Return the number in a cell; None if it holds something else."""
    found = UNSURE.fullmatch(cell)
    return "" if not cell else found[1] if found else None


def _column(rows: Sequence[Row], at: int) -> _Column | None:
    """Return a column of numbers that begins with the first segment, 0 or 1; None if it is none."""
    cells = [of[at] if at < len(of) else "" for _, of in rows]
    if not cells or _number(cells[0]) not in ("0", "1"):
        return None
    numbers = [number for cell in cells if (number := _number(cell)) is not None]
    return _Column(cells, numbers) if len(numbers) == len(cells) else None


def _counts(numbers: Sequence[int]) -> bool:
    return number_segments(numbers) and numbers[-1] > numbers[0] + 1
