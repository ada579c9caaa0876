"""The command that opens the dashboard."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from segmetrics.cli.output import NOTHING, OK, say
from segmetrics.cli.reading import Commands, add_files, whole_number
from segmetrics.cli.store_command import add_store
from segmetrics.dashboard.server.tuning import FEW_ARENAS, GIVEN_BACK
from segmetrics.extras import require
from segmetrics.paths import FILES_VARIABLE, ROOT
from segmetrics.settings import (
    LINK_DAYS_VARIABLE,
    LOG_VARIABLE,
    LOGS,
    MODE_VARIABLE,
    MODES,
    STORE_VARIABLE,
    Mode,
    Settings,
    SettingsError,
    settings_of,
)

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - what may be seen there is asked first
# An address that no machine has (RFC 5737), and a port.
ELSEWHERE = "192.0.2.1", 9
# All uploads of one import together may have 1,000,000,000 bytes, see segmetrics.io.limits.
MOST_MEGABYTES = 1000
ONE_PERSON = (
    "In mode local, whoever reaches the dashboard sees everything, and other machines can "
    "reach it on {host}. Choose --mode links, accounts or ephemeral, or leave out --host."
)
OPEN_TO_OTHERS: Mapping[Mode, str] = {
    "links": "Other machines can reach the dashboard {there}. Whoever has the link to a corpus "
    "has the corpus; whoever comes without one sees the files given here, and nothing else.",
    "accounts": "Other machines can reach the dashboard {there}, and people sign in first. "
    "Whoever has signed in sees the files given here.",
    "ephemeral": "Other machines can reach the dashboard {there}, and it asks nobody for a "
    "password. Whoever opens it sees the files given here, and nobody else's uploads.",
}
SQLITE = "sqlite:///"
BEHIND_A_PROXY = (
    "A path is for a proxy, and in mode local whoever comes through it sees everything. Let "
    "the proxy ask for a password, or choose another --mode."
)


def add_to(commands: Commands) -> None:
    """Add the command ``app``."""
    app = commands.add_parser("app", help="open the dashboard in a browser")
    app.set_defaults(run=_app)
    add_files(app, "*")
    port = whole_number(1, 65535, "a port, a number from 1 to 65535")
    app.add_argument("--port", type=port, default=8501, help="default: 8501")
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
        type=whole_number(
            1, MOST_MEGABYTES, f"a whole number of megabytes from 1 to {MOST_MEGABYTES:,}"
        ),
        metavar="MB",
        help="largest file that can be uploaded; default: 200",
    )
    app.add_argument("--no-browser", action="store_true", help="only print the address")
    # The environment can set these too.
    app.add_argument(
        "--mode",
        choices=tuple(MODES),
        help=f"who reaches what; default: {MODE_VARIABLE} of the environment, else local",
    )
    add_store(app, "where corpora are kept")
    app.add_argument(
        "--link-days",
        metavar="N",
        help=f"days after which links end, in mode links; default: {LINK_DAYS_VARIABLE} of the "
        "environment, else never",
    )
    app.add_argument(
        "--log",
        choices=tuple(LOGS),
        help=f"how the log is written; default: {LOG_VARIABLE} of the environment, else plain "
        "in a terminal and json elsewhere",
    )


def _base_path(text: str) -> str:
    path = text.strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_~-]+(/[A-Za-z0-9_~-]+)*", path):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a path of letters, digits, '-', '_' and '~', as /segmetrics/"
        )
    return path


def _app(given: argparse.Namespace) -> int:
    """Start the dashboard, or say why not."""
    require("dashboard", "The dashboard")
    files = json.dumps([str(Path(file).resolve()) for file in given.files])
    environment = {**FEW_ARENAS, **GIVEN_BACK, **os.environ, **_told(given), FILES_VARIABLE: files}
    try:
        settings = settings_of(environment)
    except SettingsError as error:
        say(f"The dashboard was not started: {error}.")
        return NOTHING
    if not _all_used(given, environment, settings):
        return NOTHING
    missing = [file for file in given.files if not Path(file).exists()]
    if missing:
        say(f"No such file: {', '.join(missing)}")
        return NOTHING
    address = _place(given.host, given.port)
    if not address or not _may_be_seen(given, address, settings):
        return NOTHING
    # In the folder of the project, where its configuration is; our own interpreter, no shell.
    command = _command(given, address)
    if os.name == "posix":
        # The server takes the place of this command: whoever ends it, however, ends the server.
        os.chdir(ROOT)
        os.execve(sys.executable, command, environment)  # noqa: S606 - our own command
    process = subprocess.Popen(command, env=environment, cwd=ROOT)  # noqa: S603 - our own command
    try:
        return NOTHING if process.wait() else OK
    except KeyboardInterrupt:
        process.wait()
        return OK


def _place(host: str, port: int) -> str:
    """Find the address to listen on; says why, and gives an empty one, if it cannot be."""
    try:
        return _address(host, port)
    except OSError as error:
        # Python adds the address once more, in brackets.
        reason = str(error.strerror).partition(" (while")[0]
        say(f"The dashboard cannot listen on {host}, port {port}: {reason}.")
    except UnicodeError:
        say(f"The dashboard cannot listen on {host}: that is no name of a host.")
    return ""


def _told(given: argparse.Namespace) -> dict[str, str]:
    """Write what the command says as the server reads it: in variables of its environment."""
    log = given.log
    if not log and not os.environ.get(LOG_VARIABLE):
        log = "plain" if sys.stderr.isatty() else "json"
    store = given.store or os.environ.get(STORE_VARIABLE, "")
    if store.startswith(SQLITE):  # the server runs in another folder
        store = SQLITE + str(Path(store.removeprefix(SQLITE)).resolve())
    said = {
        MODE_VARIABLE: given.mode,
        STORE_VARIABLE: store or None,
        LINK_DAYS_VARIABLE: given.link_days,
        LOG_VARIABLE: log,
    }
    return {variable: value for variable, value in said.items() if value is not None}


def _all_used(
    given: argparse.Namespace, environment: Mapping[str, str], settings: Settings
) -> bool:
    """Return what its mode has no use for: an option is refused, a variable is named."""
    mode = settings.mode
    for option, value, variable, used, why in (
        ("--store", given.store, STORE_VARIABLE, mode != "ephemeral", "keeps nothing"),
        ("--link-days", given.link_days, LINK_DAYS_VARIABLE, mode == "links", "has no links"),
    ):
        if used or not environment.get(variable):
            continue
        if value:
            say(f"Mode {mode} {why}: leave out {option}, or choose another --mode.")
            return False
        say(f"Mode {mode} {why}, so {variable} of the environment is not used.")
    return True


def _may_be_seen(given: argparse.Namespace, address: str, settings: Settings) -> bool:
    """Return who can reach the dashboard, and whether its mode allows that."""
    if ip_address(address).is_loopback:
        if settings.mode == "local" and given.base_path:
            say(BEHIND_A_PROXY)
        return True
    if settings.mode == "local":
        say(ONE_PERSON.format(host=given.host))
        return False
    own = _own_address() if address == EVERYWHERE and not given.base_path else ""
    there = f"at http://{own}:{given.port}/" if own else f"on {given.host}"
    say(OPEN_TO_OTHERS[settings.mode].format(there=there))
    return True


def _own_address() -> str:
    """Find the address by which this machine goes to others; nothing is sent."""
    with suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as line:
        line.connect(ELSEWHERE)
        return str(line.getsockname()[0])
    return ""


def _address(host: str, port: int) -> str:
    """Check that this machine can listen on a host; raises OSError if not."""
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
        "server.headless": given.no_browser or None,
    }
    said = {name: value for name, value in options.items() if value is not None}
    return [sys.executable, "-m", "segmetrics.dashboard.server.serving", json.dumps(said)]
