"""P-values corrected for their number: by the rules as their authors print them."""

from __future__ import annotations

from statistics import mean, pstdev

import numpy as np
import pytest

from segmetrics.reliability.multiple_tests import (
    after_benjamini_hochberg,
    after_holm,
    by_greatest,
    standardised,
)


def rejected_by_hand(p_values: list[float], level: float) -> set[int]:
    """The rule as Benjamini and Hochberg print it: all up to the largest k with P(k) <= k/m q."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    largest = 0
    for k, place in enumerate(order, 1):
        if p_values[place] <= k / len(p_values) * level:
            largest = k
    return set(order[:largest])


@pytest.mark.parametrize("seed", range(20))
def test_adjusted_p_values_reject_what_the_rule_rejects(seed: int) -> None:
    random = np.random.default_rng(seed)
    p_values = np.round(random.random(15) ** 3, 2 + seed % 3).tolist()
    adjusted = after_benjamini_hochberg(p_values)
    for level in (0.01, 0.05, 0.2, 0.5):
        at_most = {place for place, p in enumerate(adjusted) if p is not None and p <= level}
        assert at_most == rejected_by_hand(p_values, level)


def test_the_example_of_benjamini_and_hochberg() -> None:
    """The 15 p-values of their section 4.1, of which the rule rejects four at 5%."""
    p_values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p_values += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    adjusted = after_benjamini_hochberg(p_values)
    assert sum(p <= 0.05 for p in adjusted if p is not None) == 4


def test_what_is_undefined_does_not_count() -> None:
    assert after_benjamini_hochberg([]) == ()
    assert after_benjamini_hochberg([None, 0.04, None]) == (None, 0.04, None)
    assert after_benjamini_hochberg([0.02, 0.02]) == (0.02, 0.02)


def test_p_values_after_holm() -> None:
    """By hand: the smallest times 4, the next times 3 and so on; never less than the one before."""
    assert after_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert after_holm([0.9, None, 0.8]) == (1.0, None, 1.0)
    assert after_holm([]) == ()


def stepped_down(rows: list[list[float]]) -> list[float]:
    """Algorithm 2.8 of Westfall and Young, test by test, on standardised rows."""
    z = [[(one - mean(row)) / pstdev(row) for one in row] for row in rows]
    left, found, least = set(range(len(z))), [0.0] * len(z), 0.0
    while left:
        best = max(left, key=lambda at: z[at][0])
        as_great = [max(z[at][s] for at in left) >= z[best][0] - 1e-12 for s in range(len(z[0]))]
        found[best] = least = max(least, mean(as_great))
        left.remove(best)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_the_greatest_of_several_tests_step_by_step(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.normal(size=(6, 40)) * random.uniform(0.1, 9, (6, 1)) + random.normal(size=40)
    values[:, 0] += random.normal(size=6)
    found = by_greatest(values)
    assert found == pytest.approx(stepped_down(values.tolist()))
    # Of what was found and 39 shuffles, each is as likely to have the greatest of all.
    firsts = [min(by_greatest(np.roll(values, at, axis=1))) for at in range(40)]
    assert sorted(firsts) == pytest.approx(np.arange(1, 41) / 40)


def test_one_test_has_its_own_p_value_and_what_never_varies_is_1() -> None:
    assert by_greatest(np.array([[3.0, 1, 2, 3, 4]])) == (0.6,)
    assert by_greatest(np.array([[5.0, 5, 5, 5], [9, 1, 2, 3]])) == (1.0, 0.25)
    assert standardised(np.array([[7.0, 7], [0, 2]])).tolist() == [[0, 0], [-1, 1]]
