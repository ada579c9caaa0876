"""Gold segmentations: by hand, against a slow pooling that follows the rule, and at the edges."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, Segmentation, sample
from segmetrics.adjudication.gold import (
    GoldBoundary,
    GoldOptions,
    Method,
    gold,
    marked,
    pools,
    voters,
    with_gold,
)
from segmetrics.adjudication.gold_agreement import agreement_with
from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Adjudication, Item
from segmetrics.io import read_sources
from segmetrics.io.document import Source
from segmetrics.io.write import WRITERS
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.reliability.jackknife import PERFECT
from tests.support.known import known
from tests.support.recoded import places_alone
from tests.support.slow_gold import MASS, Marks, item, markings, slow_pools


def golden(marks: Marks, options: GoldOptions) -> list[tuple[int, Fraction]]:
    """Places and exact support of the gold boundaries of one item."""
    (found,) = gold(Corpus((item(marks),)), options)
    return [(b.place, Fraction(len(b.votes), b.of)) for b in found.boundaries]


@given(markings(), st.integers(1, 6))
def test_pools_follow_their_rule(marks: Marks, n: int) -> None:
    codings = item(marks).codings
    assert list(pools(codings, n)) == slow_pools(marks, n)


@given(markings(), st.integers(1, 6))
def test_every_boundary_is_in_exactly_one_pool_and_no_pool_is_too_wide(
    marks: Marks, n: int
) -> None:
    found = list(pools(item(marks).codings, n))
    assert sorted(vote for pool in found for vote in pool.items()) == sorted(
        (coder, place) for coder, places in marks.items() for place in places
    )
    assert all(max(pool.values()) - min(pool.values()) < n for pool in found)


@given(
    markings(),
    st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(1)]),
    st.booleans(),
)
def test_the_majority_is_a_count_at_each_place(
    marks: Marks, share: Fraction, at_least: bool
) -> None:
    if share == 1 and not at_least:
        at_least = True
    expected = []
    for place in range(1, MASS):
        votes = Fraction(sum(place in places for places in marks.values()), len(marks))
        if votes and (votes >= share if at_least else votes > share):
            expected.append((place, votes))
    options = GoldOptions(
        method="majority", share=float(share), threshold="at_least" if at_least else "more_than"
    )
    assert golden(marks, options) == expected
    pooled = GoldOptions(method="pooled", n=1, share=options.share, threshold=options.threshold)
    assert golden(marks, pooled) == expected


def test_near_boundaries_count_together_at_their_lower_median() -> None:
    """Of six coders no place has four, but four marked 4 or 5, and two of these 5 and 4 each."""
    marks: Marks = {"a": (4,), "b": (4,), "c": (5,), "d": (5,), "e": (8,), "f": ()}
    assert golden(marks, GoldOptions(method="majority")) == []
    assert golden(marks, GoldOptions()) == [(4, Fraction(2, 3))]
    assert golden({**marks, "f": (5,)}, GoldOptions()) == [(5, Fraction(5, 6))]


def test_of_equal_stretches_the_left_most_is_taken_and_its_neighbours_stay() -> None:
    """3 and 4, or 4 and 5: two coders each; 3 and 4 pool, and 5 stands alone."""
    codings = item({"a": (3,), "b": (4,), "c": (5,)}).codings
    assert list(pools(codings, 2)) == [{"a": 3, "b": 4}, {"c": 5}]


def test_of_equal_stretches_that_with_fewer_boundaries_is_taken_first() -> None:
    """From 2 on there are two coders with three boundaries, from 3 on two with two."""
    codings = item({"a": (2, 3), "b": (4,)}).codings
    assert list(pools(codings, 2)) == [{"a": 3, "b": 4}, {"a": 2}]
    assert next(pools(codings, 3)) == {"a": 3, "b": 4}


def test_a_coder_counts_once_in_a_pool_by_the_boundary_nearest_to_its_middle() -> None:
    """From 3 to 5 lie 3, 4, 5 of x, and 4 and 4: the middle one is 4."""
    codings = item({"x": (3, 4, 5), "y": (4,), "z": (4,)}).codings
    assert list(pools(codings, 3)) == [{"x": 4, "y": 4, "z": 4}, {"x": 3}, {"x": 5}] or list(
        pools(codings, 3)
    ) == [{"x": 4, "y": 4, "z": 4}, {"x": 5}, {"x": 3}]


def test_a_window_may_be_longer_than_any_item() -> None:
    """A report that was tampered with may ask for it."""
    codings = item({"x": (3, 8), "y": (4,), "z": (1,)}).codings
    assert list(pools(codings, 10**40)) == list(pools(codings, MASS))


def test_two_pools_at_one_place_give_one_boundary() -> None:
    found = 0
    numbers = random.Random(5)
    for _ in range(3000):
        marks = {
            coder: tuple(p for p in range(1, MASS) if numbers.random() < 0.4) for coder in "vwxyz"
        }
        both = slow_pools(marks, 4)
        medians = [sorted(pool.values())[(len(pool) - 1) // 2] for pool in both if len(pool) > 2]
        found += len(set(medians)) < len(medians)
        places = golden(marks, GoldOptions(method="pooled", n=4))
        assert [place for place, _ in places] == sorted(set(medians))
    assert found


@given(markings(), st.integers(2, 5))
def test_the_medoid_has_the_highest_mean_b_of_equals_the_first(marks: Marks, n: int) -> None:
    """Kaufman & Rousseeuw (1990): the one whose dissimilarity to all others is least."""
    (found,) = gold(Corpus((item(marks),)), GoldOptions(method="medoid", n=n))
    codings = item(marks).codings

    def likeness(coder: str) -> float:
        b = (boundary_similarity(codings[coder], other, n=n).value for other in codings.values())
        return sum(value or 0.0 for value in b)

    best = max(likeness(coder) for coder in codings)
    firsts = [coder for coder in codings if likeness(coder) == pytest.approx(best, abs=1e-12)]
    assert found.medoid == firsts[0]
    assert found.segmentation == codings[found.medoid]
    assert all(found.medoid in boundary.votes for boundary in found.boundaries)


def test_one_coder_is_everybody() -> None:
    for method in ("majority", "pooled", "medoid"):
        assert golden({"a": (3, 7)}, GoldOptions(method=method)) == [
            (3, Fraction(1)),
            (7, Fraction(1)),
        ]


def test_with_gaps_the_coders_of_the_item_count_alone() -> None:
    """Two of two in the one item, two of four in the other."""
    corpus = Corpus(
        (
            item({"a": (4,), "b": (4,)}, name="few"),
            item({"a": (4,), "b": (4,), "c": (), "d": ()}, name="many"),
        )
    )
    few, many = gold(corpus)
    assert [b.support for b in few.boundaries] == [1.0]
    assert many.boundaries == ()
    (half,) = gold(corpus, GoldOptions(threshold="at_least"))[1].boundaries
    assert half == GoldBoundary(4, {"a": 4, "b": 4}, 4)
    assert half.support == 0.5


def test_segmenters_and_the_reference_do_not_vote() -> None:
    codings = item({"ann": (4,), "bob": (5,), "c99": (4,), "gold": (4,)})
    alone = item({"c99": (4,)}, name="alone")
    corpus = Corpus((codings, alone), reference="gold", automatic=("c99",))
    (found,) = gold(corpus, GoldOptions(method="majority", threshold="at_least"))
    assert [(b.place, b.votes, b.of) for b in found.boundaries] == [
        (4, {"ann": 4}, 2),
        (5, {"bob": 5}, 2),
    ]
    assert list(voters(corpus, alone)) == []


@pytest.mark.parametrize("method", ["majority", "pooled", "medoid"])
def test_types_and_levels_make_no_difference(method: Method) -> None:
    options = GoldOptions(method=method)
    for key in ("dialogue", "outline"):
        corpus = sample(key)
        assert corpus.kind != "linear"
        assert gold(corpus, options) == gold(places_alone(corpus), options)


def test_an_item_of_one_unit_and_one_without_boundaries_have_none() -> None:
    corpus = Corpus((item({"a": (), "b": ()}, 1, "tiny"), item({"a": (), "b": ()}, name="empty")))
    for method in ("majority", "pooled", "medoid"):
        found = gold(corpus, GoldOptions(method=method))
        assert [one.segmentation.masses for one in found] == [(1,), (MASS,)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "vote"}, "method is one of pooled, majority, medoid, model, got 'vote'"),
        ({"share": 1.5}, "share lies in"),
        ({"share": 1.0}, "would make no place a boundary"),
        ({"share": 0.0, "threshold": "at_least"}, "would make every place a boundary"),
        ({"threshold": "about"}, "threshold is one of"),
        ({"method": "pooled", "n": 0}, "n is a whole number of at least 1, got 0"),
        ({"method": "medoid", "n": 1}, "n is a whole number of at least 2, got 1"),
        ({"method": "pooled", "n": True}, "n is a whole number"),
        ({"method": "majority", "n": 3}, "n does nothing with the method majority"),
        ({"method": "medoid", "share": 0.4}, "share does nothing with the method medoid"),
        ({"method": "medoid", "threshold": "at_least"}, "threshold does nothing with the method"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GoldOptions(**options)


@pytest.mark.parametrize(
    ("options", "signature"),
    [
        (GoldOptions(), "consensus=pooled, more than 0.5 of the coders, n=2"),
        (GoldOptions(method="majority"), "consensus=majority, more than 0.5 of the coders"),
        (
            GoldOptions(method="pooled", share=0.25, threshold="at_least", n=4),
            "consensus=pooled, at least 0.25 of the coders, n=4",
        ),
        (GoldOptions(method="medoid", n=3), "consensus=medoid by B, n=3"),
    ],
)
def test_the_signature_names_what_was_used(options: GoldOptions, signature: str) -> None:
    assert options.signature == signature


def test_three_of_seven_is_what_three_of_seven_coders_are() -> None:
    """Litman & Passonneau (1995): at least three of seven subjects."""
    seven = GoldOptions(share=3 / 7, threshold="at_least")
    marks: Marks = {f"c{n}": (4,) if n < 3 else () for n in range(7)}
    assert golden(marks, seven) == [(4, Fraction(3, 7))]


def test_the_gold_becomes_the_reference_of_a_corpus_that_can_be_read_again() -> None:
    corpus = sample("moonstone")
    with_it = with_gold(corpus, gold(corpus))
    assert with_it.reference == "consensus"
    assert set(with_it.coders) == {*corpus.coders, "consensus"}
    content = WRITERS["segmetrics-json"].write(with_it).content
    again = known(read_sources([Source("gold.json", content)]).corpus)
    assert again.digest == with_it.digest
    # The reference does not vote, so the consensus stays what it is.
    assert gold(again) == gold(corpus)
    twice = with_gold(again, gold(again))
    assert twice.reference == "consensus 2"


def test_gold_of_typed_boundaries_goes_out_alone_with_its_texts() -> None:
    corpus = sample("dialogue")
    name = corpus.items[0].name
    corpus = Corpus(corpus.items, decisions=(Adjudication(name, 1, "accept"),))
    alone = with_gold(corpus, gold(corpus))
    assert alone.coders == ("consensus",)
    assert alone.kind == "linear"
    assert [one.texts for one in alone.items] == [one.texts for one in corpus.items]
    assert alone.decisions == corpus.decisions


def test_an_item_without_votes_stays_without_gold() -> None:
    corpus = Corpus((item({"a": (4,)}), item({"c99": (2,)}, name="b")), automatic=("c99",))
    with_it = with_gold(corpus, gold(corpus))
    assert with_it["b"].coders == ("c99",)
    assert with_it.automatic == ("c99",)
    sure = frozenset({UNCERTAIN})
    typed = Item("c", {"c99": Segmentation(5, (2,), types=(sure,))})
    voted = Item("d", {"a": Segmentation(5, (3,), types=(sure,))})
    decisions = (Adjudication("c", 1, "accept"), Adjudication("d", 1, "accept"))
    both = Corpus((typed, voted), automatic=("c99",), decisions=decisions)
    alone = with_gold(both, gold(both))
    assert [one.name for one in alone.items] == ["d"]
    assert alone.decisions == decisions[1:]


def test_marked_gives_those_who_marked_a_place() -> None:
    assert marked(item({"a": (4,), "b": (4, 5), "c": ()}).codings, 4) == {"a": 4, "b": 4}


SIX = Corpus(
    tuple(
        item({coder: tuple(places[n : n + 2]) for n, coder in enumerate("abc")}, name=f"i{number}")
        for number, places in enumerate(([1, 3, 5, 7], [2, 3, 4, 8], [1, 2, 6, 7], [2, 4, 6, 8]))
    )
)


@pytest.mark.parametrize("similarity", ["s", "b", "wd"])
def test_agreement_with_the_gold_is_the_observed_agreement_of_the_pair(similarity: str) -> None:
    """The observed agreement of a corpus of the two alone, by the agreement table."""
    options = AgreementOptions(similarity=similarity)
    segmentations = {one.item: one.segmentation for one in gold(SIX)}
    found = agreement_with(segmentations, SIX, options)
    for coder in SIX.coders:
        pairs = Corpus(
            tuple(
                Item(one.name, {"gold": segmentations[one.name], coder: one.codings[coder]})
                for one in SIX.items
            )
        )
        (row,) = [r for r in found if (r.coder, r.similarity) == (coder, similarity)]
        assert row.value == pytest.approx(agreement(pairs, options).groups[0].observed, abs=1e-12)
        assert row.items == 4


def test_intervals_leave_out_each_item() -> None:
    """By the agreement table without each of four items: three degrees of freedom."""
    segmentations = {one.item: one.segmentation for one in gold(SIX)}
    options = AgreementOptions()
    found = agreement_with(segmentations, SIX, options)
    compared = set()
    for coder in SIX.coders:
        pairs = [
            Item(one.name, {"gold": segmentations[one.name], coder: one.codings[coder]})
            for one in SIX.items
        ]
        without = [Corpus(tuple(other for other in pairs if other is not one)) for one in pairs]
        values = [
            agreement(part, options).groups[0].observed or 0.0
            for part in (Corpus(tuple(pairs)), *without)
        ]
        (row,) = [r for r in found if (r.coder, r.similarity) == (coder, "s")]
        if max(values) == 1:
            assert "perfect" in row.interval.undefined
            continue
        z, *left = (-log(1 - value) for value in values)
        mean = sum(left) / 4
        reach = 3.182446 * sqrt(3 / 4 * sum((one - mean) ** 2 for one in left))
        expected = max(1 - exp(reach - z), 0.0), 1 - exp(-reach - z)
        assert row.interval[:2] == pytest.approx(expected, abs=1e-5)
        compared.add(coder)
    assert compared


def test_agreement_with_gaps_one_item_and_nothing_to_compare() -> None:
    corpus = Corpus(
        (
            item({"a": (4,), "b": (4,)}, name="one"),
            item({"a": (2,)}, name="two"),
            item({"tiny": ()}, 1, name="three"),
        )
    )
    segmentations = {one.item: one.segmentation for one in gold(corpus)}
    found = {
        (r.coder, r.similarity): r
        for r in agreement_with(segmentations, corpus, AgreementOptions())
    }
    assert found["a", "s"].items == 2
    assert found["a", "s"].value == 1
    assert found["a", "s"].interval.undefined == PERFECT
    assert found["b", "b"].interval.undefined.startswith("there is only one item")
    assert found["tiny", "wd"].value is None
    assert found["tiny", "wd"].interval.undefined == "there is no value to put an interval around"
    assert agreement_with({}, corpus, AgreementOptions()) == ()


def test_nobody_marked_a_boundary_is_agreement() -> None:
    corpus = Corpus((item({"a": ()}, name="one"), item({"a": ()}, name="two")))
    segmentations = {one.item: one.segmentation for one in gold(corpus)}
    values = [row.value for row in agreement_with(segmentations, corpus, AgreementOptions())]
    assert values == [1.0, 1.0, 1.0]
