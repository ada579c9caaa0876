"""Coders of one name in groups that share no item: asked, and told apart by one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from segmetrics.cli import main
from segmetrics.io import Choices, Reading, Source, check, read_sources
from tests.support.small_reproduction import as_tables

if TYPE_CHECKING:
    from pathlib import Path

    from segmetrics import Corpus
    from segmetrics.io.choices import SamePeople

TABLE = b"paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n4,2,3\n"
OTHER = b"paragraph,an1,an2,an3\n1,1,1,1\n2,2,1,2\n3,2,2,2\n"
FOLDERS = {"north/ch1.csv": TABLE, "north/ch2.csv": TABLE, "south/ch3.csv": OTHER}


def read(files: dict[str, bytes], same_names: SamePeople = "") -> Reading:
    sources = [Source(name, content) for name, content in files.items()]
    return read_sources(sources, Choices(same_names=same_names))


def coders(reading: Reading) -> dict[str, tuple[str, ...]]:
    assert reading.corpus is not None
    return {item.name: item.coders for item in reading.corpus.items}


ONE = {"ch1": ("an1", "an2"), "ch2": ("an1", "an2"), "ch3": ("an1", "an2", "an3")}


def test_coders_of_one_name_in_folders_without_a_common_item_are_asked_about() -> None:
    reading = read(FOLDERS)
    assert reading.problems == ()
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
    assert reading.corpus is not None
    assert set(reading.corpus.coders) == {usual, other, "Lea"}
    (said,) = [one for one in reading.notices if "in spelling alone" in one.what]
    assert (said.coder, usual in said.what) == (other, True)
    merged = read_sources([Source("a.csv", content.encode())], Choices(coders={other: usual}))
    assert merged.corpus is not None
    assert set(merged.corpus.coders) == {usual, "Lea"}


def test_people_who_coded_the_same_item_are_not_one() -> None:
    content = "item,coder,masses\ni1,kim,2 3\ni1,Kim,5\n"
    assert read_sources([Source("a.csv", content.encode())]).alike_coders == {}
