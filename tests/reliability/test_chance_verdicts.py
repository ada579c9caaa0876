"""Verdicts: adjusted p-values, and what is said about agreement and chance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import ONE_CODER
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.reliability.chance import ALWAYS_SAME
from segmetrics.reliability.chance_verdicts import (
    VERDICT_EXPLANATIONS,
    VERDICT_WORDS,
    VERDICTS,
    ChanceVerdict,
    surely_well,
    verdict_in_words,
    verdict_of,
    verdict_sentence,
)
from segmetrics.reliability.jackknife import TOO_WIDE, Interval
from segmetrics.reliability.multiple_tests import after_benjamini_hochberg
from segmetrics.reliability.reliability_table import needs_work_first, reliability_of
from segmetrics.reliability.shuffling import ChanceOptions


@pytest.mark.parametrize(
    ("corrected", "p", "least", "verdict"),
    [
        (0.4, 0.05, 0.001, "well_beyond_chance"),
        (0.39999, 0.05, 0.001, "beyond_chance"),
        (0.4 - 1e-12, 0.05 + 1e-12, 0.001, "well_beyond_chance"),  # by sums in another order
        (0.9, 0.051, 0.001, "not_distinguishable"),
        (0.9, 0.051, 0.05, "not_distinguishable"),
        (1.0, 0.2, 0.051, "too_short"),
        (None, 1.0, 1.0, "too_short"),
        (None, None, None, None),
    ],
)
def test_the_verdict_follows_from_p_and_the_size_of_agreement(
    corrected: float | None, p: float | None, least: float | None, verdict: str | None
) -> None:
    assert verdict_of(corrected, p, least) == verdict


@pytest.mark.parametrize(
    ("verdict", "low", "said"),
    [
        ("well_beyond_chance", 0.1, "well beyond chance"),
        ("well_beyond_chance", -0.1, "well beyond chance (for these coders)"),
        ("beyond_chance", 0.0, "low, but beyond chance (for these coders)"),
        ("beyond_chance", None, "low, but beyond chance"),
        ("not_distinguishable", -0.1, "may be chance"),
        (None, -0.1, None),
    ],
)
def test_a_verdict_holds_for_these_coders_where_its_interval_includes_0(
    verdict: ChanceVerdict | None, low: float | None, said: str | None
) -> None:
    ends = Interval(low, None if low is None else 0.9)
    assert verdict_in_words(verdict, "item", ends) == said
    assert verdict_in_words(verdict, "item") == (VERDICT_WORDS[verdict] if verdict else None)


def test_an_interval_that_is_too_wide_to_be_given_leaves_the_verdict_with_these_coders() -> None:
    wide, few = Interval(None, None, TOO_WIDE), Interval(None, None, "three coders only")
    assert verdict_in_words("beyond_chance", "corpus", wide) == (
        "low, but beyond chance (for these coders and items)"
    )
    assert verdict_in_words("beyond_chance", "corpus", few) == "low, but beyond chance"
    assert not surely_well("well_beyond_chance", wide)
    assert surely_well("well_beyond_chance", few)
    assert not surely_well("well_beyond_chance", Interval(0.39, 0.8))


def test_every_verdict_has_its_words_and_says_what_it_does_not_prove() -> None:
    for meanings in VERDICT_EXPLANATIONS.values():
        assert set(VERDICT_WORDS) == set(meanings) == set(VERDICTS)
        for verdict in ("beyond_chance", "well_beyond_chance"):
            assert "habit" in meanings[verdict]
        assert "no proof" in meanings["not_distinguishable"]
    assert "boundary after every cut" in VERDICT_EXPLANATIONS["seconds"]["beyond_chance"]


def test_short_items_are_too_short_and_what_has_no_value_has_a_reason() -> None:
    corpus = Corpus.from_masses(
        {
            "perfect": {"x": [2, 3], "y": [2, 3]},  # half of all orders agree
            "silent": {"x": [5], "y": [5]},
            "alone": {"x": [2, 3]},
            "unit": {"x": [1], "y": [1]},
            "clear": {"x": [1, 2, 3, 4, 5, 9], "y": [1, 2, 3, 4, 5, 9]},
        }
    )
    rows = {row.item: row for row in reliability_of(corpus).items}
    assert rows["perfect"].corrected == 1
    assert rows["perfect"].verdict == "too_short"
    assert rows["silent"].verdict == "too_short"
    assert rows["silent"].undefined["corrected"] == ALWAYS_SAME
    assert rows["alone"].verdict is None
    assert rows["alone"].undefined["verdict"] == ONE_CODER
    assert rows["unit"].undefined["corrected_p"] == NO_PLACE
    assert rows["clear"].verdict == "well_beyond_chance"
    columns = ("corrected", "corrected_p", "corrected_p_adjusted", "alpha", "pi_star_b", "verdict")
    for row in rows.values():
        missing = {column for column in columns if getattr(row, column) is None}
        assert missing == set(row.undefined)
        assert all(row.undefined.values())


# Found by somebody else's program, to two digits, with 10,000 shuffles.
MOONSTONE = {
    "1": 0.14, "2": 0.56, "3": 0.20, "4": 0.21, "5": 0.33, "7": 0.17, "8": 0.43, "9": 0.19,
    "10": 0.45, "11": 0.23, "12": 0.17, "13": 0.20, "14": 0.46, "15": 0.37, "16": 0.54,
    "17": 0.39, "18": 0.21, "19": 0.07, "20": 0.26, "21": 0.08,
}  # fmt: skip


def test_four_chapters_of_the_moonstone_cannot_be_told_from_chance(
    complete_moonstone: Corpus,
) -> None:
    table = reliability_of(complete_moonstone, shuffling=ChanceOptions(null="sizes", shuffles=4000))
    for row in table.items:
        assert row.corrected == pytest.approx(MOONSTONE[row.item.removeprefix("ch")], abs=0.01)
    alike = [row.item for row in table.items if row.verdict == "not_distinguishable"]
    assert alike == ["ch1", "ch7", "ch19", "ch21"]
    assert all(row.verdict != "too_short" for row in table.items)
    strong = [row.item for row in table.items if row.verdict == "well_beyond_chance"]
    assert strong == ["ch2", "ch8", "ch10", "ch14", "ch16"]


def test_alpha_and_pi_over_b_are_those_of_their_tables(complete_moonstone: Corpus) -> None:
    table = reliability_of(complete_moonstone, shuffling=ChanceOptions(shuffles=20))
    over_b = agreement(complete_moonstone, AgreementOptions(similarity="b"))
    decided = decisions(complete_moonstone)
    assert [row.alpha for row in table.rows] == [row.alpha for row in decided.rows]
    assert [row.pi_star_b for row in table.rows] == [row.pi_star for row in over_b.rows]
    assert table.corpus.alpha == pytest.approx(0.268, abs=0.0005)
    levels = [row.corrected for row in table.groups if row.corrected is not None]
    assert table.corpus.corrected == pytest.approx(sum(levels) / 5)


def test_p_values_are_adjusted_within_their_level() -> None:
    corpus = Corpus.from_masses(
        {
            "a": {"x": [2, 3, 4, 1], "y": [2, 3, 1, 4]},
            "b": {"x": [3, 3, 4, 2], "y": [3, 3, 2, 4]},
            "c": {"p": [3, 1, 6], "q": [3, 1, 6]},
        }
    )
    table = reliability_of(corpus, shuffling=ChanceOptions(shuffles=200))
    for rows in (table.items, table.groups, (table.corpus,)):
        adjusted = after_benjamini_hochberg([row.corrected_p for row in rows])
        assert tuple(row.corrected_p_adjusted for row in rows) == adjusted
    assert table.corpus.corrected_p_adjusted == table.corpus.corrected_p


def test_a_verdict_is_a_sentence_that_claims_no_more_than_it_knows() -> None:
    start = "Coders agree on ch1 "
    found = [
        verdict_sentence("not_distinguishable", corrected, on=" on ch1")
        for corrected in (-0.1, 0.1, 0.5)
    ]
    shuffled = "than by chance"
    assert found == [
        f"{start}no more {shuffled}",
        f"{start}hardly more {shuffled}",
        f"Coders may agree on ch1 no more {shuffled}",
    ]
    assert verdict_sentence("beyond_chance", 0.1) == ("Agreement is low, but beyond chance")
    assert verdict_sentence("too_short", None).startswith("Too little to tell: ")


def test_what_may_be_chance_is_ranked_before_what_is_low_for_sure() -> None:
    corpus = sample("moonstone")
    found = reliability_of(corpus)
    best = max(found.items, key=lambda row: row.corrected or 0.0)
    unsure = best._replace(verdict="not_distinguishable")
    others = [row._replace(verdict="beyond_chance") for row in found.items if row is not best]
    judged = replace(found, items=(*others, unsure))
    assert judged.ranked("corrected")[0] == unsure
    assert judged.ranked("corrected") == tuple(needs_work_first(judged))
    alphas = [row.alpha for row in judged.items if row.alpha is not None]
    assert judged.ranked("alpha")[0].alpha == min(alphas)
