"""What the program writes, given back: codings come back, results are refused with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from segmetrics.cli import main
from segmetrics.io import Reading, Source, check, read_sources
from tests.support.known import known

CODINGS = """item,coder,masses
ch1,anna,2 3 1
ch1,ben,2 4
ch1,carl,1 1 4
ch2,anna,4 3
ch2,ben,4 2 1
ch2,carl,7
"""
LATER = CODINGS.replace("4 3", "3 4")
# What more than half of the coders marked.
CONSENSUS = {"ch1": (6, (2,)), "ch2": (7, (4,))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("results")
    (found / "codings.csv").write_text(CODINGS)
    (found / "later.csv").write_text(LATER)
    return found


RESULTS = [
    *(("agreement", form) for form in ("table", "csv", "json", "markdown", "latex")),
    *(("agreement --similarity b", form) for form in ("csv", "json")),
    *(("pairwise --metric s", form) for form in ("csv", "json")),
    *(("decisions", form) for form in ("csv", "json")),
    *(("consensus --show agreement", form) for form in ("table", "csv", "json")),
    *(("consensus --show disputes", form) for form in ("csv",)),
    *(("compare", form) for form in ("table", "csv", "json")),
    *(("rounds", form) for form in ("table", "csv", "json")),
    *(("segmenters --automatic carl", form) for form in ("table", "csv", "json")),
    *(("check", form) for form in ("json",)),
    *(("metrics", form) for form in ("json",)),
]
ENDINGS = {"table": ".txt", "markdown": ".md", "latex": ".tex"}


@pytest.mark.parametrize(("command", "form"), RESULTS)
def test_what_a_command_prints_is_no_coding(
    folder: Path, command: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command.split()
    files = {"metrics": [], "compare": ["codings.csv", "later.csv"]}.get(name, ["codings.csv"])
    if name == "rounds":
        files = ["codings.csv", "later.csv"]
    main([name, *(str(folder / file) for file in files), *options, "--format", form])
    printed = capsys.readouterr().out
    assert printed
    refused(f"result{ENDINGS.get(form, '.' + form)}", printed.encode())


def refused(name: str, content: bytes) -> None:
    """Check that a file is refused with one sentence, and passed over beside codings."""
    reading = read_sources([Source(name, content)])
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.what.startswith("this is a result of segmetrics (")
    assert problem.fix.startswith("bring the codings that it was computed from")
    beside = read_sources([Source(name, content), Source("codings.csv", CODINGS.encode())])
    assert beside.problems == ()
    assert beside.corpus is not None
    assert beside.corpus.coders == ("anna", "ben", "carl")
    (notice,) = beside.notices
    assert notice.what.startswith("not read: it has no coding")


@pytest.fixture(scope="module")
def reports(folder: Path) -> Path:
    endings = ("html", "xlsx", "tex", "json", "md", "csv.zip", "figures.zip")
    outputs = [word for one in endings for word in ("-o", str(folder / f"report.{one}"))]
    assert main(["report", str(folder / "codings.csv"), *outputs, "--date", "2026-01-31"]) == 0
    return folder


@pytest.mark.parametrize(
    "name",
    [f"report.{one}" for one in ("html", "tex", "bib", "json", "md")] + ["report.figures.zip"],
)
def test_a_report_is_no_coding(reports: Path, name: str) -> None:
    refused(name, (reports / name).read_bytes())


@pytest.mark.parametrize("name", ["report.xlsx", "report.csv.zip"])
def test_of_the_tables_of_a_report_only_the_gold_segmentation_is_read(
    reports: Path, name: str
) -> None:
    reading = read_sources([Source(name, (reports / name).read_bytes())])
    assert {coder for codings in described(reading).values() for coder in codings} == {"consensus"}
    assert any("not read" in notice.what for notice in reading.notices)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_consensus_comes_back_as_a_coder(
    folder: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["consensus", str(folder / "codings.csv"), "--format", form]) == 0
    printed = capsys.readouterr().out.encode()
    reading = read_sources([Source(f"boundaries.{form}", printed)])
    assert described(reading) == {item: {"consensus": places} for item, places in CONSENSUS.items()}
    beside = read_sources([Source(f"b.{form}", printed), Source("c.csv", CODINGS.encode())])
    assert described(beside)["ch2"]["consensus"] == (7, (4,))
    assert described(beside)["ch2"]["ben"] == (7, (4, 6))


def described(reading: Reading) -> dict[str, dict[str, tuple[int, Sequence[int]]]]:
    assert reading.problems == ()
    return {
        item.name: {who: (one.mass, one.boundaries) for who, one in item.codings.items()}
        for item in known(reading.corpus).items
    }


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("ch1,6,two,1.0,3\n", "boundary"),
        ("ch1,6,7,1.0,3\n", "6"),
        ("ch1,6,1,1.0,3\n", "0"),
        ("ch1,6,2,1.0,3\nch1,7,3,1.0,3\n", "a mass of 7, where row 2 has 6"),
        ("ch1\n", "not as segmetrics writes a consensus"),
    ],
)
def test_a_damaged_consensus_is_a_problem(content: str, what: str) -> None:
    text = f"item,mass,begins_at_unit,support,votes\n{content}"
    reading = read_sources([Source("consensus.csv", text.encode())])
    assert reading.corpus is None
    assert what in reading.problems[0].what


@pytest.mark.parametrize(("column", "at"), [("begins_at_unit", "3"), ("boundary", "2")])
def test_a_consensus_is_told_by_the_unit_that_begins_and_was_by_the_one_before(
    column: str, at: str
) -> None:
    text = f"item,mass,{column},support,votes\nch1,6,{at},1.0,3\nch2,4,,,\n"
    reading = read_sources([Source("consensus.csv", text.encode())])
    assert described(reading) == {"ch1": {"consensus": (6, (2,))}, "ch2": {"consensus": (4, ())}}


@pytest.mark.parametrize(
    "content",
    [
        "item,coder,boundary,mass,level\na,x,2,5,1\na,y,3,5,1\n",
        "level,item,coder,boundary,mass\n1,a,x,2,5\n1,a,y,3,5\n",
    ],
)
def test_codings_with_columns_of_a_result_are_codings(content: str) -> None:
    reading = read_sources([Source("a.csv", content.encode())])
    assert described(reading) == {"a": {"x": (5, (2,)), "y": (5, (3,))}}


@pytest.mark.parametrize("to", ["segmetrics-json", "segeval-json", "long-csv", "choi"])
@pytest.mark.parametrize("command", ["convert", "consensus"])
def test_what_is_converted_comes_back_equal(folder: Path, command: str, to: str) -> None:
    """A gold segmentation comes back as one more coder of the corpus."""
    output = folder / f"{command}-{to}{'.zip' if to == 'choi' else '.dat'}"
    assert main([command, str(folder / "codings.csv"), "--to", to, "-o", str(output)]) == 0
    reading = check(output)
    before = described(check(folder / "codings.csv"))
    if command == "consensus":
        before = {item: {**before[item], "consensus": CONSENSUS[item]} for item in before}
    assert described(reading) == before
