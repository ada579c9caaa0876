"""Who marks before questions, beside coders who mark there no more often than others."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import segmetrics as sm
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.kinds_of_places import _tail, goes_for

PLACES, CODERS = 60, "abcde"


def item(draw: random.Random, name: str, *, asks: str = "", late: str = "") -> sm.Item:
    """Draw an interview whose topics mostly begin with questions, of which one coder marks all."""
    questions = [unit % 2 == 0 and draw.random() < 0.7 for unit in range(PLACES)]
    topics = [
        unit for unit in range(1, PLACES) if draw.random() < (0.25 if questions[unit] else 0.06)
    ]
    codings = {}
    for coder in CODERS:
        own = {
            unit
            for unit in range(1, PLACES)
            if draw.random() < (0.6 if coder == asks and questions[unit] else 0.05)
        }
        found = {unit for unit in topics if draw.random() < 0.8} | own
        codings[coder] = sm.Segmentation(
            mass=PLACES,
            boundaries=tuple(sorted(x for at in found if (x := at + (coder == late)) < PLACES)),
        )
    texts = tuple("And then?" if question else "Yes." for question in questions)
    return sm.Item(name, codings, texts=texts)


def corpus(draw: random.Random, **who: str) -> sm.Corpus:
    return sm.Corpus(tuple(item(draw, f"i{at}", **who) for at in range(6)))


def told(corpus: sm.Corpus) -> set[str]:
    return {row.coder for row in coder_findings(corpus).rows if row.goes_for}


def test_who_marks_before_questions_is_named_and_nobody_else() -> None:
    draw = random.Random(3)
    found = [told(corpus(draw, asks="b")) for _ in range(30)]
    assert sum(one == {"b"} for one in found) >= 28


def test_where_topics_begin_with_questions_hardly_anybody_is_named() -> None:
    draw = random.Random(4)
    assert sum(bool(told(corpus(draw))) for _ in range(100)) <= 5


def test_who_is_late_does_not_make_others_go_for_questions() -> None:
    draw = random.Random(5)
    assert sum(bool(told(corpus(draw, late="c"))) for _ in range(50)) <= 3


def test_it_is_said_with_counts_by_hand() -> None:
    """Ten own boundaries of a, all where Ann speaks; eight of b and c, two of them there."""
    speakers = tuple("Ann" if 0 < unit <= 12 else "Bob" for unit in range(40))
    places = {"a": range(1, 11), "b": [11, 20, 22, 24], "c": [12, 26, 28, 30]}
    codings = {
        coder: sm.Segmentation.from_masses(
            [after - before for before, after in pairwise([0, *of, 40])]
        )
        for coder, of in places.items()
    }
    found = goes_for([sm.Item("i", codings, speakers=speakers)], list("abc"))
    assert found["a"][1:] == ("where Ann speaks", 10, 10, (2, 8))
    assert set(found) == {"a"}
    assert found["a"].words == (
        "a has 10 boundaries that nobody else has: 10 of them stand where Ann speaks. Of the "
        "boundaries that each of the others has alone, 2 of 8 do."
    )
    assert goes_for([sm.Item("i", codings)], list("abc")) == {}
    statements = sm.Item("i", codings, texts=("No.",) * 40)
    assert goes_for([statements], list("abc")) == {}


def test_the_tail_is_that_of_fishers_exact_test() -> None:
    """The lady tasting tea: all four of four right is one of 70 ways, three or more 17 of 70."""
    assert _tail(4, 4, 0, 4) == pytest.approx(1 / 70)
    assert _tail(3, 4, 1, 4) == pytest.approx(17 / 70)
