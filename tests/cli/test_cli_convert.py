"""The commands convert and check, and the options for reading that all commands share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any, NoReturn

import pytest

from segmetrics import Corpus
from segmetrics.cli import main
from segmetrics.io import SAMPLES, Reading, check
from segmetrics.io.write import WRITERS
from segmetrics.reliability.coverage import coverage
from tests.support.commands import Printed, Write
from tests.support.driving import free_port
from tests.support.known import known
from tests.support.project import PROJECT
from tests.support.recordings import OF_TIMES

MOONSTONE = str(SAMPLES["moonstone"].path)
DIALOGUE = str(SAMPLES["dialogue"].path)
OUTLINE = str(SAMPLES["outline"].path)


@pytest.fixture
def bad(write: Write) -> str:
    return write("bad.csv", "item,coder,masses\nch1,x,0\n")


@pytest.fixture
def choi(write: Write, tmp_path: Path) -> str:
    """Write a folder with a folder for each of two coders, who both coded two items."""
    for coder, item, text in (
        ("anna", "ch1", "One.\n==========\nTwo.\nThree.\n"),
        ("ben", "ch1", "One.\nTwo.\n==========\nThree.\n"),
        ("anna", "ch2", "A.\n==========\nB.\n"),
        ("ben", "ch2", "A.\n==========\nB.\n"),
    ):
        write(f"codings/{coder}/{item}.txt", text)
    return str(tmp_path / "codings")


@pytest.fixture
def brat(write: Write, tmp_path: Path) -> str:
    """Write a folder of brat with a text of two paragraphs, by two coders."""
    for coder, end in (("anna", 9), ("ben", 20)):
        write(f"brat/{coder}/t.txt", "One. Two.\n\nThree. Four.\n")
        text = "One. Two." if end == 9 else "One. Two. Three."
        where = "0 9" if end == 9 else "0 9;11 17"
        write(f"brat/{coder}/t.ann", f"T1\tPart {where}\t{text}\n")
    return str(tmp_path / "brat")


def same(one: Reading, path: Path) -> bool:
    again = check(path)
    return again.problems == () and known(again.corpus).digest == known(one.corpus).digest


# Convert.


@pytest.mark.parametrize("key", [key for key in WRITERS if key not in OF_TIMES])
def test_what_is_converted_is_read_as_the_same_corpus(
    key: str, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / f"out{WRITERS[key].ending}"
    assert main(["convert", OUTLINE, "--to", key, "-o", str(out)]) == 0
    assert capsys.readouterr() == ("", "")
    assert same(check(OUTLINE), out)


@pytest.mark.parametrize("key", OF_TIMES)
def test_recordings_are_converted_to_times_and_read_again(
    key: str, tmp_path: Path, capsys: Printed
) -> None:
    corpus = Corpus.from_times(
        {"film": {"anna": [12.4, 31.007], "ben": [13.1]}}, durations={"film": 60}
    )
    film, out = tmp_path / "film.json", tmp_path / f"out{WRITERS[key].ending}"
    film.write_bytes(WRITERS["segmetrics-json"].write(corpus).content)
    assert main(["convert", str(film), "--to", key, "-o", str(out)]) == 0
    assert capsys.readouterr() == ("", "")
    assert check(out).corpus == corpus
    assert main(["convert", OUTLINE, "--to", key, "-o", str(tmp_path / "other")]) == 2
    assert "only recordings have times" in capsys.readouterr().err


def test_the_command_line_answers_what_times_are_and_how_long_they_go_on(
    tmp_path: Path, capsys: Printed
) -> None:
    presses, out = tmp_path / "presses.csv", tmp_path / "out.csv"
    presses.write_text("coder,item,press time\nanna,film,400\nben,film,900\n", encoding="utf-8")
    asked = ["convert", str(presses), "--to", "times-csv", "-o", str(out)]
    assert main(asked) == 1
    assert "--times" in capsys.readouterr().err
    assert main([*asked, "--times", "25fps", "--force"]) == 1
    assert "--duration" in capsys.readouterr().err
    answers = ["--times", "25fps", "--duration", "film=1:00", "--force"]
    assert main([*asked, *answers]) == 0
    assert out.read_text(encoding="utf-8").splitlines()[1:] == [
        "film,anna,16.0,60.0",
        "film,ben,36.0,60.0",
    ]


@pytest.mark.parametrize("key", ["segmetrics-json", "segeval-json", "long-csv"])
def test_text_can_be_printed(key: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    corpus = known(check(OUTLINE).corpus)
    assert main(["convert", OUTLINE, "--to", key, "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == WRITERS[key].write(corpus).content
    assert err == b""


def test_a_file_is_replaced_only_with_force(write: Write, capsys: Printed) -> None:
    out = write("out.json", "mine")
    assert main(["convert", OUTLINE, "--to", "segeval-json", "-o", out]) == 2
    assert Path(out).read_text(encoding="utf-8") == "mine"
    assert f"{out} exists already" in capsys.readouterr().err
    assert main(["convert", OUTLINE, "--to", "segeval-json", "-o", out, "--force"]) == 0
    assert same(check(OUTLINE), Path(out))


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: Printed) -> None:
    out = str(tmp_path / "none" / "out.json")
    assert main(["convert", OUTLINE, "--to", "segeval-json", "-o", out]) == 2
    assert capsys.readouterr().err == f"{out} cannot be written: No such file or directory.\n"


def test_what_a_format_does_not_keep_is_said(tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "out.zip"
    words = ["--to", "choi", "--reference", "an1", "--automatic", "an3", "-o", str(out)]
    assert main(["convert", MOONSTONE, *words]) == 0
    assert capsys.readouterr().err == (
        "Not kept in choi: that an1 is the reference.\n"
        "Not kept in choi: that these coders are automatic segmenters: an3.\n"
    )
    assert same(check(MOONSTONE), out)


def test_a_format_that_would_lose_boundaries_writes_nothing(
    tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "out.zip"
    assert main(["convert", DIALOGUE, "--to", "choi", "-o", str(out)]) == 2
    assert "cannot carry types" in capsys.readouterr().err
    assert not out.exists()


def test_good_items_are_converted_and_the_others_named(
    mixed: str, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "out.csv"
    assert main(["convert", mixed, "--to", "long-csv", "-o", str(out)]) == 1
    assert out.read_bytes() == b"item,coder,boundary,mass\nch2,x,2,3\nch2,y,1,3\n"
    err = capsys.readouterr().err
    read, problem, left_out = err.splitlines()
    # Item ch1 has one coding that could be read, of 5 units; ch2 two, of a boundary each.
    assert read == "Read: 2 items of 3 to 5 units, 2 coders, 3 codings, 2 boundaries."
    assert problem.startswith(f"{mixed}, row 3, item ch1, coder y: ")
    assert left_out == "Left out: ch1"


def test_without_a_good_item_nothing_is_written(bad: str, tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "out.csv"
    assert main(["convert", bad, "--to", "long-csv", "-o", str(out)]) == 2
    assert not out.exists()
    assert "Nothing could be written: no item can be used." in capsys.readouterr().err


# Folders and archives, and the options for reading.


def test_folders_and_archives_are_read_by_every_command(
    choi: str, tmp_path: Path, capsys: Printed
) -> None:
    packed = str(tmp_path / "packed.zip")
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(Path(choi).rglob("*.txt")):
            archive.write(path, path.relative_to(choi))
    out: dict[str, str] = {}
    for given in (choi, packed):
        for words in (["agreement"], ["pairwise", "--metric", "s"], ["decisions"]):
            assert main([*words, given, "--format", "json"]) == 0
            printed, err = capsys.readouterr()
            assert err == ""
            assert out.setdefault(words[0], printed) == printed
    assert [row["coders"] for row in json.loads(out["agreement"])["rows"][:2]] == [2, 2]


def test_the_dashboard_opens_folders_and_archives(
    choi: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def server(_: str, command: list[str], environment: dict[str, str]) -> NoReturn:
        started.extend(json.loads(environment["SEGMETRICS_FILES"]))
        sys.exit(0)

    monkeypatch.chdir(Path.cwd())
    monkeypatch.setattr(os, "execve", server)
    with pytest.raises(SystemExit, match="0"):
        main(["app", choi, MOONSTONE, "--no-browser", "--port", str(free_port())])
    assert started == [choi, MOONSTONE]


def checked(capsys: Printed, *words: str) -> tuple[dict[str, Any], str, int]:
    status = main(["check", "--format", "json", *words])
    out, err = capsys.readouterr()
    return json.loads(out), err, status


def test_the_pattern_says_where_the_names_stand(choi: str, capsys: Printed) -> None:
    found, err, status = checked(capsys, choi, "--pattern", "{item}/{coder}")
    assert err == ""
    assert status == 2  # of each "item" the two texts differ
    assert found["patterns"] == {"choi": "{item}/{coder}"}
    assert found["left_out"] == ["anna", "ben"]


def test_spans_are_placed_on_the_chosen_unit(brat: str, capsys: Printed) -> None:
    counts = {}
    for unit in ("paragraph", "sentence", "word"):
        found, err, status = checked(capsys, brat, "--unit", unit)
        assert (err, status, found["unit"]) == ("", 0, unit)
        counts[unit] = found["corpus"]["units"]
    assert counts == {"paragraph": 2, "sentence": 4, "word": 4}


@pytest.mark.parametrize(("labels", "kind"), [("none", "linear"), ("types", "multiple")])
def test_labels_are_types_or_not(labels: str, kind: str, brat: str, capsys: Printed) -> None:
    found, err, status = checked(capsys, brat, "--labels", labels)
    assert (err, status) == ("", 0)
    assert found["corpus"]["kind"] == kind


def test_the_roles_of_coders_are_chosen_and_items_and_coders_dropped(
    choi: str, mixed: str, capsys: Printed
) -> None:
    words = ["--reference", "anna", "--automatic", "ben", "--automatic", "anna"]
    found, err, _ = checked(capsys, choi, *words)
    assert err == ""
    assert found["corpus"]["reference"] == "anna"
    assert found["corpus"]["automatic"] == ["anna", "ben"]
    found, err, status = checked(capsys, mixed, "--drop-item", "ch1", "--drop-coder", "y")
    assert (err, status) == ("", 0)
    assert (found["corpus"]["items"], found["corpus"]["coders"]) == (["ch2"], ["x"])
    words = ["--reference", "y", "--drop-coder", "y", "--drop-item", "ch1"]
    main(["agreement", mixed, *words, "--format", "csv"])
    said = "--reference y changes nothing: it contradicts --drop-coder y, which leaves that coder"
    assert f"{said} out." in capsys.readouterr().err


def test_options_with_nothing_to_work_on_are_said(mixed: str, capsys: Printed) -> None:
    words = ["--unit", "word", "--step", "2", "--labels", "types", "--pattern", "{coder}"]
    words += ["--reference", "zoe", "--automatic", "c99", "--drop-coder", "u", "--drop-item", "v"]
    assert main(["agreement", mixed, *words, "--format", "csv"]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if "changes nothing" in line]
    assert said.pop().endswith(
        "--unit changes nothing: no file holds spans of a text or a recording. Leave the option "
        "out, or correct it."
    )
    assert said == [
        "--step changes nothing: no file holds spans of a text or a recording.",
        "--pattern changes nothing: all files say themselves whose they are.",
        "--labels changes nothing: no file holds spans of a text or a recording.",
        "--reference zoe changes nothing: there is no such coder.",
        "--automatic c99 changes nothing: there is no such coder.",
        "--drop-coder u changes nothing: there is no such coder.",
        "--drop-item v changes nothing: there is no such item.",
    ]


@pytest.mark.parametrize(
    "words", [("--layer", "topics"), ("--tier", "topics"), ("--unit", "token")]
)
def test_an_option_that_names_nothing_is_an_error(
    words: tuple[str, str], tmp_path: Path, capsys: Printed
) -> None:
    table = tmp_path / "a.csv"
    table.write_text("item,coder,masses\nch1,x,2 3\nch1,y,1 4\n")
    assert main(["agreement", str(table)]) == 0
    assert main(["agreement", str(table), *words]) == 1
    assert "changes nothing" in capsys.readouterr().err


def test_a_step_changes_nothing_in_a_text(brat: str, capsys: Printed) -> None:
    _, err, _ = checked(capsys, brat, "--step", "2", "--unit", "word")
    assert err == "--step changes nothing: the unit is word.\n"


# Check.


def test_check_shows_what_was_recognised(choi: str, capsys: Printed) -> None:
    assert main(["check", choi]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == (
        "Recognised\n"
        "  4 files: text with separator lines (codings/anna/ch1.txt: a line ==========)\n"
        "  pattern     {coder}/{item} in names of files (choi)\n"
        "\n"
        "Corpus\n"
        "  read        2 items of 2 to 3 units, 2 coders, 4 codings, 4 boundaries\n"
        "  items       2: ch1, ch2\n"
        "  coders      2: anna, ben\n"
        "  coverage    4 of 4 codings (100%); 2 coders an item\n"
        "  units       5\n"
        "  boundaries  4\n"
        "  texts       2 of 2 items\n"
        "\n"
        "Problems: none\n"
        "\n"
        "Notices: none\n"
    )


def test_check_tells_types_levels_roles_and_groups(write: Write, capsys: Printed) -> None:
    assert main(["check", DIALOGUE, "--reference", "ada", "--automatic", "dov"]) == 0
    out = capsys.readouterr().out
    for line in (
        "  types       4: aside, topic, task, uncertain",
        "  reference   ada",
        "  automatic   1: dov",
    ):
        assert line in out.splitlines()
    assert main(["check", OUTLINE]) == 0
    assert "  levels      3: 1, 2, 3" in capsys.readouterr().out.splitlines()
    assert main(["check", MOONSTONE]) == 0
    out = capsys.readouterr().out
    assert "  groups      2, which share no item" in out.splitlines()
    assert "  coverage    40 of 80 codings (50%); 4 to 6 coders an item" in out.splitlines()
    decided = {
        "format": "segmetrics",
        "version": 1,
        "kind": "linear",
        "items": [{"name": "t", "mass": 3, "codings": {"x": [1]}}],
        "decisions": [{"item": "t", "place": 1, "verdict": "reject"}],
    }
    assert main(["check", write("decided.json", json.dumps(decided))]) == 0
    assert "  decisions   1" in capsys.readouterr().out.splitlines()


def test_few_codings_that_are_missing_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.csv"
    rows = [f"i{n},{coder},2 3\n" for n in (1, 2, 3, 4) for coder in "xyz"]
    file.write_text("item,coder,masses\n" + "".join(rows[:-2]))
    assert main(["check", str(file)]) == 0
    out = capsys.readouterr().out
    assert "10 of 12 codings (83%); 1 to 3 coders an item; not coded: y in i4 and z in i4\n" in out
    assert coverage(known(check(file).corpus)).in_words[-1] == "2 not coded: y in i4 and z in i4"


def test_check_lists_problems_and_notices(mixed: str, write: Write, capsys: Printed) -> None:
    more = write("more.csv", "item,coder,masses,mood\nch2,z,3,good\n")
    assert main(["check", mixed, more]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    problems = lines.index("Problems: 1")
    assert lines[problems + 1].startswith(f"  {mixed}, row 3, item ch1, coder y: segment size 0")
    notices = lines.index("Notices: 1")
    assert lines[notices + 1] == f"  {more}, row 1: not read: the column mood."
    assert "  left out    1: ch1" in lines


def test_check_without_a_good_item(bad: str, write: Write, capsys: Printed) -> None:
    assert main(["check", bad]) == 2
    assert "  nothing     no item can be used" in capsys.readouterr().out
    assert main(["check", write("a.txt", "Dear Anna,\n")]) == 2
    out = capsys.readouterr().out
    assert "  nothing     no file of a known format" in out
    assert (
        "no coding was found in this file; it looks like a text of one line and begins with "
        "'Dear Anna,'" in out
    )


def test_the_json_of_check_has_everything(mixed: str, capsys: Printed) -> None:
    found, err, status = checked(capsys, mixed)
    assert (err, status) == ("", 1)
    assert found == {
        "files": [{"file": mixed, "format": "long-table", "why": "CSV with item, coder, masses"}],
        "patterns": {},
        "unit": None,
        "units": [],
        "corpus": {
            "items": ["ch2"],
            "coders": ["x", "y"],
            "groups": [["x", "y"]],
            "kind": "linear",
            "types": [],
            "levels": [],
            "units": 3,
            "boundaries": 2,
            "codings": 2,
            "possible_codings": 2,
            "coders_per_item": [2, 2],
            "items_with_texts": 0,
            "reference": None,
            "automatic": [],
            "decisions": 0,
        },
        "left_out": ["ch1"],
        "problems": [
            {
                "file": mixed,
                "row": 3,
                "item": "ch1",
                "coder": "y",
                "what": "segment size 0: a segment has at least one unit",
                "text": None,
                "fix": "correct the cell of masses; it holds whole numbers such as 2 8 2 1",
                "command": None,
            }
        ],
        "notices": [],
    }


# The installed command.


def test_the_installed_command_converts_and_checks(choi: str, tmp_path: Path) -> None:
    command = Path(sysconfig.get_path("scripts")) / "segmetrics"
    start = [str(command)] if command.is_file() else [sys.executable, "-m", "segmetrics"]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*start, *words],
            capture_output=True,
            cwd=PROJECT,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            text=True,
            timeout=60,
        )

    out = tmp_path / "out.zip"
    done = run("convert", choi, "--to", "choi", "-o", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["anna/ch1.txt", "ben/ch1.txt", "anna/ch2.txt", "ben/ch2.txt"]
    printed = run("convert", str(out), "--to", "segmetrics-json", "-o", "-")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert json.loads(printed.stdout)["items"][0]["codings"] == {"anna": [1], "ben": [2]}
    checked = run("check", str(out), "--format", "json")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert json.loads(checked.stdout)["corpus"]["codings"] == 4


def test_a_column_that_a_person_left_out_is_said_to_be(write: Write, capsys: Printed) -> None:
    rows = "".join(f"s,{n},{int(n == 3)},{int(n == 4)},x\n" for n in range(1, 7))
    file = write("marks.csv", f"story,n,ann,bob,mood\n{rows}")
    roles = "story=item,n=unit,ann=mark,bob=mark,mood=ignore"
    main(["check", file, "--columns", roles])
    assert "not read: the column mood." in capsys.readouterr().out
