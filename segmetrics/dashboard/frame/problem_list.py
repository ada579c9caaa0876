"""Problems and notices of files, as a list that a person can work through."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame.downloads import while_open
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io.cells import csv_text
from segmetrics.io.problems import row_called, shortened
from segmetrics.phrases import counted
from segmetrics.tables.browser import Cell, Heading, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from segmetrics.io import Notice, Problem, Reading


# Rows that are shown; the file holds all.
SHOWN = 100
SHOWN_FIXES = 5
PROBLEM_COLUMNS = (
    Heading("Where", numeric=False),
    Heading("Whose", numeric=False),
    Heading("What is wrong", numeric=False),
    Heading("What to do", numeric=False),
)
NOTICE_COLUMNS = (*PROBLEM_COLUMNS[:2], Heading("What there is to know", numeric=False))


def offer_problems(reading: Reading) -> None:
    """Offer a file of all problems and notices."""
    st.download_button(
        "All problems as CSV",
        while_open(lambda: problems_csv(reading)),
        "problems.csv",
        on_click="ignore",
    )


def show_problems(problems: Sequence[Problem]) -> None:
    """Show the first problems."""
    components.table(PROBLEM_COLUMNS, _problem_rows(problems), caption="Problems", key="problems")
    if len(problems) > SHOWN:
        start = f"The first {SHOWN} of {len(problems):,} problems"
        st.caption(escape_markdown(f"{start}. In all: {_fixes(problems)}."))


def show_notices(notices: Sequence[Notice]) -> None:
    """Show the first notices, folded."""
    count = counted(len(notices), "notice")
    with st.expander(f"{count}: nothing wrong, but good to know"):
        components.table(NOTICE_COLUMNS, _notice_rows(notices), caption="Notices", key="notices")
        if len(notices) > SHOWN:
            st.caption(f"The first {SHOWN} of {count}.")


def _problem_rows(problems: Iterable[Problem]) -> list[TableRow]:
    """Return a row for each of the first problems."""
    return [
        TableRow("", [*_place_cells(problem), Cell(problem.fix)])
        for problem, _ in zip(problems, range(SHOWN), strict=False)
    ]


def _fixes(problems: Iterable[Problem]) -> str:
    """Return what there is to do most often, where problems are too many to read."""
    found = Counter(problem.fix for problem in problems).most_common(SHOWN_FIXES)
    return "; ".join(f"{times:,} × {fix}" for fix, times in found)


def _notice_rows(notices: Iterable[Notice]) -> list[TableRow]:
    """Return a row for each of the first notices."""
    pairs = zip(notices, range(SHOWN), strict=False)
    return [TableRow("", list(_place_cells(notice))) for notice, _ in pairs]


def _place_cells(notice: Notice) -> Iterator[Cell]:
    yield Cell(notice.file, sub=None if notice.row is None else row_called(notice.file, notice.row))
    coder = f"coder {shortened(notice.coder)}" if notice.coder else ""
    item = f"item {shortened(notice.item)}" if notice.item else ""
    yield Cell(item or coder or "the file", sub=(coder or None) if item else None)
    text = shortened(notice.text, 200) if notice.text else None
    yield Cell(notice.what, sub=text)


def problems_csv(reading: Reading) -> str:
    """Write all problems and notices as a table."""
    header = ["kind", "file", "row", "item", "coder", "what", "text", "what to do"]
    problems = [("problem", *_cells(one), one.fix) for one in reading.problems]
    notices = [("notice", *_cells(one), "") for one in reading.notices]
    return csv_text(header, [*problems, *notices])


def _cells(notice: Notice) -> tuple[str | int | None, ...]:
    return notice.file, notice.row, notice.item, notice.coder, notice.what, notice.text
