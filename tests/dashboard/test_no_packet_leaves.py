"""The server asks no other machine: it runs where every packet that leaves is counted.

In its network namespace there is nothing but the loopback and one interface, to which all
packets for anywhere else go, those that ask for a name included.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, FilePayload, expect
from websockets.exceptions import InvalidStatus

from segmetrics.dashboard.server.page_list import PAGES
from tests.support.driving import IP, STILL, Running, follow, free_port, rest, running
from tests.support.probing import Probe, fetched

# Addresses that stand for nothing (RFC 5737): that of the interface, and that of the resolver.
OWN, RESOLVER = "192.0.2.1", "198.51.100.53"
# Where the kernel itself would send packets of IPv6, there are none of anybody.
ONLY_IPV4 = "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6"
ROWS = b"item,coder,masses\none,anna,3 4\none,ben,4 3\n"
LOOKUP = """
import socket
try:
    socket.getaddrinfo("example.org", 80)
except OSError:
    pass
"""
# Passes connections on from a socket of the tests' namespace, which it was given, to a port of
# the namespace in which it runs.
RELAY = """
import asyncio, socket, sys

port = int(sys.argv[2])

async def pass_on(reader, writer):
    try:
        while content := await reader.read(65536):
            writer.write(content)
            await writer.drain()
    except OSError:
        pass
    writer.close()

async def relay(reader, writer):
    try:
        there = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        writer.close()
        return
    await asyncio.gather(pass_on(reader, there[1]), pass_on(there[0], writer))

async def main():
    listening = socket.socket(fileno=int(sys.argv[1]))
    async with await asyncio.start_server(relay, sock=listening) as server:
        await server.serve_forever()

asyncio.run(main())
"""


class Namespace(NamedTuple):
    """A network namespace."""

    name: str

    @property
    def within(self) -> list[str]:
        """What runs a command in it."""
        assert IP is not None
        return [IP, "netns", "exec", self.name]

    @property
    def settings(self) -> Path:
        """What `ip netns exec` shows in place of files in /etc."""
        return Path("/etc/netns") / self.name

    def ip(self, *words: str) -> str:
        """Ask for, or change, its interfaces."""
        assert IP is not None
        done = subprocess.run([IP, "-n", self.name, *words], capture_output=True, check=True)
        return done.stdout.decode()

    def sent(self) -> int:
        """Count the packets that have left."""
        (found,) = json.loads(self.ip("-json", "-stats", "link", "show", "dev", "out"))
        packets: int = found["stats64"]["tx"]["packets"]
        return packets


@pytest.fixture
def namespace() -> Iterator[Namespace]:
    """Make a namespace whose resolver, and everything else, is beyond a counted interface."""
    assert IP is not None
    found = Namespace(f"segmetrics-{os.getpid()}")
    made = subprocess.run([IP, "netns", "add", found.name], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no network namespace can be made: {made.stderr.strip()}")
    try:
        furnish(found)
        yield found
    finally:
        shutil.rmtree(found.settings, ignore_errors=True)
        subprocess.run([IP, "netns", "delete", found.name], check=True)


def furnish(namespace: Namespace) -> None:
    """Set up the resolver and the interface of a namespace; skip where that is impossible."""
    resolver = f"nameserver {RESOLVER}\noptions timeout:1 attempts:1\n"
    try:
        namespace.settings.mkdir(parents=True)
        (namespace.settings / "resolv.conf").write_text(resolver, encoding="ascii")
        subprocess.run([*namespace.within, "sh", "-c", ONLY_IPV4], check=True)
        namespace.ip("link", "set", "lo", "up")
        namespace.ip("link", "add", "out", "type", "veth", "peer", "name", "nowhere")
        namespace.ip("link", "set", "nowhere", "up")
        namespace.ip("link", "set", "out", "up", "arp", "off")
        namespace.ip("address", "add", f"{OWN}/32", "dev", "out")
        namespace.ip("route", "add", "default", "dev", "out")
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no network namespace can be furnished: {error}")


@contextmanager
def counted(namespace: Namespace, mode: str, log: Path) -> Iterator[Running]:
    """Run the dashboard in a namespace, at an address that this process and a browser reach."""
    port = free_port()
    with (
        socket.create_server(("127.0.0.1", port)) as listening,
        subprocess.Popen(
            [*namespace.within, sys.executable, "-c", RELAY, str(listening.fileno()), str(port)],
            pass_fds=[listening.fileno()],
        ) as relay,
    ):
        try:
            options = ["--mode", mode]
            with running(options=options, log=log, port=port, within=namespace.within) as server:
                yield server
        finally:
            relay.terminate()


def ask_around(address: str) -> None:
    """Open every page as a browser does, and upload a file."""
    with Probe(address) as probe:
        for info in PAGES:
            assert not probe.look(info.address).of("exception")
        (uploader,) = probe.look("projects").of("file_uploader")[:1]
        answer = probe.act(probe.upload(uploader, "mine.csv", ROWS))
        assert b"corpus=" in answer.bytes


def look_around(browser: Browser, address: str) -> None:
    """Open pages of every kind of picture in a browser, and upload a file."""
    page = browser.new_page(**STILL)
    page.goto(f"{address}/")
    rest(page)
    for place in ("heatmaps", "item", "coders", "share"):
        follow(page, f"{address}/{place}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    follow(page, f"{address}/projects")
    file: FilePayload = {"name": "mine.csv", "mimeType": "text/csv", "buffer": ROWS}
    page.locator("input[type=file]").first.set_input_files(files=[file])
    page.wait_for_url(f"{address}/import*")
    rest(page)
    page.close()


def refused(address: str) -> None:
    """Ask for what pages of other sites would ask for."""
    for origin in ("https://example.org", "http://192.0.2.7:8501", "http://localhost:1", "null"):
        with pytest.raises(InvalidStatus) as said:
            Probe(address, headers={"Origin": origin})
        assert said.value.response.status_code == 403
        status, *_ = fetched(
            address, "/_stcore/upload_file/a/b", method="PUT", headers={"Origin": origin}
        )
        assert status == 403


@pytest.mark.parametrize("mode", ["local", "ephemeral"])
def test_no_packet_leaves(
    mode: str, namespace: Namespace, browser: Browser, tmp_path: Path
) -> None:
    with counted(namespace, mode, tmp_path / "log") as server:
        refused(server.address)
        ask_around(server.address)
        if mode == "local":  # what a browser asks for besides is the same in every mode
            look_around(browser, server.address)
        assert fetched(server.address, "/health")[0] == 200
    assert namespace.sent() == 0
    # One that leaves is counted: no zero of a broken count.
    subprocess.run([*namespace.within, sys.executable, "-c", LOOKUP], check=True)
    assert namespace.sent() > 0
