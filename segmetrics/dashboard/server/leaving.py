"""In mode ``ephemeral``, all that a visitor brought and computed ends with the page.

Streamlit keeps the session of a connection that was lost for two minutes, so that the browser
can come back to it. In the other modes that does no harm: what is in a session is in the store
too, which asks at every click who may see it. Then `end_in_time` ends it.
"""

from __future__ import annotations

import asyncio
import urllib.parse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from segmetrics.dashboard.server import tuning
from segmetrics.dashboard.server.logs import tried
from segmetrics.dashboard.server.streamlit_internals import end_with_connection, serve_nobody
from segmetrics.settings import settings_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


# Seconds between two looks for sessions to which nobody came back in time.
PAUSE = 15.0

NO_RETURN: Mapping[str, int] = {"server.disconnectedSessionTTL": 0}
"""Options of Streamlit by which nobody comes back to a session whose connection has ended."""


def leave_with_page() -> None:
    """Make this session end with its connection, in mode ``ephemeral``."""
    if settings_of().mode == "ephemeral":
        end_with_connection()


async def end_in_time() -> None:
    """End sessions to which nobody came back in time, though no other visitor comes or leaves."""
    while True:
        await asyncio.sleep(PAUSE)
        await _let_go()


async def _let_go() -> None:
    """Make Streamlit let go of the session that it served last; what fails is tried again."""
    with tried():
        await serve_nobody()


class TidyAfter:
    """Frees what a visitor held, when the connection of the page has ended."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        try:
            await self._app(scope, receive, send)
        finally:
            if scope["type"] == "websocket":
                await _let_go()
                # Python remembers the addresses it parsed, and names stand in them.
                urllib.parse.urlsplit.cache_clear()  # type: ignore[attr-defined]
                tuning.free_memory_soon()
