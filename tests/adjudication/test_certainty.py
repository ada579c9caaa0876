"""How sure the answer to a dispute is, and where nothing is said of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import TEXTS
from segmetrics.adjudication.certainty import certainties
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import gold
from segmetrics.adjudication.model_rule import guessed_items, probabilities
from segmetrics.coding_model.coder_model import coder_model
from tests.support.modelled import planted


def test_a_dispute_has_the_probabilities_of_its_places() -> None:
    corpus = planted(items=5, seed=6)
    fitted = coder_model(corpus)
    likely, found = probabilities(fitted), disputes(corpus)
    by_dispute = certainties(found, fitted)
    assert len(found) > 10 and len(by_dispute) > len(found) / 2
    for one in found:
        if one.item in guessed_items(fitted):
            assert (one.item, one.places) not in by_dispute
            continue
        known = by_dispute[one.item, one.places]
        assert known.places == tuple(likely[one.item][place - 1] for place in one.places)


def test_nothing_is_said_where_the_model_is_silent() -> None:
    corpus = planted(items=5, seed=6)
    one = coder_model(corpus)
    silent = replace(one, groups=(replace(one.groups[0], refusal="no"),))
    assert certainties(disputes(corpus), silent) == {}


def test_nothing_is_likely_on_a_text_on_which_all_guess() -> None:
    """Of a clear project with one text of guessing, that text alone is to be decided by hand."""
    for seed in range(3):
        drawn = TEXTS["a text of guessing"](np.random.default_rng(seed), 12, 6)
        corpus = corpus_of(drawn)
        model = sm.coder_model(corpus)
        found = certainties(sm.disputes(corpus), model)
        items = {one.item: one for one in gold(corpus, model=model)}
        for name in drawn.guessed:
            assert items[name].guessed and not items[name].probabilities
            assert name not in {item for item, _ in found}
        judged = sm.reliability_of(corpus).items
        well = [row.item for row in judged if row.verdict == "well_beyond_chance"]
        assert not any(items[name].guessed for name in well)
        assert all(one.guessed != bool(one.probabilities) for one in items.values())


def test_nothing_is_told_where_coders_share_one_habit_and_nothing_else() -> None:
    """All mark the opening, and otherwise what they like: it is no text that they agree on."""
    for seed in range(3):
        corpus = corpus_of(TEXTS["a habit and nothing else"](np.random.default_rng(seed), 12, 5))
        model = sm.coder_model(corpus)
        at = model.groups[0].parameters
        assert at is not None
        placed = sum(
            at.rate * hits + (1 - at.rate) * added
            for hits, added in zip(at.hits, at.added, strict=True)
        )
        assert at.own == pytest.approx(1 - at.rate * at.hits.sum() / placed)
        assert certainties(sm.disputes(corpus), model) == {}
        assert all(one.guessed and not one.shares for one in gold(corpus, model=model))
