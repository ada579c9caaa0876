"""The container, the reverse proxy before it, and the options of ``segmetrics app`` for them."""

from __future__ import annotations

import argparse
import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]
from playwright.sync_api import Browser, FilePayload, Page, expect

from segmetrics.cli import main
from segmetrics.cli.command import _parser
from segmetrics.dashboard.shell import PAGES
from tests.conftest import NEEDS_CHROMIUM, PROJECT, rest
from tests.driving import answered, free_port

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
PROXY = (PROJECT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
MEGABYTE = 2**20
# Opens an address within the session, as the links of the dashboard do.
GO = """address => {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""


def instructions(dockerfile: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, continued lines joined."""
    text = re.sub(r"^#.*\n|^\n", "", dockerfile, flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in text.splitlines()]


def instruction(name: str) -> str:
    (found,) = (text for one, text in instructions(DOCKERFILE) if one == name)
    return found


def arguments() -> argparse.Namespace:
    """What the container's command says, as the command line reads it."""
    command = json.loads(instruction("ENTRYPOINT")) + COMPOSE["services"]["segmetrics"]["command"]
    assert command[0] == "segmetrics"
    return _parser().parse_args(command[1:])


def health_check() -> list[str]:
    found: list[str] = json.loads(instruction("HEALTHCHECK").partition(" CMD ")[2])
    return found


# What the files say of each other.


def test_the_container_runs_as_a_user_with_pinned_versions() -> None:
    assert instruction("USER") != "root"
    assert DOCKERFILE.index("\nUSER ") > DOCKERFILE.rindex("\nRUN ")
    installs = [text for name, text in instructions(DOCKERFILE) if "pip install" in text]
    assert len(installs) == 2
    assert all("constraints.txt" in text for text in installs)


def test_the_container_listens_where_its_proxy_and_its_health_check_look() -> None:
    given = arguments()
    assert given.host == "0.0.0.0"
    assert instruction("EXPOSE") == str(given.port)
    assert f"http://127.0.0.1:{given.port}/{given.base_path}/_stcore/health" in health_check()[-1]
    assert f"location /{given.base_path}/ {{" in PROXY
    assert f"proxy_pass http://segmetrics:{given.port};" in PROXY
    assert "segmetrics" in COMPOSE["services"]


def test_the_proxy_lets_through_what_the_dashboard_takes() -> None:
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", PROXY)
    assert arguments().max_upload + 1 < int(limit) <= arguments().max_upload + 2


def test_compose_mounts_files_that_exist() -> None:
    assert (PROJECT / COMPOSE["services"]["segmetrics"]["build"] / "Dockerfile").is_file()
    for volume in COMPOSE["services"]["proxy"]["volumes"]:
        assert (PROJECT / volume.split(":")[0]).is_file()
    for port in COMPOSE["services"]["proxy"]["ports"]:
        assert port.startswith("127.0.0.1:")
        assert f"listen {port.rpartition(':')[2]};" in PROXY


def test_the_documentation_names_the_limits_that_are_set() -> None:
    page = (PROJECT / "docs" / "deployment.md").read_text(encoding="utf-8")
    config = (PROJECT / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert f"maxUploadSize = {arguments().max_upload}\n" in config
    assert f"`--max-upload {arguments().max_upload}`" in page
    assert re.findall(r"client_max_body_size \d+m", PROXY)[0] in page


# The options.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base-path", "a b"], "is not a path of letters"),
        (["--base-path", "/"], "is not a path of letters"),
        (["--base-path", "a/../b"], "is not a path of letters"),
        (["--max-upload", "0"], "whole number of megabytes from 1 to 1,000"),
        (["--max-upload", "2GB"], "whole number of megabytes from 1 to 1,000"),
        (["--port", "65536"], "a number from 1 to 65535"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["app", *words])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_a_place_where_nothing_can_listen_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("it was started"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["app", "--port", port]) == 2
    said = f"The dashboard cannot listen on 127.0.0.1, port {port}: Address already in use.\n"
    assert capsys.readouterr().err == said
    assert main(["app", "--host", "192.0.2.1"]) == 2  # an address that no machine has
    assert "cannot listen on 192.0.2.1, port 8501: Cannot assign" in capsys.readouterr().err
    assert main(["app", "--host", "a..b"]) == 2
    assert "cannot listen on a..b: that is no name of a host." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "warned", "options"),
    [
        ([], False, {"server.address=127.0.0.1", "browser.serverAddress=127.0.0.1"}),
        (["--host", "localhost"], False, {"browser.serverAddress=localhost"}),
        (["--host", "0.0.0.0"], True, {"server.address=0.0.0.0"}),
        # Without an address to show, streamlit asks a host in the network for one.
        (["--host", "0.0.0.0"], True, {"browser.serverAddress=localhost"}),
        (["--base-path", "/a/b/"], False, {"server.baseUrlPath=a/b"}),
        (["--max-upload", "7"], False, {"server.maxUploadSize=7"}),
        (["--no-browser"], False, {"server.headless=true"}),
    ],
)
def test_options_reach_the_server(
    words: list[str],
    warned: bool,
    options: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    started: list[str] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            started.extend(command)

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Process)
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["app", "--port", str(free_port()), *words]) == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert {f"--{option}" for option in options} <= set(started)
    assert ("asks nobody for a password" in capsys.readouterr().err) == warned


# A dashboard behind a real nginx.


class Served(NamedTuple):
    """A dashboard behind a proxy: the proxy's address, and the dashboard's port."""

    address: str
    port: int


@contextmanager
def started(*command: str, health: str) -> Iterator[None]:
    """Run a server until the end of the block, and wait until it answers."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            answered(health)
            yield
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the dashboard as the compose file does, but uploads of 1 MB only."""
    if NGINX is None:
        pytest.skip("no nginx on the path")
    folder = tmp_path_factory.mktemp("nginx")
    port, front = free_port(), free_port()
    given = arguments()
    server = PROXY.replace("listen 80;", f"listen 127.0.0.1:{front};")
    server = server.replace(f"segmetrics:{given.port}", f"127.0.0.1:{port}")
    server = re.sub(r"client_max_body_size \d+m", "client_max_body_size 3m", server)
    temporary = "".join(
        f"{kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{server}\n}}\n",
        encoding="utf-8",
    )
    words = ["--no-browser", "--base-path", given.base_path, "--max-upload", "1"]
    app = [sys.executable, "-m", "segmetrics", "app", "--port", str(port), *words]
    files = ["-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    path = f"{given.base_path}/_stcore/health"
    with (
        started(*app, health=f"http://127.0.0.1:{port}/{path}"),
        started(NGINX, *files, health=f"http://127.0.0.1:{front}/{path}"),
    ):
        yield Served(f"http://127.0.0.1:{front}/{given.base_path}", port)


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Page]:
    """Open a page all of whose requests and sockets must stay under the path and succeed."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    wrong: list[str] = []
    path = urlsplit(served.address).path
    sockets: list[str] = []

    def look(answer: Any) -> None:
        place = urlsplit(answer.url)
        # Opened at a page, streamlit's own script asks there for the server before it looks above.
        asked = answer.status == 404 and "/_stcore/" in place.path
        refused = answer.status >= 400 and not asked
        if place.scheme == "http" and (refused or not place.path.startswith(path)):
            wrong.append(f"{answer.status} {answer.url}")

    page.on("response", look)
    page.on("websocket", lambda opened: sockets.append(opened.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []
    assert sockets
    assert all(urlsplit(url).path.startswith(f"{path}/") for url in sockets)


def behind_the_proxy(test: Any) -> Any:
    for mark in NEEDS_CHROMIUM:
        test = mark(test)
    return test


@behind_the_proxy
def test_pages_and_links_stay_under_the_path(visit: Page, served: Served) -> None:
    visit.goto(served.address)  # without the slash at its end
    rest(visit)
    assert visit.url.partition("?")[0] == f"{served.address}/"
    expect(visit.get_by_role("heading", level=1)).to_be_visible()
    hrefs = visit.eval_on_selector_all("nav a", "links => links.map(link => link.href)")
    assert len(hrefs) > 8
    assert all(href.startswith(f"{served.address}/") for href in hrefs)
    visit.get_by_role("link", name="Agreement", exact=True).first.click()
    rest(visit)
    assert visit.url.partition("?")[0] == f"{served.address}/agreement"
    expect(visit.get_by_role("heading", level=1)).to_have_text("Agreement")
    visit.go_back()
    rest(visit)
    assert visit.url.partition("?")[0] == f"{served.address}/"


@behind_the_proxy
def test_every_link_of_every_page_stays_under_the_path(visit: Page, served: Served) -> None:
    visit.goto(f"{served.address}/")
    rest(visit)
    found = 0
    for info in PAGES:
        visit.evaluate(GO, f"{served.address}/{info.address}?item=ch3")
        rest(visit)
        hrefs = visit.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        assert [href for href in hrefs if not href.startswith(f"{served.address}/")] == []
        found += len(hrefs)
    assert found > 100


@behind_the_proxy
def test_a_link_to_a_page_opens_it_with_its_view(visit: Page, served: Served) -> None:
    visit.goto(f"{served.address}/item?item=ch3")
    rest(visit)
    expect(visit.get_by_role("heading", level=1)).to_have_text("ch3")


def uploaded(page: Page, served: Served, content: bytes) -> None:
    page.goto(f"{served.address}/")
    rest(page)
    file: FilePayload = {"name": "mine.csv", "mimeType": "text/csv", "buffer": content}
    page.locator("input[type=file]").first.set_input_files(files=[file])
    rest(page)


@behind_the_proxy
def test_a_file_can_be_uploaded(visit: Page, served: Served) -> None:
    uploaded(visit, served, b"item,coder,masses\none,anna,3 4\none,ben,4 3\n")
    visit.wait_for_url(f"{served.address}/import*")
    expect(visit.get_by_role("heading", level=1)).to_have_text("Import")


@behind_the_proxy
def test_a_file_that_is_too_large_is_refused_with_a_sentence(visit: Page, served: Served) -> None:
    uploaded(visit, served, b"item,coder,masses\n" + b"one,anna,3 4\n" * (MEGABYTE // 12))
    expect(visit.get_by_text("File must be 1.0MB or smaller")).to_be_visible()
    assert urlsplit(visit.url).path.endswith("/segmetrics/")


def test_the_proxy_refuses_what_no_page_would_send(served: Served) -> None:
    place = urlsplit(served.address)
    connection = http.client.HTTPConnection(place.netloc, timeout=10)
    connection.putrequest("PUT", f"{place.path}/_stcore/upload_file/nobody/nothing")
    connection.putheader("Content-Length", str(4 * MEGABYTE))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_the_health_check_of_the_container_works(served: Served) -> None:
    words = [word.replace(":8501", f":{served.port}") for word in health_check()]
    assert words[0] == "python"
    assert subprocess.run([sys.executable, *words[1:]]).returncode == 0
    broken = [word.replace("/health", "/nothing") for word in words]
    done = subprocess.run([sys.executable, *broken[1:]], capture_output=True)
    assert done.returncode != 0
