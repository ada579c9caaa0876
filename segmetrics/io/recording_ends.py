"""Where a recording or a series ends of which no file says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import starmap
from pathlib import PurePosixPath
from shlex import quote

from segmetrics.io.clock_times import seconds_in
from segmetrics.io.names import as_coders
from segmetrics.io.parts import SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.number_formats import count, exact_time, printed
from segmetrics.phrases import counted

# How long items are, in seconds or in points of a series; None: to the last boundary of all.
Durations = Mapping[str, float | None]
THOUSANDS = re.compile(r"(?:^|=)(\d{1,3}(?:,\d{3})+)(?=,|$)")  # as in talk=3,211
EVERY = "*"  # the item of a duration that is that of all items without one of their own
LAST = "last"  # what a person writes for None
ENDS_ALIKE = 0.002  # share of their length by which ends of one recording may differ between files
# Milliseconds, and shares of a short and of a long recording, by which its coders may end apart.
APART, SHORT, ALIKE_ENDS = 5_000, 0.25, 0.02
ROUNDED = 1000  # milliseconds by which rounding may move an end
NAMED = 3  # items that a question names
# Boundaries of which the last counts something else, lying so many times as far as those of others.
MANY, FAR_OUT = 3, 30
FEWEST_TOGETHER = 5  # coders whose last moment is that of all by no chance


@dataclass(frozen=True)
class Ended:
    """Codings of recordings that all have an end, what is said, and the last times of open ones."""

    spans: list[SpanCoding]
    said: list[Notice]
    open_ends: Mapping[str, float]


def with_ends(spans: Sequence[SpanCoding], durations: Durations, *, sure: bool) -> Ended:
    """Let each recording end as a person said, or else with its last coder."""
    ending = {one.item for one in spans if one.extent.end or not one.extent.in_time}
    ending |= {item for item, length in durations.items() if length}
    known = [one for one in spans if one.item in ending or durations.get(EVERY)] or list(spans)
    kept = {one.item for one in known}
    gone = list(dict.fromkeys(one.item or "" for one in spans if one.item not in kept))
    first = spans[0] if spans else None
    spans, said = _since_one_date(known)
    if gone and first:
        what = f"left out: {counted(len(gone), 'recording')} in which nobody has a time, the first "
        said.append(replace(first.notice(f"{what}{shortened(gone[0])}"), coder=None, row=None))
    by_item = grouped((coding.item, coding) for coding in spans if coding.extent.is_open)
    in_time = grouped((coding.item, coding) for coding in spans if coding.extent.text is None)
    items_of = {
        coder: set(items)
        for coder, items in grouped((coding.coder, coding.item) for coding in spans).items()
    }
    ends: dict[str | None, int] = {}
    asked: dict[object, tuple[SpanCoding, dict[str, float]]] = {}
    open_ends: dict[str, float] = {}
    too_late: set[int] = set()
    for item, codings in by_item.items():
        of_item = in_time[item]
        extent = max((c.extent for c in of_item), key=lambda one: (one.end, not one.is_open))
        ends[item] = extent.end
        given = durations.get(item or "", durations.get(EVERY))
        answered = (item or "") in durations or EVERY in durations
        closed = max((one.extent.end for one in of_item if not one.extent.is_open), default=0)
        late = [one for one in of_item if one.extent.in_time and _last(one) > closed + ROUNDED]
        if not answered and closed and late and 2 * len(late) < len(of_item):
            given = closed / 1000  # most have room in what a file says
        least = max(extent.end, *(one.extent.least for one in of_item))
        last = least if extent.counted else extent.end / 1000
        if extent.is_open:
            open_ends[item or ""] = last
        returning = all(len(items_of[coding.coder]) > 1 for coding in codings)
        told = sure or returning or given is not None or extent.counts
        unlike = [] if told else list(_unlike(codings))
        said += unlike
        last_ones = [one.extent for one in of_item if one.extent.end == extent.end]
        goes_on = not extent.end or any(one.goes_on for one in last_ones)
        together = _ending_at_once(codings) if goes_on and not unlike and given is None else 0
        if together:
            goes_on = False
            at = exact_time(extent.end / 1000)
            what = f"{together} coders have the same last time, {at}, and no other in common: read "
            what += "as the end of the recording, where no boundary is"
            said.append(replace(codings[0].notice(what), coder=None, row=None))
        if not unlike and extent.is_open and goes_on:
            ends[item] += 1
            if given is None and not answered:
                kind = extent.counted, extent.counts
                asked.setdefault(kind, (codings[0], {}))[1][item or ""] = last
        if given is not None:
            ends[item] = round(given if extent.counted else 1000 * given)
            late = [one for one in of_item if _last(one) > ends[item]]
            said += [_too_late(one, ends[item]) for one in late]
            too_late |= set(map(id, late))
    said += starmap(_question, asked.values())
    for item, of_item in in_time.items():
        length = durations.get(item or "", durations.get(EVERY))
        said += _in_another_unit(of_item, known=length is not None)

    def ended(coding: SpanCoding) -> SpanCoding:
        extent, length = coding.extent, durations.get(coding.item or "")
        if extent.is_open:
            end = ends[coding.item]
            same = extent.in_time and 0 < end - extent.end <= min(ENDS_ALIKE * end, ROUNDED)
            coding = _until(coding, end) if same else coding
            return replace(coding, extent=replace(coding.extent, end=end, is_open=False))
        if extent.in_time and length is not None and 1000 * length > extent.end:
            return _until(coding, round(1000 * length))
        return coding

    made = [ended(coding) for coding in spans if id(coding) not in too_late]
    made, rounded = _ending_together(made)
    return Ended(made, [*said, *rounded], open_ends)


def _ending_at_once(codings: Sequence[SpanCoding]) -> int:
    """Return how many coders have one last moment, and no other in common; 0 if not all do.

    Few coders, or times that are whole seconds, may have it by chance.
    """
    times = Counter(time for one in codings for time in {span.end for span in one.spans})
    moments = all(span.start == span.end for one in codings for span in one.spans)
    if len(times) < 2 or not moments or not all(one.extent.in_time for one in codings):
        return 0
    last = max(times)
    together = times.pop(last)
    all_do = together == len(codings) >= FEWEST_TOGETHER and last % 1000
    return together if all_do and 2 * max(times.values()) <= together else 0


def _since_one_date(spans: Sequence[SpanCoding]) -> tuple[Sequence[SpanCoding], list[Notice]]:
    """Count times that were dates from the first one of any coder of their item."""
    starts: dict[str | None, datetime] = {}
    said: list[Notice] = []
    for item, of_item in grouped((one.item, one) for one in spans).items():
        firsts = [
            one.extent.since + timedelta(milliseconds=min((s.start for s in one.spans), default=0))
            for one in of_item
            if one.extent.since
        ]
        zones = {first.tzinfo is None for first in firsts}
        known = len(firsts) == len(of_item) and len(zones) == 1
        if known and max(firsts) - min(firsts) <= timedelta(days=1):
            starts[item] = min(firsts)
        elif firsts:
            what = "its codings have no common begin: some have times without a date, or without "
            what += "a time zone, or begin more than a day later"
            fix = "count all times from the begin of the recording, or call items differently"
            said.append(replace(of_item[0].problem(what, fix), coder=None, row=None))
    made = []
    for one in spans:
        since = one.extent.since
        if since and one.item in starts:
            by = round(1000 * (since - starts[one.item]).total_seconds())
            moved = (s._replace(start=s.start + by, end=s.end + by) for s in one.spans)
            extent = replace(one.extent, end=one.extent.end + by)
            one = replace(one, spans=tuple(moved), extent=extent)
        made.append(one)
    return made, said


def _ending_together(spans: Sequence[SpanCoding]) -> tuple[list[SpanCoding], list[Notice]]:
    """Let codings of a recording end together whose ends differ by no more than rounding does."""
    ends = grouped((one.item, one.extent.end) for one in spans)
    longest = {item: max(of_item) for item, of_item in ends.items()}
    made: list[SpanCoding] = []
    said: list[Notice] = []
    for one in spans:
        end, last = one.extent.end, longest[one.item]
        if one.extent.in_time and 0 < last - end <= min(ENDS_ALIKE * last, ROUNDED):
            what = f"it ends at {exact_time(last / 1000)} as in another file, here at "
            said.append(one.notice(f"{what}{exact_time(end / 1000)}: read as the same end"))
            one = _until(one, last)
        made.append(one)
    return made, said


def _until(coding: SpanCoding, end: int) -> SpanCoding:
    """Let a coding go on to a later end, and with it what lasts until its own."""
    own = coding.extent.end
    moved = (one._replace(end=end) if one.end == own else one for one in coding.spans)
    extent = replace(coding.extent, end=end, units={})
    return replace(coding, spans=tuple(moved), extent=extent)


def _last(coding: SpanCoding) -> int:
    """Return the last place of a coding, or the last unit that it names."""
    return max(coding.extent.least, *(span.end for span in coding.spans), 0)


def _too_late(coding: SpanCoding, end: int) -> Problem:
    """Say that a coding goes on where its item has ended."""
    extent = coding.extent
    item, coder = (shortened(name or "") for name in (coding.item, coding.coder))
    ends, has = (
        count(one) if extent.counted else exact_time(one / 1000) for one in (end, _last(coding))
    )
    what = f"{item} ends at {ends}, but {coder or 'a coder'} has a boundary at {has}"
    if extent.counts:
        what = f"{item} ends after {ends} {extent.counts}s, but {coder or 'a coder'} gives {has}"
    own = next((one for one in coding.said if isinstance(one, Problem)), None)
    if own is not None:
        return replace(own, what=f"{own.what}, and {what}")
    fix = "correct the file or the length, or leave this coding out"
    command = f'--duration "{item}={has.replace(",", "")}" for example'
    found = coding.problem(what, fix, decides="durations", command=command)
    return found if extent.counts else replace(found, row=None)  # the row is that of its first time


def _in_another_unit(codings: Sequence[SpanCoding], *, known: bool) -> Iterator[Notice]:
    """Find codings whose times are far shorter, or longer, than others': a problem at no length."""
    unsure = (one for one in codings if one.extent.in_time and one.extent.is_open)
    timed = (one for one in unsure if len(one.spans) >= MANY)
    lasts = [(one, max(span.end for span in one.spans) / 1000) for one in timed]
    for one, last in lasts:
        others = sorted(of for other, of in lasts if other.coder != one.coder)
        usual = others[len(others) // 2] if len(others) > 1 else last
        if max(last, usual) > FAR_OUT * min(last, usual):
            times = f"{printed(max(last, usual) / (min(last, usual) or 1), 0)} times"
            what = f"its last boundary is at {exact_time(last)}, that of most others near "
            what += f"{exact_time(usual)}, {times} {'later' if usual > last else 'earlier'}: as if "
            what += "its times counted something else"
            fix = "correct them, leave this coding out, or say how long the recording is if both "
            fix += "are right"
            command = f"--drop-file {quote(one.file)}, or --duration "
            command += quote(f"{one.item}={exact_time(max(of for _, of in lasts))}")
            problem = one.problem(what, fix, decides="durations", command=command)
            yield replace(one.notice(what) if known else problem, row=None)


def _question(first: SpanCoding, asked: Mapping[str, float]) -> Problem:
    """Ask how long recordings last, or how many units items have."""
    counted, counts = first.extent.counted, first.extent.counts
    (item, last), *others = asked.items()
    if counts:
        which = f"{len(asked):,} items have" if others else f"{shortened(item)} has"
        what = f"no file says how many {counts}s {which}: the last that a coder gives of "
        what += f"{shortened(item)} is {count(last)}"
        fix, example = "say how many, or bring the texts, named as the items are", str(round(last))
    else:
        kind, kinds = ("series", "series") if counted else ("recording", "recordings")
        which = f"{len(asked):,} {kinds} end" if others else f"the {kind} ends"
        lasts = ", ".join(
            f"{shortened(item)} at {count(end) if counted else exact_time(end)}"
            for item, end in [(item, last), *others][:NAMED]
        )
        what = f"no file says where {which}. For now {'each' if others else 'it'} ends with the "
        what += f"last boundary of any coder: {lasts}{' and so on' * (len(asked) > NAMED)}"
        fix, example = "say how long it is, or that it ends so", "400" if counted else "2:00:00"
    command = f'--duration "{shortened(item)}={example}" for example, or --duration {LAST}'
    if others and not counts:  # one answer for all comes first
        command = (
            f'--duration {LAST}, or --duration "{shortened(item)}={example}" for one that is longer'
        )
    return Problem(file=first.file, what=what, fix=fix, asks="durations", command=command)


def far_apart(ends: Collection[int]) -> bool:
    """Return whether last times are those of several recordings, rather than of several coders."""
    return max(ends) - min(ends) > max(min(APART, SHORT * max(ends)), ALIKE_ENDS * max(ends))


def _unlike(codings: Sequence[SpanCoding]) -> Iterator[Problem]:
    """Ask whether files are of one recording whose ends lie far apart."""
    of_files = grouped((coding.file, coding.extent.end) for coding in codings)
    ends = {file: max(of_file) for file, of_file in of_files.items()}
    first, last = min(ends, key=ends.__getitem__), max(ends, key=ends.__getitem__)
    told_apart = len({PurePosixPath(file).with_suffix("") for file in ends}) == len(ends)
    if told_apart and ends[last] - ends[first] > ENDS_ALIKE * ends[last]:
        what = "the names of files say that this is one recording, but it ends at "
        what += f"{ends[last] / 1000:g} s in {shortened(last)} and at {ends[first] / 1000:g} s in "
        what += f"{shortened(first)}"
        fix = "choose what the names of files say: {item} if each file is another recording, "
        fix += "{coder}/{item} if it is in a folder of its coder; {coder} if each is by another "
        fix += "coder"
        folders = "/*" * (len({PurePosixPath(file).name for file in ends}) == 1)
        # Points of people in one recording may well end far apart, but no segments.
        points = all(one.extent.goes_on for one in codings)
        people = points and as_coders(PurePosixPath(file).stem for file in ends) > 0
        several = far_apart(ends.values()) and not people
        command = f"--pattern {{{'item' if several else 'coder'}}}{folders}"
        asked = codings[0].problem(what, fix, asks="pattern", command=command)
        yield replace(asked, file=first, coder=None, row=None)


def parsed_durations(text: str) -> dict[str, float | None]:
    """Read ``film=2:00, talk=312.4``, one length for all items, or ``last``."""
    found: dict[str, float | None] = {}
    name = ""
    if number := THOUSANDS.search(text):
        whole = number[1].replace(",", "")
        raise ValueError(f"write {whole} for {number[1]}; two lengths have a blank between them")
    for part in text.split(","):
        name = f"{name},{part}" if name else part
        item, sign, written = name.rpartition("=")
        written = written.strip()
        length = None if written.lower() == LAST else seconds_in(written)
        if length and written.isdecimal():
            length = int(written)  # units perhaps, and no seconds
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
    if str(length).isdecimal():
        return str(length)
    return LAST if length is None else exact_time(length)


def durations_in_words(durations: Durations) -> str:
    """Write durations so that `parsed_durations` reads them."""
    return ", ".join(
        f"{'' if item == EVERY else f'{item}='}{length_in_words(length)}"
        for item, length in durations.items()
    )
