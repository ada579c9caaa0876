"""Spreadsheets as project leads keep them: all comes in at once, or after the one question.

Anna begins segments of the first item with the units 1 and 3, Ben with 1 and 4; of the second
item Anna with 1, 2 and 6, Ben with 1 and 6. Each table is compared position by position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import time
from itertools import pairwise
from typing import Any

import pytest

from segmetrics.io.column_roles import parsed_roles
from tests.support.readings import read, sized_of
from tests.support.workbooks import packed, workbook

FIRST = (
    "We met in the old town hall yesterday.",
    "The mayor spoke about the new bridge there.",
    "Nobody had seen the plans before that day.",
    "Then we talked about the school and its roof.",
    "It will be mended in the coming summer holidays.",
    "At last we went home, tired but content again.",
)
SECOND = (
    "The second evening began with a long silence.",
    "Somebody had forgotten to bring the lamp.",
    "So we sat in the dark and waited for the bus.",
    "It never came, as everybody had expected.",
    "In the morning the rain had stopped at last.",
    "The driver asked us why nobody had called.",
    "We had no answer, and he gave us some tea.",
)
TEXTS = {"Talk 1": FIRST, "Talk 2": SECOND}
BEGINS: dict[str, dict[str, tuple[int, ...]]] = {
    "Talk 1": {"Anna": (1, 3), "Ben": (1, 4)},
    "Talk 2": {"Anna": (1, 2, 6), "Ben": (1, 6)},
}
Truth = Mapping[str, tuple[float, Mapping[str, tuple[float, ...]]]]
TRUTH: Truth = {
    talk: (
        len(TEXTS[talk]),
        {who: tuple(n - 1 for n in begins if n > 1) for who, begins in of.items()},
    )
    for talk, of in BEGINS.items()
}
CODERS = ("Anna", "Ben")
Rows = list[Any]


def excel(**sheets: Rows) -> bytes:
    return packed(workbook({name.replace("_", " "): rows for name, rows in sheets.items()}))


def delimited(rows: Rows, sign: str = ",") -> str:
    """Write rows with quotes around each cell that is not empty."""
    quoted = [
        ["" if cell in (None, "") else '"' + str(cell).replace('"', '""') + '"' for cell in row]
        for row in rows
    ]
    return "".join(sign.join(row) + "\n" for row in quoted)


def marks(
    talk: str, who: str, *, first: bool = True, sign: object = "x", none: object = None
) -> list[object]:
    """Return a mark for each unit with which a segment begins, the first one perhaps too."""
    units = range(1, len(TEXTS[talk]) + 1)
    return [sign if n in BEGINS[talk][who] and (first or n > 1) else none for n in units]


def numbers(talk: str, who: str) -> list[int]:
    """Return the number of the segment of each unit."""
    begins = BEGINS[talk][who]
    return [sum(n <= unit for n in begins) for unit in range(1, len(TEXTS[talk]) + 1)]


def units(talk: str, *columns: Sequence[object]) -> Rows:
    """Return numbered rows with the text and more columns."""
    return [
        [number, text, *more]
        for number, text, *more in zip(
            range(1, len(TEXTS[talk]) + 1), TEXTS[talk], *columns, strict=True
        )
    ]


def of_coders(talk: str) -> list[list[object]]:
    return [marks(talk, who) for who in CODERS]


def a_sheet_an_interview() -> bytes:
    sheets: dict[str, Rows] = {
        "Read me": [["Mark with x where a new topic begins."], [], ["Room 214"]]
    }
    for talk in TEXTS:
        sheets[talk.replace(" ", "_")] = [
            [f"Life stories, {talk}"],
            ["x = new topic"],
            [],
            ["No.", "Text", *CODERS, "Notes"],
            *units(talk, *of_coders(talk), [None, "Anna unsure", *[None] * (len(TEXTS[talk]) - 2)]),
            [None, "Total", 2, 2],
            [],
            ["Ben: let us discuss the second one."],
        ]
    return excel(**sheets)


def a_codebook_beside() -> bytes:
    sheets: dict[str, Rows] = {
        talk: [["No.", "Text", *CODERS], *units(talk, *of_coders(talk))] for talk in TEXTS
    }
    return excel(**sheets, Codes=[["Code", "Meaning"], ["W", "work"], ["F", "family"]])


def a_sheet_a_coder() -> bytes:
    """Return meetings named once each, and how sure the coder was of each mark."""
    sheets = {}
    for who in CODERS:
        rows: Rows = [["Meeting", "Utterance", "Text", "New topic?", "How sure (1-5)"]]
        for talk in TEXTS:
            sure = marks(talk, who, sign=3)
            sure[0] = 5
            block = [[None, *row] for row in units(talk, marks(talk, who, sign="yes"), sure)]
            block[0][0] = talk
            rows += [*block, []]
        sheets[who] = rows
    return excel(**sheets)


def titles_between_blocks() -> bytes:
    rows: Rows = [["Talks, 2025"], ["Line", "Sentence", *CODERS]]
    for talk in TEXTS:
        rows += [[talk], *units(talk, *of_coders(talk)), []]
    return excel(all=rows)


def sums_between_blocks() -> bytes:
    """Return segment numbers beside times of the turns, a sum and an empty row below each block."""
    rows: Rows = [
        ["Lessons"],
        [None, None, None, None, "Segment no."],
        ["Group", "Turn", "Start", "Utterance", "A.B.", "C.D.", "majority"],
    ]
    for talk in TEXTS:
        segments = [numbers(talk, who) for who in CODERS]
        rows += [
            [talk, number, time(0, 0, 5 * number), text, one, other, "=MEDIAN(E4:F4)"]
            for number, text, one, other in units(talk, *segments)
        ]
        rows += [[None, None, None, "Number of segments", 2, 2], []]
    return excel(all=rows)


def topics_where_they_begin() -> bytes:
    topics = {
        ("Talk 1", "Anna"): ["Arrival", None, "Plans", None, None, None],
        ("Talk 1", "Ben"): ["Arrival", None, None, "School", None, None],
        ("Talk 2", "Anna"): ["Night", "Lamp", None, None, None, "Driver", None],
        ("Talk 2", "Ben"): ["Night", None, None, None, None, "Driver", None],
    }
    return excel(
        **{
            talk: [["Line", "Text", *CODERS], *units(talk, *(topics[talk, who] for who in CODERS))]
            for talk in TEXTS
        }
    )


def a_row_a_segment() -> bytes:
    rows: Rows = [
        ["Recording", None, "Coded passage", None, "Code"],
        ["Talk", "Coder", "Start", "End", "Topic"],
    ]
    for talk, of in BEGINS.items():
        for who, begins in of.items():
            edges = [*begins, len(TEXTS[talk]) + 1]
            rows += [
                [talk, who, f"00:{10 * (begin - 1):02d}", f"00:{10 * (end - 1):02d}", "task"]
                for begin, end in pairwise(edges)
            ]
    return excel(Codings=rows)


def paragraphs_from_and_to() -> bytes:
    rows: Rows = [["Chapter", "Coder", "From paragraph", "To paragraph", "Title"]]
    for talk, of in BEGINS.items():
        for who, begins in of.items():
            edges = [*begins, len(TEXTS[talk]) + 1]
            rows += [[talk, who, begin, end - 1, "none"] for begin, end in pairwise(edges)]
    return excel(Codings=rows)


def coders_in_rows() -> bytes:
    return excel(
        **{
            talk: [
                ["Coder", *(f"S{n}" for n in range(1, len(TEXTS[talk]) + 1))],
                *([who, *marks(talk, who, sign=1, none=0)] for who in CODERS),
            ]
            for talk in TEXTS
        }
    )


def a_row_a_sentence_and_coder() -> str:
    """Return marks in a column that is named as one of times could be, with quotes and breaks."""
    rows: Rows = [["id", "annotator", "doc", "sent_no", "sentence", "segment_start", "remarks"]]
    for talk in TEXTS:
        for who in CODERS:
            for number, text, mark in units(talk, marks(talk, who, sign=1, none=0)):
                said = f'"{text}" she said,\nand left' if number == 2 else text
                rows.append([len(rows), who, talk, number, said, mark, None])
    return "\ufeff" + delimited(rows)


def a_grid_of_a_form() -> str:
    columns = [(talk, n, text) for talk in TEXTS for n, text in enumerate(TEXTS[talk], 1)]
    heading = [f"{talk}: Does a new part begin here? [{n}. {text}]" for talk, n, text in columns]
    rows: Rows = [["Timestamp", "Please enter your initials", *heading, "Any comments?"]]
    for who in CODERS:
        answers = [answer for t in TEXTS for answer in marks(t, who, sign="Yes", none="No")]
        rows.append(["2026/03/01 10:10:22 AM GMT+1", who, *answers, "Sentence 4 was hard to say"])
    return delimited(rows)


def german_segment_numbers() -> bytes:
    rows: Rows = [
        [
            "Gespräch",
            "Zeile",
            "Sprecher",
            "Äußerung",
            "Beginn (s)",
            "Abschnitt Anna",
            "Abschnitt Ben",
        ]
    ]
    for talk in TEXTS:
        segments = [numbers(talk, who) for who in CODERS]
        for number, text, *of in units(talk, *segments):
            rows.append([talk, number, "I" if number == 2 else "B", text, f"{number},50", *of])
    return delimited(rows, ";").encode("cp1252")


NAMED: dict[str, tuple[str, bytes | str]] = {
    "a sheet an interview, titles, a sum, comments, a sheet to read": (
        "a.xlsx",
        a_sheet_an_interview(),
    ),
    "a sheet of codes beside": ("a.xlsx", a_codebook_beside()),
    "a sheet a coder, meetings named once": ("a.xlsx", a_sheet_a_coder()),
    "titles between blocks of rows": ("a.xlsx", titles_between_blocks()),
    "topics written where they begin": ("a.xlsx", topics_where_they_begin()),
    "paragraphs from and to": ("a.xlsx", paragraphs_from_and_to()),
    "coders in rows": ("a.xlsx", coders_in_rows()),
    "a row a sentence and coder": ("a.csv", a_row_a_sentence_and_coder()),
    "a grid of a form": ("a.csv", a_grid_of_a_form()),
}


@pytest.mark.parametrize("file", NAMED.values(), ids=NAMED)
def test_a_sheet_comes_in_without_a_question(file: tuple[str, bytes | str]) -> None:
    assert sized_of(read(file)) == TRUTH


def test_sums_between_blocks_are_no_units() -> None:
    reading = read(("a.xlsx", sums_between_blocks()))
    named = {"A.B.": "Anna", "C.D.": "Ben"}
    renamed = {
        talk: (mass, {named[who]: begins for who, begins in of.items()})
        for talk, (mass, of) in sized_of(reading).items()
    }
    assert renamed == TRUTH
    said = [notice.what for notice in reading.notices]
    assert "row 10: sums or means of the rows above, and no units" in said


def test_a_second_row_of_names_is_one_where_numbers_stand_below_words() -> None:
    assert sized_of(read(("a.xlsx", a_row_a_segment()))) == {
        talk: (10 * mass, {who: tuple(10 * at for at in ats) for who, ats in of.items()})
        for talk, (mass, of) in TRUTH.items()
    }


def test_a_german_table_asks_for_its_letters_alone() -> None:
    file = ("a.csv", german_segment_numbers())
    (problem,) = read(file).problems
    assert problem.asks == "encoding"
    assert sized_of(read(file, encoding="cp1252")) == TRUTH


def test_the_end_of_a_section_is_marked_in_a_file_a_coder_with_a_title_of_three_cells() -> None:
    files = []
    for who in CODERS:
        sheets = {}
        for talk in TEXTS:
            ends: list[object] = [*marks(talk, who, first=False)[1:], "x"]
            sheets[talk] = [
                [f"Codierung {talk}", None, "Codierer/in:", who],
                [],
                ["Nr.", "Text", "Ende des Abschnitts", "Anmerkung"],
                *units(talk, ends),
                [],
                ["Anmerkung: bitte noch einmal ansehen!"],
            ]
        files.append((f"{who}.xlsx", excel(**sheets)))
    assert sized_of(read(*files)) == TRUTH


def test_a_title_with_a_number_is_no_heading() -> None:
    sheets = {
        talk: [
            ["Talks", None, "Version", 3],
            [],
            ["#", "Text", *CODERS, "Open"],
            *units(talk, *of_coders(talk), [None] * len(TEXTS[talk])),
        ]
        for talk in TEXTS
    }
    assert sized_of(read(("a.xlsx", excel(**sheets)))) == TRUTH


def test_a_formula_without_a_value_matters_only_in_a_column_that_is_read() -> None:
    helper = {
        talk: [
            ["No.", "Text", *CODERS, "len"],
            *units(talk, *of_coders(talk), ["=LEN(B2)"] * len(TEXTS[talk])),
        ]
        for talk in TEXTS
    }
    assert sized_of(read(("a.xlsx", excel(**helper)))) == TRUTH
    broken = {"Talk_1": [["No.", "Text", *CODERS], *units("Talk 1", *of_coders("Talk 1"))]}
    broken["Talk_1"][2][2] = "=A1"
    reading = read(("a.xlsx", excel(**broken)))
    assert reading.corpus is None
    assert "a formula without a value" in reading.problems[0].what


# What nothing shows stays a question.


def test_numbers_that_begin_anew_without_a_name_for_the_item_are_asked() -> None:
    rows: Rows = [["Nr", "Text", *CODERS]]
    for talk in TEXTS:
        rows += units(talk, *(numbers(talk, who) for who in CODERS))
    reading = read(("a.csv", delimited(rows)))
    assert reading.corpus is None
    (problem,) = reading.problems
    assert f"numbered anew in {len(TEXTS)} blocks, and nothing names what" in problem.what
    assert "numbered block=item" in problem.command
    said = parsed_roles(problem.command.split('"')[1])
    truth = {str(at): of_talk for at, of_talk in enumerate(TRUTH.values(), 1)}
    assert sized_of(read(("a.csv", delimited(rows)), columns=said)) == truth


def test_titles_that_do_not_begin_the_numbers_anew_name_no_items() -> None:
    rows: Rows = [["Nr", "Text", *CODERS], ["Part one"]]
    rows += units("Talk 1", *of_coders("Talk 1"))
    rows.insert(5, ["Part two"])
    reading = read(("a.xlsx", excel(Talk_1=rows)))
    assert sized_of(reading) == {"a": TRUTH["Talk 1"]}
    assert any("rows 2, 6: titles" in notice.what for notice in reading.notices)


def test_a_sheet_with_a_column_of_the_others_is_not_passed_over() -> None:
    sheets = {talk: [["No.", "Text", *CODERS], *units(talk, *of_coders(talk))] for talk in TEXTS}
    sheets["Talk_3"] = [
        ["No.", "Text", "Notes"],
        *units("Talk 1", [None, "hm", None, None, "here?", None]),
    ]
    reading = read(("a.xlsx", excel(**sheets)))
    assert any("Talk 3" in problem.file for problem in reading.problems)


def test_what_short_sheets_without_codings_say_is_kept_of_each_workbook() -> None:
    """A key to the signs and who is not done yet; a sheet of numbers says nothing."""
    sheets = {talk: [["No.", "Text", *CODERS], *units(talk, *of_coders(talk))] for talk in TEXTS}
    more: dict[str, Rows] = {
        "Key": [["x", "a new topic"], [None, None], ["?", "no topic"]],
        "Sums": [[n, n * n] for n in range(9)],
    }
    reading = read(*((f"{who}.xlsx", excel(**sheets, **more)) for who in ("a", "b")))
    assert reading.notes == {
        f"{who}.xlsx, sheet Key": ["x a new topic", "", "? no topic"] for who in ("a", "b")
    }


def test_a_column_that_changes_where_times_start_again_may_be_the_item() -> None:
    rows = [
        ["Tape", "Coder", "Start", "End"],
        *(["I", "Anna", 0, 12.5], ["I", "Anna", 12.5, 30.5]),
        *(["II", "Anna", 0, 8.5], ["II", "Anna", 8.5, 20.5]),
    ]
    (problem,) = read(("a.csv", delimited(rows))).problems
    assert "start again" in problem.what
    assert problem.command == '--columns "Tape=item"'


def numbered(begins: Sequence[int], heading: str, style: str, *, units: int = 20) -> str:
    """Write a story whose events a coder numbered, in each row or where they begin alone."""
    names = [f"E{n}" if style == "names" else str(n) for n in range(1, len(begins) + 1)]
    rows, now = [], ""
    for unit in range(1, units + 1):
        new = unit in begins
        now = names[begins.index(unit)] if new else now
        cell = now if new or style == "each row" else ""
        rows.append(f"{unit},Sentence {unit} of a story that goes on for long.,{cell},")
    return "\n".join(["Coder:,somebody,,", ",,,", f"No.,Sentence,{heading},Remarks", *rows, ""])


EVENTS = {"Nadia": (1, 3, 6, 9, 12, 15), "Oskar": (1, 4, 10, 15, 18), "Rhys": (1, 5, 9, 16)}
STYLES = {"Nadia": "each row", "Oskar": "begins", "Rhys": "names"}


def stories() -> dict[str, object]:
    """Return a folder for each coder, each with a style and a heading of their own."""
    return {
        f"{who}/{story}.csv": numbered(at, "Event" if who == "Rhys" else "Event no.", STYLES[who])
        for who, at in EVENTS.items()
        for story in ("piano", "kite")
    }


def test_events_are_numbered_in_each_row_or_where_they_begin_and_no_heading_is_a_coder() -> None:
    reading = read(*stories().items())
    assert reading.problems == ()
    found = {(one.coder, one.item): one.segmentation.boundaries for one in reading.codings}
    assert found == {
        (who, story): tuple(place - 1 for place in at[1:])
        for who, at in EVENTS.items()
        for story in ("piano", "kite")
    }


def test_a_number_that_is_skipped_is_no_fault_and_one_that_is_typed_twice_is_named() -> None:
    files = stories()
    first, second = "Nadia/piano.csv", "Nadia/kite.csv"
    files[first] = str(files[first]).replace("for long.,6,", "for long.,7,")
    files[second] = str(files[second]).replace(
        "4 of a story that goes on for long.,2,", "4 of a story that goes on for long.,22,", 1
    )
    reading = read(*files.items())
    (asked,) = reading.problems
    whys = [why for view in reading.tables if not view.sure for why in view.why]
    assert "numbers of segments, but for 22 in line 4" in whys
    assert asked.file == second and asked.asks == "columns"
    assert "Event no. holds numbers of segments, but for 22 in line 4" in asked.what


def test_a_coding_that_stops_is_said_to() -> None:
    files = stories()
    lines = str(files["Nadia/kite.csv"]).splitlines()
    rest = [f"{line[:-2]}," for line in lines[13:]]  # without the numbers of the last ten
    files["Nadia/kite.csv"] = "\n".join([*lines[:13], *rest, ""])
    (asked,) = read(*files.items()).problems
    assert "are empty, the first in this row, as if the coding stopped here" in asked.what
    assert "leave this coding out" in asked.fix
