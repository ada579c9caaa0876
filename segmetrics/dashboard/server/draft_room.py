"""How much of a store that is kept may be filled by what was uploaded and not accepted.

Whoever reaches a server can upload, so drafts have a total, each visitor a share of it, and a part
of the disk is left to those who keep what they have. Which visitor brought what is known in
memory alone, for some hours; a server that starts anew knows nobody.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from segmetrics.dashboard.server.logs import Limit, log
from segmetrics.dashboard.server.visitor_limits import MEGABYTE
from segmetrics.number_formats import rate
from segmetrics.settings import Limits
from segmetrics.store import Store, StoreError
from segmetrics.store.access import mark_of
from segmetrics.store.maintenance import drafts_size

SHARES = 4
"""Visitors whose drafts fill the total."""

# What is written goes to the log of SQLite first, and then to its place.
TWICE = 2
NO_ROOM = (
    "The disk of this server is nearly full, so it takes no new files. What is kept here stays. "
    "Tell whoever runs the server, or try again later."
)
ALL_TAKEN = (
    "Visitors have uploaded {most} MB that nobody has accepted yet, and this server keeps no more. "
    "Accept or discard what you uploaded, or try again later."
)
SHARE_TAKEN = (
    "With these files, what you uploaded and have not accepted would be {count} MB; this server "
    "keeps {most} MB of one visitor. Accept or discard some of it first."
)


@dataclass(frozen=True, slots=True)
class _Brought:
    """Bytes that a visitor brought to a draft."""

    mark: str
    who: Hashable
    size: int
    ends: float


class _Ledger:
    """Whose drafts take how many bytes: those that are being kept, and those that are."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.coming: Counter[Hashable] = Counter()
        self.kept: list[_Brought] = []

    def of(self, who: Hashable) -> int:
        """Count the bytes of a visitor."""
        now = time.monotonic()
        self.kept = [one for one in self.kept if one.ends > now]
        return self.coming[who] + sum(one.size for one in self.kept if one.who == who)


_LEDGER = _Ledger()


@contextmanager
def room_for(store: Store, who: Hashable, size: int, limits: Limits) -> Iterator[None]:
    """Hold room for files while they are kept; raise StoreError if there is none."""
    ledger = _LEDGER
    with ledger.guard:
        coming = ledger.coming.total() + size
        free = store.database.free()
        if free is not None and free - TWICE * coming < limits.free * MEGABYTE:
            _refuse(NO_ROOM, "free", free, limits.free * MEGABYTE)
        most = limits.drafts * MEGABYTE
        if (found := drafts_size(store) + coming) > most:
            _refuse(ALL_TAKEN, "drafts", found, most)
        if who is not None and (found := ledger.of(who) + size) > most // SHARES:
            _refuse(SHARE_TAKEN, "drafts", found, most // SHARES)
        ledger.coming[who] += size
    try:
        yield
    finally:
        with ledger.guard:
            ledger.coming[who] -= size
            if not ledger.coming[who]:
                del ledger.coming[who]


def note_draft(place: str, who: Hashable, size: int, hours: int) -> None:
    """Note for some hours who brought files that are kept as a draft, or with one."""
    brought = _Brought(mark_of(place), who, size, time.monotonic() + 3_600 * hours)
    with _LEDGER.guard:
        _LEDGER.kept.append(brought)


def release_draft(place: str) -> None:
    """Forget who brought what: it was accepted, or is gone."""
    mark = mark_of(place)
    with _LEDGER.guard:
        _LEDGER.kept = [one for one in _LEDGER.kept if one.mark != mark]


def _refuse(sentence: str, limit: Limit, count: int, most: int) -> NoReturn:
    log("refused", limit=limit, count=count, most=most)
    raise StoreError(sentence.format(count=rate(count / MEGABYTE), most=rate(most / MEGABYTE)))
