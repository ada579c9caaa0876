"""The review of an import as the dashboard shows it: what was read, what is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from segmetrics.corpus import UNIT, Adjudication, kind_of
from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.data_view import all_alone
from segmetrics.io import Problem, Reading
from segmetrics.io.gaps import ENDS_EARLY
from segmetrics.io.names import workbook_of
from segmetrics.io.parts import Coding
from segmetrics.io.problems import shortened
from segmetrics.io.recognition import ends_of_recordings, understood
from segmetrics.io.spans import END
from segmetrics.number_formats import exact_time
from segmetrics.phrases import before, capital, counted, listed, natural_key
from segmetrics.reliability.coverage import Coverage, State
from segmetrics.tables.browser import PageTable, text_table
from segmetrics.time_scale import TimeScale, step_of

Whose = tuple[str | None, str | None]
"""Item and coder; None for all of them."""

SHOWN_NAMES = 8
SHOWN_DECIDED = 3
SHOWN_UNREAD = 5
SHOWN_UNITS = 15
"""Units that are shown at once."""


def coverage_of(reading: Reading) -> Coverage:
    """Return who coded what in what was read, and what became of it."""
    whose: list[Whose] = [(coding.item, coding.coder) for coding in reading.codings]
    # Also while questions are open: who has a problem has coded.
    wrong = [(one.item, one.coder) for one in reading.problems if not one.asks]
    times = Counter(whose)
    states: dict[Whose, State] = {}
    for pair in whose:
        usable = reading.corpus is not None and pair[0] in reading.corpus
        states[pair] = "coded" if usable else "left"
    states.update((pair, "problem") for pair in wrong)
    states.update((pair, "duplicate") for pair, count in times.items() if count > 1)
    states.update((pair, "dropped") for pair in reading.dropped)
    return Coverage(
        tuple(sorted({item for item, _ in states if item}, key=natural_key)),
        tuple(sorted({coder for _, coder in states if coder}, key=natural_key)),
        {(item, coder): state for (item, coder), state in states.items() if item and coder},
    )


def unanswered(reading: Reading) -> frozenset[str]:
    """Return the choices that a person has to make before the codings can be trusted."""
    return frozenset(problem.asks for problem in reading.problems if problem.asks)


def faults(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems that are no questions; of items and coders once none is open."""
    every, waits = reading.problems, unanswered(reading)
    return tuple(p for p in every if not (p.asks or (waits and (p.item or p.coder))))


def decided_by_reading(reading: Reading) -> list[str]:
    """Return what reading decided that a person might decide otherwise, each once."""
    times = Counter(capital(notice.what) for notice in reading.notices if notice.decides)
    return [
        f"{what}." if count == 1 else words.IN_TABLES.format(what, count)
        for what, count in times.most_common(SHOWN_DECIDED)
    ]


def import_summary(reading: Reading, waits: Collection[str], questions: Sequence[str]) -> str:
    """Sum up in one or two sentences what was read, while it waits for these choices."""
    read = f"{understood(reading)}."
    problems = len(reading.problems)
    if waits:
        first = words.ANSWER_ONE_FIRST
        if len(waits) > 1:
            first = words.ANSWER_FIRST.format(" ".join(f"“{one}”" for one in questions))
        if set(waits) == {"columns"}:
            first = words.COLUMNS_FIRST
        return first + (words.SO_FAR.format(read) if reading.codings else "")
    if reading.corpus is None and not reading.recognised:
        return words.NO_CODING
    if reading.corpus is None:
        return words.NONE_USABLE.format(counted(problems, "problem"), read)
    if reading.left_out:
        return words.LEFT_OUT.format(
            read, counted(problems, "problem"), shortened_names(reading.left_out)
        )
    if reading.problems:
        them = "it" if problems == 1 else "them"
        return words.PROBLEMS_ELSEWHERE.format(read, counted(problems, "problem"), them)
    said = (words.READ if not_read(reading) else words.ALL_READ).format(read)
    return " ".join([said, *[words.ALONE] * all_alone(reading.corpus)])


def not_read(reading: Reading) -> list[str]:
    """Return what of the files was not read, a sentence for all files of which that is so."""
    files: dict[str, dict[str, None]] = {}
    for notice in reading.notices:
        if "not read" in notice.what:
            files.setdefault(notice.what, {}).setdefault(notice.file)
    said = [f"{files_in_words(tuple(names))}: {what}." for what, names in files.items()]
    more = len(said) - SHOWN_UNREAD
    return said if more <= 0 else [*said[:SHOWN_UNREAD], words.MORE_NOTICES.format(more)]


def ended_early(reading: Reading) -> list[str]:
    """Return whose segments end long before a recording does, a sentence each."""
    found = (one for one in reading.notices if one.kind == ENDS_EARLY)
    return [words.ENDED_EARLY.format(one.coder, one.item, one.what) for one in found]


def notes_once(notes: Mapping[str, Sequence[str]]) -> list[tuple[str, Sequence[str]]]:
    """Return what sheets say that explain others, each once, with where it stands."""
    where: dict[tuple[str, ...], list[str]] = {}
    for sheet, lines in notes.items():
        where.setdefault(tuple(lines), []).append(sheet)
    return [(listed(sheets, 1), lines) for lines, sheets in where.items()]


def files_in_words(names: Sequence[str]) -> str:
    """Name files without their folders if these tell nothing; sheets before their workbook."""
    bare = [name.rpartition("/")[2] for name in names]
    if len(set(map(workbook_of, bare))) == len(set(map(workbook_of, names))):
        names = bare
    books = {workbook_of(name) for name in names}
    book = shortened_names(sorted(books), 3)
    sheets = [name.partition(", sheet ")[2] for name in names]
    if len(names) == 1 and sheets[0]:
        return words.SHEET.format(shortened(sheets[0], 40), book)
    return words.SHEETS.format(len(names), book) if len(names) > len(books) else book


def lost_in_words(lost: Sequence[Adjudication]) -> str:
    """Name decisions about disputed places that a corpus, accepted again, has no more."""
    # The corpus that they were about is gone, and with it what its units were called.
    places = shortened_names([f"{one.item}, {before([one.place], UNIT)}" for one in lost])
    return words.LOST_DECISIONS.format(counted(len(lost), "decision"), places)


def facts(reading: Reading, coverage: Coverage) -> dict[str, str]:
    """Describe what was read: names, units, boundaries, texts, roles."""
    corpus, codings = reading.corpus, reading.codings
    if not codings:
        return {}
    units = {coding.item: coding.segmentation.mass for coding in codings}
    with_text = {coding.item for coding in codings if coding.texts is not None}
    # Texts of files beside the codings stand in the corpus alone.
    with_text |= {item.name for item in corpus.items if item.texts} if corpus is not None else set()
    boundaries = sum(len(coding.segmentation.boundaries) for coding in codings)
    found = {
        words.ITEMS: words.LISTED_NAMES.format(
            len(coverage.items), shortened_names(coverage.items)
        ),
        words.CODERS: words.LISTED_NAMES.format(
            len(coverage.coders), shortened_names(coverage.coders)
        ),
        **_size(reading, units.values()),
        words.BOUNDARIES: ", ".join(
            filter(None, (f"{boundaries:,}", _carried(codings, of_spans=bool(reading.units))))
        ),
        words.TEXTS: words.share(len(with_text), len(units), "item"),
    }
    if corpus is not None and corpus.reference:
        found[words.REFERENCE] = corpus.reference
    if corpus is not None and corpus.automatic:
        found[words.AUTOMATIC] = shortened_names(corpus.automatic)
    return found


def _size(reading: Reading, masses: Collection[int]) -> dict[str, str]:
    """Describe how many units items have, or how long recordings are."""
    scale = scale_of(reading)
    if scale is not None:
        ends = ends_of_recordings(reading.codings).values()
        shortest, longest = (exact_time(end(ends)) for end in (min, max))
        places = {at for coding in reading.codings for at in coding.segmentation.boundaries}
        return {words.LENGTH: words.lengths(shortest, longest, step_of(places, scale))}
    unit = words.STEPS.format(reading.step) if reading.step is not None else reading.unit
    return {words.UNITS: words.units(sum(masses), unit, min(masses), max(masses))}


def scale_of(reading: Reading) -> TimeScale | None:
    """Return what a position of the codings lasts; None if they are no recordings."""
    return reading.codings[0].segmentation.scale if reading.codings else None


def _carried(codings: Sequence[Coding], *, of_spans: bool) -> str:
    """Return what boundaries carry; empty if nothing."""
    kinds = {kind_of(coding.segmentation) for coding in codings}
    if kinds == {"linear"}:
        return ""
    said = []
    if "linear" in kinds:
        said.append(words.PLAIN)
    if "multiple" in kinds:
        marks = (t for coding in codings for t in coding.segmentation.types or ())
        types = sorted({name for names in marks for name in names})
        ends = ""
        if of_spans and END in types:
            types.remove(END)
            ends = words.ENDS
        said.append(words.with_types(len(types), shortened_names(types)) + ends)
    if "hierarchical" in kinds:
        levels = {level for coding in codings for level in coding.segmentation.levels or ()}
        said.append(words.WITH_LEVELS.format(counted(len(levels), "level")))
    return words.AND.join(said)


def file_table(reading: Reading) -> PageTable:
    """Return which coder and which item the first files hold."""
    whose: dict[str, tuple[dict[str, None], dict[str, None]]] = {
        one.file: ({}, {}) for one in reading.recognised if one.format.named_by
    }
    for coding in reading.codings:
        if coding.file in whose:
            coders, items = whose[coding.file]
            coders.setdefault(coding.coder or "")
            items.setdefault(coding.item or "")
    rows = [
        (file, shortened_names(tuple(coders), 3), shortened_names(tuple(items), 3))
        for file, (coders, items) in list(whose.items())[:SHOWN_UNITS]
    ]
    return text_table((words.FILE, words.CODER, words.ITEM), rows)


def times_of(reading: Reading, item: str) -> list[int]:
    """Return the positions of a recording at which somebody has a boundary."""
    codings = (coding for coding in reading.codings if coding.item == item)
    return sorted({place for coding in codings for place in coding.segmentation.boundaries})


def time_table(reading: Reading, item: str, first: int = 1) -> PageTable:
    """Show some times of a recording, and whose boundaries are there."""
    codings = [coding for coding in reading.codings if coding.item == item]
    scale, places = scale_of(reading) or TimeScale(), times_of(reading, item)[first - 1 :]
    rows = (
        (exact_time(scale.seconds(place)), _all_placed(codings, place))
        for place in places[:SHOWN_UNITS]
    )
    return text_table((words.TIME, words.WHO), rows)


def units_of(reading: Reading, item: str) -> int:
    """Count the units of an item: the most that one of its coders has."""
    masses = (coding.segmentation.mass for coding in reading.codings if coding.item == item)
    return max(masses, default=0)


def unit_table(reading: Reading, item: str, first: int = 1) -> PageTable:
    """Show some units of an item, and whose segments begin with each."""
    codings = [coding for coding in reading.codings if coding.item == item]
    texts = next((coding.texts for coding in codings if coding.texts is not None), ())
    if not texts and reading.corpus is not None and item in reading.corpus:
        texts = reading.corpus[item].texts or ()  # of a file beside the codings
    rows = []
    for unit in range(first, min(units_of(reading, item), first + SHOWN_UNITS - 1) + 1):
        text = shortened(texts[unit - 1], 240) if unit <= len(texts) else ""
        if not text and reading.step is not None:
            text = words.SECONDS.format((unit - 1) * reading.step, unit * reading.step)
        rows.append((f"{unit:,}", _all_placed(codings, unit - 1), text))
    headings = (words.UNIT, words.BEGINS_HERE, words.TEXT)
    return text_table(headings, rows, level=lambda row: "group" if row[1] else "")


def _all_placed(codings: Sequence[Coding], at: int) -> str:
    """Name the coders who have a boundary at a place."""
    return shortened_names(tuple(filter(None, (_placed(one, at) for one in codings))), 12)


def _placed(coding: Coding, at: int) -> str:
    """Name the coder if there is a boundary at a place, and what the boundary carries."""
    found = coding.segmentation
    place = bisect_left(found.boundaries, at)
    if found.boundaries[place : place + 1] != (at,):
        return ""
    carried = ""
    if found.types is not None:
        carried = f" ({', '.join(sorted(found.types[place]))})"
    elif found.levels is not None:
        carried = f" ({found.levels[place]})"
    return f"{coding.coder}{carried}"


def named(what: str, names: Sequence[str]) -> str:
    """Name one or more items or coders: ``coder ann``, ``coders ann and ben``."""
    return f"{what}{'s' * (len(names) != 1)} {shortened_names(names, 5)}"


def shortened_names(names: Sequence[str], limit: int = SHOWN_NAMES) -> str:
    """Return the first names, long ones cut, and how many more there are."""
    return listed([shortened(name, 40) for name in names], limit)
