"""Curves over tolerances, and the chance beside them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.corpus import Corpus, CorpusError
from segmetrics.reliability.pair_hit_rates import Independent, TimeNull, shared_pace
from segmetrics.time_scale import TimeScale
from tests.support.known import known

NULLS: tuple[TimeNull, ...] = ("circular shift", "shuffled gaps", "shared pace")


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
    assert (point.chance, point.p_adjusted, point.corrected) == (None, None, None)


def test_a_shift_keeps_the_rhythm_and_a_shuffle_the_gaps() -> None:
    row, rng = np.array([3, 10, 11, 40, 45, 58]), np.random.default_rng(2)
    for moved in Independent.of("circular shift", [row], 60, None).versions(row, 200, rng):
        gaps = np.sort(np.diff([*moved, moved[0] + 60]))
        assert gaps.tolist() == [1, 5, 5, 7, 13, 29]
    seen = set()
    for moved in Independent.of("shuffled gaps", [row], 60, None).versions(row, 500, rng):
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
    assert point.p_adjusted == pytest.approx(share, abs=0.015)
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
        assert point.p_adjusted == 1 / 200
        assert known(point.low) < known(point.high) < known(point.value)
    assert points == sm.hit_rate_curve(corpus, null=null, tolerances=[0.5, 1], shuffles=199)
    assert list(points.to_frame()["tolerance"]) == [0.5, 1]


def test_of_few_shuffles_p_values_follow_student_and_holm() -> None:
    """Nine shuffles cannot count below 0.1; with their mean and spread they say more."""
    rng = np.random.default_rng(13)
    gold = np.sort(rng.uniform(5, 295, 25))
    presses = {name: np.sort(gold + rng.normal(0, 0.3, gold.size)).tolist() for name in "abcd"}
    points = sm.hit_rate_curve(film(presses, 300), shuffles=9)
    assert all(point.p_adjusted is not None and point.p_adjusted < 1e-4 for point in points)
    found = 0
    for seed in range(100):
        points = sm.hit_rate_curve(independent(rng, 0), shuffles=9, seed=seed)
        found += min(point.p_adjusted or 1 for point in points) <= 0.05
    # Of 100, at most 5 are expected; more than 13 in 1 of 1,000 cases.
    assert found <= 13


def independent(rng: np.random.Generator, steep: float) -> Corpus:
    """Let six people press 30 times in five minutes, the less the later."""
    share = rng.random((6, 30))
    times = share if not steep else -np.log(1 - share * (1 - np.exp(-steep))) / steep
    presses = {f"p{at}": np.unique((300 * row).round(3)).tolist() for at, row in enumerate(times)}
    return film({name: [one for one in row if 0 < one < 300] for name, row in presses.items()}, 300)


def test_independent_people_are_found_on_the_whole_curve_in_five_per_cent() -> None:
    rng, found, outside = np.random.default_rng(11), 0, 0
    for seed in range(200):
        points = sm.hit_rate_curve(independent(rng, 0), shuffles=99, seed=seed)
        found += min(point.p_adjusted or 1 for point in points) <= 0.05
        outside += not all((p.low or 0) <= (p.value or 0) <= (p.high or 1) for p in points)
    # Of 200, 10 are expected of each; more than 20 in 1 of 1,000 cases.
    assert 2 <= found <= 20
    assert 2 <= outside <= 20


def test_pressing_less_and_less_is_agreement_by_a_shift_and_none_by_the_shared_pace() -> None:
    rng = np.random.default_rng(12)
    found = dict.fromkeys(NULLS, 0)
    for seed in range(40):
        corpus = independent(rng, 2.5)
        for null in NULLS:
            points = sm.hit_rate_curve(corpus, null=null, shuffles=99, seed=seed)
            found[null] += min(point.p_adjusted or 1 for point in points) <= 0.05
    assert found["circular shift"] > 25
    # Of 40, 2 are expected; more than 7 in 1 of 1,000 cases.
    assert found["shared pace"] <= 7


def test_the_shared_pace_is_what_people_have_in_common() -> None:
    def at(counts: list[int]) -> np.ndarray:
        return np.array(
            [100 * place + 50 for place, one in enumerate(counts) for _ in range(one)], dtype=int
        )

    def rates(rows: list[list[int]]) -> list[float]:
        """Return how much of the pace is done in each of four stretches."""
        found: list[float] = np.diff(shared_pace([at(row) for row in rows], 400, 4)[::20]).tolist()
        return found

    even = [0.25] * 4
    alike = rates([[4, 3, 2, 1], [8, 6, 4, 2], [4, 3, 2, 1]])
    assert alike == pytest.approx([0.4, 0.3, 0.2, 0.1])  # a straight line, at any number of presses
    assert rates([[4, 3, 2, 1]]) == pytest.approx(even)  # nobody to share it with
    assert rates([[4, 3, 2, 1], [1, 2, 3, 4]]) == pytest.approx(even)
    assert rates([[0, 0, 0, 0], [0, 0, 0, 0]]) == pytest.approx(even)
    # Of 36 presses people differ from their means by (3, 1, -1, -3) / 2 and (1, 1, -1, -1) / 2. The
    # products of the two are 4 in all, where people who share everything would have half of 10.
    one = [0.25 + 0.8**0.5 * apart / 36 for apart in (2, 1, -1, -2)]
    wide = [2 * one[0] - one[1], *one, 2 * one[3] - one[2]]
    parts = [
        (before + 6 * here + after) / 8
        for before, here, after in zip(wide, wide[1:], wide[2:], strict=False)
    ]
    found = rates([[6, 5, 4, 3], [5, 5, 4, 4]])
    assert found == pytest.approx([part / sum(parts) for part in parts])


def test_by_the_shared_pace_a_rhythm_stays_a_rhythm() -> None:
    # The pace falls in a straight line to a third. By a clock that runs so, people tick evenly.
    mass, ticks = 600_000, np.arange(0.5, 1000) / 1000
    row = (mass * (1.5 - (2.25 - 2 * ticks) ** 0.5)).astype(np.int64)
    maker = Independent.of("shared pace", [row, row], mass, TimeScale())
    for moved in maker.versions(row, 20, np.random.default_rng(5)):
        at = moved / mass
        gaps = np.diff((3 * at - at**2) / 2)
        assert (gaps.min(), gaps.max()) == pytest.approx((1e-3, 1e-3), abs=5e-5)


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
    assert (always.value, always.chance, always.corrected, always.p_adjusted) == (1, 1, None, 1)


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
