"""Results with rows, as data frames and in notebooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.rows import Rows, WithRows

MOONSTONE = sm.sample("moonstone")
ROUNDS = sm.sample("interviews"), sm.sample("interviews-2")
# Made when they are asked for: every process collects this file.
RESULTS: list[Callable[[], WithRows]] = [
    lambda: sm.agreement(MOONSTONE),
    lambda: sm.pairwise(MOONSTONE, "wd"),
    lambda: sm.decisions(MOONSTONE),
    lambda: sm.intervals(MOONSTONE),
    lambda: sm.chance(MOONSTONE, shuffling=sm.ChanceOptions(shuffles=10)),
    lambda: sm.coder_findings(MOONSTONE),
    lambda: sm.influence(MOONSTONE),
    lambda: sm.plan(MOONSTONE, items=[4], coders=[3]),
    lambda: sm.coder_matrix(MOONSTONE, "s"),
    lambda: sm.coder_granularity(MOONSTONE),
    lambda: sm.compare(*ROUNDS),
    lambda: sm.trends([sm.CodingRound(name, one) for name, one in zip("ab", ROUNDS, strict=True)]),
    lambda: sm.compare_segmenters(MOONSTONE, baselines=("NONE", "ALL")),
    lambda: sm.consensus(MOONSTONE),
    lambda: sm.disputes(MOONSTONE),
    lambda: sm.agreement_with({"ch1": MOONSTONE["ch1"].codings["an1"]}, MOONSTONE),
    lambda: sm.reproduce("scaiano2012")[0],
    lambda: sm.check("none.csv"),
]


@pytest.mark.parametrize("made", RESULTS)
def test_a_result_has_a_frame_row_by_row_and_shows_itself(made: Callable[[], WithRows]) -> None:
    result = made()
    for part in result.parts:
        assert len(result.to_frame(part)) == len(getattr(result, part))
    assert result.to_frame().equals(result.to_frame(result.parts[0]))
    assert (result._repr_html_() or "").count("<table") == len(result.parts)


def test_a_frame_holds_the_fields_at_full_precision_and_undefined_as_missing() -> None:
    corpus = sm.Corpus.from_masses({"a": {"x": [2, 3], "y": [3, 2]}, "b": {"x": [4], "z": [4]}})
    table = sm.agreement(corpus)
    frame = table.to_frame()
    assert frame["item"].tolist() == [row.item for row in table.rows]
    expected = [np.nan if row.pi_star is None else row.pi_star for row in table.rows]
    np.testing.assert_array_equal(frame["pi_star"].to_numpy(float), expected)
    assert np.nan in expected or all(value == value for value in expected)


class Inner(NamedTuple):
    low: float | None
    high: float


class Outer(NamedTuple):
    name: str
    around: Inner
    votes: dict[str, int]
    steps: tuple[Inner, ...]
    places: tuple[int, ...]

    @property
    def width(self) -> float:
        return self.around.high


def outer(name: str, **votes: int) -> Outer:
    return Outer(name, Inner(None, 0.25), votes, (Inner(1.0, 2.0),), (3, 4))


def test_what_a_field_holds_has_columns_of_its_own_beside_each_other() -> None:
    frame = Rows([outer("one", ann=1), outer("two", ben=2)]).to_frame()
    assert list(frame.columns) == [
        "name",
        "around_low",
        "around_high",
        "votes_ann",
        "votes_ben",
        "steps_1_low",
        "steps_1_high",
        "places",
        "width",
    ]
    last = frame.iloc[1]
    assert (last["name"], last["votes_ben"], last["places"], last["width"]) == (
        "two",
        2,
        (3, 4),
        0.25,
    )
    assert frame["votes_ann"].isna().tolist() == [False, True]


def test_a_notebook_shows_names_as_they_are_and_no_empty_column() -> None:
    shown = Rows([outer("<b>&", ann=1)])._repr_html_() or ""
    assert "&lt;b&gt;&amp;" in shown
    assert "<b>" not in shown
    assert "around_low" not in shown
    assert "0.2500" in shown


def test_a_part_that_a_result_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="part is one of coders, items, got 'rows'"):
        sm.influence(MOONSTONE).to_frame("rows")


def test_rows_are_a_tuple() -> None:
    scores = sm.pairwise(MOONSTONE, "s")
    assert scores == tuple(scores) == scores.rows
    assert Rows().to_frame().empty
