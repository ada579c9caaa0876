"""Results that visitors computed, shared by all of them; and whose turn it is to compute.

A result is found by its key: a name, the digest of each corpus that it is of, and all
options that it depends on. Two visitors who look at the same corpus therefore share its
results; a page gets a digest only from a corpus that its visitor may open. **A result
must never depend on anything but its key.**

A result stays as long as a session holds it, and a session as long as its visitor is here.
A session holds no more than a share of bytes, and all of them no more than a total; what was
used least recently goes first. `ResultCache.forget` removes whatever there is of a corpus.

A session computes one thing at a time, and what two ask for at once is computed once. Heavy
work waits for one of the slots of its kind. Turns go round by visitor, who may have several
sessions: of those who wait, each one's first comes before anybody's second, and what is alike comes
in the order of arrival. While others asked for something lately, a visitor has all slots of a kind
but one at most, whatever kinds they are of, so that many sessions opened at once do not hold the
others up. A semaphore, which wakes
anyone, would let a visitor wait without end while others come and go.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast
from weakref import WeakSet, WeakValueDictionary

from cachetools import LRUCache

from segmetrics.dashboard.server.object_size import size_of

Key = tuple[Hashable, ...]
"""What a result depends on: a name, digests of corpora, options."""

Found = TypeVar("Found")
Waiting = Callable[[int], None]

DIGEST = re.compile("[0-9a-f]{64}")
# Seconds after which whoever waits looks up and may be told to stop.
BEAT = 0.2
# Seconds for which slots are left to others after one of them asked for something.
LATELY = 10
# Results that a session holds at most; as many pages need, so that memory soon stops to grow.
MOST_HELD = 64


class _Missing:
    """There is no such result."""


MISSING: Final = _Missing()


class TooLargeError(Exception):
    """A result is larger than what one visitor may hold."""

    def __init__(self, size: int, share: int) -> None:
        super().__init__(f"{size:,} bytes, more than {share:,}")
        self.size = size
        self.share = share


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class _Result:
    value: object
    size: int


class Session:
    """The results that a page of a visitor holds, and every digest that it asked for."""

    def __init__(self, share: int, visitor: object = None) -> None:
        # Whose turn it is; a session of nobody that is known has its own.
        self.visitor = object() if visitor is None else visitor
        self.held: LRUCache[Key, _Result] = LRUCache(share, getsizeof=lambda result: result.size)
        self.digests: set[str] = set()
        # When it last asked for something, by a clock that nobody sets.
        self.asked = -math.inf


@dataclass(eq=False, slots=True)
class _Ticket:
    """A computation that runs or waits for its turn; within it, its thread may do another."""

    session: Session
    key: Key
    slot: str
    thread: int = field(default_factory=threading.get_ident)
    turn: int = 0
    runs: bool = False
    forgotten: bool = False


class ResultCache:
    """The results that sessions hold, and the turns of those who compute."""

    def __init__(self, *, share: int, total: int, slots: int) -> None:
        self.share = share
        self.total = total
        self.slots = slots
        # The result that was used least recently stands first.
        self._results: WeakValueDictionary[Key, _Result] = WeakValueDictionary()
        self._sessions: WeakSet[Session] = WeakSet()
        self._tickets: list[_Ticket] = []
        # Of each slot the turn that goes round now, and each visitor's last one.
        self._round: dict[str, int] = {}
        self._last: dict[tuple[str, object], int] = {}
        self._changed = threading.Condition(threading.RLock())

    @property
    def size(self) -> int:
        """Bytes that all results take."""
        with self._changed:
            return sum(result.size for result in self._results.values())

    def keys(self) -> tuple[Key, ...]:
        """List the keys of all results, the least recently used first."""
        with self._changed:
            return tuple(self._results)

    def session(self, visitor: Hashable | None = None) -> Session:
        """Return a new session of a visitor; what it alone holds goes with it."""
        with self._changed:
            session = Session(self.share, visitor)
            self._sessions.add(session)
            return session

    def find(self, session: Session, key: Key) -> Any:
        """Return a result, which the session holds from now on, or `MISSING`."""
        with self._changed:
            result = self._results.get(key)
            if result is None:
                return MISSING
            self._hold(session, key, result)
            return result.value

    def once(
        self,
        session: Session,
        key: Key,
        compute: Callable[[], Found],
        *,
        slot: str = "",
        alone: bool = False,
        waiting: Waiting | None = None,
    ) -> Found:
        """Return a result, which is computed if there is none; whoever else asks for it waits.

        Work that names a `slot` waits for one of its kind; `alone`, a result takes the place of
        the session's others of the same name; `waiting` is told how many are before it.
        """
        with self._changed:
            session.digests |= digests_in(key)
            for other in [one for one in session.held if alone and one[0] == key[0] and one != key]:
                del session.held[other]
        with self._turn(_Ticket(session, key, slot), waiting) as ticket:
            found = self.find(session, key)
            if found is MISSING:
                found = compute()
                self._keep(ticket, found)
            return cast("Found", found)

    def forget(self, digest: str) -> None:
        """Forget whatever was computed of a corpus, and do not keep what is being computed."""
        with self._changed:
            saw = {session for session in self._sessions if digest in session.digests}
            gone = {key for key in self._results if digest in key}
            # What a part of the corpus gave has the digest of that part in its key.
            self._remove(gone.union(*(session.held for session in saw)))
            for ticket in self._tickets:
                ticket.forgotten |= ticket.session in saw

    def let_go(self, session: Session, digest: str) -> None:
        """Let a session hold no more what has a digest in its key; others may hold it still."""
        with self._changed:
            for key in [one for one in session.held if digest in one]:
                del session.held[key]

    def clear(self) -> None:
        """Forget all results; for tests."""
        with self._changed:
            self._remove(set(self._results))

    def _keep(self, ticket: _Ticket, found: object) -> None:
        """Keep what was computed, if it is not of a corpus that is gone by now."""
        result = _Result(found, size_of(found))
        if result.size > self.share:
            raise TooLargeError(result.size, self.share)
        with self._changed:
            if ticket.forgotten:
                return
            self._hold(ticket.session, ticket.key, result)
            excess = self.size - self.total
            for key, oldest in tuple(self._results.items()) if excess > 0 else ():
                self._remove({key})
                excess -= oldest.size
                if excess <= 0:
                    break

    def _hold(self, session: Session, key: Key, result: _Result) -> None:
        """Note that a session uses a result now; over the share, its oldest ones go."""
        self._results.pop(key, None)
        self._results[key] = result
        session.digests |= digests_in(key)
        session.held[key] = result
        while len(session.held) > MOST_HELD:
            session.held.popitem()

    def _remove(self, keys: set[Key]) -> None:
        """Remove results from every session that holds them."""
        for session in self._sessions:
            for key in keys & session.held.keys():
                del session.held[key]

    @contextmanager
    def _turn(self, ticket: _Ticket, waiting: Waiting | None) -> Iterator[_Ticket]:
        """Wait until a computation may run, and let the next one run after it."""
        with self._changed:
            ticket.session.asked = time.monotonic()
            self._queue(ticket)
        try:
            while (before := self._start(ticket)) is not None:
                if waiting:
                    waiting(before)
            yield ticket
        finally:
            with self._changed:
                self._tickets.remove(ticket)
                ticket.session.asked = time.monotonic()
                self._changed.notify_all()

    def _start(self, ticket: _Ticket) -> int | None:
        """Start a computation, or return after a while how many are before it."""
        with self._changed:
            if self._changed.wait_for(lambda: self._may_run(ticket), timeout=BEAT):
                ticket.runs = True
                self._round[ticket.slot] = max(self._round.get(ticket.slot, 0), ticket.turn)
                return None
            return len(self._ahead(ticket)) if ticket.slot else 0

    def _may_run(self, ticket: _Ticket) -> bool:
        """Return whether a computation may run now."""
        if self._is_blocked(ticket):
            return False
        ahead = [one for one in self._ahead(ticket) if one.runs or not self._is_blocked(one)]
        return not ticket.slot or len(ahead) < self.slots

    def _ahead(self, ticket: _Ticket) -> list[_Ticket]:
        """List what runs in the same slot, or comes before a computation."""
        came = self._tickets.index(ticket)
        return [
            one
            for place, one in enumerate(self._tickets)
            if one.slot == ticket.slot
            and one is not ticket
            and (one.runs or (one.turn, place) < (ticket.turn, came))
        ]

    def _queue(self, ticket: _Ticket) -> None:
        """Put a computation into the turn that now goes round, or one after its visitor's last.

        That is start-time fair queueing (Goyal, Vin & Cheng 1996), where all work weighs the same.
        """
        waiting = {(one.slot, one.session.visitor) for one in self._tickets}
        now = self._round.get(ticket.slot, 0)
        self._last = {
            who: turn for who, turn in self._last.items() if who in waiting or turn >= now
        }
        whose = ticket.slot, ticket.session.visitor
        ticket.turn = max(now, self._last.get(whose, now - 1) + 1)
        self._last[whose] = ticket.turn
        self._tickets.append(ticket)

    def _is_blocked(self, ticket: _Ticket) -> bool:
        """Return whether it is being computed, or the session or its visitor has enough to do."""
        running = [one for one in self._tickets if one.runs]
        others = [one for one in running if one.thread != ticket.thread]
        return (
            any(one.key == ticket.key for one in running)
            or any(one.session is ticket.session for one in others)
            or (bool(ticket.slot) and self._has_share(ticket, others))
        )

    def _has_share(self, ticket: _Ticket, running: Iterable[_Ticket]) -> bool:
        """Return whether a visitor, who is not the only one at work, has all slots but one."""
        visitor = ticket.session.visitor
        lately = time.monotonic() - LATELY
        at_work = {one.session for one in self._tickets}
        at_work |= {one for one in self._sessions if one.asked > lately}
        if all(session.visitor == visitor for session in at_work):
            return False
        taken = sum(bool(one.slot) and one.session.visitor == visitor for one in running)
        return taken >= max(1, self.slots - 1)


def digests_in(key: Key) -> set[str]:
    """Return the digests of corpora in a key."""
    return {part for part in key if isinstance(part, str) and DIGEST.fullmatch(part)}
