"""Items and coders that programs numbered: one text is one item, whatever its number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from segmetrics.io.parts import Coding, Found, SpanCoding
from segmetrics.io.problems import Notice

# What programs call what has no name.
NUMBERED = re.compile(r"(?:[a-z]+ )?\d+")
# Share of the texts that several files have, from which on the files are of the same texts.
SHARED = 0.5


def with_shared_items(found: Sequence[Found]) -> list[Found]:
    """Return parts in which one text is one item, where only numbers say otherwise."""
    texts = {id(part): text for part in found if (text := _text(part)) is not None}
    numbered = [
        part for part in found if isinstance(part, Coding | SpanCoding) and id(part) in texts
    ]
    of_files: dict[str, set[int]] = defaultdict(set)
    items_of: dict[int, set[str]] = defaultdict(set)
    texts_of: dict[str, set[int]] = defaultdict(set)
    for coding in numbered:
        of_files[coding.file].add(texts[id(coding)])
        items_of[texts[id(coding)]].add(coding.item or "")
        texts_of[coding.item or ""].add(texts[id(coding)])
    twice = sum(len(of_file) for of_file in of_files.values()) - len(items_of)
    differ = any(len(names) > 1 for names in items_of.values())
    differ = differ or any(len(others) > 1 for others in texts_of.values())
    one_each = len({(one.file, one.item) for one in numbered}) == sum(map(len, of_files.values()))
    if not differ or not one_each or twice < SHARED * len(items_of):
        return list(found)
    items = _items(numbered, texts)
    coders = _repeated(numbered, texts)
    made: list[Found] = []
    for part in found:
        if isinstance(part, Coding | SpanCoding) and id(part) in texts:
            coder = None if part.coder in coders else part.coder
            made.append(replace(part, item=items[texts[id(part)]], coder=coder))
        elif isinstance(part, Notice) and part.file in of_files and part.item:
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
    if not isinstance(part, Coding | SpanCoding) or not NUMBERED.fullmatch(part.item or ""):
        return None
    text = part.extent.text if isinstance(part, SpanCoding) else part.texts
    return None if text is None else hash(text)


def _items(parts: Iterable[Coding | SpanCoding], texts: Mapping[int, int]) -> dict[int, str]:
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


def _repeated(parts: Iterable[Coding | SpanCoding], texts: Mapping[int, int]) -> set[str]:
    """Return the numbered coders who are others in other files: they coded a text in several."""
    files: dict[tuple[str, int], set[str]] = defaultdict(set)
    for part in parts:
        if part.coder is not None and NUMBERED.fullmatch(part.coder):
            files[part.coder, texts[id(part)]].add(part.file)
    return {coder for (coder, _), of_coder in files.items() if len(of_coder) > 1}
