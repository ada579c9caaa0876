"""The dashboard as its users meet it: started, and driven in a browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from tests.support.copies import started
from tests.support.known import known

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence

    from playwright.sync_api import Locator, Page, Request


Found = TypeVar("Found")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
IP = shutil.which("ip") or shutil.which("ip", path="/usr/sbin:/sbin")
TEX = shutil.which("pdflatex") and shutil.which("bibtex")
PROXY = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
# Of a context: what moves while a page is drawn takes a third of the time, and no test looks at it.
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
# The script behind a page has ended: before its first run, and from a click on, it is not so.
ENDED = "[data-testid=stApp][data-test-script-state=notRunning]"
# The command of people, in a copy of a process: what takes its place there goes on in it.
COMMAND = """
import os, sys
from segmetrics.cli.command import main
from segmetrics.dashboard.server import serving
from tests.support.copies import take

def execve(_, command, environment):
    take(environment)
    sys.exit(serving.main(command[-1:]))

os.execve = execve
sys.exit(main(sys.argv[1:]))
"""
# A server that is changed before it starts.
CHANGED = """
import sys
from segmetrics.dashboard.server import serving
{}
sys.exit(serving.main(sys.argv[1:]))
"""
# Opens an address within the session, as the links of the dashboard do.
FOLLOW = """address => {
  history.pushState({ from: location.href }, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
# Whether the ground of the page is light.
IS_LIGHT = """Math.min(...getComputedStyle(document.querySelector("[data-testid=stApp]"))
  .backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number)) > 200"""


class Running(NamedTuple):
    """A dashboard that runs: its address, and the number of its process."""

    address: str
    process: int


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answered(address: str, ended: Callable[[], int | None] = lambda: None) -> None:
    """Wait until a server answers; raises TimeoutError after half a minute, or if it ended."""
    for _ in range(1500):
        if ended() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"nothing answers at {address}")


@contextmanager
def running(
    *files: Path | str,
    options: Sequence[str] = (),
    base: str = "",
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
    port: int | None = None,
    within: Sequence[str] = (),
) -> Iterator[Running]:
    """Run the dashboard as ``segmetrics app`` does, with a store of its own.

    Parameters
    ----------
    *files : Path or str
        Files that it opens.
    options : sequence of str
        Further options of ``segmetrics app``.
    base : str
        Path under which it is served, without a slash at either end.
    environment : mapping of str to str, optional
        Variables besides those of this process; the store is a new one unless it is given here,
        or nothing is kept.
    log : Path, optional
        File to which its log is written.
    port : int, optional
        Where it listens; a free port if left out.
    within : sequence of str
        A command that runs the one that is put behind it.

    Yields
    ------
    Running
    """
    port = port or free_port()
    words = ["--no-browser", "--port", str(port), *(["--base-path", f"/{base}/"] if base else [])]
    words = ["app", *map(str, files), *words, *options]
    given = dict(environment or {})
    with tempfile.TemporaryDirectory() as folder:
        nothing_kept = "ephemeral" in (given.get("SEGMETRICS_MODE"), *options)
        given = {"SEGMETRICS_STORE": "" if nothing_kept else f"sqlite:///{folder}/store.db"} | given
        address = f"http://127.0.0.1:{port}" + (f"/{base}" if base else "")
        anew = within or "PYTHONPATH" in given
        command = [*within, sys.executable, "-m", "segmetrics", *words] if anew else []
        with _process(command, COMMAND, words, given, log) as (process, ended):
            answered(f"{address}/_stcore/health", ended)
            yield Running(address, process)


@contextmanager
def _process(
    command: Sequence[str],
    code: str,
    words: Sequence[str],
    given: Mapping[str, str],
    log: Path | None,
) -> Iterator[tuple[int, Callable[[], int | None]]]:
    """Run a command, or if there is none Python in a copy, and end its session.

    Gives its number, and what tells how it ended, which is None while it runs.
    What has to be another program, or to find other modules, is run as a command.
    """
    environment = os.environ | given
    if not command:
        process = started(code, words, environment, log or os.devnull)
        try:
            yield known(process.pid), lambda: process.exitcode
        finally:
            with suppress(ProcessLookupError):  # a test may have killed it
                os.killpg(known(process.pid), signal.SIGTERM)
            process.join(10)
            process.kill()
        return
    with (
        Path(log or os.devnull).open("ab") as errors,
        subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
            env=environment,
        ) as anew,
    ):
        try:
            yield anew.pid, anew.poll
        finally:
            os.killpg(anew.pid, signal.SIGTERM)


@contextmanager
def changed(change: str, log: Path | None = None, **environment: str) -> Iterator[str]:
    """Run a dashboard that keeps nothing, after a change in Python; gives its address."""
    port = free_port()
    options = {"server.port": port, "server.address": "127.0.0.1", "server.headless": True}
    address = f"http://127.0.0.1:{port}"
    given = {"SEGMETRICS_MODE": "ephemeral"} | environment
    with _process((), CHANGED.format(change), [json.dumps(options)], given, log) as (_, ended):
        answered(f"{address}/_stcore/health", ended)
        yield address


@contextmanager
def proxied(
    behind: Running, folder: Path, *, megabytes: int | None = None, port: int | None = None
) -> Iterator[str]:
    """Run a real nginx with ``deploy/nginx.conf`` before a dashboard.

    Parameters
    ----------
    behind : Running
        The dashboard, served under ``segmetrics``.
    folder : Path
        An empty folder for what nginx writes: ``access.log`` and ``error.log`` among it.
    megabytes : int, optional
        Largest request, in place of what the file says.
    port : int, optional
        Where it listens; a free port if left out.

    Yields
    ------
    str
        Address of the dashboard behind the proxy.
    """
    assert NGINX is not None
    front = port or free_port()
    server = PROXY.read_text(encoding="utf-8")
    server = server.replace("listen 80;", f"listen 127.0.0.1:{front};")
    server = server.replace("http://segmetrics:8501", behind.address.removesuffix("/segmetrics"))
    server = server.replace("/var/log/nginx/", f"{folder}/")
    if megabytes:
        server = re.sub(r"client_max_body_size \d+m", f"client_max_body_size {megabytes}m", server)
    temporary = "".join(
        f"{kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nevents {{}}\n"
        f"http {{\n{temporary}{server}\n}}\n",
        encoding="utf-8",
    )
    command = [NGINX, "-e", str(folder / "start.log"), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{front}/segmetrics"
        try:
            answered(f"{address}/_stcore/health")
            yield address
        finally:
            process.terminate()


@contextmanager
def listening(page: Page, **listeners: Callable[[Any], None]) -> Iterator[None]:
    """Tell what happens on a page: a function for each kind of event."""
    on: Any = page.on
    for event, listener in listeners.items():
        on(event, listener)
    try:
        yield
    finally:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)


@contextmanager
def guarded(page: Page, address: str) -> Iterator[Page]:
    """Fail if a page has an error, or asks another host than the one at an address."""
    here = (address, address.replace("http", "ws"), "data:", "blob:")
    wrong: list[str] = []

    def look(request: Request) -> None:
        if not request.url.startswith(here):
            wrong.append(request.url)

    with listening(page, pageerror=lambda error: wrong.append(str(error)), request=look):
        yield page
    assert not wrong


def forget(page: Page) -> None:
    """Leave a page that knows nothing of what was done in it."""
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    page.goto("about:blank")


def rest(page: Page) -> None:
    """Wait until the script behind the page has ended, and does not start once more.

    It does when a component has been drawn; and on a busy machine a click starts it late.
    """
    quiet = 0
    while quiet < 5:
        page.wait_for_timeout(50)
        page.wait_for_selector(ENDED)
        quiet = quiet + 1 if page.locator(ENDED).count() else 0


def choose(page: Page, field: Locator, option: str | re.Pattern[str]) -> None:
    """Choose from a menu, once the page has been scrolled to it: scrolling closes an open one."""
    field.scroll_into_view_if_needed()
    rest(page)
    field.click()
    page.get_by_role("option", name=option, exact=True).click()


def follow(page: Page, address: str) -> None:
    """Open an address within the session, without loading the frontend again."""
    page.evaluate(FOLLOW, address)
    rest(page)


def show_in(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Choose a colour scheme, and wait until the page is drawn in it."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(IS_LIGHT if scheme == "light" else f"!({IS_LIGHT})")
    rest(page)


def awaited(work: Coroutine[Any, Any, Found]) -> Found:
    """Run a coroutine in a thread of its own: in this one, the browser of tests has its loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
