"""Where the project stands, its reference data, and a dashboard that runs."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from segmetrics.reproduction.data import SIMULATIONS
from tests.support.driving import running

PROJECT = Path(__file__).resolve().parents[2]

HERE = PROJECT / "tests" / "data"

# Data of papers that do not come with the project; tests of them ask for a fixture.
BESIDE = PROJECT.parent / "shared" / "data"
MOONSTONE = BESIDE / "moonstone_20_chapters.json"
WIKIPEDIA = BESIDE / "carroll2010_wikipedia.json"
SIMULATED = tuple(BESIDE / f"diaz2022_{name}transp.csv" for name in SIMULATIONS)


@cache
def imports_of(file: Path, *, types: bool = True) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the imports of a file, those in functions too, and those for types if asked.

    What looks at statements alone takes a tenth of what looks at all that is in them.
    """

    def within(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            for one in getattr(node, block, ()):
                if isinstance(one, (ast.Import, ast.ImportFrom)):
                    yield one
                elif (
                    types or not isinstance(one, ast.If) or ast.unparse(one.test) != "TYPE_CHECKING"
                ):
                    yield from within(one)

    return tuple(within(ast.parse(file.read_text(encoding="utf-8"))))


def reference(name: str) -> Any:
    """Load reference data of the tests."""
    return json.loads((HERE / name).read_text(encoding="utf-8"))


@contextmanager
def dashboard(*files: Path) -> Iterator[str]:
    """Run the dashboard as ``segmetrics app`` does; gives its address."""
    with running(*files) as found:
        yield found.address
