"""Pictures for the README and the docs: ``python -m tests.support.pictures [NAME...]``.

Each scene is a page with a corpus that comes with the project, as a new user would see it. Beside
the pictures, in ``docs/pictures``, stand the texts of each and where they are, so that
`tests/browser/test_docs_pictures.py` says when a picture no longer shows the page.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.driving import CHROMIUM, FLAGS, STILL, rest
from tests.support.project import PROJECT, dashboard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Page

FOLDER = PROJECT / "docs" / "pictures"
TEXTS = FOLDER / "texts.json"
WIDTH, FINE, COLOURS = 1120, 1.5, 96
# Looks at a page until two in a row see the same.
TRIES = 15
# A corpus whose items have texts.
WITH_TEXTS = "corpus=interviews&item=interview+5"


@dataclass(frozen=True)
class Scene:
    """A page to take a picture of: where it is, what is opened on it, what it is scrolled to."""

    address: str
    ready: str  # what stands there when it is drawn
    height: int = 700
    opened: tuple[str, ...] = ()  # what is clicked, by its words
    top: str = ""  # what stands at the upper edge


SCENES: dict[str, Scene] = {
    "overview": Scene("?corpus=moonstone", ".items tbody tr", 990),
    "item": Scene(f"item?{WITH_TEXTS}", ".reading .text", 900, top="h1"),
    "decide": Scene(f"decide?{WITH_TEXTS}", ".reading .text", 980, top="[data-testid=stProgress]"),
    "projects": Scene("projects", "h1", 720),
    "data": Scene("data?corpus=moonstone", "h1", 860),
    "heat-maps": Scene("heatmaps?corpus=moonstone", ".heat canvas", 880),
    "two-coders": Scene(
        "item?corpus=moonstone&item=ch1&a=an1&b=an2",
        ".lanes svg",
        620,
        top="text=an1 and an2 side by side",
    ),
    "coders": Scene("coders?corpus=moonstone&group=1", ".coders", 1060),
    "rules": Scene("decide?corpus=moonstone", "h1", 800),
    "share": Scene("share?corpus=moonstone", "[data-testid=stCode]", 1180),
    "against-chance": Scene(
        "?corpus=moonstone",
        ".items tbody tr",
        760,
        opened=("Against chance",),
        top="summary:has-text('Against chance')",
    ),
    "segmenters": Scene("segmenters?corpus=moonstone&baselines=even", "h1", 900),
}
"""The scenes, by the names of their files."""

# Texts of the page that are seen, in the order of the page, and where they begin.
FOUND = """height => {
  const found = [], unseen = "script, style, title, .tip, .spoken";
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim().replace(/\\s+/g, " ");
      const range = document.createRange();
      const style = getComputedStyle(node.parentElement ?? node.getRootNode().host);
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!text || box.width < 2 || box.bottom < 0 || box.top > height) return;
      if (style.visibility === "hidden" || style.opacity === "0") return;
      found.push([text, Math.round(box.left), Math.round(box.top)]);
      return;
    }
    if (node.nodeType === Node.COMMENT_NODE || node.matches?.(unseen)) return;
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
  };
  walk(document.querySelector("[data-testid=stApp]"));
  return found;
}"""


def new_page(browser: Browser, address: str) -> Page:
    """Open a page such as pictures are taken of; a server that just began needs a visit first."""
    page = browser.new_context(
        viewport={"width": WIDTH, "height": 800},
        device_scale_factor=FINE,
        color_scheme="light",
        **STILL,
    ).new_page()
    page.goto(address)
    rest(page)
    return page


def show(page: Page, address: str, scene: Scene, kept: object = None) -> list[list[Any]]:
    """Show a scene; return its texts and where they stand, at once if it is as it was kept."""
    page.set_viewport_size({"width": WIDTH, "height": scene.height})
    page.goto(f"{address}/{scene.address}")
    page.locator(scene.ready).first.wait_for()
    rest(page)
    for words in scene.opened:
        page.get_by_text(words, exact=True).first.click()
        rest(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.mouse.move(0, 0)
    found: list[list[Any]] = []
    # What is computed comes later, and moves what stands below it.
    for _ in range(TRIES):
        if scene.top:
            page.locator(scene.top).last.evaluate("one => one.scrollIntoView({ block: 'start' })")
        page.wait_for_timeout(800)
        rest(page)
        before, found = found, page.evaluate(FOUND, scene.height)
        if found in (before, kept):
            break
    return found


def packed(picture: bytes) -> bytes:
    """Return a PNG with few colours, which is a third as large."""
    buffer = BytesIO()
    with Image.open(BytesIO(picture)) as found:
        few = found.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def written(texts: dict[str, list[list[Any]]]) -> str:
    """Write texts and places, a line each, so that changes are seen line by line."""
    scenes = (
        f"{json.dumps(name)}: [\n"
        + ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
        + "\n]"
        for name, found in sorted(texts.items())
    )
    return "{" + ",\n".join(scenes) + "}\n"


def main(names: Iterable[str]) -> None:
    """Take the pictures of some scenes, or of all."""
    FOLDER.mkdir(exist_ok=True)
    texts = json.loads(TEXTS.read_text(encoding="utf-8")) if TEXTS.is_file() else {}
    chosen = list(names) or list(SCENES)
    with dashboard() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = new_page(browser, address)
        for name in chosen:
            texts[name] = show(page, address, SCENES[name])
            content = packed(page.screenshot())
            (FOLDER / f"{name}.png").write_bytes(content)
            sys.stdout.write(f"{name}: {len(content) / 1000:.0f} kB\n")
        browser.close()
    texts = {name: found for name, found in texts.items() if name in SCENES}
    for gone in {one.stem for one in FOLDER.glob("*.png")} - SCENES.keys():
        (FOLDER / f"{gone}.png").unlink()
    TEXTS.write_text(written(texts), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
