"""Parts of sentences: numbers with nouns, and names that are told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics.phrases import (
    before,
    by_reason,
    capital,
    counted,
    cut,
    ending,
    from_to,
    in_ten,
    joined,
    parts_that_differ,
    plural,
    told_apart,
)


def test_a_symbol_has_no_capital() -> None:
    assert [capital(text) for text in ("one item", "α (+0.1)", "")] == [
        *("One item", "α (+0.1)", "")
    ]


def test_a_name_is_cut_in_its_middle() -> None:
    assert cut("chapter 12", 10) == "chapter 12"
    assert cut("chapter 12 of the book", 10) == "chapt…book"
    assert len(cut("chapter 12 of the book", 9)) == 9


def test_names_that_differ_at_their_end_their_middle_and_their_beginning() -> None:
    ends = [f"Coder with a very long identifier {n}" for n in range(8)]
    assert told_apart(ends, 16)[3] == "Coder wi…ifier 3"
    middles = [f"Coder {n} of the department of linguistics at the university" for n in range(30)]
    middles += [f"The same beginning of a name, then {n}, then the same end" for n in range(30)]
    for names in (ends, middles, [name[::-1] for name in ends]):
        short = told_apart(names, 16)
        assert len(set(short)) == len(names)
        assert max(map(len, short)) <= 16
    assert told_apart(middles, 16)[7] == "Coder 7 …versity"
    assert told_apart(middles, 16)[37] == "The …7, th…e end"


@given(st.lists(st.text("ab", max_size=30)), st.integers(6, 20))
def test_no_two_names_look_alike(names: list[str], limit: int) -> None:
    short = told_apart(names, limit)
    assert len(short) == len(names)
    assert len(set(zip(names, short, strict=True))) == len(set(names)) == len(set(short))


def test_the_end_of_a_text_begins_with_a_word() -> None:
    assert ending("That is what we are.", 20) == "That is what we are."
    assert ending("That is what we are.", 10) == "… we are."
    assert ending("That is what we are.", 7) == "… we are."
    assert ending("Donaudampfschiff", 4) == "… hiff"


def test_a_share_has_the_same_words_in_every_sentence() -> None:
    shares = (0.0, 0.04, 0.05, 0.34, 0.66, 0.94, 0.95, 1.0)
    assert [in_ten(share) for share in shares] == [
        *("hardly any", "hardly any", "1 in 10", "3 in 10", "7 in 10", "9 in 10"),
        *("nearly all", "nearly all"),
    ]


def test_of_many_names_the_first_are_said() -> None:
    assert joined(["a", "b", "c"], 3) == "a, b and c"
    assert joined(["a", "b", "c", "d"], 3) == "a, b, c and 1 more"


def test_the_least_and_the_most_are_said_once_where_they_are_the_same() -> None:
    assert [from_to(2, 1_200), from_to(3, 3), from_to(2, 4, "or")] == ["2 to 1,200", "3", "2 or 4"]


def test_names_share_a_reason_and_those_without_one_are_left_out() -> None:
    found = [("a", "none"), ("b", ""), ("c", "few"), ("d", "none")]
    assert by_reason(found) == {"none": ["a", "d"], "few": ["c"]}


def test_a_place_is_named_by_the_unit_that_begins_there() -> None:
    assert before([11], "paragraph") == "before paragraph 12"
    assert before([11, 12], "paragraph") == "before paragraph 12 or 13"
    assert before([3, 5, 1_233], "unit") == "before unit 4, 6 or 1,234"
    assert before([9, 10, 11, 12], "story") == "before one of stories 10 to 13"
    assert before([4], "turn") == "before turn 5"
    assert [plural(noun) for noun in ("line", "story", "day", "match", "box")] == [
        *("lines", "stories", "days", "matches", "boxes")
    ]
    assert [counted(number, "story") for number in (1, 2)] == ["1 story", "2 stories"]


@pytest.mark.parametrize(
    ("words", "differ"),
    [
        (["Where does Story 1 end?", "Where does Story 2 end?"], ["Story 1", "Story 2"]),
        (["", "at 5"], [None, "at 5"]),  # as a name is of which nothing but signs were
        (["", ""], [None, None]),
        (["alone"], [None]),
    ],
)
def test_what_tells_questions_apart(words: list[str], differ: list[str | None]) -> None:
    assert parts_that_differ(words) == differ
