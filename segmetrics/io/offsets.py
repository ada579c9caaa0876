"""Where the offsets of annotation tools lie in a text, whichever way a tool counts.

An emoji is two to a browser and one to others; which it was is found by the words beside offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.io.document import Document
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import HALF, shortened
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

Place = tuple[int, int]  # the part of a text, from 0, and the offset in it
WIDE = re.compile("[\U00010000-\U0010ffff]")
LAST_OF_BASIC_PLANE = 0xFFFF


@dataclass(frozen=True, slots=True)
class Counting:
    """How a tool counts characters."""

    wide: int = 1
    line_break: int = 2

    def __str__(self) -> str:
        wide = "two" if self.wide == 2 else "one"
        return f"an emoji as {wide}" + ", a line break as one" * (self.line_break == 1)


CHARACTERS = Counting()  # as Python counts
UTF16 = Counting(wide=2)  # as JavaScript counts
COUNTINGS = (CHARACTERS, UTF16, Counting(1, 1), Counting(2, 1))


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """What a person marked in a text, as the tool wrote it down."""

    stretches: tuple[tuple[Place, Place], ...]
    labels: tuple[str, ...] = ()
    words: str | None = None

    @classmethod
    def at(
        cls, *edges: tuple[int, int], labels: tuple[str, ...] = (), words: str | None = None
    ) -> MarkedSpan:
        """Return what was marked between edges in a text of one part."""
        return cls(tuple(((0, start), (0, end)) for start, end in edges), labels, words)


class Ground:
    """A text, in one part or several, on which offsets of a tool lie."""

    def __init__(self, *parts: str) -> None:
        self.parts = parts
        self.text = "\n".join(parts)
        if HALF.search(self.text):
            raise SegmentationError("the text holds half of a character, \\ud800 to \\udfff")
        self.begins = list(accumulate((len(part) + 1 for part in parts[:-1]), initial=0))
        self.is_plain = not WIDE.search(self.text) and "\r\n" not in self.text
        self._edges: dict[tuple[int, Counting], NDArray[np.int64]] = {}

    def extent(self, units: Mapping[str, Sequence[Span]] | None = None) -> Extent:
        """Return the whole text, with what divides it."""
        return Extent(end=len(self.text), text=self.text, units=units or {})

    def character(self, place: Place, counting: Counting, *, strict: bool = False) -> int:
        """Find the character of the text at which an offset lies; `strict`: not within it."""
        part, offset = place
        if not 0 <= part < len(self.parts):
            last = len(self.parts) - 1
            raise SegmentationError(f"paragraph {part} where the text has 0 to {last}")
        edges = None if self.is_plain else self._counted(part, counting)
        end = len(self.parts[part]) if edges is None else int(edges[-1])
        if not 0 <= offset <= end:
            raise SegmentationError(f"offset {offset} lies outside the text, which ends at {end}")
        if edges is None:
            return self.begins[part] + offset
        at = int(np.searchsorted(edges, offset))
        if strict and edges[at] != offset:
            raise SegmentationError(f"offset {offset} is within a character")
        return self.begins[part] + at

    def _counted(self, part: int, counting: Counting) -> NDArray[np.int64]:
        """Count up to the start of each character, and to the end."""
        key = part, counting
        if key not in self._edges:
            signs = np.frombuffer(self.parts[part].encode("utf-32-le"), dtype="<u4")
            sizes = np.where(signs > LAST_OF_BASIC_PLANE, counting.wide, 1)
            if counting.line_break == 1:
                sizes[:-1][(signs[:-1] == ord("\r")) & (signs[1:] == ord("\n"))] = 0
            self._edges[key] = np.concatenate([[0], np.cumsum(sizes)])
        return self._edges[key]

    def stretches(self, mark: MarkedSpan, counting: Counting) -> list[tuple[int, int]]:
        """Find the characters of the text that a mark covers."""
        found = []
        for first, last in mark.stretches:
            start, end = (self.character(place, counting) for place in (first, last))
            if end < start:
                what = f"a mark from {first[1]} to {last[1]} ends before it starts"
                raise SegmentationError(what)
            found.append((start, end))
        return found

    def words(self, stretches: Iterable[tuple[int, int]]) -> str:
        """Read the text of stretches."""
        return " ".join(self.text[start:end] for start, end in stretches)

    def holds(self, mark: MarkedSpan, counting: Counting) -> bool:
        """Return whether a mark fits: by its words, else if it starts and ends as people mark."""
        try:
            stretches = self.stretches(mark, counting)
        except SegmentationError:
            return False
        if mark.words is not None:
            found = self.words(stretches)
            return found == mark.words or _squeezed(found) == _squeezed(mark.words)
        return not any(
            self.text[start : start + 1].isspace() or any(map(self._is_within_word, (start, end)))
            for start, end in stretches
        )

    def starts_with(self, mark: MarkedSpan, counting: Counting) -> bool:
        """Return whether what a mark covers begins with its words."""
        try:
            found = self.words(self.stretches(mark, counting))
        except SegmentationError:
            return False
        return _squeezed(found).startswith(_squeezed(mark.words or ""))

    def _is_within_word(self, edge: int) -> bool:
        return 0 < edge < len(self.text) and self.text[edge - 1 : edge + 1].isalnum()


def _squeezed(text: str) -> str:
    r"""Leave out white space, which tools alter; some write ``\n`` for a line break."""
    return "".join(text.replace("\\n", "").split())


def counting_of(
    marks: Iterable[tuple[Ground, MarkedSpan]], default: Counting = CHARACTERS
) -> Counting | None:
    """Find out how a tool counted."""
    telling = [(ground, mark) for ground, mark in marks if not ground.is_plain]
    if not telling:
        return None
    fitting: dict[Counting, int] = {}
    for counting in dict.fromkeys((default, *COUNTINGS)):
        fitting[counting] = sum(ground.holds(mark, counting) for ground, mark in telling)
        if fitting[counting] == len(telling):
            return counting
    return max(fitting, key=lambda counting: fitting[counting])


class MarkedText(NamedTuple):
    """What one coder marked in a text, whose it is, and what divides the text."""

    about: dict[str, Any]
    ground: Ground
    marks: Sequence[MarkedSpan]
    units: Mapping[str, Sequence[MarkedSpan]] = {}


def marked_texts(
    document: Document, texts: Sequence[MarkedText], default: Counting, fix: str
) -> Iterator[Found]:
    """Make codings of what was marked in texts, all counted in one way."""
    pairs = ((text.ground, mark) for text in texts for mark in text.marks)
    counting = counting_of(pairs, default)
    if counting:
        yield document.notice(f"offsets count {counting}, by which most spans fit")
    for about, ground, marks, divided in texts:
        found: list[Found] = []
        with document.doubting(found, fix, **about):
            spans = spans_at(ground, marks, counting or default)
            units = {
                name: tuple(
                    Span(start, end, ground.text[start:end])
                    for start, end, _ in spans_at(ground, parts, counting or default)
                    if ground.text[start:end].strip()
                )
                for name, parts in divided.items()
            }
            found.append(document.marked(spans, ground.extent(units), **about))
        yield from found


def spans_at(ground: Ground, marks: Sequence[MarkedSpan], counting: Counting) -> tuple[Span, ...]:
    """Make spans of marks, one for each stretch and label."""
    spans = []
    differing = []
    for mark in marks:
        stretches = ground.stretches(mark, counting)
        if mark.words is not None and not ground.holds(mark, counting):
            start, words = stretches[0][0], ground.words(stretches)
            there = f"{shortened(mark.words, 40)!r} was marked there"
            found = f"at character {start} the text is {shortened(words, 40)!r}"
            differing.append(f"{found}, but {there}")
        spans += [
            Span(start, end, label) for start, end in stretches for label in mark.labels or ("",)
        ]
    if differing:
        others = len(differing) - 1
        more = f"; {counted(others, 'other mark')} differ{'s'[: others == 1]} too"
        raise SegmentationError(differing[0] + more * (others > 0))
    return tuple(spans)
