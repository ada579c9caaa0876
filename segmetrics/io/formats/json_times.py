"""JSON with the times at which people saw boundaries: an object of lists of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from segmetrics.io.clock_times import DAY, counting_of
from segmetrics.io.document import Document, JsonObject
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import shortened

# Seconds of the shortest recording whose times are told from other numbers.
SHORTEST = 10


def recognise(document: Document) -> str | None:
    """Recognise lists of numbers from 0 to one end."""
    return None if _lists(document) is None else "lists of times from 0 to one end"


def _lists(document: Document) -> JsonObject | None:
    """Return the lists of a file; None if it holds anything else."""
    data = document.object
    if not data or not all(map(_are_times, data.values())):
        return None
    one_end = len({times[-1] for times in data.values()}) == 1
    return data if one_end and (len(data) > 1 or _rise(*data.values())) else None


def _are_times(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(type(one) in (int, float) and math.isfinite(one) for one in value)
        and value[0] == 0 < value[-1]
        and 2 * len(set(value)) > len(value)
        and all(one >= 0 for one in value)
    )


def _rise(times: list[float]) -> bool:
    return all(one <= other for one, other in pairwise(times))


def read(document: Document) -> Iterator[Found]:
    """Read the times of all coders of a recording."""
    lists = _lists(document) or JsonObject([])
    if lists.repeated:
        what = f"{shortened(min(lists.repeated))!r} is given twice"
        raise document.unreadable(what, "keep one of the two, or rename one")
    fallen = next((coder for coder, times in lists.items() if not _rise(times)), None)
    if fallen is not None:
        what = f"every list ends with {lists[fallen][-1]:,}, but this one has a later time before"
        fix = "write the length of the recording as the last number of each list"
        raise document.unreadable(what, fix, coder=fallen)
    end = next(iter(lists.values()))[-1]
    whole = all(type(time) is int for times in lists.values() for time in times)
    shown = end > DAY if whole else SHORTEST <= end <= DAY
    if not (shown or document.choices.times):
        what = f"nothing shows whether times from 0 to {end:g} are seconds or milliseconds"
        raise document.unreadable(
            what, "say what times count", asks="times", command="--times milliseconds"
        )
    written = [list(map(str, times)) for times in lists.values()]
    counting, said = counting_of(document.name, written, chosen=document.choices.times)
    if said:
        yield said
    scale = 1000 * counting.one
    extent = Extent(end=round(scale * end))
    for coder, times in lists.items():
        marks = (round(scale * time) for time in times if 0 < time < end)
        spans = tuple(Span(mark, mark) for mark in marks)
        yield document.marked(spans, extent, coder=coder)
