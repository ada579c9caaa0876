"""The agreement table as the dashboard shows it: sorted, in pages, with its headings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from operator import attrgetter

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.levels import row_heading
from segmetrics.coefficients.quantities import AGREEMENT, coefficient
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import shown
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.tables.agreement_columns import Rated, agreement_columns
from segmetrics.tables.browser import PageTable, Sorting, page
from segmetrics.tables.columns import Column, Table, in_order

SHOWN_GROUPS = 20


# Where a high value is good or a size is of interest, the first click shows what is worth a look.
FIRST_DESCENDING = {"coders", "boundaries", "mass", "near_misses", "full_misses", "bias"}


def agreement_page(
    table: AgreementTable,
    view: UrlState,
    published: Mapping[str, Mapping[str, float]],
    intervals: IntervalTable | None = None,
) -> PageTable:
    """Show the page of the table that a view shows: items, then groups and the corpus."""
    around = {row.item: row for row in intervals.items} if intervals else {}
    beyond = (*intervals.groups[:SHOWN_GROUPS], intervals.corpus) if intervals else ()
    rows = [Rated(row, around.get(row.item)) for row in items_on_page(table, view)]
    pooled = zip_longest((*table.groups[:SHOWN_GROUPS], table.corpus), beyond)
    rows += [Rated(row, found) for row, found in pooled]
    several = len(table.groups) > 1
    explained = {
        "group": "pooled over its items",
        "corpus": "mean and sd over groups" if several else "one group",
    }
    name: Column[Rated] = Column(
        "item",
        lambda one: row_heading(one.row.level, one.row.item),
        "Item",
        below=lambda one: explained.get(one.row.level),
        left=True,
    )

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

    def to_item(one: Rated) -> dict[str, str]:
        href = {"href": view.item_href(one.row.item)} if one.row.level == "item" else {}
        return {"title": one.row.note, **href}

    columns = [replace(one, below=partial(below, one)) for one in agreement_columns(table)]
    return page(
        Table(columns=[name, *columns], rows=rows, level=attrgetter("row.level")),
        {"item": to_item, **number_links(columns, Opens(view, "agreement"))},
        chosen=lambda one: (one.row.level, one.row.item) == ("item", view.item),
        sorting=Sorting(
            view.sort, lambda sort: view.href("agreement", sort=sort, page=1), FIRST_DESCENDING
        ),
    )


def items_on_page(table: AgreementTable, view: UrlState) -> list[AgreementRow]:
    """Choose the items that a page of the table shows, in its order."""
    by = view.sort.removeprefix("-")
    if by not in ("item", *(column.name for column in agreement_columns(table))):
        return on_page(list(table.items), view)
    rows = in_order(table.items, attrgetter(by), descending=view.sort.startswith("-"))
    return on_page(rows, view)


def number_links(
    columns: Iterable[Column[Rated]], opens: Opens
) -> dict[str, Callable[[Rated], dict[str, str | None]]]:
    """Return where the numbers of each column open, if it has a derivation."""
    return {column.name: partial(_opening, column, opens) for column in columns}


def _opening(column: Column[Rated], opens: Opens, one: Rated) -> dict[str, str | None]:
    row, name, why = one.row, column.name, column.why(one)
    if name not in AGREEMENT:
        return {"title": why}
    return {"title": why, **opens.quantity(AGREEMENT[name], row.level, row.item)}


def symbol(table: AgreementTable) -> str:
    """Write pi* with its similarity, in streamlit's Markdown."""
    of = coefficient("pi_star", table.options.similarity)
    return f"${of.latex}_{{{of.sub}}}$"


def agreement_summary(table: AgreementTable) -> str:
    """Return what the table says, in a sentence or two of Markdown."""
    corpus, groups = table.corpus, len(table.groups)
    if corpus.pi_star is None:
        return "No coder group has a value: agreement needs two coders of the same item."
    value = shown(corpus.pi_star)
    if groups == 1:
        start = f"One coder group, with {symbol(table)} = {value} over all its items."
    else:
        spread = shown(corpus.pi_star_sd)
        start = f"{groups} coder groups; their mean {symbol(table)} is {value} (sd {spread})."
    least = in_order(table.items, attrgetter("pi_star"))[0]
    if least.pi_star is None or len(table.items) == 1:
        return start
    name = escape_markdown(least.item)
    return f"{start} The least reliable item is {name}, with {shown(least.pi_star)}."


def lead_on(table: AgreementTable, view: UrlState) -> list[Link]:
    """Link the least reliable item, and the chosen one; nothing where no item has a value."""
    least = in_order(table.items, attrgetter("pi_star"))[0]
    links = []
    if least.pi_star is not None:
        links.append(Link(f"What differs in {least.item}? →", view.item_href(least.item)))
    if view.item not in (None, least.item) and any(row.item == view.item for row in table.items):
        links.append(Link(f"Back to {view.item} →", view.href("item")))
    return links
