"""Which share of many coders would mark near a place, beside panels that share nothing with it."""

from __future__ import annotations

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claims import shares_and_panels
from benchmarks.worlds import TEXTS
from segmetrics.coding_model.coder_fit import fit_coders
from segmetrics.coding_model.expected_marks import expect, shares_near
from segmetrics.coding_model.packed_marks import pack_marks
from segmetrics.coding_model.simulated_marks import simulate_marks


def test_a_new_coder_marks_as_often_as_the_share_says() -> None:
    """Over all places of many texts, drawn by the model itself, whose coders are dense and "
    "shift."""
    random = np.random.default_rng(1)
    corpus = sm.sample("stargazer")
    marks = pack_marks(corpus.items, corpus.groups[0].coders, 1)
    at = fit_coders(marks).parameters
    drawn = simulate_marks(at, 60, 150, random).astype(bool)
    names = [f"c{n}" for n in range(drawn.shape[2])]
    items = sm.Corpus.from_masses(
        {
            f"i{row}": {
                name: np.diff([0, *(np.flatnonzero(bits[:, n]) + 1), 61]).tolist()
                for n, name in enumerate(names)
            }
            for row, bits in enumerate(drawn)
        }
    )
    packed = pack_marks(items.items, names, 1)
    (shares,), (likely,) = shares_near(packed, at), expect(packed, at).posterior
    near = drawn.copy()
    near[:, 1:] |= drawn[:, :-1]
    near[:, :-1] |= drawn[:, 1:]
    assert shares.shape == likely.shape
    assert ((shares >= 0) & (shares <= 1)).all()
    assert float(shares.mean()) == pytest.approx(float(near.mean()), abs=0.05)


@pytest.mark.parametrize("world", ["good coders", "shared false alarms"])
def test_shares_are_those_of_panels(world: str) -> None:
    said = np.array(shares_and_panels(TEXTS[world], 12, 5, 3))
    for low, high in ((0.3, 0.6), (0.6, 0.95)):
        here = said[(said[:, 0] >= low) & (said[:, 0] < high)]
        assert abs(here[:, 0].mean() - here[:, 1].mean()) < 0.15
