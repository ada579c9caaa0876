"""More coefficients of coder groups, and where coefficients contradict each other."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from operator import attrgetter

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.quantities import DECISIONS
from segmetrics.dashboard.frame.derivation_links import Opens
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.agreement_view import SHOWN_GROUPS
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table
from segmetrics.tables.score_tables import Decided, decision_columns

# A difference of this much between coefficients of the same codings is worth a word.
APART = 0.2


def decision_table(
    decided: DecisionTable, view: UrlState, intervals: DecisionIntervalTable | None = None
) -> PageTable:
    """Set further coefficients of each coder group side by side, with intervals if there are."""
    opens = Opens(view, "agreement")

    def to_number(key: str, one: Decided) -> dict[str, str]:
        return opens.quantity(DECISIONS[key], "group", one.row.item)

    name: Column[Decided] = Column("group", attrgetter("row.item"), "Coder group", left=True)
    # Alpha stands in the table of reliability.
    further = [one for one in decision_columns() if one.key != "alpha"]
    groups = decided.groups[:SHOWN_GROUPS]
    rows = list(map(Decided, groups, intervals.groups if intervals else repeat(None)))
    return page(
        Table(columns=[name, *further], rows=rows),
        {one.key: partial(to_number, one.key) for one in further},
    )


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
        f"π* over S tells a different story about {named}. It looks better, because coders agree "
        "on the many places that nobody would make a boundary; B and alpha look at the boundaries "
        "themselves, and R at what shuffled coders reach. Report them together."
    )
