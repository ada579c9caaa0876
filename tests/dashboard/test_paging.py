"""Long lists in pages."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from segmetrics.dashboard.frame.paging import PAGE_SIZE, on_page, page_links
from segmetrics.dashboard.frame.url_state import UrlState


@pytest.mark.parametrize(
    ("rows", "page", "first", "last"),
    [(95, 1, 0, 39), (95, 2, 40, 79), (95, 3, 80, 94), (95, 7, 80, 94), (40, 2, 0, 39)],
)
def test_a_page_has_forty_rows_and_the_last_one_the_rest(
    rows: int, page: int, first: int, last: int
) -> None:
    assert on_page(range(rows), UrlState(page=page)) == list(range(first, last + 1))


def test_the_pages_of_any_list_hold_each_row_once() -> None:
    for rows in range(130):
        pages = range(1, 2 + (rows - 1) // PAGE_SIZE)
        found = [row for page in pages for row in on_page(range(rows), UrlState(page=page))]
        assert found == list(range(rows))
    assert on_page([], UrlState(page=3)) == []


def test_pages_are_linked_by_their_rows_the_first_the_last_and_those_around() -> None:
    assert page_links(40, UrlState(), "") == []
    assert page_links(0, UrlState(), "") == []
    few = page_links(81, UrlState(page=2, item="x"), "")
    assert [link.text for link in few] == ["1–40", "41–80", "81"]
    assert [link.current for link in few] == [False, True, False]
    assert parse_qs(urlsplit(few[2].href).query) == {"item": ["x"], "page": ["3"]}
    many = page_links(4_000, UrlState(page=50), "")
    assert [link.text for link in many] == [
        *("1–40", "… 1,841–1,880", "1,881–1,920", "1,921–1,960", "1,961–2,000", "2,001–2,040"),
        *("2,041–2,080", "2,081–2,120", "… 3,961–4,000"),
    ]
