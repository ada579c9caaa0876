"""Names that may mean the same: coders in groups, names spelled alike, texts that were numbered."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, count, islice
from pathlib import PurePosixPath
from unicodedata import normalize

from segmetrics.corpus import Corpus
from segmetrics.io.files import in_natural_order
from segmetrics.io.names import is_numbered_coder, shared_folders
from segmetrics.io.parts import AnyCoding, Coding, Found, SpanCoding, grouped
from segmetrics.io.problems import Notice
from segmetrics.phrases import listed

# What does not tell names apart: blanks and signs, but for those in A+ and A-; zeros of a number.
SIGNS = re.compile(r"(?:(?![+*=<>#%&±]|[-−]\Z)[\W_])+")
BEFORE_NUMBER = re.compile(r"(?<=[^\W\d_])(?=\d)")
ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
TITLE = re.compile(r"(?!\d).*[^\W\d_]{3}.*")  # beside a name: no number, at least one word
NUMBER = re.compile(r"\d+")
LETTERS, MOST_LETTERS = 4, 40  # of names that a slip of a letter may tell apart
LONG, CONSONANTS = 5, frozenset("bcdfghjklmnpqrstvwxz")  # of those whose last letter may do so
SLIP = 2  # times as many items have the usual name as one with a slip
MOST_GROUPS, MOST_ITEMS = 20, 200  # of items by the same coders: all are compared with all
MOST_WORDS = 40  # a name of more words has no title: a file may have thousands, and each is tried
# What programs call what has no name; the share of texts in several files that makes them the same.
NUMBERED = re.compile(r"(?:[a-z]+ )?\d+")
SHARED = 0.5
SHOWN = 6  # names that a question shows


@dataclass(frozen=True, slots=True)
class SameNames:
    """Names of coders that occur in several groups, and the group of each item."""

    coders: tuple[str, ...]
    groups: Mapping[str, str]

    @property
    def question(self) -> str:
        """What a person has to decide."""
        names = list(dict.fromkeys(self.groups.values()))
        return (
            f"{listed(self.coders, SHOWN)} are coders in several of the {len(names):,} groups "
            f"{listed(names, SHOWN)}, which share no item. Is a coder of the same name the same "
            "person in each group"
        )

    @property
    def apart_names(self) -> tuple[str, ...]:
        """The first of these coders by a name of its own in each group."""
        groups = dict.fromkeys(self.groups.values())
        return tuple(_apart(self.coders[0], group) for group in groups)

    def apart(self, parts: Iterable[Found]) -> Iterator[Found]:
        """Yield parts with the coders of each group by names of their own."""
        for part in parts:
            if isinstance(part, (Coding, SpanCoding, Notice)) and part.coder in self.coders:
                group = self.groups.get(part.item or "")
                yield replace(part, coder=_apart(part.coder or "", group)) if group else part
            else:
                yield part


def _apart(coder: str, group: str) -> str:
    return f"{coder} ({group})"


def coders_spelled_alike(
    parts: Iterable[Found], before: Corpus | None = None, own: Collection[str] = ()
) -> tuple[dict[str, str], dict[str, str]]:
    """Return names spelled as another, the usual one, and those of them that may be one person.

    The usual one is that of most items in the round before, else here. Where this round, or a file
    of our own, has both names, it is decided that they are two people.
    """
    items: dict[str, set[str | None]] = defaultdict(set)
    decided: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        if isinstance(part, AnyCoding) and part.coder is not None:
            items[part.coder].add(part.item)
            if part.file in own:
                decided[part.file].add(part.coder)
    here = set(items)
    known = Counter(coder for item in before.items for coder in item.codings) if before else None
    known = known or Counter()
    names = sorted([*items, *(known.keys() - here)], key=lambda one: one == one.casefold())
    in_spelling = _usual(items, _alike(names, ""), known)
    slips = {
        name: usual
        for name, usual in _usual(items, _a_letter_apart(names) | _shortened(names), known).items()
        if name not in in_spelling
        and SLIP * len(items[name]) <= len(items[usual]) + known[usual]
        and items[usual].isdisjoint(items[name])
        and name not in known
    }
    alike = {
        name: usual
        for name, usual in (in_spelling | slips).items()
        if name in here and (usual in here or name not in known)
    }
    one = {}
    for name, usual in alike.items():
        bare = {"".join(_folded(spelling).split()) for spelling in (name, usual)}
        apart = any({name, usual} <= {*of} for of in (known, *decided.values()))
        likely = len(bare) == 1 or name in slips
        if likely and not apart and items[usual].isdisjoint(items[name]):
            one[name] = usual
            items[usual] |= items[name]
    return alike, one


def items_spelled_alike(parts: Iterable[Found]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the same of items, and of those with a title before or behind the name of another.

    Those that may be one are items of which other coders have longer names, or another spelling.
    """
    coders: dict[str, set[str | None]] = defaultdict(set)
    sizes: dict[str, set[int]] = defaultdict(set)
    for part in parts:
        if isinstance(part, AnyCoding) and part.item is not None:
            coders[part.item].add(part.coder)
            if isinstance(part, Coding):
                sizes[part.item].add(part.segmentation.mass)
    alike = _alike(coders, " ")
    longer: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key in alike:
        words = key.split(" ")
        for at in range(1, len(words) if len(words) <= MOST_WORDS else 0):
            ends = " ".join(words[:at]), " ".join(words[at:])
            for one, more in (ends, ends[::-1]):
                if one in alike:
                    longer[one].append((key, more))
    for one in sorted(longer):
        (other, more), *others = longer[one]
        together = alike[one] + alike[other]
        alike_long = len(set().union(*(sizes[name] for name in together))) < 2
        if not others and TITLE.fullmatch(more) and alike_long:
            alike[one], alike[other] = together, []
    usual = _usual(coders, alike, Counter())
    likely = _items_by_words(coders) | {
        name: other
        for name, other in usual.items()
        if coders[name].isdisjoint(coders[other]) and len(_alike((name, other), " ")) == 1
    }
    return usual | likely, likely


def _items_by_words(coders: Mapping[str, set[str | None]]) -> dict[str, str]:
    """Return names of items of which other coders have a longer one: ``S2`` of ``S2_harbour``.

    All items of the same coders have one each, and no two the same. Words that all names of these
    items share, such as those of a program or a person, do not count.
    """
    groups = grouped((frozenset(of), item) for item, of in coders.items())
    if not 1 < len(groups) <= MOST_GROUPS or max(map(len, groups.values())) > MOST_ITEMS:
        return {}
    words = {whose: _own_words(items) for whose, items in groups.items() if len(items) > 1}
    whose = max(words, default=None, key=lambda of: sum(map(len, words[of].values())))
    found: dict[str, str] = {}
    for other, names in words.items():
        if whose is None or not other.isdisjoint(whose):
            continue
        longer = [
            [long for long, of in words[whose].items() if own and own <= of]
            for own in names.values()
        ]
        meant = [of[0] for of in longer if len(of) == 1]
        if len(meant) == len(names) == len({*meant}):
            found |= dict(zip(names, meant, strict=True))
    return found


def _own_words(items: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return the words of each name that not all of these names have."""
    words = {item: frozenset(SIGNS.sub(" ", _folded(item)).split()) for item in items}
    shared = frozenset.intersection(*words.values())
    return {item: of - shared for item, of in words.items()}


def how_unlike(name: str, usual: str, kind: str) -> str:
    """Say by what a name differs from its usual one, and what it is taken for."""
    titled = kind == "item" and len(_alike((name, usual), " ")) > 1
    another = "person" if kind == "coder" else "item"
    return f"{'by a title' if titled else 'in spelling'} alone, and is read as another {another}"


def _alike(names: Collection[str], sign: str) -> dict[str, list[str]]:
    """Group names that differ in spelling alone; `sign` stands for blanks and signs.

    It also parts letters from a number behind them: ``WC3`` is ``wc 3``.
    """
    parted = (BEFORE_NUMBER.sub(sign, _folded(name)) for name in names)
    alike = (ZEROS.sub("", SIGNS.sub(sign, name)).strip() for name in parted)
    return {key: some for key, some in grouped(zip(alike, names, strict=True)).items() if key}


def _folded(name: str) -> str:
    """Return a name in small letters, those of the Latin alphabet without accents."""
    return normalize("NFC", ACCENTS.sub("", normalize("NFD", name.casefold())))


def _a_letter_apart(names: Iterable[str]) -> dict[str, list[str]]:
    """Pair names of letters of which one has a letter more, less, another, or elsewhere.

    Where only the last is another, coder A and coder B are two, as Maria and Mario are: only of
    longer names of which two alone begin so, and neither ends with a vowel or a capital.
    """
    shorter: dict[str, list[tuple[str, str]]] = defaultdict(list)
    begun: Counter[str] = Counter()
    for name in names:
        words = name.casefold().split()
        bare = "".join(words)
        if bare.isalpha() and min(map(len, words)) >= LETTERS and len(bare) <= MOST_LETTERS:
            begun[bare[:-1]] += len(bare) >= LONG and name[-1] in CONSONANTS
            for one in {bare, *(bare[:at] + bare[at + 1 :] for at in range(len(bare)))}:
                shorter[one].append((name, bare))
    pairs = chain.from_iterable(combinations(some, 2) for some in shorter.values())
    return {
        f"{name}\n{other}": [name, other]
        for (name, one), (other, two) in pairs
        if len(one) != len(two) or one[:-1] != two[:-1] or begun[one[:-1]] == 2
    }


def _shortened(names: Iterable[str]) -> dict[str, list[str]]:
    """Pair names of which one is the begin of the other, as Basti, or has initials behind it."""
    words = {name: name.casefold().replace(".", " ").split() for name in names}
    bare = sorted((of[0], name) for name, of in words.items() if len(of) == 1)
    bare = [(word, name) for word, name in bare if word.isalpha() and len(word) >= LETTERS]
    pairs = []
    for at, (word, name) in enumerate(bare, 1):
        for longer, other in islice(bare, at, None):
            if not longer.startswith(word):
                break
            pairs.append([name, other])
    alone = dict(bare)
    for name, (first, *others) in ((name, of) for name, of in words.items() if of):
        if first in alone and others and all(len(one) == 1 and one.isalpha() for one in others):
            pairs.append([alone[first], name])
    # A short name of two is nobody's, as Coder is that of Coder A and Coder B.
    times = Counter(short for short, _ in pairs)
    return {"\n".join(pair): pair for pair in pairs if times[pair[0]] == 1}


def _usual(
    beside: Mapping[str, set[str | None]],
    alike: Mapping[str, list[str]],
    before: Counter[str],
) -> dict[str, str]:
    """Return the usual name for each other one of a group, if they hardly stand beside the same."""
    found: dict[str, str] = {}
    for names in alike.values():
        together = [beside[name] for name in names]
        every = len(set().union(*together))
        if 2 * (sum(map(len, together)) - every) <= every:
            usual, *others = sorted(
                names, key=lambda one: (one != one.strip(), -before[one], -len(beside[one]))
            ) or [""]
            found |= dict.fromkeys(others, usual)
    return found


def same_names(
    parts: Iterable[Found], lists: Mapping[str, Sequence[Sequence[str]]]
) -> SameNames | None:
    """Return the coders of one name in several groups; None if there are no such."""
    coded = [part for part in parts if isinstance(part, AnyCoding)]
    coders = grouped((part.item or "", part.coder) for part in coded)
    of_items = {item: frozenset(of_item) for item, of_item in coders.items()}
    groups = _folders(coded) or _listed_groups(of_items, lists)
    in_groups = (part for part in coded if part.coder is not None and part.item in groups)
    of_coder = grouped((part.coder or "", groups[part.item or ""]) for part in in_groups)
    several = [name for name, found in of_coder.items() if len(set(found)) > 1]
    names = list(filter(is_numbered_coder, several))
    return SameNames(tuple(sorted(names, key=in_natural_order)), groups) if names else None


def _folders(coded: Sequence[AnyCoding]) -> dict[str, str]:
    """Return the folders of items, if they are neither their names nor those of coders."""
    files = sorted({part.file.replace("\\", "/") for part in coded})
    shared = shared_folders(files)
    paths = {file: PurePosixPath(file).parts[shared:-1] for file in files}
    found: dict[str, str] = {}
    for part in coded:
        folder = next(iter(paths[part.file.replace("\\", "/")]), "")
        named = (part.coder, *(part.item or "").split("/"))
        if not folder or folder in named or found.setdefault(part.item or "", folder) != folder:
            return {}
    return found if len(set(found.values())) > 1 else {}


def _listed_groups(
    coders: Mapping[str, frozenset[str | None]], lists: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, str]:
    """Return the groups of items by a list of them, a group a row, in spite of a slip in it."""
    numbers = grouped((tuple(NUMBER.findall(item)), item) for item in coders)
    alone = ((key, of) for key, of in numbers.items() if len(key) == len(of) == 1)
    by_number = {number.lstrip("0"): item for (number,), (item,) in alone}
    for header, *rows in lists.values():
        groups = {
            f"{header[0]} {name}": {
                one if one in coders else by_number.get(one.lstrip("0"), "") for one in row
            }
            for name, *row in rows
        }
        named = {item for of_group in groups.values() for item in of_group if item}
        if len(groups) > 1 and 2 * len(named) > len(coders):
            found = _without_slips(coders, {name: of - {""} for name, of in groups.items()})
            if found:
                return found
    return {}


def _without_slips(
    coders: Mapping[str, frozenset[str | None]], groups: Mapping[str, set[str]]
) -> dict[str, str]:
    """Return the group of each item; one that is in two, or in none, goes where its coders are."""
    usual = {
        name: Counter(coders[item] for item in of_group).most_common(1)[0][0]
        for name, of_group in groups.items()
        if of_group
    }
    most = max(map(len, groups.values()))
    found: dict[str, str] = {}
    sizes = dict.fromkeys(usual, 0)
    for items_in in (1, 2, 0):
        for item, of_item in coders.items():
            listed_in = [name for name, of_group in groups.items() if item in of_group]
            if min(len(listed_in), 2) != items_in:
                continue
            fitting = listed_in
            if items_in != 1:
                fitting = [name for name in listed_in or usual if usual[name] == of_item]
            if not listed_in:
                fitting = [name for name in fitting if sizes[name] < most]
            if len(fitting) != 1:
                return {}
            found[item] = fitting[0]
            sizes[fitting[0]] += 1
    return found


def with_shared_items(found: Sequence[Found]) -> list[Found]:
    """Return parts in which one text is one item, where only numbers say otherwise."""
    texts = {id(part): text for part in found if (text := _text(part)) is not None}
    numbered = [part for part in found if isinstance(part, AnyCoding) and id(part) in texts]
    held = {(one.file, texts[id(one)]) for one in numbered}
    named = {(texts[id(one)], one.item) for one in numbered}
    of_texts, of_items = (len({pair[at] for pair in named}) for at in (0, 1))
    differ = len(named) > min(of_texts, of_items)
    one_each = len({(one.file, one.item) for one in numbered}) == len(held)
    if not differ or not one_each or len(held) - of_texts < SHARED * of_texts:
        return list(found)
    files = {file for file, _ in held}
    items = _items(numbered, texts)
    coders = _repeated(numbered, texts)
    made: list[Found] = []
    for part in found:
        if isinstance(part, AnyCoding) and id(part) in texts:
            coder = None if part.coder in coders else part.coder
            made.append(replace(part, item=items[texts[id(part)]], coder=coder))
        elif isinstance(part, Notice) and part.file in files and part.item:
            made.append(replace(part, item=None))  # The number names another text elsewhere.
        else:
            made.append(part)
    what = "files number the same texts differently: the text says which item it is"
    if coders:
        what += f"; the names of files say who {', '.join(sorted(coders))} is in each"
    made.append(Notice(file=numbered[0].file, what=what))
    return made


def _text(part: Found) -> int | None:
    """Return a short form of the text of a coding whose item only has a number."""
    if not isinstance(part, AnyCoding) or not NUMBERED.fullmatch(part.item or ""):
        return None
    text = part.extent.text if isinstance(part, SpanCoding) else part.texts
    return None if text is None else hash(text)


def _items(parts: Iterable[AnyCoding], texts: Mapping[int, int]) -> dict[int, str]:
    """Name each text as the first file does, if the name is not that of another text."""
    items: dict[int, str] = {}
    known: set[str] = set()
    for part in parts:
        if texts[id(part)] not in items:
            names = chain([part.item or ""], (f"{part.item} ({number})" for number in count(2)))
            name = next(name for name in names if name not in known)
            items[texts[id(part)]] = name
            known.add(name)
    return items


def _repeated(parts: Iterable[AnyCoding], texts: Mapping[int, int]) -> set[str]:
    """Return the numbered coders who are others in other files: they coded a text in several."""
    named = ((part.coder or "", part) for part in parts)
    numbered = ((coder, part) for coder, part in named if NUMBERED.fullmatch(coder))
    files = grouped(((coder, texts[id(part)]), part.file) for coder, part in numbered)
    return {coder for (coder, _), of_coder in files.items() if len(set(of_coder)) > 1}
