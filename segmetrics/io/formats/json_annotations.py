"""JSON of texts with what was marked in them: a record a text, one record a file or many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from segmetrics.io.document import Document, JsonObject
from segmetrics.io.offsets import CHARACTERS, Ground, MarkedSpan, MarkedText, marked_texts
from segmetrics.io.parts import Found, Span
from segmetrics.io.problems import shortened
from segmetrics.io.records import CODERS, NAMES, Way, name_of, of_each_coder, offsets_in, span_lists
from segmetrics.io.spans import place
from segmetrics.segmentation import Segmentation, SegmentationError

Record = tuple[int, JsonObject]
# A record of one coder, and where it is and whose.
Marked = tuple[dict[str, Any], JsonObject]
AGAIN = "correct the record, or export the file again"
LABELS = ("label", "label_name", "labels", "type", "category")
SIZES = ("segments", "masses", "sizes", "lengths", "segment_sizes", "segment_lengths")
MARKS = ("marks", "labels", "flags", "boundaries", "segmentation", "annotation", "annotations")
TEXTS = ("text", "content", "utterance", "sentence", "paragraph")
# What Prodigy says of a record that counts, if it says anything.
ACCEPTED = ("accept", None)
NOTHING_SHOWS = "nothing shows whether 1 begins a segment or ends one"
SHOW = "give the first unit of every item 1 if it begins a segment; otherwise use a table"
SAMPLE = 5
# Of a number of a unit.
MAX_DIGITS = 10


def recognise_one(document: Document) -> str | None:
    """Recognise a file of one record, which is of one item."""
    records = _records(document)
    return _shape(records) if _are_one(records) else None


def recognise_many(document: Document) -> str | None:
    """Recognise a file of several records, or of an object of items."""
    records = _records(document)
    return None if _are_one(records) else _shape(records[:SAMPLE])


def _are_one(records: Sequence[Record]) -> bool:
    """Return whether all records are of the only one of a file."""
    return len({row for row, _ in records}) == 1


def _records(document: Document) -> list[Record]:
    """List the records of a file, one a coder; none if it is no JSON, or not valid."""
    if "records" not in document.found:
        document.found["records"] = _made_records(document)
    records: list[Record] = document.found["records"]
    return records


def _made_records(document: Document) -> list[Record]:
    records: list[Record] = [(row, _flat(one)) for row, one in document.known("records") or []]
    if len(records) == 1 and _shape(of_each_coder(records)) is None:
        records = _within(records[0][1]) or records
    beside = document.beside.get(document.name.removesuffix(document.path.suffix) + ".txt")
    text = beside.known("text") if beside and len(records) == 1 else None
    if text and span_lists(records[0][1]) and "text" not in records[0][1]:
        records = [(1, JsonObject([("text", text), *records[0][1].items()]))]
    return of_each_coder(records)


def _flat(record: JsonObject) -> JsonObject:
    """Return a record with units and sizes of segments for its only list of lists of texts."""
    nested = [
        key
        for key, of in record.items()
        if _is_list_of(of, lambda one: _is_list_of(one, _has_words))
    ]
    if len(nested) != 1 or len(record[nested[0]]) < 2:
        return record
    segments = record[nested[0]]
    others = ((key, of) for key, of in record.items() if key != nested[0])
    units = [text for segment in segments for text in segment]
    return JsonObject([*others, ("units", units), ("masses", list(map(len, segments)))])


def _has_words(text: object) -> bool:
    return isinstance(text, str) and any(map(str.isalpha, text))


def _within(record: JsonObject) -> list[Record]:
    """Return the records of the only list in an object, or those that are its values."""
    lists = [one for one in record.values() if _is_list_of(one, lambda of: isinstance(of, dict))]
    found = lists[0] if len(lists) == 1 else []
    if record and all(isinstance(value, JsonObject) for value in record.values()):
        found = [JsonObject([("item", key), *value.items()]) for key, value in record.items()]
    numbered = list(enumerate(found, 1))
    return numbered if _shape(of_each_coder(numbered)) else []


def _shape(numbered: Sequence[Record]) -> str | None:
    """Return which lists records hold."""
    records = [record for _, record in numbered]
    texts = [record for record in records if isinstance(record.get("text"), str)]
    if texts:
        spans = next((key for record in texts for key in span_lists(record)), None)
        if spans is None and any(record.get("spans") == [] for record in texts):
            spans = "spans"
        if spans:
            return f"text and {spans}"
    for record in records:
        units = _units_key(record)
        _, marked = _marked_key(record)
        if units and marked:
            return f"{units} and {marked}"
    return None


def read(document: Document) -> Iterator[Found]:
    records = _records(document)
    one = _are_one(records)
    shape = _shape(records) or ""
    refused = Counter(
        f"records with the answer {shortened(str(answer), 24)}"
        for _, record in records
        if (answer := record.get("answer")) not in ACCEPTED
    )
    yield from document.not_read_of(refused)
    records = [one for one in records if one[1].get("answer") in ACCEPTED]
    coders = _coders(records)
    items = [None] * len(records) if one else items_of(records, coders)
    of_coders: list[Marked] = []
    for (row, record), item, coder in zip(records, items, coders, strict=True):
        about: dict[str, Any] = {"row": row, "item": item, "coder": coder}
        if record.repeated:
            what = f'"{shortened(min(record.repeated))}" is given twice'
            yield document.problem(what, AGAIN, **about)
        else:
            of_coders.append((about, record))
    if shape.startswith("text and "):
        yield from _read_spans(document, of_coders)
    else:
        yield from _read_units(document, of_coders)


def _coders(records: Sequence[Record]) -> Sequence[str | None]:
    """Name the coder of each record by a field that all have."""
    for field in CODERS:
        named = [name_of(record.get(field)) for _, record in records]
        if named and all(named):
            return named
    return [None] * len(records)


def items_of(
    records: Sequence[tuple[int, Mapping[str, Any]]], coders: Sequence[str | None]
) -> Sequence[str]:
    """Name the item of each record: by a field, by its text, or by its number."""
    keys = records[0][1] if records else ()
    numbered = [key for key in keys if key == "id" or (key[:1] != "_" and key.endswith("_id"))]
    ids = [key for key in numbered if key not in (*NAMES, *CODERS)]
    for field in (*NAMES, *ids):
        named = [name_of(record.get(field)) for _, record in records]
        if all(named) and len(set(zip(named, coders, strict=True))) == len(records):
            before = field.removesuffix("id").strip("_") or "text"
            return [f"{before} {name}" if field in ids else name for name in named]
    if None in coders:
        return [f"line {row}" for row, _ in records]
    texts: dict[str, int] = {}
    for _, record in records:
        texts.setdefault(_ground(record), len(texts) + 1)
    return [f"text {texts[_ground(record)]}" for _, record in records]


def _ground(record: Mapping[str, Any]) -> str:
    """Return the text of a record, or its units."""
    return str(record.get("text") or record.get(_units_key(record) or ""))


def _read_spans(document: Document, records: Sequence[Marked]) -> Iterator[Found]:
    lists = list(dict.fromkeys(key for _, record in records for key in span_lists(record)))
    if len(lists) > 1 and "spans" not in lists:
        what = f"spans under several keys: {', '.join(lists)}"
        raise document.unreadable(what, "keep those that are the coding, as spans")
    key = "spans" if "spans" in lists else next(iter(lists), "spans")
    unread = [name for name in lists if name != key]
    if any(record.get("relations") for _, record in records):
        unread.append("relations")
    if unread:
        yield document.notice(f"not read: {', '.join(unread)}")
    all_have_tokens = all(record.get("tokens") for _, record in records)
    texts: list[MarkedText] = []
    found: list[Found] = []
    seen: dict[tuple[str, str | None], dict[str, Any]] = {}
    for about, record in records:
        fix = "put all spans of a text into one record, or correct it"
        with document.doubting(found, fix, **about):
            marks = _marks(record, key)
            ground = Ground(record["text"])
            first = seen.setdefault((record["text"], about["coder"]), about)
            if first is not about and record["text"].strip():
                raise SegmentationError(f"the text of record {first['row']} is repeated")
            edges = _edges(record["tokens"]) if all_have_tokens else ()
            units = {"token": list(map(MarkedSpan.at, edges))} if all_have_tokens else {}
            texts.append(MarkedText(about, ground, marks, units))
    yield from found
    yield from marked_texts(document, texts, CHARACTERS, AGAIN)


def _edges(objects: object) -> Iterator[tuple[int, int]]:
    """Yield the offsets of a list of objects."""
    for one in objects if isinstance(objects, list) else [objects]:
        found = offsets_in(one)
        if found is None:
            raise SegmentationError("an object without whole numbers as start and end")
        yield found


def _marks(record: JsonObject, key: str) -> list[MarkedSpan]:
    if not isinstance(record.get("text"), str):
        raise SegmentationError('no "text" in the record')
    spans = record.get(key) or []
    if not isinstance(spans, list):
        raise SegmentationError(f'"{key}" is not a list of spans')
    marks = []
    for one, edges in zip(spans, _edges(spans), strict=True):
        labels = next((one[name] for name in LABELS if name in one), "")
        words = one.get("text")
        named = tuple(map(name_of, labels if isinstance(labels, list) else [labels]))
        marked = words if isinstance(words, str) else None
        marks.append(MarkedSpan.at(edges, labels=named, words=marked))
    return marks


def _unit_text(unit: object) -> str | None:
    """Return the text of a unit, which is a text or an object with one."""
    if isinstance(unit, JsonObject):
        unit = next((unit[key] for key in TEXTS if isinstance(unit.get(key), str)), None)
    return unit if isinstance(unit, str) else None


def _units_key(record: Mapping[str, Any]) -> str | None:
    """Return the key of the longest list of units."""
    lists = [
        key for key in record if _is_list_of(record[key], lambda one: _unit_text(one) is not None)
    ]
    return max(lists, key=lambda key: len(record[key]), default=None)


def _marked_key(record: JsonObject) -> tuple[str, str]:
    """Return how a record says where the segments of its units are, and under which key."""
    units = _units_key(record)
    mass = 0 if units is None else len(record[units])
    found = {
        "sizes": (key for key in SIZES if _is_list_of(record.get(key), lambda n: type(n) is int)),
        "topics": (key for key in record if _is_list_of(record[key], _stretches)),
        "marks": (key for key in MARKS if _are_marks(record.get(key), mass)),
    }
    return next(((kind, key) for kind, keys in found.items() for key in keys), ("", ""))


def _is_list_of(value: object, holds: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(holds, value))


def _stretches(topic: object) -> list[tuple[int, int]] | None:
    """Return the stretches of a topic: those of its only list of pairs of numbers."""
    if not isinstance(topic, JsonObject):
        return None
    lists = [value for value in topic.values() if _is_list_of(value, _is_pair)]
    return [(int(a), int(b)) for a, b in lists[0]] if len(lists) == 1 else None


def _is_pair(value: object) -> bool:
    """Return whether a list holds two numbers of units, perhaps written as texts."""
    names = list(map(name_of, value)) if isinstance(value, list) else []
    return len(names) == 2 and all(name.isdecimal() and len(name) < MAX_DIGITS for name in names)


def _are_marks(value: object, mass: int) -> bool:
    """Return whether a list holds 0, 1 or a label for each unit."""
    if not isinstance(value, list) or not 0 < len(value) == mass:
        return False
    return all(type(one) is str for one in value) or all(one in (0, 1) for one in value)


def _read_units(document: Document, records: Sequence[Marked]) -> Iterator[Found]:
    keys = [_marked_key(record) for _, record in records]
    marked = zip(keys, records, strict=True)
    marks = [record[key] for (kind, key), (_, record) in marked if kind == "marks"]
    flags = [of for of in marks if type(of[0]) is not str]
    way = Way.from_labels(label for of in marks if type(of[0]) is str for label in of)
    begins, ends = all(of[0] for of in flags), all(of[-1] for of in flags)
    for (kind, key), (about, record) in zip(keys, records, strict=True):
        fix = SHOW if flags and not (begins or ends) else AGAIN
        units = _units_key(record)
        if units is None or not kind:
            what = "no list of units with segments or topics in the record"
            yield document.problem(what, fix, **about)
            continue
        texts = tuple(_unit_text(unit) or "" for unit in record[units])
        found: list[Found] = []
        with document.doubting(found, fix, **about):
            if kind == "sizes":
                segmentation = _sized(record[key], len(texts), units, key)
            elif kind == "topics":
                stretches = [one for topic in record[key] for one in _stretches(topic) or ()]
                segmentation, remarks = _of_stretches(stretches, len(texts))
                found += [document.notice(what, **about) for what in remarks]
            elif type(record[key][0]) is str:
                segmentation = way.segmented([frozenset({label}) for label in record[key]])
            elif begins or ends:
                bits = list(map(bool, record[key]))
                segmentation = Segmentation.from_bits(bits[1:] if begins else bits[:-1])
            else:
                raise SegmentationError(NOTHING_SHOWS)
            found.append(document.coding(segmentation, **about, texts=texts))
        yield from found


def _sized(numbers: list[int], mass: int, units: str, key: str) -> Segmentation:
    """Make a segmentation of segment sizes, or of the segment number of each unit."""
    if sum(numbers) == mass:
        return Segmentation.from_masses(numbers)
    steps = {after - before for before, after in pairwise(numbers)}
    if len(numbers) == mass and steps <= {0, 1} and len(set(numbers)) != 2:  # no flags
        return Segmentation.from_labels(numbers)
    what = f'the numbers of "{key}" add up to {sum(numbers)}, but "{units}" has {mass} units'
    raise SegmentationError(what)


def _of_stretches(
    stretches: Sequence[tuple[int, int]], mass: int
) -> tuple[Segmentation, tuple[str, ...]]:
    """Make a segmentation of the first and last units of topics, counted from 0."""
    stretches = sorted(stretches)
    touching = sum(end == start for (_, end), (start, _) in pairwise(stretches))
    if touching * 2 > len(stretches) - 1 > 0 or any(end >= mass for _, end in stretches):
        what = "each stretch must have its first and its last unit, counted from 0, not the one "
        found = shortened(", ".join(f"{start}-{end}" for start, end in stretches), 40)
        raise SegmentationError(f"{what}after it: {found} of {mass} units")
    spans = [Span(start, end + 1) for start, end in stretches]
    placed = place(spans, [Span(unit, unit + 1) for unit in range(mass)], types=False, end=mass)
    return placed.segmentation, placed.remarks
