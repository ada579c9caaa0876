"""Links: the navigation, links side by side, and the ways to another address."""

from __future__ import annotations

from collections.abc import Sequence
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
    """A part of the trail: something that the page is about, and where it leads."""

    text: str
    href: str
    title: str


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """A section of the dashboard: where it leads, and the pages that it has."""

    text: str
    href: str
    pages: tuple[Link, ...]
    here: bool = False
    menu: bool = False


def navigation(brand: Link, entries: Sequence[NavigationEntry]) -> None:
    """Show the sections of the dashboard, and the pages of the one that is open."""
    data = {"brand": asdict(brand), "sections": [asdict(one) for one in entries]}
    component("navigation")(key="navigation", data=data)


def trail(parts: Sequence[TrailPart]) -> None:
    """Show where one is."""
    component("trail")(key="trail", data={"trail": [asdict(part) for part in parts]})


def links(shown: Sequence[Link], *, key: str) -> None:
    """Show links side by side; nothing where there are none."""
    if shown:
        component("links")(key=key, data={"links": [asdict(one) for one in shown]})


def close(href: str) -> None:
    """Leave what was opened, as if it had not been: by Back, if it was opened from there."""
    component("close")(key="close", data={"href": href})


def go_to(href: str, *, instead: bool = False) -> None:
    """Open another view, as a click on a link to it would; or `instead` of this one, for Back."""
    component("go")(key="go", data={"href": href} | ({"instead": True} if instead else {}))
