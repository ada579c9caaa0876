"""Segmentation agreement against correlations written out, and all placements tried."""

from __future__ import annotations

import random
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.corpus import Corpus, Item
from segmetrics.segmentation import Segmentation


def film(presses: dict[str, list[float]], duration: float) -> Corpus:
    return Corpus.from_times({"film": presses}, durations={"film": duration})


@pytest.mark.parametrize("own", [False, True])
def test_the_limits_are_those_of_all_placements(own: bool) -> None:
    rng = random.Random(9)
    defined = 0
    for _ in range(60):
        bins, people = rng.randint(4, 9), rng.randint(2, 4)
        presses = {
            f"p{number}": [bin_ + rng.choice([0.25, 0.5, 0.75]) for bin_ in sorted(chosen)]
            for number in range(people)
            if (chosen := rng.sample(range(bins), rng.randint(0, bins - 1))) is not None
        }
        rows = sm.segmentation_agreement(film(presses, bins), own=own)
        pressed = np.zeros((people, bins))
        for row, times in enumerate(presses.values()):
            pressed[row, [int(time) for time in times]] = 1
        for row, found in enumerate(rows):
            others = pressed if own else np.delete(pressed, row, axis=0)
            share, count = others.mean(axis=0), int(pressed[row].sum())
            if not 0 < count < bins or np.ptp(share) == 0:
                assert found.value is None
                continue
            possible = []
            for places in combinations(range(bins), count):
                placed = np.zeros(bins)
                placed[list(places)] = 1
                possible.append(np.corrcoef(placed, share)[0, 1])
            r = np.corrcoef(pressed[row], share)[0, 1]
            least, greatest = min(possible), max(possible)
            assert (found.correlation, found.least, found.greatest) == pytest.approx(
                (r, least, greatest), abs=1e-12
            )
            assert found.value == pytest.approx((r - least) / (greatest - least), abs=1e-9)
            defined += 1
    assert defined > 60


def test_two_presses_in_a_bin_are_one_and_the_width_counts() -> None:
    presses = {"a": [2.1, 2.9], "b": [2.5], "c": [7.5]}
    one, *_ = sm.segmentation_agreement(film(presses, 10))
    assert (one.pressed, one.bins, one.bin_width, one.value) == (1, 10, 1, 1)
    narrow, *_ = sm.segmentation_agreement(film(presses, 10), bin_width=0.5)
    assert (narrow.pressed, narrow.bins, narrow.value) == (2, 20, 0.5)
    odd, *_ = sm.segmentation_agreement(film(presses, 10), bin_width=3)
    assert (odd.pressed, odd.bins) == (1, 4)  # the last bin has one second


def test_what_is_undefined_says_why() -> None:
    def why(presses: dict[str, list[float]], duration: float = 4) -> str | None:
        return sm.segmentation_agreement(film(presses, duration))[0].undefined

    assert why({"a": [1.5]}) == "nobody else coded the item"
    assert why({"a": [], "b": [1.5]}) == "the person marked in no bin"
    assert why({"a": [0.5, 1.5, 2.5, 3.5], "b": [1.5]}) == "the person marked in every bin"
    assert why({"a": [1.5], "b": []}) == "the others marked equally often in every bin"
    with pytest.raises(ValueError, match="above 0"):
        sm.segmentation_agreement(film({"a": [1.5], "b": [2.5]}, 4), bin_width=0)


@pytest.mark.parametrize("width", [1, 4])
def test_the_bins_of_a_text_are_its_places(width: int) -> None:
    rng = np.random.default_rng(11)
    for _ in range(30):
        places = int(rng.integers(8, 40))
        bits = rng.random((4, places)) < 0.3
        corpus = Corpus(
            (Item("a", {f"c{row}": Segmentation.from_bits(one) for row, one in enumerate(bits)}),)
        )
        starts = range(0, places, width)
        pressed = np.array([[row[at : at + width].any() for at in starts] for row in bits])
        for row, found in enumerate(sm.segmentation_agreement(corpus, bin_width=width)):
            shares = np.delete(pressed, row, axis=0).mean(axis=0)
            assert (found.bins, found.pressed) == (len(starts), pressed[row].sum())
            if found.correlation is None:
                assert pressed[row].all() or not pressed[row].any() or not np.ptp(shares)
                continue
            assert found.correlation == pytest.approx(np.corrcoef(pressed[row], shares)[0, 1])
    with pytest.raises(ValueError, match=r"a whole number of units, got 1\.5"):
        sm.segmentation_agreement(corpus, bin_width=1.5)
    with pytest.raises(ValueError, match="number of units above 0"):
        sm.segmentation_agreement(corpus, bin_width=0)


def test_what_it_costs_follows_the_presses_and_not_the_bins() -> None:
    presses = {f"p{number}": [number + 0.5, 5000.5] for number in range(10)}
    fine = sm.segmentation_agreement(film(presses, 7200), bin_width=0.001)
    assert fine[0].bins == 7_200_000
    assert fine[0].value == pytest.approx(9 / 10)


def test_many_presses_in_millions_of_bins_have_the_correlation_of_their_vectors() -> None:
    rng = np.random.default_rng(10)
    presses = {f"p{number}": rng.uniform(0.001, 719, 300).round(3).tolist() for number in range(9)}
    corpus = Corpus.from_times({"film": presses}, durations={"film": 720}, minimum_gap=0.002)
    found = sm.segmentation_agreement(corpus, bin_width=0.0001)[0]
    assert found.bins == 7_200_000
    # The share of all bins that are pressed is k / n, and of the others' presses 8 k / n.
    own, *others = (set(coding.boundaries) for coding in corpus["film"].codings.values())
    counts: dict[int, int] = {}
    for one in others:
        for place in one:
            counts[place] = counts.get(place, 0) + 1
    n, k, total = 7_200_000, len(own), sum(counts.values())
    squares, shared = sum(c * c for c in counts.values()), sum(counts.get(p, 0) for p in own)
    r = (n * shared - k * total) / sqrt((n * k - k * k) * (n * squares - total * total))
    assert found.correlation == pytest.approx(r, rel=1e-9)
