"""Parts of sentences: a number with its noun, and lists of names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from segmetrics.number_formats import of_ten

NUMBER = re.compile("([0-9]{1,1000})")
# What coefficients are called; their capitals are other letters.
SYMBOLS = tuple("ακπ")
# Characters of a message that a person can read.
READABLE = 1_000
# Places that are named one by one.
MOST_PLACES = 3
VOWELS = tuple("aeiou")
HISSING = ("s", "x", "z", "ch", "sh")
# What stands at the end of a text of which there is only the beginning.
CUT = re.compile(r"\s*(?:\[(?:…|\.{3,})\]|…|\.{3,})$")
NEARLY_ALL, HARDLY_ANY = 0.95, 0.05
"""Shares from which on it is nearly all, and below which it is hardly any."""
SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class BriefError(ValueError):
    """An error whose message quotes names; of one that nobody can read the middle is left out."""

    def __init__(self, message: str) -> None:
        half = READABLE // 2
        super().__init__(
            message if len(message) <= READABLE else f"{message[:half]}…{message[-half:]}"
        )


def counted(number: int, noun: str, several: str = "") -> str:
    """Return a number with its noun: ``1 item``, ``1,000 items``."""
    return f"{number:,} {noun if number == 1 else several or plural(noun)}"


def spelled(number: int) -> str:
    """Return a number as sentences write it: ``four``; in digits from ten on."""
    return SPELLED[number] if number < len(SPELLED) else f"{number:,}"


def from_to(least: int, most: int, to: str = "to") -> str:
    """Return between which numbers some lie, ``2 to 5``; one where all are the same."""
    return f"{least:,}" if least == most else f"{least:,} {to} {most:,}"


def in_ten(share: float) -> str:
    """Return a share as every sentence words it: ``7 in 10``, ``nearly all``, ``hardly any``."""
    if share >= NEARLY_ALL:
        return "nearly all"
    return "hardly any" if share < HARDLY_ANY else f"{of_ten(share)} in 10"


def listed(names: Sequence[str], most: int = 12, *, of: int | None = None) -> str:
    """Return the first names, and how many more there are; `of` counts also those not given."""
    count = len(names) if of is None else of
    more = f" and {count - most:,} more" if count > most else ""
    return ", ".join(names[:most]) + more


def before(places: Sequence[int], unit: str) -> str:
    """Name a place, or one of several: ``before paragraph 12 or 13``."""
    numbers = [f"{place + 1:,}" for place in places]
    if len(numbers) > MOST_PLACES:
        return f"before one of {plural(unit)} {numbers[0]} to {numbers[-1]}"
    some = " or ".join(filter(None, [", ".join(numbers[:-1]), numbers[-1]]))
    return f"before {unit} {some}"


def plural(noun: str) -> str:
    """Return the plural of a noun: ``lines``, ``stories``, ``matches``."""
    if noun[-1:] == "y" and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(HISSING) else f"{noun}s"


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning; a symbol stays, as of ``α``."""
    return text if text[:1] in SYMBOLS else text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """Return a sentence as it stands within another; a symbol of one letter stays, as of ``R``."""
    return text if text[1:2] == " " and text[:1] != "A" else text[:1].lower() + text[1:]


def joined(names: Sequence[str], most: int = 0) -> str:
    """Return all names: ``a, b and c``; of more than `most`, the first and how many more."""
    if 0 < most < len(names):
        return listed(names, most)
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def by_reason(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names that share a reason, reason by reason."""
    reasons: dict[str, list[str]] = {}
    for name, why in found:
        if why:
            reasons.setdefault(why, []).append(name)
    return reasons


def ending(text: str, limit: int) -> str:
    """Return a text, or what of its last letters begins with a word, behind an ellipsis."""
    if len(text) <= limit:
        return text
    end = text[-limit:]
    return f"… {end if text[-limit - 1] == ' ' else end.split(' ', 1)[-1]}"


def parts_that_differ(words: Sequence[str]) -> list[str | None]:
    """Return what tells several questions apart, without the words that all begin or end with."""
    if len(words) < 2:
        return [None] * len(words)
    split = [one.split() for one in words]
    shortest = min(map(len, split))
    same = [len({tuple(one[-n:]) for one in split}) == 1 for n in range(1, shortest)]
    after = same.index(False) if False in same else len(same)
    same = [len({tuple(one[:n]) for one in split}) == 1 for n in range(1, shortest - after)]
    before = same.index(False) if False in same else len(same)
    if all("".join(one[before : before + 1]).rstrip(":.,").isdecimal() for one in split):
        before = max(0, before - 1)  # Story 1 rather than 1
    return [" ".join(one[before : len(one) - after]).strip(" :,.-–") or None for one in split]


def natural_key(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return by what names are sorted as people do: ch2 before ch10, ch2 before ch2b."""
    parts = NUMBER.split(name.casefold())
    return [(int(part), "") if at % 2 else (0, part) for at, part in enumerate(parts)], name


def cut(name: str, limit: int) -> str:
    """Return a name of at most as many letters, shortened in its middle."""
    if len(name) <= limit:
        return name
    return f"{name[: limit // 2]}…{name[len(name) - (limit - limit // 2 - 1) :]}"


def told_apart(names: Sequence[str], limit: int) -> list[str]:
    """Return names of at most as many letters, of which no two different ones look alike."""
    short = _apart(list(dict.fromkeys(names)), limit)
    looks = Counter(short.values())
    return [short[name] if looks[short[name]] == 1 else name for name in names]


def _apart(names: Sequence[str], limit: int) -> dict[str, str]:
    """Shorten names in the middle; those that then look alike show from where they differ."""
    alike = defaultdict(list)
    for name in names:
        alike[cut(name, limit)].append(name)
    found = {}
    for text, same in alike.items():
        if len(same) == 1:
            found[same[0]] = text
            continue
        # The beginning that they share goes down to a hint of it, their difference stays.
        letters = enumerate(zip(*same, strict=False))
        first = next((at for at, one in letters if len(set(one)) > 1), min(map(len, same)))
        hint = min(first, limit // 4)
        for name in same:
            found[name] = f"{name[:hint]}…{cut(name[first:], limit - hint - 1)}"
    return found
