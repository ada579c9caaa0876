"""What an import asks about codings: which count, and what they lie on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_state import Review
from segmetrics.dashboard.data.question_parts import NAMED, asked_by, question_about, sentence_of
from segmetrics.dashboard.frame.import_forms import Answer, Question
from segmetrics.io.clock_times import MILLISECONDS, MINUTES, SECONDS, UNITS
from segmetrics.io.layers import ALL, short_name
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import Coding
from segmetrics.io.problems import Problem
from segmetrics.io.recording_ends import EVERY, LAST
from segmetrics.phrases import capital, counted, listed

EACH = "each tier is a coder"
"""The answer that no layer is chosen, since tiers are coders."""

TIMES_COUNT: Mapping[str, tuple[str, str]] = {
    SECONDS: ("Seconds", "83.9 is 1:23.9; 01:51:00 is an hour and 51 minutes"),
    MILLISECONDS: ("Milliseconds", "83900 is 1:23.9"),
    MINUTES: (
        "Minutes and seconds",
        "01:51:00 is 1:51, as a spreadsheet may have changed it, and 1.51 in a list",
    ),
    "25 fps": ("Frames, 25 of them a second", "75 is 0:03"),
    "30 fps": ("Frames, 30 of them a second", "90 is 0:03"),
    UNITS: ("Units, and no times", "5 is the fifth paragraph, measure or line"),
}


def _about_blank(review: Review) -> Question | None:
    """Ask who coded an item and found no boundary, of those without a mark in it."""
    blank = [f"{coder} in {item}" for item, coder in review.reading.blank]
    why = f"There is no mark of {listed(blank, NAMED)}, which is read as not coded. Choose who "
    why += "coded the item all the same, and found no boundary."
    title = "Who found no boundary?"
    return question_about(review, "found_none", title, why, ()) if blank else None


def _about_gaps(review: Review) -> Question | None:
    """Ask what short gaps of a coder are where the segments of others touch."""
    reading = review.reading_without("short_gaps")
    if not reading.gapped:
        return None
    problem = asked_by(reading, "short_gaps")
    return question_about(
        review,
        "short_gaps",
        f"What are the short gaps of {listed(reading.gapped, NAMED)}?",
        sentence_of(problem) if problem else "",
        [
            Answer("one", "One boundary each", "Where the next segment begins"),
            Answer(
                "two", "Two boundaries each", "Something ends, and a little later the next begins"
            ),
        ],
    )


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
    on = [f"{one.coder} on {one.item}" for one in repeated if one.goes_on]
    goes_on = words.GOES_ON.format(listed(on, NAMED)) if on else ""
    when = f" When each was last changed (UTC): {dates}." if dates else ""
    whose = listed([f"{one.coder} on {one.item}" for one in repeated], NAMED)
    return question_about(
        review,
        "twice",
        "Which coding of a coder counts?",
        f"There is more than one coding by {whose}.{goes_on}{when}",
        [
            *(
                [Answer("continued", *words.CONTINUED)]
                if any(one.goes_on for one in repeated)
                else ()
            ),
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
    )


def _about_layers(review: Review) -> Question | None:
    """Ask which layer, or tier, holds the segments, or whether each tier is a coder."""
    reading = review.reading_without("layer")
    if len(reading.layers) < 2:
        return None
    choices, now = review.choices, review.reading
    problem = asked_by(reading, "layer")
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
    )


def _of_layer(name: str, full: str, segments: int) -> str:
    """Return what a layer holds."""
    called = f" ({full})" if full != name else ""
    return f"{counted(segments, 'segment')} in all files{called}"


def _about_units(review: Review) -> Question | None:
    """Ask what texts are divided into, if the unit that was taken loses boundaries."""
    reading = review.reading_without("unit")
    problem = asked_by(reading, "unit")
    if problem is None:
        return None
    answers = (Answer(unit, f"Into {unit}s") for unit in reading.units)
    title = "What are the texts divided into?"
    return question_about(review, "unit", title, sentence_of(problem), answers)


def _about_times(review: Review) -> Question | None:
    """Ask what the times of tables count, where nothing shows it."""
    problem, chosen = asked_by(review.reading_without("times"), "times"), review.choices.times
    if problem is None and not chosen:
        return None
    known = [one for one in TIMES_COUNT if one != UNITS or (problem and UNITS in problem.command)]
    offered = dict.fromkeys([*known, *([chosen] if chosen else [])])
    other = (f"Frames, {chosen.removesuffix(' fps')} of them a second", "")
    answers = (Answer(one, *TIMES_COUNT.get(one, other)) for one in offered)
    why = f"{problem.file}: {problem.what}." if problem else ""
    return question_about(review, "times", "What do the times count?", why, answers)


def _about_durations(review: Review) -> Question | None:
    """Ask how long recordings are, or how many units texts have, of which no file says it."""
    reading, chosen = review.reading_without("durations"), review.choices.durations
    problem = asked_by(review.reading, "durations") or asked_by(reading, "durations")
    late = [one for one in review.reading.problems if one.decides == "durations"]
    if problem is None and not chosen and not late:
        return None
    ending = Answer(
        LAST,
        "They end with the last boundary of any coder",
        "Only if you cannot find out how long they are: what comes after that boundary is then "
        "ignored",
    )
    answers = [
        *([ending] if problem or chosen else []),
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
        *([sentence_of(problem)] if problem else []),
        *(f"{capital(one.what)} ({_stands(one)})." for one in late[:NAMED]),
    ]
    title = "How long are the recordings?"
    if reading.lists_positions:
        title = "How many units does each item have?"
    if late and not problem:
        title = "Which is wrong, the length or the coding?"
    question = question_about(review, "durations", title, " ".join(why), answers)
    return replace(question, chosen=LAST if dict(chosen) == {EVERY: None} else "")


def _stands(one: Problem) -> str:
    """Return where something is, with its item and coder unless the sentence says them."""
    return one.rows_called if (one.coder or "") in one.what and one.rows_called else one.where


def _about_steps(review: Review) -> Question | None:
    """Ask how long a unit of a recording is."""
    reading = review.reading_without("step")
    if not reading.steps:
        return None
    problem = asked_by(reading, "step")
    why = (
        "Boundaries that lie in one unit become one. Every length that is possible here does that "
        "to some."
    )
    return question_about(
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


ABOUT_CODINGS = (
    _about_blank,
    _about_doubles,
    _about_repeated,
    _about_gaps,
    _about_layers,
    _about_times,
    _about_durations,
    _about_units,
    _about_steps,
)
"""The questions, in the order in which they are asked."""
