"""Published data that the papers' tables need and that do not come with this program.

Files are told by what they hold, not by their names; only which of the three simulations a
table is, its name says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from segmetrics.corpus import Corpus
from segmetrics.io.document import Document, Source
from segmetrics.io.numbers import whole_number
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.reproduction.moonstone import holds_chapters, read_moonstone
from segmetrics.segmentation import Segmentation, SegmentationError

SEGMENTERS = ("HC99", "HCWM", "HBT", "GBEM", "BIN")
"""The segmenters of Carroll (2010) that gave ranks."""
SIMULATIONS = ("constcost", "cross", "vanish")
"""The simulations of Diaz & Ouyang (2022), as the names of their tables say."""
COUNTED = ("instanceSpace", "wdCount", "bCount", "zCount")
"""What a simulation counts: segmentations, and ties of WindowDiff, B and A."""
KEY = ("length", "nSegments")
PUBLISHED = {False: "published_hierwd", True: "published_hierwd_reference_levels_ignored"}
COPY = "copy the file again from where it was published"

Counts = Mapping[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Article:
    """An article of Carroll's evaluation."""

    name: str
    reference: Segmentation
    ranked: Mapping[str, Segmentation]
    published: Mapping[tuple[str, bool], float]


@dataclass(frozen=True, slots=True)
class PaperData:
    """What was found in data files."""

    articles: tuple[Article, ...] = ()
    counts: Mapping[str, Counts] = field(default_factory=dict)
    chapters: Corpus | None = None
    unused: tuple[str, ...] = ()


TAKES: Mapping[str, str] = {
    "fournier2012": "chapters",
    "carroll2010": "articles",
    "diaz2022": "counts",
}
"""The papers that take data, and which."""


def read_data(sources: Iterable[Source]) -> PaperData:
    """Read published data from files."""
    articles: tuple[Article, ...] = ()
    counts: dict[str, Counts] = {}
    chapters: list[Source] = []
    unused: list[str] = []
    for source in sources:
        document = Document(source)
        if document.suffix == ".json" and _holds_articles(document.json):
            articles = _articles(document)
        elif document.suffix == ".csv" and {*KEY, *COUNTED} <= set(document.table.names):
            counts[_simulation(document)] = _counts(document)
        elif holds_chapters(document):
            chapters.append(source)
        else:
            unused.append(document.name)
    corpus, others = read_moonstone(chapters)
    return PaperData(articles, counts, corpus, (*unused, *others))


def _holds_articles(content: Any) -> bool:
    return isinstance(content, dict) and isinstance(content.get("articles"), dict)


def _articles(document: Document) -> tuple[Article, ...]:
    found = []
    for name, facts in document.json["articles"].items():
        try:
            found.append(_article(name, facts))
        except ValueError as error:
            problem = Problem(file=document.name, item=name, what=str(error), fix=COPY)
            raise Unreadable(problem) from None
    return tuple(found)


def _article(name: str, facts: Any) -> Article:
    if not isinstance(facts, dict):
        raise ValueError("an article is an object with units, reference and ranks")
    units = facts.get("units")
    if type(units) is not int:
        raise ValueError(f"units are a whole number, got {shortened(repr(units))}")
    published = {
        (segmenter, ignored): value
        for ignored, key in PUBLISHED.items()
        for segmenter, value in _values(facts, key).items()
    }
    ranked = {key: _ranked(units, facts, key) for key in SEGMENTERS if key in facts}
    return Article(name, _ranked(units, facts, "reference"), ranked, published)


def _values(facts: Mapping[str, Any], key: str) -> Mapping[str, float]:
    """Read published figures: segmenter to HierWD."""
    found = facts.get(key)
    if not isinstance(found, dict) or not all(
        type(value) in (int, float) and 0 <= value <= 1 for value in found.values()
    ):
        raise ValueError(f"{key} gives each segmenter a number from 0 to 1")
    return {segmenter: float(value) for segmenter, value in found.items()}


def _ranked(units: int, facts: Mapping[str, Any], key: str) -> Segmentation:
    """Read boundaries with their ranks as levels."""
    marks = facts.get(key)
    if not isinstance(marks, list) or not all(
        isinstance(mark, list) and [type(one) for one in mark] == [int, int] for mark in marks
    ):
        raise ValueError(f"{key} is a list of pairs: the place of a boundary, and its rank")
    places = tuple(place for place, _ in marks)
    return Segmentation(units, places, levels=tuple(rank for _, rank in marks))


def _simulation(document: Document) -> str:
    for name in SIMULATIONS:
        if name in document.path.name:
            return name
    what = "counts of a simulation, but its name does not say of which"
    fix = f"name it as it was published, with {', '.join(SIMULATIONS)} in its name"
    raise Unreadable(Problem(file=document.name, what=what, fix=fix))


def _counts(document: Document) -> Counts:
    table = document.table
    columns = [table.names.index(name) for name in (*KEY, *COUNTED)]
    found = {}
    for number, cells in table.rows:
        try:
            if len(cells) != len(table.names):
                raise SegmentationError(f"{len(cells)} cells, but {len(table.names)} columns")
            length, segments, *counted = (
                whole_number(cells[at], table.names[at]) for at in columns
            )
        except SegmentationError as error:
            problem = Problem(file=document.name, row=number, what=str(error), fix=COPY)
            raise Unreadable(problem) from None
        found[length, segments] = tuple(counted)
    return found
