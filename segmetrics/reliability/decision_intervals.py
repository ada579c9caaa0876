"""Intervals around coefficients of boundary decisions.

They are those of `segmetrics.reliability.intervals`: around Krippendorff's alpha, Fleiss' kappa and
Gwet's AC1, from the decisions of a corpus without each of its coders and items. Alpha over sets of
types has none.

The percentage and the mean kappas have none: a majority does not change little by little with who
is among the coders, and the jackknife holds for what does.

Source: Efron & Tibshirani (1993), chapter 11 (jackknife, and where it fails).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from segmetrics.axis import on_axis, only_texts
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.corpus import Corpus
from segmetrics.reliability.intervals import interval_table
from segmetrics.reliability.jackknife import Interval, IntervalOptions
from segmetrics.reliability.leave_one_out import decision_counts
from segmetrics.reliability.progress import Progress

OVER_TYPES = "over sets of types alpha has none; over each boundary type by itself it has one"
WITHOUT_INTERVAL: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        ("percentage", "mean_kappa", "siegel_castellan"),
        "leaving one out can change the majority, so that it does not show how far this varies",
    )
)
"""The measures of the table of decisions that have none, and why."""


class DecisionIntervalRow(NamedTuple):
    """The intervals of a row of the table of decisions."""

    level: Level  #: what the row is about
    item: str  #: name of the item or group; empty for the corpus
    items: int  #: items that the row is about
    coders: int  #: coders of the item or group; of the corpus, all coders
    alpha: Interval  #: of Krippendorff's alpha
    fleiss: Interval  #: of Fleiss' kappa
    ac1: Interval  #: of Gwet's AC1


@dataclass(frozen=True)
class DecisionIntervalTable(LevelTable[DecisionIntervalRow]):
    """Intervals for every row of a table of decisions, in its order."""

    options: IntervalOptions  #: how they were made


@on_axis("decision_intervals", not_of=only_texts("agreement(corpus)"))
def decision_intervals(
    corpus: Corpus,
    interval_options: IntervalOptions | None = None,
    *,
    progress: Progress | None = None,
) -> DecisionIntervalTable:
    """Put intervals around coefficients of boundary decisions, boundary against none.

    Parameters
    ----------
    corpus : Corpus
        Items, coders, and gaps.
    interval_options : IntervalOptions, optional
        The level of intervals, and whom they speak of.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    DecisionIntervalTable

    Examples
    --------
    >>> from segmetrics import sample
    >>> low, high, _ = decision_intervals(sample("moonstone")).corpus.ac1
    >>> low < high < 1
    True
    """
    return interval_table(
        DecisionIntervalTable,
        DecisionIntervalRow,
        corpus,
        decision_counts(corpus),
        interval_options or IntervalOptions(),
        progress,
    )
