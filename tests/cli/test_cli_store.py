"""The commands about the store, as whoever runs a server types them."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from segmetrics.cli import main
from segmetrics.io import Source
from segmetrics.settings import MODE_VARIABLE, STORE_VARIABLE
from segmetrics.store import NotHere, Store, Visitor
from tests.support.commands import Printed
from tests.support.make_store_fixture import fill

if TYPE_CHECKING:
    from pathlib import Path

ME = Visitor()


@pytest.fixture
def url(store_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a store with corpora, as the environment says it."""
    store = Store.open(store_url)
    fill(store)
    store.close()
    monkeypatch.delenv(MODE_VARIABLE, raising=False)
    monkeypatch.setenv(STORE_VARIABLE, store_url)
    return store_url


@pytest.fixture
def keys(url: str) -> list[str]:
    """Return the keys of its corpora."""
    store = Store.open(url)
    found = [saved.key for saved in store.corpora(ME)]
    store.close()
    return found


def run(capsys: Printed, *words: str | Path) -> tuple[int, str, str]:
    """Run ``segmetrics store``; gives its exit status and what it printed."""
    status = main(["store", *map(str, words)])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return status, printed.out, printed.err


COUNTS = """\
  corpora: 3
  rounds: 4
  different codings: 2
  uploaded files: 5
  consensus segmentations and reports: 2
  steps that can be undone: 5
  links: 2
  people: 3
  invitations: 2
"""


def test_backup_restore_and_check_print_the_same_counts(
    url: str, tmp_path: Path, capsys: Printed
) -> None:
    file, new = tmp_path / "backup.zip", f"sqlite:///{tmp_path / 'new' / 'store.db'}"
    assert run(capsys, "check") == (0, f"{COUNTS}Everything can be read and fits together.\n", "")
    status, out, err = run(capsys, "backup", file)
    assert (status, err) == (0, "")
    assert out == f"Written to {file}, schema 0002:\n{COUNTS}"
    status, out, err = run(capsys, "restore", file, "--store", new)
    assert (status, err) == (0, "")
    assert out.startswith(f"Restored from {file}, made 20")
    assert out.endswith(
        f"{COUNTS}Everything in the store is as in the backup, "
        "and all codings have their digests.\n"
    )
    assert run(capsys, "check", "--store", new)[:2] == (
        0,
        f"{COUNTS}Everything can be read and fits together.\n",
    )
    assert run(capsys, "backup", file)[::2] == (
        2,
        "backup.zip exists already. Choose another name, or replace it with --force.\n",
    )
    assert run(capsys, "backup", file, "--force")[0] == 0
    status, out, err = run(capsys, "restore", file)
    assert (status, out) == (2, "")
    assert "into an empty one only" in err


def test_check_says_what_is_damaged(url: str, capsys: Printed) -> None:
    store = Store.open(url)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE works SET digest = 'x'")
    store.close()
    status, out, err = run(capsys, "check")
    assert (status, err) == (1, "")
    assert "What was kept beside round 1 of corpus " in out
    assert "fits together" not in out


def test_vacuum_says_what_it_took_away(url: str, capsys: Printed) -> None:
    assert run(capsys, "vacuum") == (
        0,
        "0 imports that nobody accepted were dropped.\n"
        "0 links had ended, and 0 corpora that none leads to now.\n"
        "0 codings were dropped that belonged to no corpus.\n",
        "",
    )
    assert run(capsys, "vacuum", "--draft-days", "0")[1].startswith("1 imports")


def test_vacuum_asks_before_most_of_a_store_goes(url: str, capsys: Printed) -> None:
    store = Store.open(url)
    for number in range(6):
        store.create(Visitor(), [Source("a.csv", b"x")], title=f"{number}")
    store.close()
    status, out, err = run(capsys, "vacuum", "--draft-days", "0")
    assert (status, out.splitlines()[0]) == (1, "0 imports that nobody accepted were dropped.")
    assert err.startswith("7 imports and corpora were not dropped although their time is over")
    assert "--all-ended" in err
    status, out, err = run(capsys, "vacuum", "--draft-days", "0", "--all-ended")
    assert (status, out.splitlines()[0], err) == (
        0,
        "7 imports that nobody accepted were dropped.",
        "",
    )


@pytest.mark.parametrize("days", ["-1", "x", "1.5", "²", "1" * 9])
def test_vacuum_takes_whole_days(days: str, capsys: Printed) -> None:
    with pytest.raises(SystemExit) as left:
        run(capsys, "vacuum", "--draft-days", days)
    assert left.value.code == 2


def test_export_writes_a_corpus_or_a_person(
    url: str, keys: list[str], tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "out.zip"
    for key in keys:
        assert run(capsys, "export", "--corpus", key, "-o", out, "--force")[0] == 0
        with ZipFile(out) as archive:
            assert "corpus.json" in archive.namelist()
    assert run(capsys, "export", "--person", "ANN@example.org", "-o", out)[0] == 2
    words = ("export", "--person", "ANN@example.org", "-o", out, "--force")
    assert run(capsys, *words) == (0, f"Written to {out}.\n", "")
    with ZipFile(out) as archive:
        assert "corpus-1/corpus.json" in archive.namelist()
    for whose, why in (
        (("--corpus", "nothing"), "There is no such corpus here"),
        (("--person", "nobody@example.org"), "Nobody with this address is known here."),
    ):
        status, said, err = run(capsys, "export", *whose, "-o", tmp_path / "none.zip")
        assert (status, said) == (2, "")
        assert why in err
    assert not (tmp_path / "none.zip").exists()


def test_a_link_is_a_key_too(store_url: str, tmp_path: Path, capsys: Printed) -> None:
    store = Store.open(store_url)
    found = fill(store)
    store.close()
    words = ("export", "--store", store_url, "--corpus", found["linked"])
    assert run(capsys, *words, "-o", tmp_path / "out.zip")[0] == 0
    reading = ("delete", "--store", store_url, "--corpus", found["read link"], "--yes")
    status, _, err = run(capsys, *reading)
    assert (status, err) == (2, "Only the owner of this corpus may do this. Nothing was changed.\n")


def test_delete_asks_before(
    url: str, keys: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    status, _, err = run(capsys, "delete", "--corpus", keys[0])
    assert (status, err) == (2, "Nobody can be asked here; say --yes.\nNothing was deleted.\n")
    for answer, expected in (("n\n", 2), ("\n", 2), ("y\n", 0)):
        terminal = io.StringIO(answer)
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", terminal)
        status, out, _ = run(capsys, "delete", "--corpus", keys[0])
        assert status == expected
        assert out.startswith(f"Delete the corpus {keys[0]} with its ")
    assert run(capsys, "delete", "--person", "ann@example.org", "--yes") == (
        0,
        "Deleted. Backups that were made before still have it.\n",
        "",
    )
    store = Store.open(url)
    assert not {keys[0]} & {saved.key for saved in store.corpora(ME)}
    with pytest.raises(NotHere):
        store.corpus(ME, keys[0])
    store.close()


@pytest.mark.parametrize("action", ["check", "vacuum", "backup", "export", "delete"])
def test_no_store_is_made_by_looking(action: str, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "no" / "store.db"
    words = {
        "backup": (tmp_path / "x.zip",),
        "export": ("--corpus", "x", "-o", tmp_path / "x.zip"),
        "delete": ("--corpus", "x", "--yes"),
    }.get(action, ())
    status, out, err = run(capsys, action, *words, "--store", f"sqlite:///{path}")
    assert (status, out) == (2, "")
    assert (
        err
        == f"There is no store at {path}. Name another with --store, or with SEGMETRICS_STORE.\n"
    )
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_used_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    assert "address of the store cannot be used" in run(capsys, "check", "--store", "x")[2]
    secret = "postgresql://me:secret@127.0.0.1/store"
    with pytest.raises(SystemExit):
        run(capsys, "check", "--store", secret)
    said = capsys.readouterr().err
    assert "a password does not belong into a command" in said
    assert "secret" not in said
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    assert run(capsys, "check")[2].startswith("Nothing was done: mode ephemeral keeps nothing")
    monkeypatch.setenv(MODE_VARIABLE, "nonsense")
    assert run(capsys, "check")[0] == 2
    nothing = f"sqlite:///{tmp_path / 'text.db'}"
    (tmp_path / "text.db").write_text("this is no database, but a text of some length\n" * 100)
    assert "is no SQLite database" in run(capsys, "check", "--store", nothing)[2]
    assert "does not answer" in run(capsys, "check", "--store", "postgresql://x@127.0.0.1:1/x")[2]
