"""Mode ``ephemeral`` does what it says: nothing on disk, and nothing kept after the page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from streamlit.proto.WidgetStates_pb2 import WidgetState

from segmetrics.dashboard.frame.words import FAILED
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.reporting.report_formats import REPORT_FORMATS
from tests.support.probing import Answer, Probe, fetched
from tests.support.watched import Watched, watching

CANARY = "Zq7vx"
ROWS = [("item", "coder", "masses")] + [
    (f"{CANARY} item {item}", f"{CANARY} {coder}", masses)
    for item in (1, 2)
    for coder, masses in (("ann", "4 4 4"), ("ben", "5 3 4"), ("cy", "4 8"))
]
# Far more than it takes, and less than the two minutes that Streamlit would wait.
SECONDS = 60


def as_csv() -> bytes:
    return "\n".join(map(",".join, ROWS)).encode()


def as_workbook() -> bytes:
    book, buffer = Workbook(), BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(buffer)
    return buffer.getvalue()


def as_archive() -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr(f"{CANARY}/codings.csv", as_csv())
    return buffer.getvalue()


def as_large_file() -> bytes:
    return as_csv() + b"\n" * 3_000_000


FILES: dict[str, Callable[[], bytes]] = {
    f"{CANARY}.csv": as_csv,
    f"{CANARY}.xlsx": as_workbook,
    f"{CANARY}.zip": as_archive,
    f"{CANARY} large.csv": as_large_file,
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Run a server that keeps nothing, has nowhere to write, and is watched."""
    environment = {"SEGMETRICS_MODE": "ephemeral", "HOME": str(home), "TMPDIR": str(home)}
    environment |= {"SEGMETRICS_STORE": "", "SEGMETRICS_LOG": "json"}
    with watching(environment, tmp_path_factory.mktemp("log") / "log") as found:
        yield found


def downloads(server: Watched, probe: Probe, answer: Answer) -> list[str]:
    """Download all that a page offers; gives the labels of it."""
    found = answer.of("download_button")
    for button in found:
        url = button.url or probe.download(button.deferred_file_id)
        assert fetched(server.address, url)[0] == 200, button.label
    return [button.label for button in found]


def shows(answer: Answer) -> bool:
    return CANARY.encode() in answer.bytes


def test_whatever_is_read_shown_and_downloaded_is_not_written_and_goes_with_the_page(
    server: Watched, home: Path
) -> None:
    """The system would refuse to write it, and the watch would see it."""
    for name, content in FILES.items():
        with Probe(server.address) as probe:
            key = probe.bring(name, content())
            assert shows(probe.look("", corpus=key)), name
    downloaded: set[str] = set()
    # Once it is read, pages know nothing of the kind of its file.
    with Probe(server.address) as other:
        other.look("", corpus="moonstone")
        with Probe(server.address) as probe:
            key = probe.bring(f"{CANARY}.xlsx", as_workbook())
            for page in PAGES:
                answer = probe.look(page.address, corpus=key)
                assert not answer.of("exception"), page
                assert FAILED not in answer.said, page
                downloaded.update(downloads(server, probe, answer))
                for form in answer.of("selectbox"):
                    for choice in form.options if form.label.startswith("Download") else ():
                        answer = probe.act(WidgetState(id=form.id, string_value=choice))
                        downloaded.update(downloads(server, probe, answer))
            assert {form.title for form in REPORT_FORMATS.values()} - {"HTML"} <= downloaded
            assert server.held(CANARY, key)
        end = time.monotonic() + SECONDS
        while (found := server.held(CANARY, key)) and time.monotonic() < end:
            pass
        assert found == []
    assert server.written() == []
    assert list(home.rglob("*")) == []


def test_nobody_comes_back_to_a_page_that_was_closed(server: Watched) -> None:
    with Probe(server.address) as probe:
        key = probe.bring(f"{CANARY}.csv", as_csv())
        assert shows(probe.look("", corpus=key))
        session = probe.session
    with Probe(server.address, session=session) as probe:
        answer = probe.look("", corpus=key)
        assert probe.session != session
        assert not shows(answer)


def test_its_memory_is_not_written_to_disk_when_it_breaks_down(server: Watched) -> None:
    limits = Path(f"/proc/{server.process}/limits").read_text(encoding="ascii")
    assert re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE)
