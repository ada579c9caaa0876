"""A report in a browser: from a file, without a network, on paper, and inside its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from segmetrics import Corpus
from segmetrics.io import SAMPLES
from segmetrics.reporting.html_report import report_html
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import Report, ReportOptions
from tests.support.accessibility import grave
from tests.support.driving import rest
from tests.support.hostile_report import hostile
from tests.support.known import known

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def made(corpus: Corpus | None) -> Report:
    assert corpus is not None
    options = ReportOptions()
    return make_report(corpus, options, title="A title", source="Source: x.", date="2026-01-31")


@pytest.fixture(scope="module")
def moonstone() -> Report:
    return made(SAMPLES["moonstone"].read().corpus)


def opened(
    browser: Browser, report: Report, folder: Path, **context: Any
) -> tuple[Page, list[str]]:
    """Open a report from its file, without a network; gives what the page asked for, too."""
    file = folder / "report.html"
    file.write_bytes(report_html(report))
    page = browser.new_context(offline=True, **context).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: asked.append(f"error: {error}"))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-drawn]", timeout=60_000)
    return page, asked


@pytest.mark.parametrize(("key", "theme"), [("dialogue", "dark"), ("hostile", "light")])
def test_it_asks_for_nothing_and_is_accessible(
    browser: Browser, key: str, theme: str, tmp_path: Path
) -> None:
    corpus = hostile() if key == "hostile" else SAMPLES[key].read().corpus
    page, asked = opened(browser, made(corpus), tmp_path, color_scheme=theme)
    assert page.locator(".js-plotly-plot").count() == 2
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    assert [one for one in asked if not one.startswith(("file:", "data:", "blob:"))] == []
    assert grave(page) == []
    page.context.close()


def test_it_follows_the_theme_and_is_light_on_paper(
    browser: Browser, moonstone: Report, tmp_path: Path
) -> None:
    page, _ = opened(browser, moonstone, tmp_path, color_scheme="dark")

    colour = "document.getElementById('plot-ranked')._fullLayout.font.color"

    def ink() -> str:
        found: str = page.evaluate(colour)
        return found

    ground = "getComputedStyle(document.body).backgroundColor"
    dark = ink()
    assert page.evaluate(ground) == "rgb(23, 24, 27)"
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"was => {colour} !== was", arg=dark)
    light = ink()
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark", media="screen")
    page.wait_for_function(f"was => {colour} === was", arg=dark)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert ink() == light
    paper = known(page.locator("#plot-ranked .main-svg").first.bounding_box())
    assert paper["width"] < 700
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert ink() == dark
    assert page.pdf().startswith(b"%PDF")
    page.context.close()


def test_a_heading_sorts_its_table_and_undefined_values_stay_last(
    browser: Browser, tmp_path: Path
) -> None:
    masses = {
        "high": {"x": [5, 5], "y": [5, 5], "z": [5, 5]},
        "none": {"x": [5, 5]},
        "low": {"x": [5, 5], "y": [2, 2, 2, 4], "z": [9, 1]},
    }
    page, _ = opened(browser, made(Corpus.from_masses(masses)), tmp_path)
    table = page.locator("#agreement table").last  # below that of agreement beyond chance
    rows = table.locator("tr.item > th")
    heading = table.locator("thead th").nth(1)
    assert rows.all_inner_texts() == ["high", "none", "low"]
    heading.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert rows.all_inner_texts() == ["low", "high", "none"]
    assert heading.get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Enter")
    assert rows.all_inner_texts() == ["high", "low", "none"]
    table.locator("thead button").first.click()
    assert rows.all_inner_texts() == ["high", "none", "low"]
    page.context.close()


def test_tables_are_as_long_as_they_are(
    browser: Browser, moonstone: Report, tmp_path: Path
) -> None:
    page, _ = opened(browser, moonstone, tmp_path, viewport={"width": 1440, "height": 300})
    hidden = "[...document.querySelectorAll('.scroll')].map((e) => e.scrollHeight - e.clientHeight)"
    found = page.evaluate(hidden)
    assert found
    assert not any(found)


def test_without_javascript_the_numbers_are_there(
    browser: Browser, moonstone: Report, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(report_html(moonstone))
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    assert "0.7553" in page.locator("#agreement").inner_text()
    assert "need JavaScript" in page.locator("#ranked").inner_text()
    page.context.close()


def test_an_old_browser_says_that_it_cannot_draw(
    browser: Browser, moonstone: Report, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(report_html(moonstone))
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(file.as_uri())
    page.get_by_text("too old to draw the figure").first.wait_for()
    assert page.get_by_text("too old to draw the figure").count() == 2
    page.close()


def test_the_report_in_its_page_can_be_read_and_walked_through(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto(f"{address}/share?corpus=moonstone&contents=agreement%0Aranked%0Amethods")
    page.get_by_role("heading", name="Share", exact=True).wait_for()
    rest(page)
    report = page.frame_locator("iframe[title='The report']")
    report.locator("html[data-drawn]").wait_for(timeout=60_000)
    methods = report.get_by_role("heading", name="Methods and references")
    report.get_by_role("link", name="Methods and references").click()
    page.wait_for_timeout(300)
    # The link leads to its place in the report, and to no other page.
    assert methods.is_visible()
    assert report.locator("h1").inner_text() == "Agreement on The Moonstone"
    page.get_by_text("What the report holds", exact=True).click()
    page.get_by_role("button", name="Why the least reliable items are low").click()
    page.wait_for_url("**contents=*why*")
    rest(page)
    report.get_by_role("heading", name="Why the least reliable items are low").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Excel").click()
    assert download.value.suggested_filename == "moonstone-report.xlsx"
