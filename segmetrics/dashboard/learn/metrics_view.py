"""The metrics as the dashboard shows them: the catalogue, and all of them on one pair."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.corpus import Item
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import options_of, title_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.metrics.metric import Metric, Score
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import read
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

METRIC_COLUMNS = (
    Heading("Metric", numeric=False),
    Heading("Value"),
    Heading("Reversed", title="With the two exchanged; the same for a symmetric metric"),
    Heading("What it rewards", numeric=False),
    Heading("What it misses", numeric=False),
)


def metric_table(
    item: Item, pair: tuple[str, str], view: UrlState, types: Sequence[str] = ()
) -> PageTable:
    """Compute all metrics of a pair, a row each; each number opens on the Item page."""
    opens = Opens(view, "item")

    def cell(metric: Metric, a: str, b: str) -> Cell:
        options = options_of(metric, view, types)
        score: Score = metric(item.codings[a], item.codings[b], **options)
        href = opens.href(pair_key(metric.key, a, b, item.name))
        named = f"{title_of(metric)} of {a} and {b}"
        return Cell(read(score.value), title=score.undefined, href=href, opens=named)

    return METRIC_COLUMNS, [
        TableRow(
            "item",
            [
                Cell(title_of(metric), sub=f"{metric.key}, {metric.direction}"),
                cell(metric, *pair),
                Cell("") if metric.symmetric else cell(metric, *reversed(pair)),
                Cell(metric.rewards),
                Cell(metric.misses),
            ],
        )
        for metric in METRICS.values()
    ]


def fact_table(metric: Metric) -> PageTable:
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
    rows = [TableRow("", [Cell(name), Cell(text)]) for name, text in facts.items()]
    return (Heading("", numeric=False),) * 2, rows
