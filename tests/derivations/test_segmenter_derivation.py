"""Opened numbers of Segmenters: with and without one, and what is put in gives the change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segmetrics import Corpus, sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.derivations.segmenter_derivation import segmenter_derivation
from segmetrics.reliability.changes import MEASURES
from segmetrics.segmenters.baselines import with_baselines
from segmetrics.segmenters.people_comparison import compare_segmenters
from tests.support.derived import holds
from tests.support.pages import launch, table

MOONSTONE = sample("moonstone")
MARKED = replace(MOONSTONE, automatic=("an3",))
# The machine codes a and b, on which the four people share nothing without c.
LINKED = Corpus.from_masses(
    {
        "a": {"v": [3, 7], "w": [4, 6], "machine": [4, 6]},
        "b": {"x": [2, 2, 2], "y": [6], "machine": [2, 4]},
        "c": {"w": [3, 4], "x": [4, 3]},
        "d": {"t": [2, 2], "u": [3, 1]},
    }
)
GAPS = Corpus.from_masses(
    {
        "a": {"x": [3, 7], "y": [4, 6], "machine": [3, 7]},
        "b": {"x": [2, 3], "machine": [5]},
        "c": {"y": [1], "x": [1], "machine": [1]},
    }
)


@pytest.mark.parametrize("convention", ["defined", "published"])
@pytest.mark.parametrize(
    "corpus",
    [
        MOONSTONE,
        MARKED,
        replace(LINKED, automatic=("machine",)),
        replace(GAPS, automatic=("machine",)),
    ],
    ids=["sample", "marked", "linked", "gaps"],
)
def test_what_is_inserted_gives_the_change_of_the_table(corpus: Corpus, convention: str) -> None:
    options = AgreementOptions(convention="published" if convention == "published" else "defined")
    found = compare_segmenters(corpus, options, baselines=("NONE", "EVEN", "RANDOM", "MAJORITY"))
    assert found.comparisons
    for one in found.comparisons:
        for measure, change in one.changes.items():
            opened = segmenter_derivation(corpus, found, one, measure)
            assert opened.value == change.change
            holds(opened)
            known = {step.name: step.value for step in opened.steps}
            if "With it" in known:
                assert known["With it"] == pytest.approx(change.joined, abs=1e-9)
            if "People alone" in known:
                assert known["People alone"] == pytest.approx(change.people, abs=1e-9)
            shown = change.people is None or "People alone" in known or "not shown" in str(opened)
            assert shown


def test_a_coefficient_is_that_of_the_corpus_with_and_without_the_segmenter() -> None:
    found = compare_segmenters(MOONSTONE, AgreementOptions(), baselines=("EVEN",))
    joined = with_baselines(MOONSTONE, ("EVEN",))
    for one, group in zip(found.comparisons, MOONSTONE.groups, strict=True):
        for part, words in ((MOONSTONE, "People alone"), (joined, "With it")):
            of_group = Corpus(tuple(part[name] for name in group.items))
            for measure, similarity in (("pi_s", "s"), ("pi_b", "b")):
                (row,) = agreement(of_group, AgreementOptions(similarity=similarity)).groups
                opened = segmenter_derivation(
                    MOONSTONE, found, one, "pi_s" if measure == "pi_s" else "pi_b"
                )
                values = {step.name: step.value for step in opened.steps}
                assert values[words] == pytest.approx(row.pi_star, abs=1e-12)
                assert values[f"{words}: observed agreement"] == pytest.approx(row.observed)
            (decided,) = decisions(of_group).groups
            opened = segmenter_derivation(MOONSTONE, found, one, "alpha")
            values = {step.name: step.value for step in opened.steps}
            assert values[words] == pytest.approx(decided.alpha, abs=1e-12)


def test_people_who_are_no_group_by_themselves_have_no_counts() -> None:
    corpus = replace(LINKED, automatic=("machine",))
    found = compare_segmenters(corpus, AgreementOptions(), baselines=())
    opened = segmenter_derivation(corpus, found, found.comparisons[0], "pi_s")
    assert "fall into several coder groups" in opened.convention
    assert [step.name for step in opened.steps if step.name.startswith("People")] == []
    other = segmenter_derivation(corpus, found, found.comparisons[1], "pi_s")
    assert other.value is None
    assert "coded no item together" in other.undefined


def test_it_says_its_interval() -> None:
    found = compare_segmenters(MOONSTONE, AgreementOptions(), baselines=("NONE",))
    low, high = found.comparisons[0].changes["pi_b"].interval[:2]
    assert low is not None
    assert high is not None
    said = segmenter_derivation(MOONSTONE, found, found.comparisons[0], "pi_b").convention
    assert said == (
        f"Interval: −{-low:.4f} to −{-high:.4f} (95%, for other items, by leaving out each "
        "with and without the segmenter)."
    )


# ----- the page


def test_every_coefficient_opens() -> None:
    app = launch("segmenters", corpus="moonstone")
    for row in table(app, "Segmenters beside an1-an4")["rows"]:
        assert len([cell for cell in row["cells"] if cell.get("opens")]) == len(MEASURES)
