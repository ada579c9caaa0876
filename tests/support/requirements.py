"""What pyproject.toml asks for, and what each part of segmetrics must be able to do with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from packaging.requirements import Requirement

from tests.support.project import PROJECT

PYPROJECT: dict[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))

# By its extra; without one it is the library. Each program runs in an empty folder, with a
# sample's path as its argument, where that part is installed and nothing else.
PARTS: Mapping[str, str] = {
    "": """
import sys, zipfile
from importlib.metadata import distributions
import segmetrics as sm
from segmetrics.cli import main
from segmetrics.extras import MissingExtraError

def runs(*words, status=0):
    assert main(words) == status, words

sample = sys.argv[1]
runs("pairwise", sample, "--metric", "s")
for command in ("agreement", "decisions", "coders", "segmenters", "consensus", "check"):
    runs(command, sample)
runs("agreement", sample, "--ci")
runs("compare", sample, sample)
runs("rounds", sample, sample)
runs("convert", sample, "--to", "segmetrics-json", "-o", "again.json")
runs("report", sample, "-o", "report.json", "-o", "report.bib")
runs("verify", "report.json", sample)
with zipfile.ZipFile("book.xlsx", "w") as book:
    book.writestr("xl/workbook.xml", "")
runs("check", "book.xlsx", status=2)
runs("report", sample, "-o", "report.html", status=2)
runs("consensus", sample, "-o", "gold.xlsx", status=2)
runs("segmenters", sample, "--texttiling", status=2)
runs("store", "check", status=2)
runs("app", "--no-browser", status=2)
table = sm.agreement(sm.read(sample))
assert table._repr_html_() is None
try:
    table.to_frame()
except MissingExtraError as error:
    assert "pip install 'segmetrics[frames]'" in str(error)
else:
    raise AssertionError
foreign = {"numpy", "pip", "segmetrics", "setuptools"}
assert {one.name for one in distributions()} <= foreign
""",
    "frames": """
import sys
import segmetrics as sm
table = sm.agreement(sm.read(sys.argv[1]))
assert len(table.to_frame()) == len(table.rows)
assert table._repr_html_().startswith("<table")
""",
    "excel": """
import sys
from segmetrics.cli import main
assert main(["consensus", sys.argv[1], "-o", "gold.xlsx"]) == 0
assert main(["report", sys.argv[1], "-o", "report.xlsx"]) == 0
import segmetrics as sm
assert sm.read("gold.xlsx").items
""",
    "reports": """
import sys
from segmetrics.cli import main
for ending in ("html", "tex", "md", "figures.zip"):
    assert main(["report", sys.argv[1], "-o", f"report.{ending}"]) == 0
""",
    "word": """
import sys
from segmetrics.cli import main
assert main(["report", sys.argv[1], "-o", "report.docx"]) == 0
""",
    "texttiling": """
from segmetrics.segmenters.texttiling import text_tiling
text_tiling(["Some words of a text that goes on. " * 9] * 20)
""",
    "dashboard": """
import sys
from streamlit.testing.v1 import AppTest
from segmetrics.io import SAMPLES
from segmetrics.paths import ROOT, START
for sample in SAMPLES.values():
    assert sample.read().corpus, sample
at = AppTest.from_file(str(START), default_timeout=60)
at.query_params["corpus"] = "stargazer"
at.run()
assert not at.exception, at.exception
for page in sorted((ROOT / "pages").glob("*_page.py")):
    at.switch_page(str(page)).run()
    assert not at.exception, (page, at.exception)
    print(page.stem, at.title[0].value)
from segmetrics.cli import main
assert main(["consensus", sys.argv[1], "-o", "gold.xlsx"]) == 0
assert main(["report", sys.argv[1], "-o", "report.html"]) == 0
""",
    "server": """
from segmetrics.store.database import Database
Database("postgresql://nobody@127.0.0.1:9/none").engine.dispose()
from segmetrics.dashboard.server.auth import oidc_missing
import authlib, httpx
""",
}


def requirements(*extras: str) -> list[str]:
    """Return what the library and some extras need of other projects."""
    project = PYPROJECT["project"]
    needed: list[str] = []
    for one in [*project["dependencies"]] + [
        one for extra in extras for one in project["optional-dependencies"][extra]
    ]:
        found = Requirement(one)
        needed += requirements(*sorted(found.extras)) if found.name == "segmetrics" else [one]
    return list(dict.fromkeys(needed))
