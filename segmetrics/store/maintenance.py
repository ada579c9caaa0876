"""What keeps a store for years: backup, restore, check, vacuum, delete, and a way out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, delete, func, or_, select

from segmetrics.settings import DRAFT_DAYS
from segmetrics.store.access import now
from segmetrics.store.corpus_rows import UNREAD
from segmetrics.store.errors import NotHere
from segmetrics.store.garbage import GRACE, collect, held_back
from segmetrics.store.schema import corpora, files, links, people, rounds, steps
from segmetrics.store.store import Store
from segmetrics.store.validation import address_of
from segmetrics.store.values import Removed

NOBODY = "Nobody with this address is known here."


def drafts_size(store: Store) -> int:
    """Count the bytes of files that were uploaded and never accepted, as they are kept."""
    query = select(func.sum(func.length(files.c.content))).join(rounds).where(*_drafts())
    with store.database.reading() as connection:
        return int(connection.scalar(query) or 0)


def _drafts() -> tuple[ColumnElement[bool], ...]:
    """Return which rounds were never accepted, and nothing was decided about them."""
    stepped = select(steps.c.id).where(steps.c.round == rounds.c.id).exists()
    return rounds.c.digest.is_(None), ~stepped


def drop_drafts(
    store: Store, older_than: timedelta, *, unread: bool = False, sure: bool = False
) -> Removed:
    """Delete what was uploaded, never accepted, and not looked after for some time.

    Of what nobody has read, if `unread`, any number goes: nobody has begun to work with it.
    """
    old = (rounds.c.changed < now() - older_than, *_drafts())
    if unread:
        old = (*old, rounds.c.version == UNREAD)
    other = rounds.alias()
    others = select(other.c.id).where(other.c.corpus == rounds.c.corpus, other.c.id != rounds.c.id)
    of_drafts = select(rounds.c.corpus).where(*old)
    with store.database.writing(alone=True, erasing=True) as connection:
        # Whoever looks after one right now ends first, and it stays.
        connection.execute(
            select(corpora.c.id).where(corpora.c.id.in_(of_drafts)).with_for_update()
        ).all()
        going = select(rounds.c.id).where(*old)
        held = 0 if sure or unread else held_back(connection, going, rounds)
        if held:
            return Removed(held=held)
        whole = of_drafts.where(~others.exists())
        gone = connection.execute(delete(corpora).where(corpora.c.id.in_(whole)))
        further = connection.execute(delete(rounds).where(*old, others.exists()))
        return Removed(corpora=gone.rowcount, rounds=further.rowcount, digests=collect(connection))


def end_links(store: Store, *, sure: bool = False) -> Removed:
    """Delete the links that ended some days ago, and the corpora that no link leads to."""
    over = links.c.expires <= now() - GRACE
    led_to = select(links.c.id).where(links.c.corpus == corpora.c.id)
    lasting = led_to.where(or_(links.c.expires.is_(None), ~over))
    ending = select(corpora.c.id).where(corpora.c.linked, led_to.exists(), ~lasting.exists())
    with store.database.writing(alone=True, erasing=True) as connection:
        held = 0 if sure else held_back(connection, ending, corpora)
        ended = 0 if held else connection.execute(delete(links).where(over)).rowcount
        lost = connection.execute(delete(corpora).where(corpora.c.linked, ~led_to.exists()))
        return Removed(
            corpora=lost.rowcount,
            links=ended,
            digests=collect(connection),
            held=held,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacuumed:
    """What a vacuum took away."""

    drafts: int
    links: int
    corpora: int
    codings: int
    held: int


def vacuum(store: Store, *, draft_days: int = DRAFT_DAYS, sure: bool = False) -> Vacuumed:
    """Delete what nobody can reach or wants, and free its space."""
    drafts = drop_drafts(store, timedelta(days=draft_days), sure=sure)
    ended = end_links(store, sure=sure)
    store.database.compact()
    return Vacuumed(
        drafts=drafts.corpora + drafts.rounds,
        links=ended.links,
        corpora=ended.corpora,
        codings=len(drafts.digests) + len(ended.digests),
        held=drafts.held + ended.held,
    )


def person_of(store: Store, email: str) -> int:
    """Find a person by their address, for `Visitor.person`; raises NotHere if nobody has it."""
    with store.database.reading() as connection:
        number = connection.scalar(select(people.c.id).where(people.c.email == address_of(email)))
    if number is None:
        raise NotHere(NOBODY)
    return int(number)


def delete_person(store: Store, person: int) -> int:
    """Delete a person with everything that they own; the corpora of others stay."""
    with store.database.writing(alone=True, erasing=True) as connection:
        owned = connection.execute(delete(corpora).where(corpora.c.owner == person)).rowcount
        connection.execute(delete(people).where(people.c.id == person))
        collect(connection)
    return owned
