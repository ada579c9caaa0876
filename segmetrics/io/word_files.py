"""Word documents: their paragraphs as the lines of a text, headings as Markdown writes them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import takewhile
from typing import Any

from segmetrics.extras import missing
from segmetrics.io.archives import names_in, packed_files
from segmetrics.io.document import Source
from segmetrics.io.problems import Notice, Problem, Unreadable, printable

DOCUMENT = "word/document.xml"
HEADING = "# "  # how a heading begins in the text
RULE = "---"  # a line that is drawn
AS_TEXT = "save it as plain text in UTF-8, with a line of ====== where each segment begins"
LONGEST_HEADING = 8  # words of a bold line that is one
ENDS_OF_SENTENCES = tuple(".!?…:;,")
# What of a paragraph is no text of its own: what was deleted, and another paragraph within it.
GONE = ("del", "moveFrom", "txbxContent", "pPr", "delText", "instrText")
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
        packed_files(source)  # within the limits of an archive
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
    from docx.text.paragraph import Paragraph

    document = docx.Document(BytesIO(content))
    found = document.element.body.xpath(".//w:p[not(ancestor::w:txbxContent)]")
    paragraphs = [(Paragraph(one, document), "".join(_text(one))) for one in found]
    written = [one for one, text in paragraphs if text.strip()]
    headings = {one.style_id for one in document.styles if _names_heading(one.name or "")}
    is_heading = partial(_is_heading, headings=headings)
    head = list(takewhile(is_heading, written))
    head += takewhile(_is_slanted, written[len(head) :]) if head else ()
    above = {id(one) for one in head}
    for one, text in paragraphs:
        if text.strip():
            start = HEADING if id(one) in above or is_heading(one) else ""
            yield from (start + line for line in text.split("\n") if line.strip())
        if _is_ruled(one._p):
            yield RULE


def _is_ruled(paragraph: Any) -> bool:
    """Return whether a line is drawn below a paragraph, as Word makes of ``---`` and ``===``."""
    sides = {one.tag.rpartition("}")[2] for one in paragraph.xpath("./w:pPr/w:pBdr/*")}
    drawn = paragraph.xpath(".//*[@*[local-name()='hr']]")
    return sides - {"between", "bar"} == {"bottom"} or bool(drawn)


def _text(element: Any) -> Iterator[str]:
    """Yield the text within an element, as it stands once all changes are accepted."""
    for child in element:
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if name == "t":
            yield child.text or ""
        elif name in BREAKS:
            yield BREAKS[name]
        elif name not in GONE:
            yield from _text(child)


def _names_heading(style: str) -> bool:
    return style.lower().startswith(("heading", "title", "subtitle"))


def _is_heading(paragraph: Any, headings: Collection[str]) -> bool:
    """Return whether a paragraph has the style of a heading, or is bold and as short as one."""
    if paragraph._p.style in headings:
        return True
    runs = [run for run in paragraph.runs if run.text.strip()]
    text = paragraph.text.strip()
    short = len(text.split()) <= LONGEST_HEADING and text[-1:] not in ENDS_OF_SENTENCES
    return short and bool(runs) and all(run.bold for run in runs)


def _is_slanted(paragraph: Any) -> bool:
    """Return whether a paragraph is in italics, as a line that says where a text is from."""
    runs = [run for run in paragraph.runs if run.text.strip()]
    return bool(runs) and all(run.italic for run in runs)
