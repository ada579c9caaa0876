"""A workbook for each coder, a sheet for each item: whose it is, and what only describes units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.column_roles import Role
from segmetrics.io.names import names_of_people
from segmetrics.io.problems import said_once
from tests.support.known import known
from tests.support.readings import boundaries_of, read, table
from tests.support.workbooks import packed, workbook

TEXTS = {
    "Int01 Frau A": [f"Absatz {n} über die Arbeit im Bergwerk." for n in range(9)],
    "Int02 Herr B": [f"Absatz {n} über das Haus am Bach, und mehr." for n in range(7)],
}
MARKED: Mapping[str, Mapping[str, Sequence[int]]] = {
    "Hanna": {"Int01 Frau A": (3, 6), "Int02 Herr B": (4,)},
    "Jonas": {"Int01 Frau A": (1, 3, 6), "Int02 Herr B": (2, 4)},
    "Leyla": {"Int01 Frau A": (3, 5), "Int02 Herr B": (5,)},
}


def sheets(
    whose: str, *, beside: str = "Sprecher", said: str = "IBB", mark: str = "x", round_: int = 0
) -> dict[str, list[list[Any]]]:
    return {
        item: [
            ["Absatz", beside, "Text", "Neues Thema", "Bemerkung"],
            *(
                [
                    at + 1,
                    said[at * at % len(said)],
                    text,
                    mark if at in MARKED[whose][item] or (round_ == 2 and at == 2) else None,
                    f"? {whose}" if at == len(whose) else None,
                ]
                for at, text in enumerate(texts)
            ),
        ]
        for item, texts in TEXTS.items()
    }


def books(folder: str = "R1", *, form: str = "Kodierung_{}_R1", **how: Any) -> list[Source]:
    return [
        Source(f"{folder}/{form.format(whose)}.xlsx", packed(workbook(sheets(whose, **how))))
        for whose in MARKED
    ]


def whose(reading: Reading) -> dict[str, dict[str, Sequence[int]]]:
    found = boundaries_of(reading)
    return {
        coder: {item: tuple(of[coder]) for item, of in found.items() if coder in of}
        for coder in dict.fromkeys(coder for of in found.values() for coder in of)
    }


@pytest.mark.parametrize(("beside", "said"), [("Sprecher", "IBB"), ("Redner", "IB")])
def test_speakers_are_no_coder(beside: str, said: str) -> None:
    reading = read_sources(books(beside=beside, said=said))
    assert whose(reading) == MARKED
    assert not any("'b'" in one.what for one in reading.notices)


@pytest.mark.parametrize("numbered", [False, True])
def test_a_coder_who_says_the_same_in_all_files_is_a_coder(*, numbered: bool) -> None:
    def column(*begins: int) -> list[int]:
        marks = [int(unit in (0, *begins)) for unit in range(20)]
        return [sum(marks[: unit + 1]) for unit in range(20)] if numbered else marks

    files = [
        (
            f"ch{at}.csv",
            table(
                "unit,Anna,Ben",
                *(
                    f"{unit},{anna},{ben}"
                    for unit, (anna, ben) in enumerate(
                        zip(column(3 + at, 8 + at), column(10), strict=True), 1
                    )
                ),
            ),
        )
        for at in range(3)
    ]
    assert boundaries_of(read(*files)) == {
        f"ch{at}": {"Anna": (3 + at, 8 + at), "Ben": (10,)} for at in range(3)
    }


def test_columns_of_coders_in_several_files_stay_coders() -> None:
    """They are rounds rather, of which one coder changed nothing."""
    rows = [f"{n + 1},Satz {n} über alles.,{'x' * (n in (0, 3))}" for n in range(9)]
    files = [
        (
            f"r{round_}/a.csv",
            table(
                "unit,text,ann,ben,cy",
                *(
                    f"{row},{'x' * (at in (0, round_))},{'x' * (at in (0, 2 * round_))}"
                    for at, row in enumerate(rows)
                ),
            ),
        )
        for round_ in (1, 2, 3)
    ]
    assert {one.coder for one in read(*files).codings} == {"ann", "ben", "cy"}


def test_two_rounds_name_the_same_coders() -> None:
    rounds = [
        read_sources(books(folder, form=form))
        for folder, form in (("Runde 1 (März)", "Kodierung_{}_R1"), ("R2", "Kodierung_{}_R2"))
    ]
    assert [set(whose(one)) for one in rounds] == [set(MARKED)] * 2
    (said,) = (one for one in rounds[0].notices if "named without" in one.what)
    assert said.what.endswith(": Hanna for Kodierung_Hanna_R1")


def test_two_rounds_at_once_are_two_codings_of_each_coder_and_no_twice_as_many_coders() -> None:
    first = books("Runde 1", form="{}_R1")
    second = books("Runde 2", form="{}_R2", round_=2)
    reading = read_sources([*first, *second])
    assert {one.coder for one in reading.codings} == set(MARKED)
    assert reading.corpus is None


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ({"Coding_Anna_R1": (), "Coding_Ben_R1": ()}, ["Anna", "Ben"]),
        ({"CodingAnna": (), "CodingBen": ()}, ["Anna", "Ben"]),
        ({"anna-final": (), "ben-final": ()}, ["anna", "ben"]),
        ({"anna_r1": ("round 1",), "anna_r2": ("round 2",)}, ["anna", "anna"]),
        ({"coder_1": (), "coder_2": ()}, []),
        ({"Coder A": (), "Coder B": ()}, []),
        ({"anna_r1": (), "anna_r2": ()}, []),
        ({"anna": (), "anna_x": ()}, []),
        ({"anna_x": ()}, []),
        ({"Anna Weber": (), "Ben Weber": ()}, []),
        ({"AnnaKlein": (), "AnnaWeber": ()}, []),
        ({"McDonald": (), "McGregor": ()}, []),
        ({"gold_Anna": (), "gold_standard": ()}, []),
        ({"Team-Mary-Ann": (), "Team-Mary-Sue": ()}, ["Mary-Ann", "Mary-Sue"]),
        ({"01_Anna": (), "01_Ben": ()}, ["Anna", "Ben"]),
    ],
)
def test_a_name_is_what_is_left_of_names_of_files(
    names: dict[str, tuple[str, ...]], short: list[str]
) -> None:
    assert list(names_of_people({name: [of] for name, of in names.items()}).values()) == short


def test_coders_keep_their_short_names_where_the_columns_were_chosen() -> None:
    columns: dict[str, Role] = {"Absatz": "unit", "Text": "text", "Neues Thema": "mark"}
    chosen = read_sources(books(), Choices(columns=columns))
    assert {one.coder for one in chosen.codings} == set(MARKED)


def test_a_sheet_whose_marks_alone_would_tell_nothing_is_read_as_those_with_its_heading() -> None:
    """Jonas marks nearly every paragraph there, as a column of words would be filled."""
    marked = {one: sheets(one) for one in MARKED}
    texts = TEXTS["Int02 Herr B"]
    for row in marked["Jonas"]["Int02 Herr B"][2:]:
        row[3] = "yes, here"
    sources = [
        Source(f"R1/Kodierung_{one}_R1.xlsx", packed(workbook(of))) for one, of in marked.items()
    ]
    reading = read_sources(sources)
    assert not reading.problems
    assert whose(reading)["Jonas"]["Int02 Herr B"] == tuple(range(1, len(texts)))


def test_if_one_name_would_be_left_of_several_folders_name_people() -> None:
    folders = {"badr": [("badr",)], "badr_oksana": [("oksana",)], "badr_sneha": [("sneha",)]}
    assert names_of_people(folders) == {}


def test_of_a_name_goes_what_all_folders_of_the_coder_say() -> None:
    sue, max_ = ("interview Sue",), ("interview Max",)
    assert names_of_people({"Sue Weber": [sue, max_], "Max Weber": [sue, max_]}) == {}
    assert names_of_people({"Weber": [sue, max_], "Max Weber": [max_]}) == {}
    assert names_of_people({"Weber": [sue], "Max Weber": [max_]}) == {"Max Weber": "Weber"}


@pytest.mark.parametrize("first", [True, False])
def test_an_item_that_one_coder_has_not_done_is_nobodys_problem(*, first: bool) -> None:
    blank = "Hanna" if first else "Leyla"
    made = {one: sheets(one) for one in MARKED}
    for row in made[blank]["Int02 Herr B"][1:]:
        row[3:] = [None, None]
    files = [Source(f"R1/{one}.xlsx", packed(workbook(of))) for one, of in made.items()]
    reading = read_sources(files)
    assert {item for item, _ in reading.blank} == {"Int02 Herr B"}
    found = whose(reading)
    assert found[blank] == {"Int01 Frau A": MARKED[blank]["Int01 Frau A"]}
    assert {one: of for one, of in found.items() if one != blank} == {
        one: of for one, of in MARKED.items() if one != blank
    }
    (said,) = (one for one in reading.notices if "not coded" in one.what)
    assert (said.item, said.coder) == ("Int02 Herr B", blank)


def test_an_item_that_nobody_has_done_is_a_problem() -> None:
    made = {one: sheets(one) for one in MARKED}
    for of in made.values():
        for row in of["Int02 Herr B"][1:]:
            row[3] = None
    reading = read_sources(
        [Source(f"R1/{one}.xlsx", packed(workbook(of))) for one, of in made.items()]
    )
    (problem,) = reading.problems
    assert (problem.item, problem.what) == (
        "Int02 Herr B",
        "no coder has a segment in this item",
    )
    assert [item.name for item in reading.corpus.items] == ["Int01 Frau A"] if reading.corpus else 0


def test_what_is_so_in_many_sheets_is_said_once_and_after_what_is_doubtful() -> None:
    made = {one: sheets(one) for one in MARKED}
    for of in made["Leyla"].values():
        of[1][3] = "x"
    reading = read_sources(
        [Source(f"R1/{one}.xlsx", packed(workbook(of))) for one, of in made.items()]
    )
    first, decided, unread = said_once(reading.notices)
    assert (first.coder, first.what[:36]) == ("Leyla", "2 marks stand in first rows of texts")
    assert decided.what.endswith("so in 5 more sheets")
    assert unread.what.startswith("not read: the column Bemerkung")
    assert unread.what.endswith("so in 5 more sheets")


def test_short_turns_are_the_text_and_a_remark_is_not() -> None:
    turns = ["Darf ich noch Saft?", "Der Bus kommt nie.", "Das ist gut!", "Der haart.", "Der Hund."]
    remark = "wo hört hier überhaupt irgendetwas auf, das wüsste ich gern?"
    rows = [
        [at, turn, "x" * (at in (1, 4)), "x" * (at in (1, 3)), remark * (at == 4)]
        for at, turn in enumerate(turns, 1)
    ]
    heading = ["Nr.", "Beitrag", "Annika", "Bastian", "Anmerkungen"]
    files = [("T1.xlsx", packed(workbook({"T1": [heading, *rows]})))]
    for choices in ({}, {"columns": {"Beitrag": "text"}}):
        (item,) = known(read(*files, **choices).corpus).items
        assert item.texts == tuple(turns)


def named_beside_marks(heading: str) -> Reading:
    rows = [
        f"{n},A paragraph of some length with the number {n} in it,"
        f"{'x' if n in (1, 4, 9) else ''},{'A new thing' if n in (1, 5, 9) else ''},"
        f"{'x' if n in (1, 5, 8) else ''}"
        for n in range(1, 13)
    ]
    return read(("t.csv", table(f"no,text,Anna,{heading},Ben", *rows)))


def test_who_names_what_begins_where_others_mark_is_asked_about() -> None:
    (problem,) = named_beside_marks("Coder C").problems
    assert problem.asks == "columns"
    assert "Anna=mark, Coder C=mark, Ben=mark" in (problem.command or "")
    said = named_beside_marks("Remarks")
    assert said.problems == ()
    assert any("not read: the column Remarks" in one.what for one in said.notices)
