"""Two coders with the same boundaries in one item, beside coders who work each for themselves."""

from __future__ import annotations

import random

import numpy as np
import pytest

import segmetrics as sm
from segmetrics import Corpus
from segmetrics.reliability.copied_items import SameMarks, copied_items, told_once
from segmetrics.reliability.odd_counts import Stops
from segmetrics.reliability.odd_places import odd_items

PLACES, TEXTS = 60, 6


def marks(draw: random.Random, shared: list[int], baits: list[int]) -> list[int]:
    """Find most shared boundaries, fall for some baits, and add some of one's own."""
    found = [place for place in shared if draw.random() < 0.8]
    found += [place for place in baits if draw.random() < 0.4]
    return sorted({*found, *(place for place in range(1, PLACES) if draw.random() < 0.06)})


def codings(draw: random.Random) -> dict[str, dict[str, list[int]]]:
    """Draw codings of five coders who work each for themselves."""
    found = {}
    for text in range(TEXTS):
        shared = [place for place in range(1, PLACES) if draw.random() < 0.17]
        baits = [place for place in range(1, PLACES) if draw.random() < 0.1]
        found[f"t{text}"] = {coder: marks(draw, shared, baits) for coder in "abcde"}
    return found


def corpus_of(found: dict[str, dict[str, list[int]]]) -> sm.Corpus:
    return sm.Corpus.from_masses(
        {
            item: {
                coder: [
                    after - before
                    for before, after in zip([0, *places], [*places, PLACES], strict=True)
                ]
                for coder, places in of.items()
            }
            for item, of in found.items()
        }
    )


def test_of_coders_who_work_for_themselves_hardly_anybody_copies() -> None:
    draw = random.Random(5)
    assert sum(bool(copied_items(corpus_of(codings(draw)))) for _ in range(200)) <= 2


def test_who_copies_one_text_is_named_there_with_the_other_and_nobody_else() -> None:
    draw, found = random.Random(6), []
    for _ in range(60):
        drawn = codings(draw)
        drawn["t2"]["b"] = drawn["t2"]["a"]
        found += [(one.coder, one.item, one.other) for one in copied_items(corpus_of(drawn))]
    assert set(found) == {("a", "t2", "b"), ("b", "t2", "a")}
    assert (
        len(found) >= 2 * 8
    )  # where hardly any boundary is of one coder alone, a copy is not seen


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_two_share_everywhere_is_no_copy_in_one_item(elsewhere: bool) -> None:
    """What both have and nobody else is counted by hand: 5 in one text, and 5 or 0 in others."""
    usual = {"a": [5, 9, 20], "b": [5, 9, 31], "c": [5, 10]}
    alike = {who: [*usual["c"], 15, 25, 35, 45, 55] for who in "ab"} | {"c": usual["c"]}
    rest = alike if elsewhere else {**usual, "a": [5, *range(11, 30, 3)]}
    corpus = corpus_of({"odd": alike, **{f"t{at}": rest for at in range(3)}})
    if elsewhere:
        assert copied_items(corpus) == ()
        return
    told = SameMarks("a", "odd", "b", 7, 7, 5, (0, 27))
    assert copied_items(corpus)[0] == told
    assert told in odd_items(corpus)
    assert told.words == (
        "In odd, all of a's 7 boundaries are exactly where b's are; 5 of these exact places are in "
        "nobody else's coding. In other items, the two share 0 of 27 such places. Ask whether one "
        "saw the other's codings."
    )


def test_beside_nobody_else_two_may_agree_by_themselves() -> None:
    drawn = codings(random.Random(1))
    two = {item: {"a": of["a"], "b": of["a"]} for item, of in drawn.items()}
    assert copied_items(corpus_of(two)) == ()


def test_a_pair_is_told_once_and_each_who_is_odd_otherwise_too() -> None:
    mirrored = [SameMarks(one, "i", other, 5, 5, 4, (0, 9)) for one, other in ("ab", "ba", "ca")]
    stops = Stops("d", "i", "at 3", (4, 5))
    assert told_once([*mirrored, stops, stops]) == [mirrored[0], mirrored[2], stops, stops]


def test_who_is_odd_in_an_item_as_another_s_coding_is_handed_in_there_is_told_so() -> None:
    """One is late everywhere; another hands in that one's coding of a text."""
    random_, seen = np.random.default_rng(1), 0
    for _ in range(20):
        items: dict[str, dict[str, list[int]]] = {}
        for number in range(6):
            true = np.sort(random_.choice(np.arange(2, 58), 9, replace=False))
            of = {c: true[random_.random(9) > 0.1] + (c == "late") for c in ("a", "b", "c", "late")}
            if number == 2:
                of["c"] = of["late"]
            items[f"t{number}"] = {c: np.diff([0, *at, 60]).tolist() for c, at in of.items()}
        for one in odd_items(Corpus.from_masses(items)):
            if one.item == "t2" and one.coder == "c":
                assert isinstance(one, SameMarks) and one.other == "late"
                seen += 1
    assert seen >= 15
