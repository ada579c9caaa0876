"""A class that begins at once: ``python -m benchmarks.classroom``.

It starts the dashboard in mode ``links`` with a store of its own. Students come within a minute,
each from an address of their own with a corpus of 200 items x 6 coders x 100 units, upload it,
accept it, and wait. It prints how long it takes until the Overview has its first numbers, and its
verdicts, from the upload on, and how long the clicks of three others take meanwhile who have
looked at theirs before, from the click until the page is drawn or says what it waits for.
``--greedy`` lets one more visitor come with eight sessions at the same time, and says how much
longer the students wait. ``--after 300`` says how much memory the server has so many seconds after
the students have left. Visitors are clients that speak as browsers do, not browsers.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException

from benchmarks.corpora import as_json, random_masses
from benchmarks.responsiveness import late, processor, resident, spread
from benchmarks.verdict import judged
from segmetrics.settings import MODES
from tests.support import probing
from tests.support.driving import running
from tests.support.probing import Probe

ITEMS, UNITS = 200, 100
# Targets, in seconds: first numbers, at the median and of 95%; verdicts of all; 95% of clicks. A
# greedy visitor makes the others wait at most so much longer; at most so much more memory stays.
FIRST, FIRST_LATE, VERDICTS, CLICK, LONGER, STAYS = 2.0, 6.0, 60.0, 1.0, 1.2, 1.2
# Parts of a page by which a visitor sees what is there.
NUMBERS, GROUPS = "-items", "-groups"
PAGES = ("heatmaps", "item", "data", "")
CLICKERS, SESSIONS, PAUSE, PATIENCE = 3, 8, 2.0, 300
FIRST_NUMBERS, ALL_VERDICTS = "first numbers", "verdicts"


@dataclass
class Waits:
    """Seconds that visitors waited, by what for; and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    took: float = 0.0  # seconds of the processor, of the server and all that it has ended


def corpus(number: int) -> bytes:
    """Write a corpus whose items are named after a visitor, so that no two are the same."""
    return as_json(random_masses(ITEMS, UNITS, UNITS), f"visitor {number}")


def opened(probe: Probe, number: int) -> str:
    """Upload and accept a corpus; gives its place."""
    return probe.bring(f"visitor {number}.json", corpus(number))


def waited(probe: Probe, page: str, place: str) -> tuple[float, float, float]:
    """Open a page; gives when it was drawn or told progress, had numbers, and verdicts."""
    message = BackMsg()
    message.rerun_script.query_string = f"corpus={place}"
    message.rerun_script.page_name = page
    probe.send(message)
    drawn = numbers = groups = 0.0
    while True:
        found = probe.receive()
        now, kind = time.monotonic(), found.WhichOneof("type")
        element = found.delta.new_element
        shown = element.bidi_component.id if element.HasField("bidi_component") else ""
        if shown.endswith(NUMBERS):
            numbers = numbers or now
        if shown.endswith(GROUPS):
            groups = groups or now
        if kind == "delta" and element.HasField("progress"):
            drawn = drawn or now
        early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
        if kind == "script_finished" and found.script_finished != early:
            return drawn or now, numbers or now, groups or now


def study(address: str, number: int, after: float, waits: Waits, student: str) -> None:
    """Come as a student, from an address."""
    time.sleep(after)
    try:
        with Probe(address, headers={"X-Forwarded-For": student}) as probe:
            begin = time.monotonic()
            place = opened(probe, number)
            _, numbers, groups = waited(probe, "", place)
            waits.seconds[FIRST_NUMBERS].append(numbers - begin)
            waits.seconds[ALL_VERDICTS].append(groups - begin)
    except (OSError, WebSocketException, IndexError, ValueError) as error:
        waits.errors.append(f"student {number}: {type(error).__name__}")


def click(probe: Probe, place: str, waits: Waits, over: threading.Event) -> None:
    """Click through the pages until all is over."""
    for page in cycle(PAGES):
        if over.wait(PAUSE):
            return
        begin = time.monotonic()
        drawn, _, _ = waited(probe, page, place)
        waits.seconds[f"click on {page or 'overview'}"].append(drawn - begin)


def lesson(
    students: int, within: float, mode: str, *, greedy: bool, after: float = 0.0
) -> tuple[Waits, list[float]]:
    """Let students come; gives what they waited for, and megabytes before, after, later."""
    waits, crowd, over = Waits(), Waits(), threading.Event()
    numbers = random.Random(students)
    with running(options=["--mode", mode]) as server:
        others = [
            Probe(server.address, headers={"X-Forwarded-For": f"192.0.2.{number}"})
            for number in range(CLICKERS)
        ]
        places = [opened(probe, 1_000 + number) for number, probe in enumerate(others)]
        for probe, place in zip(others, places, strict=True):
            for page in ("", *PAGES):
                waited(probe, page, place)
        before, begun = resident(server.process), processor(server.process)
        clicking = [
            threading.Thread(target=click, args=(probe, place, waits, over))
            for probe, place in zip(others, places, strict=True)
        ]
        coming = [
            threading.Thread(
                target=study,
                args=(
                    server.address,
                    number,
                    numbers.uniform(0, within),
                    waits,
                    f"198.51.100.{number}",
                ),
            )
            for number in range(students)
        ]
        coming += [
            threading.Thread(
                target=study,
                args=(server.address, 2_000 + number, within / 4, crowd, "203.0.113.1"),
            )
            for number in range(SESSIONS * greedy)
        ]
        for thread in (*clicking, *coming):
            thread.start()
        for thread in coming:
            thread.join()
        over.set()
        for thread in clicking:
            thread.join()
        waits.took = processor(server.process) - begun
        memory = [before, resident(server.process)]
        if after:
            time.sleep(after)
            memory.append(resident(server.process))
        return waits, memory


def report(waits: Waits, memory: Sequence[float]) -> list[str]:
    """Say what a lesson was like, line by line."""
    clicks = [
        one for kind, times in waits.seconds.items() for one in times if kind.startswith("click on")
    ]
    rows = {**dict(sorted(waits.seconds.items())), "all clicks": clicks}
    lines = [f"{'':22}{'visits':>8}{'median':>9}{'95%':>9}{'worst':>9}  s"]
    for kind, times in rows.items():
        if times:
            lines.append(f"{kind:22}{len(times):8}{spread(times)}")
    first, verdicts = waits.seconds[FIRST_NUMBERS], waits.seconds[ALL_VERDICTS]
    if first:
        good = statistics.median(first) < FIRST and late(first) < FIRST_LATE
        lines.append(f"First numbers in {FIRST:g} s, 95% in {FIRST_LATE:g} s: {judged(good)}")
        lines.append(f"All verdicts in {VERDICTS:g} s: {judged(max(verdicts) < VERDICTS)}")
    if clicks:
        lines.append(f"95% of clicks under {CLICK:g} s: {judged(late(clicks) < CLICK)}")
    lines.append(f"Errors: {len(waits.errors)}: {judged(not waits.errors)}")
    lines += [f"  {error}" for error in waits.errors]
    lines.append(f"Time of the processor: {waits.took:.0f} s")
    lines.append(f"Memory of the server: {memory[0]:.0f} MB before, {memory[1]:.0f} MB at the end")
    for later in memory[2:]:
        lines.append(
            f"Memory after they left: {later:.0f} MB: {judged(later <= STAYS * memory[0])}"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a lesson, and say whether all targets were reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom")
    parser.add_argument("--students", type=int, default=20)
    parser.add_argument("--within", type=float, default=60.0, help="seconds in which they come")
    parser.add_argument("--mode", choices=tuple(MODES), default="links")
    parser.add_argument("--greedy", action="store_true", help="and a visitor with eight sessions")
    parser.add_argument("--after", type=float, default=0.0, help="seconds from the end to a look")
    given = parser.parse_args(arguments)
    probing.SECONDS = PATIENCE
    said, alone = [], Waits()
    for greedy in (False, True)[: 1 + given.greedy]:
        print(f"Load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
        waits, memory = lesson(
            given.students, given.within, given.mode, greedy=greedy, after=given.after
        )
        said += report(waits, memory)
        print(*report(waits, memory), sep="\n", flush=True)
        if greedy:
            for kind in (FIRST_NUMBERS, ALL_VERDICTS):
                longer = statistics.mean(waits.seconds[kind]) / statistics.mean(alone.seconds[kind])
                line = f"{kind} with a greedy visitor: {longer:.2f} as long"
                said.append(f"{line}: {judged(longer <= LONGER)}")
                print(said[-1], flush=True)
        alone = waits
    return 1 if any(line.endswith(judged(False)) for line in said) else 0


if __name__ == "__main__":
    sys.exit(main())
