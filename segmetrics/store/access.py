"""Who reaches which corpus, and what they may do with it: the one place that decides it."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, false, or_, select, true

from segmetrics.store.errors import NotAllowed, NotHere
from segmetrics.store.schema import corpora, links, members, rounds
from segmetrics.store.values import RIGHTS, Right, Visitor, place_of

NOT_HERE = (
    "There is no such corpus here, or it is not open to you: the link may be mistyped, ended or "
    "taken back, or the corpus deleted."
)
MISTYPED = "There is no such corpus here: the link may be mistyped."
NO_ROUND = "There is no such round of this corpus; it may have been deleted."
NOT_ALLOWED: dict[Right, str] = {
    "edit": "You may look at this corpus, but not change it. Nothing was changed.",
    "own": "Only the owner of this corpus may do this. Nothing was changed.",
}


class Reached(NamedTuple):
    """A corpus that a visitor reaches."""

    id: int
    right: Right
    row: Row[Any]
    link: int | None = None


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def new_key() -> str:
    """Return 128 random bits, in characters that mail and command lines keep together."""
    return secrets.token_hex(16)


def mark_of(key: str) -> str:
    """Return the digest that stands for a link where the link itself must not be kept."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def split(place: str) -> tuple[str, int]:
    """Return the key and the number of a round from its place; raises NotHere if it is none."""
    found = place_of(place)
    if found is None:
        raise NotHere(MISTYPED)
    return found


def reach_round(
    connection: Connection, visitor: Visitor, place: str, need: Right, *, lock: bool = False
) -> tuple[Reached, Row[Any]]:
    """Find a round by its place, if the visitor may do what is needed, see `reach`."""
    key, number = split(place)
    corpus = reach(connection, visitor, key, need, lock=lock)
    query = select(rounds).where(rounds.c.corpus == corpus.id, rounds.c.number == number)
    row = connection.execute(query).first()
    if row is None:
        raise NotHere(NO_ROUND)
    return corpus, row


def reach(
    connection: Connection, visitor: Visitor, key: str, need: Right, *, lock: bool = False
) -> Reached:
    """Find a corpus by its key, if the visitor may do what is needed."""
    query = reached_by(visitor, key)
    row = connection.execute(query).first()
    if lock and row is not None:
        # Who had to wait for others sees what they left: a right may have been taken away.
        connection.execute(select(corpora.c.id).where(corpora.c.id == row.id).with_for_update())
        row = connection.execute(query).first()
    if row is None:
        raise NotHere(NOT_HERE)
    found = reached(visitor, row)
    if RIGHTS.index(found.right) < RIGHTS.index(need):
        raise NotAllowed(NOT_ALLOWED[need])
    return found


def reached(visitor: Visitor, row: Row[Any]) -> Reached:
    """Return what a visitor may do with a corpus that `reached_by` selected."""
    right: Right = "own"
    if visitor.mode == "links":
        right = "own" if row.link_right == "edit" else "read"
    elif visitor.mode == "accounts" and row.owner != visitor.person:
        right = row.member_right
    return Reached(row.id, right, row, row.link if visitor.mode == "links" else None)


def reached_by(visitor: Visitor, key: str | None = None) -> Select[tuple[object, ...]]:
    """Select the corpora that a visitor reaches: the one with a key, or all that are listed."""
    if visitor.mode == "links":
        return (
            select(corpora, links.c.right.label("link_right"), links.c.id.label("link"))
            .join(links)
            .where(links.c.mark == mark_of(key or ""))
            .where(or_(links.c.expires.is_(None), links.c.expires > now()))
        )
    query = select(corpora)
    if visitor.mode == "accounts":
        member = members.c.person == visitor.person
        query = (
            select(corpora, members.c.right.label("member_right"))
            .outerjoin(members, (members.c.corpus == corpora.c.id) & member)
            .where(false() if visitor.person is None else true())
            .where(or_(corpora.c.owner == visitor.person, members.c.id.is_not(None)))
        )
    return query if key is None else query.where(corpora.c.key == key)
