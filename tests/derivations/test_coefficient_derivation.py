"""Derivations: what is put into a formula evaluates to the number, whatever the number is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, cycle, pairwise, permutations, product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, Segmentation, s, sample
from segmetrics.coefficients.agreement_table import LEVELS, AgreementTable, agreement
from segmetrics.coefficients.boundary_decisions import DecisionOptions
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import AGREEMENT, DECISIONS
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Item
from segmetrics.derivations.coefficient_derivation import coefficient_derivation
from segmetrics.derivations.decision_derivation import decision_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.derivations.latex_formulas import number
from segmetrics.derivations.metric_derivation import BEHIND, metric_derivation
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.windows import window_diff
from tests.support.derived import evaluated, holds


def every(corpus: Corpus, table: AgreementTable) -> Iterator[Derivation]:
    for row, column in product(table.rows, AGREEMENT):
        if column == LEVELS and not table.has_levels:
            continue
        yield coefficient_derivation(corpus, table, row, column)


def typed(mass: int, **places: int) -> Segmentation:
    """Place a boundary of each named type."""
    at: dict[int, set[str]] = {}
    for name, place in places.items():
        at.setdefault(place, set()).add(name)
    return Segmentation(mass, tuple(sorted(at)), types=tuple(frozenset(at[p]) for p in sorted(at)))


GAPS = Corpus.from_masses(
    {
        "a": {"x": [3, 7], "y": [4, 6], "z": [3, 4, 3]},
        "b": {"x": [2, 2, 2], "y": [6]},
        "c": {"y": [1, 8], "z": [2, 7]},
        "d": {"z": [5, 1, 5]},
        "e": {"v": [4, 4], "w": [4, 4]},
        "f": {"u": [7]},
    }
)
TYPED = Corpus(
    (
        Item("a", {"x": typed(9, act=3, scene=5), "y": typed(9, act=4, scene=5)}),
        Item("b", {"x": typed(7, act=3, scene=3), "y": typed(7, beat=3)}),
        Item("c", {"y": typed(6, uncertain=2), "z": typed(6, scene=2)}),
    )
)


@pytest.mark.parametrize(
    ("corpus", "key", "convention"),
    [
        *(
            (sample("moonstone"), *both)
            for both in zip(SIMILARITIES, cycle(CONVENTIONS), strict=False)
        ),
        *product((GAPS, TYPED), SIMILARITIES, CONVENTIONS),
    ],
)
def test_what_is_inserted_gives_the_number(
    corpus: Corpus, key: str, convention: Convention
) -> None:
    options = AgreementOptions(similarity=key, convention=convention, n=3, uncertain="boundary")
    table = agreement(corpus, options)
    for found in every(corpus, table):
        holds(found)
        assert found.formula
        assert found.about.endswith(".")


@given(st.data())
def test_random_corpora_with_gaps_hold(data: st.DataObject) -> None:
    masses: dict[str, dict[str, list[int]]] = {}
    for name in "abc":
        mass = data.draw(st.integers(1, 8))
        coders = data.draw(st.sets(st.sampled_from("vwxyz"), min_size=1))
        masses[name] = {}
        for coder in sorted(coders):
            ends = data.draw(st.sets(st.integers(1, mass - 1))) if mass > 1 else set()
            cuts = [0, *sorted(ends), mass]
            masses[name][coder] = [b - a for a, b in pairwise(cuts)]
    corpus = Corpus.from_masses(masses)
    for convention in CONVENTIONS:
        for found in every(corpus, agreement(corpus, AgreementOptions(convention=convention))):
            holds(found)


def test_the_coefficients_follow_from_their_counts_exactly() -> None:
    """By the equations of the paper, with fractions, from counts made here from the codings."""
    corpus = sample("moonstone")
    table = agreement(corpus)
    for row in table.items:
        item = corpus[row.item]
        pairs = list(combinations(item.codings.values(), 2))
        places, coders = item.mass - 1, len(item.codings)
        cost = sum(Fraction(s(a, b).edits.cost) for a, b in pairs)
        placed = [len(coding.boundaries) for coding in item.codings.values()]
        observed = 1 - cost / (places * len(pairs))
        one_rate = Fraction(sum(placed), coders * places)
        joint = sum(Fraction(m * n, places**2) for m, n in combinations(placed, 2)) / len(pairs)
        for column, expected in (("pi_star", one_rate**2), ("kappa_star", joint)):
            found = coefficient_derivation(corpus, table, row, column)
            exact = (observed - expected) / (1 - expected)
            assert found.value == pytest.approx(float(exact), abs=1e-12)
            assert [evaluated(step.inserted) for step in found.steps] == pytest.approx(
                [float(observed), float(expected)], abs=1e-12
            )
            counts = dict(found.counts)
            assert counts["Potential boundaries, of all pairs of coders"] == places * len(pairs)
            assert counts["Cost of their edits"] == cost
        wd = [
            Fraction(int(one.errors), int(one.windows))
            for a, b in permutations(item.codings.values(), 2)
            if (one := window_diff(a, b)).windows
        ]
        mean = coefficient_derivation(corpus, table, row, "one_minus_wd_mean")
        assert mean.value == pytest.approx(float(1 - sum(wd) / len(wd)), abs=1e-12)
        assert dict(mean.counts)["Ordered pairs of coders"] == len(wd)


def test_a_group_counts_what_its_items_count() -> None:
    corpus = sample("moonstone")
    table = agreement(corpus)
    for group, row in zip(corpus.groups, table.groups, strict=True):
        found = dict(coefficient_derivation(corpus, table, row, "pi_star").counts)
        of_items = [
            dict(coefficient_derivation(corpus, table, one, "pi_star").counts)
            for one in table.items
            if one.item in group.items
        ]
        for label, total in found.items():
            assert total == sum(counts[label] for counts in of_items)


def test_the_published_figure_of_a_chapter_is_written_out() -> None:
    """Table 2 prints 0.7452 for chapter 1; its masses are Figure 9's, so segments are 2 5 2 4."""
    corpus = sample("moonstone")
    table = agreement(corpus, AgreementOptions(convention="published"))
    found = coefficient_derivation(corpus, table, table.items[0], "pi_star")
    assert found.name == "π* over S of ch1"
    assert found.value == pytest.approx(0.7452, abs=5e-5)
    assert found.steps[1].inserted == r"\left(\frac{13}{48}\right)^2"
    assert "segments" in found.convention
    assert "Fournier & Inkpen (2012)" in found.source
    segments = coefficient_derivation(corpus, table, table.items[0], "boundaries")
    assert segments.inserted == "2 + 5 + 2 + 4"
    assert segments.name == "Segments of ch1"


@pytest.mark.parametrize(
    ("masses", "why"),
    [
        ({"x": [3, 4]}, "one coder only"),
        ({"x": [1], "y": [1]}, "no potential boundary"),
        ({"x": [1, 1, 1], "y": [1, 1, 1]}, "nothing is left to measure"),
    ],
)
def test_an_undefined_number_says_why(masses: dict[str, list[int]], why: str) -> None:
    corpus = Corpus.from_masses({"item": masses})
    table = agreement(corpus)
    found = coefficient_derivation(corpus, table, table.items[0], "pi_star")
    assert found.value is None
    assert why in found.undefined
    assert not found.inserted
    assert found.formula


def test_nobody_placed_a_boundary() -> None:
    corpus = Corpus.from_masses({"item": {"x": [5], "y": [5]}})
    for key in ("s", "b"):
        table = agreement(corpus, AgreementOptions(similarity=key))
        found = coefficient_derivation(corpus, table, table.items[0], "pi_star")
        assert found.value == 1
        holds(found)


def test_long_sums_are_their_total() -> None:
    corpus = Corpus.from_masses({f"i{n:02}": {"x": [n, 3], "y": [n + 1, 2]} for n in range(1, 20)})
    table = agreement(corpus)
    found = coefficient_derivation(corpus, table, table.groups[0], "mass")
    assert found.inserted == str(sum(n + 3 for n in range(1, 20)))


def test_an_unknown_column_or_row_is_an_error() -> None:
    table = agreement(GAPS)
    with pytest.raises(KeyError):
        coefficient_derivation(GAPS, table, table.items[0], "mode")
    with pytest.raises(KeyError):
        coefficient_derivation(GAPS, table, table.groups[0]._replace(item="nobody"), "pi_star")


def test_levels_hold() -> None:
    corpus = sample("outline")
    table = agreement(corpus)
    assert table.has_levels
    for row in table.rows:
        found = coefficient_derivation(corpus, table, row, LEVELS)
        assert found.value is not None
        holds(found)


# Decisions


@pytest.mark.parametrize("values", ["boundary", "types"])
def test_decisions_hold(values: Literal["boundary", "types"]) -> None:
    for corpus in (sample("moonstone"), GAPS, TYPED):
        if values == "types" and corpus.kind != "multiple":
            continue
        table = decisions(corpus, DecisionOptions(values=values))
        for row, column in product(table.rows, DECISIONS):
            holds(decision_derivation(table, row, column))


def test_alpha_of_the_paper_is_written_out() -> None:
    """Krippendorff (2011), section A: ten units, six of the twenty values are 1, alpha 0.095."""
    meg, owen = "0100000010", "1110010000"
    codings = {
        name: Segmentation(11, tuple(at for at, mark in enumerate(marks, 1) if mark == "1"))
        for name, marks in (("meg", meg), ("owen", owen))
    }
    table = decisions(Corpus((Item("item", codings),)))
    found = decision_derivation(table, table.items[0], "alpha")
    assert found.value == pytest.approx(0.095, abs=5e-4)
    assert [step.inserted for step in found.steps] == [
        r"\frac{2 \times 4}{20}",
        r"\frac{2 \times 6 \times 14}{20 \times 19}",
    ]


# Metrics of a pair


def test_every_metric_has_its_numbers() -> None:
    assert BEHIND.keys() == METRICS.keys()


segmentations = st.integers(2, 14).flatmap(
    lambda mass: st.tuples(
        *[
            st.sets(st.integers(1, mass - 1)).map(
                lambda ends: Segmentation(mass, tuple(sorted(ends)))
            )
        ]
        * 2
    )
)


@given(segmentations, st.integers(2, 5))
def test_metrics_hold(pair: tuple[Segmentation, Segmentation], n: int) -> None:
    for key, metric in METRICS.items():
        options = {"n": n} if "n" in metric.options else {}
        found = metric_derivation(metric, *pair, options=options)
        if key == "ghd":
            assert not found.inserted
        else:
            holds(found)


def test_typed_and_levelled_pairs_hold() -> None:
    for item in TYPED.items:
        a, b = item.codings.values()
        for key in ("s", "b", "confusion"):
            options = {"types": ",".join(TYPED.types)}
            holds(metric_derivation(METRICS[key], a, b, options=options))
    outline = sample("outline")
    for item in outline.items:
        for a, b in permutations(item.codings.values(), 2):
            for key in ("hierpk", "hierwd", "a"):
                holds(metric_derivation(METRICS[key], a, b))


def test_an_option_that_changes_the_formula_leaves_the_counts_alone() -> None:
    a, b = Segmentation(9, (3, 5)), Segmentation(9, (3,))
    found = metric_derivation(METRICS["winpr"], a, b, options={"part": "p"})
    assert found.value is not None
    assert not found.inserted
    assert found.counts


def test_the_coders_of_a_pair_are_named_with_their_direction() -> None:
    a, b = Segmentation(9, (3, 5)), Segmentation(9, (3,))
    named = {
        key: metric_derivation(METRICS[key], a, b, coders=("ann", "bob")).name
        for key in ("s", "precision")
    }
    assert named["s"].endswith("of ann and bob")
    assert named["precision"].endswith("of ann against bob")


def test_numbers_have_six_decimals_at_most() -> None:
    assert [number(value) for value in (0, 4.0, 1 / 3, 2.5, 1e-9)] == [
        "0",
        "4",
        "0.333333",
        "2.5",
        "0",
    ]
