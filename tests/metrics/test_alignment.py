"""A against its authors' figures, against a version that follows its words, and its variants."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, Item, Segmentation, boundary_edits
from segmetrics.metrics.alignment import METRICS, A, Edge, alignment_similarity
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.windows import window_diff
from tests.support.project import SHARED, reference

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


def every(mass: int) -> list[Segmentation]:
    return [Segmentation.from_bits(bits) for bits in product((0, 1), repeat=mass - 1)]


def random_segmentation(rng: random.Random, mass: int) -> Segmentation:
    density = rng.choice((0.0, 0.05, 0.2, 0.5, 0.9, 1.0))
    return Segmentation(mass, tuple(p for p in range(1, mass) if rng.random() < density))


def mirrored(segmentation: Segmentation) -> Segmentation:
    return Segmentation.from_masses(segmentation.masses[::-1])


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


# Published figures.


def published() -> list[tuple[Segmentation, Segmentation, float, float, float]]:
    rows = reference("diaz2022_examples.json")["rows"]
    return [(masses(*r), masses(*h), float(a), b, wd) for _, r, h, a, b, wd in rows]


def similarity_b(a: Segmentation, b: Segmentation) -> Fraction:
    """Compute B at n = 2, where a transposition of neighbours costs 1/2."""
    edits = boundary_edits(a, b)
    counted = edits.full_misses + edits.near_misses + len(edits.matches)
    if not counted:
        return Fraction(1)
    return 1 - Fraction(2 * edits.full_misses + edits.near_misses, 2 * counted)


def test_the_twelve_rows_of_figures_10_to_16() -> None:
    rows = published()
    assert len(rows) == 12
    for r, h, a, b, wd in rows:
        assert alignment_similarity(h, r).value == pytest.approx(a, abs=0.005)
        assert float(similarity_b(h, r)) == pytest.approx(b, abs=0.005)
        penalty = window_diff(h, r, width="boundaries", k=2).value
        assert penalty is not None
        assert 1 - penalty == pytest.approx(wd, abs=0.005 + 1e-9)  # 0.875 and 0.625 are exact


def test_a_prefers_what_all_six_people_preferred_and_b_ties() -> None:
    texts = reference("diaz2022_examples.json")["human_judgement"]
    assert len(texts) == 3
    for text in texts.values():
        gold, h1, h2 = (masses(*text[name]) for name in ("gold", "h1", "h2"))
        value = {n: alignment_similarity(gold, h).value for n, h in (("h1", h1), ("h2", h2))}
        other = "h1" if text["closer"] == "h2" else "h2"
        assert value[text["closer"]] > value[other]
        assert similarity_b(gold, h1) == similarity_b(gold, h2)


def test_reversing_the_text_can_change_the_value() -> None:
    a, b = masses(1, 2, 3), masses(2, 2, 2)
    assert alignment_similarity(a, b).value == pytest.approx(float(Fraction(11, 24)), rel=1e-15)
    assert alignment_similarity(mirrored(a), mirrored(b)).value == 0.5
    assert not A.reversible


# The simulation of Diaz & Ouyang (2022): how many segmentations there are in which a score
# cannot tell a light from a grave misplacement of one boundary. A move is *soft* if both
# segments beside the boundary keep a Jaccard above 1/2, *hard* if both fall below.

Move = tuple[int, int]


def kept(gold: Segmentation, move: Move) -> list[Fraction]:
    ends = (0, *gold.boundaries, gold.mass)
    at, to = move
    place = ends.index(at)
    left, right = at - ends[place - 1], ends[place + 1] - at
    shift = to - at
    return [
        Fraction(min(size, new), max(size, new))
        for size, new in ((left, left + shift), (right, right - shift))
    ]


def is_soft(gold: Segmentation, move: Move) -> bool:
    return all(share > Fraction(1, 2) for share in kept(gold, move))


def is_hard(gold: Segmentation, move: Move) -> bool:
    return all(share < Fraction(1, 2) for share in kept(gold, move))


def moved(gold: Segmentation, move: Move) -> Segmentation:
    return Segmentation.from_positions(gold.mass, (set(gold.boundaries) - {move[0]}) | {move[1]})


def moves(gold: Segmentation, crossing: int) -> list[Move]:
    """List the moves of one boundary across that many of its neighbours."""
    return [
        (at, to)
        for at in gold.boundaries
        for to in range(1, gold.mass)
        if to not in gold.boundaries
        and sum(min(at, to) < other < max(at, to) for other in gold.boundaries) == crossing
    ]


def distance(move: Move) -> int:
    return abs(move[1] - move[0])


def same_cost(gold: Segmentation) -> Iterator[tuple[Move, Move]]:
    """A soft and a hard move over one distance."""
    for one, other in product(moves(gold, 0), repeat=2):
        if distance(one) == distance(other) and is_soft(gold, one) and is_hard(gold, other):
            yield one, other


def crossing(gold: Segmentation) -> Iterator[tuple[Move, Move]]:
    """A move across another boundary, and a soft one over the same distance."""
    for one, other in product(moves(gold, 0), moves(gold, 1)):
        if distance(one) == distance(other) and is_soft(gold, one):
            yield one, other


def vanishing(gold: Segmentation) -> Iterator[tuple[Move, Move]]:
    """A soft move, and a longer one of the same boundary."""
    for one, other in product(moves(gold, 0), repeat=2):
        if one[0] == other[0] and distance(one) < distance(other) and is_soft(gold, one):
            yield one, other


def padded(segmentation: Segmentation, width: int) -> Segmentation:
    shifted = [position + width for position in segmentation.boundaries]
    return Segmentation.from_positions(segmentation.mass + 2 * width, shifted)


@cache
def scores(gold: Segmentation, move: Move) -> tuple[int, Fraction, float]:
    """WindowDiff's errors in windows of k boundaries, padded; B; A."""
    h = moved(gold, move)
    k = max(1, round(gold.mass / gold.segments / 2))
    # A window of k + 1 units holds k potential boundaries.
    errors = window_diff(padded(h, k - 1), padded(gold, k - 1), width="units", k=k + 1).errors
    return int(errors), similarity_b(gold, h), alignment_similarity(gold, h).value


@pytest.mark.parametrize(
    ("name", "confusable"),
    [("constcost", same_cost), ("cross", crossing), ("vanish", vanishing)],
)
def test_the_simulation_counts_up_to_ten_units(name: str, confusable: Any) -> None:
    path = SHARED / f"diaz2022_{name}transp.csv"
    if not path.is_file():
        pytest.skip(f"the reference file {path.name} is not beside the project")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [{key: int(value) for key, value in row.items()} for row in csv.DictReader(lines)]
    expected = {
        (row["length"], row["nSegments"]): tuple(
            row[column] for column in ("instanceSpace", "wdCount", "bCount", "zCount")
        )
        for row in rows
        if row["length"] <= 10
    }
    found: dict[tuple[int, int], list[int]] = {key: [0, 0, 0, 0] for key in expected}
    compared = 0
    for length in range(5, 11):
        for gold in every(length):
            if (length, gold.segments) not in expected:
                continue
            counts = found[length, gold.segments]
            counts[0] += 1
            tied = [False, False, False]
            for one, other in confusable(gold):
                compared += 1
                x, y = scores(gold, one), scores(gold, other)
                ties = (x[0] == y[0], x[1] == y[1], abs(x[2] - y[2]) < 1e-12)
                tied = [before or now for before, now in zip(tied, ties, strict=True)]
            for column, tie in enumerate(tied, start=1):
                counts[column] += tie
    assert {key: tuple(counts) for key, counts in found.items()} == expected
    assert compared > 0 and any(wd for _, wd, _, _ in expected.values())


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
    rng = random.Random(f"{alignment} {closeness} {scoring}")
    for weight, threshold in product(WEIGHTS, THRESHOLDS):
        options = {
            "weight": weight,
            "closeness": closeness,
            "alignment": alignment,
            "scoring": scoring,
            **threshold,
        }
        sizes = (1, 2, *(rng.randint(3, 40) for _ in range(6)))
        pairs = [(random_segmentation(rng, n), random_segmentation(rng, n)) for n in sizes]
        for a, b in pairs:
            assert_as_the_words(a, b, **options)
            one, other = (alignment_similarity(*pair, **options) for pair in ((a, b), (b, a)))
            assert one.value == other.value
            assert 0 <= one.value <= 1
            assert alignment_similarity(a, a, **options).value == 1.0


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_block_gives_the_numbers_of_its_pairs(alignment: str, scoring: str) -> None:
    rng = random.Random(f"{alignment} {scoring}")
    sizes = (1, 2, 63, 64, 65, 127, 128, 129, 192, *(rng.randint(1, 200) for _ in range(15)))
    items = tuple(
        Item(f"i{n}", {f"c{c}": random_segmentation(rng, size) for c in range(4)})
        for n, size in enumerate(sizes)
    )
    corpus = Corpus(items)
    for weight, closeness, threshold in product(WEIGHTS, CLOSENESS, THRESHOLDS):
        options = {
            "weight": weight,
            "closeness": closeness,
            "alignment": alignment,
            "scoring": scoring,
            **threshold,
        }
        (block,) = blocks(corpus)
        values = A.values(block, items, **options).tolist()
        for row, (one, other) in zip(values, combinations(block.coders, 2), strict=True):
            for value, place in zip(row, block.items.tolist(), strict=True):
                codings = items[place].codings
                pair = alignment_similarity(codings[one], codings[other], **options)
                assert value == pair.value
                assert not isnan(value)


def test_one_coder_has_no_pair() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1, 2]}, "b": {"x": [4]}})
    (block,) = blocks(corpus)
    assert A.values(block, corpus.items).shape == (0, 2)


@given(
    st.integers(1, 120).flatmap(
        lambda m: st.tuples(*[st.lists(st.booleans(), min_size=m, max_size=m)] * 2)
    )
)
def test_longer_pairs(bits: tuple[list[bool], list[bool]]) -> None:
    a, b = (Segmentation.from_bits(side) for side in bits)
    assert_as_the_words(a, b)
    assert alignment_similarity(a, b).value == alignment_similarity(b, a).value


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


def test_an_edge_of_each_weight() -> None:
    # Segments of 6 and 4 units that share 3, in a text of 12.
    a, b = masses(6, 6), masses(3, 4, 5)
    found = {
        w: alignment_similarity(a, b, weight=w, alignment="spanning_tree")
        for w in ("jaccard", "dice", "overlap", "rand")
    }
    assert {ends for f in found.values() for ends in f.ends} == {(0, 0), (0, 1), (1, 1), (1, 2)}
    second = {name: f.weights[1] for name, f in found.items()}
    assert second == {"jaccard": 3 / 7, "dice": 6 / 10, "overlap": 3 / 4, "rand": 8 / 12}


def test_thresholds() -> None:
    a, b = masses(8, 8), masses(10, 6)  # weights 8/10 and 6/8
    assert alignment_similarity(a, b, threshold=0.75).value == pytest.approx(0.775)
    assert alignment_similarity(a, b, threshold=0.76).value == pytest.approx(0.4)
    soft = alignment_similarity(a, b, threshold=0.75, threshold_kind="soft")
    assert list(soft.weights) == pytest.approx([0.2, 0.0])
    assert soft.weights[1] == 0.0
    assert alignment_similarity(a, a, threshold=1.0).value == 1.0
    assert alignment_similarity(a, b, threshold=1.0).value == 0.0


def test_scorings() -> None:
    # One segment against 3 and 1: weights 3/4 and 1/4, both at one segment of a.
    a, b = masses(4), masses(3, 1)
    assert alignment_similarity(a, b).value == 0.5
    penalised = alignment_similarity(a, b, scoring="penalised").value
    assert penalised == pytest.approx((0.5 / 2 + 0.75 + 0.25) / 3)
    best = alignment_similarity(a, b, scoring="best_edge").value
    assert best == pytest.approx((0.75 + 0.75 + 0.25) / 3)


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_million_units(alignment: Any, scoring: Any) -> None:
    n = 1_000_000
    ones, twos = Segmentation(n, tuple(range(1, n))), Segmentation(n, tuple(range(2, n, 2)))
    found = alignment_similarity(ones, twos, alignment=alignment, scoring=scoring)
    # Each of half a million segments of two units has two edges of weight 1/2.
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


def test_the_catalogue_entry() -> None:
    assert METRICS == (A,)
    assert (A.key, A.family, A.symmetric, A.reversible, A.perfect) == (
        "a",
        "alignment",
        True,
        False,
        1.0,
    )
    assert A.parse({"threshold": "0.5", "weight": "dice"}) == {"threshold": 0.5, "weight": "dice"}


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


def test_two_segmentations_of_one_item_have_one_mass() -> None:
    with pytest.raises(ValueError, match=r"^two segmentations of one item: masses 5 and 6 differ$"):
        alignment_similarity(Segmentation(5, (1,)), Segmentation(6, (1,)))
