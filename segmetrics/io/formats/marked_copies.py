"""Copies of one text in which people wrote their marks: what one copy has and the others have not.

Each does so in a way of their own: a line of signs, a heading, a sign or a word in front of a
paragraph. So no mark has to be known: the copies say what the text is, and what is left are marks,
remarks, and slips that somebody put right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial
from itertools import chain, combinations
from typing import Literal, NamedTuple

from segmetrics.io.companion_texts import MAX_TITLE
from segmetrics.io.document import Document, Files
from segmetrics.io.formats.choi import SEPARATOR
from segmetrics.io.names import NO_NAME, path_of
from segmetrics.io.parts import Found
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.word_files import HEADING
from segmetrics.phrases import counted, listed
from segmetrics.segmentation import Segmentation

OF_WORD = ".docx"
TEXTS = ("", ".txt", ".md", ".text", OF_WORD)
WORD = re.compile(r"\w+")
SIGNS = re.compile(r"(?<!\S)[^\w\s.,;:!?…'\"()–—-]+(?!\S)")  # that stand alone within a line
ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]*\s*\Z")
BRACKETED = re.compile(r"[\[{<]+\s*\w+(?: \w+)?\s*[\]}>]+:?")
IN_BRACKETS = re.compile(r"\(.*\)[.:]?")
HEADING_LINE = re.compile(r"#{1,6} +(?=\w)")
FEWEST_LINES, MOST_LINES = 4, 20_000
LEAST_WORDS, LEAST_SENTENCES = 4, 0.25  # words of a line, and lines that end a sentence
SAME = 0.5  # share of the lines of a copy that the others have
LIKE = 0.7  # how like a line is to one that somebody changed
LONGEST = 2_000  # characters of a line that is compared letter by letter
NEAR = 20  # lines among which that one is
MOST_MARK = 3  # words that a mark in front of a line may have
TITLE = "titles"  # short lines of a copy's own, each a name for what begins
MOST_TITLE = 6  # words of a title
CLOSED = 0.34  # share of remarks among what is new from which on they may be marks
SHOWN = 3


Place = Literal["line", "front", "behind"]
"""Where something stands that the text has not: as a line, or beside one."""


class Line(NamedTuple):
    """A line of a copy, or a part of one; it is compared by its words."""

    row: int
    text: str
    words: tuple[str, ...]
    heading: bool = False
    place: Place = "line"


def _line(row: int, text: str, place: Place = "line") -> Line:
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


def recognise(document: Document) -> str | None:
    """Recognise a copy of a text that other files have too, some of them with marks."""
    if document.suffix not in TEXTS or document.sheet is not None:
        return None
    group = document.beside.of_all(_groups).get(document.name)
    if group is None:
        return None
    copy = group.copies[document.name]
    said = listed([_called(kind) for kind in copy.marks], SHOWN)
    return f"marks: {said}" if said else "no mark"


def read(document: Document) -> Iterator[Found]:
    group = document.beside.of_all(_groups)[document.name]
    copy, coder = group.copies[document.name], group.coders[document.name]
    named = any(group.coders.values())
    if named and not coder and not copy.marks:
        yield document.notice(f"the text of {group.item}, without a mark or a coder's name")
        return
    if problem := _problem(document, group, copy):
        yield problem
        return
    if copy.remarks:
        what = f"{counted(len(copy.remarks), 'line')} that no other copy has, read as remarks"
        first = copy.remarks[0]
        yield document.notice(f"{what}; the first", row=first.row, text=shortened(first.text))
    if copy.changed:
        what = f"{counted(len(copy.changed), 'line')} that other copies write otherwise; the first"
        first = copy.changed[0]
        yield document.notice(what, row=first.row, text=shortened(first.text))
    mass = len(group.units)
    inner = tuple(sorted(after for after in copy.places if 0 < after < mass))
    if not copy.marks and coder:
        yield document.notice("no mark was found in this copy: it is read as one segment")
    item = f"{group.item} {group.rounds.get(document.name, '')}".strip()
    whose = {"item": item, "coder": coder} if coder else {}
    texts = tuple(" ".join(unit.text.split()) for unit in group.units)
    unit = "paragraph" if document.suffix == OF_WORD else ""
    make = partial(Segmentation, mass, inner)
    yield document.coded(make, "mark the text again", texts=texts, unit=unit, **whose)


def _problem(document: Document, group: Group, copy: Copy) -> Problem | None:
    """Return what keeps a copy from being read."""
    if copy.missing:
        gone = group.units[copy.missing[0]].text
        what = f"this copy lacks {counted(len(copy.missing), 'line')} of the text; the first"
        fix = "put it back as the other copies have it, on a line of its own"
        return document.problem(what, fix, text=shortened(gone))
    if copy.inside:
        first = copy.inside[0]
        what = f"{counted(len(copy.inside), 'line')} with signs within, where no segment can begin"
        fix = "write each mark in front of a line, or as a line of its own"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    if group.torn is not None:
        what = "a line that several copies have and others have not, so that the text is not sure"
        fix = "write it in all copies as it is in the text, or in none"
        return document.problem(what, fix, text=shortened(group.torn.text))
    if copy.others:
        first = copy.others[0]
        what = f"{counted(len(copy.others), 'line')} with other signs than its marks "
        what += f"({_called(next(iter(copy.marks)))}): do segments begin there? The first"
        fix = "write the same sign where a segment begins, and delete the others"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    marked = len(copy.places)
    if len(copy.remarks) > max(bool(marked), CLOSED * marked / (1 - CLOSED)):
        first = copy.remarks[0]
        lines = counted(len(copy.remarks), "line")
        what = (
            f"{lines} that no other copy has, beside {counted(marked, 'mark')}: do segments begin "
        )
        what += "there, or are they remarks? The first"
        fix = "if they begin segments, write === in front of each; if not, delete them"
        return document.problem(what, fix, row=first.row, text=shortened(first.text))
    return None


def _called(kind: str) -> str:
    return {HEADING: "headings"}.get(kind, kind)


def _groups(files: Files) -> dict[str, Group]:
    """Return the texts of which an import has several copies, some of them with marks."""
    lines = {}
    for document in files.values():
        with suppress(Unreadable):  # it is named when its turn comes
            if document.suffix in TEXTS and document.sheet is None and document.may_be_text:
                lines[document.name] = _lines(document)
    lines = {name: of for name, of in lines.items() if _is_prose(of)}
    groups = [_group({name: lines[name] for name in names}) for names in _alike(lines)]
    extra = [line for of in groups for copy in of.copies.values() for line, _ in copy.extra]
    kinds = Counter(_kind(line) for line in extra if line.place != "behind")
    for group in groups:
        _drop_own(group)
        for copy in group.copies.values():
            _tell_apart(copy, kinds)
        group.torn = _torn(group)
    groups = [group for group in groups if _is_of_copies(group)]
    if groups:
        _name(groups)
    return {name: group for group in groups for name in group.copies}


def _lines(document: Document) -> list[Line]:
    if len(document.lines) > MOST_LINES:
        return []
    return [
        _line(row, bare) for row, text in enumerate(document.lines, 1) if (bare := text.strip())
    ]


def _is_prose(lines: Sequence[Line]) -> bool:
    """Return whether lines are those of a text, as rows of a table are not."""
    texts = [line for line in lines if len(line.words) > 1]
    if len(texts) < FEWEST_LINES or any("\t" in line.text for line in texts):
        return False
    words = sum(len(line.words) for line in texts) / len(texts)
    sentences = sum(bool(ENDS_SENTENCE.search(line.text)) for line in texts) / len(texts)
    return words >= LEAST_WORDS and sentences >= LEAST_SENTENCES


def _alike(lines: dict[str, list[Line]]) -> Iterator[list[str]]:
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


def _group(lines: dict[str, list[Line]]) -> Group:
    """Tell the text from what its copies have beside it."""
    times = Counter(key for of in lines.values() for key in {line.words for line in of})
    # The line without a mark in front or behind, as another copy has it.
    bare = {line.words: line for of in reversed(lines.values()) for line in of if line.words}
    known = {name: [_without_mark(line, bare, times) for line in of] for name, of in lines.items()}
    most = Counter(line.words for of in known.values() for line in of if line.words)
    text = max(known.values(), key=lambda of: sum(most[line.words] > 1 for line in of))
    again = {
        key for of in lines.values() for key, n in Counter(one.words for one in of).items() if n > 1
    }
    text = [
        line
        for line in text
        if line.words and (times[line.words] == len(lines) or not _may_be_mark(line, again))
    ]
    first = [_compared(text, of) for of in lines.values()]
    held = [[copy.found[at] for copy in first if at in copy.found] for at in range(len(text))]
    least = max(2, (len(lines) + 1) // 2)
    text = [_usual(of) for of in held if len(of) >= least]
    if text and not text[0].heading and _is_name(text[0].text):
        text[0] = text[0]._replace(heading=True)
    copies = {name: _compared(text, of) for name, of in lines.items()}
    units = tuple(line for line in text if not line.heading)
    titles = [line.text for line in text if line.heading]
    return Group(titles[0] if titles else "", units, copies)


def _may_be_mark(line: Line, again: Collection[tuple[str, ...]]) -> bool:
    """Return whether a line that some copies lack may be a mark: by its signs, or as it returns."""
    comes_again = line.words in again and len(line.words) <= MOST_MARK
    return comes_again or _kind_of_mark(line, Counter()) is not None


def _usual(versions: Sequence[Line]) -> Line:
    """Return a line as most copies have it; of equally many, with nothing beside it."""
    times = Counter(line.words for line in versions)
    usual = min(
        versions,
        key=lambda line: (-times[line.words], not line.text[:1].isalnum(), len(line.text)),
    )
    for line in sorted(versions, key=lambda line: len(line.text)):
        more = len(usual.words) - len(line.words)
        if 0 < more <= MOST_MARK and usual.words[more:] == line.words:
            return line  # most have a mark in front of it
    return usual


def _without_mark(
    line: Line, bare: dict[tuple[str, ...], Line], times: Counter[tuple[str, ...]]
) -> Line:
    """Return the line that another copy has, if this one has a few words more beside it."""
    if times[line.words] > 1 or line.heading:
        return line
    for size in range(1, min(MOST_MARK, len(line.words) - 2) + 1):
        for words in (line.words[size:], line.words[:-size]):
            if words in bare:
                return bare[words]
    return line


def _drop_own(group: Group) -> None:
    """Drop lines of signs that the text has itself, as between scenes: all have them there.

    If all copies have nothing else, they may as well be the marks of all.
    """
    copies = group.copies.values()
    signs = [
        {(_kind(line), at) for line, at in copy.extra if line.place == "line" and not line.words}
        for copy in copies
    ]
    common = set.intersection(*signs) if signs else set()
    if any(len(copy.extra) > len(common) for copy in copies) and any(
        {_kind(line) for line, _ in copy.extra} - {kind for kind, _ in common} for copy in copies
    ):
        for copy in copies:
            own = set(common)
            kept = []
            for line, at in copy.extra:
                key = _kind(line), at
                if key in own and not line.words and line.place == "line":
                    own.remove(key)  # what stands there twice is the text's and a mark
                else:
                    kept.append((line, at))
            copy.extra = kept


def _is_of_copies(group: Group) -> bool:
    """Return whether something is a mark; lines of ``=`` alone are another format."""
    kinds = {kind for copy in group.copies.values() for kind in copy.marks}
    word = any(name.lower().endswith(OF_WORD) for name in group.copies)
    others = word or any(set(kind) != {"="} for kind in kinds)
    return len(group.units) >= FEWEST_LINES and bool(kinds) and others


def _is_name(text: str) -> bool:
    """Return whether the first line of a text is its title."""
    return len(text) <= MAX_TITLE and ":" not in text and not ENDS_SENTENCE.search(text)


def _compared(text: Sequence[Line], lines: Sequence[Line]) -> Copy:
    """Find what a copy has that the text has not, and before which unit."""
    before = [0]  # units before each line of the text
    for line in text:
        before.append(before[-1] + (not line.heading))
    copy = Copy()
    worded = [at for at, line in enumerate(lines) if line.words]
    matcher = SequenceMatcher(
        None,
        [line.words for line in text],
        [lines[at].words for at in worded],
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
        front, behind, inside = _beside(own, line)
        if front:
            copy.extra.append((_line(line.row, front, "front"), begins))
        if behind:
            copy.extra.append((_line(line.row, behind, "behind"), after))
        if inside:
            copy.inside.append(line)
        elif line.words != own.words and not (front or behind):
            copy.changed.append(line)
    return copy


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
        elif kind and not line.words:
            copy.others.append(line)
        elif line.words:
            copy.remarks.append(line)


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


def _kind_of_mark(line: Line, kinds: Counter[str]) -> str | None:
    """Return of which kind a mark is that may stand so; None of what is none."""
    kind = _kind(line)
    if line.heading or SEPARATOR.fullmatch(line.text):
        return kind
    if not line.words or all(map(str.isdecimal, line.words)):
        return kind or None
    is_sentence = len(line.words) > MOST_MARK or (
        len(line.words) > 1 and ENDS_SENTENCE.search(line.text)
    )
    if is_sentence or IN_BRACKETS.fullmatch(line.text) or line.place == "behind":
        return None
    return kind if BRACKETED.fullmatch(line.text) or kinds[kind] > 1 else None


def _is_title(line: Line) -> bool:
    """Return whether a line that only one copy has may name what begins there."""
    short = 0 < len(line.words) <= MOST_TITLE and line.text[:1].isalnum()
    return line.place == "line" and short and not (line.heading or ENDS_SENTENCE.search(line.text))


def _is_like(own: Line, line: Line) -> bool:
    """Return whether a line is one of the text with a mark, or with slips put right."""
    many = len(own.words)
    if abs(len(line.words) - many) <= MOST_MARK and many:
        if line.words[-many:] == own.words or line.words[:many] == own.words:
            return True
        if max(len(own.text), len(line.text)) > LONGEST:
            return False
        matcher = SequenceMatcher(None, " ".join(own.words), " ".join(line.words), autojunk=False)
        return matcher.quick_ratio() >= LIKE and matcher.ratio() >= LIKE
    return False


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
        blocks = SequenceMatcher(None, own.words, line.words, autojunk=False).get_matching_blocks()
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
    return front, behind if SIGNS.search(behind) or WORD.search(behind) else "", inside


def _without(part: str, own: str) -> str:
    part, own = part.strip(), own.strip()
    return part.removesuffix(own).strip() if part != own else ""


def _kind(line: Line) -> str:
    """Return what marks of one kind have in common: their word, or the signs they consist of."""
    if line.heading:
        return HEADING
    if SEPARATOR.fullmatch(line.text):
        return "="
    words = [word for word in line.words if not word.isdecimal()]
    if words:
        return " ".join(words)
    signs = "".join(dict.fromkeys(re.sub(r"[\w\s]", "", line.text)))
    return signs.strip("?!.…") or ""


def _name(groups: Sequence[Group]) -> None:
    """Say which item each text is, and whose each copy is: what names have beside the item."""
    for group in groups:
        stems = {name: _stem(name) for name in group.copies}
        shared = set.intersection(*({*map(str.casefold, _words(one))} for one in stems.values()))
        words = shared.union(word.casefold() for word in _words(group.item))
        times = Counter(word.casefold() for one in stems.values() for word in {*_words(one)})
        bare = [
            stem
            for name, stem in stems.items()
            if not group.copies[name].marks
            and all(times[one] > 1 or one in words for one in map(str.casefold, _words(stem)))
        ]
        if len(bare) == 1:
            group.item = bare[0]
            words |= {word.casefold() for word in _words(bare[0])}
        group.coders = {name: _coder(_stem(name), words) for name in group.copies}
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


def _repeats(values: Iterable[object]) -> bool:
    """Return whether a value comes twice."""
    return max(Counter(values).values(), default=0) > 1


def _folder(name: str) -> str:
    return path_of(name).rpartition("/")[0]


def _rounds(folders: Collection[str]) -> dict[str, str]:
    """Return a word for each folder that no other has: a name, or a number with an R before it."""
    words = {folder: _words(folder.rpartition("/")[2]) for folder in folders}
    times = Counter(word for of in words.values() for word in {*of})
    own = {folder: [word for word in of if times[word] == 1] for folder, of in words.items()}
    return {
        folder: next((w for w in of if not w.isdecimal()), f"R{of[0]}" if of else folder)
        for folder, of in own.items()
    }


def _stem(name: str) -> str:
    return path_of(name).rpartition("/")[2]


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+\d*|\d+", name)


def _coder(stem: str, item: Iterable[str]) -> str:
    """Return what a name has beside the words of its item and those that are no names."""
    known = set(item)
    rest = [word for word in _words(stem) if word.casefold() not in known]
    return " ".join(word for word in rest if not NO_NAME.fullmatch(word.casefold()))
