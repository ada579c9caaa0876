"""Scores of pairs of coders, boundary decisions, and what is known of metrics, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from segmetrics.coefficients.decision_table import COLUMNS, DecisionAgreement, DecisionTable
from segmetrics.coefficients.pairwise import PairScore
from segmetrics.metrics.metric import Metric
from segmetrics.tables.agreement_columns import reasons
from segmetrics.tables.columns import Column, Place, Table, fields
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_rows, write_text

SCORE_FORMATS: Mapping[str, Callable[[Table[Any]], str]] = {"csv": write_csv, "json": write_rows}


def pairwise_table(scores: Sequence[PairScore]) -> Table[PairScore]:
    """Return the scores of all pairs of coders."""
    return Table(
        columns=[
            *fields("item", "coder_a", "coder_b", "value"),
            *fields("undefined", places=Place.JSON),
        ],
        rows=scores,
    )


def decisions_table(table: DecisionTable) -> Table[DecisionAgreement]:
    """Return the measures of boundary decisions of items, groups and the corpus."""
    return Table(
        key="decisions",
        title="Boundary decisions",
        columns=[
            *fields("level", "item", *COLUMNS, "coders", "units"),
            *fields("decisions", "boundaries", "with_majority"),
            *fields(*(f"{column}_sd" for column in COLUMNS)),
            Column("kappas", lambda one: dict(one.kappas), places=Place.JSON),
            Column("pooled_kappas", lambda one: dict(one.pooled_kappas), places=Place.JSON),
            Column("undefined", lambda one: dict(one.undefined), places=Place.JSON),
            *fields("note", places=Place.JSON),
            Column("note", lambda one: "; ".join(reasons(one)), places=Place.SHEET),
        ],
        rows=table.rows,
        around={
            "program": PROGRAM,
            "options": table.options.signature,
            "corpus": {"sha256": table.digest},
        },
    )


def _metric(key: str, value: Callable[[Metric], Any], places: Place = Place.JSON) -> Column[Metric]:
    return Column(key, value, key, places=places, left=True)


def metrics_table(metrics: Iterable[Metric]) -> Table[Metric]:
    """Return what is known of metrics."""
    reading, json = Place.READING, Place.JSON
    return Table(
        columns=[
            _metric("key", lambda one: one.key, json | reading),
            _metric("name", lambda one: one.name, json | reading),
            *fields("family", "direction", places=json),
            _metric("better", lambda one: one.direction.split(" ")[0], reading),
            _metric("range", lambda one: [_bound(one.low), _bound(one.high)]),
            *fields("perfect", "symmetric", "reversible", "needs", "undefined", places=json),
            _metric("symmetric", lambda one: "yes" if one.symmetric else "no", reading),
            _metric("options", _options),
            _metric("options", lambda one: ", ".join(one.options) or "-", reading),
            *fields("formula", "citation", places=json),
            _metric("source", lambda one: "; ".join(one.citation), reading),
            *fields("rewards", "misses", "flaws", places=json),
        ],
        rows=tuple(metrics),
    )


def _bound(value: float) -> float | None:
    """Return a bound; JSON has no infinity, so no bound is null."""
    return value if abs(value) != float("inf") else None


def _options(metric: Metric) -> dict[str, Any]:
    return {
        option.name: {"default": option.default, "choices": option.choices}
        for option in metric.options.values()
    }


METRICS_FORMATS: Mapping[str, Callable[[Table[Metric]], str]] = {
    "table": lambda table: paragraphs(write_text(table)),
    "json": write_rows,
}
