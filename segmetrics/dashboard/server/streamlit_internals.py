"""What the dashboard uses of Streamlit and Starlette that they do not promise to keep.

No other module uses such parts, which `tests/dashboard/test_streamlit_internals.py` sees to.
`USED` names each with what it is for; `missing` finds those that a newer Streamlit has no more,
and the server does not start without them. Each can go when Streamlit offers the same openly.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from typing import Any, cast

import streamlit
from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse, ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import SessionClient
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

Offered = Callable[[Any, WidgetState], bool]


# Where the readers of widgets stand, and by which name they know their options.
WIDGETS, OPTIONS = "streamlit.elements.widgets", "formatted_option_to_option_index"
SLIDER_OPTIONS = "formatted_option_to_index"

USED: Mapping[str, tuple[str, ...]] = {
    "refusing pages of other sites": (
        "streamlit.net_util:get_external_ip",
        "streamlit.web.server.server_util:is_allowed_origin",
        "streamlit.web.server.starlette.starlette_websocket:is_host_allowed",
    ),
    "refusing large messages": (
        "streamlit.web.server.starlette.starlette_server:get_max_message_size_bytes",
    ),
    "refusing values that no page offers": (
        "streamlit.runtime.state.session_state:SessionState.set_widgets_from_proto",
        "streamlit.runtime.state.session_state:SessionState()._new_widget_state.widget_metadata",
        f"{WIDGETS}.button_group:_SingleSelectButtonGroupSerde().{OPTIONS}",
        f"{WIDGETS}.button_group:_MultiSelectButtonGroupSerde().{OPTIONS}",
        f"{WIDGETS}.multiselect:MultiSelectSerde().{OPTIONS}",
        f"{WIDGETS}.radio:RadioSerde().{OPTIONS}",
        f"{WIDGETS}.select_slider:SelectSliderSerde().{SLIDER_OPTIONS}",
        f"{WIDGETS}.selectbox:SelectboxSerde().{OPTIONS}",
    ),
    "giving files to their own page alone": (
        "streamlit.runtime.app_session:DeferredFileHandler.handle",
        "streamlit.runtime.media_file_manager:MediaFileManager()._deferred_callables",
        "streamlit.runtime.memory_media_file_storage:_PARTIAL_HASH_THRESHOLD",
    ),
    "bounding what is uploaded": (
        "streamlit.runtime:Runtime.is_active_session",
        "streamlit.runtime:Runtime.uploaded_file_mgr",
        "streamlit.runtime.memory_uploaded_file_manager:MemoryUploadedFileManager().file_storage",
        "starlette.formparsers:MultiPartParser.spool_max_size",
    ),
    "keeping nothing of a page that is closed": (
        "streamlit.runtime:Runtime.close_session",
        "streamlit.runtime:Runtime.connect_session",
        "streamlit.runtime:Runtime.disconnect_session",
        "streamlit.runtime:Runtime.handle_backmsg",
        "streamlit.runtime:Runtime.mark_session_nonresumable",
        "streamlit.runtime:Runtime.media_file_mgr",
        "streamlit.runtime.media_file_manager:MediaFileManager.remove_orphaned_files",
        "streamlit.runtime.runtime:RuntimeStoppedError",
    ),
    "counting the open pages": (
        "streamlit.runtime:Runtime.stats_mgr",
        "streamlit.runtime.stats:ACTIVE_SESSIONS_FAMILY",
    ),
}
"""Module and path of each part, by what it is for; ``()`` is an object of a class."""

# Seconds in which Streamlit certainly sends a message; it looks for some every hundredth.
SERVED = 0.1


def missing() -> str:
    """Return the sentence that names what Streamlit has no more; empty if it has everything."""
    for purpose, names in USED.items():
        for name in names:
            try:
                _find(name)
            except (AttributeError, ImportError, TypeError):
                return (
                    f"Streamlit {streamlit.__version__} has no {name} any more, which is needed "
                    f"for {purpose}. Install the version that constraints.txt names."
                )
    return ""


def _find(name: str) -> Any:
    module, _, path = name.partition(":")
    found = import_module(module)
    for step in path.split("."):
        found = getattr(found, step.removesuffix("()"))
        if step.endswith("()"):
            needed = inspect.signature(found).parameters.values()
            found = found(**{one.name: None for one in needed if one.default is one.empty})
    return found


# ----- before the server starts


def take_messages_up_to(size: int) -> None:
    """Close a websocket whose message is larger, while it still comes."""
    from streamlit.web.server.starlette import starlette_server

    starlette_server.get_max_message_size_bytes = lambda: size  # type: ignore[attr-defined]


def hash_files_wholly() -> None:
    """Distinguish large files: Streamlit compares only their heads, middles and tails."""
    from streamlit.runtime import memory_media_file_storage

    memory_media_file_storage._PARTIAL_HASH_THRESHOLD = sys.maxsize  # type: ignore[misc]


def keep_uploads_in_memory() -> None:
    """Write no upload to disk, where those of more than 1 MB would wait until all has come."""
    from starlette.formparsers import MultiPartParser

    MultiPartParser.spool_max_size = sys.maxsize


def ask_nobody_for_address() -> None:
    """Ask no host of Amazon for the address of this machine, as happens for unknown origins."""
    from streamlit import net_util

    net_util.get_external_ip = lambda: None


def bind_files() -> None:
    """Make a file that is made when it is asked for only for the session that it is offered to."""
    from streamlit.runtime import app_session

    class OwnFiles(app_session.DeferredFileHandler):  # type: ignore[name-defined, misc]
        async def handle(
            self, request: BackendOperationRequest, session_id: str
        ) -> BackendOperationResponse:
            offered = runtime.get_instance().media_file_mgr._deferred_callables
            file = offered.get(request.deferred_file.file_id)
            # Of a file that is not there, Streamlit would log where it looked for it.
            if file is None or file["session_id"] != session_id:
                return BackendOperationResponse(
                    request_id=request.request_id, error_msg="This page has no such file."
                )
            return cast("BackendOperationResponse", await super().handle(request, session_id))

    app_session.DeferredFileHandler = OwnFiles  # type: ignore[attr-defined]


def take_values_if(offered: Offered, refused: Callable[[int], None]) -> None:
    """Drop the values of widgets that are not offered, and tell how many, before a page runs."""
    from streamlit.runtime.state.session_state import SessionState

    take = SessionState.set_widgets_from_proto

    def take_offered(state: SessionState, sent: WidgetStates) -> None:
        known = state._new_widget_state.widget_metadata
        kept = [one for one in sent.widgets if one.id not in known or offered(known[one.id], one)]
        if len(kept) < len(sent.widgets):
            refused(len(sent.widgets) - len(kept))
        take(state, WidgetStates(widgets=kept))

    SessionState.set_widgets_from_proto = take_offered  # type: ignore[assignment, method-assign]


# ----- while it runs


def options_of(widget: Any) -> Collection[str] | None:
    """Return the options of a widget as they are sent; None if it has none."""
    reader = getattr(widget.deserializer, "__self__", None)
    found: Collection[str] | None = getattr(reader, OPTIONS, getattr(reader, SLIDER_OPTIONS, None))
    return found


def is_own_host(host: str) -> bool:
    """Return whether the server may be called by a name."""
    from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

    return is_host_allowed(host)


def is_allowed_origin(origin: str) -> bool:
    """Return whether the configuration lets pages of an origin use the server."""
    from streamlit.web.server.server_util import is_allowed_origin as is_allowed

    return is_allowed(origin)


def serves() -> bool:
    """Return whether this process serves pages."""
    return runtime.exists()


def session_id() -> str:
    """Return the number of the session whose script runs; empty if none does."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def is_active(session: str) -> bool:
    """Return whether a session is still there."""
    return runtime.get_instance().is_active_session(session)


def open_pages() -> int:
    """Count the open pages."""
    from streamlit.runtime.stats import ACTIVE_SESSIONS_FAMILY, GaugeStat

    found = runtime.get_instance().stats_mgr.get_stats(family_names=[ACTIVE_SESSIONS_FAMILY])
    stats = found.get(ACTIVE_SESSIONS_FAMILY, ())
    return sum(stat.value for stat in stats if isinstance(stat, GaugeStat))


def uploads() -> MemoryUploadedFileManager:
    """Return what holds the files that were uploaded and no page has given back."""
    return cast("MemoryUploadedFileManager", runtime.get_instance().uploaded_file_mgr)


def give_back(files: Iterable[UploadedFile]) -> None:
    """Free the memory of uploaded files, which would be kept until the session ends."""
    context = get_script_run_ctx(suppress_warning=True)
    if context:
        manager = cast("MemoryUploadedFileManager", context.uploaded_file_mgr)
        for file in files:
            manager.remove_file(context.session_id, file.file_id)


def drop_files_of_closed_pages() -> None:
    """Delete files made for downloads; Streamlit deletes them when it looks a second time."""
    if runtime.exists():
        runtime.get_instance().media_file_mgr.remove_orphaned_files()


def end_with_connection() -> None:
    """Make this session end with its connection: nobody can come back to it."""
    if session_id() and runtime.exists():
        runtime.get_instance().mark_session_nonresumable(session_id())


class _Nobody(SessionClient):
    """A connection that drops every message; nobody is behind it."""

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Drop a message."""

    @property
    def client_context(self) -> None:
        """No request led here."""


async def serve_nobody() -> None:
    """Make Streamlit serve an empty session, and lose its connection.

    It keeps a reference to the session that it served last. It ends those to which nobody came
    back in time only when another one loses its connection.
    """
    from streamlit.runtime.runtime import RuntimeStoppedError

    server = runtime.get_instance()
    try:
        session = server.connect_session(_Nobody(), user_info={})
    except RuntimeStoppedError:
        return
    try:
        asked = BackMsg()
        asked.file_urls_request.session_id = session
        server.handle_backmsg(session, asked)
        await asyncio.sleep(SERVED)
    finally:
        server.disconnect_session(session)
        server.close_session(session)
