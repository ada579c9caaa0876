"""Values of widgets that no page offers: whoever sends one has no browser, or an old page.

Streamlit takes whatever is sent for the value of a widget, calls what the page does when the
widget changes, and raises if the page then does not know the value. Here such a value is dropped
before that: the widget keeps the value that it has.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.streamlit_internals import options_of, take_values_if

if TYPE_CHECKING:
    from streamlit.proto.WidgetStates_pb2 import WidgetState


# Kinds of values that are checked here; the pages check what components send.
PLAIN = (
    "bool_value",
    "double_array_value",
    "double_value",
    "int_value",
    "string_array_value",
    "string_value",
    "trigger_value",
)
# What components send is JSON, which Streamlit reads before any page could look at it.
JSON = ("json_trigger_value", "json_value")
# A field for numbers says that it takes fractions; for whole numbers its browser sends these.
WHOLE = ("double_value", "int_value")


def refuse_forged_values() -> None:
    """Drop values that no page offers from now on; call it once."""
    take_values_if(_is_offered, lambda count: log("refused", limit="value", count=count))


def _is_offered(widget: Any, sent: WidgetState) -> bool:
    """Return whether a value is of the kind of its widget and, if it has options, among them."""
    kind = sent.WhichOneof("value")
    if kind is None:
        return True
    if kind in JSON and not _is_json(getattr(sent, kind)):
        return False
    if widget is None:
        return True
    if kind != widget.value_type and (widget.value_type, kind) != WHOLE:
        return False
    if kind not in PLAIN:
        return True
    options = options_of(widget)
    if options is None:
        return True
    values = [sent.string_value] if kind == "string_value" else sent.string_array_value.data
    return all(value in options for value in values)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
