"""The corpus as the dashboard shows it: what was read, in numbers, and its problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.selected_corpus import FILES, unasked
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.io import SAMPLES, Reading
from segmetrics.io.problems import shortened
from segmetrics.phrases import counted
from segmetrics.store import Round, Saved, at
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

WELCOME = (
    "Several people divided the same texts into segments. How far do they agree, where do they "
    "not, and why? Open your own codings, or look around in a sample: below is one."
)
TOUR = "New here? What low reliability is and where it comes from, in two minutes →"
SHOWN_GROUPS = 20
SHOWN_SAVED = 8
"""Saved corpora that are linked; the page Saved has all."""
MARK_COLUMNS = (
    Heading("Marks", numeric=False),
    Heading("Boundaries"),
    Heading("Coders", title="Coders who use it"),
)
UNCERTAIN_COUNTS = {
    "type": "as a type of their own",
    "ignore": "not at all",
    "boundary": "as if their coder had been sure",
}
NUMBER_COLUMNS = (
    Heading("Coder group", numeric=False, title="Coders linked by items that they coded together"),
    Heading("Coders"),
    Heading("Items"),
    Heading("Units", title="Units of all items"),
    Heading("Boundaries", title="Boundaries of all coders"),
)


def choices(view: UrlState, current: str) -> list[Link]:
    """Link the samples, and the files given at the start; the settings stay."""
    titles = {FILES: "Files given at the start"} if unasked() == FILES else {}
    titles |= {key: sample.title for key, sample in SAMPLES.items()}
    return [
        Link(title, view.of_corpus(key).href(""), key == current) for key, title in titles.items()
    ]


def saved_links(listed: Sequence[Saved], current: str) -> list[Link]:
    """Link the saved corpora that were changed last; with the settings they were looked at by."""
    links = []
    for saved in listed[:SHOWN_SAVED]:
        accepted = [one for one in saved.rounds if one.digest]
        shown = (accepted or saved.rounds)[-1]
        view = UrlState.read({**saved.settings, "corpus": at(saved.key, shown.number)})
        href = view.href("" if accepted or not saved.may("edit") else "import")
        title, extent = shortened(saved.title, 60), _extent_in_words(saved, accepted)
        links.append(Link(title, href, saved.key == current, extent))
    return links


def _extent_in_words(saved: Saved, accepted: Sequence[Round]) -> str:
    """Return what a saved corpus has."""
    waiting = "" if len(accepted) == len(saved.rounds) else "an import waits for a decision"
    if not accepted:
        return waiting
    last = accepted[-1]
    rounds = f"{len(accepted)} rounds" if len(accepted) > 1 else ""
    counts = f"{counted(last.items, 'item')}, {counted(last.coders, 'coder')}"
    return ", ".join(filter(None, (counts, rounds, waiting)))


def first_visit(view: UrlState) -> bool:
    """Return whether a visitor has chosen nothing yet."""
    return not view.corpus and unasked() != FILES


def usable_summary(reading: Reading) -> str:
    """Return how much of what was given can be used."""
    problems, left_out = len(reading.problems), len(reading.left_out)
    start = f"{counted(problems, 'problem')}."
    if reading.corpus is None:
        return f"{start} No item can be used."
    items = counted(left_out, "item")
    return f"{start} {items} left out; {len(reading.corpus):,} can be used."


def group_table(corpus: Corpus) -> PageTable:
    """Return a row for each coder group, and one for the corpus."""
    rows = []
    for group in corpus.groups[:SHOWN_GROUPS]:
        items = [corpus[name] for name in group.items]
        rows.append(_numbers("item", group.name, len(group.coders), items))
    if len(corpus.groups) > 1:
        rows.append(_numbers("corpus", "All", len(corpus.coders), list(corpus.items)))
    return NUMBER_COLUMNS, rows


def _numbers(level: str, name: str, coders: int, items: list[Item]) -> TableRow:
    boundaries = sum(len(s.boundaries) for item in items for s in item.codings.values())
    values = (coders, len(items), sum(item.mass for item in items), boundaries)
    return TableRow(level, [Cell(name), *(Cell(f"{value:,}") for value in values)])


def mark_table(corpus: Corpus) -> PageTable:
    """Count the boundaries of each type, or of each level; none for plain boundaries."""
    boundaries: Counter[str] = Counter()
    coders: dict[str, set[str]] = {}
    for item in corpus.items:
        for coder, coding in item.codings.items():
            marks = [name for names in coding.types or () for name in names]
            marks += [f"level {level}" for level in coding.levels or ()]
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
