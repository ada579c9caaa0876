"""Two rounds of the same texts in one workbook or folder: sheets `T1 vor` and `T1 nach`."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from segmetrics.io import Reading
from tests.support.known import known
from tests.support.readings import read, table
from tests.support.workbooks import packed, workbook

UNITS = {"T1": 6, "T2": 9, "T3": 12, "T4": 7}
NAMES = {
    **{f"{item} vor": item for item in UNITS},
    "T1 nach": "T1",
    "T2_nach": "T2",
    "T3 Nach": "T3",
    "T4 nach": "T4",
}


def texts(units: Mapping[str, int], coders: str = "ab") -> list[tuple[str, str]]:
    """Write a file for each text: numbered rows, and a column for each coder."""
    return [
        (
            f"{name}.csv",
            table(
                f"unit,{','.join(f'coder {one}' for one in coders)}",
                *(f"{n},{','.join('1' if n in (1, 3, 5) else '0' for _ in coders)}" for n in rows),
            ),
        )
        for name, number in units.items()
        if (rows := range(1, number + 1))
    ]


def names(reading: Reading) -> list[str]:
    return [item.name for item in known(reading.corpus).items]


def both() -> dict[str, int]:
    return {name: UNITS[item] for name, item in NAMES.items()}


def test_rounds_in_names_are_asked_about_and_one_is_read() -> None:
    (asked,) = (one for one in read(*texts(both())).problems if one.asks == "condition")
    assert asked.what.startswith("T1 nach and T1 vor have as many units, and so have others")
    assert asked.command == "--condition nach for example"
    for chosen, last in (("vor", "T4 vor.csv"), ("nach", "T4 nach.csv")):
        reading = read(*texts(both()), condition=chosen)
        assert not [one for one in reading.problems if one.asks == "condition"]
        assert sorted(names(reading)) == ["T1", "T2", "T3", "T4"]
        assert [one.file for one in reading.codings if one.item == "T4"] == [last, last]
        said = f"the round {chosen} is read; 4 items of other rounds are left out"
        assert said in [one.what for one in reading.notices]


def test_each_may_be_an_item_of_its_own() -> None:
    reading = read(*texts(both()), condition="*")
    assert not [one for one in reading.problems if one.asks == "condition"]
    assert len(names(reading)) == 8


@pytest.mark.parametrize(
    "units",
    [
        {"T1 vor": 6, "T1 nach": 6, "T2 vor": 9, "T2 nach": 9},  # two texts may be chance
        {**dict.fromkeys([f"T{n} vor" for n in range(4)], 6), "T0 nach": 6, "T1 nach": 6},
        {f"{film} {part}": 6 for film in "abcd" for part in ("x", "y")},  # as many everywhere
        {f"{film} {part}": 5 + n + (part == "y") for n, film in enumerate("abcd") for part in "xy"},
    ],
)
def test_parts_of_texts_are_no_rounds(units: dict[str, int]) -> None:
    assert not [one for one in read(*texts(units)).problems if one.asks == "condition"]


def test_other_coders_are_no_other_round() -> None:
    vor, nach = list(both())[:4], list(both())[4:]
    files = texts({n: both()[n] for n in vor}, "ab") + texts({n: both()[n] for n in nach}, "cd")
    assert not [one for one in read(*files).problems if one.asks == "condition"]


def test_a_sheet_without_a_column_of_the_others_is_a_list() -> None:
    rows: list[list[object]] = [["unit", "text", "ann", "ben"]]
    rows += [
        [n, f"unit {n}, in words", "x" * (n in (1, 3)), "x" * (n in (1, 4))] for n in range(1, 7)
    ]
    times = [("8", "8"), ("8", "8"), ("8", "8"), ("8", "8"), ("7", "-"), ("-", "8")]
    who: list[list[object]] = [["Who has what?"], ["Nr.", "Name", "before", "after"]]
    who += [[at, f"Coder {at}", *done] for at, done in enumerate(times, 1)]
    content = packed(workbook({"Who": who, "T1": rows, "T2": rows, "T3": rows}))
    reading = read(("all.xlsx", content))
    (problem,) = reading.problems
    assert (
        problem.what == "no column of this sheet is in the others, as of a list that is no coding"
    )
    assert problem.command == "--drop-file 'all.xlsx, sheet Who'"
    assert names(reading) == ["T1", "T2", "T3"]
    left = read(("all.xlsx", content), dropped_files=frozenset({"all.xlsx, sheet Who"}))
    assert left.problems == ()
