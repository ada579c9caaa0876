"""Boundary edits against an exhaustive search, the paper's figures, and their rules."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, Literal, NamedTuple

import pytest

from segmetrics import METRICS, EditModel, Segmentation, boundary_edits, s
from segmetrics.metrics.edits import Edit, EditKind, LinearEditModel, te
from segmetrics.reproduction.scenes import SCENES

Scaling = Literal["te", "unscaled"]


class Weights(NamedTuple):
    """Weights of an edit model, exactly."""

    substitution: Fraction
    transposition: Fraction
    scaling: Scaling

    def model(self, n: int) -> EditModel:
        return EditModel(
            n=n,
            substitution=float(self.substitution),
            transposition=float(self.transposition),
            scaling=self.scaling,
        )

    def transposition_cost(self, distance: int) -> Fraction:
        factor = 2 - Fraction(1, 2 ** (distance - 1)) if self.scaling == "te" else 1
        return self.transposition * factor


def weights(substitution: str, transposition: str, scaling: Scaling) -> Weights:
    return Weights(Fraction(substitution), Fraction(transposition), scaling)


WEIGHTS = [
    weights("1", "1", "te"),
    weights("1", "0", "te"),
    weights("1", "1/2", "te"),
    weights("1/2", "1", "te"),
    weights("1", "1", "unscaled"),
    weights("1", "0", "unscaled"),
    weights("1", "1/2", "unscaled"),
    weights("1/4", "1", "unscaled"),
    weights("0", "0", "te"),
]
# Tenths have no end as binary fractions, so their ties are not ties by themselves.
TENTHS = [
    weights("3/10", "3/10", "te"),
    weights("1/10", "1/10", "te"),
    weights("7/10", "7/10", "te"),
    weights("3/10", "6/10", "unscaled"),
    weights("1/10", "2/10", "te"),
]


def unmatched_of(a: Segmentation, b: Segmentation) -> tuple[tuple[int, int], ...]:
    """Position and side of every boundary that only one of the two has."""
    pairs = enumerate(zip(a.bits, b.bits, strict=True), 1)
    return tuple((p, int(y > x)) for p, (x, y) in pairs if x != y)


@cache
def every_choice(
    unmatched: tuple[tuple[int, int], ...], n: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """All sets of non-overlapping transpositions: where each starts, and its distance."""
    allowed = {
        i: right[0] - left[0]
        for i, (left, right) in enumerate(pairwise(unmatched))
        if left[1] != right[1] and right[0] - left[0] < n
    }
    return tuple(
        (starts, tuple(allowed[i] for i in starts))
        for size in range(len(allowed) + 1)
        for starts in combinations(allowed, size)
        if all(later - earlier > 1 for earlier, later in pairwise(starts))
    )


@cache
def exhaustive(
    unmatched: tuple[tuple[int, int], ...], n: int, weight: Weights
) -> tuple[Fraction, int, tuple[int, ...]]:
    """Minimum cost, then most transpositions, then left-most; by trying everything."""
    price = {d: weight.transposition_cost(d) for d in range(1, n)}
    cost, fewer, starts = min(
        (
            weight.substitution * (len(unmatched) - 2 * len(starts))
            + sum((price[d] for d in distances), Fraction(0)),
            -len(starts),
            starts,
        )
        for starts, distances in every_choice(unmatched, n)
    )
    return cost, -fewer, starts


def all_pairs(mass: int) -> list[tuple[Segmentation, Segmentation]]:
    every = [Segmentation.from_bits(bits) for bits in product((0, 1), repeat=mass - 1)]
    return list(product(every, every))


def assert_as_exhaustive(a: Segmentation, b: Segmentation, n: int, weight: Weights) -> None:
    unmatched = unmatched_of(a, b)
    cost, near, starts = exhaustive(unmatched, n, weight)
    found = boundary_edits(a, b, model=weight.model(n))
    assert tuple(zip(found.unmatched, found.sides, strict=True)) == unmatched
    assert found.joins == starts, (a.masses, b.masses, n, weight)
    assert (found.near_misses, found.full_misses) == (near, len(unmatched) - 2 * near)
    assert found.cost == pytest.approx(float(cost), rel=0, abs=1e-10)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("weight", WEIGHTS, ids=lambda w: f"{w[0]}-{w[1]}-{w[2]}")
def test_all_pairs_of_small_items_as_by_exhaustive_search(weight: Weights, n: int) -> None:
    model = weight.model(n)
    compared = 0
    for mass in range(1, 8):
        for a, b in all_pairs(mass):
            unmatched = unmatched_of(a, b)
            cost, near, starts = exhaustive(unmatched, n, weight)
            found = boundary_edits(a, b, model=model)
            assert tuple(zip(found.unmatched, found.sides, strict=True)) == unmatched
            assert found.joins == starts, (a.masses, b.masses)
            assert found.near_misses == near
            assert found.full_misses == len(unmatched) - 2 * near
            assert found.cost == cost, (a.masses, b.masses)
            compared += 1
    assert compared == sum(4**places for places in range(7))


@pytest.mark.parametrize("weight", WEIGHTS, ids=lambda w: f"{w[0]}-{w[1]}-{w[2]}")
def test_longer_items_and_wider_windows_as_by_exhaustive_search(weight: Weights) -> None:
    rng = random.Random(2)
    for _ in range(150):
        mass = rng.randint(8, 16)
        density = rng.choice((0.3, 0.5, 0.7))
        a, b = (
            Segmentation.from_bits([rng.random() < density for _ in range(mass - 1)])
            for _ in range(2)
        )
        assert_as_exhaustive(a, b, rng.randint(2, 9), weight)


@pytest.mark.parametrize("weight", TENTHS, ids=lambda w: f"{w[0]}-{w[1]}-{w[2]}")
def test_ties_are_ties_with_weights_that_are_no_binary_fractions(weight: Weights) -> None:
    rng = random.Random(3)
    for n in (2, 3, 4, 5):
        for a, b in rng.sample(all_pairs(7), 700):
            assert_as_exhaustive(a, b, n, weight)


def test_matched_boundaries_may_lie_between() -> None:
    a, b = Segmentation(6, (2, 3)), Segmentation(6, (3, 4))
    found = boundary_edits(a, b, model=EditModel(n=3))
    assert found.matches == (3,)
    assert found.edits == (Edit(EditKind.TRANSPOSITION, (2, 4), ("a", "b")),)


def test_edits_name_positions_and_coders_and_turn_one_side_into_the_other() -> None:
    for n in (2, 3, 5):
        for a, b in all_pairs(6):
            found = boundary_edits(a, b, model=EditModel(n=n), coders=("ann", "ben"))
            placed = set(a.boundaries)
            last = 0
            for edit in found.edits:
                assert len(edit.positions) == (2 if edit.kind is EditKind.TRANSPOSITION else 1)
                assert edit.positions[0] > last
                assert list(edit.positions) == sorted(edit.positions)
                last = edit.positions[-1]
                for position, coder in zip(edit.positions, edit.coders, strict=True):
                    owner, other = (a, b) if coder == "ann" else (b, a)
                    assert position in owner.boundaries
                    assert position not in other.boundaries
                    placed ^= {position}
                if edit.kind is EditKind.TRANSPOSITION:
                    assert set(edit.coders) == {"ann", "ben"}
            assert placed == set(b.boundaries)
            kinds = [edit.kind for edit in found.edits]
            assert kinds.count(EditKind.TRANSPOSITION) == found.near_misses
            assert kinds.count(EditKind.SUBSTITUTION) == found.full_misses
            assert set(found.matches) == set(a.boundaries) & set(b.boundaries)
            assert found.potential_boundaries == 5


def test_without_a_model_n_is_2_and_weights_are_1() -> None:
    assert EditModel() == EditModel(n=2, substitution=1, transposition=1, scaling="te")
    for a, b in all_pairs(5):
        assert boundary_edits(a, b) == boundary_edits(a, b, model=EditModel())


@pytest.mark.parametrize(("figure", "full", "near"), [(3, 3, 1), (6, 13, 0), (7, 2, 0), (8, 0, 1)])
def test_the_figures_of_the_paper(figure: int, full: int, near: int) -> None:
    """What S is for them, it prints; `test_laboratory_scenes.py` has it."""
    a, b = SCENES[f"fournier2012_figure{figure}"].segmentations.values()
    for one, other in ((a, b), (b, a)):
        found = boundary_edits(one, other)
        assert (found.full_misses, found.near_misses) == (full, near)


def test_te_is_equation_3() -> None:
    for n in range(2, 30):
        for b in range(1, 12):
            exact = b - Fraction(1, b) ** (n - 2)
            assert te(n, b) == pytest.approx(float(exact), rel=1e-15, abs=1e-15)
    assert [te(n, 2) for n in range(2, 7)] == [1.0, 1.5, 1.75, 1.875, 1.9375]
    assert [te(2, b) for b in range(1, 6)] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert te(100_000, 2) == 2.0


@pytest.mark.parametrize(("n", "b"), [(1, 2), (0, 2), (-1, 2), (2, 0), (2, -1)])
def test_te_is_refused_where_it_means_nothing(n: int, b: int) -> None:
    with pytest.raises(ValueError, match=rf"^te needs n >= 2 and b >= 1, got n = {n} and b = {b}$"):
        te(n, b)


def test_the_cost_of_a_transposition() -> None:
    model = EditModel(n=5, transposition=0.5)
    assert [model.transposition_cost(d) for d in (1, 2, 3)] == [0.5, 0.75, 0.875]
    unscaled = EditModel(n=5, transposition=0.5, scaling="unscaled")
    assert [unscaled.transposition_cost(d) for d in (1, 2, 3)] == [0.5, 0.5, 0.5]


@pytest.mark.parametrize("n", [0, -2, 2.0, True, "2", None])
def test_n_is_a_whole_number_from_1(n: Any) -> None:
    with pytest.raises(ValueError, match=r"^n is a whole number of at least 1, got "):
        EditModel(n=n)


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("name", ["substitution", "transposition"])
def test_weights_lie_between_0_and_1(name: str, weight: float) -> None:
    options: dict[str, Any] = {name: weight}
    with pytest.raises(ValueError, match=rf"^the weight of a {name} lies in \[0, 1\], got "):
        EditModel(**options)


def test_there_are_two_scalings() -> None:
    wrong: Any = "linear"
    with pytest.raises(ValueError, match=r"^scaling is 'te' or 'unscaled', got 'linear'$"):
        EditModel(scaling=wrong)


def test_two_segmentations_of_one_item_have_one_mass() -> None:
    message = r"^two segmentations of one item: masses 5 and 6 differ$"
    a, b = Segmentation(5, (1,)), Segmentation(6, (1,))
    with pytest.raises(ValueError, match=message):
        boundary_edits(a, b)
    with pytest.raises(ValueError, match=message):
        s(a, b)


def test_similarity_is_the_share_of_places_left_unedited() -> None:
    for a, b in all_pairs(6):
        for n in (2, 4):
            cost, _, _ = exhaustive(unmatched_of(a, b), n, WEIGHTS[0])
            found = s(a, b, n=n)
            assert found.value == pytest.approx(float(1 - cost / 5), abs=1e-15)
            assert found.undefined is None
            assert found.edits == boundary_edits(a, b, model=EditModel(n=n))


def test_edits_without_types_look_at_neither_types_nor_levels() -> None:
    a = Segmentation(6, (2,), types=(frozenset({"act"}),))
    b = Segmentation(6, (2,), levels=(3,))
    assert boundary_edits(a, b).edits == ()


def test_similarity_looks_at_types() -> None:
    act, scene = frozenset({"act"}), frozenset({"scene"})
    a, b = Segmentation(9, (3,), types=(act,)), Segmentation(9, (3,), types=(scene,))
    assert s(a, b).value == METRICS["s"](a, b).value == 1 - 1 / 16


def test_long_alternating_input_is_joined_in_pairs() -> None:
    mass = 20_001
    a = Segmentation(mass, tuple(range(1, mass, 2)))
    b = Segmentation(mass, tuple(range(2, mass, 2)))
    for n in (2, 4):
        found = boundary_edits(a, b, model=EditModel(n=n))
        assert (found.near_misses, found.full_misses, found.cost) == (10_000, 0, 10_000.0)


@pytest.mark.parametrize("model", [EditModel(n=1), LinearEditModel(n=1)])
def test_under_a_window_of_1_every_unmatched_boundary_is_a_full_miss(
    model: EditModel | LinearEditModel,
) -> None:
    for left in range(1 << 5):
        for right in range(1 << 5):
            a, b = (
                Segmentation(6, tuple(p for p in range(1, 6) if bits >> (p - 1) & 1))
                for bits in (left, right)
            )
            found = boundary_edits(a, b, model=model)
            assert (found.near_misses, found.full_misses) == (0, (left ^ right).bit_count())
