"""Planning, against agreement of the corpora that are drawn."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from benchmarks.reliability import GOOD, VARIED, planned_widths, population
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import ONE_CODER
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import block_tallies, group_tallies
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.reliability import planning
from segmetrics.reliability.intervals import ResampleOptions
from segmetrics.reliability.planning import FEW_VALUES, TOO_MANY, plan
from segmetrics.segmentation import Segmentation
from tests.support.repeated import repeated

S = AgreementOptions()
FEW = ResampleOptions(resamples=200, method="percentile")


def with_gaps() -> Corpus:
    items = []
    for number, item in enumerate(population(6, VARIED, seed=2)):
        codings = dict(item.codings)
        if number % 2:
            del codings[f"c{number % 4}"]
        items.append(Item(item.name, codings))
    return Corpus(tuple(items))


@pytest.mark.parametrize("key", ["s", "b"])
@pytest.mark.parametrize("convention", ["defined", "published"])
def test_drawn_corpora_of_distinct_coders_have_their_agreement(key: str, convention: str) -> None:
    """Items as often as drawn, coders at most once: such corpora can be made."""
    corpus = with_gaps()
    options = AgreementOptions(similarity=key, convention=convention)  # type: ignore[arg-type]
    tallies = list(block_tallies(corpus, options))
    (tally,) = group_tallies(corpus, options, tallies)
    draws = planning._Draws.of(tally, tallies)
    random = np.random.default_rng(1)
    for size in (3, 4):
        for chosen in combinations(range(4), size):
            coders = np.isin(np.arange(4), chosen)[np.newaxis].astype(float)
            times = random.integers(0, 3, 6)
            kept = {tally.group.coders[place] for place in chosen}
            copies = [
                Item(item.name, {c: s for c, s in item.codings.items() if c in kept})
                for item in repeated(corpus, times.tolist()).items
            ]
            expected = agreement(Corpus(tuple(copies)), options).groups[0].pi_star
            found = draws.values(times[np.newaxis].astype(float), coders)
            assert found[0] == pytest.approx(expected, abs=1e-12)


def test_a_coder_drawn_twice_is_not_compared_with_themselves() -> None:
    """By hand: pairs x-y twice and z-x twice, z-y once for coders x, x, y, z."""
    masses = {"x": [5, 5], "y": [3, 2, 5], "z": [5, 1, 4]}
    corpus = Corpus.from_masses({"a": masses})
    tallies = list(block_tallies(corpus, S))
    (tally,) = group_tallies(corpus, S, tallies)
    found = planning._Draws.of(tally, tallies).values(np.ones((1, 1)), np.array([[2.0, 1, 1]]))
    observed = 1 - (2 * 1 + 2 * 1 + 2) / (5 * 9)
    # Each x is compared with y and z, y and z with three each.
    expected = ((2 * 1 + 2 * 1 + 3 * 2 + 3 * 2) / (9 * (2 + 2 + 3 + 3))) ** 2
    assert found[0] == pytest.approx((observed - expected) / (1 - expected))


def test_only_one_coder_drawn_is_undefined() -> None:
    corpus = Corpus.from_masses({"a": {"x": [5, 5], "y": [3, 2, 5]}})
    tallies = list(block_tallies(corpus, S))
    (tally,) = group_tallies(corpus, S, tallies)
    draws = planning._Draws.of(tally, tallies)
    assert np.isnan(draws.values(np.ones((1, 1)), np.array([[2.0, 0]]))).all()


def test_expected_agreement_above_1_is_undefined() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1, 1, 1], "y": [1, 2], "z": [1, 1, 1]}})
    found = plan(corpus, AgreementOptions(convention="published"), resampling=FEW)
    assert found.now is None
    assert found.undefined == FEW_VALUES
    assert found.by_items == found.by_coders == ()


def test_nobody_placing_a_boundary_agrees_over_b_too() -> None:
    corpus = Corpus.from_masses({f"i{n}": {c: [5] for c in "wxyz"} for n in range(3)})
    found = plan(corpus, AgreementOptions(similarity="b"), resampling=FEW)
    assert found.now is not None
    assert (found.now.low, found.now.high, found.now.width) == (1, 1, 0)


def test_types_are_planned_with() -> None:
    names = (frozenset({"a"}), frozenset({"b"}))
    codings = {
        c: Segmentation(9, (2, n), types=names) for c, n in zip("wxyz", (5, 6, 5, 7), strict=True)
    }
    found = plan(Corpus((Item("i", codings), Item("j", codings))), S, resampling=FEW)
    assert found.now is not None
    assert found.now.high <= 1


def test_planned_widths_are_those_of_corpora_drawn_from_everybody() -> None:
    """A small version of `benchmarks.reliability`."""
    for true, planned in planned_widths([(20, 5), (40, 5), (20, 10)], 12).values():
        assert planned == pytest.approx(true, rel=0.35)


def test_the_fewest_that_make_the_width_are_named() -> None:
    found = plan(Corpus(population(12, [GOOD] * 4)), S, items=[6, 12, 48], coders=[2, 4, 30])
    few, now, many = found.by_items
    assert few.width > now.width > many.width
    assert now == found.now
    assert found.items_for(now.width) == 12
    assert found.items_for(0.0) is None
    assert found.coders_for(found.by_coders[0].width) == 2


def test_what_cannot_be_planned_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plan(Corpus.from_masses({"a": {"x": [1, 2]}}), S).undefined == ONE_CODER
    monkeypatch.setattr(planning, "MAX_CELLS", 10)
    assert plan(Corpus(population(4, [GOOD] * 3)), S).undefined == TOO_MANY


@pytest.mark.parametrize("wrong", [{"items": [0]}, {"coders": [1]}, {"items": [10_001]}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, list[int]]) -> None:
    with pytest.raises(ValueError, match="numbers to plan for"):
        plan(Corpus(population(4, [GOOD] * 3)), S, **wrong)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_and_progress_may_stop() -> None:
    corpus = Corpus(population(6, [GOOD] * 3))
    assert plan(corpus, S, resampling=FEW) == plan(corpus, S, resampling=FEW)

    def stop(share: float) -> None:
        raise CorpusError(f"stopped at {share < 1}")

    with pytest.raises(CorpusError, match="stopped at True"):
        plan(corpus, S, resampling=FEW, progress=stop)
