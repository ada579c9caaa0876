"""The complete Moonstone of Kazantseva & Szpakowicz (2012), which does not come with this program.

Its authors publish a table for each of 20 chapters, with the number of each paragraph's segment
for every coder, and number the coders anew in each of five groups.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from segmetrics.corpus import Corpus, Item
from segmetrics.io.document import Document, Source
from segmetrics.io.problems import Problem, Unreadable
from segmetrics.io.read import read_sources
from segmetrics.io.samples import SAMPLES
from segmetrics.number_formats import count
from segmetrics.phrases import counted
from segmetrics.segmentation import Segmentation

GROUPS = ((1, 3, 4, 11), (2, 5, 8, 10), (7, 9, 12, 13), (14, 15, 16, 20), (17, 18, 19, 21))
"""The chapters of each coder group."""
LONGER = "ch20"
"""The chapter of which Fournier & Inkpen (2012) have one paragraph more than was published."""
WHERE = (
    "the complete corpus of Kazantseva & Szpakowicz (2012) does not come with this program. "
    "Its authors publish it; data/moonstone_corpus of contours/textseg on GitHub is a copy. "
    "Give its tables as data"
)
NUMBER = re.compile(r"\D*0*(\d+)\D*")


def holds_chapters(document: Document) -> bool:
    """Whether a file may hold chapters: a table of paragraphs, or JSON with items."""
    if document.suffix == ".json":
        return isinstance(document.json, dict) and isinstance(document.json.get("items"), dict)
    return document.suffix == ".csv" and document.table.names[:1] == ("paragraph",)


def read_moonstone(sources: Sequence[Source]) -> tuple[Corpus | None, tuple[str, ...]]:
    """Return the most chapters that a JSON file or all tables hold, and the files of no use."""
    tables = [source for source in sources if not _is_json(source)]
    found: list[tuple[Sequence[Source], Corpus]] = []
    wrong: list[Unreadable] = []
    for given in filter(None, (tables, *([source] for source in sources if _is_json(source)))):
        try:
            found.append((given, _chapters(given)))
        except Unreadable as error:
            wrong.append(error)
    if wrong and not found:
        raise wrong[0]
    if not found:
        return None, ()
    used, corpus = max(found, key=lambda one: len(one[1].items))
    return corpus, tuple(source.name for source in sources if source not in used)


def _is_json(source: Source) -> bool:
    return Document(source).suffix == ".json"


def _chapters(sources: Sequence[Source]) -> Corpus:
    """Read chapters; raises Unreadable if they are not those of the paper."""
    reading = read_sources(sources)
    if reading.problems:
        raise Unreadable(reading.problems[0])
    items = reading.corpus.items if reading.corpus else ()
    chapters = {_number(item.name): item for item in items}
    for number, item in chapters.items():
        if wrong := _difference(number, item):
            fix = "give the tables as they were published, and nothing beside them"
            problem = Problem(file=sources[0].name, item=item.name, what=wrong, fix=fix)
            raise Unreadable(problem)
    return Corpus(
        tuple(
            Item(f"ch{number}", _coders_of_group(number, chapters[number]))
            for number in sorted(chapters)
        )
    )


def _number(name: str) -> int:
    found = NUMBER.fullmatch(name)
    return int(found[1]) if found else 0


def _difference(number: int, item: Item) -> str:
    """Return how an item differs from the chapter of the paper; empty if it does not."""
    facts = SAMPLES["moonstone"].published.get(f"ch{number}")
    if facts is None:
        return "this is no chapter of the Moonstone that the paper has"
    units = {int(facts["mass"])} | ({20} if f"ch{number}" == LONGER else set())
    if len(item.coders) == facts["coders"] and item.mass in units:
        return ""
    return (
        f"it has {counted(len(item.coders), 'coder')} and {counted(item.mass, 'paragraph')}, in "
        f"the paper {count(facts['coders'])} and {count(facts['mass'])}"
    )


def _coders_of_group(number: int, item: Item) -> dict[str, Segmentation]:
    """Name coders with their group, since an1 of one group is another than an1 of the next."""
    (group,) = [place for place, of in enumerate(GROUPS, 1) if number in of]
    return {f"{coder} (group {group})": coding for coder, coding in item.codings.items()}


def as_in_the_paper(corpus: Corpus) -> Corpus:
    """Return the corpus with the paragraph more of chapter 20, after which nobody could stop."""
    return Corpus(
        tuple(
            replace(item, codings={c: _one_more(s) for c, s in item.codings.items()})
            if item.name == LONGER and item.mass == 20
            else item
            for item in corpus.items
        )
    )


def _one_more(coding: Segmentation) -> Segmentation:
    return Segmentation(coding.mass + 1, coding.boundaries)
