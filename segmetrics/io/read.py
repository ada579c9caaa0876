"""From files to a corpus, with a list of everything that is wrong with them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from functools import partial
from io import StringIO
from operator import ne
from pathlib import Path
from typing import TYPE_CHECKING

from segmetrics.corpus import Corpus, Item, kind_of
from segmetrics.io.long_table import long_columns, read_long
from segmetrics.io.problems import Coding, Problem, printable, shortened, wrong_name
from segmetrics.io.segeval import ReferenceCoder, read_json, read_tsv

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Reading", "Source", "read_files", "read_sources"]

ONE_FORMAT = (
    "use segeval JSON or TSV, or a table with the columns item, coder and either masses, "
    "or boundaries and mass, or boundary and mass, or segment; the templates show each"
)
AS_TEXT = 'save it as text with the encoding UTF-8 (in Excel: as "CSV UTF-8")'
CARRIES = {
    "linear": "boundaries with neither types nor levels",
    "multiple": "boundaries with types",
    "hierarchical": "boundaries with levels",
}
# Coders that a message names, so that it can be read.
SHOWN = 12
# Places of one item, all coders together; more would take gigabytes to compare.
MAX_PLACES = 100_000_000
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
        Everything that is wrong, in the order of the files and their rows.
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
        except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
            what = f"the file cannot be read: {getattr(error, 'strerror', error)}"
            sources.append(Problem(file=str(path), what=what, fix="check the path"))
    return _read(sources)


def read_sources(sources: Iterable[Source]) -> Reading:
    r"""Read codings from the content of files.

    Parameters
    ----------
    sources : iterable of Source
        The files, all of one corpus.

    Returns
    -------
    Reading

    Examples
    --------
    >>> reading = read_sources([Source("a.csv", b"item,coder,masses\nch1,x,2 3\nch1,y,2 4\n")])
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
    reference: str | None = None
    files: dict[str, int] = {}
    for source in sources:
        files.setdefault(source.file if isinstance(source, Problem) else source.name, len(files))
        found, taken_for = ([source], None) if isinstance(source, Problem) else _read_one(source)
        if taken_for:
            recognised.append(printable(taken_for))
        for part in found:
            if isinstance(part, Problem):
                problems.append(part)
            elif isinstance(part, ReferenceCoder):
                reference = part.name
            elif wrong := _wrong_names(part):
                problems += wrong
            else:
                codings.append(part)
    by_item: dict[str, list[Coding]] = {}
    for coding in codings:
        by_item.setdefault(coding.item, []).append(coding)
    problems += _kind_conflicts(codings)
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
    problems.sort(key=lambda problem: (files.get(problem.file, 0), problem.row or 0))
    return Reading(
        corpus=_corpus(items, reference),
        problems=tuple(problems),
        recognised=tuple(recognised),
        left_out=tuple(name for name in named if name not in kept),
    )


def _corpus(items: list[Item], reference: str | None) -> Corpus | None:
    """Build a corpus of the good items, which perhaps are not those of the reference."""
    known = any(reference in item.codings for item in items)
    return Corpus(tuple(items), reference if known else None) if items else None


def _read_one(
    source: Source,
) -> tuple[Iterable[Coding | Problem | ReferenceCoder], str | None]:
    """Recognise one file by its content and read it."""
    file = source.name
    wrong = partial(Problem, file=file)
    text = _decode(source)
    if isinstance(text, Problem):
        return [text], None
    start = text.lstrip()[:1]
    empty = wrong(what="the file is empty", fix="export it again")
    if not start:
        return [empty], None
    if start in "{[":
        return read_json(file, text), f"{file}: segeval JSON"
    separator = _separator(text)
    rows: list[tuple[int, list[str]]] = []
    row = 0
    try:
        table = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
        for row, cells in enumerate(table, 1):
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                rows.append((row, stripped))
    except csv.Error as error:
        return [
            wrong(
                row=row + 1,
                what=f"the table cannot be read from here on: {error}",
                fix='check the quotes; a cell with quotes in it is written "so ""to"" say"',
            )
        ], None
    if not rows:
        return [empty], None
    header = [name.lower() for name in rows[0][1]]
    kind = {"\t": "TSV", ",": "CSV", ";": "CSV with semicolons"}[separator]
    columns = long_columns(header)
    if columns:
        twice = [column for column in columns if header.count(column) > 1]
        if twice:
            what = f"the column {twice[0]} is in the header twice"
            return [wrong(row=rows[0][0], what=what, fix="keep one of the two")], None
        if {"type", "level"} <= set(columns):
            what = "both a column type and a column level"
            fix = "keep one of the two: boundaries carry either types or levels"
            return [wrong(row=rows[0][0], what=what, fix=fix)], None
        unread = [column for column in header if column not in columns]
        taken_for = f"{file}: long table ({kind}) with {', '.join(columns)}"
        taken_for += f"; not read: {shortened(', '.join(unread))}" if unread else ""
        found = read_long(file, header, rows[1:])
    elif header[0] == "coder":
        taken_for, found = f"{file}: segeval {kind}", read_tsv(file, rows)
    else:
        what = f"no known format; the header is {shortened(', '.join(header))!r}"
        return [wrong(row=rows[0][0], what=what, fix=ONE_FORMAT)], None
    if len(rows) == 1:
        return [wrong(what="a header, but no row below it", fix="export it again")], taken_for
    return found, taken_for


def _decode(source: Source) -> str | Problem:
    """Decode UTF-8, or UTF-16 if it says so; nothing else is guessed at."""
    content = source.content
    wrong = partial(Problem, file=source.name, fix=AS_TEXT)
    if content.startswith(b"PK\x03\x04"):
        return wrong(what="the file is a spreadsheet or another packed file, not a text file")
    sixteen = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if sixteen else "utf-8")
    except UnicodeDecodeError as error:
        if sixteen:
            return wrong(what="the file starts as UTF-16 does, but goes on otherwise")
        line = _line(content[: error.start].decode("latin-1"))
        byte = f"byte 0x{content[error.start]:02X} in line {line}"
        return wrong(row=line, what=f"the file is not UTF-8: {byte}")
    if "\0" in text:
        line = _line(text[: text.index("\0")])
        return wrong(row=line, what=f"the file is not a text in UTF-8: a NUL in line {line}")
    return text.lstrip("\ufeff")


def _line(before: str) -> int:
    """Count the lines of the text before a place: the line in which the place is."""
    return 1 + len(re.findall(r"\r\n?|\n", before))


def _separator(text: str) -> str:
    """Find the separator that the first row has most of."""
    header, *_ = re.split(r"[\r\n]", text.lstrip(), maxsplit=1)
    return max("\t,;", key=header.count)


def _wrong_names(coding: Coding) -> list[Problem]:
    wrong = {"item": wrong_name(coding.item), "coder": wrong_name(coding.coder)}
    return [
        _about(coding, f"the name of the {whose} {what}", f"give the {whose} another name")
        for whose, what in wrong.items()
        if what
    ]


def _kind_conflicts(codings: list[Coding]) -> list[Problem]:
    """Find the codings whose boundaries carry something else than most, or than the first."""
    kinds = [kind_of(coding.segmentation) for coding in codings]
    if len(set(kinds)) < 2:
        return []
    usual, times = Counter(kinds).most_common(1)[0]
    return [
        _about(
            coding,
            f"{CARRIES[kind]}, where {times} other coding{'s'[: times != 1]} of the corpus "
            f"ha{'ve' if times != 1 else 's'} {CARRIES[usual]}",
            "give all codings types, or all of them levels, or none of them either; "
            "otherwise open the files one by one",
        )
        for coding, kind in zip(codings, kinds, strict=True)
        if kind != usual
    ]


def _conflicts(codings: list[Coding]) -> list[Problem]:
    """Compare the codings of one item with each other."""
    problems = []
    first_of: dict[str, Coding] = {}
    for coding in codings:
        first = first_of.setdefault(coding.coder, coding)
        if first is not coding:
            before = f"{first.file}, row {first.row}" if first.row else first.file
            problems.append(
                _about(
                    coding, f"the coder is given twice, first in {before}", "keep one of the two"
                )
            )
    masses = Counter(coding.segmentation.mass for coding in first_of.values())
    (usual, times), *others = masses.most_common()
    fix = "give all coders of the item the same units"
    if others and 2 * times <= len(first_of):
        counts = [f"{shortened(coder)} has {c.segmentation.mass}" for coder, c in first_of.items()]
        more = f" and {len(counts) - SHOWN} others" if len(counts) > SHOWN else ""
        what = f"units differ: {', '.join(counts[:SHOWN])}{more}"
        problems.append(_about(codings[0], what, fix))
    elif others:
        for coding in first_of.values():
            mass = coding.segmentation.mass
            if mass != usual:
                what = f"{mass} units, where {times} other coders have {usual}"
                problems.append(_about(coding, what, fix))
    places = usual * len(first_of)
    if not problems and places > MAX_PLACES:
        what = f"{usual:,} units by {len(first_of):,} coders make {places:,} places"
        fix = f"split the item; the limit is {MAX_PLACES:,} places of all its coders together"
        problems.append(_about(codings[0], what, fix))
    return problems or _text_conflicts(codings)


def _text_conflicts(codings: list[Coding]) -> list[Problem]:
    """Compare the texts of one item with its units and with each other."""
    # The codings of a JSON file share one list of texts, and its problems.
    lists: dict[int, tuple[Coding, tuple[str, ...]]] = {}
    for coding in codings:
        if coding.texts is not None:
            lists.setdefault(id(coding.texts), (coding, coding.texts))
    problems = []
    for coding, texts in lists.values():
        if len(texts) != coding.segmentation.mass:
            what = f"texts for {len(texts)} units, but {coding.segmentation.mass} units"
            problems.append(_about(coding, what, "give one text for each unit"))
    if problems or not lists:
        return problems
    (first, expected), *others = lists.values()
    for coding, texts in others:
        if texts != expected:
            unit = list(map(ne, texts, expected)).index(True) + 1
            what = f"the text of unit {unit} differs from that of coder {shortened(first.coder)}"
            problems.append(_about(coding, what, "give all coders the same text"))
    return problems


def _about(coding: Coding, what: str, fix: str) -> Problem:
    return Problem(
        file=coding.file, item=coding.item, coder=coding.coder, row=coding.row, what=what, fix=fix
    )
