"""Tables whose columns have roles, guessed or chosen: what is read, and what is asked."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from segmetrics.cli.reading import add_choices
from segmetrics.io import Choices, Reading, Source, parse_sources, read_sources
from segmetrics.io.column_roles import ROLE_WORDS, Role, heading_of, parsed_roles
from segmetrics.io.write import WRITERS
from tests.support.known import known
from tests.support.readings import boundaries_of, read, table

Boundaries = Mapping[str, Mapping[str, Sequence[int]]]


def roles(reading: Reading) -> dict[str, str]:
    (view,) = reading.tables
    return dict(zip(view.heading, view.roles, strict=True))


UNKNOWN = table("shelf,place,who,what", "a,7,p,q", "a,9,p,r", "b,7,q,r", "b,8,p,r")


def test_a_table_that_no_reader_knows_is_a_question_with_its_columns() -> None:
    reading = read(("a.csv", UNKNOWN))
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.what == "the columns of this table are not known: shelf, place, who, what"
    assert problem.command.startswith("--columns")
    assert "--" not in problem.fix
    assert problem.fix.endswith("the file holds no coding")
    (view,) = reading.tables
    assert not view.sure
    assert view.heading == ("shelf", "place", "who", "what")
    assert view.rows[0] == ("a", "7", "p", "q")
    assert (view.files, view.header_row, view.total_rows) == (("a.csv",), 1, 4)
    assert len(view.roles) == len(view.why) == 4


def test_chosen_roles_are_read_and_the_other_columns_keep_their_guess() -> None:
    chosen: dict[str, Role] = {"shelf": "item", "who": "segment", "what": "ignore"}
    reading = read(("a.csv", UNKNOWN), columns=chosen | {"place": "ignore"})
    assert boundaries_of(reading) == {"a": {"who": ()}, "b": {"who": (1,)}}
    (view,) = reading.tables
    assert view.sure
    assert view.why == ("chosen",) * 4


def test_one_mapping_is_for_all_tables_of_one_heading() -> None:
    other = UNKNOWN.replace("a,", "c,").replace("b,", "d,")
    chosen: dict[str, Role] = {"shelf": "item", "place": "ignore", "who": "segment"}
    files = (("a.csv", UNKNOWN), ("b.csv", other))
    reading = read(*files, columns=chosen | {"what": "ignore"})
    assert sorted(boundaries_of(reading)) == ["a", "b", "c", "d"]
    (view,) = reading.tables
    assert view.files == ("a.csv", "b.csv")
    assert view.total_rows == 8


def test_a_column_that_no_table_has_is_a_problem_that_lists_those_there_are() -> None:
    reading = read(("a.csv", "unit,anna,ben\n1,a,a\n2,b,a\n"), columns={"Anna": "mark"})
    (problem,) = reading.problems
    assert problem.what == "no column is named 'Anna': the columns are unit, anna, ben"


READ_BY_OTHERS = {
    "wide": ("unit,text,anna\n1,p,a\n2,q,b\n", ["unit", "text", "segment"]),
    "flags": ("anna,ben\n1,1\n1,0\n0,1\n0,0\n", ["mark", "mark"]),
    "long": ("item,coder,unit,segment\nx,a,1,1\nx,a,2,2\n", ["item", "coder", "unit", "segment"]),
    "masses": ("item,coder,masses\nx,a,2 3\n", ["item", "coder", "sizes"]),
    "segments": ("item,coder,start,end\nx,a,0,4\nx,a,4,9\n", ["item", "coder", "begin", "end"]),
    "boundaries": ("coder,movie,BoundaryTime(s)\na,x,4.0\na,x,5.0\n", ["coder", "item", "time"]),
    "segeval": ("Coder,Masses\na,2\n", ["coder", "sizes"]),
}


@pytest.mark.parametrize(("content", "expected"), READ_BY_OTHERS.values(), ids=READ_BY_OTHERS)
def test_tables_of_known_formats_show_their_roles_too(content: str, expected: list[str]) -> None:
    (view,) = read(("a.csv", content)).tables
    assert list(view.roles) == expected
    assert view.sure


@pytest.mark.parametrize(("content", "expected"), READ_BY_OTHERS.values(), ids=READ_BY_OTHERS)
def test_choosing_the_roles_that_were_guessed_changes_nothing(
    content: str, expected: list[str]
) -> None:
    plain = read(("a.csv", content))
    (view,) = plain.tables
    again = read(("a.csv", content), columns=dict(zip(view.heading, view.roles, strict=True)))
    assert again.corpus == plain.corpus


def test_roles_are_read_from_the_command_line() -> None:
    said = "Interview=item, Nr, neu=unit,a=b=mark ,Zeit=IGNORE"
    assert parsed_roles(said) == {
        "Interview": "item",
        "Nr, neu": "unit",
        "a=b": "mark",
        "Zeit": "ignore",
    }


@pytest.mark.parametrize("said", ["", "item", "a=b", "a=item,b", ","])
def test_wrong_roles_are_refused(said: str) -> None:
    with pytest.raises(ValueError):
        parsed_roles(said)


def test_an_encoding_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_choices(parser)
    assert parser.parse_args(["--encoding", "cp1252"]).encoding == "cp1252"
    for wrong in ("cp9", "base64"):
        with pytest.raises(SystemExit):
            parser.parse_args(["--encoding", wrong])
    assert "no encoding 'cp9'" in capsys.readouterr().err


def test_columns_have_a_name_each() -> None:
    assert heading_of(["a", "", "a", "column 2"]) == ("a", "column 2", "a (2)", "column 2 (2)")


GERMAN = "Gespräch;Kodierer;Größen\nG1;Jürgen;2 3\nG1;Käthe;1 4\n"


def test_a_windows_code_page_is_asked_once_with_a_word_that_a_person_can_judge() -> None:
    asked = read(("a.csv", GERMAN.encode("cp1252")))
    (problem,) = asked.problems
    assert "read as Windows-1252 (Western Europe), one of its words is 'Gespräch'" in problem.what
    assert problem.command == "--encoding cp1252"
    assert asked.encodings["cp1252"] == "Gespräch"
    chosen: dict[str, Role] = {"Gespräch": "item", "Kodierer": "coder", "Größen": "sizes"}
    reading = read(("a.csv", GERMAN.encode("cp1252")), encoding="cp1252", columns=chosen)
    assert boundaries_of(reading) == {"G1": {"Jürgen": (2,), "Käthe": (1,)}}
    assert reading.encodings == {}


def test_parsing_with_roles_is_what_reading_does() -> None:
    chosen: dict[str, Role] = {"shelf": "item", "who": "segment"}
    parsed = parse_sources([Source("a.csv", UNKNOWN.encode())], Choices(columns=chosen))
    assert parsed.tables == read(("a.csv", UNKNOWN), columns=chosen).tables


NUMBERED = (
    "talk_1\n0 Good morning.\n0 Sit down.\n1 The bridge: who pays?\n1 Nobody knows.\n"
    "talk_2\n0 Rain.\n0 More rain.\n0 Again.\n1 Sun.\n2 Wind.\n2 A storm.\n"
)
UNDER = {"talk_1": {"anna": (2,)}, "talk_2": {"anna": (3, 4)}}


def test_lines_that_begin_with_the_numbers_of_segments_are_a_table_that_is_asked_about() -> None:
    (problem,) = read(("anna.txt", NUMBERED)).problems
    assert problem.asks == "columns"
    assert problem.what.endswith("not known: item, leading number, text")
    answer = "item=item, leading number=segment, text=text"
    assert answer in problem.command
    reading = read(("anna.txt", NUMBERED), columns=parsed_roles(answer))
    assert boundaries_of(reading) == UNDER
    assert known(known(reading.corpus).items[0].texts)[2] == "The bridge: who pays?"


def test_numbered_lines_without_names_are_of_one_item() -> None:
    lines = [line for line in NUMBERED.splitlines() if not line.startswith("talk_1")][:4]
    chosen = parsed_roles("leading number=segment")
    reading = read(("talk.txt", table(*lines)), columns=chosen)
    assert boundaries_of(reading) == {"text": {"talk": (2,)}}


@pytest.mark.parametrize(
    "text",
    [
        "1 We met.\n2 It rained.\n3 We ran.\n3 We fell.\n4 Home.\n",
        "talk\n0 We met.\n0 It rained and\nit rained\nand rained.\n0 We ran.\n0 We fell.\n",
        "a\n0 We met.\n0 Rain.\na\n0 We met.\n0 Rain.\n",
    ],
    ids=["most numbers come once", "a line goes on", "a name comes again"],
)
def test_other_lines_with_numbers_are_no_table(text: str) -> None:
    assert "leading number" not in str(read(("talk.txt", text)).problems)


def test_a_dash_between_two_words_shows_how_a_file_is_encoded() -> None:
    text = "item,coder,masses,why\na,x,2 3,we came—they left\n"
    reading = read(("a.csv", text.encode("cp1252")))
    assert reading.problems[0].command == "--encoding cp1252"
    assert reading.encodings["cp1252"] == "came—they"


def test_segment_sizes_are_guessed_also_for_items_with_a_row_each() -> None:
    content = b"item,coder,segment sizes\nch1,ann,2 3 4\nch2,bob,3 6\n"
    (table,) = read_sources([Source("a.csv", content)]).tables
    assert table.roles == ("item", "coder", "sizes")
    assert not table.sure


def test_a_column_that_is_named_as_sizes_but_holds_words_is_none() -> None:
    content = b"item,coder,segment sizes\nch1,ann,short\nch1,bob,long\n"
    (table,) = read_sources([Source("a.csv", content)]).tables
    assert "sizes" not in table.roles


SPOKEN = table(
    "No,Speaker,Utterance,Ann,Ben",
    *(
        f"{unit},{who},{text} we said at last,{ann},{ben}"
        for unit, (who, text, ann, ben) in enumerate(
            [
                ("Mo", "Well this", "", ""),
                ("Lu", "Now what", "", "x"),
                ("", "So then", "x", ""),
                ("Mo", "Oh but", "", ""),
                ("Lu", "Yes right", "", ""),
            ],
            1,
        )
    ),
)


def test_who_speaks_is_kept_and_comes_back_as_json() -> None:
    reading = read(("talk.csv", SPOKEN), columns={"Ann": "first", "Ben": "first"})
    assert roles(reading)["Speaker"] == "speaker"
    assert not [one for one in reading.notices if "Speaker" in one.what]
    assert reading.corpus is not None
    (item,) = reading.corpus.items
    assert item.speakers == ("Mo", "Lu", "", "Mo", "Lu")
    assert item.coders == ("Ann", "Ben")
    written = WRITERS["segmetrics-json"].write(reading.corpus)
    assert written.lost == ()
    again = read(("talk.json", written.content)).corpus
    assert again == reading.corpus
    assert again.digest == reading.corpus.digest
    others = replace(reading.corpus, items=(replace(item, speakers=None),))
    assert others.digest != reading.corpus.digest
    assert "who speaks each unit" in WRITERS["segeval-json"].write(reading.corpus).lost


def test_a_wide_table_keeps_who_speaks() -> None:
    rows = [
        f"{unit},{'Mo' if unit % 2 else 'Lu'},{1 + (unit > 2)},{1 + (unit > 3)}"
        for unit in range(1, 6)
    ]
    reading = read(("talk.csv", table("unit,speaker,Ann,Ben", *rows)))
    assert known(reading.corpus).items[0].speakers == ("Mo", "Lu", "Mo", "Lu", "Mo")
    assert known(reading.corpus).coders == ("Ann", "Ben")
    assert reading.notices == ()


def test_a_column_may_be_said_to_hold_speakers() -> None:
    said = read(("talk.csv", SPOKEN.replace("Speaker", "P")), columns={"P": "speaker"})
    assert roles(said)["P"] == "speaker"


def test_answers_of_one_person_are_no_marks_because_they_are_yes_and_no() -> None:
    rows = "".join(f"D1,1/{n}/2000,{n}:30 PM,{'Yes' if n == 3 else 'No'}\n" for n in range(1, 9))
    reading = read_sources(
        [Source("diary.csv", f"participant_id,date,bed,napped\n{rows}".encode())]
    )
    assert reading.corpus is None
    assert reading.problems[0].asks == "columns"


def test_numbers_that_go_on_below_are_no_heading_though_one_falls() -> None:
    begins = [-1, 31, 56, 79, 100, 128, 126, 144, 162, 170, 178, 190]
    rows = [f"{begin},{begin + 10.5},exp,1st,{'ab'[begin % 2]}" for begin in begins]
    assert [one.asks for one in read(("a.csv", table(*rows))).problems] == ["columns"]
    chosen: dict[str, Role] = {"column 1": "begin", "column 2": "end"}
    (coding,) = read(("a.csv", table(*rows)), columns=chosen).codings
    assert coding.segmentation.boundaries[:2] == (9500, 31_000)


@pytest.mark.parametrize("role", ["coder", "condition"])
def test_what_columns_lack_is_said_in_the_words_of_the_menus(role: Role) -> None:
    (problem,) = read(("presses.csv", UNKNOWN), columns={"who": role, "what": role}).problems
    assert problem.where == "presses.csv"
    named = re.findall("“(.+?)”", problem.what_to_do)
    assert named
    menus = [words.partition(",")[0] for words in ROLE_WORDS.values()]
    assert set(named) <= set(menus)
    assert problem.asks == "columns"


@pytest.mark.parametrize(("role", "edge"), [("first", "first"), ("last", "last")])
def test_marks_where_a_text_begins_or_ends_anyway_are_counted(role: Role, edge: str) -> None:
    rows = ["x,,", ",x,x", "x,,x"] if edge == "first" else ["x,,", ",x,x", "x,,"]
    files = [(f"{item}.csv", table("Ann,Ben,Cy", *rows)) for item in ("rain", "sun")]
    reading = read(*files, columns=dict.fromkeys(("Ann", "Ben", "Cy"), role), pattern="{item}")
    verb = "begin" if edge == "first" else "end"
    assert [one.what for one in reading.notices if "marks stand in" in one.what] == [
        f"2 marks stand in {edge} rows of texts. A text {verb}s there anyway: no boundary"
    ]


def test_that_every_coder_marked_the_first_row_is_not_said() -> None:
    rows = table("Ann,Ben", "x,x", ",x", "x,")
    reading = read(("rain.csv", rows), columns={"Ann": "first", "Ben": "first"})
    assert not any(" row of a text" in one.what for one in reading.notices)


def test_where_folders_hold_tables_of_the_same_names_one_column_is_proposed() -> None:
    rows = ["tok\tspeech\tframe"]
    rows += [f"w{n}\t{f'd.{n // 3}' if n > 3 else '-'}\tf.{n // 2}" for n in range(12)]
    files = [(f"{who}/t{n}.tsv", table(*rows)) for who in ("anna", "ben") for n in (1, 2)]
    assert read(*files).problems[0].command == '--columns "tok=text, speech=segment" for example'
    assert read(files[0]).problems[0].command.count("=segment") == 2
