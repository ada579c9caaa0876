"""What axe-core, a checker of web accessibility, says of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from segmetrics.dashboard.shell import PAGES
from tests.conftest import NEEDS_CHROMIUM, rest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_CHROMIUM

GRAVE = {"serious", "critical"}


def grave(page: Any) -> list[str]:
    """Describe what axe calls serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address_of", [info.address for info in PAGES])
def test_axe_finds_nothing_serious(
    browser: Browser, address: str, address_of: str, theme: Any
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{address}/{address_of}")
    page.wait_for_selector("h1", timeout=60_000)
    rest(page)
    assert grave(page) == []
    context.close()


def test_axe_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html lang='en'><title>t</title><main><button></button></main></html>")
    assert any("button-name" in one for one in grave(page))
    page.close()
