"""The columns that say how reliable a row is: agreement beyond chance, and the verdict."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from segmetrics.coefficients.quantities import DECISIONS, RELIABILITY, Quantity
from segmetrics.number_formats import p_value, short
from segmetrics.phrases import counted
from segmetrics.reliability.chance_verdicts import (
    SIGNIFICANCE,
    VERDICT_EXPLANATIONS,
    VERDICT_WORDS,
    WELL_BEYOND,
)
from segmetrics.reliability.intervals import IntervalRow
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable
from segmetrics.tables.columns import FILES, PEOPLE, Column, Place


class Judged(NamedTuple):
    """How reliable a row is, with its intervals, if there are any."""

    row: ReliabilityRow
    intervals: IntervalRow | None = None


def reliability_columns(similarity: str) -> tuple[Column[Judged], ...]:
    """Declare the columns of how reliable a row is; R is over a similarity."""
    over_b = () if similarity == "b" else (_coefficient("pi_star_b", RELIABILITY["pi_star_b"]),)
    return (
        _coefficient("corrected", RELIABILITY["corrected"].over(similarity), bar=True),
        Column(
            "corrected_p",
            attrgetter("row.corrected_p"),
            RELIABILITY["corrected_p"].plain,
            RELIABILITY["corrected_p"].about,
            latex="$p$",
            write=p_value,
            why=lambda one: one.row.undefined.get("corrected_p"),
        ),
        Column("corrected_p_adjusted", attrgetter("row.corrected_p_adjusted"), places=Place.JSON),
        _coefficient("alpha", DECISIONS["alpha"]),
        *over_b,
        Column("verdict", attrgetter("row.verdict"), places=FILES),
        Column(
            "verdict",
            lambda one: verdict_in_words(one.row),
            "verdict",
            "Whether coders agree beyond chance, adjusted for the number of items",
            places=PEOPLE,
            label="Verdict",
            why=lambda one: verdict_explained(one.row),
            left=True,
        ),
    )


def _coefficient(key: str, of: Quantity, *, bar: bool = False) -> Column[Judged]:
    """Declare the column of a coefficient that may have an interval."""
    return Column(
        key,
        attrgetter(f"row.{key}"),
        of.plain,
        of.about,
        latex=f"${of.latex}{'_' * bool(of.sub)}{of.sub}$",
        label=of.symbol,
        sub=of.sub or None,
        interval=lambda one: one.intervals and getattr(one.intervals, key),
        why=lambda one: one.row.undefined.get(key),
        write_ends=short,
        bar=bar,
    )


def verdict_in_words(row: ReliabilityRow) -> str | None:
    """Return the verdict on a row in words; None if there is none."""
    return None if row.verdict is None else VERDICT_WORDS[row.verdict]


def verdict_explained(row: ReliabilityRow) -> str:
    """Return what the verdict on a row means, or why there is none."""
    if row.verdict is None:
        return row.undefined.get("verdict", "")
    return VERDICT_EXPLANATIONS[row.verdict]


def verdict_note(found: ReliabilityTable) -> str:
    """Return by what rule verdicts are given, and what they do not prove; empty without any."""
    judged = sum(row.verdict is not None for row in found.items)
    if not judged:
        return ""
    return (
        f"Verdicts: beyond chance is p of at most {short(SIGNIFICANCE)}, adjusted for "
        f"{counted(judged, 'item')}, and well beyond chance R of {short(WELL_BEYOND)} or more "
        "besides. A habit that coders share counts as agreement; what is not distinguishable "
        "from chance may agree all the same"
    )
