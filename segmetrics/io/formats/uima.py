"""CAS as XMI or JSON, of INCEpTION, WebAnno and other tools: a text, layers of annotations, views.

https://uima.apache.org/d/uimaj-current/references.html (XMI CAS Serialization Reference)
https://github.com/apache/uima-uimaj-io-jsoncas/blob/main/SPECIFICATION.adoc
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from segmetrics.io.document import Document, Files, JsonObject
from segmetrics.io.layers import BUILT_IN, COMMON, SEGMENTATION, short_name
from segmetrics.io.offsets import UTF16, Ground
from segmetrics.io.parts import Extent, Found, Span
from segmetrics.io.problems import HALF, Notice, Problem, Unreadable, shortened
from segmetrics.io.xml_files import elements, root_name
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

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

METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
# Divisions of the text that tools make by themselves, the coarsest first.
UNITS = {f"{SEGMENTATION}Sentence": "sentence", f"{SEGMENTATION}Token": "token"}
# Features that name a segment, in the order of preference.
NAMING = ("label", "value", "identifier", "type", "category", "topic", "name")
# An annotation with both is a relation between two others.
ENDS = ({"Governor", "Dependent"}, {"@Governor", "@Dependent"})
RELATION = " (relation)"
DIGITS = re.compile("[0-9]{1,15}")
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
    features: dict[str, str]
    references: Mapping[str, str]
    line: int | None


@dataclass(slots=True)
class _Cas:
    """What a file holds; `members` is None if it does not say what belongs to its views."""

    texts: dict[str, str] = field(default_factory=dict)
    first: str | None = None
    title: str | None = None
    layers: dict[str, list[_Annotation]] = field(default_factory=dict)
    members: set[str] | None = None
    names: dict[str, str] = field(default_factory=dict)
    labels: Mapping[str, str | None] = field(default_factory=dict)

    def take(
        self, layer: str, key: str, sofa: str, features: Mapping[str, Any], line: int | None
    ) -> None:
        """Take a structure of a file: a text, an annotation, or what may name others."""
        if layer == "uima.cas.Sofa":
            text = features.get("sofaString")
            if isinstance(text, str):
                self.texts[key] = text
                if self.first is None or features.get("sofaID") == INITIAL_VIEW:
                    self.first = key
        elif not {"begin", "end"} <= features.keys():  # on no text, but it may be a label of others
            named = (features.get(name) for name in NAMING)
            if name := next((one for one in named if isinstance(one, str) and one.strip()), ""):
                self.names[key] = name
        elif layer == METADATA:
            title = features.get("documentTitle")
            self.title = title if isinstance(title, str) and title.strip() else None
        elif layer in UNITS or layer in COMMON or not layer.startswith(BUILT_IN):
            texts: dict[str, str] = {}
            references: dict[str, str] = {}
            if layer not in UNITS:
                layer += RELATION * any(ends <= features.keys() for ends in ENDS)
                texts = {name: value for name, value in features.items() if _is_text(name, value)}
                references = {
                    name.removeprefix("@"): str(value)
                    for name, value in features.items()
                    if name not in ("begin", "end", "@sofa") and DIGITS.fullmatch(str(value))
                }
            edges = features["begin"], features["end"]
            one = _Annotation(key, sofa, *edges, texts, references, line)
            self.layers.setdefault(layer, []).append(one)


def recognise_xmi(document: Document) -> str | None:
    """Recognise XMI by its root element."""
    return "XMI" if root_name(document) == f"{XMI} XMI" else None


def recognise_json(document: Document) -> str | None:
    """Recognise a CAS as JSON by its list of feature structures."""
    starts = document.content[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    found = starts and f'"{STRUCTURES}"'.encode() in document.content
    return f"JSON with {STRUCTURES}" if found else None


def recognise_companion(document: Document) -> str | None:
    """Recognise files beside those of the coders, and say what they are."""
    if document.path.stem in NO_CODERS and (recognise_xmi(document) or recognise_json(document)):
        return document.path.stem
    return "a type system" if root_name(document) == TYPE_SYSTEM else None


def read_companion(document: Document) -> Iterator[Notice]:
    """Return what is not read; a type system says nothing that reading needs."""
    if document.path.stem in NO_CODERS:
        yield document.notice(NO_CODERS[document.path.stem])


def read(document: Document) -> Iterator[Found]:
    cas = document.beside.of_all(_parsed).pop(document.name)
    if isinstance(cas, Unreadable):
        raise cas
    text = cas.texts.get(cas.first or "", "")
    half = HALF.search(text)
    if not text or half:
        what = "half of a character in the text" if half else "no text (sofaString) in the file"
        raise document.unreadable(what, AGAIN)
    item = _item(document, cas)
    about = partial(document.notice, item=item)
    if len(cas.texts) > 1:
        yield about(what=f"not read: {counted(len(cas.texts) - 1, 'other view')} of the document")
    ground = Ground(text)
    units, remarks = _units(cas, ground)
    yield from (about(what=what) for what in remarks)
    extent = Extent(end=len(text), text=text, units=units)
    relations = {name: len(of) for name, of in cas.layers.items() if name.endswith(RELATION)}
    yield from document.not_read_of(dict(sorted(relations.items())), item=item)
    layers = [layer for layer in cas.layers if _is_of_spans(layer) and _members(cas, layer)]
    if not layers:
        yield about(what="no annotations that could be segments: a coding without boundaries")
        yield document.marked((), extent, item=item)
    for layer in layers:
        spans, wrong = _spans(document, cas, layer, ground)
        said = (*wrong, *(about(what=what) for what in _remarks(cas, layer)))
        yield document.marked(spans, extent, item=item, layer=layer, said=said)


def _spans(
    document: Document, cas: _Cas, layer: str, ground: Ground
) -> tuple[tuple[Span, ...], list[Problem]]:
    """Return the spans of a layer, and what is wrong with others."""
    spans, wrong = [], []
    feature = cas.labels.get(layer) or ""
    for one in _members(cas, layer):
        try:
            start, end = _edges(one, ground)
        except SegmentationError as error:
            what = f"an annotation of {short_name(layer)}: {error}"
            fix = "correct the annotation, or export the file again"
            wrong.append(document.problem(what, fix, row=one.line, text=f"id {one.key}"))
        else:
            spans.append(Span(start, end, one.features.get(feature, "")))
    return tuple(spans), wrong


def _item(document: Document, cas: _Cas) -> str | None:
    """Name the item where the pattern of the names of files cannot."""
    *folders, _ = document.path.parts
    if not folders:
        return cas.title
    archive = folders[-1].removesuffix(".zip")
    own = archive == document.path.stem or archive.startswith("webanno")
    return folders[-2] if own and len(folders) > 1 else None


def _parsed(documents: Files) -> dict[str, _Cas | Unreadable]:
    """Parse all files that are given together, as they share their labels."""
    found: dict[str, _Cas | Unreadable] = {}
    for name, document in documents.items():
        try:
            if recognise_companion(document):
                continue
            if recognise_xmi(document):
                found[name] = _parse_xmi(document)
            elif recognise_json(document):
                found[name] = _parse_json(document)
        except Unreadable as error:
            found[name] = error
    parsed = [cas for cas in found.values() if isinstance(cas, _Cas)]
    for layer in {layer for cas in parsed for layer in cas.layers if _is_of_spans(layer)}:
        members = (one for cas in parsed for one in _members(cas, layer))
        times = Counter(name for one in members for name in one.features)
        named = next((name for name in NAMING if times[name]), None)
        feature = named or min(times, key=lambda name: (-times[name], name), default=None)
        for cas in parsed:
            cas.labels = {**cas.labels, layer: feature}
    return found


def _is_of_spans(layer: str) -> bool:
    return layer not in UNITS and not layer.endswith(RELATION)


def _members(cas: _Cas, layer: str | None) -> list[_Annotation]:
    """Find the annotations of a layer that belong to the text that is read."""
    return [
        one
        for one in cas.layers.get(layer or "", ())
        if one.sofa == cas.first and (cas.members is None or one.key in cas.members)
    ]


def _remarks(cas: _Cas, layer: str) -> Iterator[str]:
    """Return what was not read of a layer."""
    members = _members(cas, layer)
    outside = len(cas.layers[layer]) - len(members)
    if outside:
        yield f"not read: {outside} of {layer} that the view of the text does not hold"
    features = {name for one in members for name in one.features} - {cas.labels.get(layer)}
    if features:
        listed = shortened(", ".join(sorted(features)), 200)
        yield f"labels are the feature {cas.labels.get(layer)}; not read: {listed}"


def _units(cas: _Cas, ground: Ground) -> tuple[dict[str, tuple[Span, ...]], list[str]]:
    """Find the divisions of the text that cover all of it and do not overlap."""
    text = ground.text
    units, remarks = {}, []
    for layer, name in UNITS.items():
        try:
            edges = sorted(_edges(one, ground) for one in _members(cas, layer))
        except SegmentationError:
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


def _edges(one: _Annotation, ground: Ground) -> tuple[int, int]:
    """Find the characters of an annotation; SegmentationError says what is wrong."""
    for edge in (one.begin, one.end):
        if not DIGITS.fullmatch(str(edge)):
            raise SegmentationError(f"the place {shortened(str(edge), 24)!r} is no whole number")
    begin, end = (
        ground.character((0, int(str(edge))), UTF16, strict=True) for edge in (one.begin, one.end)
    )
    if end < begin:
        raise SegmentationError(f"it begins at {one.begin} and ends at {one.end}")
    return begin, end


def _parse_xmi(document: Document) -> _Cas:
    cas = _Cas()
    views: list[str] = []
    for element in elements(document):
        if element.depth != 2:
            continue  # the root, and the values of arrays
        layer, features = _type_name(element.name), dict(element.attributes)
        if layer == "uima.cas.View":
            views += features.get("members", "").split()
            cas.members = set(views)
        else:
            key, sofa = features.pop(f"{XMI} id", ""), features.pop("sofa", "")
            cas.take(layer, key, sofa, features, element.line)
    _follow_references(cas)
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
        raise document.unreadable(f"{STRUCTURES} is no list of feature structures", AGAIN)
    cas = _Cas()
    for number, one in enumerate(structures, 1):
        if not isinstance(one, JsonObject) or one.repeated:
            what = f"feature structure {number} is no object, or has a key twice"
            raise document.unreadable(what, AGAIN)
        key, sofa = str(one.get("%ID")), str(one.get("@sofa", ""))
        cas.take(str(one.get("%TYPE")), key, sofa, one, None)
    cas.members = _json_members(data.get("%VIEWS"))
    _follow_references(cas)
    return cas


def _json_members(views: Any) -> set[str] | None:
    """Find what belongs to views; None if the file does not say."""
    if not isinstance(views, JsonObject):
        return None
    listed = [view.get("%MEMBERS") for view in views.values() if isinstance(view, JsonObject)]
    lists = [members for members in listed if isinstance(members, list)]
    return {str(key) for members in lists for key in members} if lists else None


def _follow_references(cas: _Cas) -> None:
    """Label annotations by what their features refer to, where all of a feature do so."""
    for of_layer in cas.layers.values():
        for name in {name for one in of_layer for name in one.references}:
            marked = [one for one in of_layer if name in one.references]
            if all(one.references[name] in cas.names for one in marked):
                for one in marked:
                    one.features[name] = cas.names[one.references[name]]


def _is_text(name: str, value: object) -> bool:
    """Return whether a feature is a text that can label a segment."""
    if not isinstance(value, str) or not value.strip():
        return False
    if name in ("begin", "end") or name[:1] in "%@#^":
        return False
    return name in NAMING or not NO_TEXT.fullmatch(value)
