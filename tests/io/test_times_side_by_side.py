"""Times of people side by side, each below a name."""

from __future__ import annotations

import pytest

from segmetrics.io import Source, read_sources
from tests.support.known import known
from tests.support.readings import read, table, the_problem, times_of
from tests.support.workbooks import packed, workbook


def test_times_below_the_names_of_people_beside_what_begins_are_theirs() -> None:
    heading = "Ann B. time,Ann B. what begins,Ben time,Ben what begins"
    rows = ("1:04,the drip,1:01,drip", "3:21,room 3,3:18?,room 3", "4:16,,,", "6:22,room 4,6:20,")
    reading = read(("ward.csv", table(heading, *rows)))
    assert [one.asks for one in reading.problems] == ["durations"]
    timed = read(("ward.csv", table(heading, *rows)), durations={"ward": 400.0})
    assert times_of(timed) == {"ward": {"Ann B.": (64, 201, 256, 382), "Ben": (61, 198, 380)}}
    assert any(
        "a remark behind a time is left out, in row 3" in one.what for one in reading.notices
    )
    dotted = read(("ward.csv", table(heading, *rows, "7.44,end,,")))
    assert any("'7.44' has no colon" in one.what for one in dotted.problems)


def test_a_table_of_lengths_may_name_the_sheets() -> None:
    heading = "Ann time,Ann what,Ben time,Ben what"
    sheets = {
        "Videos": [
            ["Sheet", "File", "Length (m:ss)"],
            ["V1", "a.mp4", "7:40"],
            ["V2", "b.mp4", "9:12 min"],
        ],
        **{
            f"V{n}": [
                heading.split(","),
                *([f"{m}:0{n}", "x", f"{m}:1{n}", "y"] for m in range(1, 6)),
            ]
            for n in (1, 2)
        },
    }
    reading = read_sources([Source("phases.xlsx", packed(workbook(sheets)))])
    assert not reading.problems
    assert {one.name: one.mass for one in known(reading.corpus).items} == {
        "V1": 460_000,
        "V2": 552_000,
    }


@pytest.mark.parametrize("what", ["Video", "Round", "Film"])
def test_times_below_names_of_films_or_rounds_are_nobody_s_by_themselves(what: str) -> None:
    heading = f"{what} 1 time,{what} 1 event,{what} 2 time,{what} 2 event"
    rows = [f"{m}:02,x,{m}:31,y" for m in range(1, 6)]
    assert the_problem(read(("anna.csv", table(heading, *rows)))).asks == "columns"
