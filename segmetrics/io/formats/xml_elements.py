"""XML that is read by its elements: units of discourse and argument, and whatever has times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segmetrics.io.cells import Row
from segmetrics.io.clock_times import NUMBER, seconds_in
from segmetrics.io.document import Document
from segmetrics.io.formats import segment_rows
from segmetrics.io.names import path_of
from segmetrics.io.offsets import UTF16, Ground, MarkedSpan, MarkedText, marked_texts
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import shortened
from segmetrics.io.segment_columns import edge_called
from segmetrics.io.table_files import FileTable
from segmetrics.io.xml_files import AGAIN, Element, elements, root_name
from segmetrics.phrases import counted

read_times, guessed_roles_times = segment_rows.read, segment_rows.guessed_roles
# The element of an elementary unit, by the root.
UNITS = {"rst": "segment", "arggraph": "edu"}
GLOZZ, POSITION, TEXT = "annotations", b"<singlePosition", ".ac"
# The columns of the table that elements make; the first has their names, which may be layers.
COLUMNS = ("tier", "begin", "end")
# The attribute of layers of Sonic Visualiser that says how many samples a second has.
RATE = "sampleRate"


def recognise_units(document: Document) -> str | None:
    """Recognise a tree by its root element."""
    root = root_name(document)
    if root == GLOZZ and POSITION in document.content:
        return f"units of Glozz, on the text {TEXT} beside them; no relations are read"
    why = f"XML with the root {root}; its units are read, and no relations"
    return why if root in UNITS else None


def read_units(document: Document) -> Iterator[Found]:
    """Read the elementary units of a text, in the order of the file."""
    if root_name(document) == GLOZZ:
        yield from _of_glozz(document)
        return
    kind = UNITS[root_name(document) or ""]
    found = [one.text.split() for one in elements(document) if one.name == kind]
    parts = [" ".join(words) for words in found if words]
    if not parts:
        fix = "bring the file in which the text is divided into them"
        raise document.unreadable(f"no <{kind}> with a text in the file", fix)
    if len(parts) < len(found):
        yield document.notice(f"{counted(len(found) - len(parts), kind)} without a text: no unit")
    yield document.divided(parts)


def recognise_companion(document: Document) -> str | None:
    """Recognise the text of units of Glozz by the file beside it."""
    units = document.beside.get(f"{path_of(document.name)}.aa")
    known = document.suffix == TEXT and units and recognise_units(units)
    return "the text of units of Glozz" if known else None


def _of_glozz(document: Document) -> Iterator[Found]:
    """Read the units of each type, which are a layer, between characters of a text."""
    marks: dict[str, list[tuple[int, int]]] = {}
    label, inside = "", False
    edges: list[int] = []
    for one in elements(document):
        if one.name in ("unit", "relation", "schema"):
            label, edges, inside = "", [], one.name == "unit"
        elif one.name == "type":
            label = one.text.strip()
        elif one.name == "singlePosition" and inside:
            place = one.attributes.get("index", "")
            if not place.isdecimal() or (edges and int(place) < edges[0]):
                what = f"a unit that begins or ends at {shortened(place)!r}"
                raise document.unreadable(what, AGAIN, row=one.line)
            edges.append(int(place))
            if len(edges) == 2:
                marks.setdefault(label, []).append((edges[0], edges[1]))
    *_, before, last = 0, 0, *sorted(max(end for _, end in of) for of in marks.values())
    last -= last - before == 1  # one type alone includes the end of the last line
    beside = document.beside.get(f"{path_of(document.name)}{TEXT}")
    ground = Ground(beside.text if beside else "")
    if len(ground.text) < last:
        what = f"no text {TEXT} beside it, or one that is too short: its characters are counted"
        yield document.notice(what)
    for name, of in marks.items():
        if len(ground.text) < last:
            spans = [Span(begin, min(end, last), name) for begin, end in of]
            extent = Extent(end=last, counted=True, counts="character")
            yield document.marked(spans, extent, layer=name)
            continue
        marked = [MarkedSpan.at(one, labels=(name,)) for one in of]
        text = MarkedText({"layer": name}, ground, marked)
        yield from marked_texts(document, [text], UTF16, AGAIN)


def recognise_times(document: Document) -> str | None:
    """Recognise elements with attributes such as startTime and endTime, or with a time."""
    found = list(elements(document)) if root_name(document) else []
    rows, columns = list(_sampled(found)), ("begin", "end", "label")
    if not rows:
        rows = [(one.line, [one.name, *times]) for one in found if (times := _times(one))]
        columns = COLUMNS
        telling = any({*".:"} & {*cell} for _, cells in rows for cell in cells[1:])
        if not telling or not any(cells[-1] for _, cells in rows):
            return None  # whole numbers may count characters
    document.table = FileTable("XML", columns, 1, rows)
    return segment_rows.recognise(document)


def _sampled(found: Sequence[Element]) -> Iterator[Row]:
    """Return when elements begin and end that count samples, so many a second, and their labels."""
    rates = [float(rate) for one in found if NUMBER.fullmatch(rate := one.attributes.get(RATE, ""))]
    for one in found if rates and rates[0] else ():
        first, length = (one.attributes.get(name, "") for name in ("frame", "duration"))
        if NUMBER.fullmatch(first):
            end = str((float(first) + float(length)) / rates[0]) if length else ""
            label = one.attributes.get("label", "")
            yield one.line, [str(float(first) / rates[0]), end, label]


def _times(element: Element) -> list[str]:
    """Return the begin and the end of an element, an empty end of one with one time; or nothing."""
    found: dict[str, str] = {}
    for name, value in element.attributes.items():
        kind = edge_called(name)
        if kind and seconds_in(value) is not None:
            found.setdefault(kind, value)
    begin = found.get("begin", found.get("time"))
    return [] if begin is None else [begin, found.get("end", "")]
