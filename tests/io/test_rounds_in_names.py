"""Two rounds of the same texts in one workbook or folder: sheets `T1 vor` and `T1 nach`."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from segmetrics.io import Reading
from segmetrics.io.write import WRITERS
from tests.support.known import known
from tests.support.readings import read, table

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
    assert asked.what.startswith("T1 nach and T1 vor have the same number of units, and so have")
    said = '--condition nach for example, or --condition "*" for items of their own'
    assert asked.command == said
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
        {f"{text} {part}": 5 + n for n, text in enumerate("abcd") for part in ("EN", "DE")},
    ],
)
def test_parts_of_texts_are_no_rounds(units: dict[str, int]) -> None:
    assert not [one for one in read(*texts(units)).problems if one.asks == "condition"]


def test_any_word_is_a_round_where_both_have_the_same_texts() -> None:
    stories = {"Camping": 7, "The piano": 8, "Market": 9, "Wedding": 10}
    rows = {
        story: [
            f"{n},Sentence {n} of {story},{n % 3 % 2},{int(n in (1, 5))}" for n in range(1, last)
        ]
        for story, last in stories.items()
    }
    files = [
        (f"{story} {number}.csv", table("unit,sentence,ann,ben", *rows[story]))
        for story in stories
        for number in (1, 2)
    ]
    (asked,) = (one for one in read(*files).problems if one.asks == "condition")
    assert asked.what.startswith("Camping 1 and Camping 2 have the same number of units")
    assert sorted(names(read(*files, condition="2"))) == [
        "Camping",
        "Market",
        "The piano",
        "Wedding",
    ]


def test_an_item_of_one_round_alone_goes_with_its_round() -> None:
    units = {**both(), "T5 vor": 11}
    assert "T5" in names(read(*texts(units), condition="vor"))
    after = names(read(*texts(units), condition="nach"))
    assert not [one for one in after if one.startswith("T5")]


def test_a_corpus_of_our_own_is_not_asked_about() -> None:
    corpus = known(read(*texts(both()), condition="*").corpus)
    own = WRITERS["segmetrics-json"].write(corpus).content
    assert read(("own.json", own)).problems == ()
    assert WRITERS["table-xlsx"].write(corpus).content


def test_other_coders_are_no_other_round() -> None:
    vor, nach = list(both())[:4], list(both())[4:]
    files = texts({n: both()[n] for n in vor}, "ab") + texts({n: both()[n] for n in nach}, "cd")
    assert not [one for one in read(*files).problems if one.asks == "condition"]
