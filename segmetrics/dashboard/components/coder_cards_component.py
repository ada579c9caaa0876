"""Cards of coders side by side, each with examples in the text and a message to send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.registration import component


@dataclass(frozen=True, slots=True)
class Dots:
    """A coder among the others on a line: where each stands, from 0 to 1, and what its ends are."""

    own: float | None
    others: tuple[float, ...]
    ends: tuple[str, str]
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card: what it is about, what it says, and perhaps its dots."""

    label: str
    text: str
    dots: Dots | None = None


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place in a text: where it is, what is the matter, the text on both sides of it."""

    where: str
    href: str
    what: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card of a coder."""

    name: str
    about: str
    headline: str
    stands_out: bool
    lines: tuple[CardLine, ...]
    places: tuple[ShownPlace, ...]
    message: str
    ways: tuple[Link, ...] = ()
    chosen: bool = False  # the page opens there


def coder_cards(cards: Sequence[ShownCard], labels: Mapping[str, str], *, key: str) -> None:
    """Show cards of coders side by side."""
    data = {"cards": [asdict(card) for card in cards], "labels": dict(labels)}
    component("coder_cards")(key=key, data=data)
