"""Whom the model names, and by what: coders who were planted among good ones."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.coder_model import PLANTED
from benchmarks.independent_coders import Drawn, Person, drawn, good_people, replaced
from benchmarks.worlds import TEXTS, as_sizes
from segmetrics.coding_model.coder_verdicts import TWO_GRANULARITIES
from segmetrics.reliability.pair_kappa import MarkedPlaces, nearer_moved
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


@pytest.mark.parametrize("seed", [13, 14, 55])
def test_who_follows_the_others_a_place_before_is_not_at_random(seed: int) -> None:
    """One of four, who finds little and is early: kappa with the others is low."""
    random = np.random.default_rng(seed)
    corpus = corpus_of(TEXTS["one early"](random, 6, 4))
    assert "random" not in [row.verdict for row in sm.coder_model(corpus).verdicts]


def test_who_lies_beside_the_others_on_both_sides_is_neither_early_nor_late() -> None:
    corpus = corpus_of(TEXTS["coders who differ more"](np.random.default_rng(8), 30, 8))
    named = {row.verdict for row in sm.coder_model(corpus).verdicts}
    assert not named & {"early", "late"}


@pytest.mark.parametrize("seed", [8, 12])
def test_beside_two_of_five_who_are_late_the_others_are_not_early(seed: int) -> None:
    corpus = corpus_of(TEXTS["half late"](np.random.default_rng([5, seed]), 12, 5))
    assert "early" not in [row.verdict for row in sm.coder_model(corpus).verdicts]


def test_moving_marks_brings_nearer_to_more_than_half_of_the_others_or_not() -> None:
    marks = {"a": [3, 9], "b": [3, 9], "c": [4, 10], "d": [4, 10], "e": [4, 10], "f": [4, 10]}
    item = sm.Item("i", {who: sm.Segmentation(14, tuple(at)) for who, at in marks.items()})

    def nearer(who: str, by: int, *others: str) -> bool:
        return nearer_moved(MarkedPlaces.of([item], (who, *others)), 0, by)

    assert nearer("a", 1, "b", "c", "d", "e", "f")
    assert not nearer("a", -1, "b", "c", "d", "e", "f")
    assert not nearer("a", 1, "b", "c")  # half of the others
    assert nearer("c", -1, "a", "b", "d")
    assert not nearer("c", -1, "a", "b", "d", "e")


def test_of_good_coders_nobody_is_named() -> None:
    random = np.random.default_rng(3)
    assert sm.coder_model(drawn(random, "regular", 5, 8).corpus).verdicts == ()


def test_two_who_find_fewer_have_another_granularity() -> None:
    random = np.random.default_rng(4)
    coarse = [Person(hits, 0.004, 0.05, 0.05) for hits in (0.3, 0.1)]
    people = [*good_people(random, 3, "anywhere"), *coarse]
    model = sm.coder_model(drawn(random, "regular", 5, 20, people=people).corpus)
    assert TWO_GRANULARITIES in model.groups[0].warnings
    assert model.verdicts == ()


def test_of_three_coders_nobody_is_named() -> None:
    corpus = with_planted("too fine", 5).corpus.select(coders=["c0", "c1", "c2"])
    model = sm.coder_model(corpus)
    assert model.coders[0].added.value is not None
    assert model.verdicts == ()


def test_who_is_fine_and_has_what_others_mark_is_left_to_the_guideline() -> None:
    """Who marks as much at random, and little of what the others do, is not."""
    random = np.random.default_rng(4)
    masses: dict[str, dict[str, list[int]]] = {}
    for number in range(8):
        shared = set(range(6, 60, 7))
        finer = set(random.choice([p for p in range(1, 60) if p not in shared], 14, replace=False))
        marks = {name: {p for p in shared if random.random() < 0.9} for name in "abcd"}
        marks["fine"] = {p for p in shared if random.random() < 0.9} | finer
        marks["wild"] = {p for p in shared if random.random() < 0.3} | finer
        for case in ("fine", "wild"):
            masses[f"{case} {number}"] = {
                name: as_sizes(places, 60)
                for name, places in marks.items()
                if name in (*"abcd", case)
            }
    for case in ("fine", "wild"):
        of = {item: codings for item, codings in masses.items() if item.startswith(case)}
        (found,) = sm.coder_model(sm.Corpus.from_masses(of)).verdicts
        assert (found.coder, found.verdict in ("own", "random")) == (case, True)
        assert ("depends on your guideline" in found.words) == (case == "fine")


def of_one_item(away_in: tuple[int, ...]) -> sm.Corpus:
    """Return eight texts with one coder of five who finds nothing shared in some of them."""
    items = {}
    for number in range(8):
        shared = list(range(5, 60 if number == 2 else 25, 5))
        marks = {name: [p for p in shared if (p + 7 * at) % 9] for at, name in enumerate("abcd")}
        marks["e"] = [p + 2 for p in shared[::4]] if number in away_in else shared[::2]
        size = 60 if number == 2 else 25
        items[f"i{number}"] = {who: as_sizes({*of}, size) for who, of in marks.items()}
    return sm.Corpus.from_masses(items)


def test_a_verdict_that_rests_on_one_item_says_so() -> None:
    (one,) = sm.coder_model(of_one_item((2,))).verdicts
    assert (one.coder, one.item) == ("e", "i2")
    assert one.words.endswith(". Without i2, this would not be said.")
    (everywhere,) = sm.coder_model(of_one_item(tuple(range(8)))).verdicts
    assert (everywhere.coder, everywhere.item) == ("e", "")
    assert "because" not in everywhere.words


def test_a_share_has_no_interval_of_no_width() -> None:
    """Where the likelihood of loosely believed shifts bends up, errors were 0, and all was sure."""
    random = np.random.default_rng(20)
    masses: dict[str, dict[str, list[int]]] = {}
    for number in range(3):
        shared, row = random.random(30) < 0.15, {}
        for name in "abcde":
            finds = 0.4 if name == "e" else 0.85
            marks = shared & (random.random(30) < finds) | (random.random(30) < 0.02)
            if name == "e" and number == 0:
                marks = ~shared & (random.random(30) < 0.2)
            row[name] = as_sizes({*(np.flatnonzero(marks) + 1).tolist()}, 31)
        masses[f"i{number}"] = row
    for one in sm.coder_model(sm.Corpus.from_masses(masses)).coders:
        for share in (one.hits, one.added, one.shifted, one.late):
            assert share.low is not None
            assert share.high is not None
            assert share.low < share.high
