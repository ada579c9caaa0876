"""How much may be uploaded before a page reads it, and how long it is kept for that.

Streamlit takes any file for any open session, whether a page asks for one or not, and keeps it
until a page gives it back or the session ends. Here a session, and all sessions together, have
a quota of bytes, and files that no page reads are deleted after a while.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from segmetrics.dashboard.server.logs import Limit, log, tried
from segmetrics.dashboard.server.streamlit_internals import drop_uploads, is_active, uploads
from segmetrics.dashboard.server.visitor_limits import MEGABYTE
from segmetrics.number_formats import rate
from segmetrics.settings import Limits

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFileRec


LASTS = 600.0
"""Seconds that uploads which no page reads are kept after the last one of their session."""

PAUSE = 30.0
"""Seconds between two looks for uploads that were kept that long."""

SILENCE = 60.0
"""Seconds without a byte after which an upload is given up."""

SLOWEST = 20_000
"""Bytes a second, after the first minute, below which an upload is given up: it takes the room of
others for as long as it comes."""

STOOD_STILL = "The upload stood still and was given up. Upload the file again."
ROUTE = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")
# A file takes this many bytes of memory besides what is in it.
OVERHEAD = 500


class _Ledger:
    """What the server knows of uploads besides the files that it keeps."""

    def __init__(self) -> None:
        self.coming: Counter[str] = Counter()  # bytes of requests that have not ended
        self.last: dict[str, float] = {}  # when the last upload of a session ended
        self.refused: dict[str, str] = {}  # why some of its files did not come


class _Refusal(NamedTuple):
    status: int
    limit: Limit
    most: int
    sentence: str


_LEDGER = _Ledger()


class UploadQuota:
    """Refuses uploads that are too much, and does not begin to read those that tell their size."""

    def __init__(self, app: ASGIApp, *, limits: Limits) -> None:
        self._app = app
        # A tenth more than an import: for what is sent around the files, and so that a page can
        # refuse in words an import that is a little too large.
        self._session = limits.upload * MEGABYTE * 11 // 10
        self._all = limits.uploads * MEGABYTE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but uploads that are too much."""
        if scope["type"] == "lifespan":
            sweeping = asyncio.create_task(_sweep_on())
            try:
                await self._app(scope, receive, send)
            finally:
                sweeping.cancel()
            return
        is_put = scope["type"] == "http" and scope["method"] == "PUT"
        found = ROUTE.search(scope["path"]) if is_put else None
        if found is None:
            await self._app(scope, receive, send)
        else:
            await self._upload(found[1], scope, receive, send)

    async def _upload(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        said = Headers(scope=scope).get("content-length", "")
        size = int(said) if said.isascii() and said.isdecimal() and len(said) < 16 else 0
        if refusal := self._refusal(session, size):
            await PlainTextResponse(refusal.sentence, refusal.status)(scope, receive, send)
            return
        came, ended, since = 0, False, time.monotonic()

        async def counted() -> Message:
            nonlocal came, ended
            if ended:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), SILENCE)
            except TimeoutError:
                raise HTTPException(408, STOOD_STILL) from None
            ended = not message.get("more_body")
            came += (size := len(message.get("body", b"")))
            _LEDGER.coming[session] += size
            if not ended and came < SLOWEST * (time.monotonic() - since - SILENCE):
                raise HTTPException(408, STOOD_STILL)
            if refusal := self._refusal(session, 0):
                raise HTTPException(refusal.status, refusal.sentence)
            return message

        try:
            await self._app(scope, counted, send)
        finally:
            _LEDGER.coming[session] -= came
            if not _LEDGER.coming[session]:
                del _LEDGER.coming[session]
            if is_active(session):
                _LEDGER.last[session] = time.monotonic()

    def _refusal(self, session: str, size: int) -> _Refusal | None:
        """Return why an upload is refused; None if nothing speaks against it."""
        files = uploads()
        own = size + _LEDGER.coming[session] + _bytes_of(files.get(session, {}).values())
        if own > self._session:
            found = _Refusal(
                413,
                "upload",
                self._session,
                f"The files that you upload are more than {rate(self._session / MEGABYTE)} MB "
                "together, and this server takes no more at once. Open them in several parts.",
            )
        else:
            stand = sum(_bytes_of(ones.values()) for ones in tuple(files.values()))
            if size + _LEDGER.coming.total() + stand <= self._all:
                return None
            found = _Refusal(
                503,
                "uploads",
                self._all,
                "All visitors together are uploading as much as this server takes. "
                "Try again in a few minutes.",
            )
        log("refused", limit=found.limit, most=found.most)
        if is_active(session):
            _LEDGER.refused[session] = found.sentence
        return found


def refused_in(session: str) -> str:
    """Return, once, why files of a session were refused; empty if none was."""
    return _LEDGER.refused.pop(session, "")


async def _sweep_on() -> None:
    """Sweep again and again, whatever visitors do."""
    while True:
        await asyncio.sleep(PAUSE)
        with tried():
            sweep(time.monotonic())


def sweep(now: float) -> None:
    """Remove the uploads of sessions in which nothing was uploaded for a while."""
    files, ledger = uploads(), _LEDGER
    for session, ones in tuple(files.items()):
        since = now - ledger.last.setdefault(session, now)
        if session not in ledger.coming and since >= LASTS:
            count = len(ones)
            drop_uploads(session)
            if count:
                log("deleted", files=count)
    for session in {*ledger.last, *ledger.refused} - files.keys():
        if not is_active(session):
            for known in (ledger.last, ledger.refused):
                with suppress(KeyError):
                    del known[session]


def _bytes_of(files: Iterable[UploadedFileRec]) -> int:
    """Count what files take; a copy, as other threads add and remove some meanwhile."""
    return sum(OVERHEAD + len(one.data) + len(one.name) + len(one.type) for one in tuple(files))
