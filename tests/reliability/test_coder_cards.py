"""Cards of coders and the matrix of kappa, by hand and by Cohen's definition."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from benchmarks.simulated_coders import simulated_corpus
from segmetrics.corpus import Corpus, Item
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample, coder_cards
from segmetrics.reliability.coder_findings import Side, coder_findings
from segmetrics.reliability.coders import NO_ITEM, NO_MARK, kappa_matrix
from segmetrics.segmentation import Segmentation
from tests.support.known import known


def item(name: str, mass: int, texts: bool = False, **boundaries: tuple[int, ...]) -> Item:
    codings = {coder: Segmentation(mass, places) for coder, places in boundaries.items()}
    return Item(name, codings, tuple(f"unit {n}" for n in range(1, mass + 1)) if texts else None)


def cards(*items: Item, n: int = 2) -> dict[str, CoderCard]:
    corpus = Corpus(items)
    found = coder_cards(corpus, coder_findings(corpus).rows, n=n)
    assert tuple(card.coder for card in found) == corpus.coders
    return {card.coder: card for card in found}


def cohen(corpus: Corpus, a: str, b: str) -> Fraction | None:
    """Cohen's kappa over all places that two coders both coded, from the table of the two."""
    table: Counter[tuple[bool, bool]] = Counter()
    for one in corpus.items:
        if {a, b} <= one.codings.keys():
            marks = [set(one.codings[coder].boundaries) for coder in (a, b)]
            table.update((p in marks[0], p in marks[1]) for p in range(1, one.mass))
    n = sum(table.values())
    if not n:
        return None
    agreed = Fraction(table[True, True] + table[False, False], n)
    first, second = (
        Fraction(sum(count for marked, count in table.items() if marked[side]), n)
        for side in (0, 1)
    )
    expected = first * second + (1 - first) * (1 - second)
    return None if expected == 1 else (agreed - expected) / (1 - expected)


def test_the_matrix_holds_cohens_kappa_over_the_places_of_both() -> None:
    corpus = simulated_corpus(np.random.default_rng(7), [(5, 6)], gaps=0.3)
    matrix = kappa_matrix(corpus)
    pairs = list(combinations(range(5), 2))
    for a, b in pairs:
        expected = known(cohen(corpus, corpus.coders[a], corpus.coders[b]))
        assert matrix.values[a, b] == matrix.values[b, a] == pytest.approx(float(expected))
        both = [i for i in corpus.items if {corpus.coders[a], corpus.coders[b]} <= set(i.codings)]
        assert matrix.items[a, b] == len(both)
    assert np.isnan(matrix.values.diagonal()).all()
    assert matrix.pairs[0].value == min(matrix.values[a, b] for a, b in pairs)


def test_a_cell_of_the_matrix_without_kappa_says_why() -> None:
    matrix = kappa_matrix(
        Corpus((item("a", 5, x=(), y=()), item("b", 5, y=(2,), z=(2,)), item("c", 1, x=(), z=())))
    )
    assert matrix.undefined == {
        **dict.fromkeys([("x", "y"), ("y", "x")], NO_MARK),
        **dict.fromkeys([("x", "z"), ("z", "x")], NO_ITEM),
    }


def test_places_alone_and_missed_are_found_with_their_texts() -> None:
    """By hand: x alone marks 8, z alone 9; z has nothing near 5, which both others marked."""
    found = cards(item("a", 11, texts=True, x=(2, 5, 8), y=(2, 5), z=(2, 9)))
    assert {coder: card.alone for coder, card in found.items()} == {"x": 1, "y": 0, "z": 1}
    assert found["x"].examples == (PlaceExample("a", 8, "alone", 0, 2, ("unit 8", "unit 9")),)
    assert found["y"].examples == ()
    assert [(one.place, one.kind, one.marked) for one in found["z"].examples] == [
        (9, "alone", 0),
        (5, "missed", 2),
    ]


def test_an_item_in_which_nobody_shares_a_place_is_named_of_one_who_shares_most_elsewhere() -> None:
    theirs = (4, 9, 15, 20, 26)
    far = (2, 7, 12, 18, 23)
    one = item("one", 30, a=theirs, b=theirs, c=far)
    two = item("two", 30, a=theirs, b=theirs, c=(4, 9, 15))
    assert [list(card.unshared) for card in cards(one, two).values()] == [
        [], [], [("one", 5, 3, 3)],
    ]  # fmt: skip
    near = item("one", 30, a=theirs, b=theirs, c=(*far[:4], 26))
    elsewhere_too = item("two", 30, a=theirs, b=theirs, c=(4, 10, 16))
    for others in ((near, two), (one, elsewhere_too)):
        assert not cards(*others)["c"].unshared


def test_of_words_as_many_are_quoted_as_tell_where_a_place_is() -> None:
    words = tuple(f"w{n}" for n in range(1, 31))
    codings = {who: Segmentation(30, places) for who, places in (("x", (14,)), ("y", ()))}
    (example,) = cards(Item("a", codings, words))["x"].examples
    assert example.texts == (" ".join(words[2:14]), " ".join(words[14:26]))


def test_a_near_miss_has_not_missed_a_place_and_the_window_says_what_is_near() -> None:
    one = item("a", 12, x=(5,), y=(5,), z=(7,))
    kinds = [{e.kind for e in cards(one, n=n)["z"].examples} for n in (2, 3)]
    assert kinds == [{"alone", "missed"}, {"alone"}]


def test_examples_are_of_different_items_and_lie_far_from_the_others() -> None:
    """Of x's places 2 and 9 of each item, 9 lies farther from the others' 4."""
    items = [item(f"i{n}", 12, x=(2, 4, 9), y=(4,), z=(4,)) for n in range(3)]
    examples = cards(*items)["x"].examples
    assert [(one.item, one.place) for one in examples] == [("i0", 9), ("i1", 9), ("i2", 9)]
    single = cards(items[0])["x"].examples
    assert [one.place for one in single] == [9, 2]


@pytest.mark.parametrize(("step", "side"), [(1, "late"), (-1, "early")])
def test_examples_of_one_who_is_late_are_late_places_that_most_others_have(
    step: int, side: Side
) -> None:
    """By hand: x moves 4 and 8, which y and z have, and 12, which y has alone; 16 is shared."""
    one = item("a", 20, texts=True, x=(2, 4 + step, 8 + step, 12 + step, 16), y=(4, 8, 12, 16),
               z=(4, 8, 16))  # fmt: skip
    corpus = Corpus((one, item("b", 9, x=(5 + step,), y=(5,))))
    found = [
        row._replace(side=side) if row.coder == "x" else row for row in coder_findings(corpus).rows
    ]
    x, *rest = coder_cards(corpus, found)
    assert [(e.item, e.place, e.kind, e.marked, e.others) for e in x.examples] == [
        ("a", 4 + step, side, 2, 2),
        ("b", 5 + step, side, 1, 1),
        ("a", 8 + step, side, 2, 2),
    ]
    assert x.examples[0].texts == (f"unit {4 + step}", f"unit {5 + step}")
    assert x.alone == 5
    assert not {e.kind for card in rest for e in card.examples} & {"early", "late"}


def test_densities_count_items_that_others_coded_too() -> None:
    """By hand: 2 of x's 3 boundaries lie on the 10 units that y coded, beside 1 of y's."""
    found = cards(item("a", 10, x=(2, 5), y=(2,)), item("b", 10, x=(3,)))
    assert found["x"].density == pytest.approx(20)
    assert list(found["x"].densities) == pytest.approx([10])
    assert found["x"].counts == (1,)
    assert found["x"].pairs[0].coder == "y"


def test_texts_with_more_boundaries_make_nobody_finer() -> None:
    """By hand: each marks as often as x does on the text that both coded."""
    dense, sparse = (2, 4, 6, 8), (5,)
    found = cards(item("a", 10, x=dense, y=dense), item("b", 10, x=sparse, z=sparse))
    assert found["x"].density == pytest.approx(25)
    assert found["x"].densities == pytest.approx((25, 25))
    # On the one text that x and y coded, z has nothing to be compared with.
    assert found["y"].densities == pytest.approx((40,))


def test_one_who_marks_twice_as_often_on_one_of_two_texts_looks_so() -> None:
    """By hand: on b coders place 3 on average, of which z has 4 / 3; on a and b they place 6."""
    found = cards(item("a", 10, x=(2, 4, 6), y=(2, 4, 6)), item("b", 10, x=(3, 7), z=(1, 3, 5, 7)))
    assert found["x"].densities == pytest.approx((100 * 6 / 20, 100 * 4 / 3 * 6 / 20))


def test_counts_of_others_are_given_only_for_the_same_items() -> None:
    found = cards(item("a", 10, x=(2, 5), y=(2,), z=(2, 5, 7)), item("b", 10, x=(3,), y=(3,)))
    assert found["x"].counts == ()
    assert found["x"].density == pytest.approx(15)


def test_a_coder_with_nobody_beside_has_no_density() -> None:
    alone = cards(item("a", 10, x=(2, 5)))["x"]
    assert (alone.density, alone.pairs, alone.examples, alone.alone) == (None, (), (), 0)


def test_an_automatic_segmenter_is_told_from_people() -> None:
    corpus = Corpus((item("a", 10, x=(2,), y=(2,)),), automatic=("y",))
    found = coder_cards(corpus, coder_findings(corpus).rows)
    assert [card.automatic for card in found] == [False, True]
