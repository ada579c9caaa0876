"""The likelihood equals enumeration; the fit improves at each step and knows no order."""

from itertools import product
from math import comb

import numpy as np
import pytest

from benchmarks.enumerated_coders import CODERS, deviations, some_parameters
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coding_model.coder_fit import (
    HITS_WORTH,
    LEAST_SIGNAL,
    MOST_STEPS,
    PANEL_SHIFTS,
    RATE_PRIOR,
    SPREAD,
    SPREAD_ERROR,
    Panel,
    believed,
    first_parameters,
    fit_coders,
    improved,
    independent,
    marks_log_likelihood,
    slopes,
)
from segmetrics.coding_model.expected_marks import expect
from segmetrics.coding_model.packed_marks import pack_marks
from segmetrics.coding_model.standard_errors import _with_uncertain_shifts
from segmetrics.reliability.coder_parameters import Parameters, logistic
from tests.support.recoded import each


def drawn(random: np.random.Generator, masses: list[int], density: float = 0.3) -> list[Item]:
    """Draw items at random."""
    return [
        Item(
            f"i{place}",
            {
                coder: Segmentation.from_bits((random.random(mass - 1) < density).tolist())
                for coder in CODERS
            },
        )
        for place, mass in enumerate(masses)
    ]


@pytest.mark.parametrize("reach", [0, 1, 2])
@pytest.mark.parametrize("mass", [2, 3, 4, 5, 6])
def test_every_coding_of_a_small_text_equals_enumeration(mass: int, reach: int) -> None:
    """`benchmarks.enumerated_coders` goes on to eight units."""
    found = deviations(mass, reach, some_parameters(np.random.default_rng([mass, reach]), reach))
    assert found.codings == comb(2 ** (mass - 1) + 2, 3)
    assert found.log_likelihood < 1e-10
    assert found.posterior < 1e-10


@pytest.mark.parametrize("reach", [0, 1, 2])
def test_items_of_several_lengths_are_each_as_they_are_alone(reach: int) -> None:
    random = np.random.default_rng(reach)
    items, parameters = drawn(random, [2, 4, 8, 30]), some_parameters(random, reach)
    marks = pack_marks(items, CODERS, reach)
    posterior = expect(marks, parameters).posterior
    together = {
        row: values[:places, column]
        for batch, values in zip(marks.batches, posterior, strict=True)
        for column, (row, places) in enumerate(zip(batch.items, batch.places, strict=True))
    }
    likely = marks_log_likelihood(marks, parameters)
    for row, item in enumerate(items):
        alone = pack_marks([item], CODERS, reach)
        assert likely[row] == pytest.approx(marks_log_likelihood(alone, parameters)[0], abs=1e-10)
        (by_itself,) = expect(alone, parameters).posterior
        np.testing.assert_allclose(together[row], by_itself[:, 0], atol=1e-10)


@pytest.mark.parametrize("reach", [0, 1, 2])
def test_all_marks_that_are_possible_are_certain_together(reach: int) -> None:
    parameters = some_parameters(np.random.default_rng(21), reach)
    bits = product((False, True), repeat=3)
    items = [
        Item("i", dict(zip(CODERS, map(Segmentation.from_bits, codings), strict=True)))
        for codings in product(list(bits), repeat=3)
    ]
    found = marks_log_likelihood(pack_marks(items, CODERS, reach), parameters)
    assert np.exp(found).sum() == pytest.approx(1, abs=1e-10)


def log_prior(parameters: Parameters, panel: Panel) -> float:
    """Return the logarithm of the density of the parameters, on their scales without limits."""
    hits, added = logistic(parameters.skill), parameters.added
    of_hits = panel.hits * np.log(hits) + (1 - panel.hits) * np.log1p(-hits)
    return float(
        HITS_WORTH * of_hits.sum()
        + (np.log(added) + (1 / panel.added - 1) * np.log1p(-added)).sum()
        + RATE_PRIOR[0] * np.log(parameters.rate)
        + RATE_PRIOR[1] * np.log1p(-parameters.rate)
        + panel.shifts_worth * (panel.shifts * np.log(parameters.shifts)).sum()
        - ((parameters.spread - SPREAD) / SPREAD_ERROR) ** 2 / 2
    )


def test_slopes_are_those_of_the_log_posterior() -> None:
    random = np.random.default_rng(5)
    marks = pack_marks(drawn(random, [12, 20]), CODERS, 1)
    parameters = some_parameters(random, 1)
    panel = believed(parameters, np.ones((3, 3)))
    found = slopes(marks, parameters, expect(marks, parameters), panel)

    def height(vector: np.ndarray) -> float:
        at = parameters.at(vector)
        return float(marks_log_likelihood(marks, at).sum()) + log_prior(at, panel)

    for place in range(len(found)):
        ends = []
        for sign in (1, -1):
            vector = parameters.vector.copy()
            vector[place] += sign * 1e-5
            ends.append(height(vector))
        assert found[place] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-4)


def test_no_step_makes_the_fit_worse() -> None:
    random = np.random.default_rng(7)
    marks = pack_marks(drawn(random, [30, 40, 25]), CODERS, 1)
    parameters = first_parameters(marks)
    panel = believed(parameters, np.zeros((3, 3)))
    heights = []
    for _ in range(30):
        heights.append(
            float(marks_log_likelihood(marks, parameters).sum()) + log_prior(parameters, panel)
        )
        parameters = improved(marks, parameters, expect(marks, parameters), panel)
    assert (np.diff(heights) > -1e-9).all()


def test_a_mirrored_text_and_another_order_change_nothing() -> None:
    random = np.random.default_rng(9)
    items = drawn(random, [30, 18, 41], 0.2)
    mirrored = each(Corpus(tuple(items)), lambda one: Segmentation.from_bits(one.bits[::-1])).items
    fit = fit_coders(pack_marks(items, CODERS, 1)).parameters
    other = fit_coders(pack_marks(mirrored, CODERS, 1)).parameters
    turned = fit_coders(pack_marks(items[::-1], CODERS[::-1], 1)).parameters
    np.testing.assert_allclose(other.skill, fit.skill, atol=1e-8)
    np.testing.assert_allclose(other.shifts, fit.shifts[:, ::-1], atol=1e-8)
    np.testing.assert_allclose(turned.skill[::-1], fit.skill, atol=1e-8)
    np.testing.assert_allclose(turned.added[::-1], fit.added, atol=1e-8)


def test_a_coder_who_did_not_code_an_item_says_nothing_of_it() -> None:
    random = np.random.default_rng(11)
    items = drawn(random, [12, 9])
    short = Item("i1", {coder: items[1].codings[coder] for coder in ("a", "b")})
    parameters = some_parameters(random, 1)
    pair = Parameters(
        parameters.skill[:2], parameters.added[:2], parameters.rate, parameters.shifts[:2], 0.7
    )
    with_gap = marks_log_likelihood(pack_marks([items[0], short], CODERS, 1), parameters)
    alone = marks_log_likelihood(pack_marks([short], ("a", "b"), 1), pair)
    assert with_gap[1] == pytest.approx(alone[0], abs=1e-10)
    assert Corpus((items[0], short)).groups[0].coders == CODERS


def test_coders_whose_patterns_are_looked_up_together_count_each_for_themselves() -> None:
    random = np.random.default_rng(13)
    items = drawn(random, [40] * 40)
    marks, parameters = pack_marks(items, CODERS, 1), some_parameters(random, 1)
    assert marks.together[0].coders == slice(0, 2)
    alone = [pack_marks([item], CODERS, 1) for item in items]
    assert all(len(one.together) == len(CODERS) for one in alone)
    whole, parts = expect(marks, parameters), [expect(one, parameters) for one in alone]
    for name in ("reported", "missed", "shifted"):
        added_up = np.sum([getattr(one, name) for one in parts], axis=0)
        np.testing.assert_allclose(getattr(whole, name), added_up, atol=1e-9)
    likely = [float(one.log_likelihood[0]) for one in parts]
    np.testing.assert_allclose(whole.log_likelihood, likely, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_a_fit_to_coders_at_random_comes_to_rest(seed: int) -> None:
    """EM alone hardly moves there, and what earlier steps show may lead back."""
    marks = pack_marks(drawn(np.random.default_rng(seed), [40] * 60, 0.12), CODERS, 1)
    fit = fit_coders(marks)
    assert fit.converged
    assert fit.steps < MOST_STEPS / 2
    after = improved(marks, fit.parameters, fit.expected, fit.panel)
    np.testing.assert_allclose(after.vector, fit.parameters.vector, atol=1e-3)
    early = fit_coders(marks, least_signal=LEAST_SIGNAL)
    gains = [float((one.log_likelihood - independent(marks)).sum()) for one in (fit, early)]
    assert early.steps <= fit.steps
    assert max(gains) < LEAST_SIGNAL
    assert gains[1] == pytest.approx(gains[0], abs=1)


@pytest.mark.parametrize("reach", [0, 1, 2])
def test_shifts_of_who_reported_nothing_are_as_uncertain_as_the_panel_and_one_of_it(
    reach: int,
) -> None:
    """Variances of a normal hierarchy add up."""
    coders, beside = 3, np.arange(1.0, reach + 1) / 20
    panel = Panel(0.6, 0.03, np.concatenate([beside, [1 - 2 * beside.sum()], beside[::-1]]), 20.0)
    aside = np.delete(panel.shifts, reach)
    of_one = np.diag(aside) - np.outer(aside, aside)
    bend = np.eye(2 * coders * (1 + reach) + 2)
    bend[2 * coders : -2, 2 * coders : -2] = np.kron(np.eye(coders), 20 * of_one)
    shifts = np.tile(panel.shifts, (coders, 1))
    found = np.linalg.inv(_with_uncertain_shifts(bend, shifts, panel))
    sides = np.vstack([np.eye(reach)[::-1], np.eye(reach)])
    of_panel = sides @ np.linalg.inv(PANEL_SHIFTS * sides.T @ of_one @ sides) @ sides.T
    own = slice(2 * coders, 2 * coders + 2 * reach)
    expected = np.linalg.inv(20 * of_one) + of_panel
    np.testing.assert_allclose(found[own, own], expected, atol=1e-10)
    np.testing.assert_allclose(found[: 2 * coders, : 2 * coders], np.eye(2 * coders), atol=1e-10)
