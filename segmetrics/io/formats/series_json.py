"""JSON of changepoints: for each series the people who looked at it, and the points they marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from segmetrics.io.document import Document, Files, JsonObject, inner
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.segmentation import MAX_MASS


def recognise(document: Document) -> str | None:
    """Recognise lists of positions for people, within series."""
    found = _series(document)
    if found is None:
        return None
    # Segment sizes stand so too, and no list of them is empty.
    positions = any(not marks for people in found.values() for marks in people.values())
    known = positions or not found.keys().isdisjoint(document.beside.of_all(_lengths))
    return "positions of people within series" if known else None


def _series(document: Document) -> JsonObject | None:
    """Return the series of a file; None if it holds anything else."""
    data = document.object
    if not data or not all(map(_is_series, data.values())):
        return None
    lists = [marks for people in data.values() for marks in people.values()]
    rise = all(one < other for marks in lists for one, other in pairwise(marks))
    return data if rise else None


def _is_series(people: object) -> bool:
    return isinstance(people, JsonObject) and all(
        isinstance(marks, list) and all(type(one) is int and 0 <= one < MAX_MASS for one in marks)
        for marks in people.values()
    )


def recognise_companion(document: Document) -> str | None:
    """Recognise the file of a series, if its annotations are beside it."""
    named = _length(document)
    if named is None:
        return None
    annotated = named[0] in document.beside.of_all(_annotated)
    return "the observations of a series" if annotated else None


def _annotated(beside: Files) -> frozenset[str]:
    """Return the series that the annotations of an import are of."""
    return frozenset(name for one in beside.values() for name in _series(one) or ())


def _length(document: Document) -> tuple[str, int] | None:
    """Return the name of a series and how many points it has; None if the file is no series."""
    name, points = (inner(document.object, key) for key in ("name", "n_obs"))
    return (name, points) if isinstance(name, str) and type(points) is int else None


def _lengths(beside: Files) -> Mapping[str, int]:
    """Return how many points the series have whose files are in an import."""
    return dict(filter(None, map(_length, beside.values())))


def read(document: Document) -> Iterator[Found]:
    """Read the positions of everybody."""
    data = _series(document) or JsonObject([])
    lengths = document.beside.of_all(_lengths)
    for item, people in data.items():
        last = max((mark for marks in people.values() for mark in marks), default=0)
        points = lengths.get(item)
        if points is not None and points <= last:
            what = f"a position {last}, but the series has {points} points"
            yield document.problem(what, "correct one of the two", item=item)
            continue
        is_open = points is None
        extent = Extent(end=points or last, counted=True, is_open=is_open, goes_on=is_open)
        for coder, marks in people.items():
            spans = tuple(Span(mark, mark) for mark in marks)
            yield document.marked(spans, extent, item=item, coder=coder)
