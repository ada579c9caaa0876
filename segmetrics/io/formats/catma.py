"""A project of CATMA as its server keeps it: texts, tagsets, and collections of annotations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from segmetrics.io.document import Document, Files, JsonObject, inner
from segmetrics.io.offsets import UTF16, Ground, MarkedSpan, MarkedText, marked_texts
from segmetrics.io.parts import Found, grouped
from segmetrics.io.records import offsets_in
from segmetrics.segmentation import SegmentationError

OF_PROJECT = re.compile(r"((?:.*/)?)(?:documents/D_|collections/C_|tagsets/T_)[0-9A-Fa-f-]{30,}/.+")
ANNOTATIONS = re.compile(
    r"((?:.*/)?)(collections/C_[0-9A-Fa-f-]{30,})/annotations/(?:(.+)_\d+|CATMA_[0-9A-F-]+)\.json"
)
EXPORT = "copy the whole project from its server again"


def recognise(document: Document) -> str | None:
    """Recognise the files of a project by their folders."""
    return "a project of CATMA" if OF_PROJECT.fullmatch(document.name) else None


def read(document: Document) -> Iterator[Found]:
    """Read what one person marked in one collection, at the first of its files."""
    if ANNOTATIONS.fullmatch(document.name) is None:
        if document.name in document.beside.of_all(_without_annotations):
            what = "a project of CATMA without an annotation in its collections"
            raise document.unreadable(what, EXPORT)
        return
    files = document.beside.of_all(_files)
    whose = _whose(document.name, document.beside)
    if files[whose][0] != document.name:
        return
    project, collection, coder = whose
    header = _object(document.beside.get(f"{project}{collection}/header.json"))
    key = _source(header)
    folder = f"{project}documents/{key}"
    text = document.beside.get(f"{folder}/{key}.txt")
    about_text = _object(document.beside.get(f"{folder}/header.json"))
    item = str(inner(about_text, "gitContentInfoSet", "title") or "").strip() or key
    if text is None:
        what = f"the text {key or 'of this collection'} of the project is not there"
        raise document.unreadable(what, EXPORT, item=item, coder=coder)
    several = document.beside.of_all(_texts)[project, coder, key] > 1
    name = f"{coder}, {header.get('name') or collection}" if several else coder
    about: dict[str, Any] = {"item": item, "coder": name}
    found: list[Found] = []
    with document.doubting(found, EXPORT, **about):
        marks = [mark for file in files[whose] for mark in _marks(document.beside[file], project)]
        marked = MarkedText(about, Ground(text.text), marks)
        found += marked_texts(document, [marked], UTF16, EXPORT)
    yield from found


def _without_annotations(beside: Files) -> frozenset[str]:
    """Return the first file of each project that has no annotations."""
    first: dict[str, str] = {}
    annotated = set()
    for name in sorted(beside):
        found = OF_PROJECT.fullmatch(name)
        if found:
            first.setdefault(found[1], name)
            annotated |= {found[1]} if ANNOTATIONS.fullmatch(name) else set()
    return frozenset(name for project, name in first.items() if project not in annotated)


def _whose(name: str, beside: Files) -> tuple[str, str, str]:
    """Return the project, the collection and the coder of a file of annotations."""
    found = ANNOTATIONS.fullmatch(name)
    project, collection, coder = found.groups() if found else ("", "", "")
    if not coder:
        header = _object(beside.get(f"{project}{collection}/header.json"))
        coder = str(header.get("responsibleUser") or header.get("name") or collection)
    return project, collection, coder


def _files(beside: Files) -> dict[tuple[str, str, str], list[str]]:
    return grouped((_whose(name, beside), name) for name in filter(ANNOTATIONS.fullmatch, beside))


def _texts(beside: Files) -> Counter[tuple[str, str, str]]:
    """Count the collections that a coder of a project marked of each text."""
    return Counter(
        (project, coder, _source(_object(beside.get(f"{project}{collection}/header.json"))))
        for project, collection, coder in beside.of_all(_files)
    )


def _source(header: JsonObject) -> str:
    return str(header.get("sourceDocumentId", ""))


def _object(document: Document | None) -> JsonObject:
    """Return the only object of a file, empty if it holds none."""
    records = document.known("records") if document else None
    return records[0][1] if records and len(records) == 1 else JsonObject([])


def _marks(document: Document, project: str) -> Iterator[MarkedSpan]:
    """Yield the marks of a file, each with the name of its tag."""
    for row, record in document.records:
        items = inner(record, "target", "items")
        listed = items if isinstance(items, list) else [None]
        edges = [offsets_in(inner(one, "selector")) for one in listed]
        if None in edges:
            raise SegmentationError(f"annotation {row} does not say where it begins and ends")
        where = str(inner(record, "body", "tag")).partition("tagsets/")[2]
        described = document.beside.get(f"{project}tagsets/{where}/propertydefs.json")
        named = _object(described).get("name")
        label = named.strip() if isinstance(named, str) else ""
        yield MarkedSpan.at(*filter(None, edges), labels=(label,) * bool(label))
