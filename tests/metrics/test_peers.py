"""The same numbers as other software, wherever that computes the same thing.

Where the peers are left out, and why:

- segeval fails on a pair without any boundary (the least of no types) and on an item
  of one unit; such pairs are drawn again.
- segeval's S for n > 2 is not compared: its one greedy pass does not always find the
  cheapest edits and lets spans cross. Its own transposition weight is 1/2, so all three
  weights are given, each edit counting 1.
- segeval compares position labels and counts by identity, which goes wrong above 256,
  so items have fewer units than that.
- segeval and NLTK measure WindowDiff in potential boundaries only; the other width has no
  peer here. NLTK has no window rule for WindowDiff, so it is given k. It refuses a
  window larger than the text; segeval divides by 0 there.
- segeval's agreement counts boundaries, as the convention "defined" does, and takes pi's
  rate as an unweighted mean over items, as "published" does. So its kappa is compared with
  "defined"; its pi for one item or for items of one mass, where both means agree; and
  for items of several masses the way of pooling is compared with "published".
- segeval wants every coder in every item.
"""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest

from segmetrics import Corpus, Segmentation, boundary_edits, s, sample
from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.windows import window_diff
from tests.support.peers import nltk_segmentation, segeval

WEIGHTS = (segeval.weight_a, segeval.weight_s, segeval.weight_t)
SCALINGS: tuple[Literal["te", "unscaled"], ...] = ("te", "unscaled")
SAMPLED = {
    "moonstone": {**segeval.KAZANTSEVA2012_G5, **segeval.KAZANTSEVA2012_G2},
    "stargazer": {**segeval.HEARST_1997_STARGAZER},
}
S_AS_HERE = {"fnc_compare": segeval.segmentation_similarity, "weight": WEIGHTS, "n_t": 2}


@pytest.mark.parametrize("key", SAMPLED)
def test_a_sample_holds_the_masses_that_come_with_segeval(key: str) -> None:
    masses = {i.name: {c: s.masses for c, s in i.codings.items()} for i in sample(key).items}
    assert masses == SAMPLED[key]


def random_masses(rng: random.Random, mass: int, density: float) -> list[int]:
    bits = [rng.random() < density for _ in range(mass - 1)]
    return list(Segmentation.from_bits(bits).masses)


def random_pairs(
    seed: int, count: int, *, some_boundary: bool
) -> list[tuple[Segmentation, Segmentation]]:
    rng = random.Random(seed)
    pairs: list[tuple[Segmentation, Segmentation]] = []
    while len(pairs) < count:
        mass = rng.randint(2, 60)
        densities = rng.choices((0.0, 0.05, 0.2, 0.5, 0.9, 1.0), k=2)
        a, b = (Segmentation.from_masses(random_masses(rng, mass, d)) for d in densities)
        if not some_boundary or a.boundaries or b.boundaries:
            pairs.append((a, b))
    return pairs


def test_similarity_as_segeval() -> None:
    near = 0
    for a, b in random_pairs(1, 1500, some_boundary=True):
        theirs = segeval.segmentation_similarity(a.masses, b.masses, weight=WEIGHTS, n_t=2)
        for scaling in SCALINGS:  # te is 1 for two neighbouring boundaries
            assert s(a, b, scaling=scaling).value == pytest.approx(float(theirs), abs=1e-14)
        near += boundary_edits(a, b).near_misses
    assert near > 300


def test_counts_of_edits_as_segeval() -> None:
    for a, b in random_pairs(2, 1500, some_boundary=True):
        theirs = segeval.boundary_statistics(a.masses, b.masses, weight=WEIGHTS, n_t=2)
        found = boundary_edits(a, b)
        assert theirs["substitutions"] == []  # of one type for another, which one type has not
        assert len(theirs["additions"]) == found.full_misses
        assert len(theirs["transpositions"]) == found.near_misses
        assert len(theirs["matches"]) == len(found.matches)
        assert theirs["pbs"] == found.potential_boundaries


def test_window_diff_as_segeval() -> None:
    compared = 0
    for hypothesis, against in random_pairs(3, 1500, some_boundary=False):
        found = window_diff(hypothesis, against, width="boundaries")
        if found.value is None:
            continue
        errors, windows = segeval.window_diff(hypothesis.masses, against.masses, return_parts=True)
        assert (found.errors, found.windows) == (errors, windows)
        theirs = segeval.window_diff(hypothesis.masses, against.masses, one_minus=True)
        assert 1 - found.value == pytest.approx(float(theirs), abs=1e-15)
        compared += 1
    assert compared > 1300


def test_window_rule_as_segeval() -> None:
    halves = 0
    for a, _ in random_pairs(4, 2000, some_boundary=False):
        assert window_diff(a, a).k == segeval.compute_window_size(a.masses)
        halves += (a.mass % (2 * a.segments)) == a.segments
    assert halves > 50


def test_window_diff_as_nltk() -> None:
    rng = random.Random(5)
    compared = 0
    for hypothesis, against in random_pairs(5, 1500, some_boundary=False):
        own = int(window_diff(hypothesis, against, width="boundaries").k)
        for k in (own, rng.randint(2, hypothesis.mass)):
            found = window_diff(hypothesis, against, width="boundaries", k=k)
            if found.value is None:
                continue
            one, other = ("".join(map(str, s.bits)) for s in (hypothesis, against))
            assert found.value == pytest.approx(
                nltk_segmentation.windowdiff(one, other, k), abs=1e-15
            )
            compared += 1
    assert compared > 2200


def dataset(seed: int, masses: list[int], coders: int) -> dict[str, dict[str, tuple[int, ...]]]:
    """Items coded by the same coders, in every item at least one boundary of each."""
    rng = random.Random(seed)
    return {
        f"i{place}": {
            f"c{coder}": Segmentation.from_positions(
                mass, rng.sample(range(1, mass), rng.randint(1, mass // 2))
            ).masses
            for coder in range(coders)
        }
        for place, mass in enumerate(masses)
    }


def group_row(codings: Any, options: AgreementOptions | None = None) -> AgreementRow:
    (row,) = agreement(Corpus.from_masses(codings), options).groups
    return row


@pytest.mark.parametrize("seed", range(40))
def test_kappa_of_several_items_as_segeval(seed: int) -> None:
    rng = random.Random(seed)
    masses = [rng.randint(4, 50) for _ in range(rng.randint(1, 6))]
    codings = dataset(seed, masses, coders=rng.randint(2, 6))
    row = group_row(codings)
    observed = segeval.actual_agreement_linear(codings, **S_AS_HERE)
    _, expected = segeval.fleiss_kappa_linear(codings, return_parts=True, **S_AS_HERE)
    kappa = segeval.fleiss_kappa_linear(codings, **S_AS_HERE)
    assert row.observed == pytest.approx(float(observed), abs=1e-13)
    assert row.expected_kappa == pytest.approx(float(expected), abs=1e-13)
    assert row.kappa_star == pytest.approx(float(kappa), abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_pi_and_bias_of_items_of_one_mass_as_segeval(seed: int) -> None:
    rng = random.Random(1000 + seed)
    masses = [rng.randint(4, 50)] * rng.randint(1, 6)
    codings = dataset(seed, masses, coders=rng.randint(2, 6))
    row = group_row(codings)
    _, expected = segeval.fleiss_pi_linear(codings, return_parts=True, **S_AS_HERE)
    assert row.expected_pi == pytest.approx(float(expected), abs=1e-13)
    pi = segeval.fleiss_pi_linear(codings, **S_AS_HERE)
    assert row.pi_star == pytest.approx(float(pi), abs=1e-12)
    bias = segeval.artstein_poesio_bias_linear(codings, **S_AS_HERE)
    assert row.bias == pytest.approx(float(bias), abs=1e-13)


@pytest.mark.parametrize("seed", range(40))
def test_pi_as_published_pools_items_as_segeval(seed: int) -> None:
    # One segment more than boundaries in each item raises the mean rate by the mean of
    # 1/places; without that it is segeval's.
    rng = random.Random(2000 + seed)
    masses = [rng.randint(6, 50) for _ in range(rng.randint(2, 6))]
    codings = dataset(seed, masses, coders=rng.randint(2, 6))
    row = group_row(codings, AgreementOptions(convention="published"))
    assert row.expected_pi is not None
    raised = sum(1 / (mass - 1) for mass in masses) / len(masses)
    _, expected = segeval.fleiss_pi_linear(codings, return_parts=True, **S_AS_HERE)
    assert row.expected_pi**0.5 - raised == pytest.approx(float(expected) ** 0.5, abs=1e-13)
