"""The verdict over all groups, against plain Python with fractions, and on planted segmenters."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import pytest

from benchmarks.false_alarms import TYPICAL, anywhere, empty, full, moved_anywhere, verdicts_on
from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.reliability.student_t import student_t
from segmetrics.segmenters.kept_agreement import BY_CHANCE, SAW_ANSWERS, TOO_FEW
from segmetrics.segmenters.people_comparison import compare_segmenters


def drawn(seed: int, *, gaps: bool) -> Corpus:
    """Draw two groups of people who mark the same but for slips, with a segmenter of all items."""
    draw = random.Random(seed)
    items = []
    for group, size in (("a", 3), ("b", 4)):
        for number in range(5):
            mass = draw.randint(15, 30)
            true = {place for place in range(1, mass) if draw.random() < 0.3}
            people = [f"{group}{place}" for place in range(size)]
            if gaps and number:
                people = draw.sample(people, draw.randint(2, size))
            codings = {
                name: Segmentation(
                    mass, tuple(p for p in range(1, mass) if (p in true) != (draw.random() < slips))
                )
                for name, slips in [*((one, 0.08) for one in people), ("tool", 0.12)]
            }
            items.append(Item(f"{group}{number}", codings))
    return Corpus(tuple(items), automatic=("tool",))


def kappa(items: list[Item], pairs: list[tuple[str, str]]) -> Fraction:
    differ = expected = Fraction(0)
    for a, b in pairs:
        shared = [item for item in items if {a, b} <= item.codings.keys()]
        places = sum(item.mass - 1 for item in shared)
        first = sum(len(item.codings[a].boundaries) for item in shared)
        second = sum(len(item.codings[b].boundaries) for item in shared)
        for item in shared:
            differ += len({*item.codings[a].boundaries} ^ {*item.codings[b].boundaries})
        if places:
            p, q = Fraction(first, places), Fraction(second, places)
            expected += places * (p * (1 - q) + q * (1 - p))
    return 1 - differ / expected


def margin(items: list[Item], people: list[str]) -> Fraction:
    own = kappa(items, [("tool", one) for one in people])
    return own - Fraction(4, 5) * kappa(items, list(combinations(people, 2)))


def variance(values: list[Fraction]) -> Fraction:
    mean = sum(values, Fraction(0)) / len(values)
    squares = sum(((one - mean) ** 2 for one in values), Fraction(0))
    return Fraction(len(values) - 1, len(values)) * squares


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_interval_is_that_of_leaving_out_items_and_people(seed: int, gaps: bool) -> None:
    corpus = drawn(seed, gaps=gaps)
    margins, squares, over = [], Fraction(0), 0.0
    for group in "ab":
        items = [item for item in corpus.items if item.name.startswith(group)]
        people = sorted({one for item in items for one in item.codings} - {"tool"})
        # An item of one person and the segmenter says nothing of people.
        items = [item for item in items if len(item.codings) > 2]
        margins.append(margin(items, people))
        over_items = variance(
            [margin(items[:place] + items[place + 1 :], people) for place in range(len(items))]
        )
        over_people = variance(
            [margin(items, [one for one in people if one != left]) for left in people]
        )
        squares += over_items + over_people
        over += float(over_items**2) / (len(items) - 1) + float(over_people**2) / (len(people) - 1)
    reach = student_t(0.95, float(squares) ** 2 / over) * sqrt(squares) / 2
    (found,) = compare_segmenters(corpus, baselines=()).kept
    mean = float(sum(margins) / 2)
    assert found.groups == ("a0-a2", "b0-b3")
    assert found.margin == pytest.approx(mean)
    assert found.interval[:2] == pytest.approx((mean - reach, mean + reach))
    expected = "as_good" if mean > reach else "worse" if mean < -reach else "unclear"
    assert found.verdict == expected
    assert found.kappa is not None and found.people is not None
    assert found.kept == pytest.approx(found.kappa / found.people)


def test_one_of_the_people_again_is_as_good_as_a_person() -> None:
    corpus = drawn(1, gaps=False)
    items = []
    for item in corpus.items:
        person = next(coder for coder in item.codings if coder != "tool")
        items.append(replace(item, codings={**item.codings, "tool": item.codings[person]}))
    (found,) = compare_segmenters(replace(corpus, items=tuple(items)), baselines=()).kept
    assert found.verdict == "as_good"
    assert found.words.startswith("As good as a person: it keeps at least 80% of the agreement")
    assert found.words.endswith("over a0-a2, b0-b3).")


def test_baselines_do_not_pass_and_the_majority_is_not_judged() -> None:
    found = {one.baseline: one for one in compare_segmenters(drawn(2, gaps=False)).kept}
    assert {one.verdict for name, one in found.items() if name not in (None, "MAJORITY")} == {
        "worse"
    }
    assert found["NONE"].kappa == pytest.approx(0)
    assert found["ALL"].kappa == pytest.approx(0)
    majority = found["MAJORITY"]
    assert (majority.verdict, majority.undefined) == ("refused", SAW_ANSWERS)
    assert majority.kappa is not None and majority.kept is None


def test_refusals_have_their_reasons() -> None:
    two = Corpus.from_masses(
        {f"i{n}": {"x": [3, 4, 5], "y": [3, 4, 5], "tool": [3, 4, 5]} for n in range(6)}
    )
    (found,) = compare_segmenters(replace(two, automatic=("tool",)), baselines=()).kept
    assert (found.verdict, found.undefined, found.groups) == ("refused", TOO_FEW, ())
    one = Corpus.from_masses({"a": {c: [3, 4, 5] for c in ("x", "y", "z", "tool")}})
    (found,) = compare_segmenters(replace(one, automatic=("tool",)), baselines=()).kept
    assert found.undefined == TOO_FEW
    draw = random.Random(3)
    items = [
        Item(
            f"i{n}",
            {
                coder: Segmentation(30, tuple(sorted(draw.sample(range(1, 30), 6))))
                for coder in ("x", "y", "z", "tool")
            },
        )
        for n in range(8)
    ]
    (found,) = compare_segmenters(Corpus(tuple(items), automatic=("tool",)), baselines=()).kept
    assert (found.verdict, found.undefined) == ("refused", BY_CHANCE)
    assert found.words == f"No verdict: {BY_CHANCE}."


def test_groups_that_are_too_small_are_left_out() -> None:
    corpus = sample("moonstone")
    fewer = [item for item in corpus.items if item.name in ("ch1", "ch2", "ch5", "ch8", "ch10")]
    found = compare_segmenters(replace(corpus, items=tuple(fewer)), baselines=("NONE",)).kept
    assert [one.groups for one in found] == [("an5-an10",)]


def test_without_people_there_is_no_verdict() -> None:
    corpus = Corpus.from_masses({"a": {"x": [3, 4], "tool": [3, 4]}})
    assert compare_segmenters(replace(corpus, automatic=("tool",))).kept == ()


# A small version of `benchmarks.false_alarms`.
@pytest.mark.parametrize("planted", [empty, full, anywhere, moved_anywhere(0.4)])
def test_a_segmenter_that_keeps_less_does_not_pass(planted: Any) -> None:
    found = verdicts_on([(5, 4)] * 3, "mod", 30, planted, TYPICAL)
    assert found["as_good"] <= 1


def test_a_segmenter_like_people_passes_most_of_the_time() -> None:
    found = verdicts_on([(5, 4)] * 5, "mod", 30, None, TYPICAL)
    assert found["as_good"] >= 15
    assert found["worse"] <= 1
