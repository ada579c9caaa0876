"""The review of an import as the dashboard shows it: what was read, what is wrong with it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from segmetrics.corpus import Adjudication, kind_of
from segmetrics.io import Problem, Reading
from segmetrics.io.parts import Coding
from segmetrics.io.problems import shortened
from segmetrics.phrases import capital, counted, listed
from segmetrics.reliability.coverage import Coverage, State
from segmetrics.tables.browser import Cell, Heading, TableRow

Whose = tuple[str | None, str | None]
"""Item and coder; None for all of them."""

NUMBER = re.compile("0*([0-9]+)")
ALONE = " Every item has only one coder, so there is nothing to compare yet."
SHOWN_NAMES = 8
SHOWN_DECIDED = 3
SHOWN_UNITS = 15
"""Units that are shown at once."""
FILE_COLUMNS = (
    Heading("File", numeric=False),
    Heading("Coder", numeric=False),
    Heading("Item", numeric=False),
)
UNIT_COLUMNS = (
    Heading("Unit", numeric=False),
    Heading("Boundary after it", numeric=False),
    Heading("Text", numeric=False),
)


def coverage_of(reading: Reading) -> Coverage:
    """Return who coded what in what was read, and what became of it."""
    whose: list[Whose] = [(coding.item, coding.coder) for coding in reading.codings]
    wrong = [(problem.item, problem.coder) for problem in faults(reading)]
    times = Counter(whose)
    states: dict[Whose, State] = {}
    for pair in whose:
        usable = reading.corpus is not None and pair[0] in reading.corpus
        states[pair] = "coded" if usable else "left"
    states.update((pair, "problem") for pair in wrong)
    states.update((pair, "duplicate") for pair, count in times.items() if count > 1)
    states.update((pair, "dropped") for pair in reading.dropped)
    return Coverage(
        tuple(sorted({item for item, _ in states if item}, key=_natural)),
        tuple(sorted({coder for _, coder in states if coder}, key=_natural)),
        {(item, coder): state for (item, coder), state in states.items() if item and coder},
    )


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Sort ch2 before ch10, so that a name is found, and stays where it is."""
    parts = NUMBER.split(name.casefold())
    return [(len(part) if place % 2 else 0, part) for place, part in enumerate(parts)], name


def faulty(reading: Reading) -> frozenset[Whose]:
    """List the codings that problems name: without them their items could be used."""
    wrong = (problem for problem in faults(reading) if problem.item and problem.coder)
    return frozenset((problem.item, problem.coder) for problem in wrong)


def accept_label(reading: Reading) -> str:
    """Return what accepting gives."""
    if reading.corpus is None:
        return "Accept"
    usable, left = len(reading.corpus), len(reading.left_out)
    if not left:
        return f"Accept {counted(usable, 'item')}"
    return f"Accept {usable:,} of {counted(usable + left, 'item')}"


def unanswered(reading: Reading) -> frozenset[str]:
    """Return the choices that a person has to make before the codings can be trusted."""
    return frozenset(problem.asks for problem in reading.problems if problem.asks)


def faults(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems that are no questions."""
    return tuple(problem for problem in reading.problems if not problem.asks)


def decided_by_reading(reading: Reading) -> list[str]:
    """Return what reading decided that a person might decide otherwise, each once."""
    times = Counter(capital(notice.what) for notice in reading.notices if notice.decides)
    return [
        f"{what}." if count == 1 else f"{what} (in {count:,} tables)."
        for what, count in times.most_common(SHOWN_DECIDED)
    ]


def import_summary(reading: Reading, coverage: Coverage, waits: Collection[str]) -> str:
    """Sum up in one or two sentences what was read, while it waits for these choices."""
    read = (
        f"{counted(len(coverage.items), 'item')}, {counted(len(coverage.coders), 'coder')}, "
        f"{counted(len(reading.codings), 'coding')}."
    )
    if waits:
        so_far = f" As the files are read now: {read}" if reading.codings else ""
        return f"Answer what is asked above first.{so_far}"
    problems = counted(len(reading.problems), "problem")
    if reading.corpus is None:
        return f"No item can be used yet: {problems}. Found so far: {read}"
    if reading.left_out:
        names = shortened_names(reading.left_out)
        return f"{read} {problems}; left out: {names}."
    if reading.problems:
        return f"{read} {problems} elsewhere; no item is left out because of them."
    alone = all(len(item.codings) == 1 for item in reading.corpus.items)
    return f"Everything could be read: {read}{ALONE if alone else ''}"


def lost_in_words(lost: Sequence[Adjudication]) -> str:
    """Name decisions about disputed places that a corpus, accepted again, has no more."""
    places = shortened_names([f"{one.item} after unit {one.place:,}" for one in lost])
    return (
        f"Left out, as their places are gone: {counted(len(lost), 'decision')} about {places}. "
        "Undo on the page Corpus brings back what was accepted before, and them."
    )


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
        "Items": f"{len(coverage.items):,}: {shortened_names(coverage.items)}",
        "Coders": f"{len(coverage.coders):,}: {shortened_names(coverage.coders)}",
        "Units": _units(
            units.values(),
            f"steps of {reading.step:g} s" if reading.step is not None else reading.unit,
        ),
        "Boundaries": f"{boundaries:,}, {_carried(codings)}",
        "Texts": _share(len(with_text), len(units), "item"),
    }
    if corpus is not None and corpus.reference:
        found["Reference"] = corpus.reference
    if corpus is not None and corpus.automatic:
        found["Automatic"] = shortened_names(corpus.automatic)
    return found


def _units(counts: Iterable[int], unit: str) -> str:
    counts = list(counts)
    kind = f" ({unit})" if unit else ""
    low, high = min(counts), max(counts)
    each = f", {low:,} to {high:,} an item" if low < high else ""
    return f"{sum(counts):,}{kind}{each}"


def _carried(codings: Sequence[Coding]) -> str:
    """Return what boundaries carry."""
    kinds = {kind_of(coding.segmentation) for coding in codings}
    said = []
    if "linear" in kinds:
        said.append("plain")
    if "multiple" in kinds:
        marks = (t for coding in codings for t in coding.segmentation.types or ())
        types = sorted({name for names in marks for name in names})
        said.append(f"with {counted(len(types), 'type')}: {shortened_names(types)}")
    if "hierarchical" in kinds:
        levels = {level for coding in codings for level in coding.segmentation.levels or ()}
        said.append(f"with {counted(len(levels), 'level')}")
    return " and ".join(said)


def _share(some: int, every: int, noun: str) -> str:
    if some in (0, every):
        return "yes" if some else "no"
    return f"of {some:,} of {counted(every, noun)}"


def file_rows(reading: Reading) -> list[TableRow]:
    """Return which coder and which item the first files hold."""
    whose: dict[str, tuple[dict[str, None], dict[str, None]]] = {
        one.file: ({}, {}) for one in reading.recognised if one.format.named_by
    }
    for coding in reading.codings:
        if coding.file in whose:
            coders, items = whose[coding.file]
            coders.setdefault(coding.coder or "")
            items.setdefault(coding.item or "")
    return [
        TableRow(
            "",
            [
                Cell(file),
                Cell(shortened_names(tuple(coders), 3)),
                Cell(shortened_names(tuple(items), 3)),
            ],
        )
        for (file, (coders, items)), _ in zip(whose.items(), range(SHOWN_UNITS), strict=False)
    ]


def units_of(reading: Reading, item: str) -> int:
    """Count the units of an item: the most that one of its coders has."""
    masses = (coding.segmentation.mass for coding in reading.codings if coding.item == item)
    return max(masses, default=0)


def unit_rows(reading: Reading, item: str, first: int = 1) -> list[TableRow]:
    """Show some units of an item, and whose boundaries lie between them."""
    codings = [coding for coding in reading.codings if coding.item == item]
    texts = next((coding.texts for coding in codings if coding.texts is not None), ())
    rows = []
    for unit in range(first, min(units_of(reading, item), first + SHOWN_UNITS - 1) + 1):
        placed = [_placed(coding, unit) for coding in codings]
        text = shortened(texts[unit - 1], 240) if unit <= len(texts) else ""
        if not text and reading.step is not None:
            text = f"{(unit - 1) * reading.step:g} to {unit * reading.step:g} s"
        who = shortened_names(tuple(name for name in placed if name), 12)
        rows.append(TableRow("group" if who else "", [Cell(f"{unit:,}"), Cell(who), Cell(text)]))
    return rows


def _placed(coding: Coding, unit: int) -> str:
    """Name the coder if a boundary lies after a unit, and what the boundary carries."""
    found = coding.segmentation
    place = bisect_left(found.boundaries, unit)
    if found.boundaries[place : place + 1] != (unit,):
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
