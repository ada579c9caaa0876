"""What tests of pages share."""

from __future__ import annotations

import time
from math import inf
from typing import TYPE_CHECKING, Any

import pytest
from cachetools import LRUCache

from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.server.result_cache import Key

if TYPE_CHECKING:
    from collections.abc import Callable

# What tests of this process computed, and the seconds of the processor that it took.
COMPUTED: LRUCache[Key, tuple[Any, float]] = LRUCache(400)
# What is of a place rather than of codings: it is forgotten when the files there change.
OF_A_PLACE = {"import", "assembled"}


@pytest.fixture(autouse=True)
def computed_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute once for all tests what depends on its key alone, as results of pages must.

    A page meets it as if it had been computed anew: what took long is done at no click but that
    of who asks for it. What takes long is done in this process, since to start another takes longer
    than most of these tests: `tests.dashboard.test_worker` has the process itself,
    `tests.browser.test_import` and `tests.browser.test_computing` pages that wait for it.
    A test that changes the program computes for itself.
    """
    taken = request.node._fixtureinfo
    others = {*taken.names_closure} - {"computed_once", "monkeypatch"}
    takers = [one for name in others for one in taken.name2fixturedefs.get(name, ())]
    names = [*taken.argnames, *(name for one in takers for name in one.argnames)]
    changes = "monkeypatch" in names

    def found_by(watch: jobs._Watch[Any], compute: Callable[[], Any], most: float) -> Any:
        key = watch.job.key
        if changes or key[0] in OF_A_PLACE:
            return compute()
        if key not in COMPUTED:
            begin = time.thread_time()
            found = compute()
            COMPUTED[key] = found, time.thread_time() - begin
        found, watch.seconds = COMPUTED[key]
        if watch.seconds > most:
            watch.record()
            raise jobs._Longer
        return found

    def here(watch: jobs._Watch[Any]) -> Any:
        return found_by(watch, lambda: in_full(watch), watch.most)

    def run(task: Callable[..., Any], _: object, *, beat: jobs._Watch[Any]) -> Any:
        return found_by(beat, lambda: task(progress=beat), inf)

    in_full = jobs._Watch.here
    monkeypatch.setattr(jobs._Watch, "here", here)
    monkeypatch.setattr(jobs, "run", run)
