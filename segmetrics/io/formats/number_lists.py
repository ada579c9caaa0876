"""JSON with lists of numbers that people marked: points of series, or times of a recording."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from segmetrics.io.clock_times import DAY, counting_of
from segmetrics.io.document import Document, Files, JsonObject, inner
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import shortened
from segmetrics.segmentation import MAX_MASS

# Seconds of the shortest recording whose times are told from other numbers.
SHORTEST = 10


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
    return data if all(one < other for marks in lists for one, other in pairwise(marks)) else None


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


def recognise_times(document: Document) -> str | None:
    """Recognise lists of numbers from 0 to one end."""
    return None if _lists(document) is None else "lists of times from 0 to one end"


def _lists(document: Document) -> JsonObject | None:
    """Return the lists of a file; None if it holds anything else."""
    data = document.object
    if not data or not all(map(_are_times, data.values())):
        return None
    one_end = len({times[-1] for times in data.values()}) == 1
    several = len(data) > 1 or all(times == sorted(times) for times in data.values())
    return data if one_end and several else None


def _are_times(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(type(one) in (int, float) and math.isfinite(one) for one in value)
        and value[0] == 0 < value[-1]
        and 2 * len(set(value)) > len(value)
        and all(one >= 0 for one in value)
    )


def _fillers(files: Files) -> frozenset[float]:
    """Return numbers that end the lists of several files, and lie before other times in one."""
    known = [of for one in files.values() if one.known("object") and (of := _lists(one))]
    ends = Counter(next(iter(of.values()))[-1] for of in known)
    early = {times[-1] for of in known for times in of.values() if max(times) > times[-1]}
    return frozenset(end for end, times in ends.items() if times > 1 and end in early)


def read_times(document: Document) -> Iterator[Found]:
    """Read the times of all coders of a recording."""
    lists = _lists(document) or JsonObject([])
    if lists.repeated:
        what = f"{shortened(min(lists.repeated))!r} is given twice"
        raise document.unreadable(what, "keep one of the two, or rename one")
    last = next(iter(lists.values()))[-1]
    filler = last in document.beside.of_all(_fillers)
    if filler:
        what = f"every list of several files ends with {last:,}, before other times: it says no end"
        yield document.notice(what)
        lists = JsonObject([(coder, times[:-1]) for coder, times in lists.items()])
    fallen = next((coder for coder, times in lists.items() if times != sorted(times)), None)
    if fallen is not None:
        what = f"every list ends with {last:,}, but this one has a later time before"
        fix = "write the length of the recording as the last number of each list"
        raise document.unreadable(what, fix, coder=fallen)
    end = max(times[-1] for times in lists.values())
    whole = all(type(time) is int for times in lists.values() for time in times)
    shown = max(end, last) > DAY if whole else SHORTEST <= end <= DAY
    if not (shown or document.choices.times):
        what = f"nothing shows whether times from 0 to {end:g} are seconds or milliseconds"
        fix, command = "say what times count", "--times milliseconds"
        raise document.unreadable(what, fix, asks="times", command=command)
    written = [list(map(str, [*times, last])) for times in lists.values()]
    counting, said = counting_of(document.name, written, chosen=document.choices.times)
    yield from said
    scale = 1000 * counting.one
    extent = Extent(end=round(scale * end), is_open=filler, goes_on=filler)
    for coder, times in lists.items():
        marks = (round(scale * time) for time in times if 0 < time < end + filler)
        yield document.marked(tuple(Span(mark, mark) for mark in marks), extent, coder=coder)
