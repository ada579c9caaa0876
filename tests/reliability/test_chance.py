"""Chance levels, against every arrangement of every coder."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from statistics import mean
from typing import Any

import numpy as np
import pytest

from benchmarks.chance_level import (
    HABITS,
    RATES,
    corpus_of,
    null_p_values,
    placed_at,
    reached,
    rejections,
    uniform_p,
)
from segmetrics import sample
from segmetrics.boundary_marks import plain
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS, ONE_CODER
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.reliability.chance import ALWAYS_SAME, ChanceRow, chance
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null
from segmetrics.segmentation import Segmentation
from tests.support.known import known

S = AgreementOptions()
SMALL = {
    "a": {"x": [1, 2, 2], "y": [2, 3], "z": [1, 1, 1, 2]},
    "b": {"x": [2, 1, 1], "y": [4], "z": [1, 3]},
}


def arrangements(coding: Segmentation, null: Null) -> list[Segmentation]:
    """All that a coder might have placed as well, each as often as it comes about."""
    if null == "sizes":
        return [Segmentation.from_masses(order) for order in permutations(coding.masses)]
    if null == "anchored":
        first, *inner = coding.masses
        last = inner[-1:]
        orders = permutations(inner[:-1])
        return [Segmentation.from_masses([first, *order, *last]) for order in orders]
    if null == "ring":
        return [Segmentation(coding.mass, places) for places in rings(coding)]
    places = combinations(range(1, coding.mass), len(coding.boundaries))
    return [Segmentation(coding.mass, chosen) for chosen in places]


def rings(coding: Segmentation) -> list[tuple[int, ...]]:
    """All orders of the distances round a ring of the places of a text, turned by any number."""
    around, placed = coding.mass - 1, tuple(coding.boundaries)
    steps = [
        (b - a) % around or around for a, b in zip(placed, placed[1:] + placed[:1], strict=True)
    ]
    return [
        tuple(sorted((turn + sum(order[:n])) % around + 1 for n in range(len(order))))
        for order in permutations(steps)
        for turn in range(around)
    ]


def every_agreement(item: Item, null: Null, options: AgreementOptions) -> list[float]:
    """Observed agreement of an item under all arrangements of all its coders."""
    found = []
    for codings in product(*(arrangements(one, null) for one in item.codings.values())):
        shuffled = Item("it", dict(zip(item.codings, codings, strict=True)))
        observed = known(agreement(Corpus((shuffled,)), options).items[0].observed)
        found.append(observed)
    return found


@cache
def of_small(name: str, null: Null, key: str) -> list[float]:
    """Observed agreement of a small item under all arrangements, once for all tests."""
    item = Corpus.from_masses(SMALL)[name]
    return every_agreement(item, null, AgreementOptions(similarity=key))


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("key", ["s", "a", "wd"])
def test_exact_levels_are_the_mean_of_all_arrangements(key: str, null: Null) -> None:
    corpus, options = Corpus.from_masses(SMALL), AgreementOptions(similarity=key)
    table = chance(corpus, options, ChanceOptions(null=null, shuffles=10))
    levels = []
    for item, row in zip(corpus.items, table.items, strict=True):
        levels.append(mean(of_small(item.name, null, key)))
        assert row.error == 0
        assert row.shuffled == pytest.approx(levels[-1], abs=1e-12)
    # All items have three coders, so that a pair counts by the places of its item.
    (group,) = table.groups
    assert group.error == 0
    assert group.shuffled == pytest.approx((4 * levels[0] + 3 * levels[1]) / 7, abs=1e-12)


def test_coders_with_the_same_sizes_keep_distances_of_their_own() -> None:
    by_distances = AgreementOptions(similarity="a")
    item = Item.from_masses("a", {"x": [1, 4, 2], "y": [4, 1, 2]})
    (row,) = chance(Corpus((item,)), by_distances, ChanceOptions()).items
    levels = every_agreement(item, "ring", by_distances)
    assert row.shuffled == pytest.approx(mean(levels), abs=1e-12)


@pytest.mark.parametrize("null", NULLS)
def test_shuffles_are_seen_through_the_windows_of_the_convention(null: Null) -> None:
    """Half the mean segment is 2.5 for both coders: k is 2, or 3 as it was published."""
    corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [3, 7]}})
    levels = []
    for convention in CONVENTIONS:
        options = AgreementOptions(similarity="wd", convention=convention)
        (row,) = chance(corpus, options, ChanceOptions(null=null, shuffles=10)).items
        levels.append(mean(every_agreement(corpus.items[0], null, options)))
        assert row.shuffled == pytest.approx(levels[-1], abs=1e-12)
    assert len(set(levels)) == len(CONVENTIONS)


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("key", ["a", "f1"])
def test_random_shuffles_come_near_all_arrangements(key: str, null: Null) -> None:
    corpus, options = Corpus.from_masses(SMALL), AgreementOptions(similarity=key)
    shuffles = 4000
    table = chance(corpus, options, ChanceOptions(null=null, shuffles=shuffles, seed=1))
    for item, row in zip(corpus.items, table.items, strict=True):
        every = of_small(item.name, null, key)
        assert row.error is not None
        if row.error:
            assert row.error == pytest.approx(np.std(every) / shuffles**0.5, rel=0.1)
        assert abs(known(row.shuffled) - mean(every)) <= 4 * row.error + 1e-12
        share = mean(one >= known(row.observed) - 1e-9 for one in every)
        assert row.p == pytest.approx(share, abs=4 * 0.5 / shuffles**0.5)


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("key", sorted(SIMILARITIES))
def test_every_similarity_has_a_chance_level(key: str, null: Null) -> None:
    corpus = corpus_of(placed_at(0.13), items=3, coders=3, seed=2)
    table = chance(corpus, AgreementOptions(similarity=key), ChanceOptions(null=null, shuffles=50))
    for row in (*table.items, *table.groups):
        assert 0 <= known(row.shuffled) <= 1
        assert 0 <= known(row.error) < 0.1


def row_of(masses: dict[str, list[int]], options: AgreementOptions = S) -> ChanceRow:
    return chance(Corpus.from_masses({"it": masses}), options).items[0]


def test_where_there_is_nothing_to_compare_the_reason_is_named() -> None:
    assert row_of({"x": [2, 3]}).undefined == ONE_CODER
    assert row_of({"x": [1], "y": [1]}).undefined == NO_PLACE
    table = chance(Corpus.from_masses({"it": {"x": [1], "y": [1]}}), S)
    assert table.groups[0].undefined == NO_PLACE
    wide = AgreementOptions(similarity="wd", width="boundaries")
    found = row_of({"x": [1, 1], "y": [2]}, wide)
    assert found.shuffled is None
    assert found.undefined


def test_where_shuffling_changes_nothing_there_is_nothing_above_chance() -> None:
    for masses in ({"x": [5], "y": [5]}, {"x": [1, 1, 1], "y": [1, 1, 1]}):
        row = row_of(masses)
        assert (row.shuffled, row.corrected, row.p) == (1.0, None, 1.0)
        assert row.undefined == ALWAYS_SAME
    row = row_of({"x": [4], "y": [1, 1, 1, 1]})
    assert (row.corrected, row.p) == (0.0, 1.0)


def test_an_item_without_a_value_leaves_its_group_that_of_the_others() -> None:
    options = AgreementOptions(similarity="wd", width="boundaries")
    known = {"x": [1, 2, 3], "y": [2, 4]}
    short = Corpus.from_masses({"a": known, "short": {"x": [1, 1], "y": [2]}})
    found = chance(short, options, ChanceOptions(null="places")).groups[0]
    alone = chance(Corpus.from_masses({"a": known}), options, ChanceOptions(null="places"))
    assert found.error == 0
    assert found.shuffled == pytest.approx(alone.groups[0].shuffled)


def test_types_and_levels_are_not_looked_at() -> None:
    def corpus(**marks: Any) -> Corpus:
        codings = {
            "x": Segmentation(9, (2, 5), **marks),
            "y": Segmentation(9, (2, 6), **marks),
        }
        return Corpus((Item("it", codings),))

    bare = corpus()
    typed, levels = corpus(types=(frozenset({"a"}), frozenset({"b"}))), corpus(levels=(1, 2))
    assert plain(typed) == plain(levels) == plain(bare) == bare
    assert chance(typed, S).items == chance(levels, S).items == chance(bare, S).items


def test_groups_and_gaps() -> None:
    both = {"x": [2, 3, 4], "y": [2, 4, 3]}
    corpus = Corpus.from_masses(
        {
            "a": both,
            "b": {"y": [1, 4], "z": [2, 3]},
            "c": {"p": [1, 4], "q": [2, 3]},
            "d": {"x": [7]},
        }
    )
    table = chance(corpus, S, ChanceOptions(shuffles=50))
    assert [row.item for row in table.items] == ["a", "b", "c", "d"]
    assert table.items[3].undefined == ONE_CODER
    first = table.groups[0]
    # A pair each: items count by their places, 8 and 4.
    a, b = (row.shuffled for row in table.items[:2])
    assert first.shuffled == pytest.approx((8 * known(a) + 4 * known(b)) / 12)
    assert len(table.groups) == 2


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    corpus, options = (
        corpus_of(placed_at(0.13), items=4, coders=3, seed=3),
        AgreementOptions(similarity="b"),
    )
    first = chance(corpus, options, ChanceOptions(shuffles=100, seed=5))
    assert first == chance(corpus, options, ChanceOptions(shuffles=100, seed=5))
    assert first.items != chance(corpus, options, ChanceOptions(shuffles=100, seed=6)).items


@pytest.mark.parametrize("key", ["s", "b"])
def test_the_names_and_the_order_of_coders_change_nothing(key: str) -> None:
    corpus = sample("moonstone")
    options = AgreementOptions(similarity=key)
    table = chance(corpus, options, ChanceOptions(shuffles=99))
    numbered = chance(corpus.anonymised(), options, ChanceOptions(shuffles=99))
    assert corpus.anonymised().coders != corpus.coders
    assert numbered.items == table.items
    # Sums over coders may be added up in another order.
    assert numbered.corpus.corrected == pytest.approx(table.corpus.corrected, abs=1e-12)
    assert numbered.corpus.p == table.corpus.p


def test_many_units_are_shuffled_in_chunks() -> None:
    """Items of 500,000 units: some shuffles of two coders a chunk."""
    item = Item.from_masses("long", {"x": [200_000, 300_000], "y": [100_000, 400_000]})
    shares: list[float] = []
    chance(Corpus((item,)), S, ChanceOptions(shuffles=200), progress=shares.append)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("wrong", [{"null": "segments"}, {"shuffles": 9}, {"seed": -1}])
def test_an_option_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="got"):
        ChanceOptions(**wrong)


def test_the_signature_names_null_shuffles_and_seed() -> None:
    signature = ChanceOptions(null="places", shuffles=50, seed=7).signature
    assert "places" in signature
    assert "50 shuffles" in signature
    assert "seed=7" in signature


@pytest.mark.parametrize(("key", "null"), [*(("s", null) for null in NULLS), ("b", "ring")])
def test_p_values_are_honest_where_there_is_nothing_but_chance(key: str, null: Null) -> None:
    """A small version of `benchmarks.chance_level`: within 3 standard errors of 120 corpora."""
    plain_p, randomised = null_p_values(
        120, null, AgreementOptions(similarity=key), items=2, shuffles=99
    )
    for level in (0.01, 0.05, 0.1):
        error = (level * (1 - level) / 120) ** 0.5
        assert (plain_p <= level).mean() <= level + 3 * error
    assert uniform_p(randomised) > 0.001


@pytest.mark.parametrize("rate", RATES)
def test_random_coders_reach_nothing_whatever_their_rate(rate: float) -> None:
    found = reached(rate)
    assert abs(known(found.corrected)) < 0.02
    assert abs(known(found.alpha)) < 0.02
    assert found.beyond <= 0.05
    # What pi* over S is for such coders when boundaries are few, whose S is near 1 - 2p(1 - p).
    expected = 1 - 2 * rate * (1 - rate)
    assert known(found.pi_star_s) > (expected - rate**2) / (1 - rate**2) - 0.02


@pytest.mark.parametrize("habit", sorted(HABITS))
def test_habits_of_ones_own_are_rarely_taken_for_agreement(habit: str) -> None:
    """A small version of `benchmarks.chance_level`: within 3 standard errors of 200 items."""
    for null in ("ring", "sizes"):
        share = rejections(HABITS[habit], null, items=200, coders=4)
        assert share <= 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


# Two-sided points of the limit distribution of Kolmogorov and Smirnov, as printed in tables.
@pytest.mark.parametrize(("point", "share"), [(1.224, 0.10), (1.358, 0.05), (1.628, 0.01)])
def test_the_test_of_uniformity_has_the_printed_points(point: float, share: float) -> None:
    size = 10_000
    distance = point / (size**0.5 + 0.12 + 0.11 / size**0.5)
    values = np.clip((np.arange(size) + 1) / size - distance, 0, 1)
    assert uniform_p(values) == pytest.approx(share, abs=1e-3)
