"""A against a version that follows its words, and its variants.

Its authors' figures are in `tests.reproduction`.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.alignment import A, Edge, alignment_similarity
from segmetrics.metrics.blocks import blocks
from tests.support.metric_checks import assert_batch_as_pairs
from tests.support.random_codings import every, random_corpus, random_pair

WEIGHTS = A.options["weight"].choices
CLOSENESS = A.options["closeness"].choices
ALIGNMENTS = A.options["alignment"].choices
SCORINGS = A.options["scoring"].choices
THRESHOLDS: tuple[dict[str, Any], ...] = (
    {},
    {"threshold": 0.5},
    {"threshold": 0.25, "threshold_kind": "soft"},
)


def masses(*sizes: int) -> Segmentation:
    return Segmentation.from_masses(sizes)


# Word for word, with sets of units and exact fractions.

Segment = frozenset[int]


def segments_of(segmentation: Segmentation) -> list[Segment]:
    ends = (0, *segmentation.boundaries, segmentation.mass)
    return [frozenset(range(left, right)) for left, right in pairwise(ends)]


def jaccard(x: Segment, y: Segment) -> Fraction:
    return Fraction(len(x & y), len(x | y))


def likeness(name: str, x: Segment, y: Segment, mass: int) -> Fraction:
    if name == "jaccard":
        return jaccard(x, y)
    if name == "dice":
        return Fraction(2 * len(x & y), len(x) + len(y))
    if name == "overlap":
        return Fraction(len(x & y), min(len(x), len(y)))
    return Fraction(sum((unit in x) == (unit in y) for unit in range(mass)), mass)


def closeness_of(name: str, x: Segment, y: Segment, mass: int) -> Fraction:
    return Fraction(len(x & y), len(x)) if name == "overlap" else likeness(name, x, y, mass)


def joined(
    a: list[Segment], b: list[Segment], mass: int, closeness: str, alignment: str
) -> list[tuple[int, int]]:
    overlaps = [(i, j) for i, x in enumerate(a) for j, y in enumerate(b) if x & y]
    if alignment == "likelihood":
        # max keeps the first of equals, which is the left-most.
        edges = set()
        for i, x in enumerate(a):
            found = [j for k, j in overlaps if k == i]
            edges.add(
                (
                    i,
                    max(
                        found,
                        key=lambda j: (closeness_of(closeness, x, b[j], mass), jaccard(x, b[j])),
                    ),
                )
            )
        for j, y in enumerate(b):
            found = [i for i, k in overlaps if k == j]
            edges.add(
                (
                    max(
                        found,
                        key=lambda i: (closeness_of(closeness, y, a[i], mass), jaccard(y, a[i])),
                    ),
                    j,
                )
            )
        return sorted(edges)
    if alignment == "greedy":
        directed = [
            (
                -max(
                    closeness_of(closeness, a[i], b[j], mass),
                    closeness_of(closeness, b[j], a[i], mass),
                ),
                -jaccard(a[i], b[j]),
                (i, j),
            )
            for i, j in overlaps
        ]
        taken: list[tuple[int, int]] = []
        for _, _, (i, j) in sorted(directed):
            if i not in {k for k, _ in taken} or j not in {k for _, k in taken}:
                taken.append((i, j))
        return sorted(taken)
    # Kruskal: the heaviest first, unless it closes a cycle.
    tree = {("a", i): {("a", i)} for i in range(len(a))} | {
        ("b", j): {("b", j)} for j in range(len(b))
    }
    kept = []
    for i, j in sorted(overlaps, key=lambda e: -closeness_of(closeness, a[e[0]], b[e[1]], mass)):
        one, other = tree["a", i], tree["b", j]
        if one is not other:
            kept.append((i, j))
            one |= other
            for node in other:
                tree[node] = one
    return sorted(kept)


def by_the_words(
    a: Segmentation,
    b: Segmentation,
    *,
    weight: str = "jaccard",
    closeness: str = "overlap",
    alignment: str = "likelihood",
    scoring: str = "mean",
    threshold: float | None = None,
    threshold_kind: str = "hard",
) -> tuple[Fraction, list[tuple[int, int]], list[Fraction]]:
    xs, ys, mass = segments_of(a), segments_of(b), a.mass
    edges = joined(xs, ys, mass, closeness, alignment)
    weights = [likeness(weight, xs[i], ys[j], mass) for i, j in edges]
    if threshold is not None:
        t = Fraction(threshold)
        soft = threshold_kind == "soft"
        weights = [0 * w if w < t else (w - t) / (1 - t) if soft else w for w in weights]
    if scoring == "mean":
        return sum(weights, Fraction(0)) / len(weights), edges, weights
    worth = []
    for side, count in ((0, len(xs)), (1, len(ys))):
        for segment in range(count):
            own = [w for edge, w in zip(edges, weights, strict=True) if edge[side] == segment]
            mean = sum(own, Fraction(0)) / len(own)
            worth.append(max(own) if scoring == "best_edge" else mean / len(own))
    return sum(worth, Fraction(0)) / len(worth), edges, weights


def assert_as_the_words(a: Segmentation, b: Segmentation, **options: Any) -> None:
    value, edges, weights = by_the_words(a, b, **options)
    found = alignment_similarity(a, b, **options)
    assert found.value == pytest.approx(float(value), rel=1e-13, abs=1e-15)
    assert list(found.ends) == edges
    assert found.weights == pytest.approx([float(w) for w in weights], rel=1e-13, abs=1e-15)


# Properties.


@pytest.mark.parametrize("mass", range(1, 8))
def test_every_pair_up_to_seven_units(mass: int) -> None:
    all_of_them = every(mass)
    corpus = Corpus((Item("i", {f"c{i}": s for i, s in enumerate(all_of_them)}),))
    (block,) = blocks(corpus)
    at_once = A.values(block, corpus.items)[:, 0].tolist()
    for value, (a, b) in zip(at_once, combinations(all_of_them, 2), strict=True):
        found = alignment_similarity(a, b)
        assert value == found.value == alignment_similarity(b, a).value
        assert_as_the_words(a, b)
        assert 1 / mass - 1e-15 <= value < 1
        for of, count in ((0, a.segments), (1, b.segments)):
            assert {edge[of] for edge in found.ends} == set(range(count))
    for a in all_of_them:
        identity = alignment_similarity(a, a)
        assert identity.value == 1.0
        assert identity.ends == tuple((i, i) for i in range(a.segments))


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("closeness", CLOSENESS)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_variant_of_random_pairs(alignment: str, closeness: str, scoring: str) -> None:
    seed = f"{alignment} {closeness} {scoring}"
    rng = random.Random(seed)
    corpus = random_corpus(len(seed), items=4, coders=4)
    for weight, threshold in product(WEIGHTS, THRESHOLDS):
        options = {
            "weight": weight,
            "closeness": closeness,
            "alignment": alignment,
            "scoring": scoring,
            **threshold,
        }
        assert assert_batch_as_pairs(A, corpus, **options) == 24
        for most in (1, 2, *[40] * 6):
            a, b = random_pair(rng, most)
            assert_as_the_words(a, b, **options)
            one, other = (alignment_similarity(*pair, **options) for pair in ((a, b), (b, a)))
            assert one.value == other.value
            assert 0 <= one.value <= 1
            assert alignment_similarity(a, a, **options).value == 1.0


def test_edges_and_what_is_read_off_them() -> None:
    found = alignment_similarity(masses(1, 8, 1), masses(9, 1), weight="overlap")
    assert found.edges == (
        Edge(0, 0, (1, 1), (1, 9), 1.0),
        Edge(1, 0, (2, 9), (1, 9), 1.0),
        Edge(2, 1, (10, 10), (10, 10), 1.0),
    )
    assert (found.over_segmented, found.under_segmented) == ((0,), ())
    turned = alignment_similarity(masses(9, 1), masses(1, 8, 1))
    assert (turned.over_segmented, turned.under_segmented) == ((), (0,))
    assert found.undefined is None


def test_thresholds() -> None:
    a, b = masses(8, 8), masses(10, 6)  # weights 8/10 and 6/8
    assert alignment_similarity(a, b, threshold=0.75).value == pytest.approx(0.775)
    assert alignment_similarity(a, b, threshold=0.76).value == pytest.approx(0.4)
    soft = alignment_similarity(a, b, threshold=0.75, threshold_kind="soft")
    assert list(soft.weights) == pytest.approx([0.2, 0.0])
    assert soft.weights[1] == 0.0
    assert alignment_similarity(a, a, threshold=1.0).value == 1.0
    assert alignment_similarity(a, b, threshold=1.0).value == 0.0


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_hundred_thousand_units(alignment: Any, scoring: Any) -> None:
    n = 100_000
    ones, twos = Segmentation(n, tuple(range(1, n))), Segmentation(n, tuple(range(2, n, 2)))
    found = alignment_similarity(ones, twos, alignment=alignment, scoring=scoring)
    # Each of fifty thousand segments of two units has two edges of weight 1/2.
    assert Counter(found.weights) == {0.5: n}
    expected = {"mean": 1 / 2, "best_edge": 1 / 2, "penalised": (n / 2 + n / 2 / 4) / (3 * n / 2)}
    assert found.value == pytest.approx(expected[scoring], rel=1e-12)
    assert len(found.over_segmented) == n // 2
    assert not found.under_segmented
    nothing = alignment_similarity(Segmentation(n, ()), Segmentation(n, (n // 4,)))
    assert nothing.value == pytest.approx((1 / 4 + 3 / 4) / 2)


def test_sizes_at_which_keys_are_large() -> None:
    n = 10_000_000
    a, b = Segmentation(n, (n // 2,)), Segmentation(n, (n // 2 - 1, n // 2 + 1))
    # The middle segment of two units lies half in each: equal overlap and Jaccard, so left.
    found = alignment_similarity(a, b)
    assert found.ends == ((0, 0), (0, 1), (1, 2))
    long = n // 2
    exact = (2 * Fraction(long - 1, long) + Fraction(1, long + 1)) / 3
    assert found.value == pytest.approx(float(exact), rel=1e-15)
    assert alignment_similarity(a, b, closeness="rand").ends == found.ends
    # One unit more outweighs a segment that is nearly as large as the text.
    few = alignment_similarity(masses(21, n - 21), masses(10, n - 10))
    assert few.ends == ((0, 0), (0, 1), (1, 1))


def test_ties_of_closeness_go_to_the_larger_jaccard() -> None:
    # By overlap: units 2 to 5 share two with either side; 2/5 is more than 2/9.
    found = alignment_similarity(masses(1, 4, 5), masses(3, 7))
    assert found.ends == ((0, 0), (1, 0), (2, 1))
    mirror = alignment_similarity(masses(5, 4, 1), masses(7, 3))
    assert mirror.ends == ((0, 0), (1, 1), (2, 1))
    # By Rand: units 2 to 4 differ from either segment in three units; 2/5 is more than 1/4.
    found = alignment_similarity(masses(1, 3, 2), masses(2, 4), closeness="rand")
    assert found.ends == ((0, 0), (1, 1), (2, 1))


# What is refused.


@pytest.mark.parametrize("name", ["weight", "closeness", "alignment", "scoring", "threshold_kind"])
def test_an_unknown_choice_is_refused(name: str) -> None:
    a = masses(1, 2)
    choices = ", ".join(A.options[name].choices)
    with pytest.raises(ValueError, match=rf"^{name} is one of {choices}, got 'other'$"):
        A(a, a, **{name: "other"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 1.1}, r"a hard threshold lies in \[0, 1\], got 1.1"),
        ({"threshold": -0.1}, r"a hard threshold lies in \[0, 1\], got -0.1"),
        ({"threshold": float("nan")}, r"a hard threshold lies in \[0, 1\], got nan"),
        (
            {"threshold": 1.0, "threshold_kind": "soft"},
            r"a soft threshold lies in \[0, 1\), got 1.0",
        ),
        ({"threshold_kind": "soft"}, "threshold_kind is soft, but there is no threshold"),
    ],
)
def test_a_threshold_out_of_range_is_refused(options: dict[str, Any], message: str) -> None:
    a = masses(1, 2)
    with pytest.raises(ValueError, match=f"^{message}$"):
        A(a, a, **options)
    corpus = Corpus((Item("i", {"x": a, "y": a}),))
    (block,) = blocks(corpus)
    with pytest.raises(ValueError, match=f"^{message}$"):
        A.values(block, corpus.items, **options)
