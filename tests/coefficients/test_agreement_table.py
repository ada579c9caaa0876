"""Agreement tables: published figures, exact fractions, gaps, and what is undefined."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, CorpusError, EditModel, Item, Segmentation, sample
from segmetrics.coefficients.agreement_table import AgreementRow, agreement, pair_agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import PairScore, pairwise
from segmetrics.io.samples import SAMPLES
from segmetrics.metrics.blocks.window_blocks import WIDTHS, WindowWidth
from segmetrics.metrics.hierarchical import hierarchical_window_diff
from segmetrics.metrics.similarity import segmentation_similarity
from segmetrics.metrics.windows import window_diff
from tests.support.drawn_corpora import plain_corpora, segmentations
from tests.support.known import known
from tests.support.project import reference

DEFINED = AgreementOptions()
PUBLISHED = AgreementOptions(convention="published")
ONE_CODER = "one coder only: agreement needs two"
NO_PLACE = "an item of one unit has no potential boundary"
COEFFICIENTS = ("pi_star", "kappa_star", "bias")
FIELD = {f"{column}_s": column for column in COEFFICIENTS}
DECIMALS = (*COEFFICIENTS, "one_minus_wd_mean", "one_minus_wd_sd")
COUNTS = ("coders", "boundaries", "mass")


def only_item(masses: dict[str, list[int]], options: AgreementOptions = DEFINED) -> AgreementRow:
    return agreement(Corpus.from_masses({"item": masses}), options).items[0]


# Published figures


@pytest.mark.parametrize("chapter", ["ch1", "ch2", "ch3", "ch4", "ch5", "ch8", "ch10", "ch11"])
def test_table_2_of_the_paper_to_all_its_decimals(chapter: str) -> None:
    published = SAMPLES["moonstone"].published[chapter]
    (row,) = (r for r in agreement(sample("moonstone"), PUBLISHED).items if r.item == chapter)
    assert set(published) == {*DECIMALS, *COUNTS}
    for column in DECIMALS:
        assert f"{getattr(row, column):.4f}" == f"{published[column]:.4f}", column
    for column in COUNTS:
        assert getattr(row, column) == published[column], column


@pytest.mark.parametrize("level", ["items", "groups"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_independent_reference_values(convention: Convention, level: str) -> None:
    expected = reference("moonstone_reference.json")[level]
    rows = getattr(agreement(sample("moonstone"), AgreementOptions(convention=convention)), level)
    assert {row.item for row in rows} == set(expected)
    for row in rows:
        values = expected[row.item][convention]
        assert len(values) == 11
        for column, value in values.items():
            found = getattr(row, FIELD.get(column, column))
            if isinstance(value, int):
                assert found == value, (row.item, column)
            else:
                assert found == pytest.approx(value, rel=0, abs=1e-12), (row.item, column)


@pytest.mark.parametrize("width", WIDTHS)
def test_independent_window_diffs_in_both_widths(width: WindowWidth) -> None:
    expected = reference("moonstone_reference.json")["items"]
    table = agreement(sample("moonstone"), AgreementOptions(width=width))
    for row in table.items:
        values = expected[row.item][f"one_minus_wd_window_{width}"]
        assert row.one_minus_wd_mean == pytest.approx(values["mean"], rel=0, abs=1e-12)
        assert row.one_minus_wd_sd == pytest.approx(values["sd"], rel=0, abs=1e-12)


@pytest.mark.parametrize("options", [DEFINED, PUBLISHED], ids=CONVENTIONS)
def test_the_corpus_row_is_mean_and_population_sd_over_groups(options: AgreementOptions) -> None:
    table = agreement(sample("moonstone"), options)
    first, second = table.groups
    for column, spread in (
        ("pi_star", "pi_star_sd"),
        ("kappa_star", "kappa_star_sd"),
        ("bias", "bias_sd"),
        ("one_minus_wd_mean", "one_minus_wd_sd"),
    ):
        x, y = getattr(first, column), getattr(second, column)
        assert getattr(table.corpus, column) == pytest.approx((x + y) / 2, abs=1e-15)
        assert getattr(table.corpus, spread) == pytest.approx(abs(x - y) / 2, abs=1e-15)
    assert (table.corpus.coders, table.corpus.mass) == (10, 208 + 179)
    assert (table.corpus.near_misses, table.corpus.full_misses) == (27 + 59, 188 + 232)
    assert table.corpus.observed is None
    assert table.corpus.expected_pi is None
    assert table.corpus.undefined == {}
    assert table.corpus.note == ""


def test_rows_are_items_then_groups_then_the_corpus() -> None:
    corpus = sample("moonstone")
    table = agreement(corpus)
    assert [row.item for row in table.items] == [item.name for item in corpus.items]
    assert [row.level for row in table.rows] == ["item"] * 8 + ["group"] * 2 + ["corpus"]
    assert table.rows[-1] is table.corpus
    assert table.digest == corpus.codings_digest
    assert table.options == DEFINED
    assert all(row.undefined == {} and row.note == "" for row in table.rows)
    for row in (*table.items, *table.groups):
        assert (row.pi_star_sd, row.kappa_star_sd, row.bias_sd) == (None, None, None)


# The whole table in exact fractions


class Exact(NamedTuple):
    """A row of the table; None where a value is undefined."""

    observed: Fraction | None
    expected_pi: Fraction | None
    expected_kappa: Fraction | None
    near_misses: int
    full_misses: int
    wd_mean: Fraction | None
    wd_variance: Fraction | None


def exact_edits(a: Segmentation, b: Segmentation, n: int) -> tuple[Fraction, int, int]:
    """Cost, near and full misses: the recurrence over the merged list of unmatched boundaries."""
    merged = sorted(
        [(p, "a") for p in set(a.boundaries) - set(b.boundaries)]
        + [(p, "b") for p in set(b.boundaries) - set(a.boundaries)]
    )
    best = [(Fraction(0), 0)]
    for i, (position, side) in enumerate(merged):
        ways = [(best[i][0] + 1, best[i][1])]
        if i and merged[i - 1][1] != side and position - merged[i - 1][0] < n:
            te = 2 - Fraction(1, 2) ** (position - merged[i - 1][0] - 1)
            ways.append((best[i - 1][0] + te, best[i - 1][1] - 1))
        best.append(min(ways))
    cost, minus_near = best[-1]
    return cost, -minus_near, len(merged) + 2 * minus_near


def exact_similar(
    hypothesis: Segmentation, against: Segmentation, width: str, convention: str
) -> Fraction | None:
    """1 - WindowDiff, window by window; the paper rounds halves up."""
    half = Fraction(against.mass, 2 * len(against.masses))
    k = math.floor(half + Fraction(1, 2)) if convention == "published" else round(half)
    span = max(2, k) - (width == "units")
    starts = range(1, against.mass - span + 1)
    if not starts:
        return None
    alike = 0
    for start in starts:
        window = set(range(start, start + span))
        alike += len(window & set(hypothesis.boundaries)) == len(window & set(against.boundaries))
    return Fraction(alike, len(starts))


def exact_row(items: Iterable[Item], convention: str, width: str, n: int) -> Exact:
    """Pool items: every pair, and the rates of both, on what both coded."""
    # For each pair: marks of the one, marks of the other, places.
    shared: dict[tuple[str, str], list[int]] = {}
    # For each coding of each pair: marks and places.
    compared: list[tuple[int, int]] = []
    all_cost, near, full = Fraction(0), 0, 0
    similar: list[Fraction] = []
    for item in items:
        for pair in combinations(sorted(item.codings), 2):
            x, y = (item.codings[coder] for coder in pair)
            cost, near_here, full_here = exact_edits(x, y, n)
            all_cost, near, full = all_cost + cost, near + near_here, full + full_here
            marks = [len(one.boundaries) + (convention == "published") for one in (x, y)]
            if item.mass > 1:
                before = shared.get(pair, [0, 0, 0])
                shared[pair] = [a + b for a, b in zip(before, [*marks, item.mass - 1], strict=True)]
                compared += [(mark, item.mass - 1) for mark in marks]
        for hypothesis, against in permutations(item.codings.values(), 2):
            value = exact_similar(hypothesis, against, width, convention)
            similar += [] if value is None else [value]
    observed: Fraction | None = None
    expected_pi: Fraction | None = None
    expected_kappa: Fraction | None = None
    mean: Fraction | None = None
    variance: Fraction | None = None
    total = sum(places for _, _, places in shared.values())
    if total:
        observed = 1 - all_cost / total
        rate = Fraction(sum(mark for mark, _ in compared), 2 * total)
        if convention == "published":
            rate = sum((Fraction(*one) for one in compared), Fraction(0)) / len(compared)
        expected_pi = rate * rate
        joint = (
            Fraction(a, places) * Fraction(b, places) * places for a, b, places in shared.values()
        )
        expected_kappa = sum(joint, Fraction(0)) / total
    if similar:
        mean = sum(similar, Fraction(0)) / len(similar)
        variance = sum(((v - mean) ** 2 for v in similar), Fraction(0)) / len(similar)
    return Exact(observed, expected_pi, expected_kappa, near, full, mean, variance)


def assert_close(found: float | None, exact: Fraction | None, slack: float = 1) -> None:
    if exact is None:
        assert found is None
    else:
        assert found == pytest.approx(float(exact), rel=1e-12, abs=1e-12 * slack)


def assert_row_is_exact(row: AgreementRow, exact: Exact) -> None:
    assert (row.near_misses, row.full_misses) == (exact.near_misses, exact.full_misses)
    assert_close(row.observed, exact.observed)
    assert_close(row.expected_pi, exact.expected_pi)
    assert_close(row.expected_kappa, exact.expected_kappa)
    for name, found, expected in (
        ("pi_star", row.pi_star, exact.expected_pi),
        ("kappa_star", row.kappa_star, exact.expected_kappa),
    ):
        if expected is None or exact.observed is None or expected >= 1:
            assert found is None, name
            assert row.undefined[name]
        else:
            # Close to an expected agreement of 1 rounding weighs more.
            coefficient = (exact.observed - expected) / (1 - expected)
            assert_close(found, coefficient, slack=float(1 / (1 - expected)) ** 2)
            assert name not in row.undefined
    if exact.expected_pi is None or exact.expected_kappa is None:
        assert row.bias is None
        assert row.undefined["bias"]
    else:
        assert_close(row.bias, exact.expected_pi - exact.expected_kappa)
    assert_close(row.one_minus_wd_mean, exact.wd_mean)
    if exact.wd_variance is None:
        assert row.one_minus_wd_sd is None
        assert row.undefined["one_minus_wd_mean"] == row.undefined["one_minus_wd_sd"]
    else:
        assert known(row.one_minus_wd_sd) ** 2 == pytest.approx(float(exact.wd_variance), abs=1e-12)


def assert_table_is_exact(corpus: Corpus, options: AgreementOptions) -> None:
    how = (options.convention, options.width, options.model.n)
    table = agreement(corpus, options)
    boundaries = {}
    for item, row in zip(corpus.items, table.items, strict=True):
        assert_row_is_exact(row, exact_row([item], *how))
        boundaries[item.name] = marked = sum(
            len(s.boundaries) + (options.convention == "published") for s in item.codings.values()
        )
        assert (row.coders, row.mass, row.boundaries) == (len(item.codings), item.mass, marked)
    for group, row in zip(corpus.groups, table.groups, strict=True):
        assert_row_is_exact(row, exact_row((corpus[name] for name in group.items), *how))
        assert row.coders == len(group.coders)
        assert row.mass == sum(corpus[name].mass for name in group.items)
        assert row.boundaries == sum(boundaries[name] for name in group.items)
    for column, spread in (*((c, f"{c}_sd") for c in COEFFICIENTS), DECIMALS[3:]):
        values = [v for row in table.groups if (v := getattr(row, column)) is not None]
        if not values:
            assert getattr(table.corpus, column) is None
            assert getattr(table.corpus, spread) is None
            assert table.corpus.undefined[column] == "no coder group has a value"
            continue
        mean = sum(map(Fraction, values)) / len(values)
        variance = sum((Fraction(v) - mean) ** 2 for v in values) / len(values)
        scale = max(1.0, *map(abs, values))
        assert getattr(table.corpus, column) == pytest.approx(float(mean), abs=1e-14 * scale)
        sd = getattr(table.corpus, spread)
        if len(values) == 1:
            assert sd is None
        else:
            assert sd == pytest.approx(math.sqrt(variance), abs=1e-12 * scale)


OPTIONS = st.builds(
    AgreementOptions,
    convention=st.sampled_from(CONVENTIONS),
    width=st.sampled_from(WIDTHS),
    n=st.integers(2, 5),
)


@given(plain_corpora(4, 12, gaps=False), OPTIONS)
def test_complete_groups_are_exact(corpus: Corpus, options: AgreementOptions) -> None:
    assert len(corpus.groups) == 1
    assert_table_is_exact(corpus, options)


@given(plain_corpora(4, 12, gaps=True), OPTIONS)
def test_groups_with_gaps_are_exact(corpus: Corpus, options: AgreementOptions) -> None:
    assert_table_is_exact(corpus, options)


@given(st.data(), OPTIONS)
def test_corpora_of_several_groups_are_exact(
    data: st.DataObject, options: AgreementOptions
) -> None:
    first, second = (
        data.draw(plain_corpora(4, 12, gaps=False)),
        data.draw(plain_corpora(4, 12, gaps=False)),
    )
    renamed = tuple(
        Item(f"{item.name}'", {f"{coder}'": s for coder, s in item.codings.items()})
        for item in second.items
    )
    corpus = Corpus((*first.items, *renamed))
    assert len(corpus.groups) == 2
    assert_table_is_exact(corpus, options)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_sample_is_exact(convention: Convention) -> None:
    for width in WIDTHS:
        options = AgreementOptions(convention=convention, width=width, n=4)
        assert_table_is_exact(sample("moonstone"), options)


# Levels


def test_levels_are_compared_by_hierwd() -> None:
    """The mean over ordered pairs, of a corpus with a gap, an empty and a short coding."""
    codings = {
        "a": {
            "x": Segmentation(9, (2, 4, 7), levels=(2, 1, 2)),
            "y": Segmentation(9, (4, 6), levels=(1, 2)),
            "z": Segmentation(9, (), levels=()),
        },
        "b": {
            "x": Segmentation(6, (1, 3), levels=(1, 1)),
            "z": Segmentation(6, (3, 5), levels=(1, 3)),
        },
        "c": {"y": Segmentation(1, (), levels=()), "z": Segmentation(1, (), levels=())},
        "d": {"x": Segmentation(4, (2,), levels=(1,))},
    }
    corpus = Corpus(tuple(Item(name, one) for name, one in codings.items()))
    table = agreement(corpus)
    values: dict[str, list[float]] = {}
    for item in corpus.items:
        scores = [
            hierarchical_window_diff(*pair).value for pair in permutations(item.codings.values(), 2)
        ]
        values[item.name] = [1 - score for score in scores if score is not None]
    assert [len(one) for one in values.values()] == [4, 2, 0, 0]
    for row in table.items[:2]:
        mean = sum(values[row.item]) / len(values[row.item])
        assert row.one_minus_hierwd_mean == pytest.approx(mean, abs=1e-12)
    (group,) = table.groups
    assert group.one_minus_hierwd_mean == pytest.approx(sum(map(sum, values.values())) / 6)
    assert table.corpus.one_minus_hierwd_mean == group.one_minus_hierwd_mean
    assert table.items[2].undefined["one_minus_hierwd_mean"] == NO_PLACE
    assert table.items[3].undefined["one_minus_hierwd_mean"] == ONE_CODER
    assert table.has_levels


def test_where_nobody_placed_a_boundary_levels_cannot_be_compared() -> None:
    codings = {coder: Segmentation(5, (), levels=()) for coder in "xy"}
    seen = {coder: Segmentation(5, (2,), levels=(1,)) for coder in "uv"}
    table = agreement(Corpus((Item("a", codings), Item("b", seen))))
    assert table.items[0].undefined["one_minus_hierwd_mean"] == "nobody placed a boundary"
    assert table.groups[0].one_minus_hierwd_mean is None
    assert table.corpus.one_minus_hierwd_mean == 1.0


def test_without_levels_none_are_compared() -> None:
    table = agreement(sample("moonstone"))
    assert not table.has_levels
    assert {row.one_minus_hierwd_mean for row in table.rows} == {None}
    assert all(row.undefined == {} for row in table.rows)


# What is undefined, and why


def test_one_coder_has_no_agreement() -> None:
    table = agreement(Corpus.from_masses({"a": {"x": [2, 3]}, "b": {"x": [4, 4]}}))
    for row in (*table.items, *table.groups):
        assert [getattr(row, column) for column in DECIMALS] == [None] * 5
        assert dict(row.undefined) == dict.fromkeys(DECIMALS, ONE_CODER)
        assert (row.observed, row.expected_pi, row.expected_kappa) == (None, None, None)
        assert row.coders == 1
    assert dict(table.corpus.undefined) == dict.fromkeys(DECIMALS, "no coder group has a value")
    assert table.corpus.note == "0 of 1 groups have a value"


@pytest.mark.parametrize("options", [DEFINED, PUBLISHED], ids=CONVENTIONS)
def test_an_item_of_one_unit_has_no_agreement(options: AgreementOptions) -> None:
    table = agreement(Corpus.from_masses({"a": {"x": [1], "y": [1]}}), options)
    for row in (*table.items, *table.groups):
        assert [getattr(row, column) for column in DECIMALS] == [None] * 5
        assert {row.undefined[column] for column in COEFFICIENTS} == {NO_PLACE}
        assert row.undefined["one_minus_wd_mean"] == "no window of size 2 fits an item of 1 unit"
        assert row.note == ""


def test_an_item_of_two_units_has_no_window_of_two_boundaries() -> None:
    row = only_item({"x": [1, 1], "y": [2]}, AgreementOptions(width="boundaries"))
    why = "no window of size 2 fits an item of 2 units"
    assert dict(row.undefined) == {"one_minus_wd_mean": why, "one_minus_wd_sd": why}
    assert row.observed == 0.0
    assert only_item({"x": [1, 1], "y": [2]}).one_minus_wd_mean == 0.0


def test_expected_agreement_above_1_is_no_coefficient() -> None:
    # Segments over places: 3/2 and 2/2. The formula would give pi* = 17/9.
    row = only_item({"x": [1, 1, 1], "y": [1, 2]}, PUBLISHED)
    assert row.observed == 0.5
    assert row.expected_pi == 25 / 16
    assert row.expected_kappa == 3 / 2
    assert (row.pi_star, row.kappa_star) == (None, None)
    assert row.bias == pytest.approx(25 / 16 - 3 / 2)
    assert dict(row.undefined) == {
        "pi_star": "by chance alone agreement would be 1.5625, so nothing is left to measure",
        "kappa_star": "by chance alone agreement would be 1.5000, so nothing is left to measure",
    }
    assert row.one_minus_wd_mean is not None


@pytest.mark.parametrize(
    ("column", "masses"),
    [
        # Segments over places of x and y; under pi their mean is exactly 1.
        ("pi", {"4/3, 2/3": {"x": [1, 1, 1, 1], "y": [2, 2]}, "1, 1": {"x": [2], "y": [2]}}),
        (
            "pi",
            {
                "4/3, 2/3": {"x": [1, 1, 1, 1], "y": [3, 1]},
                "1, 1": {"x": [1, 1, 1, 2], "y": [2, 1, 1, 1]},
            },
        ),
        (
            "pi",
            {"3/2, 1/2": {"x": [1, 1, 1], "y": [3]}, "4/3, 2/3": {"x": [1, 1, 1, 1], "y": [2, 2]}},
        ),
        # (2 x 1/2 x 1/2 + 4 x 4/4 x 6/4 + 2 x 1/2 x 3/2) / 8 for x and y, x and z, y and z.
        (
            "kappa",
            {
                "1/2, 1/2, 3/2": {"x": [3], "y": [3], "z": [1, 1, 1]},
                "3/2, -, 3/2": {"x": [1, 1, 1], "z": [1, 1, 1]},
            },
        ),
    ],
)
def test_expected_agreement_of_exactly_1_in_a_group(column: str, masses: dict[str, Any]) -> None:
    corpus = Corpus.from_masses(masses)
    exact = exact_row(corpus.items, "published", "units", 2)
    assert getattr(exact, f"expected_{column}") == 1
    (group,) = agreement(corpus, PUBLISHED).groups
    assert getattr(group, f"expected_{column}") == pytest.approx(1)
    assert getattr(group, f"{column}_star") is None
    assert group.undefined[f"{column}_star"] == (
        "by chance alone agreement would be 1.0000, so nothing is left to measure"
    )


def test_nobody_placed_a_boundary_is_agreement_with_a_note() -> None:
    table = agreement(Corpus.from_masses({"a": {"x": [5], "y": [5], "z": [5]}}))
    for row in (*table.items, *table.groups):
        assert (row.pi_star, row.kappa_star, row.bias) == (1.0, 1.0, 0.0)
        assert (row.one_minus_wd_mean, row.one_minus_wd_sd) == (1.0, 0.0)
        assert row.note == "nobody placed a boundary"
        assert row.undefined == {}
    assert table.corpus.pi_star == 1.0
    published = only_item({"x": [5], "y": [5]}, PUBLISHED)
    assert (published.pi_star, published.kappa_star) == (1.0, 1.0)
    assert published.expected_pi == pytest.approx(1 / 16)
    assert (published.note, published.boundaries) == ("nobody placed a boundary", 2)


def test_a_note_needs_two_coders_and_a_place() -> None:
    assert only_item({"x": [5]}).note == ""
    assert only_item({"x": [1], "y": [1]}).note == ""
    assert only_item({"x": [5], "y": [4, 1]}).note == ""


def test_a_group_that_shares_only_an_item_of_one_unit_says_so() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1], "y": [1]}, "b": {"x": [5]}})
    (group,) = agreement(corpus).groups
    assert [getattr(group, column) for column in DECIMALS] == [None] * 5
    # Both coded item a, and a window of size 2 does fit the five units of item b.
    assert {group.undefined[column] for column in COEFFICIENTS} == {NO_PLACE}
    assert group.undefined["one_minus_wd_mean"] == "no window of size 2 fits an item of 1 unit"


def test_the_corpus_counts_the_groups_that_have_a_value() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 3], "y": [1, 4]}, "b": {"z": [4, 4]}})
    table = agreement(corpus)
    assert table.corpus.pi_star == table.groups[0].pi_star
    assert table.corpus.pi_star_sd is None
    assert table.corpus.note == "1 of 2 groups have a value"
    assert table.corpus.undefined == {"one_minus_wd_sd": "no spread, as there is one coder group"}


# Two coders


@given(st.data(), OPTIONS)
def test_two_coders_are_exact(data: st.DataObject, options: AgreementOptions) -> None:
    mass = data.draw(st.integers(1, 20))
    a, b = data.draw(segmentations(mass)), data.draw(segmentations(mass))
    row = pair_agreement(a, b, options, coders=("p", "q"))
    item = Item("", {"p": a, "q": b})
    how = (options.convention, options.width, options.model.n)
    assert_row_is_exact(row, exact_row([item], *how))
    assert row == agreement(Corpus((item,)), options).items[0]


def test_two_coders_of_different_items_are_refused() -> None:
    with pytest.raises(CorpusError, match=r"units differ between coders \(a: 5, b: 6\)"):
        pair_agreement(Segmentation(5, ()), Segmentation(6, ()))


# Options


def test_options_are_defined_units_and_n_2_if_left_out() -> None:
    options = AgreementOptions()
    assert (options.convention, options.width, options.model) == ("defined", "units", EditModel())
    corpus = sample("moonstone")
    assert agreement(corpus) == agreement(corpus, options)


def test_there_are_two_conventions_and_two_widths() -> None:
    wrong: Any = "other"
    with pytest.raises(ValueError, match=r"^convention is one of defined, published, got 'other'$"):
        AgreementOptions(convention=wrong)
    with pytest.raises(
        ValueError, match=r"^window width is one of units, boundaries, got 'other'$"
    ):
        AgreementOptions(width=wrong)


def test_the_signature_names_every_option() -> None:
    assert DEFINED.signature == (
        "similarity=s, convention=defined, n=2, w_sub=1, w_trp=1 (te), windowdiff=units"
    )
    options = AgreementOptions(
        convention="published",
        width="boundaries",
        n=4,
        substitution=0.5,
        transposition=0.25,
        scaling="unscaled",
    )
    assert options.signature == (
        "similarity=s, convention=published, n=4, w_sub=0.5, w_trp=0.25 (unscaled), "
        "windowdiff=boundaries"
    )


# Pair by pair


def pair_corpus() -> Corpus:
    return Corpus.from_masses(
        {
            "1": {"x": [6, 8], "y": [7, 7], "z": [14]},
            "2": {"z": [3, 2], "y": [2, 3]},
            "3": {"x": [4]},
            "4": {"x": [1], "y": [1]},
        }
    )


def test_similarity_of_every_pair() -> None:
    corpus = pair_corpus()
    scores = pairwise(corpus, "s")
    expected = [("1", "x", "y"), ("1", "x", "z"), ("1", "y", "z"), ("2", "y", "z"), ("4", "x", "y")]
    assert [score[:3] for score in scores] == expected
    for score in scores:
        codings = corpus[score.item].codings
        found = segmentation_similarity(codings[score.coder_a], codings[score.coder_b])
        assert (score.value, score.undefined) == (found.value, found.undefined)
    assert scores[-1] == PairScore("4", "x", "y", None, NO_PLACE)
    alone = Corpus.from_masses({"1": {"x": [2, 8]}})
    assert pairwise(alone, "s") == pairwise(alone, "wd") == ()


@pytest.mark.parametrize("width", WIDTHS)
def test_window_diff_of_every_ordered_pair(width: WindowWidth) -> None:
    corpus = pair_corpus()
    scores = pairwise(corpus, "wd", width=width)
    expected = [("1", x, y) for x, y in permutations("xyz", 2)]
    expected += [("2", "y", "z"), ("2", "z", "y"), ("4", "x", "y"), ("4", "y", "x")]
    assert [score[:3] for score in scores] == expected
    for score in scores:
        codings = corpus[score.item].codings
        hypothesis, against = codings[score.coder_a], codings[score.coder_b]
        found = window_diff(hypothesis, against, width=width)
        assert (score.value, score.undefined) == (found.value, found.undefined)
    assert scores[-1].undefined == "no window of size 2 fits an item of 1 unit"


def test_pairwise_reads_the_edit_model() -> None:
    corpus = Corpus.from_masses({"1": {"x": [2, 8], "y": [4, 6]}})
    (score,) = pairwise(corpus, "s", n=3)
    assert score.value == pytest.approx(1 - 1.5 / 9)


def test_an_unknown_metric_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"^a metric is one of s, b, .*, got 'nothing'$"):
        pairwise(pair_corpus(), "nothing")
