"""Rows of a table that are no units: titles between blocks of units, and sums below them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from segmetrics.io.cells import Row
from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.segment_numbers import in_full
from segmetrics.phrases import listed

# Rows by which the column that numbers the units is found, and the share that has a number in it.
SAMPLE = 200
MOST = 0.7
MAX_TITLE = 120  # characters of a title
MAX_DIGITS = 10
NUMBER = re.compile(r"[+-]?[\d.,:/%-]*\d[\d.,:/%-]*")
JOINT = re.compile(r"(\S{1,60}?)[-_.:/#]+0*(\d{1,6})")  # a cell that names item and unit
# How a row of sums or means is named.
TOTALS = re.compile(
    r"(?:sum|totals?|summe|gesamt|anzahl|count|mean|average|mittelwert|durchschnitt|median|n|Σ|Ø)"
    r"(?![^\W_]).{0,40}|(?:number|no\.?|zahl) (?:of|der) .{1,40}",
    re.IGNORECASE,
)


COUNTING = WORDS.counts | WORDS.of_boundaries | WORDS.of_segments  # what such a row may say
FEW_WORDS = 4


@dataclass(frozen=True, slots=True)
class Blocks:
    """The rows of a table that are units, its columns, and what there is to say of the others."""

    names: tuple[str, ...]
    rows: list[Row]
    said: tuple[str, ...] = ()


def is_total(cells: Sequence[str]) -> bool:
    """Return whether a row begins with a word such as Total, and holds numbers alone beside it."""
    first, *others = [cell for cell in cells if cell] or [""]
    return bool(TOTALS.fullmatch(first)) and all(map(NUMBER.fullmatch, others))


def _counts_above(cells: Sequence[str], units: Sequence[Row]) -> bool:
    """Return whether the numbers of a row say how many marks or segments are in columns above.

    Beside them is nothing, or words such as *topics in all*.
    """
    numbers = {at: cell for at, cell in enumerate(cells) if is_count(cell)}
    others = [cell for at, cell in enumerate(cells) if cell and at not in numbers]
    words = plain(" ".join(others)).split()
    counting = not words or (len(words) <= FEW_WORDS and not COUNTING.isdisjoint(words))
    if len(numbers) < 2 or len(others) > 1 or not counting:
        return False
    for at, cell in numbers.items():
        above = [known for _, of in units if (known := _cell(of, at).strip("?! "))]
        most = max((int(one) for one in above if is_count(one)), default=None)
        if int(cell) not in (len(above), len({*above}), most):
            return False
    return True


def _remarks(units: Sequence[Row], at: int) -> list[Row]:
    """Return the rows that are notes: words in place of a number, or in one cell alone."""
    numbers = [int(_cell(cells, at)) if is_count(_cell(cells, at)) else None for _, cells in units]
    known = [number for number in numbers if number is not None]
    numbered = [of for number, (_, of) in zip(numbers, units, strict=True) if number is not None]
    beside = (cell for cells in numbered for place, cell in enumerate(cells) if place != at)
    again = Counter(filter(None, beside))
    before = -1  # the number above, or of no row
    passed = 0
    missing = False
    found: list[tuple[Row, bool]] = []
    for number, row in zip(numbers, units, strict=True):
        if number is not None:
            before, passed = number, passed + 1
            continue
        after = known[passed] if passed < len(known) else before + 1
        goes_on = after <= before + 1 or not passed
        missing = missing or not goes_on
        others = [cell for place, cell in enumerate(row[1]) if cell and place != at]
        called = _cell(row[1], at)
        in_words = any(map(str.isalpha, called)) and not any(map(str.isdecimal, called))
        alone = not called and len(others) == 1 and " " in others[0]
        if goes_on and (in_words or alone) and all(again[cell] < 2 for cell in others):
            found.append((row, in_words))
    return [row for row, in_words in found if in_words or not missing]


def is_count(cell: str) -> bool:
    """Return whether a cell holds a whole number that units or segments can have."""
    return cell.isdecimal() and len(cell) < MAX_DIGITS


def find_blocks(names: tuple[str, ...], rows: list[Row]) -> Blocks:
    """Find the rows of a table that are units, and write titles of blocks beside them."""
    rows, said_of_units = _numbers_alone(names, rows)
    blocks = _blocks(names, rows)
    rows, said = in_full(blocks.names, blocks.rows)
    return replace(blocks, rows=rows, said=(*said_of_units, *blocks.said, *said))


def _numbers_alone(names: tuple[str, ...], rows: list[Row]) -> tuple[list[Row], list[str]]:
    """Leave of cells such as ``s01-003`` the number, where another column names the item."""
    items = [at for at, name in enumerate(names) if plain(name) in WORDS.items]
    for at in (at for at, name in enumerate(names) if items and plain(name) in WORDS.units):
        found = [JOINT.fullmatch(_cell(cells, at)) for _, cells in rows]
        known = [one for one in found if one is not None]
        of_items = zip((_cell(cells, items[0]) for _, cells in rows), found, strict=True)
        names_of = {(item, one[1]) for item, one in of_items if one}
        one_each = len(names_of) == len({of for of, _ in names_of})
        numbers = [int(one[2]) for one in known]
        count = sum(other == one + 1 for one, other in pairwise(numbers))
        if len(known) < len(rows) or not one_each or 2 * count <= len(rows):
            continue
        told = [
            (row, [*cells[:at], str(int(one[2])), *cells[at + 1 :]])
            for (row, cells), one in zip(rows, known, strict=True)
        ]
        return told, [
            f"the column {names[at]} names item and unit: {known[0][0]} is unit {int(known[0][2])}"
        ]
    return rows, []


def _blocks(names: tuple[str, ...], rows: list[Row]) -> Blocks:
    """Find the rows that are units by the column that numbers them."""
    at = _numbering(names, rows)
    if at is None:
        return _filled_down(_taken_apart(names, rows) or Blocks(names, rows), None)
    if all(at < len(cells) and cells[at].isdecimal() for _, cells in rows):
        return _filled_down(Blocks(names, rows), at)
    titles: list[tuple[int, int, str]] = []  # units before it, number of the row, title
    sums: list[int] = []
    units: list[Row] = []
    for number, cells in rows:
        if is_count(_cell(cells, at)):
            units.append((number, cells))
            continue
        filled = [cell for cell in cells if cell]
        place = next(place for place, cell in enumerate(cells) if cell)
        total = len(filled) > 1 and is_total(cells) and (place == at or not _cell(cells, at))
        if len(filled) == 1 and place <= at and len(filled[0]) <= MAX_TITLE:
            titles.append((len(units), number, filled[0]))
        elif total or (not _cell(cells, at) and _counts_above(cells, units)):
            sums.append(number)
        else:
            units.append((number, cells))
    said = []
    notes = dict(_remarks(units, at))
    units = [row for row in units if row[0] not in notes]
    for number, cells in notes.items():
        words = ", ".join(filter(None, cells))
        said.append(f"not read: row {number} is a note, with no number and no mark: {words}")
    # An empty cell may say that there is nothing, as of a coder without any boundary.
    called = [(number, _cell(cells, at)) for number, cells in units]
    unnumbered = [number for number, cell in called if cell and not is_count(cell)]
    if unnumbered and len(unnumbered) < len(units):
        one, several = "has no number, and counts as a unit", "have no number, and count as units"
        said.append(f"{rows_called(unnumbered)} {several if len(unnumbered) > 1 else one}")
    if sums:
        said.append(f"{rows_called(sums)}: sums or means of the rows above, and no units")
    if titles:
        numbers = [number for _, number, _ in titles]
        if [before for before, _, _ in titles] == _begins(units, at) and "item" not in [
            name.lower() for name in names
        ]:
            said.append(f"{rows_called(numbers)}: titles above blocks of rows; they name the items")
            return Blocks((*names, "item"), _titled(units, titles), tuple(said))
        said.append(f"{rows_called(numbers)}: titles or comments between the rows, and no units")
    return _filled_down(Blocks(names, units, tuple(said)), at)


def _taken_apart(names: tuple[str, ...], rows: list[Row]) -> Blocks | None:
    """Take a column apart whose cells name both item and unit, as ``s01-003``; None without one."""
    if not WORDS.items.isdisjoint(name.lower() for name in names):
        return None
    for at in range(min(len(names), 8)):
        found = [JOINT.fullmatch(_cell(cells, at)) for _, cells in rows]
        pairs = [(one[1], int(one[2])) for one in found if one and not one[1].isdecimal()]
        items = list(dict.fromkeys(item for item, _ in pairs))
        first = min((number for _, number in pairs), default=-1)
        if len(pairs) < len(rows) or not 2 <= len(items) <= len(rows) // 2 or first not in (0, 1):
            continue
        if 2 * sum(one == other for one, other in pairwise(pairs)) > len(pairs):
            continue  # a name of what several rows are in, and no number of a row
        if pairs[0][1] == first and all(
            number == (before + 1 if item == its else first) or number == first
            for (its, before), (item, number) in pairwise(pairs)
        ):
            apart = [
                (row, [*cells[:at], str(number), *cells[at + 1 :], item])
                for (row, cells), (item, number) in zip(rows, pairs, strict=True)
            ]
            name = names[at] or f"column {at + 1}"
            said = f"the column {name} names item and unit: {_cell(rows[0][1], at)} is unit "
            said += f"{pairs[0][1]} of {pairs[0][0]}"
            return Blocks((*names, "item"), apart, (said,))
    return None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def rows_called(numbers: Sequence[int]) -> str:
    """Name rows by their numbers."""
    return f"row{'s' * (len(numbers) > 1)} {listed([str(number) for number in numbers])}"


def _numbering(names: Sequence[str], rows: Sequence[Row]) -> int | None:
    """Find the first column that numbers rows from 0 or 1, perhaps anew, perhaps with gaps."""
    sample = rows[:SAMPLE]
    for at in range(min(len(names), 8)):
        cells = [(place, row[at]) for place, (_, row) in enumerate(sample) if at < len(row)]
        numbers = [(place, int(cell)) for place, cell in cells if is_count(cell)]
        if len(numbers) < max(2, MOST * len(sample)):
            continue
        first = numbers[0][1]
        if first in (0, 1) and all(
            after == first != before or after - before in (1, to - place)
            for (place, before), (to, after) in pairwise(numbers)
        ):
            return at
    return None


def _begins(units: Sequence[Row], at: int) -> list[int]:
    """Return the places of the rows with which numbers begin, and begin anew."""
    found = []
    before = -1
    for place, (_, cells) in enumerate(units):
        number = int(cells[at]) if is_count(_cell(cells, at)) else before + 1
        if number <= before or not place:
            found.append(place)
        before = number
    return found


def _falls(rows: Sequence[Row], at: int) -> list[int]:
    """Return the places of the first row, and of those whose number or time is before the last."""
    times = [(place, seconds_in(_cell(cells, at))) for place, (_, cells) in enumerate(rows)]
    known = [(place, time) for place, time in times if time is not None]
    return [0, *(place for (_, one), (place, other) in pairwise(known) if other < one)]


def _titled(units: Sequence[Row], titles: Sequence[tuple[int, int, str]]) -> list[Row]:
    """Return rows with the title of their block in a column more."""
    ends = [*[before for before, _, _ in titles[1:]], len(units)]
    return [
        (number, [*cells, title])
        for (before, _, title), end in zip(titles, ends, strict=True)
        for number, cells in units[before:end]
    ]


def _filled_down(blocks: Blocks, at: int | None) -> Blocks:
    """Write what stands in the first row of each block alone into its other rows."""
    rows = blocks.rows
    if len(rows) < 3:
        return blocks
    first, second = rows[0][1], rows[1][1]
    begun = [place for place, cell in enumerate(first) if cell and not _cell(second, place)]
    begun = [place for place in begun if place != at and place < len(blocks.names)]
    named = {place for place in begun if _names_blocks(blocks.names[place])}
    possible = [place for place in begun if place < (at or 0) or place in named]
    counted = range(len(blocks.names)) if at is None else [at]
    find = _falls if at is None else _begins
    begins = [find(rows, of) for of in counted] if possible else []
    said = list(blocks.said)
    for place in possible:
        filled = [row for row, (_, cells) in enumerate(rows) if _cell(cells, place)]
        if filled not in begins or not (place in named or len(filled) > 1):
            continue
        value, written = "", []
        for number, cells in rows:
            value = _cell(cells, place) or value
            written.append((number, [*cells[:place], value, *cells[place + 1 :]]))
        rows = written
        name = blocks.names[place] or f"column {place + 1}"
        said.append(f"the column {name} is filled where numbers begin anew: it names each block")
    return Blocks(blocks.names, rows, tuple(said))


def _names_blocks(name: str) -> bool:
    """Return whether a column is called as those of items or coders are, perhaps their title."""
    words = [word for word in plain(name).split() if word not in WORDS.of_names]
    return name.lower() in WORDS.items | WORDS.coders or " ".join(words) in WORDS.items
