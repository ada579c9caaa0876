"""Who leaves without coming back leaves nothing behind, though nobody else comes or leaves."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

import pytest
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.server import leaving, tuning
from segmetrics.dashboard.server.streamlit_internals import let_go_of_left_pages
from tests.support.driving import awaited
from tests.support.probing import Probe
from tests.support.watched import watching

# Far more than it takes.
SECONDS = 90


class Known:
    """What a page knows; a widget of it calls one of its methods."""

    all: ClassVar[WeakSet[Known]] = WeakSet()
    pressed = 0

    def __init__(self) -> None:
        self.all.add(self)

    def press(self) -> None:
        """Count how often it was called."""
        Known.pressed += 1


def two_pages() -> None:
    import streamlit as st

    from tests.dashboard.test_leaving import Known

    st.text_input("a field of both")
    if st.checkbox("here", value=True):
        st.button("press", on_click=Known().press)


def nothing(*_: object) -> None:
    """Change nothing."""


@pytest.mark.parametrize(("patch", "stays"), [(nothing, 1), (let_go_of_left_pages, 0)])
def test_what_a_page_knew_goes_when_another_is_shown(
    patch: Callable[[], None], stays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SessionState, "on_script_finished", SessionState.on_script_finished)
    patch()
    app = AppTest.from_function(two_pages).run()
    before = Known.pressed
    app.button[0].click().run()
    app.text_input[0].set_value("said").run()
    app.button[0].click().run()
    assert Known.pressed == before + 2
    app.checkbox[0].uncheck().run()
    gc.collect()
    assert len(Known.all) == stays
    assert app.text_input[0].value == "said"
    app.checkbox[0].check().run()
    app.button[0].click().run()
    assert Known.pressed == before + 3


def test_what_ends_sessions_goes_on_when_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    raised = iter([RuntimeError(), ValueError(), asyncio.CancelledError()])

    async def fail() -> None:
        raise next(raised)

    monkeypatch.setattr(leaving, "serve_nobody", fail)
    monkeypatch.setattr(leaving, "PAUSE", 0.0)
    with pytest.raises(asyncio.CancelledError):
        awaited(leaving.end_in_time())
    assert list(raised) == []


def test_what_collects_goes_on_when_files_cannot_be_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[threading.ExceptHookArgs] = []
    twice = threading.Event()

    def drop() -> None:
        raise RuntimeError

    def collect() -> None:
        if len(told) > 1:
            twice.set()
            raise SystemExit

    monkeypatch.setattr(threading, "excepthook", told.append)
    monkeypatch.setattr(sys, "setswitchinterval", nothing)
    monkeypatch.setattr(tuning, "free_memory", collect)
    monkeypatch.setattr(tuning, "PAUSE", 0.0)
    tuning.start(drop)
    assert twice.wait(SECONDS)
    assert [one.exc_type for one in told[:2]] == [RuntimeError, RuntimeError]


def test_a_session_ends_in_time_though_nobody_else_comes(tmp_path: Path) -> None:
    """Streamlit alone would keep it until another visitor leaves."""
    environment = {"SEGMETRICS_MODE": "links", "SEGMETRICS_STORE": f"sqlite:///{tmp_path}/store.db"}
    with watching(environment, tmp_path / "log", {"server.disconnectedSessionTTL": 3}) as server:
        with Probe(server.address) as probe:
            probe.look("", corpus="moonstone")
            session = probe.session
            assert server.held(session)
        end = time.monotonic() + SECONDS
        while (found := server.held(session)) and time.monotonic() < end:
            pass
        assert found == []
