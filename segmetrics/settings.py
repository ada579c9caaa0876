"""What a server is told by its environment: mode, store, limits."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

Word = TypeVar("Word", bound=str)
Mode = Literal["local", "links", "accounts", "ephemeral"]
"""Who reaches what; see `MODES`."""

MODES: Mapping[Mode, str] = {
    "local": "one person on this machine; everything is kept and listed",
    "links": "a corpus is reached by an unguessable link, to read or to edit; nothing is listed",
    "accounts": "people sign in; a corpus has an owner, editors and readers",
    "ephemeral": "nothing is written to disk; what is opened goes with the page",
}

Log = Literal["plain", "json"]
"""How the server writes its log; see `LOGS`."""

LOGS: Mapping[Log, str] = {"plain": "words for people", "json": "one JSON object a line"}

Work = Literal["computing", "reading"]
"""What a visitor may ask of a server; each has a limit of seconds."""

MODE_VARIABLE = "SEGMETRICS_MODE"
LOG_VARIABLE = "SEGMETRICS_LOG"
STORE_VARIABLE = "SEGMETRICS_STORE"
LINK_DAYS_VARIABLE = "SEGMETRICS_LINK_DAYS"
UNREAD_HOURS_VARIABLE = "SEGMETRICS_UNREAD_HOURS"
MEMORY = "sqlite://"
DRAFT_DAYS = 30
"""Days after which an import that nobody accepted goes, where such imports go."""
UNREAD_HOURS = 24
"""Hours after which one goes that no page has read."""
# What SQLite takes for a store in memory too.
IN_MEMORY = (MEMORY, "sqlite:///", "sqlite:///:memory:")


class SettingsError(ValueError):
    """A setting cannot be used; the message says which, why, and what can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one visitor may ask of a server: in megabytes, numbers and processor seconds."""

    upload: int = 200  # megabytes of one import, all its files together, unpacked
    items: int = 100_000  # of a corpus
    units: int = 1_000_000  # of an item
    coders: int = 2_000  # of a corpus
    cells: int = 50_000_000  # units of a corpus, once for each coding of their item
    pairs: int = 1_000_000  # pairs of codings of the same item, in a corpus
    compared: int = 1_000_000_000  # units of a corpus, once for each such pair
    memory: int = 512  # megabytes that what a session opened and computed may hold
    worker: int = 1_000  # megabytes that reading or a long computation may take
    reading: int = 60  # seconds that reading the files of one import may take
    computing: int = 600  # seconds that one computation may take
    uploads: int = 500  # megabytes uploaded by all visitors that no page has read yet
    drafts: int = 1_000  # megabytes that all visitors keep and nobody has accepted
    free: int = 500  # megabytes of the disk of the store that new files leave

    def seconds(self, work: Work) -> int:
        """Return the seconds of processor time that work may take."""
        return self.reading if work == "reading" else self.computing


LIMITS: Mapping[str, str] = {
    "upload": "SEGMETRICS_MAX_IMPORT",
    "items": "SEGMETRICS_MAX_ITEMS",
    "units": "SEGMETRICS_MAX_UNITS",
    "coders": "SEGMETRICS_MAX_CODERS",
    "cells": "SEGMETRICS_MAX_CELLS",
    "pairs": "SEGMETRICS_MAX_PAIRS",
    "compared": "SEGMETRICS_MAX_COMPARED",
    "memory": "SEGMETRICS_MAX_MEMORY",
    "worker": "SEGMETRICS_MAX_WORKER",
    "reading": "SEGMETRICS_MAX_READING",
    "computing": "SEGMETRICS_MAX_COMPUTING",
    "uploads": "SEGMETRICS_MAX_UPLOADS",
    "drafts": "SEGMETRICS_MAX_DRAFTS",
    "free": "SEGMETRICS_MIN_FREE",
}
"""Variable of each limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs: who reaches what, which store, how much one visitor may ask for.

    An empty store is SQLite in the data folder of the user; without days, links never end. What
    was uploaded and no page has read goes after some hours, where such things go.
    """

    mode: Mode = "local"
    store: str = ""
    link_days: int | None = None
    unread_hours: int = UNREAD_HOURS
    limits: Limits = field(default_factory=Limits)
    log: Log = "plain"

    @property
    def url(self) -> str:
        """URL of the store, whatever was said."""
        if self.mode == "ephemeral":
            return MEMORY
        return self.store or f"sqlite:///{data_folder() / 'segmetrics.db'}"


def data_folder() -> Path:
    """Find the folder of the user's data on this machine; it need not exist."""
    from platformdirs import user_data_path

    return user_data_path("segmetrics", appauthor=False)


def settings_of(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings of a server from its environment."""
    mode = _one_of(MODES, MODE_VARIABLE, environment.get(MODE_VARIABLE) or "local")
    log = _one_of(LOGS, LOG_VARIABLE, environment.get(LOG_VARIABLE) or "plain")
    store = environment.get(STORE_VARIABLE, "")
    if mode != "ephemeral" and store in IN_MEMORY:
        raise SettingsError(
            f"{STORE_VARIABLE} is {store!r}, which keeps nothing; name a file, or choose the mode "
            "ephemeral"
        )
    days, hours = environment.get(LINK_DAYS_VARIABLE), environment.get(UNREAD_HOURS_VARIABLE)
    limits = {
        name: _number(variable, environment[variable])
        for name, variable in LIMITS.items()
        if environment.get(variable)
    }
    return Settings(
        mode=mode,
        store=store,
        link_days=_number(LINK_DAYS_VARIABLE, days) if days else None,
        unread_hours=_number(UNREAD_HOURS_VARIABLE, hours) if hours else UNREAD_HOURS,
        limits=Limits(**limits),
        log=log,
    )


def _one_of(known: Iterable[Word], variable: str, said: str) -> Word:
    found = next((word for word in known if word == said), None)
    if found is None:
        raise SettingsError(f"{variable} is {said[:20]!r}, which is none of {', '.join(known)}")
    return found


def _number(variable: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:12]) <= 10**9:
        raise SettingsError(f"{variable} is {text[:20]!r}, not a whole number from 1")
    return int(text)
