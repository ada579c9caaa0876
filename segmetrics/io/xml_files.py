"""XML files from strangers: read element by element, with nothing in them resolved.

A document type declaration can define entities that grow without bound, or stand for other files:
a file with such definitions is refused. One that only names a file is passed over, and nothing is
looked up in that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from xml.parsers import expat

from segmetrics.io.document import Document
from segmetrics.io.problems import Unreadable, shortened

MAX_DEPTH = 100  # elements within elements; the formats that are read need less than ten
AGAIN = "export the file again"
WITHOUT_DTD = "delete the lines from <!DOCTYPE to its end, and the entities that they define"
HEAD = 1 << 16  # how much is enough to see the root element
# A value that is longer than a part is scanned once more with each part that follows.
PART, PARTS = 1 << 20, 16


@dataclass(slots=True)
class Element:
    """An element of an XML file."""

    name: str
    attributes: Mapping[str, str]
    depth: int
    line: int
    text: str = ""


def root_name(document: Document) -> str | None:
    """Name the root element of a file."""
    head = document.content[:HEAD].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if not head.startswith(b"<") or not any(sign in head for sign in (b"</", b"/>", b"<?", b"<!")):
        return None
    reader = _Reader(document)
    # What is wrong is said when the file is read.
    with suppress(expat.ExpatError, LookupError, ValueError):
        reader.parser.Parse(document.content[:HEAD], False)
    return reader.found[0].name if reader.found else None


def elements(document: Document) -> Iterator[Element]:
    """Read the elements of a file, in the order of their start tags."""
    reader = _Reader(document)
    for _ in reader.parts():
        while len(reader.found) > 1:  # the text of the last one may go on
            yield reader.found.popleft()
    yield from reader.found


Mark = tuple[str, int, int]
"""The name of an element, and how many signs, without white space, precede its begin and end."""


def marked_text(document: Document) -> tuple[str, list[Mark]]:
    """Return the text of all elements, and what each marks, whatever the white space around."""
    reader = _Reader(document)
    text: list[str] = []
    length = 0
    open_marks: list[tuple[str, int]] = []
    marks: list[Mark] = []

    def characters(more: str) -> None:
        nonlocal length
        text.append(more)
        length += len("".join(more.split()))

    def start(name: str, attributes: dict[str, str]) -> None:
        reader.start(name, attributes)
        if marks and marks[-1][2] == length:
            text.append(" ")  # two elements side by side are no one word
        open_marks.append((name, length))

    def end(name: str) -> None:
        reader.end(name)
        marks.append((*open_marks.pop(), length))

    reader.parser.StartElementHandler = start
    reader.parser.EndElementHandler = end
    reader.parser.CharacterDataHandler = characters
    for _ in reader.parts():
        reader.found.clear()
    return " ".join("".join(text).split()), sorted(marks, key=lambda one: (one[1], -one[2]))


class _Reader:
    """Collects elements as the parser meets them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: deque[Element] = deque()
        self.depth = 0
        self.texts: list[str] | None = None
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.doctype
        parser.SkippedEntityHandler = self.skipped

    def parts(self) -> Iterator[None]:
        """Parse part after part."""
        content = self.document.content
        size = max(PART, -(-len(content) // PARTS))
        try:
            for start in range(0, max(len(content), 1), size):
                self.parser.Parse(content[start : start + size], start + size >= len(content))
                yield
        except expat.ExpatError as error:
            what = f"not well-formed XML: {expat.ErrorString(error.code)}"
            place = f" at column {error.offset + 1}"
            raise self.document.unreadable(what + place, AGAIN, row=error.lineno) from None
        except (LookupError, ValueError) as error:  # the encoding that the file names
            what = f"the encoding of the XML cannot be read: {error}"
            raise self.document.unreadable(what, "save it as UTF-8", row=1) from None

    def refuse(self, what: str, fix: str) -> Unreadable:
        return self.document.unreadable(what, fix, row=self.parser.CurrentLineNumber)

    def doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        del system, public
        if internal:
            what = f"the XML declares a document type (DTD) {shortened(name)!r} with definitions"
            raise self.refuse(what, WITHOUT_DTD)

    def skipped(self, name: str, is_parameter: int) -> None:
        if not is_parameter:
            what = f"&{shortened(name, 24)}; stands for something that the file does not say"
            raise self.refuse(what, WITHOUT_DTD)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refuse(f"XML elements are nested more than {MAX_DEPTH} deep", AGAIN)
        self.close()
        self.texts = []
        self.found.append(Element(name, attributes, self.depth, self.parser.CurrentLineNumber))

    def end(self, name: str) -> None:
        del name
        self.depth -= 1
        self.close()

    def characters(self, text: str) -> None:
        if self.texts is not None:
            self.texts.append(text)

    def close(self) -> None:
        """Set the text of the last element, which a child or its end has ended."""
        if self.texts:
            self.found[-1].text = "".join(self.texts)
        self.texts = None
