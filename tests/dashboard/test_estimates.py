"""Where computations are done: what may take long is never begun in the server."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.frame import computations as results
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.rounds import compare_view, rounds_view
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.share import report_view
from segmetrics.io import Reading
from segmetrics.metrics.edits import boundary_edits
from segmetrics.reliability.explain import Grounds
from segmetrics.reliability.leave_one_out import NOT_SHUFFLED
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.report import ReportOptions

if TYPE_CHECKING:
    from collections.abc import Callable


def dense(coders: int, units: int, *, typed: bool) -> Corpus:
    """Make an item of which every coder parts every second unit, with types in turn."""
    places = tuple(range(1, units, 2))
    types = tuple(frozenset({"ab"[place % 4 // 2]}) for place in places) if typed else None
    coding = Segmentation(units, places, types=types)
    return Corpus((Item("a", {f"c{number}": coding for number in range(coders)}),))


JUDGED = reliability_of(Corpus.from_masses({"a": {"x": [1, 1], "y": [2]}}))


@pytest.mark.parametrize(
    ("typed", "n", "coders"), [(True, 2, 60), (False, 100, 150)], ids=["types", "window"]
)
@pytest.mark.parametrize(
    "ask",
    [
        results.table_of,
        lambda corpus, options: results.intervals_of(corpus, options).computed(),
        lambda corpus, options: results.reliability_of(corpus, options).computed(),
        lambda corpus, options: results.influence_of(corpus, options, JUDGED).computed(),
        lambda corpus, options: results.plan_of(corpus, options, 0),
        lambda corpus, options: results.coder_model_of(
            corpus, options.uncertain, options.model.n
        ).computed(),
        lambda corpus, options: results.what_would_help_of(corpus, options, 0),
        lambda corpus, options: report_view.report_of(
            SelectedCorpus(key="a", title="a", reading=Reading(corpus)),
            corpus,
            UrlState(),
            ReportOptions(agreement=options, intervals=None, contents=("agreement",)),
            "2026-01-01",
        ),
        lambda corpus, options: compare_view.change_of(corpus, corpus, options),
        lambda corpus, options: rounds_view.rounds_table([CodingRound("1", corpus)] * 2, options),
    ],
    ids=[
        *("agreement", "intervals", "reliability", "influence", "planning", "coder model"),
        *("changes", "report", "change", "rounds"),
    ],
)
def test_many_dense_codings_are_not_compared_in_the_server(
    ask: Callable[[Corpus, AgreementOptions], object],
    typed: bool,
    n: int,
    coders: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each takes several seconds, and a hundred times as much of it may be uploaded."""
    said: list[bool] = []

    def computed(job: Job[object]) -> None:
        said.append(job.long)

    monkeypatch.setattr(Job, "computed", computed)
    monkeypatch.setattr(Job, "needed", computed)
    ask(dense(coders, 1_000, typed=typed), AgreementOptions(n=n))
    assert said
    assert all(said)


@pytest.mark.parametrize(
    "ask",
    [
        lambda corpus: results.pair_items_of(corpus, ("x", "y"), "s", 2, {}),
        lambda corpus: results.on_items_of(corpus, 1),
        lambda corpus: results.edits_on(corpus, corpus["a"], ("x", "y"), 2),
    ],
    ids=["pair items", "on items", "edits"],
)
def test_long_codings_of_a_pair_are_not_compared_in_the_server(
    ask: Callable[[Corpus], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[bool] = []
    monkeypatch.setattr(Job, "needed", lambda job: said.append(job.long))
    coding = Segmentation(1_000_000, (1,))
    ask(Corpus((Item("a", dict.fromkeys(("x", "y"), coding)),)))
    assert said == [True]


def test_what_all_explanations_need_holds_none_of_the_codings() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1, 2, 3], "y": [3, 3]}})
    where = Segmentation.__module__.encode()
    assert where in pickle.dumps(corpus)
    assert where not in pickle.dumps(Grounds.of(corpus))


def test_edits_take_a_few_bytes_a_boundary() -> None:
    a, b = (Segmentation(200_000, tuple(range(start, 200_000, 4))) for start in (1, 2))
    found = boundary_edits(a, b)
    assert len(found.unmatched) == 100_000
    assert size_of(found) < 12 * len(found.unmatched)


def test_intervals_without_chance_wait_for_no_shuffles() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1, 1], "y": [2]}})
    around = results.intervals_of(corpus, AgreementOptions(similarity="wd")).task(progress=None)
    assert around.corpus.corrected.undefined == NOT_SHUFFLED
