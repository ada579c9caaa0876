"""Precision, recall and F1 of boundaries, and GHD against NLTK and against all matchings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from segmetrics import Segmentation
from segmetrics.metrics.counts import f1, ghd, precision, recall
from tests.support.peers import nltk_scores, nltk_segmentation
from tests.support.random_codings import every, random_pair


def as_nltk(segmentation: Segmentation) -> str:
    return "".join(map(str, segmentation.bits))


def by_all_matchings(
    ours: Sequence[int], theirs: Sequence[int], costs: tuple[Fraction, Fraction, Fraction]
) -> Fraction:
    """Least cost over every way to join boundaries in order; crossing never helps."""
    ins, delete, shift = costs
    best = None
    for joined in range(min(len(ours), len(theirs)) + 1):
        rest = ins * (len(theirs) - joined) + delete * (len(ours) - joined)
        for some in combinations(ours, joined):
            for others in combinations(theirs, joined):
                moved = sum(abs(x - y) for x, y in zip(some, others, strict=True))
                cost = rest + shift * moved
                best = cost if best is None else min(best, cost)
    assert best is not None
    return best


COSTS: list[tuple[Fraction, Fraction, Fraction]] = [
    (Fraction(2), Fraction(2), Fraction(1)),
    (Fraction(1), Fraction(1), Fraction(1, 2)),
    (Fraction(1), Fraction(3), Fraction(1, 4)),
    (Fraction(5, 2), Fraction(0), Fraction(1, 2)),
    (Fraction(8), Fraction(9), Fraction(1)),
    (Fraction(2), Fraction(3), Fraction(0)),
    (Fraction(0), Fraction(0), Fraction(1)),
    (Fraction(1), Fraction(1), Fraction(8)),
]


@pytest.mark.parametrize("costs", COSTS, ids=lambda costs: "-".join(map(str, costs)))
def test_ghd_is_the_least_over_all_matchings(costs: tuple[Fraction, Fraction, Fraction]) -> None:
    ins, delete, shift = map(float, costs)
    for a in every(6):
        for b in every(6):
            found = ghd(a, b, ins=ins, delete=delete, shift=shift)
            assert found.value == by_all_matchings(a.boundaries, b.boundaries, costs)
    rng = random.Random(40)
    for _ in range(60):
        one, other = (
            Segmentation(40, tuple(sorted(rng.sample(range(1, 40), rng.randint(0, 6)))))
            for _ in range(2)
        )
        found = ghd(one, other, ins=ins, delete=delete, shift=shift)
        assert found.value == by_all_matchings(one.boundaries, other.boundaries, costs)


def test_ghd_as_nltk_with_default_costs() -> None:
    rng = random.Random(41)
    positive = 0
    for _ in range(5000):
        a, b = random_pair(rng, 60)
        found = ghd(a, b)
        assert found.value == nltk_segmentation.ghd(as_nltk(b), as_nltk(a))
        positive += bool(found.value)
    assert positive > 3000


@pytest.mark.parametrize(
    ("reference", "hypothesis", "costs", "value"),
    [
        # Printed in NLTK's documentation, from the C++ implementation of the authors.
        ("1100100000", "1100010000", (1, 1, 0.5), 0.5),
        ("1100100000", "1100000001", (1, 1, 0.5), 2.0),
        ("011", "110", (1, 1, 0.5), 1.0),
        ("1", "0", (1, 1, 0.5), 1.0),
        ("111", "000", (1, 1, 0.5), 3.0),
        ("000", "111", (1, 2, 0.5), 6.0),
    ],
)
def test_ghd_of_the_implementation_of_its_authors(
    reference: str, hypothesis: str, costs: tuple[float, float, float], value: float
) -> None:
    a, b = (Segmentation.from_bits(map(int, bits)) for bits in (hypothesis, reference))
    ins, delete, shift = costs
    assert ghd(a, b, ins=ins, delete=delete, shift=shift).value == value


def test_ghd_without_boundaries() -> None:
    none, unit = Segmentation(9, ()), Segmentation(1, ())
    for empty in (none, unit):
        found = ghd(empty, empty)
        assert (found.value, found.undefined) == (0.0, None)
        assert type(found.value) is float
    assert ghd(none, Segmentation(9, (2, 5)), ins=3).value == 6.0
    assert ghd(Segmentation(9, (2, 5)), none, delete=0.5).value == 1.0


def test_ghd_of_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(1000, mass, 1000)))
    b = Segmentation(mass, tuple(range(1001, mass, 1000)))
    assert ghd(a, b).value == 999.0
    # Each shift costs 1 to 999 in turn, or 700 + 700 for a new one: all are shifted.
    c = Segmentation(mass, tuple(1001 * i for i in range(1, 999)))
    costs = {"ins": 700.0, "delete": 700.0}
    assert ghd(a, c, **costs).value == min(
        sum(abs(1001 * i - 1000 * (i + (i > turn))) for i in range(1, 999)) + 700
        for turn in range(999)
    )
    assert ghd(Segmentation(mass, ()), Segmentation(mass, tuple(range(1, mass)))).value == 1999998.0


@pytest.mark.parametrize("name", ["ins", "delete", "shift"])
@pytest.mark.parametrize("cost", [-1.0, float("nan"), float("inf")])
def test_ghd_wants_costs_of_at_least_0(name: str, cost: float) -> None:
    a = Segmentation(9, (2,))
    with pytest.raises(ValueError, match=f"^the cost {name} is a number of at least 0, got {cost}"):
        ghd(a, a, **{name: cost})


def test_counts_as_nltk() -> None:
    rng = random.Random(43)
    defined = 0
    for _ in range(5000):
        a, b = random_pair(rng, 60)
        theirs, ours = set(b.boundaries), set(a.boundaries)
        assert precision(a, b).value == nltk_scores.precision(theirs, ours)
        assert recall(a, b).value == nltk_scores.recall(theirs, ours)
        found = f1(a, b).value
        if ours and theirs:
            assert found == pytest.approx(nltk_scores.f_measure(theirs, ours), abs=1e-15)
            assert f1(b, a).value == found
            defined += 1
        else:
            assert found == (0.0 if ours or theirs else None)
    assert defined > 2000


def test_undefined_says_why() -> None:
    none, some = Segmentation(9, ()), Segmentation(9, (4,))
    assert precision(none, some).undefined == "the hypothesis has no boundary"
    assert precision(some, none).value == 0.0
    assert recall(some, none).undefined == "the reference has no boundary"
    assert recall(none, some).value == 0.0
    assert f1(none, none).undefined == "nobody placed a boundary"
    assert f1(none, some).value == f1(some, none).value == 0.0
    assert f1(some, Segmentation(9, (5,))).value == 0.0
    assert precision(some, some).matches == 1
