"""Tests by shuffles: as many as it takes, and what few boundaries allow to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.reliability.chance import ChanceRow
from segmetrics.reliability.shuffle_tests import EXCEEDED, FIRST, FIRST_OF_MANY

BEYOND = ("beyond_chance", "well_beyond_chance")


def random_items(number: int, coders: int, seed: int) -> dict[str, Mapping[str, Sequence[int]]]:
    """Items whose coders place boundaries anywhere, each for themselves."""
    random = np.random.default_rng(seed)
    found: dict[str, Mapping[str, Sequence[int]]] = {}
    for name in range(number):
        mass = int(random.integers(20, 60))
        places = random.random((coders, mass - 1)) < 0.12
        found[f"random {name}"] = {
            f"c{coder}": np.diff([0, *(np.flatnonzero(row) + 1), mass]).tolist()
            for coder, row in enumerate(places)
        }
    return found


@pytest.mark.parametrize("number", [100, 400])
def test_perfect_agreement_on_one_of_many_items_is_found(number: int) -> None:
    items = random_items(number, 4, seed=1)
    items["clear"] = {f"c{coder}": [5, 1, 9, 14, 3] for coder in range(4)}
    rows = sm.reliability_of(sm.Corpus.from_masses(items)).items
    assert rows[-1].verdict == "well_beyond_chance"
    # Of those that are called so, hardly any is random.
    assert sum(row.verdict in BEYOND for row in rows[:-1]) <= 1


@pytest.mark.parametrize("coders", [3, 4, 6])
@pytest.mark.parametrize("place", [1, 37, 50, 99])
def test_the_same_single_boundary_is_seen_wherever_it_lies(coders: int, place: int) -> None:
    items = random_items(30, coders, seed=2)
    items["one"] = {f"c{coder}": [place, 100 - place] for coder in range(coders)}
    row = sm.reliability_of(sm.Corpus.from_masses(items)).items[-1]
    assert (row.corrected, row.verdict) == (1, "well_beyond_chance")


def test_the_same_equal_segments_are_seen() -> None:
    row = sm.reliability_of(
        sm.Corpus.from_masses({"it": {f"c{coder}": [5, 5, 5, 5] for coder in range(4)}})
    ).items[0]
    assert (row.corrected, row.verdict) == (1, "well_beyond_chance")


def test_an_item_is_shuffled_as_often_as_it_needs() -> None:
    items = random_items(60, 3, seed=3)
    items["clear"] = {f"c{coder}": [5, 1, 9, 14, 3] for coder in range(3)}
    rows = sm.chance(sm.Corpus.from_masses(items)).items
    for row in rows[:-1]:
        assert row.p is not None
        assert row.shuffles is not None
        as_high = row.p * (1 + row.shuffles) - 1
        # Who goes on after so many shuffles had fewer that agree as much.
        assert row.shuffles == FIRST or as_high <= row.shuffles / FIRST * EXCEEDED * 2
    # One of 61 needs a p of .05/61, which 1,000 shuffles cannot show.
    assert (rows[-1].p or 1) <= 0.05 / 61
    assert all(row.shuffles == 20 for row in few_shuffles(items))


def few_shuffles(items: Mapping[str, Mapping[str, Sequence[int]]]) -> Sequence[ChanceRow]:
    return sm.chance(sm.Corpus.from_masses(items), shuffling=sm.ChanceOptions(shuffles=20)).items


def test_very_many_pairs_get_fewer_shuffles_at_first() -> None:
    items = {f"it {n}": {f"c{c}": [5, 1, 9, 14, 3] for c in range(30)} for n in range(30)}
    assert sm.chance(sm.Corpus.from_masses(items)).items[0].shuffles == FIRST_OF_MANY


def test_coders_who_count_from_where_the_text_begins_do_not_agree() -> None:
    """On a ring alone, many of these items would be said to agree."""
    random = np.random.default_rng(4)
    items = {}
    for name in range(150):
        ends = np.cumsum(np.maximum(1, np.rint(random.normal(7, 1.5, (6, 30)))), axis=1)
        items[f"it {name}"] = {
            f"c{coder}": np.diff([0, *row[row < 80], 80]).astype(int).tolist()
            for coder, row in enumerate(ends)
        }
    corpus = sm.Corpus.from_masses(items)
    p = [row.p or 1.0 for row in sm.chance(corpus).items]
    assert np.mean(np.array(p) <= 0.05) <= 0.05 + 3 * (0.05 * 0.95 / 150) ** 0.5
    # The sum over items shows what they share at the start no more than sizes do.
    sizes = sm.chance(corpus, shuffling=sm.ChanceOptions(null="sizes", shuffles=200))
    assert (sm.chance(corpus).corpus.p or 0) >= 0.5 * (sizes.corpus.p or 0)
