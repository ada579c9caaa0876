"""Every page, and what opens on it: what axe-core says; size; theme; the keyboard alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from segmetrics.dashboard.server.page_list import PAGES, PageInfo
from tests.support.accessibility import grave
from tests.support.driving import follow, rest, show_in

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

# The element that has the focus, inside the components too.
FOCUSED = """() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const leads = at.matches("a, button, input, summary, canvas, svg") && !at.closest("nav");
  return { name: at.ariaLabel || at.innerText || "", leads, tag: at.tagName };
}"""
# Stops of the Tab key within which something is reached that can be followed or pressed.
NEAR, FAR = 5, 60

# What a page shows beside its plain state: its address, parameters, and a sign that it is there.
STATES: dict[str, tuple[str, dict[str, str], str]] = {
    "several rounds": (
        "rounds",
        {"corpus": "interviews", "other": "interviews-2"},
        "[aria-label='Items in each round']",
    ),
    "an opened number": (
        "",
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
    "a report": ("share", {"corpus": "moonstone"}, "iframe"),
    "published figures that need data": ("reproduce", {"paper": "carroll2010"}, "input[type=file]"),
    "files that are gone": ("compare", {"corpus": "upload"}, "[data-testid=stAlert]"),
}


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


@pytest.mark.parametrize("info", PAGES, ids=lambda info: info.name)
def test_every_page_is_accessible_fits_and_follows_the_theme(
    page: Page, address: str, info: PageInfo
) -> None:
    follow(page, f"{address}/{info.address}?corpus=moonstone")
    page.wait_for_function(f"document.title === '{info.title} · segmetrics'", timeout=60_000)
    page.wait_for_selector("h1")
    show_in(page, "light")
    assert fits(page)
    assert grave(page) == []
    page.set_viewport_size({"width": 800, "height": 900})
    show_in(page, "dark")
    assert fits(page)
    assert grave(page) == []
    skip(page)
    met = [press_tab(page) for _ in range(NEAR)]
    assert any(stop["leads"] for stop in met), met


def focused(page: Page) -> dict[str, Any]:
    """Return what has the focus."""
    found: dict[str, Any] = page.evaluate(FOCUSED)
    return found


def press_tab(page: Page, key: str = "Tab") -> dict[str, Any]:
    """Move the focus; return what has it then."""
    page.keyboard.press(key)
    return focused(page)


def skip(page: Page) -> None:
    """Follow the skip link, which is the first stop of every page."""
    page.locator("[data-testid=stSkipToContent]").focus()
    page.keyboard.press("Enter")
    # A page without navigation has nothing to skip but the bar of Streamlit.
    page.wait_for_function("document.activeElement.matches('h1, main, [data-testid=stMain]')")


def reach(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab until something has the focus whose name begins so."""
    met = []
    for _ in range(FAR):
        met.append(press_tab(page, key)["name"].strip()[:40])
        if met[-1].startswith(name):
            return
    pytest.fail(f"{name} is not reached by {key}: {met}")


def test_the_way_from_the_upload_to_the_report_goes_by_keyboard_alone(
    page: Page, address: str, tmp_path: Path
) -> None:
    items = {
        "rain": {"ann": [3, 4, 5], "bob": [3, 5, 4], "cy": [3, 9]},
        "sun": {"ann": [2, 10], "bob": [2, 6, 4], "cy": [2, 6, 4]},
    }
    file = tmp_path / "codings.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    page.set_viewport_size({"width": 800, "height": 900})
    follow(page, f"{address}/projects")
    arrived(page, "Projects")
    skip(page)
    reach(page, "upload")
    # The dialog behind the button is the system's.
    page.locator("input[type=file]").set_input_files(file)
    arrived(page, "Import")
    skip(page)
    reach(page, "Accept 2 items")
    page.keyboard.press("Enter")
    arrived(page, "Overview")
    skip(page)
    reach(page, "rain")
    page.keyboard.press("Enter")
    arrived(page, "rain")
    for name in ("Coders", "Decide"):
        skip(page)
        reach(page, name, "Shift+Tab")
        page.keyboard.press("Enter")
        arrived(page, name)
    page.get_by_text("0 of 2 disputes decided").wait_for()
    page.keyboard.press("a")
    page.get_by_text("1 of 2 disputes decided").wait_for()
    rest(page)
    skip(page)
    reach(page, "Share", "Shift+Tab")
    page.keyboard.press("Enter")
    arrived(page, "Share")
    page.get_by_role("button", name="HTML").wait_for()
    skip(page)
    reach(page, "HTML")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.endswith("-report.html")


def arrived(page: Page, title: str) -> None:
    """Wait for a page, and look whether it fits."""
    page.get_by_role("heading", level=1, name=title, exact=True).wait_for()
    rest(page)
    assert fits(page)


def fits(page: Page) -> bool:
    """Whether nothing of a page is wider than its window."""
    main = page.locator("[data-testid=stMain]")
    return bool(main.evaluate("(element) => element.scrollWidth <= element.clientWidth"))


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
    assert fits(narrow)
    assert grave(narrow) == []


def test_axe_finds_nothing_serious_in_a_review_with_problems(
    narrow: Page, address: str, tmp_path: Path
) -> None:
    items = {"short": {"ann": [2, 3], "bob": [2, 2]}, "fine": {"ann": [2, 3], "bob": [4, 1]}}
    file = tmp_path / "codings.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    follow(narrow, f"{address}/projects")
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
