"""What the switches of the server gain: ``python -m benchmarks.switches``.

Each row is measured without and with a switch of `segmetrics.dashboard.server.tuning`, each time
in a process of its own; what shows no gain is to be deleted there.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from segmetrics.dashboard.server import tuning
from tests.support.driving import answered, free_port
from tests.support.probing import Probe

MOMENT, CLICKS = 1.0, 20
SERVER = """
import threading
from segmetrics.dashboard.server import tuning
from segmetrics.dashboard.server.serving import main

def busy():
    while True:
        sum(range(1000))

{prepared}
main({options})
"""


def main() -> None:
    """Print each switch, its figure without and with it."""
    for name, (measure, unit, environment) in SWITCHES.items():
        found = [_apart(measure.__name__, on, environment) for on in (False, True) * 3]
        without, used = (statistics.median(found[on::2]) for on in (0, 1))
        print(f"{name:<58}{without:>9,.0f} -> {used:>7,.0f} {unit}", flush=True)


def _apart(name: str, on: bool, environment: Mapping[str, str]) -> float:
    """Measure something in a new process."""
    code = f"from benchmarks.switches import {name}; print({name}({on}))"
    used = {**os.environ, **environment} if on else _without(environment)
    return float(subprocess.check_output([sys.executable, "-c", code], env=used, text=True))


def _without(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in environment}


def turns(on: bool) -> float:
    """Milliseconds of a click while another visitor's page computes in the server."""
    turn = tuning.TURN if on else 0.005
    busy = "threading.Thread(target=busy, daemon=True).start()"
    return _click(f"tuning.TURN = {turn}; {busy}", {})


def collected(on: bool) -> float:
    """Milliseconds of a click, with Streamlit's collection after each or without."""
    return _click("", {"runner.postScriptGC": not on})


def _click(prepared: str, options: Mapping[str, object]) -> float:
    """Return the median click on a server of one's own, which was prepared in some way."""
    port = free_port()
    told = {"server.port": port, "server.address": "127.0.0.1", "server.headless": True, **options}
    told["browser.serverAddress"] = "localhost"
    code = SERVER.format(prepared=prepared, options=[json.dumps(told)])
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "SEGMETRICS_STORE": f"sqlite:///{folder}/store.db"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server,
    ):
        address = f"http://localhost:{port}"
        answered(address)
        clicks = []
        try:
            with Probe(address) as visitor, Probe(address) as other:
                for probe, page in ((other, "heat_maps"), (visitor, "agreement")):
                    probe.look(page, corpus="moonstone")
                for _ in range(CLICKS):
                    begin = time.perf_counter()
                    visitor.act()
                    clicks.append(1000 * (time.perf_counter() - begin))
        finally:
            server.terminate()
    return statistics.median(clicks)


def trimmed(on: bool) -> float:
    """Megabytes that stay when 20 visitors have left, each with a corpus and its agreement."""
    _visits()
    if on:
        tuning.trim()
    return _megabytes("VmRSS")


def arenas(on: bool) -> float:
    """Megabytes that stay when 20 visitors have left, after memory was given back."""
    del on  # by the environment
    _visits()
    tuning.trim()
    return _megabytes("VmRSS")


def _visits() -> None:
    import gc

    from benchmarks.corpora import random_masses
    from segmetrics import Corpus
    from segmetrics.coefficients.agreement_table import agreement
    from segmetrics.io.write import WRITERS

    def visit() -> None:
        corpus = Corpus.from_masses(random_masses(300, 6, 100))
        WRITERS["segmetrics-json"].write(corpus)
        held.append((corpus, agreement(corpus)))

    held: list[object] = []
    threads = [threading.Thread(target=visit) for _ in range(20)]
    for group in (threads[:10], threads[10:]):
        for thread in group:
            thread.start()
        for thread in group:
            thread.join()
    held.clear()
    gc.collect()


def given_back(on: bool) -> float:
    """Megabytes that stay when two of three codings are gone that were read one by one."""
    del on  # by the environment
    import gc

    from segmetrics import Segmentation

    held = [Segmentation(1_000_000, tuple(range(1, 1_000_000, 4))) for _ in range(300)]
    held = held[::3]
    gc.collect()
    return _megabytes("VmRSS")


def worker(on: bool) -> float:
    """Megabytes of data, which the limit of a worker counts, once it is ready for a task."""
    del on  # by the environment
    import segmetrics.io
    import segmetrics.reporting.report  # noqa: F401 - its import is what is timed
    from benchmarks.corpora import random_masses
    from segmetrics import Corpus
    from segmetrics.coefficients.agreement_table import agreement

    thread = threading.Thread(target=agreement, args=[Corpus.from_masses(random_masses(50, 4, 50))])
    thread.start()
    thread.join()
    return _megabytes("VmData")


def answers(on: bool) -> float:
    """Milliseconds of work in the server while a worker for each core, and one more, computes."""
    code = f"import os; os.nice({tuning.NICE if on else 0})\nwhile True: sum(range(1000))"
    count = (os.cpu_count() or 1) + 1
    workers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(count)]
    try:
        time.sleep(MOMENT)
        taken = []
        for _ in range(20):
            begin = time.perf_counter()
            sum(range(1_000_000))
            taken.append(1000 * (time.perf_counter() - begin))
        return statistics.median(taken)
    finally:
        for one in workers:
            one.kill()
            one.wait()


def _megabytes(what: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith(f"{what}:"))
    return int(size) / 1000


SWITCHES: Mapping[str, tuple[Callable[[bool], float], str, Mapping[str, str]]] = {
    "TURN: a click while another visitor computes": (turns, "ms", {}),
    "no collection after each script: a click": (collected, "ms", {}),
    "trim: memory when 20 visitors have left": (trimmed, "MB", {}),
    "FEW_ARENAS: the same, after trim": (arenas, "MB", tuning.FEW_ARENAS),
    "GIVEN_BACK: memory when two of three codings are gone": (given_back, "MB", tuning.GIVEN_BACK),
    "ONE_THREAD: memory of a worker against its limit": (worker, "MB", tuning.ONE_THREAD),
    "NICE: work in the server while workers compute": (answers, "ms", {}),
}

if __name__ == "__main__":
    main()
