"""What tests share: reference data, a browser, and the rule that nothing skips unnoticed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.driving import CHROMIUM, FLAGS, rest, running

__all__ = [
    "HERE",
    "NEEDS_CHROMIUM",
    "PROJECT",
    "SHARED",
    "dashboard",
    "reference",
    "rest",
]

PROJECT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent / "data"
SHARED = PROJECT.parent / "shared" / "data"

NEEDS_CHROMIUM = [
    pytest.mark.browser,
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


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Give the address of a dashboard without files of its own."""
    with dashboard() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Open a page whose errors and requests to other hosts fail the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    errors: list[str] = []
    outside: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))

    def look(request: Any) -> None:
        if not request.url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
            outside.append(request.url)

    opened.on("request", look)
    yield opened
    context.close()
    assert not errors
    assert not outside


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    """Turn a skip into a failure where everything that tests need is promised to be there."""
    report = yield
    if report.skipped and os.environ.get("SEGMETRICS_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though SEGMETRICS_NO_SKIP is set: {report.longrepr}"
    return report
