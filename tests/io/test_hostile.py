"""Files made to do harm: read within a gigabyte and half a minute, or given up with a sentence."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

import pytest

from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.visitor_limits import refusal, why_ended
from segmetrics.dashboard.server.worker import WorkEnded, run
from segmetrics.io import (
    Choices,
    Notice,
    Problem,
    Reading,
    Source,
    limits,
    parse_sources,
    read_sources,
)
from segmetrics.io import excel_files as excel
from segmetrics.io import read as reading_of
from segmetrics.settings import Limits
from tests.support.hostile import BOUNDS, CASES, READ_MOST, packed, padded, padded_by_the_header
from tests.support.workbooks import packed as written
from tests.support.workbooks import workbook

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems limit no memory")

# What takes more memory than there is; all else is read to its end.
TOO_LARGE = {"nine dense coders", "two million rows of units", "ten million presses"}
CELLS = "the workbook is too large: more than {:,} cells, empty ones among them"
# What is said of it.
SAID = {
    "a workbook of padding": CELLS.format(limits.MAX_CELLS),
    "a workbook padded by its header": CELLS.format(limits.MAX_CELLS),
    "300,000 items": f"more than {limits.MAX_ITEMS:,} items up to this file",
}
# What is read, and then refused as a corpus.
REFUSED = {
    "ten million units": "Item a has 10,000,000 units; this server takes 1,000,000 in one item.",
    "ten million units, no boundary": "Item a has 10,000,000 units; this server takes 1,000,000",
    "ranks of ten million units": "Item ",
    "100,000 entries": "This corpus has 5,000 coders; this server takes 2,000.",
    "ELAN of 5,000 tiers": "This corpus has 5,000 coders; this server takes 2,000.",
    "5,000 coders": "This corpus has 5,000 coders; this server takes 2,000.",
    "20,000 coders": "This corpus has 20,000 coders; this server takes 2,000.",
    "JAMS of 20,000 annotators": "This corpus has 20,000 coders; this server takes 2,000.",
    "BORIS of 20,000 observations": "This corpus has 20,000 coders; this server takes 2,000.",
    "3,000 collections of CATMA": "This corpus has 3,000 coders; this server takes 2,000.",
    "3,000 tables": "This corpus has 3,000 coders; this server takes 2,000.",
}


@pytest.mark.parametrize("case", CASES)
def test_reading_stays_within_its_bounds(case: str) -> None:
    """The bounds are those of the process that reads: what goes beyond them is ended there."""
    # What takes more than the bound takes more than a part of it, and that is soon.
    bounds = replace(BOUNDS, memory=BOUNDS.memory // 3) if case in TOO_LARGE else BOUNDS
    try:
        found, reading = run(partial(tasks.read, CASES[case](), READ_MOST, Choices()), bounds)
    except WorkEnded as ended:
        assert (case, ended.why) in {(one, "memory") for one in TOO_LARGE}
        said = why_ended("reading the files", "reading", ended.why, Limits())
        assert said.startswith("Reading the files would take more than the 1,000 MB of memory")
        return
    assert isinstance(reading, Reading)
    assert reading.corpus is not None or reading.problems
    assert SAID.get(case, "") in "".join(problem.what for problem in reading.problems)
    assert all(len(str(one)) < 3_000 for one in (*reading.problems, *reading.notices))
    assert len(found.found) >= len(reading.codings)
    if reading.corpus is not None:
        said = refusal(reading.corpus, Limits())
        assert said.startswith(REFUSED.get(case, "")) and bool(said) == (case in REFUSED)


# What is counted before it is made.


@pytest.mark.parametrize("content", [padded(7), padded_by_the_header(7)])
def test_empty_cells_of_a_workbook_count(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MAX_CELLS", 100_000)
    (problem,) = read_sources([Source("a.xlsx", content)]).problems
    assert problem.what == CELLS.format(100_000)


def test_the_cells_of_all_sheets_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MAX_CELLS", 100)
    rows = [["item", "coder", "masses"], *([["i", "x", "3"]] * 19)]
    content = written(workbook({"One": rows, "Two": rows}))
    problem, *_ = read_sources([Source("a.xlsx", content)]).problems
    assert (problem.file, problem.row) == ("a.xlsx, sheet Two", 14)


def test_memory_that_ends_is_no_fault_of_a_workbook(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(excel, "_text", full)
    with pytest.raises(MemoryError):
        read_sources([Source("a.xlsx", padded(3))])


# What all files hold together.

FILES = [
    Source(f"{coder}.csv", f"item,coder,masses\none,{coder},1 1 1\ntwo,{coder},3\n".encode())
    for coder in "abc"
]


@pytest.mark.parametrize(
    ("limit", "most", "what"),
    [
        ("MAX_BOUNDARIES", 3, "more than 3 boundaries of all coders"),
        ("MAX_ITEMS", 1, "more than 1 items"),
    ],
)
def test_of_too_much_nothing_is_read(
    limit: str, most: int, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_of, limit, most)
    (problem,) = parse_sources(FILES).found
    assert isinstance(problem, Problem)
    assert problem.what == f"{what} up to this file; none of the files was read"
    assert problem.fix == "open the files in several parts"


def test_up_to_the_limits_all_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_of, "MAX_BOUNDARIES", 6)
    monkeypatch.setattr(reading_of, "MAX_ITEMS", 2)
    found = parse_sources(FILES).found
    assert len(found) == 6
    assert not any(isinstance(part, Notice) for part in found)


def test_an_archive_of_workbooks_names_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MAX_CELLS", 100_000)
    archive = packed({f"{name}.xlsx": padded(7) + name.encode() for name in "ab"})
    problems = read_sources([Source("z.zip", archive)]).problems
    assert [problem.file for problem in problems] == ["z/a.xlsx, sheet S", "z/b.xlsx, sheet S"]
