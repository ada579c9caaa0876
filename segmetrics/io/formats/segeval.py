"""The formats of the segeval package: JSON of many items, TSV of one item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from segmetrics.io.column_guess import WHY_NOT, guess_columns
from segmetrics.io.column_roles import Guess
from segmetrics.io.document import Document, JsonObject
from segmetrics.io.numbers import number_segments, whole_number
from segmetrics.io.parts import Found, ReferenceCoder
from segmetrics.io.problems import shortened
from segmetrics.io.segmented_parts import checked_whole, read_marks, read_texts, word
from segmetrics.io.table_files import FileTable
from segmetrics.segmentation import Segmentation, SegmentationError

SHAPE = 'write {"segmentation_type": "linear", "items": {item: {coder: [segment sizes]}}}'
SIZES = "write whole numbers of at least 1, such as [2, 8, 3]"
MARKED = {
    "multiple": 'write {"mass": 13, "boundaries": [[2, ["topic"]], [10, ["task", "aside"]]]}',
    "hierarchical": 'write {"mass": 13, "levels": [[2, 1], [10, 2]]}',
}
# What a coder's object holds beside its mass.
MARKS = {"multiple": "boundaries", "hierarchical": "levels"}
REFERENCE = "reference"
AT_THE_TOP = ("items", "segmentation_type", "texts", "has_reference_coder")
# What the cells of a row hold: segment sizes, or segment numbers.
CELLS = (
    "give each segment a cell with its number of units",
    "give each unit a cell with the number of its segment, which stays or rises by one",
)
# A letter.
SAID = re.compile(r"[^\W\d_]")
# What a TSV file may call its columns of segment sizes: nothing, "Masses", "1", "Segment 1".
SIZE_COLUMN = re.compile("(mass|masses)?|(mass|segment)? ?[0-9]+")


def recognise_json(document: Document) -> str | None:
    """Recognise JSON by its items, or by its type of segmentation."""
    data = document.object
    if data is None:
        return None
    if isinstance(data.get("items"), JsonObject):
        return 'an object "items"'
    if "segmentation_type" in data:
        return "segmentation_type"
    return "items of coders whose numbers have one sum" if _add_up(_bare(data)) else None


def read_json(document: Document) -> Iterator[Found]:
    data: JsonObject = document.json
    wrong = document.problem
    items = data.get("items")
    if "items" not in data and _add_up(bare := _bare(data)):
        items = bare
        what = '"items" is missing. In each of these the numbers of all coders add up to one sum, '
        yield document.notice(f"{what}so they are items: {shortened(', '.join(items))}")
    if not isinstance(items, JsonObject):
        raise document.unreadable('no object "items" at the top of the JSON', SHAPE)
    twice = data.repeated & {*AT_THE_TOP}
    if twice:
        raise document.unreadable(f'"{min(twice)}" is given twice', "join the two, or keep one")
    kind = data.get("segmentation_type")
    if kind not in ("linear", *MARKS):
        said = f"is {word(kind)}" if "segmentation_type" in data else "is missing"
        if not _add_up(items):
            what = f'"segmentation_type" {said}; it must be "linear", "multiple" or "hierarchical"'
            fix = 'if the numbers are segment sizes, write "segmentation_type": "linear"'
            raise document.unreadable(what, fix)
        kind = "linear"
        what = f'"segmentation_type" {said}. The numbers of all coders of an item add up to one '
        yield document.notice(f"{what}sum, so they are read as segment sizes")
    if not items:
        yield wrong("no item in the file", SHAPE)
    texts = data.get("texts", JsonObject([]))
    if not isinstance(texts, JsonObject):
        yield wrong('"texts" is not an object', 'write "texts": {item: [text of each unit]}')
        texts = JsonObject([])
    for item in texts:
        if item not in items:
            yield wrong("texts, but no codings", 'use the names of items in "texts"', item=item)
        elif item in texts.repeated:
            yield wrong("its texts are given twice", "keep one of the two", item=item)
    for item, codings in items.items():
        if item in items.repeated:
            yield wrong("the item is given twice", "keep one of the two, or rename one", item=item)
        yield from _read_item(document, kind, item, codings, texts.get(item))
    referenced = data.get("has_reference_coder", False)
    coded = (codings for codings in items.values() if isinstance(codings, JsonObject))
    coders = {coder for codings in coded for coder in codings}
    if type(referenced) is not bool:
        what = f'"has_reference_coder" is {word(referenced)}, not true or false'
        fix = "write true if the coder named reference is the reference, otherwise false"
        yield wrong(what, fix)
    elif referenced and REFERENCE not in coders:
        what = '"has_reference_coder" is true, but no coder is named reference'
        yield wrong(what, 'name the coder reference, or write "has_reference_coder": false')
    elif referenced:
        yield ReferenceCoder(REFERENCE)


def _bare(data: JsonObject) -> JsonObject:
    """Return what may be items of a file that does not put them into an object of their own."""
    return JsonObject([(key, value) for key, value in data.items() if key not in AT_THE_TOP])


def _add_up(items: JsonObject) -> bool:
    """Return whether the numbers of the coders of each item, two or more, have one sum."""
    coded = [codings for codings in items.values() if isinstance(codings, JsonObject)]
    sums = [
        {sum(sizes) if _are_sizes(sizes) else 0 for sizes in codings.values()} for codings in coded
    ]
    several = any(len(codings) > 1 for codings in coded)
    return several and len(sums) == len(items) and all(len(of) == 1 and 0 not in of for of in sums)


def _are_sizes(sizes: object) -> bool:
    return isinstance(sizes, list) and all(type(size) is int and size > 0 for size in sizes)


def _read_item(
    document: Document, kind: str, item: str, codings: object, texts: object
) -> Iterator[Found]:
    wrong = partial(document.problem, item=item)
    if not isinstance(codings, JsonObject) or not codings:
        sizes = kind == "linear"
        value = "[segment sizes]" if sizes else "…"
        what = f"no coder with {'segment sizes' if sizes else 'a coding'}"
        yield wrong(what, f"write {{coder: {value}}}")
        return
    unit_texts, problems = read_texts(document, item, texts)
    yield from problems
    for coder, value in codings.items():
        if coder in codings.repeated:
            yield wrong(coder=coder, what="the coder is given twice", fix="keep one of the two")
        make = partial(_linear, value) if kind == "linear" else partial(_marked, kind, value)
        fix = MARKED.get(kind, SIZES)
        yield document.coded(make, fix, item=item, coder=coder, texts=unit_texts)


def _linear(masses: object) -> Segmentation:
    if not isinstance(masses, list):
        raise SegmentationError(f"{word(masses)}, not a list of segment sizes")
    return Segmentation.from_masses([checked_whole(mass, "segment size") for mass in masses])


def _marked(kind: str, value: object) -> Segmentation:
    """Read boundaries with types or levels."""
    name = MARKS[kind]
    if not isinstance(value, JsonObject):
        raise SegmentationError(f"{word(value)}, not an object with mass and {name}")
    if value.repeated:
        raise SegmentationError(f"{word(min(value.repeated))} is given twice")
    for key in ("mass", name):
        if key not in value:
            raise SegmentationError(f'"{key}" is missing')
    unread = next((key for key in value if key not in ("mass", name)), None)
    if unread is not None:
        raise SegmentationError(f"{word(unread)} beside mass and {name}")
    mass, entries = checked_whole(value["mass"], "mass"), value[name]
    if not isinstance(entries, list):
        raise SegmentationError(f'"{name}" is {word(entries)}, not a list')
    return read_marks(kind, mass, entries)


def recognise_tsv(document: Document) -> str | None:
    """Recognise a table of the segeval package: its first column is Coder."""
    table = document.table
    if table.header[0] != "coder":
        return None
    others = any(not SIZE_COLUMN.fullmatch(name) for name in table.header[1:])
    if others and any(SAID.search(cell) for _, cells in table.rows for cell in cells[1:2]):
        return None  # words are no sizes
    guessed = guess_columns(table) if others and table.header[1:] != ("positions",) else None
    times = guessed and WHY_NOT["time"] in [guess.why for guess in guessed.columns]
    return None if times or (guessed and "positions" in guessed.roles) else table.kind


def guessed_roles_tsv(document: Document) -> list[Guess] | None:
    """Return what the columns were taken for; None where each column is a unit."""
    _, *sizes = document.table.header
    if sizes == ["positions"] or _number_units(document.table):
        return None
    return [Guess("coder", "by its name"), *(Guess("sizes", "beside the coder") for _ in sizes)]


def _number_units(table: FileTable) -> bool:
    """Return whether columns are units 1, 2, 3, each with the number of its segment, not sizes."""
    units = [str(number) for number in range(1, len(table.header))]
    if list(table.header[1:]) != units or len(units) < 2:
        return False
    rows = [cells[1:] for _, cells in table.rows]
    if not all(len(cells) == len(units) and all(map(str.isdecimal, cells)) for cells in rows):
        return False
    numbers = [[int(cell) for cell in cells] for cells in rows]
    steps = {b - a for row in numbers for a, b in pairwise(row)}
    return steps <= {0, 1} and len({sum(row) for row in numbers}) > 1


def read_tsv(document: Document) -> Iterator[Found]:
    item, table = document.item, document.table
    header = table.header
    positions = header[1:] == ("positions",) or _number_units(table)
    unlike = next((name for name in header[1:] if not SIZE_COLUMN.fullmatch(name)), None)
    if unlike is not None and not positions:
        what = f"a column {shortened(unlike)!r}, where segment sizes are expected"
        fix = "name the second column Masses if each row holds a coder and the segment sizes. "
        fix += "If not, name the columns as in one of the examples on the page Projects"
        raise document.wrong_header(what, fix)
    yield from document.wrong_if_empty()
    for row, cells in table.rows:
        coder, sizes = cells[0], cells[1:]
        while sizes and not sizes[-1]:  # a spreadsheet fills shorter rows up
            sizes.pop()
        if not coder:
            what, fix = "no coder in the first column", "fill in the coder's name"
            yield document.problem(what, fix, item=item, row=row)
            continue
        make = partial(_numbered if positions else _sized, sizes)
        yield document.coded(make, CELLS[positions], item=item, coder=coder, row=row)


def _sized(cells: list[str]) -> Segmentation:
    return Segmentation.from_masses([whole_number(size, "segment size") for size in cells])


def _numbered(cells: list[str]) -> Segmentation:
    """Make a segmentation of the number of each unit's segment."""
    numbers = [whole_number(cell, "segment number") for cell in cells]
    if not number_segments(numbers):
        raise SegmentationError("numbers that are not those of segments: 1, 1, 2, 3")
    return Segmentation.from_labels(numbers)
