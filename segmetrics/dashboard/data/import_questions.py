"""What an import asks a person, and what each answer comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from shlex import quote
from typing import Any

from segmetrics.dashboard.data import question_words as words
from segmetrics.dashboard.data.import_columns import command_of, with_marks
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.import_view import unanswered
from segmetrics.dashboard.frame.question_form import Answer, Question
from segmetrics.dashboard.frame.session_store import store, visitor
from segmetrics.io import Problem, Reading
from segmetrics.io.column_roles import Role
from segmetrics.io.document import CODE_PAGES
from segmetrics.io.layers import ALL, short_name
from segmetrics.io.names import depth, names_in, workbook_of
from segmetrics.io.parts import Coding
from segmetrics.io.recording_ends import EVERY, LAST, durations_in_words
from segmetrics.io.repeated_codings import Repeated
from segmetrics.phrases import listed
from segmetrics.store import Round, Saved, at

EACH = "each tier is a coder"
"""The answer that no layer is chosen, since tiers are coders."""

TIERS_ARE_CODERS = "{item}"
"""The pattern of names by which tiers are coders."""

# Readings of names that are offered; those behind them are unlikely.
OFFERED = 6
# Names that a sentence holds.
NAMED = 4


def questions_of(review: Review) -> dict[str, Question]:
    """Return what a person can answer about the files, by the choice that an answer makes."""
    found = (about(review) for about in ABOUT)
    return {question.key: question for question in found if question is not None}


def waiting(reading: Reading, questions: Mapping[str, Question]) -> frozenset[str]:
    """Return the choices without which there is no corpus, or none that can be trusted."""
    doubles = questions.get("dropped_files")
    nothing_else = reading.corpus is None and doubles is not None and not doubles.chosen
    return unanswered(reading) | ({"dropped_files"} if nothing_else else frozenset())


def answer(review: Review, question: Question, value: Any) -> None:
    """Make the choice that an answer stands for."""
    said = next(one.words for one in question.answers if one.value == value)
    if question.key == "marks":
        choices = replace(review.choices, columns=with_marks(review, value))
    elif question.key == "durations":
        choices = replace(review.choices, durations={EVERY: None})
    elif question.key == "condition" and isinstance(value, tuple):
        role, column = value
        columns = {**review.choices.columns, column: role}
        choices = replace(review.choices, condition="", columns=columns)
    else:
        choices = replace(review.choices, **{question.key: value})
    if question.key == "layer":
        each = value == EACH
        before = "" if choices.pattern == TIERS_ARE_CODERS else choices.pattern
        choices = replace(
            choices, layer="" if each else value, pattern=TIERS_ARE_CODERS if each else before
        )
    review.decide(f"{question.title} {said}", choices)


def _asked(reading: Reading, choice: str) -> Problem | None:
    """Return the first problem that a choice settles."""
    return next((problem for problem in reading.problems if problem.asks == choice), None)


def _about_encoding(review: Review) -> Question | None:
    """Ask how files were saved that are not UTF-8, by a word that a person can judge."""
    reading = review.reading_without("encoding")
    if not reading.encodings:
        return None
    spellings: dict[str, str] = {}
    for name, word in reading.encodings.items():
        spellings.setdefault(word, name)
    chosen = review.choices.encoding
    return Question(
        key="encoding",
        title=words.ENCODING,
        why=words.ENCODING_WHY,
        answers=tuple(Answer(name, word, CODE_PAGES[name]) for word, name in spellings.items()),
        chosen=chosen,
        asked=True,
        command=f"--encoding {chosen}" if chosen else "",
    )


def _about_marks(review: Review) -> Question | None:
    """Ask at which end of segments marks stand, if nothing in a table shows it."""
    chosen = {role for role in review.choices.columns.values() if role in words.MARK_ENDS}
    readings = (review.reading, review.reading_without("columns"))
    if not chosen and not any(_asked(reading, "marks") for reading in readings):
        return None
    return Question(
        key="marks",
        title=words.MARKS,
        why=words.MARKS_WHY,
        answers=tuple(Answer(role, *said) for role, said in words.MARK_ENDS.items()),
        chosen=next(iter(chosen)) if len(chosen) == 1 else "",
        asked=True,
        command="",
    )


def earlier_marks(saved: Saved, here: Round) -> tuple[str, Role] | None:
    """Return where marks stand in the last other round of which that was said, and its name."""
    for one in reversed(saved.rounds):
        if one == here or not one.digest:
            continue
        accepted = store().review(visitor(), at(saved.key, one.number), with_files=False).accepted
        roles = {*accepted[-1][1].columns.values()} if accepted else set()
        ends = [role for role in words.MARK_ENDS if role in roles]
        if len(ends) == 1:
            return one.name, ends[0]
    return None


def _about_columns(review: Review) -> Question | None:
    """Ask what the columns of tables hold; the answer is given column by column."""
    reading = review.reading_without("columns")
    if not reading.tables:
        return None
    return Question(
        key="columns",
        title=words.COLUMNS,
        why=words.COLUMNS_WHY,
        answers=(),
        asked=_asked(reading, "columns") is not None,
        command=command_of(review),
    )


def _about_names(review: Review) -> Question | None:
    """Ask what the names of folders and files say."""
    reading = review.reading_without("pattern")
    findings = list(reading.findings.values())
    if not findings:
        return None
    finding = next((one for one in findings if not one.confirmed), findings[0])
    problem = _asked(reading, "pattern")
    named = [one.file for one in reading.recognised if one.format.named_by]
    sheets = named and all(workbook_of(file) != file for file in named)
    kind = words.SHEET if sheets else words.FILE
    why = ""
    if problem is not None:
        unclear = problem.what == finding.question
        why = words.unclear_names(kind) if unclear else words.capital_sentence(problem.what)
    chosen = review.choices.pattern or ("" if problem else finding.pattern)
    return Question(
        key="pattern",
        title=words.NAMES,
        why=why,
        answers=tuple(
            Answer(
                one.pattern,
                pattern_in_words(one.pattern, one.items, one.coders, kind=kind),
                _example(reading, one.pattern) + words.capital_sentence(one.words),
            )
            for one in finding.evidence[:OFFERED]
        ),
        chosen=chosen,
        asked=problem is not None,
        command=f"--pattern {quote(chosen)}" if chosen else "",
    )


def _about_same_names(review: Review) -> Question | None:
    """Ask whether coders of one name in groups that share no item are one person."""
    same = review.reading_without("same_names").same_names
    if same is None:
        return None
    first, chosen = same.coders[0], review.choices.same_names
    groups = listed(list(dict.fromkeys(same.groups.values())), NAMED)
    return Question(
        key="same_names",
        title=words.same_names(first),
        why=words.same_names_why(listed(same.coders, NAMED), groups),
        answers=(
            Answer("one", *words.SAME_NAMES_ONE),
            Answer("many", words.SAME_NAMES_MANY, words.and_so_on(same.apart_names[0])),
        ),
        chosen=chosen or "one",
        asked=True,
        command=f"--same-names {chosen}" if chosen else "",
    )


def _about_repeated(review: Review) -> Question | None:
    """Ask which coding counts where a file has several of one item by one coder."""
    repeated, chosen = review.reading_without("twice").repeated, review.choices.twice
    if not repeated:
        return None
    dated = [one for one in repeated if one.changed]
    if len(dated) == len(repeated):
        orders = words.ALL_DATED
    elif dated:
        orders = words.SOME_DATED
    else:
        orders = words.UNDATED
    dates = "; ".join(map(_dated, dated[:NAMED]))
    return Question(
        key="twice",
        title=words.TWICE,
        why=words.twice_why(len(repeated), dates),
        answers=tuple(map(Answer, ("first", "last"), words.TWICE_ANSWERS, orders)),
        chosen=chosen,
        asked=True,
        command=f"--twice {chosen}" if chosen else "",
    )


def _dated(one: Repeated) -> str:
    """Return whose codings there are several, and the date of each, the first first."""
    dates = [f"{changed:%Y-%m-%d %H:%M}" for changed in one.changed]
    return words.dated(one.item, one.coder, dates)


def _about_doubles(review: Review) -> Question | None:
    """Ask which files to use where two of them hold other codings of one coder and item."""
    found: dict[tuple[str | None, str | None], Coding] = {}
    first: Counter[str] = Counter()
    again: Counter[str] = Counter()
    for coding in review.reading_without("dropped_files").codings:
        known = found.setdefault((coding.item, coding.coder), coding)
        if workbook_of(known.file) != workbook_of(coding.file):
            first[workbook_of(known.file)] += len(known.segmentation.boundaries)
            again[workbook_of(coding.file)] += len(coding.segmentation.boundaries)
    if not first or first.keys() & again.keys():
        return None
    chosen = review.choices.dropped_files
    return Question(
        key="dropped_files",
        title=words.DOUBLES,
        why=words.DOUBLES_WHY,
        answers=tuple(
            Answer(
                frozenset(others),
                words.those_of(listed(list(kept), NAMED)),
                words.boundaries(kept.total()),
            )
            for kept, others in ((first, again), (again, first))
        ),
        chosen=chosen,
        asked=True,
        command=" ".join(f"--drop-file {quote(file)}" for file in sorted(chosen))
        if len(chosen) <= NAMED
        else "",
    )


def pattern_in_words(
    pattern: str, items: int = 1, coders: int = 1, *, kind: str = words.FILE
) -> str:
    """Return what files or sheets are under a pattern, which gives so many items and coders."""
    *folders, file = pattern.replace("\\", "/").split("/")
    if "{coder}" not in pattern:
        together = "{item}" in "".join(folders) and "{item}" in file
        return words.one_item_each(kind, coders, together=together)
    if "{item}" not in pattern:
        return words.one_coder_each(kind, items)
    if not any("{" in folder for folder in folders):
        return words.name_says_both(kind, file)
    naming = [folder for folder in folders if "{" in folder]
    return words.folders_and_files(kind, naming, file if "{" in file else "")


def _example(reading: Reading, pattern: str) -> str:
    """Show on a file what a pattern says."""
    for one in reading.recognised:
        named = names_in(one.file, pattern) if one.format.named_by else None
        if named is not None:
            path = "/".join(one.file.replace("\\", "/").split("/")[-depth(pattern) :])
            return words.example(path, named.item, named.coder)
    return ""


def _about_layers(review: Review) -> Question | None:
    """Ask which layer, or tier, holds the segments, or whether each tier is a coder."""
    reading = review.reading_without("layer")
    if len(reading.layers) < 2:
        return None
    choices, now = review.choices, review.reading
    problem = _asked(reading, "layer")
    answers = [
        Answer(name, short_name(name).strip(), words.layer(short_name(name), name, count))
        for name, count in reading.layers.items()
    ]
    answers.append(Answer(ALL, *words.ALL_LAYERS))
    what = words.LAYER
    if reading.tiers:
        what = words.TIER
        answers.insert(0, Answer(EACH, *words.TIERS_ARE_CODERS))
    chosen = choices.layer or now.layer
    if now.tiers == "coders":
        chosen = EACH
    return Question(
        key="layer",
        title=words.layers(what),
        why=words.layers_why(what, reading.why_no_coders) if problem else "",
        answers=tuple(answers),
        chosen=chosen,
        asked=problem is not None,
        command=f"--layer {quote(_option(choices.layer, reading.layers))}" if choices.layer else "",
    )


def _option(chosen: str, layers: Collection[str]) -> str:
    """Return what the command line calls a layer: the last part of its name, if that is enough."""
    short = short_name(chosen)
    alone = sum(short_name(layer) == short for layer in layers) == 1
    return (short if chosen in layers and alone else chosen).strip()


def _about_units(review: Review) -> Question | None:
    """Ask what texts are divided into, if the unit that was taken loses boundaries."""
    reading = review.reading_without("unit")
    problem = _asked(reading, "unit")
    if problem is None:
        return None
    chosen = review.choices.unit
    return Question(
        key="unit",
        title=words.UNITS,
        why=words.capital_sentence(problem.what),
        answers=tuple(Answer(unit, words.into(unit)) for unit in reading.units),
        chosen=chosen,
        asked=True,
        command=f"--unit {quote(chosen)}" if chosen else "",
    )


def _about_times(review: Review) -> Question | None:
    """Ask what the times of tables count, where nothing shows it."""
    problem, chosen = _asked(review.reading_without("times"), "times"), review.choices.times
    if problem is None and not chosen:
        return None
    offered = dict.fromkeys([*words.TIMES_COUNT, *([chosen] if chosen else [])])
    return Question(
        key="times",
        title=words.TIMES,
        why=words.capital_sentence(problem.what) if problem else "",
        answers=tuple(Answer(one, *words.times_count(one)) for one in offered),
        chosen=chosen,
        asked=True,
        command=f"--times {quote(chosen)}" if chosen else "",
    )


def _about_condition(review: Review) -> Question | None:
    """Ask what the conditions of a table of presses are."""
    conditions, chosen = review.reading_without("condition").conditions, review.choices.condition
    if not conditions:
        return None
    (column, values), *_ = conditions.items()
    return Question(
        key="condition",
        title=words.condition(column),
        why=words.CONDITION_WHY,
        answers=(
            *(Answer(value, *words.only_condition(value)) for value in values[:OFFERED]),
            Answer(("item", column), *words.EACH_CONDITION),
            Answer(("ignore", column), *words.NO_CONDITION),
        ),
        chosen=chosen,
        asked=True,
        command=f"--condition {quote(chosen)}" if chosen else "",
    )


def _about_durations(review: Review) -> Question | None:
    """Ask how long recordings are of which no file says it."""
    reading, chosen = review.reading_without("durations"), review.choices.durations
    problem = _asked(review.reading, "durations") or _asked(reading, "durations")
    if problem is None and not chosen:
        return None
    return Question(
        key="durations",
        title=words.DURATIONS,
        why=words.capital_sentence(problem.what) if problem else "",
        answers=(Answer(LAST, *words.ENDS_WITH_LAST),),
        chosen=LAST if dict(chosen) == {EVERY: None} else "",
        asked=True,
        command=f"--duration {quote(durations_in_words(chosen))}" if chosen else "",
    )


def _about_steps(review: Review) -> Question | None:
    """Ask how long a unit of a recording is."""
    reading = review.reading_without("step")
    if not reading.steps:
        return None
    problem = _asked(reading, "step")
    chosen = review.choices.step or (None if problem else reading.step)
    return Question(
        key="step",
        title=words.STEPS,
        why=words.STEPS_WHY if problem else "",
        answers=tuple(
            Answer(step, words.seconds(step), words.merged(count))
            for step, count in reading.steps.items()
        ),
        chosen=chosen,
        asked=problem is not None,
        command=f"--step {chosen:g}" if chosen else "",
    )


ABOUT = (
    _about_encoding,
    _about_columns,  # before the marks in them: it keeps its place, and the focus
    _about_marks,
    _about_names,
    _about_same_names,
    _about_doubles,
    _about_repeated,
    _about_layers,
    _about_condition,
    _about_times,
    _about_durations,
    _about_units,
    _about_steps,
)
"""The questions, in the order in which they are asked."""
