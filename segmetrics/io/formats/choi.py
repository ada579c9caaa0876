"""Text with separator lines, as Choi (2000) distributed it: a file a coder and item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from segmetrics.io.document import Document, Files
from segmetrics.io.numbers import whole_number
from segmetrics.io.parts import Found
from segmetrics.io.problems import Problem, Unreadable, first_of, shortened
from segmetrics.io.segmented_parts import checked_level
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation, SegmentationError

# A level stands between signs, a title too; that of a section of Wiki-727K behind its depth.
SEPARATOR = re.compile(
    r"={3,}(?:\s*([0-9]+)\s*={3,}|[ \t]+([^\s=][^=]*)={3,}|,[0-9]{1,3},([^=]*))?"
)
# The first line of a table, whose cells may hold such lines.
TABLE = re.compile(r"\ufeff?[^\r\n]*\bitem[\t,;]+coder\b")
# A line that somebody may have meant as a separator.
NEARLY = re.compile(r"===.*|=+(?:[\s0-9.+-]*=+)?")
VERSIONS = ("<<<<<<< ", ">>>>>>> ")
FIX = "write ========== or ==== 3 ====; no line of the text may begin with ==="


@dataclass(frozen=True, slots=True)
class _Separator:
    """A separator: the units before it, its line, its level if any."""

    after: int
    row: int
    level: str | None
    title: str = ""


@dataclass
class _Outline:
    """The units and separators of a file, and the lines that are neither."""

    units: list[str] = field(default_factory=list)
    marks: list[_Separator] = field(default_factory=list)
    unlike: list[tuple[int, str]] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    underlines: int = 0


def recognise(document: Document) -> str | None:
    """Recognise a text by a separator line, or as the text of a file that has some."""
    if not document.may_be_text:
        return None
    separator = _first_separator(document)
    if separator:
        return f"a line {shortened(separator)}"
    files, _ = document.beside.of_all(_others)
    like = files.get(hash(tuple(_outline(document).units))) if files else None
    return f"the lines of {like}, without separators: no boundary" if like else None


def _first_separator(document: Document) -> str | None:
    content = document.content
    if b"===" not in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    if TABLE.match(document.text):
        return None
    lines = (line.strip() for line in document.lines if "===" in line)
    return next((line for line in lines if SEPARATOR.fullmatch(line)), None)


def _others(beside: Files) -> tuple[dict[int, str], bool]:
    """Find the files of an import that have separators, by their texts, and if one has levels."""
    files: dict[int, str] = {}
    levels = False
    for document in beside.values():
        with suppress(Unreadable):  # It is named when its turn comes.
            if document.may_be_text and _first_separator(document):
                outline = _outline(document)
                files.setdefault(hash(tuple(outline.units)), document.name)
                levels = levels or any(mark.level for mark in outline.marks)
    return files, levels


def _outline(document: Document) -> _Outline:
    outline = _Outline()
    before = ""
    for row, line in enumerate(document.lines, 1):
        text = line.strip()
        if not text:
            outline.empty.append(row)
        elif text[0] != "=":
            outline.units.append(text)
            if text.startswith(VERSIONS):
                outline.unlike.append((row, shortened(text)))
        elif found := SEPARATOR.fullmatch(text):
            title = (found[2] or found[3] or "").strip()
            outline.marks.append(_Separator(len(outline.units), row, found[1], title))
            outline.underlines += len(text) == len(before)
        else:
            outline.units.append(text)
            if NEARLY.fullmatch(text):
                outline.unlike.append((row, shortened(text)))
        before = text
    return outline


def read(document: Document) -> Iterator[Found]:
    outline = _outline(document)
    problems = list(first_of(_problems(document, outline)))
    if problems:
        yield from problems
        return
    if outline.empty:
        count, first = len(outline.empty), outline.empty[0]
        what = "1 empty line is no unit" if count == 1 else f"{count:,} empty lines are no units"
        yield document.notice(what, row=first)
    titled = [mark for mark in outline.marks if mark.title]
    if titled:
        what = f"{counted(len(titled), 'title')} of segments are not read, the first"
        yield document.notice(what, row=titled[0].row, text=titled[0].title)
    units = tuple(outline.units)
    texts = None if units[0] == "unit 1" and units == placeholders(len(units)) else units
    make = partial(_segmentation, outline, document.beside)
    yield document.coded(make, "split the text", texts=texts)


def placeholders(mass: int) -> tuple[str, ...]:
    """List what stands for the units of a text that is not known."""
    return tuple(f"unit {number}" for number in range(1, mass + 1))


def _inside(outline: _Outline) -> list[_Separator]:
    """Leave out the separators at the edges of the text, which are no boundaries."""
    return [mark for mark in outline.marks if 0 < mark.after < len(outline.units)]


def _problems(document: Document, outline: _Outline) -> Iterator[Problem]:
    wrong = document.problem
    if not outline.units:
        yield wrong(what="separator lines, but no text between them", fix="export it again")
        return
    mixed = any(mark.title for mark in outline.marks) and not all(
        mark.title for mark in _inside(outline)
    )
    titles = [(mark.row, mark.title) for mark in outline.marks if mark.title] if mixed else []
    for row, text in sorted([*outline.unlike, *titles]):
        if text.startswith(VERSIONS):
            what = "a mark of two versions that were not merged"
            yield wrong(row=row, what=what, text=text, fix="keep one of the two versions")
        else:
            yield wrong(row=row, what="a line that is nearly a separator", text=text, fix=FIX)
    if outline.marks and outline.underlines == len(outline.marks):
        what = "every line of = is exactly as long as the line before it, as if it underlined a "
        what += "heading"
        fix = "if these lines are boundaries, make them longer. If they are not, remove them"
        yield wrong(row=outline.marks[0].row, what=what, fix=fix)
    hierarchical = any(mark.level for mark in outline.marks)
    for before, mark in pairwise(outline.marks):
        if before.after == mark.after:
            what = f"no text between this separator and that of line {before.row}"
            yield wrong(row=mark.row, what=what, fix="remove one of the two")
    for mark in _inside(outline):
        try:
            if mark.level:
                checked_level(whole_number(mark.level, "level"))
            elif hierarchical:
                what = "a separator without a level, where others have one"
                yield wrong(row=mark.row, what=what, fix="write the level as ==== 3 ====")
        except SegmentationError as error:
            fix = "write a level as ==== 3 ====; 1 is the most prominent"
            yield wrong(row=mark.row, what=str(error), fix=fix)


def _segmentation(outline: _Outline, beside: Files) -> Segmentation:
    marks = _inside(outline)
    mass, positions = len(outline.units), tuple(mark.after for mark in marks)
    levels = tuple(int(mark.level) for mark in marks if mark.level)
    hierarchical = levels or any(mark.level for mark in outline.marks)
    if hierarchical or (not marks and beside.of_all(_others)[1]):
        return Segmentation(mass, positions, levels=levels)
    return Segmentation(mass, positions)
