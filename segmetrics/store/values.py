"""What the store gives and takes: visitors, corpora, rounds, steps, links, works."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from segmetrics.corpus import Adjudication
from segmetrics.io import Choices, Source
from segmetrics.settings import Mode

Right = Literal["read", "edit", "own"]
"""What somebody may do with a corpus; each holds the one before."""

RIGHTS: tuple[Right, ...] = ("read", "edit", "own")

Kind = Literal["consensus", "report"]

# A key, and the number of a round but the first: <key>~2.
PLACE = re.compile(r"([A-Za-z0-9_-]{1,100})(?:~([1-9][0-9]{0,5}))?", re.ASCII)


class ReviewStep(NamedTuple):
    """A decision about an import: what it is called, and all choices after it."""

    words: str
    choices: Choices


def at(key: str, number: int) -> str:
    """Name a round in addresses: ``key`` the first, ``key~2`` the second."""
    return key if number == 1 else f"{key}~{number}"


def place_of(place: str) -> tuple[str, int] | None:
    """Undo `at`; None if it names no round."""
    found = PLACE.fullmatch(place)
    return (found[1], int(found[2] or 1)) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks."""

    mode: Mode = "local"
    person: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedStep:
    """Something that was accepted and can be undone."""

    id: int
    words: str
    made: datetime
    by: str = ""
    kind: Literal["accept", "decide"] = "decide"


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round of a corpus, without its codings."""

    number: int
    name: str
    digest: str | None
    items: int
    coders: int
    version: int
    decided: int
    pending: bool
    files: bool
    step: AcceptedStep | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A corpus that a visitor reaches."""

    key: str
    title: str
    right: Right
    rounds: tuple[Round, ...]
    settings: dict[str, str]
    changed: datetime

    def round(self, number: int) -> Round | None:
        """Find a round by its number."""
        return next((one for one in self.rounds if one.number == number), None)

    def may(self, right: Right) -> bool:
        """Return whether the visitor may do what needs a right."""
        return RIGHTS.index(self.right) >= RIGHTS.index(right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """The import of a round: its files, and what was decided about them."""

    files: tuple[Source, ...]
    decisions: tuple[ReviewStep, ...]
    accepted: tuple[ReviewStep, ...] | None
    added: int = 0  # files since it was accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """What became of an import that was accepted."""

    place: str
    again: bool
    lost: tuple[Adjudication, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareLink:
    """A link to a corpus; what it says itself is kept nowhere."""

    id: int
    right: Right
    created: datetime
    expires: datetime | None
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person who reaches a corpus."""

    id: int
    email: str
    right: Right
    joined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A consensus segmentation or a report that was kept."""

    id: int
    kind: Kind
    title: str
    about: dict[str, str]
    digest: str
    size: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What nobody needed any more."""

    corpora: int = 0
    rounds: int = 0
    links: int = 0
    digests: tuple[str, ...] = ()
    held: int = 0
