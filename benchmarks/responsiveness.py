"""How fast the dashboard answers: ``python -m benchmarks.responsiveness``.

It starts the dashboard on 1,000 items x 6 coders x 100 units, drives it with Chromium and
prints, each beside its target:

- the first page on a server that has served it before, from the address to what is drawn;
- every kind of click: median and 95th percentile, measured inside the browser from the click
  until the new content is drawn and the app is at rest;
- ten visitors at once, each with a click and a pause in turn: the median of each visitor;
- the memory of the server for each further visitor, of the same files and of uploads.

``--quick`` takes fewer clicks and three visitors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from benchmarks.corpora import random_masses
from tests.support.driving import CHROMIUM, FLAGS, rest, running

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.async_api import Browser as AsyncBrowser
    from playwright.sync_api import Browser, Page

FIRST_PAGE = 3000
CLICK, CLICK_95 = 250, 600
VISITOR = 2000
MEMORY = 40

# Clicks the element that `find` gives and waits until `drawn` no longer gives what
# it gave before and the script behind the page has ended.
MEASURE = """
async ([find, drawn]) => {
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
  while (performance.now() - start < 30000) {
    await new Promise(requestAnimationFrame);
    let now;
    try { now = content(deep); } catch { now = before; }
    const rests = app.dataset.testScriptState === "notRunning";
    if (now !== before && rests) return performance.now() - start;
  }
  throw new Error("nothing was redrawn");
}
"""
HEADING = "document.querySelector('h1').innerText"
FIRST_ROW = "deep('tbody tr')[0].innerText"
LAST_ROW = "deep('tbody tr').at(-1).innerText"
QUERY = "location.search"


class Step(NamedTuple):
    """One click: JavaScript for what is clicked, and for what then is drawn."""

    find: str
    drawn: str


class Kind(NamedTuple):
    """A kind of click: its name, the address it starts from, and steps that lead back there."""

    name: str
    start: str
    steps: tuple[Step, ...]


class Figure(NamedTuple):
    """A line of the table: what was measured, in which unit, and the target."""

    name: str
    value: float
    target: float
    unit: str

    def __str__(self) -> str:
        """Write the line."""
        verdict = "reached" if self.value < self.target else "MISSED"
        return f"{self.name:58}{self.value:8.0f}{self.target:8.0f} {self.unit:3} {verdict}"


def nav(name: str) -> str:
    """Find a link of the navigation."""
    return f"deep('nav a').find((a) => a.innerText === '{name}')"


def link(name: str) -> str:
    """Find a link anywhere."""
    return f"deep('a').find((a) => a.innerText === '{name}')"


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


TO_AN_ITEM = (Step("deep('tbody th a')[3]", HEADING), Step(nav("Agreement"), HEADING))
CLICKS = (
    Kind("Corpus and Report", "/", between("Corpus", "Report")),
    Kind("Corpus and Heat maps", "/", between("Corpus", "Heat maps")),
    Kind("Corpus and Agreement", "/", between("Corpus", "Agreement")),
    Kind("Agreement and Laboratory", "/agreement", between("Agreement", "Laboratory")),
    Kind("Metrics and Reproduce", "/metrics", between("Metrics", "Reproduce")),
    Kind(
        "Agreement: sort by a column",
        "/agreement",
        (Step("deep('thead a')[1]", FIRST_ROW), Step("deep('thead a')[4]", FIRST_ROW)),
    ),
    Kind(
        "Agreement: another page of the table",
        "/agreement",
        (
            Step(link("961–1,000"), FIRST_ROW),
            Step(link("1–40"), FIRST_ROW),
        ),
    ),
    Kind("Agreement: another convention", "/agreement", options("defined", "published", LAST_ROW)),
    Kind("Agreement to an item and back", "/agreement", TO_AN_ITEM),
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
    Kind(
        "Item: another view of the pair",
        "/item",
        options("edits", "windows of WindowDiff", QUERY),
    ),
    Kind("Report: another convention", "/report", options("defined", "published", QUERY)),
)


def clicks(page: Page, address: str, rounds: int) -> Iterable[Figure]:
    """Time every kind of click."""
    for kind in CLICKS:
        page.goto(address + kind.start)
        page.locator("h1").wait_for()
        rest(page)
        for step in kind.steps:  # warm up
            page.evaluate(MEASURE, list(step))
            rest(page)
        times = []
        for turn in range(rounds):
            times.append(page.evaluate(MEASURE, list(kind.steps[turn % len(kind.steps)])))
            page.wait_for_timeout(250)
        times.sort()
        yield Figure(kind.name, statistics.median(times), CLICK, "ms")
        yield Figure(
            "  its 95th percentile", times[math.ceil(0.95 * len(times)) - 1], CLICK_95, "ms"
        )


def first_pages(browser: Browser, address: str, rounds: int) -> Iterable[Figure]:
    """Time the first page of new visitors, on a server that has served one before."""
    for name, start, drawn in (
        ("Corpus", "/", "h1"),
        ("Agreement, with its table", "/agreement", "tbody tr"),
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
    await page.goto(f"{address}/agreement")
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
                page.goto(address)
                page.locator("h1").wait_for()
                rest(page)
                if not given:
                    page.locator("input[type=file]").set_input_files(file)
                    page.get_by_role("button", name="Accept").first.click(timeout=60_000)
                    rest(page)
                for one in ("Agreement", "Heat maps", "Item", "Report"):
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
    chosen = parser.parse_args()
    rounds, number = (10, 3) if chosen.quick else (40, 10)

    def wanted(part: str) -> bool:
        return chosen.only in (None, part)

    print(f"{'1,000 items x 6 coders x 100 units':58}{'found':>8}{'target':>8}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.json"
        content = {"segmentation_type": "linear", "items": random_masses(1000, 100, 100)}
        file.write_text(json.dumps(content), encoding="utf-8")
        with running(file) as (address, _):
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                if wanted("first"):
                    show(first_pages(browser, address, rounds // 4))
                if wanted("clicks"):
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    show(clicks(page, address, rounds))
                browser.close()
            if wanted("visitors"):
                show(asyncio.run(visitors(address, number, rounds // 2)))
        if wanted("memory"):
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                show(memory(browser, number, file))
                browser.close()


def show(figures: Iterable[Figure]) -> None:
    """Print lines as soon as they are known."""
    for figure in figures:
        print(figure, flush=True)


if __name__ == "__main__":
    main()
