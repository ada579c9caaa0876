"""Wide tables: a column for each coder, a row for each unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from segmetrics.io.clock_times import CLOCK, dated
from segmetrics.io.column_guess import (
    guess_columns,
    has_columns_of_coders,
    layers_named,
    no_coders,
)
from segmetrics.io.column_kinds import are_flags, are_marks, without_header
from segmetrics.io.column_names import WORDS, is_generic, plain
from segmetrics.io.column_roles import Guess
from segmetrics.io.document import Document
from segmetrics.io.formats import unit_rows
from segmetrics.io.numbers import number_segments
from segmetrics.io.parts import Found, grouped
from segmetrics.io.problems import shortened
from segmetrics.io.table_files import LEADING, FileTable, always_changes

BESIDE_CODERS = ("item", "unit", "text")
# Columns of other tables: a table that has one of them is no wide table.
OF_OTHERS = {"coder", "masses", "boundaries", "boundary", "mass", "segment", "type", "level"}
OF_OTHERS |= {LEADING}
# What people call a column that numbers the units; others are believed beside two coders.
UNITS = WORDS.unit_numbers
# Of a segment number.
MAX_DIGITS = 10
# Number up to which a column counts rows by chance.
SHORT = 3
# Rows from which on a table in which no two rows agree is no coding.
MANY_ROWS = 10


def recognise(document: Document) -> str | None:
    """Recognise a wide table: by a column item, unit or text, or by what its cells are."""
    table = document.table
    roles = _roles(table)
    coders = _coders(roles)
    if not coders or not OF_OTHERS.isdisjoint(table.header) or _says_whose(table):
        return None
    if without_header(table) is not None:
        return None
    if len(coders) > 1 and all(plain(name) in WORDS.dimensions for name in coders):
        return None  # kinds of one judgement, and no people
    if layers_named(table.names, list(coders.values())):
        return None  # each person has several columns
    if len(coders) == 1 and is_generic(plain(next(iter(coders)))):
        return None  # the name says what is in it, and not whose it is
    filled = {at: list(filter(None, table.column(at))) for at in coders.values()}
    columns = [column for column in filled.values() if column]
    if any(all(cell[0] == "[" for cell in column) for column in columns):
        return None  # lists, of which each may say where several segments are
    if columns and all(dated(cell) or CLOCK.fullmatch(cell) for one in columns for cell in one):
        return None  # times of boundaries, and no segments
    if _holds_marks_beside_others(columns) or _has_blanks_among_labels(table, filled):
        return None  # not all of them are coders; the roles of columns tell them apart
    changing = bool(columns) and all(map(always_changes, columns))
    known = [name for name in BESIDE_CODERS if name in table.header]
    if known:
        if changing and "item" not in known and len(table.rows) >= MANY_ROWS:
            return None  # a transcript, or a list of times
        return f"{table.kind} with {', '.join(known)} and a column for each coder"
    counter = _counter(table)
    named = counter is not None and table.header[counter] in UNITS
    if not columns or (counter is not None and not named and len(coders) < 2):
        return None
    if all(are_flags(set(column)) for column in columns):
        return f"{table.kind} of 0 and 1"
    if has_columns_of_coders(table):
        return None  # its roles tell the text, which is called as no text is
    if (named or len(coders) > 1) and all(map(_are_numbers, columns)) and not changing:
        return f"{table.kind} with a segment number for each unit and coder"
    return None


def _holds_marks_beside_others(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether some columns can only be marks, and others can be none."""
    marks = others = False
    for column in columns:
        kinds = {cell.lower() for cell in set(column)}
        if kinds & WORDS.marks and are_marks(column):
            marked = [cell.lower() in WORDS.marks for cell in column]
            # Numbers of two segments, or two names of topics, change once.
            marks = marks or sum(one != other for one, other in pairwise(marked)) > 1
        else:
            others = others or not kinds <= WORDS.no_mark
    return marks and others


def _has_blanks_among_labels(table: FileTable, columns: Mapping[int, Sequence[str]]) -> bool:
    """Return whether names of segments stand where they begin alone, or notes here and there."""
    at = table.header.index("item") if "item" in table.header else None
    items = 1 if at is None else len(set(table.column(at)))
    for place, column in columns.items():
        if 2 * len(column) > len(table.rows) or are_marks(column):
            continue
        filled = list(map(bool, table.column(place)))
        if sum(one != other for one, other in pairwise(filled)) > 2 * items:
            return True
    return False


def _says_whose(table: FileTable) -> bool:
    """Return whether other columns name items, coders or units, or look as if one should."""
    guessed = guess_columns(table)
    if guessed is None:
        return False
    named = any(
        guess.role in ("item", "coder") and name not in BESIDE_CODERS
        for name, guess in zip(table.header, guessed.columns, strict=True)
    )
    # A column called paragraph that numbers units beside their texts is no coder either.
    counts = all(guessed.roles[at] == "unit" for at in _coders(_roles(table)).values())
    named = named or (counts and plain(table.names[guessed.roles.index("unit")]) in WORDS.units)
    return named or ("item" not in table.header and guessed.begins_anew)


def _roles(table: FileTable) -> tuple[str, ...]:
    """Name the columns: item, unit and text in lower case, coders as they are."""
    roles = [
        low if low in BESIDE_CODERS else name
        for name, low in zip(table.names, table.header, strict=True)
    ]
    counter = _counter(table)
    if counter is not None:
        # Numbers from 0, or with a dot, say no more than the order of the rows.
        roles[counter] = "unit" if table.rows[0][1][counter] == "1" else ""
    others = no_coders(table, list(_coders(roles).values()))
    said = [at for at in sorted(others) if "text" not in roles and plain(roles[at]) in WORDS.texts]
    named = dict.fromkeys(others, "") | dict.fromkeys(said[:1], "text")
    return tuple(named.get(at, role) for at, role in enumerate(roles))


def guessed_roles(document: Document) -> list[Guess]:
    table = document.table
    roles = _roles(table)
    columns = [table.column(at) for at in _coders(roles).values()]
    cells = set().union(*columns) - {""}
    marked = any(cell.lower() in WORDS.marks for cell in cells) and all(map(are_marks, columns))
    unmarked = all(any(cell.lower() in WORDS.no_mark for cell in {*column}) for column in columns)
    if are_flags(cells):
        coded = Guess("mark", "0 and 1")
    elif marked and unmarked:
        coded = Guess("mark", "marks of boundaries, else blank or a word for no")
    else:
        coded = Guess("segment", "a coder's")
    named: dict[str, Guess] = {
        "item": Guess("item", "by its name"),
        "unit": Guess("unit", "by its name" if "unit" in table.header else "counts the rows"),
        "text": Guess("text", "by its name"),
        "": Guess("ignore", "no coding in it"),
    }
    guesses = [named.get(role, coded) for role in roles]
    spoken = (at for at, name in enumerate(table.header) if name in WORDS.speakers)
    for at in islice((at for at in spoken if not roles[at]), 1):
        guesses[at] = Guess("speaker", "by its name")
    return guesses


def _coders(roles: Iterable[str]) -> dict[str, int]:
    """Find the columns of coders: all with a name that says nothing else."""
    return {name: at for at, name in enumerate(roles) if name and name not in BESIDE_CODERS}


def _counter(table: FileTable) -> int | None:
    """Find the column that counts the rows, of the whole table or of each item."""
    header = table.header
    at = 1 if header[0] == "item" else 0
    if "unit" in header or at >= len(header) or not header[at] or header[at] in BESIDE_CODERS:
        return None
    others = [name for name in header if name not in ("", header[at], *BESIDE_CODERS)]
    if any(len(cells) <= at for _, cells in table.rows):
        return None
    most = 0
    # As text, ``1.`` is a number too.
    numbers = ((cells[0] if at else "", cells[at].removesuffix(".")) for _, cells in table.rows)
    for of_item in grouped(numbers).values():
        first = int(of_item[0] != "0")
        if of_item != list(map(str, range(first, first + len(of_item)))):
            return None
        most = max(most, first + len(of_item) - 1)
    # Else it is rather one of the coders, who made every unit a segment.
    alike = _without_digits(header[at]) in map(_without_digits, others)
    believed = header[at] in UNITS or (most > SHORT and not alike)
    return at if table.rows and others and believed else None


def _without_digits(name: str) -> str:
    return re.sub(r"[0-9]+", "", name)


def _are_numbers(column: Sequence[str]) -> bool:
    """Return whether cells number segments: from 0 or 1, each as the one before or one more."""
    if not all(cell.isdecimal() and len(cell) < MAX_DIGITS for cell in column):
        return False
    return number_segments([int(cell) for cell in column])


def read(document: Document) -> Iterator[Found]:
    table = document.table
    twice = [name for name, times in Counter(_roles(table)).items() if name and times > 1]
    if twice:
        what = f"the column {shortened(twice[0])} is in the header twice"
        raise document.wrong_header(what, "keep one of the two, or rename one")
    if "" in table.names:
        yield document.notice("not read: a column without a name", row=table.header_row)
    guesses, counter = guessed_roles(document), _counter(table)
    unread = [at for at, guess in enumerate(guesses) if guess.role == "ignore" and at != counter]
    yield from document.not_read([table.names[at] for at in unread if table.names[at]])
    if counter is not None and table.header[counter] not in UNITS:
        what = f"the column {shortened(table.names[counter])} counts the rows: it numbers the units"
        yield document.notice(what, row=table.header_row)
    yield from document.wrong_if_empty()
    roles = [guess.role for guess in guesses]
    # Who writes a word for no where there is no boundary leaves no cell blank, or most of them.
    no = WORDS.no_mark - {""}
    cells = map(Counter, map(table.column, range(len(roles))))
    blanks = {at for at, of in enumerate(cells) if 2 * sum(of[word] for word in no) <= of[""]}
    yield from unit_rows.read(document, roles, item=document.item, blanks=blanks)
