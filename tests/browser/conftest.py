"""A page on which the frontend is loaded: it does not matter to tests where one came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.driving import forget, guarded, rest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def one_page(shared_page: Page) -> Iterator[Page]:
    """Return a page that forgets after all tests of a file."""
    yield shared_page
    forget(shared_page)


@pytest.fixture
def loaded_page(one_page: Page, address: str) -> Iterator[Page]:
    """Return a wide and light page on which addresses are followed.

    Its errors and requests to other hosts fail the test.
    """
    one_page.set_viewport_size({"width": 1440, "height": 900})
    one_page.emulate_media(color_scheme="light")
    if not one_page.url.startswith(address):
        one_page.goto(address)
        rest(one_page)  # before it, nothing hears that an address is followed
    with guarded(one_page, address):
        yield one_page
