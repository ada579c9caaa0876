"""How finely coders segment: by hand, and drift against other software."""

from __future__ import annotations

import random

import numpy as np
import pytest

from segmetrics.corpus import Corpus
from segmetrics.reliability.granularity import ITEMS_FOR_DRIFT, coder_granularity

# With gaps; z has a boundary at every place.
GAPS = {
    "a": {"p": [3, 3, 6], "x": [6, 6], "q": [3, 3, 6], "y": [6, 6]},
    "b": {"q": [2, 2, 4], "x": [4, 4], "y": [4, 4], "z": [1] * 8},
}


def test_granularity_is_a_ratio_of_sums() -> None:
    found = {one.coder: one for one in coder_granularity(Corpus.from_masses(GAPS))}
    assert (found["q"].items, found["q"].units, found["q"].segments) == (2, 20, 6)
    assert found["q"].per_100_units == 30
    assert found["q"].mean_segment == pytest.approx(20 / 6)
    assert found["z"].per_100_units == 100
    assert found["z"].drift.slope is None
    assert f"takes {ITEMS_FOR_DRIFT} items that others coded too" in found["z"].drift.undefined
    alone = Corpus.from_masses({"a": {"x": [2, 2], "y": [4]}})
    assert coder_granularity(alone)[0].drift.undefined.endswith("here there is 1")


def in_order(segments: list[int]) -> Corpus:
    """Make a coder of so many segments in each item; another one has a single one."""
    masses = {
        f"i{place}": {"x": [1] * (count - 1) + [41 - count], "y": [40]}
        for place, count in enumerate(segments)
    }
    return Corpus.from_masses(masses)


@pytest.mark.parametrize(
    # theilslopes of scipy 1.17.1 and original_test of pymannkendall 1.4.3, on the binary
    # logarithms: slope, both ends of its 95% interval, p.
    ("segments", "slope", "low", "high", "p"),
    [
        ([3, 5, 2, 6, 4, 8, 7, 9, 12, 10], 0.2, 0.1037593748, 0.3899750005, 0.0042075513),
        ([4, 4, 2, 8, 4, 2, 4, 8, 2, 4, 2, 2], 0.0, -0.2, 0.0, 0.2944712969),
        ([5, 9, 4, 8, 7, 3, 6, 2, 10, 1], -0.1473931188, -0.3962406252, 0.125, 0.2831308707),
    ],
)
def test_drift_is_what_other_software_finds(
    segments: list[int], slope: float, low: float, high: float, p: float
) -> None:
    x, y = (one.drift for one in coder_granularity(in_order(segments)))
    assert (x.slope, x.low, x.high, x.p) == pytest.approx((slope, low, high, p), abs=1e-9)
    # Of two coders one gets finer as the other gets coarser.
    assert (y.slope, y.low, y.high, y.p) == pytest.approx((-slope, -high, -low, p), abs=1e-9)


def test_many_items_are_averaged_and_a_planted_drift_is_found() -> None:
    rng = random.Random(2)
    masses = {}
    for place in range(1200):
        counts = {"x": 4 + place // 200, "y": 6, "z": 6}
        masses[f"i{place}"] = {
            coder: [1] * (count - 1) + [41 - count]
            for coder, count in ((c, n + rng.randrange(-2, 3)) for c, n in counts.items())
        }
    found = {one.coder: one.drift for one in coder_granularity(Corpus.from_masses(masses))}
    assert found["x"].slope == pytest.approx(np.log2(9 / 4) / 1000, rel=0.3)
    assert found["x"].p is not None
    assert found["x"].p < 1e-6


def test_no_drift_is_found_more_often_than_chance_has_it() -> None:
    rng = random.Random(4)
    corpora = [in_order([rng.randrange(2, 20) for _ in range(12)]) for _ in range(400)]
    drifts = [coder_granularity(corpus)[0].drift for corpus in corpora]
    small = sum(drift.p is not None and drift.p <= 0.05 for drift in drifts)
    outside = sum(
        drift.low is not None and drift.high is not None and not drift.low <= 0 <= drift.high
        for drift in drifts
    )
    # 34 of 400 and more have a probability of 0.002 at a level of 0.05.
    assert small < 34
    assert outside < 34
