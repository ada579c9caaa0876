"""A question to a person: a sentence, and the possible answers with what speaks for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.controls import mirror
from segmetrics.dashboard.frame.text import escape_markdown


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer: the value that it stands for, and what it comes to, in words."""

    value: Any
    words: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the files leave open, or whose answer a person may change."""

    key: str
    title: str
    why: str
    answers: tuple[Answer, ...]
    chosen: Any = None
    asked: bool = False
    command: str = ""


def ask(
    question: Question,
    decide: Callable[[Any], None],
    show: Callable[[], None] | None = None,
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
    if question.command:
        st.caption(words.ON_COMMAND_LINE.format(escape_markdown(question.command)))
