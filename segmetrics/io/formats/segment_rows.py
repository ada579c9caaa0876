"""Tables with a row for each segment or boundary: where it begins and ends, perhaps a label."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain, pairwise
from shlex import quote
from typing import Any

from segmetrics.io import clock_times
from segmetrics.io.cells import Row
from segmetrics.io.clock_times import (
    COUNTDOWN,
    DATED,
    Counting,
    before_the_start,
    counting_of,
    dated,
    merged_in,
    seconds_in,
)
from segmetrics.io.column_guess import has_columns_of_coders
from segmetrics.io.column_kinds import are_flags
from segmetrics.io.column_names import WORDS, words_in
from segmetrics.io.column_roles import Guess, Role, heading_of
from segmetrics.io.document import Document
from segmetrics.io.name_kinds import as_coders
from segmetrics.io.names import BOTH
from segmetrics.io.parts import Coding, Extent, Found, Span, SpanCoding
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.segmented_parts import from_stretches
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted, listed

TIMES = words_in("time, times, timestamp, zeit, zeiten, zeitpunkt, timecode, heure, hora, de")
# Words that may stand beside them in the name of a column.
SECONDS = words_in("s, ss, sec, secs, second, seconds, hh, sek, sekunde, sekunden")
MINUTES = words_in("m, min, mins, minute, minutes, minuten")
CLOCK = re.compile(r"\d{1,3}:[0-5]?\d(?:[.,]\d+)?")
MILLISECONDS = words_in("ms, msec, msecs, millisecond, milliseconds, millis")
FRAMES = words_in("frame, frames")
COUNTED = SECONDS | MILLISECONDS | FRAMES | {"mm"}
OF_TIME = COUNTED | TIMES | {"point"}
BESIDE = OF_TIME | WORDS.beside_edges | WORDS.of_segments
# Those that a unit of time alone follows: a boundary in milliseconds, but no segment in them.
AT_ONE_TIME = WORDS.presses - {"consensus", "response", "event", "segment"}
# Times from the begin of a recording, or of a trial, to a boundary.
ITEMS = WORDS.recordings | WORDS.items
LABELS = (
    *("label", "labels", "name", "species", "type", "trial type", "category", "annotation"),
    *("tag", "code", "class", "topic", "title", "value", "event", "segment", "state", "événement"),
)
ENDINGS = ("label", "name")
WHOLE = re.compile(r"(?:total|whole|full|movie|video|film|recording|file|media|clip)")
WORD = re.compile(r"[A-ZÀ-Þ]+(?![a-zß-ÿ])|[A-ZÀ-Þ]?[a-zß-ÿ]+|\d+")
SPACED = re.compile(r"\s*(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)(?:\s+(.*))?")
# A line with the time of a boundary and a short label.
POINT = re.compile(r"\s*(\d+\.\d+|\d+(?::\d\d){1,2}(?:[.,]\d+)?)\s+([^\d\s].{0,40})")
# A line of a label file: where a segment ends, a colour, its label, perhaps more behind a sign.
ENDING = re.compile(r"(\d+\.\d+)\s+-?\d+\b\s*([^;]*).*")
# Lines above a line ``#`` that ends the header of a label file.
HEADER = 30
LABELLED = re.compile(r"\d{1,18} \d{1,18} \S+")
# How the lines of RTTM begin.
SPEAKER = "SPEAKER"
OF_RTTM = re.compile(r"[A-Z][A-Z/_-]+|;;.*")
# What names a recording rather than a person.
RECORDED = re.compile(r".*\.\w{2,4}|.*/.*")
FILE_NAME = re.compile(r"\S*\.\w{2,5}")
MISSING = frozenset(("", "n/a", "na", "nan", "none", "null", "-"))
MAX_SECONDS = 1e9
# Rows by which a table is recognised, and the share of neighbours that shows how units count.
SAMPLE = 200
MOST = 0.8
# Characters of the name of an item, as a rule.
LONGEST_NAME = 20
# Share of a segment that may lie between it and the next.
ALIKE = 0.05
# The column of RTTM that names the speaker.
LAST_OF_RTTM = 7
# Segments that lie over the one before, from which on it is asked, and their share.
FEW, RARELY = 5, 0.25
# Seconds by which a begin and a length, to the millisecond, may miss the next begin.
ROUNDED = 0.00151
# Conditions that a sentence names.
NAMED = 4


@dataclass(frozen=True, slots=True)
class _Columns:
    """What the columns of a table hold, by their places."""

    begin: int
    end: int | None = None
    length: int | None = None
    label: int | None = None
    coder: int | None = None
    item: tuple[int, ...] = ()
    tier: int | None = None
    said: int | None = None
    whole: int | None = None
    condition: int | None = None
    named: bool = True
    counts: str = ""

    @property
    def places(self) -> set[int]:
        every = (self.begin, self.end, self.length, self.label, self.coder, *self.item)
        more = (self.tier, self.said, self.whole, self.condition)
        return {at for at in (*every, *more) if at is not None}


@dataclass(frozen=True, slots=True)
class _Segment:
    """A row: its begin and its end, None for a boundary, as numbers of the file."""

    row: int
    begin: float
    end: float | None
    label: str
    cells: Sequence[str]


# Item, coder and tier.
Whose = tuple[str | None, str | None, str]


def recognise(document: Document) -> str | None:
    """Recognise a table by the names of its columns, or by its cells if it has no header."""
    before = document.table
    document.table = table = _since_the_first(_with_clock(_without_units(before)))
    columns = _columns(document)
    if columns is None or (
        (columns.end is None or columns.label is None) and has_columns_of_coders(table)
        if columns.named
        else table.header[0] in WORDS.observers
    ):
        document.table = before  # other readers see the columns as they are
        return None
    document.found["columns"] = columns
    if not columns.named:
        rows = _rows(document)
        width = max(len(cells) for _, cells in rows)
        names = ("",) * width if table.header_row else table.names
        document.table = replace(table, names=names, header_row=0, rows=rows)
        kind = "begin and end" if columns.end is not None else "begin"
        return f"rows without a header, with {kind} of a segment each"
    names = document.table.names
    found = [names[at] for at in (columns.begin, columns.end, columns.length) if at is not None]
    return f"{document.table.kind} with {', '.join(found)}"


def _with_clock(table: FileTable) -> FileTable:
    """Return a table with one column of times wherever minutes stand beside their seconds."""
    names = table.names
    for at, (one, other) in enumerate(pairwise(map(_words, names))):
        what = [word for word in one if word not in MINUTES]
        called = (
            {*one} & MINUTES
            and {*other} & SECONDS
            and what == [word for word in other if word not in SECONDS]
        )
        pairs = [cells[at : at + 2] for _, cells in table.rows if len(cells) == len(names)]
        clock = all(CLOCK.fullmatch(":".join(pair)) or not any(pair) for pair in pairs)
        large = any(len(seconds) > 1 for _, seconds in pairs)  # no flags, nor a few segments
        if called and clock and large:
            rows = [
                (row, [*of[:at], ":".join(filter(None, of[at : at + 2])), *of[at + 2 :]])
                for row, of in table.rows
            ]
            said = f"the columns {names[at]} and {names[at + 1]} are read as one time"
            names = (*names[:at], " ".join(dict.fromkeys([*what, "time"])), *names[at + 2 :])
            return _with_clock(replace(table, names=names, rows=rows, said=(*table.said, said)))
    return table


def _without_units(table: FileTable) -> FileTable:
    """Return a table without a row below its heading that has units in brackets, or nothing."""
    first = table.rows[0][1] if table.rows else []
    units = any(first) and all(not cell or cell[0] + cell[-1] == "[]" for cell in first)
    return replace(table, rows=table.rows[1:]) if units else table


def _since_the_first(table: FileTable, places: Iterable[int] = ()) -> FileTable:
    """Return a table with seconds since the first of its dates with times.

    They are in chosen columns; or of a day, and in two columns whose rows touch, as the times of a
    form do not.
    """
    width = len(table.names)
    of_columns: dict[int, list[datetime]] = {}
    for at in places or range(width):
        cells = [cells[at] for _, cells in table.rows if len(cells) == width]
        dates = [dated(cell) for cell in cells] if all(map(DATED.match, cells[:SAMPLE])) else []
        if dates and None not in dates:
            of_columns[at] = [one for one in dates if one]
    try:
        first, last = min(chain(*of_columns.values())), max(chain(*of_columns.values()))
    except (TypeError, ValueError):  # none, or some with a zone alone
        return table
    lasting = (last - first).total_seconds()
    since = [[(one - first).total_seconds() for one in of] for of in of_columns.values()]
    of_day = lasting <= clock_times.DAY and len(since) == 2
    if not places and not (of_day and _touch(list(zip(*since, strict=True)))):
        return table
    rows = [(row, list(cells)) for row, cells in table.rows]
    for at, of_column in zip(of_columns, since, strict=True):
        whole = (cells for _, cells in rows if len(cells) == width)
        for whole_row, seconds in zip(whole, of_column, strict=True):
            whole_row[at] = str(round(seconds, 6))
    names = tuple(
        f"{name} (s)" if at in of_columns else name for at, name in enumerate(table.names)
    )
    said = f"times are dates, the first {first}: those of an item are counted from its first one"
    return replace(table, names=names, rows=rows, said=(*table.said, said), since=first)


def _words(name: str) -> tuple[str, ...]:
    """Take the name of a column apart: ``BoundaryTime(s)`` is boundary, time, s."""
    return tuple(word.lower() for word in WORD.findall(name))


def _columns(document: Document) -> _Columns | None:
    """Find the columns of a table; None if it has none with begins of segments."""
    rows = _rows(document)
    first = rows[0][1] if rows else [""]
    if first[0] != SPEAKER and seconds_in(first[0]) is None and len(first) not in (3, 4):
        return _named_columns(document)
    return _unnamed_columns(rows[:SAMPLE], document.path.stem) or _named_columns(document)


def _rows(document: Document) -> list[Row]:
    """Return all rows of a table, the first one too, with blanks as separators if it has none."""
    ended = _ended(document)
    if ended:
        return ended
    table = document.table
    above = [(table.header_row, list(table.names))] if table.header_row else []
    rows = [(number, cells) for number, cells in [*above, *table.rows] if not _is_remark(cells)]
    if rows and all(len(cells) == 1 for _, cells in rows):
        lines = [cells[0] for _, cells in rows]
        spaced = [list(one.groups("")) for one in map(SPACED.fullmatch, lines) if one]
        points = [list(one.groups()) for one in map(POINT.fullmatch, lines) if one]
        kinds = [line.partition(" ")[0] for line in lines]
        if SPEAKER in kinds and all(map(OF_RTTM.fullmatch, kinds)):
            document.found["beside"] = Counter(kind for kind in kinds if kind != SPEAKER)
            return [(row, cells[0].split()) for row, cells in rows if cells[0].startswith(SPEAKER)]
        fractions = 2 * sum("." in line for line in lines) >= len(lines)
        numbers = [[seconds_in(cell) for cell in cells[:2]] for cells in spaced]
        believed = fractions or document.suffix == ".lab" or _touch(numbers) or _labelled(spaced)
        for found in (spaced if believed else [], points):
            if len(found) == len(rows):
                return [(row, cells) for (row, _), cells in zip(rows, found, strict=True)]
    empty = [not any(cells) for cells in zip(*(cells for _, cells in rows), strict=False)]
    if any(empty) and not all(empty) and len({len(cells) for _, cells in rows}) == 1:
        kept = [at for at, blank in enumerate(empty) if not blank]
        return [(row, [cells[at] for at in kept]) for row, cells in rows]
    return rows


def _ended(document: Document) -> list[Row]:
    """Return begin, end and label of the segments of a file whose header ends with a line ``#``."""
    lines = list(map(str.strip, document.lines))
    start = lines.index("#") + 1 if "#" in lines[:HEADER] else 0
    below = [(row, ENDING.fullmatch(line)) for row, line in enumerate(lines[start:], start + 1)]
    found = [(row, one) for row, one in below if one]
    if not start or not found or len(found) < sum(map(bool, lines[start:])):
        return []
    begins = ["0.0", *(one[1] for _, one in found[:-1])]
    return [
        (row, [begin, one[1], one[2].strip()])
        for begin, (row, one) in zip(begins, found, strict=True)
    ]


def _is_remark(cells: Sequence[str]) -> bool:
    """Return whether a row is none: what Audacity says of frequencies, or a comment."""
    return cells[0] == "\\" or (cells[0].startswith("#") and not any(cells[1:]))


def _unnamed_columns(rows: Sequence[Row], stem: str) -> _Columns | None:
    """Find what the columns of a table without a header hold."""
    if not rows:
        return None
    width = max(len(cells) for _, cells in rows)
    numbers = [[seconds_in(cell) for cell in cells] for _, cells in rows]
    named = all(
        cells[0] and found[0] is None for (_, cells), found in zip(rows, numbers, strict=True)
    )
    if width == 4 and named and _are_spans([found[2:] for found in numbers]):
        names = [cells[0] for _, cells in rows]
        of_items = len(set(names)) == len(names) or all(map(RECORDED.fullmatch, names))
        whose: dict[str, Any] = {"item": (0,)} if of_items else {"coder": 0}
        return _Columns(begin=2, end=3, label=1, named=False, **whose)
    behind = width == 3 and named and _are_spans([found[1:] for found in numbers])
    begins = [found[1] or 0 for found in numbers] if behind else []
    falls = sum(one > other for one, other in pairwise(begins))
    if behind and falls <= RARELY * len(rows) and _are_fractions([cells[1:] for _, cells in rows]):
        return _Columns(begin=1, end=2, label=0, named=False)
    if rows[0][1][0] == SPEAKER and width > LAST_OF_RTTM:
        of_file = {cells[1] for _, cells in rows} == {stem}  # whose name says more, a coder perhaps
        item = () if of_file else (1,)
        return _Columns(begin=3, length=4, label=LAST_OF_RTTM, item=item, named=False)
    if any(not found or found[0] is None for found in numbers):
        return None
    if not _are_fractions([cells[:2] for _, cells in rows]):
        if width == 3 and (_touch(numbers) or _labelled([cells for _, cells in rows])):
            return _Columns(begin=0, end=1, label=2, named=False, counts=clock_times.FRAMES)
        return None
    if width == 4 and _touch([[one[0], _sum(one[0], one[2])] for one in numbers if len(one) == 4]):
        return _Columns(begin=0, length=2, label=3, named=False)
    if width <= 3 and _are_spans(numbers):
        return _Columns(begin=0, end=1, label=2 if width == 3 else None, named=False)
    if width == 2 and all(found[1:] in ([], [None]) for found in numbers):
        begins = [found[0] or 0 for found in numbers]
        if all(one <= other for one, other in pairwise(begins)):
            return _Columns(begin=0, label=1, named=False)
    return None


def _are_spans(rows: Sequence[Sequence[float | None]]) -> bool:
    """Return whether all rows begin with two times, the first no later than the second."""
    pairs = [(one[0], one[1]) for one in rows if len(one) > 1]
    known = [(begin, end) for begin, end in pairs if begin is not None and end is not None]
    return len(known) == len(rows) and all(begin <= end for begin, end in known)


def _are_fractions(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether most rows have a time that is no whole number."""
    return 2 * sum(sign in "".join(cells) for cells in rows for sign in ".,:") >= len(rows)


def _sum(begin: float | None, length: float | None) -> float | None:
    return None if begin is None or length is None else begin + length


def _touch(numbers: Sequence[Sequence[float | None]]) -> bool:
    """Return whether most segments begin where the one before ends, or hardly after it."""
    if len(numbers) < 2 or not _are_spans(numbers):
        return False
    spans = [(one[0] or 0, one[1] or 0) for one in numbers]
    # Another coder may begin anew.
    gaps = [
        (other[0] - one[1], one[1] - one[0]) for one, other in pairwise(spans) if other[0] > one[0]
    ]
    near = sum(abs(gap) <= ALIKE * length for gap, length in gaps)
    return near >= max(MOST * len(gaps), 1)


def _labelled(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows are a begin, a later end, and a word each, in whatever order."""
    return len(rows) >= FEW and all(
        LABELLED.fullmatch(" ".join(cells)) and int(cells[0]) < int(cells[1]) for cells in rows
    )


def _named_columns(document: Document) -> _Columns | None:
    """Find what the columns of a table hold by the names in its header."""
    table = document.table
    words = list(map(_words, table.names))
    begin = _column(words, WORDS.begins, BESIDE)
    end = _column(words, WORDS.ends, BESIDE)
    length = _column(words, WORDS.lengths, BESIDE)
    if begin is None:
        found = (_pressed(words), _only_time(table, words), _since_start(table, words))
        begin = next((at for at in found if at is not None), None)
        end = length = None
    if begin is None or not table.rows:
        return None
    edges = [words[at] for at in (begin, end) if at is not None]
    if len({WORDS.beside_edges & set(one) for one in edges}) > 1:
        return None
    for at in (begin, end, length):
        cells = [] if at is None else table.column(at, SAMPLE)
        if any(seconds_in(cell) is None and cell.lower() not in MISSING for cell in cells):
            return None
    if end is None and length is None and are_flags(table.column(begin, SAMPLE)):
        return None  # a mark for each unit
    condition = _condition(enumerate(words))
    own = {begin, end, length, condition}
    rest = {at: found for at, found in enumerate(words) if at not in own}
    coder = _named(rest, WORDS.observers)
    said = next((at for at, found in rest.items() if WORDS.said & set(found)), None)
    item = _named({at: one for at, one in rest.items() if at not in (coder, said)}, ITEMS)
    if item is not None and _are_texts(table.column(item, SAMPLE)):
        said, item = item, None  # a dialogue may be what was said in it
    label = next((at for name in LABELS for at, one in rest.items() if " ".join(one) == name), None)
    if label is None:
        others = ((at, one) for at, one in rest.items() if at not in (coder, item, said))
        label = next((at for at, one in others if len(one) == 2 and one[-1] in ENDINGS), None)
    return _Columns(
        begin=begin,
        end=end,
        length=None if end is not None else length,
        label=label,
        coder=coder,
        item=() if item is None else (item,),
        tier=next(
            (
                at
                for at, one in rest.items()
                if WORDS.tiers & set(one) and not _are_texts(list(filter(None, table.column(at))))
            ),
            None,
        ),
        said=said,
        whole=_whole(rest),
        condition=condition,
        counts=_counts(words[begin], table.column(begin, SAMPLE)),
    )


def _are_texts(cells: Sequence[str]) -> bool:
    """Return whether cells are texts, hardly one of which comes again."""
    lengths = sorted(map(len, cells))
    if all(map(FILE_NAME.fullmatch, cells)):
        return False
    return len(set(cells)) > MOST * len(cells) > 1 and lengths[len(lengths) // 2] > LONGEST_NAME


def _condition(words: Iterable[tuple[int, Sequence[str]]]) -> int | None:
    """Find the column with the condition under which a row was made."""
    return next((at for at, one in words if " ".join(one) in WORDS.conditions), None)


def _whole(words: Mapping[int, tuple[str, ...]]) -> int | None:
    """Find the column with the length of the whole recording."""
    of_length = WORDS.lengths | {"length"}
    return next(
        (at for at, one in words.items() if of_length & set(one) and WHOLE.search("".join(one))),
        None,
    )


def _counts(words: Sequence[str], cells: Iterable[str]) -> str:
    """Return what the name of a column says that its times count; empty if it does not."""
    of_child_project = tuple(words) == ("segment", "onset") and all(map(str.isdecimal, cells))
    return clock_times.MILLISECONDS if of_child_project else _unit_in(words)


def _unit_in(words: Iterable[str]) -> str:
    """Return what some words say that times count; empty if they do not."""
    for names, unit in (
        (FRAMES, clock_times.FRAMES),
        (SECONDS, clock_times.SECONDS),
        (MILLISECONDS, clock_times.MILLISECONDS),
    ):
        if names & set(words):
            return unit
    return ""


def counts_of(name: str) -> str:
    """Return what the name of a column says that its times count; empty if it does not."""
    return _unit_in(_words(name))


def edge_called(name: str) -> str:
    """Return which edge of a segment the name of a column or attribute says: begin, end or time."""
    words = [_words(name)]
    kinds = {"begin": WORDS.begins, "end": WORDS.ends, "time": TIMES}
    return next((kind for kind, of in kinds.items() if _column(words, of, BESIDE) is not None), "")


def is_of_times(name: str) -> bool:
    """Return whether the name of a column is one of begins, ends or times."""
    return bool(set(_words(name)) & (WORDS.begins | WORDS.ends | WORDS.lengths | TIMES | COUNTED))


def _column(
    words: Sequence[Sequence[str]], names: frozenset[str], others: frozenset[str]
) -> int | None:
    """Find the first column whose name is one of some words, perhaps with others beside it."""
    for at, found in enumerate(words):
        if "".join(found) in names or (names & set(found) and set(found) <= names | others):
            return at
    return None


def _pressed(words: Sequence[Sequence[str]]) -> int | None:
    """Find a column of times at which people saw a boundary."""
    for at, found in enumerate(words):
        rest = set(found) - TIMES - COUNTED
        if (TIMES | FRAMES) & set(found) and rest and rest <= WORDS.presses:
            return at
        if rest and rest <= AT_ONE_TIME and set(found) - rest:
            return at
    return None


def _only_time(table: FileTable, words: Sequence[Sequence[str]]) -> int | None:
    """Find a column that is just called time, if all others say whose it is, or a label.

    Without a column of coders the times have to look like some, as rows with times are units too.
    """
    found = [at for at, one in enumerate(words) if (TIMES | FRAMES) & set(one)]
    if len(found) != 1 or not set(words[found[0]]) <= TIMES | COUNTED:
        return None
    rest = {at: tuple(one) for at, one in enumerate(words) if at != found[0]}
    coder = _named(rest, WORDS.observers)
    item = _named({at: one for at, one in rest.items() if at != coder}, ITEMS)
    known = (coder, item, _whole(rest), _condition(rest.items()))
    others = [at for at in rest if at not in known]
    labels = [at for at in others if " ".join(rest[at]) in LABELS]
    if others != labels[:1] or any(are_flags(table.column(at, SAMPLE)) for at in labels):
        return None
    telling = [sign in cell for cell in table.column(found[0], SAMPLE) for sign in ".,:"]
    return found[0] if coder is not None or any(telling) else None


def _since_start(table: FileTable, words: Sequence[tuple[str, ...]]) -> int | None:
    """Find a column of reaction times that are times since the start: they rise with each row."""
    allowed = WORDS.reactions | TIMES | SECONDS | MILLISECONDS
    found = [at for at, one in enumerate(words) if set(one) <= allowed]
    found = [at for at in found if WORDS.reactions & set(words[at])]
    if len(found) != 1:
        return None
    (at,) = found
    rest = {place: one for place, one in enumerate(words) if place != at}
    coder = _named(rest, WORDS.observers)
    if coder is None:
        return None
    item = _named({place: one for place, one in rest.items() if place != coder}, ITEMS)
    whose = [place for place in (coder, item, _condition(rest.items())) if place is not None]
    times: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for _, cells in table.rows:
        if max(at, *whose) < len(cells):
            times[tuple(cells[place] for place in whose)].append(seconds_in(cells[at]) or 0)
    several = [of for of in times.values() if len(of) > 1]
    rise = all(one < other for of in several for one, other in pairwise(of))
    return at if several and rise else None


def _named(words: dict[int, tuple[str, ...]], names: frozenset[str]) -> int | None:
    """Find the column of coders or of items."""
    for at, found in words.items():
        joined = " ".join(found)
        bare = " ".join(word for word in found if word not in WORDS.of_names)
        if names & {joined, bare, bare.removesuffix("name"), bare.removesuffix("id")} - {""}:
            return at
    return None


def guessed_roles(document: Document) -> list[Guess]:
    """Return what the columns of a table were taken for."""
    columns: _Columns = document.found["columns"]
    begin: Role = "begin" if columns.end is not None or columns.length is not None else "time"
    if columns.label is not None and not columns.named:
        begin = "begin"
    by_place: dict[int | None, Role] = {
        columns.said: "text",
        columns.label: "label",
        columns.length: "duration",
        columns.end: "end",
        columns.coder: "coder",
        **dict.fromkeys(columns.item, "item"),
        columns.condition: "condition",
        columns.begin: begin,
    }
    why = "by its name" if columns.named else "by its cells"
    return [
        Guess(by_place[at], why) if at in by_place else Guess("ignore", "its name is not known")
        for at in range(len(document.table.names))
    ]


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table of segments or boundaries whose columns have these roles."""
    at = {role: place for place, role in reversed(list(enumerate(roles)))}
    begin = at.get("begin", at.get("time"))
    if begin is None:
        what, fix = "no column says where segments begin", "give a column the role begin or time"
        raise document.unreadable(what, fix, row=document.table.header_row)
    before, edges = document.table, {begin, at.get("end", begin)}
    document.table = _since_the_first(before, edges)
    yield from map(document.notice, document.table.said[len(before.said) :])
    names = list(map(_words, document.table.names))
    unread = {place: names[place] for place, role in enumerate(roles) if role == "ignore"}
    yield from _read(
        document,
        _Columns(
            begin=begin,
            end=at.get("end"),
            length=None if "end" in at else at.get("duration"),
            label=at.get("label"),
            coder=at.get("coder"),
            item=tuple(place for place, role in enumerate(roles) if role == "item"),
            whole=_whole(unread),
            condition=at.get("condition"),
            counts=_counts(names[begin], document.table.column(begin, SAMPLE)),
        ),
    )


def read(document: Document) -> Iterator[Found]:
    """Read a table of segments or boundaries."""
    yield from _read(document, document.found["columns"])


def read_lists(
    document: Document, lists: Mapping[str | None, Sequence[tuple[int, str]]], counts: str = ""
) -> Iterator[Found]:
    """Read lists of times of boundaries, one of each coder."""
    columns = _Columns(begin=0, coder=1, counts=counts)
    rows = [(row, [cell, coder or ""]) for coder, of in lists.items() for row, cell in of]
    counting, said = _counting(document, columns, rows)
    found, wrong = _segments(document, columns, rows, counting)
    yield from [*said, *wrong]
    whole: dict[Whose, list[_Segment]] = {
        (None, coder, ""): found.get((None, coder, ""), [])
        for coder in lists
        if coder not in {one.coder for one in wrong}
    }
    yield from _made(document, columns, whole, {})


def _read(document: Document, columns: _Columns) -> Iterator[Found]:
    table = document.table
    rows = table.rows
    if _is_transcript(columns, rows):
        said = table.names[columns.said or 0]
        what = f"begin, end and {shortened(said)!r} in each row: a transcript, and no coding"
        fix = "bring the codings: a row for each segment or boundary, with its times and its coder"
        raise document.unreadable(what, fix, row=table.header_row)
    unread = [name for at, name in enumerate(table.names) if name and at not in columns.places]
    yield from document.not_read(unread if columns.named else ())
    yield from document.not_read_of(document.found.get("beside", {}))
    rows = [(row, [*cells, *[""] * (1 + max(columns.places) - len(cells))]) for row, cells in rows]
    columns, rows, about_conditions = _of_condition(document, columns, rows)
    yield from about_conditions
    found, wrong = _segments(document, columns, rows, Counting())
    if _counts_characters(columns, found):
        what = "begin and end count characters: each segment is as long as the words beside it"
        fix = "bring the text with them, as JSON or JSONL with its spans, or times in their place"
        raise document.unreadable(what, fix, row=table.header_row)
    if len({whose[0] for whose in found}) == len(found) >= FEW and all(
        len(of) == 1 and of[0].begin == 0 < (of[0].end or 0) for of in found.values()
    ):
        what = "one segment over the whole of each recording: labels of recordings, and no coding"
        fix = "bring a row for each segment"
        raise document.unreadable(what, fix, row=table.header_row or None)
    last_inside = bool(found) and _ends_are_last(columns, found)
    if last_inside and not columns.counts:
        yield from wrong
        for whose, segments in found.items():
            yield _of_units(document, whose, segments)
        return
    asked = list(_overlaps(document, columns, found))
    yield from asked
    counting, about_times = _counting(document, columns, rows)
    if counting != Counting():
        found, wrong = _segments(document, columns, rows, counting)
    yield from [*wrong, *about_times]
    if last_inside and columns.counts == clock_times.FRAMES:
        what = "an end is the last frame of a segment, as most begin with the frame after it"
        yield document.notice(what)
        found = {
            whose: [replace(one, end=(one.end or 0) + counting.one) for one in segments]
            for whose, segments in found.items()
        }
    lengths: dict[str | None, float] = {}
    for _, cells in rows if columns.whole is not None else []:
        item, length = _whose(columns, cells)[0], counting.seconds(cells[columns.whole or 0]) or 0
        lengths[item] = max(lengths.get(item, 0), min(length, MAX_SECONDS))
    yield from _made(document, columns, found, lengths, asked=bool(asked))


def _of_condition(
    document: Document, columns: _Columns, rows: list[Row]
) -> tuple[_Columns, list[Row], list[Notice]]:
    """Keep the rows of the chosen condition; without one, each makes recordings of its own."""
    at = columns.condition
    values = [] if at is None else list(dict.fromkeys(cells[at] for _, cells in rows if cells[at]))
    chosen = document.choices.condition
    if at is None or (len(values) < 2 and not chosen):
        return columns, rows, []
    name = heading_of(document.table.names)[at]
    document.conditions[name] = tuple(values)
    about = partial(document.problem, row=document.table.header_row, asks="condition")
    called, known = f"the column {shortened(name)!r}", listed(list(map(shortened, values)), NAMED)
    if chosen in values:
        kept = [(row, cells) for row, cells in rows if cells[at] == chosen]
        what = f"{len(kept):,} of {len(rows):,} rows are read, in which {called} has {chosen!r}"
        return columns, kept, [document.notice(what, decides="condition")]
    fix = "choose which of them this corpus is; another one can be a further round"
    command = f"--condition {quote(values[0])} for example" if values else ""
    if chosen:
        what = f"no row has the condition {shortened(chosen)!r}: {called} has {known}"
    else:
        what = f"{called} has {known}; for now each of them makes recordings of its own"
        columns = replace(columns, item=(*columns.item, at))
    return columns, [] if chosen else rows, [about(what=what, fix=fix, command=command)]


def _is_transcript(columns: _Columns, rows: Sequence[Row]) -> bool:
    """Return whether rows hold what was said rather than what a coder decided."""
    if columns.said is None or columns.coder is not None:
        return False
    said = [cells[columns.said] for _, cells in rows if columns.said < len(cells)]
    blanks = sum(text.count(" ") for text in said)
    written = blanks > len(said) or _are_texts(said)  # not all scripts have blanks
    return 2 * len(set(said)) > len(said) and written


def _whose(columns: _Columns, cells: Sequence[str]) -> Whose:
    coder, tier = ("" if at is None else cells[at] for at in (columns.coder, columns.tier))
    item = " / ".join(cells[at] for at in columns.item if cells[at])
    return item or None, coder or None, tier


def _segments(
    document: Document, columns: _Columns, rows: Sequence[Row], counting: Counting
) -> tuple[dict[Whose, list[_Segment]], list[Problem]]:
    """Read the rows of each coder; those of a coder with a wrong row are left out, and named."""
    found: dict[Whose, list[_Segment]] = defaultdict(list)
    wrong: dict[Whose, Problem] = {}
    times = Counter(_whose(columns, cells) for _, cells in rows)
    told = {columns.begin, columns.end, columns.length, columns.label} - {None}
    left_out = columns.item and columns.coder is None  # and counted, if nobody has a time there
    for row, cells in rows:
        whose = _whose(columns, cells)
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


def _counting(
    document: Document, columns: _Columns, rows: Sequence[Row]
) -> tuple[Counting, list[Notice]]:
    of_coders: dict[Whose, list[str]] = defaultdict(list)
    for _, cells in rows:
        times = (cells[at] for at in (columns.begin, columns.end) if at is not None)
        of_coders[_whose(columns, cells)] += times
    counting, said = counting_of(
        document.name, of_coders.values(), chosen=document.choices.times, named=columns.counts
    )
    return counting, [said] if said else []


def _segment(columns: _Columns, row: int, cells: Sequence[str], counting: Counting) -> _Segment:
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
    return _Segment(row, begin, end, label, cells)


def _time(cell: str, what: str, counting: Counting) -> float | None:
    """Read the time in a cell, None if it is missing."""
    if cell.lower() in MISSING:
        return None
    seconds = counting.seconds(cell)
    if seconds is None:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no number of seconds")
    if not -COUNTDOWN <= seconds <= MAX_SECONDS:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no time of a recording")
    return seconds


def _made(
    document: Document,
    columns: _Columns,
    found: dict[Whose, list[_Segment]],
    lengths: Mapping[str | None, float],
    *,
    asked: bool = False,
) -> Iterator[SpanCoding | Notice]:
    extents: dict[str | None, Extent] = {}
    made = []
    for whose, segments in found.items():
        restart = None if asked else _restart(columns, segments, len(document.table.names))
        if restart:
            name = heading_of(document.table.names)[restart[1]]
            people = as_coders({one.cells[restart[1]] for one in segments}) > 0
            offered = BOTH if columns.coder is None else ("item",)
            either = [f'"{name}={role}"' for role in offered]
            what = (
                f"the times of one coder start again where the column {shortened(name)!r} changes, "
                "as if another recording began"
            )
            fix = "say what this column holds: the item or the coder"
            command = f"--columns {', or '.join(either if people else either[::-1])}"
            about = {"row": restart[0], "asks": "columns", "command": command}
            yield document.problem(what, fix, item=whose[0], coder=whose[1], **about)
            return
        ordered = sorted(segments, key=lambda one: (one.begin, one.end or one.begin))
        early = sum(one.begin < 0 for one in ordered)
        if early:
            yield document.notice(before_the_start(early), item=whose[0], coder=whose[1])
            left = [one for one in ordered if one.begin >= 0 or (one.end or 0) > 0]
            ordered = [replace(one, begin=max(one.begin, 0)) for one in left]
        edges = [edge for one in ordered for edge in (one.begin, one.end or one.begin)]
        if columns.length is not None:
            ordered = list(_joined(ordered))
        end = max((one.end or one.begin for one in ordered), default=0)
        item = whose[0]
        length = lengths.get(item, 0)
        closing = (
            ordered[-1:]
            and ordered[-1].end is None
            and ordered[-1].label.lower() in WORDS.last_labels
        )
        if closing and not length:
            edges.remove(ordered.pop().begin)
        spans = tuple(
            Span(
                round(1000 * one.begin),
                round(1000 * (one.begin if one.end is None else one.end)),
                one.label,
            )
            for one in ordered
        )
        merged = merged_in(edges, (edge for span in spans for edge in (span.start, span.end)))
        if merged:
            yield document.notice(merged, item=item, coder=whose[1])
        if 0 < length < end:
            what = f"a time of {end:g} s lies after the end of the recording at {length:g} s"
            yield document.notice(what, item=item, coder=whose[1])
        before = extents.get(item, Extent(end=0, since=document.table.since))
        longest = round(1000 * max(end, length))
        # A begin without an end is a boundary, and what comes after the last one is not known.
        pressed = not closing and any(one.end is None and one.begin == end for one in ordered)
        extents[item] = replace(
            before,
            end=max(before.end, longest),
            is_open=length < end or before.is_open,
            goes_on=pressed if longest > before.end else before.goes_on,
        )
        made.append((whose, spans, segments[0].row if segments else None))
    empty = [item for item, extent in extents.items() if not extent.end]
    if empty:
        what = f"left out: {counted(len(empty), 'recording')} without a time, the first {empty[0]}"
        yield document.notice(what)
    tiers = {whose[2] for whose in found}
    for (item, coder, tier), spans, row in made:
        if item in empty:
            continue
        yield document.marked(
            spans,
            extents[item],
            item=item,
            coder=coder,
            layer=tier if len(tiers) > 1 else "",
            row=row,
        )


def _joined(segments: Sequence[_Segment]) -> Iterator[_Segment]:
    """Yield segments whose ends are the next begins, if begin and length only round to another."""
    for one, other in pairwise([*segments, None]):
        near = one and other and one.end and abs(one.end - other.begin) <= ROUNDED
        if one:
            yield replace(one, end=other.begin) if near and other else one


def _counts_characters(columns: _Columns, found: Mapping[Whose, Sequence[_Segment]]) -> bool:
    """Return whether segments are as long as what stands beside them has characters."""
    segments = [one for of in found.values() for one in of if one.end is not None]
    if columns.end is None or len(segments) < FEW:
        return False
    lengths = [(one.end or 0) - one.begin for one in segments]
    return any(
        sum(len(one.cells[at]) == length for one, length in zip(segments, lengths, strict=True))
        >= MOST * len(segments)
        for at in range(min(len(one.cells) for one in segments))
        if at not in (columns.begin, columns.end) and len(set(lengths)) > 1
    )


def _overlaps(
    document: Document, columns: _Columns, found: Mapping[Whose, Sequence[_Segment]]
) -> Iterator[Problem]:
    """Ask what the rows of one coder are of whose segments lie over each other again and again."""
    names = heading_of(document.table.names)
    if not document.choices.columns.keys().isdisjoint(names):
        return
    if columns.label == LAST_OF_RTTM and not columns.named:
        return  # speakers of RTTM, who talk at once
    for (item, coder, _), segments in found.items():
        spans = sorted((one.begin, one.end) for one in segments if one.end is not None)
        over = sum(
            one[1] - other[0] > ALIKE * (one[1] - one[0])
            for one, other in pairwise(dict.fromkeys(spans))
        )
        if over < FEW or over <= RARELY * len(spans):
            continue
        others = [at for at in range(len(names)) if at not in columns.places]
        called = (at for at in others if {"label", "labels"} & {*_words(names[at])})
        label = next(called, None) if columns.label is None else columns.label
        examples = [
            f'"{names[at]}=item"'
            for at in others
            if at != label and _tells_apart(["".join(one.cells[at : at + 1]) for one in segments])
        ][:1]
        if label is not None:
            examples.insert(0, f'"{names[label]}=label" if all are of one coding')
        what = f"{over:,} of {len(spans):,} segments of one coder begin before the one before ends"
        fix = "say which column tells items, coders or layers apart, or that all are of one coding"
        said = (("begin", columns.begin), ("end", columns.end), ("duration", columns.length))
        alone = ", ".join(f"{names[at]}={role}" for role, at in said if at is not None)
        alone = f'"{alone}" if all are of one coding'
        known = ", or ".join(examples or [alone])
        asked = document.problem(what, fix, item=item, coder=coder, asks="columns")
        yield replace(asked, command=f"--columns {known} for example")
        return


def _tells_apart(cells: Sequence[str]) -> bool:
    """Return whether a column may tell codings apart: few names, or names that stand together."""
    changes = sum(one != other for one, other in pairwise(cells))
    return bool(changes) and (len(set(cells)) <= FEW or 2 * changes <= len(cells))


def _ends_are_last(columns: _Columns, found: dict[Whose, list[_Segment]]) -> bool:
    """Return whether segments are numbers of units, the last one included, as 1 to 3, 4 to 7."""
    if columns.end is None:
        return False
    apart = touching = neighbours = 0
    for segments in found.values():
        for one in segments:
            if one.end is None or not (one.begin.is_integer() and one.end.is_integer()):
                return False
        ordered = sorted((one.begin, one.end or 0) for one in segments)
        for (_, end), (begin, _) in pairwise(ordered):
            neighbours += 1
            apart += begin == end + 1
            touching += begin <= end
    return neighbours > 1 and not touching and apart >= MOST * neighbours


def _of_units(document: Document, whose: Whose, segments: list[_Segment]) -> Coding | Problem:
    """Make a coding of segments that name their first and last units, counted from 0 or 1."""
    ordered = sorted(segments, key=lambda one: (one.begin, one.end or 0))
    stretches = [(int(one.begin), int(one.end or 0)) for one in ordered]
    first = min(1, stretches[0][0])
    ends = [first - 1, *(end for _, end in stretches)]
    apart = (one.row for one, end in zip(ordered, ends, strict=False) if one.begin != end + 1)
    make = partial(from_stretches, stretches, first=first)
    fix = "give each unit to one segment, from unit 1 or 0 on"
    about = {"item": whose[0], "coder": whose[1], "row": next(apart, ordered[0].row)}
    return document.coded(make, fix, **about)


def _names_blocks(segments: Sequence[_Segment], at: int, blocks: int) -> bool:
    """Return whether a column has a name for each of so many blocks of rows, in all their rows."""
    cells = [one.cells[at] if at < len(one.cells) else "" for one in segments]
    changes = sum(one != other for one, other in pairwise(cells))
    return all(cells) and changes + 1 == len(set(cells)) == blocks


def _restart(columns: _Columns, segments: Sequence[_Segment], width: int) -> tuple[int, int] | None:
    """Find a column that changes wherever the times of one coder start again."""
    falls = [(one, other) for one, other in pairwise(segments) if other.begin < one.begin]
    if not falls:
        return None
    for at in range(width):
        if at in columns.places and (at != columns.tier or columns.end is not None):
            continue
        if columns.end is not None and not _names_blocks(segments, at, 1 + len(falls)):
            continue
        if all(
            at < min(len(one.cells), len(other.cells)) and one.cells[at] != other.cells[at]
            for one, other in falls
        ):
            return falls[0][1].row, at
    return None
