"""The results that all sessions of this process share."""

from __future__ import annotations

import os
import threading

from cachetools import cached

from segmetrics.dashboard.server import tuning
from segmetrics.dashboard.server.result_cache import ResultCache
from segmetrics.dashboard.server.streamlit_internals import drop_files_of_closed_pages, serves
from segmetrics.dashboard.server.visitor_limits import MEGABYTE
from segmetrics.settings import settings_of

# Shares of one visitor that the results of all visitors may take together.
SHARES = 4


# Two visitors who come first at once get the same one.
@cached({}, condition=threading.Condition())
def result_cache() -> ResultCache:
    """Return the results and turns of this process, within the limits of its settings."""
    if serves():
        tuning.start(drop_files_of_closed_pages)
    share = settings_of().limits.memory * MEGABYTE
    return ResultCache(share=share, total=SHARES * share, slots=os.cpu_count() or 1)
