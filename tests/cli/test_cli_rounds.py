"""The command rounds: what it prints, what it says of its files, its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segmetrics.claims.change_claims import what_mended
from segmetrics.cli import main
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.tables.trend_tables import rounds_csv, rounds_json, rounds_text
from tests.support.commands import Printed, written

KEYS = ("interviews", "interviews-2")
FILES = tuple(str(SAMPLES[key].path) for key in KEYS)
PILOT = {"a": {"x": [4, 6], "y": [5, 5]}, "b": {"x": [2, 3], "y": [1, 4]}}
FINAL = {"a": {"x": [4, 6], "y": [4, 6]}, "b": {"x": [2, 3], "y": [2, 3]}}


def named(*names: str) -> list[CodingRound]:
    found = [SAMPLES[key].read().corpus for key in KEYS]
    return [
        CodingRound(name, one) for name, one in zip(names, found, strict=True) if one is not None
    ]


def test_the_table_is_printed(capsys: Printed) -> None:
    assert main(["rounds", *FILES]) == 0
    printed = capsys.readouterr()
    table = trends(named(*KEYS), shuffling=ChanceOptions())
    mended = what_mended(named(*KEYS), table)
    assert mended.sentences
    assert printed.out == rounds_text(table, mended)
    assert all(one in printed.out.replace("\n", " ") for one in mended.sentences)
    assert printed.err == ""


def test_all_options_count(capsys: Printed) -> None:
    words = ["--similarity", "b", "--convention", "published", "--n", "3", "--window-diff"]
    words += ["boundaries", "--over", "coders-and-items", "--format", "csv"]
    words += ["--null", "places", "--shuffles", "50", "--seed", "3"]
    assert main(["rounds", *FILES, *words, "--name", "pilot", "--name", "final"]) == 0
    options = AgreementOptions(similarity="b", convention="published", n=3, width="boundaries")
    both = IntervalOptions(over="coders and items")
    shuffling = ChanceOptions(null="places", shuffles=50, seed=3)
    expected = rounds_csv(trends(named("pilot", "final"), options, both, shuffling=shuffling))
    assert capsys.readouterr().out == expected


def test_three_rounds_in_their_order(tmp_path: Path, capsys: Printed) -> None:
    pilot, final = written(tmp_path, PILOT, "pilot"), written(tmp_path, FINAL, "final")
    assert main(["rounds", pilot, final, pilot, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in data["rounds"]] == ["pilot (1)", "final", "pilot (3)"]
    values = [one["common"]["pi_star_s"]["value"] for one in data["rounds"]]
    assert values[0] == values[2] < values[1] == 1
    assert [(s["before"], s["after"]) for s in data["steps"]] == [
        ("pilot (1)", "final"),
        ("final", "pilot (3)"),
        ("pilot (1)", "pilot (3)"),
    ]


@pytest.mark.parametrize("command", ["compare", "rounds"])
def test_who_is_compared_comes_first(command: str, tmp_path: Path, capsys: Printed) -> None:
    pilot = {name: {**of, "z": of["x"]} for name, of in PILOT.items()}
    files = [written(tmp_path, pilot, "pilot"), written(tmp_path, FINAL, "final")]
    assert main([command, *files]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The two who coded both rounds are compared: x and y.\n")
    assert "With z too, who coded one round alone, R over S is " in printed
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


def test_items_with_problems_are_left_out_and_said(tmp_path: Path, capsys: Printed) -> None:
    odd = written(tmp_path, PILOT | {"c": {"x": [2, 3], "y": [9]}}, "odd")
    assert main(["rounds", odd, written(tmp_path, FINAL, "final")]) == 1
    assert "Left out: c" in capsys.readouterr().err


def test_other_items_or_nothing_usable(tmp_path: Path, capsys: Printed) -> None:
    pilot = written(tmp_path, PILOT, "pilot")
    assert main(["rounds", pilot, written(tmp_path, {"z": PILOT["a"]}, "other")]) == 0
    assert "The rounds have different items" in capsys.readouterr().out
    assert main(["rounds", pilot, str(tmp_path / "nowhere.json")]) == 2
    assert "Nothing could be compared" in capsys.readouterr().err


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


def test_what_changes_nothing_in_its_own_round_is_said(tmp_path: Path, capsys: Printed) -> None:
    files = written(tmp_path, PILOT, "pilot"), written(tmp_path, FINAL, "final")
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
