"""Tables with a row for each segment or boundary: where it begins and ends, perhaps a label.

The columns are found by their usual names, whatever separates the words of a name: *start*,
*begin*, *onset* with *end*, *stop*, *offset* or *duration*; *BoundaryTime(s)* and the like;
``onset`` and ``duration`` of BIDS; ``Begin Time (s)`` of Raven. Four shapes need no header:

``0.0 TAB 0.35 TAB label``
    Labels of Audacity, and the same with blanks (``.lab``).
``0.000 TAB label``
    Begins of segments with their labels, as in SALAMI; a last label ``End`` is no segment.
``coder,label,begin,end``
    Tables of pygamma-agreement and CATMA.

Numbers are seconds, or milliseconds where the name of the column says so. Whole numbers of
segments that follow each other as 1 to 3, 4 to 7 are units, the last one included. What a row
that has no end marks is a boundary. Coder and item are columns with a usual name, else the
path names them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from segmetrics.io import column_names
from segmetrics.io.cells import Row
from segmetrics.io.column_guess import are_flags, has_columns_of_coders
from segmetrics.io.column_roles import Guess, Role, heading_of
from segmetrics.io.document import Beside, Document
from segmetrics.io.parts import Coding, Extent, Found, Span, SpanCoding
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.steps import AFTER_LAST
from segmetrics.io.table_files import FileTable
from segmetrics.segmentation import MAX_MASS, Segmentation

BEGINS = frozenset(("begin", "begins", "start", "starts", "onset", "from", "tmin", "xmin"))
ENDS = frozenset(("end", "ends", "stop", "stops", "offset", "to", "until", "tmax", "xmax"))
LENGTHS = frozenset(("duration", "dur"))
TIMES = frozenset(("time", "times", "timestamp"))
# Words that may stand beside them in the name of a column.
SECONDS = frozenset(("s", "ss", "sec", "secs", "second", "seconds", "hh"))
MILLISECONDS = frozenset(("ms", "msec", "msecs", "millisecond", "milliseconds", "millis"))
OF_TIME = SECONDS | MILLISECONDS | {"mm", "time", "times", "point"}
OF_UNITS = frozenset(
    (
        *("paragraph", "sentence", "line", "turn", "unit", "token", "word", "utterance", "row"),
        *("page", "char", "character", "index", "idx", "id", "no", "number", "position", "pos"),
    )
)
OF_SEGMENTS = frozenset(("segment", "boundary", "event", "interval", "annotation"))
BESIDE = OF_TIME | OF_UNITS | OF_SEGMENTS
OF_PRESSES = frozenset(
    (
        *("boundary", "boundaries", "bp", "breakpoint", "press", "keypress", "key", "button"),
        *("consensus", "response", "event", "segment", "tap", "click", "mark"),
    )
)
CODERS = frozenset(
    (
        *("coder", "annotator", "rater", "participant", "subject", "sub", "subid", "subj"),
        *("observer", "user", "username", "worker", "ppt", "judge", "transcriber"),
    )
)
ITEMS = frozenset(
    (
        *("item", "video", "movie", "film", "clip", "recording", "document", "doc", "text"),
        *("stimulus", "song", "track", "file", "filename", "audio", "story", "interview"),
        *("begin file", "sound file", "audio file", "wav", "session"),
        *column_names.ITEMS,
    )
)
OF_NAMES = frozenset(("id", "name", "no", "number", "code"))
LABELS = (
    *("label", "labels", "name", "species", "type", "trial type", "category", "annotation"),
    *("tag", "code", "class", "topic", "title", "value", "event", "segment", "state"),
)
WORDS_SAID = frozenset(("text", "transcript", "transcription", "utterance", "words", "caption"))
TIERS = frozenset(("tier", "layer", "level"))
WHOLE = re.compile(r"(?:total|whole|full|movie|video|film|recording|file|media|clip)")
WORD = re.compile(r"[A-ZÄÖÜ]+(?![a-zäöüß])|[A-ZÄÖÜ]?[a-zäöüß]+|\d+")
NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d*)?(?:[eE][+-]?\d{1,2})?")
CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)")
SPACED = re.compile(r"\s*(\d+\.\d+)\s+(\d+\.\d+)(?:\s+(.*))?")
MISSING = frozenset(("", "n/a", "na", "nan", "none", "null", "-"))
LAST = frozenset(("end", "fin"))
MAX_SECONDS = 1e9
# Rows by which a table is recognised, and the share of neighbours that shows how units count.
SAMPLE = 200
MOST = 0.8


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
    named: bool = True
    milliseconds: bool = False

    @property
    def places(self) -> set[int]:
        every = (self.begin, self.end, self.length, self.label, self.coder, *self.item)
        return {at for at in (*every, self.tier, self.said, self.whole) if at is not None}


@dataclass(frozen=True, slots=True)
class _Segment:
    """A row: its begin and its end, None for a boundary, as numbers of the file."""

    row: int
    begin: float
    end: float | None
    label: str
    cells: Sequence[str]


Whose = tuple[str | None, str | None, str]
"""Item, coder and tier."""


def recognise(document: Document, beside: Beside) -> str | None:
    """Recognise a table by the names of its columns, or by its cells if it has no header."""
    del beside
    columns = _columns(document)
    table = document.table
    if columns is None or (columns.named and has_columns_of_coders(table)):
        return None
    if not columns.named and table.header[0] in CODERS:
        return None  # that is a heading
    if not columns.named:
        kind = "begin and end" if columns.end is not None else "begin"
        return f"rows without a header, with {kind} of a segment each"
    names = document.table.names
    found = [names[at] for at in (columns.begin, columns.end, columns.length) if at is not None]
    return f"{document.table.kind} with {', '.join(found)}"


def _words(name: str) -> tuple[str, ...]:
    """Take the name of a column apart: ``BoundaryTime(s)`` is boundary, time, s."""
    return tuple(word.lower() for word in WORD.findall(name))


def _columns(document: Document) -> _Columns | None:
    """Find the columns of a table; None if it has none with begins of segments."""
    rows = _rows(document)
    if rows and _number(rows[0][1][0]) is None and len(rows[0][1]) != 4:
        return _named_columns(document)
    return _unnamed_columns(rows[:SAMPLE]) or _named_columns(document)


def _rows(document: Document) -> list[Row]:
    """Return all rows of a table, the first one too, with blanks as separators if it has none."""
    table = document.table
    rows = [(table.header_row, list(table.names)), *table.rows]
    rows = [(number, cells) for number, cells in rows if cells[0] != "\\"]
    if rows and all(len(cells) == 1 for _, cells in rows):
        found = [SPACED.fullmatch(cells[0]) for _, cells in rows]
        if all(found):
            return [
                (number, [cell or "" for cell in one.groups()])
                for (number, _), one in zip(rows, found, strict=True)
                if one
            ]
    return rows


def _unnamed_columns(rows: Sequence[Row]) -> _Columns | None:
    """Find what the columns of a table without a header hold."""
    width = max((len(cells) for _, cells in rows), default=0)
    numbers = [[_number(cell) for cell in cells] for _, cells in rows]
    if width == 4 and all(
        len(found) == 4
        and cells[0]
        and found[0] is None
        and found[2] is not None
        and found[3] is not None
        and found[2] <= found[3]
        for (_, cells), found in zip(rows, numbers, strict=True)
    ):
        return _Columns(begin=2, end=3, label=1, coder=0, named=False)
    fractions = sum("." in cells[0] or "," in cells[0] for _, cells in rows)
    if 2 * fractions < len(rows) or any(not found or found[0] is None for found in numbers):
        return None
    seconds = [found[1] if len(found) > 1 else None for found in numbers]
    if width <= 3 and all(
        end is not None and found[0] is not None and found[0] <= end
        for found, end in zip(numbers, seconds, strict=True)
    ):
        return _Columns(begin=0, end=1, label=2 if width == 3 else None, named=False)
    if width == 2 and not any(end is not None for end in seconds):
        begins = [found[0] or 0 for found in numbers]
        if all(one <= other for one, other in pairwise(begins)):
            return _Columns(begin=0, label=1, named=False)
    return None


def _named_columns(document: Document) -> _Columns | None:
    """Find what the columns of a table hold by the names in its header."""
    table = document.table
    words = list(map(_words, table.names))
    begin = _column(words, BEGINS, BESIDE)
    end = _column(words, ENDS, BESIDE)
    length = _column(words, LENGTHS, BESIDE)
    if begin is None:
        begin = _pressed(words)
        end = length = None
    if begin is None or not table.rows:
        return None
    if end is not None and OF_UNITS & set(words[begin]) != OF_UNITS & set(words[end]):
        return None
    for at in (begin, end, length):
        cells = [] if at is None else _cells(table, at)
        if any(_number(cell) is None and cell.lower() not in MISSING for cell in cells):
            return None
    if end is None and length is None and are_flags(_cells(table, begin)):
        return None  # a mark for each unit
    own = {begin, end, length}
    rest = {at: found for at, found in enumerate(words) if at not in own}
    coder = _named(rest, CODERS)
    said = next((at for at, found in rest.items() if WORDS_SAID & set(found)), None)
    item = _named({at: one for at, one in rest.items() if at not in (coder, said)}, ITEMS)
    label = next((at for name in LABELS for at, one in rest.items() if " ".join(one) == name), None)
    return _Columns(
        begin=begin,
        end=end,
        length=None if end is not None else length,
        label=label,
        coder=coder,
        item=() if item is None else (item,),
        tier=next((at for at, one in rest.items() if TIERS & set(one)), None),
        said=said,
        whole=_whole(rest),
        milliseconds=_is_milliseconds(words[begin], table.rows, begin),
    )


def _cells(table: FileTable, at: int) -> list[str]:
    """Return the first cells of a column."""
    return [cells[at] for _, cells in table.rows[:SAMPLE] if at < len(cells)]


def _whole(words: Mapping[int, tuple[str, ...]]) -> int | None:
    """Find the column with the length of the whole recording."""
    return next(
        (at for at, one in words.items() if LENGTHS & set(one) and WHOLE.search("".join(one))), None
    )


def _is_milliseconds(words: Sequence[str], rows: Sequence[Row], at: int) -> bool:
    """Return whether times are milliseconds: by name, or as the tables of ChildProject are."""
    if MILLISECONDS & set(words) and not SECONDS & set(words):
        return True
    whole = all(cells[at].isdecimal() for _, cells in rows[:SAMPLE] if at < len(cells))
    return tuple(words) == ("segment", "onset") and whole


def _column(
    words: Sequence[Sequence[str]], names: frozenset[str], others: frozenset[str]
) -> int | None:
    """Find the first column whose name is one of some words, perhaps with others beside it."""
    for at, found in enumerate(words):
        if names & set(found) and set(found) <= names | others:
            return at
    return None


def _pressed(words: Sequence[Sequence[str]]) -> int | None:
    """Find a column of times at which people saw a boundary."""
    for at, found in enumerate(words):
        rest = set(found) - TIMES - SECONDS - MILLISECONDS
        if TIMES & set(found) and rest and rest <= OF_PRESSES:
            return at
    return None


def _named(words: dict[int, tuple[str, ...]], names: frozenset[str]) -> int | None:
    """Find the column of coders or of items."""
    for at, found in words.items():
        joined = " ".join(found)
        bare = " ".join(word for word in found if word not in OF_NAMES)
        if names & {joined, bare, bare.removesuffix("name"), bare.removesuffix("id")} - {""}:
            return at
    return None


def _number(cell: str) -> float | None:
    """Read a number of seconds: 1.5, 1,5 or 00:01.5; None if it is none."""
    if NUMBER.fullmatch(cell):
        return float(cell.replace(",", "."))
    found = CLOCK.fullmatch(cell)
    if not found:
        return None
    return 3600 * int(found[1] or 0) + 60 * int(found[2]) + float(found[3].replace(",", "."))


def guessed_roles(document: Document) -> list[Guess]:
    """Return what the columns of a table were taken for."""
    columns = _columns(document)
    table = document.table
    if columns is None:
        return [Guess("ignore", "not known") for _ in table.names]
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
        columns.begin: begin,
    }
    why = "by its name" if columns.named else "by its cells"
    return [
        Guess(by_place[at], why) if at in by_place else Guess("ignore", "its name is not known")
        for at in range(len(table.names))
    ]


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table of segments or boundaries whose columns have these roles."""
    at = {role: place for place, role in reversed(list(enumerate(roles)))}
    begin = at.get("begin", at.get("time"))
    if begin is None:
        what, fix = "no column says where segments begin", "give a column the role begin or time"
        yield Problem(file=document.name, row=document.table.header_row, what=what, fix=fix)
        return
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
            milliseconds=_is_milliseconds(names[begin], document.table.rows, begin),
        ),
    )


def read(document: Document, beside: Beside) -> Iterator[Found]:
    """Read a table of segments or boundaries."""
    del beside
    columns = _columns(document)
    if columns is not None:
        yield from _read(document, columns)


def _read(document: Document, columns: _Columns) -> Iterator[Found]:
    table = document.table
    rows = table.rows if columns.named else _rows(document)
    if _is_transcript(columns, rows):
        said = table.names[columns.said or 0]
        what = f"begin, end and {shortened(said)!r} in each row: a transcript, and no coding"
        fix = (
            "bring the codings: a row for each segment or boundary, with its times and a column "
            "coder"
        )
        raise Unreadable(Problem(file=document.name, row=table.header_row, what=what, fix=fix))
    unread = [name for at, name in enumerate(table.names) if name and at not in columns.places]
    if columns.named and unread:
        what = f"not read: the columns {shortened(', '.join(unread), 200)}"
        yield Notice(file=document.name, row=table.header_row, what=what)
    found: dict[Whose, list[_Segment]] = defaultdict(list)
    wholes: dict[str | None, float] = {}
    bad: set[Whose] = set()
    for row, cells in rows:
        cells = [*cells, *[""] * (1 + max(columns.places) - len(cells))]
        whose = _whose(columns, cells)
        try:
            segment = _segment(columns, row, cells)
        except ValueError as error:
            if whose not in bad:
                yield _problem(document, whose, row, str(error), "correct the cell")
            bad.add(whose)
            continue
        found[whose].append(segment)
        if columns.whole is not None:
            length = _number(cells[columns.whole]) or 0
            wholes[whose[0]] = max(wholes.get(whose[0], 0), min(length, MAX_SECONDS))
    good = {whose: one for whose, one in found.items() if whose not in bad}
    yield from _made(document, columns, good, wholes)


def _is_transcript(columns: _Columns, rows: Sequence[Row]) -> bool:
    """Return whether rows hold what was said rather than what a coder decided."""
    if columns.said is None or columns.coder is not None:
        return False
    said = [cells[columns.said] for _, cells in rows if columns.said < len(cells)]
    blanks = sum(text.count(" ") for text in said)
    return 2 * len(set(said)) > len(said) and blanks > len(said)


def _whose(columns: _Columns, cells: Sequence[str]) -> Whose:
    coder, tier = (
        cells[at] if at is not None and cells[at] else None for at in (columns.coder, columns.tier)
    )
    item = " / ".join(cells[at] for at in columns.item if cells[at])
    return item or None, coder, tier or ""


def _segment(columns: _Columns, row: int, cells: Sequence[str]) -> _Segment:
    """Read a row; ValueError says what is wrong."""
    scale = 0.001 if columns.milliseconds else 1.0
    begin = _time(cells[columns.begin], "begin")
    if begin is None:
        raise ValueError("the begin is missing")
    end = _time(cells[columns.end], "end") if columns.end is not None else None
    if columns.length is not None:
        length = _time(cells[columns.length], "duration")
        end = begin + length if length else None
    if end is not None and end < begin:
        raise ValueError(f"it begins at {begin:g} and ends at {end:g}")
    label = cells[columns.label] if columns.label is not None else ""
    return _Segment(row, begin * scale, None if end is None else end * scale, label, cells)


def _time(cell: str, what: str) -> float | None:
    """Read the time in a cell, None if it is missing."""
    if cell.lower() in MISSING:
        return None
    number = _number(cell)
    if number is None:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no number of seconds")
    if not 0 <= number <= MAX_SECONDS:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no time of a recording")
    return number


def _made(
    document: Document,
    columns: _Columns,
    found: dict[Whose, list[_Segment]],
    wholes: dict[str | None, float],
) -> Iterator[Coding | SpanCoding | Notice]:
    """Make codings of the rows of each coder."""
    if found and _counts_units(columns, found):
        for whose, segments in found.items():
            yield _of_units(document, whose, segments)
        return
    extents: dict[str | None, Extent] = {}
    marks = False
    made = []
    for whose, segments in found.items():
        restart = _restart(columns, segments, len(document.table.names))
        if restart:
            name = heading_of(document.table.names)[restart[1]]
            what = (
                f"the times of one coder start again where the column {shortened(name)!r} changes, "
                "as those of another recording do"
            )
            fix = "say which columns tell these recordings apart: they hold the item"
            wrong = _problem(document, whose, restart[0], what, fix)
            raise Unreadable(replace(wrong, command=f'--columns "{name}=item"'))
        ordered = sorted(segments, key=lambda one: (one.begin, one.end or one.begin))
        last = ordered[-1]
        end = max(one.end or one.begin for one in ordered)
        if last.end is None and last.label.lower() in LAST:
            ordered.pop()
        elif any(one.end is None and one.begin == end for one in ordered):
            end += AFTER_LAST / 1000
            marks = True
        spans = tuple(
            Span(
                round(1000 * one.begin),
                round(1000 * (one.begin if one.end is None else one.end)),
                one.label,
            )
            for one in ordered
        )
        item = whose[0]
        known = wholes.get(item, 0)
        before = extents.get(item, Extent(end=0))
        is_open = known < end - AFTER_LAST / 1000 or not known
        longest = max(before.end, round(1000 * (end if is_open else known)))
        extents[item] = Extent(end=longest, is_open=is_open or before.is_open)
        made.append((whose, spans, segments[0].row))
    if marks and not wholes:
        what = "nothing says where a recording ends: it goes on for 1 s after its last boundary"
        yield Notice(file=document.name, what=what)
    tiers = {whose[2] for whose in found}
    for (item, coder, tier), spans, row in made:
        yield SpanCoding(
            file=document.name,
            item=item,
            coder=coder,
            spans=spans,
            extent=extents[item],
            layer=tier if len(tiers) > 1 else "",
            row=row,
        )


def _problem(document: Document, whose: Whose, row: int, what: str, fix: str) -> Problem:
    return Problem(file=document.name, item=whose[0], coder=whose[1], row=row, what=what, fix=fix)


def _counts_units(columns: _Columns, found: dict[Whose, list[_Segment]]) -> bool:
    """Return whether segments are numbers of units, the last one included, as 1 to 3, 4 to 7."""
    if columns.end is None or columns.milliseconds:
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
    """Make a coding of segments that name their first and last units."""
    ordered = sorted(segments, key=lambda one: one.begin)
    first, *_ = ordered
    if first.begin not in (0, 1):
        what = f"the first segment begins with unit {first.begin:g}"
        return _problem(document, whose, first.row, what, "begin with unit 1, or 0")
    for one, other in pairwise(ordered):
        if one.end is not None and other.begin != one.end + 1:
            what = f"a segment ends with unit {one.end:g}, and the next begins with {other.begin:g}"
            fix = "give each unit to one segment"
            return _problem(document, whose, other.row, what, fix)
    mass = int((ordered[-1].end or 0) - first.begin) + 1
    if mass > MAX_MASS:
        what = f"{mass:,} units are too many"
        return _problem(document, whose, ordered[-1].row, what, "correct the number")
    places = tuple(int(one.begin - first.begin) for one in ordered[1:])
    return Coding(
        file=document.name,
        item=whose[0],
        coder=whose[1],
        segmentation=Segmentation(mass, places),
        row=first.row,
    )


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
