"""What this program computed from codings: gold segmentations are read, other results refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from segmetrics.io.document import Document
from segmetrics.io.numbers import whole_number
from segmetrics.io.parts import Found, grouped
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.segmented_parts import checked_whole
from segmetrics.paths import ROOT
from segmetrics.segmentation import Segmentation, SegmentationError

CONSENSUS = "consensus"
AGAIN = "export the consensus again"
OF_CONSENSUS = ("item", "mass", "begins_at_unit", "support", "votes")
# As it was written before: by the unit after which a boundary lies.
OF_CONSENSUS_BEFORE = ("item", "mass", "boundary", "support", "votes")
OF_GOLD = ("item", "segment", "first unit", "last unit")
OF_UNITS = ("item", "unit", "text")
# The sheets of its workbook: that of segments, that of texts, and the others.
GOLD, UNITS = "Gold", "Units"
BESIDE_GOLD = frozenset((UNITS, "Decisions", "About"))
PROGRAM = re.compile(
    r'\s*\{\s*(?:"format"\s*:\s*"segmetrics-report",\s*)?"program"\s*:\s*"segmetrics '
)
SIGNATURE = re.compile(r"\bsegmetrics \d+\.\d+[\w.+-]*, \w+\\?_?\w*=")
KEY = re.compile(r'"(\w+)"\s*:')
# Endings of texts that carry the signature.
TEXTS = frozenset((".bib", ".html", ".md", ".tex", ".txt"))
# Columns, or keys, by which a result is known, the first of them first; and what it is.
with (ROOT / "data" / "results.toml").open("rb") as _known:
    RESULTS: list[list[str]] = tomllib.load(_known)["results"]
# Of a long file only its beginning is looked at.
HEAD = 2_000
FIX = (
    "bring the codings that it was computed from: their own files, or the JSON or ZIP that "
    "segmetrics wrote of them"
)


def recognise_consensus(document: Document) -> str | None:
    """Recognise a gold segmentation, by its columns or its signature, and what is beside it."""
    if not document.may_be_text:
        return None
    for known in (OF_CONSENSUS, OF_CONSENSUS_BEFORE, OF_GOLD):
        if _begins_with(document, known):
            return f"the columns {', '.join(known)}"
    gold = _sheet(document, GOLD) if document.sheet in BESIDE_GOLD else None
    if gold is not None and _begins_with(gold, OF_GOLD):
        return f"the sheet {GOLD} beside it"
    if not PROGRAM.match(document.text) or ", consensus=" not in document.text[:HEAD]:
        return None
    return "the signature of a consensus" if isinstance(document.json.get("items"), list) else None


def read_consensus(document: Document) -> Iterator[Found]:
    """Read a gold segmentation as the coding of one coder; nothing of what is beside it."""
    if document.sheet in BESIDE_GOLD and not _begins_with(document, OF_GOLD):
        return
    texts = _texts(_sheet(document, UNITS))
    wrong = partial(document.problem, coder=CONSENSUS, fix=AGAIN)
    of_items: dict[str, tuple[int, int, list[int]]] = {}
    for row, item, mass, place in _places(document, wrong):
        known = of_items.setdefault(item, (row, mass, []))
        known[2].extend(() if place is None else (place,))
        if known[1] != mass:
            what = f"a mass of {mass}, where row {known[0]} has {known[1]}"
            yield wrong(row=row, item=item, what=what)
    for item, (row, mass, places) in of_items.items():
        make = partial(Segmentation, mass, tuple(sorted(places)))
        about = {"item": item, "coder": CONSENSUS, "row": row}
        yield document.coded(make, AGAIN, **about, texts=texts.get(item, {}).get(mass))


def _begins_with(document: Document, columns: tuple[str, ...]) -> bool:
    return tuple(_columns(document))[: len(columns)] == columns


def _sheet(document: Document, name: str) -> Document | None:
    """Return another sheet of the workbook of a sheet."""
    place = f"{document.path}, sheet {name}"
    return document.beside.get(place) if document.sheet is not None else None


def _texts(units: Document | None) -> dict[str, dict[int, tuple[str, ...]]]:
    """Read the texts of all items that have some, by their number of units."""
    if units is None or not _begins_with(units, OF_UNITS):
        return {}
    found = grouped((item, text) for _, (item, _, text, *_) in units.table.rows)
    return {item: {len(texts): tuple(texts)} for item, texts in found.items() if any(texts)}


def _places(document: Document, wrong: Any) -> Iterator[tuple[int, str, int, int | None]]:
    """Yield the boundaries of all items with their rows; None for an item without any."""
    row = 0
    try:
        if PROGRAM.match(document.text):
            for row, one in enumerate(document.json["items"], 1):
                mass = checked_whole(one["mass"], "mass")
                places = [checked_whole(found["place"], "boundary") for found in one["boundaries"]]
                yield from ((row, str(one["item"]), mass, place) for place in places or (None,))
            return
        if _begins_with(document, OF_GOLD):
            yield from _segments(document, wrong)
            return
        units_before = int(_begins_with(document, OF_CONSENSUS))
        for row, (item, units, at, *_) in document.table.rows:
            place = whole_number(at, "boundary") - units_before if at else None
            yield row, item, whole_number(units, "mass"), place
    except SegmentationError as error:
        raise Unreadable(wrong(row=row, what=str(error))) from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Unreadable(wrong(row=row, what="not as segmetrics writes a consensus")) from None


def _segments(document: Document, wrong: Any) -> Iterator[tuple[int, str, int, int | None]]:
    """Yield the boundaries between the segments of all items; segments follow each other."""
    of_items: dict[str, list[tuple[int, int]]] = {}
    for row, (item, _, first, last, *_) in document.table.rows:
        before = of_items.setdefault(item, [])
        begin, end = whole_number(first, "first unit"), whole_number(last, "last unit")
        expected = before[-1][1] + 1 if before else 1
        if begin != expected or end < begin:
            what = f"a segment of units {begin} to {end}, where one from unit {expected} on belongs"
            fix = "let each segment begin after the last"
            raise Unreadable(wrong(row=row, item=item, what=what, fix=fix))
        before.append((row, end))
    for item, segments in of_items.items():
        mass = segments[-1][1]
        for row, end in segments[:-1] or [(segments[0][0], 0)]:
            yield row, item, mass, end or None


def recognise(document: Document) -> str | None:
    """Recognise what was computed from codings."""
    if recognise_consensus(document):
        return None
    about = _about(document)
    if about is not None:
        return f"{PurePosixPath(about.name).name} of a report of segmetrics"
    if not document.may_be_text:
        return None
    if document.suffix in TEXTS and "segmetrics " in document.text:
        found = SIGNATURE.search(document.text)
        return found and f"the signature {found[0].rpartition(',')[0]}"
    if PROGRAM.match(document.text):
        return "a result of segmetrics in JSON"
    columns = _columns(document)
    return _kind(columns, columns[0]) or None if columns else None


def read(document: Document) -> Iterator[Problem]:
    """Yield what to bring instead; of the files of one report once."""
    about = _about(document)
    if about is not None and about is not document:
        return
    kind = "a report" if about is not None else _kind(_columns(document)) or "what it computed"
    if document.text.lstrip().startswith("{"):
        title = document.json.get("title") or document.json.get("signature") or ""
        kind = f"a report, {title!r}" if document.json.get("format") else kind
    what = f"this is a result of segmetrics ({shortened(kind, 100)}), not codings"
    yield document.problem(what, FIX)


def _kind(columns: Iterable[str], first: str = "") -> str:
    """Return which result has these columns; nothing if none has."""
    known = set(columns)
    for kind, *names in RESULTS:
        is_first = not first or names[0] == first
        if is_first and known.issuperset(names) and ("coder" in names or "coder" not in known):
            return kind
    return ""


def _columns(document: Document) -> list[str]:
    """Return the columns of a table, or the first keys of JSON."""
    start = document.text[:HEAD].lstrip()
    if start[:1] in ("{", "["):
        return KEY.findall(start)
    first = start.splitlines()[0] if start else ""
    separator = max("\t,;", key=first.count)
    return [name.strip().strip('"').lower() for name in first.split(separator)]


def _about(document: Document) -> Document | None:
    """Return the table or text of a report that says what it is, for each of its files."""
    if document.sheet is not None:
        names = [f"{document.path}, sheet About"]
    else:
        names = [str(document.path.parent / name) for name in ("about.csv", "about.txt")]
    for name in names:
        about = document.beside.get(name)
        if about is not None and re.search(r"Program\W+segmetrics ", about.text):
            return about
    return None
