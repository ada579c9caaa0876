"""Whose the rows of a table are, by how their cells come again, whatever the columns are called.

Everybody who codes an item has its units, so that these come again in the rows of each coder; and
the segments of one coder of one item follow each other in time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from operator import itemgetter, ne
from typing import NamedTuple

from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_guess import BLOCK, CODED
from segmetrics.io.column_kinds import FEW, LONG, Kind, are_flags, kind_of
from segmetrics.io.column_names import WORDS, is_generic, plain
from segmetrics.io.column_roles import TIMED, Guess, Role
from segmetrics.io.segment_columns import ITEMS, edge_called
from segmetrics.io.table_files import FileTable

MOST = 0.8  # share of the codings that must have the units of their item, or segments in a row
MANY = 20_000  # rows that are looked at
FIRST = 20  # rows by which it is seen whether a column holds texts
TRIED = 12  # codings by which it is seen what a column holds
TIMES = 6  # columns of times
KEYS, UNITS = 8, 6  # columns that are tried as those of names, and as those of units
FRACTION = re.compile(r"[+-]?\d+[.,]\d+")
OF_CODERS = WORDS.coders | WORDS.people | WORDS.observers
# Words in names of columns that hold no names of people and items.
OF_NOBODY = WORDS.of_nobody | WORDS.lengths | WORDS.notes | WORDS.speakers
OF_NOBODY |= WORDS.seconds | WORDS.minutes | WORDS.hours

# The places of the rows of each coder in each item.
Places = dict[str, dict[str, list[int]]]
Edges = tuple[int, ...]  # the column of times, or those of begin and end


class _Keys(NamedTuple):
    """The columns that may name items and coders; no item where the table is of one."""

    item: int | None
    coder: int


class _Rows:
    """The rows of a table and what its columns are called."""

    def __init__(self, table: FileTable) -> None:
        width, self.in_blocks = len(table.names), BLOCK in table.names
        self.names = [plain(name) for name in table.names if name != BLOCK]  # the last if it is
        self.rows = [cells for _, cells in table.rows[:MANY] if len(cells) == width]
        self.columns = [[row[at] for row in self.rows] for at in range(len(self.names))]
        self.distinct = [len({*cells}) for cells in self.columns]

    def is_called(self, at: int | None, known: frozenset[str]) -> bool:
        """Return whether a column is called by a known word, perhaps with a number behind it."""
        words = [] if at is None else self.names[at].split()
        bare = words[:-1] if words and words[-1] in WORDS.of_names else words
        return not known.isdisjoint((" ".join(words), " ".join(bare)))

    def has_texts(self, at: int) -> bool:
        """Return whether a column holds texts of units, or is called so."""
        cells, first = self.columns[at], self.columns[at][:FIRST]
        changes = 2 * len({*first}) > len(first)
        named = self.names[at] in WORDS.texts and not are_flags({*cells})
        return changes and (named or sum(map(len, cells)) > LONG * len(cells))

    def of(self, keys: _Keys) -> Places:
        """Return the places of the rows of each coder in each item."""
        items = [""] * len(self.rows) if keys.item is None else self.columns[keys.item]
        found: Places = {}
        for at, (item, coder) in enumerate(zip(items, self.columns[keys.coder], strict=True)):
            found.setdefault(item, {}).setdefault(coder, []).append(at)
        return found

    def likely_keys(self, *besides: int) -> Iterator[_Keys]:
        """Try pairs of the columns whose values come again as those of items and of coders."""
        if len(self.rows) < 2 * FEW:
            return
        possible = [
            at
            for at, cells in enumerate(self.columns)
            if at not in besides
            and (self.is_called(at, OF_CODERS) or OF_NOBODY.isdisjoint(self.names[at].split()))
            and not are_flags({*cells})
            and not any(map(FRACTION.fullmatch, cells))
            and 1 < self.distinct[at] <= len(cells) // FEW
            and all(cells)
            and max(map(len, cells)) < 2 * LONG
        ]
        known = OF_CODERS | ITEMS
        possible.sort(key=lambda at: (not self.is_called(at, known), self.distinct[at]))
        people = [at for at in possible if self.is_called(at, OF_CODERS)]
        for coder in people or possible[:KEYS]:
            if self.is_called(coder, (ITEMS | WORDS.units) - OF_CODERS):
                continue
            for item in [None, *possible[:KEYS]]:
                if item != coder and self._have_rows(_Keys(item, coder)):
                    yield _Keys(item, coder)

    def _have_rows(self, keys: _Keys) -> bool:
        """Return whether each coder of an item has several rows, and most items several coders."""
        if keys.item is None:
            return True
        whose = {*zip(self.columns[keys.item], self.columns[keys.coder], strict=True)}
        coders = Counter(item for item, _ in whose)
        several = sum(number > 1 for number in coders.values())
        in_order = sorted(range(len(self.rows)), key=self.columns[keys.coder].__getitem__)
        items = [(self.columns[keys.coder][at], self.columns[keys.item][at]) for at in in_order]
        together = sum(map(ne, items, items[1:])) < 2 * len(whose)
        return together and len(whose) * FEW <= len(self.rows) and 2 * several > len(coders)


def crossed(table: FileTable) -> dict[int, Guess]:
    """Find who coded which item in a table with a row for each unit, or for each segment in time.

    Returns the role of each column that was found; none if nothing shows whose the rows are.
    """
    return _found(_Rows(table))


def _found(rows: _Rows) -> dict[int, Guess]:
    shared = _shared(rows)
    return _of_units(rows, shared) if shared or rows.in_blocks else _of_segments(rows)


def contradicts(table: FileTable, guesses: Sequence[Guess]) -> bool:
    """Return whether rows are of several coders or items that no column was taken for."""
    taken = {guess.role for guess in guesses}
    whose: set[Role] = {"item", "coder"}
    rows = _Rows(table)
    if taken & TIMED:  # times of one coder may stand in any order, and lie over each other
        if not table.header_row or taken & whose:
            return False
        roles = {guess.role for guess in _found(rows).values()}
        return whose <= roles and bool(roles & TIMED)
    found = _of_units(rows, _shared(rows))
    others = {guesses[at].role for at, guess in found.items() if guess.role == "coder"}
    if not others <= {"coder", "ignore", "mark", "segment", "first"}:
        return False  # it holds something else
    # Items of one length are the same to numbers, but not to texts.
    texts = any(guess.role == "text" and rows.has_texts(at) for at, guess in found.items())
    return texts and not whose & {guess.role for guess in found.values()} <= taken


def _codings(places: Places) -> list[list[list[int]]]:
    """Return the rows of each coder of the items that several coded."""
    return [[*of.values()] for of in places.values() if len(of) > 1]


def _shared(rows: _Rows) -> dict[_Keys, list[int]]:
    """Find whose rows would hold the units of the others, and the columns that say so."""
    known = WORDS.units | WORDS.texts
    units = [at for at, number in enumerate(rows.distinct) if number >= FEW]
    units.sort(key=lambda at: (rows.names[at] not in known, -rows.distinct[at]))
    texts = {at for at in range(len(rows.names)) if rows.has_texts(at)}
    found = {}
    for keys in rows.likely_keys():
        places = rows.of(keys)
        columns = [at for at in units[:UNITS] if at not in keys]
        shared = [at for at in columns if _is_shared(rows.columns[at], places)]
        if not texts <= {*shared}:
            continue  # each has other texts
        if shared and not _parts_coders(rows, keys, shared):
            found[keys] = shared
    return found


def _likeliest(rows: _Rows, shared: dict[_Keys, list[int]]) -> _Keys:
    """Choose whose the rows are by names, by what is the same, and by most items."""

    def weight(keys: _Keys) -> tuple[bool, bool, bool, int, int]:
        places = rows.of(keys)
        counted = any(_counts(rows.columns[at], places) for at in shared[keys])
        return (
            rows.is_called(keys.coder, OF_CODERS - ITEMS),
            rows.is_called(keys.item, ITEMS - OF_CODERS),
            counted,
            max(sum(map(len, rows.columns[at])) for at in shared[keys]),
            1 if keys.item is None else rows.distinct[keys.item],
        )

    return max(shared, key=weight)


def _is_shared(cells: Sequence[str], places: Places) -> bool:
    """Return whether the cells of a column are the same in the rows of each coder of an item."""
    alike = several = different = every = 0
    for of_item in _codings(places):
        columns = Counter(tuple(cells[at] for at in of_coder) for of_coder in of_item)
        column, number = columns.most_common(1)[0]
        alike, several = alike + (number if number > 1 else 0), several + len(of_item)
        different, every = different + len({*column}), every + len(column)
    return alike >= MOST * several > 0 and 2 * different > every


def _parts_coders(rows: _Rows, keys: _Keys, shared: Sequence[int]) -> bool:
    """Return whether what is taken for items parts the coders, who all have the same units."""
    if keys.item is None:
        return False
    places = rows.of(keys)
    items = Counter(coder for of_item in places.values() for coder in of_item)
    units = {
        tuple(rows.columns[at][row] for at in shared for row in next(iter(of_item.values())))
        for of_item in places.values()
    }
    return max(items.values()) == 1 and len(units) == 1


def _of_units(rows: _Rows, shared: dict[_Keys, list[int]]) -> dict[int, Guess]:
    """Say what the columns of a table hold in which each coder of an item has its units."""
    if not shared:
        return {}
    keys = _likeliest(rows, shared)
    places = rows.of(keys)
    found = _named(keys)
    for at in shared[keys]:
        role: Role = "unit" if _counts(rows.columns[at], places) else "text"
        if role not in (guess.role for guess in found.values()):
            found[at] = Guess(role, "the same in the rows of each coder")
    coded = _coded(rows, places, {*found})
    return found | coded if coded else {}


def _named(keys: _Keys) -> dict[int, Guess]:
    """Say which columns name items and coders."""
    found = {keys.coder: Guess("coder", "each name has rows in the items")}
    if keys.item is not None:
        found[keys.item] = Guess("item", "each name has rows of several coders")
    return found


def _counts(cells: Sequence[str], places: Places) -> bool:
    """Return whether a column numbers the units of each coding, from 0 or 1 on."""
    for of_item in _codings(places):
        numbers = [cells[at] for at in of_item[0]]
        if not all(map(str.isdecimal, numbers)) or int(numbers[0]) > 1:
            return False
        if any(int(other) - int(one) != 1 for one, other in pairwise(numbers)):
            return False
    return True


def _coded(rows: _Rows, places: Places, known: set[int]) -> dict[int, Guess]:
    """Find the column in which the coders of an item differ, and that says where segments are."""
    kinds: dict[int, Kind] = {}
    for at, cells in enumerate(rows.columns):
        beside = WORDS.notes | WORDS.computed
        if at in known or not beside.isdisjoint(rows.names[at].split()):
            continue
        columns = [[[cells[row] for row in of] for of in of_item] for of_item in _codings(places)]
        codings = [coding for of_item in columns for coding in of_item]
        differ = any(len({*map(tuple, of_item)}) > 1 for of_item in columns)
        if differ and 2 * sum(len({*coding}) > 1 for coding in codings) > len(codings):
            some = codings[:: 1 + len(codings) // TRIED]
            sample = [cell for coding in some for cell in coding]
            kinds[at] = Counter(kind_of(one, sample) for one in some).most_common(1)[0][0]
    possible = [at for at, kind in kinds.items() if kind in CODED]
    possible = [at for at in possible if is_generic(rows.names[at])] or possible
    for kind, (role, why) in CODED.items():
        of_kind = [at for at in possible if kinds[at] == kind]
        if of_kind:
            return {of_kind[0]: Guess(role, why)} if len(of_kind) == 1 else {}
    return {}


def _of_segments(rows: _Rows) -> dict[int, Guess]:
    """Find the columns of a table with a row for each segment or boundary, in time."""
    if not WORDS.tiers.isdisjoint(rows.names):
        return {}  # what lies over each other may be of one coder
    times = {}
    for at, cells in enumerate(rows.columns):
        seconds = [seconds_in(cell) for cell in cells]
        known = [one for one in seconds if one is not None]
        falls = sum(map(float.__gt__, known, known[1:]))
        if len(known) == len(seconds) < 4 * FEW * rows.distinct[at] and FEW * falls < len(known):
            times[at] = known
    if len(times) > TIMES:
        return {}  # measures
    counts = {at for at, of in times.items() if FEW * sum(map(_is_next, of, of[1:])) > len(of)}
    spans = [
        (begin, end)
        for begin, end in combinations(times, 2)
        if all(one <= other for one, other in zip(times[begin], times[end], strict=True))
        and 2 * sum(map(float.__lt__, times[begin], times[end])) > len(rows.rows)
    ]
    spans.sort(key=lambda of: [not edge_called(rows.names[at]) for at in of])
    if any(rows.is_called(at, WORDS.lengths) for at in times):
        return {}  # what a row lasts is not told by what follows
    edges: list[Edges] = [*spans, *((at,) for at in times if at not in counts)]
    for columns in edges:
        begins, ends = times[columns[0]], times[columns[-1]]
        if len(columns) > 1 and _hardly_overlap(begins, ends):
            return {}  # all are of one coder, in any order
        if len(columns) == 1 and begins == sorted(begins):
            continue
        found = []
        for keys in rows.likely_keys(*columns):
            places = rows.of(keys)
            if _follow(begins, ends, places):
                lasts = [[max(ends[at] for at in of) for of in c] for c in _codings(places)]
                found.append((sum(map(len, places.values())), _spread(lasts), keys))
        if found:
            keys = min(found, key=itemgetter(0, 1))[2]
            return _named(keys) | _edges(columns)
    return {}


def _hardly_overlap(begins: Sequence[float], ends: Sequence[float]) -> bool:
    """Return whether hardly a segment begins before another ends."""
    segments = sorted(zip(begins, ends, strict=True))
    over = sum(one[1] > other[0] for one, other in pairwise(segments))
    return FEW * over < len(segments)


def _is_next(one: float, other: float) -> bool:
    return other == one + 1


def _edges(columns: Edges) -> dict[int, Guess]:
    """Say which column holds times, or begins and ends."""
    roles: tuple[Role, ...] = ("time",) if len(columns) == 1 else ("begin", "end")
    why = "it rises in the rows of each coder"
    return {at: Guess(role, why) for at, role in zip(columns, roles, strict=True)}


def _follow(begins: Sequence[float], ends: Sequence[float], places: Places) -> bool:
    """Return whether each segment of most codings begins where the one before ends, or later."""
    codings = [coding for of_item in places.values() for coding in of_item.values()]
    follow = sum(
        all(ends[one] <= begins[two] and begins[one] < begins[two] for one, two in pairwise(coding))
        for coding in codings
    )
    return follow >= MOST * len(codings)


def _spread(ends: Sequence[Sequence[float]]) -> float:
    """Return how far apart the coders of an item end, as a share of its length."""
    shares = [1 - min(of_item) / max(of_item) for of_item in ends if max(of_item)]
    return sum(shares) / len(shares) if shares else 1
