"""Disputes and decisions: by hand, against counting, and what decisions leave in the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, sample
from segmetrics.adjudication.adjudications import (
    consensus,
    decided,
    last_words,
    reopened,
    settle,
    settled,
)
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import Effect, GoldOptions, Method, gold
from segmetrics.corpus import Adjudication, CorpusError, by_hand
from tests.support.slow_gold import MASS, Marks, item, markings, slow_pools


def found(marks: Marks, n: int = 2) -> list[tuple[tuple[int, ...], tuple[str, ...], Fraction]]:
    return [
        (one.places, one.silent, Fraction(one.dispute).limit_denominator(100))
        for one in disputes(Corpus((item(marks),)), n=n)
    ]


def test_disputes_of_an_example_counted_by_hand() -> None:
    """Four coders: 2 is everybody's; two say 5, one 6, one nothing; 8 is one coder's."""
    marks: Marks = {"a": (2, 5), "b": (2, 5), "c": (2, 6), "d": (2, 8)}
    assert found(marks) == [
        ((5, 6), ("d",), Fraction(1, 2)),
        ((8,), ("a", "b", "c"), Fraction(1, 4)),
    ]
    assert found(marks, n=1) == [
        ((5,), ("c", "d"), Fraction(1, 2)),
        ((6,), ("a", "b", "d"), Fraction(1, 4)),
        ((8,), ("a", "b", "c"), Fraction(1, 4)),
    ]
    (first, _) = disputes(Corpus((item(marks),)))
    assert first == Dispute("a", {"a": 5, "b": 5, "c": 6}, ("d",), 5, 0.5)


@given(markings(), st.integers(1, 5))
def test_disputes_are_the_pools_without_one_answer(marks: Marks, n: int) -> None:
    expected = []
    for found_pool in slow_pools(marks, n):
        # Whoever marked one of its places has marked it, whatever else this boundary counts for.
        pool = {
            coder: found_pool.get(coder, min({*places} & {*found_pool.values()}, default=0))
            for coder, places in marks.items()
        }
        pool = {coder: place for coder, place in pool.items() if place}
        answers = Counter(pool.get(coder) for coder in marks)
        share = 1 - Fraction(max(answers.values()), len(marks))
        if share:
            best = max(times for place, times in answers.items() if place)
            place = min(p for p, times in answers.items() if p and times == best)
            expected.append((-share, place, pool))
    expected.sort(key=lambda one: one[:2])
    given = disputes(Corpus((item(marks),)), n=n)
    assert [one.place for one in given] == [place for _, place, _ in expected]
    assert sorted(sorted(one.votes.items()) for one in given) == sorted(
        sorted(pool.items()) for *_, pool in expected
    )
    for one, (share, *_) in zip(given, expected, strict=True):
        assert one.dispute == pytest.approx(float(-share))
        assert {*one.votes, *one.silent} == set(marks)


def test_the_most_disputed_come_first_then_the_order_of_corpus_and_text() -> None:
    corpus = Corpus(
        (
            item({"a": (2, 6), "b": (), "c": ()}, name="z"),
            item({"a": (5,), "b": (5,), "c": ()}, name="y"),
            item({"a": (5,), "b": ()}, name="x"),
        )
    )
    order = [(one.item, one.place) for one in disputes(corpus)]
    assert order == [("x", 5), ("z", 2), ("z", 6), ("y", 5)]


def test_one_coder_disputes_nothing_and_segmenters_have_no_say() -> None:
    assert found({"a": (3, 7)}) == []
    corpus = Corpus((item({"a": (3,), "b": (3,), "c99": (5,)}),), automatic=("c99",))
    assert disputes(corpus) == ()
    with pytest.raises(ValueError, match="at least 1, got 0"):
        disputes(corpus, n=0)


def kept(marks: Marks, *decisions: Adjudication, options: GoldOptions | None = None) -> list[int]:
    """Places of the gold boundaries of item a after decisions."""
    corpus = Corpus((item(marks),), decisions=decisions)
    (one,) = consensus(corpus, options).items
    return [boundary.place for boundary in one.boundaries]


EXAMPLE: Marks = {"a": (2, 5), "b": (2, 5), "c": (2, 6)}


def test_decisions_accept_reject_and_move() -> None:
    assert kept(EXAMPLE) == [2, 5]
    assert kept(EXAMPLE, Adjudication("a", 6, "accept")) == [2, 5, 6]
    assert kept(EXAMPLE, Adjudication("a", 5, "accept")) == [2, 5]
    assert kept(EXAMPLE, Adjudication("a", 5, "reject")) == [2]
    assert kept(EXAMPLE, Adjudication("a", 8, "reject")) == [2, 5]
    assert kept(EXAMPLE, Adjudication("a", 5, "move", to=8)) == [2, 8]
    assert kept(EXAMPLE, Adjudication("a", 7, "move", to=8)) == [2, 5, 8]
    assert kept(EXAMPLE, Adjudication("a", 5, "move", to=2)) == [2]


def test_the_last_decision_about_a_place_counts() -> None:
    accept, reject = Adjudication("a", 6, "accept"), Adjudication("a", 6, "reject")
    assert kept(EXAMPLE, accept, reject) == [2, 5]
    assert kept(EXAMPLE, reject, accept) == [2, 5, 6]
    there, back = Adjudication("a", 5, "move", to=6), Adjudication("a", 6, "move", to=5)
    assert kept(EXAMPLE, there, back) == [2, 5]


def test_a_boundary_knows_its_decision_and_who_stands_behind_it() -> None:
    decisions = (
        Adjudication("a", 5, "accept"),
        Adjudication("a", 6, "accept", comment="a new scene"),
        Adjudication("a", 3, "move", to=7),
    )
    corpus = Corpus((item(EXAMPLE),), decisions=decisions)
    pooled = GoldOptions(method="pooled")
    (one,) = decided(corpus, gold(corpus, pooled))
    assert [(b.place, b.votes, b.by_hand and b.by_hand.decision) for b in one.boundaries] == [
        (2, {"a": 2, "b": 2, "c": 2}, None),
        (5, {"a": 5, "b": 5, "c": 6}, decisions[0]),
        (6, {"c": 6}, decisions[1]),
        (7, {}, decisions[2]),
    ]


@pytest.mark.parametrize(
    ("marks", "at", "effect", "by_rule"),
    [
        # Two of three mark 4, which is what the rule gives, and one marks 5.
        ({"a": (4,), "b": (4,), "c": (5,)}, 4, "agreed", (4,)),
        ({"a": (4,), "b": (4,), "c": (5,)}, 5, "moved", (4,)),
        ({"a": (4,), "b": (4,), "c": (5,)}, 8, "moved", (4,)),
        ({"a": (4,), "b": (4,), "c": (5,)}, None, "removed", (4,)),
        # One of three alone: the rule gives none.
        ({"a": (4,), "b": (), "c": ()}, 4, "added", ()),
        ({"a": (4,), "b": (), "c": ()}, 8, "added", ()),
        ({"a": (4,), "b": (), "c": ()}, None, "agreed", ()),
    ],
)
def test_a_decision_knows_what_it_does_to_the_rule(
    marks: Marks, at: int | None, effect: Effect, by_rule: tuple[int, ...]
) -> None:
    corpus = Corpus((item(marks),))
    (dispute,) = disputes(corpus)
    made = consensus(corpus.with_decisions(settle(dispute, at)))
    assert [(one.effect, one.by_rule, one.place) for one in made.by_hand] == [(effect, by_rule, at)]
    now = [one.place for one in made.items[0].boundaries]
    assert now == ([] if at is None else [at])


@pytest.mark.parametrize("at", [4, 5])
@pytest.mark.parametrize("method", ["pooled", "majority", "medoid"])
def test_marks_near_an_accepted_place_stand_behind_it_by_each_rule(method: Method, at: int) -> None:
    """By hand: a and b mark 4 and 5, of five coders too few for a rule, and one dispute."""
    marks: Marks = {"a": (4,), "b": (5,), "c": (), "d": (), "e": ()}
    (dispute,) = disputes(Corpus((item(marks),)))
    corpus = Corpus((item(marks),), decisions=settle(dispute, at))
    (found,) = decided(corpus, gold(corpus, GoldOptions(method=method)))
    (boundary,) = found.boundaries
    assert (boundary.place, boundary.votes, boundary.support) == (at, {"a": 4, "b": 5}, 0.4)


def test_decisions_about_an_item_without_votes_have_nothing_to_work_on() -> None:
    codings = (item({"c99": (2,)}), item(EXAMPLE, name="b"))
    decisions = (Adjudication("a", 3, "accept"), Adjudication("b", 3, "accept"))
    corpus = Corpus(codings, automatic=("c99",), decisions=decisions)
    made = consensus(corpus)
    assert [one.item for one in made.items] == ["b"]
    assert made.without == ("a",)
    assert made.decisions == decisions
    assert made.digest == corpus.codings_digest


def test_a_decision_about_no_place_makes_no_corpus() -> None:
    for decision in (
        Adjudication("a", 0, "accept"),
        Adjudication("a", MASS, "accept"),
        Adjudication("a", 2, "move", to=MASS),
        Adjudication("b", 2, "accept"),
    ):
        with pytest.raises(CorpusError, match="no such place"):
            Corpus((item(EXAMPLE),), decisions=(decision,))


@given(markings(), st.integers(1, 4), st.data())
def test_a_settled_dispute_has_its_boundary_where_it_was_put_and_nowhere_else(
    marks: Marks, n: int, data: st.DataObject
) -> None:
    corpus = Corpus((item(marks),))
    listed = disputes(corpus, n=n)
    if not listed:
        return
    dispute = data.draw(st.sampled_from(listed))
    at = data.draw(st.sampled_from([None, *range(1, MASS)]))
    decisions = settle(dispute, at, "why")
    assert [one.comment for one in decisions] == [*[""] * (len(decisions) - 1), "why"]
    for options in (GoldOptions(), GoldOptions(method="pooled", n=n), GoldOptions(method="medoid")):
        before, after = kept(marks, options=options), kept(marks, *decisions, options=options)
        assert [place for place in after if place in dispute.places] == (
            [at] if at in dispute.places else []
        )
        assert at is None or at in after
        # What lies elsewhere stays as it was.
        others = {*dispute.places, at}
        assert [p for p in after if p not in others] == [p for p in before if p not in others]
    words = last_words(decisions)
    assert list(settled(dispute, words)) == sorted(decisions, key=lambda one: one.place)
    assert reopened(decisions, dispute.item, dispute.places) == ()
    assert len(by_hand(decisions)) == 1
    for other in listed:
        is_settled = set(other.places) <= set(dispute.places)
        assert bool(settled(other, words)) == is_settled


@given(markings(), st.data())
def test_when_all_is_settled_the_majority_and_the_medoid_are_the_same(
    marks: Marks, data: st.DataObject
) -> None:
    corpus = Corpus((item(marks),))
    decisions: tuple[Adjudication, ...] = ()
    for dispute in disputes(corpus):
        at = data.draw(st.sampled_from([None, *dispute.places]))
        decisions = (*reopened(decisions, dispute.item, dispute.places), *settle(dispute, at))
    shares = [kept(marks, *decisions, options=GoldOptions(share=share)) for share in (0, 0.5, 0.9)]
    medoid = kept(marks, *decisions, options=GoldOptions(method="medoid"))
    assert shares == [medoid] * 3


def test_a_dispute_is_open_until_something_is_said_about_each_of_its_places() -> None:
    corpus = Corpus((item({"a": (5,), "b": (6,), "c": ()}),))
    (dispute,) = disputes(corpus)
    first, second = Adjudication("a", 5, "accept"), Adjudication("a", 6, "reject")
    assert settled(dispute, last_words([first])) == []
    assert settled(dispute, last_words([first, second])) == [first, second]
    assert settled(dispute, last_words([first, replace(second, item="b")])) == []
    assert reopened([first, replace(second, item="b"), second], "a", dispute.places) == (
        replace(second, item="b"),
    )


def test_moonstone_has_a_dispute_wherever_a_pool_is_not_unanimous() -> None:
    """Counted by the slow pooling, over all chapters."""
    corpus = sample("moonstone")
    expected = 0
    for one in corpus.items:
        marks = {coder: tuple(coding.boundaries) for coder, coding in one.codings.items()}
        for pool in slow_pools(marks, 2):
            expected += len(pool) < len(marks) or len(set(pool.values())) > 1
    assert len(disputes(corpus)) == expected
