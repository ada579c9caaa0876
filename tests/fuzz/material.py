"""The good files from which broken ones are made."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from functools import cache
from io import BytesIO

from segmetrics.io import TEMPLATES
from tests.support import workbooks
from tests.support.project import PROJECT

FOLDERS = {"formats": PROJECT / "tests" / "data" / "formats", "data": PROJECT / "data"}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Make a ZIP archive, the same whenever it is made."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _workbook(*sheets: str) -> bytes:
    rows = ([row.split(",") for row in text.splitlines()] for text in sheets)
    cells = {
        f"Sheet {number}": [[int(one) if one.isdigit() else one for one in row] for row in of]
        for number, of in enumerate(rows)
    }
    # The time of its making is in here.
    made = unpacked(workbooks.packed(workbooks.workbook(cells)))
    return packed({**made, "docProps/core.xml": b"<x/>"})


@cache
def good_files() -> Mapping[str, bytes]:
    """All files by their names, those of one kind next to each other."""
    found = {
        f"{kind}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for kind, folder in FOLDERS.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (kind == "formats" or path.suffix == ".json")
    }
    for template in TEMPLATES:
        content = template.content
        found[f"templates/{template.name}"] = (
            content.encode() if isinstance(content, str) else content
        )
    found["excel/long.xlsx"] = _workbook("item,coder,masses\nch1,anna,2 3\nch1,ben,5\n")
    found["excel/wide.xlsx"] = _workbook(
        "item,unit,anna,ben\nch1,1,a,a\nch1,2,a,b\n", "unit,anna\n1,0\n2,1\n", ""
    )
    found["excel/levels.xlsx"] = _workbook("par,level1,level2\n1,1,0\n2,1,1\n3,1,1\n")
    decided = [
        {"item": "t", "place": 1, "verdict": "reject"},
        {"item": "t", "place": 2, "verdict": "accept"},
    ]
    item = {
        "name": "t",
        "mass": 4,
        "codings": {"x": [1, 2], "y": [2]},
        "texts": ["a", "b", "c", "d"],
    }
    own = {
        "format": "segmetrics",
        "version": 1,
        "kind": "linear",
        "reference": "y",
        "items": [item],
    }
    found["own/decided.json"] = json.dumps({**own, "decisions": decided}).encode()
    long = b"item,coder,masses\nch1,anna,2 3\nch1,ben,5\n"
    found["archive/nested.zip"] = packed({"x/a.csv": long, "x/b.zip": packed({"c.csv": long})})
    return found
