"""The agreement table as the dashboard shows it, and further coefficients of coder groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from operator import attrgetter

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.levels import row_heading
from segmetrics.coefficients.quantities import AGREEMENT, DECISIONS, RELIABILITY, similarity_name
from segmetrics.corpus import UNIT
from segmetrics.dashboard.frame.derivation_links import Opens
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.words import POPULATIONS, near_misses_up_to
from segmetrics.dashboard.results import overview_words as words
from segmetrics.number_formats import shown
from segmetrics.phrases import capital, plural
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.tables.agreement_columns import (
    Rated,
    agreement_columns,
    rated_reliability_columns,
    rated_rows,
)
from segmetrics.tables.browser import PageTable, Sorting, page
from segmetrics.tables.columns import Column, Place, Table, in_order
from segmetrics.tables.score_tables import decision_columns

SHOWN_GROUPS = 20

# Where a low value is good or a size is of interest, the first click shows what is worth a look.
FIRST_DESCENDING = {
    *("coders", "boundaries", "mass", "near_misses", "full_misses", "bias", "corrected_p")
}
OPENED = {**AGREEMENT, **RELIABILITY}
"""What opens behind the numbers of a column."""


def rows_on_page(
    table: AgreementTable,
    view: UrlState,
    intervals: IntervalTable | None = None,
    found: ReliabilityTable | None = None,
) -> list[Rated]:
    """Return the rows that a view shows: its items in their order, the first groups, the corpus."""
    rows = rated_rows(table, intervals, found)
    count = len(table.items)
    items, (*groups, corpus) = rows[:count], rows[count:]
    by, columns = view.sort.removeprefix("-"), {one.name: one for one in agreement_columns(table)}
    if by in columns:
        items = in_order(items, columns[by].value, descending=view.sort.startswith("-"))
    elif by == "item":
        items = in_order(items, attrgetter("row.item"), descending=view.sort.startswith("-"))
    return [*on_page(items, view), *groups[:SHOWN_GROUPS], corpus]


def _columns(table: AgreementTable, found: ReliabilityTable | None) -> dict[str, Column[Rated]]:
    """Return the columns of both tables by their names."""
    columns = (*rated_reliability_columns(found), *agreement_columns(table))
    return {column.name: column for column in columns if Place.PAGE in column.places}


def group_page(
    table: AgreementTable,
    found: ReliabilityTable,
    intervals: IntervalTable | None,
    view: UrlState,
    unit: str = UNIT,
) -> PageTable:
    """Show how reliable the first groups and the corpus are: verdict, R, p, what is beside."""
    *groups, corpus = rated_rows(table, intervals, found)[len(table.items) :]
    columns = _columns(table, found)
    names = ("verdict", *RELIABILITY, "coders", "mass")
    rows = [*groups[:SHOWN_GROUPS], corpus]
    if len(groups) == 1:
        # The corpus says all there is to say, and its p-value is the only one.
        rows, p = [corpus], columns["corrected_p"]
        columns["corrected_p"] = replace(p, heading=RELIABILITY["corrected_p"].plain)
    chosen = [columns[name] for name in names if name in columns]
    return _page(_counting(chosen, unit), rows, table, view)


def agreement_page(
    rows: Sequence[Rated],
    table: AgreementTable,
    view: UrlState,
    published: Mapping[str, Mapping[str, float]],
    before: AgreementTable | None = None,
    unit: str = UNIT,
) -> PageTable:
    """Show the coefficients of the papers, beside what they were `before` with all coders."""
    several = len(table.groups) > 1

    def below(column: Column[Rated], one: Rated) -> str | None:
        """Return the published figure of an item, or the spread over groups."""
        value, sd = column.value(one), column.sd(one)
        if one.row.level != "item":
            return f"± {shown(sd)}" if sd is not None and several else None
        figure = published.get(one.row.item, {}).get(column.name)
        if figure is None:
            return None
        text = shown(figure if isinstance(value, float) else round(figure))
        return f"= {text}" if value is not None and shown(value) == text else text

    columns: Sequence[Column[Rated]] = _counting(agreement_columns(table), unit)
    if before:
        columns = beside_before(columns, before)
    else:
        columns = [replace(one, below=partial(below, one)) for one in columns]
    sorting = Sorting(view.sort, lambda sort: view.href("", sort=sort, page=1), FIRST_DESCENDING)
    return _page(columns, rows, table, view, spread=words.MEAN_AND_SD, sorting=sorting)


def _counting(columns: Iterable[Column[Rated]], unit: str) -> list[Column[Rated]]:
    """Return columns that call units what the user does."""
    called = capital(plural(unit))
    return [replace(one, label=called) if one.name == "mass" else one for one in columns]


def beside_before(
    columns: Sequence[Column[Rated]], before: AgreementTable | None
) -> Sequence[Column[Rated]]:
    """Return columns that say below a number what it was before, where that was another."""
    if before is None:
        return columns
    was = {(row.level, row.item): Rated(row) for row in before.rows}

    def below(column: Column[Rated], one: Rated) -> str | None:
        row = was.get((one.row.level, one.row.item))
        before = shown(column.value(row)) if row else ""
        return words.WAS.format(before) if before not in ("", shown(column.value(one))) else None

    return [replace(one, below=partial(below, one)) for one in columns]


def convention(view: UrlState, around: str, unit: str) -> str:
    """Return by which conventions coefficients are computed, and what is said of intervals."""
    said = words.CONVENTION.format(
        over=similarity_name(view.similarity),
        chance=words.CHANCE_COUNTED[view.convention],
        near=near_misses_up_to(view.n, unit),
        width=view.width,
    )
    return f"{said} {around}".strip()


def of_intervals(view: UrlState) -> str:
    """Return of whom the intervals of a table speak: those of items, and of groups and corpus."""
    return words.IN_SMALL_PRINT.format(POPULATIONS[view.over])


def _page(
    columns: Sequence[Column[Rated]],
    rows: Sequence[Rated],
    table: AgreementTable,
    view: UrlState,
    *,
    spread: str = words.MEAN,
    sorting: Sorting | None = None,
) -> PageTable:
    """Show columns of the rows of a page behind their names."""
    explained = {
        "group": words.POOLED,
        "corpus": spread if len(table.groups) > 1 else words.ONE_GROUP,
    }
    name: Column[Rated] = Column(
        "item",
        lambda one: row_heading(one.row.level, one.row.item),
        words.ITEM,
        below=lambda one: explained.get(one.row.level),
        left=True,
    )

    def to_item(one: Rated) -> dict[str, str]:
        href = {"href": view.item_href(one.row.item)} if one.row.level == "item" else {}
        return {"title": one.row.note, **href}

    return page(
        Table(columns=[name, *columns], rows=rows, level=attrgetter("row.level")),
        {"item": to_item, **number_links(columns, Opens(view, ""))},
        chosen=lambda one: (one.row.level, one.row.item) == ("item", view.item),
        sorting=sorting,
    )


def number_links(
    columns: Iterable[Column[Rated]], opens: Opens
) -> dict[str, Callable[[Rated], dict[str, str | None]]]:
    """Return where the numbers of each column open, if it has a derivation."""
    return {column.name: partial(_opening, column, opens) for column in columns}


def _opening(column: Column[Rated], opens: Opens, one: Rated) -> dict[str, str | None]:
    row, name, why = one.row, column.name, column.why(one)
    if name not in OPENED:
        return {"title": why}
    return {"title": why, **opens.quantity(OPENED[name], row.level, row.item)}


# ----- more coefficients of coder groups, and where they contradict each other

# A difference of this much between coefficients of the same codings is worth a word.
APART = 0.2


def decision_table(
    decided: DecisionTable, view: UrlState, intervals: DecisionIntervalTable | None = None
) -> PageTable:
    """Set further coefficients of each coder group side by side, with intervals if there are."""
    opens = Opens(view, "")

    def to_number(key: str, one: Rated) -> dict[str, str]:
        return opens.quantity(DECISIONS[key], "group", one.row.item)

    name: Column[Rated] = Column("group", attrgetter("row.item"), words.GROUP, left=True)
    further = [one for one in decision_columns() if one.key not in RELIABILITY]
    groups = decided.groups[:SHOWN_GROUPS]
    rows = list(map(Rated, groups, intervals.groups if intervals else repeat(None)))
    return page(
        Table(columns=[name, *further], rows=rows),
        {one.key: partial(to_number, one.key) for one in further},
    )


def flattery(over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable) -> str:
    """Return in which groups pi* over S is far above the others, and what to believe; or empty."""
    high: list[float] = []
    compared = 0
    for s, b, d in zip(over_s.groups, over_b.groups, decided.groups, strict=True):
        if s.pi_star is None or (d.alpha is None and b.pi_star is None):
            continue
        compared += 1
        others = (d.alpha, b.pi_star)
        if any(value is not None and s.pi_star - value > APART for value in others):
            high.append(s.pi_star)
    return words.flattering(len(high), compared, (min(high), max(high))) if high else ""
