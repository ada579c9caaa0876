"""Influence, against agreement of corpora without the coder or the item."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.reliability import GOOD, planted_items, population
from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.influence import NO_CHANGE, influence
from segmetrics.reliability.jackknife import NO_REST, NO_VALUE, ONE_ITEM, TWO_CODERS, Interval
from segmetrics.segmentation import Segmentation
from tests.support.recoded import without_coder

S = AgreementOptions()


def r_of(corpus: Corpus, options: AgreementOptions = S) -> float:
    """R of a corpus whose coders have so few arrangements that chance is exact."""
    row = chance(corpus, options).groups[0]
    assert row.error == 0
    assert row.corrected is not None
    return row.corrected


def small(items: int, coders: int, seed: int) -> Corpus:
    """Items of 8 to 10 units, in which each coder has three segments."""
    random = np.random.default_rng(seed)
    drawn = []
    for number in range(items):
        mass = int(random.integers(8, 11))
        codings = {}
        for coder in range(coders):
            places = sorted(random.choice(np.arange(1, mass), 2, replace=False).tolist())
            codings[f"c{coder}"] = Segmentation(mass, tuple(places))
        drawn.append(Item(f"i{number}", codings))
    return Corpus(tuple(drawn))


@pytest.mark.parametrize("options", [S, AgreementOptions(similarity="a")])
def test_changes_are_those_of_corpora_without_a_coder(options: AgreementOptions) -> None:
    corpus = small(5, 3, seed=3)
    rest = [without_item(corpus, place) for place in range(5)]
    for row in influence(corpus, options).coders:
        value = r_of(without_coder(corpus, row.coder), options)
        change = value - r_of(corpus, options)
        assert row.value == pytest.approx(value)
        assert row.change == pytest.approx(change)
        changes = [
            r_of(without_coder(one, row.coder), options) - r_of(one, options) for one in rest
        ]
        # The jackknife's standard error by pseudovalues; 2.776445 is Student's t of a table.
        pseudovalues = 5 * change - 4 * np.array(changes)
        reach = 2.776445 * pseudovalues.std(ddof=1) / 5**0.5
        assert row.interval[:2] == pytest.approx((change - reach, change + reach), abs=1e-6)


def test_values_without_an_item_are_those_of_the_other_items() -> None:
    corpus = small(6, 3, seed=4)
    table = agreement(corpus, S)
    for place, row in enumerate(influence(corpus, S).items):
        others = Corpus(corpus.items[:place] + corpus.items[place + 1 :])
        assert row.value == pytest.approx(r_of(others))
        assert row.change == pytest.approx(r_of(others) - r_of(corpus))
        assert row.own == pytest.approx(chance(corpus).items[place].corrected)
        assert row.misses == table.items[place].near_misses + table.items[place].full_misses


def without_item(corpus: Corpus, place: int) -> Corpus:
    return Corpus(corpus.items[:place] + corpus.items[place + 1 :])


@pytest.mark.parametrize("options", [S, AgreementOptions(similarity="a")])
def test_changes_without_an_item_have_jackknife_intervals_over_coders(
    options: AgreementOptions,
) -> None:
    corpus = small(5, 4, seed=6)
    (group,) = corpus.groups
    for place, row in enumerate(influence(corpus, options).items):
        changes = []
        for coder in group.coders:
            rest = without_coder(corpus, coder)
            changes.append(r_of(without_item(rest, place), options) - r_of(rest, options))
        # The jackknife's standard error by pseudovalues; 3.182446 is Student's t of a table.
        pseudovalues = 4 * (row.change or 0) - 3 * np.array(changes)
        reach = 3.182446 * pseudovalues.std(ddof=1) / 2
        assert reach > 0
        assert row.interval[:2] == pytest.approx(
            ((row.change or 0) - reach, (row.change or 0) + reach), abs=1e-6
        )


def test_changes_without_an_item_have_no_interval_for_a_reason() -> None:
    def reasons(corpus: Corpus) -> set[Interval]:
        return {row.interval for row in influence(corpus, S).items}

    assert reasons(Corpus(population(3, [GOOD] * 2))) == {Interval(None, None, TWO_CODERS)}
    assert reasons(Corpus(population(1, [GOOD] * 3))) == {Interval(None, None, NO_CHANGE)}
    # Without z nobody is compared on b, and without x nobody on a once b is left out.
    gaps = {"a": {"x": [2, 3], "y": [2, 3]}, "b": {"y": [3, 2], "z": [2, 3]}}
    assert reasons(Corpus.from_masses(gaps)) == {Interval(None, None, NO_REST.format("coders"))}


@pytest.mark.parametrize("convention", ["defined", "published"])
def test_expected_misses_follow_the_boundaries(convention: Any) -> None:
    corpus = Corpus.from_masses(
        {
            "a": {"x": [5, 5], "y": [5, 5], "z": [5, 5]},  # 6 boundaries in pairs, no miss
            "b": {"x": [5, 5], "y": [2, 3, 5], "z": [10]},  # 6, of which 1 + 1 + 2 are missed
        }
    )
    rows = influence(corpus, AgreementOptions(convention=convention)).items
    assert [row.misses for row in rows] == [0, 4]
    assert [row.misses_expected for row in rows] == pytest.approx([2, 2])


def test_changes_without_a_coder_have_no_interval_for_a_reason() -> None:
    def reasons(corpus: Corpus) -> set[Interval]:
        return {row.interval for row in influence(corpus, S).coders}

    assert reasons(Corpus(population(3, [GOOD] * 2))) == {Interval(None, None, TWO_CODERS)}
    assert reasons(Corpus(population(1, [GOOD] * 3))) == {Interval(None, None, ONE_ITEM)}
    tiny = Corpus.from_masses({"a": {"x": [1], "y": [1], "z": [1]}})
    assert reasons(tiny) == {Interval(None, None, NO_VALUE)}
    # Without x nobody is compared on a, and so on nothing once b is left out.
    gaps = {"a": {"x": [2, 3], "y": [2, 3]}, "b": {"x": [3, 2], "y": [1, 4], "z": [2, 3]}}
    rows = influence(Corpus.from_masses(gaps), S).coders
    assert rows[0].interval == Interval(None, None, NO_REST.format("items"))


def test_where_all_agree_no_item_is_outlying() -> None:
    same = {coder: [2, 3] for coder in "wxyz"}
    found = influence(Corpus.from_masses({f"i{n}": same for n in range(8)}), S)
    assert not any(row.outlying for row in found.items)
    assert {row.interval[:2] for row in found.coders} == {(0.0, 0.0)}


def test_one_item_with_misses_among_perfect_ones_is_outlying() -> None:
    same = {"x": [2, 4, 3], "y": [2, 4, 3], "z": [2, 4, 3]}
    bad = {"x": [3, 3, 3], "y": [1, 1, 7], "z": [5, 2, 2]}
    corpus = Corpus.from_masses({"bad": bad} | {f"i{n}": same for n in range(6)})
    assert [row.item for row in influence(corpus, S).items if row.outlying] == ["bad"]


def test_bad_items_do_not_hide_each_other() -> None:
    same = {"x": [3, 5, 4], "y": [3, 5, 4], "z": [3, 5, 4]}
    bad = {"x": [4, 4, 4], "y": [1, 1, 10], "z": [9, 1, 2]}
    masses = {f"bad{n}": bad for n in range(3)} | {f"i{n}": same for n in range(12)}
    found = influence(Corpus.from_masses(masses), S).items
    assert {row.item for row in found if row.outlying} == {"bad0", "bad1", "bad2"}


@pytest.mark.parametrize(("moved", "outlying"), [(11, []), (12, ["bad"])])
def test_one_of_four_items_has_to_be_far_out_as_three_tell_little(
    moved: int, outlying: list[str]
) -> None:
    """Beyond 8.86, that of t with two degrees of freedom at 1 - 0.05 / 8; it is 8.66, then 9.53."""
    places = range(5, 85, 5)
    items = [
        Item(
            name,
            {
                "x": Segmentation(90, tuple(places)),
                "y": Segmentation(90, tuple(at + 2 * (n < far) for n, at in enumerate(places))),
            },
        )
        for name, far in (("a", 0), ("b", 1), ("c", 2), ("bad", moved))
    ]
    found = influence(Corpus(tuple(items)), S).items
    assert [row.item for row in found if row.outlying] == outlying


def test_gaps_and_groups() -> None:
    corpus = sample("moonstone")
    found = influence(corpus, S)
    assert [row.coder for row in found.coders] == [c for g in corpus.groups for c in g.coders]
    assert [row.item for row in found.items] == [item.name for item in corpus.items]


# Small versions of `benchmarks.reliability`.
def test_planted_bad_items_are_found_and_good_ones_are_not_blamed() -> None:
    for bad in (1, 2):
        found = planted_items(6, 20, 40, bad=bad)
        assert found.power >= 0.5
        assert found.false_alarms <= 0.2
    assert planted_items(6, 20, 40).false_alarms <= 0.2
