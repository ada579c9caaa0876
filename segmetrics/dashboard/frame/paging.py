"""Long lists in pages: what a page shows, and the links to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.url_state import UrlState

PAGE_SIZE = 40

# Pages that are linked on each side of the one that is shown.
NEIGHBOURS = 3

Row = TypeVar("Row")


def on_page(rows: Sequence[Row], view: UrlState, size: int = PAGE_SIZE) -> list[Row]:
    """Return the rows of the page that a view shows; of the last page if there are fewer."""
    page, _ = _page(len(rows), view, size)
    return list(rows[(page - 1) * size : page * size])


def page_links(
    rows: int,
    view: UrlState,
    address: str,
    size: int = PAGE_SIZE,
    to: Callable[[int], Mapping[str, object]] = lambda number: {"page": number},
) -> list[Link]:
    """Link the pages of a list by the rows that they show: the first, the last, those around.

    `to` says what of the view leads to a page.
    """
    page, count = _page(rows, view, size)
    if count == 1:
        return []
    wanted = {1, count, *range(page - NEIGHBOURS, page + NEIGHBOURS + 1)} & set(range(1, count + 1))
    links = []
    for number in sorted(wanted):
        left_out = number > 1 and number - 1 not in wanted
        span = _span(1 + (number - 1) * size, min(number * size, rows))
        named = f"… {span}" if left_out else span
        links.append(Link(named, view.href(address, **to(number)), number == page))
    return links


def _page(rows: int, view: UrlState, size: int) -> tuple[int, int]:
    """Find the page that is shown, and how many there are."""
    count = max(1, -(-rows // size))
    return min(view.page, count), count


def _span(first: int, last: int) -> str:
    return f"{first:,}–{last:,}" if first < last else f"{first:,}"
