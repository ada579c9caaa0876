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
NO_NUMBER = "is no number from {low} to {high}"
TOO_MANY_CHARACTERS = "has {length:,} characters, where {most:,} are read"
TOO_MANY_IN_ALL = "has {length:,} characters, where all together may have {most:,}"
DOES_NOT_FIT = "This does not fit into the address of the page: {name} {why}. Nothing was changed."
NO_PLACE = "Item {item} has no place {place}; the last is {last}."
NO_PAIR = "{a} and {b} are no pair of coders of item {item}; another is shown."


def not_used(name: str, text: str, why: str) -> str:
    return f"The address says {name} = {text[:20]!r}, which {why}; it was not used."


def no_seconds(low: float, high: float) -> str:
    """Return which lengths of time an address may have."""
    span = f"from {plain_seconds(low)} to {plain_seconds(high)}"
    return f"is no number of seconds {span}, with three decimals at most"


def none_of(choices: Iterable[str]) -> str:
    return f"is none of {', '.join(choices)}"


def no_item(item: str, *, needs_work: bool) -> str:
    """Return that the address names no item of the corpus, and what is shown."""
    which = "the one that needs work first" if needs_work else "the first one"
    return f"There is no item {item!r} in this corpus; this is {which}."
