"""Whatever fails while something is saved: a sentence says it, nothing is lost, nothing is half."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from traceback import format_exception
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from segmetrics.cli import main
from segmetrics.io import Source
from segmetrics.store import Store, StoreFailed, Visitor, migrating
from segmetrics.store.backup import backup
from segmetrics.store.checking import check
from segmetrics.store.database import Database
from segmetrics.store.migrating import NEWEST, revision_of, upgrade
from tests.support import faults, postgres
from tests.support.copies import COPIED, start
from tests.support.faults import Ledger
from tests.support.saving import Doing, Said, script, states
from tests.support.stores import STORES, everything, load

if TYPE_CHECKING:
    from collections.abc import Iterator
from tests.support.known import known
from tests.support.small_disk import mount, small_disk

# The driver leaves the sockets of connections that were cut off to be collected.
pytestmark = pytest.mark.filterwarnings("ignore:.*unclosed <socket:")

ME = Visitor()
# The number of a user without rights, on every system.
NOBODY = 65534
BIG = [Source("big.bin", os.urandom(2_000_000))]
FULL = "The disk of the store is full. Free some space, then do it again. Nothing was changed."


def fill(store: Store) -> dict[str, list[str]]:
    """Keep a corpus; gives all that is in the store then."""
    doing = Doing(store, 3)
    for step in script(3):
        doing.step(step)
    return everything(store.database)


@pytest.fixture(autouse=True)
def collected(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let go of connections that were cut off: what the driver leaves of them is collected."""
    caplog.set_level(logging.CRITICAL, logger="sqlalchemy.pool")
    yield
    gc.collect()


@pytest.fixture(scope="module")
def careful(initdb: None) -> Iterator[postgres.Server]:
    """Return a PostgreSQL that keeps what it acknowledged when it is stopped at once."""
    with postgres.serving(safe=True) as server:
        yield server


# ----- the server is killed


def test_a_killed_server_loses_nothing(store_url: str) -> None:
    counts = faults.kill_savers(store_url, 4, longest=0.3)
    assert counts.kills == 4
    # On a slow machine little is done before a kill.
    assert counts.acknowledged + counts.under_way
    assert counts.fine, str(counts)


def test_a_stopped_database_loses_nothing(careful: postgres.Server) -> None:
    with careful.database() as url:
        counts = faults.stop_databases(careful, url, 1)
    assert counts.refused
    assert counts.acknowledged
    assert counts.fine, str(counts)


def test_what_was_lost_or_half_done_is_noticed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = Store.open(url)
    doing = Doing(store, 3)
    for step in script(3)[:3]:
        doing.step(step)
    told: list[Said] = [(3, step, what) for step in (1, 2, 3) for what in (False, True)]
    further: list[Said] = [*told, (3, 4, False)]
    good, late, lost, said = Ledger(), Ledger(), Ledger(), Ledger()
    good.look(url, told)
    assert good.counts.fine
    assert good.counts.acknowledged == 3
    late.look(url, further)
    assert late.counts.fine
    assert (late.counts.under_way, late.counts.done) == (1, 0)
    lost.look(url, [*further, (3, 4, True)])
    assert len(lost.counts.lost) == 1
    # It is there, though whoever did it was told that nothing was changed.
    said.look(url, [*told[:4], (3, 3, False), (3, 3, "It failed. Nothing was changed.")])
    assert len(said.counts.half) == 1
    half = Ledger()
    store.rename(ME, doing.key, "corpus 3, something else", seen="corpus 3")
    half.look(url, told)
    assert len(half.counts.half) == 1
    good.look(url, [])
    assert len(good.counts.lost) == 1
    store.close()


def test_scripts_do_all_that_people_do() -> None:
    done = {step for number in range(60) for step in script(number)}
    assert {"create", "review", "accept", "decide", "undo", "keep", "delete"} <= done
    assert len(set(states(3))) == len(script(3)) + 1


# ----- the disk is full, or nobody may write


def refused_until_there_is_room(store: Store, before: dict[str, list[str]]) -> None:
    """Save until the disk is full; what was saved before stays, and nothing is half."""
    saved: list[str] = []
    with pytest.raises(StoreFailed) as caught:
        saved.extend(store.create(ME, BIG, title=f"big {number}") for number in range(20))
    assert str(caught.value) == FULL
    listed = {corpus.key: corpus for corpus in store.corpora(ME)}
    assert set(listed) == {*saved, *keys_of(before)}
    assert check(store.database).problems == ()


def keys_of(before: dict[str, list[str]]) -> set[str]:
    return {row.split("'")[1] for row in before["corpora"]}


def test_a_full_sqlite_says_so_and_loses_nothing(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'store.db'}")
    before = fill(store)
    with store.database.engine.connect() as connection:
        driver = known(connection.connection.driver_connection)
        driver.execute("PRAGMA max_page_count = 1500")
    refused_until_there_is_room(store, before)
    store.close()


def test_a_full_disk_says_so_and_loses_nothing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as mounted:
        path, ballast = tmp_path / "disk" / "store.db", tmp_path / "disk" / "ballast"
        ballast.write_bytes(bytes(4_000_000))
        store = Store.open(f"sqlite:///{path}")
        before = fill(store)
        if mounted:
            refused_until_there_is_room(store, before)
            ballast.unlink()
            store.create(ME, BIG, title="big at last")
        store.close()


def filled_to_the_brim(store: Store, folder: Path) -> list[str]:
    """Save until the disk is full, and fill the rest of it; gives what was saved."""
    keys = []
    with pytest.raises(StoreFailed, match="is full"):
        while True:
            keys.append(store.create(ME, BIG, title="big"))
    with (folder / "ballast").open("wb", buffering=0) as file, pytest.raises(OSError, match="28"):
        while True:
            file.write(bytes(4096))
    return keys


def test_what_is_on_a_full_disk_can_be_deleted(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "30m") as mounted:
        if not mounted:
            return
        store = Store.open(f"sqlite:///{tmp_path / 'disk' / 'store.db'}")
        keys = filled_to_the_brim(store, tmp_path / "disk")
        assert store.database.nearly_full()
        store.delete(ME, keys[0])
        store.close()
        # Another program opens it, and finds no room for the files that SQLite needs beside it.
        filled_to_the_brim(
            opened := Store.open(store.database.url.render_as_string()), tmp_path / "disk"
        )
        for key in keys[1:]:
            opened.delete(ME, key)
        assert check(opened.database).problems == ()
        (tmp_path / "disk" / "ballast").unlink()
        opened.create(ME, BIG, title="in the room that there is now")
        opened.close()


def test_a_full_postgresql_says_so_and_loses_nothing(postgresql: postgres.Server) -> None:
    folder = postgresql.folder / "small disk"
    with small_disk(folder, "48m") as mounted:
        if not mounted:
            return
        shutil.chown(folder, postgres.USER)
        postgresql.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        postgresql.execute("CREATE DATABASE full_disk TEMPLATE template0 TABLESPACE small")
        try:
            store = Store.open(postgresql.url("full_disk"))
            before = fill(store)
            (folder / "ballast").write_bytes(bytes(8_000_000))
            assert not store.database.nearly_full()
            refused_until_there_is_room(store, before)
            (folder / "more ballast").write_bytes(bytes(shutil.disk_usage(folder).free))
            assert store.database.nearly_full()
            for corpus in store.corpora(ME):
                store.delete(ME, corpus.key)
            (folder / "ballast").unlink()
            assert not store.database.nearly_full()
            store.close()
        finally:
            postgresql.execute("DROP DATABASE full_disk WITH (FORCE)")
            postgresql.execute("DROP TABLESPACE small")


BACKUP = """
import resource, sys
from pathlib import Path
from secrets import token_hex
from traceback import format_exception
from segmetrics.store import StoreError
from segmetrics.store.database import Database
from segmetrics.store.backup import backup
database = Database(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    backup(database, Path(sys.argv[2]))
except StoreError as error:
    print(error)
"""


def test_a_backup_that_finds_no_room_leaves_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = Store.open(url)
    fill(store)
    store.create(ME, BIG, title="big")
    done = subprocess.run(
        [sys.executable, "-c", BACKUP, url, str(tmp_path / "backup.zip")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "backup.zip was not written: File too large. Nothing is left of it.\n"
    assert not list(tmp_path.glob("*backup*"))
    backup(store.database, tmp_path / "backup.zip")
    store.close()


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Do without the rights of root, who may write everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that everybody on the machine can reach."""
    folder = Path(tempfile.mkdtemp(prefix="segmetrics-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


# Keeps something, and ends: well, or without a word.
ENDS = """
import os, sys
from segmetrics.io import Source
from segmetrics.store import Store, Visitor

store = Store.open(sys.argv[1])
store.create(Visitor(), [Source("a.csv", b"a")], title="x")
{}
"""


@pytest.mark.parametrize("end", ["store.close()", "os._exit(0)"])
def test_a_store_on_a_disk_that_is_read_only_is_read_until_it_can_be_written(
    end: str, tmp_path: Path
) -> None:
    with small_disk(folder := tmp_path / "disk", "100m") as mounted:
        if not mounted:
            return
        url = f"sqlite:///{folder / 'store.db'}"
        another = [sys.executable, "-c", ENDS.format(end), url]
        subprocess.run(another, check=True)
        mount(folder, "ro")
        store = Store.open(url)
        assert len(store.corpora(ME)) == 1
        with pytest.raises(StoreFailed, match="its folder or file is read-only"):
            store.create(ME, BIG, title="more")
        mount(folder, "rw")
        subprocess.run(another, check=True)
        assert len(store.corpora(ME)) == 2
        store.create(ME, BIG, title="more")
        assert len(store.corpora(ME)) == 3
        assert check(store.database).problems == ()
        store.close()


def test_a_folder_that_is_read_only_is_named(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    for path in (open_folder / "store.db", open_folder / "further" / "store.db"):
        with as_somebody_else(), pytest.raises(StoreFailed) as caught:
            Store.open(f"sqlite:///{path}")
        assert str(caught.value) == (
            "The folder or file of the store cannot be made: Permission denied. "
            "Nothing was changed."
        )


@pytest.mark.parametrize("folder_mode", [0o555, 0o777], ids=["folder too", "file alone"])
def test_a_file_that_is_read_only_is_named(open_folder: Path, folder_mode: int) -> None:
    path = open_folder / "store.db"
    store = Store.open(f"sqlite:///{path}")
    before = fill(store)
    store.close()
    path.chmod(0o444)
    open_folder.chmod(folder_mode)
    with as_somebody_else(), pytest.raises(StoreFailed) as caught:
        found = Store.open(f"sqlite:///{path}")
        found.create(ME, BIG, title="more")
    assert "read-only" in str(caught.value) or "folder can be written" in str(caught.value)
    assert str(caught.value).endswith("Nothing was changed.")
    open_folder.chmod(0o755)
    path.chmod(0o644)
    store = Store.open(f"sqlite:///{path}")
    assert everything(store.database) == before
    store.close()


def test_a_postgresql_that_is_read_only_is_named(postgresql: postgres.Server) -> None:
    with postgresql.database() as url:
        store = Store.open(url)
        before = fill(store)
        name = url.rpartition("/")[2]
        postgresql.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        store.close()
        store = Store.open(url)
        with pytest.raises(StoreFailed, match=r"the database is read-only\. Nothing was changed"):
            store.create(ME, BIG, title="more")
        assert everything(store.database) == before
        store.close()


def test_what_fails_meanwhile_does_not_hide_that_it_was_read_only(
    postgresql: postgres.Server,
) -> None:
    with postgresql.database() as url:
        store = Store.open(url)
        name = url.rpartition("/")[2]
        postgresql.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        store.database.engine.dispose()
        with pytest.raises(StoreFailed, match="the database is read-only"):
            store.create(ME, BIG, title="refused")
        postgresql.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
        with pytest.raises(StoreFailed), store.database.reading():
            raise OSError
        store.create(ME, BIG, title="kept")
        store.close()


def test_a_postgresql_that_only_follows_another_is_no_store_to_write_to(initdb: None) -> None:
    """It refuses all that is written, and its default says nothing of it."""
    with postgres.serving(safe=True) as server:
        server.execute("CREATE DATABASE kept TEMPLATE template0")
        store = Store.open(url := server.url("kept"))
        store.ping()
        before = fill(store)
        store.close()
        server.stop()
        (server.folder / "data" / "standby.signal").touch()
        server.start()
        store = Store(Database(url))
        assert everything(store.database) == before
        with pytest.raises(StoreFailed, match=r"the database is read-only\. Nothing was changed"):
            store.ping()
        store.close()


# ----- the database goes away


def end_connections(server: postgres.Server, url: str) -> None:
    name = url.rpartition("/")[2]
    server.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )


def test_a_lost_connection_is_made_again(postgresql: postgres.Server) -> None:
    with postgresql.database() as url:
        store = Store.open(url)
        before = fill(store)
        end_connections(postgresql, url)
        assert everything(store.database) == before
        with (
            pytest.raises(StoreFailed, match=r"does not answer.* Nothing was changed"),
            store.database.writing() as connection,
        ):
            connection.exec_driver_sql("DELETE FROM corpora")
            end_connections(postgresql, url)
            connection.exec_driver_sql("DELETE FROM codings")
        assert everything(store.database) == before
        with (
            pytest.raises(StoreFailed, match="Look whether it is there before you do it again"),
            store.database.writing() as connection,
        ):
            connection.exec_driver_sql("DELETE FROM corpora")
            end_connections(postgresql, url)
        assert everything(store.database) == before
        store.create(ME, BIG, title="more")
        store.close()


def test_a_database_that_is_away_is_named_until_it_is_back(careful: postgres.Server) -> None:
    with careful.database() as url:
        store = Store.open(url)
        before = fill(store)
        careful.stop(how="immediate")
        try:
            for _ in range(2):
                with pytest.raises(StoreFailed, match="does not answer"):
                    store.create(ME, BIG, title="more")
            with pytest.raises(StoreFailed, match="does not answer"):
                store.corpora(ME)
        finally:
            careful.start()
        assert everything(store.database) == before
        store.create(ME, BIG, title="more")
        store.close()


def test_what_failed_is_told_without_names(store: Store) -> None:
    statement = text("SELECT id FROM nowhere WHERE title = :title")
    with pytest.raises(StoreFailed) as caught, store.database.reading() as connection:
        connection.execute(statement, {"title": (name := token_hex())})
    told = "".join(format_exception(caught.value))
    assert "nowhere" in told
    assert name not in told


# ----- the store changes its schema


@pytest.mark.parametrize("after", [0.01, 0.1])
def test_a_process_killed_while_it_upgrades_leaves_one_schema(
    after: float, store_url: str, tmp_path: Path
) -> None:
    database = Database(store_url)
    load(STORES[0], database, tmp_path)
    before = everything(database)
    database.close()
    process = COPIED.Process(target=upgraded, args=(store_url,))
    start(process)
    time.sleep(after)
    process.kill()
    process.join()
    database = Database(store_url)
    with database.reading() as connection:
        schema = revision_of(connection)
    assert schema in (STORES[0].stem, NEWEST)
    if schema != NEWEST:
        assert everything(database) == before
    upgrade(database)
    assert check(database).problems == ()
    database.close()


def upgraded(url: str) -> None:
    upgrade(Database(url))


def test_a_command_says_that_an_upgrade_failed(
    store_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = Database(store_url)
    load(STORES[0], database, tmp_path)
    before = everything(database)
    database.close()
    versions = tmp_path / "migrations" / "versions"
    shutil.copytree(migrating.MIGRATIONS, versions.parent)
    for file in versions.glob(f"{NEWEST}*.py"):
        file.write_text(f"{file.read_text()}    raise OSError('no such luck')\n")
    monkeypatch.setattr(migrating, "MIGRATIONS", versions.parent)
    assert main(["store", "vacuum", "--store", store_url]) == 2
    assert "nothing was changed, and no backup has to be restored" in capsys.readouterr().err
    database = Database(store_url)
    assert everything(database) == before
    database.close()
    monkeypatch.undo()
    assert main(["store", "vacuum", "--store", store_url]) == 0
    assert main(["store", "check", "--store", store_url]) == 0


# ----- the file is damaged


def test_an_empty_file_is_no_new_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    with pytest.raises(StoreFailed, match=r"is empty.* Nothing was changed\."):
        Store.open(f"sqlite:///{path}")
    assert path.stat().st_size == 0
    assert list(tmp_path.iterdir()) == [path]


NEW = """
import sys
from segmetrics.store.database import Database
print(flush=True)
Database(sys.argv[1])
"""


@pytest.mark.parametrize("after", [0, 0.002, 0.01])
def test_a_process_killed_while_it_makes_a_store_leaves_no_empty_file(
    after: float, tmp_path: Path
) -> None:
    """Whoever comes next makes the store, or finds it."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", NEW, url], stdout=subprocess.PIPE) as process:
            known(process.stdout).readline()
            time.sleep(after)
            process.kill()
    store = Store.open(url)
    store.create(ME, BIG, title="new")
    store.close()


def test_programs_that_make_a_store_at_once_make_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"

    def make(number: int) -> None:
        store = Store.open(url)
        store.create(ME, BIG, title=f"{number}")
        store.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(make, range(6)))
    store = Store.open(url)
    assert len(store.corpora(ME)) == 6
    store.close()
    assert {file.name for file in tmp_path.iterdir()} == {"store.db", "store.db-reserve"}


@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_file_cut_short_is_named(tmp_path: Path, share: float) -> None:
    path = tmp_path / "store.db"
    store = Store.open(f"sqlite:///{path}")
    fill(store)
    store.database.compact()
    store.close()
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(StoreFailed, match="The file of the store is damaged") as caught:
        found = Store.open(f"sqlite:///{path}")
        assert check(found.database).problems
        for corpus in found.corpora(ME):
            found.reading(ME, corpus.key)
            found.delete(ME, corpus.key)
        found.create(ME, BIG, title="more")
    assert "Restore a backup" in str(caught.value)
