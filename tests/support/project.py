"""Where the project stands, its reference data, and a dashboard that runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.driving import CHROMIUM, running

PROJECT = Path(__file__).resolve().parents[2]

HERE = PROJECT / "tests" / "data"

SHARED = PROJECT.parent / "shared" / "data"

NEEDS_CHROMIUM = [
    pytest.mark.browser,
    # A busy machine can come between two events of a browser; the summary names what ran again.
    pytest.mark.flaky(reruns=1),
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium on the path, and none named by the variable CHROMIUM"
    ),
]


def reference(name: str) -> Any:
    """Load reference data that stand beside the project, or skip where they do not."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"the reference file {name} is not beside the project")
    return json.loads(path.read_text(encoding="utf-8"))


@contextmanager
def dashboard(*files: Path) -> Iterator[str]:
    """Run the dashboard as ``segmetrics app`` does; gives its address."""
    with running(*files) as found:
        yield found.address
