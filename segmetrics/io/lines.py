"""What the readers of line after line share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from segmetrics.io.document import Document
from segmetrics.io.problems import Problem

# Characters at the begin of a file by which it is recognised.
START = 65536
# Problems of one kind that are listed one by one.
LISTED = 20


def may_be_text(document: Document) -> bool:
    """Return whether a file may be a text; a packed or binary one is not, whatever it holds."""
    start = document.content[:START]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return b"\0" not in start and not start.startswith(b"PK\x03\x04")


def first_lines(document: Document) -> list[str]:
    """Split the begin of a file into lines, without splitting all of it."""
    if len(document.text) <= START:
        return document.lines
    return re.split(r"\r\n?|\n", document.text[:START])[:-1]


def listed(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Take the first problems of one kind."""
    first = list(islice(problems, LISTED + 1))
    yield from first[: LISTED - 1]
    if len(first) > LISTED:
        last = first[LISTED - 1]
        yield replace(last, what=f"{last.what}; more lines like this follow")
    else:
        yield from first[LISTED - 1 :]
