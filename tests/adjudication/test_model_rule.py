"""The rule that asks the model of the coders: which places it takes, and when it says nothing."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.adjudication.gold import GoldOptions, gold
from segmetrics.adjudication.model_rule import (
    ModelRefused,
    likely_places,
    probabilities,
    votes_near,
)
from segmetrics.adjudication.rules import UNFITTED, compare_rules
from segmetrics.coding_model.coder_model import TWO_CODERS, coder_model
from segmetrics.reliability.fitted_coders import THREE_CODERS, CoderModel, CoderModelOptions
from tests.support.modelled import planted, with_truth
from tests.support.recoded import recoded

MODEL = GoldOptions(method="model")


def codings(*marks: tuple[int, ...], mass: int = 10) -> dict[str, Segmentation]:
    return {f"c{number}": Segmentation(mass, places) for number, places in enumerate(marks)}


def test_what_was_planted_is_found_better_than_by_a_majority() -> None:
    """Of five coders one marks hardly anything and one marks at random."""
    corpus, shared = with_truth(items=12, seed=4)

    def errors(options: GoldOptions) -> int:
        found = {one.item: set(one.segmentation.boundaries) for one in gold(corpus, options)}
        return sum(len(found[name] ^ true) for name, true in shared.items())

    assert errors(MODEL) < errors(GoldOptions(method="majority"))


def test_each_place_has_its_probability_under_every_rule_where_the_model_is_at_hand() -> None:
    corpus = planted(items=6, seed=1)
    model = coder_model(corpus)
    for method in ("pooled", "model"):
        for one in gold(corpus, GoldOptions(method=method), model=model):
            assert len(one.probabilities) == one.mass - 1
            assert all(0 <= chance <= 1 for chance in one.probabilities)
            assert one.share(1) == one.shares[0]
            assert len(one.shares) == one.mass - 1
    assert {one.probabilities for one in gold(corpus)} == {()}


def test_the_model_is_fitted_once_for_a_corpus_and_not_if_it_is_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corpus, fitted = planted(items=6, seed=1), []

    def fit(*given: Any) -> CoderModel:
        fitted.append(given)
        return coder_model(*given)

    monkeypatch.setattr("segmetrics.adjudication.gold.coder_model", fit)
    gold(corpus, MODEL)
    gold(corpus, MODEL, model=coder_model(corpus))
    gold(corpus)
    assert fitted == [(corpus, CoderModelOptions())]


def test_neither_a_segmenter_nor_a_reference_is_asked() -> None:
    people = planted(items=6, seed=2)
    more = recoded(
        people,
        lambda item: {
            "machine": Segmentation(item.mass, tuple(range(1, item.mass))),
            "truth": Segmentation(item.mass, ()),
            **item.codings,
        },
    )
    with_others = replace(more, automatic=("machine",), reference="truth")
    alone, beside = gold(people, MODEL), gold(with_others, MODEL)
    assert [one.segmentation for one in alone] == [one.segmentation for one in beside]
    for one, other in zip(alone, beside, strict=True):
        np.testing.assert_allclose(one.probabilities, other.probabilities)


def test_a_corpus_without_people_has_no_consensus() -> None:
    corpus = Corpus.from_masses({"a": {"x": [4, 6]}})
    assert gold(replace(corpus, automatic=("x",)), MODEL) == ()


@pytest.mark.parametrize(
    ("coders", "why"), [(2, TWO_CODERS), (3, THREE_CODERS)], ids=["two", "three"]
)
def test_few_coders_are_refused_with_what_to_do(coders: int, why: str) -> None:
    corpus = planted(items=8, seed=3)
    corpus = corpus.select(coders=corpus.coders[:coders])
    with pytest.raises(ModelRefused, match=r"use the rule pooled$") as refused:
        gold(corpus, MODEL)
    assert refused.value.why == why
    assert probabilities(coder_model(corpus)) == {}
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_one_group_of_which_it_says_nothing_is_named() -> None:
    speaks = planted(items=8, seed=3)
    corpus = Corpus(
        (*speaks.items, Item("z", {"p": Segmentation(9, (4,)), "q": Segmentation(9, (4,))}))
    )
    with pytest.raises(ModelRefused) as refused:
        gold(corpus, MODEL)
    assert refused.value.why == f"p-q: {TWO_CODERS}"
    assert set(probabilities(coder_model(corpus))) == {one.name for one in speaks.items}


def test_a_place_needs_two_coders_at_it_or_beside_it() -> None:
    support = (0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0, 0.9, 0.0)
    assert likely_places(codings((4,), (5,), ()).values(), support, 2) == (4,)
    assert likely_places(codings((8,), (), ()).values(), support, 2) == ()
    # Two places away is near where n is 3, and not where it is 2.
    assert likely_places(codings((8,), (6,), ()).values(), support, 2) == ()
    assert likely_places(codings((8,), (6,), ()).values(), support, 3) == (8,)


def test_two_neighbours_that_only_together_are_likely_give_the_likelier() -> None:
    support = (0.0, 0.0, 0.0, 0.3, 0.4, 0.0, 0.0, 0.0, 0.0)
    assert likely_places(codings((4,), (5,), (5,)).values(), support, 2) == (5,)


def test_one_boundary_that_may_lie_at_either_of_two_places_is_one() -> None:
    """The chances of both add up to hardly more than 1, so that there are hardly ever two."""
    both = codings((4,), (4,), (5,), (5,)).values()
    assert likely_places(both, (0.0, 0.0, 0.0, 0.52, 0.55, 0.0, 0.0, 0.0, 0.0), 2) == (5,)
    assert likely_places(both, (0.0, 0.0, 0.0, 0.9, 0.95, 0.0, 0.0, 0.0, 0.0), 2) == (4, 5)
    # Where near misses are no matter, either place is a boundary of its own.
    assert likely_places(both, (0.0, 0.0, 0.0, 0.52, 0.55, 0.0, 0.0, 0.0, 0.0), 1) == (4, 5)
    apart = codings((4,), (4,), (6,), (6,)).values()
    support = (0.0, 0.0, 0.0, 0.51, 0.02, 0.52, 0.0, 0.0, 0.0)
    assert likely_places(apart, support, 2) == (4, 6)
    assert likely_places(apart, support, 3) == (6,)


def test_three_places_that_only_together_are_likely_give_the_likeliest() -> None:
    support = (0.2, 0.25, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    marks = codings((1,), (2,), (3,)).values()
    assert likely_places(marks, support, 3) == (2,)
    assert likely_places(marks, support, 2) == ()


def test_a_mark_counts_for_the_nearest_place() -> None:
    found = votes_near(codings((3,), (4, 6), (5,), (9,)), (4, 6), 2)
    assert found == {4: {"c0": 3, "c1": 4, "c2": 5}, 6: {"c1": 6}}


def test_of_two_marks_the_nearer_is_the_vote() -> None:
    assert votes_near(codings((3, 4), (4, 5)), (4,), 2) == {4: {"c0": 4, "c1": 4}}


def test_the_window_of_the_model_and_of_the_rule_agree() -> None:
    corpus = planted(items=6, seed=1)
    with pytest.raises(ValueError, match=r"the model has n=3, and the rule n=2"):
        gold(corpus, MODEL, model=coder_model(corpus, CoderModelOptions(n=3)))


@pytest.mark.parametrize("wrong", [{"n": 1}, {"n": 5}, {"share": 0.6}, {"threshold": "at_least"}])
def test_options_that_the_model_does_not_know_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"n is|does nothing"):
        GoldOptions(method="model", **wrong)


def test_the_rules_are_compared_with_the_model_or_why_it_is_silent() -> None:
    corpus = planted(items=12, seed=4)
    compared = compare_rules(corpus)
    assert [one.method for one in compared.rules] == ["pooled", "majority", "medoid", "model"]
    boundaries = sum(len(one.boundaries) for one in gold(corpus, MODEL))
    assert (compared.of("model").boundaries, compared.no_model) == (boundaries, "")
    two = compare_rules(corpus.select(coders=corpus.coders[:2]))
    assert [one.method for one in two.rules] == list(UNFITTED)
    assert two.no_model == TWO_CODERS
    assert "n is 1 to 4" in compare_rules(corpus, GoldOptions(n=7)).no_model
    assert compare_rules(corpus, methods=UNFITTED).no_model == ""


def test_the_moonstone_has_a_consensus_by_the_model(complete_moonstone: Corpus) -> None:
    """A firm boundary of chapter 21, as a prototype found it that was written apart from this."""
    found = {one.item: one for one in gold(complete_moonstone, MODEL)}
    likely = probabilities(coder_model(complete_moonstone))["ch21"]
    assert likely[41] == pytest.approx(0.97, abs=0.02)
    # Agreement there may be chance: the boundary stays, and nobody is told how likely it is.
    assert found["ch21"].guessed and found["ch21"].share(42) is None
    assert 42 in found["ch21"].segmentation.boundaries
