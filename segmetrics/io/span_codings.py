"""From the spans of all files to codings: by which layer, which ends, which unit, which step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from segmetrics.io.choices import OF_CHOICE, Choices
from segmetrics.io.gaps import closed, ended_early, up_to_the_ends
from segmetrics.io.layers import choose_layer, layers_in_names
from segmetrics.io.parts import Coding, SpanCoding, Steps, grouped
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.recording_ends import with_ends
from segmetrics.io.spans import (
    INDEX,
    MAX_STEPS,
    STEP,
    TIME,
    cut,
    labels_are_types,
    place,
    units_offered,
)
from segmetrics.phrases import counted, joined
from segmetrics.segmentation import MAX_MASS, SegmentationError
from segmetrics.time_scale import TimeScale

EXACT = ("paragraph", "sentence")  # units of texts into which every edge has to fit
UNIT_IN_WORDS = {"token": "words and punctuation marks"}  # where the plural is not plain
NEAR = ("word", "token")  # and those that have to keep all edges apart, the coarsest first
FINEST = "character"
MOST_CHARACTERS = 5_000_000  # characters of all texts up to which they become units by themselves
STEPS = (1000, 100, 10, 1)  # milliseconds of the steps that are tried, the longest first
MINUTE = 60_000  # milliseconds of the step that is tried too where every edge is at a full minute
MOST_LABELS = 40  # of points, up to which some can be left out
OFTEN = 3  # times as many points of a label as of one that may be no boundary
MANY_EDGES = 5  # edges from which on that is no chance
MAY_MERGE = 0.05  # share of the edges that a step may merge with others before a person is asked


@dataclass(frozen=True)
class SpanCodings:
    """Codings that were made of spans, by which unit, of which that were offered."""

    found: Sequence[Coding | Notice] = ()
    unit: str = ""
    units: tuple[str, ...] = ()
    step: float | None = None
    steps: Mapping[float, int] = field(default_factory=dict)
    layer: str = ""
    open_ends: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, int] = field(default_factory=dict)  # of points, and how many have each
    gapped: tuple[str, ...] = ()  # who leaves short gaps where others leave none


@dataclass
class _Placed:
    """What became of spans by one unit: how many edges had to be moved, and were lost."""

    step: int
    types: bool
    found: list[Coding | Notice] = field(default_factory=list)
    moved: int = 0
    lost: int = 0
    kept: int = 0


def span_codings(
    spans: Sequence[SpanCoding], choices: Choices, why_no_coders: str = "", *, sure: bool = False
) -> SpanCodings:
    """Make codings of spans; it is sure whose each is if a person or the files say so."""
    spans, said = choose_layer(spans, choices.layer, why_no_coders)
    layer = next((coding.layer for coding in spans if coding.layer), "")
    if not choices.pattern:
        said += layers_in_names(spans)
    ended = with_ends(spans, choices.durations, sure=sure)
    spans = ended.spans
    said += ended.said
    for coding in spans:
        said += [replace(one, item=coding.item, coder=coding.coder) for one in coding.said]
    spans = [one for one in spans if not any(isinstance(what, Problem) for what in one.said)]
    if not spans:
        return SpanCodings(said)
    points = _labels_of_points(spans)
    said += _once_in_each(spans, points, choices.dropped_labels)
    spans = [_without_labels(one, choices.dropped_labels) for one in spans]
    spans, gapped, of_gaps = closed(spans, choices.short_gaps)
    spans, of_ends = up_to_the_ends(spans)
    said += [*of_gaps, *of_ends, *ended_early(spans)]
    labels = (span.label for coding in spans for span in coding.spans)
    types = labels_are_types(labels, choices.labels)
    offered = Counter(unit for coding in spans for unit in units_offered(coding.extent))
    units = tuple(unit for unit, times in offered.items() if times == len(spans))
    tried = _candidates(spans, units, choices)
    timed = [one for one in spans if one.extent.in_time]
    merged: Mapping[int, int] = {}
    step, scale = 1, None
    several_kinds = len({coding.extent.counted for coding in spans}) > 1
    if tried[0][0] == STEP:
        merged = _merged_edges(timed, choices.step)
        step, of_steps = _choose_step(timed, choices.step, merged)
        said += of_steps
    elif tried[0][0] == TIME and all(coding.extent.counted for coding in spans):
        scale = TimeScale(1.0)
    elif tried[0][0] == TIME:
        step, unsure = _choose_resolution(timed)
        scale = TimeScale(step / 1000)
        said += unsure
        merged = _merged_edges(timed, step / 1000) if unsure else {}
    by_extent = grouped(
        (id(one.extent) if one.extent.units or one.extent.text is None else one.extent.text, one)
        for one in spans
    )
    merging: list[str] = []
    for unit, exact in tried:
        placed = _Placed(step, types)
        for codings in by_extent.values():
            alone = several_kinds and codings[0].extent.counted  # beside recordings
            _place(codings, INDEX if alone else unit, placed, None if alone else scale)
            if (unit, exact) != tried[-1] and (placed.moved if exact else placed.lost):
                merging += [] if exact else [unit]
                break
        else:
            break
    if not choices.unit and unit not in (TIME, STEP, INDEX):
        said += _about_unit(spans[0].file, unit, merging, placed)
    if all(coding.extent.counts for coding in spans):
        unit, units = "", ()  # nothing can be chosen
    of_step = step / 1000 if unit == STEP else None
    steps = {step / 1000: count for step, count in merged.items()}
    found = [*said, *placed.found]
    return SpanCodings(found, unit, units, of_step, steps, layer, ended.open_ends, points, gapped)


def _labels_of_points(spans: Sequence[SpanCoding]) -> Mapping[str, int]:
    """Count the points of each label, if there are several labels, and few enough to choose."""
    labels = Counter(one.label for coding in spans for one in coding.spans if one.start == one.end)
    return labels if 2 <= len(labels) <= MOST_LABELS else {}


def _once_in_each(
    spans: Sequence[SpanCoding], points: Mapping[str, int], dropped: frozenset[str]
) -> Iterator[Notice]:
    """Name labels that stand once in each coding, as of a start, where others stand often."""
    for label, times in points.items():
        having = [one for one in spans if any(mark.label == label for mark in one.spans)]
        once = label and label not in dropped and times == len(having) > len(spans) / 2
        if once and max(points.values()) >= OFTEN * times:
            what = f"{shortened(label)} stands once in each of {times:,} codings, as a boundary"
            command = OF_CHOICE["dropped_labels"].command(label)
            yield Notice(file=having[0].file, what=what, command=command)


def _without_labels(coding: SpanCoding, dropped: frozenset[str]) -> SpanCoding:
    left = (one for one in coding.spans if one.start != one.end or one.label not in dropped)
    return replace(coding, spans=tuple(left)) if dropped else coding


def _candidates(
    spans: Sequence[SpanCoding], units: Sequence[str], choices: Choices
) -> list[tuple[str, bool]]:
    """List the units to try, the coarsest first, and whether every edge must fit into each."""
    if choices.unit and not all(coding.extent.counts for coding in spans):
        return [(choices.unit, False)]
    extents = [coding.extent for coding in spans]
    if all(extent.text is None for extent in extents):
        counted = all(extent.counted for extent in extents)
        return [(INDEX if counted else TIME if choices.step is None else STEP, False)]
    of_file = [unit for unit in units if all(unit in extent.units for extent in extents)]
    exact, near = (of_file[:-1], of_file[-1:]) if of_file else (EXACT, NEAR)
    texts = {extent.text for extent in extents}
    few = sum(len(text or "") for text in texts) <= MOST_CHARACTERS
    finest = [FINEST] if few else []
    return [(unit, True) for unit in exact] + [(unit, False) for unit in (*near, *finest)]


def _about_unit(file: str, unit: str, merging: Sequence[str], placed: _Placed) -> Iterator[Notice]:
    """Name the units that would have merged edges; ask if even the one that was taken does."""
    total = placed.kept + placed.lost
    if placed.lost > MAY_MERGE * total:
        what = f"the unit {unit} merges {placed.lost:,} of {total:,} boundaries"
        fix = f"choose another unit, such as {FINEST}, or open the texts one by one"
        yield Problem(file=file, what=what, fix=fix, asks="unit", command=f"--unit {FINEST}")
    elif merging:
        units = UNIT_IN_WORDS.get(unit, f"{unit}s")
        what = f"counted in {units}, as {joined(merging)} units would merge boundaries"
        yield Notice(file=file, what=what)


def _place(
    codings: Sequence[SpanCoding], unit: str, placed: _Placed, scale: TimeScale | None
) -> None:
    """Make segmentations of spans on one text or recording."""
    try:
        parts = cut(codings[0].extent, unit, step=placed.step)
    except SegmentationError as error:
        placed.found += [one.problem(str(error), "choose another unit") for one in codings]
        return
    labels = () if isinstance(parts, Steps) else tuple(part.label for part in parts)
    texts = labels if any(labels) else None
    for coding in codings:
        try:
            end, types = coding.extent.end, placed.types
            made = place(coding.spans, parts, types=types, end=end, scale=scale)
        except SegmentationError as error:
            placed.found.append(coding.problem(str(error), "correct the span, or its label"))
            continue
        placed.moved += made.moved
        placed.lost += made.lost
        placed.kept += len(made.segmentation.boundaries)
        about = {**coding.whose, "texts": texts, "changed": coding.changed}
        placed.found.append(Coding(segmentation=made.segmentation, **about))
        placed.found += map(coding.notice, made.remarks)


def _merged_edges(timed: Sequence[SpanCoding], chosen: float | None) -> dict[int, int]:
    """Count the edges that steps of so many milliseconds merge: those possible, and the chosen."""
    longest = max((coding.extent.end for coding in timed), default=0)
    steps = {step for step in STEPS if timed and longest <= step * MAX_STEPS}
    edges = {edge for coding in timed for edge in _edges(coding)}
    if len(edges) >= MANY_EDGES and not any(edge % MINUTE for edge in edges):
        steps.add(MINUTE)  # Excel takes 1:51 for an hour and 51 minutes.
    steps |= set() if chosen is None else {round(1000 * chosen)}
    return {step: _merged(timed, step) for step in sorted(steps, reverse=True)}


def _choose_step(
    timed: Sequence[SpanCoding], chosen: float | None, merged: Mapping[int, int]
) -> tuple[int, Sequence[Notice]]:
    """Return the milliseconds of a step, and what there is to say about the edges it merges."""
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
        ask = partial(Problem, what=what, fix=fix, asks="step", command=f"--step {step / 1000:g}")
        items = dict.fromkeys((coding.file, coding.item) for coding in timed)
        return step, [ask(file=file, item=item) for file, item in items]
    if step == STEPS[0]:
        return step, []
    kept = "keeps all boundaries apart" if not merged[step] else "merges fewest"
    what = f"a unit is a step of {step / 1000:g} s, the longest that {kept}"
    return step, [Notice(file=timed[0].file, what=what)]


def _choose_resolution(timed: Sequence[SpanCoding]) -> tuple[int, Sequence[Problem]]:
    """Return the milliseconds of a position, and questions where that merges boundaries."""
    longest = max((coding.extent.end for coding in timed), default=0)
    resolution = next((one for one in reversed(STEPS) if longest <= one * MAX_MASS), STEPS[0])
    problems = []
    for item, of_item in grouped((coding.item, coding) for coding in timed).items():
        merged = _merged(of_item, resolution)
        if merged:
            lost = counted(merged, "boundary", "boundaries")
            what = f"in steps of {resolution / 1000:g} s, the shortest for recordings as long as "
            what += f"these, {lost} would be merged with another"
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
