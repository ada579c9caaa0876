"""Items that are low in every round, against projects of which it is known whether one is."""

from __future__ import annotations

from itertools import chain

import numpy as np

from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import Text, coded, habits, project
from segmetrics import Corpus
from segmetrics.claims.change_claims import what_mended
from segmetrics.claims.low_again import low_again
from segmetrics.dashboard.results.item_view import reasons
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.explain import explain
from segmetrics.reliability.trends import CodingRound, trends


def rounds_of(first: Corpus, second: Corpus) -> list[CodingRound]:
    return [CodingRound("A", first), CodingRound("B", second)]


def guessed() -> list[CodingRound]:
    drawn = project(np.random.default_rng(3), 7, 6, guessed=1, later=())
    assert drawn.later is not None
    return rounds_of(corpus_of(drawn), corpus_of(drawn.later))


def test_a_text_on_which_all_guess_twice_is_said_to_be_low_in_all_media() -> None:
    named = guessed()
    (low,) = low_again(named)
    assert low.item == "text 1"
    assert low.words.startswith("In both rounds, text 1 is lower than the other items (R ")
    assert " in A and " in low.words
    assert low.words in what_mended(named, trends(named)).sentences
    two = compare(named[0].corpus, named[1].corpus)
    told = what_mended(named, two).sentences
    assert any("text 1 is lower" in one and "in the first round and" in one for one in told)


def test_of_texts_that_are_equally_hard_none_is_called_lower_but_by_chance() -> None:
    random = np.random.default_rng(8)
    named = 0
    for _ in range(20):
        alike = [Text(50, (8, 17, 24, 33, 41), (0.8,) * 5, 1.0)] * 6
        who = {f"c{number}": one for number, one in enumerate(habits(random, 4))}
        drawn = [Corpus.from_masses(coded(random, alike, who)) for _ in "AB"]
        named += bool(low_again(rounds_of(*drawn)))
    assert named <= 1


def test_few_items_and_a_single_round_say_nothing() -> None:
    first, second = guessed()
    assert low_again([first]) == ()
    few = [one.corpus.select(items=["text 1", "text 2", "text 3"]) for one in (first, second)]
    assert low_again(rounds_of(*few)) == ()


def test_of_items_that_tie_none_is_called_low() -> None:
    alike = {f"t{at}": {who: [3, at + 4, 5, 6] for who in "abcd"} for at in range(5)}
    corpus = Corpus.from_masses(alike)
    assert low_again(rounds_of(corpus, corpus)) == ()


def test_items_are_low_by_the_people_whom_the_rounds_have_in_common() -> None:
    first, second = guessed()
    who = first.corpus.coders[1:]
    fewer = second.corpus.select(coders=who)
    both = rounds_of(first.corpus.select(coders=who), fewer)
    assert low_again(rounds_of(first.corpus, fewer)) == low_again(both)


def test_on_the_page_of_the_item_it_takes_the_place_of_what_is_said_of_one_round() -> None:
    first, second = guessed()
    found = explain(first.corpus, "text 1")
    (size,) = [one.text for one in found.sentences if one.cause == "size"]
    (again,) = low_again(rounds_of(first.corpus, second.corpus))
    assert size in [*chain(*reasons(found))]
    said = [*chain(*reasons(found, [again]))]
    assert again.words in said and size not in said
