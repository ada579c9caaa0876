"""Whoever leaves a page in a real browser ends what it computes."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.corpora import as_json, random_masses
from segmetrics.dashboard.server.tuning import NICE
from tests.support.driving import STILL, Running, follow, rest, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

# Tenths of a second in which a task has to end, on however slow a machine.
PATIENCE = 300


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a dashboard on a corpus whose chance level, by alignment, takes many seconds."""
    file = tmp_path_factory.mktemp("large") / "large.json"
    file.write_bytes(as_json(random_masses(15, 100, 100, coders=36)))
    with running(file) as found:
        yield found


def test_a_page_that_is_left_computes_no_more(browser: Browser, server: Running) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}, **STILL) as context:
        page = context.new_page()
        page.goto(f"{server.address}/?similarity=a")
        compute = page.get_by_role("button", name="Compute agreement beyond chance")
        for how in ("stopped", "left", "closed"):
            compute.click()
            # Until there is progress, the button moves to its place, and a click may miss it.
            page.locator("[role=progressbar]:not([aria-valuenow='0'])").wait_for()
            assert working(server.process)
            leave(page, how)
            wait_until_idle(server.process)
            if how != "closed":
                rest(page)
                expect(page.get_by_text("Computing agreement beyond chance")).to_have_count(0)
            if how == "left":
                follow(page, f"{server.address}/?similarity=a")


def leave(page: Page, how: str) -> None:
    if how == "closed":
        page.close()
    elif how == "stopped":
        page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    else:
        page.locator("nav").get_by_role("link", name="Data", exact=True).click()
        page.get_by_role("heading", name="Data", exact=True).wait_for()


def wait_until_idle(server: int) -> None:
    for _ in range(PATIENCE):
        if not working(server):
            return
        time.sleep(0.1)
    raise AssertionError("the server still computes")


def working(process: int) -> list[int]:
    """Find the processes below one that do a task: they let others go first."""
    found = []
    for below in children(process):
        stat = Path(f"/proc/{below}/stat")
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            nice = int(stat.read_text(encoding="utf-8").rpartition(") ")[2].split()[16])
            found += [below] if nice >= NICE else []
        found += working(below)
    return found


def children(process: int) -> list[int]:
    try:
        lists = [one.read_text() for one in Path(f"/proc/{process}/task").glob("*/children")]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(one) for found in lists for one in found.split()]
