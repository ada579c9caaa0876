"""Kill the server while it saves, and see what is there afterwards.

``python -m tests.support.faults --kills 200 --database both`` ends a process that saves in three
threads with SIGKILL at random moments, opens the store again, and compares: whatever was
acknowledged has to be there whole, and what was not is there whole or not at all. With
``--stops`` the PostgreSQL server is stopped at once instead, and the process goes on after it
is back. The counts are printed; the exit status is 1 if anything was lost or half done.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from segmetrics.store import Store, Visitor
from segmetrics.store.checking import check
from tests.support import postgres
from tests.support.copies import COPIED, start
from tests.support.saving import keys, save, states, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection as Pipe

    from tests.support.saving import Said

    Heard = list[Said]


# Seconds that a process saves at most before it is killed.
LONGEST = 0.8
# Corpora that stay in the store, so that each kill meets some that are old.
KEPT = 20
# Numbers of scripts from one process to the next.
APART = 10_000
# Seconds that a process may take to begin, and to go on.
PATIENCE = 60


@dataclass
class Counts:
    """What happened to what was saved.

    Parameters
    ----------
    kills : int
        How often a process was killed, or the database stopped.
    acknowledged : int
        Steps that were acknowledged; all of them have to be there.
    under_way, done, refused : int
        Steps that had begun and were not acknowledged; those of them that are there whole,
        and those that were answered with a sentence.
    lost, half, damaged : list of str
        Corpora that lack what was acknowledged, corpora that hold half a step, and what a
        check found.
    """

    kills: int = 0
    acknowledged: int = 0
    under_way: int = 0
    done: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        """Whether nothing was lost and nothing is half done."""
        return not (self.lost or self.half or self.damaged)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.acknowledged} steps acknowledged, {len(self.lost)} lost; "
            f"{self.under_way} under way ({self.done} there whole, "
            f"{self.under_way - self.done} not there, {self.refused} answered with a sentence), "
            f"{len(self.half)} half; {len(self.damaged)} findings of store check"
        )


# ----- the process that saves


@contextmanager
def saving(url: str, first: int) -> Iterator[Pipe]:
    """Start a process that saves, and give what is heard of it once it has begun.

    It is killed at the end, at whatever it is; what it said before can be heard then.
    """
    heard, said = COPIED.Pipe(duplex=False)
    process = COPIED.Process(target=save, args=(url, first, said))
    start(process)
    said.close()
    try:
        assert heard.poll(PATIENCE), "the process that saves did not begin"
        yield heard
    finally:
        process.kill()
        process.join()


def listen(
    heard: Pipe, seconds: float = 0.0, until: Callable[[Said], bool] = lambda _: False
) -> Heard:
    """Hear what was done for some seconds, or until something is said."""
    found: Heard = []
    end = time.monotonic() + seconds
    with suppress(EOFError, OSError):  # it was killed
        while heard.poll(max(0.0, end - time.monotonic())):
            found.append(heard.recv())
            if until(found[-1]):
                break
    return found


# ----- what is there


@dataclass
class Ledger:
    """What each corpus has to be like, by its script.

    Parameters
    ----------
    counts : Counts
        What was found so far.
    expected : dict of int to str
        `summary` of each corpus that is in the store.
    """

    counts: Counts = field(default_factory=Counts)
    expected: dict[int, str] = field(default_factory=dict)

    def look(self, url: str, heard: Heard) -> None:
        """Open the store as after a restart, and compare it with what was acknowledged."""
        store = Store.open(url)
        try:
            there = keys(store)
            told = {number for number, _, _ in heard}
            for number in sorted(told):
                about = [one for one in heard if one[0] == number]
                self._settle(number, about, summary(store, there.get(number)))
            for number, key in {**dict.fromkeys(self.expected), **there}.items():
                if number not in told and summary(store, key) != self.expected.get(number):
                    self.counts.lost.append(f"script {number}, which was there before")
            self.counts.damaged += check(store.database).problems
            self._tidy(store)
        finally:
            store.close()

    def _settle(self, number: int, heard: Heard, found: str) -> None:
        """Compare a corpus with what undisturbed work on it gives."""
        answers = {step: what for _, step, what in heard}
        acknowledged = sum(what is True for what in answers.values())
        self.counts.acknowledged += acknowledged
        before = after = states(number)[acknowledged]
        if len(answers) > acknowledged:
            after = states(number)[acknowledged + 1]
            self.counts.under_way += 1
            self.counts.done += found == after
            self._hear(number, answers[acknowledged + 1], found == before)
        if found not in (before, after):
            lost = found in states(number)[:acknowledged]
            kind = self.counts.lost if lost else self.counts.half
            kind.append(f"script {number} after step {acknowledged}")
        if found != "nothing":
            self.expected[number] = found

    def _hear(self, number: int, answer: bool | str, unchanged: bool) -> None:
        """Hold what was said to who saved against what is there."""
        if isinstance(answer, str):
            self.counts.refused += 1
            if "Nothing was changed" in answer and not unchanged:
                self.counts.half.append(f"script {number}, which was told: {answer}")

    def _tidy(self, store: Store) -> None:
        """Delete the oldest corpora, so that each look is quick."""
        there = keys(store)
        for number in list(self.expected)[:-KEPT]:
            store.delete(Visitor(), there[number])
            del self.expected[number]


# ----- the faults


def kill_savers(url: str, kills: int, *, seed: int = 1, longest: float = LONGEST) -> Counts:
    """Kill a process that saves, at random moments, and look what is there each time."""
    random, ledger = Random(seed), Ledger()
    for first in range(0, kills * APART, APART):
        with saving(url, first) as heard:
            done = listen(heard, random.uniform(0, longest))
        ledger.counts.kills += 1
        ledger.look(url, done + listen(heard))
        heard.close()
    return ledger.counts


def stop_databases(server: postgres.Server, url: str, stops: int, *, seed: int = 1) -> Counts:
    """Stop PostgreSQL at once while a process saves that goes on when it is back."""
    random, ledger = Random(seed), Ledger()
    for first in range(0, stops * APART, APART):
        with saving(url, first) as heard:
            done = listen(heard, random.uniform(0, LONGEST))
            server.stop(how="immediate")
            done += listen(heard, random.uniform(0, LONGEST))
            server.start()
            done += listen(heard, PATIENCE, until=lambda one: one[2] is True)
            assert done[-1][2] is True, "nothing could be saved after the database was back"
        ledger.counts.kills += 1
        ledger.look(url, done + listen(heard))
        heard.close()
    return ledger.counts


def main() -> int:
    """Do it; see the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="on each database")
    parser.add_argument("--stops", type=int, default=20, help="of PostgreSQL itself")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found: list[Counts] = []

    def show(what: str, counts: Counts) -> None:
        found.append(counts)
        for words in (f"{what}: {counts}", *counts.lost, *counts.half, *counts.damaged):
            sys.stdout.write(f"{words}\n")
        sys.stdout.flush()

    if given.database != "postgresql":
        with tempfile.TemporaryDirectory(prefix="segmetrics-faults-") as folder:
            url = f"sqlite:///{Path(folder) / 'store.db'}"
            show("SQLite", kill_savers(url, given.kills, seed=given.seed))
    if given.database != "sqlite":
        with postgres.serving(safe=True) as server:
            with server.database() as url:
                show("PostgreSQL", kill_savers(url, given.kills, seed=given.seed))
            with server.database() as url:
                stopped = stop_databases(server, url, given.stops, seed=given.seed)
                show("PostgreSQL, stopped itself", stopped)
    return 0 if all(counts.fine for counts in found) else 1


if __name__ == "__main__":
    sys.exit(main())
