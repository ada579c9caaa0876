"""What the cells of a column are: marks, numbers of rows or of segments, texts, times, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Literal

from segmetrics.io.column_names import WORDS
from segmetrics.io.numbers import listed_numbers, number_segments, numbers_mostly
from segmetrics.io.table_blocks import is_count
from segmetrics.io.table_files import ERRORS, FileTable

# What cells are; a *begin* is a name where a segment begins, above blank cells, a *list* holds
# several numbers that rise.
Kind = Literal[
    "empty", "mark", "count", "step", "label", "begin", "number", "time", "list", "text", "other"
]
# What a flag of a boundary may look like.
FLAGS = dict.fromkeys(["0", "0.0", "false", "False", "FALSE"], False) | dict.fromkeys(
    ["1", "1.0", "true", "True", "TRUE"], True
)
SAMPLE = 200  # rows of the sample that come first
MOST, RARE = 0.8, 0.1  # shares of texts that must be different, and of others that may be none
LONG, FEW = 25, 4  # characters of a cell that is a text, and rows from which on cells say something
FILLING = 5  # rows that a remark fills at least, as in a merged cell
BLANK_END = "blank to the end"  # how a person says what empty cells at the end of a column are
MAX_WEIGHTS = 12  # weights that people give boundaries
NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d+)?")
CLOCK = re.compile(
    r"\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d+)?|\d{4}-\d\d-\d\d.*|\d\d?[./]\d\d?[./]\d{2,4}.*"
)
# A sign that a person leaves in place of a mark, or beside one: ``?``, ``!``, ``x?`` or a letter.
ODD_SIGN = re.compile(r"[^\w\s]{1,2}|[^\W\d_]|[x1] ?[?!]|[?!][x1]|\([x1]\)", re.IGNORECASE)
# Words that a person leaves in a column of marks, perhaps behind a mark: ``x (money)``.
REMARK = re.compile(r"(?P<first>\w+|[^\w\s])\W+\w*[^\W\d_]{2}.*", re.DOTALL)
WEIGHTS = re.compile(r"[0-9](?:[.,]\d+)?")


def are_flags(cells: Iterable[str]) -> bool:
    """Return whether cells hold flags alone."""
    return all(cell in FLAGS for cell in cells)


def are_marks(cells: Iterable[str]) -> bool:
    """Return whether cells hold marks of boundaries, words for none, and hardly an odd sign."""
    filled, known = [cell.lower() for cell in cells if cell], WORDS.marks | WORDS.no_mark
    odd = [cell for cell in filled if cell not in known]
    marks = sum(cell in WORDS.marks for cell in filled)
    return FEW * len(odd) <= marks and all(map(ODD_SIGN.fullmatch, odd))


def sign_of(cell: str) -> str:
    """Return an odd sign as others write it too: ``x?`` of ``1 ?``."""
    known = ODD_SIGN.fullmatch(cell)
    return cell.lower().replace(" ", "").replace("1", "x") if known else cell


def said_by_remark(cell: str) -> bool | None:
    """Return whether a cell with a remark holds a mark before it; None of any other cell."""
    remark = None if cell.lower() in WORDS.marks | WORDS.no_mark else REMARK.fullmatch(cell)
    return remark["first"].lower() in WORDS.marks if remark else None


def _are_marks_with_remarks(cells: Sequence[str]) -> bool:
    """Return whether marks are most of what stands in a column with empty cells."""
    # What fills a merged cell says it once.
    filled = [cell.lower() for cell, _ in groupby(cells) if cell.lower() not in WORDS.no_mark]
    odd = [cell for cell in filled if cell not in WORDS.marks]
    alike = all(ODD_SIGN.fullmatch(cell) or said_by_remark(cell) is not None for cell in odd)
    return 2 * len(filled) < len(cells) and 2 * len(odd) < len(filled) and alike


def kind_of(first: Sequence[str], cells: Sequence[str]) -> Kind:
    """Return what the cells of a column are, those of the first rows and of the sample."""
    filled = [cell for cell in cells if cell and cell not in ERRORS]
    if not filled:
        return "empty"
    distinct = set(filled)
    lower = {cell.lower() for cell in distinct}
    blank = len(filled) < len(cells)
    if are_marks(filled) and lower & WORDS.marks and (blank or len(lower) > 1):
        return "mark"
    if all(map(NUMBER.fullmatch, distinct)):
        return _kind_of_numbers(first, filled, blanks=len(cells) - len(filled))
    if all(map(CLOCK.fullmatch, distinct)):
        return "time"
    if _are_lists(filled):
        return "list"
    longest = sorted(map(len, filled))[len(filled) // 2]
    if longest >= LONG and len(distinct) > MOST * len(filled):
        return "text"
    changes = sum(one != other for one, other in pairwise(first))
    if not blank and len(distinct) > 1 and len(first) >= FEW and 2 * changes <= len(first):
        return "label"
    if blank and first and first[0] and 2 * len(filled) <= len(cells) and longest < 2 * LONG:
        return "begin"
    return "other"


def _are_lists(cells: Sequence[str]) -> bool:
    """Return whether most cells hold several numbers that rise, and no other cell anything else."""
    lists = [listed_numbers(cell) for cell in cells if cell.lower() not in WORDS.no_mark]
    several = [numbers for numbers in lists if numbers and len(numbers) > 1]
    steps = [other - one for numbers in several for one, other in pairwise(numbers)]
    return (
        2 * len(several) > len(lists)
        and lists.count(None) <= RARE * len(lists)
        and sum(step <= 0 for step in steps) <= RARE * len(steps)
    )


def _kind_of_numbers(first: Sequence[str], filled: Sequence[str], *, blanks: int) -> Kind:
    blank = blanks > 0
    if blank and _run_on(filled) and len(filled) <= blanks and first[0]:
        return "begin"  # the number of each segment where it begins
    if blank and all(map(str.isdecimal, filled)) and _are_segments(list(map(int, filled))):
        return "step"
    weights = all(map(WEIGHTS.fullmatch, set(filled))) and len(set(filled)) <= MAX_WEIGHTS
    if weights and (blank or 2 * filled.count("0") > len(filled)) and set(filled) != {"0"}:
        return "mark"  # weights of boundaries, most of them none
    if not all(cell.isdecimal() for cell in filled):
        values = [float(cell.replace(",", ".")) for cell in filled]
        rise = all(one <= other for one, other in pairwise(values))
        return "time" if rise and 2 * len(set(values)) > len(values) else "number"
    if blank:
        return "number"
    numbers = list(map(int, first))
    steps = {other - one for one, other in pairwise(numbers)}
    if steps == {1} or _counts_again(numbers):
        return "count"
    stays = numbers[0] in (0, 1) and (steps <= {0, 1} or _steps_again(numbers))
    return "step" if stays or _are_segments(numbers) else "number"


def _are_segments(numbers: Sequence[int]) -> bool:
    """Return whether numbers from 0 or 1 mostly stay, else rise by one, and hardly skip one."""
    steps = [other - one for one, other in pairwise(numbers)]
    skipped, risen = steps.count(2), steps.count(1)
    some = set(steps) <= {0, 1, 2} and FEW * skipped <= risen < steps.count(0)
    return some and numbers[0] in (0, 1) and numbers[-1] > numbers[0] + 1


def odd_among_segments(cells: Sequence[str]) -> int | None:
    """Return where the only cell stands without which cells would number segments."""
    odd = [at for at, cell in enumerate(cells) if cell and not is_count(cell)]
    if not odd:
        numbers = [(at, int(cell)) for at, cell in enumerate(cells) if cell]
        steps = (two for two in pairwise(numbers) if two[1][1] - two[0][1] not in (0, 1, 2))
        odd = [at for at, _ in next(steps, ())]
    for at in odd if len(odd) < FEW else ():
        rest = [*cells[:at], *cells[at + 1 :]]
        if kind_of(cells, cells) != "step" == kind_of(rest, rest):
            return at
    return None


def _run_on(cells: Sequence[str]) -> bool:
    """Return whether numbers of several segments run on from 0 or 1."""
    numbers = [int(cell) if cell.isdecimal() else -1 for cell in cells]
    return len(numbers) > FEW and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def kinds_of(rows: Sequence[Sequence[str]], width: int) -> list[Kind]:
    """Return what the columns of rows are, each told by the others too."""
    columns = [[row[at] for row in rows] for at in range(width)]
    kinds = [kind_of(cells[:SAMPLE], cells) for cells in columns]
    first = [cells[:SAMPLE] for cells in columns]
    counters = [list(map(int, first[at])) for at, kind in enumerate(kinds) if kind == "count"]
    for at, kind in enumerate(kinds):
        if kind == "number" and all(map(is_count, first[at])):
            numbers = list(map(int, first[at]))
            # Numbers of segments that begin anew where those of units do.
            for begins in map(falls, counters):
                blocks = [numbers[one:end] for one, end in pairwise([0, *begins, len(numbers)])]
                kinds[at] = "step" if all(map(number_segments, blocks)) else kinds[at]
    if "step" in kinds:  # who else numbers segments may skip a number, or come back to one
        for at, kind in enumerate(kinds):
            if kind == "number" and all(map(is_count, columns[at])):
                kinds[at] = "step" if numbers_mostly(list(map(int, columns[at]))) else kind
    if kinds.count("mark") > 1:  # who else marks here may leave remarks
        for at, kind in enumerate(kinds):
            if kind in ("other", "begin", "label") and _are_marks_with_remarks(columns[at]):
                kinds[at] = "mark"
    marked = {
        at: {place for place, cell in enumerate(columns[at]) if cell.lower() not in WORDS.no_mark}
        for at, kind in enumerate(kinds)
        if kind == "mark"
    }
    # Numbers that are given with the marks of another column say how sure those are.
    ratings = {at for at in marked if _are_ratings(columns[at])}
    for at in ratings:
        if any(marked[at] <= marked[one] for one in marked.keys() - ratings):
            kinds[at] = "other"
    return kinds


def falls(numbers: Sequence[int]) -> list[int]:
    """Return the places of the numbers that do not rise."""
    return [at for at, (one, other) in enumerate(pairwise(numbers), 1) if other <= one]


def _counts_again(numbers: Sequence[int]) -> bool:
    """Return whether numbers count from 0 or 1, again and again."""
    start = numbers[0]
    return start in (0, 1) and all(
        other == one + 1 or (other == start and one > start) for one, other in pairwise(numbers)
    )


def _steps_again(numbers: Sequence[int]) -> bool:
    """Return whether numbers stay or rise by one, and begin again at 0 or 1 now and then."""
    falls = [other for one, other in pairwise(numbers) if other - one not in (0, 1)]
    return max(numbers) > 1 and set(falls) <= {0, 1} and FEW * len(falls) < len(numbers)


def _are_ratings(cells: Sequence[str]) -> bool:
    """Return whether cells hold numbers, of which one is neither 0 nor 1, or nothing."""
    filled = {cell for cell in cells if cell}
    return all(map(NUMBER.fullmatch, filled)) and not filled <= FLAGS.keys()


def without_header(table: FileTable) -> FileTable | None:
    """Return a table whose first row is no heading but a row as the others; None if it is one."""
    if not table.header_row or len(table.names) < 2:
        return None
    rows = [cells for _, cells in table.rows[:SAMPLE] if len(cells) == len(table.names)]
    columns = list(zip(table.names, *rows, strict=True))
    goes_on = sum(map(_goes_on, columns)) > 1 or _come_again(columns)
    if not rows or not (_are_marked(columns) or goes_on):
        return None
    below = [(table.header_row, list(table.names)), *table.rows]
    return replace(table, names=("",) * len(table.names), header_row=0, rows=below)


def _are_marked(columns: Iterable[Sequence[str]]) -> bool:
    """Return whether columns hold marks or numbers of segments, texts and counts, from the top."""
    marked = False
    for cells in columns:
        name, kind = cells[0], kind_of(cells, cells)
        if kind == "label" and name in cells[1:]:
            marked = True
            continue
        words = 2 * sum(" " in cell for cell in cells) > len(cells)
        if (kind == "text" or words) and len(name) >= LONG // 2 and " " in name:
            continue
        if kind not in ("mark", "step", "count") or not NUMBER.fullmatch(name):
            return False
        marked = marked or kind in ("mark", "step")
    return marked


def _come_again(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether a name comes again below, and two stand above numbers and are some."""
    names = sum(len(cells) > FEW and cells[0] in cells[1:] and cells[0] != "" for cells in columns)
    numbers = sum(all(map(NUMBER.fullmatch, cells)) for cells in columns)
    return names > 0 and numbers > 1


def _goes_on(cells: Sequence[str]) -> bool:
    """Return whether a column holds numbers from its name on, most of which rise."""
    numbers = [float(cell.replace(",", ".")) for cell in cells if NUMBER.fullmatch(cell)]
    falls = sum(one >= other for one, other in pairwise(numbers))
    known = len(numbers) + sum(cell in ERRORS for cell in cells) == len(cells) > FEW
    return known and bool(NUMBER.fullmatch(cells[0])) and falls <= RARE * len(numbers)
