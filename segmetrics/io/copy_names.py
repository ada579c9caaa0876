"""Whose copy a file is, and of which text: what names of files have beside the name of the item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from segmetrics.io.names import NO_NAME, path_of
from segmetrics.io.text_copies import UNMARKED, Group, stem_of, words_of_name


def name_groups(groups: Sequence[Group]) -> None:
    """Say which item each text is, and whose each copy is: what names have beside the item."""
    every = {word.casefold() for of in groups for name in of.copies for word in _words(name)}
    for group in groups:
        stems = {name: _spelled(stem_of(name), every) for name in group.copies}
        shared = set.intersection(
            *({*map(str.casefold, words_of_name(one))} for one in stems.values())
        )
        words = shared.union(word.casefold() for word in words_of_name(group.item))
        times = Counter(word.casefold() for one in stems.values() for word in {*words_of_name(one)})
        bare = [
            stem
            for name, stem in stems.items()
            if not group.copies[name].marks
            and all(
                times[one] > 1 or one in words for one in map(str.casefold, words_of_name(stem))
            )
        ]
        if len(bare) == 1:
            group.item = bare[0]
            words |= {word.casefold() for word in words_of_name(bare[0])}
        group.coders = {
            name: _coder(stems[name], words if copy.marks else words | UNMARKED)
            for name, copy in group.copies.items()
        }
    called = [group.item for group in groups]
    marked = [(of, name) for of in groups for name, copy in of.copies.items() if copy.marks]
    whose = [(of.item, of.coders[name], _folder(name)) for of, name in marked]
    if (
        not all(called)
        or not all(coder for _, coder, _ in whose)
        or _repeats(called)
        or _repeats(whose)
    ):
        for group in groups:  # names of files are read as those of other files are
            group.coders = dict.fromkeys(group.coders, "")
    elif _repeats(one[:2] for one in whose):
        rounds = _rounds({folder for _, _, folder in whose})
        for group, name in marked:
            group.rounds[name] = rounds[_folder(name)]


def _words(name: str) -> list[str]:
    return words_of_name(stem_of(name))


def _spelled(stem: str, every: Collection[str]) -> str:
    """Return a name without the blank of ``T 1``, where another file has ``T1``."""

    def joined(found: re.Match[str]) -> str:
        whole = f"{found[1]}{found[2]}"
        return whole if whole.casefold() in every else found[0]

    return re.sub(r"([^\W\d_]+) (\d+)", joined, stem)


def _repeats(values: Iterable[object]) -> bool:
    """Return whether a value comes twice."""
    return max(Counter(values).values(), default=0) > 1


def _folder(name: str) -> str:
    return path_of(name).rpartition("/")[0]


def _rounds(folders: Collection[str]) -> dict[str, str]:
    """Return a word for each folder that no other has: a name, or a number with an R before it."""
    words = {folder: words_of_name(folder.rpartition("/")[2]) for folder in folders}
    times = Counter(word for of in words.values() for word in {*of})
    own = {folder: [word for word in of if times[word] == 1] for folder, of in words.items()}
    return {
        folder: next((w for w in of if not w.isdecimal()), f"R{of[0]}" if of else folder)
        for folder, of in own.items()
    }


def _coder(stem: str, item: Iterable[str]) -> str:
    """Return what a name has beside the words of its item and those that are no names."""
    known = set(item)
    rest = [word for word in words_of_name(stem) if word.casefold() not in known]
    return " ".join(word for word in rest if not NO_NAME.fullmatch(word.casefold()))
