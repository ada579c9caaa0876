"""The density of presses along a recording, and the level that independent people pass."""

from __future__ import annotations

from statistics import NormalDist, mean, pstdev

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.press_density import PressDensity, over_recordings


def film(presses: dict[str, list[float]], duration: float = 60) -> Item:
    return Corpus.from_times({"film": presses}, durations={"film": duration})["film"]


def by_brute_force(presses: list[list[float]], width: float, time: float) -> float:
    kernels = (NormalDist(press, width).pdf(time) for one in presses for press in one)
    return sum(kernels) / len(presses)


@pytest.mark.parametrize("width", [0.3, 1, 7.5, 40])
def test_the_density_is_the_sum_of_normal_distributions(width: float) -> None:
    presses = {"anna": [0.5, 20.25, 20.75], "ben": [21.0, 59.9], "cleo": []}
    found = sm.press_density(film(presses), width=width, shuffles=0)
    assert len(found.times) == len(found.density) >= 60 / width
    expected = [by_brute_force(list(presses.values()), width, time) for time in found.times]
    # A press counts to five widths from it, where a normal distribution has 1.5e-6 of its height.
    assert found.density == pytest.approx(expected, abs=3 * NormalDist(0, width).pdf(0) * 4e-6)


def test_the_density_adds_up_to_the_presses_of_one_person() -> None:
    found = sm.press_density(film({"anna": [20, 30, 40], "ben": [25]}), width=1, shuffles=0)
    step = found.times[1] - found.times[0]
    assert sum(found.density) * step == pytest.approx(2, rel=1e-5)


def greatest_of_moved(item: Item, width: float, shifts: np.ndarray) -> float:
    """Move the presses of each person by seconds, and look for the greatest density around."""
    seconds = item.scale.seconds(item.mass) if item.scale else 0
    moved = [
        [(place / 1000 + shift) % seconds for place in coding.boundaries]
        for coding, shift in zip(item.codings.values(), shifts, strict=True)
    ]
    wrapped = [[one + lap for one in times for lap in (-seconds, 0, seconds)] for times in moved]
    grid = np.linspace(0, seconds, 301)
    return max(by_brute_force(wrapped, width, time) for time in grid.tolist())


def test_the_chance_level_is_that_of_the_greatest_density_of_moved_people() -> None:
    rng = np.random.default_rng(3)
    item = film({name: sorted(rng.uniform(1, 59, 6).tolist()) for name in "abcd"})
    found = sm.press_density(item, width=2, shuffles=399)
    others = sorted(greatest_of_moved(item, 2, rng.uniform(0, 60, 4)) for _ in range(399))
    assert np.median(found.greatest) == pytest.approx(np.median(others), rel=0.05)
    assert found.chance == pytest.approx(others[-20], rel=0.08)
    assert found.chance == sorted(found.greatest)[-20]


def test_independent_people_pass_the_level_in_five_per_cent_of_recordings() -> None:
    rng, alarms, times = np.random.default_rng(5), 0, 400
    for seed in range(times):
        item = film({name: sorted(rng.uniform(0.1, 59.9, 5).tolist()) for name in "abcde"})
        found = sm.press_density(item, shuffles=39, seed=seed)
        alarms += found.chance is not None and max(found.density) > found.chance
    # Of 400, 20 are expected; fewer than 8 or more than 36 in 1 of 1,000 cases.
    assert 8 <= alarms <= 36


def independent(rng: np.random.Generator, people: int, presses: int, *, steep: float = 0) -> Item:
    """Let people press in a minute, the less the later."""
    share = rng.random((people, presses))
    times = share if not steep else -np.log(1 - share * (1 - np.exp(-steep))) / steep
    rows = (0.1 + 59.8 * times).round(3).tolist()
    return film({f"p{at}": sorted(set(row)) for at, row in enumerate(rows)})


def test_in_five_per_cent_of_corpora_any_recording_passes_its_level() -> None:
    rng, alone, together, times = np.random.default_rng(6), 0, 0, 120
    for seed in range(times):
        items = [independent(rng, int(rng.integers(3, 9)), 6) for _ in range(6)]
        found = [
            sm.press_density(one, shuffles=39, seed=6 * seed + at) for at, one in enumerate(items)
        ]
        passes = [max(one.density) > (one.chance or 0) for one in found]
        alone += any(passes)
        passes = [max(one.density) > (one.chance or 0) for one in over_recordings(found)]
        together += any(passes)
    assert alone > 20
    # Of 120, 6 are expected; more than 14 in 1 of 1,000 cases.
    assert 1 <= together <= 14


def test_levels_of_several_recordings_come_from_the_farthest_of_each_shuffle() -> None:
    rng = np.random.default_rng(7)
    found = [
        sm.press_density(independent(rng, people, 6), shuffles=39, seed=people)
        for people in (3, 5, 9)
    ]
    tops = [[max(one.density), *one.greatest] for one in found]
    z = [[(top - mean(row)) / pstdev(row) for top in row] for row in tops]
    farthest = [max(row[at] for row in z) for at in range(1, 40)]
    for one, row, level in zip(found, tops, over_recordings(found), strict=True):
        assert level.density == one.density
        assert level.greatest == pytest.approx([mean(row) + pstdev(row) * far for far in farthest])
        assert level.chance == sorted(level.greatest)[-2]
    assert over_recordings(found[:1]) == tuple(found[:1])


def test_presses_that_nobody_can_meet_are_never_above_chance_beside_others() -> None:
    rng = np.random.default_rng(8)
    lone, empty = film({"anna": [20.0, 40.0]}), film({"anna": []})
    items = [lone, independent(rng, 5, 6), empty]
    levels = over_recordings([sm.press_density(one) for one in items])
    assert max(levels[0].density) <= (levels[0].chance or 0) <= 1.01 * max(levels[0].density)
    assert levels[2].chance is None


@pytest.mark.parametrize("null", ["shuffled gaps", "shared pace"])
def test_other_ways_to_make_independent_people(null: TimeNull) -> None:
    rng, alarms, by_shift, times = np.random.default_rng(9), 0, 0, 100
    for seed in range(times):
        item = independent(rng, 6, 10, steep=3 if null == "shared pace" else 0)
        found = sm.press_density(item, null=null, shuffles=39, seed=seed)
        alarms += max(found.density) > (found.chance or 0)
        shifted = sm.press_density(item, shuffles=39, seed=seed)
        by_shift += max(shifted.density) > (shifted.chance or 0)
    # Of 100, 5 are expected; more than 12 in 1 of 1,000 cases.
    assert alarms <= 12
    assert by_shift > 20 or null == "shuffled gaps"


def test_a_trim_bounds_other_ways_too() -> None:
    rng = np.random.default_rng(10)
    times = {name: sorted(rng.uniform(20, 60, 8).round(3).tolist()) for name in "abcd"}
    shorter = {name: [round(one - 20, 3) for one in presses] for name, presses in times.items()}
    trimmed = sm.press_density(film(times), trim=(20, 0), null="shared pace")
    assert trimmed.greatest == sm.press_density(film(shorter, 40), null="shared pace").greatest


def test_what_chance_reaches_as_well_is_not_above_it() -> None:
    # Whoever moves two rhythms of one second meets them again and again.
    item = film({name: list(map(float, range(1, 60))) for name in ("anna", "ben")})
    scale = sm.TimeScale(1.0)
    rough = Item(
        "film", {name: sm.Segmentation(60, tuple(range(1, 60)), scale=scale) for name in "ab"}
    )
    for one in (item, rough):
        found = sm.press_density(one, width=0.5)
        assert found.chance is not None
        assert max(found.density) <= found.chance


def test_what_is_trimmed_neither_counts_nor_is_a_place_for_chance() -> None:
    rng = np.random.default_rng(8)
    times = {name: sorted(rng.uniform(20, 60, 8).round(3).tolist()) for name in "abcd"}
    early = {name: [1.0, *presses] for name, presses in times.items()}
    trimmed = sm.press_density(film(early), trim=(20, 0))
    assert trimmed.density == sm.press_density(film(times)).density
    assert trimmed.presses == 32
    shorter = {name: [one - 20 for one in presses] for name, presses in times.items()}
    alone = sm.press_density(film(shorter, 40))
    assert trimmed.greatest == pytest.approx(alone.greatest)
    with pytest.raises(ValueError, match="a trim leaves"):
        sm.press_density(film(early), trim=(30, 30))


def test_nobody_pressed() -> None:
    found = sm.press_density(film({"anna": [], "ben": []}))
    assert set(found.density) == {0}
    assert found.chance is None
    assert found.presses == 0


def test_a_recording_shorter_than_the_kernel() -> None:
    found = sm.press_density(film({"anna": [0.5]}, 1), width=30, shuffles=19)
    assert isinstance(found, PressDensity)
    assert found.density == pytest.approx([NormalDist(0, 30).pdf(0)], rel=1e-3)


def test_equal_seeds_give_equal_levels_whoever_else_is_there() -> None:
    presses = {"anna": [3.0, 20.0], "ben": [21.0, 40.0], "cleo": [9.0]}
    both = sm.press_density(film(presses), coders=["anna", "ben"])
    assert both == sm.press_density(film({name: presses[name] for name in ("anna", "ben")}))
    other = sm.press_density(film(presses), coders=["anna", "ben"], seed=2)
    assert both.density == other.density
    assert both.greatest != other.greatest


def test_what_cannot_be() -> None:
    item = film({"anna": [3.0]})
    with pytest.raises(ValueError, match="above 0"):
        sm.press_density(item, width=0)
    with pytest.raises(ValueError, match=r"the least is 0.0018 s"):
        sm.press_density(item, width=0.001)
    with pytest.raises(ValueError, match=r"too few for a level of 0.95"):
        sm.press_density(item, shuffles=18)
    with pytest.raises(ValueError, match="null is one of circular shift"):
        sm.press_density(item, null="dice")  # type: ignore[arg-type]
    with pytest.raises(CorpusError, match="is not defined for texts"):
        sm.press_density(Item.from_masses("text", {"anna": [3, 4]}))
    with pytest.raises(CorpusError, match="nobody"):
        sm.press_density(item, coders=["zoe"])
