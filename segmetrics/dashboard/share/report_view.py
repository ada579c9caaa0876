"""What the Report page shows: what a view asks for, and how large a file is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from segmetrics.dashboard.frame.session_store import say, store, visitor
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.logs import log
from segmetrics.number_formats import rate
from segmetrics.reporting.images import report_figures, why_not_drawn
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.settings import settings_of

ON_DISK = "this server writes nothing to disk, and the browser that draws them would"


def unknown_contents(view: UrlState) -> tuple[str, ...]:
    """List the contents of an address that no report holds."""
    return tuple(key for key in view.contents if key not in CONTENTS)


def options_of(view: UrlState) -> ReportOptions | None:
    """Read what a report is to hold from a view."""
    if not view.contents:
        return None
    return ReportOptions(
        agreement=view.options,
        intervals=view.interval_options if view.intervals == "shown" else None,
        contents=view.contents,
        anonymous=view.coders == "numbered",
    )


def size_of(content: bytes) -> str:
    """Return how large a file is."""
    size = len(content)
    return f"{rate(size / 1e6)} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"


def today() -> str:
    """Return the date of a report that is made now."""
    return datetime.now().astimezone().date().isoformat()


def writers(report: Report, page: bytes) -> dict[str, Callable[[], bytes]]:
    """Return what writes a report in each format; its page is written already."""
    return {
        **{key: partial(form.write, report) for key, form in REPORT_FORMATS.items()},
        "html": lambda: page,
        "figures": partial(report_figures, report, undrawn=undrawn()),
    }


def keep(place: str, content: bytes, name: str, signature: str) -> None:
    """Keep a report beside its corpus."""
    store().artifacts.keep(
        visitor(), place, "report", content, title=name, about={"made by": signature}
    )
    log("saved", works=1, bytes=len(content))
    say("This report was kept; the page Saved lists it.", "success")


def undrawn() -> str:
    """Return why the figures of a report are not drawn here; empty if they are."""
    return ON_DISK if settings_of().mode == "ephemeral" else why_not_drawn()
