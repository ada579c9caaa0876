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
from segmetrics.dashboard.results import overview_words as words
from segmetrics.dashboard.results.agreement_view import SHOWN_GROUPS
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.tables.agreement_columns import Rated
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table
from segmetrics.tables.score_tables import decision_columns

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
    # Alpha stands in the table of reliability.
    further = [one for one in decision_columns() if one.key != "alpha"]
    groups = decided.groups[:SHOWN_GROUPS]
    rows = list(map(Rated, groups, intervals.groups if intervals else repeat(None)))
    return page(
        Table(columns=[name, *further], rows=rows),
        {one.key: partial(to_number, one.key) for one in further},
    )


def flattery(over_s: AgreementTable, over_b: AgreementTable, decided: DecisionTable) -> str:
    """Return in which groups pi* over S is far above the others, and what to believe; or empty."""
    high: list[float] = []
    low: dict[str, list[float]] = {"alpha": [], "pi_b": []}
    compared = 0
    for s, b, d in zip(over_s.groups, over_b.groups, decided.groups, strict=True):
        if s.pi_star is None or (d.alpha is None and b.pi_star is None):
            continue
        compared += 1
        others = {"alpha": d.alpha, "pi_b": b.pi_star}
        apart = {
            name: value
            for name, value in others.items()
            if value is not None and s.pi_star - value > APART
        }
        if apart:
            high.append(s.pi_star)
        for name, value in apart.items():
            low[name].append(value)
    if not high:
        return ""
    ends = {name: (min(values), max(values)) for name, values in low.items() if values}
    return words.flattering(len(high), compared, (min(high), max(high)), ends)
