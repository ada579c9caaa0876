"""What a reader hands on: codings, spans that are yet to become codings, and roles; in groups."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, overload

from segmetrics.corpus import Adjudication
from segmetrics.io.problems import Notice, Problem
from segmetrics.segmentation import Segmentation

Key = TypeVar("Key")
Value = TypeVar("Value")


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key, in their order."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


class _OfCoder:
    """What is one coder's of one item."""

    __slots__ = ()

    def notice(self, what: str, **about: Any) -> Notice:
        """Make a notice of a coding."""
        return Notice(**self.whose, what=what, **about)

    def problem(self, what: str, fix: str, **about: Any) -> Problem:
        """Make a problem of a coding."""
        return Problem(**self.whose, what=what, fix=fix, **about)

    @property
    def whose(self) -> dict[str, Any]:
        """Where it was found, and whose it is."""
        return {name: getattr(self, name) for name in ("file", "item", "coder", "row")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding(_OfCoder):
    """One coder's segmentation of one item, and where it was found."""

    file: str
    item: str | None = None
    coder: str | None = None
    segmentation: Segmentation
    row: int | None = None
    texts: tuple[str, ...] | None = None
    speakers: tuple[str, ...] | None = None
    unit: str = ""  # what a unit is called, as the file says
    blank: bool = False  # a column of marks in which no cell is filled
    edge: str = ""  # the row with a mark where the text begins or ends anyway: first or last
    changed: datetime | None = None  # last, as the file says


class Span(NamedTuple):
    """A stretch of a text or of a recording."""

    start: int
    end: int
    label: str = ""


class _Made(Sequence[Span]):
    """Spans that are made when they are asked for."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: int) -> Span: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Span, ...]: ...
    def __getitem__(self, at: int | slice) -> Span | tuple[Span, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        return self._at(at)

    @abstractmethod
    def _at(self, at: int) -> Span: ...


class Spans(_Made):
    """Stretches of one text, labelled by their words; they take a few bytes each."""

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: Iterable[int], ends: Iterable[int]) -> None:
        self.text = text
        self.starts, self.ends = array("i", starts), array("i", ends)

    def __len__(self) -> int:
        return len(self.starts)

    def _at(self, at: int) -> Span:
        start, end = self.starts[at], self.ends[at]
        return Span(start, end, self.text[start:end])


class Steps(_Made):
    """Steps of one length to an end, the last perhaps shorter; they take no memory."""

    __slots__ = ("end", "step")

    def __init__(self, end: int, *, step: int) -> None:
        self.end, self.step = end, step

    def __len__(self) -> int:
        return -(-self.end // self.step)

    def after(self, edge: int) -> int:
        """Count the steps that end at an edge or before it."""
        return len(self) if edge >= self.end else max(0, edge // self.step)

    def _at(self, at: int) -> Span:
        start = range(0, self.end, self.step)[at]
        return Span(start, min(start + self.step, self.end))


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """What spans lie on: a text, a recording in milliseconds, or `counted` points or units.

    It is open where no file says the end; it `goes_on` if the last time of the file is a boundary.
    It has the units that a coder names, at `least`. Where times were dates, `since` is the one from
    which on they are counted.
    """

    end: int
    text: str | None = None
    counted: bool = False
    counts: str = ""
    is_open: bool = False
    goes_on: bool = False
    least: int = 0
    since: datetime | None = None
    units: Mapping[str, Sequence[Span]] = field(default_factory=dict)

    @property
    def in_time(self) -> bool:
        """Whether it is a recording in milliseconds."""
        return self.text is None and not self.counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A tier of a recording: a coder, or a layer of one coding, such as a level or a speaker."""

    parent: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanCoding(_OfCoder):
    """The spans that one coder marked on one item, and what to say if their layer is chosen."""

    file: str
    item: str | None = None
    coder: str | None = None
    spans: tuple[Span, ...]
    extent: Extent
    layer: str = ""
    tier: Tier | None = None
    said: tuple[Notice, ...] = ()
    row: int | None = None
    changed: datetime | None = None  # last, as the file says


@dataclass(frozen=True, slots=True)
class ReferenceCoder:
    """What a file says of all its codings: who is the reference."""

    name: str


@dataclass(frozen=True, slots=True)
class AutomaticCoder:
    """What a file says of a coder: that it is an automatic segmenter."""

    name: str


AnyCoding = Coding | SpanCoding
Found = AnyCoding | Notice | ReferenceCoder | AutomaticCoder | Adjudication


def is_filled(part: Found) -> bool:
    """Return whether a part is a coding in which something is marked."""
    return isinstance(part, SpanCoding) or (isinstance(part, Coding) and not part.blank)


def same_columns(parts: Sequence[AnyCoding]) -> bool:
    """Return whether files have codings in the same several columns, and name no item."""
    columns = grouped((part.file, part.coder) for part in parts)
    alike = len({frozenset(of) for of in columns.values()}) == 1
    several = len(columns) > 1 and all(len(of) > 1 for of in columns.values())
    return alike and several and all(part.coder and part.item is None for part in parts)
