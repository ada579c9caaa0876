"""The load script: its figures, and what it says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.classroom import Waits
from benchmarks.classroom import report as lesson_report
from benchmarks.load import Click, Load, as_csv, corpus, curve, report
from segmetrics.io import check
from tests.support.known import known

if TYPE_CHECKING:
    from pathlib import Path


def test_growth_is_that_after_two_minutes() -> None:
    grown = Load(memory=[(10.0 * n, 100.0 if n < 12 else 100.0 + n) for n in range(61)])
    # Medians of 120 to 170 s and of 550 to 600 s: 114.5 and 157.5 (from 12..17 and 55..60).
    assert grown.growth() == pytest.approx(157.5 / 114.5)
    assert grown.steady() == 100 + 36
    assert Load(memory=[(10.0 * n, 100.0) for n in range(10)]).growth() is None


def test_a_report_says_what_was_missed() -> None:
    clicks = [Click("open Coders", 0, seconds) for seconds in (0.2, 3.0, 4.0)]
    failed = Load(clicks=clicks, errors=["open Coders: nothing was redrawn"] * 2)
    lines = list(report(failed))
    assert "all clicks                       3     3.00     4.00     4.00" in lines
    assert "Median click under 0.4 s: MISSED" in lines
    assert "95% of clicks under 1 s: MISSED" in lines
    assert "Errors: 2: MISSED" in lines
    assert "  2 x open Coders: nothing was redrawn" in lines


def test_a_lesson_says_what_was_missed() -> None:
    waits = Waits(errors=["student 3: TimeoutError"])
    waits.seconds |= {"first numbers": [1.0, 1.5, 7.0], "verdicts": [2.0, 3.0, 59.0]}
    waits.seconds["click on item"] = [0.1] * 19 + [3.0]
    lines = lesson_report(waits, (300.0, 350.0, 361.0))
    assert "first numbers                3     1.50     7.00     7.00" in lines
    assert "First numbers in 2 s, 95% in 6 s: MISSED" in lines
    assert "All verdicts in 60 s: reached" in lines
    assert "95% of clicks under 1 s: reached" in lines
    assert "Errors: 1: MISSED" in lines
    assert "Memory after they left: 361 MB: MISSED" in lines
    assert "Memory after they left: 360 MB: reached" in lesson_report(waits, (300.0, 350.0, 360.0))


def test_the_curve_is_drawn_and_written() -> None:
    memory = [(0.0, 50.0), (10.0, 100.0)]
    assert [line.count("#") for line in curve(memory)] == [30, 60]
    written = as_csv([Load(memory=memory)])
    assert written == "load,seconds,megabytes\n1,0.0,50.0\n1,10.0,100.0\n"


def test_each_visitor_has_another_corpus(tmp_path: Path) -> None:
    digests = set()
    for name in ("one", "two"):
        file = tmp_path / f"{name}.json"
        file.write_bytes(corpus(name))
        found = known(check(str(file)).corpus)
        assert (len(found), len(found.coders)) == (200, 6)
        digests.add(found.codings_digest)
    assert len(digests) == 2
