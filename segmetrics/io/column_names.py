"""Words that people write in cells and headings of tables; data/heading_words.toml lists them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from segmetrics.paths import ROOT


def words_in(text: str) -> frozenset[str]:
    """Return words that are listed between commas."""
    return frozenset(" ".join(word.split()) for word in text.split(","))


with (ROOT / "data" / "heading_words.toml").open("rb") as _lists:
    _known = tomllib.load(_lists)
UNIT_NAMES = {name: words_in(text) for name, text in _known.pop("unit_names").items()}
"""What a unit is called, by the words in headings that say so."""


class _Words(SimpleNamespace):
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> frozenset[str]: ...


WORDS = _Words(**{name: words_in(text) for name, text in _known.items()})
"""Words by what they mean."""


def plain(name: str) -> str:
    """Return the words of the name of a column, in lower case with blanks between them."""
    apart = re.sub(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])", " ", name)
    return " ".join(re.findall(r"[^\W_]+", apart.lower()))


def owners(headings: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """Return whose each column is and what it holds, of headings that cross names and contents.

    >>> owners(["Ann time", "Ann what begins", "Ben time", "Ben what begins"])["Ben what begins"]
    ('Ben', 'what begins')
    """
    words = [" ".join(heading.split()) for heading in headings]
    first = words[0].split(" ") if words else []
    for size in range(len(first) - 1, 0, -1):
        name = " ".join(first[:size])
        held = [one[len(name) + 1 :] for one in words if one.startswith(f"{name} ")]
        parts = {one: [what for what in held if one.endswith(f" {what}")] for one in words}
        if len(held) < 2 or not all(parts.values()):
            continue
        found = {one: max(of, key=len) for one, of in parts.items()}
        whose = {one: one.removesuffix(f" {what}") for one, what in found.items()}
        names = {*whose.values()}
        if len(names) > 1 and len({*words}) == len(words) == len(names) * len(held):
            return {of: (whose[one], found[one]) for of, one in zip(headings, words, strict=True)}
    return {}


def unit_called(headings: Iterable[str]) -> str:
    """Return what headings call the units; empty if they do not."""
    words = (set(re.findall(r"[^\W\d_]+", plain(heading))) for heading in headings)
    named = (unit for of in words for unit, known in UNIT_NAMES.items() if known & of)
    return next(named, "")


def is_generic(name: str) -> bool:
    """Return whether a name, in lower case, says what is in a column and not whose it is."""
    words = set(name.split())
    return not WORDS.generic.isdisjoint((name, name.removesuffix("s"))) or (
        not words.isdisjoint(WORDS.of_boundaries)
        and words <= WORDS.of_boundaries | WORDS.beside_boundaries
    )
