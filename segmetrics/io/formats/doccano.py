"""doccano: its JSONL export, a file a coder and a line a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from segmetrics.io.document import Document, JsonObject
from segmetrics.io.formats.json_annotations import items_of
from segmetrics.io.offsets import UTF16, Ground, MarkedSpan, MarkedText, marked_texts
from segmetrics.io.parts import Found, grouped
from segmetrics.io.problems import Problem
from segmetrics.io.records import Way, coder_in, in_their_order, naming_field
from segmetrics.segmentation import SegmentationError

AGAIN = "correct the line, or export the project again as JSONL"
# The fields of what was marked; the first that a line has counts.
MARKED = ("entities", "label", "labels", "annotations")
NOT_READ = ("relations", "Comments", "comments", "cats")
# Lines that are looked at, so that a file whose first is broken is still known.
SAMPLE = 5


@dataclass(frozen=True, slots=True)
class _Line:
    """A text, and what was marked in it: spans by coder, or labels of the whole."""

    row: int
    record: JsonObject
    item: str | None
    coder: str | None
    spans: dict[str | None, list[MarkedSpan]] | None
    labels: frozenset[str]


def recognise(document: Document) -> str | None:
    """Recognise lines of JSON, each an object with a text and a label."""
    start = document.json_start
    if not start or b'"text"' not in document.content:
        return None
    if start == "{":
        records = (one for _, one in islice(document.json_lines(), SAMPLE))
    else:
        records = iter(document.json[:SAMPLE])
    first = next((one for one in records if isinstance(one, JsonObject)), JsonObject([]))
    marked = next((key for key in MARKED if isinstance(first.get(key), list)), None)
    if marked is None or not isinstance(first.get("text"), str):
        return None
    return f"{'lines of JSON' if start == '{' else 'a list of objects'} with text and {marked}"


def read(document: Document) -> Iterator[Found]:
    lines_of_json = document.json_start == "{"
    records = list(document.json_lines() if lines_of_json else enumerate(document.json, 1))
    fields = [(row, _fields(one)) for row, one in records if isinstance(one, JsonObject)]
    named = items_of(fields, [_coder(of_line) for _, of_line in fields])
    items = {row: item for (row, _), item in zip(fields, named, strict=True)}
    lines: list[_Line] = []
    found: list[Found] = [record for _, record in records if isinstance(record, Problem)]
    for row, record in records:
        if not isinstance(record, Problem):
            with document.doubting(found, AGAIN, row=row, item=items.get(row)):
                lines.append(_line(row, record, items.get(row)))
    yield from found
    unread = Counter(key for line in lines for key in NOT_READ if line.record.get(key))
    yield from document.not_read_of(unread)
    if not any(line.labels for line in lines):
        yield from _read_spans(document, lines)
    elif any(line.spans for line in lines):
        what = "spans in some lines, labels of the whole text in others"
        yield document.problem(what, "export the two projects to two files")
    elif len(lines) < len(records):
        what = f"{len(records) - len(lines)} lines cannot be read, so that units are missing"
        yield document.problem(what, AGAIN)
    else:
        yield from _read_units(document, lines)


def _fields(record: JsonObject) -> dict[str, Any]:
    """List what a line says of its text; older versions kept it in "meta"."""
    meta = record.get("meta")
    return {**meta, **record} if isinstance(meta, JsonObject) else record


def _coder(record: Mapping[str, Any]) -> str | None:
    """Name the coder of a line, as some exports and scripts do; a number is a user's."""
    name = coder_in(record)
    return f"user {name}" if name.isdecimal() else name or None


def _line(row: int, record: object, item: str | None) -> _Line:
    if not isinstance(record, JsonObject) or not isinstance(record.get("text"), str):
        raise SegmentationError("not an object with a text")
    if record.repeated:
        raise SegmentationError(f'"{min(record.repeated)}" is given twice')
    key = next((key for key in MARKED if key in record), None)
    marked = record.get(key or "")
    if not isinstance(marked, list):
        known = " or ".join(MARKED[:2])
        raise SegmentationError(f"no list of labels in the line, such as {known}")
    coder = _coder(record)
    if marked and all(isinstance(label, str) for label in marked):
        return _Line(row, record, item, coder, None, frozenset(marked))
    spans = grouped((whose or coder, mark) for whose, mark in map(_mark, marked))
    return _Line(row, record, item, coder, spans or None, frozenset())


def _mark(marked: object) -> tuple[str | None, MarkedSpan]:
    """Read one span; early exports say by a number whose it is."""
    user = None
    if isinstance(marked, JsonObject):
        start, end = marked.get("start_offset"), marked.get("end_offset")
        label: object = marked.get("label", "")
        user = marked.get("user")
    elif isinstance(marked, list) and len(marked) == 3:
        start, end, label = marked
    else:
        raise SegmentationError("a label that is neither a name nor [start, end, label]")
    if type(start) is not int or type(end) is not int:
        raise SegmentationError("an offset is not a whole number")
    if type(label) is int:  # early exports give the number of the label alone
        label = f"label {label}"
    if not isinstance(label, str):
        raise SegmentationError("the label of a span is not a name")
    mark = MarkedSpan.at((start, end), labels=(label,))
    return (f"user {user}" if type(user) is int else None), mark


def _read_spans(document: Document, lines: Sequence[_Line]) -> Iterator[Found]:
    """Read lines of which each is an item."""
    # A user who is known by the marks alone and made none in a text perhaps never saw it.
    by_user = any(whose != line.coder for line in lines for whose in line.spans or ())
    if by_user:
        yield document.notice("each mark says who made it; a text without marks belongs to nobody")
    texts: list[MarkedText] = []
    found: list[Found] = []
    for line in lines:
        about = {"row": line.row, "item": line.item}
        with document.doubting(found, AGAIN, **about):
            ground = Ground(line.record["text"])
            for coder in line.spans or ([] if by_user else [line.coder]):
                marks = (line.spans or {}).get(coder, [])
                texts.append(MarkedText({**about, "coder": coder}, ground, marks))
    yield from found
    yield from marked_texts(document, texts, UTF16, AGAIN)


def _read_units(document: Document, lines: Sequence[_Line]) -> Iterator[Found]:
    """Read lines of which each is a unit."""
    fields = [_fields(line.record) for line in lines]
    item_field = naming_field(fields, shared=True)
    labels = {label for line in lines for label in line.labels}
    way = Way.from_labels(labels)
    named = f'named by "{item_field}"' if item_field else "the only one of the file"
    what = f"each line is a unit of an item, {named}; the labels {way.meaning}"
    yield document.notice(what, text=", ".join(sorted(labels)[:10]))
    items = grouped(
        ((str(of_line[item_field]) if item_field else None, line.coder), line)
        for line, of_line in zip(lines, fields, strict=True)
    )
    for (item, coder), units in items.items():
        units = in_their_order(units, lambda line: _fields(line.record))
        make = partial(way.segmented, [line.labels for line in units])
        texts = tuple(line.record["text"] for line in units)
        about = {"item": item, "coder": coder, "row": units[0].row, "texts": texts}
        yield document.coded(make, "label every text, and export again", **about)
