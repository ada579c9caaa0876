"""Drawing in a real browser: with the mouse, by the keyboard alone, and back again."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support.accessibility import grave
from tests.support.driving import follow, rest, show_in


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


def drawn(page: Page) -> list[str]:
    """Segment sizes in the address."""
    found = parse_qs(urlsplit(page.url).query).get("drawn", [""])
    return found[0].split("\n")


def spot(page: Page, lane: str, place: int) -> Any:
    return page.get_by_role("button", name=f"{lane}, before unit {place + 1}", exact=True)


def gauge(page: Page, name: str) -> Any:
    link = page.get_by_role("link", name=name, exact=True)
    return page.get_by_role("list", name="What the metrics say").locator("li").filter(has=link)


def test_a_click_draws_at_once_and_the_numbers_follow(page: Page, address: str) -> None:
    follow(page, f"{address}/laboratory?scene=near_miss")
    expect(gauge(page, "B")).to_contain_text("0.7500")
    assert spot(page, "bob", 9).get_attribute("aria-pressed") == "true"
    spot(page, "bob", 9).click(force=True)
    # Before any answer of the server can be here.
    assert spot(page, "bob", 9).get_attribute("aria-pressed") == "false"
    expect(gauge(page, "B")).to_contain_text("0.5000")
    expect(gauge(page, "B")).to_contain_text("−0.2500")
    rest(page)
    assert drawn(page) == ["4 4 4", "4 8"]
    assert "bob: boundary before unit 10 removed" in page.locator("body").inner_text()
    assert "Changed from One near miss" in page.locator("body").inner_text()
    page.go_back()
    expect(gauge(page, "B")).to_contain_text("0.7500")
    rest(page)
    assert spot(page, "bob", 9).get_attribute("aria-pressed") == "true"
    page.go_forward()
    expect(gauge(page, "B")).to_contain_text("0.5000")


def test_many_clicks_in_a_row_all_count(page: Page, address: str) -> None:
    follow(page, f"{address}/laboratory?scene=nobody")
    places = [("ann", 2), ("ann", 5), ("ann", 8), ("ann", 11), ("bob", 5)]
    boxes = [spot(page, lane, place).bounding_box() for lane, place in places]
    for box in boxes:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=60)
    rest(page)
    assert drawn(page) == ["2 3 3 3 1", "5 7"]
    expect(gauge(page, "B")).to_contain_text("0.2500")
    pressed = page.get_by_role("group", name="Places of ann").locator("[aria-pressed=true]")
    assert [one.get_attribute("aria-label") for one in pressed.all()] == [
        f"ann, before unit {place + 1}" for place in (2, 5, 8, 11)
    ]


def test_an_answer_waits_while_the_next_button_is_pressed(page: Page, address: str) -> None:
    follow(page, f"{address}/laboratory?scene=nobody")
    gauges = gauge(page, "B").inner_text()
    # In one go, as a slow machine hands them over: a whole click, and the next press.
    spot(page, "ann", 5).evaluate(
        """spot => {
            const drawing = spot.getRootNode(), lane = spot.dataset.spot.split(" ")[0];
            const send = (place, ...kinds) => {
                const found = drawing.querySelector(`[data-spot="${lane} ${place}"]`);
                const init = { bubbles: true, composed: true };
                for (const kind of kinds) found.dispatchEvent(new PointerEvent(kind, init));
                return found;
            };
            send(2, "pointerdown", "pointerup", "click");
            window.held = send(5, "pointerdown");
        }"""
    )
    rest(page)
    assert page.evaluate("window.held.isConnected")
    for kind in ("pointerup", "click"):
        page.evaluate(
            f"held.dispatchEvent(new PointerEvent('{kind}', {{ bubbles: true, composed: true }}))"
        )
    expect(gauge(page, "B")).not_to_have_text(gauges)
    rest(page)
    assert drawn(page)[0] == "2 3 7"


def test_the_keyboard_alone_draws_at_800_pixels(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto(f"{address}/laboratory?scene=nobody")
    rest(page)  # nothing has had the focus
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("!!document.activeElement.shadowRoot?.activeElement?.dataset.spot") or (
            page.evaluate("!!document.activeElement.dataset.spot")
        ):
            break
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    rest(page)
    first = page.locator("[data-spot][aria-pressed=true]").get_attribute("aria-label")
    assert first == "bob, before unit 4"  # the hypothesis stands above
    page.keyboard.press("Shift+ArrowRight")
    rest(page)
    assert drawn(page) == ["12", "4 8"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    rest(page)
    assert drawn(page) == ["4 8", "4 8"]
    # A boundary does not run into another one.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowLeft")
    rest(page)
    assert drawn(page) == ["4 1 7", "4 8"]
    assert page.locator(".drawing .spoken").inner_text() == "It cannot move farther."
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("(element) => element.scrollWidth <= element.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_boundaries_show_in_either_theme(page: Page, address: str, scheme: Any) -> None:
    follow(page, f"{address}/laboratory?scene=diaz2022_figure16&width=boundaries")
    show_in(page, scheme)
    ground, *marks = [
        page.locator(where).first.evaluate(f"(element) => getComputedStyle(element).{what}")
        for where, what in (
            ("[data-testid=stApp]", "backgroundColor"),
            (".drawing .substitution path", "stroke"),
            (".drawing .tick", "stroke"),
        )
    ]
    assert len({ground, *marks}) == 3
    channels = [int(part) for part in ground.strip("rgb()").split(",")]
    assert (min(channels) > 200) == (scheme == "light")
    assert grave(page) == []
