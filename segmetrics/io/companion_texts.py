"""Texts beside codings, plain or in a table: whose they are, and how they divide into units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, pairwise
from pathlib import PurePosixPath

from segmetrics.corpus import Corpus
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.column_roles import SEGMENTS, Role
from segmetrics.io.document import CODE_PAGES, Document, Source
from segmetrics.io.files import OF_WORD, in_natural_order
from segmetrics.io.matching import matched
from segmetrics.io.parts import Extent, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.spans import BLANK_LINE, STOP, cut
from segmetrics.io.table_blocks import is_count
from segmetrics.io.table_files import in_order
from segmetrics.io.word_files import HEADING
from segmetrics.phrases import CUT, counted, listed
from segmetrics.segmentation import SegmentationError

RULES = {
    "paragraph": "paragraphs between empty lines",
    "line": "lines",
    "paragraph after a title": "paragraphs after a title",
    "line after a title": "lines after a title",
    "sentence": "sentences",
    "word": "words",
}
Divided = Mapping[str, Mapping[str, tuple[str, ...]]]  # the units of each text, by rule
MAX_TITLE = 100  # characters of a title
NAMED = 4  # names that a sentence holds
FEWEST = 5  # units of an item to which a text can be attached by its length alone
CLOSING = "\"'”’»)"
# A line that begins with its number, the lines from which on such numbers are no chance, in how
# many lines they begin, and the share of lines that may have none.
NUMBERED = re.compile(r"[(\[]?(\d{1,6})[.:)\]]*(?: (.*))?")
FEWEST_NUMBERED, HEAD, OTHERS = 3, 6, 0.1
ADDED = "without one added to the line before"
# How old systems wrote texts, and what shows that one of them did not write a text.
ENCODINGS = ("cp1252", "mac_roman")
UNLIKELY = re.compile(
    r"\ufffd|(?<=[a-z:;,.])[À-ÖØ-ÞŠŒŽŸ]|[¶§†‡¤¬≠∞±≤≥]|[€ƒˆ‰¢£¥©®°´¨¸ﬂ](?=[a-z])|(?<=[a-z])[€ƒˆ‰¢£¥©®´¨¸ﬂ]"
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in a file of its own; doubtful is one that may be a coding that is damaged.

    Nobody knows whether `headings` between paragraphs are counted.
    """

    file: str
    text: str
    encoding: str = ""
    doubtful: bool = False
    headings: bool = False


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of texts: the units of each item, by its name or by that of the file."""

    file: str
    units: Mapping[str, tuple[str, ...]]
    nothing_else: bool  # other columns may be codings that nobody knows
    wrong: Mapping[str, Problem]  # of items whose units are numbered wrongly: they get no texts


@dataclass(frozen=True, slots=True)
class Attached:
    """Texts of the units of items, what there is to say of them, and texts of no item."""

    texts: Mapping[str, tuple[str, ...]]
    notices: tuple[Notice, ...]
    left: tuple[PlainText, ...]


def plain_text(document: Document, *, doubtful: bool = False) -> PlainText | None:
    """Return a file as a text, that of an old Windows too; None if it is none."""
    try:
        if document.suffix == OF_WORD:
            below = [*dropwhile(lambda line: line.startswith(HEADING), document.lines)]
            text = "\n".join(line.removeprefix(HEADING) for line in below)
            headings = any(line.startswith(HEADING) for line in below)
            return PlainText(document.name, text, doubtful=doubtful, headings=headings)
        return PlainText(document.name, document.text, doubtful=doubtful)
    except Unreadable:
        if b"\0" in document.content:
            return None
    read = {one: document.content.decode(one, "replace") for one in ENCODINGS}
    encoding = min(read, key=lambda one: len(UNLIKELY.findall(read[one])))
    return PlainText(document.name, read[encoding], encoding, doubtful)


def text_table(document: Document, roles: Sequence[Role]) -> TextTable | None:
    """Return a table as one of texts; None if it has other columns."""
    table = document.table
    places = {role: roles.index(role) for role in ("item", "unit", "text") if role in roles}
    if "text" not in places or not {*roles}.isdisjoint({*SEGMENTS, "coder"}):
        return None
    for at, name in enumerate(table.names):
        unnamed = roles[at] == "ignore" and name not in document.choices.columns
        if unnamed and plain(name) in WORDS.units and any(map(str.isdecimal, table.column(at))):
            places.setdefault("unit", at)
    if any(len(cells) < len(roles) for _, cells in table.rows):
        return None
    of_item, stem = places.get("item"), document.path.stem
    rows = grouped((stem if of_item is None else row[1][of_item], row) for row in table.rows)
    units = {}
    wrong: dict[str, Problem] = {}
    for name, named in rows.items():
        if "unit" in places and not _go_on([cells[places["unit"]] for _, cells in named]):
            named, misnumbered = in_order(document.problem, places["unit"], named)
            wrong.update((name, one) for one in misnumbered[:1])
        units[name] = tuple(" ".join(cells[places["text"]].split()) for _, cells in named)
    nothing_else = all(role != "ignore" or at in places.values() for at, role in enumerate(roles))
    return TextTable(document.name, units, nothing_else, wrong)


def _go_on(cells: Sequence[str]) -> bool:
    """Return whether cells count their rows, though perhaps from another number than 1."""
    counted = all(map(is_count, cells))
    return counted and all(int(other) == int(one) + 1 for one, other in pairwise(cells))


def attach_texts(corpus: Corpus, sources: Iterable[Source]) -> tuple[Corpus, tuple[Notice, ...]]:
    """Attach plain texts to the items of a corpus that have none; say what became of each."""
    texts = [plain_text(Document(source)) for source in sources]
    without = {item.name: item.mass for item in corpus.items if item.texts is None}
    found = attached(without, [text for text in texts if text is not None])
    items = tuple(
        replace(item, texts=found.texts.get(item.name, item.texts)) for item in corpus.items
    )
    what = "a text of no item without a text"
    unused = (Notice(file=text.file, what=what) for text in found.left)
    return replace(corpus, items=items), (*found.notices, *unused)


def attached(
    masses: Mapping[str, int],
    texts: Sequence[PlainText],
    known: Mapping[str, tuple[str, ...]] | None = None,
) -> Attached:
    """Attach texts to items by their numbers of units, or by their beginnings that are known."""
    known = known or {}
    if not texts:
        return Attached({}, (), ())
    by_name = texts_by_name(masses, texts)
    units: Divided = {text.file: divided(text.text) for text in texts}
    rule = _rule(masses, by_name, units)
    found: dict[str, tuple[PlainText, tuple[str, ...]]] = {}
    notices: list[Notice] = []
    for item, of_item in by_name.items():
        fitting = [text for text in of_item if len(units[text.file][rule]) == masses[item]]
        if item in known:
            fitting = [text for text in fitting if _are_cut(known[item], units[text.file][rule])]
        if fitting:
            found[item] = fitting[0], units[fitting[0].file][rule]
        elif not of_item[0].doubtful and item not in known:
            here = units[of_item[0].file][rule]
            notices.append(_parting(item, masses[item], of_item[0].file, rule, here))
    taken = {text.file for of_item in by_name.values() for text in of_item}
    unnamed = [text for text in texts if text.file not in taken and not text.doubtful]
    unpaired = {item: mass for item, mass in masses.items() if item not in {*by_name, *known}}
    by_length = _by_length(unpaired, unnamed, rule, units)
    for item, text in by_length.items():
        found[item] = text, units[text.file][rule]
    if rule == "line":
        notices += _numbering(text for text, _ in found.values())
    for kind, of_table in (("text", ""), ("full text", ", of which a table has the beginnings")):
        of_kind = [item for item in found if (item in known) == bool(of_table)]
        if of_kind:
            item = min(of_kind, key=in_natural_order)
            one, several = f"item has its {kind}", f"items have their {kind}s"
            what = f"{counted(len(of_kind), one, several)} from files beside the codings, "
            what += f"a unit from each of the {RULES[rule]}{of_table}"
            notices.append(Notice(file=found[item][0].file, item=item, what=what))
    for item, text in by_length.items():
        what = "the text of this item by its length, not by its name"
        notices.append(Notice(file=text.file, item=item, what=what))
    notices += _encodings([text for text, _ in found.values() if text.encoding])
    used = {text.file for text, _ in found.values()} | {notice.file for notice in notices}
    left = tuple(text for text in texts if text.file not in used)
    return Attached({item: one for item, (_, one) in found.items()}, tuple(notices), left)


def _are_cut(cells: Sequence[str], units: Sequence[str]) -> bool:
    """Return whether cells hold the beginnings of units alone, of some of them not all."""
    pairs = [
        (CUT.sub("", text := " ".join(cell.split())), text, unit)
        for cell, unit in zip(cells, units, strict=True)
    ]
    return any(len(start) < len(CUT.sub("", unit)) for start, _, unit in pairs) and all(
        unit.startswith(start) and (start != text or not unit[len(start) :][:1].isalnum())
        for start, text, unit in pairs
    )


def attached_from_tables(
    masses: Mapping[str, int], tables: Sequence[TextTable]
) -> tuple[dict[str, tuple[str, ...]], list[Notice]]:
    """Return the texts that tables have of items with as many units, and what there is to say."""
    texts: dict[str, tuple[str, ...]] = {}
    used: dict[str, str] = {}
    notices: list[Notice] = []
    for table in tables:
        named = named_among(masses, table.units)
        fitting = {
            item: table.units[name]
            for item, name in named.items()
            if len(table.units[name]) == masses[item]
            and item not in texts
            and name not in table.wrong
        }
        if not fitting and not table.nothing_else:
            continue
        if fitting:
            what = f"{counted(len(fitting), 'item has its text', 'items have their texts')} from "
            notices.append(Notice(file=table.file, what=f"{what}this table, a unit from each row"))
        for item, name in named.items():
            if item not in fitting:
                row = table.wrong[name].row if name in table.wrong else None
                what = f"not attached: {_why_not(table, name, masses[item], used.get(item, ''))}"
                notices.append(Notice(file=table.file, item=item, row=row, what=what))
        if not named:
            names = listed(list(table.units), NAMED)
            what = f"a table of texts, of no item without a text: none is called {names}"
            notices.append(Notice(file=table.file, what=what))
        texts |= fitting
        used |= dict.fromkeys(fitting, table.file)
    return texts, notices


def _why_not(table: TextTable, name: str, mass: int, used: str) -> str:
    if used:
        return f"the item has its text from {used}"
    if name in table.wrong:
        return table.wrong[name].what
    rows = counted(len(table.units[name]), "row")
    return f"the coding has {counted(mass, 'unit')}, this table has {rows} of it"


def named_among(items: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """Return the name of each item among others, though perhaps written differently.

    What is left goes by its letter and number, if no other item has them: *Text 6 new* is *T6*.
    """
    same = matched(items, names)
    found = {name: name for name in same.same} | {of: name for name, of in same.suggested.items()}
    ours, theirs = (
        grouped(
            (key, name) for name in left if name not in known and (key := _letter_and_numbers(name))
        )
        for left, known in ((same.only_known, found), (same.only_new, same.suggested))
    )
    alone = {key: of[0] for key, of in ours.items() if len(of) == len(theirs.get(key, ())) == 1}
    return found | {item: theirs[key][0] for key, item in alone.items()}


def _letter_and_numbers(name: str) -> tuple[str, ...]:
    """Return the first letter of a name with its numbers; empty without either."""
    numbers = re.findall(r"\d+", name)
    letter = name[:1].casefold()
    return (letter, *numbers) if numbers and letter.isalpha() else ()


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


def texts_by_name(
    masses: Mapping[str, int], texts: Sequence[PlainText]
) -> dict[str, list[PlainText]]:
    """Return the texts that are named after each item, though perhaps written differently."""
    named = grouped((PurePosixPath(text.file.replace("\\", "/")).stem, text) for text in texts)
    short = {item: re.split("[/:]", item)[-1] for item in masses}
    times = Counter(short.values())
    known = {name if times[name] == 1 else item: item for item, name in short.items()}
    pairs = {known[name]: named[of_file] for name, of_file in named_among(known, named).items()}
    sure = [text for text in texts if not text.doubtful]
    if not pairs and len(masses) == len(sure) == 1:
        pairs = {next(iter(masses)): sure}
    return pairs


def _rule(
    masses: Mapping[str, int], by_name: Mapping[str, Sequence[PlainText]], units: Divided
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
    masses: Mapping[str, int], texts: Sequence[PlainText], rule: str, units: Divided
) -> dict[str, PlainText]:
    """Return the only text of a length for the only item of this length."""
    of_length = grouped((len(units[text.file][rule]), text) for text in texts)
    times = Counter(masses.values())
    return {
        item: of_length[mass][0]
        for item, mass in masses.items()
        if mass >= FEWEST and times[mass] == len(of_length.get(mass, ())) == 1
    }


def divided(text: str) -> dict[str, tuple[str, ...]]:
    """Return the units of a text by each rule."""
    extent = Extent(end=len(text), text=text)
    numbered, _ = _numbered(text)
    found = {
        # Where lines are numbered, they are the units, whatever empty lines stand between them.
        "paragraph": () if numbered else _joined(BLANK_LINE.split(text.strip())),
        "line": numbered or _joined(text.splitlines()),
    }
    for rule in ("paragraph", "line"):
        title, *rest = found[rule] or ("",)
        is_title = len(title) <= MAX_TITLE and not title.rstrip(CLOSING).endswith(tuple(STOP))
        found[f"{rule} after a title"] = tuple(rest) if is_title and not numbered else ()
    for rule in ("sentence", "word"):
        try:
            found[rule] = _joined(unit.label for unit in cut(extent, rule))
        except SegmentationError:
            found[rule] = ()
    return found


def _numbered(text: str) -> tuple[tuple[str, ...], str]:
    """Return the lines that numbers in front of them count, without these; and what to say."""
    lines = [(line, NUMBERED.fullmatch(line)) for line in _joined(text.splitlines())]
    first = next((at for at, (_, one) in enumerate(lines[:HEAD]) if one), 0)
    numbers = [int(one[1]) for _, one in lines[first:] if one]
    more = len(lines) - first - len(numbers)
    few = len(numbers) < FEWEST_NUMBERED or more > OTHERS * len(lines) + 1
    if few or 3 * first > len(lines):
        return (), ""
    rise = [other == one + 1 for one, other in pairwise(numbers)]
    if numbers[0] > 1 or not all(rise):
        at = 0 if numbers[0] > 1 else rise.index(False) + 1
        after = f"{numbers[at - 1]} is followed by" if at else "the first is"
        what = f"its lines begin with numbers that do not count them: {after} {numbers[at]}. Every "
        return (), f"{what}line is read as a unit" if 2 * sum(rise) > len(rise) else ""
    units: list[str] = []
    for line, one in lines[first:]:
        if one:
            units.append(one[2] or "")
        else:
            units[-1] = f"{units[-1]} {line}".strip()
    what = f"its lines are numbered from {numbers[0]} to {numbers[-1]}, and read by these numbers"
    what += f", without {counted(first, 'line')} before them" * bool(first)
    what += f"; {counted(more, 'line')} {ADDED}" * bool(more)
    return tuple(units), what * bool(first or more)


def _numbering(texts: Iterable[PlainText]) -> Iterator[Notice]:
    """Say how numbers in front of lines are read, of texts that are read alike once."""
    said = ((_numbered(one.text), one.file) for one in texts)
    kinds = grouped(
        ((bool(units), ADDED in what), (file, what)) for (units, what), file in said if what
    )
    for (file, what), *others in kinds.values():
        more = f"; so for {counted(len(others), 'other text')}" * bool(others)
        yield Notice(file=file, what=what + more)


def _joined(parts: Iterable[str]) -> tuple[str, ...]:
    """Return the parts that are not empty, each on one line."""
    return tuple(line for line in (" ".join(part.split()) for part in parts) if line)


def _parting(item: str, mass: int, file: str, rule: str, units: Sequence[str]) -> Notice:
    """Say how many units a coding and its text have, and show the text where one of them ends."""
    what = f"not attached: the coding has {counted(mass, 'unit')}, the text {len(units):,} "
    what += RULES[rule]
    shown = [repr(shortened(unit, 40)) for unit in units]
    if units:
        what += f". The text begins with {shown[0]}; its "
    if len(units) > mass:
        what += f"unit {mass} is {shown[mass - 1]}, and then comes {shown[mass]}"
    elif units:
        what += f"last unit, {len(units)}, is {shown[-1]}, and the coding goes on"
    return Notice(file=file, item=item, what=what)
