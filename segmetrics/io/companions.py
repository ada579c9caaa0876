"""Files that only go with the codings of others: texts, lists, sheets beside, files about files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from segmetrics.io.assembly import Recognised
from segmetrics.io.column_roles import TableView
from segmetrics.io.companion_texts import PlainText, plain_text
from segmetrics.io.document import Document
from segmetrics.io.files import is_about_files, is_companion
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import Coding, Found, SpanCoding, grouped
from segmetrics.io.problems import Notice, Problem, Unreadable
from segmetrics.phrases import counted

LISTED = 20  # files of no known format that are named one by one


def plain_texts(
    passed: Iterable[str], found: Iterable[Found], documents: Mapping[str, Document]
) -> tuple[PlainText, ...]:
    """Return the texts among the files that are passed over, and among those that are wrong."""
    wrong = dict.fromkeys(one.file for one in found if isinstance(one, Problem))
    read = {part.file for part in found if isinstance(part, (Coding, SpanCoding))}
    texts = [
        plain_text(documents[name], doubtful=name in wrong)
        for name in (*passed, *(wrong if read else ()))
        if name in documents
        and name not in read
        and documents[name].suffix == ".txt"
        and not is_about_files(name)
    ]
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


def without_companions(
    recognised: list[Recognised],
    found: list[Found],
    unknown: dict[str, Problem],
    views: Iterable[TableView],
) -> tuple[list[Recognised], list[Found], list[str]]:
    """Pass over files that only go with the codings of others; return them last."""
    texts = {one.file for one in recognised if one.format.key == "no-table"}
    unknown |= {one.file: one for one in found if isinstance(one, Problem) and one.file in texts}
    found = [one for one in found if not (isinstance(one, Problem) and one.file in texts)]
    codings = (part for part in found if isinstance(part, (Coding, SpanCoding)))
    coded = list(dict.fromkeys(coding.file for coding in codings))
    headings = {file: set(view.heading) for view in views for file in view.files}
    asked = (one.file for one in found if isinstance(one, Problem) and one.asks)
    known = list(dict.fromkeys([*coded, *asked]))
    companions = [
        name
        for name in unknown
        if known and (is_companion(name, known) or _is_sheet_beside(name, known, headings))
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
