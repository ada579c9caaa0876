"""What the columns of a table are likely to hold, by their names and by a sample of their cells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import le
from typing import NamedTuple

from segmetrics.io.column_kinds import (
    CLOCK,
    FEW,
    LONG,
    NUMBER,
    RARE,
    SAMPLE,
    Kind,
    falls,
    kind_of,
    kinds_of,
    odd_among_segments,
)
from segmetrics.io.column_names import WORDS, is_generic, owners, plain
from segmetrics.io.column_roles import Guess, Role
from segmetrics.io.json_tables import LABELS
from segmetrics.io.limits import MAX_CODERS
from segmetrics.io.numbers import listed_numbers
from segmetrics.io.parts import grouped
from segmetrics.io.problems import shortened
from segmetrics.io.table_blocks import is_count
from segmetrics.io.table_files import KINDS, ONLY_LIST, SHEET, FileTable, always_changes

MANY_BEATS = 8  # rows of a block that is no bar of beats, and the fewest bars
MAX_HEADING, MOST = 120, 0.8  # characters of a heading, and share of rows as wide as it
MANY = 20_000  # rows by which it is seen whether coders have the same units
OF_NO_PERSON = WORDS.recordings | WORDS.items | {"round", "runde", "part", "teil", "phase"}
BLOCK = "numbered block"  # the name of a column that is in no file: it counts blocks of rows
NAMED_BY: dict[Role, frozenset[str]] = {"item": WORDS.items, "coder": WORDS.coders}
OF_NO_CODER = frozenset().union(  # words of headings that say what else is in a column
    *(WORDS.items, WORDS.texts, WORDS.units, WORDS.unit_numbers, WORDS.times, WORDS.generic),
    *(WORDS.notes, WORDS.of_rows, WORDS.computed, WORDS.of_segments, WORDS.speakers),
)
NUMBERED = re.compile(r"[ _]?(?:\d+|\b[a-z])$")  # by which names of two columns differ
SIZES_OF_ITEM = re.compile(r"\d+(?: +\d+)*")


class GuessedTable(NamedTuple):
    """What columns were taken for, whether contents confirm it, and whether units begin anew."""

    columns: tuple[Guess, ...]
    sure: bool
    why: str
    begins_anew: bool

    @property
    def roles(self) -> list[Role]:
        """The roles of all columns."""
        return [guess.role for guess in self.columns]


def is_table(table: FileTable) -> bool:
    """Return whether rows are those of a table, rather than lines with commas in them."""
    names = [name for name in table.names if name]
    rows = table.rows[:SAMPLE]
    wide = sum(len(cells) == len(table.names) for _, cells in rows)
    # Headings that are questions to people may be sentences.
    form = any(name.endswith("?") or plain(name) in WORDS.of_forms for name in names)
    return (
        1 < len(table.names) <= MAX_CODERS
        and len(rows) > 1
        and wide >= MOST * len(rows)
        and (2 * len(names) >= len(table.names) or not table.header_row)
        and (form or not any(map(_is_sentence, names)))
    )


def _is_sentence(name: str) -> bool:
    """Return whether what should be a name is a sentence, as ``Segm. no.`` is not."""
    return len(name) > MAX_HEADING or name[-1] in ";!" or (name[-1] == "." and name.count(" ") > 2)


def sample_of(table: FileTable) -> list[list[str]]:
    """Return the cells of the first rows, and of others spread over the table."""
    width = len(table.names)
    rows = table.rows[:SAMPLE] + table.rows[SAMPLE :: 1 + len(table.rows) // SAMPLE]
    return [cells for _, cells in rows if len(cells) == width]


class _Columns:
    """The columns of a table: their names, the cells of a sample, what these are, and guesses."""

    def __init__(self, table: FileTable, rows: Sequence[Sequence[str]]) -> None:
        self.table, self.rows = table, rows
        self.of_one = table  # the rows of the first coder, once it is known who coded each
        self.names = [plain(name) for name in table.names]
        self.words = [set(name.split()) for name in self.names]
        self.kinds = kinds_of(rows, len(self.names))
        self.found: dict[int, Guess] = {}

    def cells(self, at: int) -> list[str]:
        """Return the cells of a column."""
        return [row[at] for row in self.rows]

    def named(self, known: frozenset[str], fits: Callable[[int], bool]) -> int | None:
        """Find the first column with a known name, or one such as story id, whose cells fit it."""
        left = (at for at in range(len(self.names)) if at not in self.found)
        return next((at for at in left if self.is_called(at, known) and fits(at)), None)

    def is_called(self, at: int, known: frozenset[str]) -> bool:
        """Return whether a column has a known name, or one such as story id."""
        return not known.isdisjoint((self.names[at], self.names[at].removesuffix(" id")))

    def with_role(self, *roles: Role) -> list[int]:
        """Return the columns that were taken for one of some roles."""
        return [at for at, guess in self.found.items() if guess.role in roles]

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """What all columns hold; the others are ignored."""
        found = self.found
        return tuple(
            found.get(at) or Guess("ignore", self._why_not(at)) for at in range(len(self.kinds))
        )

    def _why_not(self, at: int) -> str:
        """Return what a column holds that is ignored, with the one cell that is to blame."""
        cells = [row[at] for row in self.rows[:SAMPLE]]
        odd = odd_among_segments(cells) if self.kinds[at] in ("number", "other") else None
        if odd is not None:
            return f"{BUT_FOR} {shortened(cells[odd])} in line {odd + 1}"
        return WHY_NOT.get(self.kinds[at], "not known")

    @property
    def numbers_rows(self) -> bool:
        """Whether a column named so numbers the rows, and never begins anew."""
        units = WORDS.units | WORDS.unit_numbers
        named = (at for at, kind in enumerate(self.kinds) if kind == "count")
        columns = (self.table.column(at, MANY) for at in named if self.names[at] in units)
        return any(all(map(is_count, c)) and not falls(list(map(int, c))) for c in columns)

    def restarts(self, *, unnamed: bool) -> list[int]:
        """Return with which rows units are numbered anew, perhaps in a column not named so."""
        counts = [at for at, kind in enumerate(self.kinds) if kind == "count"]
        units = [at for at, name in enumerate(self.names) if name in WORDS.units]
        named = [at for at in counts if at in units] or units
        for at in (*named[:1], *(counts[:1] if unnamed else [])):
            cells = self.of_one.column(at, MANY)
            numbers = list(map(int, cells)) if all(map(is_count, cells)) else []
            begins = falls(numbers)
            if begins and all(numbers[one] == numbers[0] for one in begins):
                return begins
        return []


def guess_columns(table: FileTable) -> GuessedTable | None:
    """Guess what the columns of a table hold; None if it is no table that could be mapped."""
    if table.names == ONLY_LIST and table.kind not in (SHEET, *KINDS.values()):
        return GuessedTable((Guess("positions", "numbers that rise"),), True, table.kind, False)
    if table.kind == LABELS:
        roles = (Guess("unit", "counts the rows"), Guess("segment", "a label for each unit"))
        return GuessedTable(roles, True, table.kind, False)
    if not is_table(table):
        return None
    of = _Columns(table, sample_of(table))
    names, found = of.names, of.found
    coder = of.named(WORDS.coders, lambda at: _is_of_coders(table, at))
    judged = max(of.kinds.count("mark"), of.kinds.count("step")) > 1
    if coder is not None and of.numbers_rows and judged:
        coder = None  # who speaks: of each unit there is one row, for all who mark it
    if coder is not None:
        found[coder] = Guess("coder", "by its name, and names are repeated")
        first = table.column(coder, 1)
        rows = [row for row in table.rows if row[1][coder : coder + 1] == first]
        of.of_one = replace(table, rows=rows)
    item = of.named(WORDS.items, lambda at: all(c := of.cells(at)) and len({*c}) < len(c))
    if item is None:
        item = _changes_with_units(of)
    if BLOCK in table.names:
        block = table.names.index(BLOCK)
        role: Role = "coder" if _are_blocks_alike(of, block) else "item"
        found[block] = Guess(role, "the numbers of rows begin anew with it")
        item, coder = (block, None) if role == "item" else (None, block)
    if item is not None and item not in found:
        found[item] = Guess("item", "changes where the units are numbered anew")
    if item is not None and of.is_called(item, WORDS.items):
        found[item] = Guess("item", "by its name, and names are repeated")
    sizes = of.named(WORDS.sizes, lambda at: all(map(SIZES_OF_ITEM.fullmatch, of.cells(at))))
    if sizes is not None:
        found[sizes] = Guess("sizes", "by its name, and whole numbers")
        for role, known in NAMED_BY.items():  # names that perhaps stand in a row alone
            at = None if of.with_role(role) else of.named(known, lambda _: True)
            found |= {} if at is None else {at: Guess(role, "by its name")}
        return GuessedTable(of.guesses, False, f"{table.kind} with segment sizes", False)
    if "list" in of.kinds:
        return _of_lists(of)
    times = _times_of_owners(of) if coder is None else []
    if times:
        found |= {at: Guess("time", "times below a name") for at in times}
        return GuessedTable(of.guesses, True, f"{table.kind} with times of each coder", False)
    unit = _unit(of)
    if unit is not None:
        found[unit] = Guess("unit", "counts the rows")
    text = _text(of)
    if text is not None and text not in found:
        found[text] = Guess("text", "words that are hardly repeated")
        spoken = WORDS.speakers if coder is not None else WORDS.speakers | WORDS.coders
        speaker = next((at for at, name in enumerate(names) if name in spoken), None)
        if speaker is not None and speaker not in found:
            found[speaker] = Guess("speaker", "by its name")
    if unit is None and text is None and not _judges_units(of) and _find_times(of):
        return GuessedTable(of.guesses, False, f"{table.kind} with times", False)
    coded, role, why = _coded(of, single=coder is not None)
    kinds_of_judgement = len(coded) > 1 and all(names[at] in WORDS.dimensions for at in coded)
    if kinds_of_judgement:
        found |= {at: Guess("ignore", "another kind of the same judgement") for at in coded[1:]}
        coded = coded[:1]
    layers = layers_named(table.names, coded)
    if layers and role == "mark":
        found |= {at: Guess("ignore", "named as another layer of a coder") for at in coded}
        coded = layers[0]
    found |= {at: Guess(role, why) for at in coded}
    naming = _naming_beside(of, coded) if role == "mark" and coder is None else []
    found |= {at: Guess(role, NAMING) for at in naming}
    timed = any(kind in ("time", "count") for kind in of.kinds) or {*names} & WORDS.times
    ordered = unit is not None or text is not None or bool(timed)
    whose_unknown = BLOCK in table.names or item is None
    restarts = of.restarts(unnamed=not table.header_row) if whose_unknown else []
    bars = len(restarts) >= MANY_BEATS and len(table.rows[:MANY]) < MANY_BEATS * len(restarts)
    begins_anew = bool(restarts) and not (bars and _go_on(of))
    doubtful = begins_anew or kinds_of_judgement or layers or naming
    sure = bool(coded) and ordered and not doubtful and _is_sure(of, coded, role)
    kind = "segments" if role == "segment" else "marks"
    whose = "the coder of each row" if coder is not None else "columns of coders"
    return GuessedTable(of.guesses, sure, f"{table.kind} with {kind} and {whose}", begins_anew)


def layers_named(names: Sequence[str], coded: Sequence[int]) -> list[list[int]]:
    """Return the columns of each layer, where names such as ``anna.topic`` cross two lists."""
    whose = {at: tuple(re.split(r"[._ -]", names[at])) for at in coded}
    firsts, lasts = ({*(of[at] for of in whose.values())} for at in (0, -1))
    named = all(len(of) == 2 and "".join(of).isalpha() for of in whose.values())
    crossed = len({*whose.values()}) == len(coded) == len(firsts) * len(lasts)
    several = named and crossed and min(len(firsts), len(lasts)) > 1
    return list(grouped((of[-1], at) for at, of in whose.items()).values()) if several else []


def _of_lists(of: _Columns) -> GuessedTable:
    """Guess what stands beside lists of positions: whose each is, and how many units there are."""
    rows, words = of.rows, of.words
    lists = [at for at, kind in enumerate(of.kinds) if kind == "list"]
    shared = set.intersection(*(words[at] for at in lists)) if len(lists) > 1 else set()
    found = of.found = {at: Guess("positions", "several numbers that rise") for at in lists}
    for at, kind in enumerate(of.kinds):  # as the others, but with one number in most of its cells
        if shared and shared <= words[at] and kind in ("number", "count", "step", "mark", "empty"):
            found[at] = Guess("positions", "named as other lists are")
    item: int | None = None
    whose: tuple[tuple[Role, frozenset[str]], ...]
    whose = ("item", WORDS.items | WORDS.texts), ("coder", WORDS.coders | WORDS.people)
    for role, known in whose:
        for at, kind in enumerate(of.kinds):
            is_named = of.names[at] in known or not known.isdisjoint(words[at])
            cells = of.cells(at)
            short = all(cell and len(cell) < 2 * LONG for cell in cells)
            if role == "coder" and item is not None and len(set(cells)) == 1:
                # The address of everybody in an anonymous form is no name of a coder.
                short = short and len(set(of.cells(item))) == len(rows)
            if at not in found and is_named and short and kind not in ("time", "text"):
                found[at] = Guess(role, "by its name")
                item = at if role == "item" else item
                break
    _find_by_pairs(of)
    lists = of.with_role("positions")
    item = next(iter(of.with_role("item")), None)
    counting = WORDS.counts | WORDS.units
    named = [at for at, of_name in enumerate(words) if at not in found and of_name & counting]
    count = next((at for at in named if _counts_units(of, at, item, lists)), None)
    if count is not None:
        found[count] = Guess("count", "by its name, and no position is larger")
    cells_of_lists = [listed_numbers(row[at]) for row in rows for at in lists]
    firsts = [numbers[0] for numbers in cells_of_lists if numbers]
    said = any(not words[at].isdisjoint(WORDS.positions) for at in lists) or (
        len(firsts) >= FEW and set(firsts) in ({0}, {1})
    )
    known_by = of.with_role("coder", "item")
    whose_known = len({found[at].role for at in known_by})
    if len(lists) > 1:
        sure = said and whose_known == 1
    elif whose_known == 1:  # the path may name the other, but of one row each
        (only,) = known_by
        sure = said and len(set(of.cells(only))) == len(rows)
    else:
        sure = said and whose_known > 0
    sure = sure and not _are_sizes_of(rows, item, lists)
    return GuessedTable(of.guesses, sure, f"{of.table.kind} with lists of positions", False)


def _find_by_pairs(of: _Columns) -> None:
    """Find whose lists are by the only column that tells rows of an item, or of a coder, apart."""
    known = {guess.role: at for at, guess in of.found.items()}
    roles: tuple[tuple[Role, Role], ...] = (("coder", "item"), ("item", "coder"))
    for role, other in roles:
        if role in known or other not in known:
            continue
        beside = of.cells(known[other])
        telling = [
            at
            for at, kind in enumerate(of.kinds)
            if at not in of.found
            and kind in ("label", "other", "begin", "number", "step")
            and all(cells := of.cells(at))
            and len(set(beside)) < len(beside) == len(set(zip(beside, cells, strict=True)))
            and 2 * len(set(cells)) <= len(beside)
            and max(map(len, cells)) < 2 * LONG
        ]
        if len(telling) == 1:
            of.found[telling[0]] = Guess(role, f"tells the rows of each {other} apart")


def _counts_units(of: _Columns, at: int, item: int | None, lists: Sequence[int]) -> bool:
    """Return whether a column holds one number for each item, and hardly a list a larger one."""
    if not all(is_count(cell) and cell != "0" for cell in of.cells(at)):
        return False
    of_items = grouped(("" if item is None else row[item], row[at]) for row in of.rows)
    most = [
        max((max(listed_numbers(row[one]) or [0]) for one in lists), default=0) for row in of.rows
    ]
    larger = sum(last > int(cell) for last, cell in zip(most, of.cells(at), strict=True))
    one_each = all(len(set(numbers)) == 1 for numbers in of_items.values())
    return one_each and larger <= RARE * len(of.rows)


def _are_sizes_of(rows: Sequence[Sequence[str]], item: int | None, lists: Sequence[int]) -> bool:
    """Return whether lists have one sum in each item, as segment sizes have that happen to rise."""
    sums = grouped(
        (at if item is None else row[item], sum(listed_numbers(row[at]) or []))
        for row in rows
        for at in lists
    )
    several = [of_item for of_item in sums.values() if len(of_item) > 1]
    return bool(several) and all(len(set(of_item)) == 1 for of_item in several)


def has_columns_of_coders(table: FileTable) -> bool:
    """Return whether marks or segment numbers stand in columns of coders beside text or numbers."""
    guessed = guess_columns(table)
    if guessed is None or not guessed.sure:
        return False
    roles = guessed.roles
    coded = roles.count("mark") + roles.count("segment")
    return coded > 1 and "coder" not in roles and ("mark" in roles or "text" in roles)


def no_coders(table: FileTable, places: Sequence[int]) -> set[int]:
    """Return which columns hold texts, times or notes, unless no other would be left."""
    if len(table.rows) < FEW:
        return set()
    rows = sample_of(table)
    others = set()
    for at in places:
        cells = [row[at] for row in rows]
        kind = kind_of(cells[:SAMPLE], cells)
        name = plain(table.names[at])
        words = set(name.split())
        counts = kind == "count" and name in WORDS.units
        noted = bool(WORDS.notes & words) and kind in ("other", "empty", "label", "begin")
        computed = bool(WORDS.computed & words) and kind in ("number", "mark", "other")
        of_row = _is_of_rows(name, kind)
        computed = computed or (kind == "empty" and any(cells))  # formulas without a value
        said = name in WORDS.texts and kind == "other" and always_changes(cells)
        if said or kind in ("text", "time") or counts or noted or computed or of_row:
            others.add(at)
    return others if len(others) < len(places) else set()


def _is_of_rows(name: str, kind: Kind) -> bool:
    """Return whether a column says more of units than where segments end, by its name."""
    return name in WORDS.of_rows and (kind != "mark" or name in WORDS.speakers)


def _is_of_coders(table: FileTable, at: int) -> bool:
    """Return whether names come again, each with the units of the others: speakers do not."""
    width = len(table.names)
    rows = [cells for _, cells in table.rows[:MANY] if len(cells) == width]
    named = grouped((row[at], row) for row in rows)
    if "" in named or (2 * len(named) > len(rows) > FEW):
        return False
    first, *others = sorted(named.values(), key=len, reverse=True)[:2]
    if not others:
        return True
    for place in range(width):
        known = {row[place] for row in first}
        of_other = {row[place] for row in others[0]}
        many = min(len(known), len(of_other)) >= min(FEW, len(others[0]))
        if place != at and many and 2 * len(known & of_other) >= len(of_other):
            return True
    return False


def with_blocks(table: FileTable) -> FileTable:
    """Return a table with a column that counts its blocks of rows, of each coder if it is named."""
    rows = [cells for _, cells in table.rows if len(cells) == len(table.names)]
    of = _Columns(table, rows[:SAMPLE])
    begins = of.restarts(unnamed=not table.header_row)
    coder = of.named(WORDS.coders, lambda at: _is_of_coders(table, at))
    first: dict[str, int] = {}
    counted = []
    for at, (number, cells) in enumerate(table.rows):
        block, whose = bisect_right(begins, at), "" if coder is None else cells[coder]
        counted.append((number, [*cells, str(1 + block - first.setdefault(whose, block))]))
    return replace(table, names=(*table.names, BLOCK), rows=counted)


def _are_blocks_alike(of: _Columns, block: int) -> bool:
    """Return whether the first two blocks have the same texts, as of two coders."""
    places = [at for at, kind in enumerate(of.kinds) if kind in ("text", "other") and at != block]
    rows = (cells for _, cells in of.table.rows[:MANY] if len(cells) == len(of.names))
    texts = ((cells[block], [cells[at] for at in places]) for cells in rows)
    blocks = list(grouped(texts).values())
    return bool(places) and len(blocks) > 1 and blocks[0] == blocks[1]


def _go_on(of: _Columns) -> bool:
    """Return whether a column holds numbers that rise in all rows, as times do beside beats."""
    times = (of.table.column(at, MANY) for at, kind in enumerate(of.kinds) if kind == "time")
    numbers = (
        [float(cell.replace(",", ".")) for cell in cells]
        for cells in times
        if all(map(NUMBER.fullmatch, cells))
    )
    return any(all(map(le, one, one[1:])) for one in numbers)


def _changes_with_units(of: _Columns) -> int | None:
    """Find a column of names, each another, that change where units are numbered anew."""
    restarts = of.restarts(unnamed=True)
    for at, kind in enumerate(of.kinds):
        if not restarts or kind not in ("label", "other", "text"):
            continue
        cells = of.of_one.column(at, MANY)
        changes = [place for place, (a, b) in enumerate(pairwise(cells), 1) if a != b]
        if changes == restarts and all(cells) and len(set(cells)) == len(changes) + 1:
            return at
    return None


def _unit(of: _Columns) -> int | None:
    """Find the column that numbers the units: within each item and coder without a gap."""
    names, whose = of.names, of.with_role("item", "coder")
    possible = [
        at
        for at, kind in enumerate(of.kinds)
        if at not in of.found
        and (kind == "count" or (names[at] in WORDS.units and kind == "number"))
        and all(map(str.isdecimal, of.cells(at)))
    ]
    for at in sorted(possible, key=lambda at: names[at] not in WORDS.units):
        first = of.rows[:SAMPLE]
        numbers = grouped((tuple(row[one] for one in whose), int(row[at])) for row in first)
        if all(min(of_one) == 1 for of_one in numbers.values()) and all(
            len(set(of_one)) == len(of_one) == max(of_one)
            for of_one in list(numbers.values())[:-1] or numbers.values()
        ):
            return at
    return None


def _text(of: _Columns) -> int | None:
    """Find the text of the units: by its name, or the column with most in it."""
    named = [at for at, name in enumerate(of.names) if name in WORDS.texts]
    texts = [
        at
        for at, kind in enumerate(of.kinds)
        if kind == "text" and of.words[at].isdisjoint(WORDS.notes)
    ]
    whole = (at for at in named if of.kinds[at] == "other" and all(of.cells(at)))
    possible = sorted([*texts, *whole])
    possible = [at for at in possible if at in named] or possible
    return max(possible, key=lambda at: sum(map(len, of.cells(at))), default=None)


def _judges_units(of: _Columns) -> bool:
    """Return whether a column has marks, and words for none, so that rows are no boundaries."""
    called = (at for at, kind in enumerate(of.kinds) if kind == "mark" and is_generic(of.names[at]))
    marked = map(of.cells, called)
    return any(any(cell and cell.lower() in WORDS.no_mark for cell in cells) for cells in marked)


def _times_of_owners(of: _Columns) -> list[int]:
    """Find the columns of times, one of each person, beside others below the names of people."""
    whose = owners(of.table.names)
    names = {name for name, _ in whose.values()}
    places = []
    for at, heading in enumerate(of.table.names):
        cells = list(filter(None, of.cells(at)))
        clocks = sum(CLOCK.fullmatch(cell.rstrip("? ")) is not None for cell in cells)
        called = whose and not WORDS.times.isdisjoint(plain(whose[heading][1]).split())
        if called and clocks and clocks >= MOST * len(cells):
            places.append(at)
    # A name may as well be that of a film or a round, of which one person has several.
    of_people = not any({*plain(name).split()} & OF_NO_PERSON for name in names)
    return places if whose and of_people and len(places) == len(names) else []


def _find_times(of: _Columns) -> bool:
    """Find the columns of people and of times, where each row is a boundary of somebody."""
    people = [at for at, name in enumerate(of.names) if name in WORDS.coders | WORDS.observers]
    people = [at for at in people if all(c := of.cells(at)) and len({*c}) < len(c)]
    known = {*of.found, *people}
    free = [
        at for at in range(len(of.names)) if at not in known and not of.words[at] & WORDS.of_rows
    ]
    times = [at for at in free if of.kinds[at] == "time"] or [
        at for at in free if of.names[at] in WORDS.times and of.kinds[at] == "number"
    ]
    items = [at for at, one in of.found.items() if one.role == "item"]
    if not (people or items) or len(times) != 1:
        return False
    if people:  # else the name of the file or sheet says who it is
        of.found[people[0]] = Guess("coder", "by its name, and names are repeated")
    of.found[times[0]] = Guess("time", WHY_NOT["time"])
    return True


def _coded(of: _Columns, *, single: bool) -> tuple[list[int], Role, str]:
    """Find the columns that say where segments are: those of one kind, the most there are."""
    names, kinds = of.names, of.kinds
    of_kind: dict[Kind, list[int]] = {"mark": [], "step": [], "label": [], "begin": []}
    for at, kind in enumerate(kinds):
        of_row = _is_of_rows(names[at], kind)
        # A mark says where segments start; anything else in a column of starts is a place.
        edges = frozenset() if kind == "mark" else WORDS.begins | WORDS.ends
        other = not of.words[at].isdisjoint(WORDS.computed | WORDS.notes | edges)
        other = other or (kind == "label" and _is_of_items(of, at))
        other = other or (kind == "begin" and not of.words[at].isdisjoint(("id", "ids")))
        if kind in of_kind and at not in of.found and not of_row and not other:
            of_kind[kind].append(at)
    every = [at for found in of_kind.values() for at in found]
    named = [at for at in every if is_generic(names[at]) or not names[at]]
    if single or len(named) == len(every) == 1:
        chosen = named or every
        return (chosen, *CODED[kinds[chosen[0]]]) if len(chosen) == 1 else ([], "segment", "")
    kind, places = max(of_kind.items(), key=lambda one: len(one[1]))
    judged = _judged_alike(of) if not places else []
    if judged:
        return judged, "segment", "named alike, with the same few values"
    titled = [] if places else _titled(of)
    if titled:
        role: Role = "first" if WORDS.first_unit & of.words[titled[0]] else "mark"
        return titled, role, "words at boundaries, else blank"
    return (places, *CODED[kind])


def _titled(of: _Columns) -> list[int]:
    """Find the only column called as one of boundaries with words in a few rows, else blank."""
    called = [at for at, name in enumerate(of.names) if is_generic(name) and at not in of.found]
    filled = [[cell for cell in of.cells(at) if cell] for at in called]
    few = all(2 * len(cells) < len(of.rows) and len({*cells}) > 1 for cells in filled)
    return called if len(called) == 1 and few and WORDS.of_boundaries & of.words[called[0]] else []


def _naming_beside(of: _Columns, marked: Sequence[int]) -> list[int]:
    """Find columns of who perhaps names what begins, where others mark it: no remarks, as often."""
    counts = [sum(cell.lower() not in WORDS.no_mark for cell in of.cells(at)) for at in marked]
    naming = []
    for at, kind in enumerate(of.kinds):
        filled = [cell for cell in of.cells(at) if cell.lower() not in WORDS.no_mark]
        free = at not in of.found and of.words[at].isdisjoint(OF_NO_CODER)
        many = min(counts, default=0) > 1 and 2 * len(filled) >= min(counts)
        some = many and 2 * len(filled) <= len(of.rows) and max(map(len, filled)) < 2 * LONG
        if kind in ("other", "begin", "label", "text") and free and len(counts) > 1 and some:
            naming.append(at)
    return naming


def _is_of_items(of: _Columns, at: int) -> bool:
    """Return whether a column has one value in each item, and not the same in all."""
    items = of.with_role("item")
    values = grouped((tuple(row[one] for one in items), row[at]) for row in of.rows)
    several = sum(len(cells) >= FEW for cells in values.values())
    one_each = all(len({*cells}) == 1 for cells in values.values())
    return bool(items) and several > 1 and one_each and len({*of.cells(at)}) > 1


def _judged_alike(of: _Columns) -> list[int]:
    """Find columns whose names differ in a number or letter alone, with mostly the same values."""
    free = (at for at, kind in enumerate(of.kinds) if kind in ("other", "label", "number"))
    named = grouped((NUMBERED.sub("", of.names[at]), at) for at in free if at not in of.found)
    for places in (places for name, places in named.items() if name and len(places) > 1):
        values = [{*of.cells(at)} for at in places]
        few = len(set.union(*values)) <= max(FEW, len(of.rows) // FEW)
        if few and all(2 * len(one & values[0]) >= len(one) for one in values):
            return places
    return []


# What columns of each kind say.
CODED: dict[Kind, tuple[Role, str]] = {
    "mark": ("mark", "marks of boundaries, else blank or 0"),
    "step": ("segment", "numbers of segments"),
    "label": ("segment", "names that are repeated"),
    "begin": ("first", "names where segments begin, else blank"),
}
NAMING = "words here and there, as often as the others mark"
BUT_FOR = "numbers of segments, but for"  # the one cell that is no such number
WHY_NOT: dict[Kind, str] = {
    "empty": "no cell is filled",
    "time": "times",
    "number": "numbers, but not of segments",
    "count": "counts the rows",
    "text": "words that are hardly repeated",
}


def _is_sure(of: _Columns, coded: Sequence[int], role: Role) -> bool:
    """Return whether columns of coders stand side by side, alike, with nothing odd behind them."""
    names, rows, guesses = of.names, of.rows, of.guesses
    if len(coded) == 1 and names[coded[0]] and not is_generic(names[coded[0]]):
        return False
    plainly = ("empty", "text", "other", "time", "begin")
    beside = [at for at in range(min(coded), len(guesses)) if guesses[at].role == "ignore"]
    odd = [at for at in beside if of.kinds[at] not in plainly]
    if any(not WORDS.computed & of.words[at] for at in odd):
        return False
    if role in ("mark", "first"):
        marked = [sum(row[at].lower() not in WORDS.no_mark for row in rows) for at in coded]
        return 2 * sum(marked) <= len(rows) * len(coded)
    labels = [set(of.cells(at)) for at in coded]
    shared = all(
        any(2 * len(one & other) >= len(one) for other in labels if other is not one)
        for one in labels
    )
    named = bool(of.with_role("unit", "text"))
    return named and (len(coded) == 1 or of.kinds[coded[0]] == "step" or shared)
