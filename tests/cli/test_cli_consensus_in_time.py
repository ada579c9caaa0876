"""The command consensus for recordings: times in seconds."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

import numpy as np
import openpyxl
import pytest

from segmetrics import Corpus
from segmetrics.cli import main
from segmetrics.corpus import Adjudication
from segmetrics.io import check
from segmetrics.io.write import write
from tests.support.commands import Printed
from tests.support.known import known

if TYPE_CHECKING:
    from pathlib import Path

FIVE = {
    "anna": [12.0, 31.0, 77.0],
    "ben": [12.4, 48.0],
    "cleo": [11.8, 48.3, 95.0],
    "dan": [12.1, 60.5],
    "eve": [12.9, 110.0],
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "film.json"
    corpus = Corpus.from_times({"film": FIVE}, durations={"film": 120})
    moved = Adjudication("film", 12_100, "move", 12_250, "the cut")
    write(corpus.with_decisions([moved]), path)
    return str(path)


@pytest.fixture
def open_file(tmp_path: Path) -> str:
    path = tmp_path / "undecided.json"
    write(Corpus.from_times({"film": FIVE}, durations={"film": 120}), path)
    return str(path)


def test_csv_has_a_row_for_each_place_above_chance(open_file: str, capsys: Printed) -> None:
    assert main(["consensus", open_file, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "item,time,low,high,support,votes,coders,marked_by,decision,comment",
        "film,12.1,11.8,12.9,1.0,5,5,anna; ben; cleo; dan; eve,,",
    ]


def test_decisions_of_the_file_are_applied(file: str, capsys: Printed) -> None:
    assert main(["consensus", file, "--format", "json"]) == 0
    said = capsys.readouterr()
    assert said.err == "Decisions of the file that were applied: 1.\n"
    data = json.loads(said.out)
    (item,) = data["items"]
    assert (item["duration"], [one["time"] for one in item["boundaries"]]) == (120, [12.25])
    assert item["boundaries"][0]["decision"] == "moved from 12.1 s"
    assert (data["decisions"][0]["time"], data["decisions"][0]["to"]) == (12.1, 12.25)
    assert (data["options"]["width"], data["options"]["tolerance"]) == (1, 2)
    (dispute,) = data["disputes"]
    assert dispute["votes"] == {"ben": 48, "cleo": 48.3}
    assert dispute["silent"] == ["anna", "dan", "eve"]


def test_a_table_for_the_terminal(open_file: str, capsys: Printed) -> None:
    assert main(["consensus", open_file, "--width", "0.5", "--tolerance", "0.75"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:6] == ["film", "12.1", "11.8", "to", "12.9", "5"]
    assert "width=0.5 s, tolerance=0.75 s" in lines[-1]


def test_chance_can_be_by_the_pace_that_all_share(tmp_path: Path, capsys: Printed) -> None:
    """Six people press less and less: where they press most, they meet by chance."""
    random = np.random.default_rng(6)
    share = -np.log(1 - random.random((6, 40)) * (1 - np.exp(-4))) / 4
    rows = (0.1 + 299 * share).round(3).tolist()
    presses = {f"p{at}": sorted(set(row)) for at, row in enumerate(rows)}
    path = tmp_path / "film.json"
    write(Corpus.from_times({"film": presses}, durations={"film": 300}), path)
    found = {}
    for chance in ("circular-shift", "shared-pace"):
        asked = ("--least", "0", "--chance", chance, "--format", "json")
        assert main(["consensus", str(path), *asked]) == 0
        data = json.loads(capsys.readouterr().out)
        assert data["options"]["null"] == chance.replace("-", " ")
        found[chance] = len(data["items"][0]["boundaries"])
    assert found["circular-shift"] > 0
    assert found["shared-pace"] == 0


def test_it_goes_out_as_codings_and_as_a_workbook(
    file: str, tmp_path: Path, capsys: Printed
) -> None:
    assert main(["consensus", file, "-o", str(tmp_path / "gold.json")]) == 0
    again = known(check(str(tmp_path / "gold.json")).corpus)
    assert again["film"].codings["consensus"].boundaries == (12_250,)
    assert again.reference == "consensus"
    assert main(["consensus", file, "-o", str(tmp_path / "gold.xlsx")]) == 0
    book = openpyxl.load_workbook(BytesIO((tmp_path / "gold.xlsx").read_bytes()))
    assert book.sheetnames == ["Gold", "Boundaries", "Decisions", "About"]
    rows = list(book["Gold"].iter_rows(values_only=True))
    assert [row[:4] for row in rows[1:]] == [("film", 1, 0, 12.25), ("film", 2, 12.25, 120)]
    capsys.readouterr()


def test_each_coder_stands_beside_the_consensus(open_file: str, capsys: Printed) -> None:
    """The consensus is the press at 12.1 that all share; 11.8 to 12.9 lie within two seconds."""
    assert main(["consensus", open_file, "--show", "agreement", "--format", "csv"]) == 0
    rows = {row["coder"]: row for row in csv.DictReader(StringIO(capsys.readouterr().out))}
    assert list(rows) == list(FIVE)
    for coder, times in FIVE.items():
        row = rows[coder]
        assert (row["presses"], row["boundaries"], row["hits"]) == (str(len(times)), "1", "1")
        assert float(row["precision"]) == 1 / len(times)
        assert float(row["recall"]) == 1
        assert float(row["value"]) == 2 / (len(times) + 1)
        assert float(row["later"]) == pytest.approx(times[0] - 12.1)
    assert main(["consensus", open_file, "--show", "agreement"]) == 0
    said = capsys.readouterr().out
    assert "own boundaries" in said
    assert "marked by" not in said
    assert main(["consensus", open_file, "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["agreement"]) == len(FIVE)


def test_a_rule_by_number_takes_what_so_many_pressed(open_file: str, capsys: Printed) -> None:
    """Near 48 s ben and cleo press, alone."""
    assert main(["consensus", open_file, "--least", "2", "--format", "csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert [(row["time"], row["votes"]) for row in rows] == [("12.1", "5"), ("48.0", "2")]


def test_what_most_pressed_is_named_if_it_is_left_out(open_file: str, capsys: Printed) -> None:
    assert main(["consensus", open_file, "--least", "6", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert "as fewer than 6 coders did: film at 0:12.1 (5 of 5, over 1.1 s)." in printed.err
    (left,) = json.loads(printed.out)["left_out"]
    assert (left["item"], left["time"], left["coders"]) == ("film", 12.1, 5)


@pytest.mark.parametrize(
    ("together", "least", "said"),
    [
        (2, "5", "At least 5 coders mark at once nowhere."),
        (2, "5", "1 more place where several marked: fewer than 5 coders."),
        (5, "4", "All times in seconds.\n"),
    ],
)
def test_a_consensus_by_number_is_not_told_as_one_beyond_chance(
    together: int, least: str, said: str, tmp_path: Path, capsys: Printed
) -> None:
    presses = {f"p{at}": [12.0] if at < together else [20.0 + 15 * at] for at in range(5)}
    path = tmp_path / "few.json"
    write(Corpus.from_times({"film": presses}, durations={"film": 120}), path)
    assert main(["consensus", str(path), "--least", least]) == 0
    printed = capsys.readouterr().out
    assert said in printed
    assert "independent people" not in printed
