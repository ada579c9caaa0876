"""Where a recording or a series ends of which no file says it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from segmetrics.io.clock_times import seconds_in
from segmetrics.io.parts import Extent, SpanCoding
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.number_formats import count, exact_time

Durations = Mapping[str, float | None]
"""How long items are, in seconds or in points of a series; None: to the last press of any coder."""

EVERY = "*"
"""The item of a duration that is that of all items without one of their own."""

LAST = "last"
"""What a person writes for None."""

ENDS_ALIKE = 0.001
"""Share of their length by which the ends of one recording may differ between files."""

NAMED = 3
"""Items that a question names."""


@dataclass(frozen=True)
class Ended:
    """Codings of recordings that all have an end, what is said, and the last times of open ones."""

    spans: list[SpanCoding]
    said: list[Notice]
    open_ends: Mapping[str, float]


def with_ends(spans: Sequence[SpanCoding], durations: Durations, *, sure: bool) -> Ended:
    """Let each recording end as a person said, or else with its last coder."""
    by_item: dict[str | None, list[SpanCoding]] = defaultdict(list)
    in_time: dict[str | None, list[SpanCoding]] = defaultdict(list)
    for coding in spans:
        if coding.extent.is_open:
            by_item[coding.item].append(coding)
        if coding.extent.text is None:
            in_time[coding.item].append(coding)
    items_of: dict[str | None, set[str | None]] = defaultdict(set)
    for coding in spans:
        items_of[coding.coder].add(coding.item)
    ends: dict[str | None, int] = {}
    said: list[Notice] = []
    asked: dict[str, float] = {}
    open_ends: dict[str, float] = {}
    too_short: set[str | None] = set()
    for item, codings in by_item.items():
        of_item = in_time[item]
        extent = max((c.extent for c in of_item), key=lambda one: (one.end, not one.is_open))
        ends[item] = extent.end
        given = durations.get(item or "", durations.get(EVERY))
        last = extent.end if extent.counted else extent.end / 1000
        if extent.is_open:
            open_ends[item or ""] = last
        if extent.is_open and _goes_on(of_item, extent.end):
            ends[item] += 1
            if (item or "") not in durations and EVERY not in durations:
                asked[item or ""] = last
        if given is not None:
            ends[item] = round(given if extent.counted else 1000 * given)
            if ends[item] < extent.end:
                said.append(_too_short(codings[0], extent, ends[item]))
                too_short.add(item)
        returning = all(len(items_of[coding.coder]) > 1 for coding in codings)
        told = sure or returning or given is not None or extent.counts
        said += [] if told else list(_unlike(codings))
    if asked:
        said.append(_question(next(iter(by_item.values()))[0], asked))
    made = [
        replace(coding, extent=replace(coding.extent, end=ends[coding.item], is_open=False))
        if coding.extent.is_open
        else coding
        for coding in spans
        if coding.item not in too_short
    ]
    return Ended(made, said, open_ends)


def _goes_on(codings: Sequence[SpanCoding], last: int) -> bool:
    """Return whether the last time of some codings is a boundary, and no end of segments."""
    return not last or any(one.extent.goes_on for one in codings if one.extent.end == last)


def _too_short(coding: SpanCoding, extent: Extent, end: int) -> Problem:
    last, given = ends_in_words(extent, extent.end), ends_in_words(extent, end)
    what = f"it is said to end at {given}, and its last boundary is at {last}"
    return Problem(
        file=coding.file,
        item=coding.item,
        what=what,
        fix="say that it ends later",
        asks="durations",
        command=f'--duration "{shortened(coding.item or "")}={last}" for example',
    )


def ends_in_words(extent: Extent, end: int) -> str:
    """Write where a recording or a series ends."""
    return f"{end:,}" if extent.counted else exact_time(end / 1000)


def _question(first: SpanCoding, asked: Mapping[str, float]) -> Problem:
    """Ask how long recordings last."""
    counts = first.extent.counted
    if first.extent.counts:
        return _question_of_units(first, asked)
    kind, kinds = ("series", "series") if counts else ("recording", "recordings")
    lasts = [
        f"{shortened(item)} at {count(end) if counts else exact_time(end)}"
        for item, end in list(asked.items())[:NAMED]
    ]
    more = " and so on" if len(asked) > NAMED else ""
    which, it = f"the {kind} ends", "it"
    if len(asked) > 1:
        which, it = f"{len(asked):,} {kinds} end", "each"
    what = (
        f"no file says where {which}. For now {it} ends with the last boundary of any coder: "
        f"{', '.join(lasts)}{more}"
    )
    example = f"{shortened(next(iter(asked)))}={'400' if counts else '2:00:00'}"
    return Problem(
        file=first.file,
        what=what,
        fix="say how long it is, or that it ends so",
        asks="durations",
        command=f'--duration "{example}" for example, or --duration {LAST}',
    )


def _question_of_units(first: SpanCoding, asked: Mapping[str, float]) -> Problem:
    """Ask how many units items have."""
    items = list(asked)
    which = f"{len(items):,} items have" if len(items) > 1 else f"{shortened(items[0])} has"
    what = (
        f"no file says how many {first.extent.counts}s {which}: the last boundary of "
        f"{shortened(items[0])} is after {count(asked[items[0]])}"
    )
    return Problem(
        file=first.file,
        what=what,
        fix="say how many, or bring the texts, named as the items are",
        asks="durations",
        command=f'--duration "{shortened(items[0])}={count(asked[items[0]] + 1)}" for example, or '
        f"--duration {LAST}",
    )


def _unlike(codings: Sequence[SpanCoding]) -> Iterator[Problem]:
    """Ask whether files are of one recording whose ends lie far apart."""
    ends: dict[str, int] = {}
    for coding in codings:
        ends[coding.file] = max(ends.get(coding.file, 0), coding.extent.end)
    first, last = min(ends, key=ends.__getitem__), max(ends, key=ends.__getitem__)
    if ends[last] - ends[first] > ENDS_ALIKE * ends[last]:
        what = (
            "the names of files say that this is one recording, but it ends at "
            f"{ends[last] / 1000:g} s in {shortened(last)} and at {ends[first] / 1000:g} s in "
            f"{shortened(first)}"
        )
        fix = (
            "choose what the names of files say: {coder}/{item} if each file is another recording, "
            "in a folder of its coder; {coder} if each file is by another coder"
        )
        asked = codings[0].problem(what, fix)
        yield replace(asked, file=first, coder=None, row=None, command="--pattern")


def parsed_durations(text: str) -> dict[str, float | None]:
    """Read ``film=2:00, talk=312.4``, one length for all items, or ``last``."""
    found: dict[str, float | None] = {}
    name = ""
    for part in text.split(","):
        name = f"{name},{part}" if name else part
        item, sign, written = name.rpartition("=")
        written = written.strip()
        length = None if written.lower() == LAST else seconds_in(written)
        if written.lower() != LAST and (length is None or length <= 0):
            if sign:
                raise ValueError(f"{shortened(written, 24)!r} is no length such as 2:00 or 312.4")
            continue  # a name with a comma in it
        found[item.strip() if sign else EVERY] = length
        name = ""
    if name.strip() or not found:
        raise ValueError("write a length as in 2:00:00, film=312.4, or last")
    return found


def parsed_length(text: str) -> float | None:
    """Read one length, ``2:00:00``, or ``last``."""
    found = parsed_durations(text)
    if set(found) != {EVERY}:
        raise ValueError("write one length as in 2:00:00 or 312.4, or last")
    return found[EVERY]


def length_in_words(length: float | None) -> str:
    """Write a length so that `parsed_length` reads it."""
    return LAST if length is None else exact_time(length)


def durations_in_words(durations: Durations) -> str:
    """Write durations so that `parsed_durations` reads them."""
    return ", ".join(
        f"{'' if item == EVERY else f'{item}='}{length_in_words(length)}"
        for item, length in durations.items()
    )
