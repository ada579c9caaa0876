"""The rules of a consensus compared: by hand, and against counts made word by word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, sample
from segmetrics.adjudication.gold import GoldOptions, Method, gold
from segmetrics.adjudication.rules import UNFITTED, RuleComparison, compare_rules
from tests.support.slow_gold import Marks, item, markings, slow_pools


def compared(*items: Marks, options: GoldOptions | None = None) -> RuleComparison:
    corpus = Corpus(tuple(item(marks, name=f"i{n}") for n, marks in enumerate(items)))
    return compare_rules(corpus, options, methods=UNFITTED)


def lost(found: RuleComparison) -> dict[Method, int]:
    return {one.method: one.lost for one in found.rules}


def test_a_boundary_that_four_of_five_saw_one_place_apart_is_lost_by_the_majority_alone() -> None:
    """Two say 4, two say 5, one nothing there; all five say 8."""
    found = compared({"a": (4, 8), "b": (4, 8), "c": (5, 8), "d": (5, 8), "e": (8,)})
    assert [(one.method, one.boundaries) for one in found.rules] == [
        ("pooled", 2),
        ("majority", 1),
        ("medoid", 2),
    ]
    assert lost(found) == {"pooled": 0, "majority": 1, "medoid": 0}
    assert (found.items, found.seen, found.of_coders) == (1, 2, 9 / 5)


def test_nearly_all_is_all_but_one_and_of_two_both() -> None:
    assert compared({"a": (4,), "b": ()}).seen == 0
    assert compared({"a": (4,), "b": (5,)}).seen == 1
    assert compared({"a": (4,), "b": (5,), "c": ()}).seen == 1
    assert compared({"a": (4,), "b": (), "c": ()}).seen == 0
    assert compared({"a": (4,)}).seen == 0  # nobody else saw it


def test_of_many_coders_nine_in_ten_are_nearly_all() -> None:
    def of_27(silent: int) -> int:
        return compared({f"c{n}": () if n < silent else (4 + n % 2,) for n in range(27)}).seen

    assert [of_27(silent) for silent in (0, 2, 3)] == [1, 1, 0]


def test_a_medoid_may_lose_what_the_others_have() -> None:
    """The coder most like the others left out 8, which everybody else marked."""
    marks: Marks = {"a": (2, 4, 6), "b": (2, 4, 6, 8), "c": (2, 4, 8), "d": (4, 6, 8)}
    (found,) = gold(Corpus((item(marks),)), GoldOptions(method="medoid"))
    assert lost(compared(marks))["medoid"] == (8 not in found.segmentation.boundaries)


@given(markings(), st.integers(2, 4))
def test_what_is_lost_is_counted_word_by_word(marks: Marks, n: int) -> None:
    found = compared(marks, options=GoldOptions(n=n))
    enough = len(marks) - 1 if len(marks) > 2 else 2
    seen = [set(pool.values()) for pool in slow_pools(marks, n) if len(pool) >= enough]
    assert found.seen == len(seen)
    corpus = Corpus((item(marks, name="i0"),))
    for method in UNFITTED:
        options = GoldOptions(method=method) if method == "majority" else None
        (golden,) = gold(corpus, options or GoldOptions(method=method, n=n))
        places = golden.segmentation.boundaries
        missed = [near for near in seen if not any(min(near) <= p <= max(near) for p in places)]
        assert found.of(method) == (method, len(places), len(missed))


@given(st.lists(markings(), min_size=1, max_size=3), st.integers(2, 4))
def test_pooled_loses_nothing_that_nearly_all_saw(items: list[Marks], n: int) -> None:
    assert lost(compared(*items, options=GoldOptions(n=n)))["pooled"] == 0


def test_items_without_people_do_not_count() -> None:
    people, machine = item({"a": (4,), "b": (4,)}, name="x"), item({"c99": (2,)}, name="y")
    found = compare_rules(Corpus((people, machine), automatic=("c99",)))
    assert (found.items, found.of_coders) == (1, 1)


def test_the_moonstone_shows_why_near_misses_are_pooled() -> None:
    """Counted in the sample by the slow pools: of what all coders but one saw."""
    corpus = sample("moonstone")
    seen = missed = 0
    for one in corpus.items:
        marks: Marks = {coder: tuple(coding.boundaries) for coder, coding in one.codings.items()}
        for pool in slow_pools(marks, 2):
            if len(pool) >= len(marks) - 1:
                seen += 1
                most = [sum(p in theirs for theirs in marks.values()) for p in pool.values()]
                missed += 2 * max(most) <= len(marks)
    found = compare_rules(corpus)
    assert (found.seen, found.of("majority").lost) == (seen, missed) == (29, 9)
