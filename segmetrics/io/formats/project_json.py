"""The project's own JSON, which holds all that a corpus holds; one corpus is always one file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from segmetrics.corpus import UNIT, Adjudication, AdjudicationError, Corpus, Item, Kind
from segmetrics.io.document import Document, JsonObject, inner
from segmetrics.io.names import is_unit_name
from segmetrics.io.parts import AutomaticCoder, Found, ReferenceCoder
from segmetrics.io.problems import HALF, Notice, Problem, shortened
from segmetrics.io.segmented_parts import checked_whole, read_marks, read_texts, word
from segmetrics.segmentation import Segmentation, SegmentationError
from segmetrics.time_scale import TimeScale

VERSION = 1
OURS = re.compile(r'"format"\s*:\s*"segmetrics"')
KEYS = (
    *("format", "version", "kind", "reference", "automatic", "unit", "resolution"),
    *("items", "decisions"),
)
ITEM_KEYS = ("name", "mass", "codings", "texts", "speakers")
DECISION_KEYS = ("item", "place", "verdict", "to", "comment", "along_with")
ITEM = '{"name": "chapter1", "mass": 13, "codings": {"anna": [2, 10]}}'
CODING = {
    "linear": "write the positions of the boundaries, such as [2, 10]",
    "multiple": 'write each boundary with its types, such as [[2, ["topic"]]]',
    "hierarchical": "write each boundary with its level, such as [[2, 1], [10, 2]]",
}
DECISION = 'write {"item": "chapter1", "place": 2, "verdict": "accept"}'
ONCE = "keep one of the two"


def recognise(document: Document) -> str | None:
    """Recognise JSON that says of itself that it is of this project."""
    if document.json_start != "{":
        return None
    found = OURS.search(document.text)
    return f"JSON with {found[0]}" if found else None


def read(document: Document) -> Iterator[Found]:
    data = document.json
    wrong = _wrong_head(document, data)
    if wrong:
        yield wrong
        return
    yield from _unread(document, None, data, KEYS)
    items = data["items"]
    scale = TimeScale(data["resolution"]) if "resolution" in data else None
    if not items:
        yield document.problem("no item in the file", f"write {ITEM}")
    times = Counter(item["name"] for item in items if _has_name(item))
    for name in (name for name, count in times.items() if count > 1):
        fix = "keep one of them, or rename the others"
        yield document.problem("the item is given more than once", fix, item=name)
    for number, item in enumerate(items, 1):
        yield from _read_item(document, data, scale, number, item)
    yield from _roles(document, data)
    masses = {item["name"]: item.get("mass") for item in items if _has_name(item)}
    yield from _decisions(document, data.get("decisions", []), masses)


def _wrong_head(document: Document, data: JsonObject) -> Problem | None:
    """Find what keeps the items of a file from being read."""
    wrong = document.problem
    twice = data.repeated.intersection(KEYS)
    if twice:
        return wrong(what=f'"{min(twice)}" is given twice', fix=ONCE)
    version = data.get("version")
    if type(version) is int and version > VERSION:
        what = f"version {word(version)} of the format, of which {VERSION} is the newest known here"
        return wrong(what, "install a newer segmetrics, or export the file again")
    if type(version) is not int or version != VERSION:
        said = f"is {word(version)}" if "version" in data else "is missing"
        return wrong(f'"version" {said}', f'write "version": {VERSION}')
    if data.get("kind") not in get_args(Kind):
        said = f"is {word(data['kind'])}" if "kind" in data else "is missing"
        known = ", ".join(f'"{kind}"' for kind in get_args(Kind))
        return wrong(f'"kind" {said}', f"write what the boundaries carry: one of {known}")
    if "resolution" in data:
        try:
            TimeScale(data["resolution"])
        except ValueError:
            said = f'"resolution" is {word(data["resolution"])}'
            fix = 'write how many seconds a position lasts, such as "resolution": 0.001'
            return wrong(said, fix)
    if "unit" in data and not is_unit_name(data["unit"]):
        fix = 'write what a unit is called, such as "unit": "paragraph"'
        return wrong(f'"unit" is {word(data["unit"])}', fix)
    if not isinstance(data.get("items"), list):
        return wrong('no list "items"', f'write "items": [...]; for each item {ITEM}')
    return None


def _unread(
    document: Document, item: str | None, data: JsonObject, keys: Iterable[str]
) -> Iterator[Notice]:
    """Name the keys that are not known."""
    others = [word(key) for key in data if key not in keys]
    if others:
        several = "s"[: len(others) != 1]
        said = shortened(", ".join(others))
        yield document.notice(f"not read: the key{several} {said}", item=item)


def _has_name(item: object) -> bool:
    return isinstance(item, JsonObject) and isinstance(item.get("name"), str)


def _read_item(
    document: Document, head: JsonObject, scale: TimeScale | None, number: int, data: object
) -> Iterator[Found]:
    kind, unit = head["kind"], head.get("unit", "")
    if not isinstance(data, JsonObject) or not _has_name(data):
        found = "has no name" if isinstance(data, JsonObject) else f"is {word(data)}"
        yield document.problem(f"item {number} of the list {found}", f"write {ITEM}")
        return
    item: str = data["name"]
    wrong = partial(document.problem, item=item)
    yield from _unread(document, item, data, ITEM_KEYS)
    twice = data.repeated.intersection(ITEM_KEYS)
    if twice:
        yield wrong(what=f'"{min(twice)}" is given twice', fix=ONCE)
        return
    mass, codings = data.get("mass"), data.get("codings")
    try:
        if type(mass) is not int:
            said = f"is {word(mass)}, not a whole number" if "mass" in data else "is missing"
            raise SegmentationError(f'"mass" {said}')
        Segmentation(mass, ())
    except SegmentationError as error:
        yield wrong(what=str(error), fix="write how many units the item has")
        return
    if not isinstance(codings, JsonObject) or not codings:
        yield wrong('no coder in "codings"', f"write {ITEM}")
        return
    texts, problems = read_texts(document, item, data.get("texts"))
    speakers, wrong_speakers = read_texts(document, item, data.get("speakers"), what="speaker")
    yield from (*problems, *wrong_speakers)
    if speakers is not None and len(speakers) != mass:
        what = f"speakers of {len(speakers)} units, but {mass} units"
        yield wrong(what, "give one speaker for each unit")
        speakers = None
    for coder, boundaries in codings.items():
        if coder in codings.repeated:
            yield wrong(coder=coder, what="the coder is given twice", fix=ONCE)
        try:
            segmentation = _segmentation(kind, mass, boundaries)
        except SegmentationError as error:
            yield wrong(coder=coder, what=str(error), fix=CODING[kind])
            continue
        beside = {"texts": texts, "speakers": speakers, "unit": unit}
        yield document.coding(replace(segmentation, scale=scale), item=item, coder=coder, **beside)


def _segmentation(kind: str, mass: int, boundaries: object) -> Segmentation:
    if not isinstance(boundaries, list):
        raise SegmentationError(f"{word(boundaries)}, not a list of boundaries")
    if kind != "linear":
        return read_marks(kind, mass, boundaries)
    places = [checked_whole(place, "boundary position") for place in boundaries]
    return Segmentation(mass, tuple(sorted(places)))


def _roles(document: Document, data: JsonObject) -> Iterator[Found]:
    wrong = document.problem
    codings = (inner(item, "codings") for item in data["items"])
    coders = {coder for one in codings if isinstance(one, JsonObject) for coder in one}
    reference, automatic = data.get("reference"), data.get("automatic", [])
    if isinstance(reference, str) and reference in coders:
        yield ReferenceCoder(reference)
    elif reference is not None:
        what = f'"reference" is {word(reference)}, which is no coder of the file'
        yield wrong(what, "write the name of a coder, or delete the line")
    if not isinstance(automatic, list):
        what = f'"automatic" is {word(automatic)}, not a list of coders'
        yield wrong(what, 'write "automatic": ["c99"], or delete the line')
        return
    for coder in automatic:
        if isinstance(coder, str) and coder in coders:
            yield AutomaticCoder(coder)
        else:
            what = f'{word(coder)} in "automatic" is no coder of the file'
            yield wrong(what, "write the name of a coder, or delete it")


def _decisions(
    document: Document, decisions: object, masses: Mapping[str, object]
) -> Iterator[Found]:
    if not isinstance(decisions, list):
        what = f'"decisions" is {word(decisions)}, not a list'
        yield document.problem(what, f"for each decision {DECISION}")
        return
    for number, data in enumerate(decisions, 1):
        try:
            yield _decision(data, masses)
        except AdjudicationError as error:
            yield document.problem(f"decision {number}: {error}", DECISION)
            continue
        yield from _unread(document, data["item"], data, DECISION_KEYS)


def _decision(data: object, masses: Mapping[str, object]) -> Adjudication:
    if not isinstance(data, JsonObject):
        raise AdjudicationError(f"{word(data)}, not an object")
    if data.repeated:
        raise AdjudicationError(f"{word(min(data.repeated))} is given twice")
    item, comment = data.get("item"), data.get("comment", "")
    verdict: Any = data.get("verdict")
    if not isinstance(item, str) or item not in masses:
        raise AdjudicationError(f"{word(item)} is no item of the file")
    place, to, along = (data.get(key) for key in ("place", "to", "along_with"))
    for one in (place, *(other for other in (to, along) if other is not None)):
        mass = masses[item]
        if type(one) is not int or type(mass) is not int or not 0 < one < mass:
            raise AdjudicationError(f"{word(one)} is no place between two units of item {item}")
    if not isinstance(comment, str) or HALF.search(comment):
        raise AdjudicationError('"comment" is no text that can be shown')
    return Adjudication(item, data["place"], verdict, to, comment, along)


def write(corpus: Corpus) -> bytes:
    """Write a corpus as the project's JSON."""
    data = {
        "format": "segmetrics",
        "version": VERSION,
        "kind": corpus.kind,
        "reference": corpus.reference,
        "automatic": corpus.automatic,
        "unit": "" if corpus.unit == UNIT else corpus.unit,
        "resolution": corpus.scale and corpus.scale.resolution,
        "items": list(map(_item, corpus.items)),
        "decisions": [
            {key: value for key in DECISION_KEYS if (value := getattr(one, key)) not in (None, "")}
            for one in corpus.decisions
        ],
    }
    said = {key: value for key, value in data.items() if value or key == "items"}
    return f"{laid_out(said, depth=4)}\n".encode()


def _item(item: Item) -> dict[str, object]:
    codings = {coder: boundaries_of(coding) for coder, coding in item.codings.items()}
    data: dict[str, object] = {"name": item.name, "mass": item.mass, "codings": codings}
    beside = {"texts": item.texts, "speakers": item.speakers}
    return data | {key: said for key, said in beside.items() if said is not None}


def boundaries_of(coding: Segmentation) -> list[Any]:
    """List the boundaries of a coding: positions, or pairs of one and what it carries."""
    if coding.types is not None:
        return list(zip(coding.boundaries, map(sorted, coding.types), strict=True))
    if coding.levels is not None:
        return list(zip(coding.boundaries, coding.levels, strict=True))
    return list(coding.boundaries)


def laid_out(value: object, *, depth: int, indent: str = "") -> str:
    r"""Write a value as JSON, with a line for each part of its outer levels."""
    if not depth or not value or not isinstance(value, (dict, list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    within = partial(laid_out, depth=depth - 1, indent=f"{indent} ")
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [f"{json.dumps(k, ensure_ascii=False)}: {within(v)}" for k, v in value.items()]
    else:
        opening, closing = "[]"
        parts = list(map(within, value))
    lines = f",\n{indent} ".join(parts)
    return f"{opening}\n{indent} {lines}\n{indent}{closing}"
