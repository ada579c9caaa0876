"""What nobody has any more: codings of no round, addresses of people who are invited nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from segmetrics.store.tables import codings, members, people, rounds, steps

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

__all__ = ["collect", "forget_invited", "unused"]


def unused() -> ColumnElement[bool]:
    """Say which codings belong to no round, now or before a step."""
    used = select(rounds.c.id).where(rounds.c.digest == codings.c.digest).exists()
    earlier = select(steps.c.id).where(steps.c.digest == codings.c.digest).exists()
    return ~used & ~earlier


def forget_invited(connection: Connection) -> None:
    """Delete the addresses of those who never logged in and are invited to nothing any more."""
    invited = select(members.c.id).where(members.c.person == people.c.id).exists()
    connection.execute(delete(people).where(people.c.subject.is_(None), ~invited))


def collect(connection: Connection) -> tuple[str, ...]:
    """Delete what nobody has any more.

    Parameters
    ----------
    connection : Connection
        A transaction in which nobody else adds or removes codings.

    Returns
    -------
    tuple of str
        Hashes of the codings that went.
    """
    gone = connection.scalars(delete(codings).where(unused()).returning(codings.c.digest))
    digests = tuple(gone)
    forget_invited(connection)
    return digests
