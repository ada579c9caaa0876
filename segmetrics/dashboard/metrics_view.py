"""The metrics as the dashboard shows them: the catalogue, and all of them on one pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from segmetrics.dashboard.agreement_view import read
from segmetrics.dashboard.components import Cell, Column, TableRow
from segmetrics.dashboard.view import View
from segmetrics.io.numbers import whole_numbers
from segmetrics.metrics.metric import Metric, Score
from segmetrics.metrics.registry import METRICS
from segmetrics.segmentation import Segmentation, SegmentationError

__all__ = [
    "FACT_COLUMNS",
    "METRIC_COLUMNS",
    "fact_rows",
    "from_text",
    "metric_rows",
    "options_of",
    "title_of",
]

METRIC_COLUMNS = (
    Column("Metric", numeric=False),
    Column("Value"),
    Column("Reversed", title="With the two exchanged; the same for a symmetric metric"),
    Column("What it rewards", numeric=False),
    Column("What it misses", numeric=False),
)
FACT_COLUMNS = (Column("", numeric=False), Column("", numeric=False))


def options_of(metric: Metric, view: View, types: Sequence[str]) -> dict[str, Any]:
    """Choose the options of a metric that a view, or the types of a corpus, decide."""
    said: dict[str, Any] = {"n": view.n, "width": view.width}
    if types:
        said["types"] = ",".join(types)
    return {name: value for name, value in said.items() if name in metric.options}


def metric_rows(
    hypothesis: Segmentation, reference: Segmentation, view: View, types: Sequence[str] = ()
) -> list[TableRow]:
    """Compute all metrics of a pair, a row each.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    view : View
        Its settings.
    types : sequence of str
        All boundary types of the corpus, if it has any.

    Returns
    -------
    list of TableRow
        Rows for `METRIC_COLUMNS`, in the order of the registry.
    """
    rows = []
    for metric in METRICS.values():
        options = options_of(metric, view, types)
        forward = metric(hypothesis, reference, **options)
        backward = forward if metric.symmetric else metric(reference, hypothesis, **options)
        rows.append(
            TableRow(
                "item",
                [
                    Cell(title_of(metric), sub=f"{metric.key}, {metric.direction}"),
                    _cell(forward),
                    Cell("") if metric.symmetric else _cell(backward),
                    Cell(metric.rewards),
                    Cell(metric.misses),
                ],
            )
        )
    return rows


def title_of(metric: Metric) -> str:
    """Write the name of a metric as a title."""
    return metric.name[:1].upper() + metric.name[1:]


def _cell(score: Score) -> Cell:
    return Cell(read(score.value), title=score.undefined)


def fact_rows(metric: Metric) -> list[TableRow]:
    """List what a reader of a metric must know, a row each."""
    low, high = (f"{bound:g}" for bound in (metric.low, metric.high))
    facts = {
        "Name on the command line": metric.key,
        "Range": f"{low} to {high}, {metric.direction}"
        + (f", {metric.perfect:g} is perfect" if metric.perfect is not None else ""),
        "Symmetric": "yes" if metric.symmetric else "no: a hypothesis against a reference",
        "Reversing the text": metric.reversal,
        "Undefined": "; ".join(metric.undefined) or "never",
        "Options": "; ".join(
            f"{option.name} ({' | '.join(option.choices)}{', default ' * bool(option.choices)}"
            f"{'left open' if option.default is None else option.default})"
            for option in metric.options.values()
        )
        or "none",
        "Source": "; ".join(metric.citation),
        "What it rewards": metric.rewards,
        "What it misses": metric.misses,
        "Known flaws": " ".join(metric.flaws) or "none described",
    }
    return [TableRow("", [Cell(name), Cell(text)]) for name, text in facts.items()]


def from_text(text: str) -> Segmentation | str:
    """Read segment sizes that a person wrote; what is wrong with them if they make none."""
    try:
        return Segmentation.from_masses(whole_numbers(text, "segment size"))
    except SegmentationError as error:
        return str(error)
