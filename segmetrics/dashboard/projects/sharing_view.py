"""Who can see a saved corpus: its links, and the people who were invited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urljoin

from segmetrics.dashboard.frame.session_store import when
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.projects import words
from segmetrics.store import Member, ShareLink
from segmetrics.store.validation import LONGEST_ADDRESS
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

LONGEST_EMAIL = LONGEST_ADDRESS
LINK_COLUMNS = (
    Heading(words.LINK, numeric=False),
    Heading(words.MADE, numeric=False),
    Heading(words.ENDS, numeric=False),
)
MEMBER_COLUMNS = (
    Heading(words.PERSON, numeric=False),
    Heading(words.MAY_COLUMN, numeric=False),
    Heading(words.SIGNED_IN, numeric=False, title=words.SIGNED_IN_TITLE),
)


def link_table(links: Sequence[ShareLink]) -> PageTable:
    """Return a row for each link to a corpus; the links themselves are kept nowhere."""
    return LINK_COLUMNS, [
        TableRow(
            "item",
            [
                Cell(
                    words.NUMBERED_LINK.format(number=number, to_do=words.TO_DO[link.right]),
                    sub=words.CAME_BY if link.current else None,
                ),
                Cell(when(link.created)),
                Cell(_end(link)),
            ],
            chosen=link.current,
        )
        for number, link in enumerate(links, 1)
    ]


def _end(link: ShareLink) -> str:
    """Return when a link ends."""
    if link.expires is None:
        return words.NEVER
    end = when(link.expires)
    return words.ENDED.format(end) if has_ended(link) else end


def has_ended(link: ShareLink) -> bool:
    """Whether nobody reaches the corpus by a link any more."""
    return link.expires is not None and link.expires <= datetime.now(UTC)


def member_table(members: Sequence[Member]) -> PageTable:
    """Return a row for each person who sees a corpus."""
    joined = {True: words.JOINED, False: words.NOT_YET}
    shown = ((called(one), words.MAY_DO[one.right], joined[one.joined]) for one in members)
    return MEMBER_COLUMNS, [TableRow("item", list(map(Cell, texts))) for texts in shown]


def called(member: Member) -> str:
    """Return what a person is called."""
    return member.email or words.UNKNOWN_ADDRESS.format(member.id)


def address_of(here: str | None, key: str) -> str:
    """Return the whole address of a corpus, as the visitor reaches this dashboard."""
    return urljoin(here or "", UrlState(corpus=key).href(""))
