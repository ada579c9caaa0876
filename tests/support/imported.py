"""What is imported before servers are copied (`tests.support.copies`): all that they load."""

from __future__ import annotations

import gc
from importlib import import_module

from segmetrics.dashboard.server.worker import PREPARED
from tests.support.project import PROJECT

# What a server imports as it starts, and as its pages are looked at first.
LATER = (
    *("alembic.command", "anyio._backends._asyncio", "itsdangerous.url_safe", "pandas"),
    *("plotly.graph_objects", "starlette.applications", "starlette.middleware.sessions"),
    *("starlette.staticfiles", "streamlit.components.v2.manifest_scanner"),
    *("streamlit.web.bootstrap", "tests.support.saving", "uvicorn.lifespan.on"),
    *("uvicorn.loops.asyncio", "uvicorn.protocols.http.auto"),
    "uvicorn.protocols.websockets.auto",
)
# These run something.
RUN = {"__main__", "start"}

gc.disable()  # it would take a third of the time
for file in sorted((PROJECT / "segmetrics").rglob("*.py")):
    if file.stem not in RUN:
        parts = file.relative_to(PROJECT).with_suffix("").parts
        import_module(".".join(parts).removesuffix(".__init__"))
for name in (*LATER, *PREPARED):
    import_module(name)
gc.freeze()
gc.enable()
