"""The commands report and verify: files as the page makes them, and sentences for what is wrong."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from segmetrics.cli import main
from segmetrics.io import SAMPLES, Source, read_sources
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.make_report import make_report, titled
from segmetrics.reporting.report import CONTENTS
from segmetrics.reporting.report_formats import REPORT_FORMATS
from tests.support.commands import Printed
from tests.support.known import known

if TYPE_CHECKING:
    from collections.abc import Callable


GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch1,cy,7\nch2,ann,1 1 8\nch2,bob,10\n"
BROKEN = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\nch2,ann,1 1 8\nch2,bob,10\n"
HOPELESS = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\n"
DATE = "2026-01-31"
# The figures take a browser seconds; another test looks at them.
QUICK = [key for key in REPORT_FORMATS if key != "figures"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "codings.csv"
    path.write_bytes(GOOD)
    return path


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def command(*words: object) -> int:
        return main([str(word) for word in words])

    return command


Run = Any


def test_a_report_is_written_in_every_format(file: Path, run: Run) -> None:
    outputs = [f"out{REPORT_FORMATS[key].ending}" for key in QUICK]
    words = [word for output in outputs for word in ("-o", output)]
    assert run("report", file, "--date", DATE, *words) == 0
    reading = read_sources([Source("codings.csv", GOOD)])
    title, source = titled(reading)
    report = make_report(known(reading.corpus), title=title, source=source, date=DATE)
    for key, output in zip(QUICK, outputs, strict=True):
        assert Path(output).read_bytes() == REPORT_FORMATS[key].write(report), key


def test_options_of_the_command_are_those_of_the_report(file: Path, run: Run) -> None:
    words = (
        "--similarity b --convention published --window-diff boundaries --n 3 "
        "--transposition-weight unscaled --over items --worst 1 --anonymous "
        "--null anchored --shuffles 40 --seed 9 --rank-by pi_star"
    )
    kept = ("--contents", "agreement", "why", "methods", "--without", "methods")
    assert run("report", file, "-o", "r.json", *words.split(), *kept, "--title", "Mine") == 0
    data = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert data["title"] == "Mine"
    assert data["options"]["agreement"] == {
        "similarity": "b",
        "convention": "published",
        "width": "boundaries",
        "model": {"n": 3, "substitution": 1.0, "transposition": 1.0, "scaling": "unscaled"},
        "uncertain": "type",
    }
    assert data["options"]["intervals"]["over"] == "items"
    assert data["options"]["contents"] == ["agreement", "why"]
    assert data["options"]["shuffling"] == {"null": "anchored", "shuffles": 40, "seed": 9}
    assert data["options"]["rank_by"] == "pi_star"
    assert data["options"]["worst"] == 1
    assert data["corpus"]["coders"] == ["coder 1", "coder 2", "coder 3"]
    assert [key for key in data if key in CONTENTS] == ["agreement", "why"]
    assert data["date"] == datetime.datetime.now().astimezone().date().isoformat()
    assert run("report", file, "-o", "plain.json", "--no-intervals") == 0
    plain = json.loads(Path("plain.json").read_text(encoding="utf-8"))
    assert plain["options"]["intervals"] is None
    assert "pi_star_s_low" not in plain["agreement"]["rows"][0]


def test_a_latex_report_comes_with_its_references(file: Path, run: Run) -> None:
    assert run("report", file, "-o", "paper.tex", "--date", DATE) == 0
    reading = read_sources([Source("codings.csv", GOOD)])
    report = make_report(known(reading.corpus), title="", date=DATE)
    text = Path("report.bib").read_text(encoding="ascii")
    assert all(f"{{{work.key}," in text for work in cited(report))
    assert run("report", file, "-o", "a.tex", "-o", "report.bib", "--force") == 0


def test_a_problem_leaves_its_item_out_and_says_so(
    tmp_path: Path, run: Run, capsys: Printed
) -> None:
    (tmp_path / "broken.csv").write_bytes(BROKEN)
    assert run("report", "broken.csv", "-o", "r.json") == 1
    assert "Left out: ch1" in capsys.readouterr().err
    data = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert data["corpus"]["left_out"] == ["ch1"]
    assert "1 item could not be used and was left out: ch1." in data["methods"]
    assert run("verify", "r.json", "broken.csv") == 0


def test_without_a_usable_item_nothing_is_written(
    tmp_path: Path, run: Run, capsys: Printed
) -> None:
    (tmp_path / "hopeless.csv").write_bytes(HOPELESS)
    assert run("report", "hopeless.csv", "-o", "r.json") == 2
    assert "Nothing could be written" in capsys.readouterr().err
    assert not Path("r.json").exists()


def test_codings_are_never_replaced(tmp_path: Path, file: Path, run: Run, capsys: Printed) -> None:
    for word in ("codings.csv", "./x/../codings.csv", file):
        assert run("report", file, "-o", word, "--to", "csv", "--force") == 2
        assert "holds the codings, and is not replaced" in capsys.readouterr().err
    assert file.read_bytes() == GOOD
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.csv").write_bytes(GOOD)
    assert run("report", folder, "-o", "folder/r.json") == 2
    assert "lies in a folder of codings" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["a.csv"]


def test_a_file_that_is_there_is_replaced_on_request_only(
    file: Path, run: Run, capsys: Printed
) -> None:
    Path("r.json").write_text("mine")
    assert run("report", file, "-o", "r.json") == 2
    assert "r.json exists already. Choose another name" in capsys.readouterr().err
    assert Path("r.json").read_text() == "mine"
    assert run("report", file, "-o", "r.json", "--force") == 0
    Path("report.bib").write_text("mine")
    assert run("report", file, "-o", "r.tex") == 2
    assert "report.bib exists already" in capsys.readouterr().err
    assert not Path("r.tex").exists()
    assert run("report", file, "-o", "nowhere/r.json") == 2
    assert "nowhere/r.json cannot be written: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--contents", "pairs", "--worst", "2"), "--worst changes nothing"),
        (("--contents", "pairs", "--over", "items"), "--over changes nothing"),
        (("--contents", "pairs", "--no-intervals"), "--no-intervals changes nothing"),
        (("--contents", "pairs", "--window-diff", "units"), "--window-diff changes nothing"),
        (("--contents", "pairs", "--convention", "published"), "--convention changes nothing"),
        (
            ("--contents", "decisions", "pairs", "--convention", "published"),
            "--convention changes nothing",
        ),
        (("--contents", "pairs", "--rank-by", "pi_star"), "--rank-by changes nothing"),
        (("--contents", "pairs", "--shuffles", "20"), "--shuffles changes nothing"),
        (("--contents", "pairs", "--null", "places"), "--null changes nothing"),
        (
            ("--contents", "heat_map", "--rank-by", "pi_star", "--seed", "2"),
            "--seed changes nothing",
        ),
        (("--uncertain", "ignore"), "--uncertain changes nothing"),
    ],
)
def test_an_option_without_effect_is_named(
    words: tuple[str, ...], said: str, file: Path, run: Run, capsys: Printed
) -> None:
    assert run("report", file, "-o", "r.json", *words) == 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--window-diff", "boundaries"),
        ("--contents", "ranked", "--window-diff", "boundaries", "--similarity", "wd"),
        ("--contents", "heat_map", "--convention", "published", "--similarity", "b"),
        ("--contents", "heat_map", "--seed", "2", "--null", "places", "--shuffles", "20"),
        ("--contents", "excerpts", "--rank-by", "pi_star"),
        ("--contents", "decisions", "--over", "items"),
        ("--contents", "decisions", "--no-intervals"),
    ],
)
def test_an_option_with_an_effect_is_not_named(
    words: tuple[str, ...], file: Path, run: Run, capsys: Printed
) -> None:
    assert run("report", file, "-o", "r.json", *words) == 0
    assert capsys.readouterr().err == ""


def test_no_file_holds_a_path_of_this_machine(file: Path, tmp_path: Path, run: Run) -> None:
    outputs = ["r.html", "r.json", "r.md", "r.tex"]
    words = [word for output in outputs for word in ("-o", output)]
    assert run("report", file.resolve(), *words) == 0
    for output in outputs:
        assert str(tmp_path) not in Path(output).read_text(encoding="utf-8")
        assert "codings.csv" in Path(output).read_text(encoding="utf-8")


def test_a_report_holds_until_a_number_is_changed(file: Path, run: Run, capsys: Printed) -> None:
    assert run("report", file, "-o", "r.json", "--date", DATE) == 0
    assert run("verify", "r.json", file) == 0
    out = capsys.readouterr().out
    assert out.startswith("r.json: Agreement on 2 items, 2026-01-31, made by segmetrics ")
    assert "All " in out
    assert "Not compared: title, source and date" in out
    data = json.loads(Path("r.json").read_text(encoding="utf-8"))
    data["agreement"]["rows"][0]["mass"] = 8
    data["methods"] = data["methods"].replace("units", "words", 1)
    del data["pairs"]
    Path("edited.json").write_text(json.dumps(data), encoding="utf-8")
    assert run("verify", "edited.json", file) == 1
    out = capsys.readouterr().out
    assert "agreement.rows[0].mass: then 8, now 7\n" in out
    assert "pairs: missing, now a part of 3 entries\n" in out
    (line,) = [line for line in out.splitlines() if line.startswith("methods: ")]
    assert "windows of k words" in line
    assert "windows of k units" in line
    assert len(line) < 400
    assert " numbers and texts hold." in out


def test_another_corpus_is_not_compared(
    file: Path, tmp_path: Path, run: Run, capsys: Printed
) -> None:
    assert run("report", file, "-o", "r.json") == 0
    (tmp_path / "other.csv").write_bytes(GOOD.replace(b"3 4", b"4 3"))
    assert run("verify", "r.json", "other.csv") == 1
    captured = capsys.readouterr()
    assert "r.json is about another corpus than these files hold" in captured.err
    assert "Nothing was compared." in captured.err
    assert not captured.out


def test_reading_options_decide_whether_it_is_the_same_corpus(
    file: Path, run: Run, capsys: Printed
) -> None:
    assert run("report", file, "-o", "r.json", "--drop-coder", "cy") == 0
    assert run("verify", "r.json", file) == 1
    assert run("verify", "r.json", file, "--drop-coder", "cy") == 0


def test_another_version_is_said(file: Path, run: Run, capsys: Printed) -> None:
    assert run("report", file, "-o", "r.json") == 0
    path = Path("r.json")
    program = json.loads(path.read_text(encoding="utf-8"))["program"]
    path.write_text(path.read_text(encoding="utf-8").replace(program, "segmetrics 0.0.1"))
    assert run("verify", "r.json", file) == 0
    out = capsys.readouterr().out
    assert "made by segmetrics 0.0.1." in out
    assert "Another version of the program made it. It was computed again with this one" in out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "r.json"),
        (b'{"format": "segmetrics-report"}', "r.json is damaged: it has no text 'program'"),
        (b"[]", "r.json is no report as JSON. Give a .json file"),
        (b"item,coder\n", "r.json"),
        (None, "r.json cannot be read: No such file or directory."),
    ],
)
def test_what_is_no_report_is_said(
    content: bytes | None, said: str, file: Path, run: Run, capsys: Printed
) -> None:
    if content is not None:
        Path("r.json").write_bytes(content)
    assert run("verify", "r.json", file) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert not captured.out


def test_files_without_a_usable_item_cannot_be_compared(
    file: Path, tmp_path: Path, run: Run, capsys: Printed
) -> None:
    assert run("report", file, "-o", "r.json") == 0
    (tmp_path / "hopeless.csv").write_bytes(HOPELESS)
    assert run("verify", "r.json", "hopeless.csv") == 2
    assert "Nothing could be compared" in capsys.readouterr().err


FILM, COARSE = str(SAMPLES["film"].path), str(SAMPLES["film-coarse"].path)


def test_a_report_on_recordings_is_written_and_holds(run: Run, capsys: Printed) -> None:
    options = ("--tolerance", "1", "--chance", "shuffled-gaps", "--bin-width", "2", "--seed", "4")
    own = ("--trim", "5", "0", "--minimum-gap", "1", "--width", "0.8", "--shuffles", "19")
    more = (*own, "--least", "4")
    words = ("-o", "r.json", "--date", DATE, "--anonymous", "--before", COARSE)
    assert run("report", FILM, *words, *options, *more) == 0
    data = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert data["options"]["recorded"] == {
        "measured": {
            "tolerance": 1.0,
            "null": "shuffled gaps",
            "bin_width": 2.0,
            "trim": [5.0, 0.0],
            "minimum_gap": 1.0,
            "shuffles": 19,
            "level": 0.95,
            "seed": 4,
        },
        "width": 0.8,
        "least": 4,
    }
    assert "at least 4 coders placed a boundary" in data["results"]
    assert [row["round"] for row in data["rounds"]["rounds"]] == ["film-coarse", "film"]
    assert data["corpus"]["coders"][0] == "coder 1"
    assert run("verify", "r.json", FILM, "--before", COARSE) == 0
    assert "numbers and texts hold" in capsys.readouterr().out


def test_rounds_of_recordings_are_recordings(run: Run, capsys: Printed) -> None:
    texts = str(SAMPLES["dialogue"].path)
    assert run("report", FILM, "--before", texts, "-o", "r.json") == 2
    assert "A round holds recordings, but these are texts" in capsys.readouterr().err


def test_the_first_round_says_how_long_the_texts_of_the_report_are(
    run: Run, file: Path, tmp_path: Path, capsys: Printed
) -> None:
    now = tmp_path / "now.csv"
    now.write_text('item,coder,positions\nch1,ann,"3, 5"\nch1,bob,"2, 5"\n')
    words = (str(now), "--positions", "begin", "-o", "r.json")
    assert run("report", *words) == 1
    assert "how many units ch1 has" in capsys.readouterr().err
    assert run("report", *words, "--force", "--before", str(file)) == 0
    assert "how many units" not in capsys.readouterr().err
    assert run("verify", "r.json", *words[:3], "--before", str(file)) == 0


def test_options_that_recordings_do_not_look_at_are_named(run: Run, capsys: Printed) -> None:
    words = ("--contents", "heat_map", "methods", "--bin-width", "2", "--before", COARSE)
    assert run("report", FILM, "-o", "r.md", *words, "--least", "4") == 0
    said = capsys.readouterr().err
    assert "--bin-width changes nothing" in said
    assert "--least changes nothing" in said
    assert "--before changes nothing" in said
