"""What files were taken for, with problems and notices that a person can work through."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.downloads import offer_file
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io import Notice, Problem, Reading
from segmetrics.io.problems import said_once
from segmetrics.io.recognition import recognised
from segmetrics.phrases import counted
from segmetrics.tables.browser import page
from segmetrics.tables.plain import write_csv
from segmetrics.tables.problem_tables import notice_table, problem_table

# Rows that are shown; the file holds all.
SHOWN = 100
SHOWN_FIXES = 5
SHOWN_FILES = 200
# Notices alike from which on one line stands for all of them.
ALIKE = 4
NUMBER = re.compile(r"\d[\d,.]*")


def show_recognised(reading: Reading) -> None:
    """Show what files were taken for, a line a format; those of several files unfold."""
    for one in recognised(reading):
        if len(one.files) == 1:
            st.markdown(escape_markdown(one.sentence))
            continue
        with st.expander(escape_markdown(one.sentence)):
            st.text("\n".join(one.files[:SHOWN_FILES]))
            if len(one.files) > SHOWN_FILES:
                st.caption(words.FIRST_FILES.format(shown=SHOWN_FILES, number=len(one.files)))
    if not reading.recognised:
        asked = any(problem.asks for problem in reading.problems)
        st.markdown(words.WAITING if asked else words.NO_FORMAT)


def offer_problems(reading: Reading) -> None:
    """Offer a file of all problems and notices."""
    offer_file(
        words.PROBLEMS_AS_CSV,
        lambda: write_csv(problem_table([*reading.problems, *reading.notices])),
        "problems.csv",
    )


def show_problems(problems: Sequence[Problem]) -> None:
    """Show the first problems."""
    shown = problem_table(problems[:SHOWN])
    components.table(page(shown), words.PROBLEMS, "problems")
    if len(problems) > SHOWN:
        found = Counter(problem.fix for problem in problems).most_common(SHOWN_FIXES)
        fixes = "; ".join(f"{times:,} × {fix}" for fix, times in found)
        first = words.FIRST_PROBLEMS.format(shown=SHOWN, number=len(problems), fixes=fixes)
        st.caption(escape_markdown(first))


def show_notices(notices: Sequence[Notice]) -> None:
    """Show the first notices, folded; those of a file that differ only in numbers in one line."""
    lines = grouped(said_once(notices))
    with st.expander(words.SHOW_NOTICES.format(counted(len(lines), "notice"))):
        shown = notice_table(lines[:SHOWN])
        components.table(page(shown), words.NOTICES, "notices")
        if len(lines) > SHOWN:
            st.caption(words.FIRST_NOTICES.format(SHOWN, counted(len(lines), "line")))


def grouped(notices: Sequence[Notice]) -> list[Notice]:
    """Return notices, of those of a file that differ only in numbers the first with their count."""
    alike: dict[tuple[str, str], list[Notice]] = {}
    for notice in notices:
        start = notice.what.partition(":")[0]
        alike.setdefault((notice.file, NUMBER.sub("#", start)), []).append(notice)
    return [
        line
        for group in alike.values()
        for line in (
            group
            if len(group) < ALIKE
            else [
                replace(
                    group[0], what=words.MORE_ALIKE.format(what=group[0].what, more=len(group) - 1)
                )
            ]
        )
    ]
