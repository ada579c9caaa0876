"""Servers that are copies of one process, which has imported all that pages need.

To import it takes as long as most tests of a server. A copy has its own environment, session and
log, and runs what the command runs; `tests.project.test_package` and `tests.cli.test_cli` start
servers as people do.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType

COPIED = multiprocessing.get_context("forkserver")
COPIED.set_forkserver_preload(["tests.support.imported"])


def started(
    code: str, words: Sequence[str], environment: Mapping[str, str], log: Path | str
) -> BaseProcess:
    """Run Python in a copy, as a process of a session of its own."""
    process = COPIED.Process(target=_run, args=(code, words, environment, str(log)), daemon=True)
    start(process)
    return process


def start(process: BaseProcess) -> None:
    """Start a copy, which would else run first what runs here, a page that was tested among it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process.start()
    finally:
        sys.modules["__main__"] = main


def _run(code: str, words: Sequence[str], environment: Mapping[str, str], log: str) -> None:
    os.setsid()
    for place, flags in enumerate((os.O_RDONLY, os.O_WRONLY)):
        os.dup2(os.open(os.devnull, flags), place)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    sys.argv[1:] = words
    tempfile.tempdir = None
    take(environment)
    try:
        exec(code, {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()


def take(environment: Mapping[str, str]) -> None:
    """Have this environment, and nothing besides."""
    os.environ.clear()
    os.environ.update(environment)
