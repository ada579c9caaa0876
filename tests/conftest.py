"""What all tests share: reference data, and the rule that nothing skips unnoticed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent / "data"
SHARED = PROJECT.parent / "shared" / "data"


def reference(name: str) -> Any:
    """Load reference data that stand beside the project, or skip where they do not."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"the reference file {name} is not beside the project")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    """Turn a skip into a failure where everything that tests need is promised to be there."""
    report = yield
    if report.skipped and os.environ.get("SEGMETRICS_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though SEGMETRICS_NO_SKIP is set: {report.longrepr}"
    return report
