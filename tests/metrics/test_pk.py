"""Pk against NLTK, segeval and a count of pairs of units."""

from __future__ import annotations

import random

import pytest

from segmetrics import Segmentation, time_coding
from segmetrics.metrics.windows import pk, window_size
from tests.support.peers import nltk_segmentation, segeval
from tests.support.random_codings import every, random_pair


def segment_of_each_unit(segmentation: Segmentation) -> list[int]:
    return [number for number, size in enumerate(segmentation.masses) for _ in range(size)]


def assert_as_counted(a: Segmentation, b: Segmentation, k: int | None) -> None:
    found = pk(a, b, window=k)
    k = window_size(b) if k is None else k
    one, other = segment_of_each_unit(a), segment_of_each_unit(b)
    wrong = [
        (one[first] == one[first + k]) != (other[first] == other[first + k])
        for first in range(a.mass - k)
    ]
    assert (found.errors, found.windows, found.k) == (sum(wrong), len(wrong), k)
    assert found.value == (sum(wrong) / len(wrong) if wrong else None)
    assert (found.undefined is None) == bool(wrong)


@pytest.mark.parametrize("mass", range(1, 7))
def test_all_pairs_of_small_items(mass: int) -> None:
    for a in every(mass):
        for b in every(mass):
            for k in (None, 1, 2, 3, mass):
                assert_as_counted(a, b, k)


def test_random_pairs() -> None:
    rng = random.Random(20)
    for _ in range(500):
        a, b = random_pair(rng, 70)
        assert_as_counted(a, b, rng.choice((None, rng.randint(1, a.mass + 2))))


def test_as_nltk() -> None:
    # NLTK's own window comes from boundaries, not segments, so it is given one.
    rng = random.Random(21)
    compared = 0
    while compared < 5000:
        a, b = random_pair(rng, 60)
        k = rng.choice((window_size(b), rng.randint(1, a.mass)))
        found = pk(a, b, window=k)
        if found.value is None:
            continue
        one, other = ("".join(map(str, s.bits)) for s in (a, b))
        assert found.value == pytest.approx(nltk_segmentation.pk(other, one, k), abs=1e-15)
        compared += 1


def test_as_segeval() -> None:
    # segeval gives 0 where no window fits; such pairs are drawn again.
    rng = random.Random(22)
    compared = 0
    while compared < 5000:
        a, b = random_pair(rng, 60)
        found = pk(a, b)
        if found.value is None:
            continue
        assert (found.errors, found.windows) == segeval.pk(a.masses, b.masses, return_parts=True)
        compared += 1


def test_no_window_and_wrong_options() -> None:
    found = pk(Segmentation(2, ()), Segmentation(2, (1,)))
    assert (found.value, found.undefined) == (None, "no window of size 2 fits an item of 2 units")
    with pytest.raises(ValueError, match=r"^a window holds at least 1 potential boundary, got 0$"):
        pk(Segmentation(5, ()), Segmentation(5, ()), window=0)


def test_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(1000, mass, 1000)))
    b = Segmentation(mass, tuple(range(1001, mass, 1000)))
    found = pk(a, b, window=10)
    assert (found.errors, found.windows) == (2 * 999, mass - 10)


def test_a_window_that_is_longer_than_a_recording_is_said_in_seconds() -> None:
    one = time_coding([20.0, 40.0], duration=60.0).segmentation
    assert pk(one, one, window=90.0).undefined == "no window of 90 s fits a recording of 60 s"
