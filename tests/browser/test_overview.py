"""The list of items in a browser: rows as they come into sight, the keyboard, strips."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, Position, expect

from tests.support.accessibility import grave
from tests.support.driving import rest
from tests.support.known import known
from tests.support.project import dashboard

ITEMS = 300


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a dashboard on many items."""
    source = random.Random(5)

    def masses() -> list[int]:
        cuts = [0, *sorted(source.sample(range(1, 30), 4)), 30]
        return [end - start for start, end in pairwise(cuts)]

    items = {f"i{n}": {f"c{c}": masses() for c in range(3)} for n in range(ITEMS)}
    file = Path(tmp_path_factory.mktemp("many") / "many.json")
    file.write_text(json.dumps({"segmentation_type": "linear", "items": items}), encoding="utf-8")
    with dashboard(file) as found:
        yield found


def test_of_many_items_only_those_in_sight_are_rows(page: Page, address: str) -> None:
    page.goto(f"{address}/?sort=corpus")
    rest(page)
    items = page.get_by_role("table", name="Items", exact=True)
    expect(items).to_have_attribute("aria-rowcount", str(ITEMS + 1))
    rows = items.locator("tr.row")
    assert rows.count() < 60
    # There are rows as far down as the list is seen, before anybody scrolls.
    scroller = known(page.locator(".items .scroller").bounding_box())
    assert known(rows.last.bounding_box())["y"] > scroller["y"] + scroller["height"]
    expect(rows.first.locator("th a")).to_have_text("i0")
    rows.first.locator("th a").focus()
    page.keyboard.press("End")
    last = page.get_by_role("link", name=f"i{ITEMS - 1}", exact=True)
    expect(last).to_be_focused()
    assert rows.count() < 60
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("link", name=f"i{ITEMS - 2}", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("link", name=f"Open R of i{ITEMS - 2}")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=f"i{ITEMS - 2}", exact=True).wait_for()
    page.go_back()
    rest(page)
    # The chosen item has a row without anybody scrolling, and is the one stop of Tab.
    page.goto(f"{address}/?sort=corpus&item=i{ITEMS - 2}")
    rest(page)
    chosen = items.get_by_role("link", name=f"i{ITEMS - 2}", exact=True)
    expect(chosen).to_have_attribute("tabindex", "0")
    assert items.locator('a[tabindex="0"]').count() == 1


def test_what_is_below_the_name_of_an_item_has_room_on_a_narrow_page(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto(f"{address}/?sort=corpus")
    rest(page)
    cell = page.locator(".items tr.row th").first
    cell.locator("small").evaluate("small => small.textContent = '12 coders, 38 paragraphs'")
    assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth")


def test_a_place_of_a_strip_opens_the_item_there(page: Page, address: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{address}/?corpus=moonstone&sort=corpus")
    rest(page)
    items = page.get_by_role("table", name="Items", exact=True)
    strip = items.locator("canvas").first
    label = "6 of 12 places with a boundary, 0 of them by all coders"
    expect(strip).to_have_attribute("aria-label", label)
    box = known(strip.bounding_box())
    # Chapter 1 has 12 places: the middle of the second cell is place 2, where one of four has one.
    position: Position = {"x": box["width"] * 1.5 / 12, "y": 8.0}
    strip.hover(position=position)
    expect(page.get_by_text("ch1, before paragraph 3: 2 of 4 coders (50%)")).to_be_visible()
    assert grave(page) == []
    strip.click(position=position)
    page.wait_for_url("**place=2**")
    page.get_by_role("heading", name="ch1", exact=True).wait_for()


def test_who_and_the_face_are_two_clicks_each_and_back_undoes_them(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/?corpus=moonstone")
    rest(page)
    page.get_by_role("button", name="Who: all coders").click()
    page.get_by_role("button", name="an3", exact=True).click()
    page.wait_for_url("**who=an3%0Awithout**")
    expect(page.get_by_text("Without an3:")).to_be_visible()
    rest(page)
    # What was opened stays open: a second coder is one more click.
    page.get_by_role("button", name="an4", exact=True).click()
    page.wait_for_url("**an4%0Awithout**")
    page.keyboard.press("Escape")
    rest(page)
    page.get_by_text("For a reviewer", exact=True).click()
    page.wait_for_url("**face=reviewer**")
    expect(page.get_by_role("table", name="Agreement of items")).to_be_visible()
    rest(page)
    assert grave(page) == []
    page.get_by_role("link", name="All coders as they are").click()
    expect(page.get_by_text("Without an3 and an4:")).to_have_count(0)
    assert "who=" not in page.url
    page.go_back()
    expect(page.get_by_text("Without an3 and an4:")).to_be_visible()
