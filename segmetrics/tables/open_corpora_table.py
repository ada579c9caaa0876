"""Open corpora and one's own beside each other, the one that agrees best first."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from segmetrics.coefficients.quantities import AGREEMENT, DECISIONS, RELIABILITY, Quantity
from segmetrics.number_formats import percent, rate
from segmetrics.reproduction.open_corpora import GroupFigures
from segmetrics.tables.columns import Column, Table, in_order, of_field


def _coefficient(key: str, of: Quantity, *, bar: bool = False) -> Column[GroupFigures]:
    """Declare the column of a coefficient."""
    return of_field(key, of.plain, of.about, label=of.symbol, sub=of.sub or None, bar=bar)


def _of_model(key: str, heading: str, about: str, **more: Any) -> Column[GroupFigures]:
    """Declare the column of what the model says of the coders, or why it says nothing."""
    return of_field(key, heading, about, why=attrgetter("refusal"), **more)


COLUMNS: Sequence[Column[GroupFigures]] = (
    Column(
        "corpus",
        lambda row: f"{row.corpus}, {row.group}" if row.group else row.corpus,
        "Corpus",
        left=True,
    ),
    of_field("coders", "Coders"),
    of_field("items", "Items"),
    _coefficient("corrected", RELIABILITY["corrected"].over("s"), bar=True),
    _coefficient("alpha", DECISIONS["alpha"]),
    _coefficient("pi_star_b", RELIABILITY["pi_star_b"]),
    _of_model(
        "hits",
        "Found",
        "Share of the boundaries that the coders share which one of them finds, on average",
        write=percent,
    ),
    _of_model(
        "added",
        "Added",
        "Boundaries of their own that a coder places in 100 other places, on average",
        write=rate,
    ),
    _of_model(
        "shifted",
        "Shifted",
        "Share of a coder's boundaries that are a place or more beside the shared one, on average",
        write=percent,
    ),
    _coefficient("pi_star", AGREEMENT["pi_star"].over("s")),
    _coefficient("kappa_star", AGREEMENT["kappa_star"].over("s")),
    _coefficient("one_minus_wd_mean", AGREEMENT["one_minus_wd_mean"]),
    of_field(
        "density", "Density", "Boundaries that a coder places in 100 places, on average", write=rate
    ),
)


def standing_table(rows: Sequence[GroupFigures]) -> Table[GroupFigures]:
    """Return the table of coder groups, the one of the highest R first."""
    ordered = in_order(rows, attrgetter("corrected"), descending=True)
    return Table(columns=COLUMNS, rows=ordered, key="open_corpora", title="Open corpora")
