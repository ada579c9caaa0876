"""The confusion matrix by boundary edits, and precision, recall and F from it.

segeval is a peer for n = 2, with these differences:

- It takes a boundary that only the first side has for one that is missing from the
  prediction, but the first side's type of a substitution for the predicted one. So it is
  given the reference first, and its substitutions are turned round.
- Its averages take "no boundary" for one more class, whose boundaries are never right, so
  measures are compared by type; the averages are checked with fractions.
- It gives 0 where a measure is undefined.
- For n > 2 it adds d/n for a near miss, more the farther it is; 1 - d/n is added here.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any, Literal, get_args

import pytest

from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.confusion import (
    CONFUSION,
    ConfusionMatrix,
    Part,
    boundary_confusion,
    confusion_matrix,
)
from segmetrics.metrics.edits import EditModel, boundary_edits
from segmetrics.segmentation import Segmentation
from tests.support.peers import segeval
from tests.support.random_codings import pairs_with_a_boundary, random_corpus
from tests.support.typed import random_typed_pairs, sets, typed


def assert_measures_as_segeval(matrix: ConfusionMatrix, theirs: Any, kind: str, name: int) -> int:
    """Compare the measures of a type; their matrix is turned round as ours."""
    defined = 0
    for ours, peer in (
        (matrix.precision(kind), segeval.precision(theirs, classification=name)),
        (matrix.recall(kind), segeval.recall(theirs, classification=name)),
        (matrix.f(kind), segeval.fmeasure(theirs, classification=name)),
        (matrix.f(kind, beta=0.5), segeval.fmeasure(theirs, classification=name, beta=0.5)),
        (matrix.f(kind, beta=2.0), segeval.fmeasure(theirs, classification=name, beta=2)),
    ):
        if ours is None:
            assert peer == 0
        else:
            assert ours == pytest.approx(float(peer), abs=1e-14)
            defined += 1
    return defined


def test_one_type_as_segeval() -> None:
    defined = 0
    for hypothesis, against in pairs_with_a_boundary(21, 1500):
        theirs = segeval.boundary_confusion_matrix(against.masses, hypothesis.masses, n_t=2)
        matrix = boundary_confusion(hypothesis, against).matrix
        expected = ((float(theirs[1][1]), float(theirs[1][None])), (float(theirs[None][1]), 0.0))
        assert matrix.counts == expected
        defined += assert_measures_as_segeval(matrix, theirs, "boundary", 1)
    assert defined > 6_000


def test_several_types_as_segeval() -> None:
    seen: Counter[str] = Counter()
    for one, other in random_typed_pairs(22, 1500):
        theirs: Any = segeval.boundary_confusion_matrix(
            other, one, boundary_format=segeval.BoundaryFormat.sets, n_t=2
        )
        kinds = sorted(frozenset().union(*one, *other))
        turned = {
            (i, j): float(theirs[j][i] if i is not None and j is not None else theirs[i][j])
            for i in [*kinds, None]
            for j in [*kinds, None]
        }
        matrix = boundary_confusion(typed(one), typed(other), ordinal=True).matrix
        assert matrix.types == tuple(map(str, kinds))
        names = [*kinds, None]
        for i, row in zip(names, matrix.counts, strict=True):
            for j, count in zip(names, row, strict=True):
                assert count == turned[i, j]
                seen["substitutions"] += int(count) if i != j and None not in (i, j) else 0
        right_way = segeval.ConfusionMatrix()
        for (i, j), count in turned.items():
            if count:
                right_way[i][j] = count
        for kind in kinds:
            seen["measures"] += assert_measures_as_segeval(matrix, right_way, str(kind), kind)
    assert seen["substitutions"] > 450
    assert seen["measures"] > 9_000


def test_a_near_miss_counts_less_the_farther_it_is() -> None:
    for n in (2, 3, 5):
        for distance in range(1, n):
            found = boundary_confusion(
                Segmentation(20, (5,)), Segmentation(20, (5 + distance,)), n=n
            )
            share = 1 - Fraction(distance, n)
            assert found.matrix.counts[0][0] == pytest.approx(float(share), abs=1e-15)
            assert (found.matrix.counts[0][1], found.matrix.counts[1][0]) == (0.0, 0.0)


def test_rows_are_of_the_hypothesis_and_columns_of_the_reference() -> None:
    hypothesis, against = typed(sets("1", "3", "2", "")), typed(sets("2", "3", "", ""))
    matrix = boundary_confusion(hypothesis, against).matrix
    assert matrix.types == ("1", "2", "3")
    # Type 2 of the hypothesis at 3 has no counterpart; type 1 stands where 2 should.
    assert matrix.counts == (
        (0.0, 1.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 1.0),
        (0.0, 0.0, 1.0, 0.0),
        (0.0, 0.0, 0.0, 0.0),
    )
    assert (matrix.precision("3"), matrix.recall("3"), matrix.f("3")) == (1.0, 1.0, 1.0)
    assert (matrix.precision("1"), matrix.recall("1"), matrix.f("1")) == (0.0, None, 0.0)
    assert (matrix.precision(), matrix.recall()) == (1 / 3, 1 / 2)
    assert matrix.precision(average="macro") == pytest.approx(1 / 3)  # of 0, 0 and 1
    assert matrix.recall(average="macro") == pytest.approx(1 / 2)  # of 0 and 1


def f_of(p: Fraction, r: Fraction, beta: Fraction) -> Fraction:
    """F from precision and recall, as van Rijsbergen has it."""
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p * r else Fraction(0)


def test_averages_as_with_fractions() -> None:
    rng = random.Random(23)
    compared = 0
    for _ in range(800):
        kinds = rng.randint(1, 4)
        counts = [
            [Fraction(rng.randint(0, 9), 1 if i != j else 2) for j in range(kinds + 1)]
            for i in range(kinds + 1)
        ]
        counts[kinds][kinds] = Fraction(0)
        matrix = ConfusionMatrix(
            tuple("abcd"[:kinds]), tuple(tuple(map(float, row)) for row in counts)
        )
        placed = [sum(counts[k]) for k in range(kinds)]
        wanted = [sum(row[k] for row in counts) for k in range(kinds)]
        right = [counts[k][k] for k in range(kinds)]
        if not (all(placed) and all(wanted)):
            continue
        compared += 1
        micro = sum(right) / Fraction(sum(placed)), sum(right) / Fraction(sum(wanted))
        by_type = [
            (x / Fraction(p), x / Fraction(w))
            for x, p, w in zip(right, placed, wanted, strict=True)
        ]
        macro = [sum(values) / Fraction(kinds) for values in zip(*by_type, strict=True)]
        for average, (p, r) in (("micro", micro), ("macro", macro)):
            chosen: Any = average
            assert matrix.precision(average=chosen) == pytest.approx(float(p), abs=1e-14)
            assert matrix.recall(average=chosen) == pytest.approx(float(r), abs=1e-14)
        for beta in (Fraction(1, 2), Fraction(1), Fraction(3)):
            number = float(beta)
            assert matrix.f(beta=number) == pytest.approx(float(f_of(*micro, beta)), abs=1e-14)
            mean = sum(f_of(p, r, beta) for p, r in by_type) / kinds
            assert matrix.f(beta=number, average="macro") == pytest.approx(float(mean), abs=1e-14)
    assert compared > 400


def test_parts_are_those_of_the_matrix() -> None:
    for one, other in random_typed_pairs(24, 300):
        a, b = typed(one), typed(other)
        average: Literal["micro", "macro"]
        for average in ("micro", "macro"):
            matrix = boundary_confusion(a, b).matrix
            found = [boundary_confusion(a, b, part=p, average=average) for p in get_args(Part)]
            assert [f.value for f in found] == [
                matrix.precision(average=average),
                matrix.recall(average=average),
                matrix.f(average=average),
            ]
            assert all((f.value is None) == (f.undefined is not None) for f in found)


def test_undefined_measures_have_a_reason() -> None:
    bare, one = Segmentation(9, ()), Segmentation(9, (4,))
    assert boundary_confusion(bare, one).value == 0.0
    assert boundary_confusion(one, bare).value == 0.0
    for hypothesis, against, part, reason in (
        (bare, one, "p", "the hypothesis has no boundary"),
        (one, bare, "r", "the reference has no boundary"),
        (bare, bare, "f", "neither has a boundary"),
        (Segmentation(1, ()), Segmentation(1, ()), "f", "neither has a boundary"),
    ):
        chosen: Any = part
        found = boundary_confusion(hypothesis, against, part=chosen)
        assert (found.value, found.undefined) == (None, reason)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"part": "x"}, "part is 'p', 'r' or 'f', got 'x'"),
        ({"average": "mean"}, "average is 'micro' or 'macro', got 'mean'"),
        ({"beta": 0.0}, "beta lies between 0 and a million, got 0.0"),
        ({"beta": float("nan")}, "beta lies between 0 and a million, got nan"),
        ({"beta": 2.0, "part": "p"}, "beta goes with part 'f' only, got part 'p'"),
        ({"n": 0}, "n is a whole number from 1 to 10,000,000, got 0"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    a = Segmentation(5, (2,))
    with pytest.raises(ValueError, match=f"^{message}$"):
        boundary_confusion(a, a, **options)
    (block,) = blocks(random_corpus(9, items=1, coders=2))
    with pytest.raises(ValueError, match=f"^{message}$"):
        CONFUSION.values(block, [], **options)


def test_a_matrix_needs_the_costs_of_2013() -> None:
    edits = boundary_edits(Segmentation(5, (1,)), Segmentation(5, (2,)), model=EditModel())
    with pytest.raises(TypeError, match=r"^a confusion matrix is read from edits of a Linear"):
        confusion_matrix(edits)


def test_an_average_that_there_is_not() -> None:
    matrix = boundary_confusion(Segmentation(5, (1,)), Segmentation(5, (1,))).matrix
    wrong: Any = "weighted"
    with pytest.raises(ValueError, match=r"^average is 'micro' or 'macro', got 'weighted'$"):
        matrix.f(average=wrong)
