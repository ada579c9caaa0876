"""The command grains, and conditions of a table of presses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segmetrics import RecordingOptions, grain_alignment, sample
from segmetrics.cli import main
from segmetrics.cli.output import NOTHING, OK, SOME_LEFT_OUT
from segmetrics.io import SAMPLES
from tests.support.commands import Printed, rows_of

COARSE, FINE = str(SAMPLES["film-coarse"].path), str(SAMPLES["film"].path)
FOUND = grain_alignment(sample("film-coarse"), sample("film"), RecordingOptions(shuffles=19))
ROWS = [
    *("anna,film,coarse,50.2", "anna,film,coarse,120.5"),
    *("anna,film,fine,20.1", "anna,film,fine,49.7", "anna,film,fine,121"),
    *("ben,film,coarse,52.2", "ben,film,fine,22.1", "ben,film,fine,51.7"),
]


@pytest.fixture
def presses(tmp_path: Path) -> str:
    file = tmp_path / "presses.csv"
    file.write_text("\n".join(["participant,film,grain,rt_s", *ROWS]), encoding="utf-8")
    return str(file)


def test_grains_of_two_files(capsys: Printed) -> None:
    words = ["grains", COARSE, FINE, "--shuffles", "19"]
    assert main(words) == OK
    out = capsys.readouterr()
    assert "aligned within 3 s, chance by circular shift, 19 times, seed 1" in out.out
    (line,) = [line for line in out.out.splitlines() if line.startswith("everybody")]
    assert FOUND.corpus is not None
    assert f" {FOUND.corpus.value:.2f} " in line
    assert main([*words, "--format", "csv"]) == OK
    rows = rows_of(capsys.readouterr().out)
    assert [row["level"] for row in rows] == ["coder"] * 10 + ["corpus"]
    assert float(rows[-1]["corrected_low"]) == FOUND.corpus.corrected_interval.low
    assert main([*words, "--format", "json"]) == OK
    assert json.loads(capsys.readouterr().out)["rows"][-1]["p_value"] == FOUND.corpus.p_value
    assert main(["grains", FINE, COARSE, "--shuffles", "19"]) == OK
    assert "is it the coarse one?" in capsys.readouterr().err


def test_grains_of_one_file(presses: str, capsys: Printed) -> None:
    words = ["grains", presses, "--duration", "200", "--tolerance", "1"]
    assert main([*words, "--grains", "coarse", "fine", "--format", "csv"]) == OK
    rows = rows_of(capsys.readouterr().out)
    assert [(row["coder"], row["coarse"], row["fine"], row["value"]) for row in rows] == [
        ("anna", "2", "3", "1.0"),
        ("ben", "1", "2", "1.0"),
        ("", "3", "5", "1.0"),
    ]
    with pytest.raises(SystemExit):
        main(words)
    assert "give two files" in capsys.readouterr().err


def test_a_condition_of_two_files_counts(presses: str, capsys: Printed) -> None:
    words = ["grains", presses, presses, "--duration", "200"]
    assert main([*words, "--condition", "middle"]) == NOTHING
    assert "no row has the condition 'middle'" in capsys.readouterr().err


def test_texts_have_no_grains(capsys: Printed) -> None:
    moonstone = str(SAMPLES["moonstone"].path)
    assert main(["grains", moonstone, moonstone]) == NOTHING
    assert "no recordings" in capsys.readouterr().err


def test_a_condition_is_asked_and_chosen(presses: str, capsys: Printed) -> None:
    words = ["check", presses, "--duration", "200"]
    assert main(words) == SOME_LEFT_OUT
    out = capsys.readouterr().out
    assert "the column 'grain' has coarse, fine; for now each of them makes recordings" in out
    assert "film / coarse, film / fine" in out
    assert main([*words, "--condition", "fine"]) == OK
    out = capsys.readouterr().out
    assert "5 of 8 rows are read, in which the column 'grain' has 'fine'" in out
    assert "boundaries  5" in out
    assert main([*words, "--condition", "middle"]) == NOTHING
    assert "no row has the condition 'middle'" in capsys.readouterr().out
    assert main([*words, "--columns", "grain=item"]) == OK
    assert main(["check", FINE, "--condition", "fine"]) == OK
    assert "--condition changes nothing" in capsys.readouterr().err
