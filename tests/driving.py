"""The dashboard as its users meet it: started, and driven in a browser."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

__all__ = ["CHROMIUM", "FLAGS", "Running", "answered", "free_port", "rest", "running"]

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


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


def answered(address: str) -> None:
    """Wait until a server answers; raises TimeoutError after half a minute."""
    for _ in range(300):
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"nothing answers at {address}")


@contextmanager
def running(*files: Path | str) -> Iterator[Running]:
    """Run the dashboard as ``segmetrics app`` does, on a free port."""
    port = str(free_port())
    options = ["--no-browser", "--port", port]
    command = [sys.executable, "-m", "segmetrics", "app", *map(str, files), *options]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            answered(f"{address}/_stcore/health")
            yield Running(address, process.pid)
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def rest(page: Page) -> None:
    """Wait until the script behind the page has ended."""
    page.wait_for_timeout(300)
    for _ in range(2):  # it may start once more, when a component has been drawn
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_timeout(100)
