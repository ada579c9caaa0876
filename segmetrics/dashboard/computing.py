"""Long computations on a page: at once where they are short, else on request, with a stop.

A page's script runs from top to bottom, and any click starts it anew. While a computation
shows its progress, such a click ends it at once, so that *Stop* needs no code of its own.
What was computed stays in the session, as long as it is not too much.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.coders_view import of_group
from segmetrics.edits import EditModel
from segmetrics.metrics.metric import Metric
from segmetrics.reliability.chance import NULLS, ChanceOptions, ChanceTable, chance
from segmetrics.reliability.coders import (
    CoderGranularity,
    CoderMatrix,
    PairItem,
    coder_granularity,
    coder_matrix,
    pair_items,
)
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.influence import InfluenceTable, influence
from segmetrics.reliability.intervals import IntervalTable, ResampleOptions, intervals
from segmetrics.reliability.planning import Plan, plan
from segmetrics.reliability.window_scan import WindowPoint, window_scan
from segmetrics.report.html import report_html
from segmetrics.report.report import Report, ReportOptions, make_report, titled

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from streamlit.delta_generator import DeltaGenerator

    from segmetrics.agreement.table import AgreementOptions
    from segmetrics.io import Reading
    from segmetrics.reliability.chance import Null

__all__ = [
    "SHORT",
    "chance_of",
    "computed",
    "explanation_of",
    "granularity_of",
    "group_explanation_of",
    "group_of",
    "influence_of",
    "intervals_at_hand",
    "intervals_of",
    "kept",
    "matrix_of",
    "pair_items_of",
    "plan_of",
    "report_of",
    "scan_of",
]

SHORT = 1.0
"""Seconds up to which a computation starts unasked."""

# Key of the session; how many results it keeps; seconds between two signs of life.
STORE, KEPT, BEAT = "computed", 64, 0.1

# Work that is done in a second, measured on 1,000 items of 6 coders and 100 units: coders of
# items by resamples, pairs of coders of items by draws, units of all pairs of coders.
RESAMPLED, DRAWN, LEFT_OUT, SHUFFLED, COMPARED = 8e7, 9e7, 2e8, 1e8, 3e7
# Items whose rows are written into the page of a report in a second.
WRITTEN = 800
# How much longer it takes to compare by alignment; with boundary types; without a batch.
ALIGNED, TYPED, ONE_BY_ONE = 5.0, 30.0, 30.0

Found = TypeVar("Found")


def computed(
    key: tuple[Hashable, ...],
    compute: Callable[[Callable[[float], None]], Found],
    *,
    label: str,
    seconds: float,
    alone: bool = False,
) -> Found | None:
    """Compute something once for each session, with progress and a way to stop.

    Parameters
    ----------
    key : tuple
        What the result depends on: a name, the digest of the corpus, the options.
    compute : callable
        Computes it; takes a callable that is to be called with the share that is done.
    label : str
        What is computed, as a page says it: "the chance level".
    seconds : float
        About how long it takes; beyond `SHORT` a button starts it.
    alone : bool, default False
        Whether other results of the same name are forgotten, because they are large.

    Returns
    -------
    object or None
        The result; None if nobody has asked for it yet.
    """
    store: dict[tuple[Hashable, ...], Found] = st.session_state.setdefault(STORE, {})
    if key in store:
        return _newest(store, key, store.pop(key))
    place, name = st.empty(), str(key[0])
    long = seconds > SHORT
    if long and not place.button(
        f"Compute {label}", key=f"compute {name}", help=f"Takes about {_about(seconds)}."
    ):
        return None
    with place.container():
        bar = st.progress(0.0, f"Computing {label}")
        if long:
            st.button("Stop", key=f"stop {name}")
    found = compute(_Bar(bar, label))
    place.empty()
    if alone:
        for other in [other for other in store if other[0] == key[0]]:
            del store[other]
    return _newest(store, key, found)


def kept(key: tuple[Hashable, ...], compute: Callable[[], Found]) -> Found:
    """Compute something short once for each session.

    Parameters
    ----------
    key : tuple
        What the result depends on.
    compute : callable
        Computes it.

    Returns
    -------
    object
        The result.
    """
    store: dict[tuple[Hashable, ...], Found] = st.session_state.setdefault(STORE, {})
    return _newest(store, key, store.pop(key) if key in store else compute())


def _newest(
    store: dict[tuple[Hashable, ...], Found], key: tuple[Hashable, ...], found: Found
) -> Found:
    """Keep a result as the last to be forgotten."""
    store[key] = found
    while len(store) > KEPT:
        del store[next(iter(store))]
    return found


def _about(seconds: float) -> str:
    """Say how long something takes, roughly."""
    if seconds < 60:
        return f"{max(2, round(seconds))} seconds"
    return f"{round(seconds / 60) or 1} minutes"


class _Bar:
    """Show how much is done, not more often than a person can see."""

    def __init__(self, bar: DeltaGenerator, label: str) -> None:
        self.bar = bar
        self.label = label
        self.last = time.monotonic()

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if now - self.last >= BEAT:
            self.last = now
            self.bar.progress(min(1.0, max(0.0, share)), f"Computing {self.label}")


def intervals_of(corpus: Corpus, options: AgreementOptions) -> IntervalTable | None:
    """Put intervals around the agreement of a corpus, see `computed`."""
    resampling = ResampleOptions()
    work = sum(len(item.codings) for item in corpus.items) * resampling.resamples
    return computed(
        _of_intervals(corpus, options),
        lambda progress: intervals(corpus, options, resampling, progress=progress),
        label="intervals",
        seconds=work / RESAMPLED,
    )


def intervals_at_hand(corpus: Corpus, options: AgreementOptions) -> IntervalTable | None:
    """Give the intervals of a corpus if this session has computed them."""
    store: dict[tuple[Hashable, ...], IntervalTable] = st.session_state.get(STORE, {})
    return store.get(_of_intervals(corpus, options))


def _of_intervals(corpus: Corpus, options: AgreementOptions) -> tuple[Hashable, ...]:
    return "intervals", corpus.codings_digest, options, ResampleOptions()


def chance_of(corpus: Corpus, options: AgreementOptions) -> Mapping[Null, ChanceTable] | None:
    """Find the chance levels of a corpus under both nulls, see `computed`."""
    asked = [ChanceOptions(null=null) for null in NULLS]
    work = _units_of_pairs(corpus) * sum(shuffling.shuffles for shuffling in asked)

    def both(progress: Callable[[float], None]) -> Mapping[Null, ChanceTable]:
        found = {}
        for done, shuffling in enumerate(asked):
            part = _part(progress, done, len(asked))
            found[shuffling.null] = chance(corpus, options, shuffling, progress=part)
        return found

    return computed(
        ("chance", corpus.codings_digest, options, *asked),
        both,
        label="the chance level",
        seconds=(ALIGNED if options.similarity == "a" else 1.0) * work / SHUFFLED,
    )


def scan_of(corpus: Corpus, options: AgreementOptions) -> tuple[WindowPoint, ...] | None:
    """Compute misses and pi* for each near-miss window, see `computed`."""
    options = replace(options, model=EditModel())
    return computed(
        ("windows", corpus.codings_digest, options),
        lambda progress: window_scan(corpus, options, progress=progress),
        label="misses for each near-miss window",
        seconds=10 * _units_of_pairs(corpus) * (TYPED if corpus.types else 1.0) / COMPARED,
    )


def explanation_of(corpus: Corpus, options: AgreementOptions, item: Item) -> Explanation | None:
    """Explain the agreement on an item, see `computed`."""
    options = replace(options, similarity="s")
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    work = _units_of_pairs(Corpus((item,))) * ChanceOptions().shuffles
    return computed(
        ("explanation", corpus.codings_digest, options, item.name),
        lambda _: explainer.item(item.name),
        label="the reasons for this item",
        seconds=work / SHUFFLED,
    )


def group_explanation_of(
    corpus: Corpus, options: AgreementOptions, place: int
) -> Explanation | None:
    """Explain the agreement of a coder group, see `computed`."""
    options = replace(options, similarity="s")
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    group = group_of(corpus, place)
    work = _units_of_pairs(group) * ChanceOptions().shuffles
    slower = TYPED if corpus.types else 1.0
    return computed(
        ("group explanation", corpus.codings_digest, options, place),
        lambda progress: explainer.group(place, progress=progress),
        label="the reasons for this group",
        seconds=work / SHUFFLED + slower * _units_of_pairs(group) / COMPARED,
    )


def _explainer_of(corpus: Corpus, options: AgreementOptions) -> Explainer | None:
    """Prepare explanations, see `computed`."""
    slower = TYPED if corpus.types else 1.0
    return computed(
        ("explainer", corpus.codings_digest, options),
        lambda _: Explainer.of(corpus, options),
        label="the reasons",
        seconds=2 * slower * _units_of_pairs(corpus) / COMPARED,
    )


def report_of(
    reading: Reading, corpus: Corpus, options: ReportOptions, date: str
) -> tuple[Report, bytes] | None:
    """Make the report of a corpus and its page, see `computed`; only the last is kept.

    Parameters
    ----------
    reading : Reading
        What was read.
    corpus : Corpus
        The corpus of it.
    options : ReportOptions
        What the report holds.
    date : str
        The day that it bears.

    Returns
    -------
    (Report, bytes) or None
        The report, and the same as HTML.
    """
    title, source = titled(reading, anonymous=options.anonymous)
    work = sum(len(item.codings) for item in corpus.items)
    seconds = len(corpus) / WRITTEN
    if options.resampling:
        seconds += work * options.resampling.resamples / RESAMPLED
    if "why" in options.contents:
        units = _units_of_pairs(corpus)
        shuffled = options.worst * units / len(corpus) * ChanceOptions().shuffles
        slower = TYPED if corpus.types else 1.0
        seconds += shuffled / SHUFFLED + 2 * slower * units / COMPARED

    def make(progress: Callable[[float], None]) -> tuple[Report, bytes]:
        report = make_report(
            corpus,
            options,
            title=title,
            source=source,
            date=date,
            left_out=reading.left_out,
            progress=progress,
        )
        return report, report_html(report)

    return computed(
        ("report", corpus.codings_digest, options, title, source, date, reading.left_out),
        make,
        label="the report",
        seconds=seconds,
        alone=True,
    )


def influence_of(corpus: Corpus, options: AgreementOptions) -> InfluenceTable | None:
    """Leave out each coder and each item of a corpus, see `computed`."""
    work = sum(len(group.items) * len(group.coders) ** 2 for group in corpus.groups)
    return computed(
        ("influence", corpus.codings_digest, options),
        lambda progress: influence(corpus, options, progress=progress),
        label="the influence of coders",
        seconds=work * 2000 / LEFT_OUT,
    )


def plan_of(corpus: Corpus, options: AgreementOptions, group: int) -> Plan | None:
    """Find how many coders or items a coder group would need, see `computed`."""
    chosen = corpus.groups[group]
    pairs = len(chosen.coders) * (len(chosen.coders) - 1) // 2
    return computed(
        ("planning", corpus.codings_digest, options, group),
        lambda progress: plan(corpus, options, group, progress=progress),
        label="the widths of larger corpora",
        seconds=19_000 * len(chosen.items) * pairs / DRAWN,
    )


def matrix_of(corpus: Corpus, metric: Metric, options: Mapping[str, Any]) -> CoderMatrix | None:
    """Compare all coders of a corpus by a metric, see `computed`."""
    slower = 1.0 if metric.batch and not corpus.types else ONE_BY_ONE
    return computed(
        ("matrix", corpus.codings_digest, metric.key, *sorted(options.items())),
        lambda progress: coder_matrix(corpus, metric.key, progress=progress, **options),
        label="the matrix",
        seconds=2 * slower * _units_of_pairs(corpus) / COMPARED,
    )


def group_of(corpus: Corpus, place: int) -> Corpus:
    """Keep the items of one coder group, see `kept`."""
    return kept(("group", corpus.codings_digest, place), lambda: of_group(corpus, place))


def granularity_of(corpus: Corpus) -> tuple[CoderGranularity, ...]:
    """Say how finely each coder codes, see `kept`."""
    return kept(("granularity", corpus.codings_digest), lambda: coder_granularity(corpus))


def pair_items_of(
    corpus: Corpus, pair: tuple[str, str], metric: Metric, n: int, options: Mapping[str, Any]
) -> tuple[PairItem, ...]:
    """List the items on which two coders differ, see `kept`."""
    return kept(
        ("pair", corpus.codings_digest, pair, metric.key, n, *sorted(options.items())),
        lambda: pair_items(corpus, *pair, metric.key, model=EditModel(n=n), **options),
    )


def _units_of_pairs(corpus: Corpus) -> int:
    """Count the units of all pairs of coders, which is what comparing them goes through."""
    return sum(
        item.mass * len(item.codings) * (len(item.codings) - 1) // 2 for item in corpus.items
    )


def _part(progress: Callable[[float], None], done: int, parts: int) -> Callable[[float], None]:
    """Report the progress of one of several parts as that of the whole."""
    return lambda share: progress((done + share) / parts)
