"""What several formats hold in one way: boundaries with types or levels, texts of units."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from segmetrics.io.document import Document
from segmetrics.io.problems import HALF, Problem, shortened, wrong_name
from segmetrics.segmentation import MAX_MASS, Segmentation, SegmentationError


def read_texts(
    document: Document, item: str, texts: object, *, what: str = "text"
) -> tuple[tuple[str, ...] | None, list[Problem]]:
    """Read the texts of an item's units, or what else there is for each of them."""
    wrong = partial(document.problem, item=item)
    if texts is None:
        return None, []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        said = f"its {what}s are not a list of texts"
        return None, [wrong(what=said, fix=f"write one {what} for each unit")]
    half = next((unit for unit, text in enumerate(texts, 1) if HALF.search(text)), None)
    if half is None:
        return tuple(texts), []
    said = f"the {what} of unit {half} holds half of a character, \\ud800 to \\udfff"
    return None, [wrong(what=said, fix="delete it, or write the whole character")]


def read_marks(kind: str, mass: int, entries: Sequence[object]) -> Segmentation:
    """Read boundaries that carry something, each a list of its position and what it carries."""
    read_mark: Callable[[object], object] = _types if kind == "multiple" else _level
    marks: dict[int, Any] = {}
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2:
            mark = "types" if kind == "multiple" else "level"
            found = f"a list of {len(entry)}" if isinstance(entry, list) else word(entry)
            raise SegmentationError(f"a boundary is {found}, not its position and its {mark}")
        position = checked_whole(entry[0], "boundary position")
        if position in marks:
            raise SegmentationError(f"boundary at {position} is given twice")
        try:
            marks[position] = read_mark(entry[1])
        except SegmentationError as error:
            raise SegmentationError(f"boundary at {position}: {error}") from None
    return from_marks(mass, marks, kind)


def _types(names: object) -> frozenset[str]:
    if not isinstance(names, list):
        raise SegmentationError(f"{word(names)}, not a list of types")
    for name in names:
        if not isinstance(name, str):
            raise SegmentationError(f"type {word(name)} is not a text")
    return checked_types(names)


def _level(level: object) -> int:
    return checked_level(checked_whole(level, "level"))


def checked_whole(value: object, what: str) -> int:
    """Refuse what is not a whole number, in the words of the file."""
    if type(value) is not int:
        raise SegmentationError(f"{what} {word(value)} is not a whole number")
    return value


def checked_types(names: Sequence[str]) -> frozenset[str]:
    """Take the types of one boundary."""
    if not names:
        raise SegmentationError("no type")
    for name in names:
        what = wrong_name(name)
        if what:
            raise SegmentationError(f"the name of a type {what}")
    types = frozenset(names)
    if len(types) < len(names):
        name = next(name for place, name in enumerate(names) if name in names[:place])
        raise SegmentationError(f"type {shortened(name, 24)} is given twice")
    return types


def checked_level(level: int) -> int:
    """Take a level."""
    if level < 1:
        raise SegmentationError(f"level {level}, where 1 is the most prominent")
    if level > MAX_MASS:
        raise SegmentationError("a level is too large to be real")
    return level


def from_marks(mass: int, marks: Mapping[int, Any], kind: str) -> Segmentation:
    """Build a segmentation of boundaries that carry something."""
    positions = tuple(sorted(marks))
    carried = tuple(marks[place] for place in positions)
    if kind == "multiple":
        return Segmentation(mass, positions, types=carried)
    return Segmentation(mass, positions, levels=carried)


def from_stretches(stretches: Iterable[tuple[int, int]], first: int = 1) -> Segmentation:
    """Build a segmentation of the first and the last unit of each segment; units count from one."""
    ordered = sorted(stretches)
    if not ordered or ordered[0][0] != first:
        begins = f"begins with unit {ordered[0][0]}, not" if ordered else "does not begin with unit"
        raise SegmentationError(f"the first segment {begins} {first}")
    for (_, end), (begin, _) in pairwise(ordered):
        if begin != end + 1:
            what = f"a segment ends with unit {end}, and the next begins with {begin}"
            raise SegmentationError(what)
    return Segmentation.from_masses([end - begin + 1 for begin, end in ordered])


def word(value: object) -> str:
    """Show a value as it stands in the file; a list or an object only by what it is."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return shortened(json.dumps(value, ensure_ascii=False), 24)
