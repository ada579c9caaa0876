"""Bringing a store to the newest schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from segmetrics.store.tables import METADATA

if TYPE_CHECKING:
    from segmetrics.store.database import Database

__all__ = ["upgrade"]


def upgrade(database: Database) -> None:
    """Bring a store to the newest schema."""
    with database.writing() as connection:
        METADATA.create_all(connection)
