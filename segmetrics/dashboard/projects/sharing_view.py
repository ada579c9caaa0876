"""Who can see a saved corpus: its links, and the people who were invited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import urljoin

from segmetrics.dashboard.frame.session_store import when
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.settings import Mode
from segmetrics.store import Member, Right, ShareLink
from segmetrics.store.validation import LONGEST_ADDRESS
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

WHO: dict[Mode, str] = {
    "local": "Whoever can open the dashboard on this machine sees everything that is saved, and "
    "nobody else does. To give a corpus to somebody, send its ZIP.",
    "ephemeral": "You alone see it, and nothing of it is written to disk: it is gone when this "
    "page is closed, loaded again or cut off for a moment. Take along what you want to keep.",
    "links": "Whoever has a link to it, and nobody else; it is listed nowhere. A link to read "
    "shows everything and changes nothing; a link to edit may do everything that you may, "
    "sharing and deleting too.",
    "accounts": "Its owner, and the people whom the owner invites to read or to edit it. Only "
    "the owner invites, and deletes it.",
}
MAY: dict[Mode, dict[Right, str]] = {
    "links": {
        "read": "You came by a link to read: you may look at everything here, and change nothing.",
    },
    "accounts": {
        "read": "You were invited to read it: you may look at everything here, and change nothing.",
        "edit": "You were invited to edit it: you may change everything here, and not delete it.",
    },
}
LONGEST_EMAIL = LONGEST_ADDRESS
WHAT_FOR: dict[Right, str] = {"read": "to read", "edit": "to edit"}
LINK_COLUMNS = (
    Heading("Link", numeric=False),
    Heading("Made", numeric=False),
    Heading("Ends", numeric=False),
)
MAY_DO: dict[Right, str] = {"own": "do everything", "edit": "edit", "read": "read"}
MEMBER_COLUMNS = (
    Heading("Person", numeric=False),
    Heading("May", numeric=False),
    Heading("Signed in", numeric=False, title="Whether the person has, since being invited"),
)


def link_table(links: Sequence[ShareLink]) -> PageTable:
    """Return a row for each link to a corpus; the links themselves are kept nowhere."""
    return LINK_COLUMNS, [
        TableRow(
            "item",
            [
                Cell(
                    f"{number}. {WHAT_FOR[link.right]}",
                    sub="the one you came by" if link.current else None,
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
        return "never"
    return f"{'ended ' if has_ended(link) else ''}{when(link.expires)}"


def has_ended(link: ShareLink) -> bool:
    """Whether nobody reaches the corpus by a link any more."""
    return link.expires is not None and link.expires <= datetime.now(UTC)


def member_table(members: Sequence[Member]) -> PageTable:
    """Return a row for each person who sees a corpus."""
    joined = {True: "yes", False: "not yet"}
    shown = ((called(one), MAY_DO[one.right], joined[one.joined]) for one in members)
    return MEMBER_COLUMNS, [TableRow("item", list(map(Cell, texts))) for texts in shown]


def called(member: Member) -> str:
    """Return what a person is called."""
    return member.email or f"person {member.id}, without a known address"


def address_of(here: str | None, key: str) -> str:
    """Return the whole address of a corpus, as the visitor reaches this dashboard."""
    return urljoin(here or "", UrlState(corpus=key).href(""))
