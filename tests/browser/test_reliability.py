"""Long computations in a real browser: progress, a stop, and a result that stays."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise as neighbours
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.driving import rest
from tests.support.project import dashboard

ITEMS, CODERS, UNITS = 200, 30, 100


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a dashboard on a corpus whose verdicts have to be asked for."""
    source = random.Random(5)

    def masses() -> list[int]:
        cuts = [0, *sorted(source.sample(range(1, UNITS), 9)), UNITS]
        return [end - start for start, end in neighbours(cuts)]

    items = {f"i{n}": {f"c{c}": masses() for c in range(CODERS)} for n in range(ITEMS)}
    file = Path(tmp_path_factory.mktemp("long") / "long.json")
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    with dashboard(file) as found:
        yield found


def test_a_long_computation_shows_progress_and_can_be_stopped(page: Page, address: str) -> None:
    page.goto(f"{address}/?similarity=wd")
    rest(page)
    compute = page.get_by_role("button", name="Compute agreement beyond chance")
    compute.click()
    expect(page.get_by_text("Computing agreement beyond chance")).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    expect(compute).to_be_visible()
    rest(page)
    expect(page.get_by_text("Computing agreement beyond chance")).not_to_be_visible()


def test_the_page_can_be_left_while_something_is_computed(page: Page, address: str) -> None:
    page.goto(f"{address}/?similarity=wd")
    rest(page)
    page.get_by_role("button", name="Compute agreement beyond chance").click()
    expect(page.get_by_text("Computing agreement beyond chance")).to_be_visible()
    page.locator("nav a", has_text="Coders").click()
    expect(page.get_by_role("heading", name="Coders")).to_be_visible()
    expect(page.get_by_text("Computing agreement beyond chance")).not_to_be_visible()
