"""What a metric sees between two segmentations, as marks to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from segmetrics.corpus import UNIT
from segmetrics.dashboard.components import words
from segmetrics.metrics.alignment import AlignmentSimilarity, alignment_similarity
from segmetrics.metrics.blocks.window_blocks import WindowWidth, window_span
from segmetrics.metrics.edits import BoundaryEdits, EditKind, EditModel, boundary_edits
from segmetrics.metrics.typed_edits import typed_edits
from segmetrics.metrics.windows import WindowErrors, window_diff
from segmetrics.number_formats import short
from segmetrics.phrases import before, capital
from segmetrics.segmentation import Segmentation

Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something that a metric sees between two segmentations."""

    kind: str
    text: str
    positions: tuple[int, ...] = ()
    lanes: tuple[int, ...] = ()
    spans: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Seen:
    """Marks of the visible units, and how many of each kind the whole item has."""

    marks: list[Highlight]
    counts: dict[str, tuple[int, int]]
    undefined: str | None = None


def _seen(marks: list[Highlight], totals: dict[str, int], undefined: str | None = None) -> Seen:
    visible = Counter(mark.kind for mark in marks)
    counts = {kind: (visible[kind], total) for kind, total in totals.items()}
    return Seen(marks, counts, undefined)


def seen_edits(edits: BoundaryEdits, part: Part, unit: str = UNIT) -> Seen:
    """Mark matches, near misses, full misses, and substitutions between types."""
    a, b = edits.coders
    places = range(part[0] - 1, part[1] + 1)
    marks = [
        Highlight(
            "match",
            words.MATCH.format(place=before([position], unit), a=a, b=b),
            (position,),
            (0, 1),
        )
        for position in edits.matches
        if position in places
    ]
    for edit in edits.edits_at(places):
        positions, who = edit.positions, edit.coders
        what = [f" ({name})" for name in edit.types] or ["", ""]
        kind = edit.kind.value
        if edit.kind is EditKind.TRANSPOSITION:
            first, other = (before([place], unit) for place in positions)
            text = words.NEAR_MISS.format(
                label=what[0], a=who[0], first=first, b=who[1], other=other
            )
        elif edit.kind is EditKind.TYPE_SUBSTITUTION:
            kind, positions = "retyping", positions[:1]
            text = words.OTHER_TYPE.format(
                place=before(positions, unit), a=who[0], its=what[0], b=who[1], others=what[1]
            )
        else:
            place = before(positions[:1], unit)
            text = words.FULL_MISS.format(place=place, label=what[0], coder=who[0])
        lanes = tuple(edits.coders.index(coder) for coder in who)
        marks.append(Highlight(kind, text, positions, lanes))
    totals = {
        "match": len(edits.matches),
        "transposition": edits.near_misses,
        "substitution": edits.full_misses,
    }
    if edits.types:
        totals["retyping"] = edits.type_substitutions
    return _seen(marks, totals)


def _within(marks: list[Highlight], part: Part) -> list[Highlight]:
    """Keep the marks of boundaries that the visible units touch."""
    first, last = part
    return [m for m in marks if any(first - 1 <= p <= last for p in m.positions)]


def seen_windows(
    hypothesis: Segmentation, reference: Segmentation, found: WindowErrors, part: Part
) -> Seen:
    """Mark the windows that WindowDiff slides over the text."""
    # Of texts, all three are whole numbers.
    k, windows, errors = int(found.k), int(found.windows), int(found.errors)
    span = window_span(k, found.width)
    counted = [_running(segmentation) for segmentation in (hypothesis, reference)]
    first, last = part
    marks = []
    for start in range(first, min(last - span, windows) + 1):
        # The window holds the potential boundaries start .. start + span - 1.
        ours, theirs = (row[start + span - 1] - row[start - 1] for row in counted)
        marks.append(
            Highlight(
                "right" if ours == theirs else "wrong",
                words.WINDOW.format(first=start, last=start + span, ours=ours, theirs=theirs),
                spans=((start, start + span - 1),),
            )
        )
    totals = {"right": windows - errors, "wrong": errors}
    return _seen(marks, totals, found.undefined)


def seen_alignment(found: AlignmentSimilarity, coders: tuple[str, str], part: Part) -> Seen:
    """Mark the pairs of segments that correspond."""
    first, last = part
    marks = []
    for edge in found.edges:
        (a, b), (c, d) = edge.a_units, edge.b_units
        if max(b, d) < first or min(a, c) > last:
            continue
        text = words.ALIGNED.format(a, b, coders[0], c, d, coders[1], short(edge.weight))
        marks.append(Highlight("edge", text, spans=((a, b), (c, d), edge.weight)))
    return _seen(marks, {"edge": len(found.edges)})


def seen_levels(
    a: Segmentation, b: Segmentation, coders: tuple[str, str], part: Part, unit: str = UNIT
) -> Seen:
    """Mark boundaries that both have, at the same level or at another, and those of one."""
    levels = [
        dict(zip(s.boundaries, s.levels or [1] * len(s.boundaries), strict=True)) for s in (a, b)
    ]
    marks = []
    for position in sorted(levels[0].keys() | levels[1].keys()):
        one, other = (side.get(position) for side in levels)
        place = capital(before([position], unit))
        if one is None or other is None:
            lane = 0 if other is None else 1
            text = words.ONLY_ONE.format(place=place, coder=coders[lane], level=one or other)
            marks.append(Highlight("substitution", text, (position,), (lane,)))
        else:
            kind = "match" if one == other else "relevelled"
            text = words.TWO_LEVELS.format(
                place=place, a=coders[0], level=one, b=coders[1], other=other
            )
            marks.append(Highlight(kind, text, (position,), (0, 1)))
    totals = Counter({"match": 0, "relevelled": 0, "substitution": 0})
    totals.update(mark.kind for mark in marks)
    nothing = None if marks else words.NO_LEVELS
    return _seen(_within(marks, part), dict(totals), nothing)


def edits_of(a: Segmentation, b: Segmentation) -> Callable[..., BoundaryEdits]:
    """Return what finds the edits between two segmentations: by their types, if they have any."""
    return boundary_edits if a.types is None and b.types is None else typed_edits


def seen_by(
    sees: str,
    pair: tuple[Segmentation, Segmentation],
    coders: tuple[str, str],
    part: Part,
    *,
    n: int,
    width: WindowWidth,
    unit: str = UNIT,
) -> Seen:
    """Mark what one family of metrics sees."""
    a, b = pair
    if sees == "windows":
        return seen_windows(a, b, window_diff(a, b, width=width), part)
    if sees == "alignment":
        return seen_alignment(alignment_similarity(a, b), coders, part)
    if sees == "levels":
        return seen_levels(a, b, coders, part, unit)
    found = edits_of(a, b)(a, b, model=EditModel(n=n), coders=coders)
    return seen_edits(found, part, unit)


def _running(segmentation: Segmentation) -> list[int]:
    """Count the boundaries up to each position, from 0 on."""
    placed = Counter(segmentation.boundaries)
    return list(accumulate(placed[position] for position in range(segmentation.mass)))
