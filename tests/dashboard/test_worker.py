"""Work in a process of its own: its result, its limits, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from types import MappingProxyType
from typing import Any, NoReturn

import pytest

from segmetrics import Corpus
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.dashboard.server import tasks, worker
from segmetrics.dashboard.server.tuning import GIVEN_BACK
from segmetrics.dashboard.server.worker import Bounds, WorkEnded, run
from segmetrics.io import Choices, Source, assemble, read_sources
from tests.support.known import known

BOUNDS = Bounds(memory=400_000_000, seconds=30, result=10_000_000)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems limit no memory")
CODINGS = b"item,coder,masses\na,x,2 3\na,y,3 2\n"


class _Task:
    """A task that is written as Python; by its reduction a worker need not know this module."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        made = "lambda code: (lambda **said: eval(code, dict(said)))"
        return _applied(made, self.code)

    def __call__(self, **_: object) -> Any:
        raise AssertionError("this runs in a worker")


def template_of_all() -> worker._Template:
    """The process of which those that work are copies."""
    assert isinstance(worker._processes, worker._Template)
    return worker._processes


def _applied(made: str, code: str) -> tuple[Any, ...]:
    return eval, (f"({made})({code!r})",)


def done(code: str, bounds: Bounds = BOUNDS, **more: Any) -> Any:
    """Evaluate an expression in a worker."""
    return run(_Task(code), bounds, **more)


def test_a_task_gives_what_it_gives_here() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 3], "y": [3, 2], "z": [5]}, "b": {"x": [4, 1]}})
    options = AgreementOptions()
    assert run(partial(tasks.at_once, agreement, corpus, options), BOUNDS) == agreement(
        corpus, options
    )
    files = [Source("c.csv", CODINGS)]
    parsed, reading = run(partial(tasks.read, files, 1_000, Choices()), BOUNDS)
    assert reading == read_sources(files)
    assert run(partial(tasks.at_once, assemble, parsed, Choices()), BOUNDS) == reading


def test_read_only_mappings_are_handed_over() -> None:
    assert done("__import__('types').MappingProxyType({1: 2})") == MappingProxyType({1: 2})


@LINUX
@pytest.mark.parametrize(
    "code",
    [
        "[bytearray(1000) for _ in range(10**9)]",
        "__import__('numpy').ones(10**9)",
        "(_ for _ in ()).throw(SystemError('error return without exception set'))",
    ],
)
def test_memory_ends_a_task(code: str) -> None:
    with pytest.raises(WorkEnded) as ended:
        done(code)
    assert ended.value.why == "memory"


@LINUX
def test_time_ends_a_task() -> None:
    with pytest.raises(WorkEnded) as ended:
        done("sum(1 for _ in iter(int, 1))", Bounds(memory=10**9, seconds=1, result=1_000))
    assert ended.value.why == "time"


def test_a_large_result_is_not_taken() -> None:
    with pytest.raises(WorkEnded) as ended:
        done("bytes(20_000)", Bounds(memory=10**9, seconds=30, result=10_000))
    assert ended.value.why == "result"


def test_a_crash_ends_a_task_and_nothing_else() -> None:
    with pytest.raises(WorkEnded) as ended:
        done("__import__('os').abort()")
    assert ended.value.why == "broken"
    assert done("1 + 1") == 2


def test_a_result_that_cannot_be_read_ends_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process still writes then, and would never end by itself."""
    monkeypatch.setattr(worker, "PATIENCE", 0.5)

    def unreadable(_: object) -> NoReturn:
        raise UnpicklingError

    with monkeypatch.context() as patch:
        patch.setattr("pickle.load", unreadable)
        with pytest.raises(WorkEnded) as ended:
            done("bytes(5_000_000)")
    assert ended.value.why == "broken"


def test_what_a_task_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        done("1 / 0")


def test_a_task_says_how_far_it_is() -> None:
    said: list[tuple[object, ...]] = []
    code = "[(__import__('time').sleep(0.15), progress(at / 4)) for at in range(4)]"
    done(code, beat=lambda *words, **_: said.append(words))
    shares = [float(str(words[0])) for words in said if words]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert () in said


class LeftError(Exception):
    """Whoever waited has left."""


def test_a_machine_without_room_for_another_process_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker._processes.end()

    def full(*_: object, **__: object) -> NoReturn:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr("subprocess.Popen", full)
        with pytest.raises(WorkEnded) as ended:
            done("42")
    assert ended.value.why == "broken"
    assert done("42") == 42


@LINUX
def test_a_template_that_ended_is_started_again() -> None:
    number = "__import__('os').getppid()"
    template = done(number)
    assert done(number) == template != os.getpid()
    os.kill(template, 9)
    assert done(number) != template


@LINUX
def test_a_task_loses_its_template_and_nothing_else() -> None:
    """It was ended by whoever ends processes; what it began comes to its end."""
    said: list[object] = []

    def beat(*words: object, **_: object) -> None:
        if words and not said:
            said.extend(words)
            os.kill(known(template_of_all().process).pid, 9)

    assert done("(progress(0.5), __import__('time').sleep(0.3), 7)[2]", beat=beat) == 7
    assert said


@LINUX
def test_a_machine_without_room_for_a_copy_keeps_the_template(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = "__import__('os').getppid()"
    template = done(number)
    asked = template_of_all()._asked

    def not_copied(told: int, *pipes: int) -> int:
        """Answer as the template does that cannot be copied."""
        if pipes:
            raise BlockingIOError
        return asked(told)

    with monkeypatch.context() as patch:
        patch.setattr(worker._processes, "_asked", not_copied)
        with pytest.raises(WorkEnded) as ended:
            done(number)
    assert ended.value.why == "broken"
    assert done(number) == template


@LINUX
def test_a_template_that_says_nothing_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    template = done("__import__('os').getppid()")
    monkeypatch.setattr(worker, "SILENT", 10.0)
    known(template_of_all().line).settimeout(0.2)
    os.kill(template, signal.SIGSTOP)
    assert done("__import__('os').getppid()") != template


@LINUX
def test_few_descriptors_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done("1")
    pairs = [os.pipe()]

    def pipe() -> tuple[int, int]:
        if not pairs:
            raise OSError(24, "Too many open files")
        return pairs.pop()

    monkeypatch.setattr(os, "pipe", pipe)
    (pair,) = pairs
    with pytest.raises(WorkEnded):
        done("42")
    for end in pair:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)


@LINUX
def test_a_task_sees_nothing_of_another() -> None:
    done("__import__('sys').modules.update(left='something')")
    assert "left" not in done("sorted(__import__('sys').modules)")
    assert done("sorted(__import__('os').listdir('/proc/self/fd'))")[3:] in (["3"], [])


def test_whoever_leaves_ends_the_task() -> None:
    started = time.monotonic()
    pids: list[object] = []

    def beat(*words: object, seconds: float = 0.0) -> None:
        assert 0 <= seconds < 30
        pids.extend(words)
        if words:
            raise LeftError

    with pytest.raises(LeftError):
        done("(progress(__import__('os').getpid()), __import__('time').sleep(60))", beat=beat)
    assert time.monotonic() - started < 30
    (pid,) = pids
    assert isinstance(pid, int)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@LINUX
def test_a_task_ends_with_the_server() -> None:
    """The server may be killed, and can then tell nobody."""
    one = worker._Worker(worker._processes.take())
    heard = iter(one.do(_Task("(progress(1), __import__('time').sleep(60))"), BOUNDS))
    while next(heard)[1][-1:] != ((1,),):
        pass
    stdin: Any = one.process.stdin
    stdin.close()
    assert one.process.wait(10) == 1
    one.end()


@LINUX
def test_a_task_writes_no_file(tmp_path: Path) -> None:
    target = tmp_path / "file"
    with pytest.raises(OSError, match="too large"):
        done(f"__import__('pathlib').Path({str(target)!r}).write_bytes(b'x')")
    assert target.read_bytes() == b""


def test_workers_run_side_by_side() -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda at=at: found.append(done(f"{at} * 2"))) for at in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == [0, 2, 4, 6]


def test_a_worker_loads_no_page() -> None:
    loaded = done("sorted(__import__('sys').modules)")
    assert "segmetrics.dashboard.server.worker" in loaded
    assert not {"streamlit", "sqlalchemy", "starlette"} & set(loaded)


def test_a_worker_keeps_the_memory_that_it_sets_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server gives back at once slows down who computes with large tables."""
    given: list[Mapping[str, str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *_, env, **__: given.append(env))
    for name, value in GIVEN_BACK.items():
        monkeypatch.setenv(name, value)
    worker._begun("main", 0, 1)
    assert "PYTHONPATH" in given[0]
    assert not GIVEN_BACK.keys() & given[0].keys()
