"""Covering and several references: the benchmark's own examples, and its definitions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import segmetrics as sm
from segmetrics.segmentation import Segmentation
from tests.metrics.time.test_hit_rate import by_augmenting_paths

People = dict[str, list[int]]

# What the code of van den Burg & Williams (2020), analysis/scripts/metrics.py, states in its
# documentation. Its positions count observations from 0, of which the first starts a segment.
F_BY_BENCHMARK: list[tuple[People, list[int], float]] = [
    ({"1": [10, 20], "2": [11, 20], "3": [10], "4": [5]}, [10, 20], 1.0),
    ({"1": [], "2": [10], "3": [50]}, [10], 0.9090909090909091),
    ({"1": [], "2": [10], "3": [50]}, [], 0.8),
]
COVERING_BY_BENCHMARK: list[tuple[People, list[int], float]] = [
    ({"1": [10, 20], "2": [10], "3": [5]}, [10, 20], 0.7962962962962963),
    ({"1": [], "2": [10], "3": [40]}, [10], 0.7954144620811286),
    ({"1": [], "2": [10], "3": [40]}, [], 0.8189300411522634),
]
SINGLE_BY_BENCHMARK = [
    ([3, 2, 1], [3, 3], 0.8333333333333334),
    ([4, 2], [6], 0.6666666666666666),
    ([2, 2, 2], [3, 3], 0.6666666666666666),
    ([6], [1, 1, 1, 3], 0.3333333333333333),
]


def coded(people: People, mass: int) -> dict[str, Segmentation]:
    return {name: Segmentation(mass, tuple(placed)) for name, placed in people.items()}


@pytest.mark.parametrize(("people", "found", "value"), F_BY_BENCHMARK)
def test_f_is_that_of_the_benchmark(people: People, found: list[int], value: float) -> None:
    hypothesis = Segmentation(60, tuple(found))
    scores = sm.against_references(hypothesis, coded(people, 60), tolerance=5)
    assert scores.value == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(("people", "found", "value"), COVERING_BY_BENCHMARK)
def test_covering_is_that_of_the_benchmark(people: People, found: list[int], value: float) -> None:
    scores = sm.against_references(Segmentation(45, tuple(found)), coded(people, 45), tolerance=5)
    assert scores.covering == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(("ours", "theirs", "value"), SINGLE_BY_BENCHMARK)
def test_one_covering_is_that_of_the_benchmark(
    ours: list[int], theirs: list[int], value: float
) -> None:
    found = sm.covering(Segmentation.from_masses(ours), Segmentation.from_masses(theirs))
    assert found.value == pytest.approx(value, abs=1e-15)


def sets_of(coding: Segmentation) -> list[set[int]]:
    ends = [0, *coding.boundaries, coding.mass]
    return [set(range(*ends[at : at + 2])) for at in range(len(ends) - 1)]


def random_coding(rng: random.Random, mass: int) -> Segmentation:
    return Segmentation(mass, tuple(sorted(rng.sample(range(1, mass), rng.randint(0, mass // 3)))))


def test_covering_is_that_of_its_definition_with_sets_of_units() -> None:
    rng = random.Random(4)
    for _ in range(300):
        mass = rng.randint(1, 60)
        a, b = random_coding(rng, mass), random_coding(rng, mass)
        best = [max(len(r & h) / len(r | h) for h in sets_of(a)) for r in sets_of(b)]
        value = sum(len(r) * one for r, one in zip(sets_of(b), best, strict=True)) / mass
        found = sm.covering(a, b)
        assert found.value == pytest.approx(value, abs=1e-12)
        assert list(found.overlaps) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("start", [True, False])
def test_several_references_follow_the_definition(start: bool) -> None:
    rng = random.Random(5)
    first = [0] * start
    for _ in range(200):
        hypothesis, *people = (random_coding(rng, 80) for _ in range(5))
        ours = [*first, *hypothesis.boundaries]
        theirs = [[*first, *one.boundaries] for one in people]
        found = sm.against_references(
            hypothesis,
            {str(number): one for number, one in enumerate(people)},
            tolerance=2,
            start=start,
        )
        together = sorted({place for places in theirs for place in places})
        if not ours or not all(theirs):
            continue
        precision = by_augmenting_paths(together, ours, 2) / len(ours)
        hits = [by_augmenting_paths(places, ours, 2) for places in theirs]
        recall = sum(hit / len(places) for hit, places in zip(hits, theirs, strict=True)) / 4
        each = [
            2 * hit / (len(ours) + len(places)) for hit, places in zip(hits, theirs, strict=True)
        ]
        assert found.precision == pytest.approx(precision)
        assert found.recall == pytest.approx(recall)
        both = precision + recall
        assert found.value == pytest.approx(2 * precision * recall / both if both else 0)
        assert (found.mean_f, found.best_f) == pytest.approx((sum(each) / 4, max(each)))


def test_without_the_start_there_may_be_nothing_to_find() -> None:
    nobody, one = Segmentation(60, ()), Segmentation(60, (10,))
    given: dict[str, Any] = {"start": False, "tolerance": 5}
    found = sm.against_references(nobody, {"a": nobody}, **given)
    assert (found.value, found.mean_f, found.best_f, found.covering) == (None, None, None, 1)
    assert found.undefined == "neither the hypothesis nor any reference has a boundary"
    found = sm.against_references(one, {"a": nobody, "b": one}, **given)
    assert (found.value, found.precision, found.recall) == (None, 1, None)
    assert found.undefined == "some reference has no boundary, so there is no recall"
    assert (found.mean_f, found.best_f) == (0.5, 1)
    found = sm.against_references(nobody, {"b": one}, **given)
    assert (found.value, found.precision, found.recall) == (0, None, 0)
    with pytest.raises(ValueError, match="no reference"):
        sm.against_references(one, {}, tolerance=5)
