"""The columns of tables: what each was taken for, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.import_view import files_in_words, shortened_names, unanswered
from segmetrics.dashboard.frame.import_forms import ShownTable
from segmetrics.io import Reading
from segmetrics.io.column_roles import ROLE_WORDS, SEGMENTS, Role, TableView
from segmetrics.io.parts import Coding
from segmetrics.io.recognition import ends_of_recordings
from segmetrics.number_formats import exact_time
from segmetrics.phrases import counted

MARKS: tuple[Role, ...] = ("mark", "first", "last")
SAY_SEGMENTS = SEGMENTS - {"end", "duration"}
"""Roles of which a table has one, or it holds no segments."""
SHOWN_PROBLEMS = 3
# Rows of tables that are read to show what they would give; more take too long.
MOST_TRIED = 20_000


def can_be_confirmed(reading: Reading) -> bool:
    """Return whether columns wait to be confirmed that would give segments as they are."""
    return "columns" in unanswered(reading) and any(
        not view.sure and SAY_SEGMENTS & set(view.roles) for view in reading.tables
    )


def shown_tables(review: Review) -> list[ShownTable]:
    """Return the tables that were read, those first that are not sure."""
    reading = review.reading
    rows = sum(view.total_rows for view in reading.tables if not view.sure)
    confirmed = None
    if can_be_confirmed(reading) and rows <= MOST_TRIED:
        confirmed = review.reading_with(columns=_as_shown(review))
    return [
        ShownTable(
            view, _title(view), _effect(reading, view, confirmed), tuple(_problems(reading, view))
        )
        for view in sorted(
            reading.tables, key=lambda view: (view.sure, SAY_SEGMENTS.isdisjoint(view.roles))
        )
    ]


def _title(view: TableView) -> str:
    """Name the tables of one heading, with how many rows they have."""
    rows = counted(view.total_rows, "row")
    files = files_in_words(view.files)
    if len(view.files) == 1:
        return words.TABLE.format(files, rows)
    # Sheets of one workbook may have several headings: the first tells which these are.
    return words.TABLES_ALIKE.format(files, files_in_words(view.files[:1]), rows)


def _effect(reading: Reading, view: TableView, confirmed: Reading | None) -> str:
    """Sum up what comes of tables under the roles of their columns, once they are confirmed."""
    if confirmed is not None and not view.sure:
        given = [coding for coding in confirmed.codings if coding.file in view.files]
        return _sums(given, words.GIVES_SO) if given else _why_none(reading, view)
    codings = [coding for coding in reading.codings if coding.file in view.files]
    return _sums(codings, words.GIVES) if codings else _why_none(reading, view)


def _sums(codings: Sequence[Coding], gives: str) -> str:
    """Count what some codings hold."""
    units = {coding.item: coding.segmentation.mass for coding in codings}
    boundaries = sum(len(coding.segmentation.boundaries) for coding in codings)
    coders = {coding.coder for coding in codings}
    total, scale = sum(units.values()), codings[0].segmentation.scale
    size = (
        words.TOGETHER.format(exact_time(sum(ends_of_recordings(codings).values())))
        if scale
        else counted(total, "unit")
    )
    return words.SUMS.format(
        gives,
        counted(len(units), "item"),
        counted(len(coders), "coder"),
        counted(boundaries, "boundary"),
        size,
    )


def _why_none(reading: Reading, view: TableView) -> str:
    """Return why tables give no coding: what is missing, what is asked, or what is wrong."""
    if not SAY_SEGMENTS & set(view.roles):
        return words.NO_SEGMENTS
    asked = {problem.asks for problem in reading.problems if problem.asks}
    if "columns" in asked and not view.sure:
        return words.CONFIRM_COLUMNS
    if asked:
        return words.WAITS_FOR_ANSWER
    wrong = [problem for problem in reading.problems if problem.file in view.files]
    said = words.NO_CODING_YET
    return f"{said}: {wrong[0].what_to_do}" if wrong else f"{said}."


def _problems(reading: Reading, view: TableView) -> Iterator[str]:
    """Yield the first problems of tables that are no questions."""
    found = (one for one in reading.problems if one.file in view.files and not one.asks)
    for problem, _ in zip(found, range(SHOWN_PROBLEMS), strict=False):
        yield f"{problem.where}: {problem.what_to_do}"


def decide(review: Review, columns: Sequence[str], role: Role) -> None:
    """Say what some columns hold."""
    before = review.choices.columns
    # The first column with segments that a person names would leave the others without them.
    others = {} if role not in SEGMENTS else _segments_beside(review, columns)
    chosen = {**others, **before, **dict.fromkeys(columns, role)}
    said = words.step_columns(
        shortened_names(columns, 5), ROLE_WORDS[role], several=len(columns) > 1
    )
    review.decide(said, replace(review.choices, columns=chosen))


def with_marks(review: Review, role: Role, columns: Mapping[str, Role]) -> dict[str, Role]:
    """Return the roles of columns, those of marks at the first or the last units of segments."""
    columns = dict(columns)
    for view in review.reading.tables:
        if not view.sure or not columns.keys().isdisjoint(view.heading):
            pairs = zip(view.heading, view.roles, strict=True)
            columns |= {name: role for name, before in pairs if before in MARKS}
    return columns


def as_before(review: Review, columns: Mapping[str, Role]) -> dict[str, Role]:
    """Return the roles that columns had in another round, for the columns and coders of this."""
    headings = {name for view in review.reading.tables for name in view.heading}
    here = {name: role for name, role in columns.items() if name in headings}
    ends = {role for role in columns.values() if role in MARKS and role != "mark"}
    return with_marks(review, ends.pop(), here) if len(ends) == 1 else here


def confirm(review: Review) -> None:
    """Say that all columns hold what they were taken for."""
    review.decide(words.COLUMNS_AS_SHOWN, replace(review.choices, columns=_as_shown(review)))


def without_segments(reading: Reading) -> list[TableView]:
    """Return the tables that wait for an answer, of which no column has segments."""
    waiting = (view for view in reading.tables if not view.sure)
    return [view for view in waiting if not SAY_SEGMENTS & set(view.roles)]


def leave_out(review: Review, view: TableView) -> None:
    """Leave out the files of a table without codings."""
    dropped = review.choices.dropped_files | {*view.files}
    said = words.TABLE_LEFT_OUT.format(files_in_words(view.files))
    review.decide(said, replace(review.choices, dropped_files=dropped))


def to_leave_out(view: TableView) -> str:
    """Return what a person presses to leave out the files of a table."""
    return words.LEAVE_OUT_TABLE.format(files_in_words(view.files))


def _segments_beside(review: Review, columns: Sequence[str]) -> dict[str, Role]:
    """Return the roles of the columns with segments in the tables that have some columns."""
    return {
        name: role
        for view in review.reading.tables
        if not set(columns).isdisjoint(view.heading)
        for name, role in zip(view.heading, view.roles, strict=True)
        if role in SEGMENTS
    }


def _as_shown(review: Review) -> dict[str, Role]:
    """Return the roles of the columns of tables that are not sure and would give segments."""
    roles = {
        name: role
        for view in review.reading.tables
        if not view.sure and SAY_SEGMENTS & set(view.roles)
        for name, role in zip(view.heading, view.roles, strict=True)
    }
    return {**roles, **review.choices.columns}
