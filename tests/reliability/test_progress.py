"""Progress of parts as that of the whole."""

from __future__ import annotations

from segmetrics.reliability.progress import part_of
from tests.support.known import known


def test_a_part_reports_its_share_of_the_whole() -> None:
    heard: list[float] = []
    for place in range(2):
        report = known(part_of(heard.append, place, 2))
        report(0.5)
        report(1.0)
    assert heard == [0.25, 0.5, 0.75, 1.0]


def test_nobody_hears_of_a_part_if_nobody_hears_of_the_whole() -> None:
    assert part_of(None, 0, 2) is None
