"""Annotation files of ELAN (.eaf): recordings with tiers of annotations.

https://www.mpi.nl/tools/elan/EAF_Annotation_Format_3.0_and_ELAN.pdf
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from segmetrics.io.document import Document
from segmetrics.io.formats.praat import MAX_SECONDS, as_units
from segmetrics.io.parts import Extent, Found, Span, Tier
from segmetrics.io.problems import shortened
from segmetrics.io.xml_files import Element, elements, root_name
from segmetrics.phrases import counted

ROOT = "ANNOTATION_DOCUMENT"
TIME = re.compile("[0-9]{1,15}")
REPAIR = "open the file in ELAN and save it again"


@dataclass(slots=True)
class _Annotation:
    """An annotation that has time slots of its own."""

    first: str
    last: str
    line: int
    label: str = ""


@dataclass(slots=True)
class _Tier:
    """A tier: what is aligned with time, and how much refers to other annotations."""

    name: str
    line: int
    about: Tier
    aligned: list[_Annotation] = field(default_factory=list)
    referring: int = 0


@dataclass(slots=True)
class _Recording:
    """What a file holds; a time slot without a time is None."""

    times: dict[str, int | None] = field(default_factory=dict)
    tiers: list[_Tier] = field(default_factory=list)
    open: _Annotation | None = None


def recognise(document: Document) -> str | None:
    """Recognise an annotation document by its root element."""
    return f"XML with the root {ROOT}" if root_name(document) == ROOT else None


def read(document: Document) -> Iterator[Found]:
    recording = _recording(document)
    spans: list[tuple[_Tier, tuple[Span, ...]]] = []
    for tier in recording.tiers:
        about = partial(document.notice, coder=tier.name, row=tier.line)
        unread = _unread(tier, recording)
        if unread:
            yield about(what=f"tier not read: {unread}")
            continue
        if tier.referring:
            loose = f"{counted(tier.referring, 'annotation')} without a time"
            yield about(what=f"not read of the tier: {loose}")
        made = [(one.line, _span(one, recording)) for one in tier.aligned]
        wrong = [(line, span) for line, span in made if isinstance(span, str)]
        for line, what in wrong:
            yield document.problem(what, REPAIR, coder=tier.name, row=line)
        if not wrong:
            spans.append((tier, tuple(span for _, span in made if isinstance(span, Span))))
    times = [time for time in recording.times.values() if time is not None]
    extent = Extent(  # The last time slot is not the end of the recording.
        end=max(times, default=0),
        is_open=True,
        units=as_units([(tier.name, found) for tier, found in spans]),
    )
    for tier, found in spans:
        yield document.marked(found, extent, layer=tier.name, tier=tier.about, row=tier.line)
    if not recording.tiers:
        yield document.problem("no tier in the file", REPAIR)


def _recording(document: Document) -> _Recording:
    found = _Recording()
    for element in elements(document):
        try:
            _take(element, found)
        except KeyError as error:
            what = f"{element.name} without {error.args[0]}"
        except ValueError as error:
            what = str(error)
        else:
            continue
        raise document.unreadable(what, REPAIR, row=element.line)
    return found


def _take(element: Element, found: _Recording) -> None:
    attributes = element.attributes
    if element.name == "HEADER":
        unit = attributes.get("TIME_UNITS", "milliseconds")
        if unit != "milliseconds":
            raise ValueError(f"times in {shortened(unit)!r}, and only milliseconds can be read")
    elif element.name == "TIME_SLOT":
        slot, value = attributes["TIME_SLOT_ID"], attributes.get("TIME_VALUE")
        if slot in found.times:
            raise ValueError(f"time slot {shortened(slot)!r} is given twice")
        found.times[slot] = None if value is None else _time(value)
    elif element.name == "TIER":
        # A tier with an annotator is a coder's work, unless it is named after who speaks in it.
        coded = attributes.get("ANNOTATOR", "").strip()
        speaker = attributes.get("PARTICIPANT", "").strip()
        speaker = "" if coded and speaker not in attributes["TIER_ID"] else speaker
        about = Tier(parent=attributes.get("PARENT_REF", ""), speaker=speaker)
        found.tiers.append(_Tier(attributes["TIER_ID"], element.line, about))
    elif element.name in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION", "ANNOTATION_VALUE"):
        if not found.tiers:
            raise ValueError(f"{element.name} outside a tier")
        if element.name == "ALIGNABLE_ANNOTATION":
            first, last = (attributes[f"TIME_SLOT_REF{number}"] for number in (1, 2))
            found.open = _Annotation(first, last, element.line)
            found.tiers[-1].aligned.append(found.open)
        elif element.name == "REF_ANNOTATION":
            found.open = None
            found.tiers[-1].referring += 1
        elif found.open:
            found.open.label = element.text.strip()


def _time(value: str) -> int:
    if not TIME.fullmatch(value) or int(value) > 1000 * MAX_SECONDS:
        raise ValueError(f"time {shortened(value, 30)!r} is no number of milliseconds")
    return int(value)


def _unread(tier: _Tier, recording: _Recording) -> str | None:
    """Return why a tier holds no coding, or None if it does."""
    if not tier.aligned:
        if tier.referring:
            return f"{counted(tier.referring, 'annotation')} without a time, which refer to others"
        return "it has no annotations"
    loose = sum(
        None in (recording.times.get(one.first, 0), recording.times.get(one.last, 0))
        for one in tier.aligned
    )
    return f"{counted(loose, 'annotation')} not aligned with a time" if loose else None


def _span(one: _Annotation, recording: _Recording) -> Span | str:
    """Make a span of an annotation, or say why it is none."""
    start, end = recording.times.get(one.first), recording.times.get(one.last)
    if start is None or end is None:
        slot = one.first if start is None else one.last
        return f"an annotation refers to time slot {shortened(slot)!r}, which is not there"
    if end < start:
        return f"an annotation begins at {start} ms and ends at {end} ms"
    return Span(start, end, one.label)
