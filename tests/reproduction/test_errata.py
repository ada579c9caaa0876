"""The slips of the papers that the documentation lists, each with its evidence.

What `segmetrics reproduce` prints of them is in `test_reproduced.py`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from segmetrics import AgreementOptions, Corpus, Segmentation, agreement, s, sample
from segmetrics.coefficients.agreement_table import pair_agreement
from segmetrics.coefficients.chance_corrected import Convention
from segmetrics.io.document import Source
from segmetrics.io.samples import SAMPLES
from segmetrics.metrics.hierarchical import hierarchical_window_diff
from segmetrics.metrics.windows import window_diff
from segmetrics.reproduction.data import read_data
from segmetrics.reproduction.moonstone import as_in_the_paper
from tests.support.project import WIKIPEDIA


@pytest.fixture
def moonstone(complete_moonstone: Corpus) -> Corpus:
    """Return the complete corpus as the paper had it."""
    return as_in_the_paper(complete_moonstone)


def table_2(corpus: Corpus, convention: Convention) -> dict[str, float]:
    found = agreement(corpus, AgreementOptions(convention=convention))
    return {row.item: row.pi_star or 0.0 for row in found.items}


def test_equation_12_would_exceed_1() -> None:
    corpus = sample("moonstone")
    chapter = corpus["ch1"]
    values = [s(a, b).value for a, b in combinations(chapter.codings.values(), 2)]
    mean = sum(value for value in values if value is not None) / len(values)
    by_equation = mean * chapter.mass / (chapter.mass - 1)
    assert (round(mean, 4), round(by_equation, 4)) == (0.7639, 0.8275)
    rate = Fraction(13, 48)
    needed = [float((Fraction(value) - rate**2) / (1 - rate**2)) for value in (mean, by_equation)]
    assert [round(value, 4) == 0.7452 for value in needed] == [True, False]


def test_the_lower_bound_is_negative() -> None:
    found = pair_agreement(Segmentation(14, ()), Segmentation.from_masses([1] * 14))
    assert (found.observed, found.expected_pi) == (0, 0.25)
    assert found.pi_star == pytest.approx(-0.25 / (1 - 0.25))


def test_table_2_counts_segments(moonstone: Corpus) -> None:
    printed = SAMPLES["moonstone"].published
    equal = {
        convention: sum(
            round(value, 4) == pytest.approx(printed[chapter]["pi_star"], abs=1e-9)
            for chapter, value in table_2(moonstone, convention).items()
        )
        for convention in ("published", "defined")
    }
    assert equal == {"published": 20, "defined": 0}
    (row,) = [row for row in agreement(moonstone).items if row.item == "ch1"]
    assert (row.boundaries, row.coders, printed["ch1"]["boundaries"]) == (9, 4, 13)


def test_the_mean_bias_pools_in_two_ways(moonstone: Corpus) -> None:
    """All coders of a group coded the same: a segment more for each moves both rates alike."""
    found = {
        convention: agreement(moonstone, AgreementOptions(convention=convention)).corpus.bias
        for convention in ("published", "defined")
    }
    assert found["published"] == pytest.approx(0.0061, abs=5e-5)
    assert found["defined"] == pytest.approx(0.0005, abs=5e-5)
    # Published, but with ratios of sums for both.
    alike = []
    for group in moonstone.groups:
        items = [moonstone[name] for name in group.items]
        places = sum(item.mass - 1 for item in items)
        rates = [
            Fraction(sum(item.codings[coder].segments for item in items), places)
            for coder in group.coders
        ]
        pi = (sum(rates) / len(rates)) ** 2
        pairs = [x * y for x, y in combinations(rates, 2)]
        alike.append(pi - sum(pairs) / len(pairs))
    assert float(sum(alike) / len(alike)) == pytest.approx(0.0005, abs=5e-5)


def test_a_text_has_so_many_windows_as_units_less_k() -> None:
    found = window_diff(
        Segmentation.from_masses([1] * 12), Segmentation(12, ()), width="boundaries", window=4
    )
    assert (found.errors, found.windows) == (8, 12 - 4)


def test_the_list_of_groups_has_a_slip(moonstone: Corpus) -> None:
    coders = {item.name: len(item.coders) for item in moonstone.items}
    assert [coders[f"ch{number}"] for number in (1, 3, 4, 9, 11)] == [4, 4, 4, 6, 4]


@pytest.mark.usefixtures("wikipedia")
def test_each_boundary_counts_once_in_hierarchical_window_diff() -> None:
    plain = weighted = 0
    articles = read_data([Source(WIKIPEDIA.name, WIKIPEDIA.read_bytes())]).articles
    for article in articles:
        found = hierarchical_window_diff(article.ranked["HC99"], article.reference)
        published = article.published["HC99", False]
        levels = [level.value for level in found.levels]
        assert found.value is not None
        plain += abs(sum(levels) / len(levels) - published) < 0.0005 + 1e-9
        weighted += abs(found.value - published) < 0.0005 + 1e-9
    assert (len(articles), plain, weighted) == (66, 2, 66)
