"""The commands compare and rounds: what they print, what they say of their files, exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segmetrics.claims.change_claims import what_mended
from segmetrics.cli import main
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.tables.comparison_tables import CHANGE_FORMATS, change_text
from segmetrics.tables.trend_tables import rounds_csv, rounds_json, rounds_text
from tests.support.commands import Printed, rows_of, written

KEYS = ("interviews", "interviews-2")
NAMES = {"compare": ("the first round", "the second round"), "rounds": KEYS}
FILES = tuple(str(SAMPLES[key].path) for key in KEYS)
PILOT = {"a": {"x": [4, 6], "y": [5, 5]}, "b": {"x": [2, 3], "y": [1, 4]}}
FINAL = {"a": {"x": [4, 6], "y": [4, 6]}, "b": {"x": [2, 3], "y": [2, 3]}}


both_commands = pytest.mark.parametrize("command", ["compare", "rounds"])


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return written(tmp_path, PILOT, "pilot"), written(tmp_path, FINAL, "final")


def named(*names: str) -> list[CodingRound]:
    found = [SAMPLES[key].read().corpus for key in KEYS]
    return [
        CodingRound(name, one) for name, one in zip(names, found, strict=True) if one is not None
    ]


def table_of(command: str, *given: Any, **more: Any) -> Any:
    """What a command says of the two samples."""
    rounds = named(*NAMES[command])
    if command == "compare":
        before, after = rounds
        return compare(before.corpus, after.corpus, *given, **more)
    return trends(rounds, *given, **more)


@both_commands
def test_the_table_is_printed(command: str, capsys: Printed) -> None:
    assert main([command, *FILES]) == 0
    printed = capsys.readouterr()
    table = table_of(command, shuffling=ChanceOptions())
    mended = what_mended(named(*NAMES[command]), table)
    first, second = NAMES[command]
    assert mended.sentences[0].startswith(f"In {first}, lou marks one place late. In {second}")
    text: Callable[..., str] = change_text if command == "compare" else rounds_text
    assert printed.out == text(table, mended)
    assert all(one in printed.out.replace("\n", " ") for one in mended.sentences)
    assert printed.err == ""


@both_commands
def test_all_options_count(command: str, capsys: Printed) -> None:
    words = ["--similarity", "b", "--convention", "published", "--n", "3", "--window-diff"]
    words += ["boundaries", "--over", "coders-and-items", "--format", "csv"]
    words += ["--null", "places", "--shuffles", "50", "--seed", "3"]
    assert main([command, *FILES, *words]) == 0
    options = AgreementOptions(similarity="b", convention="published", n=3, width="boundaries")
    both = IntervalOptions(over="coders and items")
    shuffling = ChanceOptions(null="places", shuffles=50, seed=3)
    found = table_of(command, options, both, shuffling=shuffling)
    text: Callable[..., str] = CHANGE_FORMATS["csv"] if command == "compare" else rounds_csv
    assert capsys.readouterr().out == text(found)


def test_compared_rounds_are_those_of_the_files_in_their_order_and_choices_count_for_both(
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
    assert main(["compare", *files, "--drop-item", "a", "--format", "csv"]) == 0
    printed = capsys.readouterr()
    assert [row["item"] for row in rows_of(printed.out)] == ["b", "x-y", ""]
    assert printed.err == ""


def test_three_rounds_in_their_order(files: tuple[str, str], capsys: Printed) -> None:
    names = ["--name", "one", "--name", "two", "--name", "three"]
    for words, (one, two, three) in (
        ([], ("pilot (1)", "final", "pilot (3)")),
        (names, ("one", "two", "three")),
    ):
        assert main(["rounds", *files, files[0], "--format", "json", *words]) == 0
        data = json.loads(capsys.readouterr().out)
        assert [one["name"] for one in data["rounds"]] == [one, two, three]
        steps = [(step["before"], step["after"]) for step in data["steps"]]
        assert steps == [(one, two), (two, three), (one, three)]
    values = [one["common"]["pi_star_s"]["value"] for one in data["rounds"]]
    assert values[0] == values[2] < values[1] == 1


@both_commands
def test_who_is_compared_comes_first(command: str, tmp_path: Path, capsys: Printed) -> None:
    pilot = {name: {**of, "z": of["x"]} for name, of in PILOT.items()}
    files = [written(tmp_path, pilot, "pilot"), written(tmp_path, FINAL, "final")]
    assert main([command, *files]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The two who coded both rounds are compared: x and y.\n")
    assert "With z, who coded one round only, R is " in printed
    others = {name: dict(zip("uvw", of.values(), strict=True)) for name, of in pilot.items()}
    assert main([command, files[0], written(tmp_path, others, "others")]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The people changed: nobody coded both rounds.")
    assert "95% intervals" in printed and "for other coders and other items" in printed


def test_the_json_is_that_of_the_table(capsys: Printed) -> None:
    assert main(["rounds", *FILES, "--format", "json"]) == 0
    table = trends(named(*KEYS), shuffling=ChanceOptions())
    mended = what_mended(named(*KEYS), table)
    printed = capsys.readouterr().out
    assert printed == rounds_json(table, mended)
    assert json.loads(printed)["words"][-len(mended.sentences) :] == [*mended.sentences]


def test_an_option_is_idle_if_it_is_in_both_rounds(
    tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    after = written(tmp_path, {**FINAL, "c": {"x": [2, 3], "y": [2, 3]}}, "more")
    assert main(["compare", files[0], after, "--drop-item", "c", "--drop-item", "z"]) == 0
    said = capsys.readouterr().err
    assert said == "--drop-item z changes nothing: there is no such item.\n"
    assert main(["compare", *files, "--uncertain", "ignore"]) == 0
    assert "--uncertain changes nothing" in capsys.readouterr().err


@both_commands
def test_items_with_problems_are_left_out_and_said(
    command: str, tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    broken = written(tmp_path, {**FINAL, "b": {"x": [2, 3], "y": [2, 9]}}, "broken")
    for order in ((files[0], broken), (broken, files[0])):
        assert main([command, *order, "--format", "csv"]) == 1
        printed = capsys.readouterr()
        assert "broken.json" in printed.err
        assert "Left out: b" in printed.err
        assert command == "rounds" or printed.out.count("\nitem,") == 1


@both_commands
def test_other_items_are_compared_as_wholes_and_nothing_usable_is_an_error(
    command: str, tmp_path: Path, files: tuple[str, str], capsys: Printed
) -> None:
    assert main([command, files[0], written(tmp_path, {"z": PILOT["a"]}, "other")]) == 0
    assert "The rounds have different items" in capsys.readouterr().out
    hopeless = written(tmp_path, {"a": {"x": [2, 3], "y": [2, 9]}}, "hopeless")
    for file in (hopeless, str(tmp_path / "nowhere.json")):
        assert main([command, files[0], file]) == 2
        printed = capsys.readouterr()
        assert "Nothing could be compared" in printed.err
        assert file in printed.err
        assert printed.out == ""


def test_what_is_said_of_columns_may_be_another_thing_in_each_round(
    tmp_path: Path, capsys: Printed
) -> None:
    rows = [
        (item, str(unit), "x" * (unit in x), "x" * (unit in y))
        for item, x, y in (("a", {3, 7}, {3, 8}), ("b", {5}, {5, 9}))
        for unit in range(1, 11)
    ]
    first, second, same = (tmp_path / f"{name}.csv" for name in ("first", "second", "same"))
    lines = {
        first: [("k", "u", "p", "q"), *rows],
        # Its headings say another thing.
        second: [("k", "u", "p", "q"), *((unit, item, x, y) for item, unit, x, y in rows)],
        same: [("k", "u", "p", "q"), *rows],
    }
    for file, table in lines.items():
        file.write_text("\n".join(map(",".join, table)))
    roles, others = "k=item, u=unit, p=first, q=first", "k=unit, u=item, p=first, q=first"
    names = ["--name", "one", "--name", "two"]
    assert main(["rounds", str(first), str(same), *names, "--columns", roles]) == 0
    expected = capsys.readouterr().out
    both = ["--columns", roles, "--columns", others]
    assert main(["rounds", str(first), str(second), *names, *both]) == 0
    assert capsys.readouterr().out == expected
    with pytest.raises(SystemExit):
        main(["rounds", str(first), str(second), *both, "--columns", roles])
    said = "--columns is given once, or once for each of the 2 corpora, got 3"
    assert said in capsys.readouterr().err


def test_what_changes_nothing_in_its_own_round_is_said(
    files: tuple[str, str], capsys: Printed
) -> None:
    assert main(["rounds", *files, "--step", "", "--step", "2"]) == 0
    assert "--step changes nothing" in capsys.readouterr().err
    assert main(["rounds", *files, "--noun", "", "--noun", "line"]) == 0
    assert capsys.readouterr().err == ""


def test_lengths_that_are_asked_about_say_nothing_of_a_further_round(
    tmp_path: Path, capsys: Printed
) -> None:
    """Where it is said of a, and not of b, the further round is asked about b alone."""
    files = [str(tmp_path / f"{name}.csv") for name in ("one", "two")]
    for file, last in zip(files, (8, 6), strict=True):
        rows = "".join(f'{item},ann,"3, {last}"\n{item},bob,"2, {last}"\n' for item in "ab")
        Path(file).write_text(f"item,coder,positions\n{rows}")
    begins = ("--positions", "begin")
    assert main(["rounds", *files, *begins]) == 1
    said = capsys.readouterr().err
    assert said.count("how many units 2 items have") == 2
    assert main(["rounds", *files, *begins, "--duration", "a=20", "--duration", ""]) == 1
    said = capsys.readouterr().err
    assert said.count("how many units b has") == 2
