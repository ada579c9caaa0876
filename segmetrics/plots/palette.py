"""How the same thing looks everywhere: names, colours, symbols and dashes of marks.

A near miss is blue and a curve or a circle, a full miss orange and a cross, a match in
ink, in every figure, every browser component and both themes. Shares have one scale of
shades for each theme. Shape tells apart what colour does, so that grey print keeps it.
The theme of the dashboard repeats these colours; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

NEAR, FULL = "#2e75bb", "#c95a10"
"""Colours of near and full misses, alike on a light and on a dark ground."""

VALUE, REFERENCE = "#64788c", "#8a8578"
"""Colours of a value that belongs to no group, and of lines and values to compare with."""
BAND = "rgba(138, 133, 120, 0.25)"
"""The colour of a band, that of `REFERENCE`, through which one sees."""


@dataclass(frozen=True, slots=True)
class MarkLook:
    """What two segmentations can have at a place, and how it looks."""

    name: str
    plural: str
    colour: str | None
    symbol: str
    dash: str
    pattern: str


MARKS: Mapping[str, MarkLook] = {
    "match": MarkLook("match", "matches", None, "line-ns", "solid", ""),
    "transposition": MarkLook("near miss", "near misses", NEAR, "circle", "solid", ""),
    "substitution": MarkLook("full miss", "full misses", FULL, "x", "dash", "x"),
    "retyping": MarkLook("other type", "other types", FULL, "line-ns", "dot", "/"),
    "relevelled": MarkLook("other level", "other levels", FULL, "line-ns", "dot", "/"),
}
"""The marks, by the names that the browser components know them by."""

OTHER = MarkLook("other", "others", VALUE, "square", "dot", ".")
"""How something looks that is none of the marks."""


class GroupLook(NamedTuple):
    """How a coder group looks: its colour, its symbol and its line."""

    colour: str
    symbol: str
    dash: str


GROUPS = (
    GroupLook("#5f8a2a", "circle", "solid"),
    GroupLook("#8e63b8", "diamond", "dash"),
    GroupLook("#9a7412", "square", "dot"),
    GroupLook("#168a8a", "triangle-up", "dashdot"),
    GroupLook("#c04a78", "triangle-down", "longdash"),
    GroupLook("#77746c", "star", "longdashdot"),
)
"""Looks of coder groups, none of them blue, orange or a cross; the last serves all others."""


def group_look(place: int, groups: int) -> GroupLook:
    """Return how a coder group looks."""
    if groups == 1:
        return GroupLook(VALUE, "circle", "solid")
    return GROUPS[min(place, len(GROUPS) - 1)]


def mark_called(plural: str) -> MarkLook:
    """Find a mark by its plural."""
    return next((mark for mark in MARKS.values() if mark.plural == plural), OTHER)


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours that differ between a light and a dark page."""

    ground: str
    ink: str
    line: str
    shares: tuple[str, ...]
    coders: tuple[str, ...]


LIGHT = Theme(
    ground="#fbf9f5",
    ink="#23211d",
    line="#ddd6c9",
    shares=(
        "#f2eee6",
        "#cddcea",
        "#b3cbe0",
        "#97b8d5",
        "#79a3c8",
        "#5c8dba",
        "#4377aa",
        "#2f6197",
        "#1e4c80",
        "#0f3664",
    ),
    coders=("#55772a", "#7b4fa0", "#836719", "#1b7a7a", "#a8325e", "#4d4d4d"),
)
"""The light theme, which print takes too, on white."""

DARK = Theme(
    ground="#17181b",
    ink="#e9e6df",
    line="#3a3c41",
    shares=(
        "#222428",
        "#2a3f53",
        "#314e6a",
        "#3a5f82",
        "#45719b",
        "#5484b3",
        "#6898c8",
        "#82aedb",
        "#a1c6ec",
        "#c6e0fb",
    ),
    coders=("#a3c76d", "#c39be0", "#d9bd6a", "#6fcfcf", "#f08bb0", "#bdbdbd"),
)
"""The dark theme."""


def scale(theme: Theme) -> list[tuple[float, str]]:
    """Return the shades of shares as a colour scale."""
    last = len(theme.shares) - 1
    return [(place / last, shade) for place, shade in enumerate(theme.shares)]
