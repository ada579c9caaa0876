"""The metrics as the dashboard shows them: the catalogue, and all of them on one pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import options_of, title_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.glossary import SETS
from segmetrics.metrics.metric import Metric, Score
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import limit, read
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow, text_table

METRIC_COLUMNS = (
    Heading(words.METRIC, numeric=False),
    Heading(words.VALUE),
    Heading(words.REVERSED, title=words.REVERSED_ABOUT),
    Heading(words.REWARDS, numeric=False),
    Heading(words.MISSES, numeric=False),
)


class Compared(NamedTuple):
    """Two coders of an item whom an address names."""

    item: Item
    pair: tuple[str, str]
    types: Sequence[str]


def compared(view: UrlState, corpus: Corpus | None) -> Compared | None:
    """Return the two coders whom an address names, if the item has them."""
    if corpus is None or view.item is None or view.item not in corpus:
        return None
    if corpus.scale is not None:
        # Most metrics count places, of which a time line has millions.
        return None
    item = corpus[view.item]
    if view.a is None or view.b is None or not {view.a, view.b} <= item.codings.keys():
        return None
    return Compared(item, (view.a, view.b), corpus.types)


def pair_links(found: Compared, view: UrlState) -> list[Link]:
    """Link the same with the two exchanged, and the two on their item."""
    a, b = found.pair
    return [
        Link(words.EXCHANGE, view.href("metrics", a=b, b=a)),
        Link(words.SEE_THEM_ON.format(found.item.name), view.href("item")),
    ]


def metric_table(found: Compared, view: UrlState) -> PageTable:
    """Compute all metrics of a pair, a row each; each number opens on the Item page."""
    item, pair, types = found
    opens = Opens(view, "item")

    def cell(metric: Metric, a: str, b: str) -> Cell:
        options = options_of(metric.key, n=view.n, width=view.width, types=types)
        score: Score = metric(item.codings[a], item.codings[b], **options)
        href = opens.href(pair_key(metric.key, a, b, item.name))
        named = f"{title_of(metric.key)} of {a} and {b}"
        return Cell(read(score.value), title=score.undefined, href=href, opens=named)

    return METRIC_COLUMNS, [
        TableRow(
            "item",
            [
                Cell(title_of(metric.key), sub=f"{metric.key}, {metric.direction}"),
                cell(metric, *pair),
                Cell("") if metric.symmetric else cell(metric, *reversed(pair)),
                Cell(metric.rewards),
                Cell(metric.misses),
            ],
        )
        for metric in METRICS.values()
    ]


def term_table() -> PageTable:
    """List the terms of all pages with their definitions, a row each."""
    rows: list[tuple[str, str]] = []
    for about, terms in SETS.items():
        rows += [(about, ""), *((one.name, one.definition) for one in terms)]
    return text_table(words.TERM_COLUMNS, rows, level=lambda row: "item" if row[1] else "group")


def fact_table(metric: Metric) -> PageTable:
    """List what a reader of a metric must know, a row each."""
    low, high = map(limit, (metric.low, metric.high))
    facts = {
        words.KEY: metric.key,
        words.RANGE: words.range_of(low, high, metric.direction, metric.perfect),
        words.SYMMETRIC: words.ARE_SYMMETRIC if metric.symmetric else words.NOT_SYMMETRIC,
        words.REVERSING: metric.reversal,
        words.ON_TIME: metric.time_line,
        words.UNDEFINED: "; ".join(metric.undefined) or words.NEVER,
        words.OPTIONS: "; ".join(
            words.option(option.name, option.choices, option.default)
            for option in metric.options.values()
        )
        or words.NO_OPTIONS,
        words.SOURCE: "; ".join(metric.citation),
        words.REWARDS: metric.rewards,
        words.MISSES: metric.misses,
        words.FLAWS: " ".join(metric.flaws) or words.NO_FLAWS,
    }
    return text_table(("", ""), facts.items(), level=lambda _: "")
