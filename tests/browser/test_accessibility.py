"""Every page, and what opens on it: what axe-core says, a checker of accessibility; size; theme."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from segmetrics.dashboard.frame.page_list import PAGES
from tests.support.driving import follow, forget, guarded, rest
from tests.support.project import NEEDS_CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page
from tests.support.accessibility import grave

pytestmark = NEEDS_CHROMIUM

# What a page shows beside its plain state: its address, parameters, and a sign that it is there.
STATES: dict[str, tuple[str, dict[str, str], str]] = {
    "several rounds": (
        "rounds",
        {"corpus": "interviews", "other": "interviews-2"},
        "[aria-label='Items in each round']",
    ),
    "an opened number": (
        "agreement",
        {"corpus": "moonstone", "number": "pi_star item ch1"},
        "[role=dialog] table",
    ),
    "two rounds": (
        "compare",
        {"corpus": "interviews", "other": "interviews-2"},
        "[role=region][aria-label='Items before and after']",
    ),
    "an item in two rounds": (
        "compare",
        {"corpus": "interviews", "other": "interviews-2", "item": "interview 1"},
        "[aria-label='What each coder changed on interview 1']",
    ),
    "small multiples": ("heatmaps", {"corpus": "moonstone", "look": "multiples"}, "a.panel"),
    "a line for each item": (
        "heatmaps",
        {"corpus": "moonstone", "look": "overview"},
        "canvas[aria-label^='Heat map of boundaries: a line for each item']",
    ),
    "six segmentations": (
        "laboratory",
        {"drawn": "\n".join(("3 4 5", "12", "6 6", "4 4 4", "1 11", "2 3 7"))},
        "[aria-label^='Drawing of 6 segmentations']",
    ),
    "a report": ("report", {"corpus": "moonstone"}, "iframe"),
    "published figures that need data": ("reproduce", {"paper": "carroll2010"}, "input[type=file]"),
    "files that are gone": ("compare", {"corpus": "upload"}, "[data-testid=stAlert]"),
}


@pytest.fixture(scope="module")
def frontend(shared_page: Page, address: str) -> Iterator[Page]:
    """Load the frontend once: what these tests look at does not depend on where one came from."""
    shared_page.goto(address)
    yield shared_page
    forget(shared_page)


@pytest.fixture
def page(frontend: Page, address: str) -> Iterator[Page]:
    """Return a wide and light page whose errors and requests to other hosts fail the test."""
    frontend.set_viewport_size({"width": 1440, "height": 900})
    frontend.emulate_media(color_scheme="light")
    with guarded(frontend, address):
        yield frontend


@pytest.mark.parametrize("address_of", [info.address for info in PAGES])
def test_every_page_is_accessible_fits_and_follows_the_theme(
    page: Page, address: str, address_of: str
) -> None:
    follow(page, f"{address}/{address_of}?corpus=moonstone")
    page.wait_for_selector("h1", timeout=60_000)
    assert fits(page)
    assert is_light(page)
    assert grave(page) == []
    # In the dark the same page has other colours, and nothing else that is new.
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 800, "height": 900})
    page.wait_for_timeout(250)
    assert fits(page)
    assert not is_light(page)
    assert grave(page, "color-contrast") == []


def fits(page: Page) -> bool:
    """Whether nothing of a page is wider than its window."""
    main = page.locator("[data-testid=stMain]")
    return bool(main.evaluate("(element) => element.scrollWidth <= element.clientWidth"))


def is_light(page: Page) -> bool:
    """Whether the ground of a page is light."""
    app = page.locator("[data-testid=stApp]")
    ground = app.evaluate("(element) => getComputedStyle(element).backgroundColor")
    return min(int(part) for part in ground.strip("rgb()").split(",")) > 200


@pytest.fixture
def narrow(page: Page) -> Page:
    """Return a narrow page in the dark."""
    page.set_viewport_size({"width": 800, "height": 1000})
    page.emulate_media(color_scheme="dark")
    return page


@pytest.mark.parametrize(("address_of", "parameters", "sign"), STATES.values(), ids=STATES)
def test_axe_finds_nothing_serious_in_what_a_page_can_show(
    narrow: Page, address: str, address_of: str, parameters: dict[str, str], sign: str
) -> None:
    follow(narrow, f"{address}/{address_of}?{urlencode(parameters)}")
    narrow.locator(sign).first.wait_for(state="attached", timeout=60_000)
    rest(narrow)
    assert grave(narrow) == []


def test_axe_finds_nothing_serious_in_a_review_with_problems(
    narrow: Page, address: str, tmp_path: Path
) -> None:
    items = {"short": {"ann": [2, 3], "bob": [2, 2]}, "fine": {"ann": [2, 3], "bob": [4, 1]}}
    file = tmp_path / "codings.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    follow(narrow, f"{address}/")
    narrow.locator("input[type=file]").set_input_files(file)
    narrow.get_by_role("button", name="Accept 1 of 2 items").wait_for()
    rest(narrow)
    assert grave(narrow) == []


def test_axe_finds_what_is_wrong(empty_page: Page) -> None:
    page = empty_page
    page.set_content(
        "<html lang='en'><title>t</title><main><button></button>"
        "<p style='color: #bbb; background: #fff'>pale</p></main></html>"
    )
    found = grave(page)
    assert any("button-name" in one for one in found)
    assert [one for one in found if "color-contrast" in one] == grave(page, "color-contrast") != []
