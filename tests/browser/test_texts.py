"""The texts in a real browser: on hover, and as a whole with the boundaries beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.driving import follow, rest
from tests.support.known import known
from tests.support.project import dashboard

HOSTILE = [
    '<img src=x onerror="window.hacked=1">',
    "**bold** and $x$ :smile:",
    "first line\nsecond line",
    "",
    "שלום עולם",
    "e\u0301 " * 400,
    "<script>window.hacked=1</script>",
]
LONG = 10_000
# ann and bob, then who else: a match after 2, a near miss between 4 and 5, a full miss after 6.
SHORT = {"ann": [2, 2, 2, 1], "bob": [2, 3, 2], "cy": [2, 5]}
WORDS = [
    *("No", "segment", "of", "a", "text", "is", "as", "long", "as", "it", "looks", ",", "and"),
    *("none", "is", "as", "short", "."),
]


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a dashboard on a corpus with texts."""
    content = {
        "segmentation_type": "linear",
        "items": {
            "short": SHORT,
            "long": {"ann": [2_500] * 4, "bob": [2_501, 2_499, 5_000]},
            "words": {"ann": [11, 7], "bob": [12, 6], "cy": [18]},
        },
        "texts": {
            "short": HOSTILE,
            "long": [f"This is sentence {unit} of many." for unit in range(1, LONG + 1)],
            "words": WORDS,
        },
    }
    file: Path = tmp_path_factory.mktemp("texts") / "texts.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with dashboard(file) as found:
        yield found


def open_item(page: Page, address: str, query: str) -> None:
    follow(page, f"{address}/item?corpus=files&{query}")
    page.locator(".reading .unit").first.wait_for(state="attached")
    rest(page)
    # What is out of sight is not laid out.
    page.locator(".reading").scroll_into_view_if_needed()
    page.wait_for_timeout(200)


def in_sight(page: Page, unit: int) -> bool:
    """Whether a unit of the text is in sight inside the box that scrolls."""
    page.locator(".reading").scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    box = known(page.locator(".reading .scroller").bounding_box())
    found = known(page.locator(f'.reading .unit[data-unit="{unit:,}"]').bounding_box())
    return box["y"] <= found["y"] and found["y"] + found["height"] <= box["y"] + box["height"]


def test_hovering_a_cell_of_the_heat_map_shows_the_text_around_it(page: Page, address: str) -> None:
    follow(page, f"{address}/heatmaps?corpus=files&look=places")
    canvas = page.locator("canvas")
    canvas.hover(position={"x": 114, "y": 10})
    page.locator(".tip .quote").first.wait_for()
    assert page.locator(".tip q").all_inner_texts() == HOSTILE[:2]
    canvas.focus()
    canvas.press("ArrowRight")
    page.locator(".tip q", has_text="first line second line").wait_for()
    said = page.locator(".spoken").first.inner_text()
    assert said.endswith(f"Unit 2: “{HOSTILE[1]}” Unit 3: “first line second line”")
    # A long text is cut, and one without a text is left out.
    for _ in range(3):
        canvas.press("ArrowRight")
    page.locator(".tip", has_text="before unit 6").wait_for()
    before, after = page.locator(".tip q").all_inner_texts()
    assert before == HOSTILE[4]
    assert after.endswith("…")
    assert len(after) <= 161
    assert page.evaluate("window.hacked") is None


def test_hovering_a_place_of_a_long_item_brings_its_text_alone(page: Page, address: str) -> None:
    received: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    follow(page, f"{address}/heatmaps?corpus=files&order=length&look=places")
    before = len(received)
    page.locator("canvas").hover(position={"x": 120, "y": 100})
    page.locator(".tip q").first.wait_for()
    rest(page)
    assert "This is sentence" in page.locator(".tip q").first.inner_text()
    whole = len(json.dumps([f"This is sentence {unit} of many." for unit in range(LONG)]))
    assert sum(received[before:]) < whole / 5


def test_the_text_is_shown_as_it_is(page: Page, address: str) -> None:
    open_item(page, address, "item=short")
    shown = page.locator(".reading .unit").all_text_contents()
    assert shown == [*HOSTILE[:3], "(empty)", HOSTILE[4], HOSTILE[5].strip(), HOSTILE[6]]
    third = page.locator(".reading .unit").nth(2)
    assert third.inner_text() == "first line\nsecond line"
    assert page.locator(".reading img, .reading script, .reading strong").count() == 0
    assert page.evaluate("window.hacked") is None
    direction = "(unit) => getComputedStyle(unit).direction"
    assert page.locator(".reading .unit").nth(4).evaluate(direction) == "rtl"
    assert page.locator(".reading .unit").nth(0).evaluate(direction) == "ltr"


def test_boundaries_stand_beside_the_text_where_they_are(page: Page, address: str) -> None:
    open_item(page, address, "item=short&a=ann&b=bob")
    units, rules = page.locator(".reading .unit"), page.locator(".reading .rule")
    assert rules.locator(".strength").all_text_contents() == ["3 of 3", *["1 of 3"] * 3]
    for rule, place in zip(rules.all(), (2, 4, 5, 6), strict=True):
        above, line = known(units.nth(place - 1).bounding_box()), known(rule.bounding_box())
        below = known(units.nth(place).bounding_box())
        assert above["y"] + above["height"] <= line["y"] + 1
        assert line["y"] + line["height"] <= below["y"] + 1
    assert page.locator(".reading .tick").count() == 3 + 2 + 1
    # The near miss spans unit 5, from the line above it to the line below.
    curve = known(page.locator(".reading .transposition svg").bounding_box())
    fifth = known(units.nth(4).bounding_box())
    assert curve["y"] < fifth["y"]
    assert curve["y"] + curve["height"] > fifth["y"] + fifth["height"]
    assert page.locator(".reading .between.match").count() == 1
    assert page.locator(".reading .between.substitution").count() == 1
    near = known(rules.nth(1).get_attribute("aria-label"))
    assert near.startswith("Before unit 5: 1 of 3 coders: ann")
    assert "Near miss: ann before unit 5, bob before unit 6" in near


def test_words_run_on_between_boundaries_and_any_place_can_be_chosen(
    page: Page, address: str
) -> None:
    open_item(page, address, "item=words&a=ann&b=bob&place=3")
    lines, rules = page.locator(".reading .unit"), page.locator(".reading .rule")
    assert lines.all_text_contents() == [
        " ".join(WORDS[:11]), WORDS[11], " ".join(WORDS[12:]),
    ]  # fmt: skip
    numbers = [line.get_attribute("data-unit") for line in lines.all()]
    assert numbers == ["1", "12", "13"]
    # Place 3 lies within the first line: the mark stands behind its third word.
    here = page.locator(".reading .here")
    assert here.evaluate("(mark) => mark.previousSibling.textContent") == WORDS[2]
    rules.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**place=12**")
    rest(page)
    mark, rule = here.bounding_box(), rules.nth(1).bounding_box()
    assert mark and rule
    assert abs(mark["y"] - rule["y"]) < 1
    assert page.locator(".reading .between.transposition").count() == 1
    # The segments of ann and of bob: two each, above and below their boundary; one of cy.
    assert page.locator(".reading :is(.odd, .even)").count() == 5


@pytest.mark.parametrize("width", [1440, 800])
def test_no_letter_of_a_name_above_the_text_is_cut(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_item(page, address, "item=short")
    box = known(page.locator(".reading .scroller").bounding_box())
    for head in page.locator(".reading .head").all():
        name = known(head.bounding_box())
        # The end of a name is at the top; its last letter may stand out a little.
        assert name["y"] >= box["y"] + 3


def test_a_place_is_reached_by_keyboard_and_opens_its_view(page: Page, address: str) -> None:
    open_item(page, address, "item=short&a=ann&b=bob&place=2")
    rules = page.locator(".reading .rule")
    rules.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**place=5**")
    rest(page)
    assert "item=short" in page.url
    here, line = (
        known(page.locator(".reading .here").bounding_box()),
        known(rules.nth(2).bounding_box()),
    )
    assert abs(here["y"] - line["y"]) < 1
    page.go_back()
    page.wait_for_url("**place=2**")


def test_a_place_of_a_long_text_is_jumped_to_without_sending_the_text(
    page: Page, address: str
) -> None:
    received: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    page.goto(address)  # so that its socket is heard
    rest(page)
    open_item(page, address, "item=long&place=7500")
    assert page.locator(".reading .unit").count() == LONG
    assert in_sight(page, 7_500)
    text = max(received)
    assert text > LONG * len("This is sentence")
    before = len(received)
    # The strips show the place, and a click on them leads to another one near it.
    page.locator(".lanes svg[role=group]").first.hover(position={"x": 300, "y": 40})
    quoted = page.locator(".lanes .tip q").first.inner_text()
    unit = int(quoted.split()[3])
    assert abs(unit - 7_500) < 100
    page.locator(".lanes svg[role=group]").first.click(position={"x": 300, "y": 40})
    page.wait_for_url(f"**place={unit}**")
    rest(page)
    assert in_sight(page, unit)
    # Far away, by the address.
    page.evaluate(
        """() => {
          const target = new URL(location.href);
          target.searchParams.set("place", 42);
          target.searchParams.delete("start");
          history.pushState({}, "", target);
          window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
        }"""
    )
    page.locator(".lanes svg[role=group][aria-label*='units 1 to']").first.wait_for()
    rest(page)
    assert in_sight(page, 42)
    assert max(received[before:]) < text / 5


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (800, "dark")])
def test_the_text_fits_and_follows_the_theme(
    page: Page, address: str, width: int, scheme: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    open_item(page, address, "item=short")
    scroller = page.locator(".reading .scroller")
    assert scroller.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    ink = page.locator(".reading .unit").first.evaluate(
        "(unit) => getComputedStyle(unit).color.match(/[0-9.]+/g).slice(0, 3).map(Number)"
    )
    assert (max(ink) < 100) == (scheme == "light")


def marks_of_the_place(page: Page) -> tuple[int, int, int]:
    """Count where the chosen place is marked: strips and pair, text, disputed places."""
    disputed = page.locator("tr.chosen", has_text="before")
    found = (page.locator(".lanes .place"), page.locator(".reading .here"), disputed)
    return found[0].count(), found[1].count(), found[2].count()


@pytest.mark.parametrize("width", [1440, 800])
def test_a_place_that_is_chosen_anywhere_is_marked_everywhere(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_item(page, address, "item=short")
    assert marks_of_the_place(page) == (0, 0, 0)
    page.get_by_role("link", name="before unit 7", exact=True).click()
    page.wait_for_url("**place=6**")
    rest(page)
    assert marks_of_the_place(page) == (2, 1, 1)
    page.locator('.reading .rule[data-place="2"]').click()
    page.wait_for_url("**place=2**")
    rest(page)
    # At place 2 nobody differs.
    assert marks_of_the_place(page) == (2, 1, 0)
    strips, text = (page.locator(part).first.bounding_box() for part in (".lanes", ".reading"))
    assert strips and text
    # Beside the text where there is room, above it elsewhere.
    assert (strips["x"] + strips["width"] < text["x"]) == (width == 1440)
    assert (strips["y"] + strips["height"] < text["y"]) == (width == 800)
