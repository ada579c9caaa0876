"""Kill the dashboard while people work on its pages, and see what is there.

``python -m tests.support.killed_pages --kills 12`` does so in each mode, on both databases: some
visitors bring codings, accept, decide, undo and delete, the server is ended by SIGKILL at a random
moment of it, and started again. Whatever a page had answered has to be there, what it had not is
there whole or not at all, and no process is left. In mode ``ephemeral`` nothing is left at all.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_args

from websockets.exceptions import WebSocketException

from segmetrics.dashboard.frame.words import NOT_KEPT
from segmetrics.settings import Mode
from segmetrics.store.checking import check
from segmetrics.store.database import Database
from tests.support import postgres
from tests.support.driving import Running, free_port, running
from tests.support.oidc import providing
from tests.support.probing import Probe, sign_in
from tests.support.working import GONE, brought, decide, decided, delete, said, undo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

VISITORS = 3
PERSON = "somebody"
# What a visitor does with what was uploaded, and what there is before and after each step: an
# upload, so many decisions, or nothing.
STEPS: tuple[Callable[[Probe, str], object], ...] = (
    Probe.accept,
    decide,
    decide,
    undo,
    decide,
    delete,
)
STATES = ("upload", 0, 1, 2, 1, 2, "gone")
# Seconds in which whatever a server had started has ended.
PATIENCE = 10
# Seconds in which an answer comes.
SOON = 1.0


@dataclass
class Shown:
    """What pages had answered about a corpus: its place, and how many steps."""

    place: str
    done: int = 0


@dataclass
class Counts:
    """How often a server was killed, what it had answered, and what is wrong."""

    kills: int = 0
    uploads: int = 0
    steps: int = 0
    under_way: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.uploads} uploads and {self.steps} steps answered, "
            f"{self.under_way} there that were not; wrong: {len(self.wrong)}"
        )


def kill_pages(
    mode: Mode, url: str, kills: int, *, seed: int = 1, answers: tuple[int, int] = (0, 20)
) -> Counts:
    """Kill a server of a mode at random moments, and look each time what the next one shows.

    It is killed while it works on what follows so many answers, between these two.
    """
    random, counts, numbers = Random(seed), Counts(), count()
    shown: list[Shown] = []
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environment = {"SEGMETRICS_MODE": mode, "HOME": str(home), "TMPDIR": str(home)}
        cookies: dict[str, str] = {}
        if mode != "ephemeral":
            environment["SEGMETRICS_STORE"] = url
        if mode == "accounts":
            provider = stack.enter_context(providing({PERSON: {"name": PERSON}}))
            environment |= provider.environment()
        port = free_port()
        for _ in range(kills):
            with running(environment=environment, port=port) as server:
                if mode == "accounts" and not cookies:
                    provider.trust(server.address)
                    cookies = sign_in(server.address, PERSON)
                compare(server, cookies, shown, counts, mode)
                moment = random.randint(*answers), random.uniform(0, SOON)
                shown = worked_until_killed(server, cookies, numbers, *moment)
                counts.kills += 1
                if left := still_running(server.process):
                    counts.wrong.append(f"{left} processes are left")
        with running(environment=environment, port=port) as server:
            compare(server, cookies, shown, counts, mode)
        if mode == "ephemeral":
            counts.wrong += [f"{one} is left" for one in home.rglob("*")]
        else:
            database = Database(url)
            counts.wrong += check(database).problems
            database.close()
    return counts


def worked_until_killed(
    server: Running, cookies: Mapping[str, str], numbers: count[int], after: int, soon: float
) -> list[Shown]:
    """Let visitors work on a server that is killed soon after so many answers; gives those."""
    shown: list[Shown] = []
    answers = count()
    killing = threading.Timer(soon, os.kill, (server.process, signal.SIGKILL))

    def answered() -> None:
        if next(answers) == after:
            killing.start()

    def work(_: int) -> None:
        gone = (OSError, HTTPException, WebSocketException)
        with suppress(*gone), Probe(server.address, cookies=cookies) as me:
            while True:
                shown.append(one := Shown(brought(me, f"n{next(numbers)}", accepted=False)))
                answered()
                for step in STEPS:
                    step(me, one.place)
                    one.done += 1
                    answered()

    answered()
    with ThreadPoolExecutor(VISITORS) as visitors:
        list(visitors.map(work, range(VISITORS)))
    killing.join()
    return shown


def compare(
    server: Running, cookies: Mapping[str, str], shown: list[Shown], counts: Counts, mode: Mode
) -> None:
    """Open what was shown before the server was killed, and compare it."""
    with Probe(server.address, cookies=cookies) as probe:
        for one in shown:
            found = state(probe, one.place)
            before, *after = STATES[one.done : one.done + 2] if mode != "ephemeral" else ("gone",)
            counts.uploads += 1
            counts.steps += one.done
            counts.under_way += found != before
            if found not in (before, *after):
                counts.wrong.append(f"{found} after {one.done} steps, not {before}")


def state(probe: Probe, place: str) -> int | str:
    """Return what there is of a corpus: one of `STATES`."""
    shown = said(probe.look("", corpus=place))
    if GONE in shown or NOT_KEPT in shown:
        return "gone"
    labels = [one.label for one in probe.look("import", corpus=place).of("button")]
    if any(label.startswith("Accept") for label in labels):
        return "upload"
    return decided(probe, place)


def still_running(group: int) -> int:
    """Count the processes of a group that do not end by themselves."""
    end = time.monotonic() + PATIENCE
    while (found := [*_groups()].count(group)) and time.monotonic() < end:
        time.sleep(0.2)
    return found


def _groups() -> Iterator[int]:
    """Yield the group of each process that runs."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            status, _, group = file.read_text("utf-8").rpartition(")")[2].split()[:3]
            if status != "Z":
                yield int(group)


def main() -> int:
    """Do it; the exit status is 1 if something that was shown is not there."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.killed_pages", description=__doc__
    )
    parser.add_argument("--kills", type=int, default=12, help="in each mode, on each database")
    parser.add_argument("--mode", choices=get_args(Mode), help="one alone")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = 0
    for mode in [given.mode] if given.mode else get_args(Mode):
        for database in postgres.DATABASES if mode != "ephemeral" else ("memory",):
            with ExitStack() as stack:
                url = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/store.db"
                if database == "postgresql":
                    server = stack.enter_context(postgres.serving(safe=True))
                    url = stack.enter_context(server.database())
                counts = kill_pages(mode, url, given.kills, seed=given.seed)
            for words in (f"{mode}, {database}: {counts}", *counts.wrong):
                sys.stdout.write(f"{words}\n")
            sys.stdout.flush()
            wrong += len(counts.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
