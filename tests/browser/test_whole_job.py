"""The whole job in a real browser, with a real file, and what only a browser can show."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect

from tests.support.driving import rest
from tests.support.known import known
from tests.support.project import PROJECT, dashboard
from tests.support.workbooks import packed, workbook

MOONSTONE = PROJECT / "data" / "moonstone.json"
# Where segments begin, by each coder of a talk of twelve sentences.
BEGINNINGS = {
    "north": {"Anna": {4, 7}, "Ben": {4, 8}, "Cy": {4}},
    "south": {"Anna": {5}, "Ben": {6}, "Cy": {9}},
    "west": {"Anna": {3, 6, 10}, "Ben": {3, 6, 10}, "Cy": {3, 6}},
}
SENTENCES = 12
FOUR_DECIMALS = re.compile(r"^\s*-?[0-9]\.[0-9]{4}")
# Most coders, near misses pooled, but for two decisions: nothing begins at 7 of north, but at 9 of
# south, where one of three says so. The first sentences of the segments:
GOLD = {"north": [1, 4], "south": [1, 5, 9], "west": [1, 3, 6, 10]}


def first_cells(page: Page) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("tbody th").all_inner_texts()]


def test_a_link_to_a_page_works_on_a_fresh_server(empty_page: Page) -> None:
    """The server has not shown any page yet."""
    page = empty_page
    with dashboard() as address:
        page.goto(f"{address}/?corpus=moonstone&sort=-mass")
        page.locator("tbody tr").first.wait_for()
        rest(page)
        assert page.get_by_role("heading", name="Overview").is_visible()
        assert page.get_by_role("dialog").count() == 0
        assert first_cells(page)[:2] == ["ch11", "ch10"]
        assert page.title() == "Overview · segmetrics"


def sentence(talk: str, number: int) -> str:
    return f"Sentence {number} of {talk}."


def spreadsheet(path: Path) -> Path:
    """Write marks of coders that may stand at either end of a segment, and a column of notes."""
    rows = [["Talk", "Nr", "Mood", "Words", "Anna", "Ben", "Cy"]]
    for talk, coders in BEGINNINGS.items():
        for number in range(1, SENTENCES + 1):
            marks = ["x" if number in begins else "" for begins in coders.values()]
            mood = "sad" if number % 3 else "glad"
            rows.append([talk, str(number), mood, sentence(talk, number), *marks])
    path.write_bytes(packed(workbook({"Coding": rows})))
    return path


def test_the_whole_way_from_a_spreadsheet_to_gold_and_report(
    page: Page, address: str, tmp_path: Path, browser: Browser
) -> None:
    page.goto(f"{address}/")
    page.get_by_role("link", name="Projects", exact=True).click()
    page.get_by_role("heading", name="Projects", exact=True).wait_for()
    rest(page)
    page.locator("input[type=file]").set_input_files(spreadsheet(tmp_path / "talks.xlsx"))
    page.get_by_text("Where do the marks stand?").first.wait_for()
    rest(page)
    assert page.get_by_role("button", name="Accept").is_disabled()
    page.get_by_text("At the first unit of a segment", exact=True).click()
    page.get_by_role("button", name="Accept 3 items").click()

    page.get_by_role("heading", name="Overview", exact=True).wait_for()
    corpus = page.get_by_role("table", name="Coder groups and the corpus").locator("tbody tr").last
    corpus.wait_for()
    r = corpus.locator("td", has_text=FOUR_DECIMALS).first.inner_text().split()[0]
    assert f"R {float(r):.2f}" in page.locator(".prose").first.inner_text()
    items = page.get_by_role("table", name="Items", exact=True)
    items.get_by_role("link", name="south", exact=True).click()
    page.get_by_role("heading", name="south", exact=True).wait_for()
    page.get_by_text(sentence("south", 5)).first.wait_for()
    page.get_by_role("link", name="Coders", exact=True).click()
    page.get_by_role("heading", name="Coders", exact=True).wait_for()
    page.get_by_text("A message you could send").first.wait_for()

    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_role("heading", name="Decide", exact=True).wait_for()
    page.get_by_text("in reading order", exact=True).click()
    page.wait_for_url("**worklist=reading**")
    page.get_by_text("0 of 4 disputes decided").wait_for()
    rest(page)
    for where, key, decided in (
        ("south, unit 5 or 6 begins", "n", 0),
        ("south, unit 9 begins", "m", 1),
        ("west, unit 10 begins", "n", 1),
        ("north, unit 7 or 8 begins", "x", 2),
    ):
        page.get_by_role("heading", name=where, exact=True).wait_for()
        rest(page)
        page.keyboard.press(key)
        page.get_by_text(f"{decided} of 4 disputes decided").wait_for()
    rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the gold segmentation (Excel)").click()
    download.value.save_as(tmp_path / "gold.xlsx")
    book = load_workbook(tmp_path / "gold.xlsx")
    expected = []
    for talk, begins in GOLD.items():
        ends = [*(begin - 1 for begin in begins[1:]), SENTENCES]
        for number, (first, last) in enumerate(zip(begins, ends, strict=True), 1):
            text = "\n".join(sentence(talk, unit) for unit in range(first, last + 1))
            expected.append((talk, number, first, last, text))
    rows = list(book["Gold"].values)
    assert rows[0][:5] == ("item", "segment", "first unit", "last unit", "text")
    assert [row[:5] for row in rows[1:]] == expected
    decisions = [(row[0], row[1], row[4]) for row in book["Decisions"].values]
    assert sorted(decisions[1:]) == [
        ("north", 7, "no boundary, without the one before unit 7"),
        ("south", 9, "boundary before unit 9, where the rule has none"),
    ]

    page.get_by_role("link", name="Share", exact=True).click()
    page.get_by_role("heading", name="Share", exact=True).wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="HTML").click()
    download.value.save_as(tmp_path / "report.html")
    opened = browser.new_context(offline=True).new_page()
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto((tmp_path / "report.html").as_uri())
    opened.wait_for_selector("html[data-drawn]", timeout=60_000)
    beyond = opened.get_by_role("region", name="Agreement beyond chance").locator("tr.corpus")
    assert beyond.locator("td").first.inner_text().split()[0] == r
    assert "decisions=2" in opened.locator("#about").inner_text()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    opened.context.close()


def test_how_it_is_measured_holds_up_to_the_report(
    page: Page, address: str, tmp_path: Path, browser: Browser
) -> None:
    page.goto(f"{address}/projects")
    rest(page)
    page.locator("input[type=file]").set_input_files(MOONSTONE)
    page.get_by_role("button", name="Accept 8 items").click()
    page.get_by_role("heading", name="Overview").wait_for()
    rest(page)
    assert "corpus=" in page.url

    page.get_by_role("button", name="How it is measured").click()
    page.get_by_text("published", exact=True).click()
    page.wait_for_url("**convention=published**")
    page.keyboard.press("Escape")
    rest(page)
    page.get_by_text("For a reviewer").click()
    papers = page.get_by_role("table", name="Agreement of items, groups and the corpus")
    papers.get_by_role("columnheader").nth(1).get_by_role("link").click()
    page.wait_for_url("**sort=pi_star**")
    rest(page)
    expect(papers.locator("tbody th").nth(1)).to_contain_text("ch11")
    assert first_cells(page)[:3] == ["ch1", "ch11", "ch3"]
    assert "0.7452" in papers.locator("tbody tr").first.inner_text()

    page.get_by_role("link", name="ch1", exact=True).first.click()
    page.get_by_role("heading", name="ch1").wait_for()
    rest(page)
    page.get_by_text("What to do", exact=True).first.click()
    rest(page)
    misses = page.get_by_label("Full miss before unit 3: only an2")
    misses.first.wait_for()
    assert page.get_by_label("Near miss: an2 before unit 11, an1 before unit 12").is_visible()
    page.get_by_role("link", name="an2, an4").click()
    page.get_by_role("heading", name="an2 and an4 side by side").wait_for()
    rest(page)
    assert page.get_by_label("Match before unit 11: both an2 and an4").is_visible()
    page.go_back()
    page.get_by_role("heading", name="an1 and an2 side by side").wait_for()

    page.get_by_role("link", name="Share", exact=True).click()
    page.get_by_role("heading", name="Share", exact=True).wait_for()
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
    page.goto(f"{address}/heatmaps?corpus=stargazer")
    rest(page)
    for name in ("Overview", "Heat maps", "Item"):
        page.get_by_role("link", name=name, exact=True).click()
        page.get_by_role("link", name=name, exact=True, selected=None).wait_for()
        rest(page)
    assert page.url.endswith("/item?corpus=stargazer")
    page.go_back()
    page.get_by_role("heading", name="Heat maps").wait_for()
    rest(page)
    page.go_back()
    page.get_by_role("heading", name="Overview").wait_for()
    rest(page)
    page.get_by_role("button", name="How it is measured").click()
    page.get_by_text("boundaries", exact=True).click()
    page.wait_for_url("**width=boundaries**")
    rest(page)
    page.go_back()
    rest(page)
    assert "width" not in page.url
    assert "windows" not in page.get_by_role("button", name="How it is measured").inner_text()


def test_a_cell_of_the_heat_map_leads_to_its_place(page: Page, address: str) -> None:
    page.goto(f"{address}/heatmaps?corpus=moonstone")
    rest(page)
    canvas = page.locator("canvas")
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 10):
        canvas.press(key)
    said = page.locator(".spoken").first
    assert said.inner_text() == "ch3, paragraph 12 begins: 3 of 4 coders (75%): an1, an2, an4"
    box = known(canvas.bounding_box())
    canvas.press("Enter")
    page.get_by_role("heading", name="ch3").wait_for()
    assert "item=ch3" in page.url
    assert "place=11" in page.url
    page.go_back()
    rest(page)
    # The same cell with the mouse: find it by what hovering says.
    for x in range(int(box["width"])):
        canvas.hover(position={"x": 120 + 4 * x, "y": 2 * 27 + 10})
        if "paragraph 12 begins:" in page.locator(".tip").inner_text():
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
    page.goto(f"{address}/projects")
    rest(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Accept 1 item").wait_for()
    rest(page)
    assert page.evaluate("window.hacked") is None
    page.get_by_role("button", name="Accept 1 item").click()
    page.get_by_role("heading", name="Overview").wait_for()
    for where in ("Heat maps", "Item", "Share", "Data", "Results"):
        page.get_by_role("link", name=where, exact=True).click()
        rest(page)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img[src=x]").count() == 0
    page.get_by_role("link", name="Item", exact=True).first.click()
    page.get_by_role("heading", name=name).wait_for()
