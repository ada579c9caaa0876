"""Lists of times at which people saw boundaries: one a line, or in columns, one a coder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from segmetrics.io.clock_times import COUNTDOWN, MINUTES, SECONDS, UNITS, asked, seconds_in
from segmetrics.io.column_names import owners
from segmetrics.io.column_roles import heading_of
from segmetrics.io.document import JSON_START, Document, Files
from segmetrics.io.formats import segment_rows
from segmetrics.io.parts import Found
from segmetrics.io.problems import Unreadable, shortened
from segmetrics.io.segment_columns import counts_of, is_of_times
from segmetrics.io.table_blocks import rows_called
from segmetrics.io.table_files import only_list
from segmetrics.phrases import listed

# Names of a column that counts the rows.
COUNTS = frozenset(("", "#", "nr", "no", "number", "index", "press", "boundary", "n"))

# Minutes and seconds with a dot, and a line that begins with those with a colon.
DOTTED, CLOCKED = re.compile(r"\d{1,3}\.[0-5]\d"), re.compile(r"\s*\d{1,3}:[0-5]\d(?!\d)")
FEWEST_DOTTED = 3
SAID = 3  # remarks that are named

# A time, and what somebody wrote behind it.
REMARK = re.compile(r"(\d[\d:.,]*) ?(?:[(\[].*[^\W\d_]{2}.*[)\]]|\?)")

Cells = Sequence[tuple[int, str]]
# Cells with their rows, by coder, None for the one whom the path names; and what times count.
Lists = tuple[Mapping[str | None, Cells], str]


def recognise(document: Document) -> str | None:
    """Recognise rising times, in one column without another or in columns of coders."""
    found = _lists(document)
    if found is None:
        bare = not (document.sheet or document.choices.times) and len(document.first_lines) > 1
        asked = bare and only_list(document.text, lines=True) and document.beside.of_all(_are_lists)
        return "whole numbers that rise, one a line" if asked else None
    document.found["lists"] = found
    return "times, one a line" if None in found[0] else "columns of rising times"


def _are_lists(files: Files) -> bool:
    """Return whether most files are lists of whole numbers, rather than one beside codings."""
    lists = sum(not (one.sheet or one.first_line) for one in files.values())
    return 2 * lists > len(files)


def _lists(document: Document) -> Lists | None:
    """Find the lists of a file; None if it holds anything else."""
    if JSON_START.match(document.text):
        return None
    table = document.table
    width = len(table.names)
    if document.sheet is None and (below := _below_remark(document)):
        return below
    if width == 1:
        return _single(document)
    if width == 2 and document.sheet is None and _has_decimal_commas(document):
        numbered = enumerate(map(str.strip, document.lines), 1)
        filled = _without_blanks([(row, cell) for row, cell in numbered if cell])
        return ({None: filled}, "") if filled else None
    rows = [(row, [*map(_bare, cells), *[""] * width][:width]) for row, cells in table.rows]
    places = list(range(width))
    if table.names[0].lower() in COUNTS and [cells[0] for _, cells in rows] == [
        str(number) for number in range(1, len(rows) + 1)
    ]:
        places = places[1:]
    headings = heading_of(table.names)
    names = [headings[at] for at in places if table.names[at]]
    known = any(is_of_times(name) or seconds_in(name) is not None for name in names)
    if len(names) < max(2, len(places)) or known:
        return None
    columns = {headings[at]: [(row, cells[at]) for row, cells in rows] for at in places}
    found = {name: _without_blanks(cells) for name, cells in columns.items()}
    lists: dict[str | None, Cells] = {name: of for name, of in found.items() if of is not None}
    if len(lists) < len(found) or not any(lists.values()):
        return None
    return (lists, "") if _are_times(list(lists.values()), document.choices.times) else None


def _bare(cell: str) -> str:
    """Return the time of a cell without a remark behind it: ``1:21 (chain!)``."""
    remark = REMARK.fullmatch(cell)
    return remark[1] if remark else cell


def _has_decimal_commas(document: Document) -> bool:
    """Return whether each line is one time with a comma in it, and cannot be begin and end."""
    lines = [line.strip() for line in document.lines if line.strip()]
    times = [seconds_in(line) for line in lines if "," in line]
    if len(lines) < 2 or len(times) < len(lines) or None in times:
        return False
    pairs = [line.split(",") for line in lines]
    return any(":" in first or int(last) < int(first) for first, last in pairs)


def _single(document: Document) -> Lists | None:
    """Find a list of times with a line for each, perhaps below a heading."""
    table = document.table
    cells = [(row, cells[0]) for row, cells in table.rows]
    heading = table.names[0]
    counts = counts_of(heading)
    if seconds_in(heading) is not None:
        cells = [(table.header_row, heading), *cells]
    elif heading.startswith("#"):
        counts = ""  # a remark of the program
    elif not is_of_times(heading):
        return None
    filled = _without_blanks(cells)
    said = document.choices.times or counts
    if not filled or len(filled) < 2 or not _are_times([filled], said):
        return None
    return {None: filled}, counts


def _without_blanks(cells: Cells) -> Cells | None:
    """Return the cells of a list of rising times up to its end; None if it is no such list."""
    filled = [(row, cell) for row, cell in cells if cell]
    times = [seconds_in(cell) for _, cell in filled]
    if [cell for _, cell in cells[: len(filled)]] != [cell for _, cell in filled]:
        return None
    found = [time for time in times if time is not None]
    rise = all(one <= other for one, other in pairwise(found))
    are_times = len(found) == len(times) and rise and min(found, default=0) >= -COUNTDOWN
    return filled if are_times else None


def _are_times(lists: Sequence[Cells], said: str) -> bool:
    """Return whether lists hold times rather than numbers of units."""
    cells = [cell for of in lists for _, cell in of]
    telling = sum(":" in cell or "." in cell or "," in cell for cell in cells)
    clocks = all(":" in cell for cell in cells)
    # Strictly, unlike numbers of segments.
    rise = all(len({seconds_in(cell) for _, cell in of}) == len(of) for of in lists)
    return bool(said) or clocks or (rise and 2 * telling >= len(cells))


def _dotted(document: Document, lists: Mapping[str | None, Cells]) -> str:
    """Return a file that has ``0:19`` where all times of lists are such as ``0.19``, or nothing."""
    cells = [cell for of in lists.values() for _, cell in of]
    if len(cells) < FEWEST_DOTTED or not all(map(DOTTED.fullmatch, cells)):
        return ""
    clocked = document.beside.of_all(_with_clocks)
    return next(iter(clocked), "")


def _with_clocks(files: Files) -> list[str]:
    """Return the files of which every line begins with a time such as ``0:19``."""
    found = []
    for name, one in files.items():
        with suppress(Unreadable):
            first = [] if one.sheet else one.first_lines
            lines = [line for line in first if line.strip() and not line.startswith("#")]
            if len(lines) > 1 and all(map(CLOCKED.match, lines)):
                found.append(name)
    return found


def _below_remark(document: Document) -> Lists | None:
    """Find a list of times below lines of remarks: ``# Making bread, Ann``."""
    lines = [(row, line.strip()) for row, line in enumerate(document.lines, 1) if line.strip()]
    cells = [(row, _bare(line)) for row, line in lines if not line.startswith("#")]
    if len(cells) in (0, len(lines)) or seconds_in(cells[0][1]) is None:
        return None
    filled = _without_blanks(cells)
    if not filled or len(filled) < 2 or not _are_times([filled], document.choices.times):
        return None
    said = [shortened(line) for _, line in lines if line.startswith("#")]
    document.found["remarks"] = said
    return {None: filled}, ""


def read(document: Document) -> Iterator[Found]:
    if "lists" not in document.found:
        what = "nothing shows whether these numbers are times, or number units"
        command = f"--times {SECONDS} for example, or --times {UNITS}"
        raise document.unreadable(what, "say what they count", asks="times", command=command)
    yield from _remarks(document, range(len(document.table.names)))
    if said := document.found.get("remarks"):
        yield document.notice(f"not read: {listed(said, SAID)}, as a remark")
    lists, counts = document.found["lists"]
    chosen = document.choices.times
    if chosen in ("", MINUTES) and (other := _dotted(document, lists)):
        if not chosen:
            what = f"times such as {next(iter(lists.values()))[0][1]} may be minutes and seconds, "
            what += f"as {other} has them with a colon"
            yield from asked(document.name, what, SECONDS, MINUTES)
        else:
            lists = {
                coder: [(row, cell.replace(".", ":")) for row, cell in of]
                for coder, of in lists.items()
            }
    yield from segment_rows.read_lists(document, lists, counts)


def _remarks(document: Document, places: Sequence[int]) -> Iterator[Found]:
    """Say in which rows a remark behind a time is left out."""
    rows = document.table.rows
    held = ((row, [cells[at] for at in places if at < len(cells)]) for row, cells in rows)
    remarks = [row for row, cells in held if any(map(REMARK.fullmatch, cells))]
    if remarks:
        yield document.notice(f"a remark behind a time is left out, in {rows_called(remarks)}")


def read_columns(document: Document, places: Sequence[int]) -> Iterator[Found]:
    """Read the columns of which a person said that each holds the times of a coder."""
    heading = heading_of(document.table.names)
    whose = owners(document.table.names)
    names = {at: whose[heading[at]][0] if heading[at] in whose else heading[at] for at in places}
    rows = document.table.rows
    if len({*names.values()}) < len(names):
        names = {at: heading[at] for at in places}
    lists: dict[str | None, list[tuple[int, str]]] = {
        names[at]: [(row, _bare(cells[at])) for row, cells in rows if at < len(cells) and cells[at]]
        for at in places
    }
    yield from _remarks(document, places)
    yield from segment_rows.read_lists(document, lists)
