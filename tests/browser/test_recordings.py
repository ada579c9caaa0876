"""A recording in a real browser: where a click leads, zoom, and a file of the reader that plays."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from segmetrics import Corpus
from segmetrics.io.write import write
from tests.support.driving import rest
from tests.support.known import known
from tests.support.project import dashboard

PRESSES = {
    "anna": [12.0, 31.0, 77.0],
    "ben": [12.4, 31.3, 48.0],
    "cleo": [11.8, 48.3, 95.0],
    "<b>dan</b>": [12.1, 31.1, 60.5],
    "eve": [12.9, 110.0],
}
# Where the time line begins and ends, as recording.js draws it.
NAMES, EDGE = 112, 10


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("recordings") / "film.json"
    write(Corpus.from_times({"film": PRESSES}, durations={"film": 120}), file)
    with dashboard(file) as found:
        yield found


def test_a_click_chooses_a_place_from_which_a_file_plays_that_is_never_sent(
    page: Page, address: str, tmp_path: Path
) -> None:
    sound = tmp_path / "film.wav"
    with wave.open(str(sound), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes([128]) * 8000 * 120)
    page.goto(f"{address}/item")
    canvas = page.locator(".recording canvas")
    canvas.wait_for()
    rest(page)
    box = known(canvas.bounding_box())
    wide = box["width"] - NAMES - EDGE
    # Two places of the curve: the peak at 12.1 seconds, to which a click near it goes, and none.
    canvas.click(position={"x": NAMES + wide * 12.2 / 120, "y": 60})
    page.wait_for_url("**place=12100*")
    expect(page.get_by_text("At 0:12.1, 5 of 5 coders set a boundary")).to_be_visible()
    expect(page.get_by_text("<b>dan</b> at 0:12.1").first).to_be_visible()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    page.locator(".recording input[type=file]").set_input_files(sound)
    player = page.locator(".recording audio")
    expect(player).to_have_js_property("duration", 120)
    canvas.click(position={"x": NAMES + wide * 70 / 120, "y": 60})
    expect(player).to_have_js_property("paused", False)
    page.wait_for_url(lambda url: "place=12100" not in url)
    place = int(parse_qs(urlsplit(page.url).query)["place"][0])
    assert place == pytest.approx(70_000, abs=200)
    assert player.evaluate("one => one.currentTime") == pytest.approx(68.5, abs=3)
    assert str(player.get_attribute("src")).startswith("blob:")
    assert all(one.url.startswith("blob:") or one.method == "GET" for one in sent)
    # It zooms about the chosen place, and says what is seen.
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator(".recording .span")).to_contain_text("drag to move along")
    page.get_by_role("button", name="Show the whole recording").click()
    expect(page.locator(".recording .span")).to_have_text("")


def test_keys_go_from_place_to_place(page: Page, address: str) -> None:
    page.goto(f"{address}/item")
    canvas = page.locator(".recording canvas")
    canvas.wait_for()
    rest(page)
    canvas.focus()
    page.keyboard.press("Home")
    expect(page.locator(".recording .spoken[aria-live]")).to_contain_text("0:12.1: 5 of 5 coders")
    page.keyboard.press("Enter")
    page.wait_for_url("**place=12100*")
