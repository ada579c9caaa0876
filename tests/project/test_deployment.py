"""The container, the reverse proxy before it, and the options of ``segmetrics app`` for them."""

from __future__ import annotations

import argparse
import hashlib
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from urllib.parse import quote, urlsplit

import pytest
import streamlit
import yaml  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, FilePayload, Page, expect
from websockets.exceptions import InvalidStatus

from segmetrics.cli import main
from segmetrics.cli.command import _parser
from segmetrics.dashboard.server.origins import HEADERS
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.io.limits import MAX_NAME
from segmetrics.reporting import html_report as html
from segmetrics.settings import (
    LIMITS,
    LINK_DAYS_VARIABLE,
    LOG_VARIABLE,
    MODE_VARIABLE,
    MODES,
    STORE_VARIABLE,
    UNREAD_HOURS_VARIABLE,
    Limits,
    settings_of,
)
from tests.support.driving import STILL, follow, free_port, listening, proxied, rest, running
from tests.support.installed import instructions
from tests.support.make_container_pins import FILES, closure, constraints, roots
from tests.support.oidc import providing
from tests.support.probing import Probe
from tests.support.project import PROJECT

ANALYZE = shutil.which("systemd-analyze")
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
PROXY = (PROJECT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
UNIT = (PROJECT / "deploy" / "segmetrics.service").read_text(encoding="utf-8")
POLICY = re.findall(r'add_header Content-Security-Policy "([^"]*)" always;', PROXY)
MEGABYTE = 2**20


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
    installs = re.findall(r"pip install .*?(?=&&|$)", DOCKERFILE.replace("\\\n", " "), re.MULTILINE)
    assert len(installs) == 3
    assert all("--require-hashes" in text or "--no-index" in text for text in installs)


@pytest.mark.parametrize("which", FILES)
def test_what_the_container_installs_is_pinned_by_hash(which: str) -> None:
    """All that is needed and nothing else, in the versions with which the tests run."""
    text = FILES[which].read_text(encoding="utf-8")
    assert f"deploy/{FILES[which].name}" in instruction_texts("COPY")
    head, *lines = text.replace(" \\\n    ", " ").splitlines()
    assert head.startswith("# ")
    assert "://" not in text
    pins = [
        re.fullmatch(r"([a-z0-9-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)", line)
        for line in lines
    ]
    assert all(pins), "run python -m tests.support.make_container_pins"
    versions = constraints()
    said = {pin[1]: pin[2] for pin in pins if pin}
    assert said == {name: versions[name] for name in closure(roots(which))}


def instruction_texts(name: str) -> str:
    return "\n".join(text for one, text in instructions(DOCKERFILE) if one == name)


def test_the_container_listens_where_its_proxy_and_its_health_check_look() -> None:
    given = arguments()
    assert given.host == "0.0.0.0"
    assert instruction("EXPOSE") == str(given.port)
    assert f"http://127.0.0.1:{given.port}/{given.base_path}/health'" in health_check()[-1]
    assert f"location /{given.base_path}/ {{" in PROXY
    assert f"proxy_pass http://segmetrics:{given.port};" in PROXY
    assert "segmetrics" in COMPOSE["services"]


def container_environment() -> dict[str, str]:
    """Variables that the container of compose.yaml has, with those of its image."""
    image = dict(word.split("=", 1) for word in instruction("ENV").split())
    service = COMPOSE["services"]["segmetrics"]["environment"]
    password = COMPOSE["services"]["store"]["environment"]["POSTGRES_PASSWORD"]
    return image | {name: value.replace(password, "Geheim") for name, value in service.items()}


def test_the_image_keeps_nothing_unless_it_is_told_to() -> None:
    image = dict(word.split("=", 1) for word in instruction("ENV").split())
    assert settings_of(image).mode == "ephemeral"
    (install,) = (
        text for name, text in instructions(DOCKERFILE) if "/wheel/*.whl" in text and name == "RUN"
    )
    assert "[server]" in install  # the driver of the store in compose.yaml


def test_compose_serves_links_that_end_from_a_store_that_the_dashboard_alone_reaches() -> None:
    found = settings_of(container_environment())
    assert (found.mode, found.link_days) == ("links", 365)
    services = COMPOSE["services"]
    dashboard, store = services["segmetrics"], services["store"]
    url = urlsplit(found.url)
    assert (url.scheme, url.hostname, url.path) == ("postgresql", "store", "/segmetrics")
    assert url.username == store["environment"]["POSTGRES_USER"]
    assert url.path[1:] == store["environment"]["POSTGRES_DB"]
    assert store["image"].startswith("postgres:")
    assert dashboard["depends_on"]["store"]["condition"] == "service_healthy"
    assert "healthcheck" in store
    (volume,) = store["volumes"]
    assert volume.split(":")[0] in COMPOSE["volumes"]  # a named one, which outlives the container
    # No file holds the password.
    password = store["environment"]["POSTGRES_PASSWORD"]
    assert re.fullmatch(r"\$\{STORE_PASSWORD:\?[^}]+\}", password)
    assert f":{password}@" in dashboard["environment"]["SEGMETRICS_STORE"]
    assert COMPOSE["networks"]["back"]["internal"] is True
    assert {name for name, one in services.items() if "back" in one["networks"]} == {
        "segmetrics",
        "store",
    }
    assert "ports" not in store
    assert "ports" not in dashboard


def unit_lines() -> list[tuple[str, str]]:
    lines = [line for line in UNIT.splitlines() if "=" in line and not line.startswith("#")]
    return [(line.partition("=")[0], line.partition("=")[2]) for line in lines]


def test_the_service_runs_the_command_that_there_is() -> None:
    (command,) = (value.split() for name, value in unit_lines() if name == "ExecStart")
    assert Path(command[0]).name == "segmetrics"
    given = _parser().parse_args(command[1:])
    assert given.base_path == arguments().base_path
    assert given.max_upload == arguments().max_upload
    said = [
        word.split("=", 1)
        for name, value in unit_lines()
        if name == "Environment"
        for word in value.split()
    ]
    environment = dict(said)
    assert settings_of(environment).mode == "links"
    # The store of a user without a home is in the folder that the service owns.
    assert ("StateDirectory", "segmetrics") in unit_lines()
    assert environment["XDG_DATA_HOME"] == "/var/lib"
    assert environment["HOME"] == "/var/lib/segmetrics"


def test_the_service_may_do_little(tmp_path: Path) -> None:
    assert {
        ("DynamicUser", "yes"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("CapabilityBoundingSet", ""),
    } <= set(unit_lines())
    if ANALYZE is None:  # a machine without systemd; what follows is systemd's own opinion
        return
    unit = tmp_path / "segmetrics.service"
    unit.write_text(
        UNIT.replace("/opt/segmetrics/bin/segmetrics", sys.executable), encoding="utf-8"
    )
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


# What the files say is in the documentation.


def test_compose_mounts_files_that_exist() -> None:
    assert (PROJECT / COMPOSE["services"]["segmetrics"]["build"] / "Dockerfile").is_file()
    for volume in COMPOSE["services"]["proxy"]["volumes"]:
        assert (PROJECT / volume.split(":")[0]).is_file()
    for port in COMPOSE["services"]["proxy"]["ports"]:
        assert port.startswith("127.0.0.1:")
        assert f"listen {port.rpartition(':')[2]};" in PROXY


def test_the_documentation_names_every_setting_with_its_default() -> None:
    page = (PROJECT / "docs" / "deployment.md").read_text(encoding="utf-8")
    config = (PROJECT / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    upload = arguments().max_upload
    assert f"maxUploadSize = {upload}\n" in config
    assert f"`--max-upload {upload}`" in page
    # The proxy lets through what the dashboard takes.
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", PROXY)
    assert f"client_max_body_size {limit}m" in page
    assert upload + 1 < int(limit) <= upload + 2
    for name, variable in LIMITS.items():
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{variable}`"))
        assert f"{getattr(Limits(), name):,}" in row
    for variable in (
        *(MODE_VARIABLE, STORE_VARIABLE, LINK_DAYS_VARIABLE),
        *(UNREAD_HOURS_VARIABLE, LOG_VARIABLE),
    ):
        assert f"`{variable}`" in page
    assert all(f"| `{mode}` |" in page for mode in MODES)


# The policy of what a page may load.


def policy() -> dict[str, list[str]]:
    (text,) = POLICY
    return {part.split()[0]: part.split()[1:] for part in text.split(";")}


def test_the_policy_allows_no_script_but_those_it_names() -> None:
    found = policy()
    assert found["default-src"] == ["'none'"]
    assert not {"'unsafe-inline'", "'unsafe-eval'", "data:", "*", "http:", "https:"} & set(
        found["script-src"]
    )
    page = Path(streamlit.__file__).parent / "static" / "index.html"
    (inline,) = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    sums = [
        "'sha256-" + b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"
        for script in (inline, html.SCRIPT)
    ]
    assert found["script-src"] == ["'self'", "blob:", *sums]
    assert found["media-src"] == ["blob:"]  # sound and video are on the disk of the reader
    for name in ("frame-ancestors", "base-uri", "form-action"):
        assert found[name] == ["'none'"]
    assert found["connect-src"] == ["'self'"]
    assert not any("//" in source for sources in found.values() for source in sources)


def test_the_proxy_says_all_that_the_dashboard_says_and_says_it_once() -> None:
    sent = dict(re.findall(r'^    add_header (\S+) "?([^"\n]*)"? always;$', PROXY, re.MULTILINE))
    for name, value in HEADERS.items():
        assert value in sent[name].split("; ")
    assert set(re.findall(r"proxy_hide_header (\S+);", PROXY)) == set(HEADERS)


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
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was started"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["app", "--port", port]) == 2
    said = f"The dashboard cannot listen on 127.0.0.1, port {port}: Address already in use.\n"
    assert capsys.readouterr().err == said
    assert main(["app", "--host", "192.0.2.1"]) == 2  # an address that no machine has
    assert "cannot listen on 192.0.2.1, port 8501: Cannot assign" in capsys.readouterr().err
    assert main(["app", "--host", "a..b"]) == 2
    assert "cannot listen on a..b: that is no name of a host." in capsys.readouterr().err


OPEN = ["--host", "0.0.0.0", "--mode", "ephemeral"]


class Started(NamedTuple):
    """What `segmetrics app` started: its options and its environment."""

    options: dict[str, Any]
    environment: dict[str, str]
    command: list[str]


class Begun(Exception):
    """What was `Started`."""


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Started]:
    """Run `segmetrics app` without starting a server."""
    for variable in (MODE_VARIABLE, STORE_VARIABLE, LINK_DAYS_VARIABLE, LOG_VARIABLE):
        monkeypatch.delenv(variable, raising=False)

    def server(_: str, command: list[str], environment: dict[str, str]) -> NoReturn:
        raise Begun(Started(json.loads(command[-1]), environment, command))

    def start(*words: str) -> Started:
        with pytest.raises(Begun) as begun:
            main(["app", "--port", str(free_port()), *words])
        found: Started = begun.value.args[0]
        return found

    monkeypatch.chdir(Path.cwd())  # the command goes elsewhere
    monkeypatch.setattr(os, "execve", server)
    return start


@pytest.mark.parametrize(
    ("words", "warned", "options"),
    [
        ([], False, {"server.address": "127.0.0.1", "browser.serverAddress": "127.0.0.1"}),
        (["--host", "localhost"], False, {"browser.serverAddress": "localhost"}),
        (OPEN, True, {"server.address": "0.0.0.0"}),
        # Without an address to show, streamlit asks a host in the network for one.
        (OPEN, True, {"browser.serverAddress": "localhost"}),
        (["--base-path", "/a/b/", "--mode", "links"], False, {"server.baseUrlPath": "a/b"}),
        (["--max-upload", "7"], False, {"server.maxUploadSize": 7}),
        (["--no-browser"], False, {"server.headless": True}),
    ],
)
def test_options_reach_the_server(
    words: list[str],
    warned: bool,
    options: dict[str, object],
    start: Callable[..., Started],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert options.items() <= start(*words).options.items()
    assert ("asks nobody for a password" in capsys.readouterr().err) == warned


def test_settings_reach_the_server_by_its_environment(
    start: Callable[..., Started], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--mode", "links", "--link-days", "30", "--log", "plain"]
    started = start(*words, "--store", "sqlite:///here/store.db")
    found = settings_of(started.environment)
    assert (found.mode, found.link_days, found.log) == ("links", 30, "plain")
    # The server runs in another folder; the path is meant from this one.
    assert found.url == f"sqlite:///{tmp_path / 'here' / 'store.db'}"
    assert not any("store.db" in word for word in started.command)
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    assert settings_of(start().environment).mode == "ephemeral"
    assert settings_of(start("--mode", "local").environment).mode == "local"
    assert settings_of(start().environment).log == "json"  # nobody reads it in a terminal


def test_mode_local_is_not_for_other_machines(
    start: Callable[..., Started], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["app", "--host", "0.0.0.0", "--port", str(free_port())]) == 2
    assert capsys.readouterr().err == (
        "In mode local, whoever reaches the dashboard sees everything, and other machines can "
        "reach it on 0.0.0.0. Choose --mode links, accounts or ephemeral, or leave out --host.\n"
    )
    start("--base-path", "/x/")
    assert "in mode local whoever comes through it sees everything" in capsys.readouterr().err
    for mode in ("links", "accounts"):
        start("--host", "0.0.0.0", "--mode", mode)
        said = capsys.readouterr().err
        assert re.match(r"Other machines can reach the dashboard (at http://[0-9.]+:|on 0)", said)


@pytest.mark.parametrize(
    "url", ["postgresql://anna:Geheim@db/x", "postgresql://db/x?user=anna&password=Geheim"]
)
def test_a_password_does_not_belong_into_a_command(
    url: str, start: Callable[..., Started], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        start("--store", url)
    said = capsys.readouterr().err
    assert "set SEGMETRICS_STORE in the environment" in said
    assert "Geheim" not in said
    assert start("--store", "postgresql://anna@db/x").environment[STORE_VARIABLE]


def test_what_a_mode_has_no_use_for_is_said(
    start: Callable[..., Started],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["app", "--mode", "ephemeral", "--store", "sqlite:///x.db"]) == 2
    said = "Mode ephemeral keeps nothing: leave out --store, or choose another --mode.\n"
    assert capsys.readouterr().err == said
    assert main(["app", "--link-days", "9"]) == 2
    said = "Mode local has no links: leave out --link-days, or choose another --mode.\n"
    assert capsys.readouterr().err == said
    monkeypatch.setenv(STORE_VARIABLE, "sqlite:///x.db")
    start("--mode", "ephemeral")
    said = "Mode ephemeral keeps nothing, so SEGMETRICS_STORE of the environment is not used.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        (MODE_VARIABLE, "open", "SEGMETRICS_MODE is 'open', which is none of local, links"),
        (LOG_VARIABLE, "xml", "SEGMETRICS_LOG is 'xml', which is none of plain, json"),
        (LINK_DAYS_VARIABLE, "0", "SEGMETRICS_LINK_DAYS is '0', not a whole number from 1"),
        (LIMITS["units"], "1e6", "SEGMETRICS_MAX_UNITS is '1e6', not a whole number from 1"),
        (STORE_VARIABLE, "sqlite://", "SEGMETRICS_STORE is 'sqlite://', which keeps nothing"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(
    variable: str,
    value: str,
    said: str,
    start: Callable[..., Started],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, value)
    assert main(["app"]) == 2
    assert said in capsys.readouterr().err


# A dashboard behind a real nginx.


class Served(NamedTuple):
    """A dashboard behind a proxy: the address of both, and where the proxy writes its logs."""

    address: str
    behind: str
    folder: Path


@pytest.fixture(scope="module")
def served(nginx: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the dashboard as the compose file does, but uploads of 1 MB only."""
    folder = tmp_path_factory.mktemp("nginx")
    base = arguments().base_path
    options = ["--max-upload", "1", "--mode", container_environment()[MODE_VARIABLE]]
    with (
        running(base=base, options=options) as behind,
        proxied(behind, folder, megabytes=3) as address,
    ):
        yield Served(address, behind.address, folder)


@pytest.fixture
def visit(empty_page: Page, served: Served) -> Iterator[Page]:
    """Return a page all of whose requests and sockets must stay under the path and succeed."""
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

    def listen(said: ConsoleMessage) -> None:
        if "Content Security Policy" in said.text:
            wrong.append(said.text)

    with listening(
        empty_page,
        response=look,
        console=listen,
        websocket=lambda opened: sockets.append(opened.url),
        pageerror=lambda error: wrong.append(str(error)),
    ):
        yield empty_page
    assert wrong == []
    assert sockets
    assert all(urlsplit(url).path.startswith(f"{path}/") for url in sockets)


def test_pages_and_links_stay_under_the_path(visit: Page, served: Served) -> None:
    visit.goto(served.address)  # without the slash at its end
    rest(visit)
    assert visit.url.partition("?")[0] == f"{served.address}/"
    expect(visit.get_by_role("heading", level=1)).to_be_visible()
    expect(visit.get_by_role("link", name="Projects", exact=True)).to_be_visible()
    hrefs = visit.eval_on_selector_all("nav a", "links => links.map(link => link.href)")
    assert len(hrefs) > 8
    assert all(href.startswith(f"{served.address}/") for href in hrefs)
    for name, title, path in (("Data", "Data", "data"), ("Results", "Overview", "")):
        visit.get_by_role("link", name=name, exact=True).click()
        visit.get_by_role("heading", level=1, name=title, exact=True).wait_for()
        rest(visit)
        assert visit.url.partition("?")[0] == f"{served.address}/{path}"
    visit.go_back()
    visit.get_by_role("heading", level=1, name="Data", exact=True).wait_for()
    assert visit.url.partition("?")[0] == f"{served.address}/data"
    for place in ("item", "decide"):
        follow(visit, f"{served.address}/{place}?item=ch3")
        hrefs = visit.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        assert [href for href in hrefs if not href.startswith(f"{served.address}/")] == []


def test_every_link_of_every_page_begins_at_the_page(served: Served) -> None:
    """So it stays under the path, wherever that is."""
    found = []
    with Probe(served.address) as probe:
        for info in PAGES:
            answer = probe.look(info.address, item="ch3")
            found += re.findall(r'"href": "([^"]+)"', json.dumps(answer.components))
            found += re.findall(r"\]\(([^)\s]+)\)", answer.said)
    assert len(found) > 100
    assert [href for href in found if not href.startswith(("./", "#"))] == []


def test_a_link_to_a_page_opens_it_with_its_view(visit: Page, served: Served) -> None:
    visit.goto(f"{served.address}/item?item=ch3")
    rest(visit)
    expect(visit.get_by_role("heading", level=1)).to_have_text("ch3")


def uploaded(page: Page, content: bytes) -> None:
    file: FilePayload = {"name": "mine.csv", "mimeType": "text/csv", "buffer": content}
    page.locator("input[type=file]").first.set_input_files(files=[file])
    rest(page)


def test_a_file_is_uploaded_unless_it_is_too_large_and_a_report_can_be_taken_away(
    visit: Page, served: Served
) -> None:
    visit.goto(f"{served.address}/projects")
    rest(visit)
    uploaded(visit, b"item,coder,masses\n" + b"one,anna,3 4\n" * (MEGABYTE // 12))
    expect(visit.get_by_text("File must be 1.0MB or smaller")).to_be_visible()
    assert urlsplit(visit.url).path.endswith("/segmetrics/projects")
    uploaded(visit, b"item,coder,masses\none,anna,3 4\none,ben,4 3\n")
    visit.wait_for_url(f"{served.address}/import*")
    expect(visit.get_by_role("heading", level=1)).to_have_text("Import")
    rest(visit)
    follow(visit, f"{served.address}/share")
    drawn = visit.frame_locator("iframe").locator("html[data-drawn=yes] .js-plotly-plot").first
    expect(drawn).to_be_visible(timeout=20_000)
    with visit.expect_download() as waiting:
        visit.get_by_role("button", name="CSV", exact=True).click()
    assert Path(waiting.value.path()).stat().st_size > 100


@pytest.mark.usefixtures("nginx")
def test_people_sign_in_through_the_proxy(browser: Browser, tmp_path: Path) -> None:
    front, base = free_port(), arguments().base_path
    address = f"http://127.0.0.1:{front}/{base}"
    with providing({"ann": {"name": "Ann"}}) as provider:
        provider.trust(address)
        environment = provider.environment(base)
        environment["SEGMETRICS_OIDC_REDIRECT_URI"] = f"{address}/oauth2callback"
        with (
            running(base=base, environment=environment) as behind,
            proxied(behind, tmp_path, port=front),
        ):
            page = browser.new_page(**STILL)
            refused: list[str] = []
            page.on("console", lambda said: refused.append(said.text))
            page.goto(f"{address}/?item=ch3")
            page.get_by_role("button", name="Sign in").click()
            page.get_by_text("ann").click()
            expect(page.get_by_text("Signed in as Ann")).to_be_visible(timeout=20_000)
            assert page.url.startswith(f"{address}/")
            page.close()
    assert not [text for text in refused if "Content Security Policy" in text]


def answer(served: Served, path: str, *, method: str = "GET", **headers: str) -> HTTPResponse:
    """Ask the proxy for a path below that of the dashboard."""
    place = urlsplit(served.address)
    connection = http.client.HTTPConnection(place.netloc, timeout=10)
    connection.request(method, f"{place.path}{path}", headers=headers)
    found = connection.getresponse()
    found.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("", "GET", 308),
        ("/", "GET", 200),
        ("/?corpus=Geheimnis", "GET", 200),
        ("/health", "GET", 200),
        (f"/{html.PLOTLY_NAME}", "GET", 200),
        ("/media/none.csv", "GET", 404),
        ("/../../etc/passwd", "GET", 400),
        ("/_stcore/upload_file/Geheimnis/Geheimnis", "PUT", 403),
        ("/_stcore/stream", "GET", 200),
    ],
)
def test_every_answer_has_the_headers(path: str, method: str, status: int, served: Served) -> None:
    found = answer(served, path, method=method)
    assert found.status == status
    names = [name.lower() for name, _ in found.getheaders()]
    headers = re.findall(r"^    add_header (\S+) ([^$].*) always;$", PROXY, re.MULTILINE)
    assert len(headers) > 6
    for name, value in headers:
        assert found.getheader(name) == value.strip('"')
        assert names.count(name.lower()) == 1
    assert found.getheader("Server") == "nginx"
    assert (found.getheader("Cache-Control") == "no-store") == path.startswith(
        ("/media", "/health")
    )


def test_browsers_keep_the_library_of_the_figures(served: Served) -> None:
    found = answer(served, f"/{html.PLOTLY_NAME}")
    assert "immutable" in str(found.getheader("Cache-Control"))
    assert found.getheader("Content-Encoding") == "gzip"


def test_another_site_is_refused_behind_the_proxy(served: Served) -> None:
    place = urlsplit(served.address)
    https = {"X-Forwarded-Proto": "https"}  # of a proxy before this one
    for origin, more in (
        ("https://example.org", {}),
        (f"http://{place.hostname}", {}),
        (f"https://{place.netloc}", {}),
        (f"http://{place.netloc}", https),
        (f"http://{urlsplit(served.behind).netloc}", {}),
    ):
        with pytest.raises(InvalidStatus) as said:
            Probe(served.address, headers={"Origin": origin, **more})
        assert said.value.response.status_code == 403
    for sent in ({}, {"Origin": f"https://{place.netloc}", **https}):
        with Probe(served.address, headers=sent) as probe:
            probe.look()
            assert probe.session


def test_an_address_with_the_longest_names_comes_through(served: Served) -> None:
    name = quote("語" * MAX_NAME)
    assert answer(served, f"/item?item={name}&a={name}&b={name}&number={name * 3}").status == 200


def test_the_proxy_refuses_what_no_page_would_send(served: Served) -> None:
    path = "/_stcore/upload_file/nobody/nothing"
    found = answer(served, path, method="PUT", **{"Content-Length": str(4 * MEGABYTE)})
    assert found.status == 413
    assert found.getheader("Referrer-Policy") == "no-referrer"


def test_a_class_behind_one_address_opens_its_pages_and_a_machine_is_slowed(served: Served) -> None:
    statuses = [answer(served, "/_stcore/stream").status for _ in range(150)]
    assert 429 not in statuses[:60]
    assert 429 in statuses
    assert answer(served, "/").status == 200  # what is open already goes on


def test_the_proxy_logs_no_secret(served: Served) -> None:
    for path in ("/item?corpus=Geheimnis&item=Anna", "/media/Geheimnis.csv", "/Anna%20Geheimnis"):
        answer(served, path, Referer=f"{served.address}/?corpus=Geheimnis")
    answer(served, "/_stcore/upload_file/Geheimnis/Anna", method="PUT", **{"Content-Length": "9e9"})
    logged = "".join(file.read_text("utf-8") for file in served.folder.glob("*.log"))
    assert "GET /segmetrics/item 200 " in logged
    assert "GET /segmetrics/media 404 " in logged
    assert "Geheimnis" not in logged
    assert "Anna" not in logged
    assert "?" not in logged


def test_the_health_check_of_the_container_works(served: Served) -> None:
    place = urlsplit(served.behind).netloc
    words = [word.replace("127.0.0.1:8501", place) for word in health_check()]
    assert words[0] == "python"
    assert subprocess.run([sys.executable, *words[1:]]).returncode == 0
    # An address that does not exist is answered by the page itself.
    broken = [word.replace("/health", "/nothing") for word in words]
    done = subprocess.run([sys.executable, *broken[1:]], capture_output=True)
    assert done.returncode != 0
