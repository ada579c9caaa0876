"""What files were taken for, with problems and notices that a person can work through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame.downloads import while_open
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io import Notice, Problem, Reading
from segmetrics.io.recognition import recognised
from segmetrics.phrases import counted
from segmetrics.tables.browser import page
from segmetrics.tables.plain import write_csv
from segmetrics.tables.problem_tables import notice_table, problem_table

# Rows that are shown; the file holds all.
SHOWN = 100
SHOWN_FIXES = 5
SHOWN_FILES = 200
WAITING = "This is waiting for your answer above."


def show_recognised(reading: Reading) -> None:
    """Show what files were taken for, a line a format; those of several files unfold."""
    for one in recognised(reading):
        if len(one.files) == 1:
            st.markdown(escape_markdown(one.sentence))
            continue
        with st.expander(escape_markdown(one.sentence)):
            st.text("\n".join(one.files[:SHOWN_FILES]))
            if len(one.files) > SHOWN_FILES:
                st.caption(f"The first {SHOWN_FILES} of {len(one.files):,} files.")
    if not reading.recognised:
        asked = any(problem.asks for problem in reading.problems)
        st.markdown(WAITING if asked else "None of the files is of a format that can be read.")


def offer_problems(reading: Reading) -> None:
    """Offer a file of all problems and notices."""
    st.download_button(
        "All problems as CSV",
        while_open(lambda: write_csv(problem_table([*reading.problems, *reading.notices]))),
        "problems.csv",
        on_click="ignore",
    )


def show_problems(problems: Sequence[Problem]) -> None:
    """Show the first problems."""
    shown = problem_table(problems[:SHOWN])
    components.table(*page(shown), caption="Problems", key="problems")
    if len(problems) > SHOWN:
        start = f"The first {SHOWN} of {len(problems):,} problems"
        st.caption(escape_markdown(f"{start}. In all: {_fixes(problems)}."))


def show_notices(notices: Sequence[Notice]) -> None:
    """Show the first notices, folded."""
    count = counted(len(notices), "notice")
    with st.expander(f"{count}: nothing wrong, but good to know"):
        shown = notice_table(notices[:SHOWN])
        components.table(*page(shown), caption="Notices", key="notices")
        if len(notices) > SHOWN:
            st.caption(f"The first {SHOWN} of {count}.")


def _fixes(problems: Iterable[Problem]) -> str:
    """Return what there is to do most often, where problems are too many to read."""
    found = Counter(problem.fix for problem in problems).most_common(SHOWN_FIXES)
    return "; ".join(f"{times:,} × {fix}" for fix, times in found)
