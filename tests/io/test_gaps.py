"""Gaps that one coder leaves where segments of others touch: short ones, and the last."""

from __future__ import annotations

from itertools import pairwise

import pytest

from segmetrics.io.gaps import ENDS_EARLY
from tests.support.readings import read, table, times_of

TOUCHING = (0, 10, 21.5, 30, 43, 55, 68, 80, 100)
BEGINS = (0, 10.5, 22, 30.5, 44, 55.5, 68.5, 80.5, 100)


def film(*, gap: float, others: float = 0.0) -> tuple[str, str]:
    """Return the segments of ann, with gaps behind them, beside those of bob and eve."""
    rows = [
        f"{who},{begin},{end - (behind if end < BEGINS[-1] else 0):g}"
        for who, times, behind in (
            ("ann", BEGINS, gap),
            ("bob", TOUCHING, others),
            ("eve", TOUCHING, others),
        )
        for begin, end in pairwise(times)
    ]
    return "film.csv", table("coder,begin,end", *rows)


def test_what_short_gaps_are_is_asked_and_one_boundary_is_where_the_next_segment_begins() -> None:
    (asked,) = read(film(gap=0.3)).problems
    assert asked.asks == "short_gaps"
    assert asked.what.startswith("7 gaps of at most 1 second between segments of ann count as two")
    one = read(film(gap=0.3), short_gaps="one")
    assert not one.problems
    assert times_of(one)["film"]["ann"] == BEGINS[1:-1]
    two = read(film(gap=0.3), short_gaps="two")
    assert not two.problems
    assert len(times_of(two)["film"]["ann"]) == 2 * len(BEGINS[1:-1])
    assert times_of(two)["film"]["bob"] == times_of(one)["film"]["bob"] == TOUCHING[1:-1]


def test_gaps_are_asked_about_beside_points_too() -> None:
    name, rows = film(gap=0.3)
    anns = [row for row in rows.splitlines() if row.startswith(("coder", "ann"))]
    points = [f"{who},{time},{time}" for who in ("bob", "eve") for time in TOUCHING[1:-1]]
    found = read((name, table(*anns, *points)), durations={"*": 100.0})
    assert [one.asks for one in found.problems] == ["short_gaps"]


@pytest.mark.parametrize(("gap", "others"), [(0.0, 0.0), (1.5, 0.0), (0.3, 0.3)])
def test_longer_gaps_and_those_of_all_are_not_asked_about(gap: float, others: float) -> None:
    assert not read(film(gap=gap, others=others)).problems


def test_whose_segments_end_long_before_those_of_all_others_is_said() -> None:
    name, rows = film(gap=0.0)
    bob = [row for row in rows.splitlines() if row.startswith("bob")]
    stopped = rows.replace("\n".join(bob[4:]) + "\n", "")
    for content, stops in ((stopped, 1), (rows, 0)):
        early = [one for one in read((name, content)).notices if one.kind == ENDS_EARLY]
        assert [(one.coder, one.item) for one in early] == [("bob", "film")] * stops
        assert all("end at 0:43, those of the others go on to 1:40" in one.what for one in early)


def test_segments_that_touch_begin_and_end_with_the_recording_that_they_nearly_fill() -> None:
    name, rows = film(gap=0.0)
    begun = rows.replace("bob,0,10", "bob,0.18,10").replace("bob,80,100", "bob,80,99.7")
    reading = read((name, begun))
    assert times_of(reading)["film"]["bob"] == TOUCHING[1:-1]
    assert any(one.what.startswith("1 coding begins or ends within") for one in reading.notices)
    late = read((name, rows.replace("bob,0,10", "bob,1.5,10")))
    assert times_of(late)["film"]["bob"] == (1.5, *TOUCHING[1:-1])
