"""What coders do on average, in words."""

from __future__ import annotations

import pytest

import segmetrics as sm
from segmetrics import Corpus
from segmetrics.reliability.panel_average import PanelAverage, panel_average
from tests.support.known import known


@pytest.mark.parametrize(
    ("average", "words"),
    [
        (
            PanelAverage(0.62, 2.1, 0.19),
            "mark 6 in 10 boundaries that the group shares (one in five of them one place off), "
            "and 2 others per 100 lines",
        ),
        (
            PanelAverage(0.97, 0.01, 0.02),
            "mark nearly all boundaries that the group shares, and hardly any others",
        ),
        (
            PanelAverage(0.04, 0.4, 0.5),
            "mark hardly any boundaries that the group shares (one in two of them one place off), "
            "and 0.4 others per 100 lines",
        ),
        (
            PanelAverage(0.62, 2.1, None),
            "mark 6 in 10 boundaries that the group shares, and 2 others per 100 lines",
        ),
    ],
)
def test_averages_are_said_in_round_numbers(average: PanelAverage, words: str) -> None:
    assert average.words("line") == words


def test_the_average_is_over_the_coders_of_all_groups_or_of_one() -> None:
    model = sm.coder_model(sm.sample("moonstone"))
    hits = {coder.coder: coder.hits.value or 0.0 for coder in model.coders}
    found = known(panel_average(model))
    assert found.hits == pytest.approx(sum(hits.values()) / 10)
    first = known(panel_average(model, [f"an{n}" for n in range(1, 5)]))
    assert first.hits == pytest.approx(sum(hits[f"an{n}"] for n in range(1, 5)) / 4)


def test_there_is_none_where_the_model_says_nothing() -> None:
    model = sm.coder_model(Corpus.from_masses({"i": {"a": [3, 4], "b": [2, 5]}}))
    assert panel_average(model) is None


def test_where_nothing_counts_as_shifted_nothing_is_said_of_it() -> None:
    found = known(panel_average(sm.coder_model(sm.sample("moonstone"), sm.CoderModelOptions(n=1))))
    assert found.shifted is None
