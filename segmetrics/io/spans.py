"""From spans of a text or a recording to segmentations, by the rule in docs/formats/README.md."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Literal
from unicodedata import category

from segmetrics.io.parts import Extent, Span, Spans, Steps
from segmetrics.io.problems import shortened, wrong_name
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted
from segmetrics.segmentation import MAX_MASS, Segmentation, SegmentationError
from segmetrics.time_scale import TimeScale

Labels = Literal["auto", "types", "none"]  # what they are: types, or nothing that counts
TEXT_UNITS = ("paragraph", "sentence", "word", "token", "character")  # the coarsest first
TIME = "time"  # the unit of a recording whose boundaries stay where they are, by its scale
STEP = "step"  # the unit of a recording that is a step of a chosen length
INDEX = "index"  # the unit of a series: a point of it
END = "end"  # the type of a boundary at which a span ends and none starts
UNLABELLED = "unlabelled"  # the type of a boundary at which a span without a label starts
MAX_TYPES = 20  # with more labels than these they describe segments rather than name types
MAX_STEPS = 1_000_000
# Each expression begins with a set of characters, by which a text is searched fast, and none
# goes back over what it has taken: the texts are strangers'.
BREAK = "\\r\\n\\x85\\u2028\\u2029"
# What follows the first line break of an empty line, or the separator of paragraphs.
EMPTY = rf"(?:(?:(?<=\r)\n?+|(?<=[\n\x85\u2028]))[^\S{BREAK}]*+[{BREAK}]|(?<=\u2029))"
BLANK_LINE = re.compile(rf"[{BREAK}]{EMPTY}\s*+")
LINE = re.compile(rf"[{BREAK}]\s*+")
STOP = ".!?…‽।॥።؟۔"
WIDE_STOP = "。！？｡"
SENTENCE_END = re.compile(
    rf"[{STOP}{WIDE_STOP}{BREAK}](?:"
    rf"(?<=[{STOP}])(?<![{STOP}][{STOP}])[{STOP}]*+[\"'”’»)\]]*+(?=\s)"
    rf"|(?<=[{WIDE_STOP}])[{WIDE_STOP}]*+[”’」』]*+"
    rf"|{EMPTY})\s*+"
)
WORD = re.compile(r"\S+")
# Marks that go with letters, which regular expressions do not take for letters.
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0e4e\u0eb0-\u109e\u1780-\u17d3\u200c\u200d"
)
TOKEN = re.compile(rf"[\w{MARKS}]+|\S")
ZERO_WIDTH_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Placed:
    """A segmentation made of spans, and what had to be done for it."""

    segmentation: Segmentation
    moved: int
    lost: int
    remarks: tuple[str, ...]


def units_offered(extent: Extent) -> tuple[str, ...]:
    """List the units that a text, a recording or a series can be divided into."""
    others: tuple[str, ...] = TEXT_UNITS
    if extent.text is None:
        others = (INDEX, TIME) if extent.counted else (TIME, STEP)
        others = (INDEX,) if extent.counts else others
    return (*extent.units, *(unit for unit in others if unit not in extent.units))


def cut(extent: Extent, unit: str, *, step: int = 1000) -> Sequence[Span]:
    """Divide a text, a recording or a series into units."""
    units: Sequence[Span]
    if unit in extent.units:
        units = extent.units[unit]
    elif extent.text is None and unit in units_offered(extent):
        if step < 1:
            raise SegmentationError("a step takes at least one millisecond")
        most = MAX_STEPS if unit == STEP else MAX_MASS
        width = 1 if unit == INDEX else step
        if extent.end > most * width:
            raise SegmentationError(f"more than {most:,} steps; choose longer ones")
        units = Steps(extent.end, step=width)
    elif unit in TEXT_UNITS and extent.text is not None:
        text = extent.text
        units = tuple(Span(start, end, text[start:end]) for start, end in _parts(text, unit))
    else:
        known = ", ".join(units_offered(extent))
        raise SegmentationError(f"no unit {unit!r} here; there are {known}")
    if not units:
        raise SegmentationError("there is nothing to divide into units")
    return units


def _parts(text: str, unit: str) -> Iterable[tuple[int, int]]:
    """Find the parts of a text, without the white space around them."""
    if unit == "character":
        return _characters(text)
    if unit == "word":
        return (found.span() for found in WORD.finditer(text))
    if unit == "token":
        return (found.span() for found in TOKEN.finditer(text))
    if unit == "sentence":
        ends = SENTENCE_END
    else:
        ends = BLANK_LINE if BLANK_LINE.search(text.strip()) else LINE
    return _trimmed(text, [0, *(found.end() for found in ends.finditer(text)), len(text)])


def _characters(text: str) -> Iterator[tuple[int, int]]:
    """Find characters as a person sees them: each with the marks that are put on it."""
    start: int | None = None
    for place, sign in enumerate(text):
        joined = start is not None and (
            category(sign).startswith("M") or ZERO_WIDTH_JOINER in (sign, text[place - 1])
        )
        if joined and not sign.isspace():
            continue
        if start is not None:
            yield start, place
        start = None if sign.isspace() else place
    if start is not None:
        yield start, len(text)


def _trimmed(text: str, edges: Sequence[int]) -> Iterator[tuple[int, int]]:
    for start, end in pairwise(edges):
        part = text[start:end]
        length = len(part.rstrip())
        if length:
            yield end - len(part.lstrip()), start + length


def labels_are_types(labels: Iterable[str], chosen: Labels) -> bool:
    """Return whether the labels of spans are types of boundaries."""
    different = {label for label in labels if label}
    if chosen == "auto":
        return 2 <= len(different) <= MAX_TYPES and not any(map(wrong_name, different))
    return chosen == "types" and bool(different)


def place(
    spans: Sequence[Span],
    units: Sequence[Span],
    *,
    types: bool,
    end: int | None = None,
    scale: TimeScale | None = None,
) -> Placed:
    """Make a segmentation of spans, on the scale of its units if they are steps of time."""
    borders = _Borders(units)
    called = _Called(scale)
    covered: list[tuple[int, int]] = []
    edges_at: dict[int, set[int]] = {}
    types_at: dict[int, set[str]] = {}
    of_spans = _labels_of(spans, end)
    for (start, stop), labels in of_spans.items():
        first, last = borders.position(start), borders.position(stop)
        if start < stop:
            covered.append((first, last))
        for edge, at in ((start, first), (stop, last)):
            edges_at.setdefault(at, set()).add(borders.exact(edge, at))
        types_at.setdefault(first, set()).update(label or UNLABELLED for label in labels)
    positions = tuple(sorted(at for at in edges_at if 0 < at < len(units)))
    crowded = [at for at in positions if len(edges_at[at]) > 1]
    remarks = (
        *_coverage(covered, len(units), called),
        *borders.remarks(crowded, called),
        *_useless(of_spans, borders),
    )
    times = len(spans) - sum(map(len, of_spans.values()))
    if times:
        exactly = "" if scale is None else ", to the millisecond"
        again = f"{counted(times, 'segment')} given again with the same begin, end and label"
        remarks = (*remarks, again + exactly)
    carried = tuple(_checked(types_at.get(at, {END})) for at in positions) if types else None
    segmentation = Segmentation(len(units), positions, types=carried, scale=scale)
    lost = borders.lost + sum(len(edges_at[at]) - 1 for at in crowded)
    return Placed(segmentation, len(borders.moved), lost, remarks)


@dataclass(frozen=True, slots=True)
class _Called:
    """What messages call places: by units, or by times if there is a scale."""

    scale: TimeScale | None

    def stretch(self, start: int, end: int) -> str:
        """Name what lies between two positions."""
        if self.scale is not None:
            return f"{self._time(start)} to {self._time(end)}"
        return f"unit {end}" if start + 1 == end else f"units {start + 1} to {end}"

    def after(self, position: int) -> str:
        """Name the place after so many units."""
        return f"at {self._time(position)}" if self.scale else f"after unit {position}"

    def within(self, unit: int) -> str:
        """Name a unit, by its number from 1."""
        return f"at {self._time(unit - 1)}" if self.scale else f"in unit {unit}"

    def _time(self, position: int) -> str:
        return exact_time(self.scale.seconds(position)) if self.scale else ""


def _labels_of(spans: Iterable[Span], end: int | None) -> dict[tuple[int, int], set[str]]:
    """Take spans in their order, those with the same edges as one, and check them."""
    found: dict[tuple[int, int], set[str]] = {}
    for span in sorted(spans, key=attrgetter("start", "end")):
        where = f"a span from {span.start:,} to {span.end:,}"
        if span.start > span.end:
            raise SegmentationError(f"{where} ends before it starts")
        if span.start < 0 or (end is not None and span.end > end):
            known = "" if end is None else f", which ends at {end:,}"
            raise SegmentationError(f"{where} lies outside the whole{known}")
        found.setdefault((span.start, span.end), set()).add(span.label)
    return found


def _checked(names: set[str]) -> frozenset[str]:
    for name in names:
        what = wrong_name(name)
        if what:
            raise SegmentationError(f"label {shortened(name)!r} as a type: its name {what}")
    return frozenset(names)


class _Borders:
    """The borders of units, and which edges of spans had to be moved to one."""

    def __init__(self, units: Sequence[Span]) -> None:
        self.units = units
        if isinstance(units, Steps):
            self.after: Callable[[int], int] = units.after
        else:
            ends = units.ends if isinstance(units, Spans) else [unit.end for unit in units]
            self.after = partial(bisect_right, ends)
        self.moved: dict[int, int] = {}  # to the border

    def position(self, edge: int) -> int:
        """Find after how many units an edge lies, or is moved to."""
        after = self.after(edge)
        if after < len(self.units) and self.units[after].start < edge:
            unit = self.units[after]
            nearer_end = unit.end - edge < edge - unit.start
            self.moved[edge] = after + 1 if nearer_end else after
            return self.moved[edge]
        return after

    def exact(self, edge: int, at: int) -> int:
        """Name an edge: all that lie in the stretch between the same two units are one."""
        return edge if edge in self.moved or not at else self.units[at - 1].end

    @property
    def lost(self) -> int:
        """How many edges were moved to the begin or the end, where no boundary is."""
        return sum(at in (0, len(self.units)) for at in self.moved.values())

    def remarks(self, crowded: Sequence[int], called: _Called) -> Iterator[str]:
        """Return which edges moved, and where several fall on one place."""
        if self.moved:
            inside = f"{counted(len(self.moved), 'boundary', 'boundaries')} within a unit moved"
            first = self.after(min(self.moved)) + 1
            yield f"{inside} to its nearer end, the first {called.within(first)}"
        if self.lost:
            lost = counted(self.lost, "boundary", "boundaries")
            what = f"{lost} moved to the beginning or the end of the text, where no boundary can be"
            yield f"{what}. Choose smaller units to keep them"
        if crowded:
            times, place = counted(len(crowded), "time"), called.after(crowded[0])
            what = f"several boundaries fall on one place {times}, the first {place}"
            yield f"{what}. Choose smaller units to keep them apart"


def _coverage(covered: Sequence[tuple[int, int]], mass: int, called: _Called) -> Iterator[str]:
    """Return where spans leave gaps and where they overlap."""
    gaps: list[tuple[int, int]] = []
    overlaps: list[int] = []
    reached = 0
    for first, last in covered:
        if first > reached:
            gaps.append((reached, first))
        elif first < min(reached, last):
            overlaps.append(first + 1)
        reached = max(reached, last)
    if covered and reached < mass:
        gaps.append((reached, mass))
    if gaps:
        which = "the first " if len(gaps) > 1 else ""
        where = called.stretch(*gaps[0])
        yield f"{counted(len(gaps), 'gap')} between segments: {which}{where}"
    if overlaps:
        where = called.within(overlaps[0])
        yield f"segments overlap {counted(len(overlaps), 'time')}, first {where}"


def _useless(spans: Iterable[tuple[int, int]], borders: _Borders) -> Iterator[str]:
    """Name the marks without length that lie at the begin or the end of the whole."""
    edges = (0, len(borders.units))
    points = [start for start, stop in spans if start == stop and start not in borders.moved]
    times = sum(borders.position(point) in edges for point in points)
    if times:
        yield f"{counted(times, 'mark')} at the very begin or end, where no boundary is"
