"""The formats of the segeval package: JSON of many items, TSV of one item.

JSON holds ``{"segmentation_type": "linear", "items": {item: {coder: [masses]}}}``;
an optional ``"texts": {item: [text of each unit]}`` is this project's addition.
TSV has a header row whose first cell is ``Coder``, then one row a coder: the coder
and the segment sizes. Its item is named as the file is.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from segmetrics.io.numbers import whole_number
from segmetrics.io.problems import Coding, Problem, shortened
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["read_json", "read_tsv"]

SHAPE = 'write {"segmentation_type": "linear", "items": {item: {coder: [segment sizes]}}}'
SIZES = "write whole numbers of at least 1, such as [2, 8, 3]"
# What a TSV file may call its columns of segment sizes: nothing, "Masses", "1", "Segment 1".
SIZE_COLUMN = re.compile("(mass|masses)?|(mass|segment)? ?[0-9]+")
# Half of a surrogate pair, which JSON can write and no encoding can.
HALF = re.compile("[\ud800-\udfff]")
# More digits than a number can have that is not too large to be real.
DIGITS = 30


class _Object(dict[str, Any]):
    """An object of the file, with the keys that it holds more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        times = Counter(key for key, _ in pairs) if len(self) < len(pairs) else {}
        self.repeated = {key for key, count in times.items() if count > 1}


def read_json(file: str, text: str) -> Iterator[Coding | Problem]:
    """Read a segeval JSON file.

    Parameters
    ----------
    file : str
        Its name, for problems.
    text : str
        Its content.

    Yields
    ------
    Coding or Problem
        What was found, in the order of the file.
    """
    wrong = partial(Problem, file=file)
    try:
        data = json.loads(
            text, object_pairs_hook=_Object, parse_int=lambda digits: int(digits[:DIGITS])
        )
    except json.JSONDecodeError as error:
        yield wrong(
            row=error.lineno,
            what=f"not valid JSON: {error.msg} at column {error.colno}",
            fix="correct the file at this place, or export it again",
        )
        return
    except RecursionError:
        yield wrong(what="the JSON is nested too deeply", fix=SHAPE)
        return
    items = data.get("items") if isinstance(data, _Object) else None
    if not isinstance(items, _Object):
        yield wrong(what='no object "items" at the top of the JSON', fix=SHAPE)
        return
    twice = data.repeated & {"items", "segmentation_type", "texts"}
    if twice:
        yield wrong(what=f'"{min(twice)}" is given twice', fix="join the two, or keep one")
        return
    kind = data.get("segmentation_type")
    if kind != "linear":
        said = f"is {_word(kind)}" if "segmentation_type" in data else "is missing"
        yield wrong(
            what=f'"segmentation_type" {said}, and only "linear" can be read',
            fix='if the numbers are segment sizes, write "segmentation_type": "linear"',
        )
        return
    if not items:
        yield wrong(what="no item in the file", fix=SHAPE)
    texts = data.get("texts", _Object([]))
    if not isinstance(texts, _Object):
        yield wrong(
            what='"texts" is not an object', fix='write "texts": {item: [text of each unit]}'
        )
        texts = _Object([])
    for item in texts:
        if item not in items:
            yield wrong(
                item=item, what="texts, but no codings", fix='use the names of items in "texts"'
            )
        elif item in texts.repeated:
            yield wrong(item=item, what="its texts are given twice", fix="keep one of the two")
    for item, codings in items.items():
        if item in items.repeated:
            fix = "keep one of the two, or rename one"
            yield wrong(item=item, what="the item is given twice", fix=fix)
        yield from _read_item(file, item, codings, texts.get(item))


def _read_item(file: str, item: str, codings: object, texts: object) -> Iterator[Coding | Problem]:
    wrong = partial(Problem, file=file, item=item)
    if not isinstance(codings, _Object) or not codings:
        yield wrong(what="no coder with segment sizes", fix="write {coder: [segment sizes]}")
        return
    unit_texts = None
    if texts is not None:
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            yield wrong(
                what="its texts are not a list of texts", fix="write one text for each unit"
            )
        else:
            unit_texts = tuple(texts)
            half = next((unit for unit, text in enumerate(texts, 1) if HALF.search(text)), None)
            if half is not None:
                yield wrong(
                    what=f"the text of unit {half} holds half of a character, \\ud800 to \\udfff",
                    fix="delete it, or write the whole character",
                )
    for coder, masses in codings.items():
        if coder in codings.repeated:
            yield wrong(coder=coder, what="the coder is given twice", fix="keep one of the two")
        if not isinstance(masses, list):
            yield wrong(
                coder=coder, what=f"{_word(masses)}, not a list of segment sizes", fix=SIZES
            )
            continue
        try:
            segmentation = Segmentation.from_masses(_sizes(masses))
        except SegmentationError as error:
            yield wrong(coder=coder, what=str(error), fix=SIZES)
            continue
        yield Coding(file=file, item=item, coder=coder, segmentation=segmentation, texts=unit_texts)


def _sizes(masses: list[Any]) -> list[int]:
    """Refuse what is not a whole number, in the words of the file."""
    for mass in masses:
        if type(mass) is not int:
            raise SegmentationError(f"segment size {_word(mass)} is not a whole number")
    return masses


def _word(value: object) -> str:
    """Show a value as it stands in the file; a list or an object only by what it is."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shortened(json.dumps(value, ensure_ascii=False), 24)


def read_tsv(file: str, rows: Sequence[tuple[int, list[str]]]) -> Iterator[Coding | Problem]:
    """Read a segeval TSV file.

    Parameters
    ----------
    file : str
        Its name; without folder and ending it is the name of the item.
    rows : sequence of (int, list of str)
        Row numbers and cells; the first row is the header.

    Yields
    ------
    Coding or Problem
        What was found, in the order of the file.
    """
    item = PurePath(file).stem
    (first, header), *rest = rows
    unlike = next((name for name in header[1:] if not SIZE_COLUMN.fullmatch(name.lower())), None)
    if unlike is not None:
        yield Problem(
            file=file,
            row=first,
            what=f"a column {shortened(unlike)!r}, where segment sizes are expected",
            fix="if each row holds a coder and the segment sizes, name the second column Masses; "
            "otherwise name the columns as in one of the templates",
        )
        return
    for row, cells in rest:
        coder, sizes = cells[0], cells[1:]
        while sizes and not sizes[-1]:  # a spreadsheet fills shorter rows up
            sizes.pop()
        wrong = partial(Problem, file=file, item=item, coder=coder, row=row)
        if not coder:
            yield wrong(what="no coder in the first column", fix="fill in the coder's name")
            continue
        try:
            segmentation = Segmentation.from_masses(
                [whole_number(size, "segment size") for size in sizes]
            )
        except SegmentationError as error:
            yield wrong(what=str(error), fix="give each segment a cell with its number of units")
            continue
        yield Coding(file=file, item=item, coder=coder, segmentation=segmentation, row=row)
