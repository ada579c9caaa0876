"""Whose coding of an item is that of the round before."""

from __future__ import annotations

import numpy as np
import pytest

import segmetrics as sm
from benchmarks.claim_truths import corpus_of
from benchmarks.worlds import ROUNDS
from segmetrics.reliability.coded_again import coded_again
from tests.support.known import known

FIRST = {"a": [3, 9, 14, 20, 25, 31], "b": [4, 8, 15, 22, 27, 33], "c": [2, 11, 17, 21, 28, 35]}
OTHER = {"a": FIRST["a"], "b": [5, 8, 16, 23, 27, 34], "c": [3, 11, 18, 22, 29, 36]}


def rounds(*of: dict[str, list[int]]) -> list[sm.CodingRound]:
    """Make rounds of what dan marks on each item, beside two who mark each tenth unit."""
    others = {who: [10, 20, 30] for who in ("anna", "ben")}
    return [
        sm.CodingRound(
            f"round {number}",
            sm.Corpus.from_positions(
                {item: {"dan": marks, **others} for item, marks in one.items()},
                masses=dict.fromkeys(one, 40),
            ),
        )
        for number, one in enumerate(of, 1)
    ]


def test_an_old_file_is_told_with_what_came_again_elsewhere() -> None:
    (found,) = coded_again(rounds(FIRST, OTHER))
    assert found.words == (
        "dan has the same 6 boundaries on a in round 1 and round 2; on other items, 3 of 12 came "
        "again. It looks as if one file was used for both."
    )


def test_few_boundaries_other_items_alike_or_one_that_differs_tell_nothing() -> None:
    few = {**FIRST, "a": [3, 9]}
    assert coded_again(rounds(few, {**OTHER, "a": [3, 9]})) == ()
    assert coded_again(rounds(FIRST, FIRST)) == ()
    assert coded_again(rounds(FIRST, {**OTHER, "a": [*FIRST["a"], 37]})) == ()
    assert coded_again(rounds({"a": FIRST["a"]}, {"a": FIRST["a"]})) == ()


@pytest.mark.parametrize("size", [(6, 4), (12, 5)])
def test_who_sends_an_old_file_is_often_named_and_nobody_who_codes_anew(
    size: tuple[int, int],
) -> None:
    found = false = 0
    for number in range(20):
        drawn = ROUNDS["one sends an old file"](np.random.default_rng([3, number]), *size)
        later = known(drawn.later)
        named = [sm.CodingRound(name, corpus_of(of)) for name, of in (("1", drawn), ("2", later))]
        said = {(one.coder, one.item) for one in coded_again(named)}
        found += said == later.sent_again
        false += bool(said - later.sent_again)
    assert found >= 6 and not false
