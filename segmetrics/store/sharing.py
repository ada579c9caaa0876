"""Who else reaches a corpus: links that can be taken back, and people who log in."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, delete, insert, select, update

from segmetrics.store.access import Reached, mark_of, new_key, now, reach, split
from segmetrics.store.database import Database
from segmetrics.store.errors import StoreError
from segmetrics.store.garbage import forget_invited
from segmetrics.store.schema import corpora, links, members, people
from segmetrics.store.validation import address_of, given_address, is_address
from segmetrics.store.values import RIGHTS, Member, Right, ShareLink, Visitor

# An issuer and a name of at most 255 characters, as OpenID Connect says; PostgreSQL compares
# no more than 2,700 bytes by an index.
LONGEST_SUBJECT = 400


class Sharing:
    """Links and people; a part of the store."""

    def __init__(self, database: Database, *, link_days: int | None = None) -> None:
        self.database = database
        self.link_days = link_days

    # ----- links

    def links(self, visitor: Visitor, place: str) -> tuple[ShareLink, ...]:
        """List the links to a corpus, the oldest first; raises NotHere, NotAllowed."""
        with self.database.reading() as connection:
            corpus = _reach(connection, visitor, place, lock=False)
            columns = links.c["id", "right", "created", "expires"]
            query = select(*columns).where(links.c.corpus == corpus.id).order_by(links.c.id)
            rows = connection.execute(query).mappings()
            return tuple(ShareLink(**row, current=row["id"] == corpus.link) for row in rows)

    def make_link(self, visitor: Visitor, place: str, right: Right) -> str:
        """Create a further link to a corpus."""
        if right not in ("read", "edit"):
            raise ValueError(f"a link is to read or to edit, not to {right!r}")
        with self.database.writing() as connection:
            return self._add_link(
                connection, _reach(connection, visitor, place, lock=True).id, right
            )

    def revoke(self, visitor: Visitor, place: str, link: int) -> None:
        """Revoke a link: nobody reaches the corpus by it any more."""
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place, lock=True)
            connection.execute(delete(links).where(links.c.id == link, links.c.corpus == corpus.id))

    def first_link(self, connection: Connection, corpus: int) -> str:
        """Create the link by which a new corpus is reached, in its own transaction."""
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
        if len(subject) > LONGEST_SUBJECT:
            raise StoreError("The name in your sign-in is too long to be kept.")
        address = address_of(email or "") if is_address(address_of(email or "")) else None
        with self.database.reading() as connection:
            known = connection.execute(select(people).where(people.c.subject == subject)).first()
        if known is not None and address in (None, known.email):
            return int(known.id)
        with self.database.writing() as connection:
            self.database.lock(connection, "people")
            return _registered(connection, subject, address)

    def members(self, visitor: Visitor, place: str) -> tuple[Member, ...]:
        """List the people who reach a corpus, its owner first; raises NotHere, NotAllowed."""
        with self.database.reading() as connection:
            corpus = _reach(connection, visitor, place, lock=False)
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
        """Grant a person access to a corpus, or another right."""
        if right not in ("read", "edit"):
            raise ValueError(f"people are invited to read or to edit, not to {right!r}")
        address = given_address(email)
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place, lock=True)
            self.database.lock(connection, "people")
            known = connection.scalar(select(people.c.id).where(people.c.email == address))
            if known is not None and known == corpus.row.owner:
                raise StoreError("This is the address of the owner, who may do everything.")
            person = known or _add_person(connection, email=address)
            _let_in(connection, corpus.id, person, right)

    def dismiss(self, visitor: Visitor, place: str, person: int) -> None:
        """Withdraw a person's access to a corpus."""
        with self.database.writing() as connection:
            corpus = _reach(connection, visitor, place, lock=True)
            connection.execute(
                delete(members).where(members.c.corpus == corpus.id, members.c.person == person)
            )
            forget_invited(connection)


def _reach(connection: Connection, visitor: Visitor, place: str, *, lock: bool) -> Reached:
    """Find a corpus whose visitor may say who else reaches it."""
    return reach(connection, visitor, split(place)[0], "own", lock=lock)


def _add_person(connection: Connection, **values: str) -> int:
    added = insert(people).values(created=now(), **values).returning(people.c.id)
    number: int = connection.execute(added).scalar_one()
    return number


def _registered(connection: Connection, subject: str, address: str | None) -> int:
    """Find or add who logged in; an address that was proved is theirs from now on."""
    known = connection.scalar(select(people.c.id).where(people.c.subject == subject))
    with_address = select(people).where(people.c.email == address)
    other = connection.execute(with_address).first() if address else None
    person = int(known) if known else _add_person(connection, subject=subject)
    if other is not None and other.id != person:
        if other.subject is None:
            _take_over(connection, other.id, person)
        else:
            _change(connection, other.id, email=None)
    if address:
        _change(connection, person, email=address)
    return person


def _change(connection: Connection, person: int, *, email: str | None) -> None:
    connection.execute(update(people).where(people.c.id == person).values(email=email))


def _take_over(connection: Connection, invited: int, person: int) -> None:
    """Move invitations to the person who was meant."""
    for row in connection.execute(select(members).where(members.c.person == invited)).all():
        owner = connection.scalar(select(corpora.c.owner).where(corpora.c.id == row.corpus))
        if owner != person:
            _let_in(connection, row.corpus, person, row.right, at_least=True)
    connection.execute(delete(people).where(people.c.id == invited))


def _let_in(
    connection: Connection, corpus: int, person: int, right: Right, *, at_least: bool = False
) -> None:
    """Grant a person a right; with `at_least` never a lesser one than they have."""
    theirs = (members.c.corpus == corpus) & (members.c.person == person)
    had: Right | None = connection.scalar(select(members.c.right).where(theirs))
    if had is None:
        connection.execute(insert(members).values(corpus=corpus, person=person, right=right))
    elif not at_least or RIGHTS.index(had) < RIGHTS.index(right):
        connection.execute(update(members).where(theirs).values(right=right))
