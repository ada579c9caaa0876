"""Memory that nobody uses any more goes back to the machine, several times a minute.

Streamlit would look for garbage after every click. On a server with a few visitors that
takes two thirds of all time, during which nobody gets an answer; so
``.streamlit/config.toml`` turns it off, and a thread of its own does it instead.
"""

from __future__ import annotations

import ctypes
import gc
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["start", "tidy"]

# Seconds between two rounds.
PAUSE = 15.0


def start(see_off: Callable[[], None]) -> None:
    """Tidy up from now on, as long as this process runs.

    Parameters
    ----------
    see_off : callable
        See `tidy`.
    """

    def again_and_again() -> None:
        while True:
            time.sleep(PAUSE)
            tidy(see_off)

    threading.Thread(target=again_and_again, name="housekeeping", daemon=True).start()


def tidy(see_off: Callable[[], None]) -> None:
    """Free what nothing refers to, and give free memory back to the machine.

    Parameters
    ----------
    see_off : callable
        Lets go of what those held whose sessions turned out to have ended.
    """
    gc.collect()
    see_off()
    # Only the C library of Linux keeps free memory to itself, and has this.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim:
        trim(0)
