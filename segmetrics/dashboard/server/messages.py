"""What a browser may send over its websocket: which messages, how large, and how many.

Streamlit takes 25 MB of whatever it is, once 200 MB of it have been gathered. A browser sends a
few kilobytes, and a few hundred bytes for each file of an upload. What no browser sends is
refused here, before a session sees it; the connection is closed. Messages that pages of this
dashboard do not need are dropped: one of two bytes would run git, another clear the cache for
everybody. Whoever sends more than a person can is heard more slowly, and nobody else is.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.streamlit_internals import has, read_message

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from streamlit.proto.BackMsg_pb2 import BackMsg


MOST_FILES = 10_000
"""Files that are uploaded at once one by one; an archive may hold more."""

LARGEST = 6_000_000
"""Bytes of a message; that of `MOST_FILES` files, with name and three addresses each, fits."""

MOST_BESIDES = 1_000_000
"""Bytes of a message besides what it says of files: mostly values of widgets."""

MOST_WIDGETS = 5_000
"""Widgets of a message; a page has some dozens. Each is looked at, one after the other."""

LONGEST_QUERY = 64_000
"""Characters of the parameters of an address; no longer one reaches a server by HTTP."""

NEEDED = frozenset(
    ("rerun_script", "stop_script", "file_urls_request", "backend_operation_request")
)
"""The messages that pages need."""

# What a connection may send at once, and in a second; a message is one, and one more for so many
# bytes or names of files.
AT_ONCE, IN_A_SECOND = 200.0, 20.0
BYTES, FILES = 50_000, 100

# The status with which a websocket is closed for a message that is too large (RFC 6455).
TOO_LARGE = 1009


class MessageBounds:
    """Closes a websocket when something comes by it that no browser sends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._reads = has("reading messages before a page does")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but messages that are too large."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        bucket = TokenBucket()

        async def bounded() -> Message:
            while True:
                message = await receive()
                data = message.get("bytes") if message["type"] == "websocket.receive" else None
                if not data:
                    return message
                read = read_message(data) if self._reads else None
                if len(data) > LARGEST or (self._reads and not fits(read, len(data))):
                    log("refused", limit="message", bytes=len(data))
                    await send({"type": "websocket.close", "code": TOO_LARGE})
                    return {"type": "websocket.disconnect", "code": TOO_LARGE}
                names = len(read.file_urls_request.file_names) if read else 0
                await asyncio.sleep(bucket.take(1 + len(data) / BYTES + names / FILES))
                if read is None or read.WhichOneof("type") in NEEDED:
                    return message

        await self._app(scope, bounded, send)


class TokenBucket:
    """Says how long whoever sends much has to wait."""

    def __init__(self) -> None:
        self.left, self.since = AT_ONCE, time.monotonic()

    def take(self, tokens: float) -> float:
        """Take tokens, and return the seconds until they are there."""
        now = time.monotonic()
        self.left = min(AT_ONCE, self.left + IN_A_SECOND * (now - self.since)) - tokens
        self.since = now
        return max(0.0, -self.left / IN_A_SECOND)


def fits(message: BackMsg | None, size: int) -> bool:
    """Return whether a browser might send this, of so many bytes."""
    if message is None:
        return size <= MOST_BESIDES
    rerun = message.rerun_script
    # Two bytes are a widget: millions would hold the server up while they are looked at.
    if len(rerun.widget_states.widgets) > MOST_WIDGETS:
        return False
    uploaded = [
        one.file_uploader_state_value
        for one in rerun.widget_states.widgets
        if one.HasField("file_uploader_state_value")
    ]
    files = sum(len(one.uploaded_file_info) for one in uploaded)
    asked = message.file_urls_request
    besides = size - asked.ByteSize() - sum(one.ByteSize() for one in uploaded)
    return (
        files <= MOST_FILES
        and len(asked.file_names) <= MOST_FILES
        and len(rerun.query_string) <= LONGEST_QUERY
        and besides <= MOST_BESIDES
    )
