"""Tables of what stands in JSON: records, lists of units, lists of labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from operator import ne
from typing import Any

from segmetrics.io.column_names import WORDS, plain, words_in
from segmetrics.io.names import as_coders
from segmetrics.io.table_files import FEW, FileTable, Records, rises

LABELS = "list of labels"

WITHIN = "list of units in JSON"
LABEL_LIST = re.compile(r"""\s*\[\s*[-\d"]""")
LABEL_LINES = re.compile(r"(?:\w{1,8}[^\S\n]*+\n\s*+){10,}+\w{0,8}\s*+\Z")
MANY, FEW_LABELS = 10, 20  # units of lists of labels, and different labels in them
# Words in the name of a list of times, without a last s, and what says that they are milliseconds.
OF_TIMES = WORDS.presses | WORDS.reactions | words_in("time, timestamp, onset, s, sec, second, ms")
IN_MILLISECONDS = re.compile(r"(?:^|_)ms(?:$|_)|milli", re.IGNORECASE)
# A line with 0 or 1 for each unit, and the share of ones beside which no other stands.
MARKS, MOST_ALONE = "list of marks", 0.8
WRAPPERS = ("data", "rows", "records", "codings")  # what a list of records may be kept under


def records_table(records: Records) -> FileTable | None:
    """Return the table of records, a column for each key; None if there is no list of them."""
    if len(records) == 1 and not {"item", "coder"} <= records[0][1].keys():
        only = records[0][1]
        nested = _rows_of_lists(only) or _rows_of_stages(only) or _rows_of_flags(only)
        if nested is not None:
            return nested
        lists = [only[key] for key in WRAPPERS if isinstance(only.get(key), list)]
        if len(lists) == 1 and all(isinstance(one, dict) for one in lists[0]):
            records = list(enumerate(lists[0], 1))
        else:
            records = list(enumerate(_rows_within(only), 1))
            if not records:
                return None
    if len(records) > 1 and not _have_begin_and_end([one for _, one in records[:FEW]]):
        records = list(enumerate(_rows_within({str(n): one for n, one in records}), 1)) or records
    records, said = _press_by_press(_with_edges(records))
    keys = list(dict.fromkeys(key for _, record in records for key in record))
    rows = [(row, [_cell(record.get(key)) for key in keys]) for row, record in records]
    names = tuple(key.strip() for key in keys)
    return FileTable("JSON", names, 1, rows, said=said) if keys else None


def _rows_within(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the segments of all lists in an object, with whose they are by the keys on the way."""
    lists = list(_lists_within(data, "", (), {}))
    depths = {len(whose) for whose, *_ in lists}
    if len(depths) != 1 or not all(
        _have_begin_and_end(of) or (len(lists) > 1 and _are_units(of)) for *_, of in lists
    ):
        return
    names: Sequence[str] = ()
    people = [_as_people({whose[at] for whose, *_ in lists}) for at in range(min(*depths, 2))]
    if len(people) == 2:
        names = ("coder", "item") if people[0] > people[1] else ("item", "coder")
        names = ("id", "name") if people[0] == people[1] else names
    elif people:
        besides = [beside.items() for _, beside, _ in lists]
        said = {key: {dict(of).get(key) for of in besides} for key in dict(besides[0])}
        lengths = said.get("duration", ())
        role = "coder" if people[0] > 0 else "item"
        numbers = not people[0] and all(name.isdecimal() for ((_, name),), *_ in lists)
        undecided = numbers or (0 < people[0] <= 1 and len(lengths) == 1)
        role = "item" if 0 < people[0] <= 1 < len(lengths) else role
        beside_it = any(_names_something(key, getattr(WORDS, f"{role}s")) for key in said)
        names = ("id",) if undecided or beside_it else (role,)
    for whose, beside, rows in lists:
        known = {k: v for k, v in beside.items() if _names_something(k)}
        if "duration" in beside:
            known["recording duration"] = beside["duration"]
        known |= zip(names, (name for _, name in whose), strict=False)
        yield from ({**known, **one} for one in rows)


def _names_something(key: str, names: frozenset[str] = WORDS.items | WORDS.coders) -> bool:
    """Return whether a key is called as the names of items or of coders are."""
    return plain(key).removesuffix(" id") in names - {"name"}


def _as_people(ways: Set[tuple[str, str]]) -> float:
    """Return how names look to `as_coders`; 2 or -2 if what they are listed under says so."""
    called = {plain(of).removesuffix("s") for of, _ in ways}
    if called <= WORDS.coders:
        return 2
    return -2 if called <= WORDS.items else as_coders(name for _, name in ways)


def _lists_within(
    data: Mapping[str, Any], called: str, ways: tuple[Any, ...], above: Mapping[str, Any]
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield lists of objects, each with the names that lead to it, and what stands beside it."""
    lists = {key: of for key, of in data.items() if _is_list_of_objects(of)}
    inner = {key: of for key, of in data.items() if isinstance(of, dict)}
    own = {key: one for key, one in data.items() if isinstance(one, str | int | float)}
    beside = {**above, **own}
    if len(lists) == 1:
        ((key, deep),) = lists.items()
        if all(sum(map(_is_list_of_objects, one.values())) == 1 for one in deep):
            called, lists, inner = key, {}, {str(n): one for n, one in enumerate(deep)}
    if len(lists) == 1 or (lists and not inner and not own):
        for key, of in lists.items():
            yield (*ways, (called, key)) if len(lists) > 1 else ways, beside, of
    elif not lists:
        for key, of in inner.items():
            name = str(of.get("id", of.get("name", key))) if key.isdecimal() else key
            way = (*ways, (called, name)) if len(inner) > 1 else ways
            yield from _lists_within(of, key, way, beside)


def _are_units(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether objects have a text each, as units."""
    texts = [name for name in rows[0] if plain(name) in WORDS.texts]
    whole = (all(isinstance(one.get(name), str) for one in rows) for name in texts)
    return len(rows) > FEW and any(whole)


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(o, dict) for o in value)


def _have_begin_and_end(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether objects begin and end, not all of them at whole numbers."""
    known = [one for _, one in _with_edges(list(enumerate(rows)))]
    keys = [set(plain(key).split()) for one in known[:1] for key in one]
    named = any(map(WORDS.begins.intersection, keys)) and any(map(WORDS.ends.intersection, keys))
    return named and any(type(value) is float for one in known for value in one.values())


def units_within(records: Records) -> FileTable | None:
    """Return the table of the first list of units with their texts in an object that has more."""
    lists = records[0][1] if len(records) == 1 else {}
    for key, rows in lists.items():
        if _is_list_of_objects(rows) and _are_units(rows):
            found = records_table(list(enumerate(rows, 1)))
            others = [name for name, one in lists.items() if isinstance(one, list)]
            said = f"of the lists {', '.join(others)} only {key} is read" * (len(others) > 1)
            return found and replace(found, kind=WITHIN, said=(said,) * bool(said))
    return None


def _with_edges(records: Records) -> Records:
    """Return records with a begin and an end where one value of each is a pair of them."""
    keys = list(records[0][1]) if records else []
    called = [key for key in keys if {*plain(key).split()} & WORDS.of_pairs]
    pairs = {key: [_pair(record.get(key)) for _, record in records] for key in called}
    whole = [key for key, of in pairs.items() if None not in of]
    if len(whole) != 1 or len(records) < FEW or "begin" in keys:
        return records
    (key,) = whole
    return [
        (row, {**{name: record[name] for name in record if name != key}, "begin": one, "end": end})
        for (row, record), (one, end) in zip(records, filter(None, pairs[key]), strict=True)
    ]


def _pair(value: object) -> tuple[float, float] | None:
    """Return two times of which the first is no later, alone or in an object; None if not."""
    if isinstance(value, dict):
        lists = [one for one in value.values() if isinstance(one, list)]
        value = lists[0] if len(lists) == 1 else None
    if not isinstance(value, list) or len(value) != 2 or {*map(type, value)} - {int, float}:
        return None
    return (value[0], value[1]) if value[0] <= value[1] and float in map(type, value) else None


def _press_by_press(records: Records) -> tuple[Records, tuple[str, ...]]:
    """Return a record for each time where trials have one list that rises, called one of times."""
    keys = list(records[0][1]) if len(records) > 1 else []
    times = {key: [_times(record.get(key)) for _, record in records] for key in keys}
    lists = [key for key, of in times.items() if None not in of]
    words = plain("".join(lists[:1])).split()
    called = {word if word in OF_TIMES else word.removesuffix("s") for word in words}
    fractions = any(type(time) is float for key in lists for of in times[key] for time in of or ())
    if len(lists) != 1 or not fractions or not called <= OF_TIMES:
        return records, ()
    (key,) = lists
    name = f"boundary time{' ms' * bool(IN_MILLISECONDS.search(key))}"
    made = [
        (row, {**{other: record[other] for other in record if other != key}, name: time})
        for (row, record), of_trial in zip(records, times[key], strict=True)
        for time in of_trial or ["none"]
    ]
    return made, (f"the numbers under {key} are read as times, a row for each",)


def _times(value: object) -> list[Any] | None:
    """Return a list of rising times, or of objects with a time each; None if it is none."""
    listed: list[Any] = value if isinstance(value, list) else [None]
    objects = all(isinstance(one, dict) for one in listed)
    found = [one.get("t", one.get("time")) for one in listed] if objects else listed
    numbers = all(type(one) in (int, float) for one in found)
    return found if numbers and all(one < other for one, other in pairwise(found)) else None


def _rows_of_lists(data: Mapping[str, Any]) -> FileTable | None:
    """Return the table of lists of rising numbers, of coders or of coders in items."""
    names: tuple[str, ...] = ("coder", "numbers")
    found: list[tuple[tuple[str, ...], Any]] = [
        ((key,), one) for key, one in data.items() if isinstance(one, list)
    ]
    if not found and all(isinstance(of, dict) and of for of in data.values()):
        many = {key: _lists_of_several(of) for key, of in data.items()}
        data = many if all(many.values()) else data
        found = [((key, name), one) for key, of in data.items() for name, one in of.items()]
        names = ("item", *names)
        if as_coders(data) > as_coders(dict.fromkeys(whose[-1] for whose, _ in found)):
            names = ("coder", "item", "numbers")
    if len(found) < max(len(data), 1) or not all(rises(one) for _, one in found):
        return None
    if sum(len(one) for _, one in found) < FEW * len(found):
        return None  # two numbers may be anything
    if any(type(time) is float for _, one in found for time in one):
        listed = [[*whose, str(time)] for whose, one in found for time in one or ["none"]]
        return FileTable("JSON", (*names[:-1], "boundary time"), 1, list(enumerate(listed, 1)))
    rows = [(row, [*whose, _cell(one)]) for row, (whose, one) in enumerate(found, 1)]
    return FileTable("JSON", names, 1, rows)


def _lists_of_several(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists of times of several people in the only list of such lists of a record."""
    several = [of for of in record.values() if isinstance(of, list) and all(map(rises, of))]
    times = [of for of in several if any(type(time) is float for one in of for time in one)]
    return {f"coder {n}": one for n, one in enumerate(times[0], 1)} if len(times) == 1 else {}


def list_of_labels(text: str) -> FileTable | None:
    """Return the table of a list or lines with a label or mark a unit; None if it may be other."""
    data: Any = None
    try:
        if LABEL_LIST.match(text):
            data = json.loads(text)
        elif LABEL_LINES.match(text):
            data = [int(one) if one.isdecimal() else one for one in text.split()]
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list) and {*map(str, data)} == {"0", "1"} and "[" not in text:
        alone = sum(one == 1 != other for one, other in pairwise([*data, 0]))
        if MOST_ALONE * data.count(1) <= alone and 2 * data.count(1) < len(data):
            rows = [(row, [str(row), str(one)]) for row, one in enumerate(data, 1)]
            return FileTable(MARKS, ("unit", "boundary"), 0, rows)
    if not isinstance(data, list) or 2 * sum(map(ne, data, data[1:])) > len(data):
        return None
    # Marks are of two kinds, and sizes are never 0.
    several = len({one for one in data if isinstance(one, int | str)}) > 2
    sizes = all(type(one) is int and one > 0 for one in data)
    found = _rows_of_stages({"segment": data}, 1) if several and not sizes else None
    return found and replace(found, kind=LABELS)


def _rows_of_stages(data: Mapping[str, Any], fewest: int = 2) -> FileTable | None:
    """Return the table of lists with a label for each unit, as long for each of several coders."""
    lists = list(data.values())
    alike = len(lists) >= fewest and all(isinstance(one, list) and one for one in lists)
    if not alike or len(set(map(len, lists))) > 1 or len(lists[0]) < MANY:
        return None
    labels = {label for one in lists for label in one if isinstance(label, int | str)}
    whole = all(type(label) in (int, str) for one in lists for label in one)
    change = all(any(map(ne, one, one[1:])) for one in lists)
    if not whole or len(labels) > FEW_LABELS or not change:
        return None
    units = enumerate(zip(*lists, strict=True), 1)
    rows = [(row, [str(row), *map(_cell, of)]) for row, of in units]
    return FileTable("JSON", ("unit", *data), 1, rows)


def _rows_of_flags(data: Mapping[str, Any]) -> FileTable | None:
    """Return the table of items, each a list of texts with a flag: -1 at the first unit, 0 or 1."""
    pairs = [pair for of in data.values() for pair in (of if isinstance(of, list) else [None])]
    if not pairs or not all(isinstance(one, list) and len(one) == 2 for one in pairs):
        return None
    firsts = [str(of[0][1]) if of else "" for of in data.values()]
    others = {str(flag) for of in data.values() for _, flag in of[1:]}
    if "" in firsts or not others <= {"0", "1"} or not {*firsts} <= {"-1", "0", "1"}:
        return None
    mark = "1" if "0" in firsts else "start"
    written = {"1": mark, "0": "0", "-1": "0"}
    cells = [[item, _cell(text), written[str(flag)]] for item in data for text, flag in data[item]]
    return FileTable("JSON", ("item", "text", "boundary"), 1, list(enumerate(cells, 1)))


def _cell(value: object) -> str:
    """Write a value of a record as the cell of a table."""
    if value is None or isinstance(value, str):
        return (value or "").strip()
    if isinstance(value, list) and all(type(one) is int for one in value):
        return " ".join(map(str, value))
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "|".join(value)
    return json.dumps(value, ensure_ascii=False)
