"""Medians of calls made in turn, the cost of a process, and the table of both."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from statistics import median
from timeit import Timer
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

# A clock reading covers at least SAMPLE seconds; a turn takes about TURN seconds,
# or one call if that takes longer.
SAMPLE = 0.001
TURN = 0.1

# On Linux a new process inherits the peak memory of the one that started it, so
# a small one stands between: it says seconds, peak and exit status.
LAUNCHER = """
import os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(time.perf_counter() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""


class Row(NamedTuple):
    """A row of the table, all of it text."""

    what: str
    ours: str
    peer: str = ""
    theirs: str = ""
    ratio: str = ""
    target: str = ""
    verdict: str = ""


HEADER = Row("what", "segmetrics", "beside", "time", "ratio", "target", "verdict")


def in_turn(calls: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the median seconds of a call of each, timed in turn.

    A busy machine then slows all of them alike. Garbage collection is switched off.
    """
    timers = {name: Timer(call) for name, call in calls.items()}
    samples: dict[str, list[float]] = {name: [] for name in calls}
    sizes: dict[str, tuple[int, int]] = {}
    for _ in range(rounds):
        for name, timer in timers.items():
            if name not in sizes:
                # The first call also warms caches; it counts only if calls are slow.
                first = timer.timeit(1)
                number = ceil(SAMPLE / first)
                sizes[name] = number, ceil(TURN / (first * number))
                if first > TURN:
                    samples[name].append(first)
                    continue
            number, repeat = sizes[name]
            samples[name] += [taken / number for taken in timer.repeat(repeat, number)]
    return {name: median(taken) for name, taken in samples.items()}


def process_cost(arguments: Sequence[str], runs: int) -> tuple[float, float]:
    """Run a Python module with arguments as a process, so many times after one that does not count.

    Returns the median wall time in seconds, the start of the interpreter included, and the largest
    peak of resident memory in 10**6 bytes. Raises RuntimeError if the process failed.
    """
    command = [sys.executable, "-c", LAUNCHER, sys.executable, "-m", *arguments]
    taken, peaks = [], []
    for _ in range(runs + 1):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        wall, peak, status = done.stdout.split()
        if status != "0":
            raise RuntimeError(f"exit status {status}: {done.stderr}")
        taken.append(float(wall))
        peaks.append(int(peak) * (1 if sys.platform == "darwin" else 1024))
    return median(taken[1:]), max(peaks) / 1e6


def seconds(value: float) -> str:
    """Write a time in seconds with three digits and its unit.

    >>> seconds(0.01234), seconds(4.2e-6)
    ('12.3 ms', '4.20 us')
    """
    unit, factor = ("s", 1.0) if value >= 1 else ("ms", 1e3) if value >= 1e-3 else ("us", 1e6)
    scaled = value * factor
    return f"{scaled:.{2 if scaled < 10 else 1 if scaled < 100 else 0}f} {unit}"


def show(rows: Sequence[Row]) -> str:
    """Lay rows out as equal columns below a header."""
    table = [HEADER, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    table.insert(1, Row(*["-" * width for width in widths]))
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    return "\n".join(lines)
