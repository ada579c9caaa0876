"""One file as the readers see it: its bytes, its text, its JSON, each made once."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Any, TypeVar, cast

from segmetrics.io.choices import Choices
from segmetrics.io.clock_times import UNITS
from segmetrics.io.json_tables import list_of_labels, records_table
from segmetrics.io.parts import Coding, Extent, Span, SpanCoding
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.repeated_columns import one_column_each
from segmetrics.io.table_files import (
    FEW,
    FileTable,
    lists_in_lines,
    numbered_lines,
    only_list,
    table_of,
)
from segmetrics.paths import ROOT
from segmetrics.segmentation import Segmentation, SegmentationError

AS_TEXT = 'save it as text with the encoding UTF-8 (in Excel: as "CSV UTF-8")'
CORRECT = (
    "export the file again, or correct it here: a comma, quotation mark or bracket is missing or "
    "too many, at this place or just before it"
)
COMPLETE = "copy the whole file again, or export it again"
# How JSON begins, though a text may begin with a bracket too.
JSON_START = re.compile(r"""\s*(\{\s*(["}]|$)|\[\s*([{\["\]]|$))""")
# How spreadsheets save text that is not UTF-8, the most frequent first.
CODE_PAGES = {
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "mac_roman": "Mac Roman",
}
PACKED_START = b"PK\x03\x04"
WIDE_STARTS = b"\xff\xfe", b"\xfe\xff"
START = 65536  # characters at the begin of a file by which it is recognised
with (ROOT / "data" / "binary_files.toml").open("rb") as _kinds:
    BINARY: dict[str, list[dict[str, str]]] = tomllib.load(_kinds)
WITHIN_WORDS = re.compile("[’–—…-]")  # signs that stand between letters too
WORD_ENDS = [bytes([sign]) for sign in b" \t\r\n,;|"]

BEFORE_JSON = b"\xef\xbb\xbf\xff\xfe \t\r\n"
Made = TypeVar("Made")

BEFORE_XML = 16  # characters within which an XML declaration begins
DIGITS = 30  # more digits than a number can have that is not too large to be real


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was given, or a sheet of a workbook, whose content is its cells between tabs."""

    name: str
    content: bytes
    sheet: str | None = None  # empty for the only one of its workbook
    pattern: str = ""  # where coder and item stand in the name, if its archive says so

    @property
    def place(self) -> str:
        """What messages call it: ``codings.csv``, ``codings.xlsx, sheet Anna``."""
        return f"{self.name}, sheet {self.sheet}" if self.sheet else self.name


class JsonObject(dict[str, Any]):
    """An object of a JSON file, with the keys that it holds more than once."""

    __slots__ = ("repeated",)

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        times = Counter(key for key, _ in pairs) if len(self) < len(pairs) else {}
        self.repeated = frozenset(key for key, count in times.items() if count > 1)


def inner(value: object, *keys: str) -> Any:
    """Return what stands within objects under some keys; None where one of them is no object."""
    for key in keys:
        value = value.get(key) if isinstance(value, JsonObject) else None
    return value


class Document:
    """A file that is being recognised and read, with what a person said and the files beside it."""

    def __init__(
        self, source: Source, choices: Choices | None = None, beside: Files | None = None
    ) -> None:
        self.choices = choices or Choices()
        self.encodings: dict[str, str] = {}
        self.conditions: dict[str, tuple[str, ...]] = {}
        self.reached: Callable[[float], object] = float
        self.found: dict[str, Any] = {}  # what readers keep between recognising and reading
        self.name = source.place
        self.sheet = source.sheet
        # Nothing may stand before an XML declaration, so that what does was typed by mistake.
        self.content = source.content[max(source.content[:BEFORE_XML].find(b"<?xml"), 0) :]
        self.path = PurePosixPath(source.name.replace("\\", "/"))
        self.beside = Files({self.name: self}) if beside is None else beside

    def notice(self, what: str, **about: Any) -> Notice:
        """Make a notice of this file."""
        return Notice(file=self.name, what=what, **about)

    def problem(self, what: str, fix: str, **about: Any) -> Problem:
        """Make a problem of this file."""
        return Problem(file=self.name, what=what, fix=fix, **about)

    def unreadable(self, what: str, fix: str, **about: Any) -> Unreadable:
        """Make the error that ends the reading of this file."""
        return Unreadable(self.problem(what, fix, **about))

    def wrong_header(self, what: str, fix: str) -> Unreadable:
        """Make the error that the header of this table is wrong."""
        return self.unreadable(what, fix, row=self.table.header_row)

    def wrong_if_empty(self) -> list[Problem]:
        """Return a problem if there is no row below the header of this table."""
        wrong = self.problem("a header, but no row below it", "export it again, with its rows")
        return [] if self.table.rows else [wrong]

    def not_read(self, names: Sequence[str]) -> list[Notice]:
        """Name the columns of this table that are not read, if there are some."""
        chosen = self.choices.columns
        rest = [name for name in names if chosen.get(name) != "ignore"]
        why = ". Say what it holds if it should count" if chosen and rest else ""
        names = rest or names
        several = "s" * (len(names) != 1)
        what = f"not read: the column{several} {shortened(', '.join(names), 200)}{why}"
        return [self.notice(what, row=self.table.header_row or None)] if names else []

    def coding(self, segmentation: Segmentation, **about: Any) -> Coding:
        """Make a coding of this file."""
        return Coding(file=self.name, segmentation=segmentation, **about)

    @contextmanager
    def doubting(self, found: list[Any], fix: str, **about: Any) -> Iterator[None]:
        """Add a problem of this file to what was found, if something is no segmentation."""
        try:
            yield
        except SegmentationError as error:
            found.append(self.problem(str(error), fix, **about))

    def not_read_of(self, counts: Mapping[str, int], **about: Any) -> list[Notice]:
        """Name what is not read, with how much there is of each, if there is something."""
        said = ", ".join(f"{what} ({times})" for what, times in counts.items())
        return [self.notice(f"not read: {said}", **about)] if counts else []

    def coded(self, make: Callable[[], Segmentation], fix: str, **about: Any) -> Coding | Problem:
        """Make a coding of this file, or say what is wrong with it."""
        try:
            return self.coding(make(), **about)
        except SegmentationError as error:
            whose = {name: about.get(name) for name in ("item", "coder", "row")}
            return self.problem(str(error), fix, **whose)

    def marked(self, spans: Iterable[Span], extent: Extent, **about: Any) -> SpanCoding:
        """Make a coding of spans in this file."""
        return SpanCoding(file=self.name, spans=tuple(spans), extent=extent, **about)

    def divided(self, parts: Sequence[str], **about: Any) -> SpanCoding:
        """Make a coding of a text in this file that is given segment by segment."""
        starts = list(accumulate((1 + len(part) for part in parts[:-1]), initial=0))
        spans = [Span(start, start + len(part)) for start, part in zip(starts, parts, strict=True)]
        return self.marked(spans, Extent(end=spans[-1].end, text=" ".join(parts)), **about)

    @property
    def suffix(self) -> str:
        """Ending of the name in lower case, with its dot."""
        return self.path.suffix.lower()

    @property
    def item(self) -> str:
        """The item that the file is named after, or the sheet if there are several."""
        return self.sheet or self.path.stem

    def known(self, part: str) -> Any:
        """Return the text, JSON, records or table; None for whoever need not say why it is none."""
        try:
            return getattr(self, part)
        except Unreadable:
            return None

    def forget(self) -> None:
        """Forget text, JSON and table to free their memory; each is made again when needed."""
        for made in ("text", "lines", "json", "object", "records", "table"):
            self.__dict__.pop(made, None)
        self.found.clear()

    @cached_property
    def text(self) -> str:
        """The content as text: UTF-8, or UTF-16 if it says so; nothing else is guessed at."""
        content = self.content
        wrong = partial(self.unreadable, fix=AS_TEXT)
        if binary := binary_kind(content):
            raise self.unreadable(f"the file is {binary[0]}, not a coding", binary[1])
        if content.startswith(PACKED_START):
            raise wrong("the file is a spreadsheet or another packed file, not a text file")
        sixteen = content.startswith(WIDE_STARTS)
        try:
            text = content.decode("utf-16" if sixteen else "utf-8")
        except UnicodeDecodeError as error:
            if sixteen:
                raise wrong("the file begins as UTF-16, but does not go on so") from None
            if self.choices.encoding:
                return self._decoded()
            line = line_at(content[: error.start].decode("latin-1"))
            what = "the file was not saved as UTF-8"
            self.encodings = other_encodings(content, error.start)
            if not self.encodings:
                raise wrong(what, row=line) from None
            name, word = next(iter(self.encodings.items()))
            fix = f"if {word!r} is right, choose that encoding; otherwise {AS_TEXT}"
            what += f"; read as {CODE_PAGES[name]}, one of its words is {word!r}"
            command = f"--encoding {name}"
            raise wrong(what, fix=fix, row=line, asks="encoding", command=command) from None
        if "\0" in text:
            line = line_at(text[: text.index("\0")])
            raise wrong("the file is no plain text: it holds a NUL character", row=line)
        return text.lstrip("\ufeff")

    def _decoded(self) -> str:
        encoding = self.choices.encoding
        try:
            return self.content.decode(encoding)
        except UnicodeDecodeError as error:
            line = line_at(self.content[: error.start].decode("latin-1"))
            what = f"the file is not {CODE_PAGES.get(encoding, encoding)} either"
            raise self.unreadable(what, AS_TEXT, row=line) from None

    @cached_property
    def lines(self) -> list[str]:
        r"""Lines of the text, whichever of ``\n``, ``\r\n`` and ``\r`` ends them."""
        lines = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return lines if lines[-1] else lines[:-1]

    @cached_property
    def start(self) -> str:
        """The first character that is not white, or nothing."""
        return self.text[:START].lstrip()[:1] or self.text.lstrip()[:1]

    @property
    def may_be_text(self) -> bool:
        """Whether it may be a text; a packed or binary file is none, whatever it holds."""
        start = self.content[:START]
        plain = b"\0" not in start and not start.startswith(PACKED_START)
        return plain or start.startswith(WIDE_STARTS)

    @property
    def first_lines(self) -> list[str]:
        """Lines at the begin of the text, without splitting all of it."""
        if len(self.text) <= START:
            return self.lines
        return re.split(r"\r\n?|\n", self.text[:START])[:-1]

    @property
    def first_line(self) -> bytes:
        """How tables of one kind begin; nothing if that is a list of numbers."""
        first = self.content[:4096].split(b"\n", 1)[0]
        return first if first.strip(b"0123456789,; \t\r") else b""

    @property
    def json_start(self) -> str:
        """How a file starts, without reading it as text: ``[``, ``{``, or nothing."""
        start = self.content[:4096].replace(b"\0", b"").lstrip(BEFORE_JSON)[:1]
        return start.decode() if start in (b"[", b"{") else ""

    @cached_property
    def json(self) -> Any:
        """The content as JSON; objects are of type `JsonObject`."""
        return json_of(self.text, self.name)

    @cached_property
    def object(self) -> JsonObject | None:
        """The object that a JSON file holds; None if it is no JSON, or holds anything else."""
        found = self.known("json") if self.json_start == "{" else None
        return found if isinstance(found, JsonObject) else None

    @cached_property
    def records(self) -> list[tuple[int, JsonObject]]:
        """The objects of a JSON file with their numbers: its lines, those of its list, or one."""
        if not JSON_START.match(self.text):
            return []
        first, *more = self.text.strip().splitlines()[:2]
        if more and first.rstrip().endswith("}"):
            found = list(self.json_lines())
            for wrong in (one for _, one in found if isinstance(one, Problem)):
                raise Unreadable(wrong)
        else:
            found = list(enumerate(self.json if isinstance(self.json, list) else [self.json], 1))
        return found if all(isinstance(one, JsonObject) for _, one in found) else []

    def json_lines(self) -> Iterator[tuple[int, Any]]:
        """Read lines that are not empty as JSON, with their numbers; a problem if one is none."""
        for row, line in enumerate(self.lines, 1):
            try:
                if line.strip():
                    yield row, json_of(line, self.name, "line")
            except Unreadable as error:
                yield row, replace(error.problem, row=row)

    @cached_property
    def table(self) -> FileTable:
        """The content as a table: one without columns of JSON that is no list of records."""
        short = not (self.sheet or self.first_line) and self.beside.of_all(_hold_lists)
        listed = partial(only_list, least=1 if short else FEW, lines=self.choices.times == UNITS)
        lists: tuple[Callable[[str], FileTable | None], ...]
        lists = () if self.sheet else (list_of_labels, numbered_lines, listed, lists_in_lines)
        found = next(filter(None, (make(self.text) for make in lists)), None)
        if not found and JSON_START.match(self.text):
            return records_table(self.records) or FileTable("JSON", ("",), 1, [])
        if found:
            return found
        read = table_of(self.text, self.name, sheet=self.sheet, reached=self.reached)
        merged = one_column_each(read)
        said_apart = ({*read.names} - {*merged.names}) & self.choices.columns.keys()
        return read if said_apart else merged


def binary_kind(content: bytes) -> tuple[str, str] | None:
    """Return what a file without text is and what to bring instead; None if it is not known."""
    packed = content.startswith(PACKED_START)
    for one in BINARY["packed" if packed else "starts"]:
        known = one["bytes"].encode()
        if known in content if packed else re.match(known, content, re.DOTALL):
            return one["what"], one["fix"]
    return None


def _hold_lists(files: Files) -> bool:
    """Return whether one of the files is a list of numbers and nothing else."""
    bare = (one.content for one in files.values() if not (one.sheet or one.first_line))
    return any(only_list(one.decode("ascii", "replace"), lines=True) for one in bare)


def json_of(text: str, file: str, part: str = "file") -> Any:
    """Read a text as JSON; objects are of type `JsonObject`."""
    wrong = partial(Problem, file=file)
    try:
        return json.loads(
            text, object_pairs_hook=JsonObject, parse_int=lambda digits: int(digits[:DIGITS])
        )
    except json.JSONDecodeError as error:
        what, fix = f"{error.msg} at column {error.colno}", CORRECT
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            what, fix = f"the {part} ends in the middle of the JSON", COMPLETE
        problem = wrong(row=error.lineno, what=f"not valid JSON: {what}", fix=fix)
    except RecursionError:
        problem = wrong(what="the JSON is nested too deeply", fix="export it again")
    raise Unreadable(problem)


def other_encodings(content: bytes, place: int) -> dict[str, str]:
    """Return the code pages under which the word at a place consists of letters, with that word."""
    start = max(content.rfind(sign, 0, place) for sign in WORD_ENDS) + 1
    ends = [end for sign in WORD_ENDS if (end := content.find(sign, place)) >= 0]
    raw = content[start : min(ends, default=len(content))][:60]
    found = {}
    for name in CODE_PAGES:
        word = raw.decode(name, errors="replace").strip("\"'„“”»«.:()")
        if WITHIN_WORDS.sub("", word).isalpha() and word[1:] == word[1:].lower():
            found[name] = word
    return found


def line_at(before: str) -> int:
    """Count the lines of the text before a place: the line in which the place is."""
    return 1 + len(re.findall(r"\r\n?|\n", before))


class Files(dict[str, Document]):
    """All files of an import by their names, with what readers make of all of them."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.made: dict[object, Any] = {}

    def of_all(self, make: Callable[[Files], Made]) -> Made:
        """Return what a reader makes of all files, made once for all of them."""
        if make not in self.made:
            self.made[make] = make(self)
        return cast("Made", self.made[make])
