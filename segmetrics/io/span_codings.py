"""From the spans of all files to codings: by which layer, which ends, and which unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from segmetrics.io.choices import Choices
from segmetrics.io.layers import choose_layer, layers_in_names
from segmetrics.io.parts import Coding, SpanCoding, Steps, grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.recording_ends import with_ends
from segmetrics.io.spans import INDEX, STEP, TIME, cut, labels_are_types, place, units_offered
from segmetrics.io.steps import MAY_MERGE, choose_resolution, choose_step, merged_edges
from segmetrics.phrases import joined
from segmetrics.segmentation import SegmentationError
from segmetrics.time_scale import TimeScale

# Units of texts that are taken by themselves only if every edge fits.
EXACT = ("paragraph", "sentence")
# What units are called in a sentence where the plural of their name is not plain.
UNIT_IN_WORDS = {"token": "words and punctuation marks"}
# Units of texts, the coarsest first, that are taken if they keep all edges apart.
NEAR = ("word", "token")
FINEST = "character"
# Characters of all texts up to which they become units by themselves.
MOST_CHARACTERS = 5_000_000


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


@dataclass
class _Placed:
    """What became of spans by one unit: how many edges had to be moved, and were lost."""

    found: list[Coding | Notice] = field(default_factory=list)
    moved: int = 0
    lost: int = 0
    kept: int = 0


def span_codings(
    spans: Sequence[SpanCoding], choices: Choices, why_no_coders: str = ""
) -> SpanCodings:
    """Make codings of spans."""
    spans, said = choose_layer(spans, choices.layer, why_no_coders)
    layer = next((coding.layer for coding in spans if coding.layer), "")
    if not choices.pattern:
        said += layers_in_names(spans)
    ended = with_ends(spans, choices.durations, sure=bool(choices.pattern))
    spans = ended.spans
    said += ended.said
    for coding in spans:
        said += [replace(one, item=coding.item, coder=coding.coder) for one in coding.said]
    spans = [one for one in spans if not any(isinstance(what, Problem) for what in one.said)]
    if not spans:
        return SpanCodings(said)
    labels = (span.label for coding in spans for span in coding.spans)
    types = labels_are_types(labels, choices.labels)
    offered = Counter(unit for coding in spans for unit in units_offered(coding.extent))
    units = tuple(unit for unit, times in offered.items() if times == len(spans))
    tried = _candidates(spans, units, choices)
    merged: Mapping[int, int] = {}
    step, scale = 1, None
    several_kinds = len({coding.extent.counted for coding in spans}) > 1
    if tried[0][0] == STEP:
        merged = merged_edges(spans, choices.step)
        step, of_steps = choose_step(spans, choices.step, merged)
        said += of_steps
    elif tried[0][0] == TIME and all(coding.extent.counted for coding in spans):
        scale = TimeScale(1.0)
    elif tried[0][0] == TIME:
        step, unsure = choose_resolution(spans)
        scale = TimeScale(step / 1000)
        said += unsure
        merged = merged_edges(spans, step / 1000) if unsure else {}
    by_extent = grouped(
        (id(one.extent) if one.extent.units or one.extent.text is None else one.extent.text, one)
        for one in spans
    )
    merging: list[str] = []
    for unit, exact in tried:
        placed = _Placed()
        for codings in by_extent.values():
            alone = several_kinds and codings[0].extent.counted  # beside recordings
            of = (INDEX, step, placed) if alone else (unit, step, placed)
            _place(codings, *of, types=types, scale=None if alone else scale)
            if (unit, exact) != tried[-1] and (placed.moved if exact else placed.lost):
                merging += [] if exact else [unit]
                break
        else:
            break
    if not choices.unit and unit not in (TIME, STEP, INDEX):
        said += _about_unit(spans[0].file, unit, merging, placed)
    if all(coding.extent.counts for coding in spans):
        unit, units = "", ()  # nothing can be chosen
    return SpanCodings(
        [*said, *placed.found],
        unit,
        units,
        step / 1000 if unit == STEP else None,
        {step / 1000: count for step, count in merged.items()},
        layer,
        ended.open_ends,
    )


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
        yield Notice(
            file=file,
            what=f"counted in {UNIT_IN_WORDS.get(unit, f'{unit}s')}, as {joined(merging)} units "
            "would merge boundaries",
        )


def _place(
    codings: Sequence[SpanCoding],
    unit: str,
    step: int,
    placed: _Placed,
    *,
    types: bool,
    scale: TimeScale | None,
) -> None:
    """Make segmentations of spans on one text or recording."""
    try:
        parts = cut(codings[0].extent, unit, step=step)
    except SegmentationError as error:
        placed.found += [one.problem(str(error), "choose another unit") for one in codings]
        return
    labels = () if isinstance(parts, Steps) else tuple(part.label for part in parts)
    texts = labels if any(labels) else None
    for coding in codings:
        try:
            made = place(coding.spans, parts, types=types, end=coding.extent.end, scale=scale)
        except SegmentationError as error:
            placed.found.append(coding.problem(str(error), "correct the span, or its label"))
            continue
        placed.moved += made.moved
        placed.lost += made.lost
        placed.kept += len(made.segmentation.boundaries)
        placed.found.append(
            Coding(
                **coding.whose, segmentation=made.segmentation, texts=texts, changed=coding.changed
            )
        )
        placed.found += map(coding.notice, made.remarks)
