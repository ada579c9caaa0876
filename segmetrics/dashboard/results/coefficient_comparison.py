"""Coefficients side by side: where they tell different stories about the same codings."""

from __future__ import annotations

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.decision_table import DecisionAgreement, DecisionTable
from segmetrics.dashboard.frame.derivation_links import Opens, number_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.agreement_view import SHOWN_GROUPS
from segmetrics.derivations.quantities import AGREEMENT, DECISIONS
from segmetrics.number_formats import read
from segmetrics.tables.browser import Cell, Heading, TableRow

STORY_COLUMNS = (
    Heading("Coder group", numeric=False),
    Heading("π*", "S", "Over S: all places left alike count, those without a boundary too"),
    Heading("π*", "B", "Over B: only places at which somebody placed a boundary count"),
    Heading("α", None, "Krippendorff's nominal alpha over boundary decisions"),
    Heading("Majority", None, "Percentage agreement with the majority: Passonneau & Litman (1993)"),
    Heading("κ", "majority", "Mean kappa against the majority, after Hearst (1997)"),
)
# A difference of this much between coefficients of the same codings is worth a word.
APART = 0.2


def story_rows(
    over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable, view: UrlState
) -> list[TableRow]:
    """Set coefficients of each coder group side by side."""
    rows, opens = [], Opens(view, "agreement")
    for s, b, d in zip(over_s.groups, over_b.groups, decided.groups, strict=True):
        cells = [Cell(s.item)]
        for row, similarity in ((s, "s"), (b, "b")):
            key = number_key("pi_star", "group", row.item, similarity=similarity)
            named = f"{AGREEMENT['pi_star'].over(similarity).name} of group {row.item}"
            cells.append(_cell(row, "pi_star", opens.href(key), named))
        for column, quantity in DECISIONS.items():
            href = opens.href(number_key(column, "group", d.item))
            cells.append(_cell(d, column, href, f"{quantity.name} of group {d.item}"))
        rows.append(TableRow("item", cells))
    return rows[:SHOWN_GROUPS]


def _cell(row: AgreementRow | DecisionAgreement, column: str, href: str, named: str) -> Cell:
    """Show a number that opens."""
    value = read(getattr(row, column))
    return Cell(value, title=row.undefined.get(column), href=href, opens=named)


def contradictions(over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable) -> str:
    """Return a sentence on whether the coefficients agree with each other."""
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
