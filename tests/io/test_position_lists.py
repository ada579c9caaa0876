"""Lists of positions in cells, as forms and scripts write them: where boundaries then lie."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from io import BytesIO

import docx
import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.numbers import listed_numbers
from segmetrics.io.recording_ends import parsed_durations
from tests.support.known import known
from tests.support.readings import (
    boundaries_of,
    corpus_of,
    masses_of,
    pairs_of,
    read,
    table,
    the_problem,
)

ITEMS = {"Interview 1": 24, "Interview 2": 31, "Interview 3": 9}
PEOPLE = ("Anna", "Ben", "Kim", "Lea")
Places = dict[tuple[str, str], list[int]]


def drawn(seed: int = 1) -> Places:
    """Draw after how many units each boundary of each item and person lies."""
    draw = random.Random(seed)
    return {
        (item, who): sorted(draw.sample(range(1, units), 4))
        for item, units in ITEMS.items()
        for who in PEOPLE
    }


def truth(places: Places) -> dict[str, dict[str, tuple[int, ...]]]:
    return {item: {who: tuple(places[item, who]) for who in PEOPLE} for item in ITEMS}


def in_words(numbers: Sequence[int], sign: str = ", ") -> str:
    return f'"{sign.join(map(str, numbers))}"'


def form(heading: str, numbers: Callable[[list[int], int], Sequence[int]], sign: str = ", ") -> str:
    """Write a row for each answer, with the date, the name, the item and how many units it has."""
    rows = [
        f"2026/03/01 9:00:11,{who},{item},{in_words(numbers(places, ITEMS[item]), sign)}"
        for (item, who), places in drawn().items()
    ]
    return table(f'Timestamp,Your name,Which interview?,"{heading}"', *rows)


def with_lengths(content: str) -> str:
    first, *rows = content.splitlines()
    counts = [next(units for item, units in ITEMS.items() if f",{item}," in row) for row in rows]
    rows = [f"{row},{units}" for row, units in zip(rows, counts, strict=True)]
    return table(f"{first},Number of paragraphs", *rows)


def begins(places: list[int], units: int) -> list[int]:
    return [1, *(place + 1 for place in places)]


def begins_but_the_first(places: list[int], units: int) -> list[int]:
    return begins(places, units)[1:]


def ends(places: list[int], units: int) -> list[int]:
    return [*places, units]


def ends_but_the_last(places: list[int], units: int) -> list[int]:
    return places


def indices(places: list[int], units: int) -> list[int]:
    return [0, *places]


def last_indices(places: list[int], units: int) -> list[int]:
    return [*(place - 1 for place in places), units - 1]


ENGLISH = "At which paragraphs does a new topic begin? (e.g. 1, 5, 9)"
GERMAN = "In welchen Absätzen beginnt ein neues Thema?"


@pytest.mark.parametrize("sign", [", ", ",", "; ", " ", " / ", " und "])
@pytest.mark.parametrize(
    ("heading", "numbers"),
    [
        (ENGLISH, begins),
        (ENGLISH, begins_but_the_first),
        (GERMAN, begins),
        (GERMAN, begins_but_the_first),
        ("After which paragraphs does a topic end?", ends_but_the_last),
        ("After which paragraphs does a new topic begin?", ends_but_the_last),
        ("Nach welchen Absätzen endet ein Thema?", ends),
        ("Paragraphs", begins),
        ("Segment ends", ends),
        ("Topics", ends),
        ("Topics begin at", indices),
        ("boundaries", indices),
    ],
)
def test_what_numbers_are_is_seen_from_the_heading_or_the_numbers(
    heading: str, numbers: Callable[[list[int], int], list[int]], sign: str
) -> None:
    reading = read(("a.csv", with_lengths(form(heading, numbers, sign))))
    assert boundaries_of(reading) == truth(drawn())


QUESTION = "does a 5 in a list mean that unit 5 begins a segment, or that it ends one"


@pytest.mark.parametrize(
    ("heading", "numbers", "answer"),
    [
        ("Paragraphs", begins_but_the_first, "begin"),
        ("Paragraphs", ends_but_the_last, "end"),
        ("Paragraphs", ends_but_the_last, "begin from 0"),
        ("boundaries", last_indices, "end from 0"),
        ("segment starts", begins_but_the_first, "begin"),
        ("segment starts", ends_but_the_last, "begin from 0"),
        ("Where does a topic end and a new one begin?", begins_but_the_first, "begin"),
    ],
)
def test_what_nothing_shows_is_asked_once_and_every_answer_is_read(
    heading: str, numbers: Callable[[list[int], int], list[int]], answer: str
) -> None:
    content = with_lengths(form(heading, numbers))
    reading = read(("a.csv", content))
    (problem,) = reading.problems
    assert problem.asks == "positions"
    assert problem.what.startswith(QUESTION)
    assert reading.corpus is None
    assert boundaries_of(read(("a.csv", content), positions=answer)) == truth(drawn())


def test_lists_in_brackets_or_json_may_count_from_0_whatever_the_heading_asks() -> None:
    bracketed = with_lengths(form(ENGLISH, begins_but_the_first)).replace('"2', '"[2')
    assert read(("a.csv", bracketed)).problems[0].asks == "positions"
    records = [
        {"annotator": who, "document": item, "starts": places, "num_sentences": ITEMS[item]}
        for (item, who), places in drawn().items()
    ]
    reading = read(("a.json", records))
    assert [problem.asks for problem in reading.problems] == ["positions"]
    for answer in ("begin from 0", "end"):
        assert boundaries_of(read(("a.json", records), positions=answer)) == truth(drawn())


def unknown_lengths() -> Reading:
    return read(("a.csv", form(GERMAN, begins)))


def test_how_many_units_there_are_is_asked_once_and_can_be_said_for_each_item() -> None:
    (problem,) = unknown_lengths().problems
    assert problem.asks == "durations"
    assert problem.what.startswith("no file says how many paragraphs 3 items have")
    said = dict(ITEMS)
    reading = read(("a.csv", form(GERMAN, begins)), durations=said)
    assert boundaries_of(reading) == truth(drawn())
    assert [item.mass for item in known(reading.corpus).items] == list(ITEMS.values())
    assert reading.unit == ""
    short = read(("a.csv", form(GERMAN, begins)), durations=said | {"Interview 3": 3})
    assert short.left_out == ("Interview 3",)


def text_of(item: str, *, title: str = "") -> str:
    words = [f"Absatz {number} von {item} sagt etwas." for number in range(1, ITEMS[item] + 1)]
    return "\n\n".join([title] * bool(title) + words)


def test_how_many_units_there_are_is_seen_from_texts_named_as_the_items_are() -> None:
    texts = [(f"{item}.txt", text_of(item)) for item in ITEMS]
    reading = read(("a.csv", form(GERMAN, begins)), *texts)
    assert boundaries_of(reading) == truth(drawn())
    for item in known(reading.corpus).items:
        assert item.texts is not None
        assert (item.mass, len(item.texts)) == (ITEMS[item.name],) * 2
    said = [one.what for one in reading.notices if one.file == "Interview 1.txt"]
    assert said[0].startswith("24 units, as many as its text has paragraphs")


def test_a_text_with_what_may_be_its_title_leaves_the_number_of_units_open() -> None:
    texts = [(f"{item}.txt", text_of(item, title="Im Dorf")) for item in ITEMS]
    reading = read(("a.csv", form(GERMAN, begins)), *texts)
    assert [problem.asks for problem in reading.problems] == ["durations"]
    told = read(("a.csv", form(GERMAN, begins)), *texts, durations=dict(ITEMS))
    assert boundaries_of(told) == truth(drawn())
    first = known(told.corpus).items[0]
    assert first.texts is not None
    assert first.texts[0].startswith("Absatz 1")


def test_a_form_for_each_item_is_a_file_for_each() -> None:
    files = []
    for item in ITEMS:
        rows = [
            f"01.03.2026 10:00:00;{who};{in_words(begins(drawn()[item, who], 0))}" for who in PEOPLE
        ]
        heading = "Zeitstempel;Dein Name;Wo beginnt ein neues Thema? (Nummern der Absätze)"
        files.append((f"{item}.csv", table(heading, *rows)))
    assert boundaries_of(read(*files, durations=dict(ITEMS))) == truth(drawn())


@pytest.mark.parametrize("before", ["", '"'], ids=["bare", "quoted behind a blank"])
def test_the_signs_between_numbers_may_be_those_between_cells(before: str) -> None:
    rows = [
        f"01.03.2026 10:00:00; {who}; {item}; {before}{'; '.join(map(str, places))}{before}"
        for (item, who), places in drawn().items()
    ]
    heading = "Zeitstempel; Name; Text; Nach welchem Absatz endet ein Abschnitt?"
    reading = read(("a.csv", table(heading, *rows)), durations=dict(ITEMS))
    assert boundaries_of(reading) == truth(drawn())
    assert not reading.problems
    (wrong,) = read(
        ("a.csv", table(heading, *rows, f"{rows[0]}; 1")), durations=dict(ITEMS)
    ).problems
    assert (wrong.row, wrong.what) == (len(rows) + 2, "8 cells, but 4 in the header")


@pytest.mark.parametrize("after", ["", ": at which paragraphs does a new topic begin?"])
def test_a_question_for_each_item_names_the_items(after: str) -> None:
    rows = [
        ",".join(["2026/03/01", who, *(in_words(begins(drawn()[item, who], 0)) for item in ITEMS)])
        for who in PEOPLE
    ]
    heading = ",".join(["Timestamp", "Name", *(f'"{item}{after}"' for item in ITEMS)])
    reading = read(("form.csv", table(heading, *rows)), durations=dict(ITEMS))
    assert boundaries_of(reading) == truth(drawn())


def test_who_answered_nothing_for_an_item_did_not_code_it() -> None:
    heading = "Name,Interview 1: new topics begin at,Interview 2: new topics begin at"
    rows = ['Anna,"1, 4, 8","1, 3"', 'Ben,"1, 4","1, 3, 9"', 'Kim,,"1, 3, 8"', 'Lea,"1, 5","1, 7"']
    reading = read(("a.csv", table(heading, *rows)), durations={"*": 12})
    assert boundaries_of(reading)["Interview 1"] == {"Anna": (3, 7), "Ben": (3,), "Lea": (4,)}


def test_columns_of_coders_with_a_row_for_each_item() -> None:
    rows = [
        f"{item},{units},{','.join(in_words(begins(drawn()[item, who], 0)) for who in PEOPLE)}"
        for item, units in ITEMS.items()
    ]
    content = table(f"Interview,Absätze,{','.join(PEOPLE)}", *rows)
    assert boundaries_of(read(("a.csv", content))) == truth(drawn())


def nested(*, outer: str) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for (item, who), places in drawn().items():
        one, other = (item, who) if outer == "item" else (who, item)
        found.setdefault(one, {})[other] = begins(places, 0)
    return found


@pytest.mark.parametrize("outer", ["item", "coder"])
def test_json_lists_of_coders_and_items_in_either_order(outer: str) -> None:
    reading = read(("lists.json", nested(outer=outer)), durations=dict(ITEMS))
    assert boundaries_of(reading) == truth(drawn())


def test_segment_sizes_that_happen_to_rise_are_not_taken_for_positions() -> None:
    sizes = {"ch1": {"anna": [1, 3, 8], "ben": [1, 2, 9]}, "ch2": {"anna": [1, 4], "ben": [1, 4]}}
    assert boundaries_of(read(("sizes.json", sizes)))["ch1"]["anna"] == (1, 4)
    rows = [f'{who},{item},"{of[who]}"' for item, of in sizes.items() for who in of]
    (problem,) = read(("sizes.csv", table("Name,Interview,Topics", *rows))).problems
    assert problem.asks == "columns"


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("1, 9, 4", "4 stands behind 9"),
        ("1, 4, 4", "4 stands behind 4"),
        ("1, 61, 4", "4 stands behind 61, and 61 is more than the 24 units"),
        ("1-3, 4-9", "'1-3' is no whole number"),
        ("3.7", "'3.7' is no whole number"),
        ("7; 15; 4O; 44", "'4O' is no whole number"),
        ("1, 25", "25 is no number of a unit here, as there are 24"),
    ],
)
def test_a_list_that_cannot_be_right_is_a_problem_with_its_place(cell: str, what: str) -> None:
    first, *rows = with_lengths(form(ENGLISH, begins)).splitlines()
    changed = rows[0].split('"')
    changed[1] = cell
    reading = read(("a.csv", table(first, '"'.join(changed), *rows[1:])))
    (problem,) = reading.problems
    assert problem.what == what
    assert (problem.row, problem.item, problem.coder) == (2, "Interview 1", "Anna")
    assert reading.left_out == ("Interview 1",)


def test_a_row_that_says_none_is_a_coding_without_boundaries() -> None:
    first, *rows = with_lengths(form(GERMAN, begins)).splitlines()
    changed = rows[0].split('"')
    changed[1] = "none"
    reading = read(("a.csv", table(first, '"'.join(changed), *rows[1:])))
    assert boundaries_of(reading)["Interview 1"]["Anna"] == ()


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("3, 7 und 12", [3, 7, 12]),
        ("[3, 7, 12]", [3, 7, 12]),
        ("Absatz 3, Absatz 7", [3, 7]),
        ("§3, §7.", [3, 7]),
        ("3\n7", [3, 7]),
        ("12", [12]),
        ("3.7", None),
        ("3-7", None),
        ("3:20", None),
        ("-3, 7", None),
        ("", None),
        ("the third, and perhaps 7", None),
        ("P3", [3]),
        ("٣, ٧", None),
        ("1" * 12, None),
    ],
)
def test_numbers_are_read_as_people_list_them(cell: str, numbers: list[int] | None) -> None:
    assert listed_numbers(cell) == numbers


def test_one_choice_says_whose_a_table_without_known_headings_is() -> None:
    rows = [f"{who},{item},{in_words(begins(p, 0))}" for (item, who), p in drawn().items()]
    content = table("A,B,C", *rows)
    (problem,) = read(("a.csv", content)).problems
    assert problem.asks == "columns"
    assert "C=positions" in problem.command
    reading = read(
        ("a.csv", content),
        columns={"A": "coder", "B": "item", "C": "positions"},
        durations=dict(ITEMS),
    )
    assert boundaries_of(reading) == truth(drawn())


def test_all_of_several_files_show_what_their_numbers_are() -> None:
    files = [
        (f"{item}.csv", table("Name,Paragraphs", *(f'{w},"{p}"' for w, p in rows)))
        for item, rows in {
            "a": [("Anna", "1, 4"), ("Ben", "1, 5")],
            "b": [("Anna", "1, 7"), ("Ben", "3, 7")],
        }.items()
    ]
    assert {problem.asks for problem in read(*files).problems} == {"positions"}
    alike = [(name, str(content).replace("3, 7", "1, 3, 7")) for name, content in files]
    assert not [one for one in read(*alike).problems if one.asks == "positions"]
    assert boundaries_of(read(*alike, durations={"*": 9}))["b"]["Ben"] == (2, 6)


def test_a_form_of_microsoft_with_sentences_as_headings() -> None:
    heading = (
        "ID,Start time,Completion time,Email,Name,Your initials,Which interview did you read?,"
        "Which paragraphs begin a new topic? Please list their numbers."
    )
    rows = [
        f"{n},2026-03-01 09:01:00,2026-03-01 09:06:00,anonymous,,{who},{item},"
        f"{in_words(begins_but_the_first(places, 0))}"
        for n, ((item, who), places) in enumerate(drawn().items(), 1)
    ]
    reading = read(("Topics(1-12).csv", table(heading, *rows)), durations=dict(ITEMS))
    assert boundaries_of(reading) == truth(drawn())


def test_who_answered_is_seen_by_what_tells_the_rows_of_an_item_apart() -> None:
    rows = [
        f"1.3.2026 9:00,{who},{item},{in_words(begins(p, 0))}" for (item, who), p in drawn().items()
    ]
    content = table(
        "Zeitstempel,Deine Gruppe,Interview,Wo beginnt ein neues Thema (Absatz)?", *rows
    )
    assert boundaries_of(read(("a.csv", content), durations=dict(ITEMS))) == truth(drawn())


def test_several_rows_of_an_item_without_a_coder_are_asked_about() -> None:
    rows = [f"1.3.2026 9:00,{item},{in_words(begins(p, 0))}" for (item, _), p in drawn().items()]
    content = table("Zeitstempel,Interview,Wo beginnt ein neues Thema (Absatz)?", *rows)
    (problem,) = read(("a.csv", content)).problems
    assert problem.asks == "columns"


def test_a_file_may_be_a_list_and_nothing_else() -> None:
    files = [(f"{n}/scenes.txt", f"0,{n + 2},{n + 5}\n") for n in range(1, 4)]
    reading = read(*files, pattern="{item}/*", durations={"*": 20})
    assert boundaries_of(reading) == {str(n): {"coder": (n + 2, n + 5)} for n in range(1, 4)}
    assert read(*files[:1]).problems[-1].asks == "positions"


def test_fractions_are_no_lists() -> None:
    assert [listed_numbers(cell) for cell in ("1/4", "3/8 ", "3, 7", "1/2/3")] == [
        *(None, None),
        *([3, 7], [1, 2, 3]),
    ]


def test_one_slip_in_a_list_is_a_problem_of_its_row_alone() -> None:
    answers = {
        "Ann": "4, 7, 10, 15",
        "Bob": "1 4 7 8 10 and 13",
        "Cy": "4,6,7,31,15",
    }
    heading = "Timestamp,Your name,Text,Which paragraphs begin a new topic? (e.g. 3)"
    rows = [f'2025/03/27 4:12:09 PM,{who},T3,"{said}"' for who, said in answers.items()]
    (problem,) = read(("form.csv", table(heading, *rows)), durations={"*": 40}).problems
    assert (problem.coder, problem.row) == ("Cy", 4)
    assert problem.what == "15 stands behind 31"
    (problem,) = read(("form.csv", table(heading, *rows)), durations={"*": 30}).problems
    what = "15 stands behind 31, and T3 ends after 30 paragraphs, but Cy gives 31"
    assert (problem.what, problem.fix) == (what, "correct the list; its numbers rise")
    (asked,) = (one for one in read(("form.csv", table(heading, *rows))).problems if one.asks)
    assert "the last that a coder gives of T3 is 15" in asked.what


def test_who_gives_the_first_unit_is_told_that_it_is_no_boundary() -> None:
    rows = ['Ann,T1,"1, 4"', "Ann,T2,1", 'Ann,T3,"3, 5"', 'Bob,T1,"4, 6"', "Bob,T2,3"]
    files = ("form.csv", table(HEADING, *rows))
    reading = read(files, durations={"*": 9})
    said = [(one.coder, one.what) for one in reading.notices if "anyway" in one.what]
    what = "gives 1 in 2 of 3 items, where a segment begins anyway; in T2 nothing else"
    assert said == [("Ann", what)]
    assert boundaries_of(reading)["T2"] == {"Ann": (), "Bob": (2,)}
    every = read(("form.csv", table(HEADING, *rows[:2])), durations={"*": 9}, positions="begin")
    assert not [one for one in every.notices if "anyway" in one.what]


@pytest.mark.parametrize("other", ["", " \n", "\0"])
def test_an_unreadable_file_beside_lists_takes_none_of_them_away(other: str) -> None:
    files = [(f"{who}.txt", f"0,{n},9\n") for who, n in (("ann", 4), ("ben", 5), ("cyd", 6))]
    reading = read(*files, ("zed.txt", other), pattern="{coder}", durations={"*": 12})
    assert {one.file for one in reading.problems} == {"zed.txt"}
    assert {one.coder for one in reading.codings} == {"ann", "ben", "cyd"}


def test_a_short_list_is_one_beside_longer_ones() -> None:
    files = [("ann.txt", "2,4,9\n"), ("ben.txt", "2,9\n"), ("cyd.txt", "4\n")]
    about = {"pattern": "{coder}", "durations": {"*": 12}, "positions": "end"}
    assert boundaries_of(read(*files, **about)) == {
        "text": {"ann": (2, 4, 9), "ben": (2, 9), "cyd": (4,)}
    }
    assert read(*files[1:], **about).corpus is None  # two numbers may be anything


HEADING = "Name,Text,Where does a new topic begin? (paragraph numbers)"
SHEET = table("unit,text,Lena,Jonas", "1,a,start,", "2,b,,x", "3,c,x,", "4,d,x,x")


def test_lengths_that_files_beside_show_are_not_asked_and_who_goes_beyond_is_named() -> None:
    form = table(HEADING, 'Ruth,Marta,"2, 4"', 'Dieter,Marta,"2, 3"', 'Mei,Marta,"3, 9"')
    reading = read(("form.csv", form), ("Marta.csv", SHEET))
    (problem,) = reading.problems
    assert (problem.coder, problem.row, problem.asks) == ("Mei", 4, "")
    assert problem.what == "Marta ends after 4 paragraphs, but Mei gives 9"
    assert reading.open_ends == {}
    right = read(("form.csv", form.replace("3, 9", "3, 4")), ("Marta.csv", SHEET))
    assert boundaries_of(right)["Marta"] == {
        "Ruth": (1, 3),
        "Dieter": (1, 2),
        "Mei": (2, 3),
        "Lena": (2, 3),
        "Jonas": (1, 3),
    }


@pytest.mark.parametrize(("meant", "fits"), [("begin", False), ("end", True)])
def test_the_number_behind_the_last_unit_begins_none(meant: str, fits: bool) -> None:
    """Of 4 units the fifth begins nothing; a segment that ends with the fourth is the last."""
    last = 4 if fits else 5
    form = table("Name,Text,Boundaries", f'Ruth,Marta,"2, {last}"', 'Mei,Marta,"2, 3"')
    reading = read(("form.csv", form), durations={"Marta": 4.0}, positions=meant)
    assert [problem.coder for problem in reading.problems] == ([] if fits else ["Ruth"])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_whole_numbers_one_a_line_are_times_or_number_units(end: str) -> None:
    lists = {"ann": ("25", "47", "122"), "bob": ("25", "47", "80", "122")}
    files = [(f"talk_{who}.txt", end.join((*numbers, ""))) for who, numbers in lists.items()]
    (asked,) = read(*files).problems
    assert asked.asks == "times"
    assert asked.what.startswith("nothing shows whether these numbers are times, or number units")
    assert "--times units" in asked.command
    times = read(*files, times="seconds", durations={"*": None})
    assert times.problems == ()
    assert boundaries_of(times)["talk"]["ann"] == (25_000, 47_000, 122_000)
    units = read(*files, times="units", positions="end", durations={"*": None})
    assert boundaries_of(units)["talk"] == {
        "ann": (25, 47, 122),
        "bob": (25, 47, 80, 122),
    }


def test_numbers_of_rows_are_no_positions() -> None:
    rows = "".join(f"{number}\n" for number in range(1, 9))
    (problem,) = read(("talk_ann.txt", rows)).problems
    assert problem.asks == ""


def test_numbers_out_of_order_are_sorted_where_others_give_them_and_a_doubted_one_is_asked() -> (
    None
):
    answers = {
        "Ann": "4, 7, 15, 31",
        "Bob": "4, 7, 15, 31?",
        "Cy": "4, 15, 7",
        "Dee": "4, 7, 15, 18, 31",
    }
    heading = "Timestamp,Your name,Text,Which paragraphs begin a new topic? (e.g. 3)"
    rows = [f'2025/03/27 4:12:09 PM,{who},T3,"{said}"' for who, said in answers.items()]
    file = ("form.csv", table(heading, *rows))
    found = read(file, durations={"*": 40})
    assert found.problems == ()
    assert masses_of(found)["T3"] == {
        "Ann": (3, 3, 8, 16, 10),
        "Bob": (3, 3, 8, 16, 10),
        "Cy": (3, 3, 8, 26),
        "Dee": (3, 3, 8, 3, 13, 10),
    }
    assert [one.text for one in found.notices if one.kind == "odd sign"] == ["?"]
    without = read(file, durations={"*": 40}, dropped_labels=frozenset("?"))
    assert masses_of(without)["T3"]["Bob"] == (3, 3, 8, 26)
    either = table(heading, *[row.replace("4, 7, 15, 31?", "4, 7, 15 or 16") for row in rows])
    found = read((file[0], either), durations={"*": 40})
    assert [one.text for one in found.notices if one.kind == "odd sign"] == ["or"]
    assert masses_of(found)["T3"]["Bob"] == (3, 3, 8, 1, 25)
    without = read((file[0], either), durations={"*": 40}, dropped_labels=frozenset({"or"}))
    assert masses_of(without)["T3"]["Bob"] == (3, 3, 8, 26)


def test_columns_of_numbers_that_rise_along_rows_are_a_list() -> None:
    heading = "Coder;Text;Boundary 1;Boundary 2;Boundary 3;Number of paragraphs"
    rows = ("Anna;T1;3;7;12;20", "Ben;T1;3;8;;20", "Anna;T2;4;9;;18", "Ben;T2;;;;18")
    file = ("answers.csv", table(heading, *rows))
    assert read(file).problems[0].asks == "positions"
    assert masses_of(read(file, positions="begin")) == {
        "T1": {"Anna": (2, 4, 5, 9), "Ben": (2, 5, 13)},
        "T2": {"Anna": (3, 5, 10), "Ben": (18,)},
    }


def test_lines_of_numbers_alone_are_lists_of_a_person_each() -> None:
    films = {
        "v1.csv": "631,841,961,1021,1130\n2,9,400\n301,721,871,1350\n",
        "v2.csv": "31,271,400,500,610,900\n30,1081,1741\n",
    }
    assert {one.asks for one in read(*films.items()).problems} == {"positions"}
    lengths = the_problem(read(*films.items(), positions="begin"))
    assert '--duration "v1=1350"' in lengths.command
    with pytest.raises(ValueError, match="write 1350 for 1,350"):
        parsed_durations("v1=1,350")
    reading = read(
        *films.items(), positions="begin", durations=parsed_durations("v1=3211, v2=2101")
    )
    assert [item.mass for item in corpus_of(reading).items] == [3211, 2101]
    assert pairs_of(reading)["v1", "line 2"] == (1, 8, 399)


def test_lines_of_as_many_numbers_each_are_no_lists() -> None:
    assert the_problem(read(("a.csv", "1,4,9\n2,5,8\n1,3,7\n"))).asks != "positions"


def test_two_numbers_that_are_exchanged_before_a_larger_one_are_read_in_order() -> None:
    heading = "Name,Text,In which paragraphs does a new topic begin?"
    rows = ['Ann,T1,"5, 7, 10, 14"', 'Leyla,T1,"8, 5, 11, 14"']
    rows += [f'{who},T2,"3, 5, 9, 11, 14, 16"' for who in ("Ann", "Leyla")]
    reading = read(("form.csv", table(heading, *rows)), durations={"*": 20})
    assert boundaries_of(reading)["T1"] == {"Ann": (4, 6, 9, 13), "Leyla": (4, 7, 10, 13)}
    assert any("out of order" in one.what and one.coder == "Leyla" for one in reading.notices)
    rows[1] = 'Leyla,T1,"50, 7, 60"'  # 5 was meant: nobody gives a number near 50
    slip = the_problem(read(("form.csv", table(heading, *rows)), durations={"*": 70}))
    assert slip.what == "7 stands behind 50"


def test_word_documents_beside_lists_are_their_texts() -> None:
    """What stands above the numbered paragraphs, a title and a line in italics, is no unit."""
    document = docx.Document()
    document.add_heading("Interview N01", level=1)
    document.add_paragraph().add_run("Recorded 3 October 2024.").italic = True
    for unit in range(1, 16):
        document.add_paragraph(f"{unit}\t{'IN'[unit % 2]}: Some words about the night shift.")
    packed = BytesIO()
    document.save(packed)
    heading = "Name,Text,In which paragraphs does a new topic begin?"
    rows = ['Ann,N01 Night,"7, 10, 14"', 'Leyla,N01 Night,"5, 11"']
    reading = read_sources(
        [
            Source("form.csv", table(heading, *rows).encode()),
            Source("texts/N01_night_anon.docx", packed.getvalue()),
        ]
    )
    assert not reading.problems
    (item,) = known(reading.corpus).items
    assert item.mass == 15 and item.texts and item.texts[0].startswith("N: Some words")


def test_how_many_units_a_word_document_with_headings_within_has_is_asked() -> None:
    """Nobody knows whether the coders counted them."""
    document = docx.Document()
    for part in ("Interview N01", "The money"):
        document.add_heading(part, level=1)
        for unit in range(4):
            document.add_paragraph(f"N: Some words about the night shift, and {unit} more.")
    packed = BytesIO()
    document.save(packed)
    rows = ['Ann,N01,"3, 6"', 'Leyla,N01,"3, 7"']
    heading = "Name,Text,In which paragraphs does a new topic begin?"
    form = Source("form.csv", table(heading, *rows).encode())
    assert the_problem(read_sources([form, Source("N01.docx", packed.getvalue())])).asks == (
        "durations"
    )
    # A Word file that is named as somebody who has codings of other items is no text.
    coded = table("unit,mark", *(f"{n},{'x' * (n in (1, 4))}" for n in range(1, 9)))
    files = [Source(f"N01/{name}.csv", coded.encode()) for name in ("ann", "ben")]
    files += [Source("N02/ann.csv", coded.encode()), Source("N02/cleo.csv", coded.encode())]
    files.append(Source("N01/cleo.docx", packed.getvalue()))
    assert the_problem(read_sources(files, Choices(pattern="{item}/{coder}"))).file == (
        "N01/cleo.docx"
    )
