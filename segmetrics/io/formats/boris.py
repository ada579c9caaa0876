"""BORIS: behaviour coded along videos or live, as its projects, and as its tables of events."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import PurePosixPath

from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_names import WORDS
from segmetrics.io.document import Document, JsonObject, inner
from segmetrics.io.formats.praat import MAX_SECONDS
from segmetrics.io.parts import Extent, Found, Span, Tier, grouped
from segmetrics.io.problems import shortened
from segmetrics.io.segmented_parts import word
from segmetrics.phrases import counted, listed, parts_that_differ

START, STOP, POINT, STATE = "START", "STOP", "POINT", "STATE"
NOBODY = "No focal subject"
LIVE = "live"
MEDIA = ("Media file", "Media file path", "Media file name")
# Rows of an observation above its table of events.
BEFORE_TABLE = 60
# Variables that name who coded; a subject is who was observed.
OBSERVERS = WORDS.coders - {"subject", "subjects"}
APART = re.compile(r"[\s_\-.,;:/]+")
CORRECT = "correct the event in BORIS, and save or export it again"


@dataclass(slots=True)
class _Event:
    """One event: a point, the start or the stop of a state, or a whole state."""

    row: int | None
    subject: str
    behavior: str
    kind: str
    begin: float
    end: float | None = None


@dataclass(slots=True)
class _Observation:
    """One person's coding of one medium."""

    name: str
    media: dict[str, None] = field(default_factory=dict)
    length: float = 0
    coder: str = ""
    events: list[_Event] = field(default_factory=list)

    @property
    def item(self) -> str:
        """The medium, or the observation itself if it was live."""
        names = (PurePosixPath(one.replace("\\", "/")).stem for one in self.media)
        return " + ".join(dict.fromkeys(names)) or self.name


def recognise_project(document: Document) -> str | None:
    """Recognise a project by its observations and behaviours."""
    if document.json_start != "{" or '"behaviors_conf"' not in document.text:
        return None
    data = document.json
    return "a project of BORIS" if isinstance(inner(data, "observations"), JsonObject) else None


def read_project(document: Document) -> Iterator[Found]:
    data = document.json
    kinds = {
        one["code"]: POINT if str(one.get("type", "")).lower().startswith("point") else STATE
        for one in _objects(data.get("behaviors_conf"))
        if isinstance(one.get("code"), str)
    }
    observations, wrong = [], document.problem
    if not data["observations"]:
        yield wrong("no observation in the project", "bring one with observations")
    for name, one in data["observations"].items():
        try:
            observations.append(_of_project(name, one, kinds))
        except ValueError as error:
            yield wrong(what=f"observation {shortened(name)}: {error}", fix=CORRECT)
            continue
        if one.get("time offset"):
            yield document.notice(f"not used: the time offset of observation {shortened(name)}")
    yield from _codings(document, observations)


def _objects(value: object) -> list[JsonObject]:
    found = list(value.values()) if isinstance(value, JsonObject) else value
    return [one for one in found if isinstance(one, JsonObject)] if isinstance(found, list) else []


def _of_project(name: str, data: object, kinds: Mapping[str, str]) -> _Observation:
    """Read an observation of a project; ValueError says what is wrong."""
    if not isinstance(data, JsonObject) or not isinstance(data.get("events"), list):
        raise ValueError("it has no list of events")
    first = inner(data, "file", "1")
    media = [one for one in first if isinstance(one, str)] if isinstance(first, list) else []
    lengths = [inner(data, "media_info", "length", one) for one in media]
    known = [one for one in lengths if isinstance(one, (int, float)) and 0 < one <= MAX_SECONDS]
    length = float(sum(known)) if len(known) == len(media) else 0
    variables = data.get("independent_variables")
    coder = _coder(variables) if isinstance(variables, JsonObject) else ""
    found = _Observation(name, dict.fromkeys(media), length, coder)
    open_: set[tuple[str, str, str]] = set()
    for number, event in enumerate(data["events"], 1):
        if not isinstance(event, list) or len(event) < 3 or type(event[0]) not in (int, float):
            raise ValueError(f"event {number} is {word(event)}")
        subject, behavior = str(event[1] or ""), str(event[2])
        if behavior not in kinds:
            raise ValueError(f"event {number} is of the behaviour {behavior!r}, which is not there")
        kind = kinds[behavior]
        if kind == STATE:
            state = subject, behavior, str(event[3]) if len(event) > 3 else ""
            kind = STOP if state in open_ else START
            open_ ^= {state}
            behavior = "\0".join(state[1:])
        found.events.append(_Event(None, subject, behavior, kind, _time(event[0])))
    return found


def _coder(variables: Mapping[str, object]) -> str:
    """Return the coder whom an independent variable names; empty without one."""
    names = (str(value).strip() for key, value in variables.items() if key.lower() in OBSERVERS)
    return next(filter(None, names), "")


def _time(value: object) -> float:
    seconds = value if isinstance(value, (int, float)) else seconds_in(str(value))
    if seconds is None or not 0 <= seconds <= MAX_SECONDS:
        raise ValueError(f"{shortened(str(value), 24)!r} is no time in seconds")
    return float(seconds)


def recognise_table(document: Document) -> str | None:
    """Recognise a table of events by the names of its columns."""
    found = _table(document)
    if found is None:
        return None
    document.found["events"] = found
    kind = "aggregated events" if "Start (s)" in found.at else "events"
    return f"a table of {kind} of BORIS"


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of a table, by the names of its columns, and what stands above it."""

    above: Mapping[str, str]
    media: tuple[str, ...]
    at: Mapping[str, int]
    rows: Sequence[tuple[int, list[str]]]


def _table(document: Document) -> _Table | None:
    """Find the table of a file; None if it is none of BORIS."""
    if "Behavior" not in document.text[:65536]:
        return None
    sign = "\t" if document.sheet is not None else max("\t,;", key=document.text[:4096].count)
    lines = StringIO(document.text, newline="")
    above: dict[str, str] = {}
    media: list[str] = []
    try:
        rows = [
            (number, [cell.strip() for cell in cells])
            for number, cells in enumerate(csv.reader(lines, delimiter=sign), 1)
        ]
    except csv.Error:
        return None
    for place, (_, cells) in enumerate(rows[:BEFORE_TABLE]):
        at = {name: column for column, name in reversed(list(enumerate(cells))) if name}
        events = "Time" in at and bool({"Status", "Behavior type"} & at.keys())
        if "Behavior" in at and (events or {"Start (s)", "Behavior type"} <= at.keys()):
            below = [(number, cells) for number, cells in rows[place + 1 :] if any(cells)]
            return _Table(above, tuple(media), at, below)
        if cells and cells[0].startswith("Player #"):
            media += [cell for cell in cells[1:] if cell]
        elif len(cells) > 1 and cells[0]:
            above.setdefault(cells[0], cells[1])
    return None


def read_table(document: Document) -> Iterator[Found]:
    """Read a table of events, of one observation or of several."""
    table: _Table = document.found["events"]
    wrong = document.problem
    if not table.rows:
        yield wrong("no event below the header", "export an observation with events")
    observations: dict[str, _Observation] = {}
    bad: set[str] = set()
    for row, cells in table.rows:
        of = {name: cells[at] if at < len(cells) else "" for name, at in table.at.items()}
        name = of.get("Observation id") or table.above.get("Observation id", "") or document.item
        one = observations.setdefault(name, _Observation(name, dict.fromkeys(table.media)))
        try:
            _add(one, row, of, table)
        except ValueError as error:
            if name not in bad:
                yield wrong(row=row, what=f"observation {shortened(name)}: {error}", fix=CORRECT)
            bad.add(name)
    yield from _codings(document, [one for name, one in observations.items() if name not in bad])


def _add(one: _Observation, row: int, of: Mapping[str, str], table: _Table) -> None:
    """Add the event of a row to its observation; ValueError says what is wrong."""
    medium = next((of[name] for name in MEDIA if of.get(name)), "")
    if medium and medium.lower() != LIVE and not table.media:
        media = [part for part in re.split(r"\s*[;|]\s*", medium) if part]
        one.media.update(dict.fromkeys(media))
    for name in ("Total length", "Media duration (s)", "Observation duration"):
        total = seconds_in(of.get(name, ""))
        if total and total <= MAX_SECONDS and not one.length:
            one.length = total
    one.coder = one.coder or _coder({**table.above, **of})
    kind = (of.get("Status") or of.get("Behavior type", "")).upper()
    subject, behavior = of.get("Subject", ""), of["Behavior"]
    if not behavior:
        raise ValueError("an event without a behaviour")
    if kind not in (START, STOP, POINT, STATE):
        raise ValueError(f"an event of the kind {shortened(kind, 24)!r}, and not START or STOP")
    begin = _time(of.get("Start (s)") or of.get("Time", ""))
    end = _time(of.get("Stop (s)", "")) if kind == STATE else None
    if end is not None and end < begin:
        raise ValueError(f"a state from {begin:g} to {end:g} s")
    modifiers = [value for name, value in of.items() if name.startswith("Modifier")]
    state = "\0".join([behavior, *filter(None, modifiers)])
    one.events.append(_Event(row, subject, state, kind, begin, end))


def _codings(document: Document, observations: Sequence[_Observation]) -> Iterator[Found]:
    for item, found in grouped((one.item, one) for one in observations).items():
        named = dict(zip((one.name for one in found), _coders(found), strict=True))
        if len(found) > 1 and not all(one.coder for one in found):
            coders = listed(list(dict.fromkeys(filter(None, named.values()))), 6)
            what = f"{counted(len(found), 'observation')} of it are those of coders: {coders}"
            yield document.notice(what, item=item)
        length = max(one.length for one in found)
        for one in found:
            yield from _coding(document, item, named[one.name], one, length)


def _coders(found: Sequence[_Observation]) -> list[str | None]:
    """Name the coders of observations of one medium."""
    if all(one.coder for one in found):
        return [one.coder for one in found]
    if len(found) == 1:
        return [None]
    short = parts_that_differ([APART.sub(" ", one.name) for one in found])
    told_apart = all(short) and len(set(short)) == len(short)
    return short if told_apart else [one.name for one in found]


def _coding(
    document: Document, item: str, coder: str | None, one: _Observation, length: float
) -> Iterator[Found]:
    """Make a coding of an observation, with a layer for each subject."""
    spans: dict[str, list[Span]] = defaultdict(list)
    begun: dict[tuple[str, str], _Event] = {}
    wrong = partial(document.problem, item=item, coder=coder, fix=CORRECT)
    for event in sorted(one.events, key=lambda event: event.begin):
        subject = "" if event.subject == NOBODY else event.subject
        state, label = (subject, event.behavior), event.behavior.partition("\0")[0]
        begin = round(1000 * event.begin)
        if event.kind == START:
            if state in begun:
                yield wrong(row=event.row, what=f"{label} starts twice before it stops")
                return
            begun[state] = event
        elif event.kind == STOP:
            start = begun.pop(state, None)
            if start is None:
                yield wrong(row=event.row, what=f"{label} stops at {event.begin:g} s unstarted")
                return
            spans[subject].append(Span(round(1000 * start.begin), begin, label))
        else:
            end = begin if event.end is None else round(1000 * event.end)
            spans[subject].append(Span(begin, end, label))
    if begun:
        (_, behavior), event = next(iter(begun.items()))
        label = behavior.partition("\0")[0]
        yield wrong(row=event.row, what=f"{label} starts at {event.begin:g} s and does not stop")
        return
    last = max((span.end for of in spans.values() for span in of), default=0)
    given = round(1000 * length)
    if 0 < given < last:
        what = f"an event at {last / 1000:g} s lies after the end of the medium at {length:g} s"
        yield document.notice(what, item=item, coder=coder)
    is_open = given < last or not given
    extent = Extent(end=max(last, given), is_open=is_open, goes_on=is_open)
    for subject, of_subject in (spans or {"": []}).items():
        layer = (subject or NOBODY) if len(spans) > 1 else ""
        # A subject is who was observed, or who pressed: that is asked.
        tier = Tier(speaker=layer) if layer and coder is None else None
        yield document.marked(
            sorted(of_subject), extent, tier=tier, item=item, coder=coder, layer=layer
        )
