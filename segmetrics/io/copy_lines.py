"""What a copy of a text has that the text has not, and before which of its units that stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import normalize

from segmetrics.io.word_files import HEADING

# A word; each character of scripts that leave no blanks between words counts as one.
UNPARTED = "\u3040-\u30ff\u3400-\u9fff"
WORD = re.compile(rf"[{UNPARTED}]|[^\W{UNPARTED}]+")
SIGNS = re.compile(r"(?<!\S)[^\w\s.,;:!?…'\"()–—-]+(?!\S)")  # that stand alone within a line
QUOTES = re.compile(r"[\s'\"“”„‟‘’‚«»‹›()¿¡]*")  # in front of words, no mark
HEADING_LINE = re.compile(r"#{1,6} +(?=\w)")
LIKE = 0.7  # how like a line is to one that somebody changed
LETTERS, LONGEST = 200, 2_000  # characters of a line compared by letters, and by words
MOST_PAIRS = 4_000_000  # of lines between two that come once, which are compared
NEAR = 20  # lines among which that one is
MOST_MARK = 3  # words that a mark in front of a line may have

Place = Literal["line", "front", "behind"]
"""Where something stands that the text has not: as a line, or beside one."""


class Line(NamedTuple):
    """A line of a copy, or a part of one; it is compared by its words."""

    row: int
    text: str
    words: tuple[str, ...]
    heading: bool = False
    place: Place = "line"


def line_of(row: int, text: str, place: Place = "line") -> Line:
    """Return a line, or a part of one that has a place; a heading without its sign."""
    text = normalize("NFC", text)
    heading = HEADING_LINE.match(text) if place == "line" else None
    text = text[heading.end() :] if heading else text
    return Line(row, text, tuple(WORD.findall(text.casefold())), bool(heading), place)


@dataclass
class Copy:
    """What a copy has beside the text: marks by kind and the units before them, and remarks."""

    extra: list[tuple[Line, int]] = field(default_factory=list)  # before it is told apart
    marks: dict[str, set[int]] = field(default_factory=dict)  # kind: units before
    remarks: list[Line] = field(default_factory=list)
    inside: list[Line] = field(default_factory=list)
    changed: list[Line] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    others: list[Line] = field(default_factory=list)  # signs that may be marks of another kind
    found: dict[int, Line] = field(default_factory=dict)  # what it has for each line of the text

    @property
    def places(self) -> set[int]:
        """The units before all marks."""
        return set().union(*self.marks.values())


def compared(text: Sequence[Line], lines: Sequence[Line], known: Sequence[Line]) -> Copy:
    """Find what a copy has that the text has not, and before which unit.

    `known` are its lines without what stands in front of them or behind, where another copy shows
    them so.
    """
    before = [0]  # units before each line of the text
    for line in text:
        before.append(before[-1] + (not line.heading))
    copy = Copy()
    worded = [at for at, line in enumerate(lines) if line.words]
    place_of: dict[int, int] = {}  # lines of the copy: lines of the text
    same = _same_lines([line.words for line in text], [known[at].words for at in worded])
    place_of |= {worded[j]: i for i, j in same}
    for (i1, j1), (i2, j2) in pairwise([(-1, -1), *same, (len(text), len(worded))]):
        left = list(range(i1 + 1, i2))
        for at in worded[j1 + 1 : j2]:
            like = next((i for i in left[:NEAR] if _is_like(text[i], lines[at])), None)
            if like is not None:
                place_of[at] = like
                left = [i for i in left if i > like]
    copy.found = {of: lines[at] for at, of in place_of.items()}
    copy.missing = [
        before[i] for i, line in enumerate(text) if i not in copy.found and not line.heading
    ]
    after = 0
    for at, line in enumerate(lines):
        if at not in place_of:
            copy.extra.append((line, after))
            continue
        own = text[place_of[at]]
        begins = before[place_of[at]]
        after = before[place_of[at] + 1]
        if own.heading:
            continue
        if line.heading:
            copy.extra.append((Line(line.row, HEADING.strip(), (), True, "front"), begins))
        front, behind, inside = _beside(own, line)
        if front:
            copy.extra.append((line_of(line.row, front, "front"), begins))
        if behind:
            copy.extra.append((line_of(line.row, behind, "behind"), after))
        if inside:
            copy.inside.append(line)
        elif line.words != own.words and not (front or behind):
            copy.changed.append(line)
    return copy


def _same_lines(
    text: Sequence[tuple[str, ...]], lines: Sequence[tuple[str, ...]]
) -> list[tuple[int, int]]:
    """Return which lines are those of a text: those that come once in both, then between them."""
    own, theirs = Counter(text), Counter(lines)
    at = {key: place for place, key in enumerate(lines) if theirs[key] == 1}
    once = [(i, at[key]) for i, key in enumerate(text) if own[key] == 1 and key in at]
    rising = _rising(once)
    found: list[tuple[int, int]] = []
    ends = [*rising, (len(text), len(lines))]
    i1 = j1 = 0
    for i2, j2 in ends:
        if (i2 - i1) * (j2 - j1) <= MOST_PAIRS:
            matcher = SequenceMatcher(None, text[i1:i2], lines[j1:j2], autojunk=False)
            for i, j, size in matcher.get_matching_blocks():
                found += ((i1 + i + n, j1 + j + n) for n in range(size))
        if i2 < len(text):
            found.append((i2, j2))
        i1, j1 = i2 + 1, j2 + 1
    return found


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most pairs whose second numbers rise as their first ones do."""
    tops: list[int] = []  # the least last number of rising ones of each length
    before: dict[int, tuple[int, int] | None] = {}
    last: list[tuple[int, int]] = []
    for pair in pairs:
        length = bisect_left(tops, pair[1])
        tops[length : length + 1] = [pair[1]]
        last[length : length + 1] = [pair]
        before[pair[0]] = last[length - 1] if length else None
    rising: list[tuple[int, int]] = []
    step = last[-1] if last else None
    while step is not None:
        rising.append(step)
        step = before[step[0]]
    return rising[::-1]


def _is_like(own: Line, line: Line) -> bool:
    """Return whether a line is one of the text with a mark, or with slips put right."""
    many = len(own.words)
    if not many or abs(len(line.words) - many) > MOST_MARK:
        return False
    if line.words[-many:] == own.words or line.words[:many] == own.words:
        return True
    longest = max(len(own.text), len(line.text))
    shared = sum((Counter(own.words) & Counter(line.words)).values())
    if longest > LETTERS:
        return longest <= LONGEST and shared >= LIKE * max(many, len(line.words))
    if 3 * shared < many:
        return False
    matcher = SequenceMatcher(None, " ".join(own.words), " ".join(line.words), autojunk=False)
    return matcher.quick_ratio() >= LIKE and matcher.ratio() >= LIKE


def _beside(own: Line, line: Line) -> tuple[str, str, str]:
    """Return what stands in front of, behind and within a line that the text has not."""
    if own.text == line.text:
        return "", "", ""
    ours, theirs = list(WORD.finditer(own.text)), list(WORD.finditer(line.text))
    more = len(theirs) - len(ours)
    if line.words[more:] == own.words:
        at, end = more, len(theirs)
    elif line.words[: len(ours)] == own.words:
        at, end = 0, len(ours)
    else:
        blocks = SequenceMatcher(None, own.words, line.words).get_matching_blocks()
        first, last = blocks[0], blocks[-2] if len(blocks) > 1 else blocks[0]
        if not last.size:
            return "", "", ""
        in_front = more > 0 or (not first.a and first.b <= MOST_MARK)
        at = max(0, first.b - first.a) if in_front else 0
        end = min(last.b + len(ours) - last.a, len(theirs))
    front = _without(line.text[: theirs[at].start()], own.text[: ours[0].start()])
    behind = _without(line.text[theirs[end - 1].end() :], own.text[ours[-1].end() :])
    middle = line.text[theirs[at].start() : theirs[end - 1].end()]
    known = Counter(SIGNS.findall(own.text))
    inside = " ".join((Counter(SIGNS.findall(middle)) - known).elements())
    front = "" if QUOTES.fullmatch(front) else front
    return front, behind if SIGNS.search(behind) or WORD.search(behind) else "", inside


def _without(part: str, own: str) -> str:
    part, own = part.strip(), own.strip()
    return part.removesuffix(own).removeprefix(own).strip() if part != own else ""
