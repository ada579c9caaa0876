"""The one import of a notebook: its names, what they load, and what is said of them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from inspect import ismodule, signature
from typing import Any

import pytest
from numpydoc.validate import validate

import segmetrics as sm
from segmetrics.metrics.registry import METRICS
from tests.support.project import PROJECT

PACKAGE = PROJECT / "segmetrics"
# What the docstrings of this project do otherwise: how the types of results are written,
# whether there is more than a summary, and whether other names are referred to.
OTHERWISE = {"ES01", "SA01", "SA04", "RT02", "RT03", "RT04", "RT05", "PR06", "PR07", "PR08", "PR09"}
OTHERWISE |= {"GL01", "GL02", "GL03", "GL08", "SS06", "YD01"}
FUNCTIONS = [name for name in sm.__all__ if type(getattr(sm, name)).__name__ == "function"]
CLASSES = [name for name in sm.__all__ if isinstance(getattr(sm, name), type)]
DEFAULT = re.compile(r"^ *(\w+(?:, \w+)*) : .*, default (.+)$", re.MULTILINE)
OF_RECORDINGS = [".".join(recordings) for _, recordings in vars(sm)["_BY_AXIS"].values()]


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    seen = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            seen |= {alias.asname for alias in node.names if alias.asname}
        elif isinstance(node, ast.Assign):
            seen |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.FunctionDef):
            seen.add(node.name)
    assert seen == set(sm.__all__)
    assert {*dir(sm)} == {*sm.__all__, "__version__"}
    assert [name for name in sm.__all__ if ismodule(getattr(sm, name))] == []


def test_each_metric_is_a_function_named_by_its_key() -> None:
    assert {key: getattr(sm, key) for key in METRICS if key in sm.__all__} == {
        key: metric.function for key, metric in METRICS.items()
    }


def test_a_name_that_is_not_there_is_an_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match="'segmetrics' has no attribute 'similarity'"):
        sm.similarity  # type: ignore[attr-defined]  # noqa: B018 - what is not there raises


@pytest.mark.parametrize(
    "package",
    [
        "segmetrics",
        *(
            found.name
            for found in pkgutil.walk_packages([str(PACKAGE)], "segmetrics.")
            if found.ispkg and "._" not in found.name
        ),
    ],
)
def test_no_name_is_both_a_module_and_something_else(package: str) -> None:
    found = importlib.import_module(package)
    modules = {module.name for module in pkgutil.iter_modules(found.__path__)}
    named = {name for name in getattr(found, "__all__", ()) if not ismodule(getattr(found, name))}
    assert modules & named == set()


def test_all_names_together_load_numpy_alone() -> None:
    code = """
import sys
from inspect import ismodule
from typing import Any
import segmetrics as sm
before = "numpy" in sys.modules
for name in sm.__all__:
    getattr(sm, name)
found = {name.partition(".")[0] for name, module in sys.modules.items()
         if "site-packages" in (getattr(module, "__file__", None) or "")}
print(before, sorted(found - {"segmetrics"}))
"""
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            code.replace("import sys\n", f"import sys\nsys.path += {sys.path!r}\n", 1),
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "False ['numpy']\n"


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES, *OF_RECORDINGS])
def test_defaults_are_those_that_are_said(name: str) -> None:
    found = pkgutil.resolve_name(f"segmetrics.{name}")
    for names, said in DEFAULT.findall(found.__doc__):
        for one in names.split(", "):
            assert signature(found).parameters[one].default == ast.literal_eval(said), one


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES, *OF_RECORDINGS])
def test_a_name_says_what_it_takes_and_returns_with_an_example(name: str) -> None:
    place = f"segmetrics.{name}"
    if name in sm.__all__:
        found = getattr(sm, name)
        place = f"{found.__module__}.{found.__qualname__}"
    errors = dict(validate(place)["errors"])
    without = OTHERWISE | ({"EX01"} if name in CLASSES else set())
    assert {code: why for code, why in errors.items() if code not in without} == {}


def test_choices_are_given_by_their_name() -> None:
    choices: Any = sm.Choices(unit="sentence")
    with pytest.raises(TypeError, match=r"got Choices\(.*; write choices=Choices\(\.\.\.\)"):
        sm.read("codings.csv", choices)


def test_a_corpus_lists_the_names_of_its_items() -> None:
    corpus = sm.sample("dialogue")
    assert list(corpus) == [item.name for item in corpus.items]
    assert all(name in corpus for name in corpus)
