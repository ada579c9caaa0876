"""Word documents: their paragraphs as the lines of a text, headings as Markdown writes them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import takewhile
from typing import Any, NamedTuple

from segmetrics.extras import missing
from segmetrics.io.archives import names_in, packed_files
from segmetrics.io.document import Source
from segmetrics.io.problems import Notice, Problem, Unreadable, printable

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DOCUMENT = "word/document.xml"
HEADING = "# "  # how a heading begins in the text
RULE = "---"  # a line that is drawn
SYMBOL = "◆"  # one that was inserted from a font of signs
AS_TEXT = "save it as plain text in UTF-8, with a line of ====== where each segment begins"
MOST_PARAGRAPHS = 50_000
PARAGRAPH = re.compile(rb"<w:p[ />]")
LONGEST_HEADING = 8  # words of a bold line that is one
ENDS_OF_SENTENCES = tuple(".!?…:;,")
# What of a paragraph is no text of its own: what was deleted, and another paragraph within it.
GONE = ("del", "moveFrom", "txbxContent", "pPr", "delText", "instrText", "Fallback")
BREAKS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def texts_of_documents(sources: Iterable[Source | Notice]) -> Iterator[Source | Notice]:
    """Give the text of a Word document in its place, and other files as they are."""
    for source in sources:
        if isinstance(source, Source) and DOCUMENT in names_in(source):
            yield _opened(source)
        else:
            yield source


def _opened(source: Source) -> Source | Notice:
    """Read a document; whatever is wrong with it is a problem."""
    wrong = partial(Problem, file=source.name, fix=AS_TEXT)
    if why := missing("word", "a Word document"):
        return wrong(what=why)
    try:
        held = packed_files(source)  # within the limits of an archive
        if len(PARAGRAPH.findall(held[DOCUMENT])) > MOST_PARAGRAPHS:
            what = f"the document is too long: more than {MOST_PARAGRAPHS:,} paragraphs"
            return wrong(what=what)
        return replace(source, content="\n".join(_lines(source.content)).encode())
    except Unreadable as error:
        return replace(error.problem, fix=AS_TEXT)
    except MemoryError:  # no fault of the file, and nothing to go on with
        raise
    except Exception as error:  # the library raises anything on a damaged file
        said = printable(str(error)) or type(error).__name__
        return wrong(what="the Word document cannot be read", text=said)


def _lines(content: bytes) -> Iterator[str]:
    """Yield the lines of a document, paragraph by paragraph."""
    import docx

    document = docx.Document(BytesIO(content))
    body = document.element.body
    headings = {one.style_id for one in document.styles if _names_heading(one.name or "")}
    in_boxes = {one for box in body.iter(f"{W}txbxContent") for one in box.iter(f"{W}p")}
    paragraphs = [
        _Paragraph("".join(_text(one)).strip(), one)
        for one in body.iter(f"{W}p")
        if one not in in_boxes
    ]
    is_heading = partial(_is_heading, headings=headings)
    written = [one for one in paragraphs if one.text]
    head = sum(1 for _ in takewhile(is_heading, written))
    below = takewhile(partial(_is_all, kind="i"), written[head:]) if head else ()
    title = {id(one) for one in written[: head + len([*below])]}
    for one in paragraphs:
        start = HEADING if id(one) in title or is_heading(one) else ""
        yield from (start + line for line in one.text.split("\n") if line.strip())
        if _is_ruled(one):
            yield RULE


class _Paragraph(NamedTuple):
    """A paragraph: its text, and its element."""

    text: str
    element: Any

    def of(self, name: str) -> Any:
        """Return an element of its properties, or None."""
        return self.element.find(f"{W}pPr/{W}{name}")


def _is_ruled(paragraph: _Paragraph) -> bool:
    """Return whether a line is drawn below a paragraph, as Word makes of ``---`` and ``===``."""
    sides = paragraph.of("pBdr")
    drawn = {
        one.tag.removeprefix(W)
        for one in (sides if sides is not None else ())
        if one.get(f"{W}val") not in ("none", "nil")
    }
    pictures = paragraph.element.iter(f"{W}pict")
    return drawn - {"between", "bar"} == {"bottom"} or any(
        name.endswith("}hr") for picture in pictures for one in picture for name in one.attrib
    )


def _text(element: Any) -> Iterator[str]:
    """Yield the text within an element, as it stands once all changes are accepted."""
    for child in element:
        name = child.tag.removeprefix(W) if isinstance(child.tag, str) else ""
        if name == "t":
            yield child.text or ""
        elif name in BREAKS:
            yield BREAKS[name]
        elif name == "sym":
            yield SYMBOL
        elif name not in GONE:
            yield from _text(child)


def _names_heading(style: str) -> bool:
    return style.lower().startswith(("heading", "title", "subtitle"))


def _is_heading(paragraph: _Paragraph, headings: Collection[str]) -> bool:
    """Return whether a paragraph has the style of a heading, or is bold and as short as one."""
    style = paragraph.of("pStyle")
    if style is not None and style.get(f"{W}val") in headings:
        return True
    ends = paragraph.text.endswith(ENDS_OF_SENTENCES)
    return not ends and paragraph.text.count(" ") < LONGEST_HEADING and _is_all(paragraph, "b")


def _is_all(paragraph: _Paragraph, kind: str) -> bool:
    """Return whether all that is written in a paragraph is bold, or in italics."""
    runs = [one for one in paragraph.element.iter(f"{W}r") if "".join(_text(one)).strip()]
    found = [one.find(f"{W}rPr/{W}{kind}") for one in runs]
    return bool(found) and all(
        one is not None and one.get(f"{W}val") not in ("0", "false", "off") for one in found
    )
