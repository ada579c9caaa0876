"""What the columns of a table are likely to hold, by their names and by a sample of their cells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from segmetrics.io.column_names import WORDS, is_generic, plain, words_in
from segmetrics.io.column_roles import Guess, Role
from segmetrics.io.limits import MAX_CODERS
from segmetrics.io.numbers import listed_numbers
from segmetrics.io.parts import grouped
from segmetrics.io.table_blocks import is_count
from segmetrics.io.table_files import (
    ERRORS,
    KINDS,
    LABELS,
    ONLY_LIST,
    SHEET,
    FileTable,
    always_changes,
)

# What cells are: marks, numbers that count the rows or that number segments, and so on. A *begin*
# is a name that stands where a segment begins, with blank cells below it, and a *list* holds
# several numbers that rise.
Kind = Literal[
    "empty", "mark", "count", "step", "label", "begin", "number", "time", "list", "text", "other"
]
# What a flag of a boundary may look like.
FLAGS = dict.fromkeys(["0", "0.0", "false", "False", "FALSE"], False) | dict.fromkeys(
    ["1", "1.0", "true", "True", "TRUE"], True
)
# Rows of the sample, and the share of them that has the width of the heading.
SAMPLE = 200
MOST = 0.8
# Share of the lists of a column that may be none, or not rise.
RARE = 0.1
# Characters of the name of a column, and of a cell that is a text.
MAX_HEADING = 120
LONG = 25
# Rows from which on cells say something by being all different.
FEW = 4
# Rows by which it is seen whether coders have the same units.
MANY = 20_000
# Weights that people give boundaries.
MAX_WEIGHTS = 12
NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d+)?")
CLOCK = re.compile(
    r"\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d+)?|\d{4}-\d\d-\d\d.*|\d\d?[./]\d\d?[./]\d{2,4}.*"
)
WEIGHTS = re.compile(r"[0-9](?:[.,]\d+)?")

# What a column is called that is no part of a file: it counts the blocks of its rows.
BLOCK = "numbered block"
NAMED_BY: dict[Role, frozenset[str]] = {"item": WORDS.items, "coder": WORDS.coders}
OF_FORMS = words_in("timestamp, zeitstempel, completion time, fertigstellungszeit, your name")
SIZES = frozenset(("segment sizes", "segments sizes", "segment lengths", "masses", "sizes"))
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


def are_flags(cells: Iterable[str]) -> bool:
    """Return whether cells hold flags alone."""
    return all(cell in FLAGS for cell in cells)


def is_table(table: FileTable) -> bool:
    """Return whether rows are those of a table, rather than lines with commas in them."""
    names = [name for name in table.names if name]
    rows = table.rows[:SAMPLE]
    wide = sum(len(cells) == len(table.names) for _, cells in rows)
    # Headings that are questions to people may be sentences.
    form = any(name.endswith("?") or plain(name) in OF_FORMS for name in names)
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


def without_header(table: FileTable) -> FileTable | None:
    """Return a table whose first row is no heading but a row as the others; None if it is one."""
    if not table.header_row or len(table.names) < 2:
        return None
    rows = [cells for _, cells in table.rows[:SAMPLE] if len(cells) == len(table.names)]
    columns = list(zip(table.names, *rows, strict=True))
    if not rows or not (_are_marked(columns) or sum(map(_goes_on, columns)) > 1):
        return None
    below = [(table.header_row, list(table.names)), *table.rows]
    return replace(table, names=("",) * len(table.names), header_row=0, rows=below)


def _are_marked(columns: Iterable[Sequence[str]]) -> bool:
    """Return whether columns hold marks or numbers of segments, texts and counts, from the top.

    A name that comes again below it is a label.
    """
    marked = False
    for cells in columns:
        name, kind = cells[0], kind_of(cells, cells)
        if kind == "label" and name in cells[1:]:
            marked = True
            continue
        words = 2 * sum(" " in cell for cell in cells) > len(cells)
        if (kind == "text" or words) and len(name) >= LONG // 2 and " " in name:
            continue
        if kind not in ("mark", "step", "count") or not NUMBER.fullmatch(name):
            return False
        marked = marked or kind in ("mark", "step")
    return marked


def _goes_on(cells: Sequence[str]) -> bool:
    """Return whether a column holds numbers from its name on, most of which rise."""
    numbers = [float(cell.replace(",", ".")) for cell in cells if NUMBER.fullmatch(cell)]
    falls = sum(one >= other for one, other in pairwise(numbers))
    known = len(numbers) + sum(cell in ERRORS for cell in cells) == len(cells) > FEW
    return known and bool(NUMBER.fullmatch(cells[0])) and falls <= RARE * len(numbers)


def sample_of(table: FileTable) -> list[list[str]]:
    """Return the cells of the first rows, and of others spread over the table."""
    width = len(table.names)
    rows = table.rows[:SAMPLE] + table.rows[SAMPLE :: 1 + len(table.rows) // SAMPLE]
    return [cells for _, cells in rows if len(cells) == width]


def guess_columns(table: FileTable) -> GuessedTable | None:
    """Guess what the columns of a table hold; None if it is no table that could be mapped."""
    if table.names == ONLY_LIST and table.kind not in (SHEET, *KINDS.values()):
        return GuessedTable((Guess("positions", "numbers that rise"),), True, table.kind, False)
    if table.kind == LABELS:
        roles = (Guess("unit", "counts the rows"), Guess("segment", "a label for each unit"))
        return GuessedTable(roles, True, table.kind, False)
    if not is_table(table):
        return None
    rows = sample_of(table)
    first = rows[:SAMPLE]
    names = [plain(name) for name in table.names]
    columns = ([row[at] for row in rows] for at in range(len(names)))
    kinds = [kind_of(cells[:SAMPLE], cells) for cells in columns]
    kinds = _without_ratings(rows, _with_restarts(first, kinds))
    found: dict[int, Guess] = {}
    coder = _named(names, WORDS.coders, found, lambda at: _is_of_coders(table, at))
    if coder is not None:
        found[coder] = Guess("coder", "by its name, and names are repeated")
    item = _named(names, WORDS.items, found, lambda at: _stands_together(rows, at))
    if item is None and coder is None:
        item = _changes_with_units(table, names, kinds)
    if BLOCK in table.names:
        block = table.names.index(BLOCK)
        role: Role = "coder" if _are_blocks_alike(table, block, kinds) else "item"
        found[block] = Guess(role, "the numbers of rows begin anew with it")
        item, coder = (block, None) if role == "item" else (None, block)
    if item is not None and item not in found:
        found[item] = Guess("item", "changes where the units are numbered anew")
    if item is not None and names[item] in WORDS.items:
        found[item] = Guess("item", "by its name, and names are repeated")
    sizes = _named(
        names, SIZES, found, lambda at: all(SIZES_OF_ITEM.fullmatch(row[at]) for row in rows)
    )
    if sizes is not None:
        found[sizes] = Guess("sizes", "by its name, and whole numbers")
        for role, known in NAMED_BY.items():  # names that perhaps stand in a row alone
            if all(guess.role != role for guess in found.values()):
                at = _named(names, known, found, lambda _: True)
                found |= {} if at is None else {at: Guess(role, "by its name")}
        guesses = _of_all(found, kinds)
        return GuessedTable(guesses, False, f"{table.kind} with segment sizes", False)
    if "list" in kinds:
        return _of_lists(table, names, kinds, rows)
    unit = _unit(names, kinds, found, rows)
    if unit is not None:
        found[unit] = Guess("unit", "counts the rows")
    text = _text(names, kinds, rows)
    if text is not None and text not in found:
        found[text] = Guess("text", "words that are hardly repeated")
        speaker = next((at for at, name in enumerate(names) if name in WORDS.speakers), None)
        if speaker is not None and speaker not in found:
            found[speaker] = Guess("speaker", "by its name")
    times = [at for at, kind in enumerate(kinds) if kind == "time" or names[at] in WORDS.times]
    coded, role, why = _coded(names, kinds, found, single=coder is not None)
    kinds_of_judgement = len(coded) > 1 and all(names[at] in WORDS.dimensions for at in coded)
    if kinds_of_judgement:
        found |= {at: Guess("ignore", "another kind of the same judgement") for at in coded[1:]}
        coded = coded[:1]
    found |= {at: Guess(role, why) for at in coded}
    ordered = any(at is not None for at in (unit, text)) or bool(times) or "count" in kinds
    guesses = _of_all(found, kinds)
    whose_unknown = BLOCK in table.names or (item is None and coder is None)
    begins_anew = whose_unknown and bool(
        _restarts(table, names, kinds, unnamed=not table.header_row)
    )
    sure = (
        bool(coded)
        and ordered
        and not begins_anew
        and not kinds_of_judgement
        and _is_sure(names, kinds, guesses, coded, rows, role)
    )
    kind = "segments" if role == "segment" else "marks"
    of = "the coder of each row" if coder is not None else "columns of coders"
    return GuessedTable(guesses, sure, f"{table.kind} with {kind} and {of}", begins_anew)


def _of_all(found: Mapping[int, Guess], kinds: Sequence[Kind]) -> tuple[Guess, ...]:
    """Return what all columns hold; the others are ignored."""
    others = (Guess("ignore", WHY_NOT.get(kind, "not known")) for kind in kinds)
    return tuple(found.get(at, ignored) for at, ignored in enumerate(others))


def _of_lists(
    table: FileTable, names: Sequence[str], kinds: Sequence[Kind], rows: Sequence[Sequence[str]]
) -> GuessedTable:
    """Guess what stands beside lists of positions: whose each is, and how many units there are."""
    words = [set(name.split()) for name in names]
    lists = [at for at, kind in enumerate(kinds) if kind == "list"]
    shared = set.intersection(*(words[at] for at in lists)) if len(lists) > 1 else set()
    found: dict[int, Guess] = {at: Guess("positions", "several numbers that rise") for at in lists}
    for at, kind in enumerate(kinds):  # as the others, but with one number in most of its cells
        if shared and shared <= words[at] and kind in ("number", "count", "step", "mark", "empty"):
            found[at] = Guess("positions", "named as other lists are")
    item: int | None = None
    whose: tuple[tuple[Role, frozenset[str]], ...]
    whose = ("item", WORDS.items | WORDS.texts), ("coder", WORDS.coders | WORDS.people)
    for role, known in whose:
        for at, kind in enumerate(kinds):
            named = names[at] in known or not known.isdisjoint(words[at])
            short = all(row[at] and len(row[at]) < 2 * LONG for row in rows)
            if role == "coder" and item is not None and len({row[at] for row in rows}) == 1:
                # The address of everybody in an anonymous form is no name of a coder.
                short = short and len({row[item] for row in rows}) == len(rows)
            if at not in found and named and short and kind not in ("time", "text"):
                found[at] = Guess(role, "by its name")
                item = at if role == "item" else item
                break
    for guess in _found_by_pairs(kinds, found, rows):
        found |= guess
    roles = {guess.role for guess in found.values()}
    lists = [at for at, guess in found.items() if guess.role == "positions"]
    item = next((at for at, guess in found.items() if guess.role == "item"), None)
    counts = (
        at
        for at in range(len(kinds))
        if at not in found
        and not words[at].isdisjoint(WORDS.counts | WORDS.units)
        and _counts_units(rows, at, item, lists)
    )
    for at in islice(counts, 1):
        found[at] = Guess("count", "by its name, and no position is larger")
    columns = _of_all(found, kinds)
    cells = [listed_numbers(row[at]) for row in rows for at in lists]
    firsts = [numbers[0] for numbers in cells if numbers]
    said = any(not words[at].isdisjoint(WORDS.positions) for at in lists) or (
        len(firsts) >= FEW and set(firsts) in ({0}, {1})
    )
    several = len(lists) > 1
    whose_known = len(roles & {"coder", "item"})
    if whose_known == 1 and not several:  # the path may name the other, but of one row each
        (only,) = (at for at, guess in found.items() if guess.role in ("coder", "item"))
        whose_known = int(len({row[only] for row in rows}) == len(rows))
    sure = (
        said
        and (whose_known == 1 if several else whose_known > 0)
        and not _are_sizes_of(rows, item, lists)
    )
    return GuessedTable(columns, sure, f"{table.kind} with lists of positions", False)


def _found_by_pairs(
    kinds: Sequence[Kind], found: dict[int, Guess], rows: Sequence[Sequence[str]]
) -> Iterator[dict[int, Guess]]:
    """Find whose lists are by the only column that tells rows of an item, or of a coder, apart."""
    known = {guess.role: at for at, guess in found.items()}
    roles: tuple[tuple[Role, Role], ...] = (("coder", "item"), ("item", "coder"))
    for role, other in roles:
        if role in known or other not in known:
            continue
        beside = [row[known[other]] for row in rows]
        names = {
            at: [row[at] for row in rows]
            for at, kind in enumerate(kinds)
            if at not in found and kind in ("label", "other", "begin", "number", "step")
        }
        telling = [
            at
            for at, cells in names.items()
            if all(cells)
            and len(set(beside)) < len(rows) == len(set(zip(beside, cells, strict=True)))
            and 2 * len(set(cells)) <= len(rows)
            and max(map(len, cells)) < 2 * LONG
        ]
        if len(telling) == 1:
            yield {telling[0]: Guess(role, f"tells the rows of each {other} apart")}


def _counts_units(
    rows: Sequence[Sequence[str]], at: int, item: int | None, lists: Sequence[int]
) -> bool:
    """Return whether a column holds one number for each item, and hardly a list a larger one."""
    of_item: dict[str, set[str]] = {}
    larger = 0
    for row in rows:
        of_item.setdefault("" if item is None else row[item], set()).add(row[at])
        largest = max((max(listed_numbers(row[one]) or [0]) for one in lists), default=0)
        if not is_count(row[at]) or row[at] == "0":
            return False
        larger += largest > int(row[at])
    one_each = all(len(numbers) == 1 for numbers in of_item.values())
    return one_each and larger <= RARE * len(rows)


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
        of_row = name in WORDS.of_rows and kind != "mark"
        computed = computed or (kind == "empty" and any(cells))  # formulas without a value
        said = name in WORDS.texts and kind == "other" and always_changes(cells)
        if said or kind in ("text", "time") or counts or noted or computed or of_row:
            others.add(at)
    return others if len(others) < len(places) else set()


def kind_of(first: Sequence[str], cells: Sequence[str]) -> Kind:
    """Return what the cells of a column are, those of the first rows and of the sample."""
    filled = [cell for cell in cells if cell and cell not in ERRORS]
    if not filled:
        return "empty"
    distinct = set(filled)
    lower = {cell.lower() for cell in distinct}
    blank = len(filled) < len(cells)
    if lower <= WORDS.marks | WORDS.no_mark and lower & WORDS.marks and (blank or len(lower) > 1):
        return "mark"
    if all(map(NUMBER.fullmatch, distinct)):
        return _kind_of_numbers(first, filled, blank=blank)
    if all(map(CLOCK.fullmatch, distinct)):
        return "time"
    if _are_lists(filled):
        return "list"
    longest = sorted(map(len, filled))[len(filled) // 2]
    if longest >= LONG and len(distinct) > MOST * len(filled):
        return "text"
    changes = sum(one != other for one, other in pairwise(first))
    if not blank and len(distinct) > 1 and len(first) >= FEW and 2 * changes <= len(first):
        return "label"
    if blank and first and first[0] and 2 * len(filled) <= len(cells) and longest < 2 * LONG:
        return "begin"
    return "other"


def _are_lists(cells: Sequence[str]) -> bool:
    """Return whether most cells hold several numbers that rise, and no other cell anything else."""
    lists = [listed_numbers(cell) for cell in cells if cell.lower() not in WORDS.no_mark]
    several = [numbers for numbers in lists if numbers and len(numbers) > 1]
    steps = [other - one for numbers in several for one, other in pairwise(numbers)]
    return (
        2 * len(several) > len(lists)
        and lists.count(None) <= RARE * len(lists)
        and sum(step <= 0 for step in steps) <= RARE * len(steps)
    )


def _kind_of_numbers(first: Sequence[str], filled: Sequence[str], *, blank: bool) -> Kind:
    weights = all(map(WEIGHTS.fullmatch, set(filled))) and len(set(filled)) <= MAX_WEIGHTS
    if weights and (blank or 2 * filled.count("0") > len(filled)) and set(filled) != {"0"}:
        return "mark"  # weights of boundaries, most of them none
    if not all(cell.isdecimal() for cell in filled):
        return "time" if _rises(filled) else "number"
    if blank:
        return "number"
    numbers = list(map(int, first))
    steps = {other - one for one, other in pairwise(numbers)}
    if steps == {1} or _counts_again(numbers):
        return "count"
    if numbers[0] in (0, 1) and (steps <= {0, 1} or _steps_again(numbers)):
        return "step"
    return "number"


def _with_restarts(rows: Sequence[Sequence[str]], kinds: Sequence[Kind]) -> list[Kind]:
    """Take numbers for those of segments that stay or rise by one until units count anew."""
    counted = [at for at, kind in enumerate(kinds) if kind == "count"]
    found = list(kinds)
    for at in (at for at, kind in enumerate(kinds) if kind == "number"):
        cells = [row[at] for row in rows]
        if not all(map(is_count, cells)):
            continue
        numbers = list(map(int, cells))
        for counter in counted:
            begins = [
                place
                for place, row in enumerate(rows)
                if not place or int(row[counter]) <= int(rows[place - 1][counter])
            ]
            blocks = [numbers[one:end] for one, end in pairwise([*begins, len(numbers)])]
            if all(
                block[0] in (0, 1) and all(b - a in (0, 1) for a, b in pairwise(block))
                for block in blocks
            ):
                found[at] = "step"
    return found


def _rises(cells: Sequence[str]) -> bool:
    values = [float(cell.replace(",", ".")) for cell in cells]
    rises = all(one <= other for one, other in pairwise(values))
    return rises and 2 * len(set(values)) > len(values)


def _counts_again(numbers: Sequence[int]) -> bool:
    """Return whether numbers count from 0 or 1, again and again."""
    start = numbers[0]
    return start in (0, 1) and all(
        other == one + 1 or (other == start and one > start) for one, other in pairwise(numbers)
    )


def _steps_again(numbers: Sequence[int]) -> bool:
    """Return whether numbers stay or rise by one, and begin again at 0 or 1 now and then."""
    falls = [other for one, other in pairwise(numbers) if other - one not in (0, 1)]
    return max(numbers) > 1 and set(falls) <= {0, 1} and FEW * len(falls) < len(numbers)


def _named(
    names: Sequence[str],
    known: frozenset[str],
    taken: dict[int, Guess],
    fits: Callable[[int], bool],
) -> int | None:
    """Find the first column with a known name whose cells fit it."""
    for at, name in enumerate(names):
        if at not in taken and name in known and fits(at):
            return at
    return None


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


def _restarts(
    table: FileTable, names: Sequence[str], kinds: Sequence[Kind], *, unnamed: bool
) -> list[int]:
    """Return with which rows units are numbered anew, perhaps in a column not named after them."""
    counts = [at for at, kind in enumerate(kinds) if kind == "count"]
    units = [at for at, name in enumerate(names) if name in WORDS.units]
    named = [at for at in counts if at in units] or units
    possible = [*named[:1], *(counts[:1] if unnamed else [])]
    return next(filter(None, (_falls(table, at) for at in possible)), [])


def with_blocks(table: FileTable) -> FileTable:
    """Return a table with a column that counts its blocks of rows, each numbered anew."""
    rows = [cells for _, cells in table.rows if len(cells) == len(table.names)]
    names = [plain(name) for name in table.names]
    columns = ([row[at] for row in rows[:SAMPLE]] for at in range(len(names)))
    kinds = [kind_of(cells, cells) for cells in columns]
    begins = _restarts(table, names, kinds, unnamed=not table.header_row)
    counted = [
        (number, [*cells, str(1 + bisect_right(begins, at))])
        for at, (number, cells) in enumerate(table.rows)
    ]
    return replace(table, names=(*table.names, BLOCK), rows=counted)


def _are_blocks_alike(table: FileTable, block: int, kinds: Sequence[Kind]) -> bool:
    """Return whether the first two blocks have the same texts, as of two coders."""
    places = [at for at, kind in enumerate(kinds) if kind in ("text", "other") and at != block]
    rows = (cells for _, cells in table.rows[:MANY] if len(cells) == len(table.names))
    texts = ((cells[block], [cells[at] for at in places]) for cells in rows)
    blocks = list(grouped(texts).values())
    return bool(places) and len(blocks) > 1 and blocks[0] == blocks[1]


def _falls(table: FileTable, counter: int) -> list[int]:
    """Return the places of the rows with which a column begins its numbers anew."""
    cells = table.column(counter, MANY)
    if not all(map(is_count, cells)):
        return []
    numbers = list(map(int, cells))
    falls = [at for at, (one, other) in enumerate(pairwise(numbers), 1) if other <= one]
    return falls if all(numbers[at] == numbers[0] for at in falls) else []


def _changes_with_units(
    table: FileTable, names: Sequence[str], kinds: Sequence[Kind]
) -> int | None:
    """Find a column of names, each another, that change where units are numbered anew."""
    restarts = _restarts(table, names, kinds, unnamed=True)
    for at, kind in enumerate(kinds):
        if not restarts or kind not in ("label", "other", "text"):
            continue
        cells = table.column(at, MANY)
        changes = [place for place, (a, b) in enumerate(pairwise(cells), 1) if a != b]
        if changes == restarts and all(cells) and len(set(cells)) == len(changes) + 1:
            return at
    return None


def _stands_together(rows: Sequence[Sequence[str]], at: int) -> bool:
    cells = [row[at] for row in rows]
    return all(cells) and len(set(cells)) < len(cells)


def _unit(
    names: Sequence[str],
    kinds: Sequence[Kind],
    taken: dict[int, Guess],
    rows: Sequence[Sequence[str]],
) -> int | None:
    """Find the column that numbers the units: within each item and coder without a gap."""
    whose = [at for at, guess in taken.items() if guess.role in ("item", "coder")]
    possible = [
        at
        for at, kind in enumerate(kinds)
        if at not in taken and (kind == "count" or (names[at] in WORDS.units and kind == "number"))
    ]
    possible.sort(key=lambda at: names[at] not in WORDS.units)
    for at in possible:
        if not all(row[at].isdecimal() for row in rows):
            continue
        numbers = grouped((tuple(row[one] for one in whose), int(row[at])) for row in rows[:SAMPLE])
        if all(
            len(set(of_one)) == len(of_one) == max(of_one) - min(of_one) + 1 and min(of_one) == 1
            for of_one in list(numbers.values())[:-1] or numbers.values()
        ):
            return at
    return None


def _text(names: Sequence[str], kinds: Sequence[Kind], rows: Sequence[Sequence[str]]) -> int | None:
    """Find the text of the units: by its name, or the column with most in it."""
    possible = [
        at
        for at, kind in enumerate(kinds)
        if kind == "text"
        or (kind == "other" and names[at] in WORDS.texts and all(r[at] for r in rows))
    ]
    possible = [at for at in possible if names[at] in WORDS.texts] or possible
    lengths = {at: sum(len(row[at]) for row in rows) for at in possible}
    return max(lengths, key=lengths.__getitem__) if lengths else None


def _coded(
    names: Sequence[str], kinds: Sequence[Kind], taken: dict[int, Guess], *, single: bool
) -> tuple[list[int], Role, str]:
    """Find the columns that say where segments are: those of one kind, the most there are."""
    of_kind: dict[Kind, list[int]] = {"mark": [], "step": [], "label": [], "begin": []}
    for at, kind in enumerate(kinds):
        of_row = names[at] in WORDS.of_rows and (kind != "mark" or names[at] in WORDS.speakers)
        computed = bool((WORDS.computed | WORDS.notes) & set(names[at].split()))
        if kind in of_kind and at not in taken and not of_row and not computed:
            of_kind[kind].append(at)
    every = [at for found in of_kind.values() for at in found]
    named = [at for at in every if is_generic(names[at]) or not names[at]]
    if single or len(named) == len(every) == 1:
        chosen = named or every
        return (chosen, *_CODED[kinds[chosen[0]]]) if len(chosen) == 1 else ([], "segment", "")
    kind, places = max(of_kind.items(), key=lambda one: len(one[1]))
    return (places, *_CODED[kind])


def _without_ratings(rows: Sequence[Sequence[str]], kinds: Sequence[Kind]) -> list[Kind]:
    """Take numbers that are given with the marks of another column for how sure those are."""
    marked = {
        at: {place for place, row in enumerate(rows) if row[at].lower() not in WORDS.no_mark}
        for at, kind in enumerate(kinds)
        if kind == "mark"
    }
    ratings = {at for at in marked if _are_ratings([row[at] for row in rows])}
    found = list(kinds)
    for at in ratings:
        if any(marked[at] <= marked[one] for one in marked.keys() - ratings):
            found[at] = "other"
    return found


def _are_ratings(cells: Sequence[str]) -> bool:
    """Return whether cells hold numbers, of which one is neither 0 nor 1, or nothing."""
    filled = {cell for cell in cells if cell}
    return all(map(NUMBER.fullmatch, filled)) and not filled <= FLAGS.keys()


# What columns of each kind say.
_CODED: dict[Kind, tuple[Role, str]] = {
    "mark": ("mark", "marks of boundaries, else blank or 0"),
    "step": ("segment", "numbers of segments"),
    "label": ("segment", "names that are repeated"),
    "begin": ("first", "names where segments begin, else blank"),
}
WHY_NOT: dict[Kind, str] = {
    "empty": "no cell is filled",
    "time": "times",
    "number": "numbers that are none of segments",
    "count": "counts the rows",
    "text": "words that are hardly repeated",
}


def _is_sure(
    names: Sequence[str],
    kinds: Sequence[Kind],
    columns: Sequence[Guess],
    coded: Sequence[int],
    rows: Sequence[Sequence[str]],
    role: Role,
) -> bool:
    """Return whether columns of coders stand side by side, alike, with nothing odd behind them."""
    if len(coded) == 1 and names[coded[0]] and not is_generic(names[coded[0]]):
        return False
    plainly = ("empty", "text", "other", "time", "begin")
    beside = [at for at in range(min(coded), len(columns)) if columns[at].role == "ignore"]
    odd = [at for at in beside if kinds[at] not in plainly]
    if any(not WORDS.computed & set(names[at].split()) for at in odd):
        return False
    if role in ("mark", "first"):
        marked = [sum(row[at].lower() not in WORDS.no_mark for row in rows) for at in coded]
        return 2 * sum(marked) <= len(rows) * len(coded)
    named = any(guess.role in ("unit", "text") for guess in columns)
    labels = [{row[at] for row in rows} for at in coded]
    shared = all(
        any(2 * len(one & other) >= len(one) for other in labels if other is not one)
        for one in labels
    )
    return named and (len(coded) == 1 or kinds[coded[0]] == "step" or shared)
