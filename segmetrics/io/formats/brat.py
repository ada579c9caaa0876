"""brat: standoff annotation, a file ``.ann`` beside each text ``.txt``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from segmetrics.io.document import Document
from segmetrics.io.offsets import (
    CHARACTERS,
    COUNTINGS,
    Ground,
    MarkedSpan,
    counting_of,
    spans_at,
)
from segmetrics.io.parts import Found, Span

OTHER = re.compile(r"(?:[REAMN][0-9]+|#[0-9]*|\*)\t\S.*")
MARK = re.compile(
    r"T[0-9]+\t(\S+) ([0-9]{1,18} [0-9]{1,18}(?:;[0-9]{1,18} [0-9]{1,18})*) *(?:\t(.*))?"
)
OTHERS = {
    "R": "relations",
    "E": "events",
    "A": "attributes",
    "M": "modifications",
    "N": "normalizations",
    "#": "notes",
    "*": "equivalences",
}
SETTINGS = ("annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf")
BESIDE = "put the .txt that was annotated beside the .ann, or correct the line"
# Lines that are looked at.
SAMPLE = 20


def recognise(document: Document) -> str | None:
    """Recognise an .ann by its lines, or by the text beside it."""
    if document.suffix != ".ann" or not _is_ann(document):
        return None
    return "marks T1, T2 and so on" if document.content.strip() else "an empty .ann"


def recognise_companion(document: Document) -> str | None:
    """Recognise a text by the .ann beside it, and settings of brat by their name."""
    if document.suffix == ".txt":
        ann = document.beside.get(_beside(document, ".ann"))
        return "the text of a .ann" if ann and _is_ann(ann) else None
    if document.path.name in SETTINGS and b"[" in document.content:
        return "settings of brat"
    return None


def _beside(document: Document, suffix: str) -> str:
    """Name the file beside a file that differs in its ending alone."""
    return document.name[: -len(document.path.suffix)] + suffix


def _is_ann(document: Document) -> bool:
    """Return whether an .ann is of brat: by its lines, or because a text is beside it."""
    start = document.content[:65536]
    if not start.strip() or _beside(document, ".txt") in document.beside:
        return True
    lines = start.decode("utf-8", "replace").splitlines()
    return any(OTHER.match(line) or MARK.match(line) for line in lines[:SAMPLE])


def read(document: Document) -> Iterator[Found]:
    name = _beside(document, ".txt")
    if name not in document.beside:
        what = f"no text: {name} is not among the files"
        raise document.unreadable(what, "add the .txt that belongs to the .ann, in the same folder")
    ground = Ground(document.beside[name].text)
    marks: list[tuple[int, MarkedSpan]] = []
    others: Counter[str] = Counter()
    problems: list[Found] = []
    for row, line in enumerate(document.lines, 1):
        if not line.strip():
            continue
        found = MARK.fullmatch(line)
        other = OTHER.fullmatch(line)
        if found:
            label, offsets, words = found.groups()
            pairs = (map(int, pair.split(" ")) for pair in offsets.split(";"))
            edges = [(start, end) for start, end in pairs]
            marks.append((row, MarkedSpan.at(*edges, labels=(label,), words=words)))
        elif other:
            others[OTHERS[line[0]]] += 1
        elif marks and (longer := _with_next_line(ground, marks[-1][1], line)):
            marks[-1] = marks[-1][0], longer
        else:
            fix = "write it as T1, tab, type and offsets, tab, covered text"
            problems.append(document.problem("not a line of brat", fix, row=row, text=line))
    yield from document.not_read_of(others)
    counting = counting_of((ground, mark) for _, mark in marks)
    if counting not in (None, CHARACTERS):
        yield document.notice(f"offsets count {counting}, by which most marks fit")
    spans: list[Span] = []
    for row, mark in marks:
        with document.doubting(problems, BESIDE, row=row):
            whole = _joined(ground.text, ground.stretches(mark, counting or CHARACTERS))
            joined = MarkedSpan.at(*whole, labels=mark.labels, words=mark.words)
            spans += spans_at(ground, [joined], CHARACTERS)
    yield from problems or [document.marked(spans, ground.extent())]


def _with_next_line(ground: Ground, mark: MarkedSpan, line: str) -> MarkedSpan | None:
    """Return a mark whose covered text goes on in the next line, as some editors break it."""
    longer = replace(mark, words=f"{mark.words} {line}")
    return longer if any(ground.starts_with(longer, counting) for counting in COUNTINGS) else None


def _joined(text: str, stretches: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join the parts of a mark between which there is nothing but white space."""
    start, end = stretches[0]
    for next_start, next_end in stretches[1:]:
        if next_start < end or text[end:next_start].strip():
            yield start, end
            start = next_start
        end = next_end
    yield start, end
