"""Long computations on a page: at once where they are short, else on request, with a stop.

A page's script runs from top to bottom, and any click starts it anew. While a computation
shows its progress, such a click ends it at once, so that *Stop* needs no code of its own;
so does closing the page. What was computed is kept on the workbench of this process, see
`segmetrics.dashboard.workbench`: of all visitors, found by what it depends on.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st
from streamlit import runtime

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard import housekeeping
from segmetrics.dashboard.coders_view import of_group
from segmetrics.dashboard.logs import log
from segmetrics.dashboard.workbench import MISSING, TooLargeError, Workbench, size_of
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
from segmetrics.settings import LIMITS, settings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from streamlit.delta_generator import DeltaGenerator

    from segmetrics.agreement.table import AgreementOptions
    from segmetrics.dashboard.workbench import Key
    from segmetrics.io import Reading
    from segmetrics.reliability.chance import Null

__all__ = [
    "SHORT",
    "at_hand",
    "chance_of",
    "computed",
    "explanation_of",
    "forget",
    "granularity_of",
    "group_explanation_of",
    "group_of",
    "heavy_work",
    "influence_of",
    "intervals_at_hand",
    "intervals_of",
    "kept",
    "matrix_of",
    "pair_items_of",
    "plan_of",
    "report_of",
    "scan_of",
    "too_large",
    "workbench",
]

SHORT = 1.0
"""Seconds up to which a computation starts unasked."""

# Key of the session; seconds between two signs of life.
STORE, BEAT = "computed", 0.1
# Shares of one visitor that the results of all visitors may take together.
SHARES = 4
# Seconds after which a thread that computes lets another one run. Python's own 0.005 makes
# a click, which needs its turn dozens of times, wait for long while others compute.
TURN = 0.001

# Work that is done in a second, measured on 1,000 items of 6 coders and 100 units: coders of
# items by resamples, pairs of coders of items by draws, units of all pairs of coders.
RESAMPLED, DRAWN, LEFT_OUT, SHUFFLED, COMPARED = 8e7, 9e7, 2e8, 1e8, 3e7
# Items whose rows are written into the page of a report in a second.
WRITTEN = 800
# How much longer it takes to compare by alignment; with boundary types; without a batch.
ALIGNED, TYPED, ONE_BY_ONE = 5.0, 30.0, 30.0

Found = TypeVar("Found")

# Two visitors who come first at once get the same one.
_making = threading.Lock()


def workbench() -> Workbench:
    """Give the results and turns of this process, within the limits of its settings."""
    with _making:
        return _workbench()


@cache
def _workbench() -> Workbench:
    sys.setswitchinterval(TURN)
    share = settings_of().limits.memory * 1_000_000
    lanes = max(1, (os.cpu_count() or 1) - 1)
    bench = Workbench(share=share, total=SHARES * share, lanes=lanes)
    if runtime.exists():
        housekeeping.start(bench.see_off)
    return bench


class _Desk:
    """A session's place at the workbench; when the session ends, so does what it holds."""

    def __init__(self) -> None:
        self.number = workbench().enter()
        weakref.finalize(self, workbench().leave, self.number)


def _desk() -> int:
    """Find the number by which the workbench knows this session."""
    desk: _Desk = st.session_state.get(STORE) or _Desk()
    st.session_state[STORE] = desk
    return desk.number


def _look_up(_: int) -> None:
    """Let streamlit end a page that was left, which it does wherever one looks at its state."""
    st.session_state.get(STORE)


def computed(
    key: Key,
    compute: Callable[[Callable[[float], None]], Found],
    *,
    label: str,
    seconds: float,
    alone: bool = False,
) -> Found | None:
    """Compute something once, with progress and a way to stop.

    Long work waits until this session and others leave room for it. Of what several
    visitors ask for at once, one computation serves all.

    Parameters
    ----------
    key : tuple
        All that the result depends on: a name, the `Corpus.codings_digest` of each corpus
        that it is of, the options. Visitors share results by it.
    compute : callable
        Computes it; takes a callable that is to be called, several times a second, with
        the share that is done, and that raises to end it.
    label : str
        What is computed, as a page says it: "the chance level".
    seconds : float
        About how long it takes; beyond `SHORT` a button starts it.
    alone : bool, default False
        Whether other results of the same name are forgotten, because they are large.

    Returns
    -------
    object or None
        The result; None if nobody has asked for it yet, or if it is larger than what one
        visitor may hold, which the page then says.
    """
    bench, desk = workbench(), _desk()
    found: Found = bench.find(desk, key)
    if found is not MISSING:
        return found
    place, name = st.empty(), str(key[0])
    long = seconds > SHORT
    if long and not place.button(
        f"Compute {label}", key=f"compute {name}", help=f"Takes about {_about(seconds)}."
    ):
        return None
    with place.container():
        bar = _Bar(st.progress(0.0, f"Computing {label}"), f"Computing {label}")
        if long:
            st.button("Stop", key=f"stop {name}")
    if alone:
        bench.release(desk, [other for other in bench.held(desk) if other[0] == key[0]])
    begin = time.monotonic()
    try:
        waiting = bar.wait if long else _look_up
        found = bench.once(desk, key, lambda: compute(bar), heavy=long, waiting=waiting)
        log("computed", ms=round(1000 * (time.monotonic() - begin)))
    except TooLargeError as error:
        place.error(_refusal(label, error.size, error.share))
        return None
    place.empty()
    return found


def kept(key: Key, compute: Callable[[], Found], *, alone: bool = False) -> Found:
    """Compute something short once.

    Parameters
    ----------
    key : tuple
        All that the result depends on, see `computed`.
    compute : callable
        Computes it.
    alone : bool, default False
        Whether the session then lets go of all other results of this name.

    Returns
    -------
    object
        The result.
    """
    bench, desk = workbench(), _desk()
    if alone:
        bench.release(desk, [one for one in bench.held(desk) if one[0] == key[0] and one != key])
    try:
        return bench.once(desk, key, compute, waiting=_look_up)
    except TooLargeError as error:
        st.error(_refusal("what this page shows", error.size, error.share))
        st.stop()


def at_hand(key: Key) -> Any:
    """Give a result if somebody has computed it, else None."""
    found = workbench().find(_desk(), key)
    return None if found is MISSING else found


@contextmanager
def heavy_work(label: str, *, on_stop: Callable[[], None] | None = None) -> Iterator[None]:
    """Wait for a turn to do heavy work that has no key, such as reading files.

    While it waits the page says so; *Stop* is there until it is done.

    Parameters
    ----------
    label : str
        What is done, as a page says it: "reading the files".
    on_stop : callable, optional
        Called when somebody presses *Stop*, before the page runs again: it must see to it
        that the work does not begin once more.
    """
    place = st.container()
    bar = _Bar(place.progress(0.0, "Waiting"), label[0].upper() + label[1:])
    stop = place.empty()
    stop.button("Stop", key=f"stop {label}", on_click=on_stop)
    with workbench().lane(_desk(), waiting=bar.wait):
        bar.bar.empty()
        yield
    stop.empty()


def forget(digest: str) -> None:
    """Forget all that was computed of a corpus, for everybody.

    Parameters
    ----------
    digest : str
        The `Corpus.codings_digest` of it.
    """
    workbench().forget(digest)


def too_large(value: object, what: str) -> str:
    """Say that something is larger than what one visitor may hold, if it is.

    Parameters
    ----------
    value : object
        A corpus, or anything that is kept for a visitor.
    what : str
        What it is, as a sentence begins: "This corpus".

    Returns
    -------
    str
        A sentence that says what to do; empty if it may be kept.
    """
    size, share = size_of(value), workbench().share
    return _refusal(what, size, share) if size > share else ""


def _refusal(what: str, size: int, share: int) -> str:
    return (
        f"{what[0].upper()}{what[1:]}: {size / 1e6:,.0f} MB of memory, more than the "
        f"{share / 1e6:,.0f} MB that one visitor may hold here. Take fewer items or coders, or "
        f"ask whoever runs this server to raise {LIMITS['memory']}."
    )


def _about(seconds: float) -> str:
    """Say how long something takes, roughly."""
    if seconds < 60:
        return f"{max(2, round(seconds))} seconds"
    return f"{round(seconds / 60) or 1} minutes"


class _Bar:
    """Show how much is done, not more often than a person can see.

    Each sign of life is also where streamlit ends the work of a page that was left.
    """

    def __init__(self, bar: DeltaGenerator, label: str) -> None:
        self.bar = bar
        self.label = label
        self.last = time.monotonic()

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if now - self.last >= BEAT:
            self.last = now
            self.bar.progress(min(1.0, max(0.0, share)), self.label)

    def wait(self, before: int) -> None:
        """Say that other work comes first."""
        others = f" ({before:,} before this)" if before > 1 else ""
        self.bar.progress(0.0, f"{self.label}: waiting for other work on this server{others}")


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
    """Give the intervals of a corpus if somebody has computed them."""
    found: IntervalTable | None = at_hand(_of_intervals(corpus, options))
    return found


def _of_intervals(corpus: Corpus, options: AgreementOptions) -> Key:
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
    # Nothing in a report depends on decisions about disputes, so it is not to hold them.
    corpus = corpus.with_decisions(())
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
