"""What nobody has any more: codings of no round, addresses of people who are invited nowhere.

What goes because of its age goes by a clock, and a clock may be wrong: see `held_back`.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, Select, Table, delete, func, select

from segmetrics.store.access import now
from segmetrics.store.schema import codings, corpora, members, people, rounds, steps

GRACE = timedelta(days=7)
"""How long a link that has ended is kept, and its corpus with it; it opens nothing any more."""
# As many may go at once as this, or as one in so many of all, whichever is more.
HANDFUL, ONE_IN = 5, 4
# Clocks of several servers differ by less.
DIFFERENCE = timedelta(hours=1)


def unused() -> ColumnElement[bool]:
    """Return which codings belong to no round, now or before a step."""
    used = select(rounds.c.id).where(rounds.c.digest == codings.c.digest).exists()
    earlier = select(steps.c.id).where(steps.c.digest == codings.c.digest).exists()
    return ~used & ~earlier


def held_back(connection: Connection, going: Select[tuple[int]], table: Table) -> int:
    """Count what is to stay although its time is over, because the clock may be wrong."""
    count = connection.scalar(select(func.count()).select_from(going.subquery())) or 0
    every = connection.scalar(select(func.count()).select_from(table)) or 0
    changes = [connection.scalar(select(func.max(one.c.changed))) for one in (corpora, rounds)]
    behind = any(latest is not None and latest > now() + DIFFERENCE for latest in changes)
    return count if behind or count > max(HANDFUL, every / ONE_IN) else 0


def forget_invited(connection: Connection) -> None:
    """Delete the addresses of those who never logged in and are invited to nothing any more."""
    invited = select(members.c.id).where(members.c.person == people.c.id).exists()
    connection.execute(delete(people).where(people.c.subject.is_(None), ~invited))


def collect(connection: Connection) -> tuple[str, ...]:
    """Delete what nobody has any more."""
    gone = connection.scalars(delete(codings).where(unused()).returning(codings.c.digest))
    digests = tuple(gone)
    forget_invited(connection)
    return digests
