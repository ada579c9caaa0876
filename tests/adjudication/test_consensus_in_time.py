"""Peaks of presses, the intervals of their places, and the consensus that they make."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb
from statistics import median_low

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.adjudication.press_peaks import (
    densities_of_voters,
    disputes_in_time,
    median_interval,
    peaks_of,
)
from segmetrics.corpus import Adjudication, Corpus, CorpusError

FIVE = {
    "anna": [12.0, 31.0, 77.0],
    "ben": [12.4, 48.0],
    "cleo": [11.8, 95.0],
    "dan": [12.1, 60.5],
    "eve": [12.9, 110.0],
}


def film(presses: dict[str, list[float]], duration: float = 120) -> Corpus:
    return Corpus.from_times({"film": presses}, durations={"film": duration})


def planted(people: int, rng: np.random.Generator) -> tuple[list[float], Corpus]:
    """Let people press near each of twenty places in seven of ten cases, and ten times anywhere."""
    places = (np.arange(20, 600, 30) + rng.uniform(-5, 5, 20)).tolist()
    presses = {}
    for person in range(people):
        near = [place + rng.normal(0, 0.6) for place in places if rng.random() < 0.7]
        presses[f"p{person}"] = sorted({*near, *rng.uniform(1, 599, 10).tolist()})
    return places, film(presses, 620)


def test_one_place_beyond_chance() -> None:
    (peak,) = [one for one in sm.press_peaks(film(FIVE)) if one.above_chance]
    assert (peak.time, peak.place, peak.of, peak.support) == (12.1, 12_100, 5, 1)
    assert peak.votes == {name: times[0] for name, times in FIVE.items()}
    assert peak.p_value == 1 / 200
    assert (peak.low, peak.high) == (11.8, 12.9)


def test_two_who_mark_a_little_later_than_two_others_mark_the_same() -> None:
    presses = {"ann": [27.0, 60.0], "bob": [27.1, 60.0], "cy": [29.4], "dee": [29.8, 62.5]}
    options = sm.TimeConsensusOptions(width=1, tolerance=3)
    first, *others = sm.press_peaks(film(presses, 100), options)
    assert (first.time, {*first.votes}) == (27.1, {*presses})
    assert [len(one.votes) for one in others] == [3]
    # Farther apart they are two places.
    apart = film({**presses, "dee": [30.4, 62.5]}, 100)
    assert [len(one.votes) for one in sm.press_peaks(apart, options)] == [2, 2, 3]


def test_each_press_supports_its_nearest_peak_and_each_person_once() -> None:
    rng = np.random.default_rng(2)
    _, corpus = planted(9, rng)
    item = corpus["film"]
    options = sm.TimeConsensusOptions(width=1, tolerance=1.5)
    curve = sm.press_density(item, width=1)
    heights = (0, *curve.density, 0)
    tops = [
        time
        for time, before, here, after in zip(
            curve.times, heights, heights[1:], heights[2:], strict=False
        )
        if before < here >= after
    ]
    expected: dict[float, dict[str, float]] = {}
    for coder, coding in item.codings.items():
        for press in (place / 1000 for place in coding.boundaries):
            top = min(tops, key=lambda one: (abs(one - press), one))
            votes = expected.setdefault(top, {})
            nearer = coder not in votes or abs(press - top) < abs(votes[coder] - top)
            if abs(press - top) <= 1.5 and nearer:
                votes[coder] = press
    found = sm.press_peaks(corpus, options)
    assert [dict(one.votes) for one in found] == [expected[t] for t in tops if expected.get(t)]
    for one in found:
        assert one.time == median_low(one.votes.values())
        assert one.above_chance == (curve.chance is not None and one.density > curve.chance)
        greater = sum(one.density <= greatest for greatest in curve.greatest)
        assert one.p_value == (1 + greater) / 200


def test_chance_that_is_as_dense_counts_against_a_peak() -> None:
    corpus, options = film({"anna": [12.0]}), sm.TimeConsensusOptions()
    (curve,) = densities_of_voters(corpus, options)
    top = max(curve.density)
    of_chance = replace(curve, greatest=(top, 2 * top, *[top / 2] * 18))
    (peak,) = peaks_of(corpus, [of_chance], options)
    assert peak.p_value == 3 / 21


@pytest.mark.parametrize("people", [12, 24])
def test_intervals_hold_the_planted_places(people: int) -> None:
    rng = np.random.default_rng(4)
    held = known = missed = 0
    for _ in range(20):
        places, corpus = planted(people, rng)
        peaks = [one for one in sm.press_peaks(corpus) if one.above_chance]
        for place in places:
            near = [one for one in peaks if abs(one.time - place) < 3]
            missed += not near
            for one in near[:1]:
                if one.low is not None and one.high is not None:
                    known += 1
                    held += one.low <= place <= one.high
    assert known > 300
    assert missed < 80
    assert 0.90 <= held / known <= 0.97


@pytest.mark.parametrize("n", [5, 6, 9, 12, 30])
def test_the_interval_of_a_median_lies_between_order_statistics(n: int) -> None:
    values = np.cumsum(np.random.default_rng(n).uniform(0.5, 2, n)).tolist()
    low, high = median_interval(values)
    assert low is not None
    assert high is not None
    # By counting: of the 2^n ways to lie on the two sides of the median, those that hold it.
    holds = [1 - 2 * sum(comb(n, i) for i in range(k)) / 2**n for k in range(1, n // 2 + 1)]
    widest = max((k for k, share in enumerate(holds, 1) if share >= 0.95), default=1)
    assert values[widest - 1] <= low <= values[min(widest, n - 1)]
    assert values[max(n - widest - 1, 0)] <= high <= values[n - widest]
    mirrored = median_interval([-value for value in values])
    assert mirrored == pytest.approx((-high, -low))


def test_intervals_of_a_median_hold_it_in_95_per_cent() -> None:
    draws = np.random.default_rng(1).normal(size=(20_000, 8)).tolist()
    ends = [median_interval(draw) for draw in draws]
    held = np.mean([low <= 0 <= high for low, high in ends if low is not None and high is not None])
    assert held == pytest.approx(0.95, abs=0.007)
    assert median_interval([1, 2, 3, 4]) == (None, None)


def test_the_more_recordings_the_more_it_takes_to_be_a_place() -> None:
    """Chance holds for all recordings together: what is a place alone may be none among others."""
    rng = np.random.default_rng(21)

    def anywhere() -> dict[str, list[float]]:
        return {f"p{at}": sorted(set(rng.uniform(1, 119, 8).round(3).tolist())) for at in range(6)}

    films = {f"f{at}": anywhere() for at in range(40)}
    durations = dict.fromkeys(films, 120)
    corpus = Corpus.from_times(films, durations=durations)
    alone = [
        one
        for name in films
        for one in sm.press_peaks(Corpus.from_times({name: films[name]}, durations={name: 120}))
    ]
    together = sm.press_peaks(corpus)
    assert [(one.item, one.time, one.density) for one in alone] == [
        (one.item, one.time, one.density) for one in together
    ]
    assert all(one.p_value <= other.p_value for one, other in zip(alone, together, strict=True))
    assert any(one.above_chance for one in alone)
    assert not any(one.above_chance for one in together)
    curve = sm.press_density(corpus["f3"])
    assert {one.p_value for one in alone if one.item == "f3"} == {
        (1 + sum(one.density <= top for top in curve.greatest)) / 200
        for one in alone
        if one.item == "f3"
    }


def test_decisions_are_applied() -> None:
    corpus = film(FIVE)
    decisions = [
        Adjudication("film", 12_100, "move", 12_000, "the cut"),
        Adjudication("film", 48_000, "accept"),
    ]
    made = sm.consensus(corpus.with_decisions(decisions))
    assert [(one.time, sorted(one.votes), one.low) for one in made.boundaries] == [
        (12.0, ["anna", "ben", "cleo", "dan", "eve"], None),  # all pressed within 2 s of it
        (48.0, ["ben"], None),
    ]
    assert [one.effect for one in made.by_hand] == ["moved", "added"]
    dropped = corpus.with_decisions([Adjudication("film", 12_100, "reject")])
    assert sm.consensus(dropped).boundaries == ()


def test_disputes_are_the_peaks_about_which_people_differ() -> None:
    presses = {
        "a": [10.0, 30.0, 50.0, 70.0],
        "b": [10.2, 30.1, 50.3],
        "c": [10.1, 30.2],
        "d": [10.3, 90.0],
        "e": [10.4],
    }
    corpus = film(presses)
    found = disputes_in_time(corpus, sm.press_peaks(corpus))
    assert [(one.place, one.silent, one.dispute) for one in found] == [
        (30_100, ("d", "e"), 0.4),
        (50_000, ("c", "d", "e"), 0.4),
    ]
    assert found[0].votes == {"a": 30_000, "b": 30_100, "c": 30_200}


def test_trimmed_presses_support_nothing() -> None:
    options = sm.TimeConsensusOptions(trim=(12.05, 20))
    first, *_, last = sm.press_peaks(film(FIVE), options)
    assert first.votes == {"ben": 12.4, "dan": 12.1, "eve": 12.9}
    assert last.votes == {"cleo": 95.0}
    assert "trim=12.05 and 20 s" in options.signature


def test_segmenters_and_references_do_not_vote() -> None:
    corpus = film(FIVE | {"machine": [12.1], "gold": [12.1]})
    silent = Corpus(corpus.items, reference="gold", automatic=("machine",))
    assert sm.press_peaks(silent) == sm.press_peaks(film(FIVE))


def test_texts_have_no_peaks_and_recordings_no_disputes() -> None:
    with pytest.raises(CorpusError, match="is not defined for texts"):
        sm.press_peaks(Corpus.from_masses({"a": {"x": [2, 3]}}))
    with pytest.raises(CorpusError, match="recordings"):
        sm.disputes(film(FIVE))


def test_options_out_of_range() -> None:
    wrong = ({"width": 0}, {"tolerance": -1}, {"shuffles": 0}, {"width": float("nan")})
    for options in (*wrong, {"null": "dice"}):
        with pytest.raises(ValueError, match=r"width|tolerance|shuffle|null is one of"):
            sm.TimeConsensusOptions(**options)


def test_no_two_peaks_share_a_place() -> None:
    rng = np.random.default_rng(9)
    for _ in range(20):
        presses = {name: sorted({*rng.integers(1, 400, 30).tolist()}) for name in "abcdefgh"}
        corpus = film({name: [one / 10 for one in times] for name, times in presses.items()}, 41)
        places = [one.place for one in sm.press_peaks(corpus, sm.TimeConsensusOptions(width=0.4))]
        assert all(one < other for one, other in combinations(places, 2))


def test_by_a_number_of_coders_the_consensus_has_what_so_many_pressed() -> None:
    """Five press at 30 s among many presses of each."""
    random = np.random.default_rng(0)
    presses = {
        name: sorted({*random.uniform(1, 119, 14).round(2).tolist(), 30.0 + n / 10})
        for n, name in enumerate(f"c{number}" for number in range(5))
    }
    corpus = film(presses)
    options = sm.TimeConsensusOptions(tolerance=1.0, least=0)
    every = sm.press_peaks(corpus, options)
    half = sm.consensus(corpus, sm.TimeConsensusOptions(tolerance=1.0))
    assert half.boundaries == sm.consensus(corpus, replace(options, least=3)).boundaries
    for least in (2, 3, 4, 5):
        chosen = sm.TimeConsensusOptions(tolerance=1.0, least=least)
        made = sm.consensus(corpus, chosen)
        assert [one.time for one in made.boundaries] == [
            one.time for one in every if len(one.votes) >= least
        ]
        kept = {one.time for one in made.boundaries}
        assert [one.time for one in made.left_out] == [
            one.time for one in every if len(one.votes) >= 3 and one.time not in kept
        ]
    by_chance = sm.consensus(corpus, options)
    most = {one.time for one in every if len(one.votes) >= 3}
    assert most
    assert most == {one.time for one in by_chance.boundaries if len(one.votes) >= 3} | {
        one.time for one in by_chance.left_out
    }
    settled = corpus.with_decisions(
        [Adjudication("film", one.place, "reject") for one in by_chance.left_out]
    )
    assert not sm.consensus(settled, options).left_out
    with pytest.raises(ValueError, match="number of coders"):
        sm.TimeConsensusOptions(least=-1)
