"""What a file of no known format looks like, and what to bring instead."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from segmetrics.io.document import JSON_START, Document
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.records import span_lists
from segmetrics.io.table_files import always_changes
from segmetrics.io.xml_files import root_name
from segmetrics.paths import ROOT
from segmetrics.phrases import listed

with (ROOT / "data" / "refusals.toml").open("rb") as _sentences:
    SENTENCES: dict[str, Any] = tomllib.load(_sentences)
KNOWN, BRING = SENTENCES["known"], SENTENCES["bring"]
OF_TEXT, OF_TABLE = (f"{SENTENCES[kind]}; {KNOWN}" for kind in ("of_text", "of_table"))
# What files look like, where more is made of it.
TRANSCRIPT, CROWD_BATCH = "a transcript", "a batch of Amazon Mechanical Turk"
PROSE = "a text without a coding"
TIMES = re.compile(r"\[?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d+)?\b")
CUE = re.compile(r"(?:\d+:)?\d{2}:\d{2}[.,]\d{3} --> ")
SPEAKER = re.compile(r"([^\W\d][\w .'’]{0,30}?)[- ]?\d*:(?:\s|$)")
RANGE = re.compile(r"\d+\s*[-–]\s*\d+\b(?!\t\d+-)")
NUMBERED = re.compile(r"\d+\s")
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:\s+\d+)*")
POSITIONS = re.compile(r"\s*\d{1,9}(?:[,;\s]+\d{1,9})+[,;\s]*\Z")
TREEBANK = 10  # columns of CoNLL-U
TABLES = (".csv", ".tsv")
SEPARATORS = ("\t", ";", ",")
QUOTED = re.compile('"[^"]*"')
MOST_KEYS = 5


def unknown(document: Document) -> Problem:
    """Return the problem of a file of no known format: what it looks like, what to bring."""
    if not document.text.strip():
        return document.problem("the file is empty", "export it again")
    if JSON_START.match(document.text):
        return document.problem(*_json(document))
    first = shortened(next(line for line in document.lines if line.strip()).strip())
    kind, fix = looks_like(document) or ("", KNOWN)
    seen = [f"looks like {kind}"] if kind else []
    seen += [] if kind.startswith("a table with the") else [f"begins with {first!r}"]
    what = f"no coding was found in this file; it {' and '.join(seen)}"
    return document.problem(what, fix, row=1)


def looks_like(document: Document) -> tuple[str, str] | None:
    """Return what a text that is no JSON looks like, and what to bring instead."""
    root = root_name(document) if document.start == "<" else None
    if root and not document.text.lstrip().startswith("<br"):
        root = re.split(r"[}\s]", root)[-1]
        kind, fix = SENTENCES["xml"].get(
            root.lower(), (f"XML with the element <{shortened(root, 24)}>", "")
        )
        return kind, f"{fix}; {KNOWN}" if fix else KNOWN
    lines = [line for line in document.first_lines[:400] if line.strip()]
    if not lines:
        return None
    if len(lines) == 1 and document.suffix in TABLES and any(map(lines[0].count, SEPARATORS)):
        return "the header of a table without the rows", f"export it again, with its rows; {KNOWN}"
    return (
        _of_speech(document.text[:1000], lines)
        or _of_programs(document.suffix, lines)
        or _treebank(lines)
        or _table(document, lines)
        or _prose(lines)
    )


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(bool(pattern.match(line)) for line in lines) / len(lines)


def _of_speech(start: str, lines: Sequence[str]) -> tuple[str, str] | None:
    if start.startswith("WEBVTT") or sum(bool(CUE.match(line)) for line in lines) > 1:
        return "subtitles", OF_TEXT
    if len(lines) < 2:
        return None
    named = [found[1] for line in lines if (found := SPEAKER.match(line))]
    comes_again = sum(times for times in Counter(named).values() if times > 1)
    if comes_again > len(lines) * 0.3 or TIMES.match(lines[0]) or _share(TIMES, lines) > 0.3:
        return TRANSCRIPT, OF_TEXT
    return None


def _of_programs(suffix: str, lines: Sequence[str]) -> tuple[str, str] | None:
    for kind in SENTENCES["of_programs"]:
        known = suffix in kind["endings"] or lines[0].startswith(kind.get("start", "\n"))
        many = len(lines) >= kind["lines"]
        if known or (many and _share(re.compile(kind["line"]), lines) > kind["share"]):
            return kind["what"], f"{kind['fix']}; {KNOWN}"
    return None


def is_treebank(lines: Sequence[str]) -> bool:
    """Return whether lines are those of CoNLL-U: ten columns, the first with numbers."""
    rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
    return bool(rows) and all(len(cells) == TREEBANK and cells[0][:1].isdecimal() for cells in rows)


def _treebank(lines: Sequence[str]) -> tuple[str, str] | None:
    """Describe a treebank, whose tokens no mark groups to segments."""
    if not is_treebank(lines):
        return None
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    if sum(" " in cells[1] for cells in rows) > len(rows) / 2:
        return "units of discourse with their relations, a line for each unit", OF_TABLE
    last = (one for cells in rows for one in cells[-1].split("|"))
    keys = Counter(one.split("=")[0] for one in last if "=" in one)
    there = f" ({', '.join(key for key, _ in keys.most_common(MOST_KEYS))} stand there now)"
    fix = f"{BRING['treebank']}{there if keys else ''}; {KNOWN}"
    return "a treebank (CoNLL-U), in which nothing marks segments", fix


def _table(document: Document, lines: Sequence[str]) -> tuple[str, str] | None:
    bare = [QUOTED.sub("", line) for line in lines]
    for sign in SEPARATORS:
        widths = Counter(line.count(sign) for line in bare)
        width, times = widths.most_common(1)[0]
        if sign != "\t" and width and times * 1.25 < len(lines):
            continue
        if width and bare[0].count(sign) == width and len(lines) > 1:
            break
    else:
        return None
    names = [name.strip().strip('"') for name in lines[0].split(sign)]
    if sign != "\t" and any(name[-1:] in (".", "!", "?") or name.count(" ") > 5 for name in names):
        return None  # a sentence
    low = {name.lower() for name in names}
    if {"unit1_toks", "unit2_toks"} <= low:
        return "a table of relations between pieces of text", f"bring their segments; {KNOWN}"
    if {"hitid", "assignmentid"} <= low:
        answers = [name for name in names if name.startswith("Answer.")]
        said = f" with the answers {shortened(', '.join(answers), 80)}" if answers else ""
        return f"{CROWD_BATCH}{said}", OF_TABLE
    if sign == "\t" and sum(len(name) > 20 for name in names) > 2:
        return "a text between tabs, without a coding", OF_TEXT
    if any(map(NUMBER.fullmatch, names)):
        return "a table without the names of its columns", OF_TABLE
    more = ", in all of which every row differs from the one before" * _differs(document)
    said = shortened(", ".join(filter(None, names)), 120)
    return f"a table with the columns {said}{more or ', none of which is known'}", OF_TABLE


def _differs(document: Document) -> bool:
    """Return whether every row of a table differs from the one before in all its columns."""
    table = document.known("table")
    rows = [cells for _, cells in table.rows] if table else []
    return len(rows) > 2 and all(map(always_changes, zip(*rows, strict=False)))


def _prose(lines: Sequence[str]) -> tuple[str, str] | None:
    if _share(POSITIONS, lines) == 1 and all(map(_rises, lines)):
        what = "positions of boundaries, without the number of units"
        return what, f"{BRING['positions']}; {KNOWN}"
    if len(lines) == 1:
        said = sum(word.strip(".,;:!?").isalpha() for word in lines[0].split())
        return ("a text of one line", OF_TEXT) if said > 1 else None
    if _share(RANGE, lines) > 0.3:
        return "notes with stretches of units", f"{BRING['stretches']}; {KNOWN}"
    if sum("\t" in line for line in lines) > len(lines) / 2:
        return "lines of columns between tabs, none of which is known", OF_TABLE
    if _share(NUMBERED, lines) > 0.5:
        return None  # the numbers may be those of segments
    words = [len(line.split()) for line in lines]
    if sum(count > 3 for count in words) >= len(words) / 2:
        return PROSE, OF_TEXT
    return None


def _rises(line: str) -> bool:
    numbers = list(map(int, re.findall(r"\d{1,15}", line)))
    return all(one < other for one, other in pairwise(numbers))


def _json(document: Document) -> tuple[str, str]:
    try:
        records = [record for _, record in document.records]
    except Unreadable as error:
        return error.problem.what, error.problem.fix
    if not records:
        return "JSON without objects, in which no coding is found", KNOWN
    known = dict.fromkeys(key for one in records for key in one)
    keys = [f'"{shortened(key, 24)}"' for key in known]
    shown = listed(keys, MOST_KEYS) or "(none)"
    what = f"JSON with the key{'s'[: len(keys) != 1]} {shown}, in which no coding is found"
    if {"nbformat", "cells"} <= records[0].keys():
        return f"{what}: a notebook", f"bring the data that it works with; {KNOWN}"
    spans = [key for one in records[:5] for key in span_lists(one)]
    if spans:
        return f"{what}: spans without their text", BRING["spans"].format(spans[0])
    values = [value for one in records for value in one.values()]
    lists = [of for of in values if isinstance(of, list) and of]
    if keys and len(lists) == len(values) and {type(n) for of in lists for n in of} <= {int, float}:
        return f"{what}: lists of numbers", BRING["lists"]
    return what, f"{BRING['records']}; {KNOWN}"
