"""What an import asks about tables and lists: their letters, columns, marks and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap

from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.question_parts import NAMED, OFFERED, asked_by, question_about
from segmetrics.dashboard.frame.import_forms import Answer, Question
from segmetrics.io.column_kinds import BLANK_END, FILLING
from segmetrics.io.column_roles import Role
from segmetrics.io.document import CODE_PAGES
from segmetrics.io.mark_ends import OTHER
from segmetrics.io.parts import grouped
from segmetrics.io.problems import Notice, Problem
from segmetrics.phrases import counted, listed

MARK_ENDS: Mapping[Role, tuple[str, str]] = {
    "first": ("At the first unit of a segment", "A marked unit begins something new"),
    "last": ("At the last unit of a segment", "Something new begins after a marked unit"),
}
"""The ends of segments at which marks can stand, in words."""

POSITION_ANSWERS = (
    ("begin", "The fifth unit begins a segment", "Its number is 5, the first unit has 1"),
    ("end", "A segment ends with the fifth unit", "A boundary lies after it"),
    ("begin from 0", "The sixth unit begins a segment", "Numbers count from 0"),
    ("end from 0", "A segment ends with the sixth unit", "Numbers count from 0"),
)
"""What numbers in lists can be, in words."""


def _about_encoding(review: Review) -> Question | None:
    """Ask how files were saved that are not UTF-8, by a word that a person can judge."""
    reading = review.reading_without("encoding")
    spellings: dict[str, str] = {}
    for name, word in reading.encodings.items():
        spellings.setdefault(word, name)
    if not spellings:
        return None
    return question_about(
        review,
        "encoding",
        "How is this word written?",
        "A file does not say how its letters are saved, as is usual for tables from Excel. Choose "
        "the spelling that is right.",
        (Answer(name, word, CODE_PAGES[name]) for word, name in spellings.items()),
    )


def _about_marks(review: Review) -> Question | None:
    """Ask at which end of segments marks stand, if nothing in a table shows it."""
    chosen = Counter(role for role in review.choices.columns.values() if role in MARK_ENDS)
    readings = (review.reading, review.reading_without("columns"))
    if not chosen and not any(asked_by(reading, "marks") for reading in readings):
        return None
    return Question(
        kind="marks",
        title="Where do the marks stand?",
        why="A mark may be at the first unit of a segment or at the last. The tables do not show "
        "which.",
        answers=tuple(Answer(role, *said) for role, said in MARK_ENDS.items()),
        chosen=max(chosen, key=chosen.__getitem__, default=""),
    )


def _about_other_ends(review: Review) -> list[Question]:
    """Ask whether a coder marks another end of segments than the others do."""
    marked = {name: role for name, role in review.choices.columns.items() if role in MARK_ENDS}
    usual = Counter(marked.values()).most_common(1)
    others = {name: role for name, role in marked.items() if role != usual[0][0]}
    apart = {
        name: role
        for name, role in others.items()
        if name
        in review.reading_with(columns={**review.choices.columns, name: usual[0][0]}).other_ends
    }
    answers = tuple(Answer(role, said) for role, (said, _) in MARK_ENDS.items())
    return [
        Question(
            kind="end",
            about=name,
            title=f"Where do the marks of {name} stand?",
            why=words.OTHER_END.format(coder=name, end=role, beside=OTHER[role]),
            answers=answers,
            chosen=apart.get(name, OTHER[role]),
        )
        for name, role in {**apart, **review.reading.other_ends}.items()
    ]


def _about_signs(review: Review) -> list[Question]:
    """Ask what cells with another sign than the others hold, or with words."""
    nothing: frozenset[str] = frozenset()
    reading = review.reading_with(dropped_labels=nothing, kept_labels=nothing)
    cells = grouped((one.text, one) for one in reading.notices if one.kind == "odd sign")
    remarks = grouped((p.text, p) for p in reading.problems if p.asks == "dropped_labels")
    return [
        *(_about_remark(review, text, of) for text, of in remarks.items() if text),
        *(_about_sign(review, sign, of) for sign, of in list(cells.items())[:OFFERED] if sign),
    ]


def _about_sign(review: Review, sign: str, of: Sequence[Notice]) -> Question:
    """Ask whether cells with another sign than the others hold marks too."""
    dropped = review.choices.dropped_labels
    return Question(
        kind="sign",
        about=sign,
        title=f"Is “{sign}” a mark?",
        why=words.SIGN.format(counted(sum(one.rows for one in of), "cell"), _where(of)),
        answers=(Answer("yes", "Yes, a boundary like the others"), Answer("no", "No boundary")),
        chosen="no" if sign in dropped else "yes",
    )


def _about_remark(review: Review, text: str, of: Sequence[Problem]) -> Question:
    """Ask whether words mark a boundary that deny, or fill several rows of a coder."""
    fills = [(one.item or "", one.coder or "") for one in of if one.rows >= FILLING]
    said = dict.fromkeys(review.choices.kept_labels, "yes")
    said |= dict.fromkeys(review.choices.dropped_labels, "no")
    title, why = f"What does “{text}” say?", words.REMARK if fills else words.DENIAL
    marks: tuple[Answer, ...] = (Answer("yes", "A boundary"),)
    if text == BLANK_END:
        title, why, marks = words.LAST_ROWS, words.LAST_ROWS_ABOUT, ()
    return Question(
        kind="sign",
        about=text,
        title=title,
        why=why.format(_where(of)),
        answers=(
            Answer("no", "No boundary"),
            *marks,
            *(
                Answer(one, f"Leave out {words.CODING_OF.format(*one)}", "It is not finished")
                for one in fills[:NAMED]
            ),
        ),
        chosen=said.get(text, ""),
    )


def _where(of: Iterable[Notice]) -> str:
    return listed([_stands(one) for one in of], NAMED)


def _stands(one: Notice) -> str:
    """Return whose a sign is, and in which rows it stands; of a sheet, its name says the item."""
    whose = ", ".join(name for name in (one.item, one.coder) if name) or one.file
    return f"{whose} ({one.rows_called})" if one.rows_called else whose


def _about_positions(review: Review) -> Question | None:
    """Ask what numbers in lists are, where nothing shows it."""
    if not review.reading.lists_positions:
        return None
    problem = asked_by(review.reading_without("positions"), "positions")
    return question_about(
        review,
        "positions",
        "What does a 5 in a list of positions say?",
        "A number may be the unit that begins a segment or the last one of it, and lists from "
        "programs may count from 0. The lists do not show which."
        if problem
        else "",
        starmap(Answer, POSITION_ANSWERS),
        asked=problem is not None,
    )


def _about_columns(review: Review) -> Question | None:
    """Ask what the columns of tables hold; the answer is given column by column."""
    reading = review.reading_without("columns")
    if not reading.tables:
        return None
    return Question(
        kind="columns",
        title="What do the columns hold?",
        why="The menus say what each column was taken for. Change what is wrong.",
        answers=(),
        asked=asked_by(reading, "columns") is not None,
    )


ABOUT_TABLES = (
    _about_encoding,
    _about_columns,  # before the marks in them: it keeps its place, and the focus
    _about_marks,
    _about_other_ends,
    _about_signs,
    _about_positions,
)
"""The questions, in the order in which they are asked."""
