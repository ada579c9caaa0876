"""Links: the navigation, links side by side, and the ways to another address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from segmetrics.dashboard.components.registration import component


def come_back(*, remember: bool) -> None:
    """Note in this tab where the person is; or, after signing in, go back there."""
    component("come_back")(key="come back", data={"remember": remember})


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a view of the dashboard."""

    text: str
    href: str
    current: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class TrailPart:
    """A part of the trail: something that was chosen, or a setting."""

    text: str
    href: str
    title: str = ""
    current: bool = False
    chosen: bool = False
    undo: str | None = None
    undo_text: str = ""


def navigation(
    brand: Link,
    pages: Mapping[str, Sequence[Link]],
    trail: Sequence[TrailPart],
    settings: Sequence[TrailPart],
) -> None:
    """Show the pages of the dashboard in their sets, and the trail below them."""
    data = {
        "brand": asdict(brand),
        "sets": [
            {"label": label, "links": [asdict(page) for page in shown]}
            for label, shown in pages.items()
        ],
        "trail": [asdict(part) for part in trail],
        "settings": [asdict(part) for part in settings],
    }
    component("navigation")(key="navigation", data=data)


def links(shown: Sequence[Link], *, key: str) -> None:
    """Show links side by side."""
    component("links")(key=key, data={"links": [asdict(one) for one in shown]})


def close(href: str) -> None:
    """Leave what was opened, as if it had not been: by Back, if it was opened from there."""
    component("close")(key="close", data={"href": href})


def go_to(href: str) -> None:
    """Open another view, as a click on a link to it would."""
    component("go")(key="go", data={"href": href})
