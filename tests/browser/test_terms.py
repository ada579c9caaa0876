"""Terms have their definitions where they stand, by pointer and by keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from segmetrics.glossary import TERMS
from tests.support.driving import rest


def test_a_heading_explains_itself_by_pointer_and_by_focus(page: Page, address: str) -> None:
    page.goto(f"{address}/segmenters?corpus=moonstone&added=EVEN")
    rest(page)
    heading = page.get_by_role("columnheader", name="α").first.locator("dfn")
    shown = page.get_by_role("tooltip")
    heading.hover()
    expect(shown).to_have_count(1)
    page.mouse.move(0, 0)
    expect(shown).to_have_count(0)
    heading.focus()
    expect(shown).to_contain_text("alpha")
    assert heading.get_attribute("aria-describedby") == shown.get_attribute("id")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_all_terms_of_a_text_are_one_stop_of_the_tab_key(page: Page, address: str) -> None:
    page.goto(f"{address}/segmenters?corpus=moonstone&added=EVEN")
    rest(page)
    terms = page.locator(".grid dfn")
    stops = terms.evaluate_all("all => all.map((one) => one.tabIndex)")
    assert len(stops) > 1
    assert stops.count(0) == page.locator(".grid", has=page.locator("dfn")).count()
    terms.first.focus()
    page.keyboard.press("ArrowRight")
    expect(terms.nth(1)).to_be_focused()
    expect(page.get_by_role("tooltip")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(terms.first).to_be_focused()


def test_a_sentence_explains_its_terms(page: Page, address: str) -> None:
    page.goto(f"{address}/segmenters?corpus=moonstone&added=EVEN")
    rest(page)
    term = page.locator("dfn", has_text="interval")
    term.focus()
    expect(page.get_by_role("tooltip")).to_have_text(TERMS["interval"].definition)
