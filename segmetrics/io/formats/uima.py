"""Annotated texts of INCEpTION, WebAnno and other tools on UIMA: CAS as XMI or as JSON.

Both hold a text (*sofa*), annotations of many types (*layers*) with ``begin`` and ``end``
in UTF-16 code units, and for each view of the text the annotations that belong to it:

https://uima.apache.org/d/uimaj-current/references.html (XMI CAS Serialization Reference)
https://github.com/apache/uima-uimaj-io-jsoncas/blob/main/SPECIFICATION.adoc

Which layer holds the segments
------------------------------
One layer for all files that are given together. Layers of a project go before the
headings, paragraphs and named entities that many tools know; among them one whose name
speaks of segments, topics or boundaries; then the one with most annotations. A file in
which nobody marked anything in it is a coding without boundaries.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from segmetrics.io.document import Document, JsonObject
from segmetrics.io.parts import Extent, Span, SpanCoding
from segmetrics.io.problems import HALF, Notice, Problem, Unreadable, shortened
from segmetrics.io.xml_files import elements, root_name
from segmetrics.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from segmetrics.io.document import Beside


XMI = "http://www.omg.org/XMI"
TYPE_SYSTEM = "http://uima.apache.org/resourceSpecifier typeSystemDescription"
STRUCTURES = "%FEATURE_STRUCTURES"
INITIAL_VIEW = "_InitialView"
# Files that INCEpTION puts beside those of the coders, by their names.
NO_CODERS = {
    "INITIAL_CAS": "the document before anybody coded it; not read",
    "CURATION_USER": "the curated version, which is no coding of its own; not read. "
    "To compare with it, give it another name",
}

SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
# Divisions of the text that tools make by themselves, the coarsest first.
UNITS = {f"{SEGMENTATION}Sentence": "sentence", f"{SEGMENTATION}Token": "token"}
# Layers of everybody that can hold segments, in the order of preference.
COMMON = (
    f"{SEGMENTATION}Div",
    f"{SEGMENTATION}Heading",
    f"{SEGMENTATION}Paragraph",
    "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity",
)
BUILT_IN = ("uima.", "de.tudarmstadt.ukp.dkpro.core.", "org.dkpro.core.")
TELLING = re.compile("seg|topic|bound|section|episode|scene", re.IGNORECASE)
# Features that name a segment, in the order of preference.
NAMING = ("label", "value", "identifier", "type", "category", "topic", "name")
# An annotation with both is a relation between two others.
ENDS = ({"Governor", "Dependent"}, {"@Governor", "@Dependent"})
RELATION = " (relation)"
OFFSET = re.compile("[0-9]{1,15}")
# In XMI a reference, a number and a truth value look like texts.
NO_TEXT = re.compile(r"[0-9\s.+-]*|true|false")
AGAIN = "export the file again"


@dataclass(frozen=True, slots=True)
class _Annotation:
    """An annotation as it stands in the file."""

    key: str
    sofa: str
    begin: object
    end: object
    features: Mapping[str, str]
    line: int | None


@dataclass(slots=True)
class _Cas:
    """What a file holds; `members` is None if it does not say what belongs to its views."""

    texts: dict[str, str] = field(default_factory=dict)
    first: str | None = None
    title: str | None = None
    layers: dict[str, list[_Annotation]] = field(default_factory=dict)
    members: set[str] | None = None
    layer: str | None = None
    feature: str | None = None


# Files that are read together share a layer, so all are parsed when the first is read.
_PARSED: WeakKeyDictionary[Document, _Cas | Unreadable] = WeakKeyDictionary()


def recognise_xmi(document: Document, beside: Beside) -> str | None:
    """Recognise XMI by its root element."""
    del beside
    return "XMI" if root_name(document) == f"{XMI} XMI" else None


def recognise_json(document: Document, beside: Beside) -> str | None:
    """Recognise a CAS as JSON by its list of feature structures."""
    del beside
    starts = document.content[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    found = starts and f'"{STRUCTURES}"'.encode() in document.content
    return f"JSON with {STRUCTURES}" if found else None


def recognise_companion(document: Document, beside: Beside) -> str | None:
    """Recognise files beside those of the coders, and say what they are."""
    if document.path.stem in NO_CODERS and (
        recognise_xmi(document, beside) or recognise_json(document, beside)
    ):
        return document.path.stem
    return "a type system" if root_name(document) == TYPE_SYSTEM else None


def read_companion(document: Document, beside: Beside) -> Iterator[Notice]:
    """Return what is not read; a type system says nothing that reading needs."""
    del beside
    if document.path.stem in NO_CODERS:
        yield Notice(file=document.name, what=NO_CODERS[document.path.stem])


def read(document: Document, beside: Beside) -> Iterator[SpanCoding | Notice]:
    """Read a CAS, as XMI or as JSON."""
    if document not in _PARSED:
        _parse_all({**beside, document.name: document})
    cas = _PARSED.pop(document)
    if isinstance(cas, Unreadable):
        raise cas
    text = cas.texts.get(cas.first or "", "")
    half = HALF.search(text)
    if not text or half:
        what = "half of a character in the text" if half else "no text (sofaString) in the file"
        raise Unreadable(Problem(file=document.name, what=what, fix=AGAIN))
    item = _item(document, cas)
    about = partial(Notice, file=document.name, item=item)
    yield from (about(what=what) for what in _remarks(cas))
    convert = _Offsets(text)
    units, remarks = _units(cas, text, convert)
    yield from (about(what=what) for what in remarks)
    spans: list[Span] = []
    wrong = False
    for one in _members(cas, cas.layer) if cas.layer else ():
        try:
            start, end = convert.span(one)
        except ValueError as error:
            wrong = True
            yield Problem(
                file=document.name,
                item=item,
                row=one.line,
                what=f"an annotation of {_short(cas.layer)} {error}",
                text=f"id {one.key}",
                fix="correct the annotation, or export the file again",
            )
            continue
        spans.append(Span(start, end, one.features.get(cas.feature or "", "")))
    if not wrong:
        extent = Extent(end=len(text), text=text, units=units)
        yield SpanCoding(
            file=document.name, item=item, coder=None, spans=tuple(spans), extent=extent
        )


def _item(document: Document, cas: _Cas) -> str | None:
    """Name the item where the pattern of the names of files cannot."""
    *folders, _ = document.path.parts
    if not folders:
        return cas.title
    archive = folders[-1].removesuffix(".zip")
    own = archive == document.path.stem or archive.startswith("webanno")
    return folders[-2] if own and len(folders) > 1 else None


def _parse_all(documents: Mapping[str, Document]) -> None:
    """Parse all files that are given together, and find the layer of the segments."""
    parsed: list[_Cas] = []
    for document in documents.values():
        try:
            if recognise_companion(document, documents):
                continue
            if recognise_xmi(document, documents):
                cas = _parse_xmi(document)
            elif recognise_json(document, documents):
                cas = _parse_json(document)
            else:
                continue
        except Unreadable as error:
            _PARSED[document] = error
            continue
        _PARSED[document] = cas
        parsed.append(cas)
    times: Counter[str] = Counter()
    for cas in parsed:
        times.update({name: len(_members(cas, name)) for name in cas.layers})
    layer = _choose_layer(times)
    feature = _choose_feature(
        one.features for cas in parsed for one in (_members(cas, layer) if layer else ())
    )
    for cas in parsed:
        cas.layer, cas.feature = layer, feature


def _choose_layer(times: Mapping[str, int]) -> str | None:
    """Choose the layer that holds the segments, by how often each is used."""

    def rank(name: str) -> tuple[bool, int, bool, int, str]:
        custom = not name.startswith(BUILT_IN)
        place = 0 if custom else COMMON.index(name)
        return not custom, place, not TELLING.search(_short(name)), -times[name], name

    able = [
        name for name in times if times[name] and _may_segment(name) and not name.endswith(RELATION)
    ]
    return min(able, key=rank, default=None)


def _may_segment(name: str) -> bool:
    return name in COMMON or not name.startswith(BUILT_IN)


def _choose_feature(used: Iterable[Mapping[str, str]]) -> str | None:
    """Choose the feature that labels segments, by how often each is set."""
    times = Counter(name for features in used for name in features)
    named = next((name for name in NAMING if times[name]), None)
    return named or min(times, key=lambda name: (-times[name], name), default=None)


def _short(layer: str | None) -> str:
    return (layer or "").rpartition(".")[2]


def _members(cas: _Cas, layer: str | None) -> list[_Annotation]:
    """Find the annotations of a layer that belong to the text that is read."""
    return [
        one
        for one in cas.layers.get(layer or "", ())
        if one.sofa == cas.first and (cas.members is None or one.key in cas.members)
    ]


def _remarks(cas: _Cas) -> Iterator[str]:
    """Return which layer was taken, and what was not read."""
    others = {name: len(of) for name, of in cas.layers.items() if _may_segment(name)}
    marked = others.pop(cas.layer or "", 0)
    read = len(_members(cas, cas.layer))
    if cas.layer is None:
        yield "no annotations that could be segments: a coding without boundaries"
    elif not read:
        yield f"nothing marked in the layer {cas.layer}: a coding without boundaries"
    if others:
        listed = ", ".join(f"{name} ({times})" for name, times in sorted(others.items()))
        read_from = f"segments are read from the layer {cas.layer}; " if cas.layer else ""
        yield f"{read_from}not read: {listed}"
    if marked > read:
        yield f"not read: {marked - read} of {cas.layer} that the view of the text does not hold"
    features = Counter(name for one in _members(cas, cas.layer) for name in one.features)
    features.pop(cas.feature or "", None)
    if features:
        listed = ", ".join(sorted(features))
        yield f"labels are the feature {cas.feature}; not read: {shortened(listed, 200)}"
    if len(cas.texts) > 1:
        views = len(cas.texts) - 1
        yield f"not read: {counted(views, 'other view')} of the document"


def _units(
    cas: _Cas, text: str, convert: _Offsets
) -> tuple[dict[str, tuple[Span, ...]], list[str]]:
    """Find the divisions of the text that cover all of it and do not overlap."""
    units, remarks = {}, []
    for layer, name in UNITS.items():
        try:
            edges = sorted(convert.span(one) for one in _members(cas, layer))
        except ValueError:
            edges = []
        if edges and _divides(edges, text):
            units[name] = tuple(Span(start, end, text[start:end]) for start, end in edges)
        elif cas.layers.get(layer):
            remarks.append(f"the {name}s of the file overlap or leave text out; not used as units")
    return units, remarks


def _divides(edges: Sequence[tuple[int, int]], text: str) -> bool:
    """Return whether stretches of a text hold all of it, but for white space, once."""
    around = [(0, 0), *edges, (len(text), len(text))]
    return all(start < end for start, end in edges) and all(
        end <= start and not text[end:start].strip() for (_, end), (start, _) in pairwise(around)
    )


class _Offsets:
    """Turns UTF-16 code units of a text into characters."""

    def __init__(self, text: str) -> None:
        self.wide = [place for place, sign in enumerate(text) if sign > "\uffff"]
        # Code unit at which each character of two units starts.
        self.wide = [place + before for before, place in enumerate(self.wide)]
        self.end = len(text) + len(self.wide)

    def span(self, one: _Annotation) -> tuple[int, int]:
        """Find the characters of an annotation; ValueError says what is wrong."""
        start, end = (self.character(edge) for edge in (one.begin, one.end))
        if end < start:
            raise ValueError(f"begins at {one.begin} and ends at {one.end}")
        return start, end

    def character(self, edge: object) -> int:
        if not OFFSET.fullmatch(str(edge)):
            raise ValueError(f"has the place {shortened(str(edge), 24)!r}, no whole number")
        unit = int(str(edge))
        if unit > self.end:
            raise ValueError(f"has the place {unit}, and the text ends at {self.end}")
        before = bisect_left(self.wide, unit)
        if before and self.wide[before - 1] == unit - 1:
            raise ValueError(f"has the place {unit}, which is within a character")
        return unit - before


def _parse_xmi(document: Document) -> _Cas:
    cas = _Cas()
    views: list[str] = []
    for element in elements(document):
        if element.depth != 2:
            continue  # the root, and the values of arrays
        layer = _type_name(element.name)
        attributes = dict(element.attributes)
        key = attributes.pop(f"{XMI} id", "")
        if layer == "uima.cas.Sofa":
            _add_text(cas, key, attributes.get("sofaID"), attributes.get("sofaString"))
        elif layer == "uima.cas.View":
            views.append(attributes.get("members", ""))
        elif "begin" in attributes and "end" in attributes:
            _add(cas, layer, key, attributes.pop("sofa", ""), attributes, element.line)
    if views:
        cas.members = {key for members in views for key in members.split()}
    return cas


@lru_cache(1024)
def _type_name(name: str) -> str:
    """Turn the namespace and name of an XML element into the name of a type."""
    space, _, local = name.rpartition(" ")
    package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    return local if package in ("", "uima.noNamespace") else f"{package}.{local}"


def _parse_json(document: Document) -> _Cas:
    data = document.json
    # All files that are given together are parsed before the first is read.
    del document.json
    structures = data.get(STRUCTURES)
    if isinstance(structures, JsonObject):  # an earlier form of the format
        structures = [
            JsonObject([*one.items(), ("%ID", key)])
            for key, one in structures.items()
            if isinstance(one, JsonObject)
        ]
    if not isinstance(structures, list):
        what = f"{STRUCTURES} is no list of feature structures"
        raise Unreadable(Problem(file=document.name, what=what, fix=AGAIN))
    cas = _Cas()
    for number, one in enumerate(structures, 1):
        if not isinstance(one, JsonObject) or one.repeated:
            what = f"feature structure {number} is no object, or has a key twice"
            raise Unreadable(Problem(file=document.name, what=what, fix=AGAIN))
        layer, key = str(one.get("%TYPE")), str(one.get("%ID"))
        if layer == "uima.cas.Sofa":
            _add_text(cas, key, one.get("sofaID"), one.get("sofaString"))
        elif "begin" in one and "end" in one:
            _add(cas, layer, key, str(one.get("@sofa", "")), one, None)
    cas.members = _json_members(data.get("%VIEWS"))
    return cas


def _json_members(views: Any) -> set[str] | None:
    """Find what belongs to views; None if the file does not say."""
    if not isinstance(views, JsonObject):
        return None
    listed = [view.get("%MEMBERS") for view in views.values() if isinstance(view, JsonObject)]
    lists = [members for members in listed if isinstance(members, list)]
    return {str(key) for members in lists for key in members} if lists else None


def _add_text(cas: _Cas, key: str, name: object, text: object) -> None:
    if isinstance(text, str):
        cas.texts[key] = text
        if cas.first is None or name == INITIAL_VIEW:
            cas.first = key


def _add(
    cas: _Cas, layer: str, key: str, sofa: str, features: Mapping[str, Any], line: int | None
) -> None:
    """Take an annotation, but for those of built-in layers that say nothing of segments."""
    if layer == METADATA:
        title = features.get("documentTitle")
        cas.title = title if isinstance(title, str) and title.strip() else None
    texts: dict[str, str] = {}
    if layer not in UNITS:
        if not _may_segment(layer):
            return
        if any(ends <= features.keys() for ends in ENDS):
            layer += RELATION
        texts = {name: value for name, value in features.items() if _is_text(name, value)}
    one = _Annotation(key, sofa, features["begin"], features["end"], texts, line)
    cas.layers.setdefault(layer, []).append(one)


def _is_text(name: str, value: object) -> bool:
    """Return whether a feature is a text that can label a segment."""
    if not isinstance(value, str) or not value.strip():
        return False
    if name in ("begin", "end") or name[:1] in "%@#^":
        return False
    return name in NAMING or not NO_TEXT.fullmatch(value)
