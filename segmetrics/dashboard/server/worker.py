"""A process for work on what strangers bring, bounded in memory and time.

`run` hands a task to a process of its own and waits for the result. The process has limits
of memory and of processor time, writes no file, and ends with the task, with the page that
waits for it, or with the server, whichever ends first. `main` is what that process does;
this module imports no library, so that it starts quickly.

Windows has no such limits: there a task ends with the page that waits for it, or the server.
"""

from __future__ import annotations

import atexit
import copyreg
import importlib
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Literal, TypeVar

from segmetrics.dashboard.server.tuning import NICE, ONE_THREAD

Found = TypeVar("Found")
Why = Literal["memory", "time", "result", "broken"]
"""Why a task did not come to its end: too much memory, too long, too large a result, a fault."""

# What a worker imports before it is given a task, so that it can begin at once.
PREPARED = ("segmetrics.io", "segmetrics.reporting.report")
# It may write no file.
ENVIRONMENT = {**ONE_THREAD, "PYTHONDONTWRITEBYTECODE": "1"}
# The folder of this package. Folders on the path of the server may hold modules that hide others.
ABOVE = str(Path(__file__).resolve().parents[3])
BEAT = 0.1
"""Seconds between two signs of life, in either direction."""

# Seconds in which a process is gone that has ended.
PATIENCE = 5.0
# Status of a worker that ended because it had no memory left.
NO_MEMORY = 70
# What is raised without memory: Python itself may lose a MemoryError, and raises the other then.
FULL = (MemoryError, SystemError)
# What a worker writes: how far it is, a result, or an exception; then its length in bytes.
PROGRESS, RESULT, RAISED = b"p", b"r", b"e"
HEAD = struct.Struct(">cQ")
# Status of a worker that was ended by the signal SIGXCPU; Windows has none.
OUT_OF_TIME = -24


def _read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(content)


# Results hold read-only mappings, which pickle does not know by itself.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class WorkEnded(Exception):  # noqa: N818 - a limit was reached, which is no error of the code
    """A task was ended before it had a result."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a task may use."""

    memory: int
    seconds: int
    result: int


def run(
    task: Callable[..., Found], bounds: Bounds, *, beat: Callable[..., None] | None = None
) -> Found:
    """Run a task in a process of its own; tell `beat` how far it is and the seconds it took."""
    try:
        worker = _spare.take()
    except OSError:
        raise WorkEnded("broken") from None
    try:
        found: Found = _result(worker, worker.do(task, bounds), beat)
        return found
    finally:
        worker.end()
        _spare.fill()


def _result(
    worker: _Worker, said: Iterator[tuple[bytes, Any]], beat: Callable[..., None] | None
) -> Any:
    for kind, value in said:
        if kind == RESULT:
            return value
        if kind == RAISED:
            raise value
        if beat and value:
            seconds, said = value
            beat(*said, seconds=seconds)
        elif beat:
            beat()
    raise WorkEnded(worker.why_ended())


class _Worker:
    """A process that waits for a task, and does one."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-P", "-c", f"from {__name__} import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | ENVIRONMENT | {"PYTHONPATH": ABOVE},
        )

    @property
    def waits(self) -> bool:
        """Whether it still runs, and can be given a task."""
        return self.process.poll() is None

    def do(self, task: Callable[..., object], bounds: Bounds) -> Iterator[tuple[bytes, Any]]:
        """Hand a task over; yield what the worker says, and signs of life in between."""
        heard: queue.SimpleQueue[tuple[bytes, Any] | None] = queue.SimpleQueue()
        content = pickle.dumps((bounds, task), protocol=5)
        for work in (self._tell, content), (self._listen, bounds.result, heard):
            threading.Thread(target=work[0], args=work[1:], daemon=True).start()
        while True:
            try:
                one = heard.get(timeout=BEAT)
            except queue.Empty:
                one = PROGRESS, ()
            if one is None:
                return
            yield one

    def _tell(self, content: bytes) -> None:
        with suppress(OSError, ValueError):
            stdin: Any = self.process.stdin
            stdin.write(content)
            stdin.flush()

    def _listen(self, most: int, heard: queue.SimpleQueue[tuple[bytes, Any] | None]) -> None:
        """Read what the worker says; a result that is too large is not even read."""
        out: Any = self.process.stdout
        try:
            while len(head := out.read(HEAD.size)) == HEAD.size:
                kind, size = HEAD.unpack(head)
                if size > most:
                    heard.put((RAISED, WorkEnded("result")))
                    return
                # Read from the pipe piece by piece, it lets other threads of the server run
                # between two pieces; as a whole it would hold all of them up, for seconds.
                heard.put((kind, pickle.load(out)))  # noqa: S301 - our own process
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            pass  # the process has ended
        except Exception as error:
            heard.put((RAISED, error))
        heard.put(None)

    def why_ended(self) -> Why:
        """Return why it ended without a result."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # it still writes what nobody could read
            return "broken"
        return {NO_MEMORY: "memory", OUT_OF_TIME: "time"}.get(status, "broken")  # type: ignore[return-value]

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()


class _Spare:
    """One worker that is ready, so that nobody waits for its start."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.worker: _Worker | None = None

    def take(self) -> _Worker:
        """Return the worker that is ready, else a new one."""
        with self.lock:
            worker, self.worker = self.worker, None
        if worker is not None and worker.waits:
            return worker
        return _Worker()

    def fill(self) -> None:
        """Start a worker for the next task, if the machine has room for it."""
        with self.lock, suppress(OSError):
            if self.worker is None:
                self.worker = _Worker()

    def end(self) -> None:
        """End the worker that is ready."""
        with self.lock:
            if self.worker is not None:
                self.worker.end()
            self.worker = None


_spare = _Spare()
atexit.register(_spare.end)


# ----- within the process


def main() -> None:
    """Wait for a task, do it, and write what comes of it."""
    told, out = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints is not to be taken for a result.
    sys.stdout = sys.stderr
    for name in PREPARED:
        importlib.import_module(name)
    try:
        bounds, task = pickle.load(told)  # noqa: S301 - from the server that started this process
    except EOFError:
        return
    threading.Thread(target=_end_with, args=(told,), daemon=True).start()
    _bind(bounds)
    try:
        found = _attempted(task, out)
        for part in found:
            out.write(part)
        out.flush()
    except FULL:
        os._exit(NO_MEMORY)
    except OSError:
        os._exit(1)  # nobody listens any more
    os._exit(0)


def _attempted(task: Callable[..., object], out: IO[bytes]) -> tuple[bytes, bytes]:
    """Run a task, and return the two parts of what is to be written: head and content."""
    begin, last = time.process_time(), 0.0

    def progress(*said: object) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= BEAT:
            last = now
            content = pickle.dumps((time.process_time() - begin, said))
            out.write(HEAD.pack(PROGRESS, len(content)) + content)
            out.flush()

    try:
        kind, content = RESULT, pickle.dumps(task(progress=progress), protocol=5)
        last = 0.0
        progress(1.0)
    except FULL:
        raise
    except Exception as error:
        kind, content = RAISED, _pickled(error)
    return HEAD.pack(kind, len(content)), content


def _pickled(error: Exception) -> bytes:
    """Pickle an exception; one that cannot be read again is replaced by one that names its kind."""
    try:
        content = pickle.dumps(error)
        pickle.loads(content)  # noqa: S301 - what was just written
    except Exception:
        return pickle.dumps(RuntimeError(type(error).__name__))
    return content


def _end_with(told: IO[bytes]) -> None:
    """End this process when the server ends, or lets go of it."""
    told.read(1)
    os._exit(1)


def _bind(bounds: Bounds) -> None:
    """Set the limits of this process."""
    with suppress(ImportError):
        import resource

        os.nice(NICE)
        seconds = bounds.seconds + round(time.process_time())
        for limit, most, hard in (
            (resource.RLIMIT_DATA, bounds.memory, bounds.memory),
            # At the hard limit the system kills, and the reason could not be told.
            (resource.RLIMIT_CPU, seconds, seconds + 5),
            (resource.RLIMIT_CORE, 0, 0),
            (resource.RLIMIT_FSIZE, 0, 0),
        ):
            # Some systems know a limit and refuse to set it.
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (most, hard))
