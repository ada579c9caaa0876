"""What the choices of the address are called, and what is said of an address that goes wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from segmetrics.number_formats import plain_seconds
from segmetrics.reliability.jackknife import Over

SEES: Mapping[str, str] = {
    "edits": "edits",
    "windows": "windows of WindowDiff",
    "alignment": "alignment of segments",
    "levels": "levels of the hierarchy",
}
POPULATIONS: Mapping[Over, str] = {
    "coders and items": "other coders and items",
    "items": "the same coders, other items",
}
LOOKS: Mapping[str, str] = {
    "places": "every place",
    "overview": "a line for each item",
    "multiples": "small multiples",
}
SCALES: Mapping[str, str] = {
    "fitted": "each as wide as its panel",
    "same": "equally wide units",
}
NAMES: Mapping[str, str] = {"named": "by name", "numbered": "by number"}
MEASURES: Mapping[str, str] = {"corrected": "R", "pi_star": "π*"}
SCOPES: Mapping[str, str] = {"all": "all items", "item": "this item"}
WORKLISTS: Mapping[str, str] = {
    "disputed": "most disputed first",
    "uncertain": "likeliest wrong first",
    "reading": "in reading order",
}
ORDERS: Mapping[str, str] = {
    "corpus": "as in the corpus",
    "reliability": "least reliable first",
    "length": "longest first",
}


def not_used(name: str, text: str, why: str) -> str:
    """Return that a part of the address was not used, and why."""
    return f"The address says {name} = {text[:20]!r}, which {why}; it was not used."


def no_number(low: int, high: int) -> str:
    """Return which numbers an address may have."""
    return f"is no number from {low} to {high}"


def no_seconds(low: float, high: float) -> str:
    """Return which lengths of time an address may have."""
    span = f"from {plain_seconds(low)} to {plain_seconds(high)}"
    return f"is no number of seconds {span}, with three decimals at most"


def none_of(choices: Iterable[str]) -> str:
    """Return which choices an address may have."""
    return f"is none of {', '.join(choices)}"


def too_many_characters(length: int, most: int) -> str:
    """Return that one part of the address is too long."""
    return f"has {length:,} characters, where {most:,} are read"


def too_many_in_all(length: int, most: int) -> str:
    """Return that the whole address is too long."""
    return f"has {length:,} characters, where all together may have {most:,}"


def does_not_fit(name: str, why: str) -> str:
    """Return that something does not fit into the address."""
    return f"This does not fit into the address of the page: {name} {why}. Nothing was changed."


def no_item(item: str, *, needs_work: bool) -> str:
    """Return that the address names no item of the corpus, and what is shown."""
    which = "the one that needs work first" if needs_work else "the first one"
    return f"There is no item {item!r} in this corpus; this is {which}."


def no_place(item: str, place: int, last: int) -> str:
    """Return that an item has no such place."""
    return f"Item {item} has no place {place}; the last is {last}."


def no_pair(a: str | None, b: str | None, item: str) -> str:
    """Return that an item has no such pair of coders, and what is shown."""
    return f"{a} and {b} are no pair of coders of item {item}; another is shown."


def opens_nothing(number: str, of: str) -> str:
    """Return that the address opens no number."""
    return f"The address opens {number[:40]!r}, which is no number of {of}; nothing is opened."
