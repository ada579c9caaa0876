"""What files were taken for, in words: those of one format together."""

from __future__ import annotations

import pytest

from segmetrics.io.recognition import Recognition


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
