"""What pages of other sites may do with the dashboard: nothing.

A browser lets every page that somebody has open send requests to any server that this
person reaches: also to one on the same machine, where another port is another site. So
what changes something, or opens a session, must come from the dashboard's own address, and
no site may show the dashboard in a frame.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from streamlit.starlette import App

from segmetrics.dashboard.server.logs import Check, log
from segmetrics.dashboard.server.streamlit_internals import ask_nobody_for_address

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer. A proxy may send others in their place that say more."""

REFUSED = "This request came from another site, or under a name that is not this server's.\n"
READING = ("GET", "HEAD", "OPTIONS")
# What Sec-Fetch-Site says of a request that no page of another origin made.
OWN_SITES = ("same-origin", "none")
SCHEMES = {"ws": "http", "wss": "https"}
# What Streamlit offers beside pages, which nobody here needs: how many pages are open and how much
# memory they take, and pages for programs.
CLOSED = re.compile(r"/_stcore/(metrics|agent/.*)")
# A name or an address, which has brackets if it has colons, and a port.
HOST = re.compile(r"(\[[^\[\]]+\]|[^:\[\]]+)(?::\d{1,5})?")
STARTS = ("http.response.start", "websocket.http.response.start")


class OwnPagesApp(App):
    """An app of Streamlit that takes requests of its own pages alone."""

    def __init__(
        self, script: Path, *, proxied: bool, hosts: Collection[str] = (), **given: Any
    ) -> None:
        super().__init__(script, **given)
        self._proxied, self._hosts = proxied, hosts
        # No visitor would get an answer meanwhile.
        ask_nobody_for_address()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or answer it, with the headers either way."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if CLOSED.search(scope["path"]):
            await PlainTextResponse("Not found\n", 404)(scope, receive, send_with_headers)
            return
        check = refused_for(scope, proxied=self._proxied, hosts=self._hosts)
        if check is None:
            await super().__call__(scope, receive, send_with_headers)
            return
        log("refused", check=check)
        await PlainTextResponse(REFUSED, status_code=403)(scope, receive, send_with_headers)


def refused_for(scope: Scope, *, proxied: bool, hosts: Collection[str] = ()) -> Check | None:
    """Return what a request is to be refused for."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    named = HOST.fullmatch(host)
    if hosts and (named is None or named[1].strip("[]").lower() not in hosts):
        return "host"
    if scope["type"] == "http" and scope["method"] in READING:
        return None
    origins = headers.getlist("origin")
    if not origins:  # no browser, or one that says it in another way
        own = headers.get("sec-fetch-site", OWN_SITES[0]) in OWN_SITES
    else:
        here = f"{_scheme(scope, headers, proxied=proxied)}://{host}"
        allowed = (here, *map(str.strip, st.get_option("server.corsAllowedOrigins")))
        own = all(origin in allowed for origin in origins)
    return None if own else "origin"


def _scheme(scope: Scope, headers: Headers, *, proxied: bool) -> str:
    """Find the scheme by which the browser came; several proxies each add theirs at the end."""
    said = headers.get("x-forwarded-proto", "") if proxied else ""
    scheme = said.partition(",")[0].strip() or scope["scheme"]
    return SCHEMES.get(scheme, scheme)
