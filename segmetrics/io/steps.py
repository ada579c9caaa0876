"""How long a step of a recording is, and where a recording ends of which no file says it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from segmetrics.io.conflicts import problem_of
from segmetrics.io.parts import Extent, SpanCoding
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.spans import MAX_STEPS

STEPS = (1000, 100, 10, 1)
"""Milliseconds of the steps that are tried, the longest first."""

MINUTE = 60_000
"""Milliseconds of the step that is tried too where every edge is at a full minute."""

MANY_EDGES = 5
"""Edges from which on that is no chance."""

MAY_MERGE = 0.05
"""Share of the edges that a step may merge with others before a person is asked."""

AFTER_LAST = 1000
"""Milliseconds that a recording goes on after its last boundary, if nothing says more."""

ENDS_ALIKE = 0.001
"""Share of their length by which the ends of one recording may differ between files."""


def merged_edges(spans: Sequence[SpanCoding], chosen: float | None) -> dict[int, int]:
    """Count the edges that steps of so many milliseconds merge: those possible, and the chosen."""
    timed = _timed(spans)
    longest = max((coding.extent.end for coding in timed), default=0)
    steps = {step for step in STEPS if timed and longest <= step * MAX_STEPS}
    edges = {edge for coding in timed for edge in _edges(coding)}
    if len(edges) >= MANY_EDGES and not any(edge % MINUTE for edge in edges):
        steps.add(MINUTE)  # Excel takes 1:51 for an hour and 51 minutes.
    steps |= set() if chosen is None else {round(1000 * chosen)}
    return {step: _merged(timed, step) for step in sorted(steps, reverse=True)}


def choose_step(
    spans: Sequence[SpanCoding], chosen: float | None, merged: Mapping[int, int]
) -> tuple[int, Sequence[Notice]]:
    """Return the milliseconds of a step, and what there is to say about the edges it merges."""
    timed = _timed(spans)
    if not timed:
        return STEPS[0], []
    total = sum(len(_edges(coding)) for coding in timed)
    if chosen is not None:
        step = round(1000 * chosen)
        if merged[step] <= MAY_MERGE * total:
            return step, []
        finer = next((one for one in STEPS if one < step and merged.get(one) == 0), None)
        better = f"; steps of {finer / 1000:g} s would merge none" if finer else ""
        what = f"steps of {step / 1000:g} s merge {merged[step]:,} of {total:,} boundaries{better}"
        return step, [Notice(file=timed[0].file, what=what)]
    if not merged:
        return STEPS[0], []  # Whoever divides the recording says that it is too long.
    step = min(merged, key=lambda one: (merged[one], -one))
    if merged[step] > MAY_MERGE * total:
        what = (
            f"steps of {step / 1000:g} s merge {merged[step]:,} of {total:,} boundaries, and "
            "shorter ones are too many"
        )
        fix = "choose the length of a step, or open the recordings one by one"
        items = dict.fromkeys((coding.file, coding.item) for coding in timed)
        return step, [
            Problem(file=file, item=item, what=what, fix=fix, asks="step", command="--step")
            for file, item in items
        ]
    if step == STEPS[0]:
        return step, []
    kept = "keeps all boundaries apart" if not merged[step] else "merges fewest"
    what = f"a unit is a step of {step / 1000:g} s, the longest that {kept}"
    return step, [Notice(file=timed[0].file, what=what)]


def _timed(spans: Sequence[SpanCoding]) -> list[SpanCoding]:
    """Return the codings of recordings."""
    return [coding for coding in spans if coding.extent.text is None]


def _edges(coding: SpanCoding) -> set[int]:
    """Find the edges within a recording, in milliseconds."""
    edges = {edge for span in coding.spans for edge in (span.start, span.end)}
    return {edge for edge in edges if 0 < edge < coding.extent.end}


def _merged(spans: Sequence[SpanCoding], step: int) -> int:
    """Count the edges that fall on one place with another, on the begin or on the end."""
    merged = 0
    for coding in spans:
        edges, end = _edges(coding), coding.extent.end
        units = -(-end // step)
        places = set()
        for edge in edges:
            unit, over = divmod(edge, step)
            places.add(unit + (over > min(step, end - unit * step) - over))
        merged += len(edges) - len(places - {0, units})
    return merged


def with_ends(spans: Sequence[SpanCoding], *, sure: bool) -> tuple[list[SpanCoding], list[Notice]]:
    """Let a recording end where its last coder does, if no file says where it ends."""
    by_item: dict[str | None, list[SpanCoding]] = defaultdict(list)
    for coding in spans:
        if coding.extent.is_open:
            by_item[coding.item].append(coding)
    if not by_item:
        return list(spans), []
    items_of: dict[str | None, set[str | None]] = defaultdict(set)
    for coding in spans:
        items_of[coding.coder].add(coding.item)
    extents: dict[str | None, Extent] = {}
    said: list[Notice] = []
    for item, codings in by_item.items():
        given = [c.extent for c in spans if c.item == item and c.extent.text is None]
        extent = max(given, key=lambda one: (one.end, not one.is_open))
        extents[item] = replace(extent, is_open=False)
        returning = all(len(items_of[coding.coder]) > 1 for coding in codings)
        said += [] if sure or returning else list(_unlike(codings))
    made = [
        replace(coding, extent=extents[coding.item]) if coding.extent.is_open else coding
        for coding in spans
    ]
    return made, said


def _unlike(codings: Sequence[SpanCoding]) -> Iterator[Problem]:
    """Ask whether files are of one recording whose ends lie far apart."""
    ends: dict[str, int] = {}
    for coding in codings:
        ends[coding.file] = max(ends.get(coding.file, 0), coding.extent.end)
    first, last = min(ends, key=ends.__getitem__), max(ends, key=ends.__getitem__)
    if ends[last] - ends[first] > ENDS_ALIKE * ends[last]:
        what = (
            f"by the names of files this is one recording, but it ends at {ends[last] / 1000:g} in "
            f"{shortened(last)} and at {ends[first] / 1000:g} in {shortened(first)}"
        )
        fix = (
            "choose what the names of files say: {coder}/{item} if each is another recording in a "
            "folder of its coder, {coder} if each is another coder"
        )
        asked = problem_of(codings[0], what, fix)
        yield replace(asked, file=first, coder=None, row=None, command="--pattern")
