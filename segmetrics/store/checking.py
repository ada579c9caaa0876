"""Checking a store: everything in it can be read, fits together, and is what was saved."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Table, func, select, text

from segmetrics.corpus import Corpus
from segmetrics.store.database import Database
from segmetrics.store.errors import StoreFailed
from segmetrics.store.garbage import unused
from segmetrics.store.history import before_added
from segmetrics.store.migrating import NEWEST, revision_of
from segmetrics.store.schema import METADATA, codings, corpora, files, rounds, steps, works
from segmetrics.store.serialization import (
    choices_of,
    corpus_of,
    decisions_of,
    fitting,
    reading_of,
    unpacked,
)

NO_STORE = "There is no store here, or it was never opened."
OTHER_SCHEMA = (
    "The store has the schema {schema}, and this segmetrics has {newest}. Open it with the newest "
    "segmetrics once, which brings it up to date, then check it again."
)
DAMAGED_FILE = "The file of the store is damaged: {faults}. Restore a backup."
LOST = "{table}: {count:,} refer to {parent} that are not there. Restore a backup."
UNUSED = "{count:,} codings belong to no corpus. segmetrics store vacuum takes them away."
DAMAGED = "{what} cannot be read, or do not fit: restore a backup, or delete them."
# What reading a damaged row raises.
DAMAGE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    StoreFailed,
    TypeError,
    ValueError,
    zlib.error,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check found."""

    counts: Mapping[str, int]
    problems: tuple[str, ...]


def check(database: Database) -> Checked:
    """Read everything in a store, and see that it is whole; nothing is changed."""
    with database.reading() as connection:
        foremost = tuple(_of_the_database(connection))
        if foremost:
            return Checked(counts={}, problems=foremost)
        counts = {table.name: _count(connection, table) for table in METADATA.sorted_tables}
        return Checked(counts=counts, problems=tuple(_of_the_content(connection)))


def _of_the_database(connection: Connection) -> Iterator[str]:
    """Find what keeps anything else from being checked."""
    if connection.dialect.name == "sqlite":
        found = connection.scalars(text("PRAGMA integrity_check")).all()
        if found != ["ok"]:
            faults = "one fault" if len(found) == 1 else f"{len(found):,} faults"
            yield DAMAGED_FILE.format(faults=faults)
            return
    schema = revision_of(connection)
    if schema is None:
        yield NO_STORE
    elif schema != NEWEST:
        yield OTHER_SCHEMA.format(schema=schema, newest=NEWEST)


def _of_the_content(connection: Connection) -> Iterator[str]:
    for table in METADATA.sorted_tables:
        yield from _lost(connection, table)
    places = _places(connection)
    yield from _of_corpora(connection)
    yield from _of_codings(connection, places)
    yield from _of_drafts(connection, places)
    yield from _of_files_and_works(connection, places)
    count = connection.scalar(select(func.count()).select_from(codings).where(unused()))
    if count:
        yield UNUSED.format(count=count)


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _lost(connection: Connection, table: Table) -> Iterator[str]:
    """Find rows that refer to what is not there."""
    for constraint in table.foreign_key_constraints:
        (key,) = constraint.elements
        child, parent = key.parent, key.column.table.alias("parent")
        there = select(parent).where(parent.c[key.column.name] == child).exists()
        query = select(func.count()).select_from(table).where(child.is_not(None), ~there)
        if count := connection.scalar(query):
            yield LOST.format(table=table.name, count=count, parent=key.column.table.name)


def _places(connection: Connection) -> dict[int, str]:
    """Name each round for people."""
    query = select(rounds.c.id, rounds.c.number, corpora.c.key).join(corpora)
    return {row.id: f"round {row.number} of corpus {row.key}" for row in connection.execute(query)}


def _damaged(
    connection: Connection,
    table: Table,
    where: Any,
    fine: Callable[[Row[Any]], bool],
    what: Callable[[Any], str],
) -> Iterator[str]:
    """Read some rows of a table one at a time, and name those that are damaged."""
    (key,) = table.primary_key.columns
    for number in connection.scalars(select(key).where(where).order_by(key)).all():
        try:
            good = fine(connection.execute(select(table).where(key == number)).one())
        except DAMAGE:
            good = False
        if not good:
            yield DAMAGED.format(what=what(number))


def _of_corpora(connection: Connection) -> Iterator[str]:
    def fine(row: Row[Any]) -> bool:
        query = select(func.count(), func.max(rounds.c.number)).where(rounds.c.corpus == row.id)
        number, last = connection.execute(query).one()
        return bool(number) and last <= row.numbers and isinstance(row.title, str)

    keys = dict(connection.execute(select(corpora.c.id, corpora.c.key)).all())
    everything = corpora.c.id.is_not(None)
    what = "The title, settings or rounds of corpus {}".format
    yield from _damaged(connection, corpora, everything, fine, lambda one: what(keys[one]))


def _of_codings(connection: Connection, places: Mapping[int, str]) -> Iterator[str]:
    """Read each codings document once, and all that was said about it."""
    for digest in connection.scalars(select(codings.c.digest).order_by(codings.c.digest)).all():
        try:
            row = connection.execute(select(codings).where(codings.c.digest == digest)).one()
            corpus = corpus_of(row.document, digest)
            good = (row._mapping["items"], row.coders) == (len(corpus), len(corpus.coders))
        except DAMAGE:
            good = False
        if not good:
            yield DAMAGED.format(what=f"The codings {digest[:12]}…")
            continue
        yield from _damaged(
            connection,
            rounds,
            rounds.c.digest == digest,
            partial(_is_fine_round, corpus=corpus),
            lambda one: f"What was found or decided in {places.get(one, 'a round')}",
        )
        yield from _damaged(
            connection,
            steps,
            steps.c.digest == digest,
            partial(_is_fine_step, corpus=corpus),
            lambda one: f"Step {one}, which undo goes back to,",
        )


def _of_drafts(connection: Connection, places: Mapping[int, str]) -> Iterator[str]:
    """Read the rounds that have no codings yet, and the steps that leave the codings alone."""

    def is_fine_draft(row: Row[Any]) -> bool:
        empty = row.findings is None and row.accepted is None and not row.decisions
        return empty and _is_fine_review(row)

    yield from _damaged(
        connection,
        rounds,
        rounds.c.digest.is_(None),
        is_fine_draft,
        lambda one: f"The decisions about the import of {places.get(one, 'a round')}",
    )
    yield from _damaged(
        connection,
        steps,
        steps.c.digest.is_(None),
        partial(_is_fine_step, corpus=None),
        lambda one: f"Step {one}, which undo takes back,",
    )


def _of_files_and_works(connection: Connection, places: Mapping[int, str]) -> Iterator[str]:
    def whose(table: Table) -> Callable[[int], str]:
        words = {"files": "A file that was uploaded for", "works": "What was kept beside"}
        owner = dict(connection.execute(select(table.c.id, table.c.round)).all())
        return lambda one: f"{words[table.name]} {places.get(owner[one], 'a round')}"

    def is_fine_file(row: Row[Any]) -> bool:
        return isinstance(row.name, str) and unpacked(row.content) is not None

    def is_fine_work(row: Row[Any]) -> bool:
        digest: str = row.digest
        return hashlib.sha256(unpacked(row.document)).hexdigest() == digest

    for table, fine in ((files, is_fine_file), (works, is_fine_work)):
        yield from _damaged(connection, table, table.c.id.is_not(None), fine, whose(table))


def _is_fine_round(row: Row[Any], corpus: Corpus) -> bool:
    reading_of(row.findings, corpus)
    made = decisions_of(row.decisions)
    return len(fitting(made, corpus)) == len(made) and _is_fine_review(row)


def _is_fine_review(row: Row[Any]) -> bool:
    """Read what was decided about an import, and with what it was accepted."""
    back = before_added(row)
    accepted = back["review"] if back else row.accepted or []
    for words, choices in [*row.review, *accepted]:
        choices_of(choices)
        if not isinstance(words, str):
            return False
    return True


def _is_fine_step(row: Row[Any], corpus: Corpus | None) -> bool:
    """Read how a round was before a step; with the codings that it had, if they changed."""
    if row.kind == "decide":
        decisions_of(one for _, one in row.before["removed"])
        return isinstance(row.before["added"], int)
    made = decisions_of(row.before["decisions"])
    if corpus is None:
        return row.kind == "accept" and not made
    reading_of(row.findings, corpus)
    return row.kind == "accept" and len(fitting(made, corpus)) == len(made)
