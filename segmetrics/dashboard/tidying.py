"""What a server of links tidies by itself, at its start and every day."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from segmetrics.dashboard.computing import forget
from segmetrics.dashboard.logs import log
from segmetrics.dashboard.shelf import store
from segmetrics.store import StoreError

if TYPE_CHECKING:
    from segmetrics.settings import Settings

__all__ = ["DRAFT_DAYS", "tidy", "tidy_daily"]

DRAFT_DAYS = 30
"""Days after which an upload goes that nobody accepted: its address may be lost."""

DAY = 86_400.0


async def tidy_daily(settings: Settings) -> None:
    """Tidy now and every day; only links can end or be lost, so elsewhere nothing goes by itself.

    Parameters
    ----------
    settings : Settings
        How the server runs.
    """
    while settings.mode == "links":
        await asyncio.to_thread(tidy)
        await asyncio.sleep(DAY)


def tidy() -> None:
    """Delete uploads that nobody accepted, links that ended, and what only they led to."""
    try:
        removed = store().drop_drafts(timedelta(days=DRAFT_DAYS)), store().end_links()
    except StoreError as error:
        log("failed", error=error)
        return
    for one in removed:
        for digest in one.digests:
            forget(digest)
    log("deleted", count=sum(one.corpora for one in removed))
