"""Rounds in the names of items, as of sheets ``T1 vor`` and ``T1 nach`` with as many units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from shlex import quote
from typing import NamedTuple

from segmetrics.io.parts import Coding, Found, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.io.recording_ends import EVERY
from segmetrics.phrases import counted, joined

APART = re.compile(r"[\s_./-]+")
FEW, MOST = 3, 4  # items in several rounds from which on it is no chance, and rounds at most
MOST_OF = 0.8  # share of the items that have a round in their names
SAYING = frozenset(
    (
        *("vor", "nach", "vorher", "nachher", "pre", "post", "prä", "before", "after"),
        *("test", "retest", "pretest", "posttest", "baseline", "followup"),
        *(f"{word}{number}" for word in ("r", "w", "round", "runde", "wave") for number in "1234"),
    )
)


class RoundsInNames(NamedTuple):
    """The rounds as names have them most often, and the item and the round of each name."""

    rounds: tuple[str, ...]
    of_names: dict[str, tuple[str, str]]

    @property
    def problem(self) -> str:
        """What has to be asked."""
        item = next(iter(self.of_names.values()))[0]
        same = [name for name, (of, _) in self.of_names.items() if of == item]
        return (
            f"{joined(same)} have the same number of units, and so have others with these names: "
            "they look like rounds. For now each is an item of its own"
        )


def rounds_in_names(parts: Iterable[Found]) -> RoundsInNames | None:
    """Find the rounds in names of items; None if there are none.

    Names that differ in a word may be parts of an item, or its translations. They are rounds if
    the word says so, or if they have the same texts.
    """
    coded = [part for part in parts if isinstance(part, Coding) and part.item and part.coder]
    sizes = grouped((part.item or "", part.segmentation.mass) for part in coded)
    coders = grouped((part.item or "", part.coder) for part in coded)
    texts = {part.item or "": part.texts for part in coded if part.texts is not None}
    for place in (-1, 0):
        found = _split(sizes, place)
        by_item = grouped((item, name) for name, (item, _) in found.items())
        several = {item: of for item, of in by_item.items() if len(of) > 1}
        rounds = tuple(dict.fromkeys(found[name][1] for of in several.values() for name in of))
        one_size = all(len({s for name in of for s in sizes[name]}) == 1 for of in several.values())
        if (
            len(several) < FEW
            or not 1 < len(rounds) <= MOST
            or sum(map(len, several.values())) < MOST_OF * len(sizes)
            or not one_size
            or 2 * len({sizes[of[0]][0] for of in several.values()}) <= len(several)
        ):
            continue
        who = grouped((found[name][1], one) for name in found for one in coders[name])
        first, *others = ({*who[one]} for one in rounds)
        same_coders = all(2 * len(first & one) >= min(len(first), len(one)) for one in others)
        said = all(one.casefold() in SAYING for one in rounds)
        same_texts = all(len({texts.get(name) for name in of}) == 1 for of in several.values())
        if same_coders and (said or (same_texts and len(texts) >= MOST_OF * len(sizes))):
            return RoundsInNames(rounds, {n: f for n, f in found.items() if f[1] in rounds})
    return None


def _split(names: Iterable[str], place: int) -> dict[str, tuple[str, str]]:
    """Return the item and the word for a round of each name that has one; no item of one twice."""
    parts = {name: words for name in names if all(words := APART.split(name.strip()))}
    spelled = Counter(words[place] for words in parts.values() if len(words) > 1)
    usual: dict[str, str] = {}
    for word, _ in spelled.most_common():
        usual.setdefault(word.casefold(), word)
    split = {
        name: (" ".join(words[:-1] if place else words[1:]), usual[words[place].casefold()])
        for name, words in parts.items()
        if len(words) > 1
    }
    once = Counter(split.values())
    return {name: found for name, found in split.items() if once[found] == 1}


def of_round(
    parts: Sequence[Found], found: RoundsInNames, chosen: str, file: str
) -> tuple[Found, ...]:
    """Return the parts of the chosen round, by the names of their items; all, and a question."""
    if chosen == EVERY:
        return tuple(parts)
    if chosen not in found.rounds:
        command = f'--condition {quote(found.rounds[0])} for example, or --condition "{EVERY}" for '
        command += "items of their own"
        fix = "say which round this is, and bring the other one as a further round"
        asked = Problem(file=file, what=found.problem, fix=fix, asks="condition", command=command)
        return (*parts, asked)
    kept: list[Found] = []
    for part in parts:
        if isinstance(part, (Coding, SpanCoding, Notice)) and part.item in found.of_names:
            item, of = found.of_names[part.item]
            kept += [replace(part, item=item)] if of == chosen else []
        else:
            kept.append(part)
    others = sum(of != chosen for _, of in found.of_names.values())
    what = f"the round {chosen} is read; {counted(others, 'item')} of other rounds are left out"
    return (*kept, Notice(file=file, what=what))
