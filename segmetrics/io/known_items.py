"""Items in headings and names of files: those that other files name, and those of a pattern."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from segmetrics.io.column_names import plain
from segmetrics.io.names import A_NAME, BETWEEN, path_of, short_names
from segmetrics.io.parts import AnyCoding, Coding, Found, SpanCoding, grouped, same_columns
from segmetrics.io.problems import Notice

OF_MEDIA = re.compile(r"\.(?:mp[34]|m4[av]|mov|avi|mkv|mpe?g|webm|wmv|wav|flac|ogg|aac)\Z", re.I)
APART = re.compile(f"[{re.escape(''.join(BETWEEN))}]+")
WORD = re.compile(r"[^\W\d_]{2}")  # what names an item by more than its number
FEWEST = 2  # items that other files name, and columns or files that have such names


def with_known_items(
    found: Sequence[Found], pattern: str
) -> tuple[Sequence[Found], Mapping[str, Sequence[str]]]:
    """Give parts the items of their columns or files, and say what is left to names of files."""
    found = _without_endings(found)
    made = [part for part in found if isinstance(part, AnyCoding)]
    called = {_words(part.item): part.item for part in made if part.item}
    if pattern:
        of_coders = "{coder}" in pattern and "{item}" not in pattern
        listed = [part for part in made if part.item is None and part.coder]
        columns = {part.file for part in listed} if of_coders and same_columns(listed) else set()
        named: dict[str, tuple[str, str]] = {}
    else:
        known = {part.item.casefold(): part.item for part in made if part.item}
        columns = _named_in_columns(made, called) if len(known) >= FEWEST else set()
        named = _named_in_files(made, known) if len(known) >= FEWEST else _alike_in_folders(made)
        if not columns and not named:
            return found, {}
    short = short_names({file: coder for file, (_, coder) in named.items()})
    named = {file: (item, short.get(coder, coder)) for file, (item, coder) in named.items()}
    again: list[Found] = []
    for part in found:
        if isinstance(part, AnyCoding) and part.file in columns:
            again.append(_as_item(part, called))
        elif isinstance(part, AnyCoding) and part.file in named:
            item, coder = named[part.file]
            again.append(replace(part, item=item, coder=coder))
        else:
            again.append(part)
    again += _said(columns, named)
    return again, {**dict.fromkeys(columns, ("coder",)), **dict.fromkeys(named, ())}


def _said(columns: Collection[str], named: Mapping[str, tuple[str, str]]) -> Iterator[Notice]:
    """Say what is taken for items that other files name."""
    if columns:
        what = "each column is an item, named as in other files"
        yield Notice(file=min(columns), what=what)
    if named:
        file, (item, coder) = min(named.items())
        what = f"the names of files hold items that others have too: this is {item} by {coder}"
        yield Notice(file=file, what=what)


def _without_endings(found: Sequence[Found]) -> Sequence[Found]:
    """Name recordings without the ending of their files, where other files name them so."""
    made = [part for part in found if isinstance(part, AnyCoding) and part.item]
    items = {part.item or "" for part in made}
    bare = {item: OF_MEDIA.sub("", item) for item in items}
    names = items | {path.name for path in _nameless(found).values()}
    ended = {item: stem for item, stem in bare.items() if stem != item and stem in names}
    whose = grouped((bare[part.item or ""], (part.file, part.coder)) for part in made)
    if not ended or any(len({*of}) < len(of) for of in whose.values()):
        return found  # a coder of a file has both
    named = [
        replace(part, item=ended[part.item])
        if isinstance(part, (Coding, SpanCoding, Notice)) and part.item in ended
        else part
        for part in found
    ]
    first = next(part for part in made if part.item in ended)
    what = f"{first.item} is {bare[first.item or '']}, as other files call it"
    return [*named, Notice(file=first.file, what=what)]


def _words(name: str) -> str:
    """Return the words of a name, which other files may join or end in another way."""
    return plain(OF_MEDIA.sub("", name))


def _known(name: str, called: Mapping[str, str]) -> str | None:
    """Return the item with the words of a name, or the only one with its first words."""
    words = _words(name)
    first = [item for known, item in called.items() if words.startswith(f"{known} ")]
    return called.get(words, first[0] if len(first) == 1 else None)


def _as_item(part: AnyCoding, called: Mapping[str, str]) -> AnyCoding:
    """Return what a column holds as of an item, whose end is that of no other column."""
    if isinstance(part, SpanCoding) and part.extent.is_open:
        last = max((span.end for span in part.spans), default=0)
        part = replace(part, extent=replace(part.extent, end=last))
    name = part.coder or ""
    return replace(part, item=_known(name, called) or name, coder=None)


def _named_in_columns(made: Sequence[AnyCoding], called: Mapping[str, str]) -> set[str]:
    """Return the files whose columns all have the names of items of other files, each another."""
    columns = grouped((part.file, part) for part in made)
    found = set()
    for file, of in columns.items():
        items = {_known(part.coder or "", called) for part in of if part.item is None}
        if len(of) >= FEWEST and len(items - {None}) == len(of):
            found.add(file)
    return found


def _nameless(parts: Iterable[Found]) -> dict[str, PurePosixPath]:
    """Return the paths of files that say neither an item nor a coder, without their ending."""
    whose = grouped(
        (one.file, one.item or one.coder) for one in parts if isinstance(one, AnyCoding)
    )
    return {file: PurePosixPath(path_of(file)) for file, of in whose.items() if not any(of)}


def _shaped(folder: str, shapes: Collection[str]) -> str:
    """Return the one word of a folder that looks as other coders do, ``P04`` beside ``P01``."""
    words = [word for word in folder.split() if _shape(word) in shapes]
    return words[0] if len(words) == 1 else folder


def _shape(name: str) -> str:
    return re.sub(r"\d", "0", name)


def _named_in_files(made: Sequence[AnyCoding], known: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return item and coder of files that say neither, and are named by an item and a name.

    All of them are, in one folder, and no two by the same item and name; or they are named by an
    item, and their folder by a name.
    """
    paths = _nameless(made)
    coders = {part.coder for part in made if part.coder}
    shapes = {_shape(coder) for coder in coders if any(map(str.isdecimal, coder))}
    in_folders = {
        file: (known[path.name.casefold()], path.parent.name)
        for file, path in paths.items()
        if path.name.casefold() in known and path.parent.name
    }
    if len(in_folders) == len(paths) == len({*in_folders.values()}) >= FEWEST:
        return {file: (item, _shaped(of, shapes)) for file, (item, of) in in_folders.items()}
    found: dict[str, tuple[str, str]] = {}
    for file, path in paths.items():
        low = path.name.casefold()
        for item in sorted(filter(WORD.search, known), key=len, reverse=True):
            before, after = low.endswith(item), low.startswith(item)
            rest = path.name[: -len(item)] if before else path.name[len(item) :] if after else ""
            coder = rest.strip("".join(BETWEEN))
            apart = rest[-1:] in BETWEEN if before else rest[:1] in BETWEEN
            if apart and A_NAME.fullmatch(coder) and len(low) == len(path.name):
                found[file] = known[item], coder
                break
    one_folder = len({path.parent for path in paths.values()}) == 1
    for names in (found, _beside_coders(paths, shapes)):
        if len(names) == len(paths) == len({*names.values()}) >= FEWEST and one_folder:
            return names
    return {}


def _alike_in_folders(made: Sequence[AnyCoding]) -> dict[str, tuple[str, str]]:
    """Return item and coder of files that say neither, where each folder writes items its way.

    What all names of a folder share is left out: *labels X1* and *x1_ben* are of X1. Folders hold
    the same items then, as their names as they are do not.
    """
    folders = grouped((path.parent, (file, path.name)) for file, path in _nameless(made).items())
    rest: dict[str, str] = {}
    for of in folders.values():
        words = {file: APART.split(name) for file, name in of}
        shared = set.intersection(*({word.casefold() for word in one} for one in words.values()))
        for file, one in words.items():
            rest[file] = " ".join(word for word in one if word.casefold() not in shared)
    named = [{rest[file].casefold() for file, _ in of} for of in folders.values()]
    raw = [{name.casefold() for _, name in of} for of in folders.values()]
    every = set().union(*named)
    whole = all(len(one) == len(of) for one, of in zip(named, folders.values(), strict=True))
    alike = whole and all(rest.values()) and all(one == every for one in named)
    told = any(one != raw[0] for one in raw)  # else their names say it as they are
    # If all files have the name of their folder too, it may be that of an item, or of a coder.
    of_either = all(
        all(_shares_word(folder.name, name) for _, name in of) for folder, of in folders.items()
    )
    if len(folders) < FEWEST or len(every) < FEWEST or of_either or not (alike and told):
        return {}
    spelled = Counter(rest.values())
    usual = {one.casefold(): one for one, _ in reversed(spelled.most_common())}
    return {
        file: (usual[rest[file].casefold()], folder.name)
        for folder, of in folders.items()
        for file, _ in of
    }


def _shares_word(folder: str, name: str) -> bool:
    """Return whether the name of a file has a word of its folder, such as *T1* or *harbour*."""
    words, of = ({word.casefold() for word in APART.split(one)} for one in (folder, name))
    return not words.isdisjoint(of)


def _beside_coders(
    paths: Mapping[str, PurePosixPath], shapes: Collection[str]
) -> dict[str, tuple[str, str]]:
    """Return item and coder of names in which one word looks as coders of other files do."""
    found = {}
    for file, path in paths.items():
        words = APART.split(path.name)
        of = [word for word in words if _shape(word) in shapes]
        if len(of) == 1 and len(words) > 1:
            found[file] = "_".join(word for word in words if word != of[0]), of[0]
    return found
