"""Grave findings of axe-core on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRAVE = {"serious", "critical"}


def grave(page: Page, *rules: str) -> list[str]:
    """Describe what axe calls serious or critical, by all rules or those that are named."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    # A message of Streamlit that passes has the name of an element that is not always there.
    checked = Axe().run(page, context={"exclude": [".stToast"]}, options=options)
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]}"
        for one in checked.response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
