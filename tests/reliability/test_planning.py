"""Planning, against the interval at hand and corpora drawn from everybody."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from benchmarks.reliability import GOOD, planned_widths, population
from benchmarks.simulated_coders import simulated_corpus
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import A_POINT, NO_VALUE, PERFECT, TWO_CODERS
from segmetrics.reliability.leave_one_out import COLUMNS, group_counts
from segmetrics.reliability.planning import plan
from segmetrics.reliability.student_t import student_t
from segmetrics.segmentation import Segmentation

S = AgreementOptions()


@pytest.mark.parametrize("key", ["s", "b"])
def test_what_is_planned_for_the_corpus_at_hand_is_its_interval(key: str) -> None:
    corpus = simulated_corpus(np.random.default_rng(2), [(4, 6)], gaps=0.2)
    options = AgreementOptions(similarity=key)
    found = plan(corpus, options, items=[6], coders=[4])
    around = intervals(corpus, options, chance=chance(corpus, options)).groups[0].corrected
    assert found.now is not None
    assert found.quantity == "corrected"
    assert (found.now.low, found.now.high) == pytest.approx(around[:2], abs=1e-12)
    assert found.by_items == found.by_coders == (found.now,)


def test_with_more_coders_their_share_of_the_variance_falls() -> None:
    """By hand, on the scale of -log(1 - R): twice the coders, half of the coders' variance.

    Each part has its own quantile, and the interval at hand is the one by Satterthwaite's degrees.

    Of short items all orders are looked at, so that corpora without somebody can be computed from
    the start.
    """
    random = np.random.default_rng(4)
    corpus = Corpus(
        tuple(
            Item(
                f"i{n}",
                {
                    c: Segmentation(12, tuple(sorted({3, 7, *random.integers(1, 12, 2).tolist()})))
                    for c in "wxyz"
                },
            )
            for n in range(6)
        )
    )

    def scaled(part: Corpus) -> float:
        return -log(1 - float(chance(part, S).groups[0].corrected or 0))

    names = [item.name for item in corpus.items]
    left = [
        [scaled(corpus.select(coders=[o for o in corpus.coders if o != c])) for c in corpus.coders],
        [scaled(corpus.select(items=[o for o in names if o != n])) for n in names],
    ]
    of_coders, of_items = (
        (len(one) - 1) / len(one) * sum((z - sum(one) / len(one)) ** 2 for z in one) for one in left
    )
    found = plan(corpus, S, items=[18], coders=[8])

    def own(coders: int, items: int) -> float:
        parts = (of_coders * 4 / coders, coders - 1), (of_items * 6 / items, items - 1)
        return sqrt(sum(part * student_t(0.975, df) ** 2 for part, df in parts))

    total = of_coders + of_items
    degrees = total**2 / (of_coders**2 / 3 + of_items**2 / 5)
    at_hand = student_t(0.975, degrees) * sqrt(total)
    for point, coders, items in ((found.by_coders[0], 8, 6), (found.by_items[0], 4, 18)):
        reach = at_hand * own(coders, items) / own(4, 6)
        low, high = (-log(1 - end) for end in (point.low, point.high))
        assert (high - low) / 2 == pytest.approx(reach)


def test_more_items_or_coders_never_make_an_interval_wider() -> None:
    """With three coders and many items, Satterthwaite's degrees of freedom fall to 2."""
    corpus = simulated_corpus(np.random.default_rng(3), [(3, 12)], gaps=0.2)
    found = plan(corpus, S, items=[6, 12, 100, 10_000], coders=[3, 6, 100, 10_000])
    for points, least in (
        (found.by_items, found.least_by_items),
        (found.by_coders, found.least_by_coders),
    ):
        widths = [point.width for point in points]
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] == pytest.approx(least, rel=0.05)
        assert widths[-1] > least > 0


def test_alpha_is_planned_for_where_r_does_not_vary() -> None:
    """Where everybody marks every place, but for one coder of each item, no shuffle differs."""
    full, gap = [1] * 12, [1] * 5 + [2] + [1] * 5
    corpus = Corpus.from_masses(
        {f"i{n}": {c: gap if k == n % 4 else full for k, c in enumerate("wxyz")} for n in range(6)}
    )
    options = AgreementOptions(similarity="b")
    around = intervals(corpus, options, chance=chance(corpus, options)).groups[0]
    found = plan(corpus, options, items=[6], coders=[4])
    assert around.corrected[:2] == (None, None)
    assert around.corrected.undefined == A_POINT
    assert found.quantity == "alpha"
    assert found.now is not None
    assert (found.now.low, found.now.high) == pytest.approx(around.alpha[:2], abs=1e-12)


def test_planned_widths_are_those_of_corpora_drawn_from_everybody() -> None:
    """A small version of `benchmarks.reliability`."""
    for true, planned in planned_widths([(20, 5), (40, 5), (20, 10)], 12).values():
        assert planned == pytest.approx(true, rel=0.35)


def test_the_range_of_a_width_is_that_of_its_logarithm() -> None:
    """By hand, of six items by four coders; it lies around the width, and is wide."""
    corpus = simulated_corpus(np.random.default_rng(2), [(4, 6)])
    found = plan(corpus, S, items=[6], coders=[4])
    counts = next(group_counts(corpus, S, chance(corpus, S).by_coder))
    estimate = counts.estimates("coders and items")[COLUMNS.index("corrected")]
    (of_coders, more), (of_items, others) = estimate.variances
    parts = of_coders * student_t(0.975, more) ** 2, of_items * student_t(0.975, others) ** 2
    degrees = sum(parts) ** 2 / (parts[0] ** 2 / 3 + parts[1] ** 2 / 5)
    off = 1.959964 * sqrt(of_coders + of_items + 1 / degrees + 1 / degrees**2)
    now = found.now
    assert now is not None
    assert log(now.widest / now.width) == pytest.approx(off, rel=1e-5)
    assert log(now.width / now.narrowest) == pytest.approx(off, rel=1e-5)


@pytest.mark.parametrize("seed", [0, 24])
def test_no_range_is_wider_than_from_minus_one_to_one(seed: int) -> None:
    """Of three items by three coders, of which little is known; of one the width is above 2."""
    now = plan(simulated_corpus(np.random.default_rng(seed), [(3, 3)]), S).now
    assert now is not None
    assert now.width**2 / now.narrowest > 2  # as far above the width as the other end is below
    assert now.widest == max(2, now.width)
    assert (now.width > 2) == (seed == 24)


def test_the_fewest_that_make_the_width_are_named() -> None:
    found = plan(Corpus(population(12, [GOOD] * 4)), S, items=[6, 12, 48], coders=[3, 4, 30])
    few, now, many = found.by_items
    assert few.width > now.width > many.width
    assert now == found.now
    assert found.items_for(now.width) == 12
    assert found.items_for(0.0) is None
    assert found.items_for(now.width, "widest") in (None, 48)
    assert found.items_for(now.width, "narrowest") == 6
    assert found.coders_for(found.by_coders[0].width) == 3


def test_what_cannot_be_planned_says_why() -> None:
    assert plan(Corpus.from_masses({"a": {"x": [1, 2]}}), S).undefined == NO_VALUE
    assert plan(Corpus(population(4, [GOOD] * 2)), S).undefined == TWO_CODERS
    empty = Corpus.from_masses({f"i{n}": {c: [5] for c in "wxyz"} for n in range(3)})
    assert plan(empty, S).undefined == NO_VALUE
    same = Corpus.from_masses({f"i{n}": {c: [2, 3] for c in "wxyz"} for n in range(3)})
    found = plan(same, S)
    assert found.undefined == PERFECT
    assert found.now is None
    assert found.by_items == found.by_coders == ()


@pytest.mark.parametrize("wrong", [{"items": [1]}, {"coders": [2]}, {"items": [10_001]}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="numbers to plan for"):
        plan(Corpus(population(4, [GOOD] * 3)), S, **wrong)
    with pytest.raises(ValueError, match="group is from 0 to 0, got 7"):
        plan(Corpus(population(4, [GOOD] * 3)), S, group=7)
