"""Pictures of every page: ``python -m tests.support.screenshots [FOLDER]``.

Each page is shown with the sample, with a large, a small and a broken corpus and with none,
1440 and 800 pixels wide, light and dark. The folder is ``screenshots`` unless another is
named; it is kept out of the repository.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from segmetrics.dashboard.server.page_list import PAGES
from tests.support.driving import CHROMIUM, FLAGS, rest, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTHS = (1440, 800)
THEMES = ("light", "dark")
# Height of a page, at most: that of the longest ones, without endless blank space.
TALLEST = 6000


def corpora(folder: Path) -> dict[str, list[Path]]:
    """Write the corpora that pages are shown with; the sample needs no file."""
    large = {
        f"item {number}": {
            f"coder {coder}": [3 + (number + coder * step) % 5 for step in range(20)]
            for coder in range(6)
        }
        for number in range(300)
    }
    for codings in large.values():
        longest = max(map(sum, codings.values()))
        for masses in codings.values():
            masses[-1] += longest - sum(masses)
    small = {"only": {"alone": [2, 3]}}
    broken = {"short": {"one": [2, 3], "two": [2, 2]}, "odd": {"one": [2, -1]}}
    found: dict[str, list[Path]] = {"sample": []}
    for name, items in (("large", large), ("small", small), ("broken", broken)):
        file = folder / f"{name}.json"
        content = {"segmentation_type": "linear", "items": items}
        file.write_text(json.dumps(content), encoding="utf-8")
        found[name] = [file]
    return found


def take(browser: Browser, address: str, name: str, folder: Path, pages: list[str]) -> None:
    """Take pictures of the pages with one corpus."""
    query = "?corpus=nothing" if name == "closed" else ""
    for theme in THEMES:
        for width in WIDTHS:
            context = browser.new_context(
                viewport={"width": width, "height": 1000},
                color_scheme=theme,  # type: ignore[arg-type]
            )
            page = context.new_page()
            for info in PAGES:
                if pages and info.name not in pages:
                    continue
                page.set_viewport_size({"width": width, "height": 1000})
                page.goto(f"{address}/{info.address}{query}")
                rest(page)
                height = page.evaluate(
                    "document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight"
                )
                page.set_viewport_size({"width": width, "height": min(TALLEST, height + 20)})
                page.wait_for_timeout(800)
                page.screenshot(path=folder / f"{info.name} {name} {width} {theme}.png")
            context.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.screenshots")
    parser.add_argument("folder", nargs="?", default="screenshots", type=Path)
    parser.add_argument("--page", action="append", default=[], help="only this page; repeatable")
    parser.add_argument("--corpus", action="append", default=[], help="only this; repeatable")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, ExitStack() as stack:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stack.callback(browser.close)
        files = corpora(Path(folder)) | {"closed": []}
        for name, given in files.items():
            if chosen.corpus and name not in chosen.corpus:
                continue
            with running(*given) as (address, _):
                take(browser, address, name, chosen.folder, chosen.page)
    sys.stdout.write(f"{len(list(chosen.folder.glob('*.png')))} pictures in {chosen.folder}\n")


if __name__ == "__main__":
    main()
