"""The corpus as the dashboard shows it: what was read, in numbers, and its problems."""

from __future__ import annotations

from collections import Counter

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.data import words
from segmetrics.io import Reading
from segmetrics.number_formats import clock, count
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

SHOWN_GROUPS = 20
MARK_COLUMNS = (
    Heading(words.MARKS, numeric=False),
    Heading(words.BOUNDARIES),
    Heading(words.CODERS, title=words.WHO_USE_IT),
)
NUMBER_COLUMNS = (
    Heading(words.GROUP, numeric=False, title=words.GROUP_TITLE),
    Heading(words.CODERS),
    Heading(words.ITEMS),
    Heading(words.UNITS, title=words.UNITS_TITLE),
    Heading(words.BOUNDARIES, title=words.BOUNDARIES_TITLE),
)
RECORDING_COLUMNS = (
    *NUMBER_COLUMNS[:2],
    Heading(words.RECORDINGS),
    Heading(words.LENGTH),
    NUMBER_COLUMNS[-1],
)


def usable_summary(reading: Reading) -> str:
    """Return how much of what was given can be used."""
    if any(problem.asks for problem in reading.problems):
        return words.ASKS
    usable = len(reading.corpus) if reading.corpus is not None else 0
    return words.usable(len(reading.problems), len(reading.left_out), usable)


def all_alone(corpus: Corpus) -> bool:
    """Return whether no item has two coders, so that nothing can be compared."""
    return all(len(item.codings) == 1 for item in corpus.items)


def group_table(corpus: Corpus) -> PageTable:
    """Return a row for each coder group, and one for the corpus."""
    columns = NUMBER_COLUMNS if corpus.scale is None else RECORDING_COLUMNS
    rows = []
    for group in corpus.groups[:SHOWN_GROUPS]:
        items = [corpus[name] for name in group.items]
        rows.append(_numbers("item", group.name, len(group.coders), items))
    if len(corpus.groups) > 1:
        rows.append(_numbers("corpus", words.ALL, len(corpus.coders), list(corpus.items)))
    return columns, rows


def _numbers(level: str, name: str, coders: int, items: list[Item]) -> TableRow:
    boundaries = sum(len(s.boundaries) for item in items for s in item.codings.values())
    mass, scale = sum(item.mass for item in items), items[0].scale
    size = count(mass) if scale is None else clock(scale.seconds(mass))
    values = (count(coders), count(len(items)), size, count(boundaries))
    return TableRow(level, [Cell(name), *map(Cell, values)])


def mark_table(corpus: Corpus) -> PageTable:
    """Count the boundaries of each type, or of each level; none for plain boundaries."""
    boundaries: Counter[str] = Counter()
    coders: dict[str, set[str]] = {}
    for item in corpus.items:
        for coder, coding in item.codings.items():
            marks = [name for names in coding.types or () for name in names]
            marks += [words.LEVEL.format(level) for level in coding.levels or ()]
            boundaries.update(marks)
            for mark in set(marks):
                coders.setdefault(mark, set()).add(coder)
    order = corpus.types or sorted(boundaries)
    return MARK_COLUMNS, [
        TableRow(
            "item", [Cell(mark), Cell(f"{boundaries[mark]:,}"), Cell(f"{len(coders[mark]):,}")]
        )
        for mark in order
    ]
