"""Bringing a store to the newest schema: the whole way or not at all.

Each file in ``migrations`` makes one schema of the one before, in words of its own: what the
tables are now does not matter to it. A change of `segmetrics.store.schema` needs a further
one, and the schema that was newest until then a file in ``tests/data/stores``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, column, inspect, select, table

from segmetrics.store.database import Database
from segmetrics.store.errors import StoreFailed
from segmetrics.store.schema import METADATA

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory


NEWEST = "0002"

VERSION_TABLE = "alembic_version"
"""Where a store says which schema it has."""

# The words in which migrations are written are one for the whole process.
ONE_AT_A_TIME = threading.Lock()
MIGRATIONS = Path(__file__).with_name("migrations")

UNKNOWN = (
    "The store was made by a newer segmetrics: its schema is {found}, and this one knows them up "
    "to {newest}. Nothing was changed; install the newer segmetrics."
)
OTHERS = (
    "The database holds tables named {names} that are not of a store. Nothing was changed; give "
    "the store a database of its own."
)
FAILED = (
    "The store could not be brought from schema {found} to {newest}. {why} The store is as it "
    "was: nothing was changed, and no backup has to be restored. {what}"
)
VERSIONS = table(VERSION_TABLE, column("version_num"))
MISTAKE = "This is a mistake in segmetrics."
GO_BACK = "Go on with the segmetrics that you had, and report this message to its developers."
AGAIN = "Then start segmetrics once more."


def upgrade(database: Database, *, to: str = NEWEST) -> None:
    """Migrate a store to a schema, in one transaction; an empty database becomes a store."""
    with database.reading() as connection:
        found = revision_of(connection)
    if found == to:
        return
    failed = FAILED.format(found=found or "none", newest=to, why="{why}", what="{what}")
    try:
        with database.migrating() as connection:
            migrate(connection, to)
    except MigrationRefused:
        raise
    except StoreFailed as error:
        raise StoreFailed(failed.format(why=error, what=AGAIN)) from error
    except Exception as error:
        raise StoreFailed(failed.format(why=MISTAKE, what=GO_BACK)) from error


class MigrationRefused(StoreFailed):
    """The database is not for this segmetrics."""


def revision_of(connection: Connection) -> str | None:
    """Return which schema a store has; None if it is no store yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.scalar(select(VERSIONS.c.version_num))
    return found


def migrate(connection: Connection, to: str) -> None:
    """Migrate a store to a schema in a transaction of the caller; `upgrade` has its own."""
    # Only a store that is not of the newest schema needs it, and it takes its time to load.
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext, MigrationStep
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(MIGRATIONS)
    found = revision_of(connection)
    _check(connection, scripts, found)

    def steps(*_: Any) -> Iterable[Any]:
        way = list(scripts.iterate_revisions(to, found))
        revisions = scripts.revision_map
        return [MigrationStep.upgrade_from_script(revisions, one) for one in reversed(way)]

    options = {"fn": steps, "version_table": VERSION_TABLE}
    context = MigrationContext.configure(connection, opts=options)
    with ONE_AT_A_TIME, Operations.context(context):
        context.run_migrations()


def _check(connection: Connection, scripts: ScriptDirectory, found: str | None) -> None:
    """Check that the database is empty, or a store of this segmetrics or an older one."""
    if found is not None:
        if found not in {script.revision for script in scripts.walk_revisions()}:
            raise MigrationRefused(UNKNOWN.format(found=found, newest=NEWEST))
        return
    taken = sorted(set(inspect(connection).get_table_names()) & set(METADATA.tables))
    if taken:
        raise MigrationRefused(OTHERS.format(names=", ".join(taken)))
