"""A dashboard that is watched from within: what it holds in memory, what it opens to write.

``python -m tests.support.watched PORT OPTIONS`` starts it as ``segmetrics app`` does, with the
options of `segmetrics.dashboard.server.serving`, and answers on another port of this machine. In
mode ``ephemeral`` the system lets it write nothing into files: it would break off.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Client, Listener
from pathlib import Path
from types import MappingProxyType
from typing import Any

from segmetrics.dashboard.server import leaving, serving, tuning
from tests.support.driving import answered, free_port

PROJECT = Path(__file__).resolve().parents[2]
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
OTHER_EVENTS = ("os.mkdir", "os.rename", "os.link", "os.symlink", "tempfile.mkstemp")
BYTES = (bytes, bytearray)

# The generation of objects that are collected last, and seconds in which all are once.
OLDEST, PATIENCE = 2, 60

_written: list[str] = []
_collected = threading.Event()


@dataclass(frozen=True)
class Watched:
    """A dashboard that runs: its address, the number of its process, and where it answers."""

    address: str
    process: int
    port: int

    def held(self, *texts: str) -> list[str]:
        """List the kinds of objects that hold one of some texts once garbage was collected."""
        return self._asked(texts)

    def written(self) -> list[str]:
        """List what it opened to write, or made."""
        return self._asked(())

    def _asked(self, question: tuple[str, ...]) -> list[str]:
        with Client(("127.0.0.1", self.port)) as connection:
            connection.send(question)
            found: list[str] = connection.recv()
            return found


@contextmanager
def watching(
    environment: Mapping[str, str], log: Path, further: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[Watched]:
    """Run a dashboard that is watched, with further options; its log comes through a pipe."""
    port, other = free_port(), free_port()
    options = {
        **further,
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": True,
    }
    options["browser.serverAddress"] = "127.0.0.1"
    with (
        log.open("wb") as kept,
        subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=kept) as pipe,
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.watched", str(other), json.dumps(options)],
            cwd=PROJECT,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=pipe.stdin,
        ) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            answered(f"{address}/_stcore/health")
            yield Watched(address, process.pid, other)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            assert pipe.stdin is not None
            pipe.stdin.close()


def held(texts: tuple[str, ...]) -> list[str]:
    """List the kinds of what refers to something in which one of some texts is."""
    contents = tuple(text.encode() for text in texts)
    own = {*map(id, texts), *map(id, contents)}
    found = []
    for holder in (*gc.get_objects(), *_frames()):
        for one in gc.get_referents(holder):
            wanted = texts if type(one) is str else contents if type(one) in BYTES else ()
            if any(text in one for text in wanted) and id(one) not in own:
                found.append(f"{type(holder).__module__}.{type(holder).__qualname__}")
    return found


def _frames() -> Iterator[Any]:
    """Return what runs now in all threads, but for what looks at it."""
    for thread, frame in sys._current_frames().items():
        one = None if thread == threading.get_ident() else frame
        while one is not None:
            yield one
            one = one.f_back


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what is opened to be written, or made."""
    if event == "open":
        path, _, flags = arguments
        # A number is that of a pipe to another process, or of a file that was opened before.
        named = isinstance(path, (str, bytes)) and not os.fsdecode(path).startswith(os.devnull)
        if named and isinstance(flags, int) and flags & WRITES:
            _written.append(str(path))
    elif event in OTHER_EVENTS:
        _written.append(f"{event} {arguments[0]!r}")


def _answer(port: int) -> None:
    with Listener(("127.0.0.1", port)) as listener:
        while True:
            with listener.accept() as connection:
                texts = connection.recv()
                if texts:
                    # Whoever looks at all objects holds them, so that nothing goes meanwhile.
                    _collected.clear()
                    _collected.wait(PATIENCE)
                connection.send(held(texts) if texts else list(_written))


def _note_collection(phase: str, about: dict[str, int]) -> None:
    if phase == "stop" and about["generation"] == OLDEST:
        _collected.set()


def main(words: list[str]) -> int:
    """Run the dashboard until it is stopped."""
    sys.dont_write_bytecode = True
    if os.environ["SEGMETRICS_MODE"] == "ephemeral":
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    sys.addaudithook(_note)
    leaving.PAUSE = tuning.PAUSE = 2.0
    gc.callbacks.append(_note_collection)
    threading.Thread(target=_answer, args=(int(words[0]),), daemon=True).start()
    return serving.main(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
