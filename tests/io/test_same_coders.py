"""Coders of one name in groups that share no item: asked, and told apart by one answer."""

from __future__ import annotations

from pathlib import Path
from shlex import split
from typing import TYPE_CHECKING

import pytest

from segmetrics.cli import main
from segmetrics.corpus import Corpus, Item
from segmetrics.io import Choices, Reading, Source, assemble, check, parse_sources, read_sources
from segmetrics.io.choices import OF_CHOICE
from segmetrics.io.parts import Coding
from segmetrics.io.same_coders import coders_spelled_alike
from segmetrics.io.write import WRITERS
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.small_reproduction import as_tables

if TYPE_CHECKING:
    from segmetrics.io.choices import SamePeople

TABLE = b"paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n4,2,3\n"
OTHER = b"paragraph,an1,an2,an3\n1,1,1,1\n2,2,1,2\n3,2,2,2\n"
FOLDERS = {"north/ch1.csv": TABLE, "north/ch2.csv": TABLE, "south/ch3.csv": OTHER}


def read(files: dict[str, bytes], same_names: SamePeople = "") -> Reading:
    sources = [Source(name, content) for name, content in files.items()]
    return read_sources(sources, Choices(same_names=same_names))


def coders(reading: Reading) -> dict[str, tuple[str, ...]]:
    assert reading.problems == ()
    assert reading.corpus is not None
    return {item.name: item.coders for item in reading.corpus.items}


ONE = {"ch1": ("an1", "an2"), "ch2": ("an1", "an2"), "ch3": ("an1", "an2", "an3")}


def test_coders_of_one_name_in_folders_without_a_common_item_are_asked_about() -> None:
    reading = read(FOLDERS)
    assert coders(reading) == ONE
    assert reading.same_names is not None
    assert reading.same_names.coders == ("an1", "an2")
    assert reading.same_names.groups == {"ch1": "north", "ch2": "north", "ch3": "south"}
    (notice,) = reading.notices
    assert notice.what == (
        "an1, an2 are coders in several of the 2 groups north, south, which share no item. Is "
        "a coder of the same name the same person in each group? They are read as one, "
        "and can be told apart"
    )
    assert notice.command == "--same-names many"


def test_either_answer_is_followed_and_not_asked_for_again() -> None:
    one = read(FOLDERS, "one")
    assert (coders(one), one.notices) == (ONE, ())
    many = read(FOLDERS, "many")
    assert many.notices == ()
    assert coders(many) == {
        "ch1": ("an1 (north)", "an2 (north)"),
        "ch2": ("an1 (north)", "an2 (north)"),
        "ch3": ("an1 (south)", "an2 (south)", "an3"),
    }


def test_the_new_names_can_be_renamed_and_left_out() -> None:
    choices = Choices(
        same_names="many",
        coders={"an1 (north)": "Anna"},
        dropped=frozenset({(None, "an2 (south)")}),
    )
    reading = read_sources([Source(*one) for one in FOLDERS.items()], choices)
    assert coders(reading)["ch1"] == ("Anna", "an2 (north)")
    assert coders(reading)["ch3"] == ("an1 (south)", "an3")


@pytest.mark.parametrize(
    "files",
    [
        {name: content.replace(b"an1,an2", b"Anna,Ben") for name, content in FOLDERS.items()},
        {"all/ch1.csv": TABLE, "all/ch3.csv": OTHER},
        {"ch1/ch1.csv": TABLE, "ch3/ch3.csv": OTHER},
        {"north/ch1.csv": TABLE, "south/ch3.csv": OTHER.replace(b"an1,an2,an3", b"an7,an8,an9")},
    ],
)
def test_there_is_no_question_where_names_or_folders_leave_none(files: dict[str, bytes]) -> None:
    reading = read(files)
    assert reading.same_names is None
    assert reading.notices == ()


# The whole Moonstone as its authors publish it: coders numbered anew in each of five groups.
GROUPS = ("1,1,3,4,{}", "2,2,5,8,10", "3,7,9,12,13", "4,14,15,16,20", "5,17,18,19,21")


@pytest.mark.parametrize("listed", [11, 9], ids=["list", "list with a slip"])
def test_the_groups_of_the_whole_moonstone_are_known_by_its_list(
    tmp_path: Path, listed: int, complete_moonstone: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list names chapter 9 for chapter 11, as the authors' own does."""
    (tmp_path / "segmentations").mkdir()
    for table in as_tables(complete_moonstone):
        (tmp_path / "segmentations" / table.name).write_bytes(table.content)
    rows = "\n".join(GROUPS).format(listed)
    (tmp_path / "group_to_chapter.csv").write_text(f"group,ch1,ch2,ch3,ch4\n{rows}\n")
    asked = check(tmp_path)
    assert asked.problems == ()
    assert asked.same_names is not None
    assert len(asked.corpus.coders if asked.corpus else ()) == 6
    many = check(tmp_path, choices=Choices(same_names="many"))
    assert many.corpus is not None
    assert len(many.corpus.coders) == 27
    assert [len(group.coders) for group in many.corpus.groups] == [4, 6, 6, 6, 5]
    assert [list(item.codings.values()) for item in many.corpus.items] == [
        list(item.codings.values()) for item in complete_moonstone.items
    ]
    assert many.corpus["ch11"].coders == tuple(f"an{number} (group 1)" for number in range(1, 5))
    assert main(["check", str(tmp_path), "--same-names", "many"]) == 0
    assert "27: an1 (group 1)" in capsys.readouterr().out


def test_an_answer_without_a_question_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ch1.csv").write_bytes(TABLE)
    assert main(["check", str(tmp_path), "--same-names", "many"]) == 0
    assert "--same-names changes nothing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("other", "usual"), [("kim", "Kim"), ("an 1", "an1"), ("AN_01", "an1"), ("Kim.", "kim")]
)
def test_names_that_differ_in_spelling_alone_are_offered_as_one_person(
    other: str, usual: str
) -> None:
    rows = [f"i{n},{usual},2 3" for n in (1, 2, 3)] + [f"i4,{other},2 3", "i4,Lea,5"]
    content = "\n".join(["item,coder,masses", *rows, ""])
    reading = read_sources([Source("a.csv", content.encode())])
    assert reading.alike_coders == {other: usual}
    one = other in ("kim", "an 1")  # in case or blanks alone
    assert reading.one_each == ({other: usual} if one else {})
    assert set(known(reading.corpus).coders) == {usual, other, "Lea"}
    said = [one.what for one in reading.notices if "in spelling alone" in one.what]
    assert said == [f"differs from {usual} in spelling alone, and is read as another person"] * (
        not one
    )
    asked = [(said.what, said.command) for said in reading.problems if said.asks == "coders"]
    what = f"{other} and {usual} hardly differ, and no item has both names. For "
    one_of, two_of = (OF_CHOICE["coders"].command((other, name)) for name in (usual, other))
    command = f"{one_of}, or {two_of} for two people"
    assert asked == [(f"{what}now they are other people", command)] * one
    apart = read_sources([Source("a.csv", content.encode())], Choices(coders={other: other}))
    assert apart.problems == ()
    assert set(known(apart.corpus).coders) == {usual, other, "Lea"}
    merged = read_sources([Source("a.csv", content.encode())], Choices(coders={other: usual}))
    assert set(known(merged.corpus).coders) == {usual, "Lea"}


def test_who_coded_one_item_under_two_names_that_differ_in_case_is_asked_about_and_not_merged() -> (
    None
):
    rows = "i1,Kim,2 3\ni2,Kim,2 3\ni3,Kim,2 3\ni3,kim,1 4\ni4,KIM,5\ni4,Lea,5\n"
    reading = read_sources([Source("a.csv", f"item,coder,masses\n{rows}".encode())])
    assert reading.alike_coders == {"kim": "Kim", "KIM": "Kim"}
    assert reading.one_each == {"KIM": "Kim"}


@pytest.mark.parametrize(
    ("rows", "known", "usual"),
    [
        (("erin", "erin", "Erin"), "", "erin"),  # most rows
        (("erin", "Erin"), "", "Erin"),  # the one with a capital letter
        (("erin", "erin", "Erin"), "Erin", "Erin"),  # that of the round before
    ],
)
def test_the_usual_name_is_that_of_the_round_before_or_of_most_rows(
    rows: tuple[str, ...], known: str, usual: str
) -> None:
    content = "".join(f"i{n},{coder},2 3\n" for n, coder in enumerate(rows))
    sources = [Source("a.csv", f"item,coder,masses\n{content}".encode())]
    item = Item("i0", {known: Segmentation.from_masses([2, 3])})
    before = Corpus((item,)) if known else None
    (other,) = {*rows} - {usual}
    assert assemble(parse_sources(sources), None, before).alike_coders == {other: usual}


def test_a_command_asks_who_is_one_person_and_takes_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "i1,Kim,2 3\ni2,Kim,2 3\ni3,kim,2 3\n" + "".join(f"i{n},Lea,1 4\n" for n in (1, 2, 3))
    files = [str(tmp_path / f"{name}.csv") for name in "ab"]
    for file in files:
        Path(file).write_text(f"item,coder,masses\n{rows}")
    assert main(["rounds", *files]) == 1
    said = capsys.readouterr().err
    assert said.count("kim and Kim hardly differ") == 1
    assert "--rename-coders kim=Kim, or --rename-coders kim=kim for two people" in said
    assert main(["rounds", *files, "--rename-coders", "kim=Kim"]) == 0
    assert "differ" not in capsys.readouterr().err
    assert main(["check", files[0], "--rename-coders", "Kim=kim"]) == 0
    assert main(["check", files[0], "--rename-coders", "zoe=Zoe"]) == 1
    assert "--rename-coders zoe=Zoe changes nothing: there is no such" in capsys.readouterr().err
    assert main(["check", files[0], "--rename-coders", "kin=Kim"]) == 1
    assert "--rename-coders kin=Kim changes nothing" in capsys.readouterr().err


PAIRS = "item,coder,masses\ni1,{0},2 3\ni2,{0},2 3\ni3,{1},2 3\ni4,{2},2 3\ni5,{2},5\ni6,{3},5\n"


@pytest.mark.parametrize(
    "names",
    [("Kim", "kim", "Bo", "bo"), ('"Li, Bo"', '"li, bo"', "a=B=c", "a=b=c"), ("O'H", "o'h") * 2],
)
def test_one_command_answers_for_all_pairs_whatever_their_names(
    names: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(PAIRS.format(*names))
    (asked,) = check(path).problems
    one, two = asked.command.split(", or ")
    assert main(["check", str(path), *split(one)]) == 0
    said = capsys.readouterr()
    assert f"{len({*names[::2]})}: {names[0]}".replace('"', "") in said.out
    assert "changes nothing" not in said.err
    assert split(two)[:2] == ["--rename-coders", f"{names[1]}={names[1]}".replace('"', "")]


@pytest.mark.parametrize(
    "choices",
    [
        Choices(coders={"kim": "kim", "bo": "Bo"}),
        Choices(coders={"Kim": "Kim", "Bo": "Bo"}),  # the other of each pair
        Choices(coders={"Kim": "kim"}, dropped=frozenset({(None, "bo")})),
        Choices(coders={"kim": "Kim"}, dropped=frozenset({(None, "Bo")})),
    ],
)
def test_either_name_of_a_pair_answers_and_who_is_left_out_is_not_asked_about(
    choices: Choices,
) -> None:
    source = Source("a.csv", PAIRS.format("Kim", "kim", "Bo", "bo").encode())
    assert len(read_sources([source]).problems) == 1
    assert read_sources([source], choices).problems == ()


def test_files_of_our_own_are_decided(tmp_path: Path) -> None:
    source = Source("a.csv", PAIRS.format("Kim", "kim", "Bo", "Bo").encode())
    corpus = known(read_sources([source], Choices(coders={"kim": "kim"})).corpus)
    own = Source("keep.json", WRITERS["segmetrics-json"].write(corpus).content)
    assert read_sources([own]).problems == ()
    more = Source("more.csv", b"item,coder,masses\ni9,bo,2 3\n")
    (asked,) = read_sources([own, more]).problems
    assert asked.what.startswith("bo and Bo hardly differ")


def test_people_of_the_round_before_are_noticed_under_another_spelling() -> None:
    """Not about those whose two names the round before has: they are two people."""
    before = Corpus.from_masses({"i1": {"Kim": [2, 3], "Bo": [5], "bo": [1, 4]}})
    parsed = parse_sources([Source("a.csv", b"item,coder,masses\ni1,kim,2 3\ni1,bo,5\n")])
    reading = assemble(parsed, None, before)
    assert reading.problems == () and reading.one_each == {}
    (said,) = [one for one in reading.notices if one.coder == "kim"]
    assert said.what.startswith("differs from Kim of the round before in spelling alone")
    assert said.command == "--rename-coders kim=Kim"
    answered = assemble(parsed, Choices(coders={"kim": "Kim"}), before).notices
    assert not [one for one in answered if "round before" in one.what]


@pytest.mark.parametrize(
    ("first", "second", "usual"),
    [("kim", "Kim", "Kim"), ("Kim ", "kim", "kim"), ("Kim ", "KIM", "KIM")],
)
def test_on_a_tie_the_usual_coder_has_a_capital_letter_and_never_a_blank_at_its_end(
    first: str, second: str, usual: str
) -> None:
    made = Segmentation.from_masses([2, 3])
    coders = [first, first, second][first == "kim" :]
    parts = [
        Coding(file="a.csv", item=f"i{n}", coder=coder, segmentation=made)
        for n, coder in enumerate(coders)
    ]
    assert set(coders_spelled_alike(parts)[0].values()) == {usual}


def test_on_a_tie_the_usual_name_of_an_item_is_the_first() -> None:
    rows = b"item,coder,masses\ntalk 1,kim,2 3\nTalk 1,ben,2 3\n"
    assert read_sources([Source("a.csv", rows)]).alike_items == {"Talk 1": "talk 1"}


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("Judith", "Judit"),
        ("Judith", "Judiht"),
        ("Judith", "Judyth"),
        ("Zeynep", "Zeyneb"),
        ("Tariq", "Tarik"),
        ("Ana Lopes", "Ana Lopez"),
        ("Bastian", "Basti"),
        ("Annika", "Annika K."),
        ("Annika", "annika k"),
    ],
)
def test_a_slip_of_a_letter_and_a_short_name_are_asked_about(usual: str, other: str) -> None:
    rows = [f"i{n},{who},2 3" for n in (1, 2, 3) for who in (usual, "Kemal")]
    content = "\n".join(["item,coder,masses", *rows, f"i4,{other},2 3", "i4,Kemal,5", ""])
    reading = read_sources([Source("a.csv", content.encode())])
    short = other == "Ana Lopez"  # a word of three letters, and another last letter
    assert reading.one_each == ({} if short else {other: usual})
    (asked,) = [one.what for one in reading.problems] or [""]
    assert asked.startswith(f"{other} and {usual} hardly differ") or short


@pytest.mark.parametrize(
    ("usual", "other", "many"),
    [
        ("Maria", "Mario", 1),
        ("Coder A", "Coder B", 1),
        ("CoderA", "CoderB", 1),
        ("CoderC", "CoderB", 1),
        ("Martina", "Martine", 1),
        ("an10", "an11", 1),
        ("Tom", "Tim", 1),
        ("Tom", "Tomas", 1),
        ("Anna Klein", "Anna Weber", 1),
        ("Basti", "Bastian", 2),
        ("Judith", "Judit", 2),
    ],
)
def test_who_may_well_be_two_is_not_asked_about(usual: str, other: str, many: int) -> None:
    rows = [f"i{n},{usual if n > many else other},2 3\ni{n},Lea,5" for n in range(1, 5)]
    reading = read_sources([Source("a.csv", "\n".join(["item,coder,masses", *rows, ""]).encode())])
    assert reading.one_each == {}
    assert not [one for one in reading.problems if one.asks == "coders"]


def test_people_who_coded_the_same_items_are_not_one() -> None:
    content = "item,coder,masses\ni1,kim,2 3\ni1,Kim,5\n"
    assert read_sources([Source("a.csv", content.encode())]).alike_coders == {}


@pytest.mark.parametrize(
    ("names", "alike"),
    [
        (("OH03", "oh03", "OH03 The switchboard"), ("oh03", "OH03 The switchboard")),
        (("Interview_3", "interview 03", "OH"), ("interview 03",)),
        (("WC3", "wc 3", "WC 33"), ("wc 3",)),
        (("Tomas", "Interview Tomas", "Interview Ada"), ("Interview Tomas",)),
        (("Tomas", "Interview Tomas", "Tomas (May)"), ()),
        (("OH03", "OH03 2", "OH03b"), ()),  # a number behind a name is no title
        (("OH", "OH The start", "OH The end"), ()),  # which of the two would it be?
        (("1.1", "11", "1-2"), ()),
        (("a+", "a-", "a"), ()),  # signs that say something
        (("x=1", "x>1", "x*1"), ()),
    ],
)
def test_items_whose_names_differ_in_spelling_or_by_a_title_are_offered_as_one(
    names: tuple[str, str, str], alike: tuple[str, ...]
) -> None:
    """Each coder calls it otherwise; the usual name is that of most codings."""
    coders = ("Anna,Kim", "Ben", "Cy")
    rows = [
        f"{name},{coder},2 3"
        for name, of_name in zip(names, coders, strict=True)
        for coder in of_name.split(",")
    ]
    content = "\n".join(["item,coder,masses", *rows, ""]).encode()
    reading = read_sources([Source("a.csv", content)])
    assert reading.alike_items == dict.fromkeys(alike, names[0])
    assert {item.name for item in known(reading.corpus).items} == set(names)
    told = [one.item for one in reading.notices if "differs from" in one.what]
    assert {*told, *reading.one_each} == {*alike}
    assert all(one.asks == "items" for one in reading.problems)
    assert len(reading.problems) == len(reading.one_each)
    for one in reading.notices:
        if one.item in alike:
            titled = one.item in ("OH03 The switchboard", "Interview Tomas")
            assert ("title" in one.what) is titled
            assert ("spelling" in one.what) is not titled
    merged = read_sources([Source("a.csv", content)], Choices(items=reading.alike_items))
    assert set(known(merged.corpus)[names[0]].coders) == {"Anna", "Kim", "Ben", "Cy"} - {
        coder for name, coder in zip(names, coders, strict=True) if name not in (names[0], *alike)
    }


def test_items_of_other_lengths_or_of_the_same_coders_are_several() -> None:
    titled = b"item,coder,masses\nOH03,kim,2 3\nOH03 The switchboard,ben,2 4\n"
    assert read_sources([Source("a.csv", titled)]).alike_items == {}
    both = b"item,coder,masses\na,kim,2 3\nA,kim,5\na,ben,2 3\nA,ben,5\n"
    assert read_sources([Source("a.csv", both)]).alike_items == {}


def test_who_sent_an_item_again_in_another_file_is_offered_as_one_person() -> None:
    rows = [f"i{n},Tobias,2 3" for n in (1, 2, 3)]
    table = "\n".join(["item,coder,masses", *rows, ""]).encode()
    form = b"item,coder,masses\ni1,tobias,4 1\ni2,Lea,5\n"
    sources = [Source("a.csv", table), Source("form.csv", form)]
    assert read_sources(sources).alike_coders == {"tobias": "Tobias"}
    (again,) = read_sources(sources, Choices(coders={"tobias": "Tobias"})).problems
    assert "this coder also coded the item in a.csv" in again.what


def test_an_accent_that_is_left_out_makes_no_other_person() -> None:
    rows = ["turn,Ann,Bob,Siobhan", "1,,,", "2,x,x,x", "3,,,", "4,,x,"]
    files = [
        Source(name, "\n".join(rows).replace("a", letter).encode())
        for name, letter in (("t1.csv", "a"), ("t2.csv", "á"))
    ]
    reading = read_sources(
        files, Choices(columns=dict.fromkeys(("Ann", "Bob", "Siobhan", "Siobhán"), "first"))
    )
    assert "Siobhán" in str([reading.one_each, reading.alike_coders])
