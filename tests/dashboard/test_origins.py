"""Pages of other sites: what they ask of the dashboard is refused, and they cannot frame it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Browser, expect
from streamlit import net_util
from websockets.exceptions import InvalidStatus

from segmetrics.dashboard.server.origins import HEADERS, refused_for
from segmetrics.dashboard.server.serving import app_of
from segmetrics.settings import Settings
from tests.support.driving import STILL, Running, free_port, rest, running
from tests.support.probing import Probe, fetched

UPLOAD = "/_stcore/upload_file/anybody/anything"
OTHER = "https://example.org"


def scope(
    kind: str, *headers: tuple[str, str], method: str = "PUT", scheme: str = ""
) -> dict[str, Any]:
    """A request, as ASGI has it."""
    return {
        "type": kind,
        "scheme": scheme or {"http": "http", "websocket": "ws"}[kind],
        "method": method,
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
    }


HOST = ("Host", "lab.example:8501")


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://lab.example:8501", True),
        ("https://lab.example:8501", False),
        ("http://lab.example", False),
        ("http://lab.example:8502", False),
        ("http://lab.example:85010", False),
        ("http://lab.example:8501.example.org", False),
        ("http://lab.example:8501@example.org", False),
        ("http://lab.example:8501/", False),
        ("http://www.lab.example:8501", False),
        ("http://localhost:8501", False),
        ("http://127.0.0.1:8501", False),
        ("lab.example:8501", False),
        ("null", False),
        ("", False),
    ],
)
def test_an_origin_is_a_scheme_a_host_and_a_port(kind: str, origin: str, own: bool) -> None:
    found = refused_for(scope(kind, HOST, ("Origin", origin)), proxied=True)
    assert found == (None if own else "origin")


def test_of_several_origins_all_must_be_our_own() -> None:
    ours = ("Origin", "http://lab.example:8501")
    assert refused_for(scope("http", HOST, ours, ours), proxied=True) is None
    assert refused_for(scope("http", HOST, ours, ("Origin", OTHER)), proxied=True) == "origin"
    assert refused_for(scope("http", HOST, ("Origin", OTHER), ours), proxied=True) == "origin"


@pytest.mark.parametrize(
    ("said", "scheme"),
    [("https", "https"), ("wss", "https"), ("https, http", "https"), ("http", "http")],
)
def test_a_proxy_says_by_what_scheme_the_browser_came(said: str, scheme: str) -> None:
    for kind in ("http", "websocket"):
        sent = (HOST, ("X-Forwarded-Proto", said))
        for other in ("http", "https"):
            request = scope(kind, *sent, ("Origin", f"{other}://lab.example:8501"))
            assert (refused_for(request, proxied=True) is None) == (other == scheme)
            # Where there is no proxy nobody is believed.
            assert (refused_for(request, proxied=False) is None) == (other == "http")


def test_a_server_with_a_certificate_has_another_origin() -> None:
    for kind, scheme in (("http", "https"), ("websocket", "wss")):
        for other, check in (("http", "origin"), ("https", None)):
            origin = ("Origin", f"{other}://lab.example:8501")
            assert refused_for(scope(kind, HOST, origin, scheme=scheme), proxied=False) == check


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "PATCH", "TRACE", "ANYTHING"])
def test_only_reading_is_for_all(method: str) -> None:
    request = scope("http", HOST, ("Origin", OTHER), method=method)
    assert refused_for(request, proxied=True) == "origin"
    for reading in ("GET", "HEAD", "OPTIONS"):
        assert refused_for({**request, "method": reading}, proxied=True) is None
    # A handshake is a GET too.
    assert refused_for(scope("websocket", ("Origin", OTHER), method="GET"), proxied=True)


@pytest.mark.parametrize(
    ("said", "own"),
    [
        (None, True),
        ("none", True),
        ("same-origin", True),
        ("same-site", False),
        ("cross-site", False),
        ("", False),
    ],
)
def test_a_browser_that_names_no_origin_says_whose_request_it_is(
    said: str | None, own: bool
) -> None:
    sent = [HOST] if said is None else [HOST, ("Sec-Fetch-Site", said)]
    for kind in ("http", "websocket"):
        assert (refused_for(scope(kind, *sent), proxied=False) is None) == own


def test_no_host_is_no_origin() -> None:
    for origin in ("http://None", "null", OTHER):
        assert refused_for(scope("http", ("Origin", origin)), proxied=True) == "origin"


def test_streamlit_cannot_ask_for_the_address_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    monkeypatch.setattr(requests, "get", lambda *_, **__: pytest.fail("it asked"))
    app_of(Settings())
    assert net_util.get_external_ip() is None


# A server as a whole.


@contextmanager
def logged(tmp_path: Path, **given: Any) -> Iterator[tuple[Running, Callable[[], list[str]]]]:
    """Run a server; gives it, and what says for what it has refused something."""
    log = tmp_path / "log"
    with running(log=log, **given) as server:

        def refusals() -> list[str]:
            lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
            assert "example" not in log.read_text("utf-8")
            return [line["check"] for line in lines if line["event"] == "refused"]

        yield server, refusals


def handshake(address: str, **given: Any) -> int:
    """Open a session, as a page would: gives the status of the answer."""
    try:
        with Probe(address, **given):
            return 101
    except InvalidStatus as error:
        assert_closed(error.response.headers.raw_items())
        return error.response.status_code


def assert_closed(headers: Iterable[tuple[str, str]]) -> None:
    """See that an answer has the headers, each once."""
    found = [(name.lower(), value) for name, value in headers]
    for name, value in HEADERS.items():
        assert [one for one in found if one[0] == name.lower()] == [(name.lower(), value)]


def of_other_sites(address: str) -> list[str]:
    """Origins of pages that are not the dashboard's, though a part of each is."""
    place = urlsplit(address)
    return [
        OTHER,
        "null",
        f"http://{place.hostname}:{free_port()}",
        f"http://localhost:{place.port}",
        f"https://{place.netloc}",
        f"http://{place.hostname}",
    ]


@pytest.mark.parametrize("mode", ["local", "links"])
def test_another_site_opens_no_session_and_uploads_nothing(mode: str, tmp_path: Path) -> None:
    with logged(tmp_path, options=["--mode", mode]) as (server, refusals):
        assert handshake(server.address) == 101
        count = 0
        for origin in of_other_sites(server.address):
            assert handshake(server.address, headers={"Origin": origin}) == 403
            for method in ("PUT", "DELETE", "POST"):
                sent = {"Origin": origin}
                status, headers, said = fetched(server.address, UPLOAD, method=method, headers=sent)
                assert (status, said[:34]) == (403, b"This request came from another sit")
                assert_closed(headers)
            count += 4
        assert refusals() == ["origin"] * count


def configured(folder: Path, text: str) -> dict[str, str]:
    """Write what somebody set for all that Streamlit runs; gives the environment for it."""
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "config.toml").write_text(f"[server]\n{text}\n", encoding="utf-8")
    return {"HOME": str(folder)}


def test_configured_addresses_are_our_own(tmp_path: Path) -> None:
    environment = configured(tmp_path, f'corsAllowedOrigins = ["{OTHER}"]')
    options = ["--mode", "links"]
    with logged(tmp_path, options=options, environment=environment) as (server, _):
        assert handshake(server.address, headers={"Origin": OTHER}) == 101
        assert handshake(server.address, headers={"Origin": f"{OTHER}:8443"}) == 403


def test_no_configuration_opens_the_server_to_other_sites(tmp_path: Path) -> None:
    environment = configured(tmp_path, "enableCORS = false\nenableXsrfProtection = false")
    with logged(tmp_path, environment=environment) as (server, _):
        assert handshake(server.address, headers={"Origin": OTHER}) == 403
        _, headers, _ = fetched(server.address, "/_stcore/health", headers={"Origin": OTHER})
        assert "access-control-allow-origin" not in [name.lower() for name, _ in headers]
        _, _, said = fetched(server.address, UPLOAD, method="PUT")
        assert b"XSRF" in said


def test_in_mode_local_no_other_name_is_answered(tmp_path: Path) -> None:
    """A name of another site that leads to this machine makes its pages look like our own."""
    with logged(tmp_path) as (server, refusals):
        port = urlsplit(server.address).port
        names = (f"example.org:{port}", f"localhost.example.org:{port}", f"192.0.2.7:{port}")
        for name in names:
            assert handshake(server.address, called=name) == 403
            for path in ("/", "/health", "/_stcore/health", "/media/a.csv", "/static/a.js"):
                status, headers, _ = fetched(server.address, path, headers={"Host": name})
                assert status == 403
                assert_closed(headers)
        assert refusals() == ["host"] * 6 * len(names)
        for name in ("localhost", "127.0.0.1", "[::1]"):
            assert handshake(server.address, called=f"{name}:{port}") == 101
            # A tunnel may have another port here.
            assert handshake(server.address, called=f"{name}:9000") == 101


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    with logged(tmp_path, base="a/b", options=["--mode", "links"]) as (server, refusals):
        asked = [("GET", path) for path in ("/", "/data", "/health", "/media/none.csv")]
        asked += [("GET", "/_stcore/nothing"), ("GET", "/_stcore/metrics"), ("PUT", UPLOAD)]
        asked += [("PUT", "/health"), ("HEAD", "/"), ("OPTIONS", UPLOAD), ("GET", "//x/y")]
        statuses = set()
        for method, path in asked:
            status, headers, _ = fetched(server.address, path, method=method)
            statuses.add(status)
            assert_closed(headers)
        assert {200, 204, 403, 404, 405} <= statuses
        assert refusals() == []


def test_nobody_is_told_how_many_pages_are_open_but_by_the_health(tmp_path: Path) -> None:
    with logged(tmp_path, base="a/b", options=["--mode", "links"]) as (server, _):
        for path in ("/_stcore/metrics", "/_stcore/metrics?families=x", "/_stcore/agent/mcp"):
            for method in ("GET", "POST"):
                status, headers, said = fetched(server.address, path, method=method)
                assert (status, said) == (404, b"Not found\n")
                assert_closed(headers)
        assert fetched(server.address, "/health")[0] == 200


@contextmanager
def framing(address: str) -> Iterator[str]:
    """Serve a page that shows another in a frame, from a port of its own; gives its address."""
    content = f'<title>other</title><iframe src="{address}/"></iframe>'.encode()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_page_of_another_port_neither_frames_nor_reaches_the_dashboard(
    browser: Browser, tmp_path: Path
) -> None:
    with logged(tmp_path) as (server, refusals), framing(server.address) as other:
        page = browser.new_page(**STILL)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(other)
        expect(page).to_have_title("other")
        (frame,) = page.frames[1:]
        assert frame.locator("[data-testid=stApp]").count() == 0
        opened = page.evaluate(
            """address => new Promise(done => {
              const socket = new WebSocket(address, ["streamlit"]);
              socket.onopen = () => done(true);
              socket.onerror = () => done(false);
            })""",
            f"{server.address.replace('http', 'ws')}/_stcore/stream",
        )
        assert opened is False
        sent = "address => fetch(address, {method: 'POST', mode: 'no-cors'}).then(() => true)"
        page.evaluate(sent, f"{server.address}{UPLOAD}")
        assert refusals() == ["origin"] * 2
        assert any("frame-ancestors" in text for text in said)
        page.goto(server.address)
        rest(page)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.close()
