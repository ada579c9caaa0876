"""Rows of the database that hold corpora, rounds and what was decided: read and written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import count
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from segmetrics.corpus import Corpus
from segmetrics.io import Choices, Source
from segmetrics.store.access import now, reached_by
from segmetrics.store.database import Database
from segmetrics.store.history import before_added
from segmetrics.store.schema import codings, corpora, files, rounds, steps
from segmetrics.store.serialization import choices_of, packed, words_of
from segmetrics.store.values import ReviewStep, Visitor, at, place_of

# The version of a draft whose files nobody has read, and from then on that of what nobody changed.
UNREAD, FIRST = 0, 1


def count_added(connection: Connection, row: Row[Any]) -> int:
    """Count the files that were added to a round since it was accepted."""
    back = before_added(row)
    if back is None:
        return 0
    added = (files.c.round == row.id) & (files.c.place >= back["files"])
    return connection.scalar(select(func.count()).where(added)) or 0


def keep_codings(
    database: Database, connection: Connection, document: bytes, corpus: Corpus
) -> None:
    """Keep codings, once."""
    into = (insert_sqlite if database.is_sqlite else insert_postgresql)(codings)
    values = {
        "digest": corpus.called_digest,
        "document": document,
        "items": len(corpus),
        "coders": len(corpus.coders),
        "created": now(),
    }
    connection.execute(into.on_conflict_do_nothing(), values)


def has_others(connection: Connection, row: Row[Any]) -> bool:
    """Return whether the corpus of a round has other rounds."""
    query = select(rounds.c.id).where(rounds.c.corpus == row.corpus, rounds.c.id != row.id)
    return connection.execute(query.limit(1)).first() is not None


def is_new(connection: Connection, row: Row[Any]) -> bool:
    """Return whether a round is all that there is of its corpus, and was never accepted."""
    stepped = select(steps.c.id).where(steps.c.round == row.id).limit(1)
    never = row.digest is None and connection.execute(stepped).first() is None
    return never and not has_others(connection, row)


def next_name(connection: Connection, corpus: int) -> str:
    """Name a further round by how many there are; in addresses it has a number that none had."""
    query = select(rounds.c.name).where(rounds.c.corpus == corpus)
    names = connection.scalars(query).all()
    numbered = (f"Round {number}" for number in count(len(names) + 1))
    return next(name for name in numbered if name not in names)


def packed_files(uploaded: Iterable[Source]) -> list[tuple[str, bytes]]:
    """Return files compressed; it is slow, and so done before a transaction makes others wait."""
    return [(source.name, packed(source.content)) for source in uploaded]


def add_draft(
    connection: Connection, corpus: int, number: int, name: str, kept: Iterable[tuple[str, bytes]]
) -> None:
    """Add a round whose files are yet to be accepted."""
    added = inserted(
        connection,
        rounds,
        corpus=corpus,
        number=number,
        name=name,
        review=[],
        decisions=[],
        version=UNREAD,
        changed=now(),
    )
    add_files(connection, added, kept, start=0)


def add_files(
    connection: Connection, added_to: int, kept: Iterable[tuple[str, bytes]], *, start: int
) -> None:
    """Add files to a round, numbered from a start."""
    for order, (file, content) in enumerate(kept, start):
        values = {"round": added_to, "place": order, "name": file, "content": content}
        connection.execute(insert(files), values)


def inserted(connection: Connection, table: Any, **values: Any) -> int:
    """Insert a row, and give its number.

    The statement is kept for the next row, so its values are none of its parts.
    """
    number: int = connection.execute(insert(table).returning(table.c.id), values).scalar_one()
    return number


def change(connection: Connection, corpus: int, **values: Any) -> None:
    """Change a corpus, and note when."""
    query = update(corpora).where(corpora.c.id == corpus)
    connection.execute(query.values(changed=now(), **values))


def change_round(connection: Connection, corpus: int, row: Row[Any], **values: Any) -> None:
    """Change what is shown of a round."""
    query = update(rounds).where(rounds.c.id == row.id)
    connection.execute(query.values(version=max(FIRST, row.version) + 1, changed=now(), **values))
    change(connection, corpus)


def same_corpus(
    connection: Connection, visitor: Visitor, digest: str, among: Collection[str], but: int
) -> str | None:
    """Find where the visitor keeps the same codings already."""
    if visitor.mode == "links":
        keys = dict.fromkeys(found[0] for place in among if (found := place_of(place)))
        found_rows = [
            (row, key)
            for key in keys
            if (row := connection.execute(reached_by(visitor, key)).first())
            and row.link_right == "edit"
        ]
    else:
        query = reached_by(visitor)
        if visitor.mode == "accounts":
            query = query.where(corpora.c.owner == visitor.person)
        found_rows = [(row, row.key) for row in connection.execute(query)]
    kept = select(rounds.c.corpus, func.min(rounds.c.number)).where(
        rounds.c.digest == digest, rounds.c.corpus != but
    )
    numbers = {row[0]: row[1] for row in connection.execute(kept.group_by(rounds.c.corpus))}
    return next((at(key, numbers[row.id]) for row, key in found_rows if row.id in numbers), None)


def review_rows(decisions: Iterable[tuple[str, Choices]]) -> list[Any]:
    """Return decisions about an import as they are kept."""
    return [[words, words_of(choices)] for words, choices in decisions]


def review_of(rows: Iterable[Sequence[Any]]) -> tuple[ReviewStep, ...]:
    """Return the decisions that were kept."""
    return tuple(ReviewStep(words, choices_of(chosen)) for words, chosen in rows)
