"""Who a visitor is, to whom turns and shares go, and whose page is drawn next.

Pages of all visitors are drawn in one process. While others are here, those of one visitor are
drawn one after the other, so that who opens many at once does not hold the others up. A page that
takes long lets the next one begin, and none waits long: many people may share an address.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

import streamlit as st

from segmetrics.dashboard.server.auth import signed_in
from segmetrics.settings import settings_of

# Seconds for which a visitor counts as here after a click, and in which most pages are drawn.
LATELY, DRAWN = 10.0, 0.5
# Seconds that a click waits at most.
MOST = 2.0


def whose_turn() -> Hashable | None:
    """Return who a visitor is: an account, else an address; None if nobody can tell.

    A link is nobody: one may be handed to a class, and who uploads has as many as they like.
    """
    mode = settings_of().mode
    person = signed_in() if mode == "accounts" else None
    if person:
        return person.subject
    said = st.context.headers.get("X-Forwarded-For", "") if mode != "local" else ""
    return address_of(said) or st.context.ip_address


def address_of(forwarded: str) -> str:
    """Return whose address a proxy says, which stands last; empty if there is none.

    Who comes past the proxy and says something else can only be one more visitor.
    """
    return forwarded.rpartition(",")[2].strip()


@dataclass(eq=False, slots=True)
class _Page:
    """A page that waits to be drawn, or is drawn since a moment."""

    who: Hashable
    begun: float = inf


class PageTurns:
    """Lets a page wait while another one of the same visitor is drawn, if others are here."""

    def __init__(self) -> None:
        self._clicked: dict[Hashable, float] = {}
        self._pages: list[_Page] = []
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, who: Hashable) -> Iterator[None]:
        """Wait until a page of a visitor may be drawn, and let the next one begin after it."""
        page = _Page(who)
        with self._changed:
            now = time.monotonic()
            lately = {one: at for one, at in self._clicked.items() if at > now - LATELY}
            self._clicked = lately | {who: now}
            self._pages.append(page)
            while (until := min(now + MOST, self._free(page))) > (moment := time.monotonic()):
                self._changed.wait(until - moment)
            page.begun = time.monotonic()
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._pages.remove(page)
                self._changed.notify_all()

    def _free(self, page: _Page) -> float:
        """Return from when on a page may be drawn, if no other one ends before."""
        if self._clicked.keys() == {page.who}:
            return 0.0
        before = self._pages[: self._pages.index(page)]
        return max((one.begun + DRAWN for one in before if one.who == page.who), default=0.0)


_turns = PageTurns()


@contextmanager
def page_turn() -> Iterator[None]:
    """Wait for the turn of the visitor of this page; on one's own machine there are none."""
    if settings_of().mode == "local":
        yield
    else:
        with _turns.turn(whose_turn()):
            yield
