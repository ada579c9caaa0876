"""Tables as people make them, each with its true items, coders, units and boundaries."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from openpyxl import Workbook

from segmetrics.io import Choices, Reading, Source, read_sources
from tests.support.workbooks import packed

TALK = (
    "We met in the old town hall yesterday.",
    "The mayor spoke about the new bridge there.",
    "Nobody had seen the plans before that day.",
    "Then we talked about the school and its roof.",
    "It will be mended in the coming summer holidays.",
    "At last we went home, tired but content again.",
)
# Anna begins a segment with the units 1, 3; Ben with 1, 4.
ANNA, BEN = "x.x...", "x..x.."
BOTH = {"anna": (2,), "ben": (3,)}
Truth = Mapping[str, tuple[int, Mapping[str, tuple[int, ...]]]]


def cells(marks: str, sign: str = "x", none: str = "") -> list[str]:
    """Return the marks of a coder, a dot for none."""
    return [none if mark == "." else sign for mark in marks]


def lines(heading: str, *columns: object, sep: str = ",") -> str:
    """Write a table of columns; texts are quoted."""
    written = [[str(cell) for cell in column] for column in columns]  # type: ignore[attr-defined]
    quoted = [[f'"{cell}"' if " " in cell else cell for cell in column] for column in written]
    return "\n".join([heading, *map(sep.join, zip(*quoted, strict=True)), ""])


def read(*files: tuple[str, str | bytes], **choices: object) -> Reading:
    sources = [Source(name, c.encode() if isinstance(c, str) else c) for name, c in files]
    return read_sources(sources, Choices(**choices))  # type: ignore[arg-type]


def found(reading: Reading) -> Truth:
    items = reading.corpus.items if reading.corpus else ()
    return {
        item.name: (item.mass, {name: one.boundaries for name, one in item.codings.items()})
        for item in items
    }


UNITS = range(1, 7)
STUDY = lines("Nr;Text;anna;ben", UNITS, TALK, cells(ANNA), cells(BEN), sep=";")
SPEAKERS = ["Ann", "Bob"] * 3
ROWS_OF_CODERS = lines(
    "Speaker,Utterance,Coder,Boundary",
    SPEAKERS * 2,
    TALK * 2,
    ["anna"] * 6 + ["ben"] * 6,
    [*cells(ANNA, "B", "I"), *cells(BEN, "B", "I")],
)
TWO = lines(
    "Interview,Nr,anna,ben",
    ["i1"] * 3 + ["i2"] * 3,
    [1, 2, 3] * 2,
    cells("x.xx.."),
    cells("xx.x.."),
)
FORM = (
    "Timestamp,Your name,After paragraph 1: is there a boundary?,"
    "After paragraph 2: is there a boundary?,After paragraph 3: is there a boundary?,Comments\n"
    "2024/01/02,anna,Yes,No,Yes,\n2024/01/02,ben,No,Yes,No,hard\n"
)
SURVEY = (
    "StartDate,ResponseId,Q1_1,Q1_2,Q1_3\n"
    + "Start Date,Response ID"
    + "".join(f",Does a new segment begin with sentence {n}?" for n in (2, 3, 4))
    + '\n"{""ImportId"":""a""}","{""ImportId"":""b""}","{""ImportId"":""c""}",x,y\n'
    "2024-01-02,anna,Yes,No,No\n2024-01-02,ben,No,No,Yes\n"
)
BATCH = (
    "HITId,Title,AssignmentId,WorkerId,AssignmentStatus,Answer.1s,Answer.1e,Answer.2s,Answer.2e,"
    "Answer.3s,Answer.3e,Approve,Reject\n"
    "h,Split it,a1,anna,Approved,1,2,3,6,,\nh,Split it,a2,ben,Approved,1,3,4,,5,6\n"
    "h,Split it,a3,carl,Rejected,1,6,,,,\n"
)
SPANS = (
    "HITId,AssignmentId,WorkerId,Input.id,Input.text,Answer.taskAnswers\n"
    'h1,a1,anna,t1,"One two. Three.","[{""x"":[{""startOffset"":0,""endOffset"":8}]}]"\n'
    'h1,a2,ben,t1,"One two. Three.","[{""x"":[{""startOffset"":4,""endOffset"":14}],""y"":True}]"\n'
)
WEIGHTS = lines(
    "measure,beat,timestamp,n1,n2,n3",
    [1, 1, 1, 2, 2, 2],
    [1, 2, 3] * 2,
    [0, 1.25, 2.5, 3.75, 5, 6.25],
    ["", "", "3", "", "", ""],
    ["", "", "", "4", "", "1"],
    ["", "2", "", "", "1.5", ""],
)

SHAPES: dict[str, tuple[str, str | bytes, Truth]] = {
    "x marks in a wide table": ("talk.csv", STUDY.replace(";", ","), {"talk": (6, BOTH)}),
    "semicolons": ("talk.csv", STUDY, {"talk": (6, BOTH)}),
    "title rows above, comments below": (
        "talk.csv",
        f"Study of talks, 2023\nMade by Max;;;\n\n{STUDY}\nx = a new topic\nChecked by Eva\n",
        {"talk": (6, BOTH)},
    ),
    "a row of sums below": ("talk.csv", f"{STUDY}Sum;;2;2\n", {"talk": (6, BOTH)}),
    "yes and no in German, an empty column of comments": (
        "talk.csv",
        lines(
            "Nr;Satz;anna;ben;Kommentar",
            UNITS,
            TALK,
            cells(ANNA, "ja", "nein"),
            cells(BEN, "ja", "nein"),
            [""] * 6,
            sep=";",
        ),
        {"talk": (6, BOTH)},
    ),
    "free notes and times beside labels": (
        "talk.csv",
        lines(
            "unit,text,start,anna,ben,notes",
            UNITS,
            TALK,
            ["0.5", "1.5", "2.25", "3.5", "4.5", "5.5"],
            "aabbbb",
            "aaabbb",
            ["", "not sure here, perhaps a bit later", "", "", "", "hard"],
        ),
        {"talk": (6, BOTH)},
    ),
    "a row a unit and coder, B and I, speakers": ("talk.csv", ROWS_OF_CODERS, {"talk": (6, BOTH)}),
    "a column of items under its own name": (
        "all.csv",
        TWO,
        {"i1": (3, {"anna": (2,), "ben": (1,)}), "i2": (3, {"anna": (), "ben": ()})},
    ),
    "weights of boundaries beside counters and times": (
        "work.csv",
        WEIGHTS,
        {"work": (6, {"n1": (2,), "n2": (3, 5), "n3": (1, 4)})},
    ),
    "no heading, 0 and 1 before a text": (
        "talk.csv",
        lines("1,We begin with a first sentence.", "001000", TALK),
        {"text": (7, {"talk": (3,)})},
    ),
    "speakers in a column as coders might be": (
        "talk.csv",
        lines("Participant,Utterance,anna,ben", SPEAKERS, TALK, cells(ANNA), cells(BEN)),
        {"talk": (6, BOTH)},
    ),
    "segment numbers along the row": (
        "talk.csv",
        "Coder,1,2,3,4\nanna,1,1,2,2\nben,1,2,2,3\n",
        {"talk": (4, {"anna": (2,), "ben": (1, 3)})},
    ),
    "averages behind the coders": (
        "talk.csv",
        lines("Nr,Text,anna,ben,mean", UNITS, TALK, "101000", "100100", [1, 0, 0.5, 0.5, 0, 0]),
        {"talk": (6, BOTH)},
    ),
    "a form, a column a question": ("talk.csv", FORM, {"talk": (4, {"anna": (1, 3), "ben": (2,)})}),
    "a survey with its questions below the heading": (
        "talk.csv",
        SURVEY,
        {"talk": (4, {"anna": (1,), "ben": (3,)})},
    ),
    "a batch with first and last units": (
        "batch.csv",
        BATCH,
        {"Split it": (6, {"anna": (2,), "ben": (3, 4)})},
    ),
    "a batch with spans as JSON": (
        "batch.csv",
        SPANS,
        {"t1": (5, {"anna": (3,), "ben": (1, 4)})},
    ),
}


@pytest.mark.parametrize(("name", "content", "truth"), SHAPES.values(), ids=SHAPES)
def test_a_table_gives_its_true_items_coders_units_and_boundaries(
    name: str, content: str | bytes, truth: Truth
) -> None:
    reading = read((name, content))
    assert reading.problems == ()
    assert found(reading) == truth


def book(sheets: Mapping[str, list[list[object]]], *merged: str) -> bytes:
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for area in merged:
            sheet.merge_cells(area)
    return packed(made)


def units(*marks: str, text: str = "") -> list[list[object]]:
    """Return rows with a number, a text and a mark of each coder."""
    columns = [[sign or None for sign in cells(of_one)] for of_one in marks]
    return [[n, text + TALK[n - 1], *(c[n - 1] for c in columns)] for n in UNITS]


HEADING: list[object] = ["Nr", "Text", "anna", "ben"]
ONE: list[object] = ["Nr", "Text", "Boundary"]
TITLED: list[list[object]] = [
    ["Our study of talks"],
    [],
    HEADING,
    *units(ANNA, BEN),
    [],
    ["Note: x begins a topic"],
]
SPANNING: list[list[object]] = [["Nr", "Text", "Coder", None], [None, None, "anna", "ben"]]
MERGED: list[list[object]] = [["Interview", *HEADING]] + [
    [{0: "i1", 3: "i2"}.get(at), at % 3 + 1, *row[1:]]
    for at, row in enumerate(units("x.xx..", "xx.x.."))
]
TWO_ITEMS = {
    "ch1": (6, {"anna": (2,), "ben": (3,)}),
    "ch2": (6, {"anna": (4,), "ben": (1,)}),
}
BOOKS: dict[str, tuple[bytes, Truth]] = {
    "titles and comments": (book({"S": TITLED}), {"talk": (6, BOTH)}),
    "a merged heading over coders": (
        book({"S": [*SPANNING, *units(ANNA, BEN)]}, "C1:D1", "A1:A2", "B1:B2"),
        {"talk": (6, BOTH)},
    ),
    "items merged over their rows": (
        book({"S": MERGED}, "A2:A4", "A5:A7"),
        {"i1": (3, {"anna": (2,), "ben": (1,)}), "i2": (3, {"anna": (), "ben": ()})},
    ),
    "a sheet a coder": (
        book({"anna": [ONE, *units(ANNA)], "ben": [ONE, *units(BEN)]}),
        {"talk": (6, BOTH)},
    ),
    "a sheet an item": (
        book(
            {
                "ch1": [HEADING, *units(ANNA, BEN)],
                "ch2": [HEADING, *units("x...x.", "xx....", text="So: ")],
            }
        ),
        TWO_ITEMS,
    ),
    "item and coder in the names of sheets": (
        book(
            {
                "ch1_anna": [ONE, *units(ANNA)],
                "ch1_ben": [ONE, *units(BEN)],
                "ch2_anna": [ONE, *units("x...x.", text="So: ")],
                "ch2_ben": [ONE, *units("xx....", text="So: ")],
            }
        ),
        TWO_ITEMS,
    ),
}


@pytest.mark.parametrize(("content", "truth"), BOOKS.values(), ids=BOOKS)
def test_a_workbook_gives_its_true_items_coders_units_and_boundaries(
    content: bytes, truth: Truth
) -> None:
    reading = read(("talk.xlsx", content))
    assert reading.problems == ()
    assert found(reading) == truth


def test_one_column_in_folders_of_coders_is_that_of_the_coder() -> None:
    words = ["the", "old", "men", "rest", "here", "now"]

    def tokens(labels: str) -> str:
        return lines("tok,lemma,kind", words, "abcdef", labels)

    files = {"a/x.csv": "ssttuu", "b/x.csv": "sssttt", "a/y.csv": "sstttt", "b/y.csv": "ssuuuu"}
    # The texts of x and y are to differ, else nothing tells item from coder.
    written = [
        (name, tokens(labels).replace("old", "young") if "y" in name else tokens(labels))
        for name, labels in files.items()
    ]
    reading = read(*written, columns={"kind": "segment", "lemma": "ignore"})
    assert reading.problems == ()
    assert found(reading) == {
        "x": (6, {"a": (2, 4), "b": (3,)}),
        "y": (6, {"a": (2,), "b": (2,)}),
    }


def test_several_columns_can_name_the_item() -> None:
    rows = ["d1,a,1,anna,s", "d1,a,2,anna,t", "d1,b,1,anna,s", "d1,b,2,anna,s"]
    table = "\n".join(["day,part,place,who,what", *rows, ""])
    chosen = {"day": "item", "part": "item", "place": "unit", "who": "coder", "what": "segment"}
    assert found(read(("a.csv", table), columns=chosen)) == {
        "d1 / a": (2, {"anna": (1,)}),
        "d1 / b": (2, {"anna": ()}),
    }


# What the contents do not confirm.

OPEN = lines("unit,text,anna,ben", UNITS, TALK, cells("..x..."), cells("...x.."))


def test_at_which_end_of_a_segment_marks_stand_is_asked_where_nothing_shows_it() -> None:
    asked = read(("talk.csv", OPEN))
    assert asked.corpus is None
    (problem,) = asked.problems
    assert "nothing shows which" in problem.what
    assert not asked.tables[0].sure
    first = read(("talk.csv", OPEN), columns={"anna": "first", "ben": "first"})
    assert found(first) == {"talk": (6, BOTH)}
    last = read(("talk.csv", OPEN), columns={"anna": "last", "ben": "last"})
    assert found(last) == {"talk": (6, {"anna": (3,), "ben": (4,)})}


DOUBTFUL = {
    "a questionnaire": "age,item1,item2,item3\n31,1,0,1\n22,0,1,0\n27,1,1,0\n",
    "who annotated what": "document,anna,ben\nd1,x,\nd2,x,x\nd3,,x\nd4,x,x\nd5,x,\n",
    "several columns of labels": lines(
        "tok,pos,chunk,entity",
        ["the", "old", "men", "rest", "here", "now"],
        "DDNNVV",
        "AABBBB",
        "OOPPPP",
    ),
    "speakers who are named as coders might be": lines(
        "Participant,Utterance,Anna,Eva,Kim",
        SPEAKERS,
        TALK,
        cells("x.xx.x"),
        cells("x.xxx."),
        cells("xxx..x"),
    ),
    "scores": "who,score\nanna,0.4\nben,0.7\n",
}


@pytest.mark.parametrize("content", DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_is_not_confirmed_is_asked(content: str) -> None:
    reading = read(("a.csv", content))
    assert reading.corpus is None
    assert reading.problems
    assert not any(view.sure for view in reading.tables)


def test_tables_with_the_same_columns_are_asked_about_once() -> None:
    scores = DOUBTFUL["scores"]
    (problem,) = read(("a.csv", scores), ("b.csv", scores.replace("ben", "eva"))).problems
    assert problem.what.endswith("who, score; so in 1 more table")


def test_a_segeval_table_is_no_table_of_spans_of_a_coder_named_coder() -> None:
    reading = read(("a.csv", "Coder,1,2,3\nx,1,1,2\ny,2,1,1\n"))
    assert found(reading) == {"a": (4, {"x": (1, 2), "y": (2, 3)})}


def test_rows_above_and_below_a_table_are_named() -> None:
    content = SHAPES["title rows above, comments below"][1]
    notices = [notice.what for notice in read(("talk.csv", content)).notices]
    assert "not read, as above the heading or below the table: 1, 2, 12, 13 (numbers of rows)" in (
        notices
    )
