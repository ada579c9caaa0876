"""Where coders differ: the places are the disputes, and every edit of a pair counts once."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, sample
from segmetrics.adjudication.differing_places import Differences, differing_places
from segmetrics.adjudication.disputes import disputes
from segmetrics.corpus import Item
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.typed_edits import edits_between
from segmetrics.segmentation import Segmentation
from tests.support.samples import TEXTS
from tests.support.slow_gold import Marks, item, markings


def found(corpus: Corpus, n: int = 2) -> Differences:
    return differing_places(corpus, corpus.items[0], EditModel(n=n))


def edits_of(corpus: Corpus, of: Item, n: int) -> int:
    """Count the edits of all pairs of an item, pair by pair."""
    found = 0
    for pair in combinations(of.codings.items(), 2):
        (a, one), (b, other) = pair
        edits = edits_between(one, other, model=EditModel(n=n), types=corpus.types, coders=(a, b))
        found += len(edits.edits)
    return found


@given(markings(), st.integers(2, 4), st.booleans())
def test_the_places_are_the_disputes_and_every_edit_counts_once(
    marks: Marks, n: int, machine: bool
) -> None:
    corpus = Corpus((item(marks),), automatic=("c0",) if machine else ())
    given_places = found(corpus, n)
    disputed = [(one.places, one.place) for one in given_places if one.disputed]
    assert sorted(disputed) == sorted((one.places, one.place) for one in disputes(corpus, n=n))
    assert sum(one.edits for one in given_places) == edits_of(corpus, corpus.items[0], n)
    for one in given_places:
        assert one.coder != one.other
        assert {*one.marked, *one.unmarked} == set(marks)
        assert all(set(one.places) & set(marks[coder]) for coder in one.marked)
        if not one.disputed:
            assert "c0" in (one.coder, one.other)


@pytest.mark.parametrize("key", TEXTS)
def test_each_item_has_as_many_disputed_places_here_as_the_whole_corpus_lists(key: str) -> None:
    corpus = sample(key)
    every = disputes(corpus)
    for one in corpus.items:
        here = differing_places(corpus, one, EditModel())
        assert sum(place.disputed for place in here) == sum(d.item == one.name for d in every)
        assert sum(place.edits for place in here) == edits_of(corpus, one, 2)


def test_labels_and_who_does_not_vote_differ_where_nothing_is_disputed() -> None:
    a, b = frozenset({"a"}), frozenset({"b"})
    codings = {
        "x": Segmentation(9, (2, 5), types=(a, a)),
        "y": Segmentation(9, (2, 7), types=(b, a)),
    }
    (five, seven, labels) = found(Corpus((Item("i", codings),)))
    assert (five.place, five.disputed, five.most) == (5, True, ("x", "y"))
    assert (seven.place, seven.disputed) == (7, True)
    assert (labels.place, labels.disputed, labels.marked) == (2, False, ("x", "y"))

    alone = Corpus((item({"x": (3,), "y": (3,), "r": (3, 6)}),), reference="r")
    (place,) = found(alone)
    assert (place.places, place.disputed, place.edits) == ((6,), False, 2)
    assert (place.marked, place.unmarked) == (("r",), ("x", "y"))
    assert (place.coder, place.alone) == ("r", True)


def test_a_place_shows_what_it_stands_for_or_else_what_holds_it() -> None:
    both = found(Corpus((item({"x": (4,), "y": (5,), "z": (4,), "w": (8,)}),)))
    near, next_to_it = both
    assert (near.places, near.place, next_to_it.place) == ((4, 5), 4, 8)
    shown = {place: both.shown_at(place) for place in (None, 3, 4, 5, 8)}
    assert shown == {None: None, 3: None, 4: 0, 5: 0, 8: 1}


@given(markings(), st.integers(2, 4))
def test_what_is_packed_comes_out_as_it_was(marks: Marks, n: int) -> None:
    packed = found(Corpus((item(marks),)), n)
    each = [*packed]
    again = Differences(each)
    assert [*again] == each
    assert again[1:] == tuple(each[1:])
    assert [again[at] for at in range(-len(each), 0)] == each
    assert (again.edits, again.disputed) == (
        sum(one.edits for one in each),
        sum(one.disputed for one in each),
    )
    assert not each or again.most_edits == max(one.edits for one in each)
