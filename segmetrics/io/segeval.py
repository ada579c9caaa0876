"""The formats of the segeval package: JSON of many items, TSV of one item.

JSON holds ``{"segmentation_type": "linear", "items": {item: {coder: [masses]}}}``;
an optional ``"texts": {item: [text of each unit]}`` is this project's addition.
TSV has a header row whose first cell is ``Coder``, then one row a coder: the coder
and the segment sizes. Its item is named as the file is.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from segmetrics.io.numbers import whole_number
from segmetrics.io.problems import Coding, Problem
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["read_json", "read_tsv"]

SHAPE = 'expected {"segmentation_type": "linear", "items": {item: {coder: [segment sizes]}}}'


class _Twice(dict[str, Any]):
    """An object of the file in which some key comes twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.repeated = {name for name in names if names.count(name) > 1}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Twice(pairs)


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
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        yield wrong(
            row=error.lineno,
            what=f"not valid JSON: {error.msg} at column {error.colno}",
            fix="correct the file at this place, or export it again",
        )
        return
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        yield wrong(
            what="the JSON is nested too deeply" if deep else "a number has too many digits",
            fix=SHAPE,
        )
        return
    items = data.get("items") if isinstance(data, dict) else None
    if not isinstance(items, dict):
        yield wrong(what='no object "items" at the top of the JSON', fix=SHAPE)
        return
    kind = data.get("segmentation_type")
    if kind != "linear":
        said = "is missing" if kind is None else f"is {kind!r}"
        yield wrong(
            what=f'"segmentation_type" {said}, and only "linear" can be read',
            fix='if the numbers are segment sizes, write "segmentation_type": "linear"',
        )
        return
    if not items:
        yield wrong(what="no item in the file", fix=SHAPE)
    texts = data.get("texts", {})
    if not isinstance(texts, dict):
        yield wrong(what='"texts" is not an object', fix='write "texts": {item: [text of each unit]}')
        texts = {}
    for item, codings in items.items():
        yield from _read_item(file, item, codings, texts.get(item), items)


def _read_item(
    file: str, item: str, codings: object, texts: object, items: dict[str, Any]
) -> Iterator[Coding | Problem]:
    wrong = partial(Problem, file=file, item=item)
    if isinstance(items, _Twice) and item in items.repeated:
        yield wrong(what="the item is given twice", fix="keep one of the two, or rename one")
    if not isinstance(codings, dict) or not codings:
        yield wrong(what="no coder with segment sizes", fix="write {coder: [segment sizes]}")
        return
    unit_texts = None
    if texts is not None:
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            yield wrong(what="its texts are not a list of texts", fix="write one text for each unit")
        else:
            unit_texts = tuple(texts)
    repeated = codings.repeated if isinstance(codings, _Twice) else set()
    for coder, masses in codings.items():
        if coder in repeated:
            yield wrong(coder=coder, what="the coder is given twice", fix="keep one of the two")
        if not isinstance(masses, list):
            yield wrong(
                coder=coder, what="no list of segment sizes", fix="write a list such as [2, 8, 3]"
            )
            continue
        try:
            segmentation = Segmentation.from_masses(masses)
        except SegmentationError as error:
            yield wrong(coder=coder, what=str(error), fix="correct the segment sizes")
            continue
        yield Coding(
            file=file, item=item, coder=coder, segmentation=segmentation, texts=unit_texts
        )


def read_tsv(file: str, rows: Sequence[tuple[int, list[str]]]) -> Iterator[Coding | Problem]:
    """Read a segeval TSV file.

    Parameters
    ----------
    file : str
        Its name; without folder and ending it is the name of the item.
    rows : sequence of (int, list of str)
        Row numbers and cells, without the header.

    Yields
    ------
    Coding or Problem
        What was found, in the order of the file.
    """
    item = PurePath(file).stem
    for row, cells in rows:
        coder, sizes = cells[0], cells[1:]
        while sizes and not sizes[-1]:
            sizes.pop()
        wrong = partial(Problem, file=file, item=item, coder=coder or None, row=row)
        if not coder:
            yield wrong(what="no coder in the first column", fix="fill in the coder's name")
            continue
        try:
            segmentation = Segmentation.from_masses([whole_number(size) for size in sizes])
        except SegmentationError as error:
            yield wrong(what=str(error), fix="correct the segment sizes in this row")
            continue
        yield Coding(file=file, item=item, coder=coder, segmentation=segmentation, row=row)
