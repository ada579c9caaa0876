"""The parts that can be installed: each works with what pyproject.toml asks for, and no more."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.installed import link_libraries
from tests.support.project import PROJECT, imports_of
from tests.support.requirements import PARTS, PYPROJECT, requirements

# What no file of ours imports, and why it is asked for.
NOT_IMPORTED = {
    "defusedxml": "openpyxl imports it if it is there, and reads files safely with it",
    "pg8000": "SQLAlchemy imports the driver that a URL names",
    "furo": "the theme of the documentation, which Sphinx imports by its name",
    "myst-parser": "an extension of Sphinx, imported by its name",
    "hatchling": "run as a program",
    "mypy": "run as a program",
    "ruff": "run as a program",
    "pandas-stubs": "for mypy",
    "types-cachetools": "for mypy",
    "pytest-rerunfailures": "pytest finds its plugins by itself",
    "pytest-timeout": "pytest loads it",
    "pytest-xdist": "pytest loads it",
}
# What one file imports that nothing asks for, and why.
NOT_ASKED_FOR = {("benchmarks/time.py", "mir-eval")}  # it brings scipy
TEST = {"test"}
# What may be imported where; the longest place that fits counts.
ALLOWED = {
    "app.py": {"dashboard"},
    "pages": {"dashboard"},
    "segmetrics": {"excel", "frames"},
    "segmetrics/dashboard": {"server"},
    "segmetrics/io/word_files.py": {"word"},
    "segmetrics/plots": {"reports"},
    "segmetrics/reporting": {"word"},
    "segmetrics/segmenters": {"texttiling"},
    "segmetrics/settings.py": {"dashboard"},
    "segmetrics/store": {"dashboard"},
    "benchmarks": TEST,
    "docs": TEST,
    "tests": TEST,
}
# Modules that need an extra as soon as they are imported.
NOT_OF_THE_LIBRARY = re.compile(
    r"segmetrics\.(dashboard|store|plots\.(?!binning|palette)|tables\.(time_)?(gold_)?workbook"
    r"|reporting\.(html_report|images|report_figures|word_report)|__main__|_bundle)"
)
OURS = {"app", "benchmarks", "docs", "pages", "segmetrics", "tests", "directives"}


def sources() -> Iterator[Path]:
    for place in ALLOWED:
        if "/" not in place:
            found = PROJECT / place
            yield from sorted(found.rglob("*.py")) if found.is_dir() else [found]


def imported(file: Path) -> set[str]:
    """The distributions that a file imports, wherever in it."""
    modules = set()
    for node in imports_of(file):
        names = [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        modules |= {str(name).partition(".")[0] for name in names}
    return {
        canonicalize_name(name)
        for module in modules - OURS - sys.stdlib_module_names
        for name in DISTRIBUTIONS.get(module, [module])
    }


DISTRIBUTIONS = packages_distributions()


def names(*extras: str) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in requirements(*extras)}


def test_what_a_file_imports_is_asked_for_by_its_part() -> None:
    undeclared = set()
    for file in sources():
        path = file.relative_to(PROJECT).as_posix()
        place = max((one for one in ALLOWED if f"{path}/".startswith(f"{one}/")), key=len)
        undeclared |= {(path, name) for name in imported(file) - names(*ALLOWED[place])}
    assert undeclared == NOT_ASKED_FOR


def test_what_is_asked_for_is_imported() -> None:
    asked = names(*PYPROJECT["project"]["optional-dependencies"])
    found = set().union(*map(imported, sources()))
    assert asked - found == NOT_IMPORTED.keys()


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_with(tmp_path: Path) -> Run:
    """Run a program where the libraries of a part are installed, and no others."""
    place, empty = tmp_path / "installed", tmp_path / "empty"
    place.mkdir()
    empty.mkdir()

    def run(extra: str, code: str, *words: str) -> subprocess.CompletedProcess[str]:
        link_libraries(place, extra)
        return subprocess.run(
            [sys.executable, "-S", "-c", code, *words],
            cwd=empty,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(place), str(PROJECT)])},
            capture_output=True,
            text=True,
        )

    return run


@pytest.mark.parametrize("extra", [one for one in PARTS if one != "dashboard"])
def test_a_part_works_with_its_own_libraries_alone(extra: str, run_with: Run) -> None:
    """The dashboard does as it is installed: see `tests.project.test_package`."""
    done = run_with(extra, PARTS[extra], str(PROJECT / "data" / "moonstone.json"))
    assert done.returncode == 0, done.stderr


def test_every_module_of_the_library_can_be_imported_with_numpy_alone(run_with: Run) -> None:
    modules = [
        ".".join(file.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        for file in sorted((PROJECT / "segmetrics").rglob("*.py"))
    ]
    light = [one for one in modules if not NOT_OF_THE_LIBRARY.match(one)]
    assert len(light) > len(modules) / 2
    done = run_with("", "\n".join(f"import {one}" for one in light))
    assert done.returncode == 0, done.stderr


def test_what_is_missing_is_named_with_its_extra(run_with: Run) -> None:
    sample = str(PROJECT / "data" / "moonstone.json")
    needs = {
        ("report", sample, "-o", "a.html"): ("plotly and matplotlib", "reports"),
        ("report", sample, "-o", "a.tex"): ("plotly and matplotlib", "reports"),
        ("report", sample, "-o", "a.docx"): ("docx", "word"),
        ("report", sample, "-o", "a.xlsx"): ("openpyxl", "excel"),
        ("consensus", sample, "-o", "a.xlsx"): ("openpyxl", "excel"),
        ("segmenters", sample, "--texttiling"): ("nltk", "texttiling"),
        ("app",): ("streamlit and sqlalchemy", "dashboard"),
        ("store", "check"): ("streamlit and sqlalchemy", "dashboard"),
    }
    main = "from segmetrics.cli import main\nfor words in {}:\n    assert main(words) == 2, words"
    done = run_with("", main.format(list(needs)))
    assert done.returncode == 0, done.stderr
    said = r" needs (.+), not installed here: pip install 'segmetrics\[(\w+)\]'\.$"
    assert re.findall(said, done.stderr, re.MULTILINE) == list(needs.values())
