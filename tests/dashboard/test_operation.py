"""Health, log and limits of a server: what it tells, and what it must not tell."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

import segmetrics
from segmetrics import Corpus
from segmetrics.dashboard.frame.words import FAILED
from segmetrics.dashboard.server import logs, retention
from segmetrics.dashboard.server.job_labels import LABELS
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.dashboard.server.routes import MOVED
from segmetrics.dashboard.server.serving import memory_mb
from segmetrics.dashboard.server.visitor_limits import refusal, refused_upload
from segmetrics.io import Source, parse_sources
from segmetrics.io.problems import Problem
from segmetrics.settings import LIMITS, MODES, Limits
from segmetrics.store import NotHere, Store, Visitor
from tests.support.driving import changed, free_port, running
from tests.support.known import known
from tests.support.probing import Probe, fetched
from tests.support.project import PROJECT
from tests.support.small_disk import small_disk

# What nobody may ever find in a log.
SECRET = "Geheimnis"


def lines_of(text: str) -> list[dict[str, Any]]:
    """The lines of a log, every one of which is a JSON object."""
    found = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) for line in found)
    return found


# What a line can hold.

# Everything that could bring a name into a log, as other code would do it.
PROVOKED = """
import gc, logging, threading, warnings
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.dashboard.server import logs, retention

SECRET = "Geheimnis"
logs.start("FORM")
logs.log("saved", items=3, again=True)
logs.log(SECRET, items=SECRET, page=SECRET, **{SECRET: 1})
logs.log("saved", items=[SECRET])

other = logging.getLogger("some.library")
other.warning("coder " + SECRET)
other.error("coder %s", SECRET, stack_info=True, extra={"coder": SECRET})
logging.error("item %(item)s", {"item": SECRET})
logging.getLogger("some.%d").critical("%s", SECRET)
try:
    Corpus((Item.from_masses(SECRET, {"x": [1]}),) * 2)
except CorpusError as error:
    logs.log("failed", page="item", ms=5, error=error)
    other.exception("cannot make %s", SECRET)
try:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(SECRET) from error
except ValueError as error:
    logs.log("failed", error=error)
warnings.warn(SECRET, RuntimeWarning)


def broken():
    raise OSError(2, SECRET, SECRET)


thread = threading.Thread(target=broken, name=SECRET)
thread.start()
thread.join()


class Last:
    def __del__(self):
        raise ValueError(SECRET)


last = Last()
del last
gc.collect()
raise RuntimeError(SECRET)
"""


@cache
def provoked(form: str) -> str:
    """What is logged when everything goes wrong."""
    code = PROVOKED.replace("FORM", form)
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", code], cwd=PROJECT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert SECRET not in done.stderr
    return done.stderr


def test_nothing_but_words_numbers_and_places_in_code_is_logged() -> None:
    found = lines_of(provoked("json"))
    for line in found:
        assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    first = {"level": "info", "event": "saved"}
    assert found[0] == {**first, "items": 3, "again": True}
    assert found[1] == {"level": "info", "event": "other", "items": "other"} | {
        "page": "other",
        "other": 1,
    }
    assert found[2] == {**first, "items": "other"}
    assert [line["event"] for line in found[3:7]] == ["library"] * 4
    assert [line["level"] for line in found[3:7]] == ["warning", "error", "error", "critical"]
    assert found[3]["at"].startswith("some.library:")


def test_an_exception_is_logged_by_its_kind_and_its_lines_of_code() -> None:
    found = [line for line in lines_of(provoked("json")) if line["event"] in ("failed", "warned")]
    own, library, chained, warned, thread, last, at_the_end = found
    assert (own["page"], own["ms"], own["error"]) == ("item", 5, ["CorpusError"])
    assert own["frames"][-1].startswith("segmetrics.corpus:")
    assert library["error"] == ["CorpusError"]
    assert chained["error"] == ["ValueError", "KeyError"]
    assert warned["kind"] == "RuntimeWarning"
    assert thread["error"] == ["FileNotFoundError"]  # what Python makes of an OSError 2
    assert last["error"] == ["ValueError"]
    assert at_the_end["error"] == ["RuntimeError"]


def test_a_plain_log_says_the_same_in_words() -> None:
    lines = provoked("plain").splitlines()
    assert lines[0].split(" ", 1)[1] == "info saved items=3 again=True"
    assert any("failed page=item ms=5 error=CorpusError frames=" in line for line in lines)
    assert len(lines) == len(lines_of(provoked("json")))


def test_the_log_has_a_word_for_every_page_mode_and_limit() -> None:
    assert {info.name for info in PAGES} | set(MODES) | set(LIMITS) <= logs.WORDS


# Limits.


def packed(**files: bytes) -> Source:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.csv", content)
    return Source("codings.zip", written.getvalue())


def test_the_log_and_the_pages_have_a_word_for_every_job() -> None:
    sources = [*PROJECT.glob("segmetrics/dashboard/**/*.py"), *PROJECT.glob("pages/*.py")]
    named = {
        name
        for source in sources
        for name in re.findall(
            r'(?:Job(?:\[.*\])?\(\s*\(|\bjob\(|\bcompared\()\s*"([^"]+)"',
            source.read_text("utf-8"),
        )
    }
    assert len(named) > 40
    assert named <= LABELS.keys() <= logs.WORDS


def test_an_upload_that_is_too_large_is_refused_before_it_is_read() -> None:
    assert refused_upload([1_999_999, 1], Limits(upload=2)) == ""
    assert refused_upload([1_999_999, 100_001], Limits(upload=2)) == (
        "These files are 2.1 MB; this server reads 2 MB in one import. Open them in several parts."
    )


def test_what_an_archive_holds_counts_unpacked() -> None:
    rows = b"item,coder,masses\n" + b"one,anna,3 4\n" * 50_000
    archive = packed(a=rows, b=rows)
    assert len(archive.content) < 10_000
    parsed = parse_sources([archive], most=1_000_000)
    assert len(parsed.recognised) == 1
    (problem,) = (one for one in parsed.found if isinstance(one, Problem) and not one.item)
    assert problem.what == "more than 1,000,000 bytes; what follows from here on was not read"
    assert problem.fix == "open the files in several parts"
    assert len(parse_sources([archive], most=2_000_000).recognised) == 2


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(items=2, units=12, coders=3), ""),
        (
            Limits(items=1),
            "This corpus has 2 items; this server takes 1. Open it in several parts.",
        ),
        (
            Limits(coders=2),
            "This corpus has 3 coders; this server takes 2. Leave some of the coders out.",
        ),
        (
            Limits(cells=37),
            "This corpus has 38 units, counted once for each coder of an item; this server takes "
            "37. Open it in several parts.",
        ),
        (
            Limits(pairs=1),
            "This corpus has 2 pairs of coders who coded the same item; this server takes 1. "
            "Leave some of the coders out.",
        ),
        (
            Limits(compared=18),
            "This corpus has 19 units, counted once for each pair of coders of an item; this "
            "server takes 18. Leave some of the coders out.",
        ),
        (
            Limits(units=11),
            "Item ch2 has 12 units; this server takes 11 in one item. Split it, or leave it out.",
        ),
    ],
)
def test_a_corpus_that_is_too_large_is_refused_with_a_sentence(limits: Limits, said: str) -> None:
    corpus = Corpus.from_masses(
        {"ch1": {"anna": [3, 4], "ben": [7]}, "ch2": {"anna": [5, 7], "cora": [12]}}
    )
    assert refusal(corpus, limits) == said


# A server as a whole.

# One of the pages breaks off, with a name in what went wrong.
BROKEN = """
from segmetrics.corpus import CorpusError
from segmetrics.dashboard.learn import metrics_view

def broken(*_, **__):
    raise CorpusError("item 'Geheimnis' is given twice")

metrics_view.fact_table = broken
"""


def asked(address: str) -> tuple[int, dict[str, Any]]:
    """Ask a server how it is: the status of its answer, and what it says."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_server_says_that_it_is_well(store_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    environment = {"SEGMETRICS_MODE": "links", "SEGMETRICS_STORE": store_url}
    with running(base="a/b", environment=environment, log=log) as server:
        status, found = asked(server.address)
        assert status == 200
        memory = found.pop("memory_mb")
        assert 20 < memory < 2000
        assert found == {
            "status": "ok",
            "version": segmetrics.__version__,
            "mode": "links",
            "store": "ok",
            "sessions": 0,
        }
        with urllib.request.urlopen(f"{server.address}/_stcore/health") as answer:
            assert answer.read() == b"ok"
        for old, new in MOVED.items():
            status, headers, _ = fetched(server.address, f"/{old}?corpus=x&n=3")
            assert status == 307
            assert dict(headers)["location"] == f"./{new}?corpus=x&n=3"
    first, *_ = lines_of(log.read_text(encoding="utf-8"))
    assert (first["event"], first["mode"]) == ("started", "links")


def test_memory_is_measured() -> None:
    before = known(memory_mb())
    held = bytearray(100_000_000)
    after = known(memory_mb())
    assert 80 <= after - before <= 120
    del held


def test_a_server_without_its_store_says_so_and_names_no_host(tmp_path: Path) -> None:
    url = f"postgresql://anna:{SECRET}@127.0.0.1:{free_port()}/{SECRET}"
    log = tmp_path / "log"
    with running(environment={"SEGMETRICS_STORE": url}, log=log) as server:
        status, found = asked(server.address)
        assert (status, found["status"]) == (503, "failing")
        assert found["store"].startswith("The store does not answer.")
        assert "127.0.0.1" not in found["store"]
        assert urlsplit(server.address).port
        with urllib.request.urlopen(f"{server.address}/_stcore/health") as answer:
            assert answer.read() == b"ok"
    assert SECRET not in log.read_text(encoding="utf-8")
    assert lines_of(log.read_text(encoding="utf-8"))


def test_a_server_whose_disk_is_nearly_full_says_so(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as mounted:
        if not mounted:
            return
        environment = {"SEGMETRICS_STORE": f"sqlite:///{tmp_path / 'disk' / 'store.db'}"}
        with running(environment=environment, log=tmp_path / "log") as server:
            status, found = asked(server.address)
        assert (status, found["status"]) == (503, "failing")
        assert found["store"] == "The disk of the store is nearly full. Free some space."


def test_a_server_that_people_cannot_sign_in_to_does_not_start(tmp_path: Path) -> None:
    options = ["--mode", "accounts", "--no-browser", "--port", str(free_port())]
    done = subprocess.run(
        [sys.executable, "-m", "segmetrics", "app", *options],
        cwd=tmp_path,
        env={"PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The dashboard was not started. Nobody can sign in: ")


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Run a server one of whose pages breaks off; gives its address and its log."""
    log = tmp_path / "log"
    with changed(BROKEN, log, SEGMETRICS_LOG="json") as address:
        yield address, log


def send(address: str, request: str) -> None:
    """Send bytes to a server as they are, and wait until it has done with them."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        connection.sendall(request.encode())
        connection.recv(1000)


def test_a_page_that_breaks_off_logs_where_and_nothing_else(broken: tuple[str, Path]) -> None:
    address, log = broken
    with Probe(address) as probe:
        answer = probe.look("metrics", corpus=SECRET, item=SECRET)
        assert FAILED in answer.said
        assert b"is given twice" not in answer.bytes
        assert asked(address)[1]["sessions"] == 1
        probe.look("", item=SECRET)
    send(address, f"GET /static/{SECRET}?{SECRET} HTTP/1.1\r\nHost: {SECRET}\r\n\r\n")
    send(address, f"{SECRET}\r\n{SECRET}\r\n\r\n")
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    send(address, f"GET /_stcore/stream?{SECRET} HTTP/1.1\r\nHost: {SECRET}\r\n{upgrade}\r\n")
    said = log.read_text(encoding="utf-8")
    assert SECRET not in said
    found = lines_of(said)
    # Once by the page, once by Streamlit.
    own, streamlits = (line for line in found if line["event"] == "failed")
    assert (own["page"], own["error"]) == ("metrics", ["CorpusError"])
    assert any(frame.startswith("metrics_page:") for frame in own["frames"])
    assert streamlits["at"].startswith("streamlit.error_util:")
    assert streamlits["error"] == ["CorpusError"]
    assert "overview" in [line["page"] for line in found if line["event"] == "page"]
    assert own["session"] == streamlits["session"]
    assert any(line.get("at", "").startswith("uvicorn") for line in found)


# What goes by itself.


def test_a_server_of_links_deletes_what_no_link_leads_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    monkeypatch.setenv("SEGMETRICS_STORE", url)
    monkeypatch.setenv("SEGMETRICS_MODE", "links")
    monkeypatch.setenv("SEGMETRICS_LINK_DAYS", "1")
    visitor = Visitor(mode="links")
    file = Source("a.csv", b"item,coder,masses\none,anna,3 4\none,ben,4 3\n")
    kept = Store.open(url)
    lasting = kept.create(visitor, [file], title="lasting")
    ending = Store.open(url, link_days=1).create(visitor, [file], title="ending")
    retention.delete_expired()
    assert kept.corpus(visitor, ending).title == "ending"
    with kept.database.writing() as connection:
        connection.exec_driver_sql("UPDATE links SET expires = '2000-01-01' WHERE expires > 0")
    retention.delete_expired()
    with pytest.raises(NotHere):
        kept.corpus(visitor, ending)
    assert kept.corpus(visitor, lasting).title == "lasting"
    few = [kept.create(visitor, [file], title="one of many") for _ in range(6)]
    with kept.database.writing() as connection:
        connection.exec_driver_sql("UPDATE links SET expires = '2000-01-01'")
    caplog.clear()
    retention.delete_expired()
    (said,) = [str(one.msg) for one in caplog.records if "refused" in str(one.msg)]
    assert said.endswith("limit=age count=7 command=segmetrics store vacuum --all-ended")
    with kept.database.writing() as connection:
        connection.exec_driver_sql("UPDATE links SET expires = NULL")
    assert [kept.corpus(visitor, one).title for one in few] == ["one of many"] * 6
    for one in few:
        kept.delete(visitor, one)
    with kept.database.writing() as connection:
        connection.exec_driver_sql("UPDATE rounds SET changed = '2000-01-01'")
    retention.delete_expired()
    with pytest.raises(NotHere):
        kept.corpus(visitor, lasting)


def test_what_fails_of_the_tidying_is_a_line_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SEGMETRICS_STORE", f"sqlite:///{tmp_path / 'store.db'}")
    monkeypatch.setenv("SEGMETRICS_MODE", "links")

    def fails(*_: object, **__: object) -> None:
        raise OSError(28, SECRET)

    for name in ("drop_drafts", "end_links"):
        monkeypatch.setattr(retention, name, fails)
    retention.delete_unread(1)
    retention.delete_expired()
    said = [str(one.msg) for one in caplog.records if one.name == "segmetrics"]
    assert len(said) == 3
    assert all("failed error=OSError" in one and SECRET not in one for one in said)
