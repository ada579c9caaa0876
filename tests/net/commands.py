"""Commands of the command line: their words, and what they print and write."""

from __future__ import annotations

import io
import runpy
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.net.corpora import edited, random_corpus
from tests.net.outputs import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DATE = "2026-01-31"


def command(*words: str) -> str:
    """Run ``segmetrics`` with some words; returns what it printed and wrote."""
    known = set(Path.cwd().rglob("*"))
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    status: Any = None
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["segmetrics", *words]),
    ):
        try:
            runpy.run_module("segmetrics", run_name="__main__")
        except SystemExit as end:
            status = end.code
        except Exception:
            status = traceback.format_exc(limit=0)
    parts = [f"$ segmetrics {' '.join(words)}", f"exit status {status}"]
    for name, stream in (("stdout", out), ("stderr", err)):
        stream.flush()
        said = stream.buffer.getvalue()
        parts.append(f"--- {name}\n{as_text('printed', said)}")
    parts += [
        f"--- file {path.name}\n{as_text(path.name, path.read_bytes())}"
        for path in sorted(set(Path.cwd().rglob("*")) - known)
        if path.is_file() and path.suffix not in {".db", ".db-wal", ".db-shm"}
    ]
    return "\n".join(parts) + "\n"


def commands(lines: Sequence[str]) -> str:
    """Run several commands, one after the other, each in the folder as the last one left it."""
    return "\n".join(command(*line.split()) for line in lines)


AGREEMENT = {
    "table": ["--format table", "--format table --ci"],
    "csv": ["--format csv", "--format csv --ci --over items"],
    "json": ["--format json", "--format json --ci"],
    "markdown": ["--format markdown", "--format markdown --ci"],
    "latex": ["--format latex", "--format latex --ci"],
    "similarities": [f"--format csv --similarity {key}" for key in ("s", "b", "f1", "a", "wd")],
    "conventions": [
        "--format table --convention published",
        "--format csv --convention published --window-diff boundaries --n 4",
        "--format json --transposition-weight unscaled --n 3",
        "--format latex --similarity b --convention published",
        "--format markdown --similarity wd --window-diff boundaries",
        "--format csv --uncertain ignore",
        "--format csv --uncertain boundary",
    ],
}
BY_EDITS = ("s", "b", "confusion")
OF_WINDOWS = ("pk", "wd", "wd_chance", "wd_normalised", "winpr", "hierpk", "hierwd")
METRICS = (*BY_EDITS, *OF_WINDOWS, "precision", "recall", "f1", "ghd", "a")
STORE_ACTIONS = ("backup", "restore", "check", "vacuum", "export", "delete")
REPORT_ENDINGS = ("html", "xlsx", "tex", "bib", "md", "csv.zip", "json")
TARGETS = {"segmetrics-json": "json", "segeval-json": "json", "long-csv": "csv", "choi": "zip"}


RANDOM_AT_ONCE = 20
VALUES = (
    "agreement {file} --format json --ci",
    "agreement {file} --format json --ci --over items --similarity b --shuffles 100",
    "compare {file} {other} --format json",
    "coders {file} --format json",
    "decisions {file} --format json",
    "consensus {file} --format json",
)
"""What is computed of each random corpus; the other one has the same items and coders."""


def values_of(numbers: Sequence[int]) -> str:
    """Write what commands say of some random corpora, and of each beside one that it turns into."""
    lines = []
    for number in numbers:
        for name, made in (("file", random_corpus(number)), ("other", edited(number))):
            Path(f"{name}-{number}.json").write_text(made, encoding="utf-8")
        names = {name: f"{name}-{number}.json" for name in ("file", "other")}
        lines += [line.format(**names) for line in VALUES]
    return commands(lines)


def command_lines(key: str) -> Iterator[tuple[str, list[str]]]:
    """Return the commands about one corpus: the name of their output, and their words."""
    file = f"{key}.json"
    for name, options in AGREEMENT.items():
        yield f"agreement.{name}", [f"agreement {file} {option}" for option in options]
    yield (
        "pairwise.csv",
        [f"pairwise {file} --metric {metric} --format csv" for metric in METRICS],
    )
    yield (
        "pairwise.json",
        [
            f"pairwise {file} --metric {metric} --format json {'--n 3' * (metric in BY_EDITS)}"
            for metric in METRICS
        ],
    )
    yield (
        "pairwise.options",
        [
            f"pairwise {file} --metric wd --window-diff boundaries --format csv",
            f"pairwise {file} --metric hierwd --option ignore_reference_levels=true --format csv",
            f"pairwise {file} --metric s --transposition-weight unscaled --uncertain ignore"
            " --format csv",
        ],
    )
    yield (
        "decisions",
        [
            f"decisions {file} --format {form} {option}"
            for form in ("csv", "json")
            for option in (
                "",
                "--values types",
                "--share 0.3 --threshold at_least",
                "--self excluded",
                "--self included",
            )
        ],
    )
    for form in ("table", "csv", "json"):
        yield (
            f"segmenters.{form}",
            [
                f"segmenters {file} --format {form}",
                f"segmenters {file} --format {form} --baselines NONE,BIN --n 3 --seed 2",
                f"segmenters {file} --format {form} --texttiling",
            ],
        )
        yield (
            f"consensus.{form}",
            [
                f"consensus {file} --format {form}",
                *(
                    f"consensus {file} --format {form} --show {part} {options}"
                    for part in ("boundaries", "agreement", "disputes")
                    for options in (
                        "",
                        "--method pooled --n 3",
                        "--method medoid",
                        "--method model",
                        "--share 0.3 --threshold at_least",
                    )
                ),
            ],
        )
    yield (
        "consensus.written",
        [f"consensus {file} --to {to} -o {to}.{end}" for to, end in TARGETS.items()],
    )
    yield "convert", [f"convert {file} --to {to} -o {to}.{end}" for to, end in TARGETS.items()]
    yield (
        "convert.printed",
        [
            f"convert {file} --to {to} -o -"
            for to in ("segmetrics-json", "segeval-json", "long-csv")
        ],
    )
    yield "check", [f"check {file} --format {form}" for form in ("table", "json")]
    for end in REPORT_ENDINGS:
        yield f"report.{end}", [f"report {file} --date {DATE} -o report.{end}"]
    yield (
        "report.options",
        [
            f"report {file} --date {DATE} --no-intervals --anonymous --worst 1"
            " -o anonymous.json -o anonymous.md",
            f"report {file} --date {DATE} --contents agreement pairs methods --title Mine"
            " --similarity b --convention published -o mine.tex -o mine.html",
            f"report {file} --date {DATE} --without why excerpts heat_map --n 4"
            " --window-diff boundaries -o without.html -o without.csv.zip",
        ],
    )
    yield (
        "verify",
        [
            f"report {file} --date {DATE} -o kept.json",
            f"verify kept.json {file}",
            "verify kept.json two.csv",
            f"verify {file} {file}",
        ],
    )


OTHER_COMMANDS = {
    "help": ["--help", "--version"]
    + [
        f"{one} --help"
        for one in (
            *("agreement", "pairwise", "decisions", "metrics", "compare", "rounds", "segmenters"),
            *("consensus", "report", "verify", "check", "convert", "reproduce", "app", "store"),
        )
    ]
    + [f"store {one} --help" for one in STORE_ACTIONS],
    "metrics": ["metrics", "metrics --format table", "metrics --format json"],
    "compare": [
        f"compare interviews.json interviews-2.json --format {form} {options}"
        for form in ("table", "csv", "json")
        for options in ("", "--similarity b --n 3 --seed 1", "--convention published")
    ]
    + ["compare gaps.json gaps.json", "compare moonstone.json dialogue.json"],
    "rounds": [
        f"rounds interviews.json interviews-2.json interviews.json --format {form} {options}"
        for form in ("table", "csv", "json")
        for options in ("", "--name pilot --name trained --name end --similarity b")
    ]
    + ["rounds gaps.json gaps.json"],
    "reading": [
        "agreement moonstone.json --drop-coder an1 --drop-item ch2 --format csv",
        "segmenters automatic.csv --automatic *robo*",
        "segmenters automatic.csv --automatic *robo* --format json",
        "agreement automatic.csv --reference ann --automatic *robo* --format csv",
        "check automatic.csv --reference ann --automatic *robo* --format json",
        "agreement two.csv automatic.csv --format csv",
        "agreement broken.csv --format table",
        "check broken.csv",
        "check broken.csv --format json",
        "report broken.csv --date 2026-01-31 -o broken.md",
        "convert broken.csv --to long-csv -o -",
    ],
    "errors": [
        "",
        "nonsense",
        "agreement",
        "agreement missing.json",
        "agreement hopeless.csv",
        "agreement empty.csv",
        "agreement strange.bin",
        "agreement two.csv --n 0",
        "agreement two.csv --similarity nonsense",
        "agreement two.csv",
        "agreement two.csv --drop-item nothing",
        "agreement two.csv --reference nobody",
        "agreement two.csv --unit nonsense",
        "pairwise two.csv",
        "pairwise two.csv --metric wd --option nonsense=1",
        "pairwise two.csv --metric wd --option nonsense",
        "decisions two.csv --share 2",
        "consensus two.csv --share 0",
        "segmenters two.csv --baselines MAGIC",
        "segmenters two.csv --baselines none",
        "compare two.csv missing.csv",
        "rounds two.csv",
        "report two.csv -o report.nonsense",
        "report two.csv -o two.csv",
        "report two.csv -o report.html --contents nonsense",
        "report two.csv -o report.html --worst 0",
        "report two.csv -o report.html --date tomorrow",
        "report hopeless.csv -o report.html",
        "convert two.csv --to choi -o -",
        "convert two.csv --to long-csv -o two.csv",
        "convert two.csv --to nonsense -o out",
        "convert hopeless.csv --to long-csv -o -",
        "verify missing.json two.csv",
        "verify two.csv two.csv",
        "check missing.csv",
        "check hopeless.csv",
        "check empty.csv strange.bin",
        "reproduce nonsense",
        "reproduce carroll2010 --data missing",
        "app --port 0",
        "app --base-path ../..",
        "app --mode ephemeral --store sqlite:///x.db",
        "app --link-days 3",
        "app missing.json --no-browser",
        "store",
        "store check --store sqlite:///nothing.db",
        "store backup nothing.zip --store sqlite:///nothing.db",
        "store export --store sqlite:///nothing.db -o x.zip",
        "store vacuum --draft-days -1",
    ],
} | {
    f"reproduce.{paper.split()[0]}": [
        f"reproduce {paper} --format {form}" for form in ("table", "csv", "json")
    ]
    for paper in ("fournier2012", "scaiano2012", "carroll2010", "diaz2022")
}
