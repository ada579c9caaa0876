"""Records of JSON that hold what several coders marked in a text: one record for each coder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from segmetrics.io.document import JsonObject
from segmetrics.io.records import offsets_in

CODERS = ("coder", "annotator", "annotator_id", "_annotator_id", "user", "username", "_session_id")


def name_of(value: object) -> str:
    """Return a value as a name, empty if it is none."""
    return str(value).strip() if type(value) in (str, int) else ""


def coder_in(record: Mapping[str, Any]) -> str:
    """Return the coder whom a record or a span names, empty if it names none."""
    return next((name for field in CODERS if (name := name_of(record.get(field)))), "")


def of_each_coder(records: Iterable[tuple[int, JsonObject]]) -> list[tuple[int, JsonObject]]:
    """Return records of one coder each, with the numbers of those that held them."""
    return [(row, one) for row, record in records for one in _by_coder(record)]


def _by_coder(record: JsonObject) -> Iterator[JsonObject]:
    """Yield what each coder marked in a text, as a record of its own."""
    if not coder_in(record):
        for key, value in record.items():
            if isinstance(value, list) and value and all(map(_names_coder, value)):
                yield from _of_list(record, key, value)
                return
            if isinstance(value, JsonObject) and _is_of_coders(value):
                for coder, marked in value.items():
                    yield _with(record, key, {"coder": coder, key: marked})
                return
    yield record


def _names_coder(one: object) -> bool:
    return isinstance(one, JsonObject) and bool(coder_in(one))


def _is_of_coders(value: JsonObject) -> bool:
    """Return whether an object holds a list of one kind under each of several names."""
    lists = list(value.values())
    if len(lists) < 2 or value.repeated or not all(isinstance(one, list) for one in lists):
        return False
    flat = [one for of_coder in lists for one in of_coder]
    return bool(flat) and (
        all(offsets_in(one) for one in flat)
        or all(type(one) is int for one in flat)
        or (all(type(one) is str for one in flat) and len(set(map(len, lists))) == 1)
    )


def _of_list(record: JsonObject, key: str, marked: list[JsonObject]) -> Iterator[JsonObject]:
    """Yield the records of coders who are named in each object of a list."""
    if all(offsets_in(one) for one in marked):
        of_coder: dict[str, list[JsonObject]] = {}
        for span in marked:
            of_coder.setdefault(coder_in(span), []).append(span)
        for coder, spans in of_coder.items():
            yield _with(record, key, {"coder": coder, key: spans})
    else:
        for one in marked:
            yield _with(record, key, {**one, "coder": coder_in(one)})


def _with(record: JsonObject, without: str, more: dict[str, Any]) -> JsonObject:
    """Return a record with other fields in the place of one."""
    made = {**{key: value for key, value in record.items() if key != without}, **more}
    return JsonObject(list(made.items()))
