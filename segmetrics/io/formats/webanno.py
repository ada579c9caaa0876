"""WebAnno TSV 3, an export of INCEpTION and WebAnno: a token a line, columns for each layer.

https://inception-project.github.io/releases/36.4/docs/user-guide.html (WebAnno TSV 3.3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from segmetrics.io.document import Document
from segmetrics.io.formats.uima import NAMING, NO_CODERS
from segmetrics.io.offsets import UTF16, Ground
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import HALF, Problem, first_of, shortened
from segmetrics.segmentation import SegmentationError

FORMAT = re.compile(r"#\s*FORMAT\s*=\s*WebAnno TSV\s+(\S+)")
LAYER = re.compile(r"#T_(SP|CH|RL)=([^|]*)((?:\|.*)?)")
PLACE = re.compile(r"(\d{1,9})-(\d{1,9})((?:\.\d{1,9})*)")
OFFSETS = re.compile(r"(\d{1,12})-(\d{1,12})")
# A value, and the number of the span that it belongs to.
VALUE = re.compile(r"((?:[^\\|\[]|\\.|\[(?!\d+\](?:\||\Z)))*)(?:\[(\d+)\])?(?:\||\Z)", re.DOTALL)
ESCAPED = re.compile(r"\\(->|.)", re.DOTALL)
SIGNS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
NOTHING, UNNAMED = "_", "*"
ROLE = "ROLE_"
AGAIN = "export the file again, as WebAnno TSV 3.3"


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer of spans: its columns, the features that they hold, and those that name a segment."""

    name: str
    first: int
    features: tuple[str, ...]
    labels: tuple[int, ...]


@dataclass(slots=True)
class _Text:
    """The tokens of a file, joined to a text."""

    parts: list[str] = field(default_factory=list)
    end: int = 0
    tokens: list[Span] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)

    def add(self, token: str, *, begins_sentence: bool, apart: bool) -> None:
        """Put a token after the others."""
        if self.tokens and (begins_sentence or apart):
            self.parts.append("\n" if begins_sentence else " ")
            self.end += 1
        if begins_sentence:
            self.sentences.append(len(self.tokens))
        self.parts.append(token)
        self.tokens.append(Span(self.end, self.end + len(token), token))
        self.end += len(token)

    def extent(self) -> Extent:
        """Divide the text into sentences and tokens."""
        text = "".join(self.parts)
        units = {"token": tuple(self.tokens)}
        if len(self.sentences) > 1:
            edges = pairwise([*self.sentences, len(self.tokens)])
            ends = ((self.tokens[first].start, self.tokens[stop - 1].end) for first, stop in edges)
            whole = tuple(Span(start, end, text[start:end]) for start, end in ends)
            units = {"sentence": whole, **units}
        return Extent(end=len(text), text=text, units=units)


# Begin, end and label of the spans of a layer, by line and number.
Marks = dict[tuple[int, str], tuple[int, int, str]]


def recognise(document: Document) -> str | None:
    """Recognise WebAnno TSV by its first line."""
    if not document.may_be_text:
        return None
    found = FORMAT.match(document.text[:200])
    return f"WebAnno TSV {shortened(found[1], 12)}" if found else None


def read(document: Document) -> Iterator[Found]:
    wrong = document.problem
    version = FORMAT.match(document.lines[0])
    if version is None or not version[1].startswith("3"):
        named = shortened(version[1] if version else "", 12)
        what = f"WebAnno TSV {named}, of which only 3 is read"
        raise document.unreadable(what, AGAIN, row=1)
    if document.path.stem in NO_CODERS:
        yield document.notice(NO_CODERS[document.path.stem])
        return
    layers, width, others = _layers(document.lines)
    text = _Text()
    marks: list[Marks] = [{} for _ in layers]
    problems: list[Problem] = []
    sentence, before, start = "", 0, 0
    for row, line in enumerate(document.lines, 1):
        cells = line.split("\t")
        place = PLACE.fullmatch(cells[0])
        if place is None:
            if line.strip() and not line.startswith("#"):
                what = f"{shortened(line, 30)!r} is neither a token nor a comment"
                problems.append(wrong(what, AGAIN, row=row))
            continue
        offsets = OFFSETS.fullmatch(cells[1]) if len(cells) >= 3 + width else None
        if offsets is None or int(offsets[2]) < int(offsets[1]):
            what = f"{len(cells)} columns, not {3 + width}, or no offsets in the second"
            problems.append(wrong(row=row, what=what, fix=AGAIN))
            continue
        begin, end = int(offsets[1]), int(offsets[2])
        if not place[3]:
            token = _unescaped(cells[2])
            if begin < before or not token or HALF.search(token):
                what = f"the token {shortened(token, 24)!r} is empty, or lies before the last one"
                problems.append(wrong(row=row, what=what, fix=AGAIN))
                continue
            text.add(token, begins_sentence=place[1] != sentence, apart=begin > before)
            sentence, before, start = place[1], end, begin
            edges = text.tokens[-1].start, text.tokens[-1].end
        else:
            try:
                edges = _part(text.tokens[-1], begin - start, end - start)
            except (IndexError, SegmentationError):
                what = f"a part of a token that lies outside it: {shortened(cells[0], 24)}"
                problems.append(wrong(row=row, what=what, fix=AGAIN))
                continue
        for layer, found in zip(layers, marks, strict=True):
            _mark(found, row, edges, layer, cells)
    yield from first_of(problems)
    if not text.tokens:
        raise document.unreadable("no tokens in the file", AGAIN)
    if problems:
        return
    extent = text.extent()
    if not layers:
        yield document.notice("no layer of spans (#T_SP) in the file: a coding without boundaries")
        yield document.marked((), extent)
    for layer, found in zip(layers, marks, strict=True):
        spans = sorted(Span(*one) for one in found.values())
        said = tuple(map(document.notice, _remarks(layer)))
        yield document.marked(spans, extent, layer=layer.name, said=said)
    if others:
        yield document.notice(f"not read: chains and relations ({', '.join(others)})")


def _part(token: Span, begin: int, end: int) -> tuple[int, int]:
    """Return the edges of a part of a token in the text; its offsets count UTF-16 code units."""
    ground = Ground(token.label)
    first, last = (ground.character((0, offset), UTF16) for offset in (begin, end))
    return token.start + first, token.start + last


def _layers(lines: Sequence[str]) -> tuple[list[_Layer], int, list[str]]:
    """Find the layers of spans, the number of columns, and what other layers there are."""
    layers, others = [], []
    width = 0
    for line in lines:
        found = LAYER.fullmatch(line.strip())
        if found is None:
            if line and not line.startswith("#"):
                break
            continue
        features = tuple(found[3][1:].split("|")) if found[3] else ("",)
        if found[1] == "SP":
            labels = tuple(_label_columns(features))
            layers.append(_Layer(found[2], 3 + width, features, labels))
        else:
            others.append(found[2])
        width += len(features)
    return layers, width, others


def _label_columns(features: Sequence[str]) -> list[int]:
    """Order the columns of a layer by how well they name a segment."""
    texts = [
        at
        for at, name in enumerate(features)
        if not name.startswith(ROLE) and not (at and features[at - 1].startswith(ROLE))
    ]
    rank = {name: place for place, name in enumerate(NAMING)}
    return sorted(texts, key=lambda at: rank.get(features[at].lower(), len(rank)))


def _mark(
    found: Marks, row: int, edges: tuple[int, int], layer: _Layer, cells: Sequence[str]
) -> None:
    """Add what a line holds of a layer to the spans of it."""
    # Without features of its own a layer has one column, or that of the roles.
    columns = [cells[layer.first + at] for at in layer.labels or (0,)]
    if all(cell in (NOTHING, "") for cell in columns):
        return
    values = [_values(cell) for cell in columns]
    for number in dict.fromkeys(number for of in values for number in of):
        key = (0, number) if number else (row, "")
        label = values[0].get(number, "") if layer.labels else ""
        begin, end, known = found.get(key, (*edges, label))
        found[key] = min(begin, edges[0]), max(end, edges[1]), known or label


def _values(cell: str) -> dict[str, str]:
    """Read the values of a cell, by the numbers of their spans."""
    if cell in (NOTHING, ""):
        return {}
    values: dict[str, str] = {}
    for one in VALUE.finditer(cell):
        if one.start() < len(cell):
            values[one[2] or ""] = "" if one[1] in (NOTHING, UNNAMED) else _unescaped(one[1])
    return values


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return ESCAPED.sub(lambda found: SIGNS.get(found[1], found[1]), text)


def _remarks(layer: _Layer) -> Iterator[str]:
    """Return what was not read of a layer."""
    if len(layer.labels) > 1:
        names = [layer.features[at] for at in layer.labels]
        unread = shortened(", ".join(names[1:]), 200)
        yield f"labels of {layer.name} are the feature {names[0]}; not read: {unread}"
