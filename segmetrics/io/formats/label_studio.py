"""Label Studio: its JSON export, and JSON-MIN with spans."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any

from segmetrics.io.document import Document, JsonObject, inner
from segmetrics.io.offsets import CHARACTERS, Ground, MarkedSpan, counting_of, spans_at
from segmetrics.io.parts import AutomaticCoder, Found, Span, grouped
from segmetrics.io.problems import Unreadable, shortened
from segmetrics.io.records import Way, in_their_order, naming_field
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

AGAIN = "export the project again as JSON"
CORRECT = "correct the span in Label Studio, with the text as it was then, and export again"
WORKS = ("annotations", "completions")
# When an annotation was last changed; before version 1.0 only when it was made, in seconds.
DATES = ("updated_at", "created_at")
DIGITS = re.compile("[0-9]{1,18}")
# Where a text is, if not in the file: https://, s3://, /data/local-files/ and the like.
ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:/|/data/)\S*")
# Tasks that are looked at to find the field of the text.
SAMPLE = 50
# What stands for a paragraph without text, so that it is a unit with two borders.
EMPTY = " "
NAMELESS = (
    "of the annotations do not say who made them. Their coders are called annotator 1, annotator "
    "2 and so on, in the order of the annotations in each task"
)
READ = ("text", "paragraphs")
NOT_READ = {
    "hypertext": (
        "a text with markup (HyperText), in which places cannot be counted in characters",
        "label plain text, with the tag Text or Paragraphs",
    ),
    "time": (
        "a recording, an image or a time series",
        "label recordings in ELAN or Praat, whose files can be read",
    ),
}


@dataclass(slots=True)
class _Work:
    """What one person or model did in a task."""

    coder: str
    results: list[JsonObject]
    is_automatic: bool = False
    is_named: bool = True
    changed: datetime | None = None


@dataclass(slots=True)
class _Task:
    """A task, by the name that it has if it is an item."""

    number: int
    name: str
    data: JsonObject
    works: list[_Work] = field(default_factory=list)


def recognise(document: Document) -> str | None:
    """Recognise a list of tasks with annotations, or of records with an annotation_id."""
    start = document.json_start
    if not start:
        return None
    try:
        first = next(iter(_records(document.json)), None)
    except Unreadable:
        if start == "[" and b'"annotations"' in document.content:
            raise
        return None
    if not isinstance(first, JsonObject):
        return None
    if _is_minimal(first):
        return "records with annotator and annotation_id (JSON-MIN)"
    worked = next((key for key in (*WORKS, "predictions") if isinstance(first.get(key), list)), "")
    return f"tasks with data and {worked}" if worked and "data" in first else None


def _records(data: object) -> list[Any]:
    return data if isinstance(data, list) else [data]


def _is_minimal(record: JsonObject) -> bool:
    return {"annotation_id", "annotator"} <= record.keys()


def read(document: Document) -> Iterator[Found]:
    records = _records(document.json)
    minimal = isinstance(records[0], JsonObject) and _is_minimal(records[0])
    if minimal:
        records = list(_full(records))
    named = _items(records)
    unread: Counter[str] = Counter()
    tasks: list[_Task] = []
    wrong: list[Found] = []
    for number, record in enumerate(records, 1):
        with document.doubting(wrong, AGAIN, item=named[number - 1]):
            tasks.append(_task(number, record, named[number - 1], unread))
    yield from wrong
    works = [work for task in tasks for work in task.works]
    if not works:
        raise document.unreadable("no annotation that can be read", AGAIN)
    nameless = sum(not work.is_named for work in works)
    if nameless:
        yield document.notice(f"{nameless:,} {NAMELESS}")
    kinds = Counter(_kind(result) for work in works for result in work.results)
    if minimal and not any(kinds[kind] for kind in READ):
        what = "no spans in JSON-MIN, in which choices cannot be told from data"
        yield document.problem(what, "export the project as JSON")
    elif any(kinds[kind] for kind in (*READ, *NOT_READ)) or not kinds:
        unread.update({kind: n for kind, n in kinds.items() if kind not in (*READ, *NOT_READ)})
        yield from _read_spans(document, tasks)
    elif not kinds["choices"]:
        others = ", ".join(f"{kind} ({times})" for kind, times in kinds.items())
        what = f"neither spans nor choices, but {shortened(others)}"
        fix = "label spans with Labels or ParagraphLabels, or tasks with Choices"
        yield document.problem(what, fix)
    elif len(tasks) < len(records):
        what = f"{len(records) - len(tasks)} tasks cannot be read, so that units are missing"
        yield document.problem(what, AGAIN)
    else:
        unread.update({kind: times for kind, times in kinds.items() if kind != "choices"})
        yield from _read_choices(document, tasks, unread)
    yield from document.not_read_of(unread)
    automatic = (work.coder for work in works if work.is_automatic)
    yield from map(AutomaticCoder, dict.fromkeys(automatic))


def _items(records: Sequence[object]) -> list[str]:
    """Name each task: by a field of the data that all have, else by its id or its number."""
    data = (inner(record, "data") for record in records)
    fields = [one if isinstance(one, JsonObject) else JsonObject([]) for one in data]
    named = naming_field(fields, shared=False)
    if named:
        return [str(of_task[named]) for of_task in fields]
    return [
        f"task {record.get('id', number) if isinstance(record, JsonObject) else number}"
        for number, record in enumerate(records, 1)
    ]


def _full(records: Sequence[object]) -> Iterator[object]:
    """Write records of JSON-MIN, one for each annotation, as tasks of JSON."""
    known = [record for record in records if isinstance(record, JsonObject)]
    yield from (record for record in records if not isinstance(record, JsonObject))
    for of_task in grouped((repr(record.get("id")), record) for record in known).values():
        first, works = of_task[0], list(map(_full_work, of_task))
        yield JsonObject([("id", first.get("id")), ("data", first), ("annotations", works)])


def _full_work(record: JsonObject) -> JsonObject:
    results = [
        JsonObject([("from_name", name), ("to_name", ""), ("type", ""), ("value", value)])
        for name, marked in record.items()
        if isinstance(marked, list)
        for value in marked
        if isinstance(value, JsonObject) and {"start", "end"} <= value.keys()
    ]
    dates = [(key, record[key]) for key in DATES if key in record]
    return JsonObject([("completed_by", record.get("annotator")), ("result", results), *dates])


def _task(number: int, record: object, name: str, unread: Counter[str]) -> _Task:
    record = _object(record, "a task")
    task = _Task(number, name, _object(record.get("data"), "the data of the task"))
    for key in WORKS:
        for place, work in enumerate(_list(record.get(key, []), key), 1):
            work = _object(work, "an annotation")
            if work.get("was_cancelled") or work.get("skipped"):
                unread["cancelled annotations"] += 1
                continue
            if work.get("ground_truth"):
                unread["marks of annotations as ground truth"] += 1
            coder = _coder(work)
            named = coder or f"annotator {place}"
            task.works.append(
                _Work(named, _results(work), is_named=coder is not None, changed=_changed(work))
            )
    for work in _list(record.get("predictions", []), "predictions"):
        if not isinstance(work, JsonObject):  # the number of a prediction, without its results
            unread["predictions without their results"] += 1
        elif work.get("result"):
            version = work.get("model_version") or "prediction"
            task.works.append(_Work(str(version), _results(work), is_automatic=True))
    drafts = len(_list(record.get("drafts", []), "drafts"))
    if drafts:
        unread["drafts"] += drafts
    return task


def _object(value: object, what: str) -> JsonObject:
    if not isinstance(value, JsonObject):
        raise SegmentationError(f"{what} is not an object")
    if value.repeated:
        raise SegmentationError(f'{what} holds "{shortened(min(value.repeated), 24)}" twice')
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise SegmentationError(f'"{what}" is not a list')
    return value


def _results(work: JsonObject) -> list[JsonObject]:
    results = [_object(one, "a result") for one in _list(work.get("result"), "result")]
    for result in results:
        value = _object(result.get("value", JsonObject([])), "the value of a result")
        choices = _list(value.get("choices", []), "choices")
        if not all(isinstance(choice, str) for choice in choices):
            raise SegmentationError('"choices" is not a list of names')
    return results


def _coder(work: JsonObject) -> str | None:
    """Name who made an annotation, as far as the file says."""
    who = work.get("completed_by")
    if isinstance(who, JsonObject):
        said = next((who[key] for key in ("email", "username", "id") if who.get(key)), None)
    else:
        # Before version 1.0: "anna@example.org, 3", the name and a number.
        said = who if who is not None else work.get("created_username")
        said = said.rpartition(", ")[0] or said if isinstance(said, str) else said
    if type(said) is int:
        return f"user {said}"
    return said.strip() or None if isinstance(said, str) else None


def _changed(work: JsonObject) -> datetime | None:
    """Read when an annotation was last changed, as far as the file says."""
    for said in (work.get(key) for key in DATES):
        try:
            if type(said) is int:
                return datetime.fromtimestamp(said, UTC)
            if isinstance(said, str):
                found = datetime.fromisoformat(said)
                return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _whole(value: object) -> int | None:
    """Take a whole number, which Label Studio also writes as a text."""
    if isinstance(value, str) and DIGITS.fullmatch(value):
        return int(value)
    return value if type(value) is int else None


def _kind(result: JsonObject) -> str:
    """Return what kind of work a result is: of a text, of paragraphs, and so on."""
    value = result.get("value", {})
    if not {"start", "end"} <= value.keys():
        return "choices" if "choices" in value else f"{result.get('type')} results"
    numbers = _whole(value["start"]) is not None and _whole(value["end"]) is not None
    if "startOffset" in value:
        return "paragraphs" if numbers else "hypertext"
    kind = str(result.get("type"))
    if kind.startswith(("timeseries", "video", "audio")) or not numbers:
        return "time"
    return "text"


def _labels(result: JsonObject) -> tuple[str, ...]:
    """List the labels of a span; choices about it do not count."""
    value = result["value"]
    key = next((key for key in value if key.endswith("labels")), None)
    labels = [] if key is None else _list(value[key], key)
    if not all(isinstance(label, str) for label in labels):
        raise SegmentationError(f'"{key}" is not a list of names')
    return tuple(labels)


def _mark(result: JsonObject, ground: Ground) -> MarkedSpan:
    value, labels = result["value"], _labels(result)
    words = value.get("text")
    start, end = (_whole(value[edge]) for edge in ("start", "end"))
    first, last = 0, 0
    if "startOffset" in value:
        first, last = start or 0, end or 0
        start, end = (_whole(value.get(edge)) for edge in ("startOffset", "endOffset"))
        if 0 <= last < len(ground.parts) and ground.parts[last] == EMPTY:
            end = 1
    if start is None or end is None:
        raise SegmentationError("an offset is not a whole number")
    return MarkedSpan(
        (((first, start), (last, end)),), labels, words if isinstance(words, str) else None
    )


def _marks(results: Iterable[JsonObject], ground: Ground) -> list[MarkedSpan]:
    """Take the regions of an annotation; several results may be about one region."""
    regions: dict[object, MarkedSpan] = {}
    for number, result in enumerate(results):
        mark = _mark(result, ground)
        region = result.get("id")
        key = (region, mark.stretches) if isinstance(region, str) else number
        before = regions.get(key)
        labels = mark.labels if before is None else (*before.labels, *mark.labels)
        regions[key] = MarkedSpan(mark.stretches, labels, mark.words)
    return list(regions.values())


def _read_spans(document: Document, tasks: Sequence[_Task]) -> Iterator[Found]:
    """Read tasks of which each is an item."""
    of_names = Counter(
        (kind, str(result.get("to_name")))
        for task in tasks
        for work in task.works
        for result in work.results
        if (kind := _kind(result)) in READ
    )
    ((kind, name), _), *others = of_names.most_common() or [((READ[0], ""), 0)]
    for (_, other), times in others:
        what = f'{times} spans on "{other}", beside those on "{name}"'
        yield document.problem(what, "label the two texts in two projects; an item has one text")
    text_field = _text_field(tasks, kind, name)
    if text_field is None:
        what = "no text in the data of the tasks"
        yield document.problem(what, "export the project with its data")
        return
    countings: Counter[str] = Counter()
    for task in tasks:
        try:
            ground, units = _ground(task.data.get(text_field), kind)
        except SegmentationError as error:
            yield document.problem(f'"{text_field}" in the data: {error}', AGAIN, item=task.name)
            continue
        extent = ground.extent(units)
        for work in task.works:
            whose: dict[str, Any] = {"item": task.name, "coder": work.coder}
            kinds = Counter(map(_kind, work.results))
            for unread in kinds.keys() & NOT_READ.keys():
                on, fix = NOT_READ[unread]
                what = f"not read: {counted(kinds[unread], 'span')} on {on}"
                yield document.problem(what, fix, **whose)
            if kinds.keys() & NOT_READ.keys():
                continue
            found: list[Found] = []
            with document.doubting(found, CORRECT, **whose):
                marks = _marks(_of_kind(work.results, kind, name), ground)
                counting = counting_of((ground, mark) for mark in marks)
                spans = spans_at(ground, marks, counting or CHARACTERS)
                countings.update([str(counting)] if counting else [])
                found.append(document.marked(spans, extent, **whose, changed=work.changed))
            yield from found
    for said, times in countings.items():
        yield document.notice(f"offsets of {counted(times, 'annotation')} count {said}")


def _text_field(tasks: Sequence[_Task], kind: str, name: str) -> str | None:
    """Find the field of the data on which spans lie: that in which most of them fit."""
    of_kind: type = str if kind == "text" else list
    fields = dict.fromkeys(
        key for task in tasks for key, value in task.data.items() if isinstance(value, of_kind)
    )

    def fitting(key: str) -> tuple[int, bool, bool, int]:
        found = [_fitting(task, key, kind, name) for task in tasks[:SAMPLE]]
        fits, length = (sum(counts) for counts in zip(*found, strict=True))
        return fits, key == name, key == "text", length

    return max(fields, key=fitting) if len(fields) > 1 else next(iter(fields), None)


def _fitting(task: _Task, key: str, kind: str, name: str) -> tuple[int, int]:
    """Count the marks that fit into a field of a task, and its characters."""
    try:
        ground, _ = _ground(task.data.get(key), kind)
        marks = [
            mark
            for work in task.works
            for mark in _marks(_of_kind(work.results, kind, name), ground)
        ]
    except SegmentationError:
        return 0, 0
    counting = counting_of((ground, mark) for mark in marks) or CHARACTERS
    return sum(ground.holds(mark, counting) for mark in marks), len(ground.text)


def _of_kind(results: Iterable[JsonObject], kind: str, name: str) -> list[JsonObject]:
    return [one for one in results if _kind(one) == kind and str(one.get("to_name")) == name]


def _ground(value: object, kind: str) -> tuple[Ground, dict[str, tuple[Span, ...]]]:
    """Take the text of a task, and its paragraphs if it has them."""
    if kind == "text":
        if not isinstance(value, str):
            raise SegmentationError("no text")
        if ADDRESS.fullmatch(value):
            raise SegmentationError(f"not the text, but where it is: {shortened(value, 40)!r}")
        return Ground(value), {}
    turns = [_object(turn, "a paragraph") for turn in _list(value, "the paragraphs")]
    texts = [turn.get("text") for turn in turns]
    if not turns or not all(isinstance(text, str) for text in texts):
        raise SegmentationError('not a list of paragraphs, each with a "text"')
    ground = Ground(*(text or EMPTY for text in texts))
    units = tuple(
        Span(begin, begin + len(part), _spoken(turn))
        for begin, part, turn in zip(ground.begins, ground.parts, turns, strict=True)
    )
    return ground, {"paragraph": units}


def _spoken(turn: JsonObject) -> str:
    author, text = turn.get("author"), str(turn["text"])
    return f"{author}: {text}" if isinstance(author, str) and author else text


def _read_choices(
    document: Document, tasks: Sequence[_Task], unread: Counter[str]
) -> Iterator[Found]:
    """Read tasks of which each is a unit."""
    names = Counter(
        (str(result.get("from_name")), str(result.get("to_name")))
        for task in tasks
        for work in task.works
        for result in work.results
        if _kind(result) == "choices"
    )
    ((name, to_name), _), *others = names.most_common()
    unread.update({f'choices of "{other}"': times for (other, _), times in others})
    labels = {label for task in tasks for work in task.works for label in _choices(work, name)}
    way = Way.from_labels(labels)
    fields = [task.data for task in tasks]
    item_field = naming_field(fields, shared=True)
    named = f'named by "{item_field}" in its data' if item_field else "named as the file is"
    items = grouped(
        (str(task.data[item_field]) if item_field else document.item, task) for task in tasks
    )
    if all(len(units) == 1 for units in items.values()):
        what = f'one choice of "{name}" for each whole item, and no unit beside it: no segmentation'
        fix = "bring tasks that are the units of an item, with its name in their data, or spans"
        raise document.unreadable(what, fix)
    what = f'each task is a unit of an item, {named}; the choices of "{name}" {way.meaning}'
    yield document.notice(what, text=", ".join(sorted(labels)[:10]))
    text_field = next((key for key in (to_name, "text") if key in fields[0]), "")
    for item, units in items.items():
        units = in_their_order(units, lambda task: task.data)
        texts = tuple(str(task.data.get(text_field, "")) for task in units)
        about = {"item": item, "texts": texts if any(texts) else None}
        works = grouped((work.coder, (task, work)) for task in units for work in task.works)
        for coder, done in works.items():
            wrong = partial(document.problem, item=item, coder=coder)
            annotated = {task.number for task, _ in done}
            without = [task for task in units if task.number not in annotated]
            if len(annotated) < len(done):
                twice = next(one for (one, _), (other, _) in pairwise(done) if one is other)
                what = f"two annotations of {twice.name}"
                yield wrong(what, "delete one of the two and export again")
            elif without:
                what = f"{len(without)} of {len(units)} units have no annotation, "
                what += f"first {without[0].name}"
                yield wrong(what, "annotate them, or leave the coder out of this item")
            else:
                make = partial(way.segmented, [_choices(work, name) for _, work in done])
                fix = "make one choice for each task, and export again"
                yield document.coded(make, fix, **about, coder=coder)


def _choices(work: _Work, name: str) -> frozenset[str]:
    return frozenset(
        label
        for result in work.results
        if _kind(result) == "choices" and str(result.get("from_name")) == name
        for label in result["value"]["choices"]
    )
