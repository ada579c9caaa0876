"""The agreement table as the dashboard shows it: sorted, in pages, with its headings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from segmetrics.agreement.table import AgreementRow, AgreementTable
from segmetrics.dashboard.components import Cell, Column, Link, TableRow
from segmetrics.dashboard.text import PI, literal
from segmetrics.dashboard.view import View
from segmetrics.report.tables import shown

__all__ = ["AgreementView", "agreement_view", "in_words", "item_table", "sorted_rows"]

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Heading:
    """How a column of the table is called and explained."""

    name: str
    text: str
    sub: str | None
    title: str


HEADINGS = (
    Heading("pi_star_s", "π*", "S", "Multi-coder Scott's pi over S: at most 1, higher is better"),
    Heading(
        "kappa_star_s", "κ*", "S", "Multi-coder Cohen's kappa over S: at most 1, higher is better"
    ),
    Heading(
        "bias_s",
        "Bias",
        None,
        "Expected agreement of π* less that of κ*: 0 where coders place equally many boundaries",
    ),
    Heading(
        "one_minus_wd_mean",
        "1−WD",
        None,
        "Mean of 1 − WindowDiff over ordered pairs of coders: higher is better",
    ),
    Heading(
        "one_minus_wd_sd",
        "± sd",
        None,
        "Population standard deviation of 1 − WindowDiff over ordered pairs",
    ),
    Heading("coders", "Coders", None, "Coders of the item"),
    Heading(
        "boundaries",
        "Boundaries",
        None,
        "Boundaries of all coders; under the convention “published”, segments",
    ),
    Heading("mass", "Units", None, "Mass: the units of the item"),
    Heading("near_misses", "Near", None, "Near misses (transpositions) over all pairs of coders"),
    Heading("full_misses", "Full", None, "Full misses (substitutions) over all pairs of coders"),
)
PARTS = (
    Heading(
        "observed",
        "Observed",
        None,
        "Observed agreement: share of potential boundaries left unedited",
    ),
    Heading("expected_pi", "Expected π", None, "Expected agreement of π*"),
    Heading("expected_kappa", "Expected κ", None, "Expected agreement of κ*"),
)
SORTABLE = ("item", *(heading.name for heading in HEADINGS))
# Where a high value is good or a size is of interest, the first click shows what is worth a look.
FIRST_DESCENDING = {"coders", "boundaries", "mass", "near_misses", "full_misses", "bias_s"}


@dataclass(frozen=True)
class AgreementView:
    """A page of the table.

    Parameters
    ----------
    columns, rows
        The table.
    pages : list of Link
        Links to the other pages of the table; empty if there is one only.
    """

    columns: list[Column]
    rows: list[TableRow]
    pages: list[Link]


def agreement_view(
    table: AgreementTable, view: View, published: Mapping[str, Mapping[str, float]]
) -> AgreementView:
    """Build the page of the table that a view shows.

    Parameters
    ----------
    table : AgreementTable
        The table.
    view : View
        Its sort column and page.
    published : mapping
        Published figures to stand beside ours: item to column to value.

    Returns
    -------
    AgreementView
        At most 50 items; groups and the corpus are on every page.
    """
    by = view.sort.removeprefix("-")
    descending = view.sort.startswith("-")
    items = sorted_rows(table.items, by, descending=descending)
    count = -(-len(items) // PAGE_SIZE)
    page = min(view.page, count)
    shown_items = items[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    rows = [
        TableRow(
            row.level,
            [
                Cell(row.item, href=view.href("item", item=row.item, place=None), title=row.note),
                *row_cells(row, published.get(row.item, {})),
            ],
        )
        for row in shown_items
    ]
    for row in (*table.groups, table.corpus):
        name = f"Group {row.item}" if row.level == "group" else "Corpus"
        explained = "pooled over its items" if row.level == "group" else "mean and sd over groups"
        rows.append(
            TableRow(row.level, [Cell(name, sub=explained, title=row.note), *row_cells(row, {})])
        )
    columns = [_column(view, "item", "Item", None, "")]
    columns += [_column(view, h.name, h.text, h.sub, h.title) for h in HEADINGS]
    links = [
        Link(
            f"{1 + (number - 1) * PAGE_SIZE:,}–{min(number * PAGE_SIZE, len(items)):,}",
            view.href("agreement", page=number),
            number == page,
        )
        for number in _near(page, count)
    ]
    return AgreementView(columns, rows, links if count > 1 else [])


def sorted_rows(
    rows: tuple[AgreementRow, ...], by: str, *, descending: bool = False
) -> list[AgreementRow]:
    """Sort items by a column; undefined values come last either way.

    Parameters
    ----------
    rows : tuple of AgreementRow
        The items.
    by : str
        A column; any other name leaves their order.
    descending : bool
        Whether the largest come first.

    Returns
    -------
    list of AgreementRow
    """
    if by not in SORTABLE:
        return list(rows)
    defined = [row for row in rows if getattr(row, by) is not None]
    undefined = [row for row in rows if getattr(row, by) is None]
    return sorted(defined, key=lambda row: getattr(row, by), reverse=descending) + undefined


def row_cells(row: AgreementRow, published: Mapping[str, float]) -> list[Cell]:
    """Make the cells of a row: values, reasons of undefined ones, published figures."""
    cells = []
    for heading in HEADINGS:
        name = heading.name
        value = getattr(row, name)
        sd = getattr(row, f"{name}_sd", None)
        sub = f"± {shown(sd)}" if sd is not None else None
        if name in published:
            figure = published[name]
            text = shown(figure if isinstance(value, float) else round(figure))
            same = value is not None and shown(value) == text
            sub = f"= {text}" if same else text
        cells.append(
            Cell(
                shown(value) if value is not None else "undefined",
                sub=sub,
                title=row.undefined.get(name),
                bar=value if name == "pi_star_s" else None,
            )
        )
    return cells


def item_table(row: AgreementRow) -> tuple[list[Column], TableRow]:
    """Show one item's row of the table for its own page, with what the coefficients came from."""
    columns = [Column("Item", numeric=False)]
    columns += [Column(heading.text, heading.sub, heading.title) for heading in (*HEADINGS, *PARTS)]
    parts = [Cell(shown(getattr(row, part.name))) for part in PARTS]
    return columns, TableRow("item", [Cell(row.item), *row_cells(row, {}), *parts])


def in_words(table: AgreementTable) -> str:
    """Say what the table says, in a sentence or two of Markdown."""
    corpus, groups = table.corpus, len(table.groups)
    if corpus.pi_star_s is None:
        return "No coder group has a value: agreement needs two coders of the same item."
    value = shown(corpus.pi_star_s)
    if groups == 1:
        start = f"One coder group, with {PI} = {value} over all its items."
    else:
        start = (
            f"{groups} coder groups; their mean {PI} is {value} (sd {shown(corpus.pi_star_s_sd)})."
        )
    least = sorted_rows(table.items, "pi_star_s")[0]
    if least.pi_star_s is None or len(table.items) == 1:
        return start
    return (
        f"{start} The least reliable item is {literal(least.item)}, with {shown(least.pi_star_s)}."
    )


def _column(view: View, name: str, text: str, sub: str | None, title: str) -> Column:
    """Make a sortable column: first click, second click, back to the corpus's own order."""
    first, second = ("-" + name, name) if name in FIRST_DESCENDING else (name, "-" + name)
    following = {first: second, second: ""}.get(view.sort, first)
    return Column(
        text,
        sub,
        title,
        href=view.href("agreement", sort=following, page=1),
        sorted={name: "ascending", "-" + name: "descending"}.get(view.sort),
        numeric=name != "item",
    )


def _near(page: int, count: int) -> list[int]:
    """Choose the pages to link: the first, the last, and those around this one."""
    wanted = {1, count, *range(page - 3, page + 4)}
    return [number for number in sorted(wanted) if 1 <= number <= count]
