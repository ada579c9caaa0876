"""What an import asks a person, in which order, and what each answer comes to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from segmetrics.dashboard.data import import_columns
from segmetrics.dashboard.data.coding_questions import ABOUT_CODINGS, EACH
from segmetrics.dashboard.data.import_columns import as_before, with_marks
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.import_view import unanswered
from segmetrics.dashboard.data.name_questions import ABOUT_NAMES, ALIKE
from segmetrics.dashboard.data.table_questions import ABOUT_TABLES
from segmetrics.dashboard.frame.import_forms import Question
from segmetrics.dashboard.frame.session_store import store, visitor
from segmetrics.io import Reading
from segmetrics.io.choices import Choices
from segmetrics.io.recording_ends import EVERY
from segmetrics.store import Round, Saved, at

TIERS_ARE_CODERS = "{item}"
"""The pattern of names by which tiers are coders."""

SETTLED_BY = {"marks": "columns"}
"""The choices that questions make which are called otherwise."""


def questions_of(review: Review) -> dict[str, Question]:
    """Return what a person can answer about the files, by the choice that an answer makes."""
    asked = (about(review) for about in (*ABOUT_TABLES, *ABOUT_NAMES, *ABOUT_CODINGS))
    found = (one for some in asked for one in (some if isinstance(some, list) else [some]))
    return {question.key: question for question in found if question is not None}


def waiting(reading: Reading, questions: Mapping[str, Question]) -> frozenset[str]:
    """Return the choices without which there is no corpus, or none that can be trusted."""
    doubles = questions.get("dropped_files")
    nothing_else = reading.corpus is None and doubles is not None and not doubles.chosen
    return unanswered(reading) | ({"dropped_files"} if nothing_else else frozenset())


def answer(review: Review, question: Question, value: Any) -> None:
    """Make the choice that an answer stands for."""
    kind, about = question.kind, question.about
    if kind == "end":
        import_columns.decide(review, [about], value)
        return
    said = next(one.words for one in question.answers if one.value == value)
    made: Any
    if isinstance(value, tuple) and kind in ("sign", "durations"):
        choices = replace(review.choices, dropped=review.choices.dropped | {value})
    elif kind == "sign":
        sign = frozenset((about,))
        dropped, kept = review.choices.dropped_labels - sign, review.choices.kept_labels - sign
        dropped, kept = (dropped, kept | sign) if value == "yes" else (dropped | sign, kept)
        choices = replace(review.choices, dropped_labels=dropped, kept_labels=kept)
    elif kind == "marks":
        choices = replace(review.choices, columns=with_marks(review, value, review.choices.columns))
    elif kind in ALIKE:
        names = getattr(review.choices, kind)
        alike = getattr(review.reading, f"alike_{kind}").items()
        pairs = {one: usual for one, usual in alike if about in ("", one)}
        if value == "one":
            made = {kind: names | {one: names.get(usual, usual) for one, usual in pairs.items()}}
        else:
            made = {kind: names | {one: one for one in pairs}}
        choices = replace(review.choices, **made)
    elif kind == "durations":
        choices = replace(review.choices, durations={EVERY: None})
    elif kind == "condition" and isinstance(value, tuple):
        role, column = value
        columns = {**review.choices.columns, column: role}
        choices = replace(review.choices, condition="", columns=columns)
    else:
        choices = replace(review.choices, **{kind: value})
    if kind == "layer":
        each = value == EACH
        before = "" if choices.pattern == TIERS_ARE_CODERS else choices.pattern
        choices = replace(
            choices, layer="" if each else value, pattern=TIERS_ARE_CODERS if each else before
        )
    review.decide(f"{question.title} {said}", choices)


def earlier_choices(
    review: Review, saved: Saved, here: Round, waits: Collection[str]
) -> tuple[str, Choices] | None:
    """Return how the last other round was read, and its name, if that settles what is asked."""
    for one in reversed(saved.rounds):
        if one == here or not one.digest:
            continue
        accepted = store().review(visitor(), at(saved.key, one.number), with_files=False).accepted
        made = accepted[-1].choices if accepted else Choices()
        # What concerned single codings of that round says nothing of another one.
        nothing: frozenset[Any] = frozenset()
        made = replace(
            made,
            columns=as_before(review, made.columns),
            condition="",
            dropped=nothing,
            dropped_files=nothing,
            found_none=nothing,
        )
        if any(_settles(review, made, SETTLED_BY.get(asked, asked)) for asked in waits):
            return one.name, made
    return None


def _settles(review: Review, made: Choices, choice: str) -> bool:
    """Return whether choices say something of what is asked; of names, of one that is asked."""
    if choice in ALIKE:
        asked = getattr(review.reading, f"alike_{choice}")
        return not getattr(made, choice).keys().isdisjoint(asked)
    return bool(getattr(made, choice, None))
