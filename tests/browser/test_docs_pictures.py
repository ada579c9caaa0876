"""The pictures of README and docs show the pages as they are: the same texts at the same places."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.support.pictures import FINE, FOLDER, SCENES, TEXTS, WIDTH, new_page, show
from tests.support.project import PROJECT, dashboard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

NEAR = 4
"""Pixels by which a text may stand elsewhere: another machine may draw letters a little wider."""
AGAIN = "the page has changed: python -m tests.support.pictures"
KEPT: dict[str, list[list[Any]]] = json.loads(TEXTS.read_text(encoding="utf-8"))
SHOWN = re.compile(r"!\[[^\]]*\]\((?:docs/|\.\./)?pictures/([\w-]+)\.png\)")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start a dashboard of its own, without what other tests uploaded."""
    with dashboard() as found:
        yield found


@pytest.fixture(scope="module")
def visited(browser: Browser, address: str) -> Iterator[Page]:
    page = new_page(browser, address)
    yield page
    page.context.close()


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_shows_the_page(visited: Page, address: str, name: str) -> None:
    kept = KEPT[name]
    found = show(visited, address, SCENES[name], kept)
    assert [one[0] for one in found] == [one[0] for one in kept], AGAIN
    moved = [
        (one, other)
        for one, other in zip(found, kept, strict=True)
        if max(abs(one[1] - other[1]), abs(one[2] - other[2])) > NEAR
    ]
    assert moved == [], AGAIN


def test_pictures_are_as_large_as_their_scenes_and_small_together() -> None:
    assert {one.stem for one in FOLDER.glob("*.png")} == SCENES.keys() == KEPT.keys()
    for name, scene in SCENES.items():
        with Image.open(FOLDER / f"{name}.png") as picture:
            assert picture.size == (WIDTH * FINE, scene.height * FINE), name
    sizes = {name: (FOLDER / f"{name}.png").stat().st_size for name in SCENES}
    in_readme = SHOWN.findall((PROJECT / "README.md").read_text(encoding="utf-8"))
    assert in_readme == ["overview", "item", "decide"]
    assert sum(sizes[name] for name in in_readme) < 1_000_000
    assert sum(sizes.values()) < 1_500_000


def test_each_picture_is_shown_and_says_in_words_what_is_seen() -> None:
    pages = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
    texts = [one.read_text(encoding="utf-8") for one in pages]
    assert {name for text in texts for name in SHOWN.findall(text)} == SCENES.keys()
    alternatives = [one for text in texts for one in re.findall(r"!\[([^\]]*)\]", text)]
    assert min(map(len, alternatives)) > 20
