"""Texts that were revised between two rounds: which units are which, and where boundaries went.

Units of the two texts are aligned so that as few words as possible are lost or new. A unit stays,
changes, is deleted or inserted; two or three become one, or one becomes two or three, if each of
them keeps half of its words. Of two equally good alignments the one with fewer such steps counts.

Where one text has only the beginnings of units, as previews are, they are compared by these.

A boundary follows the units around it. Where one was deleted, those at its two ends fall together;
one between units that are now one is gone; what was inserted at a boundary comes behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate, product

from segmetrics.corpus import Item
from segmetrics.phrases import CUT, counted, plural
from segmetrics.segmentation import Segmentation

Shape = tuple[int, int]
"""How many units of the text before became how many of the text after."""

MOST_JOINED = 3
MOST_PAIRS = 10_000
"""Pairs of units between two that stayed, from which on a text is not followed: a second."""

SHAPES: tuple[Shape, ...] = (
    *((1, 1), (1, 0), (0, 1)),
    *((n, 1) for n in range(2, MOST_JOINED + 1)),
    *((1, n) for n in range(2, MOST_JOINED + 1)),
)
JOINED = 3
"""What joining or dividing weighs where it saves no word; any other step weighs 1."""

FEWEST_PREVIEWS = 3
"""Beginnings of units of the other text without a sign, from which on they may be previews."""

SHOWN = 6
"""Revised places that a sentence names."""

NO_BLANKS = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\uff00-\uff9f\U00020000-\U0003ffff"
)
"""Letters of scripts that put no blanks between words, of which each counts as one."""
WORD = re.compile(rf"[{NO_BLANKS}]|[^\s{NO_BLANKS}]+")

BY_NUMBER = "too little of the text stayed to follow its {}, so they are compared by their numbers"


@dataclass(frozen=True, slots=True)
class Revision:
    """The steps from one text to the other, each with its shape, and the words that were kept."""

    steps: tuple[Shape, ...]
    changed: frozenset[int]
    """The steps of one unit each that changed it."""

    @property
    def edges(self) -> list[tuple[int, int]]:
        """After how many units of each text every step ends, from (0, 0)."""
        before, after = zip(*self.steps, strict=True)
        ends = accumulate(before, initial=0), accumulate(after, initial=0)
        return list(zip(*ends, strict=True))

    @property
    def places(self) -> dict[int, int]:
        """Where each place between two units of the text before is now, if it is one still."""
        found: dict[int, int] = {}
        edges = self.edges
        for before, after in edges:
            found.setdefault(before, after)  # what was inserted comes behind it
        return {one: now for one, now in found.items() if one > 0 and 0 < now < edges[-1][1]}

    def followed(self, coding: Segmentation) -> Segmentation:
        """Return a coding of the text before on the text after."""
        places = self.places
        at: dict[int, list[int]] = {}
        for index, one in enumerate(coding.boundaries):
            if one in places:
                at.setdefault(places[one], []).append(index)
        types, levels = coding.types, coding.levels
        return Segmentation(
            self.edges[-1][1],
            tuple(at),
            types=types
            and tuple(frozenset().union(*(types[one] for one in of)) for of in at.values()),
            levels=levels and tuple(min(levels[one] for one in of) for of in at.values()),
        )

    def sentence(self, unit: str) -> str:
        """Say what was revised, by what a unit is called; nothing if only white space was."""
        said = list(self._said(unit, plural(unit)))
        if not said:
            return ""
        more = f" and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
        return f"the text was revised: {'; '.join(said[:SHOWN])}{more}"

    def _said(self, unit: str, units: str) -> Iterator[str]:
        for number, (shape, (before, after)) in enumerate(
            zip(self.steps, self.edges, strict=False)
        ):
            old, new = shape
            if number in self.changed:
                yield f"{unit} {before + 1:,} changed" + f", now {after + 1:,}" * (before != after)
            elif not new:
                yield f"{unit} {before + 1:,} is gone"
            elif not old:
                yield f"{unit} {after + 1:,} is new"
            elif old > 1:
                yield f"{units} {before + 1:,} to {before + old:,} are one, {unit} {after + 1:,}"
            elif new > 1:
                yield f"{unit} {before + 1:,} is now {units} {after + 1:,} to {after + new:,}"


def revision_of(before: Item, after: Item) -> Revision | None:
    """Align the texts of an item; None where they are not known, or too little of them is left."""
    if before.texts is None or after.texts is None:
        return None
    return revision(before.texts, after.texts)


def revision(before: Sequence[str], after: Sequence[str]) -> Revision | None:
    """Align two texts by their units; None where less than half of the words are left."""
    old, new = _as_far_as_both_go(before, after)
    steps: list[Shape] = []
    changed: set[int] = set()
    kept = 0
    for kind, *ends in _runs(old, new):
        ours, theirs = old[ends[0] : ends[1]], new[ends[2] : ends[3]]
        if kind == "equal":
            steps += [(1, 1)] * len(ours)
            kept += sum(map(len, ours))
            continue
        if len(ours) * len(theirs) > MOST_PAIRS:
            return None
        for shape, shared, same in aligned(ours, theirs):
            changed |= {len(steps)} if shape == (1, 1) and not same else set()
            steps.append(shape)
            kept += shared
    return Revision(tuple(steps), frozenset(changed)) if 2 * kept >= sum(map(len, old)) else None


def _as_far_as_both_go(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """Return the words of units, in both texts only those that previews in one of them have.

    Units without a sign that they are cut are previews where most that differ begin units of the
    other text: of a unit that was divided, one part does.
    """
    old, new = (
        [tuple(WORD.findall(CUT.sub("", unit))) for unit in units] for units in (before, after)
    )
    return _no_further(old, new, after), _no_further(new, old, before)


def _no_further(
    units: Sequence[tuple[str, ...]], others: Sequence[tuple[str, ...]], cells: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Cut units where previews among the others, as they are written in cells, end."""
    differ = set(others).difference(units)
    lengths: dict[str, set[int]] = {}
    for unit in filter(None, differ):
        lengths.setdefault(unit[0], set()).add(len(unit))
    starts = (
        unit[:end]
        for unit in set(units).difference(others)
        for end in lengths.get("".join(unit[:1]), ())
        if end < len(unit)
    )
    begin = differ.intersection(starts)
    if not (len(begin) >= FEWEST_PREVIEWS and 2 * len(begin) > len(differ)):
        signed = (unit for unit, cell in zip(others, cells, strict=True) if CUT.search(cell))
        begin.intersection_update(signed)
    ends = sorted(set(map(len, begin)), reverse=True)
    return tuple(next((u[:end] for end in ends if u[:end] in begin), u) for u in units)


def _runs(old: Sequence[object], new: Sequence[object]) -> list[tuple[str, int, int, int, int]]:
    """Return which runs of units stay, as a matcher of sequences does; those at both ends do.

    Among units that repeat it would else take the first that fit, and not those in their places.
    """
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    most -= head
    tail = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    ends = len(old) - tail, len(new) - tail
    inside = SequenceMatcher(None, old[head : ends[0]], new[head : ends[1]], autojunk=False)
    found = [
        (str(kind), a + head, b + head, c + head, d + head)
        for kind, a, b, c, d in inside.get_opcodes()
    ]
    last = ("equal", ends[0], len(old), ends[1], len(new))
    return [("equal", 0, head, 0, head), *found, last]


def aligned(
    old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]]
) -> list[tuple[Shape, int, bool]]:
    """Return the steps of the best alignment, the words that each keeps, and whether it is all."""
    best: dict[Shape, tuple[int, int]] = {(0, 0): (0, 0)}
    came: dict[Shape, tuple[Shape, int, bool]] = {}
    for i, j in product(range(len(old) + 1), range(len(new) + 1)):
        for a, b in SHAPES:
            if a > i or b > j:
                continue
            ours, theirs = old[i - a : i], new[j - b : j]
            shared = kept_words(ours, theirs)
            if shared is None:
                continue
            words = sum(map(len, ours)) + sum(map(len, theirs)) - 2 * shared
            lost, weight = best[i - a, j - b]
            cost = lost + words, weight + (JOINED if a + b > 2 else 1)
            if (i, j) not in best or cost < best[i, j]:
                best[i, j] = cost
                came[i, j] = (a, b), shared, ours == theirs
    found = []
    at = len(old), len(new)
    while at != (0, 0):
        step = came[at]
        found.append(step)
        at = at[0] - step[0][0], at[1] - step[0][1]
    return found[::-1]


def kept_words(old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]]) -> int | None:
    """Count the words that stay in their order; None of a join in which a part keeps too few."""
    one, other = (tuple(word for unit in units for word in unit) for units in (old, new))
    if not one or not other:
        return 0
    if len(old) > 1 or len(new) > 1:
        parts, whole = (old, other) if len(old) > 1 else (new, one)
        if any(2 * common(part, whole) < len(part) or not part for part in parts):
            return None
    return common(one, other)


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence, by bits of a whole number."""
    places: dict[str, int] = {}
    for at, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << at
    full = (1 << len(one)) - 1
    free = full
    for word in other:
        used = free & places.get(word, 0)
        free = ((free + used) | (free - used)) & full
    return len(one) - free.bit_count()


def on_text_of(before: Item, after: Item) -> tuple[Item | None, str]:
    """Return an item with its codings on the text of another round, and what was revised.

    Where units cannot be followed, since texts are not known or too unlike, they are compared by
    their numbers; None if there are not as many.
    """
    if before.mass == after.mass and (None in (before.texts, after.texts)):
        return before, ""
    if before.texts == after.texts and before.texts is not None:
        return before, ""
    found = revision_of(before, after)
    if found is None:
        same = before.mass == after.mass
        return (before, BY_NUMBER.format(plural(after.unit))) if same else (None, "")
    codings = {coder: found.followed(coding) for coder, coding in before.codings.items()}
    lost = sum(
        len(coding.boundaries) - len(codings[coder].boundaries)
        for coder, coding in before.codings.items()
    )
    gone = f"; {counted(lost, 'boundary', 'boundaries')} of the first round went with it"
    return replace(after, codings=codings), found.sentence(after.unit) + gone * (lost > 0)
