"""Tables with a row for each segment or boundary: where it begins and ends, perhaps a label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from operator import eq
from shlex import quote
from typing import Any

from segmetrics.io import clock_times, segment_columns
from segmetrics.io.cells import MISSING, Row
from segmetrics.io.clock_times import Counting, seconds_in
from segmetrics.io.column_guess import has_columns_of_coders
from segmetrics.io.column_names import WORDS, unit_called
from segmetrics.io.column_roles import Guess, Role, heading_of, in_menus
from segmetrics.io.document import Document, Files
from segmetrics.io.formats.praat import MAX_SECONDS
from segmetrics.io.layers import named_layers
from segmetrics.io.names import BOTH, as_coders
from segmetrics.io.parts import Coding, Extent, Found, Span, Tier, grouped
from segmetrics.io.problems import Notice, NoticeKind, Problem, shortened
from segmetrics.io.recording_ends import EVERY
from segmetrics.io.row_segments import (
    Segment,
    Whose,
    counting_in,
    joined,
    overlaps,
    segments_of,
    whose_of,
)
from segmetrics.io.segment_columns import FEW, MOST, RARELY, Columns, columns_of, rows_of
from segmetrics.io.segment_doubts import (
    about_overlaps,
    about_parts,
    are_clips,
    counts_characters,
    crossed_names,
    is_mapped,
    is_transcript,
    restarts_at,
)
from segmetrics.io.segmented_parts import from_stretches
from segmetrics.io.timed_tables import prepared, since_the_first
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted, listed

# How often tiers cover recordings that lie over each other, as those of coders.
OVER = 1.5

# Conditions that a sentence names.
NAMED = 4
TWICE = 0.3  # seconds in which nobody sees two events
SLIPS = 0.1  # share of neighbours that may lie over each other where ends are the last units


def recognise(document: Document) -> str | None:
    """Recognise a table by the names of its columns, or by its cells if it has no header."""
    before = document.table
    document.table = table = prepared(before)
    columns = columns_of(document)
    if columns is None or (
        (columns.end is None or columns.label is None) and has_columns_of_coders(table)
        if columns.named
        else table.header[0] in WORDS.observers or _numbers_segments(document, columns)
    ):
        document.table = before  # other readers see the columns as they are
        return None
    document.found["columns"] = columns
    if not columns.named:
        rows = rows_of(document)
        width = max(len(cells) for _, cells in rows)
        names = ("",) * width if table.header_row else table.names
        document.table = replace(table, names=names, header_row=0, rows=rows)
        kind = "begin and end" if columns.end is not None else "begin"
        return f"rows without a header, with {kind} of a segment each"
    names = document.table.names
    found = [names[at] for at in (columns.begin, columns.end, columns.length) if at is not None]
    return f"{document.table.kind} with {', '.join(found)}"


def _numbers_segments(document: Document, columns: Columns) -> bool:
    """Return whether rows begin with the number of their segment, and not with a time."""
    cells = [cells[columns.begin] for _, cells in rows_of(document)]
    whole = columns.end is columns.length is None and all(map(str.isdecimal, cells))
    numbers = list(map(int, cells)) if whole else []
    steps = {after - before for before, after in pairwise(numbers)}
    return steps == {0, 1}


def guessed_roles(document: Document) -> list[Guess]:
    columns: Columns = document.found["columns"]
    begin: Role = "begin" if columns.end is not None or columns.length is not None else "time"
    if columns.label is not None and not columns.named:
        begin = "begin"
    by_place: dict[int | None, Role] = {
        columns.said: "text",
        columns.label: "label",
        columns.length: "duration",
        columns.end: "end",
        columns.coder: "coder",
        **dict.fromkeys(columns.item, "item"),
        columns.condition: "condition",
        columns.begin: begin,
    }
    why = "by its name" if columns.named else "by its cells"
    return [
        Guess(by_place[at], why) if at in by_place else Guess("ignore", "its name is not known")
        for at in range(len(document.table.names))
    ]


def read_roles(document: Document, roles: Sequence[Role]) -> Iterator[Found]:
    """Read a table of segments or boundaries whose columns have these roles."""
    at = {role: place for place, role in reversed(list(enumerate(roles)))}
    begin = at.get("begin", at.get("time"))
    if begin is None:
        what = "no column says where segments begin"
        fix = f"choose {in_menus('begin', 'time')} for a column"
        command = '--columns "NAME=begin", or =time'
        raise document.unreadable(what, fix, asks="columns", command=command)
    times = [place for place, role in enumerate(roles) if role == "time"]
    if len(times) > 1:  # several boundaries of a coder in each row
        rows = [
            (row, [*cells[:begin], cells[place], *cells[begin + 1 :]])
            for row, cells in document.table.rows
            for place in times
            if any(cells[place : place + 1]) or place == begin
        ]
        document.table = replace(document.table, rows=rows)
    before, edges = document.table, {begin, at.get("end", begin)}
    document.table = since_the_first(before, edges)
    yield from map(document.notice, document.table.said[len(before.said) :])
    names = list(map(segment_columns.words_of, document.table.names))
    unread = {place: names[place] for place, role in enumerate(roles) if role == "ignore"}
    yield from _read(
        document,
        Columns(
            begin=begin,
            end=at.get("end"),
            length=None if "end" in at else at.get("duration"),
            label=at.get("label"),
            coder=at.get("coder"),
            item=tuple(place for place, role in enumerate(roles) if role == "item"),
            whole=segment_columns.whole_of(unread),
            condition=at.get("condition"),
            counts=segment_columns.counts_of(
                document.table.names[begin], document.table.column(begin, segment_columns.SAMPLE)
            ),
        ),
    )


def read(document: Document) -> Iterator[Found]:
    yield from _read(document, document.found["columns"])


def read_lists(
    document: Document, lists: Mapping[str | None, Sequence[tuple[int, str]]], counts: str = ""
) -> Iterator[Found]:
    """Read lists of times of boundaries, one of each coder."""
    columns = Columns(begin=0, coder=1, counts=counts)
    rows = [(row, [cell, coder or ""]) for coder, of in lists.items() for row, cell in of]
    counting, said = counting_in(document, columns, rows)
    found, wrong = segments_of(document, columns, rows, counting)
    yield from [*said, *wrong]
    whole: dict[Whose, list[Segment]] = {
        (None, coder, ""): found.get((None, coder, ""), [])
        for coder in lists
        if coder not in {one.coder for one in wrong}
    }
    yield from _made(document, columns, whole, {})


def _read(document: Document, columns: Columns) -> Iterator[Found]:
    table = document.table
    rows = table.rows
    if is_transcript(columns, rows):
        said = table.names[columns.said or 0]
        what = f"begin, end and {shortened(said)!r} in each row: a transcript, and no coding"
        fix = "bring the codings: a row for each segment or boundary, with its times and its coder"
        raise document.unreadable(what, fix, row=table.header_row)
    unread = [name for at, name in enumerate(table.names) if name and at not in columns.places]
    yield from document.not_read(unread if columns.named else ())
    yield from document.not_read_of(document.found.get("beside", {}))
    rows = [(row, [*cells, *[""] * (1 + max(columns.places) - len(cells))]) for row, cells in rows]
    by_name = columns
    named = [(row, cells) for row, cells in rows if any(cells[at] for at in columns.item)]
    nameless = len(rows) - len(named)
    if columns.item and named and nameless <= RARELY * len(rows) and nameless:
        what = f"left out: {counted(nameless, 'row')} without a name in "
        yield document.notice(what + listed([table.names[at] for at in columns.item]))
        rows = named
    columns, rows, about_conditions = _of_condition(document, columns, rows)
    yield from about_conditions
    crossed = list(crossed_names(document, columns, rows))
    yield from crossed
    begun = [(row, cells) for row, cells in rows if cells[columns.begin].lower() not in MISSING]
    finer = len(rows) - len(begun)
    of_all = {whose_of(columns, cells) for _, cells in rows}
    points = columns.end is columns.length is None
    all_begin = of_all == {whose_of(columns, cells) for _, cells in begun}
    if points and finer > RARELY * len(rows) and all_begin:
        what = f"{counted(finer, 'row')} without a time in {table.names[columns.begin]}: no segment"
        yield document.notice(f"{what} begins with them")
        rows = begun
    with_layers = document.beside.of_all(_with_layers)
    layered = document.first_line in with_layers and not is_mapped(document)
    if layered:
        called = heading_of(table.names)[columns.label or 0]
        what = f"the column {shortened(called)!r} tells layers apart: segments of one of its names "
        yield document.notice(f"{what}hardly overlap, and those of several do")
        columns = replace(columns, tier=columns.label, label=None)
    found, wrong = segments_of(document, columns, rows, Counting())
    if counts_characters(columns, found) and not document.choices.times:
        what = "begin and end count characters: each segment is as long as the words beside it"
        fix = "say that they count units, to read them without the text; or bring the text with "
        fix += "them, as JSON or JSONL with its spans"
        asking = {"asks": "times", "command": f"--times {clock_times.UNITS}"}
        raise document.unreadable(what, fix, row=table.header_row or None, **asking)
    if len({whose[0] for whose in found}) == len(found) >= FEW and all(
        len(of) == 1 and of[0].begin == 0 < (of[0].end or 0) for of in found.values()
    ):
        what = "one segment over the whole of each recording: labels of recordings, and no coding"
        fix = "bring a row for each segment"
        raise document.unreadable(what, fix, row=table.header_row or None)
    if not (crossed or is_mapped(document)) and are_clips(columns, found):
        what = "rows are equally long and hardly one goes on from another: clips that were cut "
        what += "out to be judged, and no coding"
        fix = "bring the times that people set, or name the columns if these are segments"
        raise document.unreadable(what, fix, asks="columns")
    last_inside = bool(found) and _ends_are_last(columns, found)
    of_units = document.found.get("ranges") or (
        columns.named and columns.end is not None and unit_called([table.names[columns.begin]])
    )
    touching = columns.named and of_units and document.beside.of_all(_touching)
    if touching and document.first_line in touching:  # an end is the begin of the next segment
        found = {
            whose: [replace(one, end=(one.end or 0) - 1) for one in of]
            for whose, of in found.items()
        }
    if (last_inside or of_units) and not columns.counts:
        yield from wrong
        for whose, segments in found.items():
            yield _of_units(document, whose, segments)
        return
    whole = all(one.begin.is_integer() for of in found.values() for one in of)
    if document.choices.times == clock_times.UNITS and columns.end is not None and whole:
        yield from wrong
        yield from _of_places(document, found)
        return
    tiers = named_layers(document.choices.layer, {tier for *_, tier in found}) if layered else ()
    doubted = {whose: of for whose, of in found.items() if whose[2] in tiers or not layered}
    asked = [*about_overlaps(document, columns, doubted), *about_parts(document, by_name, found)]
    yield from asked
    counting, about_times = counting_in(document, columns, rows)
    if counting != Counting():
        found, wrong = segments_of(document, columns, rows, counting)
    yield from [*wrong, *about_times]
    if last_inside and columns.counts == clock_times.FRAMES:
        what = "an end is the last frame of a segment, as most begin with the frame after it"
        yield document.notice(what)
        found = {
            whose: [replace(one, end=(one.end or 0) + counting.one) for one in segments]
            for whose, segments in found.items()
        }
    lengths: dict[str | None, float] = {}
    for _, cells in rows if columns.whole is not None else []:
        item, length = whose_of(columns, cells)[0], counting.seconds(cells[columns.whole or 0]) or 0
        lengths[item] = max(lengths.get(item, 0), min(length, MAX_SECONDS))
    yield from _made(document, columns, found, lengths, asked=bool(asked))


def _touching(files: Files) -> frozenset[bytes]:
    """Return how files begin in which a row begins where the one before ends."""
    found = set()
    for document in files.values():
        columns = columns_of(document) if document.known("table") else None
        if columns and columns.named and columns.end is not None:
            table = document.table
            ends, begins = table.column(columns.end), table.column(columns.begin)
            if any(map(eq, ends, begins[1:])):
                found.add(document.first_line)
    return frozenset(found)


def _with_layers(files: Files) -> frozenset[bytes]:
    """Return how files begin whose labels are layers: what overlaps has hardly ever one label."""
    counts: dict[bytes, Counter[str]] = defaultdict(Counter)
    for document in files.values():
        columns = columns_of(document) if document.known("table") else None
        if columns is None or not columns.named or columns.label is None:
            continue
        last = columns.end if columns.length is None else columns.length
        if last is None or columns.tier is not None:
            continue
        of: dict[Whose, dict[str, list[tuple[float, float]]]] = defaultdict(dict)
        for _, cells in document.table.rows:
            if max(columns.places) < len(cells):
                begin, end = (seconds_in(cells[at]) or 0 for at in (columns.begin, last))
                span = begin, end + begin * (columns.length is not None)
                of[whose_of(columns, cells)].setdefault(cells[columns.label], []).append(span)
        for labels in of.values():
            counts[document.first_line] += Counter(
                all=sum(map(len, labels.values())),
                over=overlaps(chain(*labels.values())),
                within=sum(map(overlaps, labels.values())),
                labels=len(labels),
                unnamed=len(labels.get("", ())),
            )
    return frozenset(
        start
        for start, of in counts.items()
        if FEW <= of["over"] > segment_columns.RARELY * of["all"] >= of["within"]
        and 2 * of["labels"] <= of["all"]
        and not of["unnamed"]
    )


def _of_condition(
    document: Document, columns: Columns, rows: list[Row]
) -> tuple[Columns, list[Row], list[Notice]]:
    """Keep the rows of the chosen condition; without one, each makes recordings of its own."""
    at = columns.condition
    values = [] if at is None else list(dict.fromkeys(cells[at] for _, cells in rows if cells[at]))
    chosen = document.choices.condition
    if at is None or (len(values) < 2 and not chosen):
        return columns, rows, []
    name = heading_of(document.table.names)[at]
    document.conditions[name] = tuple(values)
    about = partial(document.problem, row=document.table.header_row, asks="condition")
    called, known = f"the column {shortened(name)!r}", listed(list(map(shortened, values)), NAMED)
    if chosen in values:
        kept = [(row, cells) for row, cells in rows if cells[at] == chosen]
        what = f"{len(kept):,} of {len(rows):,} rows are read, in which {called} has {chosen!r}"
        return columns, kept, [document.notice(what, decides="condition")]
    if chosen == EVERY:
        return replace(columns, item=(*columns.item, at)), rows, []
    fix = "choose which of them this corpus is; another one can be a further round"
    command = f"--condition {quote(values[0])} for example" if values else ""
    if chosen:
        what = f"no row has the condition {shortened(chosen)!r}: {called} has {known}"
    else:
        what = f"{called} has {known}; for now each of them makes recordings of its own"
        columns = replace(columns, item=(*columns.item, at))
    return columns, [] if chosen else rows, [about(what=what, fix=fix, command=command)]


def _made(
    document: Document,
    columns: Columns,
    found: dict[Whose, list[Segment]],
    lengths: Mapping[str | None, float],
    *,
    asked: bool = False,
) -> Iterator[Found]:
    extents: dict[str | None, Extent] = {}
    made = []
    names = heading_of(document.table.names)
    of_keys = columns.label is not None and segment_columns.is_of_keys(names[columns.label])
    rare = _rare_keys(chain(*found.values())) if of_keys else set()
    for whose, segments in found.items():
        item, coder, _ = whose
        about: dict[str, Any] = {"item": item, "coder": coder}
        for key, rows in grouped((one.label, one.row) for one in segments).items():
            if key in rare:
                what = "counted as a mark, unlike the others; leave it out if it is none"
                drop = f"--drop-label {quote(key)}"
                whose_row = {"row": rows[0], "rows": len(rows), "text": key}
                yield document.notice(what, **about, **whose_row, command=drop, kind="odd sign")
        restart = None if asked else restarts_at(columns, segments, document.table.names)
        name = names[restart[1]] if restart else ""
        if restart and document.choices.columns.get(name) == "ignore":
            what = f"the times of one coder start again where {shortened(name)!r} changes, a "
            what += "column that is ignored: all are read as one coding"
            yield document.notice(what, **about)
        elif restart:
            people = as_coders({one.cells[restart[1]] for one in segments}) > 0
            offered = BOTH if columns.coder is None else ("item",)
            either = [f'"{name}={role}"' for role in offered]
            what = f"the times of one coder start again where the column {shortened(name)!r} "
            what += "changes, as if another recording began"
            fix = "say what this column holds: the item or the coder"
            command = f"--columns {', or '.join(either if people else either[::-1])}"
            asking = {"row": restart[0], "asks": "columns", "command": command}
            yield document.problem(what, fix, **about, **asking)
            return
        ordered = sorted(segments, key=lambda one: (one.begin, one.end or one.begin))
        early = sum(one.begin < 0 for one in ordered)
        if early:
            what = f"left out: {counted(early, 'time')} before 0, as in a countdown before a "
            yield document.notice(f"{what}recording", **about)
            left = [one for one in ordered if one.begin >= 0 or (one.end or 0) > 0]
            ordered = [replace(one, begin=max(one.begin, 0)) for one in left]
        lasting = [one for one in ordered if one.end not in (None, one.begin)]
        if lasting and FEW * len(lasting) <= len(ordered) and columns.length is None:
            what = (
                f"{counted(len(lasting), 'row')} with a begin and an end among moments: its begin "
            )
            what += f"is a boundary too, the first {exact_time(lasting[0].begin)}"
            drop = f"--drop-label {quote(lasting[0].label)}" if lasting[0].label else ""
            kind: NoticeKind = "odd sign" if drop else ""
            yield document.notice(what, **about, text=lasting[0].label, command=drop, kind=kind)
            ordered = [replace(one, end=one.begin) for one in ordered]
        twice = [
            two.begin
            for one, two in pairwise(ordered)
            if one.end is two.end is None and 0 < round(two.begin - one.begin, 3) < TWICE
        ]
        if twice:
            number, at = counted(len(twice), "boundary", "boundaries"), exact_time(twice[0])
            what = f"{number} within {TWICE:g} s of another, as if a key was pressed twice, the "
            what += f"first at {at}: both count"
            yield document.notice(what, **about)
        edges = [edge for one in ordered for edge in (one.begin, one.end or one.begin)]
        if columns.length is not None:
            ordered = list(joined(ordered))
        end = max((one.end or one.begin for one in ordered), default=0)
        length = lengths.get(item, 0)
        last = ordered[-1] if ordered else None
        closing = last and last.end is None and last.label.lower() in WORDS.last_labels
        if closing and not length:
            ordered.pop()
            del edges[-2:]
        spans = tuple(one.span for one in ordered)
        kept = (edge for span in spans for edge in (span.start, span.end))
        merged = clock_times.merged_in(edges, kept)
        if merged:
            yield document.notice(merged, **about)
        if 0 < length < end:
            what = f"a time of {end:g} s lies after the end of the recording at {length:g} s"
            yield document.notice(what, **about)
        before = extents.get(item, Extent(end=0, since=document.table.since))
        longest = round(1000 * max(end, length))
        # A begin without an end, or at it, is a boundary: what comes after the last is not known.
        points = (one.begin for one in ordered if one.end in (None, one.begin))
        pressed = not closing and end in points
        extents[item] = replace(
            before,
            end=max(before.end, longest),
            is_open=not length or length < end or before.is_open,
            goes_on=pressed if longest > before.end else before.goes_on,
        )
        made.append((whose, spans, segments[0].row if segments else None))
    empty = [item for item, extent in extents.items() if not extent.end]
    coded = 2 * len(empty) < len(extents)  # else the rest of a list that is not done
    if empty:
        what = f"{counted(len(empty), 'recording')} without a time, the first {empty[0]}"
        read = "read as coded, with no boundary, where somebody else has a time"
        yield document.notice(f"{what}: {read}" if coded else f"left out: {what}")
    several = len({whose[2] for whose in found}) > 1
    called = "tier" if columns.tier is None else document.table.names[columns.tier] or "tier"
    covered = sum(span.end - span.start for _, spans, _ in made for span in spans)
    over_each_other = covered > OVER * sum(extent.end for extent in extents.values())
    coders = columns.coder is None and "tier" in segment_columns.words_of(called)
    coders = coders and over_each_other and document.table.kind != "XML"
    of_tier = Tier() if several and coders else None
    for (item, coder, tier), spans, row in made:
        if item in empty and not coded:
            continue
        about = {"item": item, "coder": coder, "layer": tier if several else "", "row": row}
        yield document.marked(spans, extents[item], tier=of_tier, **about)


def _rare_keys(segments: Iterable[Segment]) -> set[str]:
    """Return the few keys of a log in which nearly all moments have another one."""
    pressed = (one.label for one in segments if one.end is None)
    keys = Counter(key for key in pressed if key.lower() not in WORDS.last_labels)
    usual = max(keys, default="", key=keys.__getitem__)
    few = usual and FEW * (keys.total() - keys[usual]) <= keys.total()
    return keys.keys() - {usual, ""} if few else set()


def _ends_are_last(columns: Columns, found: dict[Whose, list[Segment]]) -> bool:
    """Return whether segments are numbers of units, the last one included, as 1 to 3, 4 to 7."""
    if columns.end is None:
        return False
    apart = touching = neighbours = 0
    for segments in found.values():
        for one in segments:
            if one.end is None or not (one.begin.is_integer() and one.end.is_integer()):
                return False
        ordered = sorted((one.begin, one.end or 0) for one in segments)
        for (_, end), (begin, _) in pairwise(ordered):
            neighbours += 1
            apart += begin == end + 1
            touching += begin <= end
    # A few that lie over the one before are slips, and told where they are read.
    rarely = touching <= SLIPS * neighbours
    return neighbours > 1 and rarely and apart >= MOST * neighbours


def _of_places(document: Document, found: Mapping[Whose, Sequence[Segment]]) -> Iterator[Found]:
    """Make codings of segments between places of a text, such as its characters."""
    ends: dict[str | None, int] = {}
    for (item, *_), segments in found.items():
        last = max((int(one.end or one.begin) for one in segments), default=0)
        ends[item] = max(ends.get(item, 0), last)
    several = len({whose[2] for whose in found}) > 1
    for (item, coder, tier), segments in found.items():
        spans = [Span(int(one.begin), int(one.end or one.begin), one.label) for one in segments]
        extent = Extent(end=ends[item], counted=True, counts="character", is_open=True)
        row = segments[0].row if segments else None
        about: dict[str, Any] = {"item": item, "coder": coder, "row": row}
        yield document.marked(spans, extent, layer=tier if several else "", **about)


def _of_units(document: Document, whose: Whose, segments: list[Segment]) -> Coding | Problem:
    """Make a coding of segments that name their first and last units, counted from 0 or 1."""
    ordered = sorted(segments, key=lambda one: (one.begin, one.end or 0))
    stretches = [(int(one.begin), int(one.end or 0)) for one in ordered]
    first = min(1, stretches[0][0])
    ends = [first - 1, *(end for _, end in stretches)]
    apart = (one.row for one, end in zip(ordered, ends, strict=False) if one.begin != end + 1)
    make = partial(from_stretches, stretches, first=first)
    fix = "give each unit to one segment, from unit 1 or 0 on"
    about = {"item": whose[0], "coder": whose[1], "row": next(apart, ordered[0].row)}
    return document.coded(make, fix, **about)
