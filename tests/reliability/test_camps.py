"""Coders who part in two camps at a place of a text, in two rounds alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from segmetrics import Corpus
from segmetrics.claims.change_claims import what_mended
from segmetrics.reliability.camps import camps_again, camps_in
from segmetrics.reliability.trends import CodingRound, trends

FIRST, SECOND = ("ann", "bob", "cy"), ("dan", "eve")


def text(*, parted: bool, seed: int) -> dict[str, list[int]]:
    """Let coders have most of five boundaries, and begin a segment at 18 or at 21."""
    draw = np.random.default_rng(seed)
    of = {}
    for coder in (*FIRST, *SECOND):
        found = {at for at in (5, 10, 28, 33, 37) if draw.random() < 0.8}
        at = 21 if coder in SECOND and parted else 18
        of[coder] = np.diff([0, *sorted(found | {at}), 42]).tolist()
    return of


def rounds(*, parted: tuple[bool, bool]) -> list[CodingRound]:
    return [
        CodingRound(
            name,
            Corpus.from_masses(
                {f"t{n}": text(parted=here and n == 1, seed=10 * seed + n) for n in range(5)}
            ),
        )
        for seed, (name, here) in enumerate(zip(("A", "B"), parted, strict=True))
    ]


def test_who_part_at_a_place_in_both_rounds_are_told_with_who_marks_what() -> None:
    named = rounds(parted=(True, True))
    (one,) = camps_again(named, 2)
    assert (one.item, one.places, one.coders) == ("t1", (18, 21), (FIRST, SECOND))
    said = what_mended(named, trends(named)).sentences
    assert (
        "In both A and B, coders part on t1: ann, bob and cy begin a segment before unit 19, dan "
        "and eve before unit 22."
    ) in said


def test_one_round_alone_tells_nothing_and_near_places_are_a_near_miss() -> None:
    named = rounds(parted=(True, True))
    assert camps_again([named[0], replace(named[0], name="B")], 2) == ()  # one file for both
    named = rounds(parted=(True, False))
    assert [one.item for one in camps_in(named[0].corpus["t1"], named[0].corpus.people, 2)] == [
        "t1"
    ]
    assert camps_again(named, 2) == ()
    assert not [*camps_in(named[0].corpus["t1"], named[0].corpus.people, 4)]
