"""S and B: segeval, exact fractions, and the batch path.

Where segeval is not right, or computes something else:

- It counts types twice in S's denominator: it has t (mass - 1) potential boundaries and
  multiplies them by t once more. So S of several types is compared with its edits over
  its potential boundaries counted once, and the difference is shown.
- It fails on a pair without any boundary; there is none among the pairs here.
- It scales a transposition in S by d/n (2013); S has te (2012), so its unscaled weights are given.
- For n > 2 its edits are not always the cheapest, see test_peers.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.edits import EditModel, boundary_edits
from segmetrics.metrics.similarity import (
    NO_PLACE,
    B,
    S,
    boundary_similarity,
    segmentation_similarity,
)
from segmetrics.segmentation import Segmentation
from tests.support.peers import segeval
from tests.support.random_codings import pairs_with_a_boundary
from tests.support.typed import every_cost, random_typed_pairs, sets, typed

UNSCALED = (segeval.weight_a, segeval.weight_s, segeval.weight_t)
CATEGORICAL = (segeval.weight_a, segeval.weight_s, segeval.weight_t_scale)
ORDINAL = (segeval.weight_a, segeval.weight_s_scale, segeval.weight_t_scale)
SETS = {"boundary_format": segeval.BoundaryFormat.sets, "n_t": 2}


def value_of(found: Any) -> float:
    assert type(found.value) is float
    return found.value


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([2, 3, 6], [5, 6], Fraction(1, 2)),
        ([2, 3, 6], [2, 3, 3, 3], Fraction(2, 3)),
        ([2, 3, 6], [2, 2, 7], Fraction(3, 4)),
        ([2, 3, 6], [1, 1, 3, 1, 5], Fraction(1, 2)),
        ([11], [5, 6], Fraction(0)),
    ],
)
def test_values_that_segeval_states(a: list[int], b: list[int], expected: Fraction) -> None:
    found = boundary_similarity(Segmentation.from_masses(a), Segmentation.from_masses(b))
    assert found.value == pytest.approx(float(expected), abs=1e-15)


def test_b_as_segeval() -> None:
    near = 0
    for a, b in pairs_with_a_boundary(1, 1500):
        found = boundary_similarity(a, b)
        theirs = segeval.boundary_similarity(a.masses, b.masses, n_t=2)
        assert value_of(found) == pytest.approx(float(theirs), abs=1e-14)
        near += found.edits.near_misses
    assert near > 600


def test_b_of_several_types_as_segeval() -> None:
    swapped = 0
    for a, b in random_typed_pairs(2, 1500):
        one, other = typed(a), typed(b)
        for weight, ordinal in ((CATEGORICAL, False), (ORDINAL, True)):
            found = boundary_similarity(one, other, ordinal=ordinal)
            theirs = segeval.boundary_similarity(a, b, weight=weight, **SETS)
            assert value_of(found) == pytest.approx(float(theirs), abs=1e-14)
        swapped += found.edits.type_substitutions
    assert swapped > 450


def test_s_of_several_types_as_segeval_but_for_its_denominator() -> None:
    differ = 0
    for a, b in random_typed_pairs(3, 2500):
        found = value_of(segmentation_similarity(typed(a), typed(b)))
        statistics = segeval.boundary_statistics(a, b, weight=UNSCALED, **SETS)
        places = len(a) * len(statistics["boundary_types"])
        assert statistics["pbs"] == places
        assert found == pytest.approx(float(1 - statistics["count_edits"] / places), abs=1e-14)
        theirs = float(segeval.segmentation_similarity(a, b, weight=UNSCALED, **SETS))
        if len(statistics["boundary_types"]) == 1:
            assert found == pytest.approx(theirs, abs=1e-14)
        elif statistics["count_edits"]:
            assert found < theirs
            differ += 1
    assert differ > 1000


@pytest.mark.parametrize("n", [2, 3, 5])
def test_b_by_exhaustive_search(n: int) -> None:
    for a, b in random_typed_pairs(4, 400, places=9, types=1):
        found = boundary_similarity(typed(a), typed(b), n=n)
        counted = len(found.edits.edits) + len(found.edits.matches)
        least = min(every_cost(a, b, n, ordinal=False))
        assert value_of(found) == pytest.approx(float(1 - least / counted), abs=1e-14)


def test_s_of_types_counts_each_type_at_each_place() -> None:
    a, b = typed(sets("1", "", "23", "")), typed(sets("2", "", "3", "3"))
    found = segmentation_similarity(a, b)
    assert found.edits.potential_boundaries == 12
    assert found.value == 1 - 3 / 12  # one type for another, and two full misses
    assert segmentation_similarity(a, b, types="1,2,3,4").value == 1 - 3 / 16
    assert segmentation_similarity(a, b, ordinal=True).value == pytest.approx(1 - (2 + 1 / 3) / 12)
    assert segmentation_similarity(a, b, substitution=0.5).value == 1 - 1.5 / 12


def test_s_has_the_options_of_the_edit_model() -> None:
    chosen: list[dict[str, Any]] = [
        {"n": 4},
        {"substitution": 0.5},
        {"transposition": 0.25},
        {"n": 4, "scaling": "unscaled"},
    ]
    for options in chosen:
        model = EditModel(**options)
        for a, b in pairs_with_a_boundary(5, 200):
            edits = boundary_edits(a, b, model=model)
            found = segmentation_similarity(a, b, **options)
            assert found.edits == edits
            assert found.value == 1 - edits.cost / (a.mass - 1)


def test_b_can_fall_as_the_window_grows() -> None:
    # One near miss of distance 1 and two full misses, or two near misses of distance 4.
    a, b = Segmentation(11, (1, 6)), Segmentation(11, (5, 10))
    assert boundary_similarity(a, b, n=4).value == pytest.approx(1 - (2 + 1 / 4) / 3)
    assert boundary_similarity(a, b, n=5).value == pytest.approx(1 - (8 / 5) / 2)


@pytest.mark.parametrize("function", [segmentation_similarity, boundary_similarity])
def test_degenerate_inputs(function: Any) -> None:
    bare, full = Segmentation(9, ()), Segmentation(9, tuple(range(1, 9)))
    assert function(bare, bare).value == 1.0
    assert function(full, full).value == 1.0
    assert function(bare, full).value == 0.0
    assert function(bare, Segmentation(9, (), types=())).value == 1.0
    one = function(Segmentation(1, ()), Segmentation(1, ()))
    assert (one.value, one.undefined) == (None, NO_PLACE)
    assert function(bare, full, n=1000).value == 0.0
    with pytest.raises(ValueError, match=r"^n is a whole number "):
        function(bare, full, n=0)
    with pytest.raises(ValueError, match=r"^types are at least one"):
        function(bare, bare, types=" , ")
    with pytest.raises(ValueError, match=r"^type 'boundary' is not among the types given: act$"):
        function(bare, full, types="act")


def test_the_batch_path_takes_the_types_given() -> None:
    types = (frozenset({"act"}),)
    item = Item("i", {c: Segmentation(5, (p,), types) for c, p in (("x", 1), ("y", 3))})
    (block,) = blocks(Corpus((item,)))
    assert S.values(block, [item], types="act, scene").tolist() == [[0.75]]
    assert B.values(block, [item], types="act, scene").tolist() == [[0.0]]


def test_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(1, mass, 2)))
    b = Segmentation(mass, tuple(range(2, mass, 2)))
    for n in (2, 5):
        # 499,999 near misses of neighbours, and the last boundary of the first side.
        found = boundary_similarity(a, b, n=n)
        assert (found.edits.near_misses, found.edits.full_misses) == (499_999, 1)
        assert found.value == pytest.approx(1 - (499_999 / n + 1) / 500_000, abs=1e-12)
