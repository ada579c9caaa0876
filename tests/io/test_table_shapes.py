"""Tables as people make them, each with its true items, coders, units and boundaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest
from openpyxl import Workbook

from segmetrics.io.column_roles import Role
from tests.support.known import known
from tests.support.readings import read, sized_of, table
from tests.support.workbooks import packed

TALK = (
    "We met in the old town hall yesterday.",
    "The mayor spoke about the new bridge there.",
    "Nobody had seen the plans before that day.",
    "Then we talked about the school and its roof.",
    "It will be mended in the coming summer holidays.",
    "At last we went home, tired but content again.",
)
TURNS = ["Well, good morning.", "How are you?", "I am well.", "Now to the point.", "Gladly so."]
# Anna begins a segment with the units 1, 3; Ben with 1, 4.
ANNA, BEN = "x.x...", "x..x.."
BOTH = {"anna": (2,), "ben": (3,)}
Truth = Mapping[str, tuple[int, Mapping[str, Sequence[int]]]]


def cells(marks: str, sign: str = "x", none: str = "") -> list[str]:
    """Return the marks of a coder, a dot for none."""
    return [none if mark == "." else sign for mark in marks]


def lines(heading: str, *columns: Iterable[object], sep: str = ",") -> str:
    """Write a table of columns; texts are quoted."""
    written = [[str(cell) for cell in column] for column in columns]
    quoted = [[f'"{cell}"' if " " in cell else cell for cell in column] for column in written]
    return "\n".join([heading, *map(sep.join, zip(*quoted, strict=True)), ""])


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
    "speakers of rows that are numbered through": (
        "talk.csv",
        lines("No,Who,Text,anna,ben", UNITS, SPEAKERS, TURNS[:2] * 3, cells(ANNA), cells(BEN)),
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
    "a batch with spans as JSON": ("batch.csv", SPANS, {"t1": (5, {"anna": (3,), "ben": (1, 4)})}),
}


@pytest.mark.parametrize(("name", "content", "truth"), SHAPES.values(), ids=SHAPES)
def test_a_table_gives_its_true_items_coders_units_and_boundaries(
    name: str, content: str | bytes, truth: Truth
) -> None:
    assert sized_of(read((name, content))) == truth


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
TWO_ITEMS = {"ch1": (6, {"anna": (2,), "ben": (3,)}), "ch2": (6, {"anna": (4,), "ben": (1,)})}
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
    assert sized_of(read(("talk.xlsx", content))) == truth


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
    assert sized_of(read(*written, columns={"kind": "segment", "lemma": "ignore"})) == {
        "x": (6, {"a": (2, 4), "b": (3,)}),
        "y": (6, {"a": (2,), "b": (2,)}),
    }


def test_texts_are_no_layers_and_a_sentence_has_no_package() -> None:
    heading = "begin (s),end (s),level"
    texts = [f'{at},{at + 1},"{who} says: ""So we went home."""' for at, who in enumerate("ABCDE")]
    assert read(("a.csv", "\n".join([heading, *texts]))).problems == ()
    names = [f'{at},{at + 1},"{("so. No.", "say")[at % 2]}"' for at in range(5)]
    (problem,) = read(("a.csv", "\n".join([heading, *names]))).problems
    assert problem.command == "--layer 'so. No.' for example"


def test_no_layer_is_offered_whose_name_is_a_sign() -> None:
    rows = [f"{at},{at + 1},{name}" for at, name in enumerate(("hall", '""""', '""""', '""""'))]
    (problem,) = read(("a.csv", "\n".join(["begin (s),end (s),tier", *rows]))).problems
    assert (problem.asks, problem.command) == ("layer", "--layer hall for example")


def test_several_columns_can_name_the_item() -> None:
    rows = ["d1,a,1,anna,s", "d1,a,2,anna,t", "d1,b,1,anna,s", "d1,b,2,anna,s"]
    table = "\n".join(["day,part,place,who,what", *rows, ""])
    chosen = {"day": "item", "part": "item", "place": "unit", "who": "coder", "what": "segment"}
    assert sized_of(read(("a.csv", table), columns=chosen)) == {
        "d1 / a": (2, {"anna": (1,)}),
        "d1 / b": (2, {"anna": ()}),
    }


# What the contents do not confirm.

OPEN = lines("unit,text,anna,ben", UNITS, TALK, cells("..x..."), cells("...x.."))


def test_at_which_end_of_a_segment_marks_stand_is_asked_where_nothing_shows_it() -> None:
    asked = read(("talk.csv", OPEN))
    assert asked.corpus is None
    (problem,) = asked.problems
    assert "nothing shows whether a mark stands at" in problem.what
    assert not asked.tables[0].sure
    first = read(("talk.csv", OPEN), columns={"anna": "first", "ben": "first"})
    assert sized_of(first) == {"talk": (6, BOTH)}
    last = read(("talk.csv", OPEN), columns={"anna": "last", "ben": "last"})
    assert sized_of(last) == {"talk": (6, {"anna": (3,), "ben": (4,)})}


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


def test_rows_above_and_below_a_table_are_named() -> None:
    content = SHAPES["title rows above, comments below"][1]
    notices = [notice.what for notice in read(("talk.csv", content)).notices]
    assert "not read: rows 1, 2, 12, 13, outside the table, such as a title or a note" in notices


# A sheet a coder, in a column that is named for boundaries.


def sheets_of(
    heading: str, sheets: Mapping[str, Mapping[str, str]], *, item: bool = False, text: bool = True
) -> bytes:
    """Write a workbook: for each sheet the marks of its talks, whose texts differ."""
    columns = ["Interview"] * item + ["Paragraph"] + ["Text"] * text + [heading]
    return book(
        {
            name: [
                list(columns),
                *(
                    [talk] * item + [row[0]] + row[1:2] * text + row[2:]
                    for talk, marks in talks.items()
                    for row in units(f"{marks:.<6}", text=f"{talk} says: ")[: len(marks)]
                ),
            ]
            for name, talks in sheets.items()
        }
    )


# A mark begins a segment; talks are of six paragraphs and of four.
KELLER = {"Anna": "..x...", "Ben": "...x..", "Eva": ".x..x."}
MAURER = {"Anna": ".x..", "Ben": "...x", "Eva": ".x.x"}
OF_KELLER = {"Anna": (2,), "Ben": (3,), "Eva": (1, 4)}
OF_MAURER = {"Anna": (1,), "Ben": (3,), "Eva": (1, 3)}
ONE_TALK = {name: {"Keller": marks} for name, marks in KELLER.items()}
TWO_TALKS = {name: {"Keller": KELLER[name], "Maurer": MAURER[name]} for name in KELLER}


@pytest.mark.parametrize("text", [True, False], ids=["texts", "numbers"])
@pytest.mark.parametrize(
    "heading", ["New topic", "New topic?", "Neues Thema", "x = new segment", "Segment starts here"]
)
def test_a_sheet_is_of_a_coder_where_its_column_is_named_for_boundaries(
    heading: str, text: bool
) -> None:
    one = read(("talk.xlsx", sheets_of(heading, ONE_TALK, text=text)))
    assert sized_of(one) == {"talk": (6, OF_KELLER)}
    two = read(("talk.xlsx", sheets_of(heading, TWO_TALKS, item=True, text=text)))
    assert sized_of(two) == {"Keller": (6, OF_KELLER), "Maurer": (4, OF_MAURER)}
    assert {notice.item for notice in two.notices} == {None}  # the workbook is no item


@pytest.mark.parametrize("outer", ["coder", "item"])
def test_workbooks_and_their_sheets_are_coders_and_items_by_their_texts(outer: str) -> None:
    talks = {"Keller": KELLER, "Maurer": MAURER}
    if outer == "item":
        files = {
            talk: {name: {talk: marks} for name, marks in of.items()} for talk, of in talks.items()
        }
    else:
        files = {name: {talk: {talk: talks[talk][name]} for talk in talks} for name in KELLER}
    reading = read(*((f"{name}.xlsx", sheets_of("New topic", of)) for name, of in files.items()))
    assert sized_of(reading) == {"Keller": (6, OF_KELLER), "Maurer": (4, OF_MAURER)}


ITEMS: dict[str, tuple[dict[str, str], bool, dict[str, tuple[int, tuple[int, ...]]]]] = {
    "other texts": (
        {"Keller": "..x...", "Maurer": "...x..", "Otto": ".x..x."},
        True,
        {"Keller": (6, (2,)), "Maurer": (6, (3,)), "Otto": (6, (1, 4))},
    ),
    "other numbers of units": (
        {"Keller": "..x...", "Maurer": "...x.", "Otto": ".x.."},
        False,
        {"Keller": (6, (2,)), "Maurer": (5, (3,)), "Otto": (4, (1,))},
    ),
    "other numbers, named as items": (
        {"Interview 1": "..x...", "Interview 2": "...x."},
        False,
        {"Interview 1": (6, (2,)), "Interview 2": (5, (3,))},
    ),
}


@pytest.mark.parametrize(("sheets", "text", "truth"), ITEMS.values(), ids=ITEMS)
def test_sheets_of_other_texts_or_numbers_of_units_are_items(
    sheets: dict[str, str], text: bool, truth: dict[str, tuple[int, tuple[int, ...]]]
) -> None:
    marks = {name: {name: of} for name, of in sheets.items()}
    reading = read(("eva.xlsx", sheets_of("New topic", marks, text=text)))
    assert sized_of(reading) == {name: (mass, {"eva": of}) for name, (mass, of) in truth.items()}
    assert any("all are read as the work of eva" in one.what for one in reading.notices)


UNCLEAR = {
    "as many units in sheets named as items": {"Interview 1": "..x...", "Interview 2": "...x.."},
    "a unit less in one of two": {"Anna": "..x...", "Ben": "...x."},
    "other numbers in sheets named as coders": {
        "Coder A": "..x...",
        "Coder B": "...x.",
        "Coder C": ".x..",
    },
}


@pytest.mark.parametrize("sheets", UNCLEAR.values(), ids=UNCLEAR)
def test_sheets_that_may_be_coders_or_items_are_asked_about(sheets: dict[str, str]) -> None:
    content = sheets_of("New topic", {n: {n: of} for n, of in sheets.items()}, text=False)
    problem, *_ = read(("talk.xlsx", content)).problems
    assert problem.asks == "pattern"
    assert all(f"{pattern} gives" in problem.what for pattern in ("{item}", "{coder}"))
    items = read(("talk.xlsx", content), pattern="{item}")
    assert {name: mass for name, (mass, _) in sized_of(items).items()} == {
        name: len(of) for name, of in sheets.items()
    }


def test_the_pattern_that_is_chosen_makes_sheets_coders() -> None:
    marks = {"Interview 1": {"k": "..x..."}, "Interview 2": {"k": "...x.."}}
    content = sheets_of("New topic", marks, text=False)
    chosen = read(("talk.xlsx", content), pattern="{coder}")
    assert sized_of(chosen) == {"talk": (6, {"Interview 1": (2,), "Interview 2": (3,)})}


def test_marks_of_sheets_with_one_heading_stand_at_one_end() -> None:
    # Anna's first paragraph and Ben's last are marked: each sheet alone would show another end.
    marks = {"Anna": "x..x..", "Ben": "..x..x", "Eva": "...x.."}
    content = sheets_of("Change", {name: {"k": of} for name, of in marks.items()})
    asked = read(("talk.xlsx", content))
    assert asked.corpus is None
    assert {problem.asks for problem in asked.problems} == {"marks"}
    assert not all(view.sure for view in asked.tables)
    first = read(("talk.xlsx", content), columns={"Change": "first"})
    assert sized_of(first) == {"talk": (6, {"Anna": (3,), "Ben": (2, 5), "Eva": (3,)})}
    last = read(("talk.xlsx", content), columns={"Change": "last"})
    assert sized_of(last) == {"talk": (6, {"Anna": (1, 4), "Ben": (3,), "Eva": (4,)})}


def turns(flags: str, first: int = 0) -> list[str]:
    return [f"{n}\t{TURNS[n - first]}\t{flag}" for n, flag in enumerate(flags, first)]


@pytest.mark.parametrize("first", [0, 1])
def test_utterances_numbered_anew_without_a_heading_are_asked_what_their_blocks_are(
    first: int,
) -> None:
    dialogues = "\n".join([*turns("00010", first), *turns("0010", first), ""])
    (problem,) = read(("talks.tsv", dialogues)).problems
    assert problem.asks == "columns"
    assert "numbered anew in 2 blocks" in problem.what
    chosen: dict[str, Role] = {"column 3": "first", "numbered block": "item"}
    assert sized_of(read(("talks.tsv", dialogues), columns=chosen)) == {
        "1": (5, {"talks": (3,)}),
        "2": (4, {"talks": (2,)}),
    }


def test_blocks_with_the_same_texts_are_perhaps_coders() -> None:
    (problem,) = read(("talk.tsv", "\n".join([*turns("00010"), *turns("00100"), ""]))).problems
    assert "numbered block=coder" in problem.command


def test_cells_that_name_item_and_unit_are_taken_apart() -> None:
    rows = ["id;Satz;anna;ben"]
    for item, flags in {"s01": ("x..", "..x"), "s02": ("x.", "x.")}.items():
        rows += [
            f"{item}-{n:03};{TURNS[n - 1]};{a.replace('.', '')};{b.replace('.', '')}"
            for n, (a, b) in enumerate(zip(*flags, strict=True), 1)
        ]
    reading = read(("all.csv", "\n".join([*rows, ""])), columns={"anna": "first", "ben": "first"})
    assert sized_of(reading) == {
        "s01": (3, {"anna": (), "ben": (2,)}),
        "s02": (2, {"anna": (), "ben": ()}),
    }
    assert any("s01-001 is unit 1 of s01" in one.what for one in reading.notices)


@pytest.mark.parametrize("sign", [",", ";"])
def test_kinds_of_one_judgement_are_no_coders_and_one_of_them_is_chosen(sign: str) -> None:
    rows = ["no,space,time,cause", "1,1,1,1", "2,0,1,0", "3,1,0,0", "4,0,0,1", "5,0,1,0"]
    files = [(f"{who}/story.csv", "\n".join([*rows, ""]).replace(",", sign)) for who in "ab"]
    (problem,) = read(*files).problems
    assert problem.asks == "columns"
    assert "space=mark" in problem.command
    assert "time=" not in problem.command
    told = read(*files, columns={"time": "first"}, pattern="{coder}/{item}")
    assert sized_of(told) == {"story": (5, {"a": (1, 4), "b": (1, 4)})}


def test_a_label_behind_each_sentence_is_read_without_a_heading() -> None:
    labels = ["Facts", "Facts", "Ruling", "Ruling", "Facts", "Facts"]
    sentences = [f'{text[:-1]} "as it was"' for text in TALK]
    text = "".join(f"{one}\t{label}\n" for one, label in zip(sentences, labels, strict=True))
    reading = read(("talk.txt", text))
    assert [of for _, of in sized_of(reading).values()] == [{"talk": (2, 4)}]


def test_a_label_a_line_names_the_segment_of_each_unit() -> None:
    stages = "0 0 0 0 1 1 2 2 2 2 3 3 3 0 0 0"
    reading = read(("night.txt", stages.replace(" ", "\n") + "\n"))
    assert list(sized_of(reading).values()) == [(16, {"night": (4, 6, 10, 13)})]
    for text in (
        "1\n1\n2\n2\n2\n2\n3\n3\n3\n4\n4\n4\n",
        "the\nriver\nrose\n" * 5,
        "0\n0\n0\n1\n0\n" * 3,
    ):
        assert read(("a.txt", text)).corpus is None, text


def test_flags_beside_begin_end_and_label_are_no_coders() -> None:
    rows = ["M,0.0,13.337,,True", "J,13.337,23.121,True,", "M,23.121,60.011,,True"]
    reading = read(("clip.csv", "\n".join(["label,start,stop,jingle,music", *rows])))
    ((mass, of),) = sized_of(reading).values()
    assert (mass, of) == (60.011, {"clip": (13.337, 23.121)})


def test_lists_in_cells_are_no_names_of_segments() -> None:
    rows = [f'"[{n}, {n + 1}, {n + 2}]",{text}' for n, text in enumerate(TALK, 7)]
    (asked,) = read(("spans.csv", "\n".join(["spans,text", *rows]))).problems
    assert asked.asks == "columns"


def test_a_number_that_is_0_in_each_row_marks_no_token() -> None:
    rows = [f"show 0 {n / 4:.2f} 0.25 word{n} 0" for n in range(20)]
    assert read(("words.ctm", "\n".join(rows) + "\n")).corpus is None


ROWS = ("1,a b,,", "2,c d,x,", "3,e f,,x", "4,g h,,", "5,i j,,", "6,k l,,")
NUMBERED = table("Nr,Text,Anna,Ben", *ROWS)


@pytest.mark.parametrize(
    ("below", "units"),
    [
        (",Ben: read it twice,,", 6),
        (",,,not sure here\n,and another,,", 6),
        (",i j,x,", 7),  # a unit without a number, as it is marked
        (",,x,", 7),
        ("note,coded after lunch; checked,,", 6),
        ("checked,,late,", 6),
        ("seven,m n,x,", 7),
        ("7b,m n,,", 7),
    ],
)
def test_a_remark_below_the_last_number_is_no_unit_and_is_told(below: str, units: int) -> None:
    columns = {"Anna": "first", "Ben": "first"}
    content = f"{NUMBERED}{below}\n"
    (item,) = known(read(("a.csv", content), columns=columns).corpus).items
    assert item.mass == units
    told = [one.what for one in read(("a.csv", content)).notices if "is a note" in one.what]
    assert len(told) == (below.count("\n") + 1 if units == 6 else 0)
    if told:
        words = ", ".join(filter(None, below.split("\n")[0].split(",")))
        assert told[0] == f"not read: row 8 is a note, with no number and no mark: {words}"


def test_notes_among_counted_rows_are_told_and_rows_without_their_number_count() -> None:
    columns = {"Anna": "first", "Ben": "first"}
    noted = NUMBERED.replace("3,e f", ",[a pause here],,\nBreak,for coffee,,\n3,e f")
    reading = read(("a.csv", noted), columns=columns)
    assert known(reading.corpus).items[0].mass == 6
    assert [one.what for one in reading.notices] == [
        f"not read: row {row} is a note, with no number and no mark: {words}"
        for row, words in ((4, "[a pause here]"), (5, "Break, for coffee"))
    ]
    missing = read(("a.csv", NUMBERED.replace("3,e f", "three,e f")), columns=columns)
    assert known(missing.corpus).items[0].mass == 6
    assert "row 4 has no number, and counts as a unit" in [one.what for one in missing.notices]


def test_where_numbers_are_missing_above_too_no_row_is_a_remark() -> None:
    content = NUMBERED.replace("2,c d", ",c d") + ",i j,,\n,k l,,\n"
    (item,) = known(
        read(("a.csv", content), columns={"Anna": "first", "Ben": "first"}).corpus
    ).items
    assert item.mass == 8


BLANK = (
    ("t1.csv", table("Nr,Anna,Ben,Cy", "1,,,", "2,x,,", "3,,x,x", "4,,,")),
    ("t2.csv", table("Nr,Anna,Ben,Cy", "1,,,", "2,,,x", "3,x,,", "4,,,", "5,,,")),
)
FIRST = dict.fromkeys(("Anna", "Ben", "Cy"), "first")


def test_who_has_no_mark_in_an_item_is_named_and_may_have_found_no_boundary() -> None:
    reading = read(*BLANK, columns=FIRST)
    assert reading.blank == (("t2", "Ben"),)
    (notice,) = [one for one in reading.notices if "no mark" in one.what]
    assert (notice.item, notice.coder) == ("t2", "Ben")
    assert notice.what.startswith("no mark in this item: read as not coded")
    assert notice.command == "--found-none t2=Ben"
    assert known(reading.corpus)["t2"].coders == ("Anna", "Cy")
    said = read(*BLANK, columns=FIRST, found_none=frozenset(reading.blank))
    assert known(said.corpus)["t2"].coders == ("Anna", "Ben", "Cy")
    assert known(said.corpus)["t2"].codings["Ben"].masses == (5,)
    assert not any("no mark" in one.what for one in said.notices)
    assert said.blank == reading.blank
    renamed = read(*BLANK, columns=FIRST, coders={"Ben": "B"}, found_none={("t2", "B")})
    assert known(renamed.corpus)["t2"].coders == ("Anna", "B", "Cy")


def test_a_blank_column_is_no_question_where_another_file_has_the_coding() -> None:
    own = ("Ben/t2.csv", table("Nr,Ben", "1,", "2,x", "3,", "4,x", "5,"))
    reading = read(*BLANK, own, columns=FIRST)
    assert reading.blank == ()
    assert known(reading.corpus)["t2"].codings["Ben"].masses == (1, 2, 2)


def test_an_odd_sign_among_marks_counts_and_is_told() -> None:
    anna = [*cells("x..x..x.....x..."), "?"]
    marks = lines("Nr,anna,ben", range(1, 18), anna, cells("x..x.......x.x...", "1"))
    reading = read(("t.csv", marks))
    assert sized_of(reading) == {"t": (17, {"anna": (3, 6, 12, 16), "ben": (3, 11, 13)})}
    assert ("?", 18, "anna") in [(one.text, one.row, one.coder) for one in reading.notices]
    own = read(("t.csv", marks.replace("x", "?")))  # the sign of a coder who uses no other
    assert own.problems or sized_of(own) == sized_of(reading)
    assert not any(one.text == "?" for one in own.notices)


def test_blanks_of_one_coder_are_none_beside_the_zeros_of_another() -> None:
    content = lines("Nr,Text,anna,ben", UNITS, TALK, cells(ANNA), cells(BEN, "1", "0"))
    assert sized_of(read(("t.csv", content))) == {"t": (6, BOTH)}
    (problem,) = read(("t.csv", content.replace(",0\n", ",\n", 1))).problems
    assert problem.coder in BOTH and "cells in the column" in problem.what


def test_a_list_of_times_in_items_is_asked_about_with_its_columns_chosen() -> None:
    """Whose it is says the sheet, so that only the columns are to be confirmed."""
    rows = [f"L{n},{m}:{n}2,what" for n in (1, 2) for m in range(1, 5)]
    made = read(("lena.csv", table("Video,Time (m:ss),What begins", *rows)))
    assert made.tables[0].roles[:2] == ("item", "time")
