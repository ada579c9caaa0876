"""Switches of the whole process, each with what it gains and what would let it go.

The gains are those of ``python -m benchmarks.switches`` on two busy cores with Python 3.11 and
Streamlit 1.67; what shows none there is to be deleted. Two were measured beside it: the CPU
time of a click without collection, and trimming, with few arenas in both runs.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Mapping

# Seconds after which a thread that computes lets another one run; Python's own are 0.005. A click
# while another visitor's page computes: 106 ms without, 80 ms with it. It can go when pages
# compute in processes of their own, or Python without the global lock.
TURN = 0.001

# Arenas of memory for the threads of a server, instead of eight for each core. What stays when 20
# visitors have left: 118 MB without, 101 MB with it. It can go with an allocator that shares.
FEW_ARENAS: Mapping[str, str] = {"MALLOC_ARENA_MAX": "2"}

# Bytes from which on a piece of memory of the server is the machine's again once it is free, not
# kept in case another fits. What a process takes when 200 MB of 300 MB of codings are gone:
# 362 MB without, 164 MB with it. It can go with `FEW_ARENAS`.
GIVEN_BACK: Mapping[str, str] = {"MALLOC_MMAP_THRESHOLD_": "500000"}

# Numeric libraries of a worker start no thread for each core. Memory against its limit before it
# is given a task: 147 MB without, 106 MB with it. It can go when numpy links no such library.
ONE_THREAD: Mapping[str, str] = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}

# How much a worker gives way to the server, which people wait for. Work of 20 ms in the server
# while three workers compute on two cores: 183 ms without, 74 ms with it. It can go when workers
# have cores of their own.
NICE = 5

# Seconds between two collections, and before one that is asked for: by then the script of a page
# that was closed has ended, and one collection serves all who left at the same time.
PAUSE, SOON = 15.0, 1.0

_asked = threading.Event()


def start(drop_files: Callable[[], None]) -> None:
    """Switch threads more often, and collect garbage here, as long as this process runs."""
    sys.setswitchinterval(TURN)

    def again_and_again() -> None:
        while True:
            if _asked.wait(PAUSE):
                time.sleep(SOON)
                _asked.clear()
            try:
                drop_files()
            except Exception as error:  # the next time may go well; what ended stays otherwise
                threading.excepthook(threading.ExceptHookArgs((type(error), error, None, None)))
            free_memory()

    threading.Thread(target=again_and_again, name="free memory", daemon=True).start()


def free_memory_soon() -> None:
    """Request a collection before its time."""
    _asked.set()


def free_memory() -> None:
    """Free what nothing refers to, and give free memory back to the machine.

    Streamlit would collect after every click, on the thread of the page. ``.streamlit/config.toml``
    turns that off, and this does it instead: a click takes 172 ms without, 96 ms with it (142 and
    29 ms of processor time). It can go when Streamlit collects at another time.
    """
    gc.collect()
    trim()


def trim() -> None:
    """Return free memory to the machine; only the C library of Linux keeps it, and can do this.

    What stays when 20 visitors have left: 106 MB without, 100 MB with it. It can go with
    `FEW_ARENAS`.
    """
    import ctypes

    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if give_back:
        give_back(0)
