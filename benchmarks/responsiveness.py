"""How fast the dashboard answers: ``python -m benchmarks.responsiveness``.

It starts the dashboard on 1,000 items x 6 coders x 100 units, drives it with Chromium and
prints, each beside its target:

- the first page on a server that has served it before, from the address to what is drawn;
- every kind of click: median and 95th percentile, measured inside the browser from the click
  until the new content is drawn and the app is at rest; beside it a click on an empty page of
  Streamlit, taken in turn with it, and the processor time of the server for each click, which
  tell a slow machine from a slow page;
- ten visitors at once, each with a click and a pause in turn: the median of each visitor;
- the memory of the server for each further visitor, of the same files and of uploads.

``--quick`` takes fewer clicks and three visitors.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.corpora import as_json, random_masses
from benchmarks.verdict import judged
from segmetrics.dashboard.frame.words import FAILED
from tests.support.driving import CHROMIUM, FLAGS, Running, answered, free_port, rest, running

FIRST_PAGE = 3000
CLICK, CLICK_95 = 250, 350
VISITOR = 2000
MEMORY = 40
# Milliseconds that a page may take the first time.
WARM_UP = 180_000

# Clicks the element that `find` gives and waits until `drawn` no longer gives what
# it gave before and the script behind the page has ended.
MEASURE = """
async ([find, drawn, patience = 30000]) => {
  const deep = (selector, root = document) => {
    const found = [...root.querySelectorAll(selector)];
    for (const host of root.querySelectorAll("*")) {
      if (host.shadowRoot) found.push(...deep(selector, host.shadowRoot));
    }
    return found;
  };
  const element = new Function("deep", `return ${find}`)(deep);
  const content = new Function("deep", `return ${drawn}`);
  const before = content(deep);
  const app = document.querySelector("[data-testid=stApp]");
  const start = performance.now();
  element.click();
  while (performance.now() - start < patience) {
    await new Promise(requestAnimationFrame);
    let now;
    try { now = content(deep); } catch { now = before; }
    const rests = app.dataset.testScriptState === "notRunning";
    if (now !== before && rests) return performance.now() - start;
  }
  throw new Error("nothing was redrawn");
}
"""
CLICKS_HEADER = (
    f"{'click, ms':40}{'median':>8}{'95%':>8}{'empty':>8}{'ratio':>7}{'server':>8} "
    f"(targets: {CLICK}, {CLICK_95})"
)
MEASURED = "How it is measured"
HEADING = "document.querySelector('h1').innerText"
FIRST_ROW = "deep('tbody tr')[0].innerText"
QUERY = "location.search"


class Step(NamedTuple):
    """One click: JavaScript for what is clicked, and for what then is drawn."""

    find: str
    drawn: str


class Kind(NamedTuple):
    """A kind of click: its name, the address it starts from, and steps that lead back there.

    `within` is the button of a popover that is opened first.
    """

    name: str
    start: str
    steps: tuple[Step, ...]
    within: str = ""


class Click(NamedTuple):
    """A line of the table of clicks; all but the name are milliseconds."""

    name: str
    median: float
    late: float
    floor: float
    processor: float

    def __str__(self) -> str:
        """Write the line."""
        verdict = judged(self.median < CLICK and self.late < CLICK_95)
        return (
            f"{self.name:40}{self.median:8.0f}{self.late:8.0f}{self.floor:8.0f}"
            f"{self.median / self.floor:7.1f}{self.processor:8.0f} {verdict}"
        )


class Figure(NamedTuple):
    """A line of the table: what was measured, in which unit, and the target."""

    name: str
    value: float
    target: float
    unit: str

    def __str__(self) -> str:
        """Write the line."""
        verdict = judged(self.value < self.target)
        return f"{self.name:58}{self.value:8.0f}{self.target:8.0f} {self.unit:3} {verdict}"


def nav(name: str) -> str:
    """Find a link of the navigation."""
    return f"deep('nav a').find((a) => a.innerText === '{name}')"


def option(name: str) -> str:
    """Find a button of a segmented control."""
    return (
        "[...document.querySelectorAll('[data-testid=stButtonGroup] button')]"
        f".find((b) => b.innerText === '{name}')"
    )


def between(one: str, other: str) -> tuple[Step, ...]:
    """Step from a page to another one and back, by the navigation."""
    return (Step(nav(other), HEADING), Step(nav(one), HEADING))


def options(one: str, other: str, drawn: str) -> tuple[Step, ...]:
    """Choose an option and then the other again."""
    return (Step(option(other), drawn), Step(option(one), drawn))


def link(begins: str) -> str:
    """Find a link of a page by how its text begins."""
    return f"deep('a').find((a) => a.innerText.startsWith('{begins}'))"


def button(key: str) -> str:
    """Find a button by its key."""
    return f"document.querySelector('.st-key-{key} button')"


TO_AN_ITEM = (Step("deep('tbody th a')[3]", HEADING), Step(nav("Overview"), HEADING))
# The items beside each other, by the link to the one before, and after.
BESIDE = (
    Step("deep('.links a').find((a) => a.innerText.endsWith('→'))", HEADING),
    Step("deep('.links a').find((a) => a.innerText.startsWith('←'))", HEADING),
)
PLACES = tuple(Step(f"deep('tbody th a')[{row}]", QUERY) for row in (0, 1))
NEXT_DISPUTE = Step(button("next-dispute"), "document.querySelector('h2').innerText")
ANOTHER_CONVENTION = options("defined", "published", QUERY)
CLICKS = (
    Kind("Projects and Data", "/projects", between("Projects", "Data")),
    Kind("Data and Share", "/data", between("Data", "Share")),
    Kind("Data and Results", "/data", between("Data", "Results")),
    Kind("Overview and Heat maps", "/", between("Overview", "Heat maps")),
    Kind("Overview and Coders", "/", between("Overview", "Coders")),
    Kind("Overview and Decide", "/", between("Results", "Decide")),
    Kind("Decide and Rounds", "/decide", between("Decide", "Rounds")),
    Kind("Over time and Compare two", "/rounds", between("Over time", "Compare two")),
    Kind("Metrics and Reproduce", "/metrics", between("Metrics", "Reproduce")),
    Kind("Tour and Laboratory", "/tour", between("Tour", "Laboratory")),
    Kind(
        "Overview: another order of the items",
        "/",
        options("needs work first", "as in the corpus", FIRST_ROW),
    ),
    Kind("Overview: another convention", "/", ANOTHER_CONVENTION, MEASURED),
    Kind("Overview to an item and back", "/", TO_AN_ITEM),
    Kind("Item to the next item and back", "/item", BESIDE),
    Kind("Item: another place", "/item", PLACES),
    Kind("Item: another convention", "/item", ANOTHER_CONVENTION, MEASURED),
    Kind(
        "Item: another view of the pair",
        "/item",
        options("edits", "windows of WindowDiff", QUERY),
    ),
    Kind(
        "Heat maps: another order",
        "/heatmaps",
        options("as in the corpus", "least reliable first", QUERY),
    ),
    Kind(
        "Heat maps: another look",
        "/heatmaps",
        options("a line for each item", "every place", QUERY),
    ),
    Kind("Coders: another convention", "/coders", ANOTHER_CONVENTION, MEASURED),
    Kind("Decide: the next dispute", "/decide", (NEXT_DISPUTE,)),
    Kind(
        "Decide: another order",
        "/decide",
        options("most disputed first", "in reading order", QUERY),
    ),
    Kind("Share: another convention", "/share", ANOTHER_CONVENTION, MEASURED),
)
# A page of Streamlit that does nothing: what no page can be faster than.
EMPTY = """import streamlit as st
st.button("Again", key="again")
st.session_state.setdefault("clicks", 0)
st.session_state.clicks += 1
st.title(str(st.session_state.clicks))
"""
AGAIN = Step(button("again"), HEADING)


@contextmanager
def empty_app() -> Iterator[str]:
    """Serve the empty page at an address."""
    with tempfile.TemporaryDirectory() as folder:
        app, port = Path(folder) / "app.py", free_port()
        app.write_text(EMPTY, encoding="utf-8")
        options = [
            "--server.headless=true",
            f"--server.port={port}",
            "--server.fileWatcherType=none",
        ]
        command = [sys.executable, "-m", "streamlit", "run", str(app), *options]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                answered(f"http://127.0.0.1:{port}/_stcore/health")
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()


@contextmanager
def empty_page(browser: Browser) -> Iterator[Page]:
    """Serve the empty page, and open it."""
    with empty_app() as address:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.locator("h1").wait_for()
        rest(page)
        yield page


def open_popover(page: Page, name: str) -> None:
    """Open a popover; one that opens while the page is still drawn closes again."""
    for _ in range(5):
        rest(page)
        if page.get_by_test_id("stPopoverBody").is_visible():
            return
        page.get_by_role("button", name=name).click()


def clicks(page: Page, floor: Page, server: Running, rounds: int, only: str) -> Iterable[Click]:
    """Time every kind of click whose name has a part in it, and as many on the empty page."""
    for kind in CLICKS:
        if only not in kind.name:
            continue
        page.goto(server.address + kind.start)
        page.locator("h1").wait_for()
        rest(page)
        if kind.within:
            open_popover(page, kind.within)
        for step in kind.steps:  # the first time much is computed
            page.evaluate(MEASURE, [*step, WARM_UP])
            rest(page)
            if page.get_by_text(FAILED).count():
                raise SystemExit(f"{kind.name}: the page failed, so there is nothing to time")
        times, floors, used = [], [], 0.0
        for turn in range(rounds):
            floors.append(floor.evaluate(MEASURE, list(AGAIN)))
            before = processor(server.process)
            times.append(page.evaluate(MEASURE, list(kind.steps[turn % len(kind.steps)])))
            page.wait_for_timeout(250)
            used += processor(server.process) - before
        yield Click(
            kind.name,
            statistics.median(times),
            late(times),
            statistics.median(floors),
            1000 * used / rounds,
        )


def late(times: Sequence[float]) -> float:
    """Find the time within which 95% of the clicks are done."""
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


def spread(times: Sequence[float]) -> str:
    """Write the median, 95% and the worst of clicks, in seconds."""
    return f"{statistics.median(times):9.2f}{late(times):9.2f}{max(times):9.2f}"


def first_pages(browser: Browser, address: str, rounds: int) -> Iterable[Figure]:
    """Time the first page of new visitors, on a server that has served one before."""
    for name, start, drawn in (
        ("Data", "/data", "h1"),
        ("Overview, with its table", "/", "tbody tr"),
    ):
        times = []
        for _ in range(rounds + 1):
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            page = context.new_page()
            begin = time.perf_counter()
            page.goto(address + start)
            page.locator(drawn).first.wait_for()
            page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
            times.append(1000 * (time.perf_counter() - begin))
            context.close()
        yield Figure(f"First page: {name}", statistics.median(times[1:]), FIRST_PAGE, "ms")


async def visitors(address: str, number: int, rounds: int) -> Iterable[Figure]:
    """Let visitors click at once, each with a second between clicks."""
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        medians = await asyncio.gather(*(visit(browser, address, rounds) for _ in range(number)))
        await browser.close()
    return [
        Figure(f"{number} visitors at once: the slowest one's median", max(medians), VISITOR, "ms"),
        Figure("  the middle one's", statistics.median(medians), VISITOR, "ms"),
    ]


async def visit(browser: AsyncBrowser, address: str, rounds: int) -> float:
    """Go from the table to an item and back, as one visitor; gives the median of the clicks."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    await page.goto(f"{address}/")
    await page.locator("tbody tr").first.wait_for(timeout=120_000)
    times: list[float] = []
    for turn in range(rounds):
        await page.wait_for_timeout(1000)
        times.append(await page.evaluate(MEASURE, list(TO_AN_ITEM[turn % 2])))
    await context.close()
    return statistics.median(times)


def resident(process: int) -> float:
    """Memory of a process and its children, in 10**6 bytes."""
    folder = Path(f"/proc/{process}")
    pages = int((folder / "statm").read_text(encoding="utf-8").split()[1])
    children = (folder / f"task/{process}/children").read_text(encoding="utf-8").split()
    return pages * 4096 / 1e6 + sum(resident(int(child)) for child in children)


def processor(process: int) -> float:
    """Processor time of a process and its children, in seconds."""
    folder = Path(f"/proc/{process}")
    fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = (folder / f"task/{process}/children").read_text(encoding="utf-8").split()
    return own + sum(processor(int(child)) for child in children)


def memory(browser: Browser, number: int, file: Path) -> Iterable[Figure]:
    """Measure what each further visitor costs: of the same files, and of an upload of their own."""
    for name, given in (("of the same files", [file]), ("with an upload of their own", [])):
        with running(*given) as (address, process):
            sizes = []
            open_pages: list[Any] = []
            for _ in range(number + 1):
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                page = context.new_page()
                open_pages.append(page)
                page.goto(address if given else f"{address}/projects")
                page.locator("h1").wait_for()
                rest(page)
                if not given:
                    page.locator("input[type=file]").set_input_files(file)
                    page.get_by_role("button", name="Accept").first.click(timeout=60_000)
                    rest(page)
                for one in ("Results", "Heat maps", "Coders", "Share"):
                    page.locator("nav").get_by_role("link", name=one, exact=True).click()
                    rest(page)
                sizes.append(resident(process))
            for page in open_pages:
                page.context.close()
        yield Figure(
            f"Memory for each further visitor {name}", (sizes[-1] - sizes[0]) / number, MEMORY, "MB"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.responsiveness")
    parser.add_argument("--quick", action="store_true", help="fewer clicks, three visitors")
    parser.add_argument(
        "--only", choices=("first", "clicks", "visitors", "memory"), help="only this part"
    )
    parser.add_argument("--kind", default="", help="only kinds of clicks with this in their name")
    chosen = parser.parse_args()
    rounds, number = (10, 3) if chosen.quick else (40, 10)

    def wanted(part: str) -> bool:
        return chosen.only in (None, part)

    print(f"{'1,000 items x 6 coders x 100 units':58}{'found':>8}{'target':>8}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.json"
        file.write_bytes(as_json(random_masses(1000, 100, 100)))
        with running(file) as server:
            address = server.address
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                if wanted("first"):
                    show(first_pages(browser, address, rounds // 4))
                if wanted("clicks"):
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    print(CLICKS_HEADER)
                    with empty_page(browser) as floor:
                        show(clicks(page, floor, server, rounds, chosen.kind))
                browser.close()
            if wanted("visitors"):
                show(asyncio.run(visitors(address, number, rounds // 2)))
        if wanted("memory"):
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                show(memory(browser, number, file))
                browser.close()


def show(figures: Iterable[object]) -> None:
    """Print lines as soon as they are known."""
    for figure in figures:
        print(figure, flush=True)


if __name__ == "__main__":
    main()
