"""What tests share: reference data, a browser, and the rule that nothing skips unnoticed."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import Engine, event
from streamlit.components.v2 import manifest_scanner

from segmetrics.settings import LIMITS, LINK_DAYS_VARIABLE, MODE_VARIABLE, STORE_VARIABLE
from segmetrics.store import Store
from segmetrics.store.schema import METADATA
from tests.support import postgres
from tests.support.driving import CHROMIUM, FLAGS, STILL, forget, guarded
from tests.support.project import dashboard

HERE = Path(__file__).parent

# No test, and no example of a docstring, touches the data of whoever runs them.
STORE_FOLDER = tempfile.TemporaryDirectory(prefix="segmetrics-tests-")
os.environ[STORE_VARIABLE] = f"sqlite:///{STORE_FOLDER.name}/store.db"
for variable in (MODE_VARIABLE, LINK_DAYS_VARIABLE, *LIMITS.values()):
    os.environ.pop(variable, None)
# Hundreds of processes are started; each would compile what it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A page of a busy machine may take as long for what is expected as for what is waited for.
expect.set_options(timeout=30_000)

# Each AppTest looks through all installed packages for components: most of its time.
manifest_scanner.scan_component_manifests = functools.cache(
    manifest_scanner.scan_component_manifests
)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Return the address of a dashboard without files of its own, which all tests share."""
    with dashboard() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
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
def postgresql() -> Iterator[postgres.Server]:
    """Return a PostgreSQL, started when the first test needs it."""
    if postgres.INITDB is None:
        pytest.skip(postgres.MISSING)
    with postgres.serving() as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_template(postgresql: postgres.Server) -> str:
    """Return the name of a database that is a new store."""
    postgresql.execute("CREATE DATABASE new_store TEMPLATE template0")
    Store.open(postgresql.url("new_store")).close()
    return "new_store"


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file that is a new store."""
    path = tmp_path_factory.mktemp("template") / "store.db"
    Store.open(f"sqlite:///{path}").close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of an empty store; what uses it is tested on every database.

    For a test that takes the fixture `store` too it has its tables already: a copy is quick.
    """
    ready = "store" in request.fixturenames
    if request.param == "sqlite":
        path = tmp_path / "store.db"
        if ready:
            shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server: postgres.Server = request.getfixturevalue("postgresql")
    like = request.getfixturevalue("postgresql_template") if ready else "template0"
    with server.database(like=like) as url:
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest first; within a file nothing moves."""
    items.sort(key=lambda item: _rank(item.path))


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
