"""Many people at once: ``python -m benchmarks.load``.

It starts the dashboard with a store of its own and lets visitors work on it, each in a
browser context of their own with a corpus of 200 items x 6 coders that they upload
(``--shared``: all on the same files). They go through the pages by clicking, with about ten
seconds between two clicks. It prints how long clicks took, from the click until the script
behind the page has ended, by kind, beside clicks on an empty page of Streamlit at the same
time, the floor of the machine; what went wrong; and the memory of the server as a curve.
``--again`` lets as many visitors do the same once more and says what that added.

``--during-import`` prints instead how long clicks of another visitor take while one brings
files of 50 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, ConsoleMessage, Error, Page, async_playwright

from benchmarks.corpora import as_json, random_masses
from benchmarks.imports import MEGABYTES, PROMISED, in_process
from benchmarks.responsiveness import (
    AGAIN,
    HEADING,
    MEASURE,
    QUERY,
    Step,
    empty_app,
    late,
    nav,
    option,
    resident,
    spread,
)
from benchmarks.verdict import judged
from segmetrics.settings import MODES
from tests.support.driving import CHROMIUM, FLAGS, running

ITEMS, UNITS = 200, (60, 140)
# Targets: seconds of the median click, of 95% of them, and of 95% of uploads; growth after the
# first two minutes, and by a second load.
CLICK, LATE, UPLOAD, STEADY, ADDED = 0.4, 1.0, 5.0, 1.1, 1.05
# Targets while somebody brings 50 MB: the median click of another visitor, and the worst.
MEANWHILE, AT_WORST = 0.5, 1.0
SETTLED = 120.0
# Seconds between two looks at the memory; after the visitors left, until their sessions end.
LOOK, ENDED = 10.0, 150.0
# Clicks on the empty page for each of a visitor; the pause between clicks during an import.
FLOORS, SHORT_PAUSE = 4, 0.2
# Seconds that a page and an upload may take before they count as failed.
PATIENCE = 60.0
# Pauses during which the visitors come, one after the other: a minute and a half.
ARRIVAL = 9
SEED = 2012
COLUMNS = 60
HEADER = f"{'':26}{'clicks':>8}{'median':>9}{'95%':>9}{'worst':>9}  s"
# What the browser says of the network when a page is left is no error of the dashboard.
HARMLESS = ("net::ERR_ABORTED",)

UPLOADS = ("upload until the review", "accept")
FLOOR, OTHER = "(empty page)", "another visitor"
SUMMARY = "document.querySelector('[data-testid=stMain]').innerText"
# What a visitor clicks on, again and again; an accepted upload opens the Overview. What
# takes most memory comes early, so that it is there within the first two minutes.
ROUND = (
    ("order the items", Step(option("longest first"), QUERY)),
    ("open Share", Step(nav("Share"), HEADING)),
    ("back to Results", Step(nav("Results"), HEADING)),
    ("open an item", Step("deep('tbody th a')[3]", HEADING)),
    ("open Heat maps", Step(nav("Heat maps"), HEADING)),
    ("change a setting", Step(option("least reliable first"), QUERY)),
    ("change it back", Step(option("as in the corpus"), QUERY)),
    ("open Coders", Step(nav("Coders"), HEADING)),
    ("open Decide", Step(nav("Decide"), HEADING)),
    ("decide a dispute", Step("deep('[class*=st-key-choose] button').at(-1)", SUMMARY)),
    ("open Rounds", Step(nav("Rounds"), HEADING)),
    ("open Data", Step(nav("Data"), HEADING)),
    ("open Results", Step(nav("Results"), HEADING)),
    ("order them back", Step(option("as in the corpus"), QUERY)),
)


class Click(NamedTuple):
    """A click: its kind, when it was, and its seconds."""

    kind: str
    at: float
    seconds: float


@dataclass
class Load:
    """What a load did."""

    begin: float = field(default_factory=time.monotonic)
    clicks: list[Click] = field(default_factory=list)  # uploads among them
    errors: list[str] = field(default_factory=list)
    # Seconds since the begin, and megabytes of the server.
    memory: list[tuple[float, float]] = field(default_factory=list)

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.begin

    def growth(self) -> float | None:
        """Compare the memory at the end with that after two minutes; None if it was shorter.

        Both are medians of a minute, or of what there is of it.
        """
        last = self.memory[-1][0] if self.memory else 0.0
        early = [size for at, size in self.memory if SETTLED <= at < SETTLED + 60]
        late = [size for at, size in self.memory if at > max(last - 60, SETTLED)]
        return statistics.median(late) / statistics.median(early) if early and late else None

    def steady(self) -> float:
        """Median of the memory after two minutes, in megabytes; of all if it was shorter."""
        sizes = [size for at, size in self.memory if at >= SETTLED]
        return statistics.median(sizes or [size for _, size in self.memory])


def corpus(whose: str) -> bytes:
    """Write a corpus whose items are named after a visitor, so that no two are the same."""
    return as_json(random_masses(ITEMS, *UNITS), whose)


async def visit(
    browser: Browser,
    address: str,
    upload: Path | None,
    load: Load,
    *,
    seconds: float,
    pause: float,
    rounds: int | None,
) -> None:
    """Work as one visitor: upload, and click through the pages, see `work`."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: load.errors.append(f"page error: {error}"))
    page.on("console", lambda said: _listen(said, load))
    pauses = random.Random(f"{SEED} {upload}")
    await asyncio.sleep(pauses.uniform(0, ARRIVAL * pause))
    try:
        # At another address the frontend asks first for what only the root has.
        await page.goto(address)
        await page.locator("h1").wait_for()
        if upload:
            await _upload(page, upload, load)
    except Error as error:
        load.errors.append(f"the first page: {_short(error)}")
    for kind, step in cycle(ROUND) if rounds is None else ROUND * rounds:
        if load.elapsed >= seconds:
            break
        await asyncio.sleep(pauses.uniform(0.7, 1.3) * pause)
        await _click(page, kind, step, load)
    await context.close()


async def _upload(page: Page, file: Path, load: Load) -> None:
    await _rest(page)
    await page.get_by_role("link", name="Projects", exact=True).click()
    begin = time.monotonic()
    await page.locator("input[type=file]").first.set_input_files(file)
    accept = page.get_by_role("button", name="Accept").first
    await accept.wait_for()
    load.clicks.append(Click(UPLOADS[0], load.elapsed, time.monotonic() - begin))
    begin = time.monotonic()
    await accept.click()
    await page.locator("h1", has_text="Overview").wait_for()
    await _rest(page)
    load.clicks.append(Click(UPLOADS[1], load.elapsed, time.monotonic() - begin))


async def _click(page: Page, kind: str, step: Step, load: Load) -> None:
    """Click something and note how long it took; what fails is noted, too."""
    try:
        await _rest(page)
        taken = await page.evaluate(MEASURE, list(step))
        load.clicks.append(Click(kind, load.elapsed, taken / 1000))
        broken = page.get_by_text("This page broke off").or_(page.get_by_test_id("stException"))
        if await broken.count():
            load.errors.append(f"{kind}: the page broke off")
    except Error as error:
        load.errors.append(f"{kind}: {_short(error)}")


async def click_empty_page(browser: Browser, address: str, load: Load, *, pause: float) -> None:
    """Click on the empty page again and again: what no page can be faster than here and now."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(address)
    await page.locator("h1").wait_for()
    while True:
        await asyncio.sleep(pause)
        await _click(page, FLOOR, AGAIN, load)


async def _rest(page: Page) -> None:
    await page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def _listen(said: ConsoleMessage, load: Load) -> None:
    if said.type == "error" and not any(harmless in said.text for harmless in HARMLESS):
        load.errors.append(f"console: {said.text[:200]}")


def _short(error: Error) -> str:
    return str(error).splitlines()[0][:200]


async def look(process: int, load: Load, every: float = LOOK) -> None:
    """Look at the memory of the server again and again."""
    while True:
        load.memory.append((load.elapsed, resident(process)))
        await asyncio.sleep(every)


async def work(
    address: str,
    process: int,
    uploads: Sequence[Path | None],
    *,
    pause: float,
    seconds: float = math.inf,
    rounds: int | None = None,
    every: float = LOOK,
) -> Load:
    """Let a visitor for each upload work at once; without one they look at what is open unasked.

    They wait about `pause` seconds between two clicks, and work for so many seconds, or go so many
    times through all pages. Every so many seconds the memory is looked at.
    """
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        load = Load()
        with empty_app() as empty:
            beside = [
                asyncio.create_task(look(process, load, every)),
                asyncio.create_task(click_empty_page(browser, empty, load, pause=pause / FLOORS)),
            ]
            await asyncio.gather(
                *(
                    visit(browser, address, file, load, seconds=seconds, pause=pause, rounds=rounds)
                    for file in uploads
                )
            )
            await _ended(beside)
        await browser.close()
    return load


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End what goes on until it is ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def during_import(address: str, process: int, file: Path) -> Load:
    """Let somebody bring a large file, and another visitor click until it is a corpus."""
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        pages = [await (await browser.new_context()).new_page() for _ in range(2)]
        for page in pages:
            page.set_default_timeout(1000 * PATIENCE)
            await page.goto(f"{address}/?corpus=moonstone")
            await page.get_by_role("link", name="Heat maps", exact=True).wait_for()
        load = Load()
        watching = asyncio.create_task(look(process, load, 1.0))
        importing = asyncio.create_task(_upload(pages[0], file, load))
        for name in cycle(("Heat maps", "Overview")):
            if importing.done():
                break
            await _click(pages[1], OTHER, Step(nav(name), HEADING), load)
            await asyncio.sleep(SHORT_PAUSE)
        await importing
        await _ended([watching])
        await browser.close()
    return load


def report_import(name: str, load: Load) -> Iterable[str]:
    """Say how long the clicks of another visitor took, and what the import itself took."""
    clicks = [click.seconds for click in load.clicks if click.kind == OTHER]
    if clicks:
        good = statistics.median(clicks) < MEANWHILE and max(clicks) < AT_WORST and not load.errors
        yield f"{name:26}{len(clicks):8}{spread(clicks)}  {judged(good)}"
    else:
        yield f"{name:26}{0:8}  {judged(False)}"
    yield from (f"  {one.kind}: {one.seconds:.1f} s" for one in load.clicks if one.kind in UPLOADS)
    yield f"  most memory: {max(size for _, size in load.memory):.0f} MB"
    yield from (f"  {error}" for error in load.errors)


def report(load: Load) -> Iterable[str]:
    """Say what a load did, line by line."""
    kinds: dict[str, list[float]] = defaultdict(list)
    for click in load.clicks:
        kinds[click.kind].append(click.seconds)
    clicks = [click.seconds for click in load.clicks if click.kind in dict(ROUND)]
    yield HEADER
    for kind, times in [*sorted(kinds.items()), ("all clicks", clicks)]:
        if times:
            yield f"{kind:26}{len(times):8}{spread(times)}"
    if clicks:
        yield f"Median click under {CLICK:g} s: {judged(statistics.median(clicks) < CLICK)}"
        yield f"95% of clicks under {LATE:g} s: {judged(late(clicks) < LATE)}"
    brought = [kinds[kind] for kind in UPLOADS if kinds[kind]]
    if brought:
        reached = judged(max(map(late, brought)) < UPLOAD)
        yield f"95% of uploads under {UPLOAD:g} s: {reached}"
    counted: dict[str, int] = defaultdict(int)
    for error in load.errors:
        counted[error] += 1
    yield f"Errors: {len(load.errors)}: {judged(not load.errors)}"
    yield from (f"  {times} x {error}" for error, times in counted.items())
    yield "Memory of the server:"
    yield from curve(load.memory)
    growth = load.growth()
    if growth is not None:
        yield (
            f"At the end {growth:.3f} of what it was in the third minute: {judged(growth < STEADY)}"
        )


def curve(memory: Iterable[tuple[float, float]]) -> Iterable[str]:
    """Draw the memory over time, a line for each look."""
    memory = list(memory)
    highest = max((size for _, size in memory), default=1.0)
    for at, size in memory:
        bar = "#" * round(COLUMNS * size / highest)
        yield f"{at:7.0f} s {size:8.1f} MB {bar}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a load, print what it did, and say by the status whether all targets were reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two clicks")
    parser.add_argument("--again", action="store_true", help="a second load after the first")
    parser.add_argument("--during-import", action="store_true", help="while 50 MB come in, alone")
    parser.add_argument("--shared", action="store_true", help="all on the same files, no uploads")
    parser.add_argument("--mode", choices=tuple(MODES), default="links")
    parser.add_argument("--csv", type=Path, help="write the curve of the memory into this file")
    given = parser.parse_args(arguments)
    if given.during_import:
        return _all_during_import()
    with tempfile.TemporaryDirectory() as folder:
        names = [f"visitor{number}" for number in range(1, given.visitors + 1)]
        files = [Path(folder) / f"{name}.json" for name in names]
        for name, file in zip(names, files, strict=True):
            file.write_bytes(corpus(name))
        opened = files[:1] if given.shared else []
        uploads: list[Path | None] = [None] * len(files) if given.shared else [*files]
        loads = []
        with running(*opened, options=["--mode", given.mode]) as (address, process):
            print(f"Before: {resident(process):.1f} MB", flush=True)
            for number in range(2 if given.again else 1):
                if number:
                    time.sleep(ENDED)
                    print(f"\nAll had left: {resident(process):.1f} MB", flush=True)
                seconds = 60 * given.minutes
                load = asyncio.run(
                    work(address, process, uploads, seconds=seconds, pause=given.pause)
                )
                print(*report(load), sep="\n", flush=True)
                loads.append(load)
    if given.csv:
        given.csv.write_text(as_csv(loads), encoding="utf-8")
    reached = [not load.errors and (load.growth() or 0) < STEADY for load in loads]
    if given.again:
        added = loads[1].steady() / loads[0].steady()
        reached.append(added < ADDED)
        print(f"The second load: {added:.3f} of the memory of the first: {judged(added < ADDED)}")
    return 0 if all(reached) else 1


def _all_during_import() -> int:
    """Run an import of each promised format, and say what it cost another visitor."""
    print(HEADER)
    reached = True
    with tempfile.TemporaryDirectory() as folder:
        for kind in PROMISED:
            file = Path(in_process("--write", kind, str(MEGABYTES), folder)["path"])
            with running() as (address, process):
                lines = [*report_import(kind, asyncio.run(during_import(address, process, file)))]
            print(*lines, sep="\n", flush=True)
            reached &= lines[0].endswith(judged(True))
    return 0 if reached else 1


def as_csv(loads: Iterable[Load]) -> str:
    """Write the memory of loads as a table."""
    rows = [
        f"{number},{at:.1f},{size:.1f}"
        for number, load in enumerate(loads, 1)
        for at, size in load.memory
    ]
    return "\n".join(["load,seconds,megabytes", *rows, ""])


if __name__ == "__main__":
    sys.exit(main())
