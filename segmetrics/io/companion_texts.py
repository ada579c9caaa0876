"""Plain texts beside codings: whose they are, and how they are divided into units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from segmetrics.corpus import Corpus
from segmetrics.io.document import CODE_PAGES, Document, Source
from segmetrics.io.files import in_natural_order
from segmetrics.io.matching import matched
from segmetrics.io.parts import Extent, SpanCoding
from segmetrics.io.problems import Notice, Unreadable, shortened
from segmetrics.io.spans import BLANK_LINE, STOP, cut
from segmetrics.phrases import counted
from segmetrics.segmentation import SegmentationError

RULES = {
    "paragraph": "paragraphs between empty lines",
    "line": "lines",
    "paragraph after a title": "paragraphs after a title",
    "line after a title": "lines after a title",
    "sentence": "sentences",
    "word": "words",
}
# Characters of a title.
MAX_TITLE = 100
# Units of an item to which a text can be attached by its length alone.
FEWEST = 5
CLOSING = "\"'”’»)"
# How old systems wrote texts, and what shows that one of them did not write a text.
ENCODINGS = ("cp1252", "mac_roman")
UNLIKELY = re.compile(
    r"\ufffd|(?<=[a-z:;,.])[À-ÖØ-ÞŠŒŽŸ]|[¶§†‡¤¬≠∞±≤≥]|[€ƒˆ‰¢£¥©®°´¨¸ﬂ](?=[a-z])|(?<=[a-z])[€ƒˆ‰¢£¥©®´¨¸ﬂ]"
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in a file of its own; doubtful is one that may be a coding that is damaged."""

    file: str
    text: str
    encoding: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Attached:
    """Texts of the units of items, what there is to say of them, and texts of no item."""

    texts: Mapping[str, tuple[str, ...]]
    notices: tuple[Notice, ...]
    left: tuple[PlainText, ...]


def plain_text(document: Document, *, doubtful: bool = False) -> PlainText | None:
    """Return a file as a text, that of an old Windows too; None if it is none."""
    try:
        return PlainText(document.name, document.text, doubtful=doubtful)
    except Unreadable:
        if b"\0" in document.content:
            return None
    read = {one: document.content.decode(one, "replace") for one in ENCODINGS}
    encoding = min(read, key=lambda one: len(UNLIKELY.findall(read[one])))
    return PlainText(document.name, read[encoding], encoding, doubtful)


def attach_texts(corpus: Corpus, sources: Iterable[Source]) -> tuple[Corpus, tuple[Notice, ...]]:
    """Attach plain texts to the items of a corpus that have none; say what became of each."""
    texts = [plain_text(Document(source)) for source in sources]
    without = {item.name: item.mass for item in corpus.items if item.texts is None}
    found = attached(without, [text for text in texts if text is not None])
    items = tuple(
        replace(item, texts=found.texts.get(item.name, item.texts)) for item in corpus.items
    )
    unused = (
        Notice(file=text.file, what="a text of no item without a text") for text in found.left
    )
    return replace(corpus, items=items), (*found.notices, *unused)


def attached(masses: Mapping[str, int], texts: Sequence[PlainText]) -> Attached:
    """Attach texts to items without texts, of each of which the number of units is known."""
    if not texts:
        return Attached({}, (), ())
    by_name = _by_name(masses, texts)
    units = {text.file: _divided(text.text) for text in texts}
    rule = _rule(masses, by_name, units)
    found: dict[str, tuple[PlainText, tuple[str, ...]]] = {}
    notices: list[Notice] = []
    for item, of_item in by_name.items():
        fitting = [text for text in of_item if len(units[text.file][rule]) == masses[item]]
        if fitting:
            found[item] = fitting[0], units[fitting[0].file][rule]
        elif not of_item[0].doubtful:
            notices.append(_parting(item, masses[item], of_item[0], rule, units))
    taken = {text.file for of_item in by_name.values() for text in of_item}
    unnamed = [text for text in texts if text.file not in taken and not text.doubtful]
    unpaired = {item: mass for item, mass in masses.items() if item not in by_name}
    by_length = _by_length(unpaired, unnamed, rule, units)
    for item, text in by_length.items():
        found[item] = text, units[text.file][rule]
    if found:
        item, (text, _) = min(found.items(), key=lambda one: in_natural_order(one[0]))
        what = f"{counted(len(found), 'item has its text', 'items have their texts')} from files "
        what += f"beside the codings, a unit from each of the {RULES[rule]}"
        notices.append(Notice(file=text.file, item=item, what=what))
    for item, text in by_length.items():
        what = "the text of this item by its length, not by its name"
        notices.append(Notice(file=text.file, item=item, what=what))
    notices += _encodings([text for text, _ in found.values() if text.encoding])
    used = {text.file for text, _ in found.values()} | {notice.file for notice in notices}
    left = tuple(text for text in texts if text.file not in used)
    return Attached({item: one for item, (_, one) in found.items()}, tuple(notices), left)


def lengths_of_texts(
    spans: Iterable[SpanCoding], texts: Sequence[PlainText]
) -> tuple[dict[str, float | None], list[Notice]]:
    """Say how many units items have of which no table says it, by the texts named after them.

    One rule has to give every text room for all positions, and no text may look as if titled.
    """
    least: dict[str, int] = {}
    counts = ""
    for coding in spans:
        if coding.extent.is_open and coding.extent.counts:
            item = coding.item or ""
            least[item] = max(least.get(item, 0), coding.extent.end)
            counts = coding.extent.counts
    by_name = _by_name(least, texts) if least and texts else {}
    units = {text.file: _divided(text.text) for of_item in by_name.values() for text in of_item}
    titled = any(of["line after a title"] and counts != "line" for of in units.values())
    fitting = [
        rule
        for rule in ("paragraph", "line")
        if all(
            len({units[text.file][rule] for text in of_item}) == 1
            and len(units[of_item[0].file][rule]) > max(least[item], 1)
            for item, of_item in by_name.items()
        )
    ]
    known = {tuple(len(of[rule]) for of in units.values()) for rule in fitting}
    if not by_name or titled or len(known) != 1:
        return {}, []
    files = {item: of_item[0].file for item, of_item in by_name.items()}
    lengths = {item: float(len(units[file][fitting[0]])) for item, file in files.items()}
    item, file = min(files.items(), key=lambda one: in_natural_order(one[0]))
    what = f"{counted(int(lengths[item]), 'unit')}, as many as its text has {RULES[fitting[0]]}"
    others = len(lengths) - 1
    what += f"; so for {counted(others, 'other item')}" * bool(others)
    return dict(lengths), [Notice(file=file, item=item, what=what)]


def _encodings(texts: Sequence[PlainText]) -> Iterator[Notice]:
    """Say which texts are not UTF-8, with a word by which a person sees how they were read."""
    for encoding in ENCODINGS:
        of_encoding = [text for text in texts if text.encoding == encoding]
        if of_encoding:
            first = of_encoding[0]
            word = next(word for word in first.text.split() if not word.isascii())
            others = f", and {len(of_encoding) - 1} like it" if len(of_encoding) > 1 else ""
            what = f"not UTF-8, so read as {CODE_PAGES[encoding]}{others}; one of its words is "
            yield Notice(file=first.file, what=f"{what}{shortened(word, 30)!r}")


def _by_name(masses: Mapping[str, int], texts: Sequence[PlainText]) -> dict[str, list[PlainText]]:
    """Return the texts that are named after each item, though perhaps written differently."""
    named: dict[str, list[PlainText]] = {}
    for text in texts:
        named.setdefault(PurePosixPath(text.file.replace("\\", "/")).stem, []).append(text)
    short = {item: re.split("[/:]", item)[-1] for item in masses}
    times = Counter(short.values())
    known = {name if times[name] == 1 else item: item for item, name in short.items()}
    same = matched(known, named)
    pairs = {known[name]: named[name] for name in same.same}
    pairs |= {known[name]: named[of_file] for of_file, name in same.suggested.items()}
    sure = [text for text in texts if not text.doubtful]
    if not pairs and len(masses) == len(sure) == 1:
        pairs = {next(iter(masses)): sure}
    return pairs


def _rule(
    masses: Mapping[str, int],
    by_name: Mapping[str, Sequence[PlainText]],
    units: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> str:
    """Return the rule that fits most items, or comes nearest."""

    def misfit(rule: str) -> tuple[int, int]:
        far = [
            min(abs(len(units[text.file][rule]) - masses[item]) for text in of_item)
            for item, of_item in by_name.items()
        ]
        return sum(map(bool, far)), sum(far)

    if by_name:
        return min(RULES, key=misfit)
    lengths = set(masses.values())
    return max(RULES, key=lambda rule: sum(len(one[rule]) in lengths for one in units.values()))


def _by_length(
    masses: Mapping[str, int],
    texts: Sequence[PlainText],
    rule: str,
    units: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> dict[str, PlainText]:
    """Return the only text of a length for the only item of this length."""
    of_length: dict[int, list[PlainText]] = {}
    for text in texts:
        of_length.setdefault(len(units[text.file][rule]), []).append(text)
    times = Counter(masses.values())
    return {
        item: of_length[mass][0]
        for item, mass in masses.items()
        if mass >= FEWEST and times[mass] == len(of_length.get(mass, ())) == 1
    }


def _divided(text: str) -> dict[str, tuple[str, ...]]:
    """Return the units of a text by each rule."""
    extent = Extent(end=len(text), text=text)
    found = {
        "paragraph": _joined(BLANK_LINE.split(text.strip())),
        "line": _joined(text.splitlines()),
    }
    for rule in ("paragraph", "line"):
        title, *rest = found[rule] or ("",)
        is_title = len(title) <= MAX_TITLE and not title.rstrip(CLOSING).endswith(tuple(STOP))
        found[f"{rule} after a title"] = tuple(rest) if is_title else ()
    for rule in ("sentence", "word"):
        try:
            found[rule] = _joined(unit.label for unit in cut(extent, rule))
        except SegmentationError:
            found[rule] = ()
    return found


def _joined(parts: Iterable[str]) -> tuple[str, ...]:
    """Return the parts that are not empty, each on one line."""
    return tuple(line for line in (" ".join(part.split()) for part in parts) if line)


def _parting(
    item: str,
    mass: int,
    text: PlainText,
    rule: str,
    units: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> Notice:
    """Say how many units a coding and its text have, and show the text where one of them ends."""
    found = units[text.file][rule]
    what = f"not attached: the coding has {counted(mass, 'unit')}, the text {len(found):,} "
    what += RULES[rule]
    if len(found) > mass:
        what += (
            f". The text begins with {_shown(found[0])}; its unit {mass} is "
            f"{_shown(found[mass - 1])}, and then comes {_shown(found[mass])}"
        )
    elif found:
        what += (
            f". The text begins with {_shown(found[0])}; its last unit, {len(found)}, is "
            f"{_shown(found[-1])}, and the coding goes on"
        )
    return Notice(file=text.file, item=item, what=what)


def _shown(unit: str) -> str:
    return repr(shortened(unit, 40))
