"""The whole job in a real browser, with a real file, and what only a browser can show."""

from __future__ import annotations

import re
from pathlib import Path

from openpyxl import load_workbook
from playwright.sync_api import Browser, Page

from tests.support.driving import rest
from tests.support.project import dashboard
from tests.support.workbooks import packed, workbook

# Where segments begin, by each coder of a talk of twelve sentences.
BEGINNINGS = {
    "north": {"Anna": {4, 7}, "Ben": {4, 8}, "Cy": {4}},
    "south": {"Anna": {5}, "Ben": {6}, "Cy": {9}},
    "west": {"Anna": {3, 6, 10}, "Ben": {3, 6, 10}, "Cy": {3, 6}},
}
SENTENCES = 12
# Links that nobody made: a text of a file that is an address is text.
LINKS = "a[href^='https://example'], a[href^='mailto:']"
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
    rest(page)
    page.get_by_role("button", name="How it is measured").click()
    page.get_by_text("published", exact=True).click()
    page.wait_for_url("**convention=published**")
    page.keyboard.press("Escape")
    rest(page)
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
        ("south, before unit 5 or 6", "n", 0),
        ("south, before unit 9", "m", 1),
        ("west, before unit 10", "n", 1),
        ("north, before unit 7 or 8", "x", 2),
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
    about = opened.locator("#about").inner_text()
    assert "decisions=2" in about and "convention=published" in about
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    opened.context.close()


def test_edits_between_two_lanes_say_what_they_are(page: Page, address: str) -> None:
    page.goto(f"{address}/item?corpus=moonstone&item=ch1&a=an1&b=an2")
    rest(page)
    page.get_by_label("Full miss before paragraph 3: only an2").first.wait_for()
    assert page.get_by_label(
        "Near miss: an2 before paragraph 11, an1 before paragraph 12"
    ).is_visible()
    page.get_by_role("link", name="an2, an4").click()
    page.get_by_role("heading", name="an2 and an4 side by side").wait_for()
    rest(page)
    assert page.get_by_label("Match before paragraph 11: both an2 and an4").is_visible()


def test_hostile_names_stay_text(page: Page, address: str, tmp_path: Path) -> None:
    name = '<img src=x onerror="window.hacked=1">$x$ *s* :smile:'
    file = tmp_path / "hostile.csv"
    quoted = name.replace('"', '""')
    file.write_text(
        f'item,coder,masses\n"{quoted}","<b>a</b>",2 2\n"{quoted}",ann@example.org,1 3\n'
        "https://example.org/days,ann@example.org,2 2\n",
        encoding="utf-8",
    )
    page.goto(f"{address}/projects")
    rest(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Accept 2 items").wait_for()
    rest(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator(LINKS).count() == 0
    page.get_by_role("button", name="Accept 2 items").click()
    page.get_by_role("heading", name="Overview").wait_for()
    for where in ("Heat maps", "Item", "Share", "Data", "Results"):
        page.get_by_role("link", name=where, exact=True).click()
        rest(page)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img[src=x]").count() == 0
        assert page.locator(LINKS).count() == 0
    page.get_by_role("link", name="Item", exact=True).first.click()
    page.get_by_role("heading", name=name).wait_for()
