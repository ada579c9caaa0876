"""What a person says of files: a menu for each column of tables, and answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from segmetrics.dashboard import components
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.controls import mirror
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.io.column_roles import ROLE_WORDS, Role, TableView

Decide = Callable[[Sequence[str], Role], None]


# Columns above which setting several at once is offered.
MANY = 6


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Tables of one heading, and in words what they are, what comes of them, what is wrong."""

    view: TableView
    title: str
    effect: str
    problems: tuple[str, ...] = ()


def map_columns(tables: Sequence[ShownTable], decide: Decide) -> None:
    """Show what columns were taken for, and what comes of it; `decide` takes something else."""
    table = tables[0]
    if len(tables) > 1:
        titles = {one.title: one for one in tables}
        table = titles[st.selectbox(words.TABLE, tuple(titles), key="table", width=560)]
    view = table.view
    components.column_menus(
        [
            components.MenuColumn(name, role, why, role == "ignore")
            for name, role, why in zip(view.heading, view.roles, view.why, strict=True)
        ],
        view.rows,
        ROLE_WORDS,
        lambda column, role: decide([column], role),
        caption=words.FIRST_ROWS.format(table.title),
        key="columns",
    )
    st.markdown(f"**{escape_markdown(table.effect)}**")
    if table.problems:
        st.markdown("\n".join(f"- {escape_markdown(problem)}" for problem in table.problems))
    if len(view.heading) > MANY:
        _set_several(
            list(dict.fromkeys(name for one in tables for name in one.view.heading)), decide
        )


def _set_several(names: Sequence[str], decide: Decide) -> None:
    """Give one role to several columns at once."""
    with st.form("several columns", border=False, clear_on_submit=True):
        which, what, button = st.columns([3, 2, 1], vertical_alignment="bottom")
        columns = which.multiselect(words.SEVERAL_COLUMNS, names, placeholder=words.COLUMNS)
        role = what.selectbox(words.HOLD, tuple(ROLE_WORDS), format_func=ROLE_WORDS.__getitem__)
        with button:
            pressed = st.form_submit_button(words.SET)
    if pressed and columns:
        decide(columns, role)
        st.rerun()


# ----- questions


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer: the value that it stands for, and what it comes to, in words."""

    value: Any
    words: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the files leave open, or whose answer a person may change."""

    # A choice of `segmetrics.io.Choices`, or ``end`` or ``marks``, where marks stand, or ``sign``.
    kind: str
    title: str
    why: str
    answers: tuple[Answer, ...]
    chosen: Any = None
    asked: bool = True
    about: str = ""  # of several of a kind, the sign or the name that it is about

    @property
    def key(self) -> str:
        """What no other question is called."""
        return f"{self.kind} {self.about}" if self.about else self.kind


def ask(
    question: Question, decide: Callable[[Any], None], show: Callable[[], None] | None = None
) -> None:
    """Show a question with its answers, the chosen one marked; `decide` takes a new one.

    `show` shows what else there is to decide by, or to answer with.
    """
    answers = question.answers
    values = [answer.value for answer in answers]
    said = {answer.value: escape_markdown(answer.words) for answer in answers}
    st.markdown(f"**{escape_markdown(question.title)}** {escape_markdown(question.why)}")
    if len(answers) == 1 and not question.asked:
        st.markdown(escape_markdown(answers[0].words))
        st.caption(escape_markdown(answers[0].evidence))
    elif answers:
        st.radio(
            escape_markdown(question.title),
            values,
            index=None,
            format_func=said.__getitem__,
            captions=[escape_markdown(answer.evidence) for answer in answers],
            label_visibility="collapsed",
            **mirror(
                f"answer {question.key}",
                question.chosen if question.chosen in values else None,
                decide,
            ),
        )
    if show is not None:
        show()
