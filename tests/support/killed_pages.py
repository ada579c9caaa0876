"""Kill the dashboard while somebody brings codings in a browser, and see what is there.

``python -m tests.support.killed_pages --kills 20 --store URL`` uploads a file and accepts it in a
real browser, ends the server with SIGKILL at a random moment of it, starts it again, and opens
what the browser had shown: an upload that was shown for review has its file, a corpus whose
coefficients were shown is accepted, with the codings that were in the file.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, sync_playwright

from segmetrics.io import Source, read_sources
from segmetrics.store import Store, Visitor
from segmetrics.store.checking import check
from tests.support.driving import CHROMIUM, FLAGS, rest, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ME = Visitor()
# Milliseconds that a page may take, and that a killed server is waited for.
PATIENCE = 30_000


@dataclass
class Shown:
    """What the browser had shown when the server was killed.

    Parameters
    ----------
    file : bytes
        What was uploaded.
    address : str
        The address of the page, without the server; empty before there was one.
    accepted : bool
        Whether the page of the accepted corpus was shown.
    """

    file: bytes
    address: str = ""
    accepted: bool = False

    @property
    def place(self) -> str:
        """The place of the corpus."""
        return parse_qs(urlsplit(self.address).query)["corpus"][0]


def codings(number: int) -> bytes:
    """Make a file of codings that no other has."""
    random = Random(number)
    rows = ["item,coder,masses"]
    for item in range(30):
        for coder in ("ann", "bob", "cy"):
            cut = random.randint(1, 59)
            rows.append(f"run {number} item {item},{coder},{cut} {60 - cut}")
    return "\n".join(rows).encode()


def bring(page: Page, server: str, file: Path, shown: Shown) -> None:
    """Upload a file and accept it; what is shown is noted as soon as it is."""
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("heading", name="Who coded what").wait_for()
    page.wait_for_url("**corpus=**")
    shown.address = page.url.removeprefix(server)
    rest(page)
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("heading", name="Overview", exact=True).wait_for()
    page.locator("tbody tr.item th").first.wait_for()
    shown.address, shown.accepted = page.url.removeprefix(server), True


def killed(browser: Browser, store: str, number: int, folder: Path, after: float | None) -> Shown:
    """Bring codings to a server that is killed some seconds after the upload has begun."""
    shown = Shown(codings(number))
    file = folder / f"codings {number}.csv"
    file.write_bytes(shown.file)
    with (
        suppress(ProcessLookupError),  # it is gone already
        running(environment={"SEGMETRICS_STORE": store}) as server,
    ):
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server.address}/projects")
        rest(page)
        kill = (server.process, signal.SIGKILL)
        timer = threading.Timer(after or 0.0, os.killpg, kill)
        if after is not None:
            timer.start()
            # What waits for a server that is gone need not wait long.
            page.set_default_timeout(1000 * after + 3000)
        with suppress(Error):
            bring(page, server.address, file, shown)
        if after is not None:
            timer.join()
        context.close()
    return shown


def there(store: Store, shown: Shown) -> str:
    """Return what is wrong with what was shown; empty if nothing is."""
    if not shown.address:
        return ""
    (kept,) = store.review(ME, shown.place).files
    if kept.content != shown.file:
        return "the file is another"
    if shown.accepted:
        expected = read_sources([Source("codings.csv", shown.file)]).corpus
        if store.reading(ME, shown.place).corpus != expected:
            return "the codings are others"
    return ""


def opens(browser: Browser, store: str, shown: Shown) -> bool:
    """Open what was shown in a new browser, on a server that was started anew."""
    with running(environment={"SEGMETRICS_STORE": store}) as server:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.address + shown.address)
        name = "Overview" if shown.accepted else "Who coded what"
        with suppress(Error):
            page.get_by_role("heading", name=name, exact=True).wait_for()
            rest(page)
            if shown.accepted:
                page.locator("tbody tr.item th", has_text="run ").first.wait_for()
        found = page.get_by_text("no such corpus").count() == 0
        found = found and page.get_by_role("heading", name=name, exact=True).count() == 1
        context.close()
    return found


def main() -> int:
    """Do it; the exit status is 1 if something that was shown is not there."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.killed_pages", description=__doc__
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--store", help="a SQLite of its own if left out")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random, wrong, uploads, accepted = Random(given.seed), [], 0, 0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name)
        url = given.store or f"sqlite:///{folder / 'store.db'}"
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        start = time.monotonic()
        seen = [killed(browser, url, 0, folder, None)]
        usual = time.monotonic() - start
        for number in range(1, given.kills + 1):
            shown = killed(browser, url, number, folder, random.uniform(0, usual))
            seen.append(shown)
            if shown.address and not opens(browser, url, shown):
                wrong.append(f"{number}: it does not open")
        store = Store.open(url)
        for number, shown in enumerate(seen):
            uploads += bool(shown.address)
            accepted += shown.accepted
            if why := there(store, shown):
                wrong.append(f"{number}: {why}")
        wrong += check(store.database).problems
        store.close()
        browser.close()
    sys.stdout.write(
        f"{given.kills} kills of the dashboard: {uploads} uploads shown, {accepted} of them "
        f"accepted; wrong: {len(wrong)}\n"
    )
    for words in wrong:
        sys.stdout.write(f"{words}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
