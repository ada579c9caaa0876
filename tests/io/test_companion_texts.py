"""Texts in files of their own: whose they are, and by which rule they are divided."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from segmetrics.corpus import Corpus, Item
from segmetrics.io import Choices, Reading, Source, assemble, parse_sources, read_sources
from segmetrics.io.companion_texts import attach_texts
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.workbooks import packed, workbook

# Two chapters of three and four units, of which none is divided by more than one rule.
ONE = ("We met, and we talked. It rained.", "We ran.", "The bus came. It was late.")
TWO = ("A dog barked.", "Nobody looked. Nobody cared.", "The night was cold.", "It ended.")
CODINGS = b"item,coder,masses\nch1,anna,2 1\nch1,ben,1 2\nch2,anna,2 2\nch2,ben,4\n"


def read(**texts: str | bytes) -> Reading:
    """Read the codings of both chapters, and texts beside them."""
    files = {f"texts/{name}.txt": text for name, text in texts.items()}
    sources = [
        Source(name, text.encode() if isinstance(text, str) else text)
        for name, text in files.items()
    ]
    return read_sources([Source("codings/all.csv", CODINGS), *sources])


def texts_of(reading: Reading) -> dict[str, tuple[str, ...] | None]:
    assert reading.corpus is not None
    return {item.name: item.texts for item in reading.corpus.items}


@pytest.mark.parametrize(
    ("sign", "rule"),
    [
        ("\n", "lines"),
        ("\n\n\n\n", "paragraphs between empty lines"),
        ("\n \n", "paragraphs between empty lines"),
        ("\r\n\r\n", "paragraphs between empty lines"),
    ],
)
def test_texts_are_attached_by_name(sign: str, rule: str) -> None:
    reading = read(ch1=sign.join(ONE), ch2=f"{sign.join(TWO)}\n")
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    (notice,) = reading.notices
    assert notice.what == (
        f"2 items have their texts from files beside the codings, a unit from each of the {rule}"
    )


def previewed(*cells: str, text: str = "\n\n".join(ONE)) -> Reading:
    """Read a chapter of three units, with these cells beside its marks, and its text beside it."""
    rows = (
        f'{number},"{cell}",{mark},{mark}'
        for number, cell, mark in zip((1, 2, 3), cells, " x ", strict=True)
    )
    table = "\n".join(["para,text,anna,ben", *rows])
    files = {"ch1.csv": table, "texts/ch1.txt": text}
    sources = [Source(name, content.encode()) for name, content in files.items()]
    return read_sources(sources, Choices(columns={"anna": "first", "ben": "first"}))


@pytest.mark.parametrize(
    "cells",
    [
        ("We met, ...", "We ran.", "The bus …"),
        ("We met, and we", "We ran.", "The bus came. It was"),
        ("We met, and we tal…", "We [...]", "The bus came. It was late."),
    ],
)
def test_the_full_text_of_a_file_comes_before_the_beginnings_in_a_table(
    cells: tuple[str, ...],
) -> None:
    reading = previewed(*cells)
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE}
    assert [(notice.file, notice.what) for notice in reading.notices] == [
        (
            "texts/ch1.txt",
            "1 item has its full text from files beside the codings, a unit from each of the "
            "paragraphs between empty lines, of which a table has the beginnings",
        )
    ]


@pytest.mark.parametrize(
    "cells",
    [ONE, ("We met, and we tal", "We ran.", "The bus"), ("We met ...", "We sat.", "The bus ...")],
)
def test_a_file_that_does_not_go_on_where_cells_end_is_not_read(cells: tuple[str, ...]) -> None:
    reading = previewed(*cells)
    assert texts_of(reading) == {"ch1": cells}
    (notice,) = reading.notices
    assert notice.file == "texts/ch1.txt"
    assert notice.what == "not read: all items have their texts from the codings"


def test_sentences_may_be_units_and_so_may_words() -> None:
    reading = read(ch1="One ends. Two ends.\nThree ends.", ch2="A ends. B ends. C\nends. D ends.")
    assert texts_of(reading) == {
        "ch1": ("One ends.", "Two ends.", "Three ends."),
        "ch2": ("A ends.", "B ends.", "C ends.", "D ends."),
    }
    reading = read(ch1="Stars shine brightly", ch2="Nobody looked up\nthere")
    assert texts_of(reading) == {
        "ch1": ("Stars", "shine", "brightly"),
        "ch2": ("Nobody", "looked", "up", "there"),
    }


def test_the_rule_is_the_one_that_fits_all_items() -> None:
    """Chapter 1 has three lines and three paragraphs; chapter 2 has four paragraphs alone."""
    two = "A dog\nbarked.\n\nNobody looked.\n\nThe night\nwas cold.\n\nIt ended."
    assert texts_of(read(ch1="\n\n".join(ONE), ch2=two)) == {
        "ch1": ONE,
        "ch2": ("A dog barked.", "Nobody looked.", "The night was cold.", "It ended."),
    }


def test_a_title_is_no_unit() -> None:
    reading = read(ch1="\n".join(["The Bus", *ONE]), ch2="\n".join(["The Dog", *TWO]))
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    assert "lines after a title" in reading.notices[0].what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            (*TWO, "It began again."),
            "not attached: the coding has 4 units, the text 5 lines. The text begins with "
            "'A dog barked.'; its unit 4 is 'It ended.', and then comes 'It began again.'",
        ),
        (
            TWO[:3],
            "not attached: the coding has 4 units, the text 3 lines. The text begins with "
            "'A dog barked.'; its last unit, 3, is 'The night was cold.', and the coding goes on",
        ),
    ],
)
def test_a_text_of_another_length_is_shown_beside_its_coding(
    text: tuple[str, ...], what: str
) -> None:
    reading = read(ch1="\n".join(ONE), ch2="\n".join(text))
    assert texts_of(reading) == {"ch1": ONE, "ch2": None}
    found = [notice.what for notice in reading.notices if notice.item == "ch2"]
    assert found == [what]


def test_names_may_be_written_differently() -> None:
    reading = read(Chapter_01="\n".join(ONE), Chapter_02="\n".join(TWO))
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}


def test_a_text_may_be_known_by_its_length_which_is_said() -> None:
    six = [f"Line {number} is here." for number in range(1, 7)]
    codings = b"item,coder,masses\nch1,anna,2 1\nch2,anna,3 3\n"
    files = [Source("a.csv", codings), Source("poem.txt", "\n".join(six).encode())]
    reading = read_sources(files)
    assert texts_of(reading) == {"ch1": None, "ch2": tuple(six)}
    assert [notice.what for notice in reading.notices][1:] == [
        "the text of this item by its length, not by its name"
    ]
    twice = codings + b"ch3,anna,5 1\n"
    assert texts_of(read_sources([Source("a.csv", twice), files[1]]))["ch2"] is None


@pytest.mark.parametrize(
    ("encoding", "title"), [("cp1252", "Windows-1252 (Western Europe)"), ("mac_roman", "Mac Roman")]
)
def test_texts_of_old_systems_are_read_with_a_word_to_see_by(encoding: str, title: str) -> None:
    one = ("The Ärzte came — über Köln.", *ONE[1:])
    reading = read(ch1="\n".join(one).encode(encoding), ch2="\n".join(TWO))
    assert texts_of(reading) == {"ch1": one, "ch2": TWO}
    assert reading.notices[1].what == (
        f"not UTF-8, so read as {title}; one of its words is 'Ärzte'"
    )


def test_a_text_beside_codings_in_texts_is_used_only_if_it_fits() -> None:
    """It might be a coding that is damaged: what does not fit stays a problem."""
    coded = b"A.\n==========\nB.\nC.\n"
    files = [
        Source("anna/talk.txt", coded),
        Source("ben/talk.txt", coded),
        Source("codings.csv", CODINGS),
    ]
    fits = read_sources([*files, Source("ch1.txt", "\n".join(ONE).encode())])
    assert fits.problems == ()
    assert texts_of(fits)["ch1"] == ONE
    wrong = read_sources([*files, Source("ch1.txt", "\n".join(TWO).encode())])
    assert [problem.file for problem in wrong.problems] == ["ch1.txt"]
    assert texts_of(wrong)["ch1"] is None


def test_texts_may_come_later() -> None:
    corpus = Corpus.from_masses({"ch1": {"anna": [2, 1]}, "ch2": {"anna": [4]}})
    sources = [
        Source("ch1.txt", "\n".join(ONE).encode()),
        Source("ch2.txt", "\n".join(TWO).encode()),
        Source("ch9.txt", b"Nobody knows it.\n"),
    ]
    found, notices = attach_texts(corpus, sources)
    assert {item.name: item.texts for item in found.items} == {"ch1": ONE, "ch2": TWO}
    assert [notice.file for notice in notices] == ["ch1.txt", "ch9.txt"]
    again, notices = attach_texts(found, sources)
    assert again == found
    assert [notice.what for notice in notices] == ["a text of no item without a text"] * 3


# ----- in a table


def table(*heading: str, ch2: str = "Chapter 02", sign: str = ",") -> bytes:
    """A row for each unit of both chapters, the last first."""
    rows = [
        (name, str(number), f'"{unit}"')
        for name, units in (("ch1", ONE), (ch2, TWO))
        for number, unit in enumerate(units, 1)
    ]
    return "\n".join(map(sign.join, [heading, *reversed(rows)])).encode()


@pytest.mark.parametrize(
    ("heading", "sign"),
    [(("item", "paragraph", "text"), ","), (("Interview", "Absatz", "Text"), ";")],
)
@pytest.mark.parametrize("kind", ["csv", "xlsx", "sheet"])
def test_a_table_of_texts_goes_to_the_items_that_it_names(
    heading: tuple[str, ...], sign: str, kind: str
) -> None:
    content = table(*heading, sign=sign)
    if kind == "csv":
        sources = [Source("codings.csv", CODINGS), Source("texts.csv", content)]
    else:
        rows = list(csv.reader(content.decode().splitlines(), delimiter=sign))
        cells = [[int(one) if one.isdecimal() else one for one in row] for row in rows]
        if kind == "xlsx":
            sources = [
                Source("codings.csv", CODINGS),
                Source("t.xlsx", packed(workbook({"Texts": cells}))),
            ]
        else:
            codings = list(csv.reader(CODINGS.decode().splitlines()))
            sources = [Source("t.xlsx", packed(workbook({"Codings": codings, "Texts": cells})))]
    reading = read_sources(sources)
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    said = [one.what for one in reading.notices if "their texts" in one.what]
    assert said == ["2 items have their texts from this table, a unit from each row"]


def test_texts_of_a_table_with_other_numbers_of_units_or_names_are_said_and_not_attached() -> None:
    codings = CODINGS.replace(b"2 2\n", b"2 3\n").replace(b",4\n", b",5\n")
    other = table("item", "paragraph", "text")
    reading = read_sources([Source("codings.csv", codings), Source("texts.csv", other)])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE, "ch2": None}
    said = {one.item: one.what for one in reading.notices}
    assert said["ch2"] == "not attached: the coding has 5 units, this table has 4 rows of it"
    strange = other.replace(b"ch1", b"Fox").replace(b"Chapter 02", b"Owl")
    reading = read_sources([Source("codings.csv", CODINGS), Source("texts.csv", strange)])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": None, "ch2": None}
    (notice,) = reading.notices
    assert notice.what == "a table of texts, of no item without a text: none is called Owl, Fox"


@pytest.mark.parametrize(
    ("numbers", "what"),
    [
        ("7,2,3", "unit 2 comes where unit 1 belongs"),
        ("2,1,2", "unit 2 is given twice, first in row 2"),
        ("1,3,4", "unit 3 comes where unit 2 belongs"),
        ("1,x,3", "unit number 'x' is not a whole number"),
        ("7,8,9", ""),  # they go on from another item
    ],
)
def test_texts_whose_numbers_do_not_count_are_not_attached_by_their_rows(
    numbers: str, what: str
) -> None:
    rows = [f'ch1,{number},"{unit}"' for number, unit in zip(numbers.split(","), ONE, strict=True)]
    rows += [f"ch2,{number},{unit}" for number, unit in enumerate(TWO, 1)]
    texts = "\n".join(["item,unit,text", *rows]).encode()
    reading = read_sources([Source("codings.csv", CODINGS), Source("texts.csv", texts)])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": None if what else ONE, "ch2": TWO}
    said = [one for one in reading.notices if one.item]
    assert [one.what for one in said] == ([f"not attached: {what}"] if what else [])
    for one in said:
        assert rows[(one.row or 0) - 2].split(",")[1] in one.what


def test_a_second_table_with_the_texts_of_an_item_is_said_not_to_be_taken() -> None:
    tables = [table("item", "unit", "text"), table("item", "unit", "text").replace(b"met", b"sat")]
    sources = [Source(f"{name}.csv", one) for name, one in zip("ab", tables, strict=True)]
    reading = read_sources([Source("codings.csv", CODINGS), *sources])
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    said = {(one.file, one.item): one.what for one in reading.notices if one.file == "b.csv"}
    what = "not attached: the item has its text from a.csv"
    assert said == {("b.csv", "ch1"): what, ("b.csv", "ch2"): what}


def test_a_table_without_items_is_the_text_of_the_item_that_its_file_names() -> None:
    rows = [f"{number},{unit}" for number, unit in enumerate(ONE, 1)]
    content = "\n".join(["Nr,Text", *rows]).replace("We met, and", "We met and").encode()
    reading = read_sources([Source("codings.csv", CODINGS), Source("texts/ch1.csv", content)])
    assert reading.problems == ()
    assert texts_of(reading)["ch1"] == ("We met and we talked. It rained.", *ONE[1:])


def test_a_table_of_texts_says_how_many_units_items_with_lists_of_positions_have() -> None:
    lists = b"coder;item;paragraphs that begin a topic\n" + b"".join(
        b"%s;%s;%s\n" % row
        for row in (
            (b"anna", b"ch1", b"1, 3"),
            (b"ben", b"ch1", b"1, 2"),
            (b"anna", b"ch2", b"1, 3"),
            (b"ben", b"ch2", b"1, 2, 3"),
        )
    )
    content = table("item", "paragraph", "text")
    reading = read_sources([Source("codings.csv", lists), Source("texts.csv", content)])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    assert known(reading.corpus)["ch2"].codings["ben"].masses == (1, 1, 2)


def test_a_table_of_texts_alone_is_no_corpus_and_is_asked_about() -> None:
    reading = read_sources([Source("texts.csv", table("item", "paragraph", "text"))])
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.asks == "columns"


def test_texts_under_another_heading_are_known_by_what_is_in_them() -> None:
    """Every row differs, so that the table alone is refused as no coding."""
    units = [f"This is what somebody had to say of number {number}." for number in range(8)]
    rows = [f"ch1,{number},{unit}" for number, unit in enumerate(units, 1)]
    content = "\n".join(["item,paragraph,what was said", *rows]).encode()
    codings = b"item,coder,masses\nch1,anna,2 6\nch1,ben,3 5\n"
    reading = read_sources([Source("codings.csv", codings), Source("texts.csv", content)])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": tuple(units)}
    assert read_sources([Source("texts.csv", content)]).problems


def test_which_column_is_the_text_can_be_said() -> None:
    content = table("item", "paragraph", "what was said").replace(b". ", b".")
    sources = [Source("codings.csv", CODINGS), Source("texts.csv", content)]
    said = Choices(columns={"paragraph": "unit", "what was said": "text"})
    reading = read_sources(sources, said)
    assert reading.problems == ()
    (alone,) = read_sources(sources[1:], said).problems
    assert (alone.what, alone.asks) == ("no column says where segments begin or end", "columns")
    assert texts_of(reading)["ch2"] == tuple(unit.replace(". ", ".") for unit in TWO)


POSITIONS = """coder,item,lines at which a part begins
anna,ch1,"2, 3"
ben,ch1,"2, 4"
anna,ch2,"2, 3"
ben,ch2,"2, 4"
"""
TURNS = ("T: Start now.", "Zara: I got four.", "Hugo: It moved.", "Kofi: 3 of us.", "T: Well.")


def numbered(*numbers: int, more: str = "", sign: str = "") -> str:
    """Write turns behind their numbers, under a heading."""
    pairs = zip(numbers, TURNS, strict=True)
    lines = [f"{number:3}{sign}  {turn}" for number, turn in pairs]
    return "\n".join(["LESSON 01 - pendulum", "T = teacher", "", *lines, more])


@pytest.mark.parametrize("sign", ["", ".", ":", ")", "\t"])
@pytest.mark.parametrize("first", [0, 1])
def test_lines_are_counted_by_the_numbers_in_front_of_them(sign: str, first: int) -> None:
    numbers = range(first, first + 5)
    files = {
        "all.csv": POSITIONS,
        "ch1.txt": numbered(*numbers, sign=sign, more="      Go on."),
        "ch2.txt": numbered(*numbers, sign=sign),
    }
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": (*TURNS[:4], "T: Well. Go on."), "ch2": TURNS}
    said = [notice.what for notice in reading.notices]
    assert "5 units, as many as its text has lines; so for 1 other item" in said
    said_of = f"its lines are numbered from {first} to {first + 4}, and read by these numbers"
    assert f"{said_of}, without 2 lines before them" in said
    more = "; 1 line without one added to the line before"
    assert f"{said_of}, without 2 lines before them{more}" in said


def test_who_gives_more_than_a_text_has_is_named_and_the_text_says_how_long_it_is() -> None:
    rows = [f'{who},ch1,"{at}"' for who, at in (("a", "2, 4"), ("b", "2, 3"), ("c", "3, 9"))]
    content = "\n".join([POSITIONS.splitlines()[0], *rows, ""])
    text = "\n".join(f"{at}. {turn}" for at, turn in enumerate(TURNS, 1))
    reading = read_sources([Source("all.csv", content.encode()), Source("ch1.txt", text.encode())])
    (problem,) = reading.problems
    assert problem.coder == "c"
    assert "ch1 ends after 5 " in problem.what
    assert "but c gives 9" in problem.what


def test_numbers_count_paragraphs_too_below_a_title_and_between_empty_lines() -> None:
    files = {"all.csv": POSITIONS}
    for name in ("ch1", "ch2"):
        told = "\n\n".join(f"[{at}] {turn}" for at, turn in enumerate(TURNS, 1))
        files[f"{name}.txt"] = f"{name}, told at night\n\n{told}\n"
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": TURNS, "ch2": TURNS}


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ((1, 2, 2, 3, 4), "2 is followed by 2"),
        ((1, 2, 4, 5, 6), "2 is followed by 4"),
        ((7, 8, 9, 10, 11), "the first is 7"),
        ((1, 5, 3, 9, 20), ""),
    ],
)
def test_numbers_that_do_not_count_the_lines_are_said_and_not_used(
    numbers: tuple[int, ...], why: str
) -> None:
    files = {"all.csv": POSITIONS, "ch1.txt": numbered(*numbers), "ch2.txt": "\n".join(TURNS)}
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    of_texts = [notice.what for notice in reading.notices if notice.file == "ch1.txt"]
    what = "its lines begin with numbers that do not count them: "
    said = [one for one in of_texts if one.startswith(what)]
    assert said == [f"{what}{why}. Every line is read as a unit"] * bool(why)
    units = texts_of(reading)["ch1"] or ()
    assert len(units) == 7
    assert units[2] == f"{numbers[0]} {TURNS[0]}"


def test_a_list_in_a_text_does_not_count_its_lines() -> None:
    text = "\n".join([*"abcd", "1. one", "2. two", "3. three"])
    files = {"all.csv": POSITIONS, "ch1.txt": text, "ch2.txt": text}
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    assert texts_of(reading)["ch1"] == tuple(text.splitlines())


def test_a_round_before_says_how_many_units_items_have_and_their_texts() -> None:
    before = corpus_of_texts(ch1=TURNS, ch2=(*TURNS, "T: Stop."))
    spoken = replace(before["ch1"], speakers=("T", "S", "T", "S", "T"))
    before = replace(before, items=(spoken, before["ch2"]))
    rows = f'{POSITIONS}anna,ch3,"2, 3"\n'
    reading = assemble(parse_sources([Source("all.csv", rows.encode())]), None, before)
    (asked,) = reading.problems
    assert asked.asks == "durations"
    assert "how many lines ch3 has" in asked.what
    whole = read_sources([Source("all.csv", rows.encode())]).problems[0]
    assert "how many lines 3 items have" in whole.what
    said = [one.what for one in reading.notices]
    assert "2 items have as many units as in the round before" in said
    assert "2 items have their texts from the round before, where they have as many units" in said
    assert texts_of(reading)["ch2"] == (*TURNS, "T: Stop.")
    assert [item.mass for item in known(reading.corpus).items][:2] == [5, 6]
    assert [item.speakers for item in known(reading.corpus).items][:2] == [spoken.speakers, None]


def test_a_round_before_says_it_of_items_that_are_spelled_otherwise() -> None:
    rows = POSITIONS.replace("ch1", "Ch. 1").replace("ch2", "Ch. 2")
    before = corpus_of_texts(ch1=TURNS, ch2=(*TURNS, "T: Stop."))
    reading = assemble(parse_sources([Source("all.csv", rows.encode())]), None, before)
    assert not reading.problems
    assert [(one.name, one.mass) for one in known(reading.corpus).items] == [
        ("Ch. 1", 5),
        ("Ch. 2", 6),
    ]


@pytest.mark.parametrize("of", ["*", "ch1"])
def test_what_a_person_says_of_lengths_comes_before_the_round_before(of: str) -> None:
    before = corpus_of_texts(ch1=TURNS * 2, ch2=TURNS)
    parsed = parse_sources([Source("all.csv", POSITIONS.encode())])
    reading = assemble(parsed, Choices(durations={of: 7}), before)
    assert reading.problems == ()
    assert [item.mass for item in known(reading.corpus).items] == [7, 7 if of == "*" else 5]


@pytest.mark.parametrize(("positions", "asked"), [("end", 0), ("begin from 0", 1)])
def test_a_list_of_ends_may_end_with_the_last_unit_of_the_round_before(
    positions: str, asked: int
) -> None:
    choices = Choices(positions=positions)
    rows = POSITIONS.replace("2, 4", "2, 5").encode()
    parsed = parse_sources([Source("all.csv", rows)], choices)
    reading = assemble(parsed, choices, corpus_of_texts(ch1=TURNS, ch2=TURNS))
    assert len(reading.problems) == asked
    assert reading.unknown_ends == {"ch1", "ch2"} if asked else not reading.unknown_ends


def test_files_come_before_the_round_before() -> None:
    """There one text is longer, and one shorter than what is now said of it."""
    before = corpus_of_texts(ch1=TURNS * 2, ch2=TURNS[:3])
    texts = [Source("ch1.txt", "\n".join(TURNS).encode())]
    parsed = parse_sources([Source("all.csv", POSITIONS.encode()), *texts])
    reading = assemble(parsed, None, before)
    assert texts_of(reading)["ch1"] == TURNS
    (asked,) = reading.problems
    assert "how many lines ch2 has" in asked.what


def corpus_of_texts(**texts: tuple[str, ...]) -> Corpus:
    of = Segmentation.from_masses
    return Corpus(
        tuple(
            Item(name, {"anna": of([len(units)])}, units, None, "line")
            for name, units in texts.items()
        )
    )
