"""Who leaves without coming back leaves nothing behind, though nobody else comes or leaves."""

from __future__ import annotations

import time
from pathlib import Path

from tests.support.probing import Probe
from tests.support.watched import watching

# Far more than it takes.
SECONDS = 90


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
            time.sleep(3)
        assert found == []
