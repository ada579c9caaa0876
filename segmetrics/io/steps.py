"""How long a step of a recording is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from segmetrics.io.parts import SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.spans import MAX_STEPS
from segmetrics.phrases import counted
from segmetrics.segmentation import MAX_MASS

# Milliseconds of the steps that are tried, the longest first.
STEPS = (1000, 100, 10, 1)
# Milliseconds of the step that is tried too where every edge is at a full minute.
MINUTE = 60_000
# Edges from which on that is no chance.
MANY_EDGES = 5
# Share of the edges that a step may merge with others before a person is asked.
MAY_MERGE = 0.05


def merged_edges(spans: Sequence[SpanCoding], chosen: float | None) -> dict[int, int]:
    """Count the edges that steps of so many milliseconds merge: those possible, and the chosen."""
    timed = [one for one in spans if one.extent.in_time]
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
    timed = [one for one in spans if one.extent.in_time]
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
        what = f"steps of {step / 1000:g} s merge {merged[step]:,} of {total:,} boundaries, and "
        what += "shorter ones are too many"
        fix = "choose the length of a step, or open the recordings one by one"
        ask = partial(Problem, what=what, fix=fix, asks="step", command="--step")
        items = dict.fromkeys((coding.file, coding.item) for coding in timed)
        return step, [ask(file=file, item=item) for file, item in items]
    if step == STEPS[0]:
        return step, []
    kept = "keeps all boundaries apart" if not merged[step] else "merges fewest"
    what = f"a unit is a step of {step / 1000:g} s, the longest that {kept}"
    return step, [Notice(file=timed[0].file, what=what)]


def resolution_of(longest: int) -> int:
    """Return the milliseconds of a position where the longest recording has so many."""
    return next((one for one in reversed(STEPS) if longest <= one * MAX_MASS), STEPS[0])


def choose_resolution(spans: Sequence[SpanCoding]) -> tuple[int, Sequence[Problem]]:
    """Return the milliseconds of a position in time: 1, or more for very long recordings.

    It is asked about recordings in which that would merge boundaries.
    """
    timed = [one for one in spans if one.extent.in_time]
    longest = max((coding.extent.end for coding in timed), default=0)
    resolution = resolution_of(longest)
    problems = []
    for item, of_item in grouped((coding.item, coding) for coding in timed).items():
        merged = _merged(of_item, resolution)
        if merged:
            what = (
                f"in steps of {resolution / 1000:g} s, the shortest for recordings as long as "
                f"these, {counted(merged, 'boundary', 'boundaries')} would be merged with another"
            )
            fix = "open long recordings in parts, or choose this step so that they are merged"
            ask = partial(Problem, asks="step", command=f"--step {resolution / 1000:g}")
            problems.append(ask(file=of_item[0].file, item=item, what=what, fix=fix))
    return resolution, problems


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
