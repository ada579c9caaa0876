"""Intervals, against agreement computed on the corpora that they stand for."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from benchmarks.reliability import GOOD, VARIED, Habits, coverage, population
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import group_tallies, pooled
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.io import SAMPLES
from segmetrics.reliability.intervals import (
    COLUMNS,
    GROUP_OF_ONE,
    NO_VALUE,
    ONE_ITEM,
    TWO_CODERS,
    Interval,
    ResampleOptions,
    intervals,
    leaving_out,
    percentile_interval,
    weights_of,
)
from segmetrics.reliability.student_t import student_t
from segmetrics.segmentation import Segmentation
from tests.support.repeated import repeated, same

FEW = ResampleOptions(resamples=100, seed=3)
S = AgreementOptions()
BOUNDARY = AgreementOptions(similarity="b")


def three_coders(items: int = 7, seed: int = 1) -> Corpus:
    return Corpus(population(items, VARIED[:3], seed=seed))


def with_gaps() -> Corpus:
    """Four coders, of whom each misses an item."""
    items = []
    for number, item in enumerate(population(8, VARIED, seed=2)):
        codings = dict(item.codings)
        if number < 4:
            del codings[f"c{number}"]
        items.append(Item(item.name, codings))
    return Corpus(tuple(items))


@pytest.mark.parametrize("options", [S, BOUNDARY, AgreementOptions(convention="published")])
@pytest.mark.parametrize("make", [three_coders, with_gaps])
def test_resampled_values_are_those_of_resampled_corpora(make, options) -> None:  # type: ignore[no-untyped-def]
    corpus = make()
    (tally,) = group_tallies(corpus, options)
    (weights,) = weights_of(len(tally.items), FEW)
    found = pooled(tally, weights)
    assert weights.sum(axis=1).tolist() == [len(corpus.items)] * 100
    for draw, times in enumerate(weights.astype(int).tolist()):
        copies = repeated(corpus, times)
        if len(copies.groups) == 1:
            same(found, agreement(copies, options).groups[0], draw)


def drawn_pi(corpus: Corpus, options: AgreementOptions) -> list[float]:
    """pi* of the resamples, each computed on a corpus that holds items as often as drawn."""
    (tally,) = group_tallies(corpus, options)
    values = []
    for weights in weights_of(len(tally.items), FEW):
        for times in weights.astype(int).tolist():
            value = agreement(repeated(corpus, times), options).groups[0].pi_star
            assert value is not None
            values.append(value)
    return sorted(values)


def quantile(ordered: list[float], share: float) -> float:
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


@pytest.mark.parametrize("options", [S, BOUNDARY])
def test_percentile_intervals_are_quantiles_of_resampled_corpora(options: AgreementOptions) -> None:
    corpus = three_coders()
    values = drawn_pi(corpus, options)
    chosen = ResampleOptions(resamples=100, seed=3, method="percentile", level=0.9)
    found = intervals(corpus, options, chosen).groups[0].pi_star
    assert found.low == pytest.approx(quantile(values, 0.05), abs=1e-12)
    assert found.high == pytest.approx(quantile(values, 0.95), abs=1e-12)


@pytest.mark.parametrize("options", [S, BOUNDARY])
def test_bca_intervals_are_those_of_the_book(options: AgreementOptions) -> None:
    """Efron & Tibshirani (1993), equations 14.10, 14.14 and 14.15, on whole corpora."""
    corpus = three_coders()
    values = drawn_pi(corpus, options)
    whole = agreement(corpus, options).groups[0].pi_star
    assert whole is not None
    left = [
        agreement(Corpus(corpus.items[:n] + corpus.items[n + 1 :]), options).groups[0].pi_star
        for n in range(len(corpus.items))
    ]
    mean = sum(left) / len(left)  # type: ignore[arg-type]
    pulls = [mean - one for one in left]  # type: ignore[operator]
    acceleration = sum(p**3 for p in pulls) / (6 * sum(p**2 for p in pulls) ** 1.5)
    normal = NormalDist()
    bias = normal.inv_cdf(sum(value < whole for value in values) / len(values))
    ends = []
    for tail in (0.025, 0.975):
        z = bias + normal.inv_cdf(tail)
        ends.append(quantile(values, normal.cdf(bias + z / (1 - acceleration * z))))
    found = intervals(corpus, options, FEW).groups[0].pi_star
    assert [found.low, found.high] == pytest.approx(ends, abs=1e-9)
    assert abs(acceleration) > 0.001


# Upper quantiles as printed in tables of Student's t.
@pytest.mark.parametrize(
    ("degrees", "t975", "t995"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (4, 2.776, 4.604),
        (5, 2.571, 4.032),
        (10, 2.228, 3.169),
        (30, 2.042, 2.750),
        (120, 1.980, 2.617),
    ],
)
def test_students_t_is_that_of_printed_tables(degrees: int, t975: float, t995: float) -> None:
    assert student_t(0.975, degrees) == pytest.approx(t975, abs=6e-4)
    assert student_t(0.995, degrees) == pytest.approx(t995, abs=6e-4)


@pytest.mark.parametrize("share", [0.9, 0.975, 0.9995])
def test_students_t_falls_to_the_normal_quantile_without_a_jump(share: float) -> None:
    at = [student_t(share, degrees) for degrees in (60, 99, 100, 101, 102, 1000, 10**6)]
    assert at == sorted(at, reverse=True)
    assert at[-1] == pytest.approx(NormalDist().inv_cdf(share), abs=1e-4)


@pytest.mark.parametrize("options", [S, BOUNDARY])
def test_items_are_jackknifed_over_coders(options: AgreementOptions) -> None:
    corpus = with_gaps()
    table, found = agreement(corpus, options), intervals(corpus, options, FEW)
    for item, row, ends in zip(corpus.items, table.items, found.items, strict=True):
        coders = item.coders
        for column in COLUMNS:
            left = []
            for coder in coders:
                codings = {name: s for name, s in item.codings.items() if name != coder}
                others = agreement(Corpus((Item(item.name, codings),)), options).items[0]
                left.append(getattr(others, column))
            mean = sum(left) / len(left)
            error = sqrt((len(left) - 1) / len(left) * sum((one - mean) ** 2 for one in left))
            reach = {3: 4.302653, 4: 3.182446}[len(coders)] * error
            value, interval = getattr(row, column), getattr(ends, column)
            low = value - reach
            low = max(low, 0.0) if column == "one_minus_wd_mean" else low
            assert interval.low == pytest.approx(low, abs=1e-6)
            assert interval.high == pytest.approx(min(1.0, value + reach), abs=1e-6)


def test_leaving_out_items_is_agreement_on_the_others() -> None:
    corpus = with_gaps()
    (tally,) = group_tallies(corpus, S)
    for place, value in enumerate(leaving_out(tally).tolist()):
        others = Corpus(corpus.items[:place] + corpus.items[place + 1 :])
        assert value == pytest.approx(agreement(others, S).groups[0].pi_star)


def two_groups() -> Corpus:
    first = population(6, VARIED[:3], seed=5)
    others = [
        Item(f"o{n}", {f"d{coder}": s for coder, s in item.codings.items()})
        for n, item in enumerate(population(9, VARIED[:2], seed=6))
    ]
    return Corpus((*first, *others))


def test_the_corpus_is_the_mean_over_groups_of_their_resamples() -> None:
    corpus = two_groups()
    chosen = ResampleOptions(resamples=500, method="percentile")
    draws = [
        np.concatenate(
            [
                pooled(tally, weights).coefficients.pi
                for weights in weights_of(len(tally.items), chosen, stream=n)
            ]
        )
        for n, tally in enumerate(group_tallies(corpus, S))
    ]
    found = intervals(corpus, S, chosen).corpus.pi_star
    mean = ((draws[0] + draws[1]) / 2).tolist()
    assert found.low == pytest.approx(quantile(sorted(mean), 0.025), abs=1e-12)
    assert found.high == pytest.approx(quantile(sorted(mean), 0.975), abs=1e-12)


def test_over_several_groups_acceleration_weighs_them_by_their_items() -> None:
    """Twice the same group: the mean varies less, and the interval is narrower."""
    corpus = two_groups()
    table = intervals(corpus, S, ResampleOptions(resamples=2000))
    widths = [row.pi_star.high - row.pi_star.low for row in (*table.groups, table.corpus)]  # type: ignore[operator]
    assert widths[2] < max(widths[:2])
    assert table.rows == (*table.items, *table.groups, table.corpus)


def test_a_group_of_one_item_leaves_the_corpus_without_an_interval() -> None:
    one = Item.from_masses("alone", {"p": [3, 4], "q": [2, 5], "r": [3, 4]})
    table = intervals(Corpus((*three_coders().items, one)), S, FEW)
    assert table.groups[0].pi_star.low is not None
    assert table.groups[1].pi_star == Interval(None, None, ONE_ITEM)
    assert table.corpus.pi_star == Interval(None, None, GROUP_OF_ONE)


def test_a_group_without_a_value_does_not_count() -> None:
    """A lone coder has no agreement; the corpus is the other group."""
    lone = Item.from_masses("alone", {"p": [3, 4]})
    table = intervals(Corpus((*three_coders().items, lone)), S, FEW)
    assert table.corpus.pi_star == table.groups[0].pi_star
    assert table.groups[1].pi_star.undefined == NO_VALUE


def test_two_coders_have_an_interval_over_items_but_none_over_coders() -> None:
    table = intervals(Corpus(population(6, VARIED[:2])), S, FEW)
    assert table.items[0].pi_star == Interval(None, None, TWO_CODERS)
    assert table.groups[0].pi_star.low is not None


@pytest.mark.parametrize(
    "masses",
    [{"x": [2, 3], "y": [2, 3], "z": [2, 3]}, {"x": [5], "y": [5], "z": [5]}],
    ids=["all agree", "nobody placed a boundary"],
)
def test_where_all_agree_the_interval_is_a_point(masses: dict[str, list[int]]) -> None:
    table = intervals(Corpus.from_masses({f"i{n}": masses for n in range(4)}), S, FEW)
    for row in table.rows:
        assert row.pi_star == Interval(1.0, 1.0)
        assert row.one_minus_wd_mean == Interval(1.0, 1.0)


def test_items_of_one_unit_have_no_interval() -> None:
    table = intervals(Corpus.from_masses({"a": {"x": [1], "y": [1]}}), S, FEW)
    assert {row.pi_star.undefined for row in table.rows} == {NO_VALUE}


def test_resamples_without_a_value_are_left_out_and_counted() -> None:
    """Under `published` a resample of the short item alone has expected agreement above 1."""
    short, long = {"x": [1, 1, 1], "y": [1, 2]}, {"x": [9, 9], "y": [8, 10]}
    corpus = Corpus.from_masses({"short": short, "long1": long, "long2": long})
    chosen = AgreementOptions(convention="published")
    (tally,) = group_tallies(corpus, chosen)
    (weights,) = weights_of(len(tally.items), FEW)
    undefined = 0
    for times in weights.astype(int).tolist():
        undefined += agreement(repeated(corpus, times), chosen).groups[0].pi_star is None
    found = intervals(corpus, chosen, FEW).groups[0].pi_star
    assert 0 < undefined < 50
    assert found.left_out == undefined
    assert found.high is not None
    assert found.high <= 1


def test_most_resamples_without_a_value_make_no_interval() -> None:
    found = percentile_interval(np.array([0.5, np.nan, np.nan]), 0.95)
    assert found.low is None
    assert found.left_out == 2
    assert found.undefined


def test_types_have_intervals_too() -> None:
    names = (frozenset({"a"}), frozenset({"b"}))
    codings = {
        coder: Segmentation(9, places, types=names)
        for coder, places in {"x": (2, 5), "y": (2, 6), "z": (3, 5)}.items()
    }
    corpus = Corpus(tuple(Item(f"i{n}", codings) for n in range(4)))
    row = intervals(corpus, S, FEW).groups[0]
    value = agreement(corpus, S).groups[0].pi_star
    assert row.pi_star.low == pytest.approx(value)
    assert row.pi_star.high == pytest.approx(value)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_intervals_of_the_samples_keep_their_limits(name: str) -> None:
    corpus = SAMPLES[name].read().corpus
    assert corpus is not None
    for method in ("percentile", "bca"):
        table = intervals(corpus, S, ResampleOptions(resamples=200, method=method))
        for row in table.rows:
            for column in COLUMNS:
                low, high, why, _ = getattr(row, column)
                assert (low is None) == (high is None) == bool(why)
                assert low is None or low <= high <= 1
            assert row.one_minus_wd_mean.low is None or row.one_minus_wd_mean.low >= 0


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    corpus = two_groups()
    assert intervals(corpus, S, FEW) == intervals(corpus, S, FEW)
    assert intervals(corpus, S, FEW) != intervals(corpus, S, ResampleOptions(resamples=100, seed=4))


def test_extreme_levels_make_wider_intervals() -> None:
    corpus = three_coders(4)
    widths = []
    for level in (0.5, 0.95, 0.999):
        low, high, *_ = intervals(corpus, S, ResampleOptions(level=level)).groups[0].pi_star
        assert low is not None
        assert high is not None
        widths.append(high - low)
    assert widths == sorted(widths)


def test_progress_may_stop_the_computation() -> None:
    calls: list[float] = []

    def stop(share: float) -> None:
        calls.append(share)
        raise CorpusError("stopped")

    with pytest.raises(CorpusError, match="stopped"):
        intervals(two_groups(), S, FEW, progress=stop)
    assert len(calls) == 1


def test_progress_rises_to_the_end() -> None:
    shares: list[float] = []
    intervals(two_groups(), S, FEW, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize(
    "wrong",
    [{"resamples": 99}, {"level": 0.4}, {"level": 0.9999}, {"method": "normal"}, {"seed": -1}],
)
def test_an_option_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="got"):
        ResampleOptions(**wrong)  # type: ignore[arg-type]


def test_the_signature_names_level_method_resamples_and_seed() -> None:
    signature = ResampleOptions(level=0.999, resamples=500, seed=7).signature
    for part in ("99.9%", "bca", "500 resamples", "seed=7"):
        assert part in signature


def test_intervals_hold_the_true_value_as_often_as_they_say() -> None:
    """A small version of `benchmarks.reliability`; 200 corpora leave an error of 1.5 %."""
    held = coverage(population(1500, VARIED, seed=8), 25, 200, S, "bca")
    for column in ("pi_star", "kappa_star", "one_minus_wd_mean"):
        assert 0.89 <= held[column] <= 0.99, column


@pytest.mark.parametrize(
    "habits", [(GOOD,) * 4, (GOOD, GOOD.times(0.2), GOOD.times(3))], ids=["alike", "unlike"]
)
def test_intervals_of_bias_hold_it_whether_coders_differ_or_not(habits: tuple[Habits, ...]) -> None:
    held = coverage(population(1500, habits, seed=9), 25, 100, S, "percentile")
    assert held["bias"] >= 0.88
