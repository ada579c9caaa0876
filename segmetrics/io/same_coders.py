"""Coders of one name in groups that share no item: one person, or another in each group."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from segmetrics.io.files import in_natural_order
from segmetrics.io.name_kinds import is_numbered_coder
from segmetrics.io.names import shared_folders
from segmetrics.io.parts import Coding, Found, SpanCoding
from segmetrics.io.problems import Notice
from segmetrics.phrases import listed

# What stands in names without telling them apart: blanks and signs, and zeros before a number.
SPELLING = re.compile(r"[\W_]+|(?<!\d)0+(?=\d)")
NUMBER = re.compile(r"\d+")
# Names that a question shows.
SHOWN = 6


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


def spelled_alike(parts: Iterable[Found]) -> dict[str, str]:
    """Return names of coders that differ from another in spelling alone, as kim and Kim do.

    Each has the spelling of most codings. People who coded the same item are no one person.
    """
    items: dict[str, set[str | None]] = defaultdict(set)
    for part in parts:
        if isinstance(part, (Coding, SpanCoding)) and part.coder is not None:
            items[part.coder].add(part.item)
    alike: dict[str, list[str]] = defaultdict(list)
    for name in sorted(items, key=lambda name: -len(items[name])):
        alike[SPELLING.sub("", name.casefold())].append(name)
    found: dict[str, str] = {}
    for key, (usual, *others) in alike.items():
        together = [items[name] for name in (usual, *others)]
        if key and sum(map(len, together)) == len(set().union(*together)):
            found |= dict.fromkeys(others, usual)
    return found


def same_names(
    parts: Iterable[Found], lists: Mapping[str, Sequence[Sequence[str]]]
) -> SameNames | None:
    """Return the coders of one name in several groups; None if there are no such."""
    coded = [part for part in parts if isinstance(part, (Coding, SpanCoding))]
    coders: dict[str, set[str | None]] = defaultdict(set)
    for part in coded:
        coders[part.item or ""].add(part.coder)
    of_items = {item: frozenset(of_item) for item, of_item in coders.items()}
    groups = _folders(coded) or _listed_groups(of_items, lists)
    of_coder: dict[str, set[str]] = defaultdict(set)
    for part in coded:
        if part.coder is not None and part.item in groups:
            of_coder[part.coder].add(groups[part.item])
    names = [name for name, found in of_coder.items() if len(found) > 1 and is_numbered_coder(name)]
    return SameNames(tuple(sorted(names, key=in_natural_order)), groups) if names else None


def _folders(coded: Sequence[Coding | SpanCoding]) -> dict[str, str]:
    """Return the folders of items, if they are neither their names nor those of coders."""
    files = sorted({part.file.replace("\\", "/") for part in coded})
    shared = shared_folders(files)
    paths = {file: PurePosixPath(file).parts[shared:-1] for file in files}
    groups: dict[str, set[str]] = defaultdict(set)
    for part in coded:
        folders = paths[part.file.replace("\\", "/")]
        if not folders or folders[0] in (part.coder, *(part.item or "").split("/")):
            return {}
        groups[part.item or ""].add(folders[0])
    if any(len(folders) > 1 for folders in groups.values()):
        return {}
    found = {item: folders.pop() for item, folders in groups.items()}
    return found if len(set(found.values())) > 1 else {}


def _listed_groups(
    coders: Mapping[str, frozenset[str | None]], lists: Mapping[str, Sequence[Sequence[str]]]
) -> dict[str, str]:
    """Return the groups of items by a list of them, a group a row, in spite of a slip in it."""
    numbers = defaultdict(list)
    for item in coders:
        numbers[tuple(NUMBER.findall(item))].append(item)
    by_number = {
        key[0].lstrip("0"): of[0] for key, of in numbers.items() if len(key) == len(of) == 1
    }
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
