"""Whose codings are: by the contents of files where their names leave it open."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import permutations
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from segmetrics import Corpus
from segmetrics.cli import main
from segmetrics.io import SAMPLES, Choices, Reading, Source, check, read_sources
from segmetrics.io.column_roles import Role
from tests.support.known import known
from tests.support.readings import pairs_of
from tests.support.small_reproduction import as_tables
from tests.support.workbooks import packed
from tests.support.workbooks import workbook as book_of

TALKS = {
    "talk1": ["We met.", "It rained.", "We ran.", "The bus came."],
    "talk2": ["A dog barked.", "Nobody looked.", "The night was cold."],
    "talk3": ["She sings.", "He listens.", "Then they dance.", "The hall is full.", "It ends."],
}


def separated(units: Iterable[str], *after: int) -> bytes:
    """Write a text with a separator after some of its units."""
    lines = []
    for number, unit in enumerate(units, 1):
        lines += [unit, *["=" * 40] * (number in after)]
    return "\n".join([*lines, ""]).encode()


def read(files: Mapping[str, bytes], pattern: str = "") -> Reading:
    sources = [Source(name, content) for name, content in files.items()]
    return read_sources(sources, Choices(pattern=pattern))


EXPECTED = {
    ("talk1", "anna"): (1,),
    ("talk1", "ben"): (2,),
    ("talk2", "anna"): (1,),
    ("talk2", "ben"): (2,),
    ("talk3", "anna"): (1,),
}


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("{coder}/{item}.txt", "{coder}/{item}"),
        ("{item}/{coder}.txt", "{item}/{coder}"),
        ("{item}/{item}-{coder}.txt", "{item}-{coder}"),
        ("all/{coder}_{item}.txt", "{coder}_{item}"),
        ("all/{item}_{coder}.txt", "{item}_{coder}"),
        ("{coder}/texts/{item}.txt", "{coder}/*/{item}"),
        ("{coder}/{item}/export.txt", "{coder}/{item}/*"),
    ],
)
def test_the_texts_tell_items_from_coders(name: str, pattern: str) -> None:
    files = {
        name.format(item=item, coder=coder): separated(TALKS[item], *after)
        for (item, coder), after in EXPECTED.items()
    }
    for order in list(permutations(files))[::40]:
        reading = read({file: files[file] for file in order})
        assert reading.problems == ()
        assert reading.patterns == {"choi": pattern}
        assert pairs_of(reading) == EXPECTED


def test_files_of_different_texts_are_the_items_of_one_coder() -> None:
    files = {f"gold/{item}.txt": separated(text, 1) for item, text in TALKS.items()}
    reading = read(files)
    assert reading.problems == ()
    assert pairs_of(reading) == {(item, "gold"): (1,) for item in TALKS}
    assert [notice.what for notice in reading.notices] == [
        "no text or recording is that of two files: all are read as the work of gold"
    ]


def test_folders_belong_to_the_name_of_the_item_where_files_have_the_same_names() -> None:
    one, two, three = TALKS.values()
    files = {
        "gold/short/0.txt": separated(one, 1),
        "gold/short/1.txt": separated(two, 1),
        "gold/long/0.txt": separated(three, 1, 3),
    }
    reading = read(files)
    assert reading.problems == ()
    assert pairs_of(reading) == {
        ("short/0", "gold"): (1,),
        ("short/1", "gold"): (1,),
        ("long/0", "gold"): (1, 3),
    }


def test_a_copy_with_an_error_is_still_a_coding_of_its_text() -> None:
    """The unit that ben lost is named; his file does not become another item."""
    text = TALKS["talk3"]
    reading = read({"anna.txt": separated(text, 1), "ben.txt": separated(text[:-1], 2)})
    (problem,) = reading.problems
    assert problem.what.startswith("units differ: anna has 5, ben has 4")


def test_folders_of_different_texts_are_a_question() -> None:
    """Two coders who divided the work, or one whose texts are in two folders."""
    files = {
        "anna/talk1.txt": separated(TALKS["talk1"], 1),
        "anna/talk2.txt": separated(TALKS["talk2"], 1),
        "ben/talk3.txt": separated(TALKS["talk3"], 1),
    }
    (problem,) = read(files).problems
    assert "{coder}/{item} gives 3 items of 2 coders" in problem.what
    assert "{item} gives 3 items of 1 coder" in problem.what
    assert problem.command == "--pattern '{coder}/{item}' for example"
    chosen = read(files, "{coder}/{item}")
    assert chosen.problems == ()
    assert set(pairs_of(chosen)) == {("talk1", "anna"), ("talk2", "anna"), ("talk3", "ben")}


def test_a_file_that_is_named_unlike_the_others_of_its_folder_is_a_question() -> None:
    files = {
        f"{item}/{item}-{coder}.txt": separated(TALKS[item], *after)
        for (item, coder), after in EXPECTED.items()
    } | {
        "talk1/WRONG-talk1-carl.txt": separated(TALKS["talk1"], 3),
        "talk3/talk3-ben.txt": separated(TALKS["talk3"], 3),
    }
    (problem,) = read(files).problems
    assert "{item}-{coder} gives 4 items of 3 coders" in problem.what


def test_without_texts_different_numbers_of_units_are_a_question() -> None:
    files = {
        "x/a.csv": b"par,level1\n1,0\n2,1\n3,0\n4,1\n",
        "x/b.csv": b"par,level1\n1,0\n2,1\n3,1\n",
    }
    assert any("show who coded what" in one.what for one in read(files).problems)


@pytest.mark.parametrize(("second", "first"), [(205.0, "{coder}"), (330.5, "{item}")])
def test_recordings_that_end_far_apart_are_first_taken_for_several(
    second: float, first: str
) -> None:
    files = {
        f"{folder}/scenes.txt": f"0.5 40.25 a\n40.25 {end} b\n".encode()
        for folder, end in (("one", 202.5), ("two", second), ("six", 203.75))
    }
    (finding,) = read(files).findings.values()
    assert not finding.confirmed
    assert finding.pattern.partition("/")[0] == first


def levels(*marks: int) -> bytes:
    """Write a table of one coding without texts: a 1 is a boundary after its unit."""
    rows = (f"{unit},{mark:d}\n" for unit, mark in enumerate(marks, 1))
    return f"par,level1\n{''.join(rows)}".encode()


def grid(outer: Iterable[str], inner: Iterable[str], units: int = 9) -> dict[str, bytes]:
    """Write a file for each folder and name, all of as many units, each with a mark elsewhere."""
    names = [f"{folder}/{file}.csv" for folder in outer for file in inner]
    return {
        name: levels(*(unit == 1 + number % (units - 2) for unit in range(units)))
        for number, name in enumerate(names)
    }


@pytest.mark.parametrize(
    ("outer", "inner", "pattern"),
    [
        (["an1", "an2"], ["ch1", "ch2"], "{coder}/{item}"),
        (["ch1", "ch2", "ch3"], ["an1", "an2"], "{item}/{coder}"),
        (["A", "B"], ["interview_03", "interview_11"], "{coder}/{item}"),
        (["talk1", "talk2"], ["Anna", "Ben"], "{item}/{coder}"),
        (["Anna", "Ben"], ["p07", "p08", "p09"], "{coder}/{item}"),
    ],
)
def test_names_decide_where_numbers_of_units_say_nothing(
    outer: list[str], inner: list[str], pattern: str
) -> None:
    reading = read(grid(outer, inner))
    assert reading.problems == ()
    assert reading.patterns == {"level-table": pattern}
    assert len(pairs_of(reading)) == len(outer) * len(inner)


@pytest.mark.parametrize(
    ("outer", "inner"),
    [(["x1", "x2"], ["y1", "y2"]), (["Anna", "Ben"], ["Stargazer", "Moonstone"])],
)
def test_an_order_of_folders_is_no_evidence(outer: list[str], inner: list[str]) -> None:
    for files in (grid(outer, inner), grid(inner, outer)):
        (problem,) = read(files).problems
        assert "{coder}/{item} gives 2 items of 2 coders" in problem.what
        assert "{item}/{coder} gives 2 items of 2 coders" in problem.what
    for pattern, whose in (("{coder}/{item}", (1, 0)), ("{item}/{coder}", (0, 1))):
        names = (outer[1], inner[0])  # the third file, with its mark at the fourth unit
        chosen = read(grid(outer, inner), pattern)
        assert chosen.problems == ()
        assert pairs_of(chosen)[names[whose[0]], names[whose[1]]] == (4,)


def test_a_sign_between_two_names_that_say_nothing_is_a_question() -> None:
    files = {f"all/{a}_{b}.csv": levels(0, 1, 0) for a in ("x1", "x2") for b in ("y1", "y2")}
    (problem,) = read(files).problems
    assert "{item}_{coder}" in problem.what
    assert "{coder}_{item}" in problem.what


def test_one_text_given_under_two_names_beside_another_is_a_question() -> None:
    texts = {"Rain": TALKS["talk1"], "Rain_2": TALKS["talk1"], "Dogs": TALKS["talk2"]}
    files = {f"tales/{name}.txt": separated(text, 1) for name, text in texts.items()}
    problem = read(files).problems[0]
    assert problem.asks == "pattern"
    assert "{item} gives 3 items of 1 coder" in problem.what
    chosen = read(files, "{item}")
    assert chosen.problems == ()
    assert sorted(item for item, _ in pairs_of(chosen)) == ["Dogs", "Rain", "Rain_2"]


@pytest.mark.parametrize(
    "files",
    [
        {f"{a}/{b}.txt": separated(TALKS[b], *after) for (b, a), after in EXPECTED.items()},
        {f"{b}/{a}.txt": separated(TALKS[b], *after) for (b, a), after in EXPECTED.items()},
        grid(["an1", "an2", "an3"], ["ch1", "ch2"]),
        grid(["ch10", "ch9"], ["Anna", "Ben"]),
        grid(["x1", "x2"], ["y1", "y2", "y3"]),
    ],
)
def test_neither_the_order_of_files_nor_which_folder_is_which_changes_what_is_read(
    files: dict[str, bytes],
) -> None:
    folders = sorted({name.split("/")[0] for name in files})
    base = read(files)
    for seed in range(6):
        random = Random(seed)
        other = dict(zip(folders, random.sample(folders, len(folders)), strict=True))
        names = random.sample(sorted(files), len(files))
        mixed = read({name: files[name] for name in names})
        assert mixed.problems == base.problems
        assert _summary(mixed, {}) == _summary(base, {})
        renamed = read({_in_other(name, other): files[name] for name in names})
        assert len(renamed.problems) == len(base.problems)
        assert _summary(renamed, {new: old for old, new in other.items()}) == _summary(base, {})


def _in_other(name: str, other: Mapping[str, str]) -> str:
    folder, file = name.split("/")
    return f"{other[folder]}/{file}"


def _summary(reading: Reading, names: Mapping[str, str]) -> object:
    """Return all that was read, in no order, with names of folders as they were."""
    return reading.patterns, {
        (names.get(item, item), names.get(coder, coder)): places
        for (item, coder), places in pairs_of(reading).items()
    }


def test_what_is_given_first_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = [levels(0, 1, 0), levels(1, 0, 0), levels(0, 0, 1, 0)]
    same_name = [Source("ch1/anna.csv", content) for content in contents]
    read_both = [read_sources(order) for order in (same_name, same_name[::-1])]
    assert len({str(one.problems) for one in read_both}) == 1
    assert read_both[0].problems
    for number, content in enumerate(contents):
        (tmp_path / f"ch{number}_anna.csv").write_bytes(content)
    said = []
    for paths in permutations(sorted(map(str, tmp_path.iterdir()))):
        main(["check", *paths])
        said.append(capsys.readouterr().out)
    assert len(set(said)) == 1


def test_names_come_in_natural_order_in_archives_too() -> None:
    files = grid(["ch10", "ch2", "ch1"], ["an10", "an9"])
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        for name in ("Thumbs.db", "ch1/.DS_Store", "__MACOSX/ch1/._an9.csv", "ch1/~$an9.csv"):
            archive.writestr(name, b"\0\1")
        archive.writestr("ch1/.~lock.an9.csv#", b"anna")
    for given in ({"all.zip": packed.getvalue()}, files):
        reading = read(given)
        assert reading.problems == ()
        assert not [one for one in reading.notices if "hidden" in one.what]
        assert [item.name for item in known(reading.corpus).items] == ["ch1", "ch2", "ch10"]
        assert known(reading.corpus).coders == ("an9", "an10")


def test_the_same_coding_in_two_forms_is_used_once() -> None:
    content = b"par,level1\n1,0\n2,1\n3,0\n4,1\n"
    other = b"par,level1\n1,1\n2,0\n3,0\n4,1\n"
    files = {
        "talk/talk-anna.csv": content,
        "talk/talk-ben.csv": other,
        "talk/talk-anna.tsv": content.replace(b",", b"\t"),
    }
    reading = read(files)
    assert reading.problems == ()
    assert pairs_of(reading) == {("talk", "anna"): (2,), ("talk", "ben"): (1,)}
    assert [notice.what for notice in reading.notices if "not used" in notice.what] == [
        "not used: the same codings are in talk/talk-anna.csv"
    ]


def test_a_folder_is_left_out_by_its_name() -> None:
    texts = {"anna": TALKS["talk1"], "ben": TALKS["talk1"], "old": TALKS["talk1"][:3]}
    files = {f"all/{name}/talk.txt": separated(text, 1) for name, text in texts.items()}
    sources = [Source(*one) for one in files.items()]
    assert read_sources(sources).corpus is None
    choices = Choices(dropped_files=frozenset({"all/old", "all/ol", "none"}))
    reading = read_sources(sources, choices)
    assert reading.problems == ()
    assert reading.dropped_files == ("all/old",)
    assert pairs_of(reading) == {("talk", "anna"): (1,), ("talk", "ben"): (1,)}


@pytest.mark.parametrize("order", [1, -1])
def test_two_different_forms_of_a_coding_are_shown_and_one_is_left_out(order: int) -> None:
    files = {
        "talk/talk-anna.csv": levels(0, 1, 0, 0, 1, 0),
        "talk/talk-anna.xlsx": workbook(levels(0, 1, 1, 0, 1, 0)),
        "talk/talk-ben.csv": levels(0, 0, 1, 0, 0, 0),
    }
    sources = [Source(*one) for one in list(files.items())[::order]]
    (problem,) = read_sources(sources).problems
    assert str(problem) == (
        "talk/talk-anna.xlsx, row 2, item talk, coder anna: this coder also coded the item in "
        "talk/talk-anna.csv, row 2, with 2 boundaries there and 3 in this file; only this file has "
        "a boundary after unit 3. Keep one of the two codings; on the command line: --drop-file "
        "talk/talk-anna.xlsx leaves this one out"
    )
    for file, places in (("talk-anna.xlsx", (2, 5)), ("talk-anna.csv", (2, 3, 5))):
        choices = Choices(dropped_files=frozenset({f"talk/{file}"}))
        chosen = read_sources(sources, choices)
        assert chosen.problems == ()
        assert chosen.dropped_files == (f"talk/{file}",)
        assert pairs_of(chosen) == {("talk", "anna"): places, ("talk", "ben"): (3,)}


def workbook(table: bytes) -> bytes:
    """Write a table as the only sheet of a workbook."""
    book = Workbook()
    for row in csv.reader(table.decode().splitlines()):
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def test_the_same_coding_as_csv_and_for_excel_is_used_once() -> None:
    table = levels(0, 1, 0, 0, 1, 0)
    files = {
        "talk/talk-anna.csv": table,
        "talk/talk-anna.xlsx": workbook(table),
        "talk/talk-ben.csv": levels(0, 0, 1, 0, 0, 0),
    }
    reading = read(files)
    assert reading.problems == ()
    assert pairs_of(reading) == {("talk", "anna"): (2, 5), ("talk", "ben"): (3,)}
    assert [notice.file for notice in reading.notices if "not used" in notice.what] == [
        "talk/talk-anna.xlsx"
    ]


def test_companions_are_passed_over_and_named() -> None:
    table = b"paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n"
    files = {
        "corpus/README.md": b"Codings\n=======\nof one chapter\n",
        "corpus/people.csv": b"annotator,group\n1,1\n2,1\n3,2\n",
        "corpus/codings/ch1.csv": table,
        "corpus/text/ch1.txt": b"First, then.\n\nSecond.\n\nThird.\n",
    }
    reading = read(files)
    assert reading.problems == ()
    assert pairs_of(reading) == {("ch1", "an1"): (2,), ("ch1", "an2"): (1,)}
    texts, passed = reading.notices
    assert texts.what.startswith("1 item has its text from files beside the codings")
    assert passed.what == "not read: it has no coding, as with 1 other up to corpus/README.md"


@pytest.mark.parametrize("name", ["corpus/codings/ch2.csv", "corpus/other/ch2.csv"])
def test_a_coding_that_is_not_understood_is_no_companion(name: str) -> None:
    reading = read(
        {
            "corpus/codings/ch1.csv": b"paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n",
            name: b"paragraph,an1,an2\n1,first,4\n2,second,9\n",
        }
    )
    (problem,) = reading.problems
    assert problem.file == name


# The corpus of Fournier & Inkpen (2012), in the shape in which its authors publish it.


@pytest.fixture
def moonstone(complete_moonstone: Corpus, tmp_path: Path) -> Path:
    """Write a table a chapter: the number of each paragraph's segment, for each coder."""
    for table in as_tables(complete_moonstone, numbered_anew=False):
        (tmp_path / table.name).write_bytes(table.content)
    return tmp_path


def test_the_whole_moonstone_comes_in_as_it_is_published(
    moonstone: Path, complete_moonstone: Corpus
) -> None:
    reading = check(moonstone)
    assert reading.problems == ()
    assert [(item.name, item.codings) for item in known(reading.corpus).items] == [
        (item.name, item.codings) for item in complete_moonstone.items
    ]


# What the command calls a column of the paper's table.
COLUMNS = {"pi_star": "pi_star_s", "kappa_star": "kappa_star_s", "bias": "bias_s"}
COLUMNS["boundaries"] = "segments"


def test_its_agreement_is_that_of_the_published_table(
    moonstone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for chapter 20, of which the paper has one paragraph more."""
    words = ["--convention", "published", "--format", "csv"]
    assert main(["agreement", str(moonstone), *words]) == 0
    found = {row["item"]: row for row in csv.DictReader(capsys.readouterr().out.splitlines())}
    published = SAMPLES["moonstone"].published
    assert len(published) == 20
    assert published.keys() <= found.keys()
    for chapter, row in published.items():
        if chapter == "ch20":
            continue
        for name, printed in row.items():
            column = COLUMNS.get(name, name)
            assert round(float(found[chapter][column]), 4) == printed, (chapter, name)


TEXT = b"It rained.\n====\nWe ran.\n"


@pytest.mark.parametrize(
    ("codings", "name", "is_wrong"),
    [
        ({"ch1_anna.md": TEXT, "ch1_carl.md": TEXT}, "ch1_ben.md", True),
        ({"ch1_anna.md": TEXT, "ch1_carl.md": TEXT}, "README.md", False),
        ({"ch1_anna.text": TEXT, "ch1_carl.text": TEXT}, "ch1_ben.txt", True),
        ({"ch1_anna.text": TEXT, "ch1_carl.text": TEXT}, "ch1.txt", False),
        ({"ch1_anna.text": TEXT, "ch1_carl.text": TEXT}, "ch1_text.txt", False),
    ],
)
def test_a_damaged_file_that_is_named_as_codings_is_no_companion(
    codings: dict[str, bytes], name: str, *, is_wrong: bool
) -> None:
    """Its separator lines are lost, so that only a text is left."""
    files = {**codings, name: b"It rained. We all ran.\nWind came over the hill.\n"}
    reading = read_sources([Source(f"story/{one}", content) for one, content in files.items()])
    assert known(reading.corpus).coders == ("anna", "carl")
    wrong = [problem.file for problem in reading.problems]
    assert wrong == ([f"story/{name}"] if is_wrong else [])


def test_parts_of_a_corpus_are_no_coders() -> None:
    """What was divided for programs that learn is still the work of one coder."""
    text = "# newdoc_id = {}\n1\tIt\tBeginSeg=Yes\n2\t{}\t_\n3\tand\tBeginSeg=Yes\n"
    reading = read_sources(
        [
            Source("walk/talks_dev.tok", text.format("one", "rained").encode()),
            Source("walk/talks_test.tok", text.format("two", "snowed").encode()),
        ]
    )
    assert reading.problems == ()
    assert known(reading.corpus).coders == ("walk",)
    assert [item.name for item in known(reading.corpus).items] == ["one", "two"]


def test_many_coders_of_few_items_are_asked_where_all_files_are_alike() -> None:
    files = {f"{one}/i{n}.txt": b"a\n==========\nb\n" for one in "ab" for n in range(120)}
    (problem,) = read(files).problems
    assert problem.asks == "pattern"
    assert "{coder}/{item} gives 120 items of 2 coders" in problem.what
    told = read(files, "{coder}/{item}")
    assert (len(known(told.corpus).items), known(told.corpus).coders) == (120, ("a", "b"))
    few = {name: text for name, text in files.items() if int(name[3:-4]) < 20}
    assert read(few).problems == ()


def test_clips_of_one_length_with_numbers_for_names_are_a_question() -> None:
    rows = "start,stop,label\n0.0,{},a\n{},60.011,b\n"
    cuts = {"011904": 13.3, "012717": 9.5, "025455": 30.25, "035452": 44.6}
    files = {f"radio-{name}.csv": rows.format(at, at).encode() for name, at in cuts.items()}
    (asked,) = read(files).problems
    assert asked.asks == "pattern"
    people = {f"{name}.csv": of for name, of in zip(("anna", "ben"), files.values(), strict=False)}
    assert read(people).problems == ()


@pytest.mark.parametrize(
    ("other", "items"),
    [
        ("talk1", {"talk1", "talk2"}),
        ("talk3", {"may/talk1", "may/talk2", "june/talk1", "june/talk2"}),
    ],
)
def test_sheets_of_several_workbooks_are_items_and_of_one_name_if_they_hold_the_same(
    other: str, items: set[str]
) -> None:
    def book(first: str, mark: str) -> bytes:
        texts = {"talk1": TALKS[first], "talk2": [unit + first for unit in TALKS["talk2"]]}
        rows = {
            name: [["Paragraph", "Ann", "Ben"], *((unit, mark, "") for unit in units)]
            for name, units in texts.items()
        }
        for cells in rows.values():
            cells[2:] = [(unit, "", mark) for unit, *_ in cells[2:]]
        return packed(book_of(rows))

    columns: Mapping[str, Role] = {"Ann": "first", "Ben": "first"}
    books = {"may.xlsx": book("talk1", "x"), "june.xlsx": book(other, "1")}
    reading = read_sources([Source(*one) for one in books.items()], Choices(columns=columns))
    assert {coding.item for coding in reading.codings} == items


def test_texts_that_nobody_has_marked_yet_are_named_as_the_others_are() -> None:
    files = {
        f"f{n}_{who}.csv": "nr,text,boundary\n"
        + "".join(f"{at},sentence {at},{'1' * (at in of)}\n" for at in range(1, 9))
        for n, who, of in [(1, "Anna", (1, 4)), (1, "Ben", (1,)), (2, "Anna", ()), (2, "Ben", ())]
    }
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    assert {(one.item, one.coder) for one in reading.codings} == {("f1", "Anna"), ("f1", "Ben")}
    assert set(reading.blank) == {("f2", "Anna"), ("f2", "Ben")}


def test_last_times_of_films_doubt_names_that_look_like_people() -> None:
    """A workbook for each coder, a sheet for each film: presses go on to the end of a film."""
    films = {"Amelie": 300, "Carrie": 420, "Fargo": 560}

    def read_of(ends: Mapping[str, int]) -> Reading:
        sources = []
        for n in range(1, 5):
            pressed = {film: (30 + n, 90, end + 3 * n) for film, end in ends.items()}
            sheets = {
                film: [["ts", "desc"], *([f"{at // 60}:{at % 60}", f"part {at}"] for at in times)]
                for film, times in pressed.items()
            }
            sources.append(Source(f"a{n}.xlsx", packed(book_of(sheets))))
        return read_sources(sources, Choices(columns={"ts": "time"}))

    (doubt,) = [one for one in read_of(films).problems if one.asks == "pattern"]
    assert doubt.command == "--pattern '{coder}/{item}' for example"
    # Nothing tells films of one length from people.
    (finding,) = read_of(dict.fromkeys(films, 430)).findings.values()
    assert finding.confirmed and finding.pattern == "{item}/{coder}"


def test_a_film_and_a_person_in_a_name_are_told_apart_by_last_labels_though_one_stops() -> None:
    """Labels of two films by five viewers; the last label is not where a film ends."""
    last = {"ferry": (912, 931, 927, 912, 887), "bakery": (765, 813, 813, 811, 441)}
    files = {
        f"{film}_L{n}.txt": "".join(f"{at}.5\t{at}.5\tnew\n" for at in (50 + 9 * n, 230, end))
        for film, ends in last.items()
        for n, end in enumerate(ends, 1)
    }
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    names, length = reading.problems
    assert (names.asks, length.asks) == ("pattern", "durations")
    assert names.command == "--pattern '{item}_{coder}' for example"
    assert "no file says where 2 recordings end" in length.what


def test_where_files_are_named_as_coders_columns_that_are_no_people_are_asked_about() -> None:
    """Two raters, each with a file of one text, judge whether motive or goal changes there."""
    rows = "".join(
        f"{n},clause {n} of a story that is told,{int(n in (1, 5, 9))},{int(n in (1, 7))}\n"
        for n in range(1, 13)
    )
    files = [(f"story_rater_{n}.csv", f"id,clause,motive,goal\n{rows}") for n in (1, 2)]
    reading = read_sources([Source(name, text.encode()) for name, text in files])
    (asked,) = reading.problems
    assert asked.asks == "columns" and not any(view.sure for view in reading.tables)
    assert "names of files look like those of coders, and the columns motive, goal" in asked.what
    sources = [Source(name, text.encode()) for name, text in files]
    said = read_sources(sources, Choices(columns={"goal": "first"}))
    assert said.problems == ()
    assert {one.segmentation.boundaries for one in said.codings} == {(6,)}
    assert len({one.coder for one in said.codings}) == 2 == len(said.codings)
    people = [Source(name, text.replace("motive,goal", "an1,an2").encode()) for name, text in files]
    assert not [one for one in read_sources(people).problems if one.asks == "columns"]
    one_each = read_sources(sources, Choices(columns={"motive": "first", "goal": "first"}))
    assert one_each.problems == () and len(one_each.codings) == 4
    assert asked.command.startswith("--columns motive=first --pattern '{coder}' for example")
    assert "--columns 'motive=first, goal=first' to confirm" in asked.command


def segments(*ends: float, begin: float = 0) -> bytes:
    starts = (begin, *ends)
    return "".join(f"{a}\t{b}\tpart\n" for a, b in zip(starts, ends, strict=False)).encode()


def test_a_name_with_which_all_others_begin_is_the_item() -> None:
    """A song by people and, with more after its name, by three machines."""
    files = {
        "07_my_song.lab": segments(31.512, 80.1, 228.427),
        "07_my_song_ab_one.lab": segments(30.337, 224.214),
        "07_my_song_ab_two.lab": segments(10.118, 81.444, 226.902),
        "07_my_song_ab_two_label.lab": segments(10.118, 40.2, 81.444, 226.902),
    }
    asked, *_ = read(files).problems
    assert asked.command == "--pattern '{coder}' for example"
    told = read(files, "{coder}")
    assert told.problems == () and known(told.corpus).items[0].name
    assert len({coding.item for coding in told.codings}) == 1 and len(told.codings) == 4
    (doubt,) = read(files, "{item}_{coder}").problems
    assert "4 coders, in 3 groups without a common item" in doubt.what
    assert doubt.command == "--pattern '{coder}' for example"


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (("my_truth_x", "truth_x_sys1", "truth_x_sys2"), "{coder}"),
        (("childs__d1", "childs__d2", "parents__d1", "parents__d2"), "{coder}_{item}"),
    ],
)
def test_what_rows_say_of_items_is_not_taken_from_names(
    names: tuple[str, ...], pattern: str
) -> None:
    files = {}
    for at, name in enumerate(names):
        items = [name[-2:]] if name[-2] == "d" else ["d1", "d2"]
        rows = "".join(
            f"{one},{at},{100 * n + at + n * n},{100 * n + 90 + at}\n"
            for one in items
            for n in range(1, 8 + at)
        )
        files[f"{name}.csv"] = f"item,kind,onset,offset\n{rows}".encode()
    asked, *_ = read(files).problems
    assert asked.asks == "pattern" and asked.command == f"--pattern '{pattern}' for example"
    told = read(files, pattern)
    assert [one for one in told.problems if one.asks == "pattern"] == []
    assert {coding.item for coding in told.codings} == {"d1", "d2"}
