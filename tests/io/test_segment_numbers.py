"""Numbers of segments in each row, as people write them in columns of coders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from segmetrics.io import Reading
from tests.support.readings import boundaries_of, read, said, table

TALK = """turn,who,what is said,Ines,Olek,Pim,notes
1,Chair,Welcome everybody to the hall tonight,1,1,1,
2,Ms Ode,Thank you for having us here,1,1,1,
3,Chair,First the parking places behind it,2,2,2,
4,Ms Ode,They are full on each Saturday morning,2,2,2,
5,Mr Bo,Then we need more of them soon,2,3,2,
6,Chair,Let us hear of the new windows,3,4,3,
7,Mr Bo,The offer came in last Thursday,3,4,3,
8,Ms Ode,It is higher than we thought it was,3,4,3,
9,Mr Bo,Back to the parking for a moment,2,4,4,
10,Chair,We vote on that in the next meeting,2,4,4,
"""


def changed(*changes: tuple[str, str]) -> bytes:
    """Return the talk with some of its lines written otherwise."""
    text = TALK
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text.encode()


def marks(reading: Reading) -> dict[str, Sequence[int]]:
    """Return the boundaries of the only item."""
    assert not reading.problems
    (of_item,) = boundaries_of(reading).values()
    return of_item


WHOLE = {"Ines": (2, 5, 8), "Olek": (2, 4, 5), "Pim": (2, 5, 8)}


def test_who_comes_back_to_a_number_or_skips_one_numbers_segments_as_the_others_do() -> None:
    reading = read(("talk.csv", TALK.encode()))
    assert marks(reading) == WHOLE
    (item,) = reading.corpus.items if reading.corpus else ()
    assert item.speakers is not None
    assert item.speakers[:2] == ("Chair", "Ms Ode")
    assert item.texts is not None
    skipped = TALK.replace(",2,4,4,", ",2,4,6,").replace(",3,4,4,", ",2,4,6,")
    assert marks(read(("talk.csv", skipped.encode())))["Pim"] == WHOLE["Pim"]


def test_a_number_with_a_sign_of_doubt_is_that_number() -> None:
    reading = read(
        ("talk.csv", changed(("here,1,1,1", "here,1,1,1?"), ("was,3,4,3", "was,3,4,(3)")))
    )
    assert marks(reading) == WHOLE
    assert "Pim: 2 cells with a sign behind the number; 1? is read as 1" in said(reading)


def test_a_number_that_stands_only_where_it_changes_holds_below() -> None:
    lines = [line.split(",") for line in TALK.splitlines()]
    for above, line in reversed(list(pairwise(lines[1:]))):
        line[5] = "" if line[5] == above[5] else line[5]
    reading = read(("talk.csv", "\n".join(map(",".join, lines)).encode()))
    assert marks(reading) == WHOLE
    (told,) = [one for one in said(reading) if one.startswith("Pim has")]
    assert told == "Pim has a number only where it changes: an empty cell is in the segment above"


def test_where_a_number_lacks_at_a_change_it_is_asked() -> None:
    reading = read(("talk.csv", changed(("soon,2,3,2", "soon,2,3,"))))
    (problem,) = reading.problems
    assert "1 of 10 cells in the column Pim is empty" in problem.what


@pytest.mark.parametrize("words", ["Topics in all", "", "so many segments"])
def test_a_row_below_that_counts_the_segments_of_each_is_no_unit(words: str) -> None:
    reading = read(("talk.csv", TALK.encode() + f",,{words},3,4,4,\n".encode()))
    assert marks(reading) == WHOLE
    assert "row 12: sums or means of the rows above, and no units" in said(reading)


def test_marks_of_0_and_1_and_scores_are_no_numbers_of_segments() -> None:
    """A column of scores stays as often, and goes up as often as down."""
    lines = [
        f"{n},some words of turn {n} of it,{n // 3},{n // 4},{1 + n % 2}" for n in range(1, 13)
    ]
    reading = read(("talk.csv", table("turn,text,ann,bob,score", *lines)))
    assert reading.corpus is None or "score" not in reading.corpus.coders


def test_sheets_of_one_name_in_the_workbook_of_each_text_are_rounds_if_the_words_are_the_same() -> (
    None
):
    files = []
    for at, talk in enumerate(("hall", "yard", "roof", "attic")):
        rows = TALK.splitlines()[: 11 - at]
        text = "\n".join([rows[0], *(row.replace("the", f"the {talk}") for row in rows[1:])])
        files += [(f"{talk}/{when}.csv", text.encode()) for when in ("spring", "autumn")]
    reading = read(*files, pattern="{item}/{item}")
    (asked,) = reading.problems
    assert asked.asks == "condition"
    spring = read(*files, pattern="{item}/{item}", condition="spring")
    assert spring.corpus is not None
    assert [item.name for item in spring.corpus.items] == ["attic", "hall", "roof", "yard"]


def test_the_last_unit_whose_number_lacks_is_no_row_that_counts() -> None:
    reading = read(
        (
            "talk.csv",
            changed(("10,Chair,We vote on that in the next meeting", ",,We vote on the topic now")),
        )
    )
    assert reading.corpus is None or marks(reading) == WHOLE


def test_a_few_scores_here_and_there_are_no_numbers_of_segments() -> None:
    scores = iter(["1", "", "3", "", "2", "", "1", "", "2", ""])
    lines = TALK.splitlines()
    rows = [f"{lines[0]},clarity", *(f"{line},{next(scores)}" for line in lines[1:])]
    reading = read(("talk.csv", "\n".join(rows).encode()))
    assert reading.corpus is None or "clarity" not in reading.corpus.coders
