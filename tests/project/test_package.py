"""The wheel and the source distribution: what is in them, and that they work elsewhere."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import segmetrics
from tests.support.driving import free_port
from tests.support.installed import instructions, link_libraries, started
from tests.support.project import PROJECT
from tests.support.requirements import PARTS

NAME = f"segmetrics-{segmetrics.__version__}"
LEFT_BEHIND = re.compile(r"(^|/)(__pycache__|\.[a-z]+_cache|build|dist|\.git|\.venv)(/|$)")


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a distribution as a publisher would, without a network."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", PROJECT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    # Python 3.11.2, which Debian 12 has, knows no filter of `TarFile.extractall`.
    shutil.unpack_archive(build("sdist", PROJECT, tmp_path_factory.mktemp("sdist")), folder)
    return folder / NAME


class Installed:
    """An installed copy, run in a folder that has nothing to do with it."""

    def __init__(self, place: Path, elsewhere: Path) -> None:
        self.place = place
        self.elsewhere = elsewhere

    def run(self, *words: str, libraries: Path | None = None) -> str:
        """Run Python; beside a folder of libraries, with those and no others."""
        path = os.pathsep.join(map(str, [libraries, self.place] if libraries else [self.place]))
        done = subprocess.run(
            [sys.executable, *(["-S"] if libraries else []), *words],
            cwd=libraries.parent if libraries else self.elsewhere,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    place = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(place)]
    pip = [sys.executable, "-m", "pip", "install", *options, str(wheel)]
    done = subprocess.run(pip, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Installed(place, tmp_path_factory.mktemp("elsewhere"))


# What is in them.


def test_the_wheel_holds_the_package_and_the_dashboard_and_nothing_else(wheel: Path) -> None:
    package = {
        file.relative_to(PROJECT).as_posix()
        for file in (PROJECT / "segmetrics").rglob("*")
        if file.is_file() and not LEFT_BEHIND.search(file.relative_to(PROJECT).as_posix())
    }
    bundle = {
        f"segmetrics/_bundle/{file.relative_to(PROJECT).as_posix()}"
        for folder in ("pages", "data")
        for file in (PROJECT / folder).rglob("*")
        if file.is_file() and not LEFT_BEHIND.search(file.relative_to(PROJECT).as_posix())
    } | {"segmetrics/_bundle/app.py", "segmetrics/_bundle/.streamlit/config.toml"}
    about = {
        f"{NAME}.dist-info/{name}"
        for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }
    assert set(contents(wheel)) == package | bundle | about


def test_no_file_of_the_wheel_names_a_place_on_this_machine(wheel: Path) -> None:
    here = {str(PROJECT).encode(), str(Path.home()).encode() + b"/", sys.prefix.encode()}
    for name, content in contents(wheel).items():
        assert not [place for place in here if place in content], name


def test_the_metadata_say_what_a_user_must_know(wheel: Path) -> None:
    found: Message = message_from_bytes(contents(wheel)[f"{NAME}.dist-info/METADATA"])
    assert found["Name"] == "segmetrics"
    assert found["Version"] == segmetrics.__version__
    assert found["License-Expression"] == "MIT"
    assert found["License-File"] == "LICENSE"
    assert found["Requires-Python"] == ">=3.11"
    assert found["Description-Content-Type"] == "text/markdown"
    classifiers = found.get_all("Classifier", [])
    assert "Typing :: Typed" in classifiers
    # The licence expression stands in their place.
    assert not [one for one in classifiers if one.startswith("License ::")]


def test_the_long_description_is_the_readme_and_renders(wheel: Path) -> None:
    found = message_from_bytes(contents(wheel)[f"{NAME}.dist-info/METADATA"])
    payload = found.get_payload(decode=True)
    assert isinstance(payload, bytes)
    text = payload.decode()
    assert text == (PROJECT / "README.md").read_text(encoding="utf-8")
    page = MarkdownIt("commonmark").enable("table").render(text)
    assert "<h1>segmetrics</h1>" in page
    assert page.count("<table>") == len(re.findall(r"^\| --- ", text, re.MULTILINE))
    assert "```" not in page


def test_the_source_distribution_makes_the_same_wheel(
    wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    assert contents(build("wheel", sdist, tmp_path)) == contents(wheel)


def test_the_source_distribution_can_be_tested_and_documented(sdist: Path) -> None:
    for folder in ("benchmarks", "docs", "pages", "segmetrics", "tests"):
        named = {
            file.relative_to(PROJECT).as_posix()
            for file in (PROJECT / folder).rglob("*")
            if file.is_file() and not LEFT_BEHIND.search(file.relative_to(PROJECT).as_posix())
        }
        assert {name for name in named if not (sdist / name).is_file()} == set()
    inside = [file.relative_to(sdist).as_posix() for file in sdist.rglob("*")]
    assert [name for name in inside if LEFT_BEHIND.search(name)] == []
    for name in (
        "CHANGELOG.md",
        "Dockerfile",
        "compose.yaml",
        "deploy/nginx.conf",
        ".dockerignore",
    ):
        assert (sdist / name).is_file(), name


def test_the_container_is_built_of_all_that_the_wheel_needs(wheel: Path, tmp_path: Path) -> None:
    ignored = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    source = tmp_path / "source"
    for name, text in instructions((PROJECT / "Dockerfile").read_text(encoding="utf-8")):
        *files, target = text.split()
        if name != "COPY" or text.startswith("--from"):
            continue
        for file in files:
            assert f"!{file}" in ignored
            goal = source / target
            if (PROJECT / file).is_dir():
                shutil.copytree(PROJECT / file, goal, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                goal.mkdir(parents=True, exist_ok=True)
                shutil.copy(PROJECT / file, goal)
    assert contents(build("wheel", source, tmp_path / "built")) == contents(wheel)


# That an installed copy works.


def test_the_installed_copy_is_what_runs(installed: Installed) -> None:
    code = "import segmetrics.paths as p; print(p.__file__, p.ROOT, sep='\\n')"
    printed = installed.run("-c", code)
    assert all(line.startswith(str(installed.place)) for line in printed.splitlines())
    script = installed.place / "bin" / "segmetrics"
    assert installed.run(str(script), "--version") == f"segmetrics {segmetrics.__version__}\n"


def test_the_installed_command_reads_the_bundled_samples(installed: Installed) -> None:
    sample = str(installed.place / "segmetrics" / "_bundle" / "data" / "moonstone.json")
    assert "Problems: none" in installed.run("-m", "segmetrics", "check", sample)
    words = ["-m", "segmetrics", "agreement", sample, "--convention", "published"]
    words += ["--format", "csv"]
    first = next(csv.DictReader(installed.run(*words).splitlines()))
    # Table 2 of Fournier & Inkpen (2012), chapter 1.
    found = [f"{float(first[key]):.4f}" for key in ("pi_star_s", "kappa_star_s")]
    assert found == ["0.7452", "0.7463"]


def test_the_installed_dashboard_shows_every_page_and_sample(
    installed: Installed, tmp_path: Path
) -> None:
    """With the libraries that its part asks for, and no others."""
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    link_libraries(libraries, "dashboard")
    words = "-c", PARTS["dashboard"], str(PROJECT / "data" / "moonstone.json")
    printed = installed.run(*words, libraries=libraries).splitlines()
    pages = {file.stem for file in (PROJECT / "pages").glob("*_page.py")}
    assert pages <= {line.split()[0] for line in printed if line}
    made = {file.name for file in tmp_path.iterdir()}
    assert made == {"libraries", "gold.xlsx", "report.html"}


def test_the_installed_command_serves_the_dashboard(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(installed.place))
    monkeypatch.chdir(installed.elsewhere)
    port = free_port()
    words = ["app", "--no-browser", "--port", str(port)]
    health = f"http://127.0.0.1:{port}/_stcore/health"
    with started(sys.executable, "-m", "segmetrics", *words, health=health):
        assert list(installed.elsewhere.iterdir()) == []
