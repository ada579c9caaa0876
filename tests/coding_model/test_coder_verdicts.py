"""Whom the model names, and by what: coders who were planted among good ones."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.coder_model import PLANTED
from benchmarks.independent_coders import Drawn, Person, drawn, good_people, replaced
from segmetrics.coding_model.coder_verdicts import TWO_GRANULARITIES
from tests.support.known import known
from tests.support.recoded import each

SAID = {"lazy": "fewer", "random": "random", "too fine": "own", "a place late": "late"}


def with_planted(name: str, seed: int) -> Drawn:
    """Draw a corpus of four good coders and one who is planted."""
    random = np.random.default_rng(seed)
    one = drawn(random, "regular", 5, 20)
    plant = known(PLANTED[name])
    return replace(one, corpus=replaced(one.corpus, "c0", partial(plant, random, one)))


@pytest.mark.parametrize("name", SAID)
def test_who_is_planted_is_named_for_what_it_is(name: str) -> None:
    found = sm.coder_model(with_planted(name, 3).corpus).verdicts
    assert [(row.coder, row.verdict) for row in found] == [("c0", SAID[name])]
    assert found[0].words.startswith("c0 ")


def test_a_mirrored_text_turns_late_into_early() -> None:
    corpus = with_planted("a place late", 2).corpus
    mirrored = each(corpus, lambda coding: sm.Segmentation.from_bits(coding.bits[::-1]))
    assert [row.verdict for row in sm.coder_model(corpus).verdicts] == ["late"]
    assert [row.verdict for row in sm.coder_model(mirrored).verdicts] == ["early"]


def test_of_good_coders_nobody_is_named() -> None:
    random = np.random.default_rng(3)
    assert sm.coder_model(drawn(random, "regular", 5, 8).corpus).verdicts == ()


def test_two_who_find_fewer_have_another_granularity() -> None:
    random = np.random.default_rng(4)
    coarse = [Person(0.2, 0.004, 0.05, 0.05)] * 2
    people = [*good_people(random, 3, "anywhere"), *coarse]
    model = sm.coder_model(drawn(random, "regular", 5, 20, people=people).corpus)
    assert TWO_GRANULARITIES in model.groups[0].warnings
    assert model.verdicts == ()


def test_of_three_coders_nobody_is_named() -> None:
    corpus = with_planted("too fine", 5).corpus.select(coders=["c0", "c1", "c2"])
    model = sm.coder_model(corpus)
    assert model.coders[0].added.value is not None
    assert model.verdicts == ()
