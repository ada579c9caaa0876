"""What other rounds of the same text say of a place that is decided."""

from __future__ import annotations

import segmetrics as sm
from segmetrics.adjudication.disputes import Dispute
from segmetrics.dashboard.decide.worklist import in_other_rounds
from segmetrics.dashboard.frame.selected_corpus import RoundOpened


def coded(*sizes: list[int]) -> sm.Corpus:
    return sm.Corpus.from_masses({"a": dict(zip(("ann", "ben", "cy"), sizes, strict=True))})


def test_how_many_marked_a_place_in_each_other_round_of_the_same_text() -> None:
    here = coded([4, 6], [10], [10])
    rounds = [
        RoundOpened("k1", "Round 1", coded([4, 6], [4, 6], [5, 5])),
        RoundOpened("k2", "Round 2", here),
        RoundOpened("k3", "Round 3", coded([2, 8], [10], [10])),
        RoundOpened("k4", "longer", coded([4, 7], [11], [11])),
        RoundOpened("k5", "broken", None),
    ]
    one = Dispute("a", {"ann": 4}, ("ben", "cy"), 4, 0.5)
    assert in_other_rounds(one, here, rounds) == [
        "In Round 1, 2 of 3 marked there.",
        "In Round 3, nobody of 3 marked there.",
    ]
