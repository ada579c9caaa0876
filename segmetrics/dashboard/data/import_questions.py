"""What an import asks a person, why, and what each answer comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import starmap
from shlex import quote
from typing import Any

from segmetrics.dashboard.data import import_columns, words
from segmetrics.dashboard.data.import_columns import as_before, command_of, with_marks
from segmetrics.dashboard.data.import_state import Named, Review
from segmetrics.dashboard.data.import_view import unanswered
from segmetrics.dashboard.frame.import_forms import Answer, Question, QuestionKind
from segmetrics.dashboard.frame.session_store import store, visitor
from segmetrics.io import Problem, Reading
from segmetrics.io.choices import OF_CHOICE, Choices
from segmetrics.io.clock_times import MILLISECONDS, MINUTES, SECONDS, UNITS
from segmetrics.io.column_roles import Role
from segmetrics.io.document import CODE_PAGES
from segmetrics.io.layers import ALL, short_name
from segmetrics.io.mark_ends import OTHER
from segmetrics.io.names import depth, names_in, workbook_of
from segmetrics.io.parts import Coding, grouped
from segmetrics.io.problems import row_called
from segmetrics.io.recording_ends import EVERY, LAST
from segmetrics.phrases import capital, counted, listed
from segmetrics.store import Round, Saved, at

EACH = "each tier is a coder"
"""The answer that no layer is chosen, since tiers are coders."""

TIERS_ARE_CODERS = "{item}"
"""The pattern of names by which tiers are coders."""

# Readings of names that are offered; those behind them are unlikely.
OFFERED = 6
# Names that a sentence holds.
NAMED = 4

SETTLED_BY = {"marks": "columns"}
"""The choices that questions make which are called otherwise."""

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

ALIKE: Mapping[Named, tuple[str, str, str]] = {
    "coders": (
        "person",
        "people",
        "differ in spelling alone, and half of their items or fewer have both names",
    ),
    "items": (
        "item",
        "items",
        "differ in spelling alone, or by a title, and half of their coders or fewer have both",
    ),
}
"""What is said of coders and of items whose names hardly differ."""

SHEET, FILE = "sheet", "file"
KINDS_OF_FOLDERS: Mapping[str, str] = {SHEET: "workbook", FILE: "folder"}
TIMES_COUNT: Mapping[str, tuple[str, str]] = {
    SECONDS: ("Seconds", "83.9 is 1:23.9; 01:51:00 is an hour and 51 minutes"),
    MILLISECONDS: ("Milliseconds", "83900 is 1:23.9"),
    MINUTES: ("Minutes and seconds", "01:51:00 is 1:51, as a spreadsheet may have changed it"),
    "25 fps": ("Frames, 25 of them a second", "75 is 0:03"),
    "30 fps": ("Frames, 30 of them a second", "90 is 0:03"),
    UNITS: ("Units, and no times", "5 is the fifth paragraph, measure or line"),
}


def questions_of(review: Review) -> dict[str, Question]:
    """Return what a person can answer about the files, by the choice that an answer makes."""
    asked = (about(review) for about in ABOUT)
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
    if kind == "sign":
        sign = frozenset((about,))
        dropped = review.choices.dropped_labels
        made = dropped - sign if value == "yes" else dropped | sign
        choices = replace(review.choices, dropped_labels=made)
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
        late = isinstance(value, tuple)
        made = (
            {"dropped": review.choices.dropped | {value}} if late else {"durations": {EVERY: None}}
        )
        choices = replace(review.choices, **made)
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


def _question(
    review: Review,
    choice: QuestionKind,
    title: str,
    why: str,
    answers: Iterable[Answer],
    *,
    asked: bool = True,
    chosen: Any = None,
) -> Question:
    """Return the question about a choice, with how the command line makes it."""
    chosen = chosen or getattr(review.choices, choice)
    option = OF_CHOICE[choice]
    command = "" if option.repeats else option.command(chosen)
    return Question(choice, title, why, tuple(answers), chosen, asked, command)


def _asked(reading: Reading, choice: str) -> Problem | None:
    """Return the first problem that a choice settles."""
    return next((problem for problem in reading.problems if problem.asks == choice), None)


def _sentence(problem: Problem | None) -> str:
    """Return what is asked as a sentence; empty if nothing is."""
    return f"{capital(problem.what)}." if problem else ""


def _about_encoding(review: Review) -> Question | None:
    """Ask how files were saved that are not UTF-8, by a word that a person can judge."""
    reading = review.reading_without("encoding")
    spellings: dict[str, str] = {}
    for name, word in reading.encodings.items():
        spellings.setdefault(word, name)
    if not spellings:
        return None
    return _question(
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
    if not chosen and not any(_asked(reading, "marks") for reading in readings):
        return None
    return Question(
        kind="marks",
        title="Where do the marks stand?",
        why="A mark may be at the first unit of a segment or at the last. The tables do not show "
        "which.",
        answers=tuple(Answer(role, *said) for role, said in MARK_ENDS.items()),
        chosen=max(chosen, key=chosen.__getitem__, default=""),
        asked=True,
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
            asked=True,
        )
        for name, role in {**apart, **review.reading.other_ends}.items()
    ]


def _about_signs(review: Review) -> list[Question]:
    """Ask whether cells with another sign than the others hold marks too."""
    reading, dropped = review.reading_without("dropped_labels"), review.choices.dropped_labels
    cells = grouped((one.text, one) for one in reading.notices if one.kind == "odd sign")
    return [
        Question(
            kind="sign",
            about=sign,
            title=f"Is “{sign}” a mark?",
            why=words.SIGN.format(listed([one.where for one in of], NAMED)),
            answers=(Answer("yes", "Yes, a boundary like the others"), Answer("no", "No boundary")),
            chosen="no" if sign in dropped else "yes",
            asked=True,
            command=OF_CHOICE["dropped_labels"].command(sign) if sign in dropped else "",
        )
        for sign, of in list(cells.items())[:OFFERED]
        if sign
    ]


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
        if any(getattr(made, SETTLED_BY.get(asked, asked), None) for asked in waits):
            return one.name, made
    return None


def _about_positions(review: Review) -> Question | None:
    """Ask what numbers in lists are, where nothing shows it."""
    if not review.reading.lists_positions:
        return None
    problem = _asked(review.reading_without("positions"), "positions")
    return _question(
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
    kind = SHEET if sheets else FILE
    why = _sentence(problem)
    if problem is not None and problem.what == finding.question:
        why = (
            f"The names of the {kind}s can be read in several ways, and their content does not "
            "show which is right. Choose one."
        )
    return _question(
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
    question = _question(
        review,
        "same_names",
        f"Is {first} of one group the same person as {first} of another?",
        f"{listed(same.coders, NAMED)} come again in {groups}, which share no item.",
        (
            Answer("one", "One person each", "As it is read if nobody says more"),
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
    one, two, differ = ALIKE[what]
    (name, usual), *others = alike.items()
    pairs = [f"{other} and {known}" for other, known in alike.items()]
    sure = what == "coders" and name in review.reading.one_person
    why = f"{listed(pairs, len(pairs)) if others else 'They'} {differ}."
    if sure and not others:
        why = "The names hardly differ, and no item here has both."
    before: Mapping[str, str] = getattr(review.choices, what)
    merged = all(
        before.get(other, other) == before.get(known, known) for other, known in alike.items()
    )
    unless = "As it is read if nobody says more"
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
        asked=True,
    )


def _about_blank(review: Review) -> Question | None:
    """Ask who coded an item and found no boundary, of those without a mark in it."""
    blank = [f"{coder} in {item}" for item, coder in review.reading.blank]
    why = f"There is no mark of {listed(blank, NAMED)}, which is read as not coded. Choose who "
    why += "coded the item all the same, and found no boundary."
    title = "Who found no boundary?"
    return _question(review, "found_none", title, why, ()) if blank else None


def _about_repeated(review: Review) -> Question | None:
    """Ask which coding counts where a file has several of one item by one coder."""
    repeated = review.reading_without("twice").repeated
    if not repeated:
        return None
    dated = [one for one in repeated if one.changed]
    orders = ("In the order of the file", "As it was perhaps corrected")
    if dated:
        orders = ("By date where the file has dates, else in its order",) * 2
    if len(dated) == len(repeated):
        orders = ("Changed first, by the dates in the file", "Changed last, so perhaps corrected")
    dates = "; ".join(
        f"{one.item} by {one.coder}: "
        + ", then ".join(f"{changed:%Y-%m-%d %H:%M}" for changed in one.changed)
        for one in dated[:NAMED]
    )
    when = f" When each was last changed (UTC): {dates}." if dates else ""
    times = counted(len(repeated), "time")
    return _question(
        review,
        "twice",
        "Which coding of a coder counts?",
        f"Files hold more than one coding of an item by one coder {times}.{when}",
        [
            *map(Answer, ("first", "last"), ("The first", "The last"), orders),
            Answer("joined", "All together", "The boundaries of all of them, each once"),
        ],
    )


def _about_doubles(review: Review) -> Question | None:
    """Ask which files to use where two of them hold other codings of one coder and item."""
    found: dict[tuple[str | None, str | None], Coding] = {}
    first: Counter[str] = Counter()
    again: Counter[str] = Counter()
    differ: list[bool] = []
    codings = review.reading_without("dropped_files").codings
    for coding in codings:
        known = found.setdefault((coding.item, coding.coder), coding)
        if workbook_of(known.file) != workbook_of(coding.file):
            first[workbook_of(known.file)] += len(known.segmentation.boundaries)
            again[workbook_of(coding.file)] += len(coding.segmentation.boundaries)
            differ.append(known.segmentation != coding.segmentation)
    if not first or first.keys() & again.keys():
        return None
    chosen = review.choices.dropped_files
    both = [listed(list(files), NAMED) for files in (first, again)]
    most = 2 * (2 * len(differ)) > len(codings)  # of the codings there is another
    rounds = most and 2 * sum(differ) > len(differ) > 1
    title, why, answer = words.ROUNDS if rounds else words.DOUBLES
    return Question(
        kind="dropped_files",
        title=title,
        why=why.format(*both),
        answers=tuple(
            Answer(frozenset(others), answer.format(kept), counted(of_kept.total(), "boundary"))
            for kept, of_kept, others in ((both[0], first, again), (both[1], again, first))
        ),
        chosen=chosen,
        asked=True,
        command=" ".join(map(OF_CHOICE["dropped_files"].command, sorted(chosen)))
        if len(chosen) <= NAMED
        else "",
    )


def pattern_in_words(pattern: str, items: int = 1, coders: int = 1, *, kind: str = FILE) -> str:
    """Return what files or sheets are under a pattern, which gives so many items and coders."""
    *folders, file = pattern.replace("\\", "/").split("/")
    folder = KINDS_OF_FOLDERS[kind]
    if "{coder}" not in pattern:
        together = "{item}" in "".join(folders) and "{item}" in file
        whose = "all by one coder" if coders == 1 else "and says itself who coded it"
        named = f"; {folder} and {kind} name it together" if together else ""
        return f"Each {kind} is another item, {whose}{named}"
    if "{item}" not in pattern:
        which = "all of one text" if items == 1 else "and says itself which items it has"
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


def _about_layers(review: Review) -> Question | None:
    """Ask which layer, or tier, holds the segments, or whether each tier is a coder."""
    reading = review.reading_without("layer")
    if len(reading.layers) < 2:
        return None
    choices, now = review.choices, review.reading
    problem = _asked(reading, "layer")
    answers = [
        Answer(name, short_name(name).strip(), _of_layer(short_name(name), name, count))
        for name, count in reading.layers.items()
    ]
    answers.append(Answer(ALL, "All of them together", "A boundary in any of them counts"))
    what = "layer"
    if reading.tiers:
        what = "tier"
        answers.insert(0, Answer(EACH, "Each tier is another coder", "Each file is an item"))
    why = ""
    if problem:
        why = f"More than one {what} can."
        if reading.why_no_coders:
            why += f" They do not look like coders: {reading.why_no_coders}."
    return Question(
        kind="layer",
        title=f"Which {what} holds the segments?",
        why=why,
        answers=tuple(answers),
        chosen=EACH if now.tiers == "coders" else choices.layer or now.layer,
        asked=problem is not None,
        command=f"--layer {quote(_option(choices.layer, reading.layers))}" if choices.layer else "",
    )


def _of_layer(name: str, full: str, segments: int) -> str:
    """Return what a layer holds."""
    called = f" ({full})" if full != name else ""
    return f"{counted(segments, 'segment')} in all files{called}"


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
    answers = (Answer(unit, f"Into {unit}s") for unit in reading.units)
    title = "What are the texts divided into?"
    return _question(review, "unit", title, _sentence(problem), answers)


def _about_times(review: Review) -> Question | None:
    """Ask what the times of tables count, where nothing shows it."""
    problem, chosen = _asked(review.reading_without("times"), "times"), review.choices.times
    if problem is None and not chosen:
        return None
    known = [one for one in TIMES_COUNT if one != UNITS or (problem and UNITS in problem.command)]
    offered = dict.fromkeys([*known, *([chosen] if chosen else [])])
    other = (f"Frames, {chosen.removesuffix(' fps')} of them a second", "")
    answers = (Answer(one, *TIMES_COUNT.get(one, other)) for one in offered)
    return _question(review, "times", "What do the times count?", _sentence(problem), answers)


def _about_condition(review: Review) -> Question | None:
    """Ask which round this is, by names of items, or what conditions in a table of times are."""
    reading = review.reading_without("condition")
    if reading.rounds:
        problem = _asked(reading, "condition")
        return _question(
            review,
            "condition",
            "Which round is this?",
            f"{_sentence(problem)} Choose one now, and add the files again as a further round with "
            "the other one.",
            (
                *(Answer(one, f"This round is {one}", "") for one in reading.rounds[:OFFERED]),
                Answer(EVERY, "Each is an item of its own", "As it is read for now"),
            ),
        )
    if not reading.conditions:
        return None
    (column, values), *_ = reading.conditions.items()
    return _question(
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


def _about_durations(review: Review) -> Question | None:
    """Ask how long recordings are, or how many units texts have, of which no file says it."""
    reading, chosen = review.reading_without("durations"), review.choices.durations
    problem = _asked(review.reading, "durations") or _asked(reading, "durations")
    if problem is None and not chosen:
        return None
    late = [one for one in review.reading.problems if one.decides == "durations"]
    answers = [
        Answer(
            LAST,
            "They end with the last boundary of any coder",
            "Only if you cannot find out how long they are: what comes after it is then left out",
        ),
        *(
            Answer(
                (one.item, one.coder),
                f"Leave out {words.CODING_OF.format(one.item, one.coder)}",
                "Or correct the file, and add it again",
            )
            for one in late[:NAMED]
        ),
    ]
    why = [
        _sentence(problem),
        *(f"{one.what} ({row_called(one.file, one.row or 0)})." for one in late[:NAMED]),
    ]
    title = "How long are the recordings?"
    if reading.lists_positions:
        title = "How many units does each item have?"
    question = _question(review, "durations", title, " ".join(why), answers)
    return replace(question, chosen=LAST if dict(chosen) == {EVERY: None} else "")


def _about_steps(review: Review) -> Question | None:
    """Ask how long a unit of a recording is."""
    reading = review.reading_without("step")
    if not reading.steps:
        return None
    problem = _asked(reading, "step")
    why = (
        "Boundaries that lie in one unit become one. Every length that is possible here does that "
        "to some."
    )
    return _question(
        review,
        "step",
        "How long is one unit of the recordings?",
        why if problem else "",
        (
            Answer(
                step,
                f"{step:g} {'second' if step == 1 else 'seconds'}",
                f"{counted(count, 'boundary')} would fall together with another"
                if count
                else "Keeps all boundaries of a coder apart",
            )
            for step, count in reading.steps.items()
        ),
        asked=problem is not None,
        chosen=review.choices.step or (None if problem else reading.step),
    )


ABOUT = (
    _about_encoding,
    _about_columns,  # before the marks in them: it keeps its place, and the focus
    _about_marks,
    _about_other_ends,
    _about_signs,
    _about_positions,
    _about_condition,  # before names, of which another round has others
    _about_names,
    _about_same_names,
    partial(_about_spelling, "coders"),
    partial(_about_spelling, "items"),
    _about_blank,
    _about_doubles,
    _about_repeated,
    _about_layers,
    _about_times,
    _about_durations,
    _about_units,
    _about_steps,
)
"""The questions, in the order in which they are asked."""
