"""What other rounds of the same text say of a place that is decided."""

from __future__ import annotations

import segmetrics as sm
from segmetrics.adjudication.disputes import Dispute
from segmetrics.dashboard.decide.worklist import in_other_rounds
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.frame.url_state import UrlState


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
    exactly, near = UrlState(n=1), UrlState(n=2)
    assert in_other_rounds(one, here, rounds, "k2", exactly) == [
        "In Round 1, 2 of 3 marked there.",
        "In Round 3, nobody of 3 marked there.",
    ]
    assert in_other_rounds(one, here, rounds, "k2", near)[0] == (
        "In Round 1, 3 of 3 marked there or one place away."
    )
    # Some who are looked at alone make no other round of the same one.
    some = here.select(coders=["ann", "ben"])
    assert len(in_other_rounds(one, some, rounds, "k2", exactly)) == 2
