"""Names of two rounds of the same items, written a little differently.

A pair is suggested if nothing else could be meant on either side: equal but for case, accents and
signs; the same numbers and words that the others shorten; words alike by `difflib`; or one long
word that no other name has.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from operator import itemgetter
from unicodedata import combining, decimal, normalize

ALIKE = 0.8  # ratio of `difflib` from which on two names may be meant for one

MOST_COMPARED = 200  # names with the same numbers, on a side: of more none are compared
MOST_WORK = 4_000_000  # pairs of names, or of characters for `difflib`, in a step: seconds
LONG_WORD = re.compile(r"[^\W\d_]{4,}")
PARTS = re.compile(r"\d+|[^\W\d_]+")

Parts = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Matching:
    """Which names of two rounds are the same, and which may be meant for the same."""

    same: tuple[str, ...]
    suggested: Mapping[str, str]
    only_known: tuple[str, ...]
    only_new: tuple[str, ...]
    complete: bool = True


def matched(known: Iterable[str], new: Iterable[str]) -> Matching:
    """Match the names of a new round with those of a known one."""
    before, after = dict.fromkeys(known), dict.fromkeys(new)
    same = tuple(name for name in after if name in before)
    only_known = tuple(name for name in before if name not in after)
    only_new = tuple(name for name in after if name not in before)
    # What is written like a name that both have may be meant for that.
    taken = {_parts(name) for name in same}
    ours, theirs = (
        {name: parts for name in names if (parts := _parts(name)) not in taken}
        for names in (only_new, only_known)
    )
    suggested: dict[str, str] = {}
    complete = True
    for alike, by, size in (
        (_written_alike, tuple, len),
        (_shortened, itemgetter(1), len),
        (_similar, itemgetter(1), _signs),
    ):
        found, all_compared = _unambiguous(theirs, ours, alike, by, size)
        suggested |= found
        complete = complete and all_compared
        for name, meant in suggested.items():
            ours.pop(name, None)
            theirs.pop(meant, None)
    suggested |= _by_a_word(theirs, ours)
    in_order = {name: suggested[name] for name in only_new if name in suggested}
    return Matching(same, in_order, only_known, only_new, complete)


def _parts(name: str) -> Parts:
    """Take a name apart: its words, without case and accents, and its numbers."""
    bare = _bare(name)
    words, numbers = [""], []
    for part in PARTS.findall(bare):
        if part[0].isdecimal():
            numbers.append("".join(str(decimal(digit)) for digit in part).lstrip("0") or "0")
            words.append("")
        else:
            words[-1] += part
    return tuple(words), tuple(numbers)


def _bare(name: str) -> str:
    """Return a name without case and accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))


def _unambiguous(
    known: Mapping[str, Parts],
    new: Mapping[str, Parts],
    alike: Callable[[Parts, Parts], bool],
    by: Callable[[Parts], Hashable],
    size: Callable[[Sequence[Parts]], int],
) -> tuple[dict[str, str], bool]:
    """Pair names that are alike to each other and to no other name: the new one to the known."""
    sides: dict[Hashable, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, names in enumerate((known, new)):
        for name, parts in names.items():
            sides[by(parts)][side].append(name)
    room, complete = MOST_WORK, True
    pairs: list[tuple[str, str]] = []
    works = (
        (size([known[name] for name in of[0]]) * size([new[name] for name in of[1]]), of)
        for of in sides.values()
    )
    for work, of in sorted(works, key=itemgetter(0)):
        room -= work
        if room < 0 or max(map(len, of)) > MOST_COMPARED:
            complete = complete and not all(of)
            continue
        pairs += [one for one in product(*of) if alike(known[one[0]], new[one[1]])]
    times = [Counter(names) for names in zip(*pairs, strict=True)]
    alone = {ours: theirs for theirs, ours in pairs if times[0][theirs] == times[1][ours] == 1}
    return alone, complete


def _by_a_word(known: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    """Pair names by the long words that one name on either side has, if all say the same."""
    with_word: list[dict[str, list[str]]] = []
    for names in (known, new):
        sides: dict[str, list[str]] = defaultdict(list)
        for name in names:
            for word in {*LONG_WORD.findall(_bare(name))}:
                sides[word].append(name)
        with_word.append(sides)
    theirs, ours = with_word
    meant: dict[str, set[str]] = defaultdict(set)
    for word in theirs.keys() & ours.keys():
        if len(theirs[word]) == len(ours[word]) == 1:
            meant[ours[word][0]].add(theirs[word][0])
    times = Counter(name for of in meant.values() for name in of)
    numbers = {name: _parts(name)[1] for of in (known, new) for name in of}
    pairs = {
        name: of
        for name, (of, *others) in ((name, sorted(of)) for name, of in meant.items())
        if not others and (numbers[name] or numbers[of])[:1] == (numbers[of] or numbers[name])[:1]
    }
    return {name: of for name, of in pairs.items() if times[of] == 1}


def _signs(names: Sequence[Parts]) -> int:
    """Count the characters of names, which `difflib` compares each with each."""
    return sum(len(" ".join(words)) for words, _ in names)


def _written_alike(one: Parts, other: Parts) -> bool:
    """Return whether two names are equal but for how they are written."""
    return one == other and any(map(any, one))


def _shortened(one: Parts, other: Parts) -> bool:
    """Return whether one of two names with the same numbers shortens the words of the other."""
    words = list(zip(one[0], other[0], strict=True))
    return bool(one[1]) and (
        all(b.startswith(a) for a, b in words) or all(a.startswith(b) for a, b in words)
    )


def _similar(one: Parts, other: Parts) -> bool:
    """Return whether two names with the same numbers have much the same words."""
    if not any(one[0]):
        return False
    matcher = SequenceMatcher(None, " ".join(one[0]), " ".join(other[0]), autojunk=False)
    quick = matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE
    return quick and matcher.ratio() >= ALIKE
