"""JAMS: annotations of a piece of music by several people (Humphrey et al. 2014).

https://jams.readthedocs.io/en/stable/jams_structure.html
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from segmetrics.io.column_names import words_in
from segmetrics.io.document import Document, JsonObject, inner
from segmetrics.io.formats.praat import MAX_SECONDS
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import shortened
from segmetrics.io.segmented_parts import word
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted, listed

MULTI = "multi_segment"
SEGMENTS = ("segment_", MULTI)
# Words in the name of a layer whose observations are boundaries, and no segments.
POINTS = words_in("cue, point, points, boundary, boundaries, change")
# What stands where a name should, and is none.
PLACEHOLDERS = frozenset(("", "todo", "unknown", "none"))
# Milliseconds from the begin or the end of a piece within which its first segment begins, or its
# last one ends, without a boundary there.
EDGE = 1000
# Milliseconds from which on that is said.
SAID = 50


# Who marked segments, of which layer, and which.
Marked = tuple[str | None, str, tuple[Span, ...]]


def recognise(document: Document) -> str | None:
    """Recognise a list of annotations with a namespace each."""
    return "JSON with annotations that have a namespace each" if _annotations(document) else None


def _annotations(document: Document) -> list[JsonObject]:
    """Return the annotations of a file; none if it is no JAMS."""
    found = inner(document.object, "annotations")
    if not isinstance(found, list):
        return []
    right = all(
        isinstance(one, JsonObject) and isinstance(one.get("namespace"), str) and "data" in one
        for one in found
    )
    return found if right else []


def read(document: Document) -> Iterator[Found]:
    """Read the segments of all annotators of a piece."""
    found = _annotations(document)
    namespaces = {one["namespace"] for one in found}
    read = {name for name in namespaces if name.startswith(SEGMENTS)}
    points = set() if read else {name for name in namespaces if _are_points(name)}
    others = namespaces - read - points
    of_segments = [
        (number, one) for number, one in enumerate(found, 1) if one["namespace"] not in others
    ]
    if others and of_segments:
        what = f"not read: annotations of {listed(sorted(others), 6)}, which are no segments"
        yield document.notice(what)
    if points:
        yield document.notice(f"a boundary lies at each begin of {listed(sorted(points), 6)}")
    if not of_segments:
        what = f"annotations of {listed(sorted(others), 6)}, and none of segments"
        raise document.unreadable(what, "bring the file with annotations such as segment_open")
    made: list[Marked] = []
    for number, one in of_segments:
        try:
            made += _of_layers(one)
        except ValueError as error:
            what = f"annotation {number} ({one['namespace']}): {error}"
            yield document.problem(what, "correct the file, or delete it", coder=_name(one))
    named = list(_numbered(made))
    last = max((span.end for _, _, spans in named for span in spans), default=0)
    length = _length(document.json)
    if length is not None and length < last:
        after, given = exact_time(last / 1000), exact_time(length / 1000)
        what = f"segments go on to {after}, after the end at {given} that the file gives"
        yield document.notice(what)
    extent = Extent(end=max(last, length or 0), is_open=length is None)
    several = len({layer for _, layer, _ in named}) > 1
    for coder, layer, marked in named:
        spans, moved = (marked, "") if points else _to_the_edges(marked, extent.end)
        if moved:
            yield document.notice(moved, coder=coder)
        yield document.marked(spans, extent, coder=coder, layer=layer if several else "")


def _are_points(namespace: str) -> bool:
    return not POINTS.isdisjoint(namespace.split("_"))


def _length(data: JsonObject) -> int | None:
    """Return how many milliseconds the piece lasts, as the file says; None if it does not."""
    length = inner(data, "file_metadata", "duration")
    known = type(length) in (int, float) and 0 < length <= MAX_SECONDS
    return round(1000 * length) if known else None


def _name(annotation: JsonObject) -> str | None:
    """Return who annotated, by the name or else the address; None if nothing says it."""
    for key in ("name", "email", "id"):
        name = inner(annotation, "annotation_metadata", "annotator", key)
        if isinstance(name, (str, int)) and str(name).strip().lower() not in PLACEHOLDERS:
            return str(name).strip()
    return None


def _of_layers(annotation: JsonObject) -> Iterator[Marked]:
    """Read the segments of an annotation, one layer for each of its levels."""
    spans: dict[str, list[Span]] = defaultdict(list)
    namespace = annotation["namespace"]
    for row in _rows(annotation["data"]):
        value = row.get("value")
        layer, label = namespace, value
        if namespace == MULTI:
            if not isinstance(value, JsonObject) or "level" not in value:
                raise ValueError(f"a segment with the value {word(value)}, where a level belongs")
            layer, label = f"{MULTI} {value['level']}", value.get("label")
        begin, length = _seconds(row, "time"), _seconds(row, "duration")
        if _are_points(namespace):
            length = 0
            label = value.get("label") if isinstance(value, JsonObject) else value
        text = "" if label is None else str(label).strip()
        spans[layer].append(Span(round(1000 * begin), round(1000 * (begin + length)), text))
    for layer, of_layer in (spans or {namespace: []}).items():
        yield _name(annotation), layer, tuple(sorted(of_layer))


def _rows(data: Any) -> list[Mapping[str, Any]]:
    """Return the observations of an annotation: a list of objects, or an object of lists."""
    if isinstance(data, JsonObject):
        columns = [list(column) if isinstance(column, list) else [] for column in data.values()]
        return [dict(zip(data, row, strict=True)) for row in zip(*columns, strict=False)]
    if isinstance(data, list) and all(isinstance(one, JsonObject) for one in data):
        return data
    raise ValueError(f"its data are {word(data)}, and no list of segments")


def _seconds(row: Mapping[str, Any], key: str) -> float:
    value: Any = row.get(key)
    if type(value) not in (int, float) or not 0 <= value <= MAX_SECONDS:
        raise ValueError(f"the {key} of a segment is {word(value)}")
    return float(value)


def _numbered(made: list[Marked]) -> Iterator[Marked]:
    """Give annotations without a name a number, where a layer has several of them."""
    nameless = Counter(layer for coder, layer, _ in made if coder is None)
    numbers: Counter[str] = Counter()
    for coder, layer, spans in made:
        numbers[layer] += coder is None
        several = coder is None and nameless[layer] > 1
        yield f"annotation {numbers[layer]}" if several else coder, layer, spans


def _to_the_edges(spans: tuple[Span, ...], end: int) -> tuple[tuple[Span, ...], str]:
    """Let segments that nearly begin or end with the piece do so; return what to say of it too."""
    if not spans:
        return spans, ""
    starts = spans[0].start
    ends = max(span.end for span in spans)
    said = []
    if 0 < starts <= EDGE:
        spans = (spans[0]._replace(start=0), *spans[1:])
        said += [f"the first begins at {exact_time(starts / 1000)}"] * (starts >= SAID)
    if 0 < end - ends <= EDGE:
        spans = tuple(span._replace(end=end) if span.end == ends else span for span in spans)
        said += [f"the last ends {counted(end - ends, 'millisecond')} early"] * (end - ends >= SAID)
    why = "; as segments divide the whole piece, no boundary is there"
    return spans, shortened(" and ".join(said), 200) + why if said else ""
