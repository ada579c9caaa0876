"""What an import asks a person, and what each answer comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from shlex import quote
from typing import Any

from segmetrics.dashboard.data.import_columns import command_of, with_marks
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.import_view import unanswered
from segmetrics.dashboard.frame.question_form import Answer, Question
from segmetrics.io import Problem, Reading
from segmetrics.io.column_roles import Role
from segmetrics.io.document import CODE_PAGES
from segmetrics.io.layers import ALL, short_name
from segmetrics.io.names import depth, names_in, workbook_of
from segmetrics.io.parts import Coding
from segmetrics.phrases import counted, listed

MARK_ENDS: dict[Role, tuple[str, str]] = {
    "first": ("At the first unit of a segment", "A marked unit begins something new"),
    "last": ("At the last unit of a segment", "Something new begins after a marked unit"),
}
"""The ends of segments at which marks can stand, in words."""

EACH = "each tier is a coder"
"""The answer that no layer is chosen, since tiers are coders."""

TIERS_ARE_CODERS = "{item}"
"""The pattern of names by which tiers are coders."""

# Readings of names that are offered; those behind them are unlikely.
OFFERED = 6
# Names that a sentence holds.
NAMED = 4
UNCLEAR = "The names of the {}s can be read in several ways, and what is in them does not decide."


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
    words = next(one.words for one in question.answers if one.value == value)
    if question.key == "marks":
        choices = replace(review.choices, columns=with_marks(review, value))
    else:
        choices = replace(review.choices, **{question.key: value})
    if question.key == "layer":
        each = value == EACH
        before = "" if choices.pattern == TIERS_ARE_CODERS else choices.pattern
        choices = replace(
            choices, layer="" if each else value, pattern=TIERS_ARE_CODERS if each else before
        )
    review.decide(f"{question.title} {words}", choices)


def _asked(reading: Reading, choice: str) -> Problem | None:
    """Return the first problem that a choice settles."""
    return next((problem for problem in reading.problems if problem.asks == choice), None)


def _about_encoding(review: Review) -> Question | None:
    """Ask how files were saved that are not UTF-8, by a word that a person can judge."""
    reading = review.reading_without("encoding")
    if not reading.encodings:
        return None
    words: dict[str, str] = {}
    for name, word in reading.encodings.items():
        words.setdefault(word, name)
    chosen = review.choices.encoding
    return Question(
        key="encoding",
        title="How is this word written?",
        why="A file does not say how its letters are saved, as is usual for tables from Excel.",
        answers=tuple(Answer(name, word, CODE_PAGES[name]) for word, name in words.items()),
        chosen=chosen,
        asked=True,
        command=f"--encoding {chosen}" if chosen else "",
    )


def _about_marks(review: Review) -> Question | None:
    """Ask at which end of segments marks stand, if nothing in a table shows it."""
    chosen = {role for role in review.choices.columns.values() if role in MARK_ENDS}
    readings = (review.reading, review.reading_without("columns"))
    if not chosen and not any(_asked(reading, "marks") for reading in readings):
        return None
    return Question(
        key="marks",
        title="Where do the marks stand?",
        why="A mark may be at the first unit of a segment or at the last; nothing shows which.",
        answers=tuple(Answer(role, *words) for role, words in MARK_ENDS.items()),
        chosen=next(iter(chosen)) if len(chosen) == 1 else "",
        asked=True,
        command="",
    )


def _about_columns(review: Review) -> Question | None:
    """Ask what the columns of tables hold; the answer is given column by column."""
    reading = review.reading_without("columns")
    if not reading.tables:
        return None
    return Question(
        key="columns",
        title="What do the columns hold?",
        why="The menus say what each column was taken for. Change what is wrong.",
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
    kind = "sheet" if named and all(workbook_of(file) != file for file in named) else "file"
    why = ""
    if problem is not None:
        unclear = problem.what == finding.question
        why = UNCLEAR.format(kind) if unclear else f"{problem.what[:1].upper()}{problem.what[1:]}."
    chosen = review.choices.pattern or ("" if problem else finding.pattern)
    return Question(
        key="pattern",
        title="Who coded what?",
        why=why,
        answers=tuple(
            Answer(
                one.pattern,
                pattern_in_words(one.pattern, one.items, one.coders, kind=kind),
                f"{_example(reading, one.pattern)}{one.words[:1].upper()}{one.words[1:]}.",
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
        title=f"Is {first} of one group the same person as {first} of another?",
        why=f"{listed(same.coders, NAMED)} come again in {groups}, which share no item.",
        answers=(
            Answer("one", "One person each", "As it is read if nobody says more"),
            Answer("many", "Another person in each group", f"{same.apart_names[0]}, and so on"),
        ),
        chosen=chosen or "one",
        asked=True,
        command=f"--same-names {chosen}" if chosen else "",
    )


def _about_repeated(review: Review) -> Question | None:
    """Ask which coding counts where a file has several of one item by one coder."""
    times, chosen = review.reading_without("twice").repeated, review.choices.twice
    if not times:
        return None
    return Question(
        key="twice",
        title="Which coding of a coder counts, the first or the last?",
        why=f"Files hold more than one coding of an item by one coder {counted(times, 'time')}.",
        answers=(
            Answer("first", "The first", "In the order of the file"),
            Answer("last", "The last", "As it was perhaps corrected"),
        ),
        chosen=chosen,
        asked=True,
        command=f"--twice {chosen}" if chosen else "",
    )


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
        title="Which of these files are right?",
        why="They hold the same coders of the same items, with other boundaries.",
        answers=tuple(
            Answer(
                frozenset(others),
                f"Those of {listed(list(kept), NAMED)}",
                counted(kept.total(), "boundary", "boundaries"),
            )
            for kept, others in ((first, again), (again, first))
        ),
        chosen=chosen,
        asked=True,
        command=" ".join(f"--drop-file {quote(file)}" for file in sorted(chosen))
        if len(chosen) <= NAMED
        else "",
    )


def pattern_in_words(pattern: str, items: int = 1, coders: int = 1, *, kind: str = "file") -> str:
    """Return what files or sheets are under a pattern, which gives so many items and coders."""
    folder_kind = "workbook" if kind == "sheet" else "folder"
    *folders, file = pattern.replace("\\", "/").split("/")
    if "{coder}" not in pattern:
        whose = "all by one coder" if coders == 1 else "and says itself who coded it"
        together = "{item}" in "".join(folders) and "{item}" in file
        named = f"; {folder_kind} and {kind} name it together" if together else ""
        return f"Each {kind} is another item, {whose}{named}"
    if "{item}" not in pattern:
        which = "all of one text" if items == 1 else "and says itself which items it has"
        return f"Each {kind} is by another coder, {which}"
    if not any("{" in folder for folder in folders):
        return f"The name of each {kind} says both: {_plain(file)}"
    said = [f"a {folder_kind} for each {_plain(folder)}" for folder in folders if "{" in folder]
    said += [f"a {kind} for each {_plain(file)}"] * ("{" in file)
    words = ", ".join(dict.fromkeys(said))
    return words[:1].upper() + words[1:]


def _plain(part: str) -> str:
    return part.replace("{item}", "item").replace("{coder}", "coder").replace("*", "…")


def _example(reading: Reading, pattern: str) -> str:
    """Show on a file what a pattern says."""
    for one in reading.recognised:
        named = names_in(one.file, pattern) if one.format.named_by else None
        if named is not None:
            path = "/".join(one.file.replace("\\", "/").split("/")[-depth(pattern) :])
            said = (("item", named.item), ("coder", named.coder))
            whose = " by ".join(f"{what} {name}" for what, name in said if name)
            return f"{path} is {whose}. "
    return ""


def _about_layers(review: Review) -> Question | None:
    """Ask which layer, or tier, holds the segments, or whether each tier is a coder."""
    reading = review.reading_without("layer")
    if len(reading.layers) < 2:
        return None
    choices, now = review.choices, review.reading
    problem = _asked(reading, "layer")
    answers = [
        Answer(name, short_name(name).strip(), _layer_in_words(name, count))
        for name, count in reading.layers.items()
    ]
    answers.append(Answer(ALL, "All of them together", "A boundary in any of them counts"))
    what = "layer"
    if reading.tiers:
        what = "tier"
        answers.insert(0, Answer(EACH, "Each tier is another coder", "Each file is an item"))
    why = f"More than one {what} can."
    if problem is not None and reading.why_no_coders:
        why += f" They do not look like coders: {reading.why_no_coders}."
    chosen = choices.layer or now.layer
    if now.tiers == "coders":
        chosen = EACH
    return Question(
        key="layer",
        title=f"Which {what} holds the segments?",
        why=why if problem else "",
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


def _layer_in_words(name: str, count: int) -> str:
    full = f" ({name})" if short_name(name) != name else ""
    return f"{counted(count, 'segment')} in all files{full}"


def _about_units(review: Review) -> Question | None:
    """Ask what texts are divided into, if the unit that was taken loses boundaries."""
    reading = review.reading_without("unit")
    problem = _asked(reading, "unit")
    if problem is None:
        return None
    chosen = review.choices.unit
    return Question(
        key="unit",
        title="What are the texts divided into?",
        why=f"{problem.what[:1].upper()}{problem.what[1:]}.",
        answers=tuple(Answer(unit, f"Into {unit}s") for unit in reading.units),
        chosen=chosen,
        asked=True,
        command=f"--unit {quote(chosen)}" if chosen else "",
    )


def _about_steps(review: Review) -> Question | None:
    """Ask how long a unit of a recording is."""
    reading = review.reading_without("step")
    if reading.step is None:
        return None
    problem = _asked(reading, "step")
    chosen = review.choices.step or (None if problem else reading.step)
    return Question(
        key="step",
        title="How long is one unit of the recordings?",
        why="Each length that is possible makes one of some boundaries." if problem else "",
        answers=tuple(
            Answer(
                step, f"{step:g} {'second' if step == 1 else 'seconds'}", _merged_in_words(count)
            )
            for step, count in reading.steps.items()
        ),
        chosen=chosen,
        asked=problem is not None,
        command=f"--step {chosen:g}" if chosen else "",
    )


def _merged_in_words(count: int) -> str:
    if not count:
        return "Keeps all boundaries of a coder apart"
    return f"{counted(count, 'boundary', 'boundaries')} would fall together with another"


ABOUT = (
    _about_encoding,
    _about_columns,  # before the marks in them: it keeps its place, and the focus
    _about_marks,
    _about_names,
    _about_same_names,
    _about_doubles,
    _about_repeated,
    _about_layers,
    _about_units,
    _about_steps,
)
"""The questions, in the order in which they are asked."""
