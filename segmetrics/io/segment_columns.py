"""Which columns of a table say where segments begin and end, by their names or their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from operator import ne
from typing import Any

from segmetrics.io import clock_times
from segmetrics.io.cells import MISSING, Row
from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_kinds import are_flags
from segmetrics.io.column_names import WORDS
from segmetrics.io.document import Document, Files
from segmetrics.io.parts import grouped
from segmetrics.io.problems import Unreadable
from segmetrics.io.table_files import FileTable

TIMES, SECONDS, MINUTES, HOURS = WORDS.clock, WORDS.seconds, WORDS.minutes, WORDS.hours
MILLISECONDS, FRAMES = WORDS.milliseconds, WORDS.frames
COUNTS = {
    clock_times.FRAMES: FRAMES,
    clock_times.SECONDS: SECONDS,
    clock_times.MILLISECONDS: MILLISECONDS,
}
COUNTED = SECONDS | MILLISECONDS | FRAMES | HOURS | {"mm"}
OF_TIME = COUNTED | TIMES | {"point"}
NO_TIMES = FRAMES | {"percent", "percentage", "pct", "share", "relative"}
BESIDE = OF_TIME | WORDS.beside_edges | WORDS.of_segments
# Those that a unit of time alone follows: a boundary in milliseconds, but no segment in them.
AT_ONE_TIME = WORDS.presses - {"consensus", "response", "event", "segment"}
ITEMS = WORDS.recordings | WORDS.items
LABELS = (
    *("label", "labels", "name", "species", "type", "trial type", "category", "annotation"),
    *("tag", "code", "class", "topic", "title", "value", "event", "segment", "state", "événement"),
    *("behavior", "behaviour"),
)
KEYS = ("key", "button", "response", "pressed", "taste")  # what people press
TRACK = ("track", "name")  # in which programs name layers, and people songs
ENDINGS = ("label", "name", "type")
WHOLE = re.compile(r"(?:total|whole|full|movie|video|film|audio|recording|file|media|clip)")
WORD = re.compile(r"[A-ZÀ-Þ]+(?![a-zß-ÿ])|[A-ZÀ-Þ]?[a-zß-ÿ]+|\d+")
ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")  # the unit behind a name, perhaps with a remark
SPACED = re.compile(r"\s*(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)(?:\s+(.*))?")
# A line with the first unit of a segment and the last, ``4-9``, or its only one; perhaps a label.
RANGE = re.compile(r"\s*(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?(?:(?!\w)[\s,;:.)]*(\D.*)?)?")
LONGEST_HEAD = 40  # characters of a name above the lines of a person
# A line with the time of a boundary and a short label.
POINT = re.compile(r"\s*(\d+\.\d+|\d+(?::\d\d){1,2}(?:[.,]\d+)?)\s+([^\d\s].{0,40})")
# A line with a name, and with begin and end.
NAMED = re.compile(r"\s*([^\d\s]\S*)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s*")
# A line of a label file: where a segment ends, a colour, its label, perhaps more behind a sign.
ENDING = re.compile(r"(\d+\.\d+)\s+-?\d+\b\s*([^;]*).*")
# A line with a time and a label below the settings of a program.
POINT_BELOW = re.compile(r"(\d+(?:\.\d+)?|\d+(?::\d\d){1,2}(?:[.,]\d+)?)\s*[,;\s]\s*(\D.*|\d)")
HEADER = 30  # lines of such a header at most
LABELLED = re.compile(r"\d{1,18} \d{1,18} \S+")
SPEAKER = "SPEAKER"  # how the lines of RTTM begin
OF_RTTM = re.compile(r"[A-Z][A-Z/_-]+|;;.*")
RECORDED = re.compile(r".*\.\w{2,4}|.*/.*")  # what names a recording rather than a person
FILE_NAME = re.compile(r"\S*\.\w{2,5}")
# Rows by which a table is recognised, and the share of neighbours that shows how units count.
SAMPLE = 200
MOST = 0.8
LONGEST_NAME = 20  # characters of the name of an item, as a rule
ROUNDED = 0.01  # seconds by which two ways to write a time differ at most
ALIKE = 0.05  # share of a segment that may lie between it and the next
LAST_OF_RTTM = 7  # the column of RTTM that names the speaker
FEW, RARELY = 5, 0.25  # segments that lie over the one before and are asked about, and their share


@dataclass(frozen=True, slots=True)
class Columns:
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
        """The places of all that are known."""
        every = (self.begin, self.end, self.length, self.label, self.coder, *self.item)
        more = (self.tier, self.said, self.whole, self.condition)
        return {at for at in (*every, *more) if at is not None}


def words_of(name: str) -> tuple[str, ...]:
    """Take the name of a column apart: ``BoundaryTime(s)`` is boundary, time, s."""
    asides = " ".join(ASIDE.findall(name))
    words, beside = ([w.lower() for w in WORD.findall(of)] for of in (ASIDE.sub(" ", name), asides))
    if not {*words}.isdisjoint(TIMES | WORDS.begins | WORDS.ends):
        beside = [word for word in beside if word in COUNTED | MINUTES | HOURS]
    return (*words, *beside)


def columns_of(document: Document) -> Columns | None:
    """Find the columns of a table; None if it has none with begins of segments."""
    rows = rows_of(document)
    first = rows[0][1] if rows else [""]
    if first[0] != SPEAKER and seconds_in(first[0]) is None and len(first) < 3:
        return _named_columns(document)
    if document.found.get("ranges"):
        named = any(cells[3] for _, cells in rows)
        return Columns(begin=0, end=1, label=2, coder=3 if named else None, named=False)
    return _unnamed_columns(rows[:SAMPLE], document.path.stem) or _named_columns(document)


def rows_of(document: Document) -> list[Row]:
    """Return all rows of a table, the first one too, with blanks as separators if it has none."""
    ended = _ended(document) or _behind_a_head(document) or _ranges(document)
    if ended:
        return ended
    table = document.table
    above = [(table.header_row, list(table.names))] if table.header_row else []
    rows = [(number, cells) for number, cells in [*above, *table.rows] if not _is_remark(cells)]
    if rows and all(len(cells) == 1 for _, cells in rows):
        lines = [cells[0] for _, cells in rows]
        spaced = [list(one.groups("")) for one in map(SPACED.fullmatch, lines) if one]
        points = [list(one.groups()) for one in map(POINT.fullmatch, lines) if one]
        named = [list(one.groups()) for one in map(NAMED.fullmatch, lines) if one]
        kinds = [line.partition(" ")[0] for line in lines]
        if SPEAKER in kinds and all(map(OF_RTTM.fullmatch, kinds)):
            document.found["beside"] = Counter(kind for kind in kinds if kind != SPEAKER)
            return [(row, cells[0].split()) for row, cells in rows if cells[0].startswith(SPEAKER)]
        fractions = 2 * sum("." in line for line in lines) >= len(lines)
        numbers = [[seconds_in(cell) for cell in cells[:2]] for cells in spaced]
        believed = fractions or document.suffix == ".lab" or touch(numbers) or _labelled(spaced)
        for found in (spaced if believed else [], points, named):
            if len(found) == len(rows):
                return [(row, cells) for (row, _), cells in zip(rows, found, strict=True)]
    empty = [not any(cells) for cells in zip(*(cells for _, cells in rows), strict=False)]
    if any(empty) and not all(empty) and len({len(cells) for _, cells in rows}) == 1:
        kept = [at for at, blank in enumerate(empty) if not blank]
        return [(row, [cells[at] for at in kept]) for row, cells in rows]
    return rows


def _ranges(document: Document) -> list[Row]:
    """Return first and last unit, label and coder of lines such as ``4-9``, below names perhaps.

    A line above rows is a name if they begin anew below it, and other rows do so below another, or
    if it is one in another file. Files that have the same names, and all end alike, may be those of
    people, and the names those of items.
    """
    people = _stretches(document)
    several = document.beside.of_all(_of_several)
    ways = {(tuple(sorted(name for name, _ in of)), _ends(of)) for of in several}
    if not people or (
        len(people) > 1 and len(several) > len(ways) == 1 and len(_ends(people)) == 1
    ):
        return []
    names = [name for name, _ in people]
    if len(people) == 1 and names[0] not in {name for of in several for name, _ in of}:
        names = [""]
    every = [one for _, found in people for one in found]
    odd = any(len(name) > LONGEST_HEAD or name[:1].isdigit() for name in names)
    if odd or len(_ends(people)) > 1 or len({*names}) < len(names) or _is_table(document, every):
        return []
    document.found["ranges"] = True
    return [
        (row, [*cells, name])
        for name, (_, found) in zip(names, people, strict=True)
        for row, cells in found
    ]


def _of_several(beside: Files) -> list[list[tuple[str, list[Row]]]]:
    """Return the stretches of each file that has those of several people."""
    found = []
    for document in beside.values():
        with suppress(Unreadable):  # it is named when its turn comes
            people = _stretches(document)
            found += [people] if len(people) > 1 else []
    return found


def _ends(people: Sequence[tuple[str, list[Row]]]) -> frozenset[str]:
    """Return the last units that the stretches of people reach."""
    return frozenset(found[-1][1][1] for _, found in people)


def _name_above(lines: Sequence[str], others: Collection[int]) -> str:
    """Return which of the lines above stretches is a name: it has as many words as others have."""
    sizes = [len(line.split()) for line in lines]
    ranked = sorted(range(len(lines)), key=lambda at: (sizes[at] not in others, sizes[at], -at))
    return lines[ranked[0]] if ranked else ""


def _stretches(document: Document) -> list[tuple[str, list[Row]]]:
    """Return the lines with stretches of units, below what stands above them; none of others.

    What stands between rows that go on belongs to the label before it.
    """
    if document.sheet is not None or not any(map(RANGE.match, document.first_lines[:HEADER])):
        return []
    people: list[tuple[list[str], list[Row]]] = []
    follow: list[bool] = []
    above: list[str] = []
    for row, line in enumerate(document.lines, 1):
        found = RANGE.fullmatch(line)
        if not found:
            if line.strip():
                # What goes on with a label stands before an empty line, and a name behind it.
                behind = bool(people) and not document.lines[row - 2].strip()
                above = [*([] if behind else above), line.strip()]
            continue
        first, last, label = found.groups("")
        if not people or (above and first == people[0][1][0][1][0]):
            people.append((above, []))
        of_coder = people[-1][1]
        if of_coder:
            follow.append(int(first) == int(of_coder[-1][1][1]) + 1)
        of_coder.append((row, [first, last or first, label]))
        above = []
    every = [cells for _, found in people for _, cells in found]
    wide = sum(first != last for first, last, _ in every)
    few = len(every) < 3 or 2 * wide < len(every) or sum(follow) < MOST * len(follow)
    sizes = {len(lines[0].split()) for lines, _ in people if len(lines) == 1}
    return [] if few else [(_name_above(lines, sizes), found) for lines, found in people]


def _is_table(document: Document, rows: Sequence[Row]) -> bool:
    """Return whether one separator stands in all rows with a stretch and in a line above them."""
    head = document.lines[: rows[0][0] - 1]
    lines = [document.lines[row - 1] for row, _ in rows]
    return any(
        all(separator in line for line in lines) and any(separator in line for line in head)
        for separator in ",;\t"
    )


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


def _behind_a_head(document: Document) -> list[Row]:
    """Return the times and labels of lines to the end, behind settings such as ``Name=value``."""
    lines = [(row, line.strip()) for row, line in enumerate(document.lines, 1) if line.strip()]
    found = [(row, POINT_BELOW.fullmatch(line)) for row, line in lines]
    start = 1 + max((at for at, (_, one) in enumerate(found) if not one), default=-1)
    rows = [(row, list(one.groups())) for row, one in found[start:] if one]
    times = [seconds_in(cells[0]) or 0 for _, cells in rows]
    rise = all(one <= other for one, other in pairwise(times))
    above = [line for _, line in lines[:start]]
    settings = any("=" in line or line[0] in "#%;" for line in above)
    settings = settings and not any(line[0].isdecimal() for line in above)
    named = 2 * sum(not cells[1].isdecimal() for _, cells in rows) > len(rows) >= FEW
    apart = bool(times) and (
        _are_fractions([cells[:1] for _, cells in rows]) or times[-1] > clock_times.FAR * len(times)
    )
    known = document.sheet is None and 0 < start <= HEADER and settings
    return rows if known and named and rise and apart else []


def _is_remark(cells: Sequence[str]) -> bool:
    """Return whether a row is none: what Audacity says of frequencies, or a comment."""
    return cells[0] == "\\" or (cells[0].startswith("#") and not any(cells[1:]))


def _unnamed_columns(rows: Sequence[Row], stem: str) -> Columns | None:
    if not rows:
        return None
    width = max(len(cells) for _, cells in rows)
    numbers = [[seconds_in(cell) for cell in cells] for _, cells in rows]
    named = all(
        cells[0] and found[0] is None for (_, cells), found in zip(rows, numbers, strict=True)
    )
    if width == 4 and named and _spans([found[2:] for found in numbers]):
        names = [cells[0] for _, cells in rows]
        of_items = len(set(names)) == len(names) or all(map(RECORDED.fullmatch, names))
        whose: dict[str, Any] = {"item": (0,)} if of_items else {"coder": 0}
        return Columns(begin=2, end=3, label=1, named=False, **whose)
    if width > 4 and named:
        of_items = all(RECORDED.fullmatch(cells[0]) for _, cells in rows)
        places = _told_once(numbers, width)
        three: list[list[float | None]] = [[of[at] for at in places[:3]] for of in numbers]
        two = places[:2] if _spans([of[:2] for of in three]) else []
        of_elan = len(places) > 2 and all(  # it writes lengths behind the ends
            abs((_sum(one[0], one[2]) or 0) - (one[1] or 0)) < ROUNDED for one in three
        )
        fractions = _are_fractions([[cells[at] for at in two] for _, cells in rows])
        if two and fractions and (of_items or of_elan):
            begin, end = two
            whose = {"item": (0,)} if of_items else {"tier": 0}
            if begin > 1 and of_elan and all(cells[1] for _, cells in rows):
                whose["coder"] = 1
            label = width - 1 if width - 1 not in (end, *places) else None
            return Columns(begin=begin, end=end, label=label, named=False, **whose)
    behind = width == 3 and named and _spans([found[1:] for found in numbers])
    begins = [found[1] or 0 for found in numbers] if behind else []
    falls = sum(one > other for one, other in pairwise(begins))
    pairs = [(cells[0], begin) for (_, cells), begin in zip(rows, begins, strict=False)]
    in_blocks = pairs == [(name, one) for name, of in grouped(pairs).items() for one in sorted(of)]
    several = len(rows) >= FEW and min(map(len, grouped(pairs).values()), default=0) > 1
    if falls and in_blocks and several and _are_fractions([cells[1:] for _, cells in rows]):
        return Columns(begin=1, end=2, item=(0,), named=False)
    if behind and falls <= RARELY * len(rows) and _are_fractions([cells[1:] for _, cells in rows]):
        return Columns(begin=1, end=2, label=0, named=False)
    if rows[0][1][0] == SPEAKER and width > LAST_OF_RTTM:
        of_file = {cells[1] for _, cells in rows} == {stem}  # whose name says more, a coder perhaps
        item = () if of_file else (1,)
        return Columns(begin=3, length=4, label=LAST_OF_RTTM, item=item, named=False)
    if any(not found or found[0] is None for found in numbers):
        return None
    first_two = [cells[:2] for _, cells in rows]
    if _cover(numbers) and (width > 3 or not _are_fractions(first_two)):
        points = any("." in cell for pair in first_two for cell in pair)
        counts, label = "" if points else clock_times.FRAMES, 2 if width > 2 else None
        return Columns(begin=0, end=1, label=label, named=False, counts=counts)
    if not _are_fractions(first_two):
        if width == 3 and (touch(numbers) or _labelled([cells for _, cells in rows])):
            return Columns(begin=0, end=1, label=2, named=False, counts=clock_times.FRAMES)
        if width == 2 and 2 * sum(found[1:] == [None] for found in numbers) > len(numbers):
            times = [found[0] or 0 for found in numbers]  # of far lines it is asked what they count
            if times[-1] > clock_times.FAR * len(times) and times == sorted(times):
                return Columns(begin=0, label=1, named=False)
        return None
    if width == 4 and touch([[one[0], _sum(one[0], one[2])] for one in numbers if len(one) == 4]):
        return Columns(begin=0, length=2, label=3, named=False)
    if width <= 3 and _spans(numbers):
        return Columns(begin=0, end=1, label=2 if width == 3 else None, named=False)
    if width == 2 and all(found[1:] in ([], [None]) for found in numbers):
        begins = [found[0] or 0 for found in numbers]
        if all(one <= other for one, other in pairwise(begins)):
            return Columns(begin=0, label=1, named=False)
    return None


def _told_once(numbers: Sequence[Sequence[float | None]], width: int) -> list[int]:
    """Return the columns of times, of two that say the same in other ways the first."""
    found: dict[int, list[float]] = {}
    for at in range(1, width):
        times = [one for of in numbers if (one := of[at] if at < len(of) else None) is not None]
        if len(times) == len(numbers) and not any(_are_alike(times, of) for of in found.values()):
            found[at] = times
    return list(found)


def _are_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether times are the same but for how they are rounded."""
    return all(abs(a - b) < ROUNDED for a, b in zip(one, other, strict=True))


def _spans(rows: Sequence[Sequence[float | None]]) -> list[tuple[float, float]]:
    """Return the two times with which rows begin; none unless all do, the first no later."""
    pairs = [(one[0], one[1]) for one in rows if len(one) > 1]
    known = [(begin, end) for begin, end in pairs if begin is not None and end is not None]
    return known if len(known) == len(rows) and all(one <= end for one, end in known) else []


def _are_fractions(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether most rows have a time that is no whole number."""
    return 2 * sum(sign in "".join(cells) for cells in rows for sign in ".,:") >= len(rows)


def _sum(begin: float | None, length: float | None) -> float | None:
    return None if begin is None or length is None else begin + length


def touch(numbers: Sequence[Sequence[float | None]]) -> bool:
    """Return whether most segments begin where the one before ends, or hardly after it."""
    spans = _spans(numbers)
    if len(spans) < 2:
        return False
    # Another coder may begin anew.
    gaps = [
        (other[0] - one[1], one[1] - one[0]) for one, other in pairwise(spans) if other[0] > one[0]
    ]
    near = sum(abs(gap) <= ALIKE * length for gap, length in gaps)
    return near >= max(MOST * len(gaps), 1)


def _cover(numbers: Sequence[Sequence[float | None]]) -> bool:
    """Return whether rows are stretches one after the other that leave little between them."""
    spans = _spans(numbers)
    if len(spans) < FEW:
        return False
    rise = sum(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(spans))
    length = sum(end - begin for begin, end in spans)
    whole = max(end for _, end in spans) - spans[0][0]
    long = all(begin < end for begin, end in spans) and length > 2 * len(spans)
    return long and rise >= MOST * (len(spans) - 1) and MOST <= length / whole <= 1 / MOST


def _labelled(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows are a begin, a later end, and a word each, in whatever order."""
    return len(rows) >= FEW and all(
        LABELLED.fullmatch(" ".join(cells)) and int(cells[0]) < int(cells[1]) for cells in rows
    )


def _named_columns(document: Document) -> Columns | None:
    table = document.table
    words = list(map(words_of, table.names))
    for place, one in enumerate(words):  # h:min:sec is how times are written
        if not SECONDS.isdisjoint(one) and any(":" in cell for cell in table.column(place, SAMPLE)):
            words[place] = tuple(word for word in one if word not in MINUTES | HOURS)
        if not WORDS.frequencies.isdisjoint(one):  # their begins and ends are none in time
            words[place] = tuple(word for word in one if word not in WORDS.begins | WORDS.ends)
    begin = _column(words, WORDS.begins, BESIDE)
    end = _column(words, WORDS.ends, BESIDE)
    length = _column(words, WORDS.lengths, BESIDE)
    if begin is None:
        only = _only_time(table, words, length)
        found = (_pressed(words), only, _since_start(table, words))
        begin = next((at for at in found if at is not None), None)
        end, length = None, length if begin == only else None
    if begin is None or not table.rows or (end is not None and _has_others(table, words, begin)):
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
    said = next((at for at, found in rest.items() if WORDS.said & set(found)), None)
    coder, item = _whose(rest, said)
    names = [] if said is None or item is not None else table.column(said)
    if names and all(names) and 2 * sum(map(ne, names, names[1:])) <= len(names):
        said, item = None, said  # names that stand together
    if item is not None and are_texts(table.column(item, SAMPLE)):
        said, item = item, None  # a dialogue may be what was said in it
    tracks = item is not None and rest[item] == TRACK and length is not None
    if tracks and item is not None and _alternates(table.column(item, SAMPLE)):
        item = None  # a track of a film, of which programs have several, and no song
    called = (at for name in LABELS for at, one in rest.items() if " ".join(one) == name)
    label = next((at for at in rest if end is None and _tells_edges(table, at)), next(called, None))
    if label is None:
        others = ((at, one) for at, one in rest.items() if at not in (coder, item, said))
        label = next((at for at, one in others if _is_label(one) or _says_the_end(table, at)), None)
    tiers = (at for at, one in rest.items() if WORDS.tiers & set(one))
    named = (at for at in tiers if not are_texts(list(filter(None, table.column(at)))))
    return Columns(
        begin=begin,
        end=end,
        length=None if end is not None else length,
        label=label,
        coder=coder,
        item=() if item is None else (item,),
        tier=next(named, None),
        said=said,
        whole=whole_of(rest),
        condition=condition,
        counts=counts_of(table.names[begin], table.column(begin, SAMPLE)),
    )


def _alternates(cells: Sequence[str]) -> bool:
    """Return whether cells differ from the one before more often than not."""
    return len(cells) > FEW and 2 * sum(map(ne, cells, cells[1:])) > len(cells)


def _has_others(table: FileTable, words: Sequence[Sequence[str]], begin: int) -> bool:
    """Return whether other columns have begins too, and not those of the same segments."""
    begins = [at for at, one in enumerate(words) if at != begin and WORDS.begins & set(one)]
    if len(words[begin]) == 1:  # beside a plain name, others say in what theirs count
        beside = [set(words[at]) - WORDS.begins for at in begins]
        begins = [at for at, of in zip(begins, beside, strict=True) if not of or of - BESIDE]
    for at in (at for at in begins if NO_TIMES & {*words[at]} <= {*words[begin]}):
        cells = zip(table.column(begin, SAMPLE), table.column(at, SAMPLE), strict=False)
        times = [(seconds_in(one), seconds_in(other)) for one, other in cells]
        shares = sorted(other / one for one, other in times if one and other)
        if len(shares) > 1 and shares[-1] - shares[0] > ALIKE * abs(shares[-1]):
            return True  # in another unit all are one
    return False


def are_texts(cells: Sequence[str]) -> bool:
    """Return whether cells are texts, hardly one of which comes again."""
    lengths = sorted(map(len, cells))
    if all(map(FILE_NAME.fullmatch, cells)):
        return False
    return len(set(cells)) > MOST * len(cells) > 1 and lengths[len(lengths) // 2] > LONGEST_NAME


def _condition(words: Iterable[tuple[int, Sequence[str]]]) -> int | None:
    return next((at for at, one in words if " ".join(one) in WORDS.conditions), None)


def whole_of(words: Mapping[int, tuple[str, ...]]) -> int | None:
    """Find the column with the length of the whole recording."""
    of_length = WORDS.lengths | {"length"}
    return next(
        (at for at, one in words.items() if of_length & set(one) and WHOLE.search("".join(one))),
        None,
    )


def counts_of(name: str, cells: Iterable[str] = ("",)) -> str:
    """Return what the name of a column says that its times count; empty if it does not."""
    words = words_of(name)
    if words == ("segment", "onset") and all(map(str.isdecimal, cells)):
        return clock_times.MILLISECONDS  # of ChildProject
    clock = not SECONDS.isdisjoint(words) and not (MINUTES | {"mm"}).isdisjoint(words)
    if clock and HOURS.isdisjoint(words):
        return clock_times.MINUTES
    return next((unit for unit, names in COUNTS.items() if names & set(words)), "")


def edge_called(name: str) -> str:
    """Return which edge of a segment the name of a column or attribute says: begin, end or time."""
    words = [words_of(name)]
    kinds = {"begin": WORDS.begins, "end": WORDS.ends, "time": TIMES}
    return next((kind for kind, of in kinds.items() if _column(words, of, BESIDE) is not None), "")


def is_of_times(name: str) -> bool:
    """Return whether the name of a column is one of begins, ends or times."""
    return bool(set(words_of(name)) & (WORDS.begins | WORDS.ends | WORDS.lengths | TIMES | COUNTED))


def _column(
    words: Sequence[Sequence[str]], names: frozenset[str], others: frozenset[str]
) -> int | None:
    """Find the first column whose name is one of some words, perhaps with others beside it."""
    fitting = [
        at
        for at, found in enumerate(words)
        if "".join(found) in names or (names & set(found) and set(found) <= names | others)
    ]
    # What frames and shares last is not known, but that of other columns is.
    return min(fitting, key=lambda at: bool(NO_TIMES & set(words[at])), default=None)


def _pressed(words: Sequence[Sequence[str]]) -> int | None:
    """Find a column of times at which people saw a boundary."""
    for at, found in enumerate(words):
        rest = set(found) - TIMES - COUNTED
        if (TIMES | FRAMES) & set(found) and rest and rest <= WORDS.presses:
            return at
        if rest and rest <= AT_ONE_TIME and set(found) - rest:
            return at
    return None


def _only_time(table: FileTable, words: Sequence[Sequence[str]], length: int | None) -> int | None:
    """Find the column that is just called time, or the only one of times such as 0:01:30."""
    found = [at for at, one in enumerate(words) if (TIMES | FRAMES) & set(one)]
    if any(not set(words[at]) <= TIMES | COUNTED | {"in"} for at in found):
        return None
    found = found or _clock_times(table, words)
    if len(found) != 1:
        return None
    rest = {at: tuple(one) for at, one in enumerate(words) if at != found[0]}
    coder, item = _whose(rest)
    pointed = length is not None and _are_points(table.column(length, SAMPLE))
    known = (coder, item, length if pointed else None, whole_of(rest), _condition(rest.items()))
    noted = [
        at
        for at, one in rest.items()
        if " ".join(one) in WORDS.notes and _are_remarks(table.column(at, SAMPLE), item=item)
    ]
    others = [
        at
        for at in rest
        if at not in known
        and not (at in noted and not _says_the_end(table, at))
        and not _numbers_rows(table, at)
        and not _begins_anew(table, at, found[0])
        and not _stays(table, at, coder, item)
    ]
    labels = [at for at in others if _is_label(rest[at]) or _says_the_end(table, at)]
    if others != labels[:1] or any(are_flags(table.column(at, SAMPLE)) for at in labels):
        return None
    cells = table.column(found[0], SAMPLE)
    told = pointed or any(sign in cell for cell in cells for sign in ".,:")
    if not told and (SECONDS | MILLISECONDS) & set(words[found[0]]):
        times = [seconds_in(cell) or 0 for cell in cells]
        told = len({other - one for one, other in pairwise(times) if other > one}) > 1
    return found[0] if coder is not None or told else None


def _are_points(lengths: Sequence[str]) -> bool:
    """Return whether most lengths are 0, as of moments."""
    return 2 * sum(seconds_in(cell) == 0 for cell in lengths) > len(lengths)


def _are_remarks(cells: Sequence[str], *, item: int | None) -> bool:
    """Return whether a column of notes can be left out: no marks, and no log of what was said."""
    filled = {cell.lower() for cell in cells} - {""}
    marks = filled <= WORDS.marks | WORDS.no_mark
    return not marks and (filled <= MISSING or item is not None)


def _is_label(words: Sequence[str]) -> bool:
    """Return whether a column is called as one of labels, or of what people press."""
    name = " ".join(words)
    return name in (*LABELS, *KEYS) or (len(words) == 2 and words[-1] in ENDINGS)


def is_of_keys(name: str) -> bool:
    """Return whether a column is called as one of what people press."""
    return " ".join(words_of(name)) in KEYS


def _stays(table: FileTable, at: int, coder: int | None, item: int | None) -> bool:
    """Return whether a column has one value for each person's item, and tells no rows apart."""
    if coder is None or item is None:
        return False
    whose = [cells for _, cells in table.rows if max(at, coder, item) < len(cells)]
    values = grouped(((cells[coder], cells[item]), cells[at]) for cells in whose).values()
    return any(len(of) > 1 for of in values) and all(len({*of}) == 1 for of in values)


def _begins_anew(table: FileTable, at: int, time: int) -> bool:
    """Return whether times fall again and again, and only where this column changes too."""
    rows = zip(table.column(at), map(seconds_in, table.column(time)), strict=False)
    pairs = list(pairwise([(cell, one) for cell, one in rows if one is not None]))
    falls = sum(one[1] > two[1] for one, two in pairs)
    changes = sum(one[0] != two[0] for one, two in pairs)
    both = sum(one[1] > two[1] and one[0] != two[0] for one, two in pairs)
    return FEW <= falls == both and FEW * changes <= len(pairs)


def _tells_edges(table: FileTable, at: int) -> bool:
    """Return whether a column says of some rows that a recording begins or ends with them."""
    said = {cell.lower() for cell in table.column(at)} - {""}
    edges = WORDS.first_labels | WORDS.last_labels
    return not said.isdisjoint(WORDS.last_labels) and not said <= edges


def _says_the_end(table: FileTable, at: int) -> bool:
    """Return whether all that a column says is at which time a recording ends."""
    said = {cell.lower() for cell in table.column(at)} - {""}
    return bool(said) and said <= WORDS.last_labels


def _numbers_rows(table: FileTable, at: int) -> bool:
    """Return whether a column is empty, or counts the rows, from 1 again and again, bar a few."""
    cells = table.column(at)
    numbers = [int(cell) for cell in cells if cell.isdecimal() and len(cell) < LONGEST_NAME]
    counts = sum(two in (1, one + 1) for one, two in pairwise([0, *numbers]))
    return not any(cells) or (len(numbers) == len(cells) and counts > 0.9 * len(cells))


def _clock_times(table: FileTable, words: Sequence[Sequence[str]]) -> list[int]:
    """Find columns of times with colons, several of a person, whatever their names."""
    rows = [cells for _, cells in table.rows[:SAMPLE] if len(cells) == len(words)]
    clocks = [
        at
        for at, one in enumerate(words)
        if not set(one) & (WORDS.of_rows | WORDS.ends)
        and all(clock_times.CLOCK.fullmatch(cells[at]) for cells in rows)
    ]
    if len(words) < 2 or len(clocks) > FEW:  # each is compared with all columns beside it
        return []
    return [
        at for at in clocks if len({(*cells[:at], *cells[at + 1 :]) for cells in rows}) < len(rows)
    ]


def _since_start(table: FileTable, words: Sequence[tuple[str, ...]]) -> int | None:
    """Find a column of reaction times that are times since the start: they rise with each row."""
    allowed = WORDS.reactions | TIMES | SECONDS | MILLISECONDS
    found = [at for at, one in enumerate(words) if set(one) <= allowed]
    found = [at for at in found if WORDS.reactions & set(words[at])]
    if len(found) != 1:
        return None
    (at,) = found
    rest = {place: one for place, one in enumerate(words) if place != at}
    coder, item = _whose(rest)
    if coder is None and item is None:
        return None
    whose = [place for place in (coder, item, _condition(rest.items())) if place is not None]
    rows = [cells for _, cells in table.rows if max(at, *whose) < len(cells)]
    names = (tuple(cells[place] for place in whose) for cells in rows)
    times = grouped(zip(names, (seconds_in(cells[at]) or 0 for cells in rows), strict=True))
    several = [of for of in times.values() if len(of) > 1]
    rise = all(one < other for of in several for one, other in pairwise(of))
    return at if several and rise else None


def _whose(
    words: Mapping[int, tuple[str, ...]], *others: int | None
) -> tuple[int | None, int | None]:
    coder = _named(words, WORDS.observers)
    left = {at: one for at, one in words.items() if at not in (coder, *others)}
    return coder, _named(left, ITEMS)


def _named(words: Mapping[int, tuple[str, ...]], names: frozenset[str]) -> int | None:
    for at, found in words.items():
        joined = " ".join(found)
        bare = " ".join(word for word in found if word not in WORDS.of_names)
        if names & {joined, bare, bare.removesuffix("name"), bare.removesuffix("id")} - {""}:
            return at
    return None
