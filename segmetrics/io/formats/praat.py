"""TextGrids of Praat: recordings with tiers of intervals or points, in the long form or the short.

https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from segmetrics.io.clock_times import merged_in
from segmetrics.io.document import Document
from segmetrics.io.parts import Extent, Found, Span, Tier
from segmetrics.io.problems import Unreadable, shortened
from segmetrics.io.spans import STEP

# Seconds of a recording: thirty years; more is a mistake.
MAX_SECONDS = 1e9
BINARY, TEXT = b"ooBinaryFile", "ooTextFile"
# A text to its closing quote or, without one, to the end; a flag; a remark; a word.
TOKEN = re.compile(r'"((?:[^"]++|"")*+)("|\Z)|<([^\s<>]*)>|!.*|([^\s"]+)')
NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?")
KINDS = {"IntervalTier": "interval", "TextTier": "point"}
AGAIN = "open the file in Praat and save it as a text file again"


def recognise(document: Document) -> str | None:
    """Recognise a file that Praat wrote, by its first words."""
    head = document.content[:400].replace(b"\0", b"")
    if head.startswith(BINARY):
        return "a binary file of Praat"
    return "a text file of Praat" if TEXT.encode() in head.split(b"\n")[0] else None


@dataclass(slots=True)
class _Tier:
    """A tier as it stands in the file, with times in seconds."""

    name: str
    line: int
    points: bool
    entries: list[tuple[float, float, str, int]]


class _Tokens:
    """Numbers, texts and flags of a file, one after the other."""

    def __init__(self, document: Document) -> None:
        self.document = document
        text = "\n".join(document.lines)
        self.found = TOKEN.finditer(text)
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.place = 0

    @property
    def line(self) -> int:
        return bisect_right(self.starts, self.place)

    def wrong(self, what: str) -> Unreadable:
        return self.document.unreadable(what, AGAIN, row=self.line)

    def next(self) -> tuple[str, str] | None:
        """Find the next number, text or flag, and which of these it is."""
        for found in self.found:
            self.place = found.start()
            if found[2] is not None:
                if not found[2]:
                    raise self.wrong("a text whose closing quote is missing")
                return "text", found[1].replace('""', '"')
            if found[3] is not None:
                return "flag", found[3]
            if found[4] and NUMBER.fullmatch(found[4]):
                return "number", found[4]
        self.place = self.starts[-1]
        return None

    def take(self, kind: str, what: str) -> str:
        token = self.next()
        if token is None:
            raise self.wrong(f"the file ends where {what} is expected")
        if token[0] != kind:
            raise self.wrong(f"{token[0]} {shortened(token[1], 30)!r}, where {what} is expected")
        return token[1]

    def seconds(self, what: str) -> float:
        value = float(self.take("number", what))
        if abs(value) > MAX_SECONDS:
            raise self.wrong(f"{what} of {value:g} seconds is too large to be real")
        return value

    def count(self, what: str) -> int:
        digits = self.take("number", what)
        if not digits.isdecimal():
            raise self.wrong(f"{what} {shortened(digits, 30)!r} is not a whole number")
        # Nothing of this size is made: a number that is too large meets the end of the file.
        return int(digits[:18])


def read(document: Document) -> Iterator[Found]:
    if document.content.startswith(BINARY):
        fix = "open it in Praat and choose Save as text file"
        raise document.unreadable("a binary file of Praat", fix)
    tokens = _Tokens(document)
    start, end = _head(tokens)
    if end <= start:
        what = f"the recording ends at {end:g} s and begins at {start:g} s"
        raise document.unreadable(row=tokens.line, what=what, fix=AGAIN)
    if start:
        yield document.notice(f"the recording begins at {start:g} s; times are counted from there")
    spans: list[tuple[_Tier, tuple[Span, ...]]] = []
    for tier in list(_tiers(tokens)):  # all of the file is read before anything is said
        outside = _outside(tier, start, end)
        if outside:
            what, line = outside
            fix = "correct the times in Praat, or delete the tier"
            yield document.problem(what, fix, coder=tier.name, row=line)
            continue
        spans.append((tier, _spans(tier, start, end)))
        edges = [edge for one in tier.entries for edge in one[:2]]
        hidden = merged_in(edges, map(_milliseconds, edges))
        if hidden:
            yield document.notice(hidden, coder=tier.name, row=tier.line)
    intervals = [(tier.name, found) for tier, found in spans if found and not tier.points]
    extent = Extent(end=_milliseconds(end - start), units=as_units(intervals))
    for tier, found in spans:
        yield document.marked(found, extent, layer=tier.name, tier=Tier(), row=tier.line)


def _head(tokens: _Tokens) -> tuple[float, float]:
    """Read what stands before the tiers: begin and end of the recording, in seconds."""
    tokens.take("text", TEXT)
    made = tokens.take("text", "the kind of object")
    if made != "TextGrid":
        raise tokens.wrong(f"an object of the kind {shortened(made, 30)!r}, not a TextGrid")
    start = tokens.seconds("the begin of the recording")
    end = tokens.seconds("the end of the recording")
    flag = tokens.take("flag", "<exists>")
    if flag != "exists":
        raise tokens.wrong(f"the TextGrid has no tiers: <{shortened(flag, 30)}>")
    return start, end


def _tiers(tokens: _Tokens) -> Iterator[_Tier]:
    for _ in range(tokens.count("the number of tiers")):
        kind = tokens.take("text", "IntervalTier or TextTier")
        if kind not in KINDS:
            raise tokens.wrong(f"a tier of the kind {shortened(kind, 30)!r} is not known")
        line = tokens.line
        name = tokens.take("text", "the name of a tier")
        tokens.seconds("the begin of a tier")
        tokens.seconds("the end of a tier")
        points = KINDS[kind] == "point"
        tier = _Tier(name, line, points, [])
        for _ in range(tokens.count(f"the number of {KINDS[kind]}s")):
            first = tokens.seconds("a point" if points else "the begin of an interval")
            line = tokens.line
            last = first if points else tokens.seconds("the end of an interval")
            label = tokens.take("text", f"the text of a{'n' * (not points)} {KINDS[kind]}")
            tier.entries.append((first, last, label.strip(), line))
        yield tier
    rest = tokens.next()
    if rest:
        raise tokens.wrong(f"more after the last tier: {rest[0]} {shortened(rest[1], 30)!r}")


def _outside(tier: _Tier, start: float, end: float) -> tuple[str, int] | None:
    """Find the first time of a tier that cannot be, and the line of it."""
    for first, last, _, line in tier.entries:
        if last < first:
            return f"an interval begins at {first:g} s and ends at {last:g} s", line
        if first < start or last > end:
            shown = f"{first:g} s" if tier.points else f"{first:g} to {last:g} s"
            return f"{shown} lies outside the recording, {start:g} to {end:g} s", line
    return None


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)


def _spans(tier: _Tier, start: float, end: float) -> tuple[Span, ...]:
    """Make spans of a tier: of intervals themselves, of points what lies between two."""
    stretches = [(first, last, label) for first, last, label, _ in tier.entries]
    if tier.points:
        points = sorted((first, label) for first, _, label in stretches)
        edges = pairwise([(start, ""), *points, (end, "")])
        stretches = [(first, last, label) for (first, label), (last, _) in edges]
    return tuple(
        Span(_milliseconds(first - start), _milliseconds(last - start), label)
        for first, last, label in stretches
    )


def as_units(tiers: Sequence[tuple[str, tuple[Span, ...]]]) -> Mapping[str, tuple[Span, ...]]:
    """Take the tiers that can serve as units: neither empty nor with overlaps."""
    units = {}
    for name, spans in tiers:
        ordered = tuple(sorted(spans, key=lambda span: span.start))
        apart = all(one.end <= other.start for one, other in pairwise(ordered))
        if ordered and apart and name != STEP and all(span.start < span.end for span in ordered):
            units[name] = ordered
    return units
