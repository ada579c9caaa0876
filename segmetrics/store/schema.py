"""The tables of the store.

A *corpus* holds *rounds* of coding, a round the codings of the same items at one time.
Codings stand by their hash, once however many rounds have them. All words of people are
kept as JSON, in which no character is special to a database.

Whatever is changed here is a migration too, see `segmetrics.store.migrating`.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """A value as JSON in ASCII, always the same text for the same value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Write a value."""
        del dialect
        if value is None:
            return None
        return json.dumps(value, sort_keys=True, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read a value."""
        del dialect
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """A moment, in the database without a zone and always UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Write a moment."""
        del dialect
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Read a moment."""
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


def _of(table: str, *, index: bool = True) -> Column[int]:
    """Refer to a row that takes its own along when it is deleted."""
    parent = {"corpora": "corpus", "rounds": "round", "people": "person"}[table]
    key = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(parent, Integer, key, nullable=False, index=index)


def _numbered(name: str, *parts: SchemaItem) -> Table:
    """Return a table whose row numbers are never used twice."""
    number = Column("id", Integer, primary_key=True)
    return Table(name, METADATA, number, *parts, sqlite_autoincrement=True)


people = _numbered(
    "people",
    Column("subject", Json, unique=True),  # who says so and their name for the person; at login
    Column("email", Json, unique=True),
    Column("created", Moment, nullable=False),
)

corpora = _numbered(
    "corpora",
    Column("key", String(32), nullable=False, unique=True),
    Column("owner", Integer, ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("title", Json, nullable=False),
    Column("settings", Json, nullable=False),
    Column("numbers", Integer, nullable=False),  # rounds that it ever had
    Column("linked", Boolean, nullable=False),  # made with links, so that it ends with them
    Column("created", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
)

members = _numbered(
    "members",
    _of("corpora", index=False),
    _of("people"),
    Column("right", String(8), nullable=False),
    UniqueConstraint("corpus", "person"),
)

links = _numbered(
    "links",
    _of("corpora"),
    Column("mark", String(64), nullable=False, unique=True),  # a hash: the link itself is nowhere
    Column("right", String(8), nullable=False),
    Column("created", Moment, nullable=False),
    Column("expires", Moment),
)

codings = Table(
    "codings",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("document", LargeBinary, nullable=False),
    Column("items", Integer, nullable=False),
    Column("coders", Integer, nullable=False),
    Column("created", Moment, nullable=False),
)

rounds = _numbered(
    "rounds",
    _of("corpora", index=False),
    Column("number", Integer, nullable=False),
    Column("name", Json, nullable=False),
    Column("digest", String(64), ForeignKey("codings.digest"), index=True),
    Column("findings", LargeBinary),  # what was read besides the codings: problems, notices
    Column("review", Json, nullable=False),  # decisions about the import, and those accepted
    Column("accepted", Json),  # of one with files added since, a dictionary: the way back
    Column("decisions", Json, nullable=False),  # about disputed places
    Column("version", Integer, nullable=False),
    Column("changed", Moment, nullable=False),
    UniqueConstraint("corpus", "number"),
)

files = _numbered(
    "files",
    _of("rounds"),
    Column("place", Integer, nullable=False),
    Column("name", Json, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

steps = _numbered(
    "steps",
    _of("rounds", index=False),
    Column("person", Integer, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("kind", String(8), nullable=False),
    Column("words", Json, nullable=False),
    Column("before", Json, nullable=False),
    Column("digest", String(64), ForeignKey("codings.digest"), index=True),
    Column("findings", LargeBinary),
    Column("undone", Boolean, nullable=False),
    Column("made", Moment, nullable=False),
)

works = _numbered(
    "works",
    _of("rounds", index=False),
    Column("kind", String(16), nullable=False),
    Column("title", Json, nullable=False),
    Column("about", Json, nullable=False),  # by which settings it was made
    Column("digest", String(64), nullable=False),
    Column("document", LargeBinary, nullable=False),
    Column("created", Moment, nullable=False),
    UniqueConstraint("round", "kind", "digest"),
)

Index("ix_steps_latest", steps.c.round, steps.c.id)
