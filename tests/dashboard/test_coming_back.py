"""The whole life of a corpus in real browsers, from its upload to its deletion.

It is on PostgreSQL, behind nginx under a path, and a link is the only way to the corpus. The
journeys in `tests.browser` are on SQLite, without a proxy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.support import postgres
from tests.support.driving import STILL, follow, forget, listening, proxied, rest, running

CODINGS = (
    "item,coder,masses\n"
    "ch1,ann,3 4\nch1,bob,2 5\nch1,cy,2 6\n"  # cy has one unit too many
    "ch2,ann,2 3 5\nch2,bob,2 3 5\nch2,cy,2 4 4\n"
    "ch3,ann,5 5\nch3,bob,10\nch3,cy,10\n"
)


@dataclass
class Serving:
    """A server that can be started anew on the same store.

    Parameters
    ----------
    environment : dict
        Its settings.
    folder : Path
        Where nginx writes.
    """

    environment: dict[str, str]
    folder: Path

    @contextmanager
    def __call__(self) -> Iterator[str]:
        """Run it; gives its address."""
        with (
            running(base="segmetrics", environment=self.environment) as found,
            proxied(found, self.folder) as address,
        ):
            yield address


@pytest.fixture
def serving(nginx: None, postgresql: postgres.Server, tmp_path: Path) -> Iterator[Serving]:
    (tmp_path / "nginx").mkdir()
    with postgresql.database() as url:
        links = {"SEGMETRICS_STORE": url, "SEGMETRICS_MODE": "links"}
        yield Serving(links, tmp_path / "nginx")


@pytest.fixture
def visitors(empty_page: Page, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Return pages of two browsers that know nothing of each other; neither may have an error."""
    errors: list[str] = []
    with browser.new_context(viewport={"width": 1440, "height": 900}, **STILL) as context:
        both = empty_page, context.new_page()
        with ExitStack() as stack:
            for page in both:
                told = listening(page, pageerror=lambda error: errors.append(str(error)))
                stack.enter_context(told)
            yield both
    assert not errors


def sees(page: Page, text: str) -> None:
    page.get_by_text(text).first.wait_for()


def presses(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def opens(page: Page, address: str, heading: str) -> None:
    """Open an address, and wait for the heading of the page."""
    page.goto(address)
    page.get_by_role("heading", name=heading, exact=True).first.wait_for()
    rest(page)


def turns_to(page: Page, name: str) -> None:
    """Open another page of the dashboard."""
    page.get_by_role("link", name=name, exact=True).first.click()
    page.get_by_role("heading", name=name, exact=True).first.wait_for()
    rest(page)


def brings(page: Page, address: str, file: Path) -> None:
    """Upload, decide, come back in the middle of it, and accept."""
    opens(page, f"{address}/projects", "Projects")
    page.locator("input[type=file]").first.set_input_files(file)
    presses(page, "Leave out the 1 coding with a problem")
    sees(page, "Decided so far: left out 1 coding with a problem.")
    page.reload()
    sees(page, "Decided so far: left out 1 coding with a problem.")
    presses(page, "Accept 3 items")
    page.get_by_role("heading", name="Overview", exact=True).wait_for()


def chooses(page: Page) -> str:
    """Choose a setting, an item and two coders; gives the address without the server's."""
    page.get_by_role("button", name="How it is measured").click()
    page.get_by_text("published", exact=True).click()
    page.wait_for_url("**convention=published**")
    page.keyboard.press("Escape")
    rest(page)
    page.get_by_role("link", name="ch2", exact=True).first.click()
    page.get_by_role("link", name="bob, cy").click()
    page.get_by_role("heading", name="bob and cy side by side").wait_for()
    found = urlsplit(page.url)
    query = parse_qs(found.query)
    assert (query["item"], query["a"], query["b"]) == (["ch2"], ["bob"], ["cy"])
    return f"item?{found.query}"


def comes_back(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", name="bob and cy side by side").wait_for()
    sees(page, "chance as published")


def decide_together(one: Page, other: Page) -> None:
    """Two people decide about the same disputes; nobody overwrites the other."""
    for page in (one, other):
        sees(page, "0 of 3 disputes decided")
    presses(one, "No boundary here")
    sees(one, "1 of 3 disputes decided")
    # The other, who saw it open, wants to say something else about it.
    presses(other, "Agree: boundary before unit 3")
    sees(other, "Somebody else decided about ch1 meanwhile")
    sees(other, "1 of 3 disputes decided")
    sees(other, "Decided: no boundary, without the one before unit 3.")
    presses(other, "Undo")
    sees(other, "0 of 3 disputes decided")
    presses(one, "Undo")
    sees(one, "Somebody else changed this round meanwhile")
    sees(one, "0 of 3 disputes decided")
    presses(one, "No boundary here")
    sees(one, "1 of 3 disputes decided")


def keeps_a_report(page: Page) -> None:
    turns_to(page, "Share")
    presses(page, "Keep this report")
    sees(page, "This report was kept")
    turns_to(page, "Projects")
    page.get_by_role("region", name="Consensus segmentations and reports").get_by_text(
        "Report of "
    ).wait_for()


def deletes(page: Page) -> None:
    presses(page, "Delete this project")
    presses(page, "Delete it for good")
    sees(page, "was deleted")


def test_a_corpus_from_its_upload_to_its_deletion(
    serving: Serving, visitors: tuple[Page, Page], tmp_path: Path
) -> None:
    file = tmp_path / "study.csv"
    file.write_text(CODINGS, encoding="utf-8")
    with serving() as address:
        page = visitors[0]
        brings(page, address, file)
        sees(page, "Only this address leads to this project")
        view = chooses(page)
        page.reload()
        comes_back(page, page.url)
    # Whoever opens the address then knows nothing of what was done.
    forget(page)
    with serving() as address:
        one, other = visitors
        comes_back(one, f"{address}/{view}")
        key = parse_qs(urlsplit(one.url).query)["corpus"][0]
        disputed = f"{address}/decide?corpus={key}&item=ch1"
        follow(one, disputed)
        opens(other, disputed, "Decide")
        decide_together(one, other)
        keeps_a_report(one)
        deletes(one)
        turns_to(other, "Data")
        sees(other, "There is no such corpus here")
