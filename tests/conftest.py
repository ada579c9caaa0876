"""What tests share: a browser, a database, data of papers, and what is said where one lacks."""

from __future__ import annotations

import functools
import gc
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright
from sqlalchemy import Engine, event
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from segmetrics import Corpus
from segmetrics.settings import (
    LIMITS,
    LINK_DAYS_VARIABLE,
    MODE_VARIABLE,
    STORE_VARIABLE,
    UNREAD_HOURS_VARIABLE,
)
from segmetrics.store import Store
from segmetrics.store.schema import METADATA
from tests.support import postgres
from tests.support.driving import CHROMIUM, FLAGS, IP, NGINX, STILL, TEX, forget, guarded
from tests.support.project import MOONSTONE, SIMULATED, WIKIPEDIA, dashboard

HERE = Path(__file__).parent

gc.disable()  # until all tests are collected: it would take two thirds of the time

# Drawn cases: each time the same, and few; what is random in a large way is in `tests.fuzz`.
settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")

# No test, and no example of a docstring, touches the data of whoever runs them.
STORE_FOLDER = tempfile.TemporaryDirectory(prefix="segmetrics-tests-")
os.environ[STORE_VARIABLE] = f"sqlite:///{STORE_FOLDER.name}/store.db"
for variable in (
    MODE_VARIABLE,
    LINK_DAYS_VARIABLE,
    UNREAD_HOURS_VARIABLE,
    *LIMITS.values(),
):
    os.environ.pop(variable, None)
# Hundreds of processes are started; each would compile what it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A page of a busy machine may take as long for what is expected as for what is waited for.
expect.set_options(timeout=30_000)

# Each AppTest looks through all installed packages for components: most of its time. Each of its
# runs compiles its scripts anew, a sixth of what is left, and is asked a thousand times a second
# whether it has ended.
manifest_scanner.scan_component_manifests = functools.cache(
    manifest_scanner.scan_component_manifests
)
app_test.ScriptCache = functools.cache(ScriptCache)  # type: ignore[attr-defined, assignment]
looked_after = local_script_runner.require_widgets_deltas


def _waited_for(runner: LocalScriptRunner, timeout: float = 3) -> None:
    assert runner._script_thread
    runner._script_thread.join(timeout)
    looked_after(runner, 1)


local_script_runner.require_widgets_deltas = _waited_for


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Return the address of a dashboard without files of its own, which all tests share."""
    with dashboard() as found:
        yield found


# What a machine may lack, by the fixture that stands for it.
PROGRAMS = {
    "browser": (CHROMIUM, "no Chromium on the path, and none named by the variable CHROMIUM"),
    "initdb": (postgres.INITDB, f"{postgres.MISSING}; stores are tested on SQLite alone"),
    "nginx": (NGINX, "no nginx on the path"),
    "namespace": (IP, "no command ip of iproute2"),
    "tex": (TEX, "no pdflatex and bibtex on the path"),
}
FILES = {"complete_moonstone": [MOONSTONE], "wikipedia": [WIKIPEDIA], "simulated": SIMULATED}
ABSENT = {name: why for name, (there, why) in PROGRAMS.items() if not there} | {
    name: f"no {path.name} in ../shared/data, which does not come with the project"
    for name, paths in FILES.items()
    for path in paths
    if not path.is_file()
}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        try:
            started = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        except Error as error:
            pytest.skip(f"no Chromium that Playwright can drive: {error.message.splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture(scope="session")
def shared_page(browser: Browser) -> Iterator[Page]:
    """Open one page for all tests: a new one would load the whole frontend again, for seconds."""
    context = browser.new_context(accept_downloads=True, **STILL)
    yield context.new_page()
    context.close()


@pytest.fixture
def empty_page(shared_page: Page) -> Iterator[Page]:
    """Return a page that knows nothing of the tests before."""
    shared_page.set_viewport_size({"width": 1440, "height": 900})
    shared_page.emulate_media(color_scheme="light")
    yield shared_page
    forget(shared_page)


@pytest.fixture
def page(empty_page: Page, address: str) -> Iterator[Page]:
    """Return a page whose errors and requests to other hosts fail the test."""
    with guarded(empty_page, address):
        yield empty_page


@pytest.fixture(scope="session")
def initdb() -> None:
    """Stand for PostgreSQL."""


@pytest.fixture(scope="session")
def nginx() -> None:
    """Stand for nginx."""


@pytest.fixture(scope="session")
def tex() -> None:
    """Stand for a TeX."""


@pytest.fixture(scope="session")
def complete_moonstone() -> Corpus:
    """Return all twenty chapters."""
    return Corpus.from_masses(json.loads(MOONSTONE.read_text(encoding="utf-8"))["items"])


@pytest.fixture(scope="session")
def wikipedia() -> dict[str, Any]:
    """Return the articles of Carroll (2010)."""
    articles: dict[str, Any] = json.loads(WIKIPEDIA.read_text(encoding="utf-8"))["articles"]
    return articles


@pytest.fixture(scope="session")
def simulated() -> None:
    """Stand for the counts of Diaz & Ouyang's simulations."""


@pytest.fixture(scope="session")
def postgresql(initdb: None) -> Iterator[postgres.Server]:
    """Return a PostgreSQL, started when the first test needs it."""
    with postgres.serving() as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_template(postgresql: postgres.Server) -> str:
    """Return the name of a database that is a new store."""
    postgresql.execute("CREATE DATABASE new_store TEMPLATE template0")
    Store.open(postgresql.url("new_store")).close()
    return "new_store"


@pytest.fixture(scope="session")
def postgresql_store(postgresql: postgres.Server, postgresql_template: str) -> Iterator[str]:
    """Return the address of a store that tests share: to empty it is quicker than to copy one."""
    with postgresql.database(like=postgresql_template) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file that is a new store."""
    path = tmp_path_factory.mktemp("template") / "store.db"
    Store.open(f"sqlite:///{path}").close()
    return path


@pytest.fixture(params=postgres.DATABASES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of an empty store; what uses it is tested on every database.

    For a test that takes the fixture `store` too it has its tables already.
    """
    ready = "store" in request.fixturenames
    if request.param == "sqlite":
        path = tmp_path / "store.db"
        if ready:
            shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server: postgres.Server = request.getfixturevalue("postgresql")
    if ready:
        yield request.getfixturevalue("postgresql_store")
        server.empty(request.getfixturevalue("postgresql_store"), METADATA.tables)
        return
    with server.database() as url:
        yield url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """Return an empty store, on every database."""
    opened = Store.open(store_url)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def empty_result_cache() -> Iterator[None]:
    """Forget what pages computed in a test: the next one has visitors of its own."""
    yield
    jobs = sys.modules.get("segmetrics.dashboard.frame.jobs")
    if jobs:
        jobs.result_cache().clear()
        jobs.job_times.clear()


@pytest.fixture
def takes() -> Iterator[Callable[..., None]]:
    """Say how long jobs take, all or those of some names, as if such ones had run before."""
    from segmetrics.dashboard.server.job_times import JobTimes

    said: dict[object, float] = {}
    measured = JobTimes.expected

    def expected(times: JobTimes, kind: tuple[object, ...], size: int) -> float | None:
        return said.get(kind[0], said.get("", measured(times, kind, size)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JobTimes, "expected", expected)
        patch.setattr(JobTimes, "at_least", lambda *given: expected(*given) or 0.0)
        yield lambda seconds, *names: said.update(dict.fromkeys(names or ("",), seconds))


# The engines that a test has used.
USED: set[Engine] = set()
event.listen(Engine, "begin", lambda connection: USED.add(connection.engine))


@pytest.fixture(autouse=True)
def empty_store() -> Iterator[None]:
    """Empty the store that pages used in a test; most tests use none."""
    yield
    shelf = sys.modules.get("segmetrics.dashboard.server.shared_store") if USED else None
    for opened in shelf.opened() if shelf else ():
        with opened.database.writing() as connection:
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())
    USED.clear()


# What takes longest is begun first, so that no worker is still busy with it when the others end.
LONGEST = (
    "project/test_project.py",
    "dashboard/test_isolation.py",
    "io/test_hostile.py",
    "browser/",
    "dashboard/",
    "project/",
    "pages/",
    "store/",
)


def pytest_collection_finish() -> None:
    """Look for no garbage among what was collected: there are millions, and they stay."""
    gc.freeze()
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what uses a browser: a busy machine can come between two events, so it may run again."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes longest first; of all that need what is not there, one says so by skipping."""
    items.sort(key=lambda item: _rank(item.path))
    in_vain: dict[str, list[pytest.Item]] = {}
    for item in items:
        names = getattr(item, "fixturenames", ())
        for need in [need for need in ABSENT if need in names][:1]:
            in_vain.setdefault(need, []).append(item)
    for need, (first, *others) in in_vain.items():
        first.add_marker(pytest.mark.skip(f"{ABSENT[need]} ({1 + len(others)} tests)"))
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def _rank(path: Path) -> int:
    here = path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else ""
    return next((n for n, start in enumerate(LONGEST) if here.startswith(start)), len(LONGEST))


def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: who tests a page waits for half of the time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    """Turn a skip into a failure where everything that tests need is promised to be there."""
    report = yield
    if report.skipped and os.environ.get("SEGMETRICS_NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though SEGMETRICS_NO_SKIP is set: {report.longrepr}"
    return report
