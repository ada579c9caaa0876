"""Writing a corpus, so that it can be read again; boundaries go out whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from csv import field_size_limit
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from segmetrics.corpus import Corpus, Item, by_hand
from segmetrics.extras import require
from segmetrics.io import recording_writers
from segmetrics.io.archives import OURS
from segmetrics.io.cells import csv_text, escaped, unescaped, workbook_files
from segmetrics.io.choices import Choices
from segmetrics.io.document import Source
from segmetrics.io.excel_files import MAX_ROWS, MAX_TEXT
from segmetrics.io.formats import project_json
from segmetrics.io.formats.choi import NEARLY, VERSIONS, placeholders
from segmetrics.io.formats.long_table import BETWEEN_NAMES
from segmetrics.io.formats.segeval import MARKS, REFERENCE
from segmetrics.io.limits import MAX_FILES, MAX_PATH, MAX_RATIO
from segmetrics.io.names import coded, file_name
from segmetrics.io.problems import HALF, shortened, wrong_name
from segmetrics.io.read import read_sources
from segmetrics.io.recording_ends import EVERY
from segmetrics.io.spans import Labels
from segmetrics.io.table_files import ERRORS
from segmetrics.phrases import counted
from segmetrics.segmentation import MAX_MASS, Segmentation
from segmetrics.time_scale import TimeScale, scale_called

ELSE = "write segmetrics-json, which carries everything"
MAX_FILE_NAME = 240  # bytes of a file's or folder's name that any system takes
MAX_OF_PATH = MAX_PATH - 300  # characters; some are left for the path of the archive
FIRST_DAY = (1980, 1, 1, 0, 0, 0)


class CannotWrite(ValueError):
    """A format cannot carry a corpus; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Written:
    """A corpus as a file, and what of the corpus is not in it, as sentences."""

    content: bytes
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Writer:
    """A format that can be written, perhaps for recordings alone."""

    key: str
    title: str
    ending: str
    make: Callable[[Corpus], Written]
    times: bool = False

    def write(self, corpus: Corpus) -> Written:
        """Write a corpus."""
        _refuse_what_no_file_holds(corpus)
        return self.make(corpus)


def _refuse_what_no_file_holds(corpus: Corpus) -> None:
    """Refuse names and texts that no reader would take; no reader gives any of them."""
    for what, name in _names(corpus):
        if wrong := wrong_name(name):
            raise CannotWrite(f"the name of {what} {wrong}; rename it")
    for item in corpus.items:
        if any(map(HALF.search, (*(item.texts or ()), *(item.speakers or ())))):
            raise CannotWrite(f"a text of item {shortened(item.name)} holds half of a character")
        levels = chain.from_iterable(coding.levels or () for coding in item.codings.values())
        if max(levels, default=1) > MAX_MASS:
            raise CannotWrite(f"a level in item {shortened(item.name)} is too large to be real")
    if any(HALF.search(decision.comment) for decision in corpus.decisions):
        raise CannotWrite("the comment of a decision holds half of a character")


def _names(corpus: Corpus) -> Iterator[tuple[str, str]]:
    yield from (("an item", item.name) for item in corpus.items)
    yield from (("a coder", coder) for coder in corpus.coders)
    yield from (("a type", name) for name in corpus.types)


def _beside_codings(corpus: Corpus, *, reference: bool = False) -> Iterator[str]:
    """Name the roles and decisions that are lost; `reference` says whether that role is kept."""
    if corpus.reference is not None and not reference:
        yield f"that {shortened(corpus.reference)} is the reference"
    if any(item.speakers for item in corpus.items):
        yield "who speaks each unit"
    if corpus.automatic:
        names = shortened(", ".join(corpus.automatic))
        yield f"that these coders are automatic segmenters: {names}"
    if corpus.scale is not None:
        yield f"that positions are {scale_called(corpus.scale)}"
    if corpus.decisions:
        count = len(by_hand(corpus.decisions))
        yield f"{counted(count, 'decision')} about disputed places"


@dataclass(slots=True)
class _Texts:
    """Texts that a format cannot hold as they are."""

    rule: str
    units: int = 0
    first: str = ""

    def compare(self, item: Item, kept: tuple[str, ...] | None) -> None:
        """Count the texts of an item that are not kept; None if none is."""
        texts = item.texts or ()
        others: Iterable[str | None] = kept if kept is not None else [None] * len(texts)
        pairs = enumerate(zip(texts, others, strict=True), 1)
        changed = [unit for unit, (text, other) in pairs if text != other]
        if changed and not self.units:
            self.first = f"item {shortened(item.name)}, unit {changed[0]}"
        self.units += len(changed)

    @property
    def lost(self) -> Iterator[str]:
        if self.units:
            count = counted(self.units, "unit")
            yield f"the exact text of {count}, the first in {self.first}: {self.rule}"


def _segeval_json(corpus: Corpus) -> Written:
    is_reference = corpus.reference == REFERENCE
    data: dict[str, object] = {"segmentation_type": corpus.kind}
    if is_reference:
        data["has_reference_coder"] = True
    data["items"] = {
        item.name: {coder: _segeval(coding) for coder, coding in item.codings.items()}
        for item in corpus.items
    }
    texts = {item.name: item.texts for item in corpus.items if item.texts is not None}
    if texts:
        data["texts"] = texts
    content = f"{project_json.laid_out(data, depth=3)}\n".encode()
    return Written(content, tuple(_beside_codings(corpus, reference=is_reference)))


def _segeval(coding: Segmentation) -> object:
    if coding.types is None and coding.levels is None:
        return coding.masses
    kind = "hierarchical" if coding.types is None else "multiple"
    return {"mass": coding.mass, MARKS[kind]: project_json.boundaries_of(coding)}


def _long_csv(corpus: Corpus) -> Written:
    header, rows, lost = _long_table(corpus)
    return Written(csv_text(header, rows).encode(), lost)


def _workbook(corpus: Corpus) -> Written:
    """Write a table of units or of times as a workbook, if it is read as the same codings."""
    require("excel", "A workbook of Excel")
    if corpus.scale is not None:
        _refuse_without_times(corpus)
        return _read_again(corpus, _packed_sheet(*recording_writers.times_table(corpus)), ".xlsx")
    header, rows, lost = _long_table(corpus)
    table = list(rows)
    content, as_text = _packed_sheet(header, table), csv_text(header, table).encode()
    as_sheet = read_sources([Source("codings.xlsx", content)], Choices(condition=EVERY))
    as_csv = read_sources([Source("codings.csv", as_text)], Choices(condition=EVERY))
    longest = max((len(cell) for row in table for cell in row if isinstance(cell, str)), default=0)
    too_large = longest > MAX_TEXT or len(table) >= MAX_ROWS
    if too_large or as_sheet.problems or as_sheet.corpus != as_csv.corpus:
        why = "a workbook does not keep these names or texts, which are too long for a cell, too"
        raise CannotWrite(f"{why} many for a sheet, or hold control characters; {ELSE}")
    return Written(content, lost)


def _packed_sheet(header: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    return _packed(workbook_files(header, rows), comment=b"")


def _long_table(
    corpus: Corpus,
) -> tuple[tuple[str, ...], Iterator[tuple[object, ...]], tuple[str, ...]]:
    """Return the header and the rows of a long table, and what of the corpus is not in it."""
    _refuse_in_tables(corpus)
    mark = {"linear": (), "multiple": ("type",), "hierarchical": ("level",)}[corpus.kind]
    nothing = ("",) * len(mark)
    if all(item.texts is None for item in corpus.items):
        header = ("item", "coder", "boundary", "mass", *mark)
        rows = chain.from_iterable(_boundary_rows(item, nothing) for item in corpus.items)
        return header, rows, tuple(_beside_codings(corpus))
    header = ("item", "coder", "unit", "segment", "text", *mark)
    rows = chain.from_iterable(_unit_rows(item, nothing) for item in corpus.items)
    texts = _Texts(
        "a table cannot keep a text that starts or ends with white space, is very long, holds NUL "
        "or looks like an error of a spreadsheet (such as #N/A); nor an item whose texts are all "
        "empty"
    )
    for item in corpus.items:
        kept = tuple(map(_in_cell, item.texts or ()))
        texts.compare(item, kept if any(kept) else None)
    return header, rows, (*_beside_codings(corpus), *texts.lost)


def _refuse_in_tables(corpus: Corpus) -> None:
    for what, name in _names(corpus):
        if _in_cell(name) != name:
            why = (
                f"a table does not keep the name of {what} {name!r}: it starts or ends with white "
            )
            why += "space, or looks like an error of a spreadsheet"
            raise CannotWrite(f"{why}; rename it, or {ELSE}")
    for name in corpus.types:
        if BETWEEN_NAMES.split(name) != [name]:
            why = (
                f"the type {shortened(name)!r} holds a space, comma, semicolon or bar; in a table "
            )
            raise CannotWrite(f"{why}these stand between two types; rename it, or {ELSE}")
    for item in corpus.items:
        if item.name.lower() == "item" and "coder" in map(str.lower, item.codings):
            why = f"the item {item.name} and its coder are named as the columns of a table"
            raise CannotWrite(f"{why}; rename one of them, or {ELSE}")


def _in_cell(text: str) -> str:
    """Write a text as a table gives it back."""
    kept = unescaped(escaped(text.replace("\0", "")).strip())
    return "" if kept in ERRORS or len(kept) >= field_size_limit() else kept


def _boundary_rows(item: Item, nothing: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    for coder, coding in item.codings.items():
        for position, carries in (_marks(coding) or {"": nothing}).items():
            yield item.name, coder, position, coding.mass, *carries


def _unit_rows(item: Item, nothing: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    texts = tuple(map(_in_cell, item.texts or ("",) * item.mass))
    for coder, coding in item.codings.items():
        marks = _marks(coding)
        segment = 1
        for unit, text in enumerate(texts, 1):
            segment += unit - 1 in marks
            yield item.name, coder, unit, segment, text, *marks.get(unit - 1, nothing)


def _marks(coding: Segmentation) -> dict[object, tuple[object, ...]]:
    """Pair the boundaries of a coding with the cells of what they carry: one, or none."""
    if coding.types is not None:
        cells: Iterable[tuple[object, ...]] = (("|".join(sorted(t)),) for t in coding.types)
    elif coding.levels is not None:
        cells = zip(coding.levels)
    else:
        cells = ((),) * len(coding.boundaries)
    return dict(zip(coding.boundaries, cells, strict=True))


def _choi(corpus: Corpus) -> Written:
    if corpus.scale is not None:
        raise CannotWrite(f"a recording has no units to write as lines; {ELSE}")
    if corpus.kind == "multiple":
        raise CannotWrite(f"separator lines cannot carry types of boundaries; {ELSE}")
    count = sum(len(item.codings) for item in corpus.items)
    if count > MAX_FILES:
        why = f"{count:,} codings make as many files, and at most {MAX_FILES:,} can be read"
        raise CannotWrite(f"{why}; {ELSE}")
    items = _file_names(item.name for item in corpus.items)
    coders = _file_names(corpus.coders)
    texts = _Texts(
        "a line cannot be empty, start or end with white space, hold a line break or NUL, look "
        f"like a separator, or be one of {placeholders(2)[0]!r}, {placeholders(2)[1]!r} and so on"
    )
    files: dict[str, bytes] = {}
    for item in corpus.items:
        lines = _lines(item)
        texts.compare(item, lines if lines != placeholders(item.mass) else None)
        for coder, coding in item.codings.items():
            name = f"{coders[coder]}/{items[item.name]}.txt"
            if len(name) > MAX_OF_PATH:
                why = f"the names of item {shortened(item.name)} and coder {shortened(coder)} "
                raise CannotWrite(f"{why}together are too long for the name of a file; {ELSE}")
            files[name] = _separated(lines, coding).encode()
    lost = (*_beside_codings(corpus), *texts.lost, *_hard_to_read(files))
    return Written(_packed(files), lost)


def _lines(item: Item) -> tuple[str, ...]:
    """Write each text as one line that is no separator."""
    texts, stand_ins = item.texts or ("",) * item.mass, placeholders(item.mass)
    return tuple(_line(text) or other for text, other in zip(texts, stand_ins, strict=True))


def _line(text: str) -> str:
    parts = text.replace("\0", "").replace("\r", "\n").split("\n")
    line = " ".join(part for part in map(str.strip, parts) if part)
    return f"'{line}" if NEARLY.fullmatch(line) or line.startswith(VERSIONS) else line


def _separated(lines: tuple[str, ...], coding: Segmentation) -> str:
    """Put separators between segments, and at both edges of the text."""
    edge = "==========" if coding.levels is None else "==== 1 ===="
    separators = [edge] * len(coding.boundaries)
    if coding.levels is not None:
        separators = [f"==== {level} ====" for level in coding.levels]
    parts = [edge]
    start = 0
    for end, separator in zip((*coding.boundaries, coding.mass), (*separators, edge), strict=True):
        parts += (*lines[start:end], separator)
        start = end
    return "\n".join(parts) + "\n"


def _file_names(names: Iterable[str]) -> dict[str, str]:
    """Name a file after each name; also where systems do not tell capitals from others."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        file = file_name(name)
        key = normalize("NFC", file.casefold())
        files[name] = coded(name) if key in taken else file
        taken.add(key)
    return files


def _hard_to_read(files: Iterable[str]) -> Iterator[str]:
    """Return what a person has to know to unpack the archive."""
    longest = max((part for file in files for part in file.split("/")), key=len)
    if len(longest.encode()) > MAX_FILE_NAME:
        what = "that any system can unpack the archive; a file's name is too long for some"
        yield f"{what}: {shortened(longest)}"


def _packed(
    files: Mapping[str, bytes], method: int = ZIP_DEFLATED, *, comment: bytes = OURS
) -> bytes:
    """Pack files so that the same ones always make the same archive."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.comment = comment
        for name, content in files.items():
            entry = ZipInfo(name, FIRST_DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = method
            archive.writestr(entry, content, compresslevel=1)  # four times as fast as usual
    packed = buffer.getvalue()
    # An archive that unpacks to many times its size is refused when it is read.
    if method == ZIP_DEFLATED and 2 * sum(map(len, files.values())) > MAX_RATIO * len(packed):
        return _packed(files, ZIP_STORED, comment=comment)
    return packed


def _times_csv(corpus: Corpus) -> Written:
    _refuse_without_times(corpus)
    return _read_again(corpus, csv_text(*recording_writers.times_table(corpus)).encode(), ".csv")


def _file_a_recording(corpus: Corpus, make: Callable[[Item], bytes], ending: str) -> Written:
    _refuse_without_times(corpus)
    codings = (coding for item in corpus.items for coding in item.codings.values())
    if any(len(names) > 1 for coding in codings for names in coding.types or ()):
        why = "a segment has one label, and some boundaries have several types"
        raise CannotWrite(f"{why}; write times-csv, or {ELSE}")
    names = _file_names(item.name for item in corpus.items)
    files = {f"{names[item.name]}{ending}": make(item) for item in corpus.items}
    if max(map(len, files)) > MAX_OF_PATH:
        raise CannotWrite(f"the name of an item is too long for the name of a file; {ELSE}")
    written = _read_again(corpus, _packed(files), ".zip")
    return replace(written, lost=(*written.lost, *_hard_to_read(files)))


_jams = partial(_file_a_recording, make=recording_writers.jams, ending=".jams")
_textgrids = partial(_file_a_recording, make=recording_writers.textgrid, ending=".TextGrid")


def _refuse_without_times(corpus: Corpus) -> None:
    """Refuse what is no recording, and what times cannot carry."""
    if corpus.scale is None:
        raise CannotWrite(f"only recordings have times, and these are texts; {ELSE}")
    if corpus.kind == "hierarchical":
        raise CannotWrite(f"times cannot carry levels of boundaries; {ELSE}")
    step = Fraction(repr(1000 * corpus.scale.resolution)).limit_denominator(1000)
    places = {
        place
        for item in corpus.items
        for place in (item.mass, *chain(*(one.boundaries for one in item.codings.values())))
    }
    if any((place * step).denominator > 1 for place in places):
        raise CannotWrite(f"some times are finer than a millisecond; {ELSE}")


def _read_again(corpus: Corpus, content: bytes, ending: str) -> Written:
    """Keep a file of times if it is read as the corpus, and say what has to be said to do so."""
    source = Source(f"codings{ending}", content)
    codings = {item.name: dict(item.codings) for item in corpus.items}
    labels: Labels = "types" if corpus.kind == "multiple" else "none"
    asked = {
        "": Choices(),
        f"what labels are, so that --labels {labels} has to be said": Choices(labels=labels),
        "whose the tiers are, so that --pattern {item} has to be said": Choices(
            pattern="{item}", labels=labels
        ),
    }
    for lost, choices in asked.items():
        reading = read_sources([source], choices)
        read = reading.corpus.items if reading.corpus is not None else ()
        if reading.problems or {one.name for one in read} != codings.keys():
            continue
        if all(_timed(one) == _timed(corpus[one.name]) for one in read):
            scale = reading.corpus.scale if reading.corpus is not None else None
            others = [one for one in _beside_codings(corpus) if "positions are" not in one]
            if scale != corpus.scale:
                others.append(f"that positions are {scale_called(corpus.scale)}")
            return Written(content, (*filter(None, [lost]), *others))
    raise CannotWrite(f"a name or a label would be read as another one; rename it, or {ELSE}")


def _timed(item: Item) -> object:
    """Return the times of a recording: of its end, and of boundaries with their labels."""
    seconds = (item.scale or TimeScale()).seconds
    return seconds(item.mass), {
        coder: (tuple(map(seconds, coding.boundaries)), coding.types or ())
        for coder, coding in item.codings.items()
    }


# The formats that can be written, by key; the first carries everything.
WRITERS: Mapping[str, Writer] = {
    writer.key: writer
    for writer in (
        Writer(
            "segmetrics-json",
            "segmetrics JSON",
            ".json",
            lambda corpus: Written(project_json.write(corpus)),
        ),
        Writer("segeval-json", "segeval JSON", ".json", _segeval_json),
        Writer("long-csv", "Long table (CSV)", ".csv", _long_csv),
        Writer("table-xlsx", "Table (Excel)", ".xlsx", _workbook),
        Writer("choi", "Text with separator lines (ZIP)", ".zip", _choi),
        Writer("times-csv", "Times of recordings (CSV)", ".csv", _times_csv, times=True),
        Writer("jams", "JAMS (ZIP)", ".zip", _jams, times=True),
        Writer("textgrid", "Praat TextGrids (ZIP)", ".zip", _textgrids, times=True),
    )
}


def write(corpus: Corpus, path: str | Path, *, to: str | None = None) -> tuple[str, ...]:
    """Write a corpus to a file; a file that is there already is replaced.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    path : str or Path
        The file.
    to : str, optional
        The format, a key of `WRITERS`; if left out, the first one with the ending of the
        path, for recordings the first of times: ``.json`` is ``segmetrics-json``, which carries
        everything, ``.csv`` and ``.xlsx`` are a table.

    Returns
    -------
    tuple of str
        What of the corpus is not in the file, as sentences without their full stops.

    Raises
    ------
    ValueError
        If no format is known by this name or ending.
    CannotWrite
        If boundaries, or what they carry, would be lost; nothing is written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    >>> with TemporaryDirectory() as folder:
    ...     write(corpus, f"{folder}/codings.csv")
    ()
    """
    ending = Path(path).suffix.lower()
    of_times = corpus.scale is not None
    fitting = [one for one in WRITERS.values() if (to or ending) in (one.key, one.ending)]
    if not fitting:
        raise ValueError(f"a format is one of {', '.join(WRITERS)}, got {to or ending!r}")
    written = max(fitting, key=lambda one: one.times == of_times).write(corpus)
    Path(path).write_bytes(written.content)
    return written.lost
