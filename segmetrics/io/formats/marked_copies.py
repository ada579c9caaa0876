"""Copies of one text in which people wrote their marks, each in a way of their own.

What the text is, and what of the rest are marks, is found in `segmetrics.io.text_copies`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from segmetrics.io.copy_lines import Copy, Line, line_of
from segmetrics.io.copy_names import name_groups
from segmetrics.io.document import Document, Files
from segmetrics.io.files import OF_WORD
from segmetrics.io.parts import Found
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.text_copies import TITLE, Group, groups_of
from segmetrics.io.word_files import HEADING
from segmetrics.phrases import counted, listed
from segmetrics.segmentation import Segmentation

TEXTS = ("", ".txt", ".md", ".text", OF_WORD)
MOST_LINES = 20_000
MOST_REMARKS = 0.5  # for each mark; more may be marks
SHOWN = 3


def recognise(document: Document) -> str | None:
    """Recognise a copy of a text that other files have too, some of them with marks."""
    if document.suffix not in TEXTS or document.sheet is not None:
        return None
    group = document.beside.of_all(_groups).get(document.name)
    if group is None:
        return None
    copy = group.copies[document.name]
    said = listed([_called(kind) for kind in copy.marks], SHOWN)
    return f"marks: {said}" if said else "no mark"


def read(document: Document) -> Iterator[Found]:
    group = document.beside.of_all(_groups)[document.name]
    copy, coder = group.copies[document.name], group.coders[document.name]
    named = any(group.coders.values())
    if named and not coder and not copy.marks:
        yield document.notice(f"the text of {group.item}, without a mark or a coder's name")
        return
    if problem := _problem(document, group, copy):
        yield problem
        return
    if copy.remarks:
        what = f"{counted(len(copy.remarks), 'line')} that no other copy has, read as remarks"
        first = copy.remarks[0]
        yield document.notice(f"{what}; the first", row=first.row, text=shortened(first.text))
    if copy.changed:
        what = f"{counted(len(copy.changed), 'line')} that other copies write otherwise; the first"
        first = copy.changed[0]
        yield document.notice(what, row=first.row, text=shortened(first.text))
    mass = len(group.units)
    inner = tuple(sorted(after for after in copy.places if 0 < after < mass))
    item = f"{group.item} {group.rounds.get(document.name, '')}".strip()
    whose = {"item": item, "coder": coder} if coder else {}
    texts = tuple(" ".join(unit.text.split()) for unit in group.units)
    unit = "paragraph" if document.suffix == OF_WORD else ""
    make = partial(Segmentation, mass, inner)
    blank = not copy.marks or (TITLE in copy.marks and not inner)  # lines at the head are no marks
    about = {"texts": texts, "unit": unit, "blank": blank, **whose}
    yield document.coded(make, "mark the text again", **about)


def _problem(document: Document, group: Group, copy: Copy) -> Problem | None:
    """Return what keeps a copy from being read."""
    if copy.missing:
        gone = group.units[copy.missing[0]].text
        what = f"this copy lacks {counted(len(copy.missing), 'line')} of the text; the first"
        fix = "put it back as the other copies have it, on a line of its own"
        return document.problem(what, fix, text=shortened(gone))
    if copy.inside:
        first = copy.inside[0]
        what = f"{counted(len(copy.inside), 'line')} with signs within, where no segment can begin"
        fix = "write each mark in front of a line, or as a line of its own"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    if group.alike is not None:
        kind, line = group.alike
        what = f"{kind} stands at the same places in all copies: is it a mark there, or does the "
        what += "text have it? The first"
        fix = "bring the text without marks too, in a file with its name alone"
        return document.problem(what, fix, text=shortened(line.text))
    if group.torn is not None:
        what = "a line that several copies have and others have not, so that the text is not sure"
        fix = "write it in all copies as it is in the text, or in none"
        return document.problem(what, fix, text=shortened(group.torn.text))
    if copy.others:
        first = copy.others[0]
        mark = "".join(f" than its marks ({_called(kind)})" for kind in copy.marks)
        what = f"{counted(len(copy.others), 'line')} with other signs{mark}: "
        what += "do segments begin there? The first"
        fix = "write the same sign where a segment begins, and delete the others"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    marked = len(copy.places)
    if len(copy.remarks) > max(bool(marked), MOST_REMARKS * marked):
        first = copy.remarks[0]
        lines = f"{counted(len(copy.remarks), 'line')} that no other copy has"
        if first.place != "line":
            lines = f"{counted(len(copy.remarks), 'line')} with words that no other copy has"
        what = f"{lines}, beside {counted(marked, 'mark')}: do segments begin there? The first"
        fix = "where a segment begins, write === as a line of its own; delete the rest"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    return None


def _called(kind: str) -> str:
    return {HEADING: "headings"}.get(kind, kind)


def _groups(files: Files) -> dict[str, Group]:
    """Return the texts of which an import has several copies, some of them with marks."""
    lines: dict[str, list[Line]] = {}
    for document in files.values():
        with suppress(Unreadable):  # it is named when its turn comes
            if document.suffix in TEXTS and document.sheet is None and document.may_be_text:
                lines[document.name] = _lines(document)
    groups = groups_of(lines)
    if groups:
        name_groups(groups)
    return {name: group for group in groups for name in group.copies}


def _lines(document: Document) -> list[Line]:
    if len(document.lines) > MOST_LINES:
        return []
    return [
        line_of(row, bare) for row, text in enumerate(document.lines, 1) if (bare := text.strip())
    ]
