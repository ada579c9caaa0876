"""Two rounds of coding as the Compare page shows them: the table, one item, what moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from segmetrics.axis import axis_of
from segmetrics.coefficients.levels import Level, row_heading, row_in_words
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.corpus import UNIT, Corpus, Item, kind_of
from segmetrics.dashboard.components.highlights import Seen, seen_edits
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import chance_of
from segmetrics.dashboard.frame.derivation_links import Opens, number_key, parts_of
from segmetrics.dashboard.frame.jobs import PATIENT, job
from segmetrics.dashboard.frame.paging import PAGE_SIZE
from segmetrics.dashboard.frame.selected_corpus import ROUNDS, available, unasked
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.words import NOT_OPEN
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.derivations.comparison_derivation import SIDES as COMPARED_SIDES
from segmetrics.derivations.comparison_derivation import change_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.io import SAMPLES
from segmetrics.metrics.edits import (
    BoundaryEdits,
    EditKind,
    EditModel,
    boundary_edits,
    mostly_one_way,
)
from segmetrics.metrics.typed_edits import typed_edits
from segmetrics.phrases import before as before_unit
from segmetrics.phrases import counted
from segmetrics.reliability.changes import ChangeRow, ChangeTable, Judge
from segmetrics.reliability.comparison import compare
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import PageTable, Sorting, page
from segmetrics.tables.columns import Column, Place, Table
from segmetrics.tables.comparison_tables import SIDES, change_columns, coefficient_table
from segmetrics.tables.comparison_words import also

Found = TypeVar("Found")

SHOWN_GROUPS = 10
# Places that a cell names.
NAMED_PLACES = 6

UNASKED = "change"


def titles(*keys: str) -> dict[str, str]:
    """List the corpora to choose from, key to title; those that are not open stay choosable."""
    known = available()
    return known | {key: NOT_OPEN for key in keys if key and key not in known}


def example(view: UrlState, address: str, corpus: Corpus | None) -> Link:
    """Link two rounds that come with the project, of texts or of recordings as a corpus is."""
    key, text = words.EXAMPLES[axis_of(corpus).unit]
    return Link(text, view.of_corpus(key).href(address, other=ROUNDS[key]))


def placed(view: UrlState, key: str) -> UrlState:
    """Make what was opened one of the two rounds."""
    first = view.corpus or unasked()
    view = replace(view, item=None, place=None, start=None, a=None, b=None, page=1)
    if first not in SAMPLES and first != key:
        return replace(view, other=key)
    return replace(view, corpus=key, other="" if view.other in SAMPLES else view.other)


def change_of(before: Corpus, after: Corpus, options: AgreementOptions) -> ChangeTable | None:
    """Compare two rounds of texts, see `computed`."""
    return compared("change", compare, before, after, options)


def compared(what: str, compute: Callable[..., Found], *given: Any) -> Found | None:
    """Compute something of two rounds with options, see `computed`."""
    return replace(job(what, compute, *given), unasked=PATIENT).computed()


def measure_of_items(judged_by: Judge, view: UrlState) -> str:
    """Return what items are shown by: what tells whether agreement changed, or pi*."""
    return judged_by if view.items_by == "corrected" else view.items_by


def page_columns(table: ChangeTable, measure: str) -> list[Column[ChangeRow]]:
    """Return the columns that a page shows."""
    columns = change_columns(table.options.similarity, (measure,))

    def below(row: ChangeRow) -> str:
        if row.level != "item":
            return counted(row.items, "item")
        return also(table, row) if measure == table.judged_by else row.note

    name: Column[ChangeRow] = Column(
        "item", lambda row: row_heading(row.level, row.item), words.ITEM, below=below, left=True
    )
    return [name, *(column for column in columns if Place.PAGE in column.places)]


def neighbours(rows: Sequence[ChangeRow], view: UrlState) -> list[Link]:
    """Link back to all items, and to the items before and after the chosen one."""
    names = [row.item for row in rows]
    at = names.index(view.item or "")
    every = view.href("compare", item=None, place=None, start=None, page=1 + at // PAGE_SIZE)
    found = [Link(words.ALL_ITEMS.format(len(names)), every)] if len(names) > 1 else []
    for place, text in ((at - 1, words.PREVIOUS.format), (at + 1, words.FOLLOWING.format)):
        if 0 <= place < len(names):
            href = view.href("compare", item=names[place], place=None, start=None)
            found.append(Link(text(names[place]), href))
    return found


def change_page(
    rows: Sequence[ChangeRow],
    table: ChangeTable,
    measure: str,
    view: UrlState,
    *,
    alone: bool = False,
) -> PageTable:
    """Show items, and unless they are alone, groups and corpus below them; every number opens."""
    opens = Opens(view, "compare")

    def to_number(side: str, row: ChangeRow) -> dict[str, str]:
        return _opening(measure, side, (row.level, row.item), opens)

    def to_item(row: ChangeRow) -> dict[str, str]:
        if alone or row.level != "item":
            return {}
        return {"href": view.href("compare", item=row.item, place=None, start=None)}

    columns = page_columns(table, measure)
    groups = table.groups[:SHOWN_GROUPS] if len(table.groups) > 1 else ()
    below = () if alone else (*groups, table.corpus)
    sorting = Sorting(view.sort or UNASKED, lambda sort: view.href("compare", sort=sort, page=1))
    return page(
        Table(columns=columns, rows=[*rows, *below], level=lambda row: row.level),
        {one.name: partial(to_number, one.name) for one in columns} | {"item": to_item},
        sorting=None if alone else sorting,
    )


def _opening(measure: str, side: str, of: tuple[Level, str], opens: Opens) -> dict[str, str]:
    """Return where a number opens, and what opens there."""
    level, name = of
    what = words.SIDE_OF.format(
        coefficient=QUANTITIES[measure].name, side=side, of=row_in_words(level, name)
    )
    return opens.to(number_key(f"{measure}.{side}", level, name), what)


def opened_change(
    rounds: tuple[Corpus, Corpus], table: ChangeTable, number: str
) -> Derivation | None:
    """Find a number of two rounds; None if there is no such number."""
    column, level, name = parts_of(number)
    measure, _, value = column.partition(".")
    for side in COMPARED_SIDES:
        if side == value:
            with suppress(KeyError):
                return change_derivation(
                    rounds, table, measure, side, level, name, chance_of=chance_of
                )
    return None


def corpus_page(table: ChangeTable, view: UrlState) -> PageTable:
    """Show the coefficients of the corpus; every number opens."""
    opens = Opens(view, "compare")

    def to_number(side: str, name: str) -> dict[str, str]:
        return _opening(name, side, ("corpus", ""), opens)

    links = {side.key: partial(to_number, side.key) for side in SIDES}
    return page(coefficient_table(table), links)


@dataclass(frozen=True)
class CoderChange:
    """What a coder changed on an item."""

    coder: str
    edits: BoundaryEdits
    before: int
    after: int

    @property
    def places(self) -> dict[str, list[str]]:
        """Which units begin where boundaries were moved, went, are new, or carry another type."""
        found: dict[str, list[str]] = {"moved": [], "gone": [], "new": [], "retyped": []}
        for edit in self.edits.edits:
            if edit.kind is EditKind.TRANSPOSITION:
                of = dict(zip(edit.coders, edit.positions, strict=True))
                found["moved"].append(f"{of['before'] + 1:,} → {of['after'] + 1:,}")
            elif edit.kind is EditKind.TYPE_SUBSTITUTION:
                found["retyped"].append(f"{edit.positions[0] + 1:,}")
            else:
                what = "gone" if edit.coders[0] == "before" else "new"
                found[what].append(f"{edit.positions[0] + 1:,}")
        return found

    @property
    def sentence(self) -> str:
        """What changed, in words without the coder's name."""
        counts = {what: len(places) for what, places in self.places.items()}
        if not any(counts.values()):
            return words.UNCHANGED
        return words.edits_in_words(len(self.edits.matches), counts)


def coder_changes(before: Item, after: Item, n: int) -> list[CoderChange]:
    """Find what each coder changed on an item whose units are as many in both rounds."""
    found = []
    for coder in before.coders:
        if coder in after.codings:
            one, other = before.codings[coder], after.codings[coder]
            edits = _edits(one, other, n)
            found.append(CoderChange(coder, edits, len(one.boundaries), len(other.boundaries)))
    return sorted(found, key=lambda one: -len(one.edits.edits))


def _edits(before: Segmentation, after: Segmentation, n: int) -> BoundaryEdits:
    model, coders = EditModel(n=n), ("before", "after")
    if kind_of(before) == kind_of(after) == "multiple":
        return typed_edits(before, after, model=model, coders=coders)
    return mostly_one_way(boundary_edits(before, after, model=model, coders=coders))


def coder_table(
    changes: Sequence[CoderChange], view: UrlState, chosen: str, unit: str = UNIT
) -> PageTable:
    """Show what each coder changed; each links to itself."""
    typed = any(one.edits.types for one in changes)
    columns: list[Column[CoderChange]] = [
        Column("coder", lambda one: one.coder, words.CODER, left=True),
        Column("before", lambda one: one.before, words.BEFORE, words.BEFORE_ABOUT),
        Column("after", lambda one: one.after, words.AFTER, words.AFTER_ABOUT),
        Column("kept", lambda one: len(one.edits.matches), words.KEPT_HEADING, words.KEPT),
        *(
            _edited(what, *told, unit)
            for what, told in words.EDITED.items()
            if typed or what != "retyped"
        ),
    ]
    table = Table(
        columns=columns, rows=changes, level=lambda one: "corpus" if one.coder == chosen else "item"
    )
    return page(table, {"coder": lambda one: {"href": view.href("compare", a=one.coder)}})


def _edited(what: str, heading: str, about: str, unit: str) -> Column[CoderChange]:
    """Return the column of boundaries that were edited in a way, with their first places."""
    return Column(
        what,
        lambda one: len(one.places[what]),
        heading,
        about,
        below=lambda one: _named_places(one.places[what], unit),
    )


def _named_places(places: Sequence[str], unit: str) -> str | None:
    shown = [*places[:NAMED_PLACES], *["…"] * (len(places) > NAMED_PLACES)]
    return words.BEFORE_PLACES.format(unit, ", ".join(shown)) if places else None


def side_by_side(before: Item, after: Item, coder: str) -> Item:
    """Return an item with a coder's two codings, for the drawing of a pair of coders."""
    codings = {"before": before.codings[coder], "after": after.codings[coder]}
    return Item(before.name, codings, before.texts, unit=before.unit)


def seen_changes(found: CoderChange, part: tuple[int, int], unit: str = UNIT) -> Seen:
    """Mark what a coder kept, moved, took away and added, within some units."""
    seen = seen_edits(found.edits, part, unit)
    marks = []
    for mark in seen.marks:
        at = before_unit(mark.positions[:1], unit)
        if mark.kind == "match":
            text = words.KEPT_AT.format(at)
        elif mark.kind == "transposition":
            where = [before_unit([place], unit) for place in mark.positions]
            of = dict(zip(mark.lanes, where, strict=True))
            text = words.MOVED.format(before=of[0], after=of[1])
        elif mark.kind == "substitution":
            text = (words.NEW_AT if mark.lanes[0] else words.GONE_AT).format(at)
        else:
            text = mark.text
        marks.append(replace(mark, text=text))
    return replace(seen, marks=marks)
