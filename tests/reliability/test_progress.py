"""Progress: it rises to the end, may stop the computation, and of parts is that of the whole."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from segmetrics import Corpus, sample
from segmetrics.reliability.chance import chance
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.coders import coder_matrix
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.explain import Explainer
from segmetrics.reliability.influence import influence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.progress import part_of
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.reliability.window_scan import WINDOWS, window_scan
from segmetrics.reporting.make_report import make_report
from segmetrics.segmenters.people_comparison import compare_segmenters
from tests.support.known import known
from tests.support.recoded import changed

TWO_GROUPS = Corpus.from_masses(
    {
        "a": {"x": [3, 4, 2], "y": [3, 6], "z": [2, 5, 2]},
        "b": {"x": [5, 5], "y": [4, 6], "z": [5, 2, 3]},
        "c": {"v": [2, 2, 8], "w": [4, 8]},
        "d": {"v": [6, 1], "w": [5, 2]},
    }
)
FIRST = sample("interviews")
SECOND = changed(FIRST)
# What is computed, and how often it says how far it is, where that can be counted.
COMPUTATIONS: dict[str, tuple[Callable[..., object], int | None]] = {
    "chance": (partial(chance, TWO_GROUPS), None),
    "coder findings": (partial(coder_findings, TWO_GROUPS), 2),
    "a coder matrix": (partial(coder_matrix, TWO_GROUPS, "s"), 2),
    "influence": (partial(influence, TWO_GROUPS), None),
    "an explanation of a group": (partial(Explainer.of(TWO_GROUPS).group, 0), None),
    "intervals": (partial(intervals, TWO_GROUPS), None),
    "windows": (partial(window_scan, TWO_GROUPS), len(WINDOWS)),
    "two rounds": (partial(compare, FIRST, SECOND), None),
    "rounds": (partial(trends, [CodingRound("1", FIRST), CodingRound("2", SECOND)]), None),
    "segmenters": (partial(compare_segmenters, sample("moonstone")), 12),
    "a report": (partial(make_report, TWO_GROUPS, title="", date=""), None),
}


class StopError(Exception):
    """What ends a computation."""


@pytest.mark.parametrize("name", COMPUTATIONS)
def test_progress_rises_to_the_end_and_may_stop_the_computation(name: str) -> None:
    compute, count = COMPUTATIONS[name]
    shares: list[float] = []
    compute(progress=shares.append)
    assert all(before <= after for before, after in pairwise(shares))
    assert 0 <= shares[0] < shares[-1] <= 1
    assert shares[-1] == 1
    assert count is None or len(shares) == count
    calls: list[float] = []

    def stop(share: float) -> None:
        calls.append(share)
        raise StopError

    with pytest.raises(StopError):
        compute(progress=stop)
    assert calls == shares[:1]


def test_a_part_reports_its_share_of_the_whole() -> None:
    heard: list[float] = []
    for place in range(2):
        report = known(part_of(heard.append, place, 2))
        report(0.5)
        report(1.0)
    assert heard == [0.25, 0.5, 0.75, 1.0]


def test_nobody_hears_of_a_part_if_nobody_hears_of_the_whole() -> None:
    assert part_of(None, 0, 2) is None
