"""From a file to the Overview in a real browser, by way of the review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.accessibility import grave
from tests.support.driving import rest, show_in

ITEMS = {
    "ch1": {"ann": [3, 4], "bob": [2, 5], "cy": [2, 6]},
    "ch2": {"ann": [1, 1, 8], "bob": [10]},
}


@pytest.fixture
def codings(tmp_path: Path) -> Path:
    """A segeval file in which one coder has one unit too many."""
    file = tmp_path / "codings.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": ITEMS}), encoding="utf-8")
    return file


def bring(page: Page, address: str, *files: Path) -> None:
    """Open files on the page Projects and wait for their review."""
    page.goto(f"{address}/projects")
    rest(page)
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_role("heading", name="Import", exact=True).wait_for()
    page.get_by_role("heading", name="Who coded what").wait_for()
    rest(page)


def accepted_items(page: Page) -> list[str]:
    """Accept, and read the items of the Overview, which comes next."""
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("heading", name="Overview", exact=True).wait_for()
    rest(page)
    assert "corpus=" in page.url
    return listed_items(page)


def listed_items(page: Page) -> list[str]:
    """Read the items that the Overview lists, in the order of their names."""
    links = page.get_by_role("table", name="Items", exact=True).locator("tr.row th a")
    links.first.wait_for()
    return sorted(links.all_inner_texts())


def test_a_problem_is_decided_about_in_the_picture(page: Page, address: str, codings: Path) -> None:
    bring(page, address, codings)
    page.get_by_role("button", name="Accept 1 of 2 items").wait_for()
    page.get_by_text("8 units, where 2 other coders have 7").wait_for()
    canvas = page.locator("canvas[role=application]")
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown"):
        canvas.press(key)
    said = page.locator(".coverage .spoken").first
    assert said.inner_text() == "ch1, cy: with a problem"
    canvas.press("Enter")
    page.get_by_role("button", name="Leave out the coding of ch1 by cy").click()
    page.get_by_text("Decided so far: left out the coding of ch1 by cy.").wait_for()
    rest(page)
    assert accepted_items(page) == ["ch1", "ch2"]


def test_back_leads_to_the_review_and_reloading_to_the_same_page(
    page: Page, address: str, codings: Path
) -> None:
    bring(page, address, codings)
    assert accepted_items(page) == ["ch2"]
    page.go_back()
    page.get_by_role("heading", name="Who coded what").wait_for()
    rest(page)
    page.get_by_role("link", name="Accepted. Which items").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Projects", exact=True).wait_for()
    rest(page)
    page.go_forward()
    page.get_by_role("heading", name="Who coded what").wait_for()
    rest(page)
    page.go_forward()
    page.get_by_role("heading", name="Overview", exact=True).wait_for()
    rest(page)
    page.reload()
    assert listed_items(page) == ["ch2"]


def test_a_folder_is_read_with_its_paths(page: Page, address: str, tmp_path: Path) -> None:
    for item, masses in ITEMS.items():
        (tmp_path / "all" / item).mkdir(parents=True)
        rows = [f"{coder}\t" + "\t".join(map(str, sizes)) for coder, sizes in masses.items()]
        text = "\n".join(["Coder\tMasses", *rows])
        (tmp_path / "all" / item / f"{item}.tsv").write_text(text, encoding="utf-8")
    page.goto(f"{address}/import")
    rest(page)
    page.get_by_text("A folder", exact=True).click()
    rest(page)
    page.locator("input[type=file]").set_input_files(tmp_path / "all")
    page.get_by_role("heading", name="Who coded what").wait_for()
    rest(page)
    page.get_by_text("2 files: segeval TSV").click()
    listed = page.locator("[data-testid=stExpander] [data-testid=stText]").first
    listed.wait_for()
    assert listed.inner_text().split("\n") == ["all/ch1/ch1.tsv", "all/ch2/ch2.tsv"]


def test_the_review_of_a_large_file_fits(page: Page, address: str, tmp_path: Path) -> None:
    lines = [f"interview {n},{coder},2 {n + 1}" for n in range(300) for coder in ("ann", "bob")]
    file = tmp_path / "large.csv"
    file.write_text("\n".join(["item,coder,masses", *lines]), encoding="utf-8")
    bring(page, address, file)
    page.get_by_role("button", name="Accept 300 items").wait_for()
    main = page.locator("[data-testid=stMain]")
    for width in (1440, 800):
        page.set_viewport_size({"width": width, "height": 900})
        rest(page)
        assert main.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    assert page.locator(".coverage .legend").inner_text().startswith("600 coded")


def test_columns_are_mapped_by_keyboard_with_the_effect_in_sight(
    page: Page, address: str, tmp_path: Path
) -> None:
    rows = ["Talk,Nr,Anna,Ben", "rain,1,v,v", "rain,2,,", "rain,3,v,v", "rain,4,,v"]
    file = tmp_path / "marks.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    page.set_viewport_size({"width": 800, "height": 900})
    bring(page, address, file)
    page.get_by_text("What do the columns hold?").wait_for()
    rest(page)
    shown = page.get_by_role("region", name="The first rows of marks.csv")
    assert shown.locator("tbody tr").first.locator("td").all_inner_texts() == [
        "rain",
        "1",
        "v",
        "v",
    ]
    for column, role in (
        ("Talk", "item"),
        ("Nr", "unit number"),
        ("Anna", "boundary mark"),
        ("Ben", "boundary mark"),
    ):
        menu = page.get_by_label(f"What is {column}?")
        menu.focus()
        page.keyboard.type(role)
        page.wait_for_timeout(600)  # letters typed one after the other are one choice
        rest(page)
        assert menu.evaluate("menu => menu.getRootNode().activeElement === menu")
        assert menu.locator("option:checked").inner_text() == role
    page.get_by_text("This gives 1 item, 2 coders and 3 boundaries (4 units).").wait_for()
    assert grave(page) == []
    show_in(page, "dark")
    assert grave(page, "color-contrast") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accepted_items(page) == ["rain"]
