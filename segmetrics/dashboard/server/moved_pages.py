"""Where pages were before: their old addresses lead on, so that bookmarks and links still do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from segmetrics.dashboard.server.page_list import PAGES

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


def moved_routes(base: str) -> list[Route]:
    """Return the routes of the old addresses, under the path of the server."""
    before = f"/{base}" if base else ""
    return [Route(f"{before}/{old}", _lead_on(new)) for old, new in MOVED.items()]


def _lead_on(new: str) -> Callable[[Request], RedirectResponse]:
    def lead_on(request: Request) -> RedirectResponse:
        # Relative, as a proxy may show the server under another path; not for good, as a browser
        # would lead on whatever else is served there later.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"./{new}{query}", status_code=307)

    return lead_on
