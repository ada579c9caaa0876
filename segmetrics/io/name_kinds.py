"""What names are those of: people who coded, or items that were coded."""

from __future__ import annotations

import re
from collections.abc import Iterable

from segmetrics.io.column_names import WORDS

OF_CODERS = re.compile("|".join(WORDS.coders_in_names))
OF_ITEMS = re.compile("|".join(WORDS.items_in_names))
WORD = re.compile(r"[^\W\d_]+")
# Share of names that must be of one kind.
MOST = 0.8


def is_numbered_coder(name: str) -> bool:
    """Return whether a name only counts coders, such as ``an1``, ``Coder B`` or ``3``."""
    *words, last = re.findall(r"[^\W\d_]+|\d+", name) or [""]
    counts = last.isdecimal() or len(last) == 1
    return counts and all(OF_CODERS.fullmatch(word.lower()) for word in words)


def is_count(kind: str, number: str) -> bool:
    """Return whether two parts of a name count one kind, as in ``Interview 3`` or ``Coder B``."""
    word = kind.lower()
    of_items = number.isdecimal() and OF_ITEMS.fullmatch(word)
    of_coders = (number.isdecimal() or len(number) == 1) and OF_CODERS.fullmatch(word)
    return bool(of_items or of_coders)


def as_coders(names: Iterable[str | None]) -> float:
    """Return how names look: 1 like those of coders, -1 like those of items, 0 like neither."""
    known = [name for name in names if name]
    kinds = [_kind(name) for name in known if len(known) > 1 or len(name) > 1]
    for kind in (1.0, -1.0):
        if kinds and kinds.count(kind) >= MOST * len(kinds):
            return kind
    return 0.5 if kinds and all(kind > 0 for kind in kinds) else 0.0


def _kind(name: str) -> float:
    words = [word.lower() for word in WORD.findall(name)]
    if any(map(OF_CODERS.fullmatch, words)) or (words and len(name) == 1):
        return 1.0
    if any(map(OF_ITEMS.fullmatch, words)):
        return -1.0
    # A word without a number may be the name of a person.
    return 0.5 if words and not any(sign.isdigit() for sign in name) else 0.0
