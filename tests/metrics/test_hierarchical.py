"""HierPk and HierWD against published figures and against every way to break ties."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.blocks.ring_windows import _hypergeometric
from segmetrics.metrics.hierarchical import (
    METRICS,
    NO_REFERENCE_BOUNDARY,
    HierarchicalScore,
    hierarchical_pk,
    hierarchical_window_diff,
)
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.similarity import NO_PLACE
from tests.support.random_codings import random_segmentation

Function = Callable[..., HierarchicalScore]
BOTH: tuple[Function, ...] = (hierarchical_pk, hierarchical_window_diff)
IGNORE = ("ignore_reference_levels", "ignore_hypothesis_levels")


def in_windows(chosen: Sequence[int], mass: int, k: int) -> list[int]:
    """Chosen positions in each window of k around the ring, one place at a time."""
    ring = mass - 1
    return [sum((start + step) % ring + 1 in chosen for step in range(k)) for start in range(ring)]


def every_choice(
    segmentation: Segmentation, count: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """All ways to take the most prominent positions: (chosen, certain, tied)."""
    levels = segmentation.levels or (1,) * len(segmentation.boundaries)
    marks = dict(zip(segmentation.boundaries, levels, strict=True))
    least = max(levels, default=0) + 1
    prominence = {p: marks.get(p, least) for p in range(1, segmentation.mass)}
    last = sorted(prominence.values())[count - 1]
    certain = tuple(p for p, x in prominence.items() if x < last)
    tied = tuple(p for p, x in prominence.items() if x == last)
    for taken in combinations(tied, count - len(certain)):
        yield certain + taken, certain, tied


def counted(function: Function, hypothesis: Segmentation, against: Segmentation) -> Fraction:
    """Average over all ways to break ties, in exact fractions."""
    mass = against.mass
    levels = against.levels or (1,) * len(against.boundaries)
    total = Fraction(0)
    for level in levels:  # each boundary of the reference counts, with the score of its level
        placed = [p for p, x in zip(against.boundaries, levels, strict=True) if x <= level]
        k = max(1, mass // (2 * (len(placed) + 1)))
        wanted = in_windows(placed, mass, k)
        errors = []
        for chosen, _, _ in every_choice(hypothesis, len(placed)):
            found = in_windows(chosen, mass, k)
            if function is hierarchical_pk:
                wrong = sum((x > 0) != (y > 0) for x, y in zip(found, wanted, strict=True))
            else:
                wrong = sum(x != y for x, y in zip(found, wanted, strict=True))
            errors.append(wrong)
        total += Fraction(sum(errors), len(errors) * (mass - 1))
    return total / len(levels)


def value_of(found: HierarchicalScore) -> float:
    assert found.value is not None
    assert found.undefined is None
    assert type(found.value) is float
    return found.value


def random_coding(rng: random.Random, mass: int, density: float) -> Segmentation:
    return random_segmentation(rng, mass, density, "hierarchical", depth=4)


def article(of: dict[str, Any], key: str) -> Segmentation:
    marks = dict(of[key])
    return Segmentation(of["units"], tuple(marks), levels=tuple(marks.values()))


@pytest.mark.parametrize("ignored", [False, True])
def test_published_figures_of_66_articles(ignored: bool, wikipedia: dict[str, Any]) -> None:
    assert len(wikipedia) == 66
    key = "published_hierwd" + "_reference_levels_ignored" * ignored
    nothing = []
    for facts in wikipedia.values():
        against, hypothesis = article(facts, "reference"), article(facts, "HC99")
        found = value_of(
            hierarchical_window_diff(hypothesis, against, ignore_reference_levels=ignored)
        )
        # Two of the values lie halfway between two published ones.
        assert found == pytest.approx(facts[key]["HC99"], abs=0.0005 + 1e-12, rel=0)
        none = value_of(
            hierarchical_window_diff(
                Segmentation(against.mass, ()), against, ignore_reference_levels=ignored
            )
        )
        # That tool samples the ways to break ties.
        assert none == pytest.approx(facts[key]["NONE"], abs=0.0035 if ignored else 0.0045, rel=0)
        nothing.append(none)
    if not ignored:
        assert 0.499 < sum(nothing) / len(nothing) < 0.500


@pytest.mark.parametrize("function", BOTH)
def test_every_way_to_break_ties_on_all_small_items(function: Function) -> None:
    compared = 0
    for mass in range(2, 5):
        every = []
        for marks in product((0, 1, 2), repeat=mass - 1):
            placed = {p: x for p, x in enumerate(marks, 1) if x}
            every.append(Segmentation(mass, tuple(placed), levels=tuple(placed.values())))
        for hypothesis, against in product(every, repeat=2):
            if against.boundaries:
                found = value_of(function(hypothesis, against))
                assert found == pytest.approx(float(counted(function, hypothesis, against)))
                compared += 1
    assert compared == 3 * 2 + 9 * 8 + 27 * 26


@pytest.mark.parametrize("function", BOTH)
def test_every_way_to_break_ties_on_random_items(function: Function) -> None:
    rng = random.Random(1)
    compared = tied = 0
    while compared < 250:
        mass = rng.randint(2, 15)
        hypothesis, against = (
            random_coding(rng, mass, rng.choice((0, 0.2, 0.5, 0.9))) for _ in range(2)
        )
        if not against.boundaries:
            continue
        found = function(hypothesis, against)
        expected = float(counted(function, hypothesis, against))
        assert value_of(found) == pytest.approx(expected, abs=1e-13, rel=1e-13)
        compared += 1
        tied += any(level.tied for level in found.levels)
    assert 100 < tied < 250


@pytest.mark.parametrize("function", BOTH)
def test_the_parts_of_a_level(function: Function) -> None:
    rng = random.Random(2)
    for _ in range(300):
        mass = rng.randint(2, 15)
        hypothesis, against = (random_coding(rng, mass, 0.4) for _ in range(2))
        marks = against.levels or (1,) * len(against.boundaries)
        found = function(hypothesis, against).levels
        assert [level.level for level in found] == sorted(set(marks))
        for level in found:
            placed = tuple(
                p for p, x in zip(against.boundaries, marks, strict=True) if x <= level.level
            )
            assert level.reference_positions == placed
            assert level.boundaries == len(placed) == level.certain + level.drawn
            assert level.new_boundaries == marks.count(level.level)
            _, certain, tied = next(every_choice(hypothesis, len(placed)))
            if len(certain) + len(tied) == len(placed):
                certain, tied = tuple(sorted(certain + tied)), ()
            assert (level.certain, level.tied) == (len(certain), len(tied))
            assert level.windows == mass - 1
            assert level.value == level.errors / level.windows


def test_window_size_of_each_level() -> None:
    against = Segmentation(91, tuple(range(1, 11)), levels=(2, 3, 3, 3, 4, 4, 4, 4, 5, 5))
    found = hierarchical_window_diff(against, against)
    # 91 / 4, / 10, / 18 and / 22, rounded down.
    assert [level.k for level in found.levels] == [22, 9, 5, 4]
    everywhere = Segmentation(5, (1, 2, 3, 4))
    assert hierarchical_window_diff(everywhere, everywhere).levels[0].k == 1


def test_only_the_order_of_levels_counts() -> None:
    against = Segmentation(30, (4, 11, 20), levels=(2, 1, 3))
    hypothesis = Segmentation(30, (3, 12, 20, 25), levels=(3, 1, 2, 3))
    wide = Segmentation(30, (3, 12, 20, 25), levels=(10**30, 5, 70, 10**30))
    for function in BOTH:
        assert function(wide, against).value == function(hypothesis, against).value
        found = function(wide, Segmentation(30, (4, 11, 20), levels=(10**20, 7, 10**40)))
        assert [level.level for level in found.levels] == [7, 10**20, 10**40]
        assert found.value == function(hypothesis, against).value


@pytest.mark.parametrize("function", BOTH)
def test_levels_can_be_ignored_on_either_side(function: Function) -> None:
    rng = random.Random(6)
    differ = dict.fromkeys(IGNORE, 0)
    for _ in range(60):
        hypothesis, against = (random_coding(rng, 40, 0.3) for _ in range(2))
        flat_hypothesis, flat_against = (
            Segmentation(40, s.boundaries) for s in (hypothesis, against)
        )
        plain = function(hypothesis, against).value
        for name, expected in (
            (IGNORE[0], function(hypothesis, flat_against)),
            (IGNORE[1], function(flat_hypothesis, against)),
        ):
            assert function(hypothesis, against, **{name: True}) == expected
            differ[name] += expected.value != plain
    assert min(differ.values()) > 30


@pytest.mark.parametrize("function", BOTH)
def test_undefined(function: Function) -> None:
    found = function(Segmentation(1, ()), Segmentation(1, ()))
    assert (found.value, found.undefined, found.levels) == (None, NO_PLACE, ())
    found = function(Segmentation(5, (2,)), Segmentation(5, ()))
    assert (found.value, found.undefined, found.levels) == (None, NO_REFERENCE_BOUNDARY, ())


def test_hypergeometric_probabilities_of_small_tables() -> None:
    cases = [
        (hits, held, drawn, tied)
        for tied in range(1, 24)
        for held in range(tied + 1)
        for drawn in range(tied + 1)
        for hits in range(-2, held + 2)
    ]
    found = _hypergeometric(*np.array(cases).T).tolist()
    for (hits, held, drawn, tied), probability in zip(cases, found, strict=True):
        ways = comb(held, hits) * comb(tied - held, drawn - hits) if 0 <= hits <= drawn else 0
        assert probability == pytest.approx(float(Fraction(ways, comb(tied, drawn))), rel=1e-13)


def test_hypergeometric_probabilities_of_large_tables() -> None:
    rng = random.Random(7)
    cases = []
    for _ in range(60):
        tied = rng.randint(1000, 40_000)
        held, drawn = rng.randint(1, tied // 2), rng.randint(1, tied - 1)
        middle = held * drawn // tied
        cases += [(middle, held, drawn, tied), (middle + 9, held, drawn, tied)]
    found = _hypergeometric(*np.array(cases).T).tolist()
    for (hits, held, drawn, tied), probability in zip(cases, found, strict=True):
        ways = comb(held, hits) * comb(tied - held, drawn - hits) if hits <= drawn else 0
        assert probability == pytest.approx(float(Fraction(ways, comb(tied, drawn))), rel=1e-11)


def test_a_million_units() -> None:
    rng = random.Random(8)
    mass = 1_000_000
    hypothesis, against = (
        Segmentation(mass, places, levels=tuple(rng.randint(1, 3) for _ in places))
        for places in (tuple(sorted(rng.sample(range(1, mass), 5000))) for _ in range(2))
    )
    for function in BOTH:
        assert function(against, against).value == 0
        assert 0.3 < value_of(function(hypothesis, against)) < 0.7
    # One boundary against none: a window of mass // 4 that has it errs if the drawn
    # position is elsewhere, and the others if it is inside.
    k, ring = mass // 4, mass - 1
    found = hierarchical_pk(Segmentation(mass, ()), Segmentation(mass, (77,)))
    expected = 2 * Fraction(k, ring) * (1 - Fraction(k, ring))
    assert found.value == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_blocks_with_nothing_to_compare(metric: Metric) -> None:
    one_coder = Corpus((Item("a", {"x": Segmentation(5, (2,))}),))
    one_unit = Corpus((Item("a", {"x": Segmentation(1, ()), "y": Segmentation(1, ())}),))
    for corpus, shape in ((one_coder, (0, 1)), (one_unit, (2, 1))):
        (block,) = blocks(corpus)
        found = metric.values(block, corpus.items)
        assert found.shape == shape
        assert np.isnan(found).all()
