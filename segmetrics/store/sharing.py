"""Who else reaches a corpus: links that can be taken back, and people who log in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from segmetrics.store.access import mark_of, new_key, now, reach
from segmetrics.store.errors import NotHere, StoreError
from segmetrics.store.tables import corpora, links, members, people
from segmetrics.store.values import Link, Member, place_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from segmetrics.store.access import Reached
    from segmetrics.store.database import Database
    from segmetrics.store.values import Right, Visitor

__all__ = ["Sharing"]


class Sharing:
    """Links and people; a part of the store.

    Parameters
    ----------
    database : Database
        The database.
    link_days : int, optional
        Days after which a link ends; None: never.
    """

    def __init__(self, database: Database, *, link_days: int | None = None) -> None:
        self.database = database
        self.link_days = link_days

    # ----- links

    def links(self, visitor: Visitor, place: str) -> tuple[Link, ...]:
        """List the links to a corpus, the oldest first; raises NotHere, NotAllowed."""
        with self.database.reading() as connection:
            corpus = _reach(connection, visitor, place)
            query = select(links).where(links.c.corpus == corpus.id).order_by(links.c.id)
            return tuple(
                Link(
                    id=row.id,
                    right=row.right,
                    created=row.created,
                    expires=row.expires,
                    current=row.id == corpus.link,
                )
                for row in connection.execute(query)
            )

    def make_link(self, visitor: Visitor, place: str, right: Right) -> str:
        """Make a further link to a corpus.

        Parameters
        ----------
        visitor : Visitor
            Who may edit the corpus.
        place : str
            The corpus.
        right : {"read", "edit"}
            What the link allows; ``edit`` allows everything.

        Returns
        -------
        str
            The link, a key in addresses: it is kept nowhere and cannot be shown again.

        Raises
        ------
        NotHere, NotAllowed
        ValueError
            If the right is another one.
        """
        if right not in ("read", "edit"):
            raise ValueError(f"a link is to read or to edit, not to {right!r}")
        with self.database.writing() as connection:
            return self._add_link(connection, _reach(connection, visitor, place).id, right)

    def revoke(self, visitor: Visitor, place: str, link: int) -> None:
        """Take a link back: nobody reaches the corpus by it any more."""
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place)
            connection.execute(delete(links).where(links.c.id == link, links.c.corpus == corpus.id))

    def first_link(self, connection: Connection, corpus: int) -> str:
        """Make the link by which a new corpus is reached, in its own transaction."""
        return self._add_link(connection, corpus, "edit")

    def _add_link(self, connection: Connection, corpus: int, right: Right) -> str:
        key = new_key()
        ends = None if self.link_days is None else now() + timedelta(days=self.link_days)
        values = {"mark": mark_of(key), "right": right, "created": now(), "expires": ends}
        connection.execute(insert(links).values(corpus=corpus, **values))
        return key

    # ----- people

    def person(self, subject: str, email: str | None) -> int:
        """Register who logged in, see `Store.person`."""
        with self.database.writing() as connection:
            known = connection.execute(select(people).where(people.c.subject == subject)).first()
            if known is None and email is not None:
                query = select(people).where(people.c.email == email, people.c.subject.is_(None))
                known = connection.execute(query).first()
            taken = email is not None and connection.scalar(
                select(people.c.id).where(
                    people.c.email == email, people.c.id != (known.id if known else 0)
                )
            )
            values: dict[str, Any] = {"subject": subject}
            if not taken:
                values["email"] = email
            if known is None:
                return _add_person(connection, **values)
            if (known.subject, known.email) != (subject, values.get("email", known.email)):
                connection.execute(update(people).where(people.c.id == known.id).values(values))
            number: int = known.id
            return number

    def members(self, visitor: Visitor, place: str) -> tuple[Member, ...]:
        """List the people who reach a corpus, its owner first; raises NotHere, NotAllowed."""
        with self.database.reading() as connection:
            corpus = _reach(connection, visitor, place)
            owner = connection.execute(
                select(people).join(corpora).where(corpora.c.id == corpus.id)
            ).first()
            query = (
                select(people, members.c.right)
                .join(members)
                .where(members.c.corpus == corpus.id)
                .order_by(members.c.id)
            )
            others = [(row, row.right) for row in connection.execute(query)]
        return tuple(
            Member(id=row.id, email=row.email or "", right=right, joined=row.subject is not None)
            for row, right in [*([(owner, "own")] if owner else []), *others]
        )

    def invite(self, visitor: Visitor, place: str, email: str, right: Right) -> None:
        """Let a person reach a corpus, or give them another right.

        Parameters
        ----------
        visitor : Visitor
            The owner.
        place : str
            The corpus.
        email : str
            The address with which the person logs in.
        right : {"read", "edit"}
            What they may do.

        Raises
        ------
        NotHere, NotAllowed
        StoreError
            If it is the owner's own address.
        ValueError
            If the right is another one.
        """
        if right not in ("read", "edit"):
            raise ValueError(f"people are invited to read or to edit, not to {right!r}")
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place)
            known = connection.scalar(select(people.c.id).where(people.c.email == email))
            if known is not None and known == corpus.row.owner:
                raise StoreError("This is the address of the owner, who may do everything.")
            person = known or _add_person(connection, email=email)
            connection.execute(
                delete(members).where(members.c.corpus == corpus.id, members.c.person == person)
            )
            connection.execute(insert(members).values(corpus=corpus.id, person=person, right=right))

    def dismiss(self, visitor: Visitor, place: str, person: int) -> None:
        """Let a person reach a corpus no more."""
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place)
            connection.execute(
                delete(members).where(members.c.corpus == corpus.id, members.c.person == person)
            )


def _reach(connection: Connection, visitor: Visitor, place: str) -> Reached:
    """Find a corpus whose visitor may say who else reaches it."""
    found = place_of(place)
    if found is None:
        raise NotHere("There is no such corpus here: the link may be mistyped.")
    return reach(connection, visitor, found[0], "own", lock=True)


def _add_person(connection: Connection, **values: Any) -> int:
    added = insert(people).values(created=now(), **values).returning(people.c.id)
    number: int = connection.execute(added).scalar_one()
    return number
