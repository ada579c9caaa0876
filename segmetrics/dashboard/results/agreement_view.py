"""The agreement table as the dashboard shows it: sorted, in pages, with its headings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.levels import LevelTable, row_heading
from segmetrics.coefficients.quantities import (
    AGREEMENT,
    BY_SHUFFLING,
    QUANTITIES,
    RELIABILITY,
    Quantity,
    coefficient,
)
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.shown_item import least_reliable
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import p_in_sentence, short, shown
from segmetrics.phrases import capital, counted, listed
from segmetrics.reliability.chance_verdicts import VERDICTS, ChanceVerdict
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
from segmetrics.tables.reliability_columns import verdict_note

SHOWN_GROUPS = 20

# Items that a sentence names.
NAMED_ITEMS = 6

# Where a low value is good or a size is of interest, the first click shows what is worth a look.
FIRST_DESCENDING = {
    *("coders", "boundaries", "mass", "near_misses", "full_misses", "bias", "corrected_p")
}
URGENCY: Sequence[ChanceVerdict] = (
    "not_distinguishable",
    "too_short",
    "beyond_chance",
    "well_beyond_chance",
)
"""Verdicts, those first that ask for work."""

BEGINNINGS: Mapping[ChanceVerdict, str] = {
    "well_beyond_chance": "Coders agree well beyond chance",
    "beyond_chance": "Coders agree beyond chance",
    "not_distinguishable": "Agreement cannot be told from chance",
    "too_short": "There is too little here to tell agreement from chance",
}
NOT_BEYOND: Mapping[ChanceVerdict, str] = {
    "not_distinguishable": "cannot be told from chance",
    "too_short": "too short to say",
}
READING = (
    "R is read like a kappa: 1 is perfect agreement, 0 what coders reach whose segments are put in "
    "random order. α and π* over B look at boundaries alone and need no shuffling. Verdict and p "
    "are about these coders and these items, an interval is about others: the two may differ."
)
OPENED = {
    **AGREEMENT,
    **BY_SHUFFLING,
    "alpha": QUANTITIES["alpha"],
    "pi_star_b": QUANTITIES["pi_b"],
}
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
    by, columns = view.sort.removeprefix("-"), _columns(table, found)
    if by in columns:
        value = urgency if by == "verdict" else columns[by].value
        items = in_order(items, value, descending=view.sort.startswith("-"))
    elif by == "item":
        items = in_order(items, attrgetter("row.item"), descending=view.sort.startswith("-"))
    return [*on_page(items, view), *groups[:SHOWN_GROUPS], corpus]


def _columns(table: AgreementTable, found: ReliabilityTable | None) -> dict[str, Column[Rated]]:
    """Return the columns of both tables by their names."""
    columns = (*rated_reliability_columns(found), *agreement_columns(table))
    return {column.name: column for column in columns if Place.PAGE in column.places}


def urgency(one: Rated) -> tuple[int, float] | None:
    """Return how far a row is from needing work: what is not beyond chance comes first."""
    row = one.reliability
    if row is None or row.verdict is None:
        return None
    return URGENCY.index(row.verdict), -inf if row.corrected is None else row.corrected


def reliability_page(
    rows: Sequence[Rated], table: AgreementTable, found: ReliabilityTable, view: UrlState
) -> PageTable:
    """Show how reliable the rows of a page are: verdict, R, p, alpha and pi* over B."""
    columns = _columns(table, found)
    names = ("verdict", "corrected", "corrected_p", "alpha", "pi_star_b", "coders", "mass")
    return _page([columns[name] for name in names if name in columns], rows, table, view)


def agreement_page(
    rows: Sequence[Rated],
    table: AgreementTable,
    view: UrlState,
    published: Mapping[str, Mapping[str, float]],
) -> PageTable:
    """Show the coefficients of the papers for the rows of a page."""
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

    columns = [replace(one, below=partial(below, one)) for one in agreement_columns(table)]
    return _page(columns, rows, table, view, spread=" and sd")


def _page(
    columns: Sequence[Column[Rated]],
    rows: Sequence[Rated],
    table: AgreementTable,
    view: UrlState,
    *,
    spread: str = "",
) -> PageTable:
    """Show columns of the rows of a page behind their names."""
    explained = {
        "group": "pooled over its items",
        "corpus": f"mean{spread} over groups" if len(table.groups) > 1 else "one group",
    }
    name: Column[Rated] = Column(
        "item",
        lambda one: row_heading(one.row.level, one.row.item),
        "Item",
        below=lambda one: explained.get(one.row.level),
        left=True,
    )

    def to_item(one: Rated) -> dict[str, str]:
        href = {"href": view.item_href(one.row.item)} if one.row.level == "item" else {}
        return {"title": one.row.note, **href}

    return page(
        Table(columns=[name, *columns], rows=rows, level=attrgetter("row.level")),
        {"item": to_item, **number_links(columns, Opens(view, "agreement"))},
        chosen=lambda one: (one.row.level, one.row.item) == ("item", view.item),
        sorting=Sorting(
            view.sort, lambda sort: view.href("agreement", sort=sort, page=1), FIRST_DESCENDING
        ),
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


def agreement_summary(
    table: AgreementTable, found: ReliabilityTable | None, intervals: IntervalTable | None
) -> str:
    """Return what the tables say, in a few sentences."""
    groups = len(table.groups)
    corpus = found.corpus if found else None
    if not found or not corpus or corpus.verdict is None or corpus.corrected_p is None:
        if table.corpus.pi_star is None:
            return "No coder group has a value: agreement needs two coders of the same item."
        return f"{counted(groups, 'coder group')}."
    ends = intervals.corpus.corrected if intervals else None
    of_groups = f", the mean of {groups:,} coder groups" if groups > 1 else ""
    start = (
        f"{BEGINNINGS[corpus.verdict]}: R = {short(corpus.corrected)}{of_groups} "
        f"(p {p_in_sentence(corpus.corrected_p)})."
    )
    if intervals and ends and ends.low is not None and ends.high is not None:
        whom = intervals.options.population.partition(",")[0]
        open_end = ": there it may be no more than chance" if ends.low <= 0 else ""
        start += (
            f" {capital(whom)} R lies between {short(ends.low)} and {short(ends.high)}{open_end}."
        )
    if len(found.items) == 1:
        return start
    least = least_reliable(found)
    end = f"The lowest R is that of {least.item}: {short(least.corrected)}."
    return " ".join([start, items_in_words(found), end if least.corrected is not None else ""])


def items_in_words(found: ReliabilityTable) -> str:
    """Return how many items agree beyond chance, and which do not."""
    judged = [row for row in found.items if row.verdict is not None]
    named = {
        verdict: [row.item for row in judged if row.verdict == verdict] for verdict in VERDICTS
    }
    beyond = len(named["well_beyond_chance"]) + len(named["beyond_chance"])
    number, agree = (f"{beyond:,}", "agree") if beyond > 1 else (beyond or "None", "agrees")
    said = [f"{number} of {counted(len(judged), 'item')} {agree} beyond chance"]
    for verdict, words in NOT_BEYOND.items():
        if named[verdict]:
            said.append(f"{len(named[verdict]):,} {words}: {listed(named[verdict], NAMED_ITEMS)}")
    without = len(found.items) - len(judged)
    return f"{'; '.join(said)}." + (f" {without:,} without a value." if without else "")


def reading_notes(found: ReliabilityTable, intervals: IntervalTable | None) -> list[str]:
    """Return how to read R, its verdicts and its intervals, a line each."""
    around = [f"{capital(intervals.options.signature)}."] if intervals else []
    judged = verdict_note(found)
    return [READING, *([f"{judged}."] if judged else []), *around]


def ranked_by(
    table: AgreementTable, found: ReliabilityTable | None
) -> tuple[LevelTable[Any], Quantity]:
    """Return by what items are ranked: by R, or by pi* where coders were not shuffled."""
    similarity = table.options.similarity
    if found is None:
        return table, coefficient("pi_star", similarity)
    return found, RELIABILITY["corrected"].over(similarity)


def lead_on(found: ReliabilityTable | None, view: UrlState, corpus: Corpus) -> list[Link]:
    """Link the least reliable item, and the chosen one; nothing where no item has a value."""
    links, least = [], least_reliable(found) if found else None
    if least and least.corrected is not None:
        links.append(Link(f"What differs in {least.item}? →", view.item_href(least.item)))
    chosen = view.item is not None and view.item in corpus
    if chosen and not (least and least.item == view.item):
        links.append(Link(f"Back to {view.item} →", view.href("item")))
    return links
