"""Where a rule answers against the model of the coders: one answer and one count everywhere."""

from __future__ import annotations

import json

import pytest

from segmetrics.adjudication.adjudications import consensus, settle
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import (
    METHODS,
    GoldBoundary,
    GoldItem,
    GoldOptions,
    HandDecision,
    Method,
    gold,
)
from segmetrics.adjudication.model_doubts import Doubt, doubt, doubts
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.corpus import Adjudication
from segmetrics.reporting.consensus_paragraph import consensus_in_words
from segmetrics.tables.consensus_formats import CONSENSUS_FORMATS
from segmetrics.tables.consensus_tables import AGAINST_THE_RULE
from segmetrics.tables.gold_workbook import gold_sheets
from tests.support.modelled import planted


def test_a_boundary_that_the_model_would_not_take_is_doubted_unless_a_person_placed_it() -> None:
    chances = (0.0, 0.0, 0.3, 0.0, 0.45, 0.0, 0.6, 0.0, 0.1)
    by_hand = HandDecision(Adjudication("a", 9, "accept"), ())
    boundaries = (
        GoldBoundary(3, {"x": 3}, 2),
        # With the places beside it, it is likelier than not.
        GoldBoundary(5, {"x": 5}, 2),
        GoldBoundary(7, {"x": 7}, 2),
        GoldBoundary(9, {"x": 9}, 2, by_hand),
    )
    found = {
        place: doubt(
            Dispute("a", {"x": place}, ("y",), place, 0.5),
            GoldItem("a", 10, boundaries, "", chances, (5,)),
        )
        for place in (3, 5, 7, 9)
    }
    assert found == {3: Doubt(None, (3,)), 5: None, 7: None, 9: None}
    there = Dispute("a", {"x": 3}, ("y",), 3, 0.5)
    assert doubts([there], [GoldItem("a", 10, boundaries)]) == {}


@pytest.mark.parametrize("method", METHODS)
def test_what_is_doubted_is_no_boundary_of_the_model(method: Method) -> None:
    corpus = planted(items=4, seed=2)
    model = coder_model(corpus)
    made = consensus(
        corpus,
        GoldOptions(method=method),
        gold(corpus, GoldOptions(method=method), model=model),
    )
    by_model = {one.item: one for one in gold(corpus, GoldOptions(method="model"))}
    assert not {item for item, _ in made.doubts} & {one.item for one in made.items if one.guessed}
    for (item, _), one in made.doubts.items():
        places = by_model[item].segmentation.boundaries
        assert one.likelier or not {*one.taken} & {*places}
    assert bool(made.doubts) == (method != "model")


def test_paragraph_workbook_and_what_is_decided_count_the_same_places() -> None:
    corpus = planted(items=4, seed=9)
    by_rule = gold(corpus, model=coder_model(corpus))
    made = consensus(corpus, None, by_rule)
    assert {bool(one.taken) for one in made.doubts.values()} == {True, False}
    number = len(made.doubts)
    assert f" At {number} disputed places that nobody decided about" in consensus_in_words(
        made, corpus
    )
    about = dict(gold_sheets(made, corpus, date="2026-01-31")[-1].rows)
    assert about[AGAINST_THE_RULE] == number
    data = json.loads(CONSENSUS_FORMATS["json"](made))["doubts"]
    assert {(one["item"], *one["places"]) for one in data} == {
        (item, *places) for item, places in made.doubts
    }
    (item, places), _ = next(iter(made.doubts.items()))
    one = next(d for d in disputes(corpus) if (d.item, d.places) == (item, places))
    decided = corpus.with_decisions(settle(one, None))
    assert len(consensus(decided, None, by_rule).doubts) == number - 1
