"""What a server of links tidies by itself, an hour after its start, then every hour or day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

from segmetrics.dashboard.server.logs import log, tried
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.shared_store import shared_store
from segmetrics.settings import DRAFT_DAYS, Settings
from segmetrics.store import Store
from segmetrics.store.maintenance import drop_drafts, end_links
from segmetrics.store.values import Removed

HOUR = 3_600.0


async def delete_expired_on(settings: Settings) -> None:
    """Delete what has expired, again and again; only links expire, other modes keep everything."""
    if settings.mode != "links":
        return
    for hour in count():
        await asyncio.sleep(HOUR)
        await asyncio.to_thread(delete_unread, settings.unread_hours)
        if hour % 24 == 0:
            await asyncio.to_thread(delete_expired)


def delete_unread(hours: int) -> None:
    """Delete uploads that no page has read for some hours."""
    _sweep(partial(drop_drafts, older_than=timedelta(hours=hours), unread=True))


def delete_expired() -> None:
    """Delete uploads that nobody accepted, links that ended, and what only they led to."""
    _sweep(partial(drop_drafts, older_than=timedelta(days=DRAFT_DAYS)), end_links)


def _sweep(*sweeps: Callable[[Store], Removed]) -> None:
    for sweep in sweeps:
        with tried():
            removed = sweep(shared_store())
            if removed.held:
                log(
                    "refused",
                    limit="age",
                    count=removed.held,
                    command="segmetrics store vacuum --all-ended",
                )
            for digest in removed.digests:
                result_cache().forget(digest)
            log("deleted", count=removed.corpora, rounds=removed.rounds)
