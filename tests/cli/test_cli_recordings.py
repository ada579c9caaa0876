"""The commands agreement, coders, compare and rounds on recordings."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from segmetrics import RecordingOptions, agreement, compare, sample
from segmetrics.cli import main
from segmetrics.io import SAMPLES

FILM, COARSE = (str(SAMPLES[key].path) for key in ("film", "film-coarse"))
MOONSTONE = str(SAMPLES["moonstone"].path)
SHORT = ("--shuffles", "19", "--seed", "3")
FOUND = agreement(sample("film"), RecordingOptions(shuffles=19, seed=3))


def test_agreement_prints_recordings_and_their_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", FILM, *SHORT]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if line.startswith("the lost key")]
    assert "12:00" in line
    assert f"{FOUND.corpus.value:.2f} [" in line
    assert line.endswith("well beyond chance")
    assert "all recordings" not in said
    assert [line.split()[-1] for line in said.splitlines() if line.startswith("gus")] == ["late"]


def test_files_hold_all_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", FILM, *SHORT, "--format", "csv"]) == 0
    (row,) = csv.DictReader(StringIO(capsys.readouterr().out))
    assert float(row["value"]) == FOUND.corpus.value
    assert float(row["corrected_high"]) == FOUND.items[0].corrected_interval.high
    assert main(["coders", FILM, "--format", "csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert [float(row["value"]) for row in rows] == [row.value for row in FOUND.coders]
    assert main(["agreement", FILM, *SHORT, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rows"][0]["p_value"] == FOUND.corpus.p_value
    assert [row["timing"] for row in data["coders"]] == [row.timing for row in FOUND.coders]


def test_options_say_how_recordings_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--tolerance", "0.5", "--chance", "shuffled-gaps", "--bin-width", "2"]
    words += ["--trim", "20", "40", "--minimum-gap", "1.5", "--format", "json"]
    assert main(["agreement", FILM, *SHORT, *words]) == 0
    data = json.loads(capsys.readouterr().out)
    options = RecordingOptions(
        tolerance=0.5,
        null="shuffled gaps",
        bin_width=2,
        trim=(20, 40),
        minimum_gap=1.5,
        shuffles=19,
        seed=3,
    )
    expected = agreement(sample("film"), options)
    assert data["rows"][0]["corrected"] == expected.corpus.corrected
    assert "without 20 s at the start and 40 s at the end" in data["signature"]


def test_rounds_follow_recordings(capsys: pytest.CaptureFixture[str]) -> None:
    options = RecordingOptions(tolerance=2, shuffles=19, seed=3)
    one, other = sample("film-coarse"), sample("film")
    words = ["rounds", COARSE, FILM, *SHORT, "--tolerance", "2", "--name", "coarse"]
    words += ["--name", "fine"]
    assert main([*words, "--format", "csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    changes = compare(one, other, options).coefficients.values()
    assert [float(row["change"]) for row in rows] == [row.change for row in changes]
    assert [float(row["high"]) for row in rows] == [row.interval.high for row in changes]
    assert {(row["from"], row["to"]) for row in rows} == {("coarse", "fine")}
    assert main([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    expected = [agreement(corpus, options).corpus.corrected for corpus in (one, other)]
    assert [row["corrected"] for row in data["rounds"]] == expected
    assert len(data["changes"]) == 3
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "Each round" in said and "What changed" in said and "F within 2 s" in said


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_two_rounds_are_compared_as_rounds_are(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [COARSE, FILM, *SHORT, "--tolerance", "2", "--format", form]
    assert main(["compare", *words]) == 0
    compared = capsys.readouterr()
    assert main(["rounds", *words, "--name", "before", "--name", "after"]) == 0
    assert compared == capsys.readouterr()
    assert "before" in compared.out and not compared.err


def test_who_is_compared_on_recordings_comes_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Path(FILM).read_text(encoding="utf-8")
    coder = sample("film").coders[0]
    for name in sample("film").coders[1:]:
        first = first.replace(f'"{name}"', f'"new {name}"')
    other = tmp_path / "others.json"
    other.write_text(first, encoding="utf-8")
    assert main(["rounds", FILM, str(other), *SHORT]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        f"film to others: The people changed: only {coder} coded both rounds. A change counts only "
        "if neither other coders nor other recordings explain it."
    )
    assert main(["rounds", FILM, str(other), *SHORT, "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["people"]) == 1


def test_rounds_that_share_nobody_are_printed_and_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = Path(FILM).read_text(encoding="utf-8").replace("the lost key", "another film")
    alone = tmp_path / "alone.json"
    alone.write_text(renamed, encoding="utf-8")
    assert main(["rounds", FILM, str(alone), *SHORT]) == 2
    said = capsys.readouterr()
    assert "film and alone cannot be compared" in said.out, said.err
    assert "What changed" not in said.out


@pytest.mark.parametrize("command", ["compare", "rounds"])
def test_rounds_are_all_of_texts_or_all_of_recordings(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, FILM, MOONSTONE]) == 2
    assert "A round holds texts, but these are recordings" in capsys.readouterr().err
    assert main([command, MOONSTONE, FILM]) == 2
    assert "A round holds recordings, but these are texts" in capsys.readouterr().err


def test_other_commands_say_where_recordings_are_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["decisions", FILM]) == 2
    assert "For recordings there are segmetrics agreement" in capsys.readouterr().err
