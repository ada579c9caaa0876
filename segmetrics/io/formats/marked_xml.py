"""XML whose elements mark stretches of a text that is the same in several files."""

from __future__ import annotations

from collections.abc import Iterator

from segmetrics.io.document import Document, Files
from segmetrics.io.offsets import CHARACTERS, Ground, MarkedSpan, MarkedText, marked_texts
from segmetrics.io.parts import Found
from segmetrics.io.problems import Unreadable
from segmetrics.io.xml_files import AGAIN, Mark, marked_text, root_name

FEWEST_WORDS = 20  # of a text; of fewer, two files may have the same by chance


def recognise(document: Document) -> str | None:
    """Recognise a text with elements in it by another file that has the same text."""
    if root_name(document) is None or len(document.beside) < 2:
        return None
    several = document.name in document.beside.of_all(_texts)
    return "XML with elements around parts of a text, which is the same in several files" * several


def _texts(files: Files) -> dict[str, str]:
    """Return the texts that several XML files have, whatever their white space, with most of it."""
    found: dict[str, list[tuple[str, str]]] = {}
    ways: dict[str, set[tuple[Mark, ...]]] = {}
    for document in files.values():
        try:
            text, marks = marked_text(document) if root_name(document) else ("", [])
        except Unreadable:
            continue
        words = text.split()
        if len(words) >= FEWEST_WORDS:
            found.setdefault("".join(words), []).append((document.name, text))
            ways.setdefault("".join(words), set()).add(tuple(marks))
    if all(len(of) < 2 for of in ways.values()):
        return {}  # of copies nobody is the coder
    return {
        name: max((text for _, text in alike), key=len)
        for alike in found.values()
        for name, _ in alike
        if len(alike) > 1
    }


def read(document: Document) -> Iterator[Found]:
    """Read what elements of one name mark, as a layer each."""
    text = document.beside.of_all(_texts)[document.name]
    signs = [at for at, sign in enumerate(text) if not sign.isspace()]
    layers: dict[str, list[MarkedSpan]] = {}
    for name, first, last in marked_text(document)[1]:
        start = signs[first] if first < len(signs) else len(text)
        end = signs[last - 1] + 1 if last > first else start
        layers.setdefault(name, []).append(MarkedSpan.at((start, end), labels=(name,)))
    ground = Ground(text)
    texts = [MarkedText({"layer": name}, ground, of) for name, of in layers.items()]
    yield from marked_texts(document, texts, CHARACTERS, AGAIN)
