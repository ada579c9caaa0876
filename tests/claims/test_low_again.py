"""Items that are low in every round, against projects of which it is known whether one is."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from benchmarks.claims import corpus_of
from benchmarks.worlds import Text, coded, habits, project
from segmetrics import Corpus
from segmetrics.claims.change_claims import what_mended
from segmetrics.claims.low_again import by_luck, low_again
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
    assert (low.item, low.sure, low.of) == ("text 1", True, 7)
    assert low.words.startswith("In both rounds, text 1 is lower than the other items (R ")
    assert " in A and " in low.words
    assert low.words in what_mended(named, trends(named)).sentences
    two = compare(named[0].corpus, named[1].corpus)
    told = what_mended(named, two).sentences
    assert any("text 1 is lower" in one and "in the first round and" in one for one in told)


def test_of_texts_that_are_equally_hard_none_is_called_lower_but_by_chance() -> None:
    random = np.random.default_rng(8)
    sure = lowest = 0
    for _ in range(20):
        alike = [Text(50, (8, 17, 24, 33, 41), (0.8,) * 5, 1.0)] * 6
        who = {f"c{number}": one for number, one in enumerate(habits(random, 4))}
        drawn = [Corpus.from_masses(coded(random, alike, who)) for _ in "AB"]
        found = low_again(rounds_of(*drawn))
        sure += any(one.sure for one in found)
        lowest += bool(found)
        for one in found:
            assert ("Bad luck alone would make some item so" in one.words) != one.sure
    assert sure <= 1
    assert lowest <= 9  # of 20, as 1 of 6 is expected


@pytest.mark.parametrize(("rounds", "share"), [(2, 1 / 6), (3, 1 / 36)])
def test_how_often_one_item_is_lowest_each_time_by_luck(rounds: int, share: float) -> None:
    assert by_luck([40] * 6, rounds) == pytest.approx(share, rel=0.05)
    assert by_luck([10, *[160] * 5], rounds) > 1.3 * share


def test_few_items_and_a_single_round_say_nothing() -> None:
    first, second = guessed()
    assert low_again([first]) == ()
    few = [one.corpus.select(items=["text 1", "text 2", "text 3"]) for one in (first, second)]
    assert low_again(rounds_of(*few)) == ()


def test_of_items_that_tie_none_is_called_the_lowest() -> None:
    alike = {f"t{at}": {who: [3, at + 4, 5, 6] for who in "abcd"} for at in range(5)}
    corpus = Corpus.from_masses(alike)
    assert low_again(rounds_of(corpus, corpus)) == ()


def test_what_is_merely_the_lowest_is_below_all_others_as_it_is_shown() -> None:
    lower = {f"t{at}": {who: [3, at + 4, 5, 6] for who in "abcd"} for at in range(5)}
    lower["t3"] = lower["t3"] | {"d": [4, 6, 5, 6]}
    corpus = Corpus.from_masses(lower)
    (low,) = low_again(rounds_of(corpus, corpus))
    assert (low.item, low.sure) == ("t3", False)
    assert low.words.startswith("t3 is the lowest of 5 items in both rounds (R ")
    assert f"in about {low.luck:.0%} of such projects." in low.words
    seldom = low._replace(luck=0.004)
    assert seldom.words.endswith(
        "Bad luck alone would make some item so in hardly any such projects."
    )


def test_items_are_low_by_the_people_whom_the_rounds_have_in_common() -> None:
    first, second = guessed()
    who = first.corpus.coders[1:]
    fewer = second.corpus.select(coders=who)
    both = rounds_of(first.corpus.select(coders=who), fewer)
    assert low_again(rounds_of(first.corpus, fewer)) == low_again(both)


def test_on_the_page_of_the_item_what_is_sure_stays() -> None:
    """That an item is merely the lowest each time takes the place of nothing."""
    first, second = guessed()
    found = explain(first.corpus, "text 1")
    (size,) = [one.text for one in found.sentences if one.cause == "size"]
    again = low_again(rounds_of(first.corpus, second.corpus))
    assert size not in [*chain(*reasons(found, again))]
    (merely,) = [one._replace(luck=0.1) for one in again]
    said = [*chain(*reasons(found, [merely]))]
    assert {size, merely.words} <= {*said}
