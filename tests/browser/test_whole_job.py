"""The whole job in a real browser, with a real file, and what only a browser can show."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Browser, Page

from tests.support.driving import rest
from tests.support.project import NEEDS_CHROMIUM, PROJECT, dashboard

MOONSTONE = PROJECT / "data" / "moonstone.json"

pytestmark = NEEDS_CHROMIUM


def first_cells(page: Page) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("tbody th").all_inner_texts()]


def test_a_link_to_a_page_works_on_a_fresh_server(empty_page: Page) -> None:
    """The server has not shown any page yet."""
    page = empty_page
    with dashboard() as address:
        page.goto(f"{address}/agreement?corpus=moonstone&sort=-mass")
        page.locator("tbody tr").first.wait_for()
        rest(page)
        assert page.get_by_role("heading", name="Agreement").is_visible()
        assert page.get_by_role("dialog").count() == 0
        assert first_cells(page)[:2] == ["ch11", "ch10"]
        assert page.title() == "Agreement · segmetrics"


def test_the_whole_job(page: Page, address: str, tmp_path: Path, browser: Browser) -> None:
    page.goto(address)
    rest(page)
    page.locator("input[type=file]").set_input_files(MOONSTONE)
    page.get_by_role("button", name="Accept 8 items").click()
    page.get_by_role("heading", name="Agreement").wait_for()
    rest(page)
    assert "corpus=" in page.url

    page.get_by_text("published", exact=True).click()
    page.wait_for_url("**convention=published**")
    rest(page)
    papers = page.get_by_role("table", name="Agreement of items, groups and the corpus")
    papers.get_by_role("columnheader").nth(1).get_by_role("link").click()
    page.wait_for_url("**sort=pi_star**")
    rest(page)
    assert first_cells(page)[:3] == ["ch1", "ch11", "ch3"]
    assert "0.7452" in papers.locator("tbody tr").first.inner_text()

    page.get_by_role("link", name="ch1", exact=True).first.click()
    page.get_by_role("heading", name="ch1").wait_for()
    rest(page)
    misses = page.get_by_label("Full miss after unit 2: only an2")
    assert misses.is_visible()
    assert page.get_by_label("Near miss: an2 after unit 10, an1 after unit 11").is_visible()
    page.get_by_role("link", name="an2, an4").click()
    page.get_by_role("heading", name="Between an2 and an4").wait_for()
    rest(page)
    assert page.get_by_label("Match after unit 10: both an2 and an4").is_visible()
    page.go_back()
    page.get_by_role("heading", name="Between an1 and an2").wait_for()

    page.get_by_role("link", name="Report", exact=True).click()
    page.get_by_role("heading", name="Report", exact=True).wait_for()
    rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    with ZipFile(download.value.path()) as archive:
        assert b"pi_star_s_low,pi_star_s_high" in archive.read("agreement.csv")
    with page.expect_download() as download:
        page.get_by_role("button", name="HTML").click()
    report = tmp_path / "report.html"
    download.value.save_as(report)

    offline = browser.new_context(offline=True)
    opened = offline.new_page()
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(report.as_uri())
    opened.wait_for_selector(".js-plotly-plot .heatmaplayer image")
    assert "0.7452" in opened.locator("#agreement").inner_text()
    assert "convention=published" in opened.locator("body").inner_text()
    assert opened.locator(".js-plotly-plot").count() == 2
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    offline.close()


def test_back_undoes_settings_and_pages(page: Page, address: str) -> None:
    page.goto(f"{address}/?corpus=stargazer")
    rest(page)
    for name in ("Agreement", "Heat maps", "Item"):
        page.get_by_role("link", name=name, exact=True).click()
        page.get_by_role("link", name=name, exact=True, selected=None).wait_for()
        rest(page)
    assert page.url.endswith("/item?corpus=stargazer")
    page.go_back()
    page.get_by_role("heading", name="Heat maps").wait_for()
    rest(page)
    page.go_back()
    page.get_by_role("heading", name="Agreement").wait_for()
    rest(page)
    page.get_by_text("boundaries", exact=True).click()
    page.wait_for_url("**width=boundaries**")
    rest(page)
    page.go_back()
    rest(page)
    assert "width" not in page.url
    assert "windowdiff=units" in page.locator("body").inner_text()


def test_a_cell_of_the_heat_map_leads_to_its_place(page: Page, address: str) -> None:
    page.goto(f"{address}/heatmaps?corpus=moonstone")
    rest(page)
    canvas = page.locator("canvas")
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 10):
        canvas.press(key)
    said = page.locator(".spoken").first
    assert said.inner_text() == "ch3, after unit 11: 3 of 4 coders (75%): an1, an2, an4"
    box = canvas.bounding_box()
    assert box
    canvas.press("Enter")
    page.get_by_role("heading", name="ch3").wait_for()
    assert "item=ch3" in page.url
    assert "place=11" in page.url
    page.go_back()
    rest(page)
    # The same cell with the mouse: find it by what hovering says.
    for x in range(int(box["width"])):
        canvas.hover(position={"x": 120 + 4 * x, "y": 2 * 27 + 10})
        if "after unit 11:" in page.locator(".tip").inner_text():
            canvas.click(position={"x": 120 + 4 * x, "y": 2 * 27 + 10})
            break
    page.get_by_role("heading", name="ch3").wait_for()
    assert "place=11" in page.url


def test_hostile_names_stay_text(page: Page, address: str, tmp_path: Path) -> None:
    name = '<img src=x onerror="window.hacked=1">$x$ *s* :smile:'
    file = tmp_path / "hostile.csv"
    quoted = name.replace('"', '""')
    file.write_text(
        f'item,coder,masses\n"{quoted}","<b>a</b>",2 2\n"{quoted}",b,1 3\n', encoding="utf-8"
    )
    page.goto(address)
    rest(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Accept 1 item").wait_for()
    rest(page)
    assert page.evaluate("window.hacked") is None
    page.get_by_role("button", name="Accept 1 item").click()
    page.get_by_role("heading", name="Agreement").wait_for()
    for where in ("Agreement", "Heat maps", "Item", "Report", "Corpus"):
        page.get_by_role("link", name=where, exact=True).click()
        rest(page)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img[src=x]").count() == 0
    page.get_by_role("link", name="Item", exact=True).click()
    page.get_by_role("heading", name=name).wait_for()
