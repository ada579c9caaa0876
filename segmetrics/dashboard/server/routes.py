"""What the server has besides its pages: old addresses, and what draws the figures of reports.

Addresses that pages had before lead on, so that bookmarks and links still do. plotly.js is sent
once to each browser, which keeps it: a report that somebody takes along holds a copy, which would
else be sent with every report that the dashboard shows, and be held for every visitor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.reporting.html_report import PLOTLY_NAME, packed_plotly

MOVED: Mapping[str, str] = {
    "agreement": "",
    "consensus": "decide",
    "corpus": "data",
    "report": "share",
    "saved": "projects",
    **{
        page.title.lower().replace(" ", sign): page.address
        for page in PAGES
        for sign in "-_"
        if page.title.lower() != page.address
    },
}
"""Old and new addresses, and others that people write, such as ``heat-maps``."""

PLOTLY = f"./{PLOTLY_NAME}"
"""Where pages find plotly.js: relative, as a proxy may show the server under another path."""


def own_routes(base: str) -> list[Route]:
    """Return these routes, under the path of the server."""
    before = f"/{base}" if base else ""
    moved = [Route(f"{before}/{old}", _lead_on(new)) for old, new in MOVED.items()]
    return [Route(f"{before}/{PLOTLY_NAME}", _send_plotly), *moved]


def _lead_on(new: str) -> Callable[[Request], RedirectResponse]:
    def lead_on(request: Request) -> RedirectResponse:
        # Relative, as a proxy may show the server under another path; not for good, as a browser
        # would lead on whatever else is served there later.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"./{new}{query}", status_code=307)

    return lead_on


def _send_plotly(_: Request) -> Response:
    # Packed already; every browser that opens the dashboard can unpack it.
    return Response(
        packed_plotly(),
        media_type="text/javascript",
        headers={
            "Content-Encoding": "gzip",
            "Cache-Control": "public, max-age=31536000, immutable",
        },
    )
