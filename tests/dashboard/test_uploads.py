"""What a session may upload and send: quotas, expiry, and messages that no browser sends."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from websockets.exceptions import ConnectionClosed

from segmetrics.dashboard.server import uploads
from segmetrics.dashboard.server.messages import (
    AT_ONCE,
    IN_A_SECOND,
    LARGEST,
    MOST_FILES,
    MOST_WIDGETS,
    TokenBucket,
    fits,
)
from segmetrics.dashboard.server.streamlit_internals import read_message
from tests.support.driving import Running, changed, proxied, running
from tests.support.probing import XSRF, Probe, cookie_header

GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\n"
TOO_MUCH = (
    "The files that you upload are more than 1.1 MB together, and this server takes no more at "
    "once. Open them in several parts."
)
BUSY = (
    "All visitors together are uploading as much as this server takes. Try again in a few minutes."
)
STOPPED = "The upload stood still and was given up. Upload the file again."
TOO_BIG = 1009


@pytest.fixture(scope="module")
def hasty() -> Iterator[str]:
    """Run a server that waits for nothing long and forgets uploads at once; gives its address."""
    soon = "from segmetrics.dashboard.server import uploads\n"
    soon += "uploads.LASTS, uploads.PAUSE, uploads.SILENCE = 1.5, 0.1, 1.5"
    with changed(soon, SEGMETRICS_MAX_IMPORT="1") as address:
        yield address


@pytest.fixture(scope="module", params=["ephemeral", "links"])
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    """Run a server that takes an import of 1 MB, under a path as a proxy serves it."""
    environment = {"SEGMETRICS_MODE": request.param, "SEGMETRICS_MAX_IMPORT": "1"}
    with running(base="segmetrics", environment=environment) as found:
        yield found


def put(
    probe: Probe, file: str, content: bytes, *, chunked: bool = False, address: str = ""
) -> tuple[int, str]:
    """Upload a file that no page asked for: gives status and words of the answer."""
    place = urlsplit(address or probe.address)
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    body = head + content + b"\r\n--x--\r\n"
    parts = (body[start : start + 65_536] for start in range(0, len(body), 65_536))
    connection = http.client.HTTPConnection(place.netloc, timeout=30)
    try:
        connection.request(
            "PUT",
            f"{place.path}/_stcore/upload_file/{probe.session}/{file}",
            body=parts if chunked else body,
            headers={
                "Cookie": cookie_header(probe.cookies),
                "X-Xsrftoken": probe.cookies[XSRF],
                "Content-Type": "multipart/form-data; boundary=x",
            },
            encode_chunked=chunked,
        )
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("chunked", [False, True])
def test_a_session_has_a_quota_of_uploads_that_no_page_reads(
    chunked: bool, server: Running
) -> None:
    with Probe(server.address) as one, Probe(server.address) as another:
        one.look()
        another.look()
        found = [put(one, f"f{i}", bytes(300_000), chunked=chunked) for i in range(16)]
        assert found == [(204, "")] * 3 + [(413, TOO_MUCH)] * 13
        assert put(another, "f0", bytes(300_000), chunked=chunked) == (204, "")
        # What is given back leaves room.
        path = f"/_stcore/upload_file/{one.session}/f0"
        assert one.request(path, method="DELETE")[0] == 204
        assert put(one, "f0", bytes(300_000), chunked=chunked) == (204, "")
        assert put(one, "f3", bytes(300_000), chunked=chunked) == (413, TOO_MUCH)


def test_many_small_files_count_too(server: Running) -> None:
    with Probe(server.address) as probe:
        probe.look()
        assert put(probe, "large", bytes(1_095_000)) == (204, "")
        found = [put(probe, f"f{i}", b"")[0] for i in range(12)]
        assert found[0] == 204
        assert found[-1] == 413


def begun(probe: Probe, size: int, *, drops: int = 0) -> tuple[int, str]:
    """Begin an upload, send some more bytes one by one: gives status and words of the answer."""
    place = urlsplit(probe.address)
    lines = (
        f"PUT {place.path}/_stcore/upload_file/{probe.session}/f HTTP/1.1",
        f"Host: {place.netloc}",
        f"Content-Length: {size}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Cookie: {cookie_header(probe.cookies)}",
        f"X-Xsrftoken: {probe.cookies[XSRF]}",
    )
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n--x\r\n").encode())
        with suppress(OSError):  # it may have been given up
            for _ in range(drops):
                time.sleep(0.5)
                connection.sendall(b"x")
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.read().decode()


def test_an_upload_is_refused_before_it_is_sent(server: Running) -> None:
    with Probe(server.address) as probe:
        probe.look()
        assert begun(probe, 50_000_000) == (413, TOO_MUCH)


def test_the_page_says_that_not_all_files_came_and_reads_none(server: Running) -> None:
    with Probe(server.address) as probe:
        answer = probe.look("projects")
        state = probe.upload(answer.of("file_uploader")[0], "good.csv", GOOD)
        assert put(probe, "other", bytes(2_000_000)) == (413, TOO_MUCH)
        answer = probe.act(state)
        said = answer.said.replace("\\", "")
        assert f"Not all files arrived, so none was read. {TOO_MUCH}" in said
        assert put(probe, "again", bytes(1_090_000)) == (204, "")  # the good one does not stand
        assert "Not all files arrived" not in probe.look("metrics").said


def test_all_sessions_together_have_a_quota() -> None:
    environment = {"SEGMETRICS_MODE": "ephemeral", "SEGMETRICS_MAX_UPLOADS": "1"}
    with running(environment=environment) as server, Probe(server.address) as one:
        one.look()
        assert put(one, "f", bytes(900_000)) == (204, "")
        with Probe(server.address) as another:
            another.look()
            for chunked in (False, True):
                assert put(another, "f", bytes(200_000), chunked=chunked) == (503, BUSY)
            assert put(another, "f", bytes(50_000)) == (204, "")


@pytest.mark.usefixtures("nginx")
def test_the_quota_holds_behind_the_proxy(server: Running, tmp_path: Path) -> None:
    with proxied(server, tmp_path) as front, Probe(front) as probe:
        probe.look()
        for chunked in (False, True):
            found = [put(probe, f"{chunked}{i}", bytes(300_000), chunked=chunked) for i in range(5)]
            assert found[-1] == (413, TOO_MUCH)
        assert put(probe, "large", bytes(3_000_000)) == (413, TOO_MUCH)
        assert put(probe, "large", bytes(3_000_000), chunked=True) == (413, TOO_MUCH)


def test_uploads_that_no_page_reads_go_by_themselves(hasty: str) -> None:
    with Probe(hasty) as probe:
        probe.look()
        assert put(probe, "f0", bytes(1_000_000)) == (204, "")
        assert put(probe, "f1", bytes(1_000_000)) == (413, TOO_MUCH)
        for _ in range(100):  # nobody comes or leaves meanwhile
            time.sleep(0.1)
            status, _ = put(probe, "f1", bytes(1_000_000))
            if status == 204:
                break
        assert status == 204


def test_an_upload_of_which_nothing_comes_is_given_up(hasty: str) -> None:
    with Probe(hasty) as probe:
        probe.look()
        assert begun(probe, 1_000_000) == (408, STOPPED)
        assert begun(probe, 1_000_000, drops=8) == (408, STOPPED)


class Sessions:
    """A server in which some sessions are open."""

    def __init__(self, *active: str) -> None:
        self.uploaded_file_mgr = MemoryUploadedFileManager("/upload_file")
        self.active = active

    def is_active_session(self, session: str) -> bool:
        return session in self.active

    def add(self, session: str, file: str) -> None:
        record = UploadedFileRec(file_id=file, name="a.csv", type="text/csv", data=b"x")
        self.uploaded_file_mgr.add_file(session, record)

    def standing(self) -> dict[str, int]:
        return {one: len(files) for one, files in self.uploaded_file_mgr.file_storage.items()}


def test_files_go_when_nothing_came_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    there, ledger = Sessions("here", "slow"), uploads._Ledger()
    monkeypatch.setattr(runtime, "get_instance", lambda: there)
    monkeypatch.setattr(uploads, "_LEDGER", ledger)
    for session in ("here", "slow", "gone"):
        there.add(session, "f")
        ledger.refused[session] = "why"
    uploads.sweep(100)
    # A folder that still comes stays whole; so does one of which the last file has just come.
    ledger.coming["slow"] = 1
    uploads.sweep(99 + uploads.LASTS)
    assert there.standing() == {"here": 1, "slow": 1, "gone": 1}
    uploads.sweep(100 + uploads.LASTS)
    assert there.standing() == {"slow": 1}
    del ledger.coming["slow"]
    ledger.last["slow"] = 90 + uploads.LASTS
    uploads.sweep(101 + uploads.LASTS)
    assert there.standing() == {"slow": 1}
    uploads.sweep(90 + 2 * uploads.LASTS)
    assert there.standing() == {}
    # Of sessions that have ended nothing is known any more.
    assert ledger.last.keys() == ledger.refused.keys() == {"here", "slow"}


# ----- messages


def rerun(**fields: str) -> BackMsg:
    message = BackMsg()
    for name, value in fields.items():
        setattr(message.rerun_script, name, value)
    return message


def naming(count: int) -> BackMsg:
    message = BackMsg()
    message.file_urls_request.request_id = "1"
    message.file_urls_request.file_names.extend(["x.csv"] * count)
    return message


def uploading(count: int, length: int) -> BackMsg:
    """What a browser sends when so many files have come, with names so long."""
    message = BackMsg()
    state = message.rerun_script.widget_states.widgets.add(id="$$ID-" + "0" * 32 + "-uploaded 0")
    name = "é" * (length // 2)
    for number in range(count):
        info = state.file_uploader_state_value.uploaded_file_info.add()
        file = info.file_urls.file_id = info.file_id = f"{number:036}"
        info.name, info.size = name, 2**20
        address = f"/_stcore/upload_file/{'0' * 36}/{file}"
        info.file_urls.upload_url = info.file_urls.delete_url = address
    return message


def widgets(count: int) -> BackMsg:
    """Return a message with many empty widgets, two bytes each."""
    message = BackMsg()
    for _ in range(count):
        message.rerun_script.widget_states.widgets.add()
    return message


@pytest.mark.parametrize(
    "message",
    [
        rerun(query_string="item=" + "x" * 64_000),
        rerun(page_name="x" * 1_000_001),
        rerun(fragment_id="x" * 1_000_001),
        naming(MOST_FILES + 1),
        uploading(MOST_FILES + 1, 10),
        widgets(MOST_WIDGETS + 1),
    ],
    ids=["address", "page", "fragment", "names", "files", "widgets"],
)
def test_what_no_browser_sends_closes_the_connection(message: BackMsg, server: Running) -> None:
    assert not fits(message, message.ByteSize())
    with Probe(server.address) as probe, Probe(server.address) as another:
        probe.look()
        probe.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                probe.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_BIG
        assert another.look("metrics").said


def test_millions_of_widgets_are_counted_and_not_looked_at() -> None:
    """It is done where all visitors are served; one after the other held it for seconds."""
    one = widgets(1).rerun_script.widget_states
    one.widgets[0].file_uploader_state_value.SetInParent()
    message = BackMsg()
    message.rerun_script.widget_states.MergeFromString(one.SerializeToString() * 1_450_000)
    data = message.SerializeToString()
    assert len(data) <= LARGEST
    begin = time.process_time()
    assert not fits(read_message(data), len(data))
    assert time.process_time() - begin < 1


def test_a_message_is_not_gathered_beyond_the_largest(server: Running) -> None:
    """The server says so before the message has come: only its beginning is sent."""
    with Probe(server.address) as probe:
        probe.look()
        # The head of a binary frame of 200 MB, with a mask of zeros, and the first bytes of it.
        head = b"\x82\xff" + (200_000_000).to_bytes(8, "big") + bytes(4)
        probe.socket.socket.sendall(head + bytes(1000))
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                probe.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_BIG


def test_a_folder_of_the_most_files_fits_into_a_message(server: Running) -> None:
    message = uploading(MOST_FILES, 250)
    assert message.ByteSize() <= LARGEST
    assert fits(message, message.ByteSize())
    with Probe(server.address) as probe:
        probe.look()
        probe.send(naming(MOST_FILES))
        while (found := probe.receive()).WhichOneof("type") != "file_urls_response":
            pass
        assert len(found.file_urls_response.file_urls) == MOST_FILES


def test_messages_that_no_page_needs_are_dropped(server: Running) -> None:
    """Two bytes of one run git, where all visitors are served; another clears for everybody."""
    with Probe(server.address) as probe:
        probe.look()
        for message in (
            BackMsg(load_git_info=True),
            BackMsg(clear_cache=True),
            BackMsg(set_run_on_save=True),
            BackMsg(app_heartbeat=True),
            naming(1),
        ):
            probe.send(message)
        said = []
        while "file_urls_response" not in said:
            said.append(probe.receive().WhichOneof("type"))
        assert "git_info_changed" not in said
        assert probe.look("metrics").said


def test_whoever_sends_more_than_a_person_can_waits() -> None:
    bucket = TokenBucket()
    assert [bucket.take(1) for _ in range(int(AT_ONCE) - 1)] == [0.0] * (int(AT_ONCE) - 1)
    for _ in range(20):
        bucket.take(IN_A_SECOND)
    assert bucket.take(1) == pytest.approx(20, abs=0.2)
    bucket.since -= 3600
    assert bucket.take(1) == 0
    assert bucket.left == AT_ONCE - 1


def test_values_of_components_may_be_anything(server: Running) -> None:
    with Probe(server.address) as probe:
        answer = probe.look("heatmaps", corpus="dialogue")
        assert answer.fragments
        for fragment, component in answer.fragments:
            for value in ("[1]", '{"asked": [1]}', '{"asked": "x"}', '{"asked": {"item": [1]}}'):
                state = WidgetState(id=component, json_value=value)
                assert not probe.act(state, fragment=fragment).of("exception")


FORGED = [
    WidgetState(json_value="garbage"),
    WidgetState(json_value="[" * 100_000),
    WidgetState(json_trigger_value="{"),
    WidgetState(json_trigger_value="{}"),  # it parses, and is no value of a component's state
    WidgetState(string_value="garbage"),
    WidgetState(int_value=3),
]


def test_a_forged_value_of_a_component_is_a_line_of_the_log_and_breaks_no_page(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    with (
        running(options=["--mode", "ephemeral", "--log", "json"], log=log) as server,
        Probe(server.address) as probe,
    ):
        drawn = probe.look("heatmaps", corpus="moonstone").of("bidi_component")
        for one in drawn:
            for forged in FORGED:
                sent = WidgetState(id=one.id)
                sent.MergeFrom(forged)
                assert not probe.act(sent).of("exception")
        with Probe(server.address) as other:  # it sends them before the page was drawn once
            other.page, other.query = "heatmaps", "corpus=moonstone"
            garbage = [WidgetState(id=one.id, json_value="garbage") for one in drawn]
            assert other.act(*garbage).of("heading")
            assert other.look("heatmaps", corpus="moonstone").of("heading")
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        assert "garbage" not in log.read_text("utf-8")
    refused = [line for line in lines if line["event"] == "refused"]
    assert {line["limit"] for line in refused} == {"value"}
    assert len(refused) == len(drawn) * len(FORGED) + 1
    assert {line["event"] for line in lines} <= {"started", "page", "refused", "computed"}
