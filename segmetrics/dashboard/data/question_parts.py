"""What all questions of an import are made with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.frame.import_forms import Answer, Question
from segmetrics.io import Problem, Reading
from segmetrics.phrases import capital

# Readings of names that are offered; those behind them are unlikely.
OFFERED = 6

# Names that a sentence holds.
NAMED = 4


def question_about(
    review: Review,
    choice: str,
    title: str,
    why: str,
    answers: Iterable[Answer],
    *,
    asked: bool = True,
    chosen: Any = None,
) -> Question:
    """Return the question about a choice."""
    chosen = chosen or getattr(review.choices, choice)
    return Question(choice, title, why, tuple(answers), chosen, asked)


def asked_by(reading: Reading, choice: str) -> Problem | None:
    """Return the first problem that a choice settles."""
    return next((problem for problem in reading.problems if problem.asks == choice), None)


def sentence_of(problem: Problem | None) -> str:
    """Return what is asked as a sentence; empty if nothing is."""
    return f"{capital(problem.what)}." if problem else ""
