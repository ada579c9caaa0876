"""At which end of segments marks stand."""

from __future__ import annotations

import pytest

from segmetrics.io.column_roles import Role, parsed_roles
from tests.support.readings import masses_of, read, table


def _sheets(*last: int) -> list[tuple[str, str]]:
    """Return three texts, Fynn with a mark at the last unit of some, and one place after others."""
    files = []
    for at in (1, 2, 3):
        of_fynn = {1, 3} | ({6} if at in last else set())
        rows = [
            f"{unit},{'x' * (unit == 2)},{'x' * (unit == 2)},{'x' * (unit in of_fynn)}"
            for unit in range(1, 7)
        ]
        files.append((f"t{at}.csv", table("turn,Ada,Udo,Fynn", *rows)))
    return files


SAID: dict[str, Role] = {"Ada": "last", "Udo": "last", "Fynn": "last"}


@pytest.mark.parametrize("last", [(), (1,)])
def test_who_alone_marks_first_units_everywhere_may_mark_begins(last: tuple[int, ...]) -> None:
    found = read(*_sheets(*last), columns=SAID)
    assert found.other_ends == {"Fynn": "first"}
    (notice,) = (one for one in found.notices if one.coder == "Fynn" and "every item" in one.what)
    _, _, said = notice.command.partition(" ")
    again = read(*_sheets(*last), columns=parsed_roles(said.strip("'\"")))
    assert masses_of(again)["t1"]["Ada"] == (2, 4)
    assert masses_of(again)["t1"]["Fynn"] == ((2, 3, 1) if last else (2, 4))
    assert again.other_ends == {}


def test_who_marks_the_first_and_the_last_unit_everywhere_is_not_asked() -> None:
    assert read(*_sheets(1, 2, 3), columns=SAID).other_ends == {}


def test_nobody_marks_another_end_where_somebody_else_marks_that_unit_too() -> None:
    files = _sheets()
    name, text = files[0]
    both = [(name, text.replace("1,,,x", "1,,x,x")), *files[1:]]
    assert text != both[0][1]
    assert read(*both, columns=SAID).other_ends == {}
    assert read(*files[:2], columns=SAID).other_ends == {}


def test_a_sign_unlike_the_other_marks_is_named_and_can_be_no_mark() -> None:
    cells = ["", "x", "", "x", "", "x", "", "(x)", "", "x", "", "x", ""]
    text = table("turn,Ada,Udo", *(f"{at},{cell},{cell[-1:]}" for at, cell in enumerate(cells, 1)))
    text = text.replace("8,(x),)", "8,(x),x")
    roles: dict[str, Role] = {"Ada": "first", "Udo": "first"}
    found = read(("t.csv", text), columns=roles)
    (notice,) = (one for one in found.notices if one.text)
    assert (notice.coder, notice.row, notice.text) == ("Ada", 9, "(x)")
    assert notice.command == "--drop-label '(x)'"
    assert found.labels == {"(x)": 1}
    assert masses_of(found)["t"]["Ada"] == masses_of(found)["t"]["Udo"]
    again = read(("t.csv", text), columns=roles, dropped_labels=frozenset({"(x)"}))
    assert masses_of(again)["t"] == {"Ada": (1, 2, 2, 4, 2, 2), "Udo": (1, 2, 2, 2, 2, 2, 2)}
    assert again.labels == {"(x)": 1}
    assert "no mark, as a person said" in [one.what for one in again.notices]


def test_a_mark_before_a_remark_counts_and_a_remark_alone_is_asked() -> None:
    """Who leaves a remark keeps the column; it is asked, as a sign is in all its spellings."""
    cells = {
        "Ada": ("x", "", "1 ?", "", "", "x (money)", "x", "", "x", ""),
        "Udo": ("", "", "x", "not here but a joke", "", "", "x", "", "x", ""),
        "Eva": ("", "", "1", "", "", "1", "1", "", "", ""),
        "Ole": ("", "", "1", "", "", "1", "", "", "1", ""),
    }
    rows = [f"{unit},{','.join(of)}" for unit, of in enumerate(zip(*cells.values(), strict=True))]
    sheet = ("t1.csv", table(f"turn,{','.join(cells)}", *rows))
    first: dict[str, Role] = dict.fromkeys(cells, "first")
    joke = "not here but a joke"
    found = read(sheet, columns=first)
    assert [one.text for one in found.notices if one.kind == "odd sign"] == ["x?"]
    (asked,) = found.problems
    assert (asked.asks, asked.text) == ("dropped_labels", joke)
    kept = read(sheet, columns=first, kept_labels=frozenset([joke]))
    assert kept.problems == ()
    made = masses_of(kept)["t1"]
    assert made["Ada"] == (2, 3, 1, 2, 2)
    assert made["Udo"] == (2, 1, 3, 2, 2)
    signs = frozenset(("x?", joke))
    without = masses_of(read(sheet, columns=first, dropped_labels=signs))["t1"]
    assert without["Ada"] == (5, 1, 2, 2)
    assert without["Udo"] == (2, 4, 2, 2)


def test_a_mark_with_a_doubt_behind_it_is_asked() -> None:
    marks = {2: "x,x", 4: "x (not sure),", 5: ",x", 8: "x (money),x"}
    sheet = ("t1.csv", table("turn,Ada,Udo", *(f"{n},{marks.get(n, ',')}" for n in range(9))))
    (asked,) = read(sheet, columns={"Ada": "first", "Udo": "first"}).problems
    assert (asked.asks, asked.coder, asked.text) == ("dropped_labels", "Ada", "x (not sure)")


def test_a_letter_among_marks_is_asked_and_what_fills_a_merged_cell_is_said_once() -> None:
    cells = {
        "Ada": ("", "x", "", "x", "", "c", "x", "", "x", "x", "", ""),
        "Udo": ("", "1", "", "1", "", *["rest follows"] * 7),
        "Eva": ("", "x", "-", "", "", "x", "", "-", "", "x", "", ""),
    }
    rows = [f"{unit},{','.join(of)}" for unit, of in enumerate(zip(*cells.values(), strict=True))]
    first: dict[str, Role] = dict.fromkeys(cells, "first")
    for header in ("turn", "unit"):  # a table by its columns, and a wide one
        found = read(("t1.csv", table(f"{header},{','.join(cells)}", *rows)), columns=first)
        odd = [(one.coder, one.row, one.rows, one.text) for one in found.notices if one.text]
        assert odd == [("Ada", 7, 1, "c")]
        (asked,) = found.problems
        assert (asked.asks, asked.coder, asked.rows) == ("dropped_labels", "Udo", 7)
        signs = frozenset(("c", "rest follows"))
        again = read(
            ("t1.csv", table(f"{header},{','.join(cells)}", *rows)),
            columns=first,
            dropped_labels=signs,
        )
        assert masses_of(again)["t1"] == {
            "Ada": (1, 2, 3, 2, 1, 3),
            "Udo": (1, 2, 9),
            "Eva": (1, 4, 4, 3),
        }
