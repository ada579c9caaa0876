"""Coder and item from the names of files, by a pattern such as ``{coder}/{item}``; kinds of names.

Patterns and names come from strangers, so matching takes no more time than the length of the name
times the number of fields and stars.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from unicodedata import category, is_normalized

from segmetrics.io.column_names import WORDS
from segmetrics.io.limits import MAX_PATTERN, MAX_STARS

BOTH = ("coder", "item")
FIELDS = re.compile(r"(\{[^{}]*\}|\*)")
ANYTHING = "*"
KNOWN = ("{coder}", "{item}")
BETWEEN = (".", "_", "-", " ")  # what may stand between item and coder, tried in this order
JOINT = re.compile(r"(?<=[^\W\d_])(?=\d)")  # where word and number meet, as in ``ref00``
# Where parts of a name meet, those that are no names, and what may be left: words, and no number.
JOINTS = re.compile(r"([ _.-]+|(?<=[a-zäöü]{3})(?=[A-ZÄÖÜ]))")
NO_NAME = re.compile(rf"(?:{'|'.join(WORDS.beside_names)})?\d*")
A_NAME = re.compile(r"(?=.*[^\W\d_]{2})[^\d]+")
A_WORD = re.compile(r".*[^\W\d_]{2}.*")
FITTING = 0.9  # share of names that a proposed sign divides; the others are problems then
# What no name of a file may hold, start with or end with, on one system or another.
NOT_IN_FILES = re.compile(r'[%/\\:*?"<>|]|^[.~\s]|[.\s]\Z')
# Kinds of characters that are not seen themselves, such as one that turns the order of words.
UNSEEN, JOINERS = ("Cc", "Cf", "Zl", "Zp"), "\u200c\u200d"
# Names of devices, and of files that systems add to those of a person.
OF_SYSTEMS = re.compile(
    r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]|__macosx|thumbs|desktop)(?:\..*)?", re.IGNORECASE
)
# A sheet of a workbook, as messages call it.
SHEET = re.compile(r"(.*\.xls[xmb]?), sheet (.*)", re.IGNORECASE | re.DOTALL)
CODED = re.compile("(?:%[0-9A-F]{2})+")
# Words in names of people who coded, and of items; the share of names that must be of one kind.
OF_CODERS = re.compile("|".join(WORDS.coders_in_names))
OF_ITEMS = re.compile("|".join(WORDS.items_in_names))
WORD = re.compile(r"[^\W\d_]+")
MOST = 0.8
# What a unit is called: a word or a few.
UNIT_NAME = re.compile(r"[^\W\d_][^\W_]{0,29}(?:[ '-][^\W_]{1,20}){0,2}")


class PatternError(ValueError):
    """A pattern is not well formed; the message says why."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the name of a file says; None where the pattern does not ask for it."""

    coder: str | None = None
    item: str | None = None


def is_unit_name(name: object) -> bool:
    """Return whether a unit can be called so."""
    return isinstance(name, str) and UNIT_NAME.fullmatch(name) is not None


def names_in(name: str, pattern: str) -> Named | None:
    """Find coder and item in the name of a file."""
    wrong = wrong_pattern(pattern)
    if wrong:
        raise PatternError(wrong)
    patterns = _with_slashes(pattern).split("/")
    folders = path_of(name).split("/")[-len(patterns) :]
    if len(folders) < len(patterns):
        return None
    found: dict[str, str] = {}
    for one, folder in zip(patterns, folders, strict=True):
        if "}{" in one:  # where a digit follows a letter
            one, folder = one.replace("}{", "}\0{"), JOINT.sub("\0", folder, count=1)
        here = _fields(FIELDS.split(one), folder)
        if here is None:
            return None
        if "{item}" in here and "{item}" in found:
            here["{item}"] = f"{found['{item}']}/{here['{item}']}"
        found |= here
    return Named(coder=_decoded(found.get("{coder}")), item=_decoded(found.get("{item}")))


def wrong_pattern(pattern: str) -> str | None:
    """Return what is wrong with a pattern, or None if nothing is."""
    if len(pattern) > MAX_PATTERN:
        return f"a pattern has at most {MAX_PATTERN} characters, and this one {len(pattern):,}"
    parts = FIELDS.findall(_with_slashes(pattern))
    stars = parts.count(ANYTHING)
    if stars > MAX_STARS:
        return f"a pattern holds at most {MAX_STARS} stars, and this one {stars}"
    fields = [part for part in parts if part != ANYTHING]
    unknown = next((field for field in fields if field not in KNOWN), None)
    if unknown is not None:
        return f"{unknown} in a pattern; it may hold {{coder}}, {{item}} and *"
    in_folders = [folder.count("{item}") for folder in _with_slashes(pattern).split("/")]
    if not fields or fields.count("{coder}") > 1 or max(in_folders) > 1:
        return "a pattern holds {coder}, {item} or both, each once; {item} once in each folder"
    return None


def coded(text: str) -> str:
    """Write each byte of a text in UTF-8 as ``%`` and two digits."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


def file_name(name: str) -> str:
    """Write the name of an item or coder so that it can be that of a file or folder."""
    if not is_normalized("NFC", name):
        return coded(name)  # Some systems would normalise it.
    found = NOT_IN_FILES.sub(lambda sign: coded(sign[0]), name)
    found = "".join(coded(s) if category(s) in UNSEEN and s not in JOINERS else s for s in found)
    return coded(found[0]) + found[1:] if OF_SYSTEMS.fullmatch(found) else found


def _decoded(file: str | None) -> str | None:
    """Undo `file_name`, and `coded`; a name that neither wrote stays as it is."""
    if file is None or "%" not in file:
        return file
    try:
        name = CODED.sub(lambda signs: bytes.fromhex(signs[0].replace("%", "")).decode(), file)
    except UnicodeDecodeError:
        return file
    return name if file in (file_name(name), coded(name)) else file


def _with_slashes(pattern: str) -> str:
    return pattern.strip().replace("\\", "/")


def _fields(parts: Sequence[str], name: str) -> dict[str, str] | None:
    """Find what the fields stand for in the name of one folder or file; None if it does not fit."""
    # With the slashes around, the first word and the last fit at one place only.
    name, fields, words = f"/{name}/", parts[1::2], list(parts[::2])
    words[0] = f"/{words[0]}"
    words[-1] += "/"
    # The last place of each word that leaves room for what comes after it. A field before it
    # may end there or, as it stands for anything, at each earlier place of the word.
    last = [name.rfind(words[-1])]
    for word, field in zip(words[-2::-1], fields[::-1], strict=True):
        last.append(name.rfind(word, 0, max(0, last[-1] - (field != ANYTHING))))
    if last.pop() != 0:
        return None
    found: dict[str, str] = {}
    start = len(words[0])
    for field, word in zip(fields, words[1:], strict=True):
        latest = last.pop()
        end = latest if field == "{item}" else name.find(word, start + (field != ANYTHING))
        if field != ANYTHING:
            found[field] = name[start:end]
        start = end + len(word)
    return found


def path_of(name: str) -> str:
    """Return the path of a file without its ending; that of a sheet goes through its workbook."""
    found = SHEET.fullmatch(name)
    if found:
        return f"{path_of(found[1])}/{found[2].replace('/', ' ')}"
    path = PurePosixPath(name.replace("\\", "/"))
    return str(path.with_suffix("")) if path.name else name


def workbook_of(file: str) -> str:
    """Name a file without the sheet that was read."""
    return file.split(", sheet ")[0]


def shared_folders(names: Sequence[str]) -> int:
    """Count the outer folders in which all files are."""
    parents = [PurePosixPath(path_of(name)).parts[:-1] for name in names]
    shared = 0
    while len({parent[shared : shared + 1] for parent in parents}) == 1 and all(
        len(parent) > shared for parent in parents
    ):
        shared += 1
    return shared


def depth(pattern: str) -> int:
    """Count the folders that a pattern speaks of, with the file itself."""
    return len(_with_slashes(pattern).split("/"))


def proposals(names: Sequence[str], *, fields: Sequence[str] = BOTH) -> tuple[str, ...]:
    """Propose the patterns that names of files may follow, the likeliest by the names first."""
    paths = [PurePosixPath(path_of(name)) for name in names]
    if len(fields) == 1:
        repeated = len({path.name for path in paths}) < len(paths)
        return (f"{{{fields[0]}}}{'/*' * (repeated and all(len(p.parts) > 1 for p in paths))}",)
    shared = shared_folders(names)
    levels = {len(path.parts) - shared for path in paths} or {1}
    outer, inner = (f"{{{field}}}" for field in fields)
    divided = list(splits([path.name for path in paths]))
    found: list[str] = []
    if max(levels) > 1:
        *in_folders, last = _in_folders(outer, inner, max(levels))
        found += in_folders
        if len({path.name for path in paths}) == 1 and min(levels) > 2:
            found += [f"{pattern}/*" for pattern in _in_folders(outer, inner, min(levels) - 1)]
        found.append(last)
        found += _in_folders(outer, inner, min(levels))
        found += [*divided, "{item}", "/".join(["{item}"] * min(levels))]
    elif shared and len(paths) == 1:
        found += [f"{outer}/{inner}"]
    else:
        found += ["{coder}"] * _go_on({path.name for path in paths})
        found += [*divided, "{coder}", "{item}"]
    return tuple(dict.fromkeys(found))


def _go_on(called: Collection[str]) -> bool:
    """Return whether all names are one of them, some with a sign and more after it."""
    first = min(called, key=len, default="")
    longer = [name for name in called if name != first]
    return bool(longer) and all(
        name.startswith(tuple(first + s for s in BETWEEN)) for name in longer
    )


def _in_folders(outer: str, inner: str, levels: int) -> Iterator[str]:
    """Propose which of the folders, and the file in them, name item and coder."""
    for start in range(levels - 1):
        between = "*/" * (levels - 2 - start)
        yield f"{outer}/{between}{inner}"
        yield f"{inner}/{between}{outer}"
    if levels > 2:
        folders = "/".join(["{item}"] * (levels - 1))
        yield f"{{coder}}/{folders}"


def splits(names: Sequence[str]) -> Iterator[str]:
    """Propose which signs in the names of files stand between item and coder."""
    for first, last in (("item", "coder"), ("coder", "item")):
        for sign in BETWEEN:
            pairs = [
                name.rpartition(sign) if first == "item" else name.partition(sign) for name in names
            ]
            fitting = [pair for pair in pairs if pair[0] and pair[2]]
            of_one = {pair[0 if first == "item" else 2] for pair in fitting}
            if len(of_one) == 1 and all(_is_count(pair[0], pair[2]) for pair in fitting):
                continue
            if len(fitting) >= FITTING * len(pairs) and len(of_one) < len(fitting):
                yield f"{{{first}}}{sign}{{{last}}}"
    numbers: dict[str, set[str]] = {}
    for word, *rest in (JOINT.split(name, maxsplit=1) for name in names):
        numbers.setdefault(word, set()).update(rest)
    sets = list(numbers.values())
    if len(sets) > 1 and len(sets[0]) > 1 and all(of == sets[0] for of in sets):
        yield from ("{coder}{item}", "{item}{coder}")


def short_names(coders: Mapping[str, str | None]) -> dict[str, str]:
    """Return names of the coders of files without what all share, or their folders say too."""
    above = [(one, path_of(file).partition(one)[0]) for file, one in coders.items() if one]
    folders: dict[str, list[tuple[str, ...]]] = {}
    for coder, path in above:
        folders.setdefault(coder, []).append(PurePosixPath(f"{path}_").parts[:-1])
    return names_of_people(folders)


def names_of_people(folders: Mapping[str, Collection[tuple[str, ...]]]) -> dict[str, str]:
    """Return names of coders without the words that all share, or that their folders say too."""
    parts = {name: JOINTS.split(name) for name in folders}
    whole = {name: len(of) for name, of in parts.items()}
    for name, of in parts.items():
        above = set.intersection(*map(_keys_of, folders[name]))
        while len(of) > 2 and of[-1].lower() in above:
            del of[-2:]
        while len(of) > 2 and of[0].lower() in above:
            del of[:2]
    in_folders = {name for name, of in parts.items() if len(of) < whole[name]}
    for at, rest in ((0, slice(2, None)), (-1, slice(None, -2))):
        while len(parts) > 1 and all(len(of) > 2 for of in parts.values()):
            first, *others = {of[at].lower() for of in parts.values()}
            if others or not NO_NAME.fullmatch(first):
                break
            parts = {name: of[rest] for name, of in parts.items()}
    found = {name: "".join(of) for name, of in parts.items()}
    places = [(short, *above) for name, short in found.items() for above in {*folders[name]}]
    # If one name is left of several, and folders are called as what goes, they name people.
    called = {folder.lower() for of in folders.values() for above in of for folder in above}
    gone = {name.lower().removeprefix(found[name].lower()).strip("_- .") for name in in_folders}
    one = len({*found.values()}) == 1 < len(found)
    people = one and gone <= called and all(map(str.isalpha, gone))
    told_apart = not people and len({*places}) == len(places)
    # What the folder says is no name, and a number beside a word then is one.
    kinds = ((A_WORD if name in in_folders else A_NAME, short) for name, short in found.items())
    named = all(kind.fullmatch(short) for kind, short in kinds)
    return {n: short for n, short in found.items() if n != short} if told_apart and named else {}


def _keys_of(folders: Iterable[str]) -> set[str]:
    """Return how folders may be called in names of files: ``runde1``, ``r1`` for ``Runde 1``."""
    words = [re.findall(r"[^\W\d_]+|\d+", folder.lower()) for folder in folders]
    pairs = [pair for of in words for pair in pairwise(of) if pair[1].isdecimal()]
    joined = {f"{word}{number}" for word, number in pairs}
    return joined | {f"{w[0]}{number}" for w, number in pairs} | {w for of in words for w in of}


def is_numbered_coder(name: str) -> bool:
    """Return whether a name only counts coders, such as ``an1``, ``Coder B`` or ``3``."""
    *words, last = re.findall(r"[^\W\d_]+|\d+", name) or [""]
    counts = last.isdecimal() or len(last) == 1
    return counts and all(OF_CODERS.fullmatch(word.lower()) for word in words)


def _is_count(kind: str, number: str) -> bool:
    """Return whether two parts of a name count one kind, as in ``Interview 3`` or ``Coder B``."""
    word = kind.lower()
    of_items = number.isdecimal() and OF_ITEMS.fullmatch(word)
    of_coders = (number.isdecimal() or len(number) == 1) and OF_CODERS.fullmatch(word)
    return bool(of_items or of_coders)


def as_coders(names: Iterable[str | None]) -> float:
    """Return how names look: 1 like those of coders, -1 like those of items, 0 like neither."""
    known = [name for name in names if name]
    kinds = [_kind(name) for name in known if len(known) > 1 or len(name) > 1]
    for kind in (1.0, -1.0):
        if kinds and kinds.count(kind) >= MOST * len(kinds):
            return kind
    return 0.5 if kinds and all(kind > 0 for kind in kinds) else 0.0


def _kind(name: str) -> float:
    words = [word.lower() for word in WORD.findall(name)]
    if any(map(OF_CODERS.fullmatch, words)) or (words and len(name) == 1):
        return 1.0
    if any(map(OF_ITEMS.fullmatch, words)):
        return -1.0
    # A word without a number may be the name of a person.
    return 0.5 if words and not any(sign.isdigit() for sign in name) else 0.0
