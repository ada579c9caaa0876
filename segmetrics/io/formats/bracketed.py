"""Texts in which each coder put segments in square brackets, perhaps with a code behind each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from segmetrics.io.document import Document, Files
from segmetrics.io.files import OF_TEXTS
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import Unreadable

# What stands in brackets, in which no other begins, and a code right behind them.
BRACKETED = re.compile(r"\[([^\[\]]*)\](?:([^\W_]{1,12})\b(?!['’]))?")
WORD = re.compile(r"[^\W\d_]{2}")
A_WORD = re.compile(r"[\u3040-\u9fff]|[^\s\u3040-\u9fff]+")  # Chinese has no blanks between words
FEWEST = 3  # brackets of a text
WORDS = 2  # in a bracket on average, where most of a text is in brackets: no list of names
MOSTLY = 0.5  # share of a text in brackets from which on they are its segments


class _Marked(NamedTuple):
    """A text without its brackets and codes, and the segments that stood in brackets."""

    text: str
    spans: tuple[Span, ...]

    @property
    def held(self) -> list[str]:
        """What stood in brackets."""
        return [self.text[span.start : span.end] for span in self.spans]

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Behind how many characters each bracket begins and ends, however a text is laid out."""
        return tuple((self._before(span.start), self._before(span.end)) for span in self.spans)

    def _before(self, place: int) -> int:
        return sum(map(len, self.text[:place].split()))


def recognise(document: Document) -> str | None:
    """Recognise a text that is mostly in brackets, or one that other files bracket otherwise."""
    marked = _marked(document)
    if marked is None:
        return None
    held = sum(span.end - span.start for span in marked.spans)
    long = len(A_WORD.findall(" ".join(marked.held))) >= WORDS * len(marked.spans)
    if long and held > MOSTLY * len(marked.text.strip()):
        return "segments in square brackets"
    others = document.beside.of_all(_texts)[_words(marked.text)]
    return "brackets, in a text that others bracket otherwise" if others > 1 else None


def _marked(document: Document) -> _Marked | None:
    """Return a text without its brackets; None where they are few, or not closed."""
    if document.suffix not in ("", *OF_TEXTS) or not document.may_be_text:
        return None
    text = document.text
    found = list(BRACKETED.finditer(text))
    if len(found) < FEWEST or {text.count("["), text.count("]")} != {len(found)}:
        return None
    if not any(map(WORD.search, (one[1] for one in found))):
        return None  # numbers or times
    parts, spans, end, length = [], [], 0, 0
    coded = sum(one[2] is not None for one in found) == len(found)
    for one in found:
        before = text[end : one.start()]
        parts += [before, one[1]]
        start = length + len(before)
        length = start + len(one[1])
        spans.append(Span(start, length, one[2] if coded else ""))
        end = one.end() if coded else one.end(1) + 1
    return _Marked("".join([*parts, text[end:]]), tuple(spans))


def _texts(beside: Files) -> Counter[str]:
    """Count in how many ways files bracket each text."""
    ways: dict[str, set[tuple[tuple[int, int], ...]]] = {}
    for document in beside.values():
        with suppress(Unreadable):  # it is named when its turn comes
            if (marked := _marked(document)) is not None:
                ways.setdefault(_words(marked.text), set()).add(marked.places)
    return Counter({text: len(of) for text, of in ways.items()})


def _words(text: str) -> str:
    return " ".join(text.split())


def read(document: Document) -> Iterator[Found]:
    marked = _marked(document)
    if marked is not None:
        yield document.marked(marked.spans, Extent(end=len(marked.text), text=marked.text))
