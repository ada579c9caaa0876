"""The columns that say how reliable a row is: agreement beyond chance, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from segmetrics.coefficients.quantities import DECISIONS, RELIABILITY, Quantity, similarity_name
from segmetrics.number_formats import p_value, short
from segmetrics.phrases import counted
from segmetrics.reliability.chance_verdicts import (
    SIGNIFICANCE,
    VERDICT_EXPLANATIONS,
    WELL_BEYOND,
    verdict_in_words,
)
from segmetrics.reliability.intervals import IntervalRow
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable
from segmetrics.tables.columns import FILES, PEOPLE, Column


class Judged(NamedTuple):
    """How reliable a row is, with its intervals, if there are any."""

    row: ReliabilityRow
    intervals: IntervalRow | None = None


def reliability_columns(similarity: str) -> tuple[Column[Judged], ...]:
    """Declare the columns of how reliable a row is; R is over a similarity."""
    over_b = () if similarity == "b" else (_coefficient("pi_star_b", RELIABILITY["pi_star_b"]),)
    return (
        _coefficient(
            "corrected", RELIABILITY["corrected"].over(similarity), bar=True, limits=(WELL_BEYOND,)
        ),
        Column(
            "corrected_p",
            attrgetter("row.corrected_p"),
            RELIABILITY["corrected_p"].plain,
            RELIABILITY["corrected_p"].about,
            latex="$p$",
            write=p_value,
            why=lambda one: one.row.undefined.get("corrected_p"),
        ),
        Column("corrected_p_adjusted", attrgetter("row.corrected_p_adjusted"), places=FILES),
        _coefficient("alpha", DECISIONS["alpha"]),
        *over_b,
        Column("verdict", attrgetter("row.verdict"), places=FILES),
        Column(
            "verdict",
            lambda one: verdict_in_words(
                one.row.verdict, one.row.level, one.intervals and one.intervals.corrected
            ),
            "verdict",
            "Whether coders agree beyond chance, adjusted for the number of items",
            places=PEOPLE,
            label="Verdict",
            why=lambda one: verdict_explained(one.row),
            left=True,
        ),
    )


def _coefficient(
    key: str, of: Quantity, *, bar: bool = False, limits: Sequence[float] = ()
) -> Column[Judged]:
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
        limits=limits,
        write_ends=short,
        bar=bar,
    )


def verdict_explained(row: ReliabilityRow) -> str:
    """Return what the verdict on a row means, or why there is none."""
    if row.verdict is None:
        return row.undefined.get("verdict", "")
    return VERDICT_EXPLANATIONS["units"][row.verdict]


def verdict_note(found: ReliabilityTable) -> str:
    """Return by what rule verdicts are given, and what they do not prove; empty without any."""
    judged = sum(row.verdict is not None for row in found.items)
    if not judged:
        return ""
    return (
        f"R is over {similarity_name(found.options.similarity)} ({found.name}). Verdicts: "
        f"agreement is beyond chance if p is at most {short(SIGNIFICANCE)}, adjusted for "
        f"{counted(judged, 'item')}. It is well beyond chance if R is also {short(WELL_BEYOND)} or "
        "more. A habit that coders share counts as agreement. Where chance cannot be ruled out, "
        "coders may still agree"
    )
