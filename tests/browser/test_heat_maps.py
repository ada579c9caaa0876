"""Heat maps in a real browser: what hovering says, where clicks and keys lead, what fits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from segmetrics.plots.palette import DARK, LIGHT
from tests.support.driving import follow, rest, show_in
from tests.support.known import known
from tests.support.project import dashboard

HOSTILE = "<img src=x onerror='window.hacked=1'>"
# Two coders agree after unit 5,000, and a third is one off.
LONG = {"a": [5000, 5000], "b": [5000, 5000], "c": [5001, 4999]}


def codings(number: int) -> dict[str, list[int]]:
    return {f"coder {at}": [20 + (number + at) % 3, 10, 30 - (number + at) % 3] for at in range(5)}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a dashboard with twenty chapters; the long item is a file of its own."""
    items: dict[str, Any] = {f"chapter {number}": codings(number) for number in range(1, 20)}
    items[HOSTILE] = codings(20)
    file = tmp_path_factory.mktemp("heat maps") / "twenty.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    with dashboard(file) as found:
        yield found


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


def show(page: Page, address: str) -> None:
    """Open a page and wait for its heat map."""
    follow(page, address)
    page.locator(".heat canvas, .multiples .panel").first.wait_for()
    rest(page)


def opened_at(page: Page) -> tuple[str, str]:
    """Item and place of the address."""
    page.wait_for_url("**/item?**")
    query = parse_qs(urlsplit(page.url).query)
    return query["item"][0], query.get("place", ["none"])[0]


def test_twenty_chapters_fit_on_one_screen(page: Page, address: str) -> None:
    show(page, f"{address}/heatmaps?look=multiples")
    panels = page.locator(".multiples .panel")
    assert panels.count() == 20
    last = known(panels.last.bounding_box())
    assert last["y"] + last["height"] <= 900
    assert page.locator(".multiples .legend").inner_text().count(" of 5") == 6
    assert page.evaluate("window.hacked") is None


def test_cells_are_narrower_where_a_few_would_stand_alone_in_a_line(
    page: Page, address: str
) -> None:
    """Of 82 places 80 fit at the usual width, and all if each is a fifth of a pixel narrower."""
    page.set_viewport_size({"width": 800, "height": 900})
    show(page, f"{address}/heatmaps?corpus=moonstone")
    height = page.locator(".heat .spacer").evaluate("spacer => spacer.clientHeight")
    items, lines = 8, 9  # the longest, of 110 places, has two
    assert height == 20 * lines + 7 * items + 2
    # The last place of ch10 stands at the end of the first and only line of its item.
    canvas = page.locator(".heat canvas")
    box = known(canvas.bounding_box())
    canvas.click(position={"x": box["width"] - 18, "y": 6 * 27 + 10})
    assert opened_at(page) == ("ch10", "82")


def test_many_items_end_with_a_whole_line_under_numbered_columns(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    show(page, f"{address}/heatmaps?look=places")
    height = page.locator(".heat .scroller").evaluate("element => element.clientHeight")
    # A line is 20 high, and 7 lie between two items.
    assert (height + 7) % 27 == 0
    assert 300 < height < 20 * 27
    numbers = page.locator(".heat .ruler text")
    assert numbers.all_text_contents()[:2] == ["5", "10"]
    # Under the number 5 is the place before unit 5, which is the fourth.
    five, box = (
        known(numbers.first.bounding_box()),
        known(page.locator(".heat canvas").bounding_box()),
    )
    page.locator(".heat canvas").click(
        position={"x": five["x"] + five["width"] / 2 - box["x"], "y": 5}
    )
    assert opened_at(page) == ("chapter 1", "4")


def test_a_panel_leads_to_its_item_at_the_place(page: Page, address: str) -> None:
    show(page, f"{address}/heatmaps?look=multiples")
    panel = page.locator(".multiples .panel").nth(2)
    assert "chapter 3: R over S" in (panel.get_attribute("aria-label") or "")
    canvas = panel.locator("canvas")
    box = known(canvas.bounding_box())
    # 60 units: unit 21 is a third of the way along.
    canvas.hover(position={"x": box["width"] / 3, "y": 5})
    tip = page.locator(".multiples .tip")
    assert tip.inner_text() == "chapter 3, before unit 21: 2 of 5 coders (40%): coder 0, coder 3"
    canvas.click(position={"x": box["width"] / 3, "y": 5})
    assert opened_at(page) == ("chapter 3", "20")
    page.go_back()
    rest(page)
    page.locator(".multiples .panel").nth(2).locator(".name").click()
    assert opened_at(page) == ("chapter 3", "none")


def test_panels_can_be_walked_by_keys(page: Page, address: str) -> None:
    show(page, f"{address}/heatmaps?look=multiples")
    panel = page.locator(".multiples .panel").first
    panel.focus()
    for _ in range(20):
        panel.press("ArrowRight")
    said = page.locator(".multiples .spoken")
    assert said.inner_text().startswith("chapter 1, before unit 21: ")
    panel.press("End")
    assert said.inner_text() == "chapter 1, before unit 60: 0 of 5 coders (0%)"
    panel.press("ArrowDown")
    below = page.evaluate("document.activeElement.shadowRoot?.activeElement?.ariaLabel")
    focused = page.locator(".multiples .panel:focus")
    assert (below or focused.get_attribute("aria-label") or "").startswith("chapter 6: ")
    focused.press("ArrowRight")
    focused.press("ArrowRight")
    focused.press("Enter")
    assert opened_at(page) == ("chapter 6", "2")


def test_names_are_text(page: Page, address: str) -> None:
    show(page, f"{address}/heatmaps?look=multiples")
    last = page.locator(".multiples .panel").last
    # Of a long name the panel has both ends.
    begin, end = last.locator(".name").inner_text().split("…")
    assert HOSTILE.startswith(begin)
    assert HOSTILE.endswith(end)
    assert last.locator(".name").get_attribute("title") == HOSTILE
    last.locator(".name").hover()
    assert HOSTILE in page.locator(".multiples .tip").inner_text()
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_cell_of_many_places_says_what_it_holds(empty_page: Page, tmp_path: Path) -> None:
    page = empty_page
    file = tmp_path / "long.json"
    content = {"segmentation_type": "linear", "items": {"long": LONG, "short": {"a": [3, 4]}}}
    file.write_text(json.dumps(content), encoding="utf-8")
    with dashboard(file) as address:
        page.goto(f"{address}/heatmaps")
        page.locator(".heat canvas").wait_for()
        rest(page)
        assert "has 9,999 places" in page.locator("[data-testid=stMain]").inner_text()
        legend = page.locator(".heat .legend").inner_text()
        assert "Largest share of coders who placed a boundary at one place of a cell" in legend
        assert "how many of the cell’s places have a boundary; this long: 2% of them" in legend
        canvas = page.locator(".heat canvas")
        canvas.focus()
        # 84 places a cell: unit 5,000 stands in the 60th.
        for _ in range(59):
            canvas.press("ArrowRight")
        said = page.locator(".heat .spoken").first.inner_text()
        assert said == (
            "long, units 4,958 to 5,041: at most 2 of 3 coders (67%) before unit 5,001; "
            "2 of the 84 places have a boundary"
        )
        canvas.press("ArrowLeft")
        assert page.locator(".heat .spoken").first.inner_text().endswith("4,957: no boundary")
        canvas.press("ArrowRight")
        canvas.press("Enter")
        assert opened_at(page) == ("long", "5000")
        page.go_back()
        rest(page)
        canvas.focus()
        canvas.press("ArrowDown")
        canvas.press("End")
        last = page.locator(".heat .spoken").first.inner_text()
        assert last == "short, before unit 7: 0 of 1 coder (0%)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_words_of_plots_can_be_read(page: Page, address: str, scheme: Any) -> None:
    page.set_viewport_size({"width": 1440, "height": 2600})
    follow(page, f"{address}/coders")
    show_in(page, scheme)
    page.locator(".js-plotly-plot .x2title").first.wait_for()
    rest(page)
    theme = {"light": LIGHT, "dark": DARK}[scheme]
    words = page.locator(
        ".js-plotly-plot :is(.xtick, .ytick, .x2tick) text, "
        ".js-plotly-plot :is(.xtitle, .ytitle, .x2title, .annotation-text, .legendtext)"
    )
    fills = words.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
    assert len(fills) > 10
    channels = ", ".join(str(int(theme.ink[at : at + 2], 16)) for at in (1, 3, 5))
    assert set(fills) == {f"rgb({channels})"}
