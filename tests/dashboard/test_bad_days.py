"""Bad days of a server: its clock jumps, its store cannot be written, its disk is full.

Each is said in a sentence, nothing that was kept is lost, and the server goes on.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from segmetrics.settings import Mode
from segmetrics.store import Store, Visitor
from segmetrics.store.checking import check
from tests.support import postgres
from tests.support.driving import running
from tests.support.killed_pages import kill_pages
from tests.support.probing import Answer, Probe, fetched
from tests.support.project import PROJECT
from tests.support.small_disk import mount, small_disk
from tests.support.working import BROKE, GONE, brought, codings, decide, decided, said

# Moves the clock of every process that finds it on its path by the hours in a file beside it.
CLOCK = """
import datetime, pathlib, time

at, real, moment = pathlib.Path(__file__).with_name("hours"), time.time, datetime.datetime


def ahead():
    return 3600 * float(at.read_text())


class Alike(type):
    def __instancecheck__(self, one):
        return isinstance(one, moment)


class Moved(moment, metaclass=Alike):
    def __new__(cls, *given, **more):
        return moment(*given, **more)

    @classmethod
    def now(cls, tz=None):
        return moment.now(tz) + datetime.timedelta(seconds=ahead())


time.time = lambda: real() + ahead()
datetime.datetime = Moved
"""


def health(address: str) -> tuple[int, str]:
    """Ask a server how it is, and its store."""
    status, _, content = fetched(address, "/health")
    return status, json.loads(content)["store"]


@pytest.fixture
def clock(tmp_path: Path) -> Callable[[float], None]:
    """Return what moves the clock of a server that is run with ``moved``."""
    (tmp_path / "sitecustomize.py").write_text(CLOCK, "utf-8")

    def move(hours: float) -> None:
        beside = tmp_path / "hours.new"
        beside.write_text(str(hours), "utf-8")
        beside.replace(tmp_path / "hours")

    move(0)
    return move


def moved(tmp_path: Path, **more: str) -> dict[str, str]:
    """Return the environment of a server whose clock moves."""
    path = os.pathsep.join([str(tmp_path), str(PROJECT)])
    return {"PYTHONPATH": path, "SEGMETRICS_LOG": "json", **more}


def test_a_clock_that_jumps_ends_nothing_but_links_that_have_ended(
    clock: Callable[[float], None], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    environment = moved(tmp_path, SEGMETRICS_MODE="links", SEGMETRICS_LINK_DAYS="1")
    answers: list[Answer] = []
    with (
        running(environment=environment, log=log) as server,
        Probe(server.address) as me,
        Probe(server.address) as other,
    ):
        kept, draft = brought(me, "kept"), brought(me, "draft", accepted=False)
        large = brought(other, "large", items=150)
        job = threading.Thread(target=lambda: answers.append(other.look("", corpus=large)))
        job.start()
        for number, hours in enumerate((5, -5, 0), 1):
            clock(hours)
            decide(me, kept)
            assert decided(me, kept) == number
            with Probe(server.address) as newcomer:
                assert decided(newcomer, kept) == number
                assert decided(newcomer, brought(newcomer, f"new {number}")) == 0
        job.join()
        assert "large 149" in said(answers[0])
        clock(30)
        assert GONE in said(me.look("decide", corpus=kept))
        with Probe(server.address) as newcomer:
            assert GONE in said(newcomer.look("", corpus=kept))
            later = brought(newcomer, "later")
        assert health(server.address) == (200, "ok")
        clock(0)
        assert decided(me, kept) == 3
        assert decided(me, later) == 0
        me.accept(draft)
        assert decided(me, draft) == 0
    events = [json.loads(line)["event"] for line in log.read_text("utf-8").splitlines()]
    assert "failed" not in events


def cannot(probe: Probe, sentence: str) -> None:
    """See that a server says that nothing can be kept, and still shows what needs no store."""
    assert "Moonstone" in said(probe.look("", corpus="moonstone"))
    page = probe.look("projects")
    assert BROKE not in said(page)
    (uploader,) = page.of("file_uploader")[:1]
    answer = said(probe.act(probe.upload(uploader, "x.csv", codings("x"))))
    assert sentence in answer
    assert BROKE not in answer


def test_a_store_on_a_disk_that_is_read_only_is_said_until_it_can_be_written(
    tmp_path: Path,
) -> None:
    with small_disk(folder := tmp_path / "disk", "100m") as mounted:
        if not mounted:
            return
        url = f"sqlite:///{folder / 'store.db'}"
        environment = {"SEGMETRICS_STORE": url}
        with running(environment=environment) as server, Probe(server.address) as me:
            kept = brought(me, "kept")
            decide(me, kept)
        mount(folder, "ro")
        with running(environment=environment) as server, Probe(server.address) as me:
            sentence = "Nothing was changed."
            cannot(me, sentence)
            status, why = health(server.address)
            assert (status, why.endswith(sentence)) == (503, True)
            # What was kept can be looked at.
            assert sentence in said(decide(me, kept))
            assert decided(me, kept) == 1
            mount(folder, "rw")
            assert health(server.address) == (200, "ok")
            assert decided(me, kept) == 1
            decide(me, kept)
            assert decided(me, kept) == 2
            assert decided(me, brought(me, "more")) == 0


def test_a_postgresql_that_becomes_read_only_is_said_until_it_can_be_written(
    postgresql: postgres.Server,
) -> None:
    with postgresql.database() as url:
        name = url.rpartition("/")[2]

        def set_to(read_only: str) -> None:
            postgresql.execute(
                f"ALTER DATABASE {name} SET default_transaction_read_only = {read_only}"
            )

        def end_connections() -> None:
            postgresql.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            )

        with (
            running(environment={"SEGMETRICS_STORE": url}) as server,
            Probe(server.address) as me,
        ):
            kept = brought(me, "kept")
            decide(me, kept)
            set_to("on")
            end_connections()
            sentence = "the database is read-only. Nothing was changed."
            cannot(me, sentence)
            assert sentence in said(decide(me, kept))
            assert health(server.address)[1].endswith(sentence)
            assert decided(me, kept) == 1
            set_to("off")
            assert health(server.address)[0] == 503  # so it was when the connection was opened
            assert health(server.address) == (200, "ok")
            decide(me, kept)
            assert decided(me, kept) == 2


def test_a_decision_on_a_full_disk_is_refused_whole(tmp_path: Path) -> None:
    with small_disk(folder := tmp_path / "disk", "40m") as mounted:
        if not mounted:
            return
        url, ballast = f"sqlite:///{folder / 'store.db'}", folder / "ballast"
        with (
            running(environment={"SEGMETRICS_STORE": url}) as server,
            Probe(server.address) as me,
        ):
            kept = brought(me, "kept")
            with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="28"):
                for block in iter(partial(bytes, 4096), b""):
                    file.write(block)
            full = said(decide(me, kept))
            assert "The disk of the store is full. Free some space, then do it again." in full
            assert "Nothing was changed." in full
            assert decided(me, kept) == 0
            assert health(server.address)[0] == 503
            ballast.unlink()
            decide(me, kept)
            assert decided(me, kept) == 1
        store = Store.open(url)
        assert check(store.database).problems == ()
        assert len(store.decisions(Visitor(), kept)) == 1
        store.close()


@pytest.mark.parametrize(
    ("mode", "store_url"),
    [
        ("links", "sqlite"),
        ("accounts", postgres.DATABASES[-1]),
        ("ephemeral", "sqlite"),
    ],
    indirect=["store_url"],
)
def test_a_server_killed_while_people_work_loses_nothing(mode: Mode, store_url: str) -> None:
    counts = kill_pages(mode, store_url, 1, answers=(4, 12))
    assert counts.uploads
    assert counts.wrong == []
