"""How late somebody is: found beyond the tolerance, as wide as it varies, and by brute force."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

from segmetrics import Corpus, RecordingOptions, agreement, causes
from segmetrics.reliability.lags import NEAR, lags
from segmetrics.reliability.recording_sums import (
    STRETCHES,
    _without_stretch,
    recording_sums,
    stretch_of,
)

TOLERANCE = 3.0


def films(lag: float, *, number: int, people: int, seed: int) -> Corpus:
    """Let people see common moments of films and press at random too; one is late."""
    rng = np.random.default_rng(seed)
    times: dict[str, dict[str, list[float]]] = {}
    for film in range(number):
        moments = np.cumsum(6 + rng.gamma(2, 9, 20))
        times[f"f{film}"] = {}
        for person in range(people):
            seen = moments[rng.random(len(moments)) < 0.8]
            seen = seen + rng.normal(0, 0.6, len(seen)) + (lag if person == 0 else 0)
            own = rng.uniform(5, 500, rng.poisson(6))
            times[f"f{film}"][f"p{person}"] = sorted({round(float(t), 2) for t in (*seen, *own)})
    longest = {name: max(map(max, of.values())) + 5 for name, of in times.items()}
    return Corpus.from_times(times, durations=longest)


def by_brute_force(corpus: Corpus, coder: str, *, begin: float, near: float) -> float:
    """Move a window to the mean of what lies in it until that stays."""
    assert corpus.scale is not None
    step = corpus.scale.seconds(1)
    apart = [
        (own - their) * step
        for item in corpus.items
        for name, other in item.codings.items()
        if name != coder
        for own in item.codings[coder].boundaries
        for their in other.boundaries
    ]
    at, before = begin, begin + 1
    while abs(at - before) > 1e-6:
        at, before = fmean(one for one in apart if abs(one - at) <= near), at
    return at


@pytest.mark.parametrize("lag", [0.0, -1.5, 2.5, 3.1, 4.0])
@pytest.mark.parametrize(("number", "people"), [(3, 5), (6, 6)])
def test_a_lag_is_found_within_a_third_of_a_second_even_beyond_the_tolerance(
    lag: float, number: int, people: int
) -> None:
    off, inside = [], 0
    for seed in range(6):
        corpus = films(lag, number=number, people=people, seed=seed)
        (late, far), *others = lags(corpus, TOLERANCE)
        assert far or abs(lag) < 2
        assert not any(one.far for one in others)
        begin, near = (lag, NEAR) if far else (0.0, TOLERANCE)
        by_hand = by_brute_force(corpus, "p0", begin=begin, near=near)
        assert late.value == pytest.approx(by_hand, abs=0.1)
        low, high, _ = late.interval(0.95)
        assert low is not None
        assert high is not None
        inside += low < lag < high
        off.append(late.value - lag)
    assert abs(fmean(off)) < 0.3
    assert inside >= 4


@pytest.mark.parametrize("lag", [4.4, -6.0])
def test_who_is_far_off_is_late_by_as_much_whatever_the_tolerance_is(lag: float) -> None:
    corpus = films(lag, number=2, people=5, seed=3)
    said = set()
    for tolerance in (1.5, TOLERANCE, 5.0):
        options = RecordingOptions(tolerance=tolerance, shuffles=19)
        first, *others = agreement(corpus, options).coders
        assert first.later is not None
        said.add((first.timing, round(first.later, 3)))
        assert not any(one.timing == first.timing for one in others)
        (row,) = causes(corpus, options).rows
        assert [one.coder for one in row.causes] == ["p0"]
    ((timing, later),) = said
    assert timing == ("late" if lag > 0 else "early")
    assert later == pytest.approx(lag, abs=0.4)


def test_the_remedy_moves_by_what_is_said_and_the_mean_within_the_tolerance_is_less() -> None:
    corpus = films(2.5, number=6, people=6, seed=1)
    first, *_ = agreement(corpus, RecordingOptions(shuffles=19)).coders
    assert first.timing == "late"
    assert first.later == pytest.approx(2.5, abs=0.3)
    (row,) = causes(corpus, RecordingOptions(shuffles=19)).rows
    (cause,) = row.causes
    # By hundredths.
    assert cause.by == pytest.approx(first.later, abs=0.0051)
    # Half of the presses that belong together lie beyond the tolerance of each other, and of
    # those within, many belong to others.
    near = [
        own - min(other.boundaries, key=lambda at: abs(at - own))
        for item in corpus.items
        for name, other in item.codings.items()
        if name != "p0"
        for own in item.codings["p0"].boundaries
    ]
    assert corpus.scale is not None
    seconds = [one * corpus.scale.seconds(1) for one in near]
    assert fmean(one for one in seconds if abs(one) <= TOLERANCE) < 2.2


def test_one_recording_varies_over_its_stretches_and_nobody_near_has_no_lag() -> None:
    ((late, _), *_) = lags(films(2.0, number=1, people=5, seed=2), TOLERANCE)
    low, high, _ = late.interval(0.95)
    assert low is not None
    assert high is not None
    assert low < 2.0 < high
    apart = Corpus.from_times({"f": {"a": [10.0], "b": [50.0], "c": []}}, durations={"f": 90})
    assert all(np.isnan(one.estimate.value) for one in lags(apart, TOLERANCE))
    assert all(one.estimate.undefined for one in lags(apart, TOLERANCE))
    same = Corpus.from_times({"f": {"a": [10.0], "b": [10.0], "c": [10.5]}}, durations={"f": 90})
    assert [one.estimate.value for one in lags(same, 0.0)][:2] == [0.0, 0.0]


def test_who_is_just_as_far_away_as_is_looked_is_near_nobody() -> None:
    """Within half a second at 1 ms a bin has 16 steps, and 1,496 of them are 93 bins and a half."""
    for late in (1.496, -1.496):
        times = {"f": {"a": [10.0 + late, 30.0], "b": [10.0, 50.0]}}
        corpus = Corpus.from_times(times, durations={"f": 90})
        assert all(np.isnan(one.estimate.value) for one in lags(corpus, 0.5))
        assert agreement(corpus, RecordingOptions(tolerance=0.5, shuffles=19)).coders


def test_a_boundary_lies_in_one_stretch_whatever_is_asked_of_it() -> None:
    times = [float(second) for second in range(1, 100)]
    film = Corpus.from_times({"f": {"a": times, "b": times}}, durations={"f": 100})
    places = film["f"].codings["a"].boundaries
    assert stretch_of(film["f"], places).tolist() == [int(time // 10) for time in times]
    for part in range(STRETCHES):
        left = _without_stretch(film, part)["f"].codings["a"].boundaries
        assert {*places} - {*left} == {
            place for place, time in zip(places, times, strict=True) if time // 10 == part
        }
    sums = recording_sums(film, RecordingOptions(shuffles=0))
    assert sums.every[0, 0].tolist() == [9, *[10] * 9]
