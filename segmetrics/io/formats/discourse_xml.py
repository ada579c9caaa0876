"""Trees of discourse and argument in XML, RS3 and argument graphs: the units of texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from segmetrics.io.document import Document
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.xml_files import elements, root_name
from segmetrics.phrases import counted

UNITS = {"rst": "segment", "arggraph": "edu"}
"""The element of an elementary unit, by the root."""


def recognise(document: Document) -> str | None:
    """Recognise a tree by its root element."""
    root = root_name(document)
    return (
        f"XML with the root {root}; its units are read, and no relations" if root in UNITS else None
    )


def read(document: Document) -> Iterator[Found]:
    """Read the elementary units of a text, in the order of the file."""
    kind = UNITS[root_name(document) or ""]
    found = [one.text.split() for one in elements(document) if one.name == kind]
    parts = [" ".join(words) for words in found if words]
    if not parts:
        fix = "bring the file in which the text is divided into them"
        raise document.unreadable(f"no <{kind}> with a text in the file", fix)
    if len(parts) < len(found):
        yield document.notice(f"{counted(len(found) - len(parts), kind)} without a text: no unit")
    starts = list(accumulate((1 + len(part) for part in parts[:-1]), initial=0))
    spans = [Span(start, start + len(part)) for start, part in zip(starts, parts, strict=True)]
    yield document.marked(spans, Extent(end=spans[-1].end, text=" ".join(parts)))
