"""XML that is read by its elements: units of discourse and argument, and whatever has times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from segmetrics.io.clock_times import seconds_in
from segmetrics.io.document import Document
from segmetrics.io.formats import segment_rows
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.segment_columns import edge_called
from segmetrics.io.table_files import FileTable
from segmetrics.io.xml_files import Element, elements, root_name
from segmetrics.phrases import counted

read_times, guessed_roles_times = segment_rows.read, segment_rows.guessed_roles
# The element of an elementary unit, by the root.
UNITS = {"rst": "segment", "arggraph": "edu"}
# The columns of the table that elements make; the first has their names, which may be layers.
COLUMNS = ("tier", "begin", "end")


def recognise_units(document: Document) -> str | None:
    """Recognise a tree by its root element."""
    root = root_name(document)
    why = f"XML with the root {root}; its units are read, and no relations"
    return why if root in UNITS else None


def read_units(document: Document) -> Iterator[Found]:
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


def recognise_times(document: Document) -> str | None:
    """Recognise elements with attributes such as startTime and endTime, or with a time."""
    found = list(elements(document)) if root_name(document) else []
    rows = [(one.line, [one.name, *times]) for one in found if (times := _times(one))]
    telling = any({*".:"} & {*cell} for _, cells in rows for cell in cells[1:])
    if not telling or not any(cells[-1] for _, cells in rows):
        return None  # whole numbers may count characters
    document.table = FileTable("XML", COLUMNS, 1, rows)
    return segment_rows.recognise(document)


def _times(element: Element) -> list[str]:
    """Return the begin and the end of an element, an empty end of one with one time; or nothing."""
    found: dict[str, str] = {}
    for name, value in element.attributes.items():
        kind = edge_called(name)
        if kind and seconds_in(value) is not None:
            found.setdefault(kind, value)
    begin = found.get("begin", found.get("time"))
    return [] if begin is None else [begin, found.get("end", "")]
