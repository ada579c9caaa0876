"""From files to a corpus, with a list of everything that is wrong with them."""

from __future__ import annotations

import gc
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from segmetrics.corpus import Corpus
from segmetrics.io import column_roles
from segmetrics.io.archives import unpacked
from segmetrics.io.assembly import assemble
from segmetrics.io.choices import Choices
from segmetrics.io.companion_lengths import lengths_in
from segmetrics.io.companions import (
    lists,
    notes,
    pass_over_exports,
    plain_texts,
    without_companions,
)
from segmetrics.io.document import Document, Files, Source
from segmetrics.io.excel_files import sheets
from segmetrics.io.files import sources_in, sources_in_order
from segmetrics.io.formats import mapped_table
from segmetrics.io.known_formats import FORMATS, MAPPED
from segmetrics.io.limits import MAX_BOUNDARIES, MAX_BYTES, MAX_ITEMS, MAX_PATH, MAX_PROBLEMS
from segmetrics.io.mark_ends import at_one_end
from segmetrics.io.parts import AnyCoding, Coding, Found, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable, printable, shortened
from segmetrics.io.readings import Parsed, Reading, Recognised
from segmetrics.io.refusals import KNOWN, unknown
from segmetrics.io.table_blocks import rows_called
from segmetrics.io.table_roles import SAY_COLUMNS, TableRoles
from segmetrics.io.word_files import texts_of_documents
from segmetrics.phrases import cut

Progress = Callable[[float, str], None]


class NothingReadError(ValueError):
    """No item of some files can be used; the message has every problem."""


def read(*paths: str | Path, choices: Choices | None = None) -> Corpus:
    """Read a corpus from files.

    Parameters
    ----------
    *paths : str or Path
        Files, archives and folders, all of one corpus.
    choices : Choices, optional
        What to make of them; by default nothing is chosen.

    Returns
    -------
    Corpus
        The items without a problem. A warning names all problems, if there are some.

    Raises
    ------
    NothingReadError
        If no item can be used.
    PatternError
        If the chosen pattern is not well formed.

    See Also
    --------
    check : The corpus with everything that there is to know about the files.

    Examples
    --------
    >>> from segmetrics.io.samples import SAMPLES
    >>> read(SAMPLES["stargazer"].path).coders
    ('1', '2', '3', '4', '5', '6', '7')
    """
    reading = check(*paths, choices=choices)
    problems = "\n".join(map(str, reading.problems))
    if reading.corpus is None:
        raise NothingReadError(problems)
    if problems:
        warnings.warn(problems, stacklevel=2)
    return reading.corpus


def check(
    *paths: str | Path, choices: Choices | None = None, before: Corpus | None = None
) -> Reading:
    """Read files, and list what was recognised in them and everything that is wrong with them.

    Parameters
    ----------
    *paths : str or Path
        Files, archives and folders, all of one corpus.
    choices : Choices, optional
        What to make of them; by default nothing is chosen.
    before : Corpus, optional
        A round of the same items before this one. It says how coders are spelled, and how many
        units items have, and their texts, where the files do not.

    Returns
    -------
    Reading
        The corpus of the good items, or None; problems and notices. A file that cannot be
        opened is a problem like any other.

    Raises
    ------
    PatternError
        If the chosen pattern is not well formed.

    Examples
    --------
    >>> reading = check("none.csv")
    >>> reading.corpus is None, len(reading.problems)
    (True, 1)
    """
    given: tuple[object, ...] = paths
    for path in given:
        if not isinstance(path, (str, os.PathLike)):
            hint = "; write choices=Choices(...)" if isinstance(path, Choices) else ""
            raise TypeError(f"files are given by paths, got {cut(repr(path), 40)}{hint}")
    return assemble(parse_sources(sources_in(paths), choices), choices, before)


def read_sources(sources: Iterable[Source], choices: Choices | None = None) -> Reading:
    r"""Read codings from the content of files, all of one corpus, as `check` does from paths.

    Examples
    --------
    >>> reading = read_sources([Source("a.csv", b"item,coder,masses\nch1,x,2 3\nch1,y,2 4\n")])
    >>> reading.problems[0].where, reading.problems[0].what
    ('a.csv, row 2, item ch1, coder x', 'units differ: x has 5, y has 6')
    >>> reading.left_out
    ('ch1',)
    """
    return assemble(parse_sources(sources_in_order(sources), choices), choices)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: a million rows take 7.1 s with it, 1.4 s without."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@_uncollected()
def parse_sources(
    sources: Iterable[Source | Notice],
    choices: Choices | None = None,
    *,
    most: int = MAX_BYTES,
    progress: Progress | None = None,
) -> Parsed:
    """Recognise files by their content and read them, before any decision about what they hold."""
    choices = choices or Choices()
    found: list[Found] = []
    documents = Files()
    files: dict[str, None] = {}
    patterns: dict[str, str] = {}
    for source in texts_of_documents(sheets(_distinct(unpacked(sources, most=most)))):
        if isinstance(source, Notice):
            found.append(source)
            files.setdefault(source.file)
        else:
            documents[source.place] = Document(source, choices, documents)
            if source.pattern:
                patterns[source.place] = source.pattern
            files.setdefault(source.place)
    found += pass_over_exports(documents)
    recognised: list[Recognised] = []
    tables = TableRoles(choices.columns)
    size = sum(len(document.content) for document in documents.values()) or 1
    done = 0
    problems, size_limit = _ProblemLimit(), _SizeLimit()
    unknown: dict[str, Problem] = {}
    try:
        for document in documents.values():
            if progress:
                document.reached = partial(_report, progress, document, done, size)
            document.reached(0)
            parts = size_limit.passed(_parts(document, recognised, unknown, tables))
            found += problems.passed(document, parts)
            document.forget()
            done += len(document.content)
        for name in list(unknown):
            roles = tables.of_others(documents[name])
            if roles is not None:
                del unknown[name]
                recognised.append(Recognised(name, MAPPED, "columns as in other tables"))
                found += mapped_table.read_roles(documents[name], roles)
            documents[name].forget()
        found, tables.views = at_one_end(found, tables.views)
        results = {one.file for one in recognised if one.format.key == "result"}
        tables_of_lengths = {
            name: lengths_in(documents[name])
            for name, one in unknown.items()
            if one.asks == "columns"
        }
        lengths = {name: text for name, text in tables_of_lengths.items() if text is not None}
        recognised, found, passed = without_companions(
            recognised, found, unknown, tables.views, lengths
        )
    except Unreadable as error:  # a part of a corpus would give other numbers
        found, passed, results, lengths = [error.problem], [], set(), {}
    copies = {one.file for one in recognised if one.format.key == "marked-copies"}
    # A copy that is wrong is no text of the others.
    beside = [one for one in found if not (isinstance(one, Problem) and one.file in copies)]
    texts = plain_texts([name for name in passed if name not in results], beside, documents)
    texts += tuple(text for name, text in lengths.items() if name in passed)
    attachable = {text.file for text in texts} | {table.file for table in tables.texts}
    found += tables.wrong_headings()
    if files and not any(isinstance(part, (Coding, SpanCoding, Problem)) for part in found):
        what = "there are no codings in this file"
        found += [Problem(file=file, what=what, fix=KNOWN) for file in files]
    shown = {one.file for one in recognised}
    shown |= {part.file for part in found if isinstance(part, Problem)}
    encodings = (one.encodings for name, one in documents.items() if name not in passed)
    conditions = grouped(one for of in documents.values() for one in of.conditions.items())
    parsed = Parsed(
        tuple(files),
        tuple(recognised),
        tuple(found),
        patterns=patterns,
        texts=texts,
        text_tables=tuple(tables.texts),
        lists=dict(lists(passed, documents)),
        notes=notes(passed, documents),
        passed_over=tuple(name for name in passed if name not in attachable),
        tables=column_roles.joined_views(view for view in tables.views if view.files[0] in shown),
        encodings=next(filter(None, encodings), {}),
        conditions={name: tuple(dict.fromkeys(chain(*of))) for name, of in conditions.items()},
    )
    documents.clear()  # They refer to each other by it.
    return parsed


def _report(progress: Progress, document: Document, done: int, size: int, share: float) -> None:
    progress((done + share * len(document.content)) / size, document.name)


def _parts(
    document: Document,
    recognised: list[Recognised],
    unknown: dict[str, Problem],
    tables: TableRoles,
) -> Iterator[Found]:
    try:
        taken_for = _recognise(document)
        if asked := tables.asked_whose(document, taken_for.format):
            yield asked
            return
        roles = tables.roles_of(document, taken_for.format)
    except Unreadable as error:
        asked, roles = tables.asked(document)
        if roles is None:
            unknown[document.name] = asked or error.problem
            return
    else:
        if roles is not None and tables.are_texts(document, roles):
            what = mapped_table.NO_SEGMENTS
            unknown[document.name] = document.problem(what, SAY_COLUMNS, asks="columns")
            return
        if taken_for.format.key == "no-table":
            tables.asked(document)  # nothing groups its units, but it may hold the texts of others
    if roles is not None:
        taken_for = Recognised(document.name, MAPPED, "columns as chosen")
    recognised.append(taken_for)
    try:
        document.reached(0.5)
        if taken_for.format.roles:
            if document.table.aside:
                rows = f"{rows_called(document.table.aside)}, outside the table"
                yield document.notice(f"not read: {rows}, such as a title or a note")
            yield from map(document.notice, document.table.said)
            if document.table.doubt:
                fix = "write 1.350 for minutes and thousandths, or min.sec in the heading"
                raise document.unreadable(document.table.doubt, fix)
        read_parts = taken_for.format.read
        if roles is not None:
            read_parts = partial(mapped_table.read_roles, roles=roles)
        for part in read_parts(document):
            if isinstance(part, Problem) and part.asks in ("marks", "columns"):
                tables.views[-1] = replace(tables.views[-1], sure=False)
            yield part
    except Unreadable as error:
        yield error.problem


def _too_much(file: str, most: int, what: str) -> Unreadable:
    what = f"more than {most:,} {what} up to this file; none of the files was read"
    return Unreadable(Problem(file=file, what=what, fix="open the files in several parts"))


class _SizeLimit:
    """What codings of all files hold, so that reading ends before it takes gigabytes."""

    def __init__(self) -> None:
        self.items: set[str | None] = set()
        self.boundaries = 0

    def passed(self, parts: Iterable[Found]) -> Iterator[Found]:
        """Pass parts on, as long as they are not too many."""
        for part in parts:
            if isinstance(part, AnyCoding):
                marked = part.segmentation.boundaries if isinstance(part, Coding) else part.spans
                self.boundaries += len(marked)
                self.items.add(part.item)
                if self.boundaries > MAX_BOUNDARIES:
                    raise _too_much(part.file, MAX_BOUNDARIES, "boundaries of all coders")
                if len(self.items) > MAX_ITEMS:
                    raise _too_much(part.file, MAX_ITEMS, "items")
            yield part


class _ProblemLimit:
    """What is wrong with all files, as far as a person would read it."""

    def __init__(self) -> None:
        self.left = MAX_PROBLEMS

    def passed(self, document: Document, parts: Iterable[Found]) -> Iterator[Found]:
        """Pass parts on; of many problems and notices at least the first of each item."""
        known: set[tuple[type[Notice], str | None]] = set()
        more: Counter[type[Notice]] = Counter()
        for part in parts:
            if isinstance(part, Notice):
                about = type(part), part.item
                if self.left <= 0 and about in known:
                    more[type(part)] += 1
                    continue
                known.add(about)
                self.left -= 1
            yield part
        if more[Notice]:
            yield document.notice(f"{more[Notice]:,} more notices of this file are not listed")
        if more[Problem]:
            what = f"{more[Problem]:,} more problems of this file are not listed"
            yield document.problem(what, "correct those that are listed, and open the file again")


def _distinct(sources: Iterable[Source | Notice]) -> Iterator[Source | Notice]:
    """Yield files under distinct names that can be shown, each once."""
    known: set[tuple[str, bytes]] = set()
    times: dict[str, int] = {}
    for source in sources:
        if isinstance(source, Notice):
            yield source
            continue
        name = printable(normalize("NFC", source.name)) or "file"
        if len(name) > MAX_PATH:
            what = f"the name of the file has more than {MAX_PATH:,} characters"
            yield Problem(file=shortened(name), what=what, fix="give the file another name")
            continue
        same = name, sha256(source.content).digest()
        if same in known:
            yield Notice(file=name, what="given twice with the same content, and read once")
            continue
        known.add(same)
        given = name
        while name in times:
            times[given] += 1
            path = PurePosixPath(given)
            name = f"{given.removesuffix(path.suffix)} ({times[given]}){path.suffix}"
        times[name] = 1
        if name != given:
            what = "another file of this name was given before, so this one is named as here"
            yield Notice(file=name, what=what)
        yield replace(source, name=name)


def _recognise(document: Document) -> Recognised:
    for form in FORMATS:
        why = form.recognise(document)
        if why:
            return Recognised(document.name, form, printable(why))
    raise Unreadable(unknown(document))
