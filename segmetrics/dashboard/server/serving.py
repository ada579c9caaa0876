"""The server behind ``segmetrics app``: the dashboard, whether it is well, and its log.

``python -m segmetrics.dashboard.server.serving OPTIONS`` starts it; the options are those of
Streamlit's configuration as JSON. Everything else is told by the environment, see
`segmetrics.settings`.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.routing import Route

import segmetrics
from segmetrics.dashboard.server import logs, streamlit_internals, worker
from segmetrics.dashboard.server.auth import oidc_missing, oidc_secrets
from segmetrics.dashboard.server.forged_values import refuse_forged_values
from segmetrics.dashboard.server.leaving import NO_RETURN, TidyAfter, end_in_time
from segmetrics.dashboard.server.messages import LARGEST, MessageBounds
from segmetrics.dashboard.server.origins import OwnPagesApp
from segmetrics.dashboard.server.retention import delete_expired_on
from segmetrics.dashboard.server.routes import own_routes
from segmetrics.dashboard.server.shared_store import shared_store
from segmetrics.dashboard.server.uploads import UploadQuota
from segmetrics.paths import START
from segmetrics.settings import Settings, SettingsError, settings_of
from segmetrics.store import StoreFailed
from segmetrics.store.database import NEARLY_FULL

if TYPE_CHECKING:
    from streamlit.starlette import App


HEALTH = "health"
"""Where the server tells whether it is well, under its path."""

OK = "ok"
STOPPED, NOTHING = 0, 2
# What a browser on the same machine calls it.
OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
# What the server decides whatever a configuration file says: nothing in its log, and
# nothing shown, that quotes what went wrong; and nothing for pages of other sites.
ALWAYS: dict[str, Any] = {
    "client.showErrorDetails": "none",
    "logger.enableRich": False,
    "logger.level": "warning",
    "logger.messageFormat": "%(message)s",
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
}


def main(words: Sequence[str]) -> int:
    """Run the server until it is stopped."""
    options: dict[str, Any] = json.loads(words[0])
    try:
        settings = settings_of()
    except SettingsError as error:
        return _refuse(f"{error}.")
    missing = streamlit_internals.missing() if settings.mode != "local" else ""
    if settings.mode == "accounts":
        missing = missing or oidc_missing()
    if missing:
        return _refuse(missing)
    logs.start(settings.log)
    for purpose in streamlit_internals.lacking():
        logs.log("warned", without=purpose)
    streamlit_internals.hash_files_wholly()
    streamlit_internals.take_messages_up_to(LARGEST)
    streamlit_internals.bind_files()
    if settings.mode == "ephemeral":
        streamlit_internals.keep_uploads_in_memory()
        _dump_no_core()
        options |= NO_RETURN
    streamlit_internals.let_go_of_left_pages()
    refuse_forged_values()
    base = options.get("server.baseUrlPath", "")
    app = app_of(
        settings, base=base, opened=_address(options), called=options.get("browser.serverAddress")
    )
    # What ended the server is raised again when it has stopped, in whichever way it was asked to.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))
    with suppress(KeyboardInterrupt):
        app.run(config=options | ALWAYS)
    return STOPPED


def _dump_no_core() -> None:
    """Forbid the system to write memory of this process to disk when it crashes."""
    try:
        import resource
    except ImportError:  # not on Windows, which dumps none by itself
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _refuse(why: str) -> int:
    sys.stderr.write(f"The dashboard was not started. {why}\n")
    return NOTHING


def _address(options: Mapping[str, Any]) -> str:
    """Find the address to open in a browser; empty if none is to be opened."""
    if options.get("server.headless"):
        return ""
    host, base = options["browser.serverAddress"], options.get("server.baseUrlPath", "")
    return f"http://{f'[{host}]' if ':' in host else host}:{options['server.port']}/{base}"


def app_of(
    settings: Settings, *, base: str = "", opened: str = "", called: str | None = None
) -> App:
    """Return the dashboard with all that a server adds to it.

    `called` is the name by which a browser is sent to it.
    """
    proxied = settings.mode != "local" or bool(base)  # in mode local a path says so

    def health(_: object) -> JSONResponse:
        found = _health(settings)
        return JSONResponse(
            found,
            status_code=200 if found["status"] == OK else 503,
            headers={"Cache-Control": "no-store"},
        )

    oidc: dict[str, Any] = {**oidc_secrets()}
    path = f"/{base}/{HEALTH}" if base else f"/{HEALTH}"
    return OwnPagesApp(
        START,
        proxied=proxied,
        # A page of another site, whose name is said to be this machine's, gets no answer; a proxy
        # would pass its own name on.
        hosts=() if proxied else (*OWN_HOSTS, called or OWN_HOSTS[0]),
        secrets=oidc,
        routes=[Route(path, health), *own_routes(base)],
        middleware=[
            *([Middleware(TidyAfter)] if settings.mode == "ephemeral" else []),
            Middleware(MessageBounds),
            Middleware(UploadQuota, limits=settings.limits),
        ],
        lifespan=_lifespan(settings, opened),
    )


def _lifespan(
    settings: Settings, opened: str
) -> Callable[[App], AbstractAsyncContextManager[dict[str, Any] | None]]:
    @asynccontextmanager
    async def lifespan(_: App) -> AsyncIterator[None]:
        logs.log("started", mode=settings.mode)
        if opened:
            # The server listens already, and answers as soon as this is over.
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, opened)
        if settings.mode != "local":
            worker.prepare()
        tidying = [
            asyncio.create_task(delete_expired_on(settings)),
            asyncio.create_task(end_in_time()),
        ]
        yield
        for task in tidying:
            task.cancel()
        logs.log("stopped", mode=settings.mode)

    return lifespan


def _health(settings: Settings) -> dict[str, object]:
    """Return whether the server is well, in words that name no path and no host."""
    state = _store_state(settings)
    return {
        "status": OK if state == OK else "failing",
        "version": segmetrics.__version__,
        "mode": settings.mode,
        "store": state,
        "sessions": streamlit_internals.open_pages(),
        "memory_mb": memory_mb(),
    }


def _store_state(settings: Settings) -> str:
    """Return whether the store answers and has room; one in memory is as well as the server is."""
    if settings.mode == "ephemeral":
        return OK
    try:
        shared_store().ping()
        return NEARLY_FULL if shared_store().database.nearly_full() else OK
    except StoreFailed as error:
        return str(error)


def memory_mb() -> int | None:
    """Measure the memory of this process."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
