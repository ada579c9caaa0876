"""What the columns of a table that no reader knows may hold, as a person is asked about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import le

from segmetrics.io.clock_times import DATED, seconds_in
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.column_roles import SEGMENTS, Guess, Role
from segmetrics.io.document import Document
from segmetrics.io.formats import mapped_table
from segmetrics.io.json_tables import WITHIN
from segmetrics.io.parts import grouped
from segmetrics.io.segment_columns import words_of
from segmetrics.io.table_files import FileTable

# Lines from which on a text is asked about: of fewer, a single one decides what most of them are.
FEWEST_LINES = 6
WHOSE = ("item", "coder")
TRIAL = "trial"  # what may be proposed as the item where nothing else is called so
SENTENCE_ENDS = (".", "!", "?", "。", "”", '"')


@dataclass(frozen=True, slots=True)
class Proposed:
    """What the columns of a table may hold."""

    said: Sequence[str]  # as options name it; nothing where no column would hold segments
    parts: bool = False  # whether each row may hold the words of one segment
    dates: bool = False  # whether begins and ends are dates with times


def proposed(document: Document, heading: Sequence[str], guesses: Sequence[Guess]) -> Proposed:
    """Return what to propose for columns, by what their cells look like and by each other."""
    table = document.table
    roles = {name: role for name, (role, _) in zip(heading, guesses, strict=True)}
    vague = _vague(roles)
    dates = _dates(heading, table)
    roles |= zip(dates, ("begin", "end"), strict=True) if dates else ()
    if table.kind == WITHIN or mapped_table.in_folders(document):  # layers, not coders
        coded = [name for name, role in roles.items() if role in SEGMENTS]
        roles |= dict.fromkeys(coded[1:], "ignore")
    clear = {*roles.values()} - {*vague}
    parts = clear & {"text", "speaker"} == {"text"} and not clear & SEGMENTS
    if parts:
        at = next(at for at, (role, _) in enumerate(guesses) if role == "text")
        parts = are_parts(table.column(at))
        roles |= {heading[at]: "part"} if parts else {}
    if not clear & {"text", *SEGMENTS}:
        roles |= _of_times(roles, table)
    begins = sum(not WORDS.begins.isdisjoint(plain(name).split()) for name in heading)
    likely = {name: role for name, role in roles.items() if role not in ("ignore", *vague)}
    told = (begins < 2 or "time" in roles.values()) and not SEGMENTS.isdisjoint(likely.values())
    said = [f"{name}={role}" for name, role in likely.items()] if told else []
    return Proposed(said, parts, bool(dates))


def _vague(roles: Mapping[str, Role]) -> Collection[Role]:
    """Return the roles that are not proposed: names that come again may be anything.

    Not so where something numbers rows, or in columns alike of several people.
    """
    kinds = {*roles.values()}
    alike = len(roles) > 1 and kinds == {"segment"}
    return () if {"unit", "text"} & kinds or alike else ("segment", "first")


def _dates(heading: Sequence[str], table: FileTable) -> list[str]:
    """Return the first two columns of dates with times, if there are two."""
    columns = {name: list(filter(None, table.column(at))) for at, name in enumerate(heading)}
    found = [name for name, cells in columns.items() if cells and all(map(DATED.match, cells))]
    return found[:2] if len(found) > 1 else []


def _of_times(named: Mapping[str, Role], table: FileTable) -> dict[str, Role]:
    """Return the columns of times: those that rise, down the table or along its rows; and whose."""
    if "coder" not in named.values():
        named = {n: "coder" if plain(n) in WORDS.coders else role for n, role in named.items()}
    if "item" not in named.values():
        items = [name for name in named if plain(name) in WORDS.items]
        items = items or [name for name in named if plain(name) == TRIAL]
        named = {**named, **dict.fromkeys(items[:1], "item")}
    names, whose = list(named), [at for at, role in enumerate(named.values()) if role in WHOSE]
    rows = [cells for _, cells in table.rows if len(cells) == len(named)]
    of_each = grouped((tuple(cells[at] for at in whose), cells) for cells in rows).values()
    columns: dict[int, list[list[float]]] = {}
    for at in (at for at in range(len(names)) if named[names[at]] == "ignore"):
        found = [[seconds_in(row[at]) for row in of if row[at]] for of in of_each]
        times = [[time for time in of if time is not None] for of in found]
        anew = len(times) > 1 and all(
            len(of) > 1 and of[-1] > 2 * len(of) and _rise(of) for of in times
        )
        if times == found and any(times) and (anew or any({*".:"} & {*row[at]} for row in rows)):
            columns[at] = times
    along = [[time for at in columns if (time := seconds_in(row[at])) is not None] for row in rows]
    if len(columns) < 2 or not all(map(_rise, along)):
        columns = {at: of for at, of in columns.items() if len(rows) > 1 and all(map(_rise, of))}
        first = {str(of): at for at, of in reversed(columns.items())}  # In and Out of marks
        columns = {at: columns[at] for at in sorted(first.values())}
    told: dict[str, Role] = {names[at]: "time" for at in columns} or _edges(names, rows)
    begins, ends = (
        [names[at] for at in columns if not known.isdisjoint(words_of(names[at]))]
        for known in (WORDS.begins, WORDS.ends)
    )
    if len(begins) == len(ends) == 1 and len(told) == 2:
        told = {begins[0]: "begin", ends[0]: "end"}
    return told and {**{name: role for name, role in named.items() if role in WHOSE}, **told}


def _edges(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Role]:
    """Return the two columns beside each other with a number each, the second mostly larger."""
    found = []
    for at in range(len(names) - 1) if len(rows) > FEWEST_LINES else ():
        pairs = [(seconds_in(row[at]), seconds_in(row[at + 1])) for row in rows]
        known = [(one, other) for one, other in pairs if one is not None and other is not None]
        rise = all(one <= other for one, other in known) and len({*known}) > len(known) / 2
        if len(known) == len(rows) and rise and sum(one < other for one, other in known):
            found.append(at)
    return {names[found[0]]: "begin", names[found[0] + 1]: "end"} if len(found) == 1 else {}


def _rise(times: Sequence[float]) -> bool:
    return all(map(le, times, times[1:])) and (len(times) < 2 or times[0] < times[-1])


def are_parts(texts: Sequence[str]) -> bool:
    """Return whether texts are rather parts of sentences than whole ones."""
    whole = sum(text[-1:] in SENTENCE_ENDS for text in texts if text)
    words = sum(" " in text and text[0].isalpha() for text in texts)
    return 2 * whole < len(texts) < 2 * words
