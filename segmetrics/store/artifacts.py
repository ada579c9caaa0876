"""What is kept beside a round: consensus segmentations and reports."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sqlalchemy import Connection, delete, func, insert, select

from segmetrics.store.access import now, reach_round
from segmetrics.store.database import Database
from segmetrics.store.errors import NotHere
from segmetrics.store.schema import works
from segmetrics.store.serialization import packed, unpacked
from segmetrics.store.validation import TITLE, brief, short
from segmetrics.store.values import Artifact, Kind, Right, Visitor

GONE = "This was deleted, or is not open to you."


class Artifacts:
    """Consensus segmentations and reports; a part of the store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(
        self,
        visitor: Visitor,
        place: str,
        kind: Kind,
        content: bytes,
        *,
        title: str,
        about: Mapping[str, str],
    ) -> int:
        """Keep something beside a round; the same content twice is kept once."""
        values = {"title": short(title, TITLE), "about": brief(about)}
        digest = hashlib.sha256(content).hexdigest()
        document = packed(content)
        with self.database.writing() as connection:
            row = _round(connection, visitor, place, "edit")
            same = select(works.c.id).where(
                works.c.round == row, works.c.kind == kind, works.c.digest == digest
            )
            known = connection.scalar(same)
            if known is not None:
                return int(known)
            row_of = {"round": row, "kind": kind, "digest": digest, "document": document, **values}
            added = insert(works).returning(works.c.id)
            number: int = connection.execute(added, {**row_of, "created": now()}).scalar_one()
            return number

    def listed(self, visitor: Visitor, place: str) -> tuple[Artifact, ...]:
        """List what is kept beside a round, the newest first."""
        with self.database.reading() as connection:
            row = _round(connection, visitor, place, "read")
            columns = works.c["id", "kind", "title", "about", "digest", "created"]
            size = func.length(works.c.document).label("size")
            query = select(*columns, size).where(works.c.round == row).order_by(works.c.id.desc())
            return tuple(Artifact(**one) for one in connection.execute(query).mappings())

    def content(self, visitor: Visitor, place: str, work: int) -> bytes:
        """Read something that was kept; raises NotHere if it is not beside this round."""
        with self.database.reading() as connection:
            row = _round(connection, visitor, place, "read")
            query = select(works.c.document).where(works.c.round == row, works.c.id == work)
            document = connection.scalar(query)
        if document is None:
            raise NotHere(GONE)
        return unpacked(document)

    def delete(self, visitor: Visitor, place: str, work: int) -> None:
        """Delete something that was kept."""
        with self.database.writing(erasing=True) as connection:
            row = _round(connection, visitor, place, "edit")
            connection.execute(delete(works).where(works.c.round == row, works.c.id == work))


def _round(connection: Connection, visitor: Visitor, place: str, need: Right) -> int:
    """Find the number of a round in the store, if the visitor may do what is needed."""
    _, row = reach_round(connection, visitor, place, need, lock=need != "read")
    number: int = row.id
    return number
