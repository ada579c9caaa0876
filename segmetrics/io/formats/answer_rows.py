"""Tables with a row for each person and a column for each question: forms and crowd batches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from segmetrics.io.cells import Row
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.document import Document
from segmetrics.io.numbers import whole_number
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import shortened
from segmetrics.io.records import offsets_in
from segmetrics.io.segmented_parts import from_stretches
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted, parts_that_differ
from segmetrics.segmentation import Segmentation

NUMBERED = re.compile(r"(.*?)(\d{1,5})(\D*)", re.DOTALL)
PAIR = re.compile(r"(.*?)(\d{1,4})[ _.-]?(s|e|start|end|begin|first|last|from|to)", re.IGNORECASE)
BEGINS = re.compile(r"\b(?:begins?|starts?|before|new segment starts|vor|beginnt)\b", re.IGNORECASE)
# What a question speaks of that is about units and boundaries.
OF_UNITS = re.compile(
    r"boundar|break|segment|shift|topic|grenze|thema|\b(?:after|nach|cut|paragraph|absatz|sentence"
    r"|satz|turn|line|zeile|utterance|äußerung)\b",
    re.IGNORECASE,
)
GRID = re.compile(r"([^\[]*)\[(.+)\]\s*", re.DOTALL)
# The number of a unit in a grid, and its text.
LABEL = re.compile(r"\D{0,12}?(\d{1,5})\b[.):]*\s*(.*)", re.DOTALL)
IMPORT_ID = re.compile(r'\{\s*"ImportId"')
RESPONDENTS = WORDS.coders | WORDS.respondents
CORRECT = "correct the answer, or leave the row out"
# Questions of one kind from which on they are those of units.
FEW = 3
LITERALS = re.compile(r"\b(True|False|None)\b")
IN_JSON = {"True": "true", "False": "false", "None": "null"}


class _Questions(NamedTuple):
    """What the columns of answers ask about the units of an item."""

    begins: bool
    places: Mapping[int, int]
    words: str
    item: str | None = None
    texts: tuple[str, ...] | None = None


def recognise(document: Document) -> str | None:
    """Recognise a batch of assignments with answers, and a form with a question for each unit."""
    table: FileTable | None = document.known("table")
    if table is None:
        return None
    if set(table.header) >= WORDS.batch:
        if _pairs(table) or _questions(table) or _with_spans(table):
            return "a batch of Amazon Mechanical Turk with segments in its answers"
        return None
    questions = _questions(table)
    if not questions:
        return None
    units = sum(len(one.places) for one in questions)
    return f"{table.kind} with a question for each of {counted(units, 'unit')}"


def _rows(table: FileTable) -> list[Row]:
    """Return the rows with answers, which are not all below the heading in a survey export."""
    rows = table.rows
    for at, (_, cells) in enumerate(rows[:3]):
        if any(map(IMPORT_ID.match, cells)):
            return rows[at + 1 :]
    return rows


def _questions(table: FileTable) -> list[_Questions]:
    """Find the questions for each unit, in grids or in columns that differ by a number alone."""
    rows = _rows(table)
    asked = list(table.names)
    if len(rows) < len(table.rows):  # what was asked stands below the heading
        asked = table.rows[0][1]
    numbered = _numbered(asked, rows)
    return _grids(asked, rows) or ([numbered] if numbered else [])


def _grids(asked: Sequence[str], rows: Sequence[Row]) -> list[_Questions]:
    """Find the columns of questions in grids: an item for each, if there are several."""
    found: dict[str, list[tuple[int, str]]] = {}
    for at, name in enumerate(asked):
        parts = GRID.fullmatch(name)
        words = parts[1].rstrip() if parts else ""
        if parts and (BEGINS.search(words) or OF_UNITS.search(words)):
            found.setdefault(words, []).append((at, parts[2]))
    found = {words: columns for words, columns in found.items() if len(columns) >= FEW}
    ends = parts_that_differ(list(found))
    made = []
    for (words, columns), item in zip(found.items(), ends, strict=True):
        cells = {cells[at].lower() for at, _ in columns for _, cells in rows if at < len(cells)}
        are_marks = cells <= WORDS.marks | WORDS.no_mark and cells & WORDS.marks
        if not are_marks and len(cells - {""}) != 1:
            return []
        labels = [LABEL.fullmatch(label) for _, label in columns]
        numbers = [int(label[1]) for label in labels if label]
        counts = numbers in (list(range(1, len(columns) + 1)), list(range(2, len(columns) + 2)))
        if not counts:
            numbers = list(range(1, len(columns) + 1))
        texts = tuple(
            label[2] if label and counts else columns[at][1] for at, label in enumerate(labels)
        )
        begins = BEGINS.search(words) is not None
        whole = begins and numbers[0] == 1 and any(texts)
        places = {number: at for number, (at, _) in zip(numbers, columns, strict=True)}
        made.append(_Questions(begins, places, words, item, texts if whole else None))
    return made


def _numbered(asked: Sequence[str], rows: Sequence[Row]) -> _Questions | None:
    """Find the columns whose names differ by a number alone, and whose cells are marks or none."""
    kinds: dict[tuple[str, str], dict[int, int]] = {}
    for at, name in enumerate(asked):
        found = NUMBERED.fullmatch(name)
        cells = {cells[at].lower() for _, cells in rows[:200] if at < len(cells)}
        if found and cells and cells <= WORDS.marks | WORDS.no_mark:
            kinds.setdefault((found[1], found[3]), {})[int(found[2])] = at
    if not kinds or not rows:
        return None
    (before, after), places = max(kinds.items(), key=lambda one: len(one[1]))
    numbers = sorted(places)
    marks = {cells[at].lower() for at in places.values() for _, cells in rows if at < len(cells)}
    if len(numbers) < FEW or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    if numbers[0] not in (1, 2) or not marks & WORDS.marks:
        return None
    of_units = OF_UNITS.search(before + after)
    if not of_units and not _are_rows_of_coders(asked, places, rows):
        return None
    words = f"{before}…{after}"
    begins = not of_units or BEGINS.search(words) is not None
    return _Questions(begins, {n: places[n] for n in numbers}, words)


def _are_rows_of_coders(
    asked: Sequence[str], places: Mapping[int, int], rows: Sequence[Row]
) -> bool:
    """Return whether rows are coders and all columns units, the first of which all marked."""
    others = [name for at, name in enumerate(asked) if at not in places.values()]
    ends = [
        {cells[at].lower() in WORDS.no_mark for _, cells in rows if at < len(cells)}
        for at in (places[min(places)], places[max(places)])
    ]
    named = len(others) == 1 and plain(others[0]) in RESPONDENTS and min(places) == 1
    return named and ends[0] == {False} and ends[1] != {False}


def _pairs(table: FileTable) -> dict[int, tuple[int, int]]:
    """Find the columns that hold the first and the last unit of each segment."""
    found: dict[tuple[str, int], dict[bool, int]] = {}
    for at, name in enumerate(table.names):
        part = PAIR.fullmatch(name)
        if part:
            of_segment = found.setdefault((part[1], int(part[2])), {})
            of_segment[part[3].lower() in WORDS.pair_firsts] = at
    both = ((number, of) for (_, number), of in found.items() if len(of) == 2)
    pairs = {number: (of[True], of[False]) for number, of in both}
    return pairs if len(pairs) > 1 else {}


def _with_spans(table: FileTable) -> int | None:
    """Find the column whose answers hold spans as JSON."""
    for at, name in enumerate(table.header):
        if name.startswith("answer.") and any(map(_spans, table.column(at, 20))):
            return at
    return None


def _spans(cell: str) -> list[Span] | None:
    """Read the spans of an answer; None if it is no answer with spans."""
    if cell[:1] not in ("[", "{"):
        return None
    try:
        answer = json.loads(LITERALS.sub(lambda word: IN_JSON[word[0]], cell))
    except ValueError:
        return None
    found: list[Span] = []
    lists = 0
    left = [answer]
    while left:
        one = left.pop()
        offsets = offsets_in(one)
        if offsets:
            found.append(Span(*offsets, str(one.get("label", ""))))
        elif isinstance(one, dict):
            left += one.values()
            lists += any(isinstance(value, list) for value in one.values())
        elif isinstance(one, list):
            left += one
    return found if found or lists else None


def read(document: Document) -> Iterator[Found]:
    table = document.table
    rows = []
    for number, cells in _rows(table):
        # A batch whose answers nobody has approved lacks the last cells.
        whole = [*cells, *[""] * (len(table.names) - len(cells))]
        broken = table.wrong_cells(whole, ())
        if broken:
            yield document.problem(*broken, row=number)
        else:
            rows.append((number, whole))
    if set(table.header) >= WORDS.batch:
        at = {name: place for place, name in reversed(list(enumerate(table.header)))}
        status = at.get("assignmentstatus")
        kept = [row for row in rows if status is None or row[1][status].lower() != "rejected"]
        if len(kept) < len(rows):
            rejected = counted(len(rows) - len(kept), "rejected assignment")
            yield document.notice(f"left out: {rejected}")
        rows = kept
        items = _items(table, rows)
        spans = _with_spans(table)
        if spans is not None:
            yield from _marked(document, rows, items, at["workerid"], spans)
            return
        coder: int | None = at["workerid"]
    else:
        items = {}
        coder = _respondent(table.names, rows)
    pairs, questions = _pairs(table), _questions(table)
    for one in questions:
        where = "a segment begins with" if one.begins else "a boundary is after"
        what = f"the answers to {shortened(one.words)!r} say whether {where} that unit"
        yield document.notice(what, decides="marks")
    for number, cells in rows:
        who = cells[coder] if coder is not None and coder < len(cells) else ""
        who = who or f"row {number}"
        asked: list[_Questions | None] = [*questions] or [None]
        for question in asked:
            item = question.item if question and question.item else items.get(number)
            make = partial(_answered, question) if question else partial(_between, pairs)
            texts = question.texts if question else None
            about: dict[str, Any] = {"item": item, "coder": who, "row": number}
            yield document.coded(partial(make, cells), CORRECT, **about, texts=texts)


def _respondent(names: Sequence[str], rows: Sequence[Row]) -> int | None:
    """Find the column that names the person: by its name, or by a word in it and its cells."""
    known = list(map(plain, names))
    for at, name in enumerate(known):
        if name in RESPONDENTS:
            return at
    for at, name in enumerate(known):
        cells = [cells[at] for _, cells in rows if at < len(cells)]
        if WORDS.of_respondents & set(name.split()) and all(cells) and len(set(cells)) == len(rows):
            return at
    return None


def _items(table: FileTable, rows: Sequence[Row]) -> dict[int, str]:
    """Name the item of each row by as few inputs as tell the tasks apart, else by the title."""
    header = table.header
    places = [at for at, name in enumerate(header) if name.startswith("input.")]
    short = [at for at in places if all(len(cells[at]) <= 60 for _, cells in rows)]
    tasks = len({tuple(cells[at] for at in places) for _, cells in rows})
    for some in [*([at] for at in short), *([a, b] for a in short for b in short if a < b)]:
        named = {number: " ".join(cells[at] for at in some) for number, cells in rows}
        if len(set(named.values())) == tasks and all(named.values()):
            return named
    title = header.index("title" if "title" in header and not places else "hitid")
    return {number: cells[title] for number, cells in rows}


def _marked(
    document: Document, rows: Sequence[Row], items: Mapping[int, str], coder: int, answers: int
) -> Iterator[Found]:
    """Read spans of the longest input."""
    names = document.table.header
    inputs = [at for at, name in enumerate(names) if name.startswith("input.")]
    lengths = {at: sum(len(cells[at]) for _, cells in rows) for at in inputs}
    text = max(lengths, key=lengths.__getitem__, default=None)
    for number, cells in rows:
        spans = _spans(cells[answers])
        item, who = items[number], cells[coder]
        if text is None or spans is None:
            what = "no input holds the text" if text is None else "the answer holds no spans"
            fix = "correct the row, or leave it out"
            yield document.problem(what, fix, item=item, coder=who, row=number)
            continue
        extent = Extent(end=len(cells[text]), text=cells[text])
        yield document.marked(tuple(spans), extent, item=item, coder=who, row=number)


def _answered(questions: _Questions, cells: Sequence[str]) -> Segmentation:
    """Make a segmentation of an answer for each unit."""
    marked = [
        number
        for number, at in questions.places.items()
        if at < len(cells) and cells[at].lower() not in WORDS.no_mark
    ]
    last = max(questions.places)
    if questions.begins:
        return Segmentation.from_positions(last, [n - 1 for n in marked if n > 1])
    return Segmentation.from_positions(last + 1, marked)


def _between(pairs: Mapping[int, tuple[int, int]], cells: Sequence[str]) -> Segmentation:
    """Make a segmentation of the first and the last units of segments."""
    both = ((cells[first], cells[last]) for first, last in pairs.values())
    filled = ((first, last or first) for first, last in both if first)  # one unit has no last
    return from_stretches(
        (whole_number(first, "first unit"), whole_number(last, "last unit"))
        for first, last in filled
    )
