"""What is wrong with a file, where, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import PurePath
from typing import Literal, TypeVar

from segmetrics.io.limits import MAX_NAME
from segmetrics.phrases import capital, counted

HALF = re.compile("[\ud800-\udfff]")  # half of a surrogate pair, which JSON can write
# What would change the sentence of a name: controls, line breaks, halves, turns of the direction.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
LISTED = 20  # problems of one kind that are listed one by one
NOT_READ = "not read"  # how notices begin that doubt nothing
NoticeKind = Literal["", "odd sign", "no mark", "marks begin", "marks end", "ends early"]
"""What a notice says that others go by, whatever its words."""

NO_TABLE = re.compile(r"(?i)\.(?:ann|docx|eaf|jsonl?|textgrid|txt|xmi|xml)")


def row_called(file: str, row: int) -> str:
    """Call a place in a file what programs call it that show the file."""
    kind = "line" if NO_TABLE.fullmatch(PurePath(file).suffix) else "row"
    return f"{kind} {row}"


def printable(text: str) -> str:
    r"""Write characters that break a line, turn it round or cannot be printed as escapes."""
    return UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], text)


def shortened(text: str, limit: int = 60) -> str:
    """Cut what is too long for a message, and show that it was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def wrong_name(name: str) -> str | None:
    """Return what is wrong with the name of an item or coder, or None if nothing is."""
    if not name.strip():
        return "is empty"
    if len(name) > MAX_NAME:
        return f"has {len(name):,} characters, and at most {MAX_NAME} are allowed"
    found = UNPRINTABLE.search(name)
    return found and f"holds {printable(found[0])}, a character that cannot be shown"


SomeNotice = TypeVar("SomeNotice", bound="Notice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing about a file that a person should know, though nothing is wrong.

    All texts are made `printable`; an item or coder without a name is None.

    >>> print(Notice(file="a.ann", item="ch1", what="2 gaps between segments"))
    a.ann, item ch1: 2 gaps between segments.
    """

    file: str
    what: str  # as a sentence without its full stop
    item: str | None = None  # whom it concerns; without an item the whole file
    coder: str | None = None
    row: int | None = None  # of a table from 1, with its heading and empty rows; of others a line
    rows: int = 1  # how many it concerns, of which `row` is the first
    text: str | None = None  # the words of the file that it is about, where `what` has them not
    decides: str = ""  # what reading decided by itself, that it asks where nothing shows it
    command: str = ""  # how the command line decides about it, where pages have a control
    kind: NoticeKind = ""

    def __post_init__(self) -> None:
        for name in ("file", "what", "command"):
            object.__setattr__(self, name, printable(getattr(self, name)))
        for name in ("item", "coder", "text"):
            text = getattr(self, name) or ""
            object.__setattr__(self, name, printable(text) if text.strip() else None)

    @property
    def where(self) -> str:
        """File, row or line, item and coder, as far as they are known."""
        row = [self.rows_called] if self.rows_called else []
        parts = (("item", self.item), ("coder", self.coder))
        known = (f"{name} {shortened(part)}" for name, part in parts if part is not None)
        return ", ".join([self.file, *row, *known])

    @property
    def rows_called(self) -> str:
        """The row or line, and how many more; empty where none is known."""
        more = f" and {self.rows - 1:,} more" if self.rows > 1 else ""
        return "" if self.row is None else row_called(self.file, self.row) + more

    @property
    def sentence(self) -> str:
        """What it is, with the words of the file that it is about."""
        return f"{self.what}: {shortened(self.text)!r}" if self.text else self.what

    @property
    def on_command_line(self) -> str:
        """The end of a sentence: how the command line decides about it, or the full stop."""
        return f"; on the command line: {self.command}" if self.command else "."

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}{self.on_command_line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Notice):
    """One thing that is wrong with a file.

    >>> print(Problem(file="a.csv", row=3, item="ch1", what="no coder", fix="fill in the coder"))
    a.csv, row 3, item ch1: no coder. Fill in the coder.
    """

    fix: str  # what to do about it, as a sentence without its full stop
    asks: str = ""  # of a question what settles it: a field of `Choices`, or ``marks``

    def __post_init__(self) -> None:
        Notice.__post_init__(self)
        object.__setattr__(self, "fix", printable(self.fix))

    @property
    def what_to_do(self) -> str:
        """What is wrong and what to do about it, without its place and the command line."""
        return f"{self.sentence}. {capital(self.fix)}."

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}. {capital(self.fix)}{self.on_command_line}"


def said_once(notices: Iterable[SomeNotice]) -> list[SomeNotice]:
    """List notices, what is so in many tables once: doubts first, what is not read last."""
    alike: dict[object, list[SomeNotice]] = {}
    for one in notices:
        asks = one.asks if isinstance(one, Problem) else ""
        of_tables = one.decides or asks or one.what.startswith(NOT_READ)
        alike.setdefault((one.what, one.command) if of_tables else id(one), []).append(one)
    lines = []
    for first, *more in alike.values():
        kind = "sheet" if ", sheet " in first.file else "file"
        said = f"{first.what}; so in {counted(len(more), f'more {kind}')}"
        lines.append(replace(first, what=said) if more else first)
    return sorted(lines, key=lambda one: (one.what.startswith(NOT_READ), bool(one.decides)))


class Unreadable(Exception):
    """A file, or the rest of it, cannot be read; it carries the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def first_of(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Take the first problems of one kind."""
    first = list(islice(problems, LISTED + 1))
    if len(first) > LISTED:
        last = first[LISTED - 1]
        first[LISTED - 1 :] = [replace(last, what=f"{last.what}; more lines like this follow")]
    yield from first
