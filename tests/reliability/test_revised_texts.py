"""Texts that were revised between two rounds: their units aligned, and boundaries that follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from segmetrics.corpus import Item
from segmetrics.reliability.revised_texts import aligned, on_text_of, revision
from segmetrics.segmentation import Segmentation

OLD = ("The fair came to town.", "We all went there.", "It rained hard all day.", "So we left.")

CASES: list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], str]] = [
    # the text after, boundaries before, boundaries after, what is said
    (OLD[:2] + OLD[3:], (1, 2, 3), (1, 2), "unit 3 is gone"),
    ((OLD[0], "A note.", *OLD[1:]), (1, 2), (1, 3), "unit 2 is new"),
    ((f"{OLD[0]} {OLD[1]}", *OLD[2:]), (1, 2), (1,), "units 1 to 2 are one, unit 1"),
    (("The fair came", "to town.", *OLD[1:]), (1, 3), (2, 4), "unit 1 is now units 1 to 2"),
    ((*OLD[:2], "It hardly rained that day.", OLD[3]), (2, 3), (2, 3), "unit 3 changed"),
    (OLD[1:], (1, 2), (1,), "unit 1 is gone"),
    ((*OLD[:3], "Nobody stayed behind."), (3,), (3,), "unit 4 changed"),
    (
        (OLD[0], f"{OLD[1]} {OLD[2]} {OLD[3]}"),
        (1, 2, 3),
        (1,),
        "units 2 to 4 are one, unit 2",
    ),
]


@pytest.mark.parametrize(("after", "before_places", "after_places", "said"), CASES)
def test_boundaries_follow_what_was_done_by_hand(
    after: tuple[str, ...], before_places: Sequence[int], after_places: Sequence[int], said: str
) -> None:
    before = Item("t", {"x": Segmentation(4, tuple(before_places))}, OLD)
    there, what = on_text_of(before, Item("t", {"x": Segmentation(len(after), ())}, after))
    assert there is not None
    assert there.codings["x"] == Segmentation(len(after), tuple(after_places))
    assert said in what
    lost = len(before_places) - len(after_places)
    assert ("of the first round went with it" in what) == (lost > 0)


def test_what_boundaries_carry_follows_them() -> None:
    found = revision(OLD, OLD[:2] + OLD[3:])
    assert found is not None
    types = tuple(map(frozenset, ("a", "b", "c")))
    assert found.followed(Segmentation(4, (1, 2, 3), types=types)).types == (
        frozenset("a"),
        frozenset("bc"),
    )
    assert found.followed(Segmentation(4, (1, 2, 3), levels=(2, 3, 1))).levels == (2, 1)


def test_a_sentence_names_units_by_their_noun() -> None:
    before = Item("t", {"x": Segmentation(4, (1,))}, OLD, unit="story")
    after = Item("t", {"x": Segmentation(3, ())}, (f"{OLD[0]} {OLD[1]}", *OLD[2:]), unit="story")
    assert on_text_of(before, after)[1].startswith("the text was revised: stories 1 to 2 are one,")


def test_units_without_blanks_are_followed_by_their_letters() -> None:
    old = ("今天我們去公園", "明天下雨", "他們都回家了")
    found = revision(old, tuple(f"{unit}。" for unit in (old[0], "新的句子在這裡", *old[1:])))
    assert found is not None
    assert found.steps == ((1, 1), (0, 1), (1, 1), (1, 1))


def test_texts_too_unlike_are_compared_by_number_and_this_is_said() -> None:
    before = Item("t", {"x": Segmentation(4, (1, 3))}, OLD)
    texts = tuple(f"{number} other words" for number in range(4))
    after = Item("t", {"x": Segmentation(4, ())}, texts, unit="turn")
    assert revision(OLD, texts) is None
    there, said = on_text_of(before, after)
    assert there == before
    assert "turns, so they are compared by their numbers" in said


@pytest.mark.parametrize("sign", ["", " ...", "…", " […]"])
def test_previews_of_units_are_these_units_in_either_round(sign: str) -> None:
    units = (*OLD, "The snow came late that year.", "Nobody had seen a fox.")
    whole = Item("t", {"x": Segmentation(6, (1, 3))}, units)
    short = Item("t", whole.codings, tuple(" ".join(unit.split()[:3]) + sign for unit in units))
    assert on_text_of(whole, short) == (short, "")
    assert on_text_of(short, whole) == (whole, "")
    fewer = Item("t", {"x": Segmentation(5, ())}, units[:2] + units[3:])
    there, said = on_text_of(short, fewer)
    assert there is not None
    assert there.codings["x"].boundaries == (1, 2)
    assert said == "the text was revised: unit 3 is gone"


def test_pairs_of_units_that_became_one_are_no_previews() -> None:
    units = tuple(
        f"{word} was there and left" for word in ("Ann", "Ben", "Cy", "Dora", "Eve", "Fay")
    )
    found = revision(units, tuple(map(" ".join, zip(units[::2], units[1::2], strict=True))))
    assert found is not None
    assert found.steps == ((2, 1),) * 3
    longer = revision(OLD, (*OLD[:3], f"{OLD[3]} It was late."))
    assert longer is not None
    assert longer.changed == {3}


def test_a_new_unit_among_many_that_repeat_moves_no_boundary_before_it() -> None:
    old = ("yes", "no", "well then") * 134
    found = revision(old, (*old[:200], "quite a new one", *old[200:]))
    assert found is not None
    assert found.sentence("turn") == "the text was revised: turn 201 is new"


def test_what_cannot_be_followed_is_not() -> None:
    one = Item("t", {"x": Segmentation(4, (1,))}, OLD)
    other = Item("t", {"x": Segmentation(2, ())}, ("Quite another text,", "with other words"))
    assert on_text_of(one, other) == (None, "")
    assert on_text_of(one, Item("t", {"x": Segmentation(3, ())})) == (None, "")
    bare = Item("t", {"x": Segmentation(4, (2,))})
    assert on_text_of(bare, one) == (bare, "")
    assert on_text_of(one, one) == (one, "")
    spaced = Item("t", one.codings, tuple(f" {text}  " for text in OLD))
    assert on_text_of(one, spaced) == (spaced, "")


# --- brute force: every alignment, with other code -----------------------------------------

Words = tuple[str, ...]


@cache
def longest(one: Words, other: Words) -> int:
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + longest(one[1:], other[1:])
    return max(longest(one[1:], other), longest(one, other[1:]))


def every(old: tuple[Words, ...], new: tuple[Words, ...]) -> Iterator[tuple[int, int]]:
    """Yield the words lost or new, and the weight, of each way to align two texts."""
    if not old and not new:
        yield 0, 0
    for a, b in ((1, 1), (1, 0), (0, 1), (2, 1), (3, 1), (1, 2), (1, 3)):
        if a > len(old) or b > len(new):
            continue
        ours, theirs = sum(old[:a], ()), sum(new[:b], ())
        whole = theirs if a > 1 else ours
        parts = old[:a] if a > 1 else new[:b] if b > 1 else ()
        if any(2 * longest(part, whole) < len(part) for part in parts):
            continue
        words = len(ours) + len(theirs) - 2 * longest(ours, theirs)
        for rest, weight in every(old[a:], new[b:]):
            yield words + rest, weight + (3 if max(a, b) > 1 else 1)


def test_no_other_alignment_loses_fewer_words() -> None:
    draw = Random(7)

    def text() -> tuple[Words, ...]:
        units = range(draw.randint(0, 4))
        return tuple(tuple(draw.choices("abcd", k=draw.randint(1, 4))) for _ in units)

    joined = 0
    for _ in range(600):
        old, new = text(), text()
        if draw.random() < 0.5 and len(old) > 1:  # a revision of it
            new = (old[0] + old[1], *old[2:])
        steps = aligned(old, new)
        weight = sum(3 if a + b > 2 else 1 for (a, b), _, _ in steps)
        kept = sum(shared for _, shared, _ in steps)
        words = sum(map(len, old)) + sum(map(len, new)) - 2 * kept
        assert (words, weight) == min(every(old, new))
        assert [sum(of) for of in zip(*(shape for shape, _, _ in steps), strict=True)] in (
            [],
            [len(old), len(new)],
        )
        joined += any(a + b > 2 for (a, b), _, _ in steps)
    assert joined > 100
