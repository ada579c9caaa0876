"""Backup, restore, check and vacuum: what was kept stays equal, and what is damaged is named."""

from __future__ import annotations

import json
import shutil
import stat
import threading
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, ZipFile

import pytest
from sqlalchemy import text, update

import segmetrics
from segmetrics.store import Store, StoreError, StoreFailed, Visitor
from segmetrics.store.access import now
from segmetrics.store.backup import backup, restore
from segmetrics.store.checking import check
from segmetrics.store.database import Database
from segmetrics.store.maintenance import delete_person, person_of, vacuum
from segmetrics.store.migrating import NEWEST, upgrade
from segmetrics.store.schema import METADATA, codings, corpora, files, rounds, steps, works
from segmetrics.store.serialization import packed
from tests.support import postgres
from tests.support.known import known
from tests.support.make_store_fixture import fill
from tests.support.saving import Doing, script
from tests.support.stores import STORES, everything, load

if TYPE_CHECKING:
    from collections.abc import Iterator

ME = Visitor()


def filled(store: Store) -> dict[str, Any]:
    """Keep corpora with all that belongs to them, some of it undone or deleted again."""
    for number in range(3):
        doing = Doing(store, number)
        for step in script(number):
            doing.step(step)
    return fill(store)


def whose(found: dict[str, Any], place: str) -> Visitor:
    """Return who reaches a corpus that was kept."""
    if place == found["linked"]:
        return Visitor(mode="links")
    return Visitor(mode="accounts", person=found["people"]["ann"])


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return a database without a table, of the kind that the test names."""
    if request.param == "sqlite":
        found = Database(f"sqlite:///{tmp_path / 'restored.db'}")
        yield found
        found.close()
        return
    with request.getfixturevalue("postgresql").database() as url:
        found = Database(url)
        yield found
        found.close()


INTO_EACH = pytest.mark.parametrize("empty", postgres.DATABASES, indirect=True)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a backup of a store with all kinds of things, the store itself beside it."""
    folder = tmp_path_factory.mktemp("saved")
    store = Store.open(f"sqlite:///{folder / 'store.db'}")
    filled(store)
    backup(store.database, folder / "backup.zip")
    store.close()
    return folder / "backup.zip"


@pytest.fixture
def whole(saved: Path, tmp_path: Path) -> Iterator[Store]:
    """Return a store with all kinds of things, to be harmed."""
    shutil.copy(saved.with_name("store.db"), tmp_path / "store.db")
    store = Store.open(f"sqlite:///{tmp_path / 'store.db'}")
    yield store
    store.close()


# ----- backup and restore


@INTO_EACH
def test_a_restored_store_equals_the_first(store: Store, empty: Database, tmp_path: Path) -> None:
    found = filled(store)
    copied = backup(store.database, tmp_path / "backup.zip")
    restored = restore(empty, tmp_path / "backup.zip")
    before = everything(store.database)
    assert everything(empty) == before
    assert restored == copied
    assert copied.problems == ()
    assert copied.rows == {name: len(before[name]) for name in METADATA.tables}
    assert all(copied.rows.values())
    again = Store(empty)
    for place, digest in found["rounds"].items():
        corpus = known(again.reading(whose(found, place), place).corpus)
        assert corpus.digest == digest
    # Work goes on: no number is given to two.
    doing = Doing(again, 99)
    for step in script(99):
        doing.step(step)
    assert check(empty).problems == ()


def test_a_backup_holds_one_moment_while_others_write(store: Store, tmp_path: Path) -> None:
    stop, failed = threading.Event(), []

    def write() -> None:
        number = 1000
        try:
            while not stop.is_set():
                doing = Doing(store, number)
                for step in script(number):
                    doing.step(step)
                store.delete(ME, doing.key) if script(number)[-1] != "delete" else None
                number += 1
        except Exception as error:  # whatever it is, the test says it
            failed.append(error)

    filled(store)
    writers = [threading.Thread(target=write)]
    for writer in writers:
        writer.start()
    try:
        for number in range(2):
            backup(store.database, tmp_path / f"{number}.zip")
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert not failed
    for number in range(2):
        empty = Database("sqlite://")
        assert restore(empty, tmp_path / f"{number}.zip").problems == ()
        empty.close()


def test_a_backup_is_for_its_owner_and_replaces_no_other(whole: Store, tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    backup(whole.database, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(StoreError, match="exists already"):
        backup(whole.database, path)
    assert path.read_bytes() == before
    backup(whole.database, path, force=True)
    assert sorted(file.name for file in tmp_path.glob("*backup*")) == ["backup.zip"]


@pytest.mark.parametrize("name", ["no folder/backup.zip", "a\0b.zip", "x" * 300])
def test_a_backup_that_cannot_be_written_says_why(whole: Store, tmp_path: Path, name: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(StoreError, match=r"was not written: .*Nothing is left of it"):
        backup(whole.database, tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    empty = Database("sqlite://")
    with pytest.raises(StoreError, match="nothing to back up"):
        backup(empty, tmp_path / "backup.zip")
    assert not list(tmp_path.glob("*backup*"))


@INTO_EACH
def test_an_old_backup_is_restored_and_brought_up_to_date(empty: Database, tmp_path: Path) -> None:
    old = Database(f"sqlite:///{tmp_path / 'was.db'}")
    found = load(STORES[0], old, tmp_path)
    before = everything(old)
    copied = backup(old, tmp_path / "backup.zip")
    assert copied.schema == STORES[0].stem != NEWEST
    assert everything(old) == before
    old.close()
    assert restore(empty, tmp_path / "backup.zip").problems == ()
    store = Store(empty)
    for place, digest in found["rounds"].items():
        corpus = known(store.reading(whose(found, place), place).corpus)
        assert corpus.digest == digest


def test_a_backup_goes_into_an_empty_store_only(whole: Store, saved: Path) -> None:
    before = everything(whole.database)
    with pytest.raises(StoreError, match="into an empty one only"):
        restore(whole.database, saved)
    assert everything(whole.database) == before


@INTO_EACH
def test_a_backup_goes_into_a_store_that_was_opened(
    whole: Store, saved: Path, empty: Database
) -> None:
    upgrade(empty)
    assert restore(empty, saved).problems == ()
    assert everything(empty) == everything(whole.database)


def refused(path: Path) -> str:
    """Return why a backup is not restored, and check that nothing was."""
    empty = Database("sqlite://")
    with pytest.raises(StoreError, match=r"Nothing was changed|nothing was changed") as caught:
        restore(empty, path)
    assert everything(empty) == {}
    empty.close()
    return str(caught.value)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.9, 0.999])
def test_a_backup_cut_short_is_refused(saved: Path, tmp_path: Path, share: float) -> None:
    content = saved.read_bytes()
    path = tmp_path / "cut.zip"
    path.write_bytes(content[: int(len(content) * share)])
    assert "damaged or not complete" in refused(path)


def test_one_flipped_bit_is_found_or_does_no_harm(saved: Path, tmp_path: Path) -> None:
    content, path, random = saved.read_bytes(), tmp_path / "flipped.zip", Random(5)
    expected = everything(Database(f"sqlite:///{saved.with_name('store.db')}"))
    found = 0
    for _ in range(30):
        place = random.randrange(len(content))
        flipped = content[place] ^ (1 << random.randrange(8))
        path.write_bytes(content[:place] + bytes([flipped]) + content[place + 1 :])
        empty = Database("sqlite://")
        try:
            restore(empty, path)
        except StoreError as error:
            found += 1
            assert "damaged or not complete" in str(error) or "no backup" in str(error)
        else:
            # It was in a date, or in another part of the archive that says nothing.
            assert everything(empty) == expected
        empty.close()
    assert found > 15


def changed(saved: Path, to: Path, name: str, content: bytes | None) -> Path:
    """Pack a backup again, with one part of it changed or left out."""
    with ZipFile(saved) as old, ZipFile(to, "w", ZIP_STORED) as new:
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        if content is not None:
            new.writestr(name, content)
    return to


def test_a_backup_that_was_changed_is_refused(saved: Path, tmp_path: Path) -> None:
    with ZipFile(saved) as archive:
        names, manifest = archive.namelist(), json.loads(archive.read("manifest.json"))
        table = archive.read("tables/corpora.jsonl")
    blob = next(name for name in names if name.startswith("blobs/"))
    to = tmp_path / "changed.zip"
    for name, content in (
        ("tables/corpora.jsonl", table.replace(b"DROP", b"KEEP")),
        ("tables/corpora.jsonl", None),
        (blob, b"something else"),
        (blob, None),
        ("blobs/further", b"further"),
        ("manifest.json", b"{"),
        ("manifest.json", b"[]"),
    ):
        assert "damaged or not complete" in refused(changed(saved, to, name, content)), name
    for key, value, why in (
        ("schema", "9999", "made by a newer segmetrics"),
        ("version", 2, "made by a newer segmetrics"),
        ("format", "something", "no backup of segmetrics"),
    ):
        other = json.dumps(manifest | {key: value}).encode()
        assert why in refused(changed(saved, to, "manifest.json", other))
    assert "no backup" in refused(changed(saved, to, "manifest.json", None))


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_text("no archive")
    assert "damaged or not complete" in refused(tmp_path / "text.zip")
    assert "cannot be read" in refused(tmp_path / "missing.zip")
    assert "cannot be read" in refused(tmp_path)


def test_a_backup_says_what_it_is(saved: Path) -> None:
    with ZipFile(saved) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["schema"] == NEWEST
    assert manifest["segmetrics"] == segmetrics.__version__
    assert set(manifest["tables"]) == set(METADATA.tables)


# ----- check


def test_a_whole_store_has_no_problem(store: Store) -> None:
    filled(store)
    checked = check(store.database)
    assert checked.problems == ()
    assert checked.counts == {
        name: len(rows)
        for name, rows in everything(store.database).items()
        if name in METADATA.tables
    }


ACCEPTED = rounds.c.digest.is_not(None)
FAR = [["ch1", 10_000, "accept", None, ""]]
NOWHERE = [["no such item", 1, "accept", None, ""]]
REVIEW = [["left out", {"dropped": 3}]]
RENAMED = [["renamed", {"items": "ch1"}]]
HARM: dict[str, tuple[Any, str]] = {
    "codings that cannot be unpacked": (update(codings).values(document=b"x"), "The codings "),
    "other codings": (update(codings).values(document=packed(b"{}")), "The codings "),
    "a number of items": (update(codings).values(items=99), "The codings "),
    "findings": (
        update(rounds).where(ACCEPTED).values(findings=packed(b"[]")),
        "What was found or decided in round ",
    ),
    "no findings": (
        update(rounds).where(ACCEPTED).values(findings=None),
        "What was found or decided in round ",
    ),
    "a decision beyond the text": (
        update(rounds).where(ACCEPTED).values(decisions=FAR),
        "What was found or decided in round ",
    ),
    "a decision about nothing": (
        update(rounds).where(ACCEPTED).values(decisions=NOWHERE),
        "What was found or decided in round ",
    ),
    "a review": (
        update(rounds).where(rounds.c.digest.is_(None)).values(review=REVIEW),
        "The decisions about the import of round ",
    ),
    "new names in a review": (
        update(rounds).where(rounds.c.digest.is_(None)).values(review=RENAMED),
        "The decisions about the import of round ",
    ),
    "a draft with decisions": (
        update(rounds).where(rounds.c.digest.is_(None)).values(decisions=FAR),
        "The decisions about the import of round ",
    ),
    "a step": (update(steps).values(before={}), "which undo "),
    "no JSON": (text("UPDATE rounds SET review = 'x'"), "cannot be read"),
    "a title": (text("UPDATE corpora SET title = 'x'"), "The title, settings or rounds of corpus"),
    "a file": (update(files).values(content=b"x"), "A file that was uploaded for round "),
    "a report": (update(works).values(document=packed(b"another")), "What was kept beside round "),
    "a corpus without rounds": (
        update(rounds).values(corpus=1, number=rounds.c.id + 100),
        "The title, settings or rounds of corpus",
    ),
}


@pytest.mark.parametrize("what", HARM)
def test_a_check_names_what_is_damaged(what: str, whole: Store) -> None:
    harm, says = HARM[what]
    with whole.database.writing() as connection:
        connection.execute(harm)
    problems = check(whole.database).problems
    assert any(says in problem for problem in problems), problems
    assert all(problem.endswith(".") for problem in problems)


def test_a_check_finds_codings_of_nobody(store: Store) -> None:
    with store.database.writing() as connection:
        connection.execute(
            codings.insert().values(digest="x", document=b"", items=0, coders=0, created=now())
        )
    assert any("belong to no corpus" in problem for problem in check(store.database).problems)
    assert vacuum(store).codings == 1
    assert check(store.database).problems == ()


def test_a_check_finds_what_refers_to_nothing(whole: Store) -> None:
    with whole.database.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("DELETE FROM people")
        driver.execute("PRAGMA foreign_keys = ON")
    problems = check(whole.database).problems
    assert any("refer to people that are not there" in problem for problem in problems)


def test_a_check_of_another_schema_says_so(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'store.db'}")
    assert "no store here" in check(database).problems[0]
    upgrade(database, to="0001")
    assert "has the schema 0001" in check(database).problems[0]
    database.close()


@pytest.mark.parametrize("page", [2, 5, 9])
def test_a_damaged_file_is_named(saved: Path, tmp_path: Path, page: int) -> None:
    content = bytearray(saved.with_name("store.db").read_bytes())
    content[page * 4096 : (page + 1) * 4096] = Random(page).randbytes(4096)
    path = tmp_path / "store.db"
    path.write_bytes(content)
    database = Database(f"sqlite:///{path}")
    try:
        said = " ".join(check(database).problems)
    except StoreFailed as error:
        said = str(error)
    database.close()
    assert "The file of the store is damaged" in said
    assert "estore a backup" in said


# ----- vacuum, and the end of a person


def test_a_vacuum_takes_away_what_nobody_wants(store: Store, tmp_path: Path) -> None:
    found = filled(store)
    drafts = {draft.key for draft in store.corpora(ME) if all(not r.digest for r in draft.rounds)}
    assert found["draft"] in drafts
    assert vacuum(store).drafts == 0
    ago = now() - timedelta(days=31)
    with store.database.writing() as connection:
        connection.execute(update(rounds).values(changed=ago))
        connection.execute(update(corpora).values(changed=ago))
    assert vacuum(store).drafts >= len(drafts)
    assert not drafts & {saved.key for saved in store.corpora(ME)}
    assert check(store.database).problems == ()


def test_a_vacuum_gives_space_back(whole: Store, tmp_path: Path) -> None:
    for saved in whole.corpora(ME):
        whole.delete(ME, saved.key)
    before = (tmp_path / "store.db").stat().st_size
    vacuum(whole)
    assert (tmp_path / "store.db").stat().st_size < before
    assert not (tmp_path / "store.db-wal").stat().st_size


def test_a_person_goes_with_all_that_they_own(store: Store) -> None:
    found = filled(store)
    ann, others = found["people"]["ann"], store.corpora(ME)
    owned = [c.key for c in store.corpora(Visitor(mode="accounts", person=ann)) if c.may("own")]
    assert person_of(store, " ANN@example.org") == ann
    assert delete_person(store, ann) == len(owned) == 1
    left = {c.key for c in store.corpora(ME)}
    assert left == {c.key for c in others} - set(owned)
    with pytest.raises(StoreError, match="Nobody with this address"):
        person_of(store, "ann@example.org")
    assert check(store.database).problems == ()
    assert "ann@example.org" not in repr(everything(store.database))
