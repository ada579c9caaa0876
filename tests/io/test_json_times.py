"""JSON of lists of times, one for each coder."""

from __future__ import annotations

import json

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from tests.support.known import known
from tests.support.readings import times_of


def read(**files: object) -> Reading:
    return read_sources([Source(f"{n}.json", json.dumps(c).encode()) for n, c in files.items()])


def test_whole_numbers_are_milliseconds_if_seconds_would_last_longer_than_a_day() -> None:
    talk = {"anna": [0, 14_000, 60_000, 90_000], "ben": [0, 0, 15_000, 90_000]}
    walk = {"anna": [0, 100_000, 100_000, 120_000]}
    reading = read(talk=talk, walk=walk)
    assert times_of(reading) == {"talk": {"anna": (14, 60), "ben": (15,)}, "walk": {"anna": (100,)}}
    assert [item.mass for item in known(reading.corpus).items] == [90_000, 120_000]
    assert reading.notices[0].what.startswith("times are read as milliseconds")


def test_numbers_with_fractions_are_seconds() -> None:
    reading = read(talk={"anna": [0, 14.2, 90.5], "ben": [0, 14.1, 60.5, 90.5]})
    assert times_of(reading) == {"talk": {"anna": (14.2,), "ben": (14.1, 60.5)}}


def test_a_person_says_what_numbers_count_that_do_not_show_it() -> None:
    content = json.dumps({"anna": [0, 500, 9000], "ben": [0, 700, 9000]}).encode()
    (problem,) = read_sources([Source("talk.json", content)]).problems
    assert problem.asks == "times"
    for times, anna in (("milliseconds", 0.5), ("seconds", 500), ("25 fps", 20)):
        reading = read_sources([Source("talk.json", content)], Choices(times=times))
        assert times_of(reading)["talk"]["anna"] == (anna,)


@pytest.mark.parametrize(
    ("lists", "what"),
    [
        ({"anna": [0, 5, 90], "ben": [0, 7, 90]}, "nothing shows whether times from 0 to 90"),
        ({"anna": [0, 0.5, 1.0], "ben": [0, 0.2, 1.0]}, "nothing shows whether times from 0 to 1"),
        ({"anna": [0, 5, 9000], "ben": [0, 9999, 9000]}, "this one has a later time before"),
        ({"anna": [0, 5, 90], "ben": [0, 7, 80]}, "not known: coder, numbers"),
        ({"anna": [1, 5, 90], "ben": [0, 7, 90]}, "not known: coder, numbers"),
    ],
)
def test_what_lists_leave_open_is_said(lists: object, what: str) -> None:
    reading = read(talk=lists)
    assert reading.corpus is None
    assert what in reading.problems[0].what


def test_a_coder_given_twice_is_a_problem() -> None:
    content = b'{"anna": [0, 5000, 90000], "anna": [0, 7000, 90000]}'
    (problem,) = read_sources([Source("talk.json", content)]).problems
    assert problem.what == "'anna' is given twice"


def test_a_last_number_of_several_files_before_other_times_is_no_end_of_any() -> None:
    end = 111_111
    walk = {"anna": [0, 52_000, 170_500, end], "ben": [0, 50_500, 168_250, end]}
    talk = {"anna": [0, 14_000, 60_000, end], "ben": [0, 0, 15_000, end]}
    song = {"anna": [0, 14_000, 95_500]}
    (asked,) = read(walk=walk, talk=talk, song=song).problems
    assert asked.asks == "durations" and "2 recordings" in asked.what
    assert asked.command.startswith("--duration last, or --duration ")
    files = {"walk": walk, "talk": talk, "song": song}
    sources = [Source(f"{name}.json", json.dumps(of).encode()) for name, of in files.items()]
    told = read_sources(sources, Choices(durations={"*": None}))
    assert told.problems == () and times_of(told) == {
        "walk": {"anna": (52, 170.5), "ben": (50.5, 168.25)},
        "talk": {"anna": (14, 60), "ben": (15,)},
        "song": {"anna": (14,)},
    }
