"""What files were taken for, in words: those of one format together."""

from __future__ import annotations

import pytest

from segmetrics.io import Choices, Source, read_sources
from segmetrics.io.recognition import Recognition, understood


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (("a.csv",), "a.csv"),
        (("a.csv", "b.csv"), "2 files"),
        (("a.xlsx", "b.xlsx, sheet Anna", "b.xlsx, sheet Ben"), "3 files and sheets"),
        (("b.xlsx, sheet Anna", "b.xlsx, sheet Ben"), "2 sheets of b.xlsx"),
        (("a.xlsx, sheet 1", "a.xlsx, sheet 2", "b.xlsx, sheet 1"), "3 sheets of 2 workbooks"),
    ],
)
def test_files_and_sheets_are_counted_apart(files: tuple[str, ...], words: str) -> None:
    assert Recognition("wide table", ("marks",), files).sentence == f"{words}: wide table (marks)"


def test_a_recording_that_ends_with_its_last_boundary_is_as_long_as_it_is_told() -> None:
    rows = "coder,item,time\nann,film,0:59\nann,film,25:06\nben,film,1:02\nben,film,24:10\n"
    ended = read_sources([Source("a.csv", rows.encode())], Choices(durations={"film": None}))
    assert "1 item of 25:06," in understood(ended)
    known = read_sources([Source("a.csv", rows.encode())], Choices(durations={"film": 1512.5}))
    assert "1 item of 25:12.500," in understood(known)
