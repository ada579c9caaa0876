"""A store is brought to the newest schema the whole way or not at all, and loses nothing."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Table, create_engine, inspect, select, text

from segmetrics.corpus import Adjudication
from segmetrics.store import Store, StoreFailed, Visitor, migrating
from segmetrics.store.database import Database
from segmetrics.store.maintenance import end_links
from segmetrics.store.migrating import MIGRATIONS, NEWEST, revision_of, upgrade
from segmetrics.store.schema import METADATA
from tests.support.make_store_fixture import HOSTILE, NAMES, decisions

if TYPE_CHECKING:
    from collections.abc import Iterator
from tests.support.known import known
from tests.support.stores import STORES, everything, load

FILLERS = {
    "Integer": 1,
    "String": "x",
    "Json": "x",
    "LargeBinary": b"",
    "Boolean": False,
    "Moment": datetime(2026, 1, 1, tzinfo=UTC),
}
FAILS = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"


def upgrade() -> None:
    op.add_column("people", sa.Column("shoes", sa.Integer()))
    op.execute("UPDATE corpora SET title = '\\"lost\\"'")
    op.drop_table("works")
    {then}
"""


@pytest.fixture
def database(store_url: str) -> Iterator[Database]:
    opened = Database(store_url)
    yield opened
    opened.close()


def described(database: Database) -> dict[str, Any]:
    """Return names and options of all columns, keys, constraints and indexes."""
    with database.reading() as connection:
        looked = inspect(connection)
        return {
            table: {
                "columns": [
                    (one["name"], str(one["type"]), one["nullable"])
                    for one in looked.get_columns(table)
                ],
                "key": looked.get_pk_constraint(table)["name"],
                "unique": {
                    one["name"]: one["column_names"] for one in looked.get_unique_constraints(table)
                },
                "foreign": {
                    one["name"]: (
                        one["constrained_columns"],
                        one["referred_table"],
                        one["options"].get("ondelete"),
                    )
                    for one in looked.get_foreign_keys(table)
                },
                "indexes": {one["name"]: one["column_names"] for one in looked.get_indexes(table)},
            }
            for table in METADATA.tables
        }


def test_a_new_store_has_the_newest_schema(database: Database) -> None:
    with database.reading() as connection:
        assert revision_of(connection) is None
    upgrade(database)
    with database.reading() as connection:
        assert revision_of(connection) == NEWEST == ScriptDirectory(MIGRATIONS).get_current_head()
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_migrations_make_the_tables_that_the_code_names(database: Database) -> None:
    upgrade(database)
    migrated = described(database)
    with database.migrating() as connection:
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
    made = described(database)
    for table in METADATA.tables:
        # A column that was added later stands last.
        migrated[table]["columns"].sort()
        made[table]["columns"].sort()
    assert migrated == made


def test_a_store_of_each_schema_but_the_newest_is_here() -> None:
    schemas = {script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()}
    assert {path.stem for path in STORES} | {NEWEST} == schemas


@pytest.mark.parametrize("old", STORES, ids=lambda path: path.stem)
def test_an_upgrade_keeps_every_corpus_equal_by_hash(
    old: Path, database: Database, tmp_path: Path
) -> None:
    said = load(old, database, tmp_path)
    store = Store.open(database.url.render_as_string(hide_password=False))
    with database.reading() as connection:
        assert revision_of(connection) == NEWEST
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []

    ann = Visitor(mode="accounts", person=said["people"]["ann"])
    links = Visitor(mode="links")
    for place, digest in said["rounds"].items():
        visitor = links if place == said["linked"] else ann
        corpus = known(store.reading(visitor, place).corpus)
        assert corpus.digest == digest

    mine = next(iter(said["rounds"]))
    saved = store.corpus(ann, mine)
    assert (saved.title, saved.right) == (HOSTILE[0], "own")
    assert [one.name for one in saved.rounds][1:] == [HOSTILE[3]]
    assert saved.rounds[0].step is not None
    assert saved.rounds[0].step.words == f"1 {HOSTILE[3]}"
    assert saved.rounds[0].step.by == "ann@example.org"
    assert store.decisions(ann, mine) == decisions()
    kept = store.artifacts.listed(ann, mine)
    assert sorted(one.digest for one in kept) == said["works"]
    for one in kept:
        content = store.artifacts.content(ann, mine, one.id)
        assert hashlib.sha256(content).hexdigest() == one.digest
    assert {one.title for one in kept} == {HOSTILE[2], HOSTILE[3]}
    assert store.corpus(links, said["read link"]).right == "read"

    review = store.review(Visitor(), said["draft"])
    assert review.files[1].name == HOSTILE[3]
    assert review.files[1].content == b"\0\xff"
    assert review.decisions[0][0] == HOSTILE[0]
    assert review.decisions[0][1].coders == {"an1": HOSTILE[3]}

    # An invitation to Ben@ was one to nobody; it is ben@'s now.
    ben = Visitor(mode="accounts", person=said["people"]["ben"])
    assert store.corpus(ben, mine).right == "edit"
    assert [one.email for one in store.sharing.members(ann, mine)] == [
        "ann@example.org",
        "ben@example.org",
        "eve@example.org",
    ]
    # What was kept can be worked with.
    store.undo(ann, mine, saved.rounds[0].step.id)
    assert store.decisions(ann, mine) == decisions()[:1]
    store.delete(ann, mine)
    assert store.corpora(ann) == ()
    store.close()


def test_only_corpora_with_links_end_with_them(database: Database, tmp_path: Path) -> None:
    said = load(STORES[0], database, tmp_path)
    upgrade(database)
    store = Store(database)
    linked = Visitor(mode="links")
    for link in store.sharing.links(linked, said["linked"]):
        if not link.current:
            store.sharing.revoke(linked, said["linked"], link.id)
    own = store.sharing.links(linked, said["linked"])[0]
    store.sharing.revoke(linked, said["linked"], own.id)
    assert end_links(store).corpora == 1
    assert store.corpus(Visitor(), said["draft"])


def test_a_newer_store_is_refused(database: Database) -> None:
    upgrade(database)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '4711'"))
    before = everything(database)
    with pytest.raises(StoreFailed, match=r"newer segmetrics.*4711.*install the newer") as caught:
        upgrade(database)
    assert "\n" not in str(caught.value)
    assert everything(database) == before


def test_a_database_of_something_else_is_refused(database: Database) -> None:
    with database.migrating() as connection:
        connection.execute(text("CREATE TABLE people (name TEXT)"))
    with pytest.raises(StoreFailed, match=r"tables named people.*database of its own"):
        upgrade(database)
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == ["people"]


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ("raise KeyError('x')", "This is a mistake in segmetrics"),
        ("op.execute('SELECT * FROM nowhere')", "The store does not answer"),
        ("op.execute('DELETE FROM codings')", "."),
    ],
)
def test_a_migration_that_fails_midway_loses_nothing(
    then: str, why: str, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(STORES[0], database, tmp_path)
    upgrade(database)
    before, schema = everything(database), described(database)
    versions = tmp_path / "versions"
    versions.mkdir()
    for file in (MIGRATIONS / "versions").glob("0*.py"):
        (versions / file.name).write_bytes(file.read_bytes())
    (versions / "9999_fails.py").write_text(FAILS.format(newest=NEWEST, then=then))
    monkeypatch.setattr(migrating, "MIGRATIONS", tmp_path)
    with pytest.raises(StoreFailed, match="nothing was changed, and no backup has to") as caught:
        upgrade(database, to="9999")
    assert why in str(caught.value)
    assert f"from schema {NEWEST} to 9999" in str(caught.value)
    assert everything(database) == before
    assert described(database) == schema
    with database.reading() as connection:
        assert revision_of(connection) == NEWEST
    # It is as good as it was.
    monkeypatch.undo()
    upgrade(database)
    Store(database).create(Visitor(), [], title="further")


def open_at_once(url: str, start: threading.Barrier) -> None:
    start.wait()
    store = Store.open(url)
    store.create(Visitor(), [], title="one")
    store.close()


@pytest.mark.parametrize("filled", [False, True], ids=["new", "old"])
def test_threads_that_upgrade_at_once_wait_for_each_other(
    filled: bool, store_url: str, database: Database, tmp_path: Path
) -> None:
    if filled:
        load(STORES[0], database, tmp_path)
    start = threading.Barrier(4)
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(open_at_once, store_url, start) for _ in range(4)]:
            done.result()
    assert titles(database).count("one") == 4


def test_processes_that_upgrade_at_once_wait_for_each_other(
    store_url: str, database: Database, tmp_path: Path
) -> None:
    load(STORES[0], database, tmp_path)
    code = (
        "import sys; from segmetrics.store import Store, Visitor; print(flush=True); "
        "sys.stdin.readline(); Store.open(sys.argv[1]).create(Visitor(), [], title='one')"
    )
    command = [sys.executable, "-c", code, store_url]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes: list[Any] = [subprocess.Popen(command, text=True, **pipes) for _ in range(2)]
    for process in processes:
        process.stdout.readline()  # it has loaded what it needs
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[1] for process in processes] == ["", ""]
    assert titles(database).count("one") == 2


def titles(database: Database) -> list[str]:
    with database.reading() as connection:
        assert revision_of(connection) == NEWEST
        return list(connection.scalars(select(METADATA.tables["corpora"].c.title)))


def test_numbers_are_never_given_twice(store_url: str, database: Database) -> None:
    upgrade(database)
    numbered = [table for table in METADATA.tables.values() if "id" in table.c]
    assert len(numbered) == 8
    for table in numbered:
        assert add(store_url, table) < add(store_url, table), table.name


def add(url: str, table: Table) -> int:
    """Insert a row whose foreign keys are not looked at."""
    values = {
        column.name: FILLERS[type(column.type).__name__]
        for column in table.c
        if not column.nullable and column.name != "id"
    }
    engine = create_engine(url.replace("postgresql:", "postgresql+pg8000:"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        number = connection.execute(table.insert().values(values).returning(table.c.id))
        found: int = number.scalar_one()
        connection.execute(table.delete())
    engine.dispose()
    return found


def test_hostile_names_are_hostile() -> None:
    """The stores of older schemas hold what harms whoever takes it for more than text."""
    assert any("\0" in name for name in HOSTILE)
    assert any(re.search("[\ud800-\udfff]", name) for name in HOSTILE)
    assert len(set(NAMES)) == 4
    assert isinstance(decisions()[0], Adjudication)
