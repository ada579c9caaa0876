"""Tables with a row for each segment or boundary: where it begins and ends, perhaps a label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, pairwise
from operator import eq
from shlex import quote
from typing import Any

from segmetrics.io import clock_times, segment_columns
from segmetrics.io.cells import Row
from segmetrics.io.clock_times import Counting, seconds_in
from segmetrics.io.column_guess import has_columns_of_coders
from segmetrics.io.column_names import WORDS, unit_called
from segmetrics.io.column_roles import Guess, Role, heading_of, in_menus, roles_in_words
from segmetrics.io.document import Document, Files
from segmetrics.io.formats.praat import MAX_SECONDS
from segmetrics.io.layers import named_layers
from segmetrics.io.names import BOTH, as_coders
from segmetrics.io.parts import Coding, Extent, Found, Span, Tier
from segmetrics.io.problems import Notice, Problem, shortened
from segmetrics.io.recording_ends import EVERY
from segmetrics.io.segment_columns import FEW, MISSING, MOST, RARELY, Columns, columns_of, rows_of
from segmetrics.io.segmented_parts import from_stretches
from segmetrics.io.timed_tables import prepared, since_the_first
from segmetrics.phrases import counted, listed

# Seconds by which a begin and a length, to the millisecond, may miss the next begin.
ROUNDED = 0.00151
# How often tiers cover recordings that lie over each other, as those of coders.
OVER = 1.5
# Conditions that a sentence names.
NAMED = 4
# Columns of which it is looked whether two name each recording together.
MOST_CROSSED = 12


@dataclass(frozen=True, slots=True)
class _Segment:
    """A row: its begin and its end, None for a boundary, as numbers of the file."""

    row: int
    begin: float
    end: float | None
    label: str
    cells: Sequence[str]

    @property
    def span(self) -> Span:
        end = self.begin if self.end is None else self.end
        return Span(round(1000 * self.begin), round(1000 * end), self.label)


# Item, coder and tier.
Whose = tuple[str | None, str | None, str]


def recognise(document: Document) -> str | None:
    """Recognise a table by the names of its columns, or by its cells if it has no header."""
    before = document.table
    document.table = table = prepared(before)
    columns = columns_of(document)
    if columns is None or (
        (columns.end is None or columns.label is None) and has_columns_of_coders(table)
        if columns.named
        else table.header[0] in WORDS.observers
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
    counting, said = _counting(document, columns, rows)
    found, wrong = _segments(document, columns, rows, counting)
    yield from [*said, *wrong]
    whole: dict[Whose, list[_Segment]] = {
        (None, coder, ""): found.get((None, coder, ""), [])
        for coder in lists
        if coder not in {one.coder for one in wrong}
    }
    yield from _made(document, columns, whole, {})


def _read(document: Document, columns: Columns) -> Iterator[Found]:
    table = document.table
    rows = table.rows
    if _is_transcript(columns, rows):
        said = table.names[columns.said or 0]
        what = f"begin, end and {shortened(said)!r} in each row: a transcript, and no coding"
        fix = "bring the codings: a row for each segment or boundary, with its times and its coder"
        raise document.unreadable(what, fix, row=table.header_row)
    unread = [name for at, name in enumerate(table.names) if name and at not in columns.places]
    yield from document.not_read(unread if columns.named else ())
    yield from document.not_read_of(document.found.get("beside", {}))
    rows = [(row, [*cells, *[""] * (1 + max(columns.places) - len(cells))]) for row, cells in rows]
    columns, rows, about_conditions = _of_condition(document, columns, rows)
    yield from about_conditions
    yield from _crossed(document, columns, rows)
    begun = [(row, cells) for row, cells in rows if cells[columns.begin].lower() not in MISSING]
    finer = len(rows) - len(begun)
    of_all = {_whose(columns, cells) for _, cells in rows}
    points = columns.end is columns.length is None
    if points and finer > RARELY * len(rows) and of_all == {_whose(columns, of) for _, of in begun}:
        what = f"{counted(finer, 'row')} without a time in {table.names[columns.begin]}: no segment"
        yield document.notice(f"{what} begins with them")
        rows = begun
    layered = document.first_line in document.beside.of_all(_with_layers) and not _chosen(document)
    if layered:
        called = heading_of(table.names)[columns.label or 0]
        what = f"the column {shortened(called)!r} tells layers apart: segments of one of its names "
        yield document.notice(f"{what}hardly overlap, and those of several do")
        columns = replace(columns, tier=columns.label, label=None)
    found, wrong = _segments(document, columns, rows, Counting())
    if _counts_characters(columns, found):
        what = "begin and end count characters: each segment is as long as the words beside it"
        fix = "bring the text with them, as JSON or JSONL with its spans, or times in their place"
        raise document.unreadable(what, fix, row=table.header_row)
    if len({whose[0] for whose in found}) == len(found) >= FEW and all(
        len(of) == 1 and of[0].begin == 0 < (of[0].end or 0) for of in found.values()
    ):
        what = "one segment over the whole of each recording: labels of recordings, and no coding"
        fix = "bring a row for each segment"
        raise document.unreadable(what, fix, row=table.header_row or None)
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
    tiers = named_layers(document.choices.layer, {tier for *_, tier in found}) if layered else ()
    doubted = {whose: of for whose, of in found.items() if whose[2] in tiers or not layered}
    asked = list(_overlaps(document, columns, doubted))
    yield from asked
    counting, about_times = _counting(document, columns, rows)
    if counting != Counting():
        found, wrong = _segments(document, columns, rows, counting)
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
        item, length = _whose(columns, cells)[0], counting.seconds(cells[columns.whole or 0]) or 0
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
                of[_whose(columns, cells)].setdefault(cells[columns.label], []).append(span)
        for labels in of.values():
            counts[document.first_line] += Counter(
                all=sum(map(len, labels.values())),
                over=_over(chain(*labels.values())),
                within=sum(map(_over, labels.values())),
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


def _over(spans: Iterable[tuple[float, float]]) -> int:
    """Count the segments that end well after the next one begins; those given twice are one."""
    return sum(
        one[1] - other[0] > segment_columns.ALIKE * (one[1] - one[0])
        for one, other in pairwise(sorted(set(spans)))
    )


def _chosen(document: Document) -> bool:
    """Return whether a person said what columns of this table hold."""
    return not document.choices.columns.keys().isdisjoint(heading_of(document.table.names))


def _number_of(files: Files) -> int:
    return len(files)


def _crossed(
    document: Document, columns: Columns, rows: Sequence[tuple[int, Sequence[str]]]
) -> Iterator[Problem]:
    """Ask who coded where two columns that are not read name each recording by its two names."""
    named = columns.coder is not None or document.beside.of_all(_number_of) > 1
    if named or not columns.item or document.choices.columns:
        return
    heading, all_cells = heading_of(document.table.names), [cells for _, cells in rows]
    items = [_whose(columns, cells)[0] for cells in all_cells]
    number = len({*items})
    left = (at for at in range(len(heading)) if at not in columns.places)
    of = {at: [cells[at] if at < len(cells) else "" for cells in all_cells] for at in left}
    values = {at: {*cells} for at, cells in of.items()}
    few = [at for at, each in values.items() if "" not in each and 1 < len(each) < number]
    for one, other in combinations(few[:MOST_CROSSED], 2):
        if not number >= MOST * len(values[one]) * len(values[other]):
            continue
        pairs = set(zip(of[one], of[other], strict=True))
        if len(pairs) == number == len(set(zip(of[one], of[other], items, strict=True))):
            item, coder = sorted(
                (one, other), key=lambda at: (as_coders(values[at]), -len(values[at]))
            )
            called = [heading[at] for at in (*columns.item, item, coder)]
            what = f"{called[-2]} and {called[-1]}, which are not read, say together what each "
            what += f"{called[0]} is: one of them may be the coder"
            roles: dict[str, Role] = {called[0]: "ignore", called[-2]: "item", called[-1]: "coder"}
            roles |= {heading[columns.begin]: "begin" if columns.end is not None else "time"}
            roles |= {} if columns.end is None else {heading[columns.end]: "end"}
            command = f'--columns "{roles_in_words(roles)}" for example'
            fix = "say what each column holds"
            yield document.problem(what, fix, asks="columns", command=command)
            return


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


def _is_transcript(columns: Columns, rows: Sequence[Row]) -> bool:
    """Return whether rows hold what was said rather than what a coder decided."""
    if columns.said is None or columns.coder is not None:
        return False
    said = [cells[columns.said] for _, cells in rows if columns.said < len(cells)]
    blanks = sum(text.count(" ") for text in said)
    written = blanks > len(said) or segment_columns.are_texts(said)  # not all scripts have blanks
    return 2 * len(set(said)) > len(said) and written


def _whose(columns: Columns, cells: Sequence[str]) -> Whose:
    coder, tier = ("" if at is None else cells[at] for at in (columns.coder, columns.tier))
    item = " / ".join(cells[at] for at in columns.item if cells[at])
    return item or None, coder or None, tier


def _segments(
    document: Document, columns: Columns, rows: Sequence[Row], counting: Counting
) -> tuple[dict[Whose, list[_Segment]], list[Problem]]:
    """Read the rows of each coder; those of a coder with a wrong row are left out, and named."""
    found: dict[Whose, list[_Segment]] = defaultdict(list)
    wrong: dict[Whose, Problem] = {}
    times = Counter(_whose(columns, cells) for _, cells in rows)
    told = {columns.begin, columns.end, columns.length, columns.label} - {None}
    left_out = columns.item and columns.coder is None  # and counted, if nobody has a time there
    for row, cells in rows:
        whose = _whose(columns, cells)
        begin = cells[columns.begin].lower()
        missing = (cells[at or 0].lower() in MISSING for at in told)
        none = begin == "none" or (left_out and all(missing))
        if (none and times[whose] == 1) or (columns.whole is not None and begin in MISSING):
            found[whose] += []  # a coder of a recording who has no boundary in it
            continue
        try:
            found[whose].append(_segment(columns, row, cells, counting))
        except ValueError as error:
            about = {"item": whose[0], "coder": whose[1], "row": row}
            wrong.setdefault(whose, document.problem(str(error), "correct the cell", **about))
    good = {whose: segments for whose, segments in found.items() if whose not in wrong}
    return good, list(wrong.values())


def _counting(
    document: Document, columns: Columns, rows: Sequence[Row]
) -> tuple[Counting, list[Notice]]:
    of_coders: dict[Whose, list[str]] = defaultdict(list)
    for _, cells in rows:
        times = (cells[at] for at in (columns.begin, columns.end) if at is not None)
        of_coders[_whose(columns, cells)] += times
    said = {"chosen": document.choices.times, "named": columns.counts}
    counting, notices = clock_times.counting_of(document.name, of_coders.values(), **said)
    if counting == Counting() and not (notices or any(said.values())):
        ends: dict[str | None, float] = {}
        for (item, *_), cells in of_coders.items():
            last = max((seconds_in(cell) or 0 for cell in cells if ":" not in cell), default=0)
            ends[item] = max(ends.get(item, 0), last)
        notices = clock_times.too_long(document.name, ends.values())
    return counting, notices


def _segment(columns: Columns, row: int, cells: Sequence[str], counting: Counting) -> _Segment:
    """Read a row; ValueError says what is wrong."""
    begin = _time(cells[columns.begin], "begin", counting)
    if begin is None:
        raise ValueError("the begin is missing")
    end = _time(cells[columns.end], "end", counting) if columns.end is not None else None
    if columns.length is not None:
        length = _time(cells[columns.length], "duration", counting)
        end = begin + length if length else None
    if end is not None and end < begin:
        raise ValueError(f"it begins at {begin:g} and ends at {end:g}")
    label = cells[columns.label] if columns.label is not None else ""
    return _Segment(row, begin, end, label, cells)


def _time(cell: str, what: str, counting: Counting) -> float | None:
    """Read the time in a cell, None if it is missing."""
    if cell.lower() in MISSING:
        return None
    seconds = counting.seconds(cell)
    if seconds is None:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no number of seconds")
    if not -clock_times.COUNTDOWN <= seconds <= MAX_SECONDS:
        raise ValueError(f"the {what} {shortened(cell, 24)!r} is no time of a recording")
    return seconds


def _made(
    document: Document,
    columns: Columns,
    found: dict[Whose, list[_Segment]],
    lengths: Mapping[str | None, float],
    *,
    asked: bool = False,
) -> Iterator[Found]:
    extents: dict[str | None, Extent] = {}
    made = []
    for whose, segments in found.items():
        item, coder, _ = whose
        about: dict[str, Any] = {"item": item, "coder": coder}
        restart = None if asked else _restart(columns, segments, len(document.table.names))
        if restart:
            name = heading_of(document.table.names)[restart[1]]
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
        edges = [edge for one in ordered for edge in (one.begin, one.end or one.begin)]
        if columns.length is not None:
            ordered = list(_joined(ordered))
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
            is_open=length < end or before.is_open,
            goes_on=pressed if longest > before.end else before.goes_on,
        )
        made.append((whose, spans, segments[0].row if segments else None))
    empty = [item for item, extent in extents.items() if not extent.end]
    if empty:
        what = f"left out: {counted(len(empty), 'recording')} without a time, the first {empty[0]}"
        yield document.notice(what)
    several = len({whose[2] for whose in found}) > 1
    called = "tier" if columns.tier is None else document.table.names[columns.tier] or "tier"
    covered = sum(span.end - span.start for _, spans, _ in made for span in spans)
    over_each_other = covered > OVER * sum(extent.end for extent in extents.values())
    coders = columns.coder is None and "tier" in segment_columns.words_of(called)
    coders = coders and over_each_other and document.table.kind != "XML"
    of_tier = Tier() if several and coders else None
    for (item, coder, tier), spans, row in made:
        if item in empty:
            continue
        about = {"item": item, "coder": coder, "layer": tier if several else "", "row": row}
        yield document.marked(spans, extents[item], tier=of_tier, **about)


def _joined(segments: Sequence[_Segment]) -> Iterator[_Segment]:
    """Yield segments whose ends are the next begins, if begin and length only round to another."""
    for one, other in pairwise([*segments, None]):
        near = one and other and one.end and abs(one.end - other.begin) <= ROUNDED
        if one:
            yield replace(one, end=other.begin) if near and other else one


def _counts_characters(columns: Columns, found: Mapping[Whose, Sequence[_Segment]]) -> bool:
    """Return whether segments are as long as what stands beside them has characters."""
    segments = [one for of in found.values() for one in of if one.end is not None]
    if columns.end is None or len(segments) < FEW:
        return False
    lengths = [(one.end or 0) - one.begin for one in segments]
    return any(
        sum(len(one.cells[at]) == length for one, length in zip(segments, lengths, strict=True))
        >= MOST * len(segments)
        for at in range(min(len(one.cells) for one in segments))
        if at not in (columns.begin, columns.end) and len(set(lengths)) > 1
    )


def _overlaps(
    document: Document, columns: Columns, found: Mapping[Whose, Sequence[_Segment]]
) -> Iterator[Problem]:
    """Ask what the rows of one coder are of whose segments lie over each other again and again."""
    names = heading_of(document.table.names)
    if _chosen(document):
        return
    if columns.label == segment_columns.LAST_OF_RTTM and not columns.named:
        return  # speakers of RTTM, who talk at once
    for (item, coder, _), segments in found.items():
        spans = [(one.begin, one.end) for one in segments if one.end is not None]
        over = _over(spans)
        if over < FEW or over <= segment_columns.RARELY * len(spans):
            continue
        others = [at for at in range(len(names)) if at not in columns.places]
        called = (
            at for at in others if {"label", "labels"} & {*segment_columns.words_of(names[at])}
        )
        label = next(called, None) if columns.label is None else columns.label
        examples = [
            f'"{names[at]}=item"'
            for at in others
            if at != label and _tells_apart(["".join(one.cells[at : at + 1]) for one in segments])
        ][:1]
        if label is not None:
            examples.insert(0, f'"{names[label]}=label" if all are of one coding')
        what = f"{over:,} of {len(spans):,} segments of one coder begin before the one before ends"
        fix = "say which column tells items, coders or layers apart, or that all are of one coding"
        said = (("begin", columns.begin), ("end", columns.end), ("duration", columns.length))
        alone = ", ".join(f"{names[at]}={role}" for role, at in said if at is not None)
        alone = f'"{alone}" if all are of one coding'
        known = ", or ".join(examples or [alone])
        asked = document.problem(what, fix, item=item, coder=coder, asks="columns")
        yield replace(asked, command=f"--columns {known} for example")
        return


def _tells_apart(cells: Sequence[str]) -> bool:
    """Return whether a column may tell codings apart: few names, or names that stand together."""
    changes = sum(one != other for one, other in pairwise(cells))
    return bool(changes) and (len(set(cells)) <= FEW or 2 * changes <= len(cells))


def _ends_are_last(columns: Columns, found: dict[Whose, list[_Segment]]) -> bool:
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
    return neighbours > 1 and not touching and apart >= MOST * neighbours


def _of_units(document: Document, whose: Whose, segments: list[_Segment]) -> Coding | Problem:
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


def _names_blocks(segments: Sequence[_Segment], at: int, blocks: int) -> bool:
    """Return whether a column has a name for each of so many blocks of rows, in all their rows."""
    cells = [one.cells[at] if at < len(one.cells) else "" for one in segments]
    changes = sum(one != other for one, other in pairwise(cells))
    return all(cells) and changes + 1 == len(set(cells)) == blocks


def _restart(columns: Columns, segments: Sequence[_Segment], width: int) -> tuple[int, int] | None:
    """Find a column that changes wherever the times of one coder start again."""
    falls = [(one, other) for one, other in pairwise(segments) if other.begin < one.begin]
    if not falls:
        return None
    for at in range(width):
        if at in columns.places and (at != columns.tier or columns.end is not None):
            continue
        if columns.end is not None and not _names_blocks(segments, at, 1 + len(falls)):
            continue
        if all(
            at < min(len(one.cells), len(other.cells)) and one.cells[at] != other.cells[at]
            for one, other in falls
        ):
            return falls[0][1].row, at
    return None
