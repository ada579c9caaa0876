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

from segmetrics.axis import ITEMS
from segmetrics.reliability.chance_verdicts import WELL
from tests.support.project import PROJECT, imports_of

PACKAGE = PROJECT / "segmetrics"
# Libraries that a part of the core may import, inside the function that needs them.
WHERE_NEEDED: dict[str, set[str]] = {"io": {"defusedxml", "openpyxl"}, "segmenters": {"nltk"}}
HEAVY = ("alembic", "nltk", "pandas", "plotly", "sqlalchemy", "streamlit", *WHERE_NEEDED["io"])
LIGHT = (
    *("segmetrics", "segmetrics.coefficients.agreement_table"),
    *("segmetrics.coefficients.pairwise", "segmetrics.reliability.influence"),
    *("segmetrics.cli.segmenters_command", "segmetrics.adjudication.gold"),
    *("segmetrics.metrics.blocks", "segmetrics.io", "segmetrics.tables.agreement_columns"),
    "segmetrics.cli",
)


def sources(place: Path) -> list[Path]:
    return sorted(file for file in place.rglob("*.py") if "_bundle" not in file.parts)


@cache
def imported(file: Path) -> frozenset[str]:
    """Full names of all that a file imports, wherever in it: in functions and for types too."""
    names: set[str] = set()
    for node in imports_of(file):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{file} imports relatively"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def test_the_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    kept = lint_imports(config_filename=str(PROJECT / "pyproject.toml"), no_cache=True) == 0
    assert kept, capsys.readouterr().out


def test_importing_the_core_loads_nothing_of_the_dashboard() -> None:
    code = (
        f"import sys, {', '.join(LIGHT)}\n"
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


# Where the axis of codings may be asked for, and how often at the most: for words, widgets and
# files that only one of the axes has. Less is better; a new place takes what it needs from `axis`.
ASKED = {
    "pages/data_page.py": 1,
    "pages/decide_page.py": 3,
    "pages/heat_maps_page.py": 1,
    "pages/item_page.py": 1,
    "pages/share_page.py": 1,
    "pages/shared_page.py": 1,
    "segmetrics/adjudication/press_peaks.py": 1,
    "segmetrics/cli/grains_command.py": 2,
    "segmetrics/cli/measuring_options.py": 2,
    "segmetrics/cli/pairwise_command.py": 1,
    "segmetrics/cli/reading.py": 1,
    "segmetrics/dashboard/data/data_view.py": 2,
    "segmetrics/dashboard/data/import_view.py": 1,
    "segmetrics/dashboard/data/matching_view.py": 1,
    "segmetrics/dashboard/decide/consensus_computations.py": 5,
    "segmetrics/dashboard/decide/consensus_decisions.py": 1,
    "segmetrics/dashboard/decide/words.py": 5,
    "segmetrics/dashboard/decide/worklist.py": 5,
    "segmetrics/dashboard/frame/navigation_links.py": 2,
    "segmetrics/dashboard/frame/computations.py": 1,
    "segmetrics/dashboard/frame/jobs.py": 1,
    "segmetrics/dashboard/frame/layout.py": 1,
    "segmetrics/dashboard/frame/selected_corpus.py": 1,
    "segmetrics/dashboard/frame/settings_drawer.py": 2,
    "segmetrics/dashboard/frame/shown_item.py": 1,
    "segmetrics/dashboard/frame/who.py": 1,
    "segmetrics/dashboard/frame/who_switch.py": 1,
    "segmetrics/dashboard/learn/metrics_view.py": 1,
    "segmetrics/dashboard/server/visitor_limits.py": 1,
    "segmetrics/dashboard/share/report_view.py": 4,
    "segmetrics/io": 12,
    "segmetrics/metrics": 4,
    "segmetrics/reliability/odd_places.py": 3,
    "segmetrics/reliability/schools.py": 1,
    "segmetrics/reporting/make_report.py": 2,
    "segmetrics/reporting/report.py": 1,
    "segmetrics/segmenters/baselines.py": 1,
    "segmetrics/tables/consensus_tables.py": 2,
}
AXIS = {
    f"segmetrics/{name}.py" for name in ("axis", "corpus", "segmentation", "time_scale", "times")
}


@cache
def compared(file: Path) -> tuple[ast.Compare, ...]:
    """All comparisons of a file."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Compare))


def asks_for_the_axis(node: ast.Compare) -> bool:
    """Whether it compares a scale with None, or what lengths are counted in with a unit."""
    sides = [node.left, *node.comparators]
    names = {getattr(one, "attr", getattr(one, "id", "")) for one in sides}
    values = {one.value for one in sides if isinstance(one, ast.Constant)}
    by_unit = "unit" in names and not values.isdisjoint(ITEMS)
    return by_unit or ("scale" in names and None in values)


def test_the_axis_is_asked_for_in_few_places() -> None:
    asked: Counter[str] = Counter()
    for file in (*sources(PACKAGE), *sources(PROJECT / "pages")):
        path = file.relative_to(PROJECT).as_posix()
        area = "/".join(path.split("/")[:2])
        number = sum(map(asks_for_the_axis, compared(file)))
        asked[area if area in ASKED else path] += number if path not in AXIS else 0
    assert {path: number for path, number in asked.items() if number > ASKED.get(path, 0)} == {}


def test_a_verdict_is_given_in_one_place() -> None:
    """Elsewhere its thresholds are only written; what shuffles for it stops by them."""
    given = {"chance_verdicts.py", "shuffle_tests.py"}
    for file in (*sources(PACKAGE), *sources(PROJECT / "pages")):
        for node in compared(file) if file.name not in given else ():
            names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            assert not names & {"SIGNIFICANCE", "WELL_BEYOND"}, f"{file}:{node.lineno}"


def test_what_the_best_verdict_is_called_stands_once() -> None:
    """Whoever says it takes the word from there; docstrings explain it."""
    saying: set[str] = set()
    for file in (*sources(PACKAGE), *sources(PROJECT / "pages")):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
        said = [node.value for node in nodes if isinstance(node, ast.Constant) and node not in docs]
        saying.update(file.name for text in said if WELL in str(text))
    assert saying == {"chance_verdicts.py"}


# Who fits the model of coders, or offers it; all others take what it says from `reliability`.
FITTING = {
    "segmetrics/adjudication/gold.py": "a rule of the consensus asks it",
    "segmetrics/claims/causes.py": "who keeps agreement low, also once others are left out",
    "segmetrics/cli/coders_command.py": "the command of it",
    "segmetrics/dashboard/frame/computations.py": "the jobs of pages",
    "segmetrics/reporting/make_report.py": "a content of reports",
}


def test_few_modules_fit_the_model_of_coders() -> None:
    part = PACKAGE / "coding_model"
    found = {
        file.relative_to(PROJECT).as_posix()
        for file in (*sources(PACKAGE), *sources(PROJECT / "pages"))
        if part not in file.parents
        and any(name.startswith("segmetrics.coding_model.") for name in imported(file))
    }
    assert found == FITTING.keys()
