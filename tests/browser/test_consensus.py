"""Deciding about disputes in a real browser, by keyboard, through to the files that go out."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from segmetrics.cli import main
from segmetrics.corpus import Adjudication
from segmetrics.io import check
from tests.support.accessibility import grave
from tests.support.driving import choose, follow, rest
from tests.support.known import known


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


def test_no_tick_runs_into_what_a_boundary_says(page: Page, address: str) -> None:
    follow(page, f"{address}/decide?corpus=interviews")
    page.locator(".lanes .mark").first.wait_for()
    for width in (1440, 800):
        page.set_viewport_size({"width": width, "height": 1000})
        rest(page)
        ticks, said = (
            [one.bounding_box() for one in page.locator(f".lanes .{part}").all()]
            for part in ("tick", "mark")
        )
        assert len(said) > 1
        for text in filter(None, said):
            for tick in filter(None, ticks):
                beside = tick["x"] > text["x"] + text["width"] or tick["x"] + 1 < text["x"]
                above = tick["y"] + tick["height"] <= text["y"]
                assert beside or above or tick["y"] >= text["y"] + text["height"]


def test_a_dispute_of_the_list_opens_at_its_buttons(page: Page, address: str) -> None:
    follow(page, f"{address}/decide?corpus=moonstone")
    page.get_by_role("link", name="ch1, before paragraph 10 or 11", exact=True).click()
    expect(page.locator("#dispute")).to_have_text("ch1, before paragraph 10 or 11")
    rest(page)
    expect(page.get_by_role("button", name="No boundary here")).to_be_in_viewport()


def test_the_wheel_over_a_short_text_moves_the_page(page: Page, address: str) -> None:
    follow(page, f"{address}/decide?corpus=dialogue")
    page.locator(".reading .unit").first.hover()
    rest(page)
    main = page.locator("[data-testid=stMain]")
    before = main.evaluate("main => main.scrollTop")
    page.mouse.wheel(0, 200)
    page.wait_for_function(
        "before => document.querySelector('[data-testid=stMain]').scrollTop > before", arg=before
    )


def test_from_a_dispute_by_keyboard_to_a_file_that_holds_the_decision(
    page: Page, address: str, tmp_path: Path
) -> None:
    follow(page, f"{address}/decide?corpus=dialogue")
    assert page.get_by_text("0 of 9 disputes decided").is_visible()
    page.get_by_role("heading", name="kitchen, before turn 2 or 3").wait_for()
    comment = page.get_by_label("Comment, kept with the decision")
    # What is typed is no shortcut.
    comment.press_sequentially("a box")
    comment.press("Tab")
    rest(page)
    assert page.get_by_text("0 of 9 disputes decided").is_visible()
    page.keyboard.press("Enter")
    page.get_by_text("1 of 9 disputes decided").wait_for()
    rest(page)
    page.wait_for_url("**place=12**")
    assert "corpus=dialogue" not in page.url
    page.get_by_text("A copy of Dialogue (made up) was made").first.wait_for()
    page.get_by_role("heading", name="kitchen, before turn 13 or 14").wait_for()
    page.get_by_role("heading", name="Disputes").click()
    page.keyboard.press("x")
    page.get_by_text("2 of 9 disputes decided").wait_for()
    rest(page)
    page.keyboard.press("u")
    page.get_by_text("1 of 9 disputes decided").wait_for()
    rest(page)
    page.get_by_role("button", name="Other formats").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="The corpus with your decisions").click()
    file = tmp_path / "decided.json"
    download.value.save_as(file)
    corpus = known(check(str(file)).corpus)
    assert corpus.decisions == (
        Adjudication("kitchen", 2, "reject", along_with=1),
        Adjudication("kitchen", 1, "accept", comment="a box"),
    )
    menu = page.get_by_role("combobox", name="The gold segmentation as")
    choose(page, menu, "segmetrics JSON")
    rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download Dialogue").click()
    download.value.save_as(file)
    final = known(check(str(file)).corpus)
    assert final["kitchen"].codings["consensus"].boundaries[0] == 1
    assert main(["consensus", str(file)]) == 2  # a reference alone has no coders
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Other formats").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the gold segmentation (Excel)").click()
    book = tmp_path / "gold.xlsx"
    download.value.save_as(book)
    segments = known(check(str(book)).corpus)
    assert replace(segments["kitchen"], unit="turn") == final["kitchen"]


def test_the_dispute_is_decided_by_keys_at_800_pixels(page: Page, address: str) -> None:
    """Next, move, and what is closed is opened by the keyboard; nothing grave in both themes."""
    page.set_viewport_size({"width": 800, "height": 900})
    follow(page, f"{address}/decide?corpus=moonstone&worklist=reading&item=ch1&place=9")
    page.get_by_role("heading", name="ch1, before paragraph 10 or 11").wait_for()
    page.keyboard.press("n")
    page.get_by_role("heading", name="ch1, before paragraph 12 or 13").wait_for()
    rest(page)
    assert "worklist=reading" in page.url
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        rest(page)
        assert grave(page) == []
    near = page.locator("summary", has_text="How near the consensus is to each coder")
    assert not page.get_by_text("own votes made the consensus").is_visible()
    near.focus()
    near.press("Enter")
    page.get_by_text("own votes made the consensus").wait_for()
    rest(page)
    page.keyboard.press("m")
    page.get_by_text("1 of 101 disputes decided").wait_for()


def test_the_heat_map_says_what_supports_a_gold_boundary(page: Page, address: str) -> None:
    follow(page, f"{address}/decide?corpus=dialogue")
    page.get_by_text("Heat map with the gold boundaries").click()
    rest(page)
    heat = page.locator(".heat")
    heat.locator(".legend").get_by_text("gold boundary", exact=True).wait_for()
    said = heat.locator(".spoken").first
    canvas = heat.locator("canvas")
    canvas.focus()
    canvas.press("Home")
    # Two coders marked this place, and a third the next one.
    told = "kitchen, before turn 2: 2 of 4 coders (50%): ada, bela; gold, 3 of 4"
    shown = heat.locator(".tip > div").first.inner_text()
    assert shown == told
    assert said.inner_text().startswith(f"{shown}. Unit 1:")
    canvas.press("ArrowRight")
    assert said.inner_text().startswith(
        "kitchen, before turn 3: 1 of 4 coders (25%): cleo. Unit 2:"
    )


def test_a_boundary_goes_where_was_typed_even_if_the_click_follows_at_once(
    page: Page, address: str
) -> None:
    follow(page, f"{address}/decide?corpus=moonstone&item=ch8&place=2")
    page.get_by_role("button", name=re.compile("elsewhere$")).click()
    page.get_by_test_id("stNumberInputField").fill("7")
    page.get_by_role("button", name="Move there").click()
    done = page.get_by_test_id("stAlertContentSuccess")
    done.get_by_text("ch8, before paragraph 3 or 4: boundary before paragraph 7, ").wait_for()
