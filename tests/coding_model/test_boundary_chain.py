"""The sum over all sets of boundaries equals enumeration."""

from itertools import combinations
from math import exp, log

import numpy as np
import pytest

from benchmarks.enumerated_coders import cells_of
from segmetrics.coding_model.boundary_chain import Weights, boundary_chain
from segmetrics.metrics.blocks.packing import Floats


def enumerate_all(weights: Floats, count: int, reach: int) -> tuple[float, Floats]:
    """Sum over all sets of boundaries, one after the other."""
    total, cells = 0.0, np.zeros((count, reach + 1, reach + 1))
    for number in range(count + 1):
        for places in combinations(range(count), number):
            for weight, widths in cells_of(places, count, reach):
                found = [(place, *pair) for place, pair in zip(places, widths, strict=True)]
                worth = weight * exp(sum(weights[one] for one in found))
                total += worth
                for one in found:
                    cells[one] += worth
    return log(total), cells / total


@pytest.mark.parametrize("reach", [0, 1, 2, 3])
def test_the_chain_equals_enumeration(reach: int) -> None:
    random = np.random.default_rng(reach)
    counts = [1, 2, 3, 4, 7, 8]
    weights = np.full((max(counts), reach + 1, reach + 1, len(counts)), -np.inf)
    for item, count in enumerate(counts):
        weights[:count, ..., item] = random.normal(0, 3, (count, reach + 1, reach + 1))
    chain = boundary_chain(Weights.of(weights), np.array(counts), reach)
    for item, count in enumerate(counts):
        expected, cells = enumerate_all(weights[..., item], count, reach)
        assert chain.log_sum[item] == pytest.approx(expected, abs=1e-10)
        np.testing.assert_allclose(chain.cells[:count, ..., item], cells, atol=1e-10)


def test_weights_beyond_what_a_float_holds_keep_their_proportion() -> None:
    weights = np.full((400, 2, 2, 1), 600.0)
    chain = boundary_chain(Weights.of(weights), np.array([400]), 1)
    assert chain.log_sum[0] == pytest.approx(400 * 600.0, rel=1e-9)
    np.testing.assert_allclose(chain.cells.sum(axis=(1, 2)), 1, atol=1e-9)


def test_weights_beyond_floats_give_probabilities() -> None:
    for high in (1e3, 1e5):
        logs = np.full((6, 2, 2, 1), -high)
        logs[2:4] = high  # two neighbours that are as good as certain
        logs[3, 1] = logs[2, :, 1] = 0.0
        with np.errstate(all="raise", under="ignore"):
            chain = boundary_chain(Weights.of(logs), np.array([6]), 1)
        here = chain.cells.sum(axis=(1, 2))[:, 0]
        assert np.isfinite(chain.log_sum).all()
        assert (here >= 0).all()
        assert (here <= 1 + 1e-9).all()
        assert here[3] == pytest.approx(1)
        assert here[[0, 1, 4, 5]] == pytest.approx(0)
