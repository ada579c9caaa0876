"""What tests of commands share: files that they read, and what they print."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

Printed = pytest.CaptureFixture[str]
Write = Callable[[str, str], str]


def rows_of(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV."""
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


def written(folder: Path, items: Any, name: str = "codings") -> str:
    """Write segment sizes, and return the path of the file."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    return str(path)
