"""What an import asks about names: of files, coders and items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from segmetrics.dashboard.data.import_state import Named, Review
from segmetrics.dashboard.data.question_parts import (
    NAMED,
    OFFERED,
    asked_by,
    question_about,
    sentence_of,
)
from segmetrics.dashboard.frame.import_forms import Answer, Question
from segmetrics.io import Reading
from segmetrics.io.names import depth, names_in, workbook_of
from segmetrics.io.recording_ends import EVERY
from segmetrics.phrases import capital, listed

ALIKE: Mapping[Named, tuple[str, str, str, str]] = {
    "coders": (
        "person",
        "people",
        "item",
        "are spelled nearly alike, and hardly any item has both names",
    ),
    "items": (
        "item",
        "items",
        "coder",
        "are spelled nearly alike, or one has a title more, and hardly any coder has both",
    ),
}
"""What is said of coders and of items whose names hardly differ."""

SHEET, FILE = "sheet", "file"

KINDS_OF_FOLDERS: Mapping[str, str] = {SHEET: "workbook", FILE: "folder"}


def _about_names(review: Review) -> Question | None:
    """Ask what the names of folders and files say."""
    reading = review.reading_without("pattern")
    findings = list(reading.findings.values())
    if not findings:
        return None
    finding = next((one for one in findings if not one.confirmed), findings[0])
    problem = asked_by(reading, "pattern")
    named = [one.file for one in reading.recognised if one.format.named_by]
    sheets = named and all(workbook_of(file) != file for file in named)
    kind = SHEET if sheets else FILE
    why = sentence_of(problem)
    if problem is not None and problem.what == finding.question:
        why = (
            f"The names of the {kind}s can be read in several ways, and their content does not "
            "show which is right. Choose one."
        )
    return question_about(
        review,
        "pattern",
        "Who coded what?",
        why,
        (
            Answer(
                one.pattern,
                pattern_in_words(one.pattern, one.items, one.coders, kind=kind),
                f"{_example(reading, one.pattern)}{capital(one.words)}.",
            )
            for one in finding.evidence[:OFFERED]
        ),
        asked=problem is not None,
        chosen=review.choices.pattern or ("" if problem else finding.pattern),
    )


def _about_same_names(review: Review) -> Question | None:
    """Ask whether coders of one name in groups that share no item are one person."""
    same = review.reading_without("same_names").same_names
    if same is None:
        return None
    first = same.coders[0]
    groups = listed(list(dict.fromkeys(same.groups.values())), NAMED)
    question = question_about(
        review,
        "same_names",
        f"Is {first} of one group the same person as {first} of another?",
        f"{listed(same.coders, NAMED)} come again in {groups}, which share no item.",
        (
            Answer("one", "One person each", "For now it is read so"),
            Answer("many", "Another person in each group", f"{same.apart_names[0]}, and so on"),
        ),
    )
    return replace(question, chosen=question.chosen or "one")


def _about_spelling(what: Named, review: Review) -> list[Question]:
    """Ask whether coders, or items, whose names hardly differ are one each: of few by itself."""
    alike: Mapping[str, str] = getattr(review.reading, f"alike_{what}")
    if len(alike) > OFFERED:
        return [_about_alike(what, review, alike)]
    return [
        _about_alike(what, review, {one: of}, one if len(alike) > 1 else "")
        for one, of in alike.items()
    ]


def _about_alike(what: Named, review: Review, alike: Mapping[str, str], only: str = "") -> Question:
    one, two, beside, differ = ALIKE[what]
    (name, usual), *others = alike.items()
    pairs = [f"{other} and {known}" for other, known in alike.items()]
    sure = name in review.reading.one_each
    why = f"{listed(pairs, len(pairs)) if others else 'They'} {differ}."
    if sure:
        which = f"{listed(pairs, NAMED)}: the" if others else "The"
        why = f"{which} names hardly differ, and no {beside} here has both."
    before: Mapping[str, str] = getattr(review.choices, what)
    merged = all(
        before.get(other, other) == before.get(known, known) for other, known in alike.items()
    )
    unless = "For now it is read so"
    return Question(
        kind=what,
        about=only,
        title=f"Are {name} and {usual} one {one}?",
        why=why,
        answers=(
            Answer(
                "one", f"One {one}, {usual}", f"So for all {len(alike)} pairs" if others else ""
            ),
            Answer("two", f"Two {two}", unless),
        ),
        chosen="one" if merged else "" if sure and name not in before else "two",
    )


def pattern_in_words(pattern: str, items: int = 1, coders: int = 1, *, kind: str = FILE) -> str:
    """Return what files or sheets are under a pattern, which gives so many items and coders."""
    *folders, file = pattern.replace("\\", "/").split("/")
    folder = KINDS_OF_FOLDERS[kind]
    if "{coder}" not in pattern:
        together = "{item}" in "".join(folders) and "{item}" in file
        whose = "all by one coder" if coders == 1 else "and the coders are named inside it"
        named = f"; {folder} and {kind} name it together" if together else ""
        return f"Each {kind} is another item, {whose}{named}"
    if "{item}" not in pattern:
        which = "all of one text" if items == 1 else "and the items are named inside it"
        return f"Each {kind} is by another coder, {which}"
    naming = [one for one in folders if "{" in one]
    if not naming:
        return f"The name of each {kind} says both: {_plain(file)}"
    said = [f"a {folder} for each {_plain(one)}" for one in naming]
    said += [f"a {kind} for each {_plain(file)}"] * ("{" in file)
    return capital(", ".join(dict.fromkeys(said)))


def _plain(part: str) -> str:
    return part.replace("{item}", "item").replace("{coder}", "coder").replace("*", "…")


def _example(reading: Reading, pattern: str) -> str:
    """Show on a file what a pattern says."""
    for one in reading.recognised:
        named = names_in(one.file, pattern) if one.format.named_by else None
        if named is not None:
            path = "/".join(one.file.replace("\\", "/").split("/")[-depth(pattern) :])
            said = (("item", named.item), ("coder", named.coder))
            return f"{path} is {' by '.join(f'{what} {name}' for what, name in said if name)}. "
    return ""


def _about_condition(review: Review) -> Question | None:
    """Ask which round this is, by names of items, or what conditions in a table of times are."""
    reading = review.reading_without("condition")
    if reading.rounds:
        problem = asked_by(reading, "condition")
        return question_about(
            review,
            "condition",
            "Which round is this?",
            f"{sentence_of(problem)} Choose one now, and add the files again as a further round "
            "with the other one.",
            (
                *(Answer(one, f"This round is {one}", "") for one in reading.rounds[:OFFERED]),
                Answer(EVERY, "Each is an item of its own", "As it is read for now"),
            ),
        )
    if not reading.conditions:
        return None
    (column, values), *_ = reading.conditions.items()
    return question_about(
        review,
        "condition",
        f"What are the conditions in the column {column}?",
        "Boundaries under several conditions stand in one table. Rounds compare conditions of the "
        "same coders: choose one now, and add the file again as a further round with the other "
        "one.",
        (
            *(
                Answer(value, f"This round is {value}", "Only its rows are read")
                for value in values[:OFFERED]
            ),
            Answer(
                ("item", column),
                "Each is a recording of its own",
                "As it is read for now. If every coder has one condition, they become groups of "
                "coders",
            ),
            Answer(("ignore", column), "They do not matter", "All rows of a coder count together"),
        ),
    )


ABOUT_NAMES = (
    _about_condition,  # before names, of which another round has others
    _about_names,
    _about_same_names,
    partial(_about_spelling, "coders"),
    partial(_about_spelling, "items"),
)
"""The questions, in the order in which they are asked."""
