"""The coders of a group as the dashboard shows them: who differs from whom, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.coder_groups import group_title
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import title_of
from segmetrics.dashboard.frame.url_state import BY_SIMILARITY, UrlState
from segmetrics.dashboard.results import coder_words as words
from segmetrics.dashboard.results.modelled_coders import CoderInModel, stands_out
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import DASH, between, percent, rate, short, shown, signed
from segmetrics.phrases import counted, listed
from segmetrics.reliability.coder_cards import CoderCard
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.coders import (
    KAPPA,
    CoderMatrix,
    PairItem,
    PairMean,
)
from segmetrics.reliability.granularity import CoderGranularity
from segmetrics.reliability.influence import CoderInfluence, ItemInfluence
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import SCORE, Column, Table
from segmetrics.tables.plain import PROGRAM

WISHES = (2, 5, 10, 15, 20, 30, 40)
"""Widths of an interval that can be wished for, in hundredths."""

SHOWN_PAIRS = 8

SHOWN_ITEMS, SHOWN_PLACES, SHOWN_LEFT_OUT = 8, 10, 20

CODERS: Sequence[Column[CoderGranularity]] = (
    Column("coder", lambda row: row.coder, words.CODER, left=True),
    Column("items", lambda row: row.items, *words.ITEMS_OF_CODER),
    Column("segments", lambda row: row.segments, *words.SEGMENTS),
    Column(
        "density",
        lambda row: 100 * (row.segments - row.items) / row.units,
        *words.DENSITY,
        write=rate,
    ),
    Column(
        "mean_segment",
        lambda row: row.mean_segment,
        *words.MEAN_SIZE,
        write=rate,
    ),
    Column(
        "drift",
        lambda row: row.drift.slope,
        *words.DRIFT,
        write=signed,
        interval=lambda row: row.drift,
        write_ends=signed,
    ),
    Column(
        "p",
        lambda row: row.drift.p,
        *words.P_OF_DRIFT,
        why=lambda row: row.drift.undefined,
    ),
)
FINDINGS: Sequence[Column[CoderFinding]] = (
    Column("coder", lambda row: row.coder, words.CODER, left=True),
    Column(
        "boundaries",
        lambda row: row.boundaries,
        *words.BOUNDARIES,
        below=lambda row: counted(row.items, "item"),
    ),
    Column(
        "rate_ratio",
        lambda row: row.rate_ratio,
        *words.RATE,
        write=short,
        interval=lambda row: row.rate_interval,
        write_ends=short,
        why=lambda row: words.NOTHING_TO_COMPARE if row.rate_ratio is None else None,
    ),
    Column(
        "alone",
        lambda row: row.alone,
        *words.ALONE,
        write=percent,
        why=lambda row: words.NO_BOUNDARY if row.alone is None else None,
    ),
    Column("early", lambda row: row.early, *words.EARLY),
    Column("late", lambda row: row.late, *words.LATE),
    Column(
        "kappa",
        lambda row: row.kappa,
        *words.KAPPA_WITH_OTHERS,
        below=lambda row: words.others(row.others),
        why=lambda row: words.NOTHING_TO_COMPARE if row.kappa is None else None,
    ),
    Column(
        "finding",
        lambda row: words.FINDINGS[row.finding],
        words.FINDING,
        below=lambda row: row.evidence,
        left=True,
    ),
)
INFLUENCE: Sequence[Column[CoderInfluence]] = (
    Column("coder", lambda row: row.coder, words.LEFT_OUT, left=True),
    Column(
        "value",
        lambda row: row.value,
        *words.R_OF_OTHERS,
        why=lambda row: row.interval.undefined if row.value is None else None,
    ),
    Column(
        "change",
        lambda row: row.change,
        *words.CHANGE_WITHOUT_CODER,
        write=signed,
        interval=lambda row: row.interval,
        write_ends=signed,
    ),
)
LEFT_OUT: Sequence[Column[ItemInfluence]] = (
    Column("item", lambda row: row.item, words.LEFT_OUT, left=True),
    Column("own", lambda row: row.own, *words.OWN_R),
    Column(
        "change",
        lambda row: row.change,
        *words.CHANGE_WITHOUT_ITEM,
        write=signed,
        interval=lambda row: row.interval,
        write_ends=signed,
    ),
    Column(
        "misses",
        lambda row: row.misses,
        *words.MISSES,
        below=lambda row: words.expected(row.misses_expected),
    ),
    Column("verdict", lambda row: words.OUTLYING if row.outlying else "", words.VERDICT, left=True),
)
GROUPS: Sequence[Column[GroupBeside]] = (
    Column("group", lambda row: row.title, words.GROUP, left=True),
    Column("coders", lambda row: row.coders, words.CODERS),
    Column("items", lambda row: row.items, words.ITEMS),
    Column(
        "density",
        lambda row: _from_to(row.densities, short),
        *words.DENSITIES,
        left=True,
    ),
    Column(
        "kappa",
        lambda row: _from_to(row.kappas, shown),
        *words.KAPPAS,
        left=True,
    ),
    Column("named", lambda row: listed(row.named), words.STANDS_OUT, left=True),
)
PAIRS: Sequence[Column[PairMean]] = (
    Column("pair", lambda row: ", ".join(row.coders), words.PAIR, left=True),
    Column(
        "mean",
        lambda row: row.value,
        *words.MEAN,
    ),
    Column("items", lambda row: row.items, *words.ITEMS_OF_PAIR),
)
PAIR_ITEMS: Sequence[Column[PairItem]] = (
    Column("item", lambda row: row.item, words.ITEM, left=True),
    SCORE.through(lambda row: row, about=words.METRIC_ON_ITEM),
    Column(
        "edits",
        lambda row: row.edits,
        *words.EDITS,
    ),
    Column(
        "where",
        lambda row: listed([f"{place + 1:,}" for place in row.places], SHOWN_PLACES),
        *words.WHERE,
        left=True,
    ),
)
PAIR_ITEMS_BY_KAPPA = [
    replace(column, heading=heading, about=about) if column.name == "value" else column
    for heading, about in [words.KAPPA_ON_ITEM]
    for column in PAIR_ITEMS
]


def compared_by(view: UrlState) -> Metric:
    """Return the metric of two coders on an item: that of the view, or else its similarity."""
    return METRICS[view.similarity if view.metric in (KAPPA, BY_SIMILARITY) else view.metric]


def compared_title(view: UrlState, key: str) -> str:
    """Return what a way of comparing two coders is called where one is chosen."""
    if key == BY_SIMILARITY:
        return words.AS_MEASURED.format(title_of(METRICS[view.similarity]))
    return words.KAPPA_TITLE if key == KAPPA else title_of(METRICS[key])


def matrix_signature(matrix: CoderMatrix, options: Mapping[str, object], corpus: Corpus) -> str:
    """Return the line that says what a matrix was computed with."""
    said = ", ".join(f"{name}={value}" for name, value in options.items())
    over = "pooled over items" if matrix.metric == KAPPA else "mean over items"
    return f"{PROGRAM}, {matrix.metric}({said}), {over}, corpus={corpus.codings_digest[:12]}"


def chosen_pair(matrix: CoderMatrix, view: UrlState) -> tuple[str, str] | None:
    """Choose the two coders to look at: those of the view, else those who agree least."""
    if view.a in matrix.coders and view.b in matrix.coders and view.a != view.b:
        return view.a or "", view.b or ""
    return matrix.pairs[0].coders if matrix.pairs else None


def pair_table(matrix: CoderMatrix, pair: tuple[str, str], view: UrlState) -> PageTable:
    """List the pairs of coders, those who agree least first; the chosen one is among them."""
    chosen = [
        row
        for rank, row in enumerate(matrix.pairs)
        if rank < SHOWN_PAIRS or set(row.coders) == set(pair)
    ]
    return page(
        Table(columns=PAIRS, rows=chosen),
        {"pair": lambda row: {"href": view.href("coders", a=row.coders[0], b=row.coders[1])}},
        chosen=lambda row: set(row.coders) == set(pair),
    )


def pair_item_table(pair: tuple[str, str], items: Sequence[PairItem], view: UrlState) -> PageTable:
    """List the items on which two coders differ most; each leads to the two on its page.

    The chosen item is among them, if both coded it.
    """
    a, b = pair
    opens, metric, by_kappa = Opens(view, "coders"), compared_by(view), view.metric == KAPPA

    def to_item(row: PairItem) -> dict[str, str]:
        # The chosen place stays, if it is on this item.
        first = int(row.places[0]) if row.places.size else None
        place = view.place if row.item == view.item and view.place else first
        return {"href": view.href("item", item=row.item, a=a, b=b, start=None, place=place)}

    def to_number(row: PairItem) -> dict[str, str]:
        named = f"{title_of(metric)} of {a} and {b} on {row.item}"
        return opens.to(pair_key(metric.key, a, b, row.item), named)

    shown = [row for rank, row in enumerate(items) if rank < SHOWN_ITEMS or row.item == view.item]
    return page(
        Table(columns=PAIR_ITEMS_BY_KAPPA if by_kappa else PAIR_ITEMS, rows=shown),
        {"item": to_item, **({} if by_kappa else {"value": to_number})},
        chosen=lambda row: row.item == view.item,
    )


def back_links(view: UrlState, corpus: Corpus) -> list[Link]:
    """Link back to the chosen item, at the chosen place; nothing if there is none."""
    if view.item is None or view.item not in corpus:
        return []
    return [Link(words.back_to(view.item, view.place, corpus.unit), view.href("item"))]


class GroupBeside(NamedTuple):
    """A coder group beside others: its number, its name, and the ends of what its coders do."""

    number: int
    title: str
    coders: int
    items: int
    densities: tuple[float, ...]
    kappas: tuple[float, ...]
    named: tuple[str, ...]


def group_table(
    corpus: Corpus,
    of_groups: Sequence[Sequence[CoderCard]],
    models: Mapping[str, CoderInModel],
    view: UrlState,
) -> PageTable:
    """List the coder groups beside each other; each leads to its coders."""
    rows = [
        GroupBeside(
            number,
            group_title(corpus, number),
            len(group.coders),
            len(group.items),
            tuple(card.density for card in cards if card.density is not None),
            tuple(card.finding.kappa for card in cards if card.finding.kappa is not None),
            tuple(card.coder for card in cards if stands_out(card, models.get(card.coder))),
        )
        for number, (group, cards) in enumerate(zip(corpus.groups, of_groups, strict=True), 1)
    ]
    return page(
        Table(columns=GROUPS, rows=rows),
        {"group": lambda row: {"href": view.href("coders", group=row.number)}},
    )


def coder_table(coders: Sequence[CoderGranularity]) -> PageTable:
    """List how finely each coder codes."""
    return page(Table(columns=CODERS, rows=coders))


def influence_table(found: Sequence[CoderInfluence]) -> PageTable:
    """List what the others' agreement is without each coder."""
    return page(Table(columns=INFLUENCE, rows=found))


def left_out_table(items: Sequence[ItemInfluence], view: UrlState) -> PageTable:
    """List the items without which the group agrees better, those that change most first."""
    known = [row for row in items if row.change is not None]
    known.sort(key=lambda row: row.change or 0.0, reverse=True)
    opens = Opens(view, "coders")
    return page(
        Table(columns=LEFT_OUT, rows=known[:SHOWN_LEFT_OUT]),
        {
            "item": lambda row: {"href": view.item_href(row.item)},
            "own": lambda row: opens.quantity(BY_SHUFFLING["corrected"], "item", row.item),
        },
        chosen=lambda row: row.item == view.item,
    )


def finding_table(found: Sequence[CoderFinding]) -> PageTable:
    """List the coders, each beside the others."""
    return page(Table(columns=FINDINGS, rows=found))


def _from_to(values: Sequence[float], write: Callable[[float | None], str]) -> str:
    """Return the least and the greatest of some values; a dash without any."""
    return between(min(values, default=None), max(values, default=None), write) or DASH
