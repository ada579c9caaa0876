"""How sure the answer to a dispute is, by hand and by drawing what one more coder would say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claims import corpus_of
from benchmarks.worlds import TEXTS
from segmetrics.adjudication.certainty import Certainty, certainties
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import gold
from segmetrics.adjudication.model_rule import guessed_items, probabilities
from segmetrics.coding_model.coder_model import (
    CoderModel,
    CoderModelOptions,
    Estimated,
    ModelledGroup,
    ModelledItem,
    coder_model,
)
from segmetrics.coding_model.parameters import Parameters, logit
from tests.support.modelled import planted

NONE = Estimated(None, None, None)


def model(support: tuple[float, ...], hits: float, added: float, off: float) -> CoderModel:
    """A model of four equal coders, of whose reports a share lies one place off."""
    parameters = Parameters(
        np.full(4, float(logit(hits))),
        np.full(4, added),
        0.1,
        np.tile([off / 2, 1 - off, off / 2], (4, 1)),
        0.0,
    )
    group = ModelledGroup("w-z", 1, 4, parameters=parameters)
    item = ModelledItem("a", "w-z", NONE, None, support)
    return CoderModel((), (item,), (group,), CoderModelOptions())


def certainty(support: dict[int, float], hits: float, added: float, off: float) -> Certainty:
    """How sure a dispute of these places is."""
    chances = tuple(support.get(place, 0.0) for place in range(1, 9))
    votes = dict(zip("wxyz", support, strict=False))
    dispute = Dispute("a", votes, (), min(support), 0.5)
    return certainties([dispute], model(chances, hits, added, off))["a", dispute.places]


def test_one_place_by_hand() -> None:
    """Wrong only: a boundary that the coder does not report, or an addition where there is none."""
    p, h, f = Fraction(1, 2), Fraction(4, 5), Fraction(1, 10)
    wrong = p * (1 - h) + (1 - p) * f
    found = certainty({4: 0.5}, 0.8, 0.1, 0.2)
    assert found.places == (0.5,)
    assert (found.now, found.with_another) == pytest.approx((0.5, float(1 - wrong)))


def test_what_is_sure_stays_so() -> None:
    """No answer of one coder turns over what nearly all say."""
    found = certainty({4: 0.999}, 0.6, 0.1, 0.2)
    assert found.now == found.with_another == pytest.approx(0.999)


def test_a_coder_at_random_settles_nothing() -> None:
    found = certainty({4: 0.6}, 0.3, 0.3, 0.0)
    assert found.with_another == pytest.approx(found.now)


def test_where_the_boundary_is_counts_too() -> None:
    """There surely is one, at 4 or at 5: of one place it would be sure."""
    found = certainty({4: 0.5, 5: 0.5}, 0.8, 0.1, 0.2)
    assert found.now == pytest.approx(0.5)
    # Told rightly where in place: 0.8 x 0.9; with none said, either may be taken.
    assert found.with_another == pytest.approx(0.8 * 0.9 + 0.2 / 2)


@pytest.mark.parametrize(
    "support", [{4: 0.3, 5: 0.4}, {4: 0.2}, {3: 0.1, 5: 0.6}, {4: 0.9, 5: 0.9}]
)
def test_drawn_coders_settle_as_much(support: dict[int, float]) -> None:
    """Draw the truth and what a coder says of it, and take the likeliest answer to each saying."""
    hits, added, off = 0.7, 0.05, 0.3
    random = np.random.default_rng(5)
    places = [*support]
    weights = np.array([*support.values(), max(0, 1 - sum(support.values()))])
    truth = random.choice(len(weights), 100_000, p=weights / weights.sum())
    said = np.full(len(truth), len(places))
    for case, (true, u, v) in enumerate(
        zip(truth, random.random(len(truth)), random.random(len(truth)), strict=True)
    ):
        if true == len(places):
            if u < added * len(places):
                said[case] = int(u / added)
        elif u < hits:
            to = places[true] + (v < off / 2) - (v > 1 - off / 2)
            said[case] = places.index(to) if to in places else true
    right = sum(np.bincount(truth[said == one]).max() for one in np.unique(said)) / len(truth)
    found = certainty(support, hits, added, off)
    assert found.with_another == pytest.approx(right, abs=0.006)


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
        assert known.now <= known.with_another <= 1


def test_nothing_is_said_where_the_model_is_silent() -> None:
    one = model((0.5,) * 8, 0.8, 0.1, 0.2)
    silent = replace(one, groups=(replace(one.groups[0], refusal="no"),))
    assert certainties([Dispute("a", {"x": 4}, (), 4, 0.5)], silent) == {}


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
