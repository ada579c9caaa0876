"""The store as the pages reach it: which one, who asks, and what is said when it refuses.

Every page asks the store anew for what it shows, so what another visitor changed, or took
back, is seen with the next action. What a widget starts is `told`: if the store refuses it,
its sentence is shown above the page, and the page goes on with what there is now.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from functools import wraps
from typing import Literal, NamedTuple, ParamSpec
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.server.auth import signed_in
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.shared_store import shared_store
from segmetrics.settings import settings_of
from segmetrics.store import (
    ChangedMeanwhile,
    NotHere,
    Saved,
    Store,
    StoreError,
    StoreFailed,
    Visitor,
    place_of,
)

Kind = Literal["info", "success", "warning", "error"]

# Characters of the name of a time zone; the longest there is has 32.
LONGEST_ZONE = 100

# Keys of the session: its own store, where nothing is kept; the number of the person; the
# places that it came by; the sentences to be shown.
OWN, PERSON, PLACES, SAID = "own store", "person", "places", "said"
# Places that a session remembers.
MOST_PLACES = 100

P = ParamSpec("P")


class _Said(NamedTuple):
    """A sentence, and the address that it is shown at; empty before it was shown."""

    kind: Kind
    sentence: str
    address: str = ""


def store() -> Store:
    """Find the store of this server; where nothing is kept, that of this session."""
    settings = settings_of()
    if settings.mode == "ephemeral":
        own: Store = st.session_state.get(OWN) or Store.open(settings.url)
        st.session_state[OWN] = own
        return own
    return shared_store()


def visitor() -> Visitor:
    """Return the visitor."""
    mode = settings_of().mode
    person = signed_in() if mode == "accounts" else None
    if person is None:
        return Visitor(mode=mode)
    known, number = st.session_state.get(PERSON, (None, None))
    if known != person:
        number = store().person(person.subject, person.email or None)
        st.session_state[PERSON] = person, number
    return Visitor(mode=mode, person=number)


def keeps() -> str:
    """Return what becomes of what is opened here."""
    settings = settings_of()
    if settings.mode == "local" and not settings.url.startswith("sqlite"):
        return words.ELSEWHERE
    return f"{words.KEEPS[settings.mode]} {ends()}".strip()


def ends() -> str:
    """Return when a corpus goes because its links end; empty where they do not."""
    settings = settings_of()
    days = settings.link_days
    if settings.mode != "links" or days is None:
        return ""
    return words.ends_after(days)


# ----- places that a session came by


def remember(place: str) -> None:
    """Remember that this session came by a place; with links only its address leads there."""
    found = place_of(place)
    places = known_places()
    if found and found[0] not in places:
        st.session_state[PLACES] = (*places, found[0])[-MOST_PLACES:]


def known_places() -> tuple[str, ...]:
    """List the keys that this session came by, the oldest first."""
    places: tuple[str, ...] = st.session_state.get(PLACES, ())
    return places


def forget_place(place: str) -> None:
    """Forget a place that is not there any more."""
    found = place_of(place)
    st.session_state[PLACES] = tuple(one for one in known_places() if not found or one != found[0])


def saved_corpora() -> tuple[Saved, ...]:
    """List the corpora that a visitor may be shown: their own, and those of this session."""
    try:
        who = visitor()
        found = {one.key: one for one in store().corpora(who)}
        for key in known_places():
            if key not in found:
                with suppress(NotHere):
                    found[key] = store().corpus(who, key)
    except StoreError as error:
        refused(error)
        return ()
    return tuple(sorted(found.values(), key=lambda one: one.changed, reverse=True))


# ----- what is said


def told(action: Callable[P, None]) -> Callable[P, None]:
    """Show why an action of a widget was refused, instead of failing the page."""

    @wraps(action)
    def done(*args: P.args, **more: P.kwargs) -> None:
        attempted(action, *args, **more)

    return done


def attempted(action: Callable[P, None], *args: P.args, **more: P.kwargs) -> bool:
    """Run an action, or show why the store refused it."""
    st.session_state.pop(SAID, None)
    try:
        action(*args, **more)
    except StoreError as error:
        say(str(error), kind_of(error))
        return False
    return True


def say(sentence: str, kind: Kind = "info") -> None:
    """Show a message above the next page, until the visitor does something else there."""
    st.session_state[SAID] = (*st.session_state.get(SAID, ()), _Said(kind, sentence))


def keep_said(address: str) -> None:
    """Keep what is to be said for the page that comes next, at an address."""
    said: tuple[_Said, ...] = st.session_state.get(SAID, ())
    st.session_state[SAID] = tuple(one._replace(address=address) for one in said)


def show_said(address: str) -> None:
    """Show what is to be said."""
    said: tuple[_Said, ...] = st.session_state.pop(SAID, ())
    still = tuple(one._replace(address=address) for one in said if one.address in ("", address))
    if still:
        st.session_state[SAID] = still
    for one in still:
        _show(one.kind, one.sentence)
    for one in said:
        if not one.address:  # whoever has scrolled down sees it too
            st.toast(escape_markdown(one.sentence))


def refused(error: StoreError) -> None:
    """Show why the store refused something that a page asked for."""
    _show(kind_of(error), str(error))


def _show(kind: Kind, sentence: str) -> None:
    {"info": st.info, "success": st.success, "warning": st.warning, "error": st.error}[kind](
        escape_markdown(sentence)
    )


def kind_of(error: StoreError) -> Kind:
    """Log that the store refused something, and say how much is amiss."""
    if isinstance(error, ChangedMeanwhile):
        log("refused", result="conflict")
        return "warning"
    if isinstance(error, StoreFailed):
        log("failed", error=error)
        return "error"
    log("refused")
    return "info" if isinstance(error, NotHere) else "warning"


def when(moment: datetime) -> str:
    """Return when something was, in the visitor's time: ``10:41`` today, else with the day."""
    zone = _zone()
    there, now = moment.astimezone(zone), datetime.now(zone)
    if there.date() == now.date():
        return f"{there:%H:%M}"
    if now - there < timedelta(days=300):
        return f"{there.day} {there:%B, %H:%M}"
    return f"{there.day} {there:%B %Y}"


def _zone() -> tzinfo:
    """Find the visitor's time zone, as the browser says it."""
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        name = st.context.timezone
        if name and len(name) <= LONGEST_ZONE:
            return ZoneInfo(name)
    return UTC
