"""Results as their formats write them."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.pairwise import PairScore
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.schools import Schools
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS, agreement_table
from segmetrics.tables.score_tables import SCORE_FORMATS, decisions_table, pairwise_table


def agreement_as(
    style: str,
    table: AgreementTable,
    intervals: IntervalTable | None = None,
    reliability: ReliabilityTable | None = None,
    schools: Sequence[Schools] = (),
) -> str:
    return AGREEMENT_FORMATS[style](agreement_table(table, intervals, reliability, schools=schools))


def scores_as(style: str, scores: Sequence[PairScore]) -> str:
    return SCORE_FORMATS[style](pairwise_table(scores))


def decisions_as(style: str, table: DecisionTable) -> str:
    return SCORE_FORMATS[style](decisions_table(table))
