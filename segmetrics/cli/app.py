"""The command that opens the dashboard."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from segmetrics.cli.output import NOTHING, OK, say
from segmetrics.cli.reading import add_files
from segmetrics.paths import FILES_VARIABLE, ROOT, START

if TYPE_CHECKING:
    from segmetrics.cli.reading import Commands

__all__ = ["add_to"]

HERE = "127.0.0.1"
# All uploads of one import together may have 1,000,000,000 bytes, see segmetrics.io.limits.
MOST_MEGABYTES = 1000
OPEN_TO_OTHERS = (
    "Other machines can reach the dashboard on {host}, and it asks nobody for a password. "
    "Whoever opens it sees the files given here, and nobody else's uploads."
)


def add_to(commands: Commands) -> None:
    """Add the command ``app``."""
    app = commands.add_parser("app", help="open the dashboard in a browser")
    app.set_defaults(run=_app)
    add_files(app, "*")
    app.add_argument("--port", type=_port, default=8501, help="default: 8501")
    app.add_argument(
        "--host",
        default=HERE,
        help=f"address of this machine to listen on; 0.0.0.0 is all of them; default: {HERE}",
    )
    app.add_argument(
        "--base-path",
        type=_base_path,
        metavar="PATH",
        help="path under which a reverse proxy serves the dashboard, as /segmetrics/",
    )
    app.add_argument(
        "--max-upload",
        type=_megabytes,
        metavar="MB",
        help="largest file that can be uploaded; default: 200",
    )
    app.add_argument("--no-browser", action="store_true", help="only print the address")


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 1 to 65535")
    return int(text)


def _base_path(text: str) -> str:
    path = text.strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_~-]+(/[A-Za-z0-9_~-]+)*", path):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a path of letters, digits, '-', '_' and '~', as /segmetrics/"
        )
    return path


def _megabytes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_MEGABYTES:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number of megabytes from 1 to {MOST_MEGABYTES:,}"
        )
    return int(text)


def _app(given: argparse.Namespace) -> int:
    missing = [file for file in given.files if not Path(file).exists()]
    if missing:
        say(f"No such file: {', '.join(missing)}")
        return NOTHING
    try:
        address = _address(given.host, given.port)
    except OSError as error:
        # Python adds the address once more, in brackets.
        reason = str(error.strerror).partition(" (while")[0]
        say(f"The dashboard cannot listen on {given.host}, port {given.port}: {reason}.")
        return NOTHING
    except UnicodeError:
        say(f"The dashboard cannot listen on {given.host}: that is no name of a host.")
        return NOTHING
    if not ip_address(address).is_loopback:
        say(OPEN_TO_OTHERS.format(host=given.host))
    files = json.dumps([str(Path(file).resolve()) for file in given.files])
    environment = os.environ | {FILES_VARIABLE: files}
    # In the folder of the project, where its configuration is; our own interpreter, no shell.
    process = subprocess.Popen(  # noqa: S603
        _command(given, address), env=environment, cwd=ROOT
    )
    # Whoever ends this command ends the server with it.
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    try:
        status = process.wait()
    except KeyboardInterrupt:
        process.wait()
        return OK
    return OK if status in (0, -signal.SIGTERM, -signal.SIGINT) else NOTHING


def _address(host: str, port: int) -> str:
    """Look up a host, and see whether this machine can listen on it; raises OSError if not."""
    family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    socket.create_server((str(place[0]), port), family=family).close()
    return str(place[0])


def _command(given: argparse.Namespace, address: str) -> list[str]:
    # Without an address to show, streamlit would ask another host for one.
    shown = "localhost" if ip_address(address).is_unspecified else given.host
    options = {
        "server.port": given.port,
        "server.address": address,
        "browser.serverAddress": shown,
        "server.baseUrlPath": given.base_path,
        "server.maxUploadSize": given.max_upload,
        "server.headless": "true" if given.no_browser else None,
    }
    command = [sys.executable, "-m", "streamlit", "run", str(START)]
    return command + [f"--{name}={value}" for name, value in options.items() if value]
