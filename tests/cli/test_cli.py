"""The command line: what it prints where, and what it says by its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import segmetrics
import segmetrics.cli.agreement_command
from segmetrics.cli import main
from segmetrics.cli.output import written
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES, check
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.schools import schools_in
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS, column_name
from tests.support.commands import Printed, Write, rows_of
from tests.support.known import known
from tests.support.project import PROJECT
from tests.support.written import agreement_as

COLUMNS = (
    "level,item,corrected,corrected_p,corrected_p_adjusted,alpha,pi_star_b,verdict,"
    "pi_star_s,kappa_star_s,bias_s,one_minus_wd_mean,one_minus_wd_sd,coders,boundaries,"
    "mass,near_misses,full_misses,pi_star_s_sd,kappa_star_s_sd,bias_s_sd"
)
MOONSTONE = str(SAMPLES["moonstone"].path)
FULL = Path("/dev/full")


@pytest.fixture
def good(write: Write) -> str:
    return write("good.csv", "item,coder,masses\nfig8,x,6 8\nfig8,y,7 7\n")


@pytest.fixture
def bad(write: Write) -> str:
    return write("bad.csv", "item,coder,masses\nch1,x,5\nch1,y,0 5\nch2,x,3\nch2,z,4\n")


def started(*words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own."""
    command = [sys.executable, "-m", "segmetrics", *words]
    return subprocess.run(
        command, capture_output=True, cwd=PROJECT, env=os.environ | more, timeout=60
    )


# Exit status, and what goes where.


def test_without_problems_it_exits_with_0_and_only_prints_the_table(
    good: str, capsys: Printed
) -> None:
    assert main(["agreement", good]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[3].startswith("fig8 ")
    assert err == ""


def test_with_items_left_out_it_exits_with_1_and_computes_the_rest(
    mixed: str, capsys: Printed
) -> None:
    assert main(["agreement", mixed, "--format", "csv"]) == 1
    out, err = capsys.readouterr()
    assert [(row["level"], row["item"]) for row in rows_of(out)] == [
        ("item", "ch2"),
        ("group", "x-y"),
        ("corpus", ""),
    ]
    read, *said = err.splitlines()
    assert read.startswith("Read: ")
    assert said[0].startswith(f"{mixed}, row 3, item ch1, coder y: segment size 0")
    assert said[-1] == "Left out: ch1"


def test_with_nothing_left_it_exits_with_2_and_prints_no_table(bad: str, capsys: Printed) -> None:
    assert main(["agreement", bad]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[2:] == [
        "Left out: ch1, ch2",
        "Nothing could be computed: no item can be used.",
    ]


def test_every_problem_of_every_file_goes_to_standard_error(
    bad: str, mixed: str, good: str, tmp_path: Path, capsys: Printed
) -> None:
    none = str(tmp_path / "none.csv")
    assert main(["pairwise", bad, none, good, "--metric", "s"]) == 1
    out, err = capsys.readouterr()
    assert {row["item"] for row in rows_of(out)} == {"fig8"}
    problems = [line for line in err.splitlines() if not line.startswith(("Left out", "Read: "))]
    assert len(problems) == 3
    for place in (f"{bad}, row 3", f"{bad}, row 4", f"{none}: "):
        assert any(line.startswith(place) for line in problems)


def test_a_missing_file_alone_exits_with_2(tmp_path: Path, capsys: Printed) -> None:
    assert main(["agreement", str(tmp_path / "none.csv")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "none.csv: the file cannot be read" in err


def test_the_same_coding_twice_is_a_coder_twice(good: str, write: Write, capsys: Printed) -> None:
    again = write("again.csv", "item,coder,masses\nfig8,x,6 8\n")
    assert main(["agreement", good, again]) == 2
    assert f"item fig8, coder x: this coder also coded the item in {again}, row 2" in (
        capsys.readouterr().err
    )


def test_the_same_file_twice_is_read_once_and_counted_as_a_notice(
    good: str, capsys: Printed
) -> None:
    assert main(["agreement", good, good]) == 0
    read, said = capsys.readouterr().err.splitlines()
    assert read.startswith("Read: 1 item of ")
    assert said == "1 notice; segmetrics check shows them"


def test_several_files_are_one_corpus(good: str, write: Write, capsys: Printed) -> None:
    more = write("fig8.tsv", "Coder\tMasses\nz\t6\t8\n")
    assert main(["agreement", good, more, "--format", "csv"]) == 0
    assert [row["coders"] for row in rows_of(capsys.readouterr().out)] == ["3", "3", "3"]


# The tables.


def test_agreement_prints_items_then_groups_then_the_corpus(
    capsys: Printed,
) -> None:
    assert main(["agreement", MOONSTONE, "--format", "csv"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == COLUMNS
    levels = [row["level"] for row in rows_of(out)]
    assert levels == ["item"] * 8 + ["group"] * 2 + ["corpus"]


def test_the_convention_published_gives_the_published_figures(
    capsys: Printed,
) -> None:
    assert main(["agreement", MOONSTONE, "--format", "csv", "--convention", "published"]) == 0
    rows = {row["item"]: row for row in rows_of(capsys.readouterr().out) if row["level"] == "item"}
    assert len(rows) == 8
    for item, row in rows.items():
        for column, printed in SAMPLES["moonstone"].published[item].items():
            name = "segments" if column == "boundaries" else column_name(column, "s")
            assert round(float(row[name]), 4) == printed


@pytest.mark.parametrize("style", AGREEMENT_FORMATS)
def test_every_option_reaches_the_table(style: str, capsys: Printed) -> None:
    words = ["--convention", "published", "--window-diff", "boundaries", "--n", "5"]
    words += ["--transposition-weight", "unscaled", "--format", style]
    words += ["--null", "anchored", "--shuffles", "50", "--seed", "7"]
    assert main(["agreement", MOONSTONE, *words]) == 0
    corpus = known(check(MOONSTONE).corpus)
    options = AgreementOptions(convention="published", width="boundaries", n=5, scaling="unscaled")
    shuffling = ChanceOptions(null="anchored", shuffles=50, seed=7)
    judged = reliability_of(corpus, options, shuffling)
    table, schools = agreement(corpus, options), schools_in(corpus)
    written = agreement_as(style, table, reliability=judged, schools=schools)
    assert capsys.readouterr().out == written
    assert style == "csv" or shuffling.signature in written.replace("{}", "")


def test_the_first_columns_say_how_reliable_a_row_is(capsys: Printed) -> None:
    """Values that other code found for chapters of the sample, to two decimals."""
    words = ["agreement", MOONSTONE, "--format", "csv", "--null", "sizes", "--shuffles", "1000"]
    assert main(words) == 0
    rows = {row["item"]: row for row in rows_of(capsys.readouterr().out)}
    assert list(rows["ch1"])[2:8] == [
        "corrected",
        "corrected_p",
        "corrected_p_adjusted",
        "alpha",
        "pi_star_b",
        "verdict",
    ]
    assert float(rows["ch1"]["corrected"]) == pytest.approx(0.14, abs=0.01)
    assert rows["ch1"]["verdict"] == "not_distinguishable"
    assert float(rows["ch2"]["corrected"]) == pytest.approx(0.56, abs=0.01)
    assert rows["ch2"]["verdict"] == "well_beyond_chance"
    assert rows["ch4"]["verdict"] == "beyond_chance"
    assert main(["agreement", MOONSTONE]) == 0
    lead, first, second = capsys.readouterr().out.split("\n\n")[:3]
    assert lead.startswith(
        "Agreement is low, but beyond chance (R 0.32, poor by Fleiss's convention for kappa). "
        "On ch1, agreement may be chance"
    )
    assert "well beyond chance" in first
    assert "kappa*_S" in second
    assert "R_S" not in second


def test_the_defaults_are_those_of_the_library(capsys: Printed) -> None:
    assert main(["agreement", MOONSTONE, "--format", "json"]) == 0
    corpus = known(check(MOONSTONE).corpus)
    read = json.loads(capsys.readouterr().out)
    assert read["rows"][0]["pi_star_s"] == agreement(corpus).items[0].pi_star
    assert read["options"]["similarity"] == "s"
    assert read["options"]["convention"] == "defined"
    assert read["options"]["window_diff"] == "units"
    assert read["options"]["n"] == 2


@pytest.mark.parametrize(("weight", "s"), [("te", 3 / 6), ("unscaled", 4 / 6)])
def test_the_transposition_weight_is_read(
    weight: str, s: float, write: Write, capsys: Printed
) -> None:
    path = write("a.csv", "item,coder,masses\na,x,1 3 3\na,y,3 3 1\n")
    words = ["--metric", "s", "--n", "3", "--transposition-weight", weight]
    assert main(["pairwise", path, *words]) == 0
    assert float(rows_of(capsys.readouterr().out)[0]["value"]) == pytest.approx(s, abs=1e-15)


def test_pairwise_prints_the_published_scores(good: str, capsys: Printed) -> None:
    assert main(["pairwise", good, "--metric", "s"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "item,coder_a,coder_b,value"
    (row,) = rows_of(out)
    assert (row["item"], row["coder_a"], row["coder_b"]) == ("fig8", "x", "y")
    assert round(float(row["value"]), 4) == 0.9231
    assert main(["pairwise", good, "--metric", "wd", "--window-diff", "units"]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert [(row["coder_a"], row["coder_b"]) for row in rows] == [("x", "y"), ("y", "x")]
    assert [round(1 - float(row["value"]), 4) for row in rows] == [0.8182, 0.8182]


def test_one_coder_is_no_problem_but_undefined(write: Write, capsys: Printed) -> None:
    path = write("a.csv", "item,coder,masses\na,x,2 3\n")
    assert main(["agreement", path, "--format", "csv"]) == 0
    assert rows_of(capsys.readouterr().out)[0]["pi_star_s"] == ""


# Wrong commands.


def test_the_version_is_printed(capsys: Printed) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"segmetrics {segmetrics.__version__}\n"


def test_the_dashboard_does_not_start_without_its_files(
    good: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was started"))
    missing = str(tmp_path / "none.csv")
    assert main(["app", good, missing]) == 2
    assert capsys.readouterr().err == f"No such file: {missing}\n"


# Names, encodings, and outputs that fail.


@pytest.mark.parametrize("style", AGREEMENT_FORMATS)
def test_hostile_names_are_printed_in_every_format(
    style: str, write: Write, capsys: Printed
) -> None:
    names = ["__proto__", "=1+1", "a|b", "{y}", "\u65e5\u672c", "[1]", "*", "\\", "%s", '"', "&"]
    codings = {name: {"x": [1, 2], name: [2, 1]} for name in names}
    path = write("a.json", json.dumps({"segmentation_type": "linear", "items": codings}))
    assert main(["agreement", path, "--format", style]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\u65e5\u672c" in out


def test_half_a_character_in_a_name_is_a_problem_that_can_be_printed(
    write: Write, capsys: Printed
) -> None:
    items = {"\ud800": {"x": [1]}, "ch1": {"x": [1, 2], "y": [2, 1]}}
    path = write("a.json", json.dumps({"segmentation_type": "linear", "items": items}))
    assert main(["agreement", path]) == 1
    err = capsys.readouterr().err
    assert r"item \ud800, coder x" in err
    assert r"Left out: \ud800" in err


@pytest.mark.parametrize(
    ("encoding", "style"), [("ascii", "csv"), ("latin-1", "json"), ("utf-16", "table")]
)
def test_output_is_utf_8_whatever_the_terminal_is(encoding: str, style: str, write: Write) -> None:
    path = write("a.csv", "item,coder,masses\n\u65e5\u672c \U0001f642,x,1 2\n")
    done = started("agreement", path, "--format", style, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "\u65e5\u672c \U0001f642" in done.stdout.decode("utf-8")


def test_it_runs_as_a_module_of_python(mixed: str) -> None:
    done = started("agreement", mixed, "--format", "csv")
    assert done.returncode == 1
    assert done.stdout.decode().splitlines()[0] == COLUMNS
    assert len(rows_of(done.stdout.decode())) == 3
    assert b"row 3, item ch1, coder y" in done.stderr


def test_a_reader_that_stops_early_is_no_error(write: Write) -> None:
    # More than any pipe holds, so that the command is still writing when its reader is gone.
    rows = "".join(f"{n}{'-' * 280},x,2 3\n" for n in range(2000))
    path = write("many.csv", f"item,coder,masses\n{rows}")
    process = subprocess.Popen(
        [sys.executable, "-m", "segmetrics", "agreement", path, "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
        # Without a buffer Python does not notice that only a part could be written.
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert process.stdout is not None
    with process:
        assert process.stdout.read(5) == b"level"
        process.stdout.close()
        assert known(process.stderr).read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_said_without_a_traceback(good: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "segmetrics", "agreement", good],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=PROJECT,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == b"The output cannot be written: No space left on device.\n"


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
def test_problems_that_cannot_be_printed_do_not_stop_the_table(mixed: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "segmetrics", "agreement", mixed, "--format", "csv"],
            stdout=subprocess.PIPE,
            stderr=full,
            cwd=PROJECT,
            timeout=60,
        )
    assert done.returncode == 1
    assert len(rows_of(done.stdout.decode())) == 3


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_closed_output_is_no_error(
    closed: str, mixed: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(sys, closed, None)
    assert main(["agreement", mixed, "--format", "csv"]) == 1
    out, err = capsys.readouterr()
    if closed == "stderr":
        assert [row["level"] for row in rows_of(out)] == ["item", "group", "corpus"]
    else:
        assert "row 3" in err


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "theirs.csv"
    path.write_text("theirs", encoding="utf-8")
    assert not written(b"ours", path, force=False)
    assert "cannot be written: File exists" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "theirs"
    assert written(b"ours", path, force=True)


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [(KeyboardInterrupt(), 130, ""), (MemoryError(), 2, "Not enough memory")],
)
def test_what_stops_the_work_is_no_traceback(
    error: BaseException,
    status: int,
    said: str,
    good: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
) -> None:
    def stop(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(segmetrics.cli.agreement_command, "agreement", stop)
    assert main(["agreement", good]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert "Traceback" not in err


def test_a_table_is_computed_without_the_packages_of_the_dashboard(good: str) -> None:
    code = (
        "import sys; from segmetrics.cli import main; "
        f"main(['agreement', {good!r}, '--format', 'json']); "
        "print(sorted({'streamlit', 'plotly', 'pandas', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=PROJECT, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "['numpy']"
