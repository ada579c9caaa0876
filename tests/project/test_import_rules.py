"""Who may import what: the contracts of pyproject.toml, and what they can't say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tests.support.project import PROJECT

PACKAGE = PROJECT / "segmetrics"
# Libraries that a part of the core may import, inside the function that needs them.
WHERE_NEEDED: dict[str, set[str]] = {"io": {"defusedxml", "openpyxl"}, "segmenters": {"nltk"}}
HEAVY = ("alembic", "nltk", "pandas", "plotly", "sqlalchemy", "streamlit", *WHERE_NEEDED["io"])
LIGHT = (
    "segmetrics",
    "segmetrics.coefficients.agreement_table",
    "segmetrics.coefficients.pairwise",
    "segmetrics.reliability.influence",
    "segmetrics.segmenters.people_comparison",
    "segmetrics.adjudication.gold",
    "segmetrics.metrics.blocks",
    "segmetrics.io",
    "segmetrics.tables.agreement_columns",
    "segmetrics.cli",
)


def sources(place: Path) -> list[Path]:
    return sorted(file for file in place.rglob("*.py") if "_bundle" not in file.parts)


@cache
def imported(file: Path) -> frozenset[str]:
    """Full names of all that a file imports, wherever in it: in functions and for types too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def test_the_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    kept = lint_imports(config_filename=str(PROJECT / "pyproject.toml"), no_cache=True) == 0
    assert kept, capsys.readouterr().out


@pytest.mark.parametrize("module", LIGHT)
def test_importing_the_core_loads_nothing_of_the_dashboard(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        f"print(sorted({{name.split('.')[0] for name in sys.modules}} & set({HEAVY!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("part", WHERE_NEEDED)
def test_libraries_are_imported_where_they_are_needed(part: str) -> None:
    for file in sources(PACKAGE / part):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        top = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        text = "\n".join(map(ast.unparse, top))
        assert not any(name in text for name in WHERE_NEEDED[part]), file


def test_nothing_in_the_package_imports_the_pages() -> None:
    for file in sources(PACKAGE):
        assert not {name.split(".")[0] for name in imported(file)} & {"pages", "app"}, file


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports for types count too: what needs each other's names belongs together."""
    files = {module_of(file): file for file in sources(PACKAGE)}
    graph = {}
    for module, file in files.items():
        found = {name if name in files else name.rpartition(".")[0] for name in imported(file)}
        graph[module] = found & files.keys() - {module}
    assert graph["segmetrics.coefficients.agreement_table"] >= {"segmetrics.coefficients.options"}
    TopologicalSorter(graph).prepare()


def test_a_file_name_occurs_once() -> None:
    """But for the texts of each area of the dashboard."""
    migrations = PACKAGE / "store" / "migrations"
    names = Counter(
        file.stem
        for file in sources(PACKAGE)
        if migrations not in file.parents
        and file.stem != "words"
        and not file.stem.startswith("__")
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_only_packages_list_their_names() -> None:
    for file in sources(PACKAGE):
        if file.name != "__init__.py":
            assert "__all__" not in file.read_text(encoding="utf-8"), file
