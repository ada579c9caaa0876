"""Copies of one text: what the text is, and what each copy has beside it, marks and remarks.

No kind of mark has to be known. What copies share is the text; what stands in one and not in
another is a mark, a remark, or a slip that somebody put right. A sign or a word in front of a line
that some copies lack is a mark in front of other lines too, though all copies have it there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import chain, combinations
from typing import Literal, NamedTuple
from unicodedata import normalize

from segmetrics.io.companion_texts import MAX_TITLE
from segmetrics.io.formats.choi import SEPARATOR
from segmetrics.io.names import path_of
from segmetrics.io.word_files import HEADING, LONGEST_HEADING, OF_WORD

WORD = re.compile(r"\w+")
SIGNS = re.compile(r"(?<!\S)[^\w\s.,;:!?…'\"()–—-]+(?!\S)")  # that stand alone within a line
QUOTES = re.compile(r"[\s'\"“”„‟‘’‚«»‹›()¿¡]*")  # in front of words, no mark
ENDS_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s*\Z")
BRACKETED = re.compile(r"[\[{<]+\s*\w+(?: \w+)?\s*[\]}>]+:?")
IN_BRACKETS = re.compile(r"[(\[].*[)\]][.:]?")
HEADING_LINE = re.compile(r"#{1,6} +(?=\w)")
FEWEST_LINES = 4
LEAST_WORDS, LEAST_SENTENCES = 4, 0.25  # words of a line, and lines that end a sentence
SAME = 0.5  # share of the lines of a copy that the others have
LIKE = 0.7  # how like a line is to one that somebody changed
LETTERS, LONGEST = 200, 2_000  # characters of a line compared by letters, and by words
NEAR = 20  # lines among which that one is
MOST_MARK = 3  # words that a mark in front of a line may have
TITLE = "short lines"  # of a copy's own, each a name for what begins
MOST_TITLE = 6  # words of a title
NUMBER = "numbers"
SURE = re.compile(r"[/§|¶^@=◆]+")  # signs that no text has beside its lines
# Marks that all copies have in front of a line, for one that some have: more are perhaps the text.
MOST_ALIKE = 3
OWN_SIGNS = frozenset("*-–—•·>+~")  # that texts have in front of lines

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


@dataclass
class Group:
    """A text with its copies: the name it has, its units, and whose each copy is."""

    item: str
    units: tuple[Line, ...]
    copies: dict[str, Copy]
    coders: dict[str, str] = field(default_factory=dict)  # empty for a file that names nobody
    rounds: dict[str, str] = field(default_factory=dict)  # of copies in folders of rounds
    torn: Line | None = None  # what several copies have at a place and others have not
    alike: tuple[str, Line] | None = None  # what is in all copies a mark, or the text's own


def groups_of(copies: Mapping[str, Sequence[Line]]) -> list[Group]:
    """Return the texts of which there are several copies, some of them with marks."""
    lines = {name: of for name, of in copies.items() if _is_prose(of)}
    groups = [_group({name: lines[name] for name in names}) for names in _alike(lines)]
    extra = [line for of in groups for copy in of.copies.values() for line, _ in copy.extra]
    kinds = Counter(map(_kind, extra))
    for group in groups:
        _drop_own(group, kinds)
        for copy in group.copies.values():
            _tell_apart(copy, kinds)
        group.torn = _torn(group)
    return [group for group in groups if _is_of_copies(group)]


def _is_prose(lines: Sequence[Line]) -> bool:
    """Return whether lines are those of a text, as rows of a table are not."""
    texts = [line for line in lines if len(line.words) > 1]
    if len(texts) < FEWEST_LINES or any("\t" in line.text for line in texts):
        return False
    words = sum(len(line.words) for line in texts) / len(texts)
    sentences = sum(bool(ENDS_SENTENCE.search(line.text)) for line in texts) / len(texts)
    return words >= LEAST_WORDS and sentences >= LEAST_SENTENCES


def _alike(lines: Mapping[str, Sequence[Line]]) -> Iterator[list[str]]:
    """Yield the names of files that hold the same text."""
    groups: list[list[str]] = []
    held: dict[tuple[str, ...], set[int]] = {}
    for name, of in lines.items():
        keys = {line.words for line in of if len(line.words) > 1}
        shared = Counter(chain.from_iterable(held.get(key, ()) for key in keys))
        best, times = max(shared.items(), key=lambda one: one[1], default=(0, 0))
        if times < SAME * len(keys):
            best = len(groups)
            groups.append([])
        groups[best].append(name)
        for key in keys:
            held.setdefault(key, set()).add(best)
    return (names for names in groups if len(names) > 1)


# ----- what the text is


def _group(lines: Mapping[str, Sequence[Line]]) -> Group:
    """Tell the text from what its copies have beside it."""
    times = Counter(key for of in lines.values() for key in {line.words for line in of})
    # The line without a mark in front or behind, as another copy has it.
    bare = {line.words: line for of in reversed([*lines.values()]) for line in of if line.words}
    known = {name: [_without_mark(line, bare, times) for line in of] for name, of in lines.items()}
    most = Counter(line.words for of in known.values() for line in of if line.words)
    text = max(known.values(), key=lambda of: sum(most[line.words] > 1 for line in of))
    again = {
        key for of in lines.values() for key, n in Counter(one.words for one in of).items() if n > 1
    }
    alike = _stand_alike(lines)
    text = [
        line
        for line in text
        if line.words and (line.words in alike or not _may_be_mark(line, again))
    ]
    pairs = [(of, known[name]) for name, of in lines.items()]
    first = [_compared(text, *pair) for pair in pairs]
    held = [[copy.found[at] for copy in first if at in copy.found] for at in range(len(text))]
    least = max(2, (len(lines) + 1) // 2)
    text = [_usual(of) for of in held if len(of) >= least]
    text, doubt = _without_marks_of_all(text, [_compared(text, *pair) for pair in pairs])
    if text and not text[0].heading and _is_title_of(text[0], lines):
        text[0] = text[0]._replace(heading=True)
    copies = {name: _compared(text, of, known[name]) for name, of in lines.items()}
    units = tuple(line for line in text if not line.heading)
    titles = [line.text for line in text if line.heading]
    return Group(titles[0] if titles else "", units, copies, alike=doubt)


def _stand_alike(lines: Mapping[str, Sequence[Line]]) -> set[tuple[str, ...]]:
    """Return the words of the lines that all copies have at the same places of the text."""
    times = [Counter(line.words for line in of if line.words) for of in lines.values()]
    every = set.intersection(*({*one} for one in times))
    once = {key for key in every if all(one[key] == 1 for one in times)}
    several = every - once
    places: list[dict[tuple[str, ...], list[int]]] = []
    for of in lines.values():
        before = 0
        here: dict[tuple[str, ...], list[int]] = {}
        for line in of:
            before += line.words in once
            if line.words in several:
                here.setdefault(line.words, []).append(before)
        places.append(here)
    return once | {key for key in several if all(one[key] == places[0][key] for one in places)}


def _may_be_mark(line: Line, again: Collection[tuple[str, ...]]) -> bool:
    """Return whether a line that some copies lack may be a mark: by its signs, or as it returns."""
    comes_again = line.words in again and len(line.words) <= MOST_MARK
    return (comes_again and not _is_sentence(line)) or _kind_of_mark(line, Counter()) is not None


def _usual(versions: Sequence[Line]) -> Line:
    """Return a line as most copies have it; of equally many, with nothing beside it."""
    times = Counter(line.words for line in versions)
    usual = min(
        versions,
        key=lambda line: (
            -times[line.words],
            line.heading,
            not line.text[:1].isalnum(),
            len(line.text),
        ),
    )
    for line in sorted(versions, key=lambda line: len(line.text)):
        more = len(usual.words) - len(line.words)
        if 0 < more <= MOST_MARK and line.words in (usual.words[more:], usual.words[:-more]):
            return line  # most have a mark beside it
    return usual


def _without_mark(
    line: Line, bare: Mapping[tuple[str, ...], Line], times: Counter[tuple[str, ...]]
) -> Line:
    """Return the line that another copy has, if this one has a few words more beside it."""
    if times[line.words] > 1 or line.heading:
        return line
    for size in range(1, min(MOST_MARK, len(line.words) - 2) + 1):
        for words in (line.words[size:], line.words[:-size]):
            if words in bare:
                return bare[words]
    return line


def _without_marks_of_all(
    text: Sequence[Line], copies: Sequence[Copy]
) -> tuple[list[Line], tuple[str, Line] | None]:
    """Take from the text what all copies have beside a line and some beside others, as a mark.

    If much more of it stands in all copies, it may be the text's own: then it is told.
    """
    extra = [line for copy in copies for line, _ in copy.extra if line.place != "line"]
    known = Counter((line.place, _kind(line)) for line in extra)
    known -= Counter({("behind", NUMBER): known[("behind", NUMBER)]})
    made: list[Line] = []
    own: Counter[tuple[Place, str]] = Counter()
    for line in text:
        kinds = _beside_words(line)
        sure = [one for one in kinds if SURE.fullmatch(one[1])]
        marks = [one for one in known if one in kinds] or sure
        own.update(one for one in marks if one in known)
        made.append(kinds[marks[0]] if marks else line)
    for (place, kind), times in own.items():
        is_sign = any(sign not in OWN_SIGNS for sign in kind) and not kind[:1].isalnum()
        if times > MOST_ALIKE * known[(place, kind)] and not is_sign:
            return [*text], (
                kind,
                next(line for line in text if (place, kind) in _beside_words(line)),
            )
    return made, None


def _beside_words(line: Line) -> dict[tuple[Place, str], Line]:
    """Return what may be a mark beside a line, each with the line that is left without it."""
    if line.heading:
        long = len(line.words) > LONGEST_HEADING or ENDS_SENTENCE.search(line.text)
        return {("front", HEADING): line._replace(heading=False)} if long else {}
    found: dict[tuple[Place, str], Line] = {}
    words = list(WORD.finditer(line.text))
    for size in range(min(MOST_MARK, len(words) - 1) + 1):
        front, rest = line.text[: words[size].start()], line.text[words[size].start() :]
        end = words[len(words) - 1 - size].end()
        sign = re.match(r"[.!?…,;:\"'”’»)\]]*", line.text[end:])
        end += sign.end() if sign else 0
        beside: tuple[tuple[Place, str, str], ...] = (
            ("front", front, rest),
            ("behind", line.text[end:], line.text[:end]),
        )
        for place, part, left in beside:
            if part.strip() and not QUOTES.fullmatch(part):
                mark = line_of(line.row, part.strip(), place)
                found.setdefault((place, _kind(mark)), line_of(line.row, left.strip()))
    return found


def _is_title_of(line: Line, names: Iterable[str]) -> bool:
    """Return whether the first line of a text is its title: names of files have words of it."""
    if len(line.text) > MAX_TITLE or ENDS_SENTENCE.search(line.text):
        return False
    stems = [{*words_of_name(path_of(name).casefold())} for name in names]
    held = {*words_of_name(line.text.casefold())}
    return 2 * sum(not held.isdisjoint(stem) for stem in stems) >= len(stems)


def words_of_name(name: str) -> list[str]:
    """Return the words of a name, each with the number behind it, as ``T1`` has one."""
    return re.findall(r"[^\W\d_]+\d*|\d+", name)


# ----- what a copy has beside it


def _compared(text: Sequence[Line], lines: Sequence[Line], known: Sequence[Line]) -> Copy:
    """Find what a copy has that the text has not, and before which unit.

    `known` are its lines without what stands in front of them or behind, where another copy shows
    them so.
    """
    before = [0]  # units before each line of the text
    for line in text:
        before.append(before[-1] + (not line.heading))
    copy = Copy()
    worded = [at for at, line in enumerate(lines) if line.words]
    matcher = SequenceMatcher(
        None, [line.words for line in text], [known[at].words for at in worded], autojunk=False
    )
    place_of: dict[int, int] = {}  # lines of the copy: lines of the text
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            place_of |= {worded[j]: i for i, j in zip(range(i1, i2), range(j1, j2), strict=True)}
            continue
        left = list(range(i1, i2))
        for at in worded[j1:j2]:
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
        at = max(0, first.b - first.a) if more > 0 else 0
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


# ----- what of it are marks


def _drop_own(group: Group, kinds: Counter[str]) -> None:
    """Drop signs that the text has itself, as between scenes: all copies have them there.

    They may as well be the marks of all. So each copy must have marks of another kind, or one must
    have as many of these as to be sure.
    """
    copies = group.copies.values()
    signs = [
        {(_kind(line), line.place, at) for line, at in copy.extra if not line.words}
        for copy in copies
    ]
    common = set.intersection(*signs) if signs else set()
    own_kinds = {kind for kind, _, _ in common}
    others = [
        sum(
            _kind(line) not in own_kinds and _kind_of_mark(line, kinds) is not None
            for line, _ in copy.extra
        )
        for copy in copies
    ]
    if not common or not (all(others) or 2 * max(others) >= max(4, len(common))):
        return
    for copy in copies:
        own = set(common)
        kept = []
        for line, at in copy.extra:
            key = _kind(line), line.place, at
            if key in own and not line.words:
                own.remove(key)  # what stands there twice is the text's and a mark
            else:
                kept.append((line, at))
        copy.extra = kept


def _tell_apart(copy: Copy, kinds: Counter[str]) -> None:
    """Tell the marks of a copy, which are of one kind, from remarks, and from other signs."""
    told = [(_kind_of_mark(line, kinds), line, units) for line, units in copy.extra]
    told = [(TITLE if _is_title(line) else kind, line, units) for kind, line, units in told]
    times = Counter(kind for kind, _, _ in told if kind is not None)
    main, _ = max(times.items(), key=lambda one: (one[0] != TITLE, one[1]), default=("", 0))
    titles = [_kind(line) for kind, line, _ in told if kind == TITLE]
    if main == TITLE and len(titles) == 1 == kinds[titles[0]]:
        main = ""
    for kind, line, units in told:
        if kind is not None and (kind == main or (kind == TITLE and main == HEADING)):
            copy.marks.setdefault(main, set()).add(units)
        elif line.words and line.place != "front":
            copy.remarks.append(line)
        else:
            copy.others.append(line)


def _torn(group: Group) -> Line | None:
    """Find a line that is no mark, which several copies have at a place and others have not."""
    there: dict[int, list[tuple[Copy, Line]]] = {}
    for copy in group.copies.values():
        left = {line.row for line in copy.remarks}
        for line, units in copy.extra:
            if line.row in left and line.place == "line":
                there.setdefault(units, []).append((copy, line))
    for of in there.values():
        for (copy, line), (other, same) in combinations(of[:NEAR], 2):
            short, long = sorted((line.words, same.words), key=len)
            if copy is not other and short in (long[: len(short)], long[len(long) - len(short) :]):
                return line
    return None


def _is_of_copies(group: Group) -> bool:
    """Return whether something is a mark; lines of ``=`` alone are another format."""
    kinds = {kind for copy in group.copies.values() for kind in copy.marks}
    word = any(name.lower().endswith(OF_WORD) for name in group.copies)
    others = word or any(set(kind) != {"="} for kind in kinds)
    return len(group.units) >= FEWEST_LINES and bool(kinds) and others


def _kind_of_mark(line: Line, kinds: Counter[str]) -> str | None:
    """Return of which kind a mark is that may stand so; None of what is none."""
    kind = _kind(line)
    if line.heading or SEPARATOR.fullmatch(line.text):
        return kind
    if line.place == "behind" and line.words:
        signed = BRACKETED.fullmatch(line.text) or line.text.isupper()
        return kind if kinds[kind] > 1 and kind != NUMBER and signed else None
    if not line.words or kind == NUMBER:
        return kind or None
    if (
        len(line.words) > MOST_MARK
        or _is_sentence(line)
        or (IN_BRACKETS.fullmatch(line.text) and line.text[0] == "(")
    ):
        return None
    return kind if BRACKETED.fullmatch(line.text) or kinds[kind] > 1 else None


def _is_sentence(line: Line) -> bool:
    """Return whether a line is one of a text by its end, as ``Yes.`` is and ``NEW.`` is not."""
    ends = ENDS_SENTENCE.search(line.text) is not None
    return ends and (len(line.words) > 1 or not line.text.isupper())


def _is_title(line: Line) -> bool:
    """Return whether a line that only one copy has may name what begins there."""
    short = 0 < len(line.words) <= MOST_TITLE and line.text[:1].isalnum()
    return line.place == "line" and short and not (line.heading or ENDS_SENTENCE.search(line.text))


def _kind(line: Line) -> str:
    """Return what marks of one kind have in common: their word, or the signs they consist of."""
    if line.heading:
        return HEADING
    if SEPARATOR.fullmatch(line.text):
        return "="
    words = [word for word in line.words if not word.isdecimal()]
    if words or line.words:
        return " ".join(words) or NUMBER
    signs = "".join(dict.fromkeys(re.sub(r"[\w\s]", "", line.text)))
    return signs.strip("?!.…")
