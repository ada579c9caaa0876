"""The command compare: what it prints, what it says of its files, its exit status."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from segmetrics import Corpus
from segmetrics.claims.change_claims import what_mended
from segmetrics.cli import main
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound
from segmetrics.tables.comparison_tables import CHANGE_FORMATS, change_text
from tests.support.commands import Printed, rows_of, written

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("the first round", "the second round")
ROUNDS = tuple(str(SAMPLES[key].path) for key in ("interviews", "interviews-2"))
PILOT = {"a": {"x": [4, 6], "y": [5, 5]}, "b": {"x": [2, 3], "y": [1, 4]}}
FINAL = {"a": {"x": [4, 6], "y": [4, 6]}, "b": {"x": [2, 3], "y": [2, 3]}}


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return written(tmp_path, PILOT, "pilot"), written(tmp_path, FINAL, "final")


def rounds() -> tuple[Corpus, Corpus]:
    before, after = (SAMPLES[key].read().corpus for key in ("interviews", "interviews-2"))
    assert before is not None and after is not None
    return before, after


def test_the_table_is_printed(capsys: Printed) -> None:
    assert main(["compare", *ROUNDS]) == 0
    printed = capsys.readouterr()
    table = compare(*rounds(), shuffling=ChanceOptions())
    named = [CodingRound(*one) for one in zip(NAMES, rounds(), strict=True)]
    mended = what_mended(named, table)
    assert mended.sentences[0].startswith(
        "In the first round, lou marks one place late; in the second"
    )
    assert printed.out == change_text(table, mended)
    assert printed.err == ""


def test_all_options_count(capsys: Printed) -> None:
    words = ["--similarity", "b", "--convention", "published", "--n", "3", "--window-diff"]
    words += ["boundaries", "--over", "coders-and-items", "--format", "csv"]
    words += ["--null", "places", "--shuffles", "50", "--seed", "3"]
    assert main(["compare", *ROUNDS, *words]) == 0
    options = AgreementOptions(similarity="b", convention="published", n=3, width="boundaries")
    over, shuffling = (
        IntervalOptions(over="coders and items"),
        ChanceOptions(null="places", shuffles=50, seed=3),
    )
    found = compare(*rounds(), options, over, shuffling=shuffling)
    assert capsys.readouterr().out == CHANGE_FORMATS["csv"](found)


def test_the_rounds_are_those_of_the_files_in_their_order(
    files: tuple[str, str], capsys: Printed
) -> None:
    changes = []
    for order in (files, files[::-1]):
        assert main(["compare", *order, "--format", "csv"]) == 0
        rows = rows_of(capsys.readouterr().out)
        changes.append([float(row["pi_star_s_change"]) for row in rows])
        assert [row["item"] for row in rows] == ["a", "b", "x-y", ""]
    assert changes[0] == pytest.approx([-one for one in changes[1]])
    assert changes[0][0] > 0


def test_choices_about_reading_count_for_both_rounds(
    files: tuple[str, str], capsys: Printed
) -> None:
    assert main(["compare", *files, "--drop-item", "a", "--format", "csv"]) == 0
    printed = capsys.readouterr()
    assert [row["item"] for row in csv.DictReader(StringIO(printed.out))] == ["b", "x-y", ""]
    assert printed.err == ""


def test_an_option_is_idle_if_it_is_in_both_rounds(
    tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    more = {**FINAL, "c": {"x": [2, 3], "y": [2, 3]}}
    after = written(tmp_path, more, "more")
    assert main(["compare", files[0], after, "--drop-item", "c", "--drop-item", "z"]) == 0
    said = capsys.readouterr().err
    assert said == "--drop-item z changes nothing: there is no such item.\n"
    assert main(["compare", *files, "--uncertain", "ignore"]) == 0
    assert "--uncertain changes nothing" in capsys.readouterr().err


def test_items_with_a_problem_are_left_out_and_said(
    tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    broken = written(tmp_path, {**FINAL, "b": {"x": [2, 3], "y": [2, 9]}}, "broken")
    for order in ((files[0], broken), (broken, files[0])):
        assert main(["compare", *order, "--format", "csv"]) == 1
        printed = capsys.readouterr()
        assert "broken.json" in printed.err
        assert "Left out: b" in printed.err
        assert printed.out.count("\nitem,") == 1


def test_other_items_are_compared_as_wholes_and_nothing_usable_is_an_error(
    tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    other = written(tmp_path, {"z": {"x": [2, 3], "y": [2, 3]}}, "other")
    assert main(["compare", files[0], other]) == 0
    assert "The rounds have different items" in capsys.readouterr().out
    hopeless = written(tmp_path, {"a": {"x": [2, 3], "y": [2, 9]}}, "hopeless")
    assert main(["compare", files[0], hopeless]) == 2
    printed = capsys.readouterr()
    assert "Nothing could be compared" in printed.err
    assert printed.out == ""
    assert main(["compare", files[0], str(tmp_path / "nowhere.json")]) == 2
    assert "nowhere.json" in capsys.readouterr().err
