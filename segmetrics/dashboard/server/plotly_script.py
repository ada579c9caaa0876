"""The library that draws the figures of reports: sent once to each browser, which keeps it.

A report that somebody takes along holds a copy. Where the dashboard shows one, the copy would
be sent with every report, and be held for every visitor.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from segmetrics.reporting.html_report import PLOTLY_NAME, packed_plotly

PLOTLY = f"./{PLOTLY_NAME}"
"""Where pages find it: relative, as a proxy may show the server under another path."""


def plotly_route(base: str) -> Route:
    """Return the route of the library, under the path of the server."""
    return Route(f"/{base}/{PLOTLY_NAME}" if base else f"/{PLOTLY_NAME}", _send)


def _send(_: Request) -> Response:
    # Packed already; every browser that opens the dashboard can unpack it.
    return Response(
        packed_plotly(),
        media_type="text/javascript",
        headers={
            "Content-Encoding": "gzip",
            "Cache-Control": "public, max-age=31536000, immutable",
        },
    )
