"""The project itself: style, types, the README's promises."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import segmetrics
from tests.support.project import PROJECT


def run(*command: str) -> None:
    """Run a module in the project's folder; show what it said if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=PROJECT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    run("ruff", "check", "--quiet")


def test_ruff_would_format_nothing() -> None:
    run("ruff", "format", "--check", "--quiet")


def test_mypy_finds_nothing() -> None:
    run("mypy")


def test_ci_runs_the_command_of_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(python3 -m venv .*)$", readme, re.MULTILINE)
    assert len(commands) == 2
    ci = (PROJECT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[1] in ci


@pytest.mark.parametrize(("variable", "status"), [("", 0), ("SEGMETRICS_NO_SKIP", 1)])
def test_of_all_that_need_what_is_not_there_one_test_skips(
    variable: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CHROMIUM", "SEGMETRICS_NO_SKIP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    if variable:
        monkeypatch.setenv(variable, "1")
    command = [sys.executable, "-m", "pytest", "-n0", "tests/browser/test_terms.py"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == status
    assert "none named by the variable CHROMIUM (3 tests)" in done.stdout
    assert "2 deselected" in done.stdout
    assert ("1 skipped" in done.stdout) == (not variable)


def test_constraints_name_versions_only() -> None:
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.+]*", line) for line in lines)


def test_the_changelog_speaks_of_this_version() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {segmetrics.__version__}" in changelog


def test_the_checklist_of_a_release_names_this_version() -> None:
    checklist = (PROJECT / "docs" / "release.md").read_text(encoding="utf-8")
    assert set(re.findall(r"segmetrics-([0-9.]+)-py3", checklist)) == {segmetrics.__version__}


def test_sample_data_have_the_checksums_of_their_readme() -> None:
    readme = (PROJECT / "data" / "README.md").read_text(encoding="utf-8")
    named = dict(map(reversed, re.findall(r"^([0-9a-f]{64})  (\S+)$", readme, re.MULTILINE)))
    files = sorted(f for f in (PROJECT / "data").iterdir() if f.suffix in {".json", ".csv"})
    assert named == {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files}
