"""Each figure as a picture, made by the browser: whole, as on the page, and without the net."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor

from segmetrics.plots.palette import LIGHT
from tests.support.driving import follow, rest

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Addresses, what stands there when a figure is drawn, and names that must stand in its picture.
FIGURES = {
    "overview": ("?corpus=moonstone", ".items tbody tr", ("ch1", "ch10", "well beyond chance")),
    "heat map": ("heatmaps?corpus=moonstone", ".heat canvas", ()),
    "multiples": (
        "heatmaps?corpus=moonstone&look=multiples",
        ".multiples .panel",
        ("ch1", "ch11", "111 paragraphs"),
    ),
    "item": ("item?corpus=moonstone&item=ch1", ".lanes svg", ("an1", "an4", "13")),
    "recording": ("item?corpus=film", ".recording canvas", ()),
    "chart": ("coders?corpus=moonstone", ".js-plotly-plot .main-svg", ("an1", "an4", "0.44")),
}


def saved(page: Page, form: str) -> tuple[str, bytes]:
    """Save the first picture of a page."""
    with page.expect_download() as download:
        page.locator(".pictures").get_by_text(form, exact=True).first.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.fixture
def page(loaded_page: Page) -> Page:
    """Load the frontend once for all tests of this file."""
    return loaded_page


@pytest.mark.parametrize("key", FIGURES)
def test_a_figure_is_saved_whole_as_svg_and_as_png(page: Page, address: str, key: str) -> None:
    where, drawn, names = FIGURES[key]
    follow(page, f"{address}/{where}")
    page.locator(drawn).first.wait_for(state="attached")
    rest(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name, content = saved(page, "SVG")
    svg = ElementTree.fromstring(content)
    assert name.endswith(".svg")
    assert name.startswith(("moonstone-", "film-"))
    said = " ".join("".join(svg.itertext()).split())
    for one in names:
        assert one in said
    # What the page draws on a canvas is drawn as fine as the picture.
    for image in svg.iterfind(".//{http://www.w3.org/2000/svg}image[@href]"):
        drawn_on = BytesIO(b64decode(image.get("href", "").partition(",")[2]))
        with Image.open(drawn_on) as canvas:
            assert canvas.width == pytest.approx(3 * float(image.attrib["width"]), abs=3)
    name, content = saved(page, "PNG")
    with Image.open(BytesIO(content)) as picture:
        assert picture.format == "PNG"
        size = picture.size
        inch = picture.info["dpi"][0]
        picture.verify()
    with Image.open(BytesIO(content)) as picture:
        colours = picture.convert("RGB").getcolors(1 << 24) or []
    assert size == (3 * int(svg.attrib["width"]), 3 * int(svg.attrib["height"]))
    assert inch == pytest.approx(max(300, size[0] / (18 / 2.54)), abs=0.1)
    # It is no empty sheet.
    assert len(colours) > 20
    assert max(count for count, _ in colours) < size[0] * size[1]
    here = urlsplit(address).netloc
    assert [one for one in asked if urlsplit(one).netloc not in ("", here)] == []
    assert [
        one for one in asked if "://" in one and not one.startswith(("http", "blob", "data"))
    ] == []


def test_what_one_would_scroll_to_is_in_the_picture(page: Page, address: str) -> None:
    """In a low window the rows of the list below its edge are drawn, and the list is as before."""
    page.set_viewport_size({"width": 1000, "height": 250})
    follow(page, f"{address}/heatmaps?corpus=moonstone")
    page.locator(".heat canvas").wait_for()
    rest(page)
    scroller = page.locator(".heat .scroller")
    before = scroller.evaluate("one => [one.clientHeight, one.scrollHeight]")
    assert before[0] < before[1]
    _, content = saved(page, "PNG")
    with Image.open(BytesIO(content)) as picture:
        height = picture.height / 3
        bottom = picture.convert("RGB").crop(
            (0, picture.height - 120, picture.width, picture.height)
        )
    assert height > before[1]
    # The last line, of chapter 11, has a place that all its coders marked.
    shades = {colour for _, colour in bottom.getcolors(1 << 24) or []}
    assert ImageColor.getrgb(LIGHT.shares[-1]) in shades
    assert scroller.evaluate("one => [one.clientHeight, one.scrollHeight]") == before


def test_a_figure_says_who_is_left_out(page: Page, address: str) -> None:
    follow(page, f"{address}/item?corpus=moonstone&item=ch1&who=an4%0Awithout")
    page.locator(".lanes svg").first.wait_for()
    rest(page)
    _, content = saved(page, "SVG")
    first, *_ = ElementTree.fromstring(content).iterfind(".//{http://www.w3.org/2000/svg}text")
    assert first.text == "Without an4"
    follow(page, f"{address}/heatmaps?corpus=moonstone&look=multiples")
    page.locator(".multiples .panel").first.wait_for()
    rest(page)
    _, content = saved(page, "SVG")
    said = "".join(ElementTree.fromstring(content).itertext())
    assert "Without" not in said
    # Lanes have names.
    assert "Lanes, from above:" in said
    assert "an4" in said


def test_the_figures_of_a_report_are_saved_from_its_page(page: Page, address: str) -> None:
    follow(page, f"{address}/share?corpus=moonstone&contents=ranked")
    report = page.frame_locator("iframe[title='The report']")
    report.locator("html[data-drawn]").wait_for(timeout=60_000)
    for form in ("PNG", "SVG"):
        with page.expect_download() as download:
            report.get_by_role("button", name=f"{form} of Items ranked by reliability").click()
        assert download.value.suggested_filename == f"ranked.{form.lower()}"
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(b"\x89PNG" if form == "PNG" else b"<svg")
