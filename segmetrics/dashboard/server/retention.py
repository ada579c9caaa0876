"""What a server of links tidies by itself, an hour after its start and every day."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.shared_store import shared_store
from segmetrics.settings import DRAFT_DAYS, Settings
from segmetrics.store import StoreError
from segmetrics.store.maintenance import drop_drafts, end_links

HOUR, DAY = 3_600.0, 86_400.0


async def delete_expired_daily(settings: Settings) -> None:
    """Delete what has expired, every day; only links expire, so other modes keep everything."""
    if settings.mode != "links":
        return
    await asyncio.sleep(HOUR)
    while True:
        await asyncio.to_thread(delete_expired)
        await asyncio.sleep(DAY)


def delete_expired() -> None:
    """Delete uploads that nobody accepted, links that ended, and what only they led to."""
    drop_old_drafts = partial(drop_drafts, older_than=timedelta(days=DRAFT_DAYS))
    for sweep in (drop_old_drafts, end_links):
        try:
            removed = sweep(shared_store())
        except StoreError as error:
            log("failed", error=error)
            continue
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
