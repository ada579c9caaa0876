"""Coefficients side by side: where they tell different stories about the same codings."""

from __future__ import annotations

from segmetrics.agreement.decisions import DecisionTable
from segmetrics.agreement.table import AgreementTable
from segmetrics.dashboard.agreement_view import SHOWN_GROUPS, read
from segmetrics.dashboard.components import Cell, Column, TableRow

__all__ = ["STORY_COLUMNS", "in_words", "story_rows"]

STORY_COLUMNS = (
    Column("Coder group", numeric=False),
    Column("π*", "S", "Over S: all places left alike count, those without a boundary too"),
    Column("π*", "B", "Over B: only places at which somebody placed a boundary count"),
    Column("α", None, "Krippendorff's nominal alpha over boundary decisions"),
    Column("Majority", None, "Percentage agreement with the majority: Passonneau & Litman (1993)"),
    Column("κ", "majority", "Mean kappa against the majority, after Hearst (1997)"),
)
# A difference of this much between coefficients of the same codings is worth a word.
APART = 0.2


def story_rows(
    over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable
) -> list[TableRow]:
    """Set coefficients of each coder group side by side.

    Parameters
    ----------
    over_s, over_b : AgreementTable
        Agreement over S, and over B.
    decided : DecisionTable
        Measures of boundary decisions.

    Returns
    -------
    list of TableRow
        The first 20 groups.
    """
    rows = []
    for s, b, d in zip(over_s.groups, over_b.groups, decided.groups, strict=True):
        cells = [Cell(s.item)]
        for row, column in (
            (s, "pi_star"),
            (b, "pi_star"),
            (d, "alpha"),
            (d, "percentage"),
            (d, "mean_kappa"),
        ):
            cells.append(Cell(read(getattr(row, column)), title=row.undefined.get(column)))
        rows.append(TableRow("item", cells))
    return rows[:SHOWN_GROUPS]


def in_words(over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable) -> str:
    """Say plainly whether the coefficients agree with each other."""
    apart, compared = [], 0
    for s, b, d in zip(over_s.groups, over_b.groups, decided.groups, strict=True):
        others = {"over B": b.pi_star, "by alpha": d.alpha}
        known = {name: value for name, value in others.items() if value is not None}
        if s.pi_star is None or not known:
            continue
        compared += 1
        lower = [name for name, value in known.items() if s.pi_star - value > APART]
        if lower:
            apart.append(f"{s.item} (lower {' and '.join(lower)})")
    if not compared:
        return "There is nothing to compare: no coder group has both S and one of the others."
    if not apart:
        return "Here the coefficients do not contradict each other."
    named = ", ".join(apart[:5]) + (" and others" if len(apart) > 5 else "")
    return (
        f"They tell different stories about {named}. Over S agreement looks better, because coders "
        "agree on the many places that nobody would make a boundary; B and alpha look at the "
        "boundaries themselves. Report them together."
    )
