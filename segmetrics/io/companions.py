"""Files that are not read: what only goes with the codings of others, and exports but the last."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from segmetrics.io.column_roles import TableView
from segmetrics.io.companion_texts import PlainText, plain_text
from segmetrics.io.document import Document, JsonObject
from segmetrics.io.files import OF_TEXTS, is_about_files, is_companion
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import AnyCoding, Found, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable, shortened
from segmetrics.io.readings import Recognised
from segmetrics.phrases import counted, listed

WORD = re.compile(r"[^\W\d_]{3}")
LONGEST_NOTE = 2000  # bytes of a sheet that explains the others
LISTED = 20  # files of no known format that are named one by one
DESCRIBED = frozenset(("title", "created", "changed", "settings", "rounds"))
OF_PERSON = ("README.txt", "may-see.csv")  # what stands beside the corpora of a person
PARTS = re.compile(r"README\.txt\Z|corpus\.json\Z|round-\d+/")
SHOWN = 5  # corpora that a message names


def plain_texts(
    passed: Iterable[str], found: Iterable[Found], documents: Mapping[str, Document]
) -> tuple[PlainText, ...]:
    """Return the texts among the files that are passed over, and among those that are wrong."""
    wrong = dict.fromkeys(one.file for one in found if isinstance(one, Problem))
    read = {part.file for part in found if isinstance(part, AnyCoding)}
    left = (name for name in (*passed, *(wrong if read else ())) if name not in read)
    known = [documents[name] for name in left if name in documents and not is_about_files(name)]
    texts = (plain_text(one, doubtful=one.name in wrong) for one in known if one.suffix in OF_TEXTS)
    return tuple(text for text in texts if text is not None)


def lists(
    passed: Iterable[str], documents: Mapping[str, Document]
) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the tables among the files that are passed over, with their headings."""
    for name in passed:
        if documents[name].suffix in (".csv", ".tsv"):
            with suppress(Unreadable):
                table = documents[name].table
                yield name, [list(table.names), *(cells for _, cells in table.rows)]


def notes(passed: Iterable[str], documents: Mapping[str, Document]) -> dict[str, list[str]]:
    """Return the lines of the short sheets among the files that are passed over, such as a key."""
    sheets = (documents[name] for name in passed if documents[name].sheet)
    return {
        one.name: [" ".join(filter(None, row)) for row in csv.reader(one.lines, delimiter="\t")]
        for one in sheets
        if len(one.content) <= LONGEST_NOTE and WORD.search(one.text)
    }


def without_companions(
    recognised: list[Recognised],
    found: list[Found],
    unknown: dict[str, Problem],
    views: Iterable[TableView],
    lengths: Collection[str],
) -> tuple[list[Recognised], list[Found], list[str]]:
    """Pass over files that only go with the codings of others; return them last."""
    texts = {one.file for one in recognised if one.format.key == "no-table"}
    unknown |= {one.file: one for one in found if isinstance(one, Problem) and one.file in texts}
    found = [one for one in found if not (isinstance(one, Problem) and one.file in texts)]
    codings = (part for part in found if isinstance(part, AnyCoding))
    coded = list(dict.fromkeys(coding.file for coding in codings))
    headings = {file: set(view.heading) for view in views for file in view.files}
    asked = (one.file for one in found if isinstance(one, Problem) and one.asks)
    known = list(dict.fromkeys([*coded, *asked]))
    companions = [
        name
        for name in unknown
        if known
        and (
            name in lengths or is_companion(name, known) or _is_sheet_beside(name, known, headings)
        )
    ]
    about = {
        one.file
        for one in recognised
        if coded
        and one.file not in coded
        and (one.format.key == "result" or is_about_files(one.file, coded))
    }
    if about:  # their lines only look like those of a format
        recognised = [one for one in recognised if one.file not in about]
        found = [part for part in found if not isinstance(part, Notice) or part.file not in about]
        companions += sorted(about)
    found += _once(problem for name, problem in unknown.items() if name not in companions)
    return recognised, found, companions


def _is_sheet_beside(
    name: str, coded: Iterable[str], headings: Mapping[str, Collection[str]]
) -> bool:
    """Return whether a sheet has no column of the codings in other sheets of its workbook."""
    book = workbook_of(name)
    known = [headings.get(one, ()) for one in coded if one != book and workbook_of(one) == book]
    return name != book and any(known) and set(headings.get(name, ())).isdisjoint(chain(*known))


def _once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Ask once about all tables with the same columns, and name a few of many useless files."""
    kinds = grouped(
        ((one.asks == "columns", one.what if one.asks == "columns" else one.asks or one.fix), one)
        for one in problems
    )
    for (of_columns, _), (first, *others) in sorted(kinds.items(), key=lambda one: not one[0][0]):
        if others and (of_columns or len(others) >= LISTED):
            more = f"{len(others):,} more files, the last {others[-1].file}"
            more = counted(len(others), "more table") if of_columns else more
            yield replace(first, what=f"{first.what}; so in {more}")
        else:
            yield from (first, *others)


def pass_over_exports(documents: dict[str, Document]) -> list[Notice]:
    """Drop what is not to be read where files are an export of the store; say what that is."""
    exports = dict(_exports(documents))
    passed: set[str] = set()
    said: list[Notice] = []
    for folder, described in exports.items():
        within = {
            name
            for name in documents
            if name.startswith(folder) and PARTS.match(name.removeprefix(folder))
        }
        if len(exports) == 1:
            newest, notice = _newest(folder, described, within)
            within -= newest
            said.append(notice)
        passed |= within
        outer = folder.removesuffix("corpus-1/")
        passed.update(f"{outer}{name}" for name in OF_PERSON if outer != folder)
    if len(exports) > 1:
        titles = [repr(shortened(str(one["title"]))) for one in exports.values()]
        what = f"{counted(len(titles), 'corpus', 'corpora')} as segmetrics kept them: "
        fix = "bring one of them, the folder of its corpus.json or one of its files codings.json"
        file = f"{next(iter(exports))}corpus.json"
        said.append(Problem(file=file, what=what + listed(titles, SHOWN), fix=fix))
    for name in passed:
        documents.pop(name, None)
    return said


def _exports(documents: Mapping[str, Document]) -> Iterator[tuple[str, JsonObject]]:
    """Yield the folders of exported corpora, and what describes each."""
    for name, document in documents.items():
        if document.path.name != "corpus.json" or "/round-" in name:
            continue
        described = document.known("json")
        if (
            isinstance(described, JsonObject)
            and described.keys() >= DESCRIBED
            and isinstance(described["rounds"], list)
        ):
            yield name.removesuffix("corpus.json"), described


def _newest(folder: str, described: JsonObject, within: set[str]) -> tuple[set[str], Notice]:
    """Return the files of the newest round that has codings, and what to say of the others."""
    rounds = [one.get("number") for one in described["rounds"] if isinstance(one, dict)]
    numbers = sorted(number for number in rounds if type(number) is int)
    title = shortened(str(described["title"]))
    file = f"{folder}corpus.json"
    what = f"everything of the corpus {title!r} as segmetrics kept it: "
    for number in reversed(numbers):
        codings = f"{folder}round-{number}/codings.json"
        if codings in within:
            of = f", the newest of {len(numbers)}" if len(numbers) > 1 else ""
            what += f"the codings of round {number} are read{of}"
            return {codings}, Notice(file=file, what=what)
    uploads = f"{folder}round-{numbers[-1] if numbers else 1}/files"
    found = {name for name in within if name.startswith(uploads)}
    return found, Notice(file=file, what=f"{what}the files that were uploaded are read")
