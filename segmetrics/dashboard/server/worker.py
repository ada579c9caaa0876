"""A process for work on what strangers bring, bounded in memory and time.

`run` hands a task to a process of its own and waits for the result. The process has limits
of memory and of processor time, writes no file, and ends with the task, with the page that
waits for it, or with the server, whichever ends first. `main` is what that process does;
this module imports no library, so that it starts quickly.

On Linux, one process that has imported all that tasks need, and never sees one, is copied for
each of them (`template`): importing takes half a second of the processor, and a copy some
milliseconds. Elsewhere a process for the next task starts after each. Windows has no limits:
there a task ends with the page that waits for it, or the server.
"""

from __future__ import annotations

import atexit
import copyreg
import gc
import importlib
import os
import pickle
import queue
import signal
import socket
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
from typing import IO, Any, Literal, NoReturn, TypeVar

from segmetrics.dashboard.server.tuning import GIVEN_BACK, NICE, ONE_THREAD

Found = TypeVar("Found")
Why = Literal["memory", "time", "result", "broken"]
"""Why a task did not come to its end: too much memory, too long, too large a result, a fault."""

# What a worker imports before it is given a task, so that it can begin at once. Copies begin with
# the same state of random numbers: each task has a seed of its own.
PREPARED = ("numpy.random", "segmetrics.claims.causes", "segmetrics.dashboard.server.tasks")
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
# What the server and the template say to each other: the number of a process, or a status.
NUMBER = struct.Struct(">i")
# What the template says of a process that has not ended, and seconds until it is asked again.
NOT_ENDED, AGAIN = 1_000, 0.005
# Seconds without an answer after which the template counts as ended; it may import until then.
SILENT = 60.0


def _read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(content)


# Results hold read-only mappings, which pickle does not know by itself.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class WorkEnded(Exception):
    """A task was ended before it had a result."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a task may use; what is not `brief` gives way to the server."""

    memory: int
    seconds: int
    result: int
    brief: bool = False


def run(
    task: Callable[..., Found], bounds: Bounds, *, beat: Callable[..., None] | None = None
) -> Found:
    """Run a task in a process of its own; tell `beat` how far it is and the seconds it took."""
    try:
        worker = _Worker(_processes.take())
    except OSError:
        raise WorkEnded("broken") from None
    try:
        found: Found = _result(worker, worker.do(task, bounds), beat)
        return found
    finally:
        worker.end()
        _processes.fill()


def prepare() -> None:
    """Get ready for the first task, so that nobody waits for it."""
    _processes.fill()


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

    def __init__(self, process: subprocess.Popen[bytes] | _Copy) -> None:
        self.process = process

    def do(self, task: Callable[..., object], bounds: Bounds) -> Iterator[tuple[bytes, Any]]:
        """Hand a task over; yield what the worker says, and signs of life in between."""
        heard: queue.SimpleQueue[tuple[bytes, Any] | None] = queue.SimpleQueue()
        for work in (self._tell, (bounds, task), heard), (self._listen, bounds.result, heard):
            threading.Thread(target=work[0], args=work[1:], daemon=True).start()
        while True:
            try:
                one = heard.get(timeout=BEAT)
            except queue.Empty:
                one = PROGRESS, ()
            if one is None:
                return
            yield one

    def _tell(self, what: object, heard: queue.SimpleQueue[tuple[bytes, Any] | None]) -> None:
        """Write a task piece by piece: as a whole it would be in memory twice until it is done."""
        try:
            stdin: Any = self.process.stdin
            pickle.dump(what, stdin, protocol=5)
            stdin.flush()
        except OSError:
            pass  # the process has ended
        except Exception as error:
            heard.put((RAISED, error))

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
        known: dict[int, Why] = {NO_MEMORY: "memory", OUT_OF_TIME: "time"}
        return known.get(status, "broken")

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()


def _begun(what: str, told: int, heard: int) -> subprocess.Popen[bytes]:
    """Start a process that does what a function of this module does."""
    given = {name: value for name, value in os.environ.items() if name not in GIVEN_BACK}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-P", "-c", f"from {__name__} import {what}; {what}()"],
        stdin=told,
        stdout=heard,
        stderr=subprocess.DEVNULL,
        env=given | ENVIRONMENT | {"PYTHONPATH": ABOVE},
    )


class _Spare:
    """One process that is ready, so that nobody waits for its start."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def take(self) -> subprocess.Popen[bytes]:
        """Return the process that is ready, else a new one."""
        with self.lock:
            process, self.process = self.process, None
        if process is not None and process.poll() is None:
            return process
        return _begun(main.__name__, subprocess.PIPE, subprocess.PIPE)

    def fill(self) -> None:
        """Start a process for the next task, if the machine has room for it."""
        with self.lock, suppress(OSError):
            if self.process is None:
                self.process = _begun(main.__name__, subprocess.PIPE, subprocess.PIPE)

    def end(self) -> None:
        """End the process that is ready."""
        with self.lock:
            if self.process is not None:
                self.process.kill()
                self.process.wait()
            self.process = None


class _Template:
    """The process that is copied for each task; it starts with the first one, or when it ended."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.line: socket.socket | None = None

    def take(self) -> _Copy:
        """Return a new copy."""
        pipes: list[int] = []
        try:
            for _ in range(2):
                pipes += os.pipe()
            theirs, stdin, stdout, ours = pipes
            with self.lock:
                try:
                    number = self._asked(0, theirs, ours)
                except ConnectionError:  # it has ended, or never began
                    self._start()
                    number = self._asked(0, theirs, ours)
        except OSError:
            for pipe in pipes:
                os.close(pipe)
            raise
        os.close(theirs)
        os.close(ours)
        return _Copy(self, number, os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"))

    def status(self, number: int) -> int | None:
        """Return how a copy ended; None if it has not."""
        with self.lock:
            found = self._asked(number)
        return None if found == NOT_ENDED else found

    def fill(self) -> None:
        """Start the template, if there is none and the machine has room for it."""
        with self.lock, suppress(OSError):
            if self.line is None:
                self._start()

    def end(self) -> None:
        """End the template; its copies end with their tasks."""
        with self.lock:
            self._stop()

    def _start(self) -> None:
        self._stop()
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.line.settimeout(SILENT)
        with theirs:
            self.process = _begun(template.__name__, theirs.fileno(), subprocess.DEVNULL)

    def _stop(self) -> None:
        if self.line is not None:
            self.line.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.line = self.process = None

    def _asked(self, number: int, *pipes: int) -> int:
        """Ask for a copy that has two pipes, or for the status of one that has a number."""
        if self.line is None:
            raise ConnectionError
        try:
            socket.send_fds(self.line, [NUMBER.pack(number)], pipes)
            answer = self.line.recv(NUMBER.size)
        except TimeoutError:  # what it says later would be taken for another answer
            answer = b""
        if len(answer) < NUMBER.size:
            self._stop()
            raise ConnectionError
        found: int = NUMBER.unpack(answer)[0]
        if pipes and not found:
            raise BlockingIOError
        return found


@dataclass(eq=False, slots=True)
class _Copy:
    """A copy of the template, used as `subprocess.Popen` is."""

    template: _Template
    number: int
    stdin: IO[bytes]
    stdout: IO[bytes]
    status: int | None = None

    def wait(self, timeout: float = PATIENCE) -> int:
        """Return its status, once it has ended."""
        end = time.monotonic() + timeout
        while self.status is None:
            try:
                self.status = self.template.status(self.number)
            except OSError:  # nobody knows any more: the template has ended
                self.status = 1
            if self.status is None:
                if time.monotonic() > end:
                    raise subprocess.TimeoutExpired(template.__name__, timeout)
                time.sleep(AGAIN)
        return self.status

    def kill(self) -> None:
        """End it, whatever it does; the template keeps its number until it is waited for."""
        if self.status is None:
            with suppress(ProcessLookupError):
                os.kill(self.number, signal.SIGKILL)


_processes = _Template() if sys.platform == "linux" else _Spare()
atexit.register(_processes.end)


# ----- within the process


def template() -> NoReturn:
    """Copy this process for each task that the server has, and say how copies ended."""
    line = socket.socket(fileno=os.dup(0))
    _import_all()
    # What is never collected stays the same memory in all copies.
    gc.freeze()
    while True:
        asked, pipes, _, _ = socket.recv_fds(line, NUMBER.size, 2)
        if not asked:
            os._exit(0)  # the server has ended
        if not pipes:
            line.send(NUMBER.pack(_status(*NUMBER.unpack(asked))))
            continue
        try:
            number = os.fork()
        except OSError:
            number = 0
        else:
            if not number:
                line.close()
                for place, pipe in enumerate(pipes):
                    os.dup2(pipe, place)
                    os.close(pipe)
                main()
                os._exit(0)
        for pipe in pipes:
            os.close(pipe)
        line.send(NUMBER.pack(number))


def _status(number: int) -> int:
    try:
        ended, status = os.waitpid(number, os.WNOHANG)
    except ChildProcessError:
        return 1
    return os.waitstatus_to_exitcode(status) if ended else NOT_ENDED


def _import_all() -> None:
    for name in PREPARED:
        importlib.import_module(name)


def main() -> None:
    """Wait for a task, do it, and write what comes of it."""
    told, out = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints is not to be taken for a result.
    sys.stdout = sys.stderr
    _import_all()
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

        if not bounds.brief:
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
