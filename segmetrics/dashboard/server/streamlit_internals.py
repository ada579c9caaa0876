"""What the dashboard uses of Streamlit and Starlette that they do not promise to keep.

No other module uses such parts, which `tests/dashboard/test_streamlit_internals.py` sees to.
`USED` names each with what it is for; `lacking` finds those that a newer Streamlit has no more.
A server for others does not start without them. On one's own machine what they are for is left
out, and each function here then does nothing. Each can go when Streamlit offers the same openly.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

import streamlit

if TYPE_CHECKING:
    from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
    from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse, ForwardMsg
    from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
    from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

Offered = Callable[[Any, "WidgetState"], bool]
Purpose = Literal[
    "telling sessions apart",
    "asking no other machine for the address of this one",
    "refusing messages while they come",
    "reading messages before a page does",
    "refusing values that no page offers",
    "telling large files apart",
    "giving files to their own page alone",
    "bounding what is uploaded",
    "writing no upload to disk",
    "keeping nothing of a page that was left",
    "keeping nothing of a page that is closed",
    "counting the open pages",
]

# Where the readers of widgets stand, and by which name they know their options.
WIDGETS, OPTIONS = "streamlit.elements.widgets", "formatted_option_to_option_index"
SLIDER_OPTIONS = "formatted_option_to_index"

USED: Mapping[Purpose, tuple[str, ...]] = {
    "telling sessions apart": (
        "streamlit.runtime.scriptrunner:get_script_run_ctx",
        "streamlit.runtime:exists",
    ),
    "asking no other machine for the address of this one": ("streamlit.net_util:get_external_ip",),
    "refusing messages while they come": (
        "streamlit.web.server.starlette.starlette_server:get_max_message_size_bytes",
    ),
    "reading messages before a page does": ("streamlit.proto.BackMsg_pb2:BackMsg",),
    "refusing values that no page offers": (
        "streamlit.proto.WidgetStates_pb2:WidgetStates",
        "streamlit.runtime.state.session_state:SessionState.set_widgets_from_proto",
        "streamlit.runtime.state.session_state:SessionState()._new_widget_state.widget_metadata",
        f"{WIDGETS}.button_group:_SingleSelectButtonGroupSerde().{OPTIONS}",
        f"{WIDGETS}.button_group:_MultiSelectButtonGroupSerde().{OPTIONS}",
        f"{WIDGETS}.multiselect:MultiSelectSerde().{OPTIONS}",
        f"{WIDGETS}.radio:RadioSerde().{OPTIONS}",
        f"{WIDGETS}.select_slider:SelectSliderSerde().{SLIDER_OPTIONS}",
        f"{WIDGETS}.selectbox:SelectboxSerde().{OPTIONS}",
    ),
    "telling large files apart": (
        "streamlit.runtime.memory_media_file_storage:_PARTIAL_HASH_THRESHOLD",
    ),
    "giving files to their own page alone": (
        "streamlit.proto.ForwardMsg_pb2:BackendOperationResponse",
        "streamlit.runtime:get_instance",
        "streamlit.runtime.app_session:DeferredFileHandler.handle",
        "streamlit.runtime.media_file_manager:MediaFileManager()._deferred_callables",
    ),
    "bounding what is uploaded": (
        "streamlit.runtime:exists",
        "streamlit.runtime:get_instance",
        "streamlit.runtime:Runtime.is_active_session",
        "streamlit.runtime:Runtime.uploaded_file_mgr",
        "streamlit.runtime.memory_uploaded_file_manager:MemoryUploadedFileManager().file_storage",
    ),
    "writing no upload to disk": ("starlette.formparsers:MultiPartParser.spool_max_size",),
    "keeping nothing of a page that was left": (
        "streamlit.runtime.scriptrunner:get_script_run_ctx",
        "streamlit.runtime.state.session_state:SessionState.on_script_finished",
        "streamlit.runtime.state.session_state:SessionState()._new_widget_state.widget_metadata",
        "streamlit.runtime.state.session_state:SessionState()._new_widget_state.states",
        "streamlit.runtime.state.session_state:SessionState()._old_state",
    ),
    "keeping nothing of a page that is closed": (
        "streamlit.proto.BackMsg_pb2:BackMsg",
        "streamlit.runtime:SessionClient",
        "streamlit.runtime:exists",
        "streamlit.runtime:get_instance",
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
        "streamlit.runtime:get_instance",
        "streamlit.runtime:Runtime.stats_mgr",
        "streamlit.runtime.stats:ACTIVE_SESSIONS_FAMILY",
        "streamlit.runtime.stats:GaugeStat",
    ),
}
"""Module and path of each part, by what it is for; ``()`` is an object of a class."""

# Seconds in which Streamlit certainly sends a message; it looks for some every hundredth, unless
# the machine is busy.
SERVED = 10.0


@cache
def lacking() -> Mapping[Purpose, str]:
    """Return what Streamlit has no more, the first part of it, by what it would be for."""
    return {
        purpose: gone[0]
        for purpose, names in USED.items()
        if (gone := [name for name in names if not _is_there(name)])
    }


def missing() -> str:
    """Return the sentence that names what Streamlit has no more; empty if it has everything."""
    if not lacking():
        return ""
    gone = "; ".join(f"{name}, which is needed for {why}" for why, name in lacking().items())
    return (
        f"Streamlit {streamlit.__version__} has no more: {gone}. Install the version that "
        "constraints.txt names, or serve yourself alone, in the mode local."
    )


def has(purpose: Purpose) -> bool:
    """Return whether Streamlit has all that something needs."""
    return purpose not in lacking()


def _is_there(name: str) -> bool:
    module, _, path = name.partition(":")
    try:
        found = import_module(module)
        for step in path.split("."):
            found = getattr(found, step.removesuffix("()"))
            if step.endswith("()"):
                needed = inspect.signature(found).parameters.values()
                found = found(**{one.name: None for one in needed if one.default is one.empty})
    except (AttributeError, ImportError, TypeError):
        return False
    return True


# ----- before the server starts


def take_messages_up_to(size: int) -> None:
    """Close a websocket whose message is larger, while it still comes."""
    if has("refusing messages while they come"):
        from streamlit.web.server.starlette import starlette_server

        starlette_server.get_max_message_size_bytes = lambda: size  # type: ignore[attr-defined]


def hash_files_wholly() -> None:
    """Distinguish large files: Streamlit compares only their heads, middles and tails."""
    if has("telling large files apart"):
        from streamlit.runtime import memory_media_file_storage

        memory_media_file_storage._PARTIAL_HASH_THRESHOLD = sys.maxsize  # type: ignore[misc]


def keep_uploads_in_memory() -> None:
    """Write no upload to disk, where those of more than 1 MB would wait until all has come."""
    if has("writing no upload to disk"):
        from starlette.formparsers import MultiPartParser

        MultiPartParser.spool_max_size = sys.maxsize


def ask_nobody_for_address() -> None:
    """Ask no host of Amazon for the address of this machine, as happens for unknown origins."""
    if has("asking no other machine for the address of this one"):
        from streamlit import net_util

        net_util.get_external_ip = lambda: None


def bind_files() -> None:
    """Make a file that is made when it is asked for only for the session that it is offered to."""
    if not has("giving files to their own page alone"):
        return
    from streamlit import runtime
    from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse
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
    if not has("refusing values that no page offers"):
        return
    from streamlit.proto.WidgetStates_pb2 import WidgetStates
    from streamlit.runtime.state.session_state import SessionState

    take = SessionState.set_widgets_from_proto

    def take_offered(state: SessionState, sent: WidgetStates) -> None:
        known = state._new_widget_state.widget_metadata
        kept = [one for one in sent.widgets if offered(known.get(one.id), one)]
        if len(kept) < len(sent.widgets):
            refused(len(sent.widgets) - len(kept))
        take(state, WidgetStates(widgets=kept))

    SessionState.set_widgets_from_proto = take_offered  # type: ignore[assignment, method-assign]


def let_go_of_left_pages() -> None:
    """Drop what the widgets of a page that was left would call.

    Streamlit keeps it as long as the session, and with it all that the page knew: its corpus.
    """
    if not has("keeping nothing of a page that was left"):
        return
    from streamlit.runtime.state.session_state import SessionState

    finish = SessionState.on_script_finished

    def finished(state: SessionState, shown: frozenset[str], **how: Any) -> None:
        finish(state, shown, **how)
        # A run of a part of a page shows the widgets of this part alone.
        if getattr(_context(), "fragment_ids_this_run", True):
            return
        known = state._new_widget_state.widget_metadata
        for gone in known.keys() - shown - state._new_widget_state.states.keys():
            # What a component sends has a name of its own, which holds the component's.
            if gone not in state._old_state and not any(one in gone for one in shown):
                del known[gone]

    SessionState.on_script_finished = finished  # type: ignore[assignment, method-assign]


# ----- while it runs


def read_message(data: bytes) -> BackMsg | None:
    """Read a message of a browser; None if it is none."""
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    from streamlit.proto.BackMsg_pb2 import BackMsg

    message = BackMsg()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return None
    return message


def options_of(widget: Any) -> Collection[str] | None:
    """Return the options of a widget as they are sent; None if it has none."""
    reader = getattr(widget.deserializer, "__self__", None)
    found: Collection[str] | None = getattr(reader, OPTIONS, getattr(reader, SLIDER_OPTIONS, None))
    return found


def serves() -> bool:
    """Return whether this process serves pages."""
    if not has("telling sessions apart"):
        return False
    from streamlit import runtime

    return runtime.exists()


def session_id() -> str:
    """Return the number of the session whose script runs; empty if none does."""
    context = _context()
    return str(context.session_id) if context else ""


def is_active(session: str) -> bool:
    """Return whether a session is still there."""
    return has("bounding what is uploaded") and bool(_runtime().is_active_session(session))


def open_pages() -> int | None:
    """Count the open pages; None if nobody can tell."""
    if not has("counting the open pages"):
        return None
    from streamlit.runtime.stats import ACTIVE_SESSIONS_FAMILY, GaugeStat

    found = _runtime().stats_mgr.get_stats(family_names=[ACTIVE_SESSIONS_FAMILY])
    stats = found.get(ACTIVE_SESSIONS_FAMILY, ())
    return sum(stat.value for stat in stats if isinstance(stat, GaugeStat))


def uploads() -> Mapping[str, Mapping[str, UploadedFileRec]]:
    """Return the files of each session that were uploaded and no page has given back."""
    if not has("bounding what is uploaded"):
        return {}
    return cast("Mapping[str, Mapping[str, UploadedFileRec]]", _uploaded().file_storage)


def drop_uploads(session: str) -> None:
    """Delete the files that were uploaded in a session."""
    if has("bounding what is uploaded"):
        _uploaded().remove_session_files(session)


def give_back(files: Iterable[UploadedFile]) -> None:
    """Free the memory of uploaded files, which would be kept until the session ends."""
    context = _context() if has("bounding what is uploaded") else None
    if context:
        for file in files:
            context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)


def drop_files_of_closed_pages() -> None:
    """Delete files made for downloads; Streamlit deletes them when it looks a second time."""
    if has("keeping nothing of a page that is closed") and serves():
        _runtime().media_file_mgr.remove_orphaned_files()


def end_with_connection() -> None:
    """Make this session end with its connection: nobody can come back to it."""
    session = session_id()
    if session and has("keeping nothing of a page that is closed") and serves():
        _runtime().mark_session_nonresumable(session)


async def serve_nobody() -> None:
    """Make Streamlit serve an empty session, and lose its connection.

    It keeps a reference to the session that it served last. It ends those to which nobody came
    back in time only when another one loses its connection.
    """
    if not has("keeping nothing of a page that is closed"):
        return
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.runtime.runtime import RuntimeStoppedError

    server, served = _runtime(), asyncio.Event()
    try:
        session = server.connect_session(_nobody(served.set), user_info={})
    except RuntimeStoppedError:
        return
    try:
        asked = BackMsg()
        asked.file_urls_request.session_id = session
        server.handle_backmsg(session, asked)
        await asyncio.wait_for(served.wait(), SERVED)
    finally:
        server.disconnect_session(session)
        server.close_session(session)


def _nobody(served: Callable[[], None]) -> Any:
    """Return a connection that drops every message, and says so; nobody is behind it."""
    from streamlit.runtime import SessionClient

    class Nobody(SessionClient):
        def write_forward_msg(self, _: ForwardMsg) -> None:
            """Drop a message."""
            served()

        @property
        def client_context(self) -> None:
            """No request led here."""

    return Nobody()


def _context() -> Any:
    """Return the run of a script, in the thread of one."""
    if not has("telling sessions apart"):
        return None
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    return get_script_run_ctx(suppress_warning=True)


def _runtime() -> Any:
    from streamlit import runtime

    return runtime.get_instance()


def _uploaded() -> Any:
    return _runtime().uploaded_file_mgr
