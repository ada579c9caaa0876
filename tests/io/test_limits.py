"""What a stranger's file asks for: large numbers, long names, many problems, deep nesting."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from segmetrics.io import (
    TEMPLATES,
    Notice,
    Problem,
    Reading,
    Source,
    limits,
    parse_sources,
    read_sources,
)
from segmetrics.io import read as reading_of
from segmetrics.segmentation import MAX_MASS
from tests.fuzz.material import good_files
from tests.support.known import known
from tests.support.project import PROJECT

# Files that name a coder in their content.
# A table of lists with such a name is asked about before anybody is named.
NAMING = {
    template.name: template.content
    for template in TEMPLATES
    if isinstance(template.content, str)
    and "anna" in template.content
    and template.name != "positions.csv"
}
TOO_LONG = re.compile("has 3[0-9][0-9] characters, and at most 300")
NUMBER = re.compile(rb"\d+(?:\.\d+)?")


def read(content: str | bytes, name: str = "a.csv") -> Reading:
    return read_sources([Source(name, content.encode() if isinstance(content, str) else content)])


limited = pytest.mark.skipif(sys.platform != "linux", reason="other systems limit no memory")


@contextmanager
def memory_below(limit: int) -> Iterator[None]:
    """Give no more memory than so many bytes: to trace what is taken takes four times as long."""
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    before = resource.getrlimit(resource.RLIMIT_DATA)
    most = pages * resource.getpagesize() + limit
    resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@limited
def test_more_memory_is_not_given() -> None:
    with pytest.raises(MemoryError), memory_below(30_000_000):
        bytearray(2_000_000_000)  # more than may have become free meanwhile


@pytest.fixture(scope="module", autouse=True)
def _libraries() -> None:
    """Load what readers load when they are first used, so that it is not measured."""
    for name, content in good_files().items():
        read(content, name)


@limited
@pytest.mark.parametrize("large", [b"1000000000000", b"100000001", b"1e308", b"9" * 4500])
@pytest.mark.parametrize("name", sorted(good_files()))
def test_a_large_number_is_not_allocated(name: str, large: bytes) -> None:
    content = good_files()[name]
    found = list(NUMBER.finditer(content))
    some = found[:: len(found) // 12 + 1]
    with memory_below(30_000_000):
        for one in some:
            read(content[: one.start()] + large + content[one.end() :], name)


# Each gives an item more units than it may have, in the words of its format.
TOO_LARGE = {
    "a.json": '{"segmentation_type": "linear", "items": {"i": {"x": [1, 1000000000000]}}}',
    "b.json": json.dumps(
        {
            "segmentation_type": "multiple",
            "items": {"i": {"x": {"mass": 10**12, "boundaries": [[5, ["t"]]]}}},
        }
    ),
    "i.tsv": "Coder\tMasses\nx\t1\t1000000000000\n",
    "a.csv": "item,coder,masses\ni,x,1 1000000000000\n",
    "b.csv": "item,coder,boundaries,mass\ni,x,5,1000000000000\n",
    "c.csv": "item,coder,boundary,mass,type\ni,x,5,1000000000000,t\n",
    "d.txt": "units 1000000000000\n5\n7\n",
}


@limited
@pytest.mark.parametrize("name", sorted(TOO_LARGE))
def test_more_units_than_an_item_may_have_are_a_problem(name: str) -> None:
    with memory_below(5_000_000):
        reading = read(TOO_LARGE[name], name)
    assert reading.corpus is None
    (problem,) = reading.problems
    assert f"{MAX_MASS:,}" in problem.what


@pytest.mark.parametrize("name", sorted(NAMING))
def test_a_name_that_is_too_long_is_a_problem(name: str) -> None:
    reading = read(NAMING[name].replace("anna", "a" * 301), name)
    assert any(TOO_LONG.search(problem.what) for problem in reading.problems)
    assert all("a" * 301 not in (coding.coder or "") for coding in reading.codings)
    assert all(len(str(problem)) < 1_000 for problem in reading.problems)


@pytest.mark.parametrize("name", sorted(good_files()))
def test_a_very_long_line_is_shown_in_part(name: str) -> None:
    content = good_files()[name] + b"\n" + b"x" * 100_000 + b"\n"
    reading = read(content, name)
    for said in (*reading.problems, *reading.notices, *reading.recognised):
        assert len(str(said)) < 2_000


@pytest.mark.parametrize("sign", ["[", '{"a":', "<a>", "(", '"', "=", "-", "B-", "#"])
def test_deep_nesting_is_a_problem(sign: str) -> None:
    for start in ("", '{"items": ', '<?xml version="1.0"?>'):
        reading = read(start + sign * 100_000, "deep")
        assert reading.corpus is None
        assert reading.problems


# Many problems: all items with a problem stay left out, whether or not it is listed.

BAD = "".join(f"i{number % 10},x{number},0\n" for number in range(100))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_of, "MAX_PROBLEMS", 5)


def test_the_first_problem_of_each_item_is_listed(few: None) -> None:
    reading = read(f"item,coder,masses\ngood,x,3\ngood,y,3\n{BAD}")
    assert [item.name for item in known(reading.corpus).items] == ["good"]
    assert set(reading.left_out) == {f"i{number}" for number in range(10)}
    *listed, last = sorted(reading.problems, key=lambda problem: problem.item is None)
    assert [problem.item for problem in listed] == [f"i{number}" for number in range(10)]
    assert last.what == "90 more problems of this file are not listed"
    assert last.file == "a.csv"


def test_all_files_together_have_one_list(few: None) -> None:
    wrong = "item,coder,masses\ni,x,0\ni,y,0\ni,z,0\n"
    reading = read_sources([Source(f"{name}.csv", wrong.encode()) for name in "abc"])
    counts = [sum(problem.file == f"{name}.csv" for problem in reading.problems) for name in "abc"]
    assert counts == [3, 3, 2]
    assert {problem.what for problem in reading.problems if problem.file == "c.csv"} == {
        "segment size 0: a segment has at least one unit",
        "2 more problems of this file are not listed",
    }


def test_few_problems_are_all_listed() -> None:
    assert len(read(f"item,coder,masses\n{BAD}").problems) == 100


# What holds nothing says so.


def test_files_without_codings_are_a_problem() -> None:
    types = next(name for name in good_files() if name.endswith("TypeSystem.xml"))
    reading = read(good_files()[types], types)
    assert reading.corpus is None
    assert [problem.what for problem in reading.problems] == ["there are no codings in this file"]


def test_no_files_are_no_problem() -> None:
    assert parse_sources([]).found == ()


def test_progress_moves_within_a_large_file() -> None:
    shares: list[float] = []
    row = "item1,coder1,%d,a,Some words of a unit\n"
    content = "item,coder,unit,segment,text\n" + "".join(row % n for n in range(1, 50_001))
    sources = [Source("small.csv", b"item,coder,masses\n"), Source("a.csv", content.encode())]
    found = parse_sources(sources, progress=lambda share, name: shares.append(share)).found
    assert not any(isinstance(part, Notice) and not isinstance(part, Problem) for part in found)
    assert shares == sorted(shares)
    assert len(set(shares)) >= 5
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_the_limits_are_documented() -> None:
    text = (PROJECT / "docs" / "formats" / "README.md").read_text(encoding="utf-8")
    _, table = text.split("## Limits\n")
    said = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", table)}
    of_package = {value for name, value in vars(limits).items() if name.isupper()} - {
        limits.SMALL_ARCHIVE
    }
    assert of_package | {MAX_MASS, limits.SMALL_ARCHIVE // 1_000_000} <= said
