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
from itertools import chain, combinations

from segmetrics.io.companion_texts import MAX_TITLE
from segmetrics.io.copy_lines import (
    MOST_MARK,
    NEAR,
    QUOTES,
    WORD,
    Copy,
    Line,
    Place,
    compared,
    line_of,
)
from segmetrics.io.files import OF_WORD
from segmetrics.io.formats.choi import SEPARATOR
from segmetrics.io.names import path_of
from segmetrics.io.word_files import HEADING, LONGEST_HEADING

ENDS_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s*\Z")
NUMBER_LAST = re.compile(r"\d+(?=\D*$)")
BRACKETED = re.compile(r"[\[{<]+\s*\w+(?: \w+)?\s*[\]}>]+:?")
IN_BRACKETS = re.compile(r"[(\[].*[)\]][.:]?")
FEWEST_LINES = 4
LEAST_WORDS, LEAST_SENTENCES = 4, 0.25  # words of a line, and lines that end a sentence
SAME = 0.5  # share of the lines of a copy that the others have
TITLE = "short lines"  # of a copy's own, each a name for what begins
MOST_TITLE = 6  # words of a title
NUMBER = "numbers"
SURE = re.compile(r"[/§|¶^=◆]+")  # signs that no text has beside its lines
# Marks that all copies have in front of a line, for one that some have: more are perhaps the text.
MOST_ALIKE = 3
TELLING = 4  # letters of a word by which a line is told to be a title
# What people call the text that they give out to be marked.
UNMARKED = frozenset(
    (
        *("original", "originals", "clean", "unmarked", "blank", "source", "plain", "template"),
        *("text", "texts", "raw", "empty", "bare", "no", "marks", "uncoded"),
        *("vorlage", "leer", "unmarkiert"),
    )
)
OWN_SIGNS = frozenset("*-–—•·>+~")  # that texts have in front of lines


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
    numbered = _numbered(lines)
    again |= numbered
    alike = _stand_alike(lines, numbered)
    text = [
        line
        for line in text
        if line.words and (line.words in alike or not _may_be_mark(line, again))
    ]
    pairs = [(of, known[name]) for name, of in lines.items()]
    first = [compared(text, *pair) for pair in pairs]
    held = [[copy.found[at] for copy in first if at in copy.found] for at in range(len(text))]
    least = max(2, (len(lines) + 1) // 2)
    text = [_usual(of) for of in held if len(of) >= least]
    second = {name: compared(text, of, known[name]) for name, of in lines.items()}
    doubt = None
    if not any(not second[name].extra for name in _bare_names(lines)):
        text, doubt = _without_marks_of_all(text, list(second.values()))
    if text and not text[0].heading and _is_title_of(text[0], lines):
        text[0] = text[0]._replace(heading=True)
    copies = {name: compared(text, of, known[name]) for name, of in lines.items()}
    units = tuple(line for line in text if not line.heading)
    titles = [line.text for line in text if line.heading]
    return Group(titles[0] if titles else "", units, copies, alike=doubt)


def _stand_alike(
    lines: Mapping[str, Sequence[Line]], marks: Collection[tuple[str, ...]]
) -> set[tuple[str, ...]]:
    """Return the words of the lines, but for marks, that all copies have at the same places."""
    once, several = (found.difference(marks) for found in _in_all(lines))
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


def _in_all(
    lines: Mapping[str, Sequence[Line]],
) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """Return the words of the lines that all copies have, once and more often."""
    times = [Counter(line.words for line in of if line.words) for of in lines.values()]
    every = set.intersection(*({*one} for one in times))
    once = {key for key in every if all(one[key] == 1 for one in times)}
    return once, every - once


def _numbered(lines: Mapping[str, Sequence[Line]]) -> set[tuple[str, ...]]:
    """Return the words of marks with numbers: copies count up, at other places of the text."""
    once, _ = _in_all(lines)
    numbers = {
        line.words: int(found[0])
        for of in lines.values()
        for line in of
        if len(line.words) <= MOST_MARK and (found := NUMBER_LAST.search(line.text))
    }
    signed = {line.words for of in lines.values() for line in of if "==" in line.text}
    found_in: list[dict[str, list[tuple[tuple[str, ...], int]]]] = []
    for of in lines.values():
        before, here = 0, dict[str, list[tuple[tuple[str, ...], int]]]()
        for line in of:
            words = _within(line.words, numbers)
            if words:
                here.setdefault(re.sub(r"\d+", "", " ".join(words)), []).append((words, before))
            else:
                before += line.words in once
        found_in.append(here)
    marks: set[tuple[str, ...]] = set()
    for kind in {kind for here in found_in for kind in here}:
        ways = [here.get(kind, []) for here in found_in]
        counted_up = all(
            numbers[words] == numbers[way[0][0]] + at
            for way in ways
            for at, (words, _) in enumerate(way)
        )
        several = max(map(len, ways)) > 1
        differ = any(way != ways[0] for way in ways)
        if several and counted_up and (differ or all(w in signed for way in ways for w, _ in way)):
            marks |= {words for way in ways for words, _ in way}
    return marks


def _within(words: tuple[str, ...], known: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return the words of a numbered line that a line holds, perhaps beside a mark."""
    sizes = range(min(MOST_MARK, len(words) - 1), 0, -1) if len(words) <= 2 * MOST_MARK else ()
    parts = [part for size in sizes for part in (words[-size:], words[:size]) if part in known]
    longer = (part for part in parts if len(part) > 1)
    return next(longer, words if words in known else next(iter(parts), None))


def _may_be_mark(line: Line, again: Collection[tuple[str, ...]]) -> bool:
    """Return whether a line that some copies lack may be a mark: by its signs, or as it returns."""
    if _is_styled(line):
        return False
    comes_again = line.words in again and len(line.words) <= MOST_MARK
    return (comes_again and not _is_sentence(line)) or _kind_of_mark(line, Counter()) is not None


def _is_styled(line: Line) -> bool:
    """Return whether a heading is a line of the text that somebody marked so, as it is long."""
    long = len(line.words) > LONGEST_HEADING or ENDS_SENTENCE.search(line.text) is not None
    return line.heading and long


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
        sure = [one for one in kinds if not known and SURE.fullmatch(one[1])]
        marks = [one for one in known if one in kinds] or sure
        own.update(one for one in marks if one in known)
        made.append(kinds[marks[0]] if marks else line)
    for (place, kind), times in own.items():
        own_signs = OWN_SIGNS.issuperset(kind)
        is_sign = not own_signs and not kind[:1].isalnum()
        if times > (1 if own_signs else MOST_ALIKE) * known[(place, kind)] and not is_sign:
            return [*text], (
                kind,
                next(line for line in text if (place, kind) in _beside_words(line)),
            )
    return made, None


def _beside_words(line: Line) -> dict[tuple[Place, str], Line]:
    """Return what may be a mark beside a line, each with the line that is left without it."""
    if line.heading:
        return {("front", HEADING): line._replace(heading=False)} if _is_styled(line) else {}
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
    stems = [{*words_of_name(stem_of(name).casefold())} for name in names]
    words = words_of_name(line.text.casefold())
    long = {word for word in words if len(word) >= TELLING}
    numbered = {word for word in words if not word.isalpha()}
    named = sum(bool(numbered & of or (long and 2 * len(long & of) >= len(long))) for of in stems)
    return 2 * named >= len(stems)


def _bare_names(names: Collection[str]) -> list[str]:
    """Return the names of files that name nobody: their words are in all, or say that none is."""
    of_names = {name: {*words_of_name(stem_of(name).casefold())} for name in names}
    every = set.intersection(*of_names.values())
    shared = every | UNMARKED
    bare = [name for name, of in of_names.items() if of <= shared and of - every != {"no"}]
    return bare if len(bare) < len(of_names) else []


def stem_of(name: str) -> str:
    """Return the name of a file without its folders and its ending."""
    return path_of(name).rpartition("/")[2]


def words_of_name(name: str) -> list[str]:
    """Return the words of a name, each with the number behind it, as ``T1`` has one."""
    return re.findall(r"[^\W\d_]+\d*|\d+", name)


# ----- what of it are marks


def _drop_own(group: Group, kinds: Counter[str]) -> None:
    """Drop signs that the text has itself, as between scenes: all copies have them there.

    They may as well be marks of all: of that is told, unless a copy that names nobody has these
    signs and no other, and most of the others have marks of another kind.
    """
    signs = {
        name: {(_kind(line), line.place, at) for line, at in copy.extra if not line.words}
        for name, copy in group.copies.items()
    }
    common = set.intersection(*signs.values()) if signs else set()
    if not common:
        return
    own_kinds = {kind for kind, _, _ in common}
    bare = {
        name for name in _bare_names(group.copies) if len(group.copies[name].extra) == len(common)
    }
    others = [
        any(
            _kind(line) not in own_kinds and _kind_of_mark(line, kinds) is not None
            for line, _ in copy.extra
        )
        for name, copy in group.copies.items()
        if name not in bare
    ]
    if not all(others) and not bare:
        return
    if not (2 * sum(others) > len(others) and bare):
        kind, _, _ = min(common)
        every = (line for copy in group.copies.values() for line, _ in copy.extra)
        group.alike = kind, next(line for line in every if _kind(line) == kind)
        return
    for copy in group.copies.values():
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
    """Return whether something is a mark; lines of ``=`` alone may be another format.

    That has levels, counts each line as a unit, a title too, and knows no text without a mark.
    """
    copies = group.copies
    kinds = {kind for copy in copies.values() for kind in copy.marks}
    lines = [line.text for copy in copies.values() for line, _ in copy.extra]
    levels = any(found and found[1] for found in map(SEPARATOR.fullmatch, lines))
    others = any(set(kind) != {"="} for kind in kinds) or any(map(_is_of_word, copies))
    no_unit = group.item or any(not copies[name].marks for name in _bare_names(copies))
    known = others or (no_unit and not levels)
    return len(group.units) >= FEWEST_LINES and bool(kinds) and bool(known)


def _is_of_word(name: str) -> bool:
    return name.lower().endswith(OF_WORD)


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
    words = [bare for word in line.words if (bare := word.rstrip("0123456789"))]
    if words or line.words:
        return " ".join(words) or NUMBER
    signs = "".join(dict.fromkeys(re.sub(r"[\w\s]", "", line.text)))
    return signs.strip("?!.…")
