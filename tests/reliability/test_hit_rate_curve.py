"""Curves over tolerances, and the chance beside them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.corpus import Corpus, CorpusError
from segmetrics.reliability.pair_hit_rates import TimeNull, independent_versions
from segmetrics.time_scale import TimeScale

NULLS: tuple[TimeNull, ...] = ("circular shift", "shuffled gaps")


def film(presses: dict[str, list[float]], duration: float = 60) -> Corpus:
    return Corpus.from_times({"film": presses}, durations={"film": duration})


def binned_kappa(a: list[float], b: list[float], width: float, duration: float) -> float:
    bins = -(-duration // width)
    ours, theirs = ({time // width for time in one} for one in (a, b))
    observed = 1 - len(ours ^ theirs) / bins
    p, q = len(ours) / bins, len(theirs) / bins
    expected = p * q + (1 - p) * (1 - q)
    return (observed - expected) / (1 - expected)


def test_three_presses_get_a_curve_where_kappa_depends_on_the_bin() -> None:
    anna, ben = [31.5, 61.5, 151.5], [32.5, 62.5, 152.5]
    assert binned_kappa(anna, ben, 2, 164) == pytest.approx(-0.038, abs=5e-4)
    assert binned_kappa(anna, ben, 3, 164) == 1
    corpus = film({"anna": anna, "ben": ben}, 164)
    points = sm.hit_rate_curve(corpus, tolerances=[0.25, 0.5, 0.999, 1, 2, 3], shuffles=99)
    assert [point.value for point in points] == [0, 0, 0, 1, 1, 1]
    assert [point.chance or 0 for point in points] == sorted(point.chance or 0 for point in points)


def test_a_point_is_the_mean_of_all_pairs_and_items() -> None:
    rng = np.random.default_rng(1)
    items = {
        name: {
            coder: sorted(rng.uniform(1, 59, size).tolist())
            for coder, size in zip("abcd", sizes, strict=True)
        }
        for name, sizes in (("one", (5, 8, 0, 12)), ("two", (3, 0, 0, 9)))
    }
    corpus = Corpus.from_times(items, durations={"one": 60, "two": 60})
    (point,) = sm.hit_rate_curve(corpus, tolerances=[2], shuffles=0)
    values = [
        sm.hit_rate(item.codings[a], item.codings[b], tolerance=2).value
        for item in corpus.items
        for a, b in combinations("abcd", 2)
    ]
    known = [value for value in values if value is not None]
    assert len(known) == 11
    assert point.pairs == 11
    assert point.value == pytest.approx(sum(known) / 11)
    assert (point.chance, point.p_value, point.corrected) == (None, None, None)


def test_a_shift_keeps_the_rhythm_and_a_shuffle_the_gaps() -> None:
    row, rng = np.array([3, 10, 11, 40, 45, 58]), np.random.default_rng(2)
    for moved in independent_versions(row, 60, "circular shift", 200, rng):
        gaps = np.sort(np.diff([*moved, moved[0] + 60]))
        assert gaps.tolist() == [1, 5, 5, 7, 13, 29]
    seen = set()
    for moved in independent_versions(row, 60, "shuffled gaps", 500, rng):
        assert (moved[0], moved[-1]) == (3, 58)
        gaps = np.diff(moved)
        assert sorted(gaps.tolist()) == [1, 5, 7, 13, 29]
        seen.add(tuple(gaps.tolist()))
    assert len(seen) > 115  # of 120 orders


def test_chance_is_the_mean_over_all_shifts() -> None:
    """Two people with two presses each, on 12 steps of a second: 144 pairs of shifts."""
    scale = TimeScale(1)
    codings = {"a": [2, 5], "b": [3, 10]}
    corpus = Corpus.from_times({"film": codings}, durations={"film": 12}, scale=scale)
    every = []
    for one in range(12):
        for other in range(12):
            a = sorted((place + one) % 12 for place in codings["a"])
            b = sorted((place + other) % 12 for place in codings["b"])
            ways = [sum(abs(x - y) <= 1 for x, y in zip(a, c, strict=True)) for c in (b, b[::-1])]
            every.append(max(ways) / 2)
    (point,) = sm.hit_rate_curve(corpus, tolerances=[1], shuffles=20_000)
    assert point.chance == pytest.approx(np.mean(every), abs=0.01)
    assert point.value is not None
    share = np.mean([value >= point.value for value in every])
    assert point.p_value == pytest.approx(share, abs=0.015)
    assert point.corrected == pytest.approx(
        (point.value - np.mean(every)) / (1 - np.mean(every)), abs=0.02
    )


@pytest.mark.parametrize("null", NULLS)
def test_people_who_agree_are_beyond_chance_and_equal_seeds_are_equal(null: TimeNull) -> None:
    rng = np.random.default_rng(3)
    gold = np.sort(rng.uniform(5, 295, 25))
    presses = {
        name: np.sort(gold + rng.normal(0, 0.3, gold.size)).tolist() for name in ("a", "b", "c")
    }
    corpus = film(presses, 300)
    points = sm.hit_rate_curve(corpus, null=null, tolerances=[0.5, 1], shuffles=199)
    for point in points:
        assert point.p_value == 1 / 200
        assert point.value is not None
        assert point.high is not None
        assert point.low is not None
        assert point.low < point.high < point.value
    assert points == sm.hit_rate_curve(corpus, null=null, tolerances=[0.5, 1], shuffles=199)
    assert list(points.to_frame()["tolerance"]) == [0.5, 1]


def test_what_is_undefined_says_why() -> None:
    (alone,) = sm.hit_rate_curve(film({"a": [1]}), tolerances=[1])
    assert (alone.value, alone.pairs, alone.undefined) == (
        None,
        0,
        "no item was coded by two people",
    )
    (nobody,) = sm.hit_rate_curve(film({"a": [], "b": []}), tolerances=[1])
    assert nobody.undefined == "nobody placed a boundary"
    (always,) = sm.hit_rate_curve(film({"a": [10], "b": [20]}), tolerances=[1e12])
    assert (always.value, always.chance, always.corrected, always.p_value) == (1, 1, None, 1)


def test_what_cannot_be_is_refused() -> None:
    corpus = film({"a": [1], "b": [2]})
    for given, what in (
        ({"tolerances": [-1]}, "from 0 on"),
        ({"null": "dice"}, "null is one of"),
        ({"shuffles": -1}, "shuffles"),
        ({"level": 1}, "level"),
    ):
        with pytest.raises(ValueError, match=what):
            sm.hit_rate_curve(corpus, **given)
    with pytest.raises(CorpusError, match="is not defined for texts"):
        sm.hit_rate_curve(Corpus.from_masses({"a": {"x": [1, 2], "y": [3]}}))
