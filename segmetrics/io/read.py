"""From files to a corpus, with a list of everything that is wrong with them."""

from __future__ import annotations

import gc
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain
from operator import le
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from segmetrics.corpus import Corpus
from segmetrics.io import column_roles
from segmetrics.io.archives import unpacked
from segmetrics.io.assembly import assemble
from segmetrics.io.choices import Choices
from segmetrics.io.clock_times import DATED, seconds_in
from segmetrics.io.column_guess import BLOCK, BUT_FOR
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.companion_texts import TextTable, lengths_in, text_table
from segmetrics.io.companions import lists, pass_over_exports, plain_texts, without_companions
from segmetrics.io.document import Document, Files, Source
from segmetrics.io.excel_files import sheets
from segmetrics.io.files import sources_in, sources_in_order
from segmetrics.io.formats import mapped_table
from segmetrics.io.known_formats import FORMATS, MAPPED, Format
from segmetrics.io.limits import MAX_BOUNDARIES, MAX_BYTES, MAX_ITEMS, MAX_PATH, MAX_PROBLEMS
from segmetrics.io.mark_ends import at_one_end
from segmetrics.io.parts import AnyCoding, Coding, Found, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable, printable, shortened
from segmetrics.io.readings import Parsed, Reading, Recognised
from segmetrics.io.records import span_lists
from segmetrics.io.refusals import CROWD_BATCH, KNOWN, PROSE, TRANSCRIPT, looks_like, unknown
from segmetrics.io.segment_columns import words_of
from segmetrics.io.table_blocks import rows_called
from segmetrics.io.table_files import WITHIN, FileTable, units_within
from segmetrics.phrases import counted, cut, listed

Progress = Callable[[float, str], None]

UNKNOWN_COLUMNS = "the columns of this table are not known"
SAY_COLUMNS = "say what each holds. If none says where segments are, the file holds no coding"
SAY_PART = "If each row holds the words of one segment, that column is a part"
NO_EXAMPLE = '"NAME=ROLE", with the roles in --help'
# Lines from which on a text is asked about: of fewer, a single one decides what most of them are.
FEWEST_LINES = 6
# Share of the longest line beyond which lines may be wrapped: a usual word fits in no more.
MOST = 0.8
WHOSE = ("item", "coder")
TRIAL = "trial"  # what may be proposed as the item where nothing else is called so
SENTENCE_ENDS = (".", "!", "?", "。", "”", '"')
SPOKEN = 2  # columns of a transcript: who speaks, and what


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
    for source in sheets(_distinct(unpacked(sources, most=most))):
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
    tables = _Tables(choices.columns)
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
    texts = plain_texts([name for name in passed if name not in results], found, documents)
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
    document: Document, recognised: list[Recognised], unknown: dict[str, Problem], tables: _Tables
) -> Iterator[Found]:
    try:
        taken_for = _recognise(document)
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


class _Tables:
    """The tables among files, and the roles that a person chose for their columns."""

    def __init__(self, columns: Mapping[str, column_roles.Role]) -> None:
        self.columns = columns
        self.views: list[column_roles.TableView] = []
        self.texts: list[TextTable] = []

    def roles_of(self, document: Document, form: Format) -> list[column_roles.Role] | None:
        """Keep what columns were taken for; return their roles if a person chose one."""
        guesses = form.roles(document) if form.roles else None
        return None if guesses is None else self._kept(document, guesses, sure=True)

    def _kept(
        self, document: Document, guesses: Sequence[column_roles.Guess], *, sure: bool
    ) -> list[column_roles.Role] | None:
        heading = column_roles.heading_of(document.table.names)
        chosen = not self.columns.keys().isdisjoint(heading)
        roles = column_roles.chosen_roles(heading, guesses, self.columns)
        view = column_roles.view_of(document.name, document.table, roles, sure=sure or chosen)
        self.views.append(view)
        return [role for role, _ in roles] if chosen else None

    def asked(self, document: Document) -> tuple[Problem | None, list[column_roles.Role] | None]:
        """Ask what the columns of a table hold that no reader knows, unless a person said it."""
        try:
            if any(span_lists(record) for _, record in document.records):
                return None, None  # their text is missing, and no column
            document.table = units_within(document.records) or document.table
            guesses = mapped_table.guessed_roles(document)
            kind = "" if document.table.kind == "JSON" else (looks_like(document) or [""])[0]
        except Unreadable:
            return None, None
        if guesses is None:
            return self._asked_of_lines(document) if kind == PROSE else (None, None)
        roles = self._kept(document, guesses, sure=False)
        heading = self.views[-1].heading
        if roles is None and kind == TRANSCRIPT and len(heading) <= SPOKEN:
            return None, None
        if self.are_texts(document, roles or [role for role, _ in guesses]):
            roles = None
        guessed = {name: role for name, (role, _) in zip(heading, guesses, strict=True)}
        # Where nothing numbers rows, names that come again may be anything.
        vague = () if {"unit", "text"} & {*guessed.values()} else ("segment", "first")
        first = document.table.rows[0][1] if document.table.rows else []
        dates = [name for name, cell in zip(heading, first, strict=False) if DATED.match(cell)][:2]
        guessed |= zip(dates, ("begin", "end"), strict=True) if len(dates) > 1 else ()
        if document.table.kind == WITHIN:  # what a unit is called in several ways is no coder each
            coded = [name for name, role in guessed.items() if role in column_roles.SEGMENTS]
            guessed |= dict.fromkeys(coded[1:], "ignore")
        said = SAY_COLUMNS
        kinds = {*guessed.values()} - {*vague}
        if kinds & {"text", "speaker"} == {"text"} and not kinds & column_roles.SEGMENTS:
            at = next(at for at, (role, _) in enumerate(guesses) if role == "text")
            if _are_parts(document.table.column(at)):
                guessed[heading[at]] = "part"
                said = f"{said}. {SAY_PART}"
        if not kinds & {"text", *column_roles.SEGMENTS}:
            guessed |= _of_times(guessed, document.table)
        likely = [f"{n}={role}" for n, role in guessed.items() if role not in ("ignore", *vague)]
        kept = {*guessed.values()}
        begins = sum(not WORDS.begins.isdisjoint(plain(name).split()) for name in heading)
        told = (begins < 2 or "time" in kept) and not column_roles.SEGMENTS.isdisjoint(
            one.rpartition("=")[2] for one in likely
        )
        example = told and f'"{", ".join(likely)}" for example'
        fix, command = said, f"--columns {example or NO_EXAMPLE}"
        seen = f"{kind}: " if kind.startswith(CROWD_BATCH) else ""
        what = f"{seen}{UNKNOWN_COLUMNS}: {listed(heading)}"
        for name, (_, why) in zip(heading, guesses, strict=True):
            what += f"; {name} holds {why}" if why.startswith(BUT_FOR) else ""
        if len(dates) > 1:
            what += "; dates with times are read by themselves where rows touch, all in one day"
        if heading[-1] == BLOCK:
            blocks = counted(len({cells[-1] for _, cells in document.table.rows}), "block")
            what = f"rows are numbered anew in {blocks}, and nothing names what each block is"
            fix = f"say so in the column {BLOCK}, which the file does not have: item or coder"
        return document.problem(what, fix, asks="columns", command=command), roles

    def _asked_of_lines(
        self, document: Document
    ) -> tuple[Problem | None, list[column_roles.Role] | None]:
        """Ask whether each line of a text is a segment, where lines are parts of sentences."""
        rows = [(row, [line]) for row, line in enumerate(map(str.strip, document.lines), 1) if line]
        lines = [line for _, (line,) in rows]
        longest = max(map(len, lines), default=0)
        wrapped = 2 * sum(len(line) > MOST * longest for line in lines) > len(lines)
        if len(lines) < FEWEST_LINES or wrapped or not _are_parts(lines):
            return None, None
        document.table = FileTable("text", ("line",), 0, rows)
        roles = self._kept(document, [column_roles.Guess("text", "a line")], sure=False)
        asked = unknown(document)
        fix = f"{asked.fix}. Or say that each line holds the words of one segment"
        return replace(asked, fix=fix, asks="columns", command='--columns "line=part"'), roles

    def of_others(self, document: Document) -> list[column_roles.Role] | None:
        """Return the roles that others have of a table like it whose coder filled in nothing."""
        at = next((at for at, one in enumerate(self.views) if document.name in one.files), None)
        if at is None:
            return None
        view = self.views[at]
        alike = (one for one in self.views if one.sure and one.heading == view.heading)
        known = next(alike, None)
        if known is None or document.known("table") is None:
            return None
        coded = [at for at, role in enumerate(known.roles) if role in column_roles.SEGMENTS]
        table = document.table
        unlike = column_roles.heading_of(table.names) != known.heading
        if unlike or not coded or any(map(any, map(table.column, coded))):
            return None
        self.views[at] = replace(view, roles=known.roles, why=known.why, sure=True)
        return list(known.roles)

    def are_texts(self, document: Document, roles: Sequence[column_roles.Role]) -> bool:
        """Keep a table of texts, and return whether it is one by the roles of its columns."""
        found = text_table(document, roles)
        self.texts += [] if found is None else [found]
        return found is not None

    def wrong_headings(self) -> Iterator[Problem]:
        """Name the chosen columns that no table has."""
        headings = dict.fromkeys(name for view in self.views for name in view.heading)
        for name in self.columns:
            if name not in headings:
                known = f"the columns are {listed(list(headings))}" * bool(headings)
                what = f"no column is named {shortened(name)!r}: {known or 'there is no table'}"
                file = self.views[0].files[0] if self.views else ""
                yield Problem(file=file, what=what, fix="choose one of these columns")


def _of_times(
    named: Mapping[str, column_roles.Role], table: FileTable
) -> dict[str, column_roles.Role]:
    """Return the columns of times: those that rise, down the table or along its rows; and whose."""
    if "coder" not in named.values():
        named = {n: "coder" if plain(n) in WORDS.coders else role for n, role in named.items()}
    if "item" not in named.values():
        items = [name for name in named if plain(name) in WORDS.items]
        items = items or [name for name in named if plain(name) == TRIAL]
        named = {**named, **dict.fromkeys(items[:1], "item")}
    names, whose = list(named), [at for at, role in enumerate(named.values()) if role in WHOSE]
    rows = [cells for _, cells in table.rows if len(cells) == len(named)]
    of_each = grouped((tuple(cells[at] for at in whose), cells) for cells in rows).values()
    columns: dict[int, list[list[float]]] = {}
    for at in (at for at in range(len(names)) if named[names[at]] == "ignore"):
        found = [[seconds_in(row[at]) for row in of if row[at]] for of in of_each]
        times = [[time for time in of if time is not None] for of in found]
        anew = len(times) > 1 and all(
            len(of) > 1 and of[-1] > 2 * len(of) and _rise(of) for of in times
        )
        if times == found and any(times) and (anew or any({*".:"} & {*row[at]} for row in rows)):
            columns[at] = times
    along = [[time for at in columns if (time := seconds_in(row[at])) is not None] for row in rows]
    if len(columns) < 2 or not all(map(_rise, along)):
        columns = {at: of for at, of in columns.items() if len(rows) > 1 and all(map(_rise, of))}
        first = {str(of): at for at, of in reversed(columns.items())}  # In and Out of marks
        columns = {at: columns[at] for at in sorted(first.values())}
    told: dict[str, column_roles.Role] = {names[at]: "time" for at in columns}
    begins, ends = (
        [names[at] for at in columns if not known.isdisjoint(words_of(names[at]))]
        for known in (WORDS.begins, WORDS.ends)
    )
    if len(begins) == len(ends) == 1 and len(told) == 2:
        told = {begins[0]: "begin", ends[0]: "end"}
    return told and {**{name: role for name, role in named.items() if role in WHOSE}, **told}


def _rise(times: Sequence[float]) -> bool:
    return all(map(le, times, times[1:])) and (len(times) < 2 or times[0] < times[-1])


def _are_parts(texts: Sequence[str]) -> bool:
    """Return whether texts are rather parts of sentences than whole ones."""
    whole = sum(text[-1:] in SENTENCE_ENDS for text in texts if text)
    words = sum(" " in text and text[0].isalpha() for text in texts)
    return 2 * whole < len(texts) < 2 * words


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
