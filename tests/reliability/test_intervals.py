"""Intervals, against an independent two-way jackknife in fractions and on corpora left out of."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any, get_args

import numpy as np
import pytest

from benchmarks.coverage import Design, coverage, coverage_of_same_coders, rejections, truth
from benchmarks.reliability import VARIED, population
from benchmarks.simulated_coders import simulated_corpus
from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.boundary_decisions import OF_DECISIONS
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import RELIABILITY
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import ChangeRow
from segmetrics.reliability.decision_intervals import DecisionIntervalRow
from segmetrics.reliability.intervals import IntervalRow, intervals, intervals_beside
from segmetrics.reliability.jackknife import (
    A_POINT,
    AS_IT_IS,
    AT_LEAST_ZERO,
    AT_MOST_ONE,
    NO_REST,
    NO_VALUE,
    ONE_ITEM,
    PERFECT,
    PERFECT_REST,
    TOO_WIDE,
    TWO_CODERS,
    Interval,
    IntervalOptions,
    Over,
    mean_of,
    two_way,
)
from segmetrics.reliability.leave_one_out import COLUMNS, NOT_SHUFFLED, TABLE_COLUMNS
from segmetrics.reliability.reliability_table import ReliabilityRow
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.student_t import student_t, two_sided_p
from segmetrics.segmentation import Segmentation
from segmetrics.tables.agreement_columns import size_notes
from tests.support.jackknife import COMPLETE, GAPS, LEVEL, Masses, by_hand, marks, t_quantile
from tests.support.known import known
from tests.support.samples import TEXTS

ITEMS = IntervalOptions(over="items")
BOTH = IntervalOptions()
S = AgreementOptions()
THREE_CODERS = "three coders only: an interval for other coders takes four"


# ----- independent: fractions from masses


def alpha(masses: Masses) -> Fraction:
    """Krippendorff's alpha of boundary decisions, from the pairs of values of each place."""
    units = [
        values
        for codings in masses.values()
        if len(codings) > 1
        for values in zip(*map(marks, codings.values()), strict=True)
    ]
    every = [value for values in units for value in values]
    observed = sum(
        Fraction(2 * sum(a != b for a, b in combinations(values, 2)), len(values) - 1)
        for values in units
    )
    n, yes = len(every), sum(every)
    return 1 - observed / Fraction(2 * yes * (n - yes), n - 1)


def pi_star(masses: Masses) -> Fraction:
    """pi* over S without near misses, each pair on what both coded."""
    same = places = ones = 0
    for codings in masses.values():
        for a, b in combinations(map(marks, codings.values()), 2):
            same += sum(x == y for x, y in zip(a, b, strict=True))
            places += len(a)
            ones += sum(a) + sum(b)
    expected = Fraction(ones, 2 * places) ** 2
    return (Fraction(same, places) - expected) / (1 - expected)


@pytest.mark.parametrize("over", get_args(Over))
@pytest.mark.parametrize("masses", [GAPS, COMPLETE], ids=["with gaps", "complete"])
def test_intervals_are_those_of_fractions(masses: Masses, over: Over) -> None:
    corpus = Corpus.from_masses(masses)
    options = AgreementOptions(n=1)
    (row,) = intervals(corpus, options, IntervalOptions(level=LEVEL, over=over)).groups
    for found, value in ((row.alpha, alpha), (row.pi_star, pi_star)):
        assert found[:2] == pytest.approx(by_hand(value, masses, over), abs=2e-4)


def test_the_values_without_coders_and_items_are_those_of_corpora_without_them() -> None:
    """Of all columns that tables of agreement and of decisions have, over S and over B."""
    corpus = Corpus.from_masses(GAPS)

    def values(part: Corpus) -> list[float]:
        row = agreement(part, S).groups[0]
        over_b = agreement(part, AgreementOptions(similarity="b")).groups[0].pi_star
        found = [*(getattr(row, name) for name in TABLE_COLUMNS), decisions(part).groups[0].alpha]
        return [*found, over_b]

    left = [
        [
            values(corpus.select(items=[one.name for one in corpus.items if one is not item]))
            for item in corpus.items
        ],
        [
            values(corpus.select(coders=[one for one in corpus.coders if one != coder]))
            for coder in corpus.coders
        ],
    ]
    (row,) = intervals(corpus, S, BOTH).groups
    for column, (name, value) in enumerate(zip(COLUMNS[:-1], values(corpus), strict=True)):
        scale = AT_LEAST_ZERO if name == "bias" else AT_MOST_ONE
        of_items, of_coders = ([one[column] for one in of] for of in left)
        expected = two_way(
            value, np.array(of_coders), np.array(of_items), over="coders and items", scale=scale
        ).interval(0.95)
        found = getattr(row, name)
        assert found.undefined == expected.undefined, name
        low = max(expected.low or 0, 0) if name == "one_minus_wd_mean" else expected.low
        assert found[:2] == pytest.approx((low, expected.high), abs=1e-9), name


def test_chance_corrected_agreement_keeps_what_was_shuffled_once() -> None:
    corpus = simulated_corpus(np.random.default_rng(3), [(4, 6)])
    shuffled = chance(corpus, S)
    (row,) = intervals(corpus, S, BOTH, chance=shuffled).groups
    low, high, why = row.corrected
    assert why == ""
    assert low is not None and high is not None
    corrected = known(shuffled.groups[0].corrected)
    assert low < corrected < high < 1
    assert intervals(corpus, S, BOTH).groups == (row,)
    (without,) = intervals_beside(corpus, S, BOTH, None).groups
    assert without == row._replace(corrected=Interval(None, None, NOT_SHUFFLED))
    assert without.pi_star == row.pi_star


def test_rows_have_a_field_for_each_quantity() -> None:
    assert IntervalRow._fields[-len(COLUMNS) :] == ChangeRow._fields[-len(COLUMNS) :] == COLUMNS
    assert DecisionIntervalRow._fields[-len(OF_DECISIONS) :] == (*OF_DECISIONS,)
    assert {*RELIABILITY} <= {*ReliabilityRow._fields}


MOONSTONE = {
    "an1-an4": (0.20, -0.20, 0.47),
    "an5-an10": (0.40, 0.18, 0.57),
    "an11-an16": (0.16, -0.07, 0.34),
    "an17-an22": (0.39, 0.21, 0.52),
    "an23-an27": (0.18, -0.02, 0.35),
    "": (0.268, 0.18, 0.34),
}


def test_alpha_of_the_whole_moonstone(complete_moonstone: Corpus) -> None:
    """As another hand's simulation study computed it."""
    found, table = intervals(complete_moonstone), decisions(complete_moonstone)
    rows = zip((*found.groups, found.corpus), (*table.groups, table.corpus), strict=True)
    for around, row in rows:
        expected = MOONSTONE[around.item]
        assert (row.alpha, *around.alpha[:2]) == pytest.approx(expected, abs=0.01)


# ----- Student's t


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


@pytest.mark.parametrize(("share", "degrees"), [(0.975, 1.7), (0.975, 3.4), (0.9, 12.25)])
def test_students_t_takes_broken_degrees_of_freedom(share: float, degrees: float) -> None:
    t = student_t(share, degrees)
    assert t == pytest.approx(t_quantile(share, degrees), rel=1e-4)
    assert student_t(1 - share, degrees) == -t
    assert two_sided_p(t, degrees) == pytest.approx(2 * (1 - share))


# ----- what is left out


def test_items_are_jackknifed_over_coders() -> None:
    corpus = Corpus.from_masses({**GAPS, **COMPLETE})
    table, found = agreement(corpus, S), intervals(corpus, S, IntervalOptions(level=LEVEL))
    assert intervals(corpus, S, BOTH).items == intervals(corpus, S, ITEMS).items
    for item, row, ends in zip(corpus.items, table.items, found.items, strict=True):
        coders = item.coders
        if len(coders) < 3:
            assert ends.pi_star == Interval(None, None, TWO_CODERS)
            continue
        if len(coders) == 3:
            assert ends.pi_star == Interval(None, None, THREE_CODERS)
            continue
        for column in TABLE_COLUMNS:
            left = []
            for coder in coders:
                codings = {name: s for name, s in item.codings.items() if name != coder}
                others = agreement(Corpus((Item(item.name, codings),)), S).items[0]
                left.append(getattr(others, column))
            mean = sum(left) / len(left)
            error = sqrt((len(left) - 1) / len(left) * sum((one - mean) ** 2 for one in left))
            reach = 0.7648923 * error  # of 3 degrees of freedom, at a half
            value, interval = getattr(row, column), getattr(ends, column)
            low = value - reach
            low = max(low, 0.0) if column in ("one_minus_wd_mean", "bias") else low
            if interval.low is None:
                assert reach == pytest.approx(0, abs=1e-12)
                assert interval.undefined == A_POINT
                continue
            assert interval.low == pytest.approx(low, abs=1e-6)
            assert interval.high == pytest.approx(min(1.0, value + reach), abs=1e-6)


def two_groups() -> Corpus:
    first = population(6, VARIED[:3], seed=5)
    others = [
        Item(f"o{n}", {f"d{coder}": s for coder, s in item.codings.items()})
        for n, item in enumerate(population(9, VARIED, seed=6))
    ]
    return Corpus((*first, *others))


@pytest.mark.parametrize("options", [BOTH, ITEMS])
def test_variances_of_groups_add_to_that_of_the_corpus(options: IntervalOptions) -> None:
    """V = sum V_g (1 - value_g)^2 / G^2, here of two groups, and back on the scale of the mean."""
    corpus = two_groups()
    parts = [corpus.select(items=list(group.items)) for group in corpus.groups]
    values, terms = [], []
    for part in parts:
        value = float(decisions(part).groups[0].alpha or 0)
        left = [
            [
                decisions(part.select(items=[o.name for o in part.items if o is not one])).corpus
                for one in part.items
            ]
        ]
        if options.over == "coders and items":
            left.append(
                [
                    decisions(part.select(coders=[o for o in part.coders if o != one])).corpus
                    for one in part.coders
                ]
            )
        for rows in left:
            scaled = [-log(1 - float(row.alpha or 0)) for row in rows]
            mean, n = sum(scaled) / len(scaled), len(scaled)
            variance = (n - 1) / n * sum((one - mean) ** 2 for one in scaled)
            terms.append((variance * (1 - value) ** 2 / 4, n - 1))
        values.append(value)
    theta = sum(values) / 2
    total = sum(variance for variance, _ in terms)
    degrees = total**2 / sum(variance**2 / df for variance, df in terms)
    reach = t_quantile(0.975, degrees) * sqrt(total) / (1 - theta)
    z = -log(1 - theta)
    found = intervals(corpus, S, options).corpus.alpha
    assert found[:2] == pytest.approx((1 - exp(-(z - reach)), 1 - exp(-(z + reach))), abs=2e-4)


# ----- refusals


def test_a_group_of_one_item_leaves_the_corpus_without_an_interval() -> None:
    one = Item.from_masses("alone", {"p": [3, 4], "q": [2, 5], "r": [3, 4]})
    table = intervals(Corpus((*Corpus.from_masses(COMPLETE).items, one)), S, BOTH)
    assert table.groups[0].pi_star.low is not None
    assert table.groups[1].pi_star == Interval(None, None, ONE_ITEM)
    assert table.corpus.pi_star == Interval(None, None, f"of a coder group, {ONE_ITEM}")


def test_a_group_without_a_value_does_not_count() -> None:
    """A lone coder has no agreement; the corpus is the other group."""
    lone = Item.from_masses("alone", {"p": [3, 4]})
    table = intervals(Corpus((*Corpus.from_masses(COMPLETE).items, lone)), S, BOTH)
    assert table.corpus.pi_star == table.groups[0].pi_star
    assert table.groups[1].pi_star.undefined == NO_VALUE


def test_items_and_coders_with_nobody_to_compare_count_nowhere() -> None:
    """Neither what one person coded alone nor a person who shares no item moves an interval."""
    corpus = Corpus.from_masses(COMPLETE)
    alone = Item.from_masses("alone", {"w": [3, 4]})
    more = intervals(Corpus((*corpus.items, alone)), S, BOTH).groups[0]
    row = intervals(corpus, S, BOTH).groups[0]
    for name in ("pi_star", "kappa_star", "bias", "alpha"):
        assert getattr(more, name)[:2] == pytest.approx(getattr(row, name)[:2], abs=1e-12)


def test_two_coders_have_an_interval_for_other_items_alone() -> None:
    corpus = Corpus(population(6, VARIED[:2]))
    table = intervals(corpus, S, BOTH)
    assert table.items[0].pi_star == Interval(None, None, TWO_CODERS)
    assert table.groups[0].pi_star == Interval(None, None, TWO_CODERS)
    assert intervals(corpus, S, ITEMS).groups[0].pi_star.low is not None


@pytest.mark.parametrize(
    "masses",
    [{who: [2, 3] for who in "wxyz"}, {who: [5] for who in "wxyz"}],
    ids=["all agree", "nobody placed a boundary"],
)
def test_perfect_agreement_has_no_interval(masses: dict[str, list[int]]) -> None:
    table = intervals(Corpus.from_masses({f"i{n}": masses for n in range(4)}), S, BOTH)
    for row in (*table.groups, table.corpus):
        assert row.pi_star == Interval(None, None, PERFECT)
        assert row.one_minus_wd_mean == Interval(None, None, PERFECT)
    assert {row.pi_star for row in table.items} == {Interval(None, None, A_POINT)}


def test_agreement_that_is_perfect_without_one_has_no_interval() -> None:
    same, other = {"x": [2, 5], "y": [2, 5], "z": [2, 5]}, {"x": [2, 5], "y": [2, 5], "z": [4, 3]}
    table = intervals(Corpus.from_masses({"1": same, "2": same, "3": other}), S, BOTH)
    assert table.groups[0].pi_star == Interval(None, None, PERFECT_REST.format("coders"))
    table = intervals(Corpus.from_masses({"1": same, "2": same, "3": other}), S, ITEMS)
    assert table.groups[0].pi_star == Interval(None, None, PERFECT_REST.format("items"))


def test_a_value_that_is_undefined_without_one_has_no_interval() -> None:
    """Under `published`, the short item alone has expected agreement above 1."""
    short = {"x": [1, 1, 1], "y": [1, 2], "z": [2, 1]}
    long = {"x": [9, 9], "y": [8, 10], "z": [9, 4, 5]}
    corpus = Corpus.from_masses({"short": short, "long": long})
    found = intervals(corpus, AgreementOptions(convention="published"), BOTH).groups[0].pi_star
    assert found == Interval(None, None, NO_REST.format("items"))


def test_items_of_one_unit_have_no_interval() -> None:
    table = intervals(Corpus.from_masses({"a": {"x": [1], "y": [1]}}), S, BOTH)
    assert {row.pi_star.undefined for row in table.rows} == {NO_VALUE}


def test_differences_have_a_p_and_nothing_without_variance() -> None:
    nobody = np.empty(0)
    found = two_way(0.2, nobody, np.array([0.1, 0.2, 0.3]), over="items", scale=AS_IT_IS)
    # V = 2/3 (0.1^2 + 0.1^2), t = 0.2 / sqrt(V) = sqrt(3) with two degrees of freedom.
    assert found.p == pytest.approx(1 - sqrt(3 / 5))
    same = two_way(0.2, nobody, np.array([0.2, 0.2]), over="items", scale=AS_IT_IS)
    assert same.p is None
    assert same.interval(0.95) == Interval(0.2, 0.2)
    assert mean_of([]).interval(0.95).undefined == NO_VALUE


# ----- options, limits, progress


WITH_TYPES = {"w": (2, 5), "x": (2, 5), "y": (2, 6), "z": (3, 5)}


def test_types_have_intervals_too() -> None:
    names = (frozenset({"a"}), frozenset({"b"}))
    corpus = Corpus(
        tuple(
            Item(
                f"i{n}",
                {
                    coder: Segmentation(9 + n, places, types=names)
                    for coder, places in WITH_TYPES.items()
                },
            )
            for n in range(4)
        )
    )
    half = IntervalOptions(level=LEVEL)
    row = intervals(corpus, S, half, chance=chance(corpus, S)).groups[0]
    value = known(agreement(corpus, S).groups[0].pi_star)
    assert row.pi_star.low is not None and row.pi_star.high is not None
    assert row.pi_star.low < value < row.pi_star.high
    assert row.corrected.low is not None


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_intervals_of_the_samples_keep_their_limits(name: str) -> None:
    corpus = sample(name)
    for options in (BOTH, ITEMS):
        table = intervals(corpus, S, options)
        for row in table.rows:
            for column in COLUMNS:
                low, high, why = getattr(row, column)
                assert (low is None) == (high is None) == bool(why)
                assert low is None or low <= high <= 1
            for found in (row.one_minus_wd_mean, row.bias):
                assert found.low is None or found.low >= 0


@pytest.mark.parametrize("wrong", [{"level": 0.4}, {"level": 0.9999}, {"over": "coders"}])
def test_an_option_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="got"):
        IntervalOptions(**wrong)


def test_the_signature_names_level_population_and_method() -> None:
    assert IntervalOptions(level=0.999).signature == (
        "99.9% intervals for other coders and other items, two-way jackknife; "
        "those of items for other coders"
    )
    assert ITEMS.signature.startswith("95% intervals for other items, same coders, jackknife;")


def test_groups_of_many_items_are_told() -> None:
    """Items count within groups: four groups of six are few each, however many together."""
    few, many = [(4, 6)] * 4, [(5, 25)]
    found = [
        size_notes(
            intervals(simulated_corpus(np.random.default_rng(1), sizes), S, options), "pi_star"
        )
        for sizes in (few, many)
        for options in (BOTH, ITEMS)
    ]
    assert found[0] == found[1] == found[3] == []
    (note,) = found[2]
    assert note.startswith("More than 20 items: only more coders would make these intervals much")


@pytest.mark.parametrize(
    ("sizes", "over", "why"),
    [
        ([(4, 4)], "coders and items", ""),
        ([(3, 40)], "coders and items", THREE_CODERS),
        ([(3, 4)], "items", ""),
        ([(6, 3)], "coders and items", "three items only: an interval for other items takes four"),
        ([(3, 2)], "items", "two items only: an interval for other items takes four"),
    ],
)
def test_so_few_coders_or_items_have_no_interval_but_a_reason(
    sizes: list[tuple[int, int]], over: Over, why: str
) -> None:
    corpus = simulated_corpus(np.random.default_rng(3), sizes, differences="mild", noise=0.5)
    shuffled = chance(corpus, S, ChanceOptions(shuffles=50))
    table = intervals(corpus, S, IntervalOptions(over=over), chance=shuffled)
    for row in (*table.groups, table.corpus):
        assert {getattr(row, name).undefined for name in ("alpha", "corrected")} == {why}
        assert (row.corrected.low is None) == bool(why)


def test_groups_count_together_for_the_corpus() -> None:
    corpus = simulated_corpus(np.random.default_rng(3), [(3, 3)] * 4, noise=0.5)
    table = intervals(corpus, S, BOTH)
    assert {row.alpha.undefined for row in table.groups} == {THREE_CODERS}
    assert table.corpus.alpha.low is not None


def test_no_interval_of_a_coefficient_is_wider_than_from_0_to_1() -> None:
    """By hand alpha of these would have one from below -1 to .75."""
    corpus = Corpus.from_masses(GAPS)
    wide = intervals(corpus, S, BOTH).corpus.alpha
    assert wide == Interval(None, None, TOO_WIDE)
    assert wide.reaches_zero
    assert wide.why_none == f"no interval ({TOO_WIDE})"
    low, high, why = intervals(corpus, S, IntervalOptions(level=0.5)).corpus.alpha
    assert why == ""
    assert low is not None and high is not None and high - low <= 1


# ----- small versions of `benchmarks.coverage`

SMALL = Design("4 x 8", [(4, 8)])


def test_intervals_hold_the_true_value_about_as_often_as_they_say() -> None:
    """Of 30 corpora, where 95% are to hold it, fewer than 24 do once in a thousand times."""
    both = coverage(SMALL, 30, truth(SMALL, 10))
    same = coverage_of_same_coders(SMALL, 30, 10)
    for held in (both, same):
        assert min(held.held[name] for name in ("pi_star", "alpha", "pi_star_b")) >= 24


def test_rounds_without_a_change_are_rarely_told_apart() -> None:
    """Of 60 at 5%, more than 9 are once in a thousand times."""
    found = rejections([(4, 6)], 60, "items")
    assert max(found["pi_star"], found["alpha"]) <= 9 / 60
