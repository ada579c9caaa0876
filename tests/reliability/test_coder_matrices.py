"""Coders beside each other, against pair scores, hand counts and other software."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import sample
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.registry import METRICS
from segmetrics.reliability.coders import (
    ALL_OR_NOTHING,
    KAPPA,
    NO_ITEM,
    NO_MARK,
    NO_PLACE,
    NOBODY_MARKED,
    coder_matrix,
    coders_on_item,
    pair_items,
)
from segmetrics.reliability.coverage import coverage
from segmetrics.segmentation import Segmentation
from tests.support.drawn_corpora import corpora

# Two pairs of like coders, a coder apart, and gaps: no item has both p and z.
GAPS = {
    "a": {"p": [3, 3, 6], "x": [6, 6], "q": [3, 3, 6], "y": [6, 6]},
    "b": {"q": [2, 2, 4], "x": [4, 4], "y": [4, 4], "z": [1] * 8},
}


@given(corpora(), st.sampled_from(sorted(set(METRICS) - {"hierpk", "hierwd"})))
def test_cells_are_means_of_pair_scores(corpus: Corpus, metric: str) -> None:
    matrix = coder_matrix(corpus, metric)
    scores: dict[tuple[str, str], list[float]] = {}
    together = {pair for item in corpus.items for pair in permutations(item.coders, 2)}
    for score in pairwise(corpus, metric):
        pairs = [(score.coder_a, score.coder_b)]
        if METRICS[metric].symmetric:
            pairs.append((score.coder_b, score.coder_a))
        for pair in pairs:
            if score.value is not None:
                scores.setdefault(pair, []).append(score.value)
    for (row, a), (column, b) in product(enumerate(corpus.coders), repeat=2):
        values = scores.get((a, b), [])
        assert matrix.items[row, column] == len(values)
        if values:
            assert matrix.values[row, column] == pytest.approx(mean(values))
            assert (a, b) not in matrix.undefined
            continue
        assert np.isnan(matrix.values[row, column])
        if a != b:
            why = matrix.undefined[a, b]
            assert why
            assert (why == NO_ITEM) == ((a, b) not in together)
    assert sorted(matrix.order) == list(range(len(corpus.coders)))


def test_a_directed_metric_has_the_hypothesis_in_the_row() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 2, 2], "y": [2, 4]}})
    # x has one boundary of two right, and y its only one.
    values = coder_matrix(corpus, "precision").values
    assert values[0, 1] == 0.5
    assert values[1, 0] == 1.0
    assert np.isnan(values.diagonal()).all()


def test_options_go_to_the_metric_and_unknown_ones_are_refused() -> None:
    corpus = Corpus.from_masses({"a": {"x": [3, 7], "y": [5, 5]}})
    assert coder_matrix(corpus, "b", n=2).values[0, 1] == 0
    assert coder_matrix(corpus, "b", n=4).values[0, 1] == 0.5
    with pytest.raises(TypeError):
        coder_matrix(corpus, "b", windows=3)
    with pytest.raises(ValueError, match="a metric is one of"):
        coder_matrix(corpus, "bb")


def test_alike_coders_stand_side_by_side() -> None:
    matrix = coder_matrix(Corpus.from_masses(GAPS), "s")
    order = "".join(matrix.coders[place] for place in matrix.order)
    # x and y, p and q are alike; q is the one of them that z is nearest to.
    assert order in ("xypqz", "yxpqz", "zqpxy", "zqpyx")


def clusters(distances: np.ndarray) -> list[frozenset[int]]:
    """Average linkage, each step from all pairs of leaves."""
    parts = [frozenset([leaf]) for leaf in range(len(distances))]
    joined = []
    while len(parts) > 1:
        one, other = min(
            combinations(parts, 2),
            key=lambda pair: mean(distances[a, b] for a in pair[0] for b in pair[1]),
        )
        parts = [part for part in parts if part not in (one, other)]
        parts.append(one | other)
        joined.append(one | other)
    return joined


@pytest.mark.parametrize("seed", range(8))
def test_the_order_keeps_clusters_together(seed: int) -> None:
    rng = random.Random(seed)
    items = [
        Item(
            f"i{number}",
            {
                f"c{coder}": Segmentation(97, tuple(sorted(rng.sample(range(1, 97), coder + 8))))
                for coder in range(7)
            },
        )
        for number in range(3)
    ]
    matrix = coder_matrix(Corpus(tuple(items)), "wd")
    both = (matrix.values + matrix.values.T) / 2
    for cluster in clusters(both):
        places = sorted(matrix.order.index(leaf) for leaf in cluster)
        assert places == list(range(places[0], places[0] + len(places)))


def test_the_order_is_turned_so_that_the_nearest_touch() -> None:
    # Boundaries on a line: distances grow along it, and the order is that of the line.
    codings = {
        coder: Segmentation(40, tuple(range(1, count + 1)))
        for coder, count in {"d": 11, "a": 1, "c": 10, "b": 3}.items()
    }
    matrix = coder_matrix(Corpus((Item("i", codings),)), "s")
    order = [matrix.coders[place] for place in matrix.order]
    assert order in (list("abcd"), list("dcba"))


def test_pairs_that_agree_least_come_first_in_the_direction_of_the_metric() -> None:
    corpus = Corpus.from_masses(GAPS)
    for metric in ("s", "wd", "precision"):
        pairs = coder_matrix(corpus, metric).pairs
        # z placed a boundary everywhere; the other two of its pairs are alike.
        assert {pair.coders for pair in pairs[:2]} <= {("x", "z"), ("y", "z"), ("q", "z")}
        worse = [pair.value for pair in pairs]
        assert worse == sorted(worse, reverse=metric == "wd")
    assert pairs[0].items == 1
    assert all(pair.coders != ("p", "z") for pair in pairs)


def test_items_and_places_of_a_pair() -> None:
    corpus = Corpus.from_masses(
        {
            "same": {"x": [4, 4], "y": [4, 4]},
            "near": {"x": [4, 4], "y": [5, 3]},
            "one": {"x": [1], "y": [1]},
            "far": {"x": [2, 6], "y": [6, 2]},
            "alone": {"x": [8]},
        }
    )
    found = pair_items(corpus, "x", "y", "b")
    assert [(row.item, row.value) for row in found] == [
        ("far", 0.0),
        ("near", 0.5),
        ("same", 1.0),
        ("one", None),
    ]
    assert found[-1].undefined
    assert [(row.edits, row.places.tolist()) for row in found] == [
        (2, [2, 6]),
        (1, [4, 5]),
        (0, []),
        (0, []),
    ]
    wide = {row.item: row for row in pair_items(corpus, "x", "y", "wd", model=EditModel(n=5))}
    assert (wide["far"].edits, wide["far"].places.tolist()) == (1, [2, 6])


def test_items_of_a_pair_are_ranked_by_kappa_where_the_matrix_shows_kappa() -> None:
    """By hand, of places a, b, c, d: both mark, one, the other, nobody; κ = 2(ad − bc) / …

    In `some` they are 1, 1, 1, 4: agreement 5/7, chance (2 · 2 + 5 · 5) / 49, so κ = 6/20. In
    `none` they are 0, 1, 1, 5: agreement 5/7, chance (1 + 36) / 49, so κ = −2/12.
    """
    corpus = Corpus.from_masses(
        {
            "same": {"x": [4, 4], "y": [4, 4]},
            "some": {"x": [2, 2, 4], "y": [2, 4, 2]},
            "none": {"x": [3, 5], "y": [5, 3]},
            "blank": {"x": [8], "y": [8]},
            "one": {"x": [1], "y": [1]},
            "alone": {"x": [8]},
        }
    )
    found = pair_items(corpus, "x", "y", KAPPA)
    assert [row.item for row in found] == ["none", "some", "same", "blank", "one"]
    assert [row.value for row in found[:3]] == pytest.approx([-2 / 12, 6 / 20, 1.0])
    assert [row.value for row in found[3:]] == [None, None]
    assert [row.undefined for row in found[3:]] == [NO_MARK, NO_PLACE]


def test_coverage_of_the_moonstone() -> None:
    corpus = sample("moonstone")
    found = coverage(corpus)
    coded = found.coded
    assert coded.sum(axis=0).tolist() == [len(corpus[name].coders) for name in found.items]
    assert coded.sum(axis=1).tolist() == [4] * 10  # four chapters each
    assert found.counts["coded"] == 40
    assert found.counts["missing"] == 40
    an1, an5 = found.coders.index("an1"), found.coders.index("an5")
    assert found.shared[an1, an5] == 0
    assert found.shared[an1, an1] == 4


def test_levels_and_a_single_coder_have_a_matrix_too() -> None:
    corpus = sample("outline")
    assert not np.isnan(coder_matrix(corpus, "hierwd").values[0, 1])
    alone = coder_matrix(Corpus.from_masses({"a": {"x": [2, 2]}}), "s")
    assert alone.order == (0,)
    assert alone.pairs == ()


def test_a_coder_on_an_item_is_set_beside_the_others_there() -> None:
    """Counted place by place, pair by pair; who coded alone or marked nothing has no kappa."""
    drawn = random.Random(5)
    for mass in (1, 2, 9, 20):
        marked = {who: {p for p in range(1, mass) if drawn.random() < 0.3} for who in "abcd"}
        masses = {who: np.diff([0, *sorted(of), mass]).tolist() for who, of in marked.items()}
        found = coders_on_item(Corpus.from_masses({"i": masses}).items[0]).coders
        for who, own in marked.items():
            others = [of for other, of in marked.items() if other != who]
            differ = sum(len(own ^ of) for of in others)
            places, n = mass - 1, len(own)
            unlike = sum(n * (places - len(of)) + len(of) * (places - n) for of in others)
            by_chance = Fraction(unlike, max(places, 1))
            none = not by_chance or n in (0, places)
            kappa = None if none else pytest.approx(float(1 - differ / by_chance))
            alone = len(own.difference(*others))
            assert found[who][:3] == (len(own), alone, kappa)
            assert bool(found[who].undefined) == none
    (alone_there,) = Corpus.from_masses({"i": {"a": [2, 3]}}).items
    assert coders_on_item(alone_there).coders["a"][:3] == (1, 1, None)


@pytest.mark.parametrize(
    ("masses", "why"),
    [
        ({"a": [5], "b": [5]}, NOBODY_MARKED),
        ({"a": [5], "b": [5], "c": [2, 3]}, ALL_OR_NOTHING.format("nothing")),
        ({"a": [1] * 5, "b": [1] * 5, "c": [2, 3]}, ALL_OR_NOTHING.format("every place")),
        ({"a": [1], "b": [1]}, NO_PLACE),
    ],
)
def test_who_marked_all_or_nothing_in_an_item_has_no_kappa_there(
    masses: dict[str, list[int]], why: str
) -> None:
    found = coders_on_item(Corpus.from_masses({"i": masses}).items[0]).coders
    assert {found[who].kappa for who in "ab"} == {None}
    assert {found[who].undefined for who in "ab"} == {why}
