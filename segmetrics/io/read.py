"""From files to a corpus, with a list of everything that is wrong with them."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from segmetrics.corpus import Corpus, Item
from segmetrics.io.long_table import long_columns, read_long
from segmetrics.io.problems import Coding, Problem
from segmetrics.io.segeval import read_json, read_tsv

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Reading", "Source", "read_files", "read_sources"]

ONE_FORMAT = (
    "use segeval JSON or TSV, or a table with the columns item, coder and either masses, "
    "or boundaries and mass, or segment; the templates show each"
)
# A cell may hold the segment sizes of a very long item.
csv.field_size_limit(1 << 26)


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was given: its name and its bytes."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Reading:
    """What files gave: a corpus of the good items, and every problem.

    Parameters
    ----------
    corpus : Corpus or None
        The items without a problem; None if there are none.
    problems : tuple of Problem
        Everything that is wrong, in the order of the files.
    recognised : tuple of str
        For each file that was recognised: what it was taken for.
    left_out : tuple of str
        Items that were left out because of a problem.
    """

    corpus: Corpus | None
    problems: tuple[Problem, ...]
    recognised: tuple[str, ...]
    left_out: tuple[str, ...]


def read_files(paths: Iterable[str | Path]) -> Reading:
    """Read codings from files.

    Parameters
    ----------
    paths : iterable of str or Path
        The files, all of one corpus.

    Returns
    -------
    Reading
        A file that cannot be opened is a problem like any other.
    """
    sources: list[Source | Problem] = []
    for path in map(Path, paths):
        try:
            sources.append(Source(str(path), path.read_bytes()))
        except OSError as error:
            what = f"the file cannot be read: {error.strerror}"
            sources.append(Problem(file=str(path), what=what, fix="check the path"))
    return _read(sources)


def read_sources(sources: Iterable[Source]) -> Reading:
    """Read codings from the content of files.

    Parameters
    ----------
    sources : iterable of Source
        The files, all of one corpus.

    Returns
    -------
    Reading

    Examples
    --------
    >>> reading = read_sources([Source("a.csv", b"item,coder,masses\\nch1,x,2 3\\nch1,y,2 4\\n")])
    >>> reading.problems[0].where, reading.problems[0].what
    ('a.csv, row 2, item ch1, coder x', 'units differ: x has 5, y has 6')
    >>> reading.left_out
    ('ch1',)
    """
    return _read(sources)


def _read(sources: Iterable[Source | Problem]) -> Reading:
    codings: list[Coding] = []
    problems: list[Problem] = []
    recognised: list[str] = []
    for source in sources:
        found, taken_for = ([source], None) if isinstance(source, Problem) else _read_one(source)
        if taken_for:
            recognised.append(taken_for)
        for part in found:
            if isinstance(part, Problem):
                problems.append(part)
            else:
                codings.append(part)
    by_item: dict[str, list[Coding]] = {}
    for coding in codings:
        by_item.setdefault(coding.item, []).append(coding)
    bad = {problem.item for problem in problems}
    items = []
    for name, of_item in by_item.items():
        conflicts = _conflicts(of_item)
        problems += conflicts
        if conflicts or name in bad:
            continue
        texts = next((c.texts for c in of_item if c.texts is not None), None)
        items.append(Item(name, {c.coder: c.segmentation for c in of_item}, texts))
    kept = {item.name for item in items}
    named = dict.fromkeys([*by_item, *(p.item for p in problems if p.item is not None)])
    return Reading(
        corpus=Corpus(tuple(items)) if items else None,
        problems=tuple(problems),
        recognised=tuple(recognised),
        left_out=tuple(name for name in named if name not in kept),
    )


def _read_one(source: Source) -> tuple[Iterable[Coding | Problem], str | None]:
    """Recognise one file by its content and read it."""
    file = source.name
    wrong = partial(Problem, file=file)
    text = _decode(source)
    if isinstance(text, Problem):
        return [text], None
    start = text.lstrip()[:1]
    if not start:
        return [wrong(what="the file is empty", fix="export it again")], None
    if start in "{[":
        return read_json(file, text), f"{file}: segeval JSON"
    separator = _separator(text)
    try:
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
        rows = [(reader.line_num, [c.strip() for c in cells]) for cells in reader if any(cells)]
    except csv.Error as error:
        return [
            wrong(row=reader.line_num, what=f"the table is broken: {error}", fix="check the quotes")
        ], None
    header = [name.lower() for name in rows[0][1]]
    name = {"\t": "TSV", ",": "CSV", ";": "CSV with semicolons"}[separator]
    columns = long_columns(header)
    if columns:
        twice = [column for column, times in Counter(header).items() if times > 1 and column]
        if twice:
            what = f"the column {twice[0]} is in the header twice"
            return [wrong(row=1, what=what, fix="keep one of the two")], None
        unread = [column for column in header if column not in columns]
        taken_for = f"{file}: long table ({name}) with {', '.join(columns)}"
        taken_for += f"; not read: {', '.join(unread)}" if unread else ""
        found = read_long(file, header, rows[1:])
    elif header[0] == "coder":
        taken_for, found = f"{file}: segeval {name}", read_tsv(file, rows[1:])
    else:
        shown = ", ".join(header)[:80]
        return [wrong(row=1, what=f"no known format; the header is {shown!r}", fix=ONE_FORMAT)], None
    if len(rows) == 1:
        return [wrong(what="a header, but no row below it", fix="export it again")], taken_for
    return found, taken_for


def _decode(source: Source) -> str | Problem:
    """Decode UTF-8, or UTF-16 if it says so; nothing else is guessed at."""
    content = source.content
    sixteen = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if sixteen else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Problem(
            file=source.name,
            row=line,
            what=f"the file is not UTF-8: byte 0x{content[error.start]:02X} in line {line}",
            fix="save it with the encoding UTF-8",
        )
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        what = f"there is a NUL character in line {line}, so this is not a text file"
        return Problem(file=source.name, row=line, what=what, fix="export it as CSV, TSV or JSON")
    return text


def _separator(text: str) -> str:
    header = text.lstrip().split("\n", 1)[0]
    return max("\t,;", key=header.count)


def _conflicts(codings: list[Coding]) -> list[Problem]:
    """Compare the codings of one item with each other."""
    problems = []
    first_of: dict[str, Coding] = {}
    for coding in codings:
        first = first_of.setdefault(coding.coder, coding)
        if first is not coding:
            before = f"{first.file}, row {first.row}" if first.row else first.file
            problems.append(
                _about(coding, f"the coder is given twice, first in {before}", "keep one of the two")
            )
    masses = Counter(c.segmentation.mass for c in first_of.values())
    if len(masses) > 1:
        (usual, times), *_ = masses.most_common(2)
        majority = 2 * times > len(first_of)
        for coding in first_of.values():
            mass = coding.segmentation.mass
            if not majority:
                counts = ", ".join(f"{c.coder} has {c.segmentation.mass}" for c in first_of.values())
                what = f"units differ: {counts}"
                problems.append(_about(coding, what, "give all coders of the item the same units"))
                break
            if mass != usual:
                what = f"{mass} units, where {times} other coders have {usual}"
                problems.append(_about(coding, what, "give all coders of the item the same units"))
    texts = next((c for c in codings if c.texts is not None), None)
    if texts is not None and texts.texts is not None and not problems:
        if len(texts.texts) != texts.segmentation.mass:
            what = f"texts for {len(texts.texts)} units, but {texts.segmentation.mass} units"
            problems.append(_about(texts, what, "give one text for each unit"))
        for other in codings:
            if other.texts is not None and other.texts != texts.texts and not problems:
                pairs = zip(texts.texts, other.texts, strict=True)
                unit = next(u for u, (x, y) in enumerate(pairs, 1) if x != y)
                what = f"the text of unit {unit} differs from that of coder {texts.coder}"
                problems.append(_about(other, what, "give all coders the same text"))
    return problems


def _about(coding: Coding, what: str, fix: str) -> Problem:
    return Problem(
        file=coding.file, item=coding.item, coder=coding.coder, row=coding.row, what=what, fix=fix
    )
